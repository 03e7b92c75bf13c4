//! A polygon with its plane.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::plane::Plane;
use super::vector::{cross, narrow, wide};

/// A planar (or nearly planar) polygon, counter-clockwise seen from the side its normal points to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Polygon {
    /// Corner points in order, local space, metres.
    pub vertices: Box<[Vec3]>,
    /// The compromise plane through the mean vertex.
    pub plane: Plane,
}

impl Polygon {
    /// The polygon over `vertices`; `None` when they span no area (fewer than three, or all in one line).
    ///
    /// # Source
    /// spec/bsp.md 4.1, `make_plane` 0x005383D0; dropping degenerate input is what that section allows a loader.
    #[must_use]
    pub fn new(vertices: Vec<Vec3>) -> Option<Self> {
        let n = vertices.len();
        if n < 3 {
            return None;
        }
        let first = wide(vertices[0]);
        let mut sum = DVec3::ZERO;
        for i in 1..n - 1 {
            sum += cross(wide(vertices[i]) - first, wide(vertices[i + 1]) - first);
        }
        let length = super::vector::length(sum);
        // Below this the direction of the sum is rounding noise (coordinates are at most 10^6 m).
        if !(length.is_finite() && length > 1e-12) {
            return None;
        }
        let normal = narrow(DVec3::new(sum.x / length, sum.y / length, sum.z / length));
        let mut mean = 0.0;
        for v in &vertices {
            mean += super::vector::dot(normal, *v);
        }
        let plane = Plane {
            normal,
            offset: (-mean / n as f64) as f32,
        };
        Some(Self {
            vertices: vertices.into_boxed_slice(),
            plane,
        })
    }
}

/// The reference polygons of spec/bsp.md 4.1.
#[cfg(test)]
pub(crate) mod reference {
    use super::*;

    fn polygon(vertices: &[[f32; 3]]) -> Polygon {
        Polygon::new(vertices.iter().copied().map(Vec3::from_array).collect()).unwrap()
    }

    pub(crate) fn floor() -> Polygon {
        floor_at(0.0)
    }

    pub(crate) fn floor_at(z: f32) -> Polygon {
        polygon(&[
            [-5.0, -5.0, z],
            [5.0, -5.0, z],
            [5.0, 5.0, z],
            [-5.0, 5.0, z],
        ])
    }

    pub(crate) fn wall() -> Polygon {
        wall_at(2.0)
    }

    pub(crate) fn wall_at(x: f32) -> Polygon {
        polygon(&[
            [x, -5.0, -5.0],
            [x, -5.0, 5.0],
            [x, 5.0, 5.0],
            [x, 5.0, -5.0],
        ])
    }

    pub(crate) fn tri() -> Polygon {
        polygon(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 3.0, 0.0]])
    }

    /// x and y in -2..2, rising along y by `degrees`.
    pub(crate) fn ramp(degrees: f64) -> Polygon {
        let radians = degrees / 180.0 * std::f64::consts::PI;
        let rise = (2.0 * crate::ops::sin(radians) / crate::ops::cos(radians)) as f32;
        polygon(&[
            [-2.0, -2.0, -rise],
            [2.0, -2.0, -rise],
            [2.0, 2.0, rise],
            [-2.0, 2.0, rise],
        ])
    }

    pub(crate) fn bent() -> Polygon {
        polygon(&[
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.4],
            [0.0, 1.0, 0.0],
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/bsp.md 4.1, reference polygons.
    #[test]
    fn planes() {
        let wall = Polygon::new(vec![
            Vec3::new(2.0, -5.0, -5.0),
            Vec3::new(2.0, -5.0, 5.0),
            Vec3::new(2.0, 5.0, 5.0),
            Vec3::new(2.0, 5.0, -5.0),
        ])
        .unwrap();
        assert_eq!(
            wall.plane,
            Plane {
                normal: Vec3::NEG_X,
                offset: 2.0
            }
        );
        let bent =
            Polygon::new(vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.4), Vec3::Y]).unwrap();
        assert!(
            bent.plane
                .normal
                .abs_diff_eq(Vec3::new(-0.19245, -0.19245, 0.96225), 1e-5)
        );
        assert!((bent.plane.offset - 0.096_225).abs() < 1e-6);
        assert!(Polygon::new(vec![Vec3::ZERO, Vec3::X, Vec3::X * 2.0]).is_none());
    }
}
