//! Landblocks and the region's height table.

use super::bytes::{RawFrame, Reader};
use super::env_cell::{StaticObject, statics};
use super::error::Wrong;
use super::setup::list;

/// Points of a landblock.
pub const POINTS: usize = 81;

/// The heights of a landblock: a `LandBlock` record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LandBlock {
    /// Its id.
    pub id: u32,
    /// 1 if a `LandBlockInfo` goes with it.
    pub has_info: u32,
    /// Terrain words; point (x, y) is number 9x + y.
    pub terrain: Vec<u16>,
    /// Indices into the height table, in the same order.
    pub heights: Vec<u8>,
}

impl LandBlock {
    /// Reads the record whose id is `wanted`, where that is known; and what is odd about it.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    ///
    /// # Source
    /// spec/dat.md 9.
    pub fn read(bytes: &[u8], wanted: Option<u32>) -> Result<(Self, Vec<String>), Wrong> {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        let id = r.id(wanted)?;
        let has_info = r.u32("info flag")?;
        let terrain = list(r.room(POINTS as u32, 2, "terrain")?, || r.u16("terrain"))?;
        let heights = r.bytes(POINTS, "heights")?.to_vec();
        r.u8("padding")?;
        let block = Self {
            id,
            has_info,
            terrain,
            heights,
        };
        Ok((block, reader.finish()))
    }

    /// The terrain type of each point; 16 to 20 are water.
    #[must_use]
    pub fn types(&self) -> Vec<u8> {
        let of = |word: &u16| (word >> 2 & 0x1f) as u8;
        self.terrain.iter().map(of).collect()
    }
}

/// An opening of a building.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildingOpening {
    /// As of a room's portal.
    pub flags: u16,
    /// The number of the room behind it.
    pub other_cell: u16,
    /// The portal of that room which leads back out; 0xFFFF none.
    pub other_portal: u16,
    /// Cells that can be seen through it.
    pub stabs: Vec<u16>,
}

/// The shell of a building.
#[derive(Clone, Debug, PartialEq)]
pub struct BuildingModel {
    /// A `GfxObj` or a `Setup`, of which the first part counts.
    pub model: u32,
    /// Where it stands in its landblock.
    pub frame: RawFrame,
    /// Leaves of its tree.
    pub leaves: u32,
    /// Its openings.
    pub openings: Vec<BuildingOpening>,
}

/// What stands on a landblock: a `LandBlockInfo` record.
#[derive(Clone, Debug, PartialEq)]
pub struct LandBlockInfo {
    /// Its id.
    pub id: u32,
    /// How many rooms the block has; they are numbered from 0x100.
    pub cells: u32,
    /// What stands outdoors.
    pub statics: Vec<StaticObject>,
    /// Its buildings.
    pub buildings: Vec<BuildingModel>,
    /// Bits beside the number of buildings; bit 0: restrictions follow.
    pub mask: u16,
    /// Buckets of the restriction table.
    pub buckets: u16,
    /// Restrictions: cell and house.
    pub restrictions: Vec<(u32, u32)>,
}

impl LandBlockInfo {
    /// Reads the record whose id is `wanted`, where that is known; and what is odd about it.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    ///
    /// # Source
    /// spec/dat.md 11.
    pub fn read(bytes: &[u8], wanted: Option<u32>) -> Result<(Self, Vec<String>), Wrong> {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        let id = r.id(wanted)?;
        let cells = r.u32("cells")?;
        let statics = statics(r)?;
        let buildings = u32::from(r.u16("buildings")?);
        let mask = r.u16("building mask")?;
        let buildings = r.room(buildings, 40, "buildings")?;
        let buildings = list(buildings, || building(r))?;
        let (mut buckets, mut restrictions) = (0, Vec::new());
        if mask & 1 != 0 {
            let count = u32::from(r.u16("restrictions")?);
            buckets = r.u16("restrictions")?;
            restrictions = list(r.room(count, 8, "restrictions")?, || {
                Ok((r.u32("restriction")?, r.u32("restriction")?))
            })?;
        }
        if cells > 0xfefe {
            r.flaw(|| format!("{cells} cells; a block has numbers for 65278"));
        }
        let info = Self {
            id,
            cells,
            statics,
            buildings,
            mask,
            buckets,
            restrictions,
        };
        Ok((info, reader.finish()))
    }
}

fn building(r: &mut Reader<'_>) -> Result<BuildingModel, Wrong> {
    let model = r.u32("building")?;
    let frame = r.frame("building frame")?;
    let leaves = r.u32("building leaves")?;
    let count = r.count(8, "building portals")?;
    let openings = list(count, || {
        let flags = r.u16("building portal")?;
        let other_cell = r.u16("building portal")?;
        let other_portal = r.u16("building portal")?;
        let stabs = u32::from(r.u16("stab cells")?);
        let stabs = list(r.room(stabs, 2, "stab cells")?, || r.u16("stab cell"))?;
        r.align4()?;
        Ok(BuildingOpening {
            flags,
            other_cell,
            other_portal,
            stabs,
        })
    })?;
    if let Some(fault) = frame.fault() {
        r.flaw(|| format!("the frame of a building {model:#010X}: {fault}"));
    }
    Ok(BuildingModel {
        model,
        frame,
        leaves,
        openings,
    })
}

/// The region description as far as its height table.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionStart {
    /// Its id.
    pub id: u32,
    /// Number of the region.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Blocks from west to east and from south to north.
    pub blocks: (i32, i32),
    /// Side of a cell, metres.
    pub cell_side: f32,
    /// Cells along the side of a block.
    pub cells: i32,
    /// Rows that neighbours share.
    pub overlap: i32,
    /// Highest object, height of the sky, width of a road; metres.
    pub sizes: [f32; 3],
    /// The height of each index, metres.
    pub heights: Vec<f32>,
}

impl RegionStart {
    /// Reads the start of the record whose id is `wanted`, where that is known; and what is odd about it.
    ///
    /// What follows the height table is not looked at.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    ///
    /// # Source
    /// spec/dat.md 10.1.
    pub fn read(bytes: &[u8], wanted: Option<u32>) -> Result<(Self, Vec<String>), Wrong> {
        let mut reader = Reader::new(bytes);
        let mut region = Self::head(&mut reader, wanted)?;
        let r = &mut reader;
        region.heights = list(r.room(256, 4, "height table")?, || r.f32("height table"))?;
        if !is_height_table(&region.heights) {
            r.flaw(|| "the height table falls, or has numbers that are no heights".to_owned());
        }
        Ok((region, reader.flaws_only()))
    }

    /// Reads what stands before the height table.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    pub(super) fn head(r: &mut Reader<'_>, wanted: Option<u32>) -> Result<Self, Wrong> {
        let id = r.id(wanted)?;
        let number = r.u32("region number")?;
        let start = r.at();
        let version = r.u32("version")?;
        if version != 3 {
            return Err(Wrong {
                offset: start,
                field: "version",
                problem: format!("{version} was found, 3 was expected"),
            });
        }
        Ok(Self {
            id,
            number,
            name: r.pstr("name")?,
            blocks: (r.i32("blocks")?, r.i32("blocks")?),
            cell_side: r.f32("cell side")?,
            cells: r.i32("cells per block")?,
            overlap: r.i32("overlap")?,
            sizes: [r.f32("sizes")?, r.f32("sizes")?, r.f32("sizes")?],
            heights: Vec::new(),
        })
    }
}

/// Whether these are heights: finite, within reason, and not falling.
fn is_height_table(heights: &[f32]) -> bool {
    heights
        .iter()
        .all(|height| (-1000.0..=10_000.0).contains(height))
        && heights.windows(2).all(|two| two[0] <= two[1])
}

/// What is said where heights of the ground are guessed.
pub const NO_HEIGHTS: &str = "the height table of the portal file is not at hand: heights of the ground are taken for 2 m an index, which may be wrong";

/// Heights where there is no region record: twice the index, which is right up to 200.
///
/// # Source
/// spec/dat.md 10.1.
#[must_use]
pub fn plain_heights() -> Vec<f32> {
    (0..256).map(|index| 2.0 * index as f32).collect()
}

/// The iteration record: what version the data is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// How many iterations there are.
    pub total: i32,
    /// Runs of them: first and count.
    pub runs: Vec<(i32, i32)>,
}

impl Iteration {
    /// Reads the record; what does not fit the form is left out.
    ///
    /// # Source
    /// spec/dat.md 2.5.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let words: Vec<i32> = bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| i32::from_le_bytes(*word))
            .collect();
        let runs = words.get(1..).unwrap_or(&[]).as_chunks::<2>().0.iter();
        Self {
            total: words.first().copied().unwrap_or(0),
            runs: runs
                .filter(|two| two[0] < 0)
                .map(|two| (two[1], two[0].saturating_neg()))
                .collect(),
        }
    }
}
