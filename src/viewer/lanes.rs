//! Lanes as entities, and the phases of a tick as systems.
//!
//! The systems fetch, call the core's phase functions and store: what runs here is what runs without a window.

use bevy::prelude::*;

use super::autopsy::{self, Row};
use super::calm::{Calm, Place};
use super::command::{Notice, Slot, Tone};
use super::document::Document;
use super::drive::Wheel;
use super::notices::Notices;
use super::playback::Playback;
use super::settings::Settings;
use super::text;
use super::{LaneSystems, ViewSystems};
use crate::analysis::{Settles, explain, lane_settles};
use crate::lane::{Input, Lane, LaneState, Underway};
use crate::pointing::{Moment, moments};
use crate::policy::Policy;
use crate::probe::{Counters, Event, Journal, Tee};
use crate::recording::{LaneRecording, Replay};

/// The lane itself: its policy and the state that its next tick depends on.
#[derive(Component, Clone, Debug)]
pub struct LaneRun(pub Lane);

/// What the lane has left behind.
#[derive(Component, Clone, Debug)]
pub struct Tape {
    /// The recording.
    pub recording: LaneRecording,
    /// Counts forks: what was derived under another number is out of date.
    pub revision: u32,
}

/// The lane's number in the scene.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaneNumber(pub usize);

/// What one phase of a tick hands to the next.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct Stage {
    /// The input, the state before the tick, and what its phases leave for the record.
    now: Option<Box<(Input, LaneState, Underway)>>,
    counters: Counters,
}

/// The tick at the cursor, had again from the recording, for lanes that are looked at.
#[derive(Component, Clone, Debug, Default)]
pub struct Shown {
    /// Whether the lane is A, and whether it is B.
    pub slots: [bool; 2],
    /// The tick; `None` while the lane is not looked at or has not run.
    pub replay: Option<Box<Replay>>,
    /// Its story, as rows.
    pub story: Vec<Row>,
    /// Its moments, in order.
    pub moments: Vec<Moment>,
    /// Revision of the tape that the tick comes from.
    revision: u32,
}

/// How the lane settles; had when it has run its script.
#[derive(Component, Clone, Debug, Default)]
pub struct Settled {
    /// How; `None` while it runs.
    pub how: Option<Settles>,
    of: Option<(u32, u32)>,
}

/// The lanes that are looked at, by number.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(pub [usize; 2]);

impl Default for Pair {
    fn default() -> Self {
        Self([0, 1])
    }
}

/// The tick that the next run of [`FixedUpdate`] runs; lanes that are further on rest.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct NextTick(pub u32);

/// Phases and what follows from them.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pair>()
        .init_resource::<NextTick>()
        .add_systems(
            FixedUpdate,
            (
                input.in_set(LaneSystems::Input),
                body.in_set(LaneSystems::Body),
                seek.in_set(LaneSystems::Seek),
                sweep.in_set(LaneSystems::Sweep),
                record.in_set(LaneSystems::Record),
            ),
        )
        .add_systems(
            Update,
            (
                budget
                    .after(ViewSystems::Cursor)
                    .before(ViewSystems::Follow),
                (show, settle).chain().in_set(ViewSystems::Follow),
            ),
        );
}

/// Adds a lane that has not run.
pub(super) fn spawn(
    commands: &mut Commands,
    document: &Document,
    number: usize,
    name: &str,
    policy: Policy,
) {
    spawn_recorded(commands, document, number, fresh(document, name, policy));
}

/// The recording of a lane that has not run.
pub(super) fn fresh(document: &Document, name: &str, policy: Policy) -> LaneRecording {
    LaneRecording::new(name, policy).with_window(document.window.clone())
}

/// Adds a lane that has run.
pub(super) fn spawn_recorded(
    commands: &mut Commands,
    document: &Document,
    number: usize,
    recording: LaneRecording,
) {
    let lane = recording.lane_at(&document.setup, recording.len());
    commands.spawn((
        LaneNumber(number),
        LaneRun(lane),
        Tape {
            recording,
            revision: 0,
        },
        Stage::default(),
        Shown::default(),
        Settled::default(),
    ));
}

/// Gives a lane another policy: from tick 0, or from `tick` on.
pub(super) fn fork(
    document: &Document,
    run: &mut LaneRun,
    tape: &mut Tape,
    tick: u32,
    policy: Policy,
) {
    run.0 = tape.recording.fork(&document.setup, tick, policy);
    tape.revision += 1;
}

fn input(
    document: Option<Res<Document>>,
    next: Res<NextTick>,
    calm: Res<Calm>,
    playback: Res<Playback>,
    wheel: Res<Wheel>,
    mut lanes: Query<(&LaneRun, &Tape, &mut Stage)>,
) {
    let Some(document) = document else { return };
    for (run, tape, mut stage) in &mut lanes {
        let lane = &run.0;
        stage.counters.clear();
        stage.now = None;
        if lane.state.tick != next.0 || calm.is_disturbed() {
            continue;
        }
        stage.now = calm.catch(Place::Lane, || {
            let input = if playback.drives {
                wheel.input()
            } else {
                tape.recording.input(&document.setup, next.0)
            };
            Box::new((input, lane.state, lane.begin(&document.setup)))
        });
    }
}

fn body(
    document: Option<Res<Document>>,
    calm: Res<Calm>,
    playback: Res<Playback>,
    mut notices: ResMut<Notices>,
    mut lanes: Query<(&mut LaneRun, &mut Stage)>,
) {
    let Some(document) = document else { return };
    for (mut run, mut stage) in &mut lanes {
        let Stage { now, counters } = &mut *stage;
        if let Some((input, _, underway)) = now.as_deref_mut() {
            if !playback.drives {
                let work = || run.0.body(&document.setup, input, underway, counters);
                if calm.catch(Place::Lane, work).is_none() {
                    *now = None;
                }
                continue;
            }
            // Whoever drives hears at once that nothing came of a key.
            let mut journal = Journal::default();
            let mut both = Tee(counters, &mut journal);
            let work = || run.0.body(&document.setup, input, underway, &mut both);
            if calm.catch(Place::Lane, work).is_none() {
                *now = None;
            }
            for entry in journal.entries {
                if let Event::OrderRefused { order, why } = entry.event {
                    notices.add(Notice {
                        tone: Tone::Warning,
                        text: text::refused_order(&order, why),
                    });
                }
            }
        }
    }
}

fn seek(
    document: Option<Res<Document>>,
    calm: Res<Calm>,
    mut lanes: Query<(&mut LaneRun, &mut Stage)>,
) {
    let Some(document) = document else { return };
    for (mut run, mut stage) in &mut lanes {
        if stage.now.is_some() {
            let stage = &mut *stage;
            let work = || run.0.seek(&document.setup, &mut stage.counters);
            if calm.catch(Place::Lane, work).is_none() {
                stage.now = None;
            }
        }
    }
}

fn sweep(
    document: Option<Res<Document>>,
    calm: Res<Calm>,
    mut lanes: Query<(&mut LaneRun, &mut Stage)>,
) {
    let Some(document) = document else { return };
    for (mut run, mut stage) in &mut lanes {
        let Stage { now, counters } = &mut *stage;
        if let Some((input, _, underway)) = now.as_deref_mut() {
            let work = || run.0.sweep(&document.setup, input, underway, counters);
            if calm.catch(Place::Lane, work).is_none() {
                *now = None;
            }
        }
    }
}

fn record(
    document: Option<Res<Document>>,
    calm: Res<Calm>,
    mut lanes: Query<(&mut LaneRun, &mut Tape, &mut Stage)>,
) {
    let Some(document) = document else { return };
    for (mut run, mut tape, mut stage) in &mut lanes {
        if let Some((input, before, underway)) = stage.now.take().map(|now| *now) {
            // In one go: a tick that broke is not on the tape.
            calm.catch(Place::Lane, || {
                let outcome = run.0.record(&document.setup, underway);
                tape.recording
                    .push(&input, &before, &outcome, &stage.counters);
            });
        }
    }
}

/// Keeps the snapshots of all lanes within the memory that the user gives them.
fn budget(
    settings: Res<Settings>,
    mut lanes: Query<&mut Tape>,
    mut kept: Local<Option<(u32, usize)>>,
) {
    let now = (settings.memory_mb, lanes.iter().count());
    let any_added = lanes.iter_mut().any(|tape| tape.is_added());
    if *kept == Some(now) && !any_added {
        return;
    }
    *kept = Some(now);
    let each = (now.0 as usize) * 1_000_000 / now.1.max(1);
    for mut tape in &mut lanes {
        // What is shown does not change by it.
        let tape = tape.bypass_change_detection();
        tape.recording.limit_snapshots(each);
    }
}

/// The lanes that are looked at, and their tick at the cursor.
pub(super) fn show(
    document: Option<Res<Document>>,
    playback: Res<Playback>,
    pair: Res<Pair>,
    calm: Res<Calm>,
    mut lanes: Query<(&LaneNumber, &Tape, &mut Shown)>,
) {
    let Some(document) = document else { return };
    for (number, tape, mut shown) in &mut lanes {
        let slots = Slot::BOTH.map(|slot| pair.0[slot.index()] == number.0);
        if shown.slots != slots {
            shown.slots = slots;
        }
        let ran = tape.recording.len();
        if !slots.contains(&true) || ran == 0 {
            if shown.replay.is_some() {
                shown.replay = None;
                shown.story.clear();
                shown.moments.clear();
            }
            continue;
        }
        let tick = playback.cursor.min(ran - 1);
        let current = shown.replay.as_ref().map(|replay| replay.outcome.tick);
        if current != Some(tick) || shown.revision != tape.revision {
            let had = calm.catch(Place::Tick, || {
                let replay = tape.recording.replay(&document.setup, tick);
                let story = explain(&document.setup, &tape.recording.name, &replay, None);
                let rows = autopsy::rows(&story, &replay.policy, replay.outcome.body.is_some());
                let moments = moments(&document.setup.world, &replay.journal);
                (replay, rows, moments)
            });
            let Some((replay, story, moments)) = had else {
                return;
            };
            shown.story = story;
            shown.moments = moments;
            shown.replay = Some(Box::new(replay));
            shown.revision = tape.revision;
        }
    }
}

/// How lanes settle, once they have run their script.
fn settle(
    document: Option<Res<Document>>,
    calm: Res<Calm>,
    mut lanes: Query<(&Tape, &mut Settled)>,
) {
    let Some(document) = document else { return };
    for (tape, mut settled) in &mut lanes {
        let ran = tape.recording.len();
        let of = (ran >= document.setup.ticks).then_some((tape.revision, ran));
        if settled.of != of {
            settled.how = of.filter(|_| !document.is_scripted_sweeps()).and_then(|_| {
                let (window, hz) = (document.window.clone(), document.setup.hz);
                calm.catch(Place::Tick, || lane_settles(&tape.recording, window, hz))?
            });
            settled.of = of;
        }
    }
}
