//! `land.json` and `cells.json`: the landscape, and the cells that spheres touch.

use serde_json::{Value, json};

use sweepscope::geometry::position::block_offset;
use sweepscope::geometry::{Polygon, Sphere};
use sweepscope::ids::CellId;
use sweepscope::policy::Policy;
use sweepscope::world::World;
use sweepscope::world::cell_list::{Containing, Unseen};
use sweepscope::world::landcell::adjust_to_outside;
use sweepscope::world::terrain::Water;

use super::compare::{float, plane, vector, wide_vector};
use super::read::{self, Fields};
use super::scene::Scene;

pub(super) fn answer(
    name: &str,
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
) -> Option<Value> {
    let id = |name| read::cell(case.whole(name), scene.block());
    let cells = world.cells()?;
    Some(match name {
        "block_offset" => json!({ "r": wide_vector(block_offset(id("a"), id("b"))) }),
        "adjust_to_outside" => {
            let v = case.vector("v");
            let found = adjust_to_outside(id("cell"), v);
            let (cell, v) = found.unwrap_or((CellId::NONE, v));
            json!({ "r": found.is_some(), "cell": cell.0, "v": vector(v) })
        }
        "find_terrain_poly" => match cells.ground(id("cell"), case.vector("point")) {
            Some(ground) => json!({
                "r": true,
                "poly": ground.face,
                "plane": plane(ground.plane),
                "water_depth": float(ground.depth),
            }),
            None => json!({ "r": false }),
        },
        "terrain" => {
            let word = |water| match water {
                Water::None => 0,
                Water::Partly => 1,
                Water::Entirely => 2,
            };
            let face = |face: &Polygon| {
                json!({
                    "verts": face.vertices.iter().map(|v| vector(*v)).collect::<Vec<_>>(),
                    "plane": plane(face.plane),
                })
            };
            let asked = case.list("cells").iter();
            let asked = asked.map(|id| read::cell(read::whole(id), scene.block()));
            let block = cells.block(CellId(scene.block()))?;
            let cells: Option<Vec<Value>> = asked
                .map(|cell| {
                    let faces = block.faces(cell)?.iter().map(face);
                    Some(json!({
                        "id": cell.0,
                        "water": word(block.water(cell)?),
                        "polys": faces.collect::<Vec<_>>(),
                    }))
                })
                .collect();
            json!({ "cells": cells?, "block_water": word(block.block_water()) })
        }
        _ => return None,
    })
}

/// The list of the cells that a set of spheres touches.
pub(super) fn touched(
    case: Fields<'_>,
    scene: Scene<'_>,
    world: &World,
    policy: &Policy,
) -> Option<Value> {
    let at = case.position("pos", scene.block());
    let spheres: Vec<Sphere> = case.list("spheres").iter().map(read::sphere).collect();
    let containing = if case.flag("want_cell") {
        Containing::Asked
    } else {
        Containing::NotAsked
    };
    let unseen = if case.flag("load_cells") {
        Unseen::Dropped
    } else {
        Unseen::Kept
    };
    let mut list = Vec::new();
    let found = world
        .cells()?
        .list(&mut list, at.cell, &spheres, containing, unseen, policy);
    Some(json!({
        "cells": list.iter().map(|cell| cell.0).collect::<Vec<_>>(),
        "cur": found.containing.unwrap_or(CellId::NONE).0,
        "hits_interior": found.hits_interior,
    }))
}
