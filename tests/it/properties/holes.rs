//! The holes of a closed box are the pieces that were taken out of it.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::analysis::scan::faces::distance;
use sweepscope::analysis::scan::holes::{self, Opening, Rims};
use sweepscope::bsp::Tree;
use sweepscope::geometry::vector::wide;
use sweepscope::geometry::{Frame, Polygon, Rotation};
use sweepscope::world::{Object, World};

/// A tile of a box's face: its least corner and its two sides, along the face's axes.
#[derive(Clone, Copy, Debug)]
struct Tile {
    low: Vec3,
    u: Vec3,
    v: Vec3,
}

impl Tile {
    fn polygon(&self) -> Polygon {
        let Self { low, u, v } = *self;
        Polygon::new(vec![low, low + u, low + u + v, low + v]).unwrap()
    }

    fn sides(&self) -> (f32, f32) {
        (self.u.length(), self.v.length())
    }

    /// Whether two tiles have a point in common.
    fn meets(&self, other: &Self) -> bool {
        let ends = |tile: &Self| {
            (
                tile.low.min(tile.low + tile.u + tile.v),
                tile.low.max(tile.low + tile.u + tile.v),
            )
        };
        let ((a, b), (c, d)) = (ends(self), ends(other));
        (0..3).all(|axis| a[axis] <= d[axis] + 1e-3 && c[axis] <= b[axis] + 1e-3)
    }
}

/// The faces of a box of `size`, outwards, each cut into so many tiles each way.
fn tiles(size: Vec3, cuts: [(u8, u8); 6]) -> Vec<Tile> {
    let [x, y, z] = [Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z];
    let faces = [
        (Vec3::ZERO, y, x),
        (z, x, y),
        (Vec3::ZERO, x, z),
        (y, z, x),
        (Vec3::ZERO, z, y),
        (x, y, z),
    ];
    let mut list = Vec::new();
    for ((low, u, v), (columns, rows)) in faces.into_iter().zip(cuts) {
        let (u, v) = (u / f32::from(columns), v / f32::from(rows));
        for i in 0..columns {
            for j in 0..rows {
                let low = low + u * f32::from(i) + v * f32::from(j);
                list.push(Tile { low, u, v });
            }
        }
    }
    list
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Tiles of different sizes meet in T-junctions, which close; what was taken out is told, tile by tile: length around it,
    /// the ball that passes, and whether that is the mover's.
    #[test]
    fn are_the_faces_taken_out(
        size in [1.0_f32..2.0, 1.0_f32..2.0, 1.0_f32..2.0],
        cuts in prop::collection::vec((1_u8..5, 1_u8..5), 6),
        taken in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        heading in prop_oneof![Just(0.0), 0.0_f64..360.0],
        place in [-50.0_f32..50.0, -50.0_f32..50.0, -50.0_f32..50.0],
    ) {
        let cuts: [(u8, u8); 6] = cuts.try_into().unwrap();
        let tiles = tiles(Vec3::from_array(size), cuts);
        let mut gone: Vec<usize> = Vec::new();
        for index in taken {
            let index = index.index(tiles.len());
            if gone.iter().all(|other| !tiles[*other].meets(&tiles[index])) {
                gone.push(index);
            }
        }
        let left = tiles.iter().enumerate().filter(|(index, _)| !gone.contains(index));
        let polygons = left.map(|(_, tile)| tile.polygon()).collect();
        let frame = Frame {
            origin: Vec3::from_array(place),
            rotation: Rotation::from_heading_pitch(heading, 0.0),
        };
        let object = Object::solid("box".to_owned(), frame, 1.0, Tree::balanced(polygons));
        let findings = holes::scan(&World::new(vec![object]), 0.3, Rims::Told, 100, &mut ()).unwrap();
        prop_assert_eq!(findings.total(), gone.len() as u64, "{:#?}", findings.list);
        for index in gone {
            let tile = &tiles[index];
            let (a, b) = tile.sides();
            let narrow = if a < b { a } else { b };
            let found = findings.list.iter().find_map(|opening| match opening {
                Opening::Loop { spot, length, gap, fits, closed: true, .. } => {
                    let at = wide(frame.to_local(spot.at));
                    (distance(&tile.polygon(), at) < 1e-3).then_some((*length, gap.unwrap(), fits.unwrap()))
                }
                _ => None,
            });
            let Some((length, gap, fits)) = found else {
                return Err(TestCaseError::fail(format!("{tile:?} in {:#?}", findings.list)));
            };
            prop_assert!((length - f64::from(2.0 * (a + b))).abs() < 5e-3, "{} of {:?}", length, tile);
            prop_assert!((gap - f64::from(narrow)).abs() < 5e-3, "{} of {:?}", gap, tile);
            if (narrow - 0.6).abs() > 0.01 {
                prop_assert_eq!(fits, narrow > 0.6);
            }
        }
    }
}
