//! What each event says of the tick.

use super::*;

impl Teller<'_> {
    /// Hangs the event where it belongs.
    pub(super) fn tell(&mut self, entry: &Entry) {
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
            Event::Published { .. }
            | Event::ViewerReset { .. }
            | Event::OrderTaken { .. }
            | Event::OrderRefused { .. } => {}
        }
    }
}
