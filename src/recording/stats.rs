//! Smallest, largest, mean and last value of every numeric measure, gathered while a lane runs.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::lane::{Measure, TickOutcome};
use crate::probe::Counters;

/// One measure over the ticks of a window in which it had a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stat {
    /// Smallest value; 0 when there was none.
    pub min: f64,
    /// Largest value; 0 when there was none.
    pub max: f64,
    /// Sum of all values, in the order of the ticks.
    pub sum: f64,
    /// The value at the last tick that had one; 0 when there was none.
    pub last: f64,
    /// Number of ticks that had a value.
    pub count: u64,
}

impl Stat {
    /// Mean of the values; `None` when there was none.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// Takes in the value of the next tick.
    pub fn add(&mut self, value: f64) {
        if self.count == 0 || value < self.min {
            self.min = value;
        }
        if self.count == 0 || value > self.max {
            self.max = value;
        }
        self.sum += value;
        self.last = value;
        self.count += 1;
    }
}

/// All numeric measures of a lane over a window of ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    window: Range<u32>,
    stats: [Stat; Measure::ALL.len()],
}

impl Default for Stats {
    fn default() -> Self {
        Self::new(0..u32::MAX)
    }
}

impl Stats {
    /// Nothing yet, of the ticks in `window` (half open).
    #[must_use]
    pub fn new(window: Range<u32>) -> Self {
        Self {
            window,
            stats: [Stat::default(); Measure::ALL.len()],
        }
    }

    /// The ticks that are taken in, half open.
    #[must_use]
    pub fn window(&self) -> Range<u32> {
        self.window.clone()
    }

    /// Takes in a tick that ran; one outside the window changes nothing.
    pub fn add(&mut self, outcome: &TickOutcome, counters: &Counters) {
        if !self.window.contains(&outcome.tick) {
            return;
        }
        for (measure, stat) in Measure::ALL.iter().zip(&mut self.stats) {
            if let Some(value) = measure.of(outcome, counters).number() {
                stat.add(value);
            }
        }
    }

    /// What is known of `measure`; `None` when it had no value in the window, as words never have.
    #[must_use]
    pub fn of(&self, measure: Measure) -> Option<Stat> {
        let stat = self.stats[measure as usize];
        (stat.count > 0).then_some(stat)
    }

    /// Every numeric measure of a tick, in the order of lists and columns.
    pub fn rows(&self) -> impl Iterator<Item = (Measure, Option<Stat>)> {
        let numeric = Measure::ALL
            .iter()
            .filter(|m| !m.is_text() && !m.is_of_run());
        numeric.map(|measure| (*measure, self.of(*measure)))
    }

    /// Puts back what was known of `measure`, where it comes from a file.
    pub(super) fn put(&mut self, measure: Measure, stat: Stat) {
        self.stats[measure as usize] = stat;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stat_of_one_negative_value_is_not_mixed_with_zero() {
        let mut stat = Stat::default();
        assert_eq!(stat.mean(), None);
        stat.add(-3.0);
        assert_eq!(
            (stat.min, stat.max, stat.mean(), stat.last),
            (-3.0, -3.0, Some(-3.0), -3.0)
        );
        stat.add(-1.0);
        assert_eq!(
            (stat.min, stat.max, stat.mean(), stat.last),
            (-3.0, -1.0, Some(-2.0), -1.0)
        );
    }
}
