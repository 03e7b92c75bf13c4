//! What a collision does to a body's velocity and marks.

use glam::Vec3;

use super::body::{Body, Transient};
use crate::geometry::vector::{dot, narrow, wide};
use crate::ids::ObjectId;
use crate::policy::{Policy, Row};
use crate::transition::collision_info::CollisionInfo;
use crate::world::{ObjectState, World};

impl Body {
    /// Reports what was met, bounces, and sets the stationary bits; whether anything was reported.
    ///
    /// # Source
    /// spec/transition.md 18.7, `handle_all_collisions` 0x00514780.
    pub(super) fn respond(
        &mut self,
        collision: &CollisionInfo,
        was_walkable: bool,
        is_walkable: bool,
        world: &World,
        policy: &Policy,
    ) -> bool {
        let bounces = !(was_walkable && is_walkable) || self.state.has(ObjectState::SLEDDING);
        let mut reported = false;
        for object in &collision.objects {
            reported |= self.report_object(*object, world);
        }
        // The mark follows the flag once it is set; a landing sets it too.
        if self.touches_environment {
            self.touches_environment = collision.environment;
        } else if collision.environment || (!was_walkable && is_walkable) {
            reported |= self.report_environment();
        }
        if collision.stationary > 1 {
            self.velocity = Vec3::ZERO;
        } else if let Some(normal) = collision.collision_normal.filter(|_| bounces) {
            if self.state.has(ObjectState::INELASTIC) {
                self.velocity = Vec3::ZERO;
                if policy.is_ace(Row::T37) {
                    reported |= self.report_environment();
                }
            } else {
                self.bounce(normal);
            }
        }
        match collision.stationary {
            1 => self.transient.put(Transient::STATIONARY_FALL, true),
            2 => self.transient.put(Transient::STATIONARY_STOP, true),
            _ => {
                for bit in [
                    Transient::STATIONARY_FALL,
                    Transient::STATIONARY_STOP,
                    Transient::STATIONARY_STUCK,
                ] {
                    self.transient.put(bit, false);
                }
            }
        }
        reported
    }

    /// Reflects the part of the velocity that leads into `normal`.
    fn bounce(&mut self, normal: Vec3) {
        let into = dot(self.velocity, normal);
        if into < 0.0 {
            let elasticity = f64::from(self.elasticity).clamp(0.0, f64::from(0.1_f32));
            self.velocity =
                narrow(wide(self.velocity) - wide(normal) * (into * (1.0 + elasticity)));
        }
    }

    /// Tells of a hit on an object; static ones are the environment.
    fn report_object(&mut self, id: ObjectId, world: &World) -> bool {
        let Some(object) = world.objects.get(id.0 as usize) else {
            return false;
        };
        let state = object.state;
        if state.has(ObjectState::STATIC) || state.has(ObjectState::REPORT_AS_ENVIRONMENT) {
            return self.report_environment();
        }
        if !state.has(ObjectState::IGNORE_COLLISIONS) {
            let flight =
                ObjectState::MISSILE.0 | ObjectState::ALIGN_PATH.0 | ObjectState::PATH_CLIPPED.0;
            self.state.0 &= !flight;
        }
        true
    }

    /// Tells of a hit on the environment, once.
    fn report_environment(&mut self) -> bool {
        if self.touches_environment {
            return false;
        }
        self.touches_environment = true;
        self.state.0 &= !ObjectState::MISSILE.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::body::{Build, DEFAULT_STATE};
    use crate::geometry::{Frame, Position};
    use crate::world::Object;

    fn hit(velocity: Vec3, state: ObjectState, stationary: u8) -> Body {
        let mut body = Body::new(Build::human(), Position::default(), state);
        body.velocity = velocity;
        let collision = CollisionInfo {
            collision_normal: Some(Vec3::Z),
            stationary,
            ..CollisionInfo::default()
        };
        body.respond(
            &collision,
            false,
            false,
            &World::default(),
            &Policy::default(),
        );
        body
    }

    /// spec/transition.md EX-18d, and section 24, row for 18.7.
    #[test]
    fn bounces() {
        let bounced = hit(Vec3::NEG_Z * 10.0, DEFAULT_STATE, 0);
        assert!(
            bounced.velocity.abs_diff_eq(Vec3::Z * 0.5, 1e-5),
            "{}",
            bounced.velocity
        );
        let inelastic = ObjectState(DEFAULT_STATE.0 | ObjectState::INELASTIC.0);
        assert_eq!(hit(Vec3::NEG_Z * 10.0, inelastic, 0).velocity, Vec3::ZERO);
        assert_eq!(hit(Vec3::Z * 3.0, DEFAULT_STATE, 0).velocity, Vec3::Z * 3.0);
        let stopped = hit(Vec3::NEG_Z * 10.0, DEFAULT_STATE, 2);
        assert_eq!(stopped.velocity, Vec3::ZERO);
        assert!(stopped.transient.has(Transient::STATIONARY_STOP));
    }

    /// spec/transition.md 18.7, the example: a body touches the top of a pillar that reports as environment and ends on the
    /// floor in the same tick; the mark that the pillar sets follows the path's clear flag.
    #[test]
    fn mark_of_a_pillar() {
        let mut pillar = Object::round(String::new(), Frame::default(), 1.0, vec![], vec![]);
        pillar.state = ObjectState::REPORT_AS_ENVIRONMENT;
        let world = World::new(vec![pillar]);
        for (objects, marked) in [(vec![ObjectId(0)], false), (vec![], true)] {
            let mut body = Body::new(Build::human(), Position::default(), DEFAULT_STATE);
            let collision = CollisionInfo {
                objects,
                ..CollisionInfo::default()
            };
            body.respond(&collision, false, true, &world, &Policy::default());
            assert_eq!(body.touches_environment, marked);
        }
    }
}
