//! What an id says of its record, and how people write ids.

use std::fmt;

use crate::ids::CellId;

/// Which of the game's files something is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DataSet {
    /// `client_portal.dat`: objects, setups, environments, the region.
    Portal,
    /// `client_cell_1.dat`: landblocks and rooms.
    Cell,
    /// `client_highres.dat`: textures; no collision.
    HighRes,
    /// `client_local_English.dat`: texts; no collision.
    Local,
}

impl fmt::Display for DataSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portal => "portal",
            Self::Cell => "cell",
            Self::HighRes => "high-resolution texture",
            Self::Local => "local",
        })
    }
}

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordKind {
    /// A mesh with its trees.
    GfxObj,
    /// Meshes placed together, with spheres and cylinders.
    Setup,
    /// Shapes of rooms.
    Environment,
    /// The world's height table.
    Region,
    /// Heights of a landblock.
    LandBlock,
    /// What stands on a landblock.
    LandBlockInfo,
    /// A room.
    EnvCell,
    /// The version of the data.
    Iteration,
    /// Nothing that is read here.
    Other,
}

impl RecordKind {
    /// All kinds, in the order of lists.
    pub const ALL: [Self; 9] = [
        Self::GfxObj,
        Self::Setup,
        Self::Environment,
        Self::Region,
        Self::LandBlock,
        Self::LandBlockInfo,
        Self::EnvCell,
        Self::Iteration,
        Self::Other,
    ];

    /// Its name in lists and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::GfxObj => "GfxObj",
            Self::Setup => "Setup",
            Self::Environment => "Environment",
            Self::Region => "Region",
            Self::LandBlock => "LandBlock",
            Self::LandBlockInfo => "LandBlockInfo",
            Self::EnvCell => "EnvCell",
            Self::Iteration => "Iteration",
            Self::Other => "other",
        }
    }

    /// The kind of record `id` in a file of `set`.
    ///
    /// # Source
    /// spec/dat.md 3: in the cell file the low 16 bits decide alone, so an id means nothing without its file.
    #[must_use]
    pub fn of(set: DataSet, id: u32) -> Self {
        if id == ITERATION {
            return Self::Iteration;
        }
        match set {
            DataSet::Portal => match id {
                0x0100_0000..=0x0100_ffff => Self::GfxObj,
                0x0200_0000..=0x0200_ffff => Self::Setup,
                0x0d00_0000..=0x0d00_ffff => Self::Environment,
                REGION => Self::Region,
                _ => Self::Other,
            },
            DataSet::Cell => match id & 0xffff {
                0xffff => Self::LandBlock,
                0xfffe => Self::LandBlockInfo,
                0x100..=0xfffd => Self::EnvCell,
                _ => Self::Other,
            },
            DataSet::HighRes | DataSet::Local => Self::Other,
        }
    }
}

/// The record that tells the version of the data, in every file.
pub const ITERATION: u32 = 0xffff_0001;

/// The region description.
pub const REGION: u32 = 0x1300_0000;

/// The file that an id most likely means: objects, setups, environments and the region are in the portal file.
#[must_use]
pub fn likely_set(id: u32) -> DataSet {
    match RecordKind::of(DataSet::Portal, id) {
        RecordKind::Other => DataSet::Cell,
        _ => DataSet::Portal,
    }
}

/// The landblock heights of the block that `id` is in.
#[must_use]
pub fn land_block(block: u32) -> u32 {
    block << 16 | 0xffff
}

/// What stands on the landblock `block`.
#[must_use]
pub fn land_block_info(block: u32) -> u32 {
    block << 16 | 0xfffe
}

/// The cell with the number `low` in the block of `id`.
#[must_use]
pub fn beside(id: u32, low: u16) -> CellId {
    CellId(id & 0xffff_0000 | u32::from(low))
}

/// The id that somebody wrote: hexadecimal with or without `0x`; four digits name a landblock.
///
/// # Errors
/// What was expected, in words.
///
/// # Source
/// spec/dat.md 3.
pub fn parse_id(text: &str) -> Result<u32, String> {
    let digits = text.trim();
    let digits = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
        .unwrap_or(digits);
    let wanted = || {
        format!(
            "`{}` is no id; 8 hexadecimal digits as 0xA9B40147, or 4 for a landblock as 0xA9B4, were expected",
            text.chars().take(40).collect::<String>().escape_debug()
        )
    };
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wanted());
    }
    let number = u32::from_str_radix(digits, 16);
    match (digits.len(), number) {
        (4, Ok(block)) => Ok(land_block(block)),
        (8, Ok(id)) => Ok(id),
        _ => Err(wanted()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_people_write_them() {
        for (text, id) in [
            ("0xA9B40147", 0xA9B4_0147),
            ("a9b40147", 0xA9B4_0147),
            ("A9B4", 0xA9B4_FFFF),
            ("0XA9B4FFFE", 0xA9B4_FFFE),
            (" 01000A2B ", 0x0100_0A2B),
        ] {
            assert_eq!(parse_id(text), Ok(id), "{text}");
        }
        for text in [
            "",
            "0x",
            "A9B",
            "A9B40",
            "A9B401477",
            "0xG9B4",
            "+A9B",
            "-1",
            "ä",
        ] {
            parse_id(text).unwrap_err();
        }
    }

    #[test]
    fn the_file_decides_what_an_id_means() {
        use RecordKind::*;
        for (set, id, kind) in [
            (DataSet::Portal, 0x0100_0100, GfxObj),
            (DataSet::Cell, 0x0100_0100, EnvCell),
            (DataSet::Portal, 0x0101_0000, Other),
            (DataSet::Portal, 0x1300_0000, Region),
            (DataSet::Cell, 0xA9B4_FFFF, LandBlock),
            (DataSet::Cell, 0xA9B4_FFFE, LandBlockInfo),
            (DataSet::Cell, 0xA9B4_FFFD, EnvCell),
            (DataSet::Cell, 0xA9B4_0040, Other),
            (DataSet::Cell, ITERATION, Iteration),
            (DataSet::Portal, ITERATION, Iteration),
            (DataSet::Local, 0x0100_0100, Other),
        ] {
            assert_eq!(RecordKind::of(set, id), kind, "{set} {id:#x}");
        }
    }
}
