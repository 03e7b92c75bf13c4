//! Folders of dumps: what can be read of them is taken, by `import` and as geometry alike; what is odd about a dump is told.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sweepscope::cli::Exit;

use super::dumps::room;
use super::held::floor;
use super::pages::blocks;
use super::run;

/// The model and the room of the page about dumps.
fn page() -> [Value; 2] {
    let page = include_str!("../../../docs/formats/dump.md");
    let list = blocks(page, "json");
    [0, 1].map(|k| serde_json::from_str(list[k]).unwrap())
}

/// Both ways of taking `paths` as dumps; a capture with the record of the page about captures is there.
fn both(paths: &str) -> [String; 2] {
    [
        format!("import {paths} -o all.ron"),
        format!("replay one.jsonl --geometry {paths}"),
    ]
}

fn write(folder: &Path, name: &str, text: impl ToString) {
    fs::write(folder.join(name), text.to_string()).unwrap();
}

/// An empty, a torn and a strange file, a room of a number that none has, and a second dump of a room beside two good dumps.
#[test]
fn a_bad_dump_of_a_folder_is_passed_over() {
    let (folder, mut record) = floor();
    // It begins in the room of the page.
    record["input"]["cellId"] = json!("0xA9B40147");
    record["input"]["currentPos"] = json!([84, 100, 20]);
    record["input"]["targetPos"] = json!([84.25, 100, 20]);
    write(folder.path(), "one.jsonl", format!("{record}\n"));
    let dumps = folder.path().join("dumps");
    fs::create_dir(&dumps).unwrap();
    let [model, room] = page();
    let mut empty = model.clone();
    empty["ResolvedPolygons"] = json!([]);
    let mut numbered = room.clone();
    numbered["CellId"] = json!("0xA9B4FFFE");
    let torn = room.to_string();
    write(&dumps, "a_empty.json", &empty);
    write(&dumps, "b_torn.json", &torn[..torn.len() / 2]);
    write(&dumps, "c_strange.json", "{\"a\": 1}");
    write(&dumps, "d_numbered.json", numbered);
    write(&dumps, "e_list.json", json!([room]));
    fs::create_dir(dumps.join("f_folder.json")).unwrap();
    write(&dumps, "notes.txt", "hello");
    let reasons = [
        "a_empty.json:1:",
        "b_torn.json:1:",
        "c_strange.json:1:1: neither GfxObjId nor CellId",
        "d_numbered.json:1:2: CellId: 0xA9B4FFFE is not the number of a room",
        "e_list.json:1:1: a list",
        "f_folder.json: cannot be read: it is a folder (it is passed over)",
    ];
    for line in both("dumps") {
        let ran = run(folder.path(), &line);
        assert_eq!(ran.exit, Exit::BadInput, "{line}");
        for words in ["neither game files nor JSON dumps", reasons[0]] {
            assert!(ran.err.contains(words), "{line}: {}", ran.err);
        }
    }
    write(&dumps, "model.json", &model);
    write(&dumps, "room.json", &room);
    write(&dumps, "room_again.json", &room);
    let again = ["room_again.json: the room 0xA9B40147 is in "];
    for line in both("dumps") {
        let ran = run(folder.path(), &line);
        for words in reasons.iter().chain(&again) {
            let told = ran.err.lines().filter(|line| line.starts_with("warning: "));
            let told = told.filter(|line| line.contains(words) && line.contains("passed over"));
            assert_eq!(told.count(), 1, "{line}: {words}: {}", ran.err);
        }
        assert!(!ran.err.contains("notes.txt"), "{}", ran.err);
        if line.starts_with("import") {
            assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
            assert!(ran.out.contains("a scene of 2 dumps"), "{}", ran.out);
        } else {
            assert!(ran.out.contains("run again  1\n"), "{}", ran.out);
        }
    }
    // A file that is named has to be one.
    for (name, reason) in ["a_empty", "b_torn", "d_numbered"].iter().zip([0, 1, 3]) {
        for line in both(&format!("dumps/{name}.json dumps/model.json")) {
            let ran = run(folder.path(), &line);
            assert_eq!(ran.exit, Exit::BadInput, "{line}");
            let last = ran.err.lines().last().unwrap();
            assert!(
                last.starts_with("error: ") && last.contains(reasons[reason]),
                "{line}: {last}"
            );
        }
    }
}

#[test]
fn of_many_bad_files_the_first_are_told() {
    let (folder, _) = floor();
    let dumps = folder.path().join("dumps");
    fs::create_dir(&dumps).unwrap();
    for k in 10..40 {
        write(&dumps, &format!("{k}.json"), "{");
    }
    write(&dumps, "model.json", &page()[0]);
    let ran = run(folder.path(), "import dumps -o all.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 9, "{}", ran.err);
    assert!(
        ran.err
            .contains("warning: and 22 more files that are passed over\n"),
        "{}",
        ran.err
    );
}

/// What is named twice, under one name or as its folder too, is taken once.
#[test]
fn what_is_named_twice_is_taken_once() {
    let (folder, record) = floor();
    write(folder.path(), "one.jsonl", format!("{record}\n"));
    let dumps = folder.path().join("dumps");
    fs::create_dir(&dumps).unwrap();
    write(
        &dumps,
        "room.json",
        room(0xA9B4_0100, 0.0, 4.0, 0xA9B4_0101),
    );
    for (paths, times) in [
        ("dumps dumps", 1),
        ("dumps/room.json dumps/room.json", 1),
        ("dumps/room.json dumps", 0),
    ] {
        for line in both(paths) {
            let ran = run(folder.path(), &line);
            let is_told = line.starts_with("import");
            let told = ran.err.matches("named more than once and taken once");
            let wanted = if is_told { times } else { 0 };
            assert_eq!(told.count(), wanted, "{line}: {}", ran.err);
            for words in ["two dumps", "neither game files"] {
                assert!(!ran.err.contains(words), "{line}: {}", ran.err);
            }
            if line.starts_with("import") {
                assert_eq!(ran.exit, Exit::Done, "{line}: {}", ran.err);
                assert!(ran.out.contains("a scene of 1 dump "), "{}", ran.out);
            } else {
                // That is no reason why a record's cell is not there, nor is what is said of all dumps.
                let error = ran.err.lines().last().unwrap();
                let why = "the geometry has no cell 0x00000001; ";
                assert!(
                    error.contains(why) && error.contains("is not among"),
                    "{error}"
                );
            }
        }
    }
    // Game files are taken alone, and twice is once.
    let made = run(folder.path(), "export-dat -o game");
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    let twice = run(folder.path(), "replay one.jsonl --geometry game game");
    assert!(
        twice.err.contains("the landblocks that the capture"),
        "{}",
        twice.err
    );
    let beside = run(folder.path(), "replay one.jsonl --geometry game dumps");
    assert!(
        beside.err.contains("game: ") && beside.err.contains("JSON dumps alone"),
        "{}",
        beside.err
    );
}

/// `inspect` and `import` say the same of what is odd about a dump.
#[test]
fn what_is_odd_about_a_dump_is_told_by_inspect_and_import() {
    let folder = tempfile::tempdir().unwrap();
    let [model, room] = page();
    type Change = fn(&mut Value);
    let cases: [(&Value, Change, &str); 6] = [
        (
            &model,
            |dump| dump["ResolvedPolygons"][0]["NumPoints"] = json!(7),
            "1 of 1 polygon has another NumPoints than corners",
        ),
        (
            &room,
            |dump| dump["ResolvedPolygons"][1]["Id"] = json!(0),
            "1 of 2 polygons has the Id of an earlier one",
        ),
        (
            &model,
            |dump| dump["ResolvedPolygons"][0]["SidesType"] = json!(9),
            "1 of 1 polygon has a SidesType that is none of 0, 1 and 2",
        ),
        (
            &model,
            |dump| dump["GfxObjId"] = json!("0x02000001"),
            "GfxObjId: 0x02000001 is not the number of a model",
        ),
        (
            &room,
            |dump| dump["Portals"][0]["PolygonId"] = json!(77),
            "a portal names the polygon 0x004D, which is not in the dump; it is left out",
        ),
        (
            &room,
            |dump| dump["Portals"][0]["OtherCellId"] = json!(0x147),
            "a portal leads from 0xA9B40147 to itself; it is left out",
        ),
    ];
    for (dump, change, wanted) in cases {
        for is_changed in [false, true] {
            let mut dump = dump.clone();
            if is_changed {
                change(&mut dump);
            }
            write(folder.path(), "a.json", dump);
            for line in ["inspect a.json", "import a.json -o a.ron"] {
                let ran = run(folder.path(), line);
                assert_eq!(ran.exit, Exit::Done, "{line}: {}", ran.err);
                let times = ran.err.matches(wanted).count();
                assert_eq!(times, usize::from(is_changed), "{line}: {}", ran.err);
            }
        }
    }
    // What makes no turn and shift, and the number of no room, are refused by both.
    for (field, value, wanted) in [
        ("M44", json!(0), "M44"),
        ("M14", json!(5), "M14"),
        ("M24", json!("NaN"), "not finite"),
        (
            "",
            json!("0xA9B4FFFE"),
            "CellId: 0xA9B4FFFE is not the number",
        ),
    ] {
        let mut dump = room.clone();
        match field {
            "" => dump["CellId"] = value,
            field => dump["WorldTransform"][field] = value,
        }
        write(folder.path(), "a.json", dump);
        for line in ["inspect a.json", "import a.json -o b.ron"] {
            let ran = run(folder.path(), line);
            assert_eq!(ran.exit, Exit::BadInput, "{line}: {field}");
            assert!(ran.err.contains(wanted), "{line}: {}", ran.err);
        }
    }
}

/// A command that is offered can be given as it stands, whatever blanks the name has.
#[test]
fn commands_that_are_offered_have_their_names_in_quotes() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "model.json", &page()[0]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let told = |words: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let words = words.iter().map(Into::into);
        sweepscope::cli::run(words, None, &mut out, &mut err);
        String::from_utf8([out, err].concat()).unwrap()
    };
    let (model, scene, game) = (path("model.json"), path("a b.ron"), path("the game"));
    for (words, hint) in [
        (
            vec!["sweepscope", "import", &model, "-o", &scene],
            format!("`sweepscope run '{scene}'`"),
        ),
        (
            vec!["sweepscope", "import", &scene, "-o", "c.ron"],
            format!("`sweepscope '{scene}'` opens it, `sweepscope run '{scene}'` runs it"),
        ),
        (
            vec!["sweepscope", "export-dat", "-o", &game],
            format!("`sweepscope import '{game}' --id"),
        ),
        (
            vec!["sweepscope", "import", &game, "-o", "c.ron"],
            format!("`sweepscope inspect '{game}' --ids`"),
        ),
    ] {
        let text = told(&words);
        assert!(text.contains(&hint), "{hint}: {text}");
    }
}
