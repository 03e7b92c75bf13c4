//! Inserts the mover at its check position: asks every object until nobody objects.

use glam::Vec3;

use super::against::tree::against_tree;
use super::sweep::Run;
use crate::constants::INSERT_ATTEMPTS;
use crate::geometry::vector::{length, narrow, wide};
use crate::ids::ObjectId;
use crate::outcome::Outcome;
use crate::probe::{Event, Probe};
use crate::world::candidates::reach;

/// Tries the check position up to `attempts` times, as long as it is being adjusted.
///
/// A mover without contact needs no floor, so an Ok ends it (rule E).
///
/// # Source
/// spec/transition.md 6, `transitional_insert` 0x0050b6f0.
pub(crate) fn transitional_insert<P: Probe>(run: &mut Run<'_, P>, attempts: u32) -> Outcome {
    let mut outcome = Outcome::Invalid;
    for attempt in 1..=attempts {
        let center = run.path.check_spheres[0].center;
        run.probe.note(|| Event::Attempt { attempt, center });
        outcome = insert_into_cell(run, INSERT_ATTEMPTS);
        if matches!(outcome, Outcome::Ok | Outcome::Collided) {
            return outcome;
        }
    }
    outcome
}

/// The inner loop of one cell.
///
/// # Source
/// spec/transition.md 7.1, `insert_into_cell` 0x00509e70.
fn insert_into_cell<P: Probe>(run: &mut Run<'_, P>, attempts: u32) -> Outcome {
    let mut outcome = Outcome::Invalid;
    for _ in 0..attempts {
        outcome = find_object_collisions(run);
        if matches!(outcome, Outcome::Ok | Outcome::Collided) {
            return outcome;
        }
    }
    outcome
}

/// Asks the objects in registration order; the first answer that is not Ok wins.
///
/// # Source
/// spec/transition.md 14.1, `find_obj_collisions` 0x0052b750; 14.3 for the filter.
fn find_object_collisions<P: Probe>(run: &mut Run<'_, P>) -> Outcome {
    let world = run.world;
    for (index, object) in world.objects.iter().enumerate() {
        let id = ObjectId(index as u32);
        let check = run.path.check_spheres[0];
        let current = run.path.current_centers[0];
        if let Some(filter) = reach(run.policy.reach_filter, object, check, current)
            && !filter.admitted
        {
            run.probe.note(|| Event::CandidateRejected {
                object: id,
                distance: filter.distance,
                reach: filter.reach,
                admitted_at_center: filter.admitted_at_center,
            });
            continue;
        }
        run.probe.note(|| {
            let bounds = object.bounds();
            Event::CandidateAdmitted {
                object: id,
                distance: length(wide(check.center) - wide(bounds.center)),
                reach: f64::from(check.radius) + f64::from(bounds.radius),
            }
        });
        let before = run.path.check.origin;
        let outcome = against_tree(run, id, object);
        let after = run.path.check.origin;
        run.probe.note(|| Event::QueryEnded {
            object: id,
            outcome,
            shift: difference(after, before),
        });
        if outcome != Outcome::Ok {
            return outcome;
        }
    }
    Outcome::Ok
}

/// `a - b`, rounded.
fn difference(a: Vec3, b: Vec3) -> Vec3 {
    narrow(wide(a) - wide(b))
}
