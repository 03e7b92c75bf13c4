//! Named policies.

use super::switches::*;
use super::{Family, Policy, RowSet};

/// A policy with a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// The word that starts a policy text.
    pub name: &'static str,
    /// One line on whose behaviour it is.
    pub about: &'static str,
    /// Its value.
    pub policy: Policy,
}

/// Every preset, in the order in which printing prefers them.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "retail",
        about: "The retail client.",
        policy: Policy::RETAIL,
    },
    Preset {
        name: "legacy",
        about: "The port before its fixes (spec/camera.md 11, spec/transition.md 21).",
        policy: LEGACY,
    },
    Preset {
        name: "adapted",
        about: "The port after its fixes, with the camera parts that it keeps (spec/camera.md 11.3).",
        policy: ADAPTED,
    },
    Preset {
        name: "openac-before-337",
        about: "The port while objects had a reach filter and steps were 0.4 m (#337).",
        policy: BEFORE_337,
    },
    Preset {
        name: "openac-before-181",
        about: "The port while camera sweeps were cut into equal slices (#181).",
        policy: BEFORE_181,
    },
    Preset {
        name: "openac-before-180",
        about: "The port while the touch-time search never succeeded (#180).",
        policy: BEFORE_180,
    },
    Preset {
        name: "ace",
        about: "The ACE server: all its rows, and a touch-time search that never succeeds.",
        policy: ACE,
    },
];

const LEGACY: Policy = Policy {
    steps: Steps::EqualSlices,
    adjust_to_plane: AdjustToPlane::NeverSucceeds,
    small_offset_abort: SmallOffsetAbort::Everyone,
    sought: Sought::SelfLerp,
    rotation: RotationStep::ForwardNlerp,
    first_frame: FirstFrame::FullLength,
    teleport: Teleport::Keep,
    stiffness_one: StiffnessOne::Clamp,
    slope_gate: SlopeGate::PerAxis,
    lost_cell: LostCell::KeepSought,
    reach_filter: ReachFilter::FromOrigin,
    registration: Registration::OriginSphere,
    other_cells_centre: OtherCellsCentre::Stale,
    step_heights: StepHeights::Metres { up: 0.4, down: 0.4 },
    ..Policy::RETAIL
};

const ADAPTED: Policy = Policy {
    rotation: RotationStep::ForwardNlerp,
    first_frame: FirstFrame::FullLength,
    teleport: Teleport::Keep,
    stiffness_one: StiffnessOne::Clamp,
    slope_gate: SlopeGate::PerAxis,
    lost_cell: LostCell::FollowEye,
    ..Policy::RETAIL
};

const BEFORE_337: Policy = Policy {
    reach_filter: ReachFilter::FromOrigin,
    step_heights: StepHeights::Metres { up: 0.4, down: 0.4 },
    ..ADAPTED
};

const BEFORE_181: Policy = Policy {
    steps: Steps::EqualSlices,
    small_offset_abort: SmallOffsetAbort::Everyone,
    ..BEFORE_337
};

const BEFORE_180: Policy = Policy {
    adjust_to_plane: AdjustToPlane::NeverSucceeds,
    sought: Sought::SelfLerp,
    lost_cell: LostCell::KeepSought,
    ..BEFORE_181
};

const ACE: Policy = Policy {
    adjust_to_plane: AdjustToPlane::NeverSucceeds,
    geometry: RowSet::ace(Family::Geometry),
    driver: RowSet::ace(Family::Driver),
    ..Policy::RETAIL
};

/// The preset with this name.
#[must_use]
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
