//! Looks for walkable ground below.

use glam::Vec3;

use super::mover::MoverFlags;
use super::sphere_path::InsertType;
use super::sweep::Transition;
use crate::geometry::polygon_walkable::Support;
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::{Event, Probe};

/// Attempts of the insertion that looks for ground.
///
/// # Source
/// spec/transition.md 9.2 step 3.
const ATTEMPTS: u32 = 5;

impl<P: Probe> Transition<'_, P> {
    /// Lowers the mover by `height` (metres) and lets the ground raise it again; true when it stands on a normal of at
    /// least `allowance` with free space around. On failure the check position is left where it is.
    ///
    /// # Source
    /// spec/transition.md 9.2, `step_down` 0x0050b2a0.
    pub fn step_down(&mut self, height: f32, allowance: f32) -> bool {
        // 1.
        self.path.negative_hit = false;
        self.path.step_down = true;
        self.path.step_down_amount = height;
        self.path.walk_interp = 1.0;
        self.probe.note(|| Event::StepDownBegan { height });
        // 2.
        if !self.path.step_up {
            self.path.add_offset(Vec3::new(0.0, 0.0, -height));
        }
        // 3.
        let inserted = self.transitional_insert(ATTEMPTS);
        self.path.step_down = false;
        // 4, 5.
        let success = inserted == Outcome::Ok
            && self.collision.contact.valid
            && self.collision.contact.plane.normal.z >= allowance
            && (!self.mover.flags.has(MoverFlags::EDGE_SLIDE)
                || self.path.step_up
                || self.check_walkable(allowance))
            && self.placement_is_free();
        self.probe.note(|| Event::StepDownEnded { success });
        success
    }

    /// One try of [`Self::step_down`], or two of half the height where that is more than the foot's diameter; whether one
    /// found ground, and the height of a try.
    ///
    /// # Source
    /// spec/transition.md 6 F.3 and F.4.
    pub(super) fn step_down_in_tries(&mut self, mut height: f32, allowance: f32) -> (bool, f32) {
        let radius = self.path.check_spheres[0].radius;
        let diameter = 2.0 * radius;
        if self.mover.sphere_count < 2 && diameter < height {
            height = radius / 2.0;
        }
        if diameter >= height {
            return (self.step_down(height, allowance), height);
        }
        height /= 2.0;
        // The second starts from the lowered position that the first left.
        let found = self.step_down(height, allowance) || self.step_down(height, allowance);
        (found, height)
    }

    /// Whether the check position is free, asked as a placement.
    ///
    /// # Source
    /// spec/transition.md 9.2 step 5.
    fn placement_is_free(&mut self) -> bool {
        let saved = self.path.insert_type;
        self.path.insert_type = InsertType::Placement;
        let outcome = self.transitional_insert(1);
        self.path.insert_type = saved;
        outcome == Outcome::Ok
    }

    /// Whether there is something to stand on below the check position.
    ///
    /// # Source
    /// spec/transition.md 9.3, `check_walkable` 0x0050aff0; ACE keeps the copy in the shared backup slot (T13).
    pub fn check_walkable(&mut self, allowance: f32) -> bool {
        if !self.mover.flags.has(MoverFlags::ON_WALKABLE) || self.check_walkables() {
            return true;
        }
        let mover = self.mover;
        let (check, cell) = (self.path.check, self.path.check_cell);
        let shared = self.policy.is_ace(Row::T13);
        if shared {
            self.path.save_check();
        }
        self.path.walkable_allowance = allowance;
        self.path.check_walkable = true;
        let radius = self.path.check_spheres[0].radius;
        let mut height = self.mover.step_down_height;
        if self.mover.sphere_count < 2 && height > 2.0 * radius {
            height = radius / 2.0;
        }
        if height > 2.0 * radius {
            height /= 2.0;
        }
        self.path.add_offset(Vec3::new(0.0, 0.0, -height));
        let outcome = self.transitional_insert(1);
        self.path.check_walkable = false;
        if shared {
            self.path.restore_check(&mover);
        } else {
            self.path.set_check(&mover, check, cell);
        }
        outcome != Outcome::Ok
    }

    /// Whether the walkable polygon found last still holds the foot, by half its radius.
    ///
    /// # Source
    /// spec/transition.md 9.4, `check_walkables` 0x0050c3e0. Quirk: the stored radius is halved in place at every call (L-23).
    fn check_walkables(&mut self) -> bool {
        let Some(walkable) = &mut self.path.walkable else {
            return true;
        };
        let mut sphere = walkable.sphere;
        sphere.radius *= 0.5;
        if !self.policy.is_ace(Row::L23) {
            walkable.sphere = sphere;
        }
        walkable
            .polygon
            .supports(&sphere, walkable.up, Support::Full, self.policy)
    }
}

#[cfg(test)]
mod tests;
