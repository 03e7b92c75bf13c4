//! What a user tells a camera, and why it may refuse.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a user tells the camera; takes effect at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Zoom in by so many units.
    Closer(f32),
    /// Zoom out by so many units; out of the head it leaves it.
    Farther(f32),
    /// Raise the eye by so many units of 8 degrees at constant length; lower it if negative.
    Raise(f32),
    /// Look out of the head, at the player, or down.
    View(ViewMode),
    /// Tilt the look direction of the head: its z, at most 0.8 either way.
    Tilt(f32),
    /// Hold these keys from now on, and no others.
    Hold(Held),
    /// Switch the camera's own motion on or off.
    Enable(bool),
    /// Tell the camera whom it follows, or that it follows nobody.
    Attach(bool),
    /// Put the eye to the player, as a large correction of the player's position does.
    Reset,
}

/// Why a camera does not do what it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The boom would be shorter than 0.5 m.
    TooNear,
    /// The boom would reach farther than 10 m sideways or back, or 450 m up.
    TooFar,
    /// The boom would stand steeper than 89 degrees, or has no heading to be raised about.
    TooSteep,
    /// In the head there is no boom.
    InHead,
    /// The policy does not reset eyes.
    KeepsEye,
}

/// Where the eye is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ViewMode {
    /// At the end of the boom.
    #[default]
    Behind,
    /// In the player's head.
    InHead,
    /// At the end of the boom, looking down.
    Down,
}

/// Keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// Movement flags of the eye: 1 left, 2 right, 4 forwards, 8 back, 0x10 up, 0x20 down.
    pub viewer: u32,
    /// The same for the pivot.
    pub pivot: u32,
    /// Turn of the boom around the pivot: 1 is counter-clockwise seen from above at the full speed.
    pub turn: f32,
}

impl Refusal {
    /// What stands in the way, to be read after `since`.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::TooNear => "the boom would be shorter than 0.5 m",
            Self::TooFar => "the boom would reach farther than 10 m sideways or back, or 450 m up",
            Self::TooSteep => "the boom would stand steeper than 89 degrees",
            Self::InHead => "in the head there is no boom",
            Self::KeepsEye => "the policy does not reset eyes",
        }
    }
}

/// As one reads it: `raise by 1`, `hold eye left, turn 1`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closer(m) => write!(f, "closer by {m}"),
            Self::Farther(m) => write!(f, "farther by {m}"),
            Self::Raise(m) if *m < 0.0 => write!(f, "lower by {}", -m),
            Self::Raise(m) => write!(f, "raise by {m}"),
            Self::View(ViewMode::Behind) => f.write_str("view from behind"),
            Self::View(ViewMode::InHead) => f.write_str("view out of the head"),
            Self::View(ViewMode::Down) => f.write_str("look down"),
            Self::Tilt(z) => write!(f, "tilt to {z}"),
            Self::Hold(held) if *held == Held::default() => f.write_str("release all keys"),
            Self::Hold(held) => write!(f, "hold {held}"),
            Self::Enable(true) => f.write_str("switch on"),
            Self::Enable(false) => f.write_str("switch off"),
            Self::Attach(true) => f.write_str("follow the player"),
            Self::Attach(false) => f.write_str("follow nobody"),
            Self::Reset => f.write_str("reset to the player"),
        }
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for (of, flags) in [("eye", self.viewer), ("pivot", self.pivot)] {
            let ways = ["left", "right", "forwards", "back", "up", "down"];
            let held = (0..)
                .zip(ways)
                .filter(|(bit, _)| flags & (1_u32 << bit) != 0);
            let ways: Vec<&str> = held.map(|(_, way)| way).collect();
            if !ways.is_empty() {
                parts.push(format!("{of} {}", ways.join(" and ")));
            }
        }
        if self.turn != 0.0 {
            parts.push(format!("turn {}", self.turn));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_read_as_they_are_given() {
        let held = Held {
            viewer: 0x11,
            pivot: 0x20,
            turn: -0.5,
        };
        for (order, want) in [
            (Order::Closer(1.0), "closer by 1"),
            (Order::Raise(-0.25), "lower by 0.25"),
            (Order::Hold(Held::default()), "release all keys"),
            (
                Order::Hold(held),
                "hold eye left and up, pivot down, turn -0.5",
            ),
        ] {
            assert_eq!(order.to_string(), want);
        }
    }
}
