//! A world that is moved by a power of two is the same world, as far as its numbers can be written down there.
//!
//! The rule that breaks it otherwise is that stored state is `f32` (spec/bsp.md 1, precision): far out, a position that is
//! stored between two attempts loses bits. So: what is asked in an obstacle's own space is the same to the bit where
//! begin and end can be written down at both places, and whole paths are where every position on the way can.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::bsp::Tree;
use sweepscope::geometry::{Frame, Plane, Polygon, Position, Rotation};
use sweepscope::policy::Policy;
use sweepscope::probe::{Event, Journal};
use sweepscope::transition::{Mover, MoverFlags, SweepOutcome, Transition, sweep};
use sweepscope::world::{Object, World};

/// A place on a grid of 1/64 m; with 1/64 and 1024 m it needs 17 bits of the 24.
fn place(reach: i16) -> impl Strategy<Value = Vec3> {
    [-reach..reach, -reach..reach, -reach..reach]
        .prop_map(|c| Vec3::from_array(c.map(f32::from)) / 64.0)
}

/// A power of two along each axis, 1 to 1024 m, either way or not at all.
fn shift() -> impl Strategy<Value = Vec3> {
    let power = prop_oneof![
        Just(0.0_f32),
        (0_u8..11, any::<bool>()).prop_map(|(k, back)| {
            let power = f32::from(1_u16 << k);
            if back { -power } else { power }
        })
    ];
    [power.clone(), power.clone(), power].prop_map(Vec3::from_array)
}

fn facts(journal: &Journal) -> Vec<String> {
    let asked = |event: &Event| {
        matches!(
            event,
            Event::NodeVisited { .. }
                | Event::NodePruned { .. }
                | Event::PolygonTested { .. }
                | Event::BranchTaken { .. }
                | Event::AdjustRound { .. }
        )
    };
    let events = journal.entries.iter().map(|entry| &entry.event);
    events
        .filter(|e| asked(e))
        .map(|e| format!("{e:?}"))
        .collect()
}

/// The things, all moved by `shift`.
fn moved(things: &[(Vec<Polygon>, Frame)], shift: Vec3) -> World {
    let objects = things.iter().enumerate().map(|(i, (polygons, frame))| {
        let frame = Frame {
            origin: frame.origin + shift,
            ..*frame
        };
        Object::solid(
            format!("thing {i}"),
            frame,
            1.0,
            Tree::balanced(polygons.clone()),
        )
    });
    World::new(objects.collect())
}

fn triangle() -> impl Strategy<Value = Option<Polygon>> {
    prop::collection::vec([-2.0_f32..2.0, -2.0_f32..2.0, -2.0_f32..2.0], 3)
        .prop_map(|corners| Polygon::new(corners.into_iter().map(Vec3::from_array).collect()))
}

/// Meshes of triangles at places that can be written down, turned as they like.
fn meshes() -> impl Strategy<Value = Vec<(Vec<Polygon>, Frame)>> {
    let turn = prop_oneof![
        Just(Rotation::IDENTITY),
        (-180.0_f64..180.0, -80.0_f64..80.0).prop_map(|(h, p)| Rotation::from_heading_pitch(h, p)),
    ];
    let mesh = (prop::collection::vec(triangle(), 1..12), place(96), turn);
    let mesh = mesh.prop_map(|(triangles, origin, rotation)| {
        let polygons = triangles.into_iter().flatten().collect();
        (polygons, Frame { origin, rotation })
    });
    prop::collection::vec(mesh, 1..4)
}

/// What a camera's one step is told until it is put somewhere for the first time.
fn asked(world: &World, from: Vec3, way: Vec3) -> Vec<String> {
    let (begin, end) = (Frame::at(from), Frame::at(from + way));
    let mover = Mover::viewer(0.3, MoverFlags(0x5c));
    let mut journal = Journal::default();
    let outcome = sweep(
        world,
        &Policy::RETAIL,
        mover,
        Position::single(begin),
        Position::single(end),
        &mut journal,
    );
    assert!(outcome.steps <= 1);
    let put = |event: &Event| matches!(event, Event::AdjustEnded { .. });
    let first = journal.entries.iter().position(|e| put(&e.event));
    journal
        .entries
        .truncate(first.map_or(journal.entries.len(), |at| at + 1));
    facts(&journal)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Nodes, polygons, branches and touch times of a step's first answer.
    #[test]
    fn of_what_obstacles_are_asked(
        meshes in meshes(),
        from in place(128),
        way in place(11),
        shift in shift(),
    ) {
        let here = asked(&moved(&meshes, Vec3::ZERO), from, way);
        let there = asked(&moved(&meshes, shift), from + shift, way);
        prop_assert_eq!(here, there);
    }
}

/// A box whose corners are on the grid, and its middle with them.
#[derive(Clone, Debug)]
struct Crate {
    middle: Vec3,
    half: Vec3,
}

fn crates() -> impl Strategy<Value = Vec<Crate>> {
    let half = [1_i16..96, 1_i16..96, 1_i16..48];
    let half = half.prop_map(|c| Vec3::from_array(c.map(f32::from)) / 64.0);
    let middle = [-192_i16..192, -192_i16..192, -16_i16..128];
    let middle = middle.prop_map(|c| Vec3::from_array(c.map(f32::from)) / 64.0);
    let one = (middle, half).prop_map(|(middle, half)| Crate { middle, half });
    prop::collection::vec(one, 1..8)
}

impl Crate {
    fn thing(&self) -> (Vec<Polygon>, Frame) {
        let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z) * self.half;
        let (a, b) = (at(-1., -1., -1.), at(1., -1., -1.));
        let (c, d) = (at(1., 1., -1.), at(-1., 1., -1.));
        let (e, f) = (at(-1., -1., 1.), at(1., -1., 1.));
        let (g, h) = (at(1., 1., 1.), at(-1., 1., 1.));
        let faces = [
            [a, d, c, b],
            [e, f, g, h],
            [a, b, f, e],
            [b, c, g, f],
            [c, d, h, g],
            [d, a, e, h],
        ];
        let polygons = faces
            .into_iter()
            .filter_map(|face| Polygon::new(face.to_vec()));
        (polygons.collect(), Frame::at(self.middle))
    }
}

/// A mover whose spheres and step heights are on the grid.
fn mover(flags: u32) -> Mover {
    let mut mover = Mover::human(MoverFlags(flags));
    for (sphere, z) in mover.spheres.iter_mut().zip([0.5, 1.5]) {
        sphere.center = Vec3::Z * z;
        sphere.radius = 0.5;
    }
    (mover.step_up_height, mover.step_down_height) = (0.5, 1.0);
    mover
}

/// Where the mover gets by one path of one step, what it is told, and on what it stands.
fn walked(world: &World, flags: u32, from: Vec3, way: Vec3) -> (SweepOutcome, Plane, u32) {
    let (begin, end) = (
        Position::single(Frame::at(from)),
        Position::single(Frame::at(from + way)),
    );
    let (policy, probe) = (Policy::RETAIL, &mut ());
    let mut path = Transition::new(world, &policy, mover(flags), Some(begin), end, probe);
    if flags & MoverFlags::CONTACT.0 != 0 {
        let ground = Plane::through(from, Vec3::Z);
        path.collision
            .seed_contact(ground, false, begin.cell, &policy);
    }
    let walk = path.find_valid_position();
    let mut contact = path.collision.contact.plane;
    // At the place of the mover: a plane's own number is about the origin.
    contact.offset += contact.normal.dot(path.path.current.frame.origin);
    (path.outcome(&walk), contact, path.mover.flags.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    /// Whole paths among boxes along the axes, where all that is stored on the way is on the grid: not for a mover on ground
    /// that is too steep, whose step down is 0.04 m, and in the air only along one axis, since a landing goes back along the way.
    #[test]
    fn of_whole_paths(
        crates in crates(),
        flags in prop_oneof![Just(0x200_u32), Just(0x203), Just(0x003)],
        from in [-192_i16..192, -192_i16..192, 0_i16..128],
        way in [-22_i16..22, -22_i16..22, -16_i16..8],
        axis in 0_usize..3,
        shift in shift(),
    ) {
        let things: Vec<_> = crates.iter().map(Crate::thing).collect();
        let grid = |c: [i16; 3]| Vec3::from_array(c.map(f32::from)) / 64.0;
        let (from, mut way) = (grid(from), grid(way));
        if flags & MoverFlags::CONTACT.0 == 0 {
            way = Vec3::AXES[axis] * way;
        }
        let (mut here, plane, bits) = walked(&moved(&things, Vec3::ZERO), flags, from, way);
        let (there, far_plane, far_bits) = walked(&moved(&things, shift), flags, from + shift, way);
        for point in [&mut here.end.origin, &mut here.from, &mut here.to, &mut here.reached] {
            *point += shift;
        }
        prop_assert_eq!(here, there);
        prop_assert_eq!((plane, bits), (far_plane, far_bits));
    }
}

/// spec/bsp.md 1, precision: a sweep that ends at a place that 1024 m out cannot be written down ends up to half a last
/// digit beside it there.
#[test]
fn storage_loses_digits() {
    let wall = |x: f32| {
        let corners = [[-5.0, -5.0], [-5.0, 5.0], [5.0, 5.0], [5.0, -5.0]];
        let corners = corners.map(|[y, z]| Vec3::new(0.0, y, z));
        (
            vec![Polygon::new(corners.to_vec()).unwrap()],
            Frame::at(Vec3::X * x),
        )
    };
    let ends = [0.0, 1024.0].map(|shift| {
        let world = moved(&[wall(1.0)], Vec3::X * shift);
        let (begin, end) = (
            Frame::at(Vec3::X * shift),
            Frame::at(Vec3::X * (shift + 2.0)),
        );
        let mover = Mover::viewer(0.3, MoverFlags(0x5c));
        let outcome = sweep(
            &world,
            &Policy::RETAIL,
            mover,
            Position::single(begin),
            Position::single(end),
            &mut (),
        );
        outcome.end.origin.x - shift
    });
    assert!((ends[0] - 0.7).abs() < 1e-6, "{ends:?}");
    assert_ne!(ends[0], ends[1]);
    // Three steps, each stored with 2^-13 m between neighbours at 1024 m.
    assert!((ends[0] - ends[1]).abs() <= 3.0 / 16384.0, "{ends:?}");
}
