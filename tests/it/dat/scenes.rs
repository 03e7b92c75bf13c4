//! Scenes that take what they hold from game files.

use std::fs;
use std::path::Path;

use sweepscope::formats::dat::write::sample::{FILES, sample};
use sweepscope::lane::{Measure, Value, run_lane};
use sweepscope::recording::{Recording, file};
use sweepscope::scene::{self, Built, SceneError, Source};

/// A folder with the made-up game files and a scene beside them.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let dat = folder.path().join("dat");
    fs::create_dir(&dat).unwrap();
    for (name, bytes) in FILES.iter().zip(sample()) {
        fs::write(dat.join(name), bytes).unwrap();
    }
    fs::write(folder.path().join("scene.ron"), text).unwrap();
    folder
}

fn open(folder: &Path) -> Result<Source, SceneError> {
    scene::open(folder.join("scene.ron").to_str().unwrap())
}

fn built(text: &str) -> (Source, Built) {
    let folder = folder(text);
    let source = open(folder.path()).unwrap();
    let built = scene::build(&source, None, None).unwrap();
    (source, built)
}

const LANES: &str =
    r#"lanes: [Lane(name: "retail", policy: "retail"), Lane(name: "legacy", policy: "legacy")],"#;

fn sweep(objects: &str) -> String {
    format!(
        r#"Scene(version: 1, title: "a", game: Game(files: "dat"), objects: [{objects}],
        rig: Sweep(sweeps: List([((0, -3, 0.5), (0, 3, 0.5))])), {LANES})"#
    )
}

/// A mover in the sample's block; `load` is the piece and `rest` the mover's fields.
fn walk(load: &str, rest: &str) -> String {
    format!(
        r#"Scene(version: 1, title: "a", hz: 30, length: Seconds(8), landblock: 0xA9B4,
        game: Game(files: "dat", load: [{load}]), rig: Mover({rest}), {LANES})"#
    )
}

#[test]
fn objects_have_the_trees_that_are_stored() {
    let text = sweep(
        r#"Object(name: "stored", shape: GfxObj(0x01000001)),
        Object(name: "anew", shape: GfxObj(0x01000001), tree: Balanced, at: (0, 50, 0)),
        Object(name: "leaf", shape: GfxObj(0x01000001), tree: SingleLeaf, at: (0, 60, 0)),
        Object(name: "table", shape: Setup(0x02000001), at: (0, 70, 0)),
        Object(name: "lamp", shape: Setup(0x02000002), at: (0, 80, 0)),
        Object(name: "picture", shape: GfxObj(0x01000005), at: (0, 90, 0))"#,
    );
    let (source, built) = built(&text);
    let objects = &built.setup.world.objects;
    let nodes = |index: usize| {
        objects[index]
            .parts
            .iter()
            .map(|part| part.tree.nodes().len())
    };
    assert_eq!(nodes(0).collect::<Vec<_>>(), nodes(1).collect::<Vec<_>>());
    assert_eq!(nodes(2).collect::<Vec<_>>(), [1]);
    assert_eq!(objects[3].parts.len(), 3);
    assert_eq!(
        (objects[3].parts[1].scale, objects[3].parts[0].scale),
        (0.75, 1.0)
    );
    assert!(objects[4].parts.is_empty());
    assert_eq!(
        (objects[4].cylinders.len(), objects[4].spheres.len()),
        (1, 1)
    );
    assert!(objects[5].parts.is_empty() && objects[5].spheres.is_empty());
    let warned = built.warnings.join("; ");
    assert!(
        warned.contains("0x01000005 has no physics polygons"),
        "{warned}"
    );
    let ids: Vec<u32> = source.records.iter().map(|record| record.id).collect();
    assert_eq!(
        ids,
        [
            0x0100_0001,
            0x0100_0002,
            0x0100_0005,
            0x0200_0001,
            0x0200_0002
        ]
    );
    // The sweep meets the crate's face, half a metre before its middle.
    let end = run_lane(&built.setup, built.lanes[0].1, 1, |outcome, counters| {
        assert_ne!(Measure::Verdict.of(outcome, counters), Value::Text("ok"));
    });
    assert_eq!(end.state.tick, 1);
}

#[test]
fn a_block_has_ground_things_and_a_house() {
    let mover = "feet: (84, 100, 20.01), grounded: true, camera: (), script: [Walk(7)]";
    let (_, built) = built(&walk("Block(0xA9B4)", mover));
    let world = &built.setup.world;
    let cells = world.cells().unwrap();
    assert_eq!(
        (
            cells.rooms().count(),
            cells.buildings().count(),
            cells.blocks().count()
        ),
        (2, 1, 1)
    );
    assert_eq!(world.objects.len(), 5);
    // Through the door into the first room, and on into the second.
    let mut seen = Vec::new();
    run_lane(
        &built.setup,
        built.lanes[0].1,
        built.setup.ticks,
        |outcome, counters| {
            if let Value::Cell(cell) = Measure::Cell.of(outcome, counters)
                && seen.last() != Some(&cell)
            {
                seen.push(cell);
            }
        },
    );
    let seen: Vec<String> = seen.iter().map(|cell| format!("{:08X}", cell.0)).collect();
    assert_eq!(seen, ["A9B4001D", "A9B40100", "A9B40101"]);
}

#[test]
fn a_room_comes_with_what_can_be_seen_from_it() {
    let mover = "feet: (84, 110, 20.21), cell: 0xA9B40100, grounded: true, camera: ()";
    let (_, room) = built(&walk("Cell(0xA9B40100)", mover));
    let cells = room.setup.world.cells().unwrap();
    // The other room, and, as the door is open, the landscape around.
    assert_eq!((cells.rooms().count(), cells.blocks().count()), (2, 1));
    let (_, around) = built(&walk("Blocks(0xA9B4)", mover));
    assert_eq!(around.setup.world.cells().unwrap().blocks().count(), 2);
    let warned = around.warnings.join("; ");
    assert!(warned.contains("7 of the blocks around 0xA9B4"), "{warned}");
    // Both at once: what is in both is there once.
    let (_, both) = built(&walk("Cell(0xA9B40100), Block(0xA9B4)", mover));
    assert_eq!(both.setup.world.objects.len(), 5);
}

/// A recording opens where there are no game files.
#[test]
fn recordings_hold_the_records() {
    let mover = "feet: (84, 100, 20.01), grounded: true, camera: (), script: [Walk(1)]";
    let (source, built) = built(&walk("Block(0xA9B4)", mover));
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(30);
    let mut bytes = Vec::new();
    file::write(&recording, &mut bytes).unwrap();
    let read = file::read(&bytes, "a.sweep").unwrap();
    assert_eq!(read.source.records, recording.source.records);
    assert!(read.source.records.len() > 8);
    assert!(read.verify().is_empty());
    // Without them it says what is missing.
    let mut bare = recording.clone();
    bare.source.records.clear();
    bytes.clear();
    file::write(&bare, &mut bytes).unwrap();
    let error = file::read(&bytes, "a.sweep").unwrap_err().to_string();
    assert!(error.contains("no record 0xA9B4FFFF"), "{error}");
}

/// What is named has to be there; what that refers to may be missing.
#[test]
fn missing_things_are_told() {
    let feet = "feet: (84, 100, 20.01)";
    for (text, place, says) in [
        (
            sweep(r#"Object(name: "a", shape: GfxObj(0x01000009))"#),
            "objects[0].shape",
            "no record 0x01000009; next to it are",
        ),
        (
            sweep(r#"Object(name: "a", shape: GfxObj(0x02000001))"#),
            "objects[0].shape",
            "a GfxObj, from 0x01000000",
        ),
        (
            sweep(r#"Object(name: "a", shape: Box(min: (0, 0, 0), max: (1, 1, 1)), tree: Stored)"#),
            "objects[0].tree",
            "only a GfxObj or a Setup",
        ),
        (
            walk("Block(0xA9B5)", feet),
            "game.load[0]",
            "no record 0xA9B5FFFF; next to it are",
        ),
        (
            walk("Cell(0xA9B40109)", feet),
            "game.load[0]",
            "no record 0xA9B40109",
        ),
        (
            walk("Block(0xA9B4)", "feet: (84, 100, 20), cell: 0xA9B40155"),
            "rig.feet",
            "in no cell",
        ),
        (
            walk("Block(0xA9B4)", feet).replace("landblock: 0xA9B4,", ""),
            "game.load",
            "need `landblock",
        ),
        (
            walk("Block(0xA9B4)", feet).replace(r#""dat""#, r#""dta""#),
            "game.files",
            "no such file",
        ),
        (
            walk("Block(0xA9B4)", feet).replace(r#""dat""#, r#"".""#),
            "game.files",
            "it is a folder without game files",
        ),
        (
            walk("Block(0xA9B4)", feet).replace(r#""dat""#, r#""scene.ron""#),
            "game.files",
            "a scene, not a game file",
        ),
        (
            walk("Block(0xA9B4)", feet).replace("load:", "lode:"),
            "game",
            "lode",
        ),
    ] {
        let folder = folder(&text);
        let made = open(folder.path()).and_then(|source| scene::build(&source, None, None));
        let error = made.unwrap_err().to_string();
        assert!(
            error.contains(place) && error.contains(says),
            "{error}\n{text}"
        );
        assert!(!error.contains('\n'), "{error}");
    }
    // A cell file alone: ground, and the names of what is not there.
    let text = walk("Block(0xA9B4)", feet);
    let folder = folder(&text);
    fs::remove_file(folder.path().join("dat").join(FILES[0])).unwrap();
    let source = open(folder.path()).unwrap();
    let built = scene::build(&source, None, None).unwrap();
    let cells = built.setup.world.cells().unwrap();
    assert_eq!((cells.rooms().count(), cells.blocks().count()), (0, 1));
    let warned = built.warnings.join("; ");
    for missing in ["0x13000000", "0x01000001", "0x0D000001"] {
        assert!(warned.contains(missing), "{missing}: {warned}");
    }
}

/// A record by itself.
#[test]
fn single_records() {
    let text = sweep(r#"Object(name: "a", shape: GfxObj(0x01000001))"#)
        .replace(r#""dat""#, r#""crate.bin""#);
    let folder = folder(&text);
    let record = sweepscope::formats::dat::write::sample::portal_records().swap_remove(0);
    fs::write(folder.path().join("crate.bin"), record.encode()).unwrap();
    let source = open(folder.path()).unwrap();
    let built = scene::build(&source, None, None).unwrap();
    assert_eq!(built.setup.world.objects[0].parts.len(), 1);
}
