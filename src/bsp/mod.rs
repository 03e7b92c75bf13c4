//! Trees over polygons and the pure queries on them; all in the tree's own space.

pub mod adjust_to_plane;
pub mod build;
pub mod cell_tree;
pub mod census;
mod extent;
pub mod hits;
pub mod node;
pub mod referee;
pub mod solid;
pub mod walkable;

pub use adjust_to_plane::{AdjustResult, adjust_to_plane};
pub use cell_tree::{CellContact, CellTree};
pub use census::Census;
pub use node::{Node, NodeKind, Parts, Struck, Tree, TreeError};
pub use solid::SolidHit;
pub use walkable::{Slope, Walked};
