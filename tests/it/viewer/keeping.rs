//! What outlives the window, and what a fault costs: the app without graphics, panels without an app.

use std::path::Path;

use bevy::prelude::*;
use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::{self, Queryable as _};
use sweepscope::config::{self, CameraPreset};
use sweepscope::overlay::{Layer, Theme};
use sweepscope::recording::file;
use sweepscope::viewer::command::{Asked, Command, Opened, Slot, Tone};
use sweepscope::viewer::panels::{self, bindings, choices};
use sweepscope::viewer::{
    BottomTab, Calm, CorePlugin, Document, Export, Gallery, Keymap, LaneNumber, Notices, Place,
    Popup, Settings, Tape, keep,
};

fn app(folder: Option<&Path>) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, CorePlugin));
    if let Some(folder) = folder {
        keep(&mut app, folder.to_path_buf());
    }
    app.finish();
    app.cleanup();
    app
}

fn ask(app: &mut App, commands: impl IntoIterator<Item = Command>) {
    app.world_mut().resource_mut::<Asked>().0.extend(commands);
    app.update();
}

fn settings(app: &App) -> &Settings {
    app.world().resource::<Settings>()
}

fn notices(app: &App) -> Vec<(Tone, String)> {
    let all = app.world().resource::<Notices>().0.iter();
    all.map(|notice| (notice.tone, notice.text.clone()))
        .collect()
}

fn until(app: &mut App, what: &str, mut is: impl FnMut(&mut App) -> bool) {
    for _ in 0..5_000 {
        if is(app) {
            return;
        }
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("{what} did not come");
}

fn has_document(app: &mut App) -> bool {
    app.world().contains_resource::<Document>()
}

#[test]
fn choices_are_there_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = app(Some(folder.path()));
    let mark = "Set or remove marker";
    ask(
        &mut first,
        [
            Command::Theme(Theme::Dark),
            Command::ScaleBy(1),
            Command::RawEye(true),
            Command::ReducedMotion(true),
            Command::CameraPreset(CameraPreset::Maya),
            Command::Layer(Layer::BspSpheres),
            Command::Bottom(BottomTab::Log),
            Command::PanelSizes([Some(200), None, None]),
            Command::Bind(mark, "Ctrl+Shift+M".parse().unwrap()),
            Command::Visited("sawtooth".to_owned()),
        ],
    );
    let file = folder.path().join(config::FILE);
    assert!(!file.exists(), "it is not written while things still move");
    first.world_mut().write_message(AppExit::Success);
    first.update();
    assert!(file.exists());
    let again = app(Some(folder.path()));
    assert_eq!(settings(&again), settings(&first));
    assert_eq!(settings(&again).scale, 125);
    assert_eq!(settings(&again).recent.list(), ["sawtooth"]);
    assert_eq!(settings(&again).keymap.0[mark].len(), 1);
    // Nothing is taken from the user by one who does not keep.
    assert_eq!(*settings(&app(None)), Settings::default());
}

#[test]
fn what_changed_is_written_once_it_rests() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app(Some(folder.path()));
    ask(&mut app, [Command::Scale(150)]);
    let file = folder.path().join(config::FILE);
    until(&mut app, "the file", |_| file.exists());
    assert_eq!(config::open(folder.path()).config.scale_percent, 150);
}

#[test]
fn a_file_that_is_odd_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"(version: 1, keys: {"Fly away": ["Q"], "Loop": ["R"]}, scale_percent: 999)"#;
    std::fs::write(folder.path().join(config::FILE), text).unwrap();
    let mut app = app(Some(folder.path()));
    app.update();
    let told = notices(&app);
    for word in ["Fly away", "\"Loop\"", "999"] {
        let tells = |(tone, text): &(Tone, String)| *tone == Tone::Warning && text.contains(word);
        assert!(told.iter().any(tells), "{word}: {told:?}");
    }
    assert_eq!(settings(&app).scale, 200);
}

#[test]
fn the_layout_goes_back() {
    let mut app = app(None);
    ask(
        &mut app,
        [
            Command::PanelSizes([Some(300), Some(400), None]),
            Command::Bottom(BottomTab::Plots),
            Command::HidePanels,
            Command::ResetLayout,
        ],
    );
    let now = settings(&app);
    assert_eq!((now.panel_sizes, now.hidden), ([None; 3], false));
    assert_eq!((now.bottom, now.layout), (BottomTab::Timeline, 1));
}

#[test]
fn files_are_remembered_as_they_open_and_forgotten_when_they_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let source = sweepscope::scene::open("sawtooth").unwrap();
    std::fs::write(&path, &source.text).unwrap();
    let name = path.display().to_string();
    let mut app = app(None);
    ask(&mut app, [Command::Open("corridor_clip".to_owned())]);
    until(&mut app, "the scene", has_document);
    ask(&mut app, [Command::Open(name.clone())]);
    let is_open = |app: &mut App| app.world().resource::<Document>().name == "mine.ron";
    until(&mut app, "the file", is_open);
    assert_eq!(
        settings(&app).recent.list(),
        [name.as_str(), "corridor_clip"]
    );
    std::fs::remove_file(&path).unwrap();
    ask(&mut app, [Command::Open(name.clone())]);
    until(&mut app, "the notice", |app| !notices(app).is_empty());
    assert_eq!(settings(&app).recent.list(), ["corridor_clip"]);
    let told = notices(&app);
    assert!(told[0].1.contains("taken off the list"), "{told:?}");
    assert!(is_open(&mut app), "what was open stays open");
}

/// Of what is stopped nothing comes, however long it takes.
#[test]
fn opening_can_be_stopped() {
    let mut app = app(None);
    ask(
        &mut app,
        [Command::Open("sawtooth".to_owned()), Command::Cancel],
    );
    for _ in 0..50 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        app.update();
    }
    assert!(!has_document(&mut app));
    assert_eq!(notices(&app), []);
}

fn opened(name: &str) -> Command {
    Command::Opened(Box::new(Opened {
        name: name.to_owned(),
        source: sweepscope::scene::open(name).unwrap(),
        recording: None,
        from: String::new(),
        left_out: Vec::new(),
    }))
}

fn ran(app: &mut App) -> u32 {
    let mut tapes = app.world_mut().query::<&Tape>();
    let all = tapes.iter(app.world());
    all.map(|tape| tape.recording.len()).min().unwrap_or(0)
}

/// A fault closes the scene, saves what ran, and leaves a window that opens the next one.
#[test]
fn a_fault_costs_the_open_scene_and_nothing_else() {
    for place in [Place::Lane, Place::Tick, Place::Overlay, Place::Command] {
        let folder = tempfile::tempdir().unwrap();
        let mut app = app(Some(folder.path()));
        ask(&mut app, [Command::RunAhead(false), opened("sawtooth")]);
        ask(&mut app, [Command::Step(40)]);
        until(&mut app, "tick 40", |app| ran(app) > 40);
        let before = ran(&mut app);
        app.world_mut().resource_mut::<Calm>().trip = Some(place);
        ask(&mut app, [Command::Step(1)]);
        app.update();
        assert!(!has_document(&mut app), "{place:?}");
        assert!(app.world().resource::<Gallery>().open);
        let mut lanes = app.world_mut().query::<&LaneNumber>();
        assert_eq!(lanes.iter(app.world()).count(), 0);
        let told = notices(&app);
        let (tone, text) = told.last().unwrap();
        assert!(
            *tone == Tone::Error && text.contains("tripped") && text.contains(".rs:"),
            "{told:?}"
        );
        // The run up to the fault can be opened.
        let saved = folder.path().join("rescued-sawtooth-1.sweep");
        let recording = file::open(&saved).unwrap();
        let least = recording.lanes.iter().map(|lane| lane.len()).min();
        assert!(least.unwrap() >= before, "{place:?}");
        app.world_mut().resource_mut::<Calm>().trip = None;
        ask(&mut app, [opened("corridor_clip")]);
        until(&mut app, "a tick", |app| ran(app) > 0);
        let number = app.world().resource::<Document>().number;
        assert_eq!(number, 1, "nothing derived from the closed one fits");
    }
}

#[test]
fn a_fault_in_building_a_scene_leaves_the_open_one() {
    let mut app = app(None);
    ask(&mut app, [opened("sawtooth")]);
    app.world_mut().resource_mut::<Calm>().trip = Some(Place::Document);
    ask(&mut app, [opened("corridor_clip")]);
    assert_eq!(app.world().resource::<Document>().name, "sawtooth");
    let told = notices(&app);
    assert!(told[0].1.contains("tripped"), "{told:?}");
}

/// Draws with `draw`, lets `act` use it, and gives the commands that came of it.
fn asked(
    draw: impl Fn(&mut egui::Ui, &mut Vec<Command>),
    act: impl FnOnce(&mut Harness<'_, Vec<Command>>),
) -> Vec<Command> {
    let mut harness = Harness::builder().with_size([900.0, 700.0]).build_ui_state(
        |ui: &mut egui::Ui, out: &mut Vec<Command>| {
            if panels::prepare(ui.ctx()) {
                draw(ui, out);
            }
        },
        Vec::new(),
    );
    harness.run();
    harness.state_mut().clear();
    act(&mut harness);
    harness.run();
    harness.state().clone()
}

#[test]
fn keys_are_changed_in_their_list() {
    let mut settings = Settings {
        popup: Popup::Bindings,
        ..Settings::default()
    };
    let list = |settings: &Settings, label: &str| {
        let settings = settings.clone();
        asked(
            move |ui, out| bindings::bindings_ui(ui.ctx(), &settings, out),
            |harness| harness.get_by_label(label).click(),
        )
    };
    let mark = "Set or remove marker";
    let clicked = list(&settings, "Set or remove marker: M");
    assert_eq!(clicked, [Command::Capture(Some(mark))]);
    settings.bind(mark, "Ctrl+K".parse().unwrap());
    assert!(
        settings.key_note.contains("Commands"),
        "{}",
        settings.key_note
    );
    asked(
        |ui, out| bindings::bindings_ui(ui.ctx(), &settings, out),
        |harness| {
            harness.get_by_label(&settings.key_note);
        },
    );
    settings.bind(mark, "Ctrl+M".parse().unwrap());
    assert_eq!(settings.key_note, "");
    assert_eq!(
        list(&settings, "Set or remove marker: Ctrl+M"),
        [Command::Capture(Some(mark))]
    );
    assert_eq!(
        list(&settings, "Set or remove marker: Back to default"),
        [Command::OwnKeys(Some(mark))]
    );
    assert_eq!(
        list(&settings, "All back to default"),
        [Command::OwnKeys(None)]
    );
    settings.keymap = Keymap::default();
    let none = list(&settings, "All back to default");
    assert_eq!(none, [], "there is nothing to take back");
}

#[test]
fn choices_stand_in_the_menu() {
    let settings = Settings {
        theme: Theme::Dark,
        ..Settings::default()
    };
    let menu = |path: &[&str]| {
        asked(
            |ui, out| choices::choices_ui(ui, &settings, out),
            |harness| {
                for label in path {
                    let is = |node: &kittest::AccessKitNode<'_>| {
                        let name = node.label();
                        name.is_some_and(|name| name.trim_start_matches(['•', ' ']) == *label)
                    };
                    harness.get_by(is).click();
                    harness.run();
                }
            },
        )
    };
    assert_eq!(menu(&["Reduced motion"]), [Command::ReducedMotion(true)]);
    assert_eq!(
        menu(&["Colours", "Light colours"]),
        [Command::Theme(Theme::Light)]
    );
    assert_eq!(
        menu(&[
            "Mouse of the free camera",
            "Mouse as in Blender: middle drag orbits"
        ]),
        [Command::CameraPreset(CameraPreset::Blender)]
    );
}

/// Every measure of both lanes, as the command line writes it.
#[test]
fn measures_of_both_lanes_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let mut app = app(None);
    ask(&mut app, [opened("sawtooth")]);
    let ticks = app.world().resource::<Document>().setup.ticks;
    until(&mut app, "the run", |app| ran(app) == ticks);
    ask(&mut app, [Command::Export(Export::Csv, path.clone())]);
    until(&mut app, "the notice", |app| !notices(app).is_empty());
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = head
        .iter()
        .position(|name| *name == "eye_distance")
        .unwrap();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 2 * ticks as usize);
    let mut tapes = app.world_mut().query::<(&LaneNumber, &Tape)>();
    for (number, tape) in tapes.iter(app.world()) {
        let mut mine = rows.iter().filter(|row| row[1] == tape.recording.name);
        if ![0, 3].contains(&number.0) {
            assert!(mine.next().is_none(), "only A and B");
            continue;
        }
        for (summary, row) in tape.recording.summaries().iter().zip(mine) {
            let written: f32 = row[column].parse().unwrap();
            assert_eq!(written, summary.eye_distance);
        }
    }
}

/// What the lane in focus did in the range is the source that the command line writes of it.
#[test]
fn the_lane_in_focus_is_written_as_a_test() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app(None);
    ask(&mut app, [opened("sawtooth")]);
    until(&mut app, "the run", |app| ran(app) > 50);
    ask(
        &mut app,
        [Command::Focus(Slot::A), Command::LoopOver(40, 51)],
    );
    for (what, language, name) in [
        (Export::RustTest, "rust", "sawtooth.rs"),
        (Export::CSharpTest, "csharp", "sawtooth.cs"),
    ] {
        let path = folder.path().join(name);
        ask(&mut app, [Command::Export(what, path.clone())]);
        until(&mut app, "the source", |_| path.exists());
        let (mut wanted, mut err) = (Vec::new(), Vec::new());
        let words = format!("sweepscope export-test sawtooth --as {language} --ticks 40..52");
        let words = words.split(' ').map(Into::into);
        sweepscope::cli::run(words, None, &mut wanted, &mut err);
        // All but how the scene is called.
        let rest = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
        until(&mut app, "all of it", |_| {
            let text = std::fs::read_to_string(&path).unwrap();
            rest(&text) == rest(str::from_utf8(&wanted).unwrap())
        });
    }
}

#[test]
fn a_film_without_graphics_is_refused_and_an_issue_is_copied() {
    let mut app = app(None);
    ask(&mut app, [opened("sawtooth")]);
    until(&mut app, "a tick", |app| ran(app) > 0);
    ask(&mut app, [Command::CopyIssue]);
    assert_eq!(notices(&app), [(Tone::Done, "Copied".to_owned())]);
    ask(
        &mut app,
        [Command::Export(Export::Gif, "nowhere.gif".into())],
    );
    let told = notices(&app);
    assert!(
        told.iter().any(|(tone, _)| *tone == Tone::Error),
        "{told:?}"
    );
    assert!(!Path::new("nowhere.gif").exists());
}
