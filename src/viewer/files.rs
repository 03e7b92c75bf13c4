//! Files in and out: dialogs on a thread of their own, files dropped on the window, recordings saved.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::ViewSystems;
use super::browser::Browse;
use super::calm;
use super::command::{Asked, Command, Notice, Opened, Tone};
use super::desk::{self, Desk, Hold, Phase};
use super::document::{Document, Ready};
use super::export::Export;
use super::text;
use crate::formats::import::obj_scene;
use crate::formats::obj::{self, Up};
use crate::formats::progress::{Progress, STOPPED};
use crate::formats::system::open_whole;
use crate::formats::text::{quoted_word, split_words};
use crate::recording::{LaneRecording, Recording, file};
use crate::scene::{self, MeshFile, Source};

/// Makes a scene file of a file of others and options, as `dump.json --origin 0xA9B4`; gives it and what is odd about it.
///
/// It tells how far it is, and ends early when it is told to stop. The command line has it: neither side imports the other.
pub type Importer = fn(&str, &mut dyn Progress) -> Result<(PathBuf, Vec<String>), String>;

/// Gives `app` who makes scenes of files of others.
pub fn import_with(app: &mut App, importer: Importer) {
    app.insert_resource(Imports(Some(importer)));
}

/// Who makes scenes of files of others; nobody where none was given.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Imports(pub(super) Option<Importer>);

/// Results of threads, and dropped files.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Desk>()
        .init_resource::<Imports>()
        .add_message::<FileDragAndDrop>()
        .add_systems(
            Update,
            (desk::collect, drop_files)
                .chain()
                .after(calm::rescue)
                .before(ViewSystems::Commands),
        );
}

pub(super) fn drop_files(mut dropped: MessageReader<FileDragAndDrop>, mut asked: ResMut<Asked>) {
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            asked.0.push(Command::Open(path_buf.display().to_string()));
        }
    }
}

/// Asks for a file and reads it, on a thread.
pub(super) fn ask_open(desk: &Desk) {
    desk.run(|| {
        let dialog = rfd::FileDialog::new()
            .add_filter(text::FILES_ALL, &FOREIGN)
            .add_filter(text::FILES_SCENES, &["ron"])
            .add_filter(text::FILES_RECORDINGS, &["sweep"])
            .add_filter(text::FILES_MESHES, &["obj", "glb", "gltf"])
            .add_filter(text::FILES_ANY, &["*"]);
        answered(
            || dialog.pick_file(),
            |path| Command::Open(path.display().to_string()),
        )
    });
}

/// Asks for the folder of the game's files, on a thread.
pub(super) fn ask_folder(desk: &Desk) {
    desk.run(|| {
        let dialog = rfd::FileDialog::new();
        answered(
            || dialog.pick_folder(),
            |path| Command::Browse(Browse::Folder(path.display().to_string())),
        )
    });
}

/// Asks where to save, on a thread.
pub(super) fn ask_save(desk: &Desk, name: &str) {
    let file = format!("{name}.sweep");
    desk.run(move || {
        let dialog = rfd::FileDialog::new()
            .add_filter(text::FILES_RECORDINGS, &["sweep"])
            .set_file_name(file);
        answered(|| dialog.save_file(), Command::Save)
    });
}

/// Asks where to save the scene, on a thread.
pub(super) fn ask_save_scene(desk: &Desk, name: &str) {
    let file = format!("{name}.ron");
    desk.run(move || {
        let dialog = rfd::FileDialog::new()
            .add_filter(text::FILES_SCENES, &["ron"])
            .set_file_name(file);
        answered(|| dialog.save_file(), Command::SaveScene)
    });
}

/// Asks where to write `what`, on a thread.
pub(super) fn ask_export(desk: &Desk, what: Export, name: &str) {
    let name = name.to_owned();
    desk.run(move || {
        let dialog = rfd::FileDialog::new();
        let Some(ending) = what.ending() else {
            return answered(|| dialog.pick_folder(), |path| Command::Export(what, path));
        };
        let dialog = dialog
            .add_filter(text::export(what), &[ending])
            .set_file_name(format!("{name}.{ending}"));
        answered(|| dialog.save_file(), |path| Command::Export(what, path))
    });
}

/// Nobody cancels a dialog in less time than this.
const HASTE: Duration = Duration::from_millis(300);

/// What `then` makes of the file that `dialog` was answered with.
///
/// On a desktop without any dialog the answer is the same "none" as when one is cancelled, only at once; that is said,
/// as a key that does nothing would be taken for a fault.
fn answered(
    dialog: impl FnOnce() -> Option<PathBuf>,
    then: impl FnOnce(PathBuf) -> Command,
) -> Option<Command> {
    let begun = Instant::now();
    let path = dialog();
    let missing = path.is_none() && begun.elapsed() < HASTE;
    let notice = || {
        Command::Notice(Notice {
            tone: Tone::Error,
            text: text::NO_DIALOG.to_owned(),
        })
    };
    path.map(then).or_else(|| missing.then(notice))
}

/// Extensions that the dialog shows.
const FOREIGN: [&str; 11] = [
    "ron", "sweep", "obj", "glb", "gltf", "json", "jsonl", "log", "txt", "dat", "bin",
];

/// Reads on a thread what `name` says, and builds it.
pub(super) fn open(desk: &Desk, imports: Imports, name: String) {
    desk.work(text::opening(&name), move |hold| {
        vec![ready(&name, imports, hold)]
    });
}

/// A document of what `name` says.
fn ready(name: &str, imports: Imports, hold: &mut Hold) -> Command {
    let error = |text: String| {
        let path = Path::new(name);
        if path.components().count() > 1 && !path.exists() && scene::open(name).is_err() {
            return Command::Gone(name.to_owned(), text);
        }
        Command::Notice(Notice {
            tone: Tone::Error,
            text,
        })
    };
    hold.enter(Phase::Reading(bytes_of(name)));
    let opened = match opened(name, imports, hold) {
        Ok(opened) => opened,
        Err(text) => return error(text),
    };
    hold.enter(Phase::Building);
    match Document::told(&opened, 0, hold) {
        Ok(document) => Command::Ready(Box::new(Ready {
            entry: entry(name),
            opened,
            document,
        })),
        Err(text) => error(text),
    }
}

/// What `name` is called in the list of files that were opened last: it is found from any folder.
#[must_use]
pub(super) fn entry(name: &str) -> String {
    let absolute = |word: &str| {
        let path = Path::new(word);
        let path = path.exists().then(|| std::path::absolute(path).ok());
        path.flatten()
            .map_or_else(|| word.to_owned(), |path| path.display().to_string())
    };
    // A folder of that name hides no scene that is shipped.
    if Path::new(name).is_file() {
        return absolute(name);
    }
    if !name.contains(" --") {
        return name.to_owned();
    }
    let words = split_words(name).into_iter();
    let words = words.map(|word| quoted_word(&absolute(&word)));
    words.collect::<Vec<_>>().join(" ")
}

/// Reads a scene, a mesh or a recording by path, a shipped scene by name, or what else can be imported; an error becomes a
/// notice.
#[must_use]
pub(super) fn read(name: &str, imports: Imports) -> Command {
    match opened(name, imports, &mut ()) {
        Ok(opened) => {
            for warning in &opened.left_out {
                tracing::warn!("{warning}");
            }
            Command::Opened(Box::new(opened))
        }
        Err(text) => Command::Notice(Notice {
            tone: Tone::Error,
            text,
        }),
    }
}

fn opened(name: &str, imports: Imports, progress: &mut dyn Progress) -> Result<Opened, String> {
    let path = Path::new(name);
    if let Some(importer) = imports.0.filter(|_| is_foreign(name)) {
        return imported(name, importer, progress);
    }
    let extension = path
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("obj") => mesh(path, progress),
        Some("sweep") => {
            let recording = file::open(path).map_err(|error| error.to_string())?;
            Ok(Opened {
                name: file_name(path),
                source: recording.source.clone(),
                recording: Some(recording),
                from: name.to_owned(),
                left_out: Vec::new(),
            })
        }
        _ => {
            let source = scene::open_told(name, progress).map_err(|error| error.to_string())?;
            Ok(Opened {
                name: shown_name(name, &source),
                source,
                recording: None,
                from: name.to_owned(),
                left_out: Vec::new(),
            })
        }
    }
}

/// Bytes of the file that `name` begins with, if it is one.
fn bytes_of(name: &str) -> Option<u64> {
    let meta = std::fs::metadata(first_word(name)).ok()?;
    meta.is_file().then_some(meta.len())
}

/// Bytes from which a file is opened in the window that is there already.
const LONG: u64 = 8 << 20;

/// Whether reading what `name` says may take long.
#[must_use]
pub(super) fn is_long(name: &str) -> bool {
    bytes_of(name).is_some_and(|bytes| bytes > LONG)
}

/// Whether `name` is of a file that only an import makes a scene of: it has options, or is a file with another ending.
fn is_foreign(name: &str) -> bool {
    let path = Path::new(name);
    let extension = path
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    let own = matches!(extension.as_deref(), Some("ron" | "sweep" | "obj"));
    name.contains(" --") || (!own && path.exists())
}

/// A scene of a file of others.
fn imported(
    words: &str,
    importer: Importer,
    progress: &mut dyn Progress,
) -> Result<Opened, String> {
    let (scene, left_out) = importer(words, progress)?;
    let opened = scene::open_told(&scene.display().to_string(), progress);
    let opened = opened.map_err(|error| error.to_string())?;
    // All of it is read. A file that cannot be removed is the system's to clear.
    let _ = std::fs::remove_file(&scene);
    let first = Path::new(first_word(words));
    let source = opened
        .seen_from(&folder_of(first))
        .map_err(|error| error.to_string())?;
    let name = text::game_name(words).unwrap_or_else(|| file_name(first));
    Ok(Opened {
        name,
        source,
        recording: None,
        from: words.to_owned(),
        left_out,
    })
}

/// The file that `words` begin with, nothing where they are options alone.
#[must_use]
pub(super) fn first_word(words: &str) -> &str {
    let words = words.trim();
    let first = match words.starts_with("--") {
        true => "",
        false => words.split(" --").next().unwrap_or(words),
    };
    first.trim().trim_matches('"')
}

/// The folder that `path` is in, as a path from anywhere.
fn folder_of(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.parent().map_or(path.clone(), Path::to_owned)
}

/// A scene around a mesh, as `import` writes it.
fn mesh(path: &Path, progress: &mut dyn Progress) -> Result<Opened, String> {
    let shown = path.display();
    let bytes = open_whole(path).map_err(|error| format!("{shown}: {}", scene::why(&error)))?;
    let mut half = |done: u64, all: u64| progress.at(done, all.saturating_mul(2));
    let read = obj::read(&bytes, Up::Y, 1.0, &mut half);
    let read = read.map_err(|error| format!("{shown}: {error}"))?;
    let file = file_name(path);
    let name = path
        .file_stem()
        .map_or_else(|| file.clone(), |stem| stem.to_string_lossy().into_owned());
    let mut half = |done: u64, all: u64| progress.at(done + all, all.saturating_mul(2));
    let text = obj_scene(&file, Up::Y, 1.0, &read, &mut half);
    let source = Source {
        name,
        path: None,
        folder: Some(folder_of(path)),
        text: text.ok_or_else(|| format!("{shown}: {STOPPED}"))?,
        files: vec![MeshFile {
            path: file.clone(),
            bytes,
        }],
        records: Vec::new(),
        lost: Vec::new(),
    };
    Ok(Opened {
        name: file,
        source,
        recording: None,
        from: path.display().to_string(),
        left_out: Vec::new(),
    })
}

/// The file's own name; of a shipped scene the name that it would have as a file.
fn shown_name(name: &str, source: &Source) -> String {
    match &source.path {
        Some(path) => file_name(path),
        None => format!(
            "{}.ron",
            Path::new(name)
                .file_stem()
                .map_or(name.into(), |stem| stem.to_string_lossy())
        ),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Writes the run of `lanes` to `path`.
///
/// # Errors
/// The file and the system's reason.
pub(super) fn save(
    path: &Path,
    document: &Document,
    lanes: Vec<LaneRecording>,
) -> Result<(), String> {
    let recording = Recording::from_lanes(
        document.source.clone(),
        document.setup.clone(),
        lanes,
        document.window.clone(),
    );
    file::save(&recording, path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_that_cannot_open_is_told_from_one_that_is_cancelled() {
        let missing = answered(|| None, Command::Save);
        assert!(
            matches!(&missing, Some(Command::Notice(notice)) if notice.text == text::NO_DIALOG)
        );
        let cancelled = || {
            std::thread::sleep(HASTE);
            None
        };
        assert!(answered(cancelled, Command::Save).is_none());
        let path = PathBuf::from("a.sweep");
        assert_eq!(
            answered(|| Some(path.clone()), Command::Save),
            Some(Command::Save(path))
        );
    }

    /// Whatever stands in the list of files is found from any folder, its options too.
    #[test]
    fn entries_are_found_from_any_folder() {
        let here = std::env::current_dir().unwrap().display().to_string();
        for (name, wanted) in [
            ("Cargo.toml", format!("{here}/Cargo.toml")),
            ("sawtooth", "sawtooth".to_owned()),
            (
                "Cargo.toml --geometry tests \"no such\"",
                format!("{here}/Cargo.toml --geometry {here}/tests \"no such\""),
            ),
            ("--id 0x01000001", "--id 0x01000001".to_owned()),
        ] {
            let wanted = match here.contains(' ') {
                true => continue,
                false => wanted,
            };
            assert_eq!(entry(name), wanted);
        }
        assert_eq!(first_word("\"/a b/c\" --id 1"), "/a b/c");
        assert_eq!(first_word("--id 1"), "");
    }
}
