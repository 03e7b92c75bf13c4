//! How a command ends: exit codes, and the one line that says why.

use std::fmt;
use std::io;
use std::path::Path;

use crate::scene::why;

/// What the process tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: what was asked for was done.
    Done,
    /// 1: a check failed, or two runs differ.
    Failed,
    /// 2: bad input or usage.
    BadInput,
    /// 3: the machine lacks something: a graphics adapter, a permission, space.
    Environment,
}

impl Exit {
    /// The number.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) enum Fault {
    /// Bad input or usage.
    Input(anyhow::Error),
    /// The machine lacks something.
    Environment(anyhow::Error),
    /// The reader of standard output went away, as `head` does; nothing is wrong.
    PipeClosed,
}

impl Fault {
    /// Bad input, in words.
    pub(super) fn input(message: impl fmt::Display) -> Self {
        Self::Input(anyhow::Error::msg(message.to_string()))
    }

    /// Something that the machine lacks, in words.
    pub(super) fn environment(message: impl fmt::Display) -> Self {
        Self::Environment(anyhow::Error::msg(message.to_string()))
    }

    /// Why the file at `path` cannot be read.
    pub(super) fn reading(path: &Path, error: &io::Error) -> Self {
        Self::file(path, "read", error, &why(error))
    }

    /// Why the file at `path` cannot be written.
    pub(super) fn writing(path: &Path, error: &io::Error) -> Self {
        let reason = match error.kind() {
            // Files are made, folders are not.
            io::ErrorKind::NotFound => "there is no such folder".to_owned(),
            _ => why(error),
        };
        Self::file(path, "written", error, &reason)
    }

    fn file(path: &Path, done: &str, error: &io::Error, reason: &str) -> Self {
        let message = format!("{}: cannot be {done}: {reason}", path.display());
        if is_environment(error) {
            Self::environment(message)
        } else {
            Self::input(message)
        }
    }

    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::Input(_) => Exit::BadInput,
            Self::Environment(_) => Exit::Environment,
            Self::PipeClosed => Exit::Done,
        }
    }
}

/// A missing file or a folder in its place is the caller's mistake; all else that goes wrong with files is the machine's.
pub(super) fn is_environment(error: &io::Error) -> bool {
    use io::ErrorKind::*;
    !matches!(
        error.kind(),
        NotFound
            | IsADirectory
            | NotADirectory
            | InvalidInput
            | InvalidData
            | InvalidFilename
            | UnexpectedEof
            | AlreadyExists
    )
}

/// Errors of standard output; those of files go through [`Fault::reading`] and [`Fault::writing`].
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::PipeClosed;
        }
        Self::environment(format!("standard output: {}", why(&error)))
    }
}

/// The whole chain in one sentence.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) | Self::Environment(error) => {
                f.write_str(&one_line(&format!("{error:#}")))
            }
            Self::PipeClosed => f.write_str("standard output was closed"),
        }
    }
}

/// A path as it is shown on a terminal.
pub(super) fn shown(path: &Path) -> String {
    one_line(&path.display().to_string())
}

/// Text from outside as one line: line ends become spaces, other control characters are escaped.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.trim_end().chars() {
        match c {
            '\n' | '\r' | '\t' => {
                if !line.ends_with(' ') {
                    line.push(' ');
                }
            }
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_there_are_input_and_forbidden_ones_the_machine() {
        let fault = |kind: io::ErrorKind| Fault::writing(Path::new("a.ron"), &kind.into()).exit();
        assert_eq!(fault(io::ErrorKind::NotFound), Exit::BadInput);
        assert_eq!(fault(io::ErrorKind::IsADirectory), Exit::BadInput);
        assert_eq!(fault(io::ErrorKind::PermissionDenied), Exit::Environment);
        assert_eq!(fault(io::ErrorKind::StorageFull), Exit::Environment);
    }

    #[test]
    fn an_error_is_one_line() {
        let error = anyhow::anyhow!("inner\nsecond").context("a\u{1b}[31m.ron");
        assert_eq!(
            Fault::Input(error).to_string(),
            "a\\u{1b}[31m.ron: inner second"
        );
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        assert_eq!(
            Fault::from(io::Error::from(io::ErrorKind::BrokenPipe)).exit(),
            Exit::Done
        );
        assert_eq!(
            Fault::from(io::Error::from(io::ErrorKind::StorageFull)).exit(),
            Exit::Environment
        );
    }
}
