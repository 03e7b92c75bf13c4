//! One update of a body: tentative frame, path, commit.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::body::{Body, Transient};
use crate::constants::EPSILON_WIDE;
use crate::geometry::position::BLOCK;
use crate::geometry::rotation::heading_degrees;
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Frame, Position, Rotation};
use crate::policy::{Policy, Row};
use crate::probe::Probe;
use crate::transition::SweepOutcome;
use crate::world::{ObjectState, World};

/// Shortest remainder of time that is simulated, seconds.
///
/// # Source
/// spec/transition.md 0.3, MIN quantum.
pub const MIN_QUANTUM: f64 = 1.0 / 30.0;
/// Longest time that is simulated at once, seconds; ACE has 0.1 (T20).
///
/// # Source
/// spec/transition.md 0.3, MAX quantum.
pub const MAX_QUANTUM: f64 = 0.2;
/// Time beyond which nothing is simulated, seconds.
///
/// # Source
/// spec/transition.md 0.3, HUGE quantum.
pub const HUGE_QUANTUM: f64 = 2.0;

/// Movement that comes with the body's animation, in its own space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RootMotion {
    /// Way, metres.
    pub way: Vec3,
    /// Turn.
    pub turn: Rotation,
}

/// What one update did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The path, if one was run.
    pub sweep: Option<SweepOutcome>,
    /// Whether a path was run and refused; the body stayed.
    pub refused: bool,
}

/// The quanta in which `elapsed` seconds are simulated, and what is carried over to the next time.
///
/// # Source
/// spec/transition.md 18.1, `update_object` 0x00515d10; ACE's longest quantum is 0.1 (T20).
#[must_use]
pub fn quanta(elapsed: f64, policy: &Policy) -> (Vec<f64>, f64) {
    let longest = if policy.is_ace(Row::T20) {
        0.1
    } else {
        MAX_QUANTUM
    };
    let usable = elapsed > EPSILON_WIDE && elapsed <= HUGE_QUANTUM;
    if !usable {
        return (Vec::new(), 0.0);
    }
    if elapsed <= longest {
        return (vec![elapsed], 0.0);
    }
    let (mut all, mut left) = (Vec::new(), elapsed);
    while left > longest {
        all.push(longest);
        left -= longest;
    }
    if left > MIN_QUANTUM {
        all.push(left);
        left = 0.0;
    }
    (all, left)
}

impl Body {
    /// The way and turn of the body's gait in `dt` seconds.
    ///
    /// # Source
    /// spec/transition.md 18.3: without animation the state velocity takes its place.
    #[must_use]
    pub fn gait_motion(&self, dt: f64) -> RootMotion {
        let Some(locomotion) = &self.locomotion else {
            return RootMotion::default();
        };
        let turn = -f64::from(locomotion.turn_degrees()).to_radians() * dt;
        RootMotion {
            way: narrow(wide(locomotion.state_velocity()) * dt),
            turn: Rotation::about_z(turn),
        }
    }

    /// One internal update of `dt` seconds.
    ///
    /// # Source
    /// spec/transition.md 18.2, `UpdateObjectInternal` 0x005156b0.
    pub fn update<P: Probe>(
        &mut self,
        world: &World,
        policy: &Policy,
        dt: f64,
        motion: RootMotion,
        probe: &mut P,
    ) -> Moved {
        let still = Moved {
            sweep: None,
            refused: false,
        };
        if !self.transient.has(Transient::ACTIVE) || !self.cell.is_some() {
            return still;
        }
        let old = self.position.frame;
        let mut new = self.tentative(dt, motion, policy);
        if self.build.sphere_count == 0 {
            self.position.frame.rotation = new.rotation;
            self.cached_velocity = Vec3::ZERO;
            return still;
        }
        let near = |a: f32, b: f32| (f64::from(a) - f64::from(b)).abs() <= EPSILON_WIDE;
        let (a, b) = (old.origin, new.origin);
        if near(a.x, b.x) && near(a.y, b.y) && near(a.z, b.z) {
            if policy.is_ace(Row::T33) {
                self.position.frame = new;
            } else {
                self.position.frame.rotation = new.rotation;
            }
            self.cached_velocity = Vec3::ZERO;
            return still;
        }
        let way = wide(new.origin) - wide(old.origin);
        let beyond = way.x.abs() > BLOCK || way.y.abs() > BLOCK;
        if beyond && policy.is_ace(Row::T33) {
            return still;
        }
        self.face(&mut new, way, policy);

        let end = Position {
            cell: self.position.cell,
            frame: new,
        };
        let mut path = self.path(world, policy, end, probe);
        let walk = path.find_valid_position();
        let outcome = path.outcome(&walk);
        let lost = policy.is_ace(Row::T32) && !path.path.current_cell.is_some();
        if path.effects.velocity_zeroed {
            self.set_velocity(Vec3::ZERO);
        }
        if !walk.success || lost {
            self.position.frame.rotation = new.rotation;
            self.cached_velocity = Vec3::ZERO;
            return Moved {
                sweep: Some(outcome),
                refused: true,
            };
        }
        let begin = self.position;
        let moved = begin.to_block(&path.path.current, Vec3::ZERO) - wide(begin.frame.origin);
        self.cached_velocity = narrow(moved / dt);
        self.commit(&path.path, &path.collision, world, policy);
        Moved {
            sweep: Some(outcome),
            refused: false,
        }
    }

    /// Where the body would be after `dt` seconds if nothing were in the way.
    ///
    /// # Source
    /// spec/transition.md 18.3, 0x00512c30.
    fn tentative(&mut self, dt: f64, motion: RootMotion, policy: &Policy) -> Frame {
        let mut frame = self.position.frame;
        if self.state.has(ObjectState::HIDDEN) {
            return frame;
        }
        let share = if self.transient.has(Transient::ON_WALKABLE) {
            f64::from(self.build.scale)
        } else {
            0.0
        };
        let way = wide(motion.way) * share;
        frame.origin = narrow(wide(frame.origin) + frame.rotation.apply(way));
        if motion.turn != Rotation::IDENTITY {
            frame.rotation = frame.rotation.then_after(motion.turn);
        }
        self.integrate(&mut frame, dt, policy);
        frame
    }

    /// Turns a body that faces the way it goes.
    ///
    /// # Source
    /// spec/transition.md 18.2; ACE's headings are T35 and T38.
    fn face(&self, frame: &mut Frame, way: glam::DVec3, policy: &Policy) {
        let along = |v: glam::DVec3| Rotation::facing_under(v, policy);
        if self.state.has(ObjectState::ALIGN_PATH) {
            frame.rotation = along(way).unwrap_or(frame.rotation);
        } else if self.state.has(ObjectState::SLEDDING) && length(wide(self.velocity)) > 0.0 {
            let velocity = wide(self.velocity);
            frame.rotation = if policy.is_ace(Row::T35) {
                along(velocity).unwrap_or(frame.rotation)
            } else {
                Rotation::from_heading_pitch(heading_degrees(velocity), 0.0)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/transition.md EX-18a: elapsed seconds, quanta, what is carried.
    #[test]
    fn quanta_of_elapsed_time() {
        let retail = Policy::default();
        for (elapsed, want, carried) in [
            (0.02, vec![0.02], 0.0),
            (0.201, vec![0.2], 0.001),
            (0.42, vec![0.2, 0.2], 0.02),
            (0.45, vec![0.2, 0.2, 0.05], 0.0),
            (2.5, vec![], 0.0),
            (0.0001, vec![], 0.0),
            (-1.0, vec![], 0.0),
            (f64::NAN, vec![], 0.0),
        ] {
            let (got, left) = quanta(elapsed, &retail);
            assert_eq!(got.len(), want.len(), "{elapsed}: {got:?}");
            for (got, want) in got.iter().zip(&want) {
                assert!((got - want).abs() < 1e-9, "{elapsed}: {got}");
            }
            assert!((left - carried).abs() < 1e-9, "{elapsed}: carried {left}");
        }
        let (ace, _) = quanta(0.45, &"ace".parse().unwrap());
        assert_eq!(ace.len(), 5);
    }
}
