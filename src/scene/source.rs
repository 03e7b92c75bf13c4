//! A scene with every file that it needs: what recordings keep and what `build` takes.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::check::Place;
use super::error::SceneError;
use super::game;
use super::locate::Part::Field;
use super::model::Scene;
use super::named;
use super::read::read;
use super::shipped;
pub use crate::formats::dat::library::{GameRecord, LostRecord};
use crate::formats::dat::write::sample::FILES;
use crate::formats::gltf;
use crate::formats::progress::Progress;
use crate::formats::system::open_whole;
use crate::formats::what::What;
use crate::lane::digest;
use crate::nearest;

/// A scene and all that is needed to build it again anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Name: that of a shipped scene, or of the file without folder and extension.
    pub name: String,
    /// The file; none for shipped scenes and those made in memory.
    pub path: Option<PathBuf>,
    /// The folder that the names of files count from where it has no file, for whoever saves it; no file keeps it.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
    /// The scene's text.
    pub text: String,
    /// The meshes and dumps that its shapes name.
    pub files: Vec<MeshFile>,
    /// The records of game files that it needs.
    pub records: Vec<GameRecord>,
    /// Those that it needs and that cannot be had, for whoever builds it; no file keeps them.
    #[serde(skip)]
    pub lost: Vec<LostRecord>,
}

/// A file that a scene names: a mesh or a dump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeshFile {
    /// The path as the scene writes it.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The scene that `arg` means: a scene file, or the bare name of a shipped scene.
///
/// A file wins if it exists; any other word with a separator or an extension is a file that is missing, but for the names of
/// shipped scenes in folders, as `corpus/a4`.
///
/// # Errors
/// [`SceneError`]: no such file or name, not readable, not a scene, a mesh that cannot be read.
pub fn open(arg: &str) -> Result<Source, SceneError> {
    open_told(arg, &mut ())
}

/// As [`open`]; `progress` hears how many records of game files are gathered.
///
/// # Errors
/// Those of [`open`], and that `progress` said stop.
pub fn open_told(arg: &str, progress: &mut dyn Progress) -> Result<Source, SceneError> {
    let path = Path::new(arg);
    if path.is_file() {
        return open_path(path, progress);
    }
    if let Some(scene) = shipped::find(arg) {
        return Ok(scene.source());
    }
    let folder = arg.rsplit_once('/').map(|(folder, _)| folder);
    let mut shipped = shipped::SHIPPED.iter();
    let is_shipped = shipped.any(|scene| folder == Some(scene.place().0));
    if path.extension().is_some() || path.components().count() > 1 && !is_shipped {
        return open_path(path, progress);
    }
    // A folder is there, but no scene: its error says so.
    if path.exists() {
        return open_path(path, progress);
    }
    Err(SceneError::UnknownName {
        name: arg.to_owned(),
        nearest: meant(arg),
    })
}

fn open_path(path: &Path, progress: &mut dyn Progress) -> Result<Source, SceneError> {
    let file = path.display().to_string();
    if path.is_dir() && FILES.iter().any(|name| path.join(name).is_file()) {
        return Err(SceneError::Other {
            file,
            what: What::Game.instead_of("a scene"),
        });
    }
    let bytes = open_bytes(path, &file)?;
    let mut text = String::from_utf8(bytes).map_err(|error| {
        if let Some(other) = other(error.as_bytes(), path) {
            return other;
        }
        let valid = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes());
        let (line, column) = super::locate::line_column(&text, valid);
        SceneError::At {
            file: file.clone(),
            line,
            column,
            field: "scene".to_owned(),
            problem: "not UTF-8 text".to_owned(),
        }
    })?;
    // Some editors put a mark before the first character.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    let name = path
        .file_stem()
        .map_or_else(|| file.clone(), |stem| stem.to_string_lossy().into_owned());
    let mut source = Source {
        name,
        path: Some(path.to_owned()),
        folder: None,
        text,
        files: Vec::new(),
        records: Vec::new(),
        lost: Vec::new(),
    };
    let scene = read(&source.text, &file)
        .map_err(|error| other(source.text.as_bytes(), path).unwrap_or(error))?;
    source.files = open_files(&scene, &source)?;
    (source.records, source.lost) = game::open_records(&scene, &source, progress)?;
    Ok(source)
}

/// What `bytes` are that cannot be read as a scene, where they are something else.
fn other(bytes: &[u8], path: &Path) -> Option<SceneError> {
    let what = What::of(bytes);
    let called_scene = path.extension().is_some_and(|extension| extension == "ron");
    // By its name it is a scene whose beginning is damaged; that may be anything.
    let is_scene = || String::from_utf8_lossy(bytes).contains("Scene(");
    if what == What::Scene || called_scene && (what == What::Text || is_scene()) {
        return None;
    }
    Some(SceneError::Other {
        file: path.display().to_string(),
        what: what.instead_of("a scene"),
    })
}

/// The bytes of a file that is not absurdly long.
fn open_bytes(path: &Path, file: &str) -> Result<Vec<u8>, SceneError> {
    open_whole(path).map_err(|error| SceneError::io(file.to_owned(), &error))
}

/// The files that the shapes of `scene` name, each once.
fn open_files(scene: &Scene, source: &Source) -> Result<Vec<MeshFile>, SceneError> {
    let folder = source
        .path
        .as_deref()
        .and_then(Path::parent)
        .unwrap_or(Path::new(""));
    let mut files: Vec<MeshFile> = Vec::new();
    for (way, file) in named::files(scene) {
        if files.iter().any(|known| known.path == file) {
            continue;
        }
        let path = folder.join(file);
        let shown = path.display().to_string();
        let bytes = open_bytes(&path, &shown).map_err(|error| match error {
            SceneError::Denied { .. } => error,
            // The place in the scene says more than the file's name alone.
            other => {
                let place = Place {
                    text: &source.text,
                    file: &source.file(),
                };
                place.error(&way, other.to_string())
            }
        })?;
        for name in gltf::beside(&bytes) {
            let inner = beside_path(file, &name);
            let path = folder.join(&inner);
            if files.iter().any(|known| known.path == inner) {
                continue;
            }
            let bytes =
                open_bytes(&path, &path.display().to_string()).map_err(|error| match error {
                    SceneError::Denied { .. } => error,
                    other => {
                        let place = Place {
                            text: &source.text,
                            file: &source.file(),
                        };
                        place.error(&way, format!("{shown}: of its buffers {other}"))
                    }
                })?;
            files.push(MeshFile { path: inner, bytes });
        }
        files.push(MeshFile {
            path: file.to_owned(),
            bytes,
        });
    }
    Ok(files)
}

/// The path of a file that stands beside `file`, from where that one's path counts.
#[must_use]
pub fn beside_path(file: &str, name: &str) -> String {
    match file.rfind('/') {
        Some(end) => format!("{}/{name}", file.get(..end).unwrap_or_default()),
        None => name.to_owned(),
    }
}

impl Source {
    /// A scene that exists in memory alone; it cannot name meshes or things of game files.
    #[must_use]
    pub fn from_text(name: &str, text: &str) -> Self {
        Self {
            name: name.to_owned(),
            path: None,
            folder: None,
            text: text.to_owned(),
            files: Vec::new(),
            records: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// What errors call its file.
    #[must_use]
    pub fn file(&self) -> String {
        self.path.as_ref().map_or_else(
            || format!("{}.ron", self.name),
            |path| path.display().to_string(),
        )
    }

    /// A number that tells this text with these meshes from any other.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let meshes = self.files.iter();
        let meshes = meshes.flat_map(|mesh| [mesh.path.as_bytes(), &*mesh.bytes]);
        digest::of_parts([self.text.as_bytes()].into_iter().chain(meshes))
    }

    /// What errors call a file that the scene names from its folder.
    #[must_use]
    pub(super) fn beside(&self, file: &str) -> String {
        let path = self.path.as_ref().map(|path| path.with_file_name(file));
        path.map_or_else(|| file.to_owned(), |path| path.display().to_string())
    }

    /// The scene that this one names as its control, if it names one: a file from its folder, else a shipped scene.
    ///
    /// # Errors
    /// [`SceneError`]: this scene or the control cannot be read.
    pub fn open_control(&self) -> Result<Option<Self>, SceneError> {
        let scene = read(&self.text, &self.file())?;
        let Some(control) = scene.control else {
            return Ok(None);
        };
        let place = Place {
            text: &self.text,
            file: &self.file(),
        };
        let wrong = |problem: String| place.error(&[Field("control")], problem);
        let path = self.path.as_ref().map(|path| path.with_file_name(&control));
        if let Some(path) = path.as_ref().filter(|path| path.is_file()) {
            return open_path(path, &mut ()).map(Some);
        }
        // A shipped scene that was saved elsewhere has left its control behind.
        if let Some(scene) = shipped::control(&self.name, &control) {
            return Ok(Some(scene.source()));
        }
        Err(wrong(match path {
            Some(path) => format!("{}: there is no such file", path.display()),
            None => format!("no shipped scene is called {control}"),
        }))
    }
}

/// The shipped scenes that `word` may have been meant for, the nearest first; the folder may be left out.
fn meant(word: &str) -> Vec<&'static str> {
    let scenes = shipped::SHIPPED.iter();
    nearest::meant(
        word,
        scenes.map(|scene| (scene.name, [scene.name, scene.place().1])),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_files_or_shipped_scenes() {
        assert_eq!(open("sawtooth").unwrap().name, "sawtooth");
        let unknown = open("sawtoth").unwrap_err();
        let SceneError::UnknownName { nearest, .. } = &unknown else {
            panic!("{unknown}")
        };
        assert_eq!(*nearest, ["sawtooth"]);
        assert_eq!(meant("u3"), ["corpus/u3"]);
        assert_eq!(meant("corner_contrl"), ["corner_control"]);
        let steep = meant("steep_face_35");
        assert!(
            steep.len() == 4 && steep.contains(&"steep_face_30"),
            "{steep:?}"
        );
        // Of more only the nearest are told.
        let corpus = meant("corpus/a");
        assert!(
            corpus.len() == 5 && corpus.contains(&"corpus/a1"),
            "{corpus:?}"
        );
        // The beginning of a name, however long the rest is.
        assert_eq!(
            meant("cylin"),
            ["cylinder_stairs", "cylinder_stairs_control"]
        );
        for stranger in ["version", "", "x", "list"] {
            assert_eq!(meant(stranger), [""; 0], "{stranger}");
        }
        assert_eq!(open("corpus/a4").unwrap().name, "corpus/a4");
        let unknown = open("corpus/a44").unwrap_err();
        assert!(
            matches!(unknown, SceneError::UnknownName { .. }),
            "{unknown}"
        );
        // A separator or an extension makes it a file, even where a scene of that name is shipped.
        for word in ["./sawtooth", "sawtooth.ron"] {
            assert!(
                matches!(open(word), Err(SceneError::Unreadable { .. })),
                "{word}"
            );
        }
    }
}
