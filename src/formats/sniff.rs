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

impl Content {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Obj => "an OBJ mesh",
            Self::Gltf => "a glTF mesh",
            Self::Dump => "a JSON dump",
            Self::Log => "a probe log",
            Self::Capture => "a capture",
        }
    }
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
    if !begins_as_scene(start) && probe_log::looks_like_log(start) {
        return Some(Content::Log);
    }
    None
}

/// What files that no part of this program reads begin with, and what they are called.
const STRANGERS: [(&[u8], &str); 22] = [
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"DDS ", "a DDS picture"),
    (b"\xabKTX ", "a KTX picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "a ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\x7fELF", "a program"),
    (b"BLENDER", "a Blender file"),
    (b"Kaydara FBX Binary", "an FBX mesh"),
    (b"; FBX ", "an FBX mesh"),
    (b"ply\n", "a PLY mesh"),
    (b"ply\r\n", "a PLY mesh"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// What `bytes` are that no part of this program reads: a picture, an archive, a mesh of another kind; `None` where that is
/// not known. Asked when [`content`] knows nothing.
#[must_use]
pub fn stranger(bytes: &[u8]) -> Option<&'static str> {
    let known = STRANGERS.iter().find(|(mark, _)| bytes.starts_with(mark));
    if let Some((_, name)) = known {
        return Some(name);
    }
    let word = |at: usize| {
        let four = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(four.try_into().ok()?) as usize)
    };
    // Marks that a text may begin with too: what follows has to fit.
    if bytes.starts_with(b"BM") && word(2) == Some(bytes.len()) {
        return Some("a BMP picture");
    }
    if bytes.starts_with(b"MZ") && bytes.contains(&0) {
        return Some("a program");
    }
    if bytes.starts_with(b"RIFF") && word(4).is_some_and(|length| length <= bytes.len()) {
        return Some(match bytes.get(8..12) {
            Some(b"WEBP") => "a WebP picture",
            Some(b"WAVE") => "a sound",
            _ => "a RIFF file",
        });
    }
    if word(80).is_some_and(|faces| faces.checked_mul(50) == bytes.len().checked_sub(84)) {
        return Some("an STL mesh");
    }
    // Records of the game's files may begin so too; text has no zeros.
    let (pairs, _) = bytes.get(2..).unwrap_or_default().as_chunks::<2>();
    let is_text = pairs.iter().take(LOOKED).all(|pair| *pair != [0, 0]);
    if (bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")) && is_text {
        return Some("text in UTF-16 instead of UTF-8");
    }
    let start = bytes.get(..bytes.len().min(LOOKED)).unwrap_or_default();
    let text = String::from_utf8_lossy(start).to_ascii_lowercase();
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with("solid") && text.contains("facet") {
        return Some("an STL mesh");
    }
    if text.starts_with("<!doctype html") || text.starts_with("<html") {
        return Some("an HTML page");
    }
    if text.starts_with("<?xml") || text.starts_with("<collada") {
        return Some(match text.contains("<collada") {
            true => "a COLLADA mesh",
            false => "an XML file",
        });
    }
    None
}

/// Whether bytes begin as a JSON object does.
pub(super) fn begins_as_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Whether bytes begin as scenes do, behind their comments.
pub(super) fn begins_as_scene(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(LOOKED)).unwrap_or_default();
    let text = String::from_utf8_lossy(start);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first =
        lines.find(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#'));
    first.is_some_and(|line| line.starts_with("Scene") || line.starts_with('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_are_called_by_their_content() {
        let mut stl = vec![0; 84 + 100];
        stl[80] = 2;
        for (bytes, name) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a PNG picture"),
            (b"\xff\xd8\xff\xe0", "a JPEG picture"),
            (b"BM\x06\0\0\0", "a BMP picture"),
            (b"PK\x03\x04", "a ZIP archive"),
            (b"MZ\x90\0", "a program"),
            (b"RIFF\x04\0\0\0WEBP", "a WebP picture"),
            (b"ply\nformat ascii 1.0\n", "a PLY mesh"),
            (b"solid a\n facet normal 0 0 1\n", "an STL mesh"),
            (&stl, "an STL mesh"),
            (b"<?xml version=\"1.0\"?>\n<COLLADA>", "a COLLADA mesh"),
            (b"<!DOCTYPE html>", "an HTML page"),
        ] {
            assert_eq!((content(bytes), stranger(bytes)), (None, Some(name)));
        }
        // Words that begin alike.
        for text in [
            "BM a text",
            "MZ a text",
            "solid ground",
            "RIFF",
            "plywood",
            "",
            "v 0 0 0",
        ] {
            assert_eq!(stranger(text.as_bytes()), None, "{text}");
        }
    }
}
