//! When does a ray meet a plane, a polygon, a sphere?

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::plane::Plane;
use super::polygon::Polygon;
use super::sphere::Sphere;
use super::vector::{dot, dot_wide, length, narrow, unit, wide};
use crate::constants::EPSILON_WIDE;

/// A half line; its length is kept for the asker and limits none of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ray {
    /// Where it begins, metres.
    pub origin: Vec3,
    /// Unit direction.
    pub direction: Vec3,
    /// How far the asker looks, metres.
    pub length: f32,
}

/// From which side a ray sees a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The front alone.
    ///
    /// # Source
    /// spec/bsp.md 4.1, `sides` 0.
    Front,
    /// Front and back.
    ///
    /// # Source
    /// spec/bsp.md 4.1, `sides` 1 and 2.
    Both,
}

/// What a ray finds at a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Distance along the ray to the plane, metres, negative behind the origin; `None` when it is parallel or was
    /// not asked.
    pub time: Option<f64>,
    /// Whether that counts as a hit.
    pub hit: bool,
}

impl Ray {
    /// The ray from `origin` along and as long as `offset`; `None` when that is too short to have a direction.
    ///
    /// # Source
    /// spec/bsp.md 4.10.
    #[must_use]
    pub fn along(origin: Vec3, offset: Vec3) -> Option<Self> {
        Some(Self {
            origin,
            direction: narrow(unit(wide(offset))?),
            length: length(wide(offset)) as f32,
        })
    }
}

impl Plane {
    /// Where `ray` meets the plane; anything not behind the origin is a hit, at whatever distance.
    ///
    /// # Source
    /// spec/bsp.md 4.10, `plane_time` 0x00538320.
    #[must_use]
    pub fn hits_ray(&self, ray: &Ray) -> RayHit {
        let approach = dot(self.normal, ray.direction);
        if approach.abs() < EPSILON_WIDE {
            return RayHit {
                time: None,
                hit: false,
            };
        }
        let time = self.height(ray.origin) * (-1.0 / approach);
        RayHit {
            time: Some(time),
            hit: time >= 0.0,
        }
    }
}

impl Polygon {
    /// Where `ray` meets the polygon.
    ///
    /// # Source
    /// spec/bsp.md 4.10, `polygon_hits_ray` 0x005395E0.
    #[must_use]
    pub fn hits_ray(&self, ray: &Ray, sides: Sides) -> RayHit {
        if sides == Sides::Front && dot(self.plane.normal, ray.direction) > 0.0 {
            return RayHit {
                time: None,
                hit: false,
            };
        }
        let mut answer = self.plane.hits_ray(ray);
        if let (Some(time), true) = (answer.time, answer.hit) {
            let at = narrow(wide(ray.origin) + wide(ray.direction) * time);
            answer.hit = self.contains(at);
        }
        answer
    }
}

impl Sphere {
    /// Distance along the ray to the sphere's surface; negative when the sphere is behind. `None` when the ray begins
    /// inside or misses.
    ///
    /// # Source
    /// spec/bsp.md 4.10, `sphere_intersects_ray` 0x005377A0.
    #[must_use]
    pub fn hits_ray(&self, ray: &Ray) -> Option<f64> {
        let from_center = wide(ray.origin) - wide(self.center);
        let direction = wide(ray.direction);
        let radius = f64::from(self.radius);
        let a = dot_wide(direction, direction);
        let b = -dot_wide(from_center, direction);
        let k = dot_wide(from_center, from_center) - radius * radius;
        let under_root = b * b - k * a;
        if k > 0.0 && a >= EPSILON_WIDE && under_root >= 0.0 {
            let root = under_root.sqrt();
            let numerator = if b <= root { b + root } else { b - root };
            Some(numerator / a)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon::reference::floor;

    fn ray(origin: [f32; 3], direction: [f32; 3]) -> Ray {
        Ray {
            origin: Vec3::from_array(origin),
            direction: Vec3::from_array(direction),
            length: 1.0,
        }
    }

    fn near(a: Option<f64>, b: Option<f64>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-6,
            (a, b) => a == b,
        }
    }

    /// spec/bsp.md 4.10, examples on the floor.
    #[test]
    fn polygons() {
        for (origin, direction, sides, time, hit) in [
            (
                [1.0, 1.0, 5.0],
                [0.0, 0.0, -1.0],
                Sides::Front,
                Some(5.0),
                true,
            ),
            ([1.0, 1.0, -5.0], [0.0, 0.0, 1.0], Sides::Front, None, false),
            (
                [1.0, 1.0, -5.0],
                [0.0, 0.0, 1.0],
                Sides::Both,
                Some(5.0),
                true,
            ),
            (
                [6.0, 1.0, 5.0],
                [0.0, 0.0, -1.0],
                Sides::Front,
                Some(5.0),
                false,
            ),
            ([1.0, 1.0, 5.0], [1.0, 0.0, 0.0], Sides::Front, None, false),
            (
                [1.0, 1.0, 5.0],
                [0.6, 0.0, -0.8],
                Sides::Front,
                Some(6.25),
                true,
            ),
            (
                [1.0, 1.0, -5.0],
                [0.0, 0.0, -1.0],
                Sides::Front,
                Some(-5.0),
                false,
            ),
        ] {
            let answer = floor().hits_ray(&ray(origin, direction), sides);
            assert!(
                near(answer.time, time),
                "{origin:?} {direction:?} {answer:?}"
            );
            assert_eq!(answer.hit, hit, "{origin:?} {direction:?}");
        }
    }

    /// spec/bsp.md 4.10, examples on the unit sphere: the last but one lies behind, and still has a time.
    #[test]
    fn spheres() {
        let sphere = Sphere {
            center: Vec3::ZERO,
            radius: 1.0,
        };
        for (origin, time) in [
            ([-5.0, 0.0, 0.0], Some(4.0)),
            ([-5.0, 0.6, 0.0], Some(4.2)),
            ([0.5, 0.0, 0.0], None),
            ([5.0, 0.0, 0.0], Some(-4.0)),
            ([-5.0, 2.0, 0.0], None),
        ] {
            let answer = sphere.hits_ray(&ray(origin, [1.0, 0.0, 0.0]));
            assert!(near(answer, time), "{origin:?} {answer:?}");
        }
    }

    #[test]
    fn from_an_offset() {
        let ray = Ray::along(Vec3::ONE, Vec3::new(0.0, 3.0, 4.0)).unwrap();
        assert_eq!(ray.direction, Vec3::new(0.0, 0.6, 0.8));
        assert_eq!(ray.length.to_bits(), 5.0_f32.to_bits());
        assert_eq!(Ray::along(Vec3::ONE, Vec3::new(0.0, 0.0, 0.0001)), None);
    }
}
