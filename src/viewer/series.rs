//! Measures that no summary has, over all ticks of a lane: had by running it again, on a thread.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use glam::Vec3;

use super::ViewSystems;
use super::calm::{self, Calm, Place};
use super::document::Document;
use super::lanes::{LaneNumber, Shown, Tape};
use super::settings::Settings;
use crate::lane::{Lane, Measure, Setup, Value};
use crate::outcome::{StopReason, Verdict};
use crate::probe::Counters;
use crate::recording::{LaneRecording, TickSummary};

/// What a series is of: document, lane, its revision, how much of it ran, and the measure.
type Of = (u32, usize, u32, u32, Measure);

/// Most series that are kept, of one scene.
const MOST: usize = 24;

/// Measures over all ticks that were asked for.
#[derive(Resource, Debug, Default)]
pub struct Series {
    done: BTreeMap<Of, Arc<Vec<f64>>>,
    coming: Option<(Of, Mutex<Receiver<Result<Vec<f64>, String>>>)>,
}

impl Series {
    /// The values of `measure` in a lane, tick by tick, not a number where there is none; `None` while they are sought.
    #[must_use]
    pub fn of(&self, lane: usize, revision: u32, measure: Measure) -> Option<Arc<Vec<f64>>> {
        let same = |of: &&Of| of.1 == lane && of.2 == revision && of.4 == measure;
        let key = self.done.keys().rev().find(same)?;
        self.done.get(key).cloned()
    }
}

/// A summary that says nothing: which measures it has is all that it is asked.
const NOTHING: TickSummary = TickSummary {
    digest: 0,
    published: Vec3::ZERO,
    eye_distance: 0.0,
    sought_distance: 0.0,
    desired_distance: 0.0,
    steps: 0,
    colliding_step: 0,
    verdict: Verdict::Ok,
    stop: StopReason::End,
    has_eye: true,
    eye_verdict: None,
    feet_z: 0.0,
    grounded: false,
    support: None,
};

/// Whether summaries have a measure.
#[must_use]
pub(super) fn is_summed(measure: Measure) -> bool {
    summed(&NOTHING, measure).is_some()
}

/// The value of a measure in a summary, as far as summaries have it.
#[must_use]
pub(super) fn summed(summary: &TickSummary, measure: Measure) -> Option<Value> {
    match measure {
        Measure::FeetZ => Some(Value::Number(f64::from(summary.feet_z))),
        Measure::Grounded => Some(Value::Number(f64::from(u8::from(summary.grounded)))),
        _ => summary.value(measure),
    }
}

/// Measures on a thread.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Series>().add_systems(
        Update,
        seek.after(super::lanes::show).in_set(ViewSystems::Follow),
    );
}

fn seek(
    document: Option<Res<Document>>,
    settings: Res<Settings>,
    lanes: Query<(&LaneNumber, &Tape, &Shown)>,
    calm: Res<Calm>,
    mut series: ResMut<Series>,
) {
    let Some(document) = document else { return };
    if let Some((of, receiver)) = &series.coming {
        let came = receiver.lock().ok().and_then(|r| r.try_recv().ok());
        if let Some(values) = came {
            let of = *of;
            let values = values.unwrap_or_else(|words| {
                calm.report(Place::Thread, words);
                Vec::new()
            });
            series.done.insert(of, Arc::new(values));
            series.coming = None;
            while series.done.len() > MOST {
                series.done.pop_first();
            }
        } else {
            return;
        }
    }
    if series.done.keys().any(|of| of.0 != document.number) {
        series.done.retain(|of, _| of.0 == document.number);
    }
    let in_cells = document.setup.world.cells().is_some();
    let wanted = [
        Some(settings.plot.measure),
        in_cells.then_some(Measure::Cell),
        document.is_capture().then_some(Measure::RecordedError),
        document.is_capture().then_some(Measure::RecordedZ),
    ];
    for measure in wanted.into_iter().flatten().filter(|of| !is_summed(*of)) {
        for (number, tape, shown) in &lanes {
            let ran = tape.recording.len();
            let of = (document.number, number.0, tape.revision, ran, measure);
            let is_whole = ran >= document.setup.ticks;
            if !shown.slots.contains(&true) || !is_whole || series.done.contains_key(&of) {
                continue;
            }
            let (setup, recording) = (document.setup.clone(), tape.recording.clone());
            let (sender, receiver) = channel();
            std::thread::spawn(move || {
                // Nobody may be waiting any more.
                let _ = sender.send(calm::tried(|| values(&setup, &recording, measure)));
            });
            series.coming = Some((of, Mutex::new(receiver)));
            return;
        }
    }
}

/// A measure tick by tick; cells are told apart by their number.
fn values(setup: &Setup, recording: &LaneRecording, measure: Measure) -> Vec<f64> {
    let mut lane: Lane = recording.lane_at(setup, 0);
    let mut counters = Counters::default();
    (0..recording.len())
        .map(|tick| {
            lane.policy = recording.policy_at(tick);
            counters.clear();
            let input = recording.input(setup, tick);
            let outcome = lane.tick(setup, &input, &mut counters);
            match measure.of(&outcome, &counters) {
                Value::Number(number) => number,
                Value::Cell(cell) => f64::from(cell.0),
                Value::Text(_) | Value::Absent => f64::NAN,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Recording;
    use crate::scene;

    /// What is had again is what the replay of each tick says.
    #[test]
    fn values_are_those_of_replays() {
        let source = scene::open("sawtooth").unwrap();
        let built = scene::build(&source, None, Some(80)).unwrap();
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(80);
        for lane in &recording.lanes {
            for measure in [Measure::NormalY, Measure::EyeMove, Measure::EyeDistance] {
                let all = values(&built.setup, lane, measure);
                assert_eq!(all.len(), 80);
                for (tick, got) in (0..).zip(all) {
                    let replay = lane.replay(&built.setup, tick);
                    let want = measure.of(&replay.outcome, &replay.counters).number();
                    assert!(want.map_or(got.is_nan(), |want| want == got), "{tick}");
                }
            }
        }
    }

    #[test]
    fn summaries_have_some_measures() {
        assert!(is_summed(Measure::EyeDistance) && is_summed(Measure::FeetZ));
        assert!(!is_summed(Measure::NormalY));
    }
}
