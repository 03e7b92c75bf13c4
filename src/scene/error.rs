//! What can be wrong with a scene.

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
    /// A file holds a mesh where a scene was expected.
    #[error("{file}: an OBJ mesh, not a scene; `sweepscope import` makes a scene of it")]
    Mesh {
        /// The file.
        file: String,
    },
    /// Neither a file nor a shipped scene.
    #[error("{name}: neither a file nor a shipped scene; {}Shipped: {known}", meant(*nearest))]
    UnknownName {
        /// The word.
        name: String,
        /// The shipped scene most like it, if one is like it.
        nearest: Option<&'static str>,
        /// All shipped scenes.
        known: String,
    },
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("did you mean {name}? "))
}

impl SceneError {
    /// The error of reading `file`.
    #[must_use]
    pub(super) fn io(file: String, error: &std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::PermissionDenied => Self::Denied { file },
            _ => Self::Unreadable {
                file,
                reason: why(error),
            },
        }
    }
}

/// What went wrong with a file, in the same words wherever it happens.
#[must_use]
pub(crate) fn why(error: &std::io::Error) -> String {
    use std::io::ErrorKind::*;
    let words = match error.kind() {
        NotFound => "there is no such file",
        IsADirectory => "it is a folder",
        NotADirectory => "a part of its path is no folder",
        PermissionDenied => "no permission",
        StorageFull => "no space is left",
        ReadOnlyFilesystem => "the disk is read-only",
        _ => {
            let mut text = error.to_string();
            if let Some(at) = text.find(" (os error") {
                text.truncate(at);
            }
            let mut letters = text.chars();
            return letters.next().map_or_else(String::new, |first| {
                first.to_lowercase().chain(letters).collect()
            });
        }
    };
    words.to_owned()
}

/// What the system says of a regular file. A pipe that nobody writes to would be waited for without an end.
///
/// # Errors
/// The system's own, and one for what is no regular file.
pub(crate) fn openable(path: &std::path::Path) -> std::io::Result<std::fs::Metadata> {
    let about = std::fs::metadata(path)?;
    if about.is_file() {
        return Ok(about);
    }
    if about.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    let problem = "it is a pipe or a device; a regular file was expected";
    Err(std::io::Error::other(problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_words_are_no_ones() {
        for number in [1, 2, 5, 13, 20, 21, 28, 40] {
            let words = why(&std::io::Error::from_raw_os_error(number));
            assert!(!words.contains("os error") && !words.is_empty(), "{words}");
        }
    }
}
