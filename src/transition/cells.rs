//! What a cell tests, and which cells a mover touches.

use glam::DVec3;

use super::mover::MoverFlags;
use super::sweep::Transition;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Position, Sphere};
use crate::ids::{CellId, Surface};
use crate::outcome::Outcome;
use crate::policy::OtherCellsCentre;
use crate::probe::{Environment, Event, Probe};
use crate::world::cell_list::{Containing, Unseen};
use crate::world::seat::outdoors;
use crate::world::{Building, Cells, HeightField, IndoorCell};

impl<'a, P: Probe> Transition<'a, P> {
    /// Everything in `cell`, in order; the first answer that is not Ok wins, however near another would be.
    ///
    /// # Source
    /// spec/transition.md 7.3; 17 for a single space.
    pub(super) fn find_cell_collisions(&mut self, cell: CellId) -> Outcome {
        self.find_collisions_from(cell, DVec3::ZERO)
    }

    /// As [`Self::find_cell_collisions`], but the walls of a room are asked `back` from the check position.
    fn find_collisions_from(&mut self, cell: CellId, back: DVec3) -> Outcome {
        let world = self.world;
        let environment = match (world.cells(), world.ground()) {
            (None, None) => Outcome::Ok,
            (None, Some(field)) => self.reported(cell, Environment::Ground, |t| {
                t.against_height_field(field, cell)
            }),
            (Some(cells), _) => match cells.indoor(cell) {
                Some(room) => self.reported(cell, Environment::Walls, |t| {
                    t.against_structure(room, back)
                }),
                None => {
                    match self.reported(cell, Environment::Ground, |t| {
                        t.against_landscape(cells, cell)
                    }) {
                        Outcome::Ok => match cells.building(cell) {
                            Some(building) => self.reported(cell, Environment::Building, |t| {
                                t.against_building(building)
                            }),
                            None => Outcome::Ok,
                        },
                        other => other,
                    }
                }
            },
        };
        match environment {
            Outcome::Ok => self.find_object_collisions(cell),
            other => other,
        }
    }

    /// Asks, and says so before and after.
    fn reported(
        &mut self,
        cell: CellId,
        shape: Environment,
        ask: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        self.probe.note(|| Event::EnvironmentAsked { cell, shape });
        let before = self.path.check;
        let outcome = ask(self);
        let after = self.path.check;
        self.probe.note(|| Event::EnvironmentAnswered {
            cell,
            shape,
            outcome,
            shift: narrow(
                wide(after.frame.origin) + block_offset(before.cell, after.cell)
                    - wide(before.frame.origin),
            ),
        });
        outcome
    }

    /// The ground of a single space.
    ///
    /// # Source
    /// spec/transition.md 15.2, 17 rule 2.
    fn against_height_field(&mut self, field: &HeightField, cell: CellId) -> Outcome {
        match field.ground(self.path.check_low) {
            Some(ground) => {
                let center = self.path.check_spheres[0].center;
                self.validate_walkable(center, ground.plane, ground.water, ground.depth, cell)
            }
            None => Outcome::Ok,
        }
    }

    /// The ground of an outdoor cell.
    ///
    /// # Source
    /// spec/transition.md 15.2, `find_env_collisions` 0x00532f20.
    fn against_landscape(&mut self, cells: &Cells, cell: CellId) -> Outcome {
        // 2.
        let offset = block_offset(cell, self.path.check.cell);
        let low = narrow(wide(self.path.check_low) + offset);
        let Some(ground) = cells.ground(cell, low) else {
            return Outcome::Ok;
        };
        // 3. Nobody walks into a block without land.
        if cells.is_all_water(cell)
            && !self.mover.flags.has(MoverFlags::VIEWER)
            && !self.mover.missile
        {
            return Outcome::Collided;
        }
        // 4.
        let center = narrow(wide(self.path.check_spheres[0].center) + offset);
        self.validate_walkable(center, ground.plane, ground.water, ground.depth, cell)
    }

    /// The shell of a building.
    ///
    /// # Source
    /// spec/transition.md 15.4; spec/bsp.md 10.2.
    fn against_building(&mut self, building: &'a Building) -> Outcome {
        let Some(tree) = &building.tree else {
            return Outcome::Ok;
        };
        self.path.building_check = true;
        let outcome = self.against_placed(
            Some(Surface::Environment(building.position.cell)),
            tree,
            building.position,
            1.0,
        );
        self.path.building_check = false;
        self.environment_answer(outcome)
    }

    /// The walls of a room, asked `back` from the check position, which is answered from where it is all the same.
    ///
    /// # Source
    /// spec/transition.md 16.2, 0x0052c130; spec/bsp.md 10.2.
    fn against_structure(&mut self, room: &'a IndoorCell, back: DVec3) -> Outcome {
        self.path.obstruction_ethereal = false;
        let Some(tree) = &room.structure else {
            return Outcome::Ok;
        };
        let mover = self.mover;
        self.path.cache_local(&mover, room.position(), 1.0);
        if back != DVec3::ZERO {
            let shift = room.frame.rotation.apply_inverse(back);
            for sphere in &mut self.path.local.spheres {
                sphere.center = narrow(wide(sphere.center) + shift);
            }
        }
        let outcome = self.ask_tree(Some(Surface::Environment(room.id)), tree);
        self.environment_answer(outcome)
    }

    /// Marks that a mover without contact hit the environment.
    fn environment_answer(&mut self, outcome: Outcome) -> Outcome {
        if outcome != Outcome::Ok && !self.mover.flags.has(MoverFlags::CONTACT) {
            self.collision.environment = true;
        }
        outcome
    }

    /// The cells but `current` that the mover touches, and the cell that it is in from now on.
    ///
    /// `before` is where the mover stood before its own cell was asked; the old client asked the walls of the others
    /// there ([`OtherCellsCentre::Stale`]), and answered from where it had got to. In a single space there are no others.
    ///
    /// # Source
    /// spec/transition.md 7.2, `check_other_cells` 0x0050ae50; 17 rule 3; scenes.md M4.
    pub fn check_other_cells(&mut self, current: CellId, before: Position) -> Outcome {
        // 1.
        self.path.cell_array_valid = true;
        self.path.hits_interior_cell = false;
        let world = self.world;
        let Some(cells) = world.cells() else {
            return Outcome::Ok;
        };
        let containing = self.rebuild_cells(true);
        // 2.
        let outcome = self.ask_others(cells, current, self.way_back(before));
        if outcome != Outcome::Ok {
            return outcome;
        }
        // 3.
        if let Some(cell) = containing {
            self.path.check_cell = cell;
            self.path.adjust_check(cell);
            return Outcome::Ok;
        }
        // 4. It is in no cell.
        if self.path.step_down {
            self.path.check_cell = CellId::NONE;
            return Outcome::Collided;
        }
        let check = self.path.check;
        let seated = if check.cell.is_outdoor() {
            outdoors(check)
        } else {
            Some(check)
        };
        let Some(seated) = seated else {
            self.path.check_cell = CellId::NONE;
            return Outcome::Collided;
        };
        let mover = self.mover;
        self.path.set_check(&mover, seated, CellId::NONE);
        self.path.cell_array_valid = true;
        Outcome::Ok
    }

    /// From here to `before`, if the policy asks the other cells there.
    fn way_back(&self, before: Position) -> DVec3 {
        if self.policy.other_cells_centre == OtherCellsCentre::Current {
            return DVec3::ZERO;
        }
        let check = self.path.check;
        wide(before.frame.origin) + block_offset(check.cell, before.cell) - wide(check.frame.origin)
    }

    /// Asks every listed cell but `current`; the list may grow or shrink meanwhile.
    fn ask_others(&mut self, cells: &Cells, current: CellId, back: DVec3) -> Outcome {
        let mut next = 0;
        while let Some(&cell) = self.path.cells.get(next) {
            next += 1;
            if cell == current || !cells.has(cell) {
                continue;
            }
            match self.find_collisions_from(cell, back) {
                Outcome::Ok => {}
                Outcome::Slid => {
                    self.collision.clear_contact();
                    return Outcome::Slid;
                }
                other => return other,
            }
        }
        Outcome::Ok
    }

    /// Rebuilds the list of cells at the check position and, if asked, gives the one that contains the foot's centre.
    ///
    /// # Source
    /// spec/transition.md 16.1, `find_cell_list` 0x0052b4e0.
    pub(super) fn rebuild_cells(&mut self, ask_containing: bool) -> Option<CellId> {
        let world = self.world;
        let Some(cells) = world.cells() else {
            return Some(self.path.check_cell);
        };
        let containing = if ask_containing {
            Containing::Asked
        } else {
            Containing::NotAsked
        };
        let spheres: [Sphere; 2] = self.path.check_spheres;
        let listed = cells.list(
            &mut self.path.cells,
            self.path.check.cell,
            &spheres[..self.mover.sphere_count],
            containing,
            Unseen::Kept,
            self.policy,
        );
        self.path.hits_interior_cell |= listed.hits_interior;
        let path = &self.path;
        self.probe.note(|| Event::CellsListed {
            cells: path.cells.clone(),
            containing: listed.containing,
        });
        listed.containing
    }
}

#[cfg(test)]
mod tests;
