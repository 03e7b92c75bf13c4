//! How a body walks, runs and jumps by itself.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::body::{Body, Transient};
use crate::constants::EPSILON;
use crate::geometry::vector::{length, narrow};
use crate::policy::Policy;
use crate::world::ObjectState;

/// Forward speed of a walk, metres per second.
///
/// # Source
/// spec/transition.md 18.8.
pub const WALK: f32 = 3.12;
/// Forward speed of a run, metres per second.
///
/// # Source
/// spec/transition.md 18.8.
pub const RUN: f32 = 4.0;
/// Sideways speed, metres per second.
///
/// # Source
/// spec/transition.md 18.8.
pub const SIDESTEP: f32 = 1.25;
/// Turning speed of a walking body, degrees per second.
///
/// The original turns by its animation, which is not part of this program; this is a quarter turn a second.
///
/// # Source
/// spec/transition.md 18.8 gives the factor for running only.
pub const TURN_DEGREES: f32 = 90.0;

/// What a body is told to do; speeds are factors, negative ones go the other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gait {
    /// Forwards (1) or backwards (-1).
    pub forward: f32,
    /// To the right (1) or left (-1).
    pub sidestep: f32,
    /// Clockwise (1) or counter-clockwise (-1).
    pub turn: f32,
    /// Whether it runs.
    pub run: bool,
}

/// How a body walks by itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Locomotion {
    /// What it is told to do.
    pub gait: Gait,
    /// Run rate from skill and load, 1 for an untrained one.
    pub run_rate: f32,
    /// Jump skill.
    pub jump_skill: f32,
    /// Power of the jump that was just asked for, 0..=1; 0 when there is none.
    pub jump_power: f32,
}

impl Default for Locomotion {
    fn default() -> Self {
        Self {
            gait: Gait::default(),
            run_rate: run_rate(100.0, 0.0),
            jump_skill: 100.0,
            jump_power: 0.0,
        }
    }
}

/// Run rate of a body with `skill` and `load` (1 is its full burden).
///
/// # Source
/// spec/transition.md 18.8, R.
#[must_use]
pub fn run_rate(skill: f64, load: f64) -> f32 {
    let skill_of_800 = skill.to_bits() == 800.0_f64.to_bits();
    if skill_of_800 {
        return 4.5;
    }
    ((load_factor(load) * (skill / (skill + 200.0)) * 11.0 + 4.0) / 4.0) as f32
}

/// Share of a skill that `load` leaves.
fn load_factor(load: f64) -> f64 {
    if load <= 1.0 {
        1.0
    } else if load < 2.0 {
        2.0 - load
    } else {
        0.0
    }
}

/// Height of a jump of `power` (0..=1) with `skill` and `load`, metres.
///
/// # Source
/// spec/transition.md 18.8, H.
#[must_use]
pub fn jump_height(skill: f64, power: f64, load: f64) -> f64 {
    let height = load_factor(load) * (22.2 * skill / (skill + 1300.0) + 0.05) * power;
    if height > 0.35 { height } else { 0.35 }
}

impl Locomotion {
    /// Velocity in the body's space, metres per second.
    ///
    /// # Source
    /// spec/transition.md 18.8, state velocity.
    #[must_use]
    pub fn state_velocity(&self) -> Vec3 {
        let gait = self.gait;
        let mut forward = f64::from(gait.forward);
        let mut runs = false;
        if forward < 0.0 {
            forward *= 0.65;
        }
        let mut side = f64::from(gait.sidestep) * 0.5 * 3.12 / 1.25;
        if gait.run {
            runs = forward > 0.0;
            forward *= f64::from(self.run_rate);
            side = (side * f64::from(self.run_rate)).clamp(-3.0, 3.0);
        }
        let y = f64::from(if runs { RUN } else { WALK }) * forward;
        let x = f64::from(SIDESTEP) * side;
        let velocity = glam::DVec3::new(x, y, 0.0);
        let limit = f64::from(RUN) * f64::from(self.run_rate);
        let speed = length(velocity);
        if speed > limit {
            narrow(velocity * (limit / speed))
        } else {
            narrow(velocity)
        }
    }

    /// Turning, degrees per second clockwise.
    ///
    /// # Source
    /// spec/transition.md 18.8.
    #[must_use]
    pub fn turn_degrees(&self) -> f32 {
        self.gait.turn * TURN_DEGREES * if self.gait.run { 1.5 } else { 1.0 }
    }

    /// Take-off speed of the jump that was asked for, metres per second.
    ///
    /// # Source
    /// spec/transition.md 18.8: power under the tolerance does not lift.
    #[must_use]
    pub fn take_off(&self) -> f32 {
        if self.jump_power < EPSILON {
            return 0.0;
        }
        (19.6 * jump_height(f64::from(self.jump_skill), f64::from(self.jump_power), 0.0)).sqrt()
            as f32
    }
}

impl Body {
    /// Jumps with `power` (0..=1) if it stands; whether it did.
    ///
    /// # Source
    /// spec/transition.md 18.8, jump.
    pub fn jump(&mut self, power: f32, policy: &Policy) -> bool {
        let may = self.is_grounded() || !self.state.has(ObjectState::GRAVITY);
        let Some(locomotion) = &mut self.locomotion else {
            return false;
        };
        if !may {
            return false;
        }
        locomotion.jump_power = power;
        self.transient.put(Transient::ON_WALKABLE, false);
        self.leave_ground(policy);
        true
    }

    /// Carries the gait's velocity, and a jump's, into the air.
    ///
    /// # Source
    /// spec/transition.md 18.8, leave-ground.
    pub(super) fn leave_ground(&mut self, policy: &Policy) {
        self.recompute_acceleration(policy);
        let Some(locomotion) = &mut self.locomotion else {
            return;
        };
        let state = locomotion.state_velocity();
        let local = Vec3::new(state.x, state.y, locomotion.take_off());
        locomotion.jump_power = 0.0;
        let small = |c: f32| c.abs() < EPSILON;
        if small(local.x) && small(local.y) && small(local.z) {
            return;
        }
        let velocity = self.position.frame.vector_to_global(local);
        self.set_velocity(velocity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/transition.md EX-18h: skill, run rate, forward speed.
    #[test]
    fn running() {
        for (skill, rate, speed) in [
            (100.0, 1.916_667, 7.6667),
            (799.0, 3.1995, 12.798),
            (800.0, 4.5, 18.0),
            (801.0, 3.2005, 12.802),
        ] {
            let got = run_rate(skill, 0.0);
            assert!((f64::from(got) - rate).abs() < 1e-3, "{skill}: {got}");
            let gait = Gait {
                forward: 1.0,
                run: true,
                ..Gait::default()
            };
            let run = Locomotion {
                gait,
                run_rate: got,
                ..Locomotion::default()
            };
            assert!(
                (f64::from(run.state_velocity().y) - speed).abs() < 1e-3,
                "{skill}"
            );
        }
    }

    /// spec/transition.md EX-18g: skill, power, height, take-off speed.
    #[test]
    fn jumping() {
        for (skill, power, height, speed) in [
            (100.0, 1.0, 1.635_714, 5.662_155),
            (100.0, 0.5, 0.817_857, 4.003_748),
            (0.0, 1.0, 0.35, 2.619_16),
        ] {
            assert!((jump_height(skill, power, 0.0) - height).abs() < 1e-6);
            let jump = Locomotion {
                jump_skill: skill as f32,
                jump_power: power as f32,
                ..Locomotion::default()
            };
            assert!((f64::from(jump.take_off()) - speed).abs() < 1e-5);
        }
        assert_eq!(Locomotion::default().take_off(), 0.0);
    }

    /// spec/transition.md 18.8: a step back and a step to the side.
    #[test]
    fn backwards_and_sideways() {
        let walk = |forward, sidestep| {
            let gait = Gait {
                forward,
                sidestep,
                ..Gait::default()
            };
            Locomotion {
                gait,
                ..Locomotion::default()
            }
            .state_velocity()
        };
        assert!((walk(1.0, 0.0).y - 3.12).abs() < 1e-6);
        assert!((walk(-1.0, 0.0).y + 2.028).abs() < 1e-6);
        assert!((walk(0.0, 1.0).x - 1.56).abs() < 1e-6);
    }
}
