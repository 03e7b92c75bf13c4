//! Folders with a file that is not read, and records that are broken: the reason is told wherever it matters.

use sweepscope::cli::Exit;

use super::commands::run;

fn damaged() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (exit, _, err) = run(folder.path(), "export-dat -o @ --damage all");
    assert_eq!(exit, Exit::Done, "{err}");
    folder
}

/// A capture of one sweep in a room of the sample.
const CAPTURE: &str = concat!(
    r#"{"tick":0,"timestampMs":1,"input":{"currentPos":{"x":84,"y":110,"z":20.21},"targetPos":{"x":84.5,"y":110,"z":20.21},"#,
    r#""cellId":2847146240,"sphereRadius":0.48,"sphereHeight":1.2,"stepUpHeight":0.6,"stepDownHeight":1.5,"isOnGround":true,"moverFlags":768}}"#,
    "\n"
);

#[test]
fn a_refused_file_is_told_wherever_it_is_needed() {
    let folder = damaged();
    let at = folder.path();
    std::fs::write(at.join("one.jsonl"), CAPTURE).unwrap();
    for (name, reason) in [
        ("old-layout", "the older layout"),
        ("magic", "not a game file"),
        ("block-size", "blocks of"),
        ("data-set", "data set"),
    ] {
        for line in [
            "inspect @/NAME",
            "inspect @/NAME --ids",
            "inspect @/NAME --ids EnvCell",
            "inspect @/NAME --id 0xA9B40100",
            "inspect @/NAME --id 0x01000001",
            "inspect @/NAME --id 0x01000100",
            "import @/NAME --id 0xA9B4 -o @/made.ron",
            "import @/NAME --id 0xA9B40100 -o @/made.ron",
            "import @/NAME --id 0x01000001 -o @/made.ron",
            "replay @/one.jsonl --geometry @/NAME",
        ] {
            let line = line.replace("NAME", name);
            let (exit, out, err) = run(at, &line);
            assert_eq!(exit, Exit::BadInput, "{line}: {err}");
            let told: Vec<&str> = err.lines().filter(|line| line.contains(reason)).collect();
            let [only] = told.as_slice() else {
                panic!("{line}: {err}");
            };
            let file = format!("error: {}/{name}/client_portal.dat: at byte", at.display());
            assert!(only.starts_with(&file), "{line}: {only}");
            // What can be told is told.
            let lists = line.starts_with("inspect") && !line.contains("--id 0x01");
            assert_eq!(out.contains("0xA9B40100"), lists, "{line}: {out}");
        }
        // The other file alone needs nothing of it.
        let line = format!("inspect @/{name}/client_cell_1.dat");
        let (exit, _, err) = run(at, &line);
        assert_eq!((exit, err), (Exit::Done, String::new()), "{line}");
    }
    assert!(!at.join("made.ron").exists());
}

/// A scene that was made while the files were whole ends with the reason too.
#[test]
fn a_scene_of_a_refused_file_is_told() {
    let folder = damaged();
    let at = folder.path();
    let (exit, _, err) = run(at, "import @ --id 0xA9B4 -o @/made.ron");
    assert_eq!(exit, Exit::Done, "{err}");
    let bad = at.join("magic").join("client_portal.dat");
    std::fs::copy(bad, at.join("client_portal.dat")).unwrap();
    let (exit, _, err) = run(at, "run @/made.ron");
    assert_eq!(exit, Exit::BadInput, "{err}");
    assert!(err.contains("client_portal.dat: at byte"), "{err}");
    assert!(err.contains("not a game file"), "{err}");
}

#[test]
fn a_broken_record_is_no_missing_one() {
    let folder = damaged();
    let at = folder.path();
    for (name, reason) in [
        ("short", "the chain of record 0x0D000001 ends here"),
        ("free", "a free block, where record 0x0D000001 points"),
        ("echo", "0x0D000001 was expected"),
        ("size", "record 0x0D000001 is said to have"),
        ("order", "a directory node whose ids do not rise"),
    ] {
        // The room itself, the block with it, and that block when it is opened again.
        for line in [
            "import @/NAME --id 0xA9B40100 -o @/room.ron",
            "import @/NAME --id 0xA9B40101 -o @/room.ron",
            "import @/NAME --id 0xA9B4 -o @/NAME.ron",
            "run @/NAME.ron",
        ] {
            let line = line.replace("NAME", name);
            let (exit, _, err) = run(at, &line);
            assert!(err.contains(reason), "{line}: {exit:?} {err}");
            assert!(!err.contains("no record 0x0D000001"), "{line}: {err}");
            let is_room = line.ends_with("room.ron");
            assert_eq!(exit == Exit::BadInput, is_room, "{line}: {err}");
        }
    }
}

/// What a record could not be had for goes into a recording, without the folder of whoever made it.
#[test]
fn a_recording_keeps_why_a_record_is_lost() {
    let folder = damaged();
    let at = folder.path();
    let reason = "client_portal.dat: at byte";
    for line in [
        "import @/short --id 0xA9B4 -o @/short.ron",
        "run @/short.ron --record @/a.sweep",
    ] {
        let (exit, _, err) = run(at, line);
        assert!(exit == Exit::Done && err.contains(reason), "{line}: {err}");
    }
    std::fs::remove_dir_all(at.join("short")).unwrap();
    let told = |name: &str| {
        let (exit, _, err) = run(at, &format!("run @/{name} --record @/again.sweep"));
        assert_eq!(exit, Exit::Done, "{err}");
        let lines = err.lines().filter(|line| line.contains("0x0D000001"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let first = told("a.sweep");
    assert!(!first.is_empty());
    for line in &first {
        assert!(
            line.contains("the chain of record 0x0D000001 ends here"),
            "{line}"
        );
        assert!(line.contains(reason) && !line.contains("/short/"), "{line}");
    }
    // A recording of a recording says the same.
    std::fs::copy(at.join("again.sweep"), at.join("b.sweep")).unwrap();
    assert_eq!(told("b.sweep"), first);
    // One that was written before reasons were kept opens too, and knows none.
    let bytes = std::fs::read(at.join("a.sweep")).unwrap();
    let begin = bytes.windows(4).position(|tag| tag == b"LOST").unwrap();
    let length = u64::from_le_bytes(bytes[begin + 4..begin + 12].try_into().unwrap());
    let end = begin + 20 + usize::try_from(length).unwrap();
    let old = [&bytes[..begin], &bytes[end..]].concat();
    std::fs::write(at.join("old.sweep"), old).unwrap();
    let without = told("old.sweep");
    assert!(!without.is_empty());
    assert!(
        without
            .iter()
            .all(|line| !line.contains("the chain of record")),
        "{without:?}"
    );
}

#[test]
fn what_lists_lack_is_said() {
    let folder = damaged();
    let at = folder.path();
    let (exit, out, err) = run(at, "inspect @ --ids Iteration");
    assert_eq!((exit, err.as_str()), (Exit::Done, ""));
    assert_eq!(out.matches("polygons").count(), 1, "{out}");
    let (exit, out, err) = run(at, "inspect @ --ids other");
    assert_eq!((exit, out.as_str()), (Exit::Done, ""));
    assert!(err.contains("no record of type other"), "{err}");
}
