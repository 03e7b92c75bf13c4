//! A scene as world, rig and lanes.

use std::ops::Range;
use std::sync::Arc;

use glam::Vec3;

use super::captured;
use super::check::{self, Place};
use super::error::SceneError;
use super::expectation;
use super::game;
use super::locate::Part::{Field, Index};
use super::map;
use super::map::number::RoomNumber;
use super::model::{self, ObjectKind, Scene, Shape, Sweeps};
use super::number::{Degrees, Hz, MAX_TICKS, Point, Time};
use super::read::read;
use super::refused::refused;
use super::solids::{self, Solids};
use super::source::Source;
use super::work;
use crate::body::body::GRAVITY;
use crate::body::integrate::is_fall_lost;
use crate::camera::control::MAX_ORDERS;
use crate::constants::VIEWER_RADIUS;
use crate::formats::dat::library::{Kept, Told};
use crate::formats::progress::{Progress, STOPPED, Shared, Tell};
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Cylinder, Frame, Sphere};
use crate::lane::script::{camera_times, crowded_tick};
use crate::lane::{ChaseRig, Motion, PathPoint, Rig, Setup, SweepMover, SweepRig, SweepScript};
use crate::policy::{CameraGate, Policy};
use crate::world::{Kind, Object, ObjectState, World};

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
    /// What is odd but runs: polygons that are not flat or not convex, faces that a mesh lost, bodies that hang in the air.
    pub warnings: Vec<String>,
}

/// Builds `source`; `hz` and `ticks` stand in for the scene's own rate and length.
///
/// Lengths and windows in seconds scale with the rate, those in ticks do not. In a run of another length than the scene's
/// the window is as [`expectation::fitted_window`] has it.
///
/// # Errors
/// [`SceneError`]: everything that [`read`] refuses, meshes that are missing or cannot be read, polygons without area,
/// a rate or length out of range, a script that leads too far away or takes too many steps.
pub fn build(source: &Source, hz: Option<u32>, ticks: Option<u32>) -> Result<Built, SceneError> {
    build_told(source, hz, ticks, &mut ())
}

/// As [`build`]; `progress` hears how far meshes are read and trees are built, in thousandths of each mesh, and how many
/// records of game files are loaded.
///
/// # Errors
/// Those of [`build`], and that `progress` said stop.
pub fn build_told(
    source: &Source,
    hz: Option<u32>,
    ticks: Option<u32>,
    progress: &mut dyn Progress,
) -> Result<Built, SceneError> {
    let progress = Shared::new(progress);
    let tell = |done, all| progress.tell(done, all);
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
    let world = world(&scene, source, place, &tell, &mut warnings)?;
    if progress.is_stopped() {
        return Err(place.error(&[], STOPPED));
    }
    let mut lanes = Vec::new();
    for (index, lane) in scene.lanes.iter().enumerate() {
        let way = [Field("lanes"), Index(index), Field("policy")];
        let policy = check::policy(&lane.policy).map_err(|problem| place.error(&way, problem))?;
        lanes.push((lane.name.clone(), policy));
    }
    let window = expectation::settle_window(scene.window, hz, own, count);
    let mut rig = rig(&scene.rig);
    captured::fill(&mut rig, &scene.rig, &world, source, place, &mut warnings)?;
    let setup = Setup {
        world: Arc::new(world),
        rig,
        hz,
        ticks: count,
    };
    warnings.extend(hanging(&setup, &lanes));
    warnings.extend(outside(&setup, &lanes));
    warnings.extend(emptied(&setup.world, &lanes));
    start(&setup, place)?;
    crowded(&setup, place)?;
    work::check(&setup, lanes.len(), place)?;
    warnings.extend(refused(&setup, &lanes));
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
    tell: &Tell<'_>,
    warnings: &mut Vec<String>,
) -> Result<World, SceneError> {
    let mut kept = Told::new(Kept::new(&source.records, &source.lost), tell);
    let mut solids = Solids {
        loader: game::loader(scene, &mut kept),
        source,
        place,
        tell,
        warnings,
        total: 0,
    };
    let mut objects = Vec::new();
    for (index, object) in scene.objects.iter().enumerate() {
        let mut built = build_object(object, index, &mut solids)?;
        become_kind(&mut built, object.kind, index);
        if let Some(home) = scene.landblock {
            let frame = built.position.frame;
            built.position =
                map::build::seated(home.first_cell(), object.cell, frame).ok_or_else(|| {
                    let way = [Field("objects"), Index(index), Field("at")];
                    place.error(&way, map::build::OFF_THE_MAP)
                })?;
        }
        objects.push(built);
    }
    let pieces = game::pieces(scene, &mut solids.loader, place)?;
    let Some(home) = scene.landblock else {
        solids.warnings.extend(solids.loader.notes());
        let ground = match &scene.terrain {
            Some(terrain) => map::build::height_field(terrain, place)?,
            None => None,
        };
        return Ok(match ground {
            Some(ground) => World::on_ground(objects, ground),
            None => World::new(objects),
        });
    };
    let mut cells = map::build::cells(scene, home, &mut solids)?;
    solids.warnings.extend(solids.loader.notes());
    for piece in pieces {
        map::build::add(piece, &mut cells, &mut objects);
    }
    let trees = objects.iter().flat_map(|object| &object.parts);
    let polygons = trees.map(|part| part.tree.polygons().len()).sum::<usize>();
    let rooms = cells.rooms().filter_map(|room| room.structure.as_ref());
    let walls = rooms.map(|tree| tree.polygons().len()).sum::<usize>();
    if polygons.max(walls) > check::MAX_POLYGONS {
        let problem = check::too_many_polygons(polygons.max(walls));
        return Err(place.error(&[Field("game"), Field("load")], problem));
    }
    for object in &objects {
        if !cells.has(object.position.cell) {
            let (name, cell) = (&object.name, object.position.cell);
            solids.warnings.push(match cell.is_outdoor() {
                true => format!(
                    "{name}: outdoors without a landblock of `terrain`; nothing ever meets it"
                ),
                false => {
                    format!("{name}: stands in {cell}, which is missing; nothing ever meets it")
                }
            });
        }
    }
    Ok(World::with_cells(objects, cells).seen_from(home.first_cell()))
}

/// Gives an object the state of what it is.
///
/// spec/transition.md 14.2, steps 1, 2, 5 and 8.
fn become_kind(object: &mut Object, kind: ObjectKind, index: usize) {
    let (kind, state) = match kind {
        ObjectKind::Static => return,
        ObjectKind::Creature => (
            Kind(Kind::GAME_OBJECT.0 | Kind::CREATURE.0),
            ObjectState::default(),
        ),
        ObjectKind::Ethereal => (Kind::GAME_OBJECT, ObjectState::ETHEREAL),
    };
    let shape = object.state.0 & ObjectState::HAS_PHYSICS_BSP.0;
    object.kind = kind;
    object.state = ObjectState(state.0 | shape);
    // Only static objects share the id 0.
    object.game_id = index as u32 + 1;
}

fn build_object(
    object: &model::Object,
    index: usize,
    solids: &mut Solids<'_>,
) -> Result<Object, SceneError> {
    let scale = object.scale.map_or(1.0, |scale| scale.get());
    let frame = solids::frame(object.at, object.yaw_degrees, object.rotation);
    if let Some(primitive) = primitive(object, frame, scale) {
        return Ok(primitive);
    }
    let way = [Field("objects"), Index(index), Field("shape")];
    if let Shape::GfxObj(_) | Shape::Setup(_) = &object.shape
        && object.root_sphere.is_none()
    {
        let shape = solids.game_shape(&object.shape, object.tree, &way)?;
        return Ok(shape.object(object.name.clone(), frame, scale));
    }
    let Shape::Parts(parts) = &object.shape else {
        let mut tree = solids.tree(&object.shape, object.tree, &way, &object.name)?;
        if let Some((center, radius)) = object.root_sphere {
            tree = tree.with_root_sphere(Sphere {
                center: center.vector(),
                radius: radius.get(),
            });
        }
        return Ok(Object::solid(object.name.clone(), frame, scale, tree));
    };
    let mut built = Vec::with_capacity(parts.len());
    for (number, part) in parts.iter().enumerate() {
        let way = [way[0], way[1], way[2], Index(number), Field("shape")];
        let name = format!("{}, part {number}", object.name);
        built.push(crate::world::Part {
            frame: solids::frame(part.at, part.yaw_degrees, part.rotation),
            scale: part.scale.map_or(1.0, |scale| scale.get()),
            tree: solids.tree(&part.shape, part.tree, &way, &name)?,
        });
    }
    Ok(Object::of_parts(object.name.clone(), frame, scale, built))
}

/// Refuses a start where there is no cell: nothing could move from there.
fn start(setup: &Setup, place: Place<'_>) -> Result<(), SceneError> {
    let (cell, way) = match &setup.rig {
        Rig::Chase(_) => return Ok(()),
        // Each of those has a cell that is there.
        Rig::Sweep(rig) if rig.script.captured(0).is_some() => return Ok(()),
        Rig::Sweep(rig) => {
            let center = match &rig.mover {
                SweepMover::Viewer { .. } => Vec3::ZERO,
                SweepMover::Body(build) => build.center(),
            };
            let from = Frame::at(rig.script.start());
            let begin = setup.world.place(rig.cell, from, center);
            (begin.cell, [Field("rig"), Field("sweeps")])
        }
        Rig::Mover(rig) => (rig.body(&setup.world).cell, [Field("rig"), Field("feet")]),
    };
    if setup.world.has(cell) {
        return Ok(());
    }
    let problem = "the start is in no cell: neither inside a room nor on a landblock of `terrain`";
    Err(place.error(&way, problem))
}

/// Warns of bodies that would hang in the air instead of falling.
fn hanging(setup: &Setup, lanes: &[(String, Policy)]) -> Option<String> {
    let (Rig::Mover(rig), true) = (&setup.rig, is_fall_lost(setup.dt())) else {
        return None;
    };
    let falls = rig.state.has(ObjectState::GRAVITY);
    let ungated = lanes
        .iter()
        .filter(|(_, policy)| falls && policy.camera_gate == CameraGate::EveryFrame);
    let names: Vec<&str> = ungated.map(|(name, _)| name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let (hz, gained) = (setup.hz, -f64::from(GRAVITY) * setup.dt());
    Some(format!(
        "at {hz} Hz a body that falls from rest hangs in the air in {}: the {gained:.3} m/s that gravity adds in an update count as standing still; `hz: 30` or +camera_gate=hz30 lets it fall",
        names.join(", ")
    ))
}

/// Warns of a start outside of the room that it names.
fn outside(setup: &Setup, lanes: &[(String, Policy)]) -> Option<String> {
    let cells = setup.world.cells()?;
    let (named, begin, center) = match &setup.rig {
        Rig::Chase(_) => return None,
        Rig::Sweep(rig) if rig.script.captured(0).is_some() => return None,
        Rig::Sweep(rig) => {
            let center = match &rig.mover {
                SweepMover::Viewer { .. } => Vec3::ZERO,
                SweepMover::Body(build) => build.center(),
            };
            let from = Frame::at(rig.script.start());
            (rig.cell?, setup.world.place(rig.cell, from, center), center)
        }
        Rig::Mover(rig) => (
            rig.cell?,
            rig.body(&setup.world).position,
            rig.build.center(),
        ),
    };
    // Of a room without portals another warning says that nothing is ever inside.
    if cells
        .indoor(named)
        .is_none_or(|room| room.portals.is_empty())
    {
        return None;
    }
    let point = begin.frame.to_global(center);
    let holds = |policy: &Policy| cells.contains(named, named, point, policy);
    let is_held = lanes.iter().all(|(_, policy)| holds(policy));
    (!is_held).then(|| {
        format!(
            "the start is outside of the room {named} that `rig.cell` names; a move that ends in no cell is not committed"
        )
    })
}

/// Most objects that a warning names.
const NAMED: usize = 3;

/// Warns of objects whose trees a lane takes for empty.
fn emptied(world: &World, lanes: &[(String, Policy)]) -> Option<String> {
    let is_empty = |object: &Object, policy: &Policy| {
        let mut trees = object.parts.iter().map(|part| &part.tree);
        trees.any(|tree| !tree.polygons().is_empty() && tree.is_empty_to(policy))
    };
    let has_any = |policy: &Policy| world.objects.iter().any(|object| is_empty(object, policy));
    let struck: Vec<_> = lanes.iter().filter(|(_, policy)| has_any(policy)).collect();
    let (_, policy) = struck.first()?;
    let empty = world
        .objects
        .iter()
        .filter(|object| is_empty(object, policy));
    let names: Vec<&str> = empty.map(|object| object.name.as_str()).collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown: Vec<&str> = names.iter().copied().take(NAMED).collect();
    let lanes: Vec<&str> = struck.iter().map(|(name, _)| name.as_str()).collect();
    Some(format!(
        "{}{more}: a tree that is a single leaf counts as empty in {} (row l26), so nothing meets it there; +l26=retail or a shape of more polygons keeps it",
        shown.join(", "),
        lanes.join(", ")
    ))
}

/// Refuses more orders to the camera than a tick takes.
fn crowded(setup: &Setup, place: Place<'_>) -> Result<(), SceneError> {
    let (tick, field) = match &setup.rig {
        Rig::Chase(rig) => {
            let times = rig.orders.iter().map(|(seconds, _)| *seconds);
            (crowded_tick(times, setup.hz), "orders")
        }
        Rig::Mover(rig) => (crowded_tick(camera_times(&rig.script), setup.hz), "script"),
        Rig::Sweep(_) => return Ok(()),
    };
    let Some(tick) = tick else { return Ok(()) };
    let problem = format!(
        "more than {MAX_ORDERS} orders to the camera in tick {tick} at {} Hz",
        setup.hz
    );
    Err(place.error(&[Field("rig"), Field(field)], problem))
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

fn rig(rig: &model::Rig) -> Rig {
    match rig {
        model::Rig::Chase(chase) => Rig::Chase(ChaseRig {
            feet: chase.feet.vector(),
            heading_degrees: chase.heading_degrees.map_or(0.0, |degrees| degrees.get()),
            settings: chase.camera().settings(),
            viewer: chase.viewer.map(Point::vector),
            motion: motion(&chase.motion),
            orders: chase
                .orders
                .iter()
                .map(|(seconds, ask)| (seconds.get(), ask.order()))
                .collect(),
        }),
        // Those are read where the world is known.
        model::Rig::Sweep(sweep) => Rig::Sweep(SweepRig {
            mover: match sweep.mover.moved() {
                Some(moved) => SweepMover::Body(moved.build()),
                None => SweepMover::Viewer {
                    radius: sweep.radius.map_or(VIEWER_RADIUS, |radius| radius.get()),
                },
            },
            script: script(&sweep.sweeps),
            cell: sweep.cell.map(RoomNumber::cell),
            grounded: sweep.grounded,
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
        Sweeps::Captured { .. } => SweepScript::Captured(Vec::new()),
        Sweeps::Moves { start, by, count } => SweepScript::Moves {
            start: start.vector(),
            by: by.vector(),
            count: count.get(),
        },
    }
}
