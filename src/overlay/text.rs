//! Numbers as texts beside points.

use crate::formats::text::fixed;

/// A distance: metres with three decimals.
#[must_use]
pub fn metres(value: f64) -> String {
    format!("{} m", fixed(value, 3))
}

/// A small distance: millimetres below one metre, with as many digits as are of use.
#[must_use]
pub fn short_distance(value: f64) -> String {
    let mm = value * 1000.0;
    if mm.abs() >= 1000.0 {
        metres(value)
    } else if mm.abs() >= 10.0 {
        format!("{} mm", fixed(mm, 0))
    } else {
        format!("{} mm", fixed(mm, 2))
    }
}

/// A vector's three numbers, without trailing zeros or negative ones.
#[must_use]
pub fn components(v: glam::Vec3) -> String {
    let one = |c: f32| {
        let text = format!("{c:.3}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text == "-0" {
            "0".to_owned()
        } else {
            text.to_owned()
        }
    };
    format!("({}, {}, {})", one(v.x), one(v.y), one(v.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(metres(1.609_94), "1.610 m");
        assert_eq!(short_distance(0.2553), "255 mm");
        assert_eq!(short_distance(0.000_391), "0.39 mm");
        assert_eq!(short_distance(1.5), "1.500 m");
        assert_eq!(
            (metres(-0.0), short_distance(-1e-6)),
            ("0.000 m".to_owned(), "0.00 mm".to_owned())
        );
        assert_eq!(
            components(glam::Vec3::new(0.0, -1.0, 0.25)),
            "(0, -1, 0.25)"
        );
        assert_eq!(
            components(glam::Vec3::new(-0.0001, 10.0, 0.0)),
            "(0, 10, 0)"
        );
    }
}
