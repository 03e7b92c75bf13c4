//! Measures over time, one curve for each lane that is looked at.

use bevy_egui::egui::{self, RichText, Ui};
use egui_plot::{HoverPosition, Legend, Line, LineStyle, Plot, PlotPoints, VLine};

use super::facts::Facts;
use crate::lane::{Headline, Measure, Value};
use crate::viewer::command::Command;
use crate::viewer::{text, theme};

/// Measures that a summary of each tick has.
pub const PLOTTED: [Measure; 9] = [
    Measure::EyeDistance,
    Measure::SoughtDistance,
    Measure::DesiredDistance,
    Measure::PulledIn,
    Measure::Steps,
    Measure::CollidingStep,
    Measure::EyeX,
    Measure::EyeY,
    Measure::EyeZ,
];

/// As [`PLOTTED`], where there is a body without a camera.
pub const PLOTTED_OF_FEET: [Measure; 4] = [
    Measure::FeetZ,
    Measure::Grounded,
    Measure::Steps,
    Measure::CollidingStep,
];

/// Most points of a curve; of longer runs every so many ticks.
const MOST_POINTS: usize = 6_000;

/// Draws the chosen measure. A click moves the cursor.
pub fn plots_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let plotted: &[Measure] = match facts.headline() {
        Headline::EyeDistance => &PLOTTED,
        Headline::FeetHeight => &PLOTTED_OF_FEET,
    };
    let id = ui.make_persistent_id(("plotted", plotted.len()));
    let mut measure: usize = ui.data(|data| data.get_temp(id)).unwrap_or(0);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(6.0);
        for (index, of) in plotted.iter().enumerate() {
            let name = RichText::new(of.name()).font(theme::number_font(theme::SMALL));
            if ui
                .selectable_label(measure == index, name)
                .on_hover_text(of.meaning())
                .clicked()
            {
                measure = index;
            }
        }
    });
    ui.data_mut(|data| data.insert_temp(id, measure));
    let of = plotted[measure.min(plotted.len() - 1)];
    let hz = facts.document.map_or(60, |document| document.setup.hz);
    let plot = Plot::new(("plot", of.name()))
        .legend(Legend::default().background_alpha(0.6))
        .allow_scroll(true)
        .allow_boxed_zoom(false)
        .grid_color(theme::edge())
        .set_margin_fraction(egui::vec2(0.0, 0.08))
        .x_axis_formatter(|mark, _| text::spaced(mark.value.max(0.0) as u64))
        .label_formatter(move |at| match at {
            HoverPosition::NearDataPoint {
                plot_name,
                position,
                ..
            } => Some(text::plot_point(
                plot_name,
                position.x,
                hz,
                position.y,
                of.unit(),
            )),
            HoverPosition::Elsewhere { .. } => None,
        });
    let response = plot.show(ui, |plot| {
        for (slot, lane) in facts.looked_at() {
            let name = format!("{} {}", slot.letter(), lane.recording.name);
            let points = PlotPoints::from(points(lane.recording.summaries(), of));
            // Dashes tell B apart where there is room for them.
            let short = lane.recording.len() < 400;
            let style = if short && slot.index() == 1 {
                LineStyle::dashed_loose()
            } else {
                LineStyle::Solid
            };
            plot.line(
                Line::new(name, points)
                    .color(theme::lane_color(slot.index()))
                    .width(1.6)
                    .style(style),
            );
        }
        plot.vline(
            VLine::new("", f64::from(facts.playback.cursor))
                .color(theme::text())
                .width(1.2),
        );
        plot.pointer_coordinate()
    });
    if response.response.clicked()
        && let Some(at) = response.inner
    {
        out.push(Command::Seek(at.x.round().max(0.0) as u32));
    }
}

/// The points of a curve, ticks against values; the lowest and the highest of each stretch are kept.
#[must_use]
pub fn points(summaries: &[crate::recording::TickSummary], of: Measure) -> Vec<[f64; 2]> {
    let step = summaries.len().div_ceil(MOST_POINTS / 2).max(1);
    let value = |tick: usize| {
        let summary = &summaries[tick];
        let number = match of {
            Measure::FeetZ => Some(f64::from(summary.feet_z)),
            Measure::Grounded => Some(f64::from(u8::from(summary.grounded))),
            _ => summary.value(of).and_then(Value::number),
        };
        number.map(|number| [tick as f64, number])
    };
    if step == 1 {
        return (0..summaries.len()).filter_map(value).collect();
    }
    (0..summaries.len())
        .step_by(step)
        .flat_map(|from| {
            let stretch = || (from..(from + step).min(summaries.len())).filter_map(value);
            let low = stretch().min_by(|a, b| a[1].total_cmp(&b[1]));
            let high = stretch().max_by(|a, b| a[1].total_cmp(&b[1]));
            let mut both: Vec<_> = low.into_iter().chain(high).collect();
            both.sort_by(|a, b| a[0].total_cmp(&b[0]));
            both
        })
        .collect()
}
