//! The app with its window.

use std::path::PathBuf;

use bevy::camera::RenderTarget;
use bevy::camera::visibility::RenderLayers;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{Monitor, PrimaryMonitor, PrimaryWindow, WindowResolution};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiClipboard, EguiContexts, EguiGlobalSettings, EguiPlugin, PrimaryEguiContext};

use super::browser::{self, Browse};
use super::command::{Asked, Command, Notice, Tone};
use super::desk::Desk;
use super::document::Document;
use super::files::{self, Importer, Imports};
use super::film::Filming;
use super::gallery::Gallery;
use super::keys::Hands;
use super::lanes::Tape;
use super::meshes::Making;
use super::playback::{Motion, Playback};
use super::settings::{BottomTab, Settings};
use super::shot::save_picture;
use super::watch::{Followed, waits_for};
use super::{Target, ViewSystems, ViewerPlugin, logged, text, theme};
use crate::config;

/// What leaves the window by ways of the engine: the clipboard, a picture.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outbox {
    /// Text for the clipboard.
    pub copy: Option<String>,
    /// Whether the clipboard holds a place to go to.
    pub paste_place: bool,
    /// Whether a picture of the window is wanted.
    pub screenshot: bool,
}

/// Opens the window with `scene` (a path or the name of a shipped scene), or with the gallery, and comes back when it is
/// closed.
///
/// With `follow` it opens the scene again whenever its file changes, and shows the lines of a log as they come.
///
/// Gives the scene's error where it cannot be read, for which no window is opened.
///
/// # Errors
/// That the window ended with an error; a machine without display or adapter is to be asked about before.
pub fn open(
    scene: Option<&str>,
    follow: bool,
    importer: Option<Importer>,
) -> Result<Option<String>, String> {
    let mut app = match app(scene, follow, Imports(importer)) {
        Ok(app) => app,
        Err(problem) => return Ok(Some(problem)),
    };
    match app.run() {
        AppExit::Success => Ok(None),
        AppExit::Error(code) => Err(text::ended(code.get())),
    }
}

fn notice(tone: Tone, text: String) -> Command {
    Command::Notice(Notice { tone, text })
}

/// Size of a window that nobody has drawn, logical pixels.
pub(super) const FIRST_SIZE: (u32, u32) = (1600, 900);

/// The app, not yet running.
fn app(scene: Option<&str>, follow: bool, imports: Imports) -> Result<App, String> {
    let followed = scene.filter(|_| follow);
    // What is followed may come, or become readable, later.
    let (scene, waits) = match followed.filter(|name| waits_for(name)) {
        Some(name) => (None, Some(notice(Tone::Done, text::waiting_for(name)))),
        None => (scene, None),
    };
    // A scene that cannot be read is an error of the command line, not a notice in an empty window.
    // What takes long, and game files, open in the window.
    let later = scene.filter(|name| browser::is_game(name) || files::is_long(name));
    let first = scene.filter(|_| later.is_none());
    let (first, waits) = match first.map(|name| files::read(name, imports)) {
        Some(Command::Notice(error)) if !follow => return Err(error.text),
        Some(error @ Command::Notice(_)) => (None, Some(error)),
        other => (other, waits),
    };
    let is_open = first.is_some() || later.is_some();
    let mut app = App::new();
    let window = Window {
        title: text::TITLE.into(),
        name: Some("sweepscope".into()),
        resolution: WindowResolution::new(FIRST_SIZE.0, FIRST_SIZE.1),
        resize_constraints: WindowResizeConstraints {
            min_width: 900.0,
            min_height: 560.0,
            ..default()
        },
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(window),
                ..default()
            })
            // `main` has set up logging.
            .disable::<LogPlugin>(),
    );
    app.add_plugins(EguiPlugin::default());
    install(
        &mut app,
        RenderTarget::default(),
        UVec2::new(FIRST_SIZE.0, FIRST_SIZE.1),
        1.0,
    );
    app.insert_resource(imports);
    if let Some(folder) = config::folder() {
        super::keep::keep(&mut app, folder);
    }
    if let Some((width, height)) = super::keep::window_size(&app) {
        let mut windows = app
            .world_mut()
            .query_filtered::<&mut Window, With<PrimaryWindow>>();
        for mut window in windows.iter_mut(app.world_mut()) {
            window.resolution.set(width as f32, height as f32);
        }
    }
    app.add_systems(Update, fit)
        .add_systems(
            Update,
            (title, pace, paste, screenshot).after(ViewSystems::Draw),
        )
        .insert_resource(resting());
    match first {
        Some(command) => {
            let entry = scene.map(files::entry).map(Command::Visited);
            let commands = [command].into_iter().chain(entry);
            app.world_mut().resource_mut::<Asked>().0.extend(commands);
        }
        None => {
            app.world_mut().resource_mut::<Gallery>().open = true;
            let open = later.map(|name| Command::Open(name.to_owned()));
            app.world_mut().resource_mut::<Asked>().0.extend(open);
        }
    }
    if let Some(name) = followed {
        app.insert_resource(Followed::new(name, is_open));
        let tab = (is_open && logged::is_log(name)).then_some(Command::Bottom(BottomTab::Log));
        let mut asked = app.world_mut().resource_mut::<Asked>();
        asked.0.extend(tab.into_iter().chain(waits));
    }
    Ok(app)
}

/// The viewer's own plugins and the camera that panels are drawn with; for the window and for pictures alike.
pub(super) fn install(app: &mut App, target: RenderTarget, size: UVec2, scale: f32) {
    app.insert_resource(Target {
        target,
        size,
        scale,
    })
    .insert_resource(ClearColor(theme::engine_color(theme::backdrop(), 1.0)))
    .add_plugins(ViewerPlugin)
    .add_systems(Startup, panels_camera)
    .add_systems(First, measure)
    .add_systems(Update, (scale_panels, copy).after(ViewSystems::Draw));
}

/// A camera that draws nothing but the panels, over the whole target.
fn panels_camera(
    mut commands: Commands,
    target: Res<Target>,
    mut egui: ResMut<EguiGlobalSettings>,
) {
    egui.auto_create_primary_context = false;
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        RenderLayers::none(),
        Camera {
            order: 10,
            output_mode: bevy::camera::CameraOutputMode::Write {
                blend_state: Some(BlendState::ALPHA_BLENDING),
                clear_color: ClearColorConfig::None,
            },
            clear_color: ClearColorConfig::Custom(Color::NONE),
            ..default()
        },
        target.target.clone(),
        Msaa::Off,
    ));
    // Clears what no view covers.
    commands.spawn((
        Camera2d,
        RenderLayers::none(),
        Camera {
            order: -10,
            clear_color: ClearColorConfig::Custom(theme::engine_color(theme::backdrop(), 1.0)),
            ..default()
        },
        target.target.clone(),
        Msaa::Off,
    ));
}

/// Makes a window that is larger than the screen fit on it.
fn fit(
    screen: Option<Single<&Monitor, With<PrimaryMonitor>>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut fitted: Local<bool>,
) {
    let Some(screen) = screen.filter(|_| !*fitted) else {
        return;
    };
    *fitted = true;
    let room = screen.physical_size();
    let size = window.physical_size();
    if room.x > 0 && room.y > 0 && (size.x > room.x || size.y > room.y) {
        let size = size.min(room);
        window.resolution.set_physical_resolution(size.x, size.y);
    }
}

/// The window's size and scale.
fn measure(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    settings: Res<Settings>,
    mut target: ResMut<Target>,
) {
    let Some(window) = window else { return };
    let size = window.physical_size();
    let scale = window.scale_factor() * f32::from(settings.scale) / 100.0;
    if (target.size, target.scale) != (size, scale) {
        target.size = size;
        target.scale = scale;
    }
}

fn scale_panels(settings: Res<Settings>, mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    let scale = f32::from(settings.scale) / 100.0;
    if context.zoom_factor() != scale {
        context.set_zoom_factor(scale);
    }
    Ok(())
}

/// Takes the place that the clipboard holds.
fn paste(
    mut outbox: ResMut<Outbox>,
    clipboard: Option<ResMut<EguiClipboard>>,
    mut asked: ResMut<Asked>,
) {
    if !std::mem::take(&mut outbox.bypass_change_detection().paste_place) {
        return;
    }
    let held = clipboard.and_then(|mut clipboard| clipboard.get_text());
    asked.0.push(match held {
        Some(text) => Command::Browse(Browse::GoTo(text.trim().to_owned())),
        None => Command::Notice(Notice {
            tone: Tone::Error,
            text: text::NO_CLIPBOARD.to_owned(),
        }),
    });
}

fn copy(mut outbox: ResMut<Outbox>, mut contexts: EguiContexts) -> Result {
    if outbox.copy.is_some()
        && let (Some(text), Ok(context)) = (outbox.copy.take(), contexts.ctx_mut())
    {
        context.copy_text(text);
    }
    Ok(())
}

fn title(document: Option<Res<Document>>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let Some(document) = document.filter(|document| document.is_changed()) else {
        return;
    };
    window.title = text::window_title(&document.name);
}

/// A picture of the window beside the program.
fn screenshot(
    mut outbox: ResMut<Outbox>,
    document: Option<Res<Document>>,
    playback: Res<Playback>,
    mut commands: Commands,
) {
    if !outbox.screenshot {
        return;
    }
    outbox.screenshot = false;
    let name = document.map_or_else(
        || "gallery".to_owned(),
        |document| document.source.name.clone(),
    );
    let path = PathBuf::from(format!("{name}-{}.png", playback.cursor));
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<'_, '_, ScreenshotCaptured>, mut asked: ResMut<'_, Asked>| {
            let notice = match save_picture(&captured.image, &path) {
                Ok(()) => Notice {
                    tone: Tone::Done,
                    text: text::saved(&path),
                },
                Err(text) => Notice {
                    tone: Tone::Error,
                    text,
                },
            };
            asked.0.push(Command::Notice(notice));
        },
    );
}

/// Draws when something happens, not all the time.
fn resting() -> WinitSettings {
    WinitSettings {
        focused_mode: UpdateMode::reactive(std::time::Duration::from_millis(250)),
        unfocused_mode: UpdateMode::reactive_low_power(std::time::Duration::from_secs(2)),
    }
}

/// Draws all the time while something moves by itself.
fn pace(
    playback: Res<Playback>,
    document: Option<Res<Document>>,
    settings: Res<Settings>,
    hands: Res<Hands>,
    gallery: Res<Gallery>,
    (desk, filming, making): (Res<Desk>, Option<Res<Filming>>, Res<Making>),
    lanes: Query<&Tape>,
    mut winit: ResMut<WinitSettings>,
) {
    let ticks = document.map_or(0, |document| document.setup.ticks);
    let runs = settings.run_ahead && lanes.iter().any(|tape| tape.recording.len() < ticks);
    let paints = gallery.open && gallery.cards.iter().any(|card| card.picture.is_none());
    let moves = playback.motion != Motion::Paused
        || runs
        || paints
        || desk.is_busy()
        || making.is_busy()
        || filming.is_some()
        || hands.flies.is_some();
    let wanted = if moves {
        UpdateMode::Continuous
    } else {
        resting().focused_mode
    };
    if winit.focused_mode != wanted {
        winit.focused_mode = wanted;
    }
}
