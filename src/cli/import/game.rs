//! `sweepscope import` of game files: a scene around the record of one id.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use glam::Vec3;

use super::{Written, path_from};
use crate::cli::Io;
use crate::cli::exit::Fault;
use crate::formats::aim;
use crate::formats::dat::environment::Environment;
use crate::formats::dat::facts::room_tree;
use crate::formats::dat::ids::land_block;
use crate::formats::dat::library::{Fetch as _, Keeping, Library, Told, open_library};
use crate::formats::dat::load::{Loader, Place};
use crate::formats::dat::solid::TreeChoice;
use crate::formats::dat::spot::Spot;
use crate::formats::dat::{DatError, DataSet, RecordKind};
use crate::formats::import::places;
use crate::formats::progress::{STOPPED, Shared};
use crate::formats::text::{LANES, MARK, point, quoted};
use crate::geometry::bounds::Bounds;
use crate::geometry::{Frame, Polygon};
use crate::ids::CellId;
use crate::scene::game::{FOLDER_VARIABLES, environment_variable};
use crate::scene::{self, GameRecord, LostRecord, Source};
use crate::world::landcell::adjust_to_outside;

/// Height of a pivot over its floor, metres: that of the places that meshes have for cameras.
const PIVOT: f32 = 1.5;

/// Between the rooms of an environment, metres.
const ROW_GAP: f32 = 2.0;

/// Which trees stand over what is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Bsp {
    Stored,
    Rebuilt,
    SingleLeaf,
}

/// What is asked of game files.
pub(super) struct Asked<'a> {
    pub(super) path: Option<&'a Path>,
    pub(super) id: Option<u32>,
    pub(super) bsp: Bsp,
    pub(super) around: bool,
    pub(super) location: Option<Spot>,
}

/// The scene of the record that is asked for.
pub(super) fn scene(asked: &Asked<'_>, out: &Path, io: &mut Io<'_>) -> Result<Written, Fault> {
    let (_, mut library) = open_named(asked.path)?;
    // Outdoor cells have no record of their own: their block has.
    let of_place = |spot: Spot| match spot.room() {
        Some(room) => room.0,
        None => spot.cell | 0xffff,
    };
    let id = asked.id.or(asked.location.map(of_place));
    let id = id.unwrap_or_default();
    let files = match asked.path {
        Some(path) => {
            let way = path_from(out, path)?;
            // A scene may stand right among the files.
            let way = if way.is_empty() { "." } else { &way };
            format!("files: {}, ", quoted(way))
        }
        None => String::new(),
    };
    let found = library.find(id, None);
    if found.is_err() {
        // A file that is not the right one may be why.
        for warning in library.warnings() {
            io.warn(warning);
        }
    }
    let (_, kind) = found.map_err(told)?;
    let made = made(asked, &mut library, kind, id, &files, io);
    // What is read for it shows what is wrong on the way.
    for warning in library.warnings() {
        io.warn(warning);
    }
    // Less than what the files hold is no answer.
    match library.missed() {
        Some(error) => Err(told(error.clone())),
        None => made,
    }
}

/// The scene of record `id`.
fn made(
    asked: &Asked<'_>,
    library: &mut Library,
    kind: RecordKind,
    id: u32,
    files: &str,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    match kind {
        RecordKind::GfxObj | RecordKind::Setup => object(asked, library, kind, id, files, io),
        RecordKind::EnvCell | RecordKind::LandBlock | RecordKind::LandBlockInfo => {
            map(asked, library, kind, id, files, io)
        }
        RecordKind::Environment => environment(asked, library, id, io),
        _ => Err(Fault::input(format!(
            "{id:#010X}: a GfxObj, a Setup, an Environment, a room or a landblock was expected, not {}",
            kind.name()
        ))),
    }
}

/// The game files at `path`, or in the folder that the environment names; with the path that counts.
pub(in crate::cli) fn open_named(path: Option<&Path>) -> Result<(PathBuf, Library), Fault> {
    if let Some(path) = path {
        let library = open_library(path).map_err(told)?;
        return Ok((path.to_owned(), library));
    }
    let (variable, path) = environment_variable().ok_or_else(|| {
        let names = FOLDER_VARIABLES.join(" or ");
        Fault::input(format!(
            "no folder with the game's files is named; give one or set {names}"
        ))
    })?;
    let library = open_library(&path).map_err(|error| told(error.named_by(variable)))?;
    Ok((path, library))
}

/// An error of game files as the command's.
pub(in crate::cli) fn told(error: DatError) -> Fault {
    match error {
        DatError::Unreadable {
            environment: true, ..
        } => Fault::Environment(error.into()),
        _ => Fault::Input(error.into()),
    }
}

fn object(
    asked: &Asked<'_>,
    library: &mut Library,
    kind: RecordKind,
    id: u32,
    files: &str,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    require_no_place(asked, id)?;
    let shared = Shared::new(&mut *io.progress);
    let tell = |done, all| shared.tell(done, all);
    let mut fetch = Told::new(library, &tell);
    let mut loader = Loader::new(&mut fetch, TreeChoice::Stored, 0);
    let shape = loader.shape(id).map_err(told)?;
    let lacks: Vec<String> = loader.lacks().map(str::to_owned).collect();
    if shape.is_empty() {
        let why = match lacks.first() {
            Some(lack) => format!("nothing of what is at hand can be hit: {lack}"),
            None => "it has no physics: nothing of it can be hit".to_owned(),
        };
        return Err(Fault::input(format!("{id:#010X}: {why}")));
    }
    let mut polygons = Vec::new();
    for part in &shape.parts {
        for polygon in part.tree.polygons() {
            let corners = polygon.vertices.iter();
            let placed = corners.map(|corner| part.frame.to_global(*corner * part.scale));
            polygons.extend(Polygon::new(placed.collect()));
        }
    }
    let sweeps = match polygons.is_empty() {
        true => aim::round(&shape.cylinders, &shape.spheres).text,
        false => aim::sweeps(&polygons, &mut ()).unwrap_or_default().text,
    };
    let tree = match asked.bsp {
        Bsp::Stored => "",
        Bsp::Rebuilt => ", tree: Balanced",
        Bsp::SingleLeaf => ", tree: SingleLeaf",
    };
    for lack in lacks {
        io.warn(&lack);
    }
    let name = kind.name();
    Ok(Written {
        text: format!(
            "{MARK}game files: {name} {id:#010X}.\nScene(\n    version: 1,\n    title: \"{name} {id:#010X}\",\n    game: Game({}),\n    objects: [\n        Object(name: \"{id:#010X}\", shape: {name}({id:#010X}){tree}),\n    ],\n    rig: Sweep(sweeps: List([\n{sweeps}    ])),\n{LANES})\n",
            files.trim_end_matches(", ")
        ),
        what: format!("a scene of {name} {id:#010X}"),
    })
}

/// `--location` and `--around` are of places on the map.
fn require_no_place(asked: &Asked<'_>, id: u32) -> Result<(), Fault> {
    if asked.location.is_some() || asked.around {
        return Err(Fault::input(format!(
            "{id:#010X}: --location and --around are of rooms and landblocks"
        )));
    }
    Ok(())
}

/// The shapes of rooms of an environment, side by side in a row to the east; a scene holds their polygons, not their stored trees.
fn environment(
    asked: &Asked<'_>,
    library: &mut Library,
    id: u32,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    require_no_place(asked, id)?;
    let bytes = library.fetch(DataSet::Portal, id).map_err(told)?;
    let name = library.name(DataSet::Portal);
    let read = Environment::read(&bytes, Some(id));
    let (environment, mut notes) = read.map_err(|wrong| told(wrong.of(&name, id)))?;
    let tree = match asked.bsp {
        Bsp::SingleLeaf => ", tree: SingleLeaf",
        Bsp::Stored | Bsp::Rebuilt => "",
    };
    let (mut objects, mut polygons, mut edge) = (String::new(), Vec::new(), 0.0);
    for shape in &environment.structs {
        let Some(walls) = room_tree(shape, &mut notes) else {
            continue;
        };
        let corners = walls
            .polygons()
            .iter()
            .flat_map(|wall| wall.vertices.iter());
        let Some(bounds) = Bounds::around(corners.copied()) else {
            continue;
        };
        // Whole metres, so that its numbers can still be told.
        let shift = Vec3::X * (edge - bounds.min.x).ceil();
        edge = bounds.max.x + shift.x + ROW_GAP;
        let _ = writeln!(
            objects,
            "        Object(name: \"struct {}\", at: {}{tree}, shape: Polygons([",
            shape.key,
            point(shift)
        );
        for wall in walls.polygons() {
            let corners: Vec<String> = wall.vertices.iter().map(|corner| point(*corner)).collect();
            let _ = writeln!(objects, "            [{}],", corners.join(", "));
            let moved = wall.vertices.iter().map(|corner| *corner + shift);
            polygons.extend(Polygon::new(moved.collect()));
        }
        objects.push_str("        ])),\n");
    }
    for note in notes {
        io.warn(&format!("{id:#010X}: {note}"));
    }
    if polygons.is_empty() {
        return Err(Fault::input(format!(
            "{id:#010X}: none of its rooms has a wall: nothing of it can be hit"
        )));
    }
    if asked.bsp == Bsp::Stored {
        io.warn(&format!(
            "{id:#010X}: a scene of an environment has trees of its own; a room (0xXXYY0100 and on) is loaded with the stored one"
        ));
    }
    let sweeps = aim::sweeps(&polygons, &mut ()).unwrap_or_default().text;
    Ok(Written {
        text: format!(
            "{MARK}game files: Environment {id:#010X}.\nScene(\n    version: 1,\n    title: \"Environment {id:#010X}\",\n    objects: [\n{objects}    ],\n    rig: Sweep(sweeps: List([\n{sweeps}    ])),\n{LANES})\n"
        ),
        what: format!("a scene of Environment {id:#010X}"),
    })
}

fn map(
    asked: &Asked<'_>,
    library: &mut Library,
    kind: RecordKind,
    id: u32,
    files: &str,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    let block = id >> 16;
    let (place, piece, title) = match kind {
        RecordKind::EnvCell if !asked.around => {
            let piece = format!("Cell({id:#010X})");
            (Place::Room(id), piece, format!("room {id:#010X}"))
        }
        _ if asked.around => {
            let piece = format!("Blocks({block:#06X})");
            let title = format!("landblock {block:#06X} and those around it");
            (Place::Blocks(block), piece, title)
        }
        _ => {
            let piece = format!("Block({block:#06X})");
            (
                Place::Block(block),
                piece,
                format!("landblock {block:#06X}"),
            )
        }
    };
    let shared = Shared::new(&mut *io.progress);
    let tell = |done, all| shared.tell(done, all);
    let mut fetch = Told::new(&mut *library, &tell);
    let mut keeping = Keeping::new(&mut fetch);
    let loaded = Loader::new(&mut keeping, TreeChoice::Stored, 0)
        .load(place)
        .map_err(told)?;
    let lost = keeping.lost();
    let records = keeping.records();
    if let Some(error) = library.missed() {
        return Err(told(error.clone()));
    }
    if shared.is_stopped() {
        return Err(Fault::input(STOPPED.to_owned()));
    }
    // Places for a body, the likeliest first.
    let mut starts: Vec<(Option<u32>, Vec3, f64)> = Vec::new();
    if let Some(place) = &asked.location {
        let room = place.room().map(|cell| cell.0);
        // As the game does it: outdoors the position says which cell it is in.
        if let Some((cell, _)) = adjust_to_outside(CellId(place.cell), place.feet)
            && room.is_none()
            && cell.0 != place.cell
        {
            let told = place.cell;
            io.warn(&format!(
                "--location: the place is in {cell}, not in {told:#010X}; it starts there"
            ));
        }
        starts.push((room, place.feet, place.heading()));
    } else if kind == RecordKind::EnvCell {
        let room = loaded.rooms.iter().find(|room| room.id == CellId(id));
        let walls = room.and_then(|room| Some((room.frame, room.structure.as_ref()?)));
        if let Some((frame, tree)) = walls {
            starts.extend(floors(frame, tree.polygons()).map(|feet| (Some(id), feet, 0.0)));
        }
    } else {
        let ground = loaded
            .blocks
            .iter()
            .find(|ground| land_block(ground.block()) == land_block(block));
        let faces = ground.and_then(|ground| ground.faces(CellId(block << 16 | 0x24)));
        let corners = faces.into_iter().flatten().flat_map(|face| &face.vertices);
        starts.extend(corners.map(|corner| (None, *corner + Vec3::Z * 0.01, 0.0)));
    }
    let home = asked.location.map_or(block, |place| place.cell >> 16);
    let tree = match asked.bsp {
        Bsp::Stored => "",
        Bsp::Rebuilt => ", tree: Balanced",
        Bsp::SingleLeaf => ", tree: SingleLeaf",
    };
    let mut refused = None;
    for (cell, feet, heading) in starts {
        let cell = cell.map_or_else(String::new, |cell| format!(", cell: {cell:#010X}"));
        let text = format!(
            "{MARK}game files: {title}.\nScene(\n    version: 1,\n    title: \"{title}\",\n    hz: 30,\n    length: Seconds(10),\n    landblock: {home:#06X},\n    game: Game({files}load: [{piece}]{tree}),\n    rig: Mover(feet: {}{cell}, heading_degrees: {heading:?}, camera: (), script: [Wait(1), Walk(4), Turn(180), Walk(4)]),\n{LANES})\n",
            point(feet)
        );
        let whose = asked
            .location
            .as_ref()
            .map_or_else(|| title.clone(), |place| format!("--location \"{place}\""));
        match build(&whose, &text, &records, &lost, io) {
            Ok(warnings) => {
                for mut warning in warnings {
                    // What is built of kept records knows no file that they are of.
                    for set in [DataSet::Portal, DataSet::Cell] {
                        let (kept, file) = (format!("the {set} file: "), library.name(set));
                        warning = warning.replace(&kept, &format!("{file}: "));
                    }
                    io.warn(&warning);
                }
                let what = format!("a scene of {title}");
                return Ok(Written { text, what });
            }
            Err(error) => _ = refused.get_or_insert(error),
        }
    }
    Err(refused.unwrap_or_else(|| {
        let hint = "--location names a place for a body";
        Fault::input(format!("{id:#010X}: it has no floor to stand on; {hint}"))
    }))
}

/// The warnings of the scene in `text`, built of `records`; `whose` begins the line of an error.
fn build(
    whose: &str,
    text: &str,
    records: &[GameRecord],
    lost: &[LostRecord],
    io: &mut Io<'_>,
) -> Result<Vec<String>, Fault> {
    let source = Source {
        records: records.to_vec(),
        lost: lost.to_vec(),
        ..Source::from_text("import", text)
    };
    let built = scene::build_told(&source, None, None, &mut *io.progress);
    let built = built.map_err(|error| Fault::input(format!("{whose}: {}", error.problem())))?;
    Ok(built.warnings)
}

/// Places on floors of a room, the middle ones first.
fn floors(frame: Frame, polygons: &[Polygon]) -> impl Iterator<Item = Vec3> {
    let placed = polygons.iter().filter_map(|polygon| {
        let corners = polygon.vertices.iter();
        Polygon::new(corners.map(|corner| frame.to_global(*corner)).collect())
    });
    let mut spots = places(&placed.collect::<Vec<_>>(), &mut ()).unwrap_or_default();
    let middle = spots.len() / 2;
    spots.rotate_left(middle);
    let feet = spots.into_iter().map(|spot| spot.as_vec3());
    feet.map(|spot| spot - Vec3::Z * (PIVOT - 0.01))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each kind of id becomes a scene that runs.
    #[test]
    fn ids_become_scenes_that_run() {
        use crate::formats::dat::write::sample::{FILES, sample};
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in FILES.iter().zip(sample()) {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        let out = folder.path().join("made.ron");
        let import = |words: &[&str]| {
            let (mut told, mut err) = (Vec::new(), Vec::new());
            let start = ["sweepscope", "import"].map(Into::into);
            let rest = words.iter().map(Into::into);
            let ends = [folder.path().into(), "-o".into(), out.clone().into()];
            let args = start.into_iter().chain(rest).chain(ends);
            let exit = crate::cli::run(args, None, &mut told, &mut err);
            (exit, String::from_utf8(err).unwrap())
        };
        for (words, rooms, blocks, objects) in [
            (&["--id", "0x01000001"][..], 0, 0, 1),
            (&["--id", "0x02000002", "--bsp", "rebuilt"], 0, 0, 1),
            (&["--id", "0x0D000001", "--bsp", "single-leaf"], 0, 0, 2),
            (&["--id", "0xA9B40101", "--bsp", "single-leaf"], 2, 1, 5),
            (&["--id", "0xA9B4"], 2, 1, 5),
            (&["--id", "0xA9B4", "--around"], 2, 2, 5),
            (
                &["--location", "0xA9B40100 [84 110 20.21] 1 0 0 0"],
                2,
                1,
                5,
            ),
        ] {
            let (exit, err) = import(words);
            assert_eq!(exit, crate::cli::Exit::Done, "{words:?}: {err}");
            let source = scene::open(out.to_str().unwrap()).unwrap();
            let built = scene::build(&source, None, None).unwrap();
            let world = &built.setup.world;
            let cells = world.cells();
            let count =
                |cells: &crate::world::Cells| (cells.rooms().count(), cells.blocks().count());
            assert_eq!(cells.map_or((0, 0), count), (rooms, blocks), "{words:?}");
            assert_eq!(world.objects.len(), objects, "{words:?}");
        }
        for (id, says) in [
            ("0x01000005", "no physics"),
            ("0x01000009", "no record"),
            (
                "0x13000000",
                "a GfxObj, a Setup, an Environment, a room or a landblock",
            ),
        ] {
            let (exit, err) = import(&["--id", id]);
            assert!(
                exit != crate::cli::Exit::Done && err.contains(says),
                "{err}"
            );
        }
    }
}
