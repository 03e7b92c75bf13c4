//! Solids and open polygons at random places, and whether a mover stands in one of them.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::bsp::Tree;
use sweepscope::bsp::referee;
use sweepscope::geometry::{Frame, Polygon, Rotation, Sphere};
use sweepscope::ids::PolygonId;
use sweepscope::policy::Policy;
use sweepscope::transition::Mover;
use sweepscope::world::{Object, World};

/// How far a committed sphere may be in a polygon, metres.
pub(super) const DEEPEST: f32 = 0.01;
/// How much of a way is no approach, metres: four times what a coordinate of 8 m is rounded by.
const ROUNDING: f64 = 4.0 * 4.8e-7;

/// A thing of polygons.
#[derive(Clone, Debug)]
pub(super) enum Thing {
    /// A convex solid: a box or a wedge, its faces outwards.
    Solid {
        wedge: bool,
        place: [f32; 3],
        half: [f32; 3],
        turn: [f32; 2],
        scale: f32,
    },
    /// A polygon with nothing behind it.
    Open {
        corners: Vec<[f32; 3]>,
        /// Whether it is listed twice, the second time facing the other way.
        twins: bool,
    },
}

fn point(reach: f32) -> impl Strategy<Value = [f32; 3]> {
    [-reach..reach, -reach..reach, -reach..reach]
}

/// A solid within 4 m of the origin.
pub(super) fn solid() -> impl Strategy<Value = Thing> {
    let half = [0.05_f32..2.0, 0.05_f32..2.0, 0.05_f32..2.0];
    let turn = prop_oneof![
        Just([0.0, 0.0]),
        (-180.0_f32..180.0).prop_map(|heading| [heading, 0.0]),
        [-180.0_f32..180.0, -60.0_f32..60.0],
    ];
    let scale = prop_oneof![Just(1.0_f32), 0.25_f32..4.0];
    (any::<bool>(), point(4.0), half, turn, scale).prop_map(|(wedge, place, half, turn, scale)| {
        Thing::Solid {
            wedge,
            place,
            half,
            turn,
            scale,
        }
    })
}

/// A triangle within 4 m of the origin.
pub(super) fn open(twins: bool) -> impl Strategy<Value = Thing> {
    prop::collection::vec(point(4.0), 3).prop_map(move |corners| Thing::Open { corners, twins })
}

/// Corners of the faces of a box of `half` sizes, or of the lower half of it under a slope.
fn faces(wedge: bool, half: Vec3) -> Vec<Vec<Vec3>> {
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z) * half;
    let (a, b) = (at(-1., -1., -1.), at(1., -1., -1.));
    let (c, d) = (at(1., 1., -1.), at(-1., 1., -1.));
    let (e, f) = (at(-1., -1., 1.), at(1., -1., 1.));
    let (g, h) = (at(1., 1., 1.), at(-1., 1., 1.));
    if wedge {
        // Rises along x.
        return vec![
            vec![a, d, c, b],
            vec![b, c, g, f],
            vec![a, b, f],
            vec![d, g, c],
            vec![a, f, g, d],
        ];
    }
    vec![
        vec![a, d, c, b],
        vec![e, f, g, h],
        vec![a, b, f, e],
        vec![b, c, g, f],
        vec![c, d, h, g],
        vec![d, a, e, h],
    ]
}

impl Thing {
    pub(super) fn object(&self, index: usize) -> Object {
        let name = format!("thing {index}");
        match self {
            Self::Solid {
                wedge,
                place,
                half,
                turn,
                scale,
            } => {
                let polygons = faces(*wedge, Vec3::from_array(*half) / *scale)
                    .into_iter()
                    .filter_map(Polygon::new)
                    .collect();
                let [heading, pitch] = turn.map(f64::from);
                let frame = Frame {
                    origin: Vec3::from_array(*place),
                    rotation: Rotation::from_heading_pitch(heading, pitch),
                };
                Object::solid(name, frame, *scale, Tree::balanced(polygons))
            }
            Self::Open { corners, twins } => {
                let corners: Vec<Vec3> = corners.iter().copied().map(Vec3::from_array).collect();
                let mut back = corners.clone();
                back.reverse();
                let mut polygons = vec![Polygon::new(corners)];
                if *twins {
                    polygons.push(Polygon::new(back));
                }
                let polygons = polygons.into_iter().flatten().collect();
                Object::solid(name, Frame::default(), 1.0, Tree::balanced(polygons))
            }
        }
    }
}

/// A single space with these things.
pub(super) fn world(things: &[Thing]) -> World {
    let objects = things.iter().enumerate().map(|(i, t)| t.object(i));
    World::new(objects.collect())
}

/// The polygons, by object and number, that a sphere of `mover` at `frame` is in by more than `deep` metres: by brute
/// force, whatever the tree. With a `movement` only those that it approaches by more than rounding.
pub(super) fn entered(
    world: &World,
    mover: &Mover,
    frame: &Frame,
    deep: f32,
    movement: Option<Vec3>,
) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    for (index, object) in world.objects.iter().enumerate() {
        for part in &object.parts {
            let (place, scale) = object.part_place(part, true);
            for sphere in &mover.spheres[..mover.sphere_count] {
                let center = frame.to_global(sphere.center);
                let local = Sphere {
                    center: place.frame.to_local(center) / scale,
                    radius: (sphere.radius - deep) / scale,
                };
                let way = place.frame.vector_to_local(movement.unwrap_or(Vec3::ZERO));
                let answer =
                    referee::sphere_intersects_poly(&part.tree, &local, way, &Policy::RETAIL);
                let mut polygons = answer.touched;
                if movement.is_some() {
                    let meant = |id: &PolygonId| {
                        let polygon = part.tree.polygon(*id).expect("a polygon of this tree");
                        polygon.approach(way) < -ROUNDING
                    };
                    polygons = answer.approached;
                    polygons.retain(meant);
                }
                found.extend(polygons.iter().map(|id| (index, id.0)));
            }
        }
    }
    found
}

/// Whether the mover at `frame` touches nothing.
pub(super) fn is_clear(world: &World, mover: &Mover, frame: &Frame) -> bool {
    entered(world, mover, frame, 0.0, None).is_empty()
}

/// Whether the middle of a sphere of the mover lies in a solid, where no polygon need touch it.
pub(super) fn is_buried(things: &[Thing], mover: &Mover, frame: &Frame) -> bool {
    things.iter().enumerate().any(|(i, thing)| {
        let Thing::Solid { .. } = thing else {
            return false;
        };
        let object = thing.object(i);
        mover.spheres[..mover.sphere_count].iter().any(|sphere| {
            let center = object.to_tree(frame.to_global(sphere.center));
            let inside = |p: &Polygon| p.plane.height(center) < 0.0;
            object.polygons().iter().all(inside)
        })
    })
}
