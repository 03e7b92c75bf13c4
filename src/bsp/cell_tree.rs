//! Is a point, sphere or box in a cell? A cell is what lies on the positive side of all its planes.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::constants::{CELL_FUDGE, EPSILON_WIDE};
use crate::geometry::{Bounds, Plane, Sphere};

/// How much of a sphere is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellContact {
    /// Nothing of it.
    Outside,
    /// A part of it.
    Partly,
    /// All of it.
    Entirely,
}

/// The planes of a cell from the root on; negative children are never visited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CellTree {
    /// The planes; a chain that ends in a leaf record has [`Self::LEAF`] last.
    pub planes: Vec<Plane>,
}

impl CellTree {
    /// What a leaf at the end of the chain contributes: everything is at height 0 of it.
    ///
    /// Quirk: spheres are then never entirely inside.
    ///
    /// # Source
    /// spec/bsp.md 5.7, chains that end in a leaf.
    pub const LEAF: Plane = Plane {
        normal: Vec3::ZERO,
        offset: 0.0,
    };

    /// Whether `point` is in the cell.
    ///
    /// # Source
    /// spec/bsp.md 5.7, `point_inside_cell_bsp` 0x0053C1F0.
    #[must_use]
    pub fn contains(&self, point: Vec3) -> bool {
        self.planes
            .iter()
            .all(|plane| plane.height(point) >= -EPSILON_WIDE)
    }

    /// How much of a sphere, a little widened, is in the cell.
    ///
    /// # Source
    /// spec/bsp.md 5.7, `sphere_intersects_cell_bsp` 0x0053C260.
    #[must_use]
    pub fn contact(&self, sphere: &Sphere) -> CellContact {
        let reach = f64::from(sphere.radius) + f64::from(CELL_FUDGE);
        let mut contact = CellContact::Entirely;
        for plane in &self.planes {
            let height = plane.height(sphere.center);
            if height >= reach {
                continue;
            }
            if height > -reach {
                contact = CellContact::Partly;
            } else {
                return CellContact::Outside;
            }
        }
        contact
    }

    /// Whether a box reaches into the cell, as far as each plane alone can tell.
    ///
    /// # Source
    /// spec/bsp.md 5.7, `box_intersects_cell_bsp` 0x0053C880.
    #[must_use]
    pub fn meets_box(&self, bounds: &Bounds) -> bool {
        self.planes.iter().all(|plane| {
            bounds
                .corners()
                .iter()
                .any(|corner| plane.height(*corner) >= -EPSILON_WIDE)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x from 0 to 10.
    fn slab() -> CellTree {
        CellTree {
            planes: vec![
                Plane {
                    normal: Vec3::X,
                    offset: 0.0,
                },
                Plane {
                    normal: Vec3::NEG_X,
                    offset: 10.0,
                },
            ],
        }
    }

    fn at(x: f32) -> Vec3 {
        Vec3::new(x, 0.0, 0.0)
    }

    /// spec/bsp.md 5.7, examples.
    #[test]
    fn points() {
        for (x, inside) in [
            (0.0, true),
            (-0.0001, true),
            (-0.001, false),
            (10.0, true),
            (11.0, false),
            (f32::NAN, false),
        ] {
            assert_eq!(slab().contains(at(x)), inside, "{x}");
        }
    }

    /// spec/bsp.md 5.7, examples: spheres of radius 0.5; with a leaf at the end none is entirely inside.
    #[test]
    fn spheres() {
        use CellContact::{Entirely, Outside, Partly};
        let mut with_leaf = slab();
        with_leaf.planes.push(CellTree::LEAF);
        for (x, bare, leaf) in [
            (5.0, Entirely, Partly),
            (0.52, Entirely, Partly),
            (0.5, Partly, Partly),
            (-0.505, Partly, Partly),
            (-0.511, Outside, Outside),
            (f32::NAN, Outside, Outside),
        ] {
            let sphere = Sphere {
                center: at(x),
                radius: 0.5,
            };
            assert_eq!(slab().contact(&sphere), bare, "{x}");
            assert_eq!(with_leaf.contact(&sphere), leaf, "{x}");
        }
        assert!(with_leaf.contains(at(5.0)));
    }

    /// spec/bsp.md 5.7, examples: boxes by their x.
    #[test]
    fn boxes() {
        for (low, high, meets) in [
            (1.0, 2.0, true),
            (-2.0, -1.0, false),
            (-1.0, 1.0, true),
            (-2.0, -0.0001, true),
            (10.001, 11.0, false),
        ] {
            let bounds = Bounds {
                min: Vec3::new(low, -1.0, -1.0),
                max: Vec3::new(high, 1.0, 1.0),
            };
            assert_eq!(slab().meets_box(&bounds), meets, "{low} to {high}");
        }
    }
}
