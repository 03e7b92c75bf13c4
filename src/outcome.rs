//! Answers of queries, steps and sweeps: data, never errors.

use serde::{Deserialize, Serialize};

/// Answer of one collision query or step.
///
/// # Source
/// spec/bsp.md 2, result codes (`Invalid` 0, `Ok` 1, `Collided` 2, `Adjusted` 3, `Slid` 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// No attempt was made.
    Invalid,
    /// Nothing in the way.
    Ok,
    /// Blocked; the position is not usable.
    Collided,
    /// The check position was moved out of the obstacle; test again.
    Adjusted,
    /// The check position was slid along the obstacle; test again.
    Slid,
}

impl Outcome {
    /// The word used in text and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Ok => "ok",
            Self::Collided => "collided",
            Self::Adjusted => "adjusted",
            Self::Slid => "slid",
        }
    }
}

/// What a whole sweep came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No collision.
    Ok,
    /// Stopped at the contact, found by the touch-time search.
    Adjusted,
    /// Slid along an obstacle.
    Slid,
    /// The stopping step was reverted to its start.
    Collided,
    /// The sweep found no valid position.
    Failed,
}

impl Verdict {
    /// The word used in text and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Adjusted => "adjusted",
            Self::Slid => "slid",
            Self::Collided => "collided",
            Self::Failed => "failed",
        }
    }
}

/// Why a sweep's step loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// All planned steps were taken.
    End,
    /// A path-clipped mover stops at its first collision normal.
    FirstHit,
    /// The adjusted offset of a step was negligible.
    SmallOffset,
    /// The stationary-fall counter left zero.
    Stationary,
    /// The path has no length.
    ZeroLength,
    /// The sweep failed.
    Failed,
}

impl StopReason {
    /// The word used in text and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::FirstHit => "first-hit",
            Self::SmallOffset => "small-offset",
            Self::Stationary => "stationary",
            Self::ZeroLength => "zero-length",
            Self::Failed => "failed",
        }
    }
}
