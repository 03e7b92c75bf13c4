//! What stands still: objects with their shapes, and the rooms and landscape around them. It does not change during a
//! run; all lanes share it.

pub mod building;
pub mod candidates;
pub mod cell;
pub mod cell_list;
pub mod cells;
pub mod height_field;
pub mod landcell;
pub(crate) mod near;
pub mod object;
mod outline;
pub mod place;
pub mod placed;
pub mod portal;
pub mod registration;
pub mod seat;
pub mod terrain;

use serde::{Deserialize, Serialize};

pub use building::{Building, BuildingPortal};
pub use cell::IndoorCell;
pub use cells::{Cells, Elsewhere};
pub use height_field::HeightField;
pub use object::{Kind, Object, ObjectState, Part};
pub use placed::{Land, PlacedTree};
pub use portal::{Beyond, Portal, PortalSide};
pub use terrain::Landblock;

use crate::ids::{CellId, ObjectId};
use crate::policy::Policy;

/// Everything that can be hit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// The objects in registration order; [`ObjectId`] is an index into it.
    pub objects: Vec<Object>,
    /// All of them, as the one cell of a single space lists them.
    all: Vec<ObjectId>,
    ground: Option<HeightField>,
    cells: Option<Box<Cells>>,
    /// A cell of the block from whose corner the scene counts; none: each position counts from the corner of its own.
    home: Option<CellId>,
    #[serde(skip)]
    registry: registration::Registry,
}

impl World {
    /// A single space with these objects.
    ///
    /// # Source
    /// spec/transition.md 17.
    #[must_use]
    pub fn new(objects: Vec<Object>) -> Self {
        let all = (0..objects.len() as u32).map(ObjectId).collect();
        Self {
            objects,
            all,
            ground: None,
            cells: None,
            home: None,
            registry: registration::Registry::default(),
        }
    }

    /// A single space with these objects on `ground`.
    ///
    /// # Source
    /// spec/transition.md 17.
    #[must_use]
    pub fn on_ground(objects: Vec<Object>, ground: HeightField) -> Self {
        Self {
            ground: Some(ground),
            ..Self::new(objects)
        }
    }

    /// A map of cells with these objects; the position of each names a cell.
    #[must_use]
    pub fn with_cells(objects: Vec<Object>, cells: Cells) -> Self {
        Self {
            cells: Some(Box::new(cells)),
            ..Self::new(objects)
        }
    }

    /// The ground of a single space.
    #[must_use]
    pub fn ground(&self) -> Option<&HeightField> {
        self.ground.as_ref()
    }

    /// The rooms and the landscape; `None` in a single space.
    #[must_use]
    pub fn cells(&self) -> Option<&Cells> {
        self.cells.as_deref()
    }

    /// Whether `cell` exists; every id but none does in a single space.
    ///
    /// # Source
    /// spec/transition.md 17 rule 1.
    #[must_use]
    pub fn has(&self, cell: CellId) -> bool {
        match &self.cells {
            Some(cells) => cells.has(cell),
            None => cell.is_some(),
        }
    }

    /// The objects of `cell` under `policy` with boxes around them; `None` in a cell without any.
    pub(crate) fn candidates(&self, cell: CellId, policy: &Policy) -> Option<&near::Candidates> {
        match self.registered(policy) {
            Some(lists) => lists.candidates_of(cell),
            None => Some(self.registry.single(&self.objects)),
        }
    }

    /// The objects registered in `cell` under `policy`, in registration order.
    ///
    /// # Source
    /// spec/transition.md 14.1.
    #[must_use]
    pub fn objects_of(&self, cell: CellId, policy: &Policy) -> &[ObjectId] {
        match self.registered(policy) {
            Some(lists) => lists.of(cell),
            None => &self.all,
        }
    }
}
