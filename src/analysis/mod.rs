//! What recordings say when they are asked: what a run settles into, where two lanes part, what happened in one tick.
//!
//! Everything here reads a recording or a replayed tick and computes no collision of its own.

pub mod diff;
pub mod explain;
pub mod settles;
pub mod words;

pub use diff::{Diff, Divergence, diff};
pub use explain::{Explanation, explain};
pub use settles::{Settles, SettlesKind, lane_settles, run_settles, settles};
