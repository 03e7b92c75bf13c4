//! What is wrong is told for what it is, and where it stands.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use glam::Vec3;
use sweepscope::cli::Exit;
use sweepscope::formats::dat::Record;
use sweepscope::formats::dat::env_cell::EnvCell;
use sweepscope::formats::dat::write::sample::{FILES, cell_records, portal_records};
use sweepscope::formats::dat::write::{Layout, Stored, container};

use super::commands::run;

/// The files of the sample with each record changed by `change`.
fn changed(folder: &Path, change: impl Fn(&mut Record)) {
    let sets = [
        (portal_records(), Layout::PORTAL),
        (cell_records(), Layout::CELL),
    ];
    for (name, (records, layout)) in FILES.iter().zip(sets) {
        let stored = records.into_iter().map(|mut record| {
            change(&mut record);
            Stored::plain(record.id(), record.encode())
        });
        let file = container(&stored.collect::<Vec<_>>(), &layout);
        fs::write(folder.join(name), file.bytes).unwrap();
    }
}

/// A record of the sample.
fn encoded(id: u32) -> Vec<u8> {
    let mut all = portal_records().into_iter().chain(cell_records());
    all.find(|record| record.id() == id).unwrap().encode()
}

fn room(record: &mut Record) -> Option<&mut EnvCell> {
    match record {
        Record::EnvCell(room) if room.id == 0xA9B4_0100 => Some(room),
        _ => None,
    }
}

#[track_caller]
fn says(folder: &Path, line: &str, words: &[&str]) {
    let (_, out, err) = run(folder, line);
    for word in words {
        assert!(
            err.contains(word) || out.contains(word),
            "{line}: {word}:\n{out}{err}"
        );
    }
}

#[test]
fn single_records_are_told_whatever_their_id_begins_like() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let info = encoded(0xA9B4_FFFE);
    assert_eq!(info[..2], [0xfe, 0xff]);
    fs::write(at.join("l.raw"), &info).unwrap();
    let (exit, out, err) = run(at, "inspect @/l.raw");
    assert_eq!((exit, err.as_str()), (Exit::Done, ""));
    assert!(out.contains("0xA9B4FFFE: LandBlockInfo of"), "{out}");
    // Cut, with a tag that is none, and with an id alone.
    let object = encoded(0x0100_0003);
    let leaf = object.windows(4).position(|four| four == b"FAEL").unwrap();
    let mut tag = object.clone();
    tag[leaf..leaf + 4].copy_from_slice(b"XXXX");
    for name in ["c.bin", "cut", "01000003"] {
        fs::write(at.join(name), &object[..object.len() - 1]).unwrap();
    }
    fs::write(at.join("tag"), tag).unwrap();
    fs::write(
        at.join("id.raw"),
        [3, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0, 0xff],
    )
    .unwrap();
    for name in ["c.bin", "cut", "01000003", "tag", "id.raw"] {
        for line in ["inspect @/", "import -o @/o.ron @/"] {
            let (exit, _, err) = run(at, &format!("{line}{name}"));
            assert_eq!(exit, Exit::BadInput, "{line}{name}");
            let told = format!("{name}: GfxObj 0x01000003 at its byte ");
            assert!(err.contains(&told), "{line}{name}: {err}");
        }
    }
    says(
        at,
        "inspect @/tag",
        &[&format!("at its byte {leaf}: tag: ")],
    );
}

/// What is longer than any record is refused by its length: this file has 900 MB that nobody could read in time.
#[test]
fn a_record_of_no_length_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut file = File::create(at.join("long.bin")).unwrap();
    file.write_all(&encoded(0x0100_0001)).unwrap();
    file.set_len(900 << 20).unwrap();
    for line in [
        "inspect @/long.bin",
        "inspect @/long.bin --id 01000001",
        "import @/long.bin -o @/o.ron",
    ] {
        let begin = std::time::Instant::now();
        let (exit, _, err) = run(at, line);
        assert!(
            exit == Exit::BadInput && err.contains("67108864"),
            "{line}: {err}"
        );
        assert!(
            begin.elapsed().as_secs_f64() < 0.3,
            "{line}: {:?}",
            begin.elapsed()
        );
    }
}

#[test]
fn all_that_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, "export-dat -o @/d --damage all");
    let missing = ["refers to: 0x01000001: ", "refers to: 0x01000002: "];
    says(at, "inspect @/d/own-child --id 02000001", &missing);
    changed(at, |record| {
        if let Some(room) = room(record) {
            room.portals[1].other_cell = 0x777;
        }
    });
    let opening = "0xA9B40100: opening 1 leads to 0xA9B40777, and the landblock has 2 rooms";
    says(at, "import @ --id A9B4 -o @/o.ron", &[opening]);
    fs::copy(at.join(FILES[0]), at.join("a.dat")).unwrap();
    let twice = format!(
        "a.dat: another portal file; {} is used",
        at.join(FILES[0]).display()
    );
    for line in [
        "inspect @",
        "inspect @ --id 01009999",
        "import @ --id 01000001 -o @/o.ron",
    ] {
        says(at, line, &[&twice]);
    }
    // Who names one does not mean the other.
    let (_, _, err) = run(at, "inspect @/a.dat");
    assert!(!err.contains("another"), "{err}");
}

/// Another portal file in the place of the damaged one is used, and that is said wherever something is read of it.
#[test]
fn a_file_in_the_place_of_another_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, "export-dat -o @");
    fs::rename(at.join(FILES[0]), at.join("old.dat")).unwrap();
    fs::write(at.join(FILES[0]), [0; 2000]).unwrap();
    let used = format!("; {} is used in its place", at.join("old.dat").display());
    for line in ["inspect @ --id 01000001", "import @ --id A9B4 -o @/o.ron"] {
        says(at, line, &[FILES[0], "at byte 0x140", &used]);
    }
}

/// What stands in a room without a shape is told as that, and heights without a table as guessed.
#[test]
fn what_stands_nowhere_and_what_is_guessed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    changed(at, |record| {
        if let Some(room) = room(record) {
            room.environment = 0x777;
        }
    });
    let nowhere = "stands in 0xA9B40100, which is missing; nothing ever meets it";
    says(at, "import @ --id A9B4 -o @/o.ron", &[nowhere]);
    fs::write(at.join("A9B4FFFF.bin"), encoded(0xA9B4_FFFF)).unwrap();
    let guessed = "heights of the ground are taken for 2 m an index";
    says(at, "inspect @/A9B4FFFF.bin", &[guessed]);
}

#[test]
fn a_record_alone_is_told_by_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("b.raw"), encoded(0xA9B4_FFFF)).unwrap();
    fs::write(at.join("A9B4FFFE.bin"), encoded(0xA9B4_FFFF)).unwrap();
    let called = "A9B4FFFE.bin: it is called 0xA9B4FFFE and holds 0xA9B4FFFF";
    says(at, "inspect @/A9B4FFFE.bin", &[called]);
    let lacks = "b.raw: a single record; 0x13000000 is not in it";
    says(at, "import @/b.raw -o @/o.ron", &[lacks]);
    let (_, _, err) = run(at, "import @/b.raw -o @/o.ron");
    assert!(!err.contains("the portal file: no record"), "{err}");
    fs::write(at.join("s.bin"), encoded(0x0200_0002)).unwrap();
    let (_, out, _) = run(at, "inspect @/s.bin");
    assert!(
        out.contains("not at hand") && !out.contains("no part has physics"),
        "{out}"
    );
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, "export-dat -o @/d --damage all");
    // The node that says so holds the record's id.
    let (_, _, err) = run(at, "inspect @/d/size --id 0D000001");
    let place = err
        .split("at byte 0x")
        .nth(1)
        .unwrap()
        .split(':')
        .next()
        .unwrap();
    let place = u32::from_str_radix(place, 16).unwrap();
    let bytes = fs::read(at.join("d/size").join(FILES[0])).unwrap();
    let payload = &bytes[place as usize + 4..][..1020];
    let mut words = payload.chunks_exact(4);
    assert!(
        words.any(|word| word == 0x0D00_0001_u32.to_le_bytes()),
        "{err}"
    );
    assert!(
        err.contains(" of this directory node: record 0x0D000001"),
        "{err}"
    );
    let (_, _, err) = run(at, "inspect @/d/circle");
    assert!(
        err.contains("of this directory node is 0xcdcdcdcd, which is the fill"),
        "{err}"
    );
    assert!(!err.contains("at byte 0xcdcdcdcd"), "{err}");

    changed(at, |record| match record {
        Record::Setup(setup) if setup.id == 0x0200_0001 => setup.parts[0] = 0x0200_0002,
        Record::GfxObj(object) if object.id == 0x0100_0003 => {
            object.physics_tree.as_mut().unwrap().nodes[0]
                .plane
                .normal
                .x = f32::NAN;
        }
        Record::EnvCell(room) if room.id == 0xA9B4_0100 => {
            room.visible = vec![0x101, 0x101, 0x100, 0x101];
            room.statics[0].frame.rotation = [0.0; 4];
        }
        Record::LandBlockInfo(info) => {
            info.statics[0].frame.origin = Vec3::new(1e30, 0.0, 0.0);
            info.statics[1].frame.rotation = [1.0, f32::NAN, 0.0, 0.0];
        }
        _ => {}
    });
    let part = "part 0 is 0x02000002, which is no GfxObj but of type Setup";
    says(at, "inspect @ --id 02000001", &[part]);
    let portal = fs::read(at.join(FILES[0])).unwrap();
    let (_, _, err) = run(at, "inspect @ --id 01000003");
    let place = err.split("the plane of node 0, at byte ").nth(1).unwrap();
    let place: usize = place.split(',').next().unwrap().parse().unwrap();
    // The record lies in one block, behind its id.
    let id = 0x0100_0003_u32.to_le_bytes();
    let blocks = portal[0x400..].chunks_exact(1024);
    let mut blocks = blocks.filter(|block| block[4..8] == id);
    let block = blocks.next().unwrap();
    let number = f32::from_le_bytes(block[4 + place..8 + place].try_into().unwrap());
    assert!(number.is_nan(), "{place}: {number}");
    let (_, _, err) = run(at, "import @ --id 01000003 -o @/o.ron");
    assert!(
        err.contains(&format!("at its byte {place}: physics tree: ")),
        "{err}"
    );
    let (_, _, err) = run(at, "import @ --id A9B4 -o @/o.ron");
    let told = format!("{}: record 0x01000003 at its", at.join(FILES[0]).display());
    assert!(err.contains(&told), "{err}");
    says(
        at,
        "inspect @ --id A9B40100",
        &["sees      1 other room\n", "0 0 0 0 is not of length 1"],
    );
    let frames = [
        "static object 0: no place is at 1000000",
        "static object 1: its rotation 1 NaN 0 0 is not finite",
    ];
    says(at, "inspect @ --id A9B4FFFE", &frames);
}

/// The program with the variable that names a folder.
fn with_folder(folder: &Path, words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sweepscope"));
    program.env("SWEEPSCOPE_DAT_DIR", folder).args(words);
    program.output().unwrap()
}

#[test]
fn the_variable_is_used_and_named() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "export-dat -o @/d");
    let ran = with_folder(&folder.path().join("d"), &["inspect"]);
    let out = String::from_utf8(ran.stdout).unwrap();
    assert!(
        ran.status.success() && out.contains("the portal file of the game"),
        "{out}"
    );
    for words in [&["inspect"][..], &["inspect", "--id", "A9B4"]] {
        let ran = with_folder(Path::new("/nope"), words);
        let err = String::from_utf8(ran.stderr).unwrap();
        assert!(err.contains("SWEEPSCOPE_DAT_DIR=/nope: "), "{err}");
    }
}

#[test]
fn what_is_asked_for_in_vain_says_what_to_ask() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, "export-dat -o @/d");
    let cell = [
        "0xA9B40001 is a cell of the landscape",
        "0xA9B4 names its landblock",
    ];
    says(at, "inspect @/d --id 0xA9B40001", &cell);
    let follow = ["it is a folder; --follow takes a probe log"];
    says(at, "inspect @/d --follow", &follow);
    let two = ["of which one is imported at a time"];
    says(at, "import @/d @/d --id A9B4 -o @/o.ron", &two);
    // More free blocks than there are blocks.
    let file = at.join("d").join(FILES[0]);
    let mut bytes = fs::read(&file).unwrap();
    bytes[0x15c..0x160].copy_from_slice(&[0xff; 4]);
    let blocks = (bytes.len() - 0x400) / 1024;
    fs::write(&file, bytes).unwrap();
    let odd = format!("4294967295 by the header, though the file has {blocks} blocks");
    says(at, "inspect @/d", &[&odd]);
}
