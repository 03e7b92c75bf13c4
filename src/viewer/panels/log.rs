//! The events of the tick, in order.

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::facts::Facts;
use super::widgets::{copy_entry, text_clipped};
use crate::analysis::words;
use crate::pointing::moment::nearest;
use crate::probe::Event;
use crate::viewer::command::Command;
use crate::viewer::{text, theme};

/// Draws the list. A click shows in the views what had happened until then.
pub fn log_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let (Some(document), Some(lane)) = (facts.document, facts.focus()) else {
        return;
    };
    let Some(replay) = lane.replay else {
        ui.label(RichText::new(text::STILL_RUNNING).color(theme::text_weak()));
        return;
    };
    let entries = &replay.journal.entries;
    ui.spacing_mut().item_spacing.y = 0.0;
    let height = 17.0;
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
                        .rect_filled(rect, 2.0, theme::surface_high().gamma_multiply(0.6));
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
