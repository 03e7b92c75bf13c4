//! Can a mover stand on a polygon, and over which edge did it step off?
//!
//! ```text
//!            c    centre
//!            |    along `up`, not along the normal
//!      ------p--- plane: is p inside the outline, or within a radius of it?
//! ```

use glam::{DVec3, Vec3};

use super::polygon::Polygon;
use super::polygon_sphere::edge;
use super::sphere::Sphere;
use super::vector::{cross, dot, dot_wide, length, narrow, wide};
use crate::constants::EPSILON_WIDE;
use crate::policy::{Policy, Row};

/// How far beside the outline a sphere's foot still finds support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Within one radius.
    ///
    /// # Source
    /// spec/bsp.md 4.5, `check_walkable` 0x00538E60.
    Full,
    /// Within half a radius.
    ///
    /// # Source
    /// spec/bsp.md 4.5, `check_small_walkable` 0x005390B0.
    Small,
}

impl Polygon {
    /// Whether the slope is gentler than `allowance` allows; `up` is the world's up in the polygon's space.
    ///
    /// # Source
    /// spec/bsp.md 2, `is_walkable_allowable` 0x005368D0, and 4.5.
    #[must_use]
    pub fn is_walkable(&self, up: Vec3, allowance: f32) -> bool {
        dot(up, self.plane.normal) > f64::from(allowance)
    }

    /// Whether the sphere touches the polygon and its slope is allowed.
    ///
    /// # Source
    /// spec/bsp.md 4.5, `walkable_hits_sphere` 0x00539560.
    #[must_use]
    pub fn walkable_hits_sphere(
        &self,
        sphere: &Sphere,
        up: Vec3,
        allowance: f32,
        policy: &Policy,
    ) -> bool {
        self.is_walkable(up, allowance) && self.meets_sphere(sphere, policy).touched
    }

    /// Whether the point straight below the centre lies within the outline or near enough beside it.
    ///
    /// The height does not matter. False for a polygon that stands along `up`.
    ///
    /// # Source
    /// spec/bsp.md 4.5, `check_walkable` 0x00538E60, `check_small_walkable` 0x005390B0; L-04.
    #[must_use]
    pub fn supports(&self, sphere: &Sphere, up: Vec3, support: Support, policy: &Policy) -> bool {
        let legacy = policy.is_ace(Row::L04);
        let facing = dot(self.plane.normal, up);
        let refused = if legacy {
            // L-04: a polygon that faces away from `up` is refused too.
            facing < EPSILON_WIDE
        } else {
            facing.abs() < EPSILON_WIDE
        };
        if refused {
            return false;
        }
        let below = self.below(sphere.center, up, facing);
        let radius = f64::from(sphere.radius);
        let near = match support {
            Support::Full => radius * radius,
            Support::Small => 0.25 * radius * radius,
        };
        let mut inside = true;
        for i in 0..self.vertices.len() {
            let (a, b) = edge(&self.vertices, i);
            let along = wide(b) - wide(a);
            let inward = cross(self.plane.normal_wide(), along);
            let from_a = below - wide(a);
            let side = dot_wide(inward, from_a);
            if side < 0.0 {
                if dot_wide(inward, inward) * near < side * side {
                    return false;
                }
                let walked = dot_wide(from_a, along);
                if 0.0 <= walked && walked <= dot_wide(along, along) {
                    return true;
                }
                if legacy {
                    // L-04: the corners are not asked, so support at a corner is lost.
                    return false;
                }
                inside = false;
            }
            if dot_wide(from_a, from_a) <= near {
                return true;
            }
        }
        // Heights that are not numbers leave `inside` as it was.
        inside && !below.is_nan()
    }

    /// The edge that the point straight below `center` is beyond: its inward normal in the polygon's plane.
    ///
    /// The first such edge wins, beginning with the one from the last corner to the first. `None` when the point is
    /// inside, or the polygon stands along `up`.
    ///
    /// # Source
    /// spec/bsp.md 4.9, `find_crossed_edge` 0x00539300.
    #[must_use]
    pub fn crossed_edge(&self, center: Vec3, up: Vec3) -> Option<Vec3> {
        let facing = dot(self.plane.normal, up);
        if facing.abs() < EPSILON_WIDE {
            return None;
        }
        let below = self.below(center, up, facing);
        (0..self.vertices.len()).find_map(|i| {
            let (a, b) = edge(&self.vertices, i);
            let inward = cross(self.plane.normal_wide(), wide(b) - wide(a));
            (dot_wide(inward, below - wide(a)) < 0.0)
                .then(|| narrow(inward * (1.0 / length(inward))))
        })
    }

    /// The point of the plane under `center`, along `up`.
    fn below(&self, center: Vec3, up: Vec3, facing: f64) -> DVec3 {
        wide(center) - wide(up) * (self.plane.height(center) / facing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::{FLOOR_Z, LANDING_Z};
    use crate::geometry::polygon::reference::{floor, ramp, wall};
    use crate::policy::Form;

    fn legacy() -> Policy {
        let mut policy = Policy::RETAIL;
        policy.set_row(Row::L04, Form::Ace);
        policy
    }

    fn ball(x: f32, y: f32, z: f32) -> Sphere {
        Sphere {
            center: Vec3::new(x, y, z),
            radius: 0.5,
        }
    }

    /// spec/bsp.md 4.5, examples: full and small support.
    #[test]
    fn support_beside_the_outline() {
        let ask = |sphere: &Sphere, policy: &Policy| {
            [Support::Full, Support::Small]
                .map(|support| floor().supports(sphere, Vec3::Z, support, policy))
        };
        for (sphere, retail, ace) in [
            (ball(0.0, 0.0, 2.0), [true, true], [true, true]),
            (ball(5.4, 0.0, 2.0), [true, false], [true, false]),
            (ball(5.2, 0.0, 1.0), [true, true], [true, true]),
            (ball(5.6, 0.0, 2.0), [false, false], [false, false]),
            (ball(-5.1, -5.1, 1.0), [true, true], [false, false]),
            (ball(f32::NAN, 0.0, 1.0), [false, false], [false, false]),
        ] {
            assert_eq!(ask(&sphere, &Policy::RETAIL), retail, "{sphere:?}");
            assert_eq!(ask(&sphere, &legacy()), ace, "legacy {sphere:?}");
        }
    }

    /// spec/bsp.md 4.5, examples: turned away from `up`, and along it.
    #[test]
    fn facing() {
        let mut corners = floor().vertices.to_vec();
        corners.reverse();
        let ceiling = Polygon::new(corners).unwrap();
        let above = ball(0.0, 0.0, 2.0);
        assert!(ceiling.supports(&above, Vec3::Z, Support::Full, &Policy::RETAIL));
        assert!(!ceiling.supports(&above, Vec3::Z, Support::Full, &legacy()));
        for policy in [Policy::RETAIL, legacy()] {
            assert!(!wall().supports(&above, Vec3::Z, Support::Full, &policy));
        }
    }

    /// spec/bsp.md 2: which slopes are walkable, and that the comparison is strict.
    #[test]
    fn slopes() {
        for (degrees, walking, landing) in [
            (48.0, true, true),
            (49.0, false, true),
            (60.0, false, true),
            (86.0, false, false),
        ] {
            let slope = ramp(degrees);
            assert_eq!(slope.is_walkable(Vec3::Z, FLOOR_Z), walking, "{degrees}");
            assert_eq!(slope.is_walkable(Vec3::Z, LANDING_Z), landing, "{degrees}");
        }
        assert!(!floor().is_walkable(Vec3::Z, 1.0));
    }

    /// spec/bsp.md 5.6, the slope gate: a 60 degree ramp that is touched is walkable for a landing mover alone.
    #[test]
    fn gate_and_touch() {
        let near = ball(0.0, 0.0, 0.3);
        let ask = |polygon: Polygon, sphere: &Sphere, allowance| {
            polygon.walkable_hits_sphere(sphere, Vec3::Z, allowance, &Policy::RETAIL)
        };
        assert!(ask(floor(), &near, FLOOR_Z));
        assert!(!ask(floor(), &ball(0.0, 0.0, 0.6), FLOOR_Z));
        assert!(!ask(ramp(60.0), &near, FLOOR_Z));
        assert!(ask(ramp(60.0), &near, LANDING_Z));
    }

    /// spec/bsp.md 4.9, examples.
    #[test]
    fn crossed_edges() {
        let crossed = |x, y| {
            floor()
                .crossed_edge(Vec3::new(x, y, 1.0), Vec3::Z)
                .map(|n| n.to_array())
        };
        assert_eq!(crossed(5.3, 0.0), Some([-1.0, 0.0, 0.0]));
        assert_eq!(crossed(0.0, 0.0), None);
        assert_eq!(crossed(6.0, 6.0), Some([-1.0, 0.0, 0.0]));
        assert_eq!(wall().crossed_edge(Vec3::ONE, Vec3::Z), None);
    }
}
