//! The update gate: body and camera are updated at most so often, whatever the rate of drawing.

use crate::policy::{CameraGate, Policy};

/// Shortest time between two updates under the gate, seconds.
///
/// # Source
/// spec/camera.md 2, update gate.
pub const GATE: f64 = 1.0 / 30.0;

/// The seconds that an update would cover after `dt` more since the last one, or `None` when none is due; changes nothing.
///
/// # Source
/// spec/camera.md 2, update gate.
#[must_use]
pub fn due(policy: &Policy, since_update: f64, dt: f64) -> Option<f64> {
    let mut since = since_update;
    elapsed(policy, &mut since, dt)
}

/// Takes in `dt` more seconds since the last update; the seconds that an update has to cover, or `None` when none is due.
///
/// # Source
/// spec/camera.md 2: without the gate every frame is an update of its own `dt`.
pub fn elapsed(policy: &Policy, since_update: &mut f64, dt: f64) -> Option<f64> {
    *since_update += dt;
    let covered = match policy.camera_gate {
        CameraGate::EveryFrame => dt,
        // The small slack keeps a 30 Hz scene from missing the gate by a rounding.
        CameraGate::Hz30 if *since_update < GATE - 1e-9 => return None,
        CameraGate::Hz30 => *since_update,
    };
    *since_update = 0.0;
    Some(covered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At 90 and 240 Hz an update covers the ticks since the one before, also where their sum is a rounding short of the gate.
    #[test]
    fn gated_updates_cover_the_time_between() {
        let gated: Policy = "retail+camera_gate=hz30".parse().unwrap();
        for (hz, every) in [(30, 1), (90, 3), (240, 8)] {
            let dt = 1.0 / f64::from(hz);
            let mut since = 0.0;
            for tick in 1..=24 {
                let update = elapsed(&gated, &mut since, dt);
                assert_eq!(update.is_some(), tick % every == 0, "{hz} Hz, tick {tick}");
                assert!(update.is_none_or(|covered| (covered - GATE).abs() < 1e-9));
            }
        }
    }

    #[test]
    fn without_the_gate_every_tick_is_an_update() {
        let mut since = 0.0;
        assert_eq!(elapsed(&Policy::default(), &mut since, 0.001), Some(0.001));
    }
}
