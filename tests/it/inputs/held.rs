//! What of a record is held against what was recorded, what cannot be, and what of its geometry is passed over.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sweepscope::cli::Exit;

use super::pages::blocks;
use super::{Ran, run};

/// A folder with the floor of the page about captures; the page's record.
pub(super) fn floor() -> (tempfile::TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    let page = include_str!("../../../docs/formats/capture.md");
    fs::write(folder.path().join("floor.ron"), blocks(page, "ron")[0]).unwrap();
    (
        folder,
        serde_json::from_str(blocks(page, "json")[0]).unwrap(),
    )
}

/// `record` run again on the floor, as JSON and as text.
pub(super) fn replayed(folder: &Path, record: &Value) -> (Value, Ran) {
    fs::write(folder.join("one.jsonl"), format!("{record}\n")).unwrap();
    let ran = run(folder, "replay one.jsonl --geometry floor.ron --json");
    let told = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {}", ran.err));
    (told, run(folder, "replay one.jsonl --geometry floor.ron"))
}

#[test]
fn what_is_not_compared_does_not_agree() {
    let (folder, record) = floor();
    let counts = |told: &Value| {
        let keys = ["agree", "disagree", "not_compared"];
        keys.map(|key| told[key].as_u64().unwrap())
    };
    // Without cells those of a record are held against nothing.
    let mut other = record.clone();
    other["result"]["cellId"] = json!(99);
    let (told, text) = replayed(folder.path(), &other);
    assert_eq!((counts(&told), text.exit), ([1, 0, 0], Exit::Done));
    let one = &told["results"][0];
    assert_eq!(one["compared"], "part");
    assert!(
        !one["compared_fields"]
            .as_array()
            .unwrap()
            .contains(&json!("cell")),
        "{one}"
    );
    for words in [
        "agree      1 (positions within 0.1 mm)",
        "1 was compared without cell\n",
    ] {
        assert!(text.out.contains(words), "{words}: {}", text.out);
    }
    // Without a result only the body is left, whose own position is not compared.
    let mut other = record.clone();
    other.as_object_mut().unwrap().remove("result");
    other["bodyAfter"]["position"] = json!([5, 5, 5]);
    let (told, text) = replayed(folder.path(), &other);
    assert_eq!(counts(&told), [1, 0, 0]);
    let one = &told["results"][0];
    assert_eq!(one["compared"], "part");
    let fields = [
        "body.contact_valid",
        "body.contact_plane",
        "body.water",
        "body.transient",
    ];
    assert_eq!(one["compared_fields"], json!(fields));
    assert!(text.out.contains("agree      1\n"), "{}", text.out);
    assert!(
        text.out
            .contains("1 was compared without position, cell, ground, normal\n"),
        "{}",
        text.out
    );
    // Nothing at all, or nothing that the geometry has.
    other.as_object_mut().unwrap().remove("bodyAfter");
    for result in [Value::Null, json!({"cellId": 1})] {
        other["result"] = result;
        let (told, text) = replayed(folder.path(), &other);
        assert_eq!((counts(&told), text.exit), ([0, 0, 1], Exit::Failed));
        assert_eq!(told["results"][0]["compared"], "nothing");
        for words in ["agree      0\n", "not compared 1: "] {
            assert!(text.out.contains(words), "{words}: {}", text.out);
        }
    }
    // What a result has beside a position is held against it.
    other["result"] = json!({"isOnGround": false});
    let (told, text) = replayed(folder.path(), &other);
    assert_eq!((counts(&told), text.exit), ([0, 1, 0], Exit::Failed));
    assert_eq!(told["fields"], json!({"ground": 1}));
}

#[test]
fn origins_of_nothing_are_refused() {
    let (folder, record) = floor();
    fs::write(folder.path().join("one.jsonl"), format!("{record}\n")).unwrap();
    for command in ["replay one.jsonl", "import one.jsonl -o no.ron"] {
        for option in ["--geometry-origin", "--origin"] {
            let line = format!("{command} --geometry floor.ron {option} 0xA9B4");
            let ran = run(folder.path(), &line);
            assert_eq!(ran.exit, Exit::BadInput, "{line}");
            assert!(
                ran.err.contains(&format!("error: {option}: ")),
                "{line}: {}",
                ran.err
            );
        }
    }
}

#[test]
fn inspect_tells_what_no_sweep_can_be_made_of() {
    let (folder, record) = floor();
    let mut lines = vec![record.to_string()];
    let mut with = |change: fn(&mut Value)| {
        let mut other = record.clone();
        change(&mut other["input"]);
        lines.push(other.to_string());
    };
    with(|input| _ = input.as_object_mut().unwrap().remove("currentPos"));
    with(|input| input["sphereRadius"] = json!("NaN"));
    with(|input| input["sphereRadius"] = json!("NaN"));
    lines.push(lines[0].replacen("\"tick\":1,", "\"tick\":9223372036854775808,", 1));
    fs::write(folder.path().join("odd.jsonl"), lines.join("\n") + "\n").unwrap();
    let told = run(folder.path(), "inspect odd.jsonl");
    for words in [
        "lacks    input.currentPos: 1 record\n",
        "unusable input.sphereRadius is not finite: 2 records, the first in line 3\n",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let large = "the number is too large: 9223372036854775808";
    assert!(told.err.contains(large), "{}", told.err);
}

#[test]
fn files_of_a_folder_that_are_no_dumps_are_told() {
    let (folder, record) = floor();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("one.jsonl"), format!("{record}\n")).unwrap();
    fs::create_dir(at("dumps")).unwrap();
    let page = include_str!("../../../docs/formats/dump.md");
    for (name, text) in [("bad.json", ""), ("cut.json", "{"), ("notes.txt", "hello")] {
        fs::write(at("dumps").join(name), text).unwrap();
    }
    let none = run(folder.path(), "replay one.jsonl --geometry dumps");
    assert_eq!(none.exit, Exit::BadInput);
    assert!(
        none.err.contains("bad.json: the file is empty"),
        "{}",
        none.err
    );
    fs::write(at("dumps/model.json"), blocks(page, "json")[0]).unwrap();
    let ran = run(folder.path(), "replay one.jsonl --geometry dumps");
    for words in [
        "bad.json: the file is empty",
        "cut.json:1:1: it ends within an object",
    ] {
        let told = ran.err.lines().filter(|line| line.starts_with("warning: "));
        assert!(
            told.clone().any(|line| line.contains(words)),
            "{words}: {}",
            ran.err
        );
    }
    assert!(!ran.err.contains("notes.txt"), "{}", ran.err);
}
