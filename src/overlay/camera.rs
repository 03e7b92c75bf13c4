//! The three eyes of a chase camera with their booms, or begin, target and end of a scripted sweep.

use glam::Vec3;

use super::lines::{Item, Layer, Mark, Overlay, Shape};
use super::role::Role;
use super::text::metres;
use crate::geometry::vector::{length, wide};
use crate::lane::{Rig, TickOutcome};

/// Size of the signs, metres.
const SIGN: f32 = 0.07;

/// The near plane is told of where it is nearer to a wall than this, metres: the radius of an eye's sphere.
const NEAR_A_WALL: f64 = 0.3;

/// What is told of the near plane, `clearance` metres from the nearest wall.
fn near_text(clearance: f64) -> String {
    match clearance < 0.0 {
        true => format!("near plane {} behind a wall", metres(-clearance)),
        false => format!("near plane {} from a wall", metres(clearance)),
    }
}

/// Draws pivot, desired, sought and published eye.
///
/// Eyes at one and the same place share a text. A scripted sweep has no desired eye of its own: its target is the
/// sought one.
pub fn camera(rig: &Rig, outcome: &TickOutcome, out: &mut Overlay) {
    let layer = Layer::Eyes;
    let item = |role, shape| Item::new(layer, role, shape);
    let pivot = outcome.pivot;
    let (desired, sought, published) = (
        outcome.desired.origin,
        outcome.sought.origin,
        outcome.published.origin,
    );
    let chase = rig.has_camera();
    let from_pivot = |point| length(wide(point) - wide(pivot));

    if chase {
        out.push(item(
            Role::Desired,
            Shape::Line {
                from: pivot,
                to: desired,
            },
        ));
    }
    out.push(
        item(
            Role::Sought,
            Shape::Line {
                from: pivot,
                to: sought,
            },
        )
        .opacity(0.6)
        .width(1.0),
    );
    out.push(
        item(
            Role::Published,
            Shape::Line {
                from: pivot,
                to: published,
            },
        )
        .width(2.0),
    );

    let dot = Shape::Marker {
        at: pivot,
        mark: Mark::Dot,
        size: SIGN * 0.5,
    };
    out.push(item(Role::Mover, dot).fill(1.0));
    if chase {
        out.push(
            item(
                Role::Published,
                Shape::Frustum {
                    pose: outcome.published,
                    depth: 0.22,
                },
            )
            .width(1.25),
        );
        let corners = rig.lens().corners(&outcome.published);
        let near = Shape::Polyline {
            points: corners.to_vec(),
            closed: true,
        };
        out.push(item(Role::Published, near).opacity(0.7).width(1.0));
        if let Some(clearance) = outcome.near_clearance.filter(|c| *c < NEAR_A_WALL) {
            out.label(layer, Role::Published, corners[2], near_text(clearance));
        }
        let diamond = Shape::Marker {
            at: desired,
            mark: Mark::Diamond,
            size: SIGN,
        };
        out.push(
            item(Role::Desired, diamond)
                .stroke(super::role::Stroke::Solid)
                .width(1.75),
        );
    }
    out.push(
        item(
            Role::Sought,
            Shape::Marker {
                at: sought,
                mark: Mark::HollowCircle,
                size: SIGN,
            },
        )
        .width(1.75),
    );
    let filled = Shape::Marker {
        at: published,
        mark: Mark::FilledCircle,
        size: SIGN * 0.7,
    };
    out.push(item(Role::Published, filled).fill(1.0));

    out.label(
        layer,
        Role::Mover,
        pivot,
        if chase { "pivot" } else { "begin" },
    );
    let names = if chase {
        ["desired", "sought", "published"]
    } else {
        ["", "target", "end"]
    };
    let eyes = [
        (Role::Desired, desired),
        (Role::Sought, sought),
        (Role::Published, published),
    ];
    // From the eye outwards: what coincides with one already named joins its text.
    let mut texts: Vec<(Role, Vec3, String)> = Vec::new();
    for ((role, at), name) in eyes
        .into_iter()
        .zip(names)
        .rev()
        .filter(|(_, name)| !name.is_empty())
    {
        let same = texts
            .iter_mut()
            .find(|t| length(wide(t.1) - wide(at)) < 0.0005);
        match same {
            Some((_, _, text)) => *text = format!("{name} = {text}"),
            None => texts.push((role, at, format!("{name} {}", metres(from_pivot(at))))),
        }
    }
    for (role, at, text) in texts {
        out.label(layer, role, at, text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::grouped::samples::at_rest;
    use super::*;
    use crate::geometry::Frame;
    use crate::lane::{SweepRig, SweepScript};

    #[test]
    fn three_eyes_with_their_distances() {
        let (setup, replay) = at_rest();
        let mut out = Overlay::default();
        camera(&setup.rig, &replay.outcome, &mut out);
        // scenes.md C3 and design.md's example: 1.610 published, 1.629 sought, 2.610 desired.
        let texts: Vec<_> = out.labels().collect();
        assert_eq!(
            texts,
            [
                "pivot",
                "published 1.610 m",
                "sought 1.629 m",
                "desired 2.610 m"
            ]
        );
        let lengths: Vec<f32> = (out.items.iter())
            .filter_map(|i| match i.shape {
                Shape::Line { from, to } => Some(from.distance(to)),
                _ => None,
            })
            .collect();
        assert!(lengths[0] > lengths[1] && lengths[1] > lengths[2]);
        assert!(out.items.iter().any(|i| i.shape
            == Shape::Frustum {
                pose: replay.outcome.published,
                depth: 0.22
            }));
    }

    /// Told of where it is near a wall; so far from one it is no matter.
    #[test]
    fn a_near_plane_at_a_wall() {
        let (setup, mut replay) = at_rest();
        let mut told = |clearance: Option<f64>| {
            replay.outcome.near_clearance = clearance;
            let mut out = Overlay::default();
            camera(&setup.rig, &replay.outcome, &mut out);
            let near = out.labels().find(|text| text.starts_with("near"));
            near.map(str::to_owned)
        };
        assert_eq!(
            told(Some(0.2448)).unwrap(),
            "near plane 0.245 m from a wall"
        );
        assert_eq!(
            told(Some(-0.2523)).unwrap(),
            "near plane 0.252 m behind a wall"
        );
        assert_eq!((told(Some(0.31)), told(None)), (None, None));
    }

    #[test]
    fn a_scripted_sweep_that_arrives_has_one_text_for_target_and_end() {
        let (_, mut replay) = at_rest();
        let at = Frame::at(replay.outcome.pivot + Vec3::X);
        (
            replay.outcome.desired,
            replay.outcome.sought,
            replay.outcome.published,
        ) = (at, at, at);
        let rig = Rig::Sweep(SweepRig::viewer(0.3, SweepScript::Lines(Vec::new())));
        let mut out = Overlay::default();
        camera(&rig, &replay.outcome, &mut out);
        assert_eq!(
            out.labels().collect::<Vec<_>>(),
            ["begin", "target = end 1.000 m"]
        );
        assert!(out.items.iter().all(|i| i.role != Role::Desired));
    }
}
