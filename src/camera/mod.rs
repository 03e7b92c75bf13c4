//! The chase camera: where the eye should be, where it is sent, and where it gets to.
//!
//! Each tick: *desired* (the ideal boom) -> *sought* (one stateful step towards it) -> *published* (what the sweep leaves of it).

pub mod chase;
pub mod control;
pub mod desired;
pub mod fade;
pub mod gate;
pub mod interval;
pub mod lens;
pub mod near;
pub mod published;
pub mod settings;
pub mod sought;

pub use chase::ChaseState;
pub use control::{Held, Order, Orders, ViewMode};
pub use interval::{Interval, IntervalError};
pub use lens::Lens;
pub use settings::{ChaseSettings, Part, Target};
