//! The step ruler: the length of the sweep in radii, how both rules cut it, and how near it is to a step more or less.

use bevy_egui::egui::{self, Align2, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::facts::Facts;
use super::widgets::heading;
use crate::analysis::{StepRuler, step_ruler};
use crate::probe::Event;
use crate::viewer::{text, theme};

/// Height of the drawing.
const HEIGHT: f32 = 42.0;

/// The ruler of the last sweep of the lane in focus: behind a body that is the eye's.
fn ruler_of(facts: &Facts<'_>) -> Option<StepRuler> {
    let replay = facts.focus()?.replay?;
    let mut entries = replay.journal.entries.iter().rev();
    entries.find_map(|entry| match entry.event {
        Event::SweepPlanned { length, radius, .. } => step_ruler(length, radius),
        _ => None,
    })
}

/// Draws it; nothing in a tick without a sweep.
pub fn ruler_ui(ui: &mut Ui, facts: &Facts<'_>) {
    let Some(ruler) = ruler_of(facts) else { return };
    heading(ui, text::STEP_RULER, |ui| {
        ui.label(
            egui::RichText::new(text::radii(ruler.ratio))
                .font(theme::number_font(theme::NUMBER))
                .color(theme::text()),
        );
    });
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let told = text::ruler_told(&ruler);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &told));
    let painter = ui.painter();
    // A step and a half to either side of where the path ends.
    let from = (ruler.ratio - 1.5).max(0.0);
    let to = from + 3.0;
    let x = |radii: f64| rect.left() + ((radii - from) / (to - from)) as f32 * rect.width();
    let y = rect.center().y;
    painter.hline(rect.x_range(), y, Stroke::new(1.0, theme::edge()));
    painter.hline(
        rect.left()..=x(ruler.ratio),
        y,
        Stroke::new(3.0, theme::role_color(crate::overlay::Role::SweptA)),
    );
    let font = theme::number_font(10.0);
    let mut whole = from.ceil();
    while whole <= to {
        painter.vline(
            x(whole),
            y - 6.0..=y + 6.0,
            Stroke::new(1.2, theme::text_weak()),
        );
        let name = format!("{whole:.0} r");
        let at = pos2(x(whole), rect.bottom());
        painter.text(
            at,
            Align2::CENTER_BOTTOM,
            name,
            font.clone(),
            theme::text_faint(),
        );
        whole += 1.0;
    }
    let end = pos2(x(ruler.ratio), y);
    painter.circle_filled(end, 3.5, theme::text());
    let counts = format!("{} | {}", ruler.grid.count, ruler.slices.count);
    painter.text(
        pos2(end.x, rect.top()),
        Align2::CENTER_TOP,
        counts,
        font,
        theme::text(),
    );
    response.on_hover_text(told);
}
