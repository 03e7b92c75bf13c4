//! The engine's cameras that fill the views, and what they see: a free camera's sight, or that of what a view follows.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ScalingMode, Viewport};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::winit::WinitSettings;
use bevy_egui::egui::Rect as Area;
use glam::DVec3;

use super::axes::{self, RenderOrigin};
use super::command::Slot;
use super::lanes::{LaneRun, Pair, Shown};
use super::onlooker::{Lens, Onlooker, Sight};
use super::settings::Settings;
use super::steady::Steady;
use super::views::{Pane, Sights, ViewKind, Views};
use super::{Target, ViewSystems, theme};
use crate::camera;
use crate::geometry::Frame;
use crate::lane::{RigState, TickOutcome};

/// Length of the boom that a body without a camera is followed with, metres.
const BODY_BOOM: f64 = 2.6;

/// The camera entity of a view.
#[derive(Component)]
struct ViewCamera(Pane);

/// What is drawn in every view.
pub(super) const LAYER_WORLD: usize = 0;

/// The engine's layer of what is drawn in one view alone.
#[must_use]
pub(super) fn pane_layer(pane: Pane) -> usize {
    1 + pane.index()
}

/// Views, and the cameras that fill them.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Views>()
        .init_resource::<Sights>()
        .init_resource::<RenderOrigin>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            alone
                .in_set(ViewSystems::Cursor)
                .after(super::playback::run),
        )
        .add_systems(
            Update,
            (see, place)
                .chain()
                .after(super::lanes::show)
                .in_set(ViewSystems::Follow),
        );
}

fn spawn(
    mut commands: Commands,
    target: Option<Res<Target>>,
    adapter: Option<Res<RenderAdapterInfo>>,
    window: Option<Res<WinitSettings>>,
) {
    let Some(target) = target else { return };
    // On a software adapter smooth edges cost half of the pictures a second; a picture for a file may take its time.
    let software = adapter.is_some_and(|adapter| adapter.device_type == wgpu::DeviceType::Cpu);
    let smoothing = if software && window.is_some() {
        Msaa::Off
    } else {
        Msaa::Sample4
    };
    for pane in Pane::ALL {
        commands.spawn((
            ViewCamera(pane),
            Camera3d::default(),
            Camera {
                order: pane.index() as isize,
                clear_color: ClearColorConfig::Custom(theme::engine_color(theme::backdrop(), 1.0)),
                is_active: false,
                ..default()
            },
            Tonemapping::None,
            smoothing,
            target.target.clone(),
            Projection::default(),
        ));
    }
}

/// What a view that follows something sees of `outcome` and the lane's state.
fn followed(kind: ViewKind, outcome: &TickOutcome, rig: &RigState, area: Area) -> Option<Sight> {
    let through = |pose: &Frame| Some(Sight::from_pose(pose, &lens_of(rig), area));
    match kind {
        ViewKind::Eye => through(&outcome.published),
        ViewKind::Sought => through(&outcome.sought),
        ViewKind::Desired => through(&outcome.desired),
        ViewKind::Chase => {
            let heading = match rig {
                RigState::Chase(chase) => chase.player.rotation.apply(DVec3::Y),
                RigState::Mover(driven) => driven.body.position.frame.rotation.apply(DVec3::Y),
                RigState::Sweep { .. } | RigState::Moves(_) => {
                    (outcome.desired.origin - outcome.pivot).as_dvec3()
                }
            };
            let yaw = crate::ops::atan2(heading.x, heading.y);
            let middle = (outcome.pivot.as_dvec3() + outcome.desired.origin.as_dvec3()) * 0.5;
            let focus = outcome
                .body
                .map_or(middle, |body| body.feet.origin.as_dvec3() + DVec3::Z);
            let length = (outcome.desired.origin - outcome.pivot).length();
            let has_camera = match rig {
                RigState::Mover(driven) => driven.camera.is_some(),
                _ => outcome.body.is_none(),
            };
            // A body without a camera is seen from as far as a camera would be.
            let length = if has_camera {
                f64::from(length).max(0.5)
            } else {
                BODY_BOOM
            };
            let onlooker = Onlooker {
                focus,
                yaw: yaw + 0.5,
                pitch: -0.35,
                distance: length * 2.2,
            };
            // Half of the sweep, its sphere and some air stay.
            Some(Sight::cut_away(&onlooker, length * 0.5 + 1.0, area))
        }
        _ => None,
    }
}

/// How the picture of a rig's eye is made.
fn lens_of(rig: &RigState) -> camera::Lens {
    match rig {
        RigState::Chase(chase) => chase.camera.settings.lens,
        RigState::Mover(driven) => {
            let camera = driven.camera.as_ref();
            camera.map_or_else(camera::Lens::default, |camera| camera.settings.lens)
        }
        RigState::Sweep { .. } | RigState::Moves(_) => camera::Lens::default(),
    }
}

/// One lane has one view, and what is told in detail is told of it.
fn alone(pair: Res<Pair>, mut views: ResMut<Views>, mut settings: ResMut<Settings>) {
    let is_alone = pair.0[0] == pair.0[1];
    if views.alone != is_alone {
        views.alone = is_alone;
        if is_alone {
            views.active = Pane::A;
        }
    }
    if is_alone && settings.focus == Slot::B {
        settings.focus = Slot::A;
    }
}

fn see(
    mut views: ResMut<Views>,
    mut sights: ResMut<Sights>,
    mut origin: ResMut<RenderOrigin>,
    mut steady: Local<[Steady; 4]>,
    settings: Res<Settings>,
    time: Option<Res<Time<Real>>>,
    lanes: Query<(&Shown, &LaneRun)>,
) {
    let now = time.map_or(0.0, |time| time.elapsed_secs_f64());
    let mut next = [None; 4];
    let mut held = [false; 4];
    for &view in views.shown() {
        let index = view.index();
        let Some(area) = views.areas[index] else {
            continue;
        };
        let kind = views.kinds[index];
        let lane = lanes
            .iter()
            .find(|(shown, _)| shown.slots[view.slot().index()]);
        let following = lane.and_then(|(shown, run)| {
            let replay = shown.replay.as_ref()?;
            let seen = match kind {
                ViewKind::Eye if !settings.raw_eye => {
                    let pose = steady[index].pose(replay.outcome.published, now);
                    held[index] = steady[index].holds();
                    Sight::from_pose(&pose, &lens_of(&run.0.state.rig), area)
                }
                _ => followed(kind, &replay.outcome, &run.0.state.rig, area)?,
            };
            Some(seen)
        });
        next[index] = following.or_else(|| views.free_sight(view));
    }
    if views.held != held {
        views.held = held;
    }
    sights.0 = next;
    if let Some(sight) = next.iter().flatten().next() {
        // All views share one origin; a second free camera far away loses steadiness, not correctness.
        let mut moved = *origin;
        if moved.follow(sight.eye) {
            *origin = moved;
        }
    }
}

fn place(
    sights: Res<Sights>,
    origin: Res<RenderOrigin>,
    target: Option<Res<Target>>,
    mut cameras: Query<(
        &ViewCamera,
        &mut Camera,
        &mut Transform,
        &mut Projection,
        Option<&RenderLayers>,
        Entity,
    )>,
    mut commands: Commands,
) {
    let Some(target) = target else { return };
    for (view, mut camera, mut transform, mut projection, layers, entity) in &mut cameras {
        let sight = sights.0[view.0.index()];
        let viewport = sight.and_then(|sight| viewport(sight.rect, target.scale, target.size));
        let active = viewport.is_some();
        if camera.is_active != active {
            camera.is_active = active;
        }
        let (Some(sight), Some(viewport)) = (sight, viewport) else {
            continue;
        };
        let same = camera.viewport.as_ref().is_some_and(|now| {
            (now.physical_position, now.physical_size)
                == (viewport.physical_position, viewport.physical_size)
        });
        if !same {
            camera.viewport = Some(viewport);
        }
        let [_, forward, up] = sight.axes;
        let pose = Transform::from_translation(origin.wide_point(sight.eye)).looking_to(
            axes::direction(forward.as_vec3()),
            axes::direction(up.as_vec3()),
        );
        transform.set_if_neq(pose);
        let wanted = lens(&sight);
        if !same_lens(&projection, &wanted) {
            *projection = wanted;
        }
        let wanted = RenderLayers::from_layers(&[LAYER_WORLD, pane_layer(view.0)]);
        if layers != Some(&wanted) {
            commands.entity(entity).insert(wanted);
        }
    }
}

fn lens(sight: &Sight) -> Projection {
    match sight.lens {
        Lens::Perspective => Projection::Perspective(PerspectiveProjection {
            fov: 2.0 * crate::ops::atan2(sight.half_height, 1.0) as f32,
            near: sight.near as f32,
            ..default()
        }),
        Lens::Parallel(height) => Projection::Orthographic(OrthographicProjection {
            scaling_mode: ScalingMode::FixedVertical {
                viewport_height: height as f32,
            },
            // The eye of a parallel view is only a place to draw from: what is behind it is drawn as well.
            near: -2000.0,
            far: 2000.0,
            ..OrthographicProjection::default_3d()
        }),
    }
}

fn same_lens(a: &Projection, b: &Projection) -> bool {
    match (a, b) {
        (Projection::Perspective(a), Projection::Perspective(b)) => {
            a.fov == b.fov && a.near == b.near
        }
        (Projection::Orthographic(a), Projection::Orthographic(b)) => {
            match (a.scaling_mode, b.scaling_mode) {
                (
                    ScalingMode::FixedVertical { viewport_height: a },
                    ScalingMode::FixedVertical { viewport_height: b },
                ) => a == b,
                _ => false,
            }
        }
        _ => false,
    }
}

/// The part of the target that `area` covers, in physical pixels; `None` when there is nothing of it.
#[must_use]
pub(super) fn viewport(area: Area, scale: f32, size: UVec2) -> Option<Viewport> {
    let pixel = |x: f32, y: f32| {
        (Vec2::new(x, y) * scale)
            .round()
            .max(Vec2::ZERO)
            .as_uvec2()
            .min(size)
    };
    let (min, max) = (pixel(area.min.x, area.min.y), pixel(area.max.x, area.max.y));
    let physical_size = max.saturating_sub(min);
    // An empty viewport, or one that reaches outside of its target, is an error of the graphics interface.
    (physical_size.x > 1 && physical_size.y > 1).then(|| Viewport {
        physical_position: min,
        physical_size,
        ..default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    #[test]
    fn viewports_stay_inside_their_target() {
        let size = UVec2::new(100, 80);
        let whole = Area::from_min_max(pos2(-5.0, -5.0), pos2(500.0, 500.0));
        let inside = viewport(whole, 2.0, size).unwrap();
        assert_eq!(
            (inside.physical_position, inside.physical_size),
            (UVec2::ZERO, size)
        );
        let outside = Area::from_min_max(pos2(200.0, 0.0), pos2(300.0, 50.0));
        assert!(viewport(outside, 1.0, size).is_none());
    }
}
