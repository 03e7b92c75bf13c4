//! The world as a section: what the plane of a view cuts, and edges beyond it.

use glam::Vec3;

use super::view::{Point, Rect, View};
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Polygon, Sphere};
use crate::overlay::geometry::polygons_near;
use crate::overlay::land;
use crate::world::{PlacedTree, World};

/// Most polygons that a picture looks at, and most cuts that it draws.
const MOST_POLYGONS: usize = 20_000;
const MOST_CUTS: usize = 1200;
/// Worlds with more polygons than this show no edges beyond the cut: they would cover all else.
const MOST_BEYOND: usize = 60;

/// A cut through a polygon; picture metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// Ends of the line.
    pub ends: [Point; 2],
    /// Unit vector across the line to the polygon's back.
    pub back: Point,
}

/// A section of a world; picture metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Cuts inside the frame.
    pub cuts: Vec<Cut>,
    /// Edges that are seen beyond the cut.
    pub beyond: Vec<[Point; 2]>,
    /// How many cuts were left out.
    pub left_out: usize,
}

/// Cuts `world` with the plane of `view` through `through`; what lies outside `frame` is left away.
#[must_use]
pub fn section(world: &World, view: &View, through: Vec3, frame: &Rect) -> Section {
    let mut out = Section::default();
    let total: usize = PlacedTree::all(world)
        .map(|placed| placed.tree.polygons().len())
        .sum();
    let middle = [
        (frame.low[0] + frame.high[0]) / 2.0,
        (frame.low[1] + frame.high[1]) / 2.0,
    ];
    let mut center = view.origin + view.right * middle[0] + view.up * middle[1];
    center += view.toward() * view.depth(through, narrow(center));
    let half = length(glam::DVec3::new(frame.width(), frame.height(), 0.0)) / 2.0;
    let near = Sphere {
        center: narrow(center),
        radius: half as f32,
    };
    for placed in PlacedTree::all(world) {
        for id in polygons_near(&placed, near, MOST_POLYGONS) {
            let Some(polygon) = placed.tree.polygon(id) else {
                continue;
            };
            let corners: Vec<Vec3> = polygon
                .vertices
                .iter()
                .map(|&v| placed.to_world(v))
                .collect();
            let normal = wide(placed.frame.vector_to_global(polygon.plane.normal));
            match cut_line(&corners, view, through) {
                Some([a, b]) => {
                    if let Some(ends) = frame.clip_line(a, b) {
                        let back = back_side(ends, view.project_direction(-normal));
                        out.cuts.push(Cut { ends, back });
                    }
                }
                None if total <= MOST_BEYOND => {
                    for (k, &a) in corners.iter().enumerate() {
                        let b = corners[(k + 1) % corners.len()];
                        out.beyond
                            .extend(frame.clip_line(view.project(a), view.project(b)));
                    }
                }
                None => {}
            }
        }
    }
    for (_, corners) in land::ground(world) {
        let Some(polygon) = Polygon::new(corners) else {
            continue;
        };
        if let Some([a, b]) = cut_line(&polygon.vertices, view, through)
            && let Some(ends) = frame.clip_line(a, b)
        {
            let below = view.project_direction(-wide(polygon.plane.normal));
            let back = back_side(ends, below);
            out.cuts.push(Cut { ends, back });
        }
    }
    if out.cuts.len() > MOST_CUTS {
        out.left_out = out.cuts.len() - MOST_CUTS;
        let apart = |c: &Cut| {
            let mid = [
                (c.ends[0][0] + c.ends[1][0]) / 2.0,
                (c.ends[0][1] + c.ends[1][1]) / 2.0,
            ];
            let (x, y) = (mid[0] - middle[0], mid[1] - middle[1]);
            x * x + y * y
        };
        out.cuts.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
        out.cuts.truncate(MOST_CUTS);
    }
    out
}

/// Where the plane of `view` through `through` meets a polygon; `None` beside it, or when the polygon lies in it.
pub(super) fn cut_line(corners: &[Vec3], view: &View, through: Vec3) -> Option<[Point; 2]> {
    let heights: Vec<f64> = corners.iter().map(|&c| view.depth(c, through)).collect();
    if heights.iter().all(|h| h.abs() < 1e-5) {
        return None;
    }
    let mut met: Vec<Point> = Vec::new();
    for k in 0..corners.len() {
        let next = (k + 1) % corners.len();
        let (h, g) = (heights[k], heights[next]);
        if (h > 0.0) != (g > 0.0) {
            let t = h / (h - g);
            let (a, b) = (view.project(corners[k]), view.project(corners[next]));
            met.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
        }
    }
    match met[..] {
        [a, b, ..] if a != b => Some([a, b]),
        _ => None,
    }
}

/// Unit vector across the line on the side of `behind`.
fn back_side([a, b]: [Point; 2], behind: Point) -> Point {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let long = (x * x + y * y).sqrt();
    if long == 0.0 {
        return [0.0, 0.0];
    }
    let across = [-y / long, x / long];
    let side = if across[0] * behind[0] + across[1] * behind[1] < 0.0 {
        -1.0
    } else {
        1.0
    };
    across.map(|c| c * side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::Motion;
    use crate::recording::samples::wall_behind;

    fn frame() -> Rect {
        Rect {
            low: [-1.0, 0.0],
            high: [3.0, 3.0],
        }
    }

    /// The wall of scenes.md C3 stands 1.91 m along a sweep to the south and faces north.
    #[test]
    fn a_wall_is_a_line_with_its_back_away_from_the_path() {
        let world = wall_behind(60, 1, Motion::Still).world;
        let (from, to) = (Vec3::new(0.0, 0.0, 1.5), Vec3::new(0.0, -2.61, 1.5));
        let side = section(&world, &View::side(from, to), from, &frame());
        let [cut] = side.cuts[..] else {
            panic!("{side:?}")
        };
        assert!(cut.ends.iter().all(|e| (e[0] - 1.91).abs() < 1e-6));
        assert_eq!(
            (cut.ends[0][1] - cut.ends[1][1]).abs(),
            3.0,
            "clipped to the frame"
        );
        assert!((cut.back[0] - 1.0).abs() < 1e-9);
        assert!(side.beyond.is_empty());

        let top_frame = Rect {
            low: [-1.0, -1.0],
            high: [3.0, 1.0],
        };
        let top = section(&world, &View::top(from, to), from, &top_frame);
        assert_eq!(top.cuts.len(), 1);
        // A section above the wall's upper edge cuts nothing and sees the edge beyond.
        let above = section(&world, &View::top(from, to), Vec3::Z * 9.0, &top_frame);
        assert!(above.cuts.is_empty());
    }

    #[test]
    fn what_is_outside_the_frame_is_left_away() {
        let world = wall_behind(60, 1, Motion::Still).world;
        let near = Rect {
            low: [-1.0, 0.0],
            high: [1.0, 3.0],
        };
        let (from, to) = (Vec3::Z, Vec3::new(0.0, -1.0, 1.0));
        assert_eq!(
            section(&world, &View::side(from, to), from, &near),
            Section::default()
        );
    }
}
