//! Fields that a record lacks, and numbers of it that nothing can be held against.

use super::model::{BodyModel, ResultModel};
use super::read::Record;
use crate::body::Transient;
use crate::formats::json::Triple;

/// The fields that `record` lacks, as `result.position`, of those that a sweep needs or that its end is compared with.
#[must_use]
pub fn lacking(record: &Record) -> Vec<String> {
    let model = &record.model;
    let input = model.input.iter().flat_map(|input| {
        let there = [
            (input.current_pos.is_some(), "currentPos"),
            (input.target_pos.is_some(), "targetPos"),
            (input.sphere_radius.is_some(), "sphereRadius"),
        ];
        absent(&there)
    });
    let before = model.body_before.as_ref().map(|before| {
        let mut fields = before.missing();
        fields.extend(Some("slidingNormal").filter(|_| lacks_sliding(before)));
        fields
    });
    let after = model.body_after.as_ref().map(of_after);
    let result = model.result.as_ref().map(of_result);
    let mut list: Vec<String> = input.map(|field| format!("input.{field}")).collect();
    for (name, fields) in [
        ("bodyBefore", before),
        ("result", result),
        ("bodyAfter", after),
    ] {
        match fields {
            None => list.push(name.to_owned()),
            Some(fields) => {
                list.extend(fields.into_iter().map(|field| format!("{name}.{field}")));
            }
        }
    }
    list
}

/// The names of those that are not there.
fn absent(list: &[(bool, &'static str)]) -> Vec<&'static str> {
    let gone = list.iter().filter(|(there, _)| !there);
    gone.map(|(_, name)| *name).collect()
}

fn of_result(result: &ResultModel) -> Vec<&'static str> {
    let hit_nothing = result.collision_normal_valid != Some(true);
    absent(&[
        (result.position.is_some(), "position"),
        (result.cell_id.is_some(), "cellId"),
        (result.is_on_ground.is_some(), "isOnGround"),
        (
            result.collision_normal_valid.is_some(),
            "collisionNormalValid",
        ),
        (
            hit_nothing || result.collision_normal.is_some(),
            "collisionNormal",
        ),
    ])
}

fn of_after(after: &BodyModel) -> Vec<&'static str> {
    let without_plane = after.contact_plane_valid != Some(true);
    let (cell, water) = (after.contact_plane_cell_id, after.contact_plane_is_water);
    absent(&[
        (after.velocity.is_some(), "velocity"),
        (!lacks_sliding(after), "slidingNormal"),
        (after.contact_plane_valid.is_some(), "contactPlaneValid"),
        (
            without_plane || after.contact_plane.is_some(),
            "contactPlane",
        ),
        (without_plane || cell.is_some(), "contactPlaneCellId"),
        (without_plane || water.is_some(), "contactPlaneIsWater"),
        (after.transient_state.is_some(), "transientState"),
    ])
}

/// Whether it slides along a normal that is not there.
fn lacks_sliding(body: &BodyModel) -> bool {
    let bits = body.transient_state.map(|bits| Transient(bits.0));
    body.sliding_normal.is_none() && bits.is_some_and(|bits| bits.has(Transient::SLIDING))
}

/// The fields of what a record came to whose numbers are not finite, so that they are not compared.
#[must_use]
pub fn not_finite(record: &Record) -> Vec<&'static str> {
    let model = &record.model;
    let (result, after) = (model.result.as_ref(), model.body_after.as_ref());
    let plane = after.and_then(|after| after.contact_plane);
    let normal = result.filter(|result| result.collision_normal_valid == Some(true));
    let has_plane = after.is_some_and(|after| after.contact_plane_valid == Some(true));
    let vector = |there: Option<Triple>| there.is_none_or(|vector| vector.vector().is_finite());
    let slides = after.and_then(|after| after.transient_state);
    let slides = slides.is_some_and(|bits| Transient(bits.0).has(Transient::SLIDING));
    let list = [
        (
            vector(result.and_then(|result| result.position)),
            "result.position",
        ),
        (
            vector(normal.and_then(|result| result.collision_normal)),
            "result.collisionNormal",
        ),
        (
            vector(after.and_then(|after| after.velocity)),
            "bodyAfter.velocity",
        ),
        (
            !slides || vector(after.and_then(|after| after.sliding_normal)),
            "bodyAfter.slidingNormal",
        ),
        (
            !has_plane
                || plane
                    .is_none_or(|plane| plane.normal.vector().is_finite() && plane.d.0.is_finite()),
            "bodyAfter.contactPlane",
        ),
    ];
    absent(&list)
}
