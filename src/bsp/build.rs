//! Trees for polygons that come without one.
//!
//! Planes across the axes, where they make walks of a small sphere cheapest by the usual estimate: how likely a half
//! is entered, times what is in it. A walk enters one side alone when its centre is a reach away from the plane, so a
//! polygon that touches the plane stands on both sides.

use glam::{DVec3, Vec3};

use super::extent::{self, Extent};
use super::node::{Node, NodeKind, Tree};
use crate::constants::VIEWER_RADIUS;
use crate::geometry::vector::wide;
use crate::geometry::{Plane, Polygon, Sphere};
use crate::ids::{NodeId, PolygonId};

/// Leaves of at most this many polygons are not split further.
const LEAF_POLYGONS: usize = 4;

/// Places per axis at which a split is tried.
const BINS: usize = 16;

/// Deepest level that splits; more than a mesh of 10^7 polygons needs.
const DEEPEST: u32 = 60;

/// Cost of entering a node, in polygon tests.
const NODE_COST: f64 = 2.5;

/// How many leaf entries per polygon the copies of straddling polygons may add up to.
const COPIES: usize = 8;

/// The sphere that trees are made for is at most this part of the longest side of what they hold.
const SPHERE_SHARE: f64 = 1.0 / 50.0;

/// How far around the polygons walks are expected, in radii of that sphere.
const SURROUNDINGS: f64 = 7.0;

impl Tree {
    /// A tree of axis planes with small leaves; no polygon at all gives one empty leaf.
    ///
    /// Node spheres hold all polygons below, whole. Every polygon stands in each leaf whose region it touches.
    ///
    /// # Source
    /// spec/bsp.md 5.1 and 5.2 say what a tree must keep to.
    #[must_use]
    pub fn balanced(polygons: Vec<Polygon>) -> Self {
        let leaf = |polygons: &[Polygon]| Self::single_leaf(polygons.to_vec());
        // Nobody says stop.
        Self::balanced_told(polygons, &mut |_| true).unwrap_or_else(|| leaf(&[]))
    }

    /// As [`Self::balanced`]; `told` hears now and then which share of the polygons is sorted, 0 to 1, and says whether to go
    /// on. `None` when it said no.
    ///
    /// # Source
    /// As [`Self::balanced`].
    pub fn balanced_told(
        polygons: Vec<Polygon>,
        told: &mut dyn FnMut(f64) -> bool,
    ) -> Option<Self> {
        let all: Vec<Member> = polygons
            .iter()
            .enumerate()
            .map(|(index, polygon)| Member {
                id: PolygonId(index as u32),
                extent: Extent::of(polygon),
            })
            .collect();
        let held = bounds(&all);
        let longest = (0..3).fold(0.0, |longest: f64, axis| {
            let side = held.high[axis] - held.low[axis];
            if side > longest { side } else { longest }
        });
        let radius = f64::from(VIEWER_RADIUS);
        let limit = longest * SPHERE_SHARE;
        let radius = if limit < radius { limit } else { radius };
        let mut region = held;
        for axis in 0..3 {
            region.low[axis] -= radius * SURROUNDINGS;
            region.high[axis] += radius * SURROUNDINGS;
        }
        let budget = polygons.len() * COPIES;
        let mut builder = Builder {
            polygons: &polygons,
            radius,
            nodes: Vec::new(),
            order: Vec::new(),
            corners: Vec::new(),
            told,
            sorted: 0.0,
            since: 0,
            is_stopped: false,
        };
        builder.node(
            all,
            region,
            Below {
                level: 1,
                budget,
                share: 1.0,
            },
        );
        let Builder {
            nodes,
            order,
            is_stopped,
            ..
        } = builder;
        (!is_stopped).then(|| Self::assemble(polygons, nodes, order))
    }

    /// All polygons in one leaf, tested in their order.
    ///
    /// # Source
    /// spec/bsp.md 5.1, a root that is a leaf; L-26 for what ACE makes of it.
    #[must_use]
    pub fn single_leaf(polygons: Vec<Polygon>) -> Self {
        let held = polygons.iter().fold(Extent::NONE, |held, polygon| {
            held.joined(&Extent::of(polygon))
        });
        let corners: Vec<DVec3> = polygons.iter().flat_map(corners).collect();
        let order: Vec<PolygonId> = (0..polygons.len() as u32).map(PolygonId).collect();
        let sphere = extent::around(&corners, held.margin, held.middle());
        let root = leaf(sphere, 0, order.len());
        Self::assemble(polygons, vec![root], order)
    }

    /// The same tree with another bounding sphere at its root, wherever that lies.
    ///
    /// # Source
    /// spec/bsp.md 10.2: the root's sphere is what objects are measured by.
    #[must_use]
    pub fn with_root_sphere(mut self, sphere: Sphere) -> Self {
        self.nodes[0].sphere = sphere;
        self.forks[0].sphere = sphere;
        self
    }
}

/// A polygon that is being sorted into the tree.
#[derive(Clone, Copy)]
struct Member {
    id: PolygonId,
    extent: Extent,
}

/// What a node may still do and what it stands for.
#[derive(Clone, Copy)]
struct Below {
    level: u32,
    /// Leaf entries below it.
    budget: usize,
    /// Its share of all polygons, for who waits.
    share: f64,
}

/// Polygons that are sorted between two words to whoever waits.
const TOLD_EVERY: usize = 50_000;

/// A splitting plane across an axis.
#[derive(Clone, Copy)]
struct Cut {
    axis: usize,
    at: f32,
}

fn leaf(sphere: Sphere, first: usize, count: usize) -> Node {
    Node {
        sphere,
        kind: NodeKind::Leaf {
            solid: false,
            first: first as u32,
            count: count as u32,
        },
    }
}

fn corners(polygon: &Polygon) -> impl Iterator<Item = DVec3> + '_ {
    polygon.vertices.iter().map(|v| wide(*v))
}

fn bounds(members: &[Member]) -> Extent {
    members
        .iter()
        .fold(Extent::NONE, |held, member| held.joined(&member.extent))
}

struct Builder<'a> {
    polygons: &'a [Polygon],
    /// Radius of the sphere that the tree is made for.
    radius: f64,
    nodes: Vec<Node>,
    order: Vec<PolygonId>,
    /// Corners of the node at hand; kept for its memory.
    corners: Vec<DVec3>,
    told: &'a mut dyn FnMut(f64) -> bool,
    /// The share that is sorted.
    sorted: f64,
    /// Polygons that were looked at since the last word.
    since: usize,
    is_stopped: bool,
}

impl Builder<'_> {
    /// Adds the node over `members`, which matter inside `region` only, and all below it.
    fn node(&mut self, members: Vec<Member>, region: Extent, below: Below) -> NodeId {
        let Below {
            level,
            budget,
            share,
        } = below;
        let id = NodeId(self.nodes.len() as u32);
        self.since += members.len();
        if self.since >= TOLD_EVERY && !self.is_stopped {
            self.since = 0;
            self.is_stopped = !(self.told)(self.sorted);
        }
        // What is left is thrown away.
        if self.is_stopped {
            return id;
        }
        let held = bounds(&members);
        self.corners.clear();
        for member in &members {
            self.corners
                .extend(corners(&self.polygons[member.id.0 as usize]));
        }
        let sphere = extent::around(&self.corners, held.margin, held.middle());
        let cut = if level < DEEPEST && members.len() > LEAF_POLYGONS {
            self.cheapest(&members, &held, &region, budget)
        } else {
            None
        };
        let Some(Cut { axis, at }) = cut else {
            self.nodes
                .push(leaf(sphere, self.order.len(), members.len()));
            self.order.extend(members.iter().map(|member| member.id));
            self.sorted += share;
            return id;
        };
        // The children come later; until then the place is held.
        self.nodes.push(leaf(sphere, 0, 0));
        let wide_at = f64::from(at);
        let side = |keep: &dyn Fn(&Extent) -> bool| -> Vec<Member> {
            members
                .iter()
                .copied()
                .filter(|member| keep(&member.extent))
                .collect()
        };
        let above = side(&|extent| extent.high[axis] >= wide_at);
        let below = side(&|extent| extent.low[axis] <= wide_at);
        drop(members);
        // Rounded down by less than one entry, whatever the depth.
        let both = (above.len() + below.len()) as f64;
        let each = (budget as f64 / both, share / both);
        let (mut upper, mut lower) = (region, region);
        upper.low[axis] = wide_at;
        lower.high[axis] = wide_at;
        let positive = self.child(above, upper, level + 1, each);
        let negative = self.child(below, lower, level + 1, each);
        let mut normal = Vec3::ZERO;
        normal[axis] = 1.0;
        self.nodes[id.0 as usize].kind = NodeKind::Inner {
            plane: Plane {
                normal,
                offset: -at,
            },
            positive,
            negative,
        };
        id
    }

    fn child(
        &mut self,
        members: Vec<Member>,
        region: Extent,
        level: u32,
        (budget, share): (f64, f64),
    ) -> Option<NodeId> {
        if members.is_empty() {
            return None;
        }
        let count = members.len() as f64;
        let below = Below {
            level,
            budget: (budget * count) as usize,
            share: share * count,
        };
        Some(self.node(members, region, below))
    }

    /// The cheapest split, if one is cheaper than a leaf.
    fn cheapest(
        &self,
        members: &[Member],
        held: &Extent,
        region: &Extent,
        budget: usize,
    ) -> Option<Cut> {
        let n = members.len();
        let whole = self.likelihood(region);
        let (mut least, mut best) = (n as f64, None);
        let mut offer = |cut: Cut, above: usize, below: usize| {
            let (axis, at) = (cut.axis, f64::from(cut.at));
            let inside = at > region.low[axis] && at < region.high[axis];
            if above + below > budget || (above == n && below == n) || !inside {
                return;
            }
            let (mut upper, mut lower) = (*region, *region);
            upper.low[axis] = at;
            lower.high[axis] = at;
            let cost = NODE_COST
                + (self.likelihood(&upper) * above as f64 + self.likelihood(&lower) * below as f64)
                    / whole;
            if cost < least {
                (least, best) = (cost, Some(cut));
            }
        };
        for axis in 0..3 {
            let low = greater(held.low[axis], region.low[axis]);
            let high = -greater(-held.high[axis], -region.high[axis]);
            // Just outside of everything.
            let before = (low as f32).next_down().next_down();
            let behind = (high as f32).next_up().next_up();
            offer(Cut { axis, at: before }, n, 0);
            offer(Cut { axis, at: behind }, 0, n);
            let width = (high - low) / BINS as f64;
            if !(width > 0.0 && width.is_finite()) {
                continue;
            }
            // How many begin and how many end in each bin.
            let (mut begins, mut ends) = ([0_usize; BINS], [0_usize; BINS]);
            let per_width = 1.0 / width;
            let bin = |x: f64| (((x - low) * per_width) as usize).min(BINS - 1);
            for Member { extent, .. } in members {
                begins[bin(extent.low[axis])] += 1;
                ends[bin(extent.high[axis])] += 1;
            }
            let (mut below, mut ended) = (0, 0);
            for k in 1..BINS {
                below += begins[k - 1];
                ended += ends[k - 1];
                let at = (low + width * k as f64) as f32;
                offer(Cut { axis, at }, n - ended, below);
            }
        }
        best
    }

    /// How likely a sphere of the tree's radius touches a box, but for a factor: the room for its centre.
    fn likelihood(&self, region: &Extent) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|axis| region.high[axis] - region.low[axis]);
        let room = 2.0 * self.radius;
        (x + room) * (y + room) * (z + room)
    }
}

fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A floor of so many triangles a side.
    fn floor(side: u32) -> Vec<Polygon> {
        let at = |x: u32, y: u32| Vec3::new(x as f32, y as f32, ((x * 7 + y * 3) % 5) as f32 * 0.1);
        let squares = (0..side * side).map(|k| (k % side, k / side));
        squares
            .flat_map(|(x, y)| {
                let (a, b, c, d) = (at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1));
                [Polygon::new(vec![a, b, c]), Polygon::new(vec![a, c, d])]
            })
            .flatten()
            .collect()
    }

    #[test]
    fn who_waits_hears_of_it_and_changes_nothing() {
        let polygons = floor(150);
        let mut shares = Vec::new();
        let told = Tree::balanced_told(polygons.clone(), &mut |share| {
            shares.push(share);
            true
        });
        assert_eq!(told, Some(Tree::balanced(polygons.clone())));
        assert!(shares.len() > 3 && shares.is_sorted());
        assert!(
            shares
                .last()
                .is_some_and(|last| (0.5..=1.000_001).contains(last))
        );
        let mut words = 0;
        let stopped = Tree::balanced_told(polygons, &mut |_| {
            words += 1;
            words < 3
        });
        assert_eq!((stopped, words), (None, 3));
    }
}
