//! spec/transition.md 15.3.

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
}
