//! The story of the tick as a tree. A click picks what a row is about, which the views then show; what is picked in a view
//! is found here again.

use std::collections::BTreeSet;

use bevy_egui::egui::{Color32, Response, Sense, Stroke, Ui, pos2, vec2};

use super::facts::{Facts, LaneFacts};
use super::widgets::{ListRow, copy_entries, copy_entry, text_clipped};
use crate::analysis::explain;
use crate::pointing::Subject;
use crate::viewer::autopsy::{self, Round, Row, Tone};
use crate::viewer::command::Command;
use crate::viewer::{text, theme};

/// The rows of the tick's story that have been folded or unfolded by hand.
type Turned = BTreeSet<String>;

/// Height of the chart of a search.
const CHART: f32 = 46.0;

/// Draws the tree.
pub fn autopsy_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let Some(lane) = facts.focus() else { return };
    let id = ui.make_persistent_id("autopsy folds");
    let mut turned: Turned = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let wanted = pointed_at(facts);
    // What was picked elsewhere is unfolded and brought into sight once.
    let seen = ui.make_persistent_id("autopsy revealed");
    let before: Option<Subject> = ui.data(|data| data.get_temp(seen)).unwrap_or_default();
    let fresh = wanted.filter(|wanted| before != Some(*wanted));
    if before != wanted {
        ui.data_mut(|data| data.insert_temp(seen, wanted));
    }
    if let Some(fresh) = &fresh {
        autopsy::reveal(lane.story, fresh, &mut turned);
    }
    let mut scroll = fresh.is_some();
    for row in autopsy::visible(lane.story, &turned) {
        if !row.rounds.is_empty() {
            chart_ui(ui, row);
            continue;
        }
        let picked = matches!((&row.subject, &wanted), (Some(a), Some(b)) if a.is_like(b));
        let fill = match (picked, row.alert) {
            (true, _) => Some(theme::selected()),
            (_, true) => Some(theme::alert_row()),
            _ => None,
        };
        let open = row
            .folds
            .as_ref()
            .map(|_| !autopsy::is_folded(row, &turned));
        let shown = ListRow {
            label: &row.label,
            value: &row.value,
            depth: row.depth,
            label_color: if row.tone == Tone::Weak {
                theme::text_weak()
            } else {
                theme::text()
            },
            value_color: tone_color(row.tone),
            fill,
            open,
        };
        let response = shown.show(ui);
        if picked && std::mem::take(&mut scroll) {
            response.scroll_to_me(None);
        }
        if response.clicked() {
            clicked(row, &response, &mut turned, picked, out);
            // What is picked here is in sight already.
            ui.data_mut(|data| data.insert_temp(seen, row.subject));
        }
        menu(&response, row, facts, lane, out);
    }
    ui.data_mut(|data| data.insert_temp(id, turned));
}

/// What the picture is about: what was picked, or else the moment that is looked at.
fn pointed_at(facts: &Facts<'_>) -> Option<Subject> {
    let moment = facts.moment().and_then(|(_, moment)| moment.subject);
    facts.settings.picked.or(moment)
}

/// The triangle folds; the rest of a row picks what it is about, or folds where it is about nothing.
fn clicked(
    row: &Row,
    response: &Response,
    turned: &mut Turned,
    picked: bool,
    out: &mut Vec<Command>,
) {
    let triangle = response.rect.left() + row.depth as f32 * 9.0 + 12.0;
    let on_triangle = response
        .interact_pointer_pos()
        .is_some_and(|at| at.x < triangle);
    let folds = row
        .folds
        .as_ref()
        .filter(|_| on_triangle || row.subject.is_none() || picked);
    if let Some(key) = folds {
        if !turned.remove(key) {
            turned.insert(key.clone());
        }
    } else if let Some(subject) = row.subject {
        out.push(Command::Pick((!picked).then_some(subject)));
    }
}

/// What of a row can be copied.
fn menu(
    response: &Response,
    row: &Row,
    facts: &Facts<'_>,
    lane: &LaneFacts<'_>,
    out: &mut Vec<Command>,
) {
    response.context_menu(|ui| {
        let line = format!("{} {}", row.label, row.value);
        copy_entry(ui, text::COPY_ROW, line.trim_end().to_owned(), out);
        if let Some(exact) = row.exact {
            copy_entries(ui, exact, out);
        }
        if let (Some(document), Some(replay)) = (facts.document, lane.replay)
            && ui.button(text::COPY_STORY).clicked()
        {
            let story = explain(&document.setup, &lane.recording.name, replay, None);
            out.push(Command::Copy(story.to_string()));
            ui.close();
        }
    });
}

/// The rounds of a search from above to below, each at the fraction of the step that it tried: filled where the sphere was
/// clear, hollow where something was in the way.
fn chart_ui(ui: &mut Ui, row: &Row) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), CHART), Sense::hover());
    let area = rect
        .shrink2(vec2(4.0, 6.0))
        .with_min_x(rect.left() + row.depth as f32 * 9.0 + 6.0);
    let painter = ui.painter();
    painter.rect_filled(area.expand(3.0), 3.0, theme::backdrop());
    let count = row.rounds.len().max(2) - 1;
    let place = |k: usize, round: &Round| {
        pos2(
            area.left() + area.width() * round.time.clamp(0.0, 1.0) as f32,
            area.top() + area.height() * k as f32 / count as f32,
        )
    };
    let mut last = None;
    for (k, round) in row.rounds.iter().enumerate() {
        let at = place(k, round);
        if let Some(before) = last {
            let weak = Stroke::new(1.0, theme::edge());
            painter.line_segment([before, at], weak);
        }
        last = Some(at);
    }
    for (k, round) in row.rounds.iter().enumerate() {
        let at = place(k, round);
        let color = if round.phase == 1 {
            theme::notable()
        } else {
            theme::accent()
        };
        if round.clear {
            painter.circle_filled(at, 2.4, color);
        } else {
            painter.circle_stroke(at, 2.2, Stroke::new(1.2, color));
        }
    }
    let font = theme::number_font(9.0);
    for (x, label) in [(area.left(), "0"), (area.right() - 6.0, "1")] {
        let at = pos2(x, area.bottom());
        text_clipped(ui, at, 12.0, label, font.clone(), theme::text_faint());
    }
    response.on_hover_text(text::rounds_chart(&row.rounds));
}

fn tone_color(tone: Tone) -> Color32 {
    match tone {
        Tone::Plain => theme::text(),
        Tone::Weak => theme::text_weak(),
        Tone::Good => theme::good(),
        Tone::Notable => theme::notable(),
        Tone::Bad => theme::bad(),
    }
}
