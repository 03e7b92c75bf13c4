//! What a probe log holds, and what comes to it.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use super::Io;
use super::exit::{Fault, one_line, shown};
use super::text::count;
use crate::analysis::words;
use crate::formats::probe_log::scene::{cut, left_out};
use crate::formats::probe_log::{Drawable, Entry, KNOWN, Log, Tail, drawables, lost};

/// How long is waited for more.
const PAUSE: Duration = Duration::from_millis(200);

/// Most tags that are listed.
const LISTED: usize = 64;

/// Tells what a log holds, tag by tag.
pub(super) fn write_log(out: &mut dyn Write, file: &Path, log: &Log) -> io::Result<()> {
    let (entries, lines) = (log.entries.len() as u64, count(log.lines, "line"));
    let encoding = if log.is_utf16 { ", UTF-16" } else { "" };
    let entries = if entries == 1 {
        "1 entry".to_owned()
    } else {
        format!("{entries} entries")
    };
    writeln!(
        out,
        "{}: a probe log of {entries} in {lines}{encoding}",
        shown(file)
    )?;
    let (mut points, mut polygons, mut sweeps, mut fails) = (0, 0, 0, 0);
    for drawable in log.entries.iter().flat_map(drawables) {
        match drawable {
            Drawable::Point { .. } => points += 1,
            Drawable::Polygon { .. } => polygons += 1,
            Drawable::Sweep { .. } => sweeps += 1,
            Drawable::PlaceFail { .. } => fails += 1,
        }
    }
    let drawn = [
        count(polygons, "polygon"),
        count(sweeps, "sweep"),
        count(points, "point"),
        count(fails, "failed placement"),
    ];
    writeln!(out, "  to draw  {}", drawn.join(", "))?;
    for left_out in left_out(log).into_iter().chain(cut(log)) {
        writeln!(out, "  but      {}", one_line(&left_out))?;
    }
    let tags = log.tags();
    for (tag, summary) in tags.iter().take(LISTED) {
        let known = if KNOWN.contains(tag) {
            ""
        } else {
            " (unknown)"
        };
        let fields = one_line(&summary.fields.join(" "));
        let (times, first) = (summary.count, summary.first);
        writeln!(
            out,
            "  [{tag}]{known} {times}, first in line {first}: {fields}"
        )?;
    }
    if let Some(more) = tags.len().checked_sub(LISTED).filter(|more| *more > 0) {
        writeln!(out, "  and {}", count(more as u64, "more tag"))?;
    }
    Ok(())
}

/// Tells each entry of a log as it is written; ends when nobody reads any more.
///
/// `check` refuses other files, and says whether anything is in this one yet.
pub(super) fn follow(
    file: &Path,
    check: fn(&Path) -> Result<bool, Fault>,
    io: &mut Io<'_>,
) -> Result<std::convert::Infallible, Fault> {
    let mut tail = Tail::new(file);
    let (mut is_known, mut is_told) = (false, false);
    loop {
        if !is_known {
            is_known = check(file)?;
        }
        if !is_known && !is_told && !file.exists() {
            // Whether anybody hears of it changes nothing.
            let _ = writeln!(io.err, "waiting for {}", shown(file));
            is_told = true;
        }
        let restarts = tail.restarts;
        let entries = tail.poll().map_err(|error| Fault::reading(file, &error))?;
        if tail.restarts > restarts {
            io.warn(&format!("{}: it begins anew", file.display()));
        }
        for entry in &entries {
            write_entry(io.out, entry)?;
        }
        io.out.flush()?;
        if entries.is_empty() {
            std::thread::sleep(PAUSE);
        }
    }
}

fn write_entry(out: &mut dyn Write, entry: &Entry) -> io::Result<()> {
    write!(out, "{:>7} [{}]", entry.line, entry.tag)?;
    if let Some(why) = lost(entry) {
        write!(out, " left out: {}", one_line(&why))?;
    }
    if entry.cut > 0 {
        let values = count(entry.cut as u64, "value");
        write!(out, " {values} beyond the first ones passed over")?;
    }
    for drawable in drawables(entry) {
        match drawable {
            Drawable::Point { at, name } => {
                write!(out, " {} {}", one_line(&name), words::point(at))?;
            }
            Drawable::Polygon { corners } => {
                write!(out, " a polygon of {} corners", corners.len())?;
            }
            Drawable::Sweep { from, to, out: end } => {
                write!(out, " {} to {}", words::point(from), words::point(to))?;
                if let Some(end) = end {
                    write!(out, ", ended at {}", words::point(end))?;
                }
            }
            Drawable::PlaceFail { at, .. } => write!(out, " no place at {}", words::point(at))?,
        }
    }
    writeln!(out)
}
