//! What can be wrong with a scene.

use crate::nearest::question;

/// Why a scene could not be had; the text says where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// Something in a text, with its place.
    #[error("{file}:{line}:{column}: {field}: {problem}")]
    At {
        /// The file as the user would name it.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// The field, as `lanes[2].policy` (indexes from 0); `scene` for the whole.
        field: String,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// A file cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why, in words.
        reason: String,
    },
    /// A file may not be read: a matter of the machine, not of the input.
    #[error("{file}: no permission to read it")]
    Denied {
        /// The file.
        file: String,
    },
    /// A file is of another kind than a scene.
    #[error("{file}: {what}")]
    Other {
        /// The file.
        file: String,
        /// What it is, and which command takes it.
        what: String,
    },
    /// Neither a file nor a shipped scene.
    #[error(
        "{name}: neither a file nor a shipped scene{} `sweepscope help scenes` lists those",
        question(nearest)
    )]
    UnknownName {
        /// The word.
        name: String,
        /// The shipped scenes that are like it, the most like it first.
        nearest: Vec<&'static str>,
    },
}

impl SceneError {
    /// What is wrong without the place in a text: for texts that nobody wrote, as those of imports.
    #[must_use]
    pub fn problem(&self) -> String {
        match self {
            Self::At { problem, .. } => problem.clone(),
            other => other.to_string(),
        }
    }

    /// The error of reading `file`.
    #[must_use]
    pub(super) fn io(file: String, error: &std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::PermissionDenied => Self::Denied { file },
            _ => Self::Unreadable {
                file,
                reason: crate::formats::system::why(error),
            },
        }
    }
}
