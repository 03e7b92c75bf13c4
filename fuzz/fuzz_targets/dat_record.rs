//! One record of each kind (the first byte says which), and one that stands alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::dat::mesh::{DatPolygon, Vertex};
use sweepscope::formats::dat::solid::{self, TreeChoice};
use sweepscope::formats::dat::tree::DatTree;
use sweepscope::formats::dat::{Record, RecordKind};

const KINDS: [RecordKind; 8] = [
    RecordKind::GfxObj,
    RecordKind::Setup,
    RecordKind::Environment,
    RecordKind::Region,
    RecordKind::LandBlock,
    RecordKind::LandBlockInfo,
    RecordKind::EnvCell,
    RecordKind::Iteration,
];

/// The trees that a world would have of it.
fn trees(vertices: &[Vertex], physics: &[DatPolygon], stored: &DatTree) {
    for choice in [
        TreeChoice::Stored,
        TreeChoice::Rebuilt,
        TreeChoice::SingleLeaf,
    ] {
        let mut notes = Vec::new();
        let tree = solid::tree(vertices, physics, stored, choice, "fuzz", &mut notes);
        if let Ok(tree) = tree {
            assert!(tree.polygons().len() <= physics.len());
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, bytes)) = bytes.split_first() else {
        return;
    };
    let _ = Record::decode_alone(bytes);
    let Ok(Some((record, _))) =
        Record::decode(bytes, KINDS[usize::from(*kind) % KINDS.len()], None)
    else {
        return;
    };
    match &record {
        Record::GfxObj(object) => {
            if let Some(stored) = &object.physics_tree {
                trees(&object.vertices, &object.physics, stored);
            }
        }
        Record::Environment(environment) => {
            for room in &environment.structs {
                trees(&room.vertices, &room.physics, &room.physics_tree);
            }
        }
        _ => {}
    }
    // Whatever was read can be written.
    let _ = record.encode();
});
