//! A body: what carries a mover from tick to tick.
//!
//! Each update takes the velocity and the gait to a tentative frame, runs one path there, and commits what came of it.

#[expect(
    clippy::module_inception,
    reason = "the folder is the noun, and its first file is the noun's state"
)]
pub mod body;
pub mod carry;
pub mod commit;
pub mod integrate;
pub mod place;
pub mod response;
pub mod update;
pub mod walk;

pub use body::{Body, Build, Transient};
pub use place::{PlaceFlags, Placed};
pub use update::{Moved, RootMotion};
pub use walk::{Gait, Locomotion};
