//! The struct of all switches and the list that describes it, so that panels, help and `vary` need no code per switch.

use super::switches::*;
use super::{Family, PolicyError, Row, RowSet};

/// A word that a switch can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word in policy texts and JSON.
    pub word: &'static str,
    meaning: &'static str,
}

impl Choice {
    pub(super) const fn new(word: &'static str, meaning: &'static str) -> Self {
        Self { word, meaning }
    }

    /// What the value does and where it comes from.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        self.meaning.trim_start()
    }
}

/// A switch of the policy, described for panels, help and parameters.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The field's name, which is also its word in policy texts and JSON.
    pub name: &'static str,
    meaning: &'static str,
    /// What it can be set to, retail's value first; examples where `pattern` allows more.
    pub choices: &'static [Choice],
    /// How values beyond `choices` are written, where there are any.
    pub pattern: Option<&'static str>,
    get: fn(&Policy) -> String,
    set: fn(&mut Policy, &str) -> bool,
}

impl Switch {
    /// What the switch decides and where it comes from.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        self.meaning.trim_start()
    }

    /// The word of its value in `policy`; for a mixed row set the list of the rows in ACE's form.
    #[must_use]
    pub fn get(&self, policy: &Policy) -> String {
        (self.get)(policy)
    }

    /// Sets it in `policy` to the value that `word` names.
    ///
    /// # Errors
    /// [`PolicyError::UnknownValue`] with the known words, of many the nearest; `policy` is then unchanged.
    pub fn set(&self, policy: &mut Policy, word: &str) -> Result<(), PolicyError> {
        if (self.set)(policy, word) {
            Ok(())
        } else {
            Err(PolicyError::unknown_value(self, word))
        }
    }

    /// The row set that it holds, for `geometry` and `driver`.
    #[must_use]
    pub fn family(&self) -> Option<Family> {
        Family::ALL
            .into_iter()
            .find(|family| family.name() == self.name)
    }
}

macro_rules! policy {
    ($( $(#[doc = $doc:literal])+ $field:ident: $kind:ty = $retail:expr; )+) => {
        /// The full set of behaviour switches of a lane; which values belong together, the presets say.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Policy {
            $( $(#[doc = $doc])+ pub $field: $kind, )+
        }

        impl Policy {
            /// The retail client: the first value of every switch.
            pub const RETAIL: Self = Self { $( $field: $retail, )+ };
        }

        /// Every switch, in the order of the struct, of JSON and of printed policy texts.
        pub const SWITCHES: &[Switch] = &[$(
            Switch {
                name: stringify!($field),
                meaning: concat!($($doc),+),
                choices: <$kind as Value>::CHOICES,
                pattern: <$kind as Value>::PATTERN,
                get: |policy| policy.$field.print(),
                set: |policy, word| policy.$field.assign(word),
            },
        )+];
    };
}

policy! {
    /// How a viewer sweep is cut into steps (T1, S3).
    steps: Steps = Steps::ViewerGrid;
    /// The search for the touch time of a sphere that hit (T4, S0; L-02 and L-03).
    adjust_to_plane: AdjustToPlane = AdjustToPlane::Retail;
    /// Whose normal a successful touch-time search reports (spec/bsp.md 6.6).
    clip_normal: ClipNormal = ClipNormal::LastBlocker;
    /// Who gives up a sweep whose first step was projected to nothing (T2).
    small_offset_abort: SmallOffsetAbort = SmallOffsetAbort::NonViewer;
    /// Whether a path-clipped sweep ends at its first collision normal (T5).
    first_hit_stop: FirstHitStop = FirstHitStop::On;
    /// What the camera's sought pose is interpolated from (C1, S2).
    sought: Sought = Sought::FromViewer;
    /// How the camera turns towards the desired rotation (C2).
    rotation: RotationStep = RotationStep::Slerp;
    /// Where the camera is before tick 0 (C3).
    first_frame: FirstFrame = FirstFrame::AtPlayer;
    /// What a teleport does to the camera (C4).
    teleport: Teleport = Teleport::Reset;
    /// What a stiffness of 1 means (C5).
    stiffness_one: StiffnessOne = StiffnessOne::Snap;
    /// Which averaged velocities tilt the look direction to the slope (C6).
    slope_gate: SlopeGate = SlopeGate::Seed;
    /// Camera status where the scene gives none (C7).
    default_status: DefaultStatus = DefaultStatus::LookAtPivot;
    /// What becomes of the camera when its sweep ends in no cell (C8).
    lost_cell: LostCell = LostCell::Reset;
    /// How often body update and camera callback run (C9).
    camera_gate: CameraGate = CameraGate::EveryFrame;
    /// Whether the camera is swept at all (scenes.md C6).
    camera_sweep: CameraSweep = CameraSweep::On;
    /// Mover flags of the camera sweep (scenes.md C7).
    viewer_flags: ViewerFlags = ViewerFlags::Camera;
    /// Where the camera takes its heading from (scenes.md C13).
    boom_heading: BoomHeading = BoomHeading::Facing;
    /// Where the sphere of the camera sweep sits on its path (scenes.md C16).
    sweep_start: SweepStart = SweepStart::Centred;
    /// The distance test in front of an object's own collision test (T3, S4).
    reach_filter: ReachFilter = ReachFilter::None;
    /// Which cells list a static object (scenes.md M2).
    registration: Registration = Registration::Bounds;
    /// Where the mover stands when the other cells are tested (scenes.md M4).
    other_cells_centre: OtherCellsCentre = OtherCellsCentre::Current;
    /// Step heights of the mover (T6).
    step_heights: StepHeights = StepHeights::Authored;
    /// Which way `cliff_slide` moves away from the cliff (spec/transition.md 10.3).
    cliff_slide: CliffSlide = CliffSlide::Decoded;
    /// The counter that puts a falling body that cannot move on a made-up floor (spec/transition.md 12 step 5).
    stationary_fall: StationaryFall = StationaryFall::On;
    /// ACE's geometry: the L-rows of spec/bsp.md 11 but L-02 and L-03; each is a switch of its own.
    geometry: RowSet = RowSet::retail(Family::Geometry);
    /// ACE's driver: the rows T8 to T39 of spec/transition.md 21; each is a switch of its own.
    driver: RowSet = RowSet::retail(Family::Driver);
}

impl Default for Policy {
    fn default() -> Self {
        Self::RETAIL
    }
}

impl Policy {
    /// Sets a switch or a single row by name, as `+NAME=WORD` in a policy text does.
    ///
    /// # Errors
    /// [`PolicyError::UnknownSwitch`] or [`PolicyError::UnknownValue`]; the policy is then unchanged.
    pub fn set(&mut self, name: &str, word: &str) -> Result<(), PolicyError> {
        if let Some(row) = Row::from_name(name) {
            let mut form = self.form(row);
            if !form.assign(word) {
                return Err(PolicyError::unknown_form(row, word));
            }
            self.set_row(row, form);
            return Ok(());
        }
        switch(name)
            .ok_or_else(|| PolicyError::unknown_switch(name))?
            .set(self, word)
    }
}

/// The switch with this name; single rows are not in the list.
#[must_use]
pub fn switch(name: &str) -> Option<&'static Switch> {
    SWITCHES.iter().find(|switch| switch.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retail_is_the_first_choice_everywhere() {
        for switch in SWITCHES {
            assert_eq!(
                switch.get(&Policy::RETAIL),
                switch.choices[0].word,
                "{}",
                switch.name
            );
        }
    }

    #[test]
    fn every_choice_is_read_as_itself_and_changes_its_switch_alone() {
        for switch in SWITCHES {
            for choice in switch.choices {
                let mut policy = Policy::RETAIL;
                switch.set(&mut policy, choice.word).unwrap();
                assert_eq!(switch.get(&policy), choice.word);
                for other in SWITCHES.iter().filter(|other| other.name != switch.name) {
                    assert_eq!(other.get(&policy), other.get(&Policy::RETAIL));
                }
                assert!(!choice.meaning().is_empty() && !switch.meaning().starts_with(' '));
            }
        }
    }

    #[test]
    fn a_wrong_word_changes_nothing() {
        for switch in SWITCHES {
            let mut policy = Policy::RETAIL;
            switch.set(&mut policy, "no-such-word").unwrap_err();
            assert_eq!(policy, Policy::RETAIL);
        }
    }
}
