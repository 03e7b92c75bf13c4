//! The step loop: one sphere from begin to end, stopping where it must.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::adjust_offset::adjust_offset;
use super::collision_info::CollisionInfo;
use super::insert::transitional_insert;
use super::mover::{Mover, MoverFlags};
use super::sphere_path::SpherePath;
use super::steps::{StepPlan, plan_steps};
use super::validate::validate_transition;
use crate::constants::{EPSILON_WIDE, INSERT_ATTEMPTS};
use crate::geometry::Frame;
use crate::geometry::vector::{length, narrow, wide};
use crate::ids::{ObjectId, PolygonId};
use crate::outcome::{Outcome, StopReason, Verdict};
use crate::policy::{FirstHitStop, Policy, SmallOffsetAbort};
use crate::probe::{Event, NormalSource, Probe};
use crate::world::World;

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
    /// The object.
    pub object: ObjectId,
    /// The polygon in the object's list.
    pub polygon: PolygonId,
}

/// What one sweep came to.
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
            steps: 0,
            step_length: 0.0,
            colliding_step: None,
            verdict: Verdict::Ok,
            stop: StopReason::End,
            normal: None,
            adjust: None,
            hit: None,
        }
    }
}

/// One sweep in progress.
pub(crate) struct Run<'a, P> {
    pub(crate) world: &'a World,
    pub(crate) policy: &'a Policy,
    pub(crate) mover: Mover,
    pub(crate) path: SpherePath,
    pub(crate) collision: CollisionInfo,
    pub(crate) adjust: Option<AdjustSummary>,
    pub(crate) hit: Option<Hit>,
    pub(crate) probe: &'a mut P,
}

impl<P: Probe> Run<'_, P> {
    /// Writes the path's collision normal and says so.
    pub(crate) fn write_normal(&mut self, normal: Vec3, source: NormalSource) {
        let stored = self.collision.set_collision_normal(normal, self.policy);
        self.probe.note(|| Event::NormalWritten {
            normal: stored,
            source,
        });
    }
}

/// Sweeps `mover` from `begin` to `end`.
///
/// Never fails on bad numbers: a path without a finite length gives [`Verdict::Failed`] where it began.
///
/// # Source
/// spec/transition.md 5.2, `find_transitional_position` 0x0050bdf0.
pub fn sweep<P: Probe>(
    world: &World,
    policy: &Policy,
    mover: Mover,
    begin: Frame,
    end: Frame,
    probe: &mut P,
) -> SweepOutcome {
    let path = SpherePath::new(&mover, begin, end);
    let (from, to) = (
        begin.to_global(mover.spheres[0].center),
        end.to_global(mover.spheres[0].center),
    );
    let collision = CollisionInfo::default();
    let mut run = Run {
        world,
        policy,
        mover,
        path,
        collision,
        adjust: None,
        hit: None,
        probe,
    };

    // 2. The plan.
    let plan = plan_steps(&mover, begin.origin, end.origin, policy);
    let report = plan.unwrap_or(StepPlan {
        offset: Vec3::ZERO,
        length: 0.0,
        step: Vec3::ZERO,
        step_length: 0.0,
        count: 0,
        last_is_remainder: false,
    });
    run.probe.note(|| Event::SweepPlanned {
        from,
        to,
        radius: mover.spheres[0].radius,
        length: report.length,
        steps: report.count,
        step_length: report.step_length,
    });
    let walk = match &plan {
        None => Walk {
            success: false,
            stop: StopReason::Failed,
            ..Walk::default()
        },
        Some(plan) => walk(&mut run, plan),
    };

    let verdict = match (walk.success, run.collision.collision_normal) {
        (false, _) => Verdict::Failed,
        (true, None) => Verdict::Ok,
        (true, Some(_)) if walk.last_insert == Outcome::Ok => Verdict::Adjusted,
        (true, Some(_)) => Verdict::Collided,
    };
    let committed = run.path.current_centers[0];
    run.probe.note(|| Event::SweepEnded {
        verdict,
        stop: walk.stop,
        end: committed,
        colliding_step: walk.colliding_step,
    });
    SweepOutcome {
        success: walk.success,
        end: run.path.current,
        from,
        to,
        steps: report.count,
        step_length: report.step_length,
        colliding_step: walk.colliding_step,
        verdict,
        stop: walk.stop,
        normal: run.collision.collision_normal,
        adjust: run.adjust,
        hit: run.hit,
    }
}

/// How the step loop ended.
struct Walk {
    success: bool,
    stop: StopReason,
    colliding_step: Option<u32>,
    last_insert: Outcome,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            success: true,
            stop: StopReason::End,
            colliding_step: None,
            last_insert: Outcome::Ok,
        }
    }
}

/// Steps 3 to 6 of the routine.
fn walk<P: Probe>(run: &mut Run<'_, P>, plan: &StepPlan) -> Walk {
    let mut result = Walk::default();
    let mover = run.mover;
    // 3. A free mover takes the end's rotation at once.
    let free = mover.flags.has(MoverFlags::FREE_ROTATE);
    if free || plan.count == 0 {
        run.path.current.rotation = run.path.end.rotation;
        run.path.refresh_current(&mover);
    }
    let current = run.path.current;
    run.path.set_check(&mover, current);
    // 4. A path without length succeeds where it is.
    if plan.count == 0 {
        result.stop = StopReason::ZeroLength;
        return result;
    }
    // 5.
    let mut state = Outcome::Ok;
    for index in 0..plan.count {
        let step = index + 1;
        // 5.1, 5.2. The step, projected onto what is slid along.
        let offset = adjust_offset(
            plan.step_offset(index, mover.spheres[0].radius),
            &mut run.collision,
        );
        let from = run.path.current_centers[0];
        run.probe.note(|| Event::StepBegan {
            step,
            from,
            to: narrow(wide(from) + wide(offset)),
        });
        // 5.3. Negligible offsets end the path of everybody but a viewer; the old client ended a viewer's too.
        let gated = !mover.flags.has(MoverFlags::VIEWER)
            || run.policy.small_offset_abort == SmallOffsetAbort::Everyone;
        if gated && length(wide(offset)) < EPSILON_WIDE {
            result.stop = StopReason::SmallOffset;
            result.success = index != 0 && state == Outcome::Ok;
            let committed = run.path.current_centers[0];
            run.probe.note(|| Event::StepEnded {
                step,
                outcome: Outcome::Invalid,
                committed,
            });
            return result;
        }
        // 5.4. Everybody else turns evenly along the path.
        if !free {
            let fraction = f64::from(step) / f64::from(plan.count);
            run.path.check.rotation = run
                .path
                .begin
                .rotation
                .slerp(run.path.end.rotation, fraction);
        }
        // 5.5
        run.collision.sliding_normal = None;
        // 5.6
        run.path.add_offset(offset);
        let inserted = transitional_insert(run, INSERT_ATTEMPTS);
        result.last_insert = inserted;
        state = validate_transition(run, inserted, step);
        if run.collision.collision_normal.is_some() && result.colliding_step.is_none() {
            result.colliding_step = Some(step);
        }
        let committed = run.path.current_centers[0];
        run.probe.note(|| Event::StepEnded {
            step,
            outcome: inserted,
            committed,
        });
        // 5.7. First-hit stop.
        if run.collision.collision_normal.is_some()
            && mover.flags.has(MoverFlags::PATH_CLIPPED)
            && run.policy.first_hit_stop == FirstHitStop::On
        {
            result.stop = StopReason::FirstHit;
            break;
        }
    }
    // 6.
    result.success = state == Outcome::Ok;
    result
}
