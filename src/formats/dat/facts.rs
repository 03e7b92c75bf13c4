//! What a record comes to by itself: in a line for lists in which somebody looks for the odd one, and in rows.

use super::env_cell::{OUTDOORS, SEES_OUTSIDE};
use super::environment::CellStruct;
use super::gfx_obj::GfxObj;
use super::record::Record;
use super::solid::{self, TreeChoice};
use crate::bsp::Tree;
use crate::bsp::census::Census;
use crate::formats::text::point;
use crate::geometry::bounds::Bounds;

/// What a record comes to by itself: what it refers to is not looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Polygons of its own that can be hit; `None` of kinds that have none.
    pub polygons: Option<usize>,
    /// Box around them, in the record's own space; `None` without any.
    pub bounds: Option<Bounds>,
    /// Its trees as they are stored, each with the name of what it is of.
    pub trees: Vec<(String, Census)>,
    /// What else it holds.
    pub rows: Vec<Row>,
    /// What is odd about its trees.
    pub notes: Vec<String>,
}

/// One thing that a record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is called in a table.
    pub name: &'static str,
    /// What stands beside that.
    pub value: String,
    /// Both, as a part of a line.
    pub words: String,
}

impl Row {
    fn said(name: &'static str, value: String, words: String) -> Self {
        Self { name, value, words }
    }

    fn counted(count: usize, one: &str, many: &'static str) -> Self {
        let words = match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {many}"),
        };
        Self::said(many, count.to_string(), words)
    }

    fn whether(is: bool, name: &'static str, yes: &str, no: &str) -> Self {
        let (value, words) = if is { ("yes", yes) } else { ("no", no) };
        Self::said(name, value.to_owned(), words.to_owned())
    }
}

impl Facts {
    /// Those of `record`.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let mut facts = Self {
            rows: rows(record),
            ..Self::default()
        };
        match record {
            Record::GfxObj(object) => {
                facts.polygons = Some(object.physics.len());
                if let Some(tree) = object_tree(object, &mut facts.notes) {
                    facts.add("physics".to_owned(), &tree);
                }
            }
            Record::Environment(environment) => {
                let polygons = environment.structs.iter().map(|room| room.physics.len());
                facts.polygons = Some(polygons.sum());
                for room in &environment.structs {
                    facts.add_room(room);
                }
            }
            _ => {}
        }
        facts
    }

    /// Adds the walls of a shape of rooms.
    pub(super) fn add_room(&mut self, room: &CellStruct) {
        if room.physics.is_empty() {
            return;
        }
        if let Some(tree) = room_tree(room, &mut self.notes) {
            self.add(format!("struct {}", room.key), &tree);
        }
    }

    fn add(&mut self, name: String, tree: &Tree) {
        let corners = tree.polygons().iter().flat_map(|polygon| &polygon.vertices);
        let bounds = Bounds::around(corners.copied());
        let both = [self.bounds, bounds].into_iter().flatten();
        self.bounds = Bounds::around(both.flat_map(|bounds| [bounds.min, bounds.max]));
        self.trees.push((name, tree.census()));
    }

    /// Distance of a tree's root sphere from the origin in radii, the greatest of several trees; `None` without a tree.
    #[must_use]
    pub fn off_centre(&self) -> Option<f64> {
        let ratios = self.trees.iter().map(|(_, census)| census.off_centre);
        ratios.reduce(|a, b| if b > a { b } else { a })
    }

    /// What else it holds, in a line.
    #[must_use]
    pub fn words(&self) -> String {
        let words = self.rows.iter().map(|row| row.words.as_str());
        let told: Vec<&str> = words.filter(|words| !words.is_empty()).collect();
        told.join(", ")
    }
}

/// What a record holds beside polygons that can be hit.
fn rows(record: &Record) -> Vec<Row> {
    let counted = Row::counted;
    match record {
        Record::GfxObj(object) => vec![
            Row::whether(object.physics_tree.is_some(), "physics", "", "no physics"),
            counted(object.drawing.len(), "drawn polygon", "drawn polygons"),
        ],
        Record::Environment(environment) => {
            vec![counted(
                environment.structs.len(),
                "cell struct",
                "cell structs",
            )]
        }
        Record::Setup(setup) => {
            let steps = format!("{}/{}", setup.step_up, setup.step_down);
            vec![
                counted(setup.parts.len(), "part", "parts"),
                counted(setup.cylinders.len(), "cylinder", "cylinders"),
                counted(setup.spheres.len(), "sphere", "spheres"),
                Row::said("steps", format!("{steps} m"), format!("steps {steps}")),
            ]
        }
        Record::EnvCell(room) => {
            let out = room.portals.iter();
            let out = out.filter(|portal| portal.other_cell == OUTDOORS).count();
            let mut openings = counted(room.portals.len(), "opening", "openings");
            if out > 0 {
                openings.value += &format!(", {out} outdoors");
                openings.words += &format!(" ({out} outdoors)");
            }
            let (key, environment) = (room.cell_struct, room.environment_id());
            let walls = format!("struct {key} of {environment:#010X}");
            let place = point(room.frame.origin);
            vec![
                Row::said("walls", walls.clone(), walls),
                Row::said("place", place.clone(), format!("at {place}")),
                openings,
                counted(room.seen().len(), "visible room", "visible rooms"),
                counted(room.statics.len(), "object", "objects"),
                Row::whether(
                    room.flags & SEES_OUTSIDE != 0,
                    "sees outside",
                    "sees outside",
                    "",
                ),
            ]
        }
        Record::LandBlock(block) => {
            let low = block.heights.iter().min().copied().unwrap_or(0);
            let high = block.heights.iter().max().copied().unwrap_or(0);
            let heights = format!("{low} to {high}");
            let words = format!("height indices {heights}");
            vec![
                Row::said("height indices", heights, words),
                Row::whether(
                    block.has_info != 0,
                    "something on it",
                    "with a LandBlockInfo",
                    "nothing stands there",
                ),
            ]
        }
        Record::LandBlockInfo(info) => vec![
            counted(info.cells as usize, "room", "rooms"),
            counted(info.buildings.len(), "building", "buildings"),
            counted(info.statics.len(), "object", "objects"),
        ],
        Record::Region(region) => {
            let (number, top) = (region.number, region.heights.last().copied().unwrap_or(0.0));
            vec![
                Row::said("region", number.to_string(), format!("region {number}")),
                Row::said(
                    "heights",
                    format!("up to {top} m"),
                    format!("heights up to {top} m"),
                ),
            ]
        }
        Record::Iteration(iteration) => {
            let version = iteration.total.to_string();
            let words = format!("data version {version}");
            vec![Row::said("data version", version, words)]
        }
    }
}

/// The tree of what can be hit of an object, as it is stored; `None`, with a note where that is odd, without one.
pub fn object_tree(object: &GfxObj, notes: &mut Vec<String>) -> Option<Tree> {
    let stored = object.physics_tree.as_ref()?;
    let tree = solid::tree(
        &object.vertices,
        &object.physics,
        stored,
        TreeChoice::Stored,
        "the physics tree",
        notes,
    );
    sound(tree.map_err(|wrong| wrong.to_string()), notes)
}

/// The tree of a room's walls, as it is stored; `None` with a note where it is none.
pub fn room_tree(room: &CellStruct, notes: &mut Vec<String>) -> Option<Tree> {
    let name = format!("the physics tree of struct {}", room.key);
    let tree = solid::tree(
        &room.vertices,
        &room.physics,
        &room.physics_tree,
        TreeChoice::Stored,
        &name,
        notes,
    );
    sound(tree.map_err(|problem| format!("{name}: {problem}")), notes)
}

fn sound(tree: Result<Tree, String>, notes: &mut Vec<String>) -> Option<Tree> {
    tree.map_err(|problem| notes.push(problem)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::dat::write::sample::{cell_records, portal_records};

    fn of(id: u32) -> Facts {
        let mut all = portal_records();
        all.extend(cell_records());
        let record = all.into_iter().find(|record| record.id() == id).unwrap();
        Facts::of(&record)
    }

    #[test]
    fn objects_are_measured() {
        // A box one metre wide that stands on its origin: its sphere's centre is half a metre up, and its radius half a diagonal.
        let facts = of(0x0100_0001);
        assert_eq!(facts.polygons, Some(6));
        let bounds = facts.bounds.unwrap();
        assert_eq!(bounds.min.to_array(), [-0.5, -0.5, 0.0]);
        assert_eq!(bounds.max.to_array(), [0.5, 0.5, 1.0]);
        let ratio = facts.off_centre().unwrap();
        assert!((ratio - 0.5 / 0.75_f64.sqrt()).abs() < 1e-4, "{ratio}");
        assert_eq!(facts.notes, [""; 0]);
        // One that does not reach its origin.
        assert!(of(0x0100_0004).off_centre().unwrap() > 1.0);
        let picture = of(0x0100_0005);
        assert_eq!((picture.polygons, picture.off_centre()), (Some(0), None));
        let words = picture.words();
        assert!(words.starts_with("no physics, "), "{words}");
        assert!(!of(0x0100_0001).words().contains("physics"));
    }

    #[test]
    fn the_rest_is_told_in_words() {
        for (id, words) in [
            (0x0200_0002, "1 part, 1 cylinder, 1 sphere, steps 0.4/0.4"),
            (0x0d00_0001, "2 cell structs"),
            (
                0xA9B4_0100,
                "struct 0 of 0x0D000001, at (84.0, 108.0, 20.2), 2 openings (1 outdoors), 1 visible room, 1 object, sees outside",
            ),
            (0xA9B4_FFFF, "height indices 10 to 13, with a LandBlockInfo"),
            (0xAAB4_FFFF, "height indices 10 to 10, nothing stands there"),
            (0xA9B4_FFFE, "2 rooms, 1 building, 3 objects"),
            (0xFFFF_0001, "data version 7"),
        ] {
            assert_eq!(of(id).words(), words, "{id:#x}");
        }
    }

    #[test]
    fn a_tree_that_is_none_is_noted() {
        let Some(Record::GfxObj(mut object)) = portal_records().into_iter().next() else {
            unreachable!("the first record is an object")
        };
        object.physics_tree.as_mut().unwrap().nodes[0].sphere.radius = f32::NAN;
        let facts = Facts::of(&Record::GfxObj(object));
        assert_eq!((facts.bounds, facts.off_centre()), (None, None));
        assert!(
            facts.notes[0].contains("sphere of node 0"),
            "{:?}",
            facts.notes
        );
    }
}
