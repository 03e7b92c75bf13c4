//! The worked examples of spec/bsp.md 7.1 and spec/transition.md 10.

use super::*;
use crate::geometry::polygon::Polygon;
use crate::geometry::{Plane, Position, Sphere};
use crate::policy::{Form, Policy};
use crate::transition::sphere_path::Walkable;
use crate::transition::trial::{WALKER, at, close, foot, level, trial};
use crate::world::World;

macro_rules! path {
    ($policy:expr, $flags:expr, $moved:expr => $t:ident) => {
        let world = World::default();
        let mut probe = ();
        let mover = foot(0.48, $flags);
        let mut $t = trial(&world, $policy, mover, Vec3::ZERO, $moved, &mut probe);
    };
}

/// spec/bsp.md 7.1, the table, and spec/transition.md EX-10a and EX-10b: normal, ground, way, answer, shift.
#[test]
fn along_what_blocks() {
    let (up, west) = (Vec3::Z, Vec3::NEG_X);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let ramp = at(0.0, -0.642_788, 0.766_044);
    for (normal, ground, moved, shift) in [
        (west, up, at(0.3, 0.4, 0.0), Some(at(-0.3, 0.0, 0.0))),
        (west, up, at(0.3, 0.0, 0.0), None),
        (west, up, at(0.3, 0.01, 0.0), None),
        (west, up, at(0.3, 0.014, 0.0), None),
        (west, up, at(0.3, 0.015, 0.0), Some(at(-0.3, 0.0, 0.0))),
        (
            at(-0.8, -0.6, 0.0),
            up,
            at(0.3, 0.1, 0.0),
            Some(at(-0.24, -0.18, 0.0)),
        ),
        (
            at(-half, -half, 0.0),
            up,
            at(0.3, 0.0, 0.0),
            Some(at(-0.15, -0.15, 0.0)),
        ),
        (
            west,
            ramp,
            at(0.3, 0.2, 0.1),
            Some(at(-0.3, -0.033_395, 0.039_798)),
        ),
        (up, up, at(0.1, 0.0, -0.2), Some(at(0.0, 0.0, 0.2))),
        (up, up, at(0.3, 0.0, -0.2), Some(at(0.0, 0.0, 0.2))),
    ] {
        path!(&Policy::RETAIL, 0, moved => t);
        t.collision.contact.valid = true;
        t.collision.contact.plane.normal = ground;
        let outcome = t.slide(moved, normal, 0);
        assert_eq!(
            outcome,
            shift.map_or(Outcome::Collided, |_| Outcome::Slid),
            "{normal} {moved}"
        );
        let got = t.path.check.frame.origin - moved;
        assert!(
            close(got, shift.unwrap_or(Vec3::ZERO)),
            "{normal} {moved}: {got}"
        );
        assert!(close(t.collision.collision_normal.unwrap(), normal));
    }
}

/// spec/bsp.md 7.1, last rows of the table, spec/transition.md EX-10b and L-12: opposed planes, and no normal at all.
#[test]
fn no_way_along() {
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::L12, Form::Ace);
    for (moved, back) in [
        (at(0.1, 0.0, 0.2), at(-0.447_214, 0.0, -0.894_427)),
        (at(0.3, 0.0, 0.2), at(-0.832_05, 0.0, -0.554_7)),
    ] {
        for (policy, outcome) in [(&Policy::RETAIL, Outcome::Collided), (&ace, Outcome::Ok)] {
            path!(policy, 0, moved => t);
            t.collision.contact.valid = true;
            t.collision.contact.plane = level(0.0);
            assert_eq!(t.slide(moved, Vec3::NEG_Z, 0), outcome);
            assert!(close(t.collision.collision_normal.unwrap(), back));
        }
    }
    let (world, mut probe) = (World::default(), ());
    let (current, check) = (at(1.0, 0.0, 0.0), at(1.4, 0.0, 0.0));
    let mut t = trial(
        &world,
        &Policy::RETAIL,
        foot(0.48, 0),
        current,
        check,
        &mut probe,
    );
    assert_eq!(t.slide(check, Vec3::ZERO, 0), Outcome::Adjusted);
    assert!(close(t.path.check.frame.origin - check, at(-0.2, 0.0, 0.0)));
}

/// spec/transition.md 24, row for 10.2: along the wall, level, and no step up is left behind; in ACE it is (T16).
#[test]
fn after_a_failed_step_up() {
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::L21, Form::Ace);
    let moved = at(0.2, 0.3, 0.05);
    for (policy, left) in [(&Policy::RETAIL, false), (&ace, true)] {
        path!(policy, WALKER, moved => t);
        t.collision.last_known.valid = true;
        t.collision.last_known.plane = level(0.0);
        (t.path.step_up, t.path.step_up_normal) = (true, Vec3::NEG_X);
        assert_eq!(t.step_up_slide(), Outcome::Slid);
        assert!(close(
            t.path.check.frame.origin - moved,
            at(-0.2, 0.0, -0.05)
        ));
        assert_eq!(t.path.step_up, left);
    }
}

/// spec/transition.md EX-10c: a cliff takes the forward part away; from its other side the sources double it.
#[test]
fn along_a_cliff() {
    let cliff = at(0.8, 0.0, 0.6);
    for (moved, normal) in [
        (at(0.3, 0.1, 0.0), Vec3::NEG_X),
        (at(-0.3, 0.1, 0.0), Vec3::X),
    ] {
        path!(&Policy::RETAIL, WALKER, moved => t);
        t.collision.last_known.plane = level(0.0);
        assert_eq!(t.cliff_slide(cliff), Outcome::Adjusted);
        assert!(close(t.path.check.frame.origin - moved, at(-0.3, 0.0, 0.0)));
        assert!(close(t.collision.collision_normal.unwrap(), normal));
    }
    let moved = at(0.3, 0.1, 0.0);
    path!(&Policy::RETAIL, WALKER, moved => t);
    t.collision.last_known.plane = level(0.0);
    assert_eq!(t.cliff_slide(Vec3::Z), Outcome::Ok);
    assert_eq!(t.path.check.frame.origin, moved);
}

/// spec/transition.md EX-10d: past an edge of a unit square, straight and aside.
#[test]
fn along_a_precipice() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let square = Polygon::new(corners.map(|[x, y]| at(x, y, 0.0)).to_vec()).unwrap();
    for (aside, slid) in [(0.0, false), (0.2, true)] {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let (mover, check) = (foot(0.48, WALKER), at(1.2, 0.5, 0.3));
        let current = check - at(0.3, aside, 0.0);
        let mut t = trial(&world, &policy, mover, current, check, &mut probe);
        t.collision.last_known.plane = Plane {
            normal: Vec3::Z,
            offset: 0.0,
        };
        t.path.walkable = Some(Walkable {
            polygon: &square,
            sphere: Sphere {
                center: check,
                radius: 0.48,
            },
            up: Vec3::Z,
            position: Position::default(),
            scale: 1.0,
        });
        t.path.save_check();
        let (done, outcome) = t.edge_slide(0.75, crate::constants::FLOOR_Z);
        let got = t.path.check.frame.origin - check;
        if slid {
            assert_eq!((done, outcome), (false, Outcome::Slid));
            assert!(close(got, at(-0.3, 0.0, 0.0)), "{got}");
        } else {
            assert_eq!((done, outcome), (true, Outcome::Collided));
        }
        assert!(close(t.collision.collision_normal.unwrap(), Vec3::NEG_X));
    }
}

/// spec/transition.md 24, rows for 10.4: without sliding along edges the floor is left from the backup; with it and
/// nothing underfoot the mover stops.
#[test]
fn at_the_end_of_the_floor() {
    let moved = at(0.3, 0.0, 0.0);
    for (flags, outcome) in [(0x3, Outcome::Ok), (WALKER, Outcome::Collided)] {
        path!(&Policy::RETAIL, flags, moved => t);
        t.path.save_check();
        t.path.add_offset(at(0.0, 0.0, -0.75));
        assert_eq!(
            t.edge_slide(0.75, crate::constants::FLOOR_Z),
            (true, outcome)
        );
        assert_eq!(t.path.check.frame.origin, moved);
        assert!(!t.collision.contact.valid);
    }
}
