//! Menu entries for what is chosen once and kept: colours, motion, the mouse of the free camera.

use bevy_egui::egui::Ui;

use super::widgets::{choice, entry};
use crate::config::{CameraPreset, THEMES};
use crate::viewer::Export;
use crate::viewer::command::Command;
use crate::viewer::settings::Settings;
use crate::viewer::text;

/// Draws the menu of files that were opened last.
pub fn recent_ui(ui: &mut Ui, settings: &Settings, out: &mut Vec<Command>) {
    let recent = settings.recent.list();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button(text::MENU_RECENT, |ui| {
            for name in recent {
                entry(
                    ui,
                    text::end_of_path(name),
                    Command::Open(name.clone()),
                    out,
                );
            }
        });
    });
}

/// Draws the menu of what can be written.
pub fn export_ui(ui: &mut Ui, out: &mut Vec<Command>) {
    ui.menu_button(text::MENU_EXPORT, |ui| {
        for what in Export::ALL {
            entry(ui, text::export(what), Command::AskExport(what), out);
        }
        entry(ui, text::SAVE_SCENE, Command::AskSaveScene, out);
        entry(ui, text::COPY_ISSUE, Command::CopyIssue, out);
    });
}

/// What is offered as memory of snapshots, megabytes.
const MEMORIES: [u32; 5] = [16, 64, 256, 1024, 4096];

/// Draws the entries.
pub fn choices_ui(ui: &mut Ui, settings: &Settings, out: &mut Vec<Command>) {
    ui.menu_button(text::MENU_THEME, |ui| {
        for theme in THEMES {
            let on = settings.theme == theme;
            choice(ui, text::theme(theme), Some(on), Command::Theme(theme), out);
        }
    });
    ui.menu_button(text::MENU_MOUSE, |ui| {
        for preset in CameraPreset::ALL {
            let on = settings.camera == preset;
            let command = Command::CameraPreset(preset);
            choice(ui, text::camera_preset(preset), Some(on), command, out);
        }
    });
    ui.menu_button(text::MENU_MEMORY, |ui| {
        for megabytes in MEMORIES {
            let on = settings.memory_mb == megabytes;
            let command = Command::Memory(megabytes);
            choice(ui, &text::megabytes(megabytes), Some(on), command, out);
        }
    })
    .response
    .on_hover_text(text::MEMORY_HINT);
    choice(
        ui,
        text::REDUCED_MOTION,
        Some(settings.reduced_motion),
        Command::ReducedMotion(!settings.reduced_motion),
        out,
    );
}
