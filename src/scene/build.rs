//! A scene as world, rig and lanes.

use std::ops::Range;
use std::sync::Arc;

use glam::Vec3;

use super::check::{self, MAX_POLYGONS, Place};
use super::error::SceneError;
use super::expectation;
use super::locate::Part::{Field, Index};
use super::model::{self, Scene, Shape, Sweeps, TreeKind};
use super::number::{Degrees, Hz, MAX_TICKS, Point, Time};
use super::read::read;
use super::shapes;
use super::source::Source;
use crate::bsp::Tree;
use crate::constants::VIEWER_RADIUS;
use crate::formats::obj;
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Cylinder, Frame, Polygon, Rotation, Sphere};
use crate::lane::{ChaseRig, Motion, PathPoint, Rig, Setup, SweepMover, SweepRig, SweepScript};
use crate::policy::Policy;
use crate::world::{Object, World};

/// How far a corner may lie off its polygon's plane without a warning, metres.
const FLAT: f64 = 0.01;

/// A scene that is ready to run.
#[derive(Clone, Debug)]
pub struct Built {
    /// What all lanes share.
    pub setup: Arc<Setup>,
    /// The scene as read.
    pub scene: Scene,
    /// Name and policy of each lane, in the scene's order.
    pub lanes: Vec<(String, Policy)>,
    /// Where `settles` looks, ticks.
    pub window: Range<u32>,
    /// What is odd but runs: polygons that are not flat or not convex, faces that a mesh lost.
    pub warnings: Vec<String>,
}

/// Builds `source`; `hz` and `ticks` stand in for the scene's own rate and length.
///
/// Lengths and windows in seconds scale with the rate, those in ticks do not. A window that a shorter length cuts off is
/// cut, or becomes the default one.
///
/// # Errors
/// [`SceneError`]: everything that [`read`] refuses, meshes that are missing or cannot be read, polygons without area,
/// a rate or length out of range.
pub fn build(source: &Source, hz: Option<u32>, ticks: Option<u32>) -> Result<Built, SceneError> {
    let file = source.file();
    let place = Place {
        text: &source.text,
        file: &file,
    };
    let scene = read(&source.text, &file)?;
    let hz = hz.unwrap_or(scene.hz.get());
    if Hz::new(hz).is_none() {
        return Err(place.error(&[Field("hz")], format!("{hz} is not {}", Hz::WANTED)));
    }
    let own = check::run_ticks(&scene, hz, place)?;
    let count = ticks.unwrap_or(own);
    if count == 0 || count > MAX_TICKS {
        return Err(place.error(
            &[Field("length")],
            format!("{count} ticks; 1 to {MAX_TICKS} were expected"),
        ));
    }
    let mut warnings = Vec::new();
    let world = world(&scene, source, place, &mut warnings)?;
    let mut lanes = Vec::new();
    for (index, lane) in scene.lanes.iter().enumerate() {
        let way = [Field("lanes"), Index(index), Field("policy")];
        let policy = check::policy(&lane.policy).map_err(|problem| place.error(&way, problem))?;
        lanes.push((lane.name.clone(), policy));
    }
    let window = expectation::settle_window(scene.window, hz, own, count);
    let setup = Setup {
        world: Arc::new(world),
        rig: rig(&scene.rig),
        hz,
        ticks: count,
    };
    Ok(Built {
        setup: Arc::new(setup),
        scene,
        lanes,
        window,
        warnings,
    })
}

fn world(
    scene: &Scene,
    source: &Source,
    place: Place<'_>,
    warnings: &mut Vec<String>,
) -> Result<World, SceneError> {
    let mut total = 0;
    let mut objects = Vec::new();
    for (index, object) in scene.objects.iter().enumerate() {
        let scale = object.scale.map_or(1.0, |scale| scale.get());
        let frame = Frame {
            origin: object.at.map_or(Vec3::ZERO, Point::vector),
            rotation: rotation(object),
        };
        if let Some(primitive) = primitive(object, frame, scale) {
            objects.push(primitive);
            continue;
        }
        let polygons = polygons(object, index, source, place, warnings)?;
        total += polygons.len();
        if total > MAX_POLYGONS {
            let way = [Field("objects"), Index(index), Field("shape")];
            return Err(place.error(&way, check::too_many_polygons(total)));
        }
        odd_polygons(&object.name, &polygons, warnings);
        let mut tree = match object.tree {
            TreeKind::Balanced => Tree::balanced(polygons),
            TreeKind::SingleLeaf => Tree::single_leaf(polygons),
        };
        if let Some((center, radius)) = object.root_sphere {
            tree = tree.with_root_sphere(Sphere {
                center: center.vector(),
                radius: radius.get(),
            });
        }
        objects.push(Object::solid(object.name.clone(), frame, scale, tree));
    }
    Ok(World::new(objects))
}

/// An object of spheres or cylinders; none if it has polygons.
fn primitive(object: &model::Object, frame: Frame, scale: f32) -> Option<Object> {
    let name = object.name.clone();
    match &object.shape {
        Shape::Spheres(spheres) => {
            let spheres = spheres.iter().map(|(center, radius)| Sphere {
                center: center.vector(),
                radius: radius.get(),
            });
            Some(Object::round(
                name,
                frame,
                scale,
                spheres.collect(),
                Vec::new(),
            ))
        }
        Shape::Cylinders(cylinders) => {
            let cylinders = cylinders.iter().map(|cylinder| Cylinder {
                low: cylinder.low.vector(),
                height: cylinder.height.get(),
                radius: cylinder.radius.get(),
            });
            Some(Object::round(
                name,
                frame,
                scale,
                Vec::new(),
                cylinders.collect(),
            ))
        }
        _ => None,
    }
}

fn rotation(object: &model::Object) -> Rotation {
    match (object.rotation, object.yaw_degrees) {
        (Some((w, x, y, z)), _) => {
            Rotation::from_wide([w, x, y, z].map(|c| f64::from(c.get()))).unwrap_or_default()
        }
        (None, Some(yaw)) => Rotation::about_z(yaw.get().to_radians()),
        (None, None) => Rotation::IDENTITY,
    }
}

fn polygons(
    object: &model::Object,
    index: usize,
    source: &Source,
    place: Place<'_>,
    warnings: &mut Vec<String>,
) -> Result<Vec<Polygon>, SceneError> {
    let corners: Vec<Vec<Vec3>> = match &object.shape {
        Shape::Polygons(polygons) => polygons
            .iter()
            .map(|points| points.iter().map(|point| point.vector()).collect())
            .collect(),
        // Those are no polygons and were built before.
        Shape::Spheres(_) | Shape::Cylinders(_) => Vec::new(),
        Shape::Box { min, max } => shapes::cuboid(min.vector(), max.vector()),
        Shape::Prism { outline, z } => {
            let ring: Vec<(f32, f32)> = outline.iter().map(|(x, y)| (x.get(), y.get())).collect();
            shapes::prism(&ring, z.0.get(), z.1.get())
        }
        Shape::Mesh { file, up, scale } => {
            let mesh = source
                .files
                .iter()
                .find(|known| known.path == *file)
                .ok_or_else(|| {
                    let way = [
                        Field("objects"),
                        Index(index),
                        Field("shape"),
                        Field("file"),
                    ];
                    place.error(&way, format!("the mesh {file} is not at hand"))
                })?;
            let shown = source.beside(file);
            let none = |what: &str| {
                let way = [
                    Field("objects"),
                    Index(index),
                    Field("shape"),
                    Field("file"),
                ];
                place.error(&way, format!("{shown}: {what}"))
            };
            if obj::is_binary(&mesh.text) {
                return Err(none("binary data; an OBJ mesh is text"));
            }
            let read = obj::parse(&mesh.text, *up, scale.map_or(1.0, |scale| scale.get()))
                .map_err(|error| mesh_error(&shown, &error))?;
            if read.polygons.is_empty() {
                return Err(none("no face with an area; an OBJ mesh was expected"));
            }
            warnings.extend(
                read.warnings
                    .iter()
                    .map(|warning| format!("{}: {file}: {warning}", object.name)),
            );
            return Ok(read.polygons);
        }
    };
    let mut list = Vec::with_capacity(corners.len());
    for (number, points) in corners.into_iter().enumerate() {
        let polygon = Polygon::new(points).ok_or_else(|| {
            let way = [
                Field("objects"),
                Index(index),
                Field("shape"),
                Index(number),
            ];
            place.error(&way, "the corners span no area")
        })?;
        list.push(polygon);
    }
    Ok(list)
}

fn mesh_error(file: &str, error: &obj::ObjError) -> SceneError {
    SceneError::At {
        file: file.to_owned(),
        line: error.line,
        column: 1,
        field: error.keyword.clone(),
        problem: error.problem.clone(),
    }
}

/// Warns of polygons that the tests of spheres take for something else than they look.
fn odd_polygons(name: &str, polygons: &[Polygon], warnings: &mut Vec<String>) {
    let mut warn = |what: &str, odd: &dyn Fn(&Polygon) -> bool| {
        let mut indexes = (0..polygons.len()).filter(|index| odd(&polygons[*index]));
        if let Some(first) = indexes.next() {
            let count = indexes.count() + 1;
            warnings.push(format!(
                "{name}: {count} of {} polygons {what} (the first is polygon {first})",
                polygons.len()
            ));
        }
    };
    warn("are not flat within 10 mm", &|p| p.unevenness() > FLAT);
    warn("are not convex", &|p| !p.is_convex());
}

fn rig(rig: &model::Rig) -> Rig {
    match rig {
        model::Rig::Chase(chase) => Rig::Chase(ChaseRig {
            feet: chase.feet.vector(),
            heading_degrees: chase.heading_degrees.map_or(0.0, |degrees| degrees.get()),
            settings: chase.camera().settings(),
            viewer: chase.viewer.map(Point::vector),
            motion: motion(&chase.motion),
        }),
        model::Rig::Sweep(sweep) => Rig::Sweep(SweepRig {
            mover: match sweep.mover.moved() {
                Some(moved) => SweepMover::Body(moved.build()),
                None => SweepMover::Viewer {
                    radius: sweep.radius.map_or(VIEWER_RADIUS, |radius| radius.get()),
                },
            },
            script: script(&sweep.sweeps),
        }),
        model::Rig::Mover(mover) => Rig::Mover(mover.rig()),
    }
}

fn motion(motion: &model::Motion) -> Motion {
    match motion {
        model::Motion::Still => Motion::Still,
        model::Motion::Velocity(velocity) => Motion::Velocity(velocity.0.vector()),
        model::Motion::Sine { amplitude, hz } => Motion::Sine {
            amplitude: amplitude.vector(),
            hz: hz.get(),
        },
        model::Motion::Path(points) => {
            let point = |(seconds, feet, heading): &(Time, Point, Degrees)| PathPoint {
                seconds: seconds.get(),
                feet: feet.vector(),
                heading_degrees: heading.get(),
            };
            Motion::Path(points.iter().map(point).collect())
        }
    }
}

fn script(sweeps: &Sweeps) -> SweepScript {
    match sweeps {
        Sweeps::List(list) => SweepScript::Lines(
            list.iter()
                .map(|(from, to)| (from.vector(), to.vector()))
                .collect(),
        ),
        Sweeps::Rays {
            from,
            direction,
            lengths,
        } => {
            let (from, direction) = (from.vector(), wide(direction.vector()));
            let unit = direction / length(direction);
            let line = |reach: f32| (from, narrow(wide(from) + unit * f64::from(reach)));
            SweepScript::Lines(lengths.iter().map(|reach| line(reach.get())).collect())
        }
        Sweeps::Moves { start, by, count } => SweepScript::Moves {
            start: start.vector(),
            by: by.vector(),
            count: count.get(),
        },
    }
}
