//! Whole files, put together by hand from the paper's tables.

use std::io::Cursor;

use super::super::ids::{DataSet, RecordKind};
use super::super::paper::{self, crc32, hex};
use super::super::{Dat, DatError, Record};
use super::region_record;

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
