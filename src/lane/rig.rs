//! What is driven, and by which script.

use std::sync::Arc;

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::captured::{Captured, RecordedPose};
use super::input::Input;
use super::measure::Measure;
use super::script::{Command, drive_at, orders_at};
use crate::body::body::DEFAULT_STATE;
use crate::body::{Body, Build, Locomotion};
use crate::camera::{ChaseSettings, Interval, Lens, Order};
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Plane, Position, Rotation};
use crate::ids::CellId;
use crate::ops;
use crate::world::{ObjectState, World};

/// What all lanes of a run share.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Everything that can be hit.
    pub world: Arc<World>,
    /// What is driven.
    pub rig: Rig,
    /// Ticks per second, 1..=10,000.
    pub hz: u32,
    /// Number of ticks that the script runs.
    pub ticks: u32,
}

impl Setup {
    /// Length of a tick.
    #[must_use]
    pub fn interval(&self) -> Interval {
        Interval::of_rate(self.hz)
    }

    /// Length of a tick in seconds.
    #[must_use]
    pub fn dt(&self) -> f64 {
        self.interval().seconds()
    }

    /// Where the sweep of `tick` ended that another program recorded, in the scene; none where the rig replays nothing.
    #[must_use]
    pub fn recorded(&self, tick: u32) -> Option<RecordedPose> {
        let Rig::Sweep(rig) = &self.rig else {
            return None;
        };
        rig.script.captured(tick)?.recorded_pose(&self.world)
    }

    /// The line of its file that the recorded sweep of `tick` stands in, from 1; none where ticks are no recorded sweeps.
    #[must_use]
    pub fn captured_line(&self, tick: u32) -> Option<u32> {
        match &self.rig {
            Rig::Sweep(rig) => Some(rig.script.captured(tick)?.line),
            _ => None,
        }
    }

    /// The number that says most about this rig: how far the eye is, or how high the feet are.
    #[must_use]
    pub fn headline(&self) -> Headline {
        if self.rig.has_body() && !self.rig.has_camera() {
            Headline::FeetHeight
        } else {
            Headline::EyeDistance
        }
    }

    /// What the script says for `tick`; scripts of sweeps repeat their last one beyond their end.
    #[must_use]
    pub fn input(&self, tick: u32) -> Input {
        let seconds = f64::from(tick) / f64::from(self.hz);
        match &self.rig {
            Rig::Chase(rig) => {
                let (player, orders) = (
                    rig.player_at(seconds),
                    orders_at(&rig.orders, tick, self.hz),
                );
                match orders.is_empty() {
                    true => Input::Player(player),
                    false => Input::Steered(player, orders),
                }
            }
            Rig::Sweep(rig) => rig.script.input(tick, &self.world),
            Rig::Mover(rig) => Input::Drive(drive_at(&rig.script, tick, self.hz)),
        }
    }
}

/// What a curve over a run shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headline {
    /// Distance of the eye from its pivot, metres.
    EyeDistance,
    /// Height of a body's feet, metres.
    FeetHeight,
}

impl Headline {
    /// The measure of this name.
    #[must_use]
    pub fn measure(self) -> Measure {
        match self {
            Self::EyeDistance => Measure::EyeDistance,
            Self::FeetHeight => Measure::FeetZ,
        }
    }
}

/// What is driven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rig {
    /// A chase camera on a scripted player.
    Chase(ChaseRig),
    /// One scripted sweep a tick.
    Sweep(SweepRig),
    /// A body that moves by itself, with or without a chase camera.
    Mover(MoverRig),
}

impl Rig {
    /// Whether a body with feet is moved: all but cameras and their spheres.
    #[must_use]
    pub fn has_body(&self) -> bool {
        match self {
            Self::Mover(_) => true,
            Self::Sweep(rig) => matches!(rig.mover, SweepMover::Body(_)),
            Self::Chase(_) => false,
        }
    }

    /// How the picture of its eye is made; the usual lens where there is no camera.
    #[must_use]
    pub fn lens(&self) -> Lens {
        match self {
            Self::Chase(chase) => chase.settings.lens,
            Self::Mover(mover) => mover
                .camera
                .map_or_else(Lens::default, |camera| camera.lens),
            Self::Sweep(_) => Lens::default(),
        }
    }

    /// Whether a chase camera looks on.
    #[must_use]
    pub fn has_camera(&self) -> bool {
        match self {
            Self::Chase(_) => true,
            Self::Mover(mover) => mover.camera.is_some(),
            Self::Sweep(_) => false,
        }
    }
}

/// A body with a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoverRig {
    /// What it is made of.
    pub build: Build,
    /// Bits of its physics state.
    pub state: ObjectState,
    /// Its feet before tick 0, metres.
    pub feet: Vec3,
    /// The cell that they are in; without it the one around the foot's centre.
    pub cell: Option<CellId>,
    /// Its compass heading, degrees.
    pub heading_degrees: f64,
    /// Whether it stands on level ground at its feet before tick 0.
    pub grounded: bool,
    /// How it walks by itself; none for a thing.
    pub locomotion: Option<Locomotion>,
    /// What it is told.
    pub script: Vec<Command>,
    /// The camera that follows it.
    pub camera: Option<ChaseSettings>,
    /// The eye before tick 0, where it is not the policy's first frame.
    pub viewer: Option<Vec3>,
}

impl MoverRig {
    /// The body in `world` before tick 0.
    #[must_use]
    pub fn body(&self, world: &World) -> Body {
        let frame = Frame {
            origin: self.feet,
            rotation: Rotation::from_heading_pitch(self.heading_degrees, 0.0),
        };
        let position = world.place(self.cell, frame, self.build.center());
        let mut body = Body::new(self.build, position, self.state);
        body.locomotion = self.locomotion;
        if self.grounded {
            stand(&mut body);
        }
        body
    }
}

/// Lets a body stand on level ground under its lowest point.
pub(super) fn stand(body: &mut Body) {
    let lowest = f64::from(body.position.frame.origin.z) + f64::from(body.build.lowest());
    let plane = Plane {
        normal: Vec3::Z,
        offset: -lowest as f32,
    };
    body.stand_on(plane, body.position.cell);
}

/// A body that is moved by hand: without gravity and without velocity.
#[must_use]
pub fn unmoved(build: Build, at: Position) -> Body {
    let gravity = ObjectState::GRAVITY.0;
    Body::new(build, at, ObjectState(DEFAULT_STATE.0 & !gravity))
}

/// What a [`SweepRig`] sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum SweepMover {
    /// The camera's sphere.
    Viewer {
        /// Radius of the sphere, metres.
        radius: f32,
    },
    /// A body, carried by its feet.
    Body(Build),
}

/// A chase camera on a scripted player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChaseRig {
    /// The player's feet at time 0, metres.
    pub feet: Vec3,
    /// The player's compass heading, degrees: 0 is +Y, 90 is +X.
    pub heading_degrees: f64,
    /// The camera.
    pub settings: ChaseSettings,
    /// The eye before tick 0, where it is not the policy's first frame.
    pub viewer: Option<Vec3>,
    /// How the feet move.
    pub motion: Motion,
    /// What the camera is told, and when: seconds, rising.
    pub orders: Vec<(f64, Order)>,
}

/// How a scripted player moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Motion {
    /// Not at all.
    Still,
    /// Evenly, metres per second.
    Velocity(Vec3),
    /// To and fro: `amplitude * sin(2 pi hz t)` added to the feet.
    Sine {
        /// Largest displacement, metres.
        amplitude: Vec3,
        /// Oscillations per second.
        hz: f64,
    },
    /// Through points in order, straight and evenly between them; before the first and after the last it stands there.
    Path(Vec<PathPoint>),
}

/// A point of a [`Motion::Path`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathPoint {
    /// Time, seconds; strictly increasing along the path.
    pub seconds: f64,
    /// The feet, metres.
    pub feet: Vec3,
    /// Compass heading, degrees; the turn to the next point goes through the numbers between, not the shorter way.
    pub heading_degrees: f64,
}

impl ChaseRig {
    /// The player's frame at `seconds`.
    #[must_use]
    pub fn player_at(&self, seconds: f64) -> Frame {
        let moved = |by: glam::DVec3| narrow(wide(self.feet) + by);
        let (feet, heading) = match &self.motion {
            Motion::Still => (self.feet, self.heading_degrees),
            Motion::Velocity(velocity) => (moved(wide(*velocity) * seconds), self.heading_degrees),
            Motion::Sine { amplitude, hz } => {
                let phase = ops::sin(std::f64::consts::TAU * hz * seconds);
                (moved(wide(*amplitude) * phase), self.heading_degrees)
            }
            Motion::Path(points) => {
                path_at(points, seconds).unwrap_or((self.feet, self.heading_degrees))
            }
        };
        Frame {
            origin: feet,
            rotation: Rotation::from_heading_pitch(heading, 0.0),
        }
    }
}

/// Feet and heading on a path; `None` when it has no points.
fn path_at(points: &[PathPoint], seconds: f64) -> Option<(Vec3, f64)> {
    let after = points.partition_point(|p| p.seconds <= seconds);
    let (Some(from), to) = (points.get(after.saturating_sub(1)), points.get(after)) else {
        return None;
    };
    let Some(to) = to.filter(|to| to.seconds > from.seconds && seconds > from.seconds) else {
        return Some((from.feet, from.heading_degrees));
    };
    let fraction = (seconds - from.seconds) / (to.seconds - from.seconds);
    let feet = narrow(wide(from.feet) * (1.0 - fraction) + wide(to.feet) * fraction);
    Some((
        feet,
        from.heading_degrees * (1.0 - fraction) + to.heading_degrees * fraction,
    ))
}

/// A scripted series of sweeps, one a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepRig {
    /// What is swept.
    pub mover: SweepMover,
    /// What is swept in which tick.
    pub script: SweepScript,
    /// The cell in which the first sweep begins, and each of a list; without it the one around the (foot's) centre.
    pub cell: Option<CellId>,
    /// Whether a body stands on level ground before the first sweep.
    pub grounded: bool,
}

impl SweepRig {
    /// Sweeps of the camera's sphere.
    #[must_use]
    pub fn viewer(radius: f32, script: SweepScript) -> Self {
        Self {
            mover: SweepMover::Viewer { radius },
            script,
            cell: None,
            grounded: false,
        }
    }

    /// Radius of the (foot) sphere, metres.
    #[must_use]
    pub fn radius(&self) -> f32 {
        match &self.mover {
            SweepMover::Viewer { radius } => *radius,
            SweepMover::Body(build) => build.spheres[0].radius * build.scale,
        }
    }
}

/// A script of sweeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SweepScript {
    /// From and to of each sweep, metres.
    Lines(Vec<(Vec3, Vec3)>),
    /// Each sweep begins where the last one ended.
    Moves {
        /// Begin of the first sweep, metres.
        start: Vec3,
        /// Way of each sweep, metres.
        by: Vec3,
        /// Number of sweeps.
        count: u32,
    },
    /// Sweeps that another program recorded, each with the body that it began with.
    Captured(Vec<Captured>),
}

impl SweepScript {
    /// Number of sweeps.
    #[must_use]
    pub fn len(&self) -> u32 {
        match self {
            Self::Lines(lines) => lines.len() as u32,
            Self::Moves { count, .. } => *count,
            Self::Captured(list) => list.len() as u32,
        }
    }

    /// Whether there is nothing to sweep.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the first sweep begins, of recorded ones in its block; the origin when there is none.
    #[must_use]
    pub fn start(&self) -> Vec3 {
        match self {
            Self::Lines(lines) => lines.first().map_or(Vec3::ZERO, |line| line.0),
            Self::Moves { start, .. } => *start,
            Self::Captured(list) => list
                .first()
                .map_or(Vec3::ZERO, |sweep| sweep.body.position.frame.origin),
        }
    }

    /// The recorded sweep of `tick`; beyond the end the last one.
    #[must_use]
    pub fn captured(&self, tick: u32) -> Option<&Captured> {
        let Self::Captured(list) = self else {
            return None;
        };
        list.get((tick as usize).min(list.len().saturating_sub(1)))
    }

    fn input(&self, tick: u32, world: &World) -> Input {
        match self {
            Self::Lines(lines) => {
                let last = lines.len().saturating_sub(1);
                let line = lines
                    .get((tick as usize).min(last))
                    .copied()
                    .unwrap_or_default();
                Input::Line {
                    from: line.0,
                    to: line.1,
                }
            }
            Self::Moves { by, .. } => Input::Move { by: *by },
            Self::Captured(_) => {
                let line = self.captured(tick).map(|sweep| {
                    let at = sweep.body.position;
                    let scene = |point| world.to_scene(at.cell, point);
                    (scene(at.frame.origin), scene(sweep.to))
                });
                let (from, to) = line.unwrap_or_default();
                Input::Line { from, to }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_run_straight_between_points_and_rest_at_the_ends() {
        let point = |seconds, x, heading_degrees| PathPoint {
            seconds,
            feet: Vec3::X * x,
            heading_degrees,
        };
        let points = [
            point(1.0, 0.0, 0.0),
            point(2.0, 4.0, 90.0),
            point(4.0, 4.0, 450.0),
        ];
        assert_eq!(path_at(&points, 0.0), Some((Vec3::ZERO, 0.0)));
        assert_eq!(path_at(&points, 1.25), Some((Vec3::X, 22.5)));
        assert_eq!(path_at(&points, 3.0), Some((Vec3::X * 4.0, 270.0)));
        assert_eq!(path_at(&points, 9.0), Some((Vec3::X * 4.0, 450.0)));
        assert_eq!(path_at(&[], 1.0), None);
    }
}
