//! The transform of a room as a frame.

use glam::{DVec3, Vec3};

use super::is_near;
use super::model::Matrix;
use crate::geometry::vector::{cross, dot_wide, narrow};
use crate::geometry::{Frame, Rotation};

/// How far a row may be off the length 1, or two off a right angle.
const OFF: f64 = 1e-3;

/// Where a room stands whose points are row vectors times `matrix`.
pub(super) fn frame(matrix: &Matrix) -> Result<Frame, &'static str> {
    let (rows, column) = (matrix.rows(), matrix.column());
    if !rows.iter().flatten().chain(&column).all(|c| c.is_finite()) {
        return Err("a number that is not finite");
    }
    let origin = Vec3::from_array(rows[3]);
    if !is_near(origin) {
        return Err("more than 1000000 m from 0");
    }
    // The rows are where the axes go.
    let [x, y, z] = [rows[0], rows[1], rows[2]].map(|row| DVec3::from_array(row.map(f64::from)));
    let off = [
        dot_wide(x, x) - 1.0,
        dot_wide(y, y) - 1.0,
        dot_wide(z, z) - 1.0,
        dot_wide(x, y),
        dot_wide(y, z),
        dot_wide(z, x),
    ];
    if off.iter().any(|off| off.abs() > OFF) || dot_wide(cross(x, y), z) < 0.0 {
        return Err("it scales, shears or mirrors; a turn and a shift were expected");
    }
    let unchanged = [0.0, 0.0, 0.0, 1.0];
    let mut fourth = column.iter().zip(unchanged);
    if fourth.any(|(c, wanted)| (f64::from(*c) - wanted).abs() > OFF) {
        return Err(
            "its fourth column (M14, M24, M34, M44) is not (0, 0, 0, 1); a turn and a shift were expected",
        );
    }
    let rotation = turn(x, y, z).ok_or("it is no rotation")?;
    let rotation = Rotation::from_wide(rotation).ok_or("it is no rotation")?;
    let origin = narrow(DVec3::from_array(origin.to_array().map(f64::from)));
    Ok(Frame { origin, rotation })
}

/// The quaternion (w, x, y, z) that takes the axes to `x`, `y` and `z`, from its largest component, which loses least.
fn turn(x: DVec3, y: DVec3, z: DVec3) -> Option<[f64; 4]> {
    // Four times the square of each component.
    let squares = [
        1.0 + x.x + y.y + z.z,
        1.0 + x.x - y.y - z.z,
        1.0 - x.x + y.y - z.z,
        1.0 - x.x - y.y + z.z,
    ];
    let largest = (0..4).max_by(|a, b| squares[*a].total_cmp(&squares[*b]))?;
    let double = squares[largest].sqrt();
    let (wx, wy, wz) = (y.z - z.y, z.x - x.z, x.y - y.x);
    let (xy, xz, yz) = (x.y + y.x, x.z + z.x, y.z + z.y);
    let others = match largest {
        0 => [squares[0], wx, wy, wz],
        1 => [wx, squares[1], xy, xz],
        2 => [wy, xy, squares[2], yz],
        _ => [wz, xz, yz, squares[3]],
    };
    Some(others.map(|c| c / double))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn of each kind of largest component, and its rows worked out by hand: a quarter turn about +Z takes +X to +Y, so
    /// that the row vector (1, 0, 0) becomes (0, 1, 0).
    #[test]
    fn rows_are_where_the_axes_go() {
        let json = |rows: [[f32; 3]; 4]| {
            let cells = (0..12)
                .map(|k| format!("\"M{}{}\":{:?}", k / 3 + 1, k % 3 + 1, rows[k / 3][k % 3]));
            format!("{{{}}}", cells.collect::<Vec<_>>().join(","))
        };
        let read = |rows| {
            let matrix: Matrix = serde_json::from_str(&json(rows)).unwrap();
            frame(&matrix)
        };
        let quarter = read([
            [0.0, 1.0, 0.0],
            [-1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
            [7.0, 8.0, 9.0],
        ])
        .unwrap();
        assert_eq!(quarter.to_global(Vec3::X), Vec3::new(7.0, 9.0, 9.0));
        assert_eq!(quarter.to_global(Vec3::Y), Vec3::new(6.0, 8.0, 9.0));
        for (x, y, z) in [(1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)] {
            let half = read([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z], [0.0; 3]]).unwrap();
            assert_eq!(
                half.to_global(Vec3::new(1.0, 2.0, 3.0)),
                Vec3::new(x, 2.0 * y, 3.0 * z)
            );
        }
        for wrong in [
            [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0], [0.0; 3]],
            [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]],
            [
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                [2e6, 0.0, 0.0],
            ],
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    /// A fourth column that is none of a turn and a shift is refused; one that is not written is.
    #[test]
    fn the_fourth_column_is_that_of_a_turn_and_a_shift() {
        let read = |column: &str| {
            let rows = r#""M11":1,"M12":0,"M13":0,"M21":0,"M22":1,"M23":0,"M31":0,"M32":0,"M33":1,"M41":7,"M42":8,"M43":9"#;
            let matrix: Matrix = serde_json::from_str(&format!("{{{rows}{column}}}")).unwrap();
            frame(&matrix)
        };
        for right in [
            "",
            ",\"M44\":1",
            ",\"M14\":0,\"M24\":-0.0,\"M34\":0,\"M44\":1",
        ] {
            assert_eq!(read(right).unwrap().origin, Vec3::new(7.0, 8.0, 9.0));
        }
        for wrong in ["\"M44\":0", "\"M14\":5", "\"M24\":-1", "\"M34\":0.5"] {
            let problem = read(&format!(",{wrong}")).unwrap_err();
            assert!(problem.contains("M44"), "{wrong}: {problem}");
        }
        assert_eq!(read(",\"M34\":\"NaN\""), Err("a number that is not finite"));
    }
}
