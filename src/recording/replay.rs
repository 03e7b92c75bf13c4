//! A tick had again: its outcome, its journal and its counts.

use std::ops::Range;

use super::lane::LaneRecording;
use crate::lane::{Input, Lane, LaneState, Setup, TickOutcome};
use crate::policy::Policy;
use crate::probe::{Counters, Journal, Tee};

/// Everything about one tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The state before the tick.
    pub before: LaneState,
    /// The state after it.
    pub after: LaneState,
    /// What the rig was told.
    pub input: Input,
    /// The policy in force.
    pub policy: Policy,
    /// What came of it.
    pub outcome: TickOutcome,
    /// All events, in order.
    pub journal: Journal,
    /// The events counted by kind.
    pub counters: Counters,
}

impl Replay {
    /// Runs the next tick of `lane` with `input` and keeps all of it.
    #[must_use]
    pub fn run(lane: &mut Lane, setup: &Setup, input: Input) -> Self {
        let (before, policy) = (lane.state, lane.policy);
        let (mut journal, mut counters) = (Journal::default(), Counters::default());
        let outcome = lane.tick(setup, &input, &mut Tee(&mut journal, &mut counters));
        Self {
            before,
            after: lane.state,
            input,
            policy,
            outcome,
            journal,
            counters,
        }
    }
}

/// Successive ticks of a lane, each run once; made by [`LaneRecording::replays`].
#[derive(Debug)]
pub struct Replays<'a> {
    recording: &'a LaneRecording,
    setup: &'a Setup,
    lane: Lane,
    end: u32,
}

impl<'a> Replays<'a> {
    pub(super) fn new(recording: &'a LaneRecording, setup: &'a Setup, ticks: Range<u32>) -> Self {
        let lane = recording.lane_at(setup, ticks.start);
        Self {
            recording,
            setup,
            lane,
            end: ticks.end.min(recording.len()),
        }
    }
}

impl Iterator for Replays<'_> {
    type Item = Replay;

    fn next(&mut self) -> Option<Replay> {
        let tick = self.lane.state.tick;
        if tick >= self.end {
            return None;
        }
        self.lane.policy = self.recording.policy_at(tick);
        let input = self.recording.input(self.setup, tick);
        Some(Replay::run(&mut self.lane, self.setup, input))
    }
}
