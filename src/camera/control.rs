//! What a user does to a chase camera: zoom, turns, views and held keys.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::settings::ChaseSettings;
use crate::geometry::vector::{length, narrow, unit, wide};
use crate::ops;
use crate::policy::{DefaultStatus, Policy, Teleport};
pub use crate::probe::{Held, Order, Refusal, ViewMode};

/// Most orders of one tick.
pub const MAX_ORDERS: usize = 4;

/// Share of the boom's length that one unit of zoom takes or adds.
const ZOOM: f64 = 0.2;

/// Shortest boom that zooming in leaves, metres.
const SHORTEST: f64 = 0.5;

/// Farthest that zooming out leads sideways or back, and up, metres.
const FARTHEST: (f64, f64) = (10.0, 450.0);

/// Elevation that one unit of raising adds, degrees.
const RAISE_DEGREES: f64 = 8.0;

/// Highest elevation either way, degrees; above the pole the boom would have no heading. The paper has no limit.
const STEEPEST_DEGREES: f64 = 89.0;

/// Height of the eye under the pivot from which lowering makes the camera stiff, metres.
const LOW: f32 = -1.8;

/// The eye in the head: before the pivot.
const IN_HEAD: Vec3 = Vec3::new(0.0, 0.18, 0.0);

/// Where the eye begins behind the head it leaves.
const OUT_OF_HEAD: Vec3 = Vec3::new(0.0, -0.6, 0.5);

/// Largest z of the look direction either way.
const MAX_TILT: f32 = 0.8;

/// The orders of one tick, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Orders([Option<Order>; MAX_ORDERS]);

impl Orders {
    /// Adds an order; false, and nothing changed, if there are [`MAX_ORDERS`].
    ///
    /// # Source
    /// design.md, "recording": inputs are data of a fixed size.
    pub fn push(&mut self, order: Order) -> bool {
        let free = self.0.iter_mut().find(|slot| slot.is_none());
        free.map(|slot| *slot = Some(order)).is_some()
    }

    /// The orders, first to last.
    ///
    /// # Source
    /// design.md, "recording".
    pub fn iter(&self) -> impl Iterator<Item = Order> {
        self.0.into_iter().flatten()
    }

    /// Whether there is none.
    ///
    /// # Source
    /// design.md, "recording".
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// Whether all numbers are finite.
    ///
    /// # Source
    /// design.md, "Bounded".
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.iter().all(|order| match order {
            Order::Closer(m) | Order::Farther(m) | Order::Raise(m) | Order::Tilt(m) => {
                m.is_finite()
            }
            Order::Hold(held) => held.turn.is_finite(),
            Order::View(_) | Order::Enable(_) | Order::Attach(_) | Order::Reset => true,
        })
    }
}

/// What a user's orders leave behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Steering {
    /// The view.
    pub view: ViewMode,
    /// The keys that are held.
    pub held: Held,
    /// Tilt of the look direction in the head.
    pub tilt: f32,
    /// Whether lowering made the camera stiff.
    pub low: bool,
    /// Whether there was any order: from then on settings are state.
    pub steered: bool,
}

impl Steering {
    /// Does what `order` says to `now`, the settings in force; `home` are those of the scene.
    ///
    /// What lies beyond a limit of zooming or raising is refused: nothing changes. Resets are left to the caller.
    ///
    /// # Errors
    /// Why the order is refused.
    ///
    /// # Source
    /// spec/camera.md 9.1, 9.2; 0x00458890, 0x00457980, 0x00458CE0, 0x004576E0.
    pub fn obey(
        &mut self,
        order: Order,
        now: &mut ChaseSettings,
        home: &ChaseSettings,
        policy: &Policy,
    ) -> Result<(), Refusal> {
        self.steered = true;
        let offset = wide(now.viewer_offset);
        match order {
            Order::Hold(held) => self.held = held,
            Order::Enable(enabled) => now.enabled = enabled,
            Order::Attach(attached) => now.attached = attached,
            Order::Reset if policy.teleport == Teleport::Keep => return Err(Refusal::KeepsEye),
            Order::Reset => {}
            Order::Tilt(z) => self.tilt = limited(z, MAX_TILT),
            Order::View(view) => self.look(view, now),
            Order::Farther(_) if self.view == ViewMode::InHead => {
                self.look(ViewMode::Behind, now);
            }
            _ if self.view == ViewMode::InHead => return Err(Refusal::InHead),
            Order::Closer(m) => {
                let nearer = offset * (1.0 - ZOOM * f64::from(m));
                let fits = m.is_finite() && ZOOM * f64::from(m) < 1.0;
                if !(fits && length(nearer) >= SHORTEST) {
                    return Err(Refusal::TooNear);
                }
                now.viewer_offset = narrow(nearer);
            }
            Order::Farther(m) => {
                let farther = offset * (1.0 + ZOOM * f64::from(m));
                let (aside, up) = FARTHEST;
                let fits = farther.x.abs() <= aside && farther.y.abs() <= aside;
                if !(fits && farther.z <= up) {
                    return Err(Refusal::TooFar);
                }
                now.viewer_offset = narrow(farther);
            }
            Order::Raise(m) => {
                let raised = raised(offset, f64::from(m)).ok_or(Refusal::TooSteep)?;
                now.viewer_offset = narrow(raised);
                self.low = now.viewer_offset.z <= LOW;
            }
        }
        self.settle(now, home, policy);
        Ok(())
    }

    /// Changes the view.
    fn look(&mut self, view: ViewMode, now: &mut ChaseSettings) {
        if view == ViewMode::InHead {
            now.viewer_offset = IN_HEAD;
        } else if self.view == ViewMode::InHead {
            now.viewer_offset = OUT_OF_HEAD;
        }
        if view != self.view {
            (self.view, self.tilt, self.low) = (view, 0.0, false);
        }
    }

    /// What follows from view and offset: status, direction, stiffness.
    fn settle(&self, now: &mut ChaseSettings, home: &ChaseSettings, policy: &Policy) {
        let by_rule = || status_for_offset(now.viewer_offset, self.view, now.target.is_some());
        now.status = match (self.view, home.status, policy.default_status) {
            (ViewMode::InHead | ViewMode::Down, ..) => Some(by_rule()),
            (ViewMode::Behind, Some(status), _) => Some(status),
            (ViewMode::Behind, None, DefaultStatus::LookAtPivot) => None,
            (ViewMode::Behind, None, DefaultStatus::Level) => Some(by_rule()),
        };
        now.direction = match self.view {
            ViewMode::Behind => home.direction,
            ViewMode::InHead => Vec3::new(0.0, 1.0, self.tilt),
            // As far down as a head may look; the paper has no numbers for this view.
            ViewMode::Down => Vec3::new(0.0, 1.0, -MAX_TILT),
        };
        now.stiffness = match self.view {
            ViewMode::InHead => (1.0, home.stiffness.1),
            _ if self.low => (1.0, 1.0),
            _ => home.stiffness,
        };
    }

    /// Moves and turns the boom by the held keys for `dt` seconds.
    ///
    /// # Source
    /// spec/camera.md 5.1 step 3; 9.1 for the turn.
    pub fn hold(&self, now: &mut ChaseSettings, dt: f64) {
        let Held {
            viewer,
            pivot,
            turn,
        } = self.held;
        let moved = |offset: Vec3, flags: u32| {
            narrow(wide(offset) + key_velocity(flags, now.movement_speed) * dt)
        };
        if viewer != 0 {
            now.viewer_offset = moved(now.viewer_offset, viewer);
        }
        if pivot != 0 {
            now.pivot_offset = moved(now.pivot_offset, pivot);
        }
        if turn != 0.0 {
            let degrees = f64::from(now.adjustment_speed) * f64::from(turn) * dt;
            let (sine, cosine) = (
                ops::sin(degrees.to_radians()),
                ops::cos(degrees.to_radians()),
            );
            let DVec3 { x, y, z } = wide(now.viewer_offset);
            now.viewer_offset = narrow(DVec3::new(cosine * x - sine * y, sine * x + cosine * y, z));
        }
    }
}

/// Velocity of an offset while keys are held, metres per second.
///
/// # Source
/// spec/camera.md 5.1 step 3, `V(flags)`.
#[must_use]
pub fn key_velocity(flags: u32, speed: f32) -> DVec3 {
    let axis = |less: u32, more: u32| {
        f64::from(u8::from(flags & more != 0)) - f64::from(u8::from(flags & less != 0))
    };
    DVec3::new(axis(1, 2), axis(8, 4), axis(0x20, 0x10)) * f64::from(speed)
}

/// The target status that a view and an offset ask for.
///
/// # Source
/// spec/camera.md 9.2, `SetTargetForOffset` 0x004576E0.
#[must_use]
pub fn status_for_offset(offset: Vec3, view: ViewMode, targeted: bool) -> u32 {
    let (direction, object, pivot, plane) = (
        ChaseSettings::LOOK_IN_DIRECTION,
        ChaseSettings::LOOK_AT_OBJECT,
        ChaseSettings::LOOK_AT_PIVOT,
        ChaseSettings::ALIGN_WITH_PLANE,
    );
    match view {
        ViewMode::Down => direction,
        ViewMode::InHead => plane | direction,
        ViewMode::Behind if targeted => pivot | object,
        ViewMode::Behind if offset.x.abs() > 1.0 || offset.y > 0.0 => pivot,
        ViewMode::Behind => {
            let behind = offset.y <= -0.5 && offset.z >= -0.5;
            let steep = offset.z > 0.75 || offset.z < -0.5;
            plane | if behind { direction } else { 0 } | if steep { pivot } else { 0 }
        }
    }
}

/// `offset` with its elevation raised by so many units; none if that is too steep.
fn raised(offset: DVec3, units: f64) -> Option<DVec3> {
    let level = DVec3::new(offset.x, offset.y, 0.0);
    let ahead = unit(level)?;
    let elevation = ops::atan2(offset.z, length(level)).to_degrees() + RAISE_DEGREES * units;
    let (reach, radians) = (length(offset), elevation.to_radians());
    // No number is not within the limit either.
    (elevation.abs() <= STEEPEST_DEGREES)
        .then(|| ahead * (reach * ops::cos(radians)) + DVec3::Z * (reach * ops::sin(radians)))
}

/// `value` limited to `most` either way; 0 for what is no number.
fn limited(value: f32, most: f32) -> f32 {
    if value > most {
        most
    } else if value < -most {
        -most
    } else if value.is_nan() {
        0.0
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings after `orders`.
    fn after(orders: &[Order], policy: &str) -> (Steering, ChaseSettings) {
        let home = ChaseSettings::default();
        let (mut steering, mut now) = (Steering::default(), home);
        for order in orders {
            let before = (steering, now);
            let answer = steering.obey(*order, &mut now, &home, &policy.parse().unwrap());
            // What is refused changes nothing but that there was an order.
            assert!(answer.is_ok() || (steering.held, now) == (before.0.held, before.1));
        }
        (steering, now)
    }

    fn near(got: Vec3, want: [f32; 3]) {
        assert!(
            got.abs_diff_eq(Vec3::from_array(want), 2e-6),
            "{got} against {want:?}"
        );
    }

    /// spec/camera.md 13n.
    #[test]
    fn offset_control() {
        let offset = |order| after(&[order], "retail").1.viewer_offset;
        near(offset(Order::Closer(1.0)), [0.0, -2.0, 0.6]);
        near(offset(Order::Farther(1.0)), [0.0, -3.0, 0.9]);
        near(offset(Order::Raise(1.0)), [0.0, -2.371_29, 1.090_634]);
        near(offset(Order::Raise(-1.0)), [0.0, -2.580_05, 0.394_768]);
    }

    /// spec/camera.md 9.1: what lies beyond a limit is refused.
    #[test]
    fn limits_of_zooming_and_raising() {
        let lengths = |orders: &[Order]| length(wide(after(orders, "retail").1.viewer_offset));
        // 2.6101 * 0.8^7 is 0.547; one more would be 0.438.
        let seven = lengths(&[Order::Closer(1.0); 7]);
        assert!((seven - 2.610_076_6 * 0.209_715_2).abs() < 1e-6, "{seven}");
        assert_eq!(lengths(&[Order::Closer(1.0); 9]), seven);
        // More than the whole boom would turn it round.
        assert_eq!(lengths(&[Order::Closer(30.0)]), lengths(&[]));
        // 2.5 * 1.2^7 is 8.958; one more would be 10.75.
        let out = after(&[Order::Farther(1.0); 12], "retail").1.viewer_offset;
        near(out, [0.0, -8.957_952, 2.687_385_6]);
        let steep = after(&[Order::Raise(1.0); 12], "retail").1.viewer_offset;
        let elevation = f64::from(steep.z) / 2.610_076_6;
        // 16.6992 + 9 * 8 is 88.6992 degrees.
        assert!((elevation - 0.999_742).abs() < 1e-5, "{elevation}");
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for order in [Order::Closer(bad), Order::Farther(bad), Order::Raise(bad)] {
                assert_eq!(lengths(&[order]), lengths(&[]), "{order:?}");
            }
        }
    }

    /// spec/camera.md 9.1: an order that is refused says by which limit.
    #[test]
    fn refusals_have_a_reason() {
        let answer = |orders: &[Order], last: Order, policy: &str| {
            let (mut steering, mut now) = after(orders, policy);
            let home = ChaseSettings::default();
            steering.obey(last, &mut now, &home, &policy.parse().unwrap())
        };
        let head = [Order::View(ViewMode::InHead)];
        for (orders, last, policy, want) in [
            (
                &[][..],
                Order::Raise(10.0),
                "retail",
                Err(Refusal::TooSteep),
            ),
            (&[], Order::Raise(1.0), "retail", Ok(())),
            (&[], Order::Farther(100.0), "retail", Err(Refusal::TooFar)),
            (&[], Order::Closer(4.1), "retail", Err(Refusal::TooNear)),
            (&[], Order::Closer(4.0), "retail", Ok(())),
            (&head, Order::Closer(1.0), "retail", Err(Refusal::InHead)),
            (&head, Order::Raise(1.0), "retail", Err(Refusal::InHead)),
            (&head, Order::Farther(1.0), "retail", Ok(())),
            (&[], Order::Reset, "retail", Ok(())),
            (&[], Order::Reset, "legacy", Err(Refusal::KeepsEye)),
        ] {
            assert_eq!(answer(orders, last, policy), want, "{last:?}");
        }
    }

    /// spec/camera.md 9.1: deep under the pivot the camera is stiff, and only there.
    #[test]
    fn stiff_when_low() {
        let down = |count: usize| after(&vec![Order::Raise(-1.0); count], "retail").1;
        // -2.61 sin(39.3 deg) = -1.653, -2.61 sin(47.3 deg) = -1.918.
        assert_eq!(down(7).stiffness, (0.45, 0.45));
        assert_eq!(down(8).stiffness, (1.0, 1.0));
        let mut orders = vec![Order::Raise(-1.0); 8];
        orders.push(Order::Raise(1.0));
        assert_eq!(after(&orders, "retail").1.stiffness, (0.45, 0.45));
    }

    /// spec/camera.md 9.1, 9.2: into the head, about in it, and out.
    #[test]
    fn first_person_and_back() {
        let (_, head) = after(&[Order::View(ViewMode::InHead), Order::Tilt(2.0)], "retail");
        near(head.viewer_offset, [0.0, 0.18, 0.0]);
        assert_eq!(head.stiffness, (1.0, 0.45));
        assert_eq!(head.status, Some(0x11));
        near(head.direction, [0.0, 1.0, 0.8]);
        let zoomed = [Order::View(ViewMode::InHead), Order::Closer(1.0)];
        near(after(&zoomed, "retail").1.viewer_offset, [0.0, 0.18, 0.0]);
        for leave in [Order::Farther(1.0), Order::View(ViewMode::Behind)] {
            let (steering, back) = after(&[Order::View(ViewMode::InHead), leave], "retail");
            near(back.viewer_offset, [0.0, -0.6, 0.5]);
            assert_eq!((back.stiffness, back.status), ((0.45, 0.45), None));
            assert_eq!((back.direction, steering.view), (Vec3::Y, ViewMode::Behind));
        }
        let (_, down) = after(&[Order::View(ViewMode::Down)], "retail");
        assert_eq!(down.status, Some(1));
        near(down.viewer_offset, [0.0, -2.5, 0.75]);
        assert_eq!(down.direction.z, -0.8);
    }

    /// spec/camera.md 9.2; 1.3: the default offset asks for 0x11.
    #[test]
    fn status_from_offset() {
        let behind = ViewMode::Behind;
        for (offset, view, targeted, want) in [
            ([0.0, -2.5, 0.75], behind, false, 0x11),
            ([0.0, -2.5, 0.76], behind, false, 0x15),
            ([0.0, -2.5, -0.5], behind, false, 0x11),
            ([0.0, -2.5, -0.51], behind, false, 0x14),
            ([0.0, -0.4, 0.0], behind, false, 0x10),
            ([1.01, -2.5, 0.0], behind, false, 0x4),
            ([0.0, 0.1, 0.0], behind, false, 0x4),
            ([0.0, -2.5, 0.75], behind, true, 0x6),
            ([0.0, 0.18, 0.0], ViewMode::InHead, true, 0x11),
            ([0.0, -2.5, 0.75], ViewMode::Down, true, 0x1),
        ] {
            let got = status_for_offset(Vec3::from_array(offset), view, targeted);
            assert_eq!(got, want, "{offset:?}");
        }
        // The rule is in force where the policy has its result, and a status of the scene outranks it.
        let raised = |policy| after(&[Order::Raise(1.0)], policy).1.status;
        assert_eq!(raised("retail"), None);
        assert_eq!(raised("retail+default_status=0x11"), Some(0x15));
    }

    /// spec/camera.md 5.1 step 3 and 9.1: a metre and 40 degrees a second.
    #[test]
    fn held_keys() {
        let mut now = ChaseSettings::default();
        let hold = |viewer, pivot, turn| Steering {
            held: Held {
                viewer,
                pivot,
                turn,
            },
            ..Steering::default()
        };
        for (flag, want) in [
            (0x1, [-1.0, 0.0, 0.0]),
            (0x2, [1.0, 0.0, 0.0]),
            (0x4, [0.0, 1.0, 0.0]),
            (0x8, [0.0, -1.0, 0.0]),
            (0x10, [0.0, 0.0, 1.0]),
            (0x20, [0.0, 0.0, -1.0]),
            (0x3, [0.0; 3]),
        ] {
            assert_eq!(key_velocity(flag, 1.0), DVec3::from_array(want), "{flag}");
        }
        hold(0x10 | 0x2, 0, 0.0).hold(&mut now, 0.5);
        near(now.viewer_offset, [0.5, -2.5, 1.25]);
        hold(0, 0x20, 0.0).hold(&mut now, 0.25);
        near(now.pivot_offset, [0.0, 0.0, 1.25]);
        let mut now = ChaseSettings::default();
        hold(0, 0, 1.0).hold(&mut now, 90.0 / 40.0);
        near(now.viewer_offset, [2.5, 0.0, 0.75]);
    }

    #[test]
    fn a_tick_takes_four_orders() {
        let mut orders = Orders::default();
        assert!(orders.is_empty());
        for _ in 0..MAX_ORDERS {
            assert!(orders.push(Order::Reset));
        }
        assert!(!orders.push(Order::Reset) && !orders.is_empty());
        assert_eq!(orders.iter().count(), 4);
    }
}
