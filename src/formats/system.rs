//! What the system says of files, in this program's words.

use std::io::Read as _;

/// What went wrong with a file, in the same words wherever it happens.
#[must_use]
pub(crate) fn why(error: &std::io::Error) -> String {
    use std::io::ErrorKind::*;
    let words = match error.kind() {
        NotFound => "there is no such file",
        IsADirectory => "it is a folder",
        NotADirectory => "a part of its path is no folder",
        AlreadyExists => "a file of that name is there",
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
    // A wrong name, as a folder's is: nothing that the machine lacks.
    Err(std::io::Error::new(
        std::io::ErrorKind::InvalidInput,
        problem,
    ))
}

/// Longest file that is read as a whole, bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The whole of a regular file that is not absurdly long.
///
/// # Errors
/// Those of [`openable`], the system's own, and that it is longer than 1 GiB, which is found before anything is read.
pub(crate) fn open_whole(path: &std::path::Path) -> std::io::Result<Vec<u8>> {
    let too_long = |length: u64| {
        let problem = format!("{length} bytes; at most {MAX_BYTES} were expected");
        Err(std::io::Error::new(
            std::io::ErrorKind::InvalidInput,
            problem,
        ))
    };
    let length = openable(path)?.len();
    if length > MAX_BYTES {
        return too_long(length);
    }
    // It may grow while it is read.
    let mut bytes = Vec::new();
    let mut limited = std::fs::File::open(path)?.take(MAX_BYTES + 1);
    limited.read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        length if length > MAX_BYTES => too_long(length),
        _ => Ok(bytes),
    }
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

    /// Nothing of it is read: that would take seconds, and as much memory.
    #[test]
    fn a_file_that_is_too_long_is_told_by_its_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.json");
        std::fs::File::create(&path)
            .and_then(|file| file.set_len(MAX_BYTES + 1))
            .unwrap();
        let words = why(&open_whole(&path).unwrap_err());
        assert!(words.starts_with("1073741825 bytes"), "{words}");
    }
}
