//! Slides the check position along what blocks it.

use glam::{DVec3, Vec3};

use super::sweep::Transition;
use crate::constants::EPSILON_WIDE;
use crate::geometry::vector::{cross, narrow, unit, wide};
use crate::outcome::Outcome;
use crate::policy::{CliffSlide, Row};
use crate::probe::{Event, NormalSource, Probe};

impl<P: Probe> Transition<'_, P> {
    /// The plane normal that slides are measured against: contact, or the last known one even if that was never valid.
    pub(super) fn slide_plane(&self) -> DVec3 {
        let contact = &self.collision.contact;
        let plane = if contact.valid {
            contact.plane
        } else {
            self.collision.last_known.plane
        };
        wide(plane.normal)
    }

    /// Slides a sphere whose check centre is `center` along `normal`, measured from current centre `index`.
    ///
    /// # Source
    /// spec/transition.md 10.1 and spec/bsp.md 7.1, `slide_sphere` 0x00537440.
    pub fn slide(&mut self, center: Vec3, mut normal: Vec3, index: usize) -> Outcome {
        self.slide_in_place(center, &mut normal, index)
    }

    /// As [`Self::slide`]; where there is no way out, `normal` becomes the direction back.
    ///
    /// # Source
    /// spec/bsp.md 7.1 step 5.
    pub fn slide_in_place(&mut self, center: Vec3, normal: &mut Vec3, index: usize) -> Outcome {
        let moved = self.path.moved(center, index);
        // 1. No direction: half-way back.
        if *normal == Vec3::ZERO {
            self.path.add_offset(narrow(-moved / 2.0));
            return Outcome::Adjusted;
        }
        // 2.
        self.write_normal(*normal, NormalSource::Contact);
        let n = wide(*normal);
        let plane = self.slide_plane();
        // 3. Along the crease of both planes.
        let crease = cross(n, plane);
        let squared = crease.length_squared();
        if squared >= EPSILON_WIDE {
            let along = crease * (crease.dot(moved) / squared);
            return self.slide_along(along, moved);
        }
        // 4. The same side: onto the plane.
        if n.dot(plane) >= 0.0 {
            return self.shift_slid(-n * n.dot(moved));
        }
        // 5. Opposed planes: no way out.
        if let Some(back) = unit(-moved) {
            *normal = narrow(back);
            self.write_normal(*normal, NormalSource::Contact);
        }
        if self.policy.is_ace(Row::L12) {
            Outcome::Ok
        } else {
            Outcome::Collided
        }
    }

    /// Replaces the movement by `along`, unless that is next to nothing.
    ///
    /// # Source
    /// spec/transition.md 10.1 step 3: the threshold is on the square, so less than 1.414 cm counts as a full stop.
    pub(super) fn slide_along(&mut self, along: DVec3, moved: DVec3) -> Outcome {
        if along.length_squared() < EPSILON_WIDE {
            return Outcome::Collided;
        }
        self.shift_slid(along - moved)
    }

    /// Shifts and answers Slid.
    pub(super) fn shift_slid(&mut self, offset: DVec3) -> Outcome {
        let offset = narrow(offset);
        self.probe.note(|| Event::SlideShift { offset });
        self.path.add_offset(offset);
        Outcome::Slid
    }

    /// After a failed step up: slides along the normal that could not be stepped up on.
    ///
    /// # Source
    /// spec/transition.md 10.2, `step_up_slide` 0x0050c3b0; ACE leaves `step_up` set (T16, L-21).
    pub fn step_up_slide(&mut self) -> Outcome {
        self.collision.clear_contact();
        if !self.policy.is_ace(Row::L21) {
            self.path.step_up = false;
        }
        let (center, mut normal) = (self.path.check_spheres[0].center, self.path.step_up_normal);
        let outcome = self.slide_in_place(center, &mut normal, 0);
        self.path.step_up_normal = normal;
        outcome
    }

    /// Slides along the line where the too-steep `plane` meets the last-known one.
    ///
    /// # Source
    /// spec/transition.md 10.3, `cliff_slide` 0x0050a6d0. Quirk: the sources decode the leading-away arm so that it doubles the motion;
    /// [`CliffSlide::Removing`] takes it out instead.
    pub fn cliff_slide(&mut self, plane_normal: Vec3) -> Outcome {
        let line = cross(
            wide(plane_normal),
            wide(self.collision.last_known.plane.normal),
        );
        let Some(n) = unit(DVec3::new(-line.y, line.x, 0.0)) else {
            return Outcome::Ok;
        };
        let along = n.dot(self.path.moved(self.path.check_spheres[0].center, 0));
        let (offset, normal) = if along <= 0.0 {
            match self.policy.cliff_slide {
                CliffSlide::Decoded => (n * along, n),
                CliffSlide::Removing => (-n * along, n),
            }
        } else {
            (-n * along, -n)
        };
        let offset = narrow(offset);
        self.probe.note(|| Event::SlideShift { offset });
        self.path.add_offset(offset);
        self.write_normal(narrow(normal), NormalSource::Contact);
        Outcome::Adjusted
    }
}

#[cfg(test)]
mod tests;
