//! The landscape: squares between grid heights, each cut into two triangles.
//!
//! ```text
//! cut SouthWestNorthEast      cut NorthWestSouthEast
//!   3-----2  first  0 1 2       3-----2  first  0 1 3
//!   |   / |  second 0 2 3       | \   |  second 2 3 1
//!   | /   |                     |   \ |
//!   0-----1                     0-----1
//! ```

use glam::Vec3;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::landcell::{LANDCELL, Landcell};
use crate::geometry::polygon_point::Turn;
use crate::geometry::{Plane, Polygon};
use crate::ids::CellId;

/// Grid heights along a side of a landblock.
///
/// # Source
/// spec/transition.md 15.3.
pub const BLOCK_VERTICES: usize = 9;

/// Depth of a cell that is water altogether, metres.
const DEEP: f64 = 0.9_f32 as f64;
/// Depth at a corner that is water of a cell that is partly so, metres.
const SHALLOW: f64 = 0.45_f32 as f64;
/// Depth at its dry corners, metres.
const SHORE: f64 = 0.1_f32 as f64;

/// Why numbers are no landscape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TerrainError {
    /// The list does not fit the grid.
    #[error("a grid of {columns} x {rows} heights needs {} numbers, got {found}", columns * rows)]
    Count {
        /// Heights from west to east.
        columns: usize,
        /// Heights from south to north.
        rows: usize,
        /// How many numbers there are.
        found: usize,
    },
    /// A grid needs two heights each way.
    #[error("a grid of {columns} x {rows} heights has no square")]
    TooSmall {
        /// Heights from west to east.
        columns: usize,
        /// Heights from south to north.
        rows: usize,
    },
    /// A height, an origin or a spacing is unusable.
    #[error("the triangle at column {column}, row {row} has no area or no finite corner")]
    Degenerate {
        /// Column of the square, from 0.
        column: usize,
        /// Row of the square, from 0.
        row: usize,
    },
}

/// How a square is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cut {
    /// From the south-west corner to the north-east one.
    SouthWestNorthEast,
    /// From the north-west corner to the south-east one.
    NorthWestSouthEast,
}

/// How the square of an outdoor cell is cut.
///
/// # Source
/// spec/transition.md 15.3.
#[must_use]
pub fn cut(cell: Landcell) -> Cut {
    if cut_hash(cell) >= 1 << 31 {
        Cut::SouthWestNorthEast
    } else {
        Cut::NorthWestSouthEast
    }
}

/// The number that decides the cut.
fn cut_hash(cell: Landcell) -> u32 {
    let (x, y) = (cell.x as u32, cell.y as u32);
    let slope = x.wrapping_mul(214_614_067).wrapping_add(1_813_693_831);
    y.wrapping_mul(slope)
        .wrapping_sub(x.wrapping_mul(1_109_124_029))
        .wrapping_sub(1_369_149_221)
}

/// How much of a cell is water.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Water {
    /// Nothing.
    #[default]
    None,
    /// One to three corners.
    Partly,
    /// All four corners.
    Entirely,
}

/// Whether a terrain type is water.
///
/// # Source
/// spec/transition.md 15.3: types 16 to 20.
#[must_use]
pub fn is_water(terrain: u8) -> bool {
    (16..=20).contains(&terrain)
}

/// What is under a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Plane of the triangle, in its own block.
    pub plane: Plane,
    /// Which of the square's two triangles, 0 or 1.
    pub face: usize,
    /// Whether the cell holds water.
    pub water: bool,
    /// Depth of the water, metres.
    pub depth: f64,
}

/// The two triangles of each square of a grid; square (column, row) is number `rows * column + row`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Squares {
    faces: Vec<[Polygon; 2]>,
}

impl Squares {
    /// `at` gives the corner of a column and row, `cut` how a square is cut.
    fn new(
        (columns, rows): (usize, usize),
        at: impl Fn(usize, usize) -> Vec3,
        cut: impl Fn(usize, usize) -> Cut,
    ) -> Result<Self, TerrainError> {
        let mut faces = Vec::with_capacity(columns * rows);
        for column in 0..columns {
            for row in 0..rows {
                let corners = [
                    at(column, row),
                    at(column + 1, row),
                    at(column + 1, row + 1),
                    at(column, row + 1),
                ];
                let triangle = |indices: [usize; 3]| {
                    Polygon::new(indices.map(|k| corners[k]).to_vec())
                        .filter(|p| p.plane.normal.z > 0.0)
                        .ok_or(TerrainError::Degenerate { column, row })
                };
                faces.push(match cut(column, row) {
                    Cut::SouthWestNorthEast => [triangle([0, 1, 2])?, triangle([0, 2, 3])?],
                    Cut::NorthWestSouthEast => [triangle([0, 1, 3])?, triangle([2, 3, 1])?],
                });
            }
        }
        Ok(Self { faces })
    }

    /// The triangle of square `index` that holds `point` seen from above; the first of two at their common edge.
    fn face_at(&self, index: usize, point: Vec3) -> Option<(usize, Plane)> {
        let faces = self.faces.get(index)?;
        faces
            .iter()
            .position(|face| face.contains_from_above(point, Turn::CounterClockwise))
            .map(|k| (k, faces[k].plane))
    }
}

/// The landscape of one block: 8 x 8 outdoor cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Landblock {
    block: u32,
    types: Vec<u8>,
    squares: Squares,
    water: Vec<Water>,
}

impl Landblock {
    /// The block with number `block` (x in the high byte, y in the low one).
    ///
    /// `heights` in metres and `types` (terrain types; empty: all dry) have 81 entries each, from south to north
    /// within columns from west to east: entry 9 i + j stands at (24 i, 24 j).
    ///
    /// # Errors
    /// [`TerrainError`] on a wrong count or a height that is not finite.
    ///
    /// # Source
    /// spec/transition.md 15.3.
    pub fn new(block: u32, heights: &[f32], types: &[u8]) -> Result<Self, TerrainError> {
        let side = BLOCK_VERTICES;
        let types = if types.is_empty() {
            vec![0; side * side]
        } else {
            types.to_vec()
        };
        for found in [heights.len(), types.len()] {
            if found != side * side {
                return Err(TerrainError::Count {
                    columns: side,
                    rows: side,
                    found,
                });
            }
        }
        let origin = Landcell::origin_of(CellId(block << 16));
        let spacing = LANDCELL as f32;
        let squares = Squares::new(
            (side - 1, side - 1),
            |i, j| {
                Vec3::new(
                    spacing * i as f32,
                    spacing * j as f32,
                    heights[side * i + j],
                )
            },
            |i, j| cut(origin.offset(i as i64, j as i64)),
        )?;
        let water = (0..64)
            .map(|k| {
                let (i, j) = (k / 8, k % 8);
                let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
                let wet = corners
                    .iter()
                    .filter(|(i, j)| is_water(types[side * i + j]))
                    .count();
                match wet {
                    0 => Water::None,
                    4 => Water::Entirely,
                    _ => Water::Partly,
                }
            })
            .collect();
        Ok(Self {
            block,
            types,
            squares,
            water,
        })
    }

    /// Its number: x in the high byte, y in the low one.
    #[must_use]
    pub fn block(&self) -> u32 {
        self.block
    }

    /// The two triangles of an outdoor cell, block coordinates; `None` for another block's cell.
    #[must_use]
    pub fn faces(&self, cell: CellId) -> Option<&[Polygon; 2]> {
        self.squares.faces.get(self.index(cell)?)
    }

    /// How much of an outdoor cell is water; `None` for another block's cell.
    #[must_use]
    pub fn water(&self, cell: CellId) -> Option<Water> {
        self.water.get(self.index(cell)?).copied()
    }

    /// How much of the block is water, cells that are partly so counting as partly.
    ///
    /// # Source
    /// spec/transition.md 15.3.
    #[must_use]
    pub fn block_water(&self) -> Water {
        if self.is_all_water() {
            Water::Entirely
        } else if self.water.iter().all(|water| *water == Water::None) {
            Water::None
        } else {
            Water::Partly
        }
    }

    /// Whether all its cells are water altogether.
    ///
    /// # Source
    /// spec/transition.md 15.3.
    #[must_use]
    pub fn is_all_water(&self) -> bool {
        self.water.iter().all(|water| *water == Water::Entirely)
    }

    /// What is under `point` (block coordinates) in `cell`; `None` when the point is beside the cell.
    ///
    /// # Source
    /// spec/transition.md 15.2 step 2 and 15.3.
    #[must_use]
    pub fn ground(&self, cell: CellId, point: Vec3) -> Option<Ground> {
        let index = self.index(cell)?;
        let (face, plane) = self.squares.face_at(index, point)?;
        let water = self.water[index];
        Some(Ground {
            plane,
            face,
            water: water != Water::None,
            depth: self.depth(index, water, point),
        })
    }

    /// Depth of the water of cell `index` at `point`, metres.
    fn depth(&self, index: usize, water: Water, point: Vec3) -> f64 {
        match water {
            Water::None => 0.0,
            Water::Entirely => DEEP,
            Water::Partly => {
                let (i, j) = (index / 8, index % 8);
                let corner = |k: f32, square: usize| {
                    let within = f64::from(k) - LANDCELL * square as f64;
                    square + usize::from(within >= LANDCELL / 2.0)
                };
                let nearest = BLOCK_VERTICES * corner(point.x, i) + corner(point.y, j);
                if is_water(self.types[nearest]) {
                    SHALLOW
                } else {
                    SHORE
                }
            }
        }
    }

    fn index(&self, cell: CellId) -> Option<usize> {
        (cell.block() == self.block && (1..=64).contains(&cell.low()))
            .then(|| cell.low() as usize - 1)
    }
}

/// The ground of a single space: a grid of heights of any size.
///
/// # Source
/// spec/transition.md 17.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeightField {
    origin: Vec3,
    spacing: f32,
    columns: usize,
    rows: usize,
    squares: Squares,
}

impl HeightField {
    /// A grid of `columns` x `rows` heights, `spacing` metres apart, the first at `origin`.
    ///
    /// `heights` are relative to `origin`, from south to north within columns from west to east. Squares are cut as
    /// those of the outdoor cells from (0, 0) on.
    ///
    /// # Errors
    /// [`TerrainError`] on a wrong count, fewer than 2 x 2 heights, or numbers that give triangles without area.
    ///
    /// # Source
    /// spec/transition.md 15.3, 17.
    pub fn new(
        origin: Vec3,
        spacing: f32,
        (columns, rows): (usize, usize),
        heights: &[f32],
    ) -> Result<Self, TerrainError> {
        if columns < 2 || rows < 2 {
            return Err(TerrainError::TooSmall { columns, rows });
        }
        if spacing.is_nan() || spacing <= 0.0 {
            return Err(TerrainError::Degenerate { column: 0, row: 0 });
        }
        if columns.checked_mul(rows) != Some(heights.len()) {
            return Err(TerrainError::Count {
                columns,
                rows,
                found: heights.len(),
            });
        }
        let at = |i: usize, j: usize| {
            origin
                + Vec3::new(
                    spacing * i as f32,
                    spacing * j as f32,
                    heights[rows * i + j],
                )
        };
        let cut = |i: usize, j: usize| {
            cut(Landcell {
                x: i as i64,
                y: j as i64,
            })
        };
        let squares = Squares::new((columns - 1, rows - 1), at, cut)?;
        Ok(Self {
            origin,
            spacing,
            columns,
            rows,
            squares,
        })
    }

    /// All triangles, square by square.
    pub fn faces(&self) -> impl Iterator<Item = &Polygon> {
        self.squares.faces.iter().flatten()
    }

    /// What is under `point`; `None` beside the grid.
    ///
    /// # Source
    /// spec/transition.md 15.2 step 2.
    #[must_use]
    pub fn ground(&self, point: Vec3) -> Option<Ground> {
        let index = |k: f32, from: f32, squares: usize| {
            let place = (f64::from(k) - f64::from(from)) / f64::from(self.spacing);
            // The last edge belongs to the last square.
            (0.0..=squares as f64)
                .contains(&place)
                .then(|| (place.floor() as usize).min(squares - 1))
        };
        let column = index(point.x, self.origin.x, self.columns - 1)?;
        let row = index(point.y, self.origin.y, self.rows - 1)?;
        let (face, plane) = self
            .squares
            .face_at((self.rows - 1) * column + row, point)?;
        Some(Ground {
            plane,
            face,
            water: false,
            depth: 0.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/transition.md EX-15b.
    #[test]
    fn cuts() {
        for (x, y, hash, expected) in [
            (0, 0, 2_925_818_075, Cut::SouthWestNorthEast),
            (1, 0, 1_816_694_046, Cut::NorthWestSouthEast),
            (0, 1, 444_544_610, Cut::NorthWestSouthEast),
            (1085, 818, 2_873_200_334, Cut::SouthWestNorthEast),
        ] {
            let cell = Landcell { x, y };
            assert_eq!(cut_hash(cell), hash, "({x}, {y})");
            assert_eq!(cut(cell), expected);
        }
    }

    /// A block whose corner at (24, 24) alone is raised by 12 m; its first cells are cut as in [`cuts`].
    fn hill() -> Landblock {
        let mut heights = [0.0; 81];
        heights[10] = 12.0;
        Landblock::new(0, &heights, &[]).unwrap()
    }

    /// spec/transition.md 15.3: which triangle holds a point, edges included, the first one first.
    #[test]
    fn triangles_under_points() {
        let hill = hill();
        // (0, 0) is cut from (0, 0) to (24, 24), (1, 0) from (24, 24) to (48, 0).
        for (cell, x, y, face, height) in [
            (1, 18.0, 6.0, 0, 3.0),
            (1, 6.0, 18.0, 1, 3.0),
            (1, 12.0, 12.0, 0, 6.0),
            (1, 24.0, 24.0, 0, 12.0),
            (9, 30.0, 6.0, 0, 3.0),
            (9, 42.0, 18.0, 1, 3.0),
            (9, 36.0, 12.0, 0, 6.0),
        ] {
            let point = Vec3::new(x, y, -50.0);
            let ground = hill.ground(CellId(cell), point).unwrap();
            assert_eq!(ground.face, face, "({x}, {y})");
            let at = ground.plane.at_height(point).unwrap();
            assert!((at.z - height).abs() < 1e-5, "({x}, {y}): {at}");
        }
        for (cell, x, y) in [(1, 24.001, 6.0), (1, -0.001, 6.0), (9, 18.0, 6.0)] {
            assert_eq!(hill.ground(CellId(cell), Vec3::new(x, y, 0.0)), None);
        }
        assert_eq!(hill.ground(CellId(0x0001_0001), Vec3::ONE), None);
    }

    /// spec/transition.md 15.3, water: corners decide, and the nearest corner of a cell that is partly water.
    #[test]
    fn water() {
        let mut types = [0; 81];
        // All four corners of cell (0, 0), and with that the two western ones of (1, 0).
        for k in [0, 1, 9, 10] {
            types[k] = 17;
        }
        let block = Landblock::new(0xA9B4, &[0.0; 81], &types).unwrap();
        let of = |low: u32, x: f32, y: f32| {
            let cell = CellId(0xA9B4_0000 | low);
            let ground = block.ground(cell, Vec3::new(x, y, 0.0)).unwrap();
            (
                block.water(cell).unwrap(),
                ground.water,
                ground.depth as f32,
            )
        };
        assert_eq!(of(1, 1.0, 1.0), (Water::Entirely, true, 0.9));
        assert_eq!(of(9, 35.9, 1.0), (Water::Partly, true, 0.45));
        assert_eq!(of(9, 36.0, 1.0), (Water::Partly, true, 0.1));
        assert_eq!(of(10, 25.0, 35.9), (Water::Partly, true, 0.45));
        assert_eq!(of(10, 25.0, 36.0), (Water::Partly, true, 0.1));
        assert_eq!(of(19, 49.0, 49.0), (Water::None, false, 0.0));
        assert!(!block.is_all_water());
        let sea = Landblock::new(0xA9B4, &[0.0; 81], &[16; 81]).unwrap();
        assert!(sea.is_all_water());
        assert_eq!([15, 16, 20, 21].map(is_water), [false, true, true, false]);
    }

    #[test]
    fn numbers_that_are_no_landscape() {
        let mut heights = [0.0; 81];
        let count = |found| TerrainError::Count {
            columns: 9,
            rows: 9,
            found,
        };
        assert_eq!(
            Landblock::new(0, &heights[1..], &[]).unwrap_err(),
            count(80)
        );
        assert_eq!(Landblock::new(0, &heights, &[0; 9]).unwrap_err(), count(9));
        heights[10] = f32::NAN;
        Landblock::new(0, &heights, &[]).unwrap_err();
        for (spacing, size, count) in [
            (1.0, (1, 2), 2),
            (1.0, (2, 2), 5),
            (0.0, (2, 2), 4),
            (-1.0, (2, 2), 4),
            (f32::INFINITY, (2, 2), 4),
            (1.0, (usize::MAX, 2), 4),
        ] {
            HeightField::new(Vec3::ZERO, spacing, size, &vec![0.0; count]).unwrap_err();
        }
    }

    /// The grid of a single space ends at its rim, which belongs to it.
    #[test]
    fn height_field() {
        let heights = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
        let field = HeightField::new(Vec3::new(-1.0, 3.0, 5.0), 2.0, (2, 3), &heights).unwrap();
        assert_eq!(field.faces().count(), 4);
        for (x, y, height) in [
            (0.0, 4.0, Some(5.5)),
            (1.0, 7.0, Some(6.0)),
            (-1.0, 3.0, Some(5.0)),
            (0.5, 5.0, Some(5.75)),
            (1.001, 4.0, None),
            (0.0, 2.999, None),
            (f32::NAN, 4.0, None),
        ] {
            let point = Vec3::new(x, y, 0.0);
            let found = field
                .ground(point)
                .map(|g| g.plane.at_height(point).unwrap().z);
            match (found, height) {
                (Some(a), Some(b)) => assert!((a - b).abs() < 1e-5, "({x}, {y}): {a}"),
                (a, b) => assert_eq!(a, b, "({x}, {y})"),
            }
        }
    }
}
