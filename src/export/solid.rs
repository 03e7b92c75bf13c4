//! The collision geometry of a world as polygons in the scene's space, part by part: what meshes and scenes are written of.

use glam::Vec3;

use crate::ids::{ObjectId, Surface};
use crate::world::{PlacedTree, World};

/// Polygons that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Name of the object, room or building.
    pub name: String,
    /// Corners of each polygon, scene space, metres, counter-clockwise seen from the front.
    pub polygons: Vec<Vec<Vec3>>,
}

/// Everything of `world` that has polygons, and the names of what has none: spheres and cylinders.
#[must_use]
pub fn solids(world: &World) -> (Vec<Solid>, Vec<String>) {
    let (mut list, mut round) = (Vec::new(), Vec::new());
    for (index, object) in world.objects.iter().enumerate() {
        let id = ObjectId(index as u32);
        let parts = 0..object.parts.len() as u32;
        let trees =
            parts.filter_map(|part| PlacedTree::of(world, Surface::Part { object: id, part }));
        let polygons: Vec<Vec<Vec3>> = trees.flat_map(|placed| corners(&placed)).collect();
        if polygons.is_empty() {
            round.push(object.name.clone());
        } else {
            list.push(Solid {
                name: object.name.clone(),
                polygons,
            });
        }
    }
    if let Some(cells) = world.cells() {
        for room in cells.rooms().filter(|room| room.structure.is_some()) {
            take(
                &mut list,
                world,
                format!("cell {}", room.id),
                Surface::Environment(room.id),
            );
        }
        for building in cells.buildings().filter(|building| building.tree.is_some()) {
            let cell = building.position.cell;
            take(
                &mut list,
                world,
                format!("building in {cell}"),
                Surface::Environment(cell),
            );
        }
    }
    list.extend(world.landscape().into_iter().map(|land| Solid {
        name: land.block.map_or_else(
            || "ground".to_owned(),
            |block| format!("landblock {block:#06X}"),
        ),
        polygons: land.triangles,
    }));
    (list, round)
}

fn take(list: &mut Vec<Solid>, world: &World, name: String, surface: Surface) {
    if let Some(placed) = PlacedTree::of(world, surface) {
        list.push(Solid {
            name,
            polygons: corners(&placed),
        });
    }
}

fn corners(placed: &PlacedTree<'_>) -> Vec<Vec<Vec3>> {
    let polygons = placed.tree.polygons().iter();
    polygons
        .map(|polygon| {
            polygon
                .vertices
                .iter()
                .map(|v| placed.to_world(*v))
                .collect()
        })
        .collect()
}
