//! Shapes of rooms: `Environment` records.

use super::bytes::Reader;
use super::error::Wrong;
use super::gfx_obj::missing_ids;
use super::mesh::{self, DatPolygon, POLYGON, Vertex, Vertices};
use super::tree::{DatTree, TreeUse};

/// Smallest shape, bytes.
const STRUCT: usize = 24;

/// The shape of a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellStruct {
    /// What rooms call it.
    pub key: u32,
    /// Corners of all polygons.
    pub vertices: Vec<Vertex>,
    /// What is drawn, portals included.
    pub drawing: Vec<DatPolygon>,
    /// The drawing polygons that are portals.
    pub portals: Vec<u16>,
    /// The inside of the room.
    pub cell_tree: DatTree,
    /// What can be hit.
    pub physics: Vec<DatPolygon>,
    /// The tree over it.
    pub physics_tree: DatTree,
    /// The tree over what is drawn.
    pub drawing_tree: Option<DatTree>,
}

/// Shapes of rooms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Environment {
    /// Its id.
    pub id: u32,
    /// Its shapes.
    pub structs: Vec<CellStruct>,
}

impl Environment {
    /// Reads the record whose id is `wanted`, where that is known; and what is odd about it.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    ///
    /// # Source
    /// spec/dat.md 7.
    pub fn read(bytes: &[u8], wanted: Option<u32>) -> Result<(Self, Vec<String>), Wrong> {
        let mut reader = Reader::new(bytes);
        let id = reader.id(wanted)?;
        let count = reader.count(STRUCT, "cell structs")?;
        let mut structs = Vec::with_capacity(count);
        for _ in 0..count {
            structs.push(cell_struct(&mut reader)?);
        }
        Ok((Self { id, structs }, reader.finish()))
    }

    /// The shape that rooms call `key`; of several the first.
    #[must_use]
    pub fn get(&self, key: u32) -> Option<&CellStruct> {
        self.structs.iter().find(|known| known.key == key)
    }
}

fn cell_struct(reader: &mut Reader<'_>) -> Result<CellStruct, Wrong> {
    let key = reader.u32("key")?;
    let drawing = reader.u32("drawing polygons")?;
    let physics = reader.u32("physics polygons")?;
    let portals = reader.u32("portals")?;
    let vertices = mesh::vertices(reader)?;
    let known = Vertices::new(&vertices);
    let drawing = reader.room(drawing, POLYGON, "drawing polygons")?;
    let drawing = mesh::polygons(reader, drawing, &known, "drawing")?;
    let portals = reader.room(portals, 2, "portals")?;
    let mut openings = Vec::with_capacity(portals);
    let ids = mesh::by_id(&drawing);
    for _ in 0..portals {
        let id = reader.u16("portal")?;
        if !ids.contains_key(&id) {
            reader.flaw(|| format!("portal polygon {id} of struct {key} is missing"));
        }
        openings.push(id);
    }
    reader.align4()?;
    let cell_tree = DatTree::read(reader, TreeUse::Cell)?;
    let physics = reader.room(physics, POLYGON, "physics polygons")?;
    let physics = mesh::polygons(reader, physics, &known, "physics")?;
    let physics_tree = DatTree::read(reader, TreeUse::Physics)?;
    missing_ids(reader, &physics_tree, &physics, "physics");
    let start = reader.at();
    let drawing_tree = match reader.u32("drawing flag")? {
        0 => None,
        1 => {
            let tree = DatTree::read(reader, TreeUse::Drawing)?;
            missing_ids(reader, &tree, &drawing, "drawing");
            Some(tree)
        }
        other => {
            return Err(Wrong {
                offset: start,
                field: "drawing flag",
                problem: format!("{other} was found, 0 or 1 was expected"),
            });
        }
    };
    reader.align4()?;
    Ok(CellStruct {
        key,
        vertices,
        drawing,
        portals: openings,
        cell_tree,
        physics,
        physics_tree,
        drawing_tree,
    })
}
