//! The same app without a window: one tick as a picture.

use std::path::Path;
use std::time::Duration;

use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowResolution};
use bevy::winit::WinitPlugin;
use bevy_egui::EguiPlugin;

use super::command::{Asked, Command, Notice, Tone};
use super::desk::Desk;
use super::document::Document;
use super::film::{Film, Filmed};
use super::gallery::Gallery;
use super::lanes::Tape;
use super::meshes::Making;
use super::notices::Notices;
use super::playback::Playback;
use super::settings::Settings;
use super::views::ViewKind;
use super::{files, text, window};

/// Where a picture is seen from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShotView {
    /// The free camera as a scene opens with it.
    #[default]
    Free,
    /// From the side, in parallel rays.
    Side,
    /// From above, in parallel rays.
    Top,
    /// Behind the player.
    Chase,
    /// The published eye.
    Eye,
}

impl ShotView {
    fn kind(self) -> ViewKind {
        match self {
            Self::Free => ViewKind::Free,
            Self::Side => ViewKind::Side,
            Self::Top => ViewKind::Top,
            Self::Chase => ViewKind::Chase,
            Self::Eye => ViewKind::Eye,
        }
    }
}

/// What is to be seen in a picture of the window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The scene by path or name; without one the gallery.
    pub scene: Option<String>,
    /// The tick.
    pub tick: u32,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Where it is seen from; without it as the window opens.
    pub view: Option<ShotView>,
    /// What is done before the picture is taken.
    pub commands: Vec<Command>,
}

/// Frames after the last command until everything has found its place.
const SETTLING: u32 = 8;

/// Frames that a run may take before the picture is given up: at 10 ms of ticks a frame, ten minutes.
const PATIENCE: u32 = 60_000;

/// Where the picture comes back to, or why there is none.
#[derive(Resource, Default)]
struct Taken(std::sync::Arc<std::sync::Mutex<Option<Image>>>);

/// Draws one tick into a PNG file, with all panels.
///
/// # Errors
/// The scene's error, a tick that the scene does not have, or why the file could not be written.
pub fn shot(picture_of: Picture, file: &Path) -> Result<(), String> {
    save_picture(&picture(picture_of)?, file)
}

/// Writes a picture as PNG, without its opacity.
///
/// # Errors
/// Why it could not be written, with the file.
pub(super) fn save_picture(image: &Image, file: &Path) -> Result<(), String> {
    let image = image.clone().try_into_dynamic();
    let image = image.map_err(|error| error.to_string())?;
    image
        .to_rgb8()
        .save(file)
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// The window's app without a window, with `of` on its target; each update is a frame.
///
/// # Errors
/// The scene's error, or a tick that the scene does not have. There must be an adapter.
pub fn offscreen(of: Picture) -> Result<(App, Handle<Image>), String> {
    let first = match of
        .scene
        .as_deref()
        .map(|name| files::read(name, files::Imports::default()))
    {
        Some(Command::Notice(notice)) => return Err(notice.text),
        other => other,
    };
    if let Some(Command::Opened(opened)) = &first {
        let document = Document::new(opened, 0)?;
        if of.tick >= document.setup.ticks {
            return Err(text::no_tick(&document.name, of.tick, document.setup.ticks));
        }
    }
    let (width, height) = of.size;
    let mut app = App::new();
    // The window entity stays, though none opens: picking looks for it.
    let window = Window {
        resolution: WindowResolution::new(width, height).with_scale_factor_override(1.0),
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(window),
                exit_condition: ExitCondition::DontExit,
                ..default()
            })
            // Otherwise pipelines are built in the background and the first pictures are black.
            .set(RenderPlugin {
                synchronous_pipeline_compilation: true,
                ..default()
            })
            .disable::<WinitPlugin>()
            .disable::<LogPlugin>(),
    );
    app.add_plugins(EguiPlugin::default())
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(
            1.0 / 60.0,
        )));
    let mut image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    let target = RenderTarget::Image(ImageRenderTarget::from(image.clone()));
    window::install(&mut app, target, UVec2::new(width, height), 1.0);
    app.finish();
    app.cleanup();

    let ask = |app: &mut App, commands: Vec<Command>| {
        app.world_mut().resource_mut::<Asked>().0.extend(commands);
    };
    match first {
        Some(command) => {
            ask(&mut app, vec![command]);
            app.update();
            let follow = of.view.map(|view| Command::Follow(None, view.kind()));
            ask(
                &mut app,
                follow.into_iter().chain([Command::Seek(of.tick)]).collect(),
            );
        }
        None => {
            let mut gallery = app.world_mut().resource_mut::<Gallery>();
            gallery.open = true;
            gallery.finish();
        }
    }
    app.update();
    run_on(&mut app)?;
    for command in of.commands {
        // Each finds what the one before it brought about.
        app.update();
        ask(&mut app, vec![command]);
        app.update();
        run_on(&mut app)?;
    }
    for _ in 0..SETTLING {
        app.update();
    }
    // Warnings of the scene are for the one who opened it.
    app.world_mut()
        .resource_mut::<Notices>()
        .0
        .retain(|notice| notice.tone == Tone::Error);
    app.update();
    Ok((app, image))
}

/// Draws one tick, with all panels.
///
/// # Errors
/// The scene's error, or a tick that the scene does not have. There must be an adapter.
pub fn picture(of: Picture) -> Result<Image, String> {
    let (mut app, image) = offscreen(of)?;
    taken(&mut app, image)
}

/// What `app`, made by [`offscreen`], has drawn on its target.
///
/// # Errors
/// That no picture came.
pub fn taken(app: &mut App, image: Handle<Image>) -> Result<Image, String> {
    let taken = Taken::default();
    let place = taken.0.clone();
    app.world_mut().spawn(Screenshot::image(image)).observe(
        move |captured: On<ScreenshotCaptured>| {
            if let Ok(mut place) = place.lock() {
                *place = Some(captured.image.clone());
            }
        },
    );
    for _ in 0..64 {
        app.update();
        if let Some(image) = taken.0.lock().ok().and_then(|mut place| place.take()) {
            return Ok(image);
        }
    }
    Err(text::NO_PICTURE.to_owned())
}

/// Draws the ticks of `film`, each as [`picture`] would draw it; gives the number of pictures.
///
/// # Errors
/// As [`picture`], or why a file could not be written.
pub fn film(of: Picture, film: Film) -> Result<u32, String> {
    let (mut app, _) = offscreen(of)?;
    let count = film.count();
    let world = app.world_mut();
    world.resource_mut::<Asked>().0.push(Command::Film(film));
    for _ in 0..PATIENCE.saturating_add(count.saturating_mul(200)) {
        app.update();
        let world = app.world_mut();
        if let Some(done) = world.resource_mut::<Filmed>().0.take() {
            return done;
        }
        let notices = &world.resource::<Notices>().0;
        let is_error = |notice: &&Notice| notice.tone == Tone::Error;
        if let Some(error) = notices.iter().find(is_error) {
            return Err(error.text.clone());
        }
    }
    Err(text::NO_PICTURE.to_owned())
}

/// Lets lanes run until what the picture shows has run.
fn run_on(app: &mut App) -> Result<(), String> {
    for _ in 0..PATIENCE {
        let world = app.world_mut();
        if world.resource::<Desk>().is_busy() || world.resource::<Making>().is_busy() {
            std::thread::sleep(Duration::from_millis(2));
            app.update();
            continue;
        }
        let Some(ticks) = world
            .get_resource::<Document>()
            .map(|document| document.setup.ticks)
        else {
            return Ok(());
        };
        let ahead = world.resource::<Settings>().run_ahead;
        let needed = if ahead {
            ticks
        } else {
            world.resource::<Playback>().cursor + 1
        };
        let ran = world
            .query::<&Tape>()
            .iter(world)
            .map(|tape| tape.recording.len())
            .min()
            .unwrap_or(ticks);
        if ran >= needed {
            return Ok(());
        }
        app.update();
    }
    Err(text::NO_PICTURE.to_owned())
}
