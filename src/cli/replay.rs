//! `sweepscope replay`: recorded sweeps run again and held against what was recorded.

mod json;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::dumps::TWICE;
use super::exit::{Exit, Fault, one_line, shown};
use super::files::{has_game_names, what};
use super::geometry::Cells;
use super::text::{Align, Table, count};
use super::{Io, geometry};
use crate::export::json::write_line;
use crate::formats::capture::{
    self, Agreement, Capture, Compared, Difference, Field, LeftOut, Reason, Record, Refusal, Space,
};
use crate::formats::dump::scene::NO_TREE;
use crate::formats::sniff::Content;
use crate::formats::text::either;
use crate::formats::what::What;
use crate::policy::Policy;
use crate::scene;
use crate::world::World;

/// Most records that a table lists.
const LISTED: usize = 24;

/// Most reasons why records are left out that are listed.
const REASONS: usize = 8;

/// How far positions may be apart, metres. Positions of captures are `f32` of a block's size, whose spacing is 0.015 mm.
const TOLERANCE: f64 = 1e-4;

/// Farther off than any sweep leads, metres: the capture counts from elsewhere.
const ELSEWHERE: f64 = 1_000.0;

#[derive(Debug, Args)]
// What stands behind --geometry is geometry, so CAPTURE is shown before it.
#[command(override_usage = "sweepscope replay <CAPTURE> --geometry <PATH>... [OPTIONS]")]
pub(super) struct ReplayArgs {
    /// Resolve capture: JSON Lines, one recorded sweep a line
    capture: PathBuf,
    /// What was collided with: JSON dumps or folders of them, a mesh, a scene, or the game's files
    #[arg(long, required = true, num_args = 1.., value_name = "PATH")]
    geometry: Vec<PathBuf>,
    /// Policy text
    #[arg(long, value_name = "P", default_value = "retail")]
    policy: String,
    /// Landblock whose corner all positions count from, as 0xA9B4; 0x0000 for metres of the whole map
    #[arg(long, value_name = "BLOCK", value_parser = super::import::parse_block, allow_hyphen_values = true)]
    origin: Option<u32>,
    /// Landblock whose corner the transforms of dumped rooms count from (without it each from that of its own)
    #[arg(long, value_name = "BLOCK", value_parser = super::import::parse_block, allow_hyphen_values = true)]
    geometry_origin: Option<u32>,
    /// How far positions may be apart, metres
    #[arg(long, value_name = "M", default_value_t = TOLERANCE, value_parser = parse_tolerance, allow_hyphen_values = true)]
    tolerance: f64,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ReplayArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let policy = scene::policy(&args.policy).map_err(|problem| {
        let word = one_line(&args.policy);
        Fault::input(format!("--policy: {word}: {problem}"))
    })?;
    let named = |file: &Path| Ok(file.display().to_string());
    let cells = || capture_cells(&args.capture);
    require_capture(&args.capture)?;
    let mut odd = Vec::new();
    let source = geometry::open(&args.geometry, args.geometry_origin, named, cells, &mut odd)?;
    let world = geometry::world(&source, &mut odd)?;
    require_origin(args.origin, &world)?;
    let mut replay = Replay {
        world: &world,
        policy: &policy,
        space: Space::of(&world, args.origin),
        tolerance: args.tolerance,
        told: Told::default(),
    };
    let file = args.capture.as_path();
    let mut capture = Capture::default();
    let told = |error: &std::io::Error| Fault::reading(file, error);
    scene::openable(file).map_err(|error| told(&error))?;
    let input = BufReader::with_capacity(1 << 20, File::open(file).map_err(|error| told(&error))?);
    let torn = capture::lines(input, |_, read| {
        if let Ok(Some(record)) = &read {
            replay.record(record);
        }
        capture.take(read);
        // They are looked at one by one.
        capture.records.clear();
    });
    capture.torn = torn.map_err(|error| told(&error))?;
    let told = replay.told;
    if told.results.is_empty() {
        let Some((line, reason)) = told.refused.first() else {
            return Err(no_capture(file, &capture)?);
        };
        // Where a cell is missed, what the geometry lacks says why; it is no reason of anything else.
        let lost = source.lost.iter().find(|lost| !lost.error.is_absence());
        let lost = lost.map(|lost| lost.error.to_string());
        let of_lack = |odd: &String| odd != NO_TREE && !odd.ends_with(TWICE);
        let cause = lost.or_else(|| odd.into_iter().find(of_lack));
        let cause = cause.filter(|_| matches!(reason, Refusal::NoCell(_)));
        let cause = cause.map_or_else(String::new, |cause| format!("; {cause}"));
        let file = file.display();
        return Err(Fault::input(format!(
            "{file}:{line}: no record can be run: {reason}{cause}"
        )));
    }
    for warning in odd {
        io.warn(&warning);
    }
    for warning in capture.warnings() {
        io.warn(&format!("{}:{warning}", file.display()));
    }
    if let Some(far) = told.left_out.far() {
        io.warn(&format!("{}:{far}", file.display()));
    }
    if args.json {
        write_line(io.out, &told.json(args, &policy, &capture))?;
    } else {
        told.write(args, &policy, &capture, io.out)?;
    }
    // What was held against nothing has not held.
    let is_held = told.not_compared() < told.results.len();
    Ok(match told.disagreeing().next() {
        None if is_held => Exit::Done,
        _ => Exit::Failed,
    })
}

/// Refuses at once what is plainly something else, before anything is done for it.
fn require_capture(file: &Path) -> Result<(), Fault> {
    if file.is_dir() && has_game_names(file) {
        return Err(instead(file, &What::Game));
    }
    let what = what(file)?;
    match what {
        What::Foreign(Content::Capture) => Ok(()),
        // A line of a log may stand before the records.
        What::Foreign(Content::Log) | What::Json | What::Text | What::Binary => Ok(()),
        other => Err(instead(file, &other)),
    }
}

/// Why there is no record in `file`.
fn no_capture(file: &Path, capture: &Capture) -> Result<Fault, Fault> {
    Ok(match what(file)? {
        What::Foreign(Content::Capture) => {
            Fault::input(format!("{}:{}", file.display(), capture.emptiness()))
        }
        other => instead(file, &other),
    })
}

/// That `file` is `what` and no capture.
fn instead(file: &Path, what: &What) -> Fault {
    let is_geometry = matches!(
        what,
        What::Scene
            | What::Recording
            | What::Game
            | What::Foreign(Content::Dump | Content::Obj | Content::Gltf)
    );
    let told = match is_geometry {
        true => format!("{}, not a capture; it goes behind --geometry", what.name()),
        false => what.instead_of("a capture"),
    };
    Fault::input(format!("{}: {told}", file.display()))
}

/// The cells that the records of a capture begin in.
fn capture_cells(file: &Path) -> Result<Cells, Fault> {
    let told = |error: &std::io::Error| Fault::reading(file, error);
    scene::openable(file).map_err(|error| told(&error))?;
    let input = BufReader::with_capacity(1 << 20, File::open(file).map_err(|error| told(&error))?);
    let mut cells = Cells::new();
    let mut capture = Capture::default();
    let torn = capture::lines(input, |_, read| {
        if let Ok(Some(record)) = &read {
            count_cell(record, &mut cells);
        }
        capture.take(read);
        capture.records.clear();
    });
    capture.torn = torn.map_err(|error| told(&error))?;
    require_cells(file, &capture, cells)
}

/// The `cells` of `capture`, of which there must be one: what is taken of game files is what is there.
pub(super) fn require_cells(file: &Path, capture: &Capture, cells: Cells) -> Result<Cells, Fault> {
    match (cells.is_empty(), capture.runs.is_empty()) {
        (false, _) => Ok(cells),
        (true, true) => Err(no_capture(file, capture)?),
        (true, false) => Err(Fault::input(format!(
            "{}: no record has a cell (`input.cellId`), and game files are taken where the cells are",
            file.display()
        ))),
    }
}

/// Counts `record` where it begins.
pub(super) fn count_cell(record: &Record, cells: &mut Cells) {
    if let Some(cell) = record.cell() {
        let can_run = capture::problem(record).is_none();
        *cells.entry(cell).or_default() += u32::from(can_run);
    }
}

/// Refuses an origin of positions that are taken as they are.
pub(super) fn require_origin(origin: Option<u32>, world: &World) -> Result<(), Fault> {
    match origin.is_some() && world.cells().is_none() {
        true => Err(Fault::input(
            "--origin: the geometry has no cells, and positions are taken as they are",
        )),
        false => Ok(()),
    }
}

/// What runs records.
struct Replay<'a> {
    world: &'a World,
    policy: &'a Policy,
    space: Space,
    tolerance: f64,
    told: Told,
}

/// What became of the records.
#[derive(Default)]
struct Told {
    results: Vec<Told1>,
    /// Lines that cannot be run, and why.
    refused: Vec<(u32, Refusal)>,
    /// The kinds of reasons, and records that begin far from their cell.
    left_out: LeftOut,
}

/// A record that was run.
struct Told1 {
    line: u32,
    run: u32,
    tick: i64,
    compared: Compared,
}

impl Replay<'_> {
    fn record(&mut self, record: &Record) {
        let made = self.told.left_out.captured(record, self.world, self.space);
        let captured = match made {
            Ok(captured) => captured,
            Err(refusal) => {
                self.told.refused.push((record.line, refusal));
                return;
            }
        };
        let (after, outcome) = captured.run(self.world, self.policy, &mut ());
        let ended = (&after, &outcome);
        let compared = capture::compare(
            record,
            &captured,
            ended,
            self.world,
            self.space,
            self.tolerance,
        );
        self.told.results.push(Told1 {
            line: record.line,
            run: record.run,
            tick: record.model.tick.unwrap_or_default(),
            compared,
        });
    }
}

impl Told {
    fn disagreeing(&self) -> impl Iterator<Item = &Told1> {
        self.results
            .iter()
            .filter(|one| !one.compared.differences.is_empty())
    }

    /// How many records have nothing that could be compared.
    fn not_compared(&self) -> usize {
        let of = |one: &&Told1| one.compared.agreement == Agreement::Nothing;
        self.results.iter().filter(of).count()
    }

    /// How many records were compared in part, by what of them was not and whether that was recorded and not finite.
    fn parts(&self) -> BTreeMap<Vec<(Field, bool)>, u64> {
        let mut parts = BTreeMap::new();
        for one in &self.results {
            if one.compared.agreement == Agreement::Part {
                let Compared {
                    without,
                    not_finite,
                    ..
                } = &one.compared;
                let fields = without.iter();
                let fields = fields.map(|field| (*field, not_finite.contains(field)));
                *parts.entry(fields.collect()).or_default() += 1;
            }
        }
        parts
    }

    fn worst(&self) -> Option<&Told1> {
        let off = |one: &&Told1| one.compared.error.unwrap_or(-1.0);
        let known = self
            .results
            .iter()
            .filter(|one| one.compared.error.is_some());
        // The first of those that are equally far off.
        known.rev().max_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// How many records differ in each field.
    fn fields(&self) -> BTreeMap<Field, u64> {
        let mut fields = BTreeMap::new();
        for difference in self.disagreeing().flat_map(|one| &one.compared.differences) {
            *fields.entry(difference.field).or_insert(0) += 1;
        }
        fields
    }

    /// How many records were run, and why the others were not.
    fn write_run(&self, out: &mut dyn Write) -> Result<(), Fault> {
        let (replayed, left) = (self.results.len(), self.refused.len());
        let because = |reason: &Reason| {
            let (line, why) = (reason.line, one_line(&reason.refusal.to_string()));
            match reason.records {
                1 => format!("1 left out, in line {line}: {why}"),
                records => format!("{records} left out, the first in line {line}: {why}"),
            }
        };
        match self.left_out.reasons.as_slice() {
            [] => writeln!(out, "  run again  {replayed}")?,
            [only] => writeln!(out, "  run again  {replayed}; {}", because(only))?,
            several => {
                writeln!(out, "  run again  {replayed}; {left} left out")?;
                for reason in several.iter().take(REASONS) {
                    writeln!(out, "             {}", because(reason))?;
                }
                if let Some(more) = several.len().checked_sub(REASONS).filter(|more| *more > 0) {
                    let more = count(more as u64, "more reason");
                    writeln!(out, "             and {more}")?;
                }
            }
        }
        Ok(())
    }

    fn write(
        &self,
        args: &ReplayArgs,
        policy: &Policy,
        capture: &Capture,
        out: &mut dyn Write,
    ) -> Result<(), Fault> {
        let records: u32 = capture.runs.iter().map(|run| run.records).sum();
        let runs = count(capture.runs.len() as u64, "run");
        writeln!(
            out,
            "{}: {} in {runs}, under {}",
            shown(&args.capture),
            count(u64::from(records), "record"),
            policy.text()
        )?;
        let replayed = self.results.len();
        self.write_run(out)?;
        let disagree = self.disagreeing().count();
        let has_positions = self.results.iter();
        let within = match has_positions
            .map(|one| &one.compared.fields)
            .any(|fields| fields.contains(&Field::Position))
        {
            true => format!(" (positions within {} mm)", args.tolerance * 1000.0),
            false => String::new(),
        };
        let not_compared = self.not_compared();
        let agree = replayed - disagree - not_compared;
        writeln!(out, "  agree      {agree}{within}")?;
        let of = |one: &&Told1| one.compared.agreement == Agreement::ResultOnly;
        let results = self.results.iter().filter(of).count();
        if results > 0 {
            writeln!(
                out,
                "             {results} had no body after; the result alone was compared"
            )?;
        }
        for (without, records) in self.parts() {
            let name = |(field, is_odd): &(Field, bool)| match is_odd {
                true => format!("{} (not finite)", field.name()),
                false => field.name().to_owned(),
            };
            let without: Vec<String> = without.iter().map(name).collect();
            let (was, without) = (either(records, "was", "were"), without.join(", "));
            writeln!(
                out,
                "             {records} {was} compared without {without}"
            )?;
        }
        if not_compared > 0 {
            let why = "neither result nor body after has anything that can be compared";
            writeln!(out, "  not compared {not_compared}: {why}")?;
        }
        if let Some(worst) = self.worst() {
            let mm = worst.compared.error.unwrap_or_default() * 1000.0;
            writeln!(
                out,
                "  worst      {mm:.4} mm, line {} (run {}, tick {})",
                worst.line, worst.run, worst.tick
            )?;
        }
        if self.worst().and_then(|worst| worst.compared.error) > Some(ELSEWHERE) {
            let hint = "positions are kilometres from where they were recorded: is `--origin` the block from whose corner the capture counts?";
            writeln!(out, "  hint       {hint}")?;
        }
        let fields: Vec<String> = self
            .fields()
            .iter()
            .map(|(field, count)| format!("{} {count}", field.name()))
            .collect();
        if fields.is_empty() {
            return Ok(());
        }
        writeln!(out, "  disagree   {disagree}: {}", fields.join(", "))?;
        writeln!(out)?;
        let mut table = Table::new(&[
            ("line", Align::Right),
            ("run", Align::Right),
            ("tick", Align::Right),
            ("off (mm)", Align::Right),
            ("field", Align::Left),
            ("here", Align::Left),
            ("recorded", Align::Left),
        ]);
        for one in self.disagreeing().take(LISTED) {
            for (
                number,
                Difference {
                    field,
                    ours,
                    recorded,
                },
            ) in one.compared.differences.iter().enumerate()
            {
                let first = |text: String| if number == 0 { text } else { String::new() };
                let mm = one
                    .compared
                    .error
                    .map_or_else(String::new, |off| format!("{:.4}", off * 1000.0));
                table.row(vec![
                    first(one.line.to_string()),
                    first(one.run.to_string()),
                    first(one.tick.to_string()),
                    first(mm),
                    field.name().to_owned(),
                    ours.clone(),
                    recorded.clone(),
                ]);
            }
        }
        table.write(out)?;
        if let Some(more) = disagree.checked_sub(LISTED).filter(|more| *more > 0) {
            writeln!(out, "and {}", count(more as u64, "more record"))?;
        }
        Ok(())
    }
}

fn parse_tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (0.0..=1e6).contains(n));
    number.ok_or_else(|| "a length from 0 to 1000000 m was expected".to_owned())
}
