//! The events of the tick, in order; or the lines of the log that the scene was made of.

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::facts::Facts;
use super::widgets::{copy_entry, text_clipped};
use crate::analysis::words;
use crate::formats::probe_log::Entry;
use crate::overlay::Role;
use crate::pointing::moment::nearest;
use crate::probe::Event;
use crate::viewer::command::Command;
use crate::viewer::logged::{LogAsk, Logged, is_known};
use crate::viewer::{text, theme};

/// Draws the lines of the log that the scene was made of, or the events of the tick.
pub fn log_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    if !facts.logged.is_open() {
        events_ui(ui, facts, out);
        return;
    }
    let lines = !facts.logged.events;
    ui.horizontal(|ui| {
        ui.add_space(10.0);
        for (on, name) in [(true, text::LOG_LINES), (false, text::LOG_EVENTS)] {
            if ui.selectable_label(lines == on, name).clicked() {
                out.push(Command::Log(LogAsk::Lines(on)));
            }
        }
        ui.separator();
        if lines {
            tags_ui(ui, facts.logged, out);
        }
        let late = facts.logged.late;
        if late > 0 {
            let told = match facts.logged.is_another() {
                true => text::ANOTHER_LOG.to_owned(),
                false => text::late_lines(late),
            };
            ui.label(RichText::new(told).color(theme::notable()));
            if ui.button(text::LOG_AGAIN).clicked() {
                out.push(Command::Reload);
            }
        }
    });
    if lines {
        lines_ui(ui, facts.logged, out);
    } else {
        events_ui(ui, facts, out);
    }
}

/// The tags with their counts; those whose fields are not known say so.
fn tags_ui(ui: &mut Ui, logged: &Logged, out: &mut Vec<Command>) {
    let all = text::all_tags(logged.entries.len());
    let shown = match &logged.tag {
        Some(tag) => format!("[{tag}]"),
        None => all.clone(),
    };
    egui::ComboBox::from_id_salt("tags")
        .selected_text(shown)
        .width(220.0)
        .show_ui(ui, |ui| {
            if ui.selectable_label(logged.tag.is_none(), all).clicked() {
                out.push(Command::Log(LogAsk::Tag(None)));
            }
            for (tag, summary) in &logged.tags {
                let on = logged.tag.as_ref() == Some(tag);
                let name = text::tag_row(tag, summary.count, is_known(tag));
                let response = ui.selectable_label(on, name);
                if response
                    .on_hover_text(text::tag_fields(&summary.fields))
                    .clicked()
                {
                    out.push(Command::Log(LogAsk::Tag(Some(tag.clone()))));
                }
            }
        });
    let unknown = logged.tags.keys().filter(|tag| !is_known(tag)).count();
    if unknown > 0 {
        let fields = logged.tags.iter().filter(|(tag, _)| !is_known(tag));
        let told: Vec<String> = fields
            .map(|(tag, summary)| format!("[{tag}] {}", summary.fields.join(" ")))
            .collect();
        ui.label(RichText::new(text::unknown_tags(unknown)).color(theme::notable()))
            .on_hover_text(told.join("\n"));
    }
}

/// The lines; a click looks at one, a double click brings it into the picture.
fn lines_ui(ui: &mut Ui, logged: &Logged, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical()
        .id_salt("lines")
        .auto_shrink([false, false])
        .stick_to_bottom(true)
        .show_rows(ui, ROW, logged.listed.len(), |ui, rows| {
            for row in rows {
                let Some(number) = logged.listed.get(row).map(|number| *number as usize) else {
                    continue;
                };
                if let Some(entry) = logged.entries.get(number) {
                    line_ui(ui, logged, number, entry, out);
                }
            }
        });
}

fn line_ui(ui: &mut Ui, logged: &Logged, number: usize, entry: &Entry, out: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let fields: Vec<String> = entry
        .fields
        .iter()
        .map(|field| match field.key.is_empty() {
            true => field.value.clone(),
            false => format!("{}={}", field.key, field.value),
        })
        .collect();
    let line = fields.join(" ");
    let name = format!("{} [{}] {line}", entry.line, entry.tag);
    let on = logged.picked == Some(number);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, on, &name));
    if on {
        ui.painter().rect_filled(rect, 2.0, theme::selected());
    } else if response.hovered() || response.has_focus() {
        let fill = theme::sheer(theme::surface_high(), 0.6);
        ui.painter().rect_filled(rect, 2.0, fill);
    }
    let middle = rect.center().y;
    let font = theme::number_font(theme::SMALL);
    let tag_color = if is_known(&entry.tag) {
        theme::role_text_color(Role::Recorded)
    } else {
        theme::notable()
    };
    for (x, width, shown, color) in [
        (
            12.0,
            56.0,
            format!("{:>7}", entry.line),
            theme::text_faint(),
        ),
        (74.0, 130.0, format!("[{}]", entry.tag), tag_color),
        (210.0, rect.width() - 216.0, line, theme::text()),
    ] {
        let at = pos2(rect.left() + x, middle);
        text_clipped(ui, at, width, &shown, font.clone(), color);
    }
    let response = response.on_hover_text(&name);
    if response.double_clicked() {
        out.push(Command::Log(LogAsk::Frame(number)));
    } else if response.clicked() {
        let pick = (!on).then_some(number);
        out.push(Command::Log(LogAsk::Pick(pick)));
    }
    response.context_menu(|ui| copy_entry(ui, text::COPY_ROW, name.clone(), out));
}

/// Height of a row.
const ROW: f32 = 17.0;

/// Draws the events. A click shows in the views what had happened until then.
fn events_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let (Some(document), Some(lane)) = (facts.document, facts.focus()) else {
        return;
    };
    let Some(replay) = lane.replay else {
        ui.label(RichText::new(text::STILL_RUNNING).color(theme::text_weak()));
        return;
    };
    let entries = &replay.journal.entries;
    let of = facts.settings.focus;
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        let told = text::events_of(
            of.letter(),
            &facts.title(lane),
            replay.outcome.tick,
            entries.len(),
        );
        let told = RichText::new(told)
            .font(theme::text_font(theme::SMALL))
            .color(theme::lane_color(of.index()));
        ui.add(egui::Label::new(told).truncate());
    });
    ui.spacing_mut().item_spacing.y = 0.0;
    let height = ROW;
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show_rows(ui, height, entries.len(), |ui, rows| {
            for index in rows {
                let Some(entry) = entries.get(index) else {
                    continue;
                };
                let line = words::event(&document.setup.world, entry);
                let (rect, response) =
                    ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
                let at = facts
                    .moment()
                    .is_some_and(|(_, moment)| moment.entry == index);
                if at {
                    ui.painter().rect_filled(rect, 2.0, theme::selected());
                } else if response.hovered() {
                    ui.painter()
                        .rect_filled(rect, 2.0, theme::sheer(theme::surface_high(), 0.6));
                }
                let place = if entry.step > 0 {
                    format!("{}.{}", entry.sweep, entry.step)
                } else {
                    String::new()
                };
                let middle = rect.center().y;
                let number = theme::number_font(theme::SMALL);
                let columns = [
                    (12.0, 40.0, format!("{index:>4}"), theme::text_faint()),
                    (56.0, 44.0, place, theme::text_weak()),
                    (
                        100.0,
                        140.0,
                        entry.event.kind().name().to_owned(),
                        color(&entry.event),
                    ),
                    (250.0, rect.width() - 256.0, line.clone(), theme::text()),
                ];
                for (x, width, shown, color) in columns {
                    text_clipped(
                        ui,
                        pos2(rect.left() + x, middle),
                        width,
                        &shown,
                        number.clone(),
                        color,
                    );
                }
                response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &line));
                let response = response.on_hover_text(&line);
                if response.clicked() {
                    let number = nearest(lane.moments, index);
                    out.extend(number.map(Command::Moment));
                }
                response.context_menu(|ui| {
                    copy_entry(ui, text::COPY_ROW, line.clone(), out);
                });
            }
        });
}

fn color(event: &Event) -> egui::Color32 {
    match event {
        Event::Reverted { .. } | Event::AdjustEnded { success: false, .. } => theme::bad(),
        Event::PlaneHit { .. } | Event::NormalWritten { .. } | Event::CandidateRejected { .. } => {
            theme::notable()
        }
        Event::AdjustEnded { .. } | Event::Published { .. } => theme::good(),
        _ => theme::text_weak(),
    }
}
