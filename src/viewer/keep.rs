//! Choices that outlive the window: taken from the user's file at the start, and written to it when they change.
//!
//! Without a folder nothing is read and nothing written: pictures for files and tests know nothing of the user.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::command::{Asked, Command, Notice, Tone};
use super::keymap::Keymap;
use super::settings::{BottomTab, RightTab, Settings};
use super::{ViewSystems, text};
use crate::config::{self, Config};

/// How long choices rest before they are written: a drag changes them with every picture.
const REST: Duration = Duration::from_millis(800);

/// The user's file.
#[derive(Resource, Debug)]
pub(super) struct Kept {
    /// Where it lies.
    pub folder: PathBuf,
    /// What the window would have it say.
    pub config: Config,
    written: Config,
    changed: Option<Instant>,
}

/// Names of the panels in the file: left, right and below.
const PANELS: [&str; 3] = ["left", "right", "below"];

/// Gives `app` the choices in `folder`, and keeps them there.
pub fn keep(app: &mut App, folder: PathBuf) {
    let config::Opened {
        config,
        mut warnings,
    } = config::open(&folder);
    let world = app.world_mut();
    let mut settings = world.resource_mut::<Settings>();
    warnings.extend(adopt(&mut settings, &config));
    let warnings = warnings.into_iter().map(|text| {
        Command::Notice(Notice {
            tone: Tone::Warning,
            text,
        })
    });
    world.resource_mut::<Asked>().0.extend(warnings);
    world.insert_resource(Kept {
        folder,
        written: config.clone(),
        config,
        changed: None,
    });
    app.add_systems(Update, (gather, write).chain().after(ViewSystems::Draw))
        .add_systems(Last, write_at_exit);
}

/// The window's size in the file, logical pixels.
#[must_use]
pub(super) fn window_size(app: &App) -> Option<(u32, u32)> {
    app.world().get_resource::<Kept>()?.config.window
}

/// Takes over what `config` says; what is odd about its keys comes back, a line each.
fn adopt(settings: &mut Settings, config: &Config) -> Vec<String> {
    let mut keymap = Keymap(config.keys.clone());
    let mut warnings = keymap.check();
    let known: Vec<&str> = super::actions::ACTIONS
        .iter()
        .map(|action| action.name)
        .collect();
    warnings.extend(config.unknown_actions(&known));
    settings.keymap = keymap;
    settings.recent = config.recent.clone();
    // In the range of the file.
    settings.scale = config.scale_percent as u16;
    settings.theme = config.theme;
    settings.reduced_motion = config.reduced_motion;
    settings.raw_eye = config.raw_eye;
    settings.layers = config.layers;
    settings.camera = config.camera;
    settings.memory_mb = config.memory_mb;
    settings.tour_seen = config.tour_seen;
    settings.panel_sizes = PANELS.map(|name| {
        let size = config.panels.sizes.get(name)?;
        u16::try_from(*size).ok()
    });
    let tab = |name: &str| config.panels.tabs.get(name).map(String::as_str);
    settings.bottom = BottomTab::ALL
        .into_iter()
        .find(|of| tab("below") == Some(of.name()))
        .unwrap_or_default();
    settings.right = RightTab::ALL
        .into_iter()
        .find(|of| tab("right") == Some(of.name()))
        .unwrap_or_default();
    warnings
}

/// Puts what is kept of `settings` into `config`; what the window does not know stays.
fn put(settings: &Settings, config: &mut Config) {
    config.keys = settings.keymap.0.clone();
    config.recent = settings.recent.clone();
    config.scale_percent = u32::from(settings.scale);
    config.theme = settings.theme;
    config.reduced_motion = settings.reduced_motion;
    config.raw_eye = settings.raw_eye;
    config.layers = settings.layers;
    config.camera = settings.camera;
    config.memory_mb = settings.memory_mb;
    config.tour_seen = settings.tour_seen;
    for (name, size) in PANELS.into_iter().zip(settings.panel_sizes) {
        match size {
            Some(size) => {
                let size = u32::from(size).clamp(*config::PANEL.start(), *config::PANEL.end());
                config.panels.sizes.insert(name.to_owned(), size);
            }
            None => {
                config.panels.sizes.remove(name);
            }
        }
    }
    let first = (BottomTab::default().name(), RightTab::default().name());
    for (name, tab, own) in [
        ("below", settings.bottom.name(), first.0),
        ("right", settings.right.name(), first.1),
    ] {
        if tab == own {
            config.panels.tabs.remove(name);
        } else {
            config.panels.tabs.insert(name.to_owned(), tab.to_owned());
        }
    }
}

fn gather(
    settings: Res<Settings>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut kept: ResMut<Kept>,
) {
    let mut now = kept.config.clone();
    put(&settings, &mut now);
    if let Some(window) = window {
        let side = |pixels: f32| {
            let (low, high) = (*config::WINDOW.start(), *config::WINDOW.end());
            (pixels.round() as u32).clamp(low, high)
        };
        let size = (side(window.width()), side(window.height()));
        // The size that it opens with of itself is no choice.
        if now.window.is_some() || size != super::window::FIRST_SIZE {
            now.window = Some(size);
        }
    }
    if now != kept.config {
        kept.config = now;
        kept.changed = Some(Instant::now());
    }
}

fn write(mut kept: ResMut<Kept>, mut asked: ResMut<Asked>) {
    if kept.changed.is_some_and(|at| at.elapsed() >= REST)
        && let Err(text) = kept.bypass_change_detection().save()
    {
        asked.0.push(Command::Notice(Notice {
            tone: Tone::Error,
            text,
        }));
    }
}

fn write_at_exit(mut exits: MessageReader<AppExit>, mut kept: ResMut<Kept>) {
    if exits.read().count() > 0
        && let Err(text) = kept.save()
    {
        tracing::error!("{text}");
    }
}

impl Kept {
    /// Writes what has changed; what cannot be written is not tried again before the next change.
    fn save(&mut self) -> Result<(), String> {
        self.changed = None;
        if self.config == self.written {
            return Ok(());
        }
        config::save(&self.folder, &self.config)
            .map_err(|error| text::not_kept(&self.folder, &error.to_string()))?;
        self.written = self.config.clone();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::CameraPreset;
    use crate::overlay::{Layer, Theme};

    #[test]
    fn what_is_put_is_adopted() {
        let mut settings = Settings {
            theme: Theme::Light,
            scale: 150,
            reduced_motion: true,
            raw_eye: true,
            camera: CameraPreset::Blender,
            panel_sizes: [Some(300), None, Some(222)],
            bottom: BottomTab::Plots,
            right: RightTab::Policy,
            memory_mb: 64,
            tour_seen: true,
            ..Settings::default()
        };
        settings.toggle(Layer::BspSpheres);
        settings.recent.push("sawtooth");
        settings.bind(text::MARK, "Ctrl+M".parse().unwrap());
        let mut config = Config::default();
        put(&settings, &mut config);
        let mut again = Settings::default();
        assert_eq!(adopt(&mut again, &config), Vec::<String>::new());
        assert_eq!(again, settings);
        put(&Settings::default(), &mut config);
        assert_eq!(config, Config::default());
    }
}
