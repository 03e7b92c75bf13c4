//! What readers bear: chains that go on, openings without outlines, folders in the place of files.

use std::io::Cursor;

use sweepscope::formats::dat::land::NO_HEIGHTS;
use sweepscope::formats::dat::library::{GameRecord, Kept};
use sweepscope::formats::dat::load::{Loader, Place};
use sweepscope::formats::dat::solid::TreeChoice;
use sweepscope::formats::dat::write::sample::{cell_records, portal_records};
use sweepscope::formats::dat::write::{Layout, Stored, Written, container};
use sweepscope::formats::dat::{Dat, Record};
use sweepscope::ids::CellId;
use sweepscope::world::{Cells, Elsewhere};

fn portal() -> Written {
    let mut stored: Vec<Stored> = portal_records()
        .iter()
        .map(|record| Stored::plain(record.id(), record.encode()))
        .collect();
    stored.sort_by_key(|record| record.id);
    container(&stored, &Layout::PORTAL)
}

/// The record is whole, and the file says that it is not all there is: spec/dat.md 2.2, rule 3.
#[test]
fn a_chain_that_goes_on_is_told() {
    let mut file = portal();
    let id = 0x0100_0001;
    let last = *file.records[&id].last().unwrap();
    let other = file.records[&0x0100_0002][0];
    file.bytes[last as usize..last as usize + 4].copy_from_slice(&other.to_le_bytes());
    let mut dat = Dat::new(Cursor::new(file.bytes), "long.dat").unwrap();
    assert_eq!(dat.warnings(), [""; 0]);
    for _ in 0..3 {
        dat.record(id).unwrap().unwrap();
    }
    let [warning] = dat.warnings() else {
        panic!("{:?}", dat.warnings())
    };
    assert!(
        warning.starts_with(&format!("long.dat: at byte {last:#x}"))
            && warning.contains("0x01000001")
            && warning.contains("goes on"),
        "{warning}"
    );
    // Whole files have nothing of the kind.
    let mut whole = Dat::new(Cursor::new(portal().bytes), "whole.dat").unwrap();
    for entry in whole.entries().0 {
        whole.record(entry.id).unwrap();
    }
    assert_eq!(whole.warnings(), [""; 0]);
}

/// An opening whose outline is missing is left out, and the others keep their numbers.
#[test]
fn openings_keep_their_numbers() {
    let mut records: Vec<GameRecord> = Vec::new();
    for mut record in portal_records() {
        if let Record::Environment(environment) = &mut record {
            // The door to outdoors, which is the room's first opening.
            environment.structs[0]
                .drawing
                .retain(|polygon| polygon.id != 100);
        }
        records.push(GameRecord {
            is_cell: false,
            id: record.id(),
            bytes: record.encode(),
        });
    }
    records.extend(cell_records().iter().map(|record| GameRecord {
        is_cell: true,
        id: record.id(),
        bytes: record.encode(),
    }));
    let mut kept = Kept::new(&records, &[]);
    let mut loader = Loader::new(&mut kept, TreeChoice::Stored, 0);
    let loaded = loader.load(Place::Room(0xA9B4_0100)).unwrap();
    assert!(
        loader
            .notes()
            .iter()
            .any(|note| note.contains("portal 0 has no outline")),
        "{:?}",
        loader.notes()
    );
    let mut cells = Cells::new(Elsewhere::Missing);
    for room in loaded.rooms {
        cells.add_indoor(room);
    }
    let (front, back) = (CellId(0xA9B4_0100), CellId(0xA9B4_0101));
    let numbers: Vec<u32> = cells
        .indoor(front)
        .unwrap()
        .portals
        .iter()
        .map(|portal| portal.number)
        .collect();
    assert_eq!(numbers, [1]);
    assert_eq!(cells.portal_between(front, back), Some(1));
    assert_eq!(cells.portal_between(back, front), Some(0));
}

fn kept(change: impl Fn(&mut Record)) -> Vec<GameRecord> {
    let of = |is_cell: bool| {
        let change = &change;
        move |mut record: Record| {
            change(&mut record);
            GameRecord {
                is_cell,
                id: record.id(),
                bytes: record.encode(),
            }
        }
    };
    let portal = portal_records().into_iter().map(of(false));
    portal
        .chain(cell_records().into_iter().map(of(true)))
        .collect()
}

/// Rooms that lead to themselves and see themselves are loaded once each, and a body in one is where it is.
#[test]
fn rooms_may_lead_to_themselves() {
    let records = kept(|record| {
        if let Record::EnvCell(room) = record {
            let own = room.id as u16;
            room.portals
                .iter_mut()
                .for_each(|portal| portal.other_cell = own);
            room.visible = vec![own; 500];
        }
        if let Record::LandBlockInfo(info) = record {
            for building in &mut info.buildings {
                building
                    .openings
                    .iter_mut()
                    .for_each(|opening| opening.stabs = vec![0x100; 500]);
            }
        }
    });
    for place in [Place::Room(0xA9B4_0100), Place::Block(0xA9B4)] {
        let mut fetch = Kept::new(&records, &[]);
        let loaded = Loader::new(&mut fetch, TreeChoice::Stored, 0)
            .load(place)
            .unwrap();
        assert_eq!(
            loaded.rooms.len(),
            if place == Place::Block(0xA9B4) { 2 } else { 1 }
        );
        let mut cells = Cells::new(Elsewhere::Missing);
        for room in loaded.rooms {
            cells.add_indoor(room);
        }
        let own = CellId(0xA9B4_0100);
        assert_eq!(cells.portal_between(own, own), Some(0));
    }
}

/// A block that names more rooms than there are numbers ends soon, with what there is.
#[test]
fn a_block_may_name_rooms_that_are_not_there() {
    let records = kept(|record| {
        if let Record::LandBlockInfo(info) = record {
            info.cells = u32::MAX;
        }
    });
    let mut fetch = Kept::new(&records, &[]);
    let mut loader = Loader::new(&mut fetch, TreeChoice::Stored, 0);
    let begin = std::time::Instant::now();
    let loaded = loader.load(Place::Block(0xA9B4)).unwrap();
    assert_eq!(loaded.rooms.len(), 2);
    assert!(begin.elapsed().as_secs_f64() < 1.0);
    let notes = loader.notes();
    let rooms: Vec<&String> = notes.iter().filter(|note| note.contains("rooms")).collect();
    let [told] = rooms[..] else {
        panic!("{notes:?}");
    };
    for word in [
        "0xA9B4FFFE",
        "4294967293 of its 4294967295 rooms",
        "0xA9B40102",
    ] {
        assert!(told.contains(word), "{told}");
    }
}

/// Heights that are guessed are told as such.
#[test]
fn guessed_heights_are_told() {
    let mut records = kept(|_| ());
    records.retain(|record| record.id != 0x1300_0000);
    let mut fetch = Kept::new(&records, &[]);
    let mut loader = Loader::new(&mut fetch, TreeChoice::Stored, 0);
    loader.load(Place::Block(0xA9B4)).unwrap();
    let notes = loader.notes();
    assert!(notes.iter().any(|note| note == NO_HEIGHTS), "{notes:?}");
    let records = kept(|_| ());
    let mut fetch = Kept::new(&records, &[]);
    let mut loader = Loader::new(&mut fetch, TreeChoice::Stored, 0);
    loader.load(Place::Block(0xA9B4)).unwrap();
    assert!(!loader.notes().contains(&NO_HEIGHTS.to_owned()));
}

/// Real files have hundreds of models that cannot be hit: one of them is named, the others are counted.
#[test]
fn models_without_physics_are_told_together() {
    let told = |bare: &[u32]| {
        let records = kept(|record| {
            if let Record::GfxObj(model) = record
                && bare.contains(&model.id)
            {
                // Bit 0 says that there is physics (spec/dat.md, GfxObj).
                model.flags &= !1;
                model.physics_tree = None;
                model.physics.clear();
            }
        });
        let mut fetch = Kept::new(&records, &[]);
        let mut loader = Loader::new(&mut fetch, TreeChoice::Stored, 0);
        for id in [1, 2, 3, 4, 5, 5, 1] {
            loader.shape(0x0100_0000 | id).unwrap();
        }
        let notes = loader.notes().into_iter();
        let notes = notes.filter(|note| note.contains("physics polygons"));
        notes.collect::<Vec<_>>()
    };
    assert_eq!(
        told(&[]),
        ["0x01000005 has no physics polygons: it can be seen and not be hit"]
    );
    assert_eq!(
        told(&[0x0100_0004, 0x0100_0002]),
        ["0x01000002 and 2 more have no physics polygons: they can be seen and not be hit"]
    );
}

/// A record that unpacks to more than it names, and one that names 4 GiB: spec/dat.md 13.7.
#[test]
fn packed_records_are_held_to_what_they_name() {
    let zeros = vec![0; 8 << 20];
    let mut stored = Stored::plain(0x0100_0001, zeros);
    stored.packed = true;
    let file = container(&[stored], &Layout::PORTAL);
    let first = file.records[&0x0100_0001][0] as usize + 4;
    for (named, says) in [
        (1000_u32, "broken"),
        (u32::MAX, "4294967295 bytes"),
        (1 << 24, "were named"),
    ] {
        let mut bytes = file.bytes.clone();
        bytes[first..first + 4].copy_from_slice(&named.to_le_bytes());
        let mut dat = Dat::new(Cursor::new(bytes), "bomb.dat").unwrap();
        let entry = dat.entry(0x0100_0001).unwrap();
        let error = dat.bytes(&entry).unwrap_err().to_string();
        assert!(
            error.contains(says) && error.contains("bomb.dat"),
            "{named}: {error}"
        );
    }
}
