//! The app without graphics: ticks run in the client's order, and give what they give without a window.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel as _};
use bevy::prelude::*;
use sweepscope::ids::ObjectId;
use sweepscope::lane::{Measure, run_lane};
use sweepscope::pointing::Subject;
use sweepscope::policy::Policy;
use sweepscope::scene;
use sweepscope::viewer::command::{Asked, Command, Opened, Slot, Way};
use sweepscope::viewer::{
    CorePlugin, Document, LaneNumber, Notices, Pair, Playback, PlaybackMotion, PlotMode, PlotOf,
    Restarting, Series, Settings, Shown, Tape,
};

pub(super) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, CorePlugin));
    app.finish();
    app.cleanup();
    app
}

pub(super) fn ask(app: &mut App, commands: impl IntoIterator<Item = Command>) {
    app.world_mut().resource_mut::<Asked>().0.extend(commands);
    app.update();
}

pub(super) fn opened(name: &str) -> Command {
    let source = scene::open(name).unwrap();
    Command::Opened(Box::new(Opened {
        name: name.to_owned(),
        source,
        recording: None,
        from: name.to_owned(),
        left_out: Vec::new(),
    }))
}

pub(super) fn with_scene(name: &str) -> App {
    let mut app = app();
    ask(&mut app, [opened(name)]);
    app
}

/// Length, digest and policies of every lane, in their order.
pub(super) fn lanes(app: &mut App) -> Vec<(u32, u64, Vec<(u32, Policy)>)> {
    let mut all: Vec<_> = app
        .world_mut()
        .query::<(&LaneNumber, &Tape)>()
        .iter(app.world())
        .map(|(number, tape)| {
            let recording = &tape.recording;
            (
                number.0,
                (
                    recording.len(),
                    recording.digest(),
                    recording.policies().to_vec(),
                ),
            )
        })
        .collect();
    all.sort_by_key(|lane| lane.0);
    all.into_iter().map(|lane| lane.1).collect()
}

pub(super) fn run_to_end(app: &mut App) {
    let ticks = app.world().resource::<Document>().setup.ticks;
    for _ in 0..10_000 {
        if lanes(app).iter().all(|lane| lane.0 == ticks) {
            return;
        }
        app.update();
    }
    panic!("lanes did not reach their end");
}

pub(super) fn cursor(app: &App) -> u32 {
    app.world().resource::<Playback>().cursor
}

/// Invariant 4: a run in the app and a run without one have the same digest.
#[test]
fn the_app_and_the_headless_runner_agree_bit_for_bit() {
    for name in ["sawtooth", "corridor_clip", "dead_band"] {
        let mut app = with_scene(name);
        run_to_end(&mut app);
        let built = scene::build(&scene::open(name).unwrap(), None, None).unwrap();
        let found = lanes(&mut app);
        assert_eq!(found.len(), built.lanes.len());
        for ((lane, policy), found) in built.lanes.iter().zip(found) {
            let alone = run_lane(&built.setup, *policy, built.setup.ticks, |_, _| {});
            assert_eq!(found.1, alone.state.digest, "{name}, lane {lane}");
        }
    }
}

#[test]
fn the_schedule_has_no_ambiguities() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, CorePlugin));
    for label in [FixedUpdate.intern(), Update.intern()] {
        app.edit_schedule(label, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings {
                ambiguity_detection: LogLevel::Error,
                ..default()
            });
        });
    }
    app.finish();
    app.cleanup();
    ask(&mut app, [opened("sawtooth")]);
    app.update();
}

#[test]
fn without_running_ahead_a_step_runs_one_tick() {
    let mut app = app();
    ask(&mut app, [Command::RunAhead(false), opened("sawtooth")]);
    let ran = |app: &mut App| lanes(app).iter().map(|lane| lane.0).collect::<Vec<_>>();
    assert_eq!(ran(&mut app), [1; 4], "the tick at the cursor has run");
    ask(&mut app, [Command::Step(1)]);
    assert_eq!((cursor(&app), ran(&mut app)), (1, vec![2; 4]));
    ask(&mut app, [Command::Step(10)]);
    assert_eq!((cursor(&app), ran(&mut app)), (11, vec![12; 4]));
    // Going back runs nothing and forgets nothing.
    ask(&mut app, [Command::Step(-5)]);
    assert_eq!((cursor(&app), ran(&mut app)), (6, vec![12; 4]));
}

#[test]
fn the_tick_at_the_cursor_is_had_again_for_both_lanes() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    ask(&mut app, [Command::Seek(148)]);
    let mut shown = app.world_mut().query::<&Shown>();
    let ticks: Vec<_> = shown
        .iter(app.world())
        .filter(|shown| shown.slots.contains(&true))
        .map(|shown| shown.replay.as_ref().unwrap().outcome.tick)
        .collect();
    assert_eq!(ticks, [148, 148]);
    assert!(
        shown
            .iter(app.world())
            .filter(|shown| shown.replay.is_some())
            .all(|shown| !shown.story.is_empty())
    );
}

#[test]
fn a_changed_switch_runs_the_lane_again_or_forks_it() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    let before = lanes(&mut app);
    let broken = before[3].2[0].1;
    // From tick 0: the retail lane under the broken lane's policy becomes the broken lane.
    ask(&mut app, [Command::SetPolicy(0, broken.text())]);
    run_to_end(&mut app);
    assert_eq!(lanes(&mut app)[0].1, before[3].1);
    assert_eq!(lanes(&mut app)[0].2, [(0, broken)]);
    // At the cursor: the past stays.
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    ask(
        &mut app,
        [
            Command::RestartingBy(Restarting::AtCursor),
            Command::Seek(700),
        ],
    );
    let digest_at = |app: &mut App, tick: u32| {
        let mut tapes = app.world_mut().query::<(&LaneNumber, &Tape)>();
        let tape = tapes
            .iter(app.world())
            .find(|(number, _)| number.0 == 0)
            .unwrap()
            .1;
        tape.recording.summary(tick).unwrap().digest
    };
    let past = digest_at(&mut app, 699);
    ask(
        &mut app,
        [Command::SetSwitch(
            0,
            "adjust_to_plane",
            "never-succeeds".to_owned(),
        )],
    );
    run_to_end(&mut app);
    assert_eq!(digest_at(&mut app, 699), past);
    let forked = &lanes(&mut app)[0];
    assert_ne!(forked.1, before[0].1);
    assert_eq!(
        forked.2.iter().map(|from| from.0).collect::<Vec<_>>(),
        [0, 700]
    );
}

#[test]
fn a_wrong_policy_is_a_notice_and_changes_nothing() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    let before = lanes(&mut app);
    ask(&mut app, [Command::SetPolicy(0, "retial".to_owned())]);
    assert_eq!(lanes(&mut app), before);
    let notices = &app.world().resource::<Notices>().0;
    assert!(
        notices[0].text.contains("retial") && notices[0].text.contains("retail"),
        "{notices:?}"
    );
}

#[test]
fn a_scene_that_cannot_be_read_leaves_the_open_one() {
    let mut app = with_scene("sawtooth");
    let bad = scene::Source::from_text("bad", "Scene(version: 1, titel: \"x\")");
    ask(
        &mut app,
        [Command::Opened(Box::new(Opened {
            name: "bad.ron".into(),
            source: bad,
            recording: None,
            from: String::new(),
            left_out: Vec::new(),
        }))],
    );
    assert_eq!(app.world().resource::<Document>().name, "sawtooth");
    let notice = &app.world().resource::<Notices>().0[0];
    assert!(
        notice.text.starts_with("bad.ron:1:") && notice.text.contains("titel"),
        "{}",
        notice.text
    );
}

#[test]
fn events_are_found_forwards_and_backwards() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    ask(&mut app, [Command::NextEvent(Way::On)]);
    let first = cursor(&app);
    let mut shown = app.world_mut().query::<(&Shown, &Tape)>();
    let changes = shown
        .iter(app.world())
        .filter(|(shown, _)| shown.slots.contains(&true))
        .any(|(_, tape)| {
            let verdict = |tick| tape.recording.summary(tick).unwrap().verdict;
            first > 0 && verdict(first) != verdict(first - 1)
        });
    assert!(changes);
    ask(
        &mut app,
        [Command::NextEvent(Way::On), Command::NextEvent(Way::Back)],
    );
    assert_eq!(cursor(&app), first);
}

/// A body that is teleported has its way free, and its eye clipped behind it: N stops there.
#[test]
fn events_of_the_eye_behind_a_body_are_found() {
    let mut app = with_scene("teleport");
    run_to_end(&mut app);
    ask(&mut app, [Command::Seek(30), Command::NextEvent(Way::On)]);
    assert_eq!(cursor(&app), 60);
    let mut tapes = app.world_mut().query::<&Tape>();
    for tape in tapes.iter(app.world()) {
        let all = tape.recording.summaries();
        assert!(all[60].verdict == all[59].verdict && all[60].eye_verdict != all[59].eye_verdict);
    }
    ask(&mut app, [Command::Seek(70), Command::NextEvent(Way::Back)]);
    assert_eq!(cursor(&app), 61);
}

#[test]
fn lanes_change_places_and_new_ones_join() {
    let mut app = with_scene("sawtooth");
    assert_eq!(app.world().resource::<Pair>().0, [0, 3]);
    ask(&mut app, [Command::Show(Slot::B, 0)]);
    assert_eq!(
        app.world().resource::<Pair>().0,
        [3, 0],
        "a lane that is A already changes places"
    );
    ask(
        &mut app,
        [Command::Show(Slot::A, 2), Command::Show(Slot::A, 77)],
    );
    assert_eq!(app.world().resource::<Pair>().0, [2, 0]);
    ask(&mut app, [Command::AddLane("ace".to_owned())]);
    assert_eq!(app.world().resource::<Pair>().0, [2, 4]);
    run_to_end(&mut app);
    assert_eq!(lanes(&mut app).len(), 5);
}

#[test]
fn playing_rests_at_the_end_and_a_seek_pauses() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    ask(&mut app, [Command::Seek(10), Command::PlayPause]);
    assert_eq!(
        app.world().resource::<Playback>().motion,
        PlaybackMotion::Forward
    );
    ask(&mut app, [Command::Seek(20)]);
    assert_eq!(
        (app.world().resource::<Playback>().motion, cursor(&app)),
        (PlaybackMotion::Paused, 20)
    );
    ask(&mut app, [Command::ToEnd]);
    assert_eq!(
        cursor(&app),
        app.world().resource::<Document>().setup.ticks - 1
    );
}

/// Runs frames until the cursor has gone on by `ticks`.
fn drive_for(app: &mut App, ticks: u32) {
    let goal = cursor(app) + ticks;
    for _ in 0..100_000 {
        if cursor(app) >= goal {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
        app.update();
    }
    panic!("the body was not driven to tick {goal}");
}

fn hold(app: &mut App, key: KeyCode, down: bool) {
    let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    if down {
        keys.press(key);
    } else {
        keys.release(key);
    }
}

/// Every lane's way of its feet from tick 0, and whether it was in the air.
fn ways(app: &mut App) -> Vec<(f32, bool)> {
    let mut all: Vec<_> = app
        .world_mut()
        .query::<(&LaneNumber, &Tape)>()
        .iter(app.world())
        .map(|(number, tape)| {
            let all = tape.recording.summaries();
            let way = all[0].published.distance(all[all.len() - 1].published);
            (number.0, (way, all.iter().any(|tick| !tick.grounded)))
        })
        .collect();
    all.sort_by_key(|lane| lane.0);
    all.into_iter().map(|lane| lane.1).collect()
}

/// A body is driven beyond its script, in every lane alike; what was driven is recorded, and met again by another policy.
#[test]
fn a_body_is_driven_by_hand_and_the_run_is_had_again() {
    let mut app = with_scene("step_down");
    run_to_end(&mut app);
    let script = app.world().resource::<Document>().setup.ticks;
    ask(&mut app, [Command::Seek(0), Command::Drive]);
    hold(&mut app, KeyCode::KeyS, true);
    drive_for(&mut app, script + 5);
    hold(&mut app, KeyCode::KeyS, false);
    hold(&mut app, KeyCode::Space, true);
    drive_for(&mut app, 3);
    hold(&mut app, KeyCode::Space, false);
    drive_for(&mut app, 6);
    ask(&mut app, [Command::Cancel]);
    let playback = app.world().resource::<Playback>();
    assert!(!playback.drives && playback.motion == PlaybackMotion::Paused);
    let driven = lanes(&mut app);
    let ticks = app.world().resource::<Document>().setup.ticks;
    // What it settles into is asked of the run as it is now.
    let window = app.world().resource::<Document>().window.clone();
    assert_eq!(window, ticks / 3..ticks);
    assert!(ticks >= script + 14 && driven.iter().all(|lane| lane.0 == ticks));
    // Backwards at 4 m/s or less for more than a second, away from the stairs; then a jump.
    for (way, flew) in ways(&mut app) {
        assert!(way > 0.5 && flew, "{way} {flew}");
    }
    // The same inputs again give the same run, and another lane meets them too.
    ask(&mut app, [Command::Restart]);
    run_to_end(&mut app);
    assert_eq!(lanes(&mut app), driven);
    ask(
        &mut app,
        [
            Command::RestartingBy(Restarting::FromStart),
            Command::SetPolicy(0, "legacy".to_owned()),
        ],
    );
    run_to_end(&mut app);
    assert_eq!(lanes(&mut app)[0].0, ticks);
}

#[test]
fn a_camera_alone_cannot_be_driven() {
    let mut app = with_scene("sawtooth");
    ask(&mut app, [Command::Drive]);
    app.update();
    assert!(!app.world().resource::<Playback>().drives);
    assert!(
        app.world().resource::<Notices>().0[0]
            .text
            .contains("no body")
    );
}

fn moment(app: &App) -> Option<(u32, usize)> {
    app.world().resource::<Playback>().moment
}

/// The cursor within the tick walks over the end of a tick into the next, and a step of whole ticks leaves it.
#[test]
fn the_cursor_walks_through_a_tick_and_into_the_next() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    ask(&mut app, [Command::Seek(50)]);
    app.update();
    let count = {
        let mut shown = app.world_mut().query::<&Shown>();
        let b = shown.iter(app.world()).find(|shown| shown.slots[1]);
        b.unwrap().moments.len()
    };
    for k in 0..count {
        ask(&mut app, [Command::SubStep(Way::On)]);
        assert_eq!((cursor(&app), moment(&app)), (50, Some((50, k))));
    }
    ask(&mut app, [Command::SubStep(Way::On)]);
    assert_eq!((cursor(&app), moment(&app)), (51, Some((51, 0))));
    ask(&mut app, [Command::SubStep(Way::Back)]);
    app.update();
    assert_eq!(cursor(&app), 50);
    ask(&mut app, [Command::SubStep(Way::Back)]);
    assert_eq!(moment(&app), Some((50, count - 2)));
    ask(&mut app, [Command::Step(1)]);
    assert_eq!((cursor(&app), moment(&app)), (51, None));
    // Before the first tick there is nothing.
    ask(&mut app, [Command::ToStart]);
    ask(
        &mut app,
        [Command::SubStep(Way::On), Command::SubStep(Way::Back)],
    );
    assert_eq!(cursor(&app), 0);
}

#[test]
fn objects_are_hidden_and_shown_again() {
    let mut app = with_scene("sawtooth");
    let wall = Command::Pick(Some(Subject::Object(ObjectId(0))));
    let sees = |app: &App| app.world().resource::<Settings>().sees(0);
    ask(&mut app, [wall, Command::HideObject]);
    assert!(!sees(&app));
    ask(&mut app, [Command::HideObject]);
    assert!(sees(&app));
    ask(&mut app, [Command::HideObject, Command::ShowAllObjects]);
    assert!(sees(&app));
    ask(&mut app, [Command::Isolate]);
    assert!(sees(&app) && !app.world().resource::<Settings>().sees(1));
    // Esc lets go of what is picked, and of the ruler before that.
    ask(&mut app, [Command::Ruler, Command::Cancel]);
    assert!(app.world().resource::<Settings>().picked.is_some());
    ask(&mut app, [Command::Cancel]);
    assert!(app.world().resource::<Settings>().picked.is_none());
}

/// What no summary has is had by running the lanes again, and is what replays say.
#[test]
fn a_measure_that_no_summary_has_is_had_on_a_thread() {
    let mut app = with_scene("sawtooth");
    run_to_end(&mut app);
    let of = PlotOf {
        measure: Measure::NormalY,
        mode: PlotMode::Time,
    };
    ask(&mut app, [Command::Plot(of)]);
    for _ in 0..2_000 {
        if app
            .world()
            .resource::<Series>()
            .of(3, 0, of.measure)
            .is_some()
        {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        app.update();
    }
    for lane in [0, 3] {
        let series = app.world().resource::<Series>().of(lane, 0, of.measure);
        assert_eq!(series.unwrap().len(), 1440, "lane {lane}");
    }
}
