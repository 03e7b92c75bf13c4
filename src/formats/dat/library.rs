//! Where records come from: a portal and a cell file that belong together, a single record, or what was kept of either.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::DatError;
use super::file::{Dat, MAX_RECORD, open_dat, unreadable};
use super::header::{BLOCKS_AT, is_dat};
use super::ids::{DataSet, RecordKind};
use super::record::Record;
use super::write::sample::FILES;
use crate::formats::progress::{Go, STOPPED, Tell};
use crate::formats::system::openable;
use crate::formats::what::What;

/// Gives records by file and id.
pub trait Fetch {
    /// The bytes of a record, unpacked.
    ///
    /// # Errors
    /// [`DatError`]: there is none, or it cannot be had.
    fn fetch(&mut self, set: DataSet, id: u32) -> Result<Vec<u8>, DatError>;

    /// What errors call the source of records of this kind.
    fn name(&self, set: DataSet) -> String;
}

/// Open game files, or a record that stands alone.
#[derive(Debug)]
pub struct Library {
    /// Where it was looked for.
    place: String,
    portal: Option<Dat<File>>,
    cell: Option<Dat<File>>,
    alone: Option<(DataSet, u32, Vec<u8>)>,
    /// Files with the names of the game's that are not read, by the kind that their name says.
    refused: Vec<(DataSet, DatError)>,
    /// Why the first file is refused that was needed.
    missed: Option<DatError>,
    /// Which files are there twice, in the place of others, or called what they are not.
    odd: Vec<String>,
}

impl Library {
    fn new(place: String) -> Self {
        Self {
            place,
            portal: None,
            cell: None,
            alone: None,
            refused: Vec::new(),
            missed: None,
            odd: Vec::new(),
        }
    }

    /// Why files with the game's names are not read.
    pub fn refused(&self) -> impl Iterator<Item = &DatError> {
        self.refused.iter().map(|(_, error)| error)
    }

    /// Why a file is not read out of which a record was asked for: whoever goes on without that record has less than there is.
    #[must_use]
    pub fn missed(&self) -> Option<&DatError> {
        self.missed.as_ref()
    }

    /// The open files, the portal file first.
    pub fn files(&mut self) -> impl Iterator<Item = &mut Dat<File>> {
        self.portal.iter_mut().chain(self.cell.iter_mut())
    }

    /// The file of this kind.
    pub fn dat(&mut self, set: DataSet) -> Option<&mut Dat<File>> {
        match set {
            DataSet::Portal => self.portal.as_mut(),
            DataSet::Cell => self.cell.as_mut(),
            DataSet::HighRes | DataSet::Local => None,
        }
    }

    /// The record that stands alone, if that is all there is, and how many bytes it has.
    #[must_use]
    pub fn alone(&self) -> Option<(DataSet, u32, u32)> {
        let alone = self.alone.as_ref();
        // Longer ones are refused.
        alone.map(|(set, id, bytes)| (*set, *id, bytes.len() as u32))
    }

    /// The file that has record `id`, and its kind: `likely` if that is given and has it, else the portal file, else the cell file.
    ///
    /// # Errors
    /// [`DatError`]: neither has it.
    pub fn find(
        &mut self,
        id: u32,
        likely: Option<DataSet>,
    ) -> Result<(DataSet, RecordKind), DatError> {
        let first = likely.into_iter().chain([DataSet::Portal]);
        let mut broken = None;
        for set in first {
            let kind = RecordKind::of(set, id);
            if kind == RecordKind::Other {
                continue;
            }
            match self.get(set, id) {
                Ok(_) => return Ok((set, kind)),
                Err(error) if error.is_absence() => {}
                Err(error) => _ = broken.get_or_insert(error),
            }
        }
        // What is nothing but a portal record is missed, or broken, there.
        let in_cell = RecordKind::of(DataSet::Cell, id);
        let set = match in_cell {
            RecordKind::Other => DataSet::Portal,
            _ => DataSet::Cell,
        };
        let in_portal = RecordKind::of(DataSet::Portal, id);
        match (self.get(set, id), broken) {
            (Ok(_), _) => Ok((set, RecordKind::of(set, id))),
            // It may well be there.
            (Err(absent), Some(error)) if absent.is_absence() => Err(error),
            (Err(absent), None) if absent.is_absence() && self.alone.is_none() => {
                // It is missed where an id of its kind would be.
                Err(match (likely, in_portal, in_cell) {
                    (_, RecordKind::Other, RecordKind::Other) if is_land_cell(id) => {
                        DatError::LandCell {
                            file: self.place.clone(),
                            id,
                        }
                    }
                    (_, RecordKind::Other, RecordKind::Other) => DatError::NoKind {
                        file: self.place.clone(),
                        id,
                    },
                    (None | Some(DataSet::Portal), kind, _) if kind != RecordKind::Other => {
                        self.get(DataSet::Portal, id).err().unwrap_or(absent)
                    }
                    _ => absent,
                })
            }
            (Err(error), _) => Err(error),
        }
    }

    fn get(&mut self, set: DataSet, id: u32) -> Result<Vec<u8>, DatError> {
        if let Some((own, known, bytes)) = &self.alone
            && (*own, *known) == (set, id)
        {
            return Ok(bytes.clone());
        }
        let place = self.place.clone();
        if self.dat(set).is_none() && self.alone.is_some() {
            return Err(DatError::Alone { file: place, id });
        }
        let refused = self.refused_as(set).cloned();
        let Some(dat) = self.dat(set) else {
            return Err(refused.unwrap_or_else(|| DatError::NoFile {
                folder: place,
                set,
                what: format!("record {id:#010X}"),
            }));
        };
        let entry = dat.entry(id)?;
        dat.bytes(&entry)
    }

    /// Why the file of this kind is not read.
    fn refused_as(&self, set: DataSet) -> Option<&DatError> {
        let mut refused = self.refused.iter();
        refused.find(|(own, _)| *own == set).map(|(_, error)| error)
    }

    /// What is odd about the files as a whole.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        let files = self.portal.iter().chain(&self.cell);
        let own = files.flat_map(|dat| dat.warnings());
        self.odd.iter().chain(own).map(String::as_str)
    }
}

impl Fetch for Library {
    fn fetch(&mut self, set: DataSet, id: u32) -> Result<Vec<u8>, DatError> {
        let bytes = self.get(set, id);
        if self.dat(set).is_none() && self.missed.is_none() {
            self.missed = self.refused_as(set).cloned();
        }
        bytes
    }

    fn name(&self, set: DataSet) -> String {
        let dat = match set {
            DataSet::Portal => &self.portal,
            _ => &self.cell,
        };
        dat.as_ref()
            .map_or_else(|| self.place.clone(), |dat| dat.file().to_owned())
    }
}

/// Opens what is at `path`: a folder with the game's files, one of them (the other is looked for beside it), or a record.
///
/// # Errors
/// [`DatError`]: nothing there, or nothing of the game.
pub fn open_library(path: &Path) -> Result<Library, DatError> {
    let place = path.display().to_string();
    let mut library = Library::new(place.clone());
    if path.is_dir() {
        open_beside(&mut library, path, &place)?;
        if library.portal.is_none() && library.cell.is_none() {
            return Err(match library.refused.into_iter().next() {
                Some((_, error)) => error,
                None => DatError::NoFiles { folder: place },
            });
        }
        return Ok(library);
    }
    let about = openable(path).map_err(|error| unreadable(&place, 0, &error))?;
    let mut start = Vec::new();
    let file = File::open(path).map_err(|error| unreadable(&place, 0, &error))?;
    let limit = u64::from(MAX_RECORD) + 1;
    let read = (&file).take(BLOCKS_AT).read_to_end(&mut start);
    read.map_err(|error| unreadable(&place, 0, &error))?;
    if is_dat(&start) {
        let dat = open_dat(path)?;
        let set = dat.header().set;
        match set {
            DataSet::Portal => library.portal = Some(dat),
            DataSet::Cell => library.cell = Some(dat),
            DataSet::HighRes | DataSet::Local => {
                return Err(nothing_to_hit(path, set));
            }
        }
        if let Some(folder) = path.parent() {
            let folder = if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            };
            // Whatever is wrong with the other file shows once it is needed.
            let _ = open_beside(&mut library, folder, &place);
        }
        return Ok(library);
    }
    // Of what is too long its end is not read.
    if about.len() < limit {
        let rest = (&file).take(limit - BLOCKS_AT).read_to_end(&mut start);
        rest.map_err(|error| unreadable(&place, BLOCKS_AT, &error))?;
    }
    if about.len() >= limit || start.len() as u64 >= limit {
        return Err(DatError::Container {
            file: place,
            offset: limit,
            problem: format!("neither a game file nor a record: more than {MAX_RECORD} bytes"),
        });
    }
    let (set, id, _, _) = match Record::decode_alone(&start) {
        Ok(alone) => alone,
        Err(wrong) => {
            let what = What::named(&start, path);
            if what.is_known() {
                return Err(DatError::Other {
                    file: place,
                    what: what.instead_of("a game file"),
                });
            }
            // By its name it is one, whose header is damaged.
            if is_called_game(path) {
                open_dat(path)?;
            }
            if let Some((kind, id, wrong)) = Record::damaged(&start, is_called_record(path)) {
                return Err(DatError::Other {
                    file: place,
                    what: What::Damaged(kind, id, wrong).name(),
                });
            }
            return Err(DatError::Container {
                file: place,
                offset: wrong.offset as u64,
                problem: format!(
                    "neither a game file nor a record: {}: {}",
                    wrong.field, wrong.problem
                ),
            });
        }
    };
    if let Some(called) = id_by_name(path).filter(|called| *called != id) {
        let told = format!("{place}: it is called {called:#010X} and holds {id:#010X}");
        library.odd.push(told);
    }
    library.alone = Some((set, id, start));
    Ok(library)
}

/// Opens the files of `folder` that are still missing, those with the game's names first.
fn open_beside(library: &mut Library, folder: &Path, place: &str) -> Result<(), DatError> {
    // Of a file that was named others of its kind are nobody's business.
    let given: Vec<DataSet> = library.files().map(|dat| dat.header().set).collect();
    let list = std::fs::read_dir(folder).map_err(|error| unreadable(place, 0, &error))?;
    let mut paths: Vec<PathBuf> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| is_called_game(path));
    paths.sort_by_key(|path| (set_by_name(path).is_none(), path.clone()));
    for path in paths {
        let named = set_by_name(&path);
        let refuse = |library: &mut Library, error| {
            // A folder may hold other files that end like this.
            library.refused.extend(named.map(|set| (set, error)));
        };
        match open_dat(&path) {
            Ok(dat) => {
                let place = match dat.header().set {
                    DataSet::Portal => &mut library.portal,
                    DataSet::Cell => &mut library.cell,
                    set => {
                        refuse(library, nothing_to_hit(&path, set));
                        continue;
                    }
                };
                match place {
                    Some(known) if !given.contains(&dat.header().set) => {
                        let (other, set, used) = (dat.file(), dat.header().set, known.file());
                        let told = format!("{other}: another {set} file; {used} is used");
                        library.odd.push(told);
                    }
                    Some(_) => {}
                    None => *place = Some(dat),
                }
            }
            Err(error) => refuse(library, error),
        }
    }
    // Another file in the place of the one that the game would take is nothing to be silent about.
    for (set, error) in std::mem::take(&mut library.refused) {
        if let Some(used) = library.dat(set).map(|dat| dat.file().to_owned()) {
            let is_asked = given.contains(&set);
            let told = (!is_asked).then(|| format!("{error}; {used} is used in its place"));
            library.odd.extend(told);
        }
        library.refused.push((set, error));
    }
    Ok(())
}

/// Whether a file's name ends as those of game files do.
fn is_called_game(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("dat"))
}

/// Whether an id is that of a cell of the landscape; ids of the portal file's other kinds begin with a small number and 00.
fn is_land_cell(id: u32) -> bool {
    let is_portal = id >> 24 <= 0x40 && id >> 16 & 0xff == 0;
    (1..=0x40).contains(&(id & 0xffff)) && !is_portal
}

/// Whether a file's name is that of a single record: it ends so, or it is an id.
#[must_use]
pub fn is_called_record(path: &Path) -> bool {
    let is = |ending: &str| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
    };
    is("bin") || is("raw") || id_by_name(path).is_some()
}

/// The id that a file is called by.
#[must_use]
pub fn id_by_name(path: &Path) -> Option<u32> {
    let stem = path.file_stem()?.to_string_lossy();
    let digits = stem.strip_prefix("0x").unwrap_or(&stem);
    let is_id = digits.len() == 8 && digits.bytes().all(|c| c.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_id)
}

fn nothing_to_hit(path: &Path, set: DataSet) -> DatError {
    DatError::Container {
        file: path.display().to_string(),
        offset: 0x14c,
        problem: format!("a {set} file, which holds nothing to collide with"),
    }
}

/// The kind that a file has by its name; `None` of names that are not the game's.
fn set_by_name(path: &Path) -> Option<DataSet> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let sets = [DataSet::Portal, DataSet::Cell];
    let mut known = FILES.iter().zip(sets);
    known.find(|(file, _)| **file == name).map(|(_, set)| set)
}

/// A record that a scene needs, as recordings keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Whether it is out of the cell file; else it is out of the portal file.
    pub is_cell: bool,
    /// Its id.
    pub id: u32,
    /// Its bytes, unpacked.
    pub bytes: Vec<u8>,
}

/// A record that a scene needs and that is broken, out of reach or not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostRecord {
    /// Whether it is out of the cell file; else it is out of the portal file.
    pub is_cell: bool,
    /// Its id.
    pub id: u32,
    /// Why it cannot be had.
    pub error: DatError,
}

/// Gives records and keeps what it gave.
#[derive(Debug)]
pub struct Keeping<'a, F> {
    source: &'a mut F,
    kept: BTreeMap<(bool, u32), Vec<u8>>,
    lost: BTreeMap<(bool, u32), DatError>,
}

impl<'a, F: Fetch> Keeping<'a, F> {
    /// Gives what `source` gives.
    pub fn new(source: &'a mut F) -> Self {
        Self {
            source,
            kept: BTreeMap::new(),
            lost: BTreeMap::new(),
        }
    }

    /// What was asked for and is broken or not there.
    #[must_use]
    pub fn lost(&self) -> Vec<LostRecord> {
        let lost = self.lost.iter();
        lost.map(|((is_cell, id), error)| LostRecord {
            is_cell: *is_cell,
            id: *id,
            error: error.clone(),
        })
        .collect()
    }

    /// Everything that was given.
    #[must_use]
    pub fn records(self) -> Vec<GameRecord> {
        let record = |((is_cell, id), bytes)| GameRecord { is_cell, id, bytes };
        self.kept.into_iter().map(record).collect()
    }
}

impl<F: Fetch> Fetch for Keeping<'_, F> {
    fn fetch(&mut self, set: DataSet, id: u32) -> Result<Vec<u8>, DatError> {
        let key = (set == DataSet::Cell, id);
        if let Some(known) = self.kept.get(&key) {
            return Ok(known.clone());
        }
        let bytes = self.source.fetch(set, id);
        match &bytes {
            Ok(bytes) => _ = self.kept.insert(key, bytes.clone()),
            Err(error) => _ = self.lost.insert(key, error.clone()),
        }
        bytes
    }

    fn name(&self, set: DataSet) -> String {
        self.source.name(set)
    }
}

/// Gives records and tells how many it gave; gives none any more once that says stop.
pub struct Told<'a, F> {
    source: F,
    tell: &'a Tell<'a>,
    given: u64,
}

impl<F> std::fmt::Debug for Told<'_, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Told").field("given", &self.given).finish()
    }
}

impl<'a, F: Fetch> Told<'a, F> {
    /// Gives what `source` gives.
    pub fn new(source: F, tell: &'a Tell<'a>) -> Self {
        Self {
            source,
            tell,
            given: 0,
        }
    }
}

impl<F: Fetch> Fetch for Told<'_, F> {
    fn fetch(&mut self, set: DataSet, id: u32) -> Result<Vec<u8>, DatError> {
        self.given += 1;
        if (self.tell)(self.given, 0) == Go::Stop {
            return Err(DatError::Unreadable {
                file: self.name(set),
                offset: 0,
                reason: STOPPED.to_owned(),
                environment: false,
            });
        }
        self.source.fetch(set, id)
    }

    fn name(&self, set: DataSet) -> String {
        self.source.name(set)
    }
}

impl<F: Fetch> Fetch for &mut F {
    fn fetch(&mut self, set: DataSet, id: u32) -> Result<Vec<u8>, DatError> {
        (**self).fetch(set, id)
    }

    fn name(&self, set: DataSet) -> String {
        (**self).name(set)
    }
}

/// Records that were kept, in the order of [`Keeping::records`].
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    records: &'a [GameRecord],
    lost: &'a [LostRecord],
}

impl<'a> Kept<'a> {
    /// Gives `records`; of what is among `lost` it tells why it cannot.
    #[must_use]
    pub fn new(records: &'a [GameRecord], lost: &'a [LostRecord]) -> Self {
        Self { records, lost }
    }
}

impl Fetch for Kept<'_> {
    fn fetch(&mut self, set: DataSet, id: u32) -> Result<Vec<u8>, DatError> {
        let is_cell = set == DataSet::Cell;
        let key = |record: &GameRecord| (record.is_cell, record.id);
        // Files may have them in any order.
        let found = match self.records.binary_search_by_key(&(is_cell, id), key) {
            Ok(index) => self.records.get(index),
            Err(_) => self
                .records
                .iter()
                .find(|record| key(record) == (is_cell, id)),
        };
        let lost = || {
            let mut lost = self.lost.iter();
            let lost = lost.find(|lost| (lost.is_cell, lost.id) == (is_cell, id));
            lost.map(|lost| lost.error.clone())
        };
        let absent = || DatError::NoRecord {
            file: self.name(set),
            id,
            near: Vec::new(),
        };
        found
            .map(|record| record.bytes.clone())
            .ok_or_else(|| lost().unwrap_or_else(absent))
    }

    fn name(&self, set: DataSet) -> String {
        format!("the {set} file")
    }
}
