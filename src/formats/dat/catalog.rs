//! What game files hold, by kind and id, for lists of hundreds of thousands of records.

use super::ids::{DataSet, RecordKind};
use super::library::Library;
use crate::formats::progress::{Go, Tell};

/// A record of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The file that it is in.
    pub set: DataSet,
    /// Its kind.
    pub kind: RecordKind,
    /// Its id.
    pub id: u32,
    /// Its bytes, as stored.
    pub size: u32,
}

impl Listed {
    /// What lists are sorted by.
    #[must_use]
    pub fn key(&self) -> (RecordKind, u32, DataSet) {
        (self.kind, self.id, self.set)
    }
}

/// All records of the files that are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// By kind, and by id within each.
    list: Vec<Listed>,
    /// What is broken or odd about the files.
    notes: Vec<String>,
}

/// Most notes that are kept.
const MOST_NOTES: usize = 40;

impl Catalog {
    /// Of these records.
    #[must_use]
    pub fn from_list(mut list: Vec<Listed>) -> Self {
        list.sort_unstable_by_key(Listed::key);
        Self {
            list,
            notes: Vec::new(),
        }
    }

    /// Lists what `library` holds; `None` when `tell`, which hears how many records are listed, said stop.
    #[must_use]
    pub fn of(library: &mut Library, tell: &Tell<'_>) -> Option<Self> {
        let mut catalog = Self {
            list: Vec::new(),
            notes: library.warnings().map(str::to_owned).collect(),
        };
        let refused = library.refused().map(ToString::to_string);
        catalog.notes.extend(refused);
        for dat in library.files() {
            let set = dat.header().set;
            let (entries, errors) = dat.entries();
            catalog.list.extend(entries.iter().map(|entry| Listed {
                set,
                kind: RecordKind::of(set, entry.id),
                id: entry.id,
                size: entry.size,
            }));
            let room = MOST_NOTES.saturating_sub(catalog.notes.len());
            let told = errors.iter().take(room).map(ToString::to_string);
            catalog.notes.extend(told);
            if tell(catalog.list.len() as u64, 0) == Go::Stop {
                return None;
            }
        }
        if let Some((set, id, size)) = library.alone() {
            catalog.list.push(Listed {
                set,
                kind: RecordKind::of(set, id),
                id,
                size,
            });
        }
        catalog.list.sort_unstable_by_key(Listed::key);
        Some(catalog)
    }

    /// All records, by kind and id.
    #[must_use]
    pub fn list(&self) -> &[Listed] {
        &self.list
    }

    /// What is broken or odd about the files.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The records of a kind, by id.
    #[must_use]
    pub fn of_kind(&self, kind: RecordKind) -> &[Listed] {
        let from = self.list.partition_point(|listed| listed.kind < kind);
        let rest = self.list.get(from..).unwrap_or_default();
        let count = rest.partition_point(|listed| listed.kind == kind);
        rest.get(..count).unwrap_or_default()
    }

    /// The places in [`Self::list`] of what fits `kind` and `words`: each word is the beginning of an id in hexadecimal
    /// digits, with or without `0x`, or part of the name of a kind.
    #[must_use]
    pub fn find(&self, kind: Option<RecordKind>, words: &str) -> Vec<u32> {
        let words: Vec<Word> = words.split_whitespace().map(Word::of).collect();
        let of_kind = RecordKind::ALL.map(|of| {
            let wanted = kind.is_none_or(|kind| kind == of);
            wanted && words.iter().all(|word| word.fits_kind(of))
        });
        let fits = |listed: &Listed| {
            of_kind[listed.kind as usize] && words.iter().all(|word| word.fits_id(listed.id))
        };
        let all = self.list.iter().zip(0_u32..);
        all.filter(|(listed, _)| fits(listed))
            .map(|(_, at)| at)
            .collect()
    }
}

/// A word of a filter.
enum Word {
    /// The first digits of an id, and how many bits are not given.
    Digits(u32, u32),
    /// Part of the name of a kind.
    Name(String),
}

impl Word {
    fn of(word: &str) -> Self {
        let word = word.to_lowercase();
        let digits = word.strip_prefix("0x").unwrap_or(&word);
        let is_short = (1..=8).contains(&digits.len());
        let number = u32::from_str_radix(digits, 16).ok();
        match number.filter(|_| is_short && !digits.starts_with('+')) {
            Some(number) => Self::Digits(number, 32 - 4 * digits.len() as u32),
            // Nothing fits what begins as a number and is none.
            None => Self::Name(word),
        }
    }

    fn fits_kind(&self, kind: RecordKind) -> bool {
        match self {
            Self::Digits(..) => true,
            Self::Name(name) => kind.name().to_lowercase().contains(name),
        }
    }

    fn fits_id(&self, id: u32) -> bool {
        match self {
            Self::Digits(number, rest) => id >> rest == *number,
            Self::Name(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many records as the game has, by number.
    fn many() -> Catalog {
        let list = (0..400_000_u32).map(|k| {
            let id = (k / 90) << 16 | (0x100 + k % 90);
            Listed {
                set: DataSet::Cell,
                kind: RecordKind::of(DataSet::Cell, id),
                id,
                size: 100,
            }
        });
        let objects = (0..2_000_u32).map(|k| Listed {
            set: DataSet::Portal,
            kind: RecordKind::GfxObj,
            id: 0x0100_0000 + k,
            size: 10,
        });
        Catalog::from_list(list.chain(objects).collect())
    }

    #[test]
    fn words_are_beginnings_of_ids_and_names_of_kinds() {
        let catalog = many();
        let ids = |kind, words: &str| -> Vec<u32> {
            let found = catalog.find(kind, words).into_iter();
            found.map(|at| catalog.list()[at as usize].id).collect()
        };
        assert_eq!(ids(None, "").len(), 402_000);
        assert_eq!(ids(None, "gfx").len(), 2_000);
        assert_eq!(ids(None, "gfx 0x0100000").len(), 16);
        assert_eq!(ids(Some(RecordKind::EnvCell), "0012").len(), 90);
        assert_eq!(ids(None, "00120101"), [0x0012_0101]);
        assert!(ids(Some(RecordKind::Setup), "").is_empty());
        assert!(ids(None, "0xZZ").is_empty());
        assert!(ids(None, "setup gfx").is_empty());
        assert_eq!(catalog.of_kind(RecordKind::GfxObj).len(), 2_000);
        assert_eq!(catalog.of_kind(RecordKind::EnvCell).len(), 400_000);
        assert!(catalog.of_kind(RecordKind::Other).is_empty());
    }
}
