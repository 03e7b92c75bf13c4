//! The panel on the left: the scene as a tree, and the layers.

use bevy_egui::egui::{
    self, Color32, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::facts::Facts;
use super::widgets::{ListRow, divider, heading, text_clipped};
use crate::ids::ObjectId;
use crate::overlay::Layer;
use crate::pointing::Subject;
use crate::viewer::command::{Command, Slot};
use crate::viewer::{keymap, text, theme};

/// Most objects that are listed.
const MOST_OBJECTS: usize = 200;

/// Least height of the tree beside the layers, logical pixels.
const LEAST: f32 = 90.0;

/// Draws the panel.
pub fn outline_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let layers = 26.0 + (Layer::ALL.len() as f32) * theme::ROW + 58.0;
    if ui.available_height() < layers + LEAST {
        // Too low for both: they scroll together.
        ScrollArea::vertical()
            .id_salt("low outline")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                tree_ui(ui, facts, out);
                divider(ui);
                layers_ui(ui, facts, out);
            });
        return;
    }
    let room = ui.available_height() - layers;
    ScrollArea::vertical()
        .id_salt("outline")
        .max_height(room)
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            tree_ui(ui, facts, out);
        });
    divider(ui);
    layers_ui(ui, facts, out);
}

fn tree_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    heading(ui, text::OUTLINE, |_| {});
    let Some(document) = facts.document else {
        return;
    };
    let title = ListRow {
        label: &document.title,
        ..ListRow::default()
    };
    let hover = if document.look_for.is_empty() {
        document.title.clone()
    } else {
        document.look_for.clone()
    };
    title.show(ui).on_hover_text(hover);
    let objects = &document.setup.world.objects;
    fold(ui, text::OBJECTS, objects.len(), |ui| {
        for (index, object) in objects.iter().enumerate().take(MOST_OBJECTS) {
            let subject = Subject::Object(ObjectId(index as u32));
            let selected = facts.settings.selected() == Some(index);
            let count = object
                .parts
                .iter()
                .map(|part| part.tree.polygons().len())
                .sum();
            let row = ListRow {
                label: &object.name,
                value: &text::polygons(count),
                depth: 2,
                label_color: if selected {
                    theme::accent()
                } else {
                    theme::text()
                },
                fill: selected.then_some(theme::selected()),
                ..ListRow::default()
            };
            let response = row.show(ui).on_hover_text(text::OBJECT_HINT);
            if response.double_clicked() {
                out.extend([Command::Pick(Some(subject)), Command::Frame]);
            } else if response.clicked() {
                out.push(Command::Pick((!selected).then_some(subject)));
            }
        }
        if objects.len() > MOST_OBJECTS {
            let more = text::more(objects.len() - MOST_OBJECTS);
            ListRow {
                label: &more,
                depth: 2,
                label_color: theme::text_weak(),
                ..ListRow::default()
            }
            .show(ui);
        }
    });
    fold(ui, text::LANES, facts.lanes.len(), |ui| {
        for lane in facts.lanes {
            lane_ui(ui, facts, lane, out);
        }
    });
    let sweeps = facts.looked_at().filter(|(_, lane)| lane.replay.is_some());
    let title = text::sweeps_of(facts.playback.cursor);
    fold(ui, &title, 0, |ui| {
        for (slot, lane) in sweeps {
            let Some(replay) = lane.replay else { continue };
            let (sweep, eye) = (&replay.outcome.sweep, replay.outcome.eye_sweep.as_ref());
            let of_sweep = match eye {
                Some(_) => text::BODY_SWEEP_SHORT,
                None => text::SWEEP_SHORT,
            };
            let eye = eye.map(|sweep| (text::EYE_SWEEP_SHORT, sweep));
            for (of, sweep) in [(of_sweep, sweep)].into_iter().chain(eye) {
                let row = ListRow {
                    label: &format!("{} {of}", slot.letter()),
                    value: sweep.verdict.name(),
                    value_color: theme::verdict_color(sweep.verdict),
                    depth: 2,
                    ..ListRow::default()
                };
                if row.show(ui).clicked() {
                    out.push(Command::Focus(slot));
                }
            }
        }
    });
}

/// A part of the tree that folds.
fn fold(ui: &mut Ui, title: &str, count: usize, content: impl FnOnce(&mut Ui)) {
    let title = if count > 0 {
        format!("{title}  {count}")
    } else {
        title.to_owned()
    };
    let id = ui.make_persistent_id((
        "fold",
        title
            .split("  ")
            .next()
            .unwrap_or_default()
            .split(' ')
            .next(),
    ));
    let open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(true);
    let row = ListRow {
        label: &title,
        open: Some(open),
        depth: 1,
        ..ListRow::default()
    };
    if row.show(ui).clicked() {
        ui.data_mut(|data| data.insert_temp(id, !open));
    }
    if open {
        content(ui);
    }
}

/// A lane: its name, and a letter where it is looked at. A click shows it as B, with Shift as A.
fn lane_ui(
    ui: &mut Ui,
    facts: &Facts<'_>,
    lane: &super::facts::LaneFacts<'_>,
    out: &mut Vec<Command>,
) {
    let slot = Slot::BOTH
        .into_iter()
        .find(|slot| facts.pair[slot.index()] == lane.number);
    let focused = slot == Some(facts.settings.focus);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let name = &lane.recording.name;
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, text::lane(name)));
    if response.hovered() || focused {
        let fill = if focused {
            theme::selected()
        } else {
            theme::sheer(theme::surface_high(), 0.6)
        };
        ui.painter()
            .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, fill);
    }
    let middle = rect.center().y;
    let letter = slot.map_or("", Slot::letter);
    let color = slot.map_or(theme::text_weak(), |slot| theme::lane_color(slot.index()));
    text_clipped(
        ui,
        pos2(rect.left() + 24.0, middle),
        12.0,
        letter,
        theme::strong_font(12.0),
        color,
    );
    let text_color = if slot.is_some() {
        theme::text()
    } else {
        theme::text_weak()
    };
    let room = rect.right() - (rect.left() + 38.0) - 18.0;
    text_clipped(
        ui,
        pos2(rect.left() + 38.0, middle),
        room,
        name,
        theme::text_font(theme::BODY),
        text_color,
    );
    if let Some(settles) = lane.settles {
        ui.painter().circle_filled(
            pos2(rect.right() - 6.0, middle),
            3.5,
            super::settles_color(settles),
        );
    }
    let hint = format!(
        "{}\n{}\n\n{}",
        name,
        lane.recording.policy().text(),
        text::LANE_HINT
    );
    let response = response.on_hover_text(hint);
    if response.clicked() {
        let as_a = ui.input(|input| input.modifiers.shift);
        match slot {
            Some(slot) => out.push(Command::Focus(slot)),
            None => {
                let to = if as_a { Slot::A } else { Slot::B };
                out.extend([Command::Show(to, lane.number), Command::Focus(to)]);
            }
        }
    }
    response.context_menu(|ui| {
        for slot in Slot::BOTH {
            if ui.button(text::show_as(slot.letter())).clicked() {
                out.push(Command::Show(slot, lane.number));
                ui.close();
            }
        }
    });
}

/// The layers with their keys and colours.
pub fn layers_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    heading(ui, text::LAYERS, |ui| {
        let off = facts.settings.layers.is_empty();
        let name = if off { text::ALL_BACK } else { text::ALL_OFF };
        let link = egui::Button::new(
            RichText::new(name)
                .color(theme::text_weak())
                .font(theme::text_font(theme::SMALL)),
        )
        .frame(false);
        if ui
            .add(link)
            .on_hover_text(format!("{}  (0)", text::LAYERS_OFF))
            .clicked()
        {
            out.push(Command::LayersOff);
        }
    });
    for &layer in Layer::ALL {
        layer_ui(ui, layer, facts.settings.layers.has(layer), out);
    }
    limits_ui(ui, facts, out);
}

/// How much of a layer is drawn at most; what that hides is counted in the status line.
fn limits_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let settings = facts.settings;
    let (mut near, mut most) = (settings.near, settings.most);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let weak = |text: &str| {
            RichText::new(text)
                .font(theme::text_font(theme::SMALL))
                .color(theme::text_weak())
        };
        ui.label(weak(text::LIMIT_NEAR));
        let field = egui::DragValue::new(&mut near)
            .range(0.5..=1000.0)
            .speed(0.1)
            .suffix(" m");
        let response = ui.add(field).on_hover_text(text::LIMIT_NEAR_HINT);
        response.widget_info(|| {
            WidgetInfo::labeled(WidgetType::DragValue, true, text::LIMIT_NEAR_HINT)
        });
        ui.label(weak(text::LIMIT_MOST));
        let field = egui::DragValue::new(&mut most)
            .range(10..=20_000)
            .speed(2.0);
        let response = ui.add(field).on_hover_text(text::LIMIT_MOST_HINT);
        response.widget_info(|| {
            WidgetInfo::labeled(WidgetType::DragValue, true, text::LIMIT_MOST_HINT)
        });
    });
    if (near, most) != (settings.near, settings.most) {
        out.push(Command::Limits(near, most));
    }
}

fn layer_ui(ui: &mut Ui, layer: Layer, on: bool, out: &mut Vec<Command>) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, layer.name()));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(
            rect.expand2(vec2(4.0, 0.0)),
            3.0,
            theme::sheer(theme::surface_high(), 0.6),
        );
    }
    let middle = rect.center().y;
    let digit = layer.key().to_string();
    text_clipped(
        ui,
        pos2(rect.left(), middle),
        14.0,
        &digit,
        theme::number_font(theme::SMALL),
        theme::text_faint(),
    );
    let swatch = egui::Rect::from_center_size(pos2(rect.left() + 24.0, middle), vec2(12.0, 12.0));
    let color = if layer == Layer::Labels {
        theme::text()
    } else {
        theme::role_color(layer.role())
    };
    let fill = if on { color } else { Color32::TRANSPARENT };
    let edge = if on { color } else { theme::sheer(color, 0.55) };
    ui.painter().rect(
        swatch,
        3.0,
        fill,
        Stroke::new(1.2, edge),
        egui::StrokeKind::Inside,
    );
    let color = if on {
        theme::text()
    } else {
        theme::text_faint()
    };
    text_clipped(
        ui,
        pos2(rect.left() + 40.0, middle),
        rect.width() - 40.0,
        layer.name(),
        theme::text_font(theme::BODY),
        color,
    );
    let key = keymap::shortcut(ui.ctx(), &Command::Layer(layer)).unwrap_or_default();
    if response
        .on_hover_text(format!("{}  ({key})", layer.name()))
        .clicked()
    {
        out.push(Command::Layer(layer));
    }
}
