//! Named numbers of a lane at a tick.

use glam::{DVec3, Vec3};

use super::phases::{BodyOutcome, CellOutcome, TickOutcome};
use crate::camera::fade::translucency;
use crate::geometry::rotation::heading_degrees;
use crate::geometry::vector::{cross, length, unit, wide};
use crate::geometry::{Frame, Rotation};
use crate::ids::CellId;
use crate::ops;
use crate::probe::{Counters, EventKind};
use crate::transition::SweepOutcome;

/// What a measure is at one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A word.
    Text(&'static str),
    /// A cell, told as a word: `0xA9B40100`.
    Cell(CellId),
    /// There is none; null in JSON.
    Absent,
}

impl Value {
    /// The number, if it is one.
    #[must_use]
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Number(n) => Some(n),
            _ => None,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Text(t) => f.write_str(t),
            Self::Cell(cell) => cell.fmt(f),
            Self::Absent => f.write_str("none"),
        }
    }
}

macro_rules! measures {
    ($( $variant:ident $name:literal $unit:literal $meaning:literal )*) => {
        /// A named number or word of a lane at a tick.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Measure { $( #[doc = $meaning] $variant, )* }

        impl Measure {
            /// Every measure, in the order of lists and columns.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )* ];

            /// The stable name used in files, JSON and on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )* }
            }

            /// Its unit; empty for words and counts.
            #[must_use]
            pub fn unit(self) -> &'static str {
                match self { $( Self::$variant => $unit, )* }
            }

            /// What it says.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $( Self::$variant => $meaning, )* }
            }

            /// The measure of this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|m| m.name() == name)
            }
        }
    };
}

measures! {
    EyeDistance "eye_distance" "m" "distance of the published eye from the pivot (sweeps: of the end from the begin)"
    SoughtDistance "sought_distance" "m" "distance of the sought eye from the pivot (sweeps: of the target from the begin)"
    DesiredDistance "desired_distance" "m" "distance of the desired eye from the pivot (sweeps: of the target from the begin)"
    PulledIn "pulled_in" "m" "how much nearer the published eye is to the pivot than the desired one"
    EyeX "eye_x" "m" "x of the published eye"
    EyeY "eye_y" "m" "y of the published eye"
    EyeZ "eye_z" "m" "z of the published eye"
    EyeMove "eye_move" "m" "distance that the published eye moved in this tick"
    Parked "parked" "0/1" "whether sought is the last published eye, bit for bit"
    Gap "gap" "m" "distance between the published and the desired eye"
    GapPitchDegrees "gap_pitch_degrees" "deg" "pitch of the published eye less that of the desired one"
    OffLine "off_line" "m" "distance of the camera's published eye from the line through pivot and sought eye"
    BoomPitchDegrees "boom_pitch_degrees" "deg" "pitch of the way from the camera's desired eye to the pivot"
    BoomHeadingDegrees "boom_heading_degrees" "deg" "compass heading of the way from the camera's desired eye to the pivot, 0 to 360"
    ViewPitchDegrees "view_pitch_degrees" "deg" "pitch of the camera's published view"
    ViewHeadingDegrees "view_heading_degrees" "deg" "compass heading of the camera's published view, 0 to 360"
    Fade "fade" "" "translucency of the player for the camera's eye, from 0 (opaque, from 0.45 m on) to 1 (up to 0.2 m)"
    NearClearance "near_clearance" "m" "distance of the near plane of the camera's published eye from the walls and ground whose front it sees; negative: how far it reaches behind one, which it cuts open; none beyond 1 m"
    EyeRung "eye_rung" "" "how the camera's eye was found: swept, sought-seated, player, swept-no-cell, or unswept"
    Steps "steps" "" "planned number of steps of the sweep"
    StepLength "step_length" "m" "planned length of a full step"
    CollidingStep "colliding_step" "" "the step that got the collision normal, from 1"
    Verdict "verdict" "" "ok, adjusted (moved to the contact), slid, collided (reverted to the step's start) or failed"
    StopReason "stop_reason" "" "end, first-hit, small-offset, stationary, zero-length or failed"
    AdjustIterations "adjust_iterations" "" "counter of the touch-time search when it returned"
    NormalX "normal_x" "" "x of the final collision normal"
    NormalY "normal_y" "" "y of the final collision normal"
    NormalZ "normal_z" "" "z of the final collision normal"
    Candidates "candidates" "" "object tests made, over all queries of the tick"
    Rejected "rejected" "" "objects refused by the reach filter, over all queries of the tick"
    NodesVisited "nodes_visited" "" "tree nodes whose bounding sphere was overlapped"
    PolygonsTested "polygons_tested" "" "polygons tested"
    FeetX "feet_x" "m" "x of the body's feet"
    FeetY "feet_y" "m" "y of the body's feet"
    FeetZ "feet_z" "m" "z of the body's feet"
    Speed "speed" "m/s" "achieved speed of the body over its last update"
    Moved "moved" "m" "distance that the feet moved in this tick"
    Grounded "grounded" "0/1" "whether the body stands on walkable ground"
    ContactSource "contact_source" "" "who wrote the contact plane that the body stands on: query, restored or synthetic"
    StepUps "step_ups" "" "steps up tried in this tick"
    ContactWrites "contact_writes" "" "writes of the contact plane in this tick"
    Cell "cell" "" "the cell of the body (cameras: of the player, sweeps: of the end), as 0xA9B40100; none in a single space and off the map"
    CellChanged "cell_changed" "0/1" "whether the tick ended in another cell than it began in"
    EyeCell "eye_cell" "" "the cell of the published eye; none in a single space and after a reset"
    RegisteredCells "registered_cells" "" "cells that the objects are registered in under the policy, each object counted in each of its cells; none in a single space"
    EyeSteps "eye_steps" "" "planned number of steps of the sweep of the eye behind a body"
    EyeStepLength "eye_step_length" "m" "planned length of a full step of the sweep of the eye behind a body"
    EyeCollidingStep "eye_colliding_step" "" "the step that got the collision normal, from 1, of the sweep of the eye behind a body"
    EyeVerdict "eye_verdict" "" "ok, adjusted, slid, collided or failed: of the sweep of the eye behind a body"
    EyeStopReason "eye_stop_reason" "" "why the loop ended, of the sweep of the eye behind a body"
    EyeAdjustIterations "eye_adjust_iterations" "" "counter of the touch-time search of the sweep of the eye behind a body"
    EyeNormalX "eye_normal_x" "" "x of the final collision normal of the sweep of the eye behind a body"
    EyeNormalY "eye_normal_y" "" "y of the final collision normal of the sweep of the eye behind a body"
    EyeNormalZ "eye_normal_z" "" "z of the final collision normal of the sweep of the eye behind a body"
    RecordedX "recorded_x" "m" "x of the feet at the end of the recorded sweep that this one repeats"
    RecordedY "recorded_y" "m" "y of the feet at the end of the recorded sweep that this one repeats"
    RecordedZ "recorded_z" "m" "z of the feet at the end of the recorded sweep that this one repeats"
    RecordedError "recorded_error" "m" "distance of the feet from where the recorded sweep left them that this one repeats"
    SettlesKind "settles_kind" "" "how the run settles in its window: fixed-point, periodic, drift or irregular; at Last only"
    SettlesAmplitude "settles_amplitude" "m" "largest less smallest value in the window of what is judged: the distance of the published eye from the pivot, without an eye the coordinate of the feet with the widest range (`run` writes `place` before the diagonal of the box around all places where that distance stays the same while the place moves, and `back after` with the ticks until an irregular place was first back where the window began); at Last only"
    SettlesHz "settles_hz" "Hz" "frequency of a periodic run; at Last only"
}

impl Measure {
    /// Whether it is a word.
    #[must_use]
    pub fn is_text(self) -> bool {
        matches!(
            self,
            Self::Verdict
                | Self::StopReason
                | Self::ContactSource
                | Self::Cell
                | Self::EyeCell
                | Self::EyeVerdict
                | Self::EyeStopReason
                | Self::EyeRung
                | Self::SettlesKind
        )
    }

    /// Whether its numbers are whole: counts, step numbers, and 0 or 1.
    #[must_use]
    pub fn is_whole(self) -> bool {
        let has_fraction = matches!(
            self,
            Self::NormalX
                | Self::NormalY
                | Self::NormalZ
                | Self::EyeNormalX
                | Self::EyeNormalY
                | Self::EyeNormalZ
                | Self::Fade
        );
        matches!(self.unit(), "" | "0/1") && !self.is_text() && !has_fraction
    }

    /// Whether it may be less than 0: coordinates, pitches, and what is told with a side.
    #[must_use]
    pub fn can_be_negative(self) -> bool {
        matches!(
            self,
            Self::PulledIn
                | Self::NearClearance
                | Self::EyeX
                | Self::EyeY
                | Self::EyeZ
                | Self::GapPitchDegrees
                | Self::BoomPitchDegrees
                | Self::ViewPitchDegrees
                | Self::NormalX
                | Self::NormalY
                | Self::NormalZ
                | Self::EyeNormalX
                | Self::EyeNormalY
                | Self::EyeNormalZ
                | Self::FeetX
                | Self::FeetY
                | Self::FeetZ
        )
    }

    /// Whether it describes a whole run and not a tick.
    #[must_use]
    pub fn is_of_run(self) -> bool {
        matches!(
            self,
            Self::SettlesKind | Self::SettlesAmplitude | Self::SettlesHz
        )
    }

    /// Its value at the tick of `outcome`; absent for measures of a whole run.
    #[must_use]
    pub fn of(self, outcome: &TickOutcome, counters: &Counters) -> Value {
        use Value::{Absent, Number};
        if self.is_of_eye() && !outcome.has_eye {
            return Absent;
        }
        let from_pivot = |frame: Frame| distance(frame.origin, outcome.pivot);
        let count = |kind| Number(counters.of(kind) as f64);
        let eye = outcome.published.origin;
        match self {
            Self::EyeDistance => Number(from_pivot(outcome.published)),
            Self::SoughtDistance => Number(from_pivot(outcome.sought)),
            Self::DesiredDistance => Number(from_pivot(outcome.desired)),
            Self::PulledIn => Number(from_pivot(outcome.desired) - from_pivot(outcome.published)),
            Self::EyeX => Number(f64::from(eye.x)),
            Self::EyeY => Number(f64::from(eye.y)),
            Self::EyeZ => Number(f64::from(eye.z)),
            Self::EyeMove => Number(distance(eye, outcome.previous.origin)),
            Self::Parked => Number(f64::from(u8::from(outcome.sought == outcome.previous))),
            Self::Gap => Number(distance(eye, outcome.desired.origin)),
            Self::GapPitchDegrees => {
                Number(pitch_degrees(&outcome.published) - pitch_degrees(&outcome.desired))
            }
            Self::OffLine
            | Self::BoomPitchDegrees
            | Self::BoomHeadingDegrees
            | Self::ViewPitchDegrees
            | Self::ViewHeadingDegrees
            | Self::Fade
            | Self::NearClearance
            | Self::EyeRung => self.of_camera(outcome),
            Self::Candidates => count(EventKind::CandidateAdmitted),
            Self::Rejected => count(EventKind::CandidateRejected),
            Self::NodesVisited => count(EventKind::NodeVisited),
            Self::PolygonsTested => count(EventKind::PolygonTested),
            Self::SettlesKind | Self::SettlesAmplitude | Self::SettlesHz => Absent,
            Self::RecordedX | Self::RecordedY | Self::RecordedZ | Self::RecordedError => {
                outcome.recorded.map_or(Absent, |recorded| {
                    let feet = outcome.body.map(|body| body.feet.origin);
                    self.of_recorded(recorded.feet, feet)
                })
            }
            Self::Cell | Self::CellChanged | Self::EyeCell | Self::RegisteredCells => {
                outcome.cells.map_or(Absent, |cells| self.of_cells(&cells))
            }
            _ => match self.of_eye_sweep() {
                Some(own) => match &outcome.eye_sweep {
                    Some(sweep) => own.of_sweep(sweep),
                    None => Absent,
                },
                None => match &outcome.body {
                    Some(body) if self.is_of_body() => self.of_body(body, counters),
                    _ => self.of_sweep(&outcome.sweep),
                },
            },
        }
    }

    /// A measure that only a camera has.
    fn of_camera(self, outcome: &TickOutcome) -> Value {
        use Value::{Absent, Number, Text};
        let Some(rung) = outcome.rung else {
            return Absent;
        };
        let (pivot, eye) = (wide(outcome.pivot), wide(outcome.published.origin));
        let boom = Rotation::facing(pivot - wide(outcome.desired.origin));
        let of_boom = |of: fn(DVec3) -> f64| boom.map_or(Absent, |b| Number(of(b.forward())));
        let view = outcome.published.rotation.forward();
        match self {
            Self::OffLine => Number(match unit(wide(outcome.sought.origin) - pivot) {
                Some(way) => length(cross(eye - pivot, way)),
                None => length(eye - pivot),
            }),
            Self::BoomPitchDegrees => of_boom(pitch_of),
            Self::BoomHeadingDegrees => of_boom(heading_degrees),
            Self::ViewPitchDegrees => Number(pitch_of(view)),
            Self::ViewHeadingDegrees => Number(heading_degrees(view)),
            Self::Fade => Number(translucency(length(eye - pivot))),
            Self::NearClearance => outcome.near_clearance.map_or(Absent, Number),
            Self::EyeRung => Text(rung.name()),
            _ => Absent,
        }
    }

    /// Whether it needs an eye.
    #[must_use]
    pub fn is_of_eye(self) -> bool {
        matches!(
            self,
            Self::EyeDistance
                | Self::SoughtDistance
                | Self::DesiredDistance
                | Self::PulledIn
                | Self::EyeX
                | Self::EyeY
                | Self::EyeZ
                | Self::EyeMove
                | Self::Parked
                | Self::Gap
                | Self::GapPitchDegrees
        )
    }

    /// Whether it needs a body.
    fn is_of_body(self) -> bool {
        matches!(
            self,
            Self::FeetX
                | Self::FeetY
                | Self::FeetZ
                | Self::Speed
                | Self::Moved
                | Self::Grounded
                | Self::ContactSource
                | Self::StepUps
                | Self::ContactWrites
        )
    }

    /// The measure of a sweep that one of the eye's sweep repeats.
    fn of_eye_sweep(self) -> Option<Self> {
        Some(match self {
            Self::EyeSteps => Self::Steps,
            Self::EyeStepLength => Self::StepLength,
            Self::EyeCollidingStep => Self::CollidingStep,
            Self::EyeVerdict => Self::Verdict,
            Self::EyeStopReason => Self::StopReason,
            Self::EyeAdjustIterations => Self::AdjustIterations,
            Self::EyeNormalX => Self::NormalX,
            Self::EyeNormalY => Self::NormalY,
            Self::EyeNormalZ => Self::NormalZ,
            _ => return None,
        })
    }

    fn of_recorded(self, recorded: Vec3, feet: Option<Vec3>) -> Value {
        use Value::{Absent, Number};
        match self {
            Self::RecordedX => Number(f64::from(recorded.x)),
            Self::RecordedY => Number(f64::from(recorded.y)),
            Self::RecordedZ => Number(f64::from(recorded.z)),
            _ => feet.map_or(Absent, |feet| Number(distance(feet, recorded))),
        }
    }

    fn of_cells(self, cells: &CellOutcome) -> Value {
        let named = |cell: CellId| match cell.is_some() {
            true => Value::Cell(cell),
            false => Value::Absent,
        };
        match self {
            Self::Cell => named(cells.cell),
            Self::EyeCell => cells.eye.map_or(Value::Absent, named),
            Self::CellChanged => Value::Number(f64::from(u8::from(cells.cell != cells.previous))),
            Self::RegisteredCells => Value::Number(f64::from(cells.registered)),
            _ => Value::Absent,
        }
    }

    fn of_sweep(self, sweep: &SweepOutcome) -> Value {
        use Value::{Absent, Number, Text};
        let component = |index: usize| {
            sweep
                .normal
                .map_or(Absent, |n| Number(f64::from(n.to_array()[index])))
        };
        let whole = |n: Option<u32>| n.map_or(Absent, |n| Number(f64::from(n)));
        match self {
            Self::Steps => Number(f64::from(sweep.steps)),
            Self::StepLength => Number(sweep.step_length),
            Self::CollidingStep => whole(sweep.colliding_step),
            Self::Verdict => Text(sweep.verdict.name()),
            Self::StopReason => Text(sweep.stop.name()),
            Self::AdjustIterations => whole(sweep.adjust.map(|a| a.rounds)),
            Self::NormalX => component(0),
            Self::NormalY => component(1),
            Self::NormalZ => component(2),
            _ => Absent,
        }
    }

    fn of_body(self, body: &BodyOutcome, counters: &Counters) -> Value {
        use Value::{Absent, Number, Text};
        let feet = body.feet.origin;
        match self {
            Self::FeetX => Number(f64::from(feet.x)),
            Self::FeetY => Number(f64::from(feet.y)),
            Self::FeetZ => Number(f64::from(feet.z)),
            Self::Speed => Number(body.speed),
            Self::Moved => Number(distance(feet, body.previous.origin)),
            Self::Grounded => Number(f64::from(u8::from(body.grounded))),
            Self::ContactSource => body.support.map_or(Absent, |source| Text(source.name())),
            Self::StepUps => Number(counters.of(EventKind::StepUpBegan) as f64),
            Self::ContactWrites => Number(counters.of(EventKind::ContactWritten) as f64),
            _ => Absent,
        }
    }
}

fn distance(a: Vec3, b: Vec3) -> f64 {
    length(wide(a) - wide(b))
}

/// Pitch of a pose's forward axis, degrees.
fn pitch_degrees(frame: &Frame) -> f64 {
    pitch_of(frame.rotation.forward())
}

/// Pitch of a direction of length 1, degrees.
fn pitch_of(direction: DVec3) -> f64 {
    ops::asin(direction.z.clamp(-1.0, 1.0)).to_degrees()
}
