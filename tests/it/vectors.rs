//! Answers recorded from an independent implementation, under the preset that stands for it.
//!
//! `tests/golden/vectors/README.md` says what the files are. The folder named by `SWEEPSCOPE_VECTORS` is read instead
//! where that is set. A line `vectors FILE: agree/total` is printed for each file.

mod body;
mod both;
mod bsp;
mod compare;
mod land;
mod math;
mod mover;
mod poly;
mod read;
mod scene;
mod single;
mod sweep;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use sweepscope::policy::{Policy, preset};

use read::Fields;
use scene::Scene;

/// The files that are read; others are listed and ignored.
const KNOWN: &[&str] = &[
    "math.json",
    "poly.json",
    "bsp.json",
    "shape.json",
    "step.json",
    "land.json",
    "cells.json",
    "transition.json",
    "camera.json",
    "place.json",
    "quirks.json",
    "ticks.json",
    "timing.json",
];

/// Cases that may disagree, by id, each with the reason.
const MAY_DISAGREE: &[(&str, &str)] = &[];

#[test]
fn vectors() {
    let folder = std::env::var_os("SWEEPSCOPE_VECTORS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/vectors"),
        PathBuf::from,
    );
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    let mut failures = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !KNOWN.contains(&name) {
            say(&format!("vectors {name}: not known, ignored"));
            continue;
        }
        let file: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        failures.extend(check_file(name, &file));
    }
    assert!(
        failures.is_empty(),
        "{} recorded cases disagree:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Prints how many cases of a file agree; the unexpected disagreements are returned.
fn check_file(name: &str, file: &Value) -> Vec<String> {
    let policy = &preset("ace").unwrap().policy;
    let cases = Fields(file).list("cases");
    let answers = if name == "timing.json" {
        check_timing(file, policy)
    } else {
        let check = |case| check(Fields(case), file, policy);
        cases.iter().map(check).collect()
    };
    let mut agree = 0;
    let mut failures = Vec::new();
    for (index, (case, answer)) in cases.iter().zip(answers).enumerate() {
        let case = Fields(case);
        let id = case.get("id").map_or_else(
            || format!("{} {index}", case.text("group")),
            |id| id.as_str().unwrap().to_owned(),
        );
        match answer {
            Ok(()) => agree += 1,
            Err(_) if MAY_DISAGREE.iter().any(|(known, _)| *known == id) => {}
            Err(why) => failures.push(format!("{id} ({}): {why}", describe(case))),
        }
    }
    say(&format!("vectors {name}: {agree}/{}", cases.len()));
    failures
}

/// The moves of `timing.json`, which share a mover and a few worlds.
fn check_timing(file: &Value, policy: &Policy) -> Vec<Result<(), String>> {
    let mut worlds = BTreeMap::new();
    let scenes = Fields(Fields(file).need("scenes"));
    let check = |case: &Value| {
        let name = Fields(case).text("scene").to_owned();
        let scene = Scene::new(scenes.need(&name));
        let world = worlds.entry(name).or_insert_with(|| scene.world());
        let mut whole = case.clone();
        whole["mover"] = file["mover"].clone();
        let ours = sweep::timed(Fields(&whole), scene, world, policy);
        agreement(&ours, Fields(case), compare::ONCE)
    };
    Fields(file).list("cases").iter().map(check).collect()
}

/// What the case asks.
fn describe(case: Fields<'_>) -> String {
    let word = |name| case.get(name).and_then(Value::as_str).unwrap_or("");
    format!("{} {} {}", word("op"), word("fn"), word("note"))
}

/// Whether our answer to a case agrees with the recorded one; what differs otherwise.
fn check(case: Fields<'_>, file: &Value, policy: &Policy) -> Result<(), String> {
    let scene = Scene::new(Fields(Fields(file).need("scenes")).need(case.text("scene")));
    if case.need("out").get("exception").is_some() {
        // The recorded implementation has no answer; the rule that stands for it is that nothing is found.
        let nothing = sweep::finds_nothing(case, scene, &scene.world(), policy);
        return nothing
            .then_some(())
            .ok_or_else(|| "something was found".to_owned());
    }
    let ours = catch_unwind(AssertUnwindSafe(|| answer(case, scene, policy)))
        .ok()
        .ok_or("panicked")?
        .ok_or("nobody answers this")?;
    let tolerance = match case.text("op") {
        "ticks" => compare::TICKS,
        _ => compare::ONCE,
    };
    agreement(&ours, case, tolerance)
}

/// Whether `ours` is the recorded answer of a case.
fn agreement(ours: &Value, case: Fields<'_>, tolerance: f64) -> Result<(), String> {
    let differences = compare::differences(ours, case.need("out"), tolerance);
    if differences.is_empty() {
        Ok(())
    } else {
        Err(differences.join(", "))
    }
}

/// Our answer in the recorded form; `None` when the question is not known.
fn answer(case: Fields<'_>, scene: Scene<'_>, policy: &Policy) -> Option<Value> {
    let name = case.get("fn").map_or("", |name| name.as_str().unwrap());
    match case.text("op") {
        "frame" => math::frame(name, case, policy),
        "plane" => math::plane(name, case, policy),
        "poly" => poly::answer(name, case, scene, policy),
        "bsp" => bsp::answer(name, case, scene, policy),
        "shape" => single::shape(name, case, scene, &scene.world(), policy),
        "step" => single::step(name, case, scene, &scene.world(), policy),
        "transition" => sweep::answer(case, scene, &scene.world(), policy),
        "place" if name == "set" => Some(body::place(case, scene, &scene.world(), policy)),
        "place" => sweep::answer(case, scene, &scene.world(), policy),
        "ticks" => Some(body::ticks(case, scene, &scene.world(), policy)),
        "land" => land::answer(name, case, scene, &scene.world()),
        "cellq" => land::touched(case, scene, &scene.world(), policy),
        _ => None,
    }
}

/// A line of its own, past the capture of the test harness.
#[expect(clippy::print_stdout, reason = "the lines are this test's report")]
fn say(line: &str) {
    println!("{line}");
}

#[test]
fn floats_may_differ_a_little_and_nothing_else() {
    let differ = |a: Value, b: Value| !compare::differences(&a, &b, compare::ONCE).is_empty();
    assert!(!differ(compare::float(1.000_05), json!(1)));
    assert!(differ(compare::float(1.000_2), json!(1)));
    assert!(!differ(compare::float(500.04), json!(500.0)));
    assert!(!differ(compare::float(f64::NAN), json!("NaN")));
    assert!(differ(compare::float(f64::NAN), json!(0.0)));
    assert!(differ(compare::float(f64::INFINITY), json!("-inf")));
    assert!(differ(json!(3), json!(4)));
    assert!(differ(json!("OK"), json!("Slid")));
    assert!(differ(json!({"a": true}), json!({"a": true, "b": false})));
    assert!(differ(json!({"a": true, "b": false}), json!({"a": true})));
    assert!(differ(json!([1, 2]), json!([1, 2, 3])));
}
