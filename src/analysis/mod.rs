//! What recordings say when they are asked: what a run settles into, where two lanes part, what happened in one tick,
//! and whether a scene holds what it asserts; numbers over ticks as curves, and a path held against its steps.
//!
//! All but `check`, which runs lanes, and `scan`, which asks a world, reads a recording or a replayed tick.

pub mod check;
pub mod curve;
pub mod diff;
pub mod exact;
pub mod explain;
pub mod scan;
pub mod settles;
pub mod step_ruler;
pub mod words;

pub use check::{CheckResult, check, check_alone};
pub use diff::{Diff, Divergence, diff};
pub use exact::{Exact, Notation};
pub use explain::{Explanation, explain};
pub use settles::{
    Settles, SettlesKind, Size, judged_window, lane_settles, run_settles, settles, settles_feet,
};
pub use step_ruler::{StepRuler, step_ruler};
