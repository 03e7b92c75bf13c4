//! What the sweep leaves of the sought pose.

use glam::Vec3;

use super::settings::ChaseSettings;
use crate::geometry::Frame;
use crate::geometry::vector::{narrow, wide};
use crate::policy::{CameraSweep, Policy, SweepStart};
use crate::probe::{Probe, Rung};
use crate::transition::{Mover, MoverFlags, SweepOutcome, sweep};
use crate::world::World;

/// Sweeps the eye's sphere from the pivot to the sought pose.
///
/// In a single space the only failure is the sweep's own, and then the sought pose itself is published (the ladder's second rung).
///
/// # Source
/// spec/camera.md 7, `update_viewer` 0x00453ce0.
pub fn publish<P: Probe>(
    world: &World,
    settings: &ChaseSettings,
    policy: &Policy,
    pivot: Frame,
    sought: Frame,
    probe: &mut P,
) -> (Frame, Rung, SweepOutcome) {
    let flags = MoverFlags(policy.viewer_flags.bits());
    let mover = Mover::viewer(settings.radius, flags);
    // The faulty form of scene C16 sweeps a centre one radius above the path.
    let lift = match policy.sweep_start {
        SweepStart::Centred => Vec3::ZERO,
        SweepStart::Raised => Vec3::Z * settings.radius,
    };
    let shifted = |frame: Frame, by: Vec3| Frame {
        origin: narrow(wide(frame.origin) + wide(by)),
        ..frame
    };
    let (begin, end) = (shifted(pivot, lift), shifted(sought, lift));
    if policy.camera_sweep == CameraSweep::Off {
        let outcome = SweepOutcome::unswept(begin, end);
        return (sought, Rung::Unswept, outcome);
    }
    let outcome = sweep(world, policy, mover, begin, end, probe);
    if outcome.success {
        (shifted(outcome.end, -lift), Rung::Swept, outcome)
    } else {
        (sought, Rung::SoughtSeated, outcome)
    }
}
