//! Every kind of record as bytes, the reverse of its `read`.

use super::bytes::Writer;
use crate::formats::dat::env_cell::{EnvCell, STATICS, StaticObject};
use crate::formats::dat::environment::{CellStruct, Environment};
use crate::formats::dat::gfx_obj::{DEGRADE, DRAWING, GfxObj, PHYSICS};
use crate::formats::dat::land::{Iteration, LandBlock, LandBlockInfo, RegionStart};
use crate::formats::dat::mesh::{DatPolygon, NO_BACK_UVS, NO_FRONT_UVS, Vertex};
use crate::formats::dat::record::Record;
use crate::formats::dat::setup::{Location, PARENTS, SCALES, Setup};
use crate::formats::dat::tree::{DatTree, Places, Tag, TreeUse};

impl Record {
    /// The record as a file has it; flags decide which of its optional parts are written.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let w = &mut writer;
        match self {
            Self::GfxObj(object) => gfx_obj(w, object),
            Self::Setup(setup) => self::setup(w, setup),
            Self::Environment(environment) => self::environment(w, environment),
            Self::Region(region) => self::region(w, region),
            Self::LandBlock(block) => land_block(w, block),
            Self::LandBlockInfo(info) => land_block_info(w, info),
            Self::EnvCell(cell) => env_cell(w, cell),
            Self::Iteration(iteration) => self::iteration(w, iteration),
        }
        writer.bytes
    }

    /// The id that the record begins with.
    #[must_use]
    pub fn id(&self) -> u32 {
        match self {
            Self::GfxObj(record) => record.id,
            Self::Setup(record) => record.id,
            Self::Environment(record) => record.id,
            Self::Region(record) => record.id,
            Self::LandBlock(record) => record.id,
            Self::LandBlockInfo(record) => record.id,
            Self::EnvCell(record) => record.id,
            Self::Iteration(_) => crate::formats::dat::ids::ITERATION,
        }
    }
}

fn vertices(w: &mut Writer, vertices: &[Vertex]) {
    w.u32(1);
    w.count(vertices.len());
    for vertex in vertices {
        w.u16(vertex.id);
        w.u16(vertex.uvs.len() as u16);
        w.vec3(vertex.position);
        w.vec3(vertex.normal);
        for (u, v) in &vertex.uvs {
            w.f32(*u);
            w.f32(*v);
        }
    }
}

fn polygon(w: &mut Writer, polygon: &DatPolygon) {
    w.u16(polygon.id);
    w.u8(polygon.vertices.len() as u8);
    w.u8(polygon.stippling);
    w.i32(polygon.sides);
    w.i16(polygon.front);
    w.i16(polygon.back);
    polygon.vertices.iter().for_each(|id| w.u16(*id));
    if polygon.stippling & NO_FRONT_UVS == 0 {
        w.bytes.extend(&polygon.front_uvs);
    }
    if polygon.sides == 2 && polygon.stippling & NO_BACK_UVS == 0 {
        w.bytes.extend(&polygon.back_uvs);
    }
}

fn tree(w: &mut Writer, tree: &DatTree, kind: TreeUse) {
    /// What is left to write.
    enum Step {
        Node(u32),
        Tail(u32),
    }
    let mut steps = vec![Step::Node(0)];
    while let Some(step) = steps.pop() {
        let (Step::Node(index) | Step::Tail(index)) = step;
        let Some(node) = tree.nodes.get(index as usize) else {
            continue;
        };
        let ids = |w: &mut Writer| {
            w.count(tree.ids(node).len());
            tree.ids(node).iter().for_each(|id| w.u16(*id));
        };
        if matches!(step, Step::Node(_)) {
            let mut letters = node.tag.letters();
            letters.reverse();
            w.bytes.extend(letters);
            if node.tag == Tag::Leaf {
                w.i32(node.leaf_index);
                if kind == TreeUse::Physics {
                    w.i32(node.solid);
                    w.sphere(&node.sphere);
                    ids(w);
                }
                continue;
            }
            w.plane(&node.plane);
            steps.push(Step::Tail(index));
            let children = [node.negative, node.positive].into_iter().flatten();
            steps.extend(children.map(Step::Node));
            continue;
        }
        match (kind, node.tag) {
            (TreeUse::Cell, _) | (TreeUse::Physics, Tag::Port) => {}
            (TreeUse::Physics, _) => w.sphere(&node.sphere),
            (TreeUse::Drawing, Tag::Port) => {
                let portals = tree.portals(node);
                w.sphere(&node.sphere);
                w.count(tree.ids(node).len());
                w.count(portals.len());
                tree.ids(node).iter().for_each(|id| w.u16(*id));
                for (polygon, portal) in portals {
                    w.u16(*polygon);
                    w.u16(*portal);
                }
            }
            (TreeUse::Drawing, _) => {
                w.sphere(&node.sphere);
                ids(w);
            }
        }
    }
}

fn gfx_obj(w: &mut Writer, object: &GfxObj) {
    w.u32(object.id);
    w.u32(object.flags);
    w.cuint(object.surfaces.len() as u32);
    object.surfaces.iter().for_each(|id| w.u32(*id));
    vertices(w, &object.vertices);
    if object.flags & PHYSICS != 0 {
        w.cuint(object.physics.len() as u32);
        object.physics.iter().for_each(|p| polygon(w, p));
        tree(
            w,
            object.physics_tree.as_ref().unwrap_or(&EMPTY),
            TreeUse::Physics,
        );
    }
    w.vec3(object.sort_center);
    if object.flags & DRAWING != 0 {
        w.cuint(object.drawing.len() as u32);
        object.drawing.iter().for_each(|p| polygon(w, p));
        tree(
            w,
            object.drawing_tree.as_ref().unwrap_or(&EMPTY),
            TreeUse::Drawing,
        );
    }
    if object.flags & DEGRADE != 0 {
        w.u32(object.degrade.unwrap_or(0));
    }
}

/// A tree of no node, which no reader takes.
const EMPTY: DatTree = DatTree {
    places: Places::NONE,
    nodes: Vec::new(),
    polygons: Vec::new(),
    portals: Vec::new(),
};

fn setup(w: &mut Writer, setup: &Setup) {
    let locations = |w: &mut Writer, list: &[Location]| {
        w.count(list.len());
        for location in list {
            w.u32(location.key);
            w.u32(location.part);
            w.frame(&location.frame);
        }
    };
    w.u32(setup.id);
    w.u32(setup.flags);
    w.count(setup.parts.len());
    setup.parts.iter().for_each(|id| w.u32(*id));
    if setup.flags & PARENTS != 0 {
        setup.parents.iter().for_each(|parent| w.u32(*parent));
    }
    if setup.flags & SCALES != 0 {
        setup.scales.iter().for_each(|scale| w.vec3(*scale));
    }
    locations(w, &setup.holding);
    locations(w, &setup.connections);
    w.count(setup.placements.len());
    for placement in &setup.placements {
        w.u32(placement.key);
        placement.frames.iter().for_each(|frame| w.frame(frame));
        w.u32(0);
    }
    w.count(setup.cylinders.len());
    for cylinder in &setup.cylinders {
        w.vec3(cylinder.origin);
        w.f32(cylinder.radius);
        w.f32(cylinder.height);
    }
    w.count(setup.spheres.len());
    setup.spheres.iter().for_each(|sphere| w.sphere(sphere));
    w.f32(setup.height);
    w.f32(setup.radius);
    w.f32(setup.step_up);
    w.f32(setup.step_down);
    w.sphere(&setup.sorting);
    w.sphere(&setup.selection);
    w.count(setup.lights.len());
    for light in &setup.lights {
        w.u32(light.key);
        w.frame(&light.frame);
        w.u32(light.color);
        light.numbers.into_iter().for_each(|number| w.f32(number));
    }
    setup.defaults.into_iter().for_each(|id| w.u32(id));
    w.align4();
}

fn environment(w: &mut Writer, environment: &Environment) {
    w.u32(environment.id);
    w.count(environment.structs.len());
    environment
        .structs
        .iter()
        .for_each(|room| cell_struct(w, room));
}

fn cell_struct(w: &mut Writer, room: &CellStruct) {
    w.u32(room.key);
    w.count(room.drawing.len());
    w.count(room.physics.len());
    w.count(room.portals.len());
    vertices(w, &room.vertices);
    room.drawing.iter().for_each(|p| polygon(w, p));
    room.portals.iter().for_each(|id| w.u16(*id));
    w.align4();
    tree(w, &room.cell_tree, TreeUse::Cell);
    room.physics.iter().for_each(|p| polygon(w, p));
    tree(w, &room.physics_tree, TreeUse::Physics);
    w.u32(u32::from(room.drawing_tree.is_some()));
    if let Some(drawing) = &room.drawing_tree {
        tree(w, drawing, TreeUse::Drawing);
    }
    w.align4();
}

fn statics(w: &mut Writer, list: &[StaticObject]) {
    w.count(list.len());
    for object in list {
        w.u32(object.id);
        w.frame(&object.frame);
    }
}

fn env_cell(w: &mut Writer, cell: &EnvCell) {
    w.u32(cell.id);
    w.u32(cell.flags);
    w.u32(cell.id);
    w.u8(cell.surfaces.len() as u8);
    w.u8(cell.portals.len() as u8);
    w.u16(cell.visible.len() as u16);
    cell.surfaces.iter().for_each(|id| w.u16(*id));
    w.u16(cell.environment);
    w.u16(cell.cell_struct);
    w.frame(&cell.frame);
    for portal in &cell.portals {
        w.u16(portal.flags);
        w.u16(portal.polygon);
        w.u16(portal.other_cell);
        w.u16(portal.other_portal);
    }
    cell.visible.iter().for_each(|id| w.u16(*id));
    if cell.flags & STATICS != 0 {
        statics(w, &cell.statics);
    }
    if let Some(house) = cell.restriction {
        w.u32(house);
    }
}

fn land_block(w: &mut Writer, block: &LandBlock) {
    w.u32(block.id);
    w.u32(block.has_info);
    block.terrain.iter().for_each(|word| w.u16(*word));
    w.bytes.extend(&block.heights);
    w.u8(0);
}

fn land_block_info(w: &mut Writer, info: &LandBlockInfo) {
    w.u32(info.id);
    w.u32(info.cells);
    statics(w, &info.statics);
    w.u16(info.buildings.len() as u16);
    w.u16(info.mask);
    for building in &info.buildings {
        w.u32(building.model);
        w.frame(&building.frame);
        w.u32(building.leaves);
        w.count(building.openings.len());
        for opening in &building.openings {
            w.u16(opening.flags);
            w.u16(opening.other_cell);
            w.u16(opening.other_portal);
            w.u16(opening.stabs.len() as u16);
            opening.stabs.iter().for_each(|id| w.u16(*id));
            w.align4();
        }
    }
    if info.mask & 1 != 0 {
        w.u16(info.restrictions.len() as u16);
        w.u16(info.buckets);
        for (cell, house) in &info.restrictions {
            w.u32(*cell);
            w.u32(*house);
        }
    }
}

fn region(w: &mut Writer, region: &RegionStart) {
    w.u32(region.id);
    w.u32(region.number);
    w.u32(3);
    w.pstr(&region.name);
    w.i32(region.blocks.0);
    w.i32(region.blocks.1);
    w.f32(region.cell_side);
    w.i32(region.cells);
    w.i32(region.overlap);
    region.sizes.into_iter().for_each(|size| w.f32(size));
    region.heights.iter().for_each(|height| w.f32(*height));
}

fn iteration(w: &mut Writer, iteration: &Iteration) {
    w.i32(iteration.total);
    for (first, count) in &iteration.runs {
        w.i32(count.saturating_neg());
        w.i32(*first);
    }
}
