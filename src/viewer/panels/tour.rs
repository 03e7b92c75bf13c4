//! A first walk through the window: five things to do in one scene, each ticked off when it is done.

use bevy_egui::egui::{self, Align2, Context, Frame, RichText, Stroke, Ui, vec2};

use super::facts::Facts;
use crate::viewer::command::Command;
use crate::viewer::views::ViewKind;
use crate::viewer::{text, theme};

/// The scene that is walked through.
pub const SCENE: &str = "corridor_clip";

/// How fast it is played, doublings of real time: in real time it would be over before anybody looks.
pub const SPEED: i8 = -3;

/// A thing to do.
pub struct Stop {
    /// What it is about.
    pub title: &'static str,
    /// What there is to see, and what to do.
    pub say: &'static str,
    /// The key that does it.
    pub key: &'static str,
    /// Whether it is done.
    pub is_done: fn(&Facts<'_>) -> bool,
}

impl std::fmt::Debug for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.title)
    }
}

/// The things to do, in order.
pub const STOPS: [Stop; 5] = [
    Stop {
        title: text::TOUR_PLAY,
        say: text::TOUR_PLAY_SAY,
        key: "Space",
        is_done: |facts| facts.playback.cursor >= 17,
    },
    Stop {
        title: text::TOUR_PART,
        say: text::TOUR_PART_SAY,
        key: "Shift+N",
        is_done: |facts| {
            let first = facts.difference.and_then(|d| d.first.as_ref());
            first.is_some_and(|first| first.tick == facts.playback.cursor)
                && facts.playback.motion == crate::viewer::playback::Motion::Paused
        },
    },
    Stop {
        title: text::TOUR_MOMENTS,
        say: text::TOUR_MOMENTS_SAY,
        key: "Alt+.",
        is_done: |facts| facts.moment().is_some_and(|(number, _)| number >= 3),
    },
    Stop {
        title: text::TOUR_PICK,
        say: text::TOUR_PICK_SAY,
        key: "",
        is_done: |facts| facts.settings.picked.is_some(),
    },
    Stop {
        title: text::TOUR_EYE,
        say: text::TOUR_EYE_SAY,
        key: "C",
        is_done: |facts| facts.views.kinds.contains(&ViewKind::Eye),
    },
];

/// Draws the card of the walk above `floor`, and goes on when its thing is done; nothing while there is no walk. Gives the
/// height that is free above it.
pub fn tour_ui(context: &Context, facts: &Facts<'_>, floor: f32, out: &mut Vec<Command>) -> f32 {
    let Some(number) = facts.settings.tour else {
        return floor;
    };
    let below = floor - context.viewport_rect().bottom() - 12.0;
    let shown = egui::Area::new("tour".into())
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, below))
        .order(egui::Order::Foreground)
        .show(context, |ui| {
            Frame::popup(ui.style())
                .stroke(Stroke::new(1.0, theme::accent()))
                .inner_margin(14.0)
                .show(ui, |ui| {
                    ui.set_width(430.0);
                    card_ui(ui, facts, number, out);
                });
        });
    // What is true of another scene has not been done in this one.
    let name = facts.document.map(|document| document.name.as_str());
    let is_there = name.is_some_and(|name| name.starts_with(SCENE));
    if let Some(stop) = STOPS.get(number)
        && is_there
        && (stop.is_done)(facts)
    {
        out.push(Command::Tour(Some(number + 1)));
    }
    shown.response.rect.top()
}

/// Height that the card takes above the timeline, with what is around it, logical pixels.
pub(super) const ROOM: f32 = HEIGHT + 34.0;

/// Height of every card of the walk, so that its buttons stay where they are, logical pixels.
const HEIGHT: f32 = 104.0;

fn card_ui(ui: &mut Ui, facts: &Facts<'_>, number: usize, out: &mut Vec<Command>) {
    let (title, say, key) = match STOPS.get(number) {
        Some(stop) => (stop.title, stop.say, stop.key),
        None => (text::TOUR_END, text::TOUR_END_SAY, "F1"),
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).font(theme::strong_font(15.0)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for k in (0..STOPS.len()).rev() {
                let color = match k.cmp(&number) {
                    std::cmp::Ordering::Less => theme::good(),
                    std::cmp::Ordering::Equal => theme::accent(),
                    std::cmp::Ordering::Greater => theme::text_faint(),
                };
                super::widgets::dot(ui, color);
            }
        });
    });
    ui.add_space(4.0);
    ui.label(RichText::new(say).font(theme::text_font(theme::BODY)));
    let used = ui.min_rect().height() + ui.spacing().interact_size.y + 4.0;
    ui.add_space((HEIGHT - used).max(8.0));
    ui.horizontal(|ui| {
        if !key.is_empty() {
            ui.label(
                RichText::new(key)
                    .font(theme::number_font(theme::BODY))
                    .color(theme::accent()),
            );
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if number >= STOPS.len() {
                if ui.button(text::TOUR_DONE).clicked() {
                    out.push(Command::Tour(None));
                }
                return;
            }
            if ui.button(text::TOUR_NEXT).clicked() {
                out.push(Command::Tour(Some(number + 1)));
            }
            if ui.button(text::TOUR_LEAVE).clicked() {
                out.push(Command::Tour(None));
            }
            let still = facts.document.map(|document| document.name.as_str());
            if still.is_some_and(|name| !name.starts_with(SCENE))
                && ui.button(text::TOUR_AGAIN).clicked()
            {
                out.push(Command::Open(SCENE.to_owned()));
            }
        });
    });
}
