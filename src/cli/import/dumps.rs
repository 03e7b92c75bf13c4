//! `sweepscope import` of dumps: a scene around all of them.

use std::path::{Path, PathBuf};

use super::{Written, path_from};
use crate::cli::Io;
use crate::cli::exit::Fault;
use crate::cli::files::read;
use crate::cli::text::count;
use crate::formats::dump::scene::{Placed, parts};
use crate::formats::dump::{self, Dump};
use crate::formats::sniff::Content;
use crate::formats::what::What;

/// The dump in `bytes`, which were read from `file`.
pub(in crate::cli) fn open_dump(file: &Path, bytes: &[u8]) -> Result<Dump, Fault> {
    dump::read(bytes).map_err(|error| Fault::input(format!("{}:{error}", file.display())))
}

/// That `file` is `what` and stands among dumps, of which alone several files are taken.
pub(in crate::cli) fn beside_dumps(file: &Path, what: &What) -> Fault {
    let (file, name) = (file.display(), what.name());
    Fault::input(format!(
        "{file}: {name}; several files are taken of JSON dumps alone"
    ))
}

/// The scene of the dumps in `files`.
pub(super) fn scene(
    files: &[PathBuf],
    origin: Option<u32>,
    out: &Path,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    let mut placed = Vec::with_capacity(files.len());
    for file in files {
        let bytes = read(file)?;
        let what = What::of(&bytes);
        if what != What::Foreign(Content::Dump) {
            return Err(beside_dumps(file, &what));
        }
        placed.push(Placed {
            path: path_from(out, file)?,
            dump: open_dump(file, &bytes)?,
        });
    }
    let first = files.first().map(|file| file.display().to_string());
    let parts = parts(&placed, origin)
        .map_err(|problem| Fault::input(format!("{}: {problem}", first.unwrap_or_default())))?;
    for warning in &parts.warnings {
        io.warn(warning);
    }
    let name = match placed.as_slice() {
        [one] => one.path.rsplit('/').next().unwrap_or(&one.path).to_owned(),
        several => count(several.len() as u64, "dump"),
    };
    let polygons = count(parts.polygons.len() as u64, "polygon");
    Ok(Written {
        text: parts.text(&name),
        what: format!(
            "a scene of {} with {polygons}",
            count(placed.len() as u64, "dump")
        ),
    })
}
