//! Paths in the middle of a step, for tests of one routine.

use glam::Vec3;

use super::mover::{Mover, MoverFlags};
use super::sweep::Transition;
use crate::bsp::{Node, NodeKind, Parts, Tree};
use crate::geometry::polygon::reference::floor;
use crate::geometry::{Frame, Plane, Polygon, Position, Sphere};
use crate::ids::{NodeId, PolygonId};
use crate::policy::{Form, Policy, Row};
use crate::world::{HeightField, Object, World};

pub(crate) const CONTACT: u32 = MoverFlags::CONTACT.0;
pub(crate) const WALKER: u32 = CONTACT | MoverFlags::ON_WALKABLE.0 | MoverFlags::EDGE_SLIDE.0;
pub(crate) const CLIPPED: u32 = MoverFlags::PATH_CLIPPED.0;
pub(crate) const PERFECT: u32 = CLIPPED | MoverFlags::PERFECT_CLIP.0;

pub(crate) fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

pub(crate) fn ball(center: Vec3, radius: f32) -> Sphere {
    Sphere { center, radius }
}

/// A mover whose foot is centred on its origin.
pub(crate) fn foot(radius: f32, flags: u32) -> Mover {
    Mover::new(&[ball(Vec3::ZERO, radius)], MoverFlags(flags))
}

/// The same with a head of the same size.
pub(crate) fn foot_and_head(radius: f32, head: Vec3, flags: u32) -> Mover {
    let spheres = [ball(Vec3::ZERO, radius), ball(head, radius)];
    Mover::new(&spheres, MoverFlags(flags))
}

/// A path of `mover`, whose origin was at `current` and is tried at `check`.
pub(crate) fn trial<'a>(
    world: &'a World,
    policy: &'a Policy,
    mover: Mover,
    current: Vec3,
    check: Vec3,
    probe: &'a mut (),
) -> Transition<'a, ()> {
    let (begin, end) = (place(current), place(check));
    let mut path = Transition::new(world, policy, mover, Some(begin), end, probe);
    path.path.set_check(&mover, end, end.cell);
    path
}

pub(crate) fn place(origin: Vec3) -> Position {
    Position::single(Frame::at(origin))
}

/// Whether two points are the same to 0.1 mm, the tolerance of the worked examples.
pub(crate) fn close(a: Vec3, b: Vec3) -> bool {
    a.abs_diff_eq(b, 1e-4)
}

pub(crate) fn level(z: f32) -> Plane {
    Plane {
        normal: Vec3::Z,
        offset: -z,
    }
}

/// All rows of ACE but the one that empties trees of a single leaf.
pub(crate) fn ace() -> Policy {
    let mut policy: Policy = "ace".parse().unwrap();
    policy.set_row(Row::L26, Form::Retail);
    policy
}

/// Tree A of spec/bsp.md 5.4: an empty leaf above z = 0, solid matter with the floor below.
pub(crate) fn tree_a() -> Tree {
    let sphere = ball(Vec3::ZERO, 100.0);
    let leaf = |solid, count| Node {
        sphere,
        kind: NodeKind::Leaf {
            solid,
            first: 0,
            count,
        },
    };
    let root = Node {
        sphere,
        kind: NodeKind::Inner {
            plane: level(0.0),
            positive: Some(NodeId(1)),
            negative: Some(NodeId(2)),
        },
    };
    Tree::from_parts(Parts {
        polygons: vec![floor()],
        nodes: vec![root, leaf(false, 0), leaf(true, 1)],
        leaf_polygons: vec![PolygonId(0)],
    })
    .unwrap()
}

/// A single space with these things, each a tree of one leaf where it is described.
pub(crate) fn space(trees: Vec<Vec<Polygon>>) -> World {
    let object = |polygons| {
        let tree = Tree::single_leaf(polygons);
        Object::solid("thing".to_owned(), Frame::default(), 1.0, tree)
    };
    World::new(trees.into_iter().map(object).collect())
}

/// 100 m of level ground around the origin.
pub(crate) fn level_ground() -> World {
    let corner = at(-50.0, -50.0, 0.0);
    let field = HeightField::new(corner, 100.0, (2, 2), &[0.0; 4]).unwrap();
    World::on_ground(Vec::new(), field)
}

/// A level quad of 10 m at `z`, facing up or down.
pub(crate) fn quad(z: f32, up: bool) -> Polygon {
    let mut corners = vec![
        at(-5.0, -5.0, z),
        at(5.0, -5.0, z),
        at(5.0, 5.0, z),
        at(-5.0, 5.0, z),
    ];
    if !up {
        corners.reverse();
    }
    Polygon::new(corners).unwrap()
}
