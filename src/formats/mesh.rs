//! Meshes of any kind as polygons.

use serde::{Deserialize, Serialize};

use super::gltf;
use super::obj;
use super::progress::Progress;
use super::sniff::{self, Content};
use crate::geometry::Polygon;

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Up {
    /// Y: (x, y, z) becomes (x, -z, y).
    #[default]
    Y,
    /// Z, as here.
    Z,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Wavefront OBJ mesh.
    Obj,
    /// One that `ACViewer` wrote: what the game draws, not what it collides with.
    Backdrop,
    /// glTF, with its buffers in it (GLB) or beside it.
    Gltf,
}

impl Kind {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Obj => "an OBJ mesh",
            Self::Backdrop => "an OBJ mesh of ACViewer, drawing polygons only",
            Self::Gltf => "a glTF mesh",
        }
    }
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// What the file is.
    pub kind: Kind,
    /// The faces, in file order, metres, Z up.
    pub polygons: Vec<Polygon>,
    /// Objects and groups that have faces: name and the index of the first polygon.
    pub parts: Vec<(String, usize)>,
    /// Number of vertices in the file.
    pub vertices: usize,
    /// Faces without area, which are not among the polygons.
    pub dropped: usize,
    /// Faces that were cut into triangles.
    pub cut: usize,
    /// What a user should know, one sentence each.
    pub warnings: Vec<String>,
}

/// Why a file is no mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// Of an OBJ mesh.
    #[error("{0}")]
    Obj(#[from] obj::ObjError),
    /// Of a glTF mesh.
    #[error("{0}")]
    Gltf(#[from] gltf::GltfError),
}

impl MeshError {
    /// Line and column, where the file has some.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        match self {
            Self::Obj(error) if error.problem == obj::BINARY => None,
            Self::Obj(error) => Some((error.line, error.column)),
            Self::Gltf(_) => None,
        }
    }

    /// What is wrong where.
    #[must_use]
    pub fn field_and_problem(&self) -> (String, String) {
        match self {
            Self::Obj(error) => (error.keyword.clone(), error.problem.clone()),
            Self::Gltf(error) => (error.place.clone(), error.problem.clone()),
        }
    }
}

/// Reads the mesh in `bytes` by its content, multiplying its coordinates by `scale`; `beside` has the files that it names.
///
/// # Errors
/// [`MeshError`]: what the reader of its kind says, and that `progress` said stop.
pub fn read(
    bytes: &[u8],
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
    up: Up,
    scale: f32,
    progress: &mut dyn Progress,
) -> Result<Mesh, MeshError> {
    match sniff::content(bytes) {
        Some(Content::Gltf) => Ok(gltf::read(bytes, beside, up, scale, progress)?),
        // What is no glTF either is told with its place; no OBJ begins so.
        None if sniff::begins_as_json(bytes) => Ok(gltf::read(bytes, beside, up, scale, progress)?),
        _ => Ok(obj::read(bytes, up, scale, progress)?),
    }
}

impl Mesh {
    /// Why there is no polygon in it; `None` when there is one.
    #[must_use]
    pub fn emptiness(&self) -> Option<String> {
        match (self.polygons.is_empty(), self.dropped, self.vertices) {
            (false, _, _) => None,
            (true, 0, 0) => Some("it has neither vertices nor faces".to_owned()),
            (true, 0, vertices) => Some(format!(
                "it has {vertices} vertices and no faces at all; is the file cut off?"
            )),
            (true, _, _) => Some("no face with an area".to_owned()),
        }
    }
}
