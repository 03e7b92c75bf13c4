//! The collide latch: an airborne mover touched something and may land on it.

use glam::Vec3;

use super::sphere_path::InsertType;
use super::sweep::Transition;
use crate::constants::LANDING_Z;
use crate::outcome::Outcome;
use crate::probe::{Event, NormalSource, Probe};

impl<P: Probe> Transition<'_, P> {
    /// Sets the latch and asks for another round, in which shapes may settle the mover.
    ///
    /// # Source
    /// spec/transition.md 11.1, `set_collide` 0x005378a0.
    pub(crate) fn latch(&mut self, normal: Vec3) -> Outcome {
        self.probe.note(|| Event::CollideLatched { normal });
        self.path.collide = true;
        self.path.save_check();
        self.path.step_up_normal = normal;
        self.path.walk_interp = 1.0;
        self.path.walkable_allowance = LANDING_Z;
        Outcome::Adjusted
    }

    /// Resolves the latch after an Ok insertion: landed, or back to where the latch was set.
    ///
    /// # Source
    /// spec/transition.md 11.2.
    pub(super) fn resolve_latch(&mut self, attempts: u32) -> Outcome {
        // 1.
        self.path.collide = false;
        // 2. Confirm the place.
        if self.collision.contact.valid && self.check_walkable(LANDING_Z) {
            let saved = self.path.insert_type;
            self.path.insert_type = InsertType::Placement;
            let outcome = self.transitional_insert(attempts);
            self.path.insert_type = saved;
            if outcome == Outcome::Ok {
                self.path.walkable = None;
                return Outcome::Ok;
            }
        }
        // 3, 4.
        self.path.walkable = None;
        let mover = self.mover;
        self.path.restore_check(&mover);
        self.collision.clear_contact();
        if self.collision.last_known.valid {
            self.collision.last_known.valid = false;
            self.effects.velocity_zeroed = true;
        } else {
            let normal = self.path.step_up_normal;
            self.write_normal(normal, NormalSource::Contact);
        }
        Outcome::Collided
    }
}
