//! Recordings as `.sweep` files, which hold all that is needed to have the run again.
//!
//! `docs/formats/recording.md` has the contract. Contents are postcard; policies stand in them as JSON and measures by
//! name, so that neither depends on the order of switches or measures in this build.

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use glam::Vec3;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::RecordingError;
use super::inputs::Inputs;
use super::lane::{LaneRecording, SNAPSHOT_EVERY};
use super::recording::Recording;
use super::sections::{MAGIC, Reader, Section, write_section, write_start};
use super::stats::{Stat, Stats};
use super::summary::TickSummary;
use crate::body::Gait;
use crate::camera::ChaseState;
use crate::formats::dat::DatError;
use crate::formats::system::open_whole;
use crate::geometry::Frame;
use crate::lane::{Input, Lane, LaneState, Measure, Rig, RigState, Setup, digest};
use crate::policy::Policy;
use crate::probe::{Counters, EventKind};
use crate::scene::number::MAX_TICKS;
use crate::scene::{GameRecord, LostRecord, MeshFile, Source, build};

/// Most events of a kind that are believed: what JSON readers hold exactly, and far from overflow.
const MOST_EVENTS: u64 = 1 << 53;

/// Section `HEAD`: what the run is.
#[derive(Serialize, Deserialize)]
struct Head {
    /// Version of the crate that wrote it.
    build: String,
    hz: u32,
    /// Length of the script.
    ticks: u32,
    window: Range<u32>,
    /// Ticks from one snapshot to the next.
    snapshot_every: u32,
    lanes: u32,
}

/// Section `SCNE`: the scene and its files.
#[derive(Serialize, Deserialize)]
struct SceneContent {
    name: String,
    text: String,
    files: Vec<MeshFile>,
    records: Vec<GameRecord>,
}

/// Section `LOST`: a record of the game's files that the scene needs and that could not be had.
#[derive(Serialize, Deserialize)]
struct LostContent {
    is_cell: bool,
    id: u32,
    /// Why, in words.
    why: String,
}

/// Section `LANE`: what a lane is.
#[derive(Serialize, Deserialize)]
struct LaneContent {
    name: String,
    /// First tick and policy as JSON.
    policies: Vec<(u32, String)>,
}

/// Section `STAT`: what was gathered while it ran.
#[derive(Serialize, Deserialize)]
struct StatContent {
    window: Range<u32>,
    stats: Vec<(String, Stat)>,
    events: Vec<(String, u64)>,
}

/// Whether `bytes` begin like a recording.
#[must_use]
pub fn is_recording(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Writes a run to a file of this name.
///
/// # Errors
/// What the system says.
pub fn save(recording: &Recording, path: &Path) -> io::Result<()> {
    let mut out = io::BufWriter::new(fs::File::create(path)?);
    write(recording, &mut out)?;
    out.flush()
}

/// Opens the file of this name.
///
/// # Errors
/// As [`read`], and [`RecordingError::Unreadable`].
pub fn open(path: &Path) -> Result<Recording, RecordingError> {
    let file = path.display().to_string();
    let bytes = open_whole(path).map_err(|error| RecordingError::Unreadable {
        file: file.clone(),
        error,
    })?;
    read(&bytes, &file)
}

/// Writes a run.
///
/// The path of the scene's file is not written: it means nothing on another machine.
///
/// # Errors
/// What `out` says.
pub fn write(recording: &Recording, mut out: impl Write) -> io::Result<()> {
    let out = &mut out;
    write_start(out)?;
    let head = Head {
        build: recording.build.clone(),
        hz: recording.setup.hz,
        ticks: recording.setup.ticks,
        window: recording.window.clone(),
        snapshot_every: SNAPSHOT_EVERY,
        lanes: recording.lanes.len() as u32,
    };
    write_content(out, *b"HEAD", &head)?;
    let Source {
        name,
        path: _,
        folder: _,
        text,
        files,
        records,
        lost,
    } = &recording.source;
    let scene = SceneContent {
        name: name.clone(),
        text: text.clone(),
        files: files.clone(),
        records: records.clone(),
    };
    write_content(out, *b"SCNE", &scene)?;
    // Only where there is something to say, so that most files have no such section.
    if !lost.is_empty() {
        let told = lost.iter().map(|lost| LostContent {
            is_cell: lost.is_cell,
            id: lost.id,
            why: lost.error.clone().elsewhere().to_string(),
        });
        write_content(out, *b"LOST", &told.collect::<Vec<_>>())?;
    }
    for lane in &recording.lanes {
        let policies: Result<Vec<_>, _> = lane
            .policies
            .iter()
            .map(|(tick, policy)| serde_json::to_string(policy).map(|text| (*tick, text)))
            .collect();
        let content = LaneContent {
            name: lane.name.clone(),
            policies: policies.map_err(io::Error::other)?,
        };
        write_content(out, *b"LANE", &content)?;
        write_content(out, *b"INPT", &lane.inputs)?;
        write_content(out, *b"TICK", &lane.summaries)?;
        write_content(out, *b"SNAP", &lane.snapshots)?;
        let stats = Measure::ALL
            .iter()
            .filter_map(|m| lane.stats.of(*m).map(|stat| (m.name().to_owned(), stat)));
        let events = EventKind::ALL
            .iter()
            .map(|kind| (kind.name().to_owned(), lane.events.of(*kind)));
        let content = StatContent {
            window: lane.stats.window(),
            stats: stats.collect(),
            events: events.collect(),
        };
        write_content(out, *b"STAT", &content)?;
    }
    Ok(())
}

fn write_content(out: &mut impl Write, tag: [u8; 4], content: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(content).map_err(io::Error::other)?;
    write_section(out, tag, &bytes)
}

/// Reads a run and builds its scene again; `file` is what errors call the file.
///
/// Nothing is run: whether this build still behaves as the one that recorded, [`Recording::verify`] says.
///
/// # Errors
/// Everything that is not a whole, consistent recording of this version: one error with its place.
pub fn read(bytes: &[u8], file: &str) -> Result<Recording, RecordingError> {
    let mut reader = Reader::new(bytes, file)?;
    let (section, head) = content::<Head>(&mut reader, *b"HEAD", "the head")?;
    if head.snapshot_every != SNAPSHOT_EVERY {
        let problem = format!(
            "a snapshot every {} ticks; {SNAPSHOT_EVERY} were expected",
            head.snapshot_every
        );
        return Err(reader.wrong(&section, problem));
    }
    if head.window.start > head.window.end {
        return Err(reader.wrong(&section, "a window that ends before it begins"));
    }
    let (_, scene) = content::<SceneContent>(&mut reader, *b"SCNE", "the scene")?;
    let lost = match reader.is_next(*b"LOST") {
        true => content::<Vec<LostContent>>(&mut reader, *b"LOST", "the lost records")?.1,
        false => Vec::new(),
    };
    let lost = lost.into_iter().map(|lost| LostRecord {
        is_cell: lost.is_cell,
        id: lost.id,
        error: DatError::Told(lost.why),
    });
    let source = Source {
        name: scene.name,
        path: None,
        folder: None,
        text: scene.text,
        files: scene.files,
        records: scene.records,
        lost: lost.collect(),
    };
    let built =
        build(&source, Some(head.hz), Some(head.ticks)).map_err(|error| RecordingError::Scene {
            file: file.to_owned(),
            error,
        })?;
    // As many lanes as there are sections, so nothing is set aside for their number.
    let mut lanes = Vec::new();
    for number in 1..=head.lanes {
        lanes.push(read_lane(&mut reader, &built.setup, number)?);
    }
    reader.end()?;
    let mut recording = Recording::from_lanes(source, built.setup, lanes, head.window);
    recording.build = head.build;
    recording.warnings = built.warnings;
    Ok(recording)
}

/// The next section and its content, which must fill it.
fn content<'a, T: DeserializeOwned>(
    reader: &mut Reader<'a>,
    tag: [u8; 4],
    name: &str,
) -> Result<(Section<'a>, T), RecordingError> {
    let section = reader.section(tag, name)?;
    match postcard::take_from_bytes::<T>(section.content) {
        Ok((content, [])) => Ok((section, content)),
        Ok((_, rest)) => Err(reader.wrong(
            &section,
            format!("{} bytes more than its content", rest.len()),
        )),
        Err(error) => Err(reader.wrong(&section, format!("unreadable: {error}"))),
    }
}

fn read_lane(
    reader: &mut Reader<'_>,
    setup: &Setup,
    number: u32,
) -> Result<LaneRecording, RecordingError> {
    let name = |part: &str| format!("{part} of lane {number}");
    let (section, lane) = content::<LaneContent>(reader, *b"LANE", &format!("lane {number}"))?;
    let mut policies: Vec<(u32, Policy)> = Vec::new();
    for (tick, text) in &lane.policies {
        let policy = serde_json::from_str(text)
            .map_err(|error| reader.wrong(&section, format!("policy: {error}")))?;
        policies.push((*tick, policy));
    }
    let rising = policies.windows(2).all(|pair| pair[0].0 < pair[1].0);
    if policies.first().map(|first| first.0) != Some(0) || !rising {
        return Err(reader.wrong(&section, "the ticks of the policies do not rise from 0"));
    }

    let (section, inputs) = content::<Inputs>(reader, *b"INPT", &name("the inputs"))?;
    let fault = inputs.fault().or_else(|| {
        let finite = inputs.runs().all(|(_, input)| is_finite_input(&input));
        (!finite).then_some("an input is not finite")
    });
    if let Some(fault) = fault {
        return Err(reader.wrong(&section, fault));
    }

    let (section, summaries) = content::<Vec<TickSummary>>(reader, *b"TICK", &name("the ticks"))?;
    let len = summaries.len();
    if len > MAX_TICKS as usize || len > inputs.len() as usize {
        let problem = format!(
            "{len} ticks, but {} inputs and at most {MAX_TICKS} ticks",
            inputs.len()
        );
        return Err(reader.wrong(&section, problem));
    }
    if policies.last().is_some_and(|last| last.0 as usize > len) {
        return Err(reader.wrong(&section, "a policy begins after the last tick"));
    }
    if let Some(tick) = summaries
        .iter()
        .position(|summary| !is_finite_summary(summary))
    {
        return Err(reader.wrong(&section, format!("tick {tick} is not finite")));
    }

    let (section, snapshots) = content::<Vec<LaneState>>(reader, *b"SNAP", &name("the snapshots"))?;
    let wanted = len.div_ceil(SNAPSHOT_EVERY as usize);
    if snapshots.len() != wanted {
        let problem = format!("{} snapshots; {wanted} were expected", snapshots.len());
        return Err(reader.wrong(&section, problem));
    }
    for (index, state) in snapshots.iter().enumerate() {
        let tick = index * SNAPSHOT_EVERY as usize;
        let before = tick.checked_sub(1).and_then(|before| summaries.get(before));
        let digest = before.map_or(digest::START, |summary| summary.digest);
        let fault = if state.tick as usize != tick || state.digest != digest {
            "does not belong to its tick"
        } else if !fits(setup, state) {
            "is the state of another kind of rig"
        } else if !is_finite_state(state) {
            "is not finite"
        } else {
            continue;
        };
        return Err(reader.wrong(&section, format!("the snapshot before tick {tick} {fault}")));
    }

    let (section, gathered) = content::<StatContent>(reader, *b"STAT", &name("the stats"))?;
    if gathered.window.start > gathered.window.end {
        return Err(reader.wrong(&section, "a window that ends before it begins"));
    }
    let is_sound = |stat: &Stat| {
        [stat.min, stat.max, stat.sum, stat.last]
            .iter()
            .all(|c| c.is_finite())
            && stat.count <= len as u64
    };
    if let Some((name, _)) = gathered.stats.iter().find(|(_, stat)| !is_sound(stat)) {
        return Err(reader.wrong(
            &section,
            format!("{name} is not finite or has more values than ticks"),
        ));
    }
    if let Some((name, count)) = gathered
        .events
        .iter()
        .find(|(_, count)| *count > MOST_EVENTS)
    {
        return Err(reader.wrong(
            &section,
            format!("{count} events {name}; at most {MOST_EVENTS} were expected"),
        ));
    }
    let mut recording = LaneRecording::new(lane.name, Policy::RETAIL);
    recording.stats = Stats::new(gathered.window);
    // What this build does not know any more is left out.
    for (name, stat) in &gathered.stats {
        if let Some(measure) = Measure::from_name(name) {
            recording.stats.put(measure, *stat);
        }
    }
    let mut events = Counters::default();
    for (name, count) in &gathered.events {
        if let Some(kind) = EventKind::ALL.iter().find(|kind| kind.name() == name) {
            events.set(*kind, *count);
        }
    }
    recording.events = events;
    recording.policies = policies;
    recording.inputs = inputs;
    recording.summaries = summaries;
    // A run that went on from another one begins elsewhere than its scene.
    let scene_begins = Lane::new(setup, recording.policy_at(0)).state;
    let first = snapshots.first().filter(|first| **first != scene_begins);
    recording.begun = first.map(|first| Box::new(*first));
    recording.snapshots = snapshots;
    Ok(recording)
}

fn fits(setup: &Setup, state: &LaneState) -> bool {
    matches!(
        (&setup.rig, &state.rig),
        (Rig::Chase(_), RigState::Chase(_))
            | (Rig::Sweep(_), RigState::Sweep { .. } | RigState::Moves(_))
            | (Rig::Mover(_), RigState::Mover(_))
    )
}

fn is_finite_frame(frame: &Frame) -> bool {
    let q = frame.rotation;
    frame.origin.is_finite() && [q.w, q.x, q.y, q.z].iter().all(|c| c.is_finite())
}

fn is_finite_input(input: &Input) -> bool {
    match input {
        Input::Player(frame) => is_finite_frame(frame),
        Input::Steered(frame, orders) => is_finite_frame(frame) && orders.is_finite(),
        Input::Line { from, to } => from.is_finite() && to.is_finite(),
        Input::Move { by } => by.is_finite(),
        Input::Drive(drive) => {
            let Gait {
                forward,
                sidestep,
                turn,
                ..
            } = drive.gait;
            let place = |(feet, heading): (Vec3, f64)| feet.is_finite() && heading.is_finite();
            [forward, sidestep, turn].iter().all(|c| c.is_finite())
                && drive.jump.is_none_or(f32::is_finite)
                && drive.teleport.is_none_or(place)
                && drive.velocity.is_none_or(Vec3::is_finite)
                && drive.camera.is_finite()
        }
    }
}

fn is_finite_summary(summary: &TickSummary) -> bool {
    let TickSummary {
        published,
        eye_distance,
        sought_distance,
        desired_distance,
        feet_z,
        ..
    } = summary;
    published.is_finite()
        && [eye_distance, sought_distance, desired_distance, feet_z]
            .iter()
            .all(|c| c.is_finite())
}

fn is_finite_state(state: &LaneState) -> bool {
    match &state.rig {
        RigState::Sweep { at, .. } => at.is_finite(),
        RigState::Chase(chase) => {
            is_finite_frame(&chase.player)
                && chase.velocity.is_finite()
                && is_finite_camera(&chase.camera)
        }
        RigState::Moves(body) => body.is_finite(),
        RigState::Mover(driven) => {
            driven.body.is_finite()
                && driven.camera.as_ref().is_none_or(is_finite_camera)
                && driven.since_update.is_finite()
        }
    }
}

fn is_finite_camera(camera: &ChaseState) -> bool {
    let frames = [
        &camera.viewer,
        &camera.sought,
        &camera.aim.pivot,
        &camera.aim.desired,
    ];
    frames.into_iter().all(is_finite_frame)
        && camera.forward.is_none_or(|forward| forward.is_finite())
        && camera.ring.slots().iter().all(|slot| slot.is_finite())
        && camera.since_update.is_finite()
}
