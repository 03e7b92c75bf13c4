//! Placed collision shapes.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::bsp::Tree;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Sphere};

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

impl Object {
    /// The tree's root sphere in the world: its own centre, not the object's origin.
    ///
    /// # Source
    /// spec/bsp.md 10.2.
    #[must_use]
    pub fn bounds(&self) -> Sphere {
        let root = self.tree.root_sphere();
        let scaled = narrow(wide(root.center) * f64::from(self.scale));
        Sphere {
            center: self.frame.to_global(scaled),
            radius: root.radius * self.scale,
        }
    }

    /// A point of the tree's space in the world.
    ///
    /// # Source
    /// spec/bsp.md 10.1, read backwards.
    #[must_use]
    pub fn to_world(&self, local: Vec3) -> Vec3 {
        self.frame
            .to_global(narrow(wide(local) * f64::from(self.scale)))
    }

    /// A point of the world in the tree's space.
    ///
    /// # Source
    /// spec/bsp.md 10.1.
    #[must_use]
    pub fn to_tree(&self, world: Vec3) -> Vec3 {
        narrow(self.frame.to_local_wide(world) / f64::from(self.scale))
    }
}
