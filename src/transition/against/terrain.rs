//! A mover against one plane of the landscape.

use glam::{DVec3, Vec3};

use crate::constants::{EPSILON_WIDE, FLOOR_Z, OBJECT_INTERP_MIN};
use crate::geometry::Plane;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{narrow, wide};
use crate::ids::CellId;
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::{NormalSource, Probe, SupportSource};
use crate::transition::mover::MoverFlags;
use crate::transition::sweep::Transition;

impl<P: Probe> Transition<'_, P> {
    /// The foot sphere with check centre `center` against `plane`, both in the block of `cell`; `depth` metres of water.
    ///
    /// # Source
    /// spec/transition.md 8, `validate_walkable` 0x0050d010.
    pub fn validate_walkable(
        &mut self,
        center: Vec3,
        plane: Plane,
        water: bool,
        depth: f64,
        cell: CellId,
    ) -> Outcome {
        if self.mover.flags.has(MoverFlags::VIEWER) {
            return self.viewer_on_plane(center, plane, cell);
        }
        let radius = f64::from(self.path.check_spheres[0].radius);
        let normal = wide(plane.normal);
        let lowest = normal.dot(wide(center) - DVec3::Z * radius) + f64::from(plane.offset) + depth;
        let supports = self.path.step_down
            || !self.mover.flags.has(MoverFlags::ON_WALKABLE)
            || plane.normal.z >= FLOOR_Z;
        let grounded = self.mover.flags.has(MoverFlags::CONTACT) || self.path.step_down;
        if lowest > EPSILON_WIDE {
            return Outcome::Ok;
        }
        if lowest >= -EPSILON_WIDE {
            if supports {
                self.set_contact(plane, water, cell, SupportSource::Query);
            }
            self.hit_ground_from_air(plane.normal, grounded);
            return Outcome::Ok;
        }
        // The foot is below the plane.
        if self.path.check_walkable {
            return Outcome::Collided;
        }
        let depth_along_z = lowest / normal.z;
        let mut outcome = Outcome::Ok;
        if supports {
            self.set_contact(plane, water, cell, SupportSource::Query);
            if self.path.step_down {
                let interp = f64::from(self.path.walk_interp);
                let amount = f64::from(self.path.step_down_amount) * interp;
                let left = (1.0 - (-1.0 / amount) * depth_along_z) * interp;
                if left >= interp || left < OBJECT_INTERP_MIN {
                    return Outcome::Collided;
                }
                self.path.walk_interp = left as f32;
            }
            self.path
                .add_offset(Vec3::new(0.0, 0.0, -depth_along_z as f32));
            outcome = Outcome::Adjusted;
        } else if self.policy.is_ace(Row::T12) {
            outcome = Outcome::Adjusted;
        }
        self.hit_ground_from_air(plane.normal, grounded);
        outcome
    }

    /// A mover that came through the air hits the ground.
    fn hit_ground_from_air(&mut self, normal: Vec3, grounded: bool) {
        if !grounded {
            self.write_normal(normal, NormalSource::Contact);
            self.collision.environment = true;
        }
    }

    /// The viewer's rule: pulled back along its move to touch the plane.
    ///
    /// # Source
    /// spec/transition.md 8, viewer; ACE's mis-nested condition is T11.
    fn viewer_on_plane(&mut self, center: Vec3, plane: Plane, cell: CellId) -> Outcome {
        let ace = self.policy.is_ace(Row::T11);
        // The one cell of a single space is not indoors (spec/transition.md 17 rule 5).
        let began_indoors = self.world.cells().is_some()
            && self.path.begin.is_some_and(|begin| begin.cell.is_indoor());
        let radius = f64::from(self.path.check_spheres[0].radius);
        // 1.
        let clearance = plane.height(center) - radius;
        if clearance > -EPSILON_WIDE && (!ace || began_indoors) {
            return Outcome::Ok;
        }
        // 2.
        // Both ends of the move in the block of the plane; ACE leaves the offset out, so its move crosses whole blocks.
        let blocks = if ace {
            DVec3::ZERO
        } else {
            block_offset(cell, self.path.current.cell)
        };
        let moved = wide(center) - (wide(self.path.current_centers[0]) + blocks);
        let along = moved.dot(wide(plane.normal));
        let time = clearance / along;
        if !ace && along.abs() < f64::MIN_POSITIVE.max(1e-12) {
            return Outcome::Ok;
        }
        if (time <= 0.0 || time > 1.0) && began_indoors {
            return Outcome::Ok;
        }
        // 3.
        self.path.add_offset(narrow(-moved * time));
        self.write_normal(plane.normal, NormalSource::Contact);
        self.collision.environment = true;
        Outcome::Adjusted
    }
}

#[cfg(test)]
mod tests;
