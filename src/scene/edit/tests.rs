//! Edits change what they say and nothing else, and can be taken back.

use glam::Vec3;

use super::*;
use crate::scene::model::{Motion, Rig, Shape};
use crate::scene::number::{TickCount, Time};
use crate::scene::{build, read, shipped};

pub(super) fn shipped_scene(name: &str) -> Scene {
    shipped::find(name).unwrap().scene().unwrap()
}

/// A scene with one of everything that has a size.
pub(super) fn yard() -> Scene {
    let text = r#"Scene(version: 1, title: "t", length: Ticks(8), objects: [
        Object(name: "crate", shape: Box(min: (0, 0, 0), max: (2, 4, 6)), yaw_degrees: 10),
        Object(name: "column", shape: Prism(outline: [(0, 0), (1, 0), (0, 1)], z: (1, 3)), rotation: (1, 0, 0, 0)),
        Object(name: "ball", shape: Spheres([((0, 0, 0), 1), ((0, 0, 2), 0.5)])),
        Object(name: "pole", shape: Cylinders([(low: (0, 0, 0), height: 2, radius: 0.25)])),
        Object(name: "wall", shape: Polygons([[(0, 0, 0), (1, 0, 0), (0, 1, 0)]])),
    ], rig: Mover(feet: (0, 0, 5), script: [Walk(1)], camera: (pivot_offset: (0, 0, 1.5))),
    lanes: [Lane(name: "a", policy: "retail"), Lane(name: "b", policy: "legacy")],
    expect: [Expect(lane: "a", at: Last, measure: "feet_z", is: Less(9)), Expect(lane: "b", at: Last, measure: "feet_z", is: Less(9)),
        Expect(lane: "*", at: Last, measure: "feet_z", is: Less(9))])"#;
    read(text, "yard.ron").unwrap()
}

pub(super) fn object(name: &str, edit: ObjectEdit) -> Edit {
    Edit::Object(name.to_owned(), edit)
}

#[track_caller]
fn done(scene: &Scene, edit: Edit) -> Scene {
    let changed = apply(scene, &edit).unwrap();
    assert_ne!(changed, *scene, "{edit:?}");
    // What is accepted can be written and read.
    assert_eq!(
        read(&write(&changed, None), "edited").unwrap(),
        changed,
        "{edit:?}"
    );
    changed
}

#[track_caller]
fn refused(scene: &Scene, edit: Edit, words: &str) {
    let error = apply(scene, &edit).unwrap_err().to_string();
    assert!(error.contains(words), "{edit:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn objects_change_where_they_were_told_to() {
    let yard = yard();
    let moved = done(
        &yard,
        object("crate", ObjectEdit::Move(Vec3::new(1.0, 2.5, -3.0))),
    );
    assert_eq!(
        moved.objects[0].at.unwrap().vector(),
        Vec3::new(1.0, 2.5, -3.0)
    );
    assert_eq!(moved.objects[1..], yard.objects[1..]);
    let turned = done(&yard, object("column", ObjectEdit::Turn(30.0)));
    assert_eq!(turned.objects[1].yaw_degrees.unwrap().get(), 30.0);
    assert_eq!(turned.objects[1].rotation, None);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let rotated = done(
        &yard,
        object("crate", ObjectEdit::Rotate([half, half, 0.0, 0.0])),
    );
    assert_eq!(rotated.objects[0].yaw_degrees, None);
    assert_eq!(
        done(&yard, object("ball", ObjectEdit::Scale(2.0))).objects[2]
            .scale
            .unwrap()
            .get(),
        2.0
    );

    let half = Size::HalfSize(Vec3::new(0.5, 2.0, 1.0));
    let sized = done(&yard, object("crate", ObjectEdit::Resize(half)));
    let Shape::Box { min, max } = sized.objects[0].shape else {
        panic!()
    };
    // About the middle (1, 2, 3).
    assert_eq!(min.vector(), Vec3::new(0.5, 0.0, 2.0));
    assert_eq!(max.vector(), Vec3::new(1.5, 4.0, 4.0));
    let sized = done(
        &yard,
        object("column", ObjectEdit::Resize(Size::Height(0.5))),
    );
    let Shape::Prism { z, .. } = &sized.objects[1].shape else {
        panic!()
    };
    assert_eq!((z.0.get(), z.1.get()), (1.0, 1.5));

    let copied = done(
        &yard,
        object("ball", ObjectEdit::Duplicate("ball 2".to_owned(), Vec3::X)),
    );
    assert_eq!(copied.objects.len(), 6);
    assert_eq!(copied.objects[5].shape, yard.objects[2].shape);
    assert_eq!(copied.objects[..5], yard.objects[..]);
    let gone = done(&yard, object("crate", ObjectEdit::Remove));
    assert_eq!(gone.objects[..], yard.objects[1..]);
}

#[test]
fn sizes_are_read_as_they_are_set() {
    let yard = yard();
    let all = [1, 1, 2, 2, 0];
    for (index, count) in all.into_iter().enumerate() {
        let was = sizes(&yard.objects[index]);
        assert_eq!(was.len(), count, "{}", yard.objects[index].name);
        for (place, size) in was.into_iter().enumerate() {
            let other = match size {
                Size::HalfSize(half) => Size::HalfSize(half * 1.5),
                Size::Height(height) => Size::Height(height * 1.5),
                Size::SphereRadius(at, radius) => Size::SphereRadius(at, radius * 1.5),
                Size::CylinderRadius(at, radius) => Size::CylinderRadius(at, radius * 1.5),
                Size::CylinderHeight(at, height) => Size::CylinderHeight(at, height * 1.5),
            };
            let name = yard.objects[index].name.clone();
            let changed = done(&yard, object(&name, ObjectEdit::Resize(other)));
            assert_eq!(sizes(&changed.objects[index])[place], other);
        }
    }
}

#[test]
fn copies_get_names_that_are_free() {
    let mut yard = yard();
    assert_eq!(free_name(&yard, "door"), "door");
    assert_eq!(free_name(&yard, "crate"), "crate 2");
    yard = done(
        &yard,
        object(
            "crate",
            ObjectEdit::Duplicate("crate 2".to_owned(), Vec3::Y),
        ),
    );
    assert_eq!(free_name(&yard, "crate 2"), "crate 3");
    assert_eq!(free_name(&yard, "crate"), "crate 3");
}

#[test]
fn what_is_driven_changes() {
    let yard = yard();
    let rig = |edit| Edit::Rig(edit);
    let mover = |scene: Scene| match scene.rig {
        Rig::Mover(mover) => mover,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        mover(done(&yard, rig(RigEdit::Feet(Vec3::ONE))))
            .feet
            .vector(),
        Vec3::ONE
    );
    assert_eq!(
        mover(done(&yard, rig(RigEdit::Heading(90.0))))
            .heading_degrees
            .unwrap()
            .get(),
        90.0
    );
    let camera = |scene: Scene| mover(scene).camera.unwrap();
    let up = Vec3::new(0.0, 0.0, 2.0);
    assert_eq!(
        camera(done(&yard, rig(RigEdit::Pivot(up))))
            .pivot_offset
            .unwrap()
            .vector(),
        up
    );
    assert_eq!(
        camera(done(&yard, rig(RigEdit::Boom(up))))
            .viewer_offset
            .unwrap()
            .vector(),
        up
    );
    assert_eq!(
        camera(done(&yard, rig(RigEdit::EyeRadius(0.25))))
            .radius
            .unwrap()
            .get(),
        0.25
    );
    assert_eq!(
        camera(done(&yard, rig(RigEdit::Eye(Some(up)))))
            .viewer
            .unwrap()
            .vector(),
        up
    );

    // The measures of a human are its own only when it has been given them.
    refused(
        &yard,
        rig(RigEdit::StepUp(0.5)),
        "a Human has fixed measures",
    );
    let own = done(&yard, rig(RigEdit::OwnBody));
    refused(&own, rig(RigEdit::OwnBody), "no body of human measures");
    let bodies = [
        (RigEdit::StepUp(0.5), 0.5),
        (RigEdit::StepDown(0.75), 0.75),
        (RigEdit::BodyRadius(1, 0.5), 0.5),
    ];
    for (edit, wanted) in bodies {
        let built = mover(done(&own, rig(edit))).mover.build();
        let got = match edit {
            RigEdit::StepUp(_) => built.step_up,
            RigEdit::StepDown(_) => built.step_down,
            _ => built.spheres[1].radius,
        };
        assert_eq!(got, wanted, "{edit:?}");
    }
    refused(&own, rig(RigEdit::BodyRadius(2, 0.5)), "no sphere 2 of 2");
    refused(&own, rig(RigEdit::BodyRadius(0, 0.0)), "a radius");
    refused(
        &yard,
        rig(RigEdit::SweepEnd(0, End::To, up)),
        "only a Sweep",
    );
}

#[test]
fn a_path_moves_with_its_first_point() {
    let named = shipped::SHIPPED.iter().find_map(|scene| match scene.scene().unwrap() {
        scene if matches!(&scene.rig, Rig::Chase(chase) if matches!(chase.motion, Motion::Path(_))) => Some(scene),
        _ => None,
    });
    let scene = named.unwrap();
    let points = |scene: &Scene| match &scene.rig {
        Rig::Chase(chase) => match &chase.motion {
            Motion::Path(points) => points.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let was = points(&scene);
    let way = Vec3::new(0.5, -0.25, 2.0);
    let moved = apply(&scene, &Edit::Rig(RigEdit::Feet(was[0].1.vector() + way))).unwrap();
    for (from, to) in was.iter().zip(points(&moved)) {
        assert!((to.1.vector() - from.1.vector() - way).length() < 1e-5);
    }
    refused(
        &scene,
        Edit::Rig(RigEdit::Heading(3.0)),
        "points of the path",
    );
}

#[test]
fn ends_of_sweeps_move() {
    let text = |sweeps: &str| {
        let text = format!(
            r#"Scene(version: 1, title: "t", rig: Sweep(sweeps: {sweeps}), lanes: [Lane(name: "a", policy: "retail")])"#
        );
        read(&text, "t.ron").unwrap()
    };
    let ends = |scene: &Scene| -> Vec<(Vec3, Vec3)> {
        let built = build(&Source::from_text("t", &write(scene, None)), None, None).unwrap();
        let crate::lane::Rig::Sweep(rig) = &built.setup.rig else {
            panic!()
        };
        match &rig.script {
            crate::lane::SweepScript::Lines(lines) => lines.clone(),
            crate::lane::SweepScript::Moves { start, by, .. } => vec![(*start, *start + *by)],
            crate::lane::SweepScript::Captured(_) => panic!("nothing was recorded"),
        }
    };
    let edit = |index, end, to| Edit::Rig(RigEdit::SweepEnd(index, end, to));
    let to = Vec3::new(0.0, 4.0, 3.0);

    let list = text("List([((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (0, 1, 0))])");
    assert_eq!(
        ends(&done(&list, edit(1, End::To, to))),
        [(Vec3::ZERO, Vec3::X), (Vec3::ZERO, to)]
    );
    assert_eq!(ends(&done(&list, edit(0, End::From, to)))[0], (to, Vec3::X));
    refused(&list, edit(2, End::From, to), "no sweep 2 of 2");

    // The ray ends there; the other keeps its length.
    let rays = text("Rays(from: (0, 0, 0), direction: (1, 0, 0), lengths: [1, 2])");
    let turned = ends(&done(&rays, edit(1, End::To, to)));
    assert!((turned[1].1 - to).length() < 1e-6);
    assert!((turned[0].1 - to / 5.0).length() < 1e-6);
    refused(&rays, edit(1, End::To, Vec3::ZERO), "direction");

    let moves = text("Moves(start: (1, 0, 0), by: (1, 0, 0), count: 3)");
    assert_eq!(ends(&done(&moves, edit(0, End::To, to))), [(Vec3::X, to)]);
    assert_eq!(
        ends(&done(&moves, edit(0, End::From, to))),
        [(to, to + Vec3::X)]
    );
}

#[test]
fn lanes_take_what_is_expected_of_them_along() {
    let yard = yard();
    let name = |name: &str| name.to_owned();
    let expected = |scene: &Scene| -> Vec<String> {
        scene
            .expect
            .iter()
            .map(|expect| expect.lane.clone())
            .collect()
    };
    let renamed = done(&yard, Edit::Lane(LaneEdit::Rename(name("a"), name("c"))));
    assert_eq!(expected(&renamed), ["c", "b", "*"]);
    let removed = done(&yard, Edit::Lane(LaneEdit::Remove(name("a"))));
    assert_eq!(expected(&removed), ["b", "*"]);
    let other = done(
        &yard,
        Edit::Lane(LaneEdit::Policy(name("b"), name("ace+t29=retail"))),
    );
    assert_eq!(other.lanes[1].policy, "ace+t29=retail");
    let more = done(&yard, Edit::Lane(LaneEdit::Add(name("c"), name("retail"))));
    assert_eq!(more.lanes[2].name, "c");
}

#[test]
fn what_a_file_may_not_hold_is_refused() {
    let yard = yard();
    let name = |name: &str| name.to_owned();
    let lane = |edit| Edit::Lane(edit);
    for (edit, words) in [
        (
            object("door", ObjectEdit::Remove),
            "no object called `door`",
        ),
        (
            object("crate", ObjectEdit::Rename(name("wall"))),
            "`wall` stands twice",
        ),
        (object("crate", ObjectEdit::Rename(name(""))), "not a name"),
        (
            object("crate", ObjectEdit::Rename(name("=far"))),
            "as formulas do",
        ),
        (
            object("crate", ObjectEdit::Move(Vec3::new(f32::NAN, 0.0, 0.0))),
            "is not a coordinate",
        ),
        (
            object("crate", ObjectEdit::Move(Vec3::new(0.0, 2e6, 0.0))),
            "is not a coordinate",
        ),
        (object("crate", ObjectEdit::Scale(0.0)), "a scale"),
        (
            object("crate", ObjectEdit::Rotate([1.0, 1.0, 0.0, 0.0])),
            "unit quaternion",
        ),
        (
            object(
                "crate",
                ObjectEdit::Resize(Size::HalfSize(Vec3::new(1.0, 0.0, 1.0))),
            ),
            "not greater than min",
        ),
        (
            object("crate", ObjectEdit::Resize(Size::Height(1.0))),
            "no such size",
        ),
        (
            object("column", ObjectEdit::Resize(Size::Height(0.0))),
            "less than the second",
        ),
        (
            object("ball", ObjectEdit::Resize(Size::SphereRadius(2, 1.0))),
            "no number 2 among 2",
        ),
        (
            lane(LaneEdit::Policy(name("a"), name("retial"))),
            "lanes[0].policy: unknown preset",
        ),
        (
            lane(LaneEdit::Policy(name("x"), name("retail"))),
            "no lane called `x`",
        ),
        (
            lane(LaneEdit::Add(name("a"), name("retail"))),
            "stands twice",
        ),
        (lane(LaneEdit::Rename(name("a"), name("*"))), "not a name"),
        (Edit::Run(RunEdit::Rate(0)), "1 to 10000"),
        (
            Edit::Run(RunEdit::Length(Length::Seconds(Time::new(0.0).unwrap()))),
            "no tick",
        ),
    ] {
        refused(&yard, edit, words);
    }
    // The last lane stays, and a run is not shortened under what is expected of it.
    let one = apply(&yard, &lane(LaneEdit::Remove(name("a")))).unwrap();
    refused(&one, lane(LaneEdit::Remove(name("b"))), "0 lanes");
    let sawtooth = shipped_scene("sawtooth");
    let short = Edit::Run(RunEdit::Length(Length::Ticks(TickCount::new(100).unwrap())));
    refused(&sawtooth, short.clone(), "beyond the end of the run");
    let free = apply(&sawtooth, &Edit::Run(RunEdit::Unjudged)).unwrap();
    assert_eq!(
        done(&free, short).length,
        Some(Length::Ticks(TickCount::new(100).unwrap()))
    );
    let sweep = shipped_scene("doorway");
    let length = Edit::Run(RunEdit::Length(Length::Ticks(TickCount::new(3).unwrap())));
    refused(&sweep, length, "length");
}

#[test]
fn an_edited_source_is_built_with_its_edit() {
    let source = shipped::find("sawtooth").unwrap().source();
    let scene = read(&source.text, "sawtooth.ron").unwrap();
    let moved = apply(
        &scene,
        &object("wall", ObjectEdit::Move(Vec3::new(0.0, -1.0, 0.0))),
    )
    .unwrap();
    let edited = source_of(&source, &moved);
    assert!(
        edited
            .text
            .starts_with("// One wall behind a camera that stands still.\nScene(")
    );
    let built = build(&edited, None, None).unwrap();
    assert_eq!(
        built.setup.world.objects[0].position.frame.origin,
        Vec3::new(0.0, -1.0, 0.0)
    );
}
