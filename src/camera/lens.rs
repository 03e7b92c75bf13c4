//! What an eye shows: its field of view, and where the near plane stands that cuts away what is before it.
//!
//! # Source
//! scenes.md C10.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::geometry::Frame;
use crate::geometry::near_plane::NearPlane;
use crate::ops;

/// How the picture of an eye is made; nothing of it changes where the eye goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lens {
    /// Distance of the near plane from the eye, metres, greater than zero: what is nearer is not drawn.
    pub near: f32,
    /// From the lower edge of the picture to the upper one, degrees, between 0 and 180.
    pub field_of_view_degrees: f32,
    /// Width of the picture by its height, greater than zero.
    pub aspect: f32,
}

impl Default for Lens {
    /// # Source
    /// scenes.md C10: 0.1 m is the right distance, 1.0 the faulty one; neither paper gives the angle or the shape, so
    /// they are those of a 4:3 screen of that time.
    fn default() -> Self {
        Self {
            near: 0.1,
            field_of_view_degrees: 45.0,
            aspect: 4.0 / 3.0,
        }
    }
}

impl Lens {
    /// Half of the picture's height one metre before the eye, metres.
    #[must_use]
    pub fn half_height(&self) -> f64 {
        let half = f64::from(self.field_of_view_degrees).to_radians() / 2.0;
        ops::sin(half) / ops::cos(half)
    }

    /// The rectangle of the near plane, in the frame of the eye.
    #[must_use]
    pub fn near_plane(&self) -> NearPlane {
        let near = f64::from(self.near);
        let half_height = self.half_height() * near;
        NearPlane {
            distance: near,
            half_width: half_height * f64::from(self.aspect),
            half_height,
        }
    }

    /// Corners of the near plane of an eye at `pose`, around it from the lower left one.
    #[must_use]
    pub fn corners(&self, pose: &Frame) -> [Vec3; 4] {
        self.near_plane()
            .corners()
            .map(|corner| pose.to_global(crate::geometry::vector::narrow(corner)))
    }
}
