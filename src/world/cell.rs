//! Rooms: indoor cells with their own collision tree and volume.

use serde::{Deserialize, Serialize};

use super::portal::Portal;
use crate::bsp::{CellTree, Tree};
use crate::geometry::{Frame, Position};
use crate::ids::CellId;

/// An indoor cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndoorCell {
    /// Its id; the low word is 0x100 or more.
    pub id: CellId,
    /// Its place in its block.
    pub frame: Frame,
    /// Its walls and floor, cell space.
    pub structure: Option<Tree>,
    /// What is inside it, cell space.
    pub volume: CellTree,
    /// Its openings.
    pub portals: Vec<Portal>,
    /// The cells that can be seen from it, full ids.
    pub visible: Vec<CellId>,
    /// Whether the landscape can be seen from it.
    pub sees_outside: bool,
}

impl IndoorCell {
    /// Where it stands.
    ///
    /// # Source
    /// spec/transition.md 2.3: frames of cells are relative to their block.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            cell: self.id,
            frame: self.frame,
        }
    }
}
