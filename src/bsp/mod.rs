//! Trees over polygons and the pure queries on them; all in the tree's own space.

pub mod adjust_to_plane;
pub mod build;
mod extent;
pub mod hits;
pub mod node;
pub mod referee;

pub use adjust_to_plane::{AdjustResult, adjust_to_plane};
pub use node::{Node, NodeKind, Parts, Struck, Tree, TreeError};
