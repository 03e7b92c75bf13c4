//! Whether a polygon is what the tests of spheres take it for: flat and convex.
//!
//! # Source
//! spec/bsp.md 4.1: polygons are planar and convex; nothing there checks it.

use std::fmt;

use super::Polygon;
use super::vector::{cross, wide};

/// How far a corner may lie off its polygon's plane without being told, metres: as far as in a mesh whose faces stay whole.
pub const FLAT: f64 = 0.001;

/// What makes an outline not convex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dent {
    /// The corner (index from 0) turns right.
    Corner(usize),
    /// It runs round more than once.
    Crosses,
}

impl fmt::Display for Dent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Corner(corner) => write!(f, "has a dent at corner {corner}"),
            Self::Crosses => f.write_str("crosses itself"),
        }
    }
}

impl Polygon {
    /// Whether every corner is within [`FLAT`] of the plane.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.unevenness() <= FLAT
    }

    /// What makes the outline not convex; `None` when it is.
    #[must_use]
    pub fn not_convex(&self) -> Option<Dent> {
        match self.dent() {
            Some(corner) => Some(Dent::Corner(corner)),
            None => (!self.runs_round_once()).then_some(Dent::Crosses),
        }
    }

    /// The farthest that a corner lies off the plane, metres.
    #[must_use]
    pub fn unevenness(&self) -> f64 {
        self.vertices
            .iter()
            .map(|v| self.plane.height(*v).abs())
            .fold(0.0, |a, b| if b > a { b } else { a })
    }

    /// Whether every corner turns left, seen from the front, or goes straight on, and the border runs round once.
    ///
    /// Corners may turn right by a thousandth of the lengths at hand: that is rounding of far coordinates.
    #[must_use]
    pub fn is_convex(&self) -> bool {
        self.not_convex().is_none()
    }

    /// The first corner (index from 0) that turns right, seen from the front.
    #[must_use]
    pub fn dent(&self) -> Option<usize> {
        let normal = self.plane.normal_wide();
        let n = self.vertices.len();
        let edge = |k: usize| wide(self.vertices[(k + 1) % n]) - wide(self.vertices[k % n]);
        let turns_right = |k: usize| {
            let (a, b) = (edge(k + n - 1), edge(k));
            let turn = cross(a, b);
            let turn = turn.x * normal.x + turn.y * normal.y + turn.z * normal.z;
            let lengths = super::vector::length(a) * super::vector::length(b);
            turn < -1e-3 * lengths
        };
        (0..n).find(|k| turns_right(*k))
    }

    /// Whether the direction along the first edge falls and rises once, as on a border that runs round once.
    fn runs_round_once(&self) -> bool {
        let n = self.vertices.len();
        let edge = |k: usize| wide(self.vertices[(k + 1) % n]) - wide(self.vertices[k % n]);
        let first = edge(0);
        let along = |k: usize| {
            let e = edge(k);
            e.x * first.x + e.y * first.y + e.z * first.z > 0.0
        };
        (0..n).filter(|k| along(*k) && !along(k + 1)).count() <= 1
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn flat(points: &[(f32, f32)]) -> Polygon {
        Polygon::new(points.iter().map(|(x, y)| Vec3::new(*x, *y, 1.0)).collect()).unwrap()
    }

    #[test]
    fn dents_and_second_rounds_are_seen() {
        assert!(flat(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]).is_convex());
        let dented = flat(&[(0.0, 0.0), (2.0, 0.0), (0.5, 0.5), (0.0, 2.0)]);
        assert!(!dented.is_convex() && dented.dent() == Some(2));
        let star: Vec<(f32, f32)> = (0..5)
            .map(|k| f64::from(k) * 0.8 * std::f64::consts::PI)
            .map(|a| (crate::ops::cos(a) as f32, crate::ops::sin(a) as f32))
            .collect();
        assert!(!flat(&star).is_convex() && flat(&star).dent().is_none());
    }

    #[test]
    fn unevenness_is_the_farthest_corner() {
        assert!(flat(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]).unevenness() < 1e-6);
        let bent =
            Polygon::new(vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.4), Vec3::Y]).unwrap();
        assert!((bent.unevenness() - 0.0962).abs() < 1e-3);
    }
}
