//! The story as indented text.
//!
//! One line is a label in a column of its own and what is to be said; what belongs to it is indented below.
//! Steps with nothing in the way are folded into one line, as are attempts and rounds that need no detail.

use std::fmt;

use super::{
    AdjustStory, AttemptStory, BodyStory, CameraStory, CandidateStory, CellStory, EndStory,
    Explanation, PolygonStory, StepStory, SweepStory, TrialKind, TrialStory, WalkStory,
};
use crate::geometry::vector::{length, wide};
use crate::ids::CellId;
use crate::outcome::Outcome;
use crate::probe::Rung;

use super::words::{self, count, fixed, metres, millimetres, percent, point};

/// Most nodes and polygons that are listed one by one; of more only the numbers are told.
const LISTED: usize = 16;

/// Column at which a line's text begins, counted from its label.
const LABEL: usize = 14;

/// Writes lines: `depth` steps of indentation, a label, a text.
struct Page<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    error: fmt::Result,
}

impl Page<'_, '_> {
    fn line(&mut self, depth: usize, label: &str, text: impl fmt::Display) {
        if self.error.is_ok() {
            // Deeper labels are padded less, so that all texts stand in one column.
            let (indent, width) = (depth * 2, (LABEL + 8).saturating_sub(depth * 2));
            self.error = writeln!(self.f, "{:indent$}{label:<width$} {text}", "");
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = f64::from(self.tick) / f64::from(self.hz);
        let (tick, hz) = (self.tick, self.hz);
        writeln!(
            f,
            "tick {tick} of lane {}, {} s at {hz} Hz",
            self.lane,
            fixed(seconds, 4)
        )?;
        let mut page = Page { f, error: Ok(()) };
        page.line(1, "policy", &self.policy);
        if let Some(cells) = &self.cells {
            tell_cells(&mut page, cells);
        }
        if let Some(camera) = &self.camera {
            aims(&mut page, camera);
        }
        for sweep in &self.sweeps {
            tell_sweep(&mut page, sweep);
        }
        if let Some(body) = &self.body {
            rest(&mut page, body);
        }
        if let Some(camera) = &self.camera {
            published(&mut page, camera);
        }
        page.line(1, "digest", &self.digest);
        page.error
    }
}

fn tell_cells(page: &mut Page<'_, '_>, cells: &CellStory) {
    let named = |cell: Option<CellId>| cell.map_or_else(|| "none".to_owned(), |c| c.to_string());
    let (from, to) = (named(cells.from), named(cells.to));
    let text = if from == to {
        to
    } else {
        format!("{from}, then {to}")
    };
    let eye = cells
        .eye
        .map_or_else(String::new, |eye| format!("; the eye in {eye}"));
    page.line(1, "cell", format!("{text}{eye}"));
}

/// Where the body is after the tick, and why it ran no path.
fn rest(page: &mut Page<'_, '_>, body: &BodyStory) {
    let moved = millimetres(body.moved);
    let stands = match (body.grounded, body.support) {
        (true, Some(support)) => {
            format!("stands on a plane {}", words::support_source(support))
        }
        (true, None) => "stands".to_owned(),
        (false, Some(_)) => "touches ground that is too steep to stand on".to_owned(),
        (false, None) => "is in the air".to_owned(),
    };
    let feet = point(body.feet);
    page.line(
        1,
        "body",
        format!("feet at {feet}, moved {moved} in this tick, {stands}"),
    );
    if !body.ran {
        let why = if length(wide(body.velocity)) > 0.0 {
            "no path: its way in this tick is shorter than EPS, or no update was due"
        } else {
            "no path: nothing moves it"
        };
        page.line(1, "", why);
    }
}

fn aims(page: &mut Page<'_, '_>, camera: &CameraStory) {
    page.line(1, "pivot", point(camera.pivot));
    let desired = point(camera.desired.origin);
    page.line(
        1,
        "desired",
        format!(
            "{desired}, {} from the pivot",
            metres(camera.desired_distance)
        ),
    );
    let way = match &camera.seek {
        None => "as it was: the camera was not updated".to_owned(),
        Some(seek) if seek.parked => "parked: within the dead-band".to_owned(),
        Some(seek) => {
            let (origin, turn) = (
                percent(seek.origin_fraction),
                percent(seek.rotation_fraction),
            );
            format!("{origin} of the way, {turn} of the turn")
        }
    };
    let sought = point(camera.sought.origin);
    page.line(
        1,
        "sought",
        format!(
            "{sought}, {} from the pivot, {way}",
            metres(camera.sought_distance)
        ),
    );
}

fn published(page: &mut Page<'_, '_>, camera: &CameraStory) {
    if let Some(pose) = &camera.reset {
        page.line(1, "reset", point(pose.origin));
    }
    let pulled_in = metres(camera.desired_distance - camera.eye_distance);
    let moved = millimetres(camera.eye_move);
    let (eye, distance) = (point(camera.published.origin), metres(camera.eye_distance));
    page.line(
        1,
        "published",
        format!(
            "{eye}, {distance} from the pivot, pulled in {pulled_in}, moved {moved} in this tick"
        ),
    );
    if let Some(rung) = camera.rung.filter(|rung| *rung != Rung::Swept) {
        page.line(1, "", words::rung(rung));
    }
}

fn tell_sweep(page: &mut Page<'_, '_>, sweep: &SweepStory) {
    let (from, to) = (point(sweep.from), point(sweep.to));
    page.line(
        1,
        &format!("sweep {}", sweep.sweep),
        format!("{from} to {to}"),
    );
    let plan = match sweep.planned_steps {
        0 => "no step".to_owned(),
        steps => format!(
            "{} of {}",
            count(steps as usize, "step"),
            metres(sweep.step_length)
        ),
    };
    let (length, radius) = (metres(sweep.length), metres(f64::from(sweep.radius)));
    page.line(2, "plan", format!("{length} in {plan}, radius {radius}"));
    let mut steps = &sweep.steps[..];
    while let Some(step) = steps.first() {
        // What did not go as planned is told even where nothing was touched.
        let is_deflected = |step: &StepStory| sweep.deflections.iter().any(|d| d.step == step.step);
        let clear = steps
            .iter()
            .take_while(|step| step.is_clear() && !is_deflected(step))
            .count();
        if clear > 0 {
            let (folded, rest) = steps.split_at(clear);
            tell_clear(page, folded);
            steps = rest;
        } else {
            tell_step(page, step);
            steps = &steps[1..];
        }
    }
    if let Some(end) = &sweep.end {
        tell_end(page, sweep, end);
    }
}

fn tell_end(page: &mut Page<'_, '_>, sweep: &SweepStory, end: &EndStory) {
    let at = end
        .colliding_step
        .map_or_else(String::new, |step| format!(" in step {step}"));
    let short = sweep
        .off_target()
        .map_or_else(String::new, |off| format!(", {off}"));
    let (verdict, stop) = (end.verdict.name(), end.stop_reason.name());
    page.line(
        2,
        "ended",
        format!("{verdict} ({stop}{at}) at {}{short}", point(end.end)),
    );
}

/// Steps with nothing in the way: one line, and one for each object that the reach filter kept out of the tests.
fn tell_clear(page: &mut Page<'_, '_>, steps: &[StepStory]) {
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
        return;
    };
    let label = if steps.len() == 1 {
        format!("step {}", first.step)
    } else {
        format!("steps {}-{}", first.step, last.step)
    };
    let candidates = || {
        steps
            .iter()
            .flat_map(|step| &step.attempts)
            .flat_map(|attempt| &attempt.candidates)
    };
    let polygons: usize = candidates()
        .map(|candidate| candidate.walk.polygons.len())
        .sum();
    let near = candidates()
        .flat_map(|candidate| &candidate.walk.polygons)
        .filter(|polygon| polygon.depth_mm < 0.0)
        .map(|polygon| -polygon.depth_mm)
        .reduce(|a, b| if b < a { b } else { a });
    let tested = match (polygons, near) {
        (0, _) => ", no polygon tested".to_owned(),
        (tested, Some(near)) => {
            format!(
                ", {} tested, nearest plane {} away",
                count(tested, "polygon"),
                millimetres(near / 1000.0)
            )
        }
        (tested, None) => format!(", {} tested", count(tested, "polygon")),
    };
    page.line(2, &label, format!("clear{tested}"));
    let mut told: Vec<&CandidateStory> = Vec::new();
    for candidate in candidates().filter(|candidate| !candidate.admitted) {
        match told.iter_mut().find(|seen| seen.object == candidate.object) {
            Some(seen) if candidate.margin_mm > seen.margin_mm => *seen = candidate,
            Some(_) => {}
            None => told.push(candidate),
        }
    }
    for candidate in told {
        page.line(3, &candidate.name, rejection(candidate));
    }
}

fn rejection(candidate: &CandidateStory) -> String {
    let out = millimetres(-candidate.margin_mm / 1000.0);
    let unfair = match candidate.admitted_at_center {
        Some(true) => "; from its bounding sphere's centre it is within reach",
        _ => "",
    };
    format!("rejected untested: {out} out of reach{unfair}")
}

fn tell_step(page: &mut Page<'_, '_>, step: &StepStory) {
    let way = length(wide(step.to) - wide(step.from));
    let (from, to) = (point(step.from), point(step.to));
    page.line(
        2,
        &format!("step {}", step.step),
        format!("{from} to {to}, {}", metres(way)),
    );
    for (number, attempt) in (1_u32..).zip(&step.attempts) {
        tell_attempt(page, attempt, number, 3);
    }
    if let Some(normal) = &step.normal {
        page.line(
            3,
            "normal",
            format!(
                "{}, {}",
                point(normal.normal),
                words::normal_source(normal.source)
            ),
        );
    }
    if let Some(from) = step.reverted_from {
        let back = step.committed.map_or_else(String::new, |to| {
            let lost = length(wide(from) - wide(to));
            format!(" to {}, {} back", point(to), millimetres(lost))
        });
        page.line(3, "reverted", format!("from {}{back}", point(from)));
    } else if let Some(committed) = step.committed {
        let outcome = step.outcome.map_or("", Outcome::name);
        page.line(3, "committed", format!("{}, {outcome}", point(committed)));
    }
}

fn tell_attempt(page: &mut Page<'_, '_>, attempt: &AttemptStory, number: u32, depth: usize) {
    let label = format!("attempt {number}");
    let is_quiet = |candidate: &CandidateStory| {
        let touched = candidate
            .walk
            .polygons
            .iter()
            .any(|polygon| polygon.touched);
        candidate.answer == Some(Outcome::Ok) && !touched
    };
    let free = attempt.candidates.iter().all(is_quiet);
    let clear = if free { ", clear" } else { "" };
    page.line(depth, &label, format!("{}{clear}", point(attempt.center)));
    let is_far = |candidate: &CandidateStory| {
        candidate.admitted && candidate.branch.is_none() && candidate.parts > 0
    };
    // Spheres and cylinders that were missed stand among the notes.
    let is_passed = |candidate: &CandidateStory| {
        candidate.admitted
            && candidate.parts == 0
            && candidate.answer == Some(Outcome::Ok)
            && candidate.shift == glam::Vec3::ZERO
    };
    for candidate in attempt
        .candidates
        .iter()
        .filter(|candidate| !is_far(candidate) && !is_passed(candidate))
    {
        if candidate.admitted {
            tell_candidate(page, candidate, depth + 1);
        } else {
            page.line(depth + 1, &candidate.name, rejection(candidate));
        }
    }
    let far = attempt
        .candidates
        .iter()
        .filter(|candidate| is_far(candidate))
        .count();
    if far > 0 {
        page.line(
            depth + 1,
            "far",
            format!("{} whose root sphere is missed", count(far, "object")),
        );
    }
    for note in &attempt.notes {
        page.line(depth + 1, "then", note);
    }
    for trial in &attempt.trials {
        tell_trial(page, trial, depth + 1);
    }
}

/// A step up or down; its attempts stand below it, each level one deeper.
fn tell_trial(page: &mut Page<'_, '_>, trial: &TrialStory, depth: usize) {
    let height = metres(f64::from(trial.height));
    let (label, what) = match (trial.kind, trial.normal) {
        (TrialKind::StepUp, Some(normal)) => (
            "step up",
            format!("of at most {height} on normal {}", point(normal)),
        ),
        (TrialKind::StepUp, None) => ("step up", format!("of at most {height}")),
        (TrialKind::StepDown, _) => ("step down", format!("looks for ground {height} below")),
    };
    let answer = match (trial.kind, trial.success) {
        (_, None) => "",
        (TrialKind::StepUp, Some(true)) => ": stepped up",
        (TrialKind::StepUp, Some(false)) => ": could not step up",
        (TrialKind::StepDown, Some(true)) => ": stands on ground",
        (TrialKind::StepDown, Some(false)) => ": found no ground to stand on",
    };
    page.line(depth, label, format!("{what}{answer}"));
    // The one that asks whether the place is free is counted like the others.
    for (number, attempt) in (1_u32..).zip(&trial.attempts) {
        tell_attempt(page, attempt, number, depth + 1);
    }
}

fn tell_candidate(page: &mut Page<'_, '_>, candidate: &CandidateStory, depth: usize) {
    let margin = millimetres(candidate.margin_mm.abs() / 1000.0);
    let side = if candidate.margin_mm < 0.0 {
        "out of"
    } else {
        "within"
    };
    let branch = candidate.branch.map_or_else(String::new, |branch| {
        format!("branch {}, ", branch.number())
    });
    let answer = candidate.answer.map_or("no answer", Outcome::name);
    page.line(
        depth,
        &candidate.name,
        format!("{margin} {side} reach, {branch}answers {answer}"),
    );
    tell_walk(page, &candidate.walk, depth + 1);
    if let Some(adjust) = &candidate.adjust {
        tell_adjust(page, adjust, depth + 1);
    }
    if let Some(hit) = &candidate.hit {
        let (at, normal) = (point(hit.point), point(hit.normal));
        let part = match hit.part {
            Some(part) if candidate.parts > 1 => format!(" of part {part}"),
            _ => String::new(),
        };
        page.line(
            depth + 1,
            "hit",
            format!("polygon {}{part} at {at}, normal {normal}", hit.polygon),
        );
    }
    let moved = length(wide(candidate.shift));
    if moved > 0.0 {
        page.line(
            depth + 1,
            "moved",
            format!("by {}, {}", point(candidate.shift), millimetres(moved)),
        );
    }
}

fn tell_walk(page: &mut Page<'_, '_>, walk: &WalkStory, depth: usize) {
    if walk.nodes.is_empty() && walk.polygons.is_empty() {
        return;
    }
    let visited = walk.nodes.iter().filter(|node| node.visited).count();
    let pruned = walk.nodes.len() - visited;
    let touched = walk
        .polygons
        .iter()
        .filter(|polygon| polygon.touched)
        .count();
    let tested = count(walk.polygons.len(), "polygon");
    page.line(
        depth,
        "walk",
        format!(
            "{} visited, {pruned} pruned; {tested} tested, {touched} touched",
            count(visited, "node")
        ),
    );
    let (gap_width, depth_width) = (
        widest(
            walk.nodes
                .iter()
                .map(|node| millimetres(node.gap_mm.abs() / 1000.0).len()),
        ),
        widest(
            walk.polygons
                .iter()
                .map(|polygon| depth_text(polygon).len()),
        ),
    );
    if walk.nodes.len() <= LISTED {
        for node in &walk.nodes {
            let gap = millimetres(node.gap_mm.abs() / 1000.0);
            let word = if node.visited { "visited" } else { "pruned " };
            let how = if node.gap_mm < 0.0 {
                "overlaps by"
            } else {
                "missed by  "
            };
            page.line(
                depth + 1,
                &format!("node {}", node.node),
                format!("{word}, {how} {gap:>gap_width$}"),
            );
        }
    }
    for polygon in walk
        .polygons
        .iter()
        .filter(|polygon| polygon.touched || walk.polygons.len() <= LISTED)
    {
        let depth_mm = depth_text(polygon);
        let how = if polygon.depth_mm < 0.0 {
            "short of its plane by"
        } else {
            "through its plane by "
        };
        let answer = words::touch(polygon.touched, if polygon.approached { -1.0 } else { 1.0 });
        page.line(
            depth + 1,
            &format!("polygon {}", polygon.polygon),
            format!("{how} {depth_mm:>depth_width$}, {answer}"),
        );
    }
}

fn tell_adjust(page: &mut Page<'_, '_>, adjust: &AdjustStory, depth: usize) {
    let (rounds, counter) = (count(adjust.rounds.len(), "round"), adjust.counter);
    let result = if adjust.success {
        format!("found at {} of the step", fixed(adjust.time, 4))
    } else {
        "none found".to_owned()
    };
    page.line(
        depth,
        "touch time",
        format!("{result}, {rounds}, counter {counter}"),
    );
    for round in &adjust.rounds {
        let answer = if round.clear {
            "clear".to_owned()
        } else {
            format!("polygon {} in the way", round.polygon)
        };
        let label = if round.phase == 1 { "touch" } else { "halving" };
        page.line(
            depth + 1,
            label,
            format!(
                "at {}, counter {:>2}, {answer}",
                fixed(round.time, 4),
                round.counter
            ),
        );
    }
}

fn widest(lengths: impl Iterator<Item = usize>) -> usize {
    lengths.max().unwrap_or(0)
}

/// How far the sphere is from the plane; touching is a matter of a fifth of a millimetre, so with more digits than elsewhere.
fn depth_text(polygon: &PolygonStory) -> String {
    format!("{} mm", fixed(polygon.depth_mm.abs(), 3))
}
