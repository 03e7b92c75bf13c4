//! A frame: origin and rotation.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::rotation::Rotation;
use super::vector::{narrow, wide};

/// Where something stands and how it is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Origin, metres.
    pub origin: Vec3,
    /// Turn from the local axes (+X right, +Y forward, +Z up).
    pub rotation: Rotation,
}

impl Frame {
    /// A frame without rotation.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn at(origin: Vec3) -> Self {
        Self {
            origin,
            rotation: Rotation::IDENTITY,
        }
    }

    /// The frame `inner`, which is in the space of this one, seen from outside.
    ///
    /// # Source
    /// spec/bsp.md 1, composition.
    #[must_use]
    pub fn then_after(&self, inner: &Self) -> Self {
        Self {
            origin: self.to_global(inner.origin),
            rotation: self.rotation.then_after(inner.rotation),
        }
    }

    /// The point `local` seen from outside.
    ///
    /// # Source
    /// spec/bsp.md 1, `to_global`.
    #[must_use]
    pub fn to_global(&self, local: Vec3) -> Vec3 {
        narrow(wide(self.origin) + self.rotation.apply(wide(local)))
    }

    /// The outside point `global` seen from this frame.
    ///
    /// # Source
    /// spec/bsp.md 1, `to_local`.
    #[must_use]
    pub fn to_local(&self, global: Vec3) -> Vec3 {
        narrow(self.to_local_wide(global))
    }

    /// As [`Self::to_local`], not rounded.
    ///
    /// # Source
    /// spec/bsp.md 1, `to_local`.
    #[must_use]
    pub fn to_local_wide(&self, global: Vec3) -> DVec3 {
        self.rotation
            .apply_inverse(wide(global) - wide(self.origin))
    }

    /// The direction `local` seen from outside.
    ///
    /// # Source
    /// spec/bsp.md 1, `vec_to_global`.
    #[must_use]
    pub fn vector_to_global(&self, local: Vec3) -> Vec3 {
        narrow(self.rotation.apply(wide(local)))
    }

    /// The outside direction `global` seen from this frame.
    ///
    /// # Source
    /// spec/bsp.md 1, `vec_to_local`.
    #[must_use]
    pub fn vector_to_local(&self, global: Vec3) -> Vec3 {
        narrow(self.rotation.apply_inverse(wide(global)))
    }
}

/// `(1 - fraction) a + fraction b`, component by component.
///
/// The factors are rounded to `f32` first, as the camera's step does (spec/camera.md 10).
///
/// # Source
/// spec/camera.md 6.1, `interpolate_origin` 0x005352f0.
#[must_use]
pub fn interpolate_origin(a: Vec3, b: Vec3, fraction: f64) -> Vec3 {
    let to = f64::from(fraction as f32);
    let from = f64::from((1.0 - fraction) as f32);
    narrow(wide(a) * from + wide(b) * to)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/bsp.md 1, example 1.
    #[test]
    fn there_and_back() {
        let frame = Frame {
            origin: Vec3::new(10.0, 20.0, 5.0),
            rotation: Rotation {
                w: 0.707_106_77,
                x: 0.0,
                y: 0.0,
                z: 0.707_106_77,
            },
        };
        assert!(
            frame
                .to_global(Vec3::new(1.0, 2.0, 3.0))
                .abs_diff_eq(Vec3::new(8.0, 21.0, 8.0), 1e-4)
        );
        assert!(
            frame
                .to_local(Vec3::new(8.0, 21.0, 8.0))
                .abs_diff_eq(Vec3::new(1.0, 2.0, 3.0), 1e-4)
        );
    }
}
