//! Runs and events as JSON, key for key as `docs/cli.md` says.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::result::{LaneResult, digest_text};
use crate::lane::{Measure, Value};
use crate::probe::{Entry, EventKind};
use crate::recording::Stat;

/// Writes the result of a run as one object on one line.
///
/// # Errors
/// Those of `out`.
pub fn write_run(
    out: &mut dyn Write,
    scene: &str,
    hz: u32,
    ticks: u32,
    lanes: &[LaneResult],
) -> io::Result<()> {
    let lanes: Vec<_> = lanes.iter().map(LaneJson).collect();
    write_line(
        out,
        &RunJson {
            scene,
            hz,
            ticks,
            lanes,
        },
    )
}

/// Writes `value` and a line end.
///
/// # Errors
/// Those of `out`.
pub fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Writes one event of a tick as an object on a line: `tick`, `lane`, `sweep`, `step`, `object`, `event` and the event's own fields.
///
/// # Errors
/// Those of `out`.
pub fn write_event(out: &mut dyn Write, tick: u32, lane: &str, entry: &Entry) -> io::Result<()> {
    write_line(out, &EventJson { tick, lane, entry })
}

#[derive(serde::Serialize)]
struct EventJson<'a> {
    tick: u32,
    lane: &'a str,
    #[serde(flatten)]
    entry: &'a Entry,
}

#[derive(serde::Serialize)]
struct RunJson<'a> {
    scene: &'a str,
    hz: u32,
    ticks: u32,
    lanes: Vec<LaneJson<'a>>,
}

struct LaneJson<'a>(&'a LaneResult);

impl Serialize for LaneJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let result = self.0;
        let mut map = serializer.serialize_map(Some(7))?;
        map.serialize_entry("name", &result.name)?;
        map.serialize_entry("policy", &result.policy)?;
        map.serialize_entry("digest", &digest_text(result.digest))?;
        map.serialize_entry("final", &Final(result))?;
        map.serialize_entry("stats", &StatsJson(result))?;
        map.serialize_entry("settles", &result.settles)?;
        map.serialize_entry("events", &Events(result))?;
        map.end()
    }
}

struct Final<'a>(&'a LaneResult);

impl Serialize for Final<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Measure::ALL.len()))?;
        for measure in Measure::ALL {
            map.serialize_entry(
                measure.name(),
                &ValueJson(*measure, self.0.at_last(*measure)),
            )?;
        }
        map.end()
    }
}

/// A measure's value: a number, a word, or null.
pub struct ValueJson(pub Measure, pub Value);

impl Serialize for ValueJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.1 {
            Value::Number(number) => Number(self.0, number).serialize(serializer),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Cell(cell) => cell.serialize(serializer),
            Value::Absent => serializer.serialize_none(),
        }
    }
}

/// A number of a measure; counts are whole.
struct Number(Measure, f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = self.1 as u64;
        if self.0.is_whole() && whole as f64 == self.1 {
            serializer.serialize_u64(whole)
        } else {
            serializer.serialize_f64(self.1)
        }
    }
}

struct StatsJson<'a>(&'a LaneResult);

impl Serialize for StatsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for measure in Measure::ALL.iter().filter(|measure| !measure.is_text()) {
            map.serialize_entry(measure.name(), &StatJson(*measure, self.0.stat(*measure)))?;
        }
        map.end()
    }
}

struct StatJson(Measure, Option<Stat>);

impl Serialize for StatJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(measure, stat) = self;
        let number = |of: fn(&Stat) -> f64| stat.as_ref().map(|stat| Number(*measure, of(stat)));
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("min", &number(|stat| stat.min))?;
        map.serialize_entry("max", &number(|stat| stat.max))?;
        map.serialize_entry("mean", &stat.as_ref().and_then(Stat::mean))?;
        map.serialize_entry("last", &number(|stat| stat.last))?;
        map.end()
    }
}

struct Events<'a>(&'a LaneResult);

impl Serialize for Events<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(EventKind::ALL.len()))?;
        for kind in EventKind::ALL {
            map.serialize_entry(kind.name(), &self.0.events.of(*kind))?;
        }
        map.end()
    }
}
