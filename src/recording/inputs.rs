//! The inputs of a run, kept as runs of equal ones.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::lane::Input;

/// Inputs of the ticks 0, 1, 2 and so on; a player that stands still costs one entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Inputs {
    /// First tick and input of each run, first ticks strictly increasing from 0.
    runs: Vec<(u32, Input)>,
    len: u32,
}

impl Inputs {
    /// Number of ticks that have an input.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether no tick has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The input of `tick`; `None` beyond the end.
    #[must_use]
    pub fn get(&self, tick: u32) -> Option<Input> {
        if tick >= self.len {
            return None;
        }
        let after = self.runs.partition_point(|run| run.0 <= tick);
        self.runs.get(after.checked_sub(1)?).map(|run| run.1)
    }

    /// Sets the input of `tick`, at most one beyond the end. A different input than the one held there forgets all later ones.
    pub fn set(&mut self, tick: u32, input: Input) {
        debug_assert!(tick <= self.len, "inputs have no gaps");
        if self.get(tick) == Some(input) {
            return;
        }
        self.truncate(tick);
        if self.runs.last().is_none_or(|run| run.1 != input) {
            self.runs.push((tick, input));
        }
        self.len = tick + 1;
    }

    /// Forgets the inputs from `tick` on.
    pub fn truncate(&mut self, tick: u32) {
        if tick < self.len {
            self.runs
                .truncate(self.runs.partition_point(|run| run.0 < tick));
            self.len = tick;
        }
    }

    /// The runs of equal inputs, in order.
    pub fn runs(&self) -> impl Iterator<Item = (Range<u32>, Input)> {
        let ends = self.runs.iter().skip(1).map(|run| run.0);
        let ends = ends.chain(std::iter::once(self.len));
        self.runs
            .iter()
            .zip(ends)
            .map(|(run, end)| (run.0..end, run.1))
    }

    /// Why these are not the inputs of a run, where they were read from a file.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let starts_at_zero = self.runs.first().map_or(self.len == 0, |run| run.0 == 0);
        let rising = self.runs.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let inside = self.runs.last().is_none_or(|run| run.0 < self.len);
        if !starts_at_zero {
            Some("the first input is not that of tick 0")
        } else if !rising || !inside {
            Some("the ticks of the inputs do not rise")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn input(x: f32) -> Input {
        Input::Move { by: Vec3::X * x }
    }

    fn sample() -> Inputs {
        let mut inputs = Inputs::default();
        for (tick, x) in [1.0, 1.0, 2.0, 2.0, 2.0, 1.0].into_iter().enumerate() {
            inputs.set(tick as u32, input(x));
        }
        inputs
    }

    #[test]
    fn equal_inputs_share_a_run() {
        let inputs = sample();
        let runs: Vec<_> = inputs.runs().collect();
        assert_eq!(
            runs,
            [(0..2, input(1.0)), (2..5, input(2.0)), (5..6, input(1.0))]
        );
        assert_eq!(inputs.get(4), Some(input(2.0)));
        assert_eq!(inputs.get(6), None);
        assert_eq!(inputs.fault(), None);
    }

    #[test]
    fn the_same_input_again_keeps_the_future_and_another_one_forgets_it() {
        let mut inputs = sample();
        inputs.set(3, input(2.0));
        assert_eq!(inputs, sample());
        inputs.set(3, input(7.0));
        assert_eq!(inputs.len(), 4);
        assert_eq!(inputs.get(2), Some(input(2.0)));
        assert_eq!(inputs.get(3), Some(input(7.0)));
        inputs.truncate(0);
        assert!(inputs.is_empty() && inputs.runs().next().is_none());
    }
}
