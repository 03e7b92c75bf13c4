use super::*;
use crate::bsp::Parts;
use crate::geometry::{Frame, Polygon, Rotation};
use crate::world::Object;

/// Tiles of 1 m that make a floor of 8 m by 8 m.
fn tiles() -> Vec<Polygon> {
    let tile = |x: f32, y: f32| {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let corners = corners.map(|(dx, dy)| Vec3::new(x + dx, y + dy, 0.0));
        Polygon::new(corners.to_vec()).unwrap()
    };
    let all = (0..64_u8).map(|k| tile(f32::from(k % 8), f32::from(k / 8)));
    all.collect()
}

fn world(tree: Tree) -> World {
    let frame = Frame {
        origin: Vec3::new(10.0, 0.0, 1.0),
        rotation: Rotation::about_z(1.0),
    };
    World::new(vec![Object::solid("floor".to_owned(), frame, 2.0, tree)])
}

fn looked(tree: Tree, policy: &str) -> Refereed {
    let asked = Asked {
        policy: policy.parse().unwrap(),
        radius: 0.3,
        sweeps: 2000,
        seed: 1,
    };
    scan(&world(tree), &asked, 1000, &mut ()).unwrap()
}

#[test]
fn sound_trees_are_found_sound() {
    for tree in [Tree::balanced(tiles()), Tree::single_leaf(tiles())] {
        let refereed = looked(tree, "retail");
        assert_eq!(refereed.findings.list, []);
        assert_eq!(refereed.asked, 2000);
    }
}

#[test]
fn a_leaf_that_ace_empties_is_told_once() {
    let refereed = looked(Tree::single_leaf(tiles()), "ace");
    assert_eq!(refereed.findings.total(), 1);
    assert_eq!(refereed.findings.counts["emptied"], 1);
}

/// The sphere of one leaf is made too small: it is named as a defect, and walks that miss for it name it too.
#[test]
fn the_node_that_prunes_is_named() {
    let sound = Tree::balanced(tiles());
    let broken = sound
        .nodes()
        .iter()
        .position(|node| sound.leaf(node).len() > 1)
        .unwrap();
    let mut parts: Parts = sound.into_parts();
    parts.nodes[broken].sphere.radius = 0.001;
    let node = NodeId(broken as u32);
    let refereed = looked(Tree::from_parts(parts).unwrap(), "retail");
    assert!(refereed.findings.counts["sphere-too-small"] > 1);
    let mismatches: Vec<_> = refereed
        .findings
        .list
        .iter()
        .filter_map(|broken| match broken {
            Broken::Walk(mismatch) => Some(mismatch),
            _ => None,
        })
        .collect();
    assert!(!mismatches.is_empty());
    for mismatch in mismatches {
        assert_eq!(mismatch.pruned.node(), Some(node), "{mismatch}");
        assert!(mismatch.brute_force_placed, "{mismatch}");
    }
}

/// A polygon that the leaves do not list.
#[test]
fn what_no_leaf_lists_is_unlisted() {
    let mut parts = Tree::single_leaf(tiles()).into_parts();
    parts.leaf_polygons[5] = PolygonId(4);
    let refereed = looked(Tree::from_parts(parts).unwrap(), "retail");
    let counts = &refereed.findings.counts;
    assert_eq!((counts["unreachable"], counts["unlisted"]), (1, 1));
    let told = refereed.findings.list.iter().any(|broken| {
        matches!(broken, Broken::Walk(mismatch) if mismatch.pruned == Pruned::Unlisted && mismatch.spot.polygon == Some(PolygonId(5)))
    });
    assert!(told);
}
