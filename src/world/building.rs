//! Shells of buildings: they stand in an outdoor cell and open into indoor ones.

use serde::{Deserialize, Serialize};

use super::landcell::adjust_to_outside;
use crate::bsp::Tree;
use crate::geometry::{Frame, Position};
use crate::ids::CellId;

/// An opening of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildingPortal {
    /// The indoor cell behind it; it need not exist.
    pub inner: CellId,
    /// Index of the portal in that cell which leads back out; a negative one is never passed.
    pub other_portal: i32,
}

/// The shell of a building.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Building {
    /// Where it stands: the outdoor cell that lists it, and its frame there.
    pub position: Position,
    /// The tree of its first part, the only one that is tested.
    pub tree: Option<Tree>,
    /// Its openings.
    pub portals: Vec<BuildingPortal>,
}

impl Building {
    /// A building at `frame` in the block of `cell`; `None` when that is off the map.
    ///
    /// # Source
    /// spec/transition.md 15.4: the outdoor cell under its origin lists it.
    #[must_use]
    pub fn new(
        cell: CellId,
        frame: Frame,
        tree: Option<Tree>,
        portals: Vec<BuildingPortal>,
    ) -> Option<Self> {
        let (cell, origin) = adjust_to_outside(cell, frame.origin)?;
        let position = Position {
            cell,
            frame: Frame { origin, ..frame },
        };
        Some(Self {
            position,
            tree,
            portals,
        })
    }
}
