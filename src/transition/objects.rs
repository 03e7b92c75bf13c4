//! Asks the objects of a cell, one after the other.

use glam::Vec3;

use super::mover::MoverFlags;
use super::sphere_path::InsertType;
use super::sweep::Transition;
use crate::geometry::Sphere;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{length, narrow, wide};
use crate::ids::{CellId, ObjectId, Surface};
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::{Event, Probe};
use crate::world::candidates::reach;
use crate::world::near::{Around, Asks, Order};
use crate::world::object::{Kind, Object, ObjectState};

impl<'a, P: Probe> Transition<'a, P> {
    /// Asks the objects of `cell` in registration order; the first answer that is not Ok wins.
    ///
    /// # Source
    /// spec/transition.md 14.1, `find_obj_collisions` 0x0052b750; ACE asks the last one first (T29).
    pub(super) fn find_object_collisions(&mut self, cell: CellId) -> Outcome {
        if self.path.insert_type == InsertType::InitialPlacement {
            return Outcome::Ok;
        }
        let world = self.world;
        let Some(candidates) = world.candidates(cell, self.policy) else {
            return Outcome::Ok;
        };
        let order = if self.policy.is_ace(Row::T29) {
            Order::Backwards
        } else {
            Order::Forwards
        };
        let mut place = 0;
        loop {
            // Who listens wants to hear of every candidate, and nobody else needs those that cannot be met.
            let next = if P::LISTENS || self.meets_afar() {
                (place < candidates.len()).then_some(place)
            } else {
                candidates.next(place, order, self.asks(), &self.around(cell))
            };
            let Some(id) = next.and_then(|next| candidates.at(next, order)) else {
                break;
            };
            place = next.map_or(place, |next| next + 1);
            let Some(object) = world.objects.get(id.0 as usize) else {
                continue;
            };
            if self.is_itself(id, object) || !self.within_reach(id, object) {
                continue;
            }
            let before = self.path.check.frame.origin;
            let outcome = self.against_object(id, object);
            let after = self.path.check.frame.origin;
            let shift = || narrow(wide(after) - wide(before));
            self.probe.note(|| Event::QueryEnded {
                object: id,
                outcome,
                shift: shift(),
            });
            if outcome != Outcome::Ok {
                return outcome;
            }
        }
        Outcome::Ok
    }

    /// Whether a shape that is not touched may answer: ACE lets a mover of one sphere land on balls far away (L-15).
    fn meets_afar(&self) -> bool {
        self.path.collide && self.mover.sphere_count < 2 && self.policy.is_ace(Row::L15)
    }

    /// What the running query can find.
    fn asks(&self) -> Asks {
        if self.path.insert_type == InsertType::Placement
            || self.path.obstruction_ethereal
            || self.mover.ethereal
        {
            Asks::Solid
        } else {
            Asks::Touch
        }
    }

    /// The box around the mover at its check position, in the block of `cell`.
    fn around(&self, cell: CellId) -> Around {
        let spheres = &self.path.check_spheres[..self.mover.sphere_count];
        Around::spheres(spheres, block_offset(cell, self.path.check.cell))
    }

    /// Whether `object` is the mover. ACE compares game ids, and all static objects have 0 (T30).
    fn is_itself(&self, id: ObjectId, object: &Object) -> bool {
        if self.policy.is_ace(Row::T30) {
            return object.game_id == self.mover.game_id;
        }
        self.mover.object == Some(id)
    }

    /// The reach filter, where the policy has one, and the report of the candidate.
    ///
    /// # Source
    /// spec/transition.md 14.3: retail has none.
    fn within_reach(&mut self, id: ObjectId, object: &Object) -> bool {
        // Both ends of the move in the block of the object.
        let from = |cell: CellId, center: Vec3| {
            narrow(wide(center) + block_offset(object.position.cell, cell))
        };
        let foot = self.path.check_spheres[0];
        let check = Sphere {
            center: from(self.path.check.cell, foot.center),
            ..foot
        };
        let current = from(self.path.current.cell, self.path.current_centers[0]);
        if let Some(filter) = reach(self.policy.reach_filter, object, check, current)
            && !filter.admitted
        {
            self.probe.note(|| Event::CandidateRejected {
                object: id,
                distance: filter.distance,
                reach: filter.reach,
                admitted_at_center: filter.admitted_at_center,
            });
            return false;
        }
        self.probe.note(|| {
            let bounds = object.bounds();
            Event::CandidateAdmitted {
                object: id,
                distance: length(wide(check.center) - wide(bounds.center)),
                reach: f64::from(check.radius) + f64::from(bounds.radius),
            }
        });
        true
    }

    /// Asks one object, by the one family of shapes that counts.
    ///
    /// # Source
    /// spec/transition.md 14.2, `FindObjCollisions` 0x0050f050; spec/bsp.md 10.3.
    fn against_object(&mut self, id: ObjectId, object: &'a Object) -> Outcome {
        let flags = self.mover.flags;
        let state = object.state;
        let ethereal_target = state.has(ObjectState::ETHEREAL);
        // 1, 2.
        if ethereal_target && state.has(ObjectState::IGNORE_COLLISIONS) {
            return Outcome::Ok;
        }
        let is_creature = object.kind.has(Kind::CREATURE);
        if flags.has(MoverFlags::VIEWER) && is_creature {
            return Outcome::Ok;
        }
        // 3.
        let ethereal = ethereal_target || (self.mover.ethereal && !state.has(ObjectState::STATIC));
        if ethereal && self.path.step_down {
            return Outcome::Ok;
        }
        self.path.obstruction_ethereal = ethereal;
        // 4 to 7.
        let exempt = self.is_exempt(object);
        let ignored = self.ignores(id, object);
        let counts_as_creature = state.has(ObjectState::MISSILE) || is_creature;
        let mut outcome = Outcome::Ok;
        if state.has(ObjectState::HAS_PHYSICS_BSP) && !exempt && !ignored {
            let several = object.parts.len() > 1;
            for (index, part) in object.parts.iter().enumerate() {
                let part_index = index as u32;
                if several {
                    self.probe.note(|| Event::PartAsked {
                        object: id,
                        part: part_index,
                    });
                }
                let surface = Surface::Part {
                    object: id,
                    part: part_index,
                };
                outcome = self.against_part(surface, object, part);
                if outcome != Outcome::Ok {
                    break;
                }
            }
        } else if !exempt && !ignored {
            outcome = self.against_primitives(object, counts_as_creature);
        }
        // 8.
        if outcome != Outcome::Ok && !self.path.step_down {
            if state.has(ObjectState::STATIC) {
                if !self.mover.flags.has(MoverFlags::CONTACT) {
                    self.collision.environment = true;
                }
            } else if ethereal || (counts_as_creature && flags.has(MoverFlags::IGNORE_CREATURES)) {
                outcome = Outcome::Ok;
                self.collision.collision_normal = None;
                self.remember(id, object, false);
            } else {
                self.remember(id, object, true);
            }
        }
        // 9.
        self.path.obstruction_ethereal = false;
        outcome
    }

    /// Cylinders if there are any, else spheres; the first answer that is not Ok wins.
    fn against_primitives(&mut self, object: &Object, is_creature: bool) -> Outcome {
        let mut outcome = Outcome::Ok;
        if object.cylinders.is_empty() {
            for sphere in &object.spheres {
                outcome = self.against_sphere(object, sphere, is_creature);
                if outcome != Outcome::Ok {
                    break;
                }
            }
        } else {
            for cylinder in &object.cylinders {
                outcome = self.against_cylinder(object, cylinder);
                if outcome != Outcome::Ok {
                    break;
                }
            }
        }
        outcome
    }

    /// Rule 4: players pass through players unless both fight the same way.
    fn is_exempt(&self, object: &Object) -> bool {
        let (flags, kind) = (self.mover.flags, object.kind);
        kind.has(Kind::PLAYER)
            && flags.has(MoverFlags::PLAYER)
            && !flags.has(MoverFlags::IMPENETRABLE)
            && !kind.has(Kind::IMPENETRABLE)
            && !(flags.has(MoverFlags::PK) && kind.has(Kind::PK))
            && !(flags.has(MoverFlags::PK_LITE) && kind.has(Kind::PK_LITE))
    }

    /// Rule 6: what missiles fly through.
    fn ignores(&self, id: ObjectId, object: &Object) -> bool {
        if object.state.has(ObjectState::MISSILE) {
            return true;
        }
        self.mover.missile
            && self.mover.target != Some(id)
            && ((object.state.has(ObjectState::ETHEREAL) && object.kind.has(Kind::GAME_OBJECT))
                || (self.mover.target.is_some() && object.kind.has(Kind::CREATURE)))
    }

    /// Notes that `object` was met. ACE tells objects apart by their game id only (T30).
    fn remember(&mut self, id: ObjectId, object: &Object, in_the_way: bool) {
        let known = self.policy.is_ace(Row::T30)
            && self.collision.objects.iter().any(|other| {
                self.world
                    .objects
                    .get(other.0 as usize)
                    .is_some_and(|o| o.game_id == object.game_id)
            });
        if known {
            if in_the_way {
                self.collision.last_object = Some(id);
            }
            return;
        }
        self.collision.add_object(id, in_the_way);
    }

    /// Whether anything in the cell is in the way where the mover stands.
    ///
    /// # Source
    /// spec/transition.md 13.5, `check_collisions` 0x0050aa00.
    pub fn check_collisions(&mut self, id: ObjectId) -> bool {
        let mover = self.mover;
        self.path.insert_type = InsertType::Placement;
        let (current, cell) = (self.path.current, self.path.current_cell);
        self.path.set_check(&mover, current, cell);
        let world = self.world;
        world
            .objects
            .get(id.0 as usize)
            .is_some_and(|o| self.against_object(id, o) != Outcome::Ok)
    }

    /// The shift of the check position in the world for an offset in a part's space.
    pub(super) fn globalise(&self, local: Vec3) -> Vec3 {
        self.path.local.position.frame.vector_to_global(local)
    }
}

#[cfg(test)]
mod tests;
