//! Pictures of the window, drawn without one.

use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use bevy::image::Image;
use sweepscope::overlay::Layer;
use sweepscope::viewer::command::{Asked, Command};
use sweepscope::viewer::{
    Arrangement, Film, FilmKind, FilmPart, Pane, Picture, Rebuilt, adapter, offscreen, picture,
};

/// Pictures are taken one at a time: each has an engine of its own.
pub(crate) static ONE: Mutex<()> = Mutex::new(());

/// The picture; `None` where there is no adapter, which fails when one is required.
fn taken(of: Picture) -> Option<Image> {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    has_adapter().then(|| picture(of).unwrap())
}

/// Whether there is an adapter; says so where there is none, which fails when one is required.
pub(crate) fn has_adapter() -> bool {
    match adapter() {
        Ok(_) => true,
        Err(why) => {
            assert_ne!(
                std::env::var("SWEEPSCOPE_REQUIRE_GPU").as_deref(),
                Ok("1"),
                "no adapter: {why}"
            );
            // libtest does not capture this handle: whoever runs the tests sees that one was not run.
            let line = format!("not run, for want of a graphics adapter ({why}): a picture test\n");
            std::io::stderr().write_all(line.as_bytes()).unwrap();
            false
        }
    }
}

const SIZE: (u32, u32) = (960, 600);

fn of(commands: Vec<Command>) -> Picture {
    Picture {
        scene: Some("sawtooth".into()),
        tick: 148,
        size: SIZE,
        view: None,
        commands,
    }
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let at = 4 * (y * image.width() + x) as usize;
    let data = image.data.as_ref().unwrap();
    [data[at], data[at + 1], data[at + 2]]
}

/// How many different colours there are in a part of the picture.
fn colours(image: &Image, x: std::ops::Range<u32>, y: std::ops::Range<u32>) -> usize {
    let all: std::collections::BTreeSet<[u8; 3]> = y
        .flat_map(|y| x.clone().map(move |x| pixel(image, x, y)))
        .collect();
    all.len()
}

#[test]
fn with_all_layers_off_nothing_is_drawn() {
    let alone = vec![
        Command::HidePanels,
        Command::Arrange(Arrangement::Single(Pane::A)),
    ];
    let off = alone.iter().cloned().chain([Command::LayersOff]).collect();
    let (Some(on), Some(off)) = (taken(of(alone)), taken(of(off))) else {
        return;
    };
    // Between the card and the corner's menu there is nothing but the scene.
    let below = 100..SIZE.1 - 40;
    assert!(colours(&on, 0..SIZE.0, below.clone()) > 50);
    assert_eq!(colours(&off, 0..SIZE.0, below), 1);
}

#[test]
fn a_picture_shows_panels_and_two_different_views() {
    let Some(image) = taken(of(Vec::new())) else {
        return;
    };
    assert_eq!((image.width(), image.height()), SIZE);
    let middle = SIZE.0 / 2;
    // Outline, both views, inspector, timeline.
    for (x, y) in [
        (0..150, 60..400),
        (200..400, 120..380),
        (480..660, 120..380),
        (700..950, 60..400),
        (200..660, 440..580),
    ] {
        assert!(colours(&image, x.clone(), y.clone()) > 8, "{x:?} {y:?}");
    }
    let different = (120..380)
        .any(|y| (190..middle - 20).any(|x| pixel(&image, x, y) != pixel(&image, x + 236, y)));
    assert!(different);
}

#[test]
fn a_tick_beyond_the_run_is_an_error_that_says_so() {
    let beyond = Picture {
        tick: 1440,
        ..of(Vec::new())
    };
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Found before the engine is started: no adapter is needed.
    let error = picture(beyond).unwrap_err();
    assert!(
        error.contains("1440") && error.contains("sawtooth"),
        "{error}"
    );
}

/// Lines and fills are made anew when something changes, and never while nothing does.
#[test]
fn nothing_is_made_anew_while_nothing_changes() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !has_adapter() {
        return;
    }
    let (mut app, _) = offscreen(of(Vec::new())).unwrap();
    let rebuilt = |app: &bevy::app::App| app.world().resource::<Rebuilt>().0;
    for _ in 0..4 {
        app.update();
    }
    let before = rebuilt(&app);
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(rebuilt(&app), before);
    let asked = &mut app.world_mut().resource_mut::<Asked>().0;
    asked.push(Command::Step(1));
    app.update();
    app.update();
    assert!(rebuilt(&app) > before);
}

/// A film has a picture for each tick, and pictures of different ticks differ.
#[test]
fn a_film_has_a_picture_for_each_tick() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    if adapter().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str, kind, part| {
        let film = Film {
            path: folder.path().join(name),
            kind,
            part,
            first: 46,
            end: 54,
            stride: 3,
        };
        (
            film.path.clone(),
            sweepscope::viewer::film(of(Vec::new()), film).unwrap(),
        )
    };
    let (row, count) = made("row", FilmKind::Pictures, FilmPart::Window);
    assert_eq!(count, 3);
    let pictures = [46, 49, 52].map(|tick| {
        let bytes = std::fs::read(row.join(format!("sawtooth-{tick:06}.png"))).unwrap();
        // Width and height stand in the head of the file.
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), SIZE);
        bytes
    });
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    let (gif, count) = made("a.gif", FilmKind::Gif, FilmPart::Views);
    let bytes = std::fs::read(&gif).unwrap();
    assert!(count == 3 && bytes.starts_with(b"GIF89a"));
    let side = |at: usize| u32::from(u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()));
    assert!(side(6) < SIZE.0 && side(8) < SIZE.1, "views without panels");
}

/// At any scale of the panels the scene fills its views.
#[test]
fn scaled_panels_leave_the_scene_where_it_is() {
    let alone = |scale| {
        of(vec![
            Command::Scale(scale),
            Command::HidePanels,
            Command::Arrange(Arrangement::Single(Pane::A)),
            Command::Layer(Layer::Labels),
        ])
    };
    let (Some(as_is), Some(larger)) = (taken(alone(100)), taken(alone(150))) else {
        return;
    };
    // Below the card and above the corner's menu, at both scales.
    let rows = 200..SIZE.1 - 60;
    let all = rows.clone().flat_map(|y| (0..SIZE.0).map(move |x| (x, y)));
    let differ = all
        .filter(|(x, y)| {
            let (a, b) = (pixel(&as_is, *x, *y), pixel(&larger, *x, *y));
            (0..3).any(|channel| a[channel].abs_diff(b[channel]) > 32)
        })
        .count();
    let pixels = rows.len() * SIZE.0 as usize;
    // Lines may be wider.
    assert!(differ * 20 < pixels, "{differ} of {pixels}");
}
