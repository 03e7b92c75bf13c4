//! The sliding normal that a body brings into a tick, and where it comes from.

use glam::Vec3;
use serde::Serialize;

use super::off_target::Start;
use super::{Explanation, StepStory, SweepStory, explain};
use crate::body::{Body, Transient};
use crate::geometry::vector::{length, unit, wide};
use crate::lane::Setup;
use crate::outcome::{Outcome, StopReason};
use crate::recording::LaneRecording;

use super::super::words::point;

/// Most ticks that are looked back through for the one that left a sliding normal.
const LOOKED_BACK: u32 = 256;

/// A component of a way that is less than this is none.
const ALONG: f64 = 1e-6;

/// The sliding normal that a body brings into a tick: its way is projected along it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SlidingStory {
    /// The normal, horizontal.
    pub normal: Vec3,
    /// Normal of the plane that the body stands on; `None` in the air.
    pub ground: Option<Vec3>,
    /// The tick that left it; `None` where it was not looked for or lies further back.
    pub tick: Option<u32>,
    /// What it is the normal of, as `polygon 0 of rock`.
    pub of: Option<String>,
    /// It is held at least since this tick; `None` where it was not looked for.
    pub since: Option<u32>,
}

impl SlidingStory {
    pub(super) fn of(start: &Start) -> Option<Self> {
        // One without a direction takes nothing.
        let sliding = start.sliding.filter(|normal| *normal != Vec3::ZERO);
        sliding.map(|normal| Self {
            normal,
            ground: start.contact,
            tick: None,
            of: None,
            since: None,
        })
    }

    /// `the sliding normal (0, 1, 0), left by polygon 0 of floor in tick 7`.
    pub(super) fn text(&self) -> String {
        let normal = point(self.normal);
        let by = match (&self.of, self.tick, self.since) {
            (Some(of), Some(tick), _) => format!(", left by {of} in tick {tick}"),
            (None, Some(tick), _) => format!(", left in tick {tick}"),
            (_, None, Some(since)) => format!(", held at least since tick {since}"),
            (_, None, None) => String::new(),
        };
        format!("the sliding normal {normal}{by}")
    }
}

impl StepStory {
    /// Whether it was not taken, since next to nothing was left of its way.
    #[must_use]
    pub fn is_without_way(&self) -> bool {
        self.outcome == Some(Outcome::Invalid) && self.attempts.is_empty()
    }
}

impl Explanation {
    /// Why nothing was left to move in a step of `sweep` that was not taken; `None` of one that was.
    #[must_use]
    pub fn nothing_left(&self, sweep: &SweepStory, step: &StepStory) -> Option<String> {
        if !step.is_without_way() {
            return None;
        }
        let small = sweep
            .end
            .is_some_and(|end| end.stop_reason == StopReason::SmallOffset);
        let way = unit(wide(sweep.to) - wide(sweep.from)).filter(|_| small)?;
        let before = (sweep.steps.iter()).rfind(|other| other.step < step.step);
        let is_first = self.sweeps.first().is_some_and(|s| s.sweep == sweep.sweep);
        let (normal, text, ground) = match (before, &self.sliding) {
            (None, Some(sliding)) if is_first && sweep.sweep == 1 => {
                (sliding.normal, sliding.text(), sliding.ground)
            }
            (Some(before), _) => {
                let left = before.normal.as_ref()?;
                let flat = unit(glam::DVec3::new(
                    f64::from(left.normal.x),
                    f64::from(left.normal.y),
                    0.0,
                ))?;
                let flat = crate::geometry::vector::narrow(flat);
                let by = (left.of.as_ref()).map_or_else(String::new, |of| format!(" by {of}"));
                let text = format!(
                    "the sliding normal {}, left{by} in step {}",
                    point(flat),
                    before.step
                );
                (flat, text, None)
            }
            _ => return Some(format!("nothing left to move: {ON_GROUND}")),
        };
        if way.dot(wide(normal)) >= -ALONG {
            return Some(format!("nothing left to move: {ON_GROUND}"));
        }
        let level = |ground: &Vec3| length(wide(*ground) - wide(Vec3::Z)) < 1e-3;
        let ground = ground.filter(|ground| !level(ground)).map_or_else(
            || "takes".to_owned(),
            |ground| format!("and the ground, normal {}, take", point(ground)),
        );
        Some(format!("nothing left to move: {text}, {ground} all of it"))
    }
}

/// Why a step is not taken where no wall takes its way.
const ON_GROUND: &str = "what is left of its way is too short for a step";

/// As [`explain`](super::explain) with a look back through `lane` for what left the sliding normal that the body brings along.
///
/// At most 256 ticks are run again for that, and only where a step was not taken for want of a way.
#[must_use]
pub fn explain_tick(
    setup: &Setup,
    name: &str,
    lane: &LaneRecording,
    tick: u32,
    sweep: Option<u32>,
) -> Explanation {
    let mut story = explain(setup, name, &lane.replay(setup, tick), sweep);
    let stuck = (story.sweeps.iter())
        .flat_map(|sweep| &sweep.steps)
        .any(StepStory::is_without_way);
    let Some(sliding) = story.sliding.as_mut().filter(|_| stuck) else {
        return story;
    };
    let wanted = sliding.normal;
    let held = |body: &Body| body.transient.has(Transient::SLIDING) && body.sliding == wanted;
    let first = tick.saturating_sub(LOOKED_BACK);
    let mut left = None;
    for replay in lane.replays(setup, first..tick) {
        if !replay.before.rig.body().is_some_and(held) {
            left = Some(replay);
        }
    }
    match left {
        Some(replay) => {
            sliding.tick = Some(replay.outcome.tick);
            sliding.since = Some(replay.outcome.tick + 1);
            let before = explain(setup, name, &replay, None);
            let normals = before.sweeps.iter().flat_map(|sweep| &sweep.steps);
            let last = normals.rev().find_map(|step| step.normal.as_ref());
            sliding.of = last.and_then(|normal| normal.of.clone());
        }
        None => sliding.since = Some(first),
    }
    story
}
