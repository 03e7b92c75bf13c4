//! What a cell tests, and which cells a mover touches.

use super::sweep::Transition;
use crate::ids::CellId;
use crate::outcome::Outcome;
use crate::probe::Probe;

impl<P: Probe> Transition<'_, P> {
    /// Everything in `cell`, in order; the first answer that is not Ok wins, however near another would be.
    ///
    /// # Source
    /// spec/transition.md 7.3; 17 for a single space.
    pub(super) fn find_cell_collisions(&mut self, cell: CellId) -> Outcome {
        self.find_object_collisions(cell)
    }

    /// The other cells that the mover touches; in a single space there is none.
    ///
    /// # Source
    /// spec/transition.md 7.2, `check_other_cells` 0x0050ae50; 17 rule 3.
    pub(super) fn check_other_cells(&mut self) -> Outcome {
        self.path.cell_array_valid = true;
        self.path.hits_interior_cell = false;
        Outcome::Ok
    }

    /// Rebuilds the list of cells at the check position and, if asked, gives the one that contains the foot's centre.
    ///
    /// # Source
    /// spec/transition.md 16.1, `find_cell_list` 0x0052b4e0.
    pub(super) fn rebuild_cells(&mut self, _ask_containing: bool) -> Option<CellId> {
        Some(self.path.check_cell)
    }
}
