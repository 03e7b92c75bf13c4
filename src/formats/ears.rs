//! Polygons that are not flat or not convex, in triangles.

use glam::{DVec3, Vec3};

use crate::geometry::Polygon;
use crate::geometry::vector::{cross, length, wide};

/// The polygon in triangles, each with an area: ears are cut off until three corners are left.
pub(super) fn triangles(polygon: &Polygon) -> Vec<Polygon> {
    let normal = polygon.plane.normal_wide();
    let mut ring: Vec<Vec3> = polygon.vertices.to_vec();
    let mut list = Vec::new();
    while ring.len() > 3 {
        let n = ring.len();
        let ear = (0..n).find(|k| is_ear(&ring, *k, normal)).unwrap_or(0);
        list.extend(Polygon::new(vec![
            ring[(ear + n - 1) % n],
            ring[ear],
            ring[(ear + 1) % n],
        ]));
        ring.remove(ear);
    }
    list.extend(Polygon::new(ring));
    list
}

/// Whether the corner `k` turns left and no other corner lies in its triangle.
fn is_ear(ring: &[Vec3], k: usize, normal: DVec3) -> bool {
    let n = ring.len();
    let (a, b, c) = (
        wide(ring[(k + n - 1) % n]),
        wide(ring[k]),
        wide(ring[(k + 1) % n]),
    );
    let side = |p: DVec3, q: DVec3, r: DVec3| {
        let area = cross(q - p, r - p);
        area.x * normal.x + area.y * normal.y + area.z * normal.z
    };
    let turn = side(a, b, c);
    if turn <= 1e-9 * length(b - a) * length(c - b) {
        return false;
    }
    let inside = |p: DVec3| side(a, b, p) >= 0.0 && side(b, c, p) >= 0.0 && side(c, a, p) >= 0.0;
    !ring
        .iter()
        .map(|p| wide(*p))
        .any(|p| p != a && p != b && p != c && inside(p))
}
