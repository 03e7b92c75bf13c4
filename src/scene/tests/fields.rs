//! What is wrong between fields.

use super::super::{Source, build, read};
use super::{GOOD, told};

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
        "unknown preset `retial`; did you mean retail?",
    );
    told(
        "Polygons([",
        "Polygons([[(1, 2, 3)],",
        "[(1, 2",
        "objects[0].shape[0]",
        "1 corner; at least 3",
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
    let dwarf = "Sweep(mover: Dwarf, sweeps: List([((0, 0, 0), (0, 1, 0))])),\n";
    told(
        chase,
        dwarf,
        "Dwarf",
        "rig.mover",
        "unknown word `Dwarf`; known: Viewer, Human, Mover",
    );
    let three = "Mover(mover: Mover(spheres: []), feet: (0, 0, 0)),\n";
    told(
        chase,
        three,
        "Mover(spheres",
        "rig.mover",
        "0 spheres; 1 or 2 were expected",
    );
    let jump = "Mover(feet: (0, 0, 0), script: [Jump(2)]),\n";
    told(
        chase,
        jump,
        "2)",
        "rig.script[0]",
        "2 is not a power from 0 to 1",
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
fn bits_are_the_known_ones() {
    let status = "4095 is not a target status: a sum of 1, 2, 4 and 0x10";
    told(
        "motion: Still",
        "motion: Still, status: 0xfff",
        "0xfff",
        "rig.status",
        status,
    );
    told(
        "motion: Still",
        "motion: Still, orders: [(0, Hold(viewer: 64))]",
        "64",
        "rig.orders[0][1].viewer",
        "64 is not movement flags from 0 to 0x3F",
    );
}

#[test]
fn orders_to_a_camera() {
    let with = |orders: &str| format!("motion: Still, orders: [{orders}]");
    told(
        "motion: Still",
        &with("(1, Closer(1)), (0.5, Reset)"),
        "(0.5, Reset)",
        "rig.orders[1]",
        "must not fall",
    );
    told(
        "motion: Still",
        &with("(1, Closer(-1))"),
        "-1",
        "rig.orders[0][1]",
        "-1 is not an amount from 0 to 100",
    );
    told(
        "motion: Still",
        &with("(1, Hold(turn: 2))"),
        "2)",
        "rig.orders[0][1].turn",
        "2 is not a factor from -1 to 1",
    );
    // What fits into the ticks of one rate need not fit into those of another.
    let five = "(1.1, Reset), (1.2, Reset), (1.3, Reset), (1.4, Reset), (1.5, Reset)";
    let text = GOOD.replacen("motion: Still", &with(five), 1);
    let source = Source::from_text("a", &text);
    assert!(build(&source, None, None).is_ok());
    let error = build(&source, Some(1), None).unwrap_err().to_string();
    assert!(
        error.contains("rig.orders: more than 4 orders to the camera in tick 2 at 1 Hz"),
        "{error}"
    );
}
