//! Accepts or gives up the check position after an insertion.

use glam::Vec3;

use super::mover::MoverFlags;
use super::sweep::Transition;
use crate::constants::{EPSILON_WIDE, FLOOR_Z};
use crate::geometry::Plane;
use crate::outcome::Outcome;
use crate::policy::{Row, StationaryFall};
use crate::probe::{Event, NormalSource, Probe, SupportSource};

impl<P: Probe> Transition<'_, P> {
    /// Commits an Ok position, or goes back to the last committed one; a blocked step succeeds where it began.
    ///
    /// # Source
    /// spec/transition.md 12, `validate_transition` 0x0050aa70.
    pub fn validate_transition(&mut self, outcome: Outcome) -> Outcome {
        let mover = self.mover;
        let moved;
        let mut result = outcome;
        match outcome {
            // 1, 2. Accept.
            Outcome::Ok => {
                let with_rotation = !self.policy.is_ace(Row::T23);
                moved = !self.path.check.is_same(&self.path.current, with_rotation);
                self.path.accept(&mover);
            }
            // 3. Give up.
            Outcome::Collided | Outcome::Adjusted | Outcome::Slid => {
                moved = self.restore_last_known();
                // b. Without a normal of its own the hit gets the default one.
                if self.collision.collision_normal.is_none() {
                    self.write_normal(Vec3::Z, NormalSource::Default);
                }
                // c. Back to the last committed position.
                let (from, to) = (
                    self.path.check_spheres[0].center,
                    self.path.current_centers[0],
                );
                let step = self.step;
                self.probe.note(|| Event::Reverted { step, from, to });
                let (current, cell) = (self.path.current, self.path.current_cell);
                self.path.set_check(&mover, current, cell);
                self.rebuild_cells(false);
                result = Outcome::Ok;
            }
            Outcome::Invalid => moved = false,
        }
        // 4. What was hit is slid along from now on.
        if let Some(normal) = self.collision.collision_normal {
            self.collision.set_sliding_normal(normal, self.policy);
        }
        // 5.
        self.count_stationary(moved);
        // 6, 7. The last-known plane follows the contact plane, and so do the flags.
        let contact = self.collision.contact;
        if contact.valid {
            self.collision.last_known = contact;
        } else {
            self.collision.last_known.valid = false;
        }
        let walkable = contact.valid && contact.plane.normal.z >= FLOOR_Z;
        self.mover.flags.put(MoverFlags::CONTACT, contact.valid);
        self.mover.flags.put(MoverFlags::ON_WALKABLE, walkable);
        result
    }

    /// Re-establishes the last-known plane as contact while the foot is near it; whether that counts as having moved.
    ///
    /// # Source
    /// spec/transition.md 12 step 3a.
    fn restore_last_known(&mut self) -> bool {
        let last = self.collision.last_known;
        if !last.valid {
            return false;
        }
        self.effects.velocity_zeroed = true;
        let radius = f64::from(self.path.check_spheres[0].radius);
        let height = last.plane.height(self.path.current_centers[0]);
        if radius + EPSILON_WIDE > height.abs() {
            self.set_contact(last.plane, last.water, last.cell, SupportSource::Restored);
            return self.mover.flags.has(MoverFlags::ON_WALKABLE);
        }
        false
    }

    /// Counts steps that did not move; the third makes up a floor under the mover.
    ///
    /// # Source
    /// spec/transition.md 12 step 5.
    fn count_stationary(&mut self, moved: bool) {
        if self.mover.flags.has(MoverFlags::VIEWER)
            || !self.mover.gravity
            || self.policy.stationary_fall == StationaryFall::Off
        {
            return;
        }
        self.collision.stationary = match (moved, self.collision.stationary) {
            (true, _) => 0,
            (false, 0) => 1,
            (false, 1) => 2,
            (false, _) => 3,
        };
        if self.collision.stationary == 3 {
            let foot = self.path.check_spheres[0];
            let offset = (f64::from(foot.radius) - f64::from(foot.center.z)) as f32;
            let plane = Plane {
                normal: Vec3::Z,
                offset,
            };
            self.set_contact(plane, false, self.path.check.cell, SupportSource::Synthetic);
            if !self.mover.flags.has(MoverFlags::CONTACT) {
                self.write_normal(Vec3::Z, NormalSource::Default);
                self.collision.environment = true;
            }
        }
    }
}
