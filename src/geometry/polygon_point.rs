//! Is a point inside a polygon's outline?

use glam::Vec3;

use super::polygon::Polygon;
use super::polygon_sphere::edge;
use super::vector::{cross, dot_wide, wide};

/// The turn that an outline must have, seen from above, for [`Polygon::contains_from_above`] to find its inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Counter-clockwise.
    ///
    /// # Source
    /// spec/bsp.md 4.2, `want = 0`.
    CounterClockwise,
    /// Clockwise.
    ///
    /// # Source
    /// spec/bsp.md 4.2, `want = 1`.
    Clockwise,
}

impl Polygon {
    /// Whether `point` is within the outline, at whatever height; the rim counts, no corners count as everything.
    ///
    /// # Source
    /// spec/bsp.md 4.2, `point_in_polygon` 0x00538D90.
    #[must_use]
    pub fn contains(&self, point: Vec3) -> bool {
        (0..self.vertices.len()).all(|i| {
            let (a, b) = edge(&self.vertices, i);
            let inward = cross(self.plane.normal_wide(), wide(b) - wide(a));
            dot_wide(inward, wide(point) - wide(a)) >= 0.0
        })
    }

    /// Whether `point`, seen along Z, is within the outline that turns as `turn` says; the rim counts.
    ///
    /// # Source
    /// spec/bsp.md 4.2, `point_in_poly2D` 0x00538060.
    #[must_use]
    pub fn contains_from_above(&self, point: Vec3, turn: Turn) -> bool {
        let Some(&first) = self.vertices.first() else {
            return true;
        };
        let p = wide(point);
        let mut before = wide(first);
        for &corner in self.vertices.iter().rev() {
            let c = wide(corner);
            let (dx, dy) = (c.x - before.x, c.y - before.y);
            let side = dy * c.x - dx * c.y + dx * p.y - dy * p.x;
            let passes = match turn {
                Turn::CounterClockwise => side <= 0.0,
                Turn::Clockwise => side >= 0.0,
            };
            if !passes {
                return false;
            }
            before = c;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon::reference::tri;

    /// spec/bsp.md 4.2, examples: inside, on the rim, just outside, far above.
    #[test]
    fn in_space() {
        for (point, wanted) in [
            ([1.0, 1.0, 0.0], true),
            ([2.0, 1.5, 0.0], true),
            ([2.1, 1.5, 0.0], false),
            ([1.0, 1.0, 7.0], true),
            ([f32::NAN, 1.0, 0.0], false),
        ] {
            assert_eq!(tri().contains(Vec3::from_array(point)), wanted, "{point:?}");
        }
    }

    /// spec/bsp.md 4.2, examples: an outline of one turn, asked for both.
    #[test]
    fn from_above() {
        for (x, y, counter_clockwise, clockwise) in [
            (1.0, 1.0, true, false),
            (3.0, 3.0, false, false),
            (0.0, 0.0, true, false),
        ] {
            let point = Vec3::new(x, y, 5.0);
            let asked = [Turn::CounterClockwise, Turn::Clockwise];
            assert_eq!(
                asked.map(|turn| tri().contains_from_above(point, turn)),
                [counter_clockwise, clockwise],
                "{point}"
            );
        }
        let mut turned = tri();
        turned.vertices.reverse();
        assert!(turned.contains_from_above(Vec3::ONE, Turn::Clockwise));
    }
}
