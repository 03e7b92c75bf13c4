//! Does a sphere at its check position touch a polygon that its movement approaches?

use glam::{DVec3, Vec3};

use super::node::{Entry, Fork, NodeKind, Struck, Tree};
use crate::constants::EPSILON_WIDE;
use crate::geometry::polygon_sphere::{approached, foot, outline_in_reach, plane_in_reach, reach};
use crate::geometry::vector::{dot_wide, narrow, wide};
use crate::geometry::{Plane, Sphere};
use crate::ids::NodeId;
use crate::policy::{Policy, Row};
use crate::probe::{Event, Probe};

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
    let sum = f64::from(a.radius) + f64::from(b.radius);
    dot_wide(between, between) - sum * sum < overlap_limit(policy)
}

/// Spheres overlap when the square of their distance exceeds that of their radii's sum by less than this.
///
/// A difference is below 0 exactly when the first number is below the second, so 0 is ACE's plain comparison.
fn overlap_limit(policy: &Policy) -> f64 {
    if policy.is_ace(Row::L01) {
        0.0
    } else {
        EPSILON_WIDE
    }
}

/// A sphere as a walk needs it at every node: widened once, and with the policy's rows looked up once.
pub(super) struct Query {
    center: DVec3,
    radius: f64,
    reach: f64,
    overlap_limit: f64,
    /// L-08.
    cornerless: bool,
}

impl Query {
    pub(super) fn new(sphere: &Sphere, policy: &Policy) -> Self {
        Self {
            center: wide(sphere.center),
            radius: f64::from(sphere.radius),
            reach: reach(sphere),
            overlap_limit: overlap_limit(policy),
            cornerless: policy.is_ace(Row::L08),
        }
    }

    /// Asks for the overlap with a node's sphere and tells the listener.
    #[inline]
    pub(super) fn enters<P: Probe>(&self, id: NodeId, bound: &Sphere, probe: &mut P) -> bool {
        let between = wide(bound.center) - self.center;
        let apart = dot_wide(between, between);
        let sum = f64::from(bound.radius) + self.radius;
        let overlaps = apart - sum * sum < self.overlap_limit;
        probe.note(|| {
            // Between the surfaces; negative where they overlap.
            let gap = apart.sqrt() - sum;
            if overlaps {
                Event::NodeVisited { node: id, gap }
            } else {
                Event::NodePruned { node: id, gap }
            }
        });
        overlaps
    }

    /// As [`Plane::height`] of the centre, to the bit.
    #[inline]
    fn height(&self, plane: &Plane) -> f64 {
        dot_wide(plane.normal_wide(), self.center) + f64::from(plane.offset)
    }
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
            query: Query::new(sphere, policy),
            movement: wide(movement),
            probe,
        };
        walk.node(0, struck)
    }

    /// L-26: ACE makes every root an inner node, so a tree that is a single leaf loses its polygons.
    pub(crate) fn is_empty_to(&self, policy: &Policy) -> bool {
        matches!(self.nodes[0].kind, NodeKind::Leaf { .. }) && policy.is_ace(Row::L26)
    }
}

struct Walk<'a, P> {
    tree: &'a Tree,
    query: Query,
    movement: DVec3,
    probe: &'a mut P,
}

impl<P: Probe> Walk<'_, P> {
    fn node(&mut self, mut id: u32, struck: &mut Struck) -> bool {
        let tree = self.tree;
        while id != Fork::NONE {
            let fork = &tree.forks[id as usize];
            let [first, second] = fork.links;
            if fork.is_leaf {
                return second > 0
                    && self.query.enters(NodeId(id), &fork.sphere, self.probe)
                    && self.leaf(first as usize, second as usize, struck);
            }
            if !self.query.enters(NodeId(id), &fork.sphere, self.probe) {
                return false;
            }
            id = match split(self.query.height(&fork.plane), self.query.reach) {
                Split::Positive => first,
                Split::Negative => second,
                Split::Both => {
                    if self.node(first, struck) {
                        return true;
                    }
                    second
                }
            };
        }
        false
    }

    fn leaf(&mut self, first: usize, count: usize, struck: &mut Struck) -> bool {
        let tree = self.tree;
        tree.entries[first..first + count]
            .iter()
            .any(|entry| self.polygon(entry, struck))
    }

    /// `pos_hits_sphere`: the static test, then the direction filter.
    ///
    /// The same steps as [`crate::geometry::Polygon::meets_sphere`], but the corners are fetched only when the plane
    /// is in reach.
    #[inline]
    fn polygon(&mut self, entry: &Entry, struck: &mut Struck) -> bool {
        let height = self.query.height(&entry.plane);
        let touched = if plane_in_reach(height, self.query.reach) {
            self.outline(entry, height, struck)
        } else {
            self.query.cornerless && self.tree.corners(entry).is_empty()
        };
        let approach = || dot_wide(self.movement, entry.plane.normal_wide());
        self.probe.note(|| Event::PolygonTested {
            polygon: entry.polygon,
            height,
            touched,
            approach: approach(),
        });
        if touched {
            // Written even if the direction filter then refuses: the dispatcher reads it as a negative hit.
            struck.polygon = Some(entry.polygon);
        }
        touched && approached(approach())
    }

    fn outline(&self, entry: &Entry, height: f64, struck: &mut Struck) -> bool {
        let Query { center, reach, .. } = self.query;
        let foot = foot(&entry.plane, center, height);
        struck.contact = narrow(foot);
        outline_in_reach(
            entry.plane.normal_wide(),
            self.tree.corners(entry),
            foot,
            reach * reach - height * height,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::{Node, NodeKind};
    use crate::geometry::Polygon;
    use crate::geometry::polygon::reference::{floor, wall, wall_at};
    use crate::ids::PolygonId;
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
