//! glTF 2.0 meshes as polygons: GLB, and JSON with its buffers in it or beside it.
//!
//! `buffer` finds and decodes buffers, `accessor` reads numbers out of them, `census` counts instances, `node` walks the scene,
//! `left` tells what was left out. The shape of the JSON is the `gltf` crate's; every index and length in it is checked here, since a file may say anything.

mod accessor;
mod buffer;
mod census;
mod left;
mod node;

use ::gltf::json::{self, Root};

use super::mesh::{Beside, Kind, Mesh, Up};
use super::progress::Progress;
use super::text::count;
use buffer::Buffers;
use node::Walk;

pub use buffer::beside;

/// Why a file is no glTF mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct GltfError {
    /// Where, as `meshes[0].primitives[2]`, `buffers[0]`, or a byte.
    pub place: String,
    /// What is wrong and what was expected.
    pub problem: String,
}

fn wrong(place: impl Into<String>, problem: impl Into<String>) -> GltfError {
    GltfError {
        place: place.into(),
        problem: problem.into(),
    }
}

/// Whether `bytes` begin as glTF: the mark of GLB, or JSON with an `asset`.
#[must_use]
pub fn looks_like_gltf(bytes: &[u8]) -> bool {
    if begins_as_glb(bytes) {
        return true;
    }
    // A beginning may end within a letter.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let has = |field: &str| text.contains(field);
    text.starts_with('{')
        && has("\"asset\"")
        && [
            "\"meshes\"",
            "\"nodes\"",
            "\"buffers\"",
            "\"accessors\"",
            "\"scenes\"",
        ]
        .iter()
        .any(|field| has(field))
}

/// The mark that a GLB begins with.
const MARK: &[u8] = b"glTF";

/// Length of the header of a GLB, bytes.
const HEADER: usize = 12;

/// Whether `bytes` are a GLB, or what is left of one that was cut within its mark.
fn begins_as_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK) || !bytes.is_empty() && MARK.starts_with(bytes)
}

/// The JSON of a file, and the binary chunk of a GLB.
fn open(bytes: &[u8]) -> Result<(Root, Option<&[u8]>), GltfError> {
    let (text, bin) = match begins_as_glb(bytes) {
        true => chunks(bytes)?,
        false => (bytes, None),
    };
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let parsed = json::deserialize::from_slice(text);
    let parsed = parsed.or_else(|error| with_nodes(text).ok_or(error));
    let root = parsed.map_err(|error| {
        let place = format!("JSON {}:{}", error.line(), error.column());
        wrong(place, super::json::reason(&error))
    })?;
    Ok((root, bin))
}

/// The file with empty lists of nodes for scenes that have none: the format lets them be left out, the crate does not. `None`
/// where nothing is mended by that.
fn with_nodes(text: &[u8]) -> Option<Root> {
    let mut value: json::Value = json::deserialize::from_slice(text).ok()?;
    let mut mended = false;
    for scene in value.get_mut("scenes")?.as_array_mut()? {
        let scene = scene.as_object_mut()?;
        if !scene.contains_key("nodes") {
            scene.insert("nodes".to_owned(), json::Value::Array(Vec::new()));
            mended = true;
        }
    }
    mended.then(|| json::deserialize::from_value(value).ok())?
}

/// The JSON and the binary chunk of a GLB.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), GltfError> {
    let word = |at: usize| {
        let four = bytes.get(at..at.checked_add(4)?)?;
        Some(u32::from_le_bytes(four.try_into().ok()?))
    };
    let short = |at: usize| {
        let problem = format!(
            "the file ends there, in the {HEADER} bytes that a GLB begins with; is it cut off?"
        );
        wrong(format!("byte {at}"), problem)
    };
    let version = word(4).ok_or_else(|| short(bytes.len()))?;
    if version != 2 {
        return Err(wrong(
            "byte 4",
            format!("version {version}; GLB version 2 was expected"),
        ));
    }
    let whole = word(8).ok_or_else(|| short(bytes.len()))? as usize;
    if whole < HEADER {
        let problem = format!(
            "a file of {}; at least {HEADER} were expected",
            count(whole as u64, "byte")
        );
        return Err(wrong("byte 8", problem));
    }
    if whole > bytes.len() {
        return Err(wrong(
            "byte 8",
            format!(
                "a file of {whole} bytes, which ends at byte {}; is it cut off?",
                bytes.len()
            ),
        ));
    }
    let (mut at, mut text, mut bin) = (12, None, None);
    while at + 8 <= whole && (text.is_none() || bin.is_none()) {
        let (length, kind) = word(at).zip(word(at + 4)).ok_or_else(|| short(at))?;
        let begin = at + 8;
        let left = whole - begin;
        let chunk = begin
            .checked_add(length as usize)
            .filter(|end| *end <= whole)
            .and_then(|end| bytes.get(begin..end))
            .ok_or_else(|| {
                wrong(
                    format!("byte {at}"),
                    format!(
                        "a chunk of {} where {left} are left",
                        count(u64::from(length), "byte")
                    ),
                )
            })?;
        match kind {
            0x4E4F_534A if text.is_none() => text = Some(chunk),
            0x004E_4942 if text.is_some() => bin = Some(chunk),
            _ => {}
        }
        // Chunks are padded to four bytes.
        at = begin + (length as usize).div_ceil(4) * 4;
    }
    let text = text.ok_or_else(|| wrong("byte 12", "a GLB without a JSON chunk"))?;
    if text.trim_ascii().is_empty() {
        return Err(wrong("byte 12", "the JSON chunk is empty"));
    }
    Ok((text, bin))
}

/// Reads the mesh in `bytes`, multiplying its coordinates by `scale`; `beside` has the buffers that it names.
///
/// Nodes are placed by their transforms, as often as the scene has them. What is no triangle is left out and told in the warnings.
///
/// # Errors
/// [`GltfError`]: no glTF, buffers that are not there or too short, indices that lead nowhere, absurd counts, and that
/// `progress` said stop.
pub fn read(
    bytes: &[u8],
    beside: Beside<'_>,
    up: Up,
    scale: f32,
    progress: &mut dyn Progress,
) -> Result<Mesh, GltfError> {
    let (root, bin) = open(bytes)?;
    let version = &root.asset.version;
    if version.split('.').next() != Some("2") {
        let shown: String = version.chars().take(40).collect();
        return Err(wrong(
            "asset.version",
            format!("glTF {shown}; glTF 2.0 was expected"),
        ));
    }
    for name in &root.extensions_required {
        // The numbers of that one are read as they are.
        if name != "KHR_mesh_quantization" {
            let shown: String = name.chars().take(40).collect();
            return Err(wrong(
                "extensionsRequired",
                format!("the extension {shown} is not known here"),
            ));
        }
    }
    let buffers = Buffers::of(&root, bin, bytes.len(), beside)?;
    let mut walk = Walk::new(&root, &buffers, up, scale, progress);
    walk.scene()?;
    let node::Told {
        polygons,
        parts,
        vertices,
        dropped,
        warnings,
        nothing,
    } = walk.finish();
    Ok(Mesh {
        kind: Kind::Gltf,
        polygons,
        parts,
        vertices,
        dropped,
        cut: 0,
        warnings,
        nothing,
    })
}

#[cfg(test)]
mod tests;
