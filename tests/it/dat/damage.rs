//! Damaged files and records: one error or a success, never a panic, in bounded time.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::time::{Duration, Instant};

use sweepscope::formats::dat::write::{Damage, Fill, Layout, Stored, Written, container, sample};
use sweepscope::formats::dat::{Dat, DatError, DataSet, Record, RecordKind};

/// Longest time that anything damaged may take.
const LONGEST: Duration = Duration::from_secs(1);

/// Numbers as if at random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Every record of the sample, with its kind.
fn records() -> Vec<(RecordKind, Record, Vec<u8>)> {
    let of = |set, list: Vec<Record>| {
        list.into_iter().map(move |record| {
            let bytes = record.encode();
            (RecordKind::of(set, record.id()), record, bytes)
        })
    };
    of(DataSet::Portal, sample::portal_records())
        .chain(of(DataSet::Cell, sample::cell_records()))
        .collect()
}

fn decode(bytes: &[u8], kind: RecordKind) -> Result<(), String> {
    let start = Instant::now();
    let result = Record::decode(bytes, kind, None);
    let _ = Record::decode_alone(bytes);
    assert!(
        start.elapsed() < LONGEST,
        "{kind:?} took {:?}",
        start.elapsed()
    );
    result.map(|_| ()).map_err(|wrong| wrong.to_string())
}

/// Walks a file and decodes all that it holds; how many records were read, and what was wrong.
fn read_all(bytes: &[u8]) -> Result<(usize, Vec<DatError>), DatError> {
    let start = Instant::now();
    let mut dat = Dat::new(Cursor::new(bytes), "damaged.dat")?;
    let (entries, mut errors) = dat.entries();
    let mut read = 0;
    for entry in &entries {
        match dat.record(entry.id) {
            Ok(_) => read += 1,
            Err(error) => errors.push(error),
        }
        let _ = dat.bytes(entry);
    }
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
    for error in &errors {
        let line = error.to_string();
        assert!(
            line.contains("damaged.dat") && !line.contains('\n'),
            "{line}"
        );
    }
    Ok((read, errors))
}

#[test]
fn records_cut_at_every_byte() {
    for (kind, record, bytes) in records() {
        for length in 0..bytes.len() {
            let result = decode(&bytes[..length], kind);
            // The iteration record says nothing of its length.
            if kind != RecordKind::Iteration {
                assert!(
                    result.is_err(),
                    "{kind:?} {:#x} cut at {length}",
                    record.id()
                );
            }
        }
        decode(&bytes, kind).unwrap();
    }
}

#[test]
fn records_changed_anywhere() {
    let mut random = Random(1);
    for (kind, _, bytes) in records() {
        for _ in 0..10_000 {
            let mut changed = bytes.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(changed.len());
                changed[at] = random.below(256) as u8;
            }
            let _ = decode(&changed, kind);
        }
        // Every number of four bytes, counts included, as the largest there is, and as the largest with a sign.
        for at in 0..bytes.len().saturating_sub(3) {
            for value in [u32::MAX, 0x7fff_ffff, 0x0100_0000] {
                let mut changed = bytes.clone();
                changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
                let _ = decode(&changed, kind);
            }
        }
    }
}

/// A cell file of several nodes whose blocks are out of order, with a packed record.
fn file() -> Written {
    let mut stored: BTreeMap<u32, Stored> = sample::cell_records()
        .iter()
        .map(|record| (record.id(), Stored::plain(record.id(), record.encode())))
        .collect();
    for low in 0x102..0x110 {
        let Some(room) = stored.get(&0xA9B4_0101) else {
            unreachable!("the sample has two rooms")
        };
        let mut room = room.clone();
        room.id = 0xA9B4_0000 | low;
        let id = room.id.to_le_bytes();
        room.bytes[..4].copy_from_slice(&id);
        room.bytes[8..12].copy_from_slice(&id);
        room.packed = low == 0x105;
        stored.insert(room.id, room);
    }
    let layout = Layout {
        block_size: 128,
        per_node: 5,
        fill: Fill::Stale,
        shuffle: 3,
        ..Layout::CELL
    };
    container(&stored.into_values().collect::<Vec<_>>(), &layout)
}

#[test]
fn containers_cut_at_every_byte() {
    let file = file();
    let (all, errors) = read_all(&file.bytes).unwrap();
    assert_eq!(errors, []);
    for length in 0..file.bytes.len() {
        if let Ok((read, errors)) = read_all(&file.bytes[..length]) {
            assert!(
                read <= all && (read == all || !errors.is_empty()),
                "cut at {length}"
            );
        }
    }
}

/// The files that `export-dat` writes: cut at every byte, and changed at random.
#[test]
fn whole_samples_are_damaged_too() {
    let mut random = Random(3);
    for bytes in sample::sample() {
        let (all, errors) = read_all(&bytes).unwrap();
        assert_eq!(errors, []);
        for length in 0..bytes.len() {
            if let Ok((read, errors)) = read_all(&bytes[..length]) {
                assert!(
                    read <= all && (read == all || !errors.is_empty()),
                    "cut at {length}"
                );
            }
        }
        for _ in 0..10_000 {
            let mut changed = bytes.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(changed.len());
                changed[at] = random.below(256) as u8;
            }
            let _ = read_all(&changed);
        }
    }
}

#[test]
fn containers_changed_anywhere() {
    let file = file();
    let mut random = Random(2);
    for _ in 0..10_000 {
        let mut changed = file.bytes.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(changed.len());
            changed[at] = random.below(256) as u8;
        }
        let _ = read_all(&changed);
    }
}

/// spec/dat.md 16.5: every damage is found, named with its place, and costs no more than it must.
#[test]
fn every_damage_is_named() {
    // One of one block, one of three.
    let (room, land) = (0xA9B4_0101, 0xA9B4_FFFF);
    let all = read_all(&file().bytes).unwrap().0;
    for (damage, says, lost) in [
        (Damage::Magic, "not a game file", all),
        (Damage::OldLayout, "older layout", all),
        (Damage::BlockSize, "blocks of 0 bytes", all),
        (Damage::Set, "data set 9", all),
        (Damage::RootOutside, "beyond the end", all),
        (Damage::RootOffGrid, "no block begins here", all),
        (Damage::NodeCount, "62 entries", all),
        (Damage::OwnChild, "two lead to", 4),
        (Damage::Circle, "two lead to", 0),
        (Damage::Order, "do not rise", 5),
        (Damage::Loop(land), "", 0),
        (Damage::Short(land), "ends here", 1),
        (Damage::Free(room), "a free block", 1),
        (Damage::Size(room), "4294967295 bytes", 1),
        (Damage::Echo(room), "id", 1),
        (Damage::Cut(land), "beyond the end", 1),
    ] {
        let mut written = file();
        written.damage(damage);
        let (read, errors) = match read_all(&written.bytes) {
            Ok((read, errors)) => (read, errors),
            Err(error) => (0, vec![error]),
        };
        let lines: Vec<String> = errors.iter().map(DatError::to_string).collect();
        assert!(
            says.is_empty() && lines.is_empty() || lines.iter().any(|line| line.contains(says)),
            "{damage:?}: {lines:?}"
        );
        // A file that is cut may lose more: whatever lies behind the cut.
        let most = if matches!(damage, Damage::Cut(_)) {
            all
        } else {
            lost
        };
        assert!(
            all - read >= lost.min(all) && all - read <= most,
            "{damage:?}: {read} of {all}, {lines:?}"
        );
    }
}

/// A tree 100,000 levels deep, and one of 4,096, which is read and then too deep to be walked.
#[test]
fn deep_trees() {
    let deep = |levels: usize| {
        let mut bytes = Vec::new();
        bytes.extend(0x0100_0001_u32.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.push(0);
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(0_u32.to_le_bytes());
        bytes.push(0);
        for _ in 1..levels {
            bytes.extend(*b"nnPB");
            bytes.extend(
                [0.0_f32, 0.0, 1.0, 0.0]
                    .iter()
                    .flat_map(|c| c.to_le_bytes()),
            );
        }
        bytes.extend(*b"FAEL");
        bytes.extend([0; 28]);
        bytes.extend(vec![0; 16 * (levels - 1) + 12]);
        bytes
    };
    let error = decode(&deep(100_000), RecordKind::GfxObj).unwrap_err();
    assert!(error.contains("deeper than 4096"), "{error}");
    decode(&deep(4096), RecordKind::GfxObj).unwrap();
}

/// What a record says that cannot be right is remarked, and the rest of it is read.
#[test]
fn flaws_are_remarked() {
    let crate_record = sample::portal_records().swap_remove(0);
    let flaws_of = |change: &dyn Fn(&mut sweepscope::formats::dat::gfx_obj::GfxObj)| {
        let Record::GfxObj(mut object) = crate_record.clone() else {
            unreachable!("the first record is an object")
        };
        change(&mut object);
        let bytes = Record::GfxObj(object).encode();
        let (_, flaws) = Record::decode(&bytes, RecordKind::GfxObj, None)
            .unwrap()
            .unwrap();
        flaws.join("; ")
    };
    assert_eq!(flaws_of(&|_| ()), "");
    let nan = flaws_of(&|object| object.vertices[0].position.x = f32::NAN);
    assert!(nan.contains("vertex 0 stands at"), "{nan}");
    let vertex = flaws_of(&|object| object.physics[2].vertices[1] = 999);
    assert!(
        vertex.contains("physics polygon 2 names vertex 999"),
        "{vertex}"
    );
    let leaf = flaws_of(&|object| {
        if let Some(tree) = &mut object.physics_tree {
            tree.polygons[0] = 77;
        }
    });
    assert!(leaf.contains("names polygon 77"), "{leaf}");
    let twice = flaws_of(&|object| object.drawing[1].id = 0);
    assert!(twice.contains("drawing polygon 0 stands twice"), "{twice}");
    let thin = flaws_of(&|object| object.physics[0].vertices.truncate(2));
    assert!(thin.contains("has 2 corners"), "{thin}");
}

/// A file that grows while it is open is read to its new end.
#[test]
fn files_may_grow() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("growing.dat");
    let [portal, _] = sample::sample();
    let cut = portal.len() - 4096;
    std::fs::write(&path, &portal[..cut]).unwrap();
    let mut dat = sweepscope::formats::dat::open_dat(&path).unwrap();
    assert_eq!(dat.warnings().len(), 1, "{:?}", dat.warnings());
    let before = dat.record(0x1300_0000).unwrap_err().to_string();
    assert!(before.contains("beyond the end"), "{before}");
    std::fs::write(&path, &portal).unwrap();
    dat.record(0x1300_0000).unwrap();
    let folder_error = sweepscope::formats::dat::open_dat(folder.path()).unwrap_err();
    assert!(
        folder_error.to_string().contains("it is a folder"),
        "{folder_error}"
    );
}
