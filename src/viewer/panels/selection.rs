//! What is picked, in numbers.

use bevy_egui::egui::{Label, RichText, ScrollArea, Sense, Ui};

use super::facts::Facts;
use super::widgets::{ListRow, copy_entries, heading};
use crate::analysis::Notation;
use crate::geometry::Sphere;
use crate::pointing::{Fact, facts as facts_of};
use crate::viewer::command::Command;
use crate::viewer::{text, theme};

/// Most rows before the list scrolls, where there is room and where there is little.
const ROWS: [f32; 2] = [8.0, 4.0];

/// Rows that are seen however little room there is.
const FEW: f32 = 3.0;

/// Draws the section, in about `most` of height; nothing while nothing is picked.
pub fn selection_ui(
    ui: &mut Ui,
    facts: &Facts<'_>,
    roomy: bool,
    most: f32,
    out: &mut Vec<Command>,
) {
    let end = ui.cursor().top() + most;
    let (Some(document), Some(picked)) = (facts.document, facts.settings.picked) else {
        return;
    };
    let world = &document.setup.world;
    heading(ui, text::SELECTION, |ui| {
        for (name, command, shows) in [
            (text::UNPICK, Command::Pick(None), true),
            (
                hide_name(facts),
                Command::HideObject,
                picked.object().is_some(),
            ),
            (
                text::ISOLATE_IT,
                Command::Isolate,
                picked.object().is_some(),
            ),
            (text::FRAME_IT, Command::Frame, true),
        ] {
            let shown = if name == text::UNPICK { "×" } else { name };
            let link = Label::new(
                RichText::new(shown)
                    .font(theme::text_font(theme::SMALL))
                    .color(theme::accent()),
            );
            if shows {
                let response = ui.add(link.sense(Sense::click())).on_hover_text(name);
                if response.clicked() {
                    out.push(command);
                }
            }
        }
    });
    ui.add(
        Label::new(
            RichText::new(picked.name(world))
                .font(theme::text_font(theme::BODY))
                .color(theme::role_text_color(crate::overlay::Role::Picked)),
        )
        .truncate(),
    );
    let rows = facts_of(world, &picked, sphere(facts));
    ScrollArea::vertical()
        .id_salt("selection")
        .max_height(rows_within(end - ui.cursor().top(), roomy))
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for row in &rows {
                fact_ui(ui, row, out);
            }
        });
}

/// Height of the rows where `most` is free: a few of them are seen however little that is.
fn rows_within(most: f32, roomy: bool) -> f32 {
    let all = theme::ROW * ROWS[usize::from(!roomy)];
    let few = theme::ROW * FEW;
    if most < few { few } else { most.min(all) }
}

fn hide_name(facts: &Facts<'_>) -> &'static str {
    let selected = facts.settings.selected();
    match selected.is_some_and(|object| facts.settings.unseen.contains(&object)) {
        true => text::SHOW_IT,
        false => text::HIDE_IT,
    }
}

/// The sphere that distances are told from: of the moment that is looked at, or where the tick's sweep ended.
fn sphere(facts: &Facts<'_>) -> Option<Sphere> {
    if let Some((_, moment)) = facts.moment() {
        return moment.sphere;
    }
    let moments = facts.focus()?.moments;
    moments.iter().rev().find_map(|moment| moment.sphere)
}

fn fact_ui(ui: &mut Ui, fact: &Fact, out: &mut Vec<Command>) {
    let row = ListRow {
        label: fact.label,
        value: &fact.value,
        label_color: theme::text_weak(),
        value_color: theme::text(),
        ..ListRow::default()
    };
    let response = row.show(ui);
    if response.clicked() {
        let full = fact.exact.map(|exact| exact.write(Notation::Text));
        out.push(Command::Copy(full.unwrap_or_else(|| fact.value.clone())));
    }
    if let Some(exact) = fact.exact {
        response.context_menu(|ui| copy_entries(ui, exact, out));
    }
}
