//! Shapes as strips of straight lines, for whoever draws lines in three dimensions.

use glam::{DVec3, Vec3};

use super::lines::{Mark, Shape};
use crate::geometry::vector::{cross, narrow, unit, wide};
use crate::ops;

/// Pieces of a full circle.
pub const ROUND: usize = 48;

/// A strip of straight lines from point to point; closed ones repeat their first point.
pub type Strip = Vec<Vec3>;

/// The lines of `shape`; none for a text, the edge for a fill.
///
/// `to_onlooker` is a unit vector from the shape to the eye: markers face it, and balls and capsules add their silhouette
/// when it is given.
#[must_use]
pub fn strips(shape: &Shape, to_onlooker: Option<Vec3>) -> Vec<Strip> {
    match shape {
        Shape::Line { from, to } => vec![vec![*from, *to]],
        Shape::Polyline { points, closed } => vec![ring(points, *closed)],
        Shape::Circle {
            center,
            normal,
            radius,
        } => vec![circle(*center, *normal, *radius)],
        Shape::Ball { center, radius } => {
            let mut all: Vec<Strip> = [Vec3::X, Vec3::Y, Vec3::Z]
                .map(|n| circle(*center, n, *radius))
                .into();
            all.extend(to_onlooker.map(|n| circle(*center, n, *radius)));
            all
        }
        Shape::Capsule { from, to, radius } => capsule(*from, *to, *radius, to_onlooker),
        Shape::Marker { at, mark, size } => {
            marker(*at, *mark, *size, to_onlooker.unwrap_or(Vec3::Z))
        }
        Shape::Arrow { from, to } => arrow(*from, *to),
        Shape::Frustum { pose, depth } => frustum(pose, *depth),
        Shape::Fill { points, .. } => vec![ring(points, true)],
        Shape::Label { .. } => Vec::new(),
    }
}

fn ring(points: &[Vec3], closed: bool) -> Strip {
    let mut strip = points.to_vec();
    if closed {
        strip.extend(points.first());
    }
    strip
}

/// Two unit vectors across `axis`, right-handed with it. An axis without length counts as up.
#[must_use]
pub fn across(axis: Vec3) -> (DVec3, DVec3) {
    let axis = unit(wide(axis)).unwrap_or(DVec3::Z);
    let helper = if axis.z.abs() < 0.9 {
        DVec3::Z
    } else {
        DVec3::X
    };
    let u = unit(cross(helper, axis)).unwrap_or(DVec3::X);
    (u, cross(axis, u))
}

/// A circle around `normal` as a closed strip of [`ROUND`] pieces.
#[must_use]
pub fn circle(center: Vec3, normal: Vec3, radius: f32) -> Strip {
    let (u, v) = across(normal);
    arc(
        wide(center),
        u * f64::from(radius),
        v * f64::from(radius),
        0.0,
        1.0,
        ROUND,
    )
}

/// Part of an ellipse from `begin` to `end` (in turns, 0 is at `u`).
fn arc(center: DVec3, u: DVec3, v: DVec3, begin: f64, end: f64, pieces: usize) -> Strip {
    let at = |k: usize| {
        let turn = std::f64::consts::TAU * (begin + (end - begin) * k as f64 / pieces as f64);
        narrow(center + u * ops::cos(turn) + v * ops::sin(turn))
    };
    (0..=pieces).map(at).collect()
}

/// The outlines of a capsule in two planes through its axis, and a ring at either end.
fn capsule(from: Vec3, to: Vec3, radius: f32, to_onlooker: Option<Vec3>) -> Vec<Strip> {
    let Some(axis) = unit(wide(to) - wide(from)) else {
        return strips(&Shape::Ball { center: to, radius }, to_onlooker);
    };
    let (u, v) = across(narrow(axis));
    let mut all = vec![
        circle(from, narrow(axis), radius),
        circle(to, narrow(axis), radius),
    ];
    all.extend([u, v].map(|side| stadium(from, to, axis, side, radius)));
    if let Some(side) = to_onlooker.and_then(|o| unit(cross(wide(o), axis))) {
        all.push(stadium(from, to, axis, side, radius));
    }
    all
}

fn stadium(from: Vec3, to: Vec3, axis: DVec3, side: DVec3, radius: f32) -> Strip {
    let r = f64::from(radius);
    let mut strip = arc(wide(from), side * r, axis * -r, 0.0, 0.5, ROUND / 2);
    strip.extend(arc(wide(to), side * -r, axis * r, 0.0, 0.5, ROUND / 2));
    strip.extend(strip.first().copied());
    strip
}

fn marker(at: Vec3, mark: Mark, size: f32, facing: Vec3) -> Vec<Strip> {
    let (u, v) = across(facing);
    let (u, v) = (u * f64::from(size), v * f64::from(size));
    let point = |x: f64, y: f64| narrow(wide(at) + u * x + v * y);
    match mark {
        Mark::Cross => vec![
            vec![point(-0.7, -0.7), point(0.7, 0.7)],
            vec![point(-0.7, 0.7), point(0.7, -0.7)],
        ],
        Mark::Diamond => vec![
            [
                (0.0, -1.0),
                (1.0, 0.0),
                (0.0, 1.0),
                (-1.0, 0.0),
                (0.0, -1.0),
            ]
            .map(|(x, y)| point(x, y))
            .to_vec(),
        ],
        Mark::HollowCircle => vec![circle(at, facing, size)],
        // Without fills: rings so close that they read as one.
        Mark::FilledCircle | Mark::Dot => [1.0, 0.66, 0.33]
            .map(|f| circle(at, facing, size * f))
            .into(),
    }
}

fn arrow(from: Vec3, to: Vec3) -> Vec<Strip> {
    let Some(axis) = unit(wide(to) - wide(from)) else {
        return Vec::new();
    };
    let head = (wide(to) - wide(from)).length() * 0.22;
    let (u, v) = across(narrow(axis));
    let barb = |side: DVec3| narrow(wide(to) - axis * head + side * (head * 0.45));
    vec![
        vec![from, to],
        vec![barb(u), to, barb(-u)],
        vec![barb(v), to, barb(-v)],
    ]
}

/// The corners of a frustum's far side: left to right along the bottom, then back along the top.
#[must_use]
pub fn frustum_corners(pose: &crate::geometry::Frame, depth: f32) -> [Vec3; 4] {
    // 16:10 and about 60 degrees across: an icon, not a lens.
    [(-0.58, -0.36), (0.58, -0.36), (0.58, 0.36), (-0.58, 0.36)]
        .map(|(x, z)| pose.to_global(Vec3::new(x * depth, depth, z * depth)))
}

fn frustum(pose: &crate::geometry::Frame, depth: f32) -> Vec<Strip> {
    let corners = frustum_corners(pose, depth);
    let mut all = vec![ring(&corners, true)];
    all.extend(corners.map(|corner| vec![pose.origin, corner]));
    // A short bar on top says which way is up.
    let up = pose.to_global(Vec3::new(0.0, depth, 0.52 * depth));
    all.push(vec![corners[2], up, corners[3]]);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Frame;

    fn all_points(shape: &Shape) -> Vec<Vec3> {
        strips(shape, Some(Vec3::X)).into_iter().flatten().collect()
    }

    #[test]
    fn rounds_lie_on_their_surfaces() {
        let (center, radius) = (Vec3::new(3.0, -2.0, 1.0), 0.3);
        for p in all_points(&Shape::Ball { center, radius }) {
            assert!((p.distance(center) - radius).abs() < 1e-6);
        }
        let to = center + Vec3::new(0.1, 0.7, -0.2);
        let capsule = all_points(&Shape::Capsule {
            from: center,
            to,
            radius,
        });
        for &p in &capsule {
            let t =
                ((p - center).dot(to - center) / (to - center).length_squared()).clamp(0.0, 1.0);
            assert!((p.distance(center + (to - center) * t) - radius).abs() < 1e-5);
        }
        // Both caps are there.
        let axis = (to - center).normalize();
        assert!(capsule.iter().any(|p| (*p - to).dot(axis) > 0.29));
        assert!(capsule.iter().any(|p| (*p - center).dot(axis) < -0.29));
    }

    #[test]
    fn a_capsule_without_length_is_a_ball() {
        let at = Vec3::ONE;
        assert_eq!(
            strips(
                &Shape::Capsule {
                    from: at,
                    to: at,
                    radius: 1.0
                },
                None
            ),
            strips(
                &Shape::Ball {
                    center: at,
                    radius: 1.0
                },
                None
            )
        );
    }

    #[test]
    fn a_frustum_opens_forwards_and_says_what_is_up() {
        let pose = Frame::at(Vec3::new(0.0, 1.0, 0.0));
        let points = all_points(&Shape::Frustum { pose, depth: 0.5 });
        assert!(points.iter().all(|p| p.y >= 1.0 && p.y <= 1.5));
        let highest = points.iter().fold(f32::MIN, |h, p| h.max(p.z));
        let lowest = points.iter().fold(f32::MAX, |l, p| l.min(p.z));
        assert!(highest > -lowest);
    }

    #[test]
    fn an_arrow_ends_at_its_tip_and_numbers_stay_finite() {
        let arrow = strips(
            &Shape::Arrow {
                from: Vec3::ZERO,
                to: Vec3::Z,
            },
            None,
        );
        assert_eq!(arrow[0], [Vec3::ZERO, Vec3::Z]);
        assert!(
            strips(
                &Shape::Arrow {
                    from: Vec3::Z,
                    to: Vec3::Z
                },
                None
            )
            .is_empty()
        );
        for p in all_points(&Shape::Circle {
            center: Vec3::ZERO,
            normal: Vec3::ZERO,
            radius: 1.0,
        }) {
            assert!(p.is_finite());
        }
    }
}
