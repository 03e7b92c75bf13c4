//! Scripts of a driven mover: commands one after the other, and what they say at a tick.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::Gait;

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
            Command::Jump(_) | Command::Teleport { .. } | Command::SetVelocity(_) => {}
        }
        if first_tick(at) > f64::from(tick) {
            break;
        }
    }
    drive
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
}
