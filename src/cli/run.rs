//! `sweepscope run`: lanes side by side, as a table or as JSON; traces, rows and recordings on the way.

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault};
use super::files::{OutFile, STANDARD};
use super::open::{Journals, LanePlan, Opened, Seen, open};
use super::table::write_table;
use super::target::{Kind, require_writable};
use super::text::count;
use crate::export::{LaneResult, csv, json};
use crate::recording::{self, LaneRecording, Recording};

#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Scene file, recording, or name of a shipped scene
    scene: PathBuf,
    /// Lanes to run, in this order: names of lanes or policy texts
    #[arg(long, value_name = "A,B,..")]
    lanes: Option<String>,
    /// Number of ticks to run
    #[arg(long, value_name = "N", value_parser = parse_ticks, allow_hyphen_values = true)]
    ticks: Option<u32>,
    /// Ticks per second
    #[arg(long, value_name = "N", value_parser = parse_hz, allow_hyphen_values = true)]
    hz: Option<u32>,
    /// Ticks that stats and settling look at, half open
    #[arg(long, value_name = "A..B", value_parser = parse_window, allow_hyphen_values = true)]
    window: Option<Range<u32>>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Write every event of every tick, one JSON object on a line; `-` writes them instead of the table
    #[arg(long, value_name = "F.jsonl")]
    trace: Option<PathBuf>,
    /// Write every measure, one row for each tick and lane; `-` writes them instead of the table
    #[arg(long, value_name = "F.csv")]
    csv: Option<PathBuf>,
    /// Write a recording, which opens again wherever a scene does
    #[arg(long, value_name = "F.sweep")]
    record: Option<PathBuf>,
    /// Write over files that `run` did not write
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &RunArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let mut none = io::sink();
    let (table, rows): (&mut dyn Write, Option<&mut dyn Write>) = if to_standard(args)? {
        (&mut none, Some(&mut *io.out))
    } else {
        (&mut *io.out, None)
    };
    let io = &mut Io {
        out: table,
        err: &mut *io.err,
        window: io.window,
        progress: &mut *io.progress,
        shows_progress: io.shows_progress,
        warned: &mut *io.warned,
    };
    let opened = open(&args.scene, args.hz, args.ticks, io)?;
    let lanes = match &args.lanes {
        Some(words) => opened.lanes(words)?,
        None => opened.lanes.clone(),
    };
    let windows = Windows::of(&opened, args.window.clone())?;
    let mut files = Files::create(args, &opened, rows)?;
    let (mut results, mut kept) = (Vec::new(), Vec::new());
    for plan in &lanes {
        let recording = run_lane(&opened, plan, &windows, &mut files, io)?;
        let result = LaneResult::of(&recording, &opened.setup, windows.settles.clone());
        results.push(result);
        if files.record.is_some() {
            kept.push(recording);
        }
    }
    files.record(&opened, kept, &windows)?;
    files.finish()?;
    if args.json {
        json::write_run(
            io.out,
            &opened.source.name,
            opened.setup.hz,
            opened.setup.ticks,
            &results,
        )?;
    } else {
        write_table(io.out, &opened, &windows, &results)?;
    }
    Ok(Exit::Done)
}

/// Whether rows or events go to standard output: one of them, and then nothing else does.
fn to_standard(args: &RunArgs) -> Result<bool, Fault> {
    let is = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new(STANDARD));
    if is(&args.record) {
        return Err(Fault::input(
            "--record -: a recording is no text; a file was expected".to_owned(),
        ));
    }
    match (is(&args.trace), is(&args.csv)) {
        (true, true) => Err(Fault::input(
            "--trace - and --csv -: one of them may go to standard output".to_owned(),
        )),
        (false, false) => Ok(false),
        _ if args.json => Err(Fault::input(
            "--json prints to standard output already; a file was expected instead of -".to_owned(),
        )),
        _ => Ok(true),
    }
}

/// Where stats and settling look, ticks.
pub(super) struct Windows {
    pub(super) stats: Range<u32>,
    pub(super) settles: Range<u32>,
}

impl Windows {
    pub(super) fn of(opened: &Opened, asked: Option<Range<u32>>) -> Result<Self, Fault> {
        let ticks = opened.setup.ticks;
        match asked {
            None => Ok(Self {
                stats: 0..ticks,
                settles: opened.window.clone(),
            }),
            Some(window) if window.end <= ticks => Ok(Self {
                stats: window.clone(),
                settles: window,
            }),
            Some(window) => Err(Fault::input(format!(
                "--window {}..{}: beyond the end of the run, which has {}",
                window.start,
                window.end,
                count(u64::from(ticks), "tick")
            ))),
        }
    }
}

/// What is written while lanes run.
struct Files<'a> {
    trace: Option<OutFile<'a>>,
    csv: Option<OutFile<'a>>,
    record: Option<OutFile<'a>>,
}

impl<'a> Files<'a> {
    /// Begins all of them before anything runs, so that a long run does not end in a file that cannot be written.
    ///
    /// What is called `-` goes to `standard`.
    fn create(
        args: &RunArgs,
        opened: &Opened,
        mut standard: Option<&'a mut dyn Write>,
    ) -> Result<Self, Fault> {
        let paths = [
            (Kind::Events, &args.trace),
            (Kind::Rows, &args.csv),
            (Kind::Recording, &args.record),
        ];
        let given: Vec<(Kind, &Path)> = paths
            .into_iter()
            .filter_map(|(kind, path)| Some((kind, path.as_deref()?)))
            .filter(|(_, path)| *path != Path::new(STANDARD))
            .collect();
        require_writable(&opened.files(&args.scene), &given, args.force)?;
        let mut create = |path: &Option<PathBuf>| match path.as_deref() {
            None => Ok(None),
            Some(path) if path == Path::new(STANDARD) => Ok(standard.take().map(OutFile::onto)),
            Some(path) => OutFile::create(path).map(Some),
        };
        let mut files = Self {
            trace: create(&args.trace)?,
            csv: create(&args.csv)?,
            record: create(&args.record)?,
        };
        if let Some(file) = &mut files.csv {
            file.write(csv::write_head)?;
        }
        Ok(files)
    }

    /// Writes the recording.
    fn record(
        &mut self,
        opened: &Opened,
        lanes: Vec<LaneRecording>,
        windows: &Windows,
    ) -> Result<(), Fault> {
        let Some(file) = &mut self.record else {
            return Ok(());
        };
        let (source, setup) = (opened.source.clone(), Arc::clone(&opened.setup));
        let recording = Recording::from_lanes(source, setup, lanes, windows.settles.clone());
        file.write(|out| recording::file::write(&recording, out))
    }

    fn finish(self) -> Result<(), Fault> {
        let files = [self.trace, self.csv, self.record];
        files.into_iter().flatten().try_for_each(OutFile::finish)
    }
}

fn run_lane(
    opened: &Opened,
    plan: &LanePlan,
    windows: &Windows,
    files: &mut Files<'_>,
    io: &mut Io<'_>,
) -> Result<LaneRecording, Fault> {
    let journals = if files.trace.is_some() {
        Journals::Kept
    } else {
        Journals::Skipped
    };
    let last = opened.setup.ticks.saturating_sub(1);
    opened.run(plan, windows.stats.clone(), journals, io, |seen| {
        let Seen {
            recording,
            outcome,
            counters,
            journal,
        } = seen;
        let (tick, name) = (outcome.tick, plan.name.as_str());
        if let Some(file) = &mut files.trace {
            let mut entries = journal.entries.iter();
            file.write(|out| {
                entries.try_for_each(|entry| json::write_event(out, tick, name, entry))
            })?;
        }
        match &mut files.csv {
            // The measures of the whole run stand in its last row.
            Some(file) if tick == last => {
                let result = LaneResult::of(recording, &opened.setup, windows.settles.clone());
                file.write(|out| csv::write_row(out, tick, name, |m| result.at_last(m)))
            }
            Some(file) => {
                file.write(|out| csv::write_row(out, tick, name, |m| m.of(outcome, counters)))
            }
            None => Ok(()),
        }
    })
}

pub(super) fn parse_ticks(text: &str) -> Result<u32, String> {
    let most = crate::scene::number::MAX_TICKS;
    let ticks = text.parse().ok().filter(|ticks| (1..=most).contains(ticks));
    ticks.ok_or_else(|| format!("a whole number from 1 to {most} was expected"))
}

pub(super) fn parse_hz(text: &str) -> Result<u32, String> {
    let hz = text.parse().ok().filter(|hz| (1..=10_000).contains(hz));
    hz.ok_or_else(|| "a whole number from 1 to 10000 was expected".to_owned())
}

pub(super) fn parse_window(text: &str) -> Result<Range<u32>, String> {
    let ends = text
        .split_once("..")
        .and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    match ends {
        Some((from, to)) if from < to => Ok(from..to),
        Some(_) => {
            Err("a window without a tick; A..B holds the ticks from A on and before B".to_owned())
        }
        None => Err("two ticks A..B were expected, as in 480..1440".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_half_open_and_hold_a_tick() {
        assert_eq!(parse_window("480..1440"), Ok(480..1440));
        for wrong in [
            "",
            "..",
            "5",
            "5..",
            "..5",
            "5..5",
            "6..5",
            "-1..5",
            "1..=5",
            "a..b",
            "1..99999999999",
        ] {
            parse_window(wrong).unwrap_err();
        }
    }

    #[test]
    fn rates_and_lengths_are_in_their_ranges() {
        assert_eq!((parse_hz("1"), parse_hz("10000")), (Ok(1), Ok(10_000)));
        assert_eq!(parse_ticks("10000000"), Ok(10_000_000));
        for wrong in ["0", "10001", "-1", "60.0", "1e3", "", "NaN"] {
            parse_hz(wrong).unwrap_err();
        }
        for wrong in ["0", "10000001", "99999999999999999999"] {
            parse_ticks(wrong).unwrap_err();
        }
    }
}
