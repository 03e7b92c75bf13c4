//! `export-dat` and `inspect` of game files, from the files to what a user sees.

use std::fs;
use std::path::Path;

use sweepscope::cli::{self, Exit};
use sweepscope::formats::dat::write::sample::{FILES, cell_records, portal_records};
use sweepscope::formats::dat::write::{DAMAGES, Layout, Stored, container};

/// Runs a command line in which `@` stands for `folder`.
pub(super) fn run(folder: &Path, line: &str) -> (Exit, String, String) {
    let words = line.replace('@', folder.to_str().unwrap());
    let args = std::iter::once("sweepscope").chain(words.split_whitespace());
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = cli::run(args.map(Into::into), None, &mut out, &mut err);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (exit, text(out), text(err))
}

#[track_caller]
fn done(folder: &Path, line: &str) -> String {
    let (exit, out, err) = run(folder, line);
    // The lamp of the sample has a part without physics, which is told whoever looks at it.
    let told = err
        .lines()
        .filter(|line| !line.contains("0x01000005 has no physics polygons"));
    assert_eq!(
        (exit, told.collect::<String>()),
        (Exit::Done, String::new()),
        "{line}"
    );
    out
}

/// A folder into which the files were exported.
fn exported() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), "export-dat -o @/dat");
    folder
}

/// The walk that the help offers: from nothing to a run.
#[test]
fn what_is_exported_is_inspected_imported_and_run() {
    let folder = exported();
    let at = folder.path();
    let both = done(at, "inspect @/dat");
    for line in [
        "the portal file of the game",
        "the cell file of the game",
        "data version  7",
        "GfxObj             5",
        "EnvCell              2",
    ] {
        assert!(both.contains(line), "{line}:\n{both}");
    }
    let one = done(at, "inspect @/dat/client_cell_1.dat");
    assert!(
        one.contains("cell file") && !one.contains("portal file"),
        "{one}"
    );
    done(at, "import @/dat --id 0xA9B40100 -o @/house.ron");
    assert!(done(at, "run @/house.ron").contains("retail"));
}

#[test]
fn ids_are_listed_by_type() {
    let folder = exported();
    let all = done(folder.path(), "inspect @/dat --ids");
    let records = portal_records().len() + cell_records().len();
    assert_eq!(all.lines().count(), records, "{all}");
    let objects = done(
        folder.path(),
        "inspect @/dat/client_portal.dat --ids gfxobj",
    );
    let lines: Vec<&str> = objects.lines().skip(1).collect();
    assert_eq!(lines.len(), 5, "{objects}");
    for (line, words) in lines.iter().zip([
        &[
            "0x01000001",
            " 6 ",
            "0.577",
            "(-0.500, -0.500, 0.000) to (0.500, 0.500, 1.000) m",
        ][..],
        &["0x01000002", " 6 "],
        &["0x01000003", " 7 "],
        &[
            "0x01000004",
            " 8 ",
            "(6.000, 1.000, -2.000) to (12.000, 7.000, 4.000) m",
        ],
        &["0x01000005", " 0 ", "no physics"],
    ]) {
        for word in words {
            assert!(line.contains(word), "{word}: {line}");
        }
    }
    // Of a folder too there is one head: the other file has none of these.
    assert_eq!(done(folder.path(), "inspect @/dat --ids GFXOBJ"), objects);
    let (exit, _, err) = run(folder.path(), "inspect @/dat --ids rooms");
    assert!(exit == Exit::BadInput && err.contains("EnvCell"), "{err}");
}

#[test]
fn one_record_is_told() {
    let folder = exported();
    for (id, says) in [
        // The rock's sphere does not reach its origin: its centre is 9.9 m away and 3 m is its radius.
        (
            "0x01000004",
            &[
                "GfxObj",
                "physics   8 polygons",
                "off-centre ratio 3.3",
                "it does not reach the origin",
                "depth",
            ][..],
        ),
        ("0x01000005", &["it can be seen and not be hit"]),
        (
            "0x02000001",
            &[
                "part      0x01000002",
                "scale (0.750, 0.750, 0.750)",
                "steps     up 0.4 m",
                "18 polygons of 3 parts",
                "to (1.175, 0.600, 0.850) m",
            ],
        ),
        (
            "0x02000002",
            &[
                "cylinder  at (0.000, 0.000, 0.000), radius 0.3 m",
                "its cylinders",
            ],
        ),
        (
            "0x0D000001",
            &[
                "struct    0: 10 polygons",
                "struct    1: 8 polygons",
                "leaves",
            ],
        ),
        (
            "0xA9B40101",
            &[
                "struct 1 of 0x0D000001",
                "opening   to 0xA9B40100",
                "object    0x02000002 at",
                "tree",
            ],
        ),
        (
            "0xA9B4",
            &[
                "LandBlock",
                "ground    20 to 26 m",
                "water     at 4 of 81 points",
            ],
        ),
        (
            "0xA9B4FFFE",
            &[
                "building  0x01000003 at (84.000, 108.000, 20.200), 1 opening",
                "rooms     2",
            ],
        ),
        ("0x13000000", &["region    1 \"Sample\""]),
        ("0xFFFF0001", &["version   7"]),
    ] {
        let told = done(folder.path(), &format!("inspect @/dat --id {id}"));
        for words in says {
            assert!(told.contains(words), "{id} {words}:\n{told}");
        }
    }
    let (exit, _, err) = run(folder.path(), "inspect @/dat --id 0x01000009");
    assert!(
        exit == Exit::BadInput && err.contains("next to it are 0x01000004, 0x01000005, 0x02000001"),
        "{err}"
    );
}

/// A record that stands alone is told by its content, whatever it is called.
#[test]
fn a_record_alone_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (name, record) in ["object.bin", "picture"].into_iter().zip([0, 4]) {
        fs::write(folder.path().join(name), portal_records()[record].encode()).unwrap();
        let told = done(folder.path(), &format!("inspect @/{name}"));
        assert!(told.contains("GfxObj of"), "{told}");
    }
}

/// In a cell file an id of the portal's kinds is a room.
#[test]
fn the_file_that_is_named_decides_what_an_id_is() {
    let folder = exported();
    let mut cells: Vec<Stored> = cell_records()
        .iter()
        .map(|record| Stored::plain(record.id(), record.encode()))
        .collect();
    let mut room = cells[0].clone();
    room.id = 0x0100_0100;
    room.bytes[..4].copy_from_slice(&room.id.to_le_bytes());
    room.bytes[8..12].copy_from_slice(&room.id.to_le_bytes());
    cells.push(room);
    cells.sort_by_key(|record| record.id);
    let file = container(&cells, &Layout::CELL).bytes;
    fs::write(folder.path().join("dat").join(FILES[1]), file).unwrap();
    let told = done(
        folder.path(),
        "inspect @/dat/client_cell_1.dat --id 0x01000100",
    );
    assert!(told.contains("EnvCell"), "{told}");
}

#[test]
fn each_damage_is_written_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = done(folder.path(), "export-dat -o @ --damage all");
    assert_eq!(out.lines().count(), 2 * DAMAGES.len() + 3);
    for (name, _) in DAMAGES {
        let file = format!("@/{name}/client_portal.dat");
        let (exit, out, err) = run(folder.path(), &format!("inspect {file}"));
        let listed = run(folder.path(), &format!("inspect {file} --ids Environment"));
        let one = run(folder.path(), &format!("inspect {file} --id 0x0D000001"));
        let told = [&out, &err, &listed.2, &one.2];
        let complaints = told.iter().filter(|text| {
            text.contains("client_portal.dat: at byte")
                || text.contains("record 0x0D000001 at")
                || text.contains("truncated")
        });
        assert!(complaints.count() > 0, "{name}: {told:?}");
        assert!(matches!(exit, Exit::Done | Exit::BadInput), "{name}: {err}");
        // What is whole of the file is still there.
        if matches!(name, "loop" | "short" | "free" | "size" | "echo") {
            done(folder.path(), &format!("inspect {file} --id 0x01000001"));
            assert!(listed.1.contains("0x0D000001"), "{name}: {}", listed.1);
        }
    }
    let (exit, _, err) = run(folder.path(), "export-dat -o @ --damage none");
    assert!(
        exit == Exit::BadInput && err.contains("root-off-grid"),
        "{err}"
    );
}

#[test]
fn files_of_others_are_not_written_over() {
    let folder = exported();
    done(folder.path(), "export-dat -o @/dat");
    let other = folder.path().join("dat").join(FILES[1]);
    fs::write(&other, "mine").unwrap();
    fs::remove_file(folder.path().join("dat").join(FILES[0])).unwrap();
    let (exit, _, err) = run(folder.path(), "export-dat -o @/dat");
    assert!(
        exit == Exit::BadInput && err.contains("--force") && err.contains(FILES[1]),
        "{err}"
    );
    assert_eq!(fs::read(&other).unwrap(), b"mine");
    assert!(!folder.path().join("dat").join(FILES[0]).exists());
    done(folder.path(), "export-dat -o @/dat --force");
    assert_ne!(fs::read(&other).unwrap(), b"mine");
    // A file where a folder should be.
    let (exit, _, err) = run(folder.path(), "export-dat -o @/dat/client_portal.dat");
    assert!(exit == Exit::BadInput && err.lines().count() == 1, "{err}");
    assert!(err.contains("a file of that name is there"), "{err}");
}
