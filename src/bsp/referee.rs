//! The same questions by brute force, without the tree, and whether a tree can be trusted.

use glam::{DVec3, Vec3};

use super::extent;
use super::node::{NodeKind, Struck, Tree};
use crate::constants::EPSILON_WIDE;
use crate::geometry::polygon_adjust::CenterCheck;
use crate::geometry::polygon_sphere::approached;
use crate::geometry::vector::{dot_wide, narrow, wide};
use crate::geometry::{Plane, Sphere};
use crate::ids::{NodeId, PolygonId};
use crate::policy::Policy;

/// What all polygons say about a sphere, whatever the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Polygons that are touched, approached or not, by number.
    pub touched: Vec<PolygonId>,
    /// Those of them that are approached.
    pub approached: Vec<PolygonId>,
}

impl Answer {
    /// Whether a walk must answer yes.
    ///
    /// # Source
    /// spec/bsp.md 5.3.
    #[must_use]
    pub fn intersects(&self) -> bool {
        !self.approached.is_empty()
    }

    /// Whether a walk must leave a struck polygon behind.
    ///
    /// # Source
    /// spec/bsp.md 5.3, outputs.
    #[must_use]
    pub fn strikes(&self) -> bool {
        !self.touched.is_empty()
    }
}

/// Tests every polygon against the sphere at its check position.
///
/// # Source
/// spec/bsp.md 5.3 without the tree; 13, third test.
#[must_use]
pub fn sphere_intersects_poly(
    tree: &Tree,
    sphere: &Sphere,
    movement: Vec3,
    policy: &Policy,
) -> Answer {
    let mut answer = Answer::default();
    for (index, polygon) in tree.polygons().iter().enumerate() {
        if polygon.meets_sphere(sphere, policy).touched {
            let id = PolygonId(index as u32);
            answer.touched.push(id);
            if approached(polygon.approach(movement)) {
                answer.approached.push(id);
            }
        }
    }
    answer
}

/// In what walks of a tree differ from brute force.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Whether the walk found an approached polygon.
    pub walked: bool,
    /// What the walk left behind.
    pub struck: Struck,
    /// Whether a placement there finds something in the way, solid matter aside.
    pub taken: bool,
    /// What all polygons say.
    pub answer: Answer,
}

impl Difference {
    /// The polygons that a walk missed: those that are approached if it says that nothing is, else those that are touched.
    ///
    /// # Source
    /// spec/bsp.md 5.3, outputs.
    #[must_use]
    pub fn missed(&self) -> &[PolygonId] {
        if !self.walked && self.answer.intersects() {
            &self.answer.approached
        } else {
            &self.answer.touched
        }
    }
}

/// Asks the tree and all polygons about a sphere; `None` where they agree.
///
/// # Source
/// spec/bsp.md 5.3 and 5.4 with and without the tree; 13, third test.
#[must_use]
pub fn compare(
    tree: &Tree,
    sphere: &Sphere,
    movement: Vec3,
    policy: &Policy,
) -> Option<Difference> {
    let mut struck = Struck::default();
    let walked = tree.sphere_intersects_poly(sphere, movement, &mut struck, policy, &mut ());
    let answer = sphere_intersects_poly(tree, sphere, movement, policy);
    let named = match struck.polygon {
        Some(id) if walked => answer.approached.contains(&id),
        Some(id) => answer.touched.contains(&id),
        None => !walked && !answer.strikes(),
    };
    // Without solid matter, a place is taken when a polygon is touched.
    let taken = tree.sphere_intersects_solid(sphere, CenterCheck::Off, policy, &mut ());
    (walked != answer.intersects() || !named || taken != answer.strikes()).then_some(Difference {
        walked,
        struck,
        taken,
        answer,
    })
}

/// A place where walks of a tree may miss what brute force finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Defect {
    /// A node's sphere does not hold a polygon below it, so the polygon is pruned with the node.
    SphereTooSmall {
        /// The node.
        node: NodeId,
        /// The polygon.
        polygon: PolygonId,
        /// How far it sticks out, metres; not a number when sphere or polygon is none.
        by: f64,
    },
    /// A part of a polygon lies in the region of a leaf that does not list it.
    Unlisted {
        /// The leaf, or the inner node without a child on that side.
        node: NodeId,
        /// The polygon.
        polygon: PolygonId,
        /// The middle of that part's corners, tree space.
        at: Vec3,
    },
    /// No leaf lists the polygon.
    Unreachable {
        /// The polygon.
        polygon: PolygonId,
    },
}

/// Every defect of the tree, nodes in order; empty for a sound tree.
///
/// What sticks out by no more than [`crate::constants::EPSILON`] is left to the tolerance of the tests.
///
/// # Source
/// spec/bsp.md 5.2 and 5.3: a query enters a node whose sphere it overlaps and the sides that it reaches.
#[must_use]
pub fn check_tree(tree: &Tree) -> Vec<Defect> {
    let mut check = Check {
        tree,
        defects: Vec::new(),
        listed: vec![false; tree.polygons().len()],
    };
    let parts = tree
        .polygons()
        .iter()
        .enumerate()
        .map(|(index, polygon)| Part {
            polygon: PolygonId(index as u32),
            corners: polygon.vertices.iter().copied().map(wide).collect(),
        })
        .collect();
    check.node(NodeId(0), parts);
    for (index, listed) in check.listed.iter().enumerate() {
        if !listed {
            check.defects.push(Defect::Unreachable {
                polygon: PolygonId(index as u32),
            });
        }
    }
    check.defects
}

/// What of a polygon lies in a node's region.
struct Part {
    polygon: PolygonId,
    corners: Vec<DVec3>,
}

struct Check<'a> {
    tree: &'a Tree,
    defects: Vec<Defect>,
    listed: Vec<bool>,
}

impl Check<'_> {
    /// Checks the node and what is below it; returns the polygons listed there, in order, each once.
    fn node(&mut self, id: NodeId, parts: Vec<Part>) -> Vec<PolygonId> {
        let node = self.tree.nodes()[id.0 as usize];
        let below = match node.kind {
            NodeKind::Leaf { .. } => {
                let mut listed = self.tree.leaf(&node).to_vec();
                listed.sort_unstable();
                listed.dedup();
                self.unlisted(id, &listed, parts);
                listed
            }
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => {
                let mut listed = Vec::new();
                for (child, side) in [(positive, 1.0), (negative, -1.0)] {
                    let parts = parts
                        .iter()
                        .filter_map(|part| clip(part, &plane, side))
                        .collect();
                    match child {
                        Some(child) => listed.extend(self.node(child, parts)),
                        None => self.unlisted(id, &[], parts),
                    }
                }
                listed.sort_unstable();
                listed.dedup();
                listed
            }
        };
        for &polygon in &below {
            self.listed[polygon.0 as usize] = true;
            let by = extent::outside(&self.tree.polygons()[polygon.0 as usize], &node.sphere);
            if by > EPSILON_WIDE || by.is_nan() {
                self.defects.push(Defect::SphereTooSmall {
                    node: id,
                    polygon,
                    by,
                });
            }
        }
        below
    }

    fn unlisted(&mut self, node: NodeId, listed: &[PolygonId], parts: Vec<Part>) {
        for part in parts {
            if listed.binary_search(&part.polygon).is_err() {
                self.defects.push(Defect::Unlisted {
                    node,
                    polygon: part.polygon,
                    at: narrow(mean(&part.corners)),
                });
            }
        }
    }
}

fn mean(points: &[DVec3]) -> DVec3 {
    let mut sum = DVec3::ZERO;
    for p in points {
        sum += *p;
    }
    sum / points.len().max(1) as f64
}

/// The part on the side of `plane` where `side` times the height is positive; `None` if it goes there by no more
/// than the tolerance.
fn clip(part: &Part, plane: &Plane, side: f64) -> Option<Part> {
    let height = |p: DVec3| side * (dot_wide(plane.normal_wide(), p) + f64::from(plane.offset));
    if !part.corners.iter().any(|p| height(*p) > EPSILON_WIDE) {
        return None;
    }
    let n = part.corners.len();
    let mut corners = Vec::with_capacity(n + 1);
    for i in 0..n {
        let (a, b) = (part.corners[i], part.corners[(i + 1) % n]);
        let (over_a, over_b) = (height(a), height(b));
        if over_a >= 0.0 {
            corners.push(a);
        }
        if (over_a >= 0.0) != (over_b >= 0.0) {
            corners.push(a + (b - a) * (over_a / (over_a - over_b)));
        }
    }
    Some(Part {
        polygon: part.polygon,
        corners,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::node::{Node, Parts};
    use crate::geometry::polygon::reference::{floor, floor_at, wall, wall_at};

    fn ball(radius: f32) -> Sphere {
        Sphere {
            center: Vec3::ZERO,
            radius,
        }
    }

    /// A root that splits at x = 0 over two leaves with the given polygons.
    fn halves(polygons: Vec<crate::geometry::Polygon>, up: &[u32], down: &[u32]) -> Tree {
        let leaf = |first: usize, count: usize| Node {
            sphere: ball(30.0),
            kind: NodeKind::Leaf {
                solid: false,
                first: first as u32,
                count: count as u32,
            },
        };
        let root = Node {
            sphere: ball(30.0),
            kind: NodeKind::Inner {
                plane: Plane {
                    normal: Vec3::X,
                    offset: 0.0,
                },
                positive: Some(NodeId(1)),
                negative: Some(NodeId(2)),
            },
        };
        Tree::from_parts(Parts {
            polygons,
            nodes: vec![root, leaf(0, up.len()), leaf(up.len(), down.len())],
            leaf_polygons: up.iter().chain(down).copied().map(PolygonId).collect(),
        })
        .unwrap()
    }

    #[test]
    fn a_sound_tree() {
        let tree = halves(vec![wall(), floor()], &[0, 1], &[1]);
        assert_eq!(check_tree(&tree), []);
    }

    #[test]
    fn a_polygon_in_no_leaf() {
        let tree = halves(vec![wall(), floor(), floor_at(1.0)], &[0, 1], &[1]);
        let defects = check_tree(&tree);
        assert!(defects.contains(&Defect::Unreachable {
            polygon: PolygonId(2)
        }));
        assert_eq!(defects.len(), 3, "and missing on both sides: {defects:?}");
    }

    #[test]
    fn half_a_polygon_missing() {
        let tree = halves(vec![wall(), floor()], &[0, 1], &[]);
        let defects = check_tree(&tree);
        let [Defect::Unlisted { node, polygon, at }] = defects[..] else {
            panic!("{defects:?}");
        };
        assert_eq!((node, polygon), (NodeId(2), PolygonId(1)));
        assert!(at.x < 0.0);
    }

    #[test]
    fn a_wall_on_the_plane_may_stand_on_one_side() {
        let tree = halves(vec![wall_at(0.0)], &[], &[0]);
        assert_eq!(check_tree(&tree), []);
    }

    #[test]
    fn a_sphere_that_leaves_out_a_corner() {
        let mut parts = halves(vec![wall(), floor()], &[0, 1], &[1]).into_parts();
        parts.nodes[1].sphere = ball(7.2);
        let defects = check_tree(&Tree::from_parts(parts).unwrap());
        let [
            Defect::SphereTooSmall {
                node, polygon, by, ..
            },
        ] = defects[..]
        else {
            panic!("{defects:?}");
        };
        assert_eq!((node, polygon), (NodeId(1), PolygonId(0)));
        // The wall's corner (2, 5, 5) is 7.348 m out.
        assert!((by - (54.0_f64.sqrt() - 7.2)).abs() < 1e-4, "{by}");
    }

    #[test]
    fn a_sphere_that_is_no_number() {
        let tree = Tree::single_leaf(vec![wall()]).with_root_sphere(ball(f32::NAN));
        assert!(matches!(
            check_tree(&tree)[..],
            [Defect::SphereTooSmall { by, .. }] if by.is_nan()
        ));
    }
}
