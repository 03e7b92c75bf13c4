//! Settings of a chase camera that stay the same during a run.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::lens::Lens;
use crate::constants::VIEWER_RADIUS;
use crate::geometry::Frame;
use crate::policy::Policy;

/// The frame that a point of an object counts from.
///
/// # Source
/// spec/camera.md 1.2 (`pivot_part`, `target_part`), 5.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// The object's own: part -1, or one past its parts.
    #[default]
    Whole,
    /// That of a part, in the object's frame.
    At(Frame),
    /// That of a part which is listed but is not there.
    Missing,
}

impl Part {
    /// The frame, of an object that stands at `whole`; `None` for a part that is not there.
    ///
    /// # Source
    /// spec/camera.md 5.2.
    #[must_use]
    pub fn frame(&self, whole: &Frame) -> Option<Frame> {
        match self {
            Self::Whole => Some(*whole),
            Self::At(part) => Some(whole.then_after(part)),
            Self::Missing => None,
        }
    }

    /// As [`Self::frame`], but the object's own for a part that is not there.
    ///
    /// # Source
    /// spec/camera.md 5.3 (a), 7 step 2: a part only counts if it is valid.
    #[must_use]
    pub fn frame_or_whole(&self, whole: &Frame) -> Frame {
        self.frame(whole).unwrap_or(*whole)
    }
}

/// An object that a camera looks at; it stands still.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// Where it stands in the scene.
    pub frame: Frame,
    /// The part of it that is looked at.
    pub part: Part,
    /// The point looked at, in that part's frame, metres.
    pub offset: Vec3,
}

impl Target {
    /// Nothing but a point of the scene.
    ///
    /// # Source
    /// spec/camera.md 13d, the anchor.
    #[must_use]
    pub fn at(point: Vec3) -> Self {
        Self {
            frame: Frame::at(point),
            part: Part::Whole,
            offset: Vec3::ZERO,
        }
    }

    /// The point that is looked at, in the scene.
    ///
    /// # Source
    /// spec/camera.md 5.3 (a).
    #[must_use]
    pub fn point(&self) -> Vec3 {
        let frame = self.part.frame_or_whole(&self.frame);
        frame.to_global(self.offset)
    }
}

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
    /// Whether the camera moves by itself.
    pub enabled: bool,
    /// Whether it knows whom it follows.
    pub attached: bool,
    /// The part of the player that the pivot hangs from.
    pub pivot_part: Part,
    /// What [`Self::LOOK_AT_OBJECT`] looks at.
    pub target: Option<Target>,
    /// Speed of the offsets while movement keys are held, metres per second.
    pub movement_speed: f32,
    /// How the picture of the eye is made.
    pub lens: Lens,
    /// Speed of the boom's turn while a turn key is held, degrees per second.
    pub adjustment_speed: f32,
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
            enabled: true,
            attached: true,
            pivot_part: Part::Whole,
            target: None,
            movement_speed: 1.0,
            lens: Lens::default(),
            adjustment_speed: 40.0,
        }
    }
}

impl ChaseSettings {
    /// The manager as it is made: in nobody's company, level behind the pivot.
    ///
    /// # Source
    /// spec/camera.md 1.2, 0x00457090.
    #[must_use]
    pub fn constructed() -> Self {
        Self {
            viewer_offset: Vec3::new(0.0, -3.0, 0.0),
            pivot_offset: Vec3::ZERO,
            status: Some(Self::LOOK_IN_DIRECTION),
            attached: false,
            ..Self::default()
        }
    }

    /// The manager when a player of this scale (1 for a human) became known to it.
    ///
    /// # Source
    /// spec/camera.md 1.3, `set_viewer_home` 0x00453240: the scale acts on the boom alone.
    #[must_use]
    pub fn of_player(scale: f32) -> Self {
        let home = Self::default();
        Self {
            viewer_offset: home.viewer_offset * scale,
            ..home
        }
    }

    /// Look in the player's direction.
    pub const LOOK_IN_DIRECTION: u32 = 0x1;
    /// Look at a target.
    pub const LOOK_AT_OBJECT: u32 = 0x2;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/camera.md 1.2 and 1.3.
    #[test]
    fn as_made_and_as_attached() {
        let made = ChaseSettings::constructed();
        assert!(made.enabled && made.align_to_slope && !made.attached);
        assert_eq!(made.stiffness, (0.45, 0.45));
        assert_eq!(made.viewer_offset, Vec3::new(0.0, -3.0, 0.0));
        assert_eq!((made.direction, made.status), (Vec3::Y, Some(1)));
        assert_eq!((made.movement_speed, made.adjustment_speed), (1.0, 40.0));
        assert_eq!((made.pivot_offset, made.target), (Vec3::ZERO, None));
        assert_eq!(made.pivot_part, Part::Whole);

        let small = ChaseSettings::of_player(0.5);
        assert_eq!(small.viewer_offset, Vec3::new(0.0, -1.25, 0.375));
        assert_eq!(small.pivot_offset, Vec3::new(0.0, 0.0, 1.5));
        assert_eq!(small.status(&Policy::default()), 0x15);
    }
}
