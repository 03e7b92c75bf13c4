//! Every shipped scene holds what it asserts, in every lane and at every rate.

use glam::Vec3;
use sweepscope::analysis::check::{CheckResult, check_alone};
use sweepscope::geometry::{Frame, Position};
use sweepscope::policy::Policy;
use sweepscope::scene::Source;
use sweepscope::scene::shipped::{SHIPPED, find};
use sweepscope::transition::{Mover, MoverFlags, sweep};
use sweepscope::world::World;

/// The results that failed, one a line.
pub(crate) fn failures(results: &[CheckResult]) -> String {
    let failed = results.iter().filter(|result| !result.held);
    failed
        .map(|r| {
            let (tick, stat) = (
                r.tick
                    .map_or_else(String::new, |tick| format!(" (tick {tick})")),
                &r.stat,
            );
            format!(
                "{} {} {} Hz {}: {} {stat} = {}{tick}, wanted {}\n",
                r.file, r.lane, r.hz, r.place, r.measure, r.value, r.wanted
            )
        })
        .collect()
}

#[test]
fn shipped_scenes_hold() {
    for shipped in SHIPPED {
        let results = check_alone(&shipped.source()).unwrap();
        assert!(!results.is_empty(), "{} asserts nothing", shipped.name);
        assert!(
            results.iter().all(|result| result.held),
            "\n{}",
            failures(&results)
        );
    }
}

#[test]
fn the_documented_example_holds() {
    let page = include_str!("../../docs/formats/scene.md");
    let example = page
        .split("```ron\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let results = check_alone(&Source::from_text("example", example)).unwrap();
    assert_eq!(results.len(), 4);
    assert!(
        results.iter().all(|result| result.held),
        "\n{}",
        failures(&results)
    );
}

/// scenes.md Q3: <https://github.com/FWGS/xash3d-fwgs/pull/2729>. No scene can hold what is not a number, and a sweep to such a place
/// ends where it began.
#[test]
fn an_end_that_is_no_number_is_refused_and_ends() {
    let text = find("corpus/q4").unwrap().text;
    for bad in ["NaN", "inf", "-inf", "1e39"] {
        for (whole, with) in [
            ("(0, 900, 0)", format!("({bad}, 900, 0)")),
            ("(0, 900, 0)", format!("(0, 900, {bad})")),
            ("(0, 0.0001, 0)", format!("(0, {bad}, 0)")),
        ] {
            let scene = text.replacen(whole, &with, 1);
            assert_ne!(scene, text);
            let error = check_alone(&Source::from_text("q3", &scene)).unwrap_err();
            let told = error.to_string();
            assert!(
                told.starts_with("q3.ron:") && told.contains("rig.sweeps"),
                "{told}"
            );
        }
    }
    let world = World::new(Vec::new());
    let at = |point: Vec3| Position::single(Frame::at(point));
    let begin = at(Vec3::ZERO);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        for mover in [
            Mover::viewer(0.3, MoverFlags(0x5c)),
            Mover::human(MoverFlags::EDGE_SLIDE),
        ] {
            let end = at(Vec3::new(0.0, bad, 0.0));
            let outcome = sweep(&world, &Policy::default(), mover, begin, end, &mut ());
            assert!(!outcome.success, "{bad}");
            assert_eq!(outcome.end.origin, Vec3::ZERO);
        }
    }
}
