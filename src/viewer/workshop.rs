//! Changing the open scene by hand: edits with a history, the run that follows from them, and the scene as a file.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;

use super::command::{Command, Notice, Opened, Tone};
use super::desk::Desk;
use super::document::{self, Document};
use super::files;
use super::keep::Kept;
use super::lanes::{LaneNumber, Tape};
use super::notices::Notices;
use super::past::Past;
use super::playback::Playback;
use super::settings::{Restarting, Settings};
use super::text;
use crate::lane::Rig;
use crate::policy::Policy;
use crate::scene::edit::{Drag, Edit, History, LaneEdit, Relocation, source_of};
use crate::scene::{self, MeshFile, Scene, Source};

/// The open scene as it is edited.
#[derive(Resource, Debug, Default)]
pub struct Workshop {
    history: Option<History>,
    /// The number of the document that the history belongs to.
    of: Option<u32>,
}

impl Workshop {
    /// With the scene that `source` holds; with none where it cannot be read.
    #[must_use]
    pub fn of(source: &Source) -> Self {
        let scene = scene::read(&source.text, &source.file()).ok();
        Self {
            history: scene.map(History::new),
            of: None,
        }
    }

    /// The scene as it is, once it has been asked for.
    #[must_use]
    pub fn scene(&self) -> Option<&Arc<Scene>> {
        self.history.as_ref().map(History::scene)
    }

    /// Whether there is something to save.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.history.as_ref().is_some_and(History::is_changed)
    }

    /// What would be undone.
    #[must_use]
    pub fn undo_title(&self) -> Option<&str> {
        self.history.as_ref()?.undo_title()
    }

    /// What would be done again.
    #[must_use]
    pub fn redo_title(&self) -> Option<&str> {
        self.history.as_ref()?.redo_title()
    }
}

/// The workshop, which follows the document.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Workshop>()
        .add_systems(Update, follow.in_set(super::ViewSystems::Follow));
}

/// Reads the scene of a document that was opened, so that panels have what can be edited.
fn follow(document: Option<Res<Document>>, mut workshop: ResMut<Workshop>) {
    let number = document.as_ref().map(|document| document.number);
    if workshop.of == number {
        return;
    }
    let read = document.map(|document| Workshop::of(&document.source));
    *workshop = Workshop {
        of: number,
        ..read.unwrap_or_default()
    };
}

/// Carries out what is about editing.
pub(super) fn apply(world: &mut World, command: Command) {
    match command {
        Command::Edit(edit, drag) => edit_scene(world, &edit, drag),
        Command::Undo => back_or_forth(world, History::undo),
        Command::Redo => back_or_forth(world, History::redo),
        Command::AskSaveScene => {
            if let Some(document) = world.get_resource::<Document>() {
                let name = document.source.name.clone();
                files::ask_save_scene(world.resource::<Desk>(), &name);
            }
        }
        Command::SaveScene(path) => match save(world, &path) {
            Ok(()) => say(world, Tone::Done, text::saved(&path)),
            Err(error) => say(world, Tone::Error, error),
        },
        _ => {}
    }
}

fn say(world: &mut World, tone: Tone, text: String) {
    if tone == Tone::Error {
        tracing::error!("{text}");
    }
    world.resource_mut::<Notices>().add(Notice { tone, text });
}

fn edit_scene(world: &mut World, edit: &Edit, drag: Option<Drag>) {
    let had_formulas = world
        .get_resource::<Document>()
        .is_some_and(|document| scene::write::has_formulas(&document.source.text));
    let mut workshop = world.resource_mut::<Workshop>();
    let Some(history) = workshop.history.as_mut() else {
        return;
    };
    match history.apply(edit, drag) {
        Ok(false) => {}
        Ok(true) => {
            let of_lanes = matches!(edit, Edit::Lane(_));
            // Where a run begins, and by what rate and length it goes, is told from tick 0.
            let goes_on = matches!(edit, Edit::Object(..));
            if let Err(error) = rebuild(world, of_lanes, goes_on) {
                // What cannot be built is not kept; building it again as it was cannot fail.
                if let Some(history) = &mut world.resource_mut::<Workshop>().history {
                    history.undo();
                }
                say(world, Tone::Error, error);
            } else if had_formulas {
                say(world, Tone::Done, text::FORMULAS_GONE.to_owned());
            }
        }
        Err(error) => say(world, Tone::Error, error.to_string()),
    }
}

fn back_or_forth(world: &mut World, turn: fn(&mut History) -> bool) {
    let mut workshop = world.resource_mut::<Workshop>();
    let before = workshop.scene().cloned();
    let moved = workshop.history.as_mut().is_some_and(turn);
    if !moved {
        return;
    }
    // As with the edit itself: only objects may change under a run that goes on.
    let after = workshop.scene().cloned();
    let goes_on =
        before.map(|scene| scene.objects.clone()) != after.map(|scene| scene.objects.clone());
    if let Err(error) = rebuild(world, true, goes_on) {
        say(world, Tone::Error, error);
    }
}

/// Makes the run of the edited scene take the place of the open one. Policies that were changed in the window stay with their
/// lanes, unless the edit was about lanes. Where the user wants it and the edit allows it (`goes_on`), the run begins with what
/// is at the cursor.
fn rebuild(world: &mut World, of_lanes: bool, goes_on: bool) -> Result<(), String> {
    let (Some(document), Some(edited)) = (
        world.get_resource::<Document>(),
        world.resource::<Workshop>().scene().cloned(),
    ) else {
        return Ok(());
    };
    let opened = Opened {
        name: document.name.clone(),
        source: source_of(&document.source, &edited),
        recording: None,
        from: document.from.clone(),
        left_out: document.left_out.clone(),
    };
    let kept = if of_lanes {
        Vec::new()
    } else {
        policies(world)
    };
    let at_cursor = world.resource::<Settings>().restarting == Restarting::AtCursor;
    let before = pasts(world, at_cursor && goes_on);
    let number = document::replace(world, &opened, &kept, &before)?;
    world.resource_mut::<Workshop>().of = Some(number);
    let from_cursor = before.iter().any(Past::goes_on);
    let mut playback = world.resource_mut::<Playback>();
    let cursor = playback.cursor;
    if from_cursor && cursor > 0 {
        let text = text::goes_on_from(cursor);
        playback.markers.clear();
        playback.seek(0);
        say(world, Tone::Done, text);
    } else {
        // The tick that is looked at stays, so that what the edit changes is seen there.
        playback.seek(cursor);
    }
    Ok(())
}

/// What every lane hands on to the one that takes its place: its state at the cursor if `state` is wanted and a state means
/// something, and what was done by hand.
fn pasts(world: &mut World, state: bool) -> Vec<Past> {
    let cursor = world.resource::<Playback>().cursor;
    let Some(setup) = world
        .get_resource::<Document>()
        .map(|document| document.setup.clone())
    else {
        return Vec::new();
    };
    // Scripted sweeps stand each for itself.
    let state = state && !matches!(setup.rig, Rig::Sweep(_));
    let mut lanes = world.query::<&Tape>();
    lanes
        .iter(world)
        .map(|tape| Past::of(&tape.recording, &setup, state.then_some(cursor)))
        .collect()
}

/// Name and policy of every lane, in their order.
fn policies(world: &mut World) -> Vec<(String, Policy)> {
    let mut lanes = world.query::<(&LaneNumber, &Tape)>();
    let mut all: Vec<_> = lanes
        .iter(world)
        .map(|(number, tape)| {
            let recording = &tape.recording;
            (number.0, recording.name.clone(), recording.policy())
        })
        .collect();
    all.sort_by_key(|lane| lane.0);
    all.into_iter()
        .map(|(_, name, policy)| (name, policy))
        .collect()
}

/// Takes lanes and policies that were changed in the window into the history, so that they are undone as other edits are and
/// an edit that is undone leaves them.
pub(super) fn note_lanes(world: &mut World) {
    let lanes = policies(world);
    let mut workshop = world.resource_mut::<Workshop>();
    let Some(history) = workshop.history.as_mut() else {
        return;
    };
    for edit in lane_edits(history.scene(), &lanes) {
        // What cannot be noted has run all the same.
        let _ = history.apply(&Edit::Lane(edit), None);
    }
}

/// Puts a scene with changes that were not saved beside the settings, and says where, before it is gone.
pub(super) fn keep_unsaved(world: &mut World) {
    let (true, Some(kept), Some(document)) = (
        world
            .get_resource::<Workshop>()
            .is_some_and(Workshop::is_changed),
        world.get_resource::<Kept>(),
        world.get_resource::<Document>(),
    ) else {
        return;
    };
    let (folder, name) = (kept.folder.join("unsaved"), document.source.name.clone());
    let letter = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(letter).take(60).collect();
    let mut paths = (1..10_000).map(|n| folder.join(format!("{name}-{n}.ron")));
    let Some(path) = paths.find(|path| !path.exists()) else {
        return;
    };
    let written = std::fs::create_dir_all(&folder)
        .map_err(|error| format!("{}: {}", folder.display(), scene::why(&error)))
        .and_then(|()| write_scene(world, &path));
    match written {
        Ok(_) => {
            let text = text::kept_unsaved(&path);
            tracing::info!("{text}");
            say(world, Tone::Done, text);
        }
        Err(error) => say(world, Tone::Error, error),
    }
}

/// What makes the lanes and policies of `scene` those that the window has.
fn lane_edits(scene: &Scene, lanes: &[(String, Policy)]) -> Vec<LaneEdit> {
    let edit = |(name, policy): &(String, Policy)| match scene
        .lanes
        .iter()
        .find(|lane| lane.name == *name)
    {
        Some(lane) if lane.policy.parse::<Policy>().ok() == Some(*policy) => None,
        Some(_) => Some(LaneEdit::Policy(name.clone(), policy.text())),
        None => Some(LaneEdit::Add(name.clone(), policy.text())),
    };
    lanes.iter().filter_map(edit).collect()
}

/// The scene with the lanes and policies that the window has.
fn with_lanes(scene: &Scene, lanes: &[(String, Policy)]) -> Result<Scene, String> {
    let mut scene = scene.clone();
    for edit in lane_edits(&scene, lanes) {
        scene = scene::edit::apply(&scene, &Edit::Lane(edit)).map_err(|error| error.to_string())?;
    }
    Ok(scene)
}

/// Writes the scene to `path`, and beside it the files that it names and that cannot be reached from there; gives what it is
/// from now on, and what its files are called there.
fn write_scene(world: &mut World, path: &Path) -> Result<(Source, Relocation), String> {
    let lanes = policies(world);
    let Some(edited) = world.resource::<Workshop>().scene().cloned() else {
        return Err(text::NOTHING_OPEN.to_owned());
    };
    let whole = with_lanes(&edited, &lanes)?;
    let document = world
        .get_resource::<Document>()
        .ok_or_else(|| text::NOTHING_OPEN.to_owned())?;
    let relocation = Relocation::of(&document.source, &whole, path);
    let source = relocation.source(&document.source, &whole);
    let failed =
        |path: &Path, error: std::io::Error| format!("{}: {}", path.display(), scene::why(&error));
    let folder = path.parent().unwrap_or(Path::new(""));
    // A file of another content would be taken for the scene's own from now on.
    let is_other = |file: &&MeshFile| {
        relocation.kept().contains(&file.path)
            && std::fs::read(folder.join(&file.path)).is_ok_and(|there| there != file.bytes)
    };
    if let Some(other) = source.files.iter().find(is_other) {
        let place = folder.join(&other.path);
        return Err(text::other_file(&place, path));
    }
    std::fs::write(path, &source.text).map_err(|error| failed(path, error))?;
    for file in &source.files {
        let place = folder.join(&file.path);
        if !place.exists() {
            if let Some(parent) = place.parent() {
                std::fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
            }
            std::fs::write(&place, &file.bytes).map_err(|error| failed(&place, error))?;
        }
    }
    Ok((source, relocation))
}

/// Saves the scene as `path`: from now on it is that file.
fn save(world: &mut World, path: &Path) -> Result<(), String> {
    let (source, relocation) = write_scene(world, path)?;
    let name = path
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into());
    let mut document = world.resource_mut::<Document>();
    document.source = source;
    document.from = path.display().to_string();
    document.name = name;
    if let Some(history) = &mut world.resource_mut::<Workshop>().history {
        history.relocate(&relocation);
        history.mark_saved();
    }
    for told in relocation.told() {
        say(world, Tone::Warning, format!("{told}."));
    }
    if !relocation.kept().is_empty() {
        say(world, Tone::Done, text::written_beside(relocation.kept()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_the_window_are_saved_with_the_scene() {
        let source = scene::open("sawtooth").unwrap();
        let read = scene::read(&source.text, "a.ron").unwrap();
        let legacy: Policy = "legacy".parse().unwrap();
        let lanes = vec![
            ("retail".to_owned(), legacy),
            ("mine".to_owned(), Policy::RETAIL),
        ];
        let saved = with_lanes(&read, &lanes).unwrap();
        let policy = |name: &str| {
            let lane = saved.lanes.iter().find(|lane| lane.name == name).unwrap();
            lane.policy.parse::<Policy>().unwrap()
        };
        assert_eq!([policy("retail"), policy("mine")], [legacy, Policy::RETAIL]);
        assert_eq!(saved.lanes.len(), read.lanes.len() + 1);
        // As they are, nothing changes.
        assert_eq!(with_lanes(&read, &[]).unwrap(), read);
    }
}
