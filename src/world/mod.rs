//! What stands still: objects with their shapes. It does not change during a run; all lanes share it.

pub mod candidates;
pub mod object;

use serde::{Deserialize, Serialize};

pub use object::{Kind, Object, ObjectState, Part};

use crate::ids::{CellId, ObjectId};

/// Everything that can be hit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// The objects in registration order; [`ObjectId`] is an index into it.
    pub objects: Vec<Object>,
    /// All of them, as the one cell of a single space lists them.
    all: Vec<ObjectId>,
}

impl World {
    /// A single space with these objects.
    ///
    /// # Source
    /// spec/transition.md 17.
    #[must_use]
    pub fn new(objects: Vec<Object>) -> Self {
        let all = (0..objects.len() as u32).map(ObjectId).collect();
        Self { objects, all }
    }

    /// The objects registered in `cell`, in registration order.
    ///
    /// # Source
    /// spec/transition.md 14.1.
    #[must_use]
    pub fn objects_of(&self, _cell: CellId) -> &[ObjectId] {
        &self.all
    }
}
