//! Finds a free place for a mover that comes from nowhere.

use glam::Vec3;

use super::sphere_path::InsertType;
use super::sweep::Transition;
use crate::constants::{EPSILON_WIDE, INSERT_ATTEMPTS, LANDING_Z};
use crate::geometry::vector::{length, wide};
use crate::ops;
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::Probe;

/// Reach of the ring search, metres.
///
/// # Source
/// spec/transition.md 13.2 step 3.
const REACH: f64 = 4.0;

/// Half a turn, as the original has it.
///
/// # Source
/// spec/transition.md 13.2 step 3.
const HALF_TURN: f64 = 3.141_599_9;

impl<P: Probe> Transition<'_, P> {
    /// Places the mover at its end position or near it; whether a place was found.
    ///
    /// # Source
    /// spec/transition.md 13.1, `find_placement_position` 0x0050c170.
    pub fn find_placement_position(&mut self) -> bool {
        let mover = self.mover;
        // 1.
        let (current, cell) = (self.path.current, self.path.current_cell);
        self.path.set_check(&mover, current, cell);
        self.path.insert_type = InsertType::InitialPlacement;
        let outcome = self.placement_insert();
        // 2.
        if self.validate_placement(outcome, true) != Outcome::Ok {
            return false;
        }
        // 3.
        self.path.insert_type = InsertType::Placement;
        if !self.find_placement_pos() {
            return false;
        }
        // 4. Down onto the floor.
        if !self.mover.missile {
            self.settle();
        }
        // 5.
        self.validate_placement(Outcome::Ok, true) == Outcome::Ok
    }

    /// Step 4: looks for floor below and stays where it is without one.
    fn settle(&mut self) {
        let mover = self.mover;
        self.path.walkable_allowance = LANDING_Z;
        self.path.save_check();
        let saved = self.path.insert_type;
        self.path.insert_type = InsertType::Transition;
        let (found, _) = self.step_down_in_tries(self.mover.step_down_height, LANDING_Z);
        if !found {
            self.path.restore_check(&mover);
            self.collision.clear_contact();
        }
        self.path.insert_type = saved;
        self.path.walkable = None;
    }

    /// The first test of a placement: pushes the mover out of what it overlaps.
    ///
    /// # Source
    /// spec/transition.md 13.1 step 1, `placement_insert`.
    fn placement_insert(&mut self) -> Outcome {
        let cell = self.path.check_cell;
        if !cell.is_some() {
            return Outcome::Collided;
        }
        let before = self.path.check;
        match self.insert_into_cell(cell, INSERT_ATTEMPTS) {
            Outcome::Ok => self.check_other_cells(cell, before),
            other => other,
        }
    }

    /// The place itself, or the nearest free one on rings around it.
    ///
    /// # Source
    /// spec/transition.md 13.2, `find_placement_pos` 0x0050ba50.
    fn find_placement_pos(&mut self) -> bool {
        let mover = self.mover;
        // 1.
        let (current, cell) = (self.path.current, self.path.current_cell);
        self.path.set_check(&mover, current, cell);
        self.collision.sliding_normal = None;
        self.collision.clear_contact();
        let inserted = self.transitional_insert(INSERT_ATTEMPTS);
        if self.validate_placement_transition(inserted) == Outcome::Ok {
            return true;
        }
        // 2.
        if !self.path.placement_allows_sliding {
            return false;
        }
        // 3.
        let radius = f64::from(mover.spheres[0].radius);
        let small = radius < 0.125;
        let (ring, reach) = if small {
            (radius, REACH / 2.0)
        } else {
            (
                if radius > 0.48 {
                    radius
                } else {
                    f64::from(0.48_f32)
                },
                REACH,
            )
        };
        let mut count = REACH / ring;
        if small {
            count *= 0.5;
        }
        if count <= 1.0 || !count.is_finite() {
            return false;
        }
        let rings = count.ceil();
        let spacing = reach / rings;
        let turn = spacing / ring * HALF_TURN;
        // 4.
        for j in 1..=(rings as u32) {
            let distance = spacing * f64::from(j);
            let samples = 2 * (f64::from(j) * turn).ceil() as u32;
            let step = std::f64::consts::TAU / f64::from(samples.max(1));
            for sample in 0..samples {
                let angle = step * f64::from(sample);
                let way = Vec3::new(
                    (distance * ops::sin(angle)) as f32,
                    (distance * ops::cos(angle)) as f32,
                    0.0,
                );
                let (current, cell) = (self.path.current, self.path.current_cell);
                self.path.set_check(&mover, current, cell);
                let offset = self.adjust_offset(way);
                if length(wide(offset)) < EPSILON_WIDE {
                    continue;
                }
                self.path.add_offset(offset);
                self.collision.sliding_normal = None;
                self.collision.clear_contact();
                let inserted = self.transitional_insert(INSERT_ATTEMPTS);
                if self.validate_placement_transition(inserted) == Outcome::Ok {
                    return true;
                }
            }
        }
        false
    }

    /// Accepts an Ok place; an adjusted one is tried once more if `retry`.
    ///
    /// # Source
    /// spec/transition.md 13.3, `validate_placement`.
    fn validate_placement(&mut self, outcome: Outcome, retry: bool) -> Outcome {
        if !self.path.check_cell.is_some() {
            return Outcome::Collided;
        }
        match outcome {
            Outcome::Ok => {
                let mover = self.mover;
                self.path.accept(&mover);
                Outcome::Ok
            }
            Outcome::Adjusted | Outcome::Slid if retry => {
                let again = self.placement_insert();
                self.validate_placement(again, false)
            }
            other => other,
        }
    }

    /// Accepts an Ok place; what was met at a refused one is forgotten.
    ///
    /// # Source
    /// spec/transition.md 13.3, `validate_placement_transition`; ACE forgets the objects only, and not for targeted projectiles (T22).
    pub(super) fn validate_placement_transition(&mut self, outcome: Outcome) -> Outcome {
        if !self.path.check_cell.is_some() {
            return Outcome::Collided;
        }
        match outcome {
            Outcome::Ok => {
                let mover = self.mover;
                self.path.accept(&mover);
            }
            _ if self.path.placement_allows_sliding => {
                let kept = self.policy.is_ace(Row::T22)
                    && self.mover.missile
                    && self.mover.target.is_some();
                if !kept {
                    self.collision.reset(self.policy);
                }
            }
            _ => {}
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::{Node, NodeKind, Parts, Tree};
    use crate::geometry::polygon::reference::floor;
    use crate::geometry::{Frame, Plane, Sphere};
    use crate::ids::{NodeId, PolygonId};
    use crate::policy::Policy;
    use crate::probe::{Counters, EventKind};
    use crate::transition::trial::{at, foot, place, trial};
    use crate::transition::{Mover, MoverFlags};
    use crate::world::{Object, World};

    /// A world that is solid from z = 50 down.
    fn solid() -> World {
        let sphere = Sphere {
            center: Vec3::ZERO,
            radius: 200.0,
        };
        let plane = Plane {
            normal: Vec3::Z,
            offset: -50.0,
        };
        let inner = NodeKind::Inner {
            plane,
            positive: None,
            negative: Some(NodeId(1)),
        };
        let leaf = NodeKind::Leaf {
            solid: true,
            first: 0,
            count: 1,
        };
        let tree = Tree::from_parts(Parts {
            polygons: vec![floor()],
            nodes: [inner, leaf].map(|kind| Node { sphere, kind }).to_vec(),
            leaf_polygons: vec![PolygonId(0)],
        });
        let rock = Object::solid("rock".to_owned(), Frame::default(), 1.0, tree.unwrap());
        World::new(vec![rock])
    }

    /// spec/transition.md EX-13: 9 rings of 6 to 54 samples, for a human and for a viewer.
    #[test]
    fn rings() {
        let world = solid();
        for mover in [
            Mover::human(MoverFlags::NONE),
            Mover::viewer(0.3, MoverFlags::NONE),
        ] {
            let (policy, mut counters) = (Policy::RETAIL, Counters::default());
            let end = place(at(0.0, 0.0, -20.0));
            let mut t = Transition::new(&world, &policy, mover, None, end, &mut counters);
            assert!(!t.find_placement_pos());
            // The place itself is the first.
            assert_eq!(counters.of(EventKind::Attempt), 1 + 270);
        }
    }

    /// spec/transition.md 24, row for 13.3: an adjusted place is tried once more, and accepted where nothing objects.
    #[test]
    fn once_more() {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let mover = foot(0.5, 0);
        for (retry, outcome) in [(true, Outcome::Ok), (false, Outcome::Adjusted)] {
            let mut t = trial(&world, &policy, mover, Vec3::ZERO, Vec3::X, &mut probe);
            t.path.insert_type = InsertType::InitialPlacement;
            assert_eq!(t.validate_placement(Outcome::Adjusted, retry), outcome);
            let accepted = if retry { Vec3::X } else { Vec3::ZERO };
            assert_eq!(t.path.current.frame.origin, accepted);
        }
        let mut t = trial(&world, &policy, mover, Vec3::ZERO, Vec3::X, &mut probe);
        assert_eq!(t.validate_placement(Outcome::Ok, true), Outcome::Ok);
        assert_eq!(t.path.current, t.path.check);
        t.path.check_cell = crate::ids::CellId::NONE;
        assert_eq!(t.validate_placement(Outcome::Ok, true), Outcome::Collided);
    }
}
