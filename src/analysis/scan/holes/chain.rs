//! Open edges in a row: loops, and lines that do not close.

use std::collections::BTreeMap;

use glam::DVec3;

use super::{Open, WELD};
use crate::geometry::vector::{dot_wide, length, unit};

/// How near ends have to be to follow each other, metres: what is welded on either side.
const JOINED: f64 = 2.5 * WELD;

/// What is added to that for each metre from 0: some spacings of stored coordinates.
const ROUNDING: f64 = 2e-6;

/// Open edges in a row.
#[derive(Debug)]
pub(super) struct Ring {
    /// Their indices, in order.
    pub(super) pieces: Vec<usize>,
    /// Whether each is taken from its end to its begin.
    turned: Vec<bool>,
    /// Whether the last one ends where the first begins.
    pub(super) closed: bool,
}

impl Ring {
    /// The corners in order.
    pub(super) fn line(&self, open: &[Open]) -> Vec<DVec3> {
        let mut ends = self.pieces.iter().zip(&self.turned).map(|(index, turned)| {
            let piece = &open[*index];
            if *turned {
                (piece.to, piece.from)
            } else {
                (piece.from, piece.to)
            }
        });
        let mut line: Vec<DVec3> = ends.clone().map(|(from, _)| from).collect();
        if !self.closed {
            line.extend(ends.next_back().map(|(_, to)| to));
        }
        line
    }
}

/// The ends of open edges, sorted by place.
struct Ends<'a> {
    open: &'a [Open],
    /// How near ends follow each other, metres.
    joined: f64,
    /// Edges by the cube of space in which they begin or end.
    cubes: BTreeMap<[i64; 3], Vec<(usize, bool)>>,
}

impl<'a> Ends<'a> {
    fn of(open: &'a [Open]) -> Self {
        let farthest = open.iter().fold(0.0, |far: f64, piece| {
            let own = piece.from.abs().max_element();
            if own > far { own } else { far }
        });
        let joined = JOINED + ROUNDING * farthest;
        let mut cubes: BTreeMap<[i64; 3], Vec<(usize, bool)>> = BTreeMap::new();
        for (index, piece) in open.iter().enumerate() {
            for (end, turned) in [(piece.from, false), (piece.to, true)] {
                cubes
                    .entry(cube(end, joined))
                    .or_default()
                    .push((index, turned));
            }
        }
        Self {
            open,
            joined,
            cubes,
        }
    }

    /// The edges that are not used and begin (or, turned, end) at `place`.
    fn at<'b>(
        &'b self,
        place: DVec3,
        used: &'b [bool],
    ) -> impl Iterator<Item = (usize, bool)> + 'b {
        let [x, y, z] = cube(place, self.joined);
        let around = (-1..=1).flat_map(move |i| {
            (-1..=1).flat_map(move |j| (-1..=1).map(move |k| [x + i, y + j, z + k]))
        });
        around
            .filter_map(|cube| self.cubes.get(&cube))
            .flatten()
            .copied()
            .filter(move |(index, turned)| {
                let piece = &self.open[*index];
                let end = if *turned { piece.to } else { piece.from };
                !used[*index] && length(end - place) <= self.joined
            })
    }

    /// The edge that goes on from `place`, reached in the direction `way`: one that runs the same way round before one that
    /// runs against it, and of several the one that turns back most, which closes the smallest loop.
    fn next(&self, place: DVec3, way: DVec3, used: &[bool]) -> Option<(usize, bool)> {
        let turn = |(index, turned): (usize, bool)| {
            let piece = &self.open[index];
            let along = if turned {
                piece.from - piece.to
            } else {
                piece.to - piece.from
            };
            unit(along).map_or(1.0, |along| dot_wide(along, way))
        };
        self.at(place, used).min_by(|a, b| {
            a.1.cmp(&b.1)
                .then(turn(*a).total_cmp(&turn(*b)))
                .then(a.0.cmp(&b.0))
        })
    }
}

fn cube(place: DVec3, side: f64) -> [i64; 3] {
    place.to_array().map(|c| (c / side).floor() as i64)
}

/// All open edges, each in one row.
pub(super) fn rings(open: &[Open]) -> Vec<Ring> {
    let ends = Ends::of(open);
    let mut used = vec![false; open.len()];
    let mut rings = Vec::new();
    for first in 0..open.len() {
        if used[first] {
            continue;
        }
        let mut pieces = vec![(first, false)];
        used[first] = true;
        let begin = open[first].from;
        let mut closed = false;
        loop {
            let (last, turned) = pieces[pieces.len() - 1];
            let piece = &open[last];
            let (from, to) = if turned {
                (piece.to, piece.from)
            } else {
                (piece.from, piece.to)
            };
            if pieces.len() > 1 && length(to - begin) <= ends.joined {
                closed = true;
                break;
            }
            let way = unit(to - from).unwrap_or(DVec3::ZERO);
            let Some(next) = ends.next(to, way, &used) else {
                break;
            };
            used[next.0] = true;
            pieces.push(next);
        }
        if !closed {
            before(&ends, &mut pieces, &mut used);
        }
        let (pieces, turned) = pieces.into_iter().unzip();
        rings.push(Ring {
            pieces,
            turned,
            closed,
        });
    }
    rings
}

/// Adds what leads to the begin of a row that does not close.
fn before(ends: &Ends<'_>, pieces: &mut Vec<(usize, bool)>, used: &mut [bool]) {
    let mut earlier = Vec::new();
    loop {
        let (first, turned) = earlier.last().copied().unwrap_or(pieces[0]);
        let piece = &ends.open[first];
        let begin = if turned { piece.to } else { piece.from };
        // What ends there, as it is or turned.
        let found = ends
            .at(begin, used)
            .min_by_key(|(index, turned)| (!turned, *index));
        let Some((index, turned)) = found else { break };
        used[index] = true;
        earlier.push((index, !turned));
    }
    earlier.reverse();
    earlier.append(pieces);
    *pieces = earlier;
}
