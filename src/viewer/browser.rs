//! The game's files in the window: what they hold, what a record says, and the way into a scene.
//!
//! Files are opened, listed and decoded on threads; what is opened as a scene goes the way of `import`.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::prelude::*;
use glam::{DVec3, Vec3};

use super::command::{Command, Notice, Tone};
use super::desk::{Desk, Phase};
use super::document::Document;
use super::gallery::Gallery;
use super::notices::Notices;
use super::onlooker::Onlooker;
use super::playback::Playback;
use super::settings::Settings;
use super::views::{ViewKind, Views};
use super::{files, text, workshop};
use crate::formats::dat::RecordKind;
use crate::formats::dat::about::{About, about};
use crate::formats::dat::catalog::{Catalog, Listed};
use crate::formats::dat::library::{Library, open_library};
use crate::formats::dat::solid::TreeChoice;
use crate::formats::dat::spot::Spot;
use crate::formats::progress::{Progress as _, Shared};
use crate::formats::text::quoted_word;
use crate::ids::CellId;
use crate::lane::Rig;
use crate::scene::edit::{Edit, RigEdit};
use crate::scene::game::environment_folder;
use crate::world::landcell::adjust_to_outside;

/// What is asked of the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Browse {
    /// Show it, or go back to the scene.
    Show,
    /// Ask for a folder.
    AskFolder,
    /// Open the files there.
    Folder(String),
    /// They were opened.
    Opened(GameFiles),
    /// They were not, and why.
    Failed(String),
    /// List records of this kind alone, or all.
    Kind(Option<RecordKind>),
    /// List what fits these words.
    Words(String),
    /// Look at a record.
    Select(Listed),
    /// Look at the record so many rows further down.
    Move(i32),
    /// A record was decoded.
    About(Listed, Box<Result<About, String>>),
    /// Which trees what is opened has.
    Tree(TreeChoice),
    /// Open the record as a scene.
    Open(Listed, Around),
    /// Go to a place in the game's words.
    GoTo(String),
}

/// How much is opened with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// Itself; a room with the rooms that can be seen from it.
    Own,
    /// Its landblock.
    Block,
    /// Its landblock and the eight around it.
    Blocks,
}

/// Game files that are open.
#[derive(Clone, Debug)]
pub struct GameFiles {
    /// The folder or file that was named.
    pub place: String,
    /// What they hold.
    pub catalog: Arc<Catalog>,
    /// None where nothing can be decoded: lists that are made up.
    library: Option<Arc<Mutex<Library>>>,
}

impl GameFiles {
    /// A list without files behind it.
    #[must_use]
    pub fn listed(place: &str, catalog: Catalog) -> Self {
        Self {
            place: place.to_owned(),
            catalog: Arc::new(catalog),
            library: None,
        }
    }
}

/// By their place and what they hold.
impl PartialEq for GameFiles {
    fn eq(&self, other: &Self) -> bool {
        (&self.place, &self.catalog) == (&other.place, &other.catalog)
    }
}

/// The browser.
#[derive(Resource, Debug, Default)]
pub struct Browser {
    /// Whether it covers the scene.
    pub open: bool,
    /// The files.
    pub files: Option<GameFiles>,
    /// Why the last ones could not be opened, or what is wrong with a place.
    pub problem: String,
    /// The kind that is listed; all of them without one.
    pub kind: Option<RecordKind>,
    /// What is listed fits these words.
    pub words: String,
    /// Places in the catalog of what is listed.
    pub found: Vec<u32>,
    /// The record that is looked at.
    pub picked: Option<Listed>,
    /// What it holds, once it is decoded; or why it cannot be.
    pub about: Option<Result<About, String>>,
    /// Which trees what is opened has.
    pub tree: TreeChoice,
}

impl Browser {
    /// The row of the list that is looked at.
    #[must_use]
    pub fn row(&self) -> Option<usize> {
        let (picked, files) = (self.picked?, self.files.as_ref()?);
        let list = files.catalog.list();
        let at = list.binary_search_by_key(&picked.key(), Listed::key).ok()?;
        self.found.binary_search(&(at as u32)).ok()
    }

    /// The record of a row.
    #[must_use]
    pub fn at(&self, row: usize) -> Option<Listed> {
        let files = self.files.as_ref()?;
        let at = *self.found.get(row)? as usize;
        files.catalog.list().get(at).copied()
    }

    /// Lists what fits the kind and the words.
    pub fn search(&mut self) {
        self.found = match &self.files {
            Some(files) => files.catalog.find(self.kind, &self.words),
            None => Vec::new(),
        };
        // What is not listed is not looked at either.
        if self.row().is_none() {
            self.picked = None;
            self.about = None;
        }
    }
}

/// The browser, closed.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Browser>();
}

/// Whether `name` is a folder or a file whose records are looked through, and no scene.
#[must_use]
pub(super) fn is_game(name: &str) -> bool {
    let path = Path::new(name.trim());
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let record = matches!(extension.as_deref(), Some("dat" | "bin" | "raw"));
    path.is_dir() && !holds_dumps(path) || (record && path.is_file())
}

/// Whether a folder holds dumps and no game files.
fn holds_dumps(folder: &Path) -> bool {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let ends = |path: &Path, ending: &str| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
    };
    let paths: Vec<_> = names.map(|entry| entry.path()).collect();
    paths.iter().any(|path| ends(path, "json")) && !paths.iter().any(|path| ends(path, "dat"))
}

/// Carries out what is asked.
pub(super) fn apply(world: &mut World, what: Browse) {
    match what {
        Browse::Show => show(world),
        Browse::AskFolder => files::ask_folder(world.resource::<Desk>()),
        Browse::Folder(place) => {
            let mut browser = world.resource_mut::<Browser>();
            browser.open = true;
            browser.problem.clear();
            open(world.resource::<Desk>(), place);
        }
        Browse::Opened(files) => {
            let mut browser = world.resource_mut::<Browser>();
            *browser = Browser {
                open: browser.open,
                tree: browser.tree,
                files: Some(files),
                ..Browser::default()
            };
            browser.search();
        }
        Browse::Failed(problem) => {
            tracing::error!("{problem}");
            world.resource_mut::<Browser>().problem = problem;
        }
        Browse::Kind(kind) => {
            let mut browser = world.resource_mut::<Browser>();
            browser.kind = kind;
            browser.search();
        }
        Browse::Words(words) => {
            let mut browser = world.resource_mut::<Browser>();
            browser.words = words;
            browser.search();
        }
        Browse::Select(listed) => select(world, listed),
        Browse::Move(by) => {
            let browser = world.resource::<Browser>();
            let last = browser.found.len().saturating_sub(1);
            let row = browser
                .row()
                .map_or(0, |row| row.saturating_add_signed(by as isize).min(last));
            if let Some(listed) = browser.at(row) {
                select(world, listed);
            }
        }
        Browse::About(listed, told) => {
            let mut browser = world.resource_mut::<Browser>();
            if browser.picked == Some(listed) {
                browser.about = Some(*told);
            }
        }
        Browse::Tree(tree) => world.resource_mut::<Browser>().tree = tree,
        Browse::Open(listed, around) => {
            let browser = world.resource::<Browser>();
            if let Some(words) = words_of(browser, listed, around) {
                world
                    .resource_mut::<super::command::Asked>()
                    .0
                    .push(Command::Open(words));
            }
        }
        Browse::GoTo(place) => go_to(world, &place),
    }
}

/// Shows the browser or closes it; opens what the environment names when nothing else was.
fn show(world: &mut World) {
    let mut browser = world.resource_mut::<Browser>();
    browser.open = !browser.open;
    let begins = browser.open && browser.files.is_none() && browser.problem.is_empty();
    if let Some(folder) = environment_folder().filter(|_| begins) {
        open(world.resource::<Desk>(), folder.display().to_string());
    }
}

/// Opens and lists the files at `place`, on a thread.
fn open(desk: &Desk, place: String) {
    desk.work(text::opening(&place), move |hold| {
        hold.enter(Phase::Reading(None));
        let mut library = match open_library(Path::new(&place)) {
            Ok(library) => library,
            Err(error) => return vec![Command::Browse(Browse::Failed(error.to_string()))],
        };
        let shared = Shared::new(hold);
        let tell = |done, all| (&shared).at(done, all);
        let Some(catalog) = Catalog::of(&mut library, &tell) else {
            return Vec::new();
        };
        vec![Command::Browse(Browse::Opened(GameFiles {
            place,
            catalog: Arc::new(catalog),
            library: Some(Arc::new(Mutex::new(library))),
        }))]
    });
}

/// Looks at a record, which a thread decodes.
fn select(world: &mut World, listed: Listed) {
    let mut browser = world.resource_mut::<Browser>();
    if browser.picked == Some(listed) {
        return;
    }
    browser.picked = Some(listed);
    browser.about = None;
    let Some(library) = browser
        .files
        .as_ref()
        .and_then(|files| files.library.clone())
    else {
        return;
    };
    world.resource::<Desk>().run(move || {
        let told = {
            let mut library = library.lock().unwrap_or_else(PoisonError::into_inner);
            about(&mut *library, &listed)
        };
        let told = told.map_err(|error| error.to_string());
        Some(Command::Browse(Browse::About(listed, Box::new(told))))
    });
}

/// What opens a record as a scene: the words of `import`.
fn words_of(browser: &Browser, listed: Listed, around: Around) -> Option<String> {
    let files = browser.files.as_ref()?;
    let (id, more) = match (listed.kind, around) {
        (RecordKind::GfxObj | RecordKind::Setup, Around::Own) => (listed.id, ""),
        (RecordKind::EnvCell, Around::Own) => (listed.id, ""),
        (
            RecordKind::EnvCell | RecordKind::LandBlock | RecordKind::LandBlockInfo,
            Around::Own | Around::Block,
        ) => (listed.id | 0xffff, ""),
        (
            RecordKind::EnvCell | RecordKind::LandBlock | RecordKind::LandBlockInfo,
            Around::Blocks,
        ) => (listed.id | 0xffff, " --around"),
        _ => return None,
    };
    let tree = match browser.tree {
        TreeChoice::Stored => "",
        TreeChoice::Rebuilt => " --bsp rebuilt",
        TreeChoice::SingleLeaf => " --bsp single-leaf",
    };
    let place = quoted_word(&files.place);
    Some(format!("{place} --id {id:#010X}{more}{tree}"))
}

/// Puts what is driven, and the free cameras, where `words` say; loads the cell when the scene does not have it.
fn go_to(world: &mut World, words: &str) {
    let spot = match Spot::parse(words) {
        Ok(spot) => spot,
        Err(problem) => return fail(world, problem),
    };
    let cell = CellId(spot.cell);
    let held = world.get_resource::<Document>().is_some_and(|document| {
        let scene = &document.setup.world;
        scene.cells().is_some() && scene.has(cell)
    });
    if !held {
        let browser = world.resource::<Browser>();
        let named = browser.files.as_ref().map(|files| files.place.clone());
        let place = named.or_else(|| environment_folder().map(|path| path.display().to_string()));
        let Some(place) = place else {
            return fail(world, text::not_held(spot.cell));
        };
        let words = format!("{} --location \"{spot}\"", quoted_word(&place));
        world
            .resource_mut::<super::command::Asked>()
            .0
            .push(Command::Open(words));
        return;
    }
    let document = world.resource::<Document>();
    let feet = document.setup.world.to_scene(cell, spot.feet);
    let stands = !matches!(document.setup.rig, Rig::Sweep(_));
    world.resource_mut::<Browser>().open = false;
    world.resource_mut::<Browser>().problem.clear();
    world.resource_mut::<Gallery>().open = false;
    if stands {
        let edit = RigEdit::Stand {
            feet,
            heading: spot.heading(),
            room: spot.room(),
        };
        let number = world.resource::<Document>().number;
        workshop::apply(world, Command::Edit(Edit::Rig(edit), None));
        if world.resource::<Document>().number == number {
            // What is wrong with it was told.
            return;
        }
        world.resource_mut::<Playback>().seek(0);
    }
    look_at(world, feet, spot.heading());
    let told = if stands {
        text::gone_to
    } else {
        text::looked_at
    };
    // Outdoors the position says which cell counts.
    let under = adjust_to_outside(cell, spot.feet).filter(|_| spot.room().is_none());
    world.resource_mut::<Notices>().add(Notice {
        tone: Tone::Done,
        text: told(under.map_or(spot.cell, |(cell, _)| cell.0)),
    });
}

/// Puts the free cameras behind somebody who stands at `feet`.
fn look_at(world: &mut World, feet: Vec3, heading: f64) {
    let reduced = world.resource::<Settings>().reduced_motion;
    let mut views = world.resource_mut::<Views>();
    views.onlookers = [behind(feet, heading); 4];
    if reduced {
        views.kinds = [ViewKind::Free, ViewKind::Free, ViewKind::Top, ViewKind::Top];
    }
}

fn behind(feet: Vec3, heading: f64) -> Onlooker {
    Onlooker {
        focus: feet.as_dvec3() + DVec3::Z * 1.2,
        yaw: heading.to_radians(),
        pitch: -0.33,
        distance: 4.0,
    }
}

/// The camera behind the place that `document` was opened with, if it was.
#[must_use]
pub(super) fn look_of(document: &Document) -> Option<Onlooker> {
    let (_, place) = document.from.split_once("--location \"")?;
    let spot = Spot::parse(place.split('"').next()?).ok()?;
    let world = &document.setup.world;
    let cell = CellId(spot.cell);
    let feet = world.has(cell).then(|| world.to_scene(cell, spot.feet))?;
    Some(behind(feet, spot.heading()))
}

fn fail(world: &mut World, problem: String) {
    let mut browser = world.resource_mut::<Browser>();
    if browser.open {
        browser.problem = problem;
        return;
    }
    tracing::error!("{problem}");
    world.resource_mut::<Notices>().add(Notice {
        tone: Tone::Error,
        text: problem,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::dat::DataSet;

    #[test]
    fn records_open_by_the_words_of_import() {
        let listed = |kind, id| Listed {
            set: DataSet::Cell,
            kind,
            id,
            size: 0,
        };
        let mut browser = Browser::default();
        let room = listed(RecordKind::EnvCell, 0xA9B4_0101);
        assert_eq!(words_of(&browser, room, Around::Own), None);
        browser.files = Some(GameFiles::listed("/games/my dats", Catalog::default()));
        let words = |browser: &Browser, listed, around| words_of(browser, listed, around);
        assert_eq!(
            words(&browser, room, Around::Own).as_deref(),
            Some("\"/games/my dats\" --id 0xA9B40101")
        );
        browser.tree = TreeChoice::SingleLeaf;
        assert_eq!(
            words(&browser, room, Around::Blocks).as_deref(),
            Some("\"/games/my dats\" --id 0xA9B4FFFF --around --bsp single-leaf")
        );
        let region = listed(RecordKind::Region, 0x1300_0000);
        assert_eq!(words(&browser, region, Around::Own), None);
    }
}
