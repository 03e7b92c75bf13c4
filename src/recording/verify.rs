//! Does this build still do what was recorded?

use super::lane::LaneRecording;
use super::recording::Recording;
use crate::lane::Setup;

/// The first tick of a lane that comes out differently now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "lane {lane}: tick {tick} is no longer reproduced: digest {stored:016x} was recorded, now it is {now:016x}"
)]
pub struct Mismatch {
    /// The lane's name.
    pub lane: String,
    /// The tick.
    pub tick: u32,
    /// The digest that was recorded.
    pub stored: u64,
    /// The digest that the tick has now.
    pub now: u64,
}

impl LaneRecording {
    /// Runs the lane again from tick 0 and compares every digest with the recorded one.
    #[must_use]
    pub fn verify(&self, setup: &Setup) -> Option<Mismatch> {
        let mut lane = self.first(setup, self.policy_at(0));
        for (summary, tick) in self.summaries().iter().zip(0..) {
            lane.policy = self.policy_at(tick);
            let now = lane.tick(setup, &self.input(setup, tick), &mut ()).digest;
            if now != summary.digest {
                return Some(Mismatch {
                    lane: self.name.clone(),
                    tick,
                    stored: summary.digest,
                    now,
                });
            }
        }
        None
    }
}

impl Recording {
    /// Runs every lane again and gives those that are no longer reproduced, each with its first tick that differs.
    ///
    /// Their summaries still say what was recorded; replays of later ticks say what this build does from the nearest snapshot on.
    #[must_use]
    pub fn verify(&self) -> Vec<Mismatch> {
        self.lanes
            .iter()
            .filter_map(|lane| lane.verify(&self.setup))
            .collect()
    }
}
