//! Whatever a mesh or a move is, nothing panics, hangs or comes to a number that is none.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::body::body::DEFAULT_STATE;
use sweepscope::body::{Body, Build, RootMotion};
use sweepscope::bsp::{Node, NodeKind, Parts, Tree, referee};
use sweepscope::geometry::{Cylinder, Frame, Plane, Polygon, Position, Rotation, Sphere};
use sweepscope::ids::{NodeId, PolygonId};
use sweepscope::outcome::Verdict;
use sweepscope::policy::Policy;
use sweepscope::transition::{Mover, MoverFlags, Transition, sweep};
use sweepscope::world::{Object, World};

/// Coordinates of all sizes; whole ones meet each other.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => (-3_i8..4).prop_map(f32::from),
        4 => -3.0_f32..3.0,
        1 => Just(1e-6),
        1 => Just(0.000_2),
        1 => -1e6_f32..1e6,
        1 => Just(1e-38),
    ]
}

/// A number that may be none.
fn anything() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => number(),
        1 => any::<f32>(),
        1 => Just(f32::NAN),
        1 => Just(f32::INFINITY),
        1 => Just(f32::MAX),
    ]
}

pub(super) fn point() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from_array)
}

/// Outlines without area, not planar, crossing themselves, repeated, and turned around.
fn outlines() -> impl Strategy<Value = Vec<Vec<Vec3>>> {
    let outline = prop::collection::vec(point(), 0..7);
    prop::collection::vec((outline, 0_u8..4), 0..30).prop_map(|outlines| {
        let mut all = Vec::new();
        for (mut outline, again) in outlines {
            all.push(outline.clone());
            if again == 1 {
                all.push(outline);
            } else if again == 2 {
                outline.reverse();
                all.push(outline);
            } else if again == 3 {
                // All corners in one line.
                all.push(
                    (0..4)
                        .map(|k| outline.first().map_or(Vec3::ZERO, |p| *p * k as f32))
                        .collect(),
                );
            }
        }
        all
    })
}

/// Trees of the builders, and chains of junk planes and spheres with solid leaves.
pub(super) fn tree() -> impl Strategy<Value = Tree> {
    (
        outlines(),
        0_u8..3,
        prop::collection::vec((point(), number(), point(), number(), any::<bool>()), 1..6),
    )
        .prop_map(|(outlines, kind, nodes)| {
            let polygons: Vec<Polygon> = outlines.into_iter().filter_map(Polygon::new).collect();
            match kind {
                0 => Tree::balanced(polygons),
                1 => Tree::single_leaf(polygons),
                _ => chain(polygons, &nodes),
            }
        })
}

/// Each node splits off a leaf of all polygons and goes on below.
fn chain(polygons: Vec<Polygon>, nodes: &[(Vec3, f32, Vec3, f32, bool)]) -> Tree {
    let count = u32::try_from(polygons.len()).unwrap();
    let mut all = Vec::new();
    for (k, (center, radius, normal, offset, solid)) in nodes.iter().enumerate() {
        let at = u32::try_from(2 * k).unwrap();
        let sphere = Sphere {
            center: *center,
            radius: *radius,
        };
        let last = k + 1 == nodes.len();
        let plane = Plane {
            normal: *normal,
            offset: *offset,
        };
        let kind = NodeKind::Inner {
            plane,
            positive: Some(NodeId(at + 1)),
            negative: (!last).then_some(NodeId(at + 2)),
        };
        all.push(Node { sphere, kind });
        let kind = NodeKind::Leaf {
            solid: *solid,
            first: 0,
            count,
        };
        all.push(Node { sphere, kind });
    }
    Tree::from_parts(Parts {
        polygons,
        nodes: all,
        leaf_polygons: (0..count).map(PolygonId).collect(),
    })
    .unwrap()
}

fn object() -> impl Strategy<Value = Object> {
    let scale = prop_oneof![4 => Just(1.0_f32), 1 => 0.001_f32..100.0, 1 => Just(1e-6)];
    (
        tree(),
        point(),
        [-180.0_f64..180.0, -90.0_f64..90.0],
        scale,
        0_u8..4,
        [number(), number()],
    )
        .prop_map(|(tree, origin, turn, scale, shape, sizes)| {
            let rotation = Rotation::from_heading_pitch(turn[0], turn[1]);
            let frame = Frame { origin, rotation };
            let name = "junk".to_owned();
            let ball = Sphere {
                center: Vec3::ZERO,
                radius: sizes[0],
            };
            let pillar = Cylinder {
                low: Vec3::ZERO,
                height: sizes[1],
                radius: sizes[0],
            };
            match shape {
                0 => Object::round(name, frame, scale, vec![ball], vec![]),
                1 => Object::round(name, frame, scale, vec![], vec![pillar]),
                _ => Object::solid(name, frame, scale, tree),
            }
        })
}

fn policy() -> impl Strategy<Value = Policy> {
    prop_oneof![Just("retail"), Just("legacy"), Just("ace")].prop_map(|name| name.parse().unwrap())
}

/// A human of another size, or a viewer.
fn mover() -> impl Strategy<Value = Mover> {
    let size = prop_oneof![3 => Just(1.0_f32), 1 => 0.01_f32..10.0, 1 => Just(1e4)];
    let flags = prop_oneof![
        Just(0_u32),
        Just(0x200),
        Just(0x203),
        Just(0x201),
        Just(0x3),
        Just(0x8),
        Just(0x48),
        0_u32..0x2000
    ];
    (size, flags, 1_usize..3, any::<bool>()).prop_map(|(size, flags, count, viewer)| {
        if viewer {
            return Mover::viewer(0.3 * size, MoverFlags(0x5c));
        }
        let mut mover = Mover::human(MoverFlags(flags));
        for sphere in &mut mover.spheres {
            sphere.center *= size;
            sphere.radius *= size;
        }
        mover.sphere_count = count;
        mover
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Sweeps and placements among junk end at a place, under every preset.
    #[test]
    fn among_junk(
        objects in prop::collection::vec(object(), 0..5),
        policy in policy(),
        mover in mover(),
        from in [-4.0_f32..4.0, -4.0_f32..4.0, -4.0_f32..4.0],
        way in prop_oneof![3 => point(), 1 => Just(Vec3::ZERO)],
        normal in [-1.0_f32..1.0, -1.0_f32..1.0, 0.0_f32..1.0],
        place in any::<bool>(),
    ) {
        let world = World::new(objects);
        // At most 1,000 radii, so that a case takes no minutes; junk is about what is met on the way.
        let (length, most) = (way.length(), 1000.0 * mover.spheres[0].radius);
        let way = if length > most { way * (most / length) } else { way };
        let from = Vec3::from_array(from);
        let at = |origin| Position::single(Frame::at(origin));
        let (begin, end) = ((!place).then(|| at(from)), at(from + way));
        let probe = &mut ();
        let mut path = Transition::new(&world, &policy, mover, begin, end, probe);
        if mover.flags.0 & 1 != 0 {
            let plane = Plane::through(from, Vec3::from_array(normal));
            path.collision.seed_contact(plane, false, end.cell, &policy);
        }
        let walk = path.find_valid_position();
        let outcome = path.outcome(&walk);
        prop_assert!(path.path.current.frame.origin.is_finite(), "{outcome:?}");
        prop_assert!(outcome.reached.is_finite() && outcome.normal.is_none_or(|n| n.is_finite()), "{outcome:?}");
    }

    /// Bodies that fall, walk and are put among junk stay somewhere.
    #[test]
    fn bodies_among_junk(
        objects in prop::collection::vec(object(), 0..4),
        policy in policy(),
        from in [-4.0_f32..4.0, -4.0_f32..4.0, -1.0_f32..4.0],
        velocity in [-60.0_f32..60.0, -60.0_f32..60.0, -60.0_f32..60.0],
        way in [-0.5_f32..0.5, -0.5_f32..0.5, -0.1_f32..0.1],
    ) {
        let world = World::new(objects);
        let place = Position::single(Frame::at(Vec3::from_array(from)));
        let mut body = Body::new(Build::human(), place, DEFAULT_STATE);
        body.set_velocity(Vec3::from_array(velocity));
        let motion = RootMotion { way: Vec3::from_array(way), ..RootMotion::default() };
        for tick in 0..30 {
            body.update(&world, &policy, 1.0 / 30.0, motion, &mut ());
            prop_assert!(body.is_finite(), "tick {tick}: {body:?}");
        }
    }

    /// What is no number makes no polygon, or one whose plane is of numbers; trees of it are built and checked.
    #[test]
    fn at_the_border(outlines in prop::collection::vec(prop::collection::vec([anything(), anything(), anything()], 0..6), 0..20)) {
        let mut polygons = Vec::new();
        for outline in outlines {
            let corners: Vec<Vec3> = outline.into_iter().map(Vec3::from_array).collect();
            let finite = corners.iter().all(|corner| corner.is_finite());
            let made = Polygon::new(corners);
            prop_assert!(finite || made.is_none());
            if let Some(polygon) = made {
                prop_assert!(polygon.plane.normal.is_finite() && !polygon.plane.offset.is_nan());
                polygons.push(polygon);
            }
        }
        for tree in [Tree::balanced(polygons.clone()), Tree::single_leaf(polygons)] {
            let _ = referee::check_tree(&tree);
        }
    }

    /// A move that is no numbers fails where it began.
    #[test]
    fn moves_of_no_numbers(
        to in [anything(), anything(), anything()],
        none in prop_oneof![Just(f32::NAN), Just(f32::INFINITY), Just(f32::NEG_INFINITY)],
        axis in 0_usize..3,
        policy in policy(),
        mover in mover(),
    ) {
        let mut to = Vec3::from_array(to);
        to[axis] = none;
        let begin = Frame::at(Vec3::new(1.0, 2.0, 3.0));
        let outcome = sweep(&World::default(), &policy, mover, Position::single(begin), Position::single(Frame::at(to)), &mut ());
        prop_assert_eq!((outcome.verdict, outcome.end), (Verdict::Failed, begin));
    }
}
