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
}
