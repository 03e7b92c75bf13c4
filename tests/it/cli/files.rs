//! Files that commands write: traces, rows, recordings, scenes, reports.

use std::fs;
use std::path::Path;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use sweepscope::cli::Exit;
use sweepscope::lane::Measure;

use super::{WALL, scene_text, sweepscope};

/// An object whose keys stand as written, so that one that stands twice is seen.
struct Fields(Vec<(String, Value)>);

impl<'de> serde::Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut list = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    list.push(entry);
                }
                Ok(Fields(list))
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_trace_has_an_event_on_each_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let args = [
        "run",
        "sawtooth",
        "--lanes",
        "retail,no-adjust",
        "--ticks",
        "60",
        "--json",
        "--trace",
    ];
    let ran = sweepscope(
        args.into_iter()
            .map(Into::into)
            .chain([path.as_os_str().to_owned()]),
    );
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""));
    let trace = text(&path);
    let mut counts = std::collections::BTreeMap::new();
    let mut place = (0, 0);
    for line in trace.lines() {
        let fields: Fields = serde_json::from_str(line).unwrap();
        let mut keys: Vec<&str> = fields.0.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys[..3], ["tick", "lane", "sweep"], "{line}");
        let event: Value = serde_json::from_str(line).unwrap();
        let (lane, kind) = (
            event["lane"].as_str().unwrap(),
            event["event"].as_str().unwrap(),
        );
        assert!(event["step"].is_u64(), "{line}");
        *counts
            .entry((lane.to_owned(), kind.to_owned()))
            .or_insert(0_u64) += 1;
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), fields.0.len(), "a key stands twice: {line}");
        // Lane after lane, and within a lane tick after tick.
        let next = (
            u64::from(lane == "no-adjust"),
            event["tick"].as_u64().unwrap(),
        );
        assert!(next >= place, "{line}");
        place = next;
    }
    assert_eq!(place, (1, 59));
    // The trace and the counts of the run are of the same events.
    for lane in ran.json()["lanes"].as_array().unwrap() {
        for (kind, count) in lane["events"].as_object().unwrap() {
            let name = lane["name"].as_str().unwrap().to_owned();
            let traced = counts.get(&(name, kind.clone())).copied().unwrap_or(0);
            assert_eq!(count.as_u64(), Some(traced), "{kind}");
        }
    }
}

/// Every shipped scene, each kind of event that it tells: no key stands twice.
#[test]
fn no_key_of_any_event_stands_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let mut kinds = std::collections::BTreeSet::new();
    for shipped in sweepscope::scene::shipped::SHIPPED {
        let file = path.to_str().unwrap();
        let ran = sweepscope(["run", shipped.name, "--ticks", "40", "--trace", file]);
        assert_eq!(ran.exit, Exit::Done, "{}: {}", shipped.name, ran.err);
        for line in text(&path).lines() {
            let fields: Fields = serde_json::from_str(line).unwrap();
            let kind = fields.0.iter().find(|(key, _)| key == "event").unwrap();
            // Events of one kind may have an object or none.
            if !kinds.insert((kind.1.to_string(), fields.0.len())) {
                continue;
            }
            let mut keys: Vec<&str> = fields.0.iter().map(|(key, _)| key.as_str()).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), fields.0.len(), "a key stands twice: {line}");
        }
    }
    assert!(kinds.len() > 20, "{kinds:?}");
}

/// Looking on changes nothing.
#[test]
fn a_traced_run_has_the_digests_of_an_untraced_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let plain = sweepscope(["run", "sawtooth", "--json"]);
    let traced = sweepscope([
        "run",
        "sawtooth",
        "--json",
        "--trace",
        &path("t"),
        "--csv",
        &path("c"),
    ]);
    assert_eq!(plain.out, traced.out);
}

#[test]
fn rows_are_one_for_each_tick_and_lane() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    let args = [
        "run",
        "sawtooth",
        "--lanes",
        "retail,no-adjust",
        "--ticks",
        "30",
        "--json",
        "--csv",
        path.to_str().unwrap(),
    ];
    let run = sweepscope(args).json();
    let rows = text(&path);
    let mut rows = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heads = rows.next().unwrap();
    let measures: Vec<&str> = Measure::ALL.iter().map(|measure| measure.name()).collect();
    assert_eq!(
        (heads[0], heads[1], &heads[2..]),
        ("tick", "lane", measures.as_slice())
    );
    let rows: Vec<Vec<&str>> = rows.collect();
    assert_eq!(rows.len(), 60);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), heads.len());
        assert_eq!(
            (row[0], row[1]),
            (
                (index % 30).to_string().as_str(),
                ["retail", "no-adjust"][index / 30]
            )
        );
    }
    // The last row of a lane is its final state.
    for (lane, row) in run["lanes"]
        .as_array()
        .unwrap()
        .iter()
        .zip([&rows[29], &rows[59]])
    {
        for (head, cell) in heads.iter().zip(row).skip(2) {
            match &lane["final"][head] {
                Value::Null => assert_eq!(*cell, "", "{head}"),
                Value::String(word) => assert_eq!(cell, word, "{head}"),
                number => {
                    let (cell, number): (f64, f64) =
                        (cell.parse().unwrap(), number.as_f64().unwrap());
                    // The reader of JSON may miss by the last bit.
                    assert!(
                        (cell - number).abs() <= f64::EPSILON * number.abs(),
                        "{head}: {cell} {number}"
                    );
                }
            }
        }
    }
}

#[test]
fn scenes_are_inspected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wall.ron");
    fs::write(&path, scene_text(WALL)).unwrap();
    let ran = sweepscope([Path::new("inspect"), &path]);
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""));
    for part in [
        "50 ticks at 100 Hz",
        "Chase: a camera behind a player",
        "(-5.000, -1.910, -3.500)",
        "legacy",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    // A scene is known by what is in it, too.
    let other = folder.path().join("wall.txt");
    fs::copy(&path, &other).unwrap();
    assert_eq!(sweepscope([Path::new("inspect"), &other]).exit, Exit::Done);
}

#[test]
fn meshes_are_inspected_and_what_they_lose_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mesh.obj");
    fs::write(
        &path,
        "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 0 0\nf 1 2 3 4\nf 1 2 5\nf -5 -4 -3\n",
    )
    .unwrap();
    let ran = sweepscope([Path::new("inspect"), &path]);
    assert_eq!(ran.exit, Exit::Done);
    assert!(
        ran.out.contains("2 polygons") && ran.out.contains("dropped  1 face\n"),
        "{}",
        ran.out
    );
    // Y up in the file, Z up here.
    assert!(
        ran.out
            .contains("(0.000, -1.000, 0.000) to (1.000, 0.000, 0.000)"),
        "{}",
        ran.out
    );
    assert!(
        ran.err.starts_with("warning: ") && ran.err.matches('\n').count() == 1,
        "{}",
        ran.err
    );
}

/// A floor and a long wall, drawn Y up, in a folder beside the scene's.
#[test]
fn an_imported_mesh_is_a_scene_that_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (mesh, scene) = (
        folder.path().join("meshes/house.obj"),
        folder.path().join("scenes/house.ron"),
    );
    fs::create_dir_all(mesh.parent().unwrap()).unwrap();
    fs::create_dir_all(scene.parent().unwrap()).unwrap();
    // The floor's normal is wrong, and a third face has no area.
    let text = "v -4 0 -2\nv 4 0 -2\nv 4 0 2\nv -4 0 2\nv -40 0 2\nv 40 0 2\nv 40 3 2\nv -40 3 2\nvn 0 -1 0\n\
        f 4//1 3//1 2//1 1//1\nf 6 5 8 7\nf 1 1 2\n";
    fs::write(&mesh, text).unwrap();
    let ran = sweepscope([Path::new("import"), &mesh, Path::new("-o"), &scene]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    assert!(ran.out.contains("2 polygons"), "{}", ran.out);
    assert!(
        ran.err.starts_with("warning: ") && ran.err.contains("1 of 3 faces"),
        "{}",
        ran.err
    );
    assert!(text_of_mesh_path(&scene).contains("file: \"../meshes/house.obj\""));
    let run = sweepscope([Path::new("run"), &scene, Path::new("--json")]).json();
    let lanes = run["lanes"].as_array().unwrap();
    assert!(!lanes.is_empty());
    for lane in lanes {
        let stats = &lane["stats"];
        // Some cameras are stopped by the wall, and some are not.
        assert_eq!(
            stats["pulled_in"]["min"].as_f64().map(|m| m.abs() < 1e-3),
            Some(true),
            "{}",
            stats["pulled_in"]
        );
        assert!(
            stats["pulled_in"]["max"].as_f64().unwrap() > 0.5,
            "{}",
            stats["pulled_in"]
        );
    }
    // The retail camera stops at the wall itself, y = -2 here, a radius before it.
    let nearest = lanes[0]["stats"]["eye_y"]["min"].as_f64().unwrap();
    assert!((nearest + 1.7).abs() < 1e-3, "{nearest}");
}

fn text_of_mesh_path(scene: &Path) -> String {
    text(scene)
        .lines()
        .find(|line| line.contains("Mesh("))
        .unwrap()
        .to_owned()
}

#[test]
fn a_recording_opens_again_as_the_same_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saw.sweep");
    let file = path.to_str().unwrap();
    let args = [
        "run",
        "sawtooth",
        "--ticks",
        "300",
        "--lanes",
        "retail,legacy",
        "--json",
    ];
    let recorded = sweepscope(args.into_iter().chain(["--record", file]));
    assert_eq!((recorded.exit, recorded.err.as_str()), (Exit::Done, ""));
    let again = sweepscope(["run", file, "--json"]);
    assert_eq!((again.exit, again.err.as_str()), (Exit::Done, ""));
    assert_eq!(again.out, recorded.out);
    // Every command takes it where it takes a scene.
    for args in [
        vec!["explain", file, "--tick", "50"],
        vec!["diff", file, "--a", "retail", "--b", "retail"],
        vec!["inspect", file],
        vec!["check", file],
    ] {
        let ran = sweepscope(args.clone());
        assert_eq!(ran.exit, Exit::Done, "{args:?}: {}", ran.err);
    }
    let shorter = sweepscope([
        "run",
        file,
        "--ticks",
        "100",
        "--lanes",
        "ace,retail",
        "--json",
    ])
    .json();
    let scene = sweepscope([
        "run",
        "sawtooth",
        "--ticks",
        "100",
        "--lanes",
        "ace,retail",
        "--json",
    ])
    .json();
    assert_eq!(shorter["lanes"][0]["digest"], scene["lanes"][0]["digest"]);
    let rate = sweepscope(["run", file, "--hz", "60"]);
    assert_eq!(rate.exit, Exit::BadInput);
    assert!(rate.error().contains("recorded at 240 Hz"), "{}", rate.err);
}

/// Wherever it is cut, the error names the file and the place.
#[test]
fn a_damaged_recording_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saw.sweep");
    let file = path.to_str().unwrap();
    sweepscope([
        "run", "sawtooth", "--ticks", "20", "--lanes", "retail", "--record", file,
    ]);
    let whole = fs::read(&path).unwrap();
    for length in [0, 3, 8, 12, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        for command in ["run", "inspect"] {
            let ran = sweepscope([command, file]);
            assert_eq!(ran.exit, Exit::BadInput, "{length}");
            assert!(ran.error().starts_with(file), "{length}: {}", ran.err);
        }
    }
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&path, damaged).unwrap();
    assert_eq!(sweepscope(["run", file]).exit, Exit::BadInput);
}

#[test]
fn checks_tell_each_expectation_and_both_counts() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let expect = |text: &str| {
        scene_text(WALL).replace(
            "    ],\n)\n",
            &format!("    ],\n    expect: [{text}],\n)\n"),
        )
    };
    let holds = "Expect(lane: \"*\", over: All, measure: \"eye_x\", is: Near(0, 0.001))";
    let fails = "Expect(lane: \"b\", over: All, measure: \"eye_distance\", is: Less(0.5))";
    fs::write(here("good.ron"), expect(holds)).unwrap();
    let good = sweepscope(["check", &here("good.ron")]);
    assert_eq!((good.exit, good.err.as_str()), (Exit::Done, ""));
    assert_eq!(good.out.lines().last(), Some("2 held, 0 failed"));
    assert_eq!(
        good.out
            .lines()
            .filter(|line| line.starts_with("ok  "))
            .count(),
        2
    );

    fs::write(here("bad.ron"), expect(&format!("{holds}, {fails}"))).unwrap();
    let both = sweepscope(["check", folder.path().to_str().unwrap()]);
    assert_eq!(both.exit, Exit::Failed);
    assert_eq!(both.out.lines().last(), Some("4 held, 1 failed"));
    let failing: Vec<&str> = both
        .out
        .lines()
        .filter(|line| line.starts_with("FAIL"))
        .collect();
    assert_eq!(failing.len(), 1);
    for part in [
        "bad.ron",
        "  b  ",
        "100 Hz",
        "all",
        "eye_distance",
        "wanted at most 0.5",
        "at tick ",
    ] {
        assert!(failing[0].contains(part), "{part}: {}", failing[0]);
    }

    let json = sweepscope(["check", &here("bad.ron"), "--json"]);
    assert_eq!(json.exit, Exit::Failed);
    let json = json.json();
    assert_eq!((&json["held"], &json["failed"]), (&2.into(), &1.into()));
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    let wrong = results
        .iter()
        .find(|result| result["held"] == false)
        .unwrap();
    assert!(wrong["value"].as_f64().unwrap() > 0.5 && wrong["tick"].is_u64());
    assert_eq!(
        (&wrong["lane"], &wrong["measure"], &wrong["stat"]),
        (&"b".into(), &"eye_distance".into(), &"every".into())
    );

    // A file that is no scene does not stop the others, and outranks what fails.
    fs::write(here("broken.ron"), "Scene(").unwrap();
    let all = sweepscope(["check", folder.path().to_str().unwrap()]);
    assert_eq!(all.exit, Exit::BadInput);
    assert_eq!(all.out.lines().last(), Some("4 held, 1 failed"));
    assert!(
        all.err.starts_with("error: ") && all.err.contains("broken.ron:1:"),
        "{}",
        all.err
    );
}

/// Wherever a shipped scene is saved, what it expects is held there, and its control with it.
#[test]
fn a_shipped_scene_saved_elsewhere_is_held() {
    use sweepscope::scene::edit::Relocation;

    let folder = tempfile::tempdir().unwrap();
    for (name, control) in [
        ("sawtooth", "sawtooth_control"),
        ("corpus/a9", "corpus/a9_control"),
    ] {
        let path = folder.path().join("my.ron");
        let source = sweepscope::scene::open(name).unwrap();
        let scene = sweepscope::scene::read(&source.text, name).unwrap();
        let saved = Relocation::of(&source, &scene, &path).source(&source, &scene);
        // Copied as it is, it does so too, if it was not in a folder.
        let texts = match name {
            "sawtooth" => vec![saved.text, source.text],
            _ => vec![saved.text],
        };
        for text in texts {
            fs::write(&path, text).unwrap();
            let ran = sweepscope(["check", path.to_str().unwrap()]);
            assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""), "{name}");
            assert!(ran.out.contains(control), "{}", ran.out);
        }
    }
}

/// A control is checked with its scene, and once.
#[test]
fn controls_are_checked_once() {
    let alone = sweepscope(["check", "sawtooth_control"])
        .out
        .lines()
        .count()
        - 1;
    let scene = sweepscope(["check", "sawtooth"]).out;
    let of_control = |out: &str| {
        out.lines()
            .filter(|line| line.contains("sawtooth_control"))
            .count()
    };
    assert_eq!(of_control(&scene), alone);
    assert_eq!(
        of_control(&sweepscope(["check", "sawtooth", "sawtooth_control"]).out),
        alone
    );
}

/// `-` is standard output, and then nothing else stands there.
#[test]
fn rows_and_events_go_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    for option in ["--csv", "--trace"] {
        let path = folder.path().join(format!("to{option}"));
        let run = |to: &Path| {
            let args = ["run", "door_b", "--ticks", "3", option];
            sweepscope(
                args.map(std::ffi::OsString::from)
                    .into_iter()
                    .chain([to.into()]),
            )
        };
        assert_eq!(run(&path).exit, Exit::Done);
        let ran = run(Path::new("-"));
        assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""));
        assert_eq!(ran.out, fs::read_to_string(&path).unwrap());
        assert!(!Path::new("-").exists());
    }
    for args in [
        vec!["--csv", "-", "--json"],
        vec!["--csv", "-", "--trace", "-"],
        vec!["--record", "-"],
    ] {
        let ran = sweepscope(["run", "door_b"].into_iter().chain(args));
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(ran.error().starts_with("--"), "{}", ran.err);
    }
}

/// Scripted sweeps come to no rest: the table has their hits.
#[test]
fn the_table_of_sweeps_counts_hits() {
    let ran = sweepscope(["run", "corridor_clip", "--lanes", "retail"]);
    let (head, row) = (
        ran.out.lines().nth(4).unwrap(),
        ran.out.lines().nth(5).unwrap(),
    );
    assert!(
        head.contains("hits  most pulled in") && !head.contains("settles"),
        "{}",
        ran.out
    );
    // scenes.md C1: six of the sweeps are clipped, the longest from 1.75 m to 1.6095 m.
    assert!(row.contains("     6         0.141 m  "), "{}", ran.out);
}

/// Bodies are told by their feet: where they are, what they stand on, and how many objects the reach filter refused.
#[test]
fn the_table_of_bodies_has_their_feet() {
    let ran = sweepscope(["run", "off_centre_full"]);
    let row = |number: usize| {
        let line = ran.out.lines().nth(number).unwrap();
        line.split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect::<Vec<_>>()
    };
    let head = row(4);
    assert_eq!(
        head[1..6],
        ["feet x", "feet y", "feet z", "ground", "rejected"],
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("eye distance"));
    // scenes.md M1: retail lands and stays, legacy refuses the rock in each of its six ticks and falls on.
    let (retail, legacy) = (row(5), row(6));
    assert_eq!((retail[4], retail[5]), ("query", "0"), "{}", ran.out);
    assert_eq!(
        (legacy[3], legacy[4], legacy[5]),
        ("50.052 m", "air", "6"),
        "{}",
        ran.out
    );
    assert_eq!(legacy[9], "drift, 924.0 mm", "{}", ran.out);
}

/// Of a camera behind a body the table has the sweep of the eye too: the body's alone says nothing of a clipped eye.
#[test]
fn the_table_of_bodies_has_the_eye_behind_them() {
    let verdicts = |lane: &str| {
        let ran = sweepscope(["run", "teleport", "--ticks", "61", "--lanes", lane]);
        let row = |number: usize| {
            let line = ran.out.lines().nth(number).unwrap();
            line.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let at = |head: &str| row(4).iter().position(|cell| cell == head).unwrap();
        [at("verdict"), at("eye verdict")].map(|column| row(5)[column].clone())
    };
    assert_eq!(verdicts("retail"), ["ok", "adjusted"]);
    assert_eq!(verdicts("legacy"), ["ok", "collided"]);
}

/// A short recording of a scene whose window is 480..1440, the last two thirds, settles there when it runs as long as the scene.
#[test]
fn a_longer_run_of_a_recording_has_the_window_of_its_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.sweep");
    let path = path.to_str().unwrap();
    let ran = sweepscope(["run", "sawtooth", "--ticks", "40", "--record", path]);
    assert!(ran.out.contains("settling in 13..40"), "{}", ran.out);
    for (ticks, window) in [
        ("2000", "666..2000"),
        ("1440", "480..1440"),
        ("1000", "333..1000"),
        ("60", "20..60"),
    ] {
        let ran = sweepscope(["run", path, "--ticks", ticks, "--lanes", "retail"]);
        let line = format!("settling in {window}\n");
        assert!(ran.out.contains(&line), "{ticks}: {}", ran.out);
    }
}
