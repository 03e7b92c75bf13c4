//! Geometry that other files are run against: dumps, a mesh, game files or a scene, as a scene with any rig.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::dumps::{Found, distinct, gather};
use super::exit::{Fault, shown};
use super::files::{has_game_names, is_called_mesh, read};
use super::import::game::told;
use super::open::{fault, is_recording, open_source};
use crate::formats::dat::library::{Keeping, open_library};
use crate::formats::dat::load::{Loader, Place};
use crate::formats::dat::solid::TreeChoice;
use crate::formats::dump::Dump;
use crate::formats::dump::scene::{Placed, parts};
use crate::formats::gltf;
use crate::formats::sniff::Content;
use crate::formats::text::{count, either, quoted};
use crate::formats::what::What;
use crate::ids::CellId;
use crate::scene::{MeshFile, SceneError, Source, beside_path};

/// Most landblocks that are taken of game files.
const MOST_BLOCKS: usize = 64;

/// The cells that a capture's records begin in, and how many of those that can be run do.
pub(super) type Cells = BTreeMap<CellId, u32>;

/// A rig that no start is asked of.
const RIG: &str = r#"    length: Ticks(1),
    rig: Chase(feet: (0, 0, 0), motion: Still),
    lanes: [Lane(name: "retail", policy: "retail")],
"#;

/// The scene of what `paths` hold: a folder of dumps, dumps, one mesh, one scene, or game files, of which the blocks of `cells` are taken. `named` gives the path by which a scene calls a file; what is odd is added to `odd`, a sentence each.
pub(super) fn open(
    paths: &[PathBuf],
    origin: Option<u32>,
    named: impl Fn(&Path) -> Result<String, Fault>,
    cells: impl FnOnce() -> Result<Cells, Fault>,
    odd: &mut Vec<String>,
) -> Result<Source, Fault> {
    let only_dumps = |path: &Path, is: &str| match origin {
        Some(_) => {
            let path = path.display();
            Err(Fault::input(format!(
                "--geometry-origin: it is of the rooms of dumps, and {path} is {is}"
            )))
        }
        None => Ok(()),
    };
    let paths = &distinct(paths, odd)[..];
    if let [only] = paths
        && is_game(only)?
    {
        only_dumps(only, "of the game's files")?;
        return game(only, &named(only)?, &cells()?, odd);
    }
    if let [only] = paths
        && !only.is_dir()
    {
        if is_recording(only) || !only.is_file() {
            only_dumps(only, "a scene or recording")?;
            return open_source(only);
        }
        match What::of(&read(only)?) {
            What::Foreign(Content::Obj | Content::Gltf) => {
                only_dumps(only, "a mesh")?;
                return mesh(only, named);
            }
            What::Foreign(Content::Dump) => {}
            What::Scene => {
                only_dumps(only, "a scene")?;
                return open_source(only);
            }
            // It says itself why it is no mesh.
            _ if is_called_mesh(only) => return mesh(only, named),
            other => {
                let told = other.instead_of("geometry (dumps, a mesh, a scene or game files)");
                return Err(Fault::input(format!("{}: {told}", only.display())));
            }
        }
    }
    dumps(paths, origin, named, odd)
}

/// Whether `path` is a game file or a folder with one.
fn is_game(path: &Path) -> Result<bool, Fault> {
    match path.is_dir() {
        true => Ok(has_game_names(path) || open_library(path).is_ok()),
        false => super::inspect::is_game_file(path),
    }
}

/// The blocks that `cells` are in, out of the game files at `path`, which a scene calls `called`: around outdoor cells the blocks beside them too.
fn game(path: &Path, called: &str, cells: &Cells, odd: &mut Vec<String>) -> Result<Source, Fault> {
    let blocks = wanted(cells);
    if blocks.is_empty() {
        let path = path.display();
        return Err(Fault::input(format!(
            "{path}: game files; what is taken of them is where the capture's cells are, and it names none"
        )));
    }
    let mut library = open_library(path).map_err(told)?;
    let mut keeping = Keeping::new(&mut library);
    let mut loader = Loader::new(&mut keeping, TreeChoice::Stored, 0);
    let (mut pieces, mut missing, mut beyond) = (Vec::new(), Vec::new(), Vec::new());
    for wanted in &blocks {
        let block = wanted.block;
        if pieces.len() == MOST_BLOCKS {
            beyond.push(wanted);
            continue;
        }
        let (name, place) = match wanted.outdoors {
            true => ("Blocks", Place::Blocks(block)),
            false => ("Block", Place::Block(block)),
        };
        match loader.load(place) {
            Ok(_) => pieces.push((block, name)),
            // A capture may have been taken with other files.
            Err(error) => missing.push((block, error)),
        }
    }
    let lost = keeping.lost();
    let records = keeping.records();
    if let Some(error) = library.missed() {
        return Err(told(error.clone()));
    }
    // Where most of what is run begins: far from it coordinates are coarse.
    let Some((home, _)) = pieces.first().copied() else {
        let broken = missing.iter().find(|(_, error)| !error.is_absence());
        if let Some((_, error)) = broken {
            return Err(told(error.clone()));
        }
        let first = missing.iter().map(|(block, _)| *block).min();
        return Err(Fault::input(format!(
            "{}: none of the landblocks that the capture's records begin in is there, the first of them {:#06X}",
            path.display(),
            first.unwrap_or_default()
        )));
    };
    let (absent, broken): (Vec<_>, Vec<_>) = missing
        .into_iter()
        .partition(|(_, error)| error.is_absence());
    odd.extend(broken.into_iter().map(|(_, error)| error.to_string()));
    if let Some((_, error)) = absent.first() {
        let more = absent.len() as u64 - 1;
        let others = match more {
            0 => String::new(),
            _ => format!(
                "; {} that records begin in {} not there either",
                count(more, "more landblock"),
                either(more, "is", "are")
            ),
        };
        odd.push(format!("{error}{others}"));
    }
    if let Some(first) = beyond.first() {
        let records: u32 = beyond.iter().map(|wanted| wanted.records).sum();
        odd.push(format!(
            "the capture's records begin in {} landblocks, of which {MOST_BLOCKS} are taken; those with the fewest records are left out, {} of them with {}, the first {:#06X}",
            blocks.len(),
            beyond.len(),
            count(records.into(), "record"),
            first.block
        ));
    }
    pieces.sort_unstable();
    let pieces = pieces.into_iter();
    let pieces: Vec<String> = pieces
        .map(|(block, name)| format!("{name}({block:#06X})"))
        .collect();
    odd.extend(library.warnings().map(str::to_owned));
    let fields = format!(
        "    landblock: {home:#06X},\n    game: Game(files: {}, load: [{}]),\n",
        quoted(if called.is_empty() { "." } else { called }),
        pieces.join(", ")
    );
    Ok(Source {
        records,
        lost,
        ..source(&fields, Vec::new())
    })
}

/// A landblock that is taken of game files.
struct Wanted {
    block: u32,
    /// Whether a record begins on its ground.
    outdoors: bool,
    /// How many records that can be run begin in it.
    records: u32,
}

/// The blocks of `cells`, those with the most records first; without those whose records cannot be run, if others have some that can.
fn wanted(cells: &Cells) -> Vec<Wanted> {
    let mut blocks: BTreeMap<u32, (bool, u32)> = BTreeMap::new();
    let can_run = cells.values().any(|records| *records > 0);
    for (cell, records) in cells {
        if *records > 0 || !can_run {
            let block = blocks.entry(cell.0 >> 16).or_default();
            *block = (block.0 || cell.is_outdoor(), block.1 + records);
        }
    }
    let blocks = blocks.into_iter();
    let mut list: Vec<Wanted> = blocks
        .map(|(block, (outdoors, records))| Wanted {
            block,
            outdoors,
            records,
        })
        .collect();
    list.sort_by_key(|wanted| (Reverse(wanted.records), wanted.block));
    list
}

fn mesh(file: &Path, named: impl Fn(&Path) -> Result<String, Fault>) -> Result<Source, Fault> {
    let path = named(file)?;
    let fields = format!(
        "    objects: [Object(name: \"mesh\", shape: Mesh(file: {}))],\n",
        quoted(&path)
    );
    let bytes = read(file)?;
    let mut files = vec![];
    for name in gltf::beside(&bytes) {
        let beside = file.with_file_name(&name);
        files.push(MeshFile {
            path: beside_path(&path, &name),
            bytes: read(&beside)?,
        });
    }
    files.push(MeshFile { path, bytes });
    Ok(source(&fields, files))
}

fn dumps(
    paths: &[PathBuf],
    origin: Option<u32>,
    named: impl Fn(&Path) -> Result<String, Fault>,
    odd: &mut Vec<String>,
) -> Result<Source, Fault> {
    let (mut placed, mut files) = (Vec::new(), Vec::new());
    for Found { file, bytes, dump } in gather(paths, odd)? {
        let path = named(&file)?;
        placed.push(Placed {
            path: path.clone(),
            dump,
        });
        files.push(MeshFile { path, bytes });
    }
    let first = paths.first().map(|path| shown(path)).unwrap_or_default();
    let is_room = |placed: &Placed| matches!(placed.dump, Dump::Room(_));
    if origin.is_some() && !placed.iter().any(is_room) {
        return Err(Fault::input(format!(
            "--geometry-origin: it is of the rooms of dumps, and {first} has none"
        )));
    }
    let parts =
        parts(&placed, origin).map_err(|problem| Fault::input(format!("{first}: {problem}")))?;
    odd.extend(parts.warnings);
    Ok(source(&parts.fields, files))
}

fn source(fields: &str, files: Vec<MeshFile>) -> Source {
    let text = format!("Scene(\n    version: 1,\n    title: \"geometry\",\n{fields}{RIG})\n");
    Source {
        files,
        ..Source::from_text("geometry", &text)
    }
}

/// The world of what [`open`] gave.
pub(super) fn world(
    source: &Source,
    odd: &mut Vec<String>,
) -> Result<std::sync::Arc<crate::world::World>, Fault> {
    let built = crate::scene::build(source, None, None).map_err(|error| match &error {
        // Nobody wrote that text: what is wrong is wrong with a file that it names.
        SceneError::At { file, problem, .. } if source.path.is_none() && *file == source.file() => {
            Fault::input(problem)
        }
        _ => fault(error),
    })?;
    // What a dump's reader says was told with its file.
    let is_told = |warning: &String| odd.iter().any(|told| warning.ends_with(told));
    let fresh: Vec<String> = built.warnings.into_iter().filter(|w| !is_told(w)).collect();
    odd.extend(fresh);
    Ok(std::sync::Arc::clone(&built.setup.world))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_with_the_most_records_that_run_come_first() {
        let order = |cells: &[(u32, u32)]| -> Vec<(u32, bool, u32)> {
            let cells = cells
                .iter()
                .map(|(cell, records)| (CellId(*cell), *records));
            let list = wanted(&cells.collect()).into_iter();
            list.map(|w| (w.block, w.outdoors, w.records)).collect()
        };
        let cells = [
            (0x1020_0100, 1),
            (0x1120_0001, 0),
            (0xA9B4_0100, 2),
            (0xA9B4_0012, 1),
            (0xB000_0101, 1),
        ];
        let wanted = [(0xA9B4, true, 3), (0x1020, false, 1), (0xB000, false, 1)];
        assert_eq!(order(&cells), wanted);
        // Where none can be run all are looked for, so that the reason is told.
        assert_eq!(order(&[(0x1120_0001, 0)]), [(0x1120, true, 0)]);
    }
}
