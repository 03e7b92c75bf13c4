//! The worked examples of spec/transition.md 14 and of 24 for it.

use super::*;
use crate::bsp::Tree;
use crate::geometry::polygon::reference::wall;
use crate::geometry::{Cylinder, Frame, Rotation};
use crate::policy::{Policy, ReachFilter};
use crate::transition::Mover;
use crate::transition::trial::{CONTACT, at, ball, quad, trial};
use crate::world::World;

/// A wall at x 2 that is no static object.
fn door(state: u32, kind: Kind) -> Object {
    let tree = Tree::single_leaf(vec![wall()]);
    let mut door = Object::solid("door".to_owned(), Frame::default(), 1.0, tree);
    door.state = ObjectState(ObjectState::HAS_PHYSICS_BSP.0 | state);
    door.kind = kind;
    door
}

/// Asks `object` with a human that walks into the wall; the answer and what was noted.
fn asked(
    object: &Object,
    flags: u32,
    prepare: impl FnOnce(&mut Transition<'_, ()>),
) -> (Outcome, CollisionFacts) {
    let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
    let mover = Mover::human(MoverFlags(flags));
    let (from, to) = (at(1.4, 0.0, 0.0), at(1.7, 0.0, 0.0));
    let mut t = trial(&world, &policy, mover, from, to, &mut probe);
    prepare(&mut t);
    let outcome = t.against_object(ObjectId(3), object);
    assert!(!t.path.obstruction_ethereal);
    let facts = CollisionFacts {
        objects: t.collision.objects.clone(),
        last: t.collision.last_object,
        environment: t.collision.environment,
        normal: t.collision.collision_normal,
    };
    (outcome, facts)
}

#[derive(Debug, PartialEq)]
struct CollisionFacts {
    objects: Vec<ObjectId>,
    last: Option<ObjectId>,
    environment: bool,
    normal: Option<Vec3>,
}

const NOTHING: CollisionFacts = CollisionFacts {
    objects: Vec::new(),
    last: None,
    environment: false,
    normal: None,
};

fn nothing(_: &mut Transition<'_, ()>) {}

/// spec/transition.md 24, row for 14.2: what is not asked at all.
#[test]
fn passed_through() {
    let player = Kind(Kind::PLAYER.0 | Kind::CREATURE.0);
    let killer = Kind(player.0 | Kind::PK.0);
    let (me, pk) = (
        MoverFlags::PLAYER.0,
        MoverFlags::PLAYER.0 | MoverFlags::PK.0,
    );
    let missile = ObjectState::MISSILE.0;
    for (object, flags, met) in [
        (door(0, Kind::CREATURE), MoverFlags::VIEWER.0, false),
        (door(0, Kind::CREATURE), 0, true),
        (door(0, player), me, false),
        (door(0, killer), pk, true),
        (door(0, killer), me, false),
        (door(missile, Kind::default()), 0, false),
    ] {
        let (outcome, facts) = asked(&object, flags, nothing);
        assert_eq!(outcome != Outcome::Ok, met, "{:?} {flags:#x}", object.kind);
        let objects = if met { vec![ObjectId(3)] } else { vec![] };
        assert_eq!(facts.objects, objects);
    }
}

/// spec/transition.md 24, row for 14.2: an ethereal door says Ok, and is recorded unless the mover steps down.
#[test]
fn ethereal_door() {
    let ghost = door(ObjectState::ETHEREAL.0, Kind::default());
    let inside = |t: &mut Transition<'_, ()>| {
        t.collision.collision_normal = Some(Vec3::X);
    };
    let (outcome, facts) = asked(&ghost, 0, inside);
    let recorded = CollisionFacts {
        objects: vec![ObjectId(3)],
        ..NOTHING
    };
    assert_eq!((outcome, facts), (Outcome::Ok, recorded));
    let stepping = |t: &mut Transition<'_, ()>| t.path.step_down = true;
    assert_eq!(asked(&ghost, 0, stepping), (Outcome::Ok, NOTHING));
    let ignored = door(
        ObjectState::ETHEREAL.0 | ObjectState::IGNORE_COLLISIONS.0,
        Kind::default(),
    );
    assert_eq!(asked(&ignored, 0, nothing), (Outcome::Ok, NOTHING));
}

/// spec/transition.md 24, row for 14.2: a static wall is the environment, to a mover in the air.
#[test]
fn static_wall() {
    let wall = door(ObjectState::STATIC.0, Kind::default());
    for (flags, environment) in [(0, true), (CONTACT, false)] {
        let (outcome, facts) = asked(&wall, flags, nothing);
        assert_ne!(outcome, Outcome::Ok);
        assert_eq!(facts.environment, environment);
        assert!(facts.objects.is_empty());
    }
}

/// spec/transition.md 24, row for 14.2.7: who says that it has trees and has none is not asked for its cylinders.
#[test]
fn ladder_of_shapes() {
    let pillar = Cylinder {
        low: Vec3::ZERO,
        height: 2.0,
        radius: 2.0,
    };
    let mut object = Object::round(
        "pillar".to_owned(),
        Frame::default(),
        1.0,
        vec![],
        vec![pillar],
    );
    assert_ne!(asked(&object, 0, nothing).0, Outcome::Ok);
    object.state = ObjectState(object.state.0 | ObjectState::HAS_PHYSICS_BSP.0);
    assert_eq!(asked(&object, 0, nothing), (Outcome::Ok, NOTHING));
}

/// spec/transition.md EX-14a to EX-14c and spec/bsp.md 10.2: a rock whose sphere is 23.556 m from its origin. Measured to the
/// origin it is rejected unless the move is long enough; without a filter it is asked.
#[test]
fn rock_beside_its_origin() {
    let center = at(-1.753, 14.259, 18.667);
    let origin = at(159.107, 36.629, 0.005);
    let foot = at(131.13, 51.61, 51.436);
    // Its yaw is that of scenes.md M1. Its polygon lies under the mover, in the rock's own space.
    let frame = Frame {
        origin,
        rotation: Rotation::about_z(54.82_f64.to_radians()),
    };
    let under = frame.to_local(foot - Vec3::Z * 0.2);
    let polygon = quad(0.0, true)
        .vertices
        .iter()
        .map(|v| *v + under)
        .collect();
    let polygon = crate::geometry::Polygon::new(polygon).unwrap();
    let tree =
        |center| Tree::single_leaf(vec![polygon.clone()]).with_root_sphere(ball(center, 56.909));
    let rock = |center| Object::solid("rock".to_owned(), frame, 1.0, tree(center));
    let far = rock(center);
    assert!((length(wide(center)) - 23.556).abs() < 1e-3);
    let measured = |object: &Object, moved: f32, filter| {
        let check = ball(foot - Vec3::Z * moved, 0.48);
        reach(filter, object, check, foot)
    };
    for (moved, budget, admitted) in [(0.308, 59.697, false), (1.05, 60.439, true)] {
        let found = measured(&far, moved, ReachFilter::FromOrigin).unwrap();
        assert!((found.distance - 60.434).abs() < 1e-3, "{found:?}");
        assert!((found.reach - budget).abs() < 1e-3, "{found:?}");
        assert_eq!(found.admitted, admitted);
        let found = measured(&far, moved, ReachFilter::FromBoundsCentre).unwrap();
        assert!(
            (found.distance - 37.083).abs() < 1e-2 && found.admitted,
            "{found:?}"
        );
        assert_eq!(measured(&far, moved, ReachFilter::None), None);
    }
    // Around its origin, both measure the same.
    let centred = rock(Vec3::ZERO);
    let both = [ReachFilter::FromOrigin, ReachFilter::FromBoundsCentre];
    let [a, b] = both.map(|filter| measured(&centred, 0.308, filter).unwrap());
    assert_eq!(a, b);
    // Retail asks, and the falling mover is stopped.
    let legacy = Policy {
        reach_filter: ReachFilter::FromOrigin,
        ..Policy::RETAIL
    };
    for (policy, met) in [(Policy::RETAIL, true), (legacy, false)] {
        let (world, mut probe) = (World::new(vec![far.clone()]), ());
        let mut t = trial(
            &world,
            &policy,
            crate::transition::trial::foot(0.48, 0),
            foot,
            foot - Vec3::Z * 0.308,
            &mut probe,
        );
        let cell = t.path.check.cell;
        let outcome = t.find_object_collisions(cell);
        assert_eq!(outcome != Outcome::Ok, met);
    }
}
