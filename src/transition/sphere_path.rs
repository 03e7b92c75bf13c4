//! Where a mover is on its path: begin, end, the last accepted position and the tentative one.

use glam::Vec3;

use super::mover::Mover;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Sphere};

/// State of one path, in the world.
///
/// # Source
/// spec/transition.md 1.4, `sphere_path`.
#[derive(Clone, Debug)]
pub struct SpherePath {
    /// Where the path begins.
    pub begin: Frame,
    /// Where it should end.
    pub end: Frame,
    /// The last accepted position.
    pub current: Frame,
    /// The tentative position.
    pub check: Frame,
    /// The mover's spheres at [`Self::check`].
    pub check_spheres: [Sphere; 2],
    /// Their centres at [`Self::current`].
    pub current_centers: [Vec3; 2],
}

impl SpherePath {
    /// A path from `begin` to `end` that stands at its beginning.
    ///
    /// # Source
    /// spec/transition.md 1.7, `init_path` 0x0050CE20.
    #[must_use]
    pub fn new(mover: &Mover, begin: Frame, end: Frame) -> Self {
        let mut path = Self {
            begin,
            end,
            current: begin,
            check: begin,
            check_spheres: mover.spheres,
            current_centers: [Vec3::ZERO; 2],
        };
        path.refresh_current(mover);
        path.set_check(mover, begin);
        path
    }

    /// Puts the tentative position to `frame` and its spheres with it.
    ///
    /// # Source
    /// spec/transition.md 2.1, `set_check`.
    pub fn set_check(&mut self, mover: &Mover, frame: Frame) {
        self.check = frame;
        for (sphere, local) in self.check_spheres.iter_mut().zip(mover.spheres) {
            *sphere = Sphere {
                center: frame.to_global(local.center),
                radius: local.radius,
            };
        }
    }

    /// Shifts the tentative position and its spheres.
    ///
    /// # Source
    /// spec/transition.md 2.1, `add_offset_to_check_pos` 0x00536A60.
    pub fn add_offset(&mut self, offset: Vec3) {
        self.check.origin = narrow(wide(self.check.origin) + wide(offset));
        for sphere in &mut self.check_spheres {
            sphere.center = narrow(wide(sphere.center) + wide(offset));
        }
    }

    /// Accepts the tentative position.
    ///
    /// # Source
    /// spec/transition.md 12 steps 1 and 2.
    pub fn accept(&mut self, mover: &Mover) {
        self.current = self.check;
        self.refresh_current(mover);
        self.set_check(mover, self.current);
    }

    /// Recomputes the centres at the current position.
    ///
    /// # Source
    /// spec/transition.md 1.4, `gc`.
    pub fn refresh_current(&mut self, mover: &Mover) {
        for (center, local) in self.current_centers.iter_mut().zip(mover.spheres) {
            *center = self.current.to_global(local.center);
        }
    }
}
