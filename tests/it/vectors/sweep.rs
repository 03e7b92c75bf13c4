//! `transition.json`, `camera.json` and the placements without a body of `place.json`: whole paths.

use serde_json::{Value, json};

use sweepscope::policy::Policy;
use sweepscope::world::World;

use super::mover::{common, path, velocity};
use super::read::Fields;
use super::scene::Scene;

/// A move from begin to end, or a placement at the end where there is no begin.
pub(super) fn answer(
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    policy: &Policy,
) -> Value {
    let probe = &mut ();
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
