//! Where two lanes on the same input part.
//!
//! Two answers: the first tick whose digests differ, which may be mere rounding, and the first difference that means
//! something: another discrete outcome, or a number off by more than a tolerance.
//! The second is sought in two rounds. Both lanes run side by side until a tick comes out different; of that tick both
//! journals are then read side by side, facts that belong to the plan left out, until they say different things.

mod blame;
mod compare;

use std::fmt;

use glam::Vec3;
use serde::{Serialize, Serializer};

pub use blame::{Blame, Blamed, blame};
use compare::{compare_events, compare_outcomes, is_milestone};

use super::words;
use crate::formats::text::count;
use crate::geometry::vector::{length, wide};
use crate::lane::{Lane, Setup};
use crate::probe::{Entry, Event};
use crate::recording::{LaneRecording, Replay};
use crate::world::World;

/// How far two numbers may be apart before that means something, where nobody says otherwise: metres.
///
/// # Source
/// design.md, "Command line", `diff`.
pub const TOLERANCE: f64 = 1e-5;

/// Events told on either side of the one that differs.
const AROUND: usize = 6;

/// Where two lanes part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diff {
    /// Name of the first lane.
    pub a: String,
    /// Name of the second lane.
    pub b: String,
    /// Number of ticks that both lanes ran.
    pub ticks: u32,
    /// How far two numbers may be apart.
    pub tolerance: f64,
    /// The first tick whose digests differ.
    pub first_bit: Option<FirstBit>,
    /// The first difference that means something.
    pub first: Option<Divergence>,
}

/// The first tick whose digests differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstBit {
    /// The tick.
    pub tick: u32,
    /// Digest of the first lane, 16 hex digits.
    pub a: String,
    /// Digest of the second lane.
    pub b: String,
}

/// The first difference that means something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// The tick.
    pub tick: u32,
    /// The sweep within the tick, from 1; 0 outside a sweep.
    pub sweep: u32,
    /// The step within the sweep, from 1; 0 outside a step.
    pub step: u32,
    /// What differs.
    pub field: &'static str,
    /// Its value in the first lane.
    pub a: Told,
    /// Its value in the second lane.
    pub b: Told,
    /// Distance of both values, where they are places: metres.
    pub distance: Option<f64>,
    /// What happened around it in both lanes.
    pub chain: Chain,
}

/// The events around a difference, in both lanes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chain {
    /// In the first lane.
    pub a: Vec<Link>,
    /// In the second lane.
    pub b: Vec<Link>,
}

/// One event of a chain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Link {
    /// Whether it is the event that differs.
    pub differs: bool,
    /// The event in one line.
    pub text: String,
    /// The event itself.
    #[serde(flatten)]
    pub entry: Entry,
}

/// One side of a difference.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// A word.
    Text(String),
    /// A number.
    Number(f64),
    /// A place or a direction.
    Vector(Vec3),
    /// A quaternion: w, x, y, z.
    Rotation([f32; 4]),
    /// There is none; null in JSON.
    Absent,
}

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Vector(v) => v.to_array().serialize(serializer),
            Self::Rotation(q) => q.serialize(serializer),
            Self::Absent => serializer.serialize_none(),
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => f.write_str(&words::fixed(*number, 6)),
            // One more digit than elsewhere: differences may be a hundredth of a millimetre.
            Self::Vector(v) => {
                let [x, y, z] = v.to_array().map(|c| words::fixed(f64::from(c), 6));
                write!(f, "({x}, {y}, {z})")
            }
            Self::Rotation(q) => {
                let [w, x, y, z] = q.map(|c| words::fixed(f64::from(c), 6));
                write!(f, "({w}, {x}, {y}, {z})")
            }
            Self::Absent => f.write_str("none"),
        }
    }
}

/// Compares two lanes of a run tick by tick, as far as both ran.
///
/// Planned steps are not compared: they are the policy itself. Places that are far out are compared no finer than their numbers
/// are, to 16 spacings of `f32`, unless `tolerance` is 0.
#[must_use]
pub fn diff(setup: &Setup, a: &LaneRecording, b: &LaneRecording, tolerance: f64) -> Diff {
    let ticks = if a.len() < b.len() { a.len() } else { b.len() };
    let pairs = a.summaries().iter().zip(b.summaries());
    let first_bit =
        pairs
            .zip(0..)
            .find(|((a, b), _)| a.digest != b.digest)
            .map(|((a, b), tick)| FirstBit {
                tick,
                a: format!("{:016x}", a.digest),
                b: format!("{:016x}", b.digest),
            });
    let first = first_tick(setup, a, b, ticks, tolerance).and_then(|tick| {
        let (a, b) = (a.replay(setup, tick), b.replay(setup, tick));
        place(setup, &a, &b, tolerance)
    });
    Diff {
        a: a.name.clone(),
        b: b.name.clone(),
        ticks,
        tolerance,
        first_bit,
        first,
    }
}

/// The first tick whose outcomes differ; both lanes run again side by side, since summaries do not hold all of it.
fn first_tick(
    setup: &Setup,
    a: &LaneRecording,
    b: &LaneRecording,
    ticks: u32,
    tolerance: f64,
) -> Option<u32> {
    let (mut lane_a, mut lane_b) = (a.lane_at(setup, 0), b.lane_at(setup, 0));
    (0..ticks).find(|tick| {
        let run = |lane: &mut Lane, recording: &LaneRecording| {
            lane.policy = recording.policy_at(*tick);
            lane.tick(setup, &recording.input(setup, *tick), &mut ())
        };
        let (a, b) = (run(&mut lane_a, a), run(&mut lane_b, b));
        compare_outcomes(&a, &b, tolerance, setup.hz).is_some()
    })
}

/// Where in the tick both journals part; what they do not show is taken from the outcomes.
fn place(setup: &Setup, a: &Replay, b: &Replay, tolerance: f64) -> Option<Divergence> {
    let world = &setup.world;
    let milestones = |replay: &Replay| -> Vec<usize> {
        let entries = replay.journal.entries.iter().enumerate();
        entries
            .filter(|(_, entry)| is_milestone(&entry.event))
            .map(|(index, _)| index)
            .collect()
    };
    let (stones_a, stones_b) = (milestones(a), milestones(b));
    let (entries_a, entries_b) = (&a.journal.entries, &b.journal.entries);
    let both = stones_a.iter().zip(&stones_b);
    let found = both
        .map(|(at_a, at_b)| (*at_a, *at_b))
        .find_map(|(at_a, at_b)| {
            let difference = compare_events(world, &entries_a[at_a], &entries_b[at_b], tolerance)?;
            Some((Some((at_a, at_b)), difference))
        });
    let (at, difference) = match found {
        Some(found) => found,
        None => (
            None,
            compare_outcomes(&a.outcome, &b.outcome, tolerance, setup.hz)?,
        ),
    };
    let (at_a, at_b) = at.unzip();
    // The later place of both: where one lane sought and the other had nothing to seek, that is where it happened.
    let spot = |entries: &[Entry], at: Option<usize>| {
        at.and_then(|at| entries.get(at))
            .map_or((0, 0), |entry| (entry.sweep, entry.step))
    };
    let (sweep, step) = match (spot(entries_a, at_a), spot(entries_b, at_b)) {
        (a, b) if a.1 == 0 => b,
        (a, _) => a,
    };
    let distance = match (&difference.a, &difference.b) {
        (Told::Vector(a), Told::Vector(b)) => Some(length(wide(*a) - wide(*b))),
        _ => None,
    };
    Some(Divergence {
        tick: a.outcome.tick,
        sweep,
        step,
        field: difference.field,
        a: difference.a,
        b: difference.b,
        distance,
        chain: Chain {
            a: chain(world, entries_a, at_a),
            b: chain(world, entries_b, at_b),
        },
    })
}

/// The events around the one at `at`, the walks through trees left out; without a place the last ones.
fn chain(world: &World, entries: &[Entry], at: Option<usize>) -> Vec<Link> {
    let is_told = |entry: &Entry| {
        !matches!(
            entry.event,
            Event::NodeVisited { .. } | Event::NodePruned { .. } | Event::PolygonTested { .. }
        )
    };
    let told: Vec<(usize, &Entry)> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_told(entry))
        .collect();
    let place = at.map_or(told.len(), |at| {
        told.partition_point(|(index, _)| *index < at)
    });
    let around = place.saturating_sub(AROUND)..told.len().min(place + AROUND + 1);
    let link = |(index, entry): &(usize, &Entry)| Link {
        differs: Some(*index) == at,
        text: words::event(world, entry),
        entry: (*entry).clone(),
    };
    told[around].iter().map(link).collect()
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = (&self.a, &self.b);
        writeln!(
            f,
            "a: {a}\nb: {b}\n{}, tolerance {} m",
            count(self.ticks.into(), "tick"),
            self.tolerance
        )?;
        let Some(bit) = &self.first_bit else {
            return match &self.first {
                None => writeln!(f, "equal bit for bit"),
                Some(first) => write!(f, "{first}"),
            };
        };
        writeln!(
            f,
            "first bit   tick {}: digest {} against {}",
            bit.tick, bit.a, bit.b
        )?;
        match &self.first {
            None => writeln!(f, "first       no difference that means something"),
            Some(first) => write!(f, "{first}"),
        }
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "first       tick {}", self.tick)?;
        if self.sweep > 0 {
            write!(f, ", sweep {}", self.sweep)?;
        }
        if self.step > 0 {
            write!(f, ", step {}", self.step)?;
        }
        writeln!(f, ": {}", self.field)?;
        writeln!(f, "  a         {}\n  b         {}", self.a, self.b)?;
        if let Some(distance) = self.distance {
            writeln!(f, "  apart     {} mm", words::fixed(distance * 1000.0, 3))?;
        }
        for (name, links) in [("a", &self.chain.a), ("b", &self.chain.b)] {
            writeln!(f, "chain of {name}")?;
            for link in links {
                let mark = if link.differs { '>' } else { ' ' };
                let place = match (link.entry.sweep, link.entry.step) {
                    (0, _) => String::new(),
                    (sweep, 0) => format!("sweep {sweep}"),
                    (sweep, step) => format!("sweep {sweep}.{step}"),
                };
                writeln!(f, "{mark} {place:<11}{}", link.text)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
