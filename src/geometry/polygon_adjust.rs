//! When does a moving sphere touch a polygon's plane?

use glam::Vec3;

use super::polygon::Polygon;
use super::vector::{dot, length_squared};
use crate::constants::EPSILON_WIDE;
use crate::policy::{AdjustToPlane, Policy};

impl Polygon {
    /// Fraction of `movement` at which a sphere of `radius` touches the polygon's plane.
    ///
    /// All in the polygon's space, metres. Looks at the whole plane, not the outline, and touches on the side where
    /// `start` lies. Not clamped: 1.0 if `start` is already within one radius, 0.0 if `movement` is parallel
    /// (|N·m| <= 2e-4), below 0 or above 1 if the touch is before the start or after the end.
    ///
    /// # Source
    /// spec/bsp.md 4.7, `adjust_sphere_to_poly` 0x00538170; ACE's form (L-02) under
    /// [`AdjustToPlane::NeverSucceeds`].
    #[must_use]
    pub fn adjust_sphere_to_poly(
        &self,
        radius: f32,
        start: Vec3,
        movement: Vec3,
        policy: &Policy,
    ) -> f64 {
        let radius = f64::from(radius);
        let start_height = self.plane.height(start);
        if start_height.abs() < radius {
            return 1.0;
        }
        let approach = dot(self.plane.normal, movement);
        let touch = if policy.adjust_to_plane == AdjustToPlane::NeverSucceeds {
            // L-02: the side follows from the length of the movement, not from where the start lies.
            if approach.abs() < EPSILON_WIDE {
                return 0.0;
            }
            if length_squared(movement) <= radius * radius {
                -radius
            } else {
                radius
            }
        } else {
            if approach.abs() <= EPSILON_WIDE {
                return 0.0;
            }
            if start_height < 0.0 { -radius } else { radius }
        };
        (touch - start_height) / approach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon::reference::{floor, wall};

    /// spec/bsp.md 4.7, the table, against the wall: retail and legacy.
    #[test]
    fn touch_times() {
        let v = |x, y| Vec3::new(x, y, 0.0);
        for (start, movement, retail, legacy) in [
            (v(0.0, 0.0), v(3.0, 0.0), 0.566_667, 0.566_667),
            (v(1.5, 0.0), v(0.25, 0.0), 0.8, 3.2),
            (v(4.0, 0.0), v(-3.0, 0.0), 0.566_667, 0.766_667),
            (v(2.5, 0.0), v(-0.25, 0.0), 0.8, 0.8),
            (v(1.75, 0.0), v(0.1, 0.0), 1.0, 1.0),
            (v(0.0, 0.0), v(0.0, 1.0), 0.0, 0.0),
            (v(1.0, 0.0), v(0.5, 0.0), 1.4, 1.4),
            (v(1.0, 0.0), v(-0.5, 0.0), -1.4, -1.4),
        ] {
            let t = wall().adjust_sphere_to_poly(0.3, start, movement, &Policy::RETAIL);
            assert!((t - retail).abs() < 1e-5, "{start} {movement}: {t}");
            let t = wall().adjust_sphere_to_poly(0.3, start, movement, &never_succeeds());
            assert!((t - legacy).abs() < 1e-5, "{start} {movement}: {t}");
        }
    }

    /// scenes.md T19: within a radius 1, parallel and farther 0, two radii away the plain quotient.
    #[test]
    fn shape_of_the_answer() {
        let down = Vec3::new(0.0, 0.0, -0.4);
        let time = |z: f32, movement: Vec3| {
            floor().adjust_sphere_to_poly(0.3, Vec3::new(0.0, 0.0, z), movement, &Policy::RETAIL)
        };
        assert_eq!(time(0.3 - 0.0001, down).to_bits(), 1.0_f64.to_bits());
        assert_eq!(time(0.4, Vec3::X).to_bits(), 0.0_f64.to_bits());
        assert!((time(0.6, down) - 0.75).abs() < 1e-6);
    }

    fn never_succeeds() -> Policy {
        Policy {
            adjust_to_plane: AdjustToPlane::NeverSucceeds,
            ..Policy::RETAIL
        }
    }
}
