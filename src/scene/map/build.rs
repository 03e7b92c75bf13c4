//! Rooms, buildings and landscape of a scene as cells of a world.

use std::collections::BTreeSet;

use glam::Vec3;

use super::model::{self, Beyond, Block, Building, Cell, Terrain, Volume, Water};
use super::number::{BlockNumber, RoomNumber};
use crate::bsp::CellTree;
use crate::formats::dat::load::Loaded;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{cross, narrow, unit, wide};
use crate::geometry::{Frame, Plane, Polygon, Position};
use crate::ids::CellId;
use crate::scene::check::Place;
use crate::scene::error::SceneError;
use crate::scene::locate::Part::{Field, Index};
use crate::scene::model::Scene;
use crate::scene::number::Point;
use crate::scene::solids::{Solids, frame};
use crate::world::landcell::adjust_to_outside;
use crate::world::terrain::{BLOCK_VERTICES, Cut, TerrainError};
use crate::world::{
    self, BuildingPortal, Cells, Elsewhere, HeightField, IndoorCell, Landblock, Object, PortalSide,
};

/// A terrain type that is water.
const WATER_TYPE: u8 = 16;

/// Where something stands that a scene puts to `frame`: in `room`, or in the outdoor cell under its origin; `None` off the map.
pub(in crate::scene) fn seated(
    home: CellId,
    room: Option<RoomNumber>,
    frame: Frame,
) -> Option<Position> {
    let (cell, origin) = match room {
        Some(room) => {
            let cell = room.cell();
            let offset = block_offset(cell, home);
            (cell, narrow(wide(frame.origin) + offset))
        }
        None => adjust_to_outside(home, frame.origin)?,
    };
    Some(Position {
        cell,
        frame: Frame { origin, ..frame },
    })
}

/// The map of a scene that counts from the corner of `home`.
pub(in crate::scene) fn cells(
    scene: &Scene,
    home: BlockNumber,
    solids: &mut Solids<'_>,
) -> Result<Cells, SceneError> {
    let place = solids.place;
    let elsewhere = match &scene.terrain {
        Some(Terrain::Blocks {
            elsewhere: model::Elsewhere::Flat,
            ..
        }) => Elsewhere::Flat,
        _ => Elsewhere::Missing,
    };
    let mut cells = Cells::new(elsewhere);
    if let Some(Terrain::Blocks { blocks, .. }) = &scene.terrain {
        for (index, block) in blocks.iter().enumerate() {
            cells.add_block(landblock(block).map_err(|error| {
                let path = [Field("terrain"), Field("blocks"), Index(index)];
                place.error(&path, error.to_string())
            })?);
        }
    }
    for (index, room) in scene.cells.iter().enumerate() {
        let built = indoor(scene, home.first_cell(), index, room, solids)?;
        cells.add_indoor(built);
    }
    for (index, shell) in scene.buildings.iter().enumerate() {
        let built = building(home.first_cell(), index, shell, solids)?;
        let path = [Field("buildings"), Index(index), Field("at")];
        if cells.building(built.position.cell).is_some() {
            let problem = format!(
                "a second building in the outdoor cell {}; it holds one",
                built.position.cell
            );
            return Err(place.error(&path, problem));
        }
        cells.add_building(built);
    }
    Ok(cells)
}

/// Adds a piece of the game's map; what the scene has there itself stays.
pub(in crate::scene) fn add(piece: Loaded, cells: &mut Cells, objects: &mut Vec<Object>) {
    for block in piece.blocks {
        if cells.block(CellId(block.block() << 16)).is_none() {
            cells.add_block(block);
        }
    }
    for room in piece.rooms {
        if cells.indoor(room.id).is_none() {
            cells.add_indoor(room);
        }
    }
    for building in piece.buildings {
        if cells.building(building.position.cell).is_none() {
            cells.add_building(building);
        }
    }
    // A piece may overlap another; its objects are called by where they come from.
    let known: BTreeSet<String> = objects.iter().map(|object| object.name.clone()).collect();
    let new = piece.objects.into_iter();
    objects.extend(new.filter(|object| !known.contains(&object.name)));
}

/// The ground of a single space.
pub(in crate::scene) fn height_field(
    terrain: &Terrain,
    place: Place<'_>,
) -> Result<Option<HeightField>, SceneError> {
    let Terrain::HeightField {
        at,
        spacing,
        size,
        heights,
    } = terrain
    else {
        return Ok(None);
    };
    let heights: Vec<f32> = heights.iter().map(|height| height.get()).collect();
    let origin = at.map_or(Vec3::ZERO, Point::vector);
    let size = (size.0 as usize, size.1 as usize);
    HeightField::new(origin, spacing.get(), size, &heights)
        .map(Some)
        .map_err(|error| place.error(&[Field("terrain")], error.to_string()))
}

fn landblock(block: &Block) -> Result<Landblock, TerrainError> {
    let side = BLOCK_VERTICES;
    let level = block.level.map_or(0.0, |level| level.get());
    let mut heights: Vec<f32> = block.heights.iter().map(|height| height.get()).collect();
    if heights.is_empty() {
        heights = vec![level; side * side];
    }
    let at = |(column, row): (u32, u32)| side * column as usize + row as usize;
    for (point, height) in &block.raised {
        if let Some(known) = heights.get_mut(at(*point)) {
            *known = height.get();
        }
    }
    let mut types = vec![0; side * side];
    match &block.water {
        Water::Dry => {}
        Water::All => types.fill(WATER_TYPE),
        Water::Points(points) => {
            for point in points {
                if let Some(kind) = types.get_mut(at(*point)) {
                    *kind = WATER_TYPE;
                }
            }
        }
    }
    let cut = match block.cut {
        model::Cut::ByPlace => None,
        model::Cut::SouthWestNorthEast => Some(Cut::SouthWestNorthEast),
        model::Cut::NorthWestSouthEast => Some(Cut::NorthWestSouthEast),
    };
    Landblock::with_cut(block.id.get(), &heights, &types, cut)
}

fn indoor(
    scene: &Scene,
    home: CellId,
    index: usize,
    room: &Cell,
    solids: &mut Solids<'_>,
) -> Result<IndoorCell, SceneError> {
    let place = solids.place;
    let own = [Field("cells"), Index(index)];
    let name = format!("cell {}", room.id);
    let structure = match &room.walls {
        Some(shape) => {
            let path = [own[0], own[1], Field("walls")];
            Some(solids.tree(shape, room.tree, &path, &name)?)
        }
        None => None,
    };
    let mut portals = Vec::with_capacity(room.portals.len());
    for (number, portal) in room.portals.iter().enumerate() {
        let corners = portal.polygon.iter().map(|point| point.vector()).collect();
        let polygon = Polygon::new(corners).ok_or_else(|| {
            let path = [
                own[0],
                own[1],
                Field("portals"),
                Index(number),
                Field("polygon"),
            ];
            place.error(&path, "the corners span no area")
        })?;
        portals.push(world::Portal {
            number: number as u32,
            polygon,
            side: match portal.side {
                model::Side::Positive => PortalSide::Positive,
                model::Side::Negative => PortalSide::Negative,
            },
            beyond: match portal.to {
                Beyond::Outside => world::Beyond::Outside,
                Beyond::Cell(cell) | Beyond::Absent(cell) => world::Beyond::Cell(cell.cell()),
            },
        });
    }
    if portals.is_empty() {
        solids.warnings.push(format!(
            "{name}: no portal; to all policies but ace nothing is ever inside of it"
        ));
    }
    let outside = portals
        .iter()
        .any(|portal| portal.beyond == world::Beyond::Outside);
    let all = || scene.cells.iter().map(|cell| cell.id);
    let visible: Vec<RoomNumber> = match &room.visible {
        Some(list) => list.clone(),
        None => all().filter(|id| *id != room.id).collect(),
    };
    let frame = frame(room.at, room.yaw_degrees, room.rotation);
    let offset = block_offset(room.id.cell(), home);
    Ok(IndoorCell {
        id: room.id.cell(),
        frame: Frame {
            origin: narrow(wide(frame.origin) + offset),
            ..frame
        },
        structure,
        volume: volume(&room.volume),
        portals,
        visible: visible.into_iter().map(RoomNumber::cell).collect(),
        sees_outside: room.sees_outside.unwrap_or(outside),
    })
}

fn volume(volume: &Volume) -> CellTree {
    let plane = |normal: Vec3, offset: f32| Plane { normal, offset };
    let level = |low: f32, high: f32| [plane(Vec3::Z, -low), plane(Vec3::NEG_Z, high)];
    let planes = match volume {
        Volume::Box { min, max } => {
            let (min, max) = (min.vector(), max.vector());
            let mut planes = vec![
                plane(Vec3::X, -min.x),
                plane(Vec3::NEG_X, max.x),
                plane(Vec3::Y, -min.y),
                plane(Vec3::NEG_Y, max.y),
            ];
            planes.extend(level(min.z, max.z));
            planes
        }
        Volume::Prism { outline, z } => {
            let mut ring: Vec<Vec3> = outline
                .iter()
                .map(|(x, y)| Vec3::new(x.get(), y.get(), 0.0))
                .collect();
            if super::check::doubled_area(&ring) < 0.0 {
                ring.reverse();
            }
            let mut planes: Vec<Plane> = (0..ring.len())
                .filter_map(|k| {
                    let way = wide(ring[(k + 1) % ring.len()]) - wide(ring[k]);
                    let inwards = unit(cross(wide(Vec3::Z), way))?;
                    Some(Plane::through(ring[k], narrow(inwards)))
                })
                .collect();
            planes.extend(level(z.0.get(), z.1.get()));
            planes
        }
        Volume::Planes(list) => list
            .iter()
            .map(|(normal, offset)| plane(normal.vector(), offset.get()))
            .collect(),
    };
    CellTree { planes }
}

fn building(
    home: CellId,
    index: usize,
    shell: &Building,
    solids: &mut Solids<'_>,
) -> Result<world::Building, SceneError> {
    let own = [Field("buildings"), Index(index)];
    let tree = match &shell.shape {
        Some(shape) => {
            let path = [own[0], own[1], Field("shape")];
            Some(solids.tree(shape, shell.tree, &path, &format!("building {index}"))?)
        }
        None => None,
    };
    let portals = shell
        .portals
        .iter()
        .map(|opening| BuildingPortal {
            inner: opening.to.cell(),
            other_portal: opening.back,
        })
        .collect();
    let frame = frame(Some(shell.at), shell.yaw_degrees, shell.rotation);
    world::Building::new(home, frame, tree, portals).ok_or_else(|| {
        let path = [own[0], own[1], Field("at")];
        solids.place.error(&path, OFF_THE_MAP)
    })
}

/// The words for a place without cells.
pub(in crate::scene) const OFF_THE_MAP: &str =
    "off the map; its landblocks have columns and rows from 0x00 to 0xFE";
