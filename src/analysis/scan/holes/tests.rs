use super::*;
use crate::bsp::Tree;
use crate::geometry::Frame;
use crate::world::Object;

type Corners = Vec<[f32; 3]>;

fn quad(a: [f32; 3], b: [f32; 3], c: [f32; 3], d: [f32; 3]) -> Corners {
    vec![a, b, c, d]
}

/// The faces of a box from the origin to (x, y, z), outwards: bottom, top, and the sides at y = 0, y, x = 0, x.
fn cuboid(x: f32, y: f32, z: f32) -> Vec<Corners> {
    let o = 0.0;
    vec![
        quad([o, o, o], [o, y, o], [x, y, o], [x, o, o]),
        quad([o, o, z], [x, o, z], [x, y, z], [o, y, z]),
        quad([o, o, o], [x, o, o], [x, o, z], [o, o, z]),
        quad([o, y, o], [o, y, z], [x, y, z], [x, y, o]),
        quad([o, o, o], [o, o, z], [o, y, z], [o, y, o]),
        quad([x, o, o], [x, y, o], [x, y, z], [x, o, z]),
    ]
}

fn world(polygons: &[Corners]) -> World {
    let polygons = polygons.iter().map(|corners| {
        Polygon::new(corners.iter().copied().map(Vec3::from_array).collect()).unwrap()
    });
    let tree = Tree::balanced(polygons.collect());
    World::new(vec![Object::solid(
        "box".to_owned(),
        Frame::default(),
        1.0,
        tree,
    )])
}

fn found(polygons: &[Corners]) -> Findings<Opening> {
    scan(&world(polygons), 0.3, Rims::Told, 100, &mut ()).unwrap()
}

/// Length, gap, whether it fits.
fn holes(findings: &Findings<Opening>) -> Vec<(f64, f64, bool)> {
    let holes = findings.list.iter().filter_map(|opening| match opening {
        Opening::Loop {
            length,
            gap: Some(gap),
            fits: Some(fits),
            closed: true,
            ..
        } => Some((*length, *gap, *fits)),
        _ => None,
    });
    holes.collect()
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 2e-3, "{a} {b}");
}

#[test]
fn a_closed_box_has_no_hole() {
    let findings = found(&cuboid(2.0, 3.0, 4.0));
    assert_eq!(
        (findings.total(), findings.found),
        (0, 0),
        "{:?}",
        findings.list
    );
}

/// Without its lid of 2 m by 3 m: 10 m around, and a ball of 2 m passes.
#[test]
fn a_box_without_its_lid() {
    let mut faces = cuboid(2.0, 3.0, 4.0);
    faces.remove(1);
    let findings = found(&faces);
    let [(length, gap, true)] = holes(&findings)[..] else {
        panic!("{:?}", findings.list);
    };
    near(length, 10.0);
    near(gap, 2.0);
    let Opening::Loop { spot, .. } = &findings.list[0] else {
        panic!("a loop");
    };
    assert!((spot.at.z - 4.0).abs() < 1e-3 && findings.found == 1);
}

/// Two opposite faces away: two loops. Two neighbours away: one loop of six edges, 2 * (2 + 3) + 2 * (2 + 4) - 2 * 2 m.
#[test]
fn two_faces() {
    let without = |gone: [usize; 2]| {
        let faces = cuboid(2.0, 3.0, 4.0);
        let left = faces.into_iter().enumerate();
        let left: Vec<Corners> = left
            .filter(|(k, _)| !gone.contains(k))
            .map(|(_, f)| f)
            .collect();
        found(&left)
    };
    let findings = without([0, 1]);
    assert_eq!(holes(&findings).len(), 2, "{:?}", findings.list);
    let findings = without([1, 2]);
    let [(length, ..)] = holes(&findings)[..] else {
        panic!("{:?}", findings.list);
    };
    near(length, 18.0);
}

/// A lid with a square hole of 0.5 m, in four boards around it whose corners lie on others' edges.
#[test]
fn t_junctions_are_closed() {
    let mut faces = cuboid(2.0, 2.0, 2.0);
    faces.remove(1);
    let z = 2.0;
    let board = |x0: f32, y0: f32, x1: f32, y1: f32| {
        quad([x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z])
    };
    faces.push(board(0.0, 0.0, 2.0, 0.75));
    faces.push(board(0.0, 1.25, 2.0, 2.0));
    faces.push(board(0.0, 0.75, 0.75, 1.25));
    faces.push(board(1.25, 0.75, 2.0, 1.25));
    let findings = found(&faces);
    let [(length, gap, false)] = holes(&findings)[..] else {
        panic!("{:?}", findings.list);
    };
    near(length, 2.0);
    near(gap, 0.5);
    assert_eq!(findings.counts.len(), 1, "{:?}", findings.list);
}

/// A floor ends somewhere: that is its rim. A pillar without a bottom stands on it, and has its top.
#[test]
fn floors_have_rims_and_pillars_stand() {
    let floor = quad(
        [-5.0, -5.0, 0.0],
        [5.0, -5.0, 0.0],
        [5.0, 5.0, 0.0],
        [-5.0, 5.0, 0.0],
    );
    let mut faces = cuboid(1.0, 1.0, 2.0);
    faces[0] = floor;
    let findings = found(&faces);
    assert_eq!(findings.found, 0, "{:?}", findings.list);
    assert_eq!(findings.counts["rim"], 1);
    let Opening::Loop {
        length, fits: None, ..
    } = findings.list[0]
    else {
        panic!("{:?}", findings.list);
    };
    near(length, 40.0);
    let counted = scan(&world(&faces), 0.3, Rims::Counted, 100, &mut ()).unwrap();
    assert_eq!(counted.found, 1);
}

/// A floor of four boards around a hole: the outer edge is its rim, the inner one a hole.
#[test]
fn a_hole_in_a_floor_is_no_rim() {
    let board = |x0: f32, y0: f32, x1: f32, y1: f32| {
        quad([x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0])
    };
    let findings = found(&[
        board(0.0, 0.0, 9.0, 3.0),
        board(0.0, 5.0, 9.0, 9.0),
        board(0.0, 3.0, 4.0, 5.0),
        board(5.0, 3.0, 9.0, 5.0),
    ]);
    assert_eq!((findings.counts["rim"], findings.counts["hole"]), (1, 1));
    let [(length, gap, true)] = holes(&findings)[..] else {
        panic!("{:?}", findings.list);
    };
    near(length, 6.0);
    near(gap, 1.0);
}

/// A lid that is 0.4 mm above its box is a seam on four sides; 3 mm above, it is no lid.
#[test]
fn what_is_nearly_closed_is_a_seam() {
    let lifted = |by: f32| {
        let mut faces = cuboid(2.0, 2.0, 2.0);
        for corner in &mut faces[1] {
            corner[2] += by;
        }
        found(&faces)
    };
    let findings = lifted(0.0004);
    assert_eq!(findings.found, 0, "{:?}", findings.list);
    assert_eq!(findings.counts["seam"], 4);
    for opening in &findings.list {
        let Opening::Seam { width_mm, .. } = opening else {
            panic!("{opening}");
        };
        assert!((width_mm - 0.4).abs() < 0.001, "{opening}");
    }
    let findings = lifted(0.003);
    assert_eq!(findings.counts["hole"], 1, "{:?}", findings.list);
    assert_eq!(findings.counts["rim"], 1, "the lid by itself");
}

/// Two-sided faces close nothing.
#[test]
fn twins_close_nothing() {
    let mut faces = cuboid(2.0, 2.0, 2.0);
    faces.remove(1);
    let twins: Vec<Corners> = faces
        .iter()
        .map(|corners| corners.iter().rev().copied().collect())
        .collect();
    faces.extend(twins);
    let findings = found(&faces);
    assert_eq!(holes(&findings).len(), 1, "{:?}", findings.list);
}

/// A pillar of 0.5 m stands in the middle of the hole of 2 m: a ball of 0.6 m passes beside it, one of 1.6 m does not.
#[test]
fn movers_pass_beside_what_stands_in_a_hole() {
    let mut faces = cuboid(2.0, 2.0, 2.0);
    faces.remove(1);
    for mut side in cuboid(0.5, 0.5, 4.0) {
        for corner in &mut side {
            (corner[0], corner[1]) = (corner[0] + 0.75, corner[1] + 0.75);
        }
        faces.push(side);
    }
    for (radius, passes) in [(0.3, true), (0.8, false)] {
        let findings = scan(&world(&faces), radius, Rims::Told, 100, &mut ()).unwrap();
        let told = holes(&findings);
        assert!(
            matches!(told[..], [(_, _, fits)] if fits == passes),
            "{told:?}"
        );
    }
}
