//! The worked examples of spec/dat.md, from the paper's bytes: records here, `files` whole files.

mod files;

use glam::Vec3;

use super::bytes::Reader;
use super::env_cell::EnvCell;
use super::environment::Environment;
use super::gfx_obj::GfxObj;
use super::land::{Iteration, LandBlock, LandBlockInfo, RegionStart};
use super::mesh::{self, DatPolygon};
use super::paper::{self, crc32, hex};
use super::setup::Setup;
use super::tree::{DatTree, Tag, TreeUse};
use crate::geometry::{Frame, Plane, Sphere};

fn ball(x: f32, y: f32, z: f32, radius: f32) -> Sphere {
    Sphere {
        center: Vec3::new(x, y, z),
        radius,
    }
}

fn tree(bytes: &[u8], kind: TreeUse) -> DatTree {
    let mut reader = Reader::new(bytes);
    let tree = DatTree::read(&mut reader, kind).unwrap();
    assert_eq!(reader.finish(), Vec::<String>::new());
    tree
}

/// spec/dat.md 1.2, the table.
#[test]
fn compressed_numbers() {
    for (value, bytes) in [
        (0x0, "00"),
        (0x7F, "7F"),
        (0x80, "80 80"),
        (0x3FFF, "BF FF"),
        (0x4000, "C0 00 00 40"),
        (0x12_3456, "C0 12 56 34"),
        (0x3FFF_FFFF, "FF FF FF FF"),
    ] {
        let bytes = hex(bytes);
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.cuint("number"), Ok(value));
        assert_eq!(reader.left(), 0);
    }
}

/// spec/dat.md 15.1 and 15.2.
#[test]
fn frames() {
    let bytes = paper::FRAME.bytes();
    let frame = Reader::new(&bytes).frame("frame").unwrap();
    assert_eq!(frame.origin, Vec3::new(12.0, 24.0, 6.0));
    assert_eq!(frame.rotation, [1.0, 0.0, 0.0, 0.0]);
    let bytes = paper::QUARTER.bytes();
    let frame = Reader::new(&bytes).frame("frame").unwrap();
    let turned = Frame {
        origin: frame.origin,
        rotation: frame.turn().unwrap(),
    };
    let east = turned.to_global(Vec3::X);
    assert!(east.abs_diff_eq(Vec3::Y, 1e-6), "{east}");
}

/// spec/dat.md 15.3 and 15.4.
#[test]
fn polygons() {
    let read = |bytes: &[u8]| {
        let mut reader = Reader::new(bytes);
        let polygon = mesh::polygon(&mut reader).unwrap();
        assert_eq!(reader.left(), 0);
        polygon
    };
    let quad = DatPolygon {
        id: 7,
        stippling: 0,
        sides: 2,
        front: 1,
        back: 2,
        vertices: vec![3, 2, 1, 0],
        front_uvs: vec![0, 1, 2, 3],
        back_uvs: vec![3, 2, 1, 0],
    };
    assert_eq!(read(&paper::QUAD.bytes()), quad);
    let triangle = DatPolygon {
        id: 1,
        stippling: 1,
        sides: 1,
        front: 0,
        back: -1,
        vertices: vec![0, 1, 2],
        front_uvs: vec![0, 0, 0],
        back_uvs: Vec::new(),
    };
    assert_eq!(read(&paper::TRIANGLE.bytes()), triangle);
}

/// spec/dat.md 15.5.
#[test]
fn physics_tree() {
    let tree = tree(&paper::PHYSICS_TREE.bytes(), TreeUse::Physics);
    let [root, positive, negative] = tree.nodes[..] else {
        panic!("{tree:?}")
    };
    assert_eq!(root.tag.letters(), *b"BPnN");
    assert_eq!(
        root.plane,
        Plane {
            normal: Vec3::Z,
            offset: 0.0
        }
    );
    assert_eq!(root.sphere, ball(0.5, 0.5, 0.0, 0.75));
    assert_eq!((root.positive, root.negative), (Some(1), Some(2)));
    assert_eq!((positive.leaf_index, positive.solid), (0, 0));
    assert!(tree.ids(&positive).is_empty());
    assert_eq!((negative.leaf_index, negative.solid), (1, 1));
    assert_eq!(negative.sphere, ball(0.5, 0.5, 0.0, 0.75));
    assert_eq!(tree.ids(&negative), [0]);
    assert_eq!(tree.depth(), 2);
}

/// spec/dat.md 15.6: the plane is fill and must not be remarked.
#[test]
fn drawing_tree_of_one_node() {
    let tree = tree(&paper::BPOL.bytes(), TreeUse::Drawing);
    let [root] = tree.nodes[..] else {
        panic!("{tree:?}")
    };
    assert_eq!(root.tag.letters(), *b"BPOL");
    assert_eq!(root.plane.offset, -431_602_080.0);
    assert_eq!(root.sphere, ball(0.5, 0.5, 0.0, 0.75));
    assert_eq!(tree.ids(&root), [0]);
}

/// spec/dat.md 15.7.
#[test]
fn drawing_tree_with_portals() {
    let tree = tree(&paper::PORT.bytes(), TreeUse::Drawing);
    assert_eq!(tree.nodes.len(), 3);
    let root = tree.nodes[0];
    assert_eq!(root.tag, Tag::Port);
    assert_eq!(
        root.plane,
        Plane {
            normal: Vec3::X,
            offset: -2.0
        }
    );
    assert_eq!(root.sphere, ball(2.0, 0.0, 1.0, 3.0));
    assert_eq!(tree.ids(&root), [5]);
    assert_eq!(tree.portals(&root), [(4, 0)]);
    assert_eq!(tree.nodes[2].leaf_index, 1);
}

/// spec/dat.md 15.8.
#[test]
fn cell_tree() {
    let tree = tree(&paper::CELL_TREE.bytes(), TreeUse::Cell);
    let [root, last] = tree.nodes[..] else {
        panic!("{tree:?}")
    };
    assert_eq!(
        (root.tag.letters(), last.tag.letters()),
        (*b"BPnn", *b"BPFL")
    );
    assert_eq!((root.positive, root.negative), (Some(1), None));
    assert_eq!(
        last.plane,
        Plane {
            normal: Vec3::NEG_Z,
            offset: 3.0
        }
    );
}

/// spec/dat.md 15.9.
#[test]
fn gfx_obj() {
    let (object, flaws) = GfxObj::read(&paper::GFX_OBJ.bytes(), Some(0x0100_0001)).unwrap();
    assert!(flaws.is_empty(), "{flaws:?}");
    assert_eq!((object.flags, object.surfaces.len()), (3, 1));
    let corners: Vec<Vec3> = object.vertices.iter().map(|v| v.position).collect();
    assert_eq!(corners, [Vec3::ZERO, Vec3::X, Vec3::Y]);
    assert!(object.vertices.iter().all(|v| v.uvs.len() == 1));
    assert_eq!(object.physics, [DatPolygon::physics(0, vec![0, 1, 2])]);
    assert_eq!(object.sort_center, Vec3::new(0.25, 0.25, 0.0));
    assert_eq!(object.drawing.len(), 1);
    let tree = object.physics_tree.unwrap();
    assert_eq!(tree.nodes[0].sphere, ball(0.5, 0.5, 0.0, 0.75));
    assert_eq!(object.drawing_tree.unwrap().polygons, [0]);
    assert_eq!(object.degrade, None);
    let other = GfxObj::read(&paper::GFX_OBJ.bytes(), Some(0x0100_0002)).unwrap_err();
    assert_eq!((other.offset, other.field), (0, "id"));
}

/// spec/dat.md 15.10.
#[test]
fn setup() {
    let (setup, flaws) = Setup::read(&paper::SETUP.bytes(), Some(0x0200_0001)).unwrap();
    assert!(flaws.is_empty(), "{flaws:?}");
    assert_eq!((setup.flags, &setup.parts[..]), (0x0a, &[0x0100_0001][..]));
    assert_eq!(setup.scales, [Vec3::splat(2.0)]);
    assert_eq!(setup.placed(0)[0].origin, Vec3::new(0.0, 0.0, 0.5));
    let cylinder = setup.cylinders[0];
    assert_eq!((cylinder.radius, cylinder.height), (0.3, 1.8));
    assert_eq!(setup.spheres, [ball(0.0, 0.0, 0.9, 0.9)]);
    assert_eq!(
        [setup.height, setup.radius, setup.step_up, setup.step_down],
        [1.8, 0.3, 0.6, 1.5]
    );
    assert!(setup.lights.is_empty());
}

/// spec/dat.md 15.11.
#[test]
fn environment() {
    let bytes = paper::ENVIRONMENT.bytes();
    let (environment, flaws) = Environment::read(&bytes, Some(0x0d00_0001)).unwrap();
    assert!(flaws.is_empty(), "{flaws:?}");
    let room = environment.get(0).unwrap();
    assert!(environment.get(1).is_none());
    assert_eq!(
        (room.vertices.len(), room.drawing.len(), room.physics.len()),
        (4, 2, 1)
    );
    assert_eq!(room.portals, [1]);
    assert_eq!(room.drawing[1].vertices, [3, 2, 1, 0]);
    assert_eq!(room.cell_tree.nodes.len(), 2);
    assert_eq!(room.physics_tree.nodes[0].sphere, ball(2.0, 2.0, 0.0, 2.9));
    assert!(room.drawing_tree.is_none());
}

/// spec/dat.md 15.12.
#[test]
fn env_cell() {
    let (cell, flaws) = EnvCell::read(&paper::ENV_CELL.bytes(), Some(0xA9B4_0100)).unwrap();
    assert!(flaws.is_empty(), "{flaws:?}");
    assert_eq!((cell.flags, cell.surfaces.len()), (3, 3));
    assert_eq!((cell.environment_id(), cell.cell_struct), (0x0d00_0001, 0));
    assert_eq!(cell.frame.origin, Vec3::new(85.5, 109.5, 12.0));
    assert_eq!(cell.frame.rotation[3], -std::f32::consts::FRAC_1_SQRT_2);
    let others: Vec<u16> = cell.portals.iter().map(|p| p.other_cell).collect();
    assert_eq!(others, [0x0101, 0xffff]);
    assert_eq!(cell.visible, [0x0101]);
    assert_eq!(cell.statics.len(), 1);
    assert_eq!(cell.statics[0].id, 0x0200_0001);
    assert_eq!(cell.statics[0].frame.origin, Vec3::new(80.0, 110.0, 12.0));
}

/// spec/dat.md 15.13.
#[test]
fn land_block() {
    let bytes = paper::LAND_BLOCK.bytes();
    let (block, flaws) = LandBlock::read(&bytes, Some(0xA9B4_FFFF)).unwrap();
    assert!(flaws.is_empty(), "{flaws:?}");
    assert_eq!(block.has_info, 1);
    let types = block.types();
    for x in 0..9_u8 {
        for y in 0..9_u8 {
            let at = usize::from(9 * x + y);
            assert_eq!(block.heights[at], 10 * x + y);
            assert_eq!(types[at], if x == 8 { 18 } else { 3 });
            assert_eq!(block.terrain[at] & 3, u16::from(x % 4));
            assert_eq!(block.terrain[at] >> 11, u16::from(y));
        }
    }
}

/// spec/dat.md 15.14.
#[test]
fn land_block_info() {
    let bytes = paper::LAND_BLOCK_INFO.bytes();
    let (info, flaws) = LandBlockInfo::read(&bytes, Some(0xA9B4_FFFE)).unwrap();
    assert!(flaws.is_empty(), "{flaws:?}");
    assert_eq!(info.cells, 1);
    assert_eq!(info.statics[0].frame.origin, Vec3::new(12.0, 24.0, 6.0));
    let building = &info.buildings[0];
    assert_eq!((building.model, building.leaves), (0x0100_0001, 127));
    assert_eq!(building.frame.rotation, [0.0, 0.0, 0.0, 1.0]);
    let opening = &building.openings[0];
    assert_eq!(
        (opening.flags, opening.other_cell, opening.other_portal),
        (3, 0x100, 0)
    );
    assert_eq!(opening.stabs, [0x100]);
    assert_eq!((info.mask, info.buckets), (1, 8));
    assert_eq!(info.restrictions, [(0xA9B4_0100, 0x7A9B_4001)]);
}

/// spec/dat.md 15.15.
#[test]
fn region_start() {
    let bytes = paper::REGION.bytes();
    let mut reader = Reader::new(&bytes);
    let region = RegionStart::head(&mut reader, Some(0x1300_0000)).unwrap();
    assert_eq!(reader.at(), 0x34);
    assert_eq!((region.number, region.name.as_str()), (1, "Dereth"));
    assert_eq!((region.blocks, region.cell_side), ((255, 255), 24.0));
    assert_eq!((region.cells, region.overlap), (8, 1));
    assert_eq!(region.sizes, [200.0, 1000.0, 5.0]);
    // With an 8-letter name the text ends at 22 and the grid starts at 24.
    let mut longer = hex("00 00 00 13 01 00 00 00 03 00 00 00 08 00");
    longer.extend(b"Dereth 2\0\0");
    longer.extend(&bytes[0x14..]);
    let mut reader = Reader::new(&longer);
    assert_eq!(RegionStart::head(&mut reader, None).unwrap().blocks.0, 255);
}

/// The region of 15.18: 15.15 and its height table.
fn region_record() -> Vec<u8> {
    let mut bytes = paper::REGION.bytes();
    for index in 0..256_u16 {
        let height = match index {
            0..=200 => 2.0 * f32::from(index),
            _ => 404.0 + 5.0 * f32::from(index - 201),
        };
        bytes.extend(height.to_le_bytes());
    }
    assert_eq!(crc32(&bytes), 0x914D_B1EA);
    bytes
}

#[test]
fn height_table() {
    let (region, flaws) = RegionStart::read(&region_record(), Some(0x1300_0000)).unwrap();
    assert!(flaws.is_empty(), "{flaws:?}");
    assert_eq!(region.heights.len(), 256);
    assert_eq!((region.heights[200], region.heights[201]), (400.0, 404.0));
}

/// spec/dat.md 15.16, and the retail portal file's of 2.5.
#[test]
fn iteration() {
    let read = Iteration::read(&paper::ITERATION.bytes());
    assert_eq!((read.total, &read.runs[..]), (7, &[(1, 7)][..]));
    let retail = Iteration::read(&hex("18 08 00 00 E8 F7 FF FF 01 00 00 00"));
    assert_eq!((retail.total, &retail.runs[..]), (2072, &[(1, 2072)][..]));
    for length in 0..13 {
        let _ = Iteration::read(&paper::ITERATION.bytes()[..length.min(12)]);
    }
}
