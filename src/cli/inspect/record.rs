//! One record of the game's files, told in full.

use std::io::{self, Write};
use std::path::Path;

use crate::analysis::words;
use crate::bsp::Tree;
use crate::bsp::node::NodeKind;
use crate::cli::Io;
use crate::cli::exit::{Fault, shown};
use crate::cli::import::game::told;
use crate::cli::text::count;
use crate::formats::dat::env_cell::{EnvCell, OUTDOORS, StaticObject};
use crate::formats::dat::facts::{object_tree, room_tree};
use crate::formats::dat::ids::{REGION, beside, land_block_info};
use crate::formats::dat::land::{NO_HEIGHTS, RegionStart, plain_heights};
use crate::formats::dat::library::{Fetch as _, Library};
use crate::formats::dat::load::Loader;
use crate::formats::dat::solid::TreeChoice;
use crate::formats::dat::{DataSet, Record, RecordKind};
use crate::geometry::bounds::Bounds;

/// Most parts of a record that are listed.
const LISTED: usize = 24;

/// Both corners of a box.
pub(super) fn extent(bounds: &Bounds) -> String {
    format!(
        "{} to {} m",
        words::point(bounds.min),
        words::point(bounds.max)
    )
}

/// All that one record says, and what is odd about it.
pub(super) fn record(
    library: &mut Library,
    set: DataSet,
    kind: RecordKind,
    id: u32,
    io: &mut Io<'_>,
) -> Result<(), Fault> {
    let bytes = library.fetch(set, id).map_err(told)?;
    let name = library.name(set);
    let read = Record::decode(&bytes, kind, Some(id));
    let read = read.map_err(|wrong| told(wrong.of(&name, id)))?;
    writeln!(
        io.out,
        "{id:#010X}: {} of {} in {}",
        match kind {
            RecordKind::Other => "a record that is not read here",
            _ => kind.name(),
        },
        count(bytes.len() as u64, "byte"),
        shown(Path::new(&name))
    )?;
    let Some((record, mut odd)) = read else {
        return Ok(());
    };
    lines(&record, library, &mut odd, io.out)?;
    // That ends the command.
    if let Some(missed) = library.missed().map(ToString::to_string) {
        odd.retain(|flaw| !flaw.contains(&missed));
    }
    odd.dedup();
    let own = format!("{id:#010X}");
    let told = |flaw: &String| match flaw.starts_with(&own) {
        true => flaw.clone(),
        false => format!("{own}: {flaw}"),
    };
    super::game::tell(odd.iter().map(told), io);
    Ok(())
}

fn lines(
    record: &Record,
    library: &mut Library,
    odd: &mut Vec<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match record {
        Record::GfxObj(object) => {
            writeln!(
                out,
                "  drawn     {}",
                count(object.drawing.len() as u64, "polygon")
            )?;
            if object.physics_tree.is_none() {
                return writeln!(out, "  physics   none: it can be seen and not be hit");
            }
            writeln!(
                out,
                "  physics   {}",
                count(object.physics.len() as u64, "polygon")
            )?;
            match object_tree(object, odd) {
                Some(tree) => write_tree(out, &tree),
                None => Ok(()),
            }
        }
        Record::Setup(setup) => {
            for (index, part) in setup.parts.iter().enumerate().take(LISTED) {
                writeln!(
                    out,
                    "  part      {part:#010X}{}",
                    scaled(setup.scales.get(index))
                )?;
            }
            more(out, setup.parts.len(), "part")?;
            let placements = setup.placements.iter();
            let keys: Vec<String> = placements.map(|way| way.key.to_string()).collect();
            writeln!(out, "  placed    {}", keys.join(", "))?;
            for cylinder in &setup.cylinders {
                let (base, radius) = (words::point(cylinder.origin), cylinder.radius);
                let height = cylinder.height;
                writeln!(
                    out,
                    "  cylinder  at {base}, radius {radius} m, height {height} m"
                )?;
            }
            for sphere in &setup.spheres {
                let center = words::point(sphere.center);
                writeln!(out, "  sphere    at {center}, radius {} m", sphere.radius)?;
            }
            let (height, radius) = (setup.height, setup.radius);
            writeln!(out, "  size      height {height} m, radius {radius} m")?;
            let (up, down) = (setup.step_up, setup.step_down);
            writeln!(out, "  steps     up {up} m, down {down} m")?;
            shape(setup.id, library, odd, out)
        }
        Record::Environment(environment) => {
            for room in &environment.structs {
                writeln!(
                    out,
                    "  struct    {}: {}, {} drawn, {}",
                    room.key,
                    count(room.physics.len() as u64, "polygon"),
                    room.drawing.len(),
                    count(room.portals.len() as u64, "opening")
                )?;
                if let Some(tree) = room_tree(room, odd) {
                    write_tree(out, &tree)?;
                }
            }
            Ok(())
        }
        Record::EnvCell(room) => env_cell(room, library, odd, out),
        Record::LandBlock(block) => {
            let heights = heights(library, odd);
            let of = |index: &u8| heights.get(usize::from(*index)).copied().unwrap_or(0.0);
            let (low, high) = (block.heights.iter().min(), block.heights.iter().max());
            let (low, high) = (low.map_or(0.0, of), high.map_or(0.0, of));
            writeln!(out, "  ground    {low} to {high} m")?;
            let wet = block
                .types()
                .iter()
                .filter(|kind| (16..=20).contains(*kind))
                .count();
            writeln!(out, "  water     at {} of {}", wet, count(81, "point"))?;
            let info = land_block_info(block.id >> 16);
            match block.has_info {
                0 => writeln!(out, "  holds     nothing but ground"),
                _ => writeln!(out, "  holds     what {info:#010X} says"),
            }
        }
        Record::LandBlockInfo(info) => {
            writeln!(out, "  rooms     {}", info.cells)?;
            for building in info.buildings.iter().take(LISTED) {
                let at = words::point(building.frame.origin);
                let openings = count(building.openings.len() as u64, "opening");
                writeln!(
                    out,
                    "  building  {:#010X} at {at}, {openings}",
                    building.model
                )?;
            }
            more(out, info.buildings.len(), "building")?;
            statics(&info.statics, out)
        }
        Record::Region(region) => {
            writeln!(out, "  region    {} {:?}", region.number, region.name)?;
            let (low, high) = (region.heights.first(), region.heights.last());
            let (low, high) = (low.copied().unwrap_or(0.0), high.copied().unwrap_or(0.0));
            writeln!(out, "  heights   {low} to {high} m")
        }
        Record::Iteration(iteration) => writeln!(out, "  version   {}", iteration.total),
    }
}

fn scaled(scale: Option<&glam::Vec3>) -> String {
    scale.map_or_else(String::new, |scale| {
        format!(", scale {}", words::point(*scale))
    })
}

/// How many are not listed.
fn more(out: &mut dyn Write, all: usize, what: &str) -> io::Result<()> {
    match all.checked_sub(LISTED).filter(|more| *more > 0) {
        Some(rest) => writeln!(out, "  and {} more", count(rest as u64, what)),
        None => Ok(()),
    }
}

fn statics(list: &[StaticObject], out: &mut dyn Write) -> io::Result<()> {
    for thing in list.iter().take(LISTED) {
        let at = words::point(thing.frame.origin);
        writeln!(out, "  object    {:#010X} at {at}", thing.id)?;
    }
    more(out, list.len(), "object")
}

/// What the parts of `id` come to together, as it stands by default.
fn shape(
    id: u32,
    library: &mut Library,
    odd: &mut Vec<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut loader = Loader::new(library, TreeChoice::Stored, 0);
    let shape = loader.shape(id);
    odd.extend(loader.notes());
    let lacks = loader.lacks().next().is_some();
    let Ok(shape) = shape else {
        return Ok(());
    };
    let corners = shape.parts.iter().flat_map(|part| {
        let polygons = part.tree.polygons().iter();
        let corners = polygons.flat_map(|polygon| polygon.vertices.iter());
        corners.map(|corner| part.frame.to_global(*corner * part.scale))
    });
    let polygons: usize = shape
        .parts
        .iter()
        .map(|part| part.tree.polygons().len())
        .sum();
    let hit = match (polygons, shape.is_empty()) {
        (0, true) if lacks => "nothing of what is at hand".to_owned(),
        (0, true) => "nothing: it can be seen and not be hit".to_owned(),
        (0, false) => {
            // Where there are both, the spheres are not asked (spec/transition.md 14.2, step 7).
            let round = match shape.cylinders.is_empty() {
                true => "its spheres",
                false => "its cylinders",
            };
            match lacks {
                true => {
                    format!("{round}, if the parts, which are not at hand, have no physics")
                }
                false => format!("{round}: no part has physics"),
            }
        }
        _ => format!(
            "{} of {}",
            count(polygons as u64, "polygon"),
            count(shape.parts.len() as u64, "part")
        ),
    };
    writeln!(out, "  collides  {hit}")?;
    match Bounds::around(corners) {
        Some(bounds) => writeln!(out, "  bounds    {}", extent(&bounds)),
        None => Ok(()),
    }
}

fn env_cell(
    room: &EnvCell,
    library: &mut Library,
    odd: &mut Vec<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let environment = 0x0d00_0000 | u32::from(room.environment);
    let key = u32::from(room.cell_struct);
    writeln!(out, "  walls     struct {key} of {environment:#010X}")?;
    let at = words::point(room.frame.origin);
    writeln!(out, "  place     {at} in landblock {:#06X}", room.id >> 16)?;
    for portal in &room.portals {
        let way = match portal.other_cell {
            OUTDOORS => "outdoors".to_owned(),
            low => format!("to {}", beside(room.id, low)),
        };
        writeln!(out, "  opening   {way}, through polygon {}", portal.polygon)?;
    }
    writeln!(
        out,
        "  sees      {}",
        count(room.seen().len() as u64, "other room")
    )?;
    statics(&room.statics, out)?;
    let walls = library.fetch(DataSet::Portal, environment);
    let read = walls.map_err(|error| error.to_string()).and_then(|bytes| {
        let read = Record::decode(&bytes, RecordKind::Environment, Some(environment));
        read.map_err(|wrong| format!("{environment:#010X}: {wrong}"))
    });
    match read {
        Ok(Some((Record::Environment(read), _))) => match read.get(key) {
            Some(walls) => match room_tree(walls, odd) {
                Some(tree) => write_tree(out, &tree),
                None => Ok(()),
            },
            None => {
                odd.push(format!("{environment:#010X} has no struct {key}"));
                Ok(())
            }
        },
        Ok(_) => Ok(()),
        Err(problem) => {
            odd.push(problem);
            Ok(())
        }
    }
}

/// The height table of the region, else the plain one, which is odd.
fn heights(library: &mut Library, odd: &mut Vec<String>) -> Vec<f32> {
    let bytes = library.fetch(DataSet::Portal, REGION);
    let region = bytes
        .ok()
        .and_then(|bytes| RegionStart::read(&bytes, Some(REGION)).ok());
    match region {
        Some((region, _)) => region.heights,
        None => {
            odd.push(NO_HEIGHTS.to_owned());
            plain_heights()
        }
    }
}

/// A tree: its size, its leaves, its root sphere and its bounds.
fn write_tree(out: &mut dyn Write, tree: &Tree) -> io::Result<()> {
    let census = tree.census();
    let smallest = tree.nodes().iter().filter_map(|node| match node.kind {
        NodeKind::Leaf { count, .. } => Some(count),
        NodeKind::Inner { .. } => None,
    });
    let nodes = count(census.nodes as u64, "node");
    writeln!(out, "  tree      {nodes}, depth {}", census.depth)?;
    writeln!(
        out,
        "  leaves    {}, of {} to {}, {} solid",
        census.leaves,
        smallest.min().unwrap_or(0),
        count(census.largest_leaf as u64, "polygon"),
        census.solid
    )?;
    let root = tree.root_sphere();
    let ratio = words::fixed(census.off_centre, 3);
    let outside = match census.off_centre > 1.0 {
        true => ": it does not reach the origin",
        false => "",
    };
    writeln!(
        out,
        "  sphere    at {}, radius {} m, off-centre ratio {ratio}{outside}",
        words::point(root.center),
        words::fixed(f64::from(root.radius), 3)
    )?;
    let corners = tree
        .polygons()
        .iter()
        .flat_map(|polygon| polygon.vertices.iter().copied());
    match Bounds::around(corners) {
        Some(bounds) => writeln!(out, "  bounds    {}", extent(&bounds)),
        None => Ok(()),
    }
}
