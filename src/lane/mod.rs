//! One rig under one policy, tick by tick.
//!
//! A [`Setup`] is what all lanes of a run share; a [`Lane`] is a policy and the state that the next tick depends on.
//! The phases of a tick are functions of data, so that the headless runner and the viewer's schedule call the same ones.

pub mod captured;
pub mod digest;
pub mod input;
pub mod measure;
mod moves;
pub mod phases;
pub mod rig;
pub mod run;
pub mod script;

/// What a lane's state and inputs are made of, for those who draw it.
pub use crate::body::{Body, Build, Gait, Transient};
pub use captured::{Captured, Recorded, RecordedPose, Standing};
pub use input::Input;
pub use measure::{Measure, Value};
pub use phases::{
    BodyOutcome, CellOutcome, Driven, Lane, LaneState, RigState, TickOutcome, Underway,
};
pub use rig::{
    ChaseRig, Headline, Motion, MoverRig, PathPoint, Rig, Setup, SweepMover, SweepRig, SweepScript,
};
pub use run::run_lane;
pub use script::{Command, Drive};
