//! Reads the journal from front to back and hangs every event where it belongs.

use glam::Vec3;

use super::off_target::Start;
use super::*;
use crate::probe::Primitive;

/// The sweeps that `entries` tell of; `start` is how the body goes into the first of them.
pub(super) fn sweeps(world: &World, entries: &[Entry], start: &Start) -> Vec<SweepStory> {
    let mut teller = Teller {
        world,
        radius: 0.0,
        walk: WalkStory::default(),
        in_environment: false,
        trials: Vec::new(),
        missed: None,
        sweeps: Vec::new(),
    };
    for entry in entries {
        teller.hear(entry);
    }
    let none = Start::default();
    for (index, sweep) in teller.sweeps.iter_mut().enumerate() {
        let start = if index == 0 { start } else { &none };
        sweep.deflections = off_target::deflections(sweep, world, start);
    }
    teller.sweeps
}

/// Builds the tree; an event whose parent is missing is left out.
struct Teller<'a> {
    world: &'a World,
    /// Radius of the sphere of the current sweep.
    radius: f64,
    /// The walk that is going on and not yet owned by a candidate or a round.
    walk: WalkStory,
    /// Whether the ground, a building or a room is being asked: what is told meanwhile is no candidate's.
    in_environment: bool,
    /// The steps up and down that are going on, the innermost last.
    trials: Vec<Trial>,
    /// The spheres or cylinders that were missed since the last other note: that many make one.
    missed: Option<(Primitive, usize)>,
    sweeps: Vec<SweepStory>,
}

/// A step up or down that is going on.
struct Trial {
    /// Whether it has a place in the story: one outside any attempt has none.
    is_told: bool,
    /// What the teller returns to.
    in_environment: bool,
}

impl Teller<'_> {
    fn step(&mut self) -> Option<&mut StepStory> {
        self.sweeps.last_mut()?.steps.last_mut()
    }

    fn candidate(&mut self) -> Option<&mut CandidateStory> {
        if self.in_environment {
            return None;
        }
        self.attempt()?.candidates.last_mut()
    }

    /// Where attempts belong now: to the step, or to the innermost step up or down.
    fn attempts(&mut self) -> Option<&mut Vec<AttemptStory>> {
        let depth = self.trials.iter().filter(|trial| trial.is_told).count();
        let mut attempts = &mut self.step()?.attempts;
        for _ in 0..depth {
            attempts = &mut attempts.last_mut()?.trials.last_mut()?.attempts;
        }
        Some(attempts)
    }

    fn attempt(&mut self) -> Option<&mut AttemptStory> {
        self.attempts()?.last_mut()
    }

    fn begin_trial(&mut self, kind: TrialKind, height: f32, normal: Option<Vec3>) {
        self.close_walk();
        self.missed = None;
        let trial = TrialStory {
            kind,
            height,
            normal,
            attempts: Vec::new(),
            success: None,
        };
        let attempt = self.attempt();
        let is_told = attempt.is_some();
        if let Some(attempt) = attempt {
            attempt.trials.push(trial);
        }
        let in_environment = std::mem::take(&mut self.in_environment);
        self.trials.push(Trial {
            is_told,
            in_environment,
        });
    }

    fn end_trial(&mut self, success: bool) {
        self.close_walk();
        self.missed = None;
        let Some(ended) = self.trials.pop() else {
            return;
        };
        self.in_environment = ended.in_environment;
        if ended.is_told
            && let Some(trial) = self.attempt().and_then(|attempt| attempt.trials.last_mut())
        {
            trial.success = Some(success);
        }
    }

    fn offer(
        &mut self,
        object: ObjectId,
        admitted: bool,
        margin: f64,
        admitted_at_center: Option<bool>,
    ) {
        self.walk = WalkStory::default();
        self.in_environment = false;
        let story = CandidateStory {
            object,
            name: words::object_name(self.world, object),
            parts: self
                .world
                .objects
                .get(object.0 as usize)
                .map_or(0, |o| o.parts.len()),
            admitted,
            margin_mm: margin * 1000.0,
            admitted_at_center,
            branch: None,
            walk: WalkStory::default(),
            adjust: None,
            hit: None,
            answer: None,
            shift: Vec3::ZERO,
        };
        if let Some(attempt) = self.attempt() {
            attempt.candidates.push(story);
        }
    }

    /// The event in words, beside the attempt.
    fn note(&mut self, entry: &Entry) {
        self.missed = None;
        let note = words::event(self.world, entry);
        if let Some(attempt) = self.attempt() {
            attempt.notes.push(note);
        }
    }

    /// Of several primitives in a row that are missed only the number is told.
    fn miss(&mut self, entry: &Entry, primitive: Primitive) {
        let before = self.missed.filter(|(kind, _)| *kind == primitive);
        let number = before.map_or(1, |(_, number)| number + 1);
        if number == 1 {
            self.note(entry);
        } else if let Some(note) = self.attempt().and_then(|attempt| attempt.notes.last_mut()) {
            let noun = match primitive {
                Primitive::Sphere => "sphere",
                Primitive::Cylinder => "cylinder",
            };
            *note = format!("{} missed", words::count(number, noun));
        }
        self.missed = Some((primitive, number));
    }

    /// The walk that led to the first round or the answer belongs to the candidate.
    fn close_walk(&mut self) {
        let walk = std::mem::take(&mut self.walk);
        if let Some(candidate) = self.candidate()
            && candidate.adjust.is_none()
            && candidate.walk == WalkStory::default()
        {
            candidate.walk = walk;
        }
    }

    /// Scale of the object that is being asked: distances in its tree are that much larger in the world.
    fn scale(&self, entry: &Entry) -> f64 {
        let object = entry
            .object
            .and_then(|object| self.world.objects.get(object.0 as usize));
        object.map_or(1.0, |object| f64::from(object.scale))
    }

    fn hear(&mut self, entry: &Entry) {
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
                self.radius = f64::from(radius);
                let (sweep, planned_steps) = (entry.sweep, steps);
                let steps = Vec::new();
                self.sweeps.push(SweepStory {
                    sweep,
                    from,
                    to,
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
                self.trials.clear();
                self.in_environment = false;
                self.missed = None;
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
                self.missed = None;
                if let Some(attempts) = self.attempts() {
                    attempts.push(AttemptStory {
                        attempt,
                        center,
                        candidates: Vec::new(),
                        notes: Vec::new(),
                        ground: None,
                        ground_normal: None,
                        environment: None,
                        trials: Vec::new(),
                        changes_cell: false,
                    });
                }
            }
            Event::CandidateAdmitted {
                object,
                distance,
                reach,
            } => self.offer(object, true, reach - distance, None),
            Event::CandidateRejected {
                object,
                distance,
                reach,
                admitted_at_center,
            } => {
                self.offer(object, false, reach - distance, Some(admitted_at_center));
            }
            Event::BranchTaken { branch } => {
                if let Some(candidate) = self.candidate() {
                    candidate.branch = Some(branch);
                }
            }
            Event::NodeVisited { node, gap } | Event::NodePruned { node, gap } => {
                let visited = matches!(entry.event, Event::NodeVisited { .. });
                // Every walk asks the root first: what was gathered until then led to the search for the touch time.
                if node == NodeId(0) {
                    self.close_walk();
                }
                self.walk.nodes.push(NodeStory {
                    node,
                    visited,
                    gap_mm: gap * scale * 1000.0,
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
                self.walk.polygons.push(PolygonStory {
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
                let walk = std::mem::take(&mut self.walk);
                if let Some(candidate) = self.candidate() {
                    let adjust = candidate.adjust.get_or_insert_default();
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
                if let Some(candidate) = self.candidate() {
                    let adjust = candidate.adjust.get_or_insert_default();
                    (adjust.success, adjust.time, adjust.counter) = (success, time, rounds);
                }
                self.walk = WalkStory::default();
            }
            Event::PlaneHit {
                polygon,
                part,
                point,
                normal,
                ..
            } => {
                self.close_walk();
                if self.in_environment {
                    self.note(entry);
                }
                if let Some(candidate) = self.candidate() {
                    candidate.hit = Some(HitStory {
                        part,
                        polygon,
                        point,
                        normal,
                    });
                }
            }
            Event::QueryEnded { outcome, shift, .. } => {
                self.close_walk();
                if let Some(candidate) = self.candidate() {
                    (candidate.answer, candidate.shift) = (Some(outcome), shift);
                }
            }
            Event::NormalWritten { normal, source } => {
                if let Some(step) = self.step() {
                    step.normal = Some(NormalStory { normal, source });
                }
            }
            Event::Reverted { from, .. } => {
                if let Some(step) = self.step() {
                    step.reverted_from = Some(from);
                }
            }
            Event::StepEnded {
                outcome, committed, ..
            } => {
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
            Event::EnvironmentAsked { .. } => {
                self.close_walk();
                self.in_environment = true;
            }
            Event::EnvironmentAnswered {
                cell, shape, shift, ..
            } => {
                self.close_walk();
                self.in_environment = false;
                self.note(entry);
                if shift != Vec3::ZERO
                    && let Some(attempt) = self.attempt()
                {
                    attempt.environment = Some(words::environment_name(shape, cell));
                }
            }
            Event::WalkableFound {
                object,
                part,
                cell,
                polygon,
                normal,
            } => {
                self.note(entry);
                let name = words::ground_name(self.world, object, part, cell);
                if let Some(attempt) = self.attempt() {
                    attempt.ground = Some(format!("polygon {polygon} of {name}"));
                    attempt.ground_normal = Some(normal);
                }
            }
            Event::CellsListed { .. } => self.note(entry),
            Event::CellEntered { .. } => {
                self.note(entry);
                if let Some(attempt) = self.attempt() {
                    attempt.changes_cell = true;
                }
            }
            Event::PrimitiveTested {
                primitive,
                touched: false,
                ..
            } => self.miss(entry, primitive),
            Event::StepUpBegan { normal, height } => {
                self.begin_trial(TrialKind::StepUp, height, Some(normal));
            }
            Event::StepDownBegan { height } => {
                self.begin_trial(TrialKind::StepDown, height, None);
            }
            Event::StepUpEnded { success } | Event::StepDownEnded { success } => {
                self.end_trial(success);
            }
            Event::PrimitiveTested { .. }
            | Event::PartAsked { .. }
            | Event::ContactWritten { .. }
            | Event::NegativeHit { .. }
            | Event::CollideLatched { .. }
            | Event::EdgeSlide { .. }
            | Event::SlideShift { .. } => self.note(entry),
            Event::Desired { .. }
            | Event::Sought { .. }
            | Event::Published { .. }
            | Event::ViewerReset { .. } => {}
        }
    }
}
