//! Captures whose records are not whole: what is left out is told wherever they are taken, and what is not compared too.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sweepscope::cli::Exit;

use super::held::{floor, replayed};
use super::run;

/// Writes `records` as a capture.
fn write(folder: &Path, name: &str, records: &[Value]) {
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    fs::write(folder.join(name), lines.join("\n") + "\n").unwrap();
}

fn without(record: &Value, object: &str, field: &str) -> Value {
    let mut other = record.clone();
    other[object].as_object_mut().unwrap().remove(field);
    other
}

/// `record` of a body that slides along +X after, and does so here: it began to before.
fn sliding(record: &Value) -> Value {
    let mut other = record.clone();
    for body in ["bodyBefore", "bodyAfter"] {
        other[body]["transientState"] = json!(7);
        other[body]["slidingNormal"] = json!({"x": -1, "y": 0, "z": 0});
    }
    // Straight against it: the sweep fails, and the body stays as it is.
    other["result"]["position"] = other["input"]["currentPos"].clone();
    other
}

#[test]
fn import_tells_which_records_are_left_out() {
    let (folder, record) = floor();
    let mut far = record.clone();
    far["input"]["sphereRadius"] = json!("NaN");
    let partial = without(&record, "bodyBefore", "velocity");
    let first = [record.clone(), partial.clone(), record.clone(), far];
    let mut second = record.clone();
    second["tick"] = json!(0);
    let all = [&first[..], &[second.clone(), partial.clone()]].concat();
    write(folder.path(), "part.jsonl", &all);
    let line = "import part.jsonl --geometry floor.ron -o part.ron";
    let made = run(folder.path(), line);
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    assert!(made.out.contains("2 recorded sweeps"), "{}", made.out);
    let wanted = "part.jsonl:2: partial: bodyBefore.velocity is missing (2 records cannot be run and are left out)";
    let ran = run(folder.path(), "run part.ron");
    for told in [&made.err, &ran.err] {
        assert!(told.contains(wanted), "{told}");
    }
    // The run that is taken is told where nobody chose one.
    assert!(made.err.contains("--run N takes another"), "{}", made.err);
    let made = run(folder.path(), &format!("{line} --run 2"));
    assert!(made.out.contains("1 recorded sweep;"), "{}", made.out);
    let wanted = "part.jsonl:6: partial: bodyBefore.velocity is missing (1 record cannot be run and is left out)";
    assert!(made.err.contains(wanted), "{}", made.err);
    assert!(!made.err.contains("--run N"), "{}", made.err);
    write(folder.path(), "whole.jsonl", &[record, second]);
    let made = run(
        folder.path(),
        "import whole.jsonl --geometry floor.ron -o whole.ron --run 1",
    );
    assert_eq!((made.exit, made.err.as_str()), (Exit::Done, ""));
    for number in ["99999999999", "0", "x"] {
        let wrong = run(folder.path(), &format!("{line} --run {number}"));
        assert_eq!(wrong.exit, Exit::BadInput);
        let wanted = "a whole number from 1 to 4294967295 was expected";
        assert!(wrong.err.contains(wanted), "{}", wrong.err);
    }
}

/// Each kind of reason has its count and the line of its first record.
#[test]
fn replay_lists_the_kinds_of_reasons() {
    let (folder, record) = floor();
    let partial = without(&record, "bodyBefore", "velocity");
    let mut wide = record.clone();
    wide["input"]["sphereRadius"] = json!(-1);
    let all = [
        record.clone(),
        partial.clone(),
        wide,
        partial,
        without(&record, "bodyBefore", "state"),
    ];
    write(folder.path(), "part.jsonl", &all);
    let ran = run(folder.path(), "replay part.jsonl --geometry floor.ron");
    for words in [
        "run again  1; 4 left out\n",
        "2 left out, the first in line 2: partial: bodyBefore.velocity is missing\n",
        "1 left out, in line 3: input.sphereRadius is negative\n",
        "1 left out, in line 5: partial: bodyBefore.state is missing\n",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
}

#[test]
fn what_is_missing_or_not_finite_is_not_compared_and_told() {
    let (folder, record) = floor();
    let slides = sliding(&record);
    let (told, text) = replayed(folder.path(), &slides);
    assert_eq!(told["results"][0]["differences"], json!([]), "{}", text.out);
    let fields = |told: &Value, of: &str| -> Vec<String> {
        let list = told["results"][0][of].as_array().unwrap().iter();
        list.map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    assert!(fields(&told, "compared_fields").contains(&"body.sliding".to_owned()));
    // Another one is told.
    let mut other = slides.clone();
    other["bodyAfter"]["slidingNormal"] = json!([0, 1, 0]);
    let (told, _) = replayed(folder.path(), &other);
    assert_eq!(told["fields"], json!({"body.sliding": 1}));
    let set = |record: &Value, object: &str, field: &str, value: Value| {
        let mut other = record.clone();
        other[object][field] = value;
        other
    };
    let plane = json!({"normal": {"x": 0, "y": 0, "z": 1}, "d": "-Infinity"});
    let nan = json!([1, 0, "NaN"]);
    for (other, field, is_odd) in [
        (
            without(&slides, "bodyAfter", "slidingNormal"),
            "body.sliding",
            false,
        ),
        (
            set(&slides, "bodyAfter", "slidingNormal", nan.clone()),
            "body.sliding",
            true,
        ),
        (
            set(&record, "result", "position", nan.clone()),
            "position",
            true,
        ),
        (
            set(&record, "bodyAfter", "contactPlane", plane),
            "body.contact_plane",
            true,
        ),
        (
            without(&record, "bodyAfter", "contactPlane"),
            "body.contact_plane",
            false,
        ),
        (
            without(&record, "bodyAfter", "contactPlaneIsWater"),
            "body.water",
            false,
        ),
        (
            set(&record, "bodyAfter", "velocity", nan),
            "body.velocity",
            true,
        ),
        (
            without(&record, "bodyAfter", "transientState"),
            "body.transient",
            false,
        ),
    ] {
        let (told, text) = replayed(folder.path(), &other);
        assert_eq!(text.exit, Exit::Done, "{field}: {}", text.out);
        let name = field.to_owned();
        assert!(!fields(&told, "compared_fields").contains(&name), "{field}");
        assert!(
            fields(&told, "not_compared_fields").contains(&name),
            "{field}"
        );
        assert_eq!(
            fields(&told, "not_finite").contains(&name),
            is_odd,
            "{field}"
        );
        let words = match is_odd {
            true => format!("{field} (not finite)"),
            false => field.to_owned(),
        };
        let line = text.out.lines().find(|line| line.contains("without"));
        assert!(line.unwrap().contains(&words), "{words}: {}", text.out);
    }
    // Without its bit the normal is what an earlier sweep left.
    let left = set(&record, "bodyAfter", "slidingNormal", json!([1, 0, 0]));
    let (told, text) = replayed(folder.path(), &left);
    assert_eq!(text.exit, Exit::Done, "{}", text.out);
    for of in ["compared_fields", "not_compared_fields"] {
        assert!(!fields(&told, of).contains(&"body.sliding".to_owned()));
    }
}

/// A normal that is not finite is none that could be held against ours; that something was hit still is.
#[test]
fn a_hit_without_a_usable_normal_is_a_hit() {
    let (folder, record) = floor();
    let scene = fs::read_to_string(folder.path().join("floor.ron")).unwrap();
    let wall = "Object(name: \"wall\", shape: Box(min: (0.55, -10, 0), max: (10, 10, 10))), Object(name: \"floor\"";
    let walled = scene.replace("Object(name: \"floor\"", wall);
    let mut hit = record;
    hit["result"]["collisionNormalValid"] = json!(true);
    for normal in [json!([-1, 0, "NaN"]), Value::Null] {
        hit["result"]["collisionNormal"] = normal;
        for (scene, differs) in [(&scene, true), (&walled, false)] {
            fs::write(folder.path().join("floor.ron"), scene).unwrap();
            let (told, _) = replayed(folder.path(), &hit);
            assert_eq!(told["fields"].get("normal").is_some(), differs, "{told}");
        }
    }
}

#[test]
fn inspect_lists_what_result_and_body_after_lack() {
    let (folder, record) = floor();
    let mut odd = sliding(&record);
    odd["result"]["position"] = json!([0, "NaN", 0]);
    odd["bodyAfter"]["slidingNormal"] = json!([0, 0, "Infinity"]);
    odd["bodyAfter"]["contactPlane"]["d"] = json!("-Infinity");
    let mut hit = record.clone();
    hit["result"]["collisionNormalValid"] = json!(true);
    hit["result"]["collisionNormal"] = json!(["NaN", 0, 0]);
    let slides = sliding(&record);
    let all = [
        record.clone(),
        odd,
        hit.clone(),
        without(&record, "result", "position"),
        without(&record, "bodyAfter", "transientState"),
        without(&slides, "bodyAfter", "slidingNormal"),
        without(&slides, "bodyBefore", "slidingNormal"),
        without(&hit, "result", "collisionNormal"),
        without(&record, "bodyBefore", "velocity"),
        without(&record, "bodyAfter", "contactPlane"),
    ];
    write(folder.path(), "odd.jsonl", &all);
    let told = run(folder.path(), "inspect odd.jsonl");
    for words in [
        "lacks    result.position: 1 record\n",
        "lacks    result.collisionNormal: 1 record\n",
        "lacks    bodyAfter.transientState: 1 record\n",
        "lacks    bodyAfter.slidingNormal: 1 record\n",
        "lacks    bodyAfter.contactPlane: 1 record\n",
        "lacks    bodyBefore.slidingNormal: 1 record\n",
        "lacks    bodyBefore.velocity: 1 record\n",
        "unusable result.position is not finite and is not compared: 1 record, the first in line 2\n",
        "unusable result.collisionNormal is not finite and is not compared: 1 record, the first in line 3\n",
        "unusable bodyAfter.slidingNormal is not finite and is not compared: 1 record, the first in line 2\n",
        "unusable bodyAfter.contactPlane is not finite and is not compared: 1 record, the first in line 2\n",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    assert_eq!(told.out.matches("lacks ").count(), 7, "{}", told.out);
    write(folder.path(), "whole.jsonl", &[record, slides]);
    let told = run(folder.path(), "inspect whole.jsonl");
    for words in ["lacks", "unusable"] {
        assert!(!told.out.contains(words), "{}", told.out);
    }
}

/// The order that the usage shows works; a capture that stands behind the geometry is told as one.
#[test]
fn a_capture_stands_before_its_geometry() {
    let (folder, record) = floor();
    write(folder.path(), "one.jsonl", &[record]);
    for (line, usage) in [
        (
            "replay",
            "Usage: sweepscope replay <CAPTURE> --geometry <PATH>... [OPTIONS]\n",
        ),
        ("import", "<CAPTURE> --geometry <PATH>... -o <SCENE.ron>"),
        ("inspect", "Usage: sweepscope inspect [FILE] [OPTIONS]\n"),
    ] {
        for asked in [format!("{line} --help"), format!("help {line}")] {
            let told = run(folder.path(), &asked);
            assert!(told.out.contains(usage), "{asked}: {}", told.out);
        }
    }
    for line in [
        "replay --geometry floor.ron one.jsonl",
        "import -o a.ron --geometry floor.ron one.jsonl",
        "import --geometry floor.ron one.jsonl --run 1 -o a.ron",
    ] {
        let ran = run(folder.path(), line);
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(
            ran.err.contains("one.jsonl: a capture behind --geometry"),
            "{line}: {}",
            ran.err
        );
    }
    let ran = run(folder.path(), "replay --geometry floor.ron");
    assert!(ran.err.contains("<CAPTURE>"), "{}", ran.err);
    assert!(!ran.err.contains("behind --geometry"), "{}", ran.err);
}
