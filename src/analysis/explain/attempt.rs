//! An attempt to insert the mover, as a list of what happened in it, in order.

use glam::Vec3;
use serde::Serialize;

use super::{AdjustStory, HitStory, NodeStory, PolygonStory};
use crate::ids::{CellId, ObjectId};
use crate::outcome::Outcome;
use crate::probe::{BodySphere, Branch, Environment, EventKind};

/// One attempt to insert the mover at its check position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AttemptStory {
    /// Its number, from 1.
    pub attempt: u32,
    /// Centre of the foot's sphere.
    pub center: Vec3,
    /// What happened, in order.
    pub happened: Vec<Happening>,
    /// The walkable ground that it found last, as `polygon 0 of rock`.
    pub ground: Option<String>,
    /// Its normal.
    pub ground_normal: Option<Vec3>,
    /// The ground, building or walls that moved it, in words.
    pub environment: Option<String>,
    /// Whether the mover was in another cell afterwards.
    pub changes_cell: bool,
}

/// One thing that happened in an attempt or while somebody was asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Happening {
    /// An object was offered.
    Candidate(CandidateStory),
    /// Ground, building or walls of a cell were asked.
    Environment(EnvironmentStory),
    /// A step up or down was tried.
    Trial(TrialStory),
    /// Anything else.
    Note(NoteStory),
}

/// One event in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoteStory {
    /// Name of the event.
    pub event: &'static str,
    /// What it says.
    pub text: String,
}

/// What a shape answered, and how it came to that.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct QueryStory {
    /// The branch of the tree dispatcher that answered; `None` when the root sphere was out of reach.
    pub branch: Option<Branch>,
    /// The walks through its trees, one for each sphere and part that was asked.
    pub walks: Vec<WalkStory>,
    /// The search for the touch time.
    pub adjust: Option<AdjustStory>,
    /// What stopped the sphere.
    pub hit: Option<HitStory>,
    /// What followed from it before the answer, in order: slides, steps up.
    pub then: Vec<Happening>,
    /// Its answer; `None` of one that was rejected or did not come to answer.
    pub answer: Option<Outcome>,
    /// Shift of the check position by it.
    pub shift: Vec3,
}

/// One object that was offered to the mover.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CandidateStory {
    /// The object.
    pub object: ObjectId,
    /// Its name.
    pub name: String,
    /// How many trees it has.
    pub parts: usize,
    /// Whether it was tested.
    pub admitted: bool,
    /// The object's place that its distance is measured to: `origin` or `bounding sphere's centre`.
    pub measured_from: &'static str,
    /// Distance that decided, metres: of a rejected one as its filter measured it, else to the bounding sphere's centre.
    pub distance: f64,
    /// Largest distance at which it is tested or can be touched, metres.
    pub reach: f64,
    /// How far within reach it is; negative out of reach.
    pub margin_mm: f64,
    /// Of a rejected one: whether measuring from its bounding sphere's centre would have admitted it.
    pub admitted_at_center: Option<bool>,
    /// What it was asked and answered.
    #[serde(flatten)]
    pub query: QueryStory,
}

/// Ground, building or walls of a cell that were asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EnvironmentStory {
    /// The cell.
    pub cell: CellId,
    /// What of it.
    pub shape: Environment,
    /// In words: `the walls of cell 0xA9B40100`.
    pub name: String,
    /// What it was asked and answered.
    #[serde(flatten)]
    pub query: QueryStory,
}

/// A step up or down that was tried inside an attempt.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrialStory {
    /// Up or down.
    pub kind: TrialKind,
    /// How far at most, metres.
    pub height: f32,
    /// The normal that is to be stepped up on; none of a step down.
    pub normal: Option<Vec3>,
    /// The attempts to insert the mover there.
    pub attempts: Vec<AttemptStory>,
    /// Whether it was found a place; `None` where the journal does not say.
    pub success: Option<bool>,
}

/// Which way a trial goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialKind {
    /// Up on an obstacle: as a step down from as much above.
    StepUp,
    /// Down to ground below.
    StepDown,
}

/// One walk through a tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WalkStory {
    /// Which of the mover's two spheres was asked; `None` of a mover of one.
    pub sphere: Option<BodySphere>,
    /// Its centre as the query had it; `None` of a mover of one.
    pub center: Option<Vec3>,
    /// Index of the object's part, of an object of several.
    pub part: Option<u32>,
    /// The nodes that were asked.
    pub nodes: Vec<NodeStory>,
    /// The polygons that were tested.
    pub polygons: Vec<PolygonStory>,
}

impl QueryStory {
    /// All polygons that were tested, but for those of the search for the touch time.
    pub fn polygons(&self) -> impl Iterator<Item = &PolygonStory> {
        self.walks.iter().flat_map(|walk| &walk.polygons)
    }

    /// Whether it answered Ok and nothing was touched, hit, moved or tried on the way.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        matches!(self.answer, Some(Outcome::Ok) | None)
            && self.hit.is_none()
            && self.shift == Vec3::ZERO
            && self.polygons().all(|polygon| !polygon.touched)
            && self.then.iter().all(Happening::is_clear)
    }
}

impl Happening {
    /// The attempts and queries inside.
    fn gather<'a>(&'a self, all: &mut Vec<&'a AttemptStory>) {
        match self {
            Self::Candidate(CandidateStory { query, .. })
            | Self::Environment(EnvironmentStory { query, .. }) => {
                query.then.iter().for_each(|inner| inner.gather(all));
            }
            Self::Trial(trial) => trial.attempts.iter().for_each(|inner| inner.gather(all)),
            Self::Note(_) => {}
        }
    }

    /// Whether nothing was in the way in it.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        match self {
            Self::Candidate(candidate) => candidate.query.is_clear(),
            Self::Environment(environment) => environment.query.is_clear(),
            Self::Trial(_) => false,
            Self::Note(note) => NEUTRAL.iter().any(|kind| kind.name() == note.event),
        }
    }
}

/// Events that are told although nothing is in the way.
const NEUTRAL: [EventKind; 4] = [
    EventKind::CellsListed,
    EventKind::CellEntered,
    EventKind::ContactWritten,
    // Only those that are missed stand alone.
    EventKind::PrimitiveTested,
];

impl AttemptStory {
    /// The objects that were offered, in order, without those met on a step up or down.
    pub fn candidates(&self) -> impl Iterator<Item = &CandidateStory> {
        self.happened.iter().filter_map(|it| match it {
            Happening::Candidate(candidate) => Some(candidate),
            _ => None,
        })
    }

    /// The ground, buildings and walls that were asked, in order.
    pub fn environments(&self) -> impl Iterator<Item = &EnvironmentStory> {
        self.happened.iter().filter_map(|it| match it {
            Happening::Environment(environment) => Some(environment),
            _ => None,
        })
    }

    /// Everything, with what happened while somebody was asked after who was asked.
    #[must_use]
    pub fn flat(&self) -> Vec<&Happening> {
        fn add<'a>(list: &'a [Happening], all: &mut Vec<&'a Happening>) {
            for it in list {
                all.push(it);
                match it {
                    Happening::Candidate(candidate) => add(&candidate.query.then, all),
                    Happening::Environment(environment) => add(&environment.query.then, all),
                    Happening::Trial(_) | Happening::Note(_) => {}
                }
            }
        }
        let mut all = Vec::new();
        add(&self.happened, &mut all);
        all
    }

    /// The steps up and down that were tried, in order.
    #[must_use]
    pub fn trials(&self) -> Vec<&TrialStory> {
        let all = self.flat().into_iter();
        all.filter_map(|it| match it {
            Happening::Trial(trial) => Some(trial),
            _ => None,
        })
        .collect()
    }

    /// What else happened, in order: slides, ground that was found, cells.
    #[must_use]
    pub fn notes(&self) -> Vec<&NoteStory> {
        let all = self.flat().into_iter();
        all.filter_map(|it| match it {
            Happening::Note(note) => Some(note),
            _ => None,
        })
        .collect()
    }

    /// Whether nothing that happened in it was in the way.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.happened.iter().all(Happening::is_clear)
    }

    pub(super) fn gather<'a>(&'a self, all: &mut Vec<&'a Self>) {
        all.push(self);
        self.happened.iter().for_each(|it| it.gather(all));
    }
}
