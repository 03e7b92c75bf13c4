//! The window: the only module that names the engine, its panels or file dialogs.
//!
//! ```text
//! keys, panels, dialogs -> Command -> apply -> Document, lanes, Playback, Views, Settings
//!                 Playback -> FixedUpdate (one tick) -> recordings -> Shown -> overlay -> gizmos, texts
//! ```
//! The window draws what recordings say and computes no collision of its own.

mod actions;
mod apply;
mod autopsy;
pub mod axes;
mod browser;
mod calm;
mod cameras;
pub mod command;
mod desk;
mod difference;
mod document;
mod drive;
mod export;
mod files;
mod film;
mod flat;
mod gallery;
mod handles;
mod keep;
mod keymap;
mod keys;
mod lanes;
mod layers;
mod lines;
mod logged;
mod machine;
mod meshes;
mod notices;
pub mod onlooker;
mod paint;
pub mod panels;
mod past;
mod pick;
mod playback;
mod script;
mod series;
mod settings;
mod shot;
mod steady;
mod text;
mod theme;
mod views;
mod watch;
mod window;
mod workshop;

use bevy::app::MainScheduleOrder;
use bevy::app::RunFixedMainLoop;
use bevy::camera::RenderTarget;
use bevy::ecs::schedule::ScheduleLabel as _;
use bevy::prelude::*;

pub use autopsy::{Round, Row, Tone, rows};
pub use browser::{Around, Browse, Browser, GameFiles};
pub use calm::{Calm, Place};
pub use difference::Difference;
pub use document::Document;
pub use export::Export;
pub use files::{Importer, import_with};
pub use film::{Film, FilmKind, FilmPart};
pub use gallery::Gallery;
pub use keep::keep;
pub use keymap::Keymap;
pub use lanes::{LaneNumber, LaneRun, NextTick, Pair, Settled, Shown, Tape};
pub use layers::{Drawn, Rebuilt};
pub use logged::{LogAsk, Logged};
pub use machine::{Adapter, adapter};
pub use notices::Notices;
pub use playback::{Motion as PlaybackMotion, Playback};
pub use script::script;
pub use series::Series;
pub use settings::{BottomTab, PlotMode, PlotOf, Popup, Restarting, RightTab, Settings};
pub use shot::{Picture, ShotView, film, offscreen, picture, shot, taken};
pub use views::{Arrangement, Motion, Pane, Sights, ViewKind, Views};
pub use window::open;
pub use workshop::Workshop;

/// The phases of a tick in the client's frame order; one run of `FixedUpdate` is one tick.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneSystems {
    /// Takes the tick's input from the recording or the script.
    Input,
    /// Moves the body or the scripted player.
    Body,
    /// Moves the camera's sought pose.
    Seek,
    /// Sweeps from the pivot to it, and publishes the eye.
    Sweep,
    /// Closes the tick and takes it into the recording.
    Record,
}

/// What happens in a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewSystems {
    /// Carries out what was asked for.
    Commands,
    /// Runs ticks and moves the cursor.
    Cursor,
    /// Has the tick at the cursor again, and moves cameras.
    Follow,
    /// Brings the pictures up to date.
    Draw,
}

/// Where cameras draw, its size in physical pixels, and physical pixels per logical one.
#[derive(Resource, Clone, Debug)]
struct Target {
    target: RenderTarget,
    size: UVec2,
    scale: f32,
}

/// Everything that needs neither window nor graphics: the document, its lanes, the cursor, and the commands.
#[derive(Debug)]
pub struct CorePlugin;

impl Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        // Ticks run in `playback` and nowhere else.
        if let Some(mut order) = app.world_mut().get_resource_mut::<MainScheduleOrder>() {
            let engine_loop = RunFixedMainLoop.intern();
            order.labels.retain(|label| *label != engine_loop);
        }
        app.configure_sets(
            FixedUpdate,
            (
                LaneSystems::Input,
                LaneSystems::Body,
                LaneSystems::Seek,
                LaneSystems::Sweep,
                LaneSystems::Record,
            )
                .chain(),
        )
        .configure_sets(
            Update,
            (
                ViewSystems::Commands,
                ViewSystems::Cursor,
                ViewSystems::Follow,
                ViewSystems::Draw,
            )
                .chain(),
        )
        .init_resource::<command::Asked>()
        .init_resource::<Settings>()
        .init_resource::<Notices>()
        .edit_schedule(FixedUpdate, |schedule| {
            // Five small systems: handing them to threads costs more than they do.
            schedule.set_executor(bevy::ecs::schedule::SingleThreadedExecutor::new());
        })
        .add_plugins((
            apply::plugin,
            calm::plugin,
            difference::plugin,
            drive::plugin,
            files::plugin,
            film::plugin,
            gallery::plugin,
            lanes::plugin,
            layers::plugin,
            playback::plugin,
            cameras::plugin,
            watch::plugin,
            series::plugin,
            workshop::plugin,
        ))
        .add_plugins((browser::plugin, logged::plugin));
    }
}

/// The whole window.
#[derive(Debug)]
pub struct ViewerPlugin;

impl Plugin for ViewerPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            CorePlugin,
            flat::plugin,
            keys::plugin,
            meshes::plugin,
            paint::plugin,
            panels::plugin,
        ));
    }
}
