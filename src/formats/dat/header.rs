//! The head of a game file.

use super::ids::DataSet;

/// Where the header begins.
pub const HEADER_AT: usize = 0x140;

/// Where the blocks begin.
pub const BLOCKS_AT: u64 = 0x400;

/// First bytes of the header: `BT`.
pub const MAGIC: u32 = 0x5442;

/// Where the header of the layout before mid-2005 begins.
const OLD_HEADER_AT: usize = 0x12c;

/// The subset of the high-resolution texture file.
const HIGH_RES: u32 = 0x6946_6948;

/// What the header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Bytes of a block, link included.
    pub block_size: u32,
    /// Bytes of the file.
    pub file_size: u32,
    /// What the file holds.
    pub set: DataSet,
    /// Its subset: of the cell file the region.
    pub subset: u32,
    /// First free block.
    pub first_free: u32,
    /// Last free block.
    pub last_free: u32,
    /// Number of free blocks.
    pub free_count: u32,
    /// Where the directory's root is; 0 when there is none.
    pub root: u32,
    /// Id of the master map.
    pub master_map: u32,
    /// Version of the engine's pack.
    pub engine_version: u32,
    /// Version of the game's pack.
    pub game_version: u32,
    /// Minor version.
    pub minor_version: u32,
}

/// Whether the first [`BLOCKS_AT`] bytes of a file begin like a game file, of this layout or the older one.
#[must_use]
pub fn is_dat(start: &[u8]) -> bool {
    word(start, HEADER_AT) == Some(MAGIC) || is_old(start)
}

fn is_old(start: &[u8]) -> bool {
    word(start, OLD_HEADER_AT) == Some(MAGIC) && word(start, HEADER_AT) != Some(MAGIC)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

impl Header {
    /// Reads the header out of the first [`BLOCKS_AT`] bytes of a file.
    ///
    /// # Errors
    /// Where in the file, and what is wrong.
    ///
    /// # Source
    /// spec/dat.md 2.1 and 13.1.
    pub fn read(start: &[u8]) -> Result<Self, (u64, String)> {
        let at = |offset: usize| {
            let place = HEADER_AT + offset;
            word(start, place).ok_or_else(|| (place as u64, "the file ends here".to_owned()))
        };
        if is_old(start) {
            let problem = "the older layout, from before mid-2005, which is not read; \
                the header of the end-of-retail layout is at 0x140";
            return Err((OLD_HEADER_AT as u64, problem.to_owned()));
        }
        let magic = at(0)?;
        let wrong = |offset: usize, problem: String| Err(((HEADER_AT + offset) as u64, problem));
        if magic != MAGIC {
            let problem =
                format!("not a game file: {magic:#010X} was found, {MAGIC:#010X} was expected");
            return wrong(0, problem);
        }
        if (start.len() as u64) < BLOCKS_AT {
            let problem = format!("the file ends here; blocks begin at {BLOCKS_AT:#x}");
            return Err((start.len() as u64, problem));
        }
        let block_size = at(0x4)?;
        if !block_size.is_multiple_of(4) || !(64..=65_536).contains(&block_size) {
            let problem = format!(
                "blocks of {block_size} bytes; a multiple of 4 from 64 to 65536 was expected"
            );
            return wrong(0x4, problem);
        }
        let (set, subset) = (at(0xc)?, at(0x10)?);
        let set = match set {
            1 if subset == HIGH_RES => DataSet::HighRes,
            1 => DataSet::Portal,
            2 => DataSet::Cell,
            3 => DataSet::Local,
            other => {
                return wrong(0xc, format!("data set {other}; 1, 2 or 3 was expected"));
            }
        };
        Ok(Self {
            block_size,
            file_size: at(0x8)?,
            set,
            subset,
            first_free: at(0x14)?,
            last_free: at(0x18)?,
            free_count: at(0x1c)?,
            root: at(0x20)?,
            master_map: at(0x30)?,
            engine_version: at(0x34)?,
            game_version: at(0x38)?,
            minor_version: at(0x4c)?,
        })
    }
}
