//! A tick in phases: input, body, seek, sweep, record; the client's frame order.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::digest;
use super::input::Input;
use super::rig::{Rig, Setup};
use crate::camera::ChaseState;
use crate::camera::desired::Followed;
use crate::geometry::Frame;
use crate::geometry::vector::{narrow, wide};
use crate::policy::Policy;
use crate::probe::Probe;
use crate::transition::{Mover, MoverFlags, SweepOutcome, sweep};

/// One rig under one policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The policy in force.
    pub policy: Policy,
    /// Everything that the next tick depends on.
    pub state: LaneState,
}

/// The state of a lane between two ticks; a copy of it is a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaneState {
    /// The next tick that will run.
    pub tick: u32,
    /// Digest of the last tick that ran.
    pub digest: u64,
    /// The rig.
    pub rig: RigState,
}

/// The state of a rig.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::large_enum_variant,
    reason = "a lane holds one; a copy is a snapshot and must not allocate"
)]
pub enum RigState {
    /// A chase camera.
    Chase(Chase),
    /// A series of sweeps.
    Sweep {
        /// Where the last sweep ended, metres.
        at: Vec3,
    },
}

/// The state of a chase rig.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chase {
    /// The player's frame.
    pub player: Frame,
    /// The player's velocity over its last tick, metres per second.
    pub velocity: Vec3,
    /// The camera.
    pub camera: ChaseState,
}

/// Everything that is known of one tick after it ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TickOutcome {
    /// The tick.
    pub tick: u32,
    /// This tick's pivot; for sweeps their begin. Distances are measured from it.
    pub pivot: Vec3,
    /// The ideal pose; for sweeps their target.
    pub desired: Frame,
    /// The target of the sweep.
    pub sought: Frame,
    /// The published eye; for sweeps their end.
    pub published: Frame,
    /// The published eye of the tick before.
    pub previous: Frame,
    /// The sweep.
    pub sweep: SweepOutcome,
    /// Digest of this tick.
    pub digest: u64,
}

impl Lane {
    /// A lane before tick 0.
    #[must_use]
    pub fn new(setup: &Setup, policy: Policy) -> Self {
        let rig = match &setup.rig {
            Rig::Chase(rig) => {
                let player = rig.player_at(0.0);
                let followed = Followed {
                    frame: player,
                    velocity: Vec3::ZERO,
                    contact_normal: None,
                };
                let camera = ChaseState::new(&rig.settings, &policy, &followed, rig.viewer);
                RigState::Chase(Chase {
                    player,
                    velocity: Vec3::ZERO,
                    camera,
                })
            }
            Rig::Sweep(rig) => RigState::Sweep {
                at: rig.script.start(),
            },
        };
        Self {
            policy,
            state: LaneState {
                tick: 0,
                digest: digest::START,
                rig,
            },
        }
    }

    /// Runs one tick with `input`: all phases in order.
    pub fn tick<P: Probe>(&mut self, setup: &Setup, input: &Input, probe: &mut P) -> TickOutcome {
        let previous = self.eye();
        self.body(setup, input);
        self.seek(setup, probe);
        let sweep = self.sweep(setup, input, probe);
        self.record(previous, sweep)
    }

    /// The published eye as it is now; for sweeps where the last one ended.
    #[must_use]
    pub fn eye(&self) -> Frame {
        match &self.state.rig {
            RigState::Chase(chase) => chase.camera.viewer,
            RigState::Sweep { at } => Frame::at(*at),
        }
    }

    /// The body phase: moves the player to where the input says.
    pub fn body(&mut self, setup: &Setup, input: &Input) {
        if let (RigState::Chase(chase), Input::Player(frame)) = (&mut self.state.rig, input) {
            let moved = wide(frame.origin) - wide(chase.player.origin);
            chase.velocity = narrow(moved * f64::from(setup.hz));
            chase.player = *frame;
        }
    }

    /// The seek phase: the camera's sought pose.
    pub fn seek<P: Probe>(&mut self, setup: &Setup, probe: &mut P) {
        if let (RigState::Chase(chase), Rig::Chase(rig)) = (&mut self.state.rig, &setup.rig) {
            let followed = Followed {
                frame: chase.player,
                velocity: chase.velocity,
                contact_normal: None,
            };
            chase
                .camera
                .seek(&rig.settings, &self.policy, &followed, setup.dt(), probe);
        }
    }

    /// The sweep phase: publishes the eye, or runs the scripted sweep.
    pub fn sweep<P: Probe>(&mut self, setup: &Setup, input: &Input, probe: &mut P) -> SweepOutcome {
        match (&mut self.state.rig, &setup.rig) {
            (RigState::Chase(chase), Rig::Chase(rig)) => {
                chase
                    .camera
                    .publish(&setup.world, &rig.settings, &self.policy, probe)
            }
            (RigState::Sweep { at }, Rig::Sweep(rig)) => {
                let (from, to) = match input {
                    Input::Line { from, to } => (*from, *to),
                    Input::Move { by } => (*at, narrow(wide(*at) + wide(*by))),
                    Input::Player(frame) => (*at, frame.origin),
                };
                let mover = Mover::viewer(rig.radius, MoverFlags(self.policy.viewer_flags.bits()));
                let outcome = sweep(
                    &setup.world,
                    &self.policy,
                    mover,
                    Frame::at(from),
                    Frame::at(to),
                    probe,
                );
                *at = outcome.end.origin;
                outcome
            }
            // A state of another kind of rig does not move.
            (rig, _) => {
                let eye = match rig {
                    RigState::Chase(chase) => chase.camera.viewer,
                    RigState::Sweep { at } => Frame::at(*at),
                };
                SweepOutcome::unswept(eye, eye)
            }
        }
    }

    /// The record phase: closes the tick and gives its outcome. `previous` is the eye before the tick.
    pub fn record(&mut self, previous: Frame, sweep: SweepOutcome) -> TickOutcome {
        let tick = self.state.tick;
        self.state.tick += 1;
        self.state.digest =
            digest::of_tick(self.state.digest, &self.state.rig, self.state.tick, &sweep);
        let (pivot, desired, sought, published) = match &self.state.rig {
            RigState::Chase(chase) => {
                let camera = &chase.camera;
                (
                    camera.aim.pivot.origin,
                    camera.aim.desired,
                    camera.sought,
                    camera.viewer,
                )
            }
            RigState::Sweep { .. } => {
                let target = Frame::at(sweep.to);
                (sweep.from, target, target, sweep.end)
            }
        };
        let digest = self.state.digest;
        TickOutcome {
            tick,
            pivot,
            desired,
            sought,
            published,
            previous,
            sweep,
            digest,
        }
    }
}
