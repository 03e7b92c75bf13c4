//! What a lane came to: the numbers that table, JSON and report share.

use std::ops::Range;

use crate::analysis::{Settles, lane_settles};
use crate::lane::{Measure, Setup, Value};
use crate::policy::Policy;
use crate::probe::Counters;
use crate::recording::{LaneRecording, Stat, Stats};

/// What one lane came to at the end of its run.
#[derive(Clone, Debug)]
pub struct LaneResult {
    /// The lane's name.
    pub name: String,
    /// The policy in force at the end.
    pub policy: Policy,
    /// Digest of the last tick.
    pub digest: u64,
    /// Every measure at the last tick, in the order of [`Measure::ALL`]; all absent when no tick ran.
    pub last: Vec<Value>,
    /// Numeric measures over the recording's window.
    pub stats: Stats,
    /// Whether it ends outside of every cell of its map.
    pub in_no_cell: bool,
    /// What the run settles into; `None` when no tick ran in the window.
    pub settles: Option<Settles>,
    /// Events of the whole run by kind.
    pub events: Counters,
}

impl LaneResult {
    /// The result of a recorded lane; `window` is where `settles` looks.
    #[must_use]
    pub fn of(recording: &LaneRecording, setup: &Setup, window: Range<u32>) -> Self {
        let settles = lane_settles(recording, window, setup.hz);
        let last = recording
            .len()
            .checked_sub(1)
            .map(|tick| recording.replay(setup, tick));
        let value = |measure: Measure| match measure {
            Measure::SettlesKind => {
                settles.map_or(Value::Absent, |settles| Value::Text(settles.kind.name()))
            }
            Measure::SettlesAmplitude => {
                settles.map_or(Value::Absent, |settles| Value::Number(settles.amplitude))
            }
            Measure::SettlesHz => settles
                .and_then(|settles| settles.hz)
                .map_or(Value::Absent, Value::Number),
            _ => last.as_ref().map_or(Value::Absent, |last| {
                measure.of(&last.outcome, &last.counters)
            }),
        };
        Self {
            name: recording.name.clone(),
            policy: recording.policy(),
            digest: recording.digest(),
            in_no_cell: last
                .as_ref()
                .is_some_and(|last| last.outcome.is_in_no_cell()),
            last: Measure::ALL.iter().map(|measure| value(*measure)).collect(),
            stats: recording.stats.clone(),
            events: recording.events.clone(),
            settles,
        }
    }

    /// A measure at the last tick.
    #[must_use]
    pub fn at_last(&self, measure: Measure) -> Value {
        self.last
            .get(measure as usize)
            .copied()
            .unwrap_or(Value::Absent)
    }

    /// What the body stands on at the last tick: who wrote the plane (`query`, `restored`, `synthetic`), `steep` where it
    /// is too steep to stand on, `none` outside of every cell, or `air`; empty without a body.
    #[must_use]
    pub fn ground(&self) -> &'static str {
        match (
            self.at_last(Measure::Grounded),
            self.at_last(Measure::ContactSource),
        ) {
            (Value::Number(_), _) if self.in_no_cell => "none",
            (Value::Number(0.0), Value::Text(_)) => "steep",
            (Value::Number(0.0), _) => "air",
            (Value::Number(_), Value::Text(source)) => source,
            _ => "",
        }
    }

    /// A numeric measure over the window; measures of a whole run have the one value of its end.
    #[must_use]
    pub fn stat(&self, measure: Measure) -> Option<Stat> {
        if !measure.is_of_run() {
            return self.stats.of(measure);
        }
        let value = self.at_last(measure).number()?;
        Some(Stat {
            min: value,
            max: value,
            sum: value,
            last: value,
            count: 1,
        })
    }
}

/// A digest as it is printed: 16 hex digits.
#[must_use]
pub fn digest_text(digest: u64) -> String {
    format!("{digest:016x}")
}
