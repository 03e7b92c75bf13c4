//! Which cells do spheres or boxes reach, and which cell is a point in?
//!
//! A list begins with a start cell and grows while it is read: each listed cell adds what lies behind its openings.

mod boxes;

use glam::{DVec3, Vec3};

pub use boxes::PlacedBox;

use super::building::Building;
use super::cell::IndoorCell;
use super::cells::Cells;
use super::landcell::{LANDCELL, Landcell, adjust_to_outside};
use super::portal::{Beyond, PortalSide};
use crate::bsp::cell_tree::CellContact;
use crate::constants::EPSILON_WIDE;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Sphere};
use crate::ids::CellId;
use crate::policy::{Policy, Row};

/// Whether the cell around the first sphere's centre is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containing {
    /// It is.
    Asked,
    /// It is not.
    NotAsked,
}

/// What becomes of listed cells that cannot be seen from an indoor start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// They stay listed.
    Kept,
    /// They are dropped (`do_not_load_cells`).
    Dropped,
}

/// What was found while a list was built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The cell around the first sphere's centre, if asked for and found.
    pub containing: Option<CellId>,
    /// Whether an indoor cell is touched.
    pub hits_interior: bool,
}

/// Spheres in the block of a cell.
#[derive(Clone, Copy)]
struct Spheres<'a> {
    at: CellId,
    spheres: &'a [Sphere],
}

impl Spheres<'_> {
    /// The spheres in the space of `cell`. ACE leaves the block offset out between rooms (T27).
    fn within(&self, cell: &IndoorCell, offset: DVec3) -> impl Iterator<Item = Sphere> {
        let frame = cell.frame;
        self.spheres.iter().map(move |sphere| Sphere {
            center: into_frame(&frame, offset, sphere.center),
            radius: sphere.radius,
        })
    }

    /// Whether any of them reaches into the volume of `cell`.
    fn reach_into(&self, cell: &IndoorCell, offset: DVec3) -> bool {
        self.within(cell, offset)
            .any(|sphere| cell.volume.contact(&sphere) != CellContact::Outside)
    }
}

/// A point, shifted by `offset` into the block of `frame`, seen from there.
fn into_frame(frame: &Frame, offset: DVec3, point: Vec3) -> Vec3 {
    let way = wide(point) + offset - wide(frame.origin);
    narrow(frame.rotation.apply_inverse(way))
}

/// Adds `cell` unless it is listed.
fn add(list: &mut Vec<CellId>, cell: CellId) {
    if !list.contains(&cell) {
        list.push(cell);
    }
}

impl Cells {
    /// Builds the list of the cells that `spheres` reach, in the block of `start`, which is the cell of their position.
    ///
    /// `list` holds what an earlier build left: it is cleared first, unless ACE's form keeps it (T24).
    /// Listed cells need not exist. Also: T26 on dropping.
    ///
    /// # Source
    /// spec/transition.md 16.1, `find_cell_list` 0x0052b4e0.
    pub fn list(
        &self,
        list: &mut Vec<CellId>,
        start: CellId,
        spheres: &[Sphere],
        containing: Containing,
        unseen: Unseen,
        policy: &Policy,
    ) -> Listed {
        // 1.
        let mut found = Listed::default();
        if !policy.is_ace(Row::T24) {
            list.clear();
        }
        let spheres = Spheres { at: start, spheres };
        if start.is_indoor() {
            found.hits_interior = true;
            add(list, start);
        } else {
            self.add_outdoor(list, spheres, policy);
        }
        // 2.
        if self.has(start) && !spheres.spheres.is_empty() {
            let mut next = 0;
            while let Some(&cell) = list.get(next) {
                next += 1;
                if let Some(room) = self.indoor(cell) {
                    self.add_behind_portals(list, room, spheres, policy);
                } else if cell.is_outdoor() && self.has(cell) {
                    self.add_outdoor(list, spheres, policy);
                    if let Some(building) = self.building(cell)
                        && self.add_inside(list, building, spheres)
                    {
                        found.hits_interior = true;
                    }
                }
            }
        }
        // 3.
        if containing == Containing::Asked
            && let Some(first) = spheres.spheres.first()
        {
            found.containing = self.containing(list, start, first.center, policy);
            if found.containing.is_some_and(CellId::is_indoor) {
                found.hits_interior = true;
            }
        }
        // 4.
        let ace = policy.is_ace(Row::T26);
        let drops = if ace {
            !found.containing.is_some_and(CellId::is_indoor)
        } else {
            unseen == Unseen::Dropped
        };
        if drops && let Some(room) = self.indoor(start) {
            list.retain(|cell| {
                *cell == start || room.visible.contains(cell) || (ace && !self.has(*cell))
            });
        }
        found
    }

    /// The last listed outdoor cell that holds `point` (in the block of `at`), or the first indoor one.
    ///
    /// # Source
    /// spec/transition.md 16.1 step 3.
    fn containing(
        &self,
        list: &[CellId],
        at: CellId,
        point: Vec3,
        policy: &Policy,
    ) -> Option<CellId> {
        let mut found = None;
        for &cell in list {
            if self.contains(cell, at, point, policy) {
                found = Some(cell);
                if cell.is_indoor() {
                    break;
                }
            }
        }
        found
    }

    /// Whether `cell` exists and holds `point` (in the block of `at`). ACE asks the volume of rooms without portals too (T28).
    ///
    /// # Source
    /// spec/transition.md 16.4, `point_in_cell`.
    #[must_use]
    pub fn contains(&self, cell: CellId, at: CellId, point: Vec3, policy: &Policy) -> bool {
        let offset = block_offset(cell, at);
        if let Some(room) = self.indoor(cell) {
            let closed = room.portals.is_empty() && !policy.is_ace(Row::T28);
            !closed && room.volume.contains(into_frame(&room.frame, offset, point))
        } else {
            self.ground(cell, narrow(wide(point) + offset)).is_some()
        }
    }

    /// Adds the outdoor cells under the spheres.
    ///
    /// # Source
    /// spec/transition.md 15.1.
    fn add_outdoor(&self, list: &mut Vec<CellId>, spheres: Spheres<'_>, policy: &Policy) {
        for sphere in spheres.spheres {
            let Some((cell, point)) = adjust_to_outside(spheres.at, sphere.center) else {
                break;
            };
            let Some(own) = Landcell::of(cell) else { break };
            let mut add = |east, north| self.add_landcell(list, own.offset(east, north), policy);
            let within = |k: f32| f64::from(k) - LANDCELL * (f64::from(k) / LANDCELL).floor();
            let (x, y) = (within(point.x), within(point.y));
            let low = f64::from(sphere.radius);
            let high = LANDCELL - low;
            add(0, 0);
            for (reached, east) in [(x > high, 1), (x < low, -1)] {
                if reached {
                    add(east, 0);
                    if y > high {
                        add(east, 1);
                    }
                    if y < low {
                        add(east, -1);
                    }
                }
            }
            if y > high {
                add(0, 1);
            }
            if y < low {
                add(0, -1);
            }
        }
    }

    /// Adds an outdoor cell on the map. ACE leaves missing ones out (T25).
    fn add_landcell(&self, list: &mut Vec<CellId>, cell: Landcell, policy: &Policy) {
        if let Some(id) = cell.id()
            && (self.has(id) || !policy.is_ace(Row::T25))
        {
            add(list, id);
        }
    }

    /// Adds the rooms behind a building's openings; whether there was one in reach.
    ///
    /// # Source
    /// spec/transition.md 15.4.
    fn add_inside(
        &self,
        list: &mut Vec<CellId>,
        building: &Building,
        spheres: Spheres<'_>,
    ) -> bool {
        let mut reached = false;
        for portal in &building.portals {
            if portal.other_portal >= 0
                && let Some(room) = self.indoor(portal.inner)
                && spheres.reach_into(room, block_offset(room.id, spheres.at))
            {
                reached = true;
                add(list, room.id);
            }
        }
        reached
    }

    /// Adds what lies behind a room's portals. ACE knows only the rooms that can be seen from it, and names the others
    /// by their low word (T25).
    ///
    /// # Source
    /// spec/transition.md 16.3, 0x0052c820.
    fn add_behind_portals(
        &self,
        list: &mut Vec<CellId>,
        room: &IndoorCell,
        spheres: Spheres<'_>,
        policy: &Policy,
    ) {
        let offset = |cell: CellId| {
            if policy.is_ace(Row::T27) {
                DVec3::ZERO
            } else {
                block_offset(cell, spheres.at)
            }
        };
        let mut outside = false;
        for portal in &room.portals {
            let plane = portal.polygon.plane;
            let mut own = spheres
                .within(room, offset(room.id))
                .map(|s| (plane.height(s.center), f64::from(s.radius) + EPSILON_WIDE));
            match portal.beyond {
                Beyond::Outside => outside |= own.any(|(height, reach)| height.abs() < reach),
                Beyond::Cell(id) => {
                    if let Some(other) = self.neighbor(room, id, policy.is_ace(Row::T25)) {
                        if spheres.reach_into(other, offset(other.id)) {
                            add(list, id);
                        }
                    } else if own.any(|(height, reach)| match portal.side {
                        PortalSide::Positive => height > -reach,
                        PortalSide::Negative => height < reach,
                    }) {
                        let bare = policy.is_ace(Row::T25);
                        add(list, if bare { CellId(id.low()) } else { id });
                    }
                }
            }
        }
        if outside {
            self.add_outdoor(list, spheres, policy);
        }
    }

    /// The room `id` as its neighbour `room` finds it: `seen_only`, if it can be seen from there.
    fn neighbor(&self, room: &IndoorCell, id: CellId, seen_only: bool) -> Option<&IndoorCell> {
        self.indoor(id)
            .filter(|_| !seen_only || room.visible.contains(&id))
    }
}

#[cfg(test)]
mod tests;
