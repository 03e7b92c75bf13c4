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
