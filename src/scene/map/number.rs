//! Ids of blocks and rooms as a scene writes them: hexadecimal numbers.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::CellId;

macro_rules! ids {
    ($( $(#[doc = $doc:literal])+ $name:ident $wanted:literal $digits:literal $holds:expr; )*) => { $(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        pub struct $name(u32);

        impl $name {
            /// What values it takes, in words.
            pub const WANTED: &'static str = $wanted;

            /// The id, if it is one.
            #[must_use]
            pub fn new(value: u32) -> Option<Self> {
                let holds: fn(u32) -> bool = $holds;
                holds(value).then_some(Self(value))
            }

            /// The number.
            #[must_use]
            pub fn get(self) -> u32 {
                self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = u32::deserialize(deserializer)?;
                Self::new(value).ok_or_else(|| {
                    let width = $digits + 2;
                    D::Error::custom(format!("{value:#0width$X} is not {}", Self::WANTED))
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let width = $digits + 2;
                write!(f, "{:#0width$X}", self.0)
            }
        }
    )* };
}

/// Whether both bytes of a block's number are on the map, 0 to 0xFE.
fn on_map(block: u32) -> bool {
    block >> 8 <= 0xfe && block & 0xff <= 0xfe
}

ids! {
    /// A landblock: column in the high byte, row in the low one.
    BlockNumber "a landblock: column and row from 0x00 to 0xFE, as 0xA9B4" 4 |v| v <= 0xffff && on_map(v);
    /// A room: its landblock and a low word from 0x0100 on.
    RoomNumber "a room: its landblock and a low word from 0x0100 to 0xFFFD, as 0xA9B40100" 8
        |v| on_map(v >> 16) && (0x100..=0xfffd).contains(&(v & 0xffff));
    /// A model of a game file.
    MeshNumber "a GfxObj, from 0x01000000 to 0x0100FFFF" 8 |v| v >> 16 == 0x100;
    /// A setup of a game file.
    SetupNumber "a Setup, from 0x02000000 to 0x0200FFFF" 8 |v| v >> 16 == 0x200;
}

impl BlockNumber {
    /// The number in `text`: hexadecimal, with or without `0x`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let digits = digits.unwrap_or(text);
        let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        number.and_then(Self::new)
    }

    /// Its first outdoor cell.
    #[must_use]
    pub fn first_cell(self) -> CellId {
        CellId(self.0 << 16 | 1)
    }
}

impl RoomNumber {
    /// As the world knows it.
    #[must_use]
    pub fn cell(self) -> CellId {
        CellId(self.0)
    }
}
