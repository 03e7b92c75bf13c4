//! The sweeps that imported scenes get: booms of a camera where they meet something, else sweeps through what was imported.
//!
//! A camera above a crate or beside a lamp turns its boom into the open. What is no room is therefore swept from outside: to
//! places of its surface, from eight sides at several heights, in at one side of its bounds and out at the other.

use glam::{DVec3, Vec3};

use super::import::{booms, places, sweep, within};
use crate::constants::VIEWER_RADIUS;
use crate::geometry::vector::{dot_wide, wide};
use crate::geometry::{Bounds, Cylinder, Polygon, Sphere};
use crate::ops;
use crate::policy::Policy;

/// Sweeps that go through something.
const SWEEPS: usize = 256;

/// Sides that they come from.
const SIDES: usize = 8;

/// How far up they come from, in radians above the level.
const HEIGHTS: [f64; 4] = [0.0, 0.6, -0.5, 1.1];

/// How far outside of the bounds they begin and end, metres: more than the camera's sphere.
const OUTSIDE: f64 = 0.6;

/// How far from the place that they go through at most, metres.
const REACH: f64 = 20.0;

/// Places of a camera that are enough for booms.
const PLACES: usize = 4;

/// Between the places of a boom that are looked at, metres.
const STEP: f64 = 0.15;

/// Sweeps as the text of a list.
pub(crate) struct Sweeps {
    /// One a line.
    pub(crate) text: String,
    /// What they are.
    pub(crate) words: String,
}

/// Sweeps that meet something of `polygons`.
pub(crate) fn sweeps(polygons: &[Polygon]) -> Sweeps {
    let starts = places(polygons);
    let list = booms(&starts);
    let is_room = starts.len() >= PLACES && meet(polygons, &list);
    let points = match is_room {
        true => Vec::new(),
        false => surface(polygons),
    };
    let corners = polygons
        .iter()
        .flat_map(|polygon| polygon.vertices.iter().copied());
    match Bounds::around(corners).filter(|_| !points.is_empty()) {
        Some(bounds) => through(&points, &bounds),
        None => Sweeps {
            words: format!("{} sweeps from {} places", list.len(), starts.len()),
            text: list.into_iter().map(sweep).collect(),
        },
    }
}

/// Sweeps that meet something of cylinders and spheres.
pub(crate) fn round(cylinders: &[Cylinder], spheres: &[Sphere]) -> Sweeps {
    let (mut points, mut edges) = (Vec::new(), Vec::new());
    for cylinder in cylinders {
        let Cylinder {
            low,
            height,
            radius,
        } = *cylinder;
        points.extend([0.5, 0.2, 0.8].map(|share| wide(low + Vec3::Z * height * share)));
        let side = Vec3::new(radius, radius, 0.0);
        edges.extend([low - side, low + side + Vec3::Z * height]);
    }
    for sphere in spheres {
        let side = Vec3::splat(sphere.radius);
        points.push(wide(sphere.center));
        edges.extend([sphere.center - side, sphere.center + side]);
    }
    match Bounds::around(edges) {
        Some(bounds) => through(&points, &bounds),
        None => sweeps(&[]),
    }
}

/// Whether an eighth of the booms in `list` meets a front of `polygons`.
fn meet(polygons: &[Polygon], list: &[(DVec3, DVec3)]) -> bool {
    let wanted = list.len().div_ceil(8);
    let met = list.iter().filter(|(from, to)| {
        let way = *to - *from;
        let radius = f64::from(VIEWER_RADIUS);
        let box_of = |c: fn(DVec3) -> f64| {
            let (a, b) = (c(*from), c(*to));
            (
                if a < b { a } else { b } - radius,
                if a < b { b } else { a } + radius,
            )
        };
        let sides = [box_of(|p| p.x), box_of(|p| p.y), box_of(|p| p.z)];
        polygons.iter().any(|polygon| {
            let apart = (0..3).any(|axis| {
                let along = |v: &Vec3| f64::from(v[axis]);
                polygon.vertices.iter().all(|v| along(v) < sides[axis].0)
                    || polygon.vertices.iter().all(|v| along(v) > sides[axis].1)
            });
            !apart
                && dot_wide(polygon.plane.normal_wide(), way) < 0.0
                && touches(polygon, *from, way)
        })
    });
    met.take(wanted).count() == wanted
}

/// Whether the camera's sphere touches `polygon` on its way.
fn touches(polygon: &Polygon, from: DVec3, way: DVec3) -> bool {
    let length = crate::geometry::vector::length(way);
    let steps = (length / STEP).ceil().clamp(1.0, 1e3) as u32;
    (0..=steps).any(|k| {
        let at = from + way * (f64::from(k) / f64::from(steps));
        let sphere = Sphere {
            center: at.as_vec3(),
            radius: VIEWER_RADIUS,
        };
        let mut contact = Vec3::ZERO;
        polygon.hits_sphere(&sphere, &mut contact, &Policy::RETAIL)
    })
}

/// Places of the surface, spread over the polygons: their middles, then places between those and their corners.
fn surface(polygons: &[Polygon]) -> Vec<DVec3> {
    let most = SWEEPS / SIDES;
    let count = polygons.len().min(most);
    let chosen = (0..count).filter_map(|k| polygons.get(k * polygons.len() / count));
    let chosen: Vec<(DVec3, &Polygon)> = chosen
        .map(|polygon| {
            let sum = polygon
                .vertices
                .iter()
                .fold(DVec3::ZERO, |sum, v| sum + wide(*v));
            (sum / polygon.vertices.len() as f64, polygon)
        })
        .collect();
    let mut points: Vec<DVec3> = chosen.iter().map(|(middle, _)| *middle).collect();
    let corners = chosen.iter().map(|(_, polygon)| polygon.vertices.len());
    for round in 0..corners.max().unwrap_or(0) {
        let between = chosen.iter().filter_map(|(middle, polygon)| {
            let corner = polygon.vertices.get(round)?;
            Some((*middle + wide(*corner)) / 2.0)
        });
        points.extend(between);
        if points.len() >= most {
            break;
        }
    }
    points.truncate(most);
    points
}

/// Sweeps through `points`, from outside of `bounds` to outside of them.
fn through(points: &[DVec3], bounds: &Bounds) -> Sweeps {
    let mut text = String::new();
    let mut count = 0;
    for (number, at) in points.iter().take(SWEEPS / SIDES).enumerate() {
        for side in 0..SIDES {
            let angle = std::f64::consts::TAU * side as f64 / SIDES as f64;
            let up = HEIGHTS[(side + number) % HEIGHTS.len()];
            let level = ops::cos(up);
            let way = DVec3::new(
                level * ops::sin(angle),
                level * ops::cos(angle),
                ops::sin(up),
            );
            let from = within(*at + way * leaving(*at, way, bounds));
            let to = within(*at - way * leaving(*at, -way, bounds));
            text.push_str(&sweep((from, to)));
            count += 1;
        }
    }
    Sweeps {
        text,
        words: format!("{count} sweeps through it, from {SIDES} sides"),
    }
}

/// How far from `at` along `way` the sphere of a camera is outside of `bounds`, metres.
fn leaving(at: DVec3, way: DVec3, bounds: &Bounds) -> f64 {
    let (low, high) = (wide(bounds.min), wide(bounds.max));
    let mut out = REACH;
    for axis in 0..3 {
        let room = match way[axis] {
            w if w > 1e-9 => (high[axis] + OUTSIDE - at[axis]) / w,
            w if w < -1e-9 => (low[axis] - OUTSIDE - at[axis]) / w,
            _ => continue,
        };
        if room < out {
            out = room;
        }
    }
    out
}
