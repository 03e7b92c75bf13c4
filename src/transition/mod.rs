//! One sweep of a mover: planning its steps, inserting it at each of them, answering what it meets.
//!
//! All recursion of an algorithm stays in here; a sweep takes the world, a policy, a mover and two frames, and gives a [`SweepOutcome`].

pub mod adjust_offset;
pub mod against;
pub mod collision_info;
pub mod insert;
pub mod mover;
pub mod sphere_path;
pub mod steps;
pub mod sweep;
pub mod validate;

pub use mover::{Mover, MoverFlags};
pub use steps::{StepPlan, plan_steps};
pub use sweep::{AdjustSummary, Hit, SweepOutcome, sweep};
