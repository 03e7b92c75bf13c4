//! How wide a loop is: the largest ball that passes through it.

use glam::DVec3;

use crate::analysis::scan::faces::{Faces, distance, nearest_on};
use crate::geometry::vector::{cross, dot_wide, length, unit};

/// Squares along the longer side of a loop at first.
const GRID: usize = 24;

/// Times that the grid is laid again around the best place, each time finer.
const ROUNDS: usize = 6;

/// Edges of a loop above which the grid is coarser, so that long loops take no longer.
const MANY: usize = 400;

/// Edges of a loop that is looked at no more; only the rims of landscapes are so long.
const TOO_MANY: usize = 100_000;

/// A ball in a loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Widest {
    /// Its middle, or where the mover's sphere passes beside what stands there.
    pub(super) at: DVec3,
    /// Its width, metres.
    pub(super) across: f64,
    /// Whether a mover's sphere passes: it has room there, and nothing else is in its way.
    pub(super) fits: bool,
}

/// The largest ball in the loop through `line`, looked at along the loop's own normal; `None` where it has no width.
pub(super) fn widest(line: &[DVec3], faces: &Faces, radius: f64) -> Option<Widest> {
    if line.len() > TOO_MANY {
        return None;
    }
    let middle = line.iter().fold(DVec3::ZERO, |sum, p| sum + *p) / line.len().max(1) as f64;
    let next = |k: usize| line[(k + 1) % line.len()];
    let area = (0..line.len()).fold(DVec3::ZERO, |sum, k| {
        sum + cross(line[k] - middle, next(k) - middle)
    });
    let normal = unit(area)?;
    let right = unit(cross(
        if normal.x.abs() < 0.9 {
            DVec3::X
        } else {
            DVec3::Y
        },
        normal,
    ))?;
    let ahead = cross(normal, right);
    let flat: Vec<(f64, f64)> = line
        .iter()
        .map(|p| (dot_wide(*p - middle, right), dot_wide(*p - middle, ahead)))
        .collect();
    let place = |x: f64, y: f64| middle + right * x + ahead * y;
    let room = |x: f64, y: f64| {
        if !is_inside(&flat, x, y) {
            return -1.0;
        }
        let p = place(x, y);
        (0..line.len()).fold(f64::INFINITY, |least, k| {
            let off = length(p - nearest_on(line[k], next(k), p));
            if off < least { off } else { least }
        })
    };
    let (mut low, mut high) = (flat[0], flat[0]);
    for (x, y) in &flat {
        low = (low.0.min(*x), low.1.min(*y));
        high = (high.0.max(*x), high.1.max(*y));
    }
    let grid = if line.len() > MANY { GRID / 3 } else { GRID };
    let mut best: Option<(f64, f64, f64)> = None;
    let (mut from, mut size) = (low, (high.0 - low.0, high.1 - low.1));
    for _ in 0..ROUNDS {
        for i in 0..grid {
            for j in 0..grid {
                let at =
                    |k: usize, from: f64, size: f64| from + size * (k as f64 + 0.5) / grid as f64;
                let (x, y) = (at(i, from.0, size.0), at(j, from.1, size.1));
                let r = room(x, y);
                if r > 0.0 && best.is_none_or(|(most, ..)| r > most) {
                    best = Some((r, x, y));
                }
            }
        }
        let (_, x, y) = best?;
        // A few squares around the best.
        size = (size.0 * 4.0 / grid as f64, size.1 * 4.0 / grid as f64);
        from = (x - size.0 / 2.0, y - size.1 / 2.0);
    }
    let (r, x, y) = best?;
    let is_free = |at: DVec3| {
        let mut near = faces.near(at, radius).into_iter();
        near.all(|index| distance(&faces.polygons()[index], at) > radius - 1e-3)
    };
    let widest = place(x, y);
    let passes = |x: f64, y: f64| room(x, y) >= radius - 1e-4 && is_free(place(x, y));
    if passes(x, y) {
        return Some(Widest {
            at: widest,
            across: 2.0 * r,
            fits: true,
        });
    }
    // Where something stands in the widest place, the mover may pass beside it.
    let size = (high.0 - low.0, high.1 - low.1);
    let at = |k: usize, from: f64, size: f64| from + size * (k as f64 + 0.5) / grid as f64;
    let mut beside = (0..grid * grid)
        .map(|k| (at(k / grid, low.0, size.0), at(k % grid, low.1, size.1)))
        .filter(|_| r >= radius);
    let found = beside.find(|(x, y)| passes(*x, *y));
    Some(Widest {
        at: found.map_or(widest, |(x, y)| place(x, y)),
        across: 2.0 * r,
        fits: found.is_some(),
    })
}

/// Whether a point is inside an outline, by how often a line to the right leaves it.
fn is_inside(outline: &[(f64, f64)], x: f64, y: f64) -> bool {
    let mut inside = false;
    for k in 0..outline.len() {
        let (a, b) = (outline[k], outline[(k + 1) % outline.len()]);
        if (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1) {
            inside = !inside;
        }
    }
    inside
}
