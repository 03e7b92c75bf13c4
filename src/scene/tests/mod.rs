//! What a bad scene file is told: place, field, and what was expected.

use super::*;

mod fields;
mod maps;
mod outside;

const GOOD: &str = r#"// One wall.
Scene(
    version: 1,
    title: "A wall",
    look_for: "Whether the eye stays.",
    hz: 240,
    length: Seconds(6),
    window: Seconds(2, 6),
    objects: [
        Object(name: "wall", shape: Polygons([
            [(5, -1.91, -3.5), (-5, -1.91, -3.5), (-5, -1.91, 6.5), (5, -1.91, 6.5)],
        ])),
    ],
    rig: Chase(feet: (0, 0, 0), heading_degrees: 0, viewer_offset: (0, -2.61, 0), motion: Still),
    lanes: [
        Lane(name: "retail", policy: "retail"),
        Lane(name: "equal-slices", policy: "retail+steps=equal-slices"),
        Lane(name: "no-adjust", policy: "retail+adjust_to_plane=never-succeeds"),
    ],
    expect: [
        Expect(lane: "retail", over: Seconds(2, 6), measure: "eye_distance", is: Near(1.61, 0.0005)),
        Expect(lane: "*", at: First, measure: "normal_x", is: Absent),
    ],
)
"#;

/// The error of the scene above with the first `from` replaced begins with the place of `at` in it (from the start of that line) and
/// `field`, and says `words`.
#[track_caller]
fn told(from: &str, to: &str, at: &str, field: &str, words: &str) {
    let (before, after) = GOOD.split_once(from).unwrap();
    let text = format!("{before}{to}{after}");
    let error = read(&text, "a.ron").unwrap_err().to_string();
    let line = before.rfind('\n').unwrap();
    let offset = line + text[line..].find(at).unwrap();
    let (line, column) = locate::line_column(&text, offset);
    let start = format!("a.ron:{line}:{column}: {field}: ");
    assert!(error.starts_with(&start), "{to}: {error}; expected {start}");
    assert!(
        error[start.len()..].contains(words),
        "{to}: {error}; expected {words}"
    );
}

#[test]
fn numbers_out_of_range() {
    told(
        "hz: 240",
        "hz: 0",
        "0",
        "hz",
        "0 is not a whole number of ticks per second from 1 to 10000",
    );
    told(
        "hz: 240",
        "hz: 10001",
        "10001",
        "hz",
        "10001 is not a whole number",
    );
    told(
        "hz: 240",
        "hz: 1.5",
        "1.5",
        "hz",
        "1.5 is not a whole number",
    );
    told("hz: 240", "hz: -3", "-3", "hz", "-3 is not a whole number");
    let corner = "(5, -1.91, -3.5)";
    told(
        corner,
        "(NaN, 0, 0)",
        "NaN",
        "objects[0].shape[0][0][0]",
        "NaN is not a coordinate: finite",
    );
    told(
        corner,
        "(0, -inf, 0)",
        "-inf",
        "objects[0].shape[0][0][1]",
        "-inf is not a coordinate",
    );
    told(
        corner,
        "(0, 0, 1e39)",
        "1e39",
        "objects[0].shape[0][0][2]",
        "1e39 is not a coordinate",
    );
    told(
        corner,
        "(0, 0, 1e7)",
        "1e7",
        "objects[0].shape[0][0][2]",
        "at most 1000000 m",
    );
    let sine = "motion: Sine(amplitude: (0, 1, 2), hz: 0)";
    told(
        "motion: Still",
        sine,
        "0))",
        "rig.motion.hz",
        "0 is not a frequency, greater than 0",
    );
    told(
        "viewer_offset: (0,",
        "stiffness: (1, 1.5), a: (0,",
        "1.5",
        "rig.stiffness[1]",
        "1.5 is not a stiffness",
    );
    told(
        "Seconds(6)",
        "Seconds(1e9)",
        "1e9",
        "length",
        "1000000000 is not a time",
    );
    told(
        "Seconds(6)",
        "Seconds(1e6)",
        "Seconds",
        "length",
        "240000000 ticks at 240 Hz; at most 10000000",
    );
    told("Seconds(6)", "Seconds(0)", "Seconds", "length", "no tick");
    told(
        "window: Seconds(2, 6)",
        "window: Seconds(2, 60)",
        "Seconds",
        "window",
        "has 1440 ticks",
    );
}

#[test]
fn what_ron_refuses() {
    told(
        "hz: 240",
        "herz: 240",
        "herz",
        "herz",
        "unknown field `herz`; known: version, title, look_for, control, hz",
    );
    told(
        "hz: 240,",
        "hz: 240, hz: 240,",
        "hz: 240,\n",
        "hz",
        "stands twice",
    );
    told("title: ", "title: 5, a: ", "5", "title", "expected string");
    told(
        "feet: (0, 0, 0), ",
        "",
        "Chase",
        "rig",
        "the field `feet` is missing",
    );
    told(
        "rig: Chase(",
        "rig: Glider(",
        "Glider",
        "rig",
        "unknown word `Glider`; known: Chase, Sweep, Mover",
    );
    told(
        "motion: Still",
        "motion: Fly",
        "Fly",
        "rig.motion",
        "known: Still, Velocity, Sine, Path",
    );
    told(
        "Polygons([",
        "Polygon([",
        "Polygon",
        "objects[0].shape",
        "known: Polygons, Spheres, Cylinders, Box, Prism, Parts, Mesh",
    );
    let corner = "(5, -1.91, -3.5)";
    told(
        corner,
        "(5, -1.91)",
        "(5, -1.91)",
        "objects[0].shape[0][0]",
        "3 but found 2",
    );
    told(
        corner,
        "(5, 0, 0, 2)",
        "2)",
        "objects[0].shape[0][0][3]",
        "expected closing `)`",
    );
    told(
        corner,
        "(5, 0, \"a\")",
        "\"a\"",
        "objects[0].shape[0][0][2]",
        "expected float",
    );
    told(
        "Near(1.61, 0.0005)",
        "Near(1.61)",
        "Near",
        "expect[0].is",
        "2 elements but found one",
    );
    told(
        "Near(1.61",
        "Nearly(1.61",
        "Nearly",
        "expect[0].is",
        "known: Near, Less, More, Between, Equal, Text, Absent",
    );
}

proptest::proptest! {
    /// Damaged scenes are read or refused, and a refusal points into the text.
    #[test]
    fn damage_is_an_error_with_a_place(
        at in 0..GOOD.len(),
        cut in 0_usize..9,
        put in r##"[()\[\]{},:"#/*\\ \n0-9.eNainf-]{0,4}"##,
    ) {
        let end = (at + cut).min(GOOD.len());
        let text = format!("{}{put}{}", &GOOD[..at], &GOOD[end..]);
        let source = Source::from_text("a", &text);
        if let Err(error) = build(&source, None, Some(1)) {
            let SceneError::At { line, column, field, problem, .. } = error else { panic!("{error}") };
            let lines: Vec<&str> = text.split('\n').collect();
            proptest::prop_assert!(line >= 1 && line <= lines.len(), "{line}");
            proptest::prop_assert!(column >= 1 && column <= lines[line - 1].chars().count() + 1, "{column}");
            proptest::prop_assert!(!field.is_empty() && !problem.is_empty());
        }
    }
}
