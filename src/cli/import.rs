//! `sweepscope import`: a scene from files of others.

mod captures;
mod dumps;
pub(super) mod game;
mod logs;
mod words;

pub use words::import_words;

use std::path::{Component, Path, PathBuf};

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault, one_line, shown};
use super::files::{OutFile, has_game_names, is_called_game, is_called_mesh, read, require_short};
use super::inspect::{open_mesh, require_faces};
use super::progress;
use super::target::{Kind, require_writable};
use super::text::{count, whole};
use crate::formats::dat::library::{is_called_record, open_library};
use crate::formats::dat::parse_id;
use crate::formats::dat::spot::Spot;
use crate::formats::import::obj_scene;
use crate::formats::mesh::{Mesh, Up};
use crate::formats::obj::FAR;
use crate::formats::progress::STOPPED;
use crate::formats::sniff::Content;
use crate::formats::text::shell_word;
use crate::formats::what::What;
use crate::scene;
use crate::scene::map::number::BlockNumber;
use crate::scene::number::Scale;

/// What is done with a mesh that has been read.
const SEARCHED: &str = "searched for places of a camera";

#[derive(Debug, Args)]
// What stands behind --geometry is geometry, so CAPTURE is shown before it.
#[command(override_usage = "sweepscope import <FILE>... -o <SCENE.ron> [OPTIONS]
       sweepscope import [FOLDER|FILE] --id <ID> -o <SCENE.ron> [OPTIONS]
       sweepscope import <CAPTURE> --geometry <PATH>... -o <SCENE.ron> [OPTIONS]")]
pub(super) struct ImportArgs {
    /// Mesh (OBJ, GLB or glTF), JSON dumps of models and rooms, a resolve capture, a probe log, or with --id the game's files
    #[arg(required_unless_present_any = ["id", "location"], value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Record of the game's files to make a scene of, as 0x02000001, 0xA9B40147 or 0xA9B4; FILE is their folder or one of them
    #[arg(long, value_name = "ID", value_parser = parse_id)]
    id: Option<u32>,
    /// Which trees stand over what comes from game files [default: stored]
    #[arg(long, value_enum)]
    bsp: Option<game::Bsp>,
    /// Take the landblock of the record and the eight around it
    #[arg(long)]
    around: bool,
    /// Where a body starts, in the game's words: "0x8A020164 [70.58 -40.16 -5.90] w x y z"
    #[arg(long, value_name = "PLACE", value_parser = Spot::parse)]
    location: Option<Spot>,
    /// Scene file to write
    #[arg(short = 'o', long = "out", value_name = "SCENE.ron")]
    out: PathBuf,
    /// Axis of the mesh that points up [default: y]
    #[arg(long, value_enum)]
    up: Option<Axis>,
    /// Metres per unit of the mesh [default: 1]
    #[arg(long, value_name = "S", value_parser = parse_scale, allow_hyphen_values = true)]
    scale: Option<f32>,
    /// Landblock whose corner the positions of dumps and captures count from, as 0xA9B4 (without it each from that of its cell)
    #[arg(long, value_name = "BLOCK", value_parser = parse_block, allow_hyphen_values = true)]
    origin: Option<u32>,
    /// What the bodies of a capture collided with: JSON dumps or folders of them, a mesh, a scene, or the game's files
    #[arg(long, num_args = 1.., value_name = "PATH")]
    geometry: Vec<PathBuf>,
    /// Landblock whose corner the transforms of dumped rooms in the geometry count from
    #[arg(long, value_name = "BLOCK", value_parser = parse_block, allow_hyphen_values = true)]
    geometry_origin: Option<u32>,
    /// Which run of a capture, from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = whole(1, u32::MAX), allow_hyphen_values = true)]
    run: Option<u32>,
    /// Write over a file that `import` did not make
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Axis {
    Y,
    Z,
}

impl From<Axis> for Up {
    fn from(axis: Axis) -> Self {
        match axis {
            Axis::Y => Self::Y,
            Axis::Z => Self::Z,
        }
    }
}

pub(super) fn run(args: &ImportArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let ImportArgs {
        files,
        id,
        bsp,
        around,
        location,
        out,
        up,
        scale,
        origin,
        geometry,
        geometry_origin,
        run,
        force,
    } = args;
    require_text(out)?;
    let read_too = files.iter().chain(geometry).collect::<Vec<_>>();
    require_writable(&read_too, &[(Kind::Scene, out)], *force)?;
    let mut is_mesh = false;
    let file = files.first().map_or(Path::new(""), PathBuf::as_path);
    let made = if id.is_some() || location.is_some() {
        args.require_fit(Input::Game)?;
        let asked = game::Asked {
            path: files.first().map(PathBuf::as_path),
            id: *id,
            bsp: bsp.unwrap_or(game::Bsp::Stored),
            around: *around,
            location: *location,
        };
        game::scene(&asked, out, io)?
    } else {
        if let Some(folder) = files
            .iter()
            .find(|file| file.is_dir() && has_game_names(file))
        {
            return Err(which_record(folder)?);
        }
        let has_folder = files.iter().any(|file| file.is_dir());
        if !is_called_mesh(file) && !has_folder {
            require_short(file, WANTED)?;
        }
        let bytes = match has_folder {
            true => Vec::new(),
            false => read(file)?,
        };
        match What::named(&bytes, file) {
            // Of a folder without game files its dumps are taken.
            what if has_folder || what == What::Foreign(Content::Dump) => {
                args.require_fit(Input::Dump)?;
                dumps::scene(files, *origin, out, io)?
            }
            What::Foreign(Content::Log) => {
                args.require_fit(Input::Log)?;
                logs::scene(file, &bytes, io)?
            }
            What::Foreign(Content::Capture) => {
                args.require_fit(Input::Capture)?;
                let asked = captures::Asked {
                    file,
                    geometry,
                    geometry_origin: *geometry_origin,
                    origin: *origin,
                    run: *run,
                };
                captures::scene(&asked, &bytes, out, io)?
            }
            What::Game => return Err(which_record(file)?),
            // A file of one record says itself which it is.
            What::Record(_, id) => {
                args.require_fit(Input::Game)?;
                let asked = game::Asked {
                    path: Some(file),
                    id: Some(id),
                    bsp: bsp.unwrap_or(game::Bsp::Stored),
                    around: *around,
                    location: None,
                };
                game::scene(&asked, out, io)?
            }
            What::Scene | What::Recording => {
                return Err(already(file, &What::of(&bytes)));
            }
            // By its name it is a mesh, whose reader says what is wrong with it.
            other if !other.is_mesh() && !is_called_mesh(file) => {
                if is_called_game(file) || other == What::Binary && is_called_record(file) {
                    // The reader of game files says what it lacks to be one.
                    open_library(file).map_err(game::told)?;
                }
                let told = other.instead_of(WANTED);
                return Err(Fault::input(format!("{}: {told}", file.display())));
            }
            _ => {
                drop(bytes);
                is_mesh = true;
                args.require_fit(Input::Mesh)?;
                let up = up.map_or(Up::Y, Up::from);
                mesh_scene(file, up, scale.unwrap_or(1.0), out, io)?
            }
        }
    };
    let Written { text, what } = made;
    // What is written must open again: a mesh may reach beyond what a scene holds.
    scene::read(&text, &out.display().to_string()).map_err(|error| {
        let hint = match is_mesh {
            true => "; --scale S makes it smaller or larger",
            false => "",
        };
        let (file, problem) = (file.display(), error.problem());
        Fault::input(format!("{file}: no scene can hold it: {problem}{hint}"))
    })?;
    let mut written = OutFile::create(out)?;
    written.write(|out| out.write_all(text.as_bytes()))?;
    written.finish()?;
    let out = shown(out);
    let word = shell_word(&out);
    writeln!(io.out, "{out}: {what}; run it with `sweepscope run {word}`")?;
    Ok(Exit::Done)
}

/// What a scene is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    Game,
    Mesh,
    Dump,
    Capture,
    Log,
}

impl Input {
    fn name(self) -> &'static str {
        match self {
            Self::Game => "game files",
            Self::Mesh => "a mesh",
            Self::Dump => "dumps",
            Self::Capture => "a capture",
            Self::Log => "a probe log",
        }
    }
}

impl ImportArgs {
    /// Refuses options that say nothing of what is imported, and a second file beside what comes alone.
    fn require_fit(&self, input: Input) -> Result<(), Fault> {
        use Input::{Capture, Dump, Game, Mesh};
        let given: [(&str, bool, &[Input]); 8] = [
            ("--bsp", self.bsp.is_some(), &[Game]),
            ("--around", self.around, &[Game]),
            ("--up", self.up.is_some(), &[Mesh]),
            ("--scale", self.scale.is_some(), &[Mesh]),
            ("--origin", self.origin.is_some(), &[Dump, Capture]),
            ("--geometry", !self.geometry.is_empty(), &[Capture]),
            (
                "--geometry-origin",
                self.geometry_origin.is_some(),
                &[Capture],
            ),
            ("--run", self.run.is_some(), &[Capture]),
        ];
        let odd = given
            .iter()
            .find(|(_, is_given, of)| *is_given && !of.contains(&input));
        if let Some((option, _, of)) = odd {
            let of: Vec<&str> = of.iter().map(|of| of.name()).collect();
            let (of, is) = (of.join(" and "), input.name());
            return Err(Fault::input(format!(
                "{option}: it is of {of}, and a scene of {is} was asked for"
            )));
        }
        match self.files.get(1).filter(|_| input != Dump) {
            Some(second) => Err(Fault::input(format!(
                "{}: it stands beside {}, of which one is imported at a time; several files are taken of dumps",
                second.display(),
                input.name()
            ))),
            None => Ok(()),
        }
    }
}

/// What `import` takes.
const WANTED: &str = "a mesh (OBJ or glTF), a JSON dump, a capture, a probe log or a game file";

/// Of game files somebody has to say which record is meant.
fn which_record(file: &Path) -> Result<Fault, Fault> {
    open_library(file).map_err(game::told)?;
    let file = shown(file);
    let word = shell_word(&file);
    Ok(Fault::input(format!(
        "{file}: game files; --id ID or --location PLACE says what of them a scene is made of, `sweepscope inspect {word} --ids` lists the ids"
    )))
}

/// A scene or recording needs no import.
fn already(file: &Path, what: &What) -> Fault {
    let (file, name) = (shown(file), what.name());
    let word = shell_word(&file);
    Fault::input(format!(
        "{file}: {name} already; `sweepscope {word}` opens it, `sweepscope run {word}` runs it"
    ))
}

/// A scene that was made.
struct Written {
    text: String,
    /// What it is, in words.
    what: String,
}

/// The scene of a mesh.
fn mesh_scene(
    file: &Path,
    up: Up,
    scale: f32,
    out: &Path,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    let mesh = read_mesh(file, up, scale, io)?;
    for warning in &mesh.warnings {
        io.warn(&format!("{}: {warning}", file.display()));
    }
    let polygons = count(mesh.polygons.len() as u64, "polygon");
    let way = path_from(out, file)?;
    let mut told = progress::Reading::new(file, io).part(SEARCHED, 1, 2);
    let text = obj_scene(&way, up, scale, &mesh, &mut told);
    Ok(Written {
        text: text.ok_or_else(|| Fault::input(format!("{}: {STOPPED}", file.display())))?,
        what: format!("a scene of {polygons}"),
    })
}

/// The number of a landblock.
pub(super) fn parse_block(text: &str) -> Result<u32, String> {
    BlockNumber::parse(text)
        .map(BlockNumber::get)
        .ok_or_else(|| format!("{} was expected", BlockNumber::WANTED))
}

/// Refuses a scene whose name no scene could write.
fn require_text(out: &Path) -> Result<(), Fault> {
    match out.to_str() {
        Some(_) => Ok(()),
        None => Err(Fault::input(format!(
            "{}: the name is not UTF-8 text",
            one_line(&out.to_string_lossy())
        ))),
    }
}

/// The mesh in `file`, which has a face.
fn read_mesh(file: &Path, up: Up, scale: f32, io: &mut Io<'_>) -> Result<Mesh, Fault> {
    let mut told = progress::Reading::new(file, io).part("read", 0, 2);
    let mesh = match open_mesh(file, up, scale, &mut told) {
        Err(Fault::Input(error)) if error.to_string().contains(FAR) => {
            let hint = "--scale S multiplies its coordinates";
            return Err(Fault::input(format!("{error}; {hint}")));
        }
        other => other?,
    };
    match require_faces(file, &mesh) {
        Err(Fault::Input(error)) if mesh.dropped > 0 => Err(Fault::input(format!(
            "{error} (--scale S multiplies its coordinates)"
        ))),
        other => other.map(|()| mesh),
    }
}

/// The way from the folder of `scene` to `mesh`, as a scene writes it.
fn path_from(scene: &Path, mesh: &Path) -> Result<String, Fault> {
    let folder = match scene.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let real = |path: &Path| {
        path.canonicalize()
            .map_err(|error| Fault::reading(path, &error))
    };
    let folder = folder
        .canonicalize()
        .map_err(|error| Fault::writing(scene, &error))?;
    let mesh = real(mesh)?;
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
        .filter(|scale: &f32| Scale::new(*scale).is_some());
    scale.ok_or_else(|| format!("{} was expected", Scale::WANTED))
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
