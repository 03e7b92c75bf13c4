//! The bytes that a glTF file names.

use std::borrow::Cow;

use ::gltf::json::{Index, Root, buffer};

use super::{GltfError, open, wrong};

/// All buffers of a file.
pub(super) struct Buffers<'a>(Vec<Cow<'a, [u8]>>);

impl<'a> Buffers<'a> {
    /// The buffers of `root`: the binary chunk, those in the JSON itself, and those beside the file.
    pub(super) fn of(
        root: &Root,
        bin: Option<&'a [u8]>,
        beside: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Self, GltfError> {
        let mut list = Vec::new();
        for (index, buffer) in root.buffers.iter().enumerate() {
            let place = format!("buffers[{index}]");
            let bytes = match &buffer.uri {
                None if index == 0 => bin.map(Cow::Borrowed),
                None => None,
                Some(uri) => match inside(uri) {
                    Some(decoded) => Some(Cow::Owned(
                        decoded.ok_or_else(|| wrong(&*place, "its base64 is damaged"))?,
                    )),
                    None => {
                        let name = decoded(uri);
                        let shown: String = name.chars().take(80).collect();
                        let read = beside(&name).ok_or_else(|| {
                            wrong(
                                &*place,
                                format!("the file {shown} beside it is not at hand"),
                            )
                        })?;
                        Some(Cow::Owned(read))
                    }
                },
            };
            let bytes = bytes.ok_or_else(|| wrong(&*place, "it has no bytes"))?;
            let (said, there) = (buffer.byte_length.0, bytes.len());
            if said > there as u64 {
                return Err(wrong(
                    place,
                    format!("it says {said} bytes and has {there}"),
                ));
            }
            list.push(bytes);
        }
        Ok(Self(list))
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
        let buffer = self.0.get(view.buffer.value());
        let buffer = buffer.ok_or_else(|| wrong(place(), "its buffer does not exist"))?;
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
    let outside = uris.filter(|uri| !uri.starts_with("data:"));
    // Only files: neither addresses nor places far away.
    let names = outside
        .map(decoded)
        .filter(|name| !name.contains("://") && !name.starts_with(['/', '\\']));
    names.take(1_000).collect()
}

/// The bytes of a `data:` address; the outer `None` for other addresses, the inner for damaged ones.
fn inside(uri: &str) -> Option<Option<Vec<u8>>> {
    let rest = uri.strip_prefix("data:")?;
    let (kind, text) = rest.split_once(',')?;
    Some(if kind.ends_with(";base64") {
        base64(text)
    } else {
        None
    })
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
        assert_eq!(
            inside("data:application/octet-stream;base64,TWFueQ=="),
            Some(Some(b"Many".to_vec()))
        );
        assert_eq!(inside("data:;base64,T?"), Some(None));
        assert_eq!(inside("a.bin"), None);
        assert_eq!(decoded("a%20b%2"), "a b%2");
    }
}
