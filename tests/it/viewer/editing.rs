//! Editing the open scene: the run that follows, undoing, and the scene as a file.

use bevy::prelude::*;
use sweepscope::lane::run_lane;
use sweepscope::recording::file;
use sweepscope::scene;
use sweepscope::scene::edit::{Drag, Edit, ObjectEdit, RunEdit};
use sweepscope::viewer::command::{Command, Slot};
use sweepscope::viewer::{Document, Notices, Pair, Restarting, Tape, Workshop};

use super::schedule::{ask, cursor, lanes, run_to_end, with_scene};

/// An edit runs the lanes again, what is looked at stays, and undoing it gives the run before bit for bit.
#[test]
fn an_edit_is_run_undone_and_saved() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    let before = lanes(&mut app);
    ask(&mut app, [Command::Show(Slot::B, 1)]);
    ask(&mut app, [Command::Seek(700)]);
    let wall = |x: f32| {
        let to = ObjectEdit::Move(Vec3::new(0.0, x, 0.0));
        Edit::Object("wall".to_owned(), to)
    };
    // One drag is one step.
    for x in [-0.1, -0.2, -0.3] {
        ask(&mut app, [Command::Edit(wall(x), Some(Drag(1)))]);
    }
    assert_eq!(app.world().resource::<Pair>().0, [0, 1]);
    run_to_end(&mut app);
    assert_eq!(cursor(&app), 700);
    let moved = lanes(&mut app);
    assert_ne!(moved, before);
    let workshop = app.world().resource::<Workshop>();
    assert_eq!(workshop.undo_title(), Some("Move wall"));
    assert!(workshop.is_changed());

    // A policy that was changed in the window is saved with the scene, and stays over edits.
    ask(&mut app, [Command::SetPolicy(0, "legacy".to_owned())]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moved.ron");
    ask(&mut app, [Command::SaveScene(path.clone())]);
    assert!(!app.world().resource::<Workshop>().is_changed());
    let saved = scene::open(path.to_str().unwrap()).unwrap();
    let built = scene::build(&saved, None, None).unwrap();
    assert_eq!(built.lanes[0].1, "legacy".parse().unwrap());
    run_to_end(&mut app);
    let now = lanes(&mut app);
    for (lane, (_, digest, _)) in built.lanes.iter().zip(&now) {
        let alone = run_lane(&built.setup, lane.1, built.setup.ticks, |_, _| {});
        assert_eq!(alone.state.digest, *digest, "{}", lane.0);
    }

    // The policy is a step of its own: it is undone first, and undoing the drag would have left it.
    for (step, wanted) in [
        (Command::Undo, &moved),
        (Command::Undo, &before),
        (Command::Redo, &moved),
        (Command::Redo, &now),
    ] {
        ask(&mut app, [step.clone()]);
        run_to_end(&mut app);
        assert_eq!(&lanes(&mut app), wanted, "{step:?}");
    }
}

/// What cannot be is a notice, and the run stays as it was.
#[test]
fn an_edit_that_cannot_be_is_told() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    let before = lanes(&mut app);
    let number = app.world().resource::<Document>().number;
    for edit in [
        Edit::Object("nobody".to_owned(), ObjectEdit::Remove),
        Edit::Object("wall".to_owned(), ObjectEdit::Scale(-1.0)),
        Edit::Run(RunEdit::Rate(0)),
    ] {
        ask(&mut app, [Command::Edit(edit, None)]);
    }
    assert_eq!(app.world().resource::<Notices>().0.len(), 3);
    assert_eq!(app.world().resource::<Document>().number, number);
    assert_eq!(lanes(&mut app), before);
    assert_eq!(app.world().resource::<Workshop>().undo_title(), None);
}

/// Where the run shall go on from the cursor, its tick 0 is what was there, in the edited scene; saved and opened it is still so.
#[test]
fn an_edit_at_the_cursor_goes_on_with_what_is_there() {
    let mut app = with_scene("cylinder_stairs");
    run_to_end(&mut app);
    let feet = |app: &mut App, tick: u32| {
        let setup = app.world().resource::<Document>().setup.clone();
        let mut tapes = app.world_mut().query::<&Tape>();
        let tape = tapes.iter(app.world()).next().unwrap();
        let body = tape.recording.replay(&setup, tick).outcome.body.unwrap();
        body.feet.origin
    };
    // A tick in the middle of a step.
    let moves = |app: &mut App, tick: u32| feet(app, tick - 1) != feet(app, tick);
    let at = (5..300).find(|tick| moves(&mut app, *tick)).unwrap();
    let was = feet(&mut app, at - 1);
    let object = app.world().resource::<Workshop>().scene().unwrap().objects[0]
        .name
        .clone();
    ask(
        &mut app,
        [
            Command::RestartingBy(Restarting::AtCursor),
            Command::Seek(at),
        ],
    );
    // Far away it is as if it were gone; the camera behind the body may see that, the ground of this tick does not.
    let away = Edit::Object(object, ObjectEdit::Move(Vec3::new(0.0, 0.0, -500.0)));
    ask(&mut app, [Command::Edit(away, None)]);
    run_to_end(&mut app);
    assert_eq!(cursor(&app), 0);
    assert!((feet(&mut app, 0) - was).length() < 0.2);
    let told = app.world().resource::<Notices>().0.clone();
    assert!(
        told.iter()
            .any(|notice| notice.text.contains(&format!("tick {at},"))),
        "{told:?}"
    );
    let run = lanes(&mut app);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("on.sweep");
    ask(&mut app, [Command::Save(path.clone())]);
    let saved = file::open(&path).unwrap();
    assert_eq!(saved.verify(), []);
    assert!(saved.lanes.iter().all(|lane| lane.goes_on()));
    let digests: Vec<_> = saved.lanes.iter().map(|lane| lane.digest()).collect();
    assert_eq!(digests, run.iter().map(|lane| lane.1).collect::<Vec<_>>());

    // R goes back to that tick 0, and once runs shall begin at 0, to where the scene begins.
    ask(&mut app, [Command::Restart]);
    run_to_end(&mut app);
    assert_eq!(lanes(&mut app), run);
    ask(
        &mut app,
        [
            Command::RestartingBy(Restarting::FromStart),
            Command::Restart,
        ],
    );
    run_to_end(&mut app);
    assert_ne!(lanes(&mut app), run);
    let mut tapes = app.world_mut().query::<&Tape>();
    assert!(
        tapes
            .iter(app.world())
            .all(|tape| !tape.recording.goes_on())
    );
}
