//! The rooms, buildings and landblocks of a world that is not one single space.

use std::collections::BTreeMap;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::building::Building;
use super::cell::IndoorCell;
use super::landcell::{LANDCELL, Landcell};
use super::portal::Beyond;
use super::terrain::{Ground, Landblock};
use crate::geometry::Plane;
use crate::ids::CellId;

/// What the landscape is where no block was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Elsewhere {
    /// Dry and flat at height 0, up to the border of the map.
    #[default]
    Flat,
    /// Nothing: its cells are missing.
    Missing,
}

/// Everything that has a place in the cells of a map, but for objects.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cells {
    indoor: BTreeMap<CellId, IndoorCell>,
    blocks: BTreeMap<u32, Landblock>,
    buildings: BTreeMap<CellId, Building>,
    elsewhere: Elsewhere,
}

impl Cells {
    /// A map without rooms and buildings, and with no landscape but that of `elsewhere`.
    #[must_use]
    pub fn new(elsewhere: Elsewhere) -> Self {
        Self {
            elsewhere,
            ..Self::default()
        }
    }

    /// Adds a room; one with the same id is replaced.
    pub fn add_indoor(&mut self, cell: IndoorCell) {
        self.indoor.insert(cell.id, cell);
    }

    /// Adds a landblock; one with the same number is replaced.
    pub fn add_block(&mut self, block: Landblock) {
        self.blocks.insert(block.block(), block);
    }

    /// Adds a building; an outdoor cell holds one, the last one given.
    ///
    /// # Source
    /// spec/transition.md 15.4.
    pub fn add_building(&mut self, building: Building) {
        self.buildings.insert(building.position.cell, building);
    }

    /// The room with this id.
    #[must_use]
    pub fn indoor(&self, cell: CellId) -> Option<&IndoorCell> {
        self.indoor.get(&cell)
    }

    /// All rooms by id.
    pub fn rooms(&self) -> impl Iterator<Item = &IndoorCell> {
        self.indoor.values()
    }

    /// The landblock of `cell`, if it was given.
    #[must_use]
    pub fn block(&self, cell: CellId) -> Option<&Landblock> {
        self.blocks.get(&cell.block())
    }

    /// All landblocks by number.
    pub fn blocks(&self) -> impl Iterator<Item = &Landblock> {
        self.blocks.values()
    }

    /// The building that stands in `cell`.
    #[must_use]
    pub fn building(&self, cell: CellId) -> Option<&Building> {
        self.buildings.get(&cell)
    }

    /// All buildings by cell.
    pub fn buildings(&self) -> impl Iterator<Item = &Building> {
        self.buildings.values()
    }

    /// Whether `cell` exists.
    ///
    /// # Source
    /// spec/transition.md 7.2, "loaded".
    #[must_use]
    pub fn has(&self, cell: CellId) -> bool {
        if cell.is_indoor() {
            self.indoor.contains_key(&cell)
        } else {
            Landcell::of(cell).is_some()
                && (self.elsewhere == Elsewhere::Flat || self.blocks.contains_key(&cell.block()))
        }
    }

    /// What is under `point` (in the block of `cell`) in the outdoor cell; `None` beside it, or where the cell is missing.
    ///
    /// # Source
    /// spec/transition.md 15.2 step 2.
    #[must_use]
    pub fn ground(&self, cell: CellId, point: Vec3) -> Option<Ground> {
        if let Some(block) = self.block(cell) {
            return block.ground(cell, point);
        }
        let landcell = Landcell::of(cell).filter(|_| self.elsewhere == Elsewhere::Flat)?;
        let within = |k: f32, square: i64| {
            let from = LANDCELL * (square & 7) as f64;
            (from..=from + LANDCELL).contains(&f64::from(k))
        };
        (within(point.x, landcell.x) && within(point.y, landcell.y)).then_some(Ground {
            plane: Plane {
                normal: Vec3::Z,
                offset: 0.0,
            },
            face: 0,
            water: false,
            depth: 0.0,
        })
    }

    /// The portal through which one gets from `from` to `to` at once: its number in the room `from`, or its index in the building that
    /// stands in the outdoor cell `from`.
    ///
    /// # Source
    /// spec/transition.md 15.4 and 16.3.
    #[must_use]
    pub fn portal_between(&self, from: CellId, to: CellId) -> Option<u32> {
        match self.indoor(from) {
            Some(room) => {
                let mut portals = room.portals.iter();
                let way = portals.find(|portal| match portal.beyond {
                    Beyond::Outside => to.is_outdoor(),
                    Beyond::Cell(cell) => cell == to,
                });
                way.map(|portal| portal.number)
            }
            None => {
                let portals = &self.building(from)?.portals;
                let index = portals.iter().position(|portal| portal.inner == to);
                index.map(|index| index as u32)
            }
        }
    }

    /// Whether the block of `cell` is water everywhere.
    ///
    /// # Source
    /// spec/transition.md 15.2 step 3.
    #[must_use]
    pub fn is_all_water(&self, cell: CellId) -> bool {
        self.block(cell).is_some_and(Landblock::is_all_water)
    }
}
