//! Captures of our own runs, written in the shape of spec/inputs.md 4, replay exactly; altered ones are told by how much.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use glam::Vec3;
use sweepscope::body::Body;
use sweepscope::cli::Exit;
use sweepscope::formats::capture::{BodyModel, InputModel, RecordModel, ResultModel, Turn};
use sweepscope::formats::json::{Id, Number, PlaneModel};
use sweepscope::lane::{Input, Lane, RigState, Setup};
use sweepscope::policy::Policy;
use sweepscope::scene;
use sweepscope::transition::SweepOutcome;

use super::dumps::room;
use super::run;

/// A body of radius 0.5 and height 1.5 that walks over a floor, up a step, along a slanted wall and into a corner.
const WALK: &str = r#"Scene(
    version: 1,
    title: "walk",
    objects: [
        Object(name: "floor", shape: Box(min: (-10, -10, -1), max: (10, 10, 0))),
        Object(name: "step", shape: Box(min: (2, -10, 0), max: (10, 10, 0.4))),
        Object(name: "wall", shape: Box(min: (0, -1, -2), max: (12, 1, 4)), at: (6, 4, 0), yaw_degrees: 30),
        Object(name: "end", shape: Box(min: (9, -10, 0), max: (10, 10, 4))),
    ],
    rig: Sweep(
        mover: Mover(spheres: [((0, 0, 0.5), 0.5), ((0, 0, 1), 0.5)], step_up: 0.6, step_down: 1.5),
        grounded: true,
        sweeps: Moves(start: (-3, -2, 0), by: (0.11, 0.045, 0), count: 150),
    ),
    lanes: [Lane(name: "retail", policy: "retail")],
)
"#;

fn body(body: &Body) -> BodyModel {
    let q = body.position.frame.rotation;
    let has = |bit: u32| body.transient.0 & bit != 0;
    BodyModel {
        position: Some(body.position.frame.origin.into()),
        orientation: Some(Turn {
            x: Number(q.x),
            y: Number(q.y),
            z: Number(q.z),
            w: Number(q.w),
        }),
        velocity: Some(body.velocity.into()),
        sliding_normal: Some(body.sliding.into()),
        contact_plane_valid: Some(has(1)),
        contact_plane: Some(PlaneModel {
            normal: body.contact.normal.into(),
            d: Number(body.contact.offset),
        }),
        contact_plane_cell_id: Some(Id(body.contact_cell.0)),
        contact_plane_is_water: Some(has(8)),
        walkable_polygon_valid: Some(false),
        walkable_vertices: None,
        elasticity: Some(Number(body.elasticity)),
        friction: Some(Number(body.friction)),
        state: Some(Id(body.state.0)),
        transient_state: Some(Id(body.transient.0)),
    }
}

fn record(tick: i64, before: &Body, to: Vec3, after: &Body, outcome: &SweepOutcome) -> RecordModel {
    let build = &before.build;
    let aimed = BodyModel {
        position: Some(to.into()),
        ..body(before)
    };
    RecordModel {
        tick: Some(tick),
        timestamp_ms: Some(1_700_000_000_000 + tick),
        input: Some(InputModel {
            current_pos: Some(before.position.frame.origin.into()),
            target_pos: Some(to.into()),
            cell_id: Some(Id(before.cell.0)),
            sphere_radius: Some(Number(build.spheres[0].radius)),
            sphere_height: Some(Number(build.spheres[1].center.z + build.spheres[1].radius)),
            step_up_height: Some(Number(build.step_up)),
            step_down_height: Some(Number(build.step_down)),
            is_on_ground: Some(before.is_grounded()),
            mover_flags: Some(Id(before.mover(&Policy::RETAIL).flags.0)),
            moving_entity_id: Some(Id(build.game_id)),
        }),
        body_before: Some(aimed),
        result: Some(ResultModel {
            position: Some(after.position.frame.origin.into()),
            cell_id: Some(Id(after.cell.0)),
            is_on_ground: Some(after.is_grounded()),
            collision_normal_valid: Some(outcome.normal.is_some()),
            collision_normal: Some(outcome.normal.unwrap_or_default().into()),
        }),
        body_after: Some(body(after)),
    }
}

/// The capture of a run of `setup` under retail.
pub(super) fn capture(setup: &Setup) -> String {
    let mut lane = Lane::new(setup, Policy::RETAIL);
    let mut text = String::new();
    for tick in 0..setup.ticks {
        let before = *lane.state.rig.body().unwrap();
        let input = setup.input(tick);
        let Input::Move { by } = input else {
            panic!("{input:?}")
        };
        let feet = before.position.frame.origin;
        let to = (feet.as_dvec3() + by.as_dvec3()).as_vec3();
        let outcome = lane.tick(setup, &input, &mut ());
        let RigState::Moves(after) = &lane.state.rig else {
            panic!()
        };
        let record = record(i64::from(tick), &before, to, after, &outcome.sweep);
        writeln!(text, "{}", serde_json::to_string(&record).unwrap()).unwrap();
    }
    text
}

pub(crate) fn walk(folder: &Path) -> String {
    fs::write(folder.join("walk.ron"), WALK).unwrap();
    let source = scene::open(folder.join("walk.ron").to_str().unwrap()).unwrap();
    let text = capture(&scene::build(&source, None, None).unwrap().setup);
    fs::write(folder.join("walk.jsonl"), &text).unwrap();
    text
}

fn json(ran: &super::Ran) -> serde_json::Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {} {}", ran.out, ran.err))
}

#[test]
fn a_capture_of_our_own_run_replays_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let text = walk(folder.path());
    // It is a walk with something in the way, and a step.
    assert!(
        text.lines()
            .filter(|l| l.contains("\"collisionNormalValid\":true"))
            .count()
            > 20
    );
    assert!(text.lines().last().unwrap().contains("\"isOnGround\":true"));
    let ran = run(
        folder.path(),
        "replay walk.jsonl --geometry walk.ron --tolerance 0 --json",
    );
    let told = json(&ran);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.out);
    assert_eq!(
        (&told["replayed"], &told["agree"]),
        (&150.into(), &150.into())
    );
    assert_eq!(told["worst"]["error"], 0.0);
    // The geometry has no cells that the recorded ones could be held against.
    assert_eq!(told["results"][149]["compared"], "part");
    // Under another policy the same capture disagrees, and says where it begins to.
    let ran = run(
        folder.path(),
        "replay walk.jsonl --geometry walk.ron --policy retail+step_heights=0.2/0.2 --json",
    );
    let told = json(&ran);
    assert_eq!(ran.exit, Exit::Failed);
    assert!(
        told["first"]["error"].as_f64().unwrap() > 0.01,
        "{}",
        told["first"]
    );
    let ran = run(
        folder.path(),
        "replay walk.jsonl --geometry walk.ron --policy retail+step_heights=0.2/0.2",
    );
    assert!(
        ran.out.contains("disagree ") && ran.out.contains("position"),
        "{}",
        ran.out
    );
}

#[test]
fn a_millimetre_is_told_as_a_millimetre() {
    let folder = tempfile::tempdir().unwrap();
    let text = walk(folder.path());
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut altered: RecordModel = serde_json::from_str(&lines[77]).unwrap();
    let result = altered.result.as_mut().unwrap();
    let moved = result.position.unwrap().vector() + Vec3::Y * 0.001;
    result.position = Some(moved.into());
    lines[77] = serde_json::to_string(&altered).unwrap();
    fs::write(folder.path().join("walk.jsonl"), lines.join("\r\n")).unwrap();
    let ran = run(
        folder.path(),
        "replay walk.jsonl --geometry walk.ron --json",
    );
    let told = json(&ran);
    assert_eq!(ran.exit, Exit::Failed);
    assert_eq!(
        (
            &told["disagree"],
            &told["first"]["line"],
            &told["first"]["tick"]
        ),
        (&1.into(), &78.into(), &77.into())
    );
    let error = told["worst"]["error"].as_f64().unwrap();
    assert!((error - 0.001).abs() < 1e-6, "{error}");
    assert_eq!(told["fields"], serde_json::json!({"position": 1}));
    let ran = run(folder.path(), "replay walk.jsonl --geometry walk.ron");
    assert!(ran.out.contains("1.0000 mm, line 78"), "{}", ran.out);
}

#[test]
fn runs_torn_lines_partial_bodies_and_words_for_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let text = walk(folder.path());
    let lines: Vec<&str> = text.lines().collect();
    let partial = lines[3].replace("\"velocity\"", "\"speed\"");
    let strange = lines[4].replacen("{\"x\":", "{\"x\":NaN,\"was\":", 1);
    let known = lines[5].replacen("\"tick\":5", "\"tick\":5,\"wall\":\"south\"", 1);
    let torn = &lines[6][..100];
    let all = [
        lines[0],
        lines[1],
        "{\"tick\":",
        lines[2],
        &partial,
        &strange,
        &known,
        lines[0],
        lines[1],
        torn,
    ];
    fs::write(folder.path().join("odd"), all.join("\n")).unwrap();
    let told = run(folder.path(), "inspect odd");
    assert_eq!(told.exit, Exit::Done, "{}", told.err);
    for words in [
        "a resolve capture of 8 records in 2 runs",
        "run 1    6 records, ticks 0 to 5",
        "run 2    2 records, ticks 0 to 1",
        "lacks    bodyBefore.velocity: 1 record",
        "unknown  wall: 1 record, the first \"south\"",
        "unknown  bodyBefore.speed: 1 record",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    assert!(
        told.err.contains("odd:3:") && told.err.contains("10: the last line is cut off"),
        "{}",
        told.err
    );
    let ran = run(folder.path(), "replay odd --geometry walk.ron --json");
    let told = json(&ran);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.out);
    assert_eq!(
        (
            &told["replayed"],
            &told["runs"],
            &told["torn"],
            &told["damaged"]
        ),
        (&6.into(), &2.into(), &true.into(), &1.into())
    );
    assert_eq!(
        told["left_out"][0]["reason"],
        "partial: bodyBefore.velocity is missing"
    );
    assert_eq!(
        told["left_out"][1]["reason"],
        "input.currentPos is not finite"
    );
}

#[test]
fn a_capture_becomes_a_scene_that_shows_the_recorded_feet() {
    let folder = tempfile::tempdir().unwrap();
    let text = walk(folder.path());
    // The fifth record's result is 2 mm off, and the next begins from where it really was.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut altered: RecordModel = serde_json::from_str(&lines[4]).unwrap();
    let result = altered.result.as_mut().unwrap();
    result.position = Some((result.position.unwrap().vector() + Vec3::Z * 0.002).into());
    lines[4] = serde_json::to_string(&altered).unwrap();
    fs::write(folder.path().join("walk.jsonl"), lines.join("\n")).unwrap();
    let made = run(
        folder.path(),
        "import walk.jsonl --geometry walk.ron -o replay.ron",
    );
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    assert!(made.out.contains("150 recorded sweeps"), "{}", made.out);
    let ran = run(
        folder.path(),
        "run replay.ron --csv errors.csv --record a.sweep --json",
    );
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    // Where the lane ran what was recorded, all errors but one are none at all.
    let lane = &json(&ran)["lanes"][0];
    let most = lane["stats"]["recorded_error"]["max"].as_f64().unwrap();
    assert!((most - 0.002).abs() < 1e-6, "{most}");
    assert_eq!(lane["stats"]["recorded_error"]["min"], 0.0);
    assert_eq!(lane["final"]["recorded_error"], 0.0);
    assert!(lane["final"]["recorded_x"].is_number());
    let csv = fs::read_to_string(folder.path().join("errors.csv")).unwrap();
    let mut rows = csv.lines();
    let column = rows
        .next()
        .unwrap()
        .split(',')
        .position(|name| name == "recorded_error")
        .unwrap();
    let errors: Vec<f64> = rows
        .map(|row| row.split(',').nth(column).unwrap().parse().unwrap())
        .collect();
    assert_eq!(errors.len(), 150);
    for (tick, error) in errors.iter().enumerate() {
        let wanted = if tick == 4 { 0.002 } else { 0.0 };
        assert!((error - wanted).abs() < 1e-6, "{tick}: {error}");
    }
    // The recording has the capture in itself.
    fs::remove_file(folder.path().join("walk.jsonl")).unwrap();
    let told = run(folder.path(), "run a.sweep --json");
    assert_eq!((told.exit, told.err.as_str()), (Exit::Done, ""));
}

#[test]
fn rooms_of_dumps_are_geometry_and_positions_count_from_their_block() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("dumps")).unwrap();
    fs::write(
        at("dumps/0xA9B40147.json"),
        room(0xA9B4_0147, 20.0, 8.0, 0x148),
    )
    .unwrap();
    fs::write(
        at("dumps/0xA9B40148.json"),
        room(0xA9B4_0148, 28.0, 0.0, 0x147),
    )
    .unwrap();
    let made = run(
        folder.path(),
        "import dumps/0xA9B40147.json dumps/0xA9B40148.json -o rooms.ron",
    );
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    let mut source = scene::open(at("rooms.ron").to_str().unwrap()).unwrap();
    let (begin, end) = (
        source.text.find("    rig: ").unwrap(),
        source.text.find("    lanes: [").unwrap(),
    );
    let rig = r#"rig: Sweep(
        mover: Mover(spheres: [((0, 0, 0.5), 0.5), ((0, 0, 1), 0.5)], step_up: 0.6, step_down: 1.5),
        grounded: true,
        cell: 0xA9B40147,
        sweeps: Moves(start: (22, 103, 10), by: (0.25, 0.02, 0), count: 80),
    ),
"#;
    source.text.replace_range(begin..end, rig);
    let text = capture(&scene::build(&source, None, None).unwrap().setup);
    assert!(
        text.contains(&format!("\"cellId\":{}", 0xA9B4_0148_u32)),
        "it goes through the door"
    );
    fs::write(at("walk.jsonl"), &text).unwrap();
    let ran = run(
        folder.path(),
        "replay walk.jsonl --geometry dumps --tolerance 0 --json",
    );
    assert_eq!(ran.exit, Exit::Done, "{}", ran.out);
    assert_eq!(json(&ran)["agree"], 80);
    assert_eq!(json(&ran)["results"][79]["compared"], "whole");
    // The same in metres of the whole map: it asks first.
    let (east, north) = (0xA9 as f32 * 192.0, 0xB4 as f32 * 192.0);
    let moved = |point: &mut Option<sweepscope::formats::json::Triple>| {
        *point = point.map(|p| (p.vector() + Vec3::new(east, north, 0.0)).into());
    };
    let mut far = String::new();
    for line in text.lines() {
        let mut record: RecordModel = serde_json::from_str(line).unwrap();
        let input = record.input.as_mut().unwrap();
        moved(&mut input.current_pos);
        moved(&mut input.target_pos);
        moved(&mut record.result.as_mut().unwrap().position);
        record.body_after = None;
        let before = record.body_before.as_mut().unwrap();
        if let Some(plane) = &mut before.contact_plane {
            let n = plane.normal.vector();
            plane.d = Number(plane.d.0 - n.x * east - n.y * north);
        }
        writeln!(far, "{}", serde_json::to_string(&record).unwrap()).unwrap();
    }
    fs::write(at("far.jsonl"), far).unwrap();
    let ran = run(folder.path(), "replay far.jsonl --geometry dumps");
    assert_eq!(ran.exit, Exit::BadInput);
    for words in ["--origin BLOCK", "0x0000 would fit"] {
        assert!(ran.err.contains(words), "{words}: {}", ran.err);
    }
    // An origin that does not fit is told with the one that does, whichever of them it is.
    for (capture, origin, fits) in [("far", "0xA9B4", "0x0000"), ("walk", "0x0000", "0xA9B4")] {
        let wanted = format!("--origin {fits} would fit (80 records)");
        for line in [
            format!("replay {capture}.jsonl --geometry dumps --origin {origin}"),
            format!("import {capture}.jsonl --geometry dumps --origin {origin} -o far.ron"),
        ] {
            let ran = run(folder.path(), &line);
            assert!(ran.err.contains(&wanted), "{line}: {}", ran.err);
        }
        let right = format!("replay {capture}.jsonl --geometry dumps --origin {fits}");
        let ran = run(folder.path(), &right);
        assert!(!ran.err.contains("would fit"), "{}", ran.err);
    }
    // Coordinates of 30 km are 2 mm apart.
    let ran = run(
        folder.path(),
        "replay far.jsonl --geometry dumps --origin 0x0000 --tolerance 0.02 --json",
    );
    let told = json(&ran);
    assert_eq!(told["replayed"], 80, "{}", ran.err);
    assert!(
        told["worst"]["error"].as_f64().unwrap() < 0.02,
        "{}",
        told["worst"]
    );
    // A cell that is not among the dumps.
    let ran = run(
        folder.path(),
        "replay walk.jsonl --geometry dumps/0xA9B40147.json --json",
    );
    assert!(
        json(&ran)["left_out"][0]["reason"]
            .as_str()
            .unwrap()
            .contains("no cell 0xA9B40148")
    );
    let ran = run(folder.path(), "import walk.jsonl -o a.ron");
    assert!(ran.err.contains("--geometry PATH.. says"), "{}", ran.err);
}

/// A capture of 25,000 records replays in under 5 s in a release build; here the program is not optimised and others run beside it.
#[test]
fn a_long_capture_replays_in_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let text = walk(folder.path());
    let long: String = std::iter::repeat_n(text.as_str(), 167).collect();
    fs::write(folder.path().join("long.jsonl"), &long).unwrap();
    let begin = Instant::now();
    let ran = run(folder.path(), "replay long.jsonl --geometry walk.ron");
    let seconds = begin.elapsed().as_secs_f64();
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    assert!(ran.out.contains("25050 records in 167 runs"), "{}", ran.out);
    assert!(seconds < 60.0, "{seconds} s");
}
