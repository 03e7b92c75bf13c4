//! The worked examples of spec/transition.md 5 and 21.

use super::*;
use crate::geometry::polygon::reference::wall_at;
use crate::transition::trial::{WALKER, at, close, level, place, space};

/// spec/transition.md EX-5b: pressed straight against a wall, the first offset is nothing and the path fails.
#[test]
fn pressed_against_a_wall() {
    let (world, policy, mut probe) = (World::default(), Policy::RETAIL, ());
    let mover = Mover::human(MoverFlags(WALKER));
    let (begin, end) = (place(Vec3::ZERO), place(at(0.4, 0.0, 0.0)));
    let mut t = Transition::new(&world, &policy, mover, Some(begin), end, &mut probe);
    t.collision
        .seed_contact(level(-0.005), false, begin.cell, &policy);
    t.collision.seed_sliding(Vec3::NEG_X);
    let walk = t.find_valid_position();
    assert_eq!((walk.success, walk.stop), (false, StopReason::SmallOffset));
    assert_eq!(t.path.current, begin);
    assert_eq!(t.collision.sliding_normal, Some(Vec3::NEG_X));
}

/// spec/transition.md EX-5d: a viewer whose way is at most the tolerance is where it began.
#[test]
fn a_viewer_that_stays() {
    for way in [0.0, 0.0001] {
        let mover = Mover::viewer(0.3, MoverFlags(0x5c));
        let (begin, end) = (place(Vec3::Z), place(at(way, 0.0, 1.0)));
        let outcome = sweep(
            &World::default(),
            &Policy::RETAIL,
            mover,
            begin,
            end,
            &mut (),
        );
        assert_eq!((outcome.success, outcome.steps), (true, 0));
        assert_eq!(outcome.end.origin, begin.frame.origin);
    }
}

/// spec/transition.md EX-21: length of the sweep and where equal slices without a touch time stop; the retail form
/// stops at the wall whatever the length.
#[test]
fn whole_slices_before_a_wall() {
    let legacy: Policy = "retail+steps=equal-slices+adjust_to_plane=never-succeeds"
        .parse()
        .unwrap();
    let world = space(vec![vec![wall_at(1.5)]]);
    for (length, stops) in [
        (2.39, 1.195),
        (2.4, 1.2),
        (2.41, 1.0711),
        (2.5, 1.1111),
        (2.61, 1.16),
        (2.71, 1.084),
    ] {
        for (policy, x) in [(&Policy::RETAIL, 1.2), (&legacy, stops)] {
            let mover = Mover::viewer(0.3, MoverFlags(0x5c));
            let (begin, end) = (place(Vec3::ZERO), place(Vec3::X * length));
            let outcome = sweep(&world, policy, mover, begin, end, &mut ());
            assert!(
                close(outcome.end.origin, Vec3::X * x),
                "{length}: {}",
                outcome.end.origin
            );
        }
    }
}
