//! Flat views of the world along one direction.

use glam::{DVec3, Vec3};

use crate::geometry::vector::{cross, dot_wide, length, narrow, unit, wide};

/// A point of a picture, metres or pixels as its owner says.
pub type Point = [f64; 2];

/// A direction of view without perspective.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What it is called.
    pub name: &'static str,
    /// Unit vector that points right.
    pub right: DVec3,
    /// Unit vector that points up.
    pub up: DVec3,
    /// The point at the origin of the axes.
    pub origin: DVec3,
    /// What the horizontal axis counts.
    pub right_axis: String,
    /// What the vertical axis counts.
    pub up_axis: String,
}

impl View {
    /// From the side of the path from `from` to `to`: along it to the right, up is up. The axis counts from `from`.
    #[must_use]
    pub fn side(from: Vec3, to: Vec3) -> Self {
        Self {
            name: "from the side",
            right: heading(from, to),
            up: DVec3::Z,
            origin: DVec3::new(f64::from(from.x), f64::from(from.y), 0.0),
            right_axis: "m along the sweep".to_owned(),
            up_axis: "z, m".to_owned(),
        }
    }

    /// From above, turned so that the path goes to the right as in [`View::side`].
    #[must_use]
    pub fn top(from: Vec3, to: Vec3) -> Self {
        let right = heading(from, to);
        Self {
            name: "from above",
            right,
            up: cross(DVec3::Z, right),
            origin: wide(from),
            right_axis: "m along the sweep".to_owned(),
            up_axis: "m to its left".to_owned(),
        }
    }

    /// Towards the onlooker.
    #[must_use]
    pub fn toward(&self) -> DVec3 {
        cross(self.right, self.up)
    }

    /// A point of the world on the picture, metres from the axes' origin.
    #[must_use]
    pub fn project(&self, point: Vec3) -> Point {
        let from_origin = wide(point) - self.origin;
        [
            dot_wide(from_origin, self.right),
            dot_wide(from_origin, self.up),
        ]
    }

    /// A direction of the world on the picture.
    #[must_use]
    pub fn project_direction(&self, direction: DVec3) -> Point {
        [
            dot_wide(direction, self.right),
            dot_wide(direction, self.up),
        ]
    }

    /// How much nearer to the onlooker than `plane_point` a point is, metres.
    #[must_use]
    pub fn depth(&self, point: Vec3, plane_point: Vec3) -> f64 {
        dot_wide(wide(point) - wide(plane_point), self.toward())
    }
}

/// The horizontal direction of a path; north for one that goes straight up or nowhere.
fn heading(from: Vec3, to: Vec3) -> DVec3 {
    let way = wide(to) - wide(from);
    let flat = DVec3::new(way.x, way.y, 0.0);
    match unit(flat) {
        // A millimetre of drift sideways gives a vertical path no direction.
        Some(direction) if length(flat) > 1e-3 * way.z.abs() => wide(narrow(direction)),
        _ => DVec3::Y,
    }
}

/// A rectangle: lowest and highest corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Lowest x and y.
    pub low: Point,
    /// Highest x and y.
    pub high: Point,
}

impl Rect {
    /// The smallest one that holds all `points`; `None` without any finite one.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        let mut all = points
            .into_iter()
            .filter(|p| p.iter().all(|c| c.is_finite()));
        let first = all.next()?;
        Some(all.fold(
            Self {
                low: first,
                high: first,
            },
            |r, p| Self {
                low: [r.low[0].min(p[0]), r.low[1].min(p[1])],
                high: [r.high[0].max(p[0]), r.high[1].max(p[1])],
            },
        ))
    }

    /// Width.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high[0] - self.low[0]
    }

    /// Height.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.high[1] - self.low[1]
    }

    /// The same, larger by `by` on each side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self {
            low: self.low.map(|c| c - by),
            high: self.high.map(|c| c + by),
        }
    }

    /// Whether a point is inside or on the edge.
    #[must_use]
    pub fn holds(&self, p: Point) -> bool {
        (0..2).all(|k| self.low[k] <= p[k] && p[k] <= self.high[k])
    }

    /// Whether two share more than an edge.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..2).all(|k| self.low[k] < other.high[k] && other.low[k] < self.high[k])
    }

    /// The part of a line that is inside.
    #[must_use]
    pub fn clip_line(&self, a: Point, b: Point) -> Option<[Point; 2]> {
        let (mut begin, mut end) = (0.0_f64, 1.0_f64);
        for k in 0..2 {
            let d = b[k] - a[k];
            for (p, q) in [(-d, a[k] - self.low[k]), (d, self.high[k] - a[k])] {
                if p == 0.0 {
                    if q < 0.0 {
                        return None;
                    }
                } else if p < 0.0 {
                    begin = begin.max(q / p);
                } else {
                    end = end.min(q / p);
                }
            }
        }
        let at = |t: f64| [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
        (begin < end).then(|| [at(begin), at(end)])
    }

    /// The part of a polygon that is inside (Sutherland and Hodgman); empty when none is.
    #[must_use]
    pub fn clip_polygon(&self, points: &[Point]) -> Vec<Point> {
        let mut current = points.to_vec();
        for (axis, bound, sign) in [
            (0, self.low[0], 1.0),
            (0, self.high[0], -1.0),
            (1, self.low[1], 1.0),
            (1, self.high[1], -1.0),
        ] {
            let inside = |p: &Point| (p[axis] - bound) * sign;
            let mut next = Vec::with_capacity(current.len() + 2);
            for (k, p) in current.iter().enumerate() {
                let q = &current[(k + 1) % current.len()];
                let (hp, hq) = (inside(p), inside(q));
                if hp >= 0.0 {
                    next.push(*p);
                }
                if (hp >= 0.0) != (hq >= 0.0) {
                    let t = hp / (hp - hq);
                    next.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
                }
            }
            current = next;
        }
        current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_goes_right_in_both_views() {
        let (from, to) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.0, -1.0, 4.0));
        let side = View::side(from, to);
        assert_eq!(side.project(from), [0.0, 3.0]);
        assert_eq!(side.project(to), [3.0, 4.0]);
        let top = View::top(from, to);
        assert_eq!(top.project(to), [3.0, 0.0]);
        // East is to the left of somebody who looks south.
        assert_eq!(top.project(from + Vec3::X), [0.0, 1.0]);
        assert_eq!(top.toward(), DVec3::Z);
        assert_eq!(side.toward(), DVec3::NEG_X);
    }

    #[test]
    fn vertical_and_empty_paths_have_views() {
        for to in [Vec3::Z * 3.0, Vec3::ZERO, Vec3::new(1e-4, 0.0, 5.0)] {
            let view = View::side(Vec3::ZERO, to);
            assert_eq!((view.right, view.toward()), (DVec3::Y, DVec3::X));
        }
    }

    #[test]
    fn clipping() {
        let unit = Rect {
            low: [0.0, 0.0],
            high: [1.0, 1.0],
        };
        assert_eq!(
            unit.clip_line([-1.0, 0.5], [3.0, 0.5]),
            Some([[0.0, 0.5], [1.0, 0.5]])
        );
        assert_eq!(unit.clip_line([-1.0, 2.0], [3.0, 2.0]), None);
        assert_eq!(
            unit.clip_line([0.2, 0.2], [0.4, 0.4]),
            Some([[0.2, 0.2], [0.4, 0.4]])
        );
        let big = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]];
        let inside = unit.clip_polygon(&big);
        assert_eq!(inside.len(), 4);
        assert!(inside.iter().all(|p| unit.holds(*p)));
        assert!(
            unit.clip_polygon(&[[2.0, 2.0], [3.0, 2.0], [3.0, 3.0]])
                .is_empty()
        );
        assert!(unit.clip_polygon(&[]).is_empty());
    }
}
