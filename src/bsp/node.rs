//! The tree: nodes, their bounding spheres and the polygons in the leaves.
//!
//! Nodes stand in depth-first order and leaves are ranges of one list, so that a walk reads memory forwards.

use glam::Vec3;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::geometry::{Plane, Polygon, Sphere};
use crate::ids::{NodeId, PolygonId};

/// Deepest tree that is accepted, in nodes from root to leaf; walks recurse.
pub const MAX_DEPTH: usize = 512;

/// A physics tree: only leaves hold polygons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Tree {
    pub(super) polygons: Vec<Polygon>,
    pub(super) nodes: Vec<Node>,
    /// What walks read of `nodes`, in the same order.
    pub(super) forks: Vec<Fork>,
    /// The leaves' polygons, leaf by leaf.
    pub(super) order: Vec<PolygonId>,
    /// What walks read of `order`: most polygons are refused by their plane, without a look at their corners.
    pub(super) entries: Vec<Entry>,
    /// Corners of all listed polygons, neighbours near each other.
    pub(super) corners: Vec<Vec3>,
}

/// A node, as walks read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fork {
    pub(super) sphere: Sphere,
    pub(super) plane: Plane,
    /// Of an inner node the positive and the negative child, of a leaf the first entry and how many there are.
    pub(super) links: [u32; 2],
    pub(super) is_leaf: bool,
}

impl Fork {
    /// The link of a missing child.
    pub(super) const NONE: u32 = u32::MAX;

    fn of(node: &Node) -> Self {
        let link = |child: Option<NodeId>| child.map_or(Self::NONE, |id| id.0);
        match node.kind {
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => Self {
                sphere: node.sphere,
                plane,
                links: [link(positive), link(negative)],
                is_leaf: false,
            },
            NodeKind::Leaf { first, count, .. } => Self {
                sphere: node.sphere,
                plane: Plane {
                    normal: Vec3::ZERO,
                    offset: 0.0,
                },
                links: [first, count],
                is_leaf: true,
            },
        }
    }
}

/// A polygon in a leaf, as walks read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) plane: Plane,
    pub(super) polygon: PolygonId,
    first: u32,
    count: u32,
}

/// A node with a sphere around everything below it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Bounding sphere, tree space.
    pub sphere: Sphere,
    /// Inner node or leaf.
    pub kind: NodeKind,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Holds polygons, in test order: [`Tree::leaf`] lists them.
    Leaf {
        /// Whether the leaf's region is inside solid matter.
        solid: bool,
        /// Where its polygons begin in the leaf list.
        first: u32,
        /// How many they are.
        count: u32,
    },
}

/// What a tree is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    /// All polygons; [`PolygonId`] is an index into it.
    pub polygons: Vec<Polygon>,
    /// All nodes, each after its parent; [`NodeId`] is an index into it, the root is the first. Not empty.
    pub nodes: Vec<Node>,
    /// The leaves' polygons, leaf by leaf; a polygon may stand in several leaves.
    pub leaf_polygons: Vec<PolygonId>,
}

/// Why [`Parts`] are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TreeError {
    /// There is no root.
    #[error("a tree needs at least one node")]
    Empty,
    /// A child is not in the list, or does not come after its parent.
    #[error("node {node}: child {child} must come later in the list and be in it")]
    ChildOrder {
        /// The parent.
        node: NodeId,
        /// The child it names.
        child: NodeId,
    },
    /// A node is the child of two.
    #[error("node {0} has more than one parent")]
    SharedChild(NodeId),
    /// Root to leaf is further than walks allow.
    #[error("node {0} is deeper than {MAX_DEPTH} levels")]
    TooDeep(NodeId),
    /// A leaf's range leaves the leaf list.
    #[error("leaf {0} names polygons past the end of the leaf list")]
    LeafRange(NodeId),
    /// A leaf names a polygon that does not exist.
    #[error("polygon {polygon} of leaf list entry {entry} does not exist")]
    NoSuchPolygon {
        /// Index in the leaf list.
        entry: usize,
        /// The polygon it names.
        polygon: PolygonId,
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
    /// The tree of these parts, as they are: whether the spheres hold what is below them is
    /// [`check_tree`](super::referee::check_tree)'s question.
    ///
    /// # Errors
    /// [`TreeError`] when the nodes form no tree of at most [`MAX_DEPTH`] levels or a name points nowhere.
    ///
    /// # Source
    /// spec/bsp.md 5.1.
    pub fn from_parts(parts: Parts) -> Result<Self, TreeError> {
        let Parts {
            polygons,
            nodes,
            leaf_polygons: order,
        } = parts;
        if nodes.is_empty() {
            return Err(TreeError::Empty);
        }
        // Levels from the root; 0 means that no parent has named the node yet.
        let mut depth = vec![0_usize; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            depth[index] = depth[index].max(1);
            if depth[index] > MAX_DEPTH {
                return Err(TreeError::TooDeep(id));
            }
            match node.kind {
                NodeKind::Inner {
                    positive, negative, ..
                } => {
                    for child in [positive, negative].into_iter().flatten() {
                        let at = child.0 as usize;
                        if at <= index || at >= nodes.len() {
                            return Err(TreeError::ChildOrder { node: id, child });
                        }
                        if depth[at] != 0 {
                            return Err(TreeError::SharedChild(child));
                        }
                        depth[at] = depth[index] + 1;
                    }
                }
                NodeKind::Leaf { first, count, .. } => {
                    if u64::from(first) + u64::from(count) > order.len() as u64 {
                        return Err(TreeError::LeafRange(id));
                    }
                }
            }
        }
        for (entry, &polygon) in order.iter().enumerate() {
            if polygon.0 as usize >= polygons.len() {
                return Err(TreeError::NoSuchPolygon { entry, polygon });
            }
        }
        Ok(Self::assemble(polygons, nodes, order))
    }

    /// The tree of parts that fit together.
    pub(super) fn assemble(
        polygons: Vec<Polygon>,
        nodes: Vec<Node>,
        order: Vec<PolygonId>,
    ) -> Self {
        let mut corners = Vec::new();
        // Where the corners of a polygon begin, once a leaf has listed it.
        let mut begins = vec![None; polygons.len()];
        let entries = order
            .iter()
            .map(|&id| {
                let polygon = &polygons[id.0 as usize];
                let first = *begins[id.0 as usize].get_or_insert_with(|| {
                    corners.extend_from_slice(&polygon.vertices);
                    (corners.len() - polygon.vertices.len()) as u32
                });
                Entry {
                    plane: polygon.plane,
                    polygon: id,
                    first,
                    count: polygon.vertices.len() as u32,
                }
            })
            .collect();
        Self {
            polygons,
            forks: nodes.iter().map(Fork::of).collect(),
            nodes,
            order,
            entries,
            corners,
        }
    }

    /// The corners of a leaf's entry.
    #[inline]
    pub(super) fn corners(&self, entry: &Entry) -> &[Vec3] {
        let first = entry.first as usize;
        &self.corners[first..first + entry.count as usize]
    }

    /// What the tree is made of.
    ///
    /// # Source
    /// spec/bsp.md 5.1.
    #[must_use]
    pub fn into_parts(self) -> Parts {
        Parts {
            polygons: self.polygons,
            nodes: self.nodes,
            leaf_polygons: self.order,
        }
    }

    /// All polygons; [`PolygonId`] is an index into it.
    ///
    /// # Source
    /// spec/bsp.md 5.1.
    #[must_use]
    pub fn polygons(&self) -> &[Polygon] {
        &self.polygons
    }

    /// One polygon; `None` when there is none of that number.
    ///
    /// # Source
    /// spec/bsp.md 5.1.
    #[must_use]
    pub fn polygon(&self, id: PolygonId) -> Option<&Polygon> {
        self.polygons.get(id.0 as usize)
    }

    /// All nodes, each after its parent; [`NodeId`] is an index into it, the root is the first. Never empty.
    ///
    /// # Source
    /// spec/bsp.md 5.1.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The polygons of a leaf in test order; empty for an inner node.
    ///
    /// # Source
    /// spec/bsp.md 5.1.
    #[must_use]
    pub fn leaf(&self, node: &Node) -> &[PolygonId] {
        match node.kind {
            NodeKind::Leaf { first, count, .. } => self
                .order
                .get(first as usize..first as usize + count as usize)
                .unwrap_or(&[]),
            NodeKind::Inner { .. } => &[],
        }
    }

    /// The root's bounding sphere.
    ///
    /// # Source
    /// spec/bsp.md 10.2.
    #[must_use]
    pub fn root_sphere(&self) -> Sphere {
        self.nodes[0].sphere
    }
}

impl TryFrom<Parts> for Tree {
    type Error = TreeError;

    fn try_from(parts: Parts) -> Result<Self, TreeError> {
        Self::from_parts(parts)
    }
}

impl From<Tree> for Parts {
    fn from(tree: Tree) -> Self {
        tree.into_parts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon::reference::{floor, wall};

    fn inner(positive: Option<u32>, negative: Option<u32>) -> Node {
        Node {
            sphere: ball(),
            kind: NodeKind::Inner {
                plane: Plane {
                    normal: Vec3::X,
                    offset: 0.0,
                },
                positive: positive.map(NodeId),
                negative: negative.map(NodeId),
            },
        }
    }

    fn leaf(first: u32, count: u32) -> Node {
        Node {
            sphere: ball(),
            kind: NodeKind::Leaf {
                solid: false,
                first,
                count,
            },
        }
    }

    fn ball() -> Sphere {
        Sphere {
            center: Vec3::ZERO,
            radius: 9.0,
        }
    }

    fn made(nodes: Vec<Node>, leaf_polygons: &[u32]) -> Result<Tree, TreeError> {
        Tree::from_parts(Parts {
            polygons: vec![wall(), floor()],
            nodes,
            leaf_polygons: leaf_polygons.iter().copied().map(PolygonId).collect(),
        })
    }

    #[test]
    fn what_is_no_tree() {
        let error = |nodes, leaves: &[u32]| made(nodes, leaves).unwrap_err();
        assert_eq!(error(vec![], &[]), TreeError::Empty);
        for child in [0, 1] {
            assert_eq!(
                error(vec![inner(Some(child), None)], &[]),
                TreeError::ChildOrder {
                    node: NodeId(0),
                    child: NodeId(child)
                }
            );
        }
        let both = vec![inner(Some(1), Some(1)), leaf(0, 0)];
        assert_eq!(error(both, &[]), TreeError::SharedChild(NodeId(1)));
        for range in [leaf(0, 1), leaf(1, 0), leaf(u32::MAX, u32::MAX)] {
            assert_eq!(error(vec![range], &[]), TreeError::LeafRange(NodeId(0)));
        }
        assert_eq!(
            error(vec![leaf(0, 2)], &[1, 2]),
            TreeError::NoSuchPolygon {
                entry: 1,
                polygon: PolygonId(2)
            }
        );
    }

    #[test]
    fn depth_has_a_limit() {
        let chain = |levels: usize| {
            (1..levels)
                .map(|k| inner(None, Some(k as u32)))
                .chain([leaf(0, 0)])
                .collect::<Vec<_>>()
        };
        assert!(made(chain(MAX_DEPTH), &[]).is_ok());
        assert_eq!(
            made(chain(MAX_DEPTH + 1), &[]).unwrap_err(),
            TreeError::TooDeep(NodeId(MAX_DEPTH as u32))
        );
    }

    #[test]
    fn leaves_keep_their_order() {
        let nodes = vec![inner(Some(1), Some(2)), leaf(1, 2), leaf(0, 1)];
        let tree = made(nodes, &[0, 1, 0]).unwrap();
        let lists: Vec<_> = tree.nodes().iter().map(|node| tree.leaf(node)).collect();
        let (wall, floor) = (PolygonId(0), PolygonId(1));
        assert_eq!(lists, [&[][..], &[floor, wall], &[wall]]);
        assert_eq!(tree.polygon(floor), Some(&tree.polygons()[1]));
        assert_eq!(tree.polygon(PolygonId(2)), None);
    }

    #[test]
    fn out_and_in_again() {
        let nodes = vec![inner(Some(1), None), leaf(0, 2)];
        let tree = made(nodes, &[1, 0]).unwrap();
        let text = serde_json::to_string(&tree).unwrap();
        assert_eq!(serde_json::from_str::<Tree>(&text).unwrap(), tree);
        let broken = text.replace("\"positive\":1", "\"positive\":0");
        assert_ne!(broken, text);
        let error = serde_json::from_str::<Tree>(&broken).unwrap_err();
        assert!(error.to_string().contains("child 0"), "{error}");
    }
}
