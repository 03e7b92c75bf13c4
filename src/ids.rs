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
}
