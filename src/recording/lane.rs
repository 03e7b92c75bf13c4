//! The recording of one lane.
//!
//! ```text
//! tick        0 ........ 256 ....... 512 ...        inputs and a summary for every tick
//! snapshots   S0         S1          S2             the state before ticks 0, 256, 512, ..
//! policies    (0, p)            (300, q)            the policy in force from that tick on
//! ```
//! Snapshots of ticks that take long stand nearer to each other. Stats and event counts run along; checkpoints of them, further apart, let a fork take them back.

use std::ops::Range;

use super::between::Between;
use super::inputs::Inputs;
use super::replay::{Replay, Replays};
use super::stats::Stats;
use super::summary::TickSummary;
use crate::lane::{Input, Lane, LaneState, Setup, TickOutcome};
use crate::policy::Policy;
use crate::probe::Counters;

/// Ticks from one snapshot to the next.
///
/// A replay runs at most this many ticks, and less where they take long: there snapshots stand between these as well.
pub const SNAPSHOT_EVERY: u32 = 256;

/// Ticks from one checkpoint of stats and counts to the next; a fork runs at most this many.
const CHECKPOINT_EVERY: u32 = 4096;

/// What has been gathered before a tick.
#[derive(Clone, Debug, PartialEq)]
struct Checkpoint {
    tick: u32,
    stats: Stats,
    events: Counters,
}

/// All that is kept of one lane.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneRecording {
    /// The lane's name.
    pub name: String,
    /// Stats of the ticks in their window.
    pub stats: Stats,
    /// Events of the whole run by kind.
    pub events: Counters,
    pub(super) policies: Vec<(u32, Policy)>,
    pub(super) inputs: Inputs,
    pub(super) summaries: Vec<TickSummary>,
    pub(super) snapshots: Vec<LaneState>,
    /// The state before tick 0 of a lane that goes on from another run; `None` where it is the scene's.
    pub(super) begun: Option<Box<LaneState>>,
    between: Between,
    checkpoints: Vec<Checkpoint>,
}

impl LaneRecording {
    /// A lane that has not run yet.
    #[must_use]
    pub fn new(name: impl Into<String>, policy: Policy) -> Self {
        Self {
            name: name.into(),
            stats: Stats::default(),
            events: Counters::default(),
            policies: vec![(0, policy)],
            inputs: Inputs::default(),
            summaries: Vec::new(),
            snapshots: Vec::new(),
            begun: None,
            between: Between::default(),
            checkpoints: Vec::new(),
        }
    }

    /// A lane that has not run yet and goes on from `state` of another run: its tick 0 is the next tick of that state.
    #[must_use]
    pub fn begun_at(mut self, state: &LaneState) -> Self {
        self.begun = Some(Box::new(LaneState {
            tick: 0,
            digest: crate::lane::digest::START,
            rig: state.rig,
        }));
        self
    }

    /// A lane that has not run yet and begins where `other` began.
    #[must_use]
    pub fn begun_like(mut self, other: &Self) -> Self {
        self.begun.clone_from(&other.begun);
        self
    }

    /// Gives the lane the inputs of the ticks 0, 1, 2 and so on; meant for a lane that has not run yet. Ticks beyond them have
    /// those of the script.
    #[must_use]
    pub fn with_inputs(mut self, inputs: Inputs) -> Self {
        self.inputs = inputs;
        self
    }

    /// Whether tick 0 goes on from another run, not from where the scene begins.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.begun.is_some()
    }

    /// The lane before tick 0.
    pub(super) fn first(&self, setup: &Setup, policy: Policy) -> Lane {
        match &self.begun {
            Some(state) => Lane {
                policy,
                state: **state,
            },
            None => Lane::new(setup, policy),
        }
    }

    /// Limits the stats to the ticks of `window` (half open); meant for a lane that has not run yet.
    #[must_use]
    pub fn with_window(mut self, window: Range<u32>) -> Self {
        self.stats = Stats::new(window);
        self
    }

    /// Number of ticks that ran.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.summaries.len() as u32
    }

    /// Whether no tick ran.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.summaries.is_empty()
    }

    /// The policies with the tick from which each is in force, rising from 0.
    #[must_use]
    pub fn policies(&self) -> &[(u32, Policy)] {
        &self.policies
    }

    /// The policy in force at `tick`.
    #[must_use]
    pub fn policy_at(&self, tick: u32) -> Policy {
        let after = self.policies.partition_point(|from| from.0 <= tick);
        self.policies
            .get(after.saturating_sub(1))
            .map_or(Policy::RETAIL, |from| from.1)
    }

    /// The policy of the last tick that ran, which is that of the next one as well.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policies.last().map_or(Policy::RETAIL, |from| from.1)
    }

    /// The summaries of all ticks that ran.
    #[must_use]
    pub fn summaries(&self) -> &[TickSummary] {
        &self.summaries
    }

    /// The summary of `tick`; `None` when it did not run.
    #[must_use]
    pub fn summary(&self, tick: u32) -> Option<&TickSummary> {
        self.summaries.get(tick as usize)
    }

    /// Digest of the lane: that of its last tick, before tick 0 the offset basis.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.summaries
            .last()
            .map_or(crate::lane::digest::START, |summary| summary.digest)
    }

    /// The states before ticks 0, [`SNAPSHOT_EVERY`], and so on.
    #[must_use]
    pub fn snapshots(&self) -> &[LaneState] {
        &self.snapshots
    }

    /// Keeps the snapshots between the regular ones, which bring ticks that take long nearer, within `bytes` of memory.
    ///
    /// Without a call it is [`SNAPSHOT_MEMORY`](super::SNAPSHOT_MEMORY). The regular ones, a byte or two a tick, stay in any case.
    pub fn limit_snapshots(&mut self, bytes: usize) {
        self.between.limit(bytes);
    }

    /// Memory of the snapshots between the regular ones, bytes.
    #[must_use]
    pub fn snapshot_memory(&self) -> usize {
        self.between.memory()
    }

    #[cfg(test)]
    pub(super) fn between(&self) -> &Between {
        &self.between
    }

    /// The inputs; after a fork they may reach beyond the ticks that ran.
    #[must_use]
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The input of `tick`: the recorded one, else what the script says.
    #[must_use]
    pub fn input(&self, setup: &Setup, tick: u32) -> Input {
        self.inputs.get(tick).unwrap_or_else(|| setup.input(tick))
    }

    /// The first of the ticks before `end` in which it was told something else than the script says: it was driven by hand.
    #[must_use]
    pub fn first_driven(&self, setup: &Setup, end: u32) -> Option<u32> {
        (0..end).find(|tick| self.input(setup, *tick) != setup.input(*tick))
    }

    /// Takes in the tick that follows the last one: its input, the state before it, its outcome and its counts.
    pub fn push(
        &mut self,
        input: &Input,
        before: &LaneState,
        outcome: &TickOutcome,
        counters: &Counters,
    ) {
        let tick = self.len();
        debug_assert_eq!(
            (before.tick, outcome.tick),
            (tick, tick),
            "ticks are recorded in order"
        );
        let is_regular = tick.is_multiple_of(SNAPSHOT_EVERY);
        if is_regular {
            self.snapshots.push(*before);
        }
        self.between.push(before, counters, is_regular);
        if tick.is_multiple_of(CHECKPOINT_EVERY) && tick > 0 {
            let (stats, events) = (self.stats.clone(), self.events.clone());
            self.checkpoints.push(Checkpoint {
                tick,
                stats,
                events,
            });
        }
        self.inputs.set(tick, *input);
        self.summaries.push(TickSummary::of(outcome));
        self.stats.add(outcome, counters);
        self.events.add(counters);
    }

    /// Runs one more tick of `lane` and takes it in; `counters` is working memory.
    pub fn run_tick(
        &mut self,
        lane: &mut Lane,
        setup: &Setup,
        input: &Input,
        counters: &mut Counters,
    ) -> TickOutcome {
        counters.clear();
        let before = lane.state;
        let outcome = lane.tick(setup, input, counters);
        self.push(input, &before, &outcome, counters);
        outcome
    }

    /// The lane as it was before `tick` ran, at most the one after the last; with the policy that was in force then.
    #[must_use]
    pub fn lane_at(&self, setup: &Setup, tick: u32) -> Lane {
        let tick = tick.min(self.len());
        let index = (tick / SNAPSHOT_EVERY) as usize;
        let regular = self.snapshots.get(index).or_else(|| self.snapshots.last());
        let between = self.between.nearest(tick);
        let snapshot = match (regular, between) {
            (Some(regular), Some(between)) if regular.tick >= between.tick => Some(regular),
            (regular, between) => between.or(regular),
        };
        let mut lane = match snapshot {
            Some(state) => Lane {
                policy: self.policy_at(state.tick),
                state: *state,
            },
            None => self.first(setup, self.policy_at(0)),
        };
        while lane.state.tick < tick {
            lane.policy = self.policy_at(lane.state.tick);
            let input = self.input(setup, lane.state.tick);
            let _ = lane.tick(setup, &input, &mut ());
        }
        lane.policy = self.policy_at(tick);
        lane
    }

    /// Runs `tick` again and gives all of it; a tick that did not run yet is the next one.
    #[must_use]
    pub fn replay(&self, setup: &Setup, tick: u32) -> Replay {
        let mut lane = self.lane_at(setup, tick);
        let input = self.input(setup, lane.state.tick);
        Replay::run(&mut lane, setup, input)
    }

    /// Runs the ticks of `ticks` again, one after the other; the range is cut at the last tick that ran.
    #[must_use]
    pub fn replays<'a>(&'a self, setup: &'a Setup, ticks: Range<u32>) -> Replays<'a> {
        Replays::new(self, setup, ticks)
    }

    /// Forgets the ticks from `tick` on and gives the lane that goes on from there under `policy`.
    ///
    /// `tick` 0 is a restart: the state before tick 0 is then that of the new policy. The inputs stay, so that
    /// the forked lane meets the same ones until others are pushed.
    pub fn fork(&mut self, setup: &Setup, tick: u32, policy: Policy) -> Lane {
        let tick = tick.min(self.len());
        if tick == 0 {
            let fresh =
                Self::new(std::mem::take(&mut self.name), policy).with_window(self.stats.window());
            self.between.truncate(0);
            *self = Self {
                inputs: std::mem::take(&mut self.inputs),
                begun: self.begun.take(),
                // Its limit stays.
                between: std::mem::take(&mut self.between),
                ..fresh
            };
            return self.first(setup, policy);
        }
        let mut lane = self.lane_at(setup, tick);
        // Stats and counts of the ticks that stay: from the nearest checkpoint.
        self.checkpoints.retain(|checkpoint| checkpoint.tick < tick);
        let (from, mut stats, mut events) = match self.checkpoints.last() {
            Some(point) => (point.tick, point.stats.clone(), point.events.clone()),
            None => (0, Stats::new(self.stats.window()), Counters::default()),
        };
        if tick < self.len() {
            let mut gathering = self.lane_at(setup, from);
            let mut counters = Counters::default();
            for tick in from..tick {
                counters.clear();
                gathering.policy = self.policy_at(tick);
                let outcome = gathering.tick(setup, &self.input(setup, tick), &mut counters);
                stats.add(&outcome, &counters);
                events.add(&counters);
            }
            self.stats = stats;
            self.events = events;
        }
        self.summaries.truncate(tick as usize);
        self.snapshots
            .truncate(tick.div_ceil(SNAPSHOT_EVERY) as usize);
        self.between.truncate(tick);
        self.policies.retain(|from| from.0 < tick);
        if self.policy() != policy {
            self.policies.push((tick, policy));
        }
        lane.policy = policy;
        lane
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::samples::{SAWTOOTH, falling, wall_behind};
    use super::*;
    use crate::lane::Motion;
    use crate::lane::run_lane;
    use crate::probe::EventKind;

    fn swaying(ticks: u32) -> Setup {
        let motion = Motion::Sine {
            amplitude: Vec3::new(0.0, 0.05, 0.0),
            hz: 1.3,
        };
        wall_behind(240, ticks, motion)
    }

    fn policy(text: &str) -> Policy {
        text.parse().unwrap()
    }

    /// Runs `recording` on under its last policy until it has `ticks` ticks.
    fn run_on(recording: &mut LaneRecording, setup: &Setup, mut lane: Lane, ticks: u32) {
        let mut counters = Counters::default();
        for tick in recording.len()..ticks {
            let input = recording.input(setup, tick);
            recording.run_tick(&mut lane, setup, &input, &mut counters);
        }
    }

    fn recorded(setup: &Setup, text: &str, ticks: u32) -> LaneRecording {
        let mut recording = LaneRecording::new("lane", policy(text)).with_window(10..ticks);
        run_on(&mut recording, setup, Lane::new(setup, policy(text)), ticks);
        recording
    }

    #[test]
    fn every_tick_is_had_again() {
        let setup = swaying(700);
        let recording = recorded(&setup, SAWTOOTH, 700);
        assert_eq!(recording.snapshots().len(), 3);
        let mut outcomes = Vec::new();
        let end = run_lane(&setup, policy(SAWTOOTH), 700, |outcome, counters| {
            outcomes.push((*outcome, counters.clone()));
        });
        assert_eq!(recording.digest(), end.state.digest);
        assert_eq!(recording.lane_at(&setup, 700), end);
        for (tick, (outcome, counters)) in outcomes.iter().enumerate() {
            let replay = recording.replay(&setup, tick as u32);
            assert_eq!((&replay.outcome, &replay.counters), (outcome, counters));
            assert_eq!(
                recording.summary(tick as u32),
                Some(&TickSummary::of(outcome))
            );
            let admitted = replay
                .journal
                .entries
                .iter()
                .filter(|e| e.event.kind() == EventKind::CandidateAdmitted);
            assert_eq!(
                admitted.count() as u64,
                counters.of(EventKind::CandidateAdmitted)
            );
        }
        let digests: Vec<u64> = recording
            .replays(&setup, 250..900)
            .map(|replay| replay.outcome.digest)
            .collect();
        let expected: Vec<u64> = recording.summaries()[250..]
            .iter()
            .map(|summary| summary.digest)
            .collect();
        assert_eq!(digests, expected);
    }

    #[test]
    fn a_fork_is_the_run_that_changed_its_policy_there() {
        let setup = swaying(6000);
        // Before, at and behind a snapshot; behind a checkpoint; at the end; twice.
        for at in [1, 255, 256, 257, 4096, 4200, 5000] {
            let mut forked = recorded(&setup, SAWTOOTH, 5000);
            let lane = forked.fork(&setup, at, policy("retail"));
            assert_eq!((forked.len(), lane.state.tick), (at, at));
            run_on(&mut forked, &setup, lane, 5100);

            let mut straight = LaneRecording::new("lane", policy(SAWTOOTH)).with_window(10..5000);
            let mut lane = Lane::new(&setup, policy(SAWTOOTH));
            run_on(&mut straight, &setup, lane.clone(), at);
            lane = straight.lane_at(&setup, at);
            straight.policies.push((at, policy("retail")));
            lane.policy = policy("retail");
            run_on(&mut straight, &setup, lane, 5100);
            assert!(forked == straight, "forked at {at}");
            assert_eq!(forked.policy_at(at - 1), policy(SAWTOOTH));
            assert_eq!(forked.policy_at(at), policy("retail"));
            assert_eq!(
                forked.replay(&setup, 5050).outcome.digest,
                forked.summaries()[5050].digest
            );
        }
    }

    #[test]
    fn a_body_without_an_eye_is_summed_up_by_its_feet() {
        use crate::lane::{Measure, Value};
        let setup = falling(None);
        let recording = super::super::samples::recorded(&setup, "retail", 40);
        for tick in [0, 10, 39] {
            let outcome = recording.replay(&setup, tick).outcome;
            let (summary, body) = (recording.summaries()[tick as usize], outcome.body.unwrap());
            assert_eq!(summary.published, body.feet.origin);
            assert_eq!(
                summary.value(Measure::FeetZ),
                Some(Value::Number(f64::from(body.feet.origin.z)))
            );
            assert_eq!(summary.value(Measure::EyeDistance), Some(Value::Absent));
        }
        assert_eq!(recording.verify(&setup), None);
        assert_eq!(recording.stats.of(Measure::EyeDistance), None);
        assert!(recording.stats.of(Measure::FeetZ).unwrap().max > 1.9);
    }

    /// The sweep of the eye behind a body is summed up beside the body's path; without a body there is only one.
    #[test]
    fn the_eye_behind_a_body_has_its_verdict() {
        use crate::camera::ChaseSettings;
        use crate::lane::Measure;
        let falling = falling(Some(ChaseSettings::default()));
        for (setup, two) in [(falling, true), (swaying(40), false)] {
            let recording = super::super::samples::recorded(&setup, "retail", 40);
            for (tick, summary) in recording.summaries().iter().enumerate() {
                let outcome = recording.replay(&setup, tick as u32).outcome;
                let swept = outcome.eye_sweep.map(|sweep| sweep.verdict);
                assert_eq!((summary.eye_verdict, swept.is_some()), (swept, two));
                let measured = Measure::EyeVerdict.of(&outcome, &Counters::default());
                assert_eq!(summary.value(Measure::EyeVerdict), Some(measured));
            }
        }
    }

    #[test]
    fn a_fork_at_tick_0_is_a_restart() {
        let setup = swaying(300);
        let mut restarted = recorded(&setup, "legacy", 300);
        let lane = restarted.fork(&setup, 0, policy("retail"));
        assert!(restarted.is_empty());
        run_on(&mut restarted, &setup, lane, 300);
        assert!(restarted == recorded(&setup, "retail", 300));
    }
}
