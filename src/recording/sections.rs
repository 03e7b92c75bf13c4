//! The frame of a recording's file: magic, version, then sections that each know their length and checksum.
//!
//! ```text
//! SWEEPREC | version u32 | section | section | ..
//! section: tag, 4 letters | length u64 | checksum u64 | content
//! ```
//! Numbers are little-endian. The checksum is FNV-1a 64 over tag, length and content. Which sections there are and in
//! which order the reader knows; a file that ends between two of them is cut as well.

use std::io::{self, Write};

use super::error::RecordingError;

/// First bytes of every recording.
pub(super) use crate::formats::what::RECORDING as MAGIC;

/// Version of the format: of the frame, the sections and what is in them, the state of a lane included.
pub(super) const VERSION: u32 = 7;

/// Bytes of a section before its content.
const HEAD: usize = 4 + 8 + 8;

fn checksum(tag: [u8; 4], content: &[u8]) -> u64 {
    let length = (content.len() as u64).to_le_bytes();
    let bytes = tag.iter().chain(&length).chain(content);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Writes what stands before the first section.
pub(super) fn write_start(out: &mut impl Write) -> io::Result<()> {
    out.write_all(&MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())
}

/// Writes a section.
pub(super) fn write_section(out: &mut impl Write, tag: [u8; 4], content: &[u8]) -> io::Result<()> {
    out.write_all(&tag)?;
    out.write_all(&(content.len() as u64).to_le_bytes())?;
    out.write_all(&checksum(tag, content).to_le_bytes())?;
    out.write_all(content)
}

/// A section that was read.
pub(super) struct Section<'a> {
    /// What errors call it.
    pub(super) name: String,
    /// Where its content begins.
    pub(super) offset: u64,
    /// Its content.
    pub(super) content: &'a [u8],
}

/// Reads sections one after the other.
pub(super) struct Reader<'a> {
    file: String,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Checks magic and version. `file` is what errors call the file.
    pub(super) fn new(bytes: &'a [u8], file: &str) -> Result<Self, RecordingError> {
        let mut reader = Self {
            file: file.to_owned(),
            bytes,
            at: 0,
        };
        let head = &bytes[..bytes.len().min(MAGIC.len())];
        if !MAGIC.starts_with(head) || head.is_empty() {
            return Err(RecordingError::Magic {
                file: file.to_owned(),
            });
        }
        reader.take(MAGIC.len() as u64, "the magic")?;
        let found = u32::from_le_bytes(reader.array("the version")?);
        if found != VERSION {
            return Err(RecordingError::Version {
                file: file.to_owned(),
                found,
                known: VERSION,
            });
        }
        Ok(reader)
    }

    /// Whether the next section is one of this tag.
    pub(super) fn is_next(&self, tag: [u8; 4]) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        rest.starts_with(&tag)
    }

    /// The next section, which has to be the one of this tag; `name` is what errors call it.
    pub(super) fn section(
        &mut self,
        tag: [u8; 4],
        name: &str,
    ) -> Result<Section<'a>, RecordingError> {
        let begin = self.at as u64;
        self.need(HEAD as u64, name)?;
        let found: [u8; 4] = self.array(name)?;
        if found != tag {
            return Err(RecordingError::Order {
                file: self.file.clone(),
                section: name.to_owned(),
                found: format!("{:?}", found.escape_ascii().to_string()),
                offset: begin,
            });
        }
        let length = u64::from_le_bytes(self.array(name)?);
        let stored = u64::from_le_bytes(self.array(name)?);
        let offset = self.at as u64;
        let content = self.take(length, name)?;
        let found = checksum(tag, content);
        if found != stored {
            return Err(RecordingError::Checksum {
                file: self.file.clone(),
                section: name.to_owned(),
                offset: begin,
                stored,
                found,
            });
        }
        Ok(Section {
            name: name.to_owned(),
            offset,
            content,
        })
    }

    /// Makes sure that nothing is left.
    pub(super) fn end(&self) -> Result<(), RecordingError> {
        let left = self.bytes.len() - self.at;
        if left == 0 {
            return Ok(());
        }
        Err(RecordingError::Order {
            file: self.file.clone(),
            section: "the end of the file".to_owned(),
            found: format!("{left} more bytes"),
            offset: self.at as u64,
        })
    }

    /// An error in the content of `section`.
    pub(super) fn wrong(
        &self,
        section: &Section<'_>,
        problem: impl Into<String>,
    ) -> RecordingError {
        RecordingError::Content {
            file: self.file.clone(),
            section: section.name.clone(),
            offset: section.offset,
            problem: problem.into(),
        }
    }

    /// Lengths are compared with what is there before anything is set aside for them.
    fn need(&self, wanted: u64, section: &str) -> Result<(), RecordingError> {
        let left = (self.bytes.len() - self.at) as u64;
        if wanted <= left {
            return Ok(());
        }
        Err(RecordingError::Cut {
            file: self.file.clone(),
            section: section.to_owned(),
            offset: self.at as u64,
            wanted,
            left,
        })
    }

    fn take(&mut self, length: u64, section: &str) -> Result<&'a [u8], RecordingError> {
        self.need(length, section)?;
        let end = self.at + length as usize;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, section: &str) -> Result<[u8; N], RecordingError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64, section)?);
        Ok(array)
    }
}
