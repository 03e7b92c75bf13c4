//! One stateful step of the eye towards the desired pose, with its dead-band.

use glam::{DVec3, Vec3};

use super::desired::forward_of;
use super::settings::ChaseSettings;
use crate::constants::EPSILON_WIDE;
use crate::geometry::frame::interpolate_origin;
use crate::geometry::vector::{length, narrow, unit, wide};
use crate::geometry::{Frame, Rotation};
use crate::policy::{Policy, RotationStep, Sought, StiffnessOne};

/// The result of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoughtStep {
    /// The new pose.
    pub pose: Frame,
    /// The damped forward direction, where the policy keeps one.
    pub forward: Option<Vec3>,
    /// Fraction of the way for the origin.
    pub origin_fraction: f64,
    /// Fraction of the way for the rotation.
    pub rotation_fraction: f64,
    /// Whether the dead-band kept the pose.
    pub parked: bool,
}

/// Steps from `base` towards `desired` in `dt` seconds.
///
/// `base` is the published eye, or the camera's own last sought pose under [`Sought::SelfLerp`];
/// `forward` is the damped forward direction of [`RotationStep::ForwardNlerp`].
///
/// # Source
/// spec/camera.md 5.5; 11.2 and 11.3 for the other forms.
#[must_use]
pub fn sought_step(
    settings: &ChaseSettings,
    policy: &Policy,
    base: Frame,
    forward: Option<Vec3>,
    desired: Frame,
    dt: f64,
) -> SoughtStep {
    let (origin_fraction, origin_snaps) = fraction(settings.stiffness.0, dt, policy);
    let (rotation_fraction, rotation_snaps) = fraction(settings.stiffness.1, dt, policy);
    let origin = interpolate_origin(base.origin, desired.origin, origin_fraction);

    let (rotation, new_forward, rotation_close) = match policy.rotation {
        RotationStep::Slerp => {
            let rotation = base
                .rotation
                .interpolate(desired.rotation, rotation_fraction, policy);
            (
                rotation,
                None,
                rotation.is_close(base.rotation, EPSILON_WIDE),
            )
        }
        RotationStep::ForwardNlerp => {
            let old = forward.unwrap_or_else(|| forward_of(&base));
            let new = nlerp(old, forward_of(&desired), rotation_fraction);
            let rotation = Rotation::facing(wide(new)).unwrap_or(base.rotation);
            let moved = length(wide(new) - wide(old));
            (rotation, Some(new), moved < EPSILON_WIDE)
        }
    };

    let moved = length(wide(origin) - wide(base.origin));
    let parked = !origin_snaps
        && !rotation_snaps
        && moved < 2.0 * EPSILON_WIDE
        && rotation_close
        && !full_boom(policy);
    let (pose, new_forward) = if parked {
        (base, new_forward.map(|new| forward.unwrap_or(new)))
    } else if full_boom(policy) {
        (
            Frame {
                origin: desired.origin,
                rotation,
            },
            new_forward,
        )
    } else {
        (Frame { origin, rotation }, new_forward)
    };
    SoughtStep {
        pose,
        forward: new_forward,
        origin_fraction,
        rotation_fraction,
        parked,
    }
}

/// Whether sought's origin is the desired one in every tick.
fn full_boom(policy: &Policy) -> bool {
    policy.sought == Sought::FullBoom
}

/// Fraction of the way in one tick, and whether the stiffness snaps.
///
/// # Source
/// spec/camera.md 5.5; variant C5 clamps and has no snap.
fn fraction(stiffness: f32, dt: f64, policy: &Policy) -> (f64, bool) {
    let stiffness = f64::from(stiffness);
    if policy.stiffness_one == StiffnessOne::Snap && stiffness >= 1.0 - EPSILON_WIDE {
        return (1.0, true);
    }
    let fraction = stiffness * dt * 10.0;
    (if fraction < 1.0 { fraction } else { 1.0 }, false)
}

/// Normalised linear interpolation of directions; a sum without length gives the target.
///
/// # Source
/// spec/camera.md 11.2 step 2.
fn nlerp(from: Vec3, to: Vec3, fraction: f64) -> Vec3 {
    let mixed: DVec3 = wide(from) * (1.0 - fraction) + wide(to) * fraction;
    unit(mixed).map_or(to, narrow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retail() -> Policy {
        Policy::default()
    }

    /// spec/camera.md 13a.
    #[test]
    fn factors() {
        let clamp = "adapted".parse().unwrap();
        for (stiffness, dt, want, snaps) in [
            (0.45, 1.0 / 60.0, 0.075, false),
            (0.45, 1.0 / 30.0, 0.15, false),
            (0.45, 1.0 / 1700.0, 0.002_647_1, false),
            (0.45, 0.3, 1.0, false),
            (0.9998, 1.0 / 60.0, 1.0, true),
            (0.9997, 1.0 / 60.0, 0.166_617, false),
        ] {
            let (got, snapped) = fraction(stiffness, dt, &retail());
            assert!((got - want).abs() < 1e-6, "{stiffness} at {dt}: {got}");
            assert_eq!(snapped, snaps, "{stiffness}");
        }
        let (got, snapped) = fraction(1.0, 1.0 / 60.0, &clamp);
        assert!((got - 0.166_667).abs() < 1e-6);
        assert!(!snapped);
    }

    /// spec/camera.md 13f: a gap of 5 mm parks, one of 6 mm moves; a snap never parks.
    #[test]
    fn dead_band() {
        let base = Frame::at(Vec3::ZERO);
        let settings = ChaseSettings::default();
        let step = |gap: f32, settings: &ChaseSettings| {
            sought_step(
                settings,
                &retail(),
                base,
                None,
                Frame::at(Vec3::Y * gap),
                1.0 / 60.0,
            )
        };
        let parked = step(0.005, &settings);
        assert!(parked.parked);
        assert_eq!(parked.pose, base);
        let moving = step(0.006, &settings);
        assert!(!moving.parked);
        assert!((f64::from(moving.pose.origin.y) - 0.000_45).abs() < 1e-8);
        let stiff = ChaseSettings {
            stiffness: (1.0, 0.45),
            ..settings
        };
        assert!(!step(0.0001, &stiff).parked);
    }

    /// spec/camera.md 13i, forward nlerp: degrees turned for targets of 90, 179 and 180 degrees.
    #[test]
    fn forward_nlerp() {
        for (target, want) in [(90.0_f64, 4.6355), (179.0, 0.0882), (180.0, 0.0)] {
            let to = narrow(Rotation::from_heading_pitch(target, 0.0).apply(DVec3::Y));
            let got = nlerp(Vec3::Y, to, 0.075);
            let degrees = crate::ops::atan2(f64::from(got.x), f64::from(got.y)).to_degrees();
            assert!((degrees - want).abs() < 2e-4, "target {target}: {degrees}");
        }
    }
}
