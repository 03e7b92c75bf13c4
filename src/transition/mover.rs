//! What is moved: its spheres, its step heights and its flags.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::bits::bit_set;
use crate::geometry::Sphere;
use crate::ids::ObjectId;

/// Behaviour bits of a mover.
///
/// # Source
/// spec/transition.md 1.1, `object_info.state`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoverFlags(pub u32);

bit_set!(MoverFlags);

impl MoverFlags {
    /// No bit.
    pub const NONE: Self = Self(0);
    /// The mover has a live contact plane.
    pub const CONTACT: Self = Self(0x01);
    /// The contact plane is walkable.
    pub const ON_WALKABLE: Self = Self(0x02);
    /// Camera sweep: viewer stepping, viewer terrain rule, creatures ignored.
    pub const VIEWER: Self = Self(0x04);
    /// The path stops at its first collision normal.
    pub const PATH_CLIPPED: Self = Self(0x08);
    /// The end's rotation is taken at once.
    pub const FREE_ROTATE: Self = Self(0x10);
    /// A hit is resolved to the exact touch time.
    pub const PERFECT_CLIP: Self = Self(0x40);
    /// Players cannot pass through it.
    pub const IMPENETRABLE: Self = Self(0x80);
    /// It is a player.
    pub const PLAYER: Self = Self(0x100);
    /// It may slide along edges instead of leaving the floor.
    pub const EDGE_SLIDE: Self = Self(0x200);
    /// Hits on creatures become Ok.
    pub const IGNORE_CREATURES: Self = Self(0x400);
    /// Player killer.
    pub const PK: Self = Self(0x800);
    /// Player killer among its like.
    pub const PK_LITE: Self = Self(0x1000);
}

/// A mover: one or two spheres in its own space, step heights and flags.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mover {
    /// Foot sphere, then head sphere, already scaled.
    pub spheres: [Sphere; 2],
    /// How many of them exist, 0 to 2.
    pub sphere_count: usize,
    /// Behaviour bits.
    pub flags: MoverFlags,
    /// Highest step it climbs, metres.
    pub step_up_height: f32,
    /// Deepest step it follows, metres.
    pub step_down_height: f32,
    /// Whether its body is ethereal.
    pub ethereal: bool,
    /// Whether its body is a missile; missiles do not look for floor below.
    pub missile: bool,
    /// Whether its body has gravity; only then the stationary-fall counter runs.
    pub gravity: bool,
    /// The object that it is itself, which it never meets.
    pub object: Option<ObjectId>,
    /// Its id in the game; ACE tells objects apart by it.
    pub game_id: u32,
    /// The one that a missile is meant for.
    pub target: Option<ObjectId>,
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
            step_up_height: 0.0,
            step_down_height: 0.0,
            ..Self::new(&[sphere], flags)
        }
    }

    /// A mover with the given spheres (at most two count) and the step heights of a body without set-up.
    ///
    /// # Source
    /// spec/transition.md 0.3 (default step height).
    #[must_use]
    pub fn new(spheres: &[Sphere], flags: MoverFlags) -> Self {
        let none = Sphere {
            center: Vec3::ZERO,
            radius: 0.0,
        };
        let first = spheres.first().copied().unwrap_or(none);
        let second = spheres.get(1).copied().unwrap_or(first);
        Self {
            spheres: [first, second],
            sphere_count: spheres.len().min(2),
            flags,
            step_up_height: 0.01,
            step_down_height: 0.01,
            ethereal: false,
            missile: false,
            gravity: false,
            object: None,
            game_id: 0x5000_0001,
            target: None,
        }
    }

    /// The human-size mover.
    ///
    /// # Source
    /// spec/transition.md 19.
    #[must_use]
    pub fn human(flags: MoverFlags) -> Self {
        let sphere = |z: f32| Sphere {
            center: Vec3::new(0.0, 0.0, z),
            radius: 0.48,
        };
        Self {
            step_up_height: 0.6,
            step_down_height: 1.5,
            gravity: true,
            ..Self::new(&[sphere(0.475), sphere(1.35)], flags)
        }
    }
}
