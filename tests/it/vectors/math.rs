//! `math.json`: frames, positions and planes.

use glam::DVec3;
use serde_json::{Value, json};

use sweepscope::constants::EPSILON_WIDE;
use sweepscope::geometry::plane_side::{BoxSide, Side};
use sweepscope::geometry::vector::{narrow, unit, wide};
use sweepscope::geometry::{Frame, Position, Ray, Rotation};
use sweepscope::ids::CellId;
use sweepscope::policy::{Policy, Row};

use super::compare::{float, rotation, vector, wide_vector};
use super::read::{BLOCK, Fields};

pub(super) fn frame(name: &str, case: Fields<'_>, policy: &Policy) -> Option<Value> {
    if let Some(answer) = of_positions(name, case) {
        return Some(answer);
    }
    let frame = case.get("origin").map(|_| case.frame())?;
    let v = || case.vector("v");
    let r = |v| json!({ "r": vector(v) });
    let rot = |q| json!({ "rot": rotation(q) });
    Some(match name {
        "combine" => {
            let inner = Frame {
                origin: case.vector("origin2"),
                rotation: case.rotation("rot2"),
            };
            let both = frame.then_after(&inner);
            json!({ "origin": vector(both.origin), "rot": rotation(both.rotation) })
        }
        "equals" => {
            let at = |frame| Position {
                cell: CellId(BLOCK + 1),
                frame,
            };
            let other = Frame {
                origin: case.vector_or("origin2", frame.origin),
                rotation: case.rotation("rot2"),
            };
            json!({ "r": at(frame).is_same(&at(other), !policy.is_ace(Row::T23)) })
        }
        "get_heading" => json!({
            "r": float(frame.rotation.heading_degrees()),
            "vec": wide_vector(frame.rotation.forward()),
        }),
        "global_to_local" => r(frame.to_local(v())),
        "global_to_local_vec" => r(frame.vector_to_local(v())),
        "local_to_global" => r(frame.to_global(v())),
        "local_to_global_vec" => r(frame.vector_to_global(v())),
        "grotate" => rot(frame.rotation.turned_by(wide(v()), policy)),
        "rotate" => rot(frame.rotation.turned_by_local(wide(v()), policy)),
        "interpolate_rotation" => {
            let (to, fraction) = (case.rotation("rot2"), case.wide("t"));
            rot(frame.rotation.interpolate(to, fraction, policy))
        }
        "set_heading" => {
            let turned = frame.rotation.with_heading(case.wide("deg"), policy);
            json!({ "rot": rotation(turned), "heading": float(turned.heading_degrees()) })
        }
        "set_vector_heading" => {
            let facing = Rotation::facing_under(wide(v()), policy);
            rot(facing.unwrap_or(frame.rotation))
        }
        _ => return None,
    })
}

/// What two positions `a` and `b` are asked.
fn of_positions(name: &str, case: Fields<'_>) -> Option<Value> {
    case.get("a").filter(|a| a.is_object())?;
    let (a, b) = (case.position("a", BLOCK), case.position("b", BLOCK));
    let r: DVec3 = match name {
        "get_offset" => a.offset_to(&b),
        "local_to_global_pos" => a.to_block(&b, case.vector("v")),
        "local_to_local" => a.to_local(&b, case.vector("v")),
        _ => return None,
    };
    Some(json!({ "r": wide_vector(r) }))
}

pub(super) fn plane(name: &str, case: Fields<'_>, policy: &Policy) -> Option<Value> {
    let plane = case.plane("plane");
    let moved = |to: Option<_>| {
        let v = case.vector("v");
        json!({ "r": to.is_some(), "v": vector(to.unwrap_or(v)) })
    };
    Some(match name {
        "get_side" => {
            let side = plane.which_side(case.vector("v"), EPSILON_WIDE);
            json!({ "r": match side {
                Side::Positive => "Front",
                Side::Negative => "Back",
                Side::InPlane => "Close",
            }})
        }
        "intersect_box" => {
            let side = plane.box_side(&case.bounds(), policy);
            json!({ "r": match side {
                BoxSide::Positive => "Positive",
                BoxSide::Negative => "Negative",
                BoxSide::Crossing => "Crossing",
            }})
        }
        "local_to_global" => {
            let (to, from) = (case.position("to", BLOCK), case.position("from", BLOCK));
            json!({ "r": super::compare::plane(to.plane_to_block(&from, plane)) })
        }
        // True means too small to be normalised.
        "normalize_check_small" => {
            let v = case.vector("v");
            let unit = unit(wide(v)).map(narrow);
            json!({ "r": unit.is_none(), "v": vector(unit.unwrap_or(v)) })
        }
        "set_height" => moved(plane.at_height(case.vector("v"))),
        "snap_to_plane" => {
            let v = case.vector("v");
            json!({ "r": vector(plane.snapped(v).unwrap_or(v)) })
        }
        "time_of_intersection" => {
            let hit = plane.hits_ray(&ray(case));
            json!({ "r": hit.hit, "t": float(hit.time.unwrap_or(0.0)) })
        }
        _ => return None,
    })
}

/// The ray from `point` along `dir`.
pub(super) fn ray(case: Fields<'_>) -> Ray {
    Ray {
        origin: case.vector("point"),
        direction: case.vector("dir"),
        length: 1.0,
    }
}
