//! What a file is, by its content.

use super::{capture, dump, gltf, obj};

/// What a file of others is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A Wavefront OBJ mesh.
    Obj,
    /// A glTF mesh: GLB, or its JSON.
    Gltf,
    /// A JSON dump of a model or a room.
    Dump,
    /// A resolve capture, JSON Lines.
    Capture,
}

/// How much of a file is looked at, bytes.
const LOOKED: usize = 64 * 1024;

/// What `bytes` are, by their beginning; `None` for what is not known, and for scenes, recordings and game files, which are
/// told elsewhere.
#[must_use]
pub fn content(bytes: &[u8]) -> Option<Content> {
    let start = bytes.get(..bytes.len().min(LOOKED)).unwrap_or_default();
    if capture::looks_like_capture(start) {
        return Some(Content::Capture);
    }
    if gltf::looks_like_gltf(start) {
        return Some(Content::Gltf);
    }
    if dump::looks_like_dump(start) {
        return Some(Content::Dump);
    }
    let text = String::from_utf8_lossy(start);
    if !obj::is_binary(&text) && obj::looks_like_mesh(&text) {
        return Some(Content::Obj);
    }
    None
}
