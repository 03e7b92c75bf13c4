//! The worked examples of spec/transition.md 8, and of 5, 6 and 22 as far as they need ground and no body.

use super::*;
use crate::geometry::{Frame, Position, Sphere};
use crate::policy::{Policy, preset};
use crate::transition::Mover;
use crate::transition::collision_info::Support;
use crate::world::{Cells, Elsewhere, HeightField, Landblock, World};

const GROUNDED: u32 = MoverFlags::CONTACT.0 | MoverFlags::ON_WALKABLE.0;
const WALKER: MoverFlags = MoverFlags(GROUNDED | MoverFlags::EDGE_SLIDE.0);
const FLAT: Plane = Plane {
    normal: Vec3::Z,
    offset: 0.0,
};

/// A plane through the origin that rises along x by `degrees`.
fn rising(degrees: f64) -> Plane {
    let (sin, cos) = (
        crate::ops::sin(degrees.to_radians()),
        crate::ops::cos(degrees.to_radians()),
    );
    Plane {
        normal: Vec3::new(-sin as f32, 0.0, cos as f32),
        offset: 0.0,
    }
}

fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// A human with its foot's centre at `check`, that stood at `current`.
fn human<'a>(
    world: &'a World,
    policy: &'a Policy,
    flags: MoverFlags,
    current: Vec3,
    check: Vec3,
    probe: &'a mut (),
) -> Transition<'a, ()> {
    placed(world, policy, Mover::human(flags), 1, current, check, probe)
}

fn placed<'a>(
    world: &'a World,
    policy: &'a Policy,
    mover: Mover,
    cell: u32,
    current: Vec3,
    check: Vec3,
    probe: &'a mut (),
) -> Transition<'a, ()> {
    let foot = mover.spheres[0].center;
    let position = |center: Vec3| Position {
        cell: CellId(cell),
        frame: Frame::at(center - foot),
    };
    let begin = position(current);
    let mut transition = Transition::new(world, policy, mover, Some(begin), position(check), probe);
    transition
        .path
        .set_check(&mover, position(check), CellId(cell));
    transition
}

fn ask(transition: &mut Transition<'_, ()>, plane: Plane) -> Outcome {
    let center = transition.path.check_spheres[0].center;
    transition.validate_walkable(center, plane, false, 0.0, CellId(7))
}

/// spec/transition.md EX-8a, and the same with water, in the tolerance and above it.
#[test]
fn walker_on_flat_ground() {
    let (world, policy) = (World::default(), Policy::RETAIL);
    for (z, depth, outcome, lift, contact) in [
        (0.475, 0.0, Outcome::Adjusted, 0.005, true),
        (0.4801, 0.0, Outcome::Ok, 0.0, true),
        (0.481, 0.0, Outcome::Ok, 0.0, false),
        (0.25, 0.45, Outcome::Ok, 0.0, false),
        (0.025, 0.45, Outcome::Adjusted, 0.005, true),
    ] {
        let mut probe = ();
        let mut t = human(
            &world,
            &policy,
            WALKER,
            at(0.0, 0.0, 1.0),
            at(0.0, 0.0, z),
            &mut probe,
        );
        let center = t.path.check_spheres[0].center;
        let answer = t.validate_walkable(center, FLAT, false, depth, CellId(7));
        assert_eq!(answer, outcome, "{z}");
        let got = t.path.check_spheres[0].center.z - z;
        assert!((got - lift).abs() < 1e-5, "{z}: lifted {got}");
        assert_eq!(t.collision.contact.valid, contact, "{z}");
        if contact {
            assert_eq!(
                (t.collision.contact.plane, t.collision.contact.cell),
                (FLAT, CellId(7))
            );
        }
        assert!(t.collision.collision_normal.is_none() && !t.collision.environment);
    }
}

/// spec/transition.md 8: a mover in the air gets a collision normal from the ground, and the environment mark.
#[test]
fn out_of_the_air() {
    let (world, policy) = (World::default(), Policy::RETAIL);
    for (z, outcome) in [(0.4799, Outcome::Ok), (0.4, Outcome::Adjusted)] {
        let mut probe = ();
        let air = MoverFlags::EDGE_SLIDE;
        let mut t = human(
            &world,
            &policy,
            air,
            at(0.0, 0.0, 1.0),
            at(0.0, 0.0, z),
            &mut probe,
        );
        assert_eq!(ask(&mut t, FLAT), outcome);
        assert_eq!(t.collision.collision_normal, Some(Vec3::Z));
        assert!(t.collision.environment && t.collision.contact.valid);
    }
}

/// spec/transition.md EX-8b: a step down is lifted by at most 1.1 times its height; a walkable check only asks.
#[test]
fn stepping_down() {
    let (world, policy) = (World::default(), Policy::RETAIL);
    for (low, outcome, interp) in [
        (-0.3, Outcome::Adjusted, 0.6),
        (-0.82, Outcome::Adjusted, -0.0933),
        (-0.9, Outcome::Collided, 1.0),
        (0.1, Outcome::Ok, 1.0),
    ] {
        let mut probe = ();
        let check = at(0.0, 0.0, low + 0.48);
        let mut t = human(
            &world,
            &policy,
            WALKER,
            at(0.0, 0.0, 1.0),
            check,
            &mut probe,
        );
        t.path.step_down = true;
        t.path.step_down_amount = 0.75;
        assert_eq!(ask(&mut t, FLAT), outcome, "{low}");
        assert!(
            (t.path.walk_interp - interp).abs() < 1e-4,
            "{low}: {}",
            t.path.walk_interp
        );
        let lifted = if outcome == Outcome::Adjusted {
            -low
        } else {
            0.0
        };
        let got = t.path.check_spheres[0].center.z - check.z;
        assert!((got - lifted).abs() < 1e-5, "{low}: {got}");
    }
}

/// spec/transition.md 8, step 1 below the plane: a walkable check only asks.
#[test]
fn walkable_check() {
    let (world, policy) = (World::default(), Policy::RETAIL);
    for (z, outcome) in [(0.475, Outcome::Collided), (0.481, Outcome::Ok)] {
        let mut probe = ();
        let check = at(0.0, 0.0, z);
        let mut t = human(
            &world,
            &policy,
            WALKER,
            at(0.0, 0.0, 1.0),
            check,
            &mut probe,
        );
        t.path.check_walkable = true;
        assert_eq!(ask(&mut t, FLAT), outcome);
        assert!(!t.collision.contact.valid);
        assert_eq!(t.path.check_spheres[0].center, check);
    }
}

/// spec/transition.md EX-8d: too steep for a walker: Ok in retail's form, Adjusted in ACE's (T12), in both without a move.
#[test]
fn too_steep() {
    let world = World::default();
    let ace = preset("ace").unwrap().policy;
    let plane = rising(60.0);
    assert!((plane.normal.z - 0.5).abs() < 1e-6);
    for (policy, outcome) in [(Policy::RETAIL, Outcome::Ok), (ace, Outcome::Adjusted)] {
        let mut probe = ();
        let check = at(0.0, 0.0, 0.48 - 0.4);
        let mut t = human(
            &world,
            &policy,
            WALKER,
            at(0.0, 0.0, 1.0),
            check,
            &mut probe,
        );
        assert_eq!(ask(&mut t, plane), outcome);
        assert!(!t.collision.contact.valid);
        assert_eq!(t.path.check_spheres[0].center, check);
    }
}

/// spec/transition.md EX-8c: the viewer is pulled back along its move; pushed out only if it began outdoors.
#[test]
fn viewer() {
    let world = World::with_cells(Vec::new(), Cells::default());
    let policy = Policy::RETAIL;
    let flags = MoverFlags(0x5c);
    for (cell, from, to, outcome, z) in [
        (0xA9B4_0001_u32, 0.5, 0.2, Outcome::Adjusted, 0.3),
        (0xA9B4_0100, 0.5, 0.2, Outcome::Adjusted, 0.3),
        (0xA9B4_0001, 0.25, 0.28, Outcome::Adjusted, 0.3),
        (0xA9B4_0100, 0.25, 0.28, Outcome::Ok, 0.28),
        (0xA9B4_0001, 0.5, 0.31, Outcome::Ok, 0.31),
        // A level move has no touch time.
        (0xA9B4_0001, 0.2, 0.2, Outcome::Ok, 0.2),
    ] {
        let mut probe = ();
        let mover = Mover::viewer(0.3, flags);
        let (current, check) = (at(12.0, 12.0, from), at(13.0, 12.0, to));
        let mut t = placed(&world, &policy, mover, cell, current, check, &mut probe);
        assert_eq!(ask(&mut t, FLAT), outcome, "{cell:#x} {from} to {to}");
        let got = t.path.check_spheres[0].center.z;
        assert!((got - z).abs() < 1e-5, "{cell:#x} {from} to {to}: {got}");
        let hit = outcome == Outcome::Adjusted;
        assert_eq!(t.collision.collision_normal.is_some(), hit);
        assert_eq!(t.collision.environment, hit);
    }
}

/// The one cell of a single space is not indoors, whatever its token says (spec/transition.md 17 rule 5).
#[test]
fn viewer_in_a_single_space() {
    let (world, policy) = (World::default(), Policy::RETAIL);
    let mover = Mover::viewer(0.3, MoverFlags(0x5c));
    let mut probe = ();
    let cell = CellId::SINGLE_SPACE.0;
    let (current, check) = (at(0.0, 0.0, 0.25), at(0.0, 0.0, 0.28));
    let mut t = placed(&world, &policy, mover, cell, current, check, &mut probe);
    assert_eq!(ask(&mut t, FLAT), Outcome::Adjusted);
}

/// spec/transition.md EX-8e (T11): under ACE's rule a viewer that begins outdoors cannot move at all.
#[test]
fn viewer_outdoors_in_ace() {
    let mut cells = Cells::new(Elsewhere::Missing);
    cells.add_block(Landblock::new(0xA9B4, &[5.0; 81], &[]).unwrap());
    let world = World::with_cells(Vec::new(), cells);
    let from = at(12.0, 40.0, 8.0);
    let place = |center: Vec3| Position {
        cell: CellId(0xA9B4_0002),
        frame: Frame::at(center),
    };
    let mover = Mover::viewer(0.3, MoverFlags(0x5c));
    for z in [8.4, 8.0, 7.8] {
        let to = at(12.0, 41.0, z);
        for (policy, stuck) in [
            (Policy::RETAIL, false),
            (preset("ace").unwrap().policy, true),
        ] {
            let mut probe = ();
            let mut t = Transition::new(
                &world,
                &policy,
                mover,
                Some(place(from)),
                place(to),
                &mut probe,
            );
            assert!(t.find_valid_position().success, "{z}");
            let end = t.path.current.frame.origin;
            assert!(
                end.abs_diff_eq(if stuck { from } else { to }, 1e-5),
                "{z}: {end}"
            );
            assert_eq!(
                t.collision.collision_normal,
                stuck.then_some(Vec3::Z),
                "{z}"
            );
            assert_eq!(t.collision.environment, stuck, "{z}");
        }
    }
}

/// spec/transition.md EX-5c: the sphere is pulled back along the path to where it touches the ground.
#[test]
fn viewer_meets_the_ground() {
    let world = World::on_ground(Vec::new(), flat());
    let policy = Policy::RETAIL;
    let mover = Mover::viewer(0.3, MoverFlags(0x5c));
    for (target, steps, end, normal) in [
        (
            at(0.0, -2.0, 0.1),
            9,
            at(0.0, -1.714_285_7, 0.3),
            Some(Vec3::Z),
        ),
        (at(0.0, -2.0, 0.6), 8, at(0.0, -2.0, 0.6), None),
    ] {
        let mut probe = ();
        let place = |center: Vec3| Position::single(Frame::at(center));
        let begin = place(at(0.0, 0.0, 1.5));
        let mut t = Transition::new(
            &world,
            &policy,
            mover,
            Some(begin),
            place(target),
            &mut probe,
        );
        let walk = t.find_valid_position();
        assert!(walk.success && walk.steps == steps);
        let got = t.path.current.frame.origin;
        assert!(got.abs_diff_eq(end, 1e-5), "{got}");
        assert_eq!(t.collision.collision_normal, normal);
        assert_eq!(walk.colliding_step, normal.map(|_| 7));
    }
}

/// Level ground far around the origin.
fn flat() -> HeightField {
    HeightField::new(at(-50.0, -50.0, 0.0), 100.0, (2, 2), &[0.0; 4]).unwrap()
}

/// Level ground up to x = 0.3, from there on as steep as `degrees` (negative: down).
fn bend(degrees: f64) -> HeightField {
    let angle = degrees.to_radians();
    let rise = (20.0 * crate::ops::sin(angle) / crate::ops::cos(angle)) as f32;
    let heights = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, rise, rise, rise];
    HeightField::new(at(0.3 - 20.0, -21.0, 0.0), 20.0, (3, 3), &heights).unwrap()
}

/// Level ground up to x = 0.1, and from x = 0.3 on at height `z`.
fn ledge(z: f32) -> HeightField {
    let heights: Vec<f32> = (0..61)
        .flat_map(|column| [if column <= 30 { 0.0 } else { z }; 61])
        .collect();
    HeightField::new(at(0.1 - 6.0, -6.1, 0.0), 0.2, (61, 61), &heights).unwrap()
}

/// A body without gravity: what one path leaves for the next (spec/transition.md 1.3, 18.2).
struct Walker {
    world: World,
    flags: MoverFlags,
    feet: Vec3,
    contact: Option<Support>,
    sliding: Option<Vec3>,
}

impl Walker {
    /// It stands on level ground at `feet`.
    fn new(ground: HeightField, edge_slide: bool, feet: Vec3) -> Self {
        let contact = Support {
            valid: true,
            plane: FLAT,
            water: false,
            cell: CellId::SINGLE_SPACE,
        };
        Self {
            world: World::on_ground(Vec::new(), ground),
            flags: if edge_slide {
                WALKER
            } else {
                MoverFlags(GROUNDED)
            },
            feet,
            contact: Some(contact),
            sliding: None,
        }
    }

    /// Moves by `offset`; whether the path succeeded, and its collision normal.
    fn tick(&mut self, offset: Vec3) -> (bool, Option<Vec3>) {
        let policy = Policy::RETAIL;
        let mut probe = ();
        let begin = Position::single(Frame::at(self.feet));
        let end = Position::single(Frame::at(self.feet + offset));
        let mover = Mover::human(self.flags);
        let mut t = Transition::new(&self.world, &policy, mover, Some(begin), end, &mut probe);
        if let Some(contact) = self.contact {
            t.collision.contact = contact;
            t.collision.last_known = contact;
        }
        t.collision.sliding_normal = self.sliding;
        let success = t.find_valid_position().success;
        if success {
            self.feet = t.path.current.frame.origin;
            self.contact = Some(t.collision.contact).filter(|contact| contact.valid);
            self.sliding = t.collision.sliding_normal;
            self.flags = t.mover.flags;
        }
        (success, t.collision.collision_normal)
    }

    #[track_caller]
    fn is_at(&self, feet: Vec3) {
        assert!(
            self.feet.abs_diff_eq(feet, 2e-5),
            "{} is not {feet}",
            self.feet
        );
    }
}

const START: Vec3 = Vec3::new(0.0, 0.0, 0.005);

/// spec/transition.md EX-5a.
#[test]
fn three_steps_on_flat_ground() {
    let mut walker = Walker::new(flat(), true, START);
    assert_eq!(walker.tick(at(1.0, 0.0, 0.0)), (true, None));
    walker.is_at(at(1.0, 0.0, 0.005));
    assert_eq!(walker.flags, WALKER);
}

/// spec/transition.md 22 E1.
#[test]
fn walking_on_flat_ground() {
    let mut walker = Walker::new(flat(), true, START);
    for tick in 1..=10 {
        assert_eq!(walker.tick(at(0.4, 0.0, 0.0)), (true, None));
        walker.is_at(at(0.4 * tick as f32, 0.0, 0.005));
        assert_eq!(walker.flags, WALKER);
    }
}

/// spec/transition.md 22 E2 and E3: 30 degrees up shorten the way, 30 degrees down do not.
#[test]
fn walking_on_slopes() {
    for (degrees, places) in [
        (
            30.0,
            [
                at(0.4, 0.0, 0.062_735),
                at(0.7, 0.0, 0.235_94),
                at(1.0, 0.0, 0.409_145),
            ],
        ),
        (
            -30.0,
            [
                at(0.4, 0.0, -0.052_735),
                at(0.8, 0.0, -0.283_675),
                at(1.2, 0.0, -0.514_615),
            ],
        ),
    ] {
        let mut walker = Walker::new(bend(degrees), true, START);
        for place in places {
            assert_eq!(walker.tick(at(0.4, 0.0, 0.0)), (true, None));
            walker.is_at(place);
            assert_eq!(walker.flags, WALKER);
        }
    }
}

/// spec/transition.md 22 E4: blocked by 60 degrees at once, and from then on by the sliding normal.
#[test]
fn steep_slope_ahead() {
    let mut walker = Walker::new(bend(60.0), true, START);
    let (success, normal) = walker.tick(at(0.4, 0.0, 0.0));
    assert!(
        success && normal.unwrap().abs_diff_eq(Vec3::NEG_X, 1e-5),
        "{normal:?}"
    );
    walker.is_at(START);
    for _ in 0..3 {
        assert_eq!(walker.tick(at(0.4, 0.0, 0.0)), (false, None));
        walker.is_at(START);
    }
}

/// spec/transition.md 22 E5: obliquely into 60 degrees: every second tick slides.
#[test]
fn steep_slope_aside() {
    let mut walker = Walker::new(bend(60.0), true, START);
    for y in [0.0, 0.2, 0.2, 0.4] {
        let before = walker.feet;
        assert!(walker.tick(at(0.3, 0.2, 0.0)).0);
        walker.is_at(at(0.0, y, 0.005));
        assert_eq!(walker.sliding.is_some(), before == walker.feet);
    }
}

/// spec/transition.md 22 E6: a 60 degree edge down: the cliff slide takes the forward part away.
#[test]
fn steep_slope_below() {
    let mut walker = Walker::new(bend(-60.0), true, START);
    let (success, _) = walker.tick(at(0.4, 0.0, 0.0));
    assert!(success);
    walker.is_at(START);
    assert!(walker.sliding.unwrap().abs_diff_eq(Vec3::NEG_X, 1e-5));
    assert!(!walker.tick(at(0.4, 0.0, 0.0)).0);
}

/// spec/transition.md EX-6c: off a ledge of each height.
#[test]
fn off_a_ledge() {
    for (height, z) in [(0.5, -0.495), (1.0, -0.995), (1.4, -1.395)] {
        let mut walker = Walker::new(ledge(-height), true, START);
        assert!(walker.tick(at(0.4, 0.0, 0.0)).0);
        walker.is_at(at(0.4, 0.0, z));
        assert_eq!(walker.flags, WALKER, "{height}");
    }
    for height in [1.6, 2.0] {
        let mut walker = Walker::new(ledge(-height), true, START);
        assert!(walker.tick(at(0.4, 0.0, 0.0)).0);
        walker.is_at(START);
        let mut walker = Walker::new(ledge(-height), false, START);
        assert!(walker.tick(at(0.4, 0.0, 0.0)).0);
        walker.is_at(at(0.4, 0.0, 0.005));
        assert_eq!(walker.flags, MoverFlags::NONE, "{height}");
    }
}

/// spec/transition.md EX-6b is about one sphere: it looks half its radius down, and no further.
#[test]
fn one_sphere_looks_half_a_radius_down() {
    for (gap, found) in [(0.04, true), (0.06, false)] {
        let world = World::on_ground(Vec::new(), ledge(-gap));
        let policy = Policy::RETAIL;
        let sphere = Sphere {
            center: Vec3::Z * 0.1,
            radius: 0.1,
        };
        let mover = Mover {
            step_down_height: 1.5,
            ..Mover::new(&[sphere], MoverFlags(GROUNDED))
        };
        let place = |x: f32| Position::single(Frame::at(at(x, 0.0, 0.0)));
        let mut probe = ();
        let mut t = Transition::new(
            &world,
            &policy,
            mover,
            Some(place(0.32)),
            place(0.4),
            &mut probe,
        );
        t.path.check = place(0.4);
        t.path.set_check(&mover, place(0.4), CellId::SINGLE_SPACE);
        assert_eq!(t.transitional_insert(3), Outcome::Ok);
        assert_eq!(t.collision.contact.valid, found, "{gap}");
    }
}
