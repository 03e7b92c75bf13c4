//! The dumps among files and in folders. A folder gives what can be read of it; a file that is named has to be one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::exit::{Exit, Fault, shown};
use super::files::{has_game_names, read, what};
use super::text::count;
use crate::formats::dump::{self, Dump};
use crate::formats::sniff::Content;
use crate::formats::text::either;
use crate::formats::what::What;

/// Most files of a folder that are looked at.
const MOST: usize = 100_000;

/// Most files that are left out of a folder of which each is told.
const TOLD: usize = 8;

/// What is said of a path that is there twice.
pub(super) const TWICE: &str = "it is named more than once and taken once";

/// A dump and the file that it was read from.
pub(super) struct Found {
    pub(super) file: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) dump: Dump,
}

/// The dump in `bytes`, which were read from `file`.
pub(super) fn open_dump(file: &Path, bytes: &[u8]) -> Result<Dump, Fault> {
    dump::read(bytes).map_err(|error| Fault::input(format!("{}:{error}", file.display())))
}

/// `paths` without those that are there already under this name or another one; that they are is added to `odd`.
pub(super) fn distinct(paths: &[PathBuf], odd: &mut Vec<String>) -> Vec<PathBuf> {
    let mut known = BTreeSet::new();
    let mut kept = Vec::with_capacity(paths.len());
    for path in paths {
        match known.insert(place(path)) {
            true => kept.push(path.clone()),
            false => odd.push(format!("{}: {TWICE}", path.display())),
        }
    }
    kept
}

/// Where `path` is, whatever links lead to it.
fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The dumps of `paths`, files and folders, each once; what of the folders cannot be taken is told in `odd`.
///
/// # Errors
/// A file of `paths` that is no dump, or no dump at all.
pub(super) fn gather(paths: &[PathBuf], odd: &mut Vec<String>) -> Result<Vec<Found>, Fault> {
    let paths = distinct(paths, odd);
    let mut gathered = Gathered::default();
    for path in &paths {
        match path.is_dir() {
            true if has_game_names(path) => return Err(beside_dumps(path, &What::Game)),
            true => {
                for file in below(path)? {
                    gathered.of_folder(file)?;
                }
            }
            false => gathered.named(path)?,
        }
    }
    let Gathered {
        found,
        left_out,
        lacking,
        ..
    } = gathered;
    if found.is_empty() {
        let first = paths.first().map(|path| shown(path)).unwrap_or_default();
        let cause = left_out.first().map(|cause| format!("; {cause}"));
        let told = Fault::input(format!(
            "{first}: neither game files nor JSON dumps are in it{}",
            cause.unwrap_or_default()
        ));
        return Err(lacking.unwrap_or(told));
    }
    let more = left_out.len().saturating_sub(TOLD) as u64;
    odd.extend(left_out.into_iter().take(TOLD));
    if more > 0 {
        odd.push(format!(
            "and {} that {} passed over",
            count(more, "more file"),
            either(more, "is", "are")
        ));
    }
    Ok(found)
}

/// What was found so far.
#[derive(Default)]
struct Gathered {
    found: Vec<Found>,
    /// The files that were looked at.
    seen: BTreeSet<PathBuf>,
    /// The rooms, and where each comes from.
    rooms: BTreeMap<u32, PathBuf>,
    /// Why files of folders are not among them, a sentence each.
    left_out: Vec<String>,
    /// That the machine lacks something for one of those.
    lacking: Option<Fault>,
}

impl Gathered {
    /// Takes a file that somebody named.
    fn named(&mut self, file: &Path) -> Result<(), Fault> {
        let bytes = read(file)?;
        let what = What::of(&bytes);
        if what != What::Foreign(Content::Dump) {
            return Err(beside_dumps(file, &what));
        }
        let dump = open_dump(file, &bytes)?;
        if self.seen.insert(place(file)) {
            self.take(file.to_owned(), bytes, dump);
        }
        Ok(())
    }

    /// Takes a file of a folder where it is a dump; what is called one and is none is told.
    fn of_folder(&mut self, file: PathBuf) -> Result<(), Fault> {
        if !self.seen.insert(place(&file)) {
            return Ok(());
        }
        let taken = Self::dump_of_folder(&file).map(|taken| {
            taken.filter(|(_, dump)| {
                let Dump::Room(room) = dump else {
                    return true;
                };
                let Some(other) = self.rooms.get(&room.id) else {
                    return true;
                };
                self.left_out.push(format!(
                    "{}: the room {:#010X} is in {} too (it is passed over)",
                    file.display(),
                    room.id,
                    other.display()
                ));
                false
            })
        });
        match taken {
            Ok(None) => {}
            Ok(Some((bytes, dump))) => self.take(file, bytes, dump),
            Err(Fault::PipeClosed) => return Err(Fault::PipeClosed),
            Err(fault) => {
                self.left_out.push(format!("{fault} (it is passed over)"));
                if fault.exit() == Exit::Environment {
                    self.lacking.get_or_insert(fault);
                }
            }
        }
        Ok(())
    }

    /// The dump in a file of a folder; `None` for what is neither one nor called one.
    fn dump_of_folder(file: &Path) -> Result<Option<(Vec<u8>, Dump)>, Fault> {
        if !is_called_dump(file) && what(file)? != What::Foreign(Content::Dump) {
            return Ok(None);
        }
        let bytes = read(file)?;
        match What::of(&bytes) {
            What::Foreign(Content::Dump) | What::Json | What::Text => {
                let dump = open_dump(file, &bytes)?;
                Ok(Some((bytes, dump)))
            }
            other => Err(Fault::input(format!(
                "{}: {}",
                file.display(),
                other.instead_of("a JSON dump")
            ))),
        }
    }

    fn take(&mut self, file: PathBuf, bytes: Vec<u8>, dump: Dump) {
        if let Dump::Room(room) = &dump {
            self.rooms.entry(room.id).or_insert_with(|| file.clone());
        }
        self.found.push(Found { file, bytes, dump });
    }
}

/// That `file` is `what` and stands among dumps, of which alone several files are taken.
fn beside_dumps(file: &Path, what: &What) -> Fault {
    let (file, name) = (file.display(), what.name());
    Fault::input(format!(
        "{file}: {name}; several files are taken of JSON dumps alone"
    ))
}

/// Whether a file has the ending of a dump.
fn is_called_dump(file: &Path) -> bool {
    let ending = file.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// The files right below a folder, by name, and whatever else is called a dump.
fn below(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let entries = std::fs::read_dir(folder).map_err(|error| Fault::reading(folder, &error))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|error| Fault::reading(folder, &error))?
            .path();
        // What is called a dump and is no file is told as that.
        if path.is_file() || is_called_dump(&path) {
            files.push(path);
        }
        if files.len() > MOST {
            let folder = folder.display();
            return Err(Fault::input(format!("{folder}: more than {MOST} files")));
        }
    }
    files.sort();
    Ok(files)
}
