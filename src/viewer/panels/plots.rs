//! Any measure of both lanes over time, the difference between them, or a phase portrait: what a value is against how it
//! changes.

use std::sync::Arc;

use bevy_egui::egui::{self, ComboBox, RichText, Ui};
use egui_plot::{
    HoverPosition, Legend, Line, LineStyle, MarkerShape, Plot, PlotBounds, PlotPoints, PlotUi,
    Points, VLine,
};

use super::facts::{Facts, LaneFacts};
use super::timeline::Shown;
use crate::analysis::curve::{Sample, portrait, thin};
use crate::lane::{Headline, Measure, Value};
use crate::overlay::Theme;
use crate::viewer::command::{Command, Slot};
use crate::viewer::series::{is_summed, summed};
use crate::viewer::settings::{PlotMode, PlotOf};
use crate::viewer::{text, theme};

/// Most stretches of a curve: each gives its lowest and its highest value.
const COLUMNS: usize = 3_000;

/// Height from which axes have names, points.
const NAMED_FROM: f32 = 130.0;

/// Most points of a portrait.
const MOST_PHASES: usize = 4_000;

/// Measures that are one click away.
const NEAR: [Measure; 6] = [
    Measure::EyeDistance,
    Measure::SoughtDistance,
    Measure::PulledIn,
    Measure::EyeMove,
    Measure::Steps,
    Measure::CollidingStep,
];

/// The same where there is a body without a camera.
const NEAR_OF_FEET: [Measure; 5] = [
    Measure::FeetZ,
    Measure::Speed,
    Measure::Grounded,
    Measure::Steps,
    Measure::CollidingStep,
];

/// The measures that can be drawn: numbers of a tick.
pub fn plotted() -> impl Iterator<Item = Measure> {
    let all = Measure::ALL.iter().copied();
    all.filter(|of| !of.is_text() && !of.is_of_run())
}

/// The values of a lane.
struct Values<'a> {
    lane: &'a LaneFacts<'a>,
    measure: Measure,
    /// Where summaries do not have it.
    series: Option<Arc<Vec<f64>>>,
}

impl<'a> Values<'a> {
    fn of(facts: &Facts<'_>, lane: &'a LaneFacts<'a>, measure: Measure) -> Option<Self> {
        let series = if is_summed(measure) {
            None
        } else {
            Some(facts.series.of(lane.number, lane.revision, measure)?)
        };
        Some(Self {
            lane,
            measure,
            series,
        })
    }

    fn at(&self, tick: u32) -> Option<f64> {
        let value = match &self.series {
            Some(series) => series.get(tick as usize).copied(),
            None => {
                let summary = self.lane.recording.summary(tick)?;
                summed(summary, self.measure).and_then(Value::number)
            }
        };
        value.filter(|value| value.is_finite())
    }
}

/// Draws the chosen measure. A click moves the cursor.
pub fn plots_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let of = facts.settings.plot;
    chooser_ui(ui, facts, of, out);
    let lanes: Vec<(Slot, Option<Values<'_>>)> = facts
        .looked_at()
        .map(|(slot, lane)| (slot, Values::of(facts, lane, of.measure)))
        .collect();
    if lanes.iter().any(|(_, values)| values.is_none()) {
        ui.centered_and_justified(|ui| {
            ui.label(RichText::new(text::MEASURING).color(theme::text_weak()));
        });
        return;
    }
    let lanes: Vec<(Slot, Values<'_>)> = lanes
        .into_iter()
        .filter_map(|(slot, values)| Some((slot, values?)))
        .collect();
    match of.mode {
        PlotMode::Phase => phase_ui(ui, facts, &lanes),
        mode => time_ui(ui, facts, mode, &lanes, out),
    }
}

fn chooser_ui(ui: &mut Ui, facts: &Facts<'_>, of: PlotOf, out: &mut Vec<Command>) {
    let near: &[Measure] = match facts.headline() {
        Headline::EyeDistance => &NEAR,
        Headline::FeetHeight => &NEAR_OF_FEET,
    };
    let name =
        |measure: Measure| RichText::new(measure.name()).font(theme::number_font(theme::SMALL));
    ui.horizontal_wrapped(|ui| {
        ui.add_space(6.0);
        for (mode, label) in [
            (PlotMode::Time, text::PLOT_TIME),
            (PlotMode::Difference, text::PLOT_DIFFERENCE),
            (PlotMode::Phase, text::PLOT_PHASE),
        ] {
            let possible = mode != PlotMode::Difference || facts.compares();
            let label = egui::Button::selectable(of.mode == mode, label);
            if ui.add_enabled(possible, label).clicked() {
                out.push(Command::Plot(PlotOf { mode, ..of }));
            }
        }
        ui.separator();
        // Before the others: a list does not go on in the next row by itself.
        let other = !near.contains(&of.measure);
        let shown = if other {
            of.measure.name()
        } else {
            text::PLOT_OTHER
        };
        ComboBox::from_id_salt("measure")
            .selected_text(RichText::new(shown).font(theme::number_font(theme::SMALL)))
            .width(150.0)
            .height(360.0)
            .show_ui(ui, |ui| {
                let all: Vec<Measure> = plotted().collect();
                let chosen = all.iter().position(|measure| *measure == of.measure);
                let choices = all
                    .iter()
                    .map(|measure| (measure.name(), measure.meaning()));
                let taken = super::widgets::list(ui, choices, chosen);
                if let Some(&measure) = taken.and_then(|taken| all.get(taken)) {
                    out.push(Command::Plot(PlotOf { measure, ..of }));
                }
            });
        for &measure in near {
            let label = ui.selectable_label(of.measure == measure, name(measure));
            if label.on_hover_text(measure.meaning()).clicked() {
                out.push(Command::Plot(PlotOf { measure, ..of }));
            }
        }
    });
}

/// How opaque the list of curves is: what is sheer comes out grey over bright ground.
fn plate() -> f32 {
    match theme::now() {
        Theme::Dark => 0.6,
        Theme::Light => 1.0,
    }
}

/// Ticks against values, or against the difference of both lanes.
fn time_ui(
    ui: &mut Ui,
    facts: &Facts<'_>,
    mode: PlotMode,
    lanes: &[(Slot, Values<'_>)],
    out: &mut Vec<Command>,
) {
    let of = facts.settings.plot.measure;
    let hz = facts.document.map_or(60, |document| document.setup.hz);
    let ticks = facts.ticks().max(1);
    // In a low panel the curve needs the room of the axes' names.
    let is_tall = ui.available_height() > NAMED_FROM;
    let plot = Plot::new(("plot", of.name(), mode as u8))
        .legend(Legend::default().background_alpha(plate()))
        .allow_scroll(false)
        .allow_zoom(egui::Vec2b::new(true, false))
        .allow_drag(egui::Vec2b::new(true, false))
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .auto_bounds(egui::Vec2b::new(false, true))
        .grid_color(theme::edge())
        .set_margin_fraction(egui::vec2(0.0, 0.08))
        .x_axis_label(if is_tall { text::PLOT_TICK } else { "" })
        .y_axis_label(if is_tall {
            named_unit(of)
        } else {
            String::new()
        })
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
    // The stretch of time is that of the timeline, whichever of both is moved.
    let shared = Shown::load(ui.ctx(), ticks);
    // Each plot remembers its own.
    let applied_id = ui.make_persistent_id(("stretch that was drawn", of.name(), mode as u8));
    let applied: Option<Shown> = ui.data(|data| data.get_temp(applied_id));
    let response = plot.show(ui, |plot| {
        if applied != Some(shared) {
            plot.set_plot_bounds_x(shared.from..=shared.to);
        }
        match (mode, lanes) {
            (PlotMode::Difference, [(_, a), (_, b)]) => {
                let apart = |tick| Some(a.at(tick)? - b.at(tick)?);
                let runs = thin(apart, &(0..ticks), COLUMNS);
                line(
                    plot,
                    text::PLOT_DIFFERENCE,
                    &runs,
                    theme::bad(),
                    LineStyle::Solid,
                );
            }
            _ => {
                for (slot, values) in lanes {
                    let recording = values.lane.recording;
                    let name = format!("{} {}", slot.letter(), recording.name);
                    let runs = thin(|tick| values.at(tick), &(0..recording.len()), COLUMNS);
                    // Dashes tell B apart where there is room for them.
                    let short = recording.len() < 400;
                    let style = if short && slot.index() == 1 {
                        LineStyle::dashed_loose()
                    } else {
                        LineStyle::Solid
                    };
                    line(plot, &name, &runs, theme::lane_color(slot.index()), style);
                }
            }
        }
        plot.vline(
            VLine::new("", f64::from(facts.playback.cursor))
                .color(theme::text())
                .width(1.2),
        );
        (plot.pointer_coordinate(), plot.plot_bounds())
    });
    named(&response.response, of.name());
    let (pointer, bounds) = response.inner;
    let seen = stretch(&bounds, ticks).unwrap_or(shared);
    let moved = applied == Some(shared) && seen != shared;
    let now = if moved { seen } else { shared };
    if moved {
        now.store(ui.ctx());
    }
    ui.data_mut(|data| data.insert_temp(applied_id, now));
    if response.response.clicked()
        && let Some(at) = pointer
    {
        let last = f64::from(ticks - 1);
        out.push(Command::Seek(at.x.round().clamp(0.0, last) as u32));
    }
}

/// What an axis is of.
fn named_unit(of: Measure) -> String {
    match of.unit() {
        "" => of.name().to_owned(),
        unit => format!("{} ({unit})", of.name()),
    }
}

/// The stretch of time in a plot, kept inside of the run.
fn stretch(bounds: &PlotBounds, ticks: u32) -> Option<Shown> {
    let (from, to) = (bounds.min()[0], bounds.max()[0]);
    let all = f64::from(ticks);
    let span = (to - from).clamp(8.0_f64.min(all), all);
    let from = from.clamp(0.0, all - span);
    (from.is_finite() && span.is_finite()).then_some(Shown {
        from,
        to: from + span,
        ticks,
    })
}

fn line(
    plot: &mut PlotUi<'_>,
    name: &str,
    runs: &[Vec<Sample>],
    color: egui::Color32,
    style: LineStyle,
) {
    for run in runs {
        let points: Vec<[f64; 2]> = run
            .iter()
            .map(|sample| [f64::from(sample.tick), sample.value])
            .collect();
        if let [alone] = points[..] {
            plot.points(
                Points::new(name, PlotPoints::from(vec![alone]))
                    .color(color)
                    .radius(1.8),
            );
            continue;
        }
        plot.line(
            Line::new(name, PlotPoints::from(points))
                .color(color)
                .width(1.6)
                .style(style),
        );
    }
}

/// Values against their change per tick: a fixed point is a dot, an orbit a loop.
fn phase_ui(ui: &mut Ui, facts: &Facts<'_>, lanes: &[(Slot, Values<'_>)]) {
    let of = facts.settings.plot.measure;
    let response = Plot::new(("phase", of.name()))
        .legend(Legend::default().background_alpha(plate()))
        .allow_boxed_zoom(false)
        .grid_color(theme::edge())
        .x_axis_label(named_unit(of))
        .y_axis_label(text::PLOT_CHANGE)
        .set_margin_fraction(egui::vec2(0.06, 0.08))
        .show(ui, |plot| {
            for (slot, values) in lanes {
                let recording = values.lane.recording;
                let name = format!("{} {}", slot.letter(), recording.name);
                let color = theme::lane_color(slot.index());
                let runs = portrait(|tick| values.at(tick), &(0..recording.len()), MOST_PHASES);
                for run in &runs {
                    let points: Vec<[f64; 2]> = run
                        .iter()
                        .map(|phase| [phase.value, phase.change])
                        .collect();
                    plot.line(
                        Line::new(&name, PlotPoints::from(points))
                            // Of one colour with its end, or the legend has none.
                            .color(color)
                            .width(1.2),
                    );
                }
                let now = facts.playback.cursor;
                let here = now
                    .checked_sub(1)
                    .and_then(|before| Some((values.at(before)?, values.at(now)?)));
                if let Some((before, value)) = here {
                    let shape = if slot.index() == 0 {
                        MarkerShape::Circle
                    } else {
                        MarkerShape::Diamond
                    };
                    plot.points(
                        Points::new(&name, PlotPoints::from(vec![[value, value - before]]))
                            .color(color)
                            .radius(5.0)
                            .shape(shape),
                    );
                }
            }
        });
    named(&response.response, of.name());
}

/// Says what a plot is of to those who hear the window.
fn named(response: &egui::Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, name));
}
