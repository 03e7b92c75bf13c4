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
pub(crate) const DEEP: f64 = 0.9_f32 as f64;
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
pub(super) struct Squares {
    pub(super) faces: Vec<[Polygon; 2]>,
}

impl Squares {
    /// `at` gives the corner of a column and row, `cut` how a square is cut.
    pub(super) fn new(
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
    pub(super) fn face_at(&self, index: usize, point: Vec3) -> Option<(usize, Plane)> {
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
        Self::with_cut(block, heights, types, None)
    }

    /// As [`Self::new`], with every square cut in the way of `forced`.
    ///
    /// # Errors
    /// [`TerrainError`] as there.
    ///
    /// # Source
    /// spec/transition.md 15.3 without its rule for the cut.
    pub fn with_cut(
        block: u32,
        heights: &[f32],
        types: &[u8],
        forced: Option<Cut>,
    ) -> Result<Self, TerrainError> {
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
            |i, j| forced.unwrap_or_else(|| cut(origin.offset(i as i64, j as i64))),
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

#[cfg(test)]
mod tests;
