//! The list in which keys are changed: click what an action has, press what it shall have.

use bevy_egui::egui::{
    self, Align, Align2, Button, Context, Layout, RichText, ScrollArea, Ui, WidgetInfo, WidgetType,
    Window, vec2,
};

use crate::viewer::actions::{ACTIONS, Action, Group};
use crate::viewer::command::Command;
use crate::viewer::settings::Settings;
use crate::viewer::{text, theme};

/// The groups in the order of the list.
const GROUPS: [Group; 5] = [
    Group::Time,
    Group::Lanes,
    Group::Views,
    Group::Layers,
    Group::Window,
];

/// Draws the list in front of everything.
pub fn bindings_ui(context: &Context, settings: &Settings, out: &mut Vec<Command>) {
    let room = context.content_rect().height() - 140.0;
    Window::new(text::BINDINGS)
        .collapsible(false)
        .resizable(false)
        .title_bar(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .fixed_size(vec2(520.0, room.clamp(160.0, 620.0)))
        .show(context, |ui| {
            head_ui(ui, settings, out);
            ui.add_space(4.0);
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    for group in GROUPS {
                        ui.add_space(6.0);
                        ui.label(
                            RichText::new(text::group(group).to_uppercase())
                                .font(theme::strong_font(10.5))
                                .color(theme::text_weak()),
                        );
                        for action in ACTIONS.iter().filter(|action| action.group == group) {
                            row_ui(ui, settings, action, out);
                        }
                    }
                });
        });
}

fn head_ui(ui: &mut Ui, settings: &Settings, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(text::BINDINGS).font(theme::strong_font(16.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(text::CLOSE).clicked() {
                out.push(Command::Bindings);
            }
            let changed = !settings.keymap.0.is_empty();
            if ui
                .add_enabled(changed, Button::new(text::OWN_KEYS_ALL))
                .clicked()
            {
                out.push(Command::OwnKeys(None));
            }
        });
    });
    let (line, color) = if settings.key_note.is_empty() {
        (text::BINDINGS_HINT, theme::text_weak())
    } else {
        (settings.key_note.as_str(), theme::bad())
    };
    ui.label(RichText::new(line).color(color));
}

fn row_ui(ui: &mut Ui, settings: &Settings, action: &'static Action, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.label(action.name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(8.0);
            if settings.keymap.is_changed(action) {
                let back = ui.button(text::OWN_KEYS);
                back.widget_info(|| {
                    let name = text::own_keys_of(action.name);
                    WidgetInfo::labeled(WidgetType::Button, true, name)
                });
                if back.clicked() {
                    out.push(Command::OwnKeys(Some(action.name)));
                }
            }
            let waits = settings.captures == Some(action.name);
            let keys = settings.keymap.line(action);
            let shown = match (waits, keys.is_empty()) {
                (true, _) => text::PRESS_A_KEY,
                (false, true) => text::NO_KEY,
                (false, false) => &keys,
            };
            let color = if waits {
                theme::accent()
            } else {
                theme::text()
            };
            let words = RichText::new(shown)
                .font(theme::number_font(theme::NUMBER))
                .color(color);
            let button = ui.add(Button::new(words).selected(waits));
            button.widget_info(|| {
                let name = text::keys_of(action.name, shown);
                WidgetInfo::labeled(WidgetType::Button, true, name)
            });
            if button.clicked() {
                let wanted = if waits { None } else { Some(action.name) };
                out.push(Command::Capture(wanted));
            }
            // A key that is pressed is for the action, not for a widget.
            if waits {
                button.surrender_focus();
            }
        });
    });
    ui.painter().hline(
        ui.min_rect().x_range(),
        ui.min_rect().bottom(),
        egui::Stroke::new(1.0, theme::sheer(theme::edge(), 0.4)),
    );
}
