//! The step loop: one mover from begin to end, stopping where it must.

use glam::Vec3;

use super::collision_info::CollisionInfo;
use super::mover::{Mover, MoverFlags};
use super::result::{AdjustSummary, Hit, SweepOutcome};
use super::sphere_path::{InsertType, SpherePath};
use super::steps::{StepPlan, plan_steps};
use crate::constants::{EPSILON_WIDE, INSERT_ATTEMPTS};
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Plane, Position};
use crate::ids::CellId;
use crate::outcome::{Outcome, StopReason, Verdict};
use crate::policy::{FirstHitStop, Policy, SmallOffsetAbort};
use crate::probe::{Event, NormalSource, Probe, SupportSource};
use crate::world::World;

/// What a path does to the body beyond its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The body's velocity was set to zero inside the path.
    ///
    /// # Source
    /// spec/transition.md 11.2 and 12 step 3a; a path that is only asked must not change the body, so it is told afterwards.
    pub velocity_zeroed: bool,
}

/// One path in progress.
///
/// # Source
/// spec/transition.md 1, `CTransition`.
#[derive(Debug)]
pub struct Transition<'a, P> {
    pub(crate) world: &'a World,
    pub(crate) policy: &'a Policy,
    /// The mover, with the flags as they are now.
    pub mover: Mover,
    /// Where it is.
    pub path: SpherePath<'a>,
    /// What it met.
    pub collision: CollisionInfo,
    /// What it does to the body.
    pub effects: Effects,
    pub(crate) adjust: Option<AdjustSummary>,
    pub(crate) hit: Option<Hit>,
    /// The running step, from 1.
    pub(crate) step: u32,
    pub(crate) probe: &'a mut P,
}

/// How the step loop ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// Whether the position is usable.
    pub success: bool,
    /// Why the loop ended.
    pub stop: StopReason,
    /// The step that got the collision normal, from 1.
    pub colliding_step: Option<u32>,
    /// Answer of the last insertion.
    pub last_insert: Outcome,
    /// Planned number of steps.
    pub steps: u32,
    /// Planned length of a full step, metres.
    pub step_length: f64,
}

impl<'a, P: Probe> Transition<'a, P> {
    /// A path of `mover` from `begin` (none: a placement) to `end`.
    ///
    /// # Source
    /// spec/transition.md 1.7.
    pub fn new(
        world: &'a World,
        policy: &'a Policy,
        mover: Mover,
        begin: Option<Position>,
        end: Position,
        probe: &'a mut P,
    ) -> Self {
        let mut path = SpherePath::new(&mover, begin, end);
        // A path that begins in a cell that does not exist begins nowhere.
        if !world.has(path.current_cell) {
            path.current_cell = CellId::NONE;
            path.check_cell = CellId::NONE;
        }
        Self {
            world,
            policy,
            mover,
            path,
            collision: CollisionInfo::default(),
            effects: Effects::default(),
            adjust: None,
            hit: None,
            step: 0,
            probe,
        }
    }

    /// The foot's centre at the current position, in the scene.
    pub(crate) fn current_center(&self) -> Vec3 {
        self.world
            .to_scene(self.path.current.cell, self.path.current_centers[0])
    }

    /// The foot's centre at the check position, in the scene.
    pub(crate) fn check_center(&self) -> Vec3 {
        self.world
            .to_scene(self.path.check.cell, self.path.check_spheres[0].center)
    }

    /// Writes the path's collision normal and says so.
    pub(crate) fn write_normal(&mut self, normal: Vec3, source: NormalSource) {
        let stored = self.collision.set_collision_normal(normal, self.policy);
        self.probe.note(|| Event::NormalWritten {
            normal: stored,
            source,
        });
    }

    /// Writes the contact plane and says so.
    pub(crate) fn set_contact(
        &mut self,
        plane: Plane,
        water: bool,
        cell: CellId,
        source: SupportSource,
    ) {
        let contact = &mut self.collision.contact;
        contact.valid = true;
        contact.plane = plane;
        contact.water = water;
        contact.cell = cell;
        self.collision.contact_source = Some(source);
        let world = self.world;
        self.probe.note(|| Event::ContactWritten {
            normal: plane.normal,
            offset: world.scene_plane(cell, plane).offset,
            water,
            cell,
            source,
        });
    }

    /// Moves, or places, as the path's insert type says; whether the position is usable.
    ///
    /// # Source
    /// spec/transition.md 5.1, `find_valid_position` 0x0050c310.
    pub fn find_valid_position(&mut self) -> Walk {
        if self.path.insert_type == InsertType::Transition {
            self.find_transitional_position()
        } else {
            let success = self.find_placement_position();
            let stop = if success {
                StopReason::End
            } else {
                StopReason::Failed
            };
            Walk {
                success,
                stop,
                ..Walk::new(&StepPlan::PLACEMENT)
            }
        }
    }

    /// Takes the planned steps one after the other.
    ///
    /// # Source
    /// spec/transition.md 5.2, `find_transitional_position` 0x0050bdf0.
    pub fn find_transitional_position(&mut self) -> Walk {
        let (begin, end) = (self.path.begin, self.path.end);
        // 1, 2. A path needs a cell to begin in, and a plan.
        let plan = plan_steps(&self.mover, begin.as_ref(), &end, self.policy);
        let reported = plan.unwrap_or(StepPlan::NONE);
        let foot = self.mover.spheres[0];
        let from = self.current_center();
        let to = narrow(self.path.current.to_block(&end, foot.center));
        let to = self.world.to_scene(self.path.current.cell, to);
        self.probe.note(|| Event::SweepPlanned {
            from,
            to,
            radius: foot.radius,
            length: reported.length,
            steps: reported.count,
            step_length: reported.step_length,
        });
        let walk = match plan.filter(|_| self.path.current_cell.is_some()) {
            Some(plan) => self.walk(&plan),
            None => Walk {
                success: false,
                stop: StopReason::Failed,
                ..Walk::new(&reported)
            },
        };
        let verdict = self.verdict(&walk);
        let end = self.current_center();
        self.probe.note(|| Event::SweepEnded {
            verdict,
            stop: walk.stop,
            end,
            colliding_step: walk.colliding_step,
        });
        walk
    }

    /// Steps 3 to 6 of the routine.
    fn walk(&mut self, plan: &StepPlan) -> Walk {
        let mut result = Walk::new(plan);
        let free = self.mover.flags.has(MoverFlags::FREE_ROTATE);
        // 3. A free mover takes the end's rotation at once.
        if free || plan.count == 0 {
            self.path.current.frame.rotation = self.path.end.frame.rotation;
        }
        let (current, cell) = (self.path.current, self.path.current_cell);
        let mover = self.mover;
        self.path.set_check(&mover, current, cell);
        // 4. A path without length succeeds where it is.
        if plan.count == 0 {
            self.rebuild_cells(false);
            result.stop = StopReason::ZeroLength;
            return result;
        }
        // 5.
        let mut state = Outcome::Ok;
        for index in 0..plan.count {
            self.step = index + 1;
            let step = self.step;
            // 5.1, 5.2. The step, projected onto what is stood on and slid along.
            let offset = self.adjust_offset(plan.step_offset(index, mover.spheres[0].radius));
            let from = self.current_center();
            let to = narrow(wide(self.path.check_spheres[0].center) + wide(offset));
            let to = self.world.to_scene(self.path.check.cell, to);
            self.probe.note(|| Event::StepBegan { step, from, to });
            // 5.3. Negligible offsets end the path of everybody but a viewer; the old client ended a viewer's too.
            let gated = !mover.flags.has(MoverFlags::VIEWER)
                || self.policy.small_offset_abort == SmallOffsetAbort::Everyone;
            if gated && length(wide(offset)) < EPSILON_WIDE {
                result.stop = StopReason::SmallOffset;
                result.success = index != 0 && state == Outcome::Ok;
                self.end_step(Outcome::Invalid);
                return result;
            }
            // 5.4. Everybody else turns evenly along the path; the spheres follow at the next placing.
            if !free {
                self.turn(f64::from(step) / f64::from(plan.count));
            }
            // 5.5
            self.collision.sliding_normal = None;
            self.collision.clear_contact();
            // 5.6
            let had_normal = self.collision.collision_normal.is_some();
            let inserted = if self.path.insert_type == InsertType::Transition {
                self.path.add_offset(offset);
                let inserted = self.transitional_insert(INSERT_ATTEMPTS);
                state = self.validate_transition(inserted);
                inserted
            } else {
                let inserted = self.transitional_insert(INSERT_ATTEMPTS);
                state = self.validate_placement_transition(inserted);
                if state == Outcome::Ok || !self.path.placement_allows_sliding {
                    result.success = state == Outcome::Ok;
                    self.end_step(inserted);
                    return result;
                }
                self.path.add_offset(offset);
                inserted
            };
            result.last_insert = inserted;
            if !had_normal && self.collision.collision_normal.is_some() {
                result.colliding_step = Some(step);
            }
            self.end_step(inserted);
            if self.collision.stationary != 0 {
                result.stop = StopReason::Stationary;
                break;
            }
            // 5.7. First-hit stop.
            if self.collision.collision_normal.is_some()
                && self.mover.flags.has(MoverFlags::PATH_CLIPPED)
                && self.policy.first_hit_stop == FirstHitStop::On
            {
                result.stop = StopReason::FirstHit;
                break;
            }
        }
        self.step = 0;
        // 6.
        result.success = state == Outcome::Ok;
        result
    }

    /// Says that the running step is over.
    fn end_step(&mut self, outcome: Outcome) {
        let (step, committed) = (self.step, self.current_center());
        self.probe.note(|| Event::StepEnded {
            step,
            outcome,
            committed,
        });
    }

    /// Turns the check position to `fraction` of the way from begin to end.
    ///
    /// # Source
    /// spec/transition.md 5.2 step 5.4; ACE mixes the components (T19).
    fn turn(&mut self, fraction: f64) {
        let Some(begin) = self.path.begin else { return };
        let (from, to) = (begin.frame.rotation, self.path.end.frame.rotation);
        self.path.check.frame.rotation = from.interpolate(to, fraction, self.policy);
    }

    /// The sweep in one word.
    pub(crate) fn verdict(&self, walk: &Walk) -> Verdict {
        match (walk.success, self.collision.collision_normal) {
            (false, _) => Verdict::Failed,
            (true, None) => Verdict::Ok,
            (true, Some(_)) => match walk.last_insert {
                Outcome::Ok if self.mover.flags.has(MoverFlags::PATH_CLIPPED) => Verdict::Adjusted,
                Outcome::Ok => Verdict::Slid,
                _ => Verdict::Collided,
            },
        }
    }

    /// The outcome of a path that took `walk`.
    ///
    /// # Source
    /// design.md, "Measures and ticks".
    #[must_use]
    pub fn outcome(&self, walk: &Walk) -> SweepOutcome {
        let foot = self.mover.spheres[0].center;
        let begin = self.path.begin.unwrap_or(self.path.end);
        let scene = |point: Vec3| self.world.to_scene(begin.cell, point);
        SweepOutcome {
            success: walk.success,
            end: self.world.scene_frame(&self.path.current),
            from: scene(begin.frame.to_global(foot)),
            to: scene(narrow(begin.to_block(&self.path.end, foot))),
            reached: self.current_center(),
            steps: walk.steps,
            step_length: walk.step_length,
            colliding_step: walk.colliding_step,
            verdict: self.verdict(walk),
            stop: walk.stop,
            normal: self.collision.collision_normal,
            adjust: self.adjust,
            hit: self.hit,
            cell: self.path.current_cell,
        }
    }
}

impl Walk {
    /// A walk by `plan` that went to its end.
    fn new(plan: &StepPlan) -> Self {
        Self {
            success: true,
            stop: StopReason::End,
            colliding_step: None,
            last_insert: Outcome::Ok,
            steps: plan.count,
            step_length: plan.step_length,
        }
    }
}

/// Sweeps `mover` from `begin` to `end`.
///
/// Never fails on bad numbers: a path without a finite length gives [`Verdict::Failed`] where it began.
///
/// # Source
/// spec/transition.md 5.2; 17 for a single space.
pub fn sweep<P: Probe>(
    world: &World,
    policy: &Policy,
    mover: Mover,
    begin: Position,
    end: Position,
    probe: &mut P,
) -> SweepOutcome {
    let mut transition = Transition::new(world, policy, mover, Some(begin), end, probe);
    let walk = transition.find_valid_position();
    transition.outcome(&walk)
}

#[cfg(test)]
mod tests;
