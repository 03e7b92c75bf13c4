//! The line below: where and when, and whether the machine keeps up.

use bevy_egui::egui::{Align, Color32, Layout, RichText, Ui};

use super::facts::Facts;
use crate::overlay::Layer;
use crate::viewer::{text, theme};

/// Draws the line.
pub fn status_ui(ui: &mut Ui, facts: &Facts<'_>) {
    let whole = ui.available_width();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        let Some(document) = facts.document else {
            say(ui, text::NOTHING_OPEN, theme::text_weak());
            return;
        };
        let cursor = facts.playback.cursor;
        say(ui, &text::status_tick(cursor, facts.ticks()), theme::text());
        say(
            ui,
            &format!("{:.3} s", document.seconds(cursor)),
            theme::text_weak(),
        );
        if let Some(replay) = facts.focus().and_then(|lane| lane.replay) {
            let sweep = &replay.outcome.sweep;
            if let Some(step) = sweep.colliding_step {
                say(
                    ui,
                    &text::status_step(step, sweep.steps),
                    theme::text_weak(),
                );
            }
        }
        // The cards name the lanes as well.
        let looked_at = facts.looked_at().filter(|_| whole > 820.0);
        for (slot, lane) in looked_at {
            say(
                ui,
                &format!("{} {}", slot.letter(), facts.title(lane)),
                theme::text_weak(),
            );
        }
        if whole > 620.0 {
            say(ui, &document.name, theme::text_weak());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            say(ui, text::UNITS, theme::text_faint());
            say(ui, &format!("{:.0} fps", facts.fps), theme::text_faint());
            if facts.playback.drives {
                say(ui, text::DRIVING, theme::accent());
            }
            if facts.playback.behind {
                say(ui, text::BEHIND, theme::bad());
            } else if facts.ran() < facts.ticks() && facts.settings.run_ahead {
                say(
                    ui,
                    &text::running(facts.ran(), facts.ticks()),
                    theme::accent(),
                );
            }
            let left_out: usize = facts
                .drawn
                .0
                .iter()
                .flat_map(|d| &d.left_out)
                // Of a large mesh the edges are drawn near by alone, its faces everywhere.
                .filter(|(layer, _)| *layer != Layer::Mesh)
                .map(|(_, count)| count)
                .sum();
            if left_out > 0 {
                say(ui, &text::left_out(left_out), theme::notable());
            }
        });
    });
}

fn say(ui: &mut Ui, text: &str, color: Color32) {
    ui.label(
        RichText::new(text)
            .font(theme::text_font(theme::SMALL))
            .color(color),
    );
}
