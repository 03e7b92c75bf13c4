//! Which way does a rotation face, and how is it turned towards a heading or by a rotation vector?

use glam::DVec3;

use super::rotation::{Rotation, heading_degrees};
use super::vector::length;
use crate::constants::EPSILON_WIDE;
use crate::ops;
use crate::policy::{Policy, Row};

impl Rotation {
    /// Where the forward axis (+Y) points; unit length as far as the rotation's is.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn forward(self) -> DVec3 {
        self.apply(DVec3::Y)
    }

    /// Compass heading of the forward axis in degrees: 0 is +Y, 90 is +X, in 0..360.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn heading_degrees(self) -> f64 {
        heading_degrees(self.forward())
    }

    /// As [`Self::facing`] in the form that `policy` has: ACE turns the pitch into a roll about Y.
    ///
    /// # Source
    /// spec/camera.md 6.5, `set_vector_heading` 0x00535DB0; T38.
    #[must_use]
    pub fn facing_under(direction: DVec3, policy: &Policy) -> Option<Self> {
        if policy.is_ace(Row::T38) {
            Self::facing_ace(direction)
        } else {
            Self::facing(direction)
        }
    }

    /// Turned to the compass heading, keeping the height of the forward axis.
    ///
    /// Quirk of ACE: it keeps the height of another axis, so a tilted frame ends at a wrong heading.
    ///
    /// # Source
    /// spec/camera.md 6.4, `set_heading` 0x00535E40; T38.
    #[must_use]
    pub fn with_heading(self, degrees: f64, policy: &Policy) -> Self {
        let height = if policy.is_ace(Row::T38) {
            self.apply(DVec3::new(1.0, 1.0, 0.0)).z
        } else {
            self.forward().z
        };
        let radians = degrees.to_radians();
        let forward = DVec3::new(ops::sin(radians), ops::cos(radians), height);
        Self::facing_under(forward, policy).unwrap_or(self)
    }

    /// Turned by the rotation vector `turn` (radians about its own direction, world axes); one that is too small
    /// turns nothing.
    ///
    /// Quirk of ACE: x and y are swapped, and the turn is about the body's axes.
    ///
    /// # Source
    /// spec/transition.md 18.4, `grotate`; T36.
    #[must_use]
    pub fn turned_by(self, turn: DVec3, policy: &Policy) -> Self {
        let angle = length(turn);
        if angle < EPSILON_WIDE || !angle.is_finite() {
            return self;
        }
        if policy.is_ace(Row::T36) {
            let swapped = [
                about([0.0, 1.0, 0.0], turn.x / 2.0),
                about([1.0, 0.0, 0.0], turn.y / 2.0),
                about([0.0, 0.0, 1.0], turn.z / 2.0),
            ];
            let turned = swapped.into_iter().fold(self.wide(), product);
            return Self::from_wide(turned).unwrap_or(self);
        }
        let axis = turn / angle;
        let turned = product(about(axis.to_array(), angle / 2.0), self.wide());
        Self::from_wide(turned).unwrap_or(self)
    }

    /// As [`Self::turned_by`] with `turn` along the body's own axes.
    ///
    /// # Source
    /// spec/transition.md 18.4, `rotate`; T36.
    #[must_use]
    pub fn turned_by_local(self, turn: DVec3, policy: &Policy) -> Self {
        self.turned_by(self.apply(turn), policy)
    }
}

/// The quaternion of a turn about a unit axis.
fn about(axis: [f64; 3], half_angle: f64) -> [f64; 4] {
    let sine = ops::sin(half_angle);
    [
        ops::cos(half_angle),
        axis[0] * sine,
        axis[1] * sine,
        axis[2] * sine,
    ]
}

/// Hamilton product.
fn product([aw, ax, ay, az]: [f64; 4], [bw, bx, by, bz]: [f64; 4]) -> [f64; 4] {
    [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ace() -> Policy {
        "ace".parse().unwrap()
    }

    fn near(a: Rotation, b: [f64; 4]) {
        for (got, want) in a.wide().into_iter().zip(b) {
            assert!((got - want).abs() < 1e-5, "{a:?} against {b:?}");
        }
    }

    /// spec/camera.md 6.4 and T38: the measured heading of a tilted frame.
    #[test]
    fn headings() {
        let tilted = Rotation {
            w: -0.843_450,
            x: -0.177_564,
            y: 0.007_504,
            z: 0.506_958,
        };
        let turned = tilted.with_heading(115.503_35, &ace());
        near(turned, [0.532_304, -0.058_675, 0.037_019, -0.843_706]);
        assert!((turned.heading_degrees() - 115.7194).abs() < 1e-3);
        let right = tilted.with_heading(115.503_35, &Policy::RETAIL);
        assert!((right.heading_degrees() - 115.503_35).abs() < 1e-3);
        let up = Rotation::IDENTITY.with_heading(90.0, &Policy::RETAIL);
        near(up, Rotation::from_heading_pitch(90.0, 0.0).wide());
    }

    /// spec/transition.md EX-18j.
    #[test]
    fn rotation_vectors() {
        let turn = DVec3::new(0.5, 0.0, 0.0);
        let legacy = Rotation::IDENTITY.turned_by(turn, &ace());
        near(legacy, [0.968_912, 0.0, 0.247_404, 0.0]);
        let retail = Rotation::IDENTITY.turned_by(turn, &Policy::RETAIL);
        near(retail, [0.968_912, 0.247_404, 0.0, 0.0]);
        // About the vertical all agree while the body is upright.
        let spin = DVec3::new(0.0, 0.0, 0.3);
        for policy in [Policy::RETAIL, ace()] {
            near(
                Rotation::IDENTITY.turned_by(spin, &policy),
                Rotation::about_z(0.3).wide(),
            );
        }
        let tiny = DVec3::new(0.0001, 0.0, 0.0);
        assert_eq!(
            Rotation::IDENTITY.turned_by(tiny, &ace()),
            Rotation::IDENTITY
        );
    }

    /// A turn about a body axis is a turn about where that axis points.
    #[test]
    fn about_the_body_axes() {
        let east = Rotation::from_heading_pitch(90.0, 0.0);
        let pitched = east.turned_by_local(DVec3::new(0.4, 0.0, 0.0), &Policy::RETAIL);
        near(
            pitched,
            Rotation::from_heading_pitch(90.0, 0.4_f64.to_degrees()).wide(),
        );
    }
}
