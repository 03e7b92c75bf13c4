//! Rooms: `EnvCell` records.

use std::collections::BTreeSet;

use super::bytes::{RawFrame, Reader};
use super::error::Wrong;
use super::setup::list;

/// Flag: the landscape can be seen from it.
pub const SEES_OUTSIDE: u32 = 1;
/// Flag: it holds static objects.
pub const STATICS: u32 = 2;
/// Flag: only some may enter.
pub const RESTRICTION: u32 = 8;

/// Portal flag: the side bit, inverted.
pub const PORTAL_SIDE: u16 = 2;

/// The other cell of a portal that leads outdoors.
pub const OUTDOORS: u16 = 0xffff;

/// An opening of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellPortal {
    /// 1 exact match, [`PORTAL_SIDE`], 4 outside.
    pub flags: u16,
    /// Its outline among the drawing polygons of the room's shape.
    pub polygon: u16,
    /// The number of the cell behind it, in the same block; [`OUTDOORS`].
    pub other_cell: u16,
    /// The matching portal of that cell.
    pub other_portal: u16,
}

/// An object that stands still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticObject {
    /// A `GfxObj` or a `Setup`.
    pub id: u32,
    /// Where it stands in its landblock.
    pub frame: RawFrame,
}

/// A room.
#[derive(Clone, Debug, PartialEq)]
pub struct EnvCell {
    /// Its id.
    pub id: u32,
    /// [`SEES_OUTSIDE`], [`STATICS`], [`RESTRICTION`].
    pub flags: u32,
    /// Surfaces, without their 0x08000000.
    pub surfaces: Vec<u16>,
    /// Its environment, without its 0x0D000000.
    pub environment: u16,
    /// The shape there.
    pub cell_struct: u16,
    /// Its place in its landblock.
    pub frame: RawFrame,
    /// Its openings.
    pub portals: Vec<CellPortal>,
    /// The cells that can be seen from it, by number.
    pub visible: Vec<u16>,
    /// What stands in it.
    pub statics: Vec<StaticObject>,
    /// The house that it belongs to.
    pub restriction: Option<u32>,
}

impl EnvCell {
    /// The other rooms that can be seen from it, each once, by number.
    #[must_use]
    pub fn seen(&self) -> BTreeSet<u16> {
        let own = |low: &u16| u32::from(*low) == self.id & 0xffff;
        let visible = self.visible.iter().copied();
        visible.filter(|low| !own(low)).collect()
    }

    /// Reads the record whose id is `wanted`, where that is known; and what is odd about it.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    ///
    /// # Source
    /// spec/dat.md 8.
    pub fn read(bytes: &[u8], wanted: Option<u32>) -> Result<(Self, Vec<String>), Wrong> {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        let id = r.id(wanted)?;
        let flags = r.u32("flags")?;
        r.id(Some(id))?;
        let surfaces = u32::from(r.u8("surfaces")?);
        let portals = u32::from(r.u8("portals")?);
        let visible = u32::from(r.u16("visible cells")?);
        let surfaces = list(r.room(surfaces, 2, "surfaces")?, || r.u16("surface"))?;
        let environment = r.u16("environment")?;
        let cell_struct = r.u16("cell struct")?;
        let frame = r.frame("frame")?;
        let portals = list(r.room(portals, 8, "portals")?, || {
            Ok(CellPortal {
                flags: r.u16("portal")?,
                polygon: r.u16("portal")?,
                other_cell: r.u16("portal")?,
                other_portal: r.u16("portal")?,
            })
        })?;
        let visible = list(r.room(visible, 2, "visible cells")?, || {
            r.u16("visible cell")
        })?;
        let statics = match flags & STATICS != 0 {
            true => statics(r)?,
            false => Vec::new(),
        };
        let restriction = match flags & RESTRICTION != 0 {
            true => Some(r.u32("restriction")?),
            false => None,
        };
        if let Some(fault) = frame.fault() {
            r.flaw(|| format!("its frame: {fault}"));
        }
        let cell = Self {
            id,
            flags,
            surfaces,
            environment,
            cell_struct,
            frame,
            portals,
            visible,
            statics,
            restriction,
        };
        Ok((cell, reader.finish()))
    }

    /// The record that holds its shape.
    #[must_use]
    pub fn environment_id(&self) -> u32 {
        0x0d00_0000 | u32::from(self.environment)
    }
}

/// Reads static objects with their number before them.
pub(super) fn statics(r: &mut Reader<'_>) -> Result<Vec<StaticObject>, Wrong> {
    let count = r.count(32, "static objects")?;
    let list = list(count, || {
        Ok(StaticObject {
            id: r.u32("static object")?,
            frame: r.frame("static object")?,
        })
    })?;
    for (index, object) in list.iter().enumerate() {
        if let Some(fault) = object.frame.fault() {
            r.flaw(|| format!("the frame of static object {index}: {fault}"));
        }
    }
    Ok(list)
}
