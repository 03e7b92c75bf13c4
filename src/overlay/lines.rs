//! The vocabulary: shapes in the world with a meaning.

use glam::Vec3;

use super::role::{Role, Stroke};
use crate::geometry::Frame;

/// What can be shown or hidden together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Edges of what can be hit.
    Mesh,
    /// Volumes that the sphere passed, step by step.
    SweptSpheres,
    /// Boundaries between steps, with their numbers.
    StepBoundaries,
    /// Contact point, normal, plane and polygon.
    Contacts,
    /// Pivot, desired, sought and published eye with their booms.
    Eyes,
    /// Spheres of tree nodes, visited or pruned.
    BspSpheres,
    /// Objects that the reach filter refused.
    Rejected,
    /// Rooms, portals and the land's grid with what is registered in it.
    Cells,
    /// All texts. A text belongs to a layer of its own and shows when both are on.
    Labels,
    /// Spheres of a body, what it stands on, and where it felt for ground.
    Mover,
    /// What another program recorded of the tick, and what a log tells.
    Recorded,
}

impl Layer {
    /// Every layer, in the order of lists and keys.
    pub const ALL: &'static [Self] = &[
        Self::Mesh,
        Self::SweptSpheres,
        Self::StepBoundaries,
        Self::Contacts,
        Self::Eyes,
        Self::BspSpheres,
        Self::Rejected,
        Self::Cells,
        Self::Labels,
        Self::Mover,
        Self::Recorded,
    ];

    /// What it is called in lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mesh => "Mesh",
            Self::SweptSpheres => "Swept spheres",
            Self::StepBoundaries => "Step boundaries",
            Self::Contacts => "Contacts and planes",
            Self::Eyes => "Eyes and booms",
            Self::BspSpheres => "BSP spheres",
            Self::Rejected => "Rejected candidates",
            Self::Cells => "Cells and registration",
            Self::Mover => "Body and ground",
            Self::Recorded => "Recorded and logged",
            Self::Labels => "Labels",
        }
    }

    /// The key that toggles it: digits in the order of the list, 9 for labels, and the keys after 0.
    #[must_use]
    pub fn key(self) -> char {
        match self {
            Self::Mesh => '1',
            Self::SweptSpheres => '2',
            Self::StepBoundaries => '3',
            Self::Contacts => '4',
            Self::Eyes => '5',
            Self::BspSpheres => '6',
            Self::Rejected => '7',
            Self::Cells => '8',
            Self::Labels => '9',
            Self::Mover => '-',
            Self::Recorded => '=',
        }
    }

    /// The role whose colour stands for it in lists.
    #[must_use]
    pub fn role(self) -> Role {
        match self {
            Self::Mesh => Role::Mesh,
            Self::SweptSpheres => Role::SweptA,
            Self::StepBoundaries | Self::Labels => Role::StepBoundary,
            Self::Contacts => Role::Contact,
            Self::Eyes => Role::Sought,
            Self::BspSpheres => Role::NodeVisited,
            Self::Rejected => Role::Rejected,
            Self::Cells => Role::Cell,
            Self::Mover => Role::Walkable,
            Self::Recorded => Role::Recorded,
        }
    }
}

/// Which layers are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerSet(u16);

impl LayerSet {
    /// No layer.
    pub const NONE: Self = Self(0);
    /// Every layer.
    pub const ALL: Self = Self((1 << Layer::ALL.len()) - 1);

    /// The layers of `list`.
    #[must_use]
    pub fn of(list: &[Layer]) -> Self {
        list.iter().fold(Self::NONE, |set, &layer| set.with(layer))
    }

    /// Whether `layer` is on.
    #[must_use]
    pub fn has(self, layer: Layer) -> bool {
        self.0 & (1 << layer as u16) != 0
    }

    /// Whether no layer is on.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This set and `layer`.
    #[must_use]
    pub fn with(self, layer: Layer) -> Self {
        Self(self.0 | (1 << layer as u16))
    }

    /// This set without `layer`.
    #[must_use]
    pub const fn without(self, layer: Layer) -> Self {
        Self(self.0 & !(1 << layer as u16))
    }

    /// This set with `layer` the other way round.
    #[must_use]
    pub fn toggled(self, layer: Layer) -> Self {
        Self(self.0 ^ (1 << layer as u16))
    }
}

impl Default for LayerSet {
    /// What shows in a new window: all but the tree's spheres, which cover the rest.
    fn default() -> Self {
        Self::ALL.without(Layer::BspSpheres)
    }
}

/// Lines inside a [`Shape::Fill`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hatch {
    /// None.
    Plain,
    /// One direction.
    Single,
    /// Two directions.
    Double,
}

/// A sign at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A small dot.
    Dot,
    /// A diagonal cross.
    Cross,
    /// A hollow diamond.
    Diamond,
    /// A hollow circle.
    HollowCircle,
    /// A filled circle.
    FilledCircle,
}

/// A shape in the world, metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// One end.
        from: Vec3,
        /// The other end.
        to: Vec3,
    },
    /// Straight lines from point to point.
    Polyline {
        /// The points, two or more.
        points: Vec<Vec3>,
        /// Whether the last point is joined to the first.
        closed: bool,
    },
    /// A circle.
    Circle {
        /// Centre.
        center: Vec3,
        /// Unit vector along the axis.
        normal: Vec3,
        /// Radius.
        radius: f32,
    },
    /// A ball, drawn as three rings or as a silhouette.
    Ball {
        /// Centre.
        center: Vec3,
        /// Radius.
        radius: f32,
    },
    /// What a ball passes on its way.
    Capsule {
        /// Centre at the begin.
        from: Vec3,
        /// Centre at the end.
        to: Vec3,
        /// Radius.
        radius: f32,
    },
    /// A sign that faces the onlooker.
    Marker {
        /// Where.
        at: Vec3,
        /// Which.
        mark: Mark,
        /// Radius, metres.
        size: f32,
    },
    /// A line with a head at its end.
    Arrow {
        /// The tail.
        from: Vec3,
        /// The tip.
        to: Vec3,
    },
    /// The pyramid that an eye looks into: +Y of `pose` is forward.
    Frustum {
        /// The eye.
        pose: Frame,
        /// Length, metres.
        depth: f32,
    },
    /// A flat translucent polygon.
    Fill {
        /// Corners in order; convex, or nearly so.
        points: Vec<Vec3>,
        /// Lines in it.
        hatch: Hatch,
    },
    /// A text beside a point.
    Label {
        /// The point it speaks of.
        at: Vec3,
        /// One line.
        text: String,
    },
}

/// A shape with its meaning and its looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The layer it belongs to; for a label the one of what it speaks of.
    pub layer: Layer,
    /// What it means; gives the colour.
    pub role: Role,
    /// What is drawn.
    pub shape: Shape,
    /// How lines are broken.
    pub stroke: Stroke,
    /// 0 (unseen) ..= 1.
    pub opacity: f32,
    /// Width of lines, logical pixels.
    pub width: f32,
    /// Opacity of the inside of balls, capsules, circles and markers; 0 for outlines.
    pub fill: f32,
}

impl Item {
    /// An item with the usual stroke of its role.
    #[must_use]
    pub fn new(layer: Layer, role: Role, shape: Shape) -> Self {
        let opacity = match (&shape, role) {
            (Shape::Fill { .. }, Role::HitPolygon) => 0.2,
            (Shape::Fill { .. }, Role::SweptA | Role::SweptB) => 0.25,
            (Shape::Fill { .. }, _) => 0.3,
            (Shape::Label { .. }, _) => 1.0,
            (_, Role::StepBoundary) => 0.6,
            _ => 1.0,
        };
        let width = if role == Role::HitPolygon { 2.5 } else { 1.5 };
        Self {
            layer,
            role,
            shape,
            stroke: role.stroke(),
            opacity,
            width,
            fill: 0.0,
        }
    }

    /// The same with another stroke.
    #[must_use]
    pub fn stroke(self, stroke: Stroke) -> Self {
        Self { stroke, ..self }
    }

    /// The same with another opacity.
    #[must_use]
    pub fn opacity(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }

    /// The same with another line width, logical pixels.
    #[must_use]
    pub fn width(self, width: f32) -> Self {
        Self { width, ..self }
    }

    /// The same with an inside of this opacity.
    #[must_use]
    pub fn fill(self, fill: f32) -> Self {
        Self { fill, ..self }
    }

    /// Whether it shows when `layers` are on.
    #[must_use]
    pub fn shows(&self, layers: LayerSet) -> bool {
        let text = matches!(self.shape, Shape::Label { .. });
        layers.has(self.layer) && (!text || layers.has(Layer::Labels))
    }
}

/// Everything that is drawn of one tick of one lane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// The items, back to front.
    pub items: Vec<Item>,
    /// How many things a layer would have shown beyond its limit.
    pub left_out: Vec<(Layer, usize)>,
}

impl Overlay {
    /// Adds an item.
    pub fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    /// Adds a text beside a point.
    pub fn label(&mut self, layer: Layer, role: Role, at: Vec3, text: impl Into<String>) {
        let text = text.into();
        self.push(Item::new(layer, role, Shape::Label { at, text }));
    }

    /// Says that `count` things of `layer` are not shown.
    pub fn leave_out(&mut self, layer: Layer, count: usize) {
        if count > 0 {
            self.left_out.push((layer, count));
        }
    }

    /// The items of one layer, in order.
    pub fn of(&self, layer: Layer) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.layer == layer)
    }

    /// The texts, in order.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match &item.shape {
            Shape::Label { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        assert!(
            Layer::ALL
                .iter()
                .all(|&l| LayerSet::ALL.has(l) && !LayerSet::NONE.has(l))
        );
        for (k, &layer) in Layer::ALL.iter().enumerate() {
            assert_eq!(layer as usize, k, "the list follows the declaration");
            let one = LayerSet::of(&[layer]);
            assert_eq!(Layer::ALL.iter().filter(|&&l| one.has(l)).count(), 1);
            assert_eq!(one.toggled(layer), LayerSet::NONE);
            assert_eq!(LayerSet::ALL.without(layer).with(layer), LayerSet::ALL);
        }
    }

    #[test]
    fn keys_are_those_of_the_list() {
        let keys: String = Layer::ALL.iter().map(|l| l.key()).collect();
        assert_eq!(keys, "123456789-=");
    }

    #[test]
    fn a_text_needs_its_layer_and_the_labels() {
        let shape = Shape::Label {
            at: Vec3::ZERO,
            text: "a".into(),
        };
        let item = Item::new(Layer::Eyes, Role::Sought, shape);
        assert!(item.shows(LayerSet::of(&[Layer::Eyes, Layer::Labels])));
        assert!(!item.shows(LayerSet::of(&[Layer::Eyes])));
        assert!(!item.shows(LayerSet::of(&[Layer::Labels])));
    }
}
