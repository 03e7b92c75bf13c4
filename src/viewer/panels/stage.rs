//! The middle: the views, the hands on them, and the card in the corner of each.

use bevy_egui::egui::{
    self, Color32, PointerButton, Rect, Response, RichText, Sense, Stroke, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::facts::{Facts, Placed};
use super::gesture::{Gesture, gesture};
use super::handles::handles_ui;
use super::{labels, settles_color};
use crate::config::CameraPreset;
use crate::overlay::Role;
use crate::pointing::moment::clearance;
use crate::viewer::command::{Command, Slot};
use crate::viewer::views::{Arrangement, Motion, Pane, ViewKind, Views};
use crate::viewer::{text, theme};

/// Radians of a pixel of dragging.
const TURN: f64 = 0.005;

/// Draws the views into the room that is left.
pub fn stage_ui(ui: &mut Ui, facts: &Facts<'_>, placed: &mut Placed, out: &mut Vec<Command>) {
    let whole = ui.available_rect_before_wrap();
    let shown = facts.views.shown();
    for &view in shown {
        let area = place(whole, shown.len(), view);
        // The engine's viewports lie on whole pixels.
        let area = round(area, ui.ctx().pixels_per_point());
        placed.areas[view.index()] = Some(area);
        let response = ui.interact(area, ui.id().with(("view", view)), Sense::click_and_drag());
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, text::view(view.name())));
        // Handles are drawn over what is painted below, and have the pointer first.
        let taken = handles_ui(ui, facts, view, area, &response, out);
        if !taken {
            let preset = facts.settings.camera;
            hands(ui, facts.views, preset, view, &response, placed, out);
        }
        if shown.len() > 1 && facts.views.active == view {
            ui.painter().hline(
                area.x_range(),
                area.top() + 0.5,
                Stroke::new(1.0, theme::sheer(theme::accent(), 0.7)),
            );
        }
        labels::labels_ui(ui, facts, view, area);
        card_ui(ui, facts, view, area, out);
        corner_ui(ui, facts, view, area, out);
    }
    if shown.len() > 1 {
        let x = whole.center().x;
        ui.painter()
            .vline(x, whole.y_range(), Stroke::new(2.0, theme::edge()));
    }
    if shown.len() > 2 {
        let y = whole.center().y;
        ui.painter()
            .hline(whole.x_range(), y, Stroke::new(2.0, theme::edge()));
    }
}

/// Where one of `count` views is.
fn place(whole: Rect, count: usize, view: Pane) -> Rect {
    let c = whole.center();
    let (left, right) = (whole.left()..=c.x - 1.0, c.x + 1.0..=whole.right());
    let (upper, lower) = (whole.top()..=c.y - 1.0, c.y + 1.0..=whole.bottom());
    let columns = if view.slot() == Slot::A { left } else { right };
    let rows = if matches!(view, Pane::A | Pane::B) {
        upper
    } else {
        lower
    };
    match count {
        1 => whole,
        2 => Rect::from_x_y_ranges(columns, whole.y_range()),
        _ => Rect::from_x_y_ranges(columns, rows),
    }
}

fn round(area: Rect, scale: f32) -> Rect {
    let snap = |x: f32| (x * scale).round() / scale;
    Rect::from_min_max(
        pos2(snap(area.min.x), snap(area.min.y)),
        pos2(snap(area.max.x), snap(area.max.y)),
    )
}

/// The pointer over a view. Who got the press keeps the drag; the wheel goes to what is under the pointer.
fn hands(
    ui: &Ui,
    views: &Views,
    preset: CameraPreset,
    view: Pane,
    response: &Response,
    placed: &mut Placed,
    out: &mut Vec<Command>,
) {
    let (held, delta) = ui.input(|input| (input.modifiers, input.pointer.delta()));
    let alt = held.alt;
    let look = |out: &mut Vec<Command>, motion| out.push(Command::Look(view, motion));
    let turn = (f64::from(delta.x) * TURN, -f64::from(delta.y) * TURN);
    let buttons = [
        PointerButton::Secondary,
        PointerButton::Primary,
        PointerButton::Middle,
    ];
    let dragged = buttons.into_iter().find_map(|button| {
        let gesture = gesture(preset, button, held)?;
        response.dragged_by(button).then_some(gesture)
    });
    if let Some(gesture) = dragged {
        let motion = match gesture {
            Gesture::Look => Motion::Look(turn.0, turn.1),
            // The scene turns with the hand.
            Gesture::Orbit => Motion::Orbit(turn.0, turn.1),
            Gesture::Pan => Motion::Pan(delta.x, delta.y),
            Gesture::Dolly => {
                let at = response.rect.center();
                Motion::Zoom(1.0 + f64::from(delta.y) * 0.006, at)
            }
        };
        if gesture == Gesture::Look {
            placed.flies = Some(view);
        }
        if delta != egui::Vec2::ZERO {
            look(out, motion);
        }
        ui.ctx().set_cursor_icon(match gesture {
            Gesture::Look => egui::CursorIcon::AllScroll,
            _ => egui::CursorIcon::Grabbing,
        });
    } else if views.sticky
        && views.active == view
        && response.hovered()
        && delta != egui::Vec2::ZERO
    {
        look(out, Motion::Look(turn.0, turn.1));
    }
    if let Some(at) = response.hover_pos() {
        let scroll = ui.input(|input| input.smooth_scroll_delta.y);
        if scroll != 0.0 {
            let notches = f64::from(scroll) / 50.0;
            if placed.flies == Some(view) || views.sticky {
                out.push(Command::FlySpeed(notches));
            } else {
                look(
                    out,
                    Motion::Zoom((1.0 - notches * 0.16).clamp(0.5, 2.0), at),
                );
            }
        }
        if response.double_clicked() {
            look(out, Motion::Pivot(at));
        }
    }
    if let (true, false, Some(at)) = (response.clicked(), alt, response.interact_pointer_pos()) {
        out.push(Command::PickAt(view, at));
    }
    let pressed = response.drag_started() || response.clicked();
    if pressed && views.active != view {
        out.push(Command::Activate(view));
    }
    if views.sticky && response.clicked() {
        out.push(Command::StickyFly);
    }
}

/// Height of a view below which its card leaves out the policy, which the pointer over it tells, logical pixels.
const LOW: f32 = 260.0;

/// Where `count` cards stand: beside each other where there is room, else below.
pub(super) fn card_places(area: Rect, count: usize) -> Vec<Rect> {
    let width = (area.width() * 0.58)
        .clamp(232.0, 300.0)
        .min(area.width() - 20.0);
    let is_low = area.height() < LOW;
    let size = vec2(width, if is_low { 44.0 } else { 62.0 });
    let beside = area.width() - 20.0 >= (width + 8.0) * count as f32;
    (0..count)
        .map(|index| {
            let step = if beside {
                vec2((width + 8.0) * index as f32, 0.0)
            } else {
                vec2(0.0, (size.y + 8.0) * index as f32)
            };
            Rect::from_min_size(area.min + vec2(10.0, 10.0) + step, size)
        })
        .collect()
}

/// The card in the corner: letter, lane, policy and how it settles.
fn card_ui(ui: &mut Ui, facts: &Facts<'_>, view: Pane, area: Rect, out: &mut Vec<Command>) {
    let both = facts.views.arrangement == Arrangement::Overlaid;
    let slots: &[Slot] = if both && facts.compares() {
        &Slot::BOTH
    } else {
        &[view.slot()]
    };
    // Below stands the same lane again.
    if facts.views.arrangement == Arrangement::Quad && view != Pane::from(view.slot()) {
        return;
    }
    for (&slot, rect) in slots.iter().zip(card_places(area, slots.len())) {
        let Some(lane) = facts.lane(slot) else {
            continue;
        };
        let response = ui.interact(rect, ui.id().with(("card", slot)), Sense::click());
        let name = &facts.title(lane);
        response.widget_info(|| {
            WidgetInfo::labeled(WidgetType::Button, true, text::card(slot.letter(), name))
        });
        let focused = facts.settings.focus == slot;
        let edge = if focused {
            theme::sheer(theme::lane_color(slot.index()), 0.6)
        } else {
            theme::edge()
        };
        let painter = ui.painter().with_clip_rect(area);
        painter.rect(
            rect,
            6.0,
            theme::sheer(theme::surface(), 0.92),
            Stroke::new(1.0, edge),
            egui::StrokeKind::Inside,
        );
        let left = rect.left() + 12.0;
        let color = theme::lane_color(slot.index());
        painter.text(
            pos2(left, rect.top() + 17.0),
            egui::Align2::LEFT_CENTER,
            slot.letter(),
            theme::strong_font(15.0),
            color,
        );
        let room = rect.width() - 44.0;
        super::widgets::text_clipped(
            ui,
            pos2(left + 20.0, rect.top() + 17.0),
            room,
            name,
            theme::text_font(14.0),
            theme::text(),
        );
        let policy = lane.recording.policy().text();
        let shown = if policy == *name {
            text::policy_line(&policy)
        } else {
            policy.clone()
        };
        if area.height() >= LOW {
            super::widgets::text_clipped(
                ui,
                pos2(left, rect.top() + 34.0),
                rect.width() - 24.0,
                &shown,
                theme::number_font(10.5),
                theme::text_weak(),
            );
        }
        let window = facts
            .document
            .map_or(0..0, |document| document.window.clone());
        let (badge, color) = match lane.settles {
            Some(settles) => (
                text::badge(settles, lane.recording, window, facts.headline()),
                settles_color(settles),
            ),
            // So short a run settles into nothing.
            None if facts.document.is_some_and(|document| {
                document.is_scripted_sweeps() || lane.recording.len() >= document.setup.ticks
            }) =>
            {
                (
                    text::reached(lane.recording, facts.headline()),
                    theme::text(),
                )
            }
            None => (text::STILL_RUNNING.to_owned(), theme::text_weak()),
        };
        super::widgets::text_clipped(
            ui,
            pos2(left, rect.bottom() - 13.0),
            rect.width() - 24.0,
            &badge,
            theme::text_font(12.0),
            color,
        );
        let forks = lane.recording.policies().len();
        let mut hint = format!("{name}\n{policy}");
        if forks > 1 {
            hint.push_str(&text::forked(lane.recording.policies()));
        }
        if response.on_hover_text(hint).clicked() {
            out.extend([
                Command::Focus(slot),
                Command::Right(crate::viewer::settings::RightTab::Policy),
            ]);
        }
    }
}

/// Where the corner below says what the view follows.
pub(super) fn corner_place(area: Rect) -> Rect {
    Rect::from_min_max(
        pos2(area.right() - 190.0, area.bottom() - 28.0),
        pos2(area.right() - 8.0, area.bottom() - 6.0),
    )
}

/// What the view follows, in the corner below; a menu.
fn corner_ui(ui: &mut Ui, facts: &Facts<'_>, view: Pane, area: Rect, out: &mut Vec<Command>) {
    let views = facts.views;
    let kind = views.kinds[view.index()];
    let rect = corner_place(area);
    let mut child = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect)
            .layout(egui::Layout::right_to_left(egui::Align::Center))
            .id_salt(("corner", view)),
    );
    let linked = if views.linked && views.shown().len() > 1 {
        text::AND_LINKED
    } else {
        ""
    };
    let name = format!("{}{linked}", text::view_kind(kind));
    let button = egui::Button::new(
        RichText::new(name)
            .font(theme::text_font(12.0))
            .color(theme::text_weak()),
    )
    .fill(Color32::TRANSPARENT)
    .frame_when_inactive(false);
    egui::containers::menu::MenuButton::from_button(button).ui(&mut child, |ui| {
        for of in ViewKind::ALL {
            if ui
                .selectable_label(kind == of, text::view_kind(of))
                .clicked()
            {
                out.push(Command::Follow(Some(view), of));
                ui.close();
            }
        }
        ui.separator();
        if ui.selectable_label(views.linked, text::LINKED).clicked() {
            out.push(Command::Link(!views.linked));
            ui.close();
        }
    });
    if views.held[view.index()] {
        let painter = ui.painter().with_clip_rect(area);
        let (font, color) = (theme::text_font(12.0), theme::notable());
        let words = painter.layout_no_wrap(text::HELD.to_owned(), font, color);
        let corner = pos2(area.right() - 14.0, area.bottom() - 32.0);
        let at = Rect::from_min_max(corner - words.size(), corner);
        painter.rect_filled(
            at.expand2(vec2(6.0, 3.0)),
            3.0,
            theme::sheer(theme::backdrop(), 0.85),
        );
        painter.galley(at.min, words, color);
    }
    moment_ui(ui, facts, view, area);
    if views.sticky && views.active == view {
        let painter = ui.painter().with_clip_rect(area);
        let at = area.center_bottom() - vec2(0.0, 16.0);
        painter.text(
            at,
            egui::Align2::CENTER_CENTER,
            text::flying(views.speed),
            theme::text_font(12.0),
            theme::accent(),
        );
    }
}

/// What happens at the cursor within the tick, and what the ruler waits for.
fn moment_ui(ui: &Ui, facts: &Facts<'_>, view: Pane, area: Rect) {
    let of_view = facts.views.view_of(facts.settings.focus) == Some(view);
    let ruler = facts.settings.ruler.as_ref().map(|points| {
        match points.len() {
            0 => text::MEASURE_FIRST,
            1 | 2 => text::MEASURE_NEXT,
            _ => text::MEASURE_AGAIN,
        }
        .to_owned()
    });
    let moment = facts.moment().filter(|_| of_view).map(|(number, moment)| {
        let count = facts.focus().map_or(0, |lane| lane.moments.len());
        let place = text::moment_place(number, count, moment.step);
        let world = facts.document.map(|document| &document.setup.world);
        let clear = world.and_then(|world| clearance(moment, world));
        let clear = clear.map_or_else(String::new, |clear| format!(" · {clear}"));
        format!("{place}   {}{clear}", moment.text)
    });
    let unseen = facts.settings.unseen.len();
    let hidden = (unseen > 0).then(|| text::objects_unseen(unseen));
    let painter = ui.painter().with_clip_rect(area);
    // The card of the tour stands below and tells of just these lines.
    let below = if facts.settings.tour.is_some() {
        super::tour::ROOM
    } else {
        0.0
    };
    let mut bottom = area.bottom() - 34.0 - below;
    for (line, color) in [
        (moment, theme::role_text_color(Role::Picked)),
        (ruler, theme::accent()),
        (hidden, theme::text_weak()),
    ] {
        let Some(line) = line else { continue };
        let mut job = egui::text::LayoutJob::simple_singleline(line, theme::text_font(12.5), color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(area.width() - 40.0);
        let galley = painter.layout_job(job);
        let size = galley.size();
        let rect = Rect::from_min_size(pos2(area.center().x - size.x / 2.0, bottom - size.y), size);
        painter.rect(
            rect.expand2(vec2(10.0, 4.0)),
            4.0,
            theme::sheer(theme::surface(), 0.94),
            Stroke::new(1.0, theme::edge()),
            egui::StrokeKind::Inside,
        );
        painter.galley(rect.min, galley, color);
        bottom -= size.y + 14.0;
    }
}
