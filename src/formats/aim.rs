//! The sweeps that imported scenes get: booms of a camera where they meet something, else sweeps through what was imported.
//!
//! A camera above a crate or beside a lamp turns its boom into the open. What is no room is therefore swept from outside: to
//! places of its surface, from eight sides at several heights, in at one side of its bounds and out at the other; to a face
//! from its front, from as far as the space before it is open.

use glam::{DVec3, Vec3};

use super::import::{booms, first_seen, is_free, places, sweep, within};
use crate::constants::VIEWER_RADIUS;
use crate::formats::progress::{Go, Progress};
use crate::formats::text::count;
use crate::geometry::vector::{dot_wide, unit, wide};
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

/// Where a sweep may begin, as shares of the way from what it goes through to the end of the open space.
const BEGINS: [f64; 4] = [1.0, 0.75, 0.5, 0.25];

/// Sine of the angle to a surface below which a sweep would rather go along it.
const GRAZING: f64 = 0.25;

/// How far before what they go through sweeps begin at least, where that is open, metres: the length of a boom.
const BEFORE: f64 = 2.6;

/// Places of a camera that are enough for booms.
const PLACES: usize = 4;

/// Between the places of a boom that are looked at, metres.
const STEP: f64 = 0.15;

/// Sweeps as the text of a list.
#[derive(Default)]
pub(crate) struct Sweeps {
    /// One a line.
    pub(crate) text: String,
    /// What they are.
    pub(crate) words: String,
}

/// Sweeps that meet something of `polygons`.
///
/// `None` where `progress`, which hears how far the search is, said stop.
pub(crate) fn sweeps(polygons: &[Polygon], progress: &mut dyn Progress) -> Option<Sweeps> {
    // Half of the time goes into places, most of the rest into sweeps through what is no room.
    let mut half = |done: u64, all: u64| progress.at(done, all.saturating_mul(2));
    let starts = places(polygons, &mut half)?;
    let list = booms(&starts);
    let mut eighth = |done: u64, all: u64| {
        let all = all.saturating_mul(8);
        progress.at(all / 2 + done, all)
    };
    let is_room = starts.len() >= PLACES && meet(polygons, &list, &mut eighth)?;
    let points = match is_room {
        true => Vec::new(),
        false => surface(polygons),
    };
    let corners = polygons
        .iter()
        .flat_map(|polygon| polygon.vertices.iter().copied());
    Some(
        match Bounds::around(corners).filter(|_| !points.is_empty()) {
            Some(bounds) => {
                let mut rest = |done: u64, all: u64| {
                    let all = all.saturating_mul(8);
                    progress.at(all / 8 * 5 + done * 3, all)
                };
                through(&points, &bounds, polygons, &mut rest)?
            }
            None => Sweeps {
                words: format!(
                    "{} from {}",
                    count(list.len() as u64, "sweep"),
                    count(starts.len() as u64, "place")
                ),
                text: list.into_iter().map(sweep).collect(),
            },
        },
    )
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
        Some(bounds) => {
            let points: Vec<_> = points.into_iter().map(|at| (at, None)).collect();
            through(&points, &bounds, &[], &mut ()).unwrap_or_default()
        }
        None => sweeps(&[], &mut ()).unwrap_or_default(),
    }
}

/// Whether an eighth of the booms in `list` meets a front of `polygons`; `None` where `progress` said stop.
fn meet(
    polygons: &[Polygon],
    list: &[(DVec3, DVec3)],
    progress: &mut dyn Progress,
) -> Option<bool> {
    let mut wanted = list.len().div_ceil(8);
    let meets = |(from, to): &(DVec3, DVec3)| {
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
    };
    for (boom, done) in list.iter().zip(0..) {
        if wanted == 0 {
            break;
        }
        if progress.at(done, list.len() as u64) == Go::Stop {
            return None;
        }
        wanted -= usize::from(meets(boom));
    }
    Some(wanted == 0)
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

/// A place that sweeps go through, and the normal there of what has a front.
type Aim = (DVec3, Option<DVec3>);

/// Places of the surface, spread over the polygons: their middles, then places between those and their corners.
fn surface(polygons: &[Polygon]) -> Vec<Aim> {
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
    let aim = |at: DVec3, polygon: &Polygon| (at, Some(polygon.plane.normal_wide()));
    let mut points: Vec<Aim> = chosen.iter().map(|(at, of)| aim(*at, of)).collect();
    let corners = chosen.iter().map(|(_, polygon)| polygon.vertices.len());
    for round in 0..corners.max().unwrap_or(0) {
        let between = chosen.iter().filter_map(|(middle, polygon)| {
            let corner = polygon.vertices.get(round)?;
            Some(aim((*middle + wide(*corner)) / 2.0, polygon))
        });
        points.extend(between);
        if points.len() >= most {
            break;
        }
    }
    points.truncate(most);
    points
}

/// Sweeps through `points`, from outside of `bounds` to outside of them; `None` where `progress` said stop.
fn through(
    points: &[Aim],
    bounds: &Bounds,
    polygons: &[Polygon],
    progress: &mut dyn Progress,
) -> Option<Sweeps> {
    let (mut free, mut all) = (Vec::new(), Vec::new());
    for (number, (at, normal)) in points.iter().take(SWEEPS / SIDES).enumerate() {
        if progress.at(number as u64, points.len() as u64) == Go::Stop {
            return None;
        }
        for side in 0..SIDES {
            let angle = std::f64::consts::TAU * side as f64 / SIDES as f64;
            // Sides that mirror each other come from different heights.
            let up = HEIGHTS[(side + side / HEIGHTS.len() + number) % HEIGHTS.len()];
            let level = ops::cos(up);
            let way = DVec3::new(
                level * ops::sin(angle),
                level * ops::cos(angle),
                ops::sin(up),
            );
            let way = normal.map_or(way, |normal| to_front(way, normal));
            let to = within(*at - way * leaving(*at, -way, bounds));
            let leaving = leaving(*at, way, bounds);
            let outside = if leaving < BEFORE { BEFORE } else { leaving };
            let open = match first_seen(polygons, *at, way) {
                Some((distance, true)) if distance < outside => distance,
                _ => outside,
            };
            let begins = BEGINS.map(|share| within(*at + way * open * share));
            all.push((within(*at + way * outside), to));
            let begin = begins.into_iter().find(|from| is_free(polygons, *from));
            free.extend(begin.map(|from| (from, to)));
        }
    }
    let list = if free.is_empty() { all } else { free };
    Some(Sweeps {
        words: match polygons.is_empty() {
            true => format!(
                "{} through it, from {SIDES} sides",
                count(list.len() as u64, "sweep")
            ),
            false => format!(
                "{} through it, from in front of its faces",
                count(list.len() as u64, "sweep")
            ),
        },
        text: list.into_iter().map(sweep).collect(),
    })
}

/// The unit vector `way`, mirrored to the side that `normal` points to and turned away from the surface if it goes along it.
fn to_front(way: DVec3, normal: DVec3) -> DVec3 {
    let up = dot_wide(way, normal);
    let front = if up < 0.0 {
        way - normal * (2.0 * up)
    } else {
        way
    };
    match up.abs() < GRAZING {
        true => unit(front + normal * (2.0 * GRAZING)).unwrap_or(front),
        false => front,
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
