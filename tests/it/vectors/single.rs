//! `step.json`, and the cases of `bsp.json` and `shape.json` that begin from a given state: one function is called.

use serde_json::{Map, Value, json};

use sweepscope::bsp::Tree;
use sweepscope::geometry::{Frame, Ray, Sphere};
use sweepscope::outcome::Outcome;
use sweepscope::policy::{Policy, Row};
use sweepscope::transition::against::sphere::time_of_collision;
use sweepscope::transition::{Transition, plan_steps};
use sweepscope::world::{Object, World};

use super::compare::{float, outcome, vector};
use super::math::ray;
use super::mover::{intermediate, path, set_state, velocity};
use super::read::Fields;
use super::scene::Scene;

/// Attempts of the insertions that are called directly.
const ATTEMPTS: u32 = 3;

/// The answer with what the called function gave back.
fn with(path: &Transition<'_, ()>, world: &World, given: Value) -> Map<String, Value> {
    let mut answer = intermediate(path, world);
    if let Value::Object(given) = given {
        answer.extend(given);
    }
    answer
}

/// `find_collisions` and `placement_insert` of a tree that stands at `obj`.
pub(super) fn tree(
    name: &str,
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    tree: &Tree,
    policy: &Policy,
) -> Option<Value> {
    let probe = &mut ();
    let mut path = path(case, scene, world, policy, probe);
    set_state(case, &mut path);
    let mover = path.mover;
    let (place, scale) = (case.position("obj", scene.block()), case.float("scale"));
    path.path.cache_local(&mover, place, scale);
    let r = match name {
        "find_collisions" => path.find_collisions(None, tree),
        "placement_insert" => path.push_out_of(tree),
        _ => return None,
    };
    let answer = with(&path, world, json!({ "r": outcome(r) }));
    Some(Value::Object(answer))
}

/// `shape.json`: spheres and cylinders as obstacles, and pure questions about spheres.
pub(super) fn shape(
    name: &str,
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    policy: &Policy,
) -> Option<Value> {
    match name {
        "find_time_of_collision" => {
            let wide = |name| sweepscope::geometry::vector::wide(case.vector(name));
            let sum = case.wide("radsum");
            let legacy = policy.is_ace(Row::L13);
            let time = time_of_collision(wide("movement"), wide("rel"), sum, legacy);
            return Some(json!({ "r": float(time) }));
        }
        "sphere_ray" => {
            let ray: Ray = ray(case);
            let time = case.sphere("sphere").hits_ray(&ray);
            return Some(json!({ "r": time.is_some(), "t": float(time.unwrap_or(0.0)) }));
        }
        "spheres_intersect" => {
            let (a, b): (Sphere, Sphere) = (case.sphere("sphere"), case.sphere("other"));
            let r = sweepscope::bsp::hits::overlap(&a, &b, policy);
            return Some(json!({ "r": r }));
        }
        _ => {}
    }
    let probe = &mut ();
    let mut path = path(case, scene, world, policy, probe);
    set_state(case, &mut path);
    let tree = Tree::from_parts(sweepscope::bsp::Parts {
        polygons: Vec::new(),
        nodes: vec![sweepscope::bsp::Node {
            sphere: Sphere {
                center: glam::Vec3::ZERO,
                radius: 0.0,
            },
            kind: sweepscope::bsp::NodeKind::Leaf {
                solid: false,
                first: 0,
                count: 0,
            },
        }],
        leaf_polygons: Vec::new(),
    });
    let mut object = Object::solid("obstacle".to_owned(), Frame::default(), 1.0, tree.unwrap());
    object.position = case.position("obj", scene.block());
    object.scale = case.float("scale");
    let r = match name {
        "sphere" => {
            let creature = case.flag("creature");
            path.against_sphere(&object, &case.sphere("sphere"), creature)
        }
        "cyl" => path.against_cylinder(&object, &case.cylinder("cyl")),
        _ => return None,
    };
    let mut answer = with(&path, world, json!({ "r": outcome(r) }));
    answer.insert("vel".to_owned(), velocity(case, &path));
    Some(Value::Object(answer))
}

/// `step.json`: one step of the driver.
pub(super) fn step(
    name: &str,
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    policy: &Policy,
) -> Option<Value> {
    let probe = &mut ();
    let mut path = path(case, scene, world, policy, probe);
    set_state(case, &mut path);
    let r = |r: Outcome| json!({ "r": outcome(r) });
    let given = match name {
        "calc_num_steps" => {
            let begin = path.path.begin;
            let plan = plan_steps(&path.mover, begin.as_ref(), &path.path.end, policy)?;
            json!({
                "offset": vector(plan.offset),
                "per_step": vector(plan.step),
                "n": plan.count,
            })
        }
        "adjust_offset" => {
            // Asked before the step, so the check position is still the current one.
            let (mover, current) = (path.mover, path.path.current);
            path.path.set_check(&mover, current, current.cell);
            json!({ "r": vector(path.adjust_offset(case.vector("offset"))) })
        }
        "check_other_cells" => {
            let (cell, check) = (path.path.check_cell, path.path.check);
            r(path.check_other_cells(cell, check))
        }
        "insert_into_cell" => r(path.insert_into_cell(path.path.check_cell, ATTEMPTS)),
        "transitional_insert" => r(path.transitional_insert(ATTEMPTS)),
        "check_walkable" => json!({ "r": path.check_walkable(case.float("z_val")) }),
        "step_down" => {
            json!({ "r": path.step_down(case.float("height"), case.float("z_val")) })
        }
        "step_up" => json!({ "r": path.step_up(case.vector("normal")) }),
        "cliff_slide" => r(path.cliff_slide(case.plane("plane").normal)),
        "slide_sphere" => {
            let foot = path.path.check_spheres[0].center;
            let mut normal = case.vector("normal");
            let mut given = r(path.slide_in_place(foot, &mut normal, 0));
            given["normal"] = vector(normal);
            given
        }
        "validate_transition" => {
            let state = match case.whole("ts") {
                0 => Outcome::Invalid,
                1 => Outcome::Ok,
                2 => Outcome::Collided,
                3 => Outcome::Adjusted,
                4 => Outcome::Slid,
                other => panic!("{other} is no outcome"),
            };
            r(path.validate_transition(state))
        }
        "validate_walkable" => {
            let center = path.path.check_spheres[0].center;
            let (plane, depth) = (case.plane("plane"), case.wide("water_depth"));
            let cell = path.path.check_cell;
            r(path.validate_walkable(center, plane, case.flag("water"), depth, cell))
        }
        _ => return None,
    };
    let mut answer = with(&path, world, given);
    answer.insert("vel".to_owned(), velocity(case, &path));
    Some(Value::Object(answer))
}
