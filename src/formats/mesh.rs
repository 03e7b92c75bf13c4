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
    /// Faces without area or with a corner that no scene holds, which are not among the polygons.
    pub dropped: usize,
    /// Faces that were cut into triangles.
    pub cut: usize,
    /// What a user should know, one sentence each.
    pub warnings: Vec<String>,
    /// Why there is no polygon in it: what is there, and what was dropped. `None` where there is one.
    pub nothing: Option<String>,
}

/// How a file is told that has nothing to collide with.
pub(super) const NOTHING: &str = "there is no face to collide with";

/// What is said of a file without a byte.
pub(crate) const EMPTY: &str = "the file is empty";

/// The bytes of a file beside a mesh, by its way from that one's folder, or why they cannot be had.
pub type Beside<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// Why a file is no mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// Of an OBJ mesh.
    #[error("{0}")]
    Obj(#[from] obj::ObjError),
    /// Of a glTF mesh.
    #[error("{0}")]
    Gltf(#[from] gltf::GltfError),
    /// It is something else.
    #[error("{0}; a mesh in OBJ, GLB or glTF was expected")]
    Other(&'static str),
}

impl MeshError {
    /// Line and column, where the file has some.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        match self {
            Self::Obj(error) => Some((error.line, error.column)),
            Self::Gltf(_) | Self::Other(_) => None,
        }
    }

    /// What is wrong where: the field, empty for the whole file, and the problem.
    #[must_use]
    pub fn field_and_problem(&self) -> (String, String) {
        match self {
            Self::Obj(error) => (error.keyword.clone(), error.problem.clone()),
            Self::Gltf(error) => (error.place.clone(), error.problem.clone()),
            Self::Other(_) => (String::new(), self.to_string()),
        }
    }

    /// All of it, behind the name of its file.
    #[must_use]
    pub fn told(&self, file: &str) -> String {
        match self {
            Self::Obj(obj::ObjError {
                line,
                column,
                keyword,
                problem,
            }) => format!("{file}:{line}:{column}: {keyword}: {problem}"),
            Self::Gltf(_) | Self::Other(_) => format!("{file}: {self}"),
        }
    }
}

/// Reads the mesh in `bytes` by its content, multiplying its coordinates by `scale`; `beside` has the files that it names.
///
/// # Errors
/// [`MeshError`]: what the reader of its kind says, and that `progress` said stop.
pub fn read(
    bytes: &[u8],
    beside: Beside<'_>,
    up: Up,
    scale: f32,
    progress: &mut dyn Progress,
) -> Result<Mesh, MeshError> {
    match sniff::content(bytes) {
        Some(Content::Gltf) => Ok(gltf::read(bytes, beside, up, scale, progress)?),
        Some(Content::Obj) => read_obj(bytes, up, scale, progress),
        Some(other) => Err(MeshError::Other(other.name())),
        None => match sniff::stranger(bytes) {
            Some(name) => Err(MeshError::Other(name)),
            None if sniff::begins_as_scene(bytes) => Err(MeshError::Other("a scene")),
            // What is no glTF either is told with its place; no OBJ begins so.
            None if sniff::begins_as_json(bytes) => {
                Ok(gltf::read(bytes, beside, up, scale, progress)?)
            }
            None => read_obj(bytes, up, scale, progress),
        },
    }
}

fn read_obj(
    bytes: &[u8],
    up: Up,
    scale: f32,
    progress: &mut dyn Progress,
) -> Result<Mesh, MeshError> {
    match obj::read(bytes, up, scale, progress) {
        // It has neither lines nor words.
        Err(error) if error.problem == obj::BINARY => {
            Err(MeshError::Other("binary data of no known kind"))
        }
        other => Ok(other?),
    }
}
