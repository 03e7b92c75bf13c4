//! Which cell does a position really belong to?

use glam::Vec3;

use super::cell::IndoorCell;
use super::cells::Cells;
use super::landcell::{adjust_to_outside, is_legal};
use super::portal::Beyond;
use crate::geometry::{Frame, Position};
use crate::ids::CellId;
use crate::policy::Policy;

/// How far a room is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// In the position's own cell and those that can be seen from it.
    Visible,
    /// In its own cell and those behind its portals.
    Neighbors,
}

impl Cells {
    /// `position` in the cell that its point `local` (position's space) lies in; `None` when there is no such cell.
    ///
    /// # Source
    /// spec/transition.md 16.4, `AdjustPosition` 0x00511d80.
    #[must_use]
    pub fn seat(
        &self,
        position: Position,
        local: Vec3,
        search: Search,
        policy: &Policy,
    ) -> Option<Position> {
        if !is_legal(position.cell) {
            return None;
        }
        if position.cell.is_outdoor() {
            return outdoors(position);
        }
        let own = self.indoor(position.cell)?;
        let point = position.frame.to_global(local);
        let holds = |cell: &CellId| self.contains(*cell, position.cell, point, policy);
        let room = if holds(&own.id) {
            Some(own.id)
        } else {
            match search {
                Search::Visible => own.visible.iter().copied().find(holds),
                Search::Neighbors => neighbors(own).find(holds),
            }
        };
        match room {
            Some(cell) => Some(Position { cell, ..position }),
            None if own.sees_outside => outdoors(position),
            None => None,
        }
    }
}

/// The rooms behind the portals of `room`.
fn neighbors(room: &IndoorCell) -> impl Iterator<Item = CellId> {
    room.portals
        .iter()
        .filter_map(|portal| match portal.beyond {
            Beyond::Cell(cell) => Some(cell),
            Beyond::Outside => None,
        })
}

/// `position` in the outdoor cell and block under its origin; `None` off the map.
///
/// # Source
/// spec/transition.md 2.2, `adjust_to_outside`.
#[must_use]
pub fn outdoors(position: Position) -> Option<Position> {
    let (cell, origin) = adjust_to_outside(position.cell, position.frame.origin)?;
    Some(Position {
        cell,
        frame: Frame {
            origin,
            ..position.frame
        },
    })
}
