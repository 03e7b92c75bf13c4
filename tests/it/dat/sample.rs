//! The files that `export-dat` writes.

use std::io::Cursor;

use sweepscope::bsp::referee::check_tree;
use sweepscope::formats::dat::solid::{self, TreeChoice};
use sweepscope::formats::dat::write::sample::sample;
use sweepscope::formats::dat::{Dat, Record};

/// Every record is read without a remark, and every stored tree is a tree that holds its polygons.
#[test]
fn every_record_is_sound() {
    let mut trees = 0;
    for bytes in sample() {
        let mut dat = Dat::new(Cursor::new(bytes), "sample.dat").unwrap();
        let (entries, errors) = dat.entries();
        assert_eq!(errors, []);
        assert!(entries.len() >= 6);
        for entry in entries {
            let (record, flaws) = dat.record(entry.id).unwrap().unwrap();
            assert!(flaws.is_empty(), "{:#x}: {flaws:?}", entry.id);
            if let Record::GfxObj(object) = record
                && let Some(stored) = &object.physics_tree
            {
                for choice in [
                    TreeChoice::Stored,
                    TreeChoice::Rebuilt,
                    TreeChoice::SingleLeaf,
                ] {
                    let mut notes = Vec::new();
                    let tree = solid::tree(
                        &object.vertices,
                        &object.physics,
                        stored,
                        choice,
                        "it",
                        &mut notes,
                    );
                    let tree = tree.unwrap();
                    assert!(notes.is_empty(), "{notes:?}");
                    assert_eq!(tree.polygons().len(), object.physics.len());
                    assert!(check_tree(&tree).is_empty());
                    if choice == TreeChoice::Stored {
                        assert_eq!(solid::stored(&tree).2, *stored);
                    }
                }
                trees += 1;
            }
        }
    }
    assert_eq!(trees, 4);
}
