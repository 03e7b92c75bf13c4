//! `sweepscope import` of a capture: a scene that runs its sweeps again beside what was recorded.

use std::path::{Path, PathBuf};

use super::{Written, path_from};
use crate::cli::exit::{Fault, shown};
use crate::cli::geometry::Cells;
use crate::cli::open::fault;
use crate::cli::replay::{count_cell, require_cells, require_origin};
use crate::cli::{Io, geometry};
use crate::formats::capture::{self, LeftOut, Space};
use crate::formats::text::{MARK, count};
use crate::scene::map::number::BlockNumber;
use crate::scene::model::{Lane, Rig, Sweep, SweepMover, Sweeps};
use crate::scene::number::TickCount;
use crate::scene::{self, Scene};

/// The run that is taken where none is asked for.
const FIRST: u32 = 1;

/// What is asked of a capture.
pub(super) struct Asked<'a> {
    pub(super) file: &'a Path,
    pub(super) geometry: &'a [PathBuf],
    pub(super) geometry_origin: Option<u32>,
    pub(super) origin: Option<u32>,
    pub(super) run: Option<u32>,
}

/// The scene of the sweeps of one run of the capture in `bytes`.
pub(super) fn scene(
    asked: &Asked<'_>,
    bytes: &[u8],
    out: &Path,
    io: &mut Io<'_>,
) -> Result<Written, Fault> {
    let Asked {
        file,
        geometry,
        geometry_origin,
        origin,
        run,
    } = *asked;
    let run = run.unwrap_or(FIRST);
    let shown_file = shown(file);
    if geometry.is_empty() {
        let problem = "--geometry PATH.. says what its bodies collided with";
        return Err(Fault::input(format!("{shown_file}: a capture; {problem}")));
    }
    let read = capture::read(bytes);
    if read.records.is_empty() {
        return Err(Fault::input(format!("{shown_file}:{}", read.emptiness())));
    }
    let known: Vec<u32> = read.runs.iter().map(|run| run.number).collect();
    if !known.contains(&run) {
        return Err(Fault::input(format!(
            "{shown_file}: it has {}; there is none of number {run}",
            count(known.len() as u64, "run")
        )));
    }
    let cells = || {
        let mut cells = Cells::new();
        for record in read.records.iter().filter(|record| record.run == run) {
            count_cell(record, &mut cells);
        }
        require_cells(file, &read, cells)
    };
    let named = |file: &Path| path_from(out, file);
    let mut odd = Vec::new();
    let source = geometry::open(geometry, geometry_origin, named, cells, &mut odd)?;
    let away = source.path.as_deref().and_then(Path::parent);
    if let (Some(folder), false) = (away, source.files.is_empty())
        && !path_from(out, folder)?.is_empty()
    {
        let problem =
            "its meshes are named from its own folder; the new scene must be put there too";
        return Err(Fault::input(format!("{}: {problem}", source.file())));
    }
    let world = geometry::world(&source, &mut odd)?;
    require_origin(origin, &world)?;
    for warning in odd {
        io.warn(&warning);
    }
    for warning in read.warnings() {
        io.warn(&format!("{shown_file}:{warning}"));
    }
    if known.len() > 1 && asked.run.is_none() {
        io.warn(&format!(
            "{shown_file}: it has {} runs, of which this is number {run}; --run N takes another",
            known.len()
        ));
    }
    let space = Space::of(&world, origin);
    let mut left_out = LeftOut::default();
    let records = read.records.iter().filter(|record| record.run == run);
    let made = records.map(|record| left_out.captured(record, &world, space));
    let usable = made.filter(Result::is_ok).count() as u32;
    let Some(count) = TickCount::new(usable) else {
        let why = left_out.reasons.first();
        let why = why.map_or_else(String::new, |why| format!("{}: {}", why.line, why.refusal));
        return Err(Fault::input(format!(
            "{shown_file}:{why}: no record of the run can be run again"
        )));
    };
    for warning in left_out.warnings() {
        io.warn(&format!("{shown_file}:{warning}"));
    }
    let geometry = scene::read(&source.text, &source.file()).map_err(fault)?;
    let name = shown(Path::new(file.file_name().unwrap_or_default()));
    let scene = Scene {
        title: format!("{name}: run {run}"),
        look_for: "recorded_error: how far the feet are from where they were recorded.".to_owned(),
        control: None,
        length: None,
        window: None,
        expect: Vec::new(),
        rig: Rig::Sweep(Sweep {
            mover: SweepMover::Human,
            radius: None,
            grounded: false,
            cell: None,
            sweeps: Sweeps::Captured {
                file: path_from(out, file)?,
                run: Some(run).filter(|run| *run > 1),
                first: None,
                count,
                origin: origin.and_then(BlockNumber::new),
            },
        }),
        lanes: vec![Lane {
            name: "retail".to_owned(),
            policy: "retail".to_owned(),
        }],
        ..geometry
    };
    let text = format!(
        "{MARK}{name}: the sweeps of run {run}, as they were recorded.\n{}",
        scene::write(&scene, None)
    );
    Ok(Written {
        text,
        what: format!(
            "a scene of {}",
            super::count(usable as u64, "recorded sweep")
        ),
    })
}
