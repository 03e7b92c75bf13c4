//! What the layers show of the tick at the cursor, as retained gizmos and translucent meshes.
//!
//! For each view, each layer and each width of line there are two gizmos: one that is hidden by what
//! stands before it, and a paler one that shows through. They are made again only when the tick, the layers or, for
//! outlines and dashes, the camera has changed.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::{NoFrustumCulling, RenderLayers};
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

use super::axes::RenderOrigin;
use super::calm::{Calm, Place};
use super::cameras::pane_layer;
use super::command::Slot;
use super::document::Document;
use super::flat::Flat;
use super::lanes::{Shown, Tape};
use super::lines;
use super::logged::Logged;
use super::onlooker::Sight;
use super::pick;
use super::playback::Playback;
use super::settings::Settings;
use super::views::{Arrangement, Pane, Sights, Views};
use super::{ViewSystems, theme};
use crate::overlay::trail::{Trail, trail};
use crate::overlay::{Layer, Overlay, Side, Style, Theme, overlay};
use crate::pointing::moment;

/// Widths of lines that are told apart, logical pixels.
const WIDTHS: [f32; 3] = [1.1, 1.9, 2.8];

/// What is drawn of both lanes; also read by what paints signs and texts.
#[derive(Resource, Clone, Debug, Default)]
pub struct Drawn(pub [Overlay; 2]);

/// How often lines and fills of a view were made anew since the start; rests while nothing changes.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt(pub u64);

/// A set of lines.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Lines {
    pane: Pane,
    layer: Layer,
    width: usize,
    pass: Pass,
}

/// Whether lines are hidden by what stands before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Front,
    Behind,
}

/// The translucent parts of a layer.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Fills {
    pane: Pane,
    layer: Layer,
}

/// Overlays, and what draws them.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drawn>()
        .init_resource::<Rebuilt>()
        .add_systems(Startup, spawn.run_if(resource_exists::<Assets<Flat>>))
        .add_systems(
            Update,
            (collect, draw.run_if(resource_exists::<Assets<Flat>>))
                .chain()
                .in_set(ViewSystems::Draw),
        );
}

/// Most edges of a world whose wire is drawn once and for all; of larger ones each tick draws what is near.
pub(super) const STATIC_EDGES: usize = 20_000;

fn spawn(
    mut commands: Commands,
    mut gizmos: ResMut<Assets<GizmoAsset>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<Flat>>,
) {
    for pane in Pane::ALL {
        for &layer in Layer::ALL.iter().filter(|layer| **layer != Layer::Labels) {
            for pass in [Pass::Front, Pass::Behind] {
                for (width, pixels) in WIDTHS.into_iter().enumerate() {
                    commands.spawn((
                        Lines {
                            pane,
                            layer,
                            width,
                            pass,
                        },
                        Gizmo {
                            handle: gizmos.add(GizmoAsset::default()),
                            line_config: GizmoLineConfig {
                                width: pixels,
                                joints: GizmoLineJoint::None,
                                ..default()
                            },
                            depth_bias: if pass == Pass::Front { -0.0005 } else { -1.0 },
                        },
                        RenderLayers::none(),
                    ));
                }
            }
            let material = materials.add(Flat {
                tint: LinearRgba::WHITE,
                see_through: true,
                two_sided: true,
                // Planes and polygons lie in the faces that they are about.
                bias: 40,
            });
            commands.spawn((
                Fills { pane, layer },
                // The engine cannot hold a mesh without corners.
                Mesh3d(meshes.add(triangles(vec![Vec3::ZERO; 3], vec![[0.0; 4]; 3]))),
                MeshMaterial3d(material),
                NoFrustumCulling,
                RenderLayers::none(),
            ));
        }
    }
}

/// What is shown of each lane, from its replayed tick.
fn collect(
    document: Option<Res<Document>>,
    settings: Res<Settings>,
    views: Res<Views>,
    playback: Res<Playback>,
    (calm, logged): (Res<Calm>, Res<Logged>),
    mut last: Local<Option<(u32, usize)>>,
    mut drawn: ResMut<Drawn>,
    lanes: Query<(Ref<Shown>, &Tape)>,
) {
    let at = playback.moment.filter(|(tick, _)| *tick == playback.cursor);
    let moved = *last != at;
    *last = at;
    let changed = moved
        || settings.is_changed()
        || views.is_changed()
        || logged.is_changed()
        || document
            .as_ref()
            .is_some_and(|document| document.is_changed())
        || lanes.iter().any(|(shown, _)| shown.is_changed());
    if !changed {
        return;
    }
    let made = calm.catch(Place::Overlay, || {
        let mut next = Drawn::default();
        let Some(document) = document else {
            return next;
        };
        let edges = super::meshes::polygon_count(&document.setup.world) * 3;
        for slot in Slot::BOTH {
            let shown = lanes.iter().find(|(shown, _)| shown.slots[slot.index()]);
            let tape = shown.as_ref().map(|(_, tape)| *tape);
            let replay = shown
                .as_ref()
                .and_then(|(shown, _)| shown.replay.as_deref());
            let (Some(replay), Some(_)) = (replay, views.view_of(slot)) else {
                continue;
            };
            let mut layers = settings.layers;
            if edges <= STATIC_EDGES {
                layers = layers.without(Layer::Mesh);
            }
            let style = Style {
                side: side(&views, slot),
                mesh_near: settings.near,
                steps: settings.most,
                nodes: settings.most,
                rejected: settings.most / 4,
                cells: settings.most,
                ..Style::default()
            };
            let moments = shown
                .as_ref()
                .map_or(&[][..], |(shown, _)| &shown.moments[..]);
            let moment = (slot == settings.focus)
                .then(|| playback.moment_at(replay.outcome.tick, moments.len()))
                .flatten()
                .and_then(|number| moments.get(number));
            let scene = &document.setup.world;
            let out = &mut next.0[slot.index()];
            match moment {
                None => *out = overlay(&document.setup, replay, layers, &style),
                Some(now) => {
                    let early = moment::until(replay, now.entry);
                    *out = overlay(&document.setup, &early, layers, &style);
                    moment::hide_later(replay, now.entry, out);
                    moment::highlight(now, scene, out);
                }
            }
            if settings.trails {
                let summaries = tape.map_or(&[][..], |tape| tape.recording.summaries());
                let (tick, which) = (replay.outcome.tick, Trail::default());
                trail(&document.setup, summaries, tick, &which, style.side, out);
            }
            // One view that shows both lanes needs it once.
            let twice = views.arrangement == Arrangement::Overlaid && slot == Slot::B;
            if !twice {
                pick::draw(&settings, scene, out);
                if logged.is_open() && settings.layers.has(Layer::Recorded) {
                    logged.draw(settings.most * 10, out);
                    out.items.retain(|item| item.shows(settings.layers));
                }
            }
        }
        next
    });
    let Some(next) = made else { return };
    drawn.set_if_neq_by(next);
}

/// Solid outlines where a lane has a view of its own, dashed ones for B.
fn side(views: &Views, slot: Slot) -> Side {
    match (views.arrangement, slot) {
        (Arrangement::Single(_), _) | (_, Slot::A) => Side::A,
        (_, Slot::B) => Side::B,
    }
}

/// Sets a value, and marks it changed, only when it differs.
trait SetIfDifferent<T> {
    fn set_if_neq_by(&mut self, next: T);
}

impl SetIfDifferent<Drawn> for ResMut<'_, Drawn> {
    fn set_if_neq_by(&mut self, next: Drawn) {
        if self.0 != next.0 {
            self.0 = next.0;
        }
    }
}

fn draw(
    drawn: Res<Drawn>,
    views: Res<Views>,
    sights: Res<Sights>,
    origin: Res<RenderOrigin>,
    mut rebuilt: ResMut<Rebuilt>,
    mut last: Local<[Option<(Option<Sight>, RenderOrigin, Theme)>; 4]>,
    mut gizmos: ResMut<Assets<GizmoAsset>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut lines: Query<(&Lines, &Gizmo, &mut RenderLayers), Without<Fills>>,
    mut fills: Query<(&Fills, &Mesh3d, &mut RenderLayers), Without<Lines>>,
) {
    for pane in Pane::ALL {
        let sight = sights.0[pane.index()];
        let through = views.kinds[pane.index()].is_through_an_eye();
        let now = Some((sight, *origin, theme::now()));
        if !drawn.is_changed() && last[pane.index()] == now {
            continue;
        }
        last[pane.index()] = now;
        rebuilt.0 += 1;
        let lanes = views.lanes_in(pane).iter();
        let items = lanes.flat_map(|slot| &drawn.0[slot.index()].items);
        let mut strokes: Vec<(Layer, usize, Vec<Vec3>, Color, Color)> = Vec::new();
        let mut areas: Vec<(Layer, Vec<Vec3>, [f32; 4])> = Vec::new();
        if let Some(sight) = sight {
            for item in items.filter(|item| !through || shows_through_an_eye(item.layer)) {
                let color = theme::role_color(item.role);
                for (strip, share) in lines::lines(item, &sight) {
                    let front = theme::engine_color(color, item.opacity * share);
                    let behind = theme::engine_color(color, item.opacity * share * theme::OCCLUDED);
                    let points = strip.into_iter().map(|point| origin.point(point)).collect();
                    strokes.push((item.layer, width_of(item.width), points, front, behind));
                }
                if let Some((points, opacity)) = lines::inside(item, &sight) {
                    let points = points
                        .into_iter()
                        .map(|point| origin.point(point))
                        .collect();
                    areas.push((
                        item.layer,
                        points,
                        theme::engine_color(color, opacity)
                            .to_linear()
                            .to_f32_array(),
                    ));
                }
            }
        }
        for (of, gizmo, mut seen) in lines.iter_mut().filter(|(of, ..)| of.pane == pane) {
            let mine = strokes
                .iter()
                .filter(|(layer, width, ..)| (*layer, *width) == (of.layer, of.width));
            let mut asset = GizmoAsset::default();
            let mut any = false;
            for (_, _, points, front, behind) in mine {
                any = true;
                asset.linestrip(
                    points.iter().copied(),
                    if of.pass == Pass::Front {
                        *front
                    } else {
                        *behind
                    },
                );
            }
            show(&mut seen, pane, any);
            if any && let Some(mut held) = gizmos.get_mut(&gizmo.handle) {
                *held = asset;
            }
        }
        for (of, mesh, mut seen) in fills.iter_mut().filter(|(of, ..)| of.pane == pane) {
            let (mut points, mut colors) = (Vec::new(), Vec::new());
            for (_, polygon, color) in areas.iter().filter(|(layer, ..)| *layer == of.layer) {
                for k in 2..polygon.len() {
                    points.extend([polygon[0], polygon[k - 1], polygon[k]]);
                    colors.extend([*color; 3]);
                }
            }
            show(&mut seen, pane, !points.is_empty());
            if !points.is_empty()
                && let Some(mut held) = meshes.get_mut(&mesh.0)
            {
                *held = triangles(points, colors);
            }
        }
    }
}

/// Whether a layer is drawn for one who looks through the eye: not the way that the eye itself came.
#[must_use]
pub(super) fn shows_through_an_eye(layer: Layer) -> bool {
    !matches!(
        layer,
        Layer::SweptSpheres | Layer::StepBoundaries | Layer::Eyes
    )
}

/// Shows or hides what belongs to a view. Retained gizmos heed the layers alone, not visibility.
fn show(seen: &mut Mut<RenderLayers>, pane: Pane, any: bool) {
    seen.set_if_neq(if any {
        RenderLayers::layer(pane_layer(pane))
    } else {
        RenderLayers::none()
    });
}

fn width_of(pixels: f32) -> usize {
    WIDTHS
        .iter()
        .position(|width| pixels <= *width + 0.4)
        .unwrap_or(WIDTHS.len() - 1)
}

fn triangles(points: Vec<Vec3>, colors: Vec<[f32; 4]>) -> Mesh {
    let normals = vec![[0.0, 1.0, 0.0]; points.len()];
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::default(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
}
