//! Placed collision shapes.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::bits::bit_set;
use crate::bsp::Tree;
use crate::geometry::vector::{length, narrow, wide};
use crate::geometry::{Cylinder, Frame, Polygon, Position, Sphere};

/// Bits of an object's physics state.
///
/// # Source
/// spec/transition.md 1.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObjectState(pub u32);

bit_set!(ObjectState);

impl ObjectState {
    /// It never moves.
    pub const STATIC: Self = Self(0x1);
    /// It can be walked through.
    pub const ETHEREAL: Self = Self(0x4);
    /// It tells of collisions.
    pub const REPORT_COLLISIONS: Self = Self(0x8);
    /// It takes no part in collisions.
    pub const IGNORE_COLLISIONS: Self = Self(0x10);
    /// It is a missile.
    pub const MISSILE: Self = Self(0x40);
    /// It faces the way it moves.
    pub const ALIGN_PATH: Self = Self(0x100);
    /// It stops at its first hit.
    pub const PATH_CLIPPED: Self = Self(0x200);
    /// It falls.
    pub const GRAVITY: Self = Self(0x400);
    /// It is not drawn and does not move by itself.
    pub const HIDDEN: Self = Self(0x4000);
    /// Its parts have trees; then its spheres and cylinders never count.
    pub const HAS_PHYSICS_BSP: Self = Self(0x1_0000);
    /// It stops dead at a hit.
    pub const INELASTIC: Self = Self(0x2_0000);
    /// Hits on it count as hits on the environment.
    pub const REPORT_AS_ENVIRONMENT: Self = Self(0x20_0000);
    /// It may slide along edges.
    pub const EDGE_SLIDE: Self = Self(0x40_0000);
    /// It slides down slopes.
    pub const SLEDDING: Self = Self(0x80_0000);
    /// It stands still.
    pub const FROZEN: Self = Self(0x100_0000);
}

/// What an object is in the game.
///
/// # Source
/// spec/transition.md 14.2 steps 2, 4, 5 and 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kind(pub u32);

bit_set!(Kind);

impl Kind {
    /// It has a game object behind it.
    pub const GAME_OBJECT: Self = Self(0x1);
    /// It is a creature; players are creatures too.
    pub const CREATURE: Self = Self(0x2);
    /// It is a player.
    pub const PLAYER: Self = Self(0x4);
    /// Players cannot pass through it.
    pub const IMPENETRABLE: Self = Self(0x8);
    /// Player killer.
    pub const PK: Self = Self(0x10);
    /// Player killer among its like.
    pub const PK_LITE: Self = Self(0x20);
}

/// A tree in an object, in the object's frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Its place within the object, not scaled.
    pub frame: Frame,
    /// Its own default scale, greater than zero.
    pub scale: f32,
    /// Its polygons, unscaled, in the part's space.
    pub tree: Tree,
}

/// Something that can be hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Unique name within the scene.
    pub name: String,
    /// Where it stands.
    pub position: Position,
    /// Uniform scale, greater than zero.
    pub scale: f32,
    /// Its trees.
    pub parts: Vec<Part>,
    /// Spheres in its own space, unscaled; used when it has neither trees nor cylinders.
    pub spheres: Vec<Sphere>,
    /// Upright cylinders in its own space, unscaled; used when it has no trees.
    pub cylinders: Vec<Cylinder>,
    /// Physics state.
    pub state: ObjectState,
    /// What it is.
    pub kind: Kind,
    /// Id in the game; 0 for static objects.
    pub game_id: u32,
}

impl Object {
    /// A static object of one tree in a single space.
    #[must_use]
    pub fn solid(name: String, frame: Frame, scale: f32, tree: Tree) -> Self {
        let part = Part {
            frame: Frame::default(),
            scale: 1.0,
            tree,
        };
        Self::of_parts(name, frame, scale, vec![part])
    }

    /// A static object of several trees in a single space.
    #[must_use]
    pub fn of_parts(name: String, frame: Frame, scale: f32, parts: Vec<Part>) -> Self {
        Self {
            name,
            position: Position::single(frame),
            scale,
            parts,
            spheres: Vec::new(),
            cylinders: Vec::new(),
            state: ObjectState(ObjectState::STATIC.0 | ObjectState::HAS_PHYSICS_BSP.0),
            kind: Kind::default(),
            game_id: 0,
        }
    }

    /// A static object of spheres or cylinders in a single space.
    #[must_use]
    pub fn round(
        name: String,
        frame: Frame,
        scale: f32,
        spheres: Vec<Sphere>,
        cylinders: Vec<Cylinder>,
    ) -> Self {
        Self {
            name,
            position: Position::single(frame),
            scale,
            parts: Vec::new(),
            spheres,
            cylinders,
            state: ObjectState::STATIC,
            kind: Kind::default(),
            game_id: 0,
        }
    }

    /// Where a part stands, and its scale. ACE gives every part the object's own scale (T31, L-27).
    ///
    /// # Source
    /// spec/bsp.md 10.2.
    #[must_use]
    pub fn part_place(&self, part: &Part, own_scale: bool) -> (Position, f32) {
        let scale = if own_scale {
            self.scale * part.scale
        } else {
            self.scale
        };
        let frame = self.position.frame;
        if part.frame == Frame::default() {
            return (self.position, scale);
        }
        let offset = wide(part.frame.origin) * f64::from(self.scale);
        let origin = frame.to_global(narrow(offset));
        let rotation = frame.rotation.then_after(part.frame.rotation);
        (
            Position {
                cell: self.position.cell,
                frame: Frame { origin, rotation },
            },
            scale,
        )
    }

    /// A sphere around everything that the object holds, around its own centre and not its origin; in its block.
    ///
    /// # Source
    /// spec/bsp.md 10.2.
    #[must_use]
    pub fn bounds(&self) -> Sphere {
        let parts = self.parts.iter().map(|part| {
            let (place, scale) = self.part_place(part, true);
            let root = part.tree.root_sphere();
            let center = place
                .frame
                .to_global(narrow(wide(root.center) * f64::from(scale)));
            Sphere {
                center,
                radius: root.radius * scale,
            }
        });
        let scaled = |v: Vec3| narrow(wide(v) * f64::from(self.scale));
        let spheres = self.spheres.iter().map(|sphere| Sphere {
            center: self.position.frame.to_global(scaled(sphere.center)),
            radius: sphere.radius * self.scale,
        });
        let cylinders = self.cylinders.iter().map(|cylinder| {
            let half = cylinder.height * self.scale / 2.0;
            let radius = cylinder.radius * self.scale;
            let low = self.position.frame.to_global(scaled(cylinder.low));
            Sphere {
                center: low + Vec3::Z * half,
                radius: (half * half + radius * radius).sqrt(),
            }
        });
        parts
            .chain(spheres)
            .chain(cylinders)
            .reduce(around_both)
            .unwrap_or(Sphere {
                center: self.position.frame.origin,
                radius: 0.0,
            })
    }

    /// Where the object stands in its block.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.position.frame
    }

    /// The polygons of the first tree; none without trees.
    #[must_use]
    pub fn polygons(&self) -> &[Polygon] {
        self.tree().map_or(&[], Tree::polygons)
    }

    /// A point of the object's block in the first part's space.
    ///
    /// # Source
    /// spec/bsp.md 10.1.
    #[must_use]
    pub fn to_tree(&self, world: Vec3) -> Vec3 {
        let (place, scale) = self.first_place();
        narrow(place.frame.to_local_wide(world) / f64::from(scale))
    }

    /// Place and scale of the first part; the object's own without parts.
    fn first_place(&self) -> (Position, f32) {
        match self.parts.first() {
            Some(part) => self.part_place(part, true),
            None => (self.position, self.scale),
        }
    }

    /// The first tree of the object, if it has one.
    #[must_use]
    pub fn tree(&self) -> Option<&Tree> {
        self.parts.first().map(|part| &part.tree)
    }

    /// A point of the first part's space in the object's block.
    ///
    /// # Source
    /// spec/bsp.md 10.1, read backwards.
    #[must_use]
    pub fn to_world(&self, local: Vec3) -> Vec3 {
        let (place, scale) = self.first_place();
        place
            .frame
            .to_global(narrow(wide(local) * f64::from(scale)))
    }
}

/// The smallest sphere around two.
fn around_both(a: Sphere, b: Sphere) -> Sphere {
    let between = wide(b.center) - wide(a.center);
    let (apart, ra, rb) = (length(between), f64::from(a.radius), f64::from(b.radius));
    if apart + rb <= ra {
        return a;
    }
    if apart + ra <= rb {
        return b;
    }
    let radius = (apart + ra + rb) / 2.0;
    let center = wide(a.center) + between * ((radius - ra) / apart);
    Sphere {
        center: narrow(center),
        radius: radius as f32,
    }
}
