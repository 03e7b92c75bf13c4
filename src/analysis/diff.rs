//! Where two lanes on the same input part.
//!
//! Two answers: the first tick whose digests differ, which may be mere rounding, and the first difference that means
//! something: another discrete outcome, or a number off by more than a tolerance.
//! The second is sought in two rounds. Both lanes run side by side until a tick comes out different; of that tick both
//! journals are then read side by side, facts that belong to the plan left out, until they say different things.

use std::fmt;

use glam::Vec3;
use serde::{Serialize, Serializer};

use super::words;
use crate::geometry::Frame;
use crate::geometry::vector::{length, wide};
use crate::lane::{Lane, Setup, TickOutcome};
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
/// Planned steps are not compared: they are the policy itself.
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
        place(&setup.world, &a, &b, tolerance)
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
        compare_outcomes(&a, &b, tolerance).is_some()
    })
}

/// A field that differs, and both values.
struct Difference {
    field: &'static str,
    a: Told,
    b: Told,
}

impl Difference {
    fn words(field: &'static str, a: &str, b: &str) -> Option<Self> {
        (a != b).then(|| Self {
            field,
            a: Told::Text(a.to_owned()),
            b: Told::Text(b.to_owned()),
        })
    }

    fn places(field: &'static str, a: Vec3, b: Vec3, tolerance: f64) -> Option<Self> {
        // Not within, so that what is not a number differs from everything.
        let within = length(wide(a) - wide(b)) <= tolerance;
        (!within && a.to_array().map(f32::to_bits) != b.to_array().map(f32::to_bits)).then_some(
            Self {
                field,
                a: Told::Vector(a),
                b: Told::Vector(b),
            },
        )
    }

    /// Rotations by their components; q and -q are the same turn.
    fn rotations(field: &'static str, a: &Frame, b: &Frame, tolerance: f64) -> Option<Self> {
        let [a, b] = [a, b].map(|f| [f.rotation.w, f.rotation.x, f.rotation.y, f.rotation.z]);
        let off = |sign: f64| {
            let pairs = a
                .iter()
                .zip(&b)
                .map(|(a, b)| (f64::from(*a), sign * f64::from(*b)));
            pairs.fold(0.0, |most: f64, (a, b)| {
                if (a - b).abs() > most {
                    (a - b).abs()
                } else {
                    most
                }
            })
        };
        (off(1.0) > tolerance && off(-1.0) > tolerance).then_some(Self {
            field,
            a: Told::Rotation(a),
            b: Told::Rotation(b),
        })
    }

    fn frames(fields: [&'static str; 2], a: &Frame, b: &Frame, tolerance: f64) -> Option<Self> {
        let places = Self::places(fields[0], a.origin, b.origin, tolerance);
        places.or_else(|| Self::rotations(fields[1], a, b, tolerance))
    }
}

/// The first field in which two outcomes differ, causes before their effects.
fn compare_outcomes(a: &TickOutcome, b: &TickOutcome, tolerance: f64) -> Option<Difference> {
    let found = |outcome: &TickOutcome| match outcome.sweep.adjust {
        None => "not sought",
        Some(adjust) if adjust.success => "found",
        Some(_) => "none",
    };
    let hit = |outcome: &TickOutcome| match outcome.sweep.hit {
        None => "none".to_owned(),
        Some(hit) => format!("polygon {} of object {}", hit.polygon, hit.object),
    };
    let normal = || match (a.sweep.normal, b.sweep.normal) {
        (Some(a), Some(b)) => Difference::places("normal", a, b, tolerance),
        (None, None) => None,
        (a, b) => {
            let told = |normal: Option<Vec3>| normal.map_or(Told::Absent, Told::Vector);
            Some(Difference {
                field: "normal",
                a: told(a),
                b: told(b),
            })
        }
    };
    Difference::places("pivot", a.pivot, b.pivot, tolerance)
        .or_else(|| {
            Difference::frames(
                ["desired", "desired_rotation"],
                &a.desired,
                &b.desired,
                tolerance,
            )
        })
        .or_else(|| {
            Difference::frames(
                ["sought", "sought_rotation"],
                &a.sought,
                &b.sought,
                tolerance,
            )
        })
        .or_else(|| Difference::words("touch_time", found(a), found(b)))
        .or_else(|| Difference::words("hit", &hit(a), &hit(b)))
        .or_else(|| Difference::words("verdict", a.sweep.verdict.name(), b.sweep.verdict.name()))
        .or_else(|| Difference::words("stop_reason", a.sweep.stop.name(), b.sweep.stop.name()))
        .or_else(normal)
        .or_else(|| Difference::places("end", a.sweep.end.origin, b.sweep.end.origin, tolerance))
        .or_else(|| {
            Difference::frames(
                ["published", "published_rotation"],
                &a.published,
                &b.published,
                tolerance,
            )
        })
}

/// Where in the tick both journals part; what they do not show is taken from the outcomes.
fn place(world: &World, a: &Replay, b: &Replay, tolerance: f64) -> Option<Divergence> {
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
        None => (None, compare_outcomes(&a.outcome, &b.outcome, tolerance)?),
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

/// Whether an event says what came of something, and not how it was planned or sought.
fn is_milestone(event: &Event) -> bool {
    match event {
        Event::Desired { .. }
        | Event::Sought { .. }
        | Event::AdjustEnded { .. }
        | Event::PlaneHit { .. }
        | Event::NormalWritten { .. }
        | Event::ContactWritten { .. }
        | Event::WalkableFound { .. }
        | Event::CollideLatched { .. }
        | Event::StepUpEnded { .. }
        | Event::StepDownEnded { .. }
        | Event::EdgeSlide { .. }
        | Event::Reverted { .. }
        | Event::SweepEnded { .. }
        | Event::Published { .. }
        | Event::ViewerReset { .. } => true,
        Event::SweepPlanned { .. }
        | Event::StepBegan { .. }
        | Event::Attempt { .. }
        | Event::CandidateAdmitted { .. }
        | Event::CandidateRejected { .. }
        | Event::BranchTaken { .. }
        | Event::NodeVisited { .. }
        | Event::NodePruned { .. }
        | Event::PolygonTested { .. }
        | Event::AdjustRound { .. }
        | Event::PrimitiveTested { .. }
        | Event::NegativeHit { .. }
        | Event::StepUpBegan { .. }
        | Event::StepDownBegan { .. }
        | Event::SlideShift { .. }
        | Event::QueryEnded { .. }
        | Event::StepEnded { .. } => false,
    }
}

/// What two milestones say differently.
fn compare_events(world: &World, a: &Entry, b: &Entry, tolerance: f64) -> Option<Difference> {
    match (&a.event, &b.event) {
        (
            Event::Desired {
                pivot: pivot_a,
                pose: a,
            },
            Event::Desired {
                pivot: pivot_b,
                pose: b,
            },
        ) => Difference::places("pivot", *pivot_a, *pivot_b, tolerance)
            .or_else(|| Difference::frames(["desired", "desired_rotation"], a, b, tolerance)),
        (Event::Sought { pose: a, .. }, Event::Sought { pose: b, .. }) => {
            Difference::frames(["sought", "sought_rotation"], a, b, tolerance)
        }
        (Event::AdjustEnded { success: a, .. }, Event::AdjustEnded { success: b, .. }) => {
            let found = |success: bool| if success { "found" } else { "none" };
            Difference::words("touch_time", found(*a), found(*b))
        }
        (
            Event::PlaneHit {
                object: object_a,
                polygon: a,
                point: point_a,
                normal: normal_a,
            },
            Event::PlaneHit {
                object: object_b,
                polygon: b,
                point: point_b,
                normal: normal_b,
            },
        ) => {
            let name = |object, polygon| {
                format!("polygon {polygon} of {}", words::object_name(world, object))
            };
            Difference::words("hit", &name(*object_a, *a), &name(*object_b, *b))
                .or_else(|| Difference::places("contact_point", *point_a, *point_b, tolerance))
                .or_else(|| Difference::places("normal", *normal_a, *normal_b, tolerance))
        }
        (
            Event::NormalWritten {
                normal: a,
                source: source_a,
            },
            Event::NormalWritten {
                normal: b,
                source: source_b,
            },
        ) => {
            let (source_a, source_b) = (
                words::normal_source(*source_a),
                words::normal_source(*source_b),
            );
            Difference::words("normal_source", source_a, source_b)
                .or_else(|| Difference::places("normal", *a, *b, tolerance))
        }
        (Event::Reverted { to: a, .. }, Event::Reverted { to: b, .. }) => {
            Difference::places("reverted_to", *a, *b, tolerance)
        }
        (
            Event::SweepEnded {
                verdict: verdict_a,
                stop: stop_a,
                end: a,
                ..
            },
            Event::SweepEnded {
                verdict: verdict_b,
                stop: stop_b,
                end: b,
                ..
            },
        ) => Difference::words("verdict", verdict_a.name(), verdict_b.name())
            .or_else(|| Difference::words("stop_reason", stop_a.name(), stop_b.name()))
            .or_else(|| Difference::places("end", *a, *b, tolerance)),
        (
            Event::Published {
                pose: a,
                rung: rung_a,
            },
            Event::Published {
                pose: b,
                rung: rung_b,
            },
        ) => Difference::words("rung", words::rung(*rung_a), words::rung(*rung_b))
            .or_else(|| Difference::frames(["published", "published_rotation"], a, b, tolerance)),
        (Event::ViewerReset { pose: a }, Event::ViewerReset { pose: b }) => {
            Difference::frames(["reset", "reset_rotation"], a, b, tolerance)
        }
        _ => Difference::words("event", &words::event(world, a), &words::event(world, b)),
    }
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
            "a: {a}\nb: {b}\n{} ticks, tolerance {} m",
            self.ticks, self.tolerance
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
