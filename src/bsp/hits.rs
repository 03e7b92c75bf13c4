//! Does a sphere at its check position touch a polygon that its movement approaches?

use super::node::{Node, NodeKind, Struck, Tree};
use crate::constants::EPSILON_WIDE;
use crate::geometry::polygon_sphere::{approached, foot, outline_in_reach, plane_in_reach, reach};
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Plane, Sphere};
use crate::ids::{NodeId, PolygonId};
use crate::policy::{Policy, Row};
use crate::probe::{Event, Probe};
use glam::Vec3;

/// Which children of an inner node a query enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// The positive child alone.
    Positive,
    /// The negative child alone.
    Negative,
    /// Both.
    Both,
}

/// Which side of a splitting plane a centre at signed `distance` lies on, if `reach` does not cross it.
///
/// A negative reach (radius below the tolerance) leaves one side; a distance that is not a number both.
///
/// # Source
/// spec/bsp.md 5.2, `split`.
#[inline]
#[must_use]
pub fn split(distance: f64, reach: f64) -> Split {
    if distance >= reach {
        Split::Positive
    } else if distance <= -reach {
        Split::Negative
    } else {
        Split::Both
    }
}

/// Whether two spheres overlap; touching ones do in retail's form, and not in ACE's.
///
/// # Source
/// spec/bsp.md 5.2, `overlap` 0x005344A0; L-01.
#[inline]
#[must_use]
pub fn overlap(a: &Sphere, b: &Sphere, policy: &Policy) -> bool {
    let between = wide(a.center) - wide(b.center);
    let apart = between.x * between.x + between.y * between.y + between.z * between.z;
    let sum = f64::from(a.radius) + f64::from(b.radius);
    if policy.is_ace(Row::L01) {
        apart < sum * sum
    } else {
        apart - sum * sum < EPSILON_WIDE
    }
}

/// Distance between the surfaces of two spheres, negative where they overlap.
fn gap(a: &Sphere, b: &Sphere) -> f64 {
    crate::geometry::vector::length(wide(a.center) - wide(b.center))
        - (f64::from(a.radius) + f64::from(b.radius))
}

/// Asks for the overlap of `node` and tells the listener.
pub(super) fn enters<P: Probe>(
    id: NodeId,
    node: &Node,
    sphere: &Sphere,
    policy: &Policy,
    probe: &mut P,
) -> bool {
    let overlaps = overlap(&node.sphere, sphere, policy);
    probe.note(|| {
        let gap = gap(&node.sphere, sphere);
        if overlaps {
            Event::NodeVisited { node: id, gap }
        } else {
            Event::NodePruned { node: id, gap }
        }
    });
    overlaps
}

struct Walk<'a, P> {
    tree: &'a Tree,
    sphere: &'a Sphere,
    movement: Vec3,
    reach: f64,
    policy: &'a Policy,
    probe: &'a mut P,
}

impl Tree {
    /// Whether the sphere touches a polygon that `movement` approaches; the first in walking order wins, not the
    /// nearest.
    ///
    /// Tree space, metres; `sphere` stands at the check position. `struck` persists: its polygon becomes the last
    /// one that was touched, approached or not, its contact the foot on the last plane in reach.
    ///
    /// # Source
    /// spec/bsp.md 5.3, `sphere_intersects_poly` 0x0053CA30, leaf 0x0053D580; L-01, L-08, L-26.
    pub fn sphere_intersects_poly<P: Probe>(
        &self,
        sphere: &Sphere,
        movement: Vec3,
        struck: &mut Struck,
        policy: &Policy,
        probe: &mut P,
    ) -> bool {
        if self.is_empty_to(policy) {
            return false;
        }
        let mut walk = Walk {
            tree: self,
            sphere,
            movement,
            reach: reach(sphere),
            policy,
            probe,
        };
        walk.node(NodeId(0), struck)
    }

    /// L-26: ACE makes every root an inner node, so a tree that is a single leaf loses its polygons.
    pub(super) fn is_empty_to(&self, policy: &Policy) -> bool {
        matches!(self.nodes[0].kind, NodeKind::Leaf { .. }) && policy.is_ace(Row::L26)
    }
}

impl<P: Probe> Walk<'_, P> {
    fn node(&mut self, mut id: NodeId, struck: &mut Struck) -> bool {
        let tree = self.tree;
        loop {
            let node = &tree.nodes[id.0 as usize];
            match node.kind {
                NodeKind::Inner {
                    plane,
                    positive,
                    negative,
                } => {
                    if !enters(id, node, self.sphere, self.policy, self.probe) {
                        return false;
                    }
                    let only = match split(plane.height(self.sphere.center), self.reach) {
                        Split::Positive => positive,
                        Split::Negative => negative,
                        Split::Both => {
                            if positive.is_some_and(|child| self.node(child, struck)) {
                                return true;
                            }
                            negative
                        }
                    };
                    match only {
                        Some(child) => id = child,
                        None => return false,
                    }
                }
                NodeKind::Leaf { first, count, .. } => {
                    return count > 0
                        && enters(id, node, self.sphere, self.policy, self.probe)
                        && self.leaf(first as usize, count as usize, struck);
                }
            }
        }
    }

    fn leaf(&mut self, first: usize, count: usize, struck: &mut Struck) -> bool {
        let tree = self.tree;
        let entries = first..first + count;
        for (plane, &id) in tree.planes[entries.clone()]
            .iter()
            .zip(&tree.order[entries])
        {
            if self.polygon(plane, id, struck) {
                return true;
            }
        }
        false
    }

    /// `pos_hits_sphere`: the static test, then the direction filter.
    ///
    /// The same steps as [`crate::geometry::Polygon::meets_sphere`], but the corners are fetched only when the plane
    /// is in reach.
    fn polygon(&mut self, plane: &Plane, id: PolygonId, struck: &mut Struck) -> bool {
        let height = plane.height(self.sphere.center);
        let touched = if plane_in_reach(height, self.reach) {
            let foot = foot(plane, self.sphere.center, height);
            struck.contact = narrow(foot);
            let remainder = self.reach * self.reach - height * height;
            let vertices = &self.tree.polygons[id.0 as usize].vertices;
            outline_in_reach(plane.normal_wide(), vertices, foot, remainder)
        } else {
            self.policy.is_ace(Row::L08) && self.tree.polygons[id.0 as usize].vertices.is_empty()
        };
        let approach = crate::geometry::vector::dot(self.movement, plane.normal);
        self.probe.note(|| Event::PolygonTested {
            polygon: id,
            height,
            touched,
            approach,
        });
        if touched {
            // Written even if the direction filter then refuses: the dispatcher reads it as a negative hit.
            struck.polygon = Some(id);
        }
        touched && approached(approach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Polygon;
    use crate::geometry::polygon::reference::{floor, wall, wall_at};
    use crate::policy::Form;
    use crate::probe::{EventKind, Journal};

    fn ace(row: Row) -> Policy {
        let mut policy = Policy::RETAIL;
        policy.set_row(row, Form::Ace);
        policy
    }

    fn ball(center: [f32; 3], radius: f32) -> Sphere {
        Sphere {
            center: Vec3::from_array(center),
            radius,
        }
    }

    /// spec/bsp.md 5.2, examples: radii that sum to 1.
    #[test]
    fn touching_spheres_overlap() {
        for (distance, retail, legacy) in [
            (0.9999, true, true),
            (1.0, true, false),
            (1.000_05, true, false),
            (1.0001, false, false),
        ] {
            let (a, b) = (ball([0.0; 3], 0.5), ball([distance, 0.0, 0.0], 0.5));
            assert_eq!(overlap(&a, &b, &Policy::RETAIL), retail, "{distance}");
            assert_eq!(overlap(&a, &b, &ace(Row::L01)), legacy, "{distance}");
        }
    }

    /// spec/bsp.md 5.2: which sides a query enters; below the tolerance the reach is negative.
    #[test]
    fn sides() {
        for (distance, reach, wanted) in [
            (0.3, 0.3, Split::Positive),
            (-0.3, 0.3, Split::Negative),
            (0.299, 0.3, Split::Both),
            (0.0, 0.3, Split::Both),
            (0.0, -0.0002, Split::Positive),
            (-0.0001, -0.0002, Split::Positive),
            (-0.0003, -0.0002, Split::Negative),
        ] {
            assert_eq!(split(distance, reach), wanted, "{distance} {reach}");
        }
    }

    /// spec/bsp.md 5.3, examples: one leaf of wall and floor, both overlapped.
    #[test]
    fn outputs_persist() {
        let tree = Tree::single_leaf(vec![wall(), floor()]);
        let sphere = ball([1.8, 0.0, 0.2], 0.3);
        for (movement, hit, polygon) in [
            ([0.2, 0.0, -0.1], true, 0),
            ([-0.2, 0.0, -0.1], true, 1),
            ([-0.2, 0.0, 0.1], false, 1),
        ] {
            let mut struck = Struck::default();
            let movement = Vec3::from_array(movement);
            let answer = tree.sphere_intersects_poly(
                &sphere,
                movement,
                &mut struck,
                &Policy::RETAIL,
                &mut (),
            );
            assert_eq!(
                (answer, struck.polygon),
                (hit, Some(PolygonId(polygon))),
                "{movement}"
            );
        }
    }

    /// spec/bsp.md 5.3: what no polygon touches leaves the struck polygon as it was; the foot follows planes in reach.
    #[test]
    fn nothing_touched() {
        let tree = Tree::single_leaf(vec![floor()]);
        let mut struck = Struck {
            polygon: Some(PolygonId(7)),
            contact: Vec3::ONE,
        };
        let down = Vec3::NEG_Z;
        let aside = ball([5.4, 0.0, 0.3], 0.5);
        assert!(!tree.sphere_intersects_poly(&aside, down, &mut struck, &Policy::RETAIL, &mut ()));
        assert_eq!(struck.polygon, Some(PolygonId(7)));
        assert_eq!(struck.contact, Vec3::new(5.4, 0.0, 0.0));
    }

    /// spec/bsp.md 5.1, L-26: (0, 0, 2.3) to (0, 0, 1.7) through a quad at z 2.
    #[test]
    fn a_root_leaf_is_lost_in_ace() {
        let quad = Polygon::new(
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[x, y]| Vec3::new(x, y, 2.0))
                .to_vec(),
        );
        let tree = Tree::single_leaf(vec![quad.unwrap()]);
        let sphere = ball([0.0, 0.0, 1.7], 0.48);
        let down = Vec3::new(0.0, 0.0, -0.6);
        let ask = |policy: &Policy, struck: &mut Struck| {
            tree.sphere_intersects_poly(&sphere, down, struck, policy, &mut ())
        };
        let mut struck = Struck::default();
        assert!(!ask(&ace(Row::L26), &mut struck));
        assert_eq!(struck, Struck::default());
        assert!(ask(&Policy::RETAIL, &mut struck));
    }

    /// spec/bsp.md 5.2: a split tree enters both sides near the plane, positive first, and one side away from it.
    #[test]
    fn order_of_the_walk() {
        let inner = Node {
            sphere: ball([0.0; 3], 20.0),
            kind: NodeKind::Inner {
                plane: Plane {
                    normal: Vec3::X,
                    offset: 0.0,
                },
                positive: Some(NodeId(1)),
                negative: Some(NodeId(2)),
            },
        };
        let leaf = |first| Node {
            sphere: ball([0.0; 3], 20.0),
            kind: NodeKind::Leaf {
                solid: false,
                first,
                count: 1,
            },
        };
        let tree = Tree::from_parts(crate::bsp::Parts {
            polygons: vec![wall_at(0.1), wall_at(-0.1)],
            nodes: vec![inner, leaf(0), leaf(1)],
            leaf_polygons: vec![PolygonId(0), PolygonId(1)],
        })
        .unwrap();
        for (x, visits) in [
            (0.0, vec![0, 1, 2]),
            (0.29, vec![0, 1, 2]),
            (0.3, vec![0, 1]),
            (-0.3, vec![0, 2]),
            (21.0, vec![]),
        ] {
            let mut journal = Journal::default();
            let mut struck = Struck::default();
            // Away from both walls, so that no hit ends the walk.
            let movement = Vec3::NEG_X;
            let sphere = ball([x, 0.0, 0.0], 0.3);
            tree.sphere_intersects_poly(
                &sphere,
                movement,
                &mut struck,
                &Policy::RETAIL,
                &mut journal,
            );
            let visited: Vec<u32> = journal
                .entries
                .iter()
                .filter_map(|entry| match entry.event {
                    Event::NodeVisited { node, .. } => Some(node.0),
                    _ => None,
                })
                .collect();
            assert_eq!(visited, visits, "x {x}");
            let pruned = journal
                .entries
                .iter()
                .filter(|entry| entry.event.kind() == EventKind::NodePruned)
                .count();
            assert_eq!(pruned, usize::from(visits.is_empty()));
        }
    }
}
