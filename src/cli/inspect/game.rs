//! `sweepscope inspect` of game files: what a file holds, and the ids of a kind.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use super::record::{extent, record};
use crate::analysis::words;
use crate::cli::Io;
use crate::cli::exit::{Exit, Fault, one_line};
use crate::cli::import::game::{open_named, told};
use crate::cli::text::{Align, Table, count};
use crate::formats::dat::facts::Facts;
use crate::formats::dat::header::BLOCKS_AT;
use crate::formats::dat::ids::{ITERATION, RecordKind};
use crate::formats::dat::library::{Fetch as _, Library};
use crate::formats::dat::{Dat, DatError, DataSet, PACKED, Record};

/// Most broken things that are told one by one.
const TOLD: usize = 20;

/// What is asked of game files.
pub(super) struct Asked {
    pub(super) id: Option<u32>,
    /// Which ids are listed.
    pub(super) ids: Option<Ids>,
}

/// Ids of a kind, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ids(Option<RecordKind>);

/// The ids that `text` names.
pub(super) fn parse_ids(text: &str) -> Result<Ids, String> {
    if text == ALL {
        return Ok(Ids(None));
    }
    let mut kinds = RecordKind::ALL.into_iter();
    let known = kinds.find(|kind| kind.name().eq_ignore_ascii_case(text));
    known.map(|kind| Ids(Some(kind))).ok_or_else(|| {
        let names = RecordKind::ALL.map(RecordKind::name);
        format!("one of {} was expected", names.join(", "))
    })
}

/// The word for every kind.
pub(super) const ALL: &str = "all";

/// Tells what is asked of the game files at `path`, or of those that the environment names.
pub(super) fn run(path: Option<&Path>, asked: &Asked, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let (path, mut library) = open_named(path)?;
    let path = path.as_path();
    let alone = library.alone();
    // Of one file only that one is told, though its neighbour is at hand for what it refers to.
    let named = named_set(path, &mut library);
    let result = match (asked.id, asked.ids, alone) {
        (Some(id), _, _) => {
            let found = library.find(id, named);
            if found.is_err() {
                library.warnings().for_each(|warning| io.warn(warning));
            }
            let (set, kind) = found.map_err(told)?;
            record(&mut library, set, kind, id, io)
        }
        (None, None, Some((set, id, _))) => {
            record(&mut library, set, RecordKind::of(set, id), id, io)
        }
        (None, Some(Ids(kind)), Some((set, id, size))) => {
            let name = library.name(set);
            let mut listing = Listing::of(kind);
            listing.row((set, id, size), &name, || library.fetch(set, id), io)?;
            listing.end(path, io);
            Ok(())
        }
        (None, ids, None) => {
            let is_whole = library.refused().next().is_none();
            let files = library.files();
            let mut files = files.filter(|dat| named.is_none_or(|set| dat.header().set == set));
            let mut listing = ids.map(|Ids(kind)| Listing::of(kind));
            files.try_for_each(|dat| match &mut listing {
                Some(listing) => list(dat, listing, io),
                None => container(dat, io),
            })?;
            // What is not there may be in the file that cannot be read.
            if let Some(listing) = listing.filter(|_| is_whole) {
                listing.end(path, io);
            }
            Ok(())
        }
    };
    let mut warnings: Vec<String> = library.warnings().map(str::to_owned).collect();
    warnings.dedup();
    for warning in warnings {
        io.warn(&warning);
    }
    result?;
    // Of a folder all is told; of a record what it refers to.
    let whole = asked.id.is_none() && named.is_none();
    let refused = library.refused().filter(|_| whole).cloned();
    let mut refused: Vec<DatError> = refused.chain(library.missed().cloned()).collect();
    let last = refused.pop();
    for error in refused {
        io.warn(&error.to_string());
    }
    last.map_or(Ok(Exit::Done), |error| Err(told(error)))
}

/// Which file `path` is; `None` of a folder.
fn named_set(path: &Path, library: &mut Library) -> Option<DataSet> {
    if path.is_dir() {
        return None;
    }
    let shown = path.display().to_string();
    let mut files = library.files();
    let own = files.find(|dat| dat.file() == shown);
    own.map(|dat| dat.header().set)
}

/// What the container is, and how many records of each kind it has.
fn container(dat: &mut Dat<File>, io: &mut Io<'_>) -> Result<(), Fault> {
    let (entries, errors) = dat.entries();
    let (header, length) = (*dat.header(), dat.length());
    let out = &mut *io.out;
    writeln!(
        out,
        "{}: the {} file of the game, {length} bytes in blocks of {}",
        one_line(dat.file()),
        header.set,
        header.block_size
    )?;
    let version = dat.find(ITERATION).ok().flatten();
    let version = version.and_then(|_| dat.record(ITERATION).ok().flatten());
    if let Some((Record::Iteration(iteration), _)) = version {
        writeln!(out, "  data version  {}", iteration.total)?;
    }
    let blocks = length.saturating_sub(BLOCKS_AT) / u64::from(header.block_size);
    let odd = match u64::from(header.free_count) > blocks {
        true => format!(
            " by the header, though the file has {}",
            count(blocks, "block")
        ),
        false => String::new(),
    };
    writeln!(out, "  free blocks   {}{odd}", header.free_count)?;
    let packed = entries.iter().filter(|entry| entry.flags & PACKED != 0);
    writeln!(
        out,
        "  packed        {}",
        count(packed.count() as u64, "record")
    )?;
    let mut kinds: BTreeMap<RecordKind, (u64, u64, u32, u32)> = BTreeMap::new();
    for entry in &entries {
        let kind = RecordKind::of(header.set, entry.id);
        let of = kinds.entry(kind).or_insert((0, 0, entry.id, entry.id));
        *of = (of.0 + 1, of.1 + u64::from(entry.size), of.2, entry.id);
    }
    writeln!(out)?;
    let mut table = Table::new(&[
        ("type", Align::Left),
        ("records", Align::Right),
        ("bytes", Align::Right),
        ("first", Align::Left),
        ("last", Align::Left),
    ]);
    for (kind, (records, bytes, first, last)) in kinds {
        table.row(vec![
            kind.name().to_owned(),
            records.to_string(),
            bytes.to_string(),
            format!("{first:#010X}"),
            format!("{last:#010X}"),
        ]);
    }
    table.write(out)?;
    tell(errors.iter().map(ToString::to_string), io);
    Ok(())
}

/// Warns of each, or of the first ones and the number of the rest.
pub(super) fn tell(problems: impl ExactSizeIterator<Item = String>, io: &mut Io<'_>) {
    let more = problems.len().saturating_sub(TOLD);
    for problem in problems.take(TOLD) {
        io.warn(&problem);
    }
    if more > 0 {
        io.warn(&format!("and {more} more are broken"));
    }
}

/// The ids of a kind with what each comes to, or all ids; a line each, as they are read.
fn list(dat: &mut Dat<File>, listing: &mut Listing, io: &mut Io<'_>) -> Result<(), Fault> {
    let (entries, errors) = dat.entries();
    let mut problems: Vec<String> = errors.iter().map(ToString::to_string).collect();
    // Some may be where the directory is broken.
    listing.is_whole &= errors.is_empty();
    let (set, file) = (dat.header().set, dat.file().to_owned());
    for entry in entries {
        let named = (set, entry.id, entry.size);
        problems.extend(listing.row(named, &file, || dat.bytes(&entry), io)?);
    }
    tell(problems.into_iter(), io);
    Ok(())
}

/// A list of ids.
struct Listing {
    /// Which are listed; all, in short, where none is named.
    kind: Option<RecordKind>,
    has_head: bool,
    /// Whether all that may be listed was looked at.
    is_whole: bool,
}

impl Listing {
    fn of(kind: Option<RecordKind>) -> Self {
        Self {
            kind,
            has_head: false,
            is_whole: true,
        }
    }

    /// Tells the record of that file, id and size if it is one of the kind; `bytes` gives what it holds. Gives what is broken.
    fn row(
        &mut self,
        (set, id, size): (DataSet, u32, u32),
        file: &str,
        bytes: impl FnOnce() -> Result<Vec<u8>, DatError>,
        io: &mut Io<'_>,
    ) -> Result<Option<String>, Fault> {
        let own = RecordKind::of(set, id);
        let Some(kind) = self.kind else {
            writeln!(io.out, "{id:#010X}  {:13}  {size:>9}", own.name())?;
            return Ok(None);
        };
        if kind != own {
            return Ok(None);
        }
        if !self.has_head {
            writeln!(io.out, "id             bytes  polygons  off-centre  holds")?;
            self.has_head = true;
        }
        let read = bytes().and_then(|bytes| {
            Record::decode(&bytes, own, Some(id)).map_err(|wrong| wrong.of(file, id))
        });
        let (facts, flaws) = match read {
            Ok(Some((record, flaws))) => (Facts::of(&record), flaws),
            Ok(None) => (Facts::default(), Vec::new()),
            Err(error) => {
                writeln!(
                    io.out,
                    "{id:#010X}  {size:>8}  {:>8}  {:>10}  broken",
                    "", ""
                )?;
                return Ok(Some(error.to_string()));
            }
        };
        let polygons = facts.polygons.map(|number| number.to_string());
        let ratio = facts.off_centre().map(|ratio| words::fixed(ratio, 3));
        let bounds = facts.bounds.map(|bounds| format!("{}; ", extent(&bounds)));
        writeln!(
            io.out,
            "{id:#010X}  {size:>8}  {:>8}  {:>10}  {}{}{}",
            polygons.unwrap_or_default(),
            ratio.unwrap_or_default(),
            bounds.unwrap_or_default(),
            facts.words(),
            if flaws.is_empty() && facts.notes.is_empty() {
                ""
            } else {
                "; odd"
            },
        )?;
        Ok(None)
    }

    /// Says so where none was of the kind.
    fn end(self, path: &Path, io: &mut Io<'_>) {
        if let (Some(kind), false, true) = (self.kind, self.has_head, self.is_whole) {
            let (file, kind) = (path.display(), kind.name());
            io.warn(&format!("{file}: no record of type {kind}"));
        }
    }
}
