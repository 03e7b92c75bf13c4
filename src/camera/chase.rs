//! The camera's state and the two phases that change it.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::control::{Order, Steering};
use super::desired::{Followed, VelocityRing, desired_pose, forward_of};
use super::gate::{self, GATE};
use super::interval::Interval;
use super::published::{Published, View, publish};
use super::settings::{ChaseSettings, Part};
use super::sought::sought_step;
use crate::geometry::{Frame, Position};
use crate::ids::CellId;
use crate::policy::{FirstFrame, LostCell, Policy, RotationStep, Sought};
use crate::probe::{Event, Passed, Probe, ResetCause, Rung};
use crate::world::World;

/// Everything that the next tick of a chase camera depends on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChaseState {
    /// The published eye.
    pub viewer: Frame,
    /// The target of the last sweep; under [`Sought::SelfLerp`] the damped eye.
    pub sought: Frame,
    /// The damped forward direction, where the policy keeps one.
    pub forward: Option<Vec3>,
    /// Velocities for the slope rule.
    pub ring: VelocityRing,
    /// Seconds since the camera was last updated; matters under the update gate only.
    pub since_update: f64,
    /// Seconds of updates while the camera was switched off, which the next one counts as its own.
    pub frozen: f64,
    /// The settings in force.
    pub settings: ChaseSettings,
    /// What the user's orders left.
    pub steering: Steering,
    /// Pivot and desired pose of the last update.
    pub aim: Aim,
    /// The cell of the published eye; none after a reset, until the next sweep.
    pub cell: CellId,
}

/// Where the camera last aimed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aim {
    /// The pivot's frame: its point, with the player's rotation.
    pub pivot: Frame,
    /// The ideal pose.
    pub desired: Frame,
}

impl ChaseState {
    /// The state before tick 0 for a player that stands as `followed` says; `viewer` puts the eye elsewhere.
    ///
    /// # Source
    /// spec/camera.md 3 (reset), 11 row C3.
    #[must_use]
    pub fn new(
        settings: &ChaseSettings,
        policy: &Policy,
        followed: &Followed,
        viewer: Option<Vec3>,
    ) -> Self {
        let (pivot, desired) =
            desired_pose(settings, policy, followed, &mut VelocityRing::default());
        let pose = match (viewer, policy.first_frame) {
            (Some(origin), _) => Frame {
                origin,
                ..followed.frame
            },
            (None, FirstFrame::AtPlayer) => followed.frame,
            (None, FirstFrame::FullLength) => desired,
        };
        Self {
            viewer: pose,
            sought: pose,
            forward: (policy.rotation == RotationStep::ForwardNlerp).then(|| forward_of(&pose)),
            ring: VelocityRing::default(),
            since_update: GATE,
            frozen: 0.0,
            settings: *settings,
            steering: Steering::default(),
            aim: Aim {
                pivot: Frame {
                    origin: pivot,
                    ..followed.frame
                },
                desired,
            },
            cell: CellId::NONE,
        }
    }

    /// Puts the eye to `pose`, from where it extends again.
    ///
    /// # Source
    /// spec/camera.md 3, `set_viewer` 0x00452c40 with reset; the velocity ring is not cleared (14, point 9).
    pub fn reset(&mut self, pose: Frame) {
        self.viewer = pose;
        self.sought = pose;
        self.cell = CellId::NONE;
        self.forward = self.forward.map(|_| forward_of(&pose));
    }

    /// Does what a user says; `home` are the settings of the scene, `player` is where the player stands.
    ///
    /// # Source
    /// spec/camera.md 9; 3 for the reset, which a policy may leave out (11 C4).
    pub fn obey<P: Probe>(
        &mut self,
        order: Order,
        home: &ChaseSettings,
        policy: &Policy,
        player: Frame,
        probe: &mut P,
    ) {
        let answer = self.steering.obey(order, &mut self.settings, home, policy);
        probe.note(|| match answer {
            Ok(()) => Event::OrderTaken { order },
            Err(why) => Event::OrderRefused { order, why },
        });
        if order == Order::Reset && answer.is_ok() {
            self.reset(player);
            probe.note(|| Event::ViewerReset {
                pose: player,
                cause: ResetCause::Order,
            });
        }
    }

    /// The player callback: `sought := UpdateCamera(viewer)`.
    ///
    /// # Source
    /// spec/camera.md 4, 5.
    pub fn seek<P: Probe>(
        &mut self,
        policy: &Policy,
        followed: &Followed,
        dt: Interval,
        probe: &mut P,
    ) {
        let Some(elapsed) = gate::elapsed(policy, &mut self.since_update, dt.seconds()) else {
            return;
        };
        let base = if policy.sought == Sought::SelfLerp {
            self.sought
        } else {
            self.viewer
        };
        // 5.1 step 1: switched off it does not even look at the clock.
        if !self.settings.enabled {
            self.frozen += elapsed;
            return self.pass(base, followed, Passed::Disabled, probe);
        }
        // Steps 2 and 3 come before the pivot is looked for.
        let elapsed = elapsed + std::mem::take(&mut self.frozen);
        self.steering.hold(&mut self.settings, elapsed);
        // Step 4.
        let settings = &self.settings;
        if !settings.attached {
            return self.pass(base, followed, Passed::Detached, probe);
        }
        if settings.pivot_part == Part::Missing {
            return self.pass(base, followed, Passed::NoPivotPart, probe);
        }
        let (pivot, desired) = desired_pose(settings, policy, followed, &mut self.ring);
        self.aim = Aim {
            pivot: Frame {
                origin: pivot,
                ..followed.frame
            },
            desired,
        };
        probe.note(|| Event::Desired {
            pivot,
            pose: desired,
        });
        let step = sought_step(settings, policy, base, self.forward, desired, elapsed);
        self.sought = step.pose;
        self.forward = step.forward;
        probe.note(|| Event::Sought {
            pose: step.pose,
            origin_fraction: step.origin_fraction,
            rotation_fraction: step.rotation_fraction,
            parked: step.parked,
            passed: None,
        });
    }

    /// The callback gives back what it was given; the sweep still begins at the player's pivot.
    fn pass<P: Probe>(&mut self, pose: Frame, followed: &Followed, why: Passed, probe: &mut P) {
        let holder = self.settings.pivot_part.frame_or_whole(&followed.frame);
        self.aim.pivot = Frame {
            origin: holder.to_global(self.settings.pivot_offset),
            ..followed.frame
        };
        self.sought = pose;
        probe.note(|| Event::Sought {
            pose,
            origin_fraction: 0.0,
            rotation_fraction: 0.0,
            parked: false,
            passed: Some(why),
        });
    }

    /// The sweep at draw time: publishes the eye of a player that stands at `player`.
    ///
    /// # Source
    /// spec/camera.md 7.
    pub fn publish<P: Probe>(
        &mut self,
        world: &World,
        policy: &Policy,
        player: &Position,
        probe: &mut P,
    ) -> Published {
        let view = View {
            world,
            settings: &self.settings,
            policy,
            player,
        };
        let published = publish(&view, self.aim.pivot, self.sought, probe);
        let (pose, rung) = (published.pose, published.rung);
        self.viewer = pose;
        self.cell = published.cell;
        if matches!(rung, Rung::Player | Rung::SweptNoCell) {
            match policy.lost_cell {
                LostCell::Reset => {
                    self.reset(pose);
                    let cause = match player.cell.is_some() {
                        true => ResetCause::NoEyeCell,
                        false => ResetCause::NoPlayerCell,
                    };
                    probe.note(|| Event::ViewerReset { pose, cause });
                }
                LostCell::KeepSought => {}
                // What is drawn is then drawn from the player's cell.
                LostCell::FollowEye => (self.sought, self.cell) = (pose, player.cell),
            }
        }
        probe.note(|| Event::Published { pose, rung });
        published
    }
}

#[cfg(test)]
mod tests;
