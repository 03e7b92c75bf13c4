//! `sweepscope check`: scenes held to their expectations.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::Io;
use super::exit::{Exit, Fault, one_line};
use super::open::{fault, open_source};
use crate::analysis::check::{CheckResult, check_built};
use crate::analysis::words;
use crate::export::json::{self, ValueJson};
use crate::lane::{Measure, Value};
use crate::scene::{Source, build, why};

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Scenes, recordings, names of shipped scenes, or folders (every .ron below)
    #[arg(required = true, value_name = "SCENE|FOLDER")]
    scenes: Vec<PathBuf>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    json: bool,
}

/// What was checked so far.
#[derive(Default)]
struct Tally {
    results: Vec<CheckResult>,
    /// Files that have been checked; a control is named by its scene and lies beside it.
    seen: BTreeSet<PathBuf>,
    /// The worst of what could not be read; the caller's mistakes outrank the machine's.
    bad: Option<Exit>,
}

pub(super) fn run(args: &CheckArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let mut tally = Tally::default();
    for scene in &args.scenes {
        match files(scene) {
            Ok(files) => {
                for (file, problem) in &files {
                    match problem {
                        Some(fault) => tally.bad(fault, io),
                        None => tally.file(file, args.json, io)?,
                    }
                }
            }
            Err(fault) => tally.bad(&fault, io),
        }
    }
    let failed = tally.results.iter().filter(|result| !result.held).count();
    let held = tally.results.len() - failed;
    if args.json {
        let results = tally.results.iter().map(ResultJson::of).collect();
        json::write_line(
            io.out,
            &CheckJson {
                held,
                failed,
                results,
            },
        )?;
    } else if !(tally.results.is_empty() && tally.bad.is_some()) {
        // Where nothing could be read there is nothing to count.
        writeln!(io.out, "{held} held, {failed} failed")?;
    }
    Ok(match (tally.bad, failed) {
        (Some(exit), _) => exit,
        (None, 0) => Exit::Done,
        (None, _) => Exit::Failed,
    })
}

impl Tally {
    /// Checks the scene in `file` and its control. A scene that cannot be read does not stop the others.
    fn file(&mut self, file: &Path, json: bool, io: &mut Io<'_>) -> Result<(), Fault> {
        let source = match open_source(file) {
            Ok(source) => source,
            Err(fault) => {
                self.bad(&fault, io);
                return Ok(());
            }
        };
        self.source(&source, json, io)?;
        match source.open_control() {
            Ok(Some(control)) => self.source(&control, json, io),
            Ok(None) => Ok(()),
            Err(error) => {
                self.bad(&fault(error), io);
                Ok(())
            }
        }
    }

    fn source(&mut self, source: &Source, json: bool, io: &mut Io<'_>) -> Result<(), Fault> {
        let file = PathBuf::from(source.file());
        let place = file.canonicalize().unwrap_or(file);
        if !self.seen.insert(place) {
            return Ok(());
        }
        let checked = build(source, None, None).map(|built| {
            for warning in &built.warnings {
                io.warn(&format!("{}: {warning}", source.file()));
            }
            check_built(source, &built)
        });
        match checked {
            Ok(results) if results.is_empty() => {
                io.warn(&format!("{}: it expects nothing", source.file()));
            }
            Ok(results) => {
                if !json {
                    results
                        .iter()
                        .try_for_each(|result| write_result(io.out, result))?;
                }
                self.results.extend(results);
            }
            Err(error) => self.bad(&fault(error), io),
        }
        Ok(())
    }

    fn bad(&mut self, fault: &Fault, io: &mut Io<'_>) {
        if self.bad != Some(Exit::BadInput) {
            self.bad = Some(fault.exit());
        }
        // There is no third place to complain to.
        let _ = writeln!(io.err, "error: {fault}");
    }
}

/// A file to check, or a place where one cannot be read and why.
type Found = (PathBuf, Option<Fault>);

/// The scene files that a word stands for.
fn files(word: &Path) -> Result<Vec<Found>, Fault> {
    if !word.is_dir() {
        return Ok(vec![(word.to_owned(), None)]);
    }
    let mut list = Vec::new();
    files_below(word, &mut list);
    if list.is_empty() {
        return Err(Fault::input(format!(
            "{}: no .ron file below it",
            word.display()
        )));
    }
    list.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(list)
}

/// What cannot be read stops none of the others.
fn files_below(folder: &Path, list: &mut Vec<Found>) {
    let bad = |error: io::Error| (folder.to_owned(), Some(Fault::reading(folder, &error)));
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return list.push(bad(error)),
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                list.push(bad(error));
                continue;
            }
        };
        let path = entry.path();
        // A link to a folder is not followed: it may lead back up.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            files_below(&path, list);
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            let problem = match std::fs::metadata(&path) {
                Ok(about) if about.is_dir() => continue,
                Ok(about) if about.is_file() => None,
                // A pipe would be waited for without an end.
                Ok(_) => Some(Fault::input(format!(
                    "{}: neither a file nor a folder",
                    path.display()
                ))),
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    Some(Fault::reading(&path, &error))
                }
                // A link that leads nowhere, or around in a ring.
                Err(error) => {
                    let (path, why) = (path.display(), why(&error));
                    Some(Fault::input(format!("{path}: cannot be read: {why}")))
                }
            };
            list.push((path, problem));
        }
    }
}

fn write_result(out: &mut dyn Write, result: &CheckResult) -> io::Result<()> {
    let CheckResult {
        file,
        lane,
        hz,
        place,
        measure,
        stat,
        value,
        tick,
        wanted,
        held,
    } = result;
    let file = one_line(file);
    let word = if *held { "ok  " } else { "FAIL" };
    let stat = if stat == "every" {
        String::new()
    } else {
        format!(" {stat}")
    };
    let value = match value {
        Value::Number(number) => rounded(*number),
        other => other.to_string(),
    };
    let tick = tick.map_or_else(String::new, |tick| format!(" at tick {tick}"));
    writeln!(
        out,
        "{word}  {file}  {lane}  {hz} Hz  {place}  {measure}{stat}  {value}{tick}, wanted {wanted}"
    )
}

/// A number to a billionth, which is less than any tolerance that makes sense of an `f32`.
fn rounded(number: f64) -> String {
    let text = words::fixed(number, 9);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[derive(Serialize)]
struct CheckJson<'a> {
    held: usize,
    failed: usize,
    results: Vec<ResultJson<'a>>,
}

#[derive(Serialize)]
struct ResultJson<'a> {
    file: &'a str,
    lane: &'a str,
    hz: u32,
    place: &'a str,
    measure: &'a str,
    stat: &'a str,
    value: Option<ValueJson>,
    tick: Option<u32>,
    wanted: &'a str,
    held: bool,
}

impl<'a> ResultJson<'a> {
    fn of(result: &'a CheckResult) -> Self {
        Self {
            file: &result.file,
            lane: &result.lane,
            hz: result.hz,
            place: &result.place,
            measure: result.measure,
            stat: &result.stat,
            value: Measure::from_name(result.measure)
                .map(|measure| ValueJson(measure, result.value)),
            tick: result.tick,
            wanted: &result.wanted,
            held: result.held,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_stands_for_every_scene_below_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("b/c")).unwrap();
        for name in ["z.ron", "b/a.ron", "b/c/a.ron", "b/notes.md"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let found = files(folder.path()).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|(file, problem)| {
                assert!(problem.is_none());
                file.strip_prefix(folder.path()).unwrap()
            })
            .collect();
        assert_eq!(
            names,
            [
                Path::new("b/a.ron"),
                Path::new("b/c/a.ron"),
                Path::new("z.ron")
            ]
        );
        std::fs::create_dir(folder.path().join("empty")).unwrap();
        files(&folder.path().join("empty")).unwrap_err();
        let word = files(Path::new("sawtooth")).unwrap();
        assert_eq!(word[0].0, Path::new("sawtooth"));
    }
}
