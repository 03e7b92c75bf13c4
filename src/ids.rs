//! Small numbers that name things; each is an index or a token and never arithmetic.

use serde::{Deserialize, Serialize};

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

id! {
    /// A cell: landblock in the high 16 bits, cell in the low 16; 0 means no cell.
    CellId(u32)
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
