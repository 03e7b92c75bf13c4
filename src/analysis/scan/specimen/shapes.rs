//! The shapes of a world, and worlds of some of their polygons.

use std::ops::Range;

use crate::analysis::words;
use crate::bsp::{NodeKind, Tree};
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Cylinder, Frame, Polygon, Sphere};
use crate::ids::{ObjectId, PolygonId, Surface};
use crate::world::object::{Kind, ObjectState};
use crate::world::{Object, Part, PlacedTree, World};

/// How a tree is built again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// Split by axis planes.
    Balanced,
    /// One leaf.
    Single,
}

/// A tree of a shape.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) frame: Frame,
    pub(super) scale: f32,
    pub(super) leaf: Leaf,
    /// Sphere of the root; none where it is to be fitted.
    pub(super) root: Option<Sphere>,
    pub(super) tree: &'a Tree,
}

/// Something that stands in a scene.
#[derive(Clone, Debug)]
pub(super) struct Shape<'a> {
    pub(super) name: String,
    pub(super) frame: Frame,
    pub(super) scale: f32,
    pub(super) pieces: Vec<Piece<'a>>,
    pub(super) spheres: &'a [Sphere],
    pub(super) cylinders: &'a [Cylinder],
    pub(super) state: ObjectState,
    pub(super) kind: Kind,
    surface: Surface,
}

/// Everything of `world` but its landscape, in the scene.
pub(super) fn shapes(world: &World) -> Vec<Shape<'_>> {
    let mut list = Vec::new();
    for (index, object) in world.objects.iter().enumerate() {
        let id = ObjectId(index as u32);
        list.push(Shape {
            name: object.name.clone(),
            frame: world.scene_frame(&object.position),
            scale: object.scale,
            pieces: object
                .parts
                .iter()
                .map(|part| piece(part.frame, part.scale, &part.tree))
                .collect(),
            spheres: &object.spheres,
            cylinders: &object.cylinders,
            state: object.state,
            kind: object.kind,
            surface: Surface::Part {
                object: id,
                part: 0,
            },
        });
    }
    for (surface, placed) in PlacedTree::each(world) {
        if surface.object().is_none() {
            list.push(Shape {
                name: words::surface_name(world, surface),
                frame: placed.frame,
                scale: placed.scale,
                pieces: vec![piece(Frame::default(), 1.0, placed.tree)],
                spheres: &[],
                cylinders: &[],
                state: ObjectState(ObjectState::STATIC.0 | ObjectState::HAS_PHYSICS_BSP.0),
                kind: Kind::default(),
                surface,
            });
        }
    }
    list
}

fn piece(frame: Frame, scale: f32, tree: &Tree) -> Piece<'_> {
    let is_leaf = matches!(tree.nodes(), [only] if matches!(only.kind, NodeKind::Leaf { .. }));
    Piece {
        frame,
        scale,
        leaf: if is_leaf {
            Leaf::Single
        } else {
            Leaf::Balanced
        },
        root: Some(tree.root_sphere()),
        tree,
    }
}

impl<'a> Shape<'a> {
    /// Whether `surface` is one of its own.
    pub(super) fn holds(&self, surface: Option<Surface>) -> bool {
        match (surface, self.surface) {
            (Some(Surface::Part { object, .. }), Surface::Part { object: own, .. }) => {
                object == own
            }
            (surface, own) => surface == Some(own),
        }
    }

    pub(super) fn parts(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn tree(&self, part: usize) -> Option<&'a Tree> {
        self.pieces.get(part).map(|piece| piece.tree)
    }

    /// Leaves a single part, at the place where it stands.
    pub(super) fn keep_part(&mut self, part: usize) {
        if part < self.pieces.len() {
            self.pieces = vec![self.pieces[part].clone()];
        }
    }

    /// Builds all its trees so, with `root` as the sphere of their roots if there is one.
    pub(super) fn set_leaf(&mut self, leaf: Leaf, root: Option<Sphere>) {
        for piece in &mut self.pieces {
            piece.leaf = leaf;
            piece.root = root.or(piece.root);
        }
    }

    /// Fits the spheres of its roots.
    pub(super) fn fit_root(&mut self) {
        for piece in &mut self.pieces {
            piece.root = None;
        }
    }

    /// A polygon where it stands.
    pub(super) fn in_scene(&self, part: usize, polygon: PolygonId) -> Option<Polygon> {
        let piece = self.pieces.get(part)?;
        let offset = wide(piece.frame.origin) * f64::from(self.scale);
        let frame = Frame {
            origin: self.frame.to_global(narrow(offset)),
            rotation: self.frame.rotation.then_after(piece.frame.rotation),
        };
        let scale = f64::from(self.scale) * f64::from(piece.scale);
        let corners = piece.tree.polygon(polygon)?.vertices.iter();
        Polygon::new(
            corners
                .map(|v| frame.to_global(narrow(wide(*v) * scale)))
                .collect(),
        )
    }
}

/// What of some shapes is kept: polygons by shape, part and number, and whole round shapes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kept {
    polygons: Vec<(usize, usize, PolygonId)>,
    round: Vec<usize>,
}

impl Kept {
    /// One polygon.
    pub(super) fn polygon(_: &[Shape<'_>], shape: usize, part: usize, polygon: PolygonId) -> Self {
        Self {
            polygons: vec![(shape, part, polygon)],
            round: Vec::new(),
        }
    }

    /// One shape.
    pub(super) fn shape(shapes: &[Shape<'_>], shape: usize) -> Self {
        let mut kept = Self::all(shapes);
        kept.polygons.retain(|(of, ..)| *of == shape);
        kept.round.retain(|of| *of == shape);
        kept
    }

    /// All of them.
    pub(super) fn all(shapes: &[Shape<'_>]) -> Self {
        let mut kept = Self {
            polygons: Vec::new(),
            round: Vec::new(),
        };
        for (index, shape) in shapes.iter().enumerate() {
            if shape.pieces.is_empty() {
                kept.round.push(index);
            }
            for (part, piece) in shape.pieces.iter().enumerate() {
                let all = 0..piece.tree.polygons().len() as u32;
                kept.polygons
                    .extend(all.map(|id| (index, part, PolygonId(id))));
            }
        }
        kept
    }

    /// How many polygons it has.
    pub(super) fn count(&self) -> usize {
        self.polygons.len()
    }

    /// Without some of the polygons.
    pub(super) fn without(&self, range: Range<usize>) -> Self {
        let mut kept = self.clone();
        kept.polygons.drain(range);
        kept
    }

    /// The shapes of which something is kept.
    pub(super) fn shapes(&self) -> Vec<usize> {
        let mut list: Vec<usize> = self.polygons.iter().map(|(shape, ..)| *shape).collect();
        list.extend(&self.round);
        list.sort_unstable();
        list.dedup();
        list
    }

    /// The polygons of a part that are kept, in their order.
    pub(super) fn of<'a>(
        &self,
        shapes: &[Shape<'a>],
        shape: usize,
        part: usize,
    ) -> Vec<&'a Polygon> {
        let Some(tree) = shapes.get(shape).and_then(|shape| shape.tree(part)) else {
            return Vec::new();
        };
        let own = self
            .polygons
            .iter()
            .filter(|(of, number, _)| (*of, *number) == (shape, part));
        own.filter_map(|(_, _, id)| tree.polygon(*id)).collect()
    }
}

/// A single space of what is kept, as a scene of it is built.
pub(super) fn world_of(shapes: &[Shape<'_>], kept: &Kept) -> World {
    let mut objects = Vec::new();
    for index in kept.shapes() {
        let shape = &shapes[index];
        let mut parts = Vec::new();
        for (part, piece) in shape.pieces.iter().enumerate() {
            let polygons: Vec<Polygon> =
                kept.of(shapes, index, part).into_iter().cloned().collect();
            if polygons.is_empty() {
                continue;
            }
            let tree = match piece.leaf {
                Leaf::Balanced => Tree::balanced(polygons),
                Leaf::Single => Tree::single_leaf(polygons),
            };
            // Of an object of several parts a scene holds no sphere.
            let tree = match piece.root.filter(|_| shape.is_plain()) {
                Some(root) => tree.with_root_sphere(root),
                None => tree,
            };
            parts.push(Part {
                frame: piece.frame,
                scale: piece.scale,
                tree,
            });
        }
        let mut object = if parts.is_empty() {
            let (spheres, cylinders) = (shape.spheres.to_vec(), shape.cylinders.to_vec());
            Object::round(
                shape.name.clone(),
                shape.frame,
                shape.scale,
                spheres,
                cylinders,
            )
        } else {
            Object::of_parts(shape.name.clone(), shape.frame, shape.scale, parts)
        };
        object.state = shape.state;
        object.kind = shape.kind;
        objects.push(object);
    }
    World::new(objects)
}

impl Shape<'_> {
    /// Whether its only tree stands as it does, so that it needs no part of its own.
    pub(super) fn is_plain(&self) -> bool {
        matches!(&self.pieces[..], [only] if only.frame == Frame::default() && only.scale == 1.0)
    }
}
