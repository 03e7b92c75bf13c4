//! Sweeps that another program recorded, from the file that a scene names.

use super::check::Place;
use super::error::SceneError;
use super::locate::Part::Field;
use super::map::number::BlockNumber;
use super::model::{self, Sweeps};
use super::source::Source;
use crate::formats::capture::{self, LeftOut, Space};
use crate::formats::sniff::Content;
use crate::formats::text::count as counted;
use crate::formats::what::What;
use crate::lane::{Rig, SweepMover, SweepScript};
use crate::world::World;

/// Puts the recorded sweeps into `rig`, where the scene's rig is of some.
pub(super) fn fill(
    rig: &mut Rig,
    model: &model::Rig,
    world: &World,
    source: &Source,
    place: Place<'_>,
    warnings: &mut Vec<String>,
) -> Result<(), SceneError> {
    let (Rig::Sweep(rig), model::Rig::Sweep(model)) = (rig, model) else {
        return Ok(());
    };
    let Sweeps::Captured {
        file,
        run,
        first,
        count,
        origin,
    } = &model.sweeps
    else {
        return Ok(());
    };
    let wrong = |field: &'static str, problem: String| {
        Err(place.error(&[Field("rig"), Field("sweeps"), Field(field)], problem))
    };
    let Some(known) = source.files.iter().find(|known| known.path == *file) else {
        return wrong("file", format!("the capture {file} is not at hand"));
    };
    let read = capture::read(&known.bytes);
    if read.runs.is_empty() {
        let problem = match What::of(&known.bytes) {
            What::Foreign(Content::Capture) => format!("{file}:{}", read.emptiness()),
            other => format!("{file}: {}", other.instead_of("a capture")),
        };
        return wrong("file", problem);
    }
    let told = read.warnings().into_iter();
    warnings.extend(told.map(|warning| format!("{file}:{warning}")));
    let run = run.unwrap_or(1);
    if !read.runs.iter().any(|known| known.number == run) {
        let runs = read.runs.len();
        return wrong(
            "run",
            format!(
                "{file} has {}; there is none of number {run}",
                counted(runs as u64, "run")
            ),
        );
    }
    let space = Space::of(world, origin.map(BlockNumber::get));
    let records = read.records.iter().filter(|record| record.run == run);
    let (first, count) = (first.unwrap_or(0) as usize, count.get() as usize);
    let mut left_out = LeftOut::default();
    let made = records.map(|record| left_out.captured(record, world, space));
    let mut list: Vec<_> = made.filter_map(Result::ok).collect();
    let told = left_out.warnings().into_iter();
    warnings.extend(told.map(|warning| format!("{file}:{warning}")));
    if first + count > list.len() {
        let there = list.len().saturating_sub(first);
        return wrong("count", format!("{there} usable records are there"));
    }
    list.truncate(first + count);
    list.drain(..first);
    if let Some(sweep) = list.first() {
        rig.mover = SweepMover::Body(sweep.body.build);
        rig.cell = Some(sweep.body.position.cell).filter(|_| world.cells().is_some());
    }
    rig.script = SweepScript::Captured(list);
    Ok(())
}
