//! One tick's autopsy: the journal's flat list as a tree of sweeps, steps, attempts and candidates.
//!
//! `Display` tells it as an indented story, `Serialize` as JSON with every step in full.

mod attempt;
mod off_target;
mod sliding;
mod teller;
mod text;

use glam::Vec3;
use serde::Serialize;

use crate::geometry::Frame;
use crate::geometry::vector::{length, wide};
use crate::ids::{CellId, NodeId, PolygonId};
use crate::lane::{Driven, RigState, Setup};
use crate::outcome::{Outcome, StopReason, Verdict};
use crate::probe::{
    BodySphere, Entry, Event, NormalSource, Order, Passed, Refusal, ResetCause, Rung, SupportSource,
};
use crate::recording::Replay;
use crate::world::World;

use super::words;
pub use attempt::{
    AttemptStory, CandidateStory, EnvironmentStory, Happening, NoteStory, QueryStory, TrialKind,
    TrialStory, WalkStory,
};
pub use sliding::{SlidingStory, explain_tick};

/// Everything that happened in one tick of one lane.
///
/// Positions are in the world, lengths in metres; what ends in `_mm` is a margin in millimetres.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The lane's name.
    pub lane: String,
    /// The policy in force, as a policy text.
    pub policy: String,
    /// The tick.
    pub tick: u32,
    /// Ticks per second.
    pub hz: u32,
    /// The cells before and after the tick; `None` in a single space.
    pub cells: Option<CellStory>,
    /// The sliding normal that the body brought along; `None` without one.
    pub sliding: Option<SlidingStory>,
    /// The three poses of a chase camera; `None` for scripted sweeps.
    pub camera: Option<CameraStory>,
    /// The body that moves by itself; `None` without one.
    pub body: Option<BodyStory>,
    /// The sweeps, in order; only the chosen one where a choice was made.
    pub sweeps: Vec<SweepStory>,
    /// Digest of the tick, 16 hex digits.
    pub digest: String,
}

/// The cells of a tick; none off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CellStory {
    /// The cell before the tick.
    pub from: Option<CellId>,
    /// The cell after it.
    pub to: Option<CellId>,
    /// The cell of the camera's eye.
    pub eye: Option<CellId>,
}

/// Where a body that moves by itself is after the tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BodyStory {
    /// Its feet.
    pub feet: Vec3,
    /// How far the feet moved in this tick.
    pub moved: f64,
    /// Its velocity before the tick, metres per second.
    pub velocity: Vec3,
    /// Whether it stands on walkable ground.
    pub grounded: bool,
    /// Who wrote the plane that it stands on.
    pub support: Option<SupportSource>,
    /// Whether it ran a path in this tick.
    pub ran: bool,
    /// Whether it is outside of every cell of its map: there nothing meets it and no move is committed.
    pub in_no_cell: bool,
}

/// Where the camera should be, where it was sent and where it got to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CameraStory {
    /// The pivot; distances are measured from it.
    pub pivot: Vec3,
    /// The ideal eye.
    pub desired: Frame,
    /// Distance of the ideal eye.
    pub desired_distance: f64,
    /// The target of the sweep.
    pub sought: Frame,
    /// Distance of the target.
    pub sought_distance: f64,
    /// How the target was found; `None` when the camera was not updated in this tick.
    pub seek: Option<SeekStory>,
    /// The published eye.
    pub published: Frame,
    /// Distance of the published eye.
    pub eye_distance: f64,
    /// Distance of the published eye's near plane from the walls whose front it sees, metres; negative behind one, none beyond 1 m.
    pub near_clearance: Option<f64>,
    /// Distance of the published eye from where it was the tick before.
    pub eye_move: f64,
    /// How the eye was published; `None` when it was not in this tick.
    pub rung: Option<Rung>,
    /// What the camera was told, in order.
    pub orders: Vec<OrderStory>,
    /// Where the camera was put to, in order.
    pub resets: Vec<ResetStory>,
}

/// An order to the camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OrderStory {
    /// What it was told.
    pub order: Order,
    /// Why it did not do it; `None` when it did.
    pub refused: Option<Refusal>,
}

/// A reset of the camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ResetStory {
    /// The pose that it was put to.
    pub pose: Frame,
    /// Why.
    pub cause: ResetCause,
}

/// The step from the last pose towards the desired one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeekStory {
    /// Fraction of the way.
    pub origin_fraction: f64,
    /// Fraction of the turn.
    pub rotation_fraction: f64,
    /// Whether the dead-band kept the pose as it was.
    pub parked: bool,
    /// Why there was no step at all; `None` when there was one.
    pub passed: Option<Passed>,
}

/// One sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepStory {
    /// Its number in the tick, from 1.
    pub sweep: u32,
    /// Begin of the sphere's centre, of a body the foot's.
    pub from: Vec3,
    /// Its target.
    pub to: Vec3,
    /// Of a body, where its feet are at both; `None` of a camera's sweep.
    pub feet: Option<[Vec3; 2]>,
    /// Radius of the sphere.
    pub radius: f32,
    /// Length of the path.
    pub length: f64,
    /// Planned number of steps.
    pub planned_steps: u32,
    /// Planned length of a full step.
    pub step_length: f64,
    /// The steps that were taken.
    pub steps: Vec<StepStory>,
    /// What turned or moved it off its planned way, in order; what took it back is told by its steps.
    pub deflections: Vec<DeflectionStory>,
    /// How it ended.
    pub end: Option<EndStory>,
}

/// What kept a step off its planned way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeflectionStory {
    /// The step, from 1.
    pub step: u32,
    /// How.
    pub how: Deflected,
    /// By what, as `polygon 0 of rock`; empty where the journal does not say.
    pub by: Vec<String>,
    /// How far.
    pub by_mm: f64,
}

/// How a step came off its planned way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deflected {
    /// Its way was turned before it was taken: along the ground that the mover stands on, or a wall that it slides along.
    Turned,
    /// It was moved by what it met.
    Moved,
}

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EndStory {
    /// In one word.
    pub verdict: Verdict,
    /// Why the loop ended.
    pub stop_reason: StopReason,
    /// The step that got the collision normal.
    pub colliding_step: Option<u32>,
    /// The committed centre.
    pub end: Vec3,
    /// Distance between the committed centre and the target.
    pub short_mm: f64,
}

/// One step of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepStory {
    /// Its number, from 1.
    pub step: u32,
    /// Centre at its start.
    pub from: Vec3,
    /// Centre at its planned end.
    pub to: Vec3,
    /// The attempts to insert the mover.
    pub attempts: Vec<AttemptStory>,
    /// The collision normal that it wrote, and who wrote it.
    pub normal: Option<NormalStory>,
    /// Where the mover was taken back from, when it was.
    pub reverted_from: Option<Vec3>,
    /// Answer of the insertion; `None` where the journal does not say.
    pub outcome: Option<Outcome>,
    /// Committed centre after it.
    pub committed: Option<Vec3>,
}

/// A collision normal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NormalStory {
    /// The normal.
    pub normal: Vec3,
    /// Whether anybody wrote it.
    pub source: NormalSource,
    /// What it is the normal of, as `polygon 0 of rock`; `None` of one that was made up, or where the journal does not say.
    pub of: Option<String>,
}

/// One node that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NodeStory {
    /// The node, in the object's tree.
    pub node: NodeId,
    /// Whether it was entered.
    pub visited: bool,
    /// Distance between its sphere and the mover's; negative where they overlap.
    pub gap_mm: f64,
}

/// One polygon that was tested.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PolygonStory {
    /// The polygon, in the object's list.
    pub polygon: PolygonId,
    /// Distance of the sphere's centre from its plane, positive in front.
    pub height: f64,
    /// How deep the sphere reaches through the plane; negative when it does not reach it.
    pub depth_mm: f64,
    /// Whether the sphere touches the polygon.
    pub touched: bool,
    /// Whether the movement approaches it.
    pub approached: bool,
}

/// The search for the touch time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AdjustStory {
    /// Its rounds.
    pub rounds: Vec<RoundStory>,
    /// Whether a position was found.
    pub success: bool,
    /// Fraction of the step that it ended with.
    pub time: f64,
    /// The shared counter when it ended.
    pub counter: u32,
}

/// One round of the search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundStory {
    /// 1: along the planes' touch times; 2: halving the bracket.
    pub phase: u32,
    /// The shared counter.
    pub counter: u32,
    /// Fraction of the step that was tried.
    pub time: f64,
    /// Whether the sphere was clear there.
    pub clear: bool,
    /// The polygon in the way, or the one being searched.
    pub polygon: PolygonId,
    /// The walk at that place.
    pub walk: WalkStory,
}

/// What stopped the sphere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HitStory {
    /// Which of the mover's two spheres; `None` of a mover of one.
    pub sphere: Option<BodySphere>,
    /// Index of the object's part.
    pub part: Option<u32>,
    /// The polygon, in the object's list.
    pub polygon: PolygonId,
    /// Contact point on its plane.
    pub point: Vec3,
    /// Its normal.
    pub normal: Vec3,
}

impl StepStory {
    /// Its attempts and those of all steps up and down in them; what is inside another stands after it.
    #[must_use]
    pub fn all_attempts(&self) -> Vec<&AttemptStory> {
        let mut all = Vec::new();
        for attempt in &self.attempts {
            attempt.gather(&mut all);
        }
        all
    }

    /// Whether nothing was in the way.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.outcome == Some(Outcome::Ok)
            && self.attempts.len() == 1
            && self.normal.is_none()
            && self.reverted_from.is_none()
            && self
                .attempts
                .iter()
                .all(|attempt| !attempt.changes_cell && attempt.is_clear())
    }
}

/// Tells what happened in the tick of `replay`, in all of its sweeps or only in number `sweep` (from 1).
#[must_use]
pub fn explain(setup: &Setup, lane: &str, replay: &Replay, sweep: Option<u32>) -> Explanation {
    let start = replay.before.rig.body().map(off_target::Start::of);
    let entries = &replay.journal.entries;
    let none = off_target::Start::default();
    let mut sweeps = teller::sweeps(
        &setup.world,
        &replay.policy,
        entries,
        start.as_ref().unwrap_or(&none),
    );
    // Behind a body the eye is swept last, also in a tick in which the gate holds body and camera.
    if replay.outcome.eye_sweep.is_some()
        && let Some(last) = sweeps.last_mut()
    {
        last.feet = None;
    }
    let camera = setup.rig.has_camera().then(|| camera_story(replay));
    let chosen = sweeps
        .into_iter()
        .filter(|story| sweep.is_none_or(|number| number == story.sweep));
    Explanation {
        lane: lane.to_owned(),
        policy: replay.policy.text(),
        tick: replay.outcome.tick,
        hz: setup.hz,
        cells: replay.outcome.cells.map(|cells| {
            let known = |cell: &CellId| cell.is_some();
            CellStory {
                from: Some(cells.previous).filter(known),
                to: Some(cells.cell).filter(known),
                eye: cells.eye.filter(known),
            }
        }),
        sliding: start.as_ref().and_then(SlidingStory::of),
        camera,
        body: body_story(replay),
        sweeps: chosen.collect(),
        digest: format!("{:016x}", replay.outcome.digest),
    }
}

/// The body of a rig that moves by itself.
fn body_story(replay: &Replay) -> Option<BodyStory> {
    let RigState::Mover(driven) = &replay.before.rig else {
        return None;
    };
    let (sweep, outcome) = (&replay.outcome.sweep, replay.outcome.body?);
    Some(BodyStory {
        feet: outcome.feet.origin,
        moved: length(wide(outcome.feet.origin) - wide(outcome.previous.origin)),
        velocity: driven.body.velocity,
        grounded: outcome.grounded,
        support: outcome.support,
        ran: sweep.steps > 0 || sweep.stop != StopReason::End,
        in_no_cell: replay.outcome.is_in_no_cell(),
    })
}

fn camera_story(replay: &Replay) -> CameraStory {
    let outcome = &replay.outcome;
    let from_pivot = |frame: &Frame| length(wide(frame.origin) - wide(outcome.pivot));
    let (mut orders, mut resets) = (Vec::new(), Vec::new());
    let (mut seek, mut rung) = (None, None);
    // What was swept to; the sweep itself may have put the camera elsewhere.
    let mut sought = match &replay.before.rig {
        RigState::Chase(chase) => chase.camera.sought,
        RigState::Mover(Driven {
            camera: Some(camera),
            ..
        }) => camera.sought,
        _ => outcome.sought,
    };
    for entry in &replay.journal.entries {
        match entry.event {
            Event::OrderTaken { order } => orders.push(OrderStory {
                order,
                refused: None,
            }),
            Event::OrderRefused { order, why } => orders.push(OrderStory {
                order,
                refused: Some(why),
            }),
            Event::Sought {
                pose,
                origin_fraction,
                rotation_fraction,
                parked,
                passed,
            } => {
                sought = pose;
                seek = Some(SeekStory {
                    origin_fraction,
                    rotation_fraction,
                    parked,
                    passed,
                });
            }
            Event::Published { rung: by, .. } => rung = Some(by),
            Event::ViewerReset { pose, cause } => {
                let story = ResetStory { pose, cause };
                if !story.is_of_sweep() {
                    sought = pose;
                }
                resets.push(story);
            }
            _ => {}
        }
    }
    CameraStory {
        pivot: outcome.pivot,
        desired: outcome.desired,
        desired_distance: from_pivot(&outcome.desired),
        sought,
        sought_distance: from_pivot(&sought),
        seek,
        published: outcome.published,
        eye_distance: from_pivot(&outcome.published),
        near_clearance: outcome.near_clearance,
        eye_move: length(wide(outcome.published.origin) - wide(outcome.previous.origin)),
        rung,
        orders,
        resets,
    }
}

impl ResetStory {
    /// Whether the sweep of the eye led to it; else it comes before the eye is sought.
    #[must_use]
    pub fn is_of_sweep(&self) -> bool {
        match self.cause {
            ResetCause::NoPlayerCell | ResetCause::NoEyeCell => true,
            ResetCause::Teleport | ResetCause::Order => false,
        }
    }
}

#[cfg(test)]
mod tests;
