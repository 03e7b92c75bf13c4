//! The curves of the timeline: the headline of the lanes over the ticks that are in sight.

use std::ops::Range;

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};

use super::super::columns::Column;
use super::super::facts::Facts;
use super::super::widgets::text_at;
use super::{Scale, name};
use crate::lane::{Headline, Measure};
use crate::overlay::Role;
use crate::viewer::command::Slot;
use crate::viewer::{Document, text, theme};

/// Least height of a row that has its range beside its name, logical pixels.
const LEGEND_ROOM: f32 = 40.0;

/// The eye's distance in both lanes.
pub(super) fn curves(
    outside: &Painter,
    painter: &Painter,
    whole: Rect,
    area: Rect,
    scale: &Scale,
    facts: &Facts<'_>,
    lanes: &[(Slot, &[Option<Column>])],
) {
    name(
        outside,
        whole,
        area.center().y,
        text::headline(facts.headline()),
    );
    let Some((low, high)) = range(facts, scale) else {
        return;
    };
    let y = |distance: f32| area.bottom() - (distance - low) / (high - low) * area.height();
    let legend = area.left() - 6.0;
    let ends = [(area.top() + 5.0, high), (area.bottom() - 5.0, low)];
    // In a low row they would lie over its name.
    for (at, value) in ends.iter().filter(|_| area.height() >= LEGEND_ROOM) {
        text_at(
            outside,
            pos2(legend, *at),
            Align2::RIGHT_CENTER,
            &format!("{value:.2}"),
            theme::number_font(10.0),
            theme::text_faint(),
        );
    }
    let of = facts.headline();
    let painter = painter.with_clip_rect(area.intersect(painter.clip_rect()));
    painter.hline(
        area.x_range(),
        area.bottom() - 0.5,
        Stroke::new(1.0, theme::edge()),
    );
    // B first: A, which usually is the calm one, stays readable on top.
    for (slot, columns) in lanes.iter().rev() {
        let color = theme::lane_color(slot.index());
        let width = scale.chart.width() / columns.len().max(1) as f32;
        let mut line: Vec<Pos2> = Vec::new();
        let exact = facts
            .lane(*slot)
            .filter(|_| scale.ticks.end - scale.ticks.start <= 4.0 * columns.len() as f64);
        if let Some(lane) = exact {
            let summaries = lane.recording.summaries();
            let (from, to) = (
                scale.ticks.start.max(0.0) as usize,
                scale.ticks.end.ceil() as usize + 1,
            );
            let shown = summaries
                .get(from..to.min(summaries.len()))
                .unwrap_or_default();
            line.extend(
                shown
                    .iter()
                    .zip(from as u32..)
                    .map(|(s, tick)| pos2(scale.middle(tick), y(s.headline(of)))),
            );
            stroke(&painter, &mut line, color);
            continue;
        }
        for (k, column) in columns.iter().enumerate() {
            let Some(column) = column else {
                stroke(&painter, &mut line, color);
                continue;
            };
            let x = scale.chart.left() + width * (k as f32 + 0.5);
            for distance in [column.first, column.low, column.high, column.last] {
                let point = pos2(x, y(distance));
                if line.last() != Some(&point) {
                    line.push(point);
                }
            }
        }
        stroke(&painter, &mut line, color);
    }
    recorded(&painter, scale, facts, y);
}

/// What another program recorded of the feet, over what the lanes replay: dashed, in the colour of what is recorded.
fn recorded(painter: &Painter, scale: &Scale, facts: &Facts<'_>, y: impl Fn(f32) -> f32) {
    let is_of_feet = facts.headline() == Headline::FeetHeight;
    let lane = facts.looked_at().map(|(_, lane)| lane).next();
    let (Some(lane), true) = (lane, is_of_feet) else {
        return;
    };
    if !facts.document.is_some_and(Document::is_capture) {
        return;
    }
    let measure = Measure::RecordedZ;
    let Some(series) = facts.series.of(lane.number, lane.revision, measure) else {
        return;
    };
    let from = scale.ticks.start.max(0.0) as usize;
    let to = (scale.ticks.end.ceil() as usize + 1).min(series.len());
    // No more than two points a pixel.
    let every = (to.saturating_sub(from) / (2.0 * scale.chart.width()).max(1.0) as usize).max(1);
    let mut line: Vec<Pos2> = Vec::new();
    let color = theme::role_color(Role::Recorded);
    let draw = |line: &mut Vec<Pos2>| {
        let pen = Stroke::new(1.6, color);
        painter.extend(Shape::dashed_line(line, pen, 5.0, 4.0));
        line.clear();
    };
    for tick in (from..to).step_by(every) {
        match series.get(tick).filter(|height| height.is_finite()) {
            Some(height) => line.push(pos2(scale.middle(tick as u32), y(*height as f32))),
            None => draw(&mut line),
        }
    }
    draw(&mut line);
}

fn stroke(painter: &Painter, line: &mut Vec<Pos2>, color: Color32) {
    let points = std::mem::take(line);
    if points.len() > 1 {
        painter.add(Shape::line(points, Stroke::new(1.4, color)));
    }
}

/// Lowest and highest headline of what is in sight, with room around.
fn range(facts: &Facts<'_>, scale: &Scale) -> Option<(f32, f32)> {
    let (from, to) = (
        scale.ticks.start.max(0.0) as usize,
        scale.ticks.end.max(0.0) as usize,
    );
    let (low, high) = limits(facts, from..to)?;
    // Room around the curves, and never so little that rounding looks like movement.
    let half = ((high - low) * 0.62).max(0.02);
    let middle = f32::midpoint(low, high);
    let bottom = match facts.headline() {
        // A distance has no room below nothing.
        Headline::EyeDistance => (middle - half).max(0.0),
        Headline::FeetHeight => middle - half,
    };
    Some((bottom, middle + half))
}

fn limits(facts: &Facts<'_>, over: Range<usize>) -> Option<(f32, f32)> {
    let mut all: Option<(f32, f32)> = None;
    for (_, lane) in facts.looked_at() {
        let summaries = lane.recording.summaries();
        let end = over.end.min(summaries.len());
        // Of very long runs every so many: the scale needs no more.
        let step = (end.saturating_sub(over.start) / 20_000).max(1);
        for summary in summaries
            .get(over.start..end)
            .unwrap_or_default()
            .iter()
            .step_by(step)
        {
            let d = summary.headline(facts.headline());
            let (low, high) = all.unwrap_or((d, d));
            all = Some((low.min(d), high.max(d)));
        }
    }
    all
}
