//! What a file is, in words, for whoever expected another one.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::dat::header::is_dat;
use super::dat::library::{id_by_name, is_called_record};
use super::dat::{DataSet, MAX_RECORD, Record, RecordKind, Wrong};
use super::mesh::EMPTY;
use super::obj;
use super::sniff::{self, Content};
use super::system::openable;

/// The first bytes of a recording.
pub const RECORDING: [u8; 8] = *b"SWEEPREC";

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Nothing is in it.
    Empty,
    /// A scene.
    Scene,
    /// A recording of a run.
    Recording,
    /// A file of others.
    Foreign(Content),
    /// One of the game's files.
    Game,
    /// A single record of the game's files.
    Record(DataSet, u32),
    /// One that is damaged or cut off: its kind, its id and what is wrong with it.
    Damaged(RecordKind, u32, Wrong),
    /// Text in UTF-16, which only logs are read in, and what it would be in UTF-8.
    Wide(Box<Self>),
    /// What is not read here, but known by its first bytes.
    Stranger(&'static str),
    /// JSON of no kind that is read here.
    Json,
    /// Text of no kind that is read here.
    Text,
    /// Bytes of no kind that is read here.
    Binary,
}

/// How much is looked at of what may be text, bytes.
const LOOKED: usize = 64 * 1024;

impl What {
    /// What `bytes` are; of more than 64 KiB the beginning tells, but for single records.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.is_empty() {
            return Self::Empty;
        }
        // One that is cut off in its mark is none of anything else.
        let is_cut = bytes.len() >= 4 && RECORDING.starts_with(bytes);
        if is_cut || bytes.starts_with(&RECORDING) {
            return Self::Recording;
        }
        if is_dat(bytes) {
            return Self::Game;
        }
        if let Some(content) = sniff::content(bytes) {
            return Self::Foreign(content);
        }
        // What stands on a landblock has an id that begins as UTF-16 does, and so have some rooms.
        if is_marked(bytes)
            && let Ok((set, id, _, _)) = Record::decode_alone(bytes)
        {
            return Self::Record(set, id);
        }
        let start = bytes.get(..bytes.len().min(LOOKED)).unwrap_or_default();
        if let Some(text) = wide_text(start) {
            return Self::Wide(Box::new(Self::of(text.as_bytes())));
        }
        // What is marked as UTF-16 and is none is no text.
        if let Some(name) = sniff::stranger(bytes).filter(|_| !is_marked(bytes)) {
            return Self::Stranger(name);
        }
        let text = String::from_utf8_lossy(start);
        if obj::is_binary(&text) || !is_mostly_text(&text) {
            return match Record::decode_alone(bytes) {
                Ok((set, id, _, _)) => Self::Record(set, id),
                Err(_) => Record::damaged(bytes, false)
                    .map_or(Self::Binary, |(kind, id, wrong)| {
                        Self::Damaged(kind, id, wrong)
                    }),
            };
        }
        if sniff::begins_as_scene(start) {
            return Self::Scene;
        }
        let trimmed = text.trim_start_matches('\u{feff}').trim_start();
        if trimmed.is_empty() {
            Self::Empty
        } else if trimmed.starts_with(['{', '[']) {
            Self::Json
        } else {
            Self::Text
        }
    }

    /// As [`Self::of`]; a file that is called by an id, and begins with that id, is that record, however little is left of it.
    #[must_use]
    pub fn named(bytes: &[u8], path: &Path) -> Self {
        let what = Self::of(bytes);
        // The length alone makes an STL mesh of it; ids of the portal file are rarer than those of the cell file.
        let is_weak = || {
            let set = DataSet::Portal;
            let is_portal = |id| RecordKind::of(set, id) != RecordKind::Other;
            matches!(what, Self::Stranger(_))
                && is_called_record(path)
                && first_number(bytes).is_some_and(is_portal)
        };
        match Record::damaged(bytes, true) {
            Some((kind, id, wrong)) if id_by_name(path) == Some(id) || is_weak() => {
                Self::Damaged(kind, id, wrong)
            }
            _ => what,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Empty => "an empty file".to_owned(),
            Self::Scene => "a scene".to_owned(),
            Self::Recording => "a recording".to_owned(),
            Self::Foreign(content) => content.name().to_owned(),
            Self::Game => "a game file".to_owned(),
            Self::Record(set, id) => {
                let kind = RecordKind::of(*set, *id).name();
                format!("a single record of the game's files, {kind} {id:#010X}")
            }
            Self::Damaged(kind, id, wrong) => {
                let (kind, at) = (kind.name(), wrong.offset);
                let (field, problem) = (wrong.field, &wrong.problem);
                format!("{kind} {id:#010X} at its byte {at}: {field}: {problem}")
            }
            Self::Wide(inner) => match **inner {
                Self::Text | Self::Empty | Self::Binary => "text in UTF-16".to_owned(),
                _ => format!("{} in UTF-16", inner.name()),
            },
            Self::Stranger(name) => (*name).to_owned(),
            Self::Json => "JSON of no kind that is read here".to_owned(),
            Self::Text => "text of no kind that is read here".to_owned(),
            Self::Binary => "binary data of no kind that is read here".to_owned(),
        }
    }

    /// Whether it says itself what it is; else it may be a damaged file of any kind.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self, Self::Json | Self::Text | Self::Binary)
    }

    /// Whether it is a mesh, or JSON, which may be a glTF that is cut off.
    #[must_use]
    pub fn is_mesh(&self) -> bool {
        matches!(self, Self::Foreign(Content::Obj | Content::Gltf))
    }

    /// Which command takes it, or what makes it one that is read.
    #[must_use]
    pub fn remedy(&self) -> Option<&'static str> {
        Some(match self {
            Self::Scene | Self::Recording => "`sweepscope run` runs it",
            Self::Foreign(Content::Capture) => {
                "`sweepscope replay` and `sweepscope import` take it with --geometry"
            }
            Self::Foreign(Content::Log) => {
                "`sweepscope inspect` lists it, `sweepscope import` makes a scene of it"
            }
            Self::Foreign(_) => "`sweepscope import` makes a scene of it",
            Self::Game => {
                "`sweepscope inspect` tells what is in it, `sweepscope import` with --id makes a scene of one of its records"
            }
            Self::Record(..) => {
                "`sweepscope inspect` tells what is in it, `sweepscope import` makes a scene of it"
            }
            Self::Wide(_) => "convert it to UTF-8",
            Self::Empty
            | Self::Damaged(..)
            | Self::Stranger(_)
            | Self::Json
            | Self::Text
            | Self::Binary => {
                return None;
            }
        })
    }

    /// That it is this and not `wanted`, and what to do with it, in one sentence.
    #[must_use]
    pub fn instead_of(&self, wanted: &str) -> String {
        match (self, self.remedy()) {
            (Self::Empty, _) => format!("{EMPTY}; {wanted} was expected"),
            (Self::Damaged(..), _) => self.name(),
            (Self::Wide(_), Some(remedy)) => format!("{}; {remedy}", self.name()),
            (_, Some(remedy)) => format!("{}, not {wanted}; {remedy}", self.name()),
            (_, None) => format!("{}; {wanted} was expected", self.name()),
        }
    }
}

/// What the file at `path` is; of a longer one than any single record the beginning tells.
///
/// # Errors
/// The system's own, and one for what is no regular file.
pub fn open_what(path: &Path) -> io::Result<What> {
    let mut bytes = Vec::new();
    openable(path)?;
    let limit = u64::from(MAX_RECORD);
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(What::named(&bytes, path))
}

/// Whether a word is a path by its looks, with a separator or an extension; else it is a name.
#[must_use]
pub fn is_path(word: &Path) -> bool {
    word.extension().is_some() || word.components().count() > 1
}

/// Whether the file at `path` is still to come, or to have something in it that can be opened; a name that is no path is one
/// of a scene, which does not come by waiting.
#[must_use]
pub fn is_awaited(path: &Path) -> bool {
    match open_what(path) {
        Ok(what) => matches!(what, What::Empty | What::Text),
        Err(error) => error.kind() == io::ErrorKind::NotFound && is_path(path),
    }
}

/// The number that a record would begin with.
fn first_number(bytes: &[u8]) -> Option<u32> {
    let first = bytes.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*first))
}

/// Whether `bytes` begin with the mark of UTF-16.
fn is_marked(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Whether hardly anything of a text, as read from bytes, is none; a few characters of another encoding are.
fn is_mostly_text(text: &str) -> bool {
    let odd = text.matches(char::REPLACEMENT_CHARACTER).count();
    odd * 8 <= text.chars().count()
}

/// The text that `bytes` are in UTF-16, of either order and with or without its mark.
fn wide_text(bytes: &[u8]) -> Option<String> {
    let (marked, rest) = match bytes {
        [0xff, 0xfe, rest @ ..] => (Some(false), rest),
        [0xfe, 0xff, rest @ ..] => (Some(true), rest),
        _ => (None, bytes),
    };
    let (pairs, _) = rest.as_chunks::<2>();
    // Without a mark: plain characters, one byte of each 0.
    let ascii = |high: usize| {
        let plain = |b: u8| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        let fits = |pair: &&[u8; 2]| pair[high] == 0 && plain(pair[1 - high]);
        let looked = pairs.iter().take(64);
        pairs.len() >= 4 && looked.clone().filter(fits).count() == looked.count()
    };
    let is_big = marked
        .or_else(|| ascii(1).then_some(false))
        .or_else(|| ascii(0).then_some(true))?;
    let unit = |pair: &[u8; 2]| match is_big {
        true => u16::from_be_bytes(*pair),
        false => u16::from_le_bytes(*pair),
    };
    let units: Vec<u16> = pairs.iter().map(unit).collect();
    let text = String::from_utf16_lossy(&units);
    // A mark may begin anything; text has no zeros, and hardly any other characters that nobody writes.
    let is_odd = |c: &char| {
        let is_space = matches!(c, '\t' | '\n' | '\r' | '\u{feff}');
        let is_private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}');
        c.is_control() && !is_space || is_private
    };
    let odd = text.chars().filter(is_odd).count();
    let is_text = !obj::is_binary(&text) && odd * 8 <= text.chars().count();
    (marked.is_none() || is_text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str, is_big: bool) -> Vec<u8> {
        let units = text.encode_utf16();
        units
            .flat_map(|unit| {
                if is_big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            })
            .collect()
    }

    #[test]
    fn files_are_told_by_their_content() {
        let dump = r#"{"GfxObjId": 1, "ResolvedPolygons": []}"#;
        for (bytes, name) in [
            (&b""[..], "an empty file"),
            (b" \r\n", "an empty file"),
            (b"// a\n# b\nScene(version: 1)", "a scene"),
            (b"Scene(title: \"\xe9\")", "a scene"),
            (b"SWEEPREC\x01", "a recording"),
            (b"v 0 0 0\n", "an OBJ mesh"),
            (b"glTF\x02\0\0\0", "a glTF mesh"),
            (dump.as_bytes(), "a JSON dump"),
            (b"x: [resolve] in=(1,2,3)\n", "a probe log"),
            (b"{\"input\":{\"currentPos\":1}}\n", "a capture"),
            (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture"),
            (b"<?xml version=\"1.0\"?>", "an XML file"),
            (b"{\"a\": 1}", "JSON of no kind that is read here"),
            (
                "{\"name\": \"Caf\u{fffd}\"}".as_bytes(),
                "JSON of no kind that is read here",
            ),
            (
                b"{\"name\": \"Caf\xe9\"}",
                "JSON of no kind that is read here",
            ),
            (b"BMX bikes\n", "text of no kind that is read here"),
            (
                b"\x03\xfe\x00\x01\x00\x00",
                "binary data of no kind that is read here",
            ),
            (&wide(dump, false), "a JSON dump in UTF-16"),
            (&wide(dump, true), "a JSON dump in UTF-16"),
            (&wide("\u{feff}Scene(", true), "a scene in UTF-16"),
            (&wide("\u{feff}\u{20ac} 5", false), "text in UTF-16"),
            (
                b"\xfe\xff\xb4\xa9\0\0\0\0\0\0\0\0\0\0\0\0",
                "a single record of the game's files, LandBlockInfo 0xA9B4FFFE",
            ),
            (
                b"\xfe\xff\xb4\xa9\0\0\0\0\x09\0\0\0\0\0\0\0",
                "LandBlockInfo 0xA9B4FFFE at its byte 12: static objects: 9 of at least 32 bytes each need more than the 4 bytes left",
            ),
            (
                b"\xff\xfe\x01\xd8\x02\xd8\x03\0\x04\xd8",
                "binary data of no kind that is read here",
            ),
        ] {
            assert_eq!(What::of(bytes).name(), name, "{bytes:?}");
        }
    }

    /// What is left of a record may look like anything; the file's name, where it is the id, says better what it was.
    #[test]
    fn what_is_called_by_its_id_is_that_record() {
        let setup = [0x0200_0001_u32.to_le_bytes(), [0; 4]].concat();
        let long: Vec<u8> = setup
            .iter()
            .copied()
            .chain([0; 70])
            .chain(*b"\0\0\0\0\0\0")
            .collect();
        let info = b"\xfe\xff\xb4\xa9\x01\0";
        assert_eq!(What::of(&long), What::Stranger("an STL mesh"));
        for (bytes, name, told) in [
            (&long[..], "02000001.bin", "Setup 0x02000001 at its byte "),
            (info, "0xA9B4FFFE", "LandBlockInfo 0xA9B4FFFE at its byte "),
            (&long, "02000002.bin", "Setup 0x02000001 at its byte "),
            (&long, "84.bin", "Setup 0x02000001 at its byte "),
            (&long, "84.stl", "an STL mesh"),
            (b"\x89PNG\r\n\x1a\n\0\0", "a.bin", "a PNG picture"),
        ] {
            let what = What::named(bytes, Path::new(name)).name();
            assert!(what.starts_with(told), "{name}: {what}");
        }
    }

    #[test]
    fn what_is_still_to_come_is_awaited() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("client.log");
        for (text, waits) in [
            (None, true),
            (Some(""), true),
            (Some("starting up\n"), true),
            (Some("starting up\n[cam] eye=(1,2,3)\n"), false),
            (Some("Scene(version: 1)"), false),
            (Some("{\"a\": 1}"), false),
        ] {
            if let Some(text) = text {
                std::fs::write(&log, text).unwrap();
            }
            assert_eq!(is_awaited(&log), waits, "{text:?}");
        }
        for other in [Path::new("sawtooth"), Path::new("sawtoth"), folder.path()] {
            assert!(!is_awaited(other), "{}", other.display());
        }
    }

    /// What is cut off in the middle of a character is text still.
    #[test]
    fn a_long_text_is_text() {
        let mut text = "a".repeat(LOOKED - 1);
        text.push('\u{e9}');
        assert_eq!(What::of(text.as_bytes()), What::Text);
    }
}
