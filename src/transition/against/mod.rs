//! What a mover does at the shapes it meets, branch by branch.

pub mod tree;
