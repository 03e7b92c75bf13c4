//! What a record holds, in numbers: for who looks through the game's files before anything is loaded of them.

use glam::Vec3;

use super::catalog::Listed;
use super::env_cell::{EnvCell, OUTDOORS, SEES_OUTSIDE};
use super::environment::Environment;
use super::error::DatError;
use super::ids::{DataSet, RecordKind};
use super::land::{LandBlock, LandBlockInfo};
use super::library::Fetch;
use super::load::Loader;
use super::solid::{self, TreeChoice};
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
    let mut about = About {
        bytes: bytes.len(),
        ..About::default()
    };
    match kind {
        RecordKind::GfxObj | RecordKind::Setup => object(fetch, id, &mut about)?,
        RecordKind::EnvCell => {
            let read = EnvCell::read(&bytes, Some(id));
            let (cell, flaws) = read.map_err(|wrong| wrong.of(&name, id))?;
            about.notes.extend(flaws);
            room(fetch, &cell, &mut about);
        }
        RecordKind::Environment => {
            let read = Environment::read(&bytes, Some(id));
            let (environment, flaws) = read.map_err(|wrong| wrong.of(&name, id))?;
            about.notes.extend(flaws);
            let count = environment.structs.len();
            about.rows.push(("shapes of rooms", count.to_string()));
            for shape in &environment.structs {
                walls(&environment, shape.key, &mut about);
            }
        }
        RecordKind::LandBlock => {
            let read = LandBlock::read(&bytes, Some(id));
            let (land, flaws) = read.map_err(|wrong| wrong.of(&name, id))?;
            about.notes.extend(flaws);
            // Two triangles each for the 64 squares of the land.
            about.polygons = 128;
            let (low, high) = (land.heights.iter().min(), land.heights.iter().max());
            if let (Some(low), Some(high)) = (low, high) {
                about
                    .rows
                    .push(("height indices", format!("{low} to {high}")));
            }
            let stands = if land.has_info == 0 { "no" } else { "yes" };
            about.rows.push(("something on it", stands.to_owned()));
        }
        RecordKind::LandBlockInfo => {
            let read = LandBlockInfo::read(&bytes, Some(id));
            let (info, flaws) = read.map_err(|wrong| wrong.of(&name, id))?;
            about.notes.extend(flaws);
            about.rows.extend([
                ("static objects", info.statics.len().to_string()),
                ("buildings", info.buildings.len().to_string()),
                ("rooms", info.cells.to_string()),
            ]);
        }
        RecordKind::Region | RecordKind::Iteration | RecordKind::Other => {}
    }
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
    for (name, count) in [
        ("spheres", shape.spheres.len()),
        ("cylinders", shape.cylinders.len()),
    ] {
        if count > 0 {
            about.rows.push((name, count.to_string()));
        }
    }
    if shape.is_empty() {
        let nothing = "nothing of it can be hit".to_owned();
        about.notes.push(nothing);
    }
    Ok(())
}

fn room<F: Fetch>(fetch: &mut F, cell: &EnvCell, about: &mut About) {
    let out = cell.portals.iter();
    let out = out.filter(|portal| portal.other_cell == OUTDOORS).count();
    let doors = match out {
        0 => cell.portals.len().to_string(),
        _ => format!("{}, {out} outdoors", cell.portals.len()),
    };
    let sees = match cell.flags & SEES_OUTSIDE {
        0 => "no",
        _ => "yes",
    };
    let environment = cell.environment_id();
    about.rows.extend([
        ("openings", doors),
        ("sees rooms", cell.visible.len().to_string()),
        ("sees outside", sees.to_owned()),
        ("static objects", cell.statics.len().to_string()),
        (
            "shape",
            format!("{environment:#010X} struct {}", cell.cell_struct),
        ),
    ]);
    let read = fetch.fetch(DataSet::Portal, environment).and_then(|bytes| {
        let read = Environment::read(&bytes, Some(environment));
        read.map_err(|wrong| wrong.of(&fetch.name(DataSet::Portal), environment))
    });
    match read {
        Ok((environment, _)) => walls(&environment, u32::from(cell.cell_struct), about),
        Err(error) => about.notes.push(error.to_string()),
    }
}

/// The walls of a shape of rooms.
fn walls(environment: &Environment, key: u32, about: &mut About) {
    let Some(shape) = environment.get(key) else {
        let id = environment.id;
        about.notes.push(format!("{id:#010X} has no struct {key}"));
        return;
    };
    if shape.physics.is_empty() {
        return;
    }
    let name = format!("struct {key}");
    let mut notes = Vec::new();
    let made = solid::tree(
        &shape.vertices,
        &shape.physics,
        &shape.physics_tree,
        TreeChoice::Stored,
        &name,
        &mut notes,
    );
    match made {
        Ok(tree) => about.tree(name, &tree, |corner| corner),
        Err(problem) => notes.push(format!("{name}: {problem}")),
    }
    about.notes.extend(notes);
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
