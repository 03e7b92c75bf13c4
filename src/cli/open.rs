//! What a command runs: SCENE as scene or recording, and lane words as lanes.

use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Io;
use super::exit::{Fault, is_environment, one_line};
use super::files::what;
use super::progress::Progress;
use crate::formats::what::What;
use crate::lane::{Input, Setup, TickOutcome};
use crate::policy::Policy;
use crate::probe::{Counters, Journal, Tee};
use crate::recording::verify::Mismatch;
use crate::recording::{LaneRecording, Recording, RecordingError, file};
use crate::scene::{self, Scene, SceneError, Source, expectation};

/// A scene or recording that is ready to run.
pub(super) struct Opened {
    pub(super) source: Source,
    pub(super) scene: Scene,
    pub(super) setup: Arc<Setup>,
    /// Where `settles` looks.
    pub(super) window: Range<u32>,
    /// The scene's lanes, or the recorded ones.
    pub(super) lanes: Vec<LanePlan>,
    /// What was opened, where it is a recording; its inputs are those of the run.
    pub(super) recording: Option<Recording>,
}

/// A lane that is going to run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LanePlan {
    pub(super) name: String,
    /// The policies with the tick from which each is in force, rising from 0.
    pub(super) policies: Vec<(u32, Policy)>,
    /// Index of the recorded lane that it repeats.
    repeats: Option<usize>,
}

impl LanePlan {
    fn new(name: String, policy: Policy) -> Self {
        Self {
            name,
            policies: vec![(0, policy)],
            repeats: None,
        }
    }

    pub(super) fn policy_at(&self, tick: u32) -> Policy {
        let after = self.policies.partition_point(|(from, _)| *from <= tick);
        let found = self.policies.get(after.saturating_sub(1));
        found.map_or(Policy::RETAIL, |(_, policy)| *policy)
    }
}

/// Opens what `scene` means; `hz` and `ticks` stand in for its own rate and length.
pub(super) fn open(
    scene: &Path,
    hz: Option<u32>,
    ticks: Option<u32>,
    io: &mut Io<'_>,
) -> Result<Opened, Fault> {
    if is_recording(scene) {
        return open_recording(scene, hz, ticks, io);
    }
    open_scene(open_source(scene)?, hz, ticks, io)
}

/// As [`open`], of a scene that has been read.
pub(super) fn open_scene(
    source: Source,
    hz: Option<u32>,
    ticks: Option<u32>,
    io: &mut Io<'_>,
) -> Result<Opened, Fault> {
    let built = scene::build(&source, hz, ticks).map_err(fault)?;
    for warning in &built.warnings {
        io.warn(warning);
    }
    let lanes = built.lanes.into_iter();
    Ok(Opened {
        source,
        scene: built.scene,
        setup: built.setup,
        window: built.window,
        lanes: lanes
            .map(|(name, policy)| LanePlan::new(name, policy))
            .collect(),
        recording: None,
    })
}

/// The scene that `scene` means: a scene's own, or that of which a recording was made.
pub(super) fn open_source(scene: &Path) -> Result<Source, Fault> {
    if is_recording(scene) {
        return Ok(file::open(scene).map_err(recording_fault)?.source);
    }
    let Some(word) = scene.to_str() else {
        let name = one_line(&scene.to_string_lossy());
        return Err(Fault::input(format!("{name}: the name is not UTF-8 text")));
    };
    scene::open(word).map_err(fault)
}

/// Whether a file is a recording: by its first bytes, or by its extension where its content is nothing else.
pub(super) fn is_recording(path: &Path) -> bool {
    let mut first = [0; 8];
    // What is no plain file is read only once.
    let begins = path.is_file()
        && std::fs::File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok());
    let called = path
        .extension()
        .is_some_and(|extension| extension == "sweep");
    // What is plainly something else is told, or taken, as what it is.
    let is_other = || {
        let what = what(path);
        what.is_ok_and(|what| what.is_known() && !matches!(what, What::Empty | What::Recording))
    };
    begins && file::is_recording(&first) || called && !(path.is_file() && is_other())
}

fn open_recording(
    path: &Path,
    hz: Option<u32>,
    ticks: Option<u32>,
    io: &mut Io<'_>,
) -> Result<Opened, Fault> {
    let recording = file::open(path).map_err(recording_fault)?;
    for warning in &recording.warnings {
        io.warn(warning);
    }
    let own = recording.setup.hz;
    if hz.is_some_and(|hz| hz != own) {
        let path = path.display();
        return Err(Fault::input(format!(
            "--hz: {path} was recorded at {own} Hz and runs at no other rate"
        )));
    }
    let scene = scene::read(&recording.source.text, &recording.source.file()).map_err(fault)?;
    let ticks = ticks.unwrap_or_else(|| recording.len());
    if ticks == 0 {
        return Err(Fault::input(format!("{}: it has no tick", path.display())));
    }
    let setup = Setup {
        ticks,
        ..Setup::clone(&recording.setup)
    };
    // A run of another length than the recorded one is judged as one of the scene would be.
    let window = if ticks == recording.len() {
        recording.settle_window()
    } else {
        let whole = u32::try_from(expectation::run_ticks(&scene, own)).unwrap_or(u32::MAX);
        expectation::settle_window(scene.window, own, whole, ticks)
    };
    let plan = |(index, lane): (usize, &LaneRecording)| LanePlan {
        name: lane.name.clone(),
        policies: lane.policies().to_vec(),
        repeats: Some(index),
    };
    Ok(Opened {
        source: recording.source.clone(),
        scene,
        window: if window.is_empty() {
            expectation::default_window(ticks)
        } else {
            window
        },
        setup: Arc::new(setup),
        lanes: recording.lanes.iter().enumerate().map(plan).collect(),
        recording: Some(recording),
    })
}

/// The exit code that goes with an error of a scene.
pub(super) fn fault(error: SceneError) -> Fault {
    match error {
        SceneError::Denied { .. } => Fault::Environment(error.into()),
        _ => Fault::Input(error.into()),
    }
}

/// The exit code that goes with an error of a recording.
fn recording_fault(error: RecordingError) -> Fault {
    match &error {
        RecordingError::Unreadable { error: io, .. } if is_environment(io) => {
            Fault::Environment(error.into())
        }
        _ => Fault::Input(error.into()),
    }
}

impl Opened {
    /// The files that were read for it: `scene`, as it was named, and all that the scene names in turn.
    pub(super) fn files(&self, scene: &Path) -> Vec<PathBuf> {
        let mut files = vec![scene.to_owned()];
        // A recording has all that it needs in itself.
        if let (None, Some(path)) = (&self.recording, &self.source.path) {
            let meshes = self.source.files.iter().map(|mesh| mesh.path.as_str());
            let named = meshes.chain(self.scene.control.as_deref());
            files.extend(named.map(|file| path.with_file_name(file)));
        }
        files
    }

    /// The lane that `word` means: a lane's name wins, any other word is a policy text.
    pub(super) fn lane(&self, word: &str) -> Result<LanePlan, Fault> {
        if let Some(plan) = self.lanes.iter().find(|plan| plan.name == word) {
            return Ok(plan.clone());
        }
        let policy = scene::policy(word).map_err(|problem| {
            let names: Vec<&str> = self.lanes.iter().map(|plan| plan.name.as_str()).collect();
            let (word, names) = (one_line(word), names.join(", "));
            Fault::input(format!(
                "`{word}` is neither a lane ({names}) nor a policy: {problem}"
            ))
        })?;
        Ok(LanePlan::new(word.to_owned(), policy))
    }

    /// The lane that is meant where none is named.
    pub(super) fn first_lane(&self) -> Result<LanePlan, Fault> {
        let none = || Fault::input(format!("{}: it has no lanes", self.source.file()));
        self.lanes.first().cloned().ok_or_else(none)
    }

    /// The lanes of a list of words with commas between them, in that order.
    pub(super) fn lanes(&self, words: &str) -> Result<Vec<LanePlan>, Fault> {
        let mut list: Vec<LanePlan> = Vec::new();
        for word in words.split(',') {
            let plan = self.lane(word)?;
            if list.iter().any(|other| other.name == plan.name) {
                return Err(Fault::input(format!("--lanes: {} stands twice", plan.name)));
            }
            list.push(plan);
        }
        if list.len() > scene::MAX_LANES {
            let (count, most) = (list.len(), scene::MAX_LANES);
            return Err(Fault::input(format!(
                "--lanes: {count} lanes; at most {most} were expected"
            )));
        }
        Ok(list)
    }

    /// The same run, no longer than `ticks`.
    pub(super) fn cut_to(mut self, ticks: u32) -> Self {
        if ticks < self.setup.ticks {
            self.setup = Arc::new(Setup {
                ticks,
                ..Setup::clone(&self.setup)
            });
        }
        self
    }

    /// Runs a lane to the end; stats are gathered in `window`.
    ///
    /// `see` is shown each tick, with its journal if `journals` says so. Warns of the first tick that is not as it was recorded.
    pub(super) fn run(
        &self,
        plan: &LanePlan,
        window: Range<u32>,
        journals: Journals,
        io: &mut Io<'_>,
        mut see: impl FnMut(Seen<'_>) -> Result<(), Fault>,
    ) -> Result<LaneRecording, Fault> {
        let setup = &*self.setup;
        let policy = plan.policy_at(0);
        let mut recording = LaneRecording::new(plan.name.clone(), policy).with_window(window);
        if let Some(recorded) = self.recorded(plan) {
            recording = recording.begun_like(recorded);
        }
        let mut lane = recording.lane_at(setup, 0);
        let mut counters = Counters::default();
        let mut reproduced = true;
        let mut progress = Progress::new(&plan.name, setup.ticks);
        for tick in 0..setup.ticks {
            if lane.policy != plan.policy_at(tick) {
                lane = recording.fork(setup, tick, plan.policy_at(tick));
            }
            let input = self.input(plan, tick);
            let before = lane.state;
            counters.clear();
            let mut journal = Journal::default();
            let outcome = match journals {
                Journals::Skipped => lane.tick(setup, &input, &mut counters),
                Journals::Kept => lane.tick(setup, &input, &mut Tee(&mut journal, &mut counters)),
            };
            if reproduced && let Some(mismatch) = self.mismatch(plan, &outcome) {
                reproduced = false;
                io.warn(&mismatch.to_string());
            }
            recording.push(&input, &before, &outcome, &counters);
            progress.tell(&outcome, io);
            see(Seen {
                recording: &recording,
                outcome: &outcome,
                counters: &counters,
                journal: &journal,
            })?;
        }
        Ok(recording)
    }

    /// Runs all lanes and keeps them.
    pub(super) fn record(&self, io: &mut Io<'_>) -> Result<Recording, Fault> {
        let mut lanes = Vec::new();
        for plan in &self.lanes {
            lanes.push(self.run(plan, 0..self.setup.ticks, Journals::Skipped, io, |_| Ok(()))?);
        }
        let (source, setup) = (self.source.clone(), Arc::clone(&self.setup));
        Ok(Recording::from_lanes(
            source,
            setup,
            lanes,
            self.window.clone(),
        ))
    }

    /// The recorded lane that `plan` begins as: the one that it repeats, else the first.
    fn recorded(&self, plan: &LanePlan) -> Option<&LaneRecording> {
        let lanes = &self.recording.as_ref()?.lanes;
        lanes.get(plan.repeats.unwrap_or(0))
    }

    /// What the lane is told in `tick`: as recorded, else as the script says.
    fn input(&self, plan: &LanePlan, tick: u32) -> Input {
        let Some(recording) = &self.recording else {
            return self.setup.input(tick);
        };
        match plan.repeats.and_then(|index| recording.lanes.get(index)) {
            Some(lane) => lane.input(&self.setup, tick),
            None => recording.input(tick),
        }
    }

    /// How the tick differs from the recorded one.
    fn mismatch(&self, plan: &LanePlan, outcome: &TickOutcome) -> Option<Mismatch> {
        let lane = self.recording.as_ref()?.lanes.get(plan.repeats?)?;
        let stored = lane.summary(outcome.tick)?.digest;
        (stored != outcome.digest).then(|| Mismatch {
            lane: plan.name.clone(),
            tick: outcome.tick,
            stored,
            now: outcome.digest,
        })
    }
}

/// Whether a run keeps every event of a tick for whoever looks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Journals {
    Skipped,
    Kept,
}

/// A tick that has just run.
pub(super) struct Seen<'a> {
    /// The lane so far, this tick included.
    pub(super) recording: &'a LaneRecording,
    pub(super) outcome: &'a TickOutcome,
    pub(super) counters: &'a Counters,
    /// Its events; empty where journals are skipped.
    pub(super) journal: &'a Journal,
}
