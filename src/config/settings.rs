//! What can be chosen, and within which ranges.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::keys::Chord;
use super::recent::Recent;
use crate::overlay::{LayerSet, Theme};

/// Range of the scale of everything in the window, percent.
pub const SCALE_PERCENT: RangeInclusive<u32> = 75..=200;

/// Range of the memory for snapshots of runs, megabytes.
pub const MEMORY_MB: RangeInclusive<u32> = 16..=4096;

/// Range of a panel's width or height, logical pixels.
pub const PANEL: RangeInclusive<u32> = 80..=4000;

/// Range of the window's width and height, logical pixels.
pub const WINDOW: RangeInclusive<u32> = 320..=16_000;

/// Which program's mouse the free camera follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraPreset {
    /// Right-drag looks, W A S D fly.
    #[default]
    Game,
    /// Middle-drag orbits, with Shift pans.
    Blender,
    /// Alt and a button orbit, pan and dolly.
    Maya,
}

/// Both themes, in the order of lists.
pub const THEMES: [Theme; 2] = [Theme::Dark, Theme::Light];

/// A theme as the file writes it.
#[must_use]
pub fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => "dark",
        Theme::Light => "light",
    }
}

impl CameraPreset {
    /// All, in the order of lists.
    pub const ALL: [Self; 3] = [Self::Game, Self::Blender, Self::Maya];

    /// As the file writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Blender => "Blender",
            Self::Maya => "Maya",
        }
    }
}

/// Sizes of panels and which tab is open in each; what is not there is as the window has it by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panels {
    /// Width, or height of those above and below, by the panel's name, in [`PANEL`].
    pub sizes: BTreeMap<String, u32>,
    /// The open tab by the panel's name.
    pub tabs: BTreeMap<String, String>,
}

/// The user's choices that outlive the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Keys by the action's name in place of its own; none for an action without a key.
    pub keys: BTreeMap<String, Vec<Chord>>,
    /// Files opened last.
    pub recent: Recent,
    /// Scale of everything, percent, in [`SCALE_PERCENT`].
    pub scale_percent: u32,
    /// Colours.
    pub theme: Theme,
    /// Whether nothing glides, blinks or follows by itself.
    pub reduced_motion: bool,
    /// Whether eye views are shown however much they flash.
    pub raw_eye: bool,
    /// Memory for the snapshots of runs, megabytes, in [`MEMORY_MB`].
    pub memory_mb: u32,
    /// Which layers are drawn.
    pub layers: LayerSet,
    /// Panels.
    pub panels: Panels,
    /// Width and height of the window, logical pixels, in [`WINDOW`]; the window's own without it.
    pub window: Option<(u32, u32)>,
    /// The free camera's mouse.
    pub camera: CameraPreset,
    /// Whether the tour was seen or sent away.
    pub tour_seen: bool,
    /// Fields of the file that this version does not know; they are written again as they were.
    pub(super) unknown: BTreeMap<String, ron::Value>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            keys: BTreeMap::new(),
            recent: Recent::default(),
            scale_percent: 100,
            theme: Theme::default(),
            reduced_motion: false,
            raw_eye: false,
            memory_mb: 256,
            layers: LayerSet::default(),
            panels: Panels::default(),
            window: None,
            camera: CameraPreset::default(),
            tour_seen: false,
            unknown: BTreeMap::new(),
        }
    }
}

impl Config {
    /// One line for each action of the file that is none of `known`.
    #[must_use]
    pub fn unknown_actions(&self, known: &[&str]) -> Vec<String> {
        let unknown = self.keys.keys().filter(|name| !known.contains(&&***name));
        unknown
            .map(|name| format!("keys: no action is called `{name}`"))
            .collect()
    }
}
