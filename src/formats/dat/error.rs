//! What can be wrong with a game file.

use std::path::Path;

use super::ids::DataSet;
use super::write::sample::FILES;

/// Why something cannot be had from a game file: one line with the file, the place and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatError {
    /// The system does not give the file's bytes.
    #[error("{file}: cannot be read{}: {reason}", at_byte(*offset))]
    Unreadable {
        /// The file as the user would name it.
        file: String,
        /// Where in the file; 0 when it could not be opened.
        offset: u64,
        /// Why, in words.
        reason: String,
        /// Whether it is the machine's doing: a permission, a disk.
        environment: bool,
    },
    /// The file is no container of this kind, or the way to a record is broken.
    #[error("{file}: at byte {offset:#x}: {problem}")]
    Container {
        /// The file.
        file: String,
        /// Where in the file.
        offset: u64,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// A record says what cannot be.
    #[error("{file}: record {id:#010X} at its byte {offset}: {field}: {problem}")]
    Record {
        /// The file.
        file: String,
        /// The record.
        id: u32,
        /// Where in the record.
        offset: u64,
        /// The field.
        field: &'static str,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// There is no such record.
    #[error("{file}: no record {id:#010X}{}", near_words(near))]
    NoRecord {
        /// The file.
        file: String,
        /// What was asked for.
        id: u32,
        /// The records next to it by id.
        near: Vec<u32>,
    },
    /// A record that stands alone is not the one that is asked for.
    #[error("{file}: a single record; {id:#010X} is not in it, but in the game's files")]
    Alone {
        /// The file.
        file: String,
        /// What was asked for.
        id: u32,
    },
    /// An outdoor cell, which no record is of.
    #[error(
        "{file}: {id:#010X} is a cell of the landscape, which has no record of its own; {:#06X} names its landblock",
        id >> 16
    )]
    LandCell {
        /// The file or folder.
        file: String,
        /// What was asked for.
        id: u32,
    },
    /// An id that no record has which is read.
    #[error(
        "{file}: no record {id:#010X}, and ids of no kind that is read here begin so: objects are 0x0100...., setups 0x0200...., environments 0x0D00...., rooms 0xXXYY0100 to 0xXXYYFFFD, landblocks 0xXXYY or 0xXXYYFFFF"
    )]
    NoKind {
        /// The file or folder.
        file: String,
        /// What was asked for.
        id: u32,
    },
    /// A file that is called one of the game's is of another kind.
    #[error("{file}: {what}")]
    Other {
        /// The file.
        file: String,
        /// What it is, and which command takes it.
        what: String,
    },
    /// A folder that should have game files has none.
    #[error("{folder}: it is a folder without game files; {} was expected", FILES.join(" or "))]
    NoFiles {
        /// The folder.
        folder: String,
    },
    /// The file that would hold it is not there.
    #[error("{folder}: no {set} file, which {what} needs")]
    NoFile {
        /// Where it was looked for.
        folder: String,
        /// What kind of file.
        set: DataSet,
        /// What it is needed for.
        what: String,
    },
    /// What somebody was told who had the files.
    #[error("{0}")]
    Told(String),
}

impl DatError {
    /// Whether the record is not there, which is no damage.
    #[must_use]
    pub fn is_absence(&self) -> bool {
        matches!(
            self,
            Self::NoRecord { .. }
                | Self::Alone { .. }
                | Self::NoKind { .. }
                | Self::LandCell { .. }
                | Self::NoFile { .. }
        )
    }

    /// The file that it is about, as it is told; none where it is about a folder.
    fn file_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Unreadable { file, .. }
            | Self::Container { file, .. }
            | Self::Record { file, .. }
            | Self::Alone { file, .. }
            | Self::Other { file, .. }
            | Self::NoKind { file, .. }
            | Self::LandCell { file, .. }
            | Self::NoRecord { file, .. } => Some(file),
            _ => None,
        }
    }

    /// The same of a file or folder that a variable of the environment names.
    #[must_use]
    pub fn named_by(mut self, variable: &str) -> Self {
        if let Self::NoFiles { folder } | Self::NoFile { folder, .. } = &mut self {
            *folder = format!("{variable}={folder}");
        } else if let Some(file) = self.file_mut() {
            *file = format!("{variable}={file}");
        }
        self
    }

    /// The same without the folder that the file lies in, which means nothing on another machine.
    #[must_use]
    pub fn elsewhere(mut self) -> Self {
        let Some(file) = self.file_mut() else {
            return self;
        };
        if let Some(name) = Path::new(file.as_str()).file_name() {
            *file = name.to_string_lossy().into_owned();
        }
        self
    }
}

/// A file that could not even be opened has no place in it.
fn at_byte(offset: u64) -> String {
    match offset {
        0 => String::new(),
        _ => format!(" at byte {offset:#x}"),
    }
}

fn near_words(near: &[u32]) -> String {
    if near.is_empty() {
        return String::new();
    }
    let list: Vec<String> = near.iter().map(|id| format!("{id:#010X}")).collect();
    format!("; next to it are {}", list.join(", "))
}

/// What is wrong inside of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {field}: {problem}")]
pub struct Wrong {
    /// Where in the record.
    pub offset: usize,
    /// The field.
    pub field: &'static str,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl Wrong {
    /// With the file and the record that it was found in.
    #[must_use]
    pub fn of(self, file: &str, id: u32) -> DatError {
        DatError::Record {
            file: file.to_owned(),
            id,
            offset: self.offset as u64,
            field: self.field,
            problem: self.problem,
        }
    }
}
