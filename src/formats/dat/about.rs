//! What a record holds with what it refers to, in numbers: for who looks through the game's files before anything is loaded of them.
//!
//! What a record says of itself is [`Facts`]; added here is what stands in other records.

use glam::Vec3;

use super::catalog::Listed;
use super::env_cell::EnvCell;
use super::environment::Environment;
use super::error::DatError;
use super::facts::Facts;
use super::ids::DataSet;
use super::library::Fetch;
use super::load::Loader;
use super::record::Record;
use super::solid::TreeChoice;
use crate::bsp::Tree;
use crate::bsp::census::Census;
use crate::geometry::Bounds;

/// What a record holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// Its length, bytes, unpacked.
    pub bytes: usize,
    /// The smallest box around all that can be hit, in its own space, metres.
    pub bounds: Option<Bounds>,
    /// Polygons that can be hit.
    pub polygons: usize,
    /// Its trees as they are stored, each with the name of what it is of.
    pub trees: Vec<(String, Census)>,
    /// What else there is to say, name and value.
    pub rows: Vec<(&'static str, String)>,
    /// What is missing, broken or odd.
    pub notes: Vec<String>,
}

/// Most trees that are told one by one.
const MOST_TREES: usize = 64;

/// What `listed` holds, read out of `fetch`.
///
/// # Errors
/// [`DatError`]: it is missing or broken.
pub fn about<F: Fetch>(fetch: &mut F, listed: &Listed) -> Result<About, DatError> {
    let Listed { set, kind, id, .. } = *listed;
    let bytes = fetch.fetch(set, id)?;
    let name = fetch.name(set);
    let read = Record::decode(&bytes, kind, Some(id)).map_err(|wrong| wrong.of(&name, id))?;
    let mut about = About {
        bytes: bytes.len(),
        ..About::default()
    };
    let Some((record, flaws)) = read else {
        return Ok(about);
    };
    let mut facts = Facts::of(&record);
    about.notes.extend(flaws);
    match &record {
        // What stands there, parts of others among it.
        Record::GfxObj(_) | Record::Setup(_) => {
            facts.notes.clear();
            object(fetch, id, &mut about)?;
        }
        Record::EnvCell(cell) => room(fetch, cell, &mut facts),
        // Two triangles each for the 64 squares of the land.
        Record::LandBlock(_) => about.polygons = 128,
        _ => {}
    }
    if about.trees.is_empty() && about.bounds.is_none() {
        about.polygons += facts.polygons.unwrap_or(0);
        about.bounds = facts.bounds;
        about.trees = facts.trees;
        about.trees.truncate(MOST_TREES);
    }
    let rows = facts.rows.into_iter();
    about.rows.extend(rows.map(|row| (row.name, row.value)));
    about.notes.extend(facts.notes);
    Ok(about)
}

impl About {
    fn tree(&mut self, name: String, tree: &Tree, place: impl Fn(Vec3) -> Vec3) {
        self.polygons += tree.polygons().len();
        let corners = tree.polygons().iter().flat_map(|polygon| &polygon.vertices);
        self.hold(Bounds::around(corners.map(|corner| place(*corner))));
        if self.trees.len() < MOST_TREES {
            self.trees.push((name, tree.census()));
        }
    }

    fn hold(&mut self, bounds: Option<Bounds>) {
        let both = [self.bounds, bounds].into_iter().flatten();
        self.bounds = Bounds::around(both.flat_map(|bounds| [bounds.min, bounds.max]));
    }
}

fn object<F: Fetch>(fetch: &mut F, id: u32, about: &mut About) -> Result<(), DatError> {
    let mut loader = Loader::new(fetch, TreeChoice::Stored, 0);
    let shape = loader.shape(id)?;
    about.notes.extend(loader.notes());
    for (number, part) in shape.parts.iter().enumerate() {
        let name = format!("part {number}");
        about.tree(name, &part.tree, |corner| {
            part.frame.to_global(corner * part.scale)
        });
    }
    let around = |center: Vec3, reach: Vec3| Bounds::around([center - reach, center + reach]);
    for sphere in &shape.spheres {
        about.hold(around(sphere.center, Vec3::splat(sphere.radius)));
    }
    for cylinder in &shape.cylinders {
        let middle = cylinder.low + Vec3::Z * (cylinder.height * 0.5);
        let reach = Vec3::new(cylinder.radius, cylinder.radius, cylinder.height * 0.5);
        about.hold(around(middle, reach));
    }
    if shape.is_empty() {
        let nothing = "nothing of it can be hit".to_owned();
        about.notes.push(nothing);
    }
    Ok(())
}

/// A room's walls are those of a shape in another record.
fn room<F: Fetch>(fetch: &mut F, cell: &EnvCell, facts: &mut Facts) {
    let id = cell.environment_id();
    let read = fetch.fetch(DataSet::Portal, id).and_then(|bytes| {
        let read = Environment::read(&bytes, Some(id));
        read.map_err(|wrong| wrong.of(&fetch.name(DataSet::Portal), id))
    });
    let key = u32::from(cell.cell_struct);
    match read {
        Ok((environment, _)) => match environment.get(key) {
            Some(walls) => {
                facts.polygons = Some(walls.physics.len());
                facts.add_room(walls);
            }
            None => facts.notes.push(format!("{id:#010X} has no struct {key}")),
        },
        Err(error) => facts.notes.push(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::dat::catalog::Catalog;
    use crate::formats::dat::library::open_library;
    use crate::formats::dat::write::sample::{FILES, sample};
    use crate::formats::progress::Go;

    /// What is told of each kind of record of the sample files is what they were written with.
    #[test]
    fn records_are_told_in_numbers() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in FILES.iter().zip(sample()) {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        let mut library = open_library(folder.path()).unwrap();
        let catalog = Catalog::of(&mut library, &|_, _| Go::On).unwrap();
        assert_eq!(catalog.notes(), [] as [String; 0]);
        assert_eq!(Catalog::of(&mut library, &|_, _| Go::Stop), None);
        let of = |library: &mut _, id: u32| {
            let listed = catalog.list().iter().find(|listed| listed.id == id);
            about(library, listed.unwrap()).unwrap()
        };
        for listed in catalog.list() {
            about(&mut library, listed).unwrap();
        }
        // A rock far from its own origin.
        let rock = of(&mut library, 0x0100_0004);
        let (_, census) = &rock.trees[0];
        assert!(census.off_centre > 1.0 && census.polygons == rock.polygons);
        let bounds = rock.bounds.unwrap();
        assert!(bounds.min.abs().max_element() > 1.0, "{bounds:?}");
        let bare = of(&mut library, 0x0100_0005);
        assert!(bare.trees.is_empty() && bare.bounds.is_none());
        assert!(bare.notes.iter().any(|note| note.contains("can be hit")));
        let hall = of(&mut library, 0xA9B4_0100);
        assert!(hall.polygons > 0 && hall.trees.len() == 1);
        let row = |name: &str| {
            hall.rows
                .iter()
                .find(|row| row.0 == name)
                .unwrap()
                .1
                .clone()
        };
        assert_eq!(row("sees outside"), "yes");
        let land = of(&mut library, 0xA9B4_FFFF);
        assert_eq!(land.polygons, 128);
        let info = of(&mut library, 0xA9B4_FFFE);
        assert!(info.rows.contains(&("rooms", "2".to_owned())));
    }
}
