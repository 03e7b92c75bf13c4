//! Small pieces that panels share.

use bevy_egui::egui::{
    self, Align, Align2, Color32, CursorIcon, Layout, Pos2, Rect, Response, RichText, Sense, Shape,
    Stroke, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use crate::analysis::{Exact, Notation};
use crate::scene::edit::Drag;
use crate::viewer::command::Command;
use crate::viewer::{keymap, text, theme};

/// A picture on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Play,
    Pause,
    StepOn,
    StepBack,
    ToStart,
    ToEnd,
    Restart,
    Loop,
}

/// The heading of a section, with something on the right.
pub(crate) fn heading(ui: &mut Ui, title: &str, right: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_min_height(20.0);
        ui.label(
            RichText::new(title.to_uppercase())
                .font(theme::strong_font(10.5))
                .color(theme::text_weak()),
        );
        ui.with_layout(Layout::right_to_left(Align::Center), right);
    });
}

/// A line between sections.
pub(crate) fn divider(ui: &mut Ui) {
    ui.add_space(6.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().hline(
        rect.x_range(),
        rect.center().y,
        Stroke::new(1.0, theme::edge()),
    );
    ui.add_space(6.0);
}

/// A row of text over the whole width: a label on the left, a value in figures on the right.
pub(crate) struct ListRow<'a> {
    /// Left.
    pub label: &'a str,
    /// Right.
    pub value: &'a str,
    /// Steps of indentation.
    pub depth: usize,
    /// Colour of the label.
    pub label_color: Color32,
    /// Colour of the value.
    pub value_color: Color32,
    /// Behind the row.
    pub fill: Option<Color32>,
    /// A triangle before the label: pointing down when open.
    pub open: Option<bool>,
}

impl Default for ListRow<'_> {
    fn default() -> Self {
        Self {
            label: "",
            value: "",
            depth: 0,
            label_color: theme::text(),
            value_color: theme::text_weak(),
            fill: None,
            open: None,
        }
    }
}

impl ListRow<'_> {
    /// Draws it; it can be clicked.
    pub(crate) fn show(&self, ui: &mut Ui) -> Response {
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
        let text = if self.value.is_empty() {
            self.label.to_owned()
        } else {
            format!("{}: {}", self.label, self.value)
        };
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, text.clone()));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let fill = self.fill.or_else(|| {
            response
                .hovered()
                .then_some(theme::sheer(theme::surface_high(), 0.6))
        });
        if let Some(fill) = fill {
            ui.painter()
                .rect_filled(rect.expand2(vec2(4.0, 0.0)), 3.0, fill);
        }
        if response.has_focus() {
            ui.painter().rect_stroke(
                rect.expand2(vec2(4.0, 0.0)),
                3.0,
                Stroke::new(1.0, theme::accent()),
                egui::StrokeKind::Inside,
            );
        }
        let left = rect.left() + self.depth as f32 * 9.0;
        let middle = rect.center().y;
        if let Some(open) = self.open {
            triangle(ui, pos2(left + 4.0, middle), 3.5, open, theme::text_weak());
        }
        let start = left + if self.open.is_some() { 12.0 } else { 0.0 };
        let font = theme::text_font(theme::BODY);
        let wanted = ui
            .painter()
            .layout_no_wrap(self.label.to_owned(), font.clone(), self.label_color)
            .size()
            .x;
        let mut right = rect.right();
        let mut cut = false;
        if !self.value.is_empty() {
            // The label keeps what it needs, up to a half; the value is cut where that is too little for it.
            let room = rect.right() - start - 8.0 - wanted.min((rect.right() - start) * 0.5);
            let mut job = egui::text::LayoutJob::simple_singleline(
                self.value.to_owned(),
                theme::number_font(theme::NUMBER),
                self.value_color,
            );
            job.wrap = egui::text::TextWrapping::truncate_at_width(room);
            let value = ui.painter().layout_job(job);
            cut |= value.elided;
            right = rect.right() - value.size().x;
            ui.painter().galley(
                pos2(right, middle - value.size().y / 2.0),
                value,
                self.value_color,
            );
            right -= 8.0;
        }
        text_clipped(
            ui,
            pos2(start, middle),
            right - start,
            self.label,
            font,
            self.label_color,
        );
        if cut || wanted > right - start {
            return response.on_hover_text(format!("{}  {}", self.label, self.value));
        }
        response
    }
}

/// Text with its middle at `at`, cut with dots where it is too long for `width`.
pub(crate) fn text_clipped(
    ui: &Ui,
    at: Pos2,
    width: f32,
    text: &str,
    font: egui::FontId,
    color: Color32,
) {
    if width <= 4.0 {
        return;
    }
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    ui.painter()
        .galley(pos2(at.x, at.y - galley.size().y / 2.0), galley, color);
}

/// A small triangle, pointing down when `open`, right otherwise.
pub(crate) fn triangle(ui: &Ui, center: Pos2, size: f32, open: bool, color: Color32) {
    let points = if open {
        [
            vec2(-size, -size * 0.6),
            vec2(size, -size * 0.6),
            vec2(0.0, size * 0.8),
        ]
    } else {
        [
            vec2(-size * 0.6, -size),
            vec2(size * 0.8, 0.0),
            vec2(-size * 0.6, size),
        ]
    };
    let points = points.map(|p| center + p).to_vec();
    ui.painter()
        .add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// A button with a picture; its name and key show when the pointer rests on it.
pub(crate) fn icon_button(
    ui: &mut Ui,
    icon: Icon,
    name: &str,
    active: bool,
    command: Command,
    out: &mut Vec<Command>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(30.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
    let visuals = ui.style().interact(&response);
    let color = if active {
        theme::accent()
    } else {
        visuals.fg_stroke.color
    };
    ui.painter().rect(
        rect,
        4.0,
        visuals.weak_bg_fill,
        visuals.bg_stroke,
        egui::StrokeKind::Inside,
    );
    if response.has_focus() {
        ui.painter().rect_stroke(
            rect,
            4.0,
            Stroke::new(1.0, theme::accent()),
            egui::StrokeKind::Inside,
        );
    }
    paint(ui, rect.center(), icon, color);
    let response = match keymap::shortcut(ui.ctx(), &command) {
        Some(key) => response.on_hover_text(format!("{name}  ({key})")),
        None => response.on_hover_text(name),
    };
    if response.clicked() {
        out.push(command);
    }
}

fn paint(ui: &Ui, center: Pos2, icon: Icon, color: Color32) {
    let painter = ui.painter();
    let arrow = |x: f32, direction: f32| {
        let points = [vec2(-4.5, -5.0), vec2(4.5, 0.0), vec2(-4.5, 5.0)];
        let points = points
            .map(|p| center + vec2(x + p.x * direction, p.y))
            .to_vec();
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    let bar = |x: f32, width: f32| {
        painter.rect_filled(
            Rect::from_center_size(center + vec2(x, 0.0), vec2(width, 10.0)),
            0.5,
            color,
        );
    };
    match icon {
        Icon::Play => arrow(0.5, 1.0),
        Icon::Pause => {
            bar(-3.0, 3.0);
            bar(3.0, 3.0);
        }
        Icon::StepOn => {
            bar(-4.0, 2.0);
            arrow(2.5, 1.0);
        }
        Icon::StepBack => {
            bar(4.0, 2.0);
            arrow(-2.5, -1.0);
        }
        Icon::ToStart => {
            bar(-6.0, 2.0);
            arrow(1.0, -1.0);
        }
        Icon::ToEnd => {
            bar(6.0, 2.0);
            arrow(-1.0, 1.0);
        }
        Icon::Restart | Icon::Loop => {
            let stroke = Stroke::new(1.6, color);
            let radius = 5.0;
            let (from, to) = if icon == Icon::Restart {
                (0.12, 0.92)
            } else {
                (0.08, 0.92)
            };
            let points: Vec<Pos2> = (0..=20)
                .map(|k| {
                    let turn =
                        f64::from(from + (to - from) * k as f32 / 20.0) * std::f64::consts::TAU;
                    center
                        + radius * vec2(crate::ops::sin(turn) as f32, -crate::ops::cos(turn) as f32)
                })
                .collect();
            let tip = if icon == Icon::Restart {
                points[0]
            } else {
                points[20]
            };
            painter.add(Shape::line(points, stroke));
            let side = if icon == Icon::Restart { -1.0 } else { 1.0 };
            let head = [vec2(0.0, -3.6), vec2(4.2 * side, 0.4), vec2(0.0, 3.6)]
                .map(|p| tip + p - vec2(side, 0.0));
            painter.add(Shape::convex_polygon(head.to_vec(), color, Stroke::NONE));
        }
    }
}

/// A tab: text with a line under the active one.
pub(crate) fn tab(ui: &mut Ui, name: &str, active: bool) -> bool {
    let color = if active {
        theme::text()
    } else {
        theme::text_weak()
    };
    let font = if active {
        theme::strong_font(theme::BODY)
    } else {
        theme::text_font(theme::BODY)
    };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, color);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(4.0, 10.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, active, name));
    let color = if response.hovered() {
        theme::text()
    } else {
        color
    };
    ui.painter()
        .galley_with_override_text_color(rect.min + vec2(2.0, 4.0), galley, color);
    if active || response.has_focus() {
        ui.painter().hline(
            rect.x_range(),
            rect.bottom() - 1.0,
            Stroke::new(2.0, theme::accent()),
        );
    }
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

/// A menu entry with its key on the right; asks for `command` when clicked.
pub(crate) fn entry(ui: &mut Ui, name: &str, command: Command, out: &mut Vec<Command>) {
    choice(ui, name, None, command, out);
}

/// A menu entry with a mark when it is on.
pub(crate) fn choice(
    ui: &mut Ui,
    name: &str,
    on: Option<bool>,
    command: Command,
    out: &mut Vec<Command>,
) {
    let key = keymap::shortcut(ui.ctx(), &command).unwrap_or_default();
    // Colour is not alone: what is on has a mark as well.
    let shown = match on {
        Some(true) => format!("{name}  ✓"),
        _ => name.to_owned(),
    };
    let mut button = egui::Button::new(shown).selected(on == Some(true));
    if !key.is_empty() {
        button = button.shortcut_text(
            RichText::new(key)
                .color(theme::text_weak())
                .font(theme::number_font(theme::SMALL)),
        );
    }
    let response = ui.add(button);
    if response.clicked() {
        out.push(command);
        ui.close();
    }
}

/// The choices of a list that has opened, each with a hint; gives the one that was taken.
///
/// The keyboard goes to what is `chosen` when the list opens, and by arrows to the others: egui's own arrows go to
/// whatever is below on the screen, which may lie under the list.
pub(crate) fn list<'a>(
    ui: &mut Ui,
    choices: impl IntoIterator<Item = (&'a str, &'a str)>,
    chosen: Option<usize>,
) -> Option<usize> {
    let opens = has_just_opened(ui);
    let mut taken = None;
    let mut all = Vec::new();
    for (index, (name, hint)) in choices.into_iter().enumerate() {
        let response = ui
            .selectable_label(chosen == Some(index), name)
            .on_hover_text(hint);
        if response.clicked() {
            taken = Some(index);
        }
        all.push(response);
    }
    if opens && let Some(first) = all.get(chosen.unwrap_or(0)) {
        first.request_focus();
    }
    if let Some(at) = all.iter().position(Response::has_focus) {
        let mine = egui::EventFilter {
            vertical_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(all[at].id, mine));
        let (down, up) = ui.input(|input| {
            let pressed = |key| input.key_pressed(key);
            (pressed(egui::Key::ArrowDown), pressed(egui::Key::ArrowUp))
        });
        let to = match (down, up) {
            (true, false) => all.get(at + 1),
            (false, true) => at.checked_sub(1).and_then(|at| all.get(at)),
            _ => None,
        };
        if let Some(to) = to {
            to.request_focus();
            to.scroll_to_me(None);
        }
    }
    if taken.is_some() {
        // Of itself a list closes by a click of the pointer alone.
        ui.close();
    }
    taken
}

/// Whether a list that opens and closes is drawn for the first time since it opened.
fn has_just_opened(ui: &Ui) -> bool {
    if ui.is_sizing_pass() {
        // It is not seen yet, and has no keyboard.
        return false;
    }
    let id = ui.id().with("last pass");
    let pass = ui.ctx().cumulative_pass_nr();
    let last: Option<u64> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, pass));
    last.is_none_or(|last| pass.saturating_sub(last) > 1)
}

/// A menu entry that copies `what`, which shows when the pointer rests on it.
pub(crate) fn copy_entry(ui: &mut Ui, name: &str, what: String, out: &mut Vec<Command>) {
    if ui.button(name).on_hover_text(what.clone()).clicked() {
        out.push(Command::Copy(what));
        ui.close();
    }
}

/// Menu entries that copy a number in every notation.
pub(crate) fn copy_entries(ui: &mut Ui, exact: Exact, out: &mut Vec<Command>) {
    for notation in Notation::ALL {
        let name = match notation {
            Notation::Text => text::COPY_FIGURES,
            Notation::Bits => text::COPY_BITS,
            Notation::Rust => text::COPY_RUST,
            Notation::CSharp => text::COPY_CSHARP,
        };
        copy_entry(ui, name, exact.write(notation), out);
    }
}

/// The drag of a field or a handle that goes on, or a new one where it just began: edits of one drag are one step.
pub(crate) fn drag(ui: &Ui, began: bool) -> Drag {
    ui.data_mut(|data| {
        let count = data.get_temp_mut_or_default::<u64>(egui::Id::new("number of drags"));
        *count += u64::from(began);
        Drag(*count)
    })
}

/// A badge: a coloured dot and words.
pub(crate) fn dot(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(10.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.0, color);
}

/// Paints text aligned at a point.
pub(crate) fn text_at(
    painter: &egui::Painter,
    at: Pos2,
    align: Align2,
    text: &str,
    font: egui::FontId,
    color: Color32,
) -> Rect {
    painter.text(at, align, text, font, color)
}
