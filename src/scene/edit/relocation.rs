//! What the files of a scene are called when it is saved in another folder.

use std::path::{Component, Path, PathBuf};

use super::source_of;
use crate::formats::gltf;
use crate::scene::model::Scene;
use crate::scene::source::{Source, beside_path};
use crate::scene::{SceneError, named, read, shipped};

/// The paths of a scene as they are from another folder, so that they mean the same files from there.
///
/// A file that cannot be reached, as of a recording whose scene is gone, is called by a path below the new folder: whoever saves
/// the scene writes what is kept of it there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relocation {
    path: PathBuf,
    /// Meshes, dumps and captures: as they were called and as they are.
    files: Vec<(String, String)>,
    /// Those that cannot be reached, as they are called from now on.
    kept: Vec<String>,
    game: Option<(String, String)>,
    control: Option<(String, Option<String>)>,
    told: Vec<String>,
}

impl Relocation {
    /// Of `scene`, which came of `source`, to the file `path`.
    #[must_use]
    pub fn of(source: &Source, scene: &Scene, path: &Path) -> Self {
        let mut relocation = Self {
            path: path.to_owned(),
            ..Self::default()
        };
        let old = match &source.path {
            Some(path) => Some(folder(path)),
            None => source.folder.as_deref().map(real),
        };
        let new = folder(path);
        if old.is_some() && old == Some(new.clone()) {
            return relocation;
        }
        let old = old.as_deref();
        for (_, file) in named::files(scene) {
            if relocation.files.iter().any(|(known, _)| known == file) {
                continue;
            }
            let name = same_file(old, &new, file).unwrap_or_else(|| {
                let name = below(file);
                relocation.kept.push(name.clone());
                name
            });
            let kept = source.files.iter().find(|kept| kept.path == file);
            let beside = kept.map_or_else(Vec::new, |kept| gltf::beside(&kept.bytes));
            for inner in beside {
                let names = (beside_path(file, &inner), beside_path(&name, &inner));
                if relocation.kept.contains(&name) {
                    relocation.kept.push(names.1.clone());
                }
                relocation.files.push(names);
            }
            relocation.files.push((file.to_owned(), name));
        }
        if let Some(files) = scene.game.as_ref().and_then(|game| game.files.as_ref())
            && let Some(name) = same_file(old, &new, files)
        {
            relocation.game = Some((files.clone(), name));
        }
        if let Some(control) = &scene.control {
            let name = control_from(source, old, &new, control);
            if name.is_none() {
                let told = format!("its control {control} cannot be reached and is left out");
                relocation.told.push(told);
            }
            relocation.control = Some((control.clone(), name));
        }
        relocation
    }

    /// What the user is to know of it, one sentence each without its full stop.
    #[must_use]
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// The files that are written below the new folder, as the scene calls them from there.
    #[must_use]
    pub fn kept(&self) -> &[String] {
        &self.kept
    }

    /// `scene` with the new names; what it calls otherwise than the scene that this was made of stays.
    #[must_use]
    pub fn scene(&self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        named::rename(&mut scene, |file| self.name(file));
        if let (Some(game), Some((old, new))) = (&mut scene.game, &self.game)
            && game.files.as_ref() == Some(old)
        {
            game.files = Some(new.clone());
        }
        if let Some((old, new)) = &self.control
            && scene.control.as_ref() == Some(old)
        {
            scene.control.clone_from(new);
        }
        scene
    }

    /// `scene`, which came of editing what `original` holds, as it is opened from its new file.
    #[must_use]
    pub fn source(&self, original: &Source, scene: &Scene) -> Source {
        let mut source = source_of(original, &self.scene(scene));
        for file in &mut source.files {
            if let Some(name) = self.name(&file.path) {
                file.path = name;
            }
        }
        source.path = Some(self.path.clone());
        source.folder = None;
        source
    }

    fn name(&self, file: &str) -> Option<String> {
        let known = self.files.iter().find(|(old, _)| old == file);
        known.map(|(_, new)| new.clone())
    }
}

/// The folder that `path` is in, without links where it exists.
fn folder(path: &Path) -> PathBuf {
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    real(parent)
}

/// `folder` without links where it exists.
fn real(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

impl Source {
    /// What was opened from a file that does not stay, with files called as they are from `folder`.
    ///
    /// # Errors
    /// That its text is no scene.
    pub fn seen_from(&self, folder: &Path) -> Result<Self, SceneError> {
        let scene = read(&self.text, &self.file())?;
        let relocation = Relocation::of(self, &scene, &folder.join("scene.ron"));
        let moved = relocation.source(self, &scene);
        Ok(Self {
            path: None,
            folder: Some(folder.to_owned()),
            ..moved
        })
    }
}

/// How the file or folder that `old` calls `name` is called from `new`; `None` if it is not there.
fn same_file(old: Option<&Path>, new: &Path, name: &str) -> Option<String> {
    let target = old?.join(name);
    if !target.exists() {
        return None;
    }
    if Path::new(name).is_absolute() {
        return Some(name.to_owned());
    }
    // The file's own name stays, also where it is a link: files beside it may be meant too.
    let target = match target.file_name() {
        Some(last) => folder(&target).join(last),
        None => target.canonicalize().ok()?,
    };
    let shared = |(a, b): &(Component<'_>, Component<'_>)| a == b;
    let common = new
        .components()
        .zip(target.components())
        .take_while(shared)
        .count();
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
    // Nothing but the root in common: the whole path is shorter and says more.
    if !new.components().take(common).any(|part| is_name(&part)) {
        let whole = target.to_str()?;
        return Some(match cfg!(windows) {
            true => whole.trim_start_matches(r"\\?\").replace('\\', "/"),
            false => whole.to_owned(),
        });
    }
    let up = new.components().skip(common).map(|_| Some(".."));
    let down = target
        .components()
        .skip(common)
        .map(|part| part.as_os_str().to_str());
    let parts: Vec<&str> = up.chain(down).collect::<Option<_>>()?;
    Some(match parts.is_empty() {
        true => ".".to_owned(),
        false => parts.join("/"),
    })
}

/// `file` without what leads out of a folder.
fn below(file: &str) -> String {
    let parts = Path::new(file).components();
    let names: Vec<&str> = parts
        .filter(|part| matches!(part, Component::Normal(_)))
        .filter_map(|part| part.as_os_str().to_str())
        .collect();
    names.join("/")
}

/// What the control of `source` is called from `new`: a file by its path, a shipped scene by its name; `None` if it is not there.
fn control_from(source: &Source, old: Option<&Path>, new: &Path, control: &str) -> Option<String> {
    if let Some(name) = same_file(old, new, control) {
        return Some(name);
    }
    shipped::control(&source.name, control).map(|scene| scene.name.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{Edit, History, RunEdit};
    use super::*;
    use crate::scene::{build, open, read};

    const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

    fn text(control: &str) -> String {
        format!(
            "Scene(version: 1, title: \"t\", length: Seconds(0.1), control: \"{control}\", lanes: [Lane(name: \"a\", policy: \"retail\")],
                objects: [Object(name: \"m\", shape: Mesh(file: \"meshes/m.obj\")),
                    Object(name: \"n\", shape: Parts([Part(shape: Mesh(file: \"../n.obj\"))]))],
                rig: Chase(feet: (0, 0, 0)))"
        )
    }

    fn scene_of(source: &Source) -> Scene {
        read(&source.text, &source.file()).unwrap()
    }

    #[test]
    fn paths_mean_the_same_files_from_another_folder() {
        let folder = tempfile::tempdir().unwrap();
        let here = |name: &str| folder.path().join(name);
        for name in ["old/meshes", "new/deeper"] {
            fs::create_dir_all(here(name)).unwrap();
        }
        fs::write(here("old/meshes/m.obj"), MESH).unwrap();
        fs::write(here("n.obj"), MESH).unwrap();
        // Other files of the same names are not taken for them.
        fs::create_dir_all(here("new/deeper/meshes")).unwrap();
        fs::write(here("new/deeper/meshes/m.obj"), "v 0 0 0\n").unwrap();
        fs::write(here("old/a.ron"), text("c.ron")).unwrap();
        fs::write(here("old/c.ron"), text("c.ron")).unwrap();
        let source = open(here("old/a.ron").to_str().unwrap()).unwrap();
        let scene = scene_of(&source);

        let path = here("new/deeper/b.ron");
        let relocation = Relocation::of(&source, &scene, &path);
        let moved = relocation.source(&source, &scene);
        assert_eq!(relocation.told(), [""; 0]);
        assert_eq!(scene_of(&moved).control.as_deref(), Some("../../old/c.ron"));
        build(&moved, None, None).unwrap();
        fs::write(&path, &moved.text).unwrap();
        let opened = open(path.to_str().unwrap()).unwrap();
        assert_eq!(opened.files, moved.files);
        let names: Vec<&str> = moved.files.iter().map(|file| &*file.path).collect();
        assert_eq!(names.len(), 2);
        assert!(names.contains(&"../../old/meshes/m.obj") && names.contains(&"../../n.obj"));
        assert_eq!(
            opened.open_control().unwrap().map(|control| control.text),
            Some(text("c.ron"))
        );
        // What can be undone means them too.
        let mut history = History::new(scene.clone());
        let edit = Edit::Run(RunEdit::Rate(100));
        history.apply(&edit, None).unwrap();
        history.relocate(&relocation);
        history.mark_saved();
        assert!(!history.is_changed());
        assert_eq!(history.scene().control, scene_of(&moved).control);
        history.undo();
        assert_eq!(**history.scene(), scene_of(&moved));
        // And back again.
        let back = Relocation::of(&opened, &scene_of(&opened), &here("old/a.ron"));
        assert_eq!(back.scene(&scene_of(&opened)).objects, scene.objects);

        // A folder with the game's files as well.
        let mut game = scene.clone();
        let files = |name: &str| crate::scene::model::Game {
            files: Some(name.to_owned()),
            load: Vec::new(),
            tree: None,
            placement: None,
        };
        game.game = Some(files("meshes"));
        let moved = Relocation::of(&source, &game, &path).scene(&game);
        assert_eq!(moved.game, Some(files("../../old/meshes")));

        // Beside the old one nothing is called otherwise.
        let beside = Relocation::of(&source, &scene, &here("old/b.ron"));
        assert_eq!(beside.scene(&scene), scene);
    }

    #[test]
    fn what_cannot_be_reached_is_left_out_or_below_the_scene() {
        let folder = tempfile::tempdir().unwrap();
        let mut source = Source::from_text("a", &text("nowhere.ron"));
        let scene = scene_of(&source);
        source.files = ["meshes/m.obj", "../n.obj"]
            .map(|path| crate::scene::MeshFile {
                path: path.to_owned(),
                bytes: MESH.as_bytes().to_vec(),
            })
            .to_vec();
        let path = folder.path().join("b.ron");
        let relocation = Relocation::of(&source, &scene, &path);
        let moved = relocation.source(&source, &scene);
        assert_eq!(
            relocation.told(),
            ["its control nowhere.ron cannot be reached and is left out"]
        );
        assert_eq!(scene_of(&moved).control, None);
        assert_eq!(
            [&*moved.files[0].path, &*moved.files[1].path],
            ["meshes/m.obj", "n.obj"]
        );
        build(&moved, None, None).unwrap();
    }

    #[test]
    fn a_shipped_scene_finds_its_control_from_anywhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.ron");
        let mut with_control = 0;
        for shipped in shipped::SHIPPED {
            let source = shipped.source();
            let scene = scene_of(&source);
            let Some(control) = source.open_control().unwrap() else {
                continue;
            };
            with_control += 1;
            let moved = Relocation::of(&source, &scene, &path).source(&source, &scene);
            let found = moved.open_control().unwrap().unwrap();
            assert_eq!(found.text, control.text, "{}", shipped.name);
            // And again from there, and from a recording of it, which keeps no path.
            let again = scene_of(&moved);
            let twice = Relocation::of(&moved, &again, &folder.path().join("x/b.ron"))
                .source(&moved, &again);
            for mut source in [moved, twice] {
                assert_eq!(source.open_control().unwrap().unwrap().text, control.text);
                source.path = None;
                assert_eq!(source.open_control().unwrap().unwrap().text, control.text);
            }
        }
        assert!(with_control > 20);
    }
}
