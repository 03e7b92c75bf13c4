//! Placed collision shapes.

use serde::{Deserialize, Serialize};

use crate::bsp::Tree;
use crate::geometry::Frame;

/// Everything that can be hit, in registration order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// The objects; [`crate::ids::ObjectId`] is an index into it.
    pub objects: Vec<Object>,
}

/// A placed tree of polygons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Unique name within the scene.
    pub name: String,
    /// Where it stands.
    pub frame: Frame,
    /// Uniform scale, greater than zero.
    pub scale: f32,
    /// Its polygons, unscaled, in the object's space.
    pub tree: Tree,
}
