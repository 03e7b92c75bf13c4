//! The story of a tick as rows for the panel: the tree of [`Explanation`], folded where nothing happened.

mod row;

pub use row::{Round, Row, Tone};
pub(super) use row::{is_folded, reveal, visible};

use super::text;
use crate::analysis::Exact;
use crate::analysis::explain::{
    AdjustStory, AttemptStory, CandidateStory, EndStory, Explanation, QueryStory, StepStory,
    SweepStory, TrialKind, TrialStory, WalkStory,
};
use crate::analysis::words::{self, fixed, metres, millimetres};
use crate::geometry::Sphere;
use crate::geometry::vector::{length, wide};
use crate::ids::{PolygonId, Surface};
use crate::outcome::{Outcome, Verdict};
use crate::overlay::text::components;
use crate::pointing::Subject;
use crate::policy::{AdjustToPlane, Policy};
use crate::probe::{BodySphere, NormalSource};

/// Most nodes and polygons that are listed of one walk.
const LISTED: usize = 12;

/// The rows of a tick.
#[must_use]
pub fn rows(story: &Explanation, policy: &Policy, has_body: bool) -> Vec<Row> {
    let mut page = Page {
        rows: Vec::new(),
        story,
        policy,
    };
    for (index, sweep) in story.sweeps.iter().enumerate() {
        // Behind a body the eye is swept last.
        let is_last = index + 1 == story.sweeps.len();
        let of_eye = !has_body || (story.camera.is_some() && is_last);
        page.sweep(
            sweep,
            if of_eye {
                text::SWEEP
            } else {
                text::BODY_SWEEP
            },
        );
    }
    if story.sweeps.is_empty() {
        page.add(0, text::NO_SWEEP, String::new(), Tone::Weak);
    }
    if let Some(camera) = &story.camera {
        for told in &camera.orders {
            page.add(0, text::ORDER, told.order.to_string(), Tone::Plain);
            if let Some(why) = told.refused {
                page.add(1, text::REFUSED, why.meaning(), Tone::Bad);
            }
        }
        let moved = millimetres(camera.eye_move);
        page.add(0, text::EYE_MOVED, moved, Tone::Plain)
            .about(Subject::Pose(camera.published))
            .exactly(Exact::Double(camera.eye_move));
        if let Some(seek) = camera.seek {
            let value = match seek.passed {
                Some(why) => words::passed(why).to_owned(),
                None if seek.parked => text::PARKED.to_owned(),
                None => format!("{} %", fixed(seek.origin_fraction * 100.0, 2)),
            };
            page.add(0, text::SEEK_FRACTION, value, Tone::Plain)
                .about(Subject::Pose(camera.sought))
                .exactly(Exact::Double(seek.origin_fraction));
        }
        for reset in &camera.resets {
            let why = words::reset_cause(reset.cause);
            page.add(0, text::CAMERA_RESET, why, Tone::Bad);
        }
    }
    page.rows
}

struct Page<'a> {
    rows: Vec<Row>,
    story: &'a Explanation,
    policy: &'a Policy,
}

impl Page<'_> {
    fn add(
        &mut self,
        depth: usize,
        label: impl Into<String>,
        value: impl Into<String>,
        tone: Tone,
    ) -> &mut Row {
        self.rows.push(Row {
            depth,
            label: label.into(),
            value: value.into(),
            tone,
            ..Row::default()
        });
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }

    fn parent(
        &mut self,
        depth: usize,
        label: impl Into<String>,
        value: impl Into<String>,
        tone: Tone,
        key: String,
    ) -> &mut Row {
        let row = self.add(depth, label, value, tone);
        row.folds = Some(key);
        row
    }

    fn sweep(&mut self, sweep: &SweepStory, name: &str) {
        let key = format!("sweep{}", sweep.sweep);
        let plan = format!(
            "{}  {} × {}",
            metres(sweep.length),
            sweep.planned_steps,
            fixed(sweep.step_length, 3)
        );
        let radius = sweep.radius;
        self.parent(0, name, plan, Tone::Plain, key.clone())
            .about(Subject::Way {
                from: sweep.from,
                to: sweep.to,
                radius,
            })
            .exactly(Exact::Double(sweep.length));
        let mut steps = &sweep.steps[..];
        while let Some(step) = steps.first() {
            let clear = steps.iter().take_while(|step| is_clear(step)).count();
            if clear > 0 {
                self.clear_steps(sweep, &steps[..clear], &key);
                steps = &steps[clear..];
            } else {
                self.step(sweep, step, &key);
                steps = &steps[1..];
            }
        }
        if let Some(end) = &sweep.end {
            self.end(sweep, end);
        }
    }

    /// Steps that met nothing, in one row that unfolds into each of them.
    fn clear_steps(&mut self, sweep: &SweepStory, steps: &[StepStory], key: &str) {
        let radius = sweep.radius;
        let way = |from, to| Subject::Way { from, to, radius };
        let mut depth = 1;
        if let [first, .., last] = steps {
            let label = text::steps(first.step, last.step);
            let key = format!("{key}/steps{}", first.step);
            self.parent(depth, label, text::CLEAR, Tone::Good, key)
                .about(way(first.from, last.to))
                .folded = true;
            depth += 1;
        }
        for step in steps {
            let key = format!("{key}/step{}", step.step);
            self.parent(depth, text::step(step.step), text::CLEAR, Tone::Good, key)
                .about(way(step.from, step.to))
                .exactly(Exact::Vector(step.to))
                .folded = true;
            let end = step.committed.unwrap_or(step.to);
            let along = fixed(length(wide(end) - wide(sweep.from)), 3);
            self.add(depth + 1, text::COMMITTED, format!("{along} m"), Tone::Good)
                .about(Subject::Ball(Sphere {
                    center: end,
                    radius,
                }))
                .exactly(Exact::Vector(end));
        }
    }

    fn step(&mut self, sweep: &SweepStory, step: &StepStory, key: &str) {
        let way = |p| fixed(length(wide(p) - wide(sweep.from)), 3);
        let key = format!("{key}/step{}", step.step);
        let tone = match step.outcome {
            Some(Outcome::Collided) => Tone::Bad,
            _ if step.reverted_from.is_some() => Tone::Bad,
            _ => Tone::Notable,
        };
        let range = format!("{} → {}", way(step.from), way(step.to));
        let radius = sweep.radius;
        let ball = |center| Subject::Ball(Sphere { center, radius });
        self.parent(1, text::step(step.step), range, tone, key.clone())
            .about(Subject::Way {
                from: step.from,
                to: step.to,
                radius,
            })
            .exactly(Exact::Vector(step.to));
        self.attempts(2, &step.attempts, &key);
        if let Some(why) = self.story.nothing_left(sweep, step) {
            self.add(2, text::NOT_TRIED, why, Tone::Bad);
        }
        if let Some(from) = step.reverted_from {
            let value = format!(
                "{} → {}",
                way(from),
                step.committed.map_or_else(String::new, way)
            );
            let row = self.add(2, text::REVERTED, value, Tone::Bad);
            row.about(Subject::Way {
                from,
                to: step.committed.unwrap_or(step.from),
                radius,
            })
            .exactly(Exact::Vector(from));
        } else if let Some(committed) = step.committed {
            let moved = length(wide(committed) - wide(step.to));
            let tone = if moved > 0.0 {
                Tone::Notable
            } else {
                Tone::Good
            };
            self.add(2, text::COMMITTED, format!("{} m", way(committed)), tone)
                .about(ball(committed))
                .exactly(Exact::Vector(committed));
        }
        if let Some(normal) = &step.normal {
            let made_up = normal.source == NormalSource::Default;
            let source = match &normal.of {
                _ if made_up => text::NORMAL_DEFAULT,
                Some(of) => of,
                None => text::NORMAL_CONTACT,
            };
            let tone = if made_up { Tone::Bad } else { Tone::Plain };
            self.add(
                2,
                text::NORMAL,
                format!("{} {source}", components(normal.normal)),
                tone,
            )
            .about(Subject::Facet {
                at: step.committed.unwrap_or(step.to),
                normal: normal.normal,
            })
            .exactly(Exact::Vector(normal.normal));
        }
    }

    fn attempts(&mut self, depth: usize, attempts: &[AttemptStory], key: &str) {
        // One attempt needs no row of its own.
        if let [alone] = attempts {
            self.attempt(depth, alone, &format!("{key}/1"));
            return;
        }
        for (number, attempt) in (1_u32..).zip(attempts) {
            let key = format!("{key}/{number}");
            let (label, answer) = (text::attempt(number), answer_of(attempt));
            let row = self.parent(depth, label, answer, Tone::Plain, key.clone());
            row.folded = (number as usize) < attempts.len();
            row.exactly(Exact::Vector(attempt.center));
            self.attempt(depth + 1, attempt, &key);
        }
    }

    /// A step up or down that was tried, with its own attempts.
    fn trial(&mut self, depth: usize, trial: &TrialStory, key: &str) {
        let (value, tone) = match (trial.kind, trial.success) {
            (_, None) => (text::NOT_TRIED, Tone::Weak),
            (TrialKind::StepUp, Some(true)) => (text::STEPPED_UP, Tone::Good),
            (TrialKind::StepUp, Some(false)) => (text::STEP_REFUSED, Tone::Bad),
            (TrialKind::StepDown, Some(true)) => (text::GROUND_FOUND, Tone::Good),
            (TrialKind::StepDown, Some(false)) => (text::NO_GROUND, Tone::Bad),
        };
        let label = text::trial(trial.kind, trial.height);
        self.parent(depth, label, value, tone, key.to_owned())
            .folded = trial.success == Some(true);
        self.attempts(depth + 1, &trial.attempts, key);
    }

    fn attempt(&mut self, depth: usize, attempt: &AttemptStory, key: &str) {
        let admitted = attempt
            .candidates()
            .filter(|candidate| candidate.admitted)
            .count();
        let rejected = attempt.candidates().count() - admitted;
        let tone = if rejected > 0 {
            Tone::Notable
        } else {
            Tone::Plain
        };
        let key = format!("{key}/candidates");
        self.parent(
            depth,
            text::CANDIDATES,
            text::admitted(admitted, rejected),
            tone,
            key.clone(),
        );
        for (index, candidate) in attempt.candidates().enumerate() {
            self.candidate(depth + 1, candidate, &format!("{key}/{index}"));
        }
        for (index, asked) in attempt.environments().enumerate() {
            self.query(
                depth,
                &asked.name,
                Subject::Cell(asked.cell),
                &asked.query,
                &format!("{key}/e{index}"),
            );
        }
        let (missed, told): (Vec<_>, Vec<_>) = attempt
            .notes()
            .into_iter()
            .map(|note| note.text.as_str())
            .partition(|note| note.ends_with("missed"));
        if !missed.is_empty() {
            self.add(
                depth,
                text::PRIMITIVES,
                text::missed(missed.len()),
                Tone::Weak,
            );
        }
        for note in told {
            self.add(depth, note, String::new(), Tone::Plain);
        }
        let key = format!("{key}/trial");
        for (number, trial) in (1_u32..).zip(attempt.trials()) {
            self.trial(depth, trial, &format!("{key}{number}"));
        }
    }

    fn candidate(&mut self, depth: usize, candidate: &CandidateStory, key: &str) {
        if !candidate.admitted {
            let tone = if candidate.admitted_at_center == Some(true) {
                Tone::Bad
            } else {
                Tone::Weak
            };
            let far = text::out_of_reach(-candidate.margin_mm);
            self.add(depth, &candidate.name, far, tone)
                .about(Subject::Object(candidate.object))
                .exactly(Exact::Double(candidate.distance));
            return;
        }
        let subject = Subject::Object(candidate.object);
        self.query(depth, &candidate.name, subject, &candidate.query, key);
    }

    /// What an object or an environment answered.
    fn query(&mut self, depth: usize, name: &str, subject: Subject, query: &QueryStory, key: &str) {
        let (answer, tone) = match query.answer {
            Some(Outcome::Ok) | None => (text::CLEAR, Tone::Weak),
            Some(Outcome::Collided) => (text::BLOCKED, Tone::Bad),
            Some(Outcome::Adjusted) => (text::ADJUSTED, Tone::Notable),
            Some(Outcome::Slid) => (text::SLID, Tone::Notable),
            Some(Outcome::Invalid) => (text::NOT_TRIED, Tone::Weak),
        };
        let is_bare = query.walks.is_empty()
            && query.branch.is_none()
            && query.adjust.is_none()
            && query.hit.is_none();
        if is_bare {
            self.add(depth, name, answer, tone).about(subject);
            return;
        }
        self.parent(depth, name, answer, tone, key.to_owned())
            .about(subject)
            .folded = tone == Tone::Weak;
        let depth = depth + 1;
        for (number, walk) in (1_u32..).zip(&query.walks) {
            self.walk(depth, walk, subject, &format!("{key}/walk{number}"));
        }
        if let Some(branch) = query.branch {
            self.add(
                depth,
                text::branch(branch.number()),
                text::branch_name(branch),
                Tone::Plain,
            );
        }
        if let Some(adjust) = &query.adjust {
            self.adjust(depth, adjust, subject, &format!("{key}/adjust"));
        }
        if let Some(hit) = query.hit {
            let row = self.add(
                depth,
                text::polygon(hit.polygon.0),
                components(hit.normal),
                Tone::Notable,
            );
            row.exactly(Exact::Vector(hit.normal)).subject =
                polygon_of(subject, hit.part, hit.polygon);
        }
    }

    fn walk(&mut self, depth: usize, walk: &WalkStory, subject: Subject, key: &str) {
        let visited = walk.nodes.iter().filter(|node| node.visited).count();
        let pruned = walk.nodes.len() - visited;
        if walk.nodes.is_empty() && walk.polygons.is_empty() {
            return;
        }
        let touched = walk.polygons.iter().any(|polygon| polygon.touched);
        self.parent(
            depth,
            walk.sphere.map_or(text::BSP, BodySphere::name),
            text::nodes(visited, pruned),
            Tone::Plain,
            key.to_owned(),
        )
        .folded = !touched;
        for node in walk.nodes.iter().take(LISTED) {
            let (value, tone) = if node.visited {
                (text::overlap(-node.gap_mm), Tone::Notable)
            } else {
                (text::gap(node.gap_mm), Tone::Weak)
            };
            let row = self.add(depth + 1, text::node(node.node.0), value, tone);
            row.exactly(Exact::Double(node.gap_mm)).subject =
                surface_of(subject, walk.part).map(|surface| Subject::Node {
                    surface,
                    node: node.node,
                });
        }
        for polygon in walk.polygons.iter().take(LISTED) {
            let tone = if polygon.touched {
                Tone::Notable
            } else {
                Tone::Weak
            };
            let value = text::depth(polygon.depth_mm, polygon.touched, polygon.approached);
            let row = self.add(depth + 1, text::polygon(polygon.polygon.0), value, tone);
            row.exactly(Exact::Double(polygon.height)).subject =
                polygon_of(subject, walk.part, polygon.polygon);
        }
        let more =
            walk.nodes.len().saturating_sub(LISTED) + walk.polygons.len().saturating_sub(LISTED);
        if more > 0 {
            self.add(depth + 1, text::more(more), String::new(), Tone::Weak);
        }
    }

    fn adjust(&mut self, depth: usize, adjust: &AdjustStory, subject: Subject, key: &str) {
        let never = self.policy.adjust_to_plane == AdjustToPlane::NeverSucceeds;
        let (value, tone) = match (adjust.success, never) {
            (true, _) => (format!("t = {}", fixed(adjust.time, 4)), Tone::Good),
            (false, true) => (text::NEVER_SUCCEEDS.to_owned(), Tone::Bad),
            (false, false) => (text::NOT_FOUND.to_owned(), Tone::Bad),
        };
        self.parent(depth, text::ADJUST, value, tone, key.to_owned())
            .exactly(Exact::Double(adjust.time))
            .alert = !adjust.success;
        if adjust.rounds.len() > 1 {
            let rounds = adjust.rounds.iter().map(|round| Round {
                phase: round.phase,
                time: round.time,
                clear: round.clear,
            });
            self.add(depth + 1, text::ROUNDS, "", Tone::Plain).rounds = rounds.collect();
        }
        for phase in [1, 2] {
            let rounds: Vec<_> = adjust
                .rounds
                .iter()
                .filter(|round| round.phase == phase)
                .collect();
            let Some(last) = rounds.last() else { continue };
            self.parent(
                depth + 1,
                text::phase(phase),
                text::rounds(rounds.len()),
                Tone::Plain,
                format!("{key}/{phase}"),
            )
            .folded = true;
            for round in rounds.iter().take(LISTED) {
                let tone = if round.clear { Tone::Good } else { Tone::Weak };
                let value = if round.clear {
                    text::CLEAR.to_owned()
                } else {
                    text::in_the_way(round.polygon.0)
                };
                let label = format!("t = {}", fixed(round.time, 5));
                let row = self.add(depth + 2, label, value, tone);
                row.exactly(Exact::Double(round.time)).subject =
                    polygon_of(subject, round.walk.part, round.polygon);
            }
            if rounds.len() > LISTED {
                self.add(
                    depth + 2,
                    text::more(rounds.len() - LISTED),
                    format!("t = {}", fixed(last.time, 5)),
                    Tone::Weak,
                );
            }
        }
        let (value, tone) = if adjust.success {
            (text::FOUND, Tone::Good)
        } else {
            (text::NONE_FOUND, Tone::Bad)
        };
        self.add(depth + 1, text::TOUCH_TIME, value, tone);
    }

    fn end(&mut self, sweep: &SweepStory, end: &EndStory) {
        let tone = match end.verdict {
            Verdict::Ok => Tone::Good,
            Verdict::Adjusted | Verdict::Slid => Tone::Notable,
            Verdict::Collided | Verdict::Failed => Tone::Bad,
        };
        self.add(
            1,
            text::VERDICT,
            format!("{}  {}", end.verdict.name(), end.stop_reason.name()),
            tone,
        )
        .about(Subject::Ball(Sphere {
            center: end.end,
            radius: sweep.radius,
        }))
        .exactly(Exact::Vector(end.end));
        let reached = length(wide(end.end) - wide(sweep.from));
        let short = if end.short_mm >= 0.5 {
            Tone::Notable
        } else {
            Tone::Good
        };
        let missing = if end.short_mm >= 0.005 {
            format!("  −{}", millimetres(end.short_mm / 1000.0))
        } else {
            String::new()
        };
        self.add(
            1,
            text::REACHED,
            format!("{}{missing}", metres(reached)),
            short,
        )
        .exactly(Exact::Double(reached));
    }
}

/// Whose polygons an answer is about; a part that is left out is the first.
fn surface_of(subject: Subject, part: Option<u32>) -> Option<Surface> {
    match subject {
        Subject::Object(object) => Surface::new(Some(object), part, None),
        Subject::Cell(cell) => Surface::new(None, None, Some(cell)),
        _ => None,
    }
}

fn polygon_of(subject: Subject, part: Option<u32>, polygon: PolygonId) -> Option<Subject> {
    let surface = surface_of(subject, part)?;
    Some(Subject::Polygon { surface, polygon })
}

/// Whether nothing was in the way of a step, and nothing was refused untested.
fn is_clear(step: &StepStory) -> bool {
    let mut offered = step.attempts.iter().flat_map(AttemptStory::candidates);
    step.is_clear() && offered.all(|candidate| candidate.admitted)
}

/// What an attempt came to, from the answers of its candidates.
fn answer_of(attempt: &AttemptStory) -> &'static str {
    let answers: Vec<_> = attempt
        .candidates()
        .filter_map(|candidate| candidate.query.answer)
        .collect();
    answers
        .into_iter()
        .find(|answer| *answer != Outcome::Ok)
        .map_or(text::CLEAR, Outcome::name)
}

#[cfg(test)]
mod tests;
