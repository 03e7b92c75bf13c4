//! What the builders leave to the one who looks.

use super::role::Role;

/// Which of two lanes shown over each other an overlay is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The first: solid outlines.
    #[default]
    A,
    /// The second: dashed outlines.
    B,
}

impl Side {
    /// The role of its swept volume.
    #[must_use]
    pub fn swept(self) -> Role {
        match self {
            Self::A => Role::SweptA,
            Self::B => Role::SweptB,
        }
    }
}

/// Looks and limits of an overlay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Which of two lanes it is.
    pub side: Side,
    /// Most edges of the mesh layer.
    pub mesh_edges: usize,
    /// How far from the tick's path a mesh with more edges than that is still drawn, metres.
    pub mesh_near: f32,
    /// Most steps that are drawn one by one; of more, every so many.
    pub steps: usize,
    /// Most tree spheres.
    pub nodes: usize,
    /// Most rejected objects.
    pub rejected: usize,
    /// Most rooms.
    pub cells: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            side: Side::A,
            mesh_edges: 20_000,
            mesh_near: 6.0,
            steps: 200,
            nodes: 200,
            rejected: 50,
            cells: 200,
        }
    }
}
