//! Tree walks against brute force, on random soups of polygons.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::bsp::referee::{self, Defect, check_tree};
use sweepscope::bsp::{Node, NodeKind, Tree};
use sweepscope::geometry::{Polygon, Sphere};
use sweepscope::ops;
use sweepscope::policy::{Form, Policy, Row};

/// A convex polygon on a circle, as fractions, so that a failing case shrinks to a plain one.
#[derive(Clone, Debug)]
struct Shape {
    center: [f32; 3],
    axis: [f32; 3],
    radius: f32,
    corners: u8,
    turn: f32,
    /// Every other corner leaves the plane by this share of the radius.
    bend: f32,
    /// How many more of it there are, and whether they face the other way.
    twins: Vec<bool>,
}

fn shape() -> impl Strategy<Value = Shape> {
    let axis = prop_oneof![
        Just([1.0, 0.0, 0.0]),
        Just([0.0, -1.0, 0.0]),
        Just([0.0, 0.0, 1.0]),
        [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
    ];
    // Whole metres make planes and corners meet the planes that split.
    let place = prop_oneof![(-8_i8..8).prop_map(f32::from), -8.0_f32..8.0];
    let center = [place.clone(), place.clone(), place];
    let bend = prop_oneof![3 => Just(0.0), 1 => -0.3_f32..0.3];
    let twins = prop_oneof![4 => Just(vec![]), 1 => prop::collection::vec(any::<bool>(), 1..3)];
    (
        center,
        axis,
        0.1_f32..4.0,
        3_u8..7,
        0.0_f32..1.0,
        bend,
        twins,
    )
        .prop_map(|(center, axis, radius, corners, turn, bend, twins)| Shape {
            center,
            axis,
            radius,
            corners,
            turn,
            bend,
            twins,
        })
}

impl Shape {
    fn polygons(&self, scale: f32) -> Vec<Polygon> {
        let normal = Vec3::from_array(self.axis);
        let least = if normal.x.abs() < normal.y.abs() {
            Vec3::X
        } else {
            Vec3::Y
        };
        let right = normal.cross(least);
        let ahead = normal.cross(right);
        let length = |v: Vec3| v.dot(v).sqrt();
        let (right, ahead) = (right / length(right), ahead / length(ahead));
        let up = normal / length(normal);
        let corners: Vec<Vec3> = (0..self.corners)
            .map(|k| {
                let angle = f64::from(f32::from(k) + self.turn) / f64::from(self.corners)
                    * std::f64::consts::TAU;
                let (x, y) = (ops::cos(angle) as f32, ops::sin(angle) as f32);
                let off = if k % 2 == 0 { self.bend } else { 0.0 };
                (Vec3::from_array(self.center) + (right * x + ahead * y + up * off) * self.radius)
                    * scale
            })
            .collect();
        let mut back = corners.clone();
        back.reverse();
        std::iter::once(&false)
            .chain(&self.twins)
            .filter_map(|turned| {
                Polygon::new(if *turned {
                    back.clone()
                } else {
                    corners.clone()
                })
            })
            .collect()
    }
}

/// Where a sphere is put: near a polygon, so that most questions are close ones.
#[derive(Clone, Debug)]
struct Question {
    polygon: prop::sample::Index,
    /// Weights of the corners, and so a place in the polygon or on its rim.
    weights: Vec<f32>,
    direction: [f32; 3],
    radius: f32,
    /// Distance from that place in radii.
    distance: f32,
    movement: [f32; 3],
}

fn question() -> impl Strategy<Value = Question> {
    let weight = prop_oneof![Just(0.0), Just(1.0), 0.0_f32..1.0];
    (
        any::<prop::sample::Index>(),
        prop::collection::vec(weight, 6),
        [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
        prop_oneof![Just(0.3_f32), 0.01_f32..3.0],
        prop_oneof![0.0_f32..1.5, 0.98_f32..1.02],
        [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0],
    )
        .prop_map(
            |(polygon, weights, direction, radius, distance, movement)| Question {
                polygon,
                weights,
                direction,
                radius,
                distance,
                movement,
            },
        )
}

impl Question {
    fn sphere(&self, polygons: &[Polygon], scale: f32) -> Sphere {
        let vertices = &polygons[self.polygon.index(polygons.len())].vertices;
        let (mut sum, mut total) = (Vec3::ZERO, 0.0);
        for (v, w) in vertices.iter().zip(&self.weights) {
            sum += *v * *w;
            total += *w;
        }
        let place = if total > 0.0 {
            sum / total
        } else {
            vertices[0]
        };
        let radius = self.radius * scale;
        let direction = Vec3::from_array(self.direction);
        let length = direction.dot(direction).sqrt();
        Sphere {
            center: place + direction / length * (self.distance * radius),
            radius,
        }
    }
}

fn soup() -> impl Strategy<Value = (Vec<Polygon>, f32)> {
    let scale = prop_oneof![Just(0.01_f32), Just(1.0), Just(1.0), Just(300.0)];
    (prop::collection::vec(shape(), 1..60), scale).prop_map(|(shapes, scale)| {
        let polygons = shapes.iter().flat_map(|s| s.polygons(scale)).collect();
        (polygons, scale)
    })
}

fn policies() -> [Policy; 2] {
    let mut strict = Policy::RETAIL;
    strict.set_row(Row::L01, Form::Ace);
    strict.set_row(Row::L08, Form::Ace);
    [Policy::RETAIL, strict]
}

/// Asks the tree and the referee; says in what they differ.
fn difference(tree: &Tree, sphere: &Sphere, movement: Vec3, policy: &Policy) -> Option<String> {
    let difference = referee::compare(tree, sphere, movement, policy)?;
    Some(format!("{difference:?}, {sphere:?} {movement}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Both builders: same answer as brute force, and a struck polygon that deserves it.
    #[test]
    fn walks_find_what_brute_force_finds(
        (polygons, scale) in soup(),
        questions in prop::collection::vec(question(), 60),
    ) {
        prop_assume!(!polygons.is_empty());
        let trees = [Tree::balanced(polygons.clone()), Tree::single_leaf(polygons.clone())];
        for question in &questions {
            let sphere = question.sphere(&polygons, scale);
            let movement = Vec3::from_array(question.movement) * scale;
            for (tree, name) in trees.iter().zip(["balanced", "single leaf"]) {
                for policy in policies() {
                    let difference = difference(tree, &sphere, movement, &policy);
                    prop_assert!(difference.is_none(), "{}: {}", name, difference.unwrap());
                }
            }
        }
    }

    /// Built trees have no defect.
    #[test]
    fn built_trees_are_sound((polygons, _) in soup()) {
        prop_assert_eq!(check_tree(&Tree::balanced(polygons.clone())), vec![]);
        prop_assert_eq!(check_tree(&Tree::single_leaf(polygons)), vec![]);
    }
}

/// Quads of one metre that tile the floor.
fn tiles(side: u8) -> Vec<Polygon> {
    let mut tiles = Vec::new();
    for x in 0..side {
        for y in 0..side {
            let (x, y) = (f32::from(x), f32::from(y));
            let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
            let corners = corners.map(|[dx, dy]| Vec3::new(x + dx, y + dy, 0.0));
            tiles.push(Polygon::new(corners.to_vec()).unwrap());
        }
    }
    tiles
}

/// Shrinking one node's sphere is a defect that the check names and that the referee catches in the act.
#[test]
fn a_broken_sphere_is_caught() {
    let sound = Tree::balanced(tiles(8));
    let spot = Sphere {
        center: Vec3::new(0.5, 0.5, 0.2),
        radius: 0.3,
    };
    let down = Vec3::NEG_Z;
    assert_eq!(difference(&sound, &spot, down, &Policy::RETAIL), None);
    assert_eq!(check_tree(&sound), []);

    let holders: Vec<usize> = (0..sound.nodes().len())
        .filter(|at| sound.leaf(&sound.nodes()[*at]).iter().any(|id| id.0 == 0))
        .collect();
    let mut parts = sound.into_parts();
    for holder in &holders {
        parts.nodes[*holder].sphere = Sphere {
            center: Vec3::new(3.5, 0.5, 0.0),
            radius: 0.05,
        };
    }
    let broken = Tree::from_parts(parts).unwrap();
    assert!(difference(&broken, &spot, down, &Policy::RETAIL).is_some());
    let named: Vec<usize> = check_tree(&broken)
        .iter()
        .filter_map(|defect| match defect {
            Defect::SphereTooSmall { node, polygon, .. } if polygon.0 == 0 => Some(node.0 as usize),
            _ => None,
        })
        .collect();
    assert_eq!(named, holders);
}

/// A straddling polygon that is taken out of all leaves but one is missed elsewhere.
#[test]
fn a_straddler_in_one_leaf_is_caught() {
    let long = Polygon::new(vec![
        Vec3::new(-10.0, 0.0, 0.0),
        Vec3::new(10.0, 0.0, 0.0),
        Vec3::new(10.0, 1.0, 0.0),
        Vec3::new(-10.0, 1.0, 0.0),
    ]);
    let mut polygons = tiles(8);
    polygons.push(long.unwrap());
    let sound = Tree::balanced(polygons);
    assert_eq!(check_tree(&sound), []);
    let id = sound.polygons().len() as u32 - 1;
    let leaves: Vec<usize> = (0..sound.nodes().len())
        .filter(|at| sound.leaf(&sound.nodes()[*at]).iter().any(|p| p.0 == id))
        .collect();
    assert!(leaves.len() > 1, "it straddles");
    let mut parts = sound.into_parts();
    for leaf in &leaves[1..] {
        let NodeKind::Leaf { first, count, .. } = parts.nodes[*leaf].kind else {
            panic!("a leaf");
        };
        for entry in &mut parts.leaf_polygons[first as usize..(first + count) as usize] {
            if entry.0 == id {
                entry.0 = 0;
            }
        }
    }
    let broken = Tree::from_parts(parts).unwrap();
    assert!(check_tree(&broken).iter().any(|defect| matches!(
        defect,
        Defect::Unlisted { polygon, .. } if polygon.0 == id
    )));
}

/// No polygon at all is one empty leaf that answers no.
#[test]
fn no_polygon() {
    for tree in [Tree::balanced(vec![]), Tree::single_leaf(vec![])] {
        assert_eq!(tree.nodes().len(), 1);
        assert_eq!(check_tree(&tree), []);
        let sphere = Sphere {
            center: Vec3::ZERO,
            radius: 1.0,
        };
        assert_eq!(difference(&tree, &sphere, Vec3::X, &Policy::RETAIL), None);
    }
}

/// Input that cannot be split ends in a leaf: many copies of one polygon, and many that share a point.
#[test]
fn what_cannot_be_split() {
    let one = tiles(1).remove(0);
    let copies = Tree::balanced(vec![one; 500]);
    let is_leaf = |node: &&Node| matches!(node.kind, NodeKind::Leaf { .. });
    assert_eq!(copies.nodes().iter().filter(is_leaf).count(), 1);
    let fan: Vec<Polygon> = (0..500)
        .filter_map(|k| {
            let angle = f64::from(k) / 500.0 * std::f64::consts::TAU;
            let (x, y) = (ops::cos(angle) as f32, ops::sin(angle) as f32);
            Polygon::new(vec![Vec3::ZERO, Vec3::new(x, y, 0.0), Vec3::new(x, y, 1.0)])
        })
        .collect();
    let entries: usize = {
        let tree = Tree::balanced(fan.clone());
        assert_eq!(check_tree(&tree), []);
        tree.nodes().iter().map(|node| tree.leaf(node).len()).sum()
    };
    assert!(entries <= fan.len() * 8, "{entries}");
}
