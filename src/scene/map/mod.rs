//! Maps in a scene file: rooms, buildings and landscape, and what the scene's coordinates count from.
//!
//! `model` is the shape, `number` its ids, `check` what the shape alone cannot refuse, `build` the way into a world.

pub(super) mod build;
pub(super) mod check;
pub mod model;
pub mod number;
