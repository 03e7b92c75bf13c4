//! Tests that are written of what a lane did: the Rust one is compiled here and holds this crate's own sweep to it.

#[path = "exported/sawtooth.rs"]
mod sawtooth;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use glam::Vec3;

use sweepscope::bsp::Tree;
use sweepscope::cli::Exit;
use sweepscope::geometry::{Frame, Polygon, Position};
use sweepscope::policy::Policy;
use sweepscope::transition::{Mover, MoverFlags, sweep};
use sweepscope::world::{Object, World};

use super::sweepscope;

const SOURCES: [(&str, &str); 2] = [("rust", "sawtooth.rs"), ("csharp", "sawtooth.cs")];

/// The world of the source's polygons, in one leaf each way as the tree may be.
fn world() -> World {
    let polygons = sawtooth::POLYGONS.iter().map(|corners| {
        let corners = corners.iter().copied().map(Vec3::from_array);
        Polygon::new(corners.collect()).unwrap()
    });
    let tree = Tree::balanced(polygons.collect());
    World::new(vec![Object::solid(
        "all".to_owned(),
        Frame::default(),
        1.0,
        tree,
    )])
}

fn ends_by(policy: &Policy) -> impl Fn(&sawtooth::Sweep) -> [f32; 3] {
    let world = world();
    let policy = *policy;
    move |asked| {
        assert!(asked.is_eye && asked.ground.is_none());
        let [(offset, radius)] = asked.spheres else {
            panic!("one sphere was expected");
        };
        assert_eq!(*offset, [0.0; 3]);
        let place = |at| Position::single(Frame::at(Vec3::from_array(at)));
        let mover = Mover::viewer(*radius, MoverFlags(0x5c));
        let (from, to) = (place(asked.from), place(asked.to));
        let outcome = sweep(&world, &policy, mover, from, to, &mut ());
        outcome.reached.to_array()
    }
}

/// A source is the same whenever it is written, and this crate passes it; an engine without the touch time fails it, with
/// the ticks by name.
#[test]
fn a_rust_source_holds_an_engine_to_what_was_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cli/exported");
    for (language, file) in SOURCES {
        let made = sweepscope([
            "export-test",
            "sawtooth",
            "--as",
            language,
            "--ticks",
            "40..52",
        ]);
        assert_eq!(made.exit, Exit::Done, "{}", made.err);
        let path = folder.join(file);
        if std::env::var_os("SWEEPSCOPE_WRITE_GOLDEN").is_some() {
            fs::write(&path, &made.out).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap();
        assert!(made.out == golden, "{file} is written otherwise now");
    }
    assert_eq!(sawtooth::SWEEPS.len(), 12);
    assert_eq!(sawtooth::HZ, 240);
    sawtooth::check_sweeps(ends_by(&Policy::RETAIL));
    let legacy: Policy = "retail+steps=equal-slices+adjust_to_plane=never-succeeds"
        .parse()
        .unwrap();
    let failed = catch_unwind(|| sawtooth::check_sweeps(ends_by(&legacy))).unwrap_err();
    let told = failed.downcast_ref::<String>().unwrap();
    assert!(
        told.contains("of 12 are off") && told.contains("tick 50"),
        "{told}"
    );
    // The eyes are those of the sweeps; one that is no number is off.
    let ends = |tick: u32| sawtooth::SWEEPS.iter().find(|sweep| sweep.tick == tick);
    sawtooth::check_eyes(|eye| ends(eye.tick).unwrap().end);
    catch_unwind(|| sawtooth::check_eyes(|_| [f32::NAN; 3])).unwrap_err();
}

/// Scenes of each rig expect of a lane what it did, whole and tick by tick, wherever they are written.
#[test]
fn a_scene_expects_what_a_lane_did() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("deep/judged.ron");
    fs::create_dir(folder.path().join("deep")).unwrap();
    let out = out.to_str().unwrap();
    for scene in [
        "sawtooth",
        "off_centre_small",
        "cylinder_stairs",
        "cell_ping_pong",
        "spiral_stair",
    ] {
        for (lane, ticks) in [("legacy", None), ("ace", Some("2..5"))] {
            let mut words = vec![
                "export-test",
                scene,
                "--as",
                "ron",
                "--lane",
                lane,
                "-o",
                out,
            ];
            words.extend(ticks.map(|_| "--ticks"));
            words.extend(ticks);
            let made = sweepscope(words);
            assert_eq!(made.exit, Exit::Done, "{scene}: {}", made.err);
            let checked = sweepscope(["check", "--json", out]);
            let json = checked.json();
            assert_eq!(
                (checked.exit, &json["failed"]),
                (Exit::Done, &0.into()),
                "{scene}: {}",
                checked.out
            );
            assert!(json["held"].as_u64().unwrap() > 5, "{scene}");
        }
    }
    // Another behaviour under the lane's name is found out.
    let text = fs::read_to_string(out).unwrap();
    assert!(text.contains("policy: \"ace\""));
    let changed = text.replace("policy: \"ace\"", "policy: \"openac-before-180\"");
    fs::write(out, changed).unwrap();
    assert_eq!(sweepscope(["check", out]).exit, Exit::Failed);
}

#[test]
fn what_no_test_can_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes.rs");
    fs::write(&notes, "fn mine() {}").unwrap();
    let (notes, other) = (notes.to_str().unwrap(), folder.path().join("a.ron"));
    for (words, parts) in [
        (
            &["--as", "rust", "--ticks", "5..9999"] as &[&str],
            &["--ticks 5..9999", "1440 ticks"] as &[&str],
        ),
        (
            &["--as", "ron", "--ticks", "0..1200"],
            &["1200 ticks", "at most 1000"],
        ),
        (
            &["--as", "rust", "--lane", "nobody"],
            &["`nobody`", "retail"],
        ),
        (&["--as", "rust", "-o", notes], &["notes.rs", "--force"]),
        (
            &["--as", "csharp", "-o", other.to_str().unwrap()],
            &["a.ron", ".cs"],
        ),
    ] {
        let ran = sweepscope(["export-test", "sawtooth"].iter().chain(words).copied());
        assert_eq!(ran.exit, Exit::BadInput, "{words:?}");
        let error = ran.error();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    assert_eq!(fs::read_to_string(notes).unwrap(), "fn mine() {}");
    assert!(!other.exists());
}

/// A source holds what decides where a body ends: its step heights, and of the objects those that it meets.
#[test]
fn a_source_tells_what_the_mover_is_and_meets() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fn.ron");
    let text = "Scene(version: 1, title: \"x\", hz: 30, length: Ticks(5), objects: [\
        Object(name: \"floor\", shape: Polygons([[(-3, -3, 0), (9, -3, 0), (9, 3, 0), (-3, 3, 0)]])), \
        Object(name: \"door\", kind: Ethereal, shape: Polygons([[(1, -3, 0), (1, -3, 4), (1, 3, 4), (1, 3, 0)]])), \
        Object(name: \"ghost\", kind: Ethereal, shape: Spheres([((5, 0, 1), 1)])), \
        Object(name: \"ball\", at: (0, 8, 0), shape: Spheres([((0, 0, 1), 0.5)]))], \
        rig: Mover(mover: Mover(spheres: [((0, 0, 0.48), 0.48)], step_up: 0.7, step_down: 1.25), feet: (0, 0, 0.005), \
        grounded: true, script: [Walk(1)]), lanes: [Lane(name: \"it's\", policy: \"retail\")])";
    fs::write(&path, text).unwrap();
    for (language, parts) in [
        (
            "rust",
            [
                "Body { step_up: 0.7, step_down: 1.25,",
                "([0.0, 8.0, 1.0], 0.5), // ball",
                "mod fn_scene;",
            ],
        ),
        (
            "csharp",
            [
                "new Body(0.7f, 1.25f,",
                "0.5f), // ball",
                "class FnSceneTest",
            ],
        ),
    ] {
        let made = sweepscope(["export-test", path.to_str().unwrap(), "--as", language]);
        assert_eq!(made.exit, Exit::Done, "{}", made.err);
        for part in parts {
            assert!(made.out.contains(part), "{part}: {}", made.out);
        }
        assert!(
            made.out
                .contains("// Left out, as movers pass them: door, ghost."),
            "{}",
            made.out
        );
        assert!(
            made.out.contains("// floor") && !made.out.contains("// door"),
            "{}",
            made.out
        );
        let again =
            format!("// Again: sweepscope export-test fn.ron --as {language} --lane 'it'\\''s'");
        assert!(made.out.contains(&again), "{}", made.out);
    }
}
