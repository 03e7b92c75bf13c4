//! Projects a step onto what the mover stands on and slides along.

use glam::{DVec3, Vec3};

use super::sweep::Transition;
use crate::constants::EPSILON_WIDE;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{cross, dot, narrow, unit, wide};
use crate::probe::Probe;

impl<P: Probe> Transition<'_, P> {
    /// The offset that a step really takes.
    ///
    /// Drops the sliding normal when the offset leads away from it, and lifts a foot that sank into its contact plane.
    ///
    /// # Source
    /// spec/transition.md 4, `adjust_offset` 0x0050a370.
    pub fn adjust_offset(&mut self, offset: Vec3) -> Vec3 {
        // 1. The sliding normal counts only while the offset leads into it.
        let sliding = self
            .collision
            .sliding_normal
            .filter(|s| dot(offset, *s) < 0.0);
        if sliding.is_none() {
            self.collision.sliding_normal = None;
        }
        let contact = self.collision.contact;
        // 3. In the air.
        if !contact.valid {
            return match sliding {
                Some(s) => narrow(wide(offset) - wide(s) * dot(offset, s)),
                None => offset,
            };
        }
        // 2. On a plane.
        let normal = wide(contact.plane.normal);
        let along = wide(offset);
        let mut result = along;
        let into = along.dot(normal);
        match sliding {
            // a. Along the crease.
            Some(s) => {
                result =
                    unit(cross(normal, wide(s))).map_or(DVec3::ZERO, |axis| axis * axis.dot(along));
            }
            // b. Into the plane: projected.
            None if into <= 0.0 => result = along - normal * into,
            // c. Off the plane: down the slope at full horizontal speed.
            None if normal.z.abs() > EPSILON_WIDE => {
                result.z = -(along.x * normal.x + along.y * normal.y) / normal.z;
            }
            None => {}
        }
        // d. Height correction.
        if !contact.water && contact.cell.is_some() {
            let radius = f64::from(self.path.check_spheres[0].radius);
            let center = wide(self.path.check_spheres[0].center)
                - block_offset(self.path.check.cell, contact.cell);
            let height = normal.dot(center) + f64::from(contact.plane.offset);
            if height < radius - EPSILON_WIDE {
                let lift = (radius - height) / normal.z;
                if lift.abs() < radius {
                    self.path.add_offset(Vec3::new(0.0, 0.0, lift as f32));
                }
            }
        }
        narrow(result)
    }
}
