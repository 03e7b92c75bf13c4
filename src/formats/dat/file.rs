//! The container: blocks, chains, and records by id.
//!
//! Everything is read by position, a few blocks at a time; nothing holds the whole file. The length is asked again before
//! a place is called outside, so that a file which somebody else lets grow stays readable.

use std::io::{Read, Seek, SeekFrom};

use miniz_oxide::inflate::TINFLStatus;

use super::directory::{Entry, NODE_SIZE, Node, Nodes};
use super::error::DatError;
use super::header::{BLOCKS_AT, Header};
use super::ids::RecordKind;
use super::record::Record;
use crate::formats::system::{openable, why};

/// Largest record, bytes, as stored and as unpacked.
pub const MAX_RECORD: u32 = 64 << 20;

/// Bytes that are read at once.
const WINDOW: u64 = 16 << 10;

/// Most things that are told of one file.
const MOST_WARNINGS: usize = 20;

/// Flag of an entry: its record is packed.
pub const PACKED: u32 = 1;

/// A link with this bit belongs to a free block.
const FREE: u32 = 0x8000_0000;

/// An open game file.
#[derive(Debug)]
pub struct Dat<R> {
    source: R,
    file: String,
    header: Header,
    /// The length as last asked for.
    length: u64,
    /// The part of the file that was read last.
    window: (u64, Vec<u8>),
    warnings: Vec<String>,
}

impl<R: Read + Seek> Dat<R> {
    /// Reads the header; `file` is what errors call the file.
    ///
    /// # Errors
    /// [`DatError`]: no game file, the older layout, numbers in the header that cannot be.
    pub fn new(mut source: R, file: &str) -> Result<Self, DatError> {
        let unreadable = |error: &std::io::Error| unreadable(file, 0, error);
        let length = source.seek(SeekFrom::End(0)).map_err(|e| unreadable(&e))?;
        source.rewind().map_err(|e| unreadable(&e))?;
        let mut start = Vec::new();
        let first = (&mut source).take(BLOCKS_AT).read_to_end(&mut start);
        first.map_err(|e| unreadable(&e))?;
        let header = Header::read(&start).map_err(|(offset, problem)| DatError::Container {
            file: file.to_owned(),
            offset,
            problem,
        })?;
        let mut warnings = Vec::new();
        if u64::from(header.file_size) > length {
            warnings.push(format!(
                "{file}: truncated: it has {length} bytes, its header says {}; records beyond the end are missing",
                header.file_size
            ));
        }
        Ok(Self {
            source,
            file: file.to_owned(),
            header,
            length,
            window: (0, Vec::new()),
            warnings,
        })
    }

    /// What the header says.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What errors call the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The file's length when it was last asked for, bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// What is odd about the file as a whole, and about the chains that were read.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn wrong(&self, offset: u64, problem: impl Into<String>) -> DatError {
        DatError::Container {
            file: self.file.clone(),
            offset,
            problem: problem.into(),
        }
    }

    /// Refuses a block outside of the file or beside the grid of blocks.
    pub(super) fn check_block(&mut self, offset: u64, named_by: &str) -> Result<(), DatError> {
        let size = u64::from(self.header.block_size);
        let on_grid = offset >= BLOCKS_AT && (offset - BLOCKS_AT).is_multiple_of(size);
        if !on_grid {
            let problem = format!("no block begins here, where {named_by} points");
            return Err(self.wrong(offset, problem));
        }
        if offset + size > self.length {
            let end = self.source.seek(SeekFrom::End(0));
            self.length = end.map_err(|error| unreadable(&self.file, offset, &error))?;
        }
        if offset + size > self.length {
            let problem = format!(
                "beyond the end of the file ({} bytes), where {named_by} points",
                self.length
            );
            return Err(self.wrong(offset, problem));
        }
        Ok(())
    }

    /// Makes sure that the window holds the block at `offset`, which is in the file; where in it the block begins.
    fn load(&mut self, offset: u64) -> Result<usize, DatError> {
        let size = u64::from(self.header.block_size);
        let (start, bytes) = &self.window;
        if offset >= *start && offset + size <= start + bytes.len() as u64 {
            return Ok((offset - start) as usize);
        }
        let failed = |error: std::io::Error| unreadable(&self.file, offset, &error);
        let wanted = size.max(WINDOW).min(self.length - offset);
        let mut bytes = std::mem::take(&mut self.window.1);
        bytes.clear();
        self.source.seek(SeekFrom::Start(offset)).map_err(failed)?;
        let read = (&mut self.source).take(wanted).read_to_end(&mut bytes);
        read.map_err(failed)?;
        let found = bytes.len() as u64;
        self.window = (offset, bytes);
        if found < size {
            // The file was cut meanwhile.
            return Err(self.wrong(offset + found, "the file ends in the middle of a block"));
        }
        Ok(0)
    }

    /// The bytes of the chain that begins at `first`, `size` of them.
    ///
    /// # Errors
    /// [`DatError`]: a block outside of the file, a free block, a chain that is too short. One that goes on too long is
    /// kept and told in [`Self::warnings`]: its bytes are complete; loops end there as well.
    ///
    /// # Source
    /// spec/dat.md 2.2 and 13.3 to 13.6.
    pub fn chain(&mut self, first: u32, size: u32, what: &str) -> Result<Vec<u8>, DatError> {
        let mut bytes = Vec::new();
        self.chain_into(first, size, what, &mut bytes)?;
        Ok(bytes)
    }

    pub(super) fn chain_into(
        &mut self,
        first: u32,
        size: u32,
        what: &str,
        bytes: &mut Vec<u8>,
    ) -> Result<(), DatError> {
        bytes.clear();
        let payload = self.header.block_size as usize - 4;
        let mut wanted = size as usize;
        let mut offset = u64::from(first);
        let mut hops = 0_u64;
        while wanted > 0 {
            hops += 1;
            let by = || match hops {
                1 => what.to_owned(),
                _ => format!("block {hops} of {what}"),
            };
            self.check_block(offset, &by())?;
            let at = self.load(offset)?;
            let block = &self.window.1[at..at + payload + 4];
            let link = u32::from_le_bytes([block[0], block[1], block[2], block[3]]);
            if link & FREE != 0 {
                let problem = format!("a free block, where {} points", by());
                return Err(self.wrong(offset, problem));
            }
            let take = payload.min(wanted);
            bytes.extend_from_slice(&block[4..4 + take]);
            wanted -= take;
            if wanted > 0 && link == 0 {
                let problem =
                    format!("the chain of {what} ends here, {wanted} of {size} bytes are missing");
                return Err(self.wrong(offset, problem));
            }
            if wanted == 0 && link != 0 {
                self.warn_once(format!(
                    "{}: at byte {offset:#x}: the chain of {what} goes on behind its {size} bytes, to {link:#x}",
                    self.file
                ));
            }
            offset = u64::from(link);
        }
        Ok(())
    }

    fn warn_once(&mut self, warning: String) {
        if self.warnings.len() < MOST_WARNINGS && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// The directory's node at `offset`.
    pub(super) fn node(&mut self, offset: u32, bytes: &mut Vec<u8>) -> Result<Node, DatError> {
        self.chain_into(offset, NODE_SIZE, "a directory node", bytes)?;
        Node::read(bytes, offset).map_err(|problem| self.wrong(u64::from(offset), problem))
    }

    /// The entry of `id`; `None` when there is none.
    ///
    /// # Errors
    /// [`DatError`]: a node on the way is broken.
    pub fn find(&mut self, id: u32) -> Result<Option<Entry>, DatError> {
        Ok(Nodes::find(self, id)?.ok())
    }

    /// The entry of `id`.
    ///
    /// # Errors
    /// [`DatError`]: a node on the way is broken, or there is no such record; then its neighbours are named.
    pub fn entry(&mut self, id: u32) -> Result<Entry, DatError> {
        Nodes::find(self, id)?.map_err(|near| DatError::NoRecord {
            file: self.file.clone(),
            id,
            near,
        })
    }

    /// All entries by id, and what was broken on the way: damage of a node costs what hangs on it and no more.
    pub fn entries(&mut self) -> (Vec<Entry>, Vec<DatError>) {
        Nodes::all(self)
    }

    /// The bytes of an entry's record, unpacked.
    ///
    /// # Errors
    /// [`DatError`]: a broken chain, an absurd size, a stream that does not unpack to the size that it names.
    pub fn bytes(&mut self, entry: &Entry) -> Result<Vec<u8>, DatError> {
        let Entry {
            id,
            offset,
            size,
            node,
            slot,
            ..
        } = *entry;
        let most = u64::from(MAX_RECORD).min(self.length);
        if u64::from(size) > most {
            let problem = format!(
                "entry {slot} of this directory node: record {id:#010X} is said to have {size} bytes; at most {most} were expected"
            );
            return Err(self.wrong(u64::from(node), problem));
        }
        let stored = self.chain(offset, size, &format!("record {id:#010X}"))?;
        if entry.flags & PACKED == 0 {
            return Ok(stored);
        }
        let problem = |problem: String| {
            let problem = format!("record {id:#010X} is packed, but {problem}");
            self.wrong(u64::from(offset), problem)
        };
        let Some((size, stream)) = stored.split_first_chunk::<4>() else {
            return Err(problem("has no size before its stream".to_owned()));
        };
        let size = u32::from_le_bytes(*size);
        if size > MAX_RECORD {
            return Err(problem(format!(
                "unpacks to {size} bytes; at most {MAX_RECORD} were expected"
            )));
        }
        let unpacked =
            miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(stream, size as usize)
                .map_err(|error| problem(broken_stream(error.status, size)))?;
        if unpacked.len() != size as usize {
            let found = unpacked.len();
            return Err(problem(format!(
                "unpacks to {found} bytes, and {size} were named"
            )));
        }
        Ok(unpacked)
    }

    /// The record `id`, decoded; with it what is odd about it. `None` for kinds that are not read.
    ///
    /// # Errors
    /// [`DatError`]: as [`Self::entry`] and [`Self::bytes`], and what the record says that cannot be.
    pub fn record(&mut self, id: u32) -> Result<Option<(Record, Vec<String>)>, DatError> {
        let entry = self.entry(id)?;
        let bytes = self.bytes(&entry)?;
        let kind = RecordKind::of(self.header.set, id);
        Record::decode(&bytes, kind, Some(id)).map_err(|wrong| wrong.of(&self.file, id))
    }
}

/// What is wrong with a packed stream that names `size` bytes.
fn broken_stream(status: TINFLStatus, size: u32) -> String {
    let why = match status {
        TINFLStatus::HasMoreOutput => {
            return format!(
                "its stream is broken: it unpacks to more than the {size} bytes that it names"
            );
        }
        TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => "it ends too early",
        TINFLStatus::Adler32Mismatch => "its checksum is that of something else",
        _ => "it is damaged, or of no zlib",
    };
    format!("its stream is broken: {why}")
}

pub(super) fn unreadable(file: &str, offset: u64, error: &std::io::Error) -> DatError {
    use std::io::ErrorKind::{InvalidInput, IsADirectory, NotFound, UnexpectedEof};
    DatError::Unreadable {
        file: file.to_owned(),
        offset,
        reason: why(error),
        environment: !matches!(
            error.kind(),
            NotFound | IsADirectory | InvalidInput | UnexpectedEof
        ),
    }
}

/// Opens the game file at `path`.
///
/// # Errors
/// [`DatError`]: not readable, no game file.
pub fn open_dat(path: &std::path::Path) -> Result<Dat<std::fs::File>, DatError> {
    let file = path.display().to_string();
    openable(path).map_err(|error| unreadable(&file, 0, &error))?;
    let source = std::fs::File::open(path).map_err(|error| unreadable(&file, 0, &error))?;
    Dat::new(source, &file)
}
