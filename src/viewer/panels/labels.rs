//! Signs and texts in the views: tied to their point, and moved apart with a thin line back where they would lie over
//! each other.

use bevy_egui::egui::{
    self, Color32, Painter, Pos2, Rect, Shape as Drawing, Stroke, Ui, Vec2, pos2, vec2,
};

use super::facts::Facts;
use crate::overlay::{Item, Layer, Mark, Role, Shape};
use crate::viewer::command::Slot;
use crate::viewer::layers::shows_through_an_eye;
use crate::viewer::onlooker::Sight;
use crate::viewer::theme;
use crate::viewer::views::Pane;

/// Most texts in a view.
const MOST: usize = 80;

/// Where a text may stand, beside its point: tried in this order.
const PLACES: [Vec2; 12] = [
    vec2(1.0, -0.6),
    vec2(1.0, 0.9),
    vec2(-1.0, -0.6),
    vec2(-1.0, 0.9),
    vec2(1.0, -2.2),
    vec2(1.0, 2.4),
    vec2(-1.0, -2.2),
    vec2(-1.0, 2.4),
    vec2(1.0, -4.0),
    vec2(1.0, 4.2),
    vec2(-1.0, -4.0),
    vec2(-1.0, 4.2),
];

/// A text with its point on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The point.
    pub at: Pos2,
    /// What it says.
    pub text: String,
    /// Its colour.
    pub color: Color32,
    /// Size of its letters.
    pub size: f32,
}

/// Paints what the lanes of `view` show.
pub fn labels_ui(ui: &Ui, facts: &Facts<'_>, view: Pane, area: Rect) {
    // The area may have moved in this very frame.
    let Some(sight) = facts.sights.0[view.index()].map(|sight| Sight {
        rect: area,
        ..sight
    }) else {
        return;
    };
    let painter = ui.painter().with_clip_rect(area);
    let slots = facts.views.lanes_in(view);
    let mut texts = Vec::new();
    let mut taken = super::stage::card_places(area, slots.len());
    taken.push(super::stage::corner_place(area));
    for &slot in slots {
        let through = facts.views.kinds[view.index()].is_through_an_eye();
        let items = facts.drawn.0[slot.index()].items.iter();
        for item in items.filter(|item| !through || shows_through_an_eye(item.layer)) {
            match &item.shape {
                Shape::Marker { at, mark, .. } => {
                    if let Some(at) = sight.project_inside(*at) {
                        sign(&painter, at, *mark, item);
                        taken.push(Rect::from_center_size(at, Vec2::splat(9.0)));
                    }
                }
                Shape::Label { at, text } => {
                    let small =
                        item.layer == Layer::StepBoundaries || item.layer == Layer::BspSpheres;
                    if let Some(at) = sight.project_inside(*at) {
                        // Over each other it must be told whose it is; steps are told apart by their places.
                        let whose = (slots.len() > 1 && !small).then_some(slot);
                        let text = Text {
                            at,
                            text: text.clone(),
                            color: color(item.role),
                            size: if small { 10.5 } else { 12.5 },
                        };
                        texts.push((whose, text));
                    }
                }
                // Texts keep off the sphere where it is now.
                Shape::Ball { center, radius } if item.role == Role::Mover => {
                    let middle = sight.project(center.as_dvec3());
                    let pixels = f64::from(*radius) / sight.metres_per_pixel(*center);
                    taken
                        .extend(middle.map(|at| {
                            Rect::from_center_size(at, Vec2::splat(pixels as f32 * 1.5))
                        }));
                }
                _ => {}
            }
        }
    }
    // What both lanes say at one place is said once, and of both.
    let mut said: Vec<(Option<Slot>, Text)> = Vec::new();
    for (whose, text) in texts {
        let is_same = |(_, other): &&mut (Option<Slot>, Text)| {
            other.text == text.text && other.at.distance(text.at) < 14.0
        };
        match said.iter_mut().find(is_same) {
            Some((of, _)) => *of = None,
            None => said.push((whose, text)),
        }
    }
    let named = |(whose, text): (Option<Slot>, Text)| match whose {
        Some(slot) => Text {
            text: format!("{} {}", slot.letter(), text.text),
            ..text
        },
        None => text,
    };
    let mut texts: Vec<Text> = said.into_iter().map(named).collect();
    // Those of more weight find their places first; of the small ones those that say more than a number of a row.
    let plain = color(Role::StepBoundary);
    texts.sort_by(|a, b| {
        let weight = |text: &Text| (text.size, text.color != plain);
        let (a, b) = (weight(a), weight(b));
        b.0.total_cmp(&a.0).then(b.1.cmp(&a.1))
    });
    thin_out(&mut texts);
    texts.truncate(MOST);
    let size = |text: &Text| {
        painter
            .layout_no_wrap(text.text.clone(), font(text), text.color)
            .size()
    };
    let sizes: Vec<Vec2> = texts.iter().map(size).collect();
    for (text, place) in texts.iter().zip(place(&texts, &sizes, area, taken)) {
        let Some(rect) = place else { continue };
        let from = nearest(rect, text.at);
        if (from - text.at).length() > 9.0 {
            painter.line_segment(
                [text.at, from],
                Stroke::new(1.0, theme::sheer(text.color, 0.7)),
            );
        }
        // A dark plate keeps letters readable over lines and bright faces.
        painter.rect_filled(
            rect.expand2(vec2(3.0, 0.5)),
            3.0,
            theme::sheer(theme::backdrop(), 0.72),
        );
        painter.text(
            rect.min,
            egui::Align2::LEFT_TOP,
            &text.text,
            font(text),
            text.color,
        );
    }
}

/// Letters below this size are of texts that stand in a row, as the numbers of steps do.
const SMALL: f32 = 12.0;

/// Points of such texts that are nearer to each other than this, pixels, cannot be told apart: one of them is enough.
const APART: f32 = 15.0;

/// Leaves out small texts that stand too near to another one.
fn thin_out(texts: &mut Vec<Text>) {
    let mut kept: Vec<Pos2> = Vec::new();
    texts.retain(|text| {
        let is_small = text.size < SMALL;
        let stays = !is_small || kept.iter().all(|at| at.distance(text.at) >= APART);
        kept.extend((is_small && stays).then_some(text.at));
        stays
    });
}

/// A short text at a place, on a plate that keeps it readable.
pub(super) fn plate(painter: &Painter, at: Pos2, words: &str) {
    let text = painter.layout_no_wrap(
        words.to_owned(),
        theme::number_font(theme::SMALL),
        theme::text(),
    );
    let rect = Rect::from_min_size(at, text.size()).expand2(vec2(5.0, 2.0));
    painter.rect_filled(rect, 3.0, theme::sheer(theme::backdrop(), 0.85));
    painter.galley(at, text, theme::text());
}

fn font(text: &Text) -> egui::FontId {
    theme::text_font(text.size)
}

fn color(role: Role) -> Color32 {
    theme::role_text_color(role)
}

fn nearest(rect: Rect, at: Pos2) -> Pos2 {
    pos2(
        at.x.clamp(rect.left(), rect.right()),
        at.y.clamp(rect.top(), rect.bottom()),
    )
}

/// Places for texts inside `area`, none over another or over what is `taken`; `None` where there is no room.
#[must_use]
pub fn place(
    texts: &[Text],
    sizes: &[Vec2],
    area: Rect,
    mut taken: Vec<Rect>,
) -> Vec<Option<Rect>> {
    texts
        .iter()
        .zip(sizes)
        .map(|(text, size)| {
            let height = size.y;
            let found = PLACES.iter().find_map(|place| {
                let x = if place.x > 0.0 {
                    text.at.x + 9.0
                } else {
                    text.at.x - 9.0 - size.x
                };
                let y = text.at.y + place.y * height - height / 2.0;
                let rect = Rect::from_min_size(pos2(x, y), *size);
                let inside = area.shrink(2.0).contains_rect(rect);
                (inside
                    && taken
                        .iter()
                        .all(|other| !other.intersects(rect.shrink(1.0))))
                .then_some(rect)
            });
            taken.extend(found.map(|rect| rect.expand2(vec2(4.0, 1.0))));
            found
        })
        .collect()
}

/// A sign of a fixed size.
fn sign(painter: &Painter, at: Pos2, mark: Mark, item: &Item) {
    let color = theme::sheer(theme::role_color(item.role), item.opacity.max(item.fill));
    let stroke = Stroke::new(item.width.max(1.5), color);
    match mark {
        Mark::Dot => {
            painter.circle_filled(at, 2.2, color);
        }
        Mark::Cross => {
            for (a, b) in [
                (vec2(-4.5, -4.5), vec2(4.5, 4.5)),
                (vec2(-4.5, 4.5), vec2(4.5, -4.5)),
            ] {
                painter.line_segment([at + a, at + b], stroke);
            }
        }
        Mark::Diamond => {
            let corners = [
                vec2(0.0, -6.0),
                vec2(6.0, 0.0),
                vec2(0.0, 6.0),
                vec2(-6.0, 0.0),
            ]
            .map(|p| at + p);
            painter.add(Drawing::closed_line(corners.to_vec(), stroke));
        }
        Mark::HollowCircle => {
            painter.circle_stroke(at, 5.5, stroke);
        }
        Mark::FilledCircle => {
            painter.circle_filled(at, 3.6, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(x: f32, y: f32) -> Text {
        Text {
            at: pos2(x, y),
            text: "published 1.610 m".into(),
            color: theme::strong(),
            size: 12.0,
        }
    }

    #[test]
    fn texts_at_one_point_do_not_lie_over_each_other() {
        let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0));
        let texts: Vec<Text> = (0..8).map(|_| text(200.0, 150.0)).collect();
        let sizes = vec![vec2(100.0, 14.0); texts.len()];
        let placed: Vec<Rect> = place(&texts, &sizes, area, Vec::new())
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(placed.len(), 8);
        for (k, a) in placed.iter().enumerate() {
            assert!(area.contains_rect(*a));
            for b in &placed[k + 1..] {
                assert!(!a.shrink(1.5).intersects(b.shrink(1.5)), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn of_numbers_in_a_row_only_as_many_are_told_as_can_be_told_apart() {
        let small = |x| Text {
            size: 10.5,
            ..text(x, 0.0)
        };
        let mut row: Vec<Text> = (0..8).map(|k| small(k as f32 * 6.0)).collect();
        row.push(text(3.0, 0.0));
        thin_out(&mut row);
        let left: Vec<f32> = row.iter().map(|text| text.at.x).collect();
        assert_eq!(left, [0.0, 18.0, 36.0, 3.0]);
    }

    #[test]
    fn a_text_without_room_is_left_out() {
        let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(80.0, 300.0));
        let placed = place(&[text(40.0, 150.0)], &[vec2(100.0, 14.0)], area, Vec::new());
        assert_eq!(placed, [None]);
    }

    #[test]
    fn at_the_right_edge_texts_stand_on_the_left() {
        let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0));
        let placed = place(
            &[text(390.0, 150.0)],
            &[vec2(100.0, 14.0)],
            area,
            Vec::new(),
        );
        assert!(placed[0].unwrap().right() < 390.0);
    }
}
