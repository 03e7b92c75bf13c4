//! Meshes: `GfxObj` records.

use glam::Vec3;

use super::bytes::Reader;
use super::error::Wrong;
use super::mesh::{self, DatPolygon, POLYGON, Vertex, Vertices};
use super::tree::{DatTree, TreeUse};

/// Flag: it has physics polygons.
pub const PHYSICS: u32 = 1;
/// Flag: it has drawing polygons.
pub const DRAWING: u32 = 2;
/// Flag: it has a degrade id.
pub const DEGRADE: u32 = 8;

/// A mesh with its trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GfxObj {
    /// Its id.
    pub id: u32,
    /// [`PHYSICS`], [`DRAWING`], [`DEGRADE`].
    pub flags: u32,
    /// Surface ids.
    pub surfaces: Vec<u32>,
    /// Corners of all polygons.
    pub vertices: Vec<Vertex>,
    /// What can be hit; empty without [`PHYSICS`].
    pub physics: Vec<DatPolygon>,
    /// The tree over it.
    pub physics_tree: Option<DatTree>,
    /// Where it is sorted when drawn.
    pub sort_center: Vec3,
    /// What is drawn.
    pub drawing: Vec<DatPolygon>,
    /// The tree over it.
    pub drawing_tree: Option<DatTree>,
    /// The record of its coarser forms.
    pub degrade: Option<u32>,
}

impl GfxObj {
    /// Reads the record whose id is `wanted`, where that is known; and what is odd about it.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be.
    ///
    /// # Source
    /// spec/dat.md 5.
    pub fn read(bytes: &[u8], wanted: Option<u32>) -> Result<(Self, Vec<String>), Wrong> {
        let mut own = Reader::new(bytes);
        let reader = &mut own;
        let mut object = Self {
            id: reader.id(wanted)?,
            flags: reader.u32("flags")?,
            ..Self::default()
        };
        let surfaces = reader.cuint("surfaces")?;
        for _ in 0..reader.room(surfaces, 4, "surfaces")? {
            object.surfaces.push(reader.u32("surface")?);
        }
        object.vertices = mesh::vertices(reader)?;
        let vertices = Vertices::new(&object.vertices);
        if object.flags & PHYSICS != 0 {
            let count = reader.cuint("physics polygons")?;
            let count = reader.room(count, POLYGON, "physics polygons")?;
            object.physics = mesh::polygons(reader, count, &vertices, "physics")?;
            let tree = DatTree::read(reader, TreeUse::Physics)?;
            missing_ids(reader, &tree, &object.physics, "physics");
            object.physics_tree = Some(tree);
        }
        object.sort_center = reader.vec3("sort centre")?;
        if object.flags & DRAWING != 0 {
            let count = reader.cuint("drawing polygons")?;
            let count = reader.room(count, POLYGON, "drawing polygons")?;
            object.drawing = mesh::polygons(reader, count, &vertices, "drawing")?;
            let tree = DatTree::read(reader, TreeUse::Drawing)?;
            missing_ids(reader, &tree, &object.drawing, "drawing");
            object.drawing_tree = Some(tree);
        }
        if object.flags & DEGRADE != 0 {
            object.degrade = Some(reader.u32("degrade id")?);
        }
        Ok((object, own.finish()))
    }
}

/// Notes polygons that a tree names and the list has not, and polygons that no leaf of a physics tree names.
pub(super) fn missing_ids(
    reader: &mut Reader<'_>,
    tree: &DatTree,
    polygons: &[DatPolygon],
    what: &str,
) {
    let known = mesh::by_id(polygons);
    let mut named = std::collections::BTreeSet::new();
    for id in tree.polygons.iter().copied() {
        if !known.contains_key(&id) {
            reader.flaw(|| format!("the {what} tree names polygon {id}, which is missing"));
        }
        named.insert(id);
    }
    if what == "physics" {
        let unnamed = known.keys().filter(|id| !named.contains(*id)).count();
        if unnamed > 0 {
            reader.flaw(|| {
                format!("{unnamed} physics polygons stand in no leaf, so nothing ever hits them")
            });
        }
    }
}
