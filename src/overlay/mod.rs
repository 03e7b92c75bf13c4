//! A recorded tick as coloured lines, fills and texts; no engine.
//!
//! Everything is read from a tick's journal and the world, nothing is computed again, so that a live, a scrubbed and an
//! imported tick look the same. Whoever draws (a window, an SVG picture) turns an [`Overlay`] into pixels.

pub mod lines;
pub mod role;
pub mod wire;

pub use lines::{Hatch, Item, Layer, LayerSet, Mark, Overlay, Shape};
pub use role::{Form, Rgb, Role, Stroke, Theme};
