//! `ticks.json`, and the set-position path of `place.json`: bodies.

use glam::Vec3;
use serde_json::{Value, json};

use sweepscope::body::place::{PlaceFlags, Placed};
use sweepscope::body::{Body, RootMotion, Transient};
use sweepscope::geometry::vector::{narrow, wide};
use sweepscope::geometry::{Position, Rotation};
use sweepscope::policy::Policy;
use sweepscope::world::World;

use super::compare::{plane, rotation, vector};
use super::mover::{build, state};
use super::read::{self, Fields};
use super::scene::Scene;

/// Updates a body tick by tick.
pub(super) fn ticks(case: Fields<'_>, scene: Scene<'_>, world: &World, policy: &Policy) -> Value {
    let begin = case.position("begin", scene.block());
    let mut body = Body::new(build(case), begin, state(case));
    body.transient = Transient(case.whole_or("transient", Transient::ACTIVE.0));
    if case.get("contact").is_some() {
        body.contact = case.plane("contact");
        body.contact_cell = begin.cell;
    }
    body.recompute_acceleration(policy);
    if case.get("vel").is_some() {
        body.set_velocity(case.vector("vel"));
    }
    body.omega = case.vector_or("omega", Vec3::ZERO);
    let mut walk = case.vector_or("walk", Vec3::ZERO);
    let mut drive = case.get("drive").map(read::vector);
    let quantum = case.wide("quantum");
    let ticks = (0..case.whole("n")).map(|i| {
        let commands = case.list("commands").iter().map(Fields);
        for command in commands.filter(|command| command.whole("at") == i) {
            walk = command.vector_or("walk", walk);
            if command.get("vel").is_some() {
                body.set_velocity(command.vector("vel"));
            }
            if let Some(new) = command.get("drive") {
                drive = Some(read::vector(new));
            }
        }
        if case.flag("keep_active") {
            body.transient.put(Transient::ACTIVE, true);
        }
        if let Some(drive) = drive.filter(|_| body.transient.has(Transient::ON_WALKABLE)) {
            body.set_velocity(drive);
        }
        let motion = RootMotion {
            way: narrow(wide(walk) * quantum),
            turn: Rotation::IDENTITY,
        };
        body.update(world, policy, quantum, motion, &mut ());
        let mut tick = record(&body);
        tick["i"] = json!(i);
        tick
    });
    json!({ "ticks": ticks.collect::<Vec<_>>() })
}

/// Puts a body that is nowhere to a position.
pub(super) fn place(case: Fields<'_>, scene: Scene<'_>, world: &World, policy: &Policy) -> Value {
    let mut body = Body::new(build(case), Position::default(), state(case));
    body.transient = Transient::default();
    let flags = PlaceFlags(case.whole("flags"));
    let end = case.position("end", scene.block());
    let placed = body.set_position(world, policy, end, flags, &mut ());
    let mut answer = record(&body);
    answer["r"] = json!(match placed {
        Placed::Ok => "OK",
        Placed::NoValidPosition => "NoValidPosition",
        Placed::NoCell => "NoCell",
        Placed::Collided => "Collided",
    });
    answer
}

fn record(body: &Body) -> Value {
    json!({
        "cell": body.position.cell.0,
        "origin": vector(body.position.frame.origin),
        "rot": rotation(body.position.frame.rotation),
        "vel": vector(body.velocity),
        "cached_vel": vector(body.cached_velocity),
        "transient": body.transient.0,
        "contact_plane": plane(body.contact),
        "contact_cell": body.contact_cell.0,
        "sliding": vector(body.sliding),
        "colliding_env": body.touches_environment,
    })
}
