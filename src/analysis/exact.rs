//! Numbers in full, as one copies them into a report or a program.

use glam::Vec3;

use crate::geometry::Plane;

/// A number with nothing rounded away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exact {
    /// A number that is computed in doubles.
    Double(f64),
    /// A number that is stored in single precision.
    Single(f32),
    /// A point or a direction.
    Vector(Vec3),
    /// A plane.
    Plane(Plane),
    /// A number that counts or names.
    Whole(u32),
}

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Figures alone.
    Text,
    /// The bits of each number.
    Bits,
    /// An expression in Rust, with glam.
    Rust,
    /// An expression in C#, with `System.Numerics`.
    CSharp,
}

impl Notation {
    /// All of them, in the order of menus.
    pub const ALL: [Self; 4] = [Self::Text, Self::Bits, Self::Rust, Self::CSharp];
}

impl Exact {
    /// The value so that reading it back gives the same bits.
    #[must_use]
    pub fn write(&self, notation: Notation) -> String {
        match (*self, notation) {
            (Self::Double(v), Notation::Bits) => format!("0x{:016X}", v.to_bits()),
            (Self::Double(v), Notation::Rust) => special(v, "f64").unwrap_or(format!("{v:?}")),
            (Self::Double(v), Notation::CSharp) => special(v, "double").unwrap_or(format!("{v:?}")),
            (Self::Double(v), Notation::Text) => format!("{v:?}"),
            (Self::Single(v), notation) => single(v, notation),
            (Self::Whole(v), Notation::Bits) => format!("0x{v:08X}"),
            (Self::Whole(v), _) => v.to_string(),
            (Self::Vector(v), notation) => {
                let all = v.to_array().map(|c| single(c, notation)).join(", ");
                match notation {
                    Notation::Text | Notation::Bits => format!("({all})"),
                    Notation::Rust => format!("Vec3::new({all})"),
                    Notation::CSharp => format!("new Vector3({all})"),
                }
            }
            (Self::Plane(plane), notation) => {
                let normal = Self::Vector(plane.normal).write(notation);
                let offset = single(plane.offset, notation);
                match notation {
                    Notation::Text | Notation::Bits => format!("{normal} {offset}"),
                    Notation::Rust => format!("Plane {{ normal: {normal}, offset: {offset} }}"),
                    Notation::CSharp => format!("new Plane({normal}, {offset})"),
                }
            }
        }
    }
}

fn single(v: f32, notation: Notation) -> String {
    match notation {
        Notation::Text => format!("{v:?}"),
        Notation::Bits => format!("0x{:08X}", v.to_bits()),
        Notation::Rust => special(f64::from(v), "f32").unwrap_or(format!("{v:?}")),
        Notation::CSharp => special(f64::from(v), "float").unwrap_or(format!("{v:?}f")),
    }
}

/// The name of a number that has no figures.
fn special(v: f64, of: &str) -> Option<String> {
    let c_sharp = matches!(of, "float" | "double");
    let name = match (v.is_nan(), v.is_infinite(), v > 0.0, c_sharp) {
        (true, ..) if c_sharp => "NaN",
        (true, ..) => "NAN",
        (_, true, true, true) => "PositiveInfinity",
        (_, true, false, true) => "NegativeInfinity",
        (_, true, true, false) => "INFINITY",
        (_, true, false, false) => "NEG_INFINITY",
        _ => return None,
    };
    let join = if c_sharp { "." } else { "::" };
    Some(format!("{of}{join}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_notation_is_that_of_its_language() {
        let v = Exact::Vector(Vec3::new(1.0, -0.1, 1e-9));
        assert_eq!(v.write(Notation::Text), "(1.0, -0.1, 1e-9)");
        assert_eq!(v.write(Notation::Rust), "Vec3::new(1.0, -0.1, 1e-9)");
        assert_eq!(v.write(Notation::CSharp), "new Vector3(1.0f, -0.1f, 1e-9f)");
        assert_eq!(
            v.write(Notation::Bits),
            "(0x3F800000, 0xBDCCCCCD, 0x3089705F)"
        );
        let plane = Exact::Plane(Plane {
            normal: Vec3::Z,
            offset: -2.5,
        });
        assert_eq!(
            plane.write(Notation::CSharp),
            "new Plane(new Vector3(0.0f, 0.0f, 1.0f), -2.5f)"
        );
        assert_eq!(
            Exact::Single(f32::NEG_INFINITY).write(Notation::Rust),
            "f32::NEG_INFINITY"
        );
        assert_eq!(
            Exact::Double(f64::NAN).write(Notation::CSharp),
            "double.NaN"
        );
    }

    proptest! {
        #[test]
        fn figures_give_the_same_bits_back(single in any::<f32>(), double in any::<f64>()) {
            if single.is_finite() {
                let text = Exact::Single(single).write(Notation::Rust);
                prop_assert_eq!(text.parse::<f32>().unwrap().to_bits(), single.to_bits());
            }
            if double.is_finite() {
                let text = Exact::Double(double).write(Notation::Text);
                prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), double.to_bits());
            }
            let bits = Exact::Single(single).write(Notation::Bits);
            let back = u32::from_str_radix(bits.trim_start_matches("0x"), 16).unwrap();
            prop_assert_eq!(back, single.to_bits());
        }
    }
}
