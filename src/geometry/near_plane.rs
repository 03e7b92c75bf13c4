//! The rectangle that a view begins at, against a polygon: how far it is from it, or how far it reaches behind it.
//!
//! Everything here is in the frame of the eye: x to the right, y forwards, z up, the eye at the origin.
//!
//! # Source
//! scenes.md C10; the definition of both numbers is this project's own.

use glam::DVec3;

use super::vector::{cross, dot_wide, length};

/// A rectangle across the line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearPlane {
    /// Distance from the eye, metres, greater than zero.
    pub distance: f64,
    /// Half of its width, metres.
    pub half_width: f64,
    /// Half of its height, metres.
    pub half_height: f64,
}

/// What a near plane has to do with a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// The polygon is outside of all that the plane cuts away; so far from the rectangle, metres.
    Clear(f64),
    /// Part of the polygon is cut away, and the rectangle reaches so far behind it there, metres.
    Behind(f64),
}

impl NearPlane {
    /// Its corners, around it from the lower left one.
    #[must_use]
    pub fn corners(&self) -> [DVec3; 4] {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, z)| DVec3::new(x * self.half_width, self.distance, z * self.half_height))
    }

    /// Distance of a corner from the eye, metres: no point that is cut away is farther.
    #[must_use]
    pub fn reach(&self) -> f64 {
        length(self.corners()[0])
    }

    /// Least signed height of the rectangle over a plane that has the eye `height` metres before it and this unit normal.
    ///
    /// Where it is not negative nothing of that plane is cut away, and nothing of it is nearer.
    #[must_use]
    pub fn height_over(&self, normal: DVec3, height: f64) -> f64 {
        let aside = normal.x.abs() * self.half_width + normal.z.abs() * self.half_height;
        height + normal.y * self.distance - aside
    }

    /// How it stands to a convex polygon with these corners, whose plane has the eye `height` metres before it and this
    /// unit normal; `None` when the eye does not see its front.
    ///
    /// What is cut away is the pyramid from the eye to the rectangle. The depth is that of the part of the rectangle
    /// through which what is cut away of the polygon would have been seen.
    #[must_use]
    pub fn against(&self, polygon: &[DVec3], normal: DVec3, height: f64) -> Option<Standing> {
        if height <= 0.0 || polygon.len() < 3 {
            return None;
        }
        let cut = self.cut_away(polygon);
        let depths = cut.iter().filter(|corner| corner.y > 0.0).map(|corner| {
            let seen_at = *corner * (self.distance / corner.y);
            -(dot_wide(normal, seen_at) + height)
        });
        if let Some(depth) = depths.reduce(larger) {
            return Some(Standing::Behind(larger(depth, 0.0)));
        }
        Some(Standing::Clear(self.distance_to(polygon, normal, height)))
    }

    /// The part of a convex polygon in the pyramid from the eye to the rectangle; empty when there is none.
    fn cut_away(&self, polygon: &[DVec3]) -> Vec<DVec3> {
        let (aside, up) = (
            self.half_width / self.distance,
            self.half_height / self.distance,
        );
        let sides: [&dyn Fn(DVec3) -> f64; 5] = [
            &|p| self.distance - p.y,
            &|p| aside * p.y - p.x,
            &|p| aside * p.y + p.x,
            &|p| up * p.y - p.z,
            &|p| up * p.y + p.z,
        ];
        // Most polygons are outside of one side as a whole.
        let outside = |inside: &&dyn Fn(DVec3) -> f64| polygon.iter().all(|p| inside(*p) < 0.0);
        if sides.iter().any(outside) {
            return Vec::new();
        }
        let mut kept = polygon.to_vec();
        for inside in sides {
            kept = clipped(&kept, inside);
        }
        kept
    }

    /// Least distance of the rectangle from a convex polygon that it does not meet.
    fn distance_to(&self, polygon: &[DVec3], normal: DVec3, height: f64) -> f64 {
        let corners = self.corners();
        let to_rectangle = polygon.iter().map(|p| {
            // A damaged recording may have a picture whose sides have changed places: that is no reason to stop.
            let over = |k: f64, half: f64| match half.abs() {
                half if k > half => k - half,
                half if k < -half => k + half,
                _ => 0.0,
            };
            let off = DVec3::new(
                over(p.x, self.half_width),
                p.y - self.distance,
                over(p.z, self.half_height),
            );
            dot_wide(off, off)
        });
        let above = corners.iter().filter_map(|corner| {
            let off = dot_wide(normal, *corner) + height;
            is_over(*corner, polygon, normal).then_some(off.abs())
        });
        let edges = edges_of(&corners)
            .flat_map(|ours| edges_of(polygon).map(move |theirs| between_segments(ours, theirs)));
        // Squares are compared, and one root is drawn.
        let across = to_rectangle.chain(edges).reduce(smaller);
        let across = across.map_or(f64::INFINITY, f64::sqrt);
        above.fold(across, smaller)
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

fn edges_of(corners: &[DVec3]) -> impl Iterator<Item = [DVec3; 2]> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| [*a, *b])
}

/// The part of a convex polygon where `inside` is not negative.
fn clipped(polygon: &[DVec3], inside: &dyn Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for [from, to] in edges_of(polygon) {
        let (a, b) = (inside(from), inside(to));
        if a >= 0.0 {
            kept.push(from);
        }
        if (a < 0.0) != (b < 0.0) {
            kept.push(from + (to - from) * (a / (a - b)));
        }
    }
    kept
}

/// Whether the foot of `point` on the plane of a convex polygon, counter-clockwise around `normal`, is in it.
fn is_over(point: DVec3, polygon: &[DVec3], normal: DVec3) -> bool {
    edges_of(polygon).all(|[a, b]| dot_wide(cross(normal, b - a), point - a) >= 0.0)
}

/// Square of the least distance of two segments.
fn between_segments([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> f64 {
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv) = (dot_wide(u, u), dot_wide(u, v), dot_wide(v, v));
    let (uw, vw) = (dot_wide(u, w), dot_wide(v, w));
    let share = |numerator: f64, denominator: f64| match denominator > 0.0 {
        true => (numerator / denominator).clamp(0.0, 1.0),
        false => 0.0,
    };
    // Nearest points of the lines, then each end brought back into its segment.
    let s = share(uv * vw - vv * uw, uu * vv - uv * uv);
    let t = share(uv * s + vw, vv);
    let s = share(uv * t - uw, uu);
    let between = w + u * s - v * t;
    dot_wide(between, between)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: NearPlane = NearPlane {
        distance: 1.0,
        half_width: 0.5,
        half_height: 0.25,
    };

    fn against(polygon: &[[f64; 3]]) -> Option<Standing> {
        let corners: Vec<DVec3> = polygon.iter().map(|p| DVec3::from_array(*p)).collect();
        let normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        let normal = normal / length(normal);
        NEAR.against(&corners, normal, -dot_wide(normal, corners[0]))
    }

    fn is(standing: Option<Standing>, want: Standing) {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let same = match (standing, want) {
            (Some(Standing::Clear(a)), Standing::Clear(b))
            | (Some(Standing::Behind(a)), Standing::Behind(b)) => near(a, b),
            _ => false,
        };
        assert!(same, "{standing:?} against {want:?}");
    }

    /// A wall across the view, facing the eye, `y` metres before it.
    fn across(y: f64) -> [[f64; 3]; 4] {
        [
            [-5.0, y, -5.0],
            [5.0, y, -5.0],
            [5.0, y, 5.0],
            [-5.0, y, 5.0],
        ]
    }

    /// A picture whose sides have changed places, as a damaged recording may have it, is no reason to stop.
    #[test]
    fn sides_that_have_changed_places_are_borne() {
        let turned = NearPlane {
            half_width: -0.5,
            half_height: -0.25,
            ..NEAR
        };
        let corners = across(1.3).map(DVec3::from_array);
        let towards = DVec3::new(0.0, -1.0, 0.0);
        is(
            turned.against(&corners, towards, 1.3),
            NEAR.against(&corners, towards, 1.3).unwrap(),
        );
    }

    #[test]
    fn a_wall_ahead() {
        is(against(&across(1.3)), Standing::Clear(0.3));
        is(against(&across(0.4)), Standing::Behind(0.6));
        // From behind it is not seen, and nothing can be cut away of it.
        let mut turned = across(0.4);
        turned.reverse();
        assert_eq!(against(&turned), None);
    }

    /// Over each wall the rectangle stands as high as its lowest corner does.
    #[test]
    fn heights_are_those_of_the_lowest_corner() {
        for (normal, height) in [
            ([0.0, -1.0, 0.0], 1.3),
            ([0.0, -1.0, 0.0], 0.4),
            ([-1.0, 0.0, 0.0], 0.75),
            ([0.6, 0.0, -0.8], 0.5),
            ([0.48, -0.6, 0.64], 2.0),
        ] {
            let normal = DVec3::from_array(normal);
            let heights = NEAR.corners().map(|c| dot_wide(normal, c) + height);
            let lowest = heights.into_iter().reduce(smaller).unwrap();
            let told = NEAR.height_over(normal, height);
            assert!((told - lowest).abs() < 1e-12, "{told} {lowest}");
        }
    }

    #[test]
    fn a_wall_along_the_view() {
        let along = |x: f64| {
            [
                [x, -5.0, -5.0],
                [x, -5.0, 5.0],
                [x, 5.0, 5.0],
                [x, 5.0, -5.0],
            ]
        };
        is(against(&along(0.75)), Standing::Clear(0.25));
        is(against(&along(0.3)), Standing::Behind(0.2));
        // Behind the eye: the rectangle is a metre away from its end.
        let ended = [
            [0.3, -5.0, -5.0],
            [0.3, -5.0, 5.0],
            [0.3, -1.0, 5.0],
            [0.3, -1.0, -5.0],
        ];
        is(against(&ended), Standing::Clear(2.0));
    }

    /// A thin bar before the rectangle is cut out of the picture, though the rectangle does not touch it.
    #[test]
    fn a_bar_between_eye_and_plane() {
        let bar = [
            [-5.0, 0.5, -0.01],
            [5.0, 0.5, -0.01],
            [5.0, 0.5, 0.01],
            [-5.0, 0.5, 0.01],
        ];
        is(against(&bar), Standing::Behind(0.5));
        // Above the pyramid there, 0.25 m over its edge at y = 1; nearest is the rectangle's upper edge.
        let over = bar.map(|[x, y, z]| [x, y, z + 0.61]);
        is(against(&over), Standing::Clear((0.25_f64 + 0.1225).sqrt()));
    }

    /// Corner to face, edge to edge and corner to corner.
    #[test]
    fn nearest_places() {
        // A post's edge crosses over the upper edge of the rectangle: 0.15 over it, its face leaning away.
        let edge = [
            [0.0, 0.0, 0.4],
            [0.0, 2.0, 0.4],
            [0.0, 2.0, 3.0],
            [0.0, 0.0, 3.0],
        ];
        let moved = edge.map(|[_, y, z]| [-0.1, y, z]);
        is(
            against(&moved).or_else(|| against(&edge.map(|[_, y, z]| [0.1, y, z]))),
            Standing::Clear(0.15),
        );
        let corner = [
            [0.8, 1.0, 0.65],
            [2.0, 1.0, 0.65],
            [2.0, 1.0, 2.0],
            [0.8, 1.0, 2.0],
        ];
        is(against(&corner), Standing::Clear(0.5));
        // The plane x + z = 1, seen from below: its distance from the corner (0.5, 1, 0.25) is 0.25 / sqrt 2.
        let face = [
            [4.0, -4.0, -3.0],
            [-3.0, -4.0, 4.0],
            [-3.0, 6.0, 4.0],
            [4.0, 6.0, -3.0],
        ];
        let standing = against(&face).or_else(|| {
            let mut face = face;
            face.reverse();
            against(&face)
        });
        is(standing, Standing::Clear(0.25 / 2.0_f64.sqrt()));
    }

    /// By brute force: points of the rectangle and of random triangles are never nearer than told, nor all far off.
    #[test]
    fn against_sampled_points() {
        let mut state = 7_u64;
        let mut random = |half: f64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) as f64 / f64::from(1_u32 << 31) * 2.0 - 1.0) * half
        };
        let (mut clear, mut behind) = (0, 0);
        for _ in 0..400 {
            let triangle = [0; 3].map(|_| DVec3::new(random(2.0), random(2.0) + 0.7, random(2.0)));
            let normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
            let normal = normal / length(normal);
            let height = -dot_wide(normal, triangle[0]);
            let Some(standing) = NEAR.against(&triangle, normal, height) else {
                continue;
            };
            const N: usize = 40;
            let shares = || {
                (0..=N).flat_map(|i| {
                    (0..=N - i).map(move |j| (i as f64 / N as f64, j as f64 / N as f64))
                })
            };
            let (mut least, mut deepest) = (f64::INFINITY, f64::NEG_INFINITY);
            for (s, t) in shares() {
                let p =
                    triangle[0] + (triangle[1] - triangle[0]) * s + (triangle[2] - triangle[0]) * t;
                let q = DVec3::new(p.x.clamp(-0.5, 0.5), 1.0, p.z.clamp(-0.25, 0.25));
                least = smaller(least, length(p - q));
                let inside =
                    p.y > 0.0 && p.y <= 1.0 && p.x.abs() <= 0.5 * p.y && p.z.abs() <= 0.25 * p.y;
                if inside {
                    deepest = larger(deepest, -(dot_wide(normal, p / p.y) + height));
                }
            }
            match standing {
                Standing::Clear(distance) => {
                    clear += 1;
                    assert_eq!(deepest, f64::NEG_INFINITY);
                    assert!(
                        least >= distance - 1e-9 && least <= distance + 0.2,
                        "{least} {distance}"
                    );
                }
                Standing::Behind(depth) => {
                    behind += 1;
                    assert!(deepest <= depth + 1e-9, "{deepest} {depth}");
                }
            }
        }
        assert!(clear > 50 && behind > 10, "{clear} {behind}");
    }
}
