//! Widening, narrowing and normalising of vectors.

use glam::{DVec3, Vec3};

use crate::constants::EPSILON_WIDE;

/// Rounds a wide vector to storage precision, component by component.
///
/// # Source
/// spec/bsp.md 1 (precision).
#[must_use]
pub fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

/// Widens a stored vector; exact.
///
/// # Source
/// spec/bsp.md 1 (precision).
#[must_use]
pub fn wide(v: Vec3) -> DVec3 {
    DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}

/// Dot product of stored vectors in `f64`: x, then y, then z.
///
/// # Source
/// spec/bsp.md 1 (precision).
#[must_use]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    f64::from(a.x) * f64::from(b.x)
        + f64::from(a.y) * f64::from(b.y)
        + f64::from(a.z) * f64::from(b.z)
}

/// Square of the length of a stored vector in `f64`.
///
/// # Source
/// spec/bsp.md 1 (precision).
#[must_use]
pub fn length_squared(v: Vec3) -> f64 {
    dot(v, v)
}

/// Dot product of wide vectors: x, then y, then z.
///
/// # Source
/// spec/bsp.md 1.
#[must_use]
pub fn dot_wide(a: DVec3, b: DVec3) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

/// Right-handed cross product, written out.
///
/// # Source
/// spec/bsp.md 1.
#[must_use]
pub fn cross(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::new(
        a.y * b.z - a.z * b.y,
        a.z * b.x - a.x * b.z,
        a.x * b.y - a.y * b.x,
    )
}

/// Length in `f64`.
///
/// # Source
/// spec/bsp.md 1 (precision).
#[must_use]
pub fn length(v: DVec3) -> f64 {
    (v.x * v.x + v.y * v.y + v.z * v.z).sqrt()
}

/// The unit vector along `v`, or `None` when `v` is shorter than [`crate::constants::EPSILON`] or not a number.
///
/// # Source
/// spec/bsp.md 1, `normalize_small`.
#[must_use]
pub fn unit(v: DVec3) -> Option<DVec3> {
    let length = length(v);
    if length >= EPSILON_WIDE && length.is_finite() {
        Some(DVec3::new(v.x / length, v.y / length, v.z / length))
    } else {
        None
    }
}
