//! Scenes around dumps, as text.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3};

use super::{Dump, DumpPolygon, RoomDump, inside, is_room};
use crate::formats::aim::{self, Sweeps};
use crate::formats::import::{booms, places, sweep};
use crate::formats::text::{LANES, MARK, count, either, point, quoted};
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Plane, Polygon};

/// Length of a block's side, metres.
pub(crate) const BLOCK: f64 = 192.0;

/// What is said of all rooms of dumps.
pub(crate) const NO_TREE: &str =
    "a dump has no tree of a room's inside; the space that its own faces enclose stands for it";

/// A dump and its path as a scene writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Path from the scene's folder.
    pub path: String,
    /// What is in it.
    pub dump: Dump,
}

/// The parts of a scene that dumps give.
#[derive(Clone, Debug, PartialEq)]
pub struct DumpScene {
    /// The fields `landblock`, `cells` and `objects`, as text, each line with its end.
    pub fields: String,
    /// The block from whose corner coordinates count; none where no dump is of a room.
    pub home: Option<u32>,
    /// All polygons in the scene's space.
    pub polygons: Vec<Polygon>,
    /// The insides of the rooms in the scene's space.
    volumes: Vec<Vec<Plane>>,
    /// What a user should know, one sentence each.
    pub warnings: Vec<String>,
}

/// Shift from the corner of the block `from` to that of `to`, metres.
#[must_use]
pub fn between_blocks(from: u32, to: u32) -> DVec3 {
    let axis = |shift: u32| f64::from(from >> shift & 0xff) - f64::from(to >> shift & 0xff);
    DVec3::new(axis(8), axis(0), 0.0) * BLOCK
}

/// The parts of a scene of `dumps`.
///
/// The transforms of rooms count from the corner of their own block, or from that of `origin` where the client put its frame
/// there.
///
/// # Errors
/// In words: no dump, a room that is there twice, a room that is no room's number.
pub fn parts(dumps: &[Placed], origin: Option<u32>) -> Result<DumpScene, String> {
    let rooms = || {
        dumps.iter().filter_map(|placed| match &placed.dump {
            Dump::Room(room) => Some((placed, room)),
            Dump::Model(_) => None,
        })
    };
    let known: BTreeSet<u32> = rooms().map(|(_, room)| room.id).collect();
    if known.len() < rooms().count() {
        let twice =
            rooms().find(|(_, room)| rooms().filter(|(_, other)| other.id == room.id).count() > 1);
        let id = twice.map_or(0, |(_, room)| room.id);
        return Err(format!(
            "two dumps of the room {id:#010X}; one was expected"
        ));
    }
    let home = rooms().next().map(|(_, room)| room.id >> 16);
    let mut scene = DumpScene {
        fields: String::new(),
        home,
        polygons: Vec::new(),
        volumes: Vec::new(),
        warnings: Vec::new(),
    };
    if let Some(home) = home {
        scene
            .fields
            .push_str(&format!("    landblock: {home:#06X},\n    cells: [\n"));
        for (placed, room) in rooms() {
            let base = origin.unwrap_or(room.id >> 16);
            let shift = between_blocks(base, home);
            scene.room(placed, room, shift, &known)?;
        }
        scene.fields.push_str("    ],\n");
        scene.warnings.push(NO_TREE.to_owned());
    }
    scene.models(dumps);
    Ok(scene)
}

impl DumpScene {
    fn room(
        &mut self,
        placed: &Placed,
        room: &RoomDump,
        shift: DVec3,
        known: &BTreeSet<u32>,
    ) -> Result<(), String> {
        let RoomDump { id, frame, .. } = room;
        if !is_room(*id) {
            return Err(format!("CellId: {id:#010X} is not the number of a room"));
        }
        let at = Frame {
            origin: narrow(wide(frame.origin) + shift),
            ..*frame
        };
        let planes = inside(room);
        let mut text = format!(
            "        Cell(\n            id: {id:#010X},\n            at: {},\n",
            point(at.origin)
        );
        let q = at.rotation;
        if q != crate::geometry::Rotation::IDENTITY {
            text.push_str(&format!(
                "            rotation: ({:?}, {:?}, {:?}, {:?}),\n",
                q.w, q.x, q.y, q.z
            ));
        }
        if !room.polygons.is_empty() {
            text.push_str(&format!(
                "            walls: Dump(file: {}),\n",
                quoted(&placed.path)
            ));
        }
        text.push_str("            volume: Planes([\n");
        for plane in &planes {
            text.push_str(&format!(
                "                ({}, {:?}),\n",
                point(plane.normal),
                plane.offset
            ));
        }
        text.push_str("            ]),\n            portals: [\n");
        let mut absent = 0_u32;
        for portal in &room.portals {
            let Some(opening) = room.opening(portal).filter(|_| portal.beyond != Some(*id)) else {
                continue;
            };
            let corners: Vec<String> = opening.polygon.vertices.iter().map(|v| point(*v)).collect();
            let to = match portal.beyond {
                Some(cell) if is_room(cell) && known.contains(&cell) => {
                    format!("Cell({cell:#010X})")
                }
                Some(cell) if is_room(cell) => {
                    absent += 1;
                    format!("Absent({cell:#010X})")
                }
                _ => "Outside".to_owned(),
            };
            let side = match out_of_positive(room, opening, portal.flags) {
                true => "",
                false => ", side: Negative",
            };
            text.push_str(&format!(
                "                Portal(polygon: [{}], to: {to}{side}),\n",
                corners.join(", ")
            ));
        }
        if absent > 0 {
            let portals = count(room.portals.len() as u64, "portal");
            let lead = either(
                absent.into(),
                "leads to a room that is",
                "lead to rooms that are",
            );
            self.warnings.push(format!(
                "{}: {absent} of its {portals} {lead} not among the dumps",
                placed.path
            ));
        }
        text.push_str("            ],\n");
        let visible: Vec<String> = room
            .visible
            .iter()
            .filter(|cell| known.contains(cell) && *cell != id)
            .map(|cell| format!("{cell:#010X}"))
            .collect();
        text.push_str(&format!(
            "            visible: [{}],\n        ),\n",
            visible.join(", ")
        ));
        self.fields.push_str(&text);
        self.volumes
            .push(planes.iter().map(|plane| at_scene(plane, &at)).collect());
        let walls = room.polygons.iter().map(|face| &face.polygon);
        self.polygons
            .extend(walls.filter_map(|polygon| moved(polygon, &at)));
        let told = room.warnings.iter().cloned();
        let told = told.chain(room.useless_portals());
        self.warnings
            .extend(told.map(|warning| format!("{}: {warning}", placed.path)));
        Ok(())
    }

    fn models(&mut self, dumps: &[Placed]) {
        let mut names = BTreeSet::new();
        let mut fields = String::new();
        for placed in dumps {
            let Dump::Model(model) = &placed.dump else {
                continue;
            };
            let mut name = format!("{:#010X}", model.id);
            let mut number = 1;
            while !names.insert(name.clone()) {
                number += 1;
                name = format!("{:#010X} ({number})", model.id);
            }
            // A sphere that leaves polygons outside would hide them.
            let around = model.bounds.filter(|sphere| {
                let reach = f64::from(sphere.radius) + 0.01;
                let mut corners = model
                    .polygons
                    .iter()
                    .flat_map(|face| face.polygon.vertices.iter());
                corners.all(|v| {
                    crate::geometry::vector::length(wide(*v) - wide(sphere.center)) <= reach
                })
            });
            if model.bounds.is_some() && around.is_none() {
                self.warnings.push(format!(
                    "{}: polygons reach out of its bounding sphere; one is fitted",
                    placed.path
                ));
            }
            let sphere = around.map_or_else(String::new, |sphere| {
                format!(
                    ", root_sphere: ({}, {:?})",
                    point(sphere.center),
                    sphere.radius
                )
            });
            fields.push_str(&format!(
                "        Object(name: {}, shape: Dump(file: {}){sphere}),\n",
                quoted(&name),
                quoted(&placed.path)
            ));
            if self.home.is_some() {
                self.warnings.push(format!(
                    "{}: a dump of a model does not say where it stands; it is put to (0, 0, 0), `at` moves it",
                    placed.path
                ));
            }
            self.polygons
                .extend(model.polygons.iter().map(|face| face.polygon.clone()));
            let told = model.warnings.iter();
            self.warnings
                .extend(told.map(|warning| format!("{}: {warning}", placed.path)));
        }
        if !fields.is_empty() {
            self.fields
                .push_str(&format!("    objects: [\n{fields}    ],\n"));
        }
    }

    /// Sweeps; where there are rooms, booms in one of them.
    fn sweeps(&self) -> Sweeps {
        if self.home.is_none() {
            return aim::sweeps(&self.polygons, &mut ()).unwrap_or_default();
        }
        let starts = self.starts();
        Sweeps {
            text: booms(&starts).into_iter().map(sweep).collect(),
            words: format!("camera sweeps from {}", count(starts.len() as u64, "place")),
        }
    }

    /// Places of a camera in the rooms.
    fn starts(&self) -> Vec<DVec3> {
        let all = places(&self.polygons, &mut ()).unwrap_or_default();
        let is_in = |p: Vec3| {
            self.volumes
                .iter()
                .any(|planes| planes.iter().all(|plane| plane.height(p) >= 0.0))
        };
        let mut held: Vec<DVec3> = all.into_iter().filter(|p| is_in(p.as_vec3())).collect();
        if held.is_empty() {
            // The middle of each room.
            let middles = self.volumes.iter().filter_map(|planes| middle(planes));
            held.extend(middles);
        }
        held
    }

    /// A scene of camera sweeps in what the dumps hold; `name` is what it was made of.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        let Sweeps {
            text: sweeps,
            words,
        } = self.sweeps();
        format!(
            r#"{MARK}{comment}: {words}.
Scene(
    version: 1,
    title: {title},
    look_for: "Where equal-slices+no-adjust stops a step short of what retail touches.",
{fields}    rig: Sweep(sweeps: List([
{sweeps}    ])),
{LANES})
"#,
            comment = name.escape_debug(),
            title = quoted(name),
            fields = self.fields,
        )
    }
}

/// Whether the way out of `room` leads to where the normal of `opening` points to.
///
/// By the room's corners where they lie on one side of the opening; by its bit else, which is inverted.
fn out_of_positive(room: &RoomDump, opening: &DumpPolygon, flags: u32) -> bool {
    let plane = opening.polygon.plane;
    let (mut above, mut below) = (0.0_f64, 0.0_f64);
    for corner in room
        .polygons
        .iter()
        .flat_map(|face| face.polygon.vertices.iter())
    {
        let height = plane.height(*corner);
        if height > above {
            above = height;
        }
        if height < below {
            below = height;
        }
    }
    const SLACK: f64 = 0.01;
    match (above > SLACK, below < -SLACK) {
        (true, false) => false,
        (false, true) => true,
        _ => flags & 2 == 0,
    }
}

/// The first six planes of a volume are the sides of its box, two an axis; the middle of it.
fn middle(planes: &[Plane]) -> Option<DVec3> {
    let mut normals = DVec3::ZERO;
    for pair in planes.get(..6)?.chunks_exact(2) {
        // n.p + a >= 0 and -n.p + b >= 0.
        let along = (f64::from(pair[1].offset) - f64::from(pair[0].offset)) / 2.0;
        normals += wide(pair[0].normal) * along;
    }
    Some(normals)
}

fn at_scene(plane: &Plane, at: &Frame) -> Plane {
    let normal = at.vector_to_global(plane.normal);
    let shift = crate::geometry::vector::dot(normal, at.origin);
    Plane {
        normal,
        offset: (f64::from(plane.offset) - shift) as f32,
    }
}

fn moved(polygon: &Polygon, at: &Frame) -> Option<Polygon> {
    let corners = polygon.vertices.iter().map(|v| at.to_global(*v));
    Polygon::new(corners.collect())
}
