//! `sweepscope scan`: findings, JSON keys, exit codes, and scenes that show a finding.

use std::path::{Path, PathBuf};

use super::{Exit, Ran, sweepscope};

/// A scene of one object, whose fields these are, and a camera's sphere that is swept somewhere.
fn text(object: &str) -> String {
    format!(
        "Scene(version: 1, title: \"x\", objects: [Object(name: \"thing\", {object})], \
         rig: Sweep(sweeps: List([((9, 9, 9), (9, 9, 8))])), \
         lanes: [Lane(name: \"a\", policy: \"retail\"), Lane(name: \"b\", policy: \"ace\")])\n"
    )
}

/// A floor of four tiles of 4 m at z = 0.
const FLOOR: &str = "shape: Polygons([\
    [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)], [(-4, 0, 0), (0, 0, 0), (0, 4, 0), (-4, 4, 0)], \
    [(0, -4, 0), (4, -4, 0), (4, 0, 0), (0, 0, 0)], [(-4, -4, 0), (0, -4, 0), (0, 0, 0), (-4, 0, 0)]])";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn scene(&self, object: &str) -> PathBuf {
        let path = self.path("x.ron");
        std::fs::write(&path, text(object)).unwrap();
        path
    }
}

fn scan(what: &str, scene: &Path, more: &[&str]) -> Ran {
    let words = ["scan", what, scene.to_str().unwrap()];
    sweepscope(words.iter().chain(more))
}

#[track_caller]
fn json(what: &str, scene: &Path, more: &[&str], exit: Exit) -> serde_json::Value {
    let ran = scan(what, scene, &[more, &["--json"]].concat());
    assert_eq!(ran.exit, exit, "{}{}", ran.out, ran.err);
    ran.json()
}

/// docs/cli.md: what stands around the findings of each.
#[test]
fn the_object_has_its_keys() {
    let sawtooth = Path::new("sawtooth");
    let around = ["scan", "scene", "found", "counts", "more", "findings"];
    for (what, own) in [
        ("referee", vec!["lane", "radius", "seed", "asked"]),
        ("holes", vec!["radius"]),
        (
            "leaks",
            vec!["lane", "seed", "walks", "steps", "places", "sweeps", "way"],
        ),
        ("reach", vec!["radius"]),
        ("lint", vec!["step_up"]),
    ] {
        let ran = scan(what, sawtooth, &["--json"]);
        let json = ran.json();
        let keys: Vec<&str> = json
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let mut wanted = [&around[..], &own].concat();
        wanted.sort_unstable();
        let mut keys = keys;
        keys.sort_unstable();
        assert_eq!(keys, wanted, "{what}");
        assert_eq!(
            (&json["scan"], &json["scene"]),
            (&what.into(), &"sawtooth".into())
        );
        let found = json["found"].as_u64().unwrap();
        let wanted = if found == 0 { Exit::Done } else { Exit::Failed };
        assert_eq!(ran.exit, wanted, "{what}");
        let counts = json["counts"].as_object().unwrap().values();
        let total: u64 = counts.map(|count| count.as_u64().unwrap()).sum();
        let listed = json["findings"].as_array().unwrap().len() as u64;
        assert_eq!(listed + json["more"].as_u64().unwrap(), total, "{what}");
    }
}

/// A slab 40 m above its object's origin in bounds of 6 m, and a foot of 0.48 m: all 6.48 m of them are out of reach. A box
/// around its origin is within.
#[test]
fn reach_tells_the_dead_zone() {
    let told = json("reach", Path::new("off_centre_small"), &[], Exit::Failed);
    let slab = &told["findings"][0];
    assert_eq!(
        (&slab["kind"], &slab["object"]),
        (&"dead-zone".into(), &"slab".into())
    );
    assert_eq!(slab["offset"], 40.0);
    assert!((slab["off_centre"].as_f64().unwrap() - 40.0 / 6.0).abs() < 1e-9);
    let depth = slab["dead_zone"]["depth"].as_f64().unwrap();
    assert!((depth - 6.48).abs() < 1e-5, "{depth}");

    let folder = Folder::new();
    let scene = folder.scene("shape: Box(min: (-3, -3, -3), max: (3, 3, 3))");
    let told = json("reach", &scene, &[], Exit::Done);
    assert_eq!(
        (&told["found"], &told["counts"]["within-reach"]),
        (&0.into(), &1.into())
    );
    let ran = scan("reach", &scene, &[]);
    assert!(
        ran.out.ends_with("0 problems found: 1 within-reach\n"),
        "{}",
        ran.out
    );
}

#[test]
fn holes_are_where_a_face_is_missing() {
    let folder = Folder::new();
    let closed = folder.scene("shape: Box(min: (0, 0, 0), max: (2, 3, 4))");
    assert_eq!(scan("holes", &closed, &[]).exit, Exit::Done);
    // Without its lid.
    let open = folder.scene(
        "shape: Polygons([[(0, 0, 0), (0, 3, 0), (2, 3, 0), (2, 0, 0)], [(0, 0, 0), (2, 0, 0), (2, 0, 4), (0, 0, 4)], \
         [(2, 3, 0), (0, 3, 0), (0, 3, 4), (2, 3, 4)], [(0, 3, 0), (0, 0, 0), (0, 0, 4), (0, 3, 4)], \
         [(2, 0, 0), (2, 3, 0), (2, 3, 4), (2, 0, 4)]])",
    );
    let told = json("holes", &open, &[], Exit::Failed);
    let hole = &told["findings"][0];
    assert_eq!(
        (&told["found"], &hole["kind"], &hole["fits"]),
        (&1.into(), &"hole".into(), &true.into())
    );
    assert!((hole["length"].as_f64().unwrap() - 10.0).abs() < 1e-6);
    let told = json("holes", &open, &["--radius", "1.1"], Exit::Failed);
    assert_eq!(told["findings"][0]["fits"], false);
    let floor = folder.scene(FLOOR);
    assert_eq!(json("holes", &floor, &[], Exit::Done)["counts"]["rim"], 1);
    assert_eq!(json("holes", &floor, &["--rims"], Exit::Failed)["found"], 1);
    let line = scan("holes", &floor, &[]).out;
    assert!(line.contains("x.ron: thing, polygon 0 at (2.000, 2.000, 0.000): rim of a sheet, 32.000 m around, 8 edges\n"), "{line}");
}

/// scenes.md S4, M1: the filter from the origin lets movers through; retail does not. The leak is a scene, which leaks when it
/// runs, and no longer once the filter is gone.
#[test]
fn a_leak_is_found_and_shown() {
    let folder = Folder::new();
    let file = folder.path("leak.ron");
    for scene in [
        "off_centre_small",
        "off_centre_full",
        "corridor_clip",
        "sawtooth",
    ] {
        let told = json("leaks", Path::new(scene), &["--lane", "retail"], Exit::Done);
        assert!(told["sweeps"].as_u64().unwrap() > 300, "{scene}: {told}");
    }
    for scene in ["off_centre_small", "off_centre_full"] {
        let args = ["--lane", "origin-filter", "-o", file.to_str().unwrap()];
        let told = json("leaks", Path::new(scene), &args, Exit::Failed);
        assert!(told["found"].as_u64().unwrap() > 0, "{scene}");
        let shown = scan("leaks", &file, &["--walks", "1", "--steps", "1", "--json"]);
        assert_eq!(shown.err, "");
        let check = sweepscope(["check", file.to_str().unwrap()]);
        assert_eq!(check.exit, Exit::Failed, "{}", check.out);
        let run = sweepscope(["run", file.to_str().unwrap(), "--json"]).json();
        assert!(
            run["lanes"][0]["final"]["rejected"].as_u64().unwrap() >= 1,
            "the filter refuses it"
        );
        let text = std::fs::read_to_string(&file).unwrap();
        let mended = text.replace("+reach_filter=from-origin", "");
        assert!(mended != text && text.starts_with("// Found by scan leaks in off_centre"));
        let sound = folder.path("sound.ron");
        std::fs::write(&sound, mended).unwrap();
        let check = sweepscope(["check", sound.to_str().unwrap()]);
        assert_eq!(check.exit, Exit::Done, "{}", check.out);
    }
}

/// A planted fault: the root's sphere leaves out half of the floor. The referee names it, and writes a scene in which it finds
/// the same; the tree as it should be has nothing.
#[test]
fn a_broken_tree_is_found_and_shown() {
    let folder = Folder::new();
    let sound = folder.scene(FLOOR);
    assert_eq!(json("referee", &sound, &[], Exit::Done)["asked"], 1000);
    let broken = folder.scene(&format!("root_sphere: ((2, 0, 0), 3), {FLOOR}"));
    let file = folder.path("broken.ron");
    let args = ["-o", file.to_str().unwrap()];
    let told = json("referee", &broken, &args, Exit::Failed);
    // Corners of each tile are more than 3 m from (2, 0, 0).
    assert_eq!(told["counts"]["sphere-too-small"], 4);
    assert!(told["counts"]["mismatch"].as_u64().unwrap() >= 1);
    let mismatch = told["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|f| f["kind"] == "mismatch")
        .unwrap();
    assert_eq!(
        (&mismatch["pruned"], &mismatch["node"]),
        (&"by-sphere".into(), &0.into())
    );
    let again = json("referee", &file, &[], Exit::Failed);
    assert!(again["counts"]["mismatch"].as_u64().unwrap() >= 1);
    assert_eq!(
        sweepscope(["check", file.to_str().unwrap()]).exit,
        Exit::Failed
    );
    // What `scan` wrote it writes over; what it did not, only by force.
    assert_eq!(scan("referee", &broken, &args).exit, Exit::Failed);
    std::fs::write(&file, "mine").unwrap();
    let ran = scan("referee", &broken, &args);
    assert_eq!(ran.exit, Exit::BadInput);
    assert!(ran.err.contains("no scene of `scan`"), "{}", ran.err);
    assert_eq!(
        scan("referee", &broken, &[&args[..], &["--force"]].concat()).exit,
        Exit::Failed
    );
    assert_ne!(std::fs::read_to_string(&file).unwrap(), "mine");
}

/// Row l26: ACE takes a tree of one leaf for empty; only where its lane is asked for.
#[test]
fn a_lane_is_asked_for_by_name_or_policy() {
    let folder = Folder::new();
    let scene = folder.scene(&format!("tree: SingleLeaf, {FLOOR}"));
    assert_eq!(json("referee", &scene, &[], Exit::Done)["lane"], "a");
    for lane in ["b", "retail+l26=ace"] {
        let told = json("referee", &scene, &["--lane", lane], Exit::Failed);
        assert_eq!(
            (&told["lane"], &told["counts"]["emptied"]),
            (&lane.into(), &1.into())
        );
    }
    assert_eq!(
        json("lint", &scene, &["--lane", "a"], Exit::Done)["counts"]["single-leaf"],
        1
    );
    let told = json("lint", &scene, &[], Exit::Failed);
    assert_eq!(told["findings"][0]["kind"], "single-leaf");
    assert_eq!(told["findings"][0]["polygons"], 4);
}

#[test]
fn lists_have_an_end() {
    let folder = Folder::new();
    let twice = "[(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)], ".repeat(7);
    let scene = folder.scene(&format!("shape: Polygons([{twice}])"));
    let told = json("lint", &scene, &["--most", "2"], Exit::Failed);
    assert_eq!(told["counts"]["repeated"], 6);
    let listed = told["findings"].as_array().unwrap().len() as u64;
    assert_eq!(
        (
            listed,
            told["found"].as_u64().unwrap() - told["more"].as_u64().unwrap()
        ),
        (2, 2)
    );
    let lines = scan("lint", &scene, &["--most", "2"]).out;
    assert_eq!(lines.lines().count(), 4, "{lines}");
    assert!(
        lines.contains("more; --most lists more than 2\n") && lines.contains(" problems found: "),
        "{lines}"
    );
    let none = scan("lint", &scene, &["--most", "0"]);
    assert_eq!((none.out.lines().count(), none.exit), (2, Exit::Failed));
}

#[test]
fn seeds_repeat() {
    let folder = Folder::new();
    let broken = folder.scene(&format!("root_sphere: ((2, 0, 0), 3), {FLOOR}"));
    let asked = |seed: &str| scan("referee", &broken, &["--seed", seed]).out;
    assert_eq!(asked("5"), asked("5"));
    assert_ne!(asked("5"), asked("6"));
}

#[test]
fn what_cannot_be_asked() {
    let folder = Folder::new();
    let scene = folder.scene(FLOOR);
    let scene = scene.to_str().unwrap();
    let out = folder.path("o.ron");
    let out = out.to_str().unwrap();
    for words in [
        &["scan"][..],
        &["scan", "nonsense", scene],
        &["scan", "holes"],
        &["scan", "holes", "no_such_scene"],
        &["scan", "holes", "/nowhere/a.ron"],
        &["scan", "holes", scene, "--radius", "0"],
        &["scan", "holes", scene, "--radius", "-1"],
        &["scan", "holes", scene, "--radius", "NaN"],
        &["scan", "holes", scene, "--most", "-1"],
        &["scan", "referee", scene, "--sweeps", "1000001"],
        &["scan", "referee", scene, "--lane", "nobody"],
        &["scan", "referee", scene, "--seed", "x"],
        &["scan", "referee", scene, "--finding", "1"],
        &["scan", "referee", scene, "-o", out, "--finding", "0"],
        &["scan", "referee", scene, "-o", out, "--finding", "1"],
        &["scan", "referee", scene, "-o", scene],
        &["scan", "referee", scene, "-o", "o.txt"],
        &["scan", "leaks", scene, "--walks", "0"],
        &["scan", "leaks", scene, "--steps", "0"],
        &["scan", "lint", scene, "--lane", ""],
    ] {
        let ran = sweepscope(words);
        assert_eq!(
            ran.exit,
            Exit::BadInput,
            "{words:?}: {}{}",
            ran.out,
            ran.err
        );
        assert!(ran.out.is_empty() && !ran.err.is_empty(), "{words:?}");
    }
    // Nothing to write is no error.
    let ran = sweepscope(["scan", "referee", scene, "-o", out]);
    assert_eq!(ran.exit, Exit::Done);
    assert!(
        ran.err.starts_with("warning: ") && !Path::new(out).exists(),
        "{}",
        ran.err
    );
}

/// Whatever the scene, a scan ends without a panic, and says one object: every shipped scene.
#[test]
fn every_shipped_scene_can_be_scanned() {
    for scene in sweepscope::scene::shipped::SHIPPED {
        for what in ["referee", "holes", "leaks", "reach", "lint"] {
            let few = match what {
                "referee" => &["--sweeps", "50"][..],
                "leaks" => &["--walks", "4", "--steps", "20"],
                _ => &[],
            };
            let (folder, name) = scene.place();
            let name = if folder.is_empty() {
                name.to_owned()
            } else {
                format!("{folder}/{name}")
            };
            let ran = scan(what, Path::new(&name), &[few, &["--json"]].concat());
            assert!(
                matches!(ran.exit, Exit::Done | Exit::Failed),
                "{name}: {}",
                ran.err
            );
            ran.json();
        }
    }
}

/// A body wades as deep as water is, which is no leak; without the water the same walk finds none either.
#[test]
fn wading_is_no_leak() {
    let folder = Folder::new();
    let path = folder.path("pond.ron");
    for water in [
        "water: Points([(4, 4), (5, 4), (5, 5), (4, 5)])",
        "water: All",
    ] {
        let text = format!(
            "Scene(version: 1, title: \"pond\", hz: 30, length: Seconds(2), landblock: 0xA9B4, \
             terrain: Blocks(blocks: [Block(id: 0xA9B4, level: 20, {water})]), \
             rig: Mover(feet: (100, 94, 20.005), grounded: true, script: [Walk(1)]), \
             lanes: [Lane(name: \"retail\", policy: \"retail\")])"
        );
        std::fs::write(&path, text).unwrap();
        let ran = scan("leaks", &path, &["--walks", "8"]);
        assert_eq!(
            (ran.exit, ran.out.as_str()),
            (Exit::Done, "0 problems found\n"),
            "{}",
            ran.err
        );
    }
}
