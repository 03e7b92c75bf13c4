//! Real input in the window: the game's files, places, captures and logs; panels without an app, the app without graphics.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::egui;
use egui_kittest::kittest::Queryable as _;
use sweepscope::cli;
use sweepscope::formats::dat::catalog::{Catalog, Listed};
use sweepscope::formats::dat::library::open_library;
use sweepscope::formats::dat::solid::TreeChoice;
use sweepscope::formats::dat::write::sample::{FILES, sample};
use sweepscope::formats::dat::{DataSet, RecordKind};
use sweepscope::formats::progress::Go;
use sweepscope::lane::Measure;
use sweepscope::overlay::Layer;
use sweepscope::viewer::command::{Asked, Command, Way};
use sweepscope::viewer::panels::{self, browser::browser_ui};
use sweepscope::viewer::{
    Around, Browse, Browser, CorePlugin, Document, Drawn, GameFiles, LogAsk, Logged, Notices,
    Playback, Series, Tape, import_with,
};

use super::bench::Bench;
use super::panels::click;

const SIZE: [f32; 2] = [1280.0, 700.0];

pub(super) fn write_sample(folder: &Path) {
    for (name, bytes) in FILES.iter().zip(sample()) {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
}

fn sample_files() -> GameFiles {
    let folder = tempfile::tempdir().unwrap();
    write_sample(folder.path());
    let mut library = open_library(folder.path()).unwrap();
    let catalog = Catalog::of(&mut library, &|_, _| Go::On).unwrap();
    GameFiles::listed("/games/ac", catalog)
}

fn bench(files: Option<GameFiles>) -> Bench {
    let mut bench = Bench::new("sawtooth", 0);
    bench.browser.files = files;
    bench.browser.search();
    bench
}

fn room() -> Listed {
    Listed {
        set: DataSet::Cell,
        kind: RecordKind::EnvCell,
        id: 0xA9B4_0101,
        size: 0,
    }
}

/// Types into the field of this name.
fn type_into(harness: &mut egui_kittest::Harness<'_, Vec<Command>>, field: &str, words: &str) {
    harness.get_by_label(field).focus();
    harness.run();
    harness.get_by_label(field).type_text(words);
    harness.run();
}

#[test]
fn without_files_the_browser_says_what_to_do() {
    let bench = bench(None);
    for (label, command) in [
        ("Choose a folder…", Command::Browse(Browse::AskFolder)),
        (
            "Copy",
            Command::Copy("sweepscope export-dat -o samples".to_owned()),
        ),
        ("Back to the scene", Command::Browse(Browse::Show)),
    ] {
        assert_eq!(bench.asked(SIZE, browser_ui, click(label)), [command]);
    }
    // A path is typed and taken with Enter.
    let asked = bench.asked(SIZE, browser_ui, |harness| {
        type_into(harness, "Path of the game's files", "/games/ac");
        harness.key_press(egui::Key::Enter);
    });
    let wanted = Browse::Folder("/games/ac".to_owned());
    assert_eq!(asked, [Command::Browse(wanted)]);
}

#[test]
fn records_are_picked_filtered_and_opened() {
    let files = sample_files();
    let all = files.catalog.list();
    let listed = *all.iter().find(|l| l.id == 0xA9B4_0101).unwrap();
    let mut bench = bench(Some(files));
    for (label, what) in [
        ("EnvCell: 2", Browse::Kind(Some(RecordKind::EnvCell))),
        ("0xA9B40101 EnvCell", Browse::Select(listed)),
    ] {
        let asked = bench.asked(SIZE, browser_ui, click(label));
        assert_eq!(asked, [Command::Browse(what)]);
    }
    let asked = bench.asked(SIZE, browser_ui, |harness| {
        type_into(harness, "Filter", "a9b4");
    });
    assert_eq!(asked, [Command::Browse(Browse::Words("a9b4".to_owned()))]);
    let place = "0xA9B40100 [84 110 20.21] 1 0 0 0";
    let asked = bench.asked(SIZE, browser_ui, |harness| {
        type_into(harness, "Go to a place", place);
        harness.key_press(egui::Key::Enter);
    });
    assert_eq!(asked, [Command::Browse(Browse::GoTo(place.to_owned()))]);
    bench.browser.picked = Some(listed);
    for (label, what) in [
        ("rebuilt", Browse::Tree(TreeChoice::Rebuilt)),
        ("single leaf", Browse::Tree(TreeChoice::SingleLeaf)),
        ("Open with what it sees", Browse::Open(listed, Around::Own)),
        ("Landblock", Browse::Open(listed, Around::Block)),
        ("3 × 3 blocks", Browse::Open(listed, Around::Blocks)),
    ] {
        let asked = bench.asked(SIZE, browser_ui, click(label));
        assert_eq!(asked, [Command::Browse(what)]);
    }
    for (key, what) in [
        (egui::Key::ArrowDown, Browse::Move(1)),
        (egui::Key::ArrowUp, Browse::Move(-1)),
        (egui::Key::Enter, Browse::Open(listed, Around::Own)),
    ] {
        let asked = bench.asked(SIZE, browser_ui, |harness| harness.key_press(key));
        assert_eq!(asked, [Command::Browse(what)]);
    }
}

/// Of hundreds of thousands of ids those in sight are laid out, and a frame takes no longer for the others.
#[test]
fn a_long_list_costs_what_is_in_sight() {
    let listed = |k: u32| Listed {
        id: (k / 90) << 16 | (0x100 + k % 90),
        ..room()
    };
    let catalog = Catalog::from_list((0..700_000).map(listed).collect());
    let bench = bench(Some(GameFiles::listed("/games/ac", catalog)));
    assert_eq!(bench.browser.found.len(), 700_000);
    let began = Instant::now();
    bench.asked(SIZE, browser_ui, |harness| {
        let count = harness.query_all_by_label_contains(" EnvCell").count();
        assert!((10..60).contains(&count), "{count}");
    });
    let took = began.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
}

pub(super) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, CorePlugin));
    import_with(&mut app, cli::import_words);
    app.finish();
    app.cleanup();
    app
}

fn ask(app: &mut App, what: Browse) {
    let mut asked = app.world_mut().resource_mut::<Asked>();
    asked.0.push(Command::Browse(what));
    app.update();
}

pub(super) fn until(app: &mut App, what: &str, mut is: impl FnMut(&mut App) -> bool) {
    for _ in 0..5_000 {
        if is(app) {
            return;
        }
        app.update();
        std::thread::sleep(Duration::from_millis(2));
    }
    let notices = &app.world().resource::<Notices>().0;
    panic!("{what} did not come: {notices:?}");
}

fn browser(app: &App) -> &Browser {
    app.world().resource::<Browser>()
}

fn document(app: &App) -> &Document {
    app.world().resource::<Document>()
}

/// A folder is opened, a record looked at and opened, and the body sent to a place, in the scene and out of it.
#[test]
fn from_a_folder_to_a_place_in_a_scene() {
    let folder = tempfile::tempdir().unwrap();
    write_sample(folder.path());
    let mut app = app();
    ask(&mut app, Browse::Folder("/no/such/folder".to_owned()));
    until(&mut app, "an error", |app| !browser(app).problem.is_empty());
    assert!(browser(&app).problem.contains("/no/such/folder"));
    // A folder that is opened as a file is looked through.
    let place = folder.path().display().to_string();
    let mut asked = app.world_mut().resource_mut::<Asked>();
    asked.0.push(Command::Open(place));
    until(&mut app, "the files", |app| browser(app).files.is_some());
    assert!(browser(&app).open && browser(&app).problem.is_empty());
    ask(&mut app, Browse::Words("A9B40101".to_owned()));
    assert_eq!(browser(&app).found.len(), 1);
    ask(&mut app, Browse::Move(1));
    let picked = browser(&app).picked.unwrap();
    assert_eq!(picked.id, 0xA9B4_0101);
    until(&mut app, "what it holds", |app| {
        browser(app).about.is_some()
    });
    let about = browser(&app).about.as_ref().unwrap().as_ref().unwrap();
    assert!(about.polygons > 0 && about.bounds.is_some());
    ask(&mut app, Browse::Tree(TreeChoice::Rebuilt));
    ask(&mut app, Browse::Open(picked, Around::Own));
    until(&mut app, "the scene", |app| {
        app.world().contains_resource::<Document>()
    });
    assert!(!browser(&app).open);
    let name = &document(&app).name;
    assert!(name.ends_with("0xA9B40101"), "{name}");
    // The room is in the scene: the run begins there, and what was loaded stays.
    let number = document(&app).number;
    let place = "0xA9B40100 [84 110 20.21] 0.7071068 0 0 -0.7071068";
    ask(&mut app, Browse::GoTo(place.to_owned()));
    assert_eq!(document(&app).number, number + 1);
    let sweepscope::lane::Rig::Mover(rig) = &document(&app).setup.rig else {
        panic!("a body was expected");
    };
    assert_eq!(rig.feet, Vec3::new(84.0, 110.0, 20.21));
    assert!((rig.heading_degrees - 90.0).abs() < 1e-3);
    assert!(document(&app).from.contains("--id 0xA9B40101"));
    // Outside of the room that it names a place is told of, for as long as the run begins there.
    let is_told = |app: &App| {
        let notices = &app.world().resource::<Notices>().0;
        let outside = "the start is outside of the room 0xA9B40100";
        notices.iter().any(|notice| notice.text.contains(outside))
    };
    assert!(!is_told(&app));
    let far = "0xA9B40100 [840 110 20.21] 1 0 0 0";
    ask(&mut app, Browse::GoTo(far.to_owned()));
    assert!(is_told(&app));
    ask(&mut app, Browse::GoTo(place.to_owned()));
    assert!(!is_told(&app));
    // The eastern neighbour is not: it is loaded.
    let place = "0xAAB40001 [10 12 20.01] 1 0 0 0";
    ask(&mut app, Browse::GoTo(place.to_owned()));
    until(&mut app, "the neighbour", |app| {
        document(app).from.contains("--location")
    });
    // What is no place is one line, and nothing changes.
    let number = document(&app).number;
    ask(&mut app, Browse::GoTo("somewhere".to_owned()));
    let notices = &app.world().resource::<Notices>().0;
    let told = &notices.last().unwrap().text;
    assert!(told.contains("0x8A020164 [70.58 -40.16 -5.90]"), "{told}");
    assert_eq!(document(&app).number, number);
}

/// A mesh of about a million triangles.
fn write_mesh(path: &Path) {
    use std::fmt::Write as _;
    let side = 700_u32;
    let mut text = String::new();
    for k in 0..side * side {
        let (x, y) = (k % side, k / side);
        let _ = writeln!(text, "v {x} {} {y}", (x * 7 + y * 3) % 5);
    }
    for k in 0..(side - 1) * (side - 1) {
        let a = k / (side - 1) * side + k % (side - 1) + 1;
        let _ = writeln!(text, "f {a} {} {}", a + 1, a + side);
        let _ = writeln!(text, "f {} {} {}", a + 1, a + side + 1, a + side);
    }
    std::fs::write(path, text).unwrap();
}

/// A long import says how far it is and ends when it is stopped, and frames go on meanwhile.
#[test]
fn a_long_import_is_told_and_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big.obj");
    write_mesh(&path);
    let mut app = app();
    let open = Command::Open(path.display().to_string());
    app.world_mut().resource_mut::<Asked>().0.push(open);
    let mut longest = Duration::ZERO;
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..20_000 {
        let began = Instant::now();
        app.update();
        longest = longest.max(began.elapsed());
        std::thread::sleep(Duration::from_millis(2));
        let notices = &app.world().resource::<Notices>().0;
        let told = notices.first().map(|notice| notice.text.clone());
        if let Some(told) = told.filter(|told| seen.last() != Some(told)) {
            let is_built = told.contains(" · built ");
            seen.push(told);
            if is_built {
                break;
            }
        }
        assert!(!app.world().contains_resource::<Document>(), "{seen:?}");
    }
    assert!(seen[0].contains("big.obj"), "{seen:?}");
    let last = seen.last().unwrap();
    assert!(last.contains(" · built "), "{seen:?}");
    assert!(longest < Duration::from_millis(500), "{longest:?}");
    let mut asked = app.world_mut().resource_mut::<Asked>();
    asked.0.push(Command::Cancel);
    app.update();
    assert!(app.world().resource::<Notices>().0.is_empty());
    for _ in 0..100 {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!app.world().contains_resource::<Document>());
}

/// A capture of a walk whose record 77 was moved by a millimetre and record 90 by a metre, opened in the window.
fn with_capture(folder: &Path) -> App {
    let mut app = app();
    open_capture(&mut app, folder);
    app
}

/// The same in an app that is there.
pub(super) fn open_capture(app: &mut App, folder: &Path) {
    use sweepscope::formats::capture::RecordModel;
    let text = crate::inputs::captures::walk(folder);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (line, by) in [(77, 0.001), (90, 1.0)] {
        let mut altered: RecordModel = serde_json::from_str(&lines[line]).unwrap();
        let result = altered.result.as_mut().unwrap();
        let moved = result.position.unwrap().vector() + Vec3::Y * by;
        result.position = Some(moved.into());
        lines[line] = serde_json::to_string(&altered).unwrap();
    }
    let path = folder.join("walk.jsonl");
    std::fs::write(&path, lines.join("\n")).unwrap();
    let words = format!(
        "{} --geometry {}",
        path.display(),
        folder.join("walk.ron").display()
    );
    app.world_mut()
        .resource_mut::<Asked>()
        .0
        .push(Command::Open(words));
    until(app, "the capture", |app| {
        let document = app.world().get_resource::<Document>();
        let ticks = document
            .filter(|document| document.name == "walk.jsonl")
            .map(|document| document.setup.ticks);
        let mut tapes = app.world_mut().query::<&Tape>();
        ticks.is_some_and(|ticks| {
            let mut tapes = tapes.iter(app.world());
            tapes
                .next()
                .is_some_and(|tape| tape.recording.len() == ticks)
        })
    });
}

/// N goes from one record that disagrees to the next, and the recorded sweep is drawn with how far it is off.
#[test]
fn records_that_disagree_are_found_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = with_capture(folder.path());
    assert!(document(&app).is_capture());
    let cursor = |app: &App| app.world().resource::<Playback>().cursor;
    let press = |app: &mut App, command: Command| {
        app.world_mut().resource_mut::<Asked>().0.push(command);
        for _ in 0..3 {
            app.update();
        }
    };
    // How far each is off is had by running the lanes again, on a thread.
    until(&mut app, "errors", |app| {
        let series = app.world().resource::<Series>();
        series.of(0, 0, Measure::RecordedError).is_some()
    });
    let mut found = Vec::new();
    for _ in 0..2 {
        press(&mut app, Command::NextEvent(Way::On));
        found.push(cursor(&app));
    }
    assert_eq!(found, [77, 90]);
    let recorded = |app: &App| -> Vec<String> {
        let drawn = app.world().resource::<Drawn>();
        let labels = drawn.0.iter().flat_map(|overlay| overlay.labels());
        let recorded = labels.filter(|label| label.starts_with("recorded"));
        recorded.map(str::to_owned).collect()
    };
    assert_eq!(recorded(&app)[0], "recorded: 1000.0 mm off");
    press(&mut app, Command::NextEvent(Way::Back));
    assert_eq!(
        (cursor(&app), recorded(&app)[0].as_str()),
        (77, "recorded: 1.0 mm off")
    );
    press(&mut app, Command::Seek(10));
    assert_eq!(recorded(&app)[0], "recorded: the same");
    press(&mut app, Command::Layer(Layer::Recorded));
    assert!(recorded(&app).is_empty());
}

const LOG: &str = "\
[resolve] ent=0x1 in=(1,0,0.5) tgt=(2,0,0.5) out=(1.5,0,0.5) ok=True
noise
[poly-dump] polyId=8 verts=[(0,-2,0),(4,-2,0),(4,2,0),(0,2,0)]
[reach-q] id=0x01000F69 centre=(1,1,1) r=2
";

/// The lines of a log come with their marks, and those that are written later come by themselves.
#[test]
fn a_log_is_followed_into_the_window() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.log");
    std::fs::write(&path, LOG).unwrap();
    let mut app = app();
    let open = Command::Open(path.display().to_string());
    app.world_mut().resource_mut::<Asked>().0.push(open);
    let count = |app: &App| app.world().resource::<Logged>().entries.len();
    until(&mut app, "its lines", |app| count(app) == 3);
    // What the import has to say stands in the window as well.
    let notices = &app.world().resource::<Notices>().0;
    let says = |words: &str| notices.iter().any(|notice| notice.text.contains(words));
    assert!(says("polygons stand as the log has them"), "{notices:?}");
    let marks = |app: &App| {
        let drawn = app.world().resource::<Drawn>();
        drawn.0[0].of(Layer::Recorded).count()
    };
    until(&mut app, "marks", |app| marks(app) > 0);
    let before = marks(&app);
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap();
    writeln!(file, "[step-walk] cur=(1,0,1) check=(1,0,0.5)").unwrap();
    until(&mut app, "the new line", |app| count(app) == 4);
    until(&mut app, "its marks", |app| marks(app) > before);
    assert_eq!(app.world().resource::<Logged>().late, 1);
    let logged = app.world().resource::<Logged>();
    let tags: Vec<&str> = logged.tags.keys().map(String::as_str).collect();
    assert_eq!(tags, ["poly-dump", "reach-q", "resolve", "step-walk"]);
    let ask = |app: &mut App, what: LogAsk| {
        app.world_mut()
            .resource_mut::<Asked>()
            .0
            .push(Command::Log(what));
        app.update();
        app.update();
    };
    ask(&mut app, LogAsk::Tag(Some("reach-q".to_owned())));
    assert_eq!(app.world().resource::<Logged>().listed, [2]);
    assert_eq!(marks(&app), 1);
    ask(&mut app, LogAsk::Pick(Some(2)));
    let drawn = app.world().resource::<Drawn>();
    let named = drawn.0[0].labels().any(|label| label == "[reach-q] line 4");
    assert!(named);
}

/// A click on a line looks at it, a double click frames it, and unknown tags are told with their fields.
#[test]
fn lines_of_a_log_are_clicked() {
    let mut bench = bench(None);
    let log = sweepscope::formats::probe_log::read(LOG.as_bytes());
    bench.logged.take(log.entries);
    let draw = panels::log::log_ui;
    let line = "4 [reach-q] id=0x01000F69 centre=(1,1,1) r=2";
    for (label, what) in [
        (line, LogAsk::Pick(Some(2))),
        ("events of the tick", LogAsk::Lines(false)),
    ] {
        assert_eq!(
            bench.asked([900.0, 200.0], draw, click(label)),
            [Command::Log(what)]
        );
    }
    bench.asked([900.0, 200.0], draw, |harness| {
        harness.get_by_label("1 unknown tag");
    });
    bench.logged.picked = Some(2);
    let asked = bench.asked([900.0, 200.0], draw, click(line));
    assert_eq!(asked, [Command::Log(LogAsk::Pick(None))]);
}
