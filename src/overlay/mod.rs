//! A recorded tick as coloured lines, fills and texts; no engine.
//!
//! Everything is read from a tick's journal and the world, nothing is computed again, so that a live, a scrubbed and an
//! imported tick look the same. Whoever draws (a window, an SVG picture) turns an [`Overlay`] into pixels.

pub mod camera;
pub mod candidates;
pub mod contact;
pub mod geometry;
pub mod grouped;
pub mod land;
pub mod lines;
pub mod logged;
pub mod mover;
pub mod recorded;
pub mod role;
pub mod steps;
pub mod style;
pub mod swept;
pub mod text;
pub mod tick;
pub mod trail;
pub mod tree;
pub mod wire;

pub use lines::{Hatch, Item, Layer, LayerSet, Mark, Overlay, Shape};
pub use role::{Form, Rgb, Role, Stroke, Theme};
pub use style::{Side, Style};
pub use tick::overlay;
pub use trail::{Trail, trail};
