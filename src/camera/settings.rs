//! Settings of a chase camera that stay the same during a run.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::constants::VIEWER_RADIUS;
use crate::policy::Policy;

/// What a player's camera is set to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChaseSettings {
    /// Boom from the pivot to the eye in the heading frame, metres.
    pub viewer_offset: Vec3,
    /// Pivot in the player's frame, metres.
    pub pivot_offset: Vec3,
    /// Look direction in the player's frame.
    pub direction: Vec3,
    /// Target status bits; without them the policy's default.
    pub status: Option<u32>,
    /// Stiffness of the origin and of the rotation, 0..=1.
    pub stiffness: (f32, f32),
    /// Radius of the eye's sphere, metres.
    pub radius: f32,
    /// Whether the boom follows slopes where the status asks for it.
    pub align_to_slope: bool,
}

impl Default for ChaseSettings {
    fn default() -> Self {
        Self {
            viewer_offset: Vec3::new(0.0, -2.5, 0.75),
            pivot_offset: Vec3::new(0.0, 0.0, 1.5),
            direction: Vec3::Y,
            status: None,
            stiffness: (0.45, 0.45),
            radius: VIEWER_RADIUS,
            align_to_slope: true,
        }
    }
}

impl ChaseSettings {
    /// Look in the player's direction.
    pub const LOOK_IN_DIRECTION: u32 = 0x1;
    /// Look at the pivot from where the eye is.
    pub const LOOK_AT_PIVOT: u32 = 0x4;
    /// Follow the slope that the player moves on.
    pub const ALIGN_WITH_PLANE: u32 = 0x10;

    /// The status in force under `policy`.
    ///
    /// # Source
    /// spec/camera.md 1.2, 1.3.
    #[must_use]
    pub fn status(&self, policy: &Policy) -> u32 {
        self.status.unwrap_or_else(|| policy.default_status.bits())
    }
}
