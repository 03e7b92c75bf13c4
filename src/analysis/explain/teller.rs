//! Reads the journal from front to back and hangs every event where it belongs.

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

    fn tell(&mut self, entry: &Entry) {
        let scale = self.scale(entry);
        match entry.event {
            Event::SweepPlanned {
                from,
                to,
                radius,
                length,
                steps,
                step_length,
            } => {
                self.close_all();
                self.radius = f64::from(radius);
                let (sweep, planned_steps) = (entry.sweep, steps);
                self.of_camera.push(self.is_camera);
                let steps = Vec::new();
                self.sweeps.push(SweepStory {
                    sweep,
                    from,
                    to,
                    feet: None,
                    radius,
                    length,
                    planned_steps,
                    step_length,
                    steps,
                    deflections: Vec::new(),
                    end: None,
                });
            }
            Event::StepBegan { step, from, to } => {
                self.close_all();
                self.cause = None;
                if let Some(sweep) = self.sweeps.last_mut() {
                    sweep.steps.push(StepStory {
                        step,
                        from,
                        to,
                        attempts: Vec::new(),
                        normal: None,
                        reverted_from: None,
                        outcome: None,
                        committed: None,
                    });
                }
            }
            Event::Attempt { attempt, center } => {
                // What went on beside it ends; a step up or down goes on around it.
                while !matches!(self.open.last(), None | Some(Open::Trial { .. })) {
                    self.close();
                }
                self.walk = None;
                self.open.push(Open::Attempt(AttemptStory {
                    attempt,
                    center,
                    ..AttemptStory::default()
                }));
            }
            Event::CandidateAdmitted {
                object,
                distance,
                reach,
            } => self.offer(object, distance, reach, None),
            Event::CandidateRejected {
                object,
                distance,
                reach,
                admitted_at_center,
            } => self.offer(object, distance, reach, Some(admitted_at_center)),
            Event::BranchTaken { branch } => {
                if let Some(query) = self.query() {
                    query.branch = Some(branch);
                }
            }
            Event::PartAsked { .. } => self.close_walk(),
            Event::SphereAsked { sphere, center } => {
                self.close_walk();
                let walk = self.walk(entry);
                (walk.sphere, walk.center) = (Some(sphere), Some(center));
            }
            Event::NodeVisited { node, gap } | Event::NodePruned { node, gap } => {
                let visited = matches!(entry.event, Event::NodeVisited { .. });
                // Every walk asks the root first.
                let is_begun = (self.walk.as_ref()).is_some_and(|walk| !walk.nodes.is_empty());
                if node == NodeId(0) && is_begun {
                    let sphere = self.walk.as_ref().and_then(|walk| walk.sphere);
                    self.close_walk();
                    self.walk(entry).sphere = sphere;
                }
                let gap_mm = gap * scale * 1000.0;
                self.walk(entry).nodes.push(NodeStory {
                    node,
                    visited,
                    gap_mm,
                });
            }
            Event::PolygonTested {
                polygon,
                height,
                touched,
                approach,
            } => {
                let height = height * scale;
                let depth_mm = (self.radius - height.abs()) * 1000.0;
                let approached = approach < 0.0;
                self.walk(entry).polygons.push(PolygonStory {
                    polygon,
                    height,
                    depth_mm,
                    touched,
                    approached,
                });
            }
            Event::AdjustRound {
                phase,
                round,
                time,
                clear,
                polygon,
            } => {
                let walk = self.walk.take().unwrap_or_default();
                if let Some(query) = self.query() {
                    let adjust = query.adjust.get_or_insert_default();
                    adjust.rounds.push(RoundStory {
                        phase,
                        counter: round,
                        time,
                        clear,
                        polygon,
                        walk,
                    });
                }
            }
            Event::AdjustEnded {
                success,
                time,
                rounds,
            } => {
                // A search without a single round leaves the walk before it unclaimed.
                self.close_walk();
                if let Some(query) = self.query() {
                    let adjust = query.adjust.get_or_insert_default();
                    (adjust.success, adjust.time, adjust.counter) = (success, time, rounds);
                }
            }
            Event::PlaneHit {
                object,
                part,
                cell,
                polygon,
                point,
                normal,
            } => {
                let sphere = self.walk.as_ref().and_then(|walk| walk.sphere);
                self.close_walk();
                let of = words::ground_name(self.world, object, part, cell);
                self.cause = Some(format!("polygon {polygon} of {of}"));
                if let Some(query) = self.query() {
                    query.hit = Some(HitStory {
                        sphere,
                        part,
                        polygon,
                        point,
                        normal,
                    });
                }
            }
            Event::QueryEnded { outcome, shift, .. } => {
                if self.close_down_to(|open| matches!(open, Open::Candidate(_))) {
                    if let Some(query) = self.query() {
                        (query.answer, query.shift) = (Some(outcome), shift);
                    }
                    self.close();
                }
            }
            Event::NormalWritten { normal, source } => self.write_normal(normal, source),
            Event::Reverted { from, .. } => {
                if let Some(step) = self.step() {
                    step.reverted_from = Some(from);
                }
            }
            Event::StepEnded {
                outcome, committed, ..
            } => {
                self.close_all();
                if let Some(step) = self.step() {
                    (step.outcome, step.committed) = (Some(outcome), Some(committed));
                }
            }
            Event::SweepEnded {
                verdict,
                stop,
                end,
                colliding_step,
            } => {
                self.close_all();
                if let Some(sweep) = self.sweeps.last_mut() {
                    let short_mm = length(wide(end) - wide(sweep.to)) * 1000.0;
                    sweep.end = Some(EndStory {
                        verdict,
                        stop_reason: stop,
                        colliding_step,
                        end,
                        short_mm,
                    });
                }
            }
            Event::EnvironmentAsked { cell, shape } => {
                self.close_walk();
                self.open.push(Open::Environment(EnvironmentStory {
                    cell,
                    shape,
                    name: words::environment_name(shape, cell),
                    query: QueryStory::default(),
                }));
            }
            Event::EnvironmentAnswered { outcome, shift, .. } => {
                if !self.close_down_to(|open| matches!(open, Open::Environment(_))) {
                    return;
                }
                self.close_walk();
                let mut name = String::new();
                if let Some(Open::Environment(asked)) = self.open.last_mut() {
                    (asked.query.answer, asked.query.shift) = (Some(outcome), shift);
                    name.clone_from(&asked.name);
                }
                self.close();
                if shift != Vec3::ZERO
                    && let Some(attempt) = self.attempt()
                {
                    attempt.environment = Some(name);
                }
            }
            Event::WalkableFound {
                object,
                part,
                cell,
                polygon,
                normal,
            } => {
                self.close_walk();
                self.note(entry);
                let name = words::ground_name(self.world, object, part, cell);
                if let Some(attempt) = self.attempt() {
                    attempt.ground = Some(format!("polygon {polygon} of {name}"));
                    attempt.ground_normal = Some(normal);
                }
            }
            Event::CellEntered { .. } => {
                self.note(entry);
                if let Some(attempt) = self.attempt() {
                    attempt.changes_cell = true;
                }
            }
            Event::StepUpBegan { normal, height } => {
                self.begin_trial(TrialKind::StepUp, height, Some(normal));
            }
            Event::StepDownBegan { height } => {
                self.begin_trial(TrialKind::StepDown, height, None);
            }
            Event::StepUpEnded { success } | Event::StepDownEnded { success } => {
                self.end_trial(success);
            }
            Event::EdgeSlide { rule, .. } => {
                self.note(entry);
                // The slide has written its normal before it is said by which rule.
                if self.since_normal != SinceNormal::Else
                    && let Some(normal) = self.step().and_then(|step| step.normal.as_mut())
                {
                    normal.of = Some(words::edge_rule(rule).to_owned());
                }
            }
            Event::NegativeHit { .. } => {
                self.cause = Some("a polygon that was touched without approach".to_owned());
                self.note(entry);
            }
            Event::PrimitiveTested {
                primitive, touched, ..
            } => {
                if touched && let Some(object) = entry.object {
                    let shape = match primitive {
                        Primitive::Sphere => "sphere",
                        Primitive::Cylinder => "cylinder",
                    };
                    let name = words::object_name(self.world, object);
                    self.cause = Some(format!("the {shape} of {name}"));
                }
                self.note(entry);
            }
            Event::CellsListed { .. }
            | Event::ContactWritten { .. }
            | Event::CollideLatched { .. }
            | Event::SlideShift { .. } => self.note(entry),
            Event::Desired { .. } | Event::Sought { .. } => self.is_camera = true,
            Event::Published { .. } | Event::ViewerReset { .. } => {}
        }
    }
}
