//! A tick in phases: input, body, seek, sweep, record; the client's frame order.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::captured::RecordedPose;
use super::digest;
use super::input::Input;
use super::moves::move_body;
use super::rig::{MoverRig, Rig, Setup, SweepMover, SweepRig, stand, unmoved};
use super::script::Drive;
use crate::body::update::quanta;
use crate::body::{Body, Transient};
use crate::camera::desired::Followed;
use crate::camera::gate::{self, GATE};
use crate::camera::{ChaseSettings, ChaseState, Orders, near};
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Frame, Position, Rotation};
use crate::ids::CellId;
use crate::policy::{CameraGate, Policy, Teleport};
use crate::probe::{Event, Probe, ResetCause, Rung, SupportSource};
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
    /// A series of sweeps of the camera's sphere.
    Sweep {
        /// Where the last sweep ended, metres.
        at: Vec3,
        /// In which cell.
        cell: CellId,
    },
    /// A series of sweeps of a body that is moved by hand.
    Moves(Body),
    /// A body that moves by itself, with or without a camera behind it.
    Mover(Driven),
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

/// The state of a mover rig.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Driven {
    /// The body.
    pub body: Body,
    /// The camera that follows it.
    pub camera: Option<ChaseState>,
    /// Seconds since the body was last updated; matters under the update gate only.
    pub since_update: f64,
}

/// A tick that runs: what its phases leave for the record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Underway {
    /// The eye before the tick.
    previous: Frame,
    /// The feet before the tick.
    feet: Option<Frame>,
    /// The cell before the tick.
    cell: CellId,
    /// The path of the body.
    body: Option<SweepOutcome>,
    /// The sweep of the eye, or the scripted one.
    sweep: Option<SweepOutcome>,
    /// How the eye was found.
    rung: Option<Rung>,
}

/// What a tick did to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyOutcome {
    /// The feet's frame; here and below in the scene.
    pub feet: Frame,
    /// The feet's frame before.
    pub previous: Frame,
    /// Speed, metres per second.
    pub speed: f64,
    /// Whether it stands on walkable ground.
    pub grounded: bool,
    /// Who wrote the contact plane that it stands on, if it stands.
    pub support: Option<SupportSource>,
}

/// Where a tick ended among the cells of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellOutcome {
    /// The cell of the body, of a camera's player or of a scripted sweep's end; none off the map.
    pub cell: CellId,
    /// The cell before the tick.
    pub previous: CellId,
    /// The cell of the camera's eye; none after a reset.
    pub eye: Option<CellId>,
    /// How many cells the objects are registered in, each object counted in each of its cells.
    pub registered: u32,
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
    /// The published eye of the tick before; without an eye the feet.
    pub previous: Frame,
    /// The sweep: the body's where there is a body, else the eye's or the scripted one.
    pub sweep: SweepOutcome,
    /// The eye's sweep where [`Self::sweep`] is the body's.
    pub eye_sweep: Option<SweepOutcome>,
    /// How the camera's eye was found.
    pub rung: Option<Rung>,
    /// Whether there is an eye: a camera, or the end of a scripted sweep.
    pub has_eye: bool,
    /// How far the near plane of the camera is from walls and ground: [`near::clearance`].
    pub near_clearance: Option<f64>,
    /// The body, where there is one.
    pub body: Option<BodyOutcome>,
    /// The cells, where the world has some.
    pub cells: Option<CellOutcome>,
    /// Where the sweep ended that another program recorded, and that this one repeats.
    pub recorded: Option<RecordedPose>,
    /// Digest of this tick.
    pub digest: u64,
}

impl TickOutcome {
    /// Whether the body, player or sweep is outside of every cell of its map.
    #[must_use]
    pub fn is_in_no_cell(&self) -> bool {
        self.cells.is_some_and(|cells| !cells.cell.is_some())
    }
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
            Rig::Sweep(rig) => match &rig.mover {
                SweepMover::Viewer { .. } => RigState::Sweep {
                    at: rig.script.start(),
                    cell: start_of(setup, rig, rig.script.start()).cell,
                },
                SweepMover::Body(build) => {
                    let at = start_of(setup, rig, rig.script.start());
                    let first = rig.script.captured(0).map(|captured| captured.body);
                    let mut body = first.unwrap_or_else(|| unmoved(*build, at));
                    if rig.grounded {
                        stand(&mut body);
                    }
                    RigState::Moves(body)
                }
            },
            Rig::Mover(rig) => RigState::Mover(Driven::new(setup, rig, &policy)),
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
        let mut underway = self.begin(setup);
        self.body(setup, input, &mut underway, probe);
        self.seek(setup, probe);
        self.sweep(setup, input, &mut underway, probe);
        self.record(setup, underway)
    }

    /// Begins a tick.
    #[must_use]
    pub fn begin(&self, setup: &Setup) -> Underway {
        Underway {
            previous: self.eye(setup),
            feet: self.state.rig.feet(setup),
            cell: self.state.rig.cell(setup),
            body: None,
            sweep: None,
            rung: None,
        }
    }

    /// The published eye as it is now; without a camera where the last sweep ended, or the feet. In the scene.
    #[must_use]
    pub fn eye(&self, setup: &Setup) -> Frame {
        match &self.state.rig {
            RigState::Chase(chase) => chase.camera.viewer,
            RigState::Sweep { at, .. } => Frame::at(*at),
            RigState::Moves(body) => setup.world.scene_frame(&body.position),
            RigState::Mover(driven) => match &driven.camera {
                Some(camera) => camera.viewer,
                None => setup.world.scene_frame(&driven.body.position),
            },
        }
    }

    /// The body phase: moves the player to where the input says, or lets the body move itself.
    pub fn body<P: Probe>(
        &mut self,
        setup: &Setup,
        input: &Input,
        underway: &mut Underway,
        probe: &mut P,
    ) {
        match (&mut self.state.rig, input) {
            (RigState::Chase(chase), Input::Player(frame) | Input::Steered(frame, _)) => {
                // Under the gate a body stands between its updates.
                let covered = gate::due(&self.policy, chase.camera.since_update, setup.dt());
                if let Some(seconds) = covered {
                    let moved = wide(frame.origin) - wide(chase.player.origin);
                    // A tick's whole rate where it covers one: dividing would round.
                    chase.velocity = narrow(match self.policy.camera_gate {
                        CameraGate::EveryFrame => moved * f64::from(setup.hz),
                        CameraGate::Hz30 => moved / seconds,
                    });
                    chase.player = *frame;
                }
                if let (Input::Steered(_, orders), Rig::Chase(rig)) = (input, &setup.rig) {
                    let (policy, player) = (&self.policy, chase.player);
                    obey(
                        &mut chase.camera,
                        orders,
                        &rig.settings,
                        policy,
                        player,
                        probe,
                    );
                }
            }
            (RigState::Mover(driven), Input::Drive(drive)) => {
                underway.body = driven.move_body(setup, &self.policy, drive, probe);
            }
            _ => {}
        }
    }

    /// The seek phase: the camera's sought pose.
    pub fn seek<P: Probe>(&mut self, setup: &Setup, probe: &mut P) {
        match &mut self.state.rig {
            RigState::Chase(chase) => {
                let followed = Followed {
                    frame: chase.player,
                    velocity: chase.velocity,
                    contact_normal: None,
                };
                chase
                    .camera
                    .seek(&self.policy, &followed, setup.interval(), probe);
            }
            RigState::Mover(driven) => {
                if let Some(camera) = &mut driven.camera {
                    let followed = followed(setup, &driven.body);
                    camera.seek(&self.policy, &followed, setup.interval(), probe);
                }
            }
            RigState::Sweep { .. } | RigState::Moves(_) => {}
        }
    }

    /// The sweep phase: publishes the eye, or runs the scripted sweep.
    pub fn sweep<P: Probe>(
        &mut self,
        setup: &Setup,
        input: &Input,
        underway: &mut Underway,
        probe: &mut P,
    ) {
        let (world, policy) = (&setup.world, &self.policy);
        let tick = self.state.tick;
        underway.sweep = match (&mut self.state.rig, &setup.rig) {
            (RigState::Chase(chase), _) => {
                let player = scripted_player(setup, chase.player);
                let published = chase.camera.publish(world, policy, &player, probe);
                underway.rung = Some(published.rung);
                Some(published.sweep)
            }
            (RigState::Mover(driven), _) => driven.camera.as_mut().map(|camera| {
                let player = Position {
                    cell: driven.body.cell,
                    ..driven.body.position
                };
                let published = camera.publish(world, policy, &player, probe);
                underway.rung = Some(published.rung);
                published.sweep
            }),
            (RigState::Sweep { at, cell }, Rig::Sweep(rig)) => {
                let (from, to) = line(*at, input);
                let flags = MoverFlags(self.policy.viewer_flags.bits());
                let mover = Mover::viewer(rig.radius(), flags);
                if matches!(input, Input::Line { .. }) {
                    *cell = start_of(setup, rig, from).cell;
                }
                let place = |point| setup.world.place(Some(*cell), Frame::at(point), Vec3::ZERO);
                let (from, to) = (place(from), place(to));
                let outcome = sweep(&setup.world, &self.policy, mover, from, to, probe);
                (*at, *cell) = (outcome.end.origin, outcome.cell);
                Some(outcome)
            }
            (RigState::Moves(body), Rig::Sweep(rig)) => {
                Some(move_body(body, setup, rig, policy, tick, input, probe))
            }
            // A state of another kind of rig does not move.
            _ => None,
        };
    }

    /// The record phase: closes the tick and gives its outcome.
    pub fn record(&mut self, setup: &Setup, underway: Underway) -> TickOutcome {
        let tick = self.state.tick;
        self.state.tick += 1;
        let eye = self.eye(setup);
        let unswept = || SweepOutcome::unswept(eye, eye);
        let is_mover = matches!(self.state.rig, RigState::Mover(_));
        // A body that rests runs no path.
        let sweep = if is_mover {
            let feet = self.state.rig.feet(setup).unwrap_or(eye);
            underway
                .body
                .unwrap_or_else(|| SweepOutcome::unswept(feet, feet))
        } else {
            underway.sweep.unwrap_or_else(unswept)
        };
        let eye_sweep = underway.sweep.filter(|_| is_mover);
        self.state.digest = digest::of_tick(
            self.state.digest,
            &self.state.rig,
            self.state.tick,
            [Some(&sweep), eye_sweep.as_ref()],
        );
        let camera = match &self.state.rig {
            RigState::Chase(chase) => Some(&chase.camera),
            RigState::Mover(driven) => driven.camera.as_ref(),
            _ => None,
        };
        let (pivot, desired, sought, published) = match camera {
            Some(camera) => (
                camera.aim.pivot.origin,
                camera.aim.desired,
                camera.sought,
                camera.viewer,
            ),
            None => {
                let target = Frame::at(sweep.to);
                let reached = Frame {
                    origin: sweep.reached,
                    ..sweep.end
                };
                (sweep.from, target, target, reached)
            }
        };
        let body = self.state.rig.body().map(|body| BodyOutcome {
            feet: setup.world.scene_frame(&body.position),
            previous: underway
                .feet
                .unwrap_or(setup.world.scene_frame(&body.position)),
            speed: length(wide(body.cached_velocity)),
            grounded: body.is_grounded(),
            support: body.support,
        });
        let cells = setup.world.cells().map(|_| CellOutcome {
            cell: self.state.rig.cell(setup),
            previous: underway.cell,
            eye: camera.map(|camera| camera.cell),
            registered: setup.world.registrations(&self.policy),
        });
        TickOutcome {
            tick,
            pivot,
            desired,
            sought,
            published,
            previous: underway.previous,
            sweep,
            eye_sweep,
            rung: underway.rung,
            has_eye: camera.is_some() || !is_mover,
            near_clearance: camera.and_then(|camera| {
                near::clearance(&setup.world, &camera.settings.lens, &camera.viewer)
            }),
            body,
            cells,
            recorded: setup.recorded(tick),
            digest: self.state.digest,
        }
    }
}

impl RigState {
    /// The feet's frame in the scene, where there is a body.
    fn feet(&self, setup: &Setup) -> Option<Frame> {
        self.body()
            .map(|body| setup.world.scene_frame(&body.position))
    }

    /// The cell of the body, of a camera's player, or of the end of the last scripted sweep.
    fn cell(&self, setup: &Setup) -> CellId {
        match self {
            Self::Chase(chase) => scripted_player(setup, chase.player).cell,
            Self::Sweep { cell, .. } => *cell,
            Self::Moves(body) => body.cell,
            Self::Mover(driven) => driven.body.cell,
        }
    }

    /// The body, where there is one.
    #[must_use]
    pub fn body(&self) -> Option<&Body> {
        match self {
            Self::Moves(body) => Some(body),
            Self::Mover(driven) => Some(&driven.body),
            Self::Chase(_) | Self::Sweep { .. } => None,
        }
    }
}

impl Driven {
    /// The body at its start, and the camera before tick 0.
    fn new(setup: &Setup, rig: &MoverRig, policy: &Policy) -> Self {
        let body = rig.body(&setup.world);
        let camera = rig.camera.map(|settings| {
            ChaseState::new(&settings, policy, &followed(setup, &body), rig.viewer)
        });
        Self {
            body,
            camera,
            since_update: GATE,
        }
    }

    /// Does what `drive` says, and moves the body for one tick.
    fn move_body<P: Probe>(
        &mut self,
        setup: &Setup,
        policy: &Policy,
        drive: &Drive,
        probe: &mut P,
    ) -> Option<SweepOutcome> {
        let body = &mut self.body;
        if let Some((feet, heading)) = drive.teleport {
            let frame = Frame {
                origin: feet,
                rotation: Rotation::from_heading_pitch(heading, 0.0),
            };
            let place = setup.world.place(None, frame, body.build.center());
            body.teleport(place);
            if let (Some(camera), Teleport::Reset) = (&mut self.camera, policy.teleport) {
                let pose = setup.world.scene_frame(&body.position);
                camera.reset(pose);
                let cause = ResetCause::Teleport;
                probe.note(|| Event::ViewerReset { pose, cause });
            }
        }
        if let Some(velocity) = drive.velocity {
            body.set_velocity(velocity);
        }
        if let Some(locomotion) = &mut body.locomotion {
            locomotion.gait = drive.gait;
        }
        if let Some(power) = drive.jump {
            body.jump(power, policy);
        }
        if let (
            Some(camera),
            Rig::Mover(MoverRig {
                camera: Some(home), ..
            }),
        ) = (&mut self.camera, &setup.rig)
        {
            let player = setup.world.scene_frame(&self.body.position);
            obey(camera, &drive.camera, home, policy, player, probe);
        }
        let elapsed = gate::elapsed(policy, &mut self.since_update, setup.dt())?;
        let mut last = None;
        for quantum in quanta(elapsed, policy).0 {
            let motion = self.body.gait_motion(quantum);
            let moved = self
                .body
                .update(&setup.world, policy, quantum, motion, probe);
            last = moved.sweep.or(last);
        }
        last
    }
}

/// Lets a camera do what it is told.
fn obey<P: Probe>(
    camera: &mut ChaseState,
    orders: &Orders,
    home: &ChaseSettings,
    policy: &Policy,
    player: Frame,
    probe: &mut P,
) {
    for order in orders.iter() {
        camera.obey(order, home, policy, player, probe);
    }
}

/// How far above its feet a scripted player is looked for in the cells, metres.
///
/// # Source
/// spec/transition.md 19: the centre of a human's foot sphere.
const PLAYER_CENTER: Vec3 = Vec3::new(0.0, 0.0, 0.475);

/// Where a scripted player stands.
fn scripted_player(setup: &Setup, frame: Frame) -> Position {
    setup.world.place(None, frame, PLAYER_CENTER)
}

/// Where a scripted sweep from `from` begins.
pub(super) fn start_of(setup: &Setup, rig: &SweepRig, from: Vec3) -> Position {
    let center = match &rig.mover {
        SweepMover::Viewer { .. } => Vec3::ZERO,
        SweepMover::Body(build) => build.center(),
    };
    setup.world.place(rig.cell, Frame::at(from), center)
}

/// What a camera knows of the body it follows.
fn followed(setup: &Setup, body: &Body) -> Followed {
    Followed {
        frame: setup.world.scene_frame(&body.position),
        velocity: body.cached_velocity,
        contact_normal: body
            .transient
            .has(Transient::CONTACT)
            .then_some(body.contact.normal),
    }
}

/// Begin and end of a scripted sweep; `at` is where the last one ended.
pub(super) fn line(at: Vec3, input: &Input) -> (Vec3, Vec3) {
    match input {
        Input::Line { from, to } => (*from, *to),
        Input::Move { by } => (at, narrow(wide(at) + wide(*by))),
        Input::Player(frame) | Input::Steered(frame, _) => (at, frame.origin),
        Input::Drive(_) => (at, at),
    }
}
