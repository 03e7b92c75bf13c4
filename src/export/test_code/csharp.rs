//! The source of a test in C#: an abstract class of xUnit facts, whose heir says how its engine sweeps.

use std::fmt::Write as _;

use glam::Vec3;

use super::{EyeRow, Head, Language, Recorded, SweepRow, words};

/// What a sweep, an eye and the checks are; the same in every source.
const TYPES: &str = include_str!("csharp_types.txt");

/// The file, ending with a line break.
pub(super) fn csharp(language: Language, head: &Head, recorded: &Recorded) -> String {
    let name: String = words(&head.scene)
        .iter()
        .map(|word| capital(word))
        .collect();
    let mut text = String::new();
    for line in super::preface(language, head, recorded) {
        let _ = writeln!(text, "{}", format!("// {line}").trim_end());
    }
    let _ = write!(
        text,
        r"//
//     public sealed class My{name}Test : {name}Test
//     {{
//         protected override Vector3 EndOf(Sweep sweep) => world.Sweep(sweep.Spheres, sweep.From, sweep.To);
//         protected override Vector3 EyeOf(Eye eye) => camera.Tick(eye.Feet, eye.Rotation);
//     }}

#nullable enable

using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using Xunit;

public abstract class {name}Test
{{
    /// <summary>Ticks per second.</summary>
    public const int Hz = {};

    /// <summary>How far an answer may be off, metres.</summary>
    public const double Tolerance = {:?};

",
        recorded.hz, head.tolerance
    );
    list(
        &mut text,
        "Corners of every polygon, counter-clockwise seen from the front, metres.",
        "Vector3[][] Polygons",
        super::polygons(recorded, point, |corners| {
            format!("new Vector3[] {{ {corners} }},")
        }),
    );
    list(
        &mut text,
        "Objects that are spheres, metres.",
        "Ball[] Spheres",
        recorded.spheres.iter().map(|(name, sphere)| {
            let name = name.escape_debug();
            format!("{}, // {name}", ball(sphere.center, sphere.radius))
        }),
    );
    list(
        &mut text,
        "Objects that are upright cylinders, metres.",
        "Cylinder[] Cylinders",
        recorded.cylinders.iter().map(|(name, cylinder)| {
            let (low, height) = (point(cylinder.low), single(cylinder.height));
            let (name, radius) = (name.escape_debug(), single(cylinder.radius));
            format!("new Cylinder({low}, {height}, {radius}), // {name}")
        }),
    );
    let body = recorded.body.map(|body| {
        let (up, down) = (single(body.step_up), single(body.step_down));
        format!("new Body({up}, {down}, {:#x})", body.flags)
    });
    let _ = writeln!(
        text,
        "    /// <summary>The body, where there is one.</summary>\n    public static readonly Body? Mover = {};\n",
        optional(body)
    );
    let camera = recorded.camera.map(|camera| {
        let (pivot, boom) = (point(camera.pivot_offset), point(camera.viewer_offset));
        let (origin, rotation) = camera.stiffness;
        let (origin, rotation, radius) = (single(origin), single(rotation), single(camera.radius));
        let flags = recorded.camera_flags;
        format!("new Camera({pivot}, {boom}, {origin}, {rotation}, {radius}, {flags:#x})")
    });
    let _ = writeln!(
        text,
        "    /// <summary>The chase camera, where there is one.</summary>\n    public static readonly Camera? Chase = {};\n",
        optional(camera)
    );
    list(
        &mut text,
        "Every sweep, in the order in which they ran.",
        "Sweep[] Sweeps",
        recorded.sweeps.iter().map(sweep),
    );
    list(
        &mut text,
        "The chase camera in every tick.",
        "Eye[] Eyes",
        recorded.eyes.iter().map(eye),
    );
    text.push_str(TYPES);
    text
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// An array of one line an item.
fn list(text: &mut String, about: &str, head: &str, items: impl Iterator<Item = String>) {
    let _ = writeln!(
        text,
        "    /// <summary>{about}</summary>\n    public static readonly {head} =\n    {{"
    );
    for item in items {
        let _ = writeln!(text, "        {item}");
    }
    text.push_str("    };\n\n");
}

fn single(value: f32) -> String {
    format!("{value:?}f")
}

fn point(p: Vec3) -> String {
    format!(
        "new Vector3({}, {}, {})",
        single(p.x),
        single(p.y),
        single(p.z)
    )
}

fn ball(center: Vec3, radius: f32) -> String {
    format!("new Ball({}, {})", point(center), single(radius))
}

fn optional(value: Option<String>) -> String {
    value.unwrap_or_else(|| "null".to_owned())
}

fn sweep(row: &SweepRow) -> String {
    let spheres: Vec<String> = row
        .spheres
        .iter()
        .map(|(offset, radius)| ball(*offset, *radius))
        .collect();
    let ground = row.ground.map(|(plane, walks)| {
        let (normal, offset) = (point(plane.normal), single(plane.offset));
        format!("new Ground({normal}, {offset}, {walks})")
    });
    format!(
        "new Sweep({}, {}, new Ball[] {{ {} }}, {}, {}, {}, {}, {}, {:?}, {}),",
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
    // System.Numerics has the scalar part last.
    let turn: Vec<String> = [turn.x, turn.y, turn.z, turn.w].map(single).into();
    format!(
        "new Eye({}, {}, {}, new Quaternion({}), {}, {}, {}, {}),",
        row.tick,
        point(row.previous),
        point(row.player.origin),
        turn.join(", "),
        point(row.pivot),
        point(row.desired),
        point(row.sought),
        point(row.published),
    )
}
