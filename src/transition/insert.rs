//! Inserts the mover at its check position: asks every cell and object until nobody objects.

use super::mover::MoverFlags;
use super::sweep::Transition;
use crate::constants::{FLOOR_Z, LANDING_Z, STUB_STEP};
use crate::ids::CellId;
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::{Event, Probe};

impl<P: Probe> Transition<'_, P> {
    /// Tries the check position up to `attempts` times, as long as it is being adjusted.
    ///
    /// # Source
    /// spec/transition.md 6, `transitional_insert` 0x0050b6f0.
    pub fn transitional_insert(&mut self, attempts: u32) -> Outcome {
        if !self.path.check_cell.is_some() {
            return Outcome::Ok;
        }
        let mut outcome = Outcome::Invalid;
        for attempt in 1..=attempts {
            let center = self.check_center();
            self.probe.note(|| Event::Attempt { attempt, center });
            // A, B.
            let (cell, before) = (self.path.check_cell, self.path.check);
            outcome = self.insert_into_cell(cell, attempts);
            match outcome {
                Outcome::Ok | Outcome::Invalid => {
                    outcome = self.check_other_cells(cell, before);
                    if outcome != Outcome::Ok {
                        self.path.negative_hit = false;
                        if outcome == Outcome::Collided {
                            return outcome;
                        }
                        continue;
                    }
                }
                Outcome::Collided => {
                    if !self.policy.is_ace(Row::T10) {
                        self.path.negative_hit = false;
                    }
                    return outcome;
                }
                Outcome::Adjusted => {
                    self.path.negative_hit = false;
                    continue;
                }
                Outcome::Slid => {
                    self.collision.clear_contact();
                    self.path.negative_hit = false;
                    continue;
                }
            }
            // C.
            if self.path.collide {
                return self.resolve_latch(attempts);
            }
            // D. A polygon that is touched but not approached: another round, even when Ok.
            if self.path.negative_hit && !self.path.step_down && !self.path.step_up {
                outcome = self.resolve_negative_hit();
                continue;
            }
            // E.
            if self.collision.contact.valid
                || !self.mover.flags.has(MoverFlags::CONTACT)
                || self.path.step_down
                || !self.path.check_cell.is_some()
                || self.mover.missile
            {
                return Outcome::Ok;
            }
            // F. It was in contact and is not any more.
            match self.find_floor() {
                (true, answer) => return answer,
                (false, answer) => outcome = answer,
            }
        }
        outcome
    }

    /// Rule D.
    fn resolve_negative_hit(&mut self) -> Outcome {
        self.path.negative_hit = false;
        let normal = self.path.negative_normal;
        let step_up = self.path.negative_step_up;
        self.probe.note(|| Event::NegativeHit { normal, step_up });
        if step_up {
            self.step_up_or_slide(normal)
        } else {
            let foot = self.path.check_spheres[0].center;
            self.slide(foot, normal, 0)
        }
    }

    /// Rule F: looks for floor below; true when the insertion is done.
    fn find_floor(&mut self) -> (bool, Outcome) {
        // 1.
        let (allowance, height) = if self.mover.flags.has(MoverFlags::ON_WALKABLE) {
            (FLOOR_Z, self.mover.step_down_height)
        } else {
            (LANDING_Z, STUB_STEP)
        };
        // 2.
        self.path.walkable_allowance = allowance;
        self.path.save_check();
        // 3, 4.
        let (found, height) = self.step_down_in_tries(height, allowance);
        if found {
            self.path.walkable = None;
            return (true, Outcome::Ok);
        }
        // 5.
        self.edge_slide(height, allowance)
    }

    /// The inner loop of one cell.
    ///
    /// # Source
    /// spec/transition.md 7.1, `insert_into_cell` 0x00509e70.
    pub fn insert_into_cell(&mut self, cell: CellId, attempts: u32) -> Outcome {
        if !cell.is_some() {
            return Outcome::Collided;
        }
        let mut outcome = Outcome::Invalid;
        for _ in 0..attempts {
            outcome = self.find_cell_collisions(cell);
            match outcome {
                Outcome::Ok | Outcome::Collided => return outcome,
                Outcome::Slid => self.collision.clear_contact(),
                Outcome::Adjusted | Outcome::Invalid => {}
            }
        }
        outcome
    }
}

#[cfg(test)]
mod tests;
