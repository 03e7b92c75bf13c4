//! What is written is what was meant, and looks as a person would write it.

use super::*;
use crate::scene::shipped::SHIPPED;
use crate::scene::{Source, build, read};

/// Bits of every number in the tree of a model: equality of models does not tell 0 from -0.
fn tree(scene: &Scene) -> value::Value {
    value::of(scene)
}

#[test]
fn shipped_scenes_are_the_same_when_written_and_read_again() {
    for shipped in SHIPPED {
        let scene = shipped.scene().unwrap();
        let text = write(&scene, Some(shipped.text));
        let again = read(&text, shipped.name).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, scene, "{}", shipped.name);
        assert_eq!(tree(&again), tree(&scene), "{}", shipped.name);
        assert_eq!(write(&again, Some(&text)), text, "{}", shipped.name);
    }
}

#[test]
fn written_scenes_run_as_the_originals_do() {
    for name in [
        "sawtooth",
        "doorway",
        "jamb",
        "cell_ping_pong",
        "head_bump",
        "corpus/q10",
    ] {
        let shipped = crate::scene::shipped::find(name).unwrap();
        let text = write(&shipped.scene().unwrap(), None);
        let digests = |source: &Source| -> Vec<u64> {
            let built = build(source, None, Some(40)).unwrap();
            let ticks = built.setup.ticks;
            let of = |(_, policy): &(String, crate::policy::Policy)| {
                let end = crate::lane::run_lane(&built.setup, *policy, ticks, |_, _| {});
                end.state.digest
            };
            built.lanes.iter().map(of).collect()
        };
        let written = Source::from_text(name, &text);
        assert_eq!(digests(&written), digests(&shipped.source()), "{name}");
    }
}

#[test]
fn lines_are_short_where_values_allow_it() {
    for shipped in SHIPPED {
        let text = write(&shipped.scene().unwrap(), None);
        for line in text.lines() {
            let is_atom = line.matches('"').count() >= 2;
            assert!(
                line.chars().count() <= 134 || is_atom,
                "{}: {line}",
                shipped.name
            );
            assert_eq!(line.trim_end(), line, "{}", shipped.name);
        }
    }
}

#[test]
fn a_scene_looks_as_one_would_write_it() {
    let original = r#"
// A wall.
//
// And a crate.

Scene(version: 1, title: "Say \"hi\"", look_for: "", hz: 60, length: Seconds(6.0), objects: [
    // In the way.
    Object(name: "wall", tree: Balanced, shape: Polygons([[(5, -1.91, -3.5), (-5, -1.91, -3.5), (-5, -1.91, 6.5), (5, -1.91, 6.5)],
        [(0.1, 0.2, 0.3), (1000000, 1e-7, 0), (3, 4, 5)]]), at: (0, 0, 1e-3)),
    Object(name: "crate", shape: Box(min: (-0.5, -0.5, 0), max: (0.5, 0.5, 1)), yaw_degrees: 30),
], rig: Chase(feet: (0, 0, 0), status: 21, motion: Velocity((0, 1.50, 0)), orders: []),
lanes: [Lane(name: "retail", policy: "retail")],
expect: [Expect(lane: "*", at: First, measure: "verdict", stat: Every, is: Text("ok"))])"#;
    let wanted = r#"// A wall.
//
// And a crate.
Scene(
    version: 1,
    title: "Say \"hi\"",
    length: Seconds(6),
    objects: [
        Object(name: "wall", shape: Polygons([
            [(5, -1.91, -3.5), (-5, -1.91, -3.5), (-5, -1.91, 6.5), (5, -1.91, 6.5)],
            [(0.1, 0.2, 0.3), (1000000, 1e-7, 0), (3, 4, 5)],
        ]), at: (0, 0, 0.001), tree: Balanced),
        Object(name: "crate", shape: Box(min: (-0.5, -0.5, 0), max: (0.5, 0.5, 1)), yaw_degrees: 30),
    ],
    rig: Chase(feet: (0, 0, 0), status: 0x15, motion: Velocity((0, 1.5, 0))),
    lanes: [
        Lane(name: "retail", policy: "retail"),
    ],
    expect: [
        Expect(lane: "*", at: First, measure: "verdict", is: Text("ok")),
    ],
)
"#;
    let scene = read(original, "a.ron").unwrap();
    assert_eq!(write(&scene, Some(original)), wanted);
    assert!(write(&scene, None).starts_with("Scene("));
}

#[test]
fn what_is_said_of_no_value_is_kept_apart_from_nothing() {
    // A room that sees no other, and one of which nothing is said, are two things.
    let room = |visible: &str| {
        format!(
            r#"Scene(version: 1, title: "t", length: Ticks(4), landblock: 0xA9B4,
            cells: [Cell(id: 0xA9B40100, {visible} volume: Box(min: (0, 0, 0), max: (5, 5, 5)), sees_outside: false)],
            rig: Chase(feet: (1, 1, 0), align_to_slope: false, viewer_offset: (-0, -2.5, 0)),
            lanes: [Lane(name: "retail", policy: "retail")])"#
        )
    };
    for (visible, there) in [("", false), ("visible: [],", true)] {
        let scene = read(&room(visible), "a.ron").unwrap();
        let text = write(&scene, None);
        assert_eq!(text.contains("visible: []"), there, "{text}");
        assert!(
            text.contains("id: 0xA9B40100") && text.contains("landblock: 0xA9B4"),
            "{text}"
        );
        // `false` inside of what may be missing says something.
        assert!(
            text.contains("align_to_slope: false") && text.contains("sees_outside: false"),
            "{text}"
        );
        assert!(text.contains("(-0, -2.5, 0)"), "{text}");
        assert_eq!(read(&text, "a.ron").unwrap(), scene);
    }
}

#[test]
fn formulas_are_told_of() {
    let told = |name: &str| has_formulas(crate::scene::shipped::find(name).unwrap().text);
    assert!(told("jamb"));
    assert!(!told("sawtooth"));
    assert!(!has_formulas(
        r#"Scene(title: "=x", params: [Param(name: "a", value: 1)])"#
    ));
}

#[test]
fn long_lists_of_points_fill_lines_and_others_have_a_line_each() {
    let points: Vec<String> = (0..24).map(|k| format!("({k}.25, {}.5)", k * k)).collect();
    let sweeps: Vec<String> = (1..5)
        .map(|k| format!("((0, 0, {k}), (0, {k}.125, 0))"))
        .collect();
    let text = format!(
        r#"Scene(version: 1, title: "t", objects: [Object(name: "a", shape: Prism(outline: [{}], z: (0, 1)), at: (1, 0, 0))],
        rig: Sweep(sweeps: List([{}])), lanes: [Lane(name: "a", policy: "retail")])"#,
        points.join(", "),
        sweeps.join(", "),
    );
    let written = write(&read(&text, "a.ron").unwrap(), None);
    let lines: Vec<&str> = written.lines().map(str::trim).collect();
    let at = |wanted: &str| {
        let found = lines.iter().position(|line| *line == wanted);
        found.unwrap_or_else(|| panic!("{wanted}: {written}"))
    };
    let (first, last) = (
        at("Object(name: \"a\", shape: Prism(outline: ["),
        at("], z: (0, 1)), at: (1, 0, 0)),"),
    );
    let filled: usize = lines[first + 1..last]
        .iter()
        .map(|line| line.matches('(').count())
        .sum();
    assert_eq!((filled, last - first - 1), (24, 4), "{written}");
    let list = at("rig: Sweep(sweeps: List([");
    for (line, sweep) in lines[list + 1..].iter().zip(&sweeps) {
        assert_eq!(*line, format!("{sweep},"));
    }
    assert_eq!(lines[list + 5], "])),");
}

#[test]
fn what_holds_no_list_is_written_a_field_a_line() {
    let text = r#"Scene(version: 1, title: "t", length: Ticks(4), rig: Chase(feet: (0, 0, 0), viewer_offset: (0, -1.0625, 0.125),
        pivot_offset: (0.0625, 0.03125, 1.125), stiffness: (0.125, 0.125), motion: Sine(amplitude: (0, 0.000125, 0), hz: 15)),
        lanes: [Lane(name: "a", policy: "retail")])"#;
    let written = write(&read(text, "a.ron").unwrap(), None);
    assert!(
        written.contains("    rig: Chase(\n        feet: (0, 0, 0),\n        viewer_offset: (0, -1.0625, 0.125),\n"),
        "{written}"
    );
}
