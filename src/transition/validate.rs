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
                self.report_cell();
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
                let (from, to) = (self.check_center(), self.current_center());
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

    /// Says that the position to be accepted is in another cell than the last one.
    fn report_cell(&mut self) {
        let (from, to) = (self.path.current_cell, self.path.check_cell);
        let Some(cells) = self.world.cells().filter(|_| from != to && to.is_some()) else {
            return;
        };
        self.probe.note(|| Event::CellEntered {
            from: Some(from).filter(|cell| cell.is_some()),
            to,
            portal: cells.portal_between(from, to),
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::transition::Mover;
    use crate::transition::trial::{WALKER, at, foot, level, trial};
    use crate::world::World;

    /// spec/transition.md EX-12a: a blocked walker stands where it was, on the plane that it stood on.
    #[test]
    fn blocked_on_the_ground() {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let mover = Mover::human(MoverFlags(WALKER));
        let (current, check) = (at(0.0, 0.0, 0.005), at(0.3, 0.0, 0.005));
        let mut t = trial(&world, &policy, mover, current, check, &mut probe);
        let cell = t.path.check.cell;
        t.collision.seed_contact(level(0.0), true, cell, &policy);
        t.collision.last_known.cell = cell;
        t.collision.clear_contact();
        t.collision.set_collision_normal(Vec3::NEG_X, &policy);
        assert_eq!(t.validate_transition(Outcome::Collided), Outcome::Ok);
        assert_eq!(t.path.check.frame.origin, current);
        assert!(t.collision.contact.valid && t.collision.contact.water);
        assert_eq!(t.collision.contact.plane, level(0.0));
        assert_eq!(
            (t.collision.stationary, t.effects.velocity_zeroed),
            (0, true)
        );
        assert_eq!(t.collision.collision_normal, Some(Vec3::NEG_X));
        assert!(t.mover.flags.has(MoverFlags(3)));
    }

    /// spec/transition.md EX-12b: three steps that do not fall make up a floor under the feet.
    #[test]
    fn stuck_in_the_air() {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let mover = Mover::human(MoverFlags::EDGE_SLIDE);
        let feet = at(0.0, 0.0, 49.908);
        let below = feet - Vec3::Z * 0.1;
        let mut t = trial(&world, &policy, mover, feet, below, &mut probe);
        for count in 1..=3 {
            assert_eq!(t.validate_transition(Outcome::Collided), Outcome::Ok);
            assert_eq!(t.collision.stationary, count);
            assert_eq!(t.collision.contact.valid, count == 3);
        }
        let contact = t.collision.contact;
        assert_eq!(contact.plane.normal, Vec3::Z);
        assert!(
            (contact.plane.offset + 49.903).abs() < 1e-4,
            "{:?}",
            contact.plane
        );
        assert!(!contact.water && contact.cell == t.path.check.cell);
        assert_eq!(t.collision.collision_normal, Some(Vec3::Z));
        assert!(t.collision.environment && t.mover.flags.has(MoverFlags(3)));
    }

    /// spec/transition.md EX-12c: a viewer that is stopped without a normal gets one that points up.
    #[test]
    fn without_a_normal() {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let mover = foot(0.3, 0x5c);
        let mut t = trial(&world, &policy, mover, Vec3::ZERO, Vec3::X, &mut probe);
        assert_eq!(t.validate_transition(Outcome::Collided), Outcome::Ok);
        assert_eq!(t.collision.collision_normal, Some(Vec3::Z));
        assert_eq!(t.path.check.frame.origin, Vec3::ZERO);
    }

    /// spec/transition.md 24, row for 12: Invalid is passed on, and counts as not having moved.
    #[test]
    fn invalid() {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let mover = Mover::human(MoverFlags::NONE);
        let mut t = trial(&world, &policy, mover, Vec3::ZERO, Vec3::X, &mut probe);
        assert_eq!(t.validate_transition(Outcome::Invalid), Outcome::Invalid);
        assert_eq!(
            (t.collision.stationary, t.collision.contact.valid),
            (1, false)
        );
    }
}
