//! Every shipped scene holds what it asserts, in every lane and at every rate.

use sweepscope::analysis::check::{CheckResult, check_alone};
use sweepscope::scene::Source;
use sweepscope::scene::shipped::SHIPPED;

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
