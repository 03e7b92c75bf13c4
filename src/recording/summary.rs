//! What is kept of every tick: enough for the timeline, the plots and the comparison of runs.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::geometry::vector::{length, wide};
use crate::lane::{Headline, Measure, TickOutcome, Value};
use crate::outcome::{StopReason, Verdict};
use crate::probe::SupportSource;

/// One tick of one lane in 56 bytes; all else of it is had again by re-simulation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TickSummary {
    /// Digest of the tick.
    pub digest: u64,
    /// The published eye (for sweeps their end), metres; of a body without a camera the feet.
    pub published: Vec3,
    /// Distance of the published eye from the pivot, metres; 0 without an eye.
    pub eye_distance: f32,
    /// Distance of the sought eye from the pivot, metres; 0 without an eye.
    pub sought_distance: f32,
    /// Distance of the desired eye from the pivot, metres; 0 without an eye.
    pub desired_distance: f32,
    /// Planned number of steps.
    pub steps: u32,
    /// The step that got the collision normal, from 1; 0 when none did.
    pub colliding_step: u32,
    /// What the sweep came to.
    pub verdict: Verdict,
    /// Why its loop ended.
    pub stop: StopReason,
    /// What the sweep of the eye behind a body came to; none where [`Self::verdict`] is the eye's own.
    pub eye_verdict: Option<Verdict>,
    /// Whether there is an eye: a camera, or the end of a scripted sweep.
    pub has_eye: bool,
    /// Height of the body's feet, metres; 0 without a body.
    pub feet_z: f32,
    /// Whether the body stands on walkable ground.
    pub grounded: bool,
    /// Who wrote the contact plane that the body stands on.
    pub support: Option<SupportSource>,
}

impl TickSummary {
    /// The summary of a tick that ran.
    #[must_use]
    pub fn of(outcome: &TickOutcome) -> Self {
        let has_eye = outcome.has_eye;
        let from_pivot = |point: Vec3| match has_eye {
            true => length(wide(point) - wide(outcome.pivot)) as f32,
            false => 0.0,
        };
        let feet = outcome.body.filter(|_| !has_eye).map(|body| body.feet);
        Self {
            digest: outcome.digest,
            published: feet.unwrap_or(outcome.published).origin,
            eye_distance: from_pivot(outcome.published.origin),
            sought_distance: from_pivot(outcome.sought.origin),
            desired_distance: from_pivot(outcome.desired.origin),
            steps: outcome.sweep.steps,
            colliding_step: outcome.sweep.colliding_step.unwrap_or(0),
            verdict: outcome.sweep.verdict,
            stop: outcome.sweep.stop,
            eye_verdict: outcome.eye_sweep.map(|sweep| sweep.verdict),
            has_eye,
            feet_z: outcome.body.map_or(0.0, |body| body.feet.origin.z),
            grounded: outcome.body.is_some_and(|body| body.grounded),
            support: outcome.body.and_then(|body| body.support),
        }
    }

    /// Whether a sweep of this tick came to something else than on the tick `before`: the body's or scripted one, or the eye's.
    #[must_use]
    pub fn verdict_differs(&self, before: &Self) -> bool {
        (self.verdict, self.eye_verdict) != (before.verdict, before.eye_verdict)
    }

    /// The number that curves and scales show of a lane: [`Setup::headline`](crate::lane::Setup::headline).
    #[must_use]
    pub fn headline(&self, of: Headline) -> f32 {
        match of {
            Headline::EyeDistance => self.eye_distance,
            Headline::FeetHeight => self.feet_z,
        }
    }

    /// The value of `measure` as far as a summary has it, lengths rounded to `f32`; `None` for measures that need a replay.
    #[must_use]
    pub fn value(&self, measure: Measure) -> Option<Value> {
        let number = |n: f32| Some(Value::Number(f64::from(n)));
        if !self.has_eye {
            match measure {
                Measure::FeetX => return number(self.published.x),
                Measure::FeetY => return number(self.published.y),
                Measure::FeetZ => return number(self.published.z),
                measure if measure.is_of_eye() => return Some(Value::Absent),
                _ => {}
            }
        }
        match measure {
            Measure::EyeDistance => number(self.eye_distance),
            Measure::SoughtDistance => number(self.sought_distance),
            Measure::DesiredDistance => number(self.desired_distance),
            Measure::PulledIn => {
                let pulled_in = f64::from(self.desired_distance) - f64::from(self.eye_distance);
                Some(Value::Number(pulled_in))
            }
            Measure::EyeX => number(self.published.x),
            Measure::EyeY => number(self.published.y),
            Measure::EyeZ => number(self.published.z),
            Measure::Steps => Some(Value::Number(f64::from(self.steps))),
            Measure::CollidingStep if self.colliding_step == 0 => Some(Value::Absent),
            Measure::CollidingStep => Some(Value::Number(f64::from(self.colliding_step))),
            Measure::Verdict => Some(Value::Text(self.verdict.name())),
            Measure::StopReason => Some(Value::Text(self.stop.name())),
            Measure::EyeVerdict => Some(match self.eye_verdict {
                Some(verdict) => Value::Text(verdict.name()),
                None => Value::Absent,
            }),
            _ => None,
        }
    }
}
