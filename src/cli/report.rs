//! `sweepscope report`: one page that needs nothing else.

use std::path::PathBuf;

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault, shown};
use super::files::OutFile;
use super::open::open;
use super::target::{Kind, require_writable};
use super::text::count;
use crate::export::report;

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// Scene file, recording, or name of a shipped scene
    scene: PathBuf,
    /// HTML file to write
    #[arg(short = 'o', long = "out", value_name = "F.html")]
    out: PathBuf,
    /// Write over a file that `report` did not write
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &ReportArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let ReportArgs { scene, out, force } = args;
    let opened = open(scene, None, None, io)?;
    require_writable(&opened.files(scene), &[(Kind::Page, out)], *force)?;
    // Begun before the lanes run, so that a long run does not end in a file that cannot be written.
    let mut file = OutFile::create(out)?;
    let recording = opened.record(io)?;
    file.write(|out| out.write_all(report(&recording).as_bytes()))?;
    file.finish()?;
    let lanes = count(recording.lanes.len() as u64, "lane");
    writeln!(io.out, "{}: {lanes}; open it in a browser", shown(out))?;
    Ok(Exit::Done)
}
