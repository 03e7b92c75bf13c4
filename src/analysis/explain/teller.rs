//! Reads the journal from front to back and hangs every event where it belongs.

mod events;

use glam::Vec3;

use super::off_target::Start;
use super::*;
use crate::geometry::vector::narrow;
use crate::ids::ObjectId;
use crate::policy::{Policy, ReachFilter};
use crate::probe::{Environment, Primitive};

/// The sweeps that `entries` tell of; `start` is how the body goes into the first of them.
pub(super) fn sweeps(
    world: &World,
    policy: &Policy,
    entries: &[Entry],
    start: &Start,
) -> Vec<SweepStory> {
    let mut teller = Teller {
        world,
        measured: match policy.reach_filter {
            ReachFilter::FromBoundsCentre => "bounding sphere's centre",
            ReachFilter::FromOrigin | ReachFilter::None => "origin",
        },
        radius: 0.0,
        walk: None,
        cause: None,
        since_normal: SinceNormal::Else,
        open: Vec::new(),
        sweeps: Vec::new(),
        is_camera: false,
        of_camera: Vec::new(),
    };
    for entry in entries {
        teller.hear(entry);
    }
    teller.close_all();
    let none = Start::default();
    for (index, sweep) in teller.sweeps.iter_mut().enumerate() {
        let start = if index == 0 { start } else { &none };
        sweep.deflections = off_target::deflections(sweep, world, start);
    }
    let of_camera = teller.of_camera;
    for (sweep, of_camera) in teller.sweeps.iter_mut().zip(of_camera) {
        let feet = |foot: Vec3| [sweep.from, sweep.to].map(|at| narrow(wide(at) - wide(foot)));
        sweep.feet = start.foot.filter(|_| !of_camera).map(feet);
    }
    teller.sweeps
}

/// Builds the tree; an event whose parent is missing is left out.
struct Teller<'a> {
    world: &'a World,
    /// From where the reach filter measures, in words.
    measured: &'static str,
    /// Radius of the sphere of the current sweep.
    radius: f64,
    /// The walk that is going on and not yet owned by a query or a round.
    walk: Option<WalkStory>,
    /// What a normal that is written now is the normal of.
    cause: Option<String>,
    /// What was heard since the last collision normal.
    since_normal: SinceNormal,
    /// What is going on inside the step, the innermost last.
    open: Vec<Open>,
    sweeps: Vec<SweepStory>,
    /// Whether the camera has begun to move: what is swept from then on is its eye.
    is_camera: bool,
    /// Of each sweep, whether it is the eye's.
    of_camera: Vec<bool>,
}

/// What was heard since the last collision normal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SinceNormal {
    /// Nothing.
    Nothing,
    /// Only the slide that wrote it.
    Slide,
    /// Something else.
    Else,
}

/// Something that is going on.
enum Open {
    Attempt(AttemptStory),
    Candidate(CandidateStory),
    Environment(EnvironmentStory),
    Trial {
        story: TrialStory,
        /// The cause before it: what follows it is about that again.
        cause: Option<String>,
        /// The sphere that was asked before it.
        walk: Option<WalkStory>,
    },
}

impl Teller<'_> {
    fn step(&mut self) -> Option<&mut StepStory> {
        self.sweeps.last_mut()?.steps.last_mut()
    }

    /// Whoever is being asked, if that is the innermost thing that goes on.
    fn query(&mut self) -> Option<&mut QueryStory> {
        match self.open.last_mut()? {
            Open::Candidate(candidate) => Some(&mut candidate.query),
            Open::Environment(environment) => Some(&mut environment.query),
            Open::Attempt(_) | Open::Trial { .. } => None,
        }
    }

    /// The innermost attempt.
    fn attempt(&mut self) -> Option<&mut AttemptStory> {
        self.open.iter_mut().rev().find_map(|open| match open {
            Open::Attempt(attempt) => Some(attempt),
            _ => None,
        })
    }

    /// Puts `it` at the end of what goes on; outside of any attempt it has no place.
    fn add(&mut self, it: Happening) {
        match self.open.last_mut() {
            Some(Open::Attempt(attempt)) => attempt.happened.push(it),
            Some(Open::Candidate(candidate)) => candidate.query.then.push(it),
            Some(Open::Environment(environment)) => environment.query.then.push(it),
            Some(Open::Trial { story, .. }) => {
                if let Some(last) = story.attempts.last_mut() {
                    last.happened.push(it);
                }
            }
            None => {}
        }
    }

    /// Ends the innermost thing that goes on.
    fn close(&mut self) {
        self.close_walk();
        match self.open.pop() {
            None => {}
            Some(Open::Attempt(attempt)) => match self.open.last_mut() {
                Some(Open::Trial { story, .. }) => story.attempts.push(attempt),
                _ => {
                    if let Some(step) = self.step() {
                        step.attempts.push(attempt);
                    }
                }
            },
            Some(Open::Candidate(candidate)) => self.add(Happening::Candidate(candidate)),
            Some(Open::Environment(environment)) => self.add(Happening::Environment(environment)),
            Some(Open::Trial { story, cause, walk }) => {
                (self.cause, self.walk) = (cause, walk);
                // A step up is made of a step down: one level is enough for both.
                match self.open.last_mut() {
                    Some(Open::Trial { story: outer, .. }) => outer.attempts.extend(story.attempts),
                    _ => self.add(Happening::Trial(story)),
                }
            }
        }
    }

    fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
        self.walk = None;
    }

    /// Ends everything inside the innermost thing that `is_it`, if there is one.
    fn close_down_to(&mut self, is_it: impl Fn(&Open) -> bool) -> bool {
        let found = self.open.iter().any(&is_it);
        while found && !self.open.last().is_some_and(&is_it) {
            self.close();
        }
        found
    }

    fn begin_trial(&mut self, kind: TrialKind, height: f32, normal: Option<Vec3>) {
        // The walk that led to it is told before it; the sphere goes on being the one that is asked.
        let sphere = self.walk.as_ref().map(|walk| WalkStory {
            sphere: walk.sphere,
            part: walk.part,
            ..WalkStory::default()
        });
        self.close_walk();
        let story = TrialStory {
            kind,
            height,
            normal,
            attempts: Vec::new(),
            success: None,
        };
        self.open.push(Open::Trial {
            story,
            cause: self.cause.clone(),
            walk: sphere,
        });
    }

    fn end_trial(&mut self, success: bool) {
        if !self.close_down_to(|open| matches!(open, Open::Trial { .. })) {
            return;
        }
        if let Some(Open::Trial { story, .. }) = self.open.last_mut() {
            story.success = Some(success);
        }
        self.close();
    }

    fn offer(&mut self, object: ObjectId, distance: f64, reach: f64, unfair: Option<bool>) {
        self.close_down_to(|open| matches!(open, Open::Attempt(_)));
        self.walk = None;
        let known = self.world.objects.get(object.0 as usize);
        let candidate = CandidateStory {
            object,
            name: words::object_name(self.world, object),
            parts: known.map_or(0, |o| o.parts.len()),
            admitted: unfair.is_none(),
            measured_from: match unfair {
                None => "bounding sphere's centre",
                Some(_) => self.measured,
            },
            distance,
            reach,
            margin_mm: (reach - distance) * 1000.0,
            admitted_at_center: unfair,
            query: QueryStory::default(),
        };
        match unfair {
            None => self.open.push(Open::Candidate(candidate)),
            Some(_) => self.add(Happening::Candidate(candidate)),
        }
    }

    /// The event in words.
    fn note(&mut self, entry: &Entry) {
        let note = NoteStory {
            event: entry.event.kind().name(),
            text: words::event(self.world, entry),
        };
        self.add(Happening::Note(note));
    }

    /// The walk so far belongs to who is being asked.
    fn close_walk(&mut self) {
        let Some(walk) = self.walk.take() else {
            return;
        };
        let is_empty = walk.nodes.is_empty() && walk.polygons.is_empty();
        if let Some(query) = self.query().filter(|query| query.adjust.is_none())
            && !is_empty
        {
            query.walks.push(walk);
        }
    }

    /// The walk that is going on.
    fn walk(&mut self, entry: &Entry) -> &mut WalkStory {
        self.walk.get_or_insert_with(|| WalkStory {
            part: entry.part,
            ..WalkStory::default()
        })
    }

    /// Scale of the object that is being asked: distances in its tree are that much larger in the world.
    fn scale(&self, entry: &Entry) -> f64 {
        let object = entry
            .object
            .and_then(|object| self.world.objects.get(object.0 as usize));
        object.map_or(1.0, |object| f64::from(object.scale))
    }

    /// What a normal that is written in `entry` is the normal of.
    fn write_normal(&mut self, normal: Vec3, source: NormalSource) {
        let again = self.since_normal == SinceNormal::Nothing;
        let of = match source {
            NormalSource::Default => None,
            // A slide that finds no way out writes the way back over the normal that it was asked for.
            NormalSource::Contact if again => {
                Some("the way back, since nothing else is free".into())
            }
            NormalSource::Contact => {
                let ground = match self.open.last() {
                    Some(Open::Environment(asked)) if asked.shape == Environment::Ground => {
                        Some(asked.name.clone())
                    }
                    _ => None,
                };
                ground.or_else(|| self.cause.clone())
            }
        };
        self.since_normal = SinceNormal::Nothing;
        if let Some(step) = self.step() {
            step.normal = Some(NormalStory { normal, source, of });
        }
    }

    fn hear(&mut self, entry: &Entry) {
        let is_normal = matches!(entry.event, Event::NormalWritten { .. });
        let is_edge = matches!(entry.event, Event::EdgeSlide { .. });
        let is_slide = matches!(entry.event, Event::SlideShift { .. });
        self.tell(entry);
        self.since_normal = match self.since_normal {
            since if is_normal || is_edge => since,
            SinceNormal::Nothing if is_slide => SinceNormal::Slide,
            _ => SinceNormal::Else,
        };
    }
}
