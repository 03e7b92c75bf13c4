//! The ground of a single space.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::landcell::Landcell;
use super::terrain::{Ground, Squares, TerrainError, cut};
use crate::geometry::Polygon;

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

    /// The triangles of the squares within `reach` of `point` along x and along y, square by square.
    pub fn faces_near(&self, point: Vec3, reach: f32) -> impl Iterator<Item = &Polygon> {
        let range = |k: f32, from: f32, squares: usize| {
            let place = |k: f64| (k - f64::from(from)) / f64::from(self.spacing);
            let (low, high) = (
                place(f64::from(k) - f64::from(reach)),
                place(f64::from(k) + f64::from(reach)),
            );
            // What is no number is nowhere.
            match low <= squares as f64 && high >= 0.0 {
                true => low.floor() as usize..((high.floor() + 1.0) as usize).min(squares),
                false => 0..0,
            }
        };
        let columns = range(point.x, self.origin.x, self.columns - 1);
        let rows = range(point.y, self.origin.y, self.rows - 1);
        columns.flat_map(move |column| {
            let first = (self.rows - 1) * column;
            let squares = &self.squares.faces[first + rows.start.min(rows.end)..first + rows.end];
            squares.iter().flatten()
        })
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

    #[test]
    fn numbers_that_are_no_ground() {
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
