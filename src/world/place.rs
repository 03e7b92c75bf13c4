//! One space for a whole map: the scene counts from the corner of one block, positions from that of their own.

use glam::{DVec3, Vec3};

use super::World;
use super::landcell::adjust_to_outside;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{dot, narrow, wide};
use crate::geometry::{Frame, Plane, Position};
use crate::ids::CellId;

impl World {
    /// This world, seen from the south-west corner of the block of `home`.
    #[must_use]
    pub fn seen_from(self, home: CellId) -> Self {
        Self {
            home: Some(home),
            ..self
        }
    }

    /// What is added to a point in the block of `cell` to express it in the scene.
    #[must_use]
    pub fn scene_offset(&self, cell: CellId) -> DVec3 {
        match self.home {
            Some(home) if cell.is_some() => block_offset(home, cell),
            _ => DVec3::ZERO,
        }
    }

    /// A point in the block of `cell`, in the scene; the same bits in a single space.
    #[must_use]
    pub fn to_scene(&self, cell: CellId, point: Vec3) -> Vec3 {
        shifted(point, self.scene_offset(cell))
    }

    /// A point of the scene in the block of `cell`; the same bits in a single space.
    #[must_use]
    pub fn from_scene(&self, cell: CellId, point: Vec3) -> Vec3 {
        shifted(point, -self.scene_offset(cell))
    }

    /// The frame of a position, in the scene.
    #[must_use]
    pub fn scene_frame(&self, position: &Position) -> Frame {
        Frame {
            origin: self.to_scene(position.cell, position.frame.origin),
            ..position.frame
        }
    }

    /// A plane in the block of `cell`, in the scene.
    #[must_use]
    pub fn scene_plane(&self, cell: CellId, plane: Plane) -> Plane {
        let offset = self.scene_offset(cell);
        if offset == DVec3::ZERO {
            return plane;
        }
        let shift = dot(plane.normal, narrow(offset));
        Plane {
            offset: (f64::from(plane.offset) - shift) as f32,
            ..plane
        }
    }

    /// The cell around a point of the scene: the first room by id whose volume holds it, else the outdoor cell under it.
    ///
    /// The one cell of a single space holds everything; off the map there is none.
    #[must_use]
    pub fn cell_around(&self, point: Vec3) -> CellId {
        let Some(cells) = self.cells() else {
            return CellId::SINGLE_SPACE;
        };
        let home = self.home.unwrap_or(CellId(1));
        let room = cells.rooms().find(|room| {
            let local = room.frame.to_local_wide(self.from_scene(room.id, point));
            room.volume.contains(narrow(local))
        });
        match room {
            Some(room) => room.id,
            None => adjust_to_outside(home, point).map_or(CellId::NONE, |(cell, _)| cell),
        }
    }

    /// The outdoor cell under a point of the scene, whatever room is around it; `None` in a single space and off the map.
    #[must_use]
    pub fn outdoor_cell_at(&self, point: Vec3) -> Option<CellId> {
        self.cells()?;
        adjust_to_outside(self.home.unwrap_or(CellId(1)), point).map(|(cell, _)| cell)
    }

    /// `frame` of the scene as a position in `cell`; without one in the cell around its point `local`.
    #[must_use]
    pub fn place(&self, cell: Option<CellId>, frame: Frame, local: Vec3) -> Position {
        let cell = cell.unwrap_or_else(|| self.cell_around(frame.to_global(local)));
        Position {
            cell,
            frame: Frame {
                origin: self.from_scene(cell, frame.origin),
                ..frame
            },
        }
    }
}

/// Exact where there is nothing to add: zeros keep their sign.
fn shifted(point: Vec3, by: DVec3) -> Vec3 {
    if by == DVec3::ZERO {
        point
    } else {
        narrow(wide(point) + by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Cells, Elsewhere};

    /// spec/transition.md EX-2.2b: the block to the east begins 192 m further on.
    #[test]
    fn two_blocks_and_one_scene() {
        let home = CellId(0xA9B4_0001);
        let world = World::with_cells(Vec::new(), Cells::new(Elsewhere::Flat)).seen_from(home);
        let point = Vec3::new(200.0, -3.0, 1.0);
        let place = world.place(None, Frame::at(point), Vec3::ZERO);
        assert_eq!(place.cell, CellId(0xAAB3_0008));
        assert_eq!(place.frame.origin, Vec3::new(8.0, 189.0, 1.0));
        assert_eq!(world.scene_frame(&place).origin, point);
        let plane = Plane {
            normal: Vec3::X,
            offset: -8.0,
        };
        assert_eq!(world.scene_plane(place.cell, plane).offset, -200.0);
        assert_eq!(world.cell_around(Vec3::new(-1e6, 0.0, 0.0)), CellId::NONE);
    }

    #[test]
    fn a_single_space_has_one_cell() {
        let world = World::new(Vec::new());
        let frame = Frame::at(Vec3::new(-0.0, 1.0, 2.0));
        let place = world.place(None, frame, Vec3::ZERO);
        assert_eq!(place, Position::single(frame));
        assert!(place.frame.origin.x.is_sign_negative());
    }
}
