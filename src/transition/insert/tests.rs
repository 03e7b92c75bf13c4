//! The worked examples of spec/transition.md 24 for 6 and 7.1.

use glam::Vec3;

use super::*;
use crate::geometry::polygon::reference::wall_at;
use crate::geometry::{Polygon, Position};
use crate::policy::{Form, Policy};
use crate::probe::{Counters, EventKind};
use crate::transition::Mover;
use crate::transition::trial::{WALKER, at, level, level_ground, place, space};
use crate::world::{HeightField, World};

/// Asks with a human that was at `from` and is tried at `to`; the answer, and how often the ground was asked.
fn asked(
    world: &World,
    policy: &Policy,
    (from, to): (Vec3, Vec3),
    ask: impl FnOnce(&mut Transition<'_, Counters>) -> Outcome,
) -> (Outcome, u64, bool) {
    let mut counters = Counters::default();
    let mover = Mover::human(MoverFlags(WALKER));
    let (begin, end): (Position, Position) = (place(from), place(to));
    let mut t = Transition::new(world, policy, mover, Some(begin), end, &mut counters);
    t.path.set_check(&mover, end, end.cell);
    t.collision
        .seed_contact(level(0.0), false, end.cell, policy);
    let outcome = ask(&mut t);
    let contact = t.collision.contact.valid;
    (outcome, counters.of(EventKind::EnvironmentAsked), contact)
}

/// Ground that rises by 60 degrees: under T12 it answers Adjusted and moves nobody.
fn steep() -> (World, Policy) {
    let heights = [-173.205, -173.205, 173.205, 173.205];
    let field = HeightField::new(at(-100.0, -100.0, 0.0), 200.0, (2, 2), &heights).unwrap();
    let mut policy = Policy::RETAIL;
    policy.set_row(Row::T12, Form::Ace);
    (World::on_ground(Vec::new(), field), policy)
}

/// spec/transition.md 24, row for 7.1: Adjusted and then Ok is Ok after two questions; Adjusted for ever is Adjusted after
/// three; Slid and then Collided is Collided, without contact.
#[test]
fn one_cell() {
    let cell = place(Vec3::ZERO).cell;
    let sunk = (at(0.0, 0.0, 0.005), at(0.0, 0.0, -0.1));
    let (outcome, times, contact) = asked(&level_ground(), &Policy::RETAIL, sunk, |t| {
        t.insert_into_cell(cell, 3)
    });
    assert_eq!((outcome, times, contact), (Outcome::Ok, 2, true));

    let (world, policy) = steep();
    let (outcome, times, _) = asked(&world, &policy, sunk, |t| t.insert_into_cell(cell, 3));
    assert_eq!((outcome, times), (Outcome::Adjusted, 3));

    let first = wall_at(1.0);
    // A corner: the way along the first wall leads into the second.
    let other = |x: f32, y: f32| at(y, x, 0.0);
    let second = first
        .vertices
        .iter()
        .map(|v| other(v.x, v.y) + Vec3::Z * v.z);
    let second: Vec<Vec3> = second.rev().collect();
    let world = space(vec![
        vec![first.clone()],
        vec![Polygon::new(second).unwrap()],
    ]);
    let corner = (at(0.45, 0.45, 0.005), at(0.7, 0.7, 0.005));
    let (outcome, _, contact) = asked(&world, &Policy::RETAIL, corner, |t| {
        t.insert_into_cell(cell, 3)
    });
    assert_eq!((outcome, contact), (Outcome::Collided, false));
}

/// spec/transition.md 24, rows for 6: Adjusted for ever is asked three times three times, and given up; Collided once.
#[test]
fn attempts() {
    let (world, policy) = steep();
    let sunk = (at(0.0, 0.0, 0.005), at(0.0, 0.0, -0.1));
    let (outcome, times, _) = asked(&world, &policy, sunk, |t| {
        let outcome = t.transitional_insert(3);
        t.validate_transition(outcome);
        assert_eq!(t.path.current, place(sunk.0));
        assert_eq!(t.path.check, place(sunk.0));
        outcome
    });
    assert_eq!((outcome, times), (Outcome::Adjusted, 9));
    let (outcome, times, _) = asked(&level_ground(), &Policy::RETAIL, sunk, |t| {
        t.path.check_walkable = true;
        t.transitional_insert(3)
    });
    assert_eq!((outcome, times), (Outcome::Collided, 1));
}
