//! What a mover does at the shapes it meets, branch by branch.

pub mod cylinder;
mod primitive;
pub mod sphere;
pub mod terrain;
pub mod tree;
