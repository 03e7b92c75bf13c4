//! The source of a test in Rust: a module of constants and two checks, which needs the standard library alone.

use std::fmt::Write as _;

use glam::Vec3;

use super::{BodyFacts, EyeRow, Head, Language, Recorded, SweepRow, words};

/// What a sweep, an eye and the checks are; the same in every source.
const TYPES: &str = include_str!("rust_types.txt");

/// The module, ending with a line break.
pub(super) fn rust(language: Language, head: &Head, recorded: &Recorded) -> String {
    let name = words(&head.scene).join("_");
    let mut text = String::new();
    for line in super::preface(language, head, recorded) {
        let _ = writeln!(text, "{}", format!("// {line}").trim_end());
    }
    let _ = write!(
        text,
        r#"//
//     mod {name}; // this file
//
//     #[test]
//     fn sweeps_end_where_they_were_recorded() {{
//         let world = MyWorld::of({name}::POLYGONS);
//         {name}::check_sweeps(|sweep| world.sweep(sweep.spheres, sweep.from, sweep.to));
//     }}

#![allow(
    dead_code,
    unreachable_pub,
    reason = "a test asks for what it needs, from where it stands"
)]

/// Ticks per second.
pub const HZ: u32 = {};

/// How far an answer may be off, metres.
pub const TOLERANCE: f64 = {:?};

"#,
        recorded.hz, head.tolerance
    );
    list(
        &mut text,
        "Corners of every polygon, counter-clockwise seen from the front, metres.",
        "POLYGONS: &[&[[f32; 3]]]",
        super::polygons(recorded, point, |corners| format!("&[{corners}],")),
    );
    list(
        &mut text,
        "Objects that are spheres: centre and radius, metres.",
        "SPHERES: &[([f32; 3], f32)]",
        recorded.spheres.iter().map(|(name, sphere)| {
            let name = name.escape_debug();
            format!("({}, {:?}), // {name}", point(sphere.center), sphere.radius)
        }),
    );
    list(
        &mut text,
        "Objects that are upright cylinders: middle of the base, height and radius, metres.",
        "CYLINDERS: &[([f32; 3], f32, f32)]",
        recorded.cylinders.iter().map(|(name, cylinder)| {
            let (low, height) = (point(cylinder.low), cylinder.height);
            let name = name.escape_debug();
            format!("({low}, {height:?}, {:?}), // {name}", cylinder.radius)
        }),
    );
    let body = recorded.body.map(|body| {
        let BodyFacts {
            step_up,
            step_down,
            flags,
        } = body;
        format!("Body {{ step_up: {step_up:?}, step_down: {step_down:?}, flags: {flags:#x} }}")
    });
    let _ = writeln!(
        text,
        "/// The body, where there is one.\n#[rustfmt::skip]\npub const BODY: Option<Body> = {};\n",
        optional(body)
    );
    let camera = recorded.camera.map(|camera| {
        let (pivot, boom) = (point(camera.pivot_offset), point(camera.viewer_offset));
        let (origin, rotation) = camera.stiffness;
        let (radius, flags) = (camera.radius, recorded.camera_flags);
        format!("Camera {{ pivot_offset: {pivot}, viewer_offset: {boom}, stiffness: [{origin:?}, {rotation:?}], radius: {radius:?}, flags: {flags:#x} }}")
    });
    let camera = optional(camera);
    let _ = writeln!(
        text,
        "/// The chase camera, where there is one.\n#[rustfmt::skip]\npub const CAMERA: Option<Camera> = {camera};\n"
    );
    list(
        &mut text,
        "Every sweep, in the order in which they ran.",
        "SWEEPS: &[Sweep]",
        recorded.sweeps.iter().map(sweep),
    );
    list(
        &mut text,
        "The chase camera in every tick.",
        "EYES: &[Eye]",
        recorded.eyes.iter().map(eye),
    );
    text.push_str(TYPES);
    text
}

/// A constant of one line an item.
fn list(text: &mut String, about: &str, head: &str, items: impl Iterator<Item = String>) {
    let _ = write!(text, "/// {about}\n#[rustfmt::skip]\npub const {head} = &[");
    let before = text.len();
    for item in items {
        let _ = write!(text, "\n    {item}");
    }
    text.push_str(if text.len() > before {
        "\n];\n\n"
    } else {
        "];\n\n"
    });
}

fn point(p: Vec3) -> String {
    format!("[{:?}, {:?}, {:?}]", p.x, p.y, p.z)
}

fn optional(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

fn sweep(row: &SweepRow) -> String {
    let spheres: Vec<String> = row
        .spheres
        .iter()
        .map(|(offset, radius)| format!("({}, {radius:?})", point(*offset)))
        .collect();
    let ground = row.ground.map(|(plane, walks)| {
        let (normal, offset) = (point(plane.normal), plane.offset);
        format!("Ground {{ normal: {normal}, offset: {offset:?}, is_walkable: {walks} }}")
    });
    format!(
        "Sweep {{ tick: {}, is_eye: {}, spheres: &[{}], from: {}, to: {}, ground: {}, velocity: {}, end: {}, verdict: {:?}, normal: {} }},",
        row.tick,
        row.is_eye,
        spheres.join(", "),
        point(row.from),
        point(row.to),
        optional(ground),
        point(row.velocity),
        point(row.end),
        row.verdict.name(),
        optional(row.normal.map(point)),
    )
}

fn eye(row: &EyeRow) -> String {
    let turn = row.player.rotation;
    format!(
        "Eye {{ tick: {}, previous: {}, feet: {}, rotation: [{:?}, {:?}, {:?}, {:?}], pivot: {}, desired: {}, sought: {}, published: {} }},",
        row.tick,
        point(row.previous),
        point(row.player.origin),
        turn.w,
        turn.x,
        turn.y,
        turn.z,
        point(row.pivot),
        point(row.desired),
        point(row.sought),
        point(row.published),
    )
}
