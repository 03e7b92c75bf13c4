//! Rows of the timeline that not every scene has: how far a replay is from its record, what touched something, who wrote the ground that a body stands on, and
//! where it went into another cell.

use bevy_egui::egui::{Color32, Painter, Rect, Response, Shape, Stroke, Ui, pos2};

use super::super::facts::{Facts, LaneFacts};
use super::{BAR, Scale, name};
use crate::lane::Measure;
use crate::probe::SupportSource;
use crate::recording::TickSummary;
use crate::viewer::command::Slot;
use crate::viewer::document::Document;
use crate::viewer::{text, theme};

/// Draws how far each replayed record is from what was recorded, from `y` down; says where the next row begins. The pointer
/// over it is told the tick and the millimetres.
#[expect(
    clippy::too_many_arguments,
    reason = "as the other rows, and the pointer"
)]
pub(super) fn errors(
    ui: &Ui,
    painter: &Painter,
    inside: &Painter,
    whole: Rect,
    mut y: f32,
    scale: &Scale,
    facts: &Facts<'_>,
    response: &Response,
) -> f32 {
    if !facts.document.is_some_and(Document::is_capture) {
        return y;
    }
    let count = (scale.chart.width() * ui.ctx().pixels_per_point()).max(1.0) as usize;
    let pointer = response.hover_pos().filter(|_| response.hovered());
    for (slot, lane) in facts.looked_at() {
        name(
            painter,
            whole,
            y + BAR / 2.0,
            &text::row_error(slot.letter()),
        );
        let series = facts
            .series
            .of(lane.number, lane.revision, Measure::RecordedError);
        let off = |tick: u32| {
            let off = *series.as_ref()?.get(tick as usize)? as f32;
            (!off.is_nan()).then_some(off)
        };
        let len = series.as_ref().map_or(0, |series| series.len());
        for (left, right, worst) in worst(scale, count, len, &off) {
            let grade = Grade::of(worst);
            let height = super::logarithmic(worst).max(grade.least());
            let top = y + BAR - 2.0 - (BAR - 4.0) * height;
            let bar = Rect::from_min_max(pos2(left, top), pos2(right, y + BAR - 2.0));
            inside.rect_filled(bar, 0.0, theme::sheer(grade.color(), 0.85));
            if grade == Grade::Off {
                // A cap, so that it stands out without its colour.
                let cap = bar.with_max_y(top + 2.0);
                inside.rect_filled(cap, 0.0, theme::strong());
            }
        }
        let row = y..=y + BAR;
        if let Some(at) = pointer.filter(|at| row.contains(&at.y) && at.x >= scale.chart.left()) {
            let tick = scale.tick(at.x).floor().max(0.0) as u32;
            let line = facts
                .document
                .and_then(|document| document.setup.captured_line(tick));
            let told = text::error_at(slot.letter(), tick, line, off(tick));
            response.clone().on_hover_text_at_pointer(told);
        }
        y += BAR;
    }
    y
}

/// Marks where the policy of a lane was changed on the way: a pole with a flag in the lane's colour over its row. The pointer at it is
/// told the tick and the policy from there on.
pub(super) fn forks(
    inside: &Painter,
    y: f32,
    scale: &Scale,
    slot: Slot,
    lane: &LaneFacts<'_>,
    response: &Response,
) {
    let color = theme::lane_color(slot.index());
    let pointer = response.hover_pos().filter(|_| response.hovered());
    // The first is what the lane began with.
    for (tick, policy) in lane.recording.policies().iter().skip(1) {
        let x = scale.x(f64::from(*tick));
        if !scale.chart.x_range().contains(x) {
            continue;
        }
        inside.vline(x, y..=y + BAR, Stroke::new(1.5, color));
        let flag = [pos2(x, y), pos2(x + 8.0, y + 3.0), pos2(x, y + 6.0)];
        inside.add(Shape::convex_polygon(flag.to_vec(), color, Stroke::NONE));
        let place = Rect::from_x_y_ranges(x - 4.0..=x + 9.0, y..=y + BAR);
        if pointer.is_some_and(|at| place.contains(at)) {
            let told = text::forked_at(slot.letter(), *tick, &policy.to_string());
            response.clone().on_hover_text_at_pointer(told);
        }
    }
}

/// How much a record is off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grade {
    /// Within what a replay may differ by.
    Same,
    /// Seen in numbers alone.
    Near,
    /// Another place.
    Off,
}

impl Grade {
    fn of(metres: f32) -> Self {
        match metres {
            ..=1e-4 => Self::Same,
            ..=1e-2 => Self::Near,
            _ => Self::Off,
        }
    }

    fn color(self) -> Color32 {
        match self {
            Self::Same => theme::good(),
            Self::Near => theme::notable(),
            Self::Off => theme::bad(),
        }
    }

    /// Least height of its bar.
    fn least(self) -> f32 {
        match self {
            Self::Same => 0.12,
            Self::Near => 0.3,
            Self::Off => 0.55,
        }
    }
}

/// The greatest error of the ticks under each pixel, as left and right edge and error.
fn worst(
    scale: &Scale,
    count: usize,
    len: usize,
    off: &dyn Fn(u32) -> Option<f32>,
) -> Vec<(f32, f32, f32)> {
    let (from, to) = (scale.ticks.start, scale.ticks.end);
    let step = (to - from) / count.max(1) as f64;
    let width = scale.chart.width() / count.max(1) as f32;
    let mut all: Vec<(f32, f32, f32)> = Vec::new();
    for k in 0..count {
        let first = (from + step * k as f64).max(0.0).floor() as usize;
        let last = ((from + step * (k + 1) as f64).ceil().max(0.0) as usize).max(first + 1);
        let errors = (first..last.min(len)).filter_map(|tick| off(tick as u32));
        let Some(most) = errors.reduce(f32::max) else {
            continue;
        };
        let left = scale.chart.left() + width * k as f32;
        match all.last_mut() {
            Some((_, right, same)) if *same == most && *right >= left - 0.01 => {
                *right = left + width;
            }
            _ => all.push((left, left + width, most)),
        }
    }
    all
}

/// Draws the rows that the scene has, from `y` down; says where the next one begins.
pub(super) fn rows(
    painter: &Painter,
    inside: &Painter,
    whole: Rect,
    mut y: f32,
    scale: &Scale,
    facts: &Facts<'_>,
    count: usize,
) -> f32 {
    let world = facts.document.map(|document| &document.setup.world);
    let has_body = facts
        .document
        .is_some_and(|document| document.setup.rig.has_body());
    let in_cells = world.is_some_and(|world| world.cells().is_some());
    // The rows that say most come first; below them the curve keeps its room.
    let lanes = facts.looked_at().count() as f32;
    let fits = |y: f32| y + BAR * (lanes + 1.0) + CURVE <= whole.bottom();
    for kind in [
        has_body.then_some(Kind::Support),
        in_cells.then_some(Kind::Cells),
        Some(Kind::Contacts),
    ]
    .into_iter()
    .flatten()
    {
        // Of both lanes, or of none.
        if !fits(y) {
            return y;
        }
        for (slot, lane) in facts.looked_at() {
            let summaries = lane.recording.summaries();
            let row = match kind {
                Kind::Support => text::row_support(slot.letter()),
                Kind::Cells => text::row_cells(slot.letter()),
                Kind::Contacts => text::row_contacts(slot.letter()),
            };
            name(painter, whole, y + BAR / 2.0, &row);
            match kind {
                Kind::Support => support(inside, scale, y, count, summaries),
                Kind::Cells => cells(inside, scale, y, facts, lane),
                Kind::Contacts => {
                    let touched = |tick: usize| summaries[tick].colliding_step > 0;
                    let color = theme::sheer(theme::lane_color(slot.index()), 0.8);
                    for (left, right) in runs(scale, count, summaries.len(), touched) {
                        let (top, bottom) = (y + 4.0, y + BAR - 4.0);
                        let bar = Rect::from_min_max(pos2(left, top), pos2(right, bottom));
                        inside.rect_filled(bar, 0.0, color);
                    }
                }
            }
            y += BAR;
        }
    }
    y
}

/// What a row shows.
#[derive(Clone, Copy)]
enum Kind {
    Support,
    Cells,
    Contacts,
}

/// Least height of the curve below the rows.
const CURVE: f32 = 44.0;

/// Stretches of pixels in which some tick has a property.
fn runs(scale: &Scale, count: usize, len: usize, has: impl Fn(usize) -> bool) -> Vec<(f32, f32)> {
    let (from, to) = (scale.ticks.start, scale.ticks.end);
    let step = (to - from) / count.max(1) as f64;
    let width = scale.chart.width() / count.max(1) as f32;
    let mut all: Vec<(f32, f32)> = Vec::new();
    for k in 0..count {
        let first = (from + step * k as f64).max(0.0).floor() as usize;
        let last = ((from + step * (k + 1) as f64).ceil().max(0.0) as usize).max(first + 1);
        if (first..last.min(len)).any(&has) {
            let left = scale.chart.left() + width * k as f32;
            match all.last_mut() {
                Some((_, right)) if *right >= left - 0.01 => *right = left + width,
                _ => all.push((left, left + width)),
            }
        }
    }
    all
}

/// Who wrote the plane that a body stands on: by colour, and by height as well.
fn support(inside: &Painter, scale: &Scale, y: f32, count: usize, summaries: &[TickSummary]) {
    // The rarer ones are drawn over the common one, so that a single tick of them shows.
    for (source, color, inset) in [
        (SupportSource::Query, theme::good(), 6.0),
        (SupportSource::Restored, theme::notable(), 4.0),
        (SupportSource::Synthetic, theme::bad(), 2.0),
    ] {
        let has = |tick: usize| summaries[tick].support == Some(source);
        for (left, right) in runs(scale, count, summaries.len(), has) {
            let bar = Rect::from_min_max(pos2(left, y + inset), pos2(right, y + BAR - inset));
            inside.rect_filled(bar, 0.0, theme::sheer(color, 0.8));
        }
    }
}

/// A line wherever the cell is another than the tick before.
fn cells(inside: &Painter, scale: &Scale, y: f32, facts: &Facts<'_>, lane: &LaneFacts<'_>) {
    let series = facts.series.of(lane.number, lane.revision, Measure::Cell);
    let Some(series) = series else { return };
    let (from, to) = (
        scale.ticks.start.max(1.0) as usize,
        (scale.ticks.end.ceil().max(1.0) as usize).min(series.len()),
    );
    let mut last = f32::MIN;
    for tick in from..to {
        let (before, now) = (series[tick - 1], series[tick]);
        // No cell at all is a cell of its own kind.
        if before == now || (before.is_nan() && now.is_nan()) {
            continue;
        }
        let x = scale.x(tick as f64);
        if x - last < 0.5 {
            continue;
        }
        last = x;
        let color: Color32 = if now.is_nan() {
            theme::bad()
        } else {
            theme::role_color(crate::overlay::Role::Portal)
        };
        inside.vline(x, y + 2.0..=y + BAR - 2.0, Stroke::new(1.6, color));
    }
}
