//! Files of every kind given to commands that take another: each says what the file is and what takes it.

use std::fs;
use std::path::Path;

use sweepscope::cli::Exit;
use sweepscope::formats::dat::DataSet;
use sweepscope::formats::dat::catalog::Catalog;
use sweepscope::formats::dat::library::{Fetch as _, open_library};
use sweepscope::formats::dat::write::sample::{FILES, sample};
use sweepscope::formats::dat::write::{DAMAGES, damaged};
use sweepscope::formats::progress::Go;

use super::pages::blocks;
use super::run;

/// `text` in UTF-16 with its mark, the high byte first if `is_big`.
fn wide(text: &str, is_big: bool) -> Vec<u8> {
    let units = ['\u{feff}'].into_iter().chain(text.chars());
    let units: Vec<u16> = units.collect::<String>().encode_utf16().collect();
    let bytes = |unit: &u16| match is_big {
        true => unit.to_be_bytes(),
        false => unit.to_le_bytes(),
    };
    units.iter().flat_map(bytes).collect()
}

/// A folder with a file of each kind.
fn files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let dumps = blocks(include_str!("../../../docs/formats/dump.md"), "json");
    let page = include_str!("../../../docs/formats/capture.md");
    let (capture, scene) = (blocks(page, "json")[0], blocks(page, "ron")[0]);
    let log = blocks(include_str!("../../../docs/formats/log.md"), "log")[0];
    let (model, room) = (dumps[0], dumps[1]);
    for (name, text) in [
        ("model.json", model),
        ("model.ron", model),
        ("room.json", room),
        ("probe.log", log),
        ("probe.dat", log),
        ("cap.jsonl", capture),
        ("floor.ron", scene),
        ("floor.sweep", scene),
        ("m.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n"),
        ("notes.txt", "hello\nthere\n"),
        ("list.json", "[1, 2, 3]\n"),
        ("empty", ""),
    ] {
        fs::write(at(name), text).unwrap();
    }
    fs::write(at("wide.jsonl"), wide(capture, false)).unwrap();
    fs::write(at("wide.json"), wide(model, true)).unwrap();
    fs::write(at("wide.log"), wide(log, true)).unwrap();
    fs::write(at("wide.ron"), wide(scene, false)).unwrap();
    fs::write(at("p.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    let noise: Vec<u8> = (0..2000_u32)
        .map(|k| (k.wrapping_mul(2_654_435_761) >> 23) as u8)
        .collect();
    fs::write(at("noise.dat"), &noise).unwrap();
    fs::write(at("noise"), &noise).unwrap();
    fs::create_dir(at("dat")).unwrap();
    for (name, bytes) in FILES.iter().zip(sample()) {
        fs::write(at("dat").join(name), bytes).unwrap();
    }
    let mut library = open_library(&at("dat")).unwrap();
    for (name, id) in [
        ("object.bin", 0x0100_0001),
        ("setup.bin", 0x0200_0001),
        ("region.raw", 0x1300_0000),
    ] {
        fs::write(at(name), library.fetch(DataSet::Portal, id).unwrap()).unwrap();
    }
    assert_eq!(
        run(folder.path(), "export floor.ron -o box.glb").exit,
        Exit::Done
    );
    let ran = run(folder.path(), "run floor.ron --record rec.sweep");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    folder
}

/// The one line that `line` ends with, without the folder.
#[track_caller]
fn refused(folder: &Path, line: &str) -> String {
    let ran = run(folder, line);
    assert_eq!((ran.exit, &*ran.out), (Exit::BadInput, ""), "{line}");
    let text = ran.err.replace(&format!("{}/", folder.display()), "");
    let error = text
        .strip_prefix("error: ")
        .and_then(|rest| rest.strip_suffix('\n'));
    let error = error.filter(|error| !error.contains('\n'));
    error
        .unwrap_or_else(|| panic!("{line}: one line was expected: {text}"))
        .to_owned()
}

const BEHIND: &str = "not a capture; it goes behind --geometry";

#[test]
fn replay_says_what_it_is_given() {
    let folder = files();
    let behind = |name: &str, what: &str| (name.to_owned(), format!("{what}, {BEHIND}"));
    let plain = |name: &str, what: &str| (name.to_owned(), what.to_owned());
    for (file, told) in [
        behind("model.json", "a JSON dump"),
        behind("model.ron", "a JSON dump"),
        behind("room.json", "a JSON dump"),
        behind("floor.ron", "a scene"),
        behind("rec.sweep", "a recording"),
        behind("m.obj", "an OBJ mesh"),
        behind("box.glb", "a glTF mesh"),
        behind("dat/client_portal.dat", "a game file"),
        behind("dat", "a game file"),
        plain(
            "probe.log",
            "a probe log, not a capture; `sweepscope inspect` lists it, `sweepscope import` makes a scene of it",
        ),
        plain(
            "object.bin",
            "a single record of the game's files, GfxObj 0x01000001, not a capture; `sweepscope inspect` tells what is in it, `sweepscope import` makes a scene of it",
        ),
        plain("wide.jsonl", "a capture in UTF-16; convert it to UTF-8"),
        plain("p.png", "a PNG picture; a capture was expected"),
        plain(
            "noise.dat",
            "binary data of no kind that is read here; a capture was expected",
        ),
        plain(
            "notes.txt",
            "text of no kind that is read here; a capture was expected",
        ),
        plain(
            "list.json",
            "JSON of no kind that is read here; a capture was expected",
        ),
        plain("empty", "the file is empty; a capture was expected"),
    ] {
        for geometry in ["floor.ron", "dat"] {
            let line = format!("replay {file} --geometry {geometry}");
            assert_eq!(
                refused(folder.path(), &line),
                format!("{file}: {told}"),
                "{line}"
            );
        }
    }
}

#[test]
fn scenes_are_not_what_is_something_else() {
    let folder = files();
    for (file, told) in [
        (
            "model.json",
            "a JSON dump, not a scene; `sweepscope import` makes a scene of it",
        ),
        (
            "model.ron",
            "a JSON dump, not a scene; `sweepscope import` makes a scene of it",
        ),
        (
            "cap.jsonl",
            "a capture, not a scene; `sweepscope replay` and `sweepscope import` take it with --geometry",
        ),
        (
            "box.glb",
            "a glTF mesh, not a scene; `sweepscope import` makes a scene of it",
        ),
        ("wide.ron", "a scene in UTF-16; convert it to UTF-8"),
        (
            "noise",
            "binary data of no kind that is read here; a scene was expected",
        ),
        (
            "notes.txt",
            "text of no kind that is read here; a scene was expected",
        ),
    ] {
        for command in [
            "run",
            "explain --tick 0",
            "diff --a retail --b retail",
            "report -o r.html",
            "vary --param hz=30 --measure gap",
        ] {
            let line = format!("{command} {file}");
            assert_eq!(
                refused(folder.path(), &line),
                format!("{file}: {told}"),
                "{line}"
            );
        }
    }
    // By its content it is a scene, whatever it is called.
    assert_eq!(run(folder.path(), "run floor.sweep").exit, Exit::Done);
}

#[test]
fn import_takes_or_names_what_it_is_given() {
    let folder = files();
    for (line, told) in [
        (
            "floor.ron",
            "floor.ron: a scene already; `sweepscope floor.ron` opens it, `sweepscope run floor.ron` runs it",
        ),
        (
            "rec.sweep",
            "rec.sweep: a recording already; `sweepscope rec.sweep` opens it, `sweepscope run rec.sweep` runs it",
        ),
        (
            "dat/client_portal.dat",
            "dat/client_portal.dat: game files; --id ID or --location PLACE says what of them a scene is made of, `sweepscope inspect dat/client_portal.dat --ids` lists the ids",
        ),
        ("noise.dat", "noise.dat: at byte 0x140: not a game file: "),
        (
            "noise",
            "noise: binary data of no kind that is read here; a mesh (OBJ or glTF), ",
        ),
        (
            "wide.json",
            "wide.json: a JSON dump in UTF-16; convert it to UTF-8",
        ),
        (
            "model.json m.obj",
            "m.obj: an OBJ mesh; several files are taken of JSON dumps alone",
        ),
        (
            "model.json wide.json",
            "wide.json: a JSON dump in UTF-16; several files are taken of JSON dumps alone",
        ),
        (
            "setup.bin",
            "0x02000001: nothing of what is at hand can be hit: 0x02000001 lacks what it refers to: setup.bin: a single record; 0x01000002 is not in it, but in the game's files",
        ),
        ("region.raw", "0x13000000: a GfxObj, a Setup, "),
    ] {
        let error = refused(folder.path(), &format!("import {line} -o new.ron"));
        assert!(error.starts_with(told), "{line}: {error}");
        assert!(!folder.path().join("new.ron").exists());
    }
    // A record says itself which it is; the name of a file says less than its content.
    for file in ["object.bin", "probe.dat", "model.ron", "wide.log"] {
        let ran = run(folder.path(), &format!("import {file} -o {file}.new.ron"));
        assert_eq!(ran.exit, Exit::Done, "{file}: {}", ran.err);
        let ran = run(folder.path(), &format!("run {file}.new.ron"));
        assert_eq!(ran.exit, Exit::Done, "{file}: {}", ran.err);
    }
}

/// A way that leads back into its own room leads nowhere: the rest of the room is there.
#[test]
fn a_room_that_is_its_own_neighbour_is_read() {
    let folder = files();
    let room = fs::read_to_string(folder.path().join("room.json")).unwrap();
    fs::write(folder.path().join("own.json"), room.replace("328", "327")).unwrap();
    let ran = run(folder.path(), "import own.json -o own.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let told = "own.json: a portal leads from 0xA9B40147 to itself; it is left out\n";
    assert!(ran.err.contains(told), "{}", ran.err);
    let ran = run(folder.path(), "run own.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
}

/// What is missed is missed in the file where an id of its kind would be.
#[test]
fn absent_ids_name_the_file_of_their_kind() {
    let folder = files();
    for (line, told) in [
        (
            "dat --id 0x01009999",
            "dat/client_portal.dat: no record 0x01009999; next to it are ",
        ),
        (
            "dat --id 0x0D009999",
            "dat/client_portal.dat: no record 0x0D009999; next to it are ",
        ),
        (
            "dat --id 0xA9B40177",
            "dat/client_cell_1.dat: no record 0xA9B40177; next to it are ",
        ),
        (
            "dat/client_cell_1.dat --id 0x01009999",
            "dat/client_cell_1.dat: no record 0x01009999; next to it are ",
        ),
        (
            "dat --id 0x05000001",
            "dat: no record 0x05000001, and ids of no kind that is read here begin so: ",
        ),
        (
            "dat/client_cell_1.dat --id 0x05000001",
            "dat/client_cell_1.dat: no record 0x05000001, and ids of no kind ",
        ),
        (
            "object.bin --id 0x01009999",
            "object.bin: a single record; 0x01009999 is not in it, but in the game's files",
        ),
    ] {
        let error = refused(folder.path(), &format!("inspect {line}"));
        assert!(error.starts_with(told), "{line}: {error}");
    }
}

#[test]
fn a_single_record_is_listed_as_it_is() {
    let folder = files();
    let at = |name: &str| folder.path().join(name);
    let length = fs::metadata(at("object.bin")).unwrap().len();
    let ran = run(folder.path(), "inspect object.bin --ids");
    assert_eq!(ran.out, format!("0x01000001  GfxObj         {length:>9}\n"));
    let ran = run(folder.path(), "inspect object.bin --ids GfxObj");
    assert!(
        ran.out
            .contains(&format!("0x01000001  {length:>8}         6 ")),
        "{}",
        ran.out
    );
    let ran = run(folder.path(), "inspect object.bin --ids Setup");
    assert!(ran.out.is_empty() && ran.err.ends_with("object.bin: no record of type Setup\n"));
    let mut library = open_library(&at("object.bin")).unwrap();
    let catalog = Catalog::of(&mut library, &|_, _| Go::On).unwrap();
    assert_eq!(u64::from(catalog.list()[0].size), length);
    // What it lacks is told once, and not that nothing of it can be hit.
    let ran = run(folder.path(), "inspect setup.bin");
    let warned = ran
        .err
        .matches("warning: 0x02000001 lacks what it refers to: ")
        .count();
    assert_eq!((warned, ran.err.lines().count()), (2, 2), "{}", ran.err);
    assert!(
        ran.out
            .ends_with("  collides  nothing of what is at hand\n"),
        "{}",
        ran.out
    );
}

/// What is damaged is the reason, told once.
#[test]
fn damaged_game_files_are_one_message() {
    let folder = files();
    let at = |name: &str| folder.path().join(name);
    let capture = fs::read_to_string(at("cap.jsonl")).unwrap();
    let inside = capture.replace("\"cellId\": 1,", "\"cellId\": \"0xA9B40101\",");
    assert_ne!(inside, capture);
    fs::write(at("in.jsonl"), inside).unwrap();
    let error = refused(folder.path(), "replay cap.jsonl --geometry dat");
    assert_eq!(
        error,
        "dat: none of the landblocks that the capture's records begin in is there, the first of them 0x0000"
    );
    for (name, damage) in DAMAGES {
        fs::write(at("dat").join(FILES[0]), damaged(damage)).unwrap();
        let ran = run(folder.path(), "replay in.jsonl --geometry dat");
        if ran.exit == Exit::BadInput {
            let error = refused(folder.path(), "replay in.jsonl --geometry dat");
            assert!(
                error.contains("dat/client_portal.dat: ") || error.contains("record 0x"),
                "{name}: {error}"
            );
        }
        // The true reason alone, where no record can be listed.
        let ran = run(folder.path(), "inspect dat --ids GfxObj");
        assert!(
            !ran.err.contains("no record of type"),
            "{name}: {}",
            ran.err
        );
    }
}

/// Where a scene names a file, the file is named for what it is; a follower waits for no log in what is no text.
#[test]
fn files_that_scenes_name_and_logs_to_follow_are_what_they_hold() {
    let folder = files();
    let at = |name: &str| folder.path().join(name);
    let scene = |objects: &str, rig: &str| {
        format!(
            "Scene(version: 1, title: \"t\", {objects} rig: {rig}, lanes: [Lane(name: \"retail\", policy: \"retail\")])"
        )
    };
    let shape = |shape: &str| {
        let object = format!("length: Ticks(1), objects: [Object(name: \"a\", shape: {shape})],");
        scene(&object, "Chase(feet: (0, 0, 0), motion: Still)")
    };
    let captured = "Sweep(sweeps: Captured(file: \"probe.log\", count: 1))";
    for (text, told) in [
        (
            shape("Dump(file: \"m.obj\")"),
            "an OBJ mesh, not a JSON dump; ",
        ),
        (
            shape("Dump(file: \"p.png\")"),
            "a PNG picture; a JSON dump was expected",
        ),
        (
            shape("Mesh(file: \"cap.jsonl\")"),
            "a capture; a mesh in OBJ, GLB or glTF was expected",
        ),
        (
            scene("", captured),
            "probe.log: a probe log, not a capture; ",
        ),
    ] {
        fs::write(at("names.ron"), text).unwrap();
        let error = refused(folder.path(), "run names.ron");
        assert!(error.contains(told), "{told}: {error}");
    }
    for (file, told) in [
        ("p.png", "a PNG picture; a probe log was expected"),
        (
            "noise",
            "binary data of no kind that is read here; a probe log was expected",
        ),
    ] {
        let line = format!("inspect {file} --follow");
        assert_eq!(refused(folder.path(), &line), format!("{file}: {told}"));
    }
    let error = refused(folder.path(), "run dat");
    assert!(
        error.starts_with("dat: a game file, not a scene; "),
        "{error}"
    );
    fs::write(at("cut.bin"), b"SWEEP").unwrap();
    let error = refused(folder.path(), "replay cut.bin --geometry floor.ron");
    assert_eq!(error, format!("cut.bin: a recording, {BEHIND}"));
}

/// One of something is told as one.
#[test]
fn one_is_no_plural() {
    let folder = files();
    let at = |name: &str| folder.path().join(name);
    let capture = fs::read_to_string(at("cap.jsonl")).unwrap();
    fs::write(at("two.jsonl"), format!("{capture}\n{{}}\n")).unwrap();
    let lines = [
        "replay two.jsonl --geometry floor.ron",
        "import two.jsonl --geometry floor.ron --run 9 -o n.ron",
        "diff floor.ron --a retail --b retail",
        "explain floor.ron --tick 0",
        "report floor.ron -o r.html",
        "inspect probe.log",
        "import probe.log -o p.ron",
        "import room.json -o r.ron",
        "inspect object.bin",
        "run floor.ron --window 0..2",
        "inspect room.json",
    ];
    let mut text = String::new();
    for line in lines {
        let ran = run(folder.path(), line);
        text.push_str(&ran.out);
        text.push_str(&ran.err);
    }
    text.push_str(&fs::read_to_string(at("r.html")).unwrap());
    assert!(text.contains("(1 damaged line is passed over)"), "{text}");
    let nouns = [
        "ticks", "records", "runs", "lines", "steps", "sweeps", "polygons", "portals", "points",
        "corners", "lanes", "nodes", "places", "rooms", "parts", "objects",
    ];
    for noun in nouns {
        for before in [" ", "(", ">"] {
            let wrong = format!("{before}1 {noun}");
            let found = text.find(&wrong);
            assert!(
                found.is_none(),
                "{wrong}: {:?}",
                found.map(|at| &text[at.saturating_sub(60)..at + 20])
            );
        }
    }
}
