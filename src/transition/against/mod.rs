//! What a mover does at the shapes it meets, branch by branch.

pub mod cylinder;
pub mod sphere;
pub mod terrain;
pub mod tree;
