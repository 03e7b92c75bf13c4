//! The digest of a tick: FNV-1a 64 over all that the next tick can depend on and the sweep's outcome.

use glam::Vec3;

use super::phases::RigState;
use crate::geometry::Frame;
use crate::transition::SweepOutcome;

/// Value before tick 0: FNV's offset basis.
///
/// # Source
/// design.md, "Digest".
pub const START: u64 = 0xcbf2_9ce4_8422_2325;

const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A running FNV-1a 64 hash.
struct Hasher(u64);

impl Hasher {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    fn vector(&mut self, v: Vec3) {
        for c in v.to_array() {
            self.bytes(&c.to_bits().to_le_bytes());
        }
    }

    fn frame(&mut self, frame: &Frame) {
        self.vector(frame.origin);
        let q = frame.rotation;
        for c in [q.w, q.x, q.y, q.z] {
            self.bytes(&c.to_bits().to_le_bytes());
        }
    }

    /// An optional part: its length (0 or 1) first, as for any list.
    fn optional(&mut self, v: Option<Vec3>) {
        self.bytes(&u32::from(v.is_some()).to_le_bytes());
        if let Some(v) = v {
            self.vector(v);
        }
    }
}

/// The digest after a tick whose predecessor had `previous`.
///
/// Names, policy, rate, journal, step counts and tree counters stay out: lanes that behave alike bit for bit have equal digests.
#[must_use]
pub fn of_tick(previous: u64, state: &RigState, next_tick: u32, sweep: &SweepOutcome) -> u64 {
    let mut hasher = Hasher(START);
    hasher.bytes(&previous.to_le_bytes());
    hasher.bytes(&next_tick.to_le_bytes());
    match state {
        RigState::Chase(chase) => {
            hasher.frame(&chase.camera.viewer);
            hasher.frame(&chase.camera.sought);
            hasher.frame(&chase.player);
            hasher.optional(chase.camera.forward);
            hasher.bytes(&chase.camera.since_update.to_bits().to_le_bytes());
            for slot in chase.camera.ring.slots() {
                hasher.vector(*slot);
            }
        }
        RigState::Sweep { at } => hasher.vector(*at),
    }
    hasher.bytes(&[sweep.verdict as u8, sweep.stop as u8]);
    hasher.bytes(&sweep.colliding_step.unwrap_or(0).to_le_bytes());
    hasher.optional(sweep.normal);
    hasher.0
}
