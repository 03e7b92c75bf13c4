//! The policy of a lane: every switch, and the presets.

use bevy_egui::egui::{self, ComboBox, RichText, Sense, Ui, vec2};

use super::facts::{Facts, LaneFacts};
use super::widgets::{list, text_clipped};
use crate::policy::{PRESETS, Policy, SWITCHES, Switch};
use crate::viewer::command::Command;
use crate::viewer::settings::Restarting;
use crate::viewer::{text, theme};

/// Draws the switches of the lane in focus.
pub fn policy_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let Some(lane) = facts.focus() else { return };
    let policy = lane.recording.policy();
    ui.spacing_mut().item_spacing.y = 4.0;
    let name = text::lane(&lane.recording.name);
    ui.add(egui::Label::new(RichText::new(name).color(theme::text_weak())).truncate());
    ui.horizontal(|ui| {
        ui.label(text::PRESET);
        presets_ui(ui, lane, &policy, out);
    });
    text_ui(ui, lane, &policy, out);
    ui.add_space(2.0);
    restarting_ui(ui, facts, out);
    ui.add_space(4.0);
    for switch in SWITCHES {
        switch_ui(ui, lane, &policy, switch, out);
    }
}

fn presets_ui(ui: &mut Ui, lane: &LaneFacts<'_>, policy: &Policy, out: &mut Vec<Command>) {
    let current = PRESETS.iter().find(|preset| preset.policy == *policy);
    let shown = current.map_or(text::MIXED, |preset| preset.name);
    let menu = ComboBox::from_id_salt("preset")
        .width(ui.available_width() - 8.0)
        .selected_text(shown);
    menu.show_ui(ui, |ui| {
        let chosen =
            current.and_then(|current| PRESETS.iter().position(|p| p.name == current.name));
        let taken = list(ui, PRESETS.iter().map(|p| (p.name, p.about)), chosen);
        let preset = taken.and_then(|taken| PRESETS.get(taken));
        out.extend(preset.map(|p| Command::SetPolicy(lane.number, p.name.to_owned())));
    });
}

/// The policy as a text that can be edited; Enter takes it.
fn text_ui(ui: &mut Ui, lane: &LaneFacts<'_>, policy: &Policy, out: &mut Vec<Command>) {
    let id = ui.make_persistent_id("policy text");
    let own = policy.text();
    let editing = ui.memory(|memory| memory.has_focus(id));
    let mut words: String = if editing {
        ui.data(|data| data.get_temp(id)).unwrap_or(own.clone())
    } else {
        own.clone()
    };
    let field = egui::TextEdit::singleline(&mut words)
        .id(id)
        .font(theme::number_font(theme::SMALL))
        .desired_width(f32::INFINITY);
    let response = ui.add(field).on_hover_text(text::POLICY_TEXT);
    if response.lost_focus()
        && ui.input(|input| input.key_pressed(egui::Key::Enter))
        && words != own
    {
        out.push(Command::SetPolicy(lane.number, words.trim().to_owned()));
    }
    ui.data_mut(|data| data.insert_temp(id, words));
}

/// What changing a switch does to the run.
pub(super) fn restarting_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let now = facts.settings.restarting;
    ui.horizontal(|ui| {
        ui.label(RichText::new(text::ON_CHANGE).color(theme::text_weak()));
        let fork = text::fork_at(facts.playback.cursor);
        for (how, name) in [
            (Restarting::FromStart, text::RERUN),
            (Restarting::AtCursor, fork.as_str()),
        ] {
            if ui.selectable_label(now == how, name).clicked() {
                out.push(Command::RestartingBy(how));
            }
        }
    });
}

/// One switch: its name, and its values in a menu. What is not retail's stands out.
fn switch_ui(
    ui: &mut Ui,
    lane: &LaneFacts<'_>,
    policy: &Policy,
    switch: &'static Switch,
    out: &mut Vec<Command>,
) {
    let value = switch.get(policy);
    let retail = value == switch.choices[0].word;
    ui.horizontal(|ui| {
        let width = ui.available_width();
        let (rect, response) = ui.allocate_exact_size(vec2(width * 0.46, 22.0), Sense::hover());
        let color = if retail {
            theme::text_weak()
        } else {
            theme::text()
        };
        text_clipped(
            ui,
            rect.left_center(),
            rect.width(),
            switch.name,
            theme::number_font(theme::SMALL),
            color,
        );
        response.on_hover_text(switch.meaning());
        let color = if retail {
            theme::text_weak()
        } else {
            theme::notable()
        };
        let shown = RichText::new(&value)
            .font(theme::number_font(theme::SMALL))
            .color(color);
        let menu = ComboBox::from_id_salt(switch.name)
            .width(ui.available_width() - 8.0)
            .truncate()
            .selected_text(shown);
        let response = menu.show_ui(ui, |ui| {
            let chosen = switch.choices.iter().position(|c| c.word == value);
            let choices = switch.choices.iter().map(|c| (c.word, c.meaning()));
            let taken = list(ui, choices, chosen).filter(|taken| Some(*taken) != chosen);
            out.extend(
                taken
                    .and_then(|taken| switch.choices.get(taken))
                    .map(|c| Command::SetSwitch(lane.number, switch.name, c.word.to_owned())),
            );
            if let Some(pattern) = switch.pattern {
                ui.label(RichText::new(text::or_written(pattern)).color(theme::text_weak()));
            }
        });
        response.response.widget_info(|| {
            egui::WidgetInfo::labeled(
                egui::WidgetType::ComboBox,
                true,
                format!("{}: {value}", switch.name),
            )
        });
    });
}
