//! Trees over polygons and the pure queries on them; all in the tree's own space.

pub mod node;

pub use node::{Node, NodeKind, Struck, Tree};
