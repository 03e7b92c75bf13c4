//! Captures that are run again in what the game's files hold where they were taken.

use std::fs;

use sweepscope::cli::Exit;
use sweepscope::formats::dat::write::sample::{FILES, sample};
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
        ran.err.lines().last().unwrap().contains("no record"),
        "{}",
        ran.err
    );
    let ran = run(folder.path(), "replay far.jsonl --geometry empty-nothing");
    assert_eq!(ran.exit, Exit::BadInput);
}
