//! Snapshots between the regular ones, where ticks take long: so that the way from the nearest one to any tick stays short.
//!
//! How long a tick takes is told by its events, not by a clock, so that the same run keeps the same snapshots on every machine.
//! They are not part of a file; of a recording that was opened the regular ones serve alone.

use crate::lane::LaneState;
use crate::probe::{Counters, EventKind};

/// Events from one snapshot to the next, as long as memory allows: some 5 ms of work.
const WORK: u64 = 50_000;

/// Memory of a lane's snapshots between the regular ones unless the user says otherwise, bytes.
pub const SNAPSHOT_MEMORY: usize = 64 << 20;

/// The snapshots between the regular ones of a lane, rising by tick.
#[derive(Clone, Debug)]
pub(super) struct Between {
    states: Vec<LaneState>,
    /// Events since the last snapshot of either kind.
    work: u64,
    /// Events after which the next one is taken.
    every: u64,
    /// Most states.
    most: usize,
}

impl Default for Between {
    fn default() -> Self {
        Self {
            states: Vec::new(),
            work: 0,
            every: WORK,
            most: SNAPSHOT_MEMORY / size_of::<LaneState>(),
        }
    }
}

/// What makes seeking fast says nothing of a run: recordings are equal without it.
impl PartialEq for Between {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Between {
    /// Takes note of a tick that ran, of the state before it, and of whether that is a regular snapshot.
    pub(super) fn push(&mut self, before: &LaneState, counters: &Counters, is_regular: bool) {
        if is_regular {
            self.work = 0;
        } else if self.work >= self.every {
            self.states.push(*before);
            self.work = 0;
            self.make_room();
        }
        let events: u64 = EventKind::ALL.iter().map(|kind| counters.of(*kind)).sum();
        self.work = self.work.saturating_add(events);
    }

    /// Keeps every second one, and takes them half as often from now on, until they are few enough.
    fn make_room(&mut self) {
        while self.states.len() > self.most {
            let mut index = 0;
            self.states.retain(|_| {
                index += 1;
                index % 2 == 0
            });
            self.every = self.every.saturating_mul(2);
        }
    }

    /// The last one at or before `tick`.
    pub(super) fn nearest(&self, tick: u32) -> Option<&LaneState> {
        let after = self.states.partition_point(|state| state.tick <= tick);
        self.states.get(after.checked_sub(1)?)
    }

    /// Forgets those from `tick` on, which will not be run so again.
    pub(super) fn truncate(&mut self, tick: u32) {
        let kept = self.states.partition_point(|state| state.tick < tick);
        self.states.truncate(kept);
        // What was done since the one that is last now is not known any more; at worst the next one comes late once.
        self.work = 0;
    }

    /// Keeps within this memory, bytes.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.most = bytes / size_of::<LaneState>();
        // Where there is more room than before, those to come stand near again.
        self.every = WORK;
        self.make_room();
    }

    /// Memory that they take, bytes.
    pub(super) fn memory(&self) -> usize {
        self.states.len() * size_of::<LaneState>()
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::samples::{recorded, wall_behind};
    use super::*;
    use crate::lane::{Lane, Motion, Rig, Setup};
    use crate::recording::{LaneRecording, SNAPSHOT_EVERY};

    /// A boom of 200 m: some 670 steps in every tick.
    fn long_boom() -> Setup {
        let mut setup = wall_behind(240, 600, Motion::Velocity(Vec3::new(0.1, 0.0, 0.0)));
        if let Rig::Chase(chase) = &mut setup.rig {
            chase.settings.viewer_offset = Vec3::new(0.0, 200.0, 0.0);
        }
        setup
    }

    /// Events of the ticks that a seek to `tick` runs.
    fn work_of_seek(recording: &LaneRecording, setup: &Setup, tick: u32) -> u64 {
        let regular = tick / SNAPSHOT_EVERY * SNAPSHOT_EVERY;
        let between = recording
            .between()
            .nearest(tick)
            .map_or(0, |state| state.tick);
        let from = if between > regular { between } else { regular };
        let mut lane = recording.lane_at(setup, from);
        let mut counters = Counters::default();
        for tick in from..tick {
            lane.tick(setup, &recording.input(setup, tick), &mut counters);
        }
        EventKind::ALL.iter().map(|kind| counters.of(*kind)).sum()
    }

    #[test]
    fn long_ticks_have_snapshots_nearer_to_each_other() {
        let setup = long_boom();
        let recording = recorded(&setup, "retail", 600);
        assert!(recording.between().memory() > 0);
        assert_eq!(recording.snapshots().len(), 3, "the regular ones stay");
        let last = setup.input(599);
        let mut lane = recording.lane_at(&setup, 599);
        let mut one = Counters::default();
        lane.tick(&setup, &last, &mut one);
        let one: u64 = EventKind::ALL.iter().map(|kind| one.of(*kind)).sum();
        for tick in [255, 300, 511, 599] {
            let work = work_of_seek(&recording, &setup, tick);
            assert!(work < WORK + 2 * one, "{tick}: {work} events, {one} a tick");
        }
        // Each is the state of its tick.
        for state in &recording.between().states {
            let mut lane = Lane::new(&setup, recording.policy());
            while lane.state.tick < state.tick {
                let input = setup.input(lane.state.tick);
                lane.tick(&setup, &input, &mut ());
            }
            assert_eq!(lane.state, *state);
        }
        for tick in [1, 299, 599] {
            let replay = recording.replay(&setup, tick);
            assert_eq!(
                replay.outcome.digest,
                recording.summaries()[tick as usize].digest
            );
        }
    }

    #[test]
    fn short_ticks_need_none() {
        let setup = wall_behind(240, 600, Motion::Still);
        assert_eq!(recorded(&setup, "retail", 600).between().memory(), 0);
    }

    #[test]
    fn memory_is_kept_to() {
        let setup = long_boom();
        let mut recording = recorded(&setup, "retail", 400);
        let whole = recording.between().memory();
        assert!(whole > 8 * size_of::<LaneState>());
        let limit = whole / 3;
        recording.limit_snapshots(limit);
        assert!(recording.between().memory() <= limit && recording.between().memory() > 0);
        let mut lane = recording.lane_at(&setup, 400);
        let mut counters = Counters::default();
        for tick in 400..600 {
            let input = setup.input(tick);
            recording.run_tick(&mut lane, &setup, &input, &mut counters);
            assert!(recording.between().memory() <= limit);
        }
        assert!(
            recording
                .between()
                .states
                .is_sorted_by_key(|state| state.tick)
        );
        recording.limit_snapshots(0);
        assert_eq!(recording.between().memory(), 0);
        let replay = recording.replay(&setup, 599);
        assert_eq!(replay.outcome.digest, recording.digest());
    }

    #[test]
    fn a_fork_forgets_what_will_not_be_run_again() {
        let setup = long_boom();
        let mut recording = recorded(&setup, "retail", 400);
        let legacy = "legacy".parse().unwrap();
        let mut lane = recording.fork(&setup, 300, legacy);
        assert!(
            recording
                .between()
                .states
                .iter()
                .all(|state| state.tick < 300)
        );
        assert!(recording.between().memory() > 0);
        let mut counters = Counters::default();
        for tick in 300..400 {
            recording.run_tick(&mut lane, &setup, &setup.input(tick), &mut counters);
        }
        for tick in [250, 299, 300, 399] {
            let replay = recording.replay(&setup, tick);
            assert_eq!(
                replay.outcome.digest,
                recording.summaries()[tick as usize].digest
            );
        }
        let _ = recording.fork(&setup, 0, legacy);
        assert_eq!(recording.between().memory(), 0);
    }
}
