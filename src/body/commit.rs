//! Takes over what a path came to.

use super::body::{Body, Transient};
use crate::constants::FLOOR_Z;
use crate::policy::Policy;
use crate::transition::collision_info::CollisionInfo;
use crate::transition::sphere_path::SpherePath;
use crate::world::World;

impl Body {
    /// Commits the end of a path; whether it told anybody of a collision.
    ///
    /// # Source
    /// spec/transition.md 18.6, `SetPositionInternal` 0x00515330.
    pub fn commit(
        &mut self,
        path: &SpherePath<'_>,
        collision: &CollisionInfo,
        world: &World,
        policy: &Policy,
    ) -> bool {
        // 1.
        let was_walkable = self.transient.has(Transient::ON_WALKABLE);
        // 2, 3.
        self.cell = path.current_cell;
        if !self.cell.is_some() {
            self.transient.put(Transient::CONTACT, false);
            self.transient.put(Transient::ON_WALKABLE, false);
            return false;
        }
        self.position = path.current;
        // 4.
        self.contact = collision.contact.plane;
        self.contact_cell = collision.contact.cell;
        self.support = collision.contact_source.filter(|_| collision.contact.valid);
        self.transient
            .put(Transient::CONTACT, collision.contact.valid);
        self.recompute_acceleration(policy);
        // 5.
        self.transient
            .put(Transient::WATER_CONTACT, collision.contact.water);
        // 6.
        let walkable = collision.contact.valid && self.contact.normal.z >= FLOOR_Z;
        self.transient.put(Transient::ON_WALKABLE, walkable);
        if was_walkable && !walkable {
            self.leave_ground(policy);
        }
        self.recompute_acceleration(policy);
        // 7. Even if it does not count.
        self.sliding = collision.sliding_stored;
        self.transient
            .put(Transient::SLIDING, collision.sliding_normal.is_some());
        // 8.
        self.respond(collision, was_walkable, walkable, world, policy)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::body::body::{Build, DEFAULT_STATE, GRAVITY};
    use crate::geometry::{Frame, Plane, Position};

    /// spec/transition.md 24, row for 18.6: on a slope of normal z 0.66 there is contact without ground, and gravity stays on.
    #[test]
    fn steep_contact() {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        for (z, grounded) in [(0.66, false), (0.67, true)] {
            let place = Position::single(Frame::default());
            let mut body = Body::new(Build::human(), place, DEFAULT_STATE);
            let mut path = body.path(&world, &policy, place, &mut probe);
            let normal = Vec3::new((1.0_f32 - z * z).sqrt(), 0.0, z);
            let plane = Plane {
                normal,
                offset: 0.0,
            };
            path.collision
                .seed_contact(plane, false, place.cell, &policy);
            let (state, collision) = (path.path.clone(), path.collision.clone());
            body.commit(&state, &collision, &world, &policy);
            assert!(body.transient.has(Transient::CONTACT));
            assert_eq!(body.is_grounded(), grounded);
            let gravity = if grounded { 0.0 } else { GRAVITY };
            assert_eq!(body.acceleration, Vec3::Z * gravity);
        }
    }
}
