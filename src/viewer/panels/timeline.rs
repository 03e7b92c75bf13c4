//! The timeline: a ruler, bars for verdicts, steps and the distance between lanes, and the eye's distance, with one cursor
//! through everything.

use std::ops::Range;

use bevy_egui::egui::{
    self, Align2, Color32, CursorIcon, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

mod curves;
mod rows;

use self::curves::curves;
use super::columns::{Column, apart, columns};
use super::facts::Facts;
use super::widgets::text_at;
use crate::outcome::Verdict;
use crate::viewer::command::Command;
use crate::viewer::{text, theme};

/// Width of the names on the left.
const NAMES: f32 = 96.0;
/// Height of the ruler.
const RULER: f32 = 24.0;
/// Height of a bar.
const BAR: f32 = 15.0;

/// The stretch of time that is shown, ticks; kept between frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Number of ticks that it was made for: another scene begins anew.
    pub(super) ticks: u32,
}

impl Shown {
    /// The stretch that timeline and plots share; of a run of another length all of it.
    pub(super) fn load(context: &egui::Context, ticks: u32) -> Self {
        let kept = context.data(|data| data.get_temp::<Self>(egui::Id::new(STRETCH)));
        kept.filter(|shown| shown.ticks == ticks).unwrap_or(Self {
            from: 0.0,
            to: f64::from(ticks),
            ticks,
        })
    }

    /// Keeps it for the next frame.
    pub(super) fn store(self, context: &egui::Context) {
        context.data_mut(|data| data.insert_temp(egui::Id::new(STRETCH), self));
    }
}

/// Where the stretch of time is kept.
const STRETCH: &str = "stretch of time";

/// Draws the timeline into the room that is left.
pub fn timeline_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let ticks = facts.ticks().max(1);
    let (whole, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Slider, true, text::TAB_TIMELINE));
    let chart = whole
        .with_min_x(whole.left() + NAMES)
        .with_max_x(whole.right() - 12.0);
    if chart.width() < 50.0 || chart.height() < 40.0 {
        return;
    }
    let mut shown = Shown::load(ui.ctx(), ticks);
    zoom(ui, &response, chart, &mut shown);
    follow(ui, facts.playback.cursor, &mut shown);
    shown.store(ui.ctx());
    let scale = Scale {
        chart,
        ticks: shown.from..shown.to,
    };
    hands(ui, facts, &response, &scale, ticks, out);

    let painter = ui.painter().with_clip_rect(whole);
    let inside = ui.painter().with_clip_rect(chart.expand2(vec2(7.0, 0.0)));
    ruler(&painter, facts, &scale);
    let mut y = chart.top() + RULER;
    let count = (chart.width() * ui.ctx().pixels_per_point()).max(1.0) as usize;
    let lanes: Vec<_> = facts
        .looked_at()
        .map(|(slot, lane)| {
            (
                slot,
                lane,
                columns(
                    lane.recording.summaries(),
                    facts.headline(),
                    &scale.ticks,
                    count,
                ),
            )
        })
        .collect();
    let compares = facts.compares();
    for (slot, lane, columns) in &lanes {
        name(
            &painter,
            whole,
            y + BAR / 2.0,
            &text::row_verdict(slot.letter()),
        );
        verdicts(&inside, &scale, y, columns, |column| Some(column.verdict));
        rows::forks(&inside, y, &scale, *slot, lane, &response);
        y += BAR;
        if facts.has_eye_behind_body() {
            name(
                &painter,
                whole,
                y + BAR / 2.0,
                &text::row_eye_verdict(slot.letter()),
            );
            verdicts(&inside, &scale, y, columns, |column| column.eye_verdict);
            y += BAR;
        }
    }
    for (slot, _, columns) in &lanes {
        name(
            &painter,
            whole,
            y + BAR / 2.0,
            &text::row_steps(slot.letter()),
        );
        let most = lanes
            .iter()
            .flat_map(|(.., columns)| columns)
            .flatten()
            .map(|c| c.steps)
            .max()
            .unwrap_or(1);
        bars(
            &inside,
            &scale,
            y,
            columns
                .iter()
                .map(|c| c.map(|c| c.steps as f32 / most.max(1) as f32)),
            theme::text_faint(),
        );
        y += BAR;
    }
    y = rows::errors(ui, &painter, &inside, whole, y, &scale, facts, &response);
    y = rows::rows(&painter, &inside, whole, y, &scale, facts, count);
    if let (true, [(_, a, _), (_, b, _)]) = (compares, &lanes[..]) {
        name(&painter, whole, y + BAR / 2.0, text::ROW_APART);
        let distances = apart(
            a.recording.summaries(),
            b.recording.summaries(),
            &scale.ticks,
            count,
        );
        bars(
            &inside,
            &scale,
            y,
            distances.into_iter().map(|d| d.map(logarithmic)),
            theme::sheer(theme::bad(), 0.75),
        );
        y += BAR;
    }
    y += 5.0;
    let curve = Rect::from_min_max(
        pos2(chart.left(), y),
        pos2(chart.right(), whole.bottom() - 4.0),
    );
    if curve.height() > 12.0 {
        let columns: Vec<_> = lanes
            .iter()
            .map(|(slot, _, columns)| (*slot, columns.as_slice()))
            .collect();
        curves(&painter, &inside, whole, curve, &scale, facts, &columns);
    }
    marks(&inside, facts, &scale);
    cursor(&inside, facts, &scale, whole.bottom() - 2.0);
}

/// Ticks to pixels and back.
struct Scale {
    chart: Rect,
    ticks: Range<f64>,
}

impl Scale {
    fn x(&self, tick: f64) -> f32 {
        let share = (tick - self.ticks.start) / (self.ticks.end - self.ticks.start);
        self.chart.left() + share as f32 * self.chart.width()
    }

    /// The middle of a tick.
    fn middle(&self, tick: u32) -> f32 {
        self.x(f64::from(tick) + 0.5)
    }

    fn tick(&self, x: f32) -> f64 {
        let share = f64::from((x - self.chart.left()) / self.chart.width());
        self.ticks.start + share * (self.ticks.end - self.ticks.start)
    }
}

/// A cursor that has moved out of the stretch that is shown takes the stretch with it.
fn follow(ui: &Ui, cursor: u32, shown: &mut Shown) {
    let id = egui::Id::new("cursor of the stretch");
    let last: Option<u32> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, cursor));
    let at = f64::from(cursor) + 0.5;
    if last.is_none_or(|last| last == cursor) || (shown.from..shown.to).contains(&at) {
        return;
    }
    let span = shown.to - shown.from;
    // Going on, what comes next is to be seen; going back, what was before.
    let before = if last < Some(cursor) { 0.1 } else { 0.9 };
    shown.from = (at - span * before).clamp(0.0, f64::from(shown.ticks) - span);
    shown.to = shown.from + span;
}

/// The wheel zooms at the pointer, with Shift it moves; a double click shows everything.
fn zoom(ui: &Ui, response: &egui::Response, chart: Rect, shown: &mut Shown) {
    let all = f64::from(shown.ticks);
    if response.double_clicked() {
        (shown.from, shown.to) = (0.0, all);
        return;
    }
    let Some(pointer) = response.hover_pos().filter(|_| response.hovered()) else {
        return;
    };
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta()));
    let span = shown.to - shown.from;
    let share = f64::from(((pointer.x - chart.left()) / chart.width()).clamp(0.0, 1.0));
    let mut next = span;
    if scroll.y != 0.0 || pinch != 1.0 {
        let steps = f64::from(scroll.y) / 50.0;
        // Two to the power of the wheel's way, by its first terms: the way of one frame is short.
        let factor = (1.0 - steps * 0.3).clamp(0.5, 2.0) / f64::from(pinch);
        next = (span * factor).clamp(8.0_f64.min(all), all);
    }
    let at = shown.from + span * share;
    let moved = -f64::from(scroll.x) / f64::from(chart.width()) * span;
    shown.from = (at - next * share + moved).clamp(0.0, all - next);
    shown.to = shown.from + next;
}

/// A click or drag moves the cursor; a drag on the ruler makes a range.
fn hands(
    ui: &Ui,
    facts: &Facts<'_>,
    response: &egui::Response,
    scale: &Scale,
    ticks: u32,
    out: &mut Vec<Command>,
) {
    let on_ruler = |at: Pos2| at.y < scale.chart.top() + RULER;
    let tick_at = |at: Pos2| (scale.tick(at.x).floor().max(0.0) as u32).min(ticks - 1);
    let origin = ui.input(|input| input.pointer.press_origin());
    let Some(at) = response.interact_pointer_pos() else {
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        return;
    };
    let from = origin.unwrap_or(at);
    if response.dragged_by(egui::PointerButton::Primary) || response.clicked() {
        let to = tick_at(at);
        if on_ruler(from)
            && response.dragged_by(egui::PointerButton::Primary)
            && (at - from).length() > 4.0
        {
            out.push(Command::LoopOver(tick_at(from), to));
        } else if to != facts.playback.cursor
            || facts.playback.motion != crate::viewer::playback::Motion::Paused
        {
            out.push(Command::Seek(to));
        }
    }
}

fn name(painter: &Painter, whole: Rect, y: f32, name: &str) {
    text_at(
        painter,
        pos2(whole.left() + 12.0, y),
        Align2::LEFT_CENTER,
        name,
        theme::text_font(theme::SMALL),
        theme::text_weak(),
    );
}

/// Ticks and seconds.
fn ruler(painter: &Painter, facts: &Facts<'_>, scale: &Scale) {
    let chart = scale.chart;
    let hz = facts.document.map_or(60, |document| document.setup.hz);
    let span = scale.ticks.end - scale.ticks.start;
    let most = f64::from(chart.width() / 76.0).max(1.0);
    let step = round_step(span / most);
    let mut tick = (scale.ticks.start / step).ceil() * step;
    let font = theme::number_font(10.0);
    let playhead = scale.middle(facts.playback.cursor);
    while tick <= scale.ticks.end {
        let x = scale.x(tick);
        painter.vline(
            x,
            chart.top() + 13.0..=chart.bottom(),
            Stroke::new(1.0, theme::sheer(theme::edge(), 0.8)),
        );
        let seconds = tick / f64::from(hz);
        let shown = text::spaced(tick as u64);
        let wide = painter
            .layout_no_wrap(shown.clone(), font.clone(), theme::text_weak())
            .size()
            .x;
        // Not cut at the edge, nor under the cursor, whose tick the bar on top tells.
        let place = x + 3.0..x + 3.0 + wide;
        let under = |margin: f32| place.start - margin < playhead && playhead < place.end + margin;
        if place.end > chart.right() + 12.0 || under(6.0) {
            tick += step;
            continue;
        }
        let at = text_at(
            painter,
            pos2(x + 3.0, chart.top() + 7.0),
            Align2::LEFT_CENTER,
            &shown,
            font.clone(),
            theme::text_weak(),
        );
        let seconds = text::short_seconds(seconds);
        let seconds = painter.layout_no_wrap(seconds, font.clone(), theme::text_faint());
        let place = at.right() + 5.0..at.right() + 5.0 + seconds.size().x;
        let is_free = !(place.start - 6.0 < playhead && playhead < place.end + 6.0);
        let next = scale.x(tick + step) - 8.0;
        if is_free && place.end < next.min(chart.right() + 12.0) {
            let at = at.right_center() + vec2(5.0, -seconds.size().y / 2.0);
            painter.galley(at, seconds, theme::text_faint());
        }
        tick += step;
    }
    if let Some((a, b)) = facts.playback.range {
        let range = Rect::from_x_y_ranges(
            scale.x(f64::from(a))..=scale.x(f64::from(b)),
            chart.top()..=chart.top() + RULER - 6.0,
        );
        let color = if facts.playback.looping {
            theme::accent()
        } else {
            theme::text_faint()
        };
        painter.rect_filled(range.intersect(chart), 2.0, theme::sheer(color, 0.25));
        painter.hline(
            range.intersect(chart).x_range(),
            range.bottom(),
            Stroke::new(2.0, color),
        );
    }
}

/// The next of 1, 2, 5 times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let mut step = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if step * factor >= least {
                return step * factor;
            }
        }
        step *= 10.0;
    }
}

/// Verdicts as colours; what is not clear is also taller, so that colour is not alone.
fn verdicts(
    painter: &Painter,
    scale: &Scale,
    y: f32,
    columns: &[Option<Column>],
    of: fn(&Column) -> Option<Verdict>,
) {
    let of = |column: &Option<Column>| column.as_ref().and_then(of);
    let width = scale.chart.width() / columns.len().max(1) as f32;
    let mut k = 0;
    while k < columns.len() {
        let verdict = of(&columns[k]);
        let run = columns[k..]
            .iter()
            .take_while(|column| of(column) == verdict)
            .count();
        if let Some(verdict) = verdict {
            let (top, bottom) = match verdict {
                Verdict::Ok => (6.0, 10.0),
                Verdict::Adjusted => (4.0, 11.0),
                _ => (2.0, 13.0),
            };
            let left = scale.chart.left() + width * k as f32;
            let bar = Rect::from_min_max(
                pos2(left, y + top),
                pos2(left + width * run as f32, y + bottom),
            );
            painter.rect_filled(bar, 0.0, theme::sheer(theme::verdict_color(verdict), 0.72));
        }
        k += run;
    }
}

/// Heights from 0 to 1.
fn bars(
    painter: &Painter,
    scale: &Scale,
    y: f32,
    heights: impl Iterator<Item = Option<f32>>,
    color: Color32,
) {
    let heights: Vec<_> = heights.collect();
    let width = scale.chart.width() / heights.len().max(1) as f32;
    let mut k = 0;
    while k < heights.len() {
        let height = heights[k];
        let run = heights[k..]
            .iter()
            .take_while(|other| **other == height)
            .count();
        if let Some(height) = height.filter(|height| *height > 0.0) {
            let left = scale.chart.left() + width * k as f32;
            let top = y + BAR - 2.0 - (BAR - 4.0) * height.min(1.0);
            let bar = Rect::from_min_max(
                pos2(left, top),
                pos2(left + width * run as f32, y + BAR - 2.0),
            );
            painter.rect_filled(bar, 0.0, color);
        }
        k += run;
    }
}

/// A distance between 0.1 mm and 1 m as a height: a quarter for each power of ten. What is less than a hundredth of a
/// millimetre does not show.
fn logarithmic(metres: f32) -> f32 {
    if metres < 1e-5 {
        return 0.0;
    }
    let powers = crate::ops::ln(f64::from(metres) / 1e-4) / std::f64::consts::LN_10;
    (powers / 4.0).clamp(0.06, 1.0) as f32
}

/// Markers, and where A and B part.
fn marks(painter: &Painter, facts: &Facts<'_>, scale: &Scale) {
    let y = scale.chart.top() + RULER - 6.0;
    let diamond = |tick: u32, color: Color32, filled: bool| {
        let c = pos2(scale.middle(tick), y);
        let points = [
            vec2(0.0, -5.0),
            vec2(5.0, 0.0),
            vec2(0.0, 5.0),
            vec2(-5.0, 0.0),
        ]
        .map(|p| c + p)
        .to_vec();
        if filled {
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        } else {
            painter.add(Shape::convex_polygon(
                points,
                theme::surface(),
                Stroke::new(1.5, color),
            ));
        }
    };
    if let Some(first) = facts
        .difference
        .and_then(|difference| difference.first.as_ref())
    {
        diamond(first.tick, theme::bad(), false);
    }
    for &marker in &facts.playback.markers {
        diamond(marker, theme::notable(), true);
    }
}

fn cursor(painter: &Painter, facts: &Facts<'_>, scale: &Scale, bottom: f32) {
    let x = scale.middle(facts.playback.cursor);
    let top = scale.chart.top();
    painter.vline(x, top + 6.0..=bottom, Stroke::new(1.5, theme::strong()));
    let head = [vec2(-5.5, 0.0), vec2(5.5, 0.0), vec2(0.0, 8.0)]
        .map(|p| pos2(x, top) + p)
        .to_vec();
    painter.add(Shape::convex_polygon(head, theme::strong(), Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulers_have_round_numbers() {
        assert_eq!(
            [0.3, 1.0, 3.0, 7.0, 120.0, 999.0].map(round_step),
            [1.0, 1.0, 5.0, 10.0, 200.0, 1000.0]
        );
    }

    #[test]
    fn a_tick_is_found_under_its_own_middle() {
        let scale = Scale {
            chart: Rect::from_min_max(pos2(100.0, 0.0), pos2(900.0, 100.0)),
            ticks: 20.0..1460.0,
        };
        for tick in [20, 21, 733, 1459] {
            assert_eq!(scale.tick(scale.middle(tick)).floor() as u32, tick);
        }
    }

    #[test]
    fn distances_are_shown_by_their_powers_of_ten() {
        assert_eq!(logarithmic(0.0), 0.0);
        assert!((logarithmic(0.01) - 0.5).abs() < 1e-6 && logarithmic(2e-5) > 0.0);
        assert_eq!(logarithmic(1e9), 1.0);
    }
}
