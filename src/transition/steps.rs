//! How a path is cut into steps.

use glam::Vec3;

use super::mover::{Mover, MoverFlags};
use crate::constants::{EPSILON_WIDE, MAX_STEPS};
use crate::geometry::Position;
use crate::geometry::vector::{length, narrow, wide};
use crate::policy::{Policy, Row, Steps};

/// The plan of one path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepPlan {
    /// The whole way, metres.
    pub offset: Vec3,
    /// Its length, metres.
    pub length: f64,
    /// The way of a full step.
    pub step: Vec3,
    /// Length of a full step, metres; 0 without steps.
    pub step_length: f64,
    /// Number of steps.
    pub count: u32,
    /// Whether the last step covers just what is left.
    pub last_is_remainder: bool,
}

impl StepPlan {
    /// No step at all.
    pub(super) const NONE: Self = Self {
        offset: Vec3::ZERO,
        length: 0.0,
        step: Vec3::ZERO,
        step_length: 0.0,
        count: 0,
        last_is_remainder: false,
    };

    /// The plan of a path without a begin: one step that leads nowhere.
    ///
    /// # Source
    /// spec/transition.md 3 step 1.
    pub(super) const PLACEMENT: Self = Self {
        count: 1,
        ..Self::NONE
    };

    /// The way of step `index` (from 0).
    ///
    /// # Source
    /// spec/transition.md 5.2 step 5.1.
    #[must_use]
    pub fn step_offset(&self, index: u32, radius: f32) -> Vec3 {
        if self.last_is_remainder && index + 1 == self.count && self.length > EPSILON_WIDE {
            let done = f64::from(self.count - 1) * f64::from(radius);
            narrow(wide(self.offset) * ((self.length - done) / self.length))
        } else {
            self.step
        }
    }
}

/// Plans the path from `begin` to `end`.
///
/// A viewer's grid has steps of exactly one radius, anchored at the begin; only the last one breathes.
/// Everybody else, and viewers under [`Steps::EqualSlices`], take equal slices of at most one radius.
/// Lengths are formed in `f64`, which decides cases such as 1.5 / 0.3.
///
/// `None` when the path has no finite length or would take more than [`MAX_STEPS`] steps.
///
/// # Source
/// spec/transition.md 3, `calc_num_steps` 0x0050a0b0.
#[must_use]
pub fn plan_steps(
    mover: &Mover,
    begin: Option<&Position>,
    end: &Position,
    policy: &Policy,
) -> Option<StepPlan> {
    // 1.
    let Some(begin) = begin else {
        return Some(StepPlan::PLACEMENT);
    };
    // 2. The whole way.
    let offset = narrow(begin.offset_to(end));
    let way = length(wide(offset));
    let radius = f64::from(mover.spheres[0].radius);
    if !way.is_finite() || radius <= EPSILON_WIDE {
        return None;
    }
    let none = StepPlan {
        offset,
        length: way,
        ..StepPlan::NONE
    };
    // 3. The viewer's grid.
    if mover.flags.has(MoverFlags::VIEWER) && policy.steps == Steps::ViewerGrid {
        if way <= EPSILON_WIDE {
            return Some(StepPlan {
                last_is_remainder: true,
                ..none
            });
        }
        let count = capped((way / radius).floor() + 1.0)?;
        return Some(StepPlan {
            step: narrow(wide(offset) * (radius / way)),
            step_length: radius,
            count,
            last_is_remainder: true,
            ..none
        });
    }
    // 4. Equal slices.
    let slices = way / radius;
    if slices > 1.0 {
        let count = capped(slices.ceil())?;
        // ACE refuses paths of more than 1,000 steps.
        if policy.is_ace(Row::T18) && count > 1000 {
            return None;
        }
        let step = narrow(wide(offset) / f64::from(count));
        Some(StepPlan {
            step,
            step_length: way / f64::from(count),
            count,
            ..none
        })
    } else if offset != Vec3::ZERO {
        Some(StepPlan {
            step: offset,
            step_length: way,
            count: 1,
            ..none
        })
    } else {
        Some(none)
    }
}

/// The step count, unless it is absurd.
fn capped(count: f64) -> Option<u32> {
    (count <= f64::from(MAX_STEPS)).then_some(count as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Frame;

    /// The plan from the origin to `end` in a single space.
    fn between(mover: &Mover, end: Vec3, policy: &Policy) -> Option<StepPlan> {
        let at = |origin| Position::single(Frame::at(origin));
        plan_steps(mover, Some(&at(Vec3::ZERO)), &at(end), policy)
    }

    fn plan(flags: u32, length: f32, radius: f32, policy: &str) -> StepPlan {
        let mover = Mover::viewer(radius, MoverFlags(flags));
        between(
            &mover,
            Vec3::new(length, 0.0, 0.0),
            &policy.parse().unwrap(),
        )
        .unwrap()
    }

    /// spec/transition.md EX-3 and scenes.md T11: length, retail count and last step, equal-slices count and step.
    #[test]
    fn viewer_rows() {
        let rows = [
            (1.6, 6, 0.1, 6, 0.266_667),
            // f32 0.3 is a little more than 0.3, so the wide quotient is 4.9999998.
            (1.5, 5, 0.299_999_95, 5, 0.3),
            (1.499, 5, 0.299, 5, 0.2998),
            (1.501, 6, 0.001, 6, 0.250_167),
            (1.5033, 6, 0.0033, 6, 0.250_55),
            // A zero-length last step is executed, not skipped.
            (0.3, 2, 0.0, 1, 0.3),
            (0.0003, 1, 0.0003, 1, 0.0003),
        ];
        for (length, retail_count, retail_last, equal_count, equal_step) in rows {
            let retail = plan(0x5c, length, 0.3, "retail");
            assert_eq!(retail.count, retail_count, "length {length}");
            let last = retail.step_offset(retail.count - 1, 0.3).x;
            assert!(
                (last - retail_last).abs() < 2e-7,
                "length {length}: last step {last}"
            );
            let equal = plan(0x5c, length, 0.3, "retail+steps=equal-slices");
            assert_eq!(equal.count, equal_count, "length {length}");
            assert!(
                (equal.step.x - equal_step).abs() < 1e-6,
                "length {length}: {}",
                equal.step.x
            );
        }
        // The full steps are one radius long whatever the length.
        assert_eq!(plan(0x5c, 1.6, 0.3, "retail").step.x, 0.3);
        assert_eq!(plan(0x5c, 0.0001, 0.3, "retail").count, 0);
        assert_eq!(
            plan(0x5c, 0.0001, 0.3, "retail+steps=equal-slices").count,
            1
        );
    }

    /// spec/transition.md EX-3, the human's rows: not a viewer, so equal slices under both policies.
    #[test]
    fn other_movers() {
        for policy in ["retail", "legacy"] {
            let rows = [
                (1.0, 3, 0.333_333),
                (0.48, 1, 0.48),
                (0.481, 2, 0.2405),
                (2.4, 6, 0.4),
                (0.0001, 1, 0.0001),
            ];
            for (length, count, step) in rows {
                let got = plan(0x03, length, 0.48, policy);
                assert_eq!(got.count, count, "length {length}");
                assert!(
                    (got.step.x - step).abs() < 1e-6,
                    "length {length}: {}",
                    got.step.x
                );
            }
            assert_eq!(plan(0x03, 0.0, 0.48, policy).count, 0);
        }
    }

    #[test]
    fn unusable_paths_have_no_plan() {
        let mover = Mover::viewer(0.3, MoverFlags(0x5c));
        let retail = Policy::default();
        for end in [f32::NAN, f32::INFINITY, 1e9] {
            assert!(between(&mover, Vec3::new(end, 0.0, 0.0), &retail).is_none());
        }
        let tiny = Mover::viewer(0.0001, MoverFlags(0x5c));
        assert!(between(&tiny, Vec3::X, &retail).is_none());
    }
}
