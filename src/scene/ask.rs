//! What the user of a camera does, in a scene file.

use serde::{Deserialize, Serialize};

use super::number::{Factor, KeyFlags, Units};
use crate::camera::{Held, Order, ViewMode};

/// What a camera is told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ask {
    /// Zoom in by so many units of a fifth.
    Closer(Units),
    /// Zoom out; out of the head it leaves it.
    Farther(Units),
    /// Raise the eye by so many units of 8 degrees.
    Raise(Units),
    /// Lower it.
    Lower(Units),
    /// Look out of the player's head.
    FirstPerson,
    /// Look at the player's back again.
    ThirdPerson,
    /// Look down from the end of the boom.
    LookDown,
    /// Tilt the look out of the head: the z of its direction.
    Tilt(Factor),
    /// Hold these keys, and no others, until told otherwise.
    Hold {
        /// Movement flags of the eye.
        #[serde(default)]
        viewer: KeyFlags,
        /// Movement flags of the pivot.
        #[serde(default)]
        pivot: KeyFlags,
        /// Turn of the boom, counter-clockwise seen from above if positive.
        #[serde(default)]
        turn: Factor,
    },
    /// Hold no key.
    Release,
    /// Switch the camera's own motion off.
    Disable,
    /// Switch it on again.
    Enable,
    /// Forget whom it follows.
    Detach,
    /// Know it again.
    Attach,
    /// Put the eye to the player.
    Reset,
}

impl Ask {
    /// The order, as a lane takes it.
    #[must_use]
    pub fn order(self) -> Order {
        match self {
            Self::Closer(units) => Order::Closer(units.get()),
            Self::Farther(units) => Order::Farther(units.get()),
            Self::Raise(units) => Order::Raise(units.get()),
            Self::Lower(units) => Order::Raise(-units.get()),
            Self::FirstPerson => Order::View(ViewMode::InHead),
            Self::ThirdPerson => Order::View(ViewMode::Behind),
            Self::LookDown => Order::View(ViewMode::Down),
            Self::Tilt(z) => Order::Tilt(z.get()),
            Self::Hold {
                viewer,
                pivot,
                turn,
            } => Order::Hold(Held {
                viewer: viewer.get(),
                pivot: pivot.get(),
                turn: turn.get(),
            }),
            Self::Release => Order::Hold(Held::default()),
            Self::Disable => Order::Enable(false),
            Self::Enable => Order::Enable(true),
            Self::Detach => Order::Attach(false),
            Self::Attach => Order::Attach(true),
            Self::Reset => Order::Reset,
        }
    }
}
