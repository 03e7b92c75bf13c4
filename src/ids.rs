//! Small numbers that name things; each is an index or a token and never arithmetic.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// A cell: landblock in the high 16 bits, cell in the low 16; 0 means no cell. Texts, JSON among them, write `0xA9B40100`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

impl Serialize for CellId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u32(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for CellId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return u32::deserialize(deserializer).map(Self);
        }
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").unwrap_or_default();
        u32::from_str_radix(digits, 16)
            .map(Self)
            .map_err(|_no_number| D::Error::custom(format!("`{text}` is not a cell as 0xA9B40100")))
    }
}

impl std::fmt::Display for CellId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "0x{:08X}", self.0)
    }
}

id! {
    /// Index of an object in [`crate::world::World::objects`].
    ObjectId(u32)
}
id! {
    /// Index of a polygon in its object's polygon list.
    PolygonId(u32)
}
id! {
    /// Index of a node in its tree's node list.
    NodeId(u32)
}
id! {
    /// A fixed step of a run; 0 is the first that runs.
    Tick(u32)
}

/// Whose polygons a tree holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Surface {
    /// A part of an object.
    Part {
        /// The object.
        object: ObjectId,
        /// Index of the part in it.
        part: u32,
    },
    /// The walls of a room, or the shell of the building that stands in an outdoor cell.
    Environment(CellId),
}

impl Surface {
    /// The surface that these fields of an event name; a part that is left out is the first.
    #[must_use]
    pub fn new(object: Option<ObjectId>, part: Option<u32>, cell: Option<CellId>) -> Option<Self> {
        match (object, cell) {
            (Some(object), _) => Some(Self::Part {
                object,
                part: part.unwrap_or(0),
            }),
            (None, Some(cell)) => Some(Self::Environment(cell)),
            (None, None) => None,
        }
    }

    /// The object.
    #[must_use]
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Self::Part { object, .. } => Some(object),
            Self::Environment(_) => None,
        }
    }

    /// Index of the part in the object.
    #[must_use]
    pub fn part(self) -> Option<u32> {
        match self {
            Self::Part { part, .. } => Some(part),
            Self::Environment(_) => None,
        }
    }

    /// The cell.
    #[must_use]
    pub fn cell(self) -> Option<CellId> {
        match self {
            Self::Part { .. } => None,
            Self::Environment(cell) => Some(cell),
        }
    }
}

impl CellId {
    /// No cell.
    pub const NONE: Self = Self(0);
    /// The one cell of a scene without cells: a constant token that is not zero.
    ///
    /// # Source
    /// spec/camera.md 7, note on single-space worlds.
    pub const SINGLE_SPACE: Self = Self(0x0000_0101);

    /// Whether there is a cell.
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// The landblock: x in the high byte, y in the low one.
    #[must_use]
    pub fn block(self) -> u32 {
        self.0 >> 16
    }

    /// The cell's number within its block: 1..=0x40 outdoors, from 0x100 on indoors.
    #[must_use]
    pub fn low(self) -> u32 {
        self.0 & 0xffff
    }

    /// Whether it is a cell of the landscape.
    ///
    /// # Source
    /// spec/transition.md 2.2.
    #[must_use]
    pub fn is_outdoor(self) -> bool {
        self.is_some() && self.low() < 0x100
    }

    /// Whether it is a cell of a building or dungeon.
    #[must_use]
    pub fn is_indoor(self) -> bool {
        self.low() >= 0x100
    }
}
