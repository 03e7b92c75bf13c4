//! What comes from outside a scene's text: meshes, rates, lengths.

use super::super::{MeshFile, Source, build, shipped};
use super::GOOD;

#[test]
fn meshes_that_are_not_at_hand() {
    let start = GOOD.find("Polygons").unwrap();
    let end = GOOD.find("])),").unwrap() + 2;
    let text = GOOD.replace(&GOOD[start..end], "Mesh(file: \"walls.obj\")");
    let mut source = Source::from_text("a", &text);
    let error = build(&source, None, None).unwrap_err().to_string();
    assert!(
        error.contains("objects[0].shape.file: the mesh walls.obj is not at hand"),
        "{error}"
    );
    source.files.push(MeshFile {
        path: "walls.obj".to_owned(),
        bytes: b"v 0 0 0\nf 1 2 3".to_vec(),
    });
    let error = build(&source, None, None).unwrap_err().to_string();
    assert!(
        error.starts_with("walls.obj:2:5: f: there is no vertex 2"),
        "{error}"
    );
}

#[test]
fn rates_and_lengths_given_from_outside() {
    let source = Source::from_text("a", GOOD);
    let built = build(&source, Some(60), None).unwrap();
    assert_eq!(
        (built.setup.hz, built.setup.ticks, built.window),
        (60, 360, 120..360)
    );
    let built = build(&source, None, Some(600)).unwrap();
    assert_eq!((built.setup.ticks, built.window), (600, 200..600));
    let late = GOOD.replace("window: Seconds(2, 6)", "window: Seconds(2, 5)");
    let late = Source::from_text("a", &late);
    for (ticks, window) in [(600, 480..600), (1440, 480..1200), (2400, 800..2400)] {
        let built = build(&late, None, Some(ticks)).unwrap();
        assert_eq!((built.setup.ticks, built.window), (ticks, window));
    }
    let built = build(&source, None, Some(300)).unwrap();
    assert_eq!((built.setup.ticks, built.window), (300, 100..300));
    assert!(build(&source, Some(0), None).is_err());
    assert!(build(&source, Some(10_001), None).is_err());
    assert!(build(&source, None, Some(0)).is_err());
}

/// What is wrong with the scene whose rig is `rig`, whose run is `length`.
fn refused(rig: &str, length: &str, ticks: Option<u32>) -> Option<String> {
    let start = GOOD.find("Chase(").unwrap();
    let end = GOOD.find("motion: Still)").unwrap() + "motion: Still)".len();
    let text = GOOD
        .replace(&GOOD[start..end], rig)
        .replace("length: Seconds(6),", length)
        .replace("window: Seconds(2, 6),", "");
    let text = match text.find("expect: [") {
        Some(at) => format!("{})", &text[..at]),
        None => text,
    };
    let source = Source::from_text("a", &text);
    build(&source, None, ticks).err().map(|e| e.to_string())
}

#[test]
fn scripts_stay_within_the_coordinates() {
    let chase = |motion: &str| format!("Chase(feet: (0, 10, 0), motion: {motion})");
    let length = "length: Ticks(240),";
    // 479 ticks at 240 Hz, and 10 m to begin with.
    let fast = chase("Velocity((0, 900000, 0))");
    let fast = refused(&fast, "length: Ticks(480),", None).unwrap();
    assert!(
        fast.contains("rig.motion: the feet are 1796260 m from 0 in tick 479")
            && fast.contains("at most 1000000 m"),
        "{fast}"
    );
    assert_eq!(
        refused(&chase("Velocity((0, 2000, 0))"), length, None),
        None
    );
    // Longer than the scene says: 10^6 ticks are 4167 s.
    let long = refused(&chase("Velocity((0, 300, 0))"), length, Some(1_000_000));
    assert!(long.unwrap().contains("rig.motion: the feet are "));
    let sine = refused(
        &chase("Sine(amplitude: (0, -999995, 0), hz: 1)"),
        length,
        None,
    );
    assert!(sine.unwrap().contains("1000005 m from 0 at its farthest"));
    let moves = |by: &str| {
        let rig =
            format!("Sweep(mover: Human, sweeps: Moves(start: (0, 0, 0), by: {by}, count: 1000))");
        refused(&rig, "", None)
    };
    assert!(
        moves("(0, 0, -1001)")
            .unwrap()
            .contains("1000 moves lead 1001000 m from 0")
    );
    assert_eq!(moves("(0, 0, -999)"), None);
    let rays = "Sweep(mover: Viewer, sweeps: Rays(from: (0, 999999, 0), direction: (0, 1, 0), lengths: [0.5, 2]))";
    let rays = refused(rays, "", None).unwrap();
    assert!(
        rays.contains("rig.sweeps: sweep 1 ends 1000001 m from 0"),
        "{rays}"
    );
}

/// A boom of 1 km in steps of 1 mm is a million steps a tick; the third lane's share makes it too many.
#[test]
fn runs_without_an_end_are_refused() {
    let rig = "Chase(feet: (0, 0, 0), viewer_offset: (0, -1000, 0), radius: 0.001, motion: Still)";
    assert_eq!(refused(rig, "length: Ticks(600),", None), None);
    let long = refused(rig, "length: Ticks(700),", None).unwrap();
    assert!(
        long.contains("rig.motion: about 2.1e9 steps in 700 ticks and 3 lanes; at most 2e9"),
        "{long}"
    );
}

/// spec/transition.md 18.4: 9.8 / 39 is more than 0.25 m/s and a little, 9.8 / 40 is not. What the warning says is so: the body
/// of u3 (5 m up) is down after four seconds, or hangs less than half a metre lower.
#[test]
fn bodies_that_hang_are_warned_of() {
    let source = shipped::find("corpus/u3").unwrap().source();
    for (hz, hangs) in [(30, false), (39, false), (40, true), (60, true)] {
        let built = build(&source, Some(hz), None).unwrap();
        let told: Vec<&String> = built.warnings.iter().collect();
        assert_eq!(told.len(), usize::from(hangs), "{hz}: {told:?}");
        if hangs {
            // The third lane has the gate.
            assert!(
                told[0].contains("hangs in the air in retail, legacy: "),
                "{told:?}"
            );
        }
        let mut lane = crate::lane::Lane::new(&built.setup, built.lanes[0].1);
        for tick in 0..built.setup.ticks {
            lane.tick(&built.setup, &built.setup.input(tick), &mut ());
        }
        let feet = lane.eye(&built.setup).origin.z;
        assert_eq!(feet > 4.5, hangs, "{hz}: {feet}");
    }
    // Chases have no body that falls.
    let chase = build(&Source::from_text("a", GOOD), Some(60), None).unwrap();
    assert!(chase.warnings.is_empty());
}

/// spec/bsp.md 5.1, L-26: what the warning says is so, a body falls through the box in that lane and stands on it in the other.
#[test]
fn trees_that_count_as_empty_are_warned_of() {
    let scene = |more: &str| {
        format!(
            "Scene(version: 1, title: \"a\", hz: 30, length: Ticks(60),
            objects: [Object(name: \"slab\", shape: {more})],
            rig: Mover(feet: (0, 0, 2.1), script: [Wait(2)]),
            lanes: [Lane(name: \"retail\", policy: \"retail\"), Lane(name: \"ace\", policy: \"ace\"),
                Lane(name: \"kept\", policy: \"ace+l26=retail\")])"
        )
    };
    let slab = "Box(min: (-9, -9, 1), max: (9, 9, 2))";
    let built = build(&Source::from_text("a", &scene(slab)), None, None).unwrap();
    let told: Vec<&String> = (built.warnings.iter())
        .filter(|w| w.contains("counts as empty"))
        .collect();
    assert!(
        told.len() == 1 && told[0].starts_with("slab: ") && told[0].contains(" in ace (row l26)"),
        "{told:?}"
    );
    let heights: Vec<f32> = (built.lanes.iter())
        .map(|(_, policy)| {
            let mut lane = crate::lane::Lane::new(&built.setup, *policy);
            for tick in 0..built.setup.ticks {
                lane.tick(&built.setup, &built.setup.input(tick), &mut ());
            }
            lane.eye(&built.setup).origin.z
        })
        .collect();
    assert!(
        heights[0] > 1.9 && heights[1] < 0.0 && heights[2] > 1.9,
        "{heights:?}"
    );
    // A tree with a fork keeps its polygons.
    let many: Vec<String> = (0..64)
        .map(|k| {
            format!(
                "[({k}, 0, 2), ({}, 0, 2), ({}, 1, 2), ({k}, 1, 2)]",
                k + 1,
                k + 1
            )
        })
        .collect();
    let floor = format!("Polygons([{}])", many.join(", "));
    let built = build(&Source::from_text("a", &scene(&floor)), None, None).unwrap();
    assert!(
        !built.warnings.iter().any(|w| w.contains("counts as empty")),
        "{:?}",
        built.warnings
    );
}
