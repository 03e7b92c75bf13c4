//! A small portal and cell file that belong together; nothing in them is the game's.
//!
//! Landblock 0xA9B4 has a knoll, some things that stand about, and a house of two rooms whose front door is open; its
//! eastern neighbour is bare. 0x01000004 is a rock far from its own origin, 0x01000005 has nothing to hit.

use glam::Vec3;

use super::container::{Layout, Stored, container};
use crate::bsp::Tree;
use crate::formats::dat::bytes::RawFrame;
use crate::formats::dat::env_cell::{
    CellPortal, EnvCell, OUTDOORS, SEES_OUTSIDE, STATICS, StaticObject,
};
use crate::formats::dat::environment::{CellStruct, Environment};
use crate::formats::dat::gfx_obj::{DRAWING, GfxObj, PHYSICS};
use crate::formats::dat::ids::REGION;
use crate::formats::dat::land::{
    BuildingModel, BuildingOpening, Iteration, LandBlock, LandBlockInfo, POINTS, RegionStart,
};
use crate::formats::dat::mesh::{DatPolygon, Vertex};
use crate::formats::dat::record::Record;
use crate::formats::dat::setup::{CylSphere, HAS_PHYSICS, Placement, SCALES, Setup};
use crate::formats::dat::solid::{stored, stored_volume};
use crate::formats::dat::tree::{DatNode, DatTree, EMPTY_NODE, Tag};
use crate::geometry::{Plane, Polygon, Sphere};

/// The portal file and the cell file, by the names that the game gives them.
pub const FILES: [&str; 2] = ["client_portal.dat", "client_cell_1.dat"];

/// The text at the beginning of a made-up file; the game's own have zeros there, and no reader looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Banner(&'static [u8]);

/// What files begin with that are made here.
pub const BANNER: Banner =
    Banner(b"Made up by sweepscope export-dat; nothing of the game is in it.");

impl Banner {
    /// Puts it at the beginning of a file.
    pub(super) fn write(self, file: &mut [u8]) {
        if let Some(start) = file.get_mut(..self.0.len()) {
            start.copy_from_slice(self.0);
        }
    }

    /// Whether a file begins with it.
    #[must_use]
    pub fn is_in(self, file: &[u8]) -> bool {
        file.starts_with(self.0)
    }
}

/// The landblock with the house.
pub const BLOCK: u32 = 0xA9B4;

/// Height of the ground under the house, metres, and its index.
const GROUND: f32 = 20.0;
const GROUND_INDEX: u8 = 10;

/// Where the house stands in its block.
const HOUSE: Vec3 = Vec3::new(84.0, 108.0, GROUND + 0.2);

/// Both files, in the order of [`FILES`].
#[must_use]
pub fn sample() -> [Vec<u8>; 2] {
    let file = |records: Vec<Record>, layout: &Layout| {
        let mut stored: Vec<Stored> = records
            .iter()
            .map(|record| Stored::plain(record.id(), record.encode()))
            .collect();
        stored.sort_by_key(|record| record.id);
        let mut bytes = container(&stored, layout).bytes;
        BANNER.write(&mut bytes);
        bytes
    };
    [
        file(portal_records(), &Layout::PORTAL),
        file(cell_records(), &Layout::CELL),
    ]
}

/// The records of the portal file.
#[must_use]
pub fn portal_records() -> Vec<Record> {
    let rock = shifted(octahedron(3.0), Vec3::new(9.0, 4.0, 1.0));
    vec![
        Record::GfxObj(object(
            0x0100_0001,
            solid(cuboid(Vec3::new(-0.5, -0.5, 0.0), Vec3::new(0.5, 0.5, 1.0))),
        )),
        Record::GfxObj(object(
            0x0100_0002,
            solid(cuboid(
                Vec3::new(-1.0, -0.6, -0.05),
                Vec3::new(1.0, 0.6, 0.05),
            )),
        )),
        Record::GfxObj(object(0x0100_0003, solid(shell()))),
        Record::GfxObj(object(0x0100_0004, solid(rock))),
        Record::GfxObj(picture(0x0100_0005)),
        Record::Setup(table()),
        Record::Setup(lamp()),
        Record::Environment(environment()),
        Record::Region(region()),
        Record::Iteration(Iteration {
            total: 7,
            runs: vec![(1, 7)],
        }),
    ]
}

/// The records of the cell file.
#[must_use]
pub fn cell_records() -> Vec<Record> {
    let block = BLOCK << 16;
    let room = |low: u32, key: u16, y: f32, portals: Vec<CellPortal>, visible: u16| EnvCell {
        id: block | low,
        flags: if low == 0x100 {
            SEES_OUTSIDE | STATICS
        } else {
            STATICS
        },
        surfaces: vec![1, 2, 3],
        environment: 1,
        cell_struct: key,
        frame: at(HOUSE + Vec3::new(0.0, y, 0.0)),
        portals,
        visible: vec![visible],
        statics: vec![StaticObject {
            id: 0x0200_0001 + (low & 1),
            frame: at(HOUSE + Vec3::new(2.0, y + 1.5, 0.0)),
        }],
        restriction: None,
    };
    let portal = |polygon, other_cell, other_portal, flags| CellPortal {
        flags,
        polygon,
        other_cell,
        other_portal,
    };
    let front = vec![portal(100, OUTDOORS, 0xffff, 0), portal(101, 0x101, 0, 0)];
    let back = vec![portal(101, 0x100, 1, 0)];
    let info = LandBlockInfo {
        id: block | 0xfffe,
        cells: 2,
        statics: vec![
            StaticObject {
                id: 0x0100_0001,
                frame: at(Vec3::new(76.0, 96.0, GROUND)),
            },
            StaticObject {
                id: 0x0100_0004,
                frame: at(Vec3::new(40.0, 60.0, GROUND)),
            },
            StaticObject {
                id: 0x0200_0002,
                frame: at(Vec3::new(92.0, 96.0, GROUND)),
            },
        ],
        buildings: vec![BuildingModel {
            model: 0x0100_0003,
            frame: at(HOUSE),
            leaves: 2,
            openings: vec![BuildingOpening {
                flags: 0,
                other_cell: 0x100,
                other_portal: 0,
                stabs: vec![0x100, 0x101],
            }],
        }],
        mask: 0,
        buckets: 0,
        restrictions: Vec::new(),
    };
    vec![
        Record::EnvCell(room(0x100, 0, 0.0, front, 0x101)),
        Record::EnvCell(room(0x101, 1, 6.0, back, 0x100)),
        Record::LandBlockInfo(info),
        Record::LandBlock(land(block | 0xffff, 1)),
        Record::LandBlock(land(0xAAB4_FFFF, 0)),
        Record::Iteration(Iteration {
            total: 7,
            runs: vec![(1, 7)],
        }),
    ]
}

fn at(origin: Vec3) -> RawFrame {
    RawFrame {
        origin,
        ..RawFrame::IDENTITY
    }
}

/// Level ground with a knoll in the south-west and water in the north-east.
fn land(id: u32, has_info: u32) -> LandBlock {
    let mut heights = vec![GROUND_INDEX; POINTS];
    let mut terrain = vec![3 << 2; POINTS];
    if has_info != 0 {
        for (point, index) in [(9 + 1, 13), (9 + 2, 12), (18 + 1, 11)] {
            heights[point] = index;
        }
        for point in [9 * 7 + 7, 9 * 7 + 8, 9 * 8 + 7, 9 * 8 + 8] {
            terrain[point] = 18 << 2;
        }
    }
    LandBlock {
        id,
        has_info,
        terrain,
        heights,
    }
}

fn region() -> RegionStart {
    RegionStart {
        id: REGION,
        number: 1,
        name: "Sample".to_owned(),
        blocks: (255, 255),
        cell_side: 24.0,
        cells: 8,
        overlap: 1,
        sizes: [200.0, 1000.0, 5.0],
        heights: crate::formats::dat::land::plain_heights(),
    }
}

/// A ring of corners.
type Ring = Vec<Vec3>;

fn quad(corners: [[f32; 3]; 4]) -> Ring {
    corners.map(Vec3::from_array).to_vec()
}

/// The six faces of a box, outwards.
fn cuboid(low: Vec3, high: Vec3) -> Vec<Ring> {
    let (a, b) = (low, high);
    vec![
        quad([
            [a.x, a.y, b.z],
            [b.x, a.y, b.z],
            [b.x, b.y, b.z],
            [a.x, b.y, b.z],
        ]),
        quad([
            [a.x, b.y, a.z],
            [b.x, b.y, a.z],
            [b.x, a.y, a.z],
            [a.x, a.y, a.z],
        ]),
        quad([
            [a.x, a.y, a.z],
            [b.x, a.y, a.z],
            [b.x, a.y, b.z],
            [a.x, a.y, b.z],
        ]),
        quad([
            [b.x, a.y, a.z],
            [b.x, b.y, a.z],
            [b.x, b.y, b.z],
            [b.x, a.y, b.z],
        ]),
        quad([
            [b.x, b.y, a.z],
            [a.x, b.y, a.z],
            [a.x, b.y, b.z],
            [b.x, b.y, b.z],
        ]),
        quad([
            [a.x, b.y, a.z],
            [a.x, a.y, a.z],
            [a.x, a.y, b.z],
            [a.x, b.y, b.z],
        ]),
    ]
}

fn octahedron(radius: f32) -> Vec<Ring> {
    let (x, y, z) = (Vec3::X * radius, Vec3::Y * radius, Vec3::Z * radius);
    let faces = [
        [x, y, z],
        [y, -x, z],
        [-x, -y, z],
        [-y, x, z],
        [y, x, -z],
        [-x, y, -z],
        [-y, -x, -z],
        [x, -y, -z],
    ];
    faces.map(|face| face.to_vec()).to_vec()
}

fn shifted(rings: Vec<Ring>, by: Vec3) -> Vec<Ring> {
    let moved = |ring: Ring| ring.into_iter().map(|corner| corner + by).collect();
    rings.into_iter().map(moved).collect()
}

fn solid(rings: Vec<Ring>) -> Tree {
    Tree::balanced(rings.into_iter().filter_map(Polygon::new).collect())
}

/// The outside of the house, 8 by 12 by 3 m from its origin: walls with a door in the south, and a roof.
fn shell() -> Vec<Ring> {
    let (w, d, h) = (4.2, 12.2, 3.2);
    let low = -0.2;
    vec![
        // South, left and right of the door and above it.
        quad([
            [-w, low, low],
            [-1.0, low, low],
            [-1.0, low, h],
            [-w, low, h],
        ]),
        quad([[1.0, low, low], [w, low, low], [w, low, h], [1.0, low, h]]),
        quad([
            [-1.0, low, 2.4],
            [1.0, low, 2.4],
            [1.0, low, h],
            [-1.0, low, h],
        ]),
        quad([[w, low, low], [w, d, low], [w, d, h], [w, low, h]]),
        quad([[w, d, low], [-w, d, low], [-w, d, h], [w, d, h]]),
        quad([[-w, d, low], [-w, low, low], [-w, low, h], [-w, d, h]]),
        quad([[-w, low, h], [w, low, h], [w, d, h], [-w, d, h]]),
    ]
}

/// A mesh with what can be hit drawn as well.
fn object(id: u32, tree: Tree) -> GfxObj {
    let root = tree.root_sphere();
    let (vertices, physics, physics_tree) = stored(&tree);
    GfxObj {
        id,
        flags: PHYSICS | DRAWING,
        surfaces: vec![0x0800_0001],
        vertices,
        drawing: drawn(&physics),
        drawing_tree: Some(one_node(physics.len(), root)),
        physics,
        physics_tree: Some(physics_tree),
        sort_center: root.center,
        degrade: None,
    }
}

/// A mesh that can only be seen.
fn picture(id: u32) -> GfxObj {
    let (vertices, drawing, _) = stored(&solid(vec![quad([
        [-0.5, 0.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.5, 0.0, 1.0],
        [-0.5, 0.0, 1.0],
    ])]));
    let sphere = Sphere {
        center: Vec3::new(0.0, 0.0, 0.5),
        radius: 0.71,
    };
    GfxObj {
        id,
        flags: DRAWING,
        surfaces: vec![0x0800_0002],
        vertices,
        drawing: drawn(&drawing),
        drawing_tree: Some(one_node(1, sphere)),
        sort_center: sphere.center,
        ..GfxObj::default()
    }
}

fn drawn(physics: &[DatPolygon]) -> Vec<DatPolygon> {
    let of = |polygon: &DatPolygon| DatPolygon {
        front: 0,
        ..polygon.clone()
    };
    physics.iter().map(of).collect()
}

/// A drawing tree of one node, whose plane is unused memory.
fn one_node(polygons: usize, sphere: Sphere) -> DatTree {
    let fill = f32::from_le_bytes([0xcd; 4]);
    DatTree {
        nodes: vec![DatNode {
            tag: Tag::Plane(*b"BPOL"),
            plane: Plane {
                normal: Vec3::splat(fill),
                offset: fill,
            },
            sphere,
            count: polygons as u32,
            ..EMPTY_NODE
        }],
        polygons: (0..polygons as u16).collect(),
        ..DatTree::default()
    }
}

/// A table: a top and two scaled boxes as legs.
fn table() -> Setup {
    let frames = [
        Vec3::new(0.0, 0.0, 0.8),
        Vec3::new(-0.8, 0.0, 0.0),
        Vec3::new(0.8, 0.0, 0.0),
    ];
    Setup {
        id: 0x0200_0001,
        flags: SCALES | HAS_PHYSICS,
        parts: vec![0x0100_0002, 0x0100_0001, 0x0100_0001],
        scales: vec![Vec3::ONE, Vec3::splat(0.75), Vec3::splat(0.75)],
        placements: vec![Placement {
            key: 0,
            frames: frames.map(at).to_vec(),
        }],
        height: 0.85,
        radius: 1.2,
        ..bare(0x0200_0001)
    }
}

/// A lamp: nothing of it has a tree, so its cylinder is what is hit.
fn lamp() -> Setup {
    Setup {
        parts: vec![0x0100_0005],
        placements: vec![Placement {
            key: 0,
            frames: vec![RawFrame::IDENTITY],
        }],
        cylinders: vec![CylSphere {
            origin: Vec3::ZERO,
            radius: 0.3,
            height: 2.5,
        }],
        spheres: vec![Sphere {
            center: Vec3::new(0.0, 0.0, 2.4),
            radius: 0.4,
        }],
        height: 2.8,
        radius: 0.4,
        ..bare(0x0200_0002)
    }
}

fn bare(id: u32) -> Setup {
    let point = Sphere {
        center: Vec3::ZERO,
        radius: 0.0,
    };
    Setup {
        id,
        flags: 0,
        parts: Vec::new(),
        parents: Vec::new(),
        scales: Vec::new(),
        holding: Vec::new(),
        connections: Vec::new(),
        placements: Vec::new(),
        cylinders: Vec::new(),
        spheres: Vec::new(),
        height: 0.0,
        radius: 0.0,
        step_up: 0.4,
        step_down: 0.4,
        sorting: point,
        selection: point,
        lights: Vec::new(),
        defaults: [0; 5],
    }
}

/// The two rooms of the house, each 8 by 6 by 3 m with its origin in the middle of its southern wall.
fn environment() -> Environment {
    let door = |y: f32| quad([[-1.0, y, 0.0], [1.0, y, 0.0], [1.0, y, 2.4], [-1.0, y, 2.4]]);
    let backwards = |mut ring: Ring| {
        ring.reverse();
        ring
    };
    // A portal's normal points out of its room.
    let front = [(100, door(0.0)), (101, backwards(door(6.0)))];
    let back = [(101, door(0.0))];
    Environment {
        id: 0x0d00_0001,
        structs: vec![room(0, &front, [true, true]), room(1, &back, [true, false])],
    }
}

/// A room; `open` says whether there is a door in its southern and its northern wall.
fn room(key: u32, portals: &[(u16, Ring)], open: [bool; 2]) -> CellStruct {
    let mut rings = vec![
        quad([
            [-4.0, 0.0, 0.0],
            [4.0, 0.0, 0.0],
            [4.0, 6.0, 0.0],
            [-4.0, 6.0, 0.0],
        ]),
        quad([
            [-4.0, 6.0, 3.0],
            [4.0, 6.0, 3.0],
            [4.0, 0.0, 3.0],
            [-4.0, 0.0, 3.0],
        ]),
        quad([
            [-4.0, 0.0, 0.0],
            [-4.0, 6.0, 0.0],
            [-4.0, 6.0, 3.0],
            [-4.0, 0.0, 3.0],
        ]),
        quad([
            [4.0, 6.0, 0.0],
            [4.0, 0.0, 0.0],
            [4.0, 0.0, 3.0],
            [4.0, 6.0, 3.0],
        ]),
    ];
    for (y, is_open) in [(0.0, open[0]), (6.0, open[1])] {
        let wall = |from: f32, to: f32, low: f32| {
            // The southern wall is seen from the north and the northern one from the south.
            let (from, to) = if y == 0.0 { (to, from) } else { (from, to) };
            quad([[from, y, low], [to, y, low], [to, y, 3.0], [from, y, 3.0]])
        };
        if is_open {
            rings.extend([
                wall(-4.0, -1.0, 0.0),
                wall(1.0, 4.0, 0.0),
                wall(-1.0, 1.0, 2.4),
            ]);
        } else {
            rings.push(wall(-4.0, 4.0, 0.0));
        }
    }
    let (mut vertices, physics, physics_tree) = stored(&solid(rings));
    let mut drawing = drawn(&physics);
    for (id, ring) in portals {
        let first = vertices.len() as u16;
        for (index, corner) in ring.iter().enumerate() {
            vertices.push(Vertex {
                id: first + index as u16,
                position: *corner,
                normal: Vec3::Y,
                uvs: Vec::new(),
            });
        }
        let ids = (first..first + ring.len() as u16).collect();
        drawing.push(DatPolygon::physics(*id, ids));
    }
    let plane = |normal: Vec3, offset: f32| Plane { normal, offset };
    CellStruct {
        key,
        vertices,
        drawing,
        portals: portals.iter().map(|(id, _)| *id).collect(),
        cell_tree: stored_volume(&[
            plane(Vec3::X, 4.0),
            plane(Vec3::NEG_X, 4.0),
            plane(Vec3::Y, 0.0),
            plane(Vec3::NEG_Y, 6.0),
            plane(Vec3::Z, 0.0),
            plane(Vec3::NEG_Z, 3.0),
        ]),
        physics,
        physics_tree,
        drawing_tree: None,
    }
}
