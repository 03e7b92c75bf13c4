//! A scene that holds a lane to what it did: the same scene with expectations of it.

use std::ops::Range;

use crate::lane::{Measure, Setup, Value};
use crate::recording::LaneRecording;
use crate::scene::Scene;
use crate::scene::model::{At, Expect, Is, Lane, Over, Stat};
use crate::scene::number::Finite;

/// What is held of single ticks.
const OF_TICKS: &[Measure] = &[
    Measure::EyeX,
    Measure::EyeY,
    Measure::EyeZ,
    Measure::SoughtDistance,
    Measure::FeetX,
    Measure::FeetY,
    Measure::FeetZ,
    Measure::Verdict,
    Measure::EyeVerdict,
    Measure::NormalX,
    Measure::NormalY,
    Measure::NormalZ,
    Measure::Grounded,
    Measure::Cell,
];

/// What is held of a whole run, where it has a value in every tick: its least, greatest, mean and last value.
const OF_RUNS: &[Measure] = &[
    Measure::EyeDistance,
    Measure::EyeX,
    Measure::EyeY,
    Measure::EyeZ,
    Measure::FeetX,
    Measure::FeetY,
    Measure::FeetZ,
    Measure::Grounded,
];

/// Words whose changes are counted over a whole run.
const CHANGES: &[Measure] = &[Measure::Verdict, Measure::EyeVerdict, Measure::Cell];

/// What is to be held.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// These ticks, one by one; without them the whole run.
    pub ticks: Option<Range<u32>>,
    /// How far a number may be off, in its unit, above 0.
    pub tolerance: f64,
    /// How the run settles in the scene's window, in a word; none where it is not known.
    pub settles: Option<&'static str>,
}

/// `scene` with expectations of `lane` alone, which has run as the scene says; a lane that the scene has not is put to its own.
#[must_use]
pub fn judged(scene: &Scene, setup: &Setup, lane: &LaneRecording, what: &Judged) -> Scene {
    let mut scene = scene.clone();
    if !scene.lanes.iter().any(|known| known.name == lane.name) {
        scene.lanes.push(Lane {
            name: lane.name.clone(),
            policy: lane.policy().to_string(),
        });
    }
    let mut expect = Vec::new();
    let mut hold = |at, over, measure: Measure, stat, is| {
        expect.push(Expect {
            lane: lane.name.clone(),
            hz: None,
            at,
            over,
            measure: measure.name().to_owned(),
            stat,
            is,
        });
    };
    if let Some(ticks) = &what.ticks {
        for replay in lane.replays(setup, ticks.clone()) {
            let at = Some(At::Tick(replay.outcome.tick));
            for measure in OF_TICKS {
                let value = measure.of(&replay.outcome, &replay.counters);
                if let Some(is) = is(*measure, value, what.tolerance) {
                    hold(at, None, *measure, Stat::Every, is);
                }
            }
        }
    } else {
        let all = Some(Over::All);
        for measure in OF_RUNS {
            let stat = lane.stats.of(*measure);
            let Some(stat) = stat.filter(|stat| stat.count == u64::from(lane.len())) else {
                continue;
            };
            let values = [
                (Stat::Min, Some(stat.min)),
                (Stat::Max, Some(stat.max)),
                (Stat::Mean, stat.mean()),
                (Stat::Last, Some(stat.last)),
            ];
            for (stat, value) in values {
                if let Some(is) = value.and_then(|value| near(value, what.tolerance)) {
                    hold(None, all, *measure, stat, is);
                }
            }
        }
        for (measure, count) in changes(setup, lane) {
            if let Some(is) = Finite::new(f64::from(count)).map(Is::Equal) {
                hold(None, all, measure, Stat::Changes, is);
            }
        }
        if let Some(kind) = what.settles {
            let is = Is::Text(kind.to_owned());
            hold(Some(At::Last), None, Measure::SettlesKind, Stat::Every, is);
        }
    }
    scene.expect = expect;
    scene
}

/// How often each word is not what it was in the tick before; only words that every tick has.
fn changes(setup: &Setup, lane: &LaneRecording) -> Vec<(Measure, u32)> {
    let mut last: Vec<Option<Value>> = vec![None; CHANGES.len()];
    let mut counts: Vec<Option<u32>> = vec![Some(0); CHANGES.len()];
    for replay in lane.replays(setup, 0..lane.len()) {
        for (index, measure) in CHANGES.iter().enumerate() {
            let value = measure.of(&replay.outcome, &replay.counters);
            if value == Value::Absent {
                counts[index] = None;
            }
            if last[index].is_some_and(|last| last != value) {
                counts[index] = counts[index].map(|count| count + 1);
            }
            last[index] = Some(value);
        }
    }
    let known = CHANGES.iter().zip(counts);
    known
        .filter_map(|(measure, count)| Some((*measure, count?)))
        .collect()
}

/// What `value` is held to; nothing where there is no value.
fn is(measure: Measure, value: Value, tolerance: f64) -> Option<Is> {
    match value {
        Value::Number(number) if measure.is_whole() => Finite::new(number).map(Is::Equal),
        Value::Number(number) => near(number, tolerance),
        Value::Text(word) => Some(Is::Text(word.to_owned())),
        Value::Cell(cell) => Some(Is::Text(cell.to_string())),
        Value::Absent => None,
    }
}

fn near(value: f64, tolerance: f64) -> Option<Is> {
    Some(Is::Near(Finite::new(value)?, Finite::new(tolerance)?))
}
