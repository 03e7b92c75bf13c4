//! Every tree of a world where it stands, and what of them is near a place.

use glam::Vec3;

use super::{Cells, World};
use crate::bsp::{NodeKind, Tree};
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Frame, Sphere};
use crate::ids::{ObjectId, PolygonId, Surface};

/// A tree where it stands.
#[derive(Clone, Copy, Debug)]
pub struct PlacedTree<'a> {
    /// The tree, unscaled.
    pub tree: &'a Tree,
    /// Where its origin is.
    pub frame: Frame,
    /// Uniform scale, greater than zero.
    pub scale: f32,
}

impl<'a> PlacedTree<'a> {
    /// Every tree of a world: object by object, then the walls of rooms and the shells of buildings.
    pub fn all(world: &'a World) -> impl Iterator<Item = Self> {
        Self::each(world).map(|(_, placed)| placed)
    }

    /// As [`Self::all`], each with what it belongs to.
    pub fn each(world: &'a World) -> impl Iterator<Item = (Surface, Self)> {
        let parts = (0..).map(ObjectId).zip(&world.objects);
        let parts = parts.flat_map(|(object, shape)| {
            (0..shape.parts.len() as u32).map(move |part| Surface::Part { object, part })
        });
        let rooms = world.cells().into_iter().flat_map(Cells::rooms);
        let buildings = world.cells().into_iter().flat_map(Cells::buildings);
        let cells = rooms
            .map(|room| room.id)
            .chain(buildings.map(|building| building.position.cell));
        parts
            .chain(cells.map(Surface::Environment))
            .filter_map(|surface| Some((surface, Self::of(world, surface)?)))
    }

    /// The tree of a surface; `None` where there is none.
    #[must_use]
    pub fn of(world: &'a World, surface: Surface) -> Option<Self> {
        let (tree, place, scale) = match surface {
            Surface::Part { object, part } => {
                let object = world.objects.get(object.0 as usize)?;
                let part = object.parts.get(part as usize)?;
                let (place, scale) = object.part_place(part, true);
                (&part.tree, place, scale)
            }
            Surface::Environment(cell) => {
                let cells = world.cells()?;
                if let Some(room) = cells.indoor(cell) {
                    (room.structure.as_ref()?, room.position(), 1.0)
                } else {
                    let building = cells.building(cell)?;
                    (building.tree.as_ref()?, building.position, 1.0)
                }
            }
        };
        Some(Self {
            tree,
            frame: world.scene_frame(&place),
            scale,
        })
    }

    /// A point of the tree's space in the world.
    #[must_use]
    pub fn to_world(&self, local: Vec3) -> Vec3 {
        self.frame
            .to_global(narrow(wide(local) * f64::from(self.scale)))
    }

    /// A point of the world in the tree's space.
    #[must_use]
    pub fn to_tree(&self, world: Vec3) -> Vec3 {
        narrow(self.frame.to_local_wide(world) / f64::from(self.scale))
    }

    /// Shows `see` the polygons of every leaf whose bounding sphere meets `near` (world space), leaf by leaf, until it answers no.
    ///
    /// A polygon that stands in several leaves comes several times.
    pub fn leaves_near(&self, near: Sphere, mut see: impl FnMut(PolygonId) -> bool) {
        let tree = self.tree;
        let center = self.frame.to_local_wide(near.center) / f64::from(self.scale);
        let radius = f64::from(near.radius) / f64::from(self.scale);
        let meets = |sphere: &Sphere| {
            length(wide(sphere.center) - center) <= f64::from(sphere.radius) + radius
        };
        if !meets(&tree.root_sphere()) {
            return;
        }
        let mut open = vec![0_usize];
        while let Some(node) = open.pop().and_then(|k| tree.nodes().get(k)) {
            if !meets(&node.sphere) {
                continue;
            }
            match node.kind {
                NodeKind::Inner {
                    positive, negative, ..
                } => {
                    let children = [negative, positive].into_iter().flatten();
                    open.extend(children.map(|id| id.0 as usize));
                }
                NodeKind::Leaf { .. } => {
                    if !tree.leaf(node).iter().all(|id| see(*id)) {
                        return;
                    }
                }
            }
        }
    }
}
