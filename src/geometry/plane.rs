//! A plane by unit normal and offset.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::vector::{dot, wide};

/// The points `p` with `normal . p + offset = 0`; the positive side is where `normal` points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plane {
    /// Unit normal.
    pub normal: Vec3,
    /// Negative distance of the plane from the origin along `normal`, metres.
    pub offset: f32,
}

impl Plane {
    /// Signed distance of `point`, metres.
    ///
    /// # Source
    /// spec/bsp.md 1, `h(p)`.
    #[must_use]
    pub fn height(&self, point: Vec3) -> f64 {
        dot(self.normal, point) + f64::from(self.offset)
    }

    /// The plane through `point`; `normal` is stored as given.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn through(point: Vec3, normal: Vec3) -> Self {
        Self {
            normal,
            offset: -dot(normal, point) as f32,
        }
    }

    /// The normal, widened.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn normal_wide(&self) -> DVec3 {
        wide(self.normal)
    }
}
