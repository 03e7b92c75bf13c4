//! A number over ticks with no more points than can be seen, and what can be made of two of them.
//!
//! Thinning keeps the smallest and the largest value of each stretch: a single tick that jumps is never lost.

use std::ops::Range;

use crate::lane::{Measure, Value};
use crate::recording::LaneRecording;

/// A value of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// When.
    pub tick: u32,
    /// How much.
    pub value: f64,
}

/// The samples of a curve, unbroken run by unbroken run: all of them, or of many the smallest and the largest of each of `columns`
/// stretches in the order in which they came.
///
/// `value` is the curve; `None` and what is not finite leaves a gap. There are never more than two samples a column.
#[must_use]
pub fn thin(
    value: impl Fn(u32) -> Option<f64>,
    ticks: &Range<u32>,
    columns: usize,
) -> Vec<Vec<Sample>> {
    let mut runs: Vec<Vec<Sample>> = vec![Vec::new()];
    for stretch in stretches(ticks, columns) {
        let mut extremes: Option<[Sample; 2]> = None;
        let mut gap = false;
        for tick in stretch {
            match value(tick).filter(|v| v.is_finite()) {
                None => gap = true,
                Some(value) => {
                    let sample = Sample { tick, value };
                    let [low, high] = extremes.unwrap_or([sample; 2]);
                    extremes = Some([
                        if value < low.value { sample } else { low },
                        if value > high.value { sample } else { high },
                    ]);
                }
            }
        }
        if let (Some([low, high]), Some(run)) = (extremes, runs.last_mut()) {
            let (first, second) = if low.tick <= high.tick {
                (low, high)
            } else {
                (high, low)
            };
            run.push(first);
            if second.tick != first.tick {
                run.push(second);
            }
        }
        if gap && runs.last().is_some_and(|run| !run.is_empty()) {
            runs.push(Vec::new());
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// At most `columns` stretches of the same length that make up `ticks`; the last may be shorter.
fn stretches(ticks: &Range<u32>, columns: usize) -> impl Iterator<Item = Range<u32>> + use<> {
    let count = ticks.end.saturating_sub(ticks.start) as usize;
    let length = count.div_ceil(columns.max(1)).max(1);
    let (start, end) = (ticks.start, ticks.end);
    (start..end)
        .step_by(length)
        .map(move |from| from..from.saturating_add(length as u32).min(end))
}

/// A measure of a lane at a tick as a number, as far as summaries have it; words and what is absent are none.
#[must_use]
pub fn measured(lane: &LaneRecording, measure: Measure, tick: u32) -> Option<f64> {
    lane.summary(tick)?
        .value(measure)
        .and_then(Value::number)
        .filter(|value| value.is_finite())
}

/// How much more a measure is in lane `a` than in lane `b` at a tick; none where either has none.
#[must_use]
pub fn difference(
    a: &LaneRecording,
    b: &LaneRecording,
    measure: Measure,
    tick: u32,
) -> Option<f64> {
    Some(measured(a, measure, tick)? - measured(b, measure, tick)?)
}

/// A point of a phase portrait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// When.
    pub tick: u32,
    /// The value, as in its curve.
    pub value: f64,
    /// How much it changed against the tick before.
    pub change: f64,
}

/// The phase portrait of a curve, run by run: its value against its change per tick. A fixed point is a dot, an orbit a loop, a
/// sawtooth a loop with a long side.
///
/// Of many ticks at most four a stretch are kept, those with the smallest and the largest value and change, in their order; there are
/// never more than `most` points, of which at least four are given. A tick without a value, or without one before it, leaves a gap.
#[must_use]
pub fn portrait(
    value: impl Fn(u32) -> Option<f64>,
    ticks: &Range<u32>,
    most: usize,
) -> Vec<Vec<Phase>> {
    let finite = |tick: u32| value(tick).filter(|v| v.is_finite());
    let at = |tick: u32| {
        let (before, value) = (finite(tick.checked_sub(1)?)?, finite(tick)?);
        let change = value - before;
        Some(Phase {
            tick,
            value,
            change,
        })
    };
    let mut runs: Vec<Vec<Phase>> = vec![Vec::new()];
    let count = ticks.end.saturating_sub(ticks.start) as usize;
    // All of them where they are few enough.
    let columns = if count <= most { count } else { most / 4 };
    for stretch in stretches(ticks, columns) {
        // Smallest and largest value, smallest and largest change.
        let mut extremes: Option<[Phase; 4]> = None;
        let mut gap = false;
        for tick in stretch {
            let Some(phase) = at(tick) else {
                gap = true;
                continue;
            };
            let [low, high, falling, rising] = extremes.unwrap_or([phase; 4]);
            let pick = |is_more: bool, kept: Phase| if is_more { phase } else { kept };
            extremes = Some([
                pick(phase.value < low.value, low),
                pick(phase.value > high.value, high),
                pick(phase.change < falling.change, falling),
                pick(phase.change > rising.change, rising),
            ]);
        }
        if let (Some(mut kept), Some(run)) = (extremes, runs.last_mut()) {
            kept.sort_by_key(|phase| phase.tick);
            for phase in kept {
                if run.last().is_none_or(|last| last.tick != phase.tick) {
                    run.push(phase);
                }
            }
        }
        if gap && runs.last().is_some_and(|run| !run.is_empty()) {
            runs.push(Vec::new());
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops;
    use crate::scene::{build, shipped};

    fn ticks_of(runs: &[Vec<Sample>]) -> Vec<u32> {
        runs.iter().flatten().map(|sample| sample.tick).collect()
    }

    #[test]
    fn a_single_spike_is_never_lost() {
        for spike in [0, 1, 777, 99_999] {
            let value = |tick: u32| Some(if tick == spike { 5.0 } else { 0.0 });
            let runs = thin(value, &(0..100_000), 300);
            assert!(ticks_of(&runs).contains(&spike), "{spike}");
            assert!(ticks_of(&runs).len() <= 600);
            assert!(ticks_of(&runs).is_sorted());
            let points: Vec<Phase> = portrait(value, &(0..100_000), 400).concat();
            assert!(points.len() <= 400, "{}", points.len());
            // Up and down again.
            let has = |value: f64, change: f64| {
                points
                    .iter()
                    .any(|p| (p.value, p.change) == (value, change))
            };
            assert!(spike == 0 || has(5.0, 5.0), "{spike}");
            assert!(spike == 99_999 || has(0.0, -5.0), "{spike}");
        }
    }

    #[test]
    fn gaps_stay_gaps() {
        let value = |tick: u32| (tick != 5 && tick != 9).then_some(f64::from(tick));
        let runs = thin(value, &(0..12), 100);
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [5, 3, 2]);
        // The tick behind a gap has no change.
        let runs = portrait(value, &(0..12), 100);
        let ticks: Vec<Vec<u32>> = runs
            .iter()
            .map(|run| run.iter().map(|p| p.tick).collect())
            .collect();
        assert_eq!(ticks, [vec![1, 2, 3, 4], vec![7, 8], vec![11]]);
        assert_eq!(
            thin(|_| Some(f64::NAN), &(0..12), 5),
            Vec::<Vec<Sample>>::new()
        );
        assert_eq!(thin(value, &(4..4), 5), Vec::<Vec<Sample>>::new());
        assert_eq!(portrait(value, &(0..0), 0), Vec::<Vec<Phase>>::new());
    }

    #[test]
    fn a_circle_is_a_circle() {
        // The change of a cosine is a quarter behind it.
        let value = |tick: u32| Some(ops::cos(f64::from(tick) * 0.01));
        for phase in portrait(value, &(1..5000), 500).concat() {
            let (x, y) = (phase.value, phase.change / 0.01);
            assert!((x * x + y * y - 1.0).abs() < 0.02, "{phase:?}");
        }
    }

    #[test]
    fn lanes_are_compared_where_both_have_the_number() {
        let source = shipped::find("sawtooth").unwrap().source();
        let built = build(&source, None, Some(400)).unwrap();
        let mut recording = crate::recording::Recording::of_scene(source, &built);
        recording.run_to(400);
        let (a, b) = (&recording.lanes[0], &recording.lanes[3]);
        let of = |lane: &LaneRecording, tick: u32| {
            let replay = lane.replay(&recording.setup, tick);
            Measure::EyeDistance
                .of(&replay.outcome, &replay.counters)
                .number()
                .unwrap()
        };
        for tick in [0, 50, 399] {
            let difference = difference(a, b, Measure::EyeDistance, tick).unwrap();
            assert!(
                (difference - (of(a, tick) - of(b, tick))).abs() < 1e-6,
                "{tick}"
            );
        }
        assert_eq!(difference(a, b, Measure::EyeDistance, 400), None);
        assert_eq!(difference(a, b, Measure::Verdict, 5), None);
        assert_eq!(difference(a, b, Measure::FeetZ, 5), None);
        // At 240 Hz the eye falls back by 0.27 m: the portrait spans it.
        let points = portrait(
            |tick| measured(b, Measure::EyeDistance, tick),
            &(100..400),
            64,
        )
        .concat();
        let lowest = points.iter().map(|p| p.change).fold(0.0, f64::min);
        assert!((-0.28..-0.25).contains(&lowest), "{lowest}");
    }
}
