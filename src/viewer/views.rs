//! The views: which are shown, what they follow, and the engine's cameras that fill them.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ScalingMode, Viewport};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::winit::WinitSettings;
use bevy_egui::egui::{Pos2, Rect as Area};
use glam::DVec3;

use super::axes::{self, RenderOrigin};
use super::command::Slot;
use super::lanes::{LaneRun, Shown};
use super::onlooker::{FIELD_OF_VIEW, Lens, Onlooker, Sight};
use super::settings::Settings;
use super::steady::Steady;
use super::{Target, ViewSystems, theme};
use crate::lane::{RigState, TickOutcome};

/// How the views share the middle of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// A on the left, B on the right.
    #[default]
    Split,
    /// Both lanes in one view.
    Overlaid,
    /// One lane.
    Single(Slot),
}

/// What a view follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewKind {
    /// Nothing: the free camera.
    #[default]
    Free,
    /// Nothing: in parallel rays from the side of the sweep.
    Side,
    /// Nothing: in parallel rays from above, north up.
    Top,
    /// The player with the eye, from behind and above.
    Chase,
    /// The published eye.
    Eye,
    /// The sought eye.
    Sought,
    /// The desired eye.
    Desired,
}

impl ViewKind {
    /// Every kind, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::Free,
        Self::Side,
        Self::Top,
        Self::Chase,
        Self::Eye,
        Self::Sought,
        Self::Desired,
    ];

    /// Whether one looks through one of the camera's eyes.
    #[must_use]
    pub fn is_through_an_eye(self) -> bool {
        matches!(self, Self::Eye | Self::Sought | Self::Desired)
    }

    /// Whether the user's camera decides what is seen.
    #[must_use]
    pub fn is_free(self) -> bool {
        matches!(self, Self::Free | Self::Side | Self::Top)
    }
}

/// A movement of a view's camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Turn on the spot, radians right and up.
    Look(f64, f64),
    /// Turn about the focus, radians right and up.
    Orbit(f64, f64),
    /// Move the picture by logical pixels.
    Pan(f32, f32),
    /// Zoom by a factor on the distance, to a point of the screen.
    Zoom(f64, Pos2),
    /// Fly, metres to the right, forward and up.
    Fly(DVec3),
    /// Make a point of the screen the point to turn about.
    Pivot(Pos2),
}

/// The state of all views.
#[derive(Resource, Clone, Debug)]
pub struct Views {
    /// How they share the window.
    pub arrangement: Arrangement,
    /// The free cameras of both views; linked ones are kept equal.
    pub onlookers: [Onlooker; 2],
    /// Whether the free cameras are one.
    pub linked: bool,
    /// What each view follows.
    pub kinds: [ViewKind; 2],
    /// Where each view is on the screen, logical pixels; `None` when it is not shown.
    pub areas: [Option<Area>; 2],
    /// The view that keys act on.
    pub active: Slot,
    /// Flying speed, metres per second.
    pub speed: f64,
    /// Whether the pointer turns the camera without a button.
    pub sticky: bool,
    /// Whether free cameras cut away what stands before the thing that they look at.
    pub cut_away: bool,
    /// Cameras remembered under 1 to 9.
    pub stored: [Option<Onlooker>; 9],
    /// Why an eye view does not show the eye's own pose.
    pub held: [bool; 2],
}

impl Default for Views {
    fn default() -> Self {
        Self {
            arrangement: Arrangement::Split,
            onlookers: [Onlooker::default(); 2],
            linked: true,
            kinds: [ViewKind::Free; 2],
            areas: [None; 2],
            active: Slot::A,
            speed: 4.0,
            sticky: false,
            cut_away: false,
            stored: [None; 9],
            held: [false; 2],
        }
    }
}

impl Views {
    /// The views that are shown.
    #[must_use]
    pub fn shown(&self) -> &'static [Slot] {
        match self.arrangement {
            Arrangement::Split => &Slot::BOTH,
            Arrangement::Overlaid | Arrangement::Single(Slot::A) => &[Slot::A],
            Arrangement::Single(Slot::B) => &[Slot::B],
        }
    }

    /// The view in which the lane of `slot` is drawn, if it is.
    #[must_use]
    pub fn view_of(&self, slot: Slot) -> Option<Slot> {
        match self.arrangement {
            Arrangement::Overlaid => Some(Slot::A),
            Arrangement::Split => Some(slot),
            Arrangement::Single(only) => (only == slot).then_some(slot),
        }
    }

    /// Changes the free camera of `view`, and the other one with it when they are linked.
    pub fn change(&mut self, view: Slot, change: impl FnOnce(&mut Onlooker)) {
        let onlooker = &mut self.onlookers[view.index()];
        change(onlooker);
        let now = *onlooker;
        if self.linked {
            self.onlookers = [now; 2];
        }
    }

    /// Moves the camera of `view`.
    pub fn look(&mut self, view: Slot, motion: Motion) {
        let (Some(area), kind) = (self.areas[view.index()], self.kinds[view.index()]) else {
            return;
        };
        if !kind.is_free() {
            return;
        }
        let turns = kind == ViewKind::Free;
        self.change(view, |onlooker| match motion {
            Motion::Look(right, up) if turns => onlooker.look(right, up),
            Motion::Orbit(right, up) if turns => onlooker.orbit(right, up),
            // Views from a fixed side move instead of turning.
            Motion::Look(..) | Motion::Orbit(..) => {}
            Motion::Pan(x, y) => {
                let sight = sight_of(kind, onlooker, area);
                let metre = 1.0 / sight.pixels_per_metre(onlooker.distance);
                let [right, _, up] = sight.axes;
                onlooker.focus += right * (f64::from(-x) * metre) + up * (f64::from(y) * metre);
            }
            Motion::Zoom(factor, at) => {
                let point = sight_of(kind, onlooker, area).unproject(at, onlooker.distance);
                onlooker.zoom(factor, point);
            }
            Motion::Fly(by) => {
                let [right, forward, _] = sight_of(kind, onlooker, area).axes;
                onlooker.focus += right * by.x + forward * by.y + DVec3::Z * by.z;
            }
            Motion::Pivot(at) => {
                let point = sight_of(kind, onlooker, area).unproject(at, onlooker.distance);
                onlooker.focus = point;
            }
        });
    }

    /// What the free camera of `view` sees, whatever the view follows.
    #[must_use]
    pub fn free_sight(&self, view: Slot) -> Option<Sight> {
        let index = view.index();
        let kind = if self.kinds[index].is_free() {
            self.kinds[index]
        } else {
            ViewKind::Free
        };
        let (onlooker, area) = (&self.onlookers[index], self.areas[index]?);
        if kind == ViewKind::Free && self.cut_away {
            let kept = onlooker.distance * CUT_AWAY;
            return Some(Sight::cut_away(onlooker, kept, area));
        }
        Some(sight_of(kind, onlooker, area))
    }
}

/// Length of the boom that a body without a camera is followed with, metres.
const BODY_BOOM: f64 = 2.6;

/// The part of the way to the pivot, from there, that stays when the rest is cut away.
const CUT_AWAY: f64 = 0.45;

/// What a free camera sees in `area` from the side that `kind` stands for.
#[must_use]
pub(super) fn sight_of(kind: ViewKind, onlooker: &Onlooker, area: Area) -> Sight {
    match kind {
        ViewKind::Side => Sight::parallel(
            &Onlooker {
                pitch: 0.0,
                ..side(onlooker)
            },
            area,
        ),
        ViewKind::Top => {
            // Looking straight down with north up has no heading of its own; the axes are written out.
            let mut sight = Sight::parallel(onlooker, area);
            sight.axes = [DVec3::X, DVec3::NEG_Z, DVec3::Y];
            sight.eye = onlooker.focus + DVec3::Z * onlooker.distance;
            sight
        }
        _ => Sight::free(onlooker, area),
    }
}

/// The nearest of the four compass directions, so that the picture has the axes of the scene.
fn side(onlooker: &Onlooker) -> Onlooker {
    let quarter = std::f64::consts::FRAC_PI_2;
    Onlooker {
        yaw: (onlooker.yaw / quarter).round() * quarter,
        ..*onlooker
    }
}

/// What the views see in this frame, with everything they follow; `None` for views that are not shown.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Sights(pub [Option<Sight>; 2]);

impl Sights {
    /// What the view that draws the lane of `slot` sees.
    #[must_use]
    pub fn of_lane(&self, views: &Views, slot: Slot) -> Option<Sight> {
        self.0[views.view_of(slot)?.index()]
    }
}

/// The camera entity of a view.
#[derive(Component)]
struct ViewCamera(Slot);

/// What is drawn in every view.
pub(super) const LAYER_WORLD: usize = 0;

/// The engine's layer of the lane in `slot`.
#[must_use]
pub(super) fn lane_layer(slot: Slot) -> usize {
    1 + slot.index()
}

/// Views, and the cameras that fill them.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Views>()
        .init_resource::<Sights>()
        .init_resource::<RenderOrigin>()
        .add_systems(Startup, spawn)
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
    for slot in Slot::BOTH {
        commands.spawn((
            ViewCamera(slot),
            Camera3d::default(),
            Camera {
                order: slot.index() as isize,
                clear_color: ClearColorConfig::Custom(theme::engine_color(theme::BACKDROP, 1.0)),
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
    match kind {
        ViewKind::Eye => Some(Sight::from_pose(&outcome.published, area)),
        ViewKind::Sought => Some(Sight::from_pose(&outcome.sought, area)),
        ViewKind::Desired => Some(Sight::from_pose(&outcome.desired, area)),
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

fn see(
    mut views: ResMut<Views>,
    mut sights: ResMut<Sights>,
    mut origin: ResMut<RenderOrigin>,
    mut steady: Local<[Steady; 2]>,
    settings: Res<Settings>,
    time: Option<Res<Time<Real>>>,
    lanes: Query<(&Shown, &LaneRun)>,
) {
    let now = time.map_or(0.0, |time| time.elapsed_secs_f64());
    let mut next = [None; 2];
    let mut held = [false; 2];
    for &view in views.shown() {
        let index = view.index();
        let Some(area) = views.areas[index] else {
            continue;
        };
        let kind = views.kinds[index];
        let lane = lanes.iter().find(|(shown, _)| shown.slots[index]);
        let following = lane.and_then(|(shown, run)| {
            let replay = shown.replay.as_ref()?;
            let seen = match kind {
                ViewKind::Eye if !settings.raw_eye => {
                    let pose = steady[index].pose(replay.outcome.published, now);
                    held[index] = steady[index].holds();
                    Sight::from_pose(&pose, area)
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
        // Both views share one origin; a second free camera far away loses steadiness, not correctness.
        let mut moved = *origin;
        if moved.follow(sight.eye) {
            *origin = moved;
        }
    }
}

fn place(
    sights: Res<Sights>,
    views: Res<Views>,
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
        let wanted = match views.arrangement {
            Arrangement::Overlaid => {
                RenderLayers::from_layers(&[LAYER_WORLD, lane_layer(Slot::A), lane_layer(Slot::B)])
            }
            _ => RenderLayers::from_layers(&[LAYER_WORLD, lane_layer(view.0)]),
        };
        if layers != Some(&wanted) {
            commands.entity(entity).insert(wanted);
        }
    }
}

fn lens(sight: &Sight) -> Projection {
    match sight.lens {
        Lens::Perspective => Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW as f32,
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
    use bevy_egui::egui::{pos2, vec2};

    fn views() -> Views {
        let area = Area::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0));
        Views {
            areas: [Some(area), Some(area)],
            ..Views::default()
        }
    }

    #[test]
    fn linked_cameras_move_together_and_unlinked_ones_do_not() {
        let mut views = views();
        views.look(Slot::B, Motion::Look(0.1, 0.0));
        assert_eq!(views.onlookers[0], views.onlookers[1]);
        views.linked = false;
        views.look(Slot::A, Motion::Pan(10.0, 4.0));
        assert_ne!(views.onlookers[0], views.onlookers[1]);
    }

    #[test]
    fn a_pan_moves_the_picture_with_the_pointer() {
        for kind in [ViewKind::Free, ViewKind::Side, ViewKind::Top] {
            let mut views = views();
            views.kinds = [kind; 2];
            let point = views.onlookers[0].focus;
            let before = views.free_sight(Slot::A).unwrap().project(point).unwrap();
            views.look(Slot::A, Motion::Pan(30.0, -20.0));
            let after = views.free_sight(Slot::A).unwrap().project(point).unwrap();
            assert!(
                ((after - before) - vec2(30.0, -20.0)).length() < 0.01,
                "{kind:?}"
            );
        }
    }

    #[test]
    fn views_that_follow_are_not_moved_by_hand() {
        let mut views = views();
        views.kinds[0] = ViewKind::Eye;
        let before = views.onlookers;
        views.look(Slot::A, Motion::Look(0.1, 0.1));
        assert_eq!(views.onlookers, before);
    }

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

    #[test]
    fn from_above_north_is_up() {
        let mut views = views();
        views.kinds[0] = ViewKind::Top;
        let sight = views.free_sight(Slot::A).unwrap();
        let (center, north) = (DVec3::ZERO, DVec3::Y);
        let (a, b) = (
            sight.project(center).unwrap(),
            sight.project(north).unwrap(),
        );
        assert!(b.y < a.y && (b.x - a.x).abs() < 1e-3);
    }
}
