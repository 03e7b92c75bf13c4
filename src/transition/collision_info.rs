//! What a path has met so far.

use glam::{DVec3, Vec3};

use crate::geometry::Plane;
use crate::geometry::vector::{narrow, unit, wide};
use crate::ids::{CellId, ObjectId};
use crate::policy::{Policy, Row};
use crate::probe::SupportSource;

/// A plane that a mover stands on or stood on; its storage outlives its validity.
///
/// # Source
/// spec/transition.md 1.5: storage is not cleared when validity is; a path starts with zero planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// Whether it counts.
    pub valid: bool,
    /// The plane, in the block of [`Self::cell`].
    pub plane: Plane,
    /// Whether it is water.
    pub water: bool,
    /// The cell that it was found in.
    pub cell: CellId,
}

impl Default for Support {
    fn default() -> Self {
        let plane = Plane {
            normal: Vec3::ZERO,
            offset: 0.0,
        };
        Self {
            valid: false,
            plane,
            water: false,
            cell: CellId::NONE,
        }
    }
}

/// Planes, normals and objects gathered on a path.
///
/// # Source
/// spec/transition.md 1.5, `collision_info`.
#[derive(Clone, Debug, Default)]
pub struct CollisionInfo {
    /// The plane that the mover stands on.
    pub contact: Support,
    /// Who wrote the contact plane last on this path.
    pub contact_source: Option<SupportSource>,
    /// The plane that it stood on after the last validated step.
    pub last_known: Support,
    /// Normal of the collision; kept for the whole path.
    pub collision_normal: Option<Vec3>,
    /// Horizontal normal that later offsets are projected along.
    pub sliding_normal: Option<Vec3>,
    /// The collision normal that was written last; it outlives the validity of [`Self::collision_normal`].
    pub collision_stored: Vec3,
    /// The sliding normal that was written last; it outlives the validity of [`Self::sliding_normal`].
    pub sliding_stored: Vec3,
    /// The objects met, each once, in order.
    pub objects: Vec<ObjectId>,
    /// The last of them that was really in the way.
    pub last_object: Option<ObjectId>,
    /// Whether the environment was hit by a mover without contact.
    pub environment: bool,
    /// How many validated steps in a row did not move, 0 to 3.
    pub stationary: u8,
}

impl CollisionInfo {
    /// Stores the collision normal: normalised, zero if small. ACE stores it as given (T8, L-11).
    ///
    /// # Source
    /// spec/transition.md 1.6; spec/bsp.md 3, `SET_CN` 0x0050A000.
    pub fn set_collision_normal(&mut self, normal: Vec3, policy: &Policy) -> Vec3 {
        let stored = stored(wide(normal), policy.is_ace(Row::L11));
        self.collision_normal = Some(stored);
        self.collision_stored = stored;
        stored
    }

    /// Stores the horizontal part of `normal`: normalised, zero if small. ACE stores it as it is (T8).
    ///
    /// # Source
    /// spec/transition.md 1.6.
    pub fn set_sliding_normal(&mut self, normal: Vec3, policy: &Policy) {
        let flat = DVec3::new(f64::from(normal.x), f64::from(normal.y), 0.0);
        self.put_sliding(stored(flat, policy.is_ace(Row::T8)));
    }

    /// Takes over the sliding normal of a body: normalised, z kept, zero if small; the same in ACE.
    ///
    /// # Source
    /// spec/transition.md 1.3 step 2b.
    pub fn seed_sliding(&mut self, normal: Vec3) {
        self.put_sliding(stored(wide(normal), false));
    }

    fn put_sliding(&mut self, normal: Vec3) {
        self.sliding_normal = Some(normal);
        self.sliding_stored = normal;
    }

    /// Takes over a plane that the body stood on, as the last known one. Quirk: the cell goes to the contact plane's;
    /// ACE writes the last known one's (T9).
    ///
    /// # Source
    /// spec/transition.md 1.3 step 2a and its note.
    pub fn seed_last_known(&mut self, plane: Plane, water: bool, cell: CellId, policy: &Policy) {
        self.last_known.valid = true;
        self.last_known.plane = plane;
        self.last_known.water = water;
        if policy.is_ace(Row::T9) {
            self.last_known.cell = cell;
        } else {
            self.contact.cell = cell;
        }
    }

    /// Takes over a plane that the body stands on, as the contact plane and the last known one.
    ///
    /// # Source
    /// spec/transition.md 1.3 step 2a.
    pub fn seed_contact(&mut self, plane: Plane, water: bool, cell: CellId, policy: &Policy) {
        self.contact = Support {
            valid: true,
            plane,
            water,
            cell,
        };
        self.seed_last_known(plane, water, cell, policy);
    }

    /// Forgets the contact plane's validity and its water mark; the plane itself stays in storage.
    ///
    /// # Source
    /// spec/transition.md 1.5.
    pub fn clear_contact(&mut self) {
        self.contact.valid = false;
        self.contact.water = false;
    }

    /// Forgets everything but the planes in storage.
    ///
    /// # Source
    /// spec/transition.md 1.5, reset; ACE empties the list of objects only (T22).
    pub fn reset(&mut self, policy: &Policy) {
        self.objects.clear();
        if policy.is_ace(Row::T22) {
            return;
        }
        self.last_object = None;
        self.contact.valid = false;
        self.contact.water = false;
        self.contact.cell = CellId::NONE;
        self.last_known.valid = false;
        self.last_known.water = false;
        self.collision_normal = None;
        self.sliding_normal = None;
        self.environment = false;
        self.stationary = 0;
    }

    /// Remembers `object`; `in_the_way` when its answer was not Ok.
    ///
    /// # Source
    /// spec/transition.md 1.5, list of collided objects.
    pub fn add_object(&mut self, object: ObjectId, in_the_way: bool) {
        if !self.objects.contains(&object) {
            self.objects.push(object);
        }
        if in_the_way {
            self.last_object = Some(object);
        }
    }
}

/// A normal as its setter stores it.
fn stored(normal: DVec3, as_given: bool) -> Vec3 {
    match unit(normal) {
        Some(_) if as_given => narrow(normal),
        Some(unit) => narrow(unit),
        None => Vec3::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/transition.md 24, rows for 1.6.
    #[test]
    fn setters() {
        let retail = Policy::default();
        let ace: Policy = "ace".parse().unwrap();
        let mut info = CollisionInfo::default();
        assert_eq!(
            info.set_collision_normal(Vec3::new(0.0, 3.0, 4.0), &retail),
            Vec3::new(0.0, 0.6, 0.8)
        );
        assert_eq!(
            info.set_collision_normal(Vec3::X * 0.0001, &retail),
            Vec3::ZERO
        );
        info.set_sliding_normal(Vec3::new(0.6, 0.0, 0.8), &retail);
        assert_eq!(info.sliding_normal, Some(Vec3::X));
        info.set_sliding_normal(Vec3::new(0.6, 0.0, 0.8), &ace);
        assert_eq!(info.sliding_normal, Some(Vec3::new(0.6, 0.0, 0.0)));
        info.set_sliding_normal(Vec3::Z, &retail);
        assert_eq!(info.sliding_normal, Some(Vec3::ZERO));
    }
}
