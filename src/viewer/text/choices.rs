//! Texts of what is chosen once and kept.

use super::counted;
use crate::analysis::words::fixed;
use crate::config::{CameraPreset, Chord, Conflict};
use crate::overlay::Theme;
use crate::viewer::desk::Phase;
use crate::viewer::{Export, Film, FilmKind, Place};

macro_rules! texts {
    ($($name:ident $text:literal)*) => { $(pub(crate) const $name: &str = $text;)* };
}

texts! {
    BINDINGS "Change keys"
    BINDINGS_HINT "Click a key, then press the one that it shall be; Esc keeps it"
    PRESS_A_KEY "press a key…"
    NO_KEY "no key"
    OWN_KEYS "Back to default"
    OWN_KEYS_ALL "All back to default"
    RESET_LAYOUT "Reset layout"
    STOP "Stop"
    SHIPPED "shipped with Sweepscope"
    MENU_EXPORT "Export"
    EXPORT_GIF "Range as a moving GIF…"
    EXPORT_PICTURES "Range as PNG pictures in a folder…"
    EXPORT_CSV "Measures of A and B as CSV…"
    EXPORT_RUST "Lane in focus as a test in Rust…"
    EXPORT_CSHARP "Lane in focus as a test in C#…"
    EXPORT_OBJ "Collision geometry as OBJ…"
    EXPORT_GLB "Collision geometry as GLB…"
    NO_POLYGONS "The scene has no polygons to write."
    COPY_ISSUE "Copy as issue text"
    NOT_RUN_YET "The tick at the cursor has not run yet"
    MENU_RECENT "Open recent"
    RECENT "Recent"
    MENU_THEME "Colours"
    MENU_MOUSE "Mouse of the free camera"
    MENU_MEMORY "Memory for seeking"
    MEMORY_HINT "Snapshots between the regular ones, which stand every 256 ticks, bring ticks that take long nearer. All lanes share this."
    TAKE_TOUR "Take the tour"
    NOTHING_CALLED "Nothing is called so, and there is no such file. A path of a file opens it; .ron, .sweep, .csv, .gif and a folder with / at its end are written as well."
    TOUR_HINT "Five things to do in one scene, two minutes"
    THEME_DARK "Dark colours"
    THEME_LIGHT "Light colours"
    REDUCED_MOTION "Reduced motion"
    LARGER "Everything larger"
    SMALLER "Everything smaller"
    SCALE_100 "Everything at 100 %"
    MOUSE_GAME "Mouse as in games: right drag looks"
    MOUSE_BLENDER "Mouse as in Blender: middle drag orbits"
    MOUSE_MAYA "Mouse as in Maya: Alt and a button"
}

/// A theme in the menu.
pub(crate) fn theme(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => THEME_DARK,
        Theme::Light => THEME_LIGHT,
    }
}

/// Whose mouse the free camera follows, in the menu.
pub(crate) fn camera_preset(preset: CameraPreset) -> &'static str {
    match preset {
        CameraPreset::Game => MOUSE_GAME,
        CameraPreset::Blender => MOUSE_BLENDER,
        CameraPreset::Maya => MOUSE_MAYA,
    }
}

/// What the button with an action's keys is called.
pub(crate) fn keys_of(action: &str, keys: &str) -> String {
    format!("{action}: {keys}")
}

/// What the button that takes keys back is called.
pub(crate) fn own_keys_of(action: &str) -> String {
    format!("{action}: {OWN_KEYS}")
}

/// Nobody knows an action of this name.
pub(crate) fn no_action(name: &str) -> String {
    format!("no action is called `{name}`")
}

/// A key that stays what it is.
pub(crate) fn key_reserved(chord: Chord) -> String {
    format!("{chord} cannot be another key: it stays what it is")
}

/// A key that another action has.
pub(crate) fn key_taken(chord: Chord, other: &str) -> String {
    format!("{chord} is the key of \"{other}\"; give that one another key first")
}

/// Two actions of the file with one key.
pub(crate) fn keys_conflict(conflict: &Conflict) -> String {
    let Conflict {
        chord,
        first,
        second,
    } = conflict;
    format!("keys: {chord} belongs to \"{first}\" and \"{second}\"; it does the first")
}

/// Settings could not be written.
pub(crate) fn not_kept(folder: &std::path::Path, why: &str) -> String {
    format!("{}: settings cannot be kept: {why}", folder.display())
}

/// A file of the list is not there any more.
pub(crate) fn is_gone(name: &str, why: &str) -> String {
    format!("{why}; {name} was taken off the list of recent files")
}

/// The end of a path, which tells files apart better than its beginning.
pub(crate) fn end_of_path(name: &str) -> &str {
    const MOST: usize = 60;
    let cut = name.char_indices().rev().nth(MOST - 1);
    cut.map_or(name, |(at, _)| &name[at..])
}

/// A file is being opened.
pub(crate) fn opening(name: &str) -> String {
    format!("Opening {}", end_of_path(name))
}

/// What is being done, and how far it is.
pub(crate) fn at_work(what: &str, phase: Phase, done: u64, all: u64) -> String {
    // Of what has no end yet the number says that it goes on.
    let share = |done: u64| format!("{} %", done.saturating_mul(100) / all.max(1));
    let how = match (phase, all) {
        (Phase::Begun, _) | (_, 0) if done == 0 => String::new(),
        (Phase::Reading(Some(bytes)), 1..) => {
            let megabytes = fixed(bytes as f64 / 1e6, 1);
            format!(" · read {} of {megabytes} MB", share(done))
        }
        (Phase::Building, 0) => format!(" · {} built", counted(done, "record")),
        (Phase::Building, _) => format!(" · built {}", share(done)),
        (_, 0) => format!(" · {} read", counted(done, "record")),
        (_, _) => format!(" · {}", share(done)),
    };
    format!("{what}{how} · Esc stops it")
}

/// Something broke, and what became of the run.
pub(crate) fn broke(
    place: Place,
    words: &str,
    saved: Option<&Result<std::path::PathBuf, String>>,
) -> String {
    let what = match place {
        Place::Lane => "a tick ran",
        Place::Tick => "a tick was looked at",
        Place::Document => "the scene was built",
        Place::Overlay => "the tick was drawn",
        Place::Command => "something was done that was asked for",
        Place::Panels => "the panels were drawn",
        Place::Thread => "lanes were compared or measured",
    };
    let then = match (place, saved) {
        (Place::Document, _) => "Nothing was opened.".to_owned(),
        (_, None) => "The scene was closed.".to_owned(),
        (_, Some(Ok(path))) => {
            format!(
                "The scene was closed; its run is saved as {}.",
                path.display()
            )
        }
        (_, Some(Err(why))) => format!("The scene was closed; its run could not be saved: {why}."),
    };
    format!("A fault of this program while {what}: {words}. {then}")
}

/// What can be written, in the menu.
pub(crate) fn export(what: Export) -> &'static str {
    match what {
        Export::Gif => EXPORT_GIF,
        Export::Pictures => EXPORT_PICTURES,
        Export::Csv => EXPORT_CSV,
        Export::RustTest => EXPORT_RUST,
        Export::CSharpTest => EXPORT_CSHARP,
        Export::Obj => EXPORT_OBJ,
        Export::Glb => EXPORT_GLB,
    }
}

/// A file is being written.
pub(crate) fn writing(path: &std::path::Path) -> String {
    format!("Writing {}… Esc stops it", path.display())
}

/// How far a film is.
pub(crate) fn filming(film: &Film, taken: u32, count: u32) -> String {
    let what = match film.kind {
        FilmKind::Gif => "GIF",
        FilmKind::Pictures => "Pictures",
    };
    format!("{what}: {taken} of {count}… Esc stops it")
}

/// A film was stopped.
pub(crate) fn film_stopped(film: &Film, taken: u32) -> String {
    match film.kind {
        FilmKind::Gif => "Stopped; there is no GIF".to_owned(),
        FilmKind::Pictures => {
            let taken = counted(taken.into(), "picture");
            format!("Stopped; {taken} may be in {}", film.path.display())
        }
    }
}

/// A film was written.
pub(crate) fn film_saved(film: &Film) -> String {
    let every = match film.stride {
        1 => String::new(),
        stride => format!(", one of every {stride} ticks"),
    };
    format!("{}: {} pictures{every}", film.path.display(), film.count())
}

/// So much memory.
pub(crate) fn megabytes(megabytes: u32) -> String {
    if megabytes >= 1024 {
        format!("{} GB", megabytes / 1024)
    } else {
        format!("{megabytes} MB")
    }
}
