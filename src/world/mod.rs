//! What stands still: objects with their trees. It does not change during a run; all lanes share it.

pub mod candidates;
pub mod object;

pub use object::{Object, World};
