//! How far the part of space goes in which a sphere's foot can touch a polygon, and spheres around such parts.
//!
//! That is a little more than the corners: tests see the polygon's rounded plane and not its corners, so a polygon
//! that is not quite flat is felt where its outline falls on that plane.

use glam::{DVec3, Vec3};

use crate::geometry::vector::{cross, dot_wide, length, narrow, wide};
use crate::geometry::{Polygon, Sphere};

/// Rounding of the tests relative to a polygon's size: some units of the last place of an `f32` normal.
const ROUNDING: f64 = 1e-6;

/// Corners up to which the search for a small sphere is worth its time; wider nodes are entered anyway.
const FEW_CORNERS: usize = 256;

/// The box of everywhere that a polygon, or any of several, can be felt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Lowest coordinates, margin included.
    pub(super) low: [f64; 3],
    /// Highest coordinates, margin included.
    pub(super) high: [f64; 3],
    /// How far from the hull of its corners the tests may feel a polygon, metres.
    pub(super) margin: f64,
}

impl Extent {
    /// Of nothing.
    pub(super) const NONE: Self = Self {
        low: [f64::INFINITY; 3],
        high: [f64::NEG_INFINITY; 3],
        margin: 0.0,
    };

    pub(super) fn of(polygon: &Polygon) -> Self {
        let mut extent = Self::NONE;
        extent.margin = margin(polygon);
        for corner in &polygon.vertices {
            for (axis, x) in wide(*corner).to_array().into_iter().enumerate() {
                extent.include(axis, x - extent.margin, x + extent.margin);
            }
        }
        extent
    }

    /// The box of both.
    pub(super) fn joined(&self, other: &Self) -> Self {
        let mut both = *self;
        for axis in 0..3 {
            both.include(axis, other.low[axis], other.high[axis]);
        }
        if other.margin > both.margin {
            both.margin = other.margin;
        }
        both
    }

    /// The middle of the box.
    pub(super) fn middle(&self) -> DVec3 {
        (DVec3::from_array(self.low) + DVec3::from_array(self.high)) * 0.5
    }

    /// Widens one axis to hold `low` to `high`.
    #[inline]
    fn include(&mut self, axis: usize, low: f64, high: f64) {
        if low < self.low[axis] {
            self.low[axis] = low;
        }
        if high > self.high[axis] {
            self.high[axis] = high;
        }
    }
}

/// How far from the hull of its corners the tests may feel `polygon`, metres; not a number when it is none.
fn margin(polygon: &Polygon) -> f64 {
    let normal = polygon.plane.normal_wide();
    let n = polygon.vertices.len();
    // Of the corners from the plane, of feet beyond the ends of edges that leave the plane, of edges.
    let (mut off, mut beyond, mut long) = (0.0_f64, 0.0_f64, 0.0_f64);
    let raise = |most: &mut f64, x: f64| {
        if x > *most || x.is_nan() {
            *most = x;
        }
    };
    for i in 0..n {
        let (a, b) = (polygon.vertices[i], polygon.vertices[(i + 1) % n]);
        let along = wide(b) - wide(a);
        let height = polygon.plane.height(a);
        raise(&mut off, height.abs());
        raise(&mut long, length(along));
        let flat = length(cross(normal, along));
        if flat > 0.0 {
            raise(&mut beyond, (height * dot_wide(normal, along)).abs() / flat);
        }
    }
    off + beyond + long * ROUNDING
}

/// How far beyond `sphere` the polygon can be felt, metres; not positive when the sphere holds it, not a number when
/// either is none.
pub(super) fn outside(polygon: &Polygon, sphere: &Sphere) -> f64 {
    let margin = margin(polygon);
    let mut worst = f64::NEG_INFINITY;
    for corner in &polygon.vertices {
        let beyond =
            length(wide(*corner) - wide(sphere.center)) + margin - f64::from(sphere.radius);
        if beyond > worst || beyond.is_nan() {
            worst = beyond;
        }
    }
    worst
}

/// A sphere that holds all of `points` with `margin` around each; near the smallest for few of them.
///
/// Starts at `middle` and steps towards the farthest point, each time less far.
pub(super) fn around(points: &[DVec3], margin: f64, middle: DVec3) -> Sphere {
    if points.is_empty() {
        return Sphere {
            center: Vec3::ZERO,
            radius: 0.0,
        };
    }
    let mut center = middle;
    let (mut reach, mut at) = farthest(points, center);
    let mut best = (reach, center);
    let rounds = if points.len() > FEW_CORNERS { 0 } else { 8 };
    for round in 0..rounds {
        center += (points[at] - center) / (f64::from(round) + 2.0);
        (reach, at) = farthest(points, center);
        if reach < best.0 {
            best = (reach, center);
        }
    }
    let stored = narrow(best.1);
    // Measured from the rounded centre, so that rounding costs size and not safety.
    Sphere {
        center: stored,
        radius: narrow_up(farthest(points, wide(stored)).0.sqrt() + margin),
    }
}

/// The square of the distance of the farthest point, and which one that is.
fn farthest(points: &[DVec3], center: DVec3) -> (f64, usize) {
    let mut worst = (f64::NEG_INFINITY, 0);
    for (at, p) in points.iter().enumerate() {
        let apart = *p - center;
        let squared = dot_wide(apart, apart);
        if squared > worst.0 {
            worst = (squared, at);
        }
    }
    worst
}

/// Rounds up to storage precision.
fn narrow_up(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x {
        near.next_up()
    } else {
        near
    }
}
