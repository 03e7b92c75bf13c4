//! What is moved: its spheres and its flags.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::geometry::Sphere;

/// Behaviour bits of a mover.
///
/// # Source
/// spec/transition.md 1.1, `object_info.state`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoverFlags(pub u32);

impl MoverFlags {
    /// Camera sweep: viewer stepping, viewer terrain rule, creatures ignored.
    pub const VIEWER: Self = Self(0x04);
    /// The path stops at its first collision normal.
    pub const PATH_CLIPPED: Self = Self(0x08);
    /// The end's rotation is taken at once.
    pub const FREE_ROTATE: Self = Self(0x10);
    /// A hit is resolved to the exact touch time.
    pub const PERFECT_CLIP: Self = Self(0x40);

    /// Whether every bit of `other` is set.
    ///
    /// # Source
    /// spec/transition.md 1.1.
    #[must_use]
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A mover: one or two spheres in its own space, and flags.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mover {
    /// Foot sphere, then head sphere.
    pub spheres: [Sphere; 2],
    /// How many of them exist, 1 or 2.
    pub sphere_count: usize,
    /// Behaviour bits.
    pub flags: MoverFlags,
}

impl Mover {
    /// The camera's mover: one sphere of `radius` (metres, more than [`crate::constants::EPSILON`]) around its origin.
    ///
    /// # Source
    /// spec/camera.md 7 step 4.
    #[must_use]
    pub fn viewer(radius: f32, flags: MoverFlags) -> Self {
        let sphere = Sphere {
            center: Vec3::ZERO,
            radius,
        };
        Self {
            spheres: [sphere; 2],
            sphere_count: 1,
            flags,
        }
    }
}
