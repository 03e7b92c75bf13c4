//! The worked examples of spec/dat.md, from the paper's bytes.

use std::io::Cursor;

use glam::Vec3;

use super::bytes::Reader;
use super::env_cell::EnvCell;
use super::environment::Environment;
use super::gfx_obj::GfxObj;
use super::ids::{DataSet, RecordKind};
use super::land::{Iteration, LandBlock, LandBlockInfo, RegionStart};
use super::mesh::{self, DatPolygon};
use super::paper::{self, crc32, hex};
use super::setup::Setup;
use super::tree::{DatTree, Tag, TreeUse};
use super::{Dat, DatError, Record};
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

/// A file that is put together by hand, block by block.
struct Blocks {
    size: usize,
    bytes: Vec<u8>,
}

impl Blocks {
    fn new(size: usize, count: usize, header: &str) -> Self {
        let mut bytes = vec![0; 0x400 + size * count];
        bytes[0x140..0x190].copy_from_slice(&hex(header));
        Self { size, bytes }
    }

    /// Puts `content` into the blocks at `offsets`, linked in this order.
    fn put(&mut self, offsets: &[usize], content: &[u8]) {
        for (index, part) in content.chunks(self.size - 4).enumerate() {
            let at = offsets[index];
            let link = offsets.get(index + 1).copied().unwrap_or(0) as u32;
            self.bytes[at..at + 4].copy_from_slice(&link.to_le_bytes());
            self.bytes[at + 4..at + 4 + part.len()].copy_from_slice(part);
        }
        assert_eq!(offsets.len(), content.len().div_ceil(self.size - 4));
    }

    fn free(&mut self, at: usize, next: u32) {
        self.bytes[at..at + 4].copy_from_slice(&(0x8000_0000 | next).to_le_bytes());
    }
}

/// A directory node: `fill` in unused children.
fn node(children: &[u32], fill: u32, entries: &[[u32; 6]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for index in 0..62 {
        let child = children.get(index).copied().unwrap_or(fill);
        bytes.extend(child.to_le_bytes());
    }
    bytes.extend((entries.len() as u32).to_le_bytes());
    for entry in entries {
        bytes.extend(entry.iter().flat_map(|word| word.to_le_bytes()));
    }
    bytes.resize(1716, 0xcd);
    bytes
}

const FILL: u32 = 0xcdcd_cdcd;
const DATE: u32 = 0x5000_0000;

/// spec/dat.md 15.17.
fn cell_file() -> Vec<u8> {
    let mut file = Blocks::new(
        256,
        13,
        "42 54 00 00 00 01 00 00 00 11 00 00 02 00 00 00
        01 00 00 00 00 0F 00 00 00 10 00 00 02 00 00 00
        00 04 00 00 00 00 00 00 00 00 00 00 00 CD CD CD
        00 00 00 00 16 00 00 00 00 00 00 00 00 00 00 00
        00 00 00 00 00 00 00 00 00 00 00 00 01 1A 00 00",
    );
    file.bytes[0x100..0x104].copy_from_slice(&hex("00 50 4C 00"));
    let entries = [
        [0x3_0000, 0xA9B4_0100, 0xb00, 108, DATE, 7],
        [0x2_0000, 0xA9B4_FFFE, 0xc00, 112, DATE, 1],
        [0x2_0000, 0xA9B4_FFFF, 0xd00, 252, DATE, 1],
        [0x1_0000, 0xFFFF_0001, 0xe00, 12, DATE, 1],
    ];
    let root = node(&[0], FILL, &entries);
    file.put(&[0x400, 0x500, 0x600, 0x700, 0x800, 0x900, 0xa00], &root);
    file.put(&[0xb00], &paper::ENV_CELL.bytes());
    file.put(&[0xc00], &paper::LAND_BLOCK_INFO.bytes());
    file.put(&[0xd00], &paper::LAND_BLOCK.bytes());
    file.put(&[0xe00], &paper::ITERATION.bytes());
    file.free(0xf00, 0x1000);
    file.free(0x1000, 0);
    file.bytes
}

fn open(bytes: Vec<u8>) -> Result<Dat<Cursor<Vec<u8>>>, DatError> {
    Dat::new(Cursor::new(bytes), "test.dat")
}

/// spec/dat.md 15.17.
#[test]
fn whole_cell_file() {
    let bytes = cell_file();
    assert_eq!((bytes.len(), crc32(&bytes)), (4352, 0xC839_E212));
    let mut dat = open(bytes).unwrap();
    assert!(dat.warnings().is_empty());
    assert_eq!(dat.header().set, DataSet::Cell);
    let (entries, errors) = dat.entries();
    assert!(errors.is_empty(), "{errors:?}");
    let ids: Vec<u32> = entries.iter().map(|entry| entry.id).collect();
    assert_eq!(ids, [0xA9B4_0100, 0xA9B4_FFFE, 0xA9B4_FFFF, 0xFFFF_0001]);
    for entry in &entries {
        let (_, flaws) = dat.record(entry.id).unwrap().unwrap();
        assert!(flaws.is_empty(), "{flaws:?}");
    }
    let block = dat.find(0xA9B4_FFFF).unwrap().unwrap();
    assert_eq!(dat.bytes(&block).unwrap(), paper::LAND_BLOCK.bytes());
    let missing = dat.record(0xA9B4_0101).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "test.dat: no record 0xA9B40101; next to it are 0xA9B40100, 0xA9B4FFFE, 0xA9B4FFFF"
    );
}

/// spec/dat.md 15.18: the portal file, with a record that crosses into a second block.
#[test]
fn whole_portal_file() {
    let mut file = Blocks::new(
        1024,
        10,
        "42 54 00 00 00 04 00 00 00 2C 00 00 01 00 00 00
        00 00 00 00 00 24 00 00 00 28 00 00 02 00 00 00
        00 04 00 00 00 00 00 00 00 00 00 00 00 CD CD CD
        00 00 00 00 6E 00 00 00 00 00 00 00 00 00 00 00
        00 00 00 00 00 00 00 00 00 00 00 00 01 1A 00 00",
    );
    file.bytes[0x100..0x104].copy_from_slice(&hex("00 50 4C 00"));
    let region = region_record();
    let records: [(u32, &[usize], Vec<u8>); 5] = [
        (0x0100_0001, &[0xc00], paper::GFX_OBJ.bytes()),
        (0x0200_0001, &[0x1000], paper::SETUP.bytes()),
        (0x0d00_0001, &[0x1400], paper::ENVIRONMENT.bytes()),
        (0x1300_0000, &[0x1800, 0x1c00], region),
        (0xffff_0001, &[0x2000], paper::ITERATION.bytes()),
    ];
    let mut entries = Vec::new();
    for (id, blocks, bytes) in &records {
        let version = if *id == 0xffff_0001 {
            0x1_0000
        } else {
            0x2_0000
        };
        entries.push([version, *id, blocks[0] as u32, bytes.len() as u32, DATE, 1]);
        file.put(blocks, bytes);
    }
    file.put(&[0x400, 0x800], &node(&[0], FILL, &entries));
    file.free(0x2400, 0x2800);
    file.free(0x2800, 0);
    assert_eq!(
        (file.bytes.len(), crc32(&file.bytes)),
        (11_264, 0x0C9D_B510)
    );
    let mut dat = open(file.bytes).unwrap();
    assert_eq!(dat.header().set, DataSet::Portal);
    for (id, _, bytes) in &records {
        let entry = dat.entry(*id).unwrap();
        assert_eq!(dat.bytes(&entry).unwrap(), *bytes);
        let (record, flaws) = dat.record(*id).unwrap().unwrap();
        assert!(flaws.is_empty(), "{flaws:?}");
        // The same record by itself says what it is.
        if RecordKind::of(DataSet::Portal, *id) != RecordKind::Iteration {
            let (set, found, alone, _) = Record::decode_alone(bytes).unwrap();
            assert_eq!((set, found, alone), (DataSet::Portal, *id, record));
        }
    }
}

/// spec/dat.md 15.19: unused slots of the root repeat a child; following them would visit the right leaf many times.
#[test]
fn directory_of_two_levels() {
    let mut file = Blocks::new(
        256,
        27,
        "42 54 00 00 00 01 00 00 00 1F 00 00 02 00 00 00
        01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        00 04 00 00 00 00 00 00 00 00 00 00 00 CD CD CD
        00 00 00 00 16 00 00 00 00 00 00 00 00 00 00 00
        00 00 00 00 00 00 00 00 00 00 00 00 01 1A 00 00",
    );
    let chain = |from: usize| -> Vec<usize> { (0..7).map(|k| from + 0x100 * k).collect() };
    let mut long = 0xA9B4_0101_u32.to_le_bytes().to_vec();
    long.resize(304, 1);
    assert_eq!(crc32(&long), 0xB29D_9CE5);
    let records: [(u32, &[usize], Vec<u8>); 5] = [
        (
            0xA9B4_0100,
            &[0x1900],
            0xA9B4_0100_u32.to_le_bytes().to_vec(),
        ),
        (0xA9B4_0101, &[0x1a00, 0x1b00], long),
        (
            0xA9B4_FFFE,
            &[0x1c00],
            0xA9B4_FFFE_u32.to_le_bytes().to_vec(),
        ),
        (
            0xA9B4_FFFF,
            &[0x1d00],
            0xA9B4_FFFF_u32.to_le_bytes().to_vec(),
        ),
        (
            0xFFFF_0001,
            &[0x1e00],
            0xFFFF_0001_u32.to_le_bytes().to_vec(),
        ),
    ];
    let mut entries = Vec::new();
    for (id, blocks, bytes) in &records {
        entries.push([0x2_0000, *id, blocks[0] as u32, bytes.len() as u32, DATE, 1]);
        file.put(blocks, bytes);
    }
    file.put(
        &chain(0x400),
        &node(&[0xb00, 0x1200], 0x1200, &entries[2..3]),
    );
    file.put(&chain(0xb00), &node(&[0], FILL, &entries[..2]));
    file.put(&chain(0x1200), &node(&[0], FILL, &entries[3..]));
    assert_eq!((file.bytes.len(), crc32(&file.bytes)), (7936, 0x265A_80ED));
    let mut dat = open(file.bytes).unwrap();
    let (walked, errors) = dat.entries();
    assert!(errors.is_empty(), "{errors:?}");
    let ids: Vec<u32> = walked.iter().map(|entry| entry.id).collect();
    assert_eq!(ids, records.each_ref().map(|(id, ..)| *id));
    for (id, _, bytes) in &records {
        let entry = dat.entry(*id).unwrap();
        assert_eq!(dat.bytes(&entry).unwrap(), *bytes);
    }
    assert!(dat.find(0xA9B4_0102).unwrap().is_none());
}

/// spec/dat.md 15.20: the object of 15.9, packed.
#[test]
fn packed_record() {
    let plain = paper::GFX_OBJ.bytes();
    let mut stored = 326_u32.to_le_bytes().to_vec();
    stored.extend(miniz_oxide::deflate::compress_to_vec_zlib(&plain, 9));
    assert_eq!(stored[4..6], [0x78, 0xda]);
    let header = "42 54 00 00 00 04 00 00 00 2C 00 00 01 00 00 00
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
        00 04 00 00 00 00 00 00 00 00 00 00 00 CD CD CD
        00 00 00 00 6E 00 00 00 00 00 00 00 00 00 00 00
        00 00 00 00 00 00 00 00 00 00 00 00 01 1A 00 00";
    let with = |stored: &[u8]| {
        let mut file = Blocks::new(1024, 3, header);
        let entry = [1, 0x0100_0001, 0xc00, stored.len() as u32, DATE, 1];
        file.put(&[0x400, 0x800], &node(&[0], FILL, &[entry]));
        file.put(&[0xc00], stored);
        let mut dat = open(file.bytes).unwrap();
        dat.record(0x0100_0001)
    };
    let Ok(Some((Record::GfxObj(object), flaws))) = with(&stored) else {
        panic!("no object")
    };
    assert_eq!((object.vertices.len(), flaws.len()), (3, 0));
    let mut bomb = 100_u32.to_le_bytes().to_vec();
    bomb.extend(miniz_oxide::deflate::compress_to_vec_zlib(&[0; 50_000], 9));
    for (stored, says) in [
        (&stored[..3], "has no size"),
        (&stored[..40], "broken"),
        (&bomb[..], "broken"),
        (&[255; 8][..], "at most"),
    ] {
        let error = with(stored).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
