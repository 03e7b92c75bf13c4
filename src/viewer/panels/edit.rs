//! Numbers of the scene, to be changed: of the picked object, of what is driven, and of the run.

use bevy_egui::egui::{self, DragValue, RichText, Ui};
use glam::Vec3;

use super::facts::Facts;
use super::widgets::{divider, drag, heading};
use crate::scene::Scene;
use crate::scene::edit::{
    Drag, Edit, End, Grip, LaneEdit, ObjectEdit, RigEdit, RunEdit, Size, free_name, grips, sizes,
};
use crate::scene::model::{Length, Motion, Object, Rig, SweepMover};
use crate::scene::mover::{BodyModel, CameraModel, Moved};
use crate::scene::number::{TickCount, Time};
use crate::viewer::command::Command;
use crate::viewer::{text, theme};

/// Draws the tab.
pub fn edit_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let Some(scene) = facts.workshop.scene() else {
        ui.label(RichText::new(text::NOTHING_TO_EDIT).color(theme::text_weak()));
        return;
    };
    ui.spacing_mut().item_spacing.y = 4.0;
    head_ui(ui, facts, out);
    divider(ui);
    let selected = facts.settings.selected();
    match selected.and_then(|number| scene.objects.get(number)) {
        Some(object) => object_ui(ui, scene, object, out),
        None => {
            heading(ui, text::EDIT_OBJECT, |_| {});
            ui.label(RichText::new(text::PICK_TO_EDIT).color(theme::text_weak()));
        }
    }
    divider(ui);
    rig_ui(ui, facts, scene, out);
    divider(ui);
    run_ui(ui, facts, scene, out);
}

fn head_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let workshop = facts.workshop;
    ui.horizontal_wrapped(|ui| {
        for (name, title, command) in [
            (text::UNDO, workshop.undo_title(), Command::Undo),
            (text::REDO, workshop.redo_title(), Command::Redo),
        ] {
            let button = ui.add_enabled(title.is_some(), egui::Button::new(name));
            let hint = title.unwrap_or_default();
            if button.on_hover_text(hint).clicked() {
                out.push(command);
            }
        }
        if ui
            .selectable_label(facts.settings.handles, text::HANDLES_SHORT)
            .on_hover_text(text::HANDLES)
            .clicked()
        {
            out.push(Command::Handles);
        }
        if ui.button(text::SAVE_SCENE).clicked() {
            out.push(Command::AskSaveScene);
        }
    });
    super::policy::restarting_ui(ui, facts, out);
    let told = if workshop.is_changed() {
        (text::UNSAVED, theme::notable())
    } else {
        (text::AS_SAVED, theme::text_weak())
    };
    ui.label(
        RichText::new(told.0)
            .color(told.1)
            .font(theme::text_font(theme::SMALL)),
    );
}

/// Number fields, and what they ask for.
struct Fields<'a> {
    ui: &'a mut Ui,
    out: &'a mut Vec<Command>,
}

impl Fields<'_> {
    fn row(&mut self, name: &str, content: impl FnOnce(&mut Fields<'_>)) {
        let out = &mut *self.out;
        self.ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let (rect, _) = ui.allocate_exact_size(egui::vec2(84.0, 18.0), egui::Sense::hover());
            let at = egui::pos2(rect.left(), rect.center().y);
            let font = theme::text_font(theme::BODY);
            super::widgets::text_clipped(ui, at, 84.0, name, font, theme::text_weak());
            content(&mut Fields { ui, out });
        });
    }

    /// A field; says the new value when it is another.
    fn number(&mut self, name: &str, value: f64, speed: f64) -> Option<(f64, Option<Drag>)> {
        let mut new = value;
        let field = DragValue::new(&mut new)
            .speed(speed)
            .max_decimals(6)
            .update_while_editing(false);
        let response = self.ui.add(field);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::DragValue, true, name));
        let began = response.drag_started();
        let drag = response.dragged().then(|| drag(self.ui, began));
        (response.changed() && new != value && new.is_finite()).then_some((new, drag))
    }

    fn one(&mut self, name: &str, value: f64, speed: f64, edit: impl FnOnce(f64) -> Edit) {
        self.row(name, |row| {
            if let Some((value, drag)) = row.number(name, value, speed) {
                row.out.push(Command::Edit(edit(value), drag));
            }
        });
    }

    fn length(&mut self, name: &str, value: f32, edit: impl FnOnce(f32) -> Edit) {
        self.one(name, shortest(value), 0.01, |value| edit(value as f32));
    }

    fn point(&mut self, name: &str, value: Vec3, edit: impl FnOnce(Vec3) -> Edit) {
        self.row(name, |row| {
            let mut changed = None;
            for (axis, letter) in ["x", "y", "z"].into_iter().enumerate() {
                let name = format!("{name} {letter}");
                let now = shortest(value[axis]);
                if let Some((coordinate, drag)) = row.number(&name, now, 0.01) {
                    let mut to = value;
                    to[axis] = coordinate as f32;
                    changed = Some((to, drag));
                }
            }
            if let Some((to, drag)) = changed {
                row.out.push(Command::Edit(edit(to), drag));
            }
        });
    }
}

/// The double that is written with as few digits: a field shows 0.1 and not what 0.1 is in single precision.
fn shortest(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

fn object_ui(ui: &mut Ui, scene: &Scene, object: &Object, out: &mut Vec<Command>) {
    let edit = |of| Edit::Object(object.name.clone(), of);
    heading(ui, text::EDIT_OBJECT, |ui| {
        if ui.small_button(text::REMOVE).clicked() {
            out.push(Command::Edit(edit(ObjectEdit::Remove), None));
        }
        if ui.small_button(text::DUPLICATE).clicked() {
            let at = object.at.map_or(Vec3::ZERO, |at| at.vector());
            let name = free_name(scene, &object.name);
            let beside = ObjectEdit::Duplicate(name, at + Vec3::X * 0.5);
            out.push(Command::Edit(edit(beside), None));
        }
    });
    name_ui(ui, ("object", object.name.as_str()), |name| {
        out.push(Command::Edit(edit(ObjectEdit::Rename(name)), None));
    });
    let mut fields = Fields { ui, out };
    let at = object.at.map_or(Vec3::ZERO, |at| at.vector());
    fields.point(text::FIELD_AT, at, |to| edit(ObjectEdit::Move(to)));
    let yaw = object.yaw_degrees.map_or(0.0, |yaw| yaw.get());
    if object.rotation.is_none() {
        fields.one(text::FIELD_YAW, yaw, 0.5, |to| edit(ObjectEdit::Turn(to)));
    }
    let scale = object.scale.map_or(1.0, |scale| scale.get());
    fields.length(text::FIELD_SCALE, scale, |to| edit(ObjectEdit::Scale(to)));
    for size in sizes(object) {
        let resized = |size| edit(ObjectEdit::Resize(size));
        match size {
            Size::HalfSize(half) => {
                fields.point(text::FIELD_HALF, half, |to| resized(Size::HalfSize(to)));
            }
            Size::Height(h) => {
                fields.length(text::FIELD_HEIGHT, h, |to| resized(Size::Height(to)));
            }
            Size::SphereRadius(k, r) => {
                fields.length(&text::numbered(text::FIELD_RADIUS, k), r, |to| {
                    resized(Size::SphereRadius(k, to))
                });
            }
            Size::CylinderRadius(k, r) => {
                fields.length(&text::numbered(text::FIELD_RADIUS, k), r, |to| {
                    resized(Size::CylinderRadius(k, to))
                });
            }
            Size::CylinderHeight(k, h) => {
                fields.length(&text::numbered(text::FIELD_HEIGHT, k), h, |to| {
                    resized(Size::CylinderHeight(k, to))
                });
            }
        }
    }
}

/// A field for a name; tells the new one when the keyboard leaves it.
fn name_ui(ui: &mut Ui, (of, name): (&str, &str), renamed: impl FnOnce(String)) {
    let id = egui::Id::new(("name of", of, name));
    let mut typed: String = ui
        .data(|data| data.get_temp(id))
        .unwrap_or_else(|| name.to_owned());
    let response = ui.add(
        egui::TextEdit::singleline(&mut typed)
            .desired_width(f32::INFINITY)
            .hint_text(text::FIELD_NAME),
    );
    if response.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
        if typed != name && !typed.trim().is_empty() {
            renamed(typed);
        }
    } else if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, typed));
    }
}

fn rig_ui(ui: &mut Ui, facts: &Facts<'_>, scene: &Scene, out: &mut Vec<Command>) {
    heading(ui, text::EDIT_RIG, |_| {});
    let mut fields = Fields { ui, out };
    let rig = |edit| Edit::Rig(edit);
    let camera = match &scene.rig {
        Rig::Chase(chase) => {
            fields.point(text::FIELD_FEET, chase.feet.vector(), |to| {
                rig(RigEdit::Feet(to))
            });
            if !matches!(chase.motion, Motion::Path(_)) {
                let heading = chase.heading_degrees.map_or(0.0, |h| h.get());
                fields.one(text::FIELD_HEADING, heading, 0.5, |to| {
                    rig(RigEdit::Heading(to))
                });
            }
            Some(chase.camera())
        }
        Rig::Mover(mover) => {
            fields.point(text::FIELD_FEET, mover.feet.vector(), |to| {
                rig(RigEdit::Feet(to))
            });
            let heading = mover.heading_degrees.map_or(0.0, |h| h.get());
            fields.one(text::FIELD_HEADING, heading, 0.5, |to| {
                rig(RigEdit::Heading(to))
            });
            let velocity = mover.velocity.map_or(Vec3::ZERO, |v| v.vector());
            fields.point(text::FIELD_VELOCITY, velocity, |to| {
                rig(RigEdit::Velocity(to))
            });
            match &mover.mover {
                Moved::Human => own_body_ui(&mut fields),
                Moved::Mover(body) => body_ui(&mut fields, body),
            }
            mover.camera
        }
        Rig::Sweep(sweep) => {
            let index = facts.playback.cursor as usize;
            for (grip, at) in grips(scene, None, index) {
                if let Grip::Sweep(index, end) = grip {
                    let name = match end {
                        End::From => text::FIELD_FROM,
                        End::To => text::FIELD_TO,
                    };
                    fields.point(name, at, |to| rig(RigEdit::SweepEnd(index, end, to)));
                }
            }
            match &sweep.mover {
                SweepMover::Viewer => {
                    let radius = sweep
                        .radius
                        .map_or(crate::constants::VIEWER_RADIUS, |r| r.get());
                    fields.length(text::FIELD_EYE_RADIUS, radius, |to| {
                        rig(RigEdit::EyeRadius(to))
                    });
                }
                SweepMover::Human => own_body_ui(&mut fields),
                SweepMover::Mover(body) => body_ui(&mut fields, body),
            }
            None
        }
    };
    if let Some(camera) = camera {
        camera_ui(&mut fields, &camera);
    }
}

fn camera_ui(fields: &mut Fields<'_>, camera: &CameraModel) {
    let settings = camera.settings();
    fields.point(text::FIELD_PIVOT, settings.pivot_offset, |to| {
        Edit::Rig(RigEdit::Pivot(to))
    });
    fields.point(text::FIELD_BOOM, settings.viewer_offset, |to| {
        Edit::Rig(RigEdit::Boom(to))
    });
    let radius = camera
        .radius
        .map_or(crate::constants::VIEWER_RADIUS, |radius| radius.get());
    fields.length(text::FIELD_EYE_RADIUS, radius, |to| {
        Edit::Rig(RigEdit::EyeRadius(to))
    });
    if let Some(eye) = camera.viewer {
        fields.point(text::FIELD_EYE, eye.vector(), |to| {
            Edit::Rig(RigEdit::Eye(Some(to)))
        });
    }
}

/// A human has fixed measures; a body of its own begins with them.
fn own_body_ui(fields: &mut Fields<'_>) {
    fields.row(text::FIELD_BODY, |row| {
        if row.ui.button(text::OWN_BODY).clicked() {
            row.out
                .push(Command::Edit(Edit::Rig(RigEdit::OwnBody), None));
        }
    });
}

fn body_ui(fields: &mut Fields<'_>, body: &BodyModel) {
    for (index, (center, radius)) in body.spheres.iter().enumerate() {
        let name = text::numbered(text::FIELD_RADIUS, index);
        fields.length(&name, radius.get(), |to| {
            Edit::Rig(RigEdit::BodyRadius(index, to))
        });
        let name = text::numbered(text::FIELD_CENTRE, index);
        fields.point(&name, center.vector(), |to| {
            Edit::Rig(RigEdit::BodyCenter(index, to))
        });
    }
    let build = body.build();
    fields.length(text::FIELD_STEP_UP, build.step_up, |to| {
        Edit::Rig(RigEdit::StepUp(to))
    });
    fields.length(text::FIELD_STEP_DOWN, build.step_down, |to| {
        Edit::Rig(RigEdit::StepDown(to))
    });
}

fn run_ui(ui: &mut Ui, facts: &Facts<'_>, scene: &Scene, out: &mut Vec<Command>) {
    heading(ui, text::EDIT_RUN, |_| {});
    if let Some(lane) = facts.focus()
        && scene.lanes.len() > 1
    {
        let name = lane.recording.name.clone();
        ui.horizontal(|ui| {
            ui.label(RichText::new(text::lane(&name)).color(theme::text_weak()));
            let in_scene = scene.lanes.iter().any(|lane| lane.name == name);
            let button = ui.add_enabled(in_scene, egui::Button::new(text::REMOVE).small());
            if button.clicked() {
                let edit = Edit::Lane(LaneEdit::Remove(name.clone()));
                out.push(Command::Edit(edit, None));
            }
        });
    }
    let mut fields = Fields { ui, out };
    fields.one(text::FIELD_HZ, f64::from(scene.hz.get()), 1.0, |to| {
        Edit::Run(RunEdit::Rate(to.round().clamp(0.0, 1e9) as u32))
    });
    match scene.length {
        Some(Length::Seconds(seconds)) => {
            fields.row(text::FIELD_SECONDS, |row| {
                let changed = row.number(text::FIELD_SECONDS, seconds.get(), 0.1);
                if let Some((length, drag)) = changed
                    .and_then(|(value, drag)| Some((Length::Seconds(Time::new(value)?), drag)))
                {
                    let edit = Edit::Run(RunEdit::Length(length));
                    row.out.push(Command::Edit(edit, drag));
                }
            });
        }
        Some(Length::Ticks(ticks)) => {
            fields.row(text::FIELD_TICKS, |row| {
                let changed = row.number(text::FIELD_TICKS, f64::from(ticks.get()), 1.0);
                if let Some((length, drag)) = changed.and_then(|(value, drag)| {
                    let ticks = TickCount::new(value.round() as u32)?;
                    Some((Length::Ticks(ticks), drag))
                }) {
                    let edit = Edit::Run(RunEdit::Length(length));
                    row.out.push(Command::Edit(edit, drag));
                }
            });
        }
        None => {}
    }
    if !scene.expect.is_empty() || scene.window.is_some() {
        let count = scene.expect.len();
        let button = ui.button(text::unjudged(count));
        if button.on_hover_text(text::UNJUDGED_HINT).clicked() {
            out.push(Command::Edit(Edit::Run(RunEdit::Unjudged), None));
        }
    }
}
