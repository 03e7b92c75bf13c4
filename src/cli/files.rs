//! Files that a command writes.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use super::exit::Fault;
use crate::formats::dat::MAX_RECORD;
use crate::formats::dat::write::sample::FILES;
use crate::formats::system::open_whole;
use crate::formats::what::{What, open_what};
use crate::scene::openable;

/// How much tells what a long file is, bytes.
const LOOKED: u64 = 64 * 1024;

/// A file that is being written; its errors name it.
///
/// A reader that goes away early, as `head` does behind `/dev/stdout`, is no error: the rest is not written.
pub(super) struct OutFile<'a> {
    path: PathBuf,
    writer: BufWriter<Box<dyn Write + 'a>>,
    closed: bool,
}

/// The word that stands for standard output where a file is named.
pub(super) const STANDARD: &str = "-";

impl<'a> OutFile<'a> {
    /// Begins the file at `path`, over what was there.
    pub(super) fn create(path: &Path) -> Result<Self, Fault> {
        let file = File::create(path).map_err(|error| Fault::writing(path, &error))?;
        Ok(Self::on(path, Box::new(file)))
    }

    /// Begins what goes to `out` instead of a file.
    pub(super) fn onto(out: &'a mut dyn Write) -> Self {
        Self::on(Path::new("standard output"), Box::new(out))
    }

    fn on(path: &Path, writer: Box<dyn Write + 'a>) -> Self {
        Self {
            path: path.to_owned(),
            writer: BufWriter::new(writer),
            closed: false,
        }
    }

    /// Lets `write` add to it.
    pub(super) fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Fault> {
        if self.closed {
            return Ok(());
        }
        let result = write(&mut self.writer);
        self.told(result)
    }

    fn told(&mut self, result: io::Result<()>) -> Result<(), Fault> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            other => other.map_err(|error| Fault::writing(&self.path, &error)),
        }
    }

    /// Writes what is still buffered.
    pub(super) fn finish(mut self) -> Result<(), Fault> {
        if self.closed {
            return Ok(());
        }
        let result = self.writer.flush();
        self.told(result)
    }
}

/// The whole of a regular file that is not absurdly long.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    open_whole(path).map_err(|error| Fault::reading(path, &error))
}

/// Refuses binary data that is longer than any record, without reading it.
pub(super) fn require_short(path: &Path, wanted: &str) -> Result<(), Fault> {
    let mut start = Vec::new();
    let about = openable(path).map_err(|error| Fault::reading(path, &error))?;
    let length = about.len();
    if length <= u64::from(MAX_RECORD) {
        return Ok(());
    }
    let file = File::open(path).map_err(|error| Fault::reading(path, &error))?;
    let read = file.take(LOOKED).read_to_end(&mut start);
    read.map_err(|error| Fault::reading(path, &error))?;
    let told = match What::of(&start) {
        What::Record(..) | What::Damaged(..) | What::Binary => format!(
            "binary data of {length} bytes; a single record of the game's files has at most {MAX_RECORD}"
        ),
        what @ What::Stranger(_) => what.instead_of(wanted),
        _ => return Ok(()),
    };
    Err(Fault::input(format!("{}: {told}", path.display())))
}

/// What the file at `path` is; of a longer one than any single record the beginning tells.
pub(super) fn what(path: &Path) -> Result<What, Fault> {
    open_what(path).map_err(|error| Fault::reading(path, &error))
}

/// Whether a file has the ending of a mesh.
pub(super) fn is_called_mesh(file: &Path) -> bool {
    is_called(file, &["obj", "glb", "gltf"])
}

/// Whether a file has the ending of a game file.
pub(super) fn is_called_game(file: &Path) -> bool {
    is_called(file, &["dat"])
}

fn is_called(file: &Path, endings: &[&str]) -> bool {
    let own = file.extension().and_then(|ending| ending.to_str());
    own.is_some_and(|own| {
        endings
            .iter()
            .any(|ending| own.eq_ignore_ascii_case(ending))
    })
}

/// Whether a file with one of the game's names is in `folder`, whatever is in it.
pub(super) fn has_game_names(folder: &Path) -> bool {
    let mut list = std::fs::read_dir(folder).into_iter().flatten().flatten();
    list.any(|entry| {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        FILES.contains(&name.as_str())
    })
}

/// Where a file is or would be, whatever links and dots its path has.
fn place(path: &Path) -> PathBuf {
    let whole = path.canonicalize().ok();
    // What is not there yet has a folder that is.
    let made = || {
        let folder = path.parent()?;
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    whole.or_else(made).unwrap_or_else(|| path.to_owned())
}

/// Refuses to write over a file that is read, and to write one file twice.
pub(super) fn require_apart<P: AsRef<Path>>(read: &[P], written: &[&Path]) -> Result<(), Fault> {
    let read = read.iter().map(AsRef::as_ref);
    let read: Vec<PathBuf> = read.filter(|path| path.is_file()).map(place).collect();
    for (index, path) in written.iter().enumerate() {
        if read.contains(&place(path)) {
            let path = path.display();
            return Err(Fault::input(format!("{path}: it is the file that is read")));
        }
        // Devices such as /dev/null take several.
        let device = path.exists() && !path.is_file();
        if !device
            && written[..index]
                .iter()
                .any(|other| place(other) == place(path))
        {
            return Err(Fault::input(format!(
                "{}: two results go to one file",
                path.display()
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&a, "").unwrap();
        let same = folder.path().join(".").join("a");
        require_apart(&[&a], &[&same]).unwrap_err();
        require_apart(&[&b, &a], &[&same]).unwrap_err();
        require_apart(&[&b], &[&a, &same]).unwrap_err();
        require_apart(&[&b], &[&b, &b]).unwrap_err();
        // Neither is there yet.
        let round = folder.path().join("./../").join(folder.path()).join("./b");
        require_apart(&[&a], &[&b, &round]).unwrap_err();
        require_apart(&[&a], &[Path::new("x.csv"), Path::new("./x.csv")]).unwrap_err();
        require_apart(&[&a], &[&b]).unwrap();
        require_apart(&["sawtooth"], &[Path::new("sawtooth")]).unwrap();
    }
}
