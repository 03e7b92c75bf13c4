//! `sweepscope vary`: one measure over a grid of changed values of a scene.

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::Io;
use super::exit::{Exit, Fault, one_line};
use super::files::OutFile;
use super::grid::{Axis, MOST, combinations, parse_axis};
use super::open::{Journals, LanePlan, Opened, open_scene, open_source};
use super::run::{Windows, parse_ticks, parse_window};
use super::target::{Kind, require_writable};
use super::text::Align::{Left, Right};
use super::text::{Align, Table, count};
use crate::analysis::words;
use crate::export::{LaneResult, csv, json};
use crate::lane::{Measure, Value, run_lane};
use crate::recording::Stat;
use crate::scene::Source;

mod chart;

/// A move per tick up to which an eye stands still, metres.
const STILL: f64 = crate::analysis::settles::SAME;

#[derive(Debug, Args)]
#[command(
    after_help = "NAME is a parameter of the scene or a place in it: hz, rig.viewer_offset.y, objects.wall.at.y, \
    lanes.retail.policy.steps. VALUES are A,B,.. or FROM..TO:STEP. The last --param changes fastest.\n\
    Example: sweepscope vary jamb --param hz=30,60,240 --param angle=2.5..47.5:2.5 --measure eye_move --fold angle"
)]
pub(super) struct VaryArgs {
    /// Scene file, recording, or name of a shipped scene
    scene: PathBuf,
    /// What is varied, and over which values
    #[arg(long = "param", value_name = "NAME=VALUES", required = true, value_parser = parse_axis)]
    params: Vec<Axis>,
    /// What is told of each run; `sweepscope help measures` lists them
    #[arg(long, value_name = "M", value_parser = parse_measure)]
    measure: Measure,
    /// What of the window is told
    #[arg(long, value_enum, default_value_t = Of::Last)]
    stat: Of,
    /// Instead of each value of this parameter: how many of its runs hold the limit in every tick, and their mean
    #[arg(long, value_name = "NAME", conflicts_with = "stat")]
    fold: Option<String>,
    /// The limit of --fold: a value in the measure's unit
    #[arg(long, value_name = "X", default_value_t = STILL, value_parser = parse_limit, allow_hyphen_values = true)]
    limit: f64,
    /// Lanes to run, in this order: names of lanes or policy texts
    #[arg(long, value_name = "A,B,..")]
    lanes: Option<String>,
    /// Number of ticks to run
    #[arg(long, value_name = "N", value_parser = parse_ticks, allow_hyphen_values = true)]
    ticks: Option<u32>,
    /// Ticks that are looked at, half open; default: the scene's window
    #[arg(long, value_name = "A..B", value_parser = parse_window, allow_hyphen_values = true)]
    window: Option<Range<u32>>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Write one row for each combination and lane
    #[arg(long, value_name = "F.csv")]
    csv: Option<PathBuf>,
    /// Draw the last --param against the measure (folded: against the runs within the limit), a line for each lane and combination of the others
    #[arg(long, value_name = "F.svg")]
    svg: Option<PathBuf>,
    /// Write over files that `vary` did not write
    #[arg(long)]
    force: bool,
}

/// What of a window is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Of {
    Last,
    Min,
    Max,
    Mean,
    /// Greatest less least
    Span,
}

/// What one lane came to in one combination.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Cell {
    One(Told),
    Folded(Folded),
}

/// A value as JSON has it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Told {
    Number(f64),
    Word(String),
    Absent,
}

impl Told {
    fn of(value: Value) -> Self {
        match value {
            Value::Number(number) => Self::Number(number),
            Value::Absent => Self::Absent,
            other => Self::Word(other.to_string()),
        }
    }
}

/// The runs over one parameter, together.
#[derive(Clone, Debug, Default, Serialize)]
struct Folded {
    /// Runs that held the limit in every tick.
    within: usize,
    /// All runs.
    of: usize,
    /// Mean of the runs' means.
    mean: Option<f64>,
    /// The same of the runs that did not hold the limit.
    mean_of_others: Option<f64>,
    /// Greatest value of all.
    max: Option<f64>,
}

impl Folded {
    fn of(runs: &[Stat], limit: f64) -> Self {
        let others = runs.iter().filter(|run| run.count == 0 || run.max > limit);
        let greatest = |best: Option<f64>, run: &Stat| match best {
            Some(best) if best >= run.max => Some(best),
            _ => Some(run.max),
        };
        let seen = || runs.iter().filter(|run| run.count > 0);
        Self {
            within: runs.len() - others.clone().count(),
            of: runs.len(),
            mean: mean(seen().filter_map(Stat::mean)),
            mean_of_others: mean(others.filter_map(Stat::mean)),
            max: seen().fold(None, greatest),
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// One combination of values, and what came of it in each lane.
#[derive(Debug, Serialize)]
struct Row {
    values: Vec<String>,
    results: Vec<Cell>,
}

/// All that is told.
#[derive(Debug, Serialize)]
struct Grid<'a> {
    scene: &'a str,
    measure: &'static str,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stat: Option<Of>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fold: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<f64>,
    /// Names of the values of a row.
    params: Vec<&'a str>,
    /// Names of the results of a row.
    lanes: Vec<String>,
    rows: Vec<Row>,
}

pub(super) fn run(args: &VaryArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let (outer, folded) = axes(args)?;
    let is_number = !args.measure.is_text() && !args.measure.is_of_run();
    if !is_number && (folded.is_some() || args.stat != Of::Last) {
        let name = args.measure.name();
        return Err(Fault::input(format!(
            "--measure {name}: a word, or one value of a whole run; only --stat last is there for it"
        )));
    }
    if args.limit < 0.0 && !args.measure.can_be_negative() {
        let name = args.measure.name();
        return Err(Fault::input(format!(
            "--limit {}: {name} is never less than 0; a number of at least 0 was expected",
            args.limit
        )));
    }
    let source = open_source(&args.scene)?;
    if args.svg.is_some() {
        if args.measure.is_text() {
            let name = args.measure.name();
            return Err(Fault::input(format!(
                "--svg: {name} is a word; a measure with a number was expected"
            )));
        }
        if outer.is_empty() {
            return Err(Fault::input(
                "--svg: a --param beside the folded one was expected".to_owned(),
            ));
        }
    }
    let written: Vec<(Kind, &Path)> = [(Kind::Rows, &args.csv), (Kind::Drawing, &args.svg)]
        .into_iter()
        .filter_map(|(kind, path)| Some((kind, path.as_deref()?)))
        .collect();
    if !written.is_empty() {
        let named = source
            .files
            .iter()
            .filter_map(|mesh| Some(source.path.as_ref()?.with_file_name(&mesh.path)));
        let read: Vec<PathBuf> = named.chain([args.scene.clone()]).collect();
        require_writable(&read, &written, args.force)?;
    }
    let [mut file, mut drawing] = [
        args.csv.as_deref().map(OutFile::create).transpose()?,
        args.svg.as_deref().map(OutFile::create).transpose()?,
    ];
    let combined = combinations(&outer);
    let inner = folded.map_or(1, |axis| axis.values.len());
    let mut grid = Grid {
        scene: &source.name,
        measure: args.measure.name(),
        unit: args.measure.unit(),
        stat: folded.is_none().then_some(args.stat),
        fold: folded.map(|axis| axis.name.as_str()),
        limit: folded.map(|_| args.limit),
        params: outer.iter().map(|axis| axis.name.as_str()).collect(),
        lanes: Vec::new(),
        rows: Vec::new(),
    };
    let total = combined.len() * inner;
    let mut done = 0;
    for values in combined {
        let mut changed = source.clone();
        for (axis, value) in outer.iter().zip(&values) {
            changed = set(&changed, &axis.name, value)?;
        }
        let mut runs: Vec<Vec<Seen>> = Vec::new();
        for index in 0..inner {
            let source = match folded {
                Some(axis) => set(&changed, &axis.name, &axis.values[index])?,
                None => changed.clone(),
            };
            let (names, seen) = run_all(args, source, done == 0, io)?;
            grid.lanes = names;
            runs.resize(seen.len(), Vec::new());
            for (lane, seen) in runs.iter_mut().zip(seen) {
                lane.push(seen);
            }
            done += 1;
            if io.shows_progress {
                // Who cannot be told waits as before.
                let _ = writeln!(
                    io.err,
                    "{done} of {} done",
                    count(total as u64, "combination")
                );
            }
        }
        let results = runs.iter().map(|runs| cell(args, runs)).collect();
        grid.rows.push(Row { values, results });
    }
    if let Some(file) = &mut file {
        file.write(|out| write_csv(out, &grid))?;
    }
    if let Some(file) = &mut drawing {
        let svg = chart::draw(&grid, args.measure)?;
        file.write(|out| writeln!(out, "{svg}"))?;
    }
    for file in [file, drawing].into_iter().flatten() {
        file.finish()?;
    }
    if args.json {
        json::write_line(io.out, &grid)?;
    } else {
        write_table(io.out, args.measure, &grid)?;
    }
    Ok(Exit::Done)
}

/// What is varied, and what of it is folded.
fn axes(args: &VaryArgs) -> Result<(Vec<&Axis>, Option<&Axis>), Fault> {
    for (index, axis) in args.params.iter().enumerate() {
        if args.params[..index]
            .iter()
            .any(|other| other.name == axis.name)
        {
            return Err(Fault::input(format!(
                "--param: {} stands twice",
                one_line(&axis.name)
            )));
        }
    }
    let total = args.params.iter().fold(1_usize, |total, axis| {
        total.saturating_mul(axis.values.len())
    });
    if total > MOST {
        return Err(Fault::input(format!(
            "--param: {total} combinations; at most {MOST} were expected"
        )));
    }
    let Some(name) = &args.fold else {
        return Ok((args.params.iter().collect(), None));
    };
    let folded = args.params.iter().find(|axis| axis.name == *name);
    if folded.is_none() {
        let names: Vec<&str> = args.params.iter().map(|axis| axis.name.as_str()).collect();
        let (name, names) = (one_line(name), one_line(&names.join(", ")));
        return Err(Fault::input(format!(
            "--fold {name}: no such --param; known: {names}"
        )));
    }
    let outer = args.params.iter().filter(|axis| axis.name != *name);
    Ok((outer.collect(), folded))
}

/// The scene with one value changed.
fn set(source: &Source, name: &str, value: &str) -> Result<Source, Fault> {
    source.with(name, value).map_err(|error| {
        let what = format!("--param {}={}", one_line(name), one_line(value));
        Fault::Input(anyhow::Error::from(error).context(what))
    })
}

/// What a run came to.
#[derive(Clone, Debug)]
struct Seen {
    stat: Stat,
    last: Value,
}

/// Runs every lane of `source`; their names and what they came to.
fn run_all(
    args: &VaryArgs,
    source: Source,
    tells: bool,
    io: &mut Io<'_>,
) -> Result<(Vec<String>, Vec<Seen>), Fault> {
    let opened = if tells {
        open_scene(source, None, args.ticks, io)?
    } else {
        // What is odd in all of them has been told.
        let mut none = io::sink();
        let mut quiet = Io {
            out: &mut *io.out,
            err: &mut none,
            window: None,
            progress: &mut *io.progress,
            shows_progress: false,
            warned: &mut Vec::new(),
        };
        open_scene(source, None, args.ticks, &mut quiet)?
    };
    let lanes = match &args.lanes {
        Some(words) => opened.lanes(words)?,
        None => opened.lanes.clone(),
    };
    let window = match &args.window {
        Some(_) => Windows::of(&opened, args.window.clone())?.stats,
        None => opened.window.clone(),
    };
    let seen = lanes
        .iter()
        .map(|plan| run_one(args.measure, &opened, plan, &window, io));
    let seen = seen.collect::<Result<Vec<Seen>, Fault>>()?;
    Ok((lanes.into_iter().map(|plan| plan.name).collect(), seen))
}

fn run_one(
    measure: Measure,
    opened: &Opened,
    plan: &LanePlan,
    window: &Range<u32>,
    io: &mut Io<'_>,
) -> Result<Seen, Fault> {
    let mut seen = Seen {
        stat: Stat::default(),
        last: Value::Absent,
    };
    if measure.is_of_run() {
        let recording = opened.run(plan, window.clone(), Journals::Skipped, io, |_| Ok(()))?;
        seen.last = LaneResult::of(&recording, &opened.setup, window.clone()).at_last(measure);
        return Ok(seen);
    }
    run_lane(
        &opened.setup,
        plan.policy_at(0),
        window.end,
        |outcome, counters| {
            if !window.contains(&outcome.tick) {
                return;
            }
            seen.last = measure.of(outcome, counters);
            if let Some(number) = seen.last.number() {
                seen.stat.add(number);
            }
        },
    );
    Ok(seen)
}

fn cell(args: &VaryArgs, runs: &[Seen]) -> Cell {
    if args.fold.is_some() {
        let stats: Vec<Stat> = runs.iter().map(|run| run.stat).collect();
        return Cell::Folded(Folded::of(&stats, args.limit));
    }
    let Some(Seen { stat, last }) = runs.first() else {
        return Cell::One(Told::Absent);
    };
    let number = |value: f64| {
        if stat.count > 0 {
            Told::Number(value)
        } else {
            Told::Absent
        }
    };
    Cell::One(match args.stat {
        Of::Last => Told::of(*last),
        Of::Min => number(stat.min),
        Of::Max => number(stat.max),
        Of::Mean => stat.mean().map_or(Told::Absent, Told::Number),
        Of::Span => number(stat.max - stat.min),
    })
}

/// One row for each combination, with a column for each lane; folded runs have a row for each lane.
fn write_table(out: &mut dyn Write, measure: Measure, grid: &Grid<'_>) -> io::Result<()> {
    let what = match (grid.stat, grid.fold, grid.limit) {
        (Some(stat), ..) => format!("{stat:?}").to_lowercase(),
        (_, Some(fold), Some(limit)) => format!(
            "over {}; within: runs that never exceed {limit} {}",
            one_line(fold),
            grid.unit
        ),
        _ => String::new(),
    };
    writeln!(
        out,
        "{}: {} ({}), {what}\n",
        one_line(grid.scene),
        grid.measure,
        grid.unit
    )?;
    let params = grid.params.iter().map(|name| (*name, Right));
    let shown = |value: Option<f64>| value.map_or_else(String::new, |value| number(measure, value));
    if grid.fold.is_some() {
        let rest = [
            ("lane", Left),
            ("within", Right),
            ("mean", Right),
            ("mean of others", Right),
            ("max", Right),
        ];
        let mut table = Table::new(&params.chain(rest).collect::<Vec<_>>());
        for row in &grid.rows {
            for (lane, result) in grid.lanes.iter().zip(&row.results) {
                let Cell::Folded(folded) = result else {
                    continue;
                };
                let cells = [
                    lane.clone(),
                    format!("{}/{}", folded.within, folded.of),
                    shown(folded.mean),
                    shown(folded.mean_of_others),
                    shown(folded.max),
                ];
                table.row(row.values.iter().cloned().chain(cells).collect());
            }
        }
        return table.write(out);
    }
    let lanes = grid.lanes.iter().map(|name| (name.as_str(), Right));
    let heads: Vec<(&str, Align)> = params.chain(lanes).collect();
    let mut table = Table::new(&heads);
    for row in &grid.rows {
        let results = row.results.iter().map(|result| match result {
            Cell::One(Told::Number(value)) => number(measure, *value),
            Cell::One(Told::Word(word)) => word.clone(),
            Cell::One(Told::Absent) => "none".to_owned(),
            Cell::Folded(_) => String::new(),
        });
        table.row(row.values.iter().cloned().chain(results).collect());
    }
    table.write(out)
}

/// Lengths to a hundredth of a micrometre: what tells standing still from moving.
fn number(measure: Measure, value: f64) -> String {
    let decimals = match measure.unit() {
        "m" => 8,
        _ if measure.is_whole() && value.fract() == 0.0 => 0,
        _ => 4,
    };
    words::fixed(value, decimals)
}

fn write_csv(out: &mut dyn Write, grid: &Grid<'_>) -> io::Result<()> {
    for name in &grid.params {
        write!(out, "{},", csv::quoted(name))?;
    }
    writeln!(
        out,
        "lane,{}",
        if grid.fold.is_some() {
            "within,of,mean,mean_of_others,max"
        } else {
            grid.measure
        }
    )?;
    let shown = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for row in &grid.rows {
        for (lane, result) in grid.lanes.iter().zip(&row.results) {
            for value in &row.values {
                write!(out, "{},", csv::quoted(value))?;
            }
            write!(out, "{},", csv::quoted(lane))?;
            match result {
                Cell::One(Told::Number(value)) => writeln!(out, "{value}")?,
                Cell::One(Told::Word(word)) => writeln!(out, "{}", csv::quoted(word))?,
                Cell::One(Told::Absent) => writeln!(out)?,
                Cell::Folded(f) => {
                    let (mean, others, max) =
                        (shown(f.mean), shown(f.mean_of_others), shown(f.max));
                    writeln!(out, "{},{},{mean},{others},{max}", f.within, f.of)?;
                }
            }
        }
    }
    Ok(())
}

fn parse_measure(text: &str) -> Result<Measure, String> {
    Measure::from_name(text)
        .ok_or_else(|| "no measure of that name; `sweepscope help measures` lists them".to_owned())
}

fn parse_limit(text: &str) -> Result<f64, String> {
    let limit = text.parse().ok().filter(|limit: &f64| limit.is_finite());
    limit.ok_or_else(|| "a finite number was expected".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stat(values: &[f64]) -> Stat {
        let mut stat = Stat::default();
        values.iter().for_each(|value| stat.add(*value));
        stat
    }

    #[test]
    fn runs_are_counted_by_their_worst_tick_and_weighed_by_their_mean() {
        let runs = [stat(&[0.0, 1e-6]), stat(&[0.0, 2e-6]), stat(&[3.0, 5.0])];
        let folded = Folded::of(&runs, 1e-6);
        assert_eq!((folded.within, folded.of, folded.max), (1, 3, Some(5.0)));
        assert_eq!(folded.mean_of_others, Some((1e-6 + 4.0) / 2.0));
        // A run without a value holds nothing.
        let none = Folded::of(&[Stat::default()], 1.0);
        assert_eq!((none.within, none.mean, none.max), (0, None, None));
    }
}
