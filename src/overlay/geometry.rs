//! Edges of what can be hit; of huge meshes only those near the path.

use std::collections::BTreeSet;

use glam::Vec3;

use super::land;
use super::lines::{Item, Layer, Overlay, Shape};
use super::role::Role;
use super::style::Style;
use crate::bsp::Tree;
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Polygon, Sphere};
use crate::ids::PolygonId;
use crate::world::{PlacedTree, World};

/// Draws the edges of all trees, each edge once.
///
/// A world with more edges than [`Style::mesh_edges`] shows only what is within [`Style::mesh_near`] of the ball `around`.
pub fn geometry(world: &World, around: Sphere, style: &Style, out: &mut Overlay) {
    // Counted no further than it matters: a world may have millions.
    let is_small = PlacedTree::all(world)
        .flat_map(|placed| placed.tree.polygons())
        .try_fold(0, |sum, polygon| {
            let sum = sum + polygon.vertices.len();
            (sum <= style.mesh_edges).then_some(sum)
        })
        .is_some();
    let mut budget = style.mesh_edges;
    for placed in PlacedTree::all(world) {
        let polygons = if is_small {
            (0..placed.tree.polygons().len() as u32)
                .map(PolygonId)
                .collect()
        } else {
            let near = Sphere {
                center: around.center,
                radius: around.radius + style.mesh_near,
            };
            polygons_near(&placed, near, budget / 3)
        };
        let edges = edges(&placed, &polygons);
        budget = budget.saturating_sub(edges.len());
        for [from, to] in edges {
            let item = Item::new(Layer::Mesh, Role::Mesh, Shape::Line { from, to });
            out.push(item.opacity(0.7).width(1.0));
        }
    }
    ground_edges(world, around, style, out);
    if !is_small {
        let all = PlacedTree::all(world)
            .map(|placed| placed.tree.polygons().len())
            .sum();
        out.leave_out(Layer::Mesh, all);
    }
}

/// Edges of the triangles of the ground near the ball `around`; at most as many as of meshes.
fn ground_edges(world: &World, around: Sphere, style: &Style, out: &mut Overlay) {
    let reach = around.radius + style.mesh_near.max(GROUND_NEAR);
    let mut budget = style.mesh_edges;
    for (_, corners) in land::ground(world) {
        let ball = ball_around(&corners);
        let apart = length(wide(ball.center) - wide(around.center));
        if apart > f64::from(ball.radius) + f64::from(reach) || budget < corners.len() {
            continue;
        }
        budget -= corners.len();
        let shape = Shape::Polyline {
            points: corners,
            closed: true,
        };
        out.push(
            Item::new(Layer::Mesh, Role::Mesh, shape)
                .opacity(0.7)
                .width(1.0),
        );
    }
}

/// How far from the tick's path the ground is drawn at least, metres: a square and its neighbours.
const GROUND_NEAR: f32 = 48.0;

/// Polygons in leaves whose bounding sphere meets `near` (world space); at most `limit`, each once.
#[must_use]
pub fn polygons_near(placed: &PlacedTree<'_>, near: Sphere, limit: usize) -> Vec<PolygonId> {
    let local = Sphere {
        center: placed.to_tree(near.center),
        radius: near.radius / placed.scale,
    };
    let mut found = BTreeSet::new();
    placed.leaves_near(near, |id| {
        if reaches(placed.tree, id, &local) {
            found.insert(id);
        }
        found.len() < limit
    });
    found.into_iter().take(limit).collect()
}

/// Whether the box around a polygon meets a sphere; tree space.
fn reaches(tree: &Tree, id: PolygonId, sphere: &Sphere) -> bool {
    tree.polygon(id).is_some_and(|polygon| {
        let (low, high) = corners_box(polygon);
        let nearest = sphere.center.clamp(low, high);
        length(wide(nearest) - wide(sphere.center)) <= f64::from(sphere.radius)
    })
}

fn corners_box(polygon: &Polygon) -> (Vec3, Vec3) {
    let first = polygon.vertices.first().copied().unwrap_or_default();
    polygon
        .vertices
        .iter()
        .fold((first, first), |(low, high), v| (low.min(*v), high.max(*v)))
}

/// Edges of `polygons` in the world; one that two polygons share comes once.
#[must_use]
pub fn edges(placed: &PlacedTree<'_>, polygons: &[PolygonId]) -> Vec<[Vec3; 2]> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for polygon in polygons.iter().filter_map(|&id| placed.tree.polygon(id)) {
        let corners = &polygon.vertices;
        for (k, &a) in corners.iter().enumerate() {
            let b = corners[(k + 1) % corners.len()];
            let (ka, kb) = (
                a.to_array().map(f32::to_bits),
                b.to_array().map(f32::to_bits),
            );
            if seen.insert(if ka < kb { (ka, kb) } else { (kb, ka) }) {
                all.push([placed.to_world(a), placed.to_world(b)]);
            }
        }
    }
    all
}

/// The smallest ball around the box around `points`; a point at the origin when there are none.
#[must_use]
pub fn ball_around(points: &[Vec3]) -> Sphere {
    let first = points.first().copied().unwrap_or_default();
    let (low, high) = points
        .iter()
        .fold((first, first), |(low, high), p| (low.min(*p), high.max(*p)));
    let center = narrow((wide(low) + wide(high)) * 0.5);
    Sphere {
        center,
        radius: (length(wide(high) - wide(low)) * 0.5) as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Frame;
    use crate::world::{Object, Part};

    /// A floor of `side` by `side` unit squares.
    fn floor(side: u32) -> World {
        let corner = |x: u32, y: u32| Vec3::new(x as f32, y as f32, 0.0);
        let squares = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
        let polygons = squares.filter_map(|(x, y)| {
            Polygon::new(vec![
                corner(x, y),
                corner(x + 1, y),
                corner(x + 1, y + 1),
                corner(x, y + 1),
            ])
        });
        let tree = Tree::balanced(polygons.collect());
        World::new(vec![Object::solid(
            "floor".to_owned(),
            Frame::at(Vec3::X * 100.0),
            1.0,
            tree,
        )])
    }

    fn drawn(world: &World, style: &Style) -> Overlay {
        let mut out = Overlay::default();
        geometry(
            world,
            Sphere {
                center: Vec3::new(105.0, 5.0, 0.0),
                radius: 1.0,
            },
            style,
            &mut out,
        );
        out
    }

    #[test]
    fn shared_edges_come_once() {
        let out = drawn(&floor(3), &Style::default());
        assert_eq!(out.items.len(), 2 * 3 * 4);
        assert!(out.left_out.is_empty());
        let xs = out.items.iter().filter_map(|i| match i.shape {
            Shape::Line { from, .. } => Some(from.x),
            _ => None,
        });
        assert!(
            xs.into_iter().all(|x| (100.0..=103.0).contains(&x)),
            "edges stand in the world"
        );
    }

    #[test]
    fn a_huge_mesh_shows_what_is_near() {
        let world = floor(60);
        let style = Style {
            mesh_edges: 1000,
            mesh_near: 1.5,
            ..Style::default()
        };
        let out = drawn(&world, &style);
        assert!(
            !out.items.is_empty() && out.items.len() < 200,
            "{}",
            out.items.len()
        );
        assert_eq!(out.left_out, [(Layer::Mesh, 3600)]);
        for item in &out.items {
            let Shape::Line { from, to } = item.shape else {
                panic!("{item:?}")
            };
            for end in [from, to] {
                assert!(
                    end.distance(Vec3::new(105.0, 5.0, 0.0)) < 2.5 + 2.0_f32.sqrt(),
                    "{end}"
                );
            }
        }
        let tight = drawn(
            &world,
            &Style {
                mesh_edges: 30,
                mesh_near: 30.0,
                ..Style::default()
            },
        );
        assert!(tight.items.len() <= 40, "{}", tight.items.len());
    }

    #[test]
    fn every_part_stands_in_its_place() {
        let mut world = floor(1);
        let tree = world.objects[0].parts[0].tree.clone();
        world.objects[0].scale = 2.0;
        world.objects[0].parts.push(Part {
            frame: Frame::at(Vec3::Z),
            scale: 3.0,
            tree,
        });
        let ends = |part: usize| {
            let placed = PlacedTree::all(&world).nth(part).unwrap();
            (
                placed.to_world(Vec3::ZERO),
                placed.to_world(Vec3::new(1.0, 1.0, 0.0)),
            )
        };
        assert_eq!(
            ends(0),
            (Vec3::new(100.0, 0.0, 0.0), Vec3::new(102.0, 2.0, 0.0))
        );
        assert_eq!(
            ends(1),
            (Vec3::new(100.0, 0.0, 2.0), Vec3::new(106.0, 6.0, 2.0))
        );
        let placed = PlacedTree::all(&world).nth(1).unwrap();
        assert_eq!(
            placed.to_tree(Vec3::new(106.0, 6.0, 2.0)),
            Vec3::new(1.0, 1.0, 0.0)
        );
        assert_eq!(drawn(&world, &Style::default()).items.len(), 8);
    }

    #[test]
    fn a_ball_around_points() {
        let ball = ball_around(&[Vec3::ZERO, Vec3::new(0.0, 6.0, 8.0)]);
        assert_eq!((ball.center, ball.radius), (Vec3::new(0.0, 3.0, 4.0), 5.0));
        assert_eq!(ball_around(&[]).radius, 0.0);
    }
}
