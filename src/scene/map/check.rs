//! What the shape of a map cannot refuse: ids, references, counts.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::model::{Beyond, Block, Cell, Terrain, Volume, Water};
use super::number::RoomNumber;
use crate::formats::text::count;
use crate::scene::check::{Place, polygons_only, shape, turn};
use crate::scene::error::SceneError;
use crate::scene::locate::Part;
use crate::scene::locate::Part::{Field, Index};
use crate::scene::model::{Rig, Scene};

/// Most rooms and buildings of a scene, each.
const MAX_CELLS: usize = 10_000;
/// Most landblocks of a scene: the whole map.
const MAX_BLOCKS: usize = 255 * 255;
/// Most portals of a room or building, and most planes of a volume.
const MAX_PORTALS: usize = 1000;
/// Most heights along a side of a height field.
const MAX_SIDE: u32 = 2048;
/// Heights of a landblock.
const BLOCK_HEIGHTS: usize = 81;

/// What is wrong, and on which way from the value at hand.
type Wrong = (Vec<Part<'static>>, String);

/// Refuses what is wrong with the map of `scene`.
pub(in crate::scene) fn check(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    needs_landblock(scene, place)?;
    let limits = [
        ("cells", scene.cells.len(), MAX_CELLS),
        ("buildings", scene.buildings.len(), MAX_CELLS),
    ];
    for (field, count, most) in limits {
        if count > most {
            let problem = format!("{count} {field}; at most {most} were expected");
            return Err(place.error(&[Field(field)], problem));
        }
    }
    let mut rooms: BTreeMap<RoomNumber, &Cell> = BTreeMap::new();
    for (index, cell) in scene.cells.iter().enumerate() {
        if rooms.insert(cell.id, cell).is_some() {
            let problem = format!("{} stands twice; each cell has an id of its own", cell.id);
            return Err(place.error(&[Field("cells"), Index(index), Field("id")], problem));
        }
    }
    for (index, cell) in scene.cells.iter().enumerate() {
        room(cell, &rooms)
            .map_err(|(rest, problem)| place.error(&joined("cells", index, &rest), problem))?;
    }
    for (index, building) in scene.buildings.iter().enumerate() {
        let told =
            |(rest, problem): Wrong| place.error(&joined("buildings", index, &rest), problem);
        turn(building.rotation, building.yaw_degrees)
            .map_err(|problem| told((vec![Field("rotation")], problem)))?;
        if let Some(own) = &building.shape {
            placed_shape(own, "shape").map_err(told)?;
        }
        let portals = &building.portals;
        count_portals(portals.len()).map_err(told)?;
        for (number, opening) in portals.iter().enumerate() {
            let at = |field| vec![Field("portals"), Index(number), Field(field)];
            let Some(inner) = rooms.get(&opening.to) else {
                return Err(told((at("to"), missing(opening.to, &rooms))));
            };
            let back = inner
                .portals
                .get(usize::try_from(opening.back).unwrap_or(usize::MAX));
            let is_open = back.is_some_and(|portal| portal.to == Beyond::Outside);
            if opening.back != -1 && !is_open {
                let problem = format!(
                    "cell {} has no portal {} to Outside; its index or -1 was expected",
                    opening.to, opening.back
                );
                return Err(told((at("back"), problem)));
            }
        }
    }
    for (index, object) in scene.objects.iter().enumerate() {
        known_or_loaded(object.cell, &rooms, scene)
            .map_err(|problem| place.error(&joined("objects", index, &[Field("cell")]), problem))?;
    }
    let start = match &scene.rig {
        Rig::Chase(_) => None,
        Rig::Sweep(sweep) => sweep.cell,
        Rig::Mover(mover) => mover.cell,
    };
    known_or_loaded(start, &rooms, scene)
        .map_err(|problem| place.error(&[Field("rig"), Field("cell")], problem))?;
    terrain(scene, place)
}

/// Cells are a matter of maps, height fields of single spaces.
fn needs_landblock(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    let is_field = matches!(scene.terrain, Some(Terrain::HeightField { .. }));
    if scene.landblock.is_some() {
        let problem =
            "a HeightField is the ground of a scene without `landblock`; Blocks was expected";
        return match is_field {
            true => Err(place.error(&[Field("terrain")], problem)),
            false => Ok(()),
        };
    }
    let mut found = None;
    for (field, is_there) in [
        ("cells", !scene.cells.is_empty()),
        ("buildings", !scene.buildings.is_empty()),
        ("terrain", scene.terrain.is_some() && !is_field),
    ] {
        if is_there && found.is_none() {
            found = Some(vec![Field(field)]);
        }
    }
    let object = scene
        .objects
        .iter()
        .position(|object| object.cell.is_some());
    let object = object.map(|index| vec![Field("objects"), Index(index), Field("cell")]);
    let in_rig = match &scene.rig {
        Rig::Chase(_) => false,
        Rig::Sweep(sweep) => sweep.cell.is_some(),
        Rig::Mover(mover) => mover.cell.is_some(),
    };
    let in_rig = in_rig.then(|| vec![Field("rig"), Field("cell")]);
    match found.or(object).or(in_rig) {
        Some(path) => Err(place.error(
            &path,
            "without the scene's `landblock`, from whose corner its coordinates count, as `landblock: 0xA9B4`",
        )),
        None => Ok(()),
    }
}

fn joined(list: &'static str, index: usize, rest: &[Part<'static>]) -> Vec<Part<'static>> {
    [&[Field(list), Index(index)], rest].concat()
}

fn missing(cell: RoomNumber, rooms: &BTreeMap<RoomNumber, &Cell>) -> String {
    let known: Vec<String> = rooms.keys().take(8).map(ToString::to_string).collect();
    let more = if rooms.len() > known.len() {
        ", .."
    } else {
        ""
    };
    if known.is_empty() {
        format!("there is no cell {cell}: the scene has none")
    } else {
        format!("there is no cell {cell}; known: {}{more}", known.join(", "))
    }
}

fn known(cell: Option<RoomNumber>, rooms: &BTreeMap<RoomNumber, &Cell>) -> Result<(), String> {
    match cell {
        Some(cell) if !rooms.contains_key(&cell) => Err(missing(cell, rooms)),
        _ => Ok(()),
    }
}

/// As [`known`]; which rooms a game file brings shows only once it is loaded.
fn known_or_loaded(
    cell: Option<RoomNumber>,
    rooms: &BTreeMap<RoomNumber, &Cell>,
    scene: &Scene,
) -> Result<(), String> {
    match &scene.game {
        Some(game) if !game.load.is_empty() => Ok(()),
        _ => known(cell, rooms),
    }
}

fn count_portals(count: usize) -> Result<(), Wrong> {
    if count > MAX_PORTALS {
        let problem = format!("{count} portals; at most {MAX_PORTALS} were expected");
        return Err((vec![Field("portals")], problem));
    }
    Ok(())
}

fn placed_shape(own: &crate::scene::model::Shape, field: &'static str) -> Result<(), Wrong> {
    let told = |(rest, problem): Wrong| ([vec![Field(field)], rest].concat(), problem);
    polygons_only(own).map_err(|problem| told((Vec::new(), problem)))?;
    shape(own).map_err(told)
}

fn room(cell: &Cell, rooms: &BTreeMap<RoomNumber, &Cell>) -> Result<(), Wrong> {
    turn(cell.rotation, cell.yaw_degrees).map_err(|problem| (vec![Field("rotation")], problem))?;
    if let Some(walls) = &cell.walls {
        placed_shape(walls, "walls")?;
    }
    volume(&cell.volume)
        .map_err(|(rest, problem)| ([vec![Field("volume")], rest].concat(), problem))?;
    count_portals(cell.portals.len())?;
    for (index, portal) in cell.portals.iter().enumerate() {
        let at = |field| vec![Field("portals"), Index(index), Field(field)];
        let corners = portal.polygon.len();
        if corners < 3 {
            let problem = format!(
                "{}; at least 3 were expected",
                count(corners as u64, "corner")
            );
            return Err((at("polygon"), problem));
        }
        if let Beyond::Cell(to) = portal.to {
            if to == cell.id {
                let problem = format!(
                    "{to} is the cell of the portal itself; another one or Outside was expected"
                );
                return Err((at("to"), problem));
            }
            known(Some(to), rooms).map_err(|problem| (at("to"), problem))?;
        }
    }
    let mut seen = BTreeSet::new();
    for (index, other) in cell.visible.iter().flatten().enumerate() {
        let wrong = |problem| (vec![Field("visible"), Index(index)], problem);
        if *other == cell.id {
            let problem = format!("{other} is the cell itself; leave it out");
            return Err(wrong(problem));
        }
        if !seen.insert(*other) {
            return Err(wrong(format!("{other} stands twice")));
        }
        known(Some(*other), rooms).map_err(wrong)?;
    }
    Ok(())
}

fn volume(volume: &Volume) -> Result<(), Wrong> {
    match volume {
        Volume::Box { min, max } => {
            if min.vector().cmplt(max.vector()).all() {
                return Ok(());
            }
            let (low, high) = (min.vector(), max.vector());
            let problem = format!("{high} is not greater than min {low} on every axis");
            Err((vec![Field("max")], problem))
        }
        Volume::Prism { outline, z } => {
            if outline.len() < 3 || outline.len() > MAX_PORTALS {
                let problem = format!(
                    "{}; 3 to {MAX_PORTALS} were expected",
                    count(outline.len() as u64, "corner")
                );
                return Err((vec![Field("outline")], problem));
            }
            let ring: Vec<Vec3> = outline
                .iter()
                .map(|(x, y)| Vec3::new(x.get(), y.get(), 0.0))
                .collect();
            if !is_convex(&ring) {
                let problem = "the outline is not convex, and a volume is".to_owned();
                return Err((vec![Field("outline")], problem));
            }
            if z.0.get() < z.1.get() {
                return Ok(());
            }
            let problem = "the first must be less than the second".to_owned();
            Err((vec![Field("z")], problem))
        }
        Volume::Planes(planes) => {
            if planes.is_empty() || planes.len() > MAX_PORTALS {
                let problem = format!("{} planes; 1 to {MAX_PORTALS} were expected", planes.len());
                return Err((Vec::new(), problem));
            }
            let long = |normal: Vec3| {
                let square = crate::geometry::vector::dot(normal, normal);
                (square - 1.0).abs() > 1e-3
            };
            match planes.iter().position(|(normal, _)| long(normal.vector())) {
                Some(index) => {
                    let problem = format!(
                        "the normal {} does not have length 1",
                        planes[index].0.vector()
                    );
                    Err((vec![Index(index)], problem))
                }
                None => Ok(()),
            }
        }
    }
}

/// Twice the area of a ring of points, negative if it runs clockwise seen from above.
pub(super) fn doubled_area(ring: &[Vec3]) -> f64 {
    (0..ring.len())
        .map(|k| {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            f64::from(a.x) * f64::from(b.y) - f64::from(b.x) * f64::from(a.y)
        })
        .sum()
}

/// Whether a ring turns one way only and has an area.
fn is_convex(ring: &[Vec3]) -> bool {
    let side = doubled_area(ring);
    side != 0.0
        && (0..ring.len()).all(|k| {
            let three = [0, 1, 2].map(|by| ring[(k + by) % ring.len()]);
            doubled_area(&three) * side >= 0.0
        })
}

fn terrain(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    match &scene.terrain {
        None => Ok(()),
        Some(Terrain::Blocks { blocks, .. }) => {
            if blocks.len() > MAX_BLOCKS {
                let problem = format!(
                    "{} blocks; at most {MAX_BLOCKS} were expected",
                    blocks.len()
                );
                return Err(place.error(&[Field("terrain"), Field("blocks")], problem));
            }
            let mut seen = BTreeSet::new();
            for (index, own) in blocks.iter().enumerate() {
                let path = |rest: &[Part<'static>]| {
                    [&[Field("terrain"), Field("blocks"), Index(index)], rest].concat()
                };
                if !seen.insert(own.id) {
                    let problem = format!("{} stands twice", own.id);
                    return Err(place.error(&path(&[Field("id")]), problem));
                }
                block(own).map_err(|(rest, problem)| place.error(&path(&rest), problem))?;
            }
            Ok(())
        }
        Some(Terrain::HeightField { size, heights, .. }) => {
            let at = |field| [Field("terrain"), Field(field)];
            if [size.0, size.1]
                .iter()
                .any(|side| !(2..=MAX_SIDE).contains(side))
            {
                let problem = format!(
                    "{} x {} heights; 2 to {MAX_SIDE} each way were expected",
                    size.0, size.1
                );
                return Err(place.error(&at("size"), problem));
            }
            let wanted = u64::from(size.0) * u64::from(size.1);
            if heights.len() as u64 != wanted {
                let problem = format!("{} heights; {wanted} were expected", heights.len());
                return Err(place.error(&at("heights"), problem));
            }
            Ok(())
        }
    }
}

fn block(block: &Block) -> Result<(), Wrong> {
    let count = block.heights.len();
    if count != 0 && count != BLOCK_HEIGHTS {
        let problem = format!("{count} heights; {BLOCK_HEIGHTS} were expected, 9 columns of 9");
        return Err((vec![Field("heights")], problem));
    }
    if count != 0 && block.level.is_some() {
        let problem = "beside `heights`; a block has one or the other".to_owned();
        return Err((vec![Field("level")], problem));
    }
    let is_beyond = |(column, row): (u32, u32)| column > 8 || row > 8;
    let problem = || "columns and rows go from 0 to 8".to_owned();
    if let Some(index) = block.raised.iter().position(|(point, _)| is_beyond(*point)) {
        return Err((vec![Field("raised"), Index(index)], problem()));
    }
    if let Water::Points(points) = &block.water
        && let Some(index) = points.iter().position(|point| is_beyond(*point))
    {
        return Err((vec![Field("water"), Index(index)], problem()));
    }
    Ok(())
}
