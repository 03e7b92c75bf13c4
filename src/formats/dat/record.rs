//! Any record, by the kind that its id and its file say.

use super::bytes::Reader;
use super::env_cell::EnvCell;
use super::environment::Environment;
use super::error::Wrong;
use super::gfx_obj::GfxObj;
use super::ids::{DataSet, ITERATION, RecordKind};
use super::land::{Iteration, LandBlock, LandBlockInfo, RegionStart};
use super::setup::Setup;

/// What a record holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A mesh.
    GfxObj(GfxObj),
    /// Meshes placed together.
    Setup(Setup),
    /// Shapes of rooms.
    Environment(Environment),
    /// The start of the region.
    Region(RegionStart),
    /// Heights of a landblock.
    LandBlock(LandBlock),
    /// What stands on a landblock.
    LandBlockInfo(LandBlockInfo),
    /// A room.
    EnvCell(EnvCell),
    /// The version of the data.
    Iteration(Iteration),
}

impl Record {
    /// Decodes the record `id` of kind `kind`; `None` for kinds that are not read. With it what is odd about it.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    pub fn decode(
        bytes: &[u8],
        kind: RecordKind,
        id: Option<u32>,
    ) -> Result<Option<(Self, Vec<String>)>, Wrong> {
        fn with<T>(
            read: Result<(T, Vec<String>), Wrong>,
            of: fn(T) -> Record,
        ) -> Result<Option<(Record, Vec<String>)>, Wrong> {
            read.map(|(record, flaws)| Some((of(record), flaws)))
        }
        match kind {
            RecordKind::GfxObj => with(GfxObj::read(bytes, id), Self::GfxObj),
            RecordKind::Setup => with(Setup::read(bytes, id), Self::Setup),
            RecordKind::Environment => with(Environment::read(bytes, id), Self::Environment),
            RecordKind::Region => with(RegionStart::read(bytes, id), Self::Region),
            RecordKind::LandBlock => with(LandBlock::read(bytes, id), Self::LandBlock),
            RecordKind::LandBlockInfo => with(LandBlockInfo::read(bytes, id), Self::LandBlockInfo),
            RecordKind::EnvCell => with(EnvCell::read(bytes, id), Self::EnvCell),
            RecordKind::Iteration => {
                let record = Self::Iteration(Iteration::read(bytes));
                Ok(Some((record, Vec::new())))
            }
            RecordKind::Other => Ok(None),
        }
    }

    /// Decodes a record that stands alone, as of a `.bin` or `.raw` file: its first number says what it is.
    ///
    /// An id that both files may hold is tried as the portal file's first.
    ///
    /// # Errors
    /// [`Wrong`]: of the likelier of the two readings, or because the first number is no id.
    pub fn decode_alone(bytes: &[u8]) -> Result<(DataSet, u32, Self, Vec<String>), Wrong> {
        let id = Reader::new(bytes).u32("id")?;
        let mut first = None;
        for set in [DataSet::Portal, DataSet::Cell] {
            let kind = RecordKind::of(set, id);
            // The iteration record does not begin with its id.
            if id == ITERATION || kind == RecordKind::Other {
                continue;
            }
            match Self::decode(bytes, kind, Some(id)) {
                Ok(Some((record, flaws))) => return Ok((set, id, record, flaws)),
                Ok(None) => {}
                Err(wrong) => {
                    first.get_or_insert(wrong);
                }
            }
        }
        Err(first.unwrap_or_else(|| Wrong {
            offset: 0,
            field: "id",
            problem: format!("{id:#010X} is the id of no record that is read here"),
        }))
    }

    /// Which record `bytes` began as, and what is wrong with it, where [`Self::decode_alone`] refuses them; `None` where
    /// nothing says that they are a record.
    ///
    /// Where `is_named`, a file's name says so, and the id alone has to be of a known kind; else what follows the id has to be
    /// what follows it in a record.
    #[must_use]
    pub fn damaged(bytes: &[u8], is_named: bool) -> Option<(RecordKind, u32, Wrong)> {
        let id = Reader::new(bytes).u32("id").ok()?;
        if id == ITERATION {
            return None;
        }
        let sets = [DataSet::Portal, DataSet::Cell];
        let mut kinds = sets.map(|set| RecordKind::of(set, id)).into_iter();
        let kind = kinds
            .find(|kind| *kind != RecordKind::Other && (is_named || begins_as(*kind, id, bytes)))?;
        let wrong = Self::decode(bytes, kind, Some(id)).err()?;
        Some((kind, id, wrong))
    }
}

/// Whether what follows the id may follow it in a record of `kind`.
fn begins_as(kind: RecordKind, id: u32, bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes);
    let mut word = || reader.u32("word").ok();
    let (Some(_), Some(second)) = (word(), word()) else {
        return false;
    };
    match kind {
        RecordKind::GfxObj | RecordKind::Setup => second & !0xf == 0,
        RecordKind::Environment => (1..=0xffff).contains(&second),
        RecordKind::Region => true,
        RecordKind::LandBlock => second <= 1,
        RecordKind::LandBlockInfo => second <= 0xfefe,
        RecordKind::EnvCell => second & !0xf == 0 && word() == Some(id),
        RecordKind::Iteration | RecordKind::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::dat::write::sample::{cell_records, portal_records};

    /// Each record that is cut says which it was and where it ends, by its content alone.
    #[test]
    fn what_is_cut_says_what_it_was() {
        let all = portal_records().into_iter().chain(cell_records());
        for record in all.filter(|record| record.id() != ITERATION) {
            let (id, bytes) = (record.id(), record.encode());
            // A region is read to its heights, and no farther.
            let half = &bytes[..bytes.len() / 2];
            let (kind, found, wrong) = Record::damaged(half, false).unwrap();
            assert_eq!(found, id);
            assert!(RecordKind::ALL.contains(&kind) && kind != RecordKind::Other);
            assert!(
                wrong.offset > 4 && wrong.offset <= half.len(),
                "{id:#x}: {wrong}"
            );
            assert_eq!(Record::damaged(&bytes, false), None, "{id:#x}");
        }
    }

    /// What begins like an id by chance is none, but for a file whose name says so.
    #[test]
    fn an_id_alone_is_no_record() {
        let bytes = b"\x03\0\0\x01\xff\xff\xff\xff\xff\xff";
        assert_eq!(Record::damaged(bytes, false), None);
        let (kind, id, _) = Record::damaged(bytes, true).unwrap();
        assert_eq!((kind, id), (RecordKind::GfxObj, 0x0100_0003));
        assert_eq!(Record::damaged(b"\0\0\0\0\0\0\0\0\0\0", true), None);
    }
}
