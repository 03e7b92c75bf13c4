//! What leaves the window as a file or as text: pictures of a range, measures, an issue.

use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::command::{Command, Notice, Slot, Tone};
use super::desk::Desk;
use super::document::Document;
use super::film::{self, Film, FilmKind};
use super::lanes::{LaneNumber, Pair, Tape};
use super::notices::Notices;
use super::playback::Playback;
use super::settings::Settings;
use super::text;
use super::window::Outbox;
use crate::export::solid::solids;
use crate::export::test_code::{self, Head, Language, TOLERANCE};
use crate::export::{csv, issue, mesh};
use crate::formats::mesh::Up;
use crate::lane::Setup;
use crate::probe::Counters;
use crate::recording::{LaneRecording, Recording};

/// What can be written from the window, besides the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The range as a moving GIF.
    Gif,
    /// The range as PNG files in a folder.
    Pictures,
    /// All measures of A and B, every tick.
    Csv,
    /// What the lane in focus did in the range, as a test in Rust.
    RustTest,
    /// The same in C#.
    CSharpTest,
    /// The collision geometry as an OBJ mesh, Y up.
    Obj,
    /// The same as GLB.
    Glb,
}

impl Export {
    /// All, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::Gif,
        Self::Pictures,
        Self::Csv,
        Self::RustTest,
        Self::CSharpTest,
        Self::Obj,
        Self::Glb,
    ];

    /// How the file's name ends; none of a folder.
    #[must_use]
    pub(super) fn ending(self) -> Option<&'static str> {
        match self {
            Self::Gif => Some("gif"),
            Self::Pictures => None,
            Self::Csv => Some("csv"),
            Self::RustTest => Some("rs"),
            Self::CSharpTest => Some("cs"),
            Self::Obj => Some("obj"),
            Self::Glb => Some("glb"),
        }
    }
}

/// Writes `what` to `path`, and says so.
pub(super) fn export(world: &mut World, what: Export, path: &Path) {
    let done = match what {
        Export::Gif => film(world, FilmKind::Gif, path),
        Export::Pictures => film(world, FilmKind::Pictures, path),
        Export::Csv => measures(world, path.to_owned()),
        Export::RustTest => source(world, Language::Rust, path.to_owned()),
        Export::CSharpTest => source(world, Language::CSharp, path.to_owned()),
        Export::Obj | Export::Glb => geometry(world, what, path.to_owned()),
    };
    if let Err(text) = done {
        notice(world, Tone::Error, text);
    }
}

fn notice(world: &mut World, tone: Tone, text: String) {
    world.resource_mut::<Notices>().add(Notice { tone, text });
}

/// The range that is looped over, or the whole run, as a film.
fn film(world: &mut World, kind: FilmKind, path: &Path) -> Result<(), String> {
    let document = world.get_resource::<Document>();
    let ticks = document
        .ok_or_else(|| text::NOTHING_OPEN.to_owned())?
        .setup
        .ticks;
    let (first, end) = world.resource::<Playback>().range.unwrap_or((0, ticks));
    let film = Film::of(path.to_owned(), kind, first, end.min(ticks));
    film::begin(world, film)
}

/// The lanes that are looked at, each once, with their letters.
fn looked_at(world: &mut World) -> Vec<LaneRecording> {
    let pair = world.resource::<Pair>().0;
    let mut tapes = world.query::<(&LaneNumber, &Tape)>();
    let find = |number: usize| {
        let mut all = tapes.iter(world);
        let found = all.find(|(of, _)| of.0 == number)?;
        Some(found.1.recording.clone())
    };
    let mut numbers = Slot::BOTH.map(|slot| pair[slot.index()]).to_vec();
    numbers.dedup();
    numbers.into_iter().filter_map(find).collect()
}

/// Every measure of A and B, a row for each tick and lane, as `run` writes them: they run again on a thread.
fn measures(world: &mut World, path: PathBuf) -> Result<(), String> {
    let document = world.get_resource::<Document>();
    let setup = document
        .ok_or_else(|| text::NOTHING_OPEN.to_owned())?
        .setup
        .clone();
    let lanes = looked_at(world);
    let desk = world.resource::<Desk>();
    desk.work(text::writing(&path), move |_| {
        let written = std::fs::File::create(&path).and_then(|file| {
            let mut out = BufWriter::new(file);
            rows(&setup, &lanes, &mut out)?;
            out.flush()
        });
        vec![told(&path, written)]
    });
    Ok(())
}

/// What became of the file.
fn told(path: &Path, written: std::io::Result<()>) -> Command {
    let (tone, text) = match written {
        Ok(()) => (Tone::Done, text::saved(path)),
        Err(error) => (
            Tone::Error,
            format!("{}: {}", path.display(), crate::scene::why(&error)),
        ),
    };
    Command::Notice(Notice { tone, text })
}

/// What the lane in focus did, in the range that is looped over or the whole run, as the source of a test.
fn source(world: &mut World, language: Language, path: PathBuf) -> Result<(), String> {
    let slot = world.resource::<Settings>().focus;
    let lanes = looked_at(world);
    let document = world.get_resource::<Document>();
    let document = document.ok_or_else(|| text::NOTHING_OPEN.to_owned())?;
    let lane = lanes.get(slot.index()).or(lanes.first()).cloned();
    let lane = lane.ok_or_else(|| text::NOTHING_OPEN.to_owned())?;
    let range = world.resource::<Playback>().range;
    let range = range.map(|(first, end)| first..end.min(lane.len()));
    if range.as_ref().map_or(lane.is_empty(), Range::is_empty) {
        return Err(text::NOT_RUN_YET.to_owned());
    }
    let head = Head {
        scene: document.source.name.clone(),
        file: document.name.clone(),
        lane: lane.name.clone(),
        policy: lane.policy().to_string(),
        ticks: range,
        tolerance: TOLERANCE,
    };
    let setup = document.setup.clone();
    world
        .resource::<Desk>()
        .work(text::writing(&path), move |_| {
            let made = test_code::source(language, &head, &setup, &lane);
            vec![match made {
                Ok((text, _)) => told(&path, std::fs::write(&path, text)),
                Err(text) => Command::Notice(Notice {
                    tone: Tone::Error,
                    text,
                }),
            }]
        });
    Ok(())
}

/// The collision geometry of the open scene, as `export` writes it.
fn geometry(world: &mut World, what: Export, path: PathBuf) -> Result<(), String> {
    let document = world.get_resource::<Document>();
    let document = document.ok_or_else(|| text::NOTHING_OPEN.to_owned())?;
    let setup = document.setup.clone();
    world
        .resource::<Desk>()
        .work(text::writing(&path), move |_| {
            let (solids, _) = solids(&setup.world);
            if solids.iter().all(|solid| solid.polygons.is_empty()) {
                return vec![Command::Notice(Notice {
                    tone: Tone::Error,
                    text: text::NO_POLYGONS.to_owned(),
                })];
            }
            let written = std::fs::File::create(&path).and_then(|file| {
                let mut out = BufWriter::new(file);
                match what {
                    Export::Glb => mesh::write_glb(&mut out, &solids)?,
                    _ => mesh::write_obj(&mut out, &solids, Up::Y)?,
                }
                out.flush()
            });
            vec![told(&path, written)]
        });
    Ok(())
}

fn rows(setup: &Setup, lanes: &[LaneRecording], out: &mut dyn Write) -> std::io::Result<()> {
    csv::write_head(out)?;
    let mut counters = Counters::default();
    for recording in lanes {
        let mut lane = recording.lane_at(setup, 0);
        for tick in 0..recording.len() {
            lane.policy = recording.policy_at(tick);
            counters.clear();
            let input = recording.input(setup, tick);
            let outcome = lane.tick(setup, &input, &mut counters);
            csv::write_row(out, tick, &recording.name, |measure| {
                measure.of(&outcome, &counters)
            })?;
        }
    }
    Ok(())
}

/// Puts the tick at the cursor on the clipboard as the text of an issue.
pub(super) fn copy_issue(world: &mut World) {
    let lanes = looked_at(world);
    let tick = world.resource::<Playback>().cursor;
    let document = world.get_resource::<Document>();
    let (Some(document), Some(a)) = (document, lanes.first()) else {
        return notice(world, Tone::Error, text::NOTHING_OPEN.to_owned());
    };
    if tick >= a.len() {
        return notice(world, Tone::Error, text::NOT_RUN_YET.to_owned());
    }
    let recording = Recording::from_lanes(
        document.source.clone(),
        document.setup.clone(),
        lanes.clone(),
        document.window.clone(),
    );
    let text = issue::issue(&issue::Subject {
        recording: &recording,
        a,
        b: lanes.get(1),
        tick,
        is_recorded: document.name.to_lowercase().ends_with(".sweep"),
    });
    world.resource_mut::<Outbox>().copy = Some(text);
    notice(world, Tone::Done, text::COPIED.to_owned());
}
