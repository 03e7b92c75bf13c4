//! The samples on the pages about formats, taken from the pages: they are read, imported and run again.

use std::fs;
use std::path::Path;

use sweepscope::cli::Exit;

use super::{Ran, run};

/// The blocks of a page that are fenced as `language`.
pub(super) fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let fence = format!("```{language}\n");
    let parts = page.split(fence.as_str()).skip(1);
    parts
        .map(|part| part.split("```").next().unwrap())
        .collect()
}

#[track_caller]
fn done(folder: &Path, line: &str) -> Ran {
    let ran = run(folder, line);
    assert_eq!(ran.exit, Exit::Done, "{line}: {}{}", ran.out, ran.err);
    ran
}

fn json(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn the_record_of_the_page_agrees() {
    let page = include_str!("../../../docs/formats/capture.md");
    let [record] = blocks(page, "json")[..] else {
        panic!("one record")
    };
    let [floor, rig] = blocks(page, "ron")[..] else {
        panic!("a floor and a rig")
    };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("one.jsonl"), record).unwrap();
    fs::write(at("floor.ron"), floor).unwrap();
    let told = done(
        folder.path(),
        "replay one.jsonl --geometry floor.ron --json",
    );
    let told = json(&told);
    assert_eq!((&told["agree"], &told["damaged"]), (&1.into(), &0.into()));
    assert_eq!(told["results"][0]["compared"], "part");
    // What the record says of its end is what is compared.
    let x = |x: &str| format!(r#""result": {{"position": {{"x": {x},"#);
    assert_eq!(record.matches(&x("0.25")).count(), 1);
    fs::write(at("off.jsonl"), record.replace(&x("0.25"), &x("0.252"))).unwrap();
    let off = run(
        folder.path(),
        "replay off.jsonl --geometry floor.ron --json",
    );
    assert_eq!(off.exit, Exit::Failed, "{}", off.err);
    let error = json(&off)["worst"]["error"].as_f64().unwrap();
    assert!((error - 0.002).abs() < 1e-6, "{error}");
    // The page names each field of the record, and knows it.
    let value: serde_json::Value = serde_json::from_str(record).unwrap();
    let mut names: Vec<&String> = value.as_object().unwrap().keys().collect();
    for part in ["input", "bodyBefore", "bodyAfter", "result"] {
        names.extend(value[part].as_object().unwrap().keys());
    }
    assert!(names.len() > 35);
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    let inspected = done(folder.path(), "inspect one.jsonl");
    assert!(!inspected.out.contains("unknown"), "{}", inspected.out);

    // The rig of the page, of as many records as it says.
    let many: Vec<String> = (1..=68)
        .map(|tick| {
            record
                .trim()
                .replace("\"tick\": 1,", &format!("\"tick\": {tick},"))
        })
        .collect();
    fs::write(at("live-capture.jsonl"), many.join("\n")).unwrap();
    let own = "rig: Chase(feet: (0, 0, 0), motion: Still),";
    assert!(floor.contains(own));
    let scene = floor.replace(own, rig).replace("length: Ticks(1),", "");
    fs::write(at("rig.ron"), scene).unwrap();
    let ran = json(&done(folder.path(), "run rig.ron --json"));
    assert_eq!(ran["ticks"], 68);
    let error = &ran["lanes"][0]["stats"]["recorded_error"]["max"];
    assert!(error.as_f64().unwrap() < 1e-4, "{error}");
}

#[test]
fn the_dumps_of_the_page_are_read_and_run() {
    let page = include_str!("../../../docs/formats/dump.md");
    let [model, room] = blocks(page, "json")[..] else {
        panic!("a model and a room")
    };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("model.json"), model).unwrap();
    fs::write(folder.path().join("room.json"), room).unwrap();
    let told = done(folder.path(), "inspect model.json");
    for words in ["the model 0x01000ACA", "polygons 1", "radius 1.5 m"] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    assert_eq!(told.err, "");
    let told = done(folder.path(), "inspect room.json");
    for words in [
        "the room 0xA9B40147",
        "(84.000, 100.000, 20.000)",
        "polygons 2",
        "to 0xA9B40148, polygon 0x0002",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    for (files, polygons) in [
        ("model.json", 1),
        ("room.json", 2),
        ("room.json model.json", 3),
    ] {
        let made = done(folder.path(), &format!("import {files} -o made.ron"));
        let words = format!("with {polygons} polygon");
        assert!(made.out.contains(&words), "{}", made.out);
        let ran = json(&done(folder.path(), "run made.ron --json"));
        assert!(ran["ticks"].as_u64().unwrap() > 0);
    }
    // Something of the room is in the way of a camera in it.
    done(folder.path(), "import room.json -o made.ron");
    let ran = json(&done(folder.path(), "run made.ron --json"));
    assert!(
        ran["lanes"][0]["stats"]["pulled_in"]["max"]
            .as_f64()
            .unwrap()
            > 0.1
    );
}

#[test]
fn the_log_of_the_page_is_what_the_page_says() {
    let page = include_str!("../../../docs/formats/log.md");
    let [log] = blocks(page, "log")[..] else {
        panic!("one log")
    };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("page.log"), log).unwrap();
    let told = done(folder.path(), "inspect page.log");
    let all = "9 entries with 3 polygons, 4 sweeps, 1 point and 1 failed placement";
    assert!(page.contains(all));
    for words in [
        "a probe log of 9 entries in 13 lines",
        "3 polygons, 4 sweeps, 1 point, 1 failed placement",
        "[reach-q] (unknown) 1",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    assert_eq!(told.out.matches("(unknown)").count(), 1, "{}", told.out);
    // Each tag of the table is in the sample.
    let table = page.split("| tag |").nth(1).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `["));
    let tags: Vec<&str> = rows
        .flat_map(|row| row.split("`[").skip(1))
        .map(|part| part.split(']').next().unwrap())
        .filter(|tag| !tag.contains(".."))
        .collect();
    assert!(tags.len() >= 7, "{tags:?}");
    for tag in tags {
        assert!(log.contains(&format!("[{tag}]")), "{tag}");
    }
    let made = done(folder.path(), "import page.log -o page.ron");
    assert!(made.out.contains("3 polygons and 1 sweep"), "{}", made.out);
    let ran = json(&done(folder.path(), "run page.ron --json"));
    assert_eq!(ran["ticks"], 1);
    let x = ran["lanes"][0]["final"]["feet_x"].as_f64().unwrap();
    assert!((2.0..2.53).contains(&x), "{x}");
}
