//! `sweepscope import` of dumps: a scene around all of them.

use std::path::{Path, PathBuf};

use super::{Written, path_from};
use crate::cli::Io;
use crate::cli::dumps::gather;
use crate::cli::exit::Fault;
use crate::cli::text::count;
use crate::formats::dump::scene::{Placed, parts};

/// The scene of the dumps in `paths`, files and folders.
pub(super) fn scene(
    paths: &[PathBuf],
    origin: Option<u32>,
    out: &Path,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    let mut odd = Vec::new();
    let mut placed = Vec::new();
    for found in gather(paths, &mut odd)? {
        placed.push(Placed {
            path: path_from(out, &found.file)?,
            dump: found.dump,
        });
    }
    let first = paths.first().map(|path| path.display().to_string());
    let parts = parts(&placed, origin)
        .map_err(|problem| Fault::input(format!("{}: {problem}", first.unwrap_or_default())))?;
    for warning in odd.iter().chain(&parts.warnings) {
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
