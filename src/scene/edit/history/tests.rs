//! What was done can be undone, and done again.

use glam::Vec3;
use proptest::prelude::*;

use super::super::tests::{object, shipped_scene, yard};
use super::super::{End, LaneEdit, ObjectEdit, RigEdit, RunEdit, Size};
use super::*;
use crate::scene::model::Length;
use crate::scene::number::TickCount;
use crate::scene::{read, write};

#[test]
fn a_drag_is_one_step() {
    let mut history = History::new(yard());
    let first = history.scene().clone();
    let drag = Some(Drag(7));
    let to = |x: f32| object("crate", ObjectEdit::Move(Vec3::new(x, 0.0, 0.0)));
    for x in [1.0, 2.0, 3.0] {
        assert!(history.apply(&to(x), drag).unwrap());
    }
    assert_eq!(
        (history.len(), history.undo_title()),
        (1, Some("Move crate"))
    );
    // Another drag, another object and no drag are other steps.
    history.apply(&to(4.0), Some(Drag(8))).unwrap();
    history
        .apply(&object("wall", ObjectEdit::Move(Vec3::X)), Some(Drag(8)))
        .unwrap();
    history.apply(&to(5.0), None).unwrap();
    history.apply(&to(6.0), None).unwrap();
    assert_eq!(history.len(), 5);
    assert!(history.is_changed());
    while history.undo() {}
    assert_eq!(*history.scene(), first);
    assert!(!history.is_changed());
    assert!(history.redo());
    assert_eq!(history.scene().objects[0].at.unwrap().vector().x, 3.0);

    // What was undone is gone after another edit; what changes nothing is none.
    assert_eq!(history.redo_title(), Some("Move crate"));
    assert!(!history.apply(&to(3.0), None).unwrap());
    assert_eq!(history.redo_title(), Some("Move crate"));
    history.apply(&to(9.0), None).unwrap();
    assert_eq!((history.len(), history.redo_title()), (2, None));
    assert!(!history.redo());
    // A drag back to where it began leaves nothing.
    history.apply(&to(10.0), Some(Drag(9))).unwrap();
    history.apply(&to(9.0), Some(Drag(9))).unwrap();
    assert_eq!(history.len(), 2);
}

#[test]
fn saving_is_remembered_across_undo() {
    let mut history = History::new(yard());
    let drag = Some(Drag(1));
    let to = |x: f32| object("crate", ObjectEdit::Move(Vec3::new(x, 0.0, 0.0)));
    history.apply(&to(1.0), drag).unwrap();
    history.mark_saved();
    assert!(!history.is_changed());
    history.apply(&to(2.0), drag).unwrap();
    assert!(history.is_changed());
    history.undo();
    assert!(!history.is_changed());
    history.undo();
    assert!(history.is_changed());
    let error = history.apply(&to(f32::INFINITY), None).unwrap_err();
    assert!(error.to_string().contains("inf"), "{error}");
    assert_eq!(history.redo_title(), Some("Move crate"));
}

#[test]
fn old_steps_are_forgotten() {
    let mut history = History::new(yard());
    for step in 1..=1000_u16 {
        let to = Vec3::new(f32::from(step), 0.0, 0.0);
        history
            .apply(&object("crate", ObjectEdit::Move(to)), None)
            .unwrap();
    }
    assert_eq!(history.len(), 200);
    while history.undo() {}
    assert_eq!(history.scene().objects[0].at.unwrap().vector().x, 800.0);
}

fn edits(scene: &Scene) -> impl Strategy<Value = (Edit, Option<Drag>)> + use<> {
    let mut names: Vec<String> = scene.objects.iter().map(|o| o.name.clone()).collect();
    names.push("nobody".to_owned());
    let lanes: Vec<String> = scene.lanes.iter().map(|lane| lane.name.clone()).collect();
    let place = || (-9.0_f32..9.0, -9.0_f32..9.0, -9.0_f32..9.0).prop_map(Vec3::from);
    let word = || {
        prop_oneof![
            Just("a".to_owned()),
            Just("new".to_owned()),
            Just(String::new())
        ]
    };
    let text = || {
        prop_oneof![
            Just("legacy".to_owned()),
            Just("ace".to_owned()),
            Just("?".to_owned())
        ]
    };
    let objects = prop_oneof![
        place().prop_map(ObjectEdit::Move),
        (-360.0_f64..360.0).prop_map(ObjectEdit::Turn),
        (-1.0_f32..1.0).prop_map(|w| ObjectEdit::Rotate([w, (1.0 - w * w).sqrt(), 0.0, 0.0])),
        (-1.0_f32..3.0).prop_map(ObjectEdit::Scale),
        place().prop_map(|half| ObjectEdit::Resize(Size::HalfSize(half))),
        (-1.0_f32..3.0).prop_map(|height| ObjectEdit::Resize(Size::Height(height))),
        (0..2_usize, -1.0_f32..3.0).prop_map(|(k, r)| ObjectEdit::Resize(Size::SphereRadius(k, r))),
        word().prop_map(ObjectEdit::Rename),
        (word(), place()).prop_map(|(name, at)| ObjectEdit::Duplicate(name, at)),
        Just(ObjectEdit::Remove),
    ];
    let rig = prop_oneof![
        place().prop_map(RigEdit::Feet),
        (-360.0_f64..360.0).prop_map(RigEdit::Heading),
        place().prop_map(RigEdit::Pivot),
        place().prop_map(RigEdit::Boom),
        proptest::option::of(place()).prop_map(RigEdit::Eye),
        (-0.1_f32..1.0).prop_map(RigEdit::EyeRadius),
        Just(RigEdit::OwnBody),
        (0..3_usize, -0.1_f32..1.0).prop_map(|(index, radius)| RigEdit::BodyRadius(index, radius)),
        (-0.1_f32..1.0).prop_map(RigEdit::StepUp),
        (0..3_usize, place()).prop_map(|(index, to)| RigEdit::SweepEnd(index, End::To, to)),
    ];
    let lane = proptest::sample::select(lanes);
    let lane_edits = prop_oneof![
        (lane.clone(), text()).prop_map(|(name, text)| LaneEdit::Policy(name, text)),
        (word(), text()).prop_map(|(name, text)| LaneEdit::Add(name, text)),
        (lane.clone(), word()).prop_map(|(name, to)| LaneEdit::Rename(name, to)),
        lane.prop_map(LaneEdit::Remove),
    ];
    let run = prop_oneof![
        (0..300_u32).prop_map(RunEdit::Rate),
        (1..900_u32).prop_map(|n| RunEdit::Length(Length::Ticks(TickCount::new(n).unwrap()))),
        Just(RunEdit::Unjudged),
    ];
    let edit = prop_oneof![
        4 => (proptest::sample::select(names), objects).prop_map(|(name, edit)| Edit::Object(name, edit)),
        3 => rig.prop_map(Edit::Rig),
        2 => lane_edits.prop_map(Edit::Lane),
        1 => run.prop_map(Edit::Run),
    ];
    (edit, proptest::option::of((0..3_u64).prop_map(Drag)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_done_can_be_undone_and_done_again(
        (scene, edits) in prop_oneof![
            Just(shipped_scene("sawtooth")), Just(shipped_scene("doorway")), Just(shipped_scene("head_bump")), Just(yard()),
        ].prop_flat_map(|scene| {
            let edits = proptest::collection::vec(edits(&scene), 0..24);
            (Just(scene), edits)
        })
    ) {
        let mut history = History::new(scene.clone());
        let mut titles = Vec::new();
        for (edit, drag) in &edits {
            let (before, steps) = (history.scene().clone(), history.len());
            match history.apply(edit, *drag) {
                Ok(is_other) => {
                    prop_assert_eq!(is_other, before != *history.scene());
                    // Whatever is accepted is a scene that can be written and read.
                    let text = write(history.scene(), None);
                    let again = read(&text, "edited").unwrap();
                    prop_assert_eq!(&again, &**history.scene());
                }
                Err(_) => prop_assert_eq!((&before, steps), (history.scene(), history.len())),
            }
            titles.truncate(history.len());
            if titles.len() < history.len() {
                titles.push(history.undo_title().unwrap_or_default().to_owned());
            }
        }
        let last = history.scene().clone();
        while let Some(title) = history.undo_title().map(str::to_owned) {
            prop_assert_eq!(Some(title), titles.pop());
            prop_assert!(history.undo());
        }
        prop_assert_eq!(&**history.scene(), &scene);
        prop_assert!(!history.is_changed());
        while history.redo() {}
        prop_assert_eq!(history.scene(), &last);
    }
}
