//! One sweep of a mover: planning its steps, inserting it at each of them, answering what it meets.
//!
//! All recursion of an algorithm stays in here; a sweep takes the world, a policy, a mover and two frames, and gives a [`SweepOutcome`].

pub mod adjust_offset;
pub mod against;
pub mod cells;
pub mod collision_info;
pub mod edge;
pub mod insert;
pub mod latch;
pub mod mover;
pub mod objects;
pub mod placement;
pub mod result;
pub mod slide;
pub mod sphere_path;
pub mod step_down;
pub mod step_up;
pub mod steps;
pub mod sweep;
#[cfg(test)]
pub(crate) mod trial;
pub mod validate;

pub use mover::{Mover, MoverFlags};
pub use result::{AdjustSummary, Hit, SweepOutcome};
pub use steps::{StepPlan, plan_steps};
pub use sweep::{Effects, Transition, Walk, sweep};
