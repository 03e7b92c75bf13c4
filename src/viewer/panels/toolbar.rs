//! The bar on top: menus, transport, tick, speed, and the way to the palette.

use bevy_egui::egui::{
    self, Align, Align2, Layout, MenuBar, RichText, Sense, Ui, WidgetInfo, WidgetType, vec2,
};

use super::facts::Facts;
use super::widgets::{Icon, choice, entry, icon_button, text_at};
use crate::overlay::Layer;
use crate::scene::shipped::{self, Shipped};
use crate::viewer::browser::Browse;
use crate::viewer::command::{Command, Slot};
use crate::viewer::playback::{Motion, SPEEDS};
use crate::viewer::settings::{BottomTab, Restarting, RightTab};
use crate::viewer::views::{Arrangement, Pane, ViewKind};
use crate::viewer::{keymap, text, theme};

/// Draws the bar.
pub fn toolbar_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let bar = ui.max_rect();
    let menus = ui.scope_builder(
        egui::UiBuilder::new().max_rect(bar.with_max_x(bar.left() + 260.0)),
        |ui| {
            ui.horizontal_centered(|ui| MenuBar::new().ui(ui, |ui| menus_ui(ui, facts, out)));
        },
    );
    if facts.document.is_none() {
        return;
    }
    // The transport stands in the middle of the bar, as far as the menus leave room.
    let least = menus.response.rect.right() + 16.0;
    let room = bar.right() - least;
    let width = if room < WIDE { room.min(TIGHT) } else { 560.0 };
    let left = (bar.center().x - width / 2.0)
        .min(bar.right() - width)
        .max(least);
    let middle = egui::Rect::from_min_max(egui::pos2(left, bar.top()), bar.max);
    ui.scope_builder(
        egui::UiBuilder::new()
            .max_rect(middle)
            .layout(Layout::left_to_right(Align::Center)),
        |ui| {
            transport_ui(ui, facts, room >= WIDE, out);
            let rest = ui.available_rect_before_wrap();
            if rest.width() > 120.0 {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    search_ui(ui, rest.width(), out);
                });
            }
        },
    );
}

/// Room for the transport with all that belongs to it.
const WIDE: f32 = 520.0;

/// Room that its buttons, the tick and the speed need.
const TIGHT: f32 = 430.0;

/// Play, step, tick and speed; where it is not `wide` the status line alone tells seconds.
pub fn transport_ui(ui: &mut Ui, facts: &Facts<'_>, wide: bool, out: &mut Vec<Command>) {
    let playback = facts.playback;
    ui.spacing_mut().item_spacing.x = 3.0;
    icon_button(
        ui,
        Icon::Restart,
        text::RESTART,
        false,
        Command::Restart,
        out,
    );
    icon_button(
        ui,
        Icon::ToStart,
        text::TO_START,
        false,
        Command::ToStart,
        out,
    );
    icon_button(
        ui,
        Icon::StepBack,
        text::STEP_BACK,
        false,
        Command::Step(-1),
        out,
    );
    let plays = playback.motion != Motion::Paused;
    let (icon, name) = if plays {
        (Icon::Pause, text::PAUSE)
    } else {
        (Icon::Play, text::PLAY)
    };
    let command = if playback.motion == Motion::Reverse {
        Command::PlayReverse
    } else {
        Command::PlayPause
    };
    icon_button(ui, icon, name, true, command, out);
    icon_button(
        ui,
        Icon::StepOn,
        text::STEP_ON,
        false,
        Command::Step(1),
        out,
    );
    icon_button(ui, Icon::ToEnd, text::TO_END, false, Command::ToEnd, out);
    icon_button(
        ui,
        Icon::Loop,
        text::LOOP,
        playback.looping,
        Command::Loop,
        out,
    );
    ui.add_space(10.0);
    ui.label(RichText::new(text::TICK).color(theme::text_weak()));
    tick_ui(ui, facts, out);
    let seconds = facts
        .document
        .map_or(0.0, |document| document.seconds(playback.cursor));
    if wide {
        ui.label(
            RichText::new(format!("{seconds:>7.3} s"))
                .font(theme::number_font(theme::NUMBER))
                .color(theme::text_weak()),
        );
    }
    ui.add_space(8.0);
    egui::ComboBox::from_id_salt("speed")
        .width(62.0)
        .selected_text(text::speed(playback.speed))
        .show_ui(ui, |ui| {
            for speed in SPEEDS.rev() {
                if ui
                    .selectable_label(playback.speed == speed, text::speed(speed))
                    .clicked()
                {
                    out.push(Command::Speed(speed));
                }
            }
        });
    if let Some(document) = facts.document.filter(|_| wide) {
        ui.add_space(4.0);
        ui.label(
            RichText::new(text::hz(document.setup.hz))
                .font(theme::number_font(theme::NUMBER))
                .color(theme::text_weak()),
        );
    }
}

/// The tick as a field: type a number and press Enter, or drag. After G the keys go to it without its having the focus.
fn tick_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let size = vec2(76.0, 22.0);
    if facts.settings.asks_tick {
        typed_ui(ui, size, &facts.settings.typed_tick);
        return;
    }
    let last = facts.ticks().saturating_sub(1);
    let mut tick = facts.playback.cursor;
    let field = egui::DragValue::new(&mut tick)
        .range(0..=last)
        .speed(0.25)
        .custom_formatter(|value, _| text::spaced(value as u64));
    ui.style_mut().drag_value_text_style = egui::TextStyle::Monospace;
    let response = ui.add_sized(size, field).on_hover_text(text::GO_TO_TICK);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::DragValue, true, text::TICK));
    if tick != facts.playback.cursor {
        out.push(Command::Seek(tick));
    }
}

/// The digits that have been typed, with a caret.
fn typed_ui(ui: &mut Ui, size: egui::Vec2, typed: &str) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, "", typed, "");
        info.label = Some(text::GO_TO_TICK.to_owned());
        info
    });
    let painter = ui.painter().with_clip_rect(rect.expand(1.0));
    painter.rect(
        rect,
        4.0,
        theme::surface_low(),
        egui::Stroke::new(1.5, theme::accent()),
        egui::StrokeKind::Inside,
    );
    let font = theme::number_font(theme::NUMBER);
    let shown = text_at(
        &painter,
        rect.center(),
        Align2::CENTER_CENTER,
        typed,
        font,
        theme::text(),
    );
    painter.vline(
        shown.right() + 1.5,
        rect.shrink(4.0).y_range(),
        egui::Stroke::new(1.0, theme::text()),
    );
}

/// The way to the palette.
fn search_ui(ui: &mut Ui, room: f32, out: &mut Vec<Command>) {
    let size = vec2((room - 8.0).min(210.0), 24.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, text::PALETTE));
    let fill = if response.hovered() {
        theme::surface_high()
    } else {
        theme::surface_low()
    };
    ui.painter().rect(
        rect,
        12.0,
        fill,
        egui::Stroke::new(1.0, theme::edge()),
        egui::StrokeKind::Inside,
    );
    let font = theme::text_font(12.0);
    let painter = ui.painter().with_clip_rect(rect);
    text_at(
        &painter,
        rect.left_center() + vec2(12.0, 0.0),
        Align2::LEFT_CENTER,
        text::SEARCH,
        font.clone(),
        theme::text_weak(),
    );
    if rect.width() > 150.0 {
        let key = theme::number_font(theme::SMALL);
        text_at(
            &painter,
            rect.right_center() - vec2(12.0, 0.0),
            Align2::RIGHT_CENTER,
            &keymap::shortcut(ui.ctx(), &Command::Palette).unwrap_or_default(),
            key,
            theme::text_faint(),
        );
    }
    if response.clicked() {
        out.push(Command::Palette);
    }
}

/// A menu of the bar; one that is longer than the window scrolls.
fn menu(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    ui.menu_button(name, |ui| {
        let room = ui.ctx().viewport_rect().height() - theme::TOP_BAR - 30.0;
        egui::ScrollArea::vertical()
            .max_height(room)
            .min_scrolled_height(room)
            .show(ui, content);
    });
}

/// File, Edit, View, Lanes, Help.
pub fn menus_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let settings = facts.settings;
    menu(ui, text::MENU_FILE, |ui| {
        entry(ui, text::OPEN, Command::AskOpen, out);
        entry(ui, text::BROWSER, Command::Browse(Browse::Show), out);
        ui.menu_button(text::OPEN_SHIPPED, |ui| {
            let (loose, filed): (Vec<&Shipped>, Vec<&Shipped>) =
                (shipped::SHIPPED.iter()).partition(|scene| scene.place().0.is_empty());
            for scene in loose {
                entry(ui, scene.name, Command::Open(scene.name.to_owned()), out);
            }
            for scenes in filed.chunk_by(|a, b| a.place().0 == b.place().0) {
                let folder = scenes.first().map_or("", |scene| scene.place().0);
                ui.menu_button(folder, |ui| {
                    for scene in scenes {
                        entry(ui, scene.name, Command::Open(scene.name.to_owned()), out);
                    }
                });
            }
        });
        super::choices::recent_ui(ui, settings, out);
        entry(ui, text::GALLERY, Command::Gallery, out);
        ui.separator();
        ui.add_enabled_ui(facts.document.is_some(), |ui| {
            entry(ui, text::RELOAD, Command::Reload, out);
            choice(
                ui,
                text::WATCH,
                Some(facts.settings.watch),
                Command::Watch,
                out,
            );
            entry(ui, text::SAVE, Command::AskSave, out);
            entry(ui, text::SAVE_SCENE, Command::AskSaveScene, out);
        });
        ui.add_enabled_ui(facts.document.is_some(), |ui| {
            super::choices::export_ui(ui, out);
        });
        entry(ui, text::SCREENSHOT, Command::Screenshot, out);
        ui.separator();
        entry(ui, text::QUIT, Command::Quit, out);
    });
    menu(ui, text::MENU_EDIT, |ui| {
        let workshop = facts.workshop;
        for (name, title, command) in [
            (text::UNDO, workshop.undo_title(), Command::Undo),
            (text::REDO, workshop.redo_title(), Command::Redo),
        ] {
            let title = title.map_or_else(|| name.to_owned(), |title| text::undo(name, title));
            entry(ui, &title, command, out);
        }
        ui.separator();
        entry(ui, text::GO_TO_TICK, Command::AskTick, out);
        entry(ui, text::MARK, Command::Mark, out);
        choice(
            ui,
            text::LOOP,
            Some(facts.playback.looping),
            Command::Loop,
            out,
        );
        ui.separator();
        if let Some(lane) = facts.focus() {
            let policy = lane.recording.policy().text();
            entry(ui, text::COPY_POLICY, Command::Copy(policy), out);
        }
        if let Some(difference) = facts.difference {
            entry(
                ui,
                text::COPY_DIFFERENCE,
                Command::Copy(difference.to_string()),
                out,
            );
        }
        entry(ui, text::PALETTE, Command::Palette, out);
    });
    menu(ui, text::MENU_VIEW, |ui| view_menu_ui(ui, facts, out));
    menu(ui, text::MENU_LANES, |ui| {
        for slot in Slot::BOTH {
            ui.menu_button(text::show_as(slot.letter()), |ui| {
                for lane in facts.lanes {
                    let on = facts.pair[slot.index()] == lane.number;
                    choice(
                        ui,
                        &lane.recording.name,
                        Some(on),
                        Command::Show(slot, lane.number),
                        out,
                    );
                }
            });
        }
        entry(ui, text::SWAP, Command::SwapLanes, out);
        ui.menu_button(text::ADD_LANE, |ui| {
            for preset in crate::policy::PRESETS {
                let command = Command::AddLane(preset.name.to_owned());
                entry(ui, preset.name, command, out);
            }
        });
        entry(ui, text::SHOW_POLICY, Command::Right(RightTab::Policy), out);
        ui.separator();
        choice(
            ui,
            text::DRIVE,
            Some(facts.playback.drives),
            Command::Drive,
            out,
        );
        entry(ui, text::RESTART, Command::Restart, out);
        ui.label(RichText::new(text::POLICY_CHANGE).color(theme::text_weak()));
        for (how, name) in [
            (Restarting::FromStart, text::FROM_START),
            (Restarting::AtCursor, text::AT_CURSOR),
        ] {
            choice(
                ui,
                name,
                Some(settings.restarting == how),
                Command::RestartingBy(how),
                out,
            );
        }
        choice(
            ui,
            text::RUN_AHEAD,
            Some(settings.run_ahead),
            Command::RunAhead(!settings.run_ahead),
            out,
        );
    });
    menu(ui, text::MENU_HELP, |ui| {
        entry(ui, text::KEYS, Command::Keys, out);
        entry(ui, text::BINDINGS, Command::Bindings, out);
        entry(ui, text::TAKE_TOUR, Command::Tour(Some(0)), out);
        ui.separator();
        ui.label(RichText::new(text::version()).color(theme::text_weak()));
    });
}

fn view_menu_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let (settings, views) = (facts.settings, facts.views);
    for (arrangement, name) in [
        (Arrangement::Split, text::ARRANGE_SPLIT),
        (Arrangement::Overlaid, text::ARRANGE_OVERLAID),
        (Arrangement::Quad, text::ARRANGE_QUAD),
        (Arrangement::Single(Pane::A), text::ARRANGE_A),
        (Arrangement::Single(Pane::B), text::ARRANGE_B),
    ] {
        choice(
            ui,
            name,
            Some(views.arrangement == arrangement),
            Command::Arrange(arrangement),
            out,
        );
    }
    choice(
        ui,
        text::LINKED,
        Some(views.linked),
        Command::Link(!views.linked),
        out,
    );
    ui.separator();
    for kind in ViewKind::ALL {
        let on = views.kinds[views.active.index()] == kind;
        choice(
            ui,
            text::view_kind(kind),
            Some(on),
            Command::Follow(None, kind),
            out,
        );
    }
    choice(
        ui,
        text::RAW_EYE,
        Some(settings.raw_eye),
        Command::RawEye(!settings.raw_eye),
        out,
    );
    ui.separator();
    entry(ui, text::FRAME, Command::Frame, out);
    entry(ui, text::FRAME_ALL, Command::FrameAll, out);
    entry(ui, text::CYCLE_FOLLOW, Command::CycleFollow, out);
    choice(
        ui,
        text::CUT_AWAY,
        Some(views.cut_away),
        Command::CutAway,
        out,
    );
    choice(
        ui,
        text::STICKY_FLY,
        Some(views.sticky),
        Command::StickyFly,
        out,
    );
    ui.separator();
    ui.menu_button(text::MENU_LAYERS, |ui| {
        for layer in Layer::ALL {
            choice(
                ui,
                layer.name(),
                Some(settings.layers.has(*layer)),
                Command::Layer(*layer),
                out,
            );
        }
        entry(ui, text::LAYERS_OFF, Command::LayersOff, out);
    });
    ui.menu_button(text::MENU_SCALE, |ui| {
        for percent in crate::viewer::settings::SCALES {
            choice(
                ui,
                &format!("{percent} %"),
                Some(settings.scale == percent),
                Command::Scale(percent),
                out,
            );
        }
    });
    super::choices::choices_ui(ui, settings, out);
    for (tab, name) in [
        (BottomTab::Timeline, text::TAB_TIMELINE),
        (BottomTab::Plots, text::TAB_PLOTS),
        (BottomTab::Log, text::TAB_LOG),
    ] {
        choice(
            ui,
            name,
            Some(settings.bottom == tab),
            Command::Bottom(tab),
            out,
        );
    }
    entry(ui, text::HIDE_PANELS, Command::HidePanels, out);
    entry(ui, text::RESET_LAYOUT, Command::ResetLayout, out);
}
