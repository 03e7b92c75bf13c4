//! When does a moving sphere touch a polygon's plane, and where is it put to touch it?

use glam::Vec3;

use super::polygon::Polygon;
use super::sphere::Sphere;
use super::vector::{dot, length_squared, narrow, wide};
use crate::constants::{EPSILON_WIDE, PLANE_INTERP_MIN};
use crate::policy::{AdjustToPlane, Policy, Row};

/// Whether a placement asks for solid matter at the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CenterCheck {
    /// It does.
    On,
    /// It does not.
    Off,
}

/// Where a centre was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CenterIn {
    /// In the open, or not asked.
    Open,
    /// In solid matter.
    Solid,
}

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

    /// Moves the sphere back along `movement` until it rests on the plane, if that leaves less of the move unspent
    /// than `walk_interp` says.
    ///
    /// True when it was moved; `walk_interp` is then the new unspent share, down to -0.5, since a sphere may begin
    /// slightly inside. Otherwise both stay as they were: parallel, already tangent, or too far.
    ///
    /// # Source
    /// spec/bsp.md 4.6, `adjust_sphere_to_plane` 0x00538210.
    pub fn adjust_sphere_to_plane(
        &self,
        sphere: &mut Sphere,
        movement: Vec3,
        walk_interp: &mut f32,
    ) -> bool {
        let height = self.plane.height(sphere.center);
        let radius = f64::from(sphere.radius);
        let approach = dot(self.plane.normal, movement);
        let t = if approach < -EPSILON_WIDE {
            (height - radius) / approach
        } else if approach > EPSILON_WIDE {
            // Quirk: the sign is wrong for a movement away from the face. It makes `t` negative whenever the sphere
            // overlaps, so the move is refused below.
            (-radius - height) / approach
        } else {
            return false;
        };
        let unspent = (1.0 - t) * f64::from(*walk_interp);
        // The product is compared as it is, then rounded as it is stored.
        let stored = unspent as f32;
        if unspent < f64::from(*walk_interp) && stored >= PLANE_INTERP_MIN {
            sphere.center = narrow(wide(sphere.center) - wide(movement) * t);
            *walk_interp = stored;
            true
        } else {
            false
        }
    }

    /// Pushes `struck` along the normal until it is tangent to the plane, and `other` by as much.
    ///
    /// In front of the plane, or behind it where the check found solid matter or the centre is behind: retail turns
    /// the side round once for each of these, so both together mean the front.
    ///
    /// # Source
    /// spec/bsp.md 4.8, `adjust_to_placement_poly` 0x00538CE0; L-05.
    pub fn adjust_to_placement_poly(
        &self,
        struck: &mut Sphere,
        other: Option<&mut Sphere>,
        radius: f32,
        center: CenterIn,
        check: CenterCheck,
        policy: &Policy,
    ) {
        let height = self.plane.height(struck.center);
        let (solid, behind) = (center == CenterIn::Solid, height <= 0.0);
        let turned = check == CenterCheck::On
            && if policy.is_ace(Row::L05) {
                solid || behind
            } else {
                solid != behind
            };
        let radius = f64::from(radius);
        let wanted = if turned { -radius } else { radius };
        let offset = narrow(self.plane.normal_wide() * (wanted - height));
        struck.center += offset;
        if let Some(other) = other {
            other.center += offset;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon::reference::{floor, ramp, wall};
    use crate::policy::Form;

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

    /// spec/bsp.md 4.6, examples on the floor: height, movement, unspent before -> height and unspent after.
    #[test]
    fn back_to_the_plane() {
        let down = |z| Vec3::new(0.0, 0.0, z);
        for (z, movement, before, after) in [
            (0.4, down(-0.6), 1.0, Some((0.5, 0.833_333))),
            (0.4, down(-0.6), 0.5, Some((0.5, 0.416_667))),
            (0.7, down(-0.6), 1.0, None),
            (0.45, down(-0.04), 1.0, Some((0.5, -0.25))),
            (0.4, down(-0.05), 1.0, None),
            (0.5, down(-0.6), 1.0, None),
            (0.4, Vec3::X, 1.0, None),
            (0.4, down(0.6), 1.0, None),
            (0.4, down(f32::NAN), 1.0, None),
            (f32::NAN, down(-0.6), 1.0, None),
        ] {
            let start = Sphere {
                center: Vec3::new(0.0, 0.0, z),
                radius: 0.5,
            };
            let (mut sphere, mut interp) = (start, before);
            let moved = floor().adjust_sphere_to_plane(&mut sphere, movement, &mut interp);
            assert_eq!(moved, after.is_some(), "z {z} {movement}");
            let (height, unspent) = after.unwrap_or((z, before));
            assert!(
                sphere.center.z.to_bits() == height.to_bits()
                    || (sphere.center.z - height).abs() < 1e-6
            );
            assert!(
                (interp - unspent).abs() < 1e-5,
                "z {z} {movement}: {interp}"
            );
        }
    }

    /// spec/bsp.md 4.6, the ramp of 40 degrees.
    #[test]
    fn back_to_a_slope() {
        let mut sphere = Sphere {
            center: Vec3::new(0.0, 0.0, 0.5),
            radius: 0.5,
        };
        let mut interp = 1.0;
        let down = Vec3::new(0.0, 0.0, -0.6);
        assert!(ramp(40.0).adjust_sphere_to_plane(&mut sphere, down, &mut interp));
        assert!((interp - 0.745_494).abs() < 1e-5, "{interp}");
        assert!((sphere.center.z - 0.652_704).abs() < 1e-5);
    }

    /// spec/bsp.md 4.8, examples: height, centre, check -> height in retail and in ACE.
    #[test]
    fn pushed_out() {
        use CenterIn::{Open, Solid};
        let mut ace = Policy::RETAIL;
        ace.set_row(Row::L05, Form::Ace);
        for (z, center, check, retail, legacy) in [
            (0.2, Open, CenterCheck::On, 0.5, 0.5),
            (0.2, Solid, CenterCheck::On, -0.5, -0.5),
            (-0.2, Solid, CenterCheck::On, 0.5, -0.5),
            (-0.2, Open, CenterCheck::On, -0.5, -0.5),
            (-0.2, Open, CenterCheck::Off, 0.5, 0.5),
        ] {
            for (policy, wanted) in [(Policy::RETAIL, retail), (ace, legacy)] {
                let mut struck = Sphere {
                    center: Vec3::new(1.0, 2.0, z),
                    radius: 0.5,
                };
                let mut other = Sphere {
                    center: Vec3::ZERO,
                    radius: 0.5,
                };
                floor().adjust_to_placement_poly(
                    &mut struck,
                    Some(&mut other),
                    0.5,
                    center,
                    check,
                    &policy,
                );
                let height = struck.center.z;
                assert!((height - wanted).abs() < 1e-6, "z {z}: {height}");
                assert!((other.center.z - (wanted - z)).abs() < 1e-6);
                assert_eq!((struck.center.x, struck.center.y), (1.0, 2.0));
            }
        }
    }
}
