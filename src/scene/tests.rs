//! What a bad scene file is told: place, field, and what was expected.

use super::*;

const GOOD: &str = include_str!("../../scenes/sawtooth.ron");

/// The error of the shipped scene with the first `from` replaced begins with the place of `at` in it (from the start of that line) and
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
        "0 is not a rate from 1 to 10000",
    );
    told("hz: 240", "hz: 10001", "10001", "hz", "10001 is not a rate");
    told("hz: 240", "hz: 1.5", "1.5", "hz", "1.5 is not a rate");
    told("hz: 240", "hz: -3", "-3", "hz", "-3 is not a rate");
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
        "inf is not a coordinate",
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
        "rig: Mover(",
        "Mover",
        "rig",
        "unknown word `Mover`; known: Chase, Sweep",
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
        "known: Polygons, Box, Prism, Mesh",
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

#[test]
fn names_and_references() {
    told(
        "version: 1",
        "version: 2",
        "2",
        "version",
        "version 2 is not known",
    );
    told(
        "\"no-adjust\"",
        "\"retail\"",
        "\"retail\"",
        "lanes[2].name",
        "`retail` stands twice",
    );
    told(
        "\"no-adjust\"",
        "\"a,b\"",
        "\"a,b\"",
        "lanes[2].name",
        "no comma",
    );
    let policy = "policy: \"retail\"";
    told(
        policy,
        "policy: \"retial\"",
        "\"retial\"",
        "lanes[0].policy",
        "unknown preset `retial`; known: retail, legacy",
    );
    told(
        policy,
        "policy: \"retail+viewer_flags=0x0\"",
        "\"retail+",
        "lanes[0].policy",
        "0x5c was expected",
    );
    told(
        "Polygons([",
        "Polygons([[(1, 2, 3)],",
        "[(1, 2",
        "objects[0].shape[0]",
        "1 corners; at least 3",
    );
}

#[test]
fn shapes_and_turns() {
    let start = GOOD.find("Polygons").unwrap();
    let end = GOOD.find("])),").unwrap() + 2;
    let shape = &GOOD[start..end];
    let place = "objects[0].shape";
    let cuboid = "Box(min: (0, 0, 0), max: (1, 1, 0))";
    told(
        shape,
        cuboid,
        "(1, 1, 0)",
        &format!("{place}.max"),
        "not greater than min",
    );
    told(
        shape,
        "Prism(outline: [(0, 0), (1, 0)], z: (0, 1))",
        "[(0, 0)",
        &format!("{place}.outline"),
        "2 corners",
    );
    told(
        shape,
        "Prism(outline: [(0, 0), (1, 0), (0, 1)], z: (1, 1))",
        "(1, 1)",
        &format!("{place}.z"),
        "less than",
    );
    told(
        shape,
        "Mesh(file: \"\")",
        "\"\"",
        &format!("{place}.file"),
        "a path",
    );
    told(
        shape,
        "Mesh(file: \"a.obj\", up: X)",
        "X",
        &format!("{place}.up"),
        "unknown word `X`; known: Y, Z",
    );
    told(
        "name: \"wall\"",
        "name: \"wall\", rotation: (1, 1, 0, 0)",
        "(1, 1, 0",
        "objects[0].rotation",
        "its square is 2",
    );
    let both = "name: \"wall\", rotation: (1, 0, 0, 0), yaw_degrees: 3";
    told(
        "name: \"wall\"",
        both,
        "(1, 0, 0",
        "objects[0].rotation",
        "one or the other",
    );
}

#[test]
fn rigs() {
    let start = GOOD.find("Chase(").unwrap();
    let end = GOOD.find("    lanes: [").unwrap();
    let chase = &GOOD[start..end];
    let path = "Chase(feet: (0, 0, 0), motion: Path([(0, (0, 0, 0), 0), (0, (1, 0, 0), 0)])),\n";
    told(chase, path, "(0, (1", "rig.motion[1]", "must increase");
    told(
        chase,
        "Sweep(sweeps: List([])),\n",
        "List",
        "rig.sweeps",
        "at least one sweep",
    );
    let rays = "Sweep(sweeps: Rays(from: (0, 0, 0), direction: (0, 0, 0), lengths: [1])),\n";
    told(
        chase,
        rays,
        "(0, 0, 0), lengths",
        "rig.sweeps.direction",
        "other than (0, 0, 0)",
    );
    let human = "Sweep(mover: Human, sweeps: List([((0, 0, 0), (0, 1, 0))])),\n";
    told(
        chase,
        human,
        "Human",
        "rig.mover",
        "unknown word `Human`; known: Viewer",
    );
    let fine = "Sweep(sweeps: List([((0, 0, 0), (0, 1, 0))])),\n";
    let text = GOOD.replace(chase, fine);
    let error = read(&text, "a.ron").unwrap_err().to_string();
    assert!(
        error.contains(": length: a Sweep rig runs as many ticks as it has sweeps"),
        "{error}"
    );
    let error = read(&GOOD.replace("length: Seconds(6),", ""), "a.ron")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("scene: the field `length` is missing"),
        "{error}"
    );
}

#[test]
fn expectations() {
    let told = |from: &str, to: &str, at: &str, field: &str, words: &str| {
        told(from, to, at, &format!("expect[0]{field}"), words);
    };
    told(
        "lane: \"retail\"",
        "lane: \"r\"",
        "\"r\"",
        ".lane",
        "unknown lane `r`; known: *, retail, equal-slices",
    );
    told(
        "\"eye_distance\"",
        "\"eye_distanz\"",
        "\"eye_distanz\"",
        ".measure",
        "known: eye_distance, ",
    );
    told(
        "over: Seconds(2, 6)",
        "over: Seconds(6, 6)",
        "Seconds",
        ".over",
        "without a tick",
    );
    told(
        "over: Seconds(2, 6)",
        "over: Seconds(2, 7)",
        "Seconds",
        ".over",
        "which has 1440 ticks",
    );
    told(
        "over: Seconds(2, 6)",
        "at: Tick(1440)",
        "Tick",
        ".at",
        "which has 1440 ticks",
    );
    told(
        "over: Seconds(2, 6)",
        "at: Last, over: All",
        "All",
        ".over",
        "one or the other",
    );
    told(
        "over: Seconds(2, 6), ",
        "",
        "Expect(lane: \"retail\", measure",
        "",
        "a place is missing",
    );
    told(
        "over: Seconds(2, 6)",
        "stat: Min, at: Last",
        "Min",
        ".stat",
        "a window was expected",
    );
    told(
        "1.61, 0.0005)",
        "1.61, NaN)",
        "NaN",
        ".is[1]",
        "NaN is not a finite number",
    );
    told(
        "Near(1.61, 0.0005)",
        "Near(1.61, -1)",
        "Near",
        ".is",
        "at least 0",
    );
    told(
        "Near(1.61, 0.0005)",
        "Between(2, 1)",
        "Between",
        ".is",
        "must not be greater",
    );
    told(
        "Near(1.61, 0.0005)",
        "Text(\"ok\")",
        "Text",
        ".is",
        "eye_distance is a number",
    );
    told(
        "\"eye_distance\"",
        "\"verdict\"",
        "Near",
        ".is",
        "verdict is a word",
    );
    told(
        "\"eye_distance\"",
        "\"settles_hz\"",
        "Seconds",
        ".over",
        "`at: Last` was expected",
    );
}

#[test]
fn meshes_that_are_not_at_hand() {
    let start = GOOD.find("Polygons").unwrap();
    let end = GOOD.find("])),").unwrap() + 2;
    let text = GOOD.replace(&GOOD[start..end], "Mesh(file: \"walls.obj\")");
    let mut source = Source::from_text("a", &text);
    let error = build(&source, None, None).unwrap_err().to_string();
    assert!(
        error.contains("objects[0].shape.file: the mesh walls.obj is not at hand"),
        "{error}"
    );
    source.files.push(MeshFile {
        path: "walls.obj".to_owned(),
        text: "v 0 0 0\nf 1 2 3".to_owned(),
    });
    let error = build(&source, None, None).unwrap_err().to_string();
    assert!(
        error.starts_with("walls.obj:2:1: f: there is no vertex 2"),
        "{error}"
    );
}

#[test]
fn rates_and_lengths_given_from_outside() {
    let source = Source::from_text("a", GOOD);
    let built = build(&source, Some(60), None).unwrap();
    assert_eq!(
        (built.setup.hz, built.setup.ticks, built.window),
        (60, 360, 120..360)
    );
    let built = build(&source, None, Some(600)).unwrap();
    assert_eq!((built.setup.ticks, built.window), (600, 480..600));
    let built = build(&source, None, Some(300)).unwrap();
    assert_eq!((built.setup.ticks, built.window), (300, 100..300));
    assert!(build(&source, Some(0), None).is_err());
    assert!(build(&source, Some(10_001), None).is_err());
    assert!(build(&source, None, Some(0)).is_err());
}
