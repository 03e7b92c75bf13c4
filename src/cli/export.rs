//! `sweepscope export`: the collision geometry of a scene as a file that other programs read.

use std::path::PathBuf;

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault, shown};
use super::files::OutFile;
use super::import::Axis;
use super::open::open;
use super::target::{Kind, require_writable};
use super::text::count;
use crate::export::{mesh, solid};
use crate::formats::mesh::Up;

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// Scene, recording, or name of a shipped scene
    scene: PathBuf,
    /// File to write: .obj, .glb, or .ron (a scene of plain polygons)
    #[arg(short = 'o', long = "out", value_name = "FILE")]
    out: PathBuf,
    /// Axis that points up in an OBJ; a GLB has Y up
    #[arg(long, value_enum, default_value_t = Axis::Y)]
    up: Axis,
    /// Write over a file that `export` did not write
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &ExportArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let ExportArgs {
        scene,
        out,
        up,
        force,
    } = args;
    let extension = out
        .extension()
        .map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let kind = match extension.as_deref() {
        Some("obj") => Kind::Obj,
        Some("glb") => Kind::Glb,
        Some("ron") => Kind::Scene,
        _ => {
            return Err(Fault::input(format!(
                "{}: a name that ends in .obj, .glb or .ron was expected",
                shown(out)
            )));
        }
    };
    if kind == Kind::Glb && *up == Axis::Z {
        return Err(Fault::input("--up: a GLB always has Y up"));
    }
    let opened = open(scene, None, None, io)?;
    require_writable(&opened.files(scene), &[(kind, out)], *force)?;
    let (solids, round) = solid::solids(&opened.setup.world);
    if let Some(first) = round.first() {
        let named = count(round.len() as u64, "object");
        io.warn(&format!("{named} of spheres or cylinders have no polygons and are left out; the first is {first}"));
    }
    if solids.iter().all(|solid| solid.polygons.is_empty()) {
        let scene = shown(&args.scene);
        return Err(Fault::input(format!(
            "{scene}: it has no polygons to write"
        )));
    }
    let mut written = OutFile::create(out)?;
    written.write(|out| match kind {
        Kind::Obj => mesh::write_obj(out, &solids, Up::from(*up)),
        Kind::Glb => mesh::write_glb(out, &solids),
        _ => mesh::write_scene(out, &opened.scene.title, &solids),
    })?;
    written.finish()?;
    let polygons = solids.iter().map(|solid| solid.polygons.len() as u64).sum();
    let parts = count(solids.len() as u64, "part");
    writeln!(
        io.out,
        "{}: {} in {parts}",
        shown(out),
        count(polygons, "polygon")
    )?;
    Ok(Exit::Done)
}
