//! A sphere.

use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A sphere in whatever space its owner says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sphere {
    /// Centre, metres.
    pub center: Vec3,
    /// Radius, metres.
    pub radius: f32,
}
