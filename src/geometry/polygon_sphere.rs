//! Does a sphere touch a polygon?
//!
//! First the plane (most polygons are out of its reach), then the outline around the foot of the centre.
//!
//! ```text
//!        c .  centre, at height s0 over the plane
//!          |\
//!       s0 | \ q = r - EPSILON
//!   -------+--\----- plane
//!       foot   disc of radius sqrt(q^2 - s0^2): touches the outline, or not
//! ```

use glam::{DVec3, Vec3};

use super::plane::Plane;
use super::polygon::Polygon;
use super::sphere::Sphere;
use super::vector::{cross, dot, dot_wide, narrow, wide};
use crate::constants::EPSILON_WIDE;
use crate::policy::{Policy, Row};

/// Answer of [`Polygon::meets_sphere`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Signed height of the centre over the plane, metres.
    pub height: f64,
    /// Foot of the centre on the plane; `None` when the plane is out of reach.
    pub foot: Option<DVec3>,
    /// Whether the sphere touches the polygon.
    pub touched: bool,
}

/// Distance at which a sphere still touches: its radius less the tolerance, metres; negative for tiny spheres.
///
/// # Source
/// spec/bsp.md 4.3, `q`.
#[must_use]
pub fn reach(sphere: &Sphere) -> f64 {
    f64::from(sphere.radius) - EPSILON_WIDE
}

/// Whether a plane at `height` under a centre is within `reach`; a height that is not a number is not.
///
/// # Source
/// spec/bsp.md 4.3.
#[inline]
#[must_use]
pub fn plane_in_reach(height: f64, reach: f64) -> bool {
    reach >= height.abs()
}

/// The point under `center` on the plane, when `center` is `height` over it.
///
/// # Source
/// spec/bsp.md 4.3, `contact`.
#[inline]
#[must_use]
pub fn foot(plane: &Plane, center: DVec3, height: f64) -> DVec3 {
    center - plane.normal_wide() * height
}

/// The two ends of edge `i`; edge 0 goes from the last corner to the first.
///
/// # Source
/// spec/bsp.md 4.1, notation for edges.
#[inline]
pub(super) fn edge(vertices: &[Vec3], i: usize) -> (Vec3, Vec3) {
    let before = if i == 0 { vertices.len() - 1 } else { i - 1 };
    (vertices[before], vertices[i])
}

/// Whether the disc around `foot` in the plane of `normal` touches the outline; `remainder` is its radius squared.
///
/// Exact for convex outlines; true without corners.
///
/// # Source
/// spec/bsp.md 4.3: the one pass of `polygon_hits_sphere` 0x005387C0, which answers as the two passes do.
#[must_use]
pub fn outline_in_reach(normal: DVec3, vertices: &[Vec3], foot: DVec3, remainder: f64) -> bool {
    let Some(&last) = vertices.last() else {
        return true;
    };
    let mut inside = true;
    let mut a = wide(last);
    for &corner in vertices {
        let b = wide(corner);
        let along = b - a;
        let inward = cross(normal, along);
        let from_a = foot - a;
        let side = dot_wide(inward, from_a);
        if side < 0.0 {
            if dot_wide(inward, inward) * remainder < side * side {
                return false;
            }
            let walked = dot_wide(from_a, along);
            if 0.0 <= walked && walked <= dot_wide(along, along) {
                return true;
            }
            inside = false;
        } else if side.is_nan() {
            inside = false;
        }
        if dot_wide(from_a, from_a) <= remainder {
            return true;
        }
        a = b;
    }
    inside
}

impl Polygon {
    /// Where `sphere` stands to this polygon; both sides count.
    ///
    /// A sphere that is tangent is clear, by the tolerance; one of a radius below it never touches.
    ///
    /// # Source
    /// spec/bsp.md 4.3, `polygon_hits_sphere_slow_but_sure` 0x00538A10; L-08.
    #[must_use]
    pub fn meets_sphere(&self, sphere: &Sphere, policy: &Policy) -> Meeting {
        let height = self.plane.height(sphere.center);
        let reach = reach(sphere);
        if !plane_in_reach(height, reach) {
            // L-08: ACE asks for corners before it looks at the plane.
            let touched = self.vertices.is_empty() && policy.is_ace(Row::L08);
            return Meeting {
                height,
                foot: None,
                touched,
            };
        }
        let foot = foot(&self.plane, wide(sphere.center), height);
        let remainder = reach * reach - height * height;
        Meeting {
            height,
            foot: Some(foot),
            touched: outline_in_reach(self.plane.normal_wide(), &self.vertices, foot, remainder),
        }
    }

    /// Whether `sphere` touches this polygon. `contact` becomes the foot of the centre on the plane if that is in
    /// reach, touched or not.
    ///
    /// # Source
    /// spec/bsp.md 4.3, `hits_sphere` 0x00539540.
    pub fn hits_sphere(&self, sphere: &Sphere, contact: &mut Vec3, policy: &Policy) -> bool {
        let meeting = self.meets_sphere(sphere, policy);
        if let Some(foot) = meeting.foot {
            *contact = narrow(foot);
        }
        meeting.touched
    }

    /// Movement along the normal, metres; only a negative one approaches the front.
    ///
    /// # Source
    /// spec/bsp.md 4.4.
    #[must_use]
    pub fn approach(&self, movement: Vec3) -> f64 {
        dot(movement, self.plane.normal)
    }
}

/// Whether a touched polygon is approached: not moved along, not away from.
///
/// # Source
/// spec/bsp.md 4.4 step 3.
#[must_use]
pub fn approached(approach: f64) -> bool {
    approach < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon::reference::{bent, floor, tri, wall};
    use crate::policy::Form;

    fn l08() -> Policy {
        let mut policy = Policy::RETAIL;
        policy.set_row(Row::L08, Form::Ace);
        policy
    }

    fn sphere(center: [f32; 3], radius: f32) -> Sphere {
        Sphere {
            center: Vec3::from_array(center),
            radius,
        }
    }

    /// spec/bsp.md 4.3, examples.
    #[test]
    fn static_test() {
        for (polygon, center, radius, wanted) in [
            (floor(), [0.0, 0.0, 0.4], 0.5, true),
            (floor(), [0.0, 0.0, 0.4998], 0.5, true),
            (floor(), [0.0, 0.0, 0.4999], 0.5, false),
            (floor(), [5.3, 0.0, 0.3], 0.5, true),
            (floor(), [5.4, 0.0, 0.3], 0.5, false),
            (floor(), [5.28, 5.28, 0.3], 0.5, true),
            (floor(), [5.29, 5.29, 0.3], 0.5, false),
            (floor(), [0.0, 0.0, -0.4], 0.5, true),
            (floor(), [0.0, 0.0, 0.0], 0.0, false),
            (floor(), [0.0, 0.0, 0.0], crate::constants::EPSILON, true),
            (floor(), [0.0, 0.0, 1e-6], crate::constants::EPSILON, false),
            (tri(), [2.0, 1.6, 0.1], 0.3, true),
            (bent(), [0.5, 0.5, 0.4], 0.3, true),
            (bent(), [0.5, 0.5, 0.5], 0.3, false),
            (bent(), [1.1, 1.1, 0.5], 0.3, true),
            (bent(), [1.1, 1.1, 0.5], 0.2, false),
        ] {
            let met = polygon.meets_sphere(&sphere(center, radius), &Policy::RETAIL);
            assert_eq!(met.touched, wanted, "{center:?} r {radius}");
        }
    }

    /// spec/bsp.md 4.3: the foot is written when the plane is in reach, hit or not, and else left alone.
    #[test]
    fn contact() {
        let policy = Policy::RETAIL;
        let mut contact = Vec3::splat(9.0);
        assert!(floor().hits_sphere(&sphere([0.0, 0.0, 0.4], 0.5), &mut contact, &policy));
        assert_eq!(contact, Vec3::ZERO);
        assert!(!floor().hits_sphere(&sphere([5.4, 0.0, 0.3], 0.5), &mut contact, &policy));
        assert_eq!(contact, Vec3::new(5.4, 0.0, 0.0));
        assert!(!floor().hits_sphere(&sphere([0.0, 0.0, 0.6], 0.5), &mut contact, &policy));
        assert_eq!(contact, Vec3::new(5.4, 0.0, 0.0));
        assert!(bent().hits_sphere(&sphere([0.5, 0.5, 0.4], 0.3), &mut contact, &policy));
        let foot = Vec3::new(0.555_556, 0.555_556, 0.122_222);
        assert!(contact.abs_diff_eq(foot, 1e-5));
        let met = bent().meets_sphere(&sphere([0.5, 0.5, 0.4], 0.3), &policy);
        assert!((met.height - 0.288_675).abs() < 1e-5);
    }

    /// spec/bsp.md 4.3 and L-08: without corners the plane alone decides, or nothing does.
    #[test]
    fn no_corners() {
        let bare = Polygon {
            vertices: Box::new([]),
            plane: floor().plane,
        };
        let near = sphere([0.0, 0.0, 0.4], 0.5);
        let far = sphere([0.0, 0.0, 4.0], 0.5);
        assert!(bare.meets_sphere(&near, &Policy::RETAIL).touched);
        assert!(!bare.meets_sphere(&far, &Policy::RETAIL).touched);
        assert!(bare.meets_sphere(&near, &l08()).touched);
        assert!(bare.meets_sphere(&far, &l08()).touched);
        assert!(!floor().meets_sphere(&far, &l08()).touched);
    }

    /// spec/bsp.md 9: a plane that is not a number is never touched.
    #[test]
    fn not_a_number() {
        let mut polygon = floor();
        polygon.plane.offset = f32::NAN;
        let met = polygon.meets_sphere(&sphere([0.0, 0.0, 0.1], 0.5), &Policy::RETAIL);
        assert!(!met.touched && met.foot.is_none());
        let met = floor().meets_sphere(&sphere([f32::NAN, 0.0, 0.1], 0.5), &Policy::RETAIL);
        assert!(!met.touched);
    }

    /// spec/bsp.md 4.4, examples: all overlap the wall, only the first and the last approach it.
    #[test]
    fn direction_filter() {
        let met = wall().meets_sphere(&sphere([1.8, 0.0, 0.0], 0.3), &Policy::RETAIL);
        assert!(met.touched);
        for (movement, wanted) in [
            (Vec3::new(0.2, 0.0, 0.0), true),
            (Vec3::new(-0.2, 0.0, 0.0), false),
            (Vec3::new(0.0, 0.2, 0.0), false),
            (Vec3::new(0.0001, 0.0, 0.0), true),
            (Vec3::new(f32::NAN, 0.0, 0.0), false),
        ] {
            assert_eq!(approached(wall().approach(movement)), wanted, "{movement}");
        }
    }
}
