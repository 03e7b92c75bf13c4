//! Whole logs, and logs that grow.

use std::collections::BTreeMap;

use super::decode::{Decoder, Encoding};
use super::line::Entry;

/// Most lines without a tag that belong to the entry before them.
const MOST_LINES: u32 = 64;

/// Takes a log piece by piece, in the order in which it is written.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    decoder: Decoder,
    line: u64,
    /// An entry of several lines that may go on.
    open: Option<(Entry, u32)>,
}

impl Follower {
    /// Takes the next `bytes`; the entries that are complete. A line without its end waits for the rest.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Entry> {
        let mut entries = Vec::new();
        let Self {
            decoder,
            line,
            open,
        } = self;
        decoder.push(bytes, &mut |text| take(line, open, text, &mut entries));
        entries
    }

    /// Ends the log: the entries that were waiting.
    pub fn finish(&mut self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let Self {
            decoder,
            line,
            open,
        } = self;
        decoder.finish(&mut |text| take(line, open, text, &mut entries));
        entries.extend(open.take().map(|(entry, _)| entry));
        entries
    }

    /// How many lines were taken.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.line
    }

    /// Whether the log is UTF-16.
    #[must_use]
    pub fn is_utf16(&self) -> bool {
        matches!(self.decoder.encoding, Encoding::Utf16Le | Encoding::Utf16Be)
    }
}

/// Takes a line; `open` is the entry that it may belong to.
fn take(line: &mut u64, open: &mut Option<(Entry, u32)>, text: &str, entries: &mut Vec<Entry>) {
    *line += 1;
    let Some(entry) = Entry::parse(*line, text) else {
        if let Some((entry, count)) = open {
            *count += 1;
            if *count <= MOST_LINES && text.contains('=') {
                entry.take(text);
            }
        }
        return;
    };
    entries.extend(open.take().map(|(entry, _)| entry));
    match entry.tag.as_str() {
        "resolve-bldg" => *open = Some((entry, 0)),
        _ => entries.push(entry),
    }
}

/// A whole log.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The entries in the file's order.
    pub entries: Vec<Entry>,
    /// How many lines the file has.
    pub lines: u64,
    /// Whether it is UTF-16.
    pub is_utf16: bool,
    /// How many lines were longer than a mebibyte and cut there.
    pub cut_lines: u64,
}

/// Reads the log in `bytes`.
#[must_use]
pub fn read(bytes: &[u8]) -> Log {
    let mut follower = Follower::default();
    let mut entries = follower.push(bytes);
    entries.extend(follower.finish());
    Log {
        entries,
        lines: follower.lines(),
        is_utf16: follower.is_utf16(),
        cut_lines: follower.decoder.cut_lines,
    }
}

/// What a log has of a tag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagSummary {
    /// How many entries.
    pub count: u64,
    /// The names of its values, in the order in which they first occur.
    pub fields: Vec<String>,
    /// The line of its first entry.
    pub first: u64,
}

/// Most names of values that a summary has.
const MOST_NAMES: usize = 64;

impl TagSummary {
    /// Takes in an entry of its tag.
    pub fn take(&mut self, entry: &Entry) {
        if self.count == 0 {
            self.first = entry.line;
        }
        self.count += 1;
        for field in entry.fields.iter().filter(|field| !field.key.is_empty()) {
            if self.fields.len() < MOST_NAMES && !self.fields.contains(&field.key) {
                self.fields.push(field.key.clone());
            }
        }
    }
}

impl Log {
    /// What it has, tag by tag.
    #[must_use]
    pub fn tags(&self) -> BTreeMap<&str, TagSummary> {
        let mut tags: BTreeMap<&str, TagSummary> = BTreeMap::new();
        for entry in &self.entries {
            tags.entry(&entry.tag).or_default().take(entry);
        }
        tags
    }
}

/// Whether `bytes` begin as a log of probes: one of the first lines has a tag and a value.
#[must_use]
pub fn looks_like_log(bytes: &[u8]) -> bool {
    let log = read(bytes);
    let has_value = |entry: &Entry| entry.fields.iter().any(|field| !field.key.is_empty());
    log.entries
        .iter()
        .any(|entry| super::KNOWN.contains(&entry.tag.as_str()) || has_value(entry))
}
