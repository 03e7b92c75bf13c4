//! How a path is cut into steps under both rules, and how near it is to a length at which the number of steps changes.
//!
//! ```text
//! grid    |----r----|----r----|----r----|-rest-|      steps of one radius from the begin, the last one takes the rest
//! slices  |---L/n---|---L/n---|---L/n---|---L/n---|   equal steps of at most one radius
//! ```
//! Both counts change where the quotient L/r passes a whole number: there one rule gains a step, or a hair decides which step meets a wall.

use std::fmt;

use serde::Serialize;

use super::words::fixed;
use crate::constants::EPSILON_WIDE;

/// The number of steps of a path under one rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cut {
    /// Number of steps.
    pub count: u32,
    /// Length of a full step, metres; 0 without steps.
    pub step_length: f64,
    /// Length of the last step, metres.
    pub last_length: f64,
    /// How much shorter the path has to be for a step less, metres; 0 where any shorter one has it, none where no path has fewer.
    pub to_fewer: Option<f64>,
    /// How much longer the path has to be for a step more, metres; 0 where any longer one has it.
    pub to_more: f64,
}

/// A path held against its radius.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StepRuler {
    /// Length of the path, metres.
    pub length: f64,
    /// Radius of the sphere, metres.
    pub radius: f64,
    /// Length over radius.
    pub ratio: f64,
    /// Steps of one radius and a rest: viewers under `steps=viewer-grid`.
    pub grid: Cut,
    /// Equal slices: everybody else.
    pub slices: Cut,
}

/// Lays the ruler along a path of `length` metres, of a sphere of `radius` metres.
///
/// `None` where no path is run: a length that is not finite or negative, a radius of no more than EPS, more than `u32::MAX` steps.
///
/// # Source
/// spec/transition.md 3, `calc_num_steps` 0x0050a0b0: rules 3 and 4, with the quotient in `f64`.
#[must_use]
pub fn step_ruler(length: f64, radius: f32) -> Option<StepRuler> {
    let radius = f64::from(radius);
    if !length.is_finite() || length < 0.0 || radius.is_nan() || radius <= EPSILON_WIDE {
        return None;
    }
    let ratio = length / radius;
    if ratio >= f64::from(u32::MAX) {
        return None;
    }
    let (below, above) = (ratio.floor(), ratio.ceil());
    let is_whole = below == above;
    // 3. The grid: one more step from each whole quotient on, which belongs to the longer side.
    let grid = if length > EPSILON_WIDE {
        Cut {
            count: below as u32 + 1,
            step_length: radius,
            last_length: length - below * radius,
            // Down to EPS there is one step, and none below.
            to_fewer: Some(not_negative(if below > 0.0 {
                length - below * radius
            } else {
                length - EPSILON_WIDE
            })),
            to_more: not_negative((below + 1.0) * radius - length),
        }
    } else {
        Cut {
            count: 0,
            step_length: 0.0,
            last_length: 0.0,
            to_fewer: None,
            to_more: not_negative(EPSILON_WIDE - length),
        }
    };
    // 4. Slices: one more beyond each whole quotient, which belongs to the shorter side.
    let count = if ratio > 1.0 {
        above as u32
    } else {
        u32::from(length > 0.0)
    };
    let step_length = if count > 0 {
        length / f64::from(count)
    } else {
        0.0
    };
    let slices = Cut {
        count,
        step_length,
        last_length: step_length,
        to_fewer: match count {
            0 => None,
            1 => Some(length),
            count => Some(not_negative(length - f64::from(count - 1) * radius)),
        },
        to_more: match count {
            0 => 0.0,
            _ if is_whole => 0.0,
            count => not_negative(f64::from(count) * radius - length),
        },
    };
    Some(StepRuler {
        length,
        radius,
        ratio,
        grid,
        slices,
    })
}

/// What a rounding took below 0.
fn not_negative(value: f64) -> f64 {
    if value > 0.0 { value } else { 0.0 }
}

impl StepRuler {
    /// One line of a rule, as `6 of 0.300 m, the last 0.100 m; 1 less at -100.0 mm (0.333 r), 1 more at +200.0 mm (0.667 r)`.
    #[must_use]
    pub fn line(&self, cut: &Cut) -> String {
        let far = |way: f64, sign: &str| {
            format!(
                "{sign}{} mm ({} r)",
                fixed(way * 1000.0, 1),
                fixed(way / self.radius, 3)
            )
        };
        let last = if cut.last_length == cut.step_length {
            String::new()
        } else {
            format!(", the last {} m", fixed(cut.last_length, 3))
        };
        let steps = match cut.count {
            0 => "no step".to_owned(),
            count => format!("{count} of {} m{last}", fixed(cut.step_length, 3)),
        };
        let fewer = cut
            .to_fewer
            .map_or_else(String::new, |way| format!("1 less at {}, ", far(way, "-")));
        format!("{steps}; {fewer}1 more at {}", far(cut.to_more, "+"))
    }
}

/// Both rules in one line.
impl fmt::Display for StepRuler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} r; grid {}; slices {}",
            fixed(self.ratio, 4),
            self.line(&self.grid),
            self.line(&self.slices)
        )
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::{Frame, Position};
    use crate::policy::Policy;
    use crate::transition::steps::plan_steps;
    use crate::transition::{Mover, MoverFlags};

    /// spec/transition.md 3, EX-3: length, radius; count, step and last of the grid; count and step of the slices.
    #[test]
    fn the_worked_examples_of_the_rules() {
        for (length, radius, grid, slices) in [
            (1.6, 0.3_f32, (6, 0.3, 0.1), (6, 0.266_667)),
            // 0.3f > 0.3, so L/r is 4.9999998.
            (1.5, 0.3, (5, 0.3, 0.299_999_95), (5, 0.3)),
            (1.499, 0.3, (5, 0.3, 0.299), (5, 0.2998)),
            (1.501, 0.3, (6, 0.3, 0.001), (6, 0.250_167)),
            // The step of length 0 is one.
            (f64::from(0.3_f32), 0.3, (2, 0.3, 0.0), (1, 0.3)),
            (0.0003, 0.3, (1, 0.3, 0.0003), (1, 0.0003)),
            (0.0001, 0.3, (0, 0.0, 0.0), (1, 0.0001)),
            (1.0, 0.48, (3, 0.48, 0.04), (3, 0.333_333)),
            (f64::from(0.48_f32), 0.48, (2, 0.48, 0.0), (1, 0.48)),
            (0.481, 0.48, (2, 0.48, 0.001), (2, 0.2405)),
            // 0.48f < 0.48, so L/r is 5.0000001.
            (2.4, 0.48, (6, 0.48, 0.0), (6, 0.4)),
        ] {
            let ruler = step_ruler(length, radius).unwrap();
            let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{length}: {a} is not {b}");
            assert_eq!(
                (ruler.grid.count, ruler.slices.count),
                (grid.0, slices.0),
                "{length}"
            );
            near(ruler.grid.step_length, grid.1);
            near(ruler.grid.last_length, grid.2);
            near(ruler.slices.step_length, slices.1);
        }
    }

    #[test]
    fn whole_quotients_are_the_edges_of_the_counts() {
        // 1.6 m of 0.3 m: 5 1/3 radii.
        let ruler = step_ruler(1.6, 0.3).unwrap();
        for cut in [ruler.grid, ruler.slices] {
            assert!((cut.to_fewer.unwrap() - 0.1).abs() < 1e-6);
            assert!((cut.to_more - 0.2).abs() < 1e-6);
        }
        assert_eq!(
            ruler.to_string(),
            "5.3333 r; grid 6 of 0.300 m, the last 0.100 m; 1 less at -100.0 mm (0.333 r), 1 more at +200.0 mm (0.667 r); \
             slices 6 of 0.267 m; 1 less at -100.0 mm (0.333 r), 1 more at +200.0 mm (0.667 r)"
        );
        // On a whole quotient the grid has just gained a step and the slices are about to.
        let ruler = step_ruler(2.0, 0.5).unwrap();
        assert_eq!((ruler.grid.count, ruler.slices.count), (5, 4));
        assert_eq!((ruler.grid.to_fewer, ruler.grid.to_more), (Some(0.0), 0.5));
        assert_eq!(
            (ruler.slices.to_fewer, ruler.slices.to_more),
            (Some(0.5), 0.0)
        );
        // Nothing is shorter than nothing.
        let ruler = step_ruler(0.0, 0.5).unwrap();
        assert_eq!((ruler.grid.count, ruler.slices.count), (0, 0));
        assert_eq!((ruler.grid.to_fewer, ruler.slices.to_fewer), (None, None));
        assert!(ruler.to_string().contains("no step"));
    }

    #[test]
    fn what_is_no_path_has_no_ruler() {
        for (length, radius) in [
            (f64::NAN, 0.3),
            (f64::INFINITY, 0.3),
            (-1.0, 0.3),
            (1.0, 0.0),
            (1.0, 0.0002),
            (1.0, f32::NAN),
            (1e6, 0.0001),
            (1e9, 0.1),
        ] {
            assert_eq!(step_ruler(length, radius), None, "{length} {radius}");
        }
    }

    proptest! {
        /// The ruler says what the driver plans, and the counts do change where it says.
        #[test]
        fn it_is_what_is_planned(way in 0.0_f32..40.0, radius in 0.01_f32..2.0, hair in 1e-5_f64..1e-3) {
            let count = |length: f64, flags: MoverFlags, policy: Policy| {
                let mut mover = Mover::human(flags);
                mover.spheres[0].radius = radius;
                let [from, to] = [Vec3::ZERO, Vec3::X * length as f32].map(|at| Position::single(Frame::at(at)));
                plan_steps(&mover, Some(&from), &to, &policy).unwrap().count
            };
            let grid = |length: f64| count(length, MoverFlags::VIEWER, Policy::RETAIL);
            let slices = |length: f64| count(length, MoverFlags::NONE, Policy::RETAIL);
            let length = f64::from(way);
            let ruler = step_ruler(length, radius).unwrap();
            prop_assert_eq!(ruler.grid.count, grid(length));
            prop_assert_eq!(ruler.slices.count, slices(length));
            // Only as far as lengths are representable in f32.
            prop_assume!(hair > length * 1e-6);
            for (cut, planned) in [(ruler.grid, &grid as &dyn Fn(f64) -> u32), (ruler.slices, &slices)] {
                prop_assert_eq!(planned(length + cut.to_more + hair), cut.count + 1);
                if cut.to_more > hair {
                    prop_assert_eq!(planned(length + cut.to_more - hair), cut.count);
                }
                if let Some(fewer) = cut.to_fewer.filter(|way| *way + hair < length) {
                    prop_assert_eq!(planned(length - fewer - hair), cut.count - 1);
                }
            }
        }
    }
}
