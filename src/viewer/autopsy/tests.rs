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

/// Each clear step is found under its group, by its way and by where it ended.
#[test]
fn clear_steps_are_found_in_their_group() {
    let all = rows_of("retail", 400);
    let shown = |turned: &BTreeSet<String>| -> Vec<String> {
        let rows = visible(&all, turned);
        rows.iter().map(|row| row.label.clone()).collect()
    };
    let mut turned = BTreeSet::new();
    assert!(!shown(&turned).contains(&text::step(2)));
    let of_second = all.iter().find(|row| row.label == text::step(2)).unwrap();
    assert!(reveal(&all, &of_second.subject.unwrap(), &mut turned));
    assert!(shown(&turned).contains(&text::step(2)));
    let Some(Subject::Way { to, radius, .. }) = of_second.subject else {
        panic!("a way was expected");
    };
    let before = shown(&turned).len();
    let end = Subject::Ball(Sphere { center: to, radius });
    assert!(reveal(&all, &end, &mut turned));
    assert_eq!(shown(&turned).len(), before + 1);
}
