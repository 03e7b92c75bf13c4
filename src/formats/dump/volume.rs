//! The inside of a room, of which a dump has no tree.

use glam::Vec3;

use super::RoomDump;
use crate::geometry::{Bounds, Plane};

/// How far a point may lie behind a plane that it counts as before, metres.
const SLACK: f64 = 0.001;

/// Most faces that are tried, and most planes that are kept.
const TRIED: usize = 2_000;
const KEPT: usize = 48;

/// Planes, the room's space, whose positive sides hold all of the room: those of its faces and openings with nothing behind
/// them, and the sides of its box.
///
/// A room that is not convex gets the least convex space around it that its own faces give; empty for a room without a corner.
#[must_use]
pub fn inside(room: &RoomDump) -> Vec<Plane> {
    let all = || room.polygons.iter().chain(&room.openings);
    let corners = || all().flat_map(|face| face.polygon.vertices.iter().copied());
    let Some(bounds) = Bounds::around(corners()) else {
        return Vec::new();
    };
    let mut planes: Vec<Plane> = Vec::new();
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        planes.push(Plane {
            normal: axis,
            offset: -bounds.min.dot(axis),
        });
        planes.push(Plane {
            normal: -axis,
            offset: bounds.max.dot(axis),
        });
    }
    for face in all().take(TRIED) {
        let plane = face.polygon.plane;
        for plane in [
            plane,
            Plane {
                normal: -plane.normal,
                offset: -plane.offset,
            },
        ] {
            let known = planes.iter().any(|other| {
                (other.normal - plane.normal).abs().max_element() < 1e-4
                    && f64::from((other.offset - plane.offset).abs()) < SLACK
            });
            if !known && planes.len() < KEPT && corners().all(|p| plane.height(p) >= -SLACK) {
                planes.push(plane);
            }
        }
    }
    planes
}
