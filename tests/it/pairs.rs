//! A fix without its failing twin proves nothing: in each scene one lane holds a statement, another fails it in the stated
//! way, and both hold it in the control.

use sweepscope::analysis::check::{CheckResult, check_alone};
use sweepscope::scene::Source;
use sweepscope::scene::shipped::{SHIPPED, find};

struct Pair {
    scene: &'static str,
    /// Place, measure and what it must be, as an expectation says them.
    statement: &'static str,
    holds: &'static [&'static str],
    fails: &'static str,
    /// What the failing lane does instead.
    way: &'static [&'static str],
    control: &'static str,
    /// The statement for the control, where the same one would say nothing there.
    of_control: Option<&'static str>,
}

const STILL: &str = r#"over: Seconds(2, 6), measure: "eye_move", is: Less(0.000001)"#;
const PRESSED: &str = r#"over: Ticks(5000, 7000), measure: "eye_move", is: Less(0.000001)"#;

const PAIRS: &[Pair] = &[
    Pair {
        scene: "sawtooth",
        statement: STILL,
        holds: &["retail", "equal-slices"],
        fails: "equal-slices+no-adjust",
        way: &[
            r#"over: Seconds(2, 6), measure: "eye_distance", stat: Drops(0.02), is: Between(75, 77)"#,
            r#"over: Seconds(2, 6), measure: "eye_distance", stat: Min, is: Near(1.342, 0.005)"#,
            r#"over: Seconds(2, 6), measure: "eye_distance", stat: Max, is: Near(1.61, 0.005)"#,
        ],
        control: "sawtooth_control",
        of_control: None,
    },
    Pair {
        scene: "corridor_clip",
        statement: r#"over: Ticks(17, 23), measure: "eye_distance", stat: Span, is: Less(0.001)"#,
        holds: &["retail", "equal-slices", "no-adjust"],
        fails: "equal-slices+no-adjust",
        way: &[
            r#"over: Ticks(17, 23), measure: "eye_distance", stat: Span, is: Near(0.1042, 0.0002)"#,
            r#"over: Ticks(17, 23), measure: "normal_z", is: Equal(1)"#,
        ],
        control: "corridor_clip_control",
        of_control: Some(r#"over: Ticks(17, 23), measure: "pulled_in", is: Near(0, 0.0001)"#),
    },
    // The grid alone keeps the stop from moving, and leaves it short of the wall.
    Pair {
        scene: "corridor_clip",
        statement: r#"over: Ticks(17, 23), measure: "eye_distance", is: Near(1.6095, 0.0005)"#,
        holds: &["retail", "equal-slices"],
        fails: "no-adjust",
        way: &[r#"over: Ticks(17, 23), measure: "eye_distance", is: Near(1.5, 0.0001)"#],
        control: "corridor_clip_control",
        of_control: Some(r#"over: Ticks(17, 23), measure: "pulled_in", is: Near(0, 0.0001)"#),
    },
    Pair {
        scene: "boom_flip",
        statement: r#"over: Seconds(4, 8), measure: "pulled_in", stat: Jumps(0.1), is: Equal(0)"#,
        holds: &[
            "full-boom/retail",
            "full-boom/equal-slices",
            "full-boom/no-adjust",
        ],
        fails: "full-boom/equal-slices+no-adjust",
        way: &[
            r#"over: Seconds(4, 8), measure: "pulled_in", stat: Jumps(0.1), is: Equal(16)"#,
            r#"over: Seconds(4, 8), measure: "pulled_in", stat: Span, is: Near(0.2667, 0.0001)"#,
        ],
        control: "boom_flip_control",
        of_control: None,
    },
    Pair {
        scene: "boom_flip_sweep",
        statement: r#"over: All, measure: "pulled_in", stat: Span, is: Near(0.002, 0.0001)"#,
        holds: &["retail", "equal-slices"],
        fails: "equal-slices+no-adjust",
        way: &[r#"over: All, measure: "pulled_in", stat: Span, is: Near(0.2667, 0.0001)"#],
        control: "boom_flip_sweep_control",
        of_control: Some(r#"over: All, measure: "pulled_in", stat: Span, is: Less(0.0001)"#),
    },
    Pair {
        scene: "wall_press",
        statement: PRESSED,
        holds: &["retail"],
        fails: "equal-slices",
        way: &[
            r#"over: Ticks(5000, 7000), measure: "eye_move", stat: Mean, is: Between(0.0002, 0.0006)"#,
            r#"over: Ticks(5000, 7000), measure: "eye_move", stat: Max, is: More(0.002)"#,
        ],
        control: "wall_press_flat",
        of_control: None,
    },
    // The other way round, 15 mm past a grid line.
    Pair {
        scene: "wall_press_flat_1215",
        statement: PRESSED,
        holds: &["equal-slices"],
        fails: "retail",
        way: &[r#"over: Ticks(5000, 7000), measure: "eye_move", is: Near(0.00039, 0.00001)"#],
        control: "wall_press_flat",
        of_control: None,
    },
    // Feedback alone does no harm, a failing search alone does not, both together do.
    Pair {
        scene: "feedback",
        statement: r#"over: Seconds(12, 16), measure: "eye_move", is: Less(0.000001)"#,
        holds: &[
            "retail",
            "equal-slices",
            "full-boom/equal-slices+no-adjust",
            "self-lerp/equal-slices+no-adjust",
        ],
        fails: "equal-slices+no-adjust",
        way: &[
            r#"over: Seconds(12, 16), measure: "eye_distance", stat: Drops(0.02), is: Between(74, 75)"#,
        ],
        control: "feedback_control",
        of_control: None,
    },
    Pair {
        scene: "doorway",
        statement: r#"at: Tick(3), measure: "eye_distance", is: Near(0.825, 0.001)"#,
        holds: &["retail", "equal-slices"],
        fails: "equal-slices+no-adjust",
        way: &[
            r#"at: Tick(3), measure: "eye_distance", is: Near(0.58, 0.0001)"#,
            r#"at: Tick(3), measure: "normal_z", is: Equal(1)"#,
        ],
        control: "doorway_control",
        of_control: Some(r#"at: Tick(3), measure: "pulled_in", is: Near(0, 0.0001)"#),
    },
    // What falls through the rock stands on a plane that no polygon has.
    Pair {
        scene: "fake_floor",
        statement: r#"at: Last, measure: "contact_source", is: Text("query")"#,
        holds: &["retail", "centre-filter"],
        fails: "origin-filter",
        way: &[
            r#"at: Last, measure: "contact_source", is: Text("synthetic")"#,
            r#"at: Last, measure: "feet_z", is: Between(49.75, 49.98)"#,
        ],
        control: "fake_floor_control",
        of_control: None,
    },
    Pair {
        scene: "corpus/a4",
        statement: r#"at: Last, measure: "feet_x", is: Less(122)"#,
        holds: &["retail", "centre-filter"],
        fails: "legacy",
        way: &[r#"at: Last, measure: "feet_x", is: Between(128.67, 128.93)"#],
        // The same rock where it is within reach.
        control: "fake_floor_control",
        of_control: Some(r#"at: Last, measure: "grounded", is: Equal(1)"#),
    },
];

/// What came of one statement about one lane of a shipped scene.
fn judge(scene: &str, lane: &str, statement: &str) -> CheckResult {
    let text = find(scene).unwrap().text;
    let (head, _) = text.split_once("    expect: [").unwrap();
    let text = format!("{head}    expect: [Expect(lane: \"{lane}\", {statement})],\n)\n");
    let mut results = check_alone(&Source::from_text(scene, &text)).unwrap();
    assert_eq!(results.len(), 1);
    results.remove(0)
}

#[test]
fn one_lane_holds_and_its_twin_fails_as_stated() {
    for pair in PAIRS {
        for lane in pair.holds {
            let result = judge(pair.scene, lane, pair.statement);
            assert!(result.held, "{result:?}");
        }
        let result = judge(pair.scene, pair.fails, pair.statement);
        assert!(!result.held, "{result:?}");
        for way in pair.way {
            let result = judge(pair.scene, pair.fails, way);
            assert!(result.held, "{result:?}");
        }
        for lane in pair.holds.iter().chain([&pair.fails]) {
            let result = judge(
                pair.control,
                lane,
                pair.of_control.unwrap_or(pair.statement),
            );
            assert!(result.held, "{result:?}");
        }
    }
}

#[test]
fn every_scene_names_its_control() {
    for shipped in SHIPPED {
        // Those of the corpus are small, and their lanes are each other's controls.
        if shipped.place().0 == "corpus" {
            continue;
        }
        let names_one = shipped.scene().unwrap().control.is_some();
        assert!(shipped.is_control() != names_one, "{}", shipped.name);
    }
}
