//! What lies under the pointer.

use glam::{DVec3, Vec3};

use super::moment::Moment;
use super::subject::Subject;
use crate::geometry::Polygon;
use crate::geometry::vector::{narrow, wide};
use crate::ids::{ObjectId, PolygonId};
use crate::overlay::land;
use crate::world::{PlacedTree, World};

/// A line of sight, world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightLine {
    /// Where it begins, metres.
    pub eye: DVec3,
    /// Unit vector along it.
    pub way: DVec3,
    /// What is nearer than this is cut away, metres.
    pub near: f64,
    /// How far beside a point it still finds it, metres at the eye.
    pub width: f64,
    /// By how much that grows with each metre.
    pub slope: f64,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picked {
    /// What it is.
    pub subject: Subject,
    /// The point on it, metres.
    pub at: Vec3,
}

/// What a line of sight meets: first of all points of the tick that it passes closely, then the nearest surface.
#[must_use]
pub fn pick(world: &World, moments: &[Moment], line: &SightLine) -> Option<Picked> {
    point(moments, line).or_else(|| surface(world, line))
}

/// The point that the line passes most closely; of equal ones the first.
fn point(moments: &[Moment], line: &SightLine) -> Option<Picked> {
    let mut best: Option<(f64, Picked)> = None;
    for subject in moments.iter().filter_map(|moment| moment.subject) {
        let at = match subject {
            Subject::Way { to, .. } => to,
            Subject::Facet { at, .. } | Subject::Point(at) => at,
            Subject::Pose(pose) => pose.origin,
            Subject::Ball(ball) => ball.center,
            _ => continue,
        };
        let to = wide(at) - line.eye;
        let depth = to.dot(line.way);
        if depth < line.near {
            continue;
        }
        let beside = (to - line.way * depth).length();
        let share = beside / (line.width + line.slope * depth);
        if share <= 1.0 && best.is_none_or(|(least, _)| share < least) {
            best = Some((share, Picked { subject, at }));
        }
    }
    best.map(|(_, picked)| picked)
}

/// The nearest polygon, ground or round object.
fn surface(world: &World, line: &SightLine) -> Option<Picked> {
    let mut best: Option<(f64, Subject)> = None;
    let mut offer = |depth: f64, subject: Subject| {
        if depth >= line.near && best.is_none_or(|(least, _)| depth < least) {
            best = Some((depth, subject));
        }
    };
    for (surface, placed) in PlacedTree::each(world) {
        let scale = f64::from(placed.scale);
        let root = placed.tree.root_sphere();
        let to = wide(placed.to_world(root.center)) - line.eye;
        let beside = (to - line.way * to.dot(line.way)).length();
        // A little room: a tree's sphere is not always as large as its polygons.
        if beside > f64::from(root.radius) * scale * 1.05 + 0.05 {
            continue;
        }
        let eye = (placed.frame.rotation).apply_inverse(line.eye - wide(placed.frame.origin));
        let (eye, way) = (eye / scale, placed.frame.rotation.apply_inverse(line.way));
        for (index, polygon) in (0..).zip(placed.tree.polygons()) {
            if let Some(depth) = meets(polygon, eye, way) {
                let polygon = PolygonId(index);
                offer(depth * scale, Subject::Polygon { surface, polygon });
            }
        }
    }
    for (index, object) in (0..).zip(&world.objects) {
        if object.parts.is_empty() {
            let subject = Subject::Object(ObjectId(index));
            let Some(ball) = subject.bounds(world) else {
                continue;
            };
            if let Some(depth) = enters(wide(ball.center), f64::from(ball.radius), line) {
                offer(depth, subject);
            }
        }
    }
    for (_, corners) in land::ground(world) {
        for k in 2..corners.len() {
            let triangle = [corners[0], corners[k - 1], corners[k]].map(wide);
            if let Some(depth) = triangle_depth(triangle, line.eye, line.way) {
                let at = narrow(line.eye + line.way * depth);
                offer(depth, Subject::Point(at));
            }
        }
    }
    best.map(|(depth, subject)| Picked {
        subject,
        at: narrow(line.eye + line.way * depth),
    })
}

/// How far along the line it meets a convex polygon from either side; tree space.
fn meets(polygon: &Polygon, eye: DVec3, way: DVec3) -> Option<f64> {
    let corner = |k: usize| polygon.vertices.get(k).copied().map(wide);
    let first = corner(0)?;
    (2..polygon.vertices.len())
        .filter_map(|k| triangle_depth([first, corner(k - 1)?, corner(k)?], eye, way))
        .next()
}

/// How far along the line it meets a triangle from either side.
///
/// # Source
/// Möller and Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
fn triangle_depth([a, b, c]: [DVec3; 3], eye: DVec3, way: DVec3) -> Option<f64> {
    let (ab, ac) = (b - a, c - a);
    let across = way.cross(ac);
    let volume = ab.dot(across);
    if volume.abs() < 1e-14 {
        return None;
    }
    let to = eye - a;
    let u = to.dot(across) / volume;
    let turned = to.cross(ab);
    let v = way.dot(turned) / volume;
    // Shared edges belong to both.
    let inside = u >= -1e-9 && v >= -1e-9 && u + v <= 1.0 + 1e-9;
    let depth = ac.dot(turned) / volume;
    (inside && depth > 0.0).then_some(depth)
}

/// Where the line enters a ball; `None` when it misses it or begins inside.
fn enters(center: DVec3, radius: f64, line: &SightLine) -> Option<f64> {
    let to = center - line.eye;
    let depth = to.dot(line.way);
    let left = radius * radius - (to - line.way * depth).length_squared();
    let entry = depth - left.max(0.0).sqrt();
    (left >= 0.0 && entry > 0.0).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::super::moment::moments;
    use super::*;
    use crate::overlay::grouped::samples::at_rest;
    use proptest::prelude::*;

    fn line(eye: DVec3, to: DVec3) -> SightLine {
        SightLine {
            eye,
            way: (to - eye).normalize(),
            near: 0.01,
            width: 0.0,
            slope: 0.01,
        }
    }

    #[test]
    fn points_of_the_tick_come_before_the_wall_behind_them() {
        let (setup, replay) = at_rest();
        let all = moments(&setup.world, &replay.journal);
        let eye = wide(replay.outcome.published.origin) + DVec3::new(3.0, 1.0, 2.0);
        let at = |to| pick(&setup.world, &all, &line(eye, to)).unwrap();
        let sought = wide(replay.outcome.sought.origin);
        let found = at(sought);
        assert!(
            !matches!(found.subject, Subject::Polygon { .. }),
            "{found:?}"
        );
        // The same line without the tick finds a surface or nothing.
        let bare = pick(&setup.world, &[], &line(eye, sought));
        assert!(bare.is_none_or(|b| matches!(b.subject, Subject::Polygon { .. })));
    }

    #[test]
    fn the_nearest_polygon_is_found_and_the_point_lies_on_it() {
        let (setup, _) = at_rest();
        for placed in PlacedTree::all(&setup.world) {
            for polygon in placed.tree.polygons() {
                let corners: Vec<_> = polygon
                    .vertices
                    .iter()
                    .map(|&v| placed.to_world(v))
                    .collect();
                let middle = corners.iter().map(|&c| wide(c)).sum::<DVec3>() / corners.len() as f64;
                let normal = placed.frame.rotation.apply(wide(polygon.plane.normal));
                let found = pick(&setup.world, &[], &line(middle + normal * 0.05, middle)).unwrap();
                assert!((wide(found.at) - middle).length() < 1e-4);
                let plane = found.subject.plane(&setup.world).unwrap();
                assert!(plane.height(found.at).abs() < 1e-4);
            }
        }
    }

    proptest! {
        /// Inside of a triangle by construction, and met at the constructed depth.
        #[test]
        fn a_constructed_point_is_met(
            corners in prop::array::uniform9(-5.0..5.0_f64),
            (u, v) in (0.05..0.9_f64, 0.05..0.9_f64),
            eye in prop::array::uniform3(-9.0..9.0_f64),
        ) {
            let [a, b, c] = [0, 3, 6].map(|k| DVec3::from_slice(&corners[k..k + 3]));
            let (u, v) = if u + v > 0.95 { (u * 0.5, v * 0.5) } else { (u, v) };
            let point = a + (b - a) * u + (c - a) * v;
            let eye = DVec3::from_array(eye);
            let way = point - eye;
            let area = (b - a).cross(c - a);
            prop_assume!(area.length() > 0.1 && way.length() > 0.1);
            prop_assume!(way.normalize().dot(area.normalize()).abs() > 0.01);
            let depth = triangle_depth([a, b, c], eye, way.normalize());
            prop_assert!((depth.unwrap_or(f64::NAN) - way.length()).abs() < 1e-6);
            // Beyond its corners it is missed.
            let outside = a + (b - a) * -0.1 + (c - a) * v;
            prop_assert!(triangle_depth([a, b, c], eye, (outside - eye).normalize()).is_none());
        }
    }
}
