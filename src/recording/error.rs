//! What can be wrong with a recording's file.

use crate::formats::text::{count, either};
use crate::scene::SceneError;

/// Why a recording cannot be opened; the text says where in the file and what was expected.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file is something else.
    #[error("{file}: not a recording: it does not begin with SWEEPREC")]
    Magic {
        /// The file as the user would name it.
        file: String,
    },
    /// The file is of a version that this build does not read.
    #[error("{file}: version {found} of the format; this build reads version {known}")]
    Version {
        /// The file.
        file: String,
        /// Its version.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// The file ends too early.
    #[error(
        "{file}: cut off in {section} at byte {offset}: {} {} expected, {left} {} left",
        count(*wanted, "byte"),
        either(*wanted, "was", "were"),
        either(*left, "is", "are")
    )]
    Cut {
        /// The file.
        file: String,
        /// The part of the file.
        section: String,
        /// Where the missing bytes begin to be read.
        offset: u64,
        /// Bytes that were expected there.
        wanted: u64,
        /// Bytes that there are.
        left: u64,
    },
    /// The parts of the file are not in their order.
    #[error("{file}: {found} at byte {offset} where {section} was expected")]
    Order {
        /// The file.
        file: String,
        /// The part that was expected.
        section: String,
        /// What stands there.
        found: String,
        /// Where.
        offset: u64,
    },
    /// A part of the file is not what was written.
    #[error(
        "{file}: {section} at byte {offset} is damaged: its checksum is {found:016x}, the file says {stored:016x}"
    )]
    Checksum {
        /// The file.
        file: String,
        /// The part of the file.
        section: String,
        /// Where it begins.
        offset: u64,
        /// The checksum in the file.
        stored: u64,
        /// The checksum of what is there.
        found: u64,
    },
    /// A part of the file says what cannot be.
    #[error("{file}: {section} at byte {offset}: {problem}")]
    Content {
        /// The file.
        file: String,
        /// The part of the file.
        section: String,
        /// Where it begins.
        offset: u64,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// The scene inside does not build.
    #[error("{file}: the scene in it: {error}")]
    Scene {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: SceneError,
    },
    /// The file cannot be read.
    #[error("{file}: cannot be read: {}", crate::scene::why(.error))]
    Unreadable {
        /// The file.
        file: String,
        /// Why, in the system's words.
        error: std::io::Error,
    },
}
