//! Handles in the views: what is taken hold of, and where the pointer drags it.

use bevy_egui::egui::Pos2;
use glam::{DVec3, Vec3};

use super::onlooker::{Lens, Sight};
use crate::scene::edit::Grip;

/// Length of an arrow, logical pixels.
pub(super) const ARROW: f32 = 64.0;

/// How near the pointer has to be, logical pixels.
const NEAR: f32 = 10.0;

/// What of a handle is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Its middle: it goes with the pointer across the line of sight.
    Free,
    /// An arrow: it goes along an axis, 0 to 2.
    Axis(usize),
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
}

/// The tip of an arrow on the screen.
pub(super) fn tip(sight: &Sight, at: Vec3, axis: usize) -> Option<Pos2> {
    let length = f64::from(ARROW) * sight.metres_per_pixel(at);
    sight.project(at.as_dvec3() + AXES[axis].as_dvec3() * length)
}

/// What of the handles at `places` lies under the pointer: a middle comes before an arrow, and only `armed` has arrows.
pub(super) fn under(
    sight: &Sight,
    places: &[(Grip, Vec3)],
    armed: Option<&Grip>,
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
    };
    let to = drag.began.as_dvec3() + by;
    to.is_finite().then(|| to.as_vec3())
}

/// How far along the line through `at` in direction `axis` the line of sight through `pointer` passes it most closely.
fn along(sight: &Sight, at: DVec3, axis: DVec3, pointer: Pos2) -> Option<f64> {
    let (eye, way) = match sight.lens {
        Lens::Perspective => {
            let far = sight.unproject(pointer, 1.0);
            (sight.eye, (far - sight.eye).try_normalize()?)
        }
        Lens::Parallel(_) => (sight.unproject(pointer, 0.0), sight.axes[1]),
    };
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
    use bevy_egui::egui::{Rect, pos2, vec2};

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
        assert_eq!(under(&sight, &places, None, middle), Some((0, Hold::Free)));
        let tip = tip(&sight, at, 2).unwrap();
        assert_eq!(under(&sight, &places, None, tip), None);
        assert_eq!(
            under(&sight, &places, Some(&Grip::Feet), tip),
            Some((0, Hold::Axis(2)))
        );
    }
}
