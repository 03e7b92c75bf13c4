//! `sweepscope export-dat`: made-up game files, whole and damaged.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault, shown};
use super::files::OutFile;
use super::target::{Kind, require_writable};
use crate::formats::dat::write::sample::{FILES, sample};
use crate::formats::dat::write::{DAMAGES, Damage, damaged};
use crate::formats::text::shell_word;

#[derive(Debug, Args)]
#[command(after_help = "To try it:\n  \
    sweepscope export-dat -o try\n  \
    sweepscope inspect try\n  \
    sweepscope inspect try --id 0x01000003\n  \
    sweepscope import try --id 0xA9B40100 -o house.ron\n  \
    sweepscope run house.ron")]
pub(super) struct ExportDatArgs {
    /// Folder to write the portal and the cell file into; it is made if need be
    #[arg(short = 'o', long = "out", value_name = "FOLDER")]
    out: PathBuf,
    /// Write the files also with this damage to the portal file, into a folder of that name below; `all` for each
    #[arg(long, value_name = "DAMAGE", value_delimiter = ',', value_parser = parse_damage)]
    damage: Vec<Vec<(&'static str, Damage)>>,
    /// Write over files that `export-dat` did not write
    #[arg(long)]
    force: bool,
}

/// The damages of one word.
fn parse_damage(word: &str) -> Result<Vec<(&'static str, Damage)>, String> {
    let known: Vec<_> = DAMAGES
        .into_iter()
        .filter(|(name, _)| *name == word || word == "all")
        .collect();
    if known.is_empty() {
        let names = DAMAGES.map(|(name, _)| name);
        return Err(format!("`all` or one of {} was expected", names.join(", ")));
    }
    Ok(known)
}

pub(super) fn run(args: &ExportDatArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let ExportDatArgs { out, damage, force } = args;
    let [portal, cell] = sample();
    let mut files = Vec::new();
    for (name, damage) in damage.iter().flatten() {
        let folder = out.join(name);
        files.push((folder.join(FILES[0]), damaged(*damage)));
        files.push((folder.join(FILES[1]), cell.clone()));
    }
    files.push((out.join(FILES[0]), portal));
    files.push((out.join(FILES[1]), cell));
    // Nothing is written before all may be.
    for (path, _) in &files {
        require_writable::<&Path>(&[], &[(Kind::Game, path)], *force)?;
    }
    for (path, bytes) in &files {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| Fault::writing(folder, &error))?;
        let mut file = OutFile::create(path)?;
        file.write(|out| out.write_all(bytes))?;
        file.finish()?;
        writeln!(io.out, "{}: {} bytes", shown(path), bytes.len())?;
    }
    let out = shell_word(&shown(out));
    writeln!(
        io.out,
        "look into them with `sweepscope inspect {out}`, and make a scene with `sweepscope import {out} --id 0xA9B40100 -o house.ron`"
    )?;
    Ok(Exit::Done)
}
