//! What to do where the floor ends.

use glam::Vec3;

use super::mover::MoverFlags;
use super::sweep::Transition;
use crate::geometry::Sphere;
use crate::geometry::vector::{dot, narrow, wide};
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::{Event, Probe};

impl<P: Probe> Transition<'_, P> {
    /// No floor was found below: leave it, slide along its edge, or stop. The flag says that the insertion is done.
    ///
    /// # Source
    /// spec/transition.md 10.4, `edge_slide` 0x0050b3d0; ACE slides before it restores (T17).
    pub fn edge_slide(&mut self, height: f32, allowance: f32) -> (bool, Outcome) {
        let mover = self.mover;
        let ace_order = self.policy.is_ace(Row::T17);
        let contact = self.collision.contact;
        // 1. Simply leave the floor.
        if !mover.flags.has(MoverFlags::ON_WALKABLE) || !mover.flags.has(MoverFlags::EDGE_SLIDE) {
            return self.leave_floor(Outcome::Ok);
        }
        // 2. Too steep below.
        if contact.valid && contact.plane.normal.z < allowance {
            self.path.walkable = None;
            let outcome = if ace_order {
                let outcome = self.cliff_slide(contact.plane.normal);
                self.path.restore_check(&mover);
                outcome
            } else {
                self.path.restore_check(&mover);
                self.cliff_slide(contact.plane.normal)
            };
            self.collision.clear_contact();
            self.probe.note(|| Event::EdgeSlide { rule: 2, outcome });
            return (false, outcome);
        }
        // 3. Past the edge of a walkable polygon.
        if self.path.walkable.is_some() {
            let outcome = if ace_order {
                self.collision.clear_contact();
                let outcome = self.precipice_slide();
                self.path.restore_check(&mover);
                outcome
            } else {
                self.path.restore_check(&mover);
                self.collision.clear_contact();
                self.precipice_slide()
            };
            self.probe.note(|| Event::EdgeSlide { rule: 3, outcome });
            return (outcome == Outcome::Collided, outcome);
        }
        // 4.
        if contact.valid {
            return self.leave_floor(Outcome::Ok);
        }
        // 5. Look for the walkable polygon underfoot, at the current position.
        let back = -self.path.moved(self.path.check_spheres[0].center, 0);
        self.path.add_offset(narrow(back));
        // Its result does not count: it is run to find the polygon.
        self.step_down(height, allowance);
        self.collision.clear_contact();
        self.path.restore_check(&mover);
        if let Some(walkable) = self.path.walkable {
            self.path
                .cache_local(&mover, walkable.position, walkable.scale);
            let sphere = self.path.local.spheres[0];
            if let Some(walkable) = &mut self.path.walkable {
                walkable.sphere = sphere;
            }
            let outcome = self.precipice_slide();
            self.probe.note(|| Event::EdgeSlide { rule: 5, outcome });
            return (outcome == Outcome::Collided, outcome);
        }
        self.path.cell_array_valid = true;
        self.probe.note(|| Event::EdgeSlide {
            rule: 5,
            outcome: Outcome::Collided,
        });
        (true, Outcome::Collided)
    }

    /// Rules 1 and 4: back to the backup, without contact.
    fn leave_floor(&mut self, outcome: Outcome) -> (bool, Outcome) {
        let mover = self.mover;
        self.path.walkable = None;
        self.path.restore_check(&mover);
        self.collision.clear_contact();
        self.path.cell_array_valid = true;
        self.probe.note(|| Event::EdgeSlide { rule: 1, outcome });
        (true, outcome)
    }

    /// Slides along the edge of the walkable polygon that the foot crossed.
    ///
    /// # Source
    /// spec/transition.md 10.5, precipice slide 0x0050cc80.
    fn precipice_slide(&mut self) -> Outcome {
        let Some(walkable) = self.path.walkable.take() else {
            return Outcome::Collided;
        };
        let Sphere { center, .. } = walkable.sphere;
        let Some(inward) = walkable.polygon.crossed_edge(center, walkable.up) else {
            return Outcome::Collided;
        };
        self.path.step_up = false;
        let mut normal: Vec3 = walkable.position.frame.vector_to_global(inward);
        let foot = self.path.check_spheres[0].center;
        if dot(normal, narrow(self.path.moved(foot, 0))) > 0.0 {
            normal = narrow(-wide(normal));
        }
        self.slide(foot, normal, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Frame, Plane, Polygon, Position};
    use crate::policy::Policy;
    use crate::transition::mover::Mover;
    use crate::transition::sphere_path::Walkable;
    use crate::world::World;

    /// What a slide of a sphere of 0.5 m, from 0 to `x` over a plate of 2 x 2 m at z = 1, answers and where it leaves the sphere.
    fn over_the_plate(to: Vec3, last_known: Vec3) -> (Outcome, Vec3) {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let polygon = Polygon::new(corners.map(|(x, y)| Vec3::new(x, y, 1.0)).to_vec()).unwrap();
        let (world, policy) = (World::new(Vec::new()), Policy::default());
        let sphere = |center| Sphere {
            center,
            radius: 0.5,
        };
        let mover = Mover::new(&[sphere(Vec3::new(0.0, 0.0, 0.5))], MoverFlags::EDGE_SLIDE);
        let at = |origin: Vec3| Position::single(Frame::at(origin));
        let begin = at(Vec3::new(0.0, 0.0, 1.0));
        let end = at(to);
        let mut probe = ();
        let mut path = Transition::new(&world, &policy, mover, Some(begin), end, &mut probe);
        let cell = path.path.current_cell;
        path.path.set_check(&mover, end, cell);
        path.collision.last_known.plane = Plane {
            normal: last_known,
            offset: -1.0,
        };
        path.path.walkable = Some(Walkable {
            polygon: &polygon,
            sphere: path.path.check_spheres[0],
            up: Vec3::Z,
            position: at(Vec3::ZERO),
            scale: 1.0,
        });
        let outcome = path.precipice_slide();
        (outcome, path.path.check.frame.origin)
    }

    /// scenes.md M12, the plate; spec/transition.md 10.5 and 10.1.
    #[test]
    fn a_slide_needs_a_crossed_edge_and_a_way_along_it() {
        let to = |x: f32, y: f32| Vec3::new(x, y, 1.0);
        let (outcome, stays) = over_the_plate(to(0.1, 0.0), Vec3::Z);
        assert_eq!((outcome, stays), (Outcome::Collided, to(0.1, 0.0)));
        // Without any plane the part across the edge goes; here that is all.
        let (outcome, slid) = over_the_plate(to(1.2, 0.0), Vec3::ZERO);
        assert_eq!((outcome, slid), (Outcome::Slid, to(0.0, 0.0)));
        // Along a floor nothing is left of a move straight across.
        let (outcome, _) = over_the_plate(to(1.2, 0.0), Vec3::Z);
        assert_eq!(outcome, Outcome::Collided);
        let (outcome, slid) = over_the_plate(to(1.2, 0.4), Vec3::Z);
        assert_eq!((outcome, slid), (Outcome::Slid, to(0.0, 0.4)));
    }
}
