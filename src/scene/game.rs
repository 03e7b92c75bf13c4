//! What a scene takes from game files: checked, gathered once from the files, and loaded from what was gathered.

use std::path::{Path, PathBuf};

use super::check::Place;
use super::error::SceneError;
use super::locate::Part::{self, Field, Index};
use super::model::{Game, Piece, Scene, Shape, TreeKind};
use super::named::shapes;
use super::source::Source;
use crate::formats::dat::DatError;
use crate::formats::dat::library::{Fetch, GameRecord, Keeping, LostRecord, Told, open_library};
use crate::formats::dat::load::{self, Loader};
use crate::formats::dat::solid::TreeChoice;
use crate::formats::progress::{Progress, STOPPED, Shared};

/// The variables that may name the folder with the game's files, the first one first.
pub const FOLDER_VARIABLES: [&str; 2] = ["SWEEPSCOPE_DAT_DIR", "ACDREAM_DAT_DIR"];

/// Most pieces of the map of a scene.
const MAX_PIECES: usize = 64;

/// The id that a shape takes from a game file.
pub(super) fn game_id(shape: &Shape) -> Option<u32> {
    match shape {
        Shape::GfxObj(id) => Some(id.get()),
        Shape::Setup(id) => Some(id.get()),
        _ => None,
    }
}

/// How trees of game files are built.
pub(super) fn choice(tree: Option<TreeKind>) -> TreeChoice {
    match tree {
        None | Some(TreeKind::Stored) => TreeChoice::Stored,
        Some(TreeKind::Balanced) => TreeChoice::Rebuilt,
        Some(TreeKind::SingleLeaf) => TreeChoice::SingleLeaf,
    }
}

/// Refuses what is wrong with `game`, and stored trees of what has none.
pub(super) fn check(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    if let Some(game) = &scene.game {
        let way = |field| [Field("game"), Field(field)];
        if game.files.as_deref() == Some("") {
            return Err(place.error(&way("files"), "a path from the scene's folder was expected"));
        }
        if game.load.len() > MAX_PIECES {
            let count = game.load.len();
            let problem = format!("{count} pieces; at most {MAX_PIECES} were expected");
            return Err(place.error(&way("load"), problem));
        }
        if !game.load.is_empty() && scene.landblock.is_none() {
            let problem =
                "pieces of the map need `landblock: 0xA9B4`, from whose corner the scene counts";
            return Err(place.error(&way("load"), problem));
        }
    }
    for (mut way, shape, tree) in shapes(scene) {
        if tree == Some(TreeKind::Stored) && game_id(shape).is_none() {
            way.pop();
            way.push(Field("tree"));
            let problem = "only a GfxObj or a Setup has a stored tree";
            return Err(place.error(&way, problem));
        }
    }
    Ok(())
}

/// A piece as the loader calls it.
fn piece(piece: Piece) -> load::Place {
    match piece {
        Piece::Cell(room) => load::Place::Room(room.get()),
        Piece::Block(block) => load::Place::Block(block.get()),
        Piece::Blocks(block) => load::Place::Blocks(block.get()),
    }
}

/// A loader of what `scene` takes out of `fetch`.
pub(super) fn loader<'a, F: Fetch>(scene: &Scene, fetch: &'a mut F) -> Loader<'a, F> {
    let game = scene.game.as_ref();
    let placement = game.and_then(|game| game.placement).unwrap_or(0);
    Loader::new(fetch, TreeChoice::Stored, placement)
}

/// The pieces of the map that `scene` loads.
pub(super) fn pieces<F: Fetch>(
    scene: &Scene,
    loader: &mut Loader<'_, F>,
    place: Place<'_>,
) -> Result<Vec<load::Loaded>, SceneError> {
    let Some(game) = &scene.game else {
        return Ok(Vec::new());
    };
    loader.choose(choice(game.tree));
    let load = |(index, own): (usize, &Piece)| {
        let way = [Field("game"), Field("load"), Index(index)];
        loader
            .load(piece(*own))
            .map_err(|error| told(error, &way, place))
    };
    game.load.iter().enumerate().map(load).collect()
}

/// An error of a game file, at the field that asks for it.
pub(super) fn told(error: DatError, way: &[Part<'_>], place: Place<'_>) -> SceneError {
    match error {
        DatError::Unreadable {
            file,
            environment: true,
            ..
        } => SceneError::Denied { file },
        other => place.error(way, other.to_string()),
    }
}

/// The folder that the environment names.
#[must_use]
pub fn environment_folder() -> Option<PathBuf> {
    environment_variable().map(|(_, folder)| folder)
}

/// As [`environment_folder`], with the variable that names it.
#[must_use]
pub fn environment_variable() -> Option<(&'static str, PathBuf)> {
    let named = FOLDER_VARIABLES
        .into_iter()
        .filter_map(|name| Some((name, PathBuf::from(std::env::var_os(name)?))));
    let mut named = named.filter(|(_, path)| !path.as_os_str().is_empty());
    named.next()
}

/// The records that `scene` needs, gathered from the game files.
pub(super) fn open_records(
    scene: &Scene,
    source: &Source,
    progress: &mut dyn Progress,
) -> Result<(Vec<GameRecord>, Vec<LostRecord>), SceneError> {
    let has_pieces = scene
        .game
        .as_ref()
        .is_some_and(|game| !game.load.is_empty());
    let wanted: Vec<_> = shapes(scene)
        .into_iter()
        .filter_map(|(way, shape, _)| Some((way, game_id(shape)?)))
        .collect();
    if !has_pieces && wanted.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let file = source.file();
    let place = Place {
        text: &source.text,
        file: &file,
    };
    let files = scene
        .game
        .as_ref()
        .and_then(|game: &Game| game.files.as_ref());
    let way = match files {
        Some(_) => [Field("game"), Field("files")].to_vec(),
        None => wanted
            .first()
            .map_or_else(|| vec![Field("game")], |(way, _)| way.clone()),
    };
    let folder = source.path.as_deref().and_then(Path::parent);
    let named = match files {
        Some(files) => Some((None, folder.unwrap_or(Path::new("")).join(files))),
        None => environment_variable().map(|(name, path)| (Some(name), path)),
    };
    let Some((variable, path)) = named else {
        let problem = format!(
            "no folder with the game's files is named; set {} or write `game: Game(files: \"..\")`",
            FOLDER_VARIABLES.join(" or ")
        );
        return Err(place.error(&way, problem));
    };
    let mut library = open_library(&path).map_err(|error| {
        let error = match variable {
            Some(variable) => error.named_by(variable),
            None => error,
        };
        told(error, &way, place)
    })?;
    let progress = Shared::new(progress);
    let tell = |done, all| progress.tell(done, all);
    let mut fetch = Told::new(&mut library, &tell);
    let mut keeping = Keeping::new(&mut fetch);
    let mut loader = loader(scene, &mut keeping);
    for (way, id) in wanted {
        loader.shape(id).map_err(|error| told(error, &way, place))?;
    }
    // All trees are gathered whole, however they are built later; the stored ones are cheapest.
    let mut gathered = scene.clone();
    if let Some(game) = &mut gathered.game {
        game.tree = None;
    }
    pieces(&gathered, &mut loader, place)?;
    if progress.is_stopped() {
        return Err(place.error(&way, STOPPED));
    }
    let lost = keeping.lost();
    let records = keeping.records();
    match library.missed() {
        Some(error) => Err(told(error.clone(), &way, place)),
        None => Ok((records, lost)),
    }
}
