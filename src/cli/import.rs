//! `sweepscope import`: a scene from a mesh.

use std::path::{Component, Path, PathBuf};

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault, one_line};
use super::files::{OutFile, require_apart};
use super::inspect::open_mesh;
use super::text::count;
use crate::formats::import::obj_scene;
use crate::formats::obj::Up;
use crate::scene;

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// OBJ mesh
    file: PathBuf,
    /// Scene file to write
    #[arg(short = 'o', long = "out", value_name = "SCENE.ron")]
    out: PathBuf,
    /// Axis of the mesh that points up
    #[arg(long, value_enum, default_value_t = Axis::Y)]
    up: Axis,
    /// Metres per unit of the mesh
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = parse_scale)]
    scale: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Axis {
    Y,
    Z,
}

pub(super) fn run(args: &ImportArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let ImportArgs {
        file,
        out,
        up,
        scale,
    } = args;
    let up = match up {
        Axis::Y => Up::Y,
        Axis::Z => Up::Z,
    };
    require_apart(file, &[out])?;
    let mesh = open_mesh(file, up, *scale)?;
    for warning in &mesh.warnings {
        io.warn(&format!("{}: {warning}", file.display()));
    }
    if mesh.polygons.is_empty() {
        let file = file.display();
        return Err(Fault::input(format!("{file}: it has no face with an area")));
    }
    let text = obj_scene(&path_from(out, file)?, up, *scale, &mesh);
    // What is written must open again: a mesh may reach beyond what a scene holds.
    scene::read(&text, &out.display().to_string()).map_err(super::open::fault)?;
    let mut written = OutFile::create(out)?;
    written.write(|out| out.write_all(text.as_bytes()))?;
    written.finish()?;
    let polygons = count(mesh.polygons.len() as u64, "polygon");
    let out = out.display();
    writeln!(
        io.out,
        "{out}: a scene of {polygons}; run it with `sweepscope run {out}`"
    )?;
    Ok(Exit::Done)
}

/// The way from the folder of `scene` to `mesh`, as a scene writes it.
fn path_from(scene: &Path, mesh: &Path) -> Result<String, Fault> {
    let folder = match scene.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let real = |path: &Path| {
        path.canonicalize()
            .map_err(|error| Fault::file(path, error))
    };
    let (folder, mesh) = (real(folder)?, real(mesh)?);
    let path = relative(&folder, &mesh);
    // Slashes are read everywhere.
    let text = path.to_str().map(|text| {
        if cfg!(windows) {
            text.replace('\\', "/")
        } else {
            text.to_owned()
        }
    });
    text.ok_or_else(|| {
        Fault::input(format!(
            "{}: the name is not UTF-8 text",
            one_line(&mesh.to_string_lossy())
        ))
    })
}

/// The way from `folder` to `file`, both absolute; `file` itself where they have no root in common.
fn relative(folder: &Path, file: &Path) -> PathBuf {
    let shared = folder
        .components()
        .zip(file.components())
        .take_while(|(a, b)| a == b)
        .count();
    if shared == 0 {
        return file.to_owned();
    }
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

fn parse_scale(text: &str) -> Result<f32, String> {
    let scale = text
        .parse()
        .ok()
        .filter(|scale: &f32| scale.is_finite() && *scale > 0.0);
    scale.ok_or_else(|| "a finite number above 0 was expected".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_up_and_down() {
        let way = |folder: &str, file: &str| {
            relative(Path::new(folder), Path::new(file))
                .display()
                .to_string()
        };
        assert_eq!(way("/a/b", "/a/b/m.obj"), "m.obj");
        assert_eq!(way("/a/b", "/a/b/c/m.obj"), "c/m.obj");
        assert_eq!(way("/a/b/c", "/a/d/m.obj"), "../../d/m.obj");
        assert_eq!(way("/a", "/m.obj"), "../m.obj");
    }
}
