//! Real input in the window: the game's files, places, captures and logs; panels without an app, the app without graphics.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::egui;
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use sweepscope::cli;
use sweepscope::formats::dat::catalog::{Catalog, Listed};
use sweepscope::formats::dat::library::open_library;
use sweepscope::formats::dat::solid::TreeChoice;
use sweepscope::formats::dat::write::sample::{FILES, sample};
use sweepscope::formats::dat::{DataSet, RecordKind};
use sweepscope::formats::progress::Go;
use sweepscope::viewer::command::{Asked, Command};
use sweepscope::viewer::panels::browser::browser_ui;
use sweepscope::viewer::{
    Around, Browse, Browser, CorePlugin, Document, GameFiles, Notices, import_with,
};

use super::panels::{Bench, click};

const SIZE: [f32; 2] = [1280.0, 700.0];

fn write_sample(folder: &Path) {
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
            Command::Copy("sweepscope export-dat samples".to_owned()),
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
        let is_row = |node: &egui_kittest::Node<'_>| {
            let label = node.accesskit_node().label();
            label.is_some_and(|label| label.ends_with(" EnvCell"))
        };
        let count = harness.query_all(By::new().predicate(is_row)).count();
        assert!((10..60).contains(&count), "{count}");
    });
    let took = began.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
}

fn app() -> App {
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

fn until(app: &mut App, what: &str, mut is: impl FnMut(&mut App) -> bool) {
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
