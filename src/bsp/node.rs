//! The tree: nodes, their bounding spheres and the polygons in the leaves.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::geometry::{Plane, Polygon, Sphere};
use crate::ids::{NodeId, PolygonId};

/// A physics tree: only leaves hold polygons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tree {
    /// All polygons; [`PolygonId`] is an index into it.
    pub polygons: Vec<Polygon>,
    /// All nodes; [`NodeId`] is an index into it, the root is the first. Never empty.
    pub nodes: Vec<Node>,
}

/// A node with a sphere around everything below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Bounding sphere, tree space.
    pub sphere: Sphere,
    /// Inner node or leaf.
    pub kind: NodeKind,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NodeKind {
    /// Splits space; a missing child is an empty leaf.
    Inner {
        /// The splitting plane.
        plane: Plane,
        /// Child on the positive side.
        positive: Option<NodeId>,
        /// Child on the negative side.
        negative: Option<NodeId>,
    },
    /// Holds polygons.
    Leaf {
        /// Whether the leaf's region is inside solid matter.
        solid: bool,
        /// Its polygons, in test order.
        polygons: Vec<PolygonId>,
    },
}

/// What a polygon walk leaves behind; it persists from one test to the next.
///
/// # Source
/// spec/bsp.md 5.3, outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Struck {
    /// The last polygon that the sphere touched, approached or not.
    pub polygon: Option<PolygonId>,
    /// Foot of the centre on the last plane in reach, tree space.
    pub contact: Vec3,
}

impl Tree {
    /// The root's bounding sphere.
    ///
    /// # Source
    /// spec/bsp.md 10.2.
    #[must_use]
    pub fn root_sphere(&self) -> Sphere {
        self.nodes[0].sphere
    }
}
