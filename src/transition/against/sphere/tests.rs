//! The worked examples of spec/bsp.md 7.2 to 7.9: a ball of radius 1 on the origin, a mover of radius 0.5.

use super::*;
use crate::constants::{FLOOR_Z, LANDING_Z};
use crate::geometry::Frame;
use crate::policy::{Form, Policy};
use crate::transition::sphere_path::InsertType;
use crate::transition::trial::{
    CLIPPED, CONTACT, PERFECT, at, close, foot, foot_and_head, level, trial,
};
use crate::world::World;

const BALL: Sphere = Sphere {
    center: Vec3::ZERO,
    radius: 1.0,
};

fn obstacle() -> Object {
    Object::round("ball".to_owned(), Frame::default(), 1.0, vec![BALL], vec![])
}

macro_rules! path {
    ($policy:expr, $mover:expr, $current:expr, $check:expr => $t:ident) => {
        let world = World::default();
        let mut probe = ();
        let mut $t = trial(&world, $policy, $mover, $current, $check, &mut probe);
    };
}

/// spec/bsp.md 7.7.
#[test]
fn times() {
    let x = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    for (movement, relative, retail) in [
        (x(-4.0, 0.0), x(5.0, 0.0), 0.875),
        (x(-4.0, 0.0), x(5.0, 1.0), 0.970_492),
        (x(-4.0, 0.0), x(5.0, 2.0), -1.0),
        (x(4.0, 0.0), x(5.0, 0.0), -0.875),
        (x(-4.0, 0.0), x(1.0, 0.0), -1.0),
        (x(-0.01, 0.0), x(5.0, 0.0), -1.0),
    ] {
        let got = time_of_collision(movement, relative, 1.5, false);
        assert!((got - retail).abs() < 1e-6, "{movement} {relative}: {got}");
    }
    assert_eq!(
        time_of_collision(x(-4.0, 0.0), x(5.0, 0.0), 1.5, true),
        -0.875
    );
    assert_eq!(
        time_of_collision(x(4.0, 0.0), x(5.0, 0.0), 1.5, true),
        0.875
    );
}

/// spec/bsp.md 7.2, examples on level ground, of a ball that is too high to step up on.
#[test]
fn skidding() {
    let n = at(0.992_278, 0.124_035, 0.0);
    for (current, check, slid) in [
        (
            at(1.6, 0.2, 0.0),
            at(1.3, 0.4, 0.0),
            Some(at(0.270_769, 0.033_846, 0.0)),
        ),
        (at(1.6, 0.0, 0.0), at(1.3, 0.0, 0.0), None),
        (
            at(0.0, 0.0, 1.6),
            at(0.0, 0.0, 1.3),
            Some(at(0.0, 0.0, 0.3)),
        ),
        (at(0.0, 0.0, -1.6), at(0.0, 0.0, -1.3), None),
    ] {
        path!(&Policy::RETAIL, foot(0.5, CONTACT), current, check => t);
        t.collision.contact.valid = true;
        t.collision.contact.plane = level(0.0);
        let outcome = t.against_sphere(&obstacle(), &BALL, false);
        let shift = t.path.check.frame.origin - check;
        assert_eq!(
            outcome,
            slid.map_or(Outcome::Collided, |_| Outcome::Slid),
            "{current}"
        );
        assert!(
            close(shift, slid.unwrap_or(Vec3::ZERO)),
            "{current}: {shift}"
        );
        if current.y > 0.0 {
            assert!(close(t.collision.collision_normal.unwrap(), n));
        }
    }
}

/// spec/bsp.md 7.4, example: 0.2 m are needed from a height of 1.3 m, 1.1 m from 0.4 m.
#[test]
fn stepping_up() {
    for (current, check, needed) in [
        (at(0.0, 0.0, 1.6), at(0.0, 0.0, 1.3), 0.2),
        (at(1.6, 0.0, 0.4), at(1.3, 0.0, 0.4), 1.1),
    ] {
        for (height, steps) in [(needed + 0.001, true), (needed - 0.001, false)] {
            path!(&Policy::RETAIL, foot(0.5, CONTACT), current, check => t);
            t.mover.step_up_height = height;
            t.against_sphere(&obstacle(), &BALL, false);
            // The normal of a step up is not normalised.
            let normal = if steps { current } else { Vec3::ZERO };
            assert_eq!(t.path.step_up_normal, normal, "{height}");
        }
    }
}

/// spec/bsp.md 7.5, examples: the latch takes the direction from the centre; from the centre itself there is none.
#[test]
fn latching() {
    for (current, check, normal) in [
        (at(0.0, 0.0, 1.6), at(0.0, 0.0, 1.3), Some(Vec3::Z)),
        (
            at(1.2, 0.0, 1.6),
            at(0.8, 0.0, 1.1),
            Some(at(0.6, 0.0, 0.8)),
        ),
        (Vec3::ZERO, at(0.0, 0.0, 0.1), None),
    ] {
        path!(&Policy::RETAIL, foot(0.5, 0), current, check => t);
        let outcome = t.against_sphere(&obstacle(), &BALL, false);
        if let Some(normal) = normal {
            assert_eq!((outcome, t.path.collide), (Outcome::Adjusted, true));
            assert!(close(t.path.step_up_normal, normal));
            assert_eq!(t.path.walkable_allowance, LANDING_Z);
        } else {
            assert_eq!((outcome, t.path.collide), (Outcome::Collided, false));
            assert_eq!(t.collision.collision_normal, None);
        }
    }
}

/// spec/bsp.md 7.6, examples: place, amount, answer, and lift and rest of the move where it comes to stand.
#[test]
fn stepping_down() {
    let top = at(0.3, 0.0, 1.3);
    for (check, amount, outcome) in [
        (top, 0.4, Outcome::Adjusted),
        (top, 0.1, Outcome::Collided),
        (at(1.2, 0.0, 0.6), 0.6, Outcome::Ok),
        (top, 0.0001, Outcome::Collided),
        (at(3.0, 0.0, 0.0), 0.4, Outcome::Ok),
    ] {
        path!(&Policy::RETAIL, foot(0.5, CONTACT), check, check => t);
        (t.path.step_down, t.path.step_down_amount) = (true, amount);
        t.path.walkable_allowance = FLOOR_Z;
        assert_eq!(
            t.against_sphere(&obstacle(), &BALL, false),
            outcome,
            "{check} {amount}"
        );
        let contact = t.collision.contact;
        assert_eq!(contact.valid, outcome == Outcome::Adjusted);
        if contact.valid {
            assert!((t.path.walk_interp - 0.575_765).abs() < 1e-4);
            assert!(close(
                t.path.check.frame.origin - check,
                at(0.0, 0.0, 0.169_694)
            ));
            assert!(close(contact.plane.normal, at(0.2, 0.0, 0.979_796)));
            assert!((contact.plane.offset + 1.0).abs() < 1e-4 && contact.water);
            assert_eq!(contact.cell, t.path.check.cell);
        }
    }
}

/// spec/bsp.md 7.8, examples, and L-13 with L-14: ACE finds no time and writes no normal.
#[test]
fn stopping_at_a_point() {
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::L13, Form::Ace);
    ace.set_row(Row::L14, Form::Ace);
    for (current, check, shift, normal) in [
        (at(2.0, 0.0, 0.0), at(1.2, 0.0, 0.0), 0.3, Vec3::X),
        (
            at(2.0, 0.6, 0.0),
            at(1.0, 0.6, 0.0),
            0.374_773,
            at(0.916_515, 0.4, 0.0),
        ),
    ] {
        path!(&Policy::RETAIL, foot(0.5, PERFECT), current, check => t);
        assert_eq!(
            t.against_sphere(&obstacle(), &BALL, false),
            Outcome::Adjusted
        );
        assert!(close(t.path.check.frame.origin - check, Vec3::X * shift));
        assert!(close(t.collision.collision_normal.unwrap(), normal));
        path!(&ace, foot(0.5, PERFECT), current, check => t);
        assert_eq!(
            t.against_sphere(&obstacle(), &BALL, false),
            Outcome::Collided
        );
        assert_eq!(t.collision.collision_normal, None);
    }
}

/// spec/bsp.md 7.9, branch examples.
#[test]
fn branches() {
    let far = |z: f32| at(0.0, 0.0, z);
    for (z, outcome) in [(1.49, Outcome::Collided), (1.4999, Outcome::Ok)] {
        path!(&Policy::RETAIL, foot(0.5, 0), far(z), far(z) => t);
        t.path.insert_type = InsertType::Placement;
        assert_eq!(t.against_sphere(&obstacle(), &BALL, false), outcome, "{z}");
    }
    for landing in [false, true] {
        path!(&Policy::RETAIL, foot(0.5, 0), far(1.8), far(1.3) => t);
        (t.path.step_down, t.path.collide) = (!landing, landing);
        t.path.step_down_amount = 0.4;
        assert_eq!(
            t.against_sphere(&obstacle(), &BALL, true),
            Outcome::Ok,
            "creature"
        );
        assert_eq!(
            t.against_sphere(&obstacle(), &BALL, false),
            Outcome::Adjusted
        );
    }
    // Only the head is near: it is 1.3 m from the centre, the foot 2.3 m.
    for (flags, outcome, normal) in [
        (CLIPPED, Outcome::Ok, None),
        (0, Outcome::Collided, Some(Vec3::NEG_Z)),
    ] {
        let mover = foot_and_head(0.5, Vec3::Z, flags);
        path!(&Policy::RETAIL, mover, far(-2.6), far(-2.3) => t);
        assert_eq!(t.against_sphere(&obstacle(), &BALL, false), outcome);
        assert_eq!(t.collision.collision_normal, normal);
    }
}

/// spec/bsp.md 7.9, examples of the landing solve; the plane goes through the centre before the shift.
#[test]
fn landing() {
    for (current, check, left, shift, normal, offset) in [
        (
            at(0.0, 0.0, 1.8),
            at(0.0, 0.0, 1.3),
            0.6,
            0.2,
            Vec3::Z,
            -0.8,
        ),
        (
            at(0.3, 0.0, 1.8),
            at(0.3, 0.0, 1.3),
            0.660_612,
            0.169_694,
            at(0.2, 0.0, 0.979_796),
            -0.833_735,
        ),
        (
            at(0.0, 0.0, 4.3),
            at(0.0, 0.0, 1.3),
            1.0 - 0.066_667,
            0.2,
            Vec3::Z,
            -0.8,
        ),
    ] {
        path!(&Policy::RETAIL, foot(0.5, 0), current, check => t);
        (t.path.collide, t.path.walkable_allowance) = (true, LANDING_Z);
        assert_eq!(
            t.against_sphere(&obstacle(), &BALL, false),
            Outcome::Adjusted
        );
        assert!((t.path.walk_interp - left).abs() < 1e-4);
        assert!(close(
            t.path.check.frame.origin - check,
            at(0.0, 0.0, shift)
        ));
        let contact = t.collision.contact;
        assert!(close(contact.plane.normal, normal));
        assert!(
            (contact.plane.offset - offset).abs() < 1e-4,
            "{:?}",
            contact.plane
        );
        assert!(contact.water);
    }
}
