//! What files of others hold, as `inspect` tells it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

use super::Io;
use super::exit::{Fault, one_line, shown};
use super::text::count;
use crate::analysis::words;
use crate::formats::capture::{self, Capture, Refusal};
use crate::formats::dump::{Dump, DumpPolygon};
use crate::geometry::bounds::Bounds;

/// Most entries of a list.
const LISTED: usize = 24;

/// Tells what a dump holds, and gives its warnings.
pub(super) fn write_dump(out: &mut dyn Write, file: &Path, dump: &Dump) -> io::Result<Vec<String>> {
    let file = shown(file);
    match dump {
        Dump::Model(model) => {
            writeln!(out, "{file}: a JSON dump of the model {:#010X}", model.id)?;
            write_polygons(out, "polygons", &model.polygons)?;
            if let Some(sphere) = model.bounds {
                let (center, radius) = (words::point(sphere.center), sphere.radius);
                writeln!(out, "  sphere   {center}, radius {radius} m")?;
            }
            Ok(model.warnings.clone())
        }
        Dump::Room(room) => {
            writeln!(out, "{file}: a JSON dump of the room {:#010X}", room.id)?;
            writeln!(out, "  place    {}", words::point(room.frame.origin))?;
            let r = room.frame.rotation;
            writeln!(
                out,
                "  turn     (w {}, x {}, y {}, z {})",
                r.w + 0.0,
                r.x + 0.0,
                r.y + 0.0,
                r.z + 0.0
            )?;
            write_polygons(out, "polygons", &room.polygons)?;
            for portal in room.portals.iter().take(LISTED) {
                let beyond = portal.beyond.map_or_else(
                    || "the landscape".to_owned(),
                    |cell| format!("{cell:#010X}"),
                );
                let (polygon, flags) = (portal.polygon, portal.flags);
                writeln!(
                    out,
                    "  portal   to {beyond}, polygon {polygon:#06X}, flags {flags:#x}"
                )?;
            }
            if let Some(more) = room
                .portals
                .len()
                .checked_sub(LISTED)
                .filter(|more| *more > 0)
            {
                writeln!(out, "  and {} more", count(more as u64, "portal"))?;
            }
            let seen: BTreeSet<_> = room
                .visible
                .iter()
                .filter(|cell| **cell != room.id)
                .collect();
            let seen = count(seen.len() as u64, "other room");
            writeln!(out, "  sees     {seen}")?;
            let told = room.warnings.iter().cloned();
            Ok(told.chain(room.useless_portals()).collect())
        }
    }
}

fn write_polygons(out: &mut dyn Write, name: &str, list: &[DumpPolygon]) -> io::Result<()> {
    writeln!(out, "  {name} {}", list.len())?;
    let corners = list
        .iter()
        .flat_map(|face| face.polygon.vertices.iter().copied());
    if let Some(bounds) = Bounds::around(corners) {
        let (min, max) = (words::point(bounds.min), words::point(bounds.max));
        writeln!(out, "  bounds   {min} to {max} m")?;
    }
    Ok(())
}

/// Tells what a capture holds.
pub(super) fn tell_capture(file: &Path, io: &mut Io<'_>) -> Result<(), Fault> {
    let mut capture = Capture::default();
    let mut unknown = BTreeMap::new();
    let mut partial: BTreeMap<String, u64> = BTreeMap::new();
    let mut unusable: BTreeMap<String, (u64, u32)> = BTreeMap::new();
    let (mut cells, mut bounds): (BTreeMap<u32, u64>, Option<Bounds>) = (BTreeMap::new(), None);
    let told = |error: &io::Error| Fault::reading(file, error);
    let input = BufReader::with_capacity(1 << 20, File::open(file).map_err(|error| told(&error))?);
    let torn = capture::lines(input, |line, read| {
        if let Ok(Some(record)) = &read {
            capture::unknown_fields(&String::from_utf8_lossy(line), &mut unknown);
            if let Some(problem @ Refusal::Number { .. }) = capture::problem(record) {
                let entry = unusable.entry(problem.to_string());
                entry.or_insert((0, record.line)).0 += 1;
            }
            for field in capture::not_finite(record) {
                let entry = unusable.entry(format!("{field} is not finite and is not compared"));
                entry.or_insert((0, record.line)).0 += 1;
            }
            for field in capture::lacking(record) {
                *partial.entry(field).or_insert(0) += 1;
            }
            if let Some(input) = &record.model.input {
                *cells.entry(input.cell_id.map_or(0, |id| id.0)).or_insert(0) += 1;
                let at = input
                    .current_pos
                    .map(|p| p.vector())
                    .filter(|p| p.is_finite());
                let corners = bounds.into_iter().flat_map(|b| [b.min, b.max]).chain(at);
                bounds = Bounds::around(corners);
            }
        }
        capture.take(read);
        capture.records.clear();
    });
    capture.torn = torn.map_err(|error| told(&error))?;
    let out = &mut *io.out;
    let records: u32 = capture.runs.iter().map(|run| run.records).sum();
    let (records, runs) = (
        count(u64::from(records), "record"),
        count(capture.runs.len() as u64, "run"),
    );
    writeln!(
        out,
        "{}: a resolve capture of {records} in {runs}",
        shown(file)
    )?;
    for run in capture.runs.iter().take(LISTED) {
        let records = count(u64::from(run.records), "record");
        writeln!(
            out,
            "  run {}    {records}, ticks {} to {}",
            run.number, run.ticks.0, run.ticks.1
        )?;
    }
    if let Some(bounds) = bounds {
        let (min, max) = (words::point(bounds.min), words::point(bounds.max));
        writeln!(out, "  begins   {min} to {max} m")?;
    }
    for (cell, records) in cells.iter().take(LISTED) {
        writeln!(
            out,
            "  cell     {cell:#010X}: {}",
            count(*records, "record")
        )?;
    }
    for (field, records) in &partial {
        writeln!(out, "  lacks    {field}: {}", count(*records, "record"))?;
    }
    for (problem, (records, line)) in &unusable {
        let records = count(*records, "record");
        writeln!(
            out,
            "  unusable {problem}: {records}, the first in line {line}"
        )?;
    }
    for (field, (records, first)) in unknown.iter().take(LISTED) {
        let first = one_line(first);
        writeln!(
            out,
            "  unknown  {}: {}, the first {first}",
            one_line(field),
            count(*records, "record")
        )?;
    }
    for warning in capture.warnings() {
        io.warn(&format!("{}:{warning}", file.display()));
    }
    Ok(())
}
