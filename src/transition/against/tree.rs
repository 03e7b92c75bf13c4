//! A mover against one object's polygon tree.

use glam::Vec3;

use crate::bsp::Struck;
use crate::bsp::adjust_to_plane::adjust_to_plane;
use crate::constants::EPSILON_WIDE;
use crate::geometry::Sphere;
use crate::geometry::vector::{length, narrow, wide};
use crate::ids::{ObjectId, PolygonId};
use crate::outcome::Outcome;
use crate::policy::ClipNormal;
use crate::probe::{Branch, Event, NormalSource, Probe};
use crate::transition::mover::MoverFlags;
use crate::transition::sweep::{AdjustSummary, Hit, Run};
use crate::world::Object;

/// Tests the mover at its check position against `object`.
///
/// The root sphere, around its own centre, is the only early exit (spec/bsp.md 10.2): no filter by the object's origin.
///
/// # Source
/// spec/bsp.md 10.1, 10.2, `CGfxObj::find_obj_collisions` 0x00534700.
pub(crate) fn against_tree<P: Probe>(
    run: &mut Run<'_, P>,
    id: ObjectId,
    object: &Object,
) -> Outcome {
    // The mover in the tree's unscaled space.
    let check = run.path.check_spheres[0];
    let start = object.to_tree(run.path.current_centers[0]);
    let local = Sphere {
        center: object.to_tree(check.center),
        radius: check.radius / object.scale,
    };
    let root = object.tree.root_sphere();
    let apart = length(wide(root.center) - wide(local.center));
    let reach = f64::from(root.radius) + f64::from(local.radius);
    let near = apart * apart - reach * reach < EPSILON_WIDE;
    if !near {
        return Outcome::Ok;
    }
    // Branch 6, the only one that a clipped mover without contact can reach (spec/bsp.md 6.1).
    run.probe.note(|| Event::BranchTaken {
        branch: Branch::PathClipped,
    });
    let movement = narrow(wide(local.center) - wide(start));
    let mut struck = Struck::default();
    let hit =
        object
            .tree
            .sphere_intersects_poly(&local, movement, &mut struck, run.policy, run.probe);
    match struck.polygon {
        // A polygon that is touched but not approached stops a clipped mover as well.
        Some(polygon) => collide_with_point(run, id, object, local, start, polygon, struck.contact),
        None => {
            debug_assert!(!hit, "a hit names its polygon");
            Outcome::Ok
        }
    }
}

/// Stops at the polygon: with perfect clip at the touch time, otherwise where the step began.
///
/// # Source
/// spec/bsp.md 6.6, `collide_with_pt` 0x0053a090.
fn collide_with_point<P: Probe>(
    run: &mut Run<'_, P>,
    id: ObjectId,
    object: &Object,
    local: Sphere,
    start: Vec3,
    first: PolygonId,
    contact: Vec3,
) -> Outcome {
    if !run.mover.flags.has(MoverFlags::PERFECT_CLIP) {
        hit(run, id, object, first, contact);
        return Outcome::Collided;
    }
    let mut sphere = local;
    let mut struck = Struck {
        polygon: Some(first),
        contact,
    };
    let result = adjust_to_plane(
        &object.tree,
        &mut sphere,
        start,
        &mut struck,
        run.policy,
        run.probe,
    );
    run.adjust = Some(AdjustSummary {
        success: result.success,
        time: result.time,
        rounds: result.rounds,
    });
    if !result.success {
        // Collided without a normal: the validation will make one up.
        run.hit = Some(Hit {
            object: id,
            polygon: first,
        });
        return Outcome::Collided;
    }
    let blocker = match run.policy.clip_normal {
        ClipNormal::LastBlocker => struck.polygon.unwrap_or(first),
        ClipNormal::OriginalHit => first,
    };
    hit(run, id, object, blocker, struck.contact);
    let shift = narrow((wide(sphere.center) - wide(local.center)) * f64::from(object.scale));
    run.path.add_offset(object.frame.vector_to_global(shift));
    Outcome::Adjusted
}

/// Writes the polygon's normal as the path's collision normal.
fn hit<P: Probe>(
    run: &mut Run<'_, P>,
    id: ObjectId,
    object: &Object,
    polygon: PolygonId,
    contact: Vec3,
) {
    let Some(struck) = object.tree.polygon(polygon) else {
        debug_assert!(false, "a walk names polygons of its own tree");
        return;
    };
    let normal = object.frame.vector_to_global(struck.plane.normal);
    run.hit = Some(Hit {
        object: id,
        polygon,
    });
    run.probe.note(|| Event::PlaneHit {
        object: id,
        polygon,
        point: object.to_world(contact),
        normal,
    });
    run.write_normal(normal, NormalSource::Contact);
}
