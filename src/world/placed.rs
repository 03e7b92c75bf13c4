//! Every tree of a world where it stands, and what of them is near a place.

use glam::{DVec3, Vec3};

use super::{Cells, World};
use crate::bsp::{NodeKind, Tree};
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Frame, Polygon, Sphere};
use crate::ids::{CellId, ObjectId, PolygonId, Surface};

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

/// A piece of the landscape, in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    /// Its landblock; none of the ground of a single space.
    pub block: Option<u32>,
    /// Its triangles.
    pub triangles: Vec<Vec<Vec3>>,
}

impl World {
    /// The landscape, landblock by landblock and cell by cell, or the ground of a single space; empty where there is none.
    #[must_use]
    pub fn landscape(&self) -> Vec<Land> {
        let mut list = Vec::new();
        for block in self.cells().into_iter().flat_map(Cells::blocks) {
            let mut triangles = Vec::new();
            for low in 1..=64 {
                let cell = CellId(block.block() << 16 | low);
                let shift = self.scene_offset(cell);
                for face in block.faces(cell).into_iter().flatten() {
                    let corners = face.vertices.iter();
                    triangles.push(corners.map(|v| narrow(wide(*v) + shift)).collect());
                }
            }
            list.push(Land {
                block: Some(block.block()),
                triangles,
            });
        }
        list.extend(self.ground().map(|ground| Land {
            block: None,
            triangles: ground.faces().map(|face| face.vertices.to_vec()).collect(),
        }));
        list
    }

    /// Shows `see` the triangles of the ground whose squares are beneath or above the ball `near` (in the scene), each
    /// with what is added to its points to have them in the scene.
    ///
    /// Of a map it takes the squares around nine points of the ball: all of them while its radius is below that of a square.
    pub fn ground_near(&self, near: Sphere, mut see: impl FnMut(&Polygon, DVec3)) {
        if let Some(field) = self.ground() {
            let faces = field.faces_near(near.center, near.radius);
            faces.for_each(|face| see(face, DVec3::ZERO));
        }
        let Some(cells) = self.cells() else { return };
        let mut seen: Vec<CellId> = Vec::with_capacity(9);
        for (x, y) in [-1.0, 0.0, 1.0]
            .into_iter()
            .flat_map(|x| [-1.0, 0.0, 1.0].map(|y| (x, y)))
        {
            let point = near.center + Vec3::new(x, y, 0.0) * near.radius;
            let Some(cell) = self
                .outdoor_cell_at(point)
                .filter(|cell| !seen.contains(cell))
            else {
                continue;
            };
            seen.push(cell);
            let faces = cells.block(cell).and_then(|block| block.faces(cell));
            let offset = self.scene_offset(cell);
            faces
                .into_iter()
                .flatten()
                .for_each(|face| see(face, offset));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::HeightField;

    /// Level ground of 20 x 20 squares of 3 m: the squares around a place, and all the ones that a large ball is over.
    #[test]
    fn ground_around_a_place() {
        let heights = vec![0.0; 21 * 21];
        let field =
            HeightField::new(Vec3::new(-30.0, -30.0, 1.0), 3.0, (21, 21), &heights).unwrap();
        let world = World::on_ground(Vec::new(), field);
        let found = |x: f32, y: f32, radius: f32| {
            let center = Vec3::new(x, y, 9.0);
            let mut found = 0;
            world.ground_near(Sphere { center, radius }, |face, offset| {
                assert!(offset == DVec3::ZERO && face.vertices.len() == 3);
                let near = face
                    .vertices
                    .iter()
                    .any(|v| (*v - center).truncate().abs().max_element() <= radius + 3.0);
                assert!(near, "{face:?}");
                found += 1;
            });
            found
        };
        assert_eq!(found(1.5, 1.5, 1.0), 2);
        assert_eq!(found(3.0, 1.5, 1.0), 4);
        assert_eq!(found(3.0, 3.0, 1.0), 8);
        // Over the corner of the grid: x and y from -31.5 to -26.5 are two squares each way.
        assert_eq!(found(-29.0, -29.0, 2.5), 8);
        assert_eq!(found(0.0, 0.0, 500.0), 800);
        assert_eq!(found(40.0, 0.0, 5.0), 0);
    }
}
