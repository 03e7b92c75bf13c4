//! What a record comes to in a line, for lists in which somebody looks for the odd one.

use super::environment::CellStruct;
use super::gfx_obj::GfxObj;
use super::record::Record;
use super::solid::{self, TreeChoice};
use crate::bsp::Tree;
use crate::formats::text::point;
use crate::geometry::bounds::Bounds;

/// What a record comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Polygons of its own that can be hit; `None` of kinds that have none.
    pub polygons: Option<usize>,
    /// Box around them, in the record's own space; `None` without any.
    pub bounds: Option<Bounds>,
    /// Distance of a tree's root sphere from the origin in radii, the greatest of several trees; `None` without a tree.
    pub off_centre: Option<f64>,
    /// What else it holds.
    pub words: String,
    /// What is odd about its trees.
    pub notes: Vec<String>,
}

impl Facts {
    /// Those of `record` by itself: what it refers to is not looked up.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let (mut notes, mut trees) = (Vec::new(), Vec::new());
        let (polygons, words) = match record {
            Record::GfxObj(object) => {
                trees.extend(object_tree(object, &mut notes));
                let drawn = counted(object.drawing.len(), "drawn polygon");
                let words = match object.physics_tree {
                    Some(_) => drawn,
                    None => format!("no physics, {drawn}"),
                };
                (Some(object.physics.len()), words)
            }
            Record::Environment(environment) => {
                let structs = &environment.structs;
                for room in structs {
                    trees.extend(room_tree(room, &mut notes));
                }
                let polygons = structs.iter().map(|room| room.physics.len()).sum();
                (Some(polygons), counted(structs.len(), "cell struct"))
            }
            Record::Setup(setup) => {
                let words = [
                    counted(setup.parts.len(), "part"),
                    counted(setup.cylinders.len(), "cylinder"),
                    counted(setup.spheres.len(), "sphere"),
                    format!("steps {}/{}", setup.step_up, setup.step_down),
                ];
                (None, words.join(", "))
            }
            Record::EnvCell(room) => {
                let words = [
                    format!(
                        "struct {} of 0x0D00{:04X} at {}",
                        room.cell_struct,
                        room.environment,
                        point(room.frame.origin)
                    ),
                    counted(room.portals.len(), "opening"),
                    counted(room.visible.len(), "visible room"),
                    counted(room.statics.len(), "object"),
                ];
                (None, words.join(", "))
            }
            Record::LandBlock(block) => {
                let low = block.heights.iter().min().copied().unwrap_or(0);
                let high = block.heights.iter().max().copied().unwrap_or(0);
                let info = match block.has_info {
                    0 => "nothing stands there",
                    _ => "with a LandBlockInfo",
                };
                (None, format!("height indices {low} to {high}, {info}"))
            }
            Record::LandBlockInfo(info) => {
                let words = [
                    counted(info.cells as usize, "room"),
                    counted(info.buildings.len(), "building"),
                    counted(info.statics.len(), "object"),
                ];
                (None, words.join(", "))
            }
            Record::Region(region) => {
                let top = region.heights.last().copied().unwrap_or(0.0);
                (
                    None,
                    format!("region {}, heights up to {top} m", region.number),
                )
            }
            Record::Iteration(iteration) => (None, format!("data version {}", iteration.total)),
        };
        let corners = trees
            .iter()
            .flat_map(Tree::polygons)
            .flat_map(|polygon| polygon.vertices.iter().copied());
        let bounds = Bounds::around(corners);
        let off_centre = trees.iter().map(|tree| tree.census().off_centre);
        let off_centre = off_centre.reduce(|a, b| if b > a { b } else { a });
        Self {
            polygons,
            bounds,
            off_centre,
            words,
            notes,
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
    sound(tree, notes)
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

fn counted(count: usize, what: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {what}{end}")
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
        let ratio = facts.off_centre.unwrap();
        assert!((ratio - 0.5 / 0.75_f64.sqrt()).abs() < 1e-4, "{ratio}");
        assert_eq!(facts.notes, [""; 0]);
        // One that does not reach its origin.
        assert!(of(0x0100_0004).off_centre.unwrap() > 1.0);
        let picture = of(0x0100_0005);
        assert_eq!((picture.polygons, picture.off_centre), (Some(0), None));
        assert!(picture.words.contains("no physics"), "{}", picture.words);
    }

    #[test]
    fn the_rest_is_told_in_words() {
        for (id, words) in [
            (0x0200_0002, "1 part, 1 cylinder, 1 sphere, steps 0.4/0.4"),
            (0x0d00_0001, "2 cell structs"),
            (
                0xA9B4_0100,
                "struct 0 of 0x0D000001 at (84.0, 108.0, 20.2), 2 openings, 1 visible room, 1 object",
            ),
            (0xA9B4_FFFF, "height indices 10 to 13, with a LandBlockInfo"),
            (0xAAB4_FFFF, "height indices 10 to 10, nothing stands there"),
            (0xA9B4_FFFE, "2 rooms, 1 building, 3 objects"),
            (0xFFFF_0001, "data version 7"),
        ] {
            assert_eq!(of(id).words, words, "{id:#x}");
        }
    }

    #[test]
    fn a_tree_that_is_none_is_noted() {
        let Some(Record::GfxObj(mut object)) = portal_records().into_iter().next() else {
            unreachable!("the first record is an object")
        };
        object.physics_tree.as_mut().unwrap().nodes[0].sphere.radius = f32::NAN;
        let facts = Facts::of(&Record::GfxObj(object));
        assert_eq!((facts.bounds, facts.off_centre), (None, None));
        assert!(
            facts.notes[0].contains("sphere of node 0"),
            "{:?}",
            facts.notes
        );
    }
}
