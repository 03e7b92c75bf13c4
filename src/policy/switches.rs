//! One enum per difference between the known clients; the first variant is the retail client's.
//!
//! To add a switch, write its enum here and its line in `policy.rs`.

use super::Choice;

/// What the description of a policy needs from the value of a switch.
pub(super) trait Value: Sized + 'static {
    /// The words a value can be, retail's first; a value with numbers lists examples.
    const CHOICES: &'static [Choice];
    /// How values that are not in `CHOICES` are written, where there are any.
    const PATTERN: Option<&'static str> = None;

    /// The word of this value; `assign` of it gives the same value.
    fn print(&self) -> String;

    /// Takes the value that `word` names; false, and nothing changed, if there is none.
    fn assign(&mut self, word: &str) -> bool;
}

/// Declares an enum from variants with their words; their docs become the help text too.
macro_rules! switch {
    (
        $(#[doc = $about:literal])+
        $name:ident {
            $(#[doc = $retail_doc:literal])+ $retail:ident = $retail_word:literal,
            $( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $retail_doc])+
            #[default]
            $retail,
            $( $(#[doc = $doc])+ $variant, )+
        }

        impl $name {
            /// Every value, retail's first.
            pub const ALL: &'static [Self] = &[Self::$retail, $(Self::$variant),+];

            /// The value's word in policy texts and JSON.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    Self::$retail => $retail_word,
                    $( Self::$variant => $word, )+
                }
            }
        }

        impl Value for $name {
            const CHOICES: &'static [Choice] = &[
                Choice::new($retail_word, concat!($($retail_doc),+)),
                $( Choice::new($word, concat!($($doc),+)), )+
            ];

            fn print(&self) -> String {
                self.word().to_owned()
            }

            fn assign(&mut self, word: &str) -> bool {
                match Self::ALL.iter().find(|value| value.word() == word) {
                    Some(value) => {
                        *self = *value;
                        true
                    }
                    None => false,
                }
            }
        }
    };
}
pub(super) use switch;

switch! {
    /// How a viewer sweep is cut into steps.
    Steps {
        /// Steps of one radius from the start, the last is the remainder (spec/transition.md 3, `calc_num_steps` 0x0050a0b0).
        ViewerGrid = "viewer-grid",
        /// Equal slices of at most one radius, as for every other mover (spec/transition.md 21 T1; scenes.md S3).
        EqualSlices = "equal-slices",
    }
}
switch! {
    /// The search for the touch time of a sphere that hit.
    AdjustToPlane {
        /// One counter, bisection, position at the contact (spec/bsp.md 6.7, `adjust_to_plane` 0x00539BF0).
        Retail = "retail",
        /// ACE's two loops and its inverted sign, which always end in failure (spec/bsp.md 11 L-02, L-03; T4; #180).
        NeverSucceeds = "never-succeeds",
    }
}
switch! {
    /// Whose normal a successful touch-time search reports.
    ClipNormal {
        /// The polygon that the search met last (spec/bsp.md 6.6, conflict C1, the seed's reading).
        LastBlocker = "last-blocker",
        /// The polygon that was hit first (spec/bsp.md 6.6, conflict C1, the reading of GDLE and ACE).
        OriginalHit = "original-hit",
    }
}
switch! {
    /// Who gives up a sweep whose first step was projected to nothing.
    SmallOffsetAbort {
        /// All movers but viewers (spec/transition.md 5.2 step 5.3).
        NonViewer = "non-viewer",
        /// Viewers as well, whose whole sweep then fails (spec/transition.md 21 T2).
        Everyone = "everyone",
    }
}
switch! {
    /// Whether a path-clipped sweep ends with the first step that has a collision normal.
    FirstHitStop {
        /// It ends there (spec/transition.md 5.2 step 5.7, T5).
        On = "on",
        /// It runs on to its last step; no client does, it shows what the stop is for.
        Off = "off",
    }
}
switch! {
    /// What the camera's sought pose is interpolated from.
    Sought {
        /// The published eye of the tick before (spec/camera.md 4, 0x00452d60; S2).
        FromViewer = "from-viewer",
        /// Its own last value; the sweep never feeds back (spec/camera.md 11 C1).
        SelfLerp = "self-lerp",
        /// Nothing: its origin is the desired one in every tick (scenes.md C5, raw boom).
        FullBoom = "full-boom",
    }
}
switch! {
    /// How the camera turns towards the desired rotation.
    RotationStep {
        /// Quaternion slerp (spec/camera.md 6.2, 0x00535390).
        Slerp = "slerp",
        /// Component lerp of the forward vector, normalised (spec/camera.md 11 C2, AD-37); a nearly upright boom has 11.1's axes.
        ForwardNlerp = "forward-nlerp",
    }
}
switch! {
    /// Where the camera is before tick 0.
    FirstFrame {
        /// At the player's feet, from where it extends (spec/camera.md 8).
        AtPlayer = "at-player",
        /// At the desired pose of tick 0 (spec/camera.md 11 C3, AD-38).
        FullLength = "full-length",
    }
}
switch! {
    /// What a teleport does to the camera.
    Teleport {
        /// Viewer and sought go to the player (spec/camera.md 3, 0x00452c40).
        Reset = "reset",
        /// Nothing (spec/camera.md 11 C4).
        Keep = "keep",
    }
}
switch! {
    /// What a stiffness of 1 means.
    StiffnessOne {
        /// Snap to the desired pose, without dead band (spec/camera.md 5.5).
        Snap = "snap",
        /// No special case: the fraction stiffness * dt * 10, at most 1 (spec/camera.md 11 C5).
        Clamp = "clamp",
    }
}
switch! {
    /// Which averaged velocities tilt the look direction to the slope.
    SlopeGate {
        /// Vertical motion alone, the seed's reading of the compares (spec/camera.md 5.3 b).
        Seed = "seed",
        /// Oblique horizontal motion, the compares read the other way round (spec/camera.md 11 C6).
        PerAxis = "per-axis",
    }
}
switch! {
    /// Camera status where the scene gives none; a status in the scene outranks it.
    DefaultStatus {
        /// Bits 0x15: look along the facing, at the pivot, aligned to the slope (spec/camera.md 1.2, 0x00457090).
        LookAtPivot = "0x15",
        /// Bits 0x11: as 0x15 but without looking at the pivot (spec/camera.md 11 C7).
        Level = "0x11",
    }
}
switch! {
    /// What becomes of the camera when its sweep ends in no cell.
    LostCell {
        /// Viewer and sought go to the player (spec/camera.md 7 step 6, fallback 2).
        Reset = "reset",
        /// The result is published, sought stays (spec/camera.md 11 C8, before the fix).
        KeepSought = "keep-sought",
        /// The result is published and becomes sought (spec/camera.md 11 C8, adapted).
        FollowEye = "follow-eye",
    }
}
switch! {
    /// How often body update and camera callback run.
    CameraGate {
        /// Once in every tick (spec/camera.md 2).
        EveryFrame = "every-frame",
        /// Once at least 1/30 s has passed since their last run (spec/camera.md 2, update gate, 0x00509950).
        Hz30 = "hz30",
    }
}
switch! {
    /// Whether the camera is swept from the pivot at all.
    CameraSweep {
        /// It is (spec/camera.md 7, `update_viewer` 0x00453ce0).
        On = "on",
        /// Sought is published as it is (scenes.md C6).
        Off = "off",
    }
}
switch! {
    /// Mover flags of the camera sweep.
    ViewerFlags {
        /// Bits 0x5c: viewer, path-clipped, free rotation, perfect clip (spec/camera.md 7 step 4).
        Camera = "0x5c",
        /// No bits: the eye slides around corners and creatures block it (scenes.md C7).
        None = "0x0",
    }
}
switch! {
    /// Where the camera takes its heading from.
    BoomHeading {
        /// The facing of the pivot's body (spec/camera.md 5.3).
        Facing = "facing",
        /// The velocity of the body as it is, so that a jump tilts the boom (scenes.md C13).
        RawVelocity = "raw-velocity",
    }
}
switch! {
    /// Where the sphere of the camera sweep sits on its path.
    SweepStart {
        /// Centred on the path (spec/camera.md 7 step 4).
        Centred = "centred",
        /// Its centre one radius above the path (scenes.md C16).
        Raised = "raised",
    }
}
switch! {
    /// The distance test in front of an object's own collision test.
    ReachFilter {
        /// There is none (spec/transition.md 14.3).
        None = "none",
        /// Measured to the object's origin (spec/transition.md 14.3, T3; #337; S4).
        FromOrigin = "from-origin",
        /// The same reach, measured to the centre of the object's root sphere (scenes.md M1, lane `centre-filter`).
        FromBoundsCentre = "from-bounds-centre",
    }
}
switch! {
    /// Which cells list a static object.
    Registration {
        /// Those that its bounding boxes overlap (spec/transition.md 14.4).
        Bounds = "bounds",
        /// Those that a sphere around its origin overlaps (scenes.md M2; #334).
        OriginSphere = "origin-sphere",
    }
}
switch! {
    /// Where the mover stands when the other cells are tested.
    OtherCellsCentre {
        /// Where the test of its own cell left it (spec/transition.md 7.2).
        Current = "current",
        /// Where it stood before that test (scenes.md M4).
        Stale = "stale",
    }
}
switch! {
    /// Which way `cliff_slide` moves when the mover goes away from the cliff.
    CliffSlide {
        /// As all sources decode it, which doubles that motion (spec/transition.md 10.3, 0x0050a6d0).
        Decoded = "decoded",
        /// The motion is removed (spec/transition.md 10.3, last sentence).
        Removing = "removing",
    }
}
switch! {
    /// The counter that puts a falling body that cannot move on a made-up floor.
    StationaryFall {
        /// It counts (spec/transition.md 12 step 5).
        On = "on",
        /// It stays zero (scenes.md M18).
        Off = "off",
    }
}

impl DefaultStatus {
    /// The status bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::LookAtPivot => 0x15,
            Self::Level => 0x11,
        }
    }
}

impl ViewerFlags {
    /// The mover flags.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Camera => 0x5c,
            Self::None => 0,
        }
    }
}

/// Step heights of the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum StepHeights {
    /// Those of the mover's own description, 0.6 up and 1.5 down for a human (spec/transition.md 19).
    #[default]
    Authored,
    /// Fixed ones for every mover that steps, metres, 0 to 100 (spec/transition.md 21 T6 has 0.4 and 0.4; #338).
    Metres {
        /// Highest stair that the mover climbs, metres.
        up: f32,
        /// Deepest stair down that keeps it on the ground, metres.
        down: f32,
    },
}

impl Value for StepHeights {
    const CHOICES: &'static [Choice] = &[
        Choice::new(
            "authored",
            "Those of the mover's own description, 0.6 up and 1.5 down for a human (spec/transition.md 19).",
        ),
        Choice::new(
            "0.4/0.4",
            "Both 0.4 metres for every mover (spec/transition.md 21 T6; #338).",
        ),
    ];
    const PATTERN: Option<&'static str> = Some("UP/DOWN in metres, each 0 to 100");

    fn print(&self) -> String {
        match self {
            Self::Authored => "authored".to_owned(),
            Self::Metres { up, down } => format!("{up}/{down}"),
        }
    }

    fn assign(&mut self, word: &str) -> bool {
        // A sum with +0.0 makes a negative zero positive, so that what is printed reads as the same bits.
        let height = |text: &str| {
            text.parse::<f32>()
                .ok()
                .filter(|value| (0.0..=100.0).contains(value))
                .map(|value| value + 0.0)
        };
        let value = if word == "authored" {
            Some(Self::Authored)
        } else {
            word.split_once('/').and_then(|(up, down)| {
                Some(Self::Metres {
                    up: height(up)?,
                    down: height(down)?,
                })
            })
        };
        if let Some(value) = value {
            *self = value;
        }
        value.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_what_the_word_says() {
        for status in DefaultStatus::ALL {
            assert_eq!(format!("{:#x}", status.bits()), status.word());
        }
        for flags in ViewerFlags::ALL {
            assert_eq!(format!("{:#x}", flags.bits()), flags.word());
        }
    }

    #[test]
    fn step_heights_take_finite_numbers_in_range() {
        let mut heights = StepHeights::Authored;
        for bad in [
            "",
            "0.4",
            "0.4/",
            "/0.4",
            "0.4/0.4/0.4",
            "-0.1/0.4",
            "0.4/100.5",
            "nan/0.4",
            "0.4/inf",
            "a/b",
            "Authored",
        ] {
            assert!(!heights.assign(bad), "{bad}");
            assert_eq!(heights, StepHeights::Authored);
        }
        assert!(heights.assign("0.25/100"));
        assert_eq!(
            heights,
            StepHeights::Metres {
                up: 0.25,
                down: 100.0
            }
        );
        assert!(heights.assign("-0/0"));
        assert_eq!(heights.print(), "0/0");
        assert!(heights.assign("authored"));
        assert_eq!(heights, StepHeights::Authored);
    }
}
