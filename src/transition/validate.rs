//! Accepts or gives up the check position after an insertion.

use glam::Vec3;

use super::sweep::Run;
use crate::outcome::Outcome;
use crate::probe::{Event, NormalSource, Probe};

/// Commits an Ok position, or goes back to the last committed one; a blocked step succeeds where it began.
///
/// # Source
/// spec/transition.md 12, `validate_transition` 0x0050aa70, for movers without contact (steps 1 to 4).
pub(crate) fn validate_transition<P: Probe>(
    run: &mut Run<'_, P>,
    outcome: Outcome,
    step: u32,
) -> Outcome {
    let mover = run.mover;
    let result = match outcome {
        // 1, 2. Accept.
        Outcome::Ok => {
            run.path.accept(&mover);
            Outcome::Ok
        }
        // 3. Give up; without a normal of its own the hit gets the default one.
        Outcome::Collided | Outcome::Adjusted | Outcome::Slid => {
            if run.collision.collision_normal.is_none() {
                run.write_normal(Vec3::Z, NormalSource::Default);
            }
            let (from, to) = (
                run.path.check_spheres[0].center,
                run.path.current_centers[0],
            );
            run.probe.note(|| Event::Reverted { step, from, to });
            let current = run.path.current;
            run.path.set_check(&mover, current);
            Outcome::Ok
        }
        Outcome::Invalid => Outcome::Invalid,
    };
    // 4. What was hit is slid along from now on.
    if let Some(normal) = run.collision.collision_normal {
        run.collision.set_sliding_normal(normal, run.policy);
    }
    result
}
