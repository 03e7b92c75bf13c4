//! What can be hit, as shaded meshes with their edges and a metre grid.
//!
//! Faces show on the side that they stop things on and are open from behind, so that one looks into rooms from outside.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::RenderLayers;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;

use super::axes::{self, RenderOrigin};
use super::cameras::LAYER_WORLD;
use super::document::Document;
use super::flat::{self, Flat};
use super::layers::STATIC_EDGES;
use super::settings::Settings;
use super::{ViewSystems, theme};
use crate::geometry::{Frame, Polygon};
use crate::overlay::{Layer, Theme, land};
use crate::world::{Object, PlacedTree, World};

/// An object of the scene.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ObjectNumber(pub usize);

/// Where a part of it stands.
#[derive(Component)]
struct Place(Frame);

/// The faces of an object.
#[derive(Component)]
struct Faces;

/// The materials of faces.
#[derive(Resource)]
struct Materials {
    plain: Handle<Flat>,
    selected: Handle<Flat>,
}

/// Faces of a large world that a thread makes, so that the window goes on meanwhile.
#[derive(Resource, Default)]
pub(super) struct Making(Option<Mutex<Receiver<Solid>>>);

impl Making {
    /// Whether there is more to come.
    pub(super) fn is_busy(&self) -> bool {
        self.0.is_some()
    }
}

/// A mesh with its place, and the object that it belongs to.
struct Solid {
    object: Option<usize>,
    mesh: Mesh,
    frame: Frame,
}

/// Polygons from which the faces of a world are made by a thread.
const LARGE: usize = 50_000;

/// Polygons of one mesh of a large world: what the graphics interface is handed in a frame.
const CHUNK: usize = 25_000;

/// A face whose normal is this much along an axis looks along it: no further than 45 degrees away.
const FLAT: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Most grid lines of an object.
const MOST_GRID: usize = 6_000;

/// Meshes of the open scene.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Making>()
        .add_systems(Startup, materials.run_if(resource_exists::<Assets<Flat>>))
        .add_systems(
            Update,
            (tint, spawn, arrive, stand, choose)
                .chain()
                .in_set(ViewSystems::Draw)
                .run_if(resource_exists::<Materials>)
                .run_if(resource_exists::<Document>),
        );
}

fn materials(mut commands: Commands, mut materials: ResMut<Assets<Flat>>) {
    let mut matt = |color| {
        materials.add(Flat {
            tint: theme::engine_color(color, 1.0).to_linear(),
            see_through: false,
            two_sided: false,
            bias: 0,
        })
    };
    let (plain, selected) = (matt(theme::mesh()), matt(theme::mesh_selected()));
    commands.insert_resource(Materials { plain, selected });
}

/// Gives the faces the colours of the theme.
fn tint(of: Res<Materials>, mut materials: ResMut<Assets<Flat>>, mut last: Local<Option<Theme>>) {
    let now = theme::now();
    if last.replace(now) == Some(now) {
        return;
    }
    for (handle, color) in [
        (&of.plain, theme::mesh()),
        (&of.selected, theme::mesh_selected()),
    ] {
        if let Some(mut material) = materials.get_mut(handle) {
            material.tint = theme::engine_color(color, 1.0).to_linear() * theme::daylight();
            material.tint.alpha = 1.0;
        }
    }
}

fn spawn(
    mut commands: Commands,
    document: Res<Document>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut gizmos: ResMut<Assets<GizmoAsset>>,
    old: Query<Entity, With<Place>>,
    mut making: ResMut<Making>,
    mut made: Local<Option<(u32, Theme)>>,
) {
    let wanted = Some((document.number, theme::now()));
    if *made == wanted {
        return;
    }
    *made = wanted;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let world = &document.setup.world;
    let polygons = polygon_count(world);
    for (number, object) in world.objects.iter().enumerate() {
        for (mesh, frame) in round_solids(world, object) {
            let solid = Solid {
                object: Some(number),
                mesh: flat::lit(mesh, axes::rotation(frame.rotation)),
                frame,
            };
            put(&mut commands, &mut meshes, &materials, solid);
        }
    }
    making.0 = None;
    if polygons > LARGE {
        // Few chunks wait at a time: memory stays where it is.
        let (sender, receiver) = sync_channel(2);
        let world = Arc::clone(world);
        std::thread::spawn(move || {
            for piece in pieces(&world) {
                for polygons in piece.polygons.chunks(CHUNK) {
                    // Another scene may be open by now.
                    if sender.send(piece.solid(polygons)).is_err() {
                        return;
                    }
                }
            }
        });
        making.0 = Some(Mutex::new(receiver));
        return;
    }
    for piece in pieces(world) {
        let solid = piece.solid(&piece.polygons);
        put(&mut commands, &mut meshes, &materials, solid);
        if polygons * 3 > STATIC_EDGES {
            continue;
        }
        let ruled = if piece.is_ground {
            Vec::new()
        } else {
            grid(&piece.polygons, piece.scale, MOST_GRID)
        };
        for (lines, color, bias) in [
            (edges(&piece.polygons), theme::mesh_edge(), -0.0002),
            (ruled, theme::mesh_grid(), -0.0001),
        ] {
            if lines.is_empty() {
                continue;
            }
            let mut asset = GizmoAsset::default();
            for [from, to] in lines {
                let point = |p: Vec3| axes::direction(p * piece.scale);
                asset.line(point(from), point(to), theme::engine_color(color, 1.0));
            }
            let mut lines = commands.spawn((
                Place(piece.frame),
                Gizmo {
                    handle: gizmos.add(asset),
                    line_config: GizmoLineConfig {
                        width: theme::LINE_THIN,
                        ..default()
                    },
                    depth_bias: bias,
                },
                Transform::default(),
                RenderLayers::layer(LAYER_WORLD),
            ));
            if let Some(number) = piece.object {
                lines.insert(ObjectNumber(number));
            }
        }
    }
}

/// Spawns a mesh.
fn put(commands: &mut Commands<'_, '_>, meshes: &mut Assets<Mesh>, of: &Materials, solid: Solid) {
    let mut entity = commands.spawn((
        Faces,
        Place(solid.frame),
        Mesh3d(meshes.add(solid.mesh)),
        MeshMaterial3d(of.plain.clone()),
        Transform::default(),
        RenderLayers::layer(LAYER_WORLD),
    ));
    if let Some(number) = solid.object {
        entity.insert(ObjectNumber(number));
    }
}

/// Takes in what the thread has made, one mesh a frame.
fn arrive(
    mut commands: Commands,
    mut making: ResMut<Making>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let Some(receiver) = making.0.as_ref().and_then(|held| held.lock().ok()) else {
        return;
    };
    let came = receiver.try_recv();
    drop(receiver);
    match came {
        Ok(solid) => put(&mut commands, &mut meshes, &materials, solid),
        Err(TryRecvError::Empty) => {}
        Err(TryRecvError::Disconnected) => making.0 = None,
    }
}

/// Polygons that stand together: a part of an object, the walls of a room, the shell of a building, or the ground.
struct Piece<'a> {
    /// The object that they belong to.
    object: Option<usize>,
    polygons: Cow<'a, [Polygon]>,
    frame: Frame,
    scale: f32,
    is_ground: bool,
}

impl Piece<'_> {
    /// The faces of some of its polygons.
    fn solid(&self, polygons: &[Polygon]) -> Solid {
        let mesh = faces(polygons, self.scale);
        Solid {
            object: self.object,
            mesh: flat::lit(mesh, axes::rotation(self.frame.rotation)),
            frame: self.frame,
        }
    }
}

/// Everything of a world that is made of polygons.
fn pieces(world: &World) -> Vec<Piece<'_>> {
    let mut all: Vec<Piece<'_>> = PlacedTree::each(world)
        .map(|(surface, placed)| Piece {
            object: surface.object().map(|object| object.0 as usize),
            polygons: Cow::Borrowed(placed.tree.polygons()),
            frame: placed.frame,
            scale: placed.scale,
            is_ground: false,
        })
        .collect();
    // The ground counts from a corner of its own, so that far from the origin nothing of it is lost.
    let triangles: Vec<Vec<Vec3>> = land::ground(world).map(|(_, corners)| corners).collect();
    if let Some(first) = triangles
        .first()
        .and_then(|corners| corners.first())
        .copied()
    {
        let local = |corners: Vec<Vec3>| {
            Polygon::new(corners.into_iter().map(|corner| corner - first).collect())
        };
        all.push(Piece {
            object: None,
            polygons: triangles.into_iter().filter_map(local).collect(),
            frame: Frame::at(first),
            scale: 1.0,
            is_ground: true,
        });
    }
    all
}

/// Number of polygons of a world.
#[must_use]
pub(super) fn polygon_count(world: &World) -> usize {
    PlacedTree::all(world)
        .map(|placed| placed.tree.polygons().len())
        .sum::<usize>()
        + land::ground(world).count()
}

/// The spheres and cylinders of an object, each with its place.
fn round_solids(world: &World, object: &Object) -> Vec<(Mesh, Frame)> {
    let own = world.scene_frame(&object.position);
    let at = |local: Vec3| Frame {
        origin: own.to_global(local * object.scale),
        rotation: own.rotation,
    };
    let spheres = object.spheres.iter().map(|sphere| {
        let mesh = Sphere::new(sphere.radius * object.scale).mesh().uv(32, 18);
        (mesh, at(sphere.center))
    });
    let cylinders = object.cylinders.iter().map(|cylinder| {
        let (radius, height) = (
            cylinder.radius * object.scale,
            cylinder.height * object.scale,
        );
        let middle = own.to_global(cylinder.low * object.scale) + Vec3::Z * (height / 2.0);
        // Cylinders stay upright however their object is turned.
        (
            Cylinder::new(radius, height).mesh().resolution(32).build(),
            Frame::at(middle),
        )
    });
    spheres.chain(cylinders).collect()
}

/// Puts objects in their place relative to the origin that the onlooker is near.
fn stand(
    origin: Res<RenderOrigin>,
    settings: Res<Settings>,
    mut objects: Query<(
        &Place,
        Option<&ObjectNumber>,
        &mut Transform,
        &mut RenderLayers,
    )>,
) {
    // Retained gizmos heed the layers alone, not visibility.
    let wanted = if settings.layers.has(Layer::Mesh) {
        RenderLayers::layer(LAYER_WORLD)
    } else {
        RenderLayers::none()
    };
    for (place, object, mut transform, mut seen) in &mut objects {
        let shows = object.map_or(settings.isolated.is_none(), |object| {
            settings.sees(object.0)
        });
        seen.set_if_neq(if shows {
            wanted.clone()
        } else {
            RenderLayers::none()
        });
        let place = origin.isometry(place.0.origin, place.0.rotation);
        transform.set_if_neq(Transform::from_isometry(place));
    }
}

/// Shows which object is picked.
fn choose(
    settings: Res<Settings>,
    materials: Res<Materials>,
    mut faces: Query<(&ObjectNumber, &mut MeshMaterial3d<Flat>), With<Faces>>,
) {
    for (number, mut material) in &mut faces {
        let wanted = if settings.selected() == Some(number.0) {
            &materials.selected
        } else {
            &materials.plain
        };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// Triangles of polygons in their own space, scaled.
fn faces(polygons: &[Polygon], scale: f32) -> Mesh {
    let (mut points, mut normals) = (Vec::new(), Vec::new());
    for polygon in polygons {
        let corners = &polygon.vertices;
        let normal = axes::direction(polygon.plane.normal).to_array();
        for k in 2..corners.len() {
            for corner in [corners[0], corners[k - 1], corners[k]] {
                points.push(axes::direction(corner * scale).to_array());
                normals.push(normal);
            }
        }
    }
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, points)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
}

/// Every edge once, in the object's space.
fn edges(polygons: &[Polygon]) -> Vec<[Vec3; 2]> {
    let bits = |p: Vec3| p.to_array().map(f32::to_bits);
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    for polygon in polygons {
        let corners = &polygon.vertices;
        for k in 0..corners.len() {
            let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
            let (low, high) = if bits(a) < bits(b) { (a, b) } else { (b, a) };
            if known.insert((bits(low), bits(high))) {
                all.push([a, b]);
            }
        }
    }
    all
}

/// Lines on the faces where one of their own coordinates is a whole number of metres: a sense of size. At most `most`.
fn grid(polygons: &[Polygon], scale: f32, most: usize) -> Vec<[Vec3; 2]> {
    let extent = polygons
        .iter()
        .flat_map(|polygon| polygon.vertices.iter())
        .fold((Vec3::MAX, Vec3::MIN), |(low, high), p| {
            (low.min(*p), high.max(*p))
        });
    let size = ((extent.1 - extent.0) * scale).max_element();
    // About forty lines over the largest side, a round number of metres apart.
    let spacing = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]
        .into_iter()
        .find(|spacing| size / spacing <= 40.0)
        .unwrap_or(size / 40.0);
    let spacing = spacing / scale;
    let mut all = Vec::new();
    for polygon in polygons {
        let n = polygon.plane.normal.abs();
        for axis in 0..3 {
            // The axis that the face looks along gives no lines on it.
            let others = (n.to_array()[axis] > FLAT).then_some(axis);
            if others.is_none() {
                across(polygon, axis, spacing, &mut all);
            }
        }
        if all.len() > most {
            all.truncate(most);
            break;
        }
    }
    all
}

/// Adds the lines on a convex polygon on which coordinate `axis` is a multiple of `spacing`.
fn across(polygon: &Polygon, axis: usize, spacing: f32, all: &mut Vec<[Vec3; 2]>) {
    let corners = &polygon.vertices;
    let of = |p: Vec3| p.to_array()[axis];
    let (low, high) = corners.iter().fold((f32::MAX, f32::MIN), |(l, h), p| {
        (l.min(of(*p)), h.max(of(*p)))
    });
    let first = (low / spacing).floor() as i64 + 1;
    let last = (high / spacing).ceil() as i64 - 1;
    for k in first..=last.min(first + 400) {
        let at = k as f32 * spacing;
        let mut ends = Vec::new();
        for i in 0..corners.len() {
            let (p, q) = (corners[i], corners[(i + 1) % corners.len()]);
            let (a, b) = (of(p) - at, of(q) - at);
            if (a < 0.0) != (b < 0.0) {
                ends.push(p.lerp(q, a / (a - b)));
            }
        }
        if let [from, to] = ends[..] {
            all.push([from, to]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn square() -> Polygon {
        let corners = [
            [0.0, 0.0, 0.0],
            [4.0, 0.0, 0.0],
            [4.0, 0.0, 3.0],
            [0.0, 0.0, 3.0],
        ];
        Polygon::new(corners.map(Vec3::from_array).to_vec()).unwrap()
    }

    #[test]
    fn shared_edges_are_drawn_once() {
        assert_eq!(edges(&[square(), square()]).len(), 4);
    }

    #[test]
    fn a_wall_has_its_metres() {
        // x = 1, 2, 3 and z = 1, 2; none along the wall's own normal.
        assert_eq!(grid(&[square()], 1.0, 100).len(), 5);
        // Scaled to 80 m by 60 m: 2 m apart.
        assert_eq!(grid(&[square()], 20.0, 1000).len(), 39 + 29);
        assert_eq!(grid(&[square()], 1.0, 3).len(), 3);
    }
}
