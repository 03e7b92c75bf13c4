//! The user's own game files, where an environment variable says where they are: `SWEEPSCOPE_DAT_DIR` or `ACDREAM_DAT_DIR`.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_1_SQRT_2;
use std::path::Path;
use std::time::{Duration, Instant};

use sweepscope::formats::dat::environment::Environment;
use sweepscope::formats::dat::library::{Library, open_library};
use sweepscope::formats::dat::tree::{DatTree, Tag};
use sweepscope::formats::dat::write::sample::{FILES, sample};
use sweepscope::formats::dat::{DataSet, Record, RecordKind};
use sweepscope::scene::game::{FOLDER_VARIABLES, environment_folder};

/// Longest that all records may take.
const LONGEST: Duration = Duration::from_secs(1800);

/// The user's files; `None`, with one line that says so, where there are none.
fn own() -> Option<Library> {
    let Some(folder) = environment_folder() else {
        let names = FOLDER_VARIABLES.join(" or ");
        eprintln!(
            "skipped: no game files; {names} names a folder with client_portal.dat and client_cell_1.dat"
        );
        return None;
    };
    Some(open_library(&folder).unwrap())
}

/// Reads every record; how many of each kind were whole, and what was wrong with the rest.
fn read_all(library: &mut Library) -> (BTreeMap<(DataSet, RecordKind), usize>, Vec<String>) {
    let begin = Instant::now();
    let (mut counts, mut wrong) = (BTreeMap::new(), Vec::new());
    for dat in library.files() {
        let set = dat.header().set;
        let (entries, errors) = dat.entries();
        wrong.extend(errors.iter().map(ToString::to_string));
        for entry in entries {
            let kind = RecordKind::of(set, entry.id);
            match dat.record(entry.id) {
                Ok(Some((_, flaws))) => {
                    *counts.entry((set, kind)).or_default() += 1;
                    // Whatever is odd: above all a record that goes on behind its end.
                    let odd = flaws.iter().filter(|flaw| flaw.starts_with("decoded "));
                    wrong.extend(odd.map(|flaw| format!("{:#010X}: {flaw}", entry.id)));
                }
                Ok(None) => *counts.entry((set, kind)).or_default() += 1,
                Err(error) => wrong.push(error.to_string()),
            }
            assert!(begin.elapsed() < LONGEST, "{:#010X}", entry.id);
        }
        wrong.extend(dat.warnings().iter().cloned());
    }
    (counts, wrong)
}

fn opened(folder: &Path) -> Library {
    for (name, bytes) in FILES.iter().zip(sample()) {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    open_library(folder).unwrap()
}

/// The walk itself, on files that are always at hand.
#[test]
fn the_sample_is_read_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (counts, wrong) = read_all(&mut opened(folder.path()));
    assert_eq!(wrong, [""; 0]);
    assert_eq!(counts[&(DataSet::Portal, RecordKind::GfxObj)], 5);
    assert_eq!(counts[&(DataSet::Cell, RecordKind::LandBlock)], 2);
}

/// spec/dat.md 14, "whole files".
#[test]
fn every_record_of_real_files_is_read() {
    let Some(mut library) = own() else {
        return;
    };
    let (counts, wrong) = read_all(&mut library);
    assert_eq!(wrong, [""; 0]);
    let of = |set, kind| counts.get(&(set, kind)).copied().unwrap_or(0);
    let all = |set: DataSet| -> usize {
        let own = counts.iter().filter(|((own, _), _)| *own == set);
        own.map(|(_, count)| count).sum()
    };
    assert_eq!(all(DataSet::Portal), 79_694);
    assert_eq!(all(DataSet::Cell), 805_348);
    for (kind, count) in [
        (RecordKind::LandBlock, 65_025),
        (RecordKind::LandBlockInfo, 5_346),
        (RecordKind::EnvCell, 734_976),
        (RecordKind::Iteration, 1),
    ] {
        assert_eq!(of(DataSet::Cell, kind), count, "{kind:?}");
    }
    assert_eq!(of(DataSet::Portal, RecordKind::GfxObj), 15_318);
    assert_eq!(of(DataSet::Portal, RecordKind::Environment), 772);
}

fn record(library: &mut Library, set: DataSet, id: u32) -> Record {
    let dat = library.dat(set).unwrap();
    dat.record(id).unwrap().unwrap().0
}

#[track_caller]
fn near(value: f32, wanted: f32, tolerance: f32) {
    assert!((value - wanted).abs() <= tolerance, "{value}, not {wanted}");
}

fn root_radius(tree: Option<&DatTree>) -> f32 {
    tree.unwrap().nodes[0].sphere.radius
}

/// spec/dat.md 14: objects, setups and rooms' shapes.
#[test]
fn known_portal_records_are_as_known() {
    let Some(mut library) = own() else {
        return;
    };
    let mut object = |id| match record(&mut library, DataSet::Portal, id) {
        Record::GfxObj(object) => object,
        other => panic!("{other:?}"),
    };
    let small = object(0x0100_05E8);
    assert_eq!((small.flags, &small.surfaces[..]), (2, &[0x0800_01B8][..]));
    assert_eq!(small.vertices.len(), 4);
    let drawn = small.drawing_tree.as_ref().unwrap();
    assert_eq!(
        (drawn.nodes[0].tag, &drawn.polygons[..]),
        (Tag::Plane(*b"BPOL"), &[0][..])
    );
    near(drawn.nodes[0].sphere.radius, 0.126_001, 1e-6);
    let door = object(0x0100_44B5);
    assert_eq!(door.physics.len(), 6);
    near(root_radius(door.physics_tree.as_ref()), 1.975, 5e-4);
    assert!(object(0x0100_44B6).physics_tree.is_none());
    near(
        root_radius(object(0x0100_0A2B).physics_tree.as_ref()),
        13.99,
        5e-3,
    );

    let mut setup = |id| match record(&mut library, DataSet::Portal, id) {
        Record::Setup(setup) => setup,
        other => panic!("{other:?}"),
    };
    let figure = setup(0x0200_0108);
    assert_eq!((figure.flags, &figure.parts[..]), (8, &[0x0100_08AB][..]));
    assert_eq!(figure.spheres.len(), 1);
    let sphere = figure.spheres[0];
    for (value, wanted) in sphere
        .center
        .to_array()
        .into_iter()
        .zip([0.0, -0.1475, 0.439])
    {
        near(value, wanted, 5e-5);
    }
    near(sphere.radius, 0.439, 5e-4);
    near(figure.height, 0.878, 5e-4);
    near(figure.radius, 0.526_966_1, 1e-6);
    near(figure.step_up, 0.3612, 5e-5);
    near(figure.step_down, 0.3612, 5e-5);
    let scaled = setup(0x0200_0240);
    assert_eq!((scaled.flags, scaled.parts.len()), (7, 5));
    assert!(
        scaled
            .scales
            .iter()
            .any(|scale| (scale.x - 0.532).abs() < 5e-4)
    );

    let Record::Environment(Environment { structs, .. }) =
        record(&mut library, DataSet::Portal, 0x0D00_062E)
    else {
        panic!("no environment")
    };
    let [room] = &structs[..] else {
        panic!("{} structs", structs.len())
    };
    assert_eq!((room.vertices.len(), room.drawing.len()), (8, 6));
    for (value, wanted) in room.vertices[0]
        .position
        .to_array()
        .into_iter()
        .zip([4.0, -0.6, 1.8])
    {
        near(value, wanted, 1e-5);
    }
    assert!(room.drawing.iter().all(|polygon| polygon.stippling == 4));
    let root = room.physics_tree.nodes[0];
    assert_eq!(root.tag, Tag::Both(*b"BPnN"));
    near(root.plane.offset, 1.8, 1e-5);
    let first = room.physics_tree.nodes[root.positive.unwrap() as usize];
    assert_eq!((first.tag, first.leaf_index), (Tag::Leaf, 0));
    assert_eq!(room.cell_tree.nodes[0].tag, Tag::Positive(*b"BPnn"));
    near(room.cell_tree.nodes[0].plane.offset, -1.8, 1e-5);
    assert_eq!(
        room.drawing_tree.as_ref().unwrap().nodes[0].tag,
        Tag::Positive(*b"BPIn")
    );
}

/// spec/dat.md 14: rooms, landblocks and the directory's root.
#[test]
fn known_cell_records_are_as_known() {
    let Some(mut library) = own() else {
        return;
    };
    let mut room = |id| match record(&mut library, DataSet::Cell, id) {
        Record::EnvCell(room) => room,
        other => panic!("{other:?}"),
    };
    let cellar = room(0x0002_0102);
    assert_eq!(
        (cellar.environment, cellar.cell_struct, cellar.portals.len()),
        (0x2E6, 2, 3)
    );
    assert_eq!(cellar.frame.origin.to_array(), [0.0, -40.0, -12.0]);
    for (value, wanted) in
        cellar
            .frame
            .rotation
            .into_iter()
            .zip([-FRAC_1_SQRT_2, 0.0, 0.0, -FRAC_1_SQRT_2])
    {
        near(value, wanted, 1e-6);
    }
    let house = room(0x7D64_010D);
    assert_eq!(
        (house.flags, house.surfaces.len(), house.statics.len()),
        (3, 16, 4)
    );
    assert_eq!((house.environment, house.cell_struct), (0x3B2, 13));
    assert_eq!(house.frame.origin.to_array(), [85.5, 109.5, 12.0]);

    let Record::LandBlock(land) = record(&mut library, DataSet::Cell, 0x9AB1_FFFF) else {
        panic!("no landblock")
    };
    assert_eq!(land.has_info, 0);
    assert_eq!([0, 1, 40, 80].map(|k| land.heights[k]), [120, 139, 93, 110]);

    let mut info = |id| match record(&mut library, DataSet::Cell, id) {
        Record::LandBlockInfo(info) => info,
        other => panic!("{other:?}"),
    };
    let farm = info(0x1455_FFFE);
    assert_eq!(farm.cells, 5);
    let building = farm
        .buildings
        .iter()
        .find(|building| building.model == 0x0100_11A9)
        .unwrap();
    assert_eq!(building.leaves, 127);
    for (value, wanted) in building
        .frame
        .origin
        .to_array()
        .into_iter()
        .zip([174.003, 17.634, 70.0])
    {
        near(value, wanted, 5e-4);
    }
    let way = building
        .openings
        .iter()
        .find(|opening| opening.other_cell == 260)
        .unwrap();
    assert_eq!(
        (way.flags, &way.stabs[..]),
        (3, &[256, 257, 258, 259, 260][..])
    );
    let village = info(0x5262_FFFE);
    assert_eq!(
        (village.cells, village.restrictions[0]),
        (74, (0, 0x7526_200C))
    );

    let dat = library.dat(DataSet::Cell).unwrap();
    let root = dat.header().root;
    let node = dat.chain(root, 1716, "the root").unwrap();
    let word =
        |index: usize| u32::from_le_bytes(node[4 * index..4 * index + 4].try_into().unwrap());
    assert_eq!(word(62), 21);
    assert_eq!(word(22), word(21));
}
