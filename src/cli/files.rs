//! Files that a command writes.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use super::exit::Fault;

/// Longest file that is read, bytes.
const MAX_BYTES: u64 = 1 << 30;

/// A file that is being written; its errors name it.
pub(super) struct OutFile {
    path: PathBuf,
    writer: BufWriter<File>,
}

impl OutFile {
    /// Begins the file at `path`, over what was there.
    pub(super) fn create(path: &Path) -> Result<Self, Fault> {
        let file = File::create(path).map_err(|error| Fault::file(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            writer: BufWriter::new(file),
        })
    }

    /// Lets `write` add to it.
    pub(super) fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Fault> {
        write(&mut self.writer).map_err(|error| Fault::file(&self.path, error))
    }

    /// Writes what is still buffered.
    pub(super) fn finish(mut self) -> Result<(), Fault> {
        self.writer
            .flush()
            .map_err(|error| Fault::file(&self.path, error))
    }
}

/// The whole of a file that is not absurdly long; a pipe or device that has no end ends here.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES + 1;
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| Fault::file(path, error))?;
    if bytes.len() as u64 == limit {
        return Err(Fault::input(format!(
            "{}: more than {MAX_BYTES} bytes",
            path.display()
        )));
    }
    Ok(bytes)
}

/// Refuses to write over the file that is read, and to write one file twice.
pub(super) fn require_apart(read: &Path, written: &[&Path]) -> Result<(), Fault> {
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    for (index, path) in written.iter().enumerate() {
        if read.is_file() && place(read) == place(path) {
            return Err(Fault::input(format!(
                "{}: it is the file that is read",
                path.display()
            )));
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
        require_apart(&a, &[&same]).unwrap_err();
        require_apart(&b, &[&a, &same]).unwrap_err();
        require_apart(&b, &[&b, &b]).unwrap_err();
        require_apart(&a, &[&b]).unwrap();
        require_apart(Path::new("sawtooth"), &[Path::new("sawtooth")]).unwrap();
    }
}
