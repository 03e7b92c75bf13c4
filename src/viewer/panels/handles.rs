//! Handles on the scene's places, drawn over the views and dragged in them.

use bevy_egui::egui::{
    self, Color32, CursorIcon, Id, PointerButton, Pos2, Rect, Response, Stroke, Ui, pos2,
};
use glam::Vec3;

use super::facts::Facts;
use crate::scene::Scene;
use crate::scene::edit::{Drag, Edit, Grip, Turned, grips, put, turn, turned};
use crate::viewer::command::Command;
use crate::viewer::handles::{AXES, Dragged, Hold, dragged, ring, tip, turned_by, under};
use crate::viewer::onlooker::Sight;
use crate::viewer::views::Pane;
use crate::viewer::{text, theme};

/// What is dragged, and in which view.
type Held = Option<(Pane, Dragged)>;

/// Colours of the axes: x, y, z.
fn axis_color(axis: usize) -> Color32 {
    [
        Color32::from_rgb(0xE0, 0x6C, 0x75),
        Color32::from_rgb(0x7F, 0xC9, 0x7F),
        Color32::from_rgb(0x6C, 0x9E, 0xF5),
    ][axis]
}

/// Draws the handles of `view`; says whether they have the pointer.
pub(super) fn handles_ui(
    ui: &Ui,
    facts: &Facts<'_>,
    view: Pane,
    area: Rect,
    response: &Response,
    out: &mut Vec<Command>,
) -> bool {
    let through = facts.views.kinds[view.index()].is_through_an_eye();
    let (true, false, Some(scene), Some(sight)) = (
        facts.settings.handles,
        through,
        facts.workshop.scene(),
        facts.sights.0[view.index()],
    ) else {
        return false;
    };
    let sight = Sight {
        rect: area,
        ..sight
    };
    let places = places(facts, scene);
    let drawn: Vec<(Grip, Vec3)> = places
        .iter()
        .map(|(grip, at, offset)| (grip.clone(), *at + *offset))
        .collect();
    let drag_id = Id::new("handle that is dragged");
    let armed_id = Id::new("handle with arrows");
    let mut drag: Held = ui.data(|data| data.get_temp::<Held>(drag_id)).flatten();
    let mut armed: Option<Grip> = ui.data(|data| data.get_temp(armed_id));
    // A picked object has its arrows at once.
    if armed.is_none() {
        armed = drawn
            .iter()
            .map(|(grip, _)| grip)
            .find(|grip| matches!(grip, Grip::Object(_)))
            .cloned();
    }
    let rings = armed.as_ref().and_then(|armed| turned(scene, armed));
    let (alt, snaps) = ui.input(|input| (input.modifiers.alt, input.modifiers.command));
    let pressed = response.drag_started_by(PointerButton::Primary) && !alt;
    if pressed
        && let Some(pointer) = ui.input(|input| input.pointer.press_origin())
        && let Some((index, hold)) = under(&sight, &drawn, armed.as_ref(), rings, pointer)
    {
        let (grip, began, offset) = places[index].clone();
        let number = super::widgets::drag(ui, true).0;
        armed = Some(grip.clone());
        drag = Some((
            view,
            Dragged {
                grip,
                hold,
                began,
                offset,
                pointer,
                number,
                turned: rings,
            },
        ));
    }
    let mut told = None;
    let holds = drag.as_ref().is_some_and(|(of, _)| *of == view);
    if holds && let Some((_, held)) = &drag {
        if response.dragged_by(PointerButton::Primary)
            && let Some(pointer) = response.interact_pointer_pos()
            && let Some((edit, words)) = edit_of(scene, &sight, held, pointer, snaps)
        {
            told = Some((held.hold, words));
            out.push(Command::Edit(edit, Some(Drag(held.number))));
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        }
        if !response.dragged_by(PointerButton::Primary) {
            drag = None;
        }
    }
    let hovered = response
        .hover_pos()
        .filter(|_| !holds)
        .and_then(|at| under(&sight, &drawn, armed.as_ref(), rings, at));
    if hovered.is_some() {
        ui.ctx().set_cursor_icon(CursorIcon::Grab);
    }
    if response.clicked()
        && let Some((index, _)) = hovered
    {
        armed = Some(drawn[index].0.clone());
    }
    let held = drag
        .as_ref()
        .filter(|(of, _)| *of == view)
        .and_then(|(_, held)| {
            let index = drawn.iter().position(|(grip, _)| *grip == held.grip)?;
            Some((index, held.hold))
        });
    let lit = held.or(hovered);
    paint(ui, &sight, &drawn, armed.as_ref(), rings, lit, area);
    if let (Some((_, words)), Some(pointer)) = (told, response.interact_pointer_pos()) {
        let painter = ui.painter().with_clip_rect(area);
        super::labels::plate(&painter, pointer + egui::vec2(16.0, -18.0), &words);
    }
    ui.data_mut(|data| {
        data.insert_temp(drag_id, drag);
        if let Some(armed) = armed {
            data.insert_temp(armed_id, armed);
        }
    });
    holds || hovered.is_some()
}

/// What a drag asks for with the pointer there, and in words; `snaps` goes by tenths of a metre and by 15 degrees.
fn edit_of(
    scene: &Scene,
    sight: &Sight,
    held: &Dragged,
    pointer: Pos2,
    snaps: bool,
) -> Option<(Edit, String)> {
    if let Hold::Ring(axis) = held.hold {
        let mut degrees = turned_by(sight, held, pointer)?;
        if snaps {
            degrees = (degrees / 15.0).round() * 15.0;
        }
        let edit = turn(&held.grip, held.turned?, axis, degrees)?;
        return Some((edit, text::turned_by(degrees)));
    }
    let mut to = dragged(sight, held, pointer)?;
    if snaps {
        for axis in 0..3 {
            if held.hold != Hold::Axis((axis + 1) % 3) && held.hold != Hold::Axis((axis + 2) % 3) {
                to[axis] = (to[axis] * 10.0).round() / 10.0;
            }
        }
    }
    let edit = put(scene, &held.grip, to)?;
    Some((edit, text::moved_by(to - held.began)))
}

/// Places with handles: the grip, where it is in the scene's coordinates, and from there to where it is drawn.
fn places(facts: &Facts<'_>, scene: &Scene) -> Vec<(Grip, Vec3, Vec3)> {
    let selected = facts.settings.selected();
    let object = selected.and_then(|number| scene.objects.get(number));
    let name = object.map(|object| object.name.as_str());
    let world = facts.document.map(|document| &document.setup.world);
    let offset = |grip: &Grip, at: Vec3| match (grip, world, selected) {
        (Grip::Object(_), Some(world), Some(number)) => {
            world.objects.get(number).map_or(Vec3::ZERO, |object| {
                let origin = world.scene_frame(&object.position).origin;
                let bounds = object.bounds();
                // An object may lie far from its origin: it is taken hold of where it is. It turns about its origin all the same.
                let is_off_centre = bounds.center.distance(origin) > bounds.radius;
                let held = if is_off_centre { bounds.center } else { origin };
                held - at
            })
        }
        _ => Vec3::ZERO,
    };
    grips(scene, name, facts.playback.cursor as usize)
        .into_iter()
        .map(|(grip, at)| {
            let offset = offset(&grip, at);
            (grip, at, offset)
        })
        .collect()
}

fn paint(
    ui: &Ui,
    sight: &Sight,
    places: &[(Grip, Vec3)],
    armed: Option<&Grip>,
    turned: Option<Turned>,
    hovered: Option<(usize, Hold)>,
    area: Rect,
) {
    let painter = ui.painter().with_clip_rect(area);
    for (index, (grip, at)) in places.iter().enumerate() {
        let Some(middle) = sight.project(at.as_dvec3()) else {
            continue;
        };
        let held = |hold| hovered == Some((index, hold));
        if armed == Some(grip) {
            for axis in (0..3).filter(|axis| turned.is_some_and(|turned| turned.has_axis(*axis))) {
                let (width, strength) = if held(Hold::Ring(axis)) {
                    (3.0, 1.0)
                } else {
                    (1.4, 0.7)
                };
                let color = theme::sheer(axis_color(axis), strength);
                let line = ring(sight, *at, axis);
                painter.add(egui::Shape::line(line, Stroke::new(width, color)));
            }
            for axis in 0..AXES.len() {
                let Some(tip) = tip(sight, *at, axis) else {
                    continue;
                };
                let width = if held(Hold::Axis(axis)) { 4.0 } else { 2.4 };
                arrow(&painter, middle, tip, axis_color(axis), width);
            }
        }
        let color = if held(Hold::Free) || armed == Some(grip) {
            theme::accent()
        } else {
            theme::text()
        };
        let square = Rect::from_center_size(middle, egui::Vec2::splat(9.0));
        painter.rect(
            square,
            2.0,
            theme::backdrop(),
            Stroke::new(1.8, color),
            egui::StrokeKind::Inside,
        );
        if held(Hold::Free) {
            painter.text(
                middle + egui::vec2(10.0, -10.0),
                egui::Align2::LEFT_BOTTOM,
                text::grip(grip),
                theme::text_font(12.0),
                theme::accent(),
            );
        }
    }
}

fn arrow(painter: &egui::Painter, from: Pos2, to: Pos2, color: Color32, width: f32) {
    let way = to - from;
    if way.length() < 6.0 {
        return;
    }
    let along = way.normalized();
    let across = egui::vec2(-along.y, along.x);
    painter.line_segment([from + along * 7.0, to], Stroke::new(width, color));
    let back = to - along * 9.0;
    let head = vec![pos2(to.x, to.y), back + across * 4.5, back - across * 4.5];
    painter.add(egui::Shape::convex_polygon(head, color, Stroke::NONE));
}
