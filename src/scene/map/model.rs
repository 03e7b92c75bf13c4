//! The shape of rooms, buildings and landscape in a scene file.

use serde::{Deserialize, Serialize};

use super::number::{BlockNumber, RoomNumber};
use crate::scene::model::{Shape, TreeKind};
use crate::scene::number::{Component, Coordinate, Degrees, Point, Scale, Spacing};

/// A turn as a unit quaternion w, x, y, z.
pub type Quaternion = (Component, Component, Component, Component);

/// A room: an indoor cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Unique id.
    pub id: RoomNumber,
    /// Where its origin is; what follows is relative to it.
    #[serde(default)]
    pub at: Option<Point>,
    /// Turn about +Z, counter-clockwise seen from above.
    #[serde(default)]
    pub yaw_degrees: Option<Degrees>,
    /// Turn as a unit quaternion; not beside `yaw_degrees`.
    #[serde(default)]
    pub rotation: Option<Quaternion>,
    /// Its walls, floor and ceiling, as far as they can be hit.
    #[serde(default)]
    pub walls: Option<Shape>,
    /// How the tree of the walls is built.
    #[serde(default)]
    pub tree: Option<TreeKind>,
    /// What is inside it.
    pub volume: Volume,
    /// Its openings.
    #[serde(default)]
    pub portals: Vec<Portal>,
    /// The other rooms that can be seen from it; all of the scene without it.
    #[serde(default)]
    pub visible: Option<Vec<RoomNumber>>,
    /// Whether the landscape can be seen from it; whether a portal leads there without it.
    #[serde(default)]
    pub sees_outside: Option<bool>,
}

/// The inside of a room, convex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Volume {
    /// Between two corners.
    Box {
        /// Lowest corner.
        min: Point,
        /// Highest corner.
        max: Point,
    },
    /// An outline seen from above, drawn up.
    Prism {
        /// Corners in order, either way round.
        outline: Vec<(Coordinate, Coordinate)>,
        /// Lowest and highest z.
        z: (Coordinate, Coordinate),
    },
    /// Where `normal . p + offset` is at least 0 for each (normal, offset).
    Planes(Vec<(Point, Coordinate)>),
}

/// An opening of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portal {
    /// Its corners, counter-clockwise seen from the side that its normal points to.
    pub polygon: Vec<Point>,
    /// What lies behind it.
    pub to: Beyond,
    /// The side of the plane that the way out leads to.
    #[serde(default)]
    pub side: Side,
}

/// What lies behind a portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beyond {
    /// The landscape.
    Outside,
    /// Another room.
    Cell(RoomNumber),
    /// Another room, which is not in the scene.
    Absent(RoomNumber),
}

/// A side of a portal's plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// The normal points out of the room.
    #[default]
    Positive,
    /// The normal points into the room.
    Negative,
}

/// The shell of a building, seen from the landscape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// Where its origin is; the outdoor cell there lists it.
    pub at: Point,
    /// Turn about +Z, counter-clockwise seen from above.
    #[serde(default)]
    pub yaw_degrees: Option<Degrees>,
    /// Turn as a unit quaternion; not beside `yaw_degrees`.
    #[serde(default)]
    pub rotation: Option<Quaternion>,
    /// Its polygons.
    #[serde(default)]
    pub shape: Option<Shape>,
    /// How its tree is built.
    #[serde(default)]
    pub tree: Option<TreeKind>,
    /// Its openings.
    #[serde(default)]
    pub portals: Vec<Opening>,
}

/// An opening of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The room behind it.
    pub to: RoomNumber,
    /// Index of the portal in that room which leads back out; -1 for a way that is never taken.
    #[serde(default)]
    pub back: i32,
}

/// Ground under everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Terrain {
    /// The landscape of a map.
    Blocks {
        /// Its landblocks.
        #[serde(default)]
        blocks: Vec<Block>,
        /// What is where no block was given.
        #[serde(default)]
        elsewhere: Elsewhere,
    },
    /// The ground of a single space, without cells.
    HeightField {
        /// Place of the first height.
        #[serde(default)]
        at: Option<Point>,
        /// Metres between heights.
        spacing: Spacing,
        /// Heights from west to east and from south to north.
        size: (u32, u32),
        /// From south to north within columns from west to east.
        heights: Vec<Coordinate>,
    },
}

/// What is where no block was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Elsewhere {
    /// Nothing.
    #[default]
    Missing,
    /// Dry, flat ground at height 0.
    Flat,
}

/// A landblock: 9 x 9 heights, 24 m apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Its number.
    pub id: BlockNumber,
    /// The height of all points that nothing else is said of.
    #[serde(default)]
    pub level: Option<Coordinate>,
    /// All 81 heights, from south to north within columns from west to east.
    #[serde(default)]
    pub heights: Vec<Coordinate>,
    /// Single heights by column and row, 0 to 8.
    #[serde(default)]
    pub raised: Vec<((u32, u32), Coordinate)>,
    /// How its squares are cut into triangles.
    #[serde(default)]
    pub cut: Cut,
    /// Where it is water.
    #[serde(default)]
    pub water: Water,
}

/// How squares are cut into triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cut {
    /// Each as the original does, by its place on the map.
    #[default]
    ByPlace,
    /// All from the south-west corner to the north-east one.
    SouthWestNorthEast,
    /// All from the north-west corner to the south-east one.
    NorthWestSouthEast,
}

/// Where a block is water.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Water {
    /// Nowhere.
    #[default]
    Dry,
    /// Everywhere.
    All,
    /// At these points, by column and row, 0 to 8.
    Points(Vec<(u32, u32)>),
}

/// A tree among several of one object, `Part(..)` in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Part")]
pub struct PartModel {
    /// Its polygons.
    pub shape: Shape,
    /// Where its origin is in the object.
    #[serde(default)]
    pub at: Option<Point>,
    /// Turn about +Z in the object.
    #[serde(default)]
    pub yaw_degrees: Option<Degrees>,
    /// Turn as a unit quaternion; not beside `yaw_degrees`.
    #[serde(default)]
    pub rotation: Option<Quaternion>,
    /// Uniform scale beside the object's own.
    #[serde(default)]
    pub scale: Option<Scale>,
    /// How its tree is built.
    #[serde(default)]
    pub tree: Option<TreeKind>,
}
