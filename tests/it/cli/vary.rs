//! `sweepscope vary`: grids of values, and the 19 edges of scenes.md 2.3.

use super::{Exit, sweepscope};

/// What is folded of a lane.
struct Folded {
    within: u64,
    mean_mm: f64,
}

/// Runs the 19 edges at `hz` and `c`; retail and equal slices.
fn edges(hz: &str, c: &str) -> Vec<[Folded; 2]> {
    let (hz, c) = (format!("hz={hz}"), format!("c={c}"));
    let ran = sweepscope([
        "vary",
        "jamb",
        "--param",
        &hz,
        "--param",
        &c,
        "--param",
        "angle=2.5..47.5:2.5",
        "--measure",
        "eye_move",
        "--fold",
        "angle",
        "--json",
    ]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["lanes"], serde_json::json!(["retail", "equal-slices"]));
    let rows = json["rows"].as_array().unwrap().iter();
    rows.map(|row| {
        [0, 1].map(|lane| {
            let result = &row["results"][lane];
            assert_eq!(result["of"], 19);
            Folded {
                within: result["within"].as_u64().unwrap(),
                mean_mm: result["mean"].as_f64().unwrap() * 1000.0,
            }
        })
    })
    .collect()
}

/// design.md, `vary --svg`: a line for each lane, over the values of the last parameter.
#[test]
fn a_grid_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.svg");
    let svg = path.to_str().unwrap();
    let ran = sweepscope([
        "vary",
        "dead_band",
        "--param",
        "hz=30,60,240",
        "--measure",
        "gap",
        "--svg",
        svg,
    ]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("<svg xmlns=") && text.trim_end().ends_with("</svg>"));
    assert!(text.contains(">hz<") && text.contains(">gap, m<") && text.contains(">retail<"));
    // scenes.md C11: the gap grows with the rate, so the line of retail rises from left to right.
    let d = text.split("class=\"l0\"").last().unwrap();
    let d = d.split(" d=\"M").nth(1).unwrap().split('"').next().unwrap();
    let numbers: Vec<f64> = d.split(' ').map(|n| n.parse().unwrap()).collect();
    let (first, last) = (&numbers[..2], &numbers[numbers.len() - 2..]);
    assert!(
        last[0] - first[0] > 600.0 && last[1] < first[1] - 200.0,
        "{numbers:?}"
    );

    for (extra, problem) in [
        (["--measure", "verdict"], "--svg: verdict is a word"),
        (
            ["--measure", "gap"],
            "--svg: a --param beside the folded one",
        ),
    ] {
        let fold = ["vary", "dead_band", "--param", "hz=30", "--svg", svg];
        let folded = ["--fold", "hz"];
        let words = fold.iter().chain(&extra);
        let words: Vec<&str> = match extra[1] {
            "gap" => words.chain(&folded).copied().collect(),
            _ => words.copied().collect(),
        };
        let ran = sweepscope(words);
        assert!(
            ran.exit == Exit::BadInput && ran.err.contains(problem),
            "{}",
            ran.err
        );
    }
}

#[test]
fn what_is_varied_and_limited_has_to_be_there() {
    let told = |words: &[&str]| {
        let start = ["vary", "jamb", "--measure", "eye_move"];
        let ran = sweepscope(start.iter().chain(words).copied().collect::<Vec<_>>());
        assert_eq!(ran.exit, Exit::BadInput);
        ran.err
    };
    let unknown = told(&["--param", "nope=3"]);
    assert!(
        unknown.contains("nope: neither a parameter of the scene (known: ")
            && unknown.contains("angle"),
        "{unknown}"
    );
    let limit = told(&["--param", "angle=5", "--fold", "angle", "--limit", "-1"]);
    assert!(
        limit.contains("--limit -1: eye_move is never less than 0"),
        "{limit}"
    );
}

/// scenes.md 2.3: entries that are the same for every tree and arithmetic.
#[test]
fn the_edges_rest_as_the_table_says() {
    // At 30, 60, 240, 500 Hz: how many rest under equal slices, and their mean in mm to the digits that are listed.
    let want = [
        (10, 1.00, 0.005),
        (8, 1.2, 0.05),
        (3, 1.3, 0.05),
        (3, 1.2, 0.05),
    ];
    for (row, (steady, mean, tolerance)) in edges("30,60,240,500", "1.5").iter().zip(want) {
        let [retail, equal] = row;
        assert_eq!((retail.within, retail.mean_mm < 0.001), (19, true));
        assert_eq!(equal.within, steady);
        assert!(
            (equal.mean_mm - mean).abs() <= tolerance,
            "{}",
            equal.mean_mm
        );
    }
    // Just past a grid line the retail grid does not hold them either: 1 of 19, or 2 with the pivot where it is here.
    let [retail, equal] = &edges("240", "1.505")[0];
    assert!((1..=2).contains(&retail.within) && (retail.mean_mm - 0.28).abs() < 0.03);
    assert_eq!(equal.within, 3);
    assert!((equal.mean_mm - 1.26).abs() < 0.005, "{}", equal.mean_mm);
}

/// scenes.md C11: the eye parks at most 0.4 mm / alpha short of its place.
#[test]
fn a_table_has_a_row_for_each_combination_and_a_column_for_each_lane() {
    let ran = sweepscope([
        "vary",
        "dead_band",
        "--param",
        "rig.heading_degrees=37,100",
        "--param",
        "hz=30..60:30",
        "--measure",
        "gap",
        "--lanes",
        "retail,legacy",
    ]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let lines: Vec<Vec<&str>> = ran
        .out
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(lines[0], ["rig.heading_degrees", "hz", "retail", "legacy"]);
    let values: Vec<[&str; 2]> = lines[1..].iter().map(|line| [line[0], line[1]]).collect();
    assert_eq!(
        values,
        [["37", "30"], ["37", "60"], ["100", "30"], ["100", "60"]]
    );
    assert!(lines[1][2].starts_with("0.0026") && lines[2][2].starts_with("0.0052"));
}

#[test]
fn measures_of_the_whole_run_and_words_are_told() {
    let ran = sweepscope([
        "vary",
        "sawtooth",
        "--param",
        "lanes.no-adjust.policy.steps=viewer-grid,equal-slices",
        "--measure",
        "settles_kind",
        "--ticks",
        "400",
        "--lanes",
        "no-adjust",
        "--json",
    ]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["rows"][1]["results"][0], "periodic");
    assert_eq!(json["stat"], "last");
}

#[test]
fn rows_go_to_a_file_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let ran = sweepscope([
        "vary",
        "sawtooth",
        "--param",
        "objects.wall.at=(0,0,0),(0,-0.1,0)",
        "--measure",
        "eye_distance",
        "--stat",
        "max",
        "--ticks",
        "700",
        "--lanes",
        "retail",
        "--csv",
        path.to_str().unwrap(),
    ]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "objects.wall.at,lane,eye_distance");
    assert!(
        lines[1].starts_with("\"(0,0,0)\",retail,1.6")
            && lines[2].starts_with("\"(0,-0.1,0)\",retail,1.7")
    );
}

#[test]
fn what_cannot_be_varied_is_told() {
    for (args, problem) in [
        (
            ["--param", "objects.door.at=(0,0,0)", "--stat", "last"],
            "no `door` in `objects`",
        ),
        (
            ["--param", "hz=60,0", "--stat", "last"],
            "--param hz=0: sawtooth.ron",
        ),
        (
            ["--param", "hz=60,30", "--fold", "rate"],
            "--fold rate: no such --param; known: hz",
        ),
        (
            ["--param", "hz=1..100000:0.5", "--stat", "last"],
            "more than 100000 values",
        ),
        (["--param", "hz", "--stat", "last"], "NAME=A,B"),
    ] {
        let ran = sweepscope(
            [
                "vary",
                "sawtooth",
                "--measure",
                "eye_distance",
                "--ticks",
                "4",
            ]
            .into_iter()
            .chain(args),
        );
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(ran.err.contains(problem), "{}", ran.err);
    }
    let ran = sweepscope([
        "vary",
        "sawtooth",
        "--param",
        "hz=60",
        "--measure",
        "verdict",
        "--stat",
        "mean",
    ]);
    assert!(ran.error().contains("--measure verdict: a word"));
}

/// A camera whose eye is nowhere near a wall has no clearance: `none` in the table, null in JSON, nothing in CSV.
#[test]
fn a_value_that_is_none_is_told_as_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("s.ron"), super::scene_text(super::WALL)).unwrap();
    let (scene, rows) = (path("s.ron"), path("a.csv"));
    let grid = [
        "vary",
        &scene,
        "--param",
        "objects.wall.at=(0,0,0),(0,-4,0)",
        "--measure",
        "near_clearance",
    ];
    let words = |more: &[&str]| -> Vec<String> {
        let all = grid.iter().chain(more);
        all.map(|word| (*word).to_owned()).collect()
    };
    for stat in ["last", "min", "mean", "span"] {
        let ran = sweepscope(words(&["--stat", stat, "--csv", &rows]));
        assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
        let line = |begin: &str| {
            let mut lines = ran.out.lines().map(str::trim);
            let line = lines.find(|line| line.starts_with(begin)).unwrap();
            line.split_whitespace().skip(1).collect::<Vec<_>>()
        };
        assert_eq!(line("(0,-4,0)"), ["none", "none"], "{stat}: {}", ran.out);
        assert!(!line("(0,0,0)").contains(&"none"), "{stat}: {}", ran.out);
        let csv = std::fs::read_to_string(&rows).unwrap();
        assert!(csv.ends_with("\"(0,-4,0)\",a,\n\"(0,-4,0)\",b,\n"), "{csv}");
        let json = sweepscope(words(&["--stat", stat, "--json"])).json();
        assert_eq!(json["rows"][1]["results"], serde_json::json!([null, null]));
        assert!(json["rows"][0]["results"][0].is_number());
    }
}
