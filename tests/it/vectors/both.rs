//! Where ACE and retail part: the recorded answer, and beside it what the specification says.

use std::path::Path;

use serde_json::{Value, json};

use sweepscope::policy::Policy;

use super::compare::{ONCE, differences};
use super::read::Fields;
use super::scene::Scene;
use super::{answer, check};

/// The rooms of the cases have no portals, and such a room holds nothing in retail: without this, every mover leaves it.
const RETAIL: &str = "retail+t28=ace";

fn file(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/vectors");
    let text = std::fs::read(folder.join(name)).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The file that a case stands in, by its id, and the case.
fn case(id: &str) -> (Value, Value) {
    let file = file(&format!("{}.json", id.split('-').next().unwrap()));
    let cases = Fields(&file).list("cases");
    let found = cases.iter().find(|case| Fields(case).text("id") == id);
    let found = found.unwrap_or_else(|| panic!("no case {id}")).clone();
    (file, found)
}

/// Our answer to a case under `policy`, and the recorded one.
fn answers(id: &str, policy: &str) -> (Value, Value) {
    let (file, case) = case(id);
    let fields = Fields(&case);
    let scene = Scene::new(Fields(Fields(&file).need("scenes")).need(fields.text("scene")));
    let ours = answer(fields, scene, &policy.parse().unwrap());
    (ours.unwrap(), fields.need("out").clone())
}

/// That the answer at `place` is `recorded` in the file and `retail` in ours.
fn parts(id: &str, place: &str, recorded: &Value, retail: &Value, why: &str) {
    let (ours, theirs) = answers(id, RETAIL);
    let at = |answer: &Value| answer.pointer(place).cloned().unwrap_or(Value::Null);
    let as_recorded = differences(recorded, &at(&theirs), ONCE);
    assert!(
        as_recorded.is_empty(),
        "{id} {place}, recorded: {as_recorded:?}"
    );
    let as_retail = differences(&at(&ours), retail, ONCE);
    assert!(as_retail.is_empty(), "{id} {place}, {why}: {as_retail:?}");
    assert!(
        !differences(retail, recorded, ONCE).is_empty(),
        "{id} {place}: both are the same"
    );
}

#[test]
fn recorded_and_retail() {
    // A camera of radius 0.3 in front of the wall at x = 10: ACE stops where the step began.
    let wall = "the touch time is found (spec/bsp.md 6.7)";
    let x = json!([-1.0, 0.0, 0.0]);
    let up = json!([0.0, 0.0, 1.0]);
    let at = |x: f64, y: f64, z: f64| json!([x, y, z]);
    let (contact, began) = (at(9.7, 0.0, 1.5), at(9.5, 0.0, 1.5));
    parts("quirks-003", "/cur/origin", &began, &contact, wall);
    parts("quirks-003", "/collision/normal", &up, &x, wall);
    let (contact, began) = (at(9.7, 3.4 / 3.0, 1.5), at(9.497_688, 0.998_46, 1.5));
    parts("quirks-004", "/cur/origin", &began, &contact, wall);

    let free = "ground far below is no hit (spec/transition.md 8)";
    let (begin, end) = (at(12.0, 40.0, 8.0), at(12.0, 41.0, 8.4));
    parts("quirks-000", "/cur/origin", &begin, &end, free);

    let leaf = "a tree of one leaf is a tree (spec/bsp.md 5.1)";
    parts(
        "quirks-005",
        "/cur/origin/2",
        &json!(1.7),
        &json!(2.005),
        leaf,
    );
    parts(
        "quirks-005",
        "/contact/valid",
        &json!(false),
        &json!(true),
        leaf,
    );
    parts(
        "quirks-006",
        "/cur/origin/0",
        &Value::Null,
        &json!(0.2),
        leaf,
    );

    let axes = "the turn is about the vector (spec/transition.md 18.4)";
    let (about_x, about_y) = (
        json!([0.968_912, 0.247_404, 0.0, 0.0]),
        json!([0.968_912, 0.0, 0.247_404, 0.0]),
    );
    parts("quirks-018", "/rot", &about_y, &about_x, axes);
    parts("quirks-019", "/rot", &about_x, &about_y, axes);
    let pitch = "the pitch is a pitch (spec/camera.md 6.5)";
    let (roll, pitched) = (
        json!([0.948_683, 0.0, 0.316_228, 0.0]),
        json!([0.948_683, 0.316_228, 0.0, 0.0]),
    );
    parts("quirks-021", "/rot", &roll, &pitched, pitch);
    let turned = "rotation counts (spec/transition.md 2.1)";
    parts("quirks-022", "/r", &json!(true), &json!(false), turned);

    // What happens to a mover with another id, and on a floor without the ball, is recorded too.
    let (_, other_id) = answers("quirks-028", "ace");
    let (_, walked) = answers("quirks-027", "ace");
    let identity = "an object is itself, not its id (spec/transition.md 14.1)";
    let origin = |answer: &Value| answer.pointer("/cur/origin").unwrap().clone();
    let (through, stopped) = (origin(&walked), origin(&other_id));
    parts("quirks-027", "/cur/origin", &through, &stopped, identity);
    let (_, no_ball) = answers("quirks-037", "ace");
    let (_, with_ball) = answers("quirks-038", "ace");
    let landing = "a ball that is not touched is not in the way (spec/bsp.md 7.9)";
    let (blocked, landed) = (origin(&with_ball), origin(&no_ball));
    parts("quirks-038", "/cur/origin", &blocked, &landed, landing);

    let order = "the first registered wall answers (spec/transition.md 14.1)";
    let (last, first) = (json!([0.0, -0.997_564, 0.0]), json!([0.0, 1.0, 0.0]));
    parts("quirks-036", "/ticks/1/sliding", &last, &first, order);
    let neighbor = "a neighbour that is not seen is a neighbour (spec/transition.md 16.3)";
    parts(
        "quirks-041",
        "/cells/1",
        &json!(0x101),
        &json!(0xA9B4_0101_u32),
        neighbor,
    );

    let time = "time runs forwards (spec/bsp.md 7.7)";
    parts(
        "shape-055",
        "/r",
        &json!(1.447_991),
        &json!(-1.447_991),
        time,
    );
    let opposed = "there is no way out (spec/bsp.md 7.1)";
    parts("step-055", "/r", &json!("OK"), &json!("Collided"), opposed);
    let corner = "corners carry (spec/bsp.md 4.5)";
    parts("poly-038", "/r", &json!(false), &json!(true), corner);
    let long = "there is no limit of 1,000 steps (spec/transition.md 3)";
    parts("transition-142", "/ok", &json!(false), &json!(true), long);

    // Normals are stored at unit length: the same direction, another length.
    for (id, place) in [
        ("shape-065", "/collision/normal"),
        ("transition-220", "/sliding/normal"),
    ] {
        let (_, recorded) = answers(id, "ace");
        let given = recorded.pointer(place).unwrap();
        let v: Vec<f64> = (0..3).map(|i| given[i].as_f64().unwrap()).collect();
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        let unit = json!([v[0] / length, v[1] / length, v[2] / length]);
        parts(
            id,
            place,
            given,
            &unit,
            "normals are normalised (spec/transition.md 1.6)",
        );
    }
}

/// Surprising, and retail's own: the quirks that are not ACE's.
#[test]
fn recorded_is_retail() {
    for (id, what) in [
        (
            "quirks-007",
            "the plane of a scaled object is off (spec/bsp.md 1)",
        ),
        ("quirks-008", "the plane of an unscaled one is not"),
        ("quirks-013", "along a wall by 2 cm"),
        ("quirks-014", "along a wall by 5 cm"),
        ("quirks-015", "along a wall by 20 cm"),
        (
            "quirks-023",
            "in the air, overlapping a wall, moving along it",
        ),
        ("quirks-024", "in the air, overlapping a wall, leaving it"),
        (
            "quirks-025",
            "on the ground, overlapping a wall, moving along it",
        ),
        ("quirks-026", "one sphere, overlapping a wall, leaving it"),
        ("quirks-029", "a placement moved to the west and south"),
    ] {
        let (ours, recorded) = answers(id, RETAIL);
        for place in ["/cur/origin", "/origin", "/contact/plane", "/collision"] {
            let at = |answer: &Value| answer.pointer(place).cloned().unwrap_or(Value::Null);
            let differs = differences(&at(&ours), &at(&recorded), ONCE);
            assert!(differs.is_empty(), "{id} {what} {place}: {differs:?}");
        }
    }
}

/// Rows of the preset `ace`, each with a case that only its ACE form answers as recorded.
///
/// The rows that are not here change no case (spec/bsp.md 11 and spec/transition.md 21 say so of most); they rest on
/// their sources.
const ROWS: &[(&str, &str)] = &[
    ("adjust_to_plane", "quirks-003"),
    ("l04", "poly-038"),
    ("l05", "bsp-084"),
    ("l10", "bsp-085"),
    ("l11", "shape-065"),
    ("l12", "step-055"),
    ("l13", "shape-055"),
    ("l15", "quirks-038"),
    ("l17", "shape-036"),
    ("l18", "shape-045"),
    ("l19", "step-089"),
    ("l26", "quirks-005"),
    ("l27", "transition-177"),
    ("t9", "bsp-019"),
    ("t11", "quirks-000"),
    ("t12", "step-023"),
    ("t17", "transition-106"),
    ("t18", "transition-142"),
    ("t19", "math-029"),
    ("t21", "ticks-011"),
    ("t22", "place-009"),
    ("t23", "math-004"),
    ("t24", "transition-006"),
    ("t25", "quirks-041"),
    ("t26", "transition-055"),
    ("t28", "quirks-003"),
    ("t29", "quirks-036"),
    ("t30", "quirks-027"),
    ("t34", "ticks-031"),
    ("t35", "ticks-031"),
    ("t36", "math-024"),
    ("t38", "math-056"),
];

#[test]
fn every_row_is_seen() {
    for (row, id) in ROWS {
        let (file, case) = case(id);
        let agrees = |policy: &str| {
            let policy: Policy = policy.parse().unwrap();
            check(Fields(&case), &file, &policy)
        };
        assert_eq!(agrees("ace"), Ok(()), "{id}");
        let without = agrees(&format!("ace+{row}=retail"));
        assert!(without.is_err(), "{id} does not need {row}");
    }
}
