//! How a tree is built, in numbers.

use super::node::{NodeKind, Tree};
use crate::geometry::vector::{length, wide};

/// Numbers about a tree.
///
/// # Source
/// design.md, "Inspector": depth, leaf sizes and how far its sphere is off its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Census {
    /// Nodes, leaves among them.
    pub nodes: usize,
    /// Leaves.
    pub leaves: usize,
    /// Leaves inside solid matter.
    pub solid: usize,
    /// Nodes from the root to the deepest leaf, 1 for a single leaf.
    pub depth: usize,
    /// Polygons of the tree.
    pub polygons: usize,
    /// Most polygons in a leaf.
    pub largest_leaf: usize,
    /// Entries in all leaves: a polygon may stand in several.
    pub entries: usize,
    /// Distance of the root sphere's centre from the origin in radii; more than 1 where it does not reach the origin, and
    /// 0 of a sphere without a radius.
    pub off_centre: f64,
}

impl Tree {
    /// Counts the tree.
    ///
    /// # Source
    /// design.md, "Inspector".
    #[must_use]
    pub fn census(&self) -> Census {
        let mut depths = vec![1_usize; self.nodes().len()];
        let (mut leaves, mut solid, mut largest, mut entries, mut deepest) = (0, 0, 0, 0, 0);
        // A child comes later in the list than its parent.
        for (index, node) in self.nodes().iter().enumerate() {
            let depth = depths[index];
            deepest = deepest.max(depth);
            match node.kind {
                NodeKind::Inner {
                    positive, negative, ..
                } => {
                    for child in [positive, negative].into_iter().flatten() {
                        depths[child.0 as usize] = depth + 1;
                    }
                }
                NodeKind::Leaf {
                    solid: is_solid,
                    count,
                    ..
                } => {
                    leaves += 1;
                    solid += usize::from(is_solid);
                    largest = largest.max(count as usize);
                    entries += count as usize;
                }
            }
        }
        let root = self.root_sphere();
        let radius = f64::from(root.radius);
        Census {
            nodes: self.nodes().len(),
            leaves,
            solid,
            depth: deepest,
            polygons: self.polygons().len(),
            largest_leaf: largest,
            entries,
            off_centre: if radius > 0.0 {
                length(wide(root.center)) / radius
            } else {
                0.0
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::samples::wall_behind;

    /// Counted here by walking from the root, there in the order of the list.
    fn walk(tree: &Tree, node: usize, depth: usize, all: &mut Vec<(usize, usize)>) {
        match tree.nodes()[node].kind {
            NodeKind::Inner {
                positive, negative, ..
            } => {
                for child in [positive, negative].into_iter().flatten() {
                    walk(tree, child.0 as usize, depth + 1, all);
                }
            }
            NodeKind::Leaf { count, .. } => all.push((depth, count as usize)),
        }
    }

    #[test]
    fn the_list_and_the_walk_count_alike() {
        let setup = wall_behind(60, 1, crate::lane::Motion::Still);
        for part in setup.world.objects.iter().flat_map(|object| &object.parts) {
            let census = part.tree.census();
            let mut leaves = Vec::new();
            walk(&part.tree, 0, 1, &mut leaves);
            assert_eq!(census.leaves, leaves.len());
            assert_eq!(Some(census.depth), leaves.iter().map(|l| l.0).max());
            assert_eq!(Some(census.largest_leaf), leaves.iter().map(|l| l.1).max());
            assert_eq!(census.entries, leaves.iter().map(|l| l.1).sum::<usize>());
            assert!(census.off_centre.is_finite() && census.polygons > 0);
        }
    }
}
