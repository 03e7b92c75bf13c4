//! The body: its spheres, the ground under it, and where a step felt for ground.

use glam::Vec3;

use super::contact::{plane, polygon_corners};
use super::lines::{Hatch, Item, Layer, Mark, Overlay, Shape};
use super::role::{Role, Stroke};
use crate::formats::text::fixed;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Plane};
use crate::ids::Surface;
use crate::lane::{Body, Build, Rig, RigState, Transient};
use crate::probe::{Entry, Event, SupportSource};
use crate::recording::Replay;
use crate::world::World;

const LAYER: Layer = Layer::Mover;

/// Draws the body of a tick where it ended, or the player that a camera follows as a shadow.
pub fn mover(rig: &Rig, replay: &Replay, world: &World, out: &mut Overlay) {
    let body = match &replay.after.rig {
        RigState::Mover(driven) => &driven.body,
        RigState::Moves(body) => body,
        RigState::Chase(chase) => {
            if matches!(rig, Rig::Chase(_)) {
                spheres(&Build::human(), &chase.player, 0.35, out);
            }
            return;
        }
        RigState::Sweep { .. } => return,
    };
    let body = &in_scene(world, body);
    let frame = &body.position.frame;
    walkable(&replay.journal.entries, world, out);
    probes(&replay.journal.entries, body, out);
    ground(&replay.journal.entries, body, out);
    spheres(&body.build, frame, 0.85, out);
    low_point(body, out);
    if body.transient.has(Transient::SLIDING) {
        let (foot, radius) = foot(body);
        let tip = narrow(wide(foot) + wide(body.sliding) * f64::from(radius * 1.6));
        let arrow = Shape::Arrow {
            from: foot,
            to: tip,
        };
        out.push(
            Item::new(LAYER, Role::Contact, arrow)
                .stroke(Stroke::Dashed)
                .width(2.0),
        );
        out.label(LAYER, Role::Contact, tip, "sliding normal");
    }
}

/// The body as the scene counts: a body counts from the corner of its own block.
fn in_scene(world: &World, body: &Body) -> Body {
    let mut seen = *body;
    seen.position.frame = world.scene_frame(&body.position);
    seen.contact = world.scene_plane(body.position.cell, body.contact);
    seen
}

/// Foot and head where a body with its feet at `frame` has them.
fn spheres(build: &Build, frame: &Frame, opacity: f32, out: &mut Overlay) {
    for sphere in build.spheres.iter().take(build.sphere_count) {
        let ball = Shape::Ball {
            center: frame.to_global(sphere.center * build.scale),
            radius: sphere.radius * build.scale,
        };
        out.push(
            Item::new(LAYER, Role::Mover, ball)
                .opacity(opacity)
                .width(1.25),
        );
    }
}

/// Centre and radius of the sphere that stands on the ground.
fn foot(body: &Body) -> (Vec3, f32) {
    let build = &body.build;
    let sphere = build.spheres[0];
    (
        body.position.frame.to_global(sphere.center * build.scale),
        sphere.radius * build.scale,
    )
}

fn low_point(body: &Body, out: &mut Overlay) {
    let (center, radius) = foot(body);
    let at = center - Vec3::Z * radius;
    let cross = Shape::Marker {
        at,
        mark: Mark::Dot,
        size: 0.02,
    };
    out.push(Item::new(LAYER, Role::Mover, cross).fill(1.0));
    let feet = body.position.frame.origin.z;
    out.label(
        LAYER,
        Role::Mover,
        at,
        format!("feet z {}", fixed(f64::from(feet), 3)),
    );
}

/// The polygon that was found walkable last, and was stood on.
fn walkable(entries: &[Entry], world: &World, out: &mut Overlay) {
    let found = entries.iter().rev().find_map(|entry| match entry.event {
        Event::WalkableFound {
            object,
            part,
            cell,
            polygon,
            ..
        } => polygon_corners(world, Surface::new(object, part, cell)?, polygon),
        _ => None,
    });
    let Some(points) = found.filter(|points| points.len() >= 3) else {
        return;
    };
    let outline = Shape::Polyline {
        points: points.clone(),
        closed: true,
    };
    let hatch = Hatch::Plain;
    out.push(Item::new(LAYER, Role::Walkable, Shape::Fill { points, hatch }).opacity(0.16));
    out.push(Item::new(LAYER, Role::Walkable, outline).width(2.0));
}

/// The plane that the body keeps from earlier ticks: stood on, or only remembered.
fn ground(entries: &[Entry], body: &Body, out: &mut Overlay) {
    // What this tick wrote is drawn with the contacts.
    let is_write = |entry: &Entry| matches!(entry.event, Event::ContactWritten { .. });
    let normal = body.contact.normal;
    if entries.iter().any(is_write) || normal.length_squared() < 0.5 {
        return;
    }
    let sphere = foot(body);
    if body.transient.has(Transient::CONTACT) {
        let source = body.support.unwrap_or(SupportSource::Query);
        plane(LAYER, body.contact, source, sphere, out);
    } else {
        remembered(body.contact, sphere, out);
    }
}

/// A plane that counted once, as a dashed circle.
fn remembered(plane: Plane, (center, radius): (Vec3, f32), out: &mut Overlay) {
    let foot = narrow(wide(center) - wide(plane.normal) * plane.height(center));
    let circle = Shape::Circle {
        center: foot,
        normal: plane.normal,
        radius,
    };
    out.push(
        Item::new(LAYER, Role::PlaneRestored, circle)
            .stroke(Stroke::Dashed)
            .width(1.0),
    );
    out.label(LAYER, Role::PlaneRestored, foot, "last known plane");
}

/// Where steps up and searches for ground put the foot: green where they succeeded, vermillion where they did not.
fn probes(entries: &[Entry], body: &Body, out: &mut Overlay) {
    let radius = foot(body).1;
    let mut open: Vec<(bool, Vec<Vec3>)> = Vec::new();
    let mut last = None;
    for entry in entries {
        match entry.event {
            Event::Attempt { center, .. } => {
                last = Some(center);
                for (_, way) in &mut open {
                    way.push(center);
                }
            }
            Event::StepUpBegan { .. } => open.push((true, last.into_iter().collect())),
            Event::StepDownBegan { .. } => open.push((false, last.into_iter().collect())),
            Event::StepUpEnded { success } | Event::StepDownEnded { success } => {
                if let Some((up, way)) = open.pop() {
                    probe(up, success, way, radius, out);
                }
            }
            _ => {}
        }
    }
}

fn probe(up: bool, success: bool, mut way: Vec<Vec3>, radius: f32, out: &mut Overlay) {
    way.dedup();
    // A step down within a step up tells of itself.
    let Some(&end) = way.last().filter(|_| way.len() > 1) else {
        return;
    };
    let role = if success {
        Role::Walkable
    } else {
        Role::Contact
    };
    let ball = Shape::Ball {
        center: end,
        radius,
    };
    let dashed = |shape| {
        Item::new(LAYER, role, shape)
            .stroke(Stroke::Dashed)
            .width(1.25)
    };
    out.push(dashed(ball).opacity(0.7));
    out.push(dashed(Shape::Polyline {
        points: way,
        closed: false,
    }));
    let text = match (up, success) {
        (true, true) => "stepped up",
        (true, false) => "step up refused",
        (false, true) => "ground found",
        (false, false) => "no ground",
    };
    out.label(LAYER, role, end, text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Recording;
    use crate::scene::{build, shipped};

    /// The overlay of a tick of the first lane of a shipped scene.
    fn drawn(scene: &str, lane: &str, tick: u32) -> (Overlay, Replay) {
        let source = shipped::find(scene).unwrap().source();
        let built = build(&source, None, None).unwrap();
        let mut recording = Recording::of_scene(source, &built);
        recording.lanes.retain(|of| of.name == lane);
        recording.run_to(tick + 1);
        let replay = recording.lanes[0].replay(&built.setup, tick);
        let mut out = Overlay::default();
        mover(&built.setup.rig, &replay, &built.setup.world, &mut out);
        (out, replay)
    }

    fn balls(out: &Overlay) -> Vec<(Vec3, f32)> {
        out.items
            .iter()
            .filter_map(|item| match item.shape {
                Shape::Ball { center, radius } if item.role == Role::Mover => {
                    Some((center, radius))
                }
                _ => None,
            })
            .collect()
    }

    /// scenes.md, conventions: spheres 0.475/0.48 and 1.35/0.48 above the feet.
    #[test]
    fn a_human_has_foot_and_head_above_its_feet() {
        let (out, replay) = drawn("off_centre_small", "retail", 2);
        let feet = replay.outcome.body.unwrap().feet.origin;
        assert_eq!(
            balls(&out),
            [
                (feet + Vec3::Z * 0.475, 0.48),
                (feet + Vec3::Z * 1.35, 0.48)
            ]
        );
        let text = format!("feet z {:.3}", feet.z);
        assert!(out.labels().any(|label| label == text));
    }

    #[test]
    fn the_player_of_a_camera_is_a_shadow_at_its_feet() {
        let (out, _) = drawn("sawtooth", "retail", 5);
        assert_eq!(balls(&out)[0], (Vec3::Z * 0.475, 0.48));
        assert_eq!(out.labels().count(), 0);
    }

    /// scenes.md M16: the second lane loses the ground at the first riser, where retail finds it.
    #[test]
    fn a_search_for_ground_says_what_came_of_it() {
        let found = |lane: &str, text: &str| {
            (0..36).any(|tick| {
                let (out, _) = drawn("step_down", lane, tick);
                out.labels().any(|label| label == text)
            })
        };
        assert!(found("retail", "ground found"));
        assert!(found("short-step", "no ground"));
        assert!(!found("retail", "no ground"));
    }

    #[test]
    fn what_is_walked_on_is_green() {
        let (out, _) = drawn("step_down", "retail", 3);
        let is_ground =
            |item: &&Item| item.role == Role::Walkable && matches!(item.shape, Shape::Fill { .. });
        assert_eq!(out.items.iter().filter(is_ground).count(), 1);
    }
}
