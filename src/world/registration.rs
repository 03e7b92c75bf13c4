//! Which objects does each cell hold?
//!
//! The lists follow from the world and from a few switches of the policy; they are built when first asked for.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use glam::DVec3;

use super::World;
use super::cell_list::{Containing, PlacedBox, Unseen};
use super::cells::Cells;
use super::near::{Candidates, outlines};
use super::object::{Object, ObjectState};
use crate::geometry::position::block_offset;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Bounds, Sphere};
use crate::ids::{CellId, ObjectId};
use crate::policy::{Form, Policy, Registration, Row};

/// The objects of each cell, in registration order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registered {
    lists: BTreeMap<CellId, Candidates>,
}

impl Registered {
    /// The objects of `cell`.
    #[must_use]
    pub fn of(&self, cell: CellId) -> &[ObjectId] {
        self.lists.get(&cell).map_or(&[], Candidates::ids)
    }

    /// The same with their boxes.
    pub(super) fn candidates_of(&self, cell: CellId) -> Option<&Candidates> {
        self.lists.get(&cell)
    }

    /// How many cells the objects are registered in, each object counted in each of its cells.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.lists.values().map(|ids| ids.len() as u32).sum()
    }

    /// Every cell that holds objects, with them, by id.
    pub fn cells(&self) -> impl Iterator<Item = (CellId, &[ObjectId])> {
        self.lists.iter().map(|(cell, all)| (*cell, all.ids()))
    }
}

/// Rows of the policy that decide lists, besides its `registration`.
const ROWS: [Row; 6] = [Row::T25, Row::T26, Row::T27, Row::T39, Row::L20, Row::L22];

/// Lists for every combination of what decides them.
///
/// It holds nothing that does not follow from the world around it: two registries always count as equal, and a copy
/// begins empty.
#[derive(Debug)]
pub(super) struct Registry {
    forms: Box<[OnceLock<Registered>]>,
    /// Those of a single space.
    single: OnceLock<Candidates>,
}

impl Default for Registry {
    fn default() -> Self {
        Self {
            forms: (0..2 << ROWS.len()).map(|_| OnceLock::new()).collect(),
            single: OnceLock::new(),
        }
    }
}

impl Clone for Registry {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Registry {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Registry {
    /// The lists of `objects` in `cells` under `policy`.
    pub(super) fn lists(&self, objects: &[Object], cells: &Cells, policy: &Policy) -> &Registered {
        let mut form = usize::from(policy.registration == Registration::OriginSphere);
        for row in ROWS {
            form = form << 1 | usize::from(policy.is_ace(row));
        }
        self.forms[form].get_or_init(|| {
            let mut registered = Registered::default();
            for ((index, object), outline) in objects.iter().enumerate().zip(outlines(objects)) {
                for cell in cells_of(object, cells, policy) {
                    if cells.has(cell) {
                        let list = registered.lists.entry(cell).or_default();
                        let offset = block_offset(cell, object.position.cell);
                        list.push(ObjectId(index as u32), &outline, offset);
                    }
                }
            }
            registered
        })
    }

    /// All of `objects`, as the one cell of a single space holds them.
    pub(super) fn single(&self, objects: &[Object]) -> &Candidates {
        self.single.get_or_init(|| {
            let mut all = Candidates::default();
            for (index, outline) in outlines(objects).iter().enumerate() {
                all.push(ObjectId(index as u32), outline, DVec3::ZERO);
            }
            all
        })
    }
}

/// The cells that `object` is registered in.
///
/// # Source
/// spec/transition.md 14.4.
fn cells_of(object: &Object, cells: &Cells, policy: &Policy) -> Vec<CellId> {
    let fixed = object.state.has(ObjectState::STATIC);
    let spheres = if policy.registration == Registration::OriginSphere {
        // The policy's own rule: an owner is where its origin is.
        vec![Sphere {
            center: object.frame().origin,
            radius: 0.0,
        }]
    } else if object.state.has(ObjectState::HAS_PHYSICS_BSP)
        || (fixed && object.cylinders.is_empty())
    {
        return cells.list_for_boxes(object.position.cell, &boxes(object, policy), policy);
    } else if fixed || object.spheres.is_empty() {
        object
            .cylinders
            .iter()
            .map(|cylinder| (cylinder.low, cylinder.radius))
            .map(|(center, radius)| scaled(object, center, radius))
            .collect()
    } else {
        object
            .spheres
            .iter()
            .map(|sphere| scaled(object, sphere.center, sphere.radius))
            .collect()
    };
    // A list of its own: nothing is left of an earlier one, in either form.
    let mut list = Vec::new();
    cells.list(
        &mut list,
        object.position.cell,
        &spheres,
        Containing::NotAsked,
        Unseen::Kept,
        policy,
    );
    list
}

/// A sphere of the object's space in its block.
fn scaled(object: &Object, center: glam::Vec3, radius: f32) -> Sphere {
    let local = narrow(wide(center) * f64::from(object.scale));
    Sphere {
        center: object.frame().to_global(local),
        radius: radius * object.scale,
    }
}

/// The boxes of the object's parts. ACE leaves their scale out (T39).
fn boxes(object: &Object, policy: &Policy) -> Vec<PlacedBox> {
    let with_scale = policy.form(Row::T39) == Form::Retail;
    object
        .parts
        .iter()
        .filter_map(|part| {
            let (place, scale) = object.part_place(part, true);
            let scale = if with_scale { f64::from(scale) } else { 1.0 };
            let corners = part.tree.polygons().iter().flat_map(|p| p.vertices.iter());
            let bounds = Bounds::around(corners.map(|corner| narrow(wide(*corner) * scale)))?;
            Some(PlacedBox { place, bounds })
        })
        .collect()
}

impl World {
    /// How many cells the objects are registered in under `policy`; 0 in a single space.
    ///
    /// # Source
    /// spec/transition.md 14.4; scenes.md M2.
    #[must_use]
    pub fn registrations(&self, policy: &Policy) -> u32 {
        self.registered(policy).map_or(0, Registered::count)
    }

    /// The objects of every cell under `policy`; `None` in a single space, whose one cell holds all.
    ///
    /// # Source
    /// spec/transition.md 14.4.
    #[must_use]
    pub fn registered(&self, policy: &Policy) -> Option<&Registered> {
        let cells = self.cells.as_deref()?;
        Some(self.registry.lists(&self.objects, cells, policy))
    }
}

#[cfg(test)]
mod tests;
