//! How far does an object reach? Two boxes that hold all that a query can find of it.
//!
//! A mover beside them gets the answer Ok from the object, which therefore need not be asked. They are made of the
//! geometry, never of an origin, and are generous where rounding or bent polygons blur what a query finds.

use glam::DVec3;

use super::object::{Object, ObjectState};
use crate::bsp::{NodeKind, Tree};
use crate::geometry::vector::{cross, dot_wide, length, wide};
use crate::geometry::{Frame, Plane, Polygon};
use crate::ids::NodeId;

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) min: DVec3,
    pub(super) max: DVec3,
}

/// What queries can find of an object, in its own block; empty boxes have their corners turned inside out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outline {
    /// What can be touched.
    pub(super) touch: Extent,
    /// That, and where a centre is in solid matter.
    pub(super) taken: Extent,
}

/// Most solid leaves of a tree that are measured; a tree with more counts as solid everywhere.
const SOLID_LEAVES: usize = 64;

/// Most planes on the way to a solid leaf that is measured.
const SOLID_PLANES: usize = 40;

/// Farthest that a bent polygon may be touched beyond its corners before it counts as reaching everywhere, metres.
const MOST_BENT: f64 = 1e-3;

impl Extent {
    const NOTHING: Self = Self {
        min: DVec3::INFINITY,
        max: DVec3::NEG_INFINITY,
    };
    const EVERYTHING: Self = Self {
        min: DVec3::NEG_INFINITY,
        max: DVec3::INFINITY,
    };

    /// Grows to hold a ball around `point`; a ball that is nowhere makes it hold everything.
    fn add(&mut self, point: DVec3, radius: f64) {
        if !(point.is_finite() && radius.is_finite()) {
            *self = Self::EVERYTHING;
            return;
        }
        for axis in 0..3 {
            let (low, high) = (point[axis] - radius, point[axis] + radius);
            if low < self.min[axis] {
                self.min[axis] = low;
            }
            if high > self.max[axis] {
                self.max[axis] = high;
            }
        }
    }

    fn add_all(&mut self, other: &Self) {
        if *other != Self::NOTHING {
            self.add(other.min, 0.0);
            self.add(other.max, 0.0);
        }
    }

    /// The box around this one where its space stands at `frame` with `scale`.
    fn placed(&self, frame: &Frame, scale: f64) -> Self {
        let mut around = Self::NOTHING;
        if *self == Self::NOTHING {
            return around;
        }
        for k in 0..8 {
            let pick = |axis: usize| [self.min, self.max][k >> axis & 1][axis] * scale;
            let corner = DVec3::new(pick(0), pick(1), pick(2));
            around.add(wide(frame.origin) + frame.rotation.apply(corner), 0.0);
        }
        around
    }
}

/// The boxes of `object`, whatever the policy: under one a part has its own scale, under another the object's.
pub(super) fn outline(object: &Object) -> Outline {
    let (mut touch, mut taken) = (Extent::NOTHING, Extent::NOTHING);
    for part in &object.parts {
        let polygons = polygons(&part.tree);
        let solid = solid(&part.tree);
        for own_scale in [true, false] {
            let (place, scale) = object.part_place(part, own_scale);
            let placed = |extent: &Extent| extent.placed(&place.frame, f64::from(scale));
            touch.add_all(&placed(&polygons));
            taken.add_all(&placed(&solid));
        }
    }
    let scale = f64::from(object.scale);
    let frame = object.frame();
    let placed = |local| wide(frame.origin) + frame.rotation.apply(wide(local) * scale);
    for sphere in &object.spheres {
        touch.add(placed(sphere.center), f64::from(sphere.radius) * scale);
    }
    for cylinder in &object.cylinders {
        let (low, radius) = (placed(cylinder.low), f64::from(cylinder.radius) * scale);
        let high = low + DVec3::Z * (f64::from(cylinder.height) * scale);
        touch.add(low, radius);
        touch.add(high, radius);
    }
    taken.add_all(&touch);
    // What is ethereal is always asked for solid matter (spec/bsp.md 10.3).
    if object.state.has(ObjectState::ETHEREAL) {
        touch = taken;
    }
    Outline { touch, taken }
}

/// Where the polygons of a tree can be touched, tree space.
fn polygons(tree: &Tree) -> Extent {
    let mut extent = Extent::NOTHING;
    for polygon in tree.polygons() {
        let beyond = beyond_corners(polygon);
        if polygon.vertices.is_empty() || beyond > MOST_BENT {
            return Extent::EVERYTHING;
        }
        for vertex in &polygon.vertices {
            extent.add(wide(*vertex), beyond);
        }
    }
    extent
}

/// How far outside the box of its corners a sphere can touch a polygon that is not flat.
///
/// The foot of the centre lies on the mean plane, corners beside it, and edges are asked for by their length in space.
fn beyond_corners(polygon: &Polygon) -> f64 {
    let corners = &polygon.vertices;
    let bend = corners.iter().map(|v| polygon.plane.height(*v).abs());
    let bend = bend.fold(0.0, |a: f64, b| if b > a || b.is_nan() { b } else { a });
    if bend == 0.0 {
        return 0.0;
    }
    let normal = polygon.plane.normal_wide();
    let shortest = (0..corners.len()).map(|i| {
        let before = corners[if i == 0 { corners.len() - 1 } else { i - 1 }];
        let edge = wide(corners[i]) - wide(before);
        length(edge - normal * dot_wide(edge, normal))
    });
    let shortest = shortest.fold(f64::INFINITY, |a, b| if b < a { b } else { a });
    4.0 * bend + 6.0 * bend * bend / shortest
}

/// Where a centre can be in solid matter, tree space.
fn solid(tree: &Tree) -> Extent {
    let mut found = Extent::NOTHING;
    let mut planes = Vec::new();
    let root = tree.root_sphere();
    // Beyond this no region is followed; what reaches it is not bounded.
    let far = length(wide(root.center)) + f64::from(root.radius) + 100.0;
    let mut leaves = 0;
    let mut open = vec![(NodeId(0), 0_usize, None::<Plane>)];
    while let Some((id, depth, side)) = open.pop() {
        planes.truncate(depth);
        planes.extend(side);
        let Some(node) = tree.nodes().get(id.0 as usize) else {
            continue;
        };
        match node.kind {
            NodeKind::Inner {
                plane,
                positive,
                negative,
            } => {
                let depth = planes.len();
                let turned = Plane {
                    normal: -plane.normal,
                    offset: -plane.offset,
                };
                open.extend(positive.map(|child| (child, depth, Some(plane))));
                open.extend(negative.map(|child| (child, depth, Some(turned))));
            }
            NodeKind::Leaf {
                solid: true, count, ..
            } if count > 0 => {
                leaves += 1;
                if leaves > SOLID_LEAVES || planes.len() > SOLID_PLANES {
                    return Extent::EVERYTHING;
                }
                match region(&planes, far) {
                    Some(extent) => found.add_all(&extent),
                    None => return Extent::EVERYTHING,
                }
            }
            NodeKind::Leaf { .. } => {}
        }
    }
    found
}

/// The box around the points in front of all `planes`, by its corners; `None` when it is not bounded well.
fn region(planes: &[Plane], far: f64) -> Option<Extent> {
    let mut walls: Vec<(DVec3, f64)> = planes
        .iter()
        .map(|plane| (plane.normal_wide(), f64::from(plane.offset)))
        .collect();
    // Planes that meet at a tiny angle meet too far away to tell where.
    for (i, a) in walls.iter().enumerate() {
        if (length(a.0) - 1.0).abs() > 1e-3 {
            return None;
        }
        for b in &walls[..i] {
            let sine = length(cross(a.0, b.0));
            if sine > 1e-6 && sine < 1e-2 {
                return None;
            }
        }
    }
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        walls.extend([(axis, far), (-axis, far)]);
    }
    let mut around = Extent::NOTHING;
    let slack = 1e-6 * far;
    for (i, a) in walls.iter().enumerate() {
        for (j, b) in walls[..i].iter().enumerate() {
            let line = cross(a.0, b.0);
            for c in &walls[..j] {
                let volume = dot_wide(line, c.0);
                if volume.abs() < 1e-9 {
                    continue;
                }
                let bc = cross(b.0, c.0);
                let ca = cross(c.0, a.0);
                let corner = (bc * -a.1 + ca * -b.1 + line * -c.1) / volume;
                let inside = |wall: &(DVec3, f64)| dot_wide(wall.0, corner) + wall.1 >= -slack;
                if walls.iter().all(inside) {
                    if corner.abs().max_element() > far * 0.999 {
                        return None;
                    }
                    around.add(corner, slack);
                }
            }
        }
    }
    Some(around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::{Node, Parts};
    use crate::geometry::polygon::reference::{bent, floor, wall};
    use crate::geometry::{Cylinder, Rotation, Sphere};
    use crate::ids::PolygonId;
    use glam::Vec3;

    fn near(a: DVec3, b: [f64; 3]) -> bool {
        a.abs_diff_eq(DVec3::from_array(b), 1e-3)
    }

    /// A solid leaf behind `planes`, which holds the floor.
    fn behind(planes: &[Plane]) -> Tree {
        let sphere = Sphere {
            center: Vec3::ZERO,
            radius: 10.0,
        };
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
        nodes.push(Node {
            sphere,
            kind: NodeKind::Leaf {
                solid: true,
                first: 0,
                count: 1,
            },
        });
        Tree::from_parts(Parts {
            polygons: vec![floor()],
            nodes,
            leaf_polygons: vec![PolygonId(0)],
        })
        .unwrap()
    }

    fn plane(normal: Vec3, offset: f32) -> Plane {
        Plane { normal, offset }
    }

    /// A cube of solid matter is as large as its planes say; without one of them there is no end to it.
    #[test]
    fn solid_matter() {
        let mut planes: Vec<Plane> = [Vec3::X, Vec3::Y, Vec3::Z]
            .into_iter()
            .flat_map(|n| [plane(n, -2.0), plane(-n, -2.0)])
            .collect();
        let cube = solid(&behind(&planes));
        assert!(
            near(cube.min, [-2.0; 3]) && near(cube.max, [2.0; 3]),
            "{cube:?}"
        );
        let last = planes.pop().unwrap();
        assert_eq!(solid(&behind(&planes)), Extent::EVERYTHING);
        // A slanted end is followed to its edge.
        let slanted = plane(Vec3::new(0.6, 0.0, -0.8), 0.0);
        planes.push(slanted);
        let wedge = solid(&behind(&planes));
        assert!(near(wedge.max, [2.0, 2.0, 2.0]), "{wedge:?}");
        assert!(near(wedge.min, [-2.0, -2.0, -1.5]), "{wedge:?}");
        // One that hardly differs from another is not trusted.
        planes.push(last);
        planes.push(plane(Vec3::new(0.001, 0.0, -0.999_999_5), -2.0));
        assert_eq!(solid(&behind(&planes)), Extent::EVERYTHING);
    }

    #[test]
    fn flat_and_bent_polygons() {
        let flat = polygons(&Tree::single_leaf(vec![floor(), wall()]));
        assert!(near(flat.min, [-5.0, -5.0, -5.0]) && near(flat.max, [5.0, 5.0, 5.0]));
        let bent = polygons(&Tree::single_leaf(vec![floor(), bent()]));
        assert_eq!(bent, Extent::EVERYTHING);
    }

    /// Trees turn and scale with their object; cylinders stay upright.
    #[test]
    fn turned_and_scaled() {
        let frame = Frame {
            origin: Vec3::new(100.0, 0.0, 0.0),
            rotation: Rotation::about_z(std::f64::consts::FRAC_PI_2),
        };
        let mut object = Object::solid("wall".to_owned(), frame, 2.0, Tree::balanced(vec![wall()]));
        let touch = outline(&object).touch;
        // The wall at x = 2 is at y = 4 now.
        assert!(near(touch.min, [90.0, 4.0, -10.0]) && near(touch.max, [110.0, 4.0, 10.0]));
        object.parts.clear();
        object.cylinders.push(Cylinder {
            low: Vec3::X,
            height: 1.0,
            radius: 0.25,
        });
        let touch = outline(&object).touch;
        assert!(near(touch.min, [99.5, 1.5, -0.5]) && near(touch.max, [100.5, 2.5, 2.5]));
        object.cylinders.clear();
        let nothing = outline(&object);
        assert_eq!(
            (nothing.touch, nothing.taken),
            (Extent::NOTHING, Extent::NOTHING)
        );
    }
}
