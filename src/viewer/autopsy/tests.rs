use super::*;
use crate::analysis::explain;
use crate::recording::Recording;
use crate::scene;
use std::collections::BTreeSet;

fn rows_of(lane: &str, tick: u32) -> Vec<Row> {
    let source = scene::open("sawtooth").unwrap();
    let built = scene::build(&source, None, Some(tick + 1)).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(tick + 1);
    let lane = recording.lane(lane).unwrap();
    let replay = lane.replay(&built.setup, tick);
    rows(
        &explain(&built.setup, &lane.name, &replay, None),
        &replay.policy,
        false,
    )
}

#[test]
fn a_search_that_never_succeeds_is_the_row_to_look_at() {
    let all = rows_of("equal-slices+no-adjust", 50);
    let alerts: Vec<_> = all.iter().filter(|row| row.alert).collect();
    assert!(!alerts.is_empty());
    assert!(
        alerts
            .iter()
            .all(|row| row.value == text::NEVER_SUCCEEDS && row.tone == Tone::Bad)
    );
    assert!(rows_of("retail", 50).iter().all(|row| !row.alert));
}

#[test]
fn folded_rows_hide_what_belongs_to_them() {
    let all = rows_of("retail", 400);
    let none = BTreeSet::new();
    assert!(visible(&all, &none).len() < all.len());
    let first = all[0].folds.clone().unwrap();
    let turned: BTreeSet<String> = [first].into();
    // The sweep folded: it and what stands beside it are left.
    assert!(visible(&all, &turned).iter().all(|row| row.depth == 0));
    // Everything that can be folded has rows below it.
    for (k, row) in all
        .iter()
        .enumerate()
        .filter(|(_, row)| row.folds.is_some())
    {
        assert!(all[k + 1].depth > row.depth, "{row:?}");
    }
}
