//! Z up and metres of the core against Y up of the engine: the only conversion, and the moving origin.
//!
//! Core (x east, y north, z up) becomes engine (x, z, -y).
//! What is drawn is drawn relative to an origin near the onlooker, so that it stays steady 50 km out.

use bevy::prelude::{Isometry3d, Quat, Resource, Vec3};
use glam::DVec3;

use crate::geometry::Rotation;

/// The point of the core that lies at the engine's origin.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct RenderOrigin(DVec3);

impl RenderOrigin {
    /// How far the onlooker may go from the origin before it moves, metres.
    ///
    /// At this distance neighbouring `f32` are 61 um apart, well below a pixel at any sensible zoom.
    const SLACK: f64 = 512.0;

    /// Moves the origin to a whole number of metres near `eye` when `eye` has gone too far; says whether it moved.
    pub fn follow(&mut self, eye: DVec3) -> bool {
        let far = (eye - self.0).abs().max_element() > Self::SLACK;
        if far {
            self.0 = eye.floor();
        }
        far
    }

    /// A point of the core as the engine sees it.
    #[must_use]
    pub fn point(self, point: Vec3) -> Vec3 {
        self.wide_point(point.as_dvec3())
    }

    /// As [`Self::point`], from doubles.
    #[must_use]
    pub fn wide_point(self, point: DVec3) -> Vec3 {
        direction((point - self.0).as_vec3())
    }

    /// A frame of the core as the engine sees it; what is drawn in it has gone through [`direction`].
    #[must_use]
    pub fn isometry(self, origin: Vec3, turn: Rotation) -> Isometry3d {
        Isometry3d::new(self.point(origin), rotation(turn))
    }
}

/// A direction of the core as the engine sees it.
#[must_use]
pub fn direction(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.z, -v.y)
}

/// A rotation of the core as the engine sees it.
#[must_use]
pub fn rotation(turn: Rotation) -> Quat {
    let axis = direction(Vec3::new(turn.x, turn.y, turn.z));
    Quat::from_xyzw(axis.x, axis.y, axis.z, turn.w)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn north_is_into_the_screen_and_up_is_up() {
        assert_eq!(direction(Vec3::Y), Vec3::NEG_Z);
        assert_eq!(direction(Vec3::Z), Vec3::Y);
        assert_eq!(
            direction(Vec3::X).cross(direction(Vec3::Y)),
            direction(Vec3::Z)
        );
    }

    /// Turning first and converting then is converting first and turning then.
    #[test]
    fn rotations_follow_their_vectors() {
        let turn = Rotation::from_heading_pitch(37.0, -20.0);
        for v in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(1.0, -2.0, 3.0)] {
            let turned = direction(turn.apply(v.as_dvec3()).as_vec3());
            let want = rotation(turn) * direction(v);
            assert!(turned.abs_diff_eq(want, 1e-5), "{turned} {want}");
        }
    }

    /// 50 km out, a millimetre between two points of the scene is a millimetre on the screen, as far as `f32` holds it.
    #[test]
    fn far_away_nothing_is_lost_but_what_the_scene_itself_cannot_hold() {
        let mut origin = RenderOrigin::default();
        let eye = DVec3::new(50_000.0, -50_000.0, 12.0);
        assert!(origin.follow(eye));
        assert!(!origin.follow(eye + DVec3::splat(400.0)));
        let (a, b) = (
            Vec3::new(50_000.0, -50_000.0, 12.0),
            Vec3::new(50_000.004, -50_000.0, 12.0),
        );
        let drawn = origin.point(b) - origin.point(a);
        assert_eq!(drawn.x, b.x - a.x);
        assert!(origin.point(a).length() < 2.0);
    }
}
