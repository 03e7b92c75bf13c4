//! Scenes that imports made, saved as files of their own.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use sweepscope::scene::{self, Source};
use sweepscope::viewer::command::{Asked, Command, Tone};
use sweepscope::viewer::{Arrangement, Document, Notices, Pane, Views};

use super::inputs::{app, open_capture, until, write_sample};
use super::schedule::{ask, with_scene};

fn open(app: &mut App, words: String) {
    let before = app.world().get_resource::<Document>().map(|d| d.number);
    let mut asked = app.world_mut().resource_mut::<Asked>();
    asked.0.push(Command::Open(words));
    until(app, "the scene", |app| {
        let document = app.world().get_resource::<Document>();
        document.is_some_and(|document| Some(document.number) != before)
    });
}

fn save(app: &mut App, path: &Path) {
    let mut asked = app.world_mut().resource_mut::<Asked>();
    asked.0.push(Command::SaveScene(path.to_owned()));
    app.update();
}

fn errors(app: &App) -> Vec<String> {
    let notices = &app.world().resource::<Notices>().0;
    let errors = notices.iter().filter(|notice| notice.tone == Tone::Error);
    errors.map(|notice| notice.text.clone()).collect()
}

/// The scene at `path`, which must build.
fn built(path: &Path) -> Source {
    let source = scene::open(path.to_str().unwrap()).unwrap();
    scene::build(&source, None, None).unwrap();
    source
}

fn names(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = all
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A folder, with one for what is imported and one for what is saved in it.
fn folders() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let [data, other] = ["data", "other"].map(|name| folder.path().join(name));
    for folder in [&data, &other] {
        fs::create_dir(folder).unwrap();
    }
    (folder, data, other)
}

/// A capture is called by the way from the scene to it, beside it and elsewhere, and nothing is copied.
#[test]
fn a_capture_stays_where_it_is() {
    let (_kept, data, other) = folders();
    let mut app = app();
    open_capture(&mut app, &data);
    let title = &app.world().resource::<Document>().title;
    assert_eq!(title, "walk.jsonl: run 1");
    save(&mut app, &data.join("a.ron"));
    assert!(built(&data.join("a.ron")).text.contains("\"walk.jsonl\""));
    save(&mut app, &other.join("b.ron"));
    let text = built(&other.join("b.ron")).text;
    assert!(text.contains("\"../data/walk.jsonl\""), "{text}");
    assert_eq!(names(&other), ["b.ron"]);
    assert_eq!(errors(&app), [""; 0]);
}

/// Of game files the folder, whichever folder the scene is saved in first.
#[test]
fn a_scene_of_game_files_finds_them_from_another_folder() {
    let (_kept, data, other) = folders();
    write_sample(&data);
    let mut app = app();
    open(&mut app, format!("{} --id 0xA9B40100", data.display()));
    save(&mut app, &other.join("room.ron"));
    assert!(built(&other.join("room.ron")).text.contains("\"../data\""));
    assert_eq!(errors(&app), [""; 0]);
}

/// What is gone is written beside the scene, but never taken for another file of its name; then nothing is written.
#[test]
fn a_file_of_another_content_is_not_taken_for_the_scenes() {
    let (_kept, data, other) = folders();
    let mesh = data.join("m.obj");
    fs::write(&mesh, "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n").unwrap();
    let mut app = app();
    open(&mut app, mesh.display().to_string());
    fs::remove_file(&mesh).unwrap();
    fs::write(other.join("m.obj"), "v 9 9 9\n").unwrap();
    save(&mut app, &other.join("a.ron"));
    let told = errors(&app);
    assert!(
        told.len() == 1 && told[0].contains("m.obj is there and is another file"),
        "{told:?}"
    );
    assert_eq!(names(&other), ["m.obj"]);
    fs::remove_file(other.join("m.obj")).unwrap();
    save(&mut app, &other.join("a.ron"));
    built(&other.join("a.ron"));
    assert_eq!(names(&other), ["a.ron", "m.obj"]);
}

/// What was mended is no longer told as broken.
#[test]
fn an_error_goes_when_its_file_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    let text = scene::open("sawtooth").unwrap().text;
    fs::write(&path, "Scene(").unwrap();
    let mut app = app();
    let mut asked = app.world_mut().resource_mut::<Asked>();
    asked.0.push(Command::Open(path.display().to_string()));
    until(&mut app, "the error", |app| !errors(app).is_empty());
    fs::write(&path, text).unwrap();
    open(&mut app, path.display().to_string());
    assert_eq!(errors(&app), [""; 0]);
}

/// One view alone goes back to what was before.
#[test]
fn one_view_alone_goes_back_to_several() {
    let mut app = with_scene("sawtooth");
    let now = |app: &App| app.world().resource::<Views>().arrangement;
    for several in [Arrangement::Quad, Arrangement::Overlaid, Arrangement::Split] {
        ask(&mut app, [Command::Arrange(several), Command::Maximise]);
        assert_eq!(now(&app), Arrangement::Single(Pane::A));
        ask(&mut app, [Command::Maximise]);
        assert_eq!(now(&app), several);
    }
}
