//! Unit quaternions as four `f32`, with the few operations that frames need.
//!
//! glam's quaternions use SIMD and an approximate arc cosine, which differ between processors.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::vector::unit;
use crate::constants::EPSILON_WIDE;
use crate::ops;
use crate::policy::{Policy, Row};

/// A rotation; unit length, order w, x, y, z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rotation {
    /// Scalar part.
    pub w: f32,
    /// First vector component.
    pub x: f32,
    /// Second vector component.
    pub y: f32,
    /// Third vector component.
    pub z: f32,
}

/// A rotation as the three rows of its matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix {
    rows: [DVec3; 3],
}

impl Matrix {
    /// The vector `v` turned.
    ///
    /// # Source
    /// spec/bsp.md 1, `vec_to_global`.
    #[inline]
    #[must_use]
    pub fn apply(&self, v: DVec3) -> DVec3 {
        let [a, b, c] = self.rows;
        DVec3::new(
            a.x * v.x + a.y * v.y + a.z * v.z,
            b.x * v.x + b.y * v.y + b.z * v.z,
            c.x * v.x + c.y * v.y + c.z * v.z,
        )
    }

    /// The vector `v` turned back.
    ///
    /// # Source
    /// spec/bsp.md 1, `vec_to_local`.
    #[inline]
    #[must_use]
    pub fn apply_inverse(&self, v: DVec3) -> DVec3 {
        let [a, b, c] = self.rows;
        DVec3::new(
            a.x * v.x + b.x * v.y + c.x * v.z,
            a.y * v.x + b.y * v.y + c.y * v.z,
            a.z * v.x + b.z * v.y + c.z * v.z,
        )
    }
}

impl Default for Rotation {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rotation {
    /// No rotation.
    pub const IDENTITY: Self = Self {
        w: 1.0,
        x: 0.0,
        y: 0.0,
        z: 0.0,
    };

    /// The components in the order w, x, y, z, widened.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn wide(self) -> [f64; 4] {
        [
            f64::from(self.w),
            f64::from(self.x),
            f64::from(self.y),
            f64::from(self.z),
        ]
    }

    /// The quaternion `q` (w, x, y, z) scaled to unit length and rounded; `None` when it has no usable length.
    ///
    /// # Source
    /// spec/camera.md 6.2 step 4: what cannot be normalised leaves the old rotation to the caller.
    #[must_use]
    pub fn from_wide(q: [f64; 4]) -> Option<Self> {
        let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        if length >= EPSILON_WIDE && length.is_finite() {
            Some(Self {
                w: (q[0] / length) as f32,
                x: (q[1] / length) as f32,
                y: (q[2] / length) as f32,
                z: (q[3] / length) as f32,
            })
        } else {
            None
        }
    }

    /// Turn by `radians` about +Z, counter-clockwise seen from above.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn about_z(radians: f64) -> Self {
        Self {
            w: ops::cos(radians / 2.0) as f32,
            x: 0.0,
            y: 0.0,
            z: ops::sin(radians / 2.0) as f32,
        }
    }

    /// The rows of the rotation matrix.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn rows(self) -> [DVec3; 3] {
        // What the formulas give to the bit, which they do not for negative zeros; most objects stand like this.
        let bits = [self.w, self.x, self.y, self.z].map(f32::to_bits);
        if bits == [1.0_f32.to_bits(), 0, 0, 0] {
            return [DVec3::X, DVec3::Y, DVec3::Z];
        }
        self.rows_of_any()
    }

    fn rows_of_any(self) -> [DVec3; 3] {
        let [w, x, y, z] = self.wide();
        [
            DVec3::new(
                1.0 - 2.0 * y * y - 2.0 * z * z,
                2.0 * x * y - 2.0 * w * z,
                2.0 * x * z + 2.0 * w * y,
            ),
            DVec3::new(
                2.0 * x * y + 2.0 * w * z,
                1.0 - 2.0 * x * x - 2.0 * z * z,
                2.0 * y * z - 2.0 * w * x,
            ),
            DVec3::new(
                2.0 * x * z - 2.0 * w * y,
                2.0 * y * z + 2.0 * w * x,
                1.0 - 2.0 * x * x - 2.0 * y * y,
            ),
        ]
    }

    /// The rotation as a matrix, for whoever turns more than one vector.
    ///
    /// # Source
    /// spec/bsp.md 1.
    #[must_use]
    pub fn matrix(self) -> Matrix {
        Matrix { rows: self.rows() }
    }

    /// The vector `v` turned.
    ///
    /// # Source
    /// spec/bsp.md 1, `vec_to_global`.
    #[must_use]
    pub fn apply(self, v: DVec3) -> DVec3 {
        self.matrix().apply(v)
    }

    /// The vector `v` turned back.
    ///
    /// # Source
    /// spec/bsp.md 1, `vec_to_local`.
    #[must_use]
    pub fn apply_inverse(self, v: DVec3) -> DVec3 {
        self.matrix().apply_inverse(v)
    }

    /// First `other`, then `self` (Hamilton product), renormalised.
    ///
    /// # Source
    /// spec/bsp.md 1, composition.
    #[must_use]
    pub fn then_after(self, other: Self) -> Self {
        let ([aw, ax, ay, az], [bw, bx, by, bz]) = (self.wide(), other.wide());
        Self::from_wide([
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ])
        .unwrap_or(self)
    }

    /// The rotation whose forward axis is `direction`, roll 0; `None` when `direction` is too small.
    ///
    /// A vertical direction has the heading of +X.
    ///
    /// # Source
    /// spec/camera.md 6.5, `set_vector_heading` 0x00535DB0.
    #[must_use]
    pub fn facing(direction: DVec3) -> Option<Self> {
        let v = unit(direction)?;
        let heading = heading_degrees(v);
        let pitch = ops::asin(v.z.clamp(-1.0, 1.0)).to_degrees();
        Some(Self::from_heading_pitch(heading, pitch))
    }

    /// As [`Self::facing`], by ACE's angles: the pitch becomes a roll.
    ///
    /// # Source
    /// spec/camera.md 6.5, ACE; spec/transition.md T38: `Ry(pitch) Rz(-heading)`.
    #[must_use]
    pub fn facing_ace(direction: DVec3) -> Option<Self> {
        let v = unit(direction)?;
        let pitch = ops::asin(v.z.clamp(-1.0, 1.0)) / 2.0;
        let about_y = Self::from_wide([ops::cos(pitch), 0.0, ops::sin(pitch), 0.0])?;
        let about_z = Self::about_z(-heading_degrees(v).to_radians());
        Some(about_y.then_after(about_z))
    }

    /// Yaw to the compass heading after pitch about local X; both in degrees, roll 0.
    ///
    /// # Source
    /// spec/camera.md 6.5 step 3.
    #[must_use]
    pub fn from_heading_pitch(heading_degrees: f64, pitch_degrees: f64) -> Self {
        let half_yaw = -heading_degrees.to_radians() / 2.0;
        let half_pitch = pitch_degrees.to_radians() / 2.0;
        let (cz, sz) = (ops::cos(half_yaw), ops::sin(half_yaw));
        let (cp, sp) = (ops::cos(half_pitch), ops::sin(half_pitch));
        Self::from_wide([cz * cp, cz * sp, sz * sp, sz * cp]).unwrap_or(Self::IDENTITY)
    }

    /// Spherical interpolation from `self` (0) to `other` (1), on the side of `self`'s hemisphere.
    ///
    /// # Source
    /// spec/camera.md 6.2, `interpolate_rotation` 0x00535390.
    #[must_use]
    pub fn slerp(self, other: Self, fraction: f64) -> Self {
        let (a, mut b) = (self.wide(), other.wide());
        // 1. The nearer of b and -b.
        let mut cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        if cosine < 0.0 {
            b = b.map(|c| -c);
            cosine = -cosine;
        }
        // 2. Linear weights for a small angle, 3. and whenever a weight leaves 0..=1.
        let linear = (1.0 - fraction, fraction);
        let (wa, wb) = if 1.0 - cosine < EPSILON_WIDE {
            linear
        } else {
            let angle = ops::acos(cosine);
            let sine = ops::sin(angle);
            let weights = (
                ops::sin((1.0 - fraction) * angle) / sine,
                ops::sin(fraction * angle) / sine,
            );
            let inside = |w: f64| (0.0..=1.0).contains(&w);
            if inside(weights.0) && inside(weights.1) {
                weights
            } else {
                linear
            }
        };
        // 4. Stored through the normalising setter.
        let mix = |i: usize| wa * a[i] + wb * b[i];
        Self::from_wide([mix(0), mix(1), mix(2), mix(3)]).unwrap_or(self)
    }

    /// Component-wise interpolation from `self` (0) to `other` (1) on the side of `self`'s hemisphere, normalised.
    ///
    /// # Source
    /// spec/camera.md 6.2, ACE's form (spec/transition.md T19).
    #[must_use]
    pub fn lerp(self, other: Self, fraction: f64) -> Self {
        let (a, b) = (self.wide(), other.wide());
        let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        let sign = if cosine < 0.0 { -1.0 } else { 1.0 };
        let mix = |i: usize| (1.0 - fraction) * a[i] + fraction * sign * b[i];
        Self::from_wide([mix(0), mix(1), mix(2), mix(3)]).unwrap_or(self)
    }

    /// The rotation `fraction` of the way from `self` to `other`: [`Self::slerp`], or [`Self::lerp`] in ACE's form.
    ///
    /// # Source
    /// spec/camera.md 6.2, `interpolate_rotation` 0x00535390; T19.
    #[must_use]
    pub fn interpolate(self, other: Self, fraction: f64, policy: &Policy) -> Self {
        if policy.is_ace(Row::T19) {
            self.lerp(other, fraction)
        } else {
            self.slerp(other, fraction)
        }
    }

    /// Whether each component differs by at most `tolerance`; `q` and `-q` are not close.
    ///
    /// # Source
    /// spec/camera.md 6.3, `close_rotation` 0x00455d70.
    #[must_use]
    pub fn is_close(self, other: Self, tolerance: f64) -> bool {
        let (a, b) = (self.wide(), other.wide());
        (0..4).all(|i| (a[i] - b[i]).abs() <= tolerance)
    }
}

/// Compass heading of `v` in degrees: 0 is +Y, 90 is +X, in 0..360; the vertical has 90.
///
/// # Source
/// spec/bsp.md 1.
#[must_use]
pub fn heading_degrees(v: DVec3) -> f64 {
    ops::fmod(450.0 - ops::atan2(v.y, v.x).to_degrees(), 360.0)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_1_SQRT_2;

    use super::*;

    fn near(a: Rotation, b: [f64; 4]) {
        for (got, want) in a.wide().into_iter().zip(b) {
            assert!((got - want).abs() < 1e-6, "{a:?} against {b:?}");
        }
    }

    /// The shortcut gives what the formulas give, to the bit.
    #[test]
    fn no_turn() {
        let bits = |rows: [DVec3; 3]| rows.map(|row| row.to_array().map(f64::to_bits));
        let identity = Rotation::IDENTITY;
        assert_eq!(bits(identity.rows()), bits(identity.rows_of_any()));
    }

    /// spec/camera.md 13l.
    #[test]
    fn vector_heading() {
        let rows: [([f64; 3], [f64; 4]); 7] = [
            ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
            ([1.0, 0.0, 0.0], [FRAC_1_SQRT_2, 0.0, 0.0, -FRAC_1_SQRT_2]),
            ([0.0, -1.0, 0.0], [0.0, 0.0, 0.0, -1.0]),
            ([-1.0, 0.0, 0.0], [-FRAC_1_SQRT_2, 0.0, 0.0, -FRAC_1_SQRT_2]),
            ([1.0, 1.0, 0.0], [0.923_879_53, 0.0, 0.0, -0.382_683_43]),
            ([0.0, 0.0, 1.0], [0.5, 0.5, -0.5, -0.5]),
            ([0.0, 0.0, -1.0], [0.5, -0.5, 0.5, -0.5]),
        ];
        for (v, q) in rows {
            near(Rotation::facing(DVec3::from_array(v)).unwrap(), q);
        }
        assert!(Rotation::facing(DVec3::new(0.0, 0.0001, 0.0)).is_none());
    }

    /// spec/camera.md 6.5, ACE's form.
    #[test]
    fn ace_heading() {
        let v = DVec3::new(0.0, 0.8, 0.6);
        near(
            Rotation::facing_ace(v).unwrap(),
            [0.948_683, 0.0, 0.316_228, 0.0],
        );
        near(
            Rotation::facing(v).unwrap(),
            [0.948_683, 0.316_228, 0.0, 0.0],
        );
    }

    /// spec/camera.md 13i.
    #[test]
    fn slerp_and_closeness() {
        let to = |h: f64| Rotation::from_heading_pitch(h, 0.0);
        near(
            Rotation::IDENTITY.slerp(to(90.0), 0.075),
            [0.998_265_61, 0.0, 0.0, -0.058_870_80],
        );
        near(
            Rotation::IDENTITY.slerp(to(2.0), 0.5),
            [0.999_961_92, 0.0, 0.0, -0.008_726_54],
        );
        // Below 2.2919 degrees in all the weights are linear: the middle of them is a shade shorter, the direction the same, and
        // a quarter of the way is not a quarter of the angle to the last digit.
        let turned = |whole: f64| {
            let q = Rotation::IDENTITY.slerp(to(whole), 0.25);
            -2.0 * ops::atan2(f64::from(q.z), f64::from(q.w)).to_degrees()
        };
        let chord = |whole: f64| {
            let half = (whole / 2.0).to_radians();
            let (sine, cosine) = (ops::sin(half), ops::cos(half));
            2.0 * ops::atan2(0.25 * sine, 0.75 + 0.25 * cosine).to_degrees()
        };
        assert!((chord(2.29) - 0.5725).abs() > 1e-5);
        assert!(
            (turned(2.29) - chord(2.29)).abs() < 4e-6,
            "{}",
            turned(2.29)
        );
        assert!((turned(2.293) - 0.573_25).abs() < 4e-6, "{}", turned(2.293));
        assert!(Rotation::IDENTITY.is_close(to(0.0229), EPSILON_WIDE));
        assert!(!Rotation::IDENTITY.is_close(to(0.0230), EPSILON_WIDE));
        let q = to(40.0);
        let minus = Rotation {
            w: -q.w,
            x: -q.x,
            y: -q.y,
            z: -q.z,
        };
        assert!(!q.is_close(minus, EPSILON_WIDE));
    }

    /// spec/bsp.md 1, examples 1 and 2.
    #[test]
    fn quarter_turns() {
        let z = Rotation {
            w: 0.707_106_77,
            x: 0.0,
            y: 0.0,
            z: 0.707_106_77,
        };
        assert!(z.apply(DVec3::X).abs_diff_eq(DVec3::Y, 1e-6));
        assert!(z.apply(DVec3::Y).abs_diff_eq(-DVec3::X, 1e-6));
        let x = Rotation {
            w: 0.707_106_77,
            x: 0.707_106_77,
            y: 0.0,
            z: 0.0,
        };
        assert!(x.apply_inverse(DVec3::Z).abs_diff_eq(DVec3::Y, 1e-6));
    }
}
