//! Leaving out what a mover cannot meet changes nothing: who listens hears of every object, who does not asks few.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::bsp::{Node, NodeKind, Parts, Tree};
use sweepscope::geometry::{Cylinder, Frame, Plane, Polygon, Position, Rotation, Sphere};
use sweepscope::ids::{NodeId, PolygonId};
use sweepscope::policy::Policy;
use sweepscope::probe::{Counters, Probe};
use sweepscope::transition::sphere_path::InsertType;
use sweepscope::transition::{Mover, MoverFlags, Transition};
use sweepscope::world::{Object, ObjectState, World};

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A solid box, its polygons in one leaf behind all its faces.
    Solid,
    /// A hollow box, split for walks.
    Hollow,
    /// One quadrilateral with a corner out of its plane.
    Bent,
    Ball,
    Pillar,
}

#[derive(Clone, Debug)]
struct Thing {
    shape: Shape,
    place: [f32; 3],
    size: [f32; 3],
    turn: [f32; 2],
    scale: f32,
    /// 0 is static, 1 ethereal, 2 movable.
    state: u8,
}

#[derive(Clone, Debug)]
struct Walk {
    from: [f32; 3],
    way: [f32; 3],
    spheres: usize,
    flags: u32,
    insert: u8,
    policy: &'static str,
}

fn thing() -> impl Strategy<Value = Thing> {
    let shape = prop_oneof![
        Just(Shape::Solid),
        Just(Shape::Hollow),
        Just(Shape::Bent),
        Just(Shape::Ball),
        Just(Shape::Pillar),
    ];
    let place = [-4.0_f32..4.0, -4.0_f32..4.0, -1.5_f32..2.0];
    let size = [0.1_f32..1.5, 0.1_f32..1.5, 0.1_f32..1.5];
    let turn = [-3.0_f32..3.0, -1.0_f32..1.0];
    (shape, place, size, turn, 0.5_f32..2.0, 0_u8..3).prop_map(
        |(shape, place, size, turn, scale, state)| Thing {
            shape,
            place,
            size,
            turn,
            scale,
            state,
        },
    )
}

fn walk() -> impl Strategy<Value = Walk> {
    let flags = prop_oneof![
        Just(0x200),
        Just(0x203),
        Just(0x201),
        Just(0x003),
        Just(0x05c),
        Just(0x008)
    ];
    let policy = prop_oneof![Just("retail"), Just("ace"), Just("legacy")];
    (
        [-4.0_f32..4.0, -4.0_f32..4.0, -0.5_f32..2.0],
        [-1.5_f32..1.5, -1.5_f32..1.5, -1.0_f32..1.0],
        1_usize..3,
        flags,
        0_u8..3,
        policy,
    )
        .prop_map(|(from, way, spheres, flags, insert, policy)| Walk {
            from,
            way,
            spheres,
            flags,
            insert,
            policy,
        })
}

/// Faces of a box, outwards.
fn faces(half: Vec3) -> Vec<Polygon> {
    let at = |[x, y, z]: [f32; 3]| Vec3::new(x, y, z) * half;
    [
        [[-1., -1., 1.], [1., -1., 1.], [1., 1., 1.], [-1., 1., 1.]],
        [
            [-1., -1., -1.],
            [-1., 1., -1.],
            [1., 1., -1.],
            [1., -1., -1.],
        ],
        [[1., -1., -1.], [1., 1., -1.], [1., 1., 1.], [1., -1., 1.]],
        [
            [-1., -1., -1.],
            [-1., -1., 1.],
            [-1., 1., 1.],
            [-1., 1., -1.],
        ],
        [[-1., 1., -1.], [-1., 1., 1.], [1., 1., 1.], [1., 1., -1.]],
        [
            [-1., -1., -1.],
            [1., -1., -1.],
            [1., -1., 1.],
            [-1., -1., 1.],
        ],
    ]
    .into_iter()
    .map(|corners| Polygon::new(corners.map(at).to_vec()).unwrap())
    .collect()
}

/// The tree of a solid box: behind every face lies the one leaf.
fn solid(polygons: Vec<Polygon>, half: Vec3) -> Tree {
    let sphere = Sphere {
        center: Vec3::ZERO,
        radius: half.length() * 1.01,
    };
    let planes: Vec<Plane> = polygons.iter().map(|face| face.plane).collect();
    let mut nodes: Vec<Node> = planes
        .iter()
        .zip(1..)
        .map(|(plane, next)| Node {
            sphere,
            kind: NodeKind::Inner {
                plane: *plane,
                positive: None,
                negative: Some(NodeId(next)),
            },
        })
        .collect();
    let count = u32::try_from(polygons.len()).unwrap();
    nodes.push(Node {
        sphere,
        kind: NodeKind::Leaf {
            solid: true,
            first: 0,
            count,
        },
    });
    Tree::from_parts(Parts {
        polygons,
        nodes,
        leaf_polygons: (0..count).map(PolygonId).collect(),
    })
    .unwrap()
}

fn object(index: usize, thing: &Thing) -> Object {
    let half = Vec3::from_array(thing.size);
    let tree = match thing.shape {
        Shape::Solid => solid(faces(half), half),
        Shape::Bent => {
            let corners = vec![
                Vec3::ZERO,
                Vec3::X * half.x,
                Vec3::new(half.x, half.y, half.z * 0.3),
                Vec3::Y * half.y,
            ];
            Tree::balanced(Polygon::new(corners).into_iter().collect())
        }
        _ => Tree::balanced(faces(half)),
    };
    let [heading, pitch] = thing.turn.map(|k| f64::from(k) * 30.0);
    let frame = Frame {
        origin: Vec3::from_array(thing.place),
        rotation: Rotation::from_heading_pitch(heading, pitch),
    };
    let mut object = Object::solid(format!("thing {index}"), frame, thing.scale, tree);
    match thing.shape {
        Shape::Ball => {
            object.parts.clear();
            object.spheres.push(Sphere {
                center: half * 0.5,
                radius: half.x,
            });
        }
        Shape::Pillar => {
            object.parts.clear();
            object.cylinders.push(Cylinder {
                low: half * 0.5,
                height: half.z,
                radius: half.x,
            });
        }
        _ => {}
    }
    let bsp = object.state.0 & ObjectState::HAS_PHYSICS_BSP.0;
    let bsp = if object.parts.is_empty() { 0 } else { bsp };
    object.state = ObjectState(
        bsp | match thing.state {
            0 => ObjectState::STATIC.0,
            1 => ObjectState::ETHEREAL.0,
            _ => 0,
        },
    );
    object.game_id = if thing.state == 0 {
        0
    } else {
        0x8000_0100 + u32::try_from(index).unwrap()
    };
    object
}

/// All that the path came to, as text.
fn taken<P: Probe>(world: &World, walk: &Walk, probe: &mut P) -> String {
    let policy: Policy = walk.policy.parse().unwrap();
    let mut mover = Mover::human(MoverFlags(walk.flags));
    mover.sphere_count = walk.spheres;
    let from = Vec3::from_array(walk.from);
    let at = |origin| Position::single(Frame::at(origin));
    let (begin, end) = (at(from), at(from + Vec3::from_array(walk.way)));
    let begin = (walk.insert != 2).then_some(begin);
    let mut path = Transition::new(world, &policy, mover, begin, end, probe);
    if walk.flags & 1 != 0 {
        let ground = Plane {
            normal: Vec3::Z,
            offset: -walk.from[2],
        };
        path.collision
            .seed_contact(ground, false, end.cell, &policy);
    }
    if walk.insert == 1 {
        path.path.insert_type = InsertType::Placement;
    }
    let found = if walk.insert == 1 {
        let outcome = path.transitional_insert(3);
        format!("{outcome:?}")
    } else {
        format!("{:?}", path.find_valid_position())
    };
    let state = &path.path;
    format!(
        "{found} {:?} {:?} {:?} {:?} {:?}",
        state.current, state.check, path.collision, path.mover.flags, path.effects
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn leaving_out_changes_nothing(
        things in prop::collection::vec(thing(), 0..20),
        walks in prop::collection::vec(walk(), 1..6),
    ) {
        let objects = things.iter().enumerate().map(|(i, thing)| object(i, thing)).collect();
        let world = World::new(objects);
        for walk in &walks {
            let mut heard = Counters::default();
            let few = taken(&world, walk, &mut ());
            let all = taken(&world, walk, &mut heard);
            prop_assert_eq!(few, all);
        }
    }
}
