//! `transition.json`, `camera.json`, the placements without a body of `place.json`, and `timing.json`: whole paths.

use serde_json::{Value, json};

use sweepscope::policy::Policy;
use sweepscope::probe::{Branch, Counters, Event, Journal, Probe};
use sweepscope::world::World;

use super::compare::vector;
use super::mover::{common, path, velocity};
use super::read::Fields;
use super::scene::Scene;

/// A move from begin to end, or a placement at the end where there is no begin.
///
/// Nobody listens and somebody counts: both must come to the same, or the answer is none.
pub(super) fn answer(
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    policy: &Policy,
) -> Option<Value> {
    let alone = heard(case, scene, world, policy, &mut ());
    let counted = heard(case, scene, world, policy, &mut Counters::default());
    (alone == counted).then_some(alone)
}

fn heard<P: Probe>(
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    policy: &Policy,
    probe: &mut P,
) -> Value {
    let mut path = path(case, scene, world, policy, probe);
    if path.path.begin.is_none() {
        path.path.placement_allows_sliding = case.flag("slide");
    }
    let walk = path.find_valid_position();
    let mut answer = common(&path, world);
    answer.insert("ok".to_owned(), json!(walk.success));
    if path.path.begin.is_some() {
        let walkable = path.path.walkable.is_some();
        answer.insert("walkable".to_owned(), json!(walkable));
        answer.insert("vel".to_owned(), velocity(case, &path));
    }
    Value::Object(answer)
}

/// Whether a move that the recorded implementation breaks off, for want of polygons in a tree that is one leaf, finds
/// nothing to stand on in ours where it looks for that.
pub(super) fn finds_nothing(
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    policy: &Policy,
) -> bool {
    let mut journal = Journal::default();
    path(case, scene, world, policy, &mut journal).find_valid_position();
    let (mut looked, mut found) = (false, false);
    for entry in &journal.entries {
        match entry.event {
            Event::BranchTaken {
                branch: Branch::StepDown,
            } => looked = true,
            Event::WalkableFound {
                object: Some(_), ..
            } => found = true,
            _ => {}
        }
    }
    looked && !found
}

/// A move of `timing.json`: end position and flags.
pub(super) fn timed(case: Fields<'_>, scene: Scene<'_>, world: &World, policy: &Policy) -> Value {
    let probe = &mut ();
    let mut path = path(case, scene, world, policy, probe);
    let walk = path.find_valid_position();
    json!({
        "ok": walk.success,
        "origin": vector(path.path.current.frame.origin),
        "state": path.mover.flags.0,
    })
}
