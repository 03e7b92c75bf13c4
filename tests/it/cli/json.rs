//! The keys of `run --json` and `diff --json`: a contract.

use serde_json::Value;

use sweepscope::cli::Exit;
use sweepscope::lane::Measure;
use sweepscope::policy::SWITCHES;
use sweepscope::probe::EventKind;

use super::sweepscope;

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

fn sorted<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_unstable();
    names
}

#[test]
fn a_run_has_the_keys_of_the_contract() {
    let ran = sweepscope(["run", "sawtooth", "--json"]);
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""));
    let run = ran.json();
    assert_eq!(keys(&run), ["hz", "lanes", "scene", "ticks"]);
    assert_eq!(
        (&run["scene"], &run["hz"], &run["ticks"]),
        (&"sawtooth".into(), &240.into(), &1440.into())
    );
    let lanes = run["lanes"].as_array().unwrap();
    let names: Vec<&str> = lanes
        .iter()
        .map(|lane| lane["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "retail",
            "equal-slices",
            "no-adjust",
            "equal-slices+no-adjust"
        ]
    );
    for lane in lanes {
        assert_eq!(
            keys(lane),
            [
                "digest", "events", "final", "name", "policy", "settles", "stats"
            ]
        );
        assert_eq!(
            keys(&lane["policy"]),
            sorted(SWITCHES.iter().map(|switch| switch.name))
        );
        assert_eq!(
            keys(&lane["final"]),
            sorted(Measure::ALL.iter().map(|measure| measure.name()))
        );
        let numeric = Measure::ALL.iter().filter(|measure| !measure.is_text());
        assert_eq!(
            keys(&lane["stats"]),
            sorted(numeric.map(|measure| measure.name()))
        );
        for stat in lane["stats"].as_object().unwrap().values() {
            assert_eq!(keys(stat), ["last", "max", "mean", "min"]);
        }
        assert_eq!(
            keys(&lane["settles"]),
            [
                "amplitude",
                "hz",
                "kind",
                "period_ticks",
                "returns_after_ticks",
                "spread"
            ]
        );
        assert_eq!(
            keys(&lane["events"]),
            sorted(EventKind::ALL.iter().map(|kind| kind.name()))
        );
        let digest = lane["digest"].as_str().unwrap();
        assert!(
            digest.len() == 16
                && digest
                    .chars()
                    .all(|c| c.is_ascii_hexdigit() && !c.is_ascii_uppercase()),
            "{digest}"
        );
    }
}

/// The numbers that the product is shown by, from scenes.md C3.
#[test]
fn sawtooth_rests_in_retail_and_saws_without_its_two_parts() {
    let run = sweepscope(["run", "sawtooth", "--json"]).json();
    let lane = |name: &str| {
        let lanes = run["lanes"].as_array().unwrap();
        lanes
            .iter()
            .find(|lane| lane["name"] == name)
            .unwrap()
            .clone()
    };
    let number = |value: &Value| value.as_f64().unwrap();
    let retail = lane("retail");
    assert_eq!(retail["settles"]["kind"], "fixed-point");
    assert_eq!(
        (&retail["settles"]["hz"], &retail["settles"]["period_ticks"]),
        (&Value::Null, &Value::Null)
    );
    assert!((number(&retail["final"]["eye_distance"]) - 1.61).abs() < 5e-4);
    assert!((number(&retail["final"]["pulled_in"]) - 1.0).abs() < 5e-4);
    assert_eq!(retail["final"]["verdict"], "adjusted");
    let saw = lane("equal-slices+no-adjust");
    assert_eq!(saw["settles"]["kind"], "periodic");
    assert!(
        (number(&saw["settles"]["hz"]) / 18.93 - 1.0).abs() < 0.03,
        "{}",
        saw["settles"]
    );
    assert!(
        (number(&saw["settles"]["hz"]) * number(&saw["settles"]["period_ticks"]) - 240.0).abs()
            < 1e-9
    );
    assert_eq!(saw["policy"]["steps"], "equal-slices");
    // The measures of the whole run stand at its end as well.
    assert_eq!(saw["final"]["settles_hz"], saw["settles"]["hz"]);
    assert_eq!(
        saw["stats"]["settles_amplitude"]["max"],
        saw["settles"]["amplitude"]
    );
}

/// Counts are whole numbers, a value that is not there is null, and a window limits the stats alone.
#[test]
fn values_are_written_as_what_they_are() {
    let whole = sweepscope(["run", "sawtooth", "--lanes", "retail", "--json"]).json();
    let first = sweepscope([
        "run", "sawtooth", "--lanes", "retail", "--json", "--window", "0..1",
    ])
    .json();
    let (whole, first) = (&whole["lanes"][0], &first["lanes"][0]);
    assert!(whole["final"]["steps"].is_u64() && whole["stats"]["steps"]["max"].is_u64());
    assert!(whole["final"]["eye_distance"].is_f64());
    for count in [
        "steps",
        "colliding_step",
        "parked",
        "candidates",
        "rejected",
        "polygons_tested",
    ] {
        assert!(whole["stats"][count]["max"].is_u64(), "{count}");
    }
    assert!(whole["final"]["normal_y"].is_f64());
    // Nothing is in the way of the first tick.
    assert!(
        first["stats"]["normal_y"]
            .as_object()
            .unwrap()
            .values()
            .all(Value::is_null)
    );
    assert_eq!(
        first["stats"]["eye_distance"]["min"],
        first["stats"]["eye_distance"]["max"]
    );
    assert!(first["stats"]["eye_distance"]["max"] != whole["stats"]["eye_distance"]["max"]);
    // One tick does not show what a run settles into; all else stands at the last tick, whatever the window.
    assert!(first["settles"].is_null() && whole["settles"].is_object());
    let unsettled = |lane: &Value| {
        let mut last = lane["final"].as_object().unwrap().clone();
        last.retain(|name, _| !name.starts_with("settles_"));
        last
    };
    assert_eq!(unsettled(first), unsettled(whole));
    assert_eq!(first["digest"], whole["digest"]);
}

#[test]
fn lanes_are_names_first_and_policy_texts_otherwise() {
    let text = "legacy+sought=from-viewer";
    let run = sweepscope([
        "run",
        "sawtooth",
        "--lanes",
        &format!("no-adjust,{text},retail"),
        "--ticks",
        "60",
        "--json",
    ])
    .json();
    let lanes = run["lanes"].as_array().unwrap();
    let names: Vec<&str> = lanes
        .iter()
        .map(|lane| lane["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["no-adjust", text, "retail"]);
    assert_eq!(lanes[0]["policy"]["steps"], "viewer-grid");
    assert_eq!(
        (
            &lanes[1]["policy"]["sought"],
            &lanes[1]["policy"]["rotation"]
        ),
        (&"from-viewer".into(), &"forward-nlerp".into())
    );
    assert_eq!(run["ticks"], 60);
}

/// Rates scale what is given in seconds.
#[test]
fn another_rate_is_another_number_of_ticks() {
    let run = sweepscope([
        "run",
        "sawtooth",
        "--hz",
        "30",
        "--lanes",
        "no-adjust",
        "--json",
    ])
    .json();
    assert_eq!((&run["hz"], &run["ticks"]), (&30.into(), &180.into()));
    // scenes.md C3 at 30 Hz: steady at 1.5000.
    let rest = run["lanes"][0]["final"]["eye_distance"].as_f64().unwrap();
    assert!((rest - 1.5).abs() < 5e-4, "{rest}");
}

#[test]
fn a_difference_has_its_place_both_values_and_the_chain() {
    let args = [
        "diff",
        "sawtooth",
        "--a",
        "retail",
        "--b",
        "equal-slices+no-adjust",
    ];
    let ran = sweepscope(args.into_iter().chain(["--json"]));
    assert_eq!(ran.exit, Exit::Failed);
    let diff = ran.json();
    let first = &diff["first"];
    for key in ["tick", "sweep", "step", "field", "a", "b", "chain"] {
        assert!(!first[key].is_null(), "{key}");
    }
    // design.md: tick 50, step 6: touch time found, against none.
    assert_eq!((&first["tick"], &first["step"]), (&50.into(), &6.into()));
    assert_eq!(
        (&first["a"], &first["b"]),
        (&"found".into(), &"none".into())
    );
    assert!(diff["first_bit"]["tick"].as_u64().unwrap() <= 50);
    let text = sweepscope(args);
    assert_eq!(text.exit, Exit::Failed);
    assert!(
        text.out.contains("tick 50, sweep 1, step 6"),
        "{}",
        text.out
    );
}

#[test]
fn a_lane_does_not_differ_from_itself() {
    let ran = sweepscope([
        "diff",
        "sawtooth",
        "--a",
        "retail",
        "--b",
        "retail+steps=viewer-grid",
        "--json",
    ]);
    assert_eq!(ran.exit, Exit::Done);
    assert!(ran.json()["first"].is_null() && ran.json()["first_bit"].is_null());
}

#[test]
fn a_tick_is_explained_as_text_and_json() {
    let text = sweepscope(["explain", "sawtooth", "--tick", "50"]);
    assert_eq!(text.exit, Exit::Done);
    assert!(
        text.out.starts_with("tick 50 of lane retail"),
        "{}",
        text.out
    );
    let json = sweepscope([
        "explain",
        "sawtooth",
        "--tick",
        "50",
        "--lane",
        "no-adjust",
        "--sweep",
        "1",
        "--json",
    ])
    .json();
    assert_eq!(
        (&json["tick"], &json["lane"]),
        (&50.into(), &"no-adjust".into())
    );
    assert_eq!(json["sweeps"].as_array().unwrap().len(), 1);
}

#[test]
fn a_tick_is_told_as_an_issue() {
    let issue = sweepscope([
        "explain",
        "sawtooth",
        "--tick",
        "50",
        "--lane",
        "legacy",
        "--against",
        "equal-slices+no-adjust",
        "--issue",
    ]);
    assert_eq!(issue.exit, Exit::Done);
    let begin = "### `sawtooth` at tick 50: lane `legacy` against `equal-slices+no-adjust`";
    assert!(issue.out.starts_with(begin), "{}", issue.out);
    // What the text says to type gives the same autopsy.
    let command = issue
        .out
        .lines()
        .find_map(|line| line.strip_prefix("sweepscope explain "))
        .unwrap();
    let words: Vec<&str> = command.split(' ').collect();
    let story = sweepscope([&["explain"], words.as_slice()].concat());
    assert!(issue.out.contains(story.out.trim_end()), "{}", story.out);
    for args in [
        &["--json", "--issue"][..],
        &["--sweep", "1", "--issue"],
        &["--against", "retail"],
    ] {
        let args = [&["explain", "sawtooth", "--tick", "50"], args].concat();
        assert_eq!(sweepscope(args).exit, Exit::BadInput);
    }
}

/// A wall at y = -1.91 that the camera looks away from, level: its near plane, 0.1 m before the eye, is as far from the wall as
/// the eye and 0.1 m more. Beyond 1 m there is no value.
#[test]
fn the_near_clearance_is_in_rows_and_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("s.ron"), super::scene_text(super::WALL)).unwrap();
    let ran = sweepscope(["run", &path("s.ron"), "--json", "--csv", &path("a.csv")]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let text = std::fs::read_to_string(path("a.csv")).unwrap();
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let column = |name: &str| head.iter().position(|head| *head == name).unwrap();
    let (eye_y, clearance) = (column("eye_y"), column("near_clearance"));
    let json = ran.json();
    for lane in ["a", "b"] {
        let told = json["lanes"].as_array().unwrap().iter();
        let told = told.clone().find(|told| told["name"] == lane).unwrap();
        let (mut values, mut last) = (Vec::new(), None);
        for row in rows.clone().filter(|row| row[1] == lane) {
            let beyond = row[eye_y].parse::<f64>().unwrap() + 1.91 + 0.1;
            last = row[clearance].parse::<f64>().ok();
            match last {
                Some(value) => assert!((value - beyond).abs() < 1e-6, "{value} {beyond}"),
                None => assert!(row[clearance].is_empty() && beyond > 1.0, "{beyond}"),
            }
            values.extend(last);
        }
        assert_eq!(told["final"]["near_clearance"].as_f64(), last);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let stats = &told["stats"]["near_clearance"];
        assert_eq!(stats["min"].as_f64(), Some(least));
        // The eye of `retail` starts at the player and is long on its way before it is near the wall.
        assert_eq!(values.len() < 50, lane == "a", "{}", values.len());
    }
    // A camera that sees no wall has none at all.
    let far = super::WALL.replace("-1.91", "-9");
    std::fs::write(path("s.ron"), super::scene_text(&far)).unwrap();
    let ran = sweepscope(["run", &path("s.ron"), "--json"]);
    for lane in ran.json()["lanes"].as_array().unwrap() {
        assert!(lane["final"]["near_clearance"].is_null());
        assert!(lane["stats"]["near_clearance"]["min"].is_null());
    }
}
