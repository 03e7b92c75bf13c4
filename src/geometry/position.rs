//! Positions: frames relative to the landblock of their cell.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::plane::Plane;
use super::vector::{narrow, wide};
use crate::constants::EPSILON_WIDE;
use crate::ids::CellId;

/// A frame in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The cell; [`CellId::SINGLE_SPACE`] in a scene without cells.
    pub cell: CellId,
    /// The frame, relative to the cell's block origin.
    pub frame: Frame,
}

/// Side of a landblock, metres.
///
/// # Source
/// spec/bsp.md 1.
pub const BLOCK: f64 = 192.0;

/// What is added to a vector of `to`'s block to express it in `from`'s block; zero within one block.
///
/// # Source
/// spec/bsp.md 1, `block_offset`; spec/transition.md 2.2.
#[must_use]
pub fn block_offset(from: CellId, to: CellId) -> DVec3 {
    if from.block() == to.block() {
        return DVec3::ZERO;
    }
    let axis = |shift: u32| {
        let of = |cell: CellId| f64::from((cell.0 >> shift) & 0xff);
        BLOCK * (of(to) - of(from))
    };
    DVec3::new(axis(24), axis(16), 0.0)
}

impl Position {
    /// A frame in the one cell of a scene without cells.
    ///
    /// # Source
    /// spec/transition.md 17.
    #[must_use]
    pub fn single(frame: Frame) -> Self {
        Self {
            cell: CellId::SINGLE_SPACE,
            frame,
        }
    }

    /// The point `local` of `other`, seen from this frame.
    ///
    /// # Source
    /// spec/bsp.md 1, `local_to_local`.
    #[must_use]
    pub fn to_local(&self, other: &Self, local: Vec3) -> DVec3 {
        let global = self.to_block(other, local);
        self.frame
            .rotation
            .apply_inverse(global - wide(self.frame.origin))
    }

    /// The point `local` of `other`, in this position's block.
    ///
    /// # Source
    /// spec/bsp.md 1, `local_to_global`.
    #[must_use]
    pub fn to_block(&self, other: &Self, local: Vec3) -> DVec3 {
        let point = wide(other.frame.origin) + other.frame.rotation.apply(wide(local));
        block_offset(self.cell, other.cell) + point
    }

    /// The plane `plane` of `other`, in this position's block.
    ///
    /// No scale enters; callers that have one multiply the finished offset by it.
    ///
    /// # Source
    /// spec/bsp.md 1, `Plane::localtoglobal` 0x005AA0A0.
    #[must_use]
    pub fn plane_to_block(&self, other: &Self, plane: Plane) -> Plane {
        let normal = other.frame.vector_to_global(plane.normal);
        let on_plane = narrow(wide(plane.normal) * -f64::from(plane.offset));
        Plane::through(narrow(self.to_block(other, on_plane)), normal)
    }

    /// The way from this origin to that of `other`, in this position's block.
    ///
    /// # Source
    /// spec/bsp.md 1, `offset_to`.
    #[must_use]
    pub fn offset_to(&self, other: &Self) -> DVec3 {
        block_offset(self.cell, other.cell) + wide(other.frame.origin) - wide(self.frame.origin)
    }

    /// Whether both are the same place: cell, origin within the tolerance per axis, and, if asked, rotation.
    ///
    /// # Source
    /// spec/transition.md 2.1, position equality; ACE never compares the rotation (T23).
    #[must_use]
    pub fn is_same(&self, other: &Self, compare_rotation: bool) -> bool {
        let near = |a: f32, b: f32| (f64::from(a) - f64::from(b)).abs() <= EPSILON_WIDE;
        let (a, b) = (self.frame.origin, other.frame.origin);
        let (p, q) = (self.frame.rotation.wide(), other.frame.rotation.wide());
        self.cell == other.cell
            && near(a.x, b.x)
            && near(a.y, b.y)
            && near(a.z, b.z)
            && (!compare_rotation || (0..4).all(|i| (p[i] - q[i]).abs() < EPSILON_WIDE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rotation;

    /// spec/bsp.md 1, example 3; spec/transition.md EX-2.2b.
    #[test]
    fn offsets_between_blocks() {
        let cell = CellId;
        assert_eq!(
            block_offset(cell(0xA9B4_0021), cell(0xAAB4_0001)),
            DVec3::new(192.0, 0.0, 0.0)
        );
        assert_eq!(
            block_offset(cell(0xA9B4_0021), cell(0xA9B3_0001)),
            DVec3::new(0.0, -192.0, 0.0)
        );
        assert_eq!(
            block_offset(cell(0xA9B4_0021), cell(0xA9B4_0123)),
            DVec3::ZERO
        );
    }

    /// spec/bsp.md 10.1, the example, through positions.
    #[test]
    fn local_space() {
        let quarter = Rotation::about_z(std::f64::consts::FRAC_PI_2);
        let part = Position {
            cell: CellId::SINGLE_SPACE,
            frame: Frame {
                origin: Vec3::new(10.0, 20.0, 5.0),
                rotation: quarter,
            },
        };
        let check = Position::single(Frame::at(Vec3::new(9.0, 24.0, 6.0)));
        let local = part.to_local(&check, Vec3::new(0.0, 0.0, 0.5)) / 2.0;
        assert!(
            local.abs_diff_eq(DVec3::new(2.0, 0.5, 0.75), 1e-6),
            "{local}"
        );
    }
}
