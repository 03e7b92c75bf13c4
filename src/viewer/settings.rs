//! What the user has chosen for the window; nothing of it changes a result.

use std::collections::BTreeSet;

use bevy::prelude::Resource;
use glam::Vec3;

use super::command::Slot;
use super::keymap::Keymap;
use crate::config::{CameraPreset, Chord, Recent};
use crate::lane::Measure;
use crate::overlay::{Layer, LayerSet, Style, Theme};
use crate::pointing::Subject;

/// What changing a policy does to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restarting {
    /// The lane runs again from tick 0 under the new policy.
    #[default]
    FromStart,
    /// The lane keeps its past and goes on from the cursor under the new policy.
    AtCursor,
}

/// A tab of the panel below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BottomTab {
    /// One bar per question, over all ticks.
    #[default]
    Timeline,
    /// Measures over time.
    Plots,
    /// The events of the tick.
    Log,
}

impl BottomTab {
    /// All, in the order of the tabs.
    pub const ALL: [Self; 3] = [Self::Timeline, Self::Plots, Self::Log];

    /// As the file of settings writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Timeline => "timeline",
            Self::Plots => "plots",
            Self::Log => "log",
        }
    }
}

impl RightTab {
    /// All, in the order of the tabs.
    pub const ALL: [Self; 3] = [Self::Autopsy, Self::Policy, Self::Edit];

    /// As the file of settings writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Autopsy => "autopsy",
            Self::Policy => "policy",
            Self::Edit => "edit",
        }
    }
}

/// A tab of the panel on the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RightTab {
    /// What happened in the tick.
    #[default]
    Autopsy,
    /// The switches of a lane.
    Policy,
    /// Numbers of the scene, to be changed.
    Edit,
}

/// How a measure is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlotMode {
    /// Of both lanes over time.
    #[default]
    Time,
    /// A minus B over time.
    Difference,
    /// Against its change per tick.
    Phase,
}

/// What is plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotOf {
    /// The measure.
    pub measure: Measure,
    /// How it is drawn.
    pub mode: PlotMode,
}

impl Default for PlotOf {
    fn default() -> Self {
        Self {
            measure: Measure::EyeDistance,
            mode: PlotMode::Time,
        }
    }
}

/// What is open in front of the panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Popup {
    /// Nothing.
    #[default]
    None,
    /// The list of commands.
    Palette,
    /// The list of keys.
    Keys,
    /// The list in which keys are changed.
    Bindings,
}

/// The scales of everything that are offered, percent.
pub(super) const SCALES: [u16; 7] = [75, 90, 100, 125, 150, 175, 200];

/// The user's choices.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which layers are drawn.
    pub layers: LayerSet,
    /// The layers that come back when all were switched off.
    pub layers_before: LayerSet,
    /// What changing a policy does.
    pub restarting: Restarting,
    /// Tab below.
    pub bottom: BottomTab,
    /// Tab on the right.
    pub right: RightTab,
    /// Whether the panels are hidden.
    pub hidden: bool,
    /// What is open in front.
    pub popup: Popup,
    /// Whether digits go to the field for a tick.
    pub asks_tick: bool,
    /// The digits that have been typed for it.
    pub typed_tick: String,
    /// The lane that autopsy, policy and log are about.
    pub focus: Slot,
    /// What is picked, in a view or in a list.
    pub picked: Option<Subject>,
    /// How far from the path a large mesh is drawn, metres.
    pub near: f32,
    /// Most things of a layer that are drawn.
    pub most: usize,
    /// Whether the open file is read again whenever it changes.
    pub watch: bool,
    /// What is plotted.
    pub plot: PlotOf,
    /// The thing to do in the first walk through the window; `None` while there is no walk.
    pub tour: Option<usize>,
    /// Whether the walk was taken or sent away.
    pub tour_seen: bool,
    /// Memory of the snapshots that make seeking fast, megabytes, all lanes together.
    pub memory_mb: u32,
    /// Whether the scene's places have handles in the views.
    pub handles: bool,
    /// Whether the way of the last ticks is drawn.
    pub trails: bool,
    /// The points that are measured between; `None` while nothing is measured.
    pub ruler: Option<Vec<Vec3>>,
    /// The object that is drawn alone.
    pub isolated: Option<usize>,
    /// Objects that are not drawn.
    pub unseen: BTreeSet<usize>,
    /// Whether lanes run ahead of the cursor to the end of the script.
    pub run_ahead: bool,
    /// Whether eye views are shown however much they flash.
    pub raw_eye: bool,
    /// Scale of everything, percent.
    pub scale: u16,
    /// Keys.
    pub keymap: Keymap,
    /// The action whose next key is waited for.
    pub captures: Option<&'static str>,
    /// What came of the last key that was changed, where it is worth saying.
    pub key_note: String,
    /// Sizes of panels that the user has drawn, logical pixels: left, right and below.
    pub panel_sizes: [Option<u16>; 3],
    /// Counts how often panels were put back.
    pub layout: u32,
    /// Files that were opened last, the last one first.
    pub recent: Recent,
    /// Colours.
    pub theme: Theme,
    /// Whether nothing glides, blinks or follows by itself.
    pub reduced_motion: bool,
    /// The free camera's mouse.
    pub camera: CameraPreset,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            layers: LayerSet::default(),
            layers_before: LayerSet::default(),
            restarting: Restarting::default(),
            bottom: BottomTab::default(),
            right: RightTab::default(),
            hidden: false,
            popup: Popup::default(),
            asks_tick: false,
            typed_tick: String::new(),
            focus: Slot::B,
            picked: None,
            near: Style::default().mesh_near,
            most: Style::default().nodes,
            watch: false,
            plot: PlotOf::default(),
            tour: None,
            tour_seen: false,
            memory_mb: crate::config::Config::default().memory_mb,
            handles: false,
            trails: false,
            ruler: None,
            isolated: None,
            unseen: BTreeSet::new(),
            run_ahead: true,
            raw_eye: false,
            scale: 100,
            keymap: Keymap::default(),
            captures: None,
            key_note: String::new(),
            panel_sizes: [None; 3],
            layout: 0,
            recent: Recent::default(),
            theme: Theme::default(),
            reduced_motion: false,
            camera: CameraPreset::default(),
        }
    }
}

impl Settings {
    /// Shows or hides a layer.
    pub fn toggle(&mut self, layer: Layer) {
        self.layers = self.layers.toggled(layer);
    }

    /// Hides every layer, or brings back those that were hidden so.
    pub fn toggle_all(&mut self) {
        if self.layers.is_empty() {
            self.layers = self.layers_before;
        } else {
            self.layers_before = self.layers;
            self.layers = LayerSet::NONE;
        }
    }

    /// Makes everything larger (or smaller) by so many of `SCALES`.
    pub fn scale_by(&mut self, steps: i8) {
        let larger = SCALES.iter().filter(|scale| **scale > self.scale);
        let smaller = SCALES.iter().rev().filter(|scale| **scale < self.scale);
        let by = usize::from(steps.unsigned_abs()).saturating_sub(1);
        let found = match steps {
            0 => None,
            1.. => larger.copied().nth(by).or(SCALES.last().copied()),
            _ => smaller.copied().nth(by).or(SCALES.first().copied()),
        };
        self.scale = found.unwrap_or(self.scale);
    }

    /// Panels and tabs as they are at first.
    pub fn reset_layout(&mut self) {
        self.panel_sizes = [None; 3];
        self.layout += 1;
        self.bottom = BottomTab::default();
        self.right = RightTab::default();
        self.hidden = false;
    }

    /// Gives an action a key, and says what came of it.
    pub fn bind(&mut self, name: &str, chord: Chord) {
        self.captures = None;
        self.key_note = self.keymap.bind(name, chord).err().unwrap_or_default();
    }

    /// Closes what is in front; says whether there was something.
    pub fn close_popup(&mut self) -> bool {
        let open = self.popup != Popup::None;
        self.popup = Popup::None;
        self.captures = None;
        open
    }

    /// Opens `popup`, or closes it when it is open.
    pub fn toggle_popup(&mut self, popup: Popup) {
        self.popup = if self.popup == popup {
            Popup::None
        } else {
            popup
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_off_and_again_gives_the_layers_back() {
        let mut settings = Settings::default();
        settings.toggle(Layer::Eyes);
        let before = settings.layers;
        settings.toggle_all();
        assert!(settings.layers.is_empty());
        settings.toggle_all();
        assert_eq!(settings.layers, before);
    }

    #[test]
    fn scales_go_step_by_step_and_stop_at_their_ends() {
        let mut settings = Settings::default();
        settings.scale_by(1);
        assert_eq!(settings.scale, 125);
        // One between two goes to its neighbour.
        settings.scale = 110;
        settings.scale_by(-1);
        assert_eq!(settings.scale, 100);
        settings.scale_by(9);
        assert_eq!(settings.scale, 200);
        settings.scale_by(1);
        assert_eq!(settings.scale, 200);
        settings.scale_by(-9);
        assert_eq!(settings.scale, 75);
    }

    #[test]
    fn one_popup_at_a_time() {
        let mut settings = Settings::default();
        settings.toggle_popup(Popup::Keys);
        settings.toggle_popup(Popup::Palette);
        assert_eq!(settings.popup, Popup::Palette);
        settings.toggle_popup(Popup::Palette);
        assert!(!settings.close_popup());
    }
}
