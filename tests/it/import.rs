//! Meshes of others become scenes that run.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use sweepscope::cli::{self, Exit};
use sweepscope::formats::import::obj_scene;
use sweepscope::formats::obj::{self, Up};
use sweepscope::lane::{Measure, Value, run_lane};
use sweepscope::scene;

/// Imports `mesh` into a folder of its own, opens the scene and runs it; number of sweeps, and of those that hit something, per lane.
fn import(mesh: &Path, up: Up) -> (u32, Vec<u32>) {
    let folder = tempfile::tempdir().unwrap();
    let text = String::from_utf8_lossy(&fs::read(mesh).unwrap()).into_owned();
    fs::write(folder.path().join("mesh.obj"), &text).unwrap();
    let read = obj::parse(&text, up, 1.0).unwrap();
    let path = folder.path().join("scene.ron");
    fs::write(
        &path,
        obj_scene("mesh.obj", up, 1.0, &read, &mut ()).unwrap(),
    )
    .unwrap();
    let source = scene::open(path.to_str().unwrap()).unwrap();
    let built = scene::build(&source, None, None).unwrap();
    let mut all = Vec::new();
    for (_, policy) in &built.lanes {
        let mut hits = 0;
        run_lane(
            &built.setup,
            *policy,
            built.setup.ticks,
            |outcome, counters| {
                hits += u32::from(Measure::Verdict.of(outcome, counters) != Value::Text("ok"));
            },
        );
        all.push(hits);
    }
    (built.setup.ticks, all)
}

#[test]
fn a_room_becomes_sweeps_that_meet_its_walls() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = folder.path().join("room.obj");
    let corners = "v 0 0 0\nv 5 0 0\nv 5 4 0\nv 0 4 0\nv 0 0 3\nv 5 0 3\nv 5 4 3\nv 0 4 3\n";
    fs::write(
        &mesh,
        format!("{corners}f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n"),
    )
    .unwrap();
    let (sweeps, hits) = import(&mesh, Up::Z);
    assert_eq!(sweeps, 256);
    // The room is 5 by 4 and a boom 2.6 long: many booms meet a wall, some have room.
    assert!(hits.iter().all(|hits| (64..256).contains(hits)), "{hits:?}");
}

/// A camera above a crate turns its boom into the open, and so does one beside a pole or a square in the air.
#[test]
fn what_is_no_room_is_swept_through() {
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let square = "v 0 0 9\nv 2 0 9\nv 2 2 9\nv 0 2 9\nf 1 2 3 4\n";
    // Sweeps come from in front of a face: nearly each meets it.
    for (text, wanted) in [(cube, 200), (square, 40)] {
        let folder = tempfile::tempdir().unwrap();
        let mesh = folder.path().join("thing.obj");
        fs::write(&mesh, text).unwrap();
        let (_, hits) = import(&mesh, Up::Z);
        assert!(hits.iter().all(|hits| *hits >= wanted), "{hits:?}");
    }
}

/// The first and last points of the sweeps in an imported scene.
fn begins_and_ends(text: &str) -> Vec<[[f64; 3]; 2]> {
    let point = |words: &str| {
        let words = words.trim_matches(|c| "(), \n".contains(c));
        let numbers: Vec<f64> = words.split(", ").map(|n| n.parse().unwrap()).collect();
        <[f64; 3]>::try_from(numbers).unwrap()
    };
    let lines = text.lines().filter(|line| line.starts_with("        (("));
    lines
        .map(|line| {
            let (from, to) = line.split_once("), (").unwrap();
            [point(from), point(to)]
        })
        .collect()
}

/// Sweeps begin off the surfaces by the sphere's radius, on the side that is open.
#[test]
fn sweeps_begin_in_the_open() {
    // A wall in the plane y = 0 that faces -y, whole and as triangles.
    let corners = "v -2 0 0\nv 2 0 0\nv 2 0 3\nv -2 0 3\n";
    for faces in ["f 1 2 3 4\n", "f 1 2 3\nf 1 3 4\n"] {
        let mesh = obj::parse(&format!("{corners}{faces}"), Up::Z, 1.0).unwrap();
        let sweeps = begins_and_ends(&obj_scene("wall.obj", Up::Z, 1.0, &mesh, &mut ()).unwrap());
        assert!(sweeps.len() >= 40, "{}", sweeps.len());
        for [from, to] in &sweeps {
            assert!(from[1] <= -0.3 && to[1] > 0.0, "{from:?} {to:?}");
        }
        let mut once = sweeps.clone();
        once.dedup();
        assert_eq!(once.len(), sweeps.len());
    }
    // A room of 10 x 10 x 4 m, seen from inside.
    let corners =
        "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 0 0 4\nv 10 0 4\nv 10 10 4\nv 0 10 4\n";
    let faces = "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
    let mesh = obj::parse(&format!("{corners}{faces}"), Up::Z, 1.0).unwrap();
    let sweeps = begins_and_ends(&obj_scene("room.obj", Up::Z, 1.0, &mesh, &mut ()).unwrap());
    assert_eq!(sweeps.len(), 256);
    for [from, _] in &sweeps {
        for (at, size) in from.iter().zip([10.0, 10.0, 4.0]) {
            assert!((0.3..=size - 0.3).contains(at), "{from:?}");
        }
    }
}

#[test]
fn a_mesh_that_is_broken_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let scene_file = folder.path().join("a.ron");
    fs::write(
        folder.path().join("a.obj"),
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    )
    .unwrap();
    let mesh = obj::parse("", Up::Z, 1.0).unwrap();
    let text = obj_scene("a.obj", Up::Z, 1.0, &mesh, &mut ()).unwrap();
    fs::write(&scene_file, text).unwrap();
    let name = scene_file.to_str().unwrap();
    assert!(scene::build(&scene::open(name).unwrap(), None, None).is_ok());
    fs::write(
        folder.path().join("a.obj"),
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
    )
    .unwrap();
    let error = scene::build(&scene::open(name).unwrap(), None, None)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("a.obj:4:7: f: there is no vertex 4"),
        "{error}"
    );
    fs::remove_file(folder.path().join("a.obj")).unwrap();
    let error = scene::open(name).unwrap_err().to_string();
    assert!(
        error.contains("a.ron:7:")
            && error.contains("objects[0].shape.file")
            && error.contains("no such file"),
        "{error}"
    );
}

/// Runs a command line in which `@` stands for `folder`.
fn run(folder: &Path, line: &str) -> (Exit, String) {
    let words = line.replace('@', folder.to_str().unwrap());
    let args = std::iter::once("sweepscope").chain(words.split_whitespace());
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = cli::run(args.map(Into::into), None, &mut out, &mut err);
    (exit, String::from_utf8(err).unwrap())
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let (exit, err) = run(at, "export-dat -o @/dat");
    assert_eq!(exit, Exit::Done, "{err}");
    fs::write(
        at.join("a.obj"),
        "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n",
    )
    .unwrap();
    fs::write(
        at.join("a.jsonl"),
        "{\"tick\":0,\"input\":{\"currentPos\":{\"x\":1,\"y\":1,\"z\":1}},\"bodyBefore\":{}}\n",
    )
    .unwrap();
    fs::write(
        at.join("a.log"),
        "[resolve] in=(1,2,0) tgt=(1.5,2,1) out=(1,2,3)\n",
    )
    .unwrap();
    for (line, names) in [
        ("@/a.obj --geometry @/a.obj", "--geometry"),
        ("@/a.obj --bsp rebuilt", "--bsp"),
        ("@/a.obj --bsp stored", "--bsp"),
        ("@/a.obj --around", "--around"),
        ("@/a.obj --origin 0xA9B4", "--origin"),
        ("@/a.obj --run 1", "--run"),
        ("@/a.obj @/a.obj", "a.obj"),
        ("@/a.jsonl @/a.obj --geometry @/a.obj", "a.obj"),
        ("@/a.jsonl --geometry @/a.obj --up z", "--up"),
        ("@/a.log --scale 2", "--scale"),
        ("@/a.log @/a.obj", "a.obj"),
        ("@/dat --id 0x01000001 --up y", "--up"),
        ("@/dat --id 0x01000001 --scale 1", "--scale"),
        ("@/dat @/a.obj --id 0x01000001", "a.obj"),
        ("@/dat", "--id"),
        ("@/dat/client_portal.dat", "--id"),
    ] {
        let (exit, err) = run(at, &format!("import {line} -o @/made.ron"));
        assert_eq!(exit, Exit::BadInput, "{line}: {err}");
        assert_eq!(err.lines().count(), 1, "{line}: {err}");
        assert!(err.contains(names), "{line}: {err}");
        assert!(!at.join("made.ron").exists(), "{line}");
    }
    for line in [
        "@/a.obj --up z --scale 2",
        "@/dat --id 0x01000001 --bsp rebuilt",
    ] {
        let (exit, err) = run(at, &format!("import {line} -o @/made.ron"));
        assert_eq!(exit, Exit::Done, "{line}: {err}");
    }
    let (exit, err) = run(at, "inspect @/made.ron --id 0xA9B4");
    assert_eq!(exit, Exit::BadInput, "{err}");
    assert!(err.contains("only game files"), "{err}");
}

/// What is no log is not waited for.
#[test]
fn only_logs_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let wall = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    fs::write(at.join("a.obj"), wall).unwrap();
    fs::write(at.join("a.ron"), "Scene(version: 1)").unwrap();
    fs::write(
        at.join("a.jsonl"),
        "{\"tick\":0,\"input\":{\"currentPos\":{\"x\":1,\"y\":1,\"z\":1}},\"bodyBefore\":{}}\n",
    )
    .unwrap();
    for (file, name) in [
        ("@/a.obj", "a mesh"),
        ("@/a.ron", "a scene"),
        ("@/missing.ron", "a scene"),
        ("sawtooth", "a scene"),
        ("@/a.jsonl", "a capture"),
        ("@", "it is a folder"),
    ] {
        let (exit, err) = run(at, &format!("inspect {file} --follow"));
        assert_eq!(exit, Exit::BadInput, "{file}: {err}");
        assert!(err.contains(name), "{file}: {err}");
    }
}

/// Real dungeons; their folder is the user's to name.
#[test]
fn meshes_of_the_users_folder_run() {
    let Some(folder) = std::env::var_os("SWEEPSCOPE_MESH_DIR") else {
        writeln!(
            std::io::stderr(),
            "not run: SWEEPSCOPE_MESH_DIR names no folder of meshes"
        )
        .unwrap();
        return;
    };
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "obj"));
    files.sort();
    for file in files {
        let (sweeps, hits) = import(&file, Up::Y);
        writeln!(
            std::io::stderr(),
            "{}: {sweeps} sweeps, {hits:?} met something",
            file.display()
        )
        .unwrap();
        assert!(sweeps > 0, "{}", file.display());
    }
}
