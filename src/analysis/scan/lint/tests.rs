use super::*;
use crate::bsp::{Node, Parts};
use crate::geometry::{Frame, Sphere};
use crate::world::Object;

fn polygon(corners: &[[f32; 3]]) -> Polygon {
    Polygon::new(corners.iter().copied().map(Vec3::from_array).collect()).unwrap()
}

fn world(polygons: Vec<Polygon>) -> World {
    placed(Tree::balanced(polygons), Vec3::ZERO, 1.0)
}

fn placed(tree: Tree, at: Vec3, scale: f32) -> World {
    let object = Object::solid("thing".to_owned(), Frame::at(at), scale, tree);
    World::new(vec![object])
}

/// Two boards far from everything, so that a tree is no single leaf.
fn with_company(polygons: Vec<Polygon>) -> World {
    let board = |k: f32| {
        let (x, y) = (100.0 + 10.0 * k, 50.0);
        polygon(&[
            [x, y, 0.0],
            [x + 1.0, y, 0.0],
            [x + 1.0, y + 1.0, 0.0],
            [x, y + 1.0, 0.0],
        ])
    };
    let company = (0..9_u8).map(|k| board(f32::from(k)));
    world(polygons.into_iter().chain(company).collect())
}

fn found(world: &World, step_up: Option<f32>) -> Vec<Lint> {
    let policies = &[Policy::RETAIL];
    let asked = Asked { step_up, policies };
    scan(world, &asked, 100, &mut ()).unwrap().list
}

#[track_caller]
fn only(world: &World) -> Trouble {
    let mut list = found(world, None);
    assert_eq!(list.len(), 1, "{list:#?}");
    list.remove(0).trouble
}

fn board_at(x: f32, y: f32, z: f32, side: f32) -> Polygon {
    let (right, back) = (x + side, y + side);
    polygon(&[[x, y, z], [right, y, z], [right, back, z], [x, back, z]])
}

#[test]
fn a_board_is_in_order() {
    assert_eq!(found(&with_company(vec![]), Some(0.6)), []);
}

#[test]
fn odd_outlines() {
    let needle = polygon(&[[0.0; 3], [2.0, 0.0, 0.0], [1.0, 0.0008, 0.0]]);
    let trouble = only(&with_company(vec![needle]));
    // Twice the area, 0.0016, over the longest side.
    assert!(matches!(trouble, Trouble::Sliver { width } if (width - 0.0008).abs() < 1e-7));

    let dented = polygon(&[[0.0; 3], [2.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 2.0, 0.0]]);
    assert_eq!(
        only(&with_company(vec![dented])),
        Trouble::NotConvex { dent: Some(2) }
    );

    let doubled = polygon(&[[0.0; 3], [2.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]);
    assert_eq!(
        only(&with_company(vec![doubled])),
        Trouble::RepeatedCorner { corner: 2 }
    );

    let tiny = polygon(&[[0.0; 3], [1e-4, 0.0, 0.0], [0.0, 1e-4, 0.0]]);
    let trouble = only(&with_company(vec![tiny]));
    assert!(matches!(trouble, Trouble::Degenerate { area } if (area - 5e-9).abs() < 1e-12));

    // Corners 0.2 m up by turns: the mean plane is level and each is 0.1 m off it.
    let bent = polygon(&[
        [0.0, 0.0, 0.2],
        [4.0, 0.0, 0.0],
        [4.0, 4.0, 0.2],
        [0.0, 4.0, 0.0],
    ]);
    let trouble = only(&with_company(vec![bent]));
    assert!(
        matches!(trouble, Trouble::NotFlat { by } if (by - 0.1).abs() < 1e-6),
        "{trouble:?}"
    );
}

#[test]
fn copies_and_twins() {
    let (one, other) = (board_at(0.0, 0.0, 0.0, 1.0), board_at(3.0, 0.0, 0.0, 1.0));
    let mut turned: Vec<Vec3> = other.vertices.to_vec();
    turned.reverse();
    // The same corners, begun at another one.
    let mut begun: Vec<Vec3> = one.vertices.to_vec();
    begun.rotate_left(1);
    let polygons = vec![
        one,
        other,
        Polygon::new(turned).unwrap(),
        Polygon::new(begun).unwrap(),
    ];
    let list = found(&with_company(polygons), None);
    let told: Vec<_> = list
        .iter()
        .map(|lint| (lint.spot.polygon.unwrap().0, lint.trouble.clone()))
        .collect();
    assert_eq!(
        told,
        [
            (2, Trouble::Twin { of: PolygonId(1) }),
            (3, Trouble::Repeated { of: PolygonId(0) })
        ]
    );
}

/// `FLOOR_Z` is the cosine of 3437.75 radians: 48.38 degrees. `LANDING_Z` is that of 85 degrees.
#[test]
fn slopes_at_the_limits() {
    let slope = |degrees: f64| {
        let run = 1.0;
        let rise = (ops::sin(degrees.to_radians()) / ops::cos(degrees.to_radians())) as f32;
        polygon(&[
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, run, rise],
            [0.0, run, rise],
        ])
    };
    for (degrees, wanted) in [
        (47.8, None),
        (48.0, Some("floor")),
        (48.8, Some("floor")),
        (49.0, None),
        (84.6, Some("landing")),
        (85.4, Some("landing")),
        (86.0, None),
        (60.0, None),
    ] {
        let list = found(&with_company(vec![slope(degrees)]), None);
        let limits: Vec<_> = list
            .iter()
            .map(|lint| match lint.trouble {
                Trouble::NearLimit { limit, .. } => limit,
                _ => panic!("{lint}"),
            })
            .collect();
        assert_eq!(limits.first().copied(), wanted, "{degrees}");
    }
}

/// A board on a larger one, beside a third: 0.595 m up from the one and 0.35 m from the other.
#[test]
fn steps_as_high_as_the_mover_climbs() {
    let world = with_company(vec![
        board_at(0.0, 0.0, 0.0, 10.0),
        board_at(4.0, 4.0, 0.595, 2.0),
        board_at(6.0, 4.0, 0.245, 2.0),
    ]);
    let list = found(&world, Some(0.6));
    assert_eq!(list.len(), 1, "{list:#?}");
    assert_eq!(list[0].spot.polygon, Some(PolygonId(1)));
    let Trouble::NearStep {
        lower_polygon,
        step,
        ..
    } = &list[0].trouble
    else {
        panic!("{list:?}");
    };
    assert_eq!(*lower_polygon, Some(PolygonId(0)));
    assert!((step - 0.595).abs() < 1e-6);
    assert_eq!(found(&world, Some(0.62)), []);
    assert_eq!(found(&world, Some(0.35)).len(), 1);
}

#[test]
fn trees_and_places() {
    let leaf = Tree::single_leaf(vec![board_at(0.0, 0.0, 0.0, 1.0)]);
    assert_eq!(
        only(&placed(leaf.clone(), Vec3::ZERO, 1.0)),
        Trouble::SingleLeaf {
            polygons: 1,
            emptied: false
        }
    );

    // The corners are sqrt(0.5) m from the middle, twice that where it stands.
    let small = leaf.with_root_sphere(Sphere {
        center: Vec3::new(0.5, 0.5, 0.0),
        radius: 0.5,
    });
    let list = found(&placed(small, Vec3::ZERO, 2.0), None);
    let Trouble::NodeTooSmall { node, polygons, by } = list[1].trouble else {
        panic!("{list:?}");
    };
    assert_eq!((node, polygons), (NodeId(0), 1));
    assert!(
        (by.unwrap() - 2.0 * (0.5_f64.sqrt() - 0.5)).abs() < 1e-3,
        "{by:?}"
    );

    // From 2^14 m on stored numbers are 1/512 m apart.
    let boards = || {
        Tree::balanced(
            (0..9_u8)
                .map(|k| board_at(3.0 * f32::from(k), 0.0, 0.0, 1.0))
                .collect(),
        )
    };
    assert_eq!(found(&placed(boards(), Vec3::X * 12_000.0, 1.0), None), []);
    let trouble = only(&placed(boards(), Vec3::X * 20_000.0, 1.0));
    assert_eq!(
        trouble,
        Trouble::Far {
            coordinate: 20_025.0,
            spacing: 1.0 / 512.0
        }
    );
}

/// A leaf's sphere that is too small is told once for all polygons below it.
#[test]
fn a_node_is_told_once() {
    let boards: Vec<Polygon> = (0..40_u8)
        .map(|k| board_at(3.0 * f32::from(k), 0.0, 0.0, 1.0))
        .collect();
    let mut parts: Parts = Tree::balanced(boards).into_parts();
    let node: &mut Node = parts.nodes.last_mut().unwrap();
    let NodeKind::Leaf { count, .. } = node.kind else {
        panic!("the last node is a leaf");
    };
    assert!(count > 1);
    node.sphere.radius = 0.01;
    let tree = Tree::from_parts(parts).unwrap();
    let trouble = only(&placed(tree, Vec3::ZERO, 1.0));
    assert!(
        matches!(trouble, Trouble::NodeTooSmall { polygons, .. } if polygons == u64::from(count)),
        "{trouble:?}"
    );
}
