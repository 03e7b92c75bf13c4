//! The chase camera: where the eye should be, where it is sent, and where it gets to.
//!
//! Each tick: *desired* (the ideal boom) -> *sought* (one stateful step towards it) -> *published* (what the sweep leaves of it).

pub mod chase;
pub mod desired;
pub mod gate;
pub mod published;
pub mod settings;
pub mod sought;

pub use chase::ChaseState;
pub use settings::ChaseSettings;
