//! What a run leaves behind: inputs, a summary of every tick and a snapshot every [`SNAPSHOT_EVERY`] ticks, so that any tick can be had again.
//!
//! A [`LaneRecording`] belongs to one lane, a [`Recording`] to a run of several lanes on the same input.
//! Journals are not kept: [`LaneRecording::replay`] runs forward from the nearest snapshot and gives the tick's outcome, journal and counts.

mod between;
pub mod error;
pub mod file;
pub mod inputs;
pub mod lane;
#[expect(
    clippy::module_inception,
    reason = "the struct's file is named for the struct, as in every folder"
)]
pub mod recording;
pub mod replay;
#[cfg(test)]
pub(crate) mod samples;
mod sections;
pub mod stats;
pub mod summary;
pub mod verify;

pub use between::SNAPSHOT_MEMORY;
pub use error::RecordingError;
pub use inputs::Inputs;
pub use lane::{LaneRecording, SNAPSHOT_EVERY};
pub use recording::Recording;
pub use replay::{Replay, Replays};
pub use stats::{Stat, Stats};
pub use summary::TickSummary;
pub use verify::Mismatch;
