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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::transition::trial::{at, close, level, quad, space, trial};
    use crate::transition::{Mover, MoverFlags};
    use crate::world::World;

    /// A human that falls from 0.22 m onto a floor at 0, under a ceiling that is as high as said.
    fn fallen(ceiling: f32) -> (Outcome, Vec3, bool, Option<Vec3>) {
        let world = space(vec![vec![quad(0.0, true)], vec![quad(ceiling, false)]]);
        let (policy, mut probe) = (Policy::RETAIL, ());
        let mover = Mover::human(MoverFlags::EDGE_SLIDE);
        let (current, check) = (at(0.0, 0.0, 0.22), at(0.0, 0.0, -0.17));
        let mut t = trial(&world, &policy, mover, current, check, &mut probe);
        let outcome = t.transitional_insert(3);
        let origin = t.path.check.frame.origin;
        (
            outcome,
            origin,
            t.collision.contact.valid,
            t.collision.collision_normal,
        )
    }

    /// spec/transition.md EX-11a: the foot settles on the floor, and the place is confirmed.
    #[test]
    fn landed() {
        let (outcome, origin, contact, normal) = fallen(5.0);
        assert_eq!((outcome, contact, normal), (Outcome::Ok, true, None));
        assert!(close(origin, at(0.0, 0.0, 0.005)), "{origin}");
    }

    /// spec/transition.md EX-11b: where the head has no room there, the mover goes back to where it touched the floor.
    #[test]
    fn no_room_for_the_head() {
        let (outcome, origin, contact, normal) = fallen(1.75);
        assert_eq!(
            (outcome, contact, normal),
            (Outcome::Collided, false, Some(Vec3::Z))
        );
        assert!(close(origin, at(0.0, 0.0, -0.17)), "{origin}");
    }

    /// spec/transition.md 24, row for 11.2: without contact, a known floor is forgotten and the velocity with it.
    #[test]
    fn reset() {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let mover = Mover::human(MoverFlags::NONE);
        let mut t = trial(&world, &policy, mover, Vec3::Z, Vec3::ZERO, &mut probe);
        t.collision.last_known.valid = true;
        t.collision.last_known.plane = level(0.0);
        t.latch(Vec3::X);
        assert_eq!(t.resolve_latch(3), Outcome::Collided);
        assert!(t.effects.velocity_zeroed && !t.collision.last_known.valid && !t.path.collide);
        assert_eq!(t.collision.collision_normal, None);
    }
}
