//! Builds what a recorded scene describes.

use sweepscope::bsp::{CellTree, Node, NodeKind, Parts, Tree};
use sweepscope::geometry::ray::Sides;
use sweepscope::geometry::{Plane, Polygon, Sphere};
use sweepscope::ids::{NodeId, PolygonId};

use serde_json::Value;

use super::read::{BLOCK, Fields, number, plane, sphere, vector, whole};

/// A scene of a file, read as far as a case asks.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    fields: Fields<'a>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Self {
            fields: Fields(value),
        }
    }

    /// The landblock of low words, with an empty low half.
    pub(super) fn block(self) -> u32 {
        self.fields.whole_or("landblock", BLOCK) & 0xffff_0000
    }

    fn mesh(self, name: &str) -> Fields<'a> {
        Fields(Fields(self.fields.need("meshes")).need(name))
    }

    /// From which side rays see the polygons of a mesh.
    pub(super) fn sides(self, mesh: &str) -> Sides {
        if self.mesh(mesh).flag("landblock_sides") {
            Sides::Front
        } else {
            Sides::Both
        }
    }

    /// The tree of a mesh, as it is recorded.
    pub(super) fn tree(self, mesh: &str) -> Tree {
        let mesh = self.mesh(mesh);
        let vertices: Vec<_> = mesh.list("verts").iter().map(vector).collect();
        let polygons = mesh
            .list("polys")
            .iter()
            .map(|corners| {
                let corners = corners.as_array().unwrap().iter();
                Polygon::new(corners.map(|i| vertices[whole(i) as usize]).collect()).unwrap()
            })
            .collect();
        let mut parts = Parts {
            polygons,
            nodes: Vec::new(),
            leaf_polygons: Vec::new(),
        };
        node(mesh.need("bsp"), &mut parts);
        Tree::from_parts(parts).unwrap()
    }

    /// The recorded indoor cell with this low word.
    fn cell(self, id: u32) -> Fields<'a> {
        let low = id & 0xffff;
        self.fields
            .list("cells")
            .iter()
            .map(Fields)
            .find(|cell| cell.whole("id") & 0xffff == low)
            .unwrap_or_else(|| panic!("no cell {id:#x}"))
    }

    /// The volume of an indoor cell.
    pub(super) fn volume(self, id: u32) -> CellTree {
        volume(self.cell(id))
    }
}

fn volume(cell: Fields<'_>) -> CellTree {
    let mut planes: Vec<Plane> = cell.list("cell_bsp").iter().map(plane).collect();
    if cell.flag("cell_bsp_leaf") {
        planes.push(CellTree::LEAF);
    }
    CellTree { planes }
}

/// Adds a node and what is below it; its index is returned.
fn node(value: &Value, parts: &mut Parts) -> NodeId {
    let fields = value.as_array().unwrap();
    let id = NodeId(u32::try_from(parts.nodes.len()).unwrap());
    let sphere = |value: &Value| -> Sphere { sphere(value) };
    match fields[0].as_str().unwrap() {
        "n" => {
            let bounds = sphere(&fields[2]);
            let plane = plane(&fields[1]);
            let kind = |positive, negative| NodeKind::Inner {
                plane,
                positive,
                negative,
            };
            parts.nodes.push(Node {
                sphere: bounds,
                kind: kind(None, None),
            });
            let mut child = |i: usize| {
                let value = fields.get(i).filter(|value| !value.is_null())?;
                Some(node(value, parts))
            };
            let (positive, negative) = (child(3), child(4));
            parts.nodes[id.0 as usize].kind = kind(positive, negative);
        }
        "l" => {
            let first = u32::try_from(parts.leaf_polygons.len()).unwrap();
            let polygons = fields[4].as_array().unwrap();
            parts
                .leaf_polygons
                .extend(polygons.iter().map(|p| PolygonId(whole(p))));
            parts.nodes.push(Node {
                sphere: sphere(&fields[3]),
                kind: NodeKind::Leaf {
                    solid: number(&fields[2]) != 0.0,
                    first,
                    count: u32::try_from(polygons.len()).unwrap(),
                },
            });
        }
        other => panic!("{other} is no node"),
    }
    id
}
