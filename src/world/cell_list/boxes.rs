//! Which cells do the boxes of an object reach?

use super::add;
use crate::geometry::plane_side::BoxSide;
use crate::geometry::position::{BLOCK, block_offset};
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Bounds, Position};
use crate::ids::CellId;
use crate::policy::{Policy, Row};
use crate::world::landcell::{LANDCELL, Landcell};
use crate::world::{Beyond, Cells, IndoorCell};

/// A box in the space of a placed part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedBox {
    /// Where the part stands.
    pub place: Position,
    /// The box, part space, scale included.
    pub bounds: Bounds,
}

impl PlacedBox {
    /// The box in the space of `cell`.
    fn within(&self, cell: &IndoorCell) -> Option<Bounds> {
        let from = cell.position();
        let corners = self.bounds.corners();
        Bounds::around(corners.map(|corner| narrow(from.to_local(&self.place, corner))))
    }
}

impl Cells {
    /// Builds the list of the cells that the boxes of an object in cell `start` reach.
    ///
    /// # Source
    /// spec/transition.md 14.4 and 15.1 (the parts overload); spec/bsp.md 5.7, 5.8, L-20, L-22. Outdoors the box around
    /// all parts counts (scenes.md M2). ACE reaches rooms through visibility lists only (T39).
    #[must_use]
    pub fn list_for_boxes(
        &self,
        start: CellId,
        boxes: &[PlacedBox],
        policy: &Policy,
    ) -> Vec<CellId> {
        let mut list = Vec::new();
        if !self.has(start) {
            return list;
        }
        let mut added_outside = false;
        if start.is_indoor() {
            list.push(start);
        } else {
            self.add_under_boxes(&mut list, start, boxes, policy);
            added_outside = true;
        }
        let mut next = 0;
        while let Some(&cell) = list.get(next) {
            next += 1;
            let reached = |room: &IndoorCell| {
                boxes
                    .iter()
                    .filter_map(|part| part.within(room))
                    .any(|bounds| room.volume.meets_box(&bounds))
            };
            if let Some(room) = self.indoor(cell) {
                let mut outside = false;
                for portal in &room.portals {
                    match portal.beyond {
                        Beyond::Outside => {
                            outside |=
                                boxes
                                    .iter()
                                    .filter_map(|part| part.within(room))
                                    .any(|bounds| {
                                        portal.polygon.plane.box_side(&bounds, policy)
                                            == BoxSide::Crossing
                                    });
                        }
                        Beyond::Cell(id) => {
                            if let Some(other) = self.neighbor(room, id, policy.is_ace(Row::T39))
                                && reached(other)
                            {
                                add(&mut list, id);
                            }
                        }
                    }
                }
                if outside && !added_outside {
                    self.add_under_boxes(&mut list, start, boxes, policy);
                    added_outside = true;
                }
            } else if let Some(building) = self.building(cell) {
                for portal in &building.portals {
                    if portal.other_portal >= 0
                        && let Some(room) = self.indoor(portal.inner)
                        && reached(room)
                    {
                        add(&mut list, room.id);
                    }
                }
            }
        }
        list
    }

    /// Adds the outdoor cells under the box around `boxes`.
    fn add_under_boxes(
        &self,
        list: &mut Vec<CellId>,
        start: CellId,
        boxes: &[PlacedBox],
        policy: &Policy,
    ) {
        let offset = |part: &PlacedBox| block_offset(start, part.place.cell);
        let corners = boxes.iter().flat_map(|part| {
            let bounds = part.bounds.to_global(&part.place.frame, policy);
            [bounds.min, bounds.max].map(|corner| narrow(wide(corner) + offset(part)))
        });
        let Some(around) = Bounds::around(corners) else {
            add(list, start);
            return;
        };
        let origin = Landcell::origin_of(start);
        // More than a map's width away there is nothing to add.
        let steps = |k: f32| {
            let limit = 256.0 * BLOCK / LANDCELL;
            (f64::from(k) / LANDCELL).floor().clamp(-limit, limit) as i64
        };
        for east in steps(around.min.x)..=steps(around.max.x) {
            for north in steps(around.min.y)..=steps(around.max.y) {
                self.add_landcell(list, origin.offset(east, north), policy);
            }
        }
    }
}
