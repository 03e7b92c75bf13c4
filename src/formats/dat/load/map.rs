//! Pieces of the map: rooms, buildings, ground, and what stands about.

use std::sync::Arc;

use glam::Vec3;

use super::super::bytes::{is_measure, is_point};
use super::super::env_cell::{EnvCell, OUTDOORS, PORTAL_SIDE, SEES_OUTSIDE, StaticObject};
use super::super::environment::Environment;
use super::super::error::DatError;
use super::super::ids::{DataSet, REGION, RecordKind, beside, land_block, land_block_info};
use super::super::land::{
    BuildingModel, LandBlock, LandBlockInfo, NO_HEIGHTS, RegionStart, plain_heights,
};
use super::super::library::Fetch;
use super::super::mesh::{self, Vertices};
use super::super::setup::Setup;
use super::super::solid;
use super::{LACKS, Loader, Shape};
use crate::formats::text::{count, either};
use crate::geometry::Polygon;
use crate::ids::CellId;
use crate::world::landcell::adjust_to_outside;
use crate::world::{
    Beyond, Building, BuildingPortal, IndoorCell, Landblock, Object, Portal, PortalSide,
};

/// Rooms of a block that may be missing in a row before the rest is taken for missing.
const MOST_GAPS: u32 = 64;

/// A piece of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A room with the rooms that can be seen from it; with the landscape around it where one of them opens to it.
    Room(u32),
    /// A landblock: ground, what stands on it, buildings, rooms.
    Block(u32),
    /// A landblock and the eight around it, as far as there are any.
    Blocks(u32),
}

/// What a piece of the map holds.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// What stands about, outdoors and in rooms.
    pub objects: Vec<Object>,
    /// Rooms.
    pub rooms: Vec<IndoorCell>,
    /// Shells of buildings.
    pub buildings: Vec<Building>,
    /// Ground.
    pub blocks: Vec<Landblock>,
}

impl<F: Fetch> Loader<'_, F> {
    /// A piece of the map.
    ///
    /// # Errors
    /// [`DatError`]: the room or block that is named is missing or broken.
    pub fn load(&mut self, place: Place) -> Result<Loaded, DatError> {
        let mut loaded = Loaded::default();
        match place {
            Place::Room(id) => self.room_and_seen(id, &mut loaded)?,
            Place::Block(block) => self.block(block, &mut loaded, Rooms::All)?,
            Place::Blocks(block) => {
                self.block(block, &mut loaded, Rooms::All)?;
                let mut missing = 0;
                let around = |k: u32| (block >> 8).checked_add(k / 3)?.checked_sub(1);
                for k in (0..9).filter(|k| *k != 4) {
                    let row = (block & 0xff)
                        .checked_add(k % 3)
                        .and_then(|k| k.checked_sub(1));
                    let (Some(column), Some(row)) = (around(k), row) else {
                        continue;
                    };
                    if column > 0xfe || row > 0xfe {
                        continue;
                    }
                    let other = column << 8 | row;
                    match self.block(other, &mut loaded, Rooms::All) {
                        Err(DatError::NoRecord { .. } | DatError::Alone { .. }) => missing += 1,
                        result => {
                            self.needed(land_block(block), land_block(other), result);
                        }
                    }
                }
                if missing > 0 {
                    self.note(format!(
                        "{missing} of the blocks around {block:#06X} {} not in the file",
                        either(missing, "is", "are")
                    ));
                }
            }
        }
        Ok(loaded)
    }

    fn room_and_seen(&mut self, id: u32, loaded: &mut Loaded) -> Result<(), DatError> {
        let cell = self.read(DataSet::Cell, id, EnvCell::read)?;
        let beyond = cell.portals.iter().map(|portal| portal.other_cell);
        let mut others: Vec<u16> = beyond.chain(cell.visible.iter().copied()).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|low| (0x100..=0xfffd).contains(low) && u32::from(*low) != id & 0xffff);
        let mut opens = is_open(&cell);
        self.room(&cell, loaded);
        if loaded.rooms.is_empty() {
            // Its shape is what was asked for.
            self.environment(cell.environment_id())?;
        }
        for low in others {
            let other = beside(id, low).0;
            let record = self.read(DataSet::Cell, other, EnvCell::read);
            if let Some(cell) = self.needed(id, other, record) {
                opens |= is_open(&cell);
                self.room(&cell, loaded);
            }
        }
        if opens {
            let result = self.block(id >> 16, loaded, Rooms::None);
            self.needed(id, land_block(id >> 16), result);
        }
        Ok(())
    }

    /// Everything of a block.
    fn block(&mut self, block: u32, loaded: &mut Loaded, rooms: Rooms) -> Result<(), DatError> {
        let id = land_block(block);
        let land = self.read(DataSet::Cell, id, LandBlock::read)?;
        let heights = self.heights(&land);
        let points: Vec<f32> = land
            .heights
            .iter()
            .map(|index| heights.get(usize::from(*index)).copied().unwrap_or(0.0))
            .collect();
        match Landblock::new(block, &points, &land.types()) {
            Ok(ground) => loaded.blocks.push(ground),
            Err(error) => self.note(format!("{id:#010X}: its ground is left out: {error}")),
        }
        if land.has_info == 0 {
            return Ok(());
        }
        let id = land_block_info(block);
        let info = self.read(DataSet::Cell, id, LandBlockInfo::read);
        let Some(info) = self.needed(land.id, id, info) else {
            return Ok(());
        };
        self.statics(id, CellId(block << 16 | 1), &info.statics, loaded);
        for model in &info.buildings {
            let Some(building) = self.building(id, model) else {
                continue;
            };
            let cell = building.position.cell;
            if loaded
                .buildings
                .iter()
                .any(|known| known.position.cell == cell)
            {
                self.note(format!(
                    "{id:#010X}: a second building in {cell} is left out"
                ));
                continue;
            }
            loaded.buildings.push(building);
        }
        if rooms == Rooms::None {
            return Ok(());
        }
        self.rooms(id, info.cells, loaded);
        self.openings(block, info.cells, loaded);
        Ok(())
    }

    /// The `cells` rooms of the block that `owner` tells of; those that are not in the file are told together.
    fn rooms(&mut self, owner: u32, cells: u32, loaded: &mut Loaded) {
        let lows = 0x100..0x100_u32.saturating_add(cells).min(0xfffe);
        let (mut gaps, mut there, mut first) = (0, 0, None);
        for low in lows {
            let room = owner & 0xffff_0000 | low;
            match self.read(DataSet::Cell, room, EnvCell::read) {
                Ok(cell) => {
                    (gaps, there) = (0, there + 1);
                    self.room(&cell, loaded);
                }
                Err(error) if error.is_absence() => {
                    gaps += 1;
                    first.get_or_insert((room, error));
                }
                Err(error) => {
                    (gaps, there) = (gaps + 1, there + 1);
                    self.needed::<EnvCell>(owner, room, Err(error));
                }
            }
            if gaps >= MOST_GAPS {
                break;
            }
        }
        let absent = cells.saturating_sub(there);
        match first {
            Some((room, error)) if absent == 1 => {
                self.needed::<EnvCell>(owner, room, Err(error));
            }
            Some((room, _)) => self.note(format!(
                "{owner:#010X} {LACKS}: {absent} of its {} are not there, the first of them {room:#010X}",
                count(u64::from(cells), "room")
            )),
            None => {}
        }
    }

    /// Notes the openings of a block's rooms that lead to a room which is none of its `cells` rooms.
    fn openings(&mut self, block: u32, cells: u32, loaded: &Loaded) {
        let rooms = loaded.rooms.iter().filter(|room| room.id.0 >> 16 == block);
        for room in rooms {
            for portal in &room.portals {
                let Beyond::Cell(other) = portal.beyond else {
                    continue;
                };
                // Those that should be among them are told where they are loaded.
                if (other.0 & 0xffff).wrapping_sub(0x100) < cells {
                    continue;
                }
                let (of, number) = (room.id, portal.number);
                self.note(format!(
                    "{of}: opening {number} leads to {other}, and the landblock has {}",
                    count(u64::from(cells), "room")
                ));
            }
        }
    }

    /// The height of each index.
    fn heights(&mut self, land: &LandBlock) -> Arc<Vec<f32>> {
        let known = self.heights.clone();
        let heights = known.unwrap_or_else(|| {
            let region = self.read(DataSet::Portal, REGION, RegionStart::read);
            let found = match self.needed(land.id, REGION, region) {
                Some(region) if region.heights.iter().all(|height| is_measure(*height)) => {
                    region.heights
                }
                _ => {
                    self.note(NO_HEIGHTS.to_owned());
                    plain_heights()
                }
            };
            Arc::new(found)
        });
        self.heights = Some(Arc::clone(&heights));
        let high = land.heights.iter().filter(|index| **index > 200).count();
        if high > 0 && *heights == plain_heights() {
            let id = land.id;
            self.note(format!(
                "{id:#010X}: {} {} higher than 400 m and only about right: the height table of the portal file is not at hand",
                count(high as u64, "point"),
                either(high as u64, "is", "are")
            ));
        }
        heights
    }

    fn statics(&mut self, owner: u32, cell: CellId, list: &[StaticObject], loaded: &mut Loaded) {
        for (index, fixed) in list.iter().enumerate() {
            let Some(shape) = self.shape_of(owner, fixed.id) else {
                continue;
            };
            if shape.is_empty() {
                continue;
            }
            let Some(frame) = self.frame(&fixed.frame, owner) else {
                continue;
            };
            let name = format!("{owner:08X} #{index} {:08X}", fixed.id);
            let mut object = Shape::clone(&shape).object(name, frame, 1.0);
            object.position.cell = cell;
            if cell.is_outdoor() {
                let Some((under, origin)) = adjust_to_outside(cell, frame.origin) else {
                    self.note(format!(
                        "{owner:#010X}: static object {index} stands off the map"
                    ));
                    continue;
                };
                object.position.cell = under;
                object.position.frame.origin = origin;
            }
            loaded.objects.push(object);
        }
    }

    fn building(&mut self, owner: u32, model: &BuildingModel) -> Option<Building> {
        let frame = self.frame(&model.frame, owner)?;
        let block = owner & 0xffff_0000;
        let (tree, frame) = match RecordKind::of(DataSet::Portal, model.model) {
            // Of a setup the first part alone is tested (spec/dat.md 11).
            RecordKind::Setup => {
                let setup = self.read(DataSet::Portal, model.model, Setup::read);
                let setup = self.needed(owner, model.model, setup);
                let first = setup
                    .as_ref()
                    .and_then(|setup| self.part(setup, 0, setup.parts.first().copied()?));
                match first {
                    Some(part) => {
                        if part.scale != 1.0 {
                            let id = model.model;
                            self.note(format!(
                                "{id:#010X}: a building has no scale; that of its part is left out"
                            ));
                        }
                        (Some(part.tree), frame.then_after(&part.frame))
                    }
                    None => (None, frame),
                }
            }
            _ => {
                let shape = self.shape_of(owner, model.model);
                let first = shape.and_then(|shape| shape.parts.first().cloned());
                (first.map(|part| part.tree), frame)
            }
        };
        let portals = model
            .openings
            .iter()
            .map(|opening| BuildingPortal {
                inner: beside(block, opening.other_cell),
                other_portal: i32::from(opening.other_portal as i16),
            })
            .collect();
        let made = Building::new(CellId(block | 1), frame, tree, portals);
        if made.is_none() {
            self.note(format!("{owner:#010X}: a building stands off the map"));
        }
        made
    }

    fn environment(&mut self, id: u32) -> Result<Arc<Environment>, DatError> {
        if let Some(known) = self.environments.get(&id) {
            return known.clone();
        }
        let read = self
            .read(DataSet::Portal, id, Environment::read)
            .map(Arc::new);
        self.environments.insert(id, read.clone());
        read
    }

    /// Adds a room and what stands in it; where its shape is missing, only the latter.
    fn room(&mut self, cell: &EnvCell, loaded: &mut Loaded) {
        let environment = self.environment(cell.environment_id());
        if let Some(environment) = self.needed(cell.id, cell.environment_id(), environment)
            && let Some(room) = self.indoor(cell, &environment)
        {
            loaded.rooms.push(room);
        }
        self.statics(cell.id, CellId(cell.id), &cell.statics, loaded);
    }

    fn indoor(&mut self, cell: &EnvCell, environment: &Environment) -> Option<IndoorCell> {
        let (id, key) = (cell.id, cell.cell_struct);
        let Some(shape) = environment.get(u32::from(key)) else {
            let of = environment.id;
            self.note(format!(
                "{id:#010X}: {of:#010X} has no struct {key}, so there is no room"
            ));
            return None;
        };
        let frame = self.frame(&cell.frame, id)?;
        let mut notes = Vec::new();
        let structure = match shape.physics.is_empty() {
            true => None,
            false => {
                let made = solid::tree(
                    &shape.vertices,
                    &shape.physics,
                    &shape.physics_tree,
                    self.choice,
                    &format!("{:#010X} struct {key}", environment.id),
                    &mut notes,
                );
                let told = made.map_err(|problem| {
                    notes.push(format!("{id:#010X}: its walls are left out: {problem}"));
                });
                told.ok()
            }
        };
        let corners = Vertices::new(&shape.vertices);
        let by_id = mesh::by_id(&shape.drawing);
        let mut portals = Vec::with_capacity(cell.portals.len());
        for (index, portal) in cell.portals.iter().enumerate() {
            let polygon = by_id
                .get(&portal.polygon)
                .and_then(|k| shape.drawing.get(*k));
            let ring: Option<Vec<Vec3>> = polygon.and_then(|polygon| {
                let ids = polygon.vertices.iter();
                ids.map(|v| corners.get(*v).filter(|corner| is_point(*corner)))
                    .collect()
            });
            let Some(polygon) = ring.and_then(Polygon::new) else {
                notes.push(format!(
                    "{id:#010X}: portal {index} has no outline and is left out"
                ));
                continue;
            };
            portals.push(Portal {
                number: index as u32,
                polygon,
                // The bit is stored inverted (spec/dat.md 8).
                side: match portal.flags & PORTAL_SIDE {
                    0 => PortalSide::Positive,
                    _ => PortalSide::Negative,
                },
                beyond: match portal.other_cell {
                    OUTDOORS => Beyond::Outside,
                    low => Beyond::Cell(beside(id, low)),
                },
            });
        }
        notes.into_iter().for_each(|note| self.note(note));
        Some(IndoorCell {
            id: CellId(id),
            frame,
            structure,
            volume: solid::volume(&shape.cell_tree),
            portals,
            visible: cell.visible.iter().map(|low| beside(id, *low)).collect(),
            sees_outside: cell.flags & SEES_OUTSIDE != 0,
        })
    }
}

/// Whether the rooms of a block are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rooms {
    All,
    None,
}

/// Whether the landscape can be seen from a room, or reached.
fn is_open(cell: &EnvCell) -> bool {
    cell.flags & SEES_OUTSIDE != 0
        || cell
            .portals
            .iter()
            .any(|portal| portal.other_cell == OUTDOORS)
}
