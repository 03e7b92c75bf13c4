//! What a command runs: SCENE, and lane words as lanes.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::Io;
use super::exit::{Fault, one_line};
use crate::lane::{Lane, Setup, TickOutcome};
use crate::policy::Policy;
use crate::probe::{Counters, Journal, Tee};
use crate::recording::LaneRecording;
use crate::scene::{self, Scene, SceneError, Source};

/// A scene that is ready to run.
pub(super) struct Opened {
    pub(super) source: Source,
    pub(super) scene: Scene,
    pub(super) setup: Arc<Setup>,
    /// Where `settles` looks.
    pub(super) window: Range<u32>,
    pub(super) lanes: Vec<LanePlan>,
}

/// A lane that is going to run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LanePlan {
    pub(super) name: String,
    pub(super) policy: Policy,
}

/// Opens what `scene` means; `hz` and `ticks` stand in for its own rate and length.
pub(super) fn open(
    scene: &Path,
    hz: Option<u32>,
    ticks: Option<u32>,
    io: &mut Io<'_>,
) -> Result<Opened, Fault> {
    let source = open_source(scene)?;
    let built = scene::build(&source, hz, ticks).map_err(fault)?;
    for warning in &built.warnings {
        io.warn(warning);
    }
    let plan = |(name, policy)| LanePlan { name, policy };
    Ok(Opened {
        source,
        scene: built.scene,
        setup: built.setup,
        window: built.window,
        lanes: built.lanes.into_iter().map(plan).collect(),
    })
}

/// The scene that `scene` means.
pub(super) fn open_source(scene: &Path) -> Result<Source, Fault> {
    let Some(word) = scene.to_str() else {
        return Err(Fault::input(format!(
            "{}: the name is not UTF-8 text",
            one_line(&scene.to_string_lossy())
        )));
    };
    scene::open(word).map_err(fault)
}

/// The exit code that goes with an error of a scene.
pub(super) fn fault(error: SceneError) -> Fault {
    match error {
        SceneError::Denied { .. } => Fault::Environment(error.into()),
        _ => Fault::Input(error.into()),
    }
}

impl Opened {
    /// The lane that `word` means: a lane's name wins, any other word is a policy text.
    pub(super) fn lane(&self, word: &str) -> Result<LanePlan, Fault> {
        if let Some(plan) = self.lanes.iter().find(|plan| plan.name == word) {
            return Ok(plan.clone());
        }
        let policy = scene::policy(word).map_err(|problem| {
            let names: Vec<&str> = self.lanes.iter().map(|plan| plan.name.as_str()).collect();
            Fault::input(format!(
                "`{}` is neither a lane ({}) nor a policy: {problem}",
                one_line(word),
                names.join(", ")
            ))
        })?;
        Ok(LanePlan {
            name: word.to_owned(),
            policy,
        })
    }

    /// The lane that is meant where none is named.
    pub(super) fn first_lane(&self) -> Result<LanePlan, Fault> {
        self.lanes
            .first()
            .cloned()
            .ok_or_else(|| Fault::input(format!("{}: it has no lanes", self.source.file())))
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

    /// The lanes of a list of words with commas between them, in that order.
    pub(super) fn lanes(&self, words: &str) -> Result<Vec<LanePlan>, Fault> {
        let mut list: Vec<LanePlan> = Vec::new();
        for word in words.split(',') {
            let plan = self.lane(word)?;
            if list.iter().any(|other| other.name == plan.name) {
                return Err(Fault::input(format!("--lanes names {} twice", plan.name)));
            }
            list.push(plan);
        }
        if list.len() > scene::MAX_LANES {
            return Err(Fault::input(format!(
                "--lanes names {} lanes; at most {} were expected",
                list.len(),
                scene::MAX_LANES
            )));
        }
        Ok(list)
    }

    /// Runs a lane to the end; stats are gathered in `window`. `see` is shown each tick, with its journal if `journals` says so.
    pub(super) fn run(
        &self,
        plan: &LanePlan,
        window: Range<u32>,
        journals: Journals,
        mut see: impl FnMut(Seen<'_>) -> Result<(), Fault>,
    ) -> Result<LaneRecording, Fault> {
        let setup = &*self.setup;
        let mut recording = LaneRecording::new(plan.name.clone(), plan.policy).with_window(window);
        let mut lane = Lane::new(setup, plan.policy);
        let mut counters = Counters::default();
        for tick in 0..setup.ticks {
            let input = setup.input(tick);
            let before = lane.state;
            counters.clear();
            let mut journal = Journal::default();
            let outcome = match journals {
                Journals::Skipped => lane.tick(setup, &input, &mut counters),
                Journals::Kept => lane.tick(setup, &input, &mut Tee(&mut journal, &mut counters)),
            };
            recording.push(&input, &before, &outcome, &counters);
            see(Seen {
                recording: &recording,
                outcome: &outcome,
                counters: &counters,
                journal: &journal,
            })?;
        }
        Ok(recording)
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
