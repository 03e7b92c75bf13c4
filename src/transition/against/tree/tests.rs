//! The worked examples of spec/bsp.md 6, 1 and 10.2.

use super::*;
use crate::constants::{FLOOR_Z, LANDING_Z};
use crate::geometry::polygon::reference::wall;
use crate::geometry::{Frame, Rotation};
use crate::policy::Policy;
use crate::transition::Mover;
use crate::transition::trial::{
    CLIPPED, CONTACT, PERFECT, ace, at, close, foot, foot_and_head, level, place, tree_a, trial,
};
use crate::world::World;

/// A path in the space of a tree that stands where the world's origin is.
macro_rules! path {
    ($policy:expr, $mover:expr, $current:expr, $check:expr => $t:ident) => {
        let world = World::default();
        let mut probe = ();
        let mover = $mover;
        let mut $t = trial(&world, $policy, mover, $current, $check, &mut probe);
        $t.path.cache_local(&mover, place(Vec3::ZERO), 1.0);
    };
}

fn shift(t: &Transition<'_, ()>, check: Vec3) -> Vec3 {
    t.path.check.frame.origin - check
}

/// spec/bsp.md 6.1, D1 to D3: placements and ethereal obstacles ask for free space.
#[test]
fn places() {
    let (tree, high, deep) = (tree_a(), at(0.0, 0.0, 1.0), at(0.0, 0.0, -3.0));
    for policy in [&Policy::RETAIL, &ace()] {
        let low = at(0.0, 0.0, 0.3);
        path!(policy, foot(0.5, 0), low, low => t);
        t.path.insert_type = InsertType::Placement;
        assert_eq!(t.find_collisions(None, &tree), Outcome::Collided, "D1");
        path!(policy, foot(0.5, 0), high, high => t);
        t.path.obstruction_ethereal = true;
        assert_eq!(t.find_collisions(None, &tree), Outcome::Ok, "D2");
        for (inside, outcome) in [(true, Outcome::Ok), (false, Outcome::Collided)] {
            path!(policy, foot(0.5, 0), deep, deep => t);
            t.path.insert_type = InsertType::Placement;
            (t.path.building_check, t.path.hits_interior_cell) = (true, inside);
            assert_eq!(t.find_collisions(None, &tree), outcome, "D3 {inside}");
        }
    }
}

/// spec/bsp.md 6.1, D4: Collided means that there is ground.
#[test]
fn ground_below() {
    let tree = tree_a();
    for policy in [&Policy::RETAIL, &ace()] {
        for (z, outcome) in [(0.3, Outcome::Collided), (0.6, Outcome::Ok)] {
            let check = at(0.0, 0.0, z);
            path!(policy, foot(0.5, 0), check, check => t);
            (t.path.check_walkable, t.path.walkable_allowance) = (true, FLOOR_Z);
            assert_eq!(t.find_collisions(None, &tree), outcome, "{z}");
        }
    }
}

/// spec/bsp.md 6.1, D5 and D6: a step down is raised onto the floor, or refused where that takes more than it has.
#[test]
fn steps_down() {
    let tree = tree_a();
    for policy in [&Policy::RETAIL, &ace()] {
        for (amount, z, lifted) in [(0.4, 0.3, true), (0.1, 0.2, false)] {
            let check = at(0.0, 0.0, z);
            path!(policy, foot(0.5, CONTACT), check, check => t);
            (t.path.step_down, t.path.step_down_amount) = (true, amount);
            let outcome = t.find_collisions(None, &tree);
            assert_eq!(t.collision.contact.valid, lifted);
            if lifted {
                assert_eq!(outcome, Outcome::Adjusted, "D5");
                assert!(close(shift(&t, check), at(0.0, 0.0, 0.2)));
                assert!((t.path.walk_interp - 0.5).abs() < 1e-4);
                assert_eq!(t.collision.contact.plane, level(0.0));
                assert!(!t.collision.contact.water);
            } else {
                assert_eq!(outcome, Outcome::Ok, "D6");
                assert_eq!((shift(&t, check), t.path.walk_interp), (Vec3::ZERO, 1.0));
            }
        }
    }
}

/// spec/bsp.md 6.1 D7 and 6.4: with the latch set, the foot settles onto the floor along its way.
#[test]
fn landing() {
    let (tree, check) = (tree_a(), at(0.0, 0.0, 0.3));
    for policy in [&Policy::RETAIL, &ace()] {
        path!(policy, foot(0.5, 0), at(0.0, 0.0, 0.8), check => t);
        (t.path.collide, t.path.walkable_allowance) = (true, LANDING_Z);
        assert_eq!(t.find_collisions(None, &tree), Outcome::Adjusted);
        assert!(close(shift(&t, check), at(0.0, 0.0, 0.2)));
        assert!((t.path.walk_interp - 0.6).abs() < 1e-4);
        assert!(t.collision.contact.valid && t.path.walkable.is_some());
        assert_eq!(t.collision.contact.plane, level(0.0));
    }
}

/// spec/bsp.md 6.1, D8 and D9: a standing foot steps up on what it approaches, and keeps in mind what it only touches,
/// if it has a head.
#[test]
fn standing_at_a_wall() {
    let tree = Tree::single_leaf(vec![wall()]);
    let (check, far) = (at(1.75, 0.0, 0.5), at(0.0, 0.0, 20.0));
    for policy in [&Policy::RETAIL, &ace()] {
        path!(policy, foot(0.3, CONTACT), at(1.5, 0.0, 0.5), check => t);
        t.find_collisions(None, &tree);
        assert_eq!(t.path.step_up_normal, Vec3::NEG_X, "D8");
        for (mover, remembered) in [
            (foot_and_head(0.3, far, CONTACT), true),
            (foot(0.3, CONTACT), false),
        ] {
            path!(policy, mover, at(1.85, 0.0, 0.5), check => t);
            assert_eq!(t.find_collisions(None, &tree), Outcome::Ok, "D9");
            assert_eq!(t.path.negative_hit, remembered);
            if remembered {
                assert!(t.path.negative_step_up);
                assert_eq!(t.path.negative_normal, Vec3::X);
            }
        }
    }
}

/// spec/bsp.md 6.1, D10 and D11: a foot in the air that touches anything sets the latch, approached or not.
#[test]
fn latched() {
    let tree = tree_a();
    for policy in [&Policy::RETAIL, &ace()] {
        for (from, to) in [(0.6, 0.3), (0.35, 0.45)] {
            let check = at(0.0, 0.0, to);
            path!(policy, foot(0.5, 0), at(0.0, 0.0, from), check => t);
            t.path.walk_interp = 0.25;
            assert_eq!(t.find_collisions(None, &tree), Outcome::Adjusted);
            assert!(t.path.collide);
            assert_eq!(shift(&t, check), Vec3::ZERO);
            assert_eq!(t.path.step_up_normal, Vec3::Z);
            assert_eq!(
                (t.path.walkable_allowance, t.path.walk_interp),
                (LANDING_Z, 1.0)
            );
        }
    }
}

/// spec/bsp.md 6.1, D12 and D13: a head that touches a wall stops a mover in the air, but a clipped one only in ACE.
#[test]
fn heads() {
    let tree = Tree::single_leaf(vec![wall()]);
    let head = at(0.75, 0.0, 1.0);
    for (flags, policy, stops) in [
        (0, &Policy::RETAIL, true),
        (0, &ace(), true),
        (CLIPPED, &Policy::RETAIL, false),
        (CLIPPED, &ace(), true),
    ] {
        let mover = foot_and_head(0.3, head, flags);
        path!(policy, mover, at(0.8, 0.0, 0.0), at(1.0, 0.0, 0.0) => t);
        let outcome = t.find_collisions(None, &tree);
        if stops {
            assert_eq!(outcome, Outcome::Collided);
            assert_eq!(t.collision.collision_normal, Some(Vec3::NEG_X));
        } else {
            assert_eq!(
                (outcome, t.collision.collision_normal),
                (Outcome::Ok, None),
                "D13"
            );
        }
    }
}

/// spec/bsp.md 6.1, D14 and D15: a clipped mover stops where the step began; with perfect clip at the touch time, which
/// ACE never finds.
#[test]
fn clipped_at_a_wall() {
    let tree = Tree::single_leaf(vec![wall()]);
    let check = at(1.75, 0.0, 0.0);
    let (legacy, stop, back) = (ace(), Some(Vec3::NEG_X), at(-0.05, 0.0, 0.0));
    for (flags, policy, outcome, normal, moved) in [
        (
            CLIPPED,
            &Policy::RETAIL,
            Outcome::Collided,
            stop,
            Vec3::ZERO,
        ),
        (CLIPPED, &legacy, Outcome::Collided, stop, Vec3::ZERO),
        (PERFECT, &Policy::RETAIL, Outcome::Adjusted, stop, back),
        (PERFECT, &legacy, Outcome::Collided, None, Vec3::ZERO),
    ] {
        path!(policy, foot(0.3, flags), at(1.5, 0.0, 0.0), check => t);
        assert_eq!(t.find_collisions(None, &tree), outcome);
        assert_eq!(t.collision.collision_normal, normal);
        assert!(close(shift(&t, check), moved));
    }
}

/// spec/bsp.md 6.3, the example at scale 2: the shift is in the world's metres.
#[test]
fn a_step_down_at_scale_2() {
    let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
    let (mover, check) = (foot(0.5, CONTACT), at(0.0, 0.0, 0.4));
    let mut t = trial(&world, &policy, mover, check, check, &mut probe);
    t.path.cache_local(&mover, place(Vec3::ZERO), 2.0);
    (t.path.step_down, t.path.step_down_amount) = (true, 0.4);
    let tree = tree_a();
    assert_eq!(t.find_collisions(None, &tree), Outcome::Adjusted);
    assert!(close(shift(&t, check), at(0.0, 0.0, 0.1)));
    assert!((t.path.walk_interp - 0.75).abs() < 1e-4);
}

/// spec/bsp.md 6.6, examples: a part that is turned by 90 degrees, and one that is twice as large besides.
#[test]
fn clipped_at_a_turned_part() {
    let tree = Tree::single_leaf(vec![wall()]);
    let (world, policy) = (World::default(), Policy::RETAIL);
    let quarter = Position::single(Frame {
        origin: Vec3::ZERO,
        rotation: Rotation::about_z(std::f64::consts::FRAC_PI_2),
    });
    for (scale, moved) in [(1.0, -0.05), (2.0, -0.1)] {
        let (mover, mut probe) = (foot(0.3 * scale, PERFECT), ());
        let check = at(0.0, 1.75, 0.5) * scale;
        let from = at(0.0, 1.5, 0.5) * scale;
        let mut t = trial(&world, &policy, mover, from, check, &mut probe);
        t.path.cache_local(&mover, quarter, scale);
        assert_eq!(t.find_collisions(None, &tree), Outcome::Adjusted);
        assert!(close(t.collision.collision_normal.unwrap(), Vec3::NEG_Y));
        assert!(
            close(shift(&t, check), at(0.0, moved, 0.0)),
            "{}",
            shift(&t, check)
        );
    }
}

/// spec/bsp.md 6.8, examples: what a mover that appears in the floor is pushed to, in retail and in ACE.
#[test]
fn pushed_out() {
    let tree = tree_a();
    let some = |z: f32| (Outcome::Adjusted, z);
    for (z, retail, legacy) in [
        (1.0, (Outcome::Ok, 0.0), (Outcome::Ok, 0.0)),
        (0.2, some(0.3), some(0.3)),
        (-0.3, some(0.8), (Outcome::Collided, 0.0)),
        (-3.0, some(0.0), some(0.0)),
    ] {
        for (policy, (outcome, moved)) in [(&Policy::RETAIL, retail), (&ace(), legacy)] {
            let check = at(0.0, 0.0, z);
            path!(policy, foot(0.5, 0), check, check => t);
            t.path.insert_type = InsertType::InitialPlacement;
            assert_eq!(t.push_out_of(&tree), outcome, "{z}");
            assert!(close(shift(&t, check), at(0.0, 0.0, moved)), "{z}");
        }
    }
}

/// spec/bsp.md 1, example 4: a plane in the world; with a scale the stored distance is right only for a part at z 0.
#[test]
fn planes_of_scaled_parts() {
    let tree = Tree::single_leaf(vec![]);
    for (z, scale, stored) in [(5.0, 1.0, -6.0), (5.0, 2.0, -12.0), (0.0, 2.0, -2.0)] {
        let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
        let mover = foot(0.5, 0);
        let mut t = trial(&world, &policy, mover, Vec3::ZERO, Vec3::ZERO, &mut probe);
        let part = Position::single(Frame {
            origin: at(10.0, 20.0, z),
            rotation: Rotation::about_z(std::f64::consts::FRAC_PI_2),
        });
        t.path.cache_local(&mover, part, scale);
        let plane = t.asked(None, &tree).global_plane(level(1.0), &t.path.check);
        assert!(close(plane.normal, Vec3::Z));
        assert!(
            (plane.offset - stored).abs() < 1e-4,
            "{z} {scale}: {plane:?}"
        );
    }
}

/// spec/bsp.md 10.2 and L-27: a part of 1 m at z 1 with a default scale of a half ends at 1.5 m, in ACE at 2 m.
#[test]
fn default_scale_of_a_part() {
    let top = crate::geometry::polygon::reference::floor_at(1.0);
    let mut object = Object::solid(
        String::new(),
        Frame::default(),
        1.0,
        Tree::balanced(vec![top]),
    );
    object.parts[0].frame = Frame::at(Vec3::Z);
    object.parts[0].scale = 0.5;
    for (policy, top) in [(&Policy::RETAIL, 1.5), (&ace(), 2.0)] {
        let (world, mut probe) = (World::default(), ());
        let (mover, check) = (Mover::human(MoverFlags(CONTACT)), at(0.0, 0.0, top - 0.2));
        let mut t = trial(&world, policy, mover, check, check, &mut probe);
        (t.path.step_down, t.path.step_down_amount) = (true, 0.75);
        let own = Surface::Part {
            object: crate::ids::ObjectId(0),
            part: 0,
        };
        assert_eq!(
            t.against_part(own, &object, &object.parts[0]),
            Outcome::Adjusted
        );
        let feet = t.path.check.frame.origin.z;
        assert!((feet - (top + 0.005)).abs() < 1e-4, "{feet}");
    }
}
