//! Which polygon carries a mover? Steps down, landings and support checks ask it.

use glam::Vec3;

use super::hits::{Query, Split, split};
use super::node::{NodeKind, Tree};
use crate::geometry::polygon_sphere::reach;
use crate::geometry::polygon_walkable::Support;
use crate::geometry::{Polygon, Sphere};
use crate::ids::{NodeId, PolygonId};
use crate::policy::Policy;
use crate::probe::{Event, Probe};

/// Which slopes count as ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// The world's up in the tree's space.
    pub up: Vec3,
    /// The normal must lean less than this along `up`: its least component, exclusive.
    pub allowance: f32,
}

/// What a search for ground works on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walked {
    /// The sphere; it moves up as surfaces are accepted.
    pub sphere: Sphere,
    /// Share of the movement that is still unspent; each accepted surface lowers it.
    pub interp: f32,
    /// The last accepted polygon.
    pub polygon: Option<PolygonId>,
}

struct Walk<'a, P> {
    tree: &'a Tree,
    reach: f64,
    slope: Slope,
    policy: &'a Policy,
    probe: &'a mut P,
}

impl Tree {
    /// Moves the sphere back along `movement` onto the highest ground that it touches; true if there was any.
    ///
    /// Every polygon in reach is asked, in walking order and with the sphere where the ones before have put it: a
    /// later surface is accepted only if it leaves less of the move unspent.
    ///
    /// # Source
    /// spec/bsp.md 5.6, `find_walkable` 0x0053CC80, leaf 0x0053D6F0; L-01, L-08, L-26 (nothing found).
    pub fn find_walkable<P: Probe>(
        &self,
        walked: &mut Walked,
        movement: Vec3,
        slope: Slope,
        policy: &Policy,
        probe: &mut P,
    ) -> bool {
        if self.is_empty_to(policy) {
            return false;
        }
        let mut walk = Walk {
            tree: self,
            reach: reach(&walked.sphere),
            slope,
            policy,
            probe,
        };
        walk.find(NodeId(0), walked, movement)
    }

    /// Whether the sphere touches ground that also carries it: its foot is at most half a radius beside the outline.
    ///
    /// # Source
    /// spec/bsp.md 5.6, `hits_walkable` 0x0053CBD0, leaf 0x0053D670; L-01, L-04, L-08, L-26 (nothing found).
    pub fn hits_walkable<P: Probe>(
        &self,
        sphere: &Sphere,
        slope: Slope,
        policy: &Policy,
        probe: &mut P,
    ) -> bool {
        if self.is_empty_to(policy) {
            return false;
        }
        let mut walk = Walk {
            tree: self,
            reach: reach(sphere),
            slope,
            policy,
            probe,
        };
        walk.hits(NodeId(0), sphere)
    }
}

impl<P: Probe> Walk<'_, P> {
    fn enters(&mut self, id: NodeId, sphere: &Sphere) -> bool {
        let node = &self.tree.nodes[id.0 as usize];
        Query::new(sphere, self.policy).enters(id, &node.sphere, self.probe)
    }

    /// `walkable_hits_sphere`, told to the listener when the slope lets it be asked.
    fn touches(&mut self, id: PolygonId, sphere: &Sphere, approach: f64) -> Option<&Polygon> {
        let polygon = &self.tree.polygons[id.0 as usize];
        if !polygon.is_walkable(self.slope.up, self.slope.allowance) {
            return None;
        }
        let met = polygon.meets_sphere(sphere, self.policy);
        self.probe.note(|| Event::PolygonTested {
            polygon: id,
            height: met.height,
            touched: met.touched,
            approach,
        });
        met.touched.then_some(polygon)
    }

    fn find(&mut self, id: NodeId, walked: &mut Walked, movement: Vec3) -> bool {
        match self.tree.nodes[id.0 as usize].kind {
            NodeKind::Leaf { first, count, .. } => {
                if count == 0 || !self.enters(id, &walked.sphere) {
                    return false;
                }
                let tree = self.tree;
                let mut changed = false;
                for &polygon in &tree.order[first as usize..first as usize + count as usize] {
                    let approach = tree.polygons[polygon.0 as usize].approach(movement);
                    if let Some(ground) = self.touches(polygon, &walked.sphere, approach)
                        && ground.adjust_sphere_to_plane(
                            &mut walked.sphere,
                            movement,
                            &mut walked.interp,
                        )
                    {
                        changed = true;
                        walked.polygon = Some(polygon);
                    }
                }
                changed
            }
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => {
                if !self.enters(id, &walked.sphere) {
                    return false;
                }
                // Once, on entry: what the first half does to the sphere does not change which halves are visited.
                let sides = split(plane.height(walked.sphere.center), self.reach);
                let mut changed = false;
                for (child, other) in [(positive, Split::Negative), (negative, Split::Positive)] {
                    if let Some(child) = child
                        && sides != other
                    {
                        changed |= self.find(child, walked, movement);
                    }
                }
                changed
            }
        }
    }

    fn hits(&mut self, id: NodeId, sphere: &Sphere) -> bool {
        match self.tree.nodes[id.0 as usize].kind {
            NodeKind::Leaf { first, count, .. } => {
                if count == 0 || !self.enters(id, sphere) {
                    return false;
                }
                let (tree, policy, up) = (self.tree, self.policy, self.slope.up);
                tree.order[first as usize..first as usize + count as usize]
                    .iter()
                    .any(|&polygon| {
                        self.touches(polygon, sphere, 0.0)
                            .is_some_and(|p| p.supports(sphere, up, Support::Small, policy))
                    })
            }
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => {
                if !self.enters(id, sphere) {
                    return false;
                }
                let sides = split(plane.height(sphere.center), self.reach);
                [(positive, Split::Negative), (negative, Split::Positive)]
                    .into_iter()
                    .any(|(child, other)| {
                        sides != other && child.is_some_and(|child| self.hits(child, sphere))
                    })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::{FLOOR_Z, LANDING_Z};
    use crate::geometry::polygon::reference::{floor, floor_at, ramp};
    use crate::policy::{Form, Row};

    const WALKING: Slope = Slope {
        up: Vec3::Z,
        allowance: FLOOR_Z,
    };
    const DOWN: Vec3 = Vec3::new(0.0, 0.0, -0.4);

    fn ball(x: f32, z: f32) -> Sphere {
        Sphere {
            center: Vec3::new(x, 0.0, z),
            radius: 0.5,
        }
    }

    fn found(tree: &Tree, sphere: Sphere, movement: Vec3) -> (bool, Walked) {
        let mut walked = Walked {
            sphere,
            interp: 1.0,
            polygon: None,
        };
        let found = tree.find_walkable(&mut walked, movement, WALKING, &Policy::RETAIL, &mut ());
        (found, walked)
    }

    /// spec/bsp.md 5.6, `find_walkable` examples: the height does not depend on the order, the unspent share does.
    #[test]
    fn ground_under_a_sphere() {
        for (heights, polygon, z, interp) in [
            (&[0.0][..], 0, 0.5, 0.5),
            (&[0.0, 0.1], 1, 0.6, 0.375),
            (&[0.1, 0.0], 0, 0.6, 0.25),
        ] {
            let tree = Tree::single_leaf(heights.iter().copied().map(floor_at).collect());
            let (changed, walked) = found(&tree, ball(0.0, 0.3), DOWN);
            assert!(changed);
            assert_eq!(walked.polygon, Some(PolygonId(polygon)), "{heights:?}");
            assert!(
                (walked.sphere.center.z - z).abs() < 1e-5,
                "{heights:?} {walked:?}"
            );
            assert!(
                (walked.interp - interp).abs() < 1e-5,
                "{heights:?} {walked:?}"
            );
        }
    }

    /// spec/bsp.md 5.6: nothing in reach, or nothing gentle enough, leaves all as it was.
    #[test]
    fn no_ground() {
        for (polygon, sphere) in [(floor(), ball(0.0, 0.6)), (ramp(60.0), ball(0.0, 0.3))] {
            let tree = Tree::single_leaf(vec![polygon]);
            let (changed, walked) = found(&tree, sphere, DOWN);
            assert!(!changed);
            let untouched = Walked {
                sphere,
                interp: 1.0,
                polygon: None,
            };
            assert_eq!(walked, untouched);
        }
    }

    /// The same ground through a tree that splits as in one leaf.
    #[test]
    fn through_a_tree() {
        let heights = [0.0, 0.05, 0.1, -0.05, -0.1, -0.2, 3.0, -3.0];
        let tree = Tree::balanced(heights.into_iter().map(floor_at).collect());
        assert!(tree.nodes().len() > 1);
        let (changed, walked) = found(&tree, ball(0.0, 0.3), DOWN);
        assert!(changed);
        assert!((walked.sphere.center.z - 0.6).abs() < 1e-5, "{walked:?}");
        assert_eq!(walked.polygon, Some(PolygonId(2)));
    }

    /// spec/bsp.md 5.6, `hits_walkable` examples.
    #[test]
    fn standing() {
        let stands = |polygon: Polygon, sphere: Sphere, allowance| {
            let slope = Slope {
                allowance,
                ..WALKING
            };
            Tree::single_leaf(vec![polygon]).hits_walkable(&sphere, slope, &Policy::RETAIL, &mut ())
        };
        assert!(stands(floor(), ball(0.0, 0.3), FLOOR_Z));
        assert!(!stands(floor(), ball(5.28, 0.3), FLOOR_Z));
        assert!(!stands(ramp(60.0), ball(0.0, 0.3), FLOOR_Z));
        assert!(stands(ramp(60.0), ball(0.0, 0.3), LANDING_Z));
        assert!(
            !stands(ramp(60.0), ball(0.0, 1.2), LANDING_Z),
            "the plane is out of reach"
        );
    }

    /// spec/bsp.md 5.1, L-26: a port of the error is "nothing found".
    #[test]
    fn a_root_leaf_is_lost_in_ace() {
        let mut ace = Policy::RETAIL;
        ace.set_row(Row::L26, Form::Ace);
        let tree = Tree::single_leaf(vec![floor()]);
        let mut walked = Walked {
            sphere: ball(0.0, 0.3),
            interp: 1.0,
            polygon: None,
        };
        assert!(!tree.find_walkable(&mut walked, DOWN, WALKING, &ace, &mut ()));
        assert!(!tree.hits_walkable(&walked.sphere, WALKING, &ace, &mut ()));
    }
}
