//! `poly.json`: tests of single polygons.

use glam::Vec3;
use serde_json::{Value, json};

use sweepscope::geometry::polygon_adjust::{CenterCheck, CenterIn};
use sweepscope::geometry::polygon_point::Turn;
use sweepscope::geometry::polygon_sphere::approached;
use sweepscope::geometry::polygon_walkable::Support;
use sweepscope::policy::Policy;

use super::compare::{center, float, plane, vector};
use super::math::ray;
use super::read::Fields;
use super::scene::Scene;

pub(super) fn answer(
    name: &str,
    case: Fields<'_>,
    scene: Scene<'_>,
    policy: &Policy,
) -> Option<Value> {
    let mesh = case.text("mesh");
    let tree = scene.tree(mesh);
    let polygon = &tree.polygons()[case.whole("poly") as usize];
    let sphere = || case.sphere("sphere");
    let up = || case.vector("up");
    let r = |r: bool| json!({ "r": r });
    // Both recorded variants of the static test have this one form here.
    let static_test = || {
        let mut contact = Vec3::ZERO;
        let hit = polygon.hits_sphere(&sphere(), &mut contact, policy);
        (hit, contact)
    };
    Some(match name {
        "plane" => json!({ "plane": plane(polygon.plane) }),
        "hits_sphere" => r(static_test().0),
        "polygon_hits_sphere" | "polygon_hits_sphere_precise" => {
            let (hit, contact) = static_test();
            json!({ "r": hit, "contact": vector(contact) })
        }
        "pos_hits_sphere" => {
            let (hit, contact) = static_test();
            let approach = polygon.approach(case.vector("movement"));
            json!({
                "r": hit && approached(approach),
                "contact": vector(contact),
                "poly_set": hit,
            })
        }
        "walkable_hits_sphere" => {
            let allowance = case.float("walkable_allowance");
            r(polygon.walkable_hits_sphere(&sphere(), up(), allowance, policy))
        }
        "check_walkable" => r(polygon.supports(&sphere(), up(), Support::Full, policy)),
        "check_small_walkable" => r(polygon.supports(&sphere(), up(), Support::Small, policy)),
        "find_crossed_edge" => {
            let crossed = polygon.crossed_edge(sphere().center, up());
            json!({ "r": crossed.is_some(), "normal": vector(crossed.unwrap_or(Vec3::ZERO)) })
        }
        "adjust_sphere_to_plane" => {
            let (mut moved, mut interp) = (sphere(), case.float("walk_interp"));
            let movement = case.vector("movement");
            let adjusted = polygon.adjust_sphere_to_plane(&mut moved, movement, &mut interp);
            json!({
                "r": adjusted,
                "center": center(&moved),
                "walk_interp": float(f64::from(interp)),
            })
        }
        "adjust_sphere_to_poly" => {
            let (start, movement) = (case.vector("cur"), case.vector("movement"));
            let time = polygon.adjust_sphere_to_poly(sphere().radius, start, movement, policy);
            json!({ "r": float(time) })
        }
        "adjust_to_placement_poly" => {
            let mut moved = sphere();
            let solid = if case.flag("center_solid") {
                CenterIn::Solid
            } else {
                CenterIn::Open
            };
            let check = if case.flag("solid_check") {
                CenterCheck::On
            } else {
                CenterCheck::Off
            };
            let radius = case.float("radius");
            let mut other = case.get("other").map(|_| case.sphere("other"));
            polygon.adjust_to_placement_poly(
                &mut moved,
                other.as_mut(),
                radius,
                solid,
                check,
                policy,
            );
            match other {
                Some(other) => json!({ "center": center(&moved), "other": center(&other) }),
                None => json!({ "center": center(&moved) }),
            }
        }
        "hits_ray" => {
            let hit = polygon.hits_ray(&ray(case), scene.sides(mesh));
            json!({ "r": hit.hit, "t": float(hit.time.unwrap_or(0.0)) })
        }
        "point_in_polygon" => r(polygon.contains(case.vector("point"))),
        "point_in_poly2d" => {
            let turn = if case.flag("side") {
                Turn::Clockwise
            } else {
                Turn::CounterClockwise
            };
            r(polygon.contains_from_above(case.vector("point"), turn))
        }
        _ => return None,
    })
}
