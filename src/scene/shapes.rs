//! Polygons of boxes and prisms.

use glam::Vec3;

/// The six faces of a box, outwards.
pub(super) fn cuboid(min: Vec3, max: Vec3) -> Vec<Vec<Vec3>> {
    let outline = [
        (min.x, min.y),
        (max.x, min.y),
        (max.x, max.y),
        (min.x, max.y),
    ];
    prism(&outline, min.z, max.z)
}

/// Top, bottom and sides over `outline`, outwards, whichever way round it is given.
pub(super) fn prism(outline: &[(f32, f32)], low: f32, high: f32) -> Vec<Vec<Vec3>> {
    let mut ring: Vec<(f32, f32)> = outline.to_vec();
    if doubled_area(&ring) < 0.0 {
        ring.reverse();
    }
    let at = |point: &(f32, f32), z: f32| Vec3::new(point.0, point.1, z);
    let top = ring.iter().map(|point| at(point, high)).collect();
    let bottom = ring.iter().rev().map(|point| at(point, low)).collect();
    let mut faces = vec![top, bottom];
    for (index, from) in ring.iter().enumerate() {
        let to = &ring[(index + 1) % ring.len()];
        faces.push(vec![
            at(from, low),
            at(to, low),
            at(to, high),
            at(from, high),
        ]);
    }
    faces
}

/// Twice the area of a ring of points, negative if it runs clockwise seen from above.
fn doubled_area(ring: &[(f32, f32)]) -> f64 {
    let mut sum = 0.0;
    for (index, (x, y)) in ring.iter().enumerate() {
        let (to_x, to_y) = ring[(index + 1) % ring.len()];
        sum += f64::from(*x) * f64::from(to_y) - f64::from(to_x) * f64::from(*y);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Polygon;

    /// Every face looks away from the middle.
    #[track_caller]
    fn assert_outwards(faces: Vec<Vec<Vec3>>, middle: Vec3, count: usize) {
        assert_eq!(faces.len(), count);
        for face in faces {
            let polygon = Polygon::new(face).unwrap();
            assert!(
                polygon.plane.normal.dot(middle) + polygon.plane.offset < 0.0,
                "{polygon:?}"
            );
        }
    }

    #[test]
    fn faces_look_outwards() {
        assert_outwards(
            cuboid(Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 6.0)),
            Vec3::new(1.5, 3.0, 4.0),
            6,
        );
        let triangle = [(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)];
        let backwards = [(0.0, 3.0), (4.0, 0.0), (0.0, 0.0)];
        assert_outwards(prism(&triangle, 0.0, 2.0), Vec3::ONE, 5);
        assert_outwards(prism(&backwards, 0.0, 2.0), Vec3::ONE, 5);
    }
}
