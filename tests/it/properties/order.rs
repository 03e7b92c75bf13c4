//! In which order a tree holds its polygons, and how it splits them, does not change a yes or no.
//!
//! It may change which polygon is named and where a mover is put: the first answer that is not Ok wins
//! (spec/bsp.md 5.3, 5.6). One rule of the original makes the yes or no depend on the tree as well (5.5), shown below;
//! sweeps do not ask that question, placements do.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::bsp::{Node, NodeKind, Parts, Slope, SolidHit, Struck, Tree, Walked};
use sweepscope::constants::{FLOOR_Z, LANDING_Z};
use sweepscope::geometry::polygon_adjust::CenterCheck;
use sweepscope::geometry::{Frame, Plane, Polygon, Position, Sphere};
use sweepscope::ids::{NodeId, PolygonId};
use sweepscope::outcome::Verdict;
use sweepscope::policy::Policy;
use sweepscope::transition::{Mover, MoverFlags, sweep};
use sweepscope::world::{Object, World};

fn corner() -> impl Strategy<Value = [f32; 3]> {
    // Whole metres put corners and planes on the planes that split.
    let place = prop_oneof![(-6_i8..6).prop_map(f32::from), -6.0_f32..6.0];
    [place.clone(), place.clone(), place]
}

fn polygons() -> impl Strategy<Value = Vec<Polygon>> {
    let triangle = (
        corner(),
        prop::collection::vec([-2.0_f32..2.0, -2.0_f32..2.0, -2.0_f32..2.0], 2),
    );
    prop::collection::vec(triangle, 1..60).prop_map(|triangles| {
        let polygon = |(first, sides): ([f32; 3], Vec<[f32; 3]>)| {
            let first = Vec3::from_array(first);
            let mut corners = vec![first];
            corners.extend(sides.iter().map(|side| first + Vec3::from_array(*side)));
            Polygon::new(corners)
        };
        triangles.into_iter().filter_map(polygon).collect()
    })
}

/// The same polygons, split, in one leaf, backwards, and dealt like cards.
fn trees(polygons: &[Polygon], deal: usize) -> Vec<Tree> {
    let backwards: Vec<Polygon> = polygons.iter().rev().cloned().collect();
    let dealt: Vec<Polygon> = (0..deal)
        .flat_map(|first| polygons.iter().skip(first).step_by(deal).cloned())
        .collect();
    vec![
        Tree::balanced(polygons.to_vec()),
        Tree::balanced(backwards.clone()),
        Tree::balanced(dealt.clone()),
        Tree::single_leaf(polygons.to_vec()),
        Tree::single_leaf(backwards),
        Tree::single_leaf(dealt),
    ]
}

/// What a tree says to all questions that are answered by yes or no.
fn answers(tree: &Tree, sphere: &Sphere, movement: Vec3) -> [bool; 5] {
    let (policy, probe) = (&Policy::RETAIL, &mut ());
    let slope = |allowance| Slope {
        up: Vec3::Z,
        allowance,
    };
    let mut struck = Struck::default();
    let mut walked = Walked {
        sphere: *sphere,
        interp: 1.0,
        polygon: None,
    };
    [
        tree.sphere_intersects_poly(sphere, movement, &mut struck, policy, probe),
        struck.polygon.is_some(),
        tree.sphere_intersects_solid(sphere, CenterCheck::Off, policy, probe),
        tree.hits_walkable(sphere, slope(FLOOR_Z), policy, probe),
        tree.find_walkable(&mut walked, movement, slope(LANDING_Z), policy, probe),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn of_a_query(
        polygons in polygons(),
        deal in 2_usize..5,
        at in corner(),
        movement in [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
        radius in prop_oneof![Just(0.3_f32), Just(0.48_f32), 0.01_f32..3.0],
    ) {
        let sphere = Sphere { center: Vec3::from_array(at), radius };
        let movement = Vec3::from_array(movement);
        let all = trees(&polygons, deal);
        let first = answers(&all[0], &sphere, movement);
        for tree in &all[1..] {
            prop_assert_eq!(answers(tree, &sphere, movement), first);
        }
    }

    /// Whether a camera's sweep meets anything.
    #[test]
    fn of_a_sweep(
        polygons in polygons(),
        deal in 2_usize..5,
        from in corner(),
        way in [-3.0_f32..3.0, -3.0_f32..3.0, -3.0_f32..3.0],
    ) {
        let from = Vec3::from_array(from);
        let (begin, end) = (Frame::at(from), Frame::at(from + Vec3::from_array(way)));
        let mover = Mover::viewer(0.3, MoverFlags(0x5c));
        let hits: Vec<bool> = trees(&polygons, deal)
            .into_iter()
            .map(|tree| {
                let mesh = Object::solid("mesh".to_owned(), Frame::default(), 1.0, tree);
                let world = World::new(vec![mesh]);
                let outcome = sweep(&world, &Policy::RETAIL, mover, Position::single(begin), Position::single(end), &mut ());
                outcome.verdict != Verdict::Ok
            })
            .collect();
        prop_assert!(hits.iter().all(|hit| *hit == hits[0]), "{hits:?}");
    }
}

/// spec/bsp.md 5.5, the note: on a straddling node, a polygon found in the half that holds the centre answers "not solid",
/// and the other half is not asked. So the same floor, touched by the same sphere, is a yes in one leaf and a no in two.
#[test]
fn named_and_still_clear() {
    let corners = [[-5.0, -5.0], [5.0, -5.0], [5.0, 5.0], [-5.0, 5.0]];
    let floor = Polygon::new(corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec()).unwrap();
    let sphere = Sphere {
        center: Vec3::ZERO,
        radius: 10.0,
    };
    let leaf = |count| Node {
        sphere,
        kind: NodeKind::Leaf {
            solid: false,
            first: 0,
            count,
        },
    };
    let root = Node {
        sphere,
        kind: NodeKind::Inner {
            plane: Plane {
                normal: Vec3::Z,
                offset: 0.0,
            },
            positive: Some(NodeId(1)),
            negative: Some(NodeId(2)),
        },
    };
    let split = Tree::from_parts(Parts {
        polygons: vec![floor.clone()],
        nodes: vec![root, leaf(1), leaf(0)],
        leaf_polygons: vec![PolygonId(0)],
    });
    let foot = Sphere {
        center: Vec3::Z * 0.2,
        radius: 0.5,
    };
    let taken = |tree: &Tree| {
        let mut hit = SolidHit::default();
        let policy = &Policy::RETAIL;
        let check = CenterCheck::On;
        let taken =
            tree.sphere_intersects_solid_poly(&foot, foot.radius, &mut hit, check, policy, &mut ());
        assert_eq!(hit.polygon, Some(PolygonId(0)));
        taken
    };
    assert!(taken(&Tree::single_leaf(vec![floor])));
    assert!(!taken(&split.unwrap()));
}
