//! The worked examples of spec/bsp.md 8: a cylinder of 2 m with radius 0.6 on the origin, a mover of radius 0.5.

use super::*;
use crate::constants::LANDING_Z;
use crate::geometry::{Frame, Plane};
use crate::policy::{Form, Policy};
use crate::transition::sphere_path::InsertType;
use crate::transition::trial::{CONTACT, PERFECT, at, close, foot, level, trial};
use crate::world::World;

const PILLAR: Cylinder = Cylinder {
    low: Vec3::ZERO,
    height: 2.0,
    radius: 0.6,
};

fn pillar() -> Object {
    Object::round(
        "pillar".to_owned(),
        Frame::default(),
        1.0,
        vec![],
        vec![PILLAR],
    )
}

macro_rules! path {
    ($policy:expr, $flags:expr, $current:expr, $check:expr => $t:ident) => {
        let world = World::default();
        let mut probe = ();
        let mut $t = trial(
            &world,
            $policy,
            foot(0.5, $flags),
            $current,
            $check,
            &mut probe,
        );
    };
}

/// spec/bsp.md 8.1, examples: the rim is square.
#[test]
fn touched() {
    for (x, z, touched) in [
        (1.0, 1.0, true),
        (1.0998, 1.0, true),
        (1.1, 1.0, false),
        (0.0, 2.49, true),
        (0.0, 2.5, false),
        (0.0, -0.4, true),
        (1.05, 2.45, true),
    ] {
        // Half a hundredth of a millimetre, for a number that is on the rim and stored as f32.
        let check = at(x - 5e-6, 0.0, z);
        path!(&Policy::RETAIL, 0, check, check => t);
        t.path.insert_type = InsertType::Placement;
        let outcome = t.against_cylinder(&pillar(), &PILLAR);
        assert_eq!(outcome == Outcome::Collided, touched, "{x} {z}");
    }
}

/// spec/bsp.md 8.2, examples: old centre, height at the check position, normal, and whether it is certain.
#[test]
fn normals() {
    for (old, z, normal, certain) in [
        (at(1.4, 0.0, 1.0), 1.0, at(1.4, 0.0, 0.0), true),
        (at(1.4, 0.3, 2.8), 2.4, at(1.4, 0.3, 0.0), false),
        (at(0.2, 0.0, 2.7), 2.3, Vec3::Z, true),
        (at(0.2, 0.0, -0.8), -0.4, Vec3::NEG_Z, true),
        (at(1.4, 0.0, 2.8), 2.8, at(1.4, 0.0, 0.0), true),
    ] {
        let check = at(old.x, old.y, z);
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let t = trial(&world, &policy, foot(0.5, 0), old, check, &mut probe);
        let meeting = Meeting {
            low: Vec3::ZERO,
            height: 2.0,
            from: [wide(check); 2],
            radii: [0.5; 2],
            sum: 0.6 - EPSILON_WIDE + 0.5,
        };
        let (n, definite) = t.cylinder_normal(&meeting, wide(check), 0);
        assert!(close(narrow(n), normal), "{old}: {n}");
        assert_eq!(definite, certain, "{old}");
    }
}

/// spec/bsp.md 8.3, examples of the step up: from a height of 2.2 m it needs 0.3 m, from 1 m 1.5 m.
#[test]
fn stepping_up() {
    for (z, needed) in [(2.2, 0.3), (1.0, 1.5)] {
        for (height, steps) in [(needed + 0.001, true), (needed - 0.001, false)] {
            path!(&Policy::RETAIL, CONTACT, at(1.4, 0.0, z), at(1.0, 0.0, z) => t);
            t.mover.step_up_height = height;
            t.against_cylinder(&pillar(), &PILLAR);
            assert_eq!(t.path.step_up_normal != Vec3::ZERO, steps, "{z} {height}");
        }
    }
}

/// spec/bsp.md 8.3, examples of the step down, and L-19: height, amount, lift and what is left of the move.
#[test]
fn stepping_down() {
    for (z, amount, taken) in [
        (2.3, 0.4, Some((0.2, 0.5))),
        (2.3, 0.15, None),
        (2.0, 0.4, None),
        (2.1, 0.4, Some((0.4, 0.0))),
    ] {
        let check = at(0.5, 0.0, z);
        path!(&Policy::RETAIL, CONTACT, check, check => t);
        (t.path.step_down, t.path.step_down_amount) = (true, amount);
        let outcome = t.against_cylinder(&pillar(), &PILLAR);
        let Some((lift, left)) = taken else {
            assert_eq!(
                (outcome, t.collision.contact.valid),
                (Outcome::Collided, false)
            );
            continue;
        };
        assert_eq!(outcome, Outcome::Adjusted);
        assert!(close(t.path.check.frame.origin - check, at(0.0, 0.0, lift)));
        assert!((t.path.walk_interp - left).abs() < 1e-4);
        let contact = t.collision.contact;
        assert!(close(contact.plane.normal, Vec3::Z) && (contact.plane.offset + 2.0).abs() < 1e-4);
        assert!(contact.water && contact.cell == t.path.check.cell);
    }
    let mut policy = Policy::RETAIL;
    policy.set_row(Row::L19, Form::Ace);
    let check = at(0.5, 0.0, 2.3);
    path!(&policy, CONTACT, check, check => t);
    (t.path.step_down, t.path.step_down_amount) = (true, 0.4);
    assert_eq!(t.against_cylinder(&pillar(), &PILLAR), Outcome::Adjusted);
    assert!(!t.collision.contact.cell.is_some());
}

/// spec/bsp.md 8.4, examples with perfect clip: current and check centre, normal and shift; in ACE (L-18) another normal and
/// shift where wall or cap is uncertain.
#[test]
fn stopping_at_a_point() {
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::L18, Form::Ace);
    let certain = |n: Vec3, shift: Vec3| [(n, shift); 2];
    for (current, check, answers) in [
        (
            at(1.4, 0.0, 1.0),
            at(1.0, 0.0, 1.0),
            certain(Vec3::X, at(0.1, 0.0, 0.0)),
        ),
        (
            at(1.4, 0.3, 1.0),
            at(0.9, 0.3, 1.1),
            certain(at(0.962_091, 0.272_727, 0.0), at(0.158_301, 0.0, -0.031_66)),
        ),
        (
            at(0.2, 0.0, 2.8),
            at(0.2, 0.0, 2.3),
            certain(Vec3::Z, at(0.0, 0.0, 0.2)),
        ),
        (
            at(1.3, 0.0, 2.8),
            at(0.9, 0.0, 2.3),
            [(Vec3::Z, at(0.16, 0.0, 0.2)), (Vec3::X, at(0.6, 0.0, 0.75))],
        ),
        (
            at(1.3, 0.0, 2.55),
            at(0.7, 0.0, 2.2),
            [
                (Vec3::X, at(0.4, 0.0, 0.233_333)),
                (Vec3::X, at(0.8, 0.0, 0.466_667)),
            ],
        ),
    ] {
        for (policy, (normal, shift)) in [&Policy::RETAIL, &ace].into_iter().zip(answers) {
            path!(policy, PERFECT, current, check => t);
            assert_eq!(t.against_cylinder(&pillar(), &PILLAR), Outcome::Adjusted);
            let got = t.collision.collision_normal.unwrap();
            assert!(close(got, normal), "{current}: {got}");
            let got = t.path.check.frame.origin - check;
            assert!(close(got, shift), "{current}: {got}");
        }
    }
}

/// spec/bsp.md 8.5, examples of the landing: on the cap, beside it, on a level way, too far back.
#[test]
fn landing() {
    let cap = Some((at(-0.04, 0.0, 0.2), 0.6, level(2.0)));
    for (current, check, outcome, landed) in [
        (at(0.2, 0.0, 2.8), at(0.3, 0.0, 2.3), Outcome::Adjusted, cap),
        (at(1.4, 0.0, 2.6), at(0.9, 0.0, 2.4), Outcome::Ok, None),
        (
            at(0.3, 0.0, 2.4),
            at(0.2, 0.0, 2.4),
            Outcome::Collided,
            None,
        ),
        (
            at(0.2, 0.0, 2.4),
            at(0.2, 0.0, 2.3),
            Outcome::Collided,
            None,
        ),
    ] {
        path!(&Policy::RETAIL, 0, current, check => t);
        (t.path.collide, t.path.walkable_allowance) = (true, LANDING_Z);
        assert_eq!(t.against_cylinder(&pillar(), &PILLAR), outcome, "{current}");
        assert_eq!(t.collision.contact.valid, landed.is_some());
        if let Some((shift, left, Plane { normal, offset })) = landed {
            assert!(close(t.path.check.frame.origin - check, shift));
            assert!((t.path.walk_interp - left).abs() < 1e-4);
            let plane = t.collision.contact.plane;
            assert!(plane.normal == normal && (plane.offset - offset).abs() < 1e-4);
        }
    }
}
