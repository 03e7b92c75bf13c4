//! Who listens to events.

use serde::{Serialize, Serializer};

use super::event::{Event, EventKind};
use crate::ids::ObjectId;

/// A listener. Routines hand it a closure, so that an absent listener costs nothing.
pub trait Probe {
    /// Whether anybody listens; what would only be told may be left out otherwise.
    const LISTENS: bool = true;

    /// Tells the listener one fact.
    fn note(&mut self, make: impl FnOnce() -> Event);
}

impl Probe for () {
    const LISTENS: bool = false;

    #[inline(always)]
    fn note(&mut self, _make: impl FnOnce() -> Event) {}
}

/// One event with its place in the tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Number of the sweep within the tick, from 1; 0 outside a sweep.
    pub sweep: u32,
    /// Number of the step within the sweep, from 1; 0 outside a step.
    pub step: u32,
    /// The object whose query is running.
    pub object: Option<ObjectId>,
    /// Index of its part, where it has several.
    pub part: Option<u32>,
    /// The fact.
    pub event: Event,
}

/// One object: `sweep`, `step`, `object` and `part` where there is one, `event` and the event's own fields.
///
/// No key stands twice: an event that says itself which step or object it is about has the key among its fields.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Flat<'a> {
            sweep: u32,
            #[serde(skip_serializing_if = "Option::is_none")]
            step: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            object: Option<ObjectId>,
            #[serde(skip_serializing_if = "Option::is_none")]
            part: Option<u32>,
            #[serde(flatten)]
            event: &'a Event,
        }
        let own = self.event.fields();
        let step = (!own.contains(&"step")).then_some(self.step);
        let object = self.object.filter(|_| !own.contains(&"object"));
        let part = self.part.filter(|_| !own.contains(&"part"));
        Flat {
            sweep: self.sweep,
            step,
            object,
            part,
            event: &self.event,
        }
        .serialize(serializer)
    }
}

/// Keeps every event of one tick in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// All events of the tick, in order.
    pub entries: Vec<Entry>,
    sweep: u32,
    step: u32,
    in_sweep: bool,
    /// What is being asked, the innermost last: an object, or the environment of a cell.
    asked: Vec<(Option<ObjectId>, Option<u32>)>,
}

impl Probe for Journal {
    fn note(&mut self, make: impl FnOnce() -> Event) {
        let event = make();
        match &event {
            Event::SweepPlanned { .. } => {
                self.sweep += 1;
                self.step = 0;
                self.in_sweep = true;
                self.asked.clear();
            }
            Event::StepBegan { step, .. } => self.step = *step,
            Event::CandidateAdmitted { object, .. } => self.asked.push((Some(*object), None)),
            Event::EnvironmentAsked { .. } => self.asked.push((None, None)),
            Event::PartAsked { part, .. } => {
                if let Some(asked) = self.asked.last_mut() {
                    asked.1 = Some(*part);
                }
            }
            _ => {}
        }
        let is_answer = matches!(
            event,
            Event::QueryEnded { .. } | Event::EnvironmentAnswered { .. }
        );
        let leaves_step = matches!(event, Event::StepEnded { .. });
        let leaves_sweep = matches!(event, Event::SweepEnded { .. });
        let (object, part) = self.asked.last().copied().unwrap_or_default();
        self.entries.push(Entry {
            sweep: if self.in_sweep { self.sweep } else { 0 },
            step: self.step,
            object,
            part,
            event,
        });
        if is_answer {
            self.asked.pop();
        }
        if leaves_step {
            self.step = 0;
        }
        if leaves_sweep {
            self.in_sweep = false;
        }
    }
}

/// Counts events by kind; the measures that count come from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    counts: [u64; EventKind::ALL.len()],
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            counts: [0; EventKind::ALL.len()],
        }
    }
}

impl Counters {
    /// How many events of `kind` were seen.
    #[must_use]
    pub fn of(&self, kind: EventKind) -> u64 {
        self.counts[kind as usize]
    }

    /// Sets how many events of `kind` were seen, where that comes from a file.
    pub fn set(&mut self, kind: EventKind, count: u64) {
        self.counts[kind as usize] = count;
    }

    /// Adds all of `other`.
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine += theirs;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counts = [0; EventKind::ALL.len()];
    }
}

impl Probe for Counters {
    #[inline]
    fn note(&mut self, make: impl FnOnce() -> Event) {
        self.counts[make().kind() as usize] += 1;
    }
}

/// Tells two listeners.
pub struct Tee<'a, A, B>(pub &'a mut A, pub &'a mut B);

impl<A: Probe, B: Probe> Probe for Tee<'_, A, B> {
    const LISTENS: bool = A::LISTENS || B::LISTENS;

    fn note(&mut self, make: impl FnOnce() -> Event) {
        let event = make();
        let copy = event.clone();
        self.0.note(|| event);
        self.1.note(|| copy);
    }
}
