//! What is written is read again, to the last field.

use std::io::Cursor;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use sweepscope::formats::dat::write::{Fill, Layout, Stored, Written, container};
use sweepscope::formats::dat::{Dat, DataSet, Record, RecordKind};

use super::arbitrary::record;

fn kind(record: &Record) -> RecordKind {
    match record {
        Record::GfxObj(_) => RecordKind::GfxObj,
        Record::Setup(_) => RecordKind::Setup,
        Record::Environment(_) => RecordKind::Environment,
        Record::Region(_) => RecordKind::Region,
        Record::LandBlock(_) => RecordKind::LandBlock,
        Record::LandBlockInfo(_) => RecordKind::LandBlockInfo,
        Record::EnvCell(_) => RecordKind::EnvCell,
        Record::Iteration(_) => RecordKind::Iteration,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn records(record in record()) {
        let bytes = record.encode();
        let (read, flaws) = Record::decode(&bytes, kind(&record), Some(record.id())).unwrap().unwrap();
        prop_assert_eq!(&read, &record);
        prop_assert!(flaws.iter().all(|flaw| !flaw.starts_with("decoded")), "{:?}", flaws);
        // One byte more is remarked, but for the region, which goes on, and the iteration record.
        if !matches!(record, Record::Region(_) | Record::Iteration(_)) {
            let longer = [&bytes[..], &[0]].concat();
            let (read, flaws) = Record::decode(&longer, kind(&record), None).unwrap().unwrap();
            prop_assert_eq!(&read, &record);
            // Of very many remarks the last is cut.
            prop_assert!(flaws.len() > 64 || flaws.iter().any(|flaw| flaw.starts_with("decoded")), "{:?}", flaws);
        }
    }
}

fn open(written: &Written) -> Dat<Cursor<&[u8]>> {
    Dat::new(Cursor::new(&written.bytes[..]), "test.dat").unwrap()
}

fn layout() -> impl Strategy<Value = Layout> {
    let numbers = (
        16_u32..300,
        1_usize..62,
        any::<bool>(),
        0_u32..4,
        any::<u8>(),
    );
    (numbers, any::<u64>(), any::<bool>()).prop_map(
        |((words, per_node, stale, free_blocks, slack), seed, shuffled)| Layout {
            block_size: 4 * words,
            set: DataSet::Portal,
            subset: 0,
            per_node,
            fill: if stale { Fill::Stale } else { Fill::Memory },
            slack,
            free_blocks,
            journal: stale,
            shuffle: if shuffled { seed } else { 0 },
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn containers(
        layout in layout(),
        contents in btree_map(any::<u32>(), (vec(any::<u8>(), 0..700), any::<bool>()), 0..80),
    ) {
        let records: Vec<Stored> = contents
            .iter()
            .map(|(id, (bytes, packed))| Stored { packed: *packed, ..Stored::plain(*id, bytes.clone()) })
            .collect();
        let written = container(&records, &layout);
        let mut dat = open(&written);
        prop_assert!(dat.warnings().is_empty());
        let (entries, errors) = dat.entries();
        prop_assert_eq!(errors, vec![]);
        let ids: Vec<u32> = entries.iter().map(|entry| entry.id).collect();
        prop_assert_eq!(ids, contents.keys().copied().collect::<Vec<u32>>());
        for (id, (bytes, _)) in &contents {
            let entry = dat.find(*id).unwrap().unwrap();
            prop_assert!(entries.contains(&entry));
            prop_assert_eq!(&dat.bytes(&entry).unwrap(), bytes);
        }
        for (id, _) in contents.iter().take(5) {
            let next = id.wrapping_add(1);
            prop_assert_eq!(dat.find(next).unwrap().is_some(), contents.contains_key(&next));
        }
    }
}

/// spec/dat.md 2.2: rests between a payload and a block, and around whole payloads.
#[test]
fn records_around_the_size_of_a_block() {
    for size in [64_u32, 256, 1024] {
        let payload = size as usize - 4;
        let lengths = [
            0,
            1,
            payload - 1,
            payload,
            payload + 1,
            size as usize,
            2 * payload,
            2 * payload + 1,
        ];
        let records: Vec<Stored> = lengths
            .iter()
            .enumerate()
            .map(|(id, length)| Stored::plain(id as u32, vec![id as u8 + 1; *length]))
            .collect();
        let layout = Layout {
            block_size: size,
            slack: 0xcd,
            ..Layout::PORTAL
        };
        let written = container(&records, &layout);
        let mut dat = open(&written);
        for record in &records {
            let entry = dat.entry(record.id).unwrap();
            assert_eq!(
                dat.bytes(&entry).unwrap(),
                record.bytes,
                "{size} {}",
                record.id
            );
        }
    }
}

/// A directory of three levels: 5,000 records, 30 to a node.
#[test]
fn directory_of_three_levels() {
    let records: Vec<Stored> = (0..5000_u32)
        .map(|k| Stored::plain(7 * k, k.to_le_bytes().to_vec()))
        .collect();
    let layout = Layout {
        per_node: 16,
        fill: Fill::Stale,
        ..Layout::PORTAL
    };
    let written = container(&records, &layout);
    let mut dat = open(&written);
    let (entries, errors) = dat.entries();
    assert_eq!((entries.len(), errors), (5000, vec![]));
    for k in (0..5000).step_by(37) {
        let entry = dat.entry(7 * k).unwrap();
        assert_eq!(dat.bytes(&entry).unwrap(), k.to_le_bytes());
        let error = dat.entry(7 * k + 1).unwrap_err().to_string();
        assert!(error.contains(&format!("{:#010X}", 7 * k)), "{error}");
    }
}
