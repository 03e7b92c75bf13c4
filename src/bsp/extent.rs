//! How far the part of space goes in which a sphere's foot can touch a polygon.
//!
//! That is a little more than the corners: tests see the polygon's rounded plane and not its corners, so a polygon
//! that is not quite flat is felt where its outline falls on that plane.

use glam::{DVec3, Vec3};

use crate::geometry::vector::{cross, dot_wide, length, wide};
use crate::geometry::{Polygon, Sphere};

/// Rounding of the tests relative to a polygon's size: some units of the last place of an `f32` normal.
const ROUNDING: f64 = 1e-6;

/// The box of everywhere that a polygon can be felt.
#[derive(Clone, Debug)]
pub(super) struct Extent {
    /// Lowest coordinates, slack included.
    pub(super) low: [f64; 3],
    /// Highest coordinates, slack included.
    pub(super) high: [f64; 3],
}

/// The corners of a polygon as its tests feel them: each where it is, and where it falls on the plane.
pub(super) fn felt_points(polygon: &Polygon) -> impl Iterator<Item = DVec3> + '_ {
    let normal = polygon.plane.normal_wide();
    polygon.vertices.iter().flat_map(move |&v| {
        let corner = wide(v);
        [corner, corner - normal * polygon.plane.height(v)]
    })
}

/// By how much the tests may feel `polygon` beyond its felt points, metres.
pub(super) fn slack(polygon: &Polygon) -> f64 {
    let normal = polygon.plane.normal_wide();
    let (mut slack, mut size) = (0.0, 0.0);
    let n = polygon.vertices.len();
    for i in 0..n {
        let (a, b) = (polygon.vertices[i], polygon.vertices[(i + 1) % n]);
        let along = wide(b) - wide(a);
        let flat = length(cross(normal, along));
        // The foot of a point on an edge is judged in space, so an edge that leaves the plane is felt beyond its ends.
        let off = (polygon.plane.height(a) * dot_wide(normal, along)).abs();
        if flat > 0.0 && off / flat > slack {
            slack = off / flat;
        }
        let long = length(along);
        if long > size {
            size = long;
        }
    }
    slack + size * ROUNDING
}

impl Extent {
    pub(super) fn of(polygon: &Polygon) -> Self {
        let slack = slack(polygon);
        let mut extent = Self {
            low: [f64::INFINITY; 3],
            high: [f64::NEG_INFINITY; 3],
        };
        for point in felt_points(polygon) {
            for (axis, x) in point.to_array().into_iter().enumerate() {
                if x - slack < extent.low[axis] {
                    extent.low[axis] = x - slack;
                }
                if x + slack > extent.high[axis] {
                    extent.high[axis] = x + slack;
                }
            }
        }
        extent
    }
}

/// How far beyond `sphere` the polygon can be felt, metres; not positive when the sphere holds it, not a number when
/// either is none.
pub(super) fn outside(polygon: &Polygon, sphere: &Sphere) -> f64 {
    let slack = slack(polygon);
    let mut worst = f64::NEG_INFINITY;
    for point in felt_points(polygon) {
        let beyond = length(point - wide(sphere.center)) + slack - f64::from(sphere.radius);
        if beyond > worst || beyond.is_nan() {
            worst = beyond;
        }
    }
    worst
}

/// Rounds up to storage precision.
pub(super) fn narrow_up(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x {
        near.next_up()
    } else {
        near
    }
}

/// A sphere that holds `points`, each with its slack; near the smallest for few points.
///
/// Starts in the middle of their box and steps towards the farthest point, each time less far.
pub(super) fn around(points: &[(DVec3, f64)]) -> Sphere {
    let Some(first) = points.first() else {
        return Sphere {
            center: Vec3::ZERO,
            radius: 0.0,
        };
    };
    let (mut low, mut high) = (first.0, first.0);
    for (p, _) in points {
        for axis in 0..3 {
            if p[axis] < low[axis] {
                low[axis] = p[axis];
            }
            if p[axis] > high[axis] {
                high[axis] = p[axis];
            }
        }
    }
    let mut center = (low + high) * 0.5;
    let mut best = (farthest(points, center), center);
    // A wide node is entered anyway; where few polygons hang on the answer the search pays.
    let rounds = if points.len() > 2048 { 2 } else { 24 };
    for round in 0..rounds {
        let (_, at) = farthest(points, center);
        let step = 1.0 / (f64::from(round) + 2.0);
        center += (points[at].0 - center) * step;
        let reach = farthest(points, center);
        if reach.0 < best.0.0 {
            best = (reach, center);
        }
    }
    let stored = crate::geometry::vector::narrow(best.1);
    // Measured from the rounded centre, so that rounding costs size and not safety.
    Sphere {
        center: stored,
        radius: narrow_up(farthest(points, wide(stored)).0),
    }
}

/// The greatest distance of a point, slack included, and which one it is.
fn farthest(points: &[(DVec3, f64)], center: DVec3) -> (f64, usize) {
    let mut worst = (f64::NEG_INFINITY, 0);
    for (at, (p, slack)) in points.iter().enumerate() {
        let distance = length(*p - center) + slack;
        if distance > worst.0 {
            worst = (distance, at);
        }
    }
    worst
}
