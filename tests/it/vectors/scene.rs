//! Builds what a recorded scene describes.

use glam::Vec3;
use serde_json::Value;

use sweepscope::bsp::{CellTree, Node, NodeKind, Parts, Tree};
use sweepscope::geometry::ray::Sides;
use sweepscope::geometry::{Frame, Plane, Polygon, Position, Sphere};
use sweepscope::ids::{CellId, NodeId, PolygonId};
use sweepscope::world::{
    Beyond, Building, BuildingPortal, Cells, Elsewhere, IndoorCell, Landblock, Object, ObjectState,
    Part, Portal, PortalSide, World,
};

use super::mover::kind;
use super::read::{BLOCK, Fields, cell, cylinder, number, plane, sphere, vector, whole};

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

    /// All that stands in the scene.
    pub(super) fn world(self) -> World {
        let mut cells = Cells::new(Elsewhere::Flat);
        if let Some(terrain) = self.fields.get("terrain").map(Fields) {
            cells.add_block(self.landblock(terrain));
        }
        for cell in self.fields.list("cells") {
            cells.add_indoor(self.indoor(Fields(cell)));
        }
        for building in self.fields.list("buildings") {
            cells.add_building(self.building(Fields(building)));
        }
        let objects = self.fields.list("objects").iter().enumerate();
        let objects = objects.map(|(index, object)| self.object(index, Fields(object)));
        World::with_cells(objects.collect(), cells)
    }

    /// The landscape; a byte of height is half a metre.
    pub(super) fn landblock(self, terrain: Fields<'_>) -> Landblock {
        let heights: Vec<f32> = terrain
            .list("heights")
            .iter()
            .map(|height| 0.5 * number(height) as f32)
            .collect();
        let types: Vec<u8> = terrain
            .list("types")
            .iter()
            .map(|kind| u8::try_from(whole(kind)).unwrap())
            .collect();
        Landblock::new(self.block() >> 16, &heights, &types).unwrap()
    }

    fn id(self, low: u32) -> CellId {
        cell(low, self.block())
    }

    fn indoor(self, fields: Fields<'_>) -> IndoorCell {
        let portal = |portal: Fields<'_>| {
            let corners = portal.list("verts").iter().map(vector).collect();
            let other = portal.whole("other");
            Portal {
                number: 0,
                polygon: Polygon::new(corners).unwrap(),
                side: if portal.whole("flags") & 2 == 0 {
                    PortalSide::Positive
                } else {
                    PortalSide::Negative
                },
                beyond: if other == 0xffff {
                    Beyond::Outside
                } else {
                    Beyond::Cell(self.id(other))
                },
            }
        };
        IndoorCell {
            id: self.id(fields.whole("id")),
            frame: fields.frame(),
            structure: Some(self.tree(fields.text("mesh"))),
            volume: volume(fields),
            portals: fields
                .list("portals")
                .iter()
                .map(|p| portal(Fields(p)))
                .collect(),
            visible: fields
                .list("visible")
                .iter()
                .map(|id| self.id(whole(id)))
                .collect(),
            sees_outside: fields.flag("seen_outside"),
        }
    }

    fn building(self, fields: Fields<'_>) -> Building {
        let portal = |portal: Fields<'_>| BuildingPortal {
            inner: self.id(portal.whole("other_cell")),
            other_portal: i32::try_from(portal.need("other_portal").as_i64().unwrap()).unwrap(),
        };
        let portals = fields
            .list("portals")
            .iter()
            .map(|p| portal(Fields(p)))
            .collect();
        let tree = Some(self.tree(fields.text("mesh")));
        Building::new(self.id(1), fields.frame(), tree, portals).unwrap()
    }

    fn object(self, index: usize, fields: Fields<'_>) -> Object {
        let part = |part: Fields<'_>| Part {
            frame: Frame {
                origin: part.vector_or("origin", Vec3::ZERO),
                rotation: part.rotation("rot"),
            },
            // Uniform as far as the physics goes, which reads z alone.
            scale: part.get("scale").map_or(1.0, |scale| vector(scale).z),
            tree: self.tree(part.text("mesh")),
        };
        let parts: Vec<Part> = match fields.get("mesh") {
            Some(mesh) => vec![Part {
                frame: Frame::default(),
                scale: 1.0,
                tree: self.tree(mesh.as_str().unwrap()),
            }],
            None => fields
                .list("parts")
                .iter()
                .map(|p| part(Fields(p)))
                .collect(),
        };
        let dynamic = fields.flag("dynamic");
        let mut state = fields.whole_or("state", 0);
        if !dynamic {
            state |= ObjectState::STATIC.0;
        }
        if !parts.is_empty() {
            state |= ObjectState::HAS_PHYSICS_BSP.0;
        }
        // Ids that a scene leaves out are counted, and 0 for what is static.
        let counted = if dynamic {
            0x8000_0100 + u32::try_from(index).unwrap()
        } else {
            0
        };
        let game_id = fields.whole_or("id", counted);
        Object {
            name: format!("object {index}"),
            position: Position {
                cell: self.id(fields.whole("cell")),
                frame: fields.frame(),
            },
            scale: fields.float_or("scale", 1.0),
            parts,
            spheres: fields.list("spheres").iter().map(sphere).collect(),
            cylinders: fields.list("cyls").iter().map(cylinder).collect(),
            state: ObjectState(state),
            kind: kind(fields, game_id),
            game_id,
        }
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
