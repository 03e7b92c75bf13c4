//! The story as indented text.
//!
//! One line is a label in a column of its own and what is to be said; what belongs to it is indented below.
//! Steps with nothing in the way are folded into one line, as are attempts and rounds that need no detail.

use std::fmt;

mod attempt;

use super::{
    BodyStory, CameraStory, CandidateStory, CellStory, EndStory, Explanation, ResetStory,
    SeekStory, StepStory, SweepStory,
};
use crate::geometry::vector::{length, wide};
use crate::ids::CellId;
use crate::outcome::Outcome;
use crate::probe::Rung;

use crate::analysis::step_ruler::step_ruler;

use super::words::{self, count, fixed, metres, millimetres, percent, point};

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
            tell_sweep(&mut page, self, sweep);
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
        _ if body.in_no_cell => "left every cell: the move is not committed".to_owned(),
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
        let why = if body.in_no_cell {
            "no path: outside of every cell nothing is moved"
        } else if length(wide(body.velocity)) > 0.0 {
            "no path: its way in this tick is shorter than EPS, or no update was due"
        } else {
            "no path: nothing moves it"
        };
        page.line(1, "", why);
    }
}

fn aims(page: &mut Page<'_, '_>, camera: &CameraStory) {
    for told in &camera.orders {
        let refused = told.refused.map_or_else(String::new, |why| {
            format!(": refused, since {}", why.meaning())
        });
        page.line(1, "order", format!("{}{refused}", told.order));
    }
    let before = |reset: &&ResetStory| !reset.is_of_sweep();
    camera
        .resets
        .iter()
        .filter(before)
        .for_each(|reset| tell_reset(page, reset));
    page.line(1, "pivot", point(camera.pivot));
    let desired = point(camera.desired.origin);
    let is_old = camera.seek.is_none_or(|seek| seek.passed.is_some());
    let of_old = if is_old { ", as it was" } else { "" };
    page.line(
        1,
        "desired",
        format!(
            "{desired}, {} from the pivot{of_old}",
            metres(camera.desired_distance)
        ),
    );
    let way = match &camera.seek {
        None => "as it was: the camera was not updated".to_owned(),
        Some(SeekStory {
            passed: Some(why), ..
        }) => format!("as it was: {}", words::passed(*why)),
        Some(seek) if seek.parked => "parked: within the dead-band".to_owned(),
        // With the full boom the fractions are had and not used.
        Some(_) if camera.sought.origin == camera.desired.origin => "all of the way".to_owned(),
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

fn tell_reset(page: &mut Page<'_, '_>, reset: &ResetStory) {
    let (to, why) = (point(reset.pose.origin), words::reset_cause(reset.cause));
    page.line(1, "reset", format!("to {to}, since {why}"));
}

/// Nearer to a wall than this the near plane is told of, metres.
const NEAR_A_WALL: f64 = 0.1;

fn published(page: &mut Page<'_, '_>, camera: &CameraStory) {
    let after = |reset: &&ResetStory| reset.is_of_sweep();
    camera
        .resets
        .iter()
        .filter(after)
        .for_each(|reset| tell_reset(page, reset));
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
    // Farther away it shows nothing that one would look for.
    if let Some(clearance) = camera.near_clearance.filter(|c| *c < NEAR_A_WALL) {
        let away = millimetres(clearance.abs());
        let told = match clearance < 0.0 {
            true => format!("reaches {away} through a wall, which is cut open in the picture"),
            false => format!("{away} from a wall"),
        };
        page.line(1, "near plane", told);
    }
    if let Some(rung) = camera.rung.filter(|rung| *rung != Rung::Swept) {
        page.line(1, "", words::rung(rung));
    }
}

fn tell_sweep(page: &mut Page<'_, '_>, story: &Explanation, sweep: &SweepStory) {
    let (from, to) = (point(sweep.from), point(sweep.to));
    page.line(
        1,
        &format!("sweep {}", sweep.sweep),
        match sweep.feet {
            Some(_) => format!("{from} to {to}, the foot sphere's centre"),
            None => format!("{from} to {to}"),
        },
    );
    if let Some([from, to]) = sweep.feet.map(|feet| feet.map(point)) {
        page.line(2, "feet", format!("{from} to {to}"));
    }
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
    if let Some(ruler) = step_ruler(sweep.length, sweep.radius) {
        match sweep.feet {
            // A body takes slices under every policy.
            Some(_) => page.line(2, "ruler", ruler.line(&ruler.slices)),
            None => page.line(2, "ruler", ruler),
        }
    }
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
            tell_step(page, story, sweep, step);
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
            .flat_map(|attempt| attempt.candidates())
    };
    let environments = steps
        .iter()
        .flat_map(|step| &step.attempts)
        .flat_map(|attempt| attempt.environments());
    let tested = attempt::tested(
        candidates()
            .map(|candidate| &candidate.query)
            .chain(environments.map(|environment| &environment.query)),
    );
    let tested = tested.map_or_else(
        || ", no polygon tested".to_owned(),
        |tested| format!(", {tested}"),
    );
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
        page.line(3, &candidate.name, attempt::rejection(candidate));
    }
}

fn tell_step(page: &mut Page<'_, '_>, story: &Explanation, sweep: &SweepStory, step: &StepStory) {
    let way = length(wide(step.to) - wide(step.from));
    let (from, to) = (point(step.from), point(step.to));
    page.line(
        2,
        &format!("step {}", step.step),
        format!("{from} to {to}, {}", metres(way)),
    );
    for (number, attempt) in (1_u32..).zip(&step.attempts) {
        attempt::tell(page, attempt, number, 3);
    }
    if let Some(normal) = &step.normal {
        let of = match &normal.of {
            Some(of) => format!("of {of}"),
            None => words::normal_source(normal.source).to_owned(),
        };
        page.line(3, "normal", format!("{}, {of}", point(normal.normal)));
    }
    if let Some(why) = story.nothing_left(sweep, step) {
        page.line(3, "not taken", why);
        return;
    }
    if let Some(from) = step.reverted_from {
        let back = step.committed.map_or_else(String::new, |to| {
            let lost = length(wide(from) - wide(to));
            format!(" to {}, {} of way undone", point(to), millimetres(lost))
        });
        page.line(3, "reverted", format!("from {}{back}", point(from)));
    } else if let Some(committed) = step.committed {
        let outcome = step.outcome.map_or("", Outcome::name);
        page.line(3, "committed", format!("{}, {outcome}", point(committed)));
    }
}
