//! On which side of a plane is a point or a box, and what is straight above or below on it?

use glam::Vec3;

use super::bounds::Bounds;
use super::plane::Plane;
use crate::constants::EPSILON_WIDE;
use crate::policy::{Policy, Row};

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where the normal points.
    Positive,
    /// On the other side.
    Negative,
    /// Within the tolerance of the plane.
    InPlane,
}

/// Where a box lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxSide {
    /// All of it where the normal points.
    Positive,
    /// All of it on the other side.
    Negative,
    /// On both sides, or in the plane.
    Crossing,
}

fn side_of(height: f64, tolerance: f64) -> Side {
    if height > tolerance {
        Side::Positive
    } else if height < -tolerance {
        Side::Negative
    } else {
        Side::InPlane
    }
}

impl Plane {
    /// The side of `point`; nearer than `tolerance` is in the plane.
    ///
    /// # Source
    /// spec/bsp.md 5.8, `which_side`.
    #[must_use]
    pub fn which_side(&self, point: Vec3, tolerance: f64) -> Side {
        side_of(self.height(point), tolerance)
    }

    /// The side of a box, by its corners.
    ///
    /// # Source
    /// spec/bsp.md 5.8, `intersect_box`; L-20.
    #[must_use]
    pub fn box_side(&self, bounds: &Bounds, policy: &Policy) -> BoxSide {
        let [lowest, others @ ..] = bounds.corners();
        let side = self.which_side(lowest, EPSILON_WIDE);
        let agrees = |corner: Vec3| {
            let height = self.height(corner);
            // L-20: ACE adds the tolerance to the height of the other corners.
            let biased = if policy.is_ace(Row::L20) {
                height + EPSILON_WIDE
            } else {
                height
            };
            side_of(biased, EPSILON_WIDE) == side
        };
        match side {
            Side::Positive if others.into_iter().all(agrees) => BoxSide::Positive,
            Side::Negative if others.into_iter().all(agrees) => BoxSide::Negative,
            _ => BoxSide::Crossing,
        }
    }

    /// The point of the plane straight above or below `point`; `None` when the plane is upright.
    ///
    /// # Source
    /// spec/bsp.md 5.8, `set_height`.
    #[must_use]
    pub fn at_height(&self, point: Vec3) -> Option<Vec3> {
        self.straight(point, f64::from(self.offset))
    }

    /// As [`Self::at_height`] of the parallel plane through the origin.
    ///
    /// Quirk: the offset is left out, as the original does.
    ///
    /// # Source
    /// spec/bsp.md 5.8, `snap_to_plane`.
    #[must_use]
    pub fn snapped(&self, point: Vec3) -> Option<Vec3> {
        self.straight(point, 0.0)
    }

    fn straight(&self, point: Vec3, offset: f64) -> Option<Vec3> {
        let n = self.normal_wide();
        if n.z.abs() > EPSILON_WIDE {
            let z = -(f64::from(point.x) * n.x + f64::from(point.y) * n.y + offset) / n.z;
            Some(Vec3::new(point.x, point.y, z as f32))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Form;

    const GROUND: Plane = Plane {
        normal: Vec3::Z,
        offset: 0.0,
    };

    #[test]
    fn points() {
        for (z, side) in [
            (0.1, Side::Positive),
            (-0.1, Side::Negative),
            (0.0001, Side::InPlane),
            (-0.0001, Side::InPlane),
        ] {
            let point = Vec3::new(3.0, 4.0, z);
            assert_eq!(GROUND.which_side(point, EPSILON_WIDE), side, "{z}");
        }
    }

    /// spec/bsp.md 5.8, examples: boxes by their z.
    #[test]
    fn boxes() {
        let mut ace = Policy::RETAIL;
        ace.set_row(Row::L20, Form::Ace);
        for (low, high, retail, legacy) in [
            (1.0, 2.0, BoxSide::Positive, BoxSide::Positive),
            (-1.0, 1.0, BoxSide::Crossing, BoxSide::Crossing),
            (0.0, 1.0, BoxSide::Crossing, BoxSide::Crossing),
            (-2.0, -1.0, BoxSide::Negative, BoxSide::Negative),
            (-0.0003, -0.000_25, BoxSide::Negative, BoxSide::Crossing),
        ] {
            let bounds = Bounds {
                min: Vec3::new(-1.0, -1.0, low),
                max: Vec3::new(1.0, 1.0, high),
            };
            assert_eq!(GROUND.box_side(&bounds, &Policy::RETAIL), retail, "{low}");
            assert_eq!(GROUND.box_side(&bounds, &ace), legacy, "{low}");
        }
    }

    /// spec/bsp.md 5.8, measured examples of the vertical helpers.
    #[test]
    fn straight_up_or_down() {
        let slope = Plane {
            normal: Vec3::new(0.341_894, 0.074_114, 0.936_811),
            offset: -2.068_445,
        };
        let point = Vec3::new(1.286_732, -3.775_473, 3.445_867);
        let z = slope.at_height(point).unwrap().z;
        assert!((z - 2.037_055).abs() < 1e-4, "{z}");
        let slope = Plane {
            normal: Vec3::new(-0.830_320, 0.429_083, -0.355_608),
            offset: -2.865_988,
        };
        let point = Vec3::new(-3.990_33, 1.247_48, -0.705_564);
        let z = slope.snapped(point).unwrap().z;
        assert!((z - 10.822_361).abs() < 1e-4, "{z}");
        let upright = Plane {
            normal: Vec3::X,
            offset: 1.0,
        };
        assert_eq!(upright.at_height(point), None);
    }
}
