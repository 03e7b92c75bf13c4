//! What a run settles into: a point, an orbit, a drift, or nothing that has a name.
//!
//! Asked in this order, the first that fits is the answer:
//!
//! 1. *fixed-point*: no tick moves the position by more than [`SAME`];
//! 2. *periodic*: after k ticks the position is the same again, throughout (k at most 256 and a third of the window);
//!    or the series crosses its middle upwards at even intervals, whose mean is then the period;
//! 3. *drift*: what is left of all moves is at least half of their length;
//! 4. *irregular*.

use std::fmt;
use std::ops::Range;

use glam::Vec3;
use serde::Serialize;

use crate::formats::text::count;
use crate::geometry::vector::{length, wide};
use crate::lane::RigState;
use crate::recording::{LaneRecording, Recording};

/// Positions at most this far apart are the same, metres.
///
/// # Source
/// design.md, "Settles".
pub const SAME: f64 = 1e-6;

/// A series that changes by less than this says nothing of how far the place goes, metres.
const STEADY: f64 = 0.05e-3;

/// How many of the longest steps a place is away before it can come back.
const AWAY: f64 = 4.0;

/// Longest period that is sought by repetition, ticks.
const LONGEST_REPEAT: usize = 256;

/// Fewest upward crossings that make a period.
const FEWEST_CROSSINGS: usize = 4;

/// How much a gap between crossings may differ from their mean: this share of it, but always one tick.
const UNEVEN: f64 = 0.15;

/// What a run settles into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettlesKind {
    /// It stands still.
    FixedPoint,
    /// It repeats itself.
    Periodic,
    /// It goes away in one direction.
    Drift,
    /// None of these.
    Irregular,
}

impl SettlesKind {
    /// The word used in text and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FixedPoint => "fixed-point",
            Self::Periodic => "periodic",
            Self::Drift => "drift",
            Self::Irregular => "irregular",
        }
    }
}

/// How a run behaves in a window of its ticks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Settles {
    /// In one word.
    pub kind: SettlesKind,
    /// Largest less smallest value of the series, metres.
    pub amplitude: f64,
    /// Ticks per repetition, which may be fractional; only when periodic.
    pub period_ticks: Option<f64>,
    /// Repetitions per second; only when periodic.
    pub hz: Option<f64>,
    /// Diagonal of the box around all positions, metres: how far the place goes where the series stands still.
    pub spread: f64,
    /// Ticks after which an irregular place is first back where the window began, at the step of a tick: an orbit longer than a
    /// third of the window may be under way.
    pub returns_after_ticks: Option<u32>,
}

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Of the series, metres.
    Amplitude(f64),
    /// Of the place, metres, where the series says nothing of it.
    Place(f64),
}

impl Settles {
    /// The size that tells most: that of the series, or of the place where the place goes round at one and the same value.
    #[must_use]
    pub fn size(&self) -> Size {
        match self.amplitude < STEADY && self.spread > 10.0 * self.amplitude {
            true => Size::Place(self.spread),
            false => Size::Amplitude(self.amplitude),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (metres, of) = match self {
            Self::Amplitude(metres) => (metres, ""),
            Self::Place(metres) => (metres, "place "),
        };
        if *metres >= 10.0 {
            return write!(f, "{of}{metres:.1} m");
        }
        // What rounds to no tenth of a millimetre is told in micrometres.
        match *metres < 0.05e-3 {
            true => write!(f, "{of}{:.1} µm", metres * 1e6),
            false => write!(f, "{of}{:.1} mm", metres * 1e3),
        }
    }
}

/// As one reads it: `periodic, 266.3 mm, 18.83 Hz`.
impl fmt::Display for Settles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.kind != SettlesKind::FixedPoint {
            write!(f, ", {}", self.size())?;
        }
        if let Some(ticks) = self.returns_after_ticks {
            write!(f, ", back after {}", count(ticks.into(), "tick"))?;
        }
        match self.hz {
            Some(hz) => write!(f, ", {hz:.2} Hz"),
            None => Ok(()),
        }
    }
}

/// Judges `positions`, one a tick, and `series`, the number that is plotted of them, at `hz` ticks a second.
///
/// Both are finite and of the same length; `None` of fewer than two: one tick does not show what it settles into.
///
/// # Source
/// design.md, "Settles".
#[must_use]
pub fn settles(positions: &[Vec3], series: &[f64], hz: u32) -> Option<Settles> {
    let first = *series.first()?;
    positions.get(1)?;
    let (start, end) = (*positions.first()?, *positions.last()?);
    let (low, high) = series.iter().fold((first, first), |(low, high), value| {
        (
            if *value < low { *value } else { low },
            if *value > high { *value } else { high },
        )
    });
    let amplitude = high - low;
    let without_period = |kind| Settles {
        kind,
        amplitude,
        period_ticks: None,
        hz: None,
        spread: spread(positions),
        returns_after_ticks: None,
    };
    if repeats_after(positions, 1) {
        return Some(without_period(SettlesKind::FixedPoint));
    }
    // What differs by less than a micrometre is the same: the rounding of a constant distance crosses its middle too.
    let crosses = amplitude > SAME;
    let period = repetition(positions).or_else(|| {
        crosses
            .then(|| crossing_period(series, f64::midpoint(low, high)))
            .flatten()
    });
    if let Some(period) = period {
        return Some(Settles {
            period_ticks: Some(period),
            hz: Some(f64::from(hz) / period),
            ..without_period(SettlesKind::Periodic)
        });
    }
    let path: f64 = positions
        .windows(2)
        .map(|pair| apart(pair[0], pair[1]))
        .sum();
    let net = apart(start, end);
    Some(match net >= path / 2.0 {
        true => without_period(SettlesKind::Drift),
        false => Settles {
            returns_after_ticks: returns_after(positions),
            ..without_period(SettlesKind::Irregular)
        },
    })
}

/// As [`settles`], of positions that are no eye: the series is the axis with the largest span.
///
/// # Source
/// design.md, "Settles".
#[must_use]
pub fn settles_feet(positions: &[Vec3], hz: u32) -> Option<Settles> {
    let axis = |axis: usize| positions.iter().map(move |p| f64::from(p.to_array()[axis]));
    let span = |index: usize| {
        let (low, high) =
            axis(index).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (
                    if value < low { value } else { low },
                    if value > high { value } else { high },
                )
            });
        high - low
    };
    let widest = (1..3).fold(0, |best, index| {
        if span(index) > span(best) {
            index
        } else {
            best
        }
    });
    settles(positions, &axis(widest).collect::<Vec<f64>>(), hz)
}

/// The ticks of `window` (half open, cut at the end of `lane`) that show what the lane settles into.
///
/// Ticks under another policy than that of the last one show what was, and the first ones after a change how it goes over:
/// of a window that begins before the last change of policy in it, the last two thirds of what follows the change are left.
#[must_use]
pub fn judged_window(lane: &LaneRecording, window: Range<u32>) -> Range<u32> {
    let end = window.end.min(lane.len());
    let start = window.start.min(end);
    let mut changes = lane.policies().iter().map(|(tick, _)| *tick);
    match changes.rfind(|tick| *tick < end) {
        Some(change) if start < change => end - (end - change) * 2 / 3..end,
        _ => start..end,
    }
}

/// Judges the ticks of `window` (half open) that [`judged_window`] leaves of it, by the lane's published eye and its distance
/// from the pivot; a lane without an eye, and a body in scripted sweeps, by its feet.
///
/// `None` when fewer than two of them ran.
#[must_use]
pub fn lane_settles(lane: &LaneRecording, window: Range<u32>, hz: u32) -> Option<Settles> {
    let judged = judged_window(lane, window);
    let summaries = &lane.summaries()[judged.start as usize..judged.end as usize];
    let positions: Vec<Vec3> = summaries.iter().map(|summary| summary.published).collect();
    // What is kept of a body in scripted sweeps is the centre of its foot sphere, which moves as the feet do.
    let is_carried = lane
        .snapshots()
        .first()
        .is_some_and(|before| matches!(before.rig, RigState::Moves(_)));
    if is_carried || summaries.iter().any(|summary| !summary.has_eye) {
        return settles_feet(&positions, hz);
    }
    let distances = summaries
        .iter()
        .map(|summary| f64::from(summary.eye_distance));
    settles(&positions, &distances.collect::<Vec<f64>>(), hz)
}

/// Judges every lane of a run in the run's window, in their order.
#[must_use]
pub fn run_settles(recording: &Recording) -> Vec<Option<Settles>> {
    let window = recording.settle_window();
    let lanes = recording.lanes.iter();
    lanes
        .map(|lane| lane_settles(lane, window.clone(), recording.setup.hz))
        .collect()
}

fn apart(a: Vec3, b: Vec3) -> f64 {
    length(wide(a) - wide(b))
}

/// Diagonal of the box around `positions`.
fn spread(positions: &[Vec3]) -> f64 {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for position in positions {
        for (axis, value) in position.to_array().into_iter().enumerate() {
            let value = f64::from(value);
            low[axis] = if value < low[axis] { value } else { low[axis] };
            high[axis] = if value > high[axis] {
                value
            } else {
                high[axis]
            };
        }
    }
    let square: f64 = (0..3)
        .map(|axis| (high[axis] - low[axis]) * (high[axis] - low[axis]))
        .sum();
    square.sqrt()
}

/// The ticks after which the place is first back where it began, at most the longest move of a tick away, having been much
/// farther away.
fn returns_after(positions: &[Vec3]) -> Option<u32> {
    let start = *positions.first()?;
    let moves = positions.windows(2).map(|pair| apart(pair[0], pair[1]));
    let step = moves.fold(0.0, |most, by| if by > most { by } else { most });
    let away = |position: &&Vec3| apart(**position, start) > AWAY * step;
    let left = positions.iter().position(|position| away(&position))?;
    let back = positions[left..]
        .iter()
        .position(|position| apart(*position, start) <= step * (1.0 + 1e-3) + SAME)?;
    Some((left + back) as u32)
}

/// Whether every position is the same as the one `ticks` later.
fn repeats_after(positions: &[Vec3], ticks: usize) -> bool {
    let later = positions.iter().skip(ticks);
    positions
        .iter()
        .zip(later)
        .all(|(a, b)| apart(*a, *b) <= SAME)
}

/// The fewest ticks after which the position repeats.
fn repetition(positions: &[Vec3]) -> Option<f64> {
    let longest = LONGEST_REPEAT.min(positions.len() / 3);
    let ticks = (2..=longest).find(|ticks| repeats_after(positions, *ticks))?;
    Some(ticks as f64)
}

/// The mean gap between upward crossings of `middle`, when there are enough of them and they are even.
fn crossing_period(series: &[f64], middle: f64) -> Option<f64> {
    let upward = |pair: &[f64]| pair[0] < middle && pair[1] >= middle;
    let crossings: Vec<usize> = series
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| upward(pair))
        .map(|(tick, _)| tick)
        .collect();
    if crossings.len() < FEWEST_CROSSINGS {
        return None;
    }
    let gaps = crossings.windows(2).map(|pair| (pair[1] - pair[0]) as f64);
    let mean = gaps.clone().sum::<f64>() / (crossings.len() - 1) as f64;
    let allowed = if mean * UNEVEN > 1.0 {
        mean * UNEVEN
    } else {
        1.0
    };
    gaps.clone()
        .all(|gap| (gap - mean).abs() <= allowed)
        .then_some(mean)
}

#[cfg(test)]
mod tests;
