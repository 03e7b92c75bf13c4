//! Captures that are run again in what the game's files hold where they were taken.

use std::fs;

use sweepscope::cli::Exit;
use sweepscope::formats::capture::RecordModel;
use sweepscope::formats::dat::write::sample::{FILES, sample};
use sweepscope::formats::json::Id;
use sweepscope::lane::{Measure, Value, run_lane};
use sweepscope::scene;

use super::captures::capture;
use super::run;

/// A walk through the house, `inside`, or over the ground beside it, as a scene of the game files in `dat`.
fn walk(inside: bool) -> String {
    let (cell, start, by) = match inside {
        true => ("cell: 0xA9B40100, ", "(84, 109.5, 20.2)", "(0.02, 0.15, 0)"),
        false => ("", "(60, 64, 20)", "(-0.2, 0.01, 0)"),
    };
    format!(
        r#"Scene(version: 1, title: "walk", landblock: 0xA9B4, game: Game(files: "dat", load: [Blocks(0xA9B4)]),
        rig: Sweep(mover: Mover(spheres: [((0, 0, 0.5), 0.5), ((0, 0, 1), 0.5)], step_up: 0.6, step_down: 1.5),
            grounded: true, {cell}sweeps: Moves(start: {start}, by: {by}, count: 80)),
        lanes: [Lane(name: "retail", policy: "retail")])"#
    )
}

#[test]
fn game_files_are_geometry() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("dat")).unwrap();
    for (name, bytes) in FILES.iter().zip(sample()) {
        fs::write(at("dat").join(name), bytes).unwrap();
    }
    for inside in [true, false] {
        fs::write(at("walk.ron"), walk(inside)).unwrap();
        let source = scene::open(at("walk.ron").to_str().unwrap()).unwrap();
        let text = capture(&scene::build(&source, None, None).unwrap().setup);
        // It meets something: the wall at the house's end, the rock in the field.
        let hits = text.matches("\"collisionNormalValid\":true").count();
        assert!(hits > 5, "{inside}: {hits}");
        fs::write(at("walk.jsonl"), &text).unwrap();
        for geometry in ["dat", "dat/client_cell_1.dat"] {
            let line = format!("replay walk.jsonl --geometry {geometry} --tolerance 0 --json");
            let ran = run(folder.path(), &line);
            let told: serde_json::Value = serde_json::from_str(&ran.out)
                .unwrap_or_else(|error| panic!("{error}: {}", ran.err));
            assert_eq!(
                (ran.exit, &told["replayed"], &told["agree"]),
                (Exit::Done, &80.into(), &80.into()),
                "{inside} {geometry}: {}",
                told["first"]
            );
        }
        // As a scene it opens the same files by itself.
        let ran = run(
            folder.path(),
            "import walk.jsonl --geometry dat -o again.ron --force",
        );
        assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
        let ran = run(folder.path(), "run again.ron --json");
        let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let worst = &told["lanes"][0]["stats"]["recorded_error"]["max"];
        assert_eq!(worst.as_f64(), Some(0.0), "{inside}");
    }
    // Cells of which the files have nothing.
    let text = fs::read_to_string(at("walk.jsonl")).unwrap();
    let elsewhere = text.replace("284714", "184714");
    fs::write(at("far.jsonl"), elsewhere).unwrap();
    let ran = run(folder.path(), "replay far.jsonl --geometry dat");
    assert_eq!(ran.exit, Exit::BadInput);
    assert!(
        ran.err
            .contains("dat: none of the landblocks that the capture's records begin in is there"),
        "{}",
        ran.err
    );
    let ran = run(folder.path(), "replay far.jsonl --geometry empty-nothing");
    assert_eq!(ran.exit, Exit::BadInput);
}

/// Records that cannot be run neither move a scene nor take the place of those that can.
#[test]
fn the_landblocks_are_those_of_records_that_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("dat")).unwrap();
    for (name, bytes) in FILES.iter().zip(sample()) {
        fs::write(at("dat").join(name), bytes).unwrap();
    }
    fs::write(at("walk.ron"), walk(true)).unwrap();
    let source = scene::open(at("walk.ron").to_str().unwrap()).unwrap();
    let text = capture(&scene::build(&source, None, None).unwrap().setup);
    let first = text.lines().next().unwrap();
    let mut record: RecordModel = serde_json::from_str(first).unwrap();
    let mut elsewhere = |tick: i64, block: u32| {
        record.tick = Some(tick);
        record.input.as_mut().unwrap().cell_id = Some(Id(block << 16 | 0x100));
        serde_json::to_string(&record).unwrap()
    };
    // One stray record of a block that is not there.
    let stray = format!("{text}{}\n", elsewhere(80, 0x1234));
    // As many as can be run of blocks before it, and one of a block that would be there, if it could be run.
    let mut many = String::new();
    for k in 0..70 {
        many += &elsewhere(k - 70, 0x1020 + (k as u32) * 0x100);
        many.push('\n');
    }
    let unusable = elsewhere(0, 0xA8B4).replacen("\"sphereRadius\":", "\"sphereRadius\":-", 1);
    many = format!("{many}{unusable}\n{text}");
    for (name, text) in [("walk", &text), ("stray", &stray), ("many", &many)] {
        fs::write(at(&format!("{name}.jsonl")), text).unwrap();
        let line = format!("import {name}.jsonl --geometry dat -o {name}-made.ron");
        let made = run(folder.path(), &line);
        assert_eq!(made.exit, Exit::Done, "{name}: {}", made.err);
        let made = fs::read_to_string(at(&format!("{name}-made.ron"))).unwrap();
        assert!(made.contains("landblock: 0xA9B4,"), "{name}: {made}");
        let ran = run(folder.path(), &format!("run {name}-made.ron --json"));
        let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let stats = &told["lanes"][0]["stats"]["recorded_error"];
        assert_eq!(
            (&told["ticks"], &stats["max"]),
            (&80.into(), &0.0.into()),
            "{name}"
        );
    }
    let ran = run(folder.path(), "replay many.jsonl --geometry dat --json");
    let told: serde_json::Value =
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.err));
    assert_eq!(
        (&told["agree"], told["left_out"].as_array().unwrap().len()),
        (&80.into(), 71)
    );
    assert!(
        ran.err
            .contains("; 69 more landblocks that records begin in are not there either"),
        "{}",
        ran.err
    );
    // What a record says of itself has nothing to do with what the files lack.
    let far = first.replacen("\"x\":", "\"x\":30000.0,\"was\":", 1);
    fs::write(at("far.jsonl"), far).unwrap();
    let ran = run(folder.path(), "replay far.jsonl --geometry dat");
    assert_eq!(ran.exit, Exit::BadInput);
    assert!(
        ran.err
            .ends_with("from which block's corner positions count; 0x0DB4 would fit\n"),
        "{}",
        ran.err
    );
    for line in ["replay walk.jsonl", "import walk.jsonl -o no.ron"] {
        let ran = run(
            folder.path(),
            &format!("{line} --geometry dat --geometry-origin 0xA9B4"),
        );
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(
            ran.err
                .contains("--geometry-origin: it is of the rooms of dumps"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn imported_objects_are_hit_from_several_places() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in FILES.iter().zip(sample()) {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    for id in [
        "0x01000001",
        "0x01000002",
        "0x01000003",
        "0x02000001",
        "0x02000002",
    ] {
        let line = format!("import client_portal.dat --id {id} -o {id}.ron");
        let made = run(folder.path(), &line);
        assert_eq!(made.exit, Exit::Done, "{id}: {}", made.err);
        let source =
            scene::open(folder.path().join(format!("{id}.ron")).to_str().unwrap()).unwrap();
        // The same import writes the same sweeps.
        let again = run(folder.path(), &format!("{line} --force"));
        assert_eq!(again.exit, Exit::Done);
        let twice = fs::read_to_string(folder.path().join(format!("{id}.ron"))).unwrap();
        assert_eq!(source.text, twice);
        let starts: std::collections::BTreeSet<&str> = source
            .text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("((")?.split(')').next())
            .collect();
        assert!(starts.len() >= 8, "{id}: {} places", starts.len());
        let built = scene::build(&source, None, None).unwrap();
        for (name, policy) in &built.lanes {
            let mut hits = 0;
            run_lane(
                &built.setup,
                *policy,
                built.setup.ticks,
                |outcome, counters| {
                    hits += u32::from(Measure::Verdict.of(outcome, counters) != Value::Text("ok"));
                },
            );
            assert!(hits >= 8, "{id} {name}: {hits}");
        }
    }
}

/// The capture is at fault, not the files that it is run in.
#[test]
fn a_capture_without_records_is_named_before_game_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("dat")).unwrap();
    for (name, bytes) in FILES.iter().zip(sample()) {
        fs::write(at("dat").join(name), bytes).unwrap();
    }
    let damaged = "{\"tick\":1,\"input\":{\"currentPos\":{\"y\":0}}}\n";
    for (text, wanted) in [
        (&b""[..], "cap.jsonl: the file is empty"),
        (damaged.as_bytes(), "cap.jsonl:1:"),
        (b"\xff\x00\n\x01", "cap.jsonl: binary data"),
        (
            b"{\"tick\":1,\"input\":{}}\n",
            "cap.jsonl: no record has a cell",
        ),
    ] {
        fs::write(at("cap.jsonl"), text).unwrap();
        let ran = run(folder.path(), "replay cap.jsonl --geometry dat");
        assert_eq!(ran.exit, Exit::BadInput, "{wanted}");
        assert!(ran.err.contains(wanted), "{wanted}: {}", ran.err);
    }
}
