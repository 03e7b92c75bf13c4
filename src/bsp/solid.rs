//! Is a place taken? Placement asks for touched polygons and for centres in solid matter.

use glam::Vec3;

use super::hits::{Query, Split, split};
use super::node::{NodeKind, Tree};
use crate::constants::EPSILON_WIDE;
use crate::geometry::Sphere;
use crate::geometry::polygon_adjust::{CenterCheck, CenterIn};
use crate::geometry::polygon_sphere::reach;
use crate::ids::{NodeId, PolygonId};
use crate::policy::{Policy, Row};
use crate::probe::{Event, Probe};

/// What a placement query leaves behind; it persists from one test to the next.
///
/// # Source
/// spec/bsp.md 5.5, outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolidHit {
    /// Where the centre was found.
    pub center: CenterIn,
    /// The first polygon that is touched.
    pub polygon: Option<PolygonId>,
}

impl Default for SolidHit {
    fn default() -> Self {
        Self {
            center: CenterIn::Open,
            polygon: None,
        }
    }
}

struct Walk<'a, P> {
    tree: &'a Tree,
    sphere: &'a Sphere,
    reach: f64,
    policy: &'a Policy,
    probe: &'a mut P,
}

impl Tree {
    /// Whether the sphere touches a polygon, or its centre is in solid matter and that is asked for.
    ///
    /// Tree space. On a splitting plane the half with the centre keeps the check, the other loses it.
    ///
    /// # Source
    /// spec/bsp.md 5.4, `sphere_intersects_solid` 0x0053CAF0, leaf 0x0053D5F0; L-01, L-08, L-26.
    pub fn sphere_intersects_solid<P: Probe>(
        &self,
        sphere: &Sphere,
        check: CenterCheck,
        policy: &Policy,
        probe: &mut P,
    ) -> bool {
        if self.is_empty_to(policy) {
            return false;
        }
        let mut walk = Walk {
            tree: self,
            sphere,
            reach: reach(sphere),
            policy,
            probe,
        };
        walk.solid(NodeId(0), check)
    }

    /// Whether something is in the way of a placement, and what; `reach_radius`, which placement doubles, decides
    /// which halves are visited, the sphere's own radius which polygons are touched.
    ///
    /// Quirk: a polygon found in the first half of a straddled plane with the centre in the open answers false
    /// although `hit` names it, and an empty second half answers false although the centre is in solid matter.
    ///
    /// # Source
    /// spec/bsp.md 5.5, `sphere_intersects_solid_poly` 0x0053CD50, leaf 0x0053D780; L-01, L-07, L-08, L-26.
    pub fn sphere_intersects_solid_poly<P: Probe>(
        &self,
        sphere: &Sphere,
        reach_radius: f32,
        hit: &mut SolidHit,
        check: CenterCheck,
        policy: &Policy,
        probe: &mut P,
    ) -> bool {
        if self.is_empty_to(policy) {
            return false;
        }
        let mut walk = Walk {
            tree: self,
            sphere,
            reach: f64::from(reach_radius) - EPSILON_WIDE,
            policy,
            probe,
        };
        walk.solid_poly(NodeId(0), check, hit)
    }

    /// Whether `point` is in a leaf with polygons; their solidity does not matter.
    ///
    /// # Source
    /// spec/bsp.md 5.8, `point_intersects_solid` 0x0053C310; L-06, L-26.
    #[must_use]
    pub fn point_intersects_solid(&self, point: Vec3, policy: &Policy) -> bool {
        if self.is_empty_to(policy) {
            return false;
        }
        let mut id = NodeId(0);
        loop {
            match self.nodes[id.0 as usize].kind {
                NodeKind::Leaf { count, .. } => return count > 0,
                NodeKind::Inner {
                    plane,
                    positive,
                    negative,
                } => {
                    let height = plane.height(point);
                    // L-06: a point on the plane is behind it in ACE.
                    let behind = if policy.is_ace(Row::L06) {
                        height <= 0.0
                    } else {
                        height < 0.0
                    };
                    match if behind { negative } else { positive } {
                        Some(child) => id = child,
                        None => return false,
                    }
                }
            }
        }
    }
}

impl<P: Probe> Walk<'_, P> {
    fn enters(&mut self, id: NodeId) -> bool {
        let node = &self.tree.nodes[id.0 as usize];
        Query::new(self.sphere, self.policy).enters(id, &node.sphere, self.probe)
    }

    fn solid(&mut self, id: NodeId, check: CenterCheck) -> bool {
        match self.tree.nodes[id.0 as usize].kind {
            NodeKind::Leaf {
                solid,
                first,
                count,
            } => {
                if count == 0 {
                    return false;
                }
                // Before any sphere test: a centre in solid matter needs no radius.
                if solid && check == CenterCheck::On {
                    return true;
                }
                self.enters(id) && self.touched(first, count).is_some()
            }
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => {
                if !self.enters(id) {
                    return false;
                }
                let distance = plane.height(self.sphere.center);
                let sides = split(distance, self.reach);
                let mut ask = |child: Option<NodeId>, check| {
                    child.is_some_and(|child| self.solid(child, check))
                };
                match sides {
                    Split::Positive => ask(positive, check),
                    Split::Negative => ask(negative, check),
                    Split::Both if distance < 0.0 => {
                        ask(positive, CenterCheck::Off) || ask(negative, check)
                    }
                    Split::Both => ask(positive, check) || ask(negative, CenterCheck::Off),
                }
            }
        }
    }

    fn solid_poly(&mut self, id: NodeId, check: CenterCheck, hit: &mut SolidHit) -> bool {
        match self.tree.nodes[id.0 as usize].kind {
            NodeKind::Leaf {
                solid,
                first,
                count,
            } => {
                if count == 0 {
                    return false;
                }
                if solid && check == CenterCheck::On {
                    hit.center = CenterIn::Solid;
                }
                if self.enters(id)
                    && let Some(polygon) = self.touched(first, count)
                {
                    hit.polygon = Some(polygon);
                    return true;
                }
                hit.center == CenterIn::Solid
            }
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => {
                if !self.enters(id) {
                    return false;
                }
                let distance = plane.height(self.sphere.center);
                let sides = split(distance, self.reach);
                let negative_holds_center = if self.policy.is_ace(Row::L07) {
                    distance <= 0.0
                } else {
                    distance < 0.0
                };
                let mut ask = |child: Option<NodeId>, check, hit: &mut SolidHit| {
                    child.is_some_and(|child| self.solid_poly(child, check, hit))
                };
                match sides {
                    Split::Positive => ask(positive, check, hit),
                    Split::Negative => ask(negative, check, hit),
                    Split::Both => {
                        let (near, far) = if negative_holds_center {
                            (negative, positive)
                        } else {
                            (positive, negative)
                        };
                        ask(near, check, hit);
                        if hit.polygon.is_some() {
                            return hit.center == CenterIn::Solid;
                        }
                        ask(far, CenterCheck::Off, hit)
                    }
                }
            }
        }
    }

    /// The first polygon of a leaf that the sphere touches.
    fn touched(&mut self, first: u32, count: u32) -> Option<PolygonId> {
        let tree = self.tree;
        let entries = first as usize..first as usize + count as usize;
        tree.order[entries].iter().copied().find(|&id| {
            let met = tree.polygons[id.0 as usize].meets_sphere(self.sphere, self.policy);
            self.probe.note(|| Event::PolygonTested {
                polygon: id,
                height: met.height,
                touched: met.touched,
                approach: 0.0,
            });
            met.touched
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::{Node, Parts};
    use crate::geometry::polygon::reference::floor;
    use crate::geometry::{Plane, Polygon};
    use crate::policy::Form;
    use CenterCheck::{Off, On};

    fn ace(row: Row) -> Policy {
        let mut policy = Policy::RETAIL;
        policy.set_row(row, Form::Ace);
        policy
    }

    fn ball(x: f32, z: f32) -> Sphere {
        Sphere {
            center: Vec3::new(x, 0.0, z),
            radius: 0.5,
        }
    }

    /// Split at z = 0; the floor stands in the leaf that is asked for.
    fn split_at_floor(above: bool, solid: bool) -> Tree {
        let wide = Sphere {
            center: Vec3::ZERO,
            radius: 30.0,
        };
        let leaf = |full: bool| Node {
            sphere: wide,
            kind: NodeKind::Leaf {
                solid: solid && full,
                first: 0,
                count: u32::from(full),
            },
        };
        let root = Node {
            sphere: wide,
            kind: NodeKind::Inner {
                plane: Plane {
                    normal: Vec3::Z,
                    offset: 0.0,
                },
                positive: Some(NodeId(1)),
                negative: Some(NodeId(2)),
            },
        };
        Tree::from_parts(Parts {
            polygons: vec![floor()],
            nodes: vec![root, leaf(above), leaf(!above)],
            leaf_polygons: vec![PolygonId(0)],
        })
        .unwrap()
    }

    /// spec/bsp.md 5.4: an empty leaf above, solid matter with the floor below.
    fn tree_a() -> Tree {
        split_at_floor(false, true)
    }

    /// spec/bsp.md 5.4, examples.
    #[test]
    fn taken_places() {
        for (sphere, check, wanted) in [
            (ball(0.0, 1.0), On, false),
            (ball(0.0, 0.3), On, true),
            (ball(0.0, -0.3), On, true),
            (ball(0.0, -3.0), On, true),
            (ball(0.0, -3.0), Off, false),
            (ball(20.0, 0.3), On, false),
            (ball(20.0, -0.3), On, true),
        ] {
            let taken = tree_a().sphere_intersects_solid(&sphere, check, &Policy::RETAIL, &mut ());
            assert_eq!(taken, wanted, "{sphere:?} {check:?}");
        }
    }

    /// spec/bsp.md 9: no radius is needed for solid matter.
    #[test]
    fn a_point_in_solid_matter() {
        let mut point = ball(0.0, -3.0);
        point.radius = 0.0;
        assert!(tree_a().sphere_intersects_solid(&point, On, &Policy::RETAIL, &mut ()));
    }

    /// spec/bsp.md 5.5, examples.
    #[test]
    fn what_is_in_the_way() {
        use CenterIn::{Open, Solid};
        let floor_hit = Some(PolygonId(0));
        for (z, radius, answer, center, polygon) in [
            (1.0, 0.5, false, Open, None),
            (0.2, 0.5, true, Open, floor_hit),
            (-0.3, 0.5, true, Solid, floor_hit),
            (-3.0, 0.5, true, Solid, None),
            (-3.0, 4.0, false, Solid, None),
        ] {
            let mut hit = SolidHit::default();
            let taken = tree_a().sphere_intersects_solid_poly(
                &ball(0.0, z),
                radius,
                &mut hit,
                On,
                &Policy::RETAIL,
                &mut (),
            );
            assert_eq!(taken, answer, "z {z} radius {radius}");
            assert_eq!(hit, SolidHit { center, polygon }, "z {z} radius {radius}");
        }
    }

    /// spec/bsp.md 5.5, last example: a named polygon and still the answer no.
    #[test]
    fn named_and_still_clear() {
        let mut hit = SolidHit::default();
        let taken = split_at_floor(true, false).sphere_intersects_solid_poly(
            &ball(0.0, 0.2),
            0.5,
            &mut hit,
            On,
            &Policy::RETAIL,
            &mut (),
        );
        assert!(!taken);
        assert_eq!(hit.polygon, Some(PolygonId(0)));
    }

    /// spec/bsp.md 5.5, L-07: a centre on the splitting plane belongs to the positive side, in ACE to the negative.
    #[test]
    fn centre_on_the_plane() {
        let ask = |policy: &Policy| {
            let mut hit = SolidHit::default();
            let sphere = ball(20.0, 0.0);
            tree_a().sphere_intersects_solid_poly(&sphere, 0.5, &mut hit, On, policy, &mut ());
            hit.center
        };
        assert_eq!(ask(&Policy::RETAIL), CenterIn::Open);
        assert_eq!(ask(&ace(Row::L07)), CenterIn::Solid);
    }

    /// spec/bsp.md 5.8 and L-06, examples.
    #[test]
    fn points() {
        for (z, retail, legacy) in [(-1.0, true, true), (1.0, false, false), (0.0, false, true)] {
            let point = Vec3::new(0.0, 0.0, z);
            let ask = |policy: &Policy| tree_a().point_intersects_solid(point, policy);
            assert_eq!(
                (ask(&Policy::RETAIL), ask(&ace(Row::L06))),
                (retail, legacy),
                "{z}"
            );
        }
    }

    /// spec/bsp.md 5.1, L-26.
    #[test]
    fn a_root_leaf_is_lost_in_ace() {
        let tree = Tree::single_leaf(vec![floor()] as Vec<Polygon>);
        for (policy, wanted) in [(Policy::RETAIL, true), (ace(Row::L26), false)] {
            let near = ball(0.0, 0.2);
            let mut hit = SolidHit::default();
            assert_eq!(
                tree.sphere_intersects_solid(&near, On, &policy, &mut ()),
                wanted
            );
            assert_eq!(
                tree.sphere_intersects_solid_poly(&near, 0.5, &mut hit, On, &policy, &mut ()),
                wanted
            );
            assert_eq!(tree.point_intersects_solid(Vec3::ZERO, &policy), wanted);
        }
    }
}
