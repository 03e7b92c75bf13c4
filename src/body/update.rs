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
    use crate::body::body::{Build, DEFAULT_STATE};
    use crate::bsp::Tree;
    use crate::geometry::polygon::reference::wall_at;
    use crate::transition::trial::{level, level_ground, quad};
    use crate::world::Object;

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

    const TICK: f64 = 1.0 / 30.0;

    /// A human with its feet at `z`, which stands on the ground there if `transient` says so.
    fn human(z: f32, transient: u32) -> Body {
        let place = Position::single(Frame::at(Vec3::Z * z));
        let mut body = Body::new(Build::human(), place, DEFAULT_STATE);
        body.transient = Transient(transient);
        body.contact = level(0.0);
        body.contact_cell = place.cell;
        body.recompute_acceleration(&Policy::RETAIL);
        body
    }

    fn walk(way: Vec3) -> RootMotion {
        RootMotion {
            way,
            ..RootMotion::default()
        }
    }

    /// spec/transition.md 24, row for 18.2: how far a body must be taken for a path to be run.
    #[test]
    fn ways_without_a_path() {
        for (way, path) in [
            (Vec3::new(0.0001, 0.0001, -0.0002), false),
            (Vec3::new(0.0, 0.0, -0.0003), true),
        ] {
            let mut body = human(0.0, 0x83);
            let moved = body.update(&level_ground(), &Policy::RETAIL, TICK, walk(way), &mut ());
            assert_eq!(moved.sweep.is_some(), path, "{way}");
        }
    }

    /// spec/transition.md 22 E7 and EX-18e: a fall from 1 m meets the ground in tick 14, bounces with 5 percent and rests.
    #[test]
    fn fall_from_a_metre() {
        let (world, policy) = (level_ground(), Policy::RETAIL);
        let mut body = human(1.0, 0x80);
        for tick in 1..=40 {
            body.update(&world, &policy, TICK, RootMotion::default(), &mut ());
            assert_eq!(body.transient.has(Transient::CONTACT), tick >= 14, "{tick}");
            if tick == 13 {
                assert!((body.velocity.z + 4.573_333 - 9.8 / 30.0).abs() < 1e-4);
            }
            if tick == 14 {
                assert!(
                    (body.velocity.z - 0.228_667).abs() < 1e-4,
                    "{}",
                    body.velocity
                );
            }
        }
        assert_eq!(body.velocity, Vec3::ZERO);
        assert!((body.position.frame.origin.z - 0.005).abs() < 1e-4);
    }

    /// spec/transition.md 22 E8 and EX-18f: a jump lands in tick 35, hops for three more ticks and settles.
    #[test]
    fn jump_and_hops() {
        let (world, policy) = (level_ground(), Policy::RETAIL);
        let mut body = human(0.005, 0x81);
        body.set_velocity(Vec3::new(0.0, 7.6667, 5.662_155));
        let (mut apex, mut heights) = (0.0_f32, Vec::new());
        for tick in 1..=39 {
            body.update(&world, &policy, TICK, RootMotion::default(), &mut ());
            let place = body.position.frame.origin;
            if place.z > apex {
                apex = place.z;
            }
            if tick == 35 {
                assert!(body.is_grounded());
                assert!((place.y - 8.9444).abs() < 1e-3, "{place}");
                assert!(
                    (body.velocity.z - 0.288_56).abs() < 1e-4,
                    "{}",
                    body.velocity
                );
            } else {
                assert_eq!(body.is_grounded(), tick >= 39, "{tick}");
            }
            if tick > 35 {
                heights.push(place.z);
            }
        }
        assert!((apex - 1.6401).abs() < 1e-3, "{apex}");
        for (height, wanted) in heights.iter().zip([0.014_62, 0.018_79, 0.012_08, 0.005]) {
            assert!((height - wanted).abs() < 1e-4, "{heights:?}");
        }
        assert!(
            (body.velocity.z - 0.034_57).abs() < 1e-4,
            "{}",
            body.velocity
        );
    }

    /// spec/transition.md 18.4, the end: a walker that is pressed against a wall is awake after its tick, one that walks
    /// freely is not.
    #[test]
    fn asleep_and_awake() {
        let wall = Object::solid(
            "wall".to_owned(),
            Frame::default(),
            1.0,
            Tree::single_leaf(vec![quad(0.0, true), wall_at(2.0)]),
        );
        let (world, policy) = (World::new(vec![wall]), Policy::RETAIL);
        for (x, bits) in [(0.0, 0x03), (1.51, 0x87)] {
            let mut body = human(0.005, 0x83);
            body.position.frame.origin.x = x;
            body.update(&world, &policy, TICK, walk(Vec3::X * 0.1), &mut ());
            assert_eq!(body.transient.0, bits, "{x}: {:#x}", body.transient.0);
        }
    }
}
