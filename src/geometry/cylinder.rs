//! An upright cylinder.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A cylinder that stands upright in the world however its object is turned.
///
/// # Source
/// spec/bsp.md 8.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cylinder {
    /// Centre of the base, metres.
    pub low: Vec3,
    /// Height, metres.
    pub height: f32,
    /// Radius, metres.
    pub radius: f32,
}
