//! `bsp.json`: queries on trees and on the volumes of cells.

use glam::Vec3;
use serde_json::{Value, json};

use sweepscope::bsp::walkable::Slope;
use sweepscope::bsp::{CellContact, SolidHit, Struck, Tree, Walked, adjust_to_plane};
use sweepscope::geometry::polygon_adjust::{CenterCheck, CenterIn};
use sweepscope::ids::PolygonId;
use sweepscope::policy::Policy;

use super::compare::{center, float, vector};
use super::read::Fields;
use super::scene::Scene;
use super::single;

pub(super) fn answer(
    name: &str,
    case: Fields<'_>,
    scene: Scene<'_>,
    policy: &Policy,
) -> Option<Value> {
    if case.get("cell").is_some() {
        return cell(name, case, scene);
    }
    let found = scene.tree(case.text("mesh"));
    if case.get("mover").is_some() {
        return single::tree(name, case, scene, &scene.world(), &found, policy);
    }
    tree(name, case, &found, policy)
}

/// Queries on the volume of a cell.
fn cell(name: &str, case: Fields<'_>, scene: Scene<'_>) -> Option<Value> {
    let volume = scene.volume(case.whole("cell"));
    Some(match name {
        "point_inside_cell_bsp" => json!({ "r": volume.contains(case.vector("point")) }),
        "box_intersects_cell_bsp" => json!({ "r": volume.meets_box(&case.bounds()) }),
        "sphere_intersects_cell_bsp" => {
            let contact = volume.contact(&case.sphere("sphere"));
            json!({ "r": match contact {
                CellContact::Outside => "Outside",
                CellContact::Partly => "PartiallyInside",
                CellContact::Entirely => "EntirelyInside",
            }})
        }
        _ => return None,
    })
}

/// Queries on a tree, in its own space.
fn tree(name: &str, case: Fields<'_>, tree: &Tree, policy: &Policy) -> Option<Value> {
    let sphere = || case.sphere("sphere");
    let slope = || Slope {
        up: case.vector("up"),
        allowance: case.float("walkable_allowance"),
    };
    let check = || {
        if case.flag("center_check") {
            CenterCheck::On
        } else {
            CenterCheck::Off
        }
    };
    let index = |polygon: Option<PolygonId>| polygon.map_or(-1, |id| i64::from(id.0));
    let probe = &mut ();
    Some(match name {
        "adjust_to_plane" => {
            let mut moved = sphere();
            let mut struck = Struck {
                polygon: Some(PolygonId(case.whole("poly"))),
                contact: Vec3::ZERO,
            };
            let start = case.vector("cur");
            let result = adjust_to_plane(tree, &mut moved, start, &mut struck, policy, probe);
            json!({ "r": result.success, "center": center(&moved) })
        }
        "find_walkable" => {
            let mut walked = Walked {
                sphere: sphere(),
                interp: case.float("walk_interp"),
                polygon: None,
            };
            let movement = case.vector("movement");
            let changed = tree.find_walkable(&mut walked, movement, slope(), policy, probe);
            json!({
                "changed": changed,
                "poly": index(walked.polygon),
                "center": center(&walked.sphere),
                "walk_interp": float(f64::from(walked.interp)),
            })
        }
        "hits_walkable" => {
            json!({ "r": tree.hits_walkable(&sphere(), slope(), policy, probe) })
        }
        "point_intersects_solid" => {
            json!({ "r": tree.point_intersects_solid(case.vector("point"), policy) })
        }
        "sphere_intersects_poly" => {
            let (mut struck, movement) = (Struck::default(), case.vector("movement"));
            let hit = tree.sphere_intersects_poly(&sphere(), movement, &mut struck, policy, probe);
            json!({
                "r": hit,
                "poly": index(struck.polygon),
                "contact": vector(struck.contact),
            })
        }
        "sphere_intersects_solid" => {
            json!({ "r": tree.sphere_intersects_solid(&sphere(), check(), policy, probe) })
        }
        "sphere_intersects_solid_poly" => {
            let mut hit = SolidHit::default();
            let radius = case.float("radius");
            let solid = tree.sphere_intersects_solid_poly(
                &sphere(),
                radius,
                &mut hit,
                check(),
                policy,
                probe,
            );
            json!({
                "r": solid,
                "center_solid": hit.center == CenterIn::Solid,
                "poly": index(hit.polygon),
            })
        }
        _ => return None,
    })
}
