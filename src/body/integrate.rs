//! Velocity over time: gravity, friction, turning.

use glam::Vec3;

use super::body::{Body, GRAVITY, MAX_SPEED, Transient};
use crate::constants::EPSILON_WIDE;
use crate::geometry::Frame;
use crate::geometry::vector::{dot, narrow, wide};
use crate::ops;
use crate::policy::{Policy, Row};
use crate::world::ObjectState;

/// Square of the speed under which a body stops.
///
/// # Source
/// spec/transition.md 0.3, small speed 0.25.
const SMALL_SQUARED: f64 = 0.0625;

/// Speed away from the plane from which friction lets go, metres per second.
///
/// # Source
/// spec/transition.md 18.5.
const LIFT_OFF: f64 = 0.25;

/// Whether a body that falls from rest stays at rest: what gravity adds in an update of `dt` seconds counts as standing
/// still in the next, from 39.2 updates a second on.
///
/// # Source
/// spec/transition.md 18.4: speeds of 0.25 m/s and less become zero before the way of an update is taken.
#[must_use]
pub fn is_fall_lost(dt: f64) -> bool {
    let gained = f64::from(GRAVITY) * dt;
    gained * gained - SMALL_SQUARED < EPSILON_WIDE
}

impl Body {
    /// Moves `frame` by the velocity over `dt` seconds, and changes the velocity by friction and acceleration.
    ///
    /// # Source
    /// spec/transition.md 18.4, 0x00510700.
    pub(super) fn integrate(&mut self, frame: &mut Frame, dt: f64, policy: &Policy) {
        let mut squared = wide(self.velocity).length_squared();
        if squared <= 0.0 {
            if self.locomotion.is_none() && self.transient.has(Transient::ON_WALKABLE) {
                self.transient.put(Transient::ACTIVE, false);
            }
        } else {
            if squared > MAX_SPEED * MAX_SPEED {
                let speed = squared.sqrt();
                self.velocity = narrow(wide(self.velocity) * (MAX_SPEED / speed));
                squared = MAX_SPEED * MAX_SPEED;
            }
            self.apply_friction(dt, squared, policy);
            // The speed before the friction decides.
            if squared - SMALL_SQUARED < EPSILON_WIDE {
                self.velocity = Vec3::ZERO;
            }
            let way = wide(self.velocity) * dt + wide(self.acceleration) * (0.5 * dt * dt);
            frame.origin = narrow(wide(frame.origin) + way);
        }
        self.velocity = narrow(wide(self.velocity) + wide(self.acceleration) * dt);
        frame.rotation = frame.rotation.turned_by(wide(self.omega) * dt, policy);
    }

    /// Slows a body on walkable ground; `squared` is the square of its speed.
    ///
    /// # Source
    /// spec/transition.md 18.5, 0x0050ee70; ACE's slope test is inverted and in the wrong unit (T21).
    fn apply_friction(&mut self, dt: f64, squared: f64, policy: &Policy) {
        if !self.transient.has(Transient::ON_WALKABLE) {
            return;
        }
        let normal = self.contact.normal;
        let away = dot(self.velocity, normal);
        if away >= LIFT_OFF {
            return;
        }
        let mut velocity = wide(self.velocity) - wide(normal) * away;
        let friction = if self.state.has(ObjectState::SLEDDING) {
            let slope = f64::from(normal.z);
            if squared < 1.5625 {
                1.0
            } else if policy.is_ace(Row::T21) {
                if squared >= 6.25 && slope > 0.999_995_36 {
                    0.2
                } else {
                    f64::from(self.friction)
                }
            } else if squared < 6.25 || slope >= ops::cos(10.0_f64.to_radians()) {
                f64::from(self.friction)
            } else {
                0.2
            }
        } else {
            f64::from(self.friction)
        };
        velocity *= ops::pow(1.0 - friction, dt);
        self.velocity = narrow(velocity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::body::{Build, DEFAULT_STATE};
    use crate::geometry::{Plane, Position};

    const DT: f64 = 1.0 / 30.0;

    fn falling() -> Body {
        Body::new(
            Build::human(),
            Position::single(Frame::default()),
            DEFAULT_STATE,
        )
    }

    fn standing(velocity: Vec3) -> Body {
        let mut body = falling();
        body.contact = Plane {
            normal: Vec3::Z,
            offset: 0.0,
        };
        body.transient = Transient(0x83);
        body.recompute_acceleration(&Policy::default());
        body.velocity = velocity;
        body
    }

    /// spec/transition.md EX-18b.
    #[test]
    fn fall_from_rest() {
        let mut body = falling();
        let mut frame = Frame::default();
        for (z, vz) in [
            (0.0, -0.326_667),
            (-0.016_333, -0.653_333),
            (-0.043_556, -0.98),
            (-0.081_667, -1.306_667),
        ] {
            body.integrate(&mut frame, DT, &Policy::default());
            assert!(
                (f64::from(frame.origin.z) - z).abs() < 1e-6,
                "{}",
                frame.origin.z
            );
            assert!(
                (f64::from(body.velocity.z) - vz).abs() < 1e-6,
                "{}",
                body.velocity.z
            );
        }
    }

    /// spec/transition.md EX-18c.
    #[test]
    fn friction() {
        let mut body = standing(Vec3::X * 4.0);
        body.integrate(&mut Frame::default(), DT, &Policy::default());
        assert!(
            (f64::from(body.velocity.x) - 3.619_865).abs() < 1e-5,
            "{}",
            body.velocity.x
        );
    }

    /// spec/transition.md 24, row for 18.4.
    #[test]
    fn small_speeds_stop() {
        let mut body = standing(Vec3::X * 0.25);
        body.integrate(&mut Frame::default(), DT, &Policy::default());
        assert_eq!(body.velocity, Vec3::ZERO);
        let mut body = standing(Vec3::X * 0.2505);
        body.integrate(&mut Frame::default(), DT, &Policy::default());
        assert!(body.velocity.x > 0.2);
    }

    /// spec/transition.md EX-18j.
    #[test]
    fn turning() {
        for (policy, want) in [
            ("ace", [0.968_912, 0.0, 0.247_404, 0.0]),
            ("retail", [0.968_912, 0.247_404, 0.0, 0.0]),
        ] {
            let mut frame = Frame::default();
            frame.rotation = frame
                .rotation
                .turned_by(glam::DVec3::X * 0.5, &policy.parse().unwrap());
            for (got, want) in frame.rotation.wide().into_iter().zip(want) {
                assert!((got - want).abs() < 1e-6, "{policy}: {:?}", frame.rotation);
            }
        }
    }
}
