//! What files of others hold, as `inspect` tells it.

use std::io::{self, Write};
use std::path::Path;

use super::exit::shown;
use super::text::count;
use crate::analysis::words;
use crate::formats::dump::{Dump, DumpPolygon};
use crate::geometry::bounds::Bounds;

/// Most entries of a list.
const LISTED: usize = 24;

/// Tells what a dump holds, and gives its warnings.
pub(super) fn write_dump<'a>(
    out: &mut dyn Write,
    file: &Path,
    dump: &'a Dump,
) -> io::Result<&'a [String]> {
    let file = shown(file);
    match dump {
        Dump::Model(model) => {
            writeln!(out, "{file}: a JSON dump of the model {:#010X}", model.id)?;
            write_polygons(out, "polygons", &model.polygons)?;
            if let Some(sphere) = model.bounds {
                let (center, radius) = (words::point(sphere.center), sphere.radius);
                writeln!(out, "  sphere   {center}, radius {radius} m")?;
            }
            Ok(&model.warnings)
        }
        Dump::Room(room) => {
            writeln!(out, "{file}: a JSON dump of the room {:#010X}", room.id)?;
            writeln!(out, "  place    {}", words::point(room.frame.origin))?;
            let r = room.frame.rotation;
            writeln!(
                out,
                "  turn     (w {}, x {}, y {}, z {})",
                r.w, r.x, r.y, r.z
            )?;
            write_polygons(out, "polygons", &room.polygons)?;
            for portal in room.portals.iter().take(LISTED) {
                let beyond = portal.beyond.map_or_else(
                    || "the landscape".to_owned(),
                    |cell| format!("{cell:#010X}"),
                );
                let (polygon, flags) = (portal.polygon, portal.flags);
                writeln!(
                    out,
                    "  portal   to {beyond}, polygon {polygon:#06X}, flags {flags:#x}"
                )?;
            }
            if let Some(more) = room
                .portals
                .len()
                .checked_sub(LISTED)
                .filter(|more| *more > 0)
            {
                writeln!(out, "  and {} more", count(more as u64, "portal"))?;
            }
            let seen = count(room.visible.len() as u64, "other room");
            writeln!(out, "  sees     {seen}")?;
            Ok(&room.warnings)
        }
    }
}

fn write_polygons(out: &mut dyn Write, name: &str, list: &[DumpPolygon]) -> io::Result<()> {
    writeln!(out, "  {name} {}", list.len())?;
    let corners = list
        .iter()
        .flat_map(|face| face.polygon.vertices.iter().copied());
    if let Some(bounds) = Bounds::around(corners) {
        let (min, max) = (words::point(bounds.min), words::point(bounds.max));
        writeln!(out, "  bounds   {min} to {max} m")?;
    }
    Ok(())
}
