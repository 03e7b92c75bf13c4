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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;
    use crate::transition::trial::{WALKER, at, close, foot, level, trial};
    use crate::world::World;

    fn adjusted(contact: Option<Vec3>, sliding: Option<Vec3>, offset: Vec3) -> Vec3 {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let (mover, high) = (foot(0.48, WALKER), at(0.0, 0.0, 9.0));
        let mut t = trial(&world, &policy, mover, high, high, &mut probe);
        if let Some(normal) = contact {
            t.collision.contact.valid = true;
            t.collision.contact.plane.normal = normal;
        }
        t.collision.sliding_normal = sliding;
        t.adjust_offset(offset)
    }

    /// spec/transition.md EX-4a to EX-4e: ground, sliding normal, offset, what is left of it.
    #[test]
    fn projections() {
        let west = Some(Vec3::NEG_X);
        let (diagonal, along) = (at(1.0, 1.0, 0.0), Vec3::Y);
        let slope = Some(at(0.0, -0.6, 0.8));
        for (ground, sliding, offset, left) in [
            (None, west, diagonal, along),
            (slope, None, Vec3::Y, at(0.0, 0.64, 0.48)),
            (slope, None, Vec3::NEG_Y, at(0.0, -1.0, -0.75)),
            (Some(Vec3::Z), west, diagonal, along),
            (Some(at(0.6, 0.0, 0.8)), west, diagonal, along),
            (west, west, Vec3::X, Vec3::ZERO),
        ] {
            let got = adjusted(ground, sliding, offset);
            assert!(close(got, left), "{ground:?} {sliding:?}: {got}");
        }
        // A way that leads off the wall drops the sliding normal.
        assert_eq!(adjusted(None, west, Vec3::NEG_X), Vec3::NEG_X);
    }

    /// spec/transition.md EX-4f: a foot that sank 1 cm is lifted; one that sank more than its radius is not.
    #[test]
    fn lifts() {
        for (z, lift) in [(0.47, 0.01), (-0.02, 0.0)] {
            let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
            let place = at(0.0, 0.0, z);
            let mut t = trial(
                &world,
                &policy,
                foot(0.48, WALKER),
                place,
                place,
                &mut probe,
            );
            let cell = t.path.check.cell;
            t.collision.seed_contact(level(0.0), false, cell, &policy);
            t.adjust_offset(Vec3::X);
            assert!(
                close(t.path.check.frame.origin - place, at(0.0, 0.0, lift)),
                "{z}"
            );
        }
    }
}
