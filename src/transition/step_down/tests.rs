//! The worked examples of spec/transition.md 9 and 6 F, and of 24 for them.

use super::*;
use crate::constants::{FLOOR_Z, LANDING_Z};
use crate::geometry::{Cylinder, Frame, Polygon, Position, Sphere};
use crate::policy::{Form, Policy};
use crate::transition::Mover;
use crate::transition::sphere_path::Walkable;
use crate::transition::trial::{CONTACT, WALKER, at, close, foot, quad, space, trial};
use crate::world::{Object, World};

const FEET: f32 = 0.005;

/// spec/transition.md EX-6a: a human looks 0.75 m down, and 0.75 m more.
#[test]
fn two_tries() {
    let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
    let mover = Mover::human(MoverFlags(WALKER));
    let mut t = trial(&world, &policy, mover, Vec3::ZERO, Vec3::ZERO, &mut probe);
    assert_eq!(t.step_down_in_tries(1.5, FLOOR_Z), (false, 0.75));
    assert!(close(t.path.check.frame.origin, at(0.0, 0.0, -1.5)));
    for (z, found) in [(-0.7, -0.695), (-1.4, -1.395)] {
        let world = space(vec![vec![quad(z, true)]]);
        let mut t = trial(&world, &policy, mover, Vec3::ZERO, Vec3::ZERO, &mut probe);
        assert_eq!(t.step_down_in_tries(1.5, FLOOR_Z), (true, 0.75));
        assert!(close(t.path.check.frame.origin, at(0.0, 0.0, found)), "{z}");
    }
}

/// spec/transition.md EX-9: what a unit square holds, by half a radius of 0.48; ACE forgets its corners.
#[test]
fn held_by_a_square() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let square = Polygon::new(corners.map(|[x, y]| at(x, y, 0.0)).to_vec()).unwrap();
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::L04, Form::Ace);
    for (x, y, retail, legacy) in [
        (1.2, 0.5, true, true),
        (1.3, 0.5, false, false),
        (0.5, 0.5, true, true),
        (1.1, 1.1, true, false),
    ] {
        for (policy, held) in [(&Policy::RETAIL, retail), (&ace, legacy)] {
            let (world, mut probe) = (World::default(), ());
            let mover = foot(0.48, WALKER);
            let mut t = trial(&world, policy, mover, Vec3::ZERO, Vec3::ZERO, &mut probe);
            let center = at(x, y, 0.3);
            t.path.walkable = Some(Walkable {
                polygon: &square,
                sphere: Sphere {
                    center,
                    radius: 0.48,
                },
                up: Vec3::Z,
                position: Position::default(),
                scale: 1.0,
            });
            assert_eq!(t.check_walkables(), held, "{x} {y}");
            // The stored radius was halved (L-23).
            assert_eq!(t.path.walkable.unwrap().sphere.radius, 0.24);
        }
    }
}

/// spec/transition.md 24, row for 9.1: how high a step may be, with what is left of the move; from steep ground 0.044 m.
#[test]
fn heights_of_steps() {
    for (flags, top, left) in [
        (WALKER, 0.4, Some(0.3333)),
        (WALKER, 0.6, Some(0.0)),
        (WALKER, 0.65, Some(-0.0833)),
        (WALKER, 0.67, None),
        (CONTACT, 0.0435, Some(-0.0875)),
        (CONTACT, 0.0445, None),
    ] {
        let block = Cylinder {
            low: at(0.0, 0.0, -5.0),
            height: top + 5.0,
            radius: 3.0,
        };
        let block = Object::round(
            "block".to_owned(),
            Frame::default(),
            1.0,
            vec![],
            vec![block],
        );
        let (world, policy, mut probe) = (World::new(vec![block]), Policy::RETAIL, ());
        let (mover, feet) = (Mover::human(MoverFlags(flags)), at(0.0, 0.0, FEET));
        let mut t = trial(&world, &policy, mover, feet, feet, &mut probe);
        assert_eq!(t.step_up(Vec3::NEG_X), left.is_some(), "{top}");
        let lifted = t.path.check.frame.origin - feet;
        if let Some(left) = left {
            assert!((t.path.walk_interp - left).abs() < 1e-3, "{top}");
            assert!(close(lifted, at(0.0, 0.0, top)));
        } else {
            assert_eq!(lifted, Vec3::ZERO);
        }
        assert!(!t.path.step_up && t.path.walkable.is_none());
    }
}

/// spec/transition.md 24, row for 9.2: a floor whose normal has z 0.6642 holds a walker, one of 0.6641 only a landing.
#[test]
fn steepest_floor() {
    for (z, limit, found) in [
        (0.6642_f64, FLOOR_Z, true),
        (0.6641, FLOOR_Z, false),
        (0.6641, LANDING_Z, true),
    ] {
        let rise = ((1.0 - z * z).sqrt() / z) as f32;
        let corner = |x: f32, y: f32| at(x, y, y * rise);
        let corners = vec![
            corner(-5.0, -5.0),
            corner(5.0, -5.0),
            corner(5.0, 5.0),
            corner(-5.0, 5.0),
        ];
        let world = space(vec![vec![Polygon::new(corners).unwrap()]]);
        let (policy, mut probe) = (Policy::RETAIL, ());
        let (mover, feet) = (Mover::human(MoverFlags(WALKER)), at(0.0, 0.0, 0.5));
        let mut t = trial(&world, &policy, mover, feet, feet, &mut probe);
        t.path.walkable_allowance = LANDING_Z;
        assert_eq!(t.step_down(0.75, limit), found, "{z} {limit}");
    }
}

/// spec/transition.md 24, row for 9.3: a human whose last polygon does not hold it looks 0.75 m down, and only looks.
#[test]
fn probe_below() {
    let far = quad(0.0, true);
    for (floor, found) in [(-0.5, true), (-0.8, false)] {
        let world = space(vec![vec![quad(floor, true)]]);
        let (policy, mut probe) = (Policy::RETAIL, ());
        let (mover, feet) = (Mover::human(MoverFlags(WALKER)), at(0.0, 0.0, FEET));
        let mut t = trial(&world, &policy, mover, feet, feet, &mut probe);
        // As a step down leaves it that has found a floor.
        t.collision.contact.valid = true;
        t.path.walkable = Some(Walkable {
            polygon: &far,
            sphere: Sphere {
                center: at(9.0, 0.0, 0.48),
                radius: 0.48,
            },
            up: Vec3::Z,
            position: Position::default(),
            scale: 1.0,
        });
        assert_eq!(t.check_walkable(FLOOR_Z), found, "{floor}");
        assert_eq!(t.path.check.frame.origin, feet);
        assert!(!t.path.check_walkable);
    }
}
