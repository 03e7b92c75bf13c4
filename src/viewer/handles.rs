//! Handles in the views: what is taken hold of, and where the pointer drags it.

use bevy_egui::egui::{Pos2, vec2};
use glam::{DVec3, Vec3};

use super::onlooker::{Lens, Sight};
use crate::scene::edit::{Grip, Turned};

/// Length of an arrow, logical pixels.
pub(super) const ARROW: f32 = 64.0;

/// Radius of a ring for turning, logical pixels; outside of the arrows.
pub(super) const RING: f32 = 86.0;

/// Straight pieces of a ring.
const PIECES: usize = 64;

/// How near the pointer has to be, logical pixels.
const NEAR: f32 = 10.0;

/// What of a handle is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Its middle: it goes with the pointer across the line of sight.
    Free,
    /// An arrow: it goes along an axis, 0 to 2.
    Axis(usize),
    /// A ring: it turns about an axis, 0 to 2.
    Ring(usize),
}

/// Unit vectors along the axes.
pub(super) const AXES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

/// A drag under way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dragged {
    /// What is dragged.
    pub grip: Grip,
    /// What of it is held.
    pub hold: Hold,
    /// Where it was in the scene's coordinates.
    pub began: Vec3,
    /// From there to where it is drawn.
    pub offset: Vec3,
    /// Where the pointer took hold.
    pub pointer: Pos2,
    /// Number of the drag.
    pub number: u64,
    /// How it was turned.
    pub turned: Option<Turned>,
}

/// The tip of an arrow on the screen.
pub(super) fn tip(sight: &Sight, at: Vec3, axis: usize) -> Option<Pos2> {
    let length = f64::from(ARROW) * sight.metres_per_pixel(at);
    sight.project(at.as_dvec3() + AXES[axis].as_dvec3() * length)
}

/// The ring about an axis on the screen, closed; pieces behind the eye are left out.
pub(super) fn ring(sight: &Sight, at: Vec3, axis: usize) -> Vec<Pos2> {
    let radius = f64::from(RING) * sight.metres_per_pixel(at);
    let [one, two] = [1, 2].map(|n| AXES[(axis + n) % 3].as_dvec3() * radius);
    (0..=PIECES)
        .filter_map(|piece| {
            let angle = std::f64::consts::TAU * piece as f64 / PIECES as f64;
            let (sin, cos) = (crate::ops::sin(angle), crate::ops::cos(angle));
            sight.project(at.as_dvec3() + one * cos + two * sin)
        })
        .collect()
}

/// Distance from `point` to the polyline `line`, pixels.
fn distance_to(line: &[Pos2], point: Pos2) -> f32 {
    line.windows(2)
        .map(|ends| {
            let way = ends[1] - ends[0];
            let share = (point - ends[0]).dot(way) / way.length_sq().max(1e-6);
            (ends[0] + way * share.clamp(0.0, 1.0)).distance(point)
        })
        .fold(f32::INFINITY, f32::min)
}

/// What of the handles at `places` lies under the pointer: a middle comes before an arrow, and only `armed` has arrows, and rings
/// about the axes about which it can be turned.
pub(super) fn under(
    sight: &Sight,
    places: &[(Grip, Vec3)],
    armed: Option<&Grip>,
    turned: Option<Turned>,
    pointer: Pos2,
) -> Option<(usize, Hold)> {
    let mut best: Option<(f32, usize, Hold)> = None;
    let mut offer = |distance: f32, index: usize, hold: Hold| {
        if distance <= NEAR && best.is_none_or(|(least, ..)| distance < least) {
            best = Some((distance, index, hold));
        }
    };
    for (index, (grip, at)) in places.iter().enumerate() {
        let Some(middle) = sight.project(at.as_dvec3()) else {
            continue;
        };
        offer(middle.distance(pointer), index, Hold::Free);
        if armed != Some(grip) {
            continue;
        }
        for axis in 0..3 {
            let Some(tip) = tip(sight, *at, axis) else {
                continue;
            };
            // The inner third belongs to the middle; a short arrow points at the onlooker and cannot be dragged.
            let way = tip - middle;
            if way.length() < 14.0 {
                continue;
            }
            let share = ((pointer - middle).dot(way) / way.length_sq()).clamp(0.33, 1.1);
            offer(
                (middle + way * share).distance(pointer),
                index,
                Hold::Axis(axis),
            );
        }
        for axis in (0..3).filter(|axis| turned.is_some_and(|turned| turned.has_axis(*axis))) {
            // Arrows and the middle go before, where they meet.
            let distance = distance_to(&ring(sight, *at, axis), pointer) + 1.0;
            offer(distance, index, Hold::Ring(axis));
        }
    }
    best.map(|(_, index, hold)| (index, hold))
}

/// Where what is dragged is now, in the scene's coordinates.
pub(super) fn dragged(sight: &Sight, drag: &Dragged, pointer: Pos2) -> Option<Vec3> {
    let began = (drag.began + drag.offset).as_dvec3();
    let by = match drag.hold {
        Hold::Free => {
            // Across the line of sight, at its own depth.
            let depth = (began - sight.eye).dot(sight.axes[1]);
            sight.unproject(pointer, depth) - sight.unproject(drag.pointer, depth)
        }
        Hold::Axis(axis) => {
            let axis = AXES[axis].as_dvec3();
            axis * (along(sight, began, axis, pointer)? - along(sight, began, axis, drag.pointer)?)
        }
        Hold::Ring(_) => return None,
    };
    let to = drag.began.as_dvec3() + by;
    to.is_finite().then(|| to.as_vec3())
}

/// By how many degrees a ring has been turned, counter-clockwise seen from the tip of its axis.
///
/// It follows the pointer about the middle on the screen: that holds for a ring that is seen from its edge as well.
pub(super) fn turned_by(sight: &Sight, drag: &Dragged, pointer: Pos2) -> Option<f64> {
    let Hold::Ring(axis) = drag.hold else {
        return None;
    };
    let at = (drag.began + drag.offset).as_dvec3();
    let axis = AXES[axis].as_dvec3();
    let way = match sight.lens {
        Lens::Perspective => (at - sight.eye).try_normalize()?,
        Lens::Parallel(_) => sight.axes[1],
    };
    let facing = axis.dot(way);
    if facing.abs() < EDGE_ON {
        // Seen from its edge: along the edge, an arm's length of pixels is a radian.
        let (middle, tip) = (sight.project(at)?, sight.project(at + axis * 1e-2)?);
        let up = (tip - middle).normalized();
        let along = vec2(-up.y, up.x);
        let moved = f64::from((pointer - drag.pointer).dot(along) / RING);
        return Some(moved.to_degrees());
    }
    let on = |pointer: Pos2| {
        let (eye, ray) = ray(sight, pointer)?;
        let steep = ray.dot(axis);
        let far = (at - eye).dot(axis) / steep;
        let point = eye + ray * far - at;
        (steep.abs() > 1e-6 && point.is_finite()).then_some(point)
    };
    let (from, to) = (on(drag.pointer)?, on(pointer)?);
    let radians = crate::ops::atan2(from.cross(to).dot(axis), from.dot(to));
    radians.is_finite().then(|| radians.to_degrees())
}

/// Below this cosine between its axis and the line of sight a ring is seen from its edge.
const EDGE_ON: f64 = 0.15;

/// Begin and direction of the line of sight through `pointer`.
fn ray(sight: &Sight, pointer: Pos2) -> Option<(DVec3, DVec3)> {
    match sight.lens {
        Lens::Perspective => {
            let far = sight.unproject(pointer, 1.0);
            Some((sight.eye, (far - sight.eye).try_normalize()?))
        }
        Lens::Parallel(_) => Some((sight.unproject(pointer, 0.0), sight.axes[1])),
    }
}

/// How far along the line through `at` in direction `axis` the line of sight through `pointer` passes it most closely.
fn along(sight: &Sight, at: DVec3, axis: DVec3, pointer: Pos2) -> Option<f64> {
    let (eye, way) = ray(sight, pointer)?;
    let dot = axis.dot(way);
    let across = 1.0 - dot * dot;
    // Looking along the axis, every point of it is as near.
    (across > 1e-4).then(|| {
        let to = eye - at;
        (to.dot(axis) - dot * to.dot(way)) / across
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::onlooker::Onlooker;
    use bevy_egui::egui::{Rect, pos2};

    fn sights() -> [Sight; 2] {
        let rect = Rect::from_min_max(pos2(20.0, 30.0), pos2(820.0, 630.0));
        let onlooker = Onlooker::default();
        [
            Sight::free(&onlooker, rect),
            Sight::parallel(&onlooker, rect),
        ]
    }

    fn drag(hold: Hold, pointer: Pos2) -> Dragged {
        Dragged {
            grip: Grip::Feet,
            hold,
            began: Vec3::new(0.3, 0.2, 0.1),
            offset: Vec3::ZERO,
            pointer,
            number: 1,
            turned: None,
        }
    }

    #[test]
    fn along_an_axis_the_thing_stays_under_the_pointer() {
        for sight in sights() {
            for (axis, way) in AXES.into_iter().enumerate() {
                let began = Vec3::new(0.3, 0.2, 0.1);
                let to = began + way * 0.8;
                let from = sight.project(began.as_dvec3()).unwrap();
                let at = sight.project(to.as_dvec3()).unwrap();
                let got = dragged(&sight, &drag(Hold::Axis(axis), from), at).unwrap();
                assert!((got - to).length() < 1e-3, "{axis}: {got} for {to}");
            }
        }
    }

    #[test]
    fn held_in_the_middle_it_goes_with_the_pointer() {
        for sight in sights() {
            let began = Vec3::new(0.3, 0.2, 0.1);
            let from = sight.project(began.as_dvec3()).unwrap();
            let at = from + vec2(60.0, -35.0);
            let got = dragged(&sight, &drag(Hold::Free, from), at).unwrap();
            let shown = sight.project(got.as_dvec3()).unwrap();
            assert!(shown.distance(at) < 0.05, "{shown:?} for {at:?}");
        }
    }

    #[test]
    fn arrows_are_found_only_of_what_is_armed() {
        let [sight, _] = sights();
        let at = Vec3::new(0.3, 0.2, 0.1);
        let places = [(Grip::Feet, at)];
        let middle = sight.project(at.as_dvec3()).unwrap();
        assert_eq!(
            under(&sight, &places, None, None, middle),
            Some((0, Hold::Free))
        );
        let tip = tip(&sight, at, 2).unwrap();
        assert_eq!(under(&sight, &places, None, None, tip), None);
        assert_eq!(
            under(&sight, &places, Some(&Grip::Feet), None, tip),
            Some((0, Hold::Axis(2)))
        );
    }

    #[test]
    fn a_ring_turns_as_far_as_the_pointer_goes_round_it() {
        for sight in sights() {
            let began = Vec3::new(0.3, 0.2, 0.1);
            let radius = f64::from(RING) * sight.metres_per_pixel(began);
            for axis in 0..3 {
                let [one, two] = [1, 2].map(|n| AXES[(axis + n) % 3].as_dvec3() * radius);
                let on = |degrees: f64| {
                    let a = degrees.to_radians();
                    sight.project(
                        began.as_dvec3() + one * crate::ops::cos(a) + two * crate::ops::sin(a),
                    )
                };
                for (from, by) in [(10.0, 25.0), (200.0, -70.0), (300.0, 120.0)] {
                    let from_at = on(from).unwrap();
                    let drag = drag(Hold::Ring(axis), from_at);
                    let got = turned_by(&sight, &drag, on(from + by).unwrap()).unwrap();
                    assert!((got - by).abs() < 0.1, "{axis}: {got} for {by}");
                }
            }
        }
    }

    /// Seen from its edge the near side of a ring goes with the pointer.
    #[test]
    fn a_ring_seen_from_its_edge_can_be_turned() {
        let rect = Rect::from_min_max(pos2(20.0, 30.0), pos2(820.0, 630.0));
        let onlooker = Onlooker {
            pitch: 0.0,
            ..Onlooker::default()
        };
        for sight in [
            Sight::free(&onlooker, rect),
            Sight::parallel(&onlooker, rect),
        ] {
            let at = onlooker.focus.as_vec3();
            let middle = sight.project(at.as_dvec3()).unwrap();
            let mut drag = drag(Hold::Ring(2), middle);
            drag.began = at;
            let got = turned_by(&sight, &drag, middle + vec2(20.0, 0.0)).unwrap();
            // A small turn to the left seen from above takes the near side to the right.
            let near = -sight.axes[1] * 0.1;
            let turned = DVec3::new(near.x - 0.01 * near.y, near.y + 0.01 * near.x, near.z);
            let there = sight.project(at.as_dvec3() + turned).unwrap();
            assert!(there.x > middle.x && got > 0.0, "{got}");
        }
    }

    #[test]
    fn rings_are_found_where_there_is_something_to_turn() {
        let [sight, _] = sights();
        let at = Vec3::new(0.3, 0.2, 0.1);
        let places = [(Grip::Feet, at)];
        let heading = Some(Turned::Heading(0.0));
        let of = |axis: usize, turned| {
            let line = ring(&sight, at, axis);
            under(&sight, &places, Some(&Grip::Feet), turned, line[5])
        };
        assert_eq!(of(2, heading), Some((0, Hold::Ring(2))));
        assert_eq!(of(2, None), None);
        assert_eq!(of(0, heading), None);
        assert_eq!(of(0, Some(Turned::Yaw(0.0))), Some((0, Hold::Ring(0))));
    }
}
