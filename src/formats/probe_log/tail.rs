//! Follows a file that grows, is cut off and begun anew, or makes way for another of its name.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::line::Entry;
use super::read::Follower;

/// How much is read at once, bytes.
const AT_ONCE: usize = 1 << 20;

/// How many first bytes tell one file from another.
const HEAD: usize = 64;

/// A file that is followed.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    at: u64,
    head: Vec<u8>,
    follower: Follower,
    /// How often it began anew.
    pub restarts: u32,
}

impl Tail {
    /// Follows the file at `path` from its beginning.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            at: 0,
            head: Vec::new(),
            follower: Follower::default(),
            restarts: 0,
        }
    }

    /// The entries that were written since the last call, at most those of a mebibyte; none while the file is not there.
    ///
    /// # Errors
    /// Those of the file, but that it is not there.
    pub fn poll(&mut self) -> io::Result<Vec<Entry>> {
        let Some(mut file) = open_if_there(&self.path)? else {
            return Ok(Vec::new());
        };
        let mut head = vec![0; self.head.len()];
        let same = file.read_exact(&mut head).is_ok() && head == self.head;
        let mut entries = Vec::new();
        if !same || file.metadata()?.len() < self.at {
            // What was there is complete now.
            entries.extend(self.follower.finish());
            self.follower = Follower::default();
            self.at = 0;
            self.head.clear();
            self.restarts += 1;
        }
        file.seek(SeekFrom::Start(self.at))?;
        let mut bytes = Vec::new();
        file.take(AT_ONCE as u64).read_to_end(&mut bytes)?;
        if self.head.len() < HEAD && self.at == self.head.len() as u64 {
            let missing = HEAD - self.head.len();
            self.head.extend(bytes.iter().take(missing));
        }
        self.at += bytes.len() as u64;
        entries.extend(self.follower.push(&bytes));
        Ok(entries)
    }
}

fn open_if_there(path: &Path) -> io::Result<Option<File>> {
    match File::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
