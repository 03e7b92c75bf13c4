//! The text of a scene of one finding.

use std::fmt::Write as _;

use glam::Vec3;

use super::shapes::{Kept, Leaf, Shape};
use super::{MARK, Origin};
use crate::analysis::scan::Swept;
use crate::analysis::scan::leaks::Line;
use crate::body::Build;
use crate::constants::VIEWER_RADIUS;
use crate::formats::text::point;
pub(super) use crate::formats::text::quoted;
use crate::geometry::{Frame, Polygon, Rotation, Sphere};
use crate::policy::Policy;
use crate::world::object::{Kind, ObjectState};

/// What stands in it.
pub(super) struct Sheet<'a> {
    pub(super) scan: &'a str,
    pub(super) origin: Origin<'a>,
    pub(super) title: &'a str,
    pub(super) look_for: &'a str,
    pub(super) shapes: &'a [Shape<'a>],
    pub(super) kept: &'a Kept,
    pub(super) swept: Swept,
    pub(super) line: Line,
    pub(super) expect: Option<&'a str>,
}

/// The text of a scene.
pub(super) fn scene_text(sheet: &Sheet<'_>) -> String {
    let Sheet {
        scan,
        origin,
        title,
        look_for,
        shapes,
        kept,
        swept,
        line,
        expect,
    } = sheet;
    let mut text = format!(
        "{MARK}{scan} in {}.\nScene(\n    version: 1,\n    title: {},\n    look_for: {},\n    objects: [\n",
        origin.scene.escape_debug(),
        quoted(title),
        quoted(look_for)
    );
    for index in kept.shapes() {
        text.push_str(&object(shapes, kept, index));
    }
    let grounded = if line.grounded {
        "grounded: true, "
    } else {
        ""
    };
    let (from, to) = (point(line.from), point(line.to));
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "    ],\n    rig: Sweep({}{grounded}sweeps: List([({from}, {to})])),\n    lanes: [Lane(name: {}, policy: {})],\n",
        mover(swept),
        quoted(origin.lane),
        quoted(&origin.policy.to_string())
    );
    if let Some(expect) = expect {
        let _ = writeln!(
            text,
            "    expect: [\n        // Fails as long as the finding is there.\n        {expect},\n    ],"
        );
    }
    text.push_str(")\n");
    text
}

/// What is swept, with a comma behind it.
fn mover(swept: &Swept) -> String {
    match swept {
        Swept::Viewer { radius } if *radius == VIEWER_RADIUS => String::new(),
        Swept::Viewer { radius } => format!("radius: {radius:?}, "),
        Swept::Body(build) if *build == Build::human() => "mover: Human, ".to_owned(),
        Swept::Body(build) => {
            let mover = swept.mover(&Policy::RETAIL);
            let spheres = mover.spheres[..mover.sphere_count].iter().map(ball);
            let spheres = spheres.collect::<Vec<_>>().join(", ");
            format!(
                "mover: Mover(spheres: [{spheres}], step_up: {:?}, step_down: {:?}, flags: {}), ",
                mover.step_up_height, mover.step_down_height, build.flags.0
            )
        }
    }
}

fn ball(sphere: &Sphere) -> String {
    format!("({}, {:?})", point(sphere.center), sphere.radius)
}

/// `at: .., rotation: ..,` as far as they are not the usual ones.
fn place(frame: &Frame) -> String {
    let mut text = String::new();
    if frame.origin != Vec3::ZERO {
        let _ = write!(text, "at: {}, ", point(frame.origin));
    }
    let Rotation { w, x, y, z } = frame.rotation;
    if frame.rotation != Rotation::IDENTITY {
        let _ = write!(text, "rotation: ({w:?}, {x:?}, {y:?}, {z:?}), ");
    }
    text
}

fn scale(scale: f32) -> String {
    if scale == 1.0 {
        String::new()
    } else {
        format!("scale: {scale:?}, ")
    }
}

fn polygons(list: &[&Polygon]) -> String {
    let mut text = "Polygons([\n".to_owned();
    for polygon in list {
        let corners: Vec<String> = polygon.vertices.iter().map(|v| point(*v)).collect();
        let _ = writeln!(text, "            [{}],", corners.join(", "));
    }
    text.push_str("        ])");
    text
}

fn tree(leaf: Leaf) -> &'static str {
    match leaf {
        Leaf::Balanced => "",
        Leaf::Single => "tree: SingleLeaf, ",
    }
}

fn object(shapes: &[Shape<'_>], kept: &Kept, index: usize) -> String {
    let shape = &shapes[index];
    let mut head = format!(
        "name: {}, {}{}",
        quoted(&shape.name),
        place(&shape.frame),
        scale(shape.scale)
    );
    if shape.state.has(ObjectState::ETHEREAL) {
        head.push_str("kind: Ethereal, ");
    } else if shape.kind.has(Kind::CREATURE) {
        head.push_str("kind: Creature, ");
    }
    let body = match &shape.pieces[..] {
        [] if !shape.cylinders.is_empty() => {
            let list = shape.cylinders.iter().map(|cylinder| {
                format!(
                    "(low: {}, radius: {:?}, height: {:?})",
                    point(cylinder.low),
                    cylinder.radius,
                    cylinder.height
                )
            });
            format!("Cylinders([{}])", list.collect::<Vec<_>>().join(", "))
        }
        [] => format!(
            "Spheres([{}])",
            shape
                .spheres
                .iter()
                .map(ball)
                .collect::<Vec<_>>()
                .join(", ")
        ),
        [only] if shape.is_plain() => {
            head.push_str(tree(only.leaf));
            if let Some(root) = only.root {
                let _ = write!(head, "root_sphere: {}, ", ball(&root));
            }
            polygons(&kept.of(shapes, index, 0))
        }
        pieces => {
            let mut text = "Parts([\n".to_owned();
            for (part, piece) in pieces.iter().enumerate() {
                let list = kept.of(shapes, index, part);
                if list.is_empty() {
                    continue;
                }
                let _ = writeln!(
                    text,
                    "            ({}{}{}shape: {}),",
                    place(&piece.frame),
                    scale(piece.scale),
                    tree(piece.leaf),
                    polygons(&list)
                );
            }
            text.push_str("        ])");
            text
        }
    };
    format!("        Object({head}shape: {body}),\n")
}
