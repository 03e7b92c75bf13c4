//! A run of several lanes on the same input.

use std::ops::Range;
use std::sync::Arc;

use super::lane::LaneRecording;
use crate::lane::{Input, Lane, Setup};
use crate::policy::Policy;
use crate::probe::Counters;
use crate::scene::expectation::fitted_window;
use crate::scene::{Built, Source};

/// A run: where it comes from, what its lanes share, and what each of them did.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The scene that the run was built from.
    pub source: Source,
    /// World, rig, rate and length.
    pub setup: Arc<Setup>,
    /// The lanes in order; they may be of different length after a fork.
    pub lanes: Vec<LaneRecording>,
    /// The ticks in which a run of the setup's length is asked what it settles into, half open.
    pub window: Range<u32>,
    /// Version of the crate that recorded it.
    pub build: String,
    /// What is odd about the scene but runs, as it was told when the recording was read; nothing of a run that was not read.
    pub warnings: Vec<String>,
    /// The lanes where they stand, as far as they are known; found again from the recording otherwise.
    live: Vec<Lane>,
}

impl Recording {
    /// The lanes of a scene that was built from `source`, before their first tick.
    #[must_use]
    pub fn of_scene(source: Source, built: &Built) -> Self {
        Self::new(
            source,
            Arc::clone(&built.setup),
            built.lanes.iter().cloned(),
            built.window.clone(),
        )
    }

    /// Lanes that have not run yet.
    #[must_use]
    pub fn new(
        source: Source,
        setup: Arc<Setup>,
        lanes: impl IntoIterator<Item = (String, Policy)>,
        window: Range<u32>,
    ) -> Self {
        let lanes = lanes
            .into_iter()
            .map(|(name, policy)| LaneRecording::new(name, policy))
            .collect();
        Self::from_lanes(source, setup, lanes, window)
    }

    /// A run of lanes that were recorded before.
    #[must_use]
    pub fn from_lanes(
        source: Source,
        setup: Arc<Setup>,
        lanes: Vec<LaneRecording>,
        window: Range<u32>,
    ) -> Self {
        Self {
            source,
            setup,
            lanes,
            window,
            build: env!("CARGO_PKG_VERSION").to_owned(),
            warnings: Vec::new(),
            live: Vec::new(),
        }
    }

    /// Number of ticks that the longest lane ran.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.lanes.iter().map(LaneRecording::len).max().unwrap_or(0)
    }

    /// Whether no lane ran.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first lane of this name.
    #[must_use]
    pub fn lane(&self, name: &str) -> Option<&LaneRecording> {
        self.lanes.iter().find(|lane| lane.name == name)
    }

    /// Where to ask what the ticks that ran settle into: the window, fitted to their number.
    #[must_use]
    pub fn settle_window(&self) -> Range<u32> {
        fitted_window(self.window.clone(), self.setup.ticks, self.len())
    }

    /// The input of `tick`, the same for all lanes: as one of them met it, else what the script says.
    #[must_use]
    pub fn input(&self, tick: u32) -> Input {
        let recorded = self.lanes.iter().find_map(|lane| lane.inputs().get(tick));
        recorded.unwrap_or_else(|| self.setup.input(tick))
    }

    /// Keeps the snapshots that bring long ticks nearer within `bytes` of memory, the same for each lane.
    pub fn limit_snapshots(&mut self, bytes: usize) {
        let each = bytes / self.lanes.len().max(1);
        for lane in &mut self.lanes {
            lane.limit_snapshots(each);
        }
    }

    /// Runs one tick: of the lanes that are behind the longest one, or of all when none is.
    pub fn advance(&mut self) {
        let front = self.len();
        let level = self.lanes.iter().all(|lane| lane.len() == front);
        let target = if level {
            front.saturating_add(1)
        } else {
            front
        };
        for index in 0..self.lanes.len() {
            if self.lanes[index].len() < target {
                self.run_lane(index, self.lanes[index].len() + 1);
            }
        }
    }

    /// Runs every lane until it has `ticks` ticks; longer ones stay as they are.
    pub fn run_to(&mut self, ticks: u32) {
        for index in 0..self.lanes.len() {
            self.run_lane(index, ticks);
        }
    }

    fn run_lane(&mut self, index: usize, ticks: u32) {
        let setup = Arc::clone(&self.setup);
        self.find_live();
        let mut counters = Counters::default();
        for tick in self.lanes[index].len()..ticks {
            let input = self.input(tick);
            self.lanes[index].run_tick(&mut self.live[index], &setup, &input, &mut counters);
        }
    }

    /// Makes sure that every live lane stands where its recording ends, which somebody else may have forked or pushed to.
    fn find_live(&mut self) {
        self.live.truncate(self.lanes.len());
        for (index, recording) in self.lanes.iter().enumerate() {
            let stands = |lane: &Lane| {
                lane.state.tick == recording.len()
                    && lane.state.digest == recording.digest()
                    && lane.policy == recording.policy()
            };
            if self.live.get(index).is_some_and(stands) {
                continue;
            }
            let lane = recording.lane_at(&self.setup, recording.len());
            match self.live.get_mut(index) {
                Some(place) => *place = lane,
                None => self.live.push(lane),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{SAWTOOTH, wall_behind};
    use super::*;
    use crate::lane::{Motion, run_lane};

    fn run() -> Recording {
        let lanes = ["retail", SAWTOOTH].map(|text| (text.to_owned(), text.parse().unwrap()));
        let setup = wall_behind(240, 600, Motion::Still);
        Recording::new(
            Source::from_text("wall", ""),
            Arc::new(setup),
            lanes,
            250..500,
        )
    }

    fn digests(recording: &Recording) -> Vec<(u32, u64)> {
        recording
            .lanes
            .iter()
            .map(|lane| (lane.len(), lane.digest()))
            .collect()
    }

    #[test]
    fn advancing_is_running() {
        let (mut stepped, mut ran) = (run(), run());
        for _ in 0..300 {
            stepped.advance();
        }
        ran.run_to(299);
        ran.run_to(300);
        assert_eq!(digests(&stepped), digests(&ran));
        let ends: Vec<u64> = ran
            .lanes
            .iter()
            .map(|lane| {
                run_lane(&ran.setup, lane.policy(), 300, |_, _| {})
                    .state
                    .digest
            })
            .collect();
        assert_eq!(
            ran.lanes
                .iter()
                .map(LaneRecording::digest)
                .collect::<Vec<_>>(),
            ends
        );
        assert_ne!(ends[0], ends[1]);
    }

    #[test]
    fn a_forked_lane_catches_up_before_the_others_go_on() {
        let mut recording = run();
        recording.run_to(100);
        let (setup, retail) = (Arc::clone(&recording.setup), recording.lanes[0].policy());
        let _ = recording.lanes[1].fork(&setup, 97, retail);
        for lens in [[100, 98], [100, 99], [100, 100], [101, 101]] {
            recording.advance();
            assert_eq!(
                recording
                    .lanes
                    .iter()
                    .map(LaneRecording::len)
                    .collect::<Vec<_>>(),
                lens
            );
        }
        // A restart under the other policy is that lane.
        let _ = recording.lanes[1].fork(&setup, 0, retail);
        recording.run_to(101);
        assert_eq!(
            recording.lanes[0].summaries(),
            recording.lanes[1].summaries()
        );
    }

    #[test]
    fn all_lanes_meet_the_input_that_one_of_them_recorded() {
        let mut recording = run();
        let setup = Arc::clone(&recording.setup);
        // The first lane is driven by hand.
        let driven = setup.input(10_000);
        let moved = match driven {
            Input::Player(mut frame) => {
                frame.origin.x += 0.25;
                Input::Player(frame)
            }
            other => other,
        };
        let mut lane = recording.lanes[0].lane_at(&setup, 0);
        recording.lanes[0].run_tick(&mut lane, &setup, &moved, &mut Counters::default());
        recording.advance();
        assert_eq!(recording.lanes[1].inputs().get(0), Some(moved));
    }

    #[test]
    fn the_window_goes_with_the_length_of_the_run() {
        let mut recording = run();
        for (ticks, window) in [
            (90, 30..90),
            (300, 250..300),
            (600, 250..500),
            (750, 250..750),
        ] {
            recording.run_to(ticks);
            assert_eq!(recording.settle_window(), window, "{ticks}");
        }
    }
}
