//! Something that can be pointed at, in a picture and in a list: a polygon, a node, a place of the sphere.
//!
//! Rows of the autopsy and moments of a tick name their subject, a click into a view finds one, and both are drawn the
//! same way; that is what ties lists and pictures together.

use glam::Vec3;

use crate::analysis::words;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Plane, Sphere};
use crate::ids::{CellId, NodeId, ObjectId, PolygonId, Surface};
use crate::overlay::contact::faintness;
use crate::overlay::contact::polygon_corners;
use crate::overlay::geometry::{self, ball_around};
use crate::overlay::wire::across;
use crate::overlay::{Hatch, Item, Layer, Mark, Overlay, Role, Shape};
use crate::world::{PlacedTree, World};

/// Something of a tick or of the world that one can point at. World space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// An object with all its parts.
    Object(ObjectId),
    /// What belongs to a cell itself: walls, or the building in it.
    Cell(CellId),
    /// A polygon.
    Polygon {
        /// Whose it is.
        surface: Surface,
        /// Which, in its tree's list.
        polygon: PolygonId,
    },
    /// A node of a tree.
    Node {
        /// Whose tree it is.
        surface: Surface,
        /// Which.
        node: NodeId,
    },
    /// The sphere at one place.
    Ball(Sphere),
    /// The way of a sphere: a sweep or a step.
    Way {
        /// Centre at the begin.
        from: Vec3,
        /// Centre at the end.
        to: Vec3,
        /// Radius.
        radius: f32,
    },
    /// A plane at a point of it.
    Facet {
        /// The point.
        at: Vec3,
        /// Unit normal.
        normal: Vec3,
    },
    /// A pose of the camera.
    Pose(Frame),
    /// A point.
    Point(Vec3),
}

/// Half the size of the square that stands for a plane, metres.
const FACET: f32 = 0.5;

/// Length of the frustum that stands for a pose, metres.
const FRUSTUM: f32 = 0.4;

/// Most edges that are drawn of an object.
const MOST_EDGES: usize = 6_000;

/// The layer whose lines a highlight is drawn with; it shows whatever layers are on.
const CARRIER: Layer = Layer::Contacts;

impl Subject {
    /// The object that it is or belongs to.
    #[must_use]
    pub fn object(&self) -> Option<ObjectId> {
        match *self {
            Self::Object(object) => Some(object),
            Self::Polygon { surface, .. } | Self::Node { surface, .. } => surface.object(),
            _ => None,
        }
    }

    /// Whether both are one thing. Planes are told apart by where they face: where they are drawn is a choice.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Facet { normal: a, .. }, Self::Facet { normal: b, .. }) => a == b,
            _ => self == other,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self, world: &World) -> String {
        match *self {
            Self::Object(object) => words::object_name(world, object),
            Self::Cell(cell) => format!("cell {cell}"),
            Self::Polygon { surface, polygon } => {
                format!(
                    "polygon {polygon} of {}",
                    words::surface_name(world, surface)
                )
            }
            Self::Node { surface, node } => {
                format!("node {node} of {}", words::surface_name(world, surface))
            }
            Self::Ball(ball) => format!("sphere at {}", words::point(ball.center)),
            Self::Way { from, to, .. } => {
                format!("way {} to {}", words::point(from), words::point(to))
            }
            Self::Facet { at, .. } => format!("plane at {}", words::point(at)),
            Self::Pose(pose) => format!("pose at {}", words::point(pose.origin)),
            Self::Point(point) => format!("point {}", words::point(point)),
        }
    }

    /// A ball around it; `None` of what the world does not have.
    #[must_use]
    pub fn bounds(&self, world: &World) -> Option<Sphere> {
        let small = |center| Sphere {
            center,
            radius: 0.3,
        };
        Some(match *self {
            Self::Object(object) => {
                let object = world.objects.get(object.0 as usize)?;
                let bounds = object.bounds();
                let frame = Frame {
                    origin: bounds.center,
                    ..object.position.frame
                };
                let place = crate::geometry::Position {
                    frame,
                    ..object.position
                };
                Sphere {
                    center: world.scene_frame(&place).origin,
                    radius: bounds.radius,
                }
            }
            Self::Cell(cell) => {
                let placed = PlacedTree::of(world, Surface::Environment(cell))?;
                let root = placed.tree.root_sphere();
                Sphere {
                    center: placed.to_world(root.center),
                    radius: root.radius * placed.scale,
                }
            }
            Self::Polygon { surface, polygon } => {
                ball_around(&polygon_corners(world, surface, polygon)?)
            }
            Self::Node { surface, node } => node_sphere(world, surface, node)?,
            Self::Ball(ball) => ball,
            Self::Way { from, to, radius } => {
                let both = ball_around(&[from, to]);
                Sphere {
                    radius: both.radius + radius,
                    ..both
                }
            }
            Self::Facet { at, .. } => Sphere {
                center: at,
                radius: FACET,
            },
            Self::Pose(pose) => small(pose.origin),
            Self::Point(point) => small(point),
        })
    }

    /// The plane of a polygon in the world; of nothing else.
    #[must_use]
    pub fn plane(&self, world: &World) -> Option<Plane> {
        let Self::Polygon { surface, polygon } = *self else {
            return None;
        };
        let placed = PlacedTree::of(world, surface)?;
        let local = placed.tree.polygon(polygon)?;
        let normal = narrow(placed.frame.rotation.apply(wide(local.plane.normal)));
        let corner = placed.to_world(*local.vertices.first()?);
        let offset = -crate::geometry::vector::dot(normal, corner);
        Some(Plane {
            normal,
            offset: offset as f32,
        })
    }

    /// Draws it so that it stands out.
    pub fn highlight(&self, world: &World, out: &mut Overlay) {
        let item = |shape| Item::new(CARRIER, Role::Picked, shape).width(2.5);
        let sphere = |ball: Sphere| Shape::Ball {
            center: ball.center,
            radius: ball.radius,
        };
        match *self {
            Self::Object(id) => {
                let Some(object) = world.objects.get(id.0 as usize) else {
                    return;
                };
                let parts =
                    (0..object.parts.len() as u32).map(|part| Surface::Part { object: id, part });
                let mut left = MOST_EDGES;
                for surface in parts {
                    outline(world, surface, &mut left, out);
                }
                if object.parts.is_empty() {
                    out.items
                        .extend(self.bounds(world).map(|b| item(sphere(b))));
                }
            }
            Self::Cell(cell) => {
                outline(world, Surface::Environment(cell), &mut { MOST_EDGES }, out);
            }
            Self::Polygon { surface, polygon } => {
                let Some(points) = polygon_corners(world, surface, polygon) else {
                    return;
                };
                if points.len() >= 3 {
                    let fill = Shape::Fill {
                        points: points.clone(),
                        hatch: Hatch::Single,
                    };
                    out.push(item(fill).opacity(0.22 * faintness(&points)));
                }
                out.push(item(Shape::Polyline {
                    points,
                    closed: true,
                }));
            }
            Self::Node { surface, node } => {
                let ball = node_sphere(world, surface, node);
                out.items
                    .extend(ball.map(|ball| item(sphere(ball)).fill(0.08)));
            }
            Self::Ball(ball) => out.push(item(sphere(ball)).fill(0.12)),
            Self::Way { from, to, radius } => {
                out.push(item(Shape::Capsule { from, to, radius }).fill(0.08));
                out.push(item(Shape::Arrow { from, to }));
            }
            Self::Facet { at, normal } => {
                let (u, v) = across(normal);
                let half = f64::from(FACET);
                let corner = |a: f64, b: f64| narrow(wide(at) + u * (a * half) + v * (b * half));
                let points = vec![
                    corner(-1.0, -1.0),
                    corner(1.0, -1.0),
                    corner(1.0, 1.0),
                    corner(-1.0, 1.0),
                ];
                out.push(item(Shape::Polyline {
                    points,
                    closed: true,
                }));
                let to = narrow(wide(at) + wide(normal) * half);
                out.push(item(Shape::Arrow { from: at, to }));
            }
            Self::Pose(pose) => {
                out.push(item(Shape::Frustum {
                    pose,
                    depth: FRUSTUM,
                }));
                point(pose.origin, out);
            }
            Self::Point(at) => point(at, out),
        }
    }
}

fn point(at: Vec3, out: &mut Overlay) {
    let shape = Shape::Marker {
        at,
        mark: Mark::HollowCircle,
        size: 0.06,
    };
    out.push(Item::new(CARRIER, Role::Picked, shape).width(2.5));
}

fn node_sphere(world: &World, surface: Surface, node: NodeId) -> Option<Sphere> {
    let placed = PlacedTree::of(world, surface)?;
    let node = placed.tree.nodes().get(node.0 as usize)?;
    Some(Sphere {
        center: placed.to_world(node.sphere.center),
        radius: node.sphere.radius * placed.scale,
    })
}

fn outline(world: &World, surface: Surface, left: &mut usize, out: &mut Overlay) {
    let Some(placed) = PlacedTree::of(world, surface) else {
        return;
    };
    let polygons: Vec<PolygonId> = (0..placed.tree.polygons().len() as u32)
        .take(*left / 3)
        .map(PolygonId)
        .collect();
    for [from, to] in geometry::edges(&placed, &polygons) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        out.push(Item::new(CARRIER, Role::Picked, Shape::Line { from, to }).width(2.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::grouped::samples::at_rest;

    const WALL: Surface = Surface::Part {
        object: ObjectId(0),
        part: 0,
    };

    #[test]
    fn every_kind_is_drawn_named_and_has_bounds() {
        let (setup, replay) = at_rest();
        let world = &*setup.world;
        let ball = Sphere {
            center: Vec3::Z,
            radius: 0.3,
        };
        for subject in [
            Subject::Object(ObjectId(0)),
            Subject::Polygon {
                surface: WALL,
                polygon: PolygonId(0),
            },
            Subject::Node {
                surface: WALL,
                node: NodeId(0),
            },
            Subject::Ball(ball),
            Subject::Way {
                from: Vec3::ZERO,
                to: Vec3::Y,
                radius: 0.3,
            },
            Subject::Facet {
                at: Vec3::ZERO,
                normal: Vec3::Z,
            },
            Subject::Pose(replay.outcome.published),
            Subject::Point(Vec3::X),
        ] {
            let mut out = Overlay::default();
            subject.highlight(world, &mut out);
            assert!(!out.items.is_empty(), "{subject:?}");
            assert!(out.items.iter().all(|item| item.role == Role::Picked));
            assert!(!subject.name(world).is_empty());
            assert!(subject.bounds(world).is_some_and(|b| b.radius > 0.0));
        }
    }

    #[test]
    fn what_the_world_does_not_have_is_left_out() {
        let (setup, _) = at_rest();
        for subject in [
            Subject::Object(ObjectId(99)),
            Subject::Cell(CellId(0xA9B4_0100)),
            Subject::Polygon {
                surface: WALL,
                polygon: PolygonId(99),
            },
        ] {
            let mut out = Overlay::default();
            subject.highlight(&setup.world, &mut out);
            assert!(out.items.is_empty() && subject.bounds(&setup.world).is_none());
        }
    }

    /// The plane goes through the corners that are drawn.
    #[test]
    fn the_plane_of_a_polygon_is_that_of_its_corners() {
        let (setup, _) = at_rest();
        for polygon in (0..6).map(PolygonId) {
            let subject = Subject::Polygon {
                surface: WALL,
                polygon,
            };
            let Some(plane) = subject.plane(&setup.world) else {
                continue;
            };
            let corners = polygon_corners(&setup.world, WALL, polygon).unwrap();
            assert!(corners.iter().all(|&c| plane.height(c).abs() < 1e-4));
        }
    }
}
