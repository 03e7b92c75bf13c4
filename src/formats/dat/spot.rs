//! A place as the game writes it: `0x8A020164 [70.58 -40.16 -5.90] w x y z`.

use std::fmt;

use glam::{DVec3, Vec3};

use super::bytes::is_point;
use super::ids::parse_id;
use crate::geometry::Rotation;
use crate::geometry::rotation::heading_degrees;
use crate::ids::CellId;

/// Where somebody stands in the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The cell.
    pub cell: u32,
    /// The feet, in the cell's landblock, metres.
    pub feet: Vec3,
    /// How it is turned.
    pub rotation: Rotation,
}

impl Spot {
    /// Reads what the game copies; the rotation may be left out, and commas may stand between the numbers.
    ///
    /// # Errors
    /// What was expected, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wanted =
            || "a place as `0x8A020164 [70.58 -40.16 -5.90] 1 0 0 0` was expected".to_owned();
        let (cell, rest) = text.split_once('[').ok_or_else(wanted)?;
        let (feet, turn) = rest.split_once(']').ok_or_else(wanted)?;
        let numbers = |text: &str| -> Result<Vec<f32>, String> {
            let words = text.split([' ', ',', '\t', '\r', '\n']);
            let words = words.filter(|word| !word.is_empty());
            words
                .map(|word| match word.parse::<f32>() {
                    Ok(number) if number.is_finite() => Ok(number),
                    Ok(number) => Err(format!("{number} in it is not finite; {}", wanted())),
                    Err(_) => Err(wanted()),
                })
                .collect()
        };
        let rotation = match numbers(turn)?.as_slice() {
            [] => Rotation::IDENTITY,
            [w, x, y, z] => {
                let wide = [*w, *x, *y, *z].map(f64::from);
                Rotation::from_wide(wide).ok_or_else(|| {
                    format!(
                        "the rotation {w} {x} {y} {z} has no length, so it is none; {}",
                        wanted()
                    )
                })?
            }
            _ => return Err(wanted()),
        };
        // Words may stand before the cell, as in `Your location is: 0x..`.
        let cell = cell.split_whitespace().next_back().unwrap_or_default();
        match numbers(feet)?.as_slice() {
            [x, y, z] => {
                let feet = Vec3::new(*x, *y, *z);
                if !is_point(feet) {
                    return Err(format!("{feet} is farther than any place of the game"));
                }
                let cell = parse_id(cell)?;
                if !matches!(cell & 0xffff, 1..=0x40 | 0x100..=0xfffd) {
                    return Err(format!(
                        "{cell:#010X} is no cell: their last four digits are 0001 to 0040 outdoors, 0100 to FFFD in rooms"
                    ));
                }
                Ok(Self {
                    cell,
                    feet,
                    rotation,
                })
            }
            _ => Err(wanted()),
        }
    }

    /// The compass heading, degrees.
    #[must_use]
    pub fn heading(&self) -> f64 {
        heading_degrees(self.rotation.apply(DVec3::Y))
    }

    /// The cell, when it is a room.
    #[must_use]
    pub fn room(&self) -> Option<CellId> {
        let is_room = (0x100..0xfffe).contains(&(self.cell & 0xffff));
        is_room.then_some(CellId(self.cell))
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (p, [w, x, y, z]) = (self.feet, self.rotation.wide().map(|c| c as f32));
        write!(
            f,
            "{:#010X} [{} {} {}] {w} {x} {y} {z}",
            self.cell, p.x, p.y, p.z
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_the_game_writes_them() {
        let spot = Spot::parse("0x8A020164 [70.58 -40.16 -5.90] 0.707107 0 0 -0.707107").unwrap();
        assert_eq!(spot.cell, 0x8A02_0164);
        assert_eq!(spot.feet, Vec3::new(70.58, -40.16, -5.9));
        assert_eq!(spot.room(), Some(CellId(0x8A02_0164)));
        assert!((spot.heading() - 90.0).abs() < 1e-3, "{}", spot.heading());
        assert_eq!(Spot::parse(&spot.to_string()), Ok(spot));
        let short = Spot::parse("Your location is: A9B40014 [84, 110, 20.21]").unwrap();
        assert_eq!((short.room(), short.heading()), (None, 0.0));
    }

    #[test]
    fn what_is_no_place_is_told_in_a_line() {
        for text in [
            "",
            "0x8A020164",
            "0x8A020164 [1 2]",
            "0x8A020164 [1 2 3",
            "0x8A02016 [1 2 3]",
            "0x8A020164 [1 2 NaN]",
            "0x8A020164 [1 2 1e30]",
            "0x8A020164 [1 2 3] 0 0 0 0",
            "0x8A020164 [1 2 3] 1 0 0",
            "0x8A020000 [1 2 3]",
            "0x8A020041 [1 2 3]",
            "0x8A0200FF [1 2 3]",
            "0x8A02FFFE [1 2 3]",
            "0x8A02FFFF [1 2 3]",
        ] {
            let problem = Spot::parse(text).unwrap_err();
            for (words, reason) in [
                ("NaN", "NaN in it is not finite"),
                ("0 0 0 0", "has no length"),
                ("0x8A0200", "is no cell"),
                ("0x8A02FF", "is no cell"),
            ] {
                let is_told = !text.contains(words) || problem.contains(reason);
                assert!(is_told, "{text}: {problem}");
            }
            assert!(!problem.contains('\n') && problem.len() < 200, "{problem}");
        }
    }
}
