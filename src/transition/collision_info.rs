//! What a path has met so far.

use glam::{DVec3, Vec3};

use crate::geometry::vector::{narrow, unit, wide};
use crate::policy::{Policy, Row};

/// Normals gathered on a path.
///
/// # Source
/// spec/transition.md 1.5, `collision_info`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CollisionInfo {
    /// Normal of the collision; kept for the whole path.
    pub collision_normal: Option<Vec3>,
    /// Horizontal normal that later offsets are projected along.
    pub sliding_normal: Option<Vec3>,
}

impl CollisionInfo {
    /// Stores the collision normal: normalised, zero if small. ACE stores it as given (T8, L-11).
    ///
    /// # Source
    /// spec/transition.md 1.6; spec/bsp.md 3, `SET_CN` 0x0050A000.
    pub fn set_collision_normal(&mut self, normal: Vec3, policy: &Policy) -> Vec3 {
        let ace = policy.is_ace(Row::L11);
        let stored = stored(wide(normal), ace);
        self.collision_normal = Some(stored);
        stored
    }

    /// Stores the horizontal part of `normal`: normalised, zero if small. ACE stores it as it is (T8).
    ///
    /// # Source
    /// spec/transition.md 1.6.
    pub fn set_sliding_normal(&mut self, normal: Vec3, policy: &Policy) {
        let flat = DVec3::new(f64::from(normal.x), f64::from(normal.y), 0.0);
        self.sliding_normal = Some(stored(flat, policy.is_ace(Row::T8)));
    }
}

/// A normal as its setter stores it.
fn stored(normal: DVec3, as_given: bool) -> Vec3 {
    match unit(normal) {
        Some(_) if as_given => narrow(normal),
        Some(unit) => narrow(unit),
        None => Vec3::ZERO,
    }
}
