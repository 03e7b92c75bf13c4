//! What a file is, by its content.

use super::{capture, dump, gltf, obj, probe_log};

/// What a file of others is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A Wavefront OBJ mesh.
    Obj,
    /// A glTF mesh: GLB, or its JSON.
    Gltf,
    /// A JSON dump of a model or a room.
    Dump,
    /// A log of probes.
    Log,
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
    // Tools that sort their fields put what tells a glTF behind long lists.
    let rest = bytes.get(start.len()..).unwrap_or_default();
    if !rest.is_empty() && begins_as_json(start) && gltf::looks_like_gltf(bytes) {
        return Some(Content::Gltf);
    }
    let text = String::from_utf8_lossy(start);
    if !obj::is_binary(&text) && obj::looks_like_mesh(&text) {
        return Some(Content::Obj);
    }
    if !begins_as_scene(&text) && probe_log::looks_like_log(start) {
        return Some(Content::Log);
    }
    None
}

/// Whether bytes begin as a JSON object does.
pub(super) fn begins_as_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Whether a text begins as scenes do, behind its comments.
fn begins_as_scene(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first =
        lines.find(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with("Scene") || line.starts_with('('))
}
