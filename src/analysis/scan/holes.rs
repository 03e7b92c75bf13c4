//! Open edges of the collision surface: where it has holes, where it ends, and where it is not quite closed.
//!
//! ```text
//!   +-----+-----+      a     b       An edge is closed where another polygon comes within 1 mm of it for
//!   |  A  |  B  |      *-----*       some of its length: along an edge of its own, along part of a longer
//!   +--*--+-----+      |hole |       one (a T-junction), or with its face (a pillar on a floor).
//!   |  C  *-----+      *-----*       What is left open is chained into loops.
//! ```
//!
//! The loop that runs around an open sheet as a whole is its rim. A sheet is a surface whose faces, added with their
//! directions, keep most of their area: a terrain, a floor plate, and not a box without its lid.

mod chain;
mod gap;
mod opening;

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};

pub use opening::Opening;

use super::faces::{Faces, Taken, area_vector, distance, edges, middle, nearest_on, polygons_of};
use super::finding::Findings;
use crate::formats::progress::{Go, Progress};
use crate::geometry::Polygon;
use crate::geometry::vector::{cross, dot_wide, length, narrow, unit, wide};
use crate::world::World;

/// What is nearer than this is one, metres.
pub const WELD: f64 = 0.001;

/// Covers of an edge that are shorter than this are points where something passes through it, metres.
const TOUCH: f64 = 4.0 * WELD;

/// Share of an edge of which its cover may be slanted: one of its corners is a little off.
const ALMOST: f64 = 0.9;

/// Covers of one edge between which seams are looked for.
const MOST_COVERS: usize = 64;

/// How fast a cover may part from an edge, metres a metre.
const PARTING: f64 = 0.02;

/// Least share of its area that a sheet keeps when its faces are added with their directions.
const SHEET: f64 = 0.6;

/// Whether rims count as found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rims {
    /// They are told.
    Told,
    /// They count.
    Counted,
}

/// Looks at the edges of all that never moves; `radius` is that of the mover's sphere.
///
/// Holes come first, the widest before the others, then rims and seams. `None` when `progress` said stop.
pub fn scan(
    world: &World,
    radius: f32,
    rims: Rims,
    most: usize,
    progress: &mut dyn Progress,
) -> Option<Findings<Opening>> {
    // Sorting, and looking at edges.
    let all = polygons_of(world);
    let faces = Faces::of(world, Taken::Static, &mut |share| {
        progress.at((share * all as f64) as u64, 2 * all) == Go::On
    })?;
    let surface = Surface::of(&faces, progress)?;
    let mut openings = Vec::new();
    for ring in chain::rings(&surface.open) {
        openings.push(told(&faces, &surface, &ring, radius));
    }
    mark_rims(&mut openings, &surface, &faces, rims);
    // The widest first; sorting keeps the order of the rest.
    openings.sort_by(|(a, _), (b, _)| order(a).total_cmp(&order(b)));
    let mut findings = Findings::new(most);
    for (opening, _) in openings {
        findings.push(opening);
    }
    for ((first, second), (width, place)) in surface.seams {
        findings.push(Opening::Seam {
            spot: faces.spot(first, narrow(place)),
            other: faces.spot(second, narrow(place)),
            width_mm: width * 1000.0,
        });
    }
    Some(findings)
}

/// Holes by their gap, then rims by their length.
fn order(opening: &Opening) -> f64 {
    match opening {
        Opening::Loop {
            is_rim: false, gap, ..
        } => -1e9 - gap.unwrap_or(0.0),
        Opening::Loop { length, .. } => -length,
        Opening::Seam { .. } => 0.0,
    }
}

/// A part of an edge that nothing else touches.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Open {
    face: usize,
    from: DVec3,
    to: DVec3,
}

/// What is known of all edges.
struct Surface {
    open: Vec<Open>,
    /// The connected part of each face, as the least of its faces.
    parts: Vec<usize>,
    /// Area and the sum of directed areas of each part.
    areas: BTreeMap<usize, (f64, DVec3)>,
    /// Pairs of faces that are not quite one, with the widest distance and its place.
    seams: BTreeMap<(usize, usize), (f64, DVec3)>,
}

impl Surface {
    fn of(faces: &Faces, progress: &mut dyn Progress) -> Option<Self> {
        let polygons = faces.polygons();
        let copies = copies(polygons);
        let mut surface = Self {
            open: Vec::new(),
            parts: (0..polygons.len()).collect(),
            areas: BTreeMap::new(),
            seams: BTreeMap::new(),
        };
        for (index, polygon) in polygons.iter().enumerate() {
            if index.is_multiple_of(1024) {
                let all = polygons.len() as u64;
                if progress.at(all + index as u64, 2 * all) == Go::Stop {
                    return None;
                }
            }
            // Of several polygons with the same corners one stands for all.
            if copies[index] != index {
                continue;
            }
            for (from, to) in edges(polygon) {
                surface.edge(faces, &copies, index, from, to);
            }
        }
        for (index, polygon) in polygons.iter().enumerate() {
            if copies[index] == index {
                let part = root(&mut surface.parts, index);
                let area = area_vector(polygon);
                let (sum, vector) = surface.areas.entry(part).or_default();
                *sum += length(area);
                *vector += area;
            }
        }
        Some(surface)
    }

    /// Finds what of one edge nothing else touches.
    fn edge(&mut self, faces: &Faces, copies: &[usize], index: usize, from: DVec3, to: DVec3) {
        let whole = length(to - from);
        if whole <= WELD {
            return;
        }
        let mut covers: Vec<(f64, f64, usize)> = Vec::new();
        for other in faces.near((from + to) / 2.0, whole / 2.0 + 2.0 * WELD) {
            if copies[other] != other || other == copies[index] {
                continue;
            }
            let Some((begin, end)) = covered(&faces.polygons()[other], from, to, whole) else {
                continue;
            };
            covers.push((begin, end, other));
            // What stands on a face is not part of the same sheet.
            let halfway = from + (to - from) * ((begin + end) / 2.0);
            let mut rim = edges(&faces.polygons()[other]);
            if !rim.any(|(a, b)| length(halfway - nearest_on(a, b, halfway)) <= 2.0 * WELD) {
                continue;
            }
            let (a, b) = (root(&mut self.parts, index), root(&mut self.parts, other));
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            self.parts[high] = low;
        }
        covers.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let at = |t: f64| from + (to - from) * t;
        let mut reached = 0.0;
        for (begin, end, _) in &covers {
            if (begin - reached) * whole > 2.0 * WELD {
                self.open.push(Open {
                    face: index,
                    from: at(reached),
                    to: at(*begin),
                });
            }
            if *end > reached {
                reached = *end;
            }
        }
        if (1.0 - reached) * whole > 2.0 * WELD {
            self.open.push(Open {
                face: index,
                from: at(reached),
                to,
            });
        }
        self.seam(faces, index, &covers, &at);
    }

    /// Tells where what covers an edge is beside it.
    fn seam(
        &mut self,
        faces: &Faces,
        index: usize,
        covers: &[(f64, f64, usize)],
        at: &dyn Fn(f64) -> DVec3,
    ) {
        let covers = covers.get(..MOST_COVERS).unwrap_or(covers);
        for (begin, end, other) in covers {
            for place in [*begin, (begin + end) / 2.0, *end].map(at) {
                // The nearest of all that cover this place.
                let off = |other: usize| beside(&faces.polygons()[other], place);
                let nearest = covers
                    .iter()
                    .filter(|(_, _, third)| third != other)
                    .map(|(_, _, third)| off(*third))
                    .fold(off(*other), |a, b| if b < a { b } else { a });
                let width = off(*other);
                if nearest < width || width <= rounding(place) {
                    continue;
                }
                let pair = (index.min(*other), index.max(*other));
                let widest = self.seams.entry(pair).or_insert((0.0, place));
                if width > widest.0 {
                    *widest = (width, place);
                }
            }
        }
    }
}

/// How far a place is from a polygon or from its outline, which may be off its plane; metres.
fn beside(polygon: &Polygon, place: DVec3) -> f64 {
    edges(polygon)
        .map(|(a, b)| length(place - nearest_on(a, b, place)))
        .fold(distance(polygon, place), |a, b| if b < a { b } else { a })
}

/// What two stored places of one point may differ by, metres.
fn rounding(place: DVec3) -> f64 {
    let farthest = place.abs().max_element();
    let spacings = 8.0 * f64::from(f32::EPSILON) * farthest;
    if spacings > 1e-5 { spacings } else { 1e-5 }
}

/// The face that stands for each: the first of those with the same corners.
fn copies(polygons: &[Polygon]) -> Vec<usize> {
    let cell = |v: &Vec3| wide(*v).to_array().map(|c| (c / WELD).round() as i64);
    let mut keys: Vec<(Vec<[i64; 3]>, usize)> = polygons
        .iter()
        .enumerate()
        .map(|(index, polygon)| {
            let mut key: Vec<_> = polygon.vertices.iter().map(cell).collect();
            key.sort_unstable();
            (key, index)
        })
        .collect();
    keys.sort_unstable();
    let mut list: Vec<usize> = (0..polygons.len()).collect();
    for group in keys.chunk_by(|a, b| a.0 == b.0) {
        let first = group[0].1;
        for (_, index) in group {
            list[*index] = first;
        }
    }
    list
}

/// The least face that `index` is connected with.
fn root(parts: &mut [usize], index: usize) -> usize {
    let mut top = index;
    while parts[top] != top {
        top = parts[top];
    }
    let mut at = index;
    while parts[at] != top {
        at = std::mem::replace(&mut parts[at], top);
    }
    top
}

/// The part of the line from `from` to `to`, as shares of it, that is within [`WELD`] of `polygon`; `None` where that is a mere point.
fn covered(polygon: &Polygon, from: DVec3, to: DVec3, whole: f64) -> Option<(f64, f64)> {
    let normal = polygon.plane.normal_wide();
    let along = to - from;
    let slack = WELD + polygon.unevenness().clamp(0.0, WELD);
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    // Keeps where `at + t * by` is not negative.
    let mut keep = |at: f64, by: f64| {
        if by.abs() < 1e-12 {
            if at < 0.0 {
                end = -1.0;
            }
        } else if by > 0.0 {
            let t = -at / by;
            if t > begin {
                begin = t;
            }
        } else {
            let t = at / -by;
            if t < end {
                end = t;
            }
        }
    };
    let height = dot_wide(normal, from) + f64::from(polygon.plane.offset);
    let rise = dot_wide(normal, along);
    keep(slack - height, -rise);
    keep(slack + height, rise);
    for (a, b) in edges(polygon) {
        let Some(inward) = unit(cross(normal, b - a)) else {
            continue;
        };
        // Beside an edge there is room for the weld; where the line runs out over one, it ends there.
        let out = dot_wide(inward, along);
        let room = if out.abs() < 0.5 * whole { WELD } else { 0.0 };
        keep(dot_wide(inward, from - a) + room, out);
    }
    let share = end - begin;
    // A line that passes through, or parts from the polygon at a corner, is near for a moment only.
    let is_more = share * whole >= TOUCH || share >= 0.5;
    if share <= 0.0 || !is_more {
        return None;
    }
    let off = |t: f64| beside(polygon, from + along * t);
    let parts = (off(end) - off(begin)).abs();
    (share >= ALMOST || parts <= PARTING * share * whole).then_some((begin, end))
}

/// A loop as a finding; no rim yet.
fn told(faces: &Faces, surface: &Surface, ring: &chain::Ring, radius: f32) -> (Opening, usize) {
    let pieces: Vec<Open> = ring
        .pieces
        .iter()
        .map(|index| surface.open[*index])
        .collect();
    let around = pieces.iter().map(|open| length(open.to - open.from)).sum();
    let line = ring.line(&surface.open);
    let widest = gap::widest(&line, faces, f64::from(radius));
    let mean = line.iter().fold(DVec3::ZERO, |sum, p| sum + *p) / line.len().max(1) as f64;
    let place = widest.map_or(mean, |widest| widest.at);
    let face = pieces.first().map_or(0, |open| open.face);
    let opening = Opening::Loop {
        spot: faces.spot(face, narrow(place)),
        length: around,
        edges: pieces.len(),
        closed: ring.closed,
        gap: widest.map(|widest| widest.across),
        gap_at: widest.map(|widest| narrow(widest.at)),
        fits: Some(widest.is_some_and(|widest| widest.fits)),
        is_rim: false,
        counts: true,
    };
    (opening, face)
}

/// Makes rims of the longest loops around sheets, and of lines on them that end at something else.
fn mark_rims(openings: &mut [(Opening, usize)], surface: &Surface, faces: &Faces, rims: Rims) {
    let mut parts = surface.parts.clone();
    let mut longest: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for (index, (opening, face)) in openings.iter().enumerate() {
        let Opening::Loop { length, closed, .. } = opening else {
            continue;
        };
        let part = root(&mut parts, *face);
        if !closed {
            lines.push((part, index));
        }
        let best = longest.entry(part).or_insert((0.0, index));
        if *length > best.0 {
            *best = (*length, index);
        }
    }
    let longest = longest.into_iter().map(|(part, (_, index))| (part, index));
    for (part, index) in lines.into_iter().chain(longest) {
        let (area, vector) = surface.areas.get(&part).copied().unwrap_or_default();
        if length(vector) >= SHEET * area {
            let (opening, face) = &mut openings[index];
            // The middle of a rim may be far from it; the sheet's own polygon is not.
            let at = narrow(middle(&faces.polygons()[*face]));
            opening.become_rim(at, rims == Rims::Counted);
        }
    }
}

#[cfg(test)]
mod tests;
