//! A whole session: keys and clicks one after the other in an app with graphics, what came of them, and how it looks.

use std::path::{Path, PathBuf};

use bevy::image::Image;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use sweepscope::formats::dat::RecordKind;
use sweepscope::pointing::Subject;
use sweepscope::recording::file;
use sweepscope::viewer::command::{Asked, Command, Slot};
use sweepscope::viewer::{
    Arrangement, BottomTab, Browse, Browser, Document, Notices, Pane, Picture, Playback,
    PlaybackMotion, RightTab, Settings, Tape, Views, import_with, offscreen, picture, script,
    taken,
};

use super::desktop::Pixels;
use super::inputs::{open_capture, until, write_sample};
use super::picture::{ONE, has_adapter};

const SIZE: (u32, u32) = (1280, 720);

fn of(commands: Vec<Command>) -> Picture {
    Picture {
        scene: Some("sawtooth".into()),
        tick: 50,
        size: SIZE,
        view: None,
        commands,
    }
}

/// Presses and lets go of a key, and lets the frame pass.
fn press(app: &mut App, key_code: KeyCode, typed: &str) {
    let window = app
        .world_mut()
        .query_filtered::<Entity, With<Window>>()
        .iter(app.world())
        .next()
        .unwrap();
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key: Key::Character(typed.into()),
            state,
            text: None,
            repeat: false,
            window,
        });
    }
    app.update();
    app.update();
}

fn ask(app: &mut App, command: Command) {
    app.world_mut().resource_mut::<Asked>().0.push(command);
    app.update();
    app.update();
}

fn digests(app: &mut App) -> Vec<(String, u64)> {
    let mut tapes = app.world_mut().query::<&Tape>();
    let mut all: Vec<_> = tapes
        .iter(app.world())
        .map(|tape| (tape.recording.name.clone(), tape.recording.digest()))
        .collect();
    all.sort();
    all
}

fn run_to_end(app: &mut App) {
    for _ in 0..20_000 {
        let ticks = app.world().resource::<Document>().setup.ticks;
        let mut tapes = app.world_mut().query::<&Tape>();
        if tapes
            .iter(app.world())
            .all(|tape| tape.recording.len() >= ticks)
        {
            return;
        }
        app.update();
    }
    panic!("lanes did not reach their end");
}

/// Open, play, step back, toggle a switch, scrub, pick a polygon, save, reopen.
#[test]
fn an_afternoon_in_short() {
    let _one = ONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if !has_adapter() {
        return;
    }
    let (mut app, _) = offscreen(of(Vec::new())).unwrap();
    let cursor = |app: &App| app.world().resource::<Playback>().cursor;
    let motion = |app: &App| app.world().resource::<Playback>().motion;

    press(&mut app, KeyCode::Home, "");
    press(&mut app, KeyCode::Space, " ");
    assert_eq!(motion(&app), PlaybackMotion::Forward);
    // The clock gives every frame a sixtieth of a second: four ticks at 240 a second.
    for _ in 0..30 {
        app.update();
    }
    press(&mut app, KeyCode::Space, " ");
    assert_eq!(motion(&app), PlaybackMotion::Paused);
    let at = cursor(&app);
    assert!((60..400).contains(&at), "{at}");
    press(&mut app, KeyCode::Comma, ",");
    assert_eq!(cursor(&app), at - 1);

    let before = digests(&mut app);
    let switch = Command::SetSwitch(0, "adjust_to_plane", "never-succeeds".to_owned());
    ask(&mut app, switch);
    run_to_end(&mut app);
    assert_ne!(
        digests(&mut app),
        before,
        "another run under another policy"
    );

    ask(&mut app, Command::Seek(700));
    assert_eq!(cursor(&app), 700);

    // The middle of the right view shows the wall.
    let area = app.world().resource::<Views>().areas[Pane::B.index()].unwrap();
    let at = area.left_top() + (area.right_bottom() - area.left_top()) * 0.2;
    ask(&mut app, Command::PickAt(Pane::B, at));
    let picked = app.world().resource::<Settings>().picked;
    assert!(
        matches!(picked, Some(Subject::Polygon { .. })),
        "{picked:?}"
    );

    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("afternoon.sweep");
    ask(&mut app, Command::Save(path.clone()));
    let saved = file::open(&path).unwrap();
    let run = digests(&mut app);
    // A lane with another policy than the scene gave it says so in its name.
    let mut held: Vec<_> = saved
        .lanes
        .iter()
        .map(|lane| (lane.name.replace(" (changed)", ""), lane.digest()))
        .collect();
    held.sort();
    assert_eq!(held, run);

    ask(&mut app, Command::Open(path.display().to_string()));
    for _ in 0..400 {
        if app.world().resource::<Document>().name == "afternoon.sweep" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        app.update();
    }
    assert_eq!(app.world().resource::<Document>().name, "afternoon.sweep");
    let mut again = digests(&mut app);
    for lane in &mut again {
        lane.0 = lane.0.replace(" (changed)", "");
    }
    assert_eq!(again, run);
    let errors = &app.world().resource::<Notices>().0;
    let is_error = |notice: &&sweepscope::viewer::command::Notice| {
        notice.tone == sweepscope::viewer::command::Tone::Error
    };
    assert_eq!(errors.iter().find(is_error), None);
}

/// Whatever is open beside it, a run is the same.
#[test]
fn panels_do_not_touch_the_run() {
    let _one = ONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if !has_adapter() {
        return;
    }
    let (mut app, _) = offscreen(Picture {
        scene: Some("corridor_clip".into()),
        tick: 5,
        size: (900, 560),
        view: None,
        commands: Vec::new(),
    })
    .unwrap();
    run_to_end(&mut app);
    let before = digests(&mut app);
    let right = RightTab::ALL.map(Command::Right);
    let below = BottomTab::ALL.map(Command::Bottom);
    let front =
        script("Ctrl+K ? Change_keys Esc Ctrl+B Gallery K J U Four_views A_over_B").unwrap();
    for command in right.into_iter().chain(below).chain(front) {
        ask(&mut app, command.clone());
        ask(&mut app, Command::Restart);
        app.update();
        run_to_end(&mut app);
        assert_eq!(digests(&mut app), before, "{command:?}");
    }
}

/// Main states of the window, each as it should look: at most one pixel of a hundred may differ by more than an eighth of the
/// range in a channel. `SWEEPSCOPE_WRITE_GOLDEN=1` writes them anew; look at them then.
#[test]
fn main_states_look_as_they_should() {
    let keys = |text: &str| script(text).unwrap();
    let states: [(&str, Vec<Command>); 9] = [
        ("start", Vec::new()),
        (
            "moment",
            keys("Alt+. Alt+. Alt+. Alt+. Alt+. Alt+. Alt+. Alt+."),
        ),
        (
            "four-views",
            vec![Command::Arrange(Arrangement::Quad), Command::Focus(Slot::A)],
        ),
        ("picked", keys("K A@320,300")),
        ("light", keys("Light_colours Plots")),
        ("half-again", keys("Ctrl+= Ctrl+= Log")),
        ("edit", keys("A@320,300 Edit_the_scene")),
        ("keys", keys("?")),
        ("gallery", Vec::new()),
    ];
    for (name, commands) in states {
        let _one = ONE
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if !has_adapter() {
            return;
        }
        let mut wanted = of(commands);
        if name == "gallery" {
            wanted.scene = None;
        }
        looks_as_kept(name, picture(wanted).unwrap());
    }
}

/// The browser of game files, and a capture with records that disagree.
#[test]
fn inputs_of_others_look_as_they_should() {
    let _one = ONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if !has_adapter() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_sample(folder.path());
    let (mut app, image) = offscreen(of(Vec::new())).unwrap();
    import_with(&mut app, sweepscope::cli::import_words);
    let path = folder.path().display().to_string();
    ask(&mut app, Command::Browse(Browse::Folder(path)));
    until(&mut app, "the list of ids", |app| {
        let browser = app.world().resource::<Browser>();
        browser.files.is_some() && browser.open
    });
    ask(
        &mut app,
        Command::Browse(Browse::Kind(Some(RecordKind::EnvCell))),
    );
    looks_as_kept("browser", settled(&mut app, &image));
    ask(&mut app, Command::Browse(Browse::Show));

    open_capture(&mut app, folder.path());
    run_to_end(&mut app);
    ask(&mut app, Command::Seek(90));
    looks_as_kept("capture", settled(&mut app, &image));
}

/// What is drawn once everything has found its place and notices have been taken away.
fn settled(app: &mut App, image: &Handle<Image>) -> Image {
    for _ in 0..8 {
        app.update();
    }
    app.world_mut().resource_mut::<Notices>().0.clear();
    app.update();
    taken(app, image.clone()).unwrap()
}

/// Compares a picture with the kept one of this name.
fn looks_as_kept(name: &str, image: Image) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/window");
    let path = folder.join(format!("{name}.png"));
    if std::env::var_os("SWEEPSCOPE_WRITE_GOLDEN").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        let image = image.clone().try_into_dynamic().unwrap();
        image.to_rgb8().save(&path).unwrap();
        return;
    }
    let golden = Pixels::read(&path).unwrap();
    let image = Pixels::of(image).unwrap();
    assert_eq!(golden.size, image.size, "{name}");
    let pixels = (SIZE.0 * SIZE.1) as usize;
    let differ = golden.differ(&image, 32);
    assert!(
        differ * 100 <= pixels,
        "{name}: {differ} of {pixels} pixels differ"
    );
}
