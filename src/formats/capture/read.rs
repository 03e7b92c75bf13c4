//! A capture line by line: runs, torn and damaged lines.

use std::io::BufRead;

use super::model::RecordModel;
use crate::formats::json;
use crate::formats::text::{count, either};
use crate::ids::CellId;

/// Longest line that is read, bytes.
const LONGEST: usize = 16 << 20;

/// A record and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Line in the file, from 1.
    pub line: u32,
    /// Number of the run, from 1: a run ends where the tick falls.
    pub run: u32,
    /// What the line says.
    pub model: RecordModel,
}

impl Record {
    /// The cell that its sweep begins in, where it names one.
    #[must_use]
    pub fn cell(&self) -> Option<CellId> {
        let id = self.model.input.as_ref()?.cell_id.as_ref()?;
        Some(CellId(id.0)).filter(|cell| cell.is_some())
    }
}

/// A line that is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct Damage {
    /// Line in the file, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// One run of the client in a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number, from 1.
    pub number: u32,
    /// How many records it has.
    pub records: u32,
    /// Lowest and highest tick.
    pub ticks: (i64, i64),
}

/// A whole capture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Capture {
    /// The records, in the file's order.
    pub records: Vec<Record>,
    /// The runs, in the file's order.
    pub runs: Vec<Run>,
    /// Lines that are no records, the first ones of them.
    pub damaged: Vec<Damage>,
    /// How many lines are no records.
    pub damaged_lines: usize,
    /// The last line, where the file ends in the middle of it.
    pub torn: Option<u32>,
}

/// Takes a capture line by line.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    line: u32,
    tick: Option<i64>,
    run: u32,
}

impl Reader {
    /// What the next line, without its end, says; `None` for an empty one.
    ///
    /// # Errors
    /// [`Damage`]: not UTF-8, no JSON, a value of another kind, a line of more than 16 MiB.
    pub fn line(&mut self, bytes: &[u8]) -> Result<Option<Record>, Damage> {
        self.line = self.line.saturating_add(1);
        let line = self.line;
        let wrong = |column: usize, problem: String| Damage {
            line,
            column: column.max(1),
            problem,
        };
        if bytes.len() > LONGEST {
            return Err(wrong(1, format!("more than {LONGEST} bytes")));
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|error| wrong(error.valid_up_to() + 1, "not UTF-8 text".to_owned()))?;
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Ok(None);
        }
        let model: RecordModel =
            json::parse(text).map_err(|error| wrong(error.column(), json::reason(&error)))?;
        if model.input.is_none() {
            return Err(wrong(
                1,
                "no `input`; a recorded sweep was expected".to_owned(),
            ));
        }
        let fell = model
            .tick
            .zip(self.tick)
            .is_some_and(|(now, before)| now < before);
        if self.run == 0 || fell {
            self.run += 1;
        }
        self.tick = model.tick.or(self.tick);
        Ok(Some(Record {
            line,
            run: self.run,
            model,
        }))
    }
}

/// Takes the lines of `input` one after the other without holding them all, and gives what each says to `see`; whether the file ends in
/// the middle of a line, which then is not taken.
///
/// # Errors
/// Those of `input`.
pub fn lines(
    mut input: impl BufRead,
    mut see: impl FnMut(&[u8], Result<Option<Record>, Damage>),
) -> std::io::Result<Option<u32>> {
    let mut reader = Reader::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        // A line without an end must not fill the memory.
        let mut limited = std::io::Read::take(&mut input, LONGEST as u64 + 1);
        if limited.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let whole = line.ends_with(b"\n");
        if whole {
            line.pop();
        } else if line.len() > LONGEST {
            // The rest of it.
            skip_line(&mut input)?;
        }
        let read = reader.line(&line);
        if !whole && line.len() <= LONGEST && read.is_err() {
            return Ok(Some(reader.line));
        }
        see(&line, read);
    }
}

fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (taken, ended) = match buffer.iter().position(|b| *b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(taken);
        if ended {
            return Ok(());
        }
    }
}

/// Reads the capture in `bytes`; what is no record is told in the result.
#[must_use]
pub fn read(bytes: &[u8]) -> Capture {
    let mut capture = Capture::default();
    // Reading from memory does not fail.
    let torn = lines(bytes, |_, read| capture.take(read));
    capture.torn = torn.unwrap_or_default();
    capture
}

/// Most damaged lines that are kept.
const KEPT_DAMAGE: usize = 1_000;

impl Capture {
    /// Takes what a line says.
    pub fn take(&mut self, read: Result<Option<Record>, Damage>) {
        match read {
            Ok(None) => {}
            Ok(Some(record)) => {
                let tick = record.model.tick.unwrap_or_default();
                match self.runs.last_mut().filter(|run| run.number == record.run) {
                    Some(run) => {
                        run.records += 1;
                        run.ticks = (run.ticks.0.min(tick), run.ticks.1.max(tick));
                    }
                    None => self.runs.push(Run {
                        number: record.run,
                        records: 1,
                        ticks: (tick, tick),
                    }),
                }
                self.records.push(record);
            }
            Err(damage) => {
                self.damaged_lines += 1;
                if self.damaged.len() < KEPT_DAMAGE {
                    self.damaged.push(damage);
                }
            }
        }
    }

    /// Why there is no record in it: its first damaged line, as `LINE:COLUMN: reason`, or in words after a blank.
    #[must_use]
    pub fn emptiness(&self) -> String {
        match (self.damaged.first(), self.torn) {
            (Some(damage), _) => damage.to_string(),
            (None, Some(line)) => {
                format!("{line}: the last line is cut off, and no record is in it")
            }
            (None, None) => " no record is in it".to_owned(),
        }
    }

    /// What a user should know of it, one sentence each.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(first) = self.damaged.first() {
            let lines = count(self.damaged_lines as u64, "damaged line");
            let are = either(self.damaged_lines as u64, "is", "are");
            warnings.push(format!("{first} ({lines} {are} passed over)"));
        }
        if let Some(line) = self.torn {
            warnings.push(format!("{line}: the last line is cut off and passed over"));
        }
        warnings
    }
}

/// Whether `bytes` begin as a capture: a line of JSON with the fields of a record.
#[must_use]
pub fn looks_like_capture(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let first = lines
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    first.starts_with('{')
        && first.contains("\"input\"")
        && ["\"currentPos\"", "\"targetPos\"", "\"bodyBefore\""]
            .iter()
            .any(|field| first.contains(field))
}
