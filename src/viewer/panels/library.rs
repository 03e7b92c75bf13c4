//! The gallery of shipped scenes.

use bevy_egui::egui::{
    self, Painter, Pos2, Rect, RichText, ScrollArea, Sense, Shape, Stroke, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};
use glam::Vec2;

use super::facts::Facts;
use super::settles_color;
use super::widgets::text_clipped;
use crate::viewer::browser::Browse;
use crate::viewer::command::Command;
use crate::viewer::gallery::{Card, Picture, Shelf, Sweep};
use crate::viewer::{text, theme};

/// Draws the gallery into the room that is left.
pub fn library_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let whole = ui.available_rect_before_wrap();
    ui.painter().rect_filled(whole, 0.0, theme::backdrop());
    let side = ((whole.width() - 1240.0) / 2.0).max(28.0);
    let room = whole.shrink2(vec2(side, 0.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
        ui.add_space(26.0);
        let title = RichText::new(text::GALLERY_TITLE)
            .font(theme::strong_font(22.0))
            .color(theme::text());
        let line = RichText::new(text::GALLERY_LINE).color(theme::text_weak());
        if room.width() < BESIDE {
            ui.label(title);
            ui.add(egui::Label::new(line).wrap());
            ui.add_space(6.0);
            ui.horizontal_wrapped(|ui| ways_ui(ui, facts, out));
        } else {
            ui.horizontal(|ui| {
                ui.vertical(|ui| {
                    ui.label(title);
                    ui.label(line);
                });
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| ways_ui(ui, facts, out));
            });
        }
        ui.add_space(16.0);
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| cards_ui(ui, facts, out));
    });
}

/// Width from which the buttons stand beside the title, logical pixels.
const BESIDE: f32 = 1080.0;

/// Where one can go from here.
fn ways_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let size = vec2(110.0, 28.0);
    if facts.document.is_some() && ui.button(text::BACK_TO_SCENE).clicked() {
        out.push(Command::CloseGallery);
    }
    let open = egui::Button::new(RichText::new(text::OPEN).color(theme::strong())).min_size(size);
    if ui.add(open).on_hover_text(text::OPEN_HINT).clicked() {
        out.push(Command::AskOpen);
    }
    let files = egui::Button::new(text::BROWSER).min_size(size);
    if ui.add(files).clicked() {
        out.push(Command::Browse(Browse::Show));
    }
    tour_button(ui, facts.settings.tour_seen, out);
}

/// The way into the walk; it stands out until the walk was taken or sent away.
fn tour_button(ui: &mut Ui, seen: bool, out: &mut Vec<Command>) {
    let (color, edge) = if seen {
        (theme::text(), theme::edge())
    } else {
        (theme::accent(), theme::accent())
    };
    let button = egui::Button::new(RichText::new(text::TAKE_TOUR).color(color))
        .stroke(Stroke::new(1.0, edge))
        .min_size(vec2(110.0, 28.0));
    if ui.add(button).on_hover_text(text::TOUR_HINT).clicked() {
        out.push(Command::Tour(Some(0)));
    }
}

fn cards_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let gap = 16.0;
    let width = ui.available_width() - 10.0;
    let columns = ((width + gap) / (280.0 + gap)).floor().max(1.0);
    let size = vec2((width - gap * (columns - 1.0)) / columns, 262.0);
    recent_ui(ui, facts, vec2(size.x, 46.0), columns as usize, gap, out);
    for shelf in Shelf::ALL {
        let cards: Vec<&Card> = facts
            .gallery
            .cards
            .iter()
            .filter(|card| card.shelf == shelf)
            .collect();
        ui.label(
            RichText::new(text::shelf(shelf))
                .font(theme::strong_font(14.0))
                .color(theme::text_weak()),
        );
        ui.add_space(6.0);
        for row in cards.chunks(columns as usize) {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                for card in row {
                    card_ui(ui, card, size, out);
                }
            });
            ui.add_space(gap - 4.0);
        }
        ui.add_space(10.0);
    }
}

/// The files that were opened last, two rows of them at most.
fn recent_ui(
    ui: &mut Ui,
    facts: &Facts<'_>,
    size: egui::Vec2,
    columns: usize,
    gap: f32,
    out: &mut Vec<Command>,
) {
    let recent = facts.settings.recent.list();
    if recent.is_empty() {
        return;
    }
    ui.label(
        RichText::new(text::RECENT)
            .font(theme::strong_font(14.0))
            .color(theme::text_weak()),
    );
    ui.add_space(6.0);
    for row in recent.chunks(columns).take(2) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for name in row {
                file_ui(ui, name, size, out);
            }
        });
        ui.add_space(6.0);
    }
    ui.add_space(12.0);
}

/// A file: its name, and below it where it lies.
fn file_ui(ui: &mut Ui, name: &str, size: egui::Vec2, out: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let label = text::open_scene(name);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &label));
    let lit = response.hovered() || response.has_focus();
    let edge = if lit { theme::accent() } else { theme::edge() };
    ui.painter().rect(
        rect,
        6.0,
        theme::surface(),
        Stroke::new(1.0, edge),
        egui::StrokeKind::Inside,
    );
    let (title, below) = text::recent(name);
    let left = rect.left() + 14.0;
    let room = rect.width() - 28.0;
    for (y, words, font, color) in [
        (14.0, &*title, theme::strong_font(13.0), theme::text()),
        (
            32.0,
            &*below,
            theme::text_font(theme::SMALL),
            theme::text_weak(),
        ),
    ] {
        text_clipped(ui, pos2(left, rect.top() + y), room, words, font, color);
    }
    if response.on_hover_text(name).clicked() {
        out.push(Command::Open(name.to_owned()));
    }
}

fn card_ui(ui: &mut Ui, card: &Card, size: egui::Vec2, out: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &card.title));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let lit = response.hovered() || response.has_focus();
    let edge = if lit { theme::accent() } else { theme::edge() };
    ui.painter().rect(
        rect,
        8.0,
        theme::surface(),
        Stroke::new(1.0, edge),
        egui::StrokeKind::Inside,
    );
    let picture = Rect::from_min_max(
        rect.min + vec2(1.0, 1.0),
        pos2(rect.right() - 1.0, rect.top() + 158.0),
    );
    ui.painter().rect_filled(
        picture,
        egui::CornerRadius {
            nw: 7,
            ne: 7,
            sw: 0,
            se: 0,
        },
        theme::surface_low(),
    );
    match &card.picture {
        Some(of) => picture_ui(
            &ui.painter()
                .with_clip_rect(picture.intersect(ui.clip_rect())),
            picture,
            of,
        ),
        None => {
            ui.painter().text(
                picture.center(),
                egui::Align2::CENTER_CENTER,
                text::DRAWING,
                theme::text_font(12.0),
                theme::text_faint(),
            );
        }
    }
    let text = Rect::from_min_max(
        pos2(rect.left() + 14.0, picture.bottom() + 10.0),
        rect.max - vec2(14.0, 8.0),
    );
    let mut child = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(text)
            .layout(egui::Layout::top_down(egui::Align::Min)),
    );
    child.set_clip_rect(text.intersect(ui.clip_rect()));
    child.spacing_mut().item_spacing.y = 3.0;
    let (title, _) = child.allocate_exact_size(vec2(text.width(), 18.0), Sense::hover());
    text_clipped(
        &child,
        title.left_center(),
        title.width(),
        &card.title,
        theme::strong_font(13.5),
        theme::text(),
    );
    let mut job = egui::text::LayoutJob::simple(
        card.look_for.clone(),
        theme::text_font(12.0),
        theme::text_weak(),
        text.width(),
    );
    job.wrap.max_rows = 3;
    child.add(egui::Label::new(job));
    // What is cut is told in full to the pointer that rests on it.
    let cut = child.fonts_mut(|fonts| {
        let font = theme::text_font(12.0);
        let whole = fonts.layout(
            card.look_for.clone(),
            font,
            theme::text_weak(),
            text.width(),
        );
        whole.rows.len() > 3
    });
    let response = if cut {
        response.on_hover_text(&card.look_for)
    } else {
        response
    };
    if response.clicked() {
        out.push(Command::Open(card.name.to_owned()));
    }
}

/// The scene from the side, and below it how the eye's distance went.
fn picture_ui(painter: &Painter, area: Rect, picture: &Picture) {
    let split = area.top() + area.height() * 0.64;
    let side = Rect::from_min_max(area.min, pos2(area.right(), split));
    let curve = Rect::from_min_max(
        pos2(area.left() + 14.0, split + 4.0),
        area.max - vec2(14.0, 10.0),
    );
    let (middle, half) = picture.window;
    let scale =
        (side.height() / (2.0 * half.y.max(0.1))).min(side.width() / (2.0 * half.x.max(0.1)));
    let at = |p: Vec2| side.center() + vec2((p.x - middle.x) * scale, (middle.y - p.y) * scale);
    let inside = painter.with_clip_rect(side.intersect(painter.clip_rect()));
    for [from, to] in &picture.walls {
        inside.line_segment([at(*from), at(*to)], Stroke::new(1.3, theme::mesh_edge()));
    }
    for (slot, trail) in picture.trails.iter().enumerate().rev() {
        let points: Vec<Pos2> = trail.iter().map(|point| at(*point)).collect();
        if points.len() > 1 {
            let color = theme::sheer(theme::lane_color(slot), 0.7);
            inside.add(Shape::line(points, Stroke::new(1.5, color)));
        }
    }
    for (slot, sweep) in picture.sweeps.iter().enumerate().rev() {
        sweep_ui(&inside, sweep, slot, scale, at);
    }
    painter.hline(area.x_range(), split, Stroke::new(1.0, theme::edge()));
    curves_ui(painter, curve, picture);
    for (slot, (_, settles)) in picture.lanes.iter().enumerate() {
        let Some(settles) = settles else { continue };
        let y = area.top() + 14.0 + slot as f32 * 15.0;
        let right = area.right() - 10.0;
        painter.circle_filled(pos2(right, y), 3.5, settles_color(settles));
        painter.text(
            pos2(right - 9.0, y),
            egui::Align2::RIGHT_CENTER,
            text::settles_short(settles),
            theme::text_font(10.5),
            theme::text_weak(),
        );
    }
}

fn sweep_ui(painter: &Painter, sweep: &Sweep, slot: usize, scale: f32, at: impl Fn(Vec2) -> Pos2) {
    let color = theme::lane_color(slot);
    let radius = sweep.radius * scale;
    let length = sweep.from.distance(sweep.end);
    let count = (length / sweep.radius.max(1e-3)).ceil().clamp(1.0, 12.0) as u32;
    if slot == 0 {
        painter.line_segment(
            [at(sweep.from), at(sweep.to)],
            Stroke::new(1.0, theme::role_color(crate::overlay::Role::Desired)),
        );
        for k in 0..count {
            let center = at(sweep.from.lerp(sweep.end, k as f32 / count as f32));
            painter.circle_stroke(center, radius, Stroke::new(1.0, theme::sheer(color, 0.35)));
        }
    }
    let center = at(sweep.end);
    painter.circle_filled(center, radius, theme::sheer(color, 0.14));
    painter.circle_stroke(center, radius, Stroke::new(1.6, color));
    painter.circle_filled(center, 2.6, color);
}

fn curves_ui(painter: &Painter, area: Rect, picture: &Picture) {
    // The scale is that of the later two thirds, where things have settled.
    let all = picture
        .distances
        .iter()
        .flat_map(|d| d.iter().skip(d.len() / 3));
    let (low, high) = all.fold((f32::MAX, f32::MIN), |(low, high), d| {
        (low.min(*d), high.max(*d))
    });
    if low > high {
        return;
    }
    let half = ((high - low) * 0.6).max(0.02);
    let middle = f32::midpoint(low, high);
    let painter = painter.with_clip_rect(area.expand(2.0).intersect(painter.clip_rect()));
    for (slot, distances) in picture.distances.iter().enumerate().rev() {
        let last = distances.len().saturating_sub(1).max(1) as f32;
        let points: Vec<Pos2> = distances
            .iter()
            .enumerate()
            .map(|(k, d)| {
                let y = area.center().y - (d - middle) / half * area.height() * 0.5;
                pos2(
                    area.left() + area.width() * k as f32 / last,
                    y.clamp(area.top() - 40.0, area.bottom() + 40.0),
                )
            })
            .collect();
        if points.len() > 1 {
            painter.add(Shape::line(
                points,
                Stroke::new(1.3, theme::lane_color(slot)),
            ));
        }
    }
}
