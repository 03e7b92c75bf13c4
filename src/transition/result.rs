//! What a sweep came to, as plain data.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::geometry::Frame;
use crate::ids::{CellId, PolygonId, Surface};
use crate::outcome::{StopReason, Verdict};

/// How the last touch-time search of a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdjustSummary {
    /// Whether a position was found.
    pub success: bool,
    /// Fraction of the step that was committed.
    pub time: f64,
    /// The shared counter when the search returned.
    pub rounds: u32,
}

/// A polygon that a sweep hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Whose it is.
    pub surface: Surface,
    /// The polygon in its tree's list.
    pub polygon: PolygonId,
}

/// What one sweep came to; places are the scene's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepOutcome {
    /// Whether the end is usable; a blocked sweep succeeds where it was stopped.
    pub success: bool,
    /// The committed frame.
    pub end: Frame,
    /// Where the sphere's centre began, metres.
    pub from: Vec3,
    /// Where it should have ended, metres.
    pub to: Vec3,
    /// Where it was committed, metres.
    pub reached: Vec3,
    /// Planned number of steps.
    pub steps: u32,
    /// Planned length of a full step, metres.
    pub step_length: f64,
    /// The step that got the collision normal, from 1.
    pub colliding_step: Option<u32>,
    /// In one word.
    pub verdict: Verdict,
    /// Why the loop ended.
    pub stop: StopReason,
    /// The collision normal.
    pub normal: Option<Vec3>,
    /// The last touch-time search.
    pub adjust: Option<AdjustSummary>,
    /// The last polygon that was hit.
    pub hit: Option<Hit>,
    /// The cell in which it ended; [`CellId::NONE`] when it left the map.
    pub cell: CellId,
}

impl SweepOutcome {
    /// The outcome of a camera that is not swept at all: it is at `end`.
    ///
    /// # Source
    /// scenes.md C6.
    #[must_use]
    pub fn unswept(begin: Frame, end: Frame) -> Self {
        Self {
            success: true,
            end,
            from: begin.origin,
            to: end.origin,
            reached: end.origin,
            steps: 0,
            step_length: 0.0,
            colliding_step: None,
            verdict: Verdict::Ok,
            stop: StopReason::End,
            normal: None,
            adjust: None,
            hit: None,
            cell: CellId::NONE,
        }
    }
}
