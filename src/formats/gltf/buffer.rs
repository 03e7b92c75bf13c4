//! The bytes that a glTF file names.

use std::borrow::Cow;

use ::gltf::json::{Index, Root, buffer};

use super::{GltfError, open, wrong};
use crate::formats::mesh::Beside;
use crate::formats::text::count;

/// Most of anything that is read of a file: triangles, zeros that stand nowhere.
const MOST: u64 = 10_000_000;

/// As many as any file may have; more need as many bytes, since instances and zeros cost little.
const ANY_FILE: u64 = 1_000_000;

/// All buffers of a file.
pub(super) struct Buffers<'a> {
    list: Vec<Cow<'a, [u8]>>,
    /// Bytes of the file and of those beside it.
    size: u64,
}

impl<'a> Buffers<'a> {
    /// The buffers of `root`: the binary chunk, those in the JSON itself, and those beside the file, which has `length` bytes.
    pub(super) fn of(
        root: &Root,
        bin: Option<&'a [u8]>,
        length: usize,
        beside: Beside<'_>,
    ) -> Result<Self, GltfError> {
        let mut list = Vec::new();
        let mut size = length as u64;
        for (index, buffer) in root.buffers.iter().enumerate() {
            let place = format!("buffers[{index}]");
            let wrong = |problem: String| wrong(&*place, problem);
            let bytes = match (&buffer.uri, bin) {
                (None, Some(bin)) if index == 0 => Cow::Borrowed(bin),
                (None, _) => {
                    let problem = "it has no bytes: neither a URI nor the binary chunk of a GLB";
                    return Err(wrong(problem.to_owned()));
                }
                (Some(uri), _) => match inside(uri) {
                    Some(decoded) => Cow::Owned(decoded.map_err(|why| wrong(why.to_owned()))?),
                    None => {
                        let name = named(uri).map_err(wrong)?;
                        let read = beside(&name)
                            .map_err(|why| wrong(format!("the file {}: {why}", shown(&name))))?;
                        size += read.len() as u64;
                        Cow::Owned(read)
                    }
                },
            };
            let (said, there) = (buffer.byte_length.0, bytes.len() as u64);
            if said > there {
                let said = count(said, "byte");
                return Err(wrong(format!("it says {said} and has {there}")));
            }
            list.push(bytes);
        }
        Ok(Self { list, size })
    }

    /// How many triangles, or zeros that stand nowhere, a file of this size may have.
    pub(super) fn most(&self) -> u64 {
        MOST.min(ANY_FILE.max(self.size))
    }

    /// Bytes of the file and of those beside it.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The bytes of a view and the distance of its elements, if it says one.
    pub(super) fn view(
        &self,
        root: &Root,
        index: Index<buffer::View>,
    ) -> Result<(&[u8], Option<usize>), GltfError> {
        let place = || format!("bufferViews[{}]", index.value());
        let view = root
            .get(index)
            .ok_or_else(|| wrong(place(), "it does not exist"))?;
        let buffer = self.list.get(view.buffer.value());
        let buffer = buffer.ok_or_else(|| {
            wrong(
                place(),
                format!("its buffer {} does not exist", view.buffer.value()),
            )
        })?;
        let begin = view.byte_offset.map_or(0, |at| at.0);
        let range = begin.checked_add(view.byte_length.0).and_then(|end| {
            let (begin, end) = (usize::try_from(begin).ok()?, usize::try_from(end).ok()?);
            buffer.get(begin..end)
        });
        let bytes = range.ok_or_else(|| wrong(place(), "it reaches beyond its buffer"))?;
        Ok((bytes, view.byte_stride.map(|stride| stride.0)))
    }
}

/// The names of the files beside `bytes`, a glTF file, that its buffers are in; none where it cannot be read.
#[must_use]
pub fn beside(bytes: &[u8]) -> Vec<String> {
    let Ok((root, _)) = open(bytes) else {
        return Vec::new();
    };
    let uris = root
        .buffers
        .iter()
        .filter_map(|buffer| buffer.uri.as_deref());
    let outside = uris.filter(|uri| inside(uri).is_none());
    outside
        .filter_map(|uri| named(uri).ok())
        .take(1_000)
        .collect()
}

/// The bytes of a `data:` address, or what is wrong with it; `None` for other addresses.
fn inside(uri: &str) -> Option<Result<Vec<u8>, &'static str>> {
    let (scheme, rest) = uri.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("data") {
        return None;
    }
    let Some((kind, text)) = rest.split_once(',') else {
        return Some(Err("its data: URI has no comma; is it cut off?"));
    };
    Some(match kind.ends_with(";base64") {
        true => base64(text).ok_or("its base64 is damaged"),
        false => Err("its data: URI is not base64"),
    })
}

/// The file that an address means, by its way from the folder of the file that names it: in there or below it.
///
/// # Errors
/// What is wrong with an address that leads anywhere else, in words.
fn named(uri: &str) -> Result<String, String> {
    const READ: &str = "only files in the same folder or below it, and data: URIs, are read";
    let name = decoded(uri);
    let refused = |why: &str| Err(format!("{}: {why}", shown(&name)));
    if name.trim().is_empty() {
        return Err("its URI is empty".to_owned());
    }
    if let Some((scheme, _)) = name.split_once(':')
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    {
        return match scheme.len() {
            1 => refused(&format!("a path with a drive; {READ}")),
            _ => refused(&format!("an address of {scheme}:; {READ}")),
        };
    }
    if name.contains('\0') {
        return refused("no file has such a name");
    }
    if name.starts_with(['/', '\\']) {
        return refused(&format!("a path from the root; {READ}"));
    }
    // By their words alone: what a link leads to is its owner's matter.
    let mut way: Vec<&str> = Vec::new();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                if way.pop().is_none() {
                    return refused(&format!("it leads out of the file's folder; {READ}"));
                }
            }
            part => way.push(part),
        }
    }
    match way.is_empty() || name.ends_with(['/', '\\']) {
        true => refused("it is a folder"),
        false => Ok(way.join("/")),
    }
}

/// An address as errors show it.
fn shown(name: &str) -> String {
    let short: String = name.chars().take(80).collect();
    let dots = if short.len() < name.len() { ".." } else { "" };
    format!("{short}{dots}")
}

/// `%20` and the like as the characters that they stand for.
fn decoded(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let all = uri.as_bytes();
    let mut at = 0;
    while let Some(b) = all.get(at) {
        let two = || {
            let text = std::str::from_utf8(all.get(at + 1..at + 3)?).ok()?;
            u8::from_str_radix(text, 16).ok()
        };
        match (b, two()) {
            (b'%', Some(value)) => {
                bytes.push(value);
                at += 3;
            }
            _ => {
                bytes.push(*b);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for c in text.bytes().filter(|c| !c.is_ascii_whitespace()) {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => continue,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let data = "data:application/octet-stream;base64,TWFueQ==";
        assert_eq!(inside(data), Some(Ok(b"Many".to_vec())));
        assert!(inside("data:;base64,T?").unwrap().is_err());
        assert!(inside("data:text/plain,abc").unwrap().is_err());
        assert!(inside("data:").unwrap().is_err());
        assert_eq!(inside("a.bin"), None);
        assert_eq!(decoded("a%20b%2"), "a b%2");
    }

    #[test]
    fn files_stand_in_the_folder_or_below_it() {
        for (uri, file) in [
            ("a.bin", "a.bin"),
            ("./a%20b.bin", "a b.bin"),
            ("sub/a.bin", "sub/a.bin"),
            ("sub\\a.bin", "sub/a.bin"),
            ("sub/../a.bin", "a.bin"),
            ("..a/b..bin", "..a/b..bin"),
            ("a/b:c", "a/b:c"),
        ] {
            assert_eq!(named(uri).as_deref(), Ok(file), "{uri}");
        }
        for (uri, why) in [
            ("../a.bin", "../a.bin: it leads out"),
            ("a/../../b", "it leads out"),
            ("..\\a.bin", "it leads out"),
            ("%2e%2e/a.bin", "../a.bin: it leads out"),
            ("a/%2E%2E%2f..%5Cb", "it leads out"),
            ("/etc/passwd", "a path from the root"),
            ("%2fetc/passwd", "a path from the root"),
            ("//host/share/a", "a path from the root"),
            ("\\\\host\\a", "a path from the root"),
            ("C:\\a.bin", "a path with a drive"),
            ("C%3Aa.bin", "a path with a drive"),
            ("http://a/b.bin", "an address of http:"),
            ("file:///etc/passwd", "an address of file:"),
            ("a%00b", "no file has such a name"),
            ("sub/", "it is a folder"),
            (".", "it is a folder"),
            ("", "its URI is empty"),
        ] {
            let told = named(uri).unwrap_err();
            assert!(told.contains(why), "{uri}: {told}");
        }
        // Of each that leads away what is read instead is said.
        assert!(named("../a").unwrap_err().contains("data: URIs"));
    }
}
