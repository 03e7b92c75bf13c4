//! Physics polygons and their stored tree as a tree that sweeps walk, and back.

use std::collections::BTreeMap;

use glam::Vec3;

use super::bytes::{is_plane, is_point, is_sphere};
use super::error::Wrong;
use super::mesh::{DatPolygon, Vertex, Vertices};
use super::tree::{DatNode, DatTree, EMPTY_NODE, Tag};
use crate::bsp::node::{Node, NodeKind, Parts};
use crate::bsp::{CellTree, Tree};
use crate::geometry::{Plane, Polygon};
use crate::ids::{NodeId, PolygonId};

/// Which tree stands over the polygons of a game file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TreeChoice {
    /// The record's own, as it is stored.
    #[default]
    Stored,
    /// One that is built anew, with small leaves.
    Rebuilt,
    /// One leaf with all polygons in their order.
    SingleLeaf,
}

/// The polygons with their tree; what is odd goes to `notes`, after `name`.
///
/// A polygon without area or with a corner that is missing or no point is left out.
///
/// # Errors
/// What is wrong with the stored tree, and where in its record: a sphere or a plane that is none, a `PORT`, too many levels.
///
/// # Source
/// spec/dat.md 4.2 and 4.3.
pub fn tree(
    vertices: &[Vertex],
    polygons: &[DatPolygon],
    stored: &DatTree,
    choice: TreeChoice,
    name: &str,
    notes: &mut Vec<String>,
) -> Result<Tree, Wrong> {
    let corners = Vertices::new(vertices);
    // Index of each polygon id among those that are kept.
    let mut kept = BTreeMap::new();
    let mut list = Vec::with_capacity(polygons.len());
    let mut left_out = 0;
    for polygon in polygons {
        let ring: Option<Vec<Vec3>> = polygon
            .vertices
            .iter()
            .map(|id| corners.get(*id).filter(|corner| is_point(*corner)))
            .collect();
        match ring.and_then(Polygon::new) {
            Some(made) if !kept.contains_key(&polygon.id) => {
                kept.insert(polygon.id, PolygonId(list.len() as u32));
                list.push(made);
            }
            _ => left_out += 1,
        }
    }
    if left_out > 0 {
        let all = polygons.len();
        notes.push(format!(
            "{name}: {left_out} of {all} physics polygons are left out: without area, without a corner, or twice under one number"
        ));
    }
    match choice {
        TreeChoice::Rebuilt => Ok(Tree::balanced(list)),
        TreeChoice::SingleLeaf => Ok(Tree::single_leaf(list)),
        TreeChoice::Stored => {
            let parts = parts(list, &kept, stored)?;
            Tree::from_parts(parts).map_err(|error| wrong(0, error.to_string()))
        }
    }
}

fn wrong(offset: usize, problem: String) -> Wrong {
    Wrong {
        offset,
        field: "physics tree",
        problem,
    }
}

fn parts(
    polygons: Vec<Polygon>,
    kept: &BTreeMap<u16, PolygonId>,
    stored: &DatTree,
) -> Result<Parts, Wrong> {
    let mut nodes = Vec::with_capacity(stored.nodes.len());
    let mut leaf_polygons = Vec::with_capacity(stored.polygons.len());
    for (index, node) in stored.nodes.iter().enumerate() {
        if node.tag == Tag::Port {
            let problem = format!("node {index} is a PORT, which only drawing trees have");
            return Err(wrong(stored.places.plane(index), problem));
        }
        if !is_sphere(&node.sphere) {
            let problem = format!("the sphere of node {index} is none");
            return Err(wrong(stored.places.sphere(index), problem));
        }
        let kind = if node.tag == Tag::Leaf {
            let first = leaf_polygons.len() as u32;
            let known = stored.ids(node).iter().filter_map(|id| kept.get(id));
            leaf_polygons.extend(known);
            NodeKind::Leaf {
                solid: node.solid != 0,
                first,
                count: leaf_polygons.len() as u32 - first,
            }
        } else {
            NodeKind::Inner {
                plane: split_plane(index, node)
                    .map_err(|problem| wrong(stored.places.plane(index), problem))?,
                positive: node.positive.map(NodeId),
                negative: node.negative.map(NodeId),
            }
        };
        nodes.push(Node {
            sphere: node.sphere,
            kind,
        });
    }
    Ok(Parts {
        polygons,
        nodes,
        leaf_polygons,
    })
}

/// The plane of a node; one without children does not need any.
fn split_plane(index: usize, node: &DatNode) -> Result<Plane, String> {
    match node.tag {
        _ if is_plane(&node.plane) => Ok(node.plane),
        Tag::Plane(_) => Ok(Plane {
            normal: Vec3::Z,
            offset: 0.0,
        }),
        _ => Err(format!("the plane of node {index} is none")),
    }
}

/// The inside of a room: the planes along the positive children.
///
/// The plane of a last node without children counts where it is one; it may be unused memory.
///
/// # Source
/// spec/dat.md 4.3; spec/bsp.md 5.7.
#[must_use]
pub fn volume(stored: &DatTree) -> CellTree {
    let mut planes = Vec::new();
    let mut at = Some(0_u32);
    while let Some(node) = at.and_then(|index| stored.nodes.get(index as usize)) {
        if node.tag == Tag::Leaf {
            planes.push(CellTree::LEAF);
        } else if is_plane(&node.plane) {
            planes.push(node.plane);
        }
        at = node.positive;
    }
    CellTree { planes }
}

/// A mesh as a record holds it, out of a tree: its vertices, each once, its polygons and the tree over them.
///
/// Vertices beyond 65,536 and polygons beyond as many have no number; they are left out.
#[must_use]
pub fn stored(tree: &Tree) -> (Vec<Vertex>, Vec<DatPolygon>, DatTree) {
    let mut vertices: Vec<Vertex> = Vec::new();
    let mut known: BTreeMap<[u32; 3], u16> = BTreeMap::new();
    let mut polygons = Vec::new();
    for (index, polygon) in tree.polygons().iter().enumerate() {
        let ids: Option<Vec<u16>> = polygon
            .vertices
            .iter()
            .map(|corner| {
                let key = corner.to_array().map(f32::to_bits);
                if let Some(id) = known.get(&key) {
                    return Some(*id);
                }
                let id = u16::try_from(vertices.len()).ok()?;
                known.insert(key, id);
                vertices.push(Vertex {
                    id,
                    position: *corner,
                    normal: polygon.plane.normal,
                    uvs: Vec::new(),
                });
                Some(id)
            })
            .collect();
        if let (Ok(id), Some(ids)) = (u16::try_from(index), ids) {
            polygons.push(DatPolygon::physics(id, ids));
        }
    }
    let mut stored = DatTree::default();
    let mut leaves = 0;
    for node in tree.nodes() {
        let sphere = node.sphere;
        stored.nodes.push(match node.kind {
            NodeKind::Leaf { solid, .. } => {
                let first = stored.polygons.len() as u32;
                let ids = tree
                    .leaf(node)
                    .iter()
                    .filter_map(|id| u16::try_from(id.0).ok());
                stored.polygons.extend(ids);
                leaves += 1;
                DatNode {
                    sphere,
                    leaf_index: leaves - 1,
                    solid: i32::from(solid),
                    first,
                    count: stored.polygons.len() as u32 - first,
                    ..EMPTY_NODE
                }
            }
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => DatNode {
                tag: match (positive, negative) {
                    (Some(_), Some(_)) => Tag::Both(*b"BPnN"),
                    (Some(_), None) => Tag::Positive(*b"BPnn"),
                    (None, Some(_)) => Tag::Negative(*b"BpnN"),
                    (None, None) => Tag::Plane(*b"BPOL"),
                },
                plane,
                sphere,
                positive: positive.map(|id| id.0),
                negative: negative.map(|id| id.0),
                ..EMPTY_NODE
            },
        });
    }
    (vertices, polygons, stored)
}

/// The cell tree of a convex room: a chain of planes that ends as the game's do.
#[must_use]
pub fn stored_volume(planes: &[Plane]) -> DatTree {
    let last = planes.len().saturating_sub(1);
    let nodes = planes.iter().enumerate().map(|(index, plane)| DatNode {
        tag: match index == last {
            true => Tag::Plane(*b"BPFL"),
            false => Tag::Positive(*b"BPnn"),
        },
        plane: *plane,
        positive: (index != last).then_some(index as u32 + 1),
        ..EMPTY_NODE
    });
    DatTree {
        nodes: nodes.collect(),
        ..DatTree::default()
    }
}
