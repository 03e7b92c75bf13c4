//! The digest of a tick: FNV-1a 64 over all that the next tick can depend on and the sweep's outcome.

use glam::Vec3;

use super::phases::RigState;
use crate::body::Body;
use crate::camera::ChaseState;
use crate::geometry::Frame;
use crate::ids::CellId;
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

    fn eyes(&mut self, camera: &ChaseState) {
        self.frame(&camera.viewer);
        self.frame(&camera.sought);
        self.cell(camera.cell);
    }

    /// A cell of a map; a single space has nothing to tell.
    fn cell(&mut self, cell: CellId) {
        if cell.is_some() && cell != CellId::SINGLE_SPACE {
            self.bytes(&cell.0.to_le_bytes());
        }
    }

    fn memory(&mut self, camera: &ChaseState) {
        self.optional(camera.forward);
        self.bytes(&camera.since_update.to_bits().to_le_bytes());
        for slot in camera.ring.slots() {
            self.vector(*slot);
        }
        // Settings that nobody may change are no state.
        if camera.steering.steered {
            self.settings(camera);
        }
    }

    fn settings(&mut self, camera: &ChaseState) {
        let (settings, steering) = (&camera.settings, &camera.steering);
        for v in [
            settings.viewer_offset,
            settings.pivot_offset,
            settings.direction,
        ] {
            self.vector(v);
        }
        for n in [
            settings.stiffness.0,
            settings.stiffness.1,
            steering.tilt,
            steering.held.turn,
        ] {
            self.bytes(&n.to_bits().to_le_bytes());
        }
        let status = settings.status.unwrap_or(u32::MAX);
        for n in [status, steering.held.viewer, steering.held.pivot] {
            self.bytes(&n.to_le_bytes());
        }
        let bits = [settings.enabled, settings.attached, steering.low];
        self.bytes(&bits.map(u8::from));
        self.bytes(&[steering.view as u8]);
        self.bytes(&camera.frozen.to_bits().to_le_bytes());
    }

    fn body(&mut self, body: &Body) {
        self.frame(&body.position.frame);
        self.bytes(&body.cell.0.to_le_bytes());
        for v in [
            body.velocity,
            body.acceleration,
            body.omega,
            body.cached_velocity,
        ] {
            self.vector(v);
        }
        self.vector(body.contact.normal);
        self.bytes(&body.contact.offset.to_bits().to_le_bytes());
        self.bytes(&body.contact_cell.0.to_le_bytes());
        self.vector(body.sliding);
        self.bytes(&body.transient.0.to_le_bytes());
        self.bytes(&body.state.0.to_le_bytes());
        self.bytes(&[u8::from(body.touches_environment)]);
        if let Some(walk) = &body.locomotion {
            for n in [
                walk.gait.forward,
                walk.gait.sidestep,
                walk.gait.turn,
                walk.jump_power,
            ] {
                self.bytes(&n.to_bits().to_le_bytes());
            }
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

/// FNV-1a 64 of `parts`, the length before each: names what a run is made of, as of a scene and its meshes.
#[must_use]
pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = Hasher(START);
    for part in parts {
        hasher.bytes(&(part.len() as u64).to_le_bytes());
        hasher.bytes(part);
    }
    hasher.0
}

/// The digest after a tick whose predecessor had `previous`.
///
/// Names, policy, rate, journal, step counts and tree counters stay out: lanes that behave alike bit for bit have equal digests.
#[must_use]
pub fn of_tick(
    previous: u64,
    state: &RigState,
    next_tick: u32,
    sweeps: [Option<&SweepOutcome>; 2],
) -> u64 {
    let mut hasher = Hasher(START);
    hasher.bytes(&previous.to_le_bytes());
    hasher.bytes(&next_tick.to_le_bytes());
    match state {
        RigState::Chase(chase) => {
            hasher.eyes(&chase.camera);
            hasher.frame(&chase.player);
            hasher.memory(&chase.camera);
        }
        RigState::Sweep { at, cell } => {
            hasher.vector(*at);
            hasher.cell(*cell);
        }
        RigState::Moves(body) => hasher.body(body),
        RigState::Mover(driven) => {
            hasher.body(&driven.body);
            hasher.bytes(&driven.since_update.to_bits().to_le_bytes());
            hasher.bytes(&u32::from(driven.camera.is_some()).to_le_bytes());
            if let Some(camera) = &driven.camera {
                hasher.eyes(camera);
                hasher.memory(camera);
            }
        }
    }
    for sweep in sweeps.into_iter().flatten() {
        hasher.bytes(&[sweep.verdict as u8, sweep.stop as u8]);
        hasher.bytes(&sweep.colliding_step.unwrap_or(0).to_le_bytes());
        hasher.optional(sweep.normal);
    }
    hasher.0
}
