//! `sweepscope inspect`: what a file holds.

mod game;
mod record;

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::Io;
use super::dumps::open_dump;
use super::exit::{Exit, Fault, one_line, shown};
use super::files::{is_called_game, read, require_short, what};
use super::foreign;
use super::logs;
use super::open::{Opened, is_recording, open};
use super::text::{Align, Table, count};
use crate::analysis::words;
use crate::export::digest_text;
use crate::formats::dat::header::{BLOCKS_AT, is_dat};
use crate::formats::dat::library::is_called_record;
use crate::formats::dat::parse_id;
use crate::formats::mesh::{self, EMPTY, Mesh, Up};
use crate::formats::probe_log;
use crate::formats::progress::Progress;
use crate::formats::sniff::{self, Content};
use crate::formats::text::either;
use crate::formats::what::What;
use crate::geometry::bounds::Bounds;
use crate::ids::{ObjectId, Surface};
use crate::lane::{Rig, SweepScript};
use crate::policy::Policy;
use crate::recording::Recording;
use crate::scene::shipped::find;
use crate::scene::{openable, why};
use crate::world::PlacedTree;

#[derive(Debug, Args)]
// A word behind --ids is a type, so FILE is shown before it.
#[command(override_usage = "sweepscope inspect [FILE] [OPTIONS]")]
pub(super) struct InspectArgs {
    /// Scene, recording, mesh, JSON dump, capture, probe log, game file or a folder of those, single record, or name of a shipped scene
    ///
    /// Without it the folder that `SWEEPSCOPE_DAT_DIR` or `ACDREAM_DAT_DIR` names.
    file: Option<PathBuf>,
    /// Tell one record of the game's files, as 0x02000001, 0xA9B40147 or 0xA9B4
    #[arg(long, value_name = "ID", value_parser = parse_id, conflicts_with_all = ["ids", "follow"])]
    id: Option<u32>,
    /// List the ids of the game's files, those of one type with what each comes to
    #[arg(long, value_name = "TYPE", num_args = 0..=1, default_missing_value = game::ALL, value_parser = game::parse_ids, conflicts_with = "follow")]
    ids: Option<game::Ids>,
    /// Tell each entry of a probe log as it is written, until stopped
    #[arg(long)]
    follow: bool,
}

/// Most parts of a mesh that are listed.
const LISTED: usize = 24;

/// What a file is, by its name or its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scene,
    Recording,
    Mesh,
    Dump,
    Capture,
    Log,
    Game,
}

pub(super) fn run(args: &InspectArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let asked = game::Asked {
        id: args.id,
        ids: args.ids,
    };
    let about_records = args.id.is_some() || args.ids.is_some();
    if let (true, Some(file)) = (about_records, args.file.as_deref())
        && file.is_file()
        && let Ok(other) = kind(file)
        && other != Kind::Game
    {
        let (file, name) = (file.display(), other.name());
        return Err(Fault::input(format!(
            "{file}: {name}; only game files and their folders have ids"
        )));
    }
    if args.follow && args.file.is_none() {
        return Err(Fault::input(
            "--follow takes a probe log, and no file is named".to_owned(),
        ));
    }
    let Some(file) = args.file.as_deref().filter(|_| !about_records) else {
        return game::run(args.file.as_deref(), &asked, io);
    };
    if args.follow && file.is_dir() {
        let file = file.display();
        return Err(Fault::input(format!(
            "{file}: it is a folder; --follow takes a probe log"
        )));
    }
    if args.follow {
        // A log that is not there yet may come.
        match logs::follow(file, require_log, io)? {}
    }
    match kind(file)? {
        Kind::Mesh => {
            let mesh = open_mesh(file, Up::Y, 1.0, &mut ())?;
            require_faces(file, &mesh)?;
            for warning in &mesh.warnings {
                io.warn(&format!("{}: {warning}", file.display()));
            }
            write_mesh(io.out, file, &mesh)?;
        }
        Kind::Dump => {
            let dump = open_dump(file, &read(file)?)?;
            let warnings = foreign::write_dump(io.out, file, &dump)?;
            for warning in warnings {
                io.warn(&format!("{}: {warning}", file.display()));
            }
        }
        Kind::Capture => foreign::tell_capture(file, io)?,
        Kind::Game => return game::run(Some(file), &asked, io),
        Kind::Log => logs::write_log(io.out, file, &probe_log::read(&read(file)?))?,
        Kind::Scene | Kind::Recording => {
            let opened = open(file, None, None, io)?;
            if let Some(recording) = &opened.recording {
                write_recording(io.out, file, recording)?;
                for mismatch in recording.verify() {
                    io.warn(&mismatch.to_string());
                }
            }
            write_scene(io.out, &opened)?;
        }
    }
    Ok(Exit::Done)
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Scene => "a scene",
            Self::Recording => "a recording",
            Self::Mesh => "a mesh",
            Self::Dump => "a JSON dump",
            Self::Capture => "a capture",
            Self::Log => "a probe log",
            Self::Game => "a game file",
        }
    }
}

/// Refuses what is no probe log and will not become one; whether there is anything in it yet.
fn require_log(path: &Path) -> Result<bool, Fault> {
    let length = match openable(path) {
        Ok(about) => Some(about.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Fault::reading(path, &error)),
    };
    let called_scene = path.extension().is_some_and(|extension| extension == "ron");
    let shipped = path.to_str().and_then(find).is_some();
    match kind(path) {
        Ok(Kind::Log) => {}
        Ok(Kind::Scene) if length.is_none() && !called_scene && !shipped => {}
        Ok(other) => {
            let (file, name) = (path.display(), other.name());
            return Err(Fault::input(format!(
                "{file}: {name}; --follow takes a probe log"
            )));
        }
        // Lines without a probe may come first; what is no text has none.
        Err(Fault::Input(_)) => {
            let what = what(path)?;
            if matches!(what, What::Stranger(_) | What::Damaged(..) | What::Binary) {
                let told = what.instead_of("a probe log");
                return Err(Fault::input(format!("{}: {told}", path.display())));
            }
        }
        Err(error) => return Err(error),
    }
    Ok(length.is_some_and(|length| length > 0))
}

/// What `path` is. A name without a file is left to the scenes, whose errors say what is known.
fn kind(path: &Path) -> Result<Kind, Fault> {
    // Of nothing its name says nothing.
    if path
        .metadata()
        .is_ok_and(|about| about.is_file() && about.len() == 0)
    {
        return Err(Fault::input(format!("{}: {EMPTY}", shown(path))));
    }
    if is_recording(path) {
        return Ok(Kind::Recording);
    }
    if path.is_dir() || is_game_file(path)? {
        return Ok(Kind::Game);
    }
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .map(str::to_ascii_lowercase);
    let named = match extension.as_deref() {
        Some("obj" | "glb" | "gltf") => Some(Kind::Mesh),
        Some("ron") => Some(Kind::Scene),
        _ if !path.is_file() => return Ok(Kind::Scene),
        _ => None,
    };
    if !path.is_file() {
        return Ok(named.unwrap_or(Kind::Scene));
    }
    if named.is_none() {
        require_short(path, WANTED)?;
    }
    let bytes = read(path)?;
    match sniff::content(&bytes) {
        Some(Content::Obj | Content::Gltf) => return Ok(Kind::Mesh),
        Some(Content::Dump) => return Ok(Kind::Dump),
        Some(Content::Capture) => return Ok(Kind::Capture),
        Some(Content::Log) => return Ok(Kind::Log),
        None => {}
    }
    let text = String::from_utf8_lossy(&bytes);
    let begins = |words: &[&str]| {
        let mut lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with(['#', '/']));
        lines
            .next()
            .is_some_and(|line| words.iter().any(|word| line.starts_with(word)))
    };
    if begins(&["Scene", "("]) {
        return Ok(Kind::Scene);
    }
    if let Some(kind) = named {
        return Ok(kind);
    }
    let what = What::named(&bytes, path);
    let is_record = || what == What::Binary && is_called_record(path);
    if matches!(what, What::Record(..) | What::Damaged(..)) || is_record() {
        return Ok(Kind::Game);
    }
    Err(Fault::input(format!(
        "{}: {}",
        shown(path),
        what.instead_of(WANTED)
    )))
}

/// What `inspect` takes.
const WANTED: &str = "a scene, a recording, a mesh (OBJ or glTF), a JSON dump, a capture, a probe log or a game file";

/// Whether a file begins as a game file, or is called one and plainly nothing else: then it says itself what is wrong with it.
pub(super) fn is_game_file(path: &Path) -> Result<bool, Fault> {
    if !path.is_file() {
        return Ok(false);
    }
    if is_called_game(path) {
        let what = what(path)?;
        return Ok(matches!(what, What::Game | What::Record(..) | What::Empty) || !what.is_known());
    }
    let mut start = Vec::new();
    let file = File::open(path).map_err(|error| Fault::reading(path, &error))?;
    let read = file.take(BLOCKS_AT).read_to_end(&mut start);
    read.map_err(|error| Fault::reading(path, &error))?;
    Ok(is_dat(&start))
}

/// The mesh in the file at `path`.
pub(super) fn open_mesh(
    path: &Path,
    up: Up,
    scale: f32,
    progress: &mut dyn Progress,
) -> Result<Mesh, Fault> {
    if is_recording(path) {
        let (file, name) = (path.display(), Kind::Recording.name());
        return Err(Fault::input(format!(
            "{file}: {name}; a mesh in OBJ, GLB or glTF was expected"
        )));
    }
    let bytes = read(path)?;
    let lacking = RefCell::new(None);
    let beside = |name: &str| {
        let file = path.with_file_name(name);
        let opened = openable(&file).map_err(|error| (why(&error), Fault::reading(&file, &error)));
        let read = opened.and_then(|_| read(&file).map_err(|fault| (fault.to_string(), fault)));
        read.map_err(|(why, fault)| {
            lacking.replace(Some(fault).filter(|fault| fault.exit() == Exit::Environment));
            why
        })
    };
    mesh::read(&bytes, &beside, up, scale, progress).map_err(|error| {
        let told = || Fault::input(error.told(&path.display().to_string()));
        lacking.take().unwrap_or_else(told)
    })
}

/// A mesh that has nothing to collide with is bad input.
pub(super) fn require_faces(path: &Path, mesh: &Mesh) -> Result<(), Fault> {
    match &mesh.nothing {
        Some(problem) => Err(Fault::input(format!("{}: {problem}", path.display()))),
        None => Ok(()),
    }
}

fn write_mesh(out: &mut dyn Write, file: &Path, mesh: &Mesh) -> io::Result<()> {
    writeln!(
        out,
        "{}: {}, read with Y up and 1 m per unit",
        shown(file),
        mesh.kind.name()
    )?;
    writeln!(out, "  points   {}", mesh.vertices)?;
    writeln!(
        out,
        "  faces    {}",
        count(mesh.polygons.len() as u64, "polygon")
    )?;
    writeln!(out, "  dropped  {}", count(mesh.dropped as u64, "face"))?;
    writeln!(
        out,
        "  cut      {} that {} not flat and convex",
        count(mesh.cut as u64, "face"),
        either(mesh.cut as u64, "is", "are")
    )?;
    let points = mesh
        .polygons
        .iter()
        .flat_map(|polygon| polygon.vertices.iter().copied());
    if let Some(bounds) = Bounds::around(points) {
        writeln!(
            out,
            "  bounds   {} to {} m (Z up)",
            words::point(bounds.min),
            words::point(bounds.max)
        )?;
    }
    let ends = mesh
        .parts
        .iter()
        .skip(1)
        .map(|(_, first)| *first)
        .chain([mesh.polygons.len()]);
    for ((name, first), end) in mesh.parts.iter().zip(ends).take(LISTED) {
        let polygons = count((end - first) as u64, "polygon");
        writeln!(out, "  part     {}: {polygons}", one_line(name))?;
    }
    if let Some(more) = mesh
        .parts
        .len()
        .checked_sub(LISTED)
        .filter(|more| *more > 0)
    {
        writeln!(out, "  and {} more", count(more as u64, "part"))?;
    }
    Ok(())
}

fn write_recording(out: &mut dyn Write, file: &Path, recording: &Recording) -> io::Result<()> {
    let lanes = count(recording.lanes.len() as u64, "lane");
    writeln!(out, "{}: a recording of {lanes}", shown(file))?;
    for lane in &recording.lanes {
        let (name, ticks) = (&lane.name, count(u64::from(lane.len()), "tick"));
        writeln!(
            out,
            "  lane      {name}: {ticks}, digest {}",
            digest_text(lane.digest())
        )?;
    }
    writeln!(out)
}

fn write_scene(out: &mut dyn Write, opened: &Opened) -> io::Result<()> {
    let Opened {
        source,
        scene,
        setup,
        window,
        lanes,
        recording: _,
    } = opened;
    writeln!(
        out,
        "{}: {}",
        one_line(&source.file()),
        one_line(&scene.title)
    )?;
    if !scene.look_for.is_empty() {
        writeln!(out, "  look for  {}", one_line(&scene.look_for))?;
    }
    let (ticks, hz) = (count(u64::from(setup.ticks), "tick"), setup.hz);
    writeln!(
        out,
        "  run       {ticks} at {hz} Hz, settling in {}..{}",
        window.start, window.end
    )?;
    writeln!(out, "  rig       {}", rig(&setup.rig))?;
    if let Some(control) = &scene.control {
        writeln!(out, "  control   {}", one_line(control))?;
    }
    writeln!(
        out,
        "  expects   {}",
        count(scene.expect.len() as u64, "statement")
    )?;
    for file in &source.files {
        writeln!(out, "  mesh      {}", one_line(&file.path))?;
    }
    if let Some(cells) = setup.world.cells() {
        let (rooms, buildings, blocks) = (
            cells.rooms().count() as u64,
            cells.buildings().count() as u64,
            cells.blocks().count() as u64,
        );
        writeln!(
            out,
            "  map       {}, {}, {}",
            count(rooms, "room"),
            count(buildings, "building"),
            count(blocks, "landblock")
        )?;
    }
    writeln!(out)?;
    let mut objects = Table::new(&[
        ("object", Align::Left),
        ("polygons", Align::Right),
        ("nodes", Align::Right),
        ("from (m)", Align::Left),
        ("to (m)", Align::Left),
    ]);
    for (number, object) in setup.world.objects.iter().enumerate() {
        let trees: Vec<PlacedTree<'_>> = (0..object.parts.len() as u32)
            .filter_map(|part| {
                let object = ObjectId(number as u32);
                PlacedTree::of(&setup.world, Surface::Part { object, part })
            })
            .collect();
        let (from, to) = extent(&trees).unwrap_or_default();
        let of = |count: fn(&PlacedTree<'_>) -> usize| trees.iter().map(count).sum::<usize>();
        let (polygons, nodes) = (
            of(|placed| placed.tree.polygons().len()),
            of(|placed| placed.tree.nodes().len()),
        );
        objects.row(vec![
            object.name.clone(),
            polygons.to_string(),
            nodes.to_string(),
            from,
            to,
        ]);
    }
    objects.write(out)?;
    writeln!(out)?;
    let mut table = Table::new(&[("lane", Align::Left), ("policy", Align::Left)]);
    for lane in lanes {
        let policies: Vec<String> = lane.policies.iter().map(policy_from).collect();
        table.row(vec![lane.name.clone(), policies.join(", ")]);
    }
    table.write(out)
}

/// A policy and the tick from which it is in force.
fn policy_from((tick, policy): &(u32, Policy)) -> String {
    match tick {
        0 => policy.text(),
        _ => format!("from tick {tick} {policy}"),
    }
}

fn rig(rig: &Rig) -> String {
    match rig {
        Rig::Chase(chase) => {
            format!(
                "Chase: a camera behind a player at {}, heading {} degrees",
                words::point(chase.feet),
                chase.heading_degrees
            )
        }
        Rig::Mover(mover) => {
            let camera = if mover.camera.is_some() {
                ", with a camera behind it"
            } else {
                ""
            };
            format!(
                "Mover: a body that starts at {}, heading {} degrees{camera}",
                words::point(mover.feet),
                mover.heading_degrees
            )
        }
        Rig::Sweep(sweep) => {
            let count = count(u64::from(sweep.script.len()), "sweep");
            let how = match sweep.script {
                SweepScript::Lines(_) => "from and to as listed",
                SweepScript::Moves { .. } => "each from where the last one ended",
                SweepScript::Captured(_) => "as they were recorded",
            };
            format!("Sweep: {count} of a sphere of {} m, {how}", sweep.radius())
        }
    }
}

/// Lowest and highest corner of an object in the world, as text.
fn extent(trees: &[PlacedTree<'_>]) -> Option<(String, String)> {
    let corners = trees.iter().flat_map(|placed| {
        let polygons = placed.tree.polygons().iter();
        let corners = polygons.flat_map(|polygon| polygon.vertices.iter());
        corners.map(|corner| placed.to_world(*corner))
    });
    let bounds = Bounds::around(corners)?;
    Some((words::point(bounds.min), words::point(bounds.max)))
}
