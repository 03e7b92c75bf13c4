//! Where on the map an outdoor cell lies, and which one a point is in.

use glam::Vec3;

use crate::constants::EPSILON_WIDE;
use crate::geometry::position::BLOCK;
use crate::ids::CellId;

/// Side of an outdoor cell, metres.
///
/// # Source
/// spec/transition.md 2.2.
pub const LANDCELL: f64 = 24.0;

/// Outdoor cells along a side of the map: 255 blocks of 8.
///
/// # Source
/// spec/transition.md 2.2: coordinates are 0 to 2039.
pub const MAP_SIDE: i64 = 2040;

/// An outdoor cell by its column and row on the whole map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Landcell {
    /// Column, growing to the east; 0 to 2039 on the map.
    pub x: i64,
    /// Row, growing to the north; 0 to 2039 on the map.
    pub y: i64,
}

impl Landcell {
    /// The first cell of the block that `cell` is in.
    ///
    /// # Source
    /// spec/transition.md 2.2.
    #[must_use]
    pub fn origin_of(cell: CellId) -> Self {
        Self {
            x: i64::from(cell.block() >> 8) * 8,
            y: i64::from(cell.block() & 0xff) * 8,
        }
    }

    /// The outdoor cell with this id; `None` for any other id.
    ///
    /// # Source
    /// spec/transition.md 2.2.
    #[must_use]
    pub fn of(cell: CellId) -> Option<Self> {
        let origin = Self::origin_of(cell);
        let index = i64::from(cell.low()) - 1;
        let found = Self {
            x: origin.x + (index >> 3),
            y: origin.y + (index & 7),
        };
        ((0..64).contains(&index) && found.id().is_some()).then_some(found)
    }

    /// Its id; `None` off the map.
    ///
    /// # Source
    /// spec/transition.md 2.2.
    #[must_use]
    pub fn id(self) -> Option<CellId> {
        let on_map = |k: i64| (0..MAP_SIDE).contains(&k);
        (on_map(self.x) && on_map(self.y)).then(|| {
            let block = ((self.x >> 3) << 8) | (self.y >> 3);
            let low = 8 * (self.x & 7) + (self.y & 7) + 1;
            CellId(((block << 16) | low) as u32)
        })
    }

    /// The cell this many columns east and rows north.
    ///
    /// # Source
    /// spec/transition.md 15.1.
    #[must_use]
    pub fn offset(self, east: i64, north: i64) -> Self {
        Self {
            x: self.x.saturating_add(east),
            y: self.y.saturating_add(north),
        }
    }
}

/// Whether the low word of `cell` is that of an outdoor cell, an indoor cell or a whole block.
///
/// # Source
/// spec/transition.md 2.2 and 16.4.
#[must_use]
pub fn is_legal(cell: CellId) -> bool {
    matches!(cell.low(), 1..=0x40 | 0x100..=0xfffd | 0xffff)
}

/// The outdoor cell that `point` (metres, in the block of `cell`) lies in, with the point in that cell's block.
///
/// `None` when `cell` has no legal id or the point is off the map.
///
/// # Source
/// spec/transition.md 2.2, `adjust_to_outside`.
#[must_use]
pub fn adjust_to_outside(cell: CellId, point: Vec3) -> Option<(CellId, Vec3)> {
    let usable = is_legal(cell) && point.x.is_finite() && point.y.is_finite();
    if !usable {
        return None;
    }
    let origin = Landcell::origin_of(cell);
    let cleaned = |k: f32| {
        let wide = f64::from(k);
        if wide.abs() < EPSILON_WIDE { 0.0 } else { wide }
    };
    let (x, y) = (cleaned(point.x), cleaned(point.y));
    let steps = |k: f64| (k / LANDCELL).floor() as i64;
    let id = origin.offset(steps(x), steps(y)).id()?;
    let within = |k: f64| (k - BLOCK * (k / BLOCK).floor()) as f32;
    Some((id, Vec3::new(within(x), within(y), point.z)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/transition.md EX-2.2a.
    #[test]
    fn coordinates_of_an_id() {
        let cell = CellId(0x8766_002B);
        let found = Landcell::of(cell).unwrap();
        assert_eq!((found.x, found.y), (1085, 818));
        assert_eq!(found.id(), Some(cell));
        let point = Vec3::new(131.13, 51.61, 1.0);
        assert_eq!(adjust_to_outside(cell, point), Some((cell, point)));
    }

    #[test]
    fn every_outdoor_id_of_a_block_comes_back() {
        for low in 1..=0x40 {
            let cell = CellId(0xFEFE_0000 | low);
            assert_eq!(Landcell::of(cell).unwrap().id(), Some(cell));
        }
        for cell in [
            0xA9B4_0000,
            0xA9B4_0041,
            0xA9B4_0100,
            0xFF00_0001,
            0x00FF_0001,
        ] {
            assert_eq!(Landcell::of(CellId(cell)), None, "{cell:#x}");
        }
    }

    /// Points across the border go to the neighbour block; beyond the map there is nothing.
    #[test]
    fn points_beyond_the_block() {
        let at = |cell: u32, x: f32, y: f32| {
            adjust_to_outside(CellId(cell), Vec3::new(x, y, 3.0))
                .map(|(id, p)| (id.0, p.x, p.y, p.z))
        };
        assert_eq!(
            at(0xA9B4_0001, -2.0, 5.0),
            Some((0xA8B4_0039, 190.0, 5.0, 3.0))
        );
        assert_eq!(
            at(0xA9B4_0100, 193.0, -1.0),
            Some((0xAAB3_0008, 1.0, 191.0, 3.0))
        );
        assert_eq!(
            at(0xA9B4_FFFF, 24.0, 23.5),
            Some((0xA9B4_0009, 24.0, 23.5, 3.0))
        );
        // A hair below zero counts as zero.
        assert_eq!(
            at(0xA9B4_0001, -0.0001, 0.0),
            Some((0xA9B4_0001, 0.0, 0.0, 3.0))
        );
        assert_eq!(at(0x0000_0001, -0.001, 0.0), None);
        assert_eq!(at(0xFEFE_0001, 192.0, 0.0), None);
        assert_eq!(at(0xA9B4_0050, 1.0, 1.0), None);
        assert_eq!(at(0xA9B4_0001, f32::NAN, 1.0), None);
        assert_eq!(at(0xA9B4_0001, 1.0, f32::INFINITY), None);
        assert_eq!(at(0xA9B4_0001, 1e30, 1.0), None);
    }
}
