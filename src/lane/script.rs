//! Scripts of a driven mover: commands one after the other, and what they say at a tick.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::Gait;
use crate::camera::control::MAX_ORDERS;
use crate::camera::{Order, Orders};

/// One command of a script. A gait lasts its seconds; the others take effect at once, in the tick in which they come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Keep a gait for so many seconds.
    Drive {
        /// The gait.
        gait: Gait,
        /// How long, seconds.
        seconds: f64,
    },
    /// Jump with this power, 0..=1.
    Jump(f32),
    /// Put the feet here, with this compass heading in degrees.
    Teleport {
        /// Feet, metres.
        feet: Vec3,
        /// Heading, degrees.
        heading_degrees: f64,
    },
    /// Set the velocity, metres per second.
    SetVelocity(Vec3),
    /// Tell the camera.
    Camera(Order),
}

/// What a driven mover is told in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drive {
    /// The gait.
    pub gait: Gait,
    /// A jump with this power, 0..=1.
    pub jump: Option<f32>,
    /// New feet and heading in degrees.
    pub teleport: Option<(Vec3, f64)>,
    /// New velocity, metres per second.
    pub velocity: Option<Vec3>,
    /// What the camera is told.
    pub camera: Orders,
}

/// What `commands` say for `tick` at `hz` ticks a second; after the last command the mover is told to stand.
///
/// A command that takes effect at once belongs to the first tick that begins when or after it comes.
#[must_use]
pub fn drive_at(commands: &[Command], tick: u32, hz: u32) -> Drive {
    let hz = f64::from(hz);
    let first_tick = |seconds: f64| (seconds * hz - 1e-9).ceil();
    let mut drive = Drive::default();
    let mut at = 0.0;
    for command in commands {
        let now = first_tick(at) == f64::from(tick);
        match *command {
            Command::Drive { gait, seconds } => {
                let end = at + seconds;
                if first_tick(at) <= f64::from(tick) && f64::from(tick) < first_tick(end) {
                    drive.gait = gait;
                }
                at = end;
            }
            Command::Jump(power) if now => drive.jump = Some(power),
            Command::Teleport {
                feet,
                heading_degrees,
            } if now => drive.teleport = Some((feet, heading_degrees)),
            Command::SetVelocity(velocity) if now => drive.velocity = Some(velocity),
            // More than fit are refused where scripts are built.
            Command::Camera(order) if now => _ = drive.camera.push(order),
            Command::Jump(_)
            | Command::Teleport { .. }
            | Command::SetVelocity(_)
            | Command::Camera(_) => {}
        }
        if first_tick(at) > f64::from(tick) {
            break;
        }
    }
    drive
}

/// What timed `orders` (seconds, order) say to the camera of a scripted player in `tick`; each belongs to the first tick not
/// before it.
#[must_use]
pub fn orders_at(orders: &[(f64, Order)], tick: u32, hz: u32) -> Orders {
    let mut told = Orders::default();
    for (_, order) in due(orders, tick, hz) {
        let _ = told.push(*order);
    }
    told
}

/// Those of `orders` that belong to `tick`.
fn due(orders: &[(f64, Order)], tick: u32, hz: u32) -> impl Iterator<Item = &(f64, Order)> {
    let hz = f64::from(hz);
    orders
        .iter()
        .filter(move |(seconds, _)| (seconds * hz - 1e-9).ceil() == f64::from(tick))
}

/// The first tick at `hz` to which more of `orders`, in seconds, fall than a tick takes.
#[must_use]
pub fn crowded_tick(seconds: impl Iterator<Item = f64>, hz: u32) -> Option<f64> {
    let ticks: Vec<f64> = seconds
        .map(|at| (at * f64::from(hz) - 1e-9).ceil())
        .collect();
    let mut same = ticks.windows(MAX_ORDERS + 1);
    same.find(|ticks| ticks[0] == ticks[MAX_ORDERS])
        .map(|ticks| ticks[0])
}

/// When each order to the camera comes in a script, seconds.
pub fn camera_times(commands: &[Command]) -> impl Iterator<Item = f64> {
    let mut at = 0.0;
    commands.iter().filter_map(move |command| match command {
        Command::Drive { seconds, .. } => {
            at += seconds;
            None
        }
        Command::Camera(_) => Some(at),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_come_one_after_the_other() {
        let walk = Gait {
            forward: 1.0,
            ..Gait::default()
        };
        let commands = [
            Command::Drive {
                gait: walk,
                seconds: 0.1,
            },
            Command::Jump(0.5),
            Command::Drive {
                gait: Gait::default(),
                seconds: 0.1,
            },
            Command::SetVelocity(Vec3::X),
        ];
        let at = |tick| drive_at(&commands, tick, 30);
        assert_eq!(at(0).gait, walk);
        assert_eq!(at(2).gait, walk);
        assert_eq!(at(2).jump, None);
        assert_eq!(
            at(3),
            Drive {
                jump: Some(0.5),
                ..Drive::default()
            }
        );
        assert_eq!(at(4), Drive::default());
        assert_eq!(
            at(6),
            Drive {
                velocity: Some(Vec3::X),
                ..Drive::default()
            }
        );
        assert_eq!(at(7), Drive::default());
    }
    #[test]
    fn orders_to_the_camera() {
        let orders = [
            (0.0, Order::Closer(1.0)),
            (0.5, Order::Raise(1.0)),
            (0.51, Order::Reset),
        ];
        let told = |tick, hz| orders_at(&orders, tick, hz).iter().collect::<Vec<_>>();
        assert_eq!(told(0, 30), [Order::Closer(1.0)]);
        assert_eq!(told(15, 30), [Order::Raise(1.0)]);
        assert_eq!(told(16, 30), [Order::Reset]);
        assert_eq!(told(1, 1), [Order::Raise(1.0), Order::Reset]);

        let wait = Command::Drive {
            gait: Gait::default(),
            seconds: 0.5,
        };
        let commands = [
            Command::Camera(Order::Reset),
            wait,
            Command::Camera(Order::Raise(2.0)),
            Command::Camera(Order::Closer(1.0)),
        ];
        let told = |tick| drive_at(&commands, tick, 30).camera.iter().count();
        assert_eq!((told(0), told(14), told(15), told(16)), (1, 0, 2, 0));
        let times: Vec<f64> = camera_times(&commands).collect();
        assert_eq!(times, [0.0, 0.5, 0.5]);
    }

    #[test]
    fn a_tick_with_too_many_orders_is_named() {
        let times = [0.0, 1.0, 1.25, 1.5, 1.75, 2.0];
        assert_eq!(crowded_tick(times.into_iter(), 4), None);
        assert_eq!(crowded_tick(times.into_iter(), 1), None);
        let times = [0.0, 1.25, 1.3, 1.5, 1.75, 2.0];
        assert_eq!(crowded_tick(times.into_iter(), 1), Some(2.0));
        assert_eq!(crowded_tick(times.into_iter(), 60), None);
    }
}
