//! What a rig is told in one tick; recordings keep it, so that a run can be had again without its script.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::script::Drive;
use crate::camera::Orders;
use crate::geometry::Frame;

/// One tick's input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// The scripted player stands here.
    Player(Frame),
    /// Sweep along this line.
    Line {
        /// Begin, metres.
        from: Vec3,
        /// End, metres.
        to: Vec3,
    },
    /// The mover is told this.
    Drive(Drive),
    /// Sweep this way from where the last sweep ended.
    Move {
        /// The way, metres.
        by: Vec3,
    },
    /// The scripted player stands here, and its camera is told this.
    Steered(Frame, Orders),
}
