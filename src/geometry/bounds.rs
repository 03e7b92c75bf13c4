//! Boxes along the axes.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::frame::Frame;
use crate::policy::{Policy, Row};

/// A box along the axes of its space; empty when a component of `min` is above that of `max`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// Lowest corner, metres.
    pub min: Vec3,
    /// Highest corner, metres.
    pub max: Vec3,
}

impl Bounds {
    /// The eight corners, the lowest first and the highest last.
    ///
    /// # Source
    /// spec/bsp.md 5.7: the order in which a box is tested begins with its lowest corner.
    #[must_use]
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|k| {
            let pick = |axis: usize| {
                if k >> axis & 1 == 0 {
                    self.min[axis]
                } else {
                    self.max[axis]
                }
            };
            Vec3::new(pick(0), pick(1), pick(2))
        })
    }

    /// The smallest box around `points`; `None` without any.
    ///
    /// # Source
    /// spec/bsp.md 5.8, re-fitting.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let mut bounds = Self {
            min: first,
            max: first,
        };
        for p in points {
            for axis in 0..3 {
                if p[axis] < bounds.min[axis] {
                    bounds.min[axis] = p[axis];
                }
                if p[axis] > bounds.max[axis] {
                    bounds.max[axis] = p[axis];
                }
            }
        }
        Some(bounds)
    }

    /// The box in whose space `frame` stands around this box, which is in the space of `frame`.
    ///
    /// # Source
    /// spec/bsp.md 5.8, boxes; L-22.
    #[must_use]
    pub fn to_global(&self, frame: &Frame, policy: &Policy) -> Self {
        let corners = self.corners();
        // L-22: ACE turns two corners alone, so a turned box comes out too small.
        let fitted = if policy.is_ace(Row::L22) {
            Self::around([corners[0], corners[7]].map(|p| frame.to_global(p)))
        } else {
            Self::around(corners.map(|p| frame.to_global(p)))
        };
        fitted.unwrap_or(*self)
    }

    /// The box in the space of `frame` around this box, which is in the space where `frame` stands.
    ///
    /// # Source
    /// spec/bsp.md 5.8, boxes.
    #[must_use]
    pub fn to_local(&self, frame: &Frame) -> Self {
        Self::around(self.corners().map(|p| frame.to_local(p))).unwrap_or(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rotation;
    use crate::policy::Form;

    /// A cube of 2 m turned by 45 degrees is sqrt(8) wide; of two corners alone, only one axis is.
    #[test]
    fn turned() {
        let cube = Bounds {
            min: Vec3::splat(-1.0),
            max: Vec3::ONE,
        };
        let frame = Frame {
            origin: Vec3::new(10.0, 0.0, 0.0),
            rotation: Rotation::about_z(std::f64::consts::FRAC_PI_4),
        };
        let half = 2.0_f32.sqrt();
        let fitted = cube.to_global(&frame, &Policy::RETAIL);
        assert!(
            fitted
                .min
                .abs_diff_eq(Vec3::new(10.0 - half, -half, -1.0), 1e-5)
        );
        assert!(
            fitted
                .max
                .abs_diff_eq(Vec3::new(10.0 + half, half, 1.0), 1e-5)
        );
        let mut ace = Policy::RETAIL;
        ace.set_row(Row::L22, Form::Ace);
        let two = cube.to_global(&frame, &ace);
        assert!(
            two.min.abs_diff_eq(Vec3::new(10.0, -half, -1.0), 1e-5),
            "{two:?}"
        );
        assert!(
            two.max.abs_diff_eq(Vec3::new(10.0, half, 1.0), 1e-5),
            "{two:?}"
        );
        let back = cube.to_local(&frame);
        assert!((back.max.x - back.min.x - 2.0 * half).abs() < 1e-5);
    }

    #[test]
    fn corners_begin_low_and_end_high() {
        let bounds = Bounds {
            min: Vec3::ZERO,
            max: Vec3::new(1.0, 2.0, 3.0),
        };
        let corners = bounds.corners();
        assert_eq!((corners[0], corners[7]), (bounds.min, bounds.max));
        assert_eq!(Bounds::around(corners), Some(bounds));
        assert_eq!(Bounds::around([]), None);
    }
}
