//! Movers and paths in a recorded state, and their answers in the recorded form.

use glam::Vec3;
use serde_json::{Map, Value, json};

use sweepscope::body::{Body, Build};
use sweepscope::geometry::{Position, Sphere};
use sweepscope::ids::{CellId, ObjectId};
use sweepscope::policy::Policy;
use sweepscope::probe::Probe;
use sweepscope::transition::collision_info::{CollisionInfo, Support};
use sweepscope::transition::sphere_path::InsertType;
use sweepscope::transition::{Mover, MoverFlags, Transition};
use sweepscope::world::{Kind, ObjectState, World};

use super::compare::{center, float, plane, position, vector};
use super::read::{self, Fields};
use super::scene::Scene;

/// State of a mover that names none.
const STATE: u32 = 0x0040_0C08;

/// Id of a mover that names none: a player.
const PLAYER: u32 = 0x5000_0001;

/// What the mover of a case is made of.
pub(super) fn build(case: Fields<'_>) -> Build {
    let mover = Fields(case.need("mover"));
    let spheres: Vec<Sphere> = mover.list("spheres").iter().map(read::sphere).collect();
    let none = Sphere {
        center: Vec3::ZERO,
        radius: 0.0,
    };
    let game_id = mover.whole_or("id", PLAYER);
    let has_setup = mover.get("spheres").is_some();
    let step = |name| mover.float_or(name, if has_setup { 0.0 } else { 0.01 });
    Build {
        spheres: std::array::from_fn(|i| spheres.get(i).copied().unwrap_or(none)),
        sphere_count: spheres.len().min(2),
        step_up: step("step_up"),
        step_down: step("step_down"),
        scale: mover.float_or("scale", 1.0),
        free_heading: mover.flag("free_heading"),
        kind: kind(mover, game_id),
        game_id,
        object: None,
        target: None,
        flags: MoverFlags::NONE,
    }
}

/// Bits of the body's physics state.
pub(super) fn state(case: Fields<'_>) -> ObjectState {
    ObjectState(Fields(case.need("mover")).whole_or("state", STATE))
}

/// What a mover or an object is, by its `weenie`; players need none.
pub(super) fn kind(fields: Fields<'_>, game_id: u32) -> Kind {
    let Some(weenie) = fields.get("weenie").map(Fields) else {
        let player = (PLAYER..=0x5FFF_FFFF).contains(&game_id);
        return if player {
            Kind(Kind::GAME_OBJECT.0 | Kind::PLAYER.0 | Kind::CREATURE.0)
        } else {
            Kind::default()
        };
    };
    let bits = [
        ("player", Kind::PLAYER),
        ("creature", Kind::CREATURE),
        ("impenetrable", Kind::IMPENETRABLE),
        ("pk", Kind::PK),
        ("pklite", Kind::PK_LITE),
    ];
    let set = bits.into_iter().filter(|(name, _)| weenie.flag(name));
    Kind(set.fold(Kind::GAME_OBJECT.0, |all, (_, bit)| all | bit.0))
}

/// The mover with the flags that the case gives, and those of its kind.
pub(super) fn mover(case: Fields<'_>, policy: &Policy) -> Mover {
    let body = Body::new(build(case), Position::default(), state(case));
    let mut mover = body.mover(policy);
    let of_kind = MoverFlags::IMPENETRABLE.0
        | MoverFlags::PLAYER.0
        | MoverFlags::PK.0
        | MoverFlags::PK_LITE.0;
    mover.flags = MoverFlags(case.whole_or("state", 0) | mover.flags.0 & of_kind);
    if let Some(viewer) = case.get("viewer_sphere") {
        mover.spheres[0] = read::sphere(viewer);
        mover.sphere_count = 1;
    }
    mover
}

/// A path with the mover, the positions and the collision state of the case.
pub(super) fn path<'a, P: Probe>(
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &'a World,
    policy: &'a Policy,
    probe: &'a mut P,
) -> Transition<'a, P> {
    let block = scene.block();
    let begin = case.get("begin").map(|_| case.position("begin", block));
    let end = case.position("end", block);
    let mut path = Transition::new(world, policy, mover(case, policy), begin, end, probe);
    let cell = begin.unwrap_or(end).cell;
    seed(case, block, cell, &mut path.collision, policy);
    path
}

/// Planes, sliding normal and counter that a path begins with.
fn seed(case: Fields<'_>, block: u32, begin: CellId, info: &mut CollisionInfo, policy: &Policy) {
    let cell = case
        .get("contact_cell")
        .map_or(begin, |id| read::cell(read::whole(id), block));
    let water = case.flag("contact_water");
    if case.get("contact").is_some() {
        info.seed_contact(case.plane("contact"), water, cell, policy);
    } else if case.get("last_contact").is_some() {
        info.seed_last_known(case.plane("last_contact"), water, cell, policy);
    }
    if case.get("sliding").is_some() {
        info.seed_sliding(case.vector("sliding"));
    }
    info.stationary = u8::try_from(case.whole_or("frames_stationary", 0)).unwrap();
}

/// Puts the path into the state that a single step is recorded from.
pub(super) fn set_state<P: Probe>(case: Fields<'_>, path: &mut Transition<'_, P>) {
    let end = path.path.end;
    let cell = path.path.current_cell;
    let mover = path.mover;
    let state = &mut path.path;
    state.walk_interp = 0.0;
    if let Some(fields) = case.get("path").map(Fields) {
        state.insert_type = match fields.whole_or("insert_type", 0) {
            0 => InsertType::Transition,
            1 => InsertType::Placement,
            2 => InsertType::InitialPlacement,
            other => panic!("{other} is no insert type"),
        };
        state.step_up = fields.flag("step_up");
        state.step_down = fields.flag("step_down");
        state.step_down_amount = fields.float_or("step_down_amt", 0.0);
        state.collide = fields.flag("collide");
        state.check_walkable = fields.flag("check_walkable");
        state.building_check = fields.flag("building_check");
        state.hits_interior_cell = fields.flag("hits_interior");
        state.obstruction_ethereal = fields.flag("obstruction_ethereal");
        state.walkable_allowance = fields.float_or("walkable_allowance", 0.0);
        state.walk_interp = fields.float_or("walk_interp", 1.0);
    }
    let check = Position {
        cell: state.current.cell,
        frame: end.frame,
    };
    state.set_check(&mover, check, cell);
}

/// What every path answers, in the recorded form.
pub(super) fn common<P: Probe>(path: &Transition<'_, P>, world: &World) -> Map<String, Value> {
    let state = &path.path;
    let info = &path.collision;
    let id = |object: &ObjectId| world.objects[object.0 as usize].game_id;
    let answer = json!({
        "cur": position(&state.current),
        "cur_cell": state.current_cell.0,
        "state": path.mover.flags.0,
        "contact": support(&info.contact),
        "last_contact": support(&info.last_known),
        "sliding": normal(info.sliding_normal.is_some(), info.sliding_stored),
        "collision": normal(info.collision_normal.is_some(), info.collision_stored),
        "collided_env": info.environment,
        "frames_stationary": info.stationary,
        "objects": info.objects.iter().map(id).collect::<Vec<_>>(),
        "cells": state.cells.iter().map(|cell| cell.0).collect::<Vec<_>>(),
    });
    match answer {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// What a single step answers besides: the intermediate state.
pub(super) fn intermediate<P: Probe>(
    path: &Transition<'_, P>,
    world: &World,
) -> Map<String, Value> {
    let mut answer = common(path, world);
    let state = &path.path;
    let spheres = &state.check_spheres[..path.mover.sphere_count];
    answer.insert("check".to_owned(), position(&state.check));
    answer.insert("check_cell".to_owned(), json!(state.check_cell.0));
    let spheres = spheres.iter().map(center).collect();
    answer.insert("global_sphere".to_owned(), Value::Array(spheres));
    let insert_type = match state.insert_type {
        InsertType::Transition => 0,
        InsertType::Placement => 1,
        InsertType::InitialPlacement => 2,
    };
    let fields = json!({
        "step_up": state.step_up,
        "step_up_normal": vector(state.step_up_normal),
        "collide": state.collide,
        "insert_type": insert_type,
        "step_down": state.step_down,
        "obstruction_ethereal": state.obstruction_ethereal,
        "hits_interior_cell": state.hits_interior_cell,
        "walkable_allowance": float(f64::from(state.walkable_allowance)),
        "walk_interp": float(f64::from(state.walk_interp)),
        "walkable": state.walkable.is_some(),
        "check_walkable": state.check_walkable,
        "neg_poly_hit": state.negative_hit,
        "neg_step_up": state.negative_step_up,
        "neg_normal": vector(state.negative_normal),
    });
    answer.insert("path".to_owned(), fields);
    answer
}

/// The velocity that the path leaves the body with.
pub(super) fn velocity<P: Probe>(case: Fields<'_>, path: &Transition<'_, P>) -> Value {
    let given = case.vector_or("vel", Vec3::ZERO);
    vector(if path.effects.velocity_zeroed {
        Vec3::ZERO
    } else {
        given
    })
}

fn support(support: &Support) -> Value {
    json!({
        "valid": support.valid,
        "plane": plane(support.plane),
        "cell": support.cell.0,
        "water": support.water,
    })
}

fn normal(valid: bool, stored: Vec3) -> Value {
    json!({ "valid": valid, "normal": vector(stored) })
}
