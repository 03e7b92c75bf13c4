//! Trees for polygons that come without one.
//!
//! Planes across the axes, chosen by the usual surface-area estimate. A query enters one side alone when its centre is
//! a reach away from the plane, so a polygon that touches the plane stands on both sides.

use glam::{DVec3, Vec3};

use super::extent::{self, Extent};
use super::node::{Node, NodeKind, Parts, Tree};
use crate::geometry::{Plane, Polygon, Sphere};
use crate::ids::{NodeId, PolygonId};

/// Leaves of at most this many polygons are not split further.
const LEAF_POLYGONS: usize = 4;

/// Places per axis at which a split is tried.
const BINS: usize = 16;

/// Deepest level that splits; more than a mesh of 10^7 polygons needs.
const DEEPEST: u32 = 60;

/// Cost of a node visit in polygon tests.
const NODE_COST: f64 = 1.5;

/// How many leaf entries per polygon the copies of straddling polygons may add up to.
const COPIES: usize = 8;

impl Tree {
    /// A tree of axis planes with small leaves; no polygon at all gives one empty leaf.
    ///
    /// Node spheres hold all polygons below, whole. Every polygon stands in each leaf whose region it touches.
    ///
    /// # Source
    /// spec/bsp.md 5.1 and 5.2 say what a tree must keep to.
    #[must_use]
    pub fn balanced(polygons: Vec<Polygon>) -> Self {
        let extents: Vec<Extent> = polygons.iter().map(Extent::of).collect();
        let all: Vec<u32> = (0..polygons.len() as u32).collect();
        let budget = polygons.len() * COPIES;
        let mut builder = Builder {
            polygons: &polygons,
            extents: &extents,
            nodes: Vec::new(),
            order: Vec::new(),
            points: Vec::new(),
        };
        let region = bounds(&extents, &all);
        builder.node(all, region, 1, budget);
        let Builder { nodes, order, .. } = builder;
        Self::assemble(polygons, nodes, order)
    }

    /// All polygons in one leaf, tested in their order.
    ///
    /// # Source
    /// spec/bsp.md 5.1, a root that is a leaf; L-26 for what ACE makes of it.
    #[must_use]
    pub fn single_leaf(polygons: Vec<Polygon>) -> Self {
        let order: Vec<PolygonId> = (0..polygons.len() as u32).map(PolygonId).collect();
        let points: Vec<(DVec3, f64)> = polygons.iter().flat_map(felt).collect();
        let root = Node {
            sphere: extent::around(&points),
            kind: NodeKind::Leaf {
                solid: false,
                first: 0,
                count: order.len() as u32,
            },
        };
        Self::assemble(polygons, vec![root], order)
    }

    /// The same tree with another bounding sphere at its root, wherever that lies.
    ///
    /// # Source
    /// spec/bsp.md 10.2: the root's sphere is what objects are measured by.
    #[must_use]
    pub fn with_root_sphere(mut self, sphere: Sphere) -> Self {
        self.nodes[0].sphere = sphere;
        self
    }

    /// Parts that are known to fit.
    fn assemble(polygons: Vec<Polygon>, nodes: Vec<Node>, order: Vec<PolygonId>) -> Self {
        let planes = order
            .iter()
            .map(|id| polygons[id.0 as usize].plane)
            .collect();
        let tree = Self {
            polygons,
            nodes,
            order,
            planes,
        };
        debug_assert!(
            Self::from_parts(Parts::from(tree.clone())).is_ok(),
            "a built tree keeps to the rules"
        );
        tree
    }
}

/// The felt points of a polygon with its slack.
fn felt(polygon: &Polygon) -> impl Iterator<Item = (DVec3, f64)> + '_ {
    let slack = extent::slack(polygon);
    extent::felt_points(polygon).map(move |point| (point, slack))
}

type Region = ([f64; 3], [f64; 3]);

fn bounds(extents: &[Extent], ids: &[u32]) -> Region {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for id in ids {
        let e = &extents[*id as usize];
        for axis in 0..3 {
            if e.low[axis] < low[axis] {
                low[axis] = e.low[axis];
            }
            if e.high[axis] > high[axis] {
                high[axis] = e.high[axis];
            }
        }
    }
    (low, high)
}

struct Builder<'a> {
    polygons: &'a [Polygon],
    extents: &'a [Extent],
    nodes: Vec<Node>,
    order: Vec<PolygonId>,
    /// Felt points of the node at hand; kept for its memory.
    points: Vec<(DVec3, f64)>,
}

impl Builder<'_> {
    /// Adds the node over `ids`, whose polygons matter inside `region` only, and all below it.
    fn node(&mut self, ids: Vec<u32>, region: Region, level: u32, budget: usize) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let sphere = self.sphere(&ids);
        let cut = if level < DEEPEST && ids.len() > LEAF_POLYGONS {
            self.cut(&ids, &region, budget)
        } else {
            None
        };
        let Some((axis, at)) = cut else {
            let first = self.order.len() as u32;
            self.order.extend(ids.iter().map(|id| PolygonId(*id)));
            self.nodes.push(Node {
                sphere,
                kind: NodeKind::Leaf {
                    solid: false,
                    first,
                    count: ids.len() as u32,
                },
            });
            return id;
        };
        let mut normal = Vec3::ZERO;
        normal[axis] = 1.0;
        let mut kind = NodeKind::Inner {
            plane: Plane {
                normal,
                offset: -at,
            },
            positive: None,
            negative: None,
        };
        self.nodes.push(Node { sphere, kind });
        let wide_at = f64::from(at);
        let above: Vec<u32> = self.on(&ids, |e| e.high[axis] >= wide_at);
        let below: Vec<u32> = self.on(&ids, |e| e.low[axis] <= wide_at);
        drop(ids);
        let share = budget / (above.len() + below.len()).max(1);
        let (budget_above, budget_below) = (share * above.len(), share * below.len());
        let (mut upper, mut lower) = (region, region);
        upper.0[axis] = wide_at;
        lower.1[axis] = wide_at;
        let up = self.child(above, upper, level + 1, budget_above);
        let down = self.child(below, lower, level + 1, budget_below);
        if let NodeKind::Inner {
            positive, negative, ..
        } = &mut kind
        {
            *positive = up;
            *negative = down;
        }
        self.nodes[id.0 as usize].kind = kind;
        id
    }

    fn child(
        &mut self,
        ids: Vec<u32>,
        region: Region,
        level: u32,
        budget: usize,
    ) -> Option<NodeId> {
        if ids.is_empty() {
            None
        } else {
            Some(self.node(ids, region, level, budget))
        }
    }

    fn on(&self, ids: &[u32], keep: impl Fn(&Extent) -> bool) -> Vec<u32> {
        ids.iter()
            .copied()
            .filter(|id| keep(&self.extents[*id as usize]))
            .collect()
    }

    fn sphere(&mut self, ids: &[u32]) -> Sphere {
        self.points.clear();
        for id in ids {
            self.points.extend(felt(&self.polygons[*id as usize]));
        }
        extent::around(&self.points)
    }

    /// The axis and place of the cheapest split, if one is cheaper than a leaf.
    fn cut(&self, ids: &[u32], region: &Region, budget: usize) -> Option<(usize, f32)> {
        let held = self.clipped(ids, region);
        let whole = area(&held);
        let mut best = (ids.len() as f64, None);
        for axis in 0..3 {
            let (low, high) = (held.0[axis], held.1[axis]);
            let width = (high - low) / BINS as f64;
            if !(width > 0.0 && width.is_finite()) {
                continue;
            }
            // starts[k]: polygons whose low end lies in bin k; ends[k]: whose high end does.
            let (mut starts, mut ends) = ([0_usize; BINS], [0_usize; BINS]);
            let bin = |x: f64| (((x - low) / width) as usize).min(BINS - 1);
            for id in ids {
                let e = &self.extents[*id as usize];
                starts[bin(e.low[axis])] += 1;
                ends[bin(e.high[axis])] += 1;
            }
            let (mut below, mut ended) = (0, 0);
            for k in 1..BINS {
                below += starts[k - 1];
                ended += ends[k - 1];
                let above = ids.len() - ended;
                if below + above > budget || (below == ids.len() && above == ids.len()) {
                    continue;
                }
                let at = (low + width * k as f64) as f32;
                let wide_at = f64::from(at);
                if !(wide_at > low && wide_at < high) {
                    continue;
                }
                let (mut upper, mut lower) = (held, held);
                upper.0[axis] = wide_at;
                lower.1[axis] = wide_at;
                let cost =
                    NODE_COST + (area(&upper) * above as f64 + area(&lower) * below as f64) / whole;
                if cost < best.0 {
                    best = (cost, Some((axis, at)));
                }
            }
        }
        best.1
    }

    /// The box of what `ids` have inside `region`.
    fn clipped(&self, ids: &[u32], region: &Region) -> Region {
        let mut held = bounds(self.extents, ids);
        for axis in 0..3 {
            if region.0[axis] > held.0[axis] {
                held.0[axis] = region.0[axis];
            }
            if region.1[axis] < held.1[axis] {
                held.1[axis] = region.1[axis];
            }
        }
        held
    }
}

/// Surface of a box, halved.
fn area(region: &Region) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| region.1[axis] - region.0[axis]);
    x * y + y * z + z * x
}
