//! JSON dumps of OpenAC: the collision polygons of a model (GfxObj) or of a room (cell).
//!
//! A dump holds no tree: `TreeKind` of the scene says how one is built. `read` takes bytes, `volume` makes the inside of a
//! room of its faces, `scene` writes scenes around dumps.

mod model;
pub mod scene;
mod transform;
mod volume;

use std::collections::BTreeSet;

use glam::Vec3;

use super::json;
use super::sniff::Content;
use super::text::{count, either};
use super::what::What;
use crate::geometry::{Frame, Plane, Polygon, Sphere};
use model::{DumpModel, PolygonModel};
use transform::frame;
pub use volume::inside;

/// Farthest coordinate of a scene, metres.
const FARTHEST: f32 = 1e6;

/// How far the plane of a dump may be off the corners of its polygon before it is worked out anew, metres.
const OFF: f32 = 0.01;

/// With what the numbers of models begin.
const MODELS: u32 = 0x01;

/// A dump.
#[derive(Clone, Debug, PartialEq)]
pub enum Dump {
    /// A model.
    Model(ModelDump),
    /// A room.
    Room(RoomDump),
}

/// The dump of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelDump {
    /// Its id, as 0x01000ACA.
    pub id: u32,
    /// The bounding sphere of its tree, the model's space, where the dump names one.
    pub bounds: Option<Sphere>,
    /// Its polygons, the model's space.
    pub polygons: Vec<DumpPolygon>,
    /// What is odd, one sentence each.
    pub warnings: Vec<String>,
}

/// The dump of a room.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomDump {
    /// Its cell, as 0xA9B40147.
    pub id: u32,
    /// Where it stands, in the frame that the client used.
    pub frame: Frame,
    /// Its walls, floor and ceiling, the room's space.
    pub polygons: Vec<DumpPolygon>,
    /// The polygons of its openings.
    pub openings: Vec<DumpPolygon>,
    /// Its openings.
    pub portals: Vec<DumpPortal>,
    /// The cells that can be seen from it, as written: full ids or low words.
    pub visible: Vec<u32>,
    /// What is odd, one sentence each.
    pub warnings: Vec<String>,
}

/// A polygon of a dump.
#[derive(Clone, Debug, PartialEq)]
pub struct DumpPolygon {
    /// Its id within the model or room.
    pub id: u32,
    /// Whether it has one side (0) or two (1, 2).
    pub sides: i32,
    /// Corners and plane.
    pub polygon: Polygon,
}

/// An opening of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DumpPortal {
    /// The cell behind it; `None` for the landscape.
    pub beyond: Option<u32>,
    /// Id of its polygon among the openings.
    pub polygon: u32,
    /// Bits: 1 exact match; 2 clear where the way out leads to the side that the polygon's normal points to.
    pub flags: u32,
}

impl RoomDump {
    /// Its openings of which no scene has anything, one sentence each.
    #[must_use]
    pub fn useless_portals(&self) -> Vec<String> {
        let portals = self.portals.iter();
        portals
            .filter_map(|portal| match self.opening(portal) {
                None => Some(format!(
                    "a portal names the polygon {:#06X}, which is not in the dump; it is left out",
                    portal.polygon
                )),
                Some(_) if portal.beyond == Some(self.id) => Some(format!(
                    "a portal leads from {:#010X} to itself; it is left out",
                    self.id
                )),
                Some(_) => None,
            })
            .collect()
    }

    /// The polygon of `portal`.
    fn opening(&self, portal: &DumpPortal) -> Option<&DumpPolygon> {
        self.openings.iter().find(|o| o.id == portal.polygon)
    }
}

/// Why a file is no dump.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {problem}")]
pub struct DumpError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// Whether `bytes` begin as a dump: an object with one of its fields near its beginning.
#[must_use]
pub fn looks_like_dump(bytes: &[u8]) -> bool {
    let start = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{')
        && ["\"GfxObjId\"", "\"CellId\"", "\"ResolvedPolygons\""]
            .iter()
            .any(|field| text.contains(field))
}

/// Reads the dump in `bytes`.
///
/// Polygons without area or with numbers that no scene holds are left out and counted in the warnings.
///
/// # Errors
/// [`DumpError`]: not UTF-8, not JSON, neither a model nor a room, an id that no room has, a transform that is no rotation, no polygon at all.
pub fn read(bytes: &[u8]) -> Result<Dump, DumpError> {
    let what = What::of(bytes);
    if what.is_known() && what != What::Foreign(Content::Dump) {
        return Err(at(1, 1, &what.instead_of("a JSON dump")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let begin = before
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |k| k + 1);
        at(line, before.len() - begin + 1, "not UTF-8 text")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('[') {
        return Err(at(1, 1, "a list; the object of one dump was expected"));
    }
    let model: DumpModel = json::parse(text)
        .map_err(|error| at(error.line(), error.column(), &json::reason(&error)))?;
    let mut warnings = Vec::new();
    let polygons = polygons(&model.resolved_polygons, "polygon", &mut warnings);
    match (model.gfx_obj_id, model.cell_id) {
        (Some(id), None) => {
            if polygons.is_empty() {
                return Err(nothing(text, &model.resolved_polygons, &warnings));
            }
            if id.0 >> 24 != MODELS {
                warnings.push(format!(
                    "GfxObjId: {:#010X} is not the number of a model, which begins with 0x01",
                    id.0
                ));
            }
            let bounds = model
                .bounding_sphere_origin
                .zip(model.bounding_sphere_radius);
            let bounds = bounds.map(|(center, radius)| Sphere {
                center: center.vector(),
                radius: radius.0,
            });
            let usable = |s: &Sphere| is_near(s.center) && s.radius > 0.0 && s.radius <= FARTHEST;
            if bounds.is_some_and(|sphere| !usable(&sphere)) {
                warnings.push("its bounding sphere is not usable; one is fitted".to_owned());
            }
            Ok(Dump::Model(ModelDump {
                id: id.0,
                bounds: bounds.filter(usable),
                polygons,
                warnings,
            }))
        }
        (None, Some(id)) => {
            if !is_room(id.0) {
                let problem = format!("{:#010X} is not the number of a room", id.0);
                return Err(of(text, "CellId", &problem));
            }
            let frame = match &model.world_transform {
                Some(matrix) => {
                    frame(matrix).map_err(|problem| of(text, "WorldTransform", problem))?
                }
                None => {
                    warnings
                        .push("it has no WorldTransform; the room stands at the origin".to_owned());
                    Frame::default()
                }
            };
            let openings = self::polygons(&model.portal_polygons, "portal polygon", &mut warnings);
            if polygons.is_empty() && openings.is_empty() {
                return Err(nothing(text, &model.resolved_polygons, &warnings));
            }
            let block = id.0 & 0xffff_0000;
            let whole = |cell: u32| if cell <= 0xffff { block | cell } else { cell };
            let portal = |portal: &model::PortalModel| DumpPortal {
                beyond: Some(portal.other_cell_id.0)
                    .filter(|cell| cell & 0xffff != 0xffff && *cell != 0)
                    .map(whole),
                polygon: portal.polygon_id.0,
                flags: portal.flags.0,
            };
            Ok(Dump::Room(RoomDump {
                id: id.0,
                frame,
                polygons,
                openings,
                portals: model.portals.iter().flatten().map(portal).collect(),
                visible: model
                    .visible_cell_ids
                    .iter()
                    .flatten()
                    .map(|id| whole(id.0))
                    .collect(),
                warnings,
            }))
        }
        (Some(_), Some(_)) => Err(at(
            1,
            1,
            "both GfxObjId and CellId; one of them was expected",
        )),
        (None, None) => Err(at(
            1,
            1,
            "neither GfxObjId nor CellId; a dump of a model or a room was expected",
        )),
    }
}

fn at(line: usize, column: usize, problem: &str) -> DumpError {
    DumpError {
        line: line.max(1),
        column: column.max(1),
        problem: problem.to_owned(),
    }
}

/// What is wrong with `field`, with its first place in `text`.
fn of(text: &str, field: &str, problem: &str) -> DumpError {
    let byte = text.find(&format!("\"{field}\"")).unwrap_or(0);
    let before = text.get(..byte).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .chars()
        .count()
        + 1;
    at(line, column, &format!("{field}: {problem}"))
}

/// Why `text` gives no polygon, with the place of its polygons; `dropped` says what became of them.
fn nothing(text: &str, list: &Option<Vec<PolygonModel>>, dropped: &[String]) -> DumpError {
    let why = match list {
        None => "the field is missing; polygons were expected".to_owned(),
        Some(list) if list.is_empty() => "it is empty; polygons were expected".to_owned(),
        Some(_) => format!("no polygon is left: {}", dropped.join("; ")),
    };
    of(text, "ResolvedPolygons", &why)
}

/// Whether `id` is the number of a room.
fn is_room(id: u32) -> bool {
    (0x100..=0xfffd).contains(&(id & 0xffff)) && id >> 24 <= 0xfe && id >> 16 & 0xff <= 0xfe
}

/// Whether a scene holds the point.
fn is_near(point: Vec3) -> bool {
    point.is_finite() && point.abs().max_element() <= FARTHEST
}

/// The polygons that are usable; what became of the others is said in `warnings`.
fn polygons(
    list: &Option<Vec<PolygonModel>>,
    what: &str,
    warnings: &mut Vec<String>,
) -> Vec<DumpPolygon> {
    let list = list.as_deref().unwrap_or_default();
    let (mut far, mut flat, mut replanned) = (Vec::new(), Vec::new(), Vec::new());
    let (mut miscounted, mut sided, mut doubled) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    let mut usable = Vec::with_capacity(list.len());
    for (index, model) in list.iter().enumerate() {
        let id = model.id.map_or(index as u32, |id| id.0);
        let corners: Vec<Vec3> = model.vertices.iter().map(|v| v.vector()).collect();
        let points = corners.len() as i64;
        for (is_odd, ids) in [
            (
                model.num_points.is_some_and(|n| n != points),
                &mut miscounted,
            ),
            (!(0..=2).contains(&model.sides_type), &mut sided),
            (!known.insert(id), &mut doubled),
        ] {
            ids.extend(Some(id).filter(|_| is_odd));
        }
        if !corners.iter().copied().all(is_near) {
            far.push(id);
            continue;
        }
        let Some(mut polygon) = Polygon::new(corners) else {
            flat.push(id);
            continue;
        };
        match model.plane.map(|plane| Plane {
            normal: plane.normal.vector(),
            offset: plane.d.0,
        }) {
            // The plane that the client really used.
            Some(plane) if is_same(&plane, &polygon.plane) => polygon.plane = plane,
            Some(_) => replanned.push(id),
            None => {}
        }
        usable.push(DumpPolygon {
            id,
            sides: model.sides_type,
            polygon,
        });
    }
    let all = list.len();
    for (ids, one, several) in [
        (
            far,
            "has a corner that is not finite or more than 1000000 m from 0 and was dropped",
            "have corners that are not finite or more than 1000000 m from 0 and were dropped",
        ),
        (
            flat,
            "has no area and was dropped",
            "have no area and were dropped",
        ),
        (
            replanned,
            "has a plane that does not fit its corners; it was worked out anew",
            "have a plane that does not fit their corners; it was worked out anew",
        ),
        (
            miscounted,
            "has another NumPoints than corners; the corners are taken",
            "have another NumPoints than corners; the corners are taken",
        ),
        (
            sided,
            "has a SidesType that is none of 0, 1 and 2",
            "have a SidesType that is none of 0, 1 and 2",
        ),
        (
            doubled,
            "has the Id of an earlier one",
            "have the Id of an earlier one",
        ),
    ] {
        if let Some(first) = ids.first() {
            let number = ids.len() as u64;
            warnings.push(format!(
                "{number} of {} {}{}{first:#06X}",
                count(all as u64, what),
                either(number, one, several),
                either(number, ": ", "; the first is ")
            ));
        }
    }
    usable
}

/// Whether the written plane is the one of the corners, rounded otherwise.
fn is_same(written: &Plane, own: &Plane) -> bool {
    let normal = written.normal - own.normal;
    normal.is_finite()
        && normal.abs().max_element() <= 1e-3
        && (written.offset - own.offset).abs() <= OFF + 1e-3 * own.offset.abs()
}

#[cfg(test)]
mod tests;
