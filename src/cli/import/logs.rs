//! `sweepscope import` of a probe log: its polygons, and its sweeps in them.

use std::path::Path;

use super::Written;
use crate::cli::Io;
use crate::cli::exit::{Fault, shown};
use crate::cli::text::count;
use crate::formats::probe_log::{self, scene};

/// The scene of the log in `bytes`, which were read from `file`.
pub(super) fn scene(file: &Path, bytes: &[u8], io: &mut Io<'_>) -> Result<Written, Fault> {
    let log = probe_log::read(bytes);
    let name = shown(Path::new(file.file_name().unwrap_or_default()));
    let made = scene::scene(&log, &name)
        .map_err(|problem| Fault::input(format!("{}: {problem}", file.display())))?;
    for warning in &made.warnings {
        io.warn(&format!("{}: {warning}", file.display()));
    }
    let (polygons, sweeps) = (
        count(made.polygons as u64, "polygon"),
        count(made.sweeps as u64, "sweep"),
    );
    Ok(Written {
        text: made.text,
        what: format!("a scene of {polygons} and {sweeps}"),
    })
}
