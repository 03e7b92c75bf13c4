//! Attempts, what happened in them, and the walks through trees.

use super::super::{
    AdjustStory, AttemptStory, CandidateStory, EnvironmentStory, Happening, PolygonStory,
    QueryStory, TrialKind, TrialStory, WalkStory,
};
use super::Page;
use super::words::{self, count, fixed, metres, millimetres, point};
use crate::constants::EPSILON;
use crate::geometry::vector::{length, narrow, wide};
use crate::outcome::Outcome;
use crate::probe::{BodySphere, EventKind};

use glam::Vec3;

/// Most nodes and polygons that are listed one by one; of more only the numbers are told.
const LISTED: usize = 16;

/// A foot that is asked further than this from where it is, is told, metres.
const ELSEWHERE: f64 = 0.000_05;

/// An attempt and, below it, what happened in it, in order.
pub(super) fn tell(page: &mut Page<'_, '_>, attempt: &AttemptStory, number: u32, depth: usize) {
    let label = format!("attempt {number}");
    let clear = if attempt.is_clear() { ", clear" } else { "" };
    page.line(depth, &label, format!("{}{clear}", point(attempt.center)));
    tell_all(page, &attempt.happened, attempt.center, depth + 1);
}

/// What happened, in order; objects in a row that were not met make one line.
///
/// `center` is where the foot is at first; every answer may move it.
fn tell_all(page: &mut Page<'_, '_>, all: &[Happening], mut center: Vec3, depth: usize) {
    let mut rest = all;
    while let Some((first, after)) = rest.split_first() {
        let passed = rest.iter().map_while(as_passed).count();
        if passed > 0 {
            let (folded, after) = rest.split_at(passed);
            tell_passed(page, folded, depth);
            rest = after;
            continue;
        }
        let missed = rest.iter().take_while(|it| is_missed(it)).count();
        if missed > 1 {
            page.line(depth, "then", format!("{} missed", count(missed, "shape")));
            rest = &rest[missed..];
            continue;
        }
        match first {
            Happening::Candidate(candidate) if candidate.admitted => {
                tell_candidate(page, candidate, center, depth);
                center = moved(center, &candidate.query);
            }
            Happening::Candidate(candidate) => {
                page.line(depth, &candidate.name, rejection(candidate));
            }
            Happening::Environment(asked) => {
                tell_environment(page, asked, center, depth);
                center = moved(center, &asked.query);
            }
            Happening::Trial(trial) => tell_trial(page, trial, depth),
            Happening::Note(note) => page.line(depth, "then", &note.text),
        }
        rest = after;
    }
}

fn moved(center: Vec3, query: &QueryStory) -> Vec3 {
    narrow(wide(center) + wide(query.shift))
}

/// An object that was offered, asked and not met.
fn as_passed(it: &Happening) -> Option<&CandidateStory> {
    match it {
        Happening::Candidate(candidate) => {
            Some(candidate).filter(|c| c.admitted && c.query.is_clear())
        }
        _ => None,
    }
}

/// A sphere or cylinder that was missed.
fn is_missed(it: &Happening) -> bool {
    matches!(it, Happening::Note(note)
        if note.event == EventKind::PrimitiveTested.name() && note.text.ends_with("missed"))
}

/// Objects that were not met: one by its name, several by their number.
fn tell_passed(page: &mut Page<'_, '_>, all: &[Happening], depth: usize) {
    let passed = || all.iter().filter_map(as_passed);
    let label = match all {
        [_] => passed().map(|only| only.name.as_str()).collect(),
        _ => "passed".to_owned(),
    };
    let far = passed()
        .filter(|candidate| candidate.parts > 0 && candidate.query.walks.is_empty())
        .count();
    let shapes = passed()
        .flat_map(|candidate| &candidate.query.then)
        .filter(|it| is_missed(it))
        .count();
    let tested = tested(passed().map(|candidate| &candidate.query));
    let answer = passed().all(|candidate| candidate.query.answer.is_some());
    let mut parts = Vec::new();
    if all.len() > 1 {
        parts.push(count(all.len(), "object"));
    }
    if far > 0 {
        parts.push(match all.len() {
            1 => "root sphere missed".to_owned(),
            _ => format!("{far} whose root sphere is missed"),
        });
    }
    if shapes > 0 {
        parts.push(match shapes {
            1 => "1 sphere or cylinder missed".to_owned(),
            shapes => format!("{shapes} spheres and cylinders missed"),
        });
    }
    parts.extend(tested);
    parts.push(if answer { "clear" } else { "no answer" }.to_owned());
    page.line(depth, &label, parts.join(", "));
}

/// `12 polygons tested, nearest plane 3.1 mm away`, or `.., planes of 3 reached, the next 3.1 mm away`; `None` where none was
/// tested.
///
/// A plane that is reached may be missed all the same: the polygon is elsewhere on it, or the way leads away from it.
pub(super) fn tested<'a>(queries: impl Iterator<Item = &'a QueryStory>) -> Option<String> {
    let (mut tested, mut reached, mut near) = (0, 0, None::<f64>);
    for polygon in queries.flat_map(QueryStory::polygons) {
        tested += 1;
        let apart = -polygon.depth_mm;
        if apart <= 0.0 {
            reached += 1;
        } else if near.is_none_or(|near| apart < near) {
            near = Some(apart);
        }
    }
    let tested = Some(tested).filter(|tested| *tested > 0)?;
    let tested = format!("{} tested", count(tested, "polygon"));
    let near = near.map(|near| millimetres(near / 1000.0));
    Some(match (reached, near) {
        (0, Some(near)) => format!("{tested}, nearest plane {near} away"),
        (0, None) => tested,
        (reached, Some(near)) => {
            format!("{tested}, planes of {reached} reached, the next {near} away")
        }
        (reached, None) => format!("{tested}, planes of {reached} reached"),
    })
}

/// Why an object was not tested.
pub(super) fn rejection(candidate: &CandidateStory) -> String {
    let (distance, reach) = (metres(candidate.distance), metres(candidate.reach));
    let from = candidate.measured_from;
    let beyond = millimetres(-candidate.margin_mm / 1000.0);
    let unfair = match candidate.admitted_at_center {
        Some(true) => "; from its bounding sphere's centre it is within reach",
        _ => "",
    };
    format!(
        "rejected untested: {distance} from its {from}, reach {reach}, {beyond} beyond it{unfair}"
    )
}

fn answer(query: &QueryStory) -> String {
    let branch = query.branch.map_or_else(String::new, |branch| {
        format!("branch {}, ", branch.number())
    });
    let answer = query.answer.map_or("no answer", Outcome::name);
    format!("{branch}answers {answer}")
}

fn tell_candidate(page: &mut Page<'_, '_>, candidate: &CandidateStory, center: Vec3, depth: usize) {
    let margin = words::margin(candidate.margin_mm / 1000.0);
    let answer = answer(&candidate.query);
    page.line(depth, &candidate.name, format!("{margin}, {answer}"));
    tell_query(page, &candidate.query, center, depth + 1);
}

fn tell_environment(page: &mut Page<'_, '_>, asked: &EnvironmentStory, center: Vec3, depth: usize) {
    let (label, of) = words::environment_parts(asked.shape, asked.cell);
    let query = &asked.query;
    let answer = answer(query);
    if query.is_clear() {
        let tested = tested(std::iter::once(query));
        let tested = tested.map_or_else(String::new, |tested| format!(", {tested}"));
        page.line(depth, label, format!("{of}, {answer}{tested}"));
        tell_all(page, &query.then, center, depth + 1);
    } else {
        page.line(depth, label, format!("{of}, {answer}"));
        tell_query(page, query, center, depth + 1);
    }
}

fn tell_query(page: &mut Page<'_, '_>, query: &QueryStory, center: Vec3, depth: usize) {
    let is_touched = |walk: &WalkStory| walk.polygons.iter().any(|polygon| polygon.touched);
    let any = query.walks.iter().any(is_touched);
    for walk in &query.walks {
        // Beside a walk that touched something, one that did not is a line.
        tell_walk(page, walk, center, is_touched(walk) || !any, depth);
    }
    if let Some(adjust) = &query.adjust {
        tell_adjust(page, adjust, depth);
    }
    if let Some(hit) = &query.hit {
        let (at, normal) = (point(hit.point), point(hit.normal));
        let by = (hit.sphere).map_or_else(String::new, |s| format!("by the {}: ", s.name()));
        let several = query.walks.iter().any(|walk| walk.part.is_some());
        let part = match hit.part {
            Some(part) if several => format!(" of part {part}"),
            _ => String::new(),
        };
        let polygon = hit.polygon;
        let text = format!("{by}polygon {polygon}{part} at {at}, normal {normal}");
        page.line(depth, "hit", text);
    }
    tell_all(page, &query.then, center, depth);
    let moved = length(wide(query.shift));
    if moved > 0.0 {
        let (by, moved) = (point(query.shift), millimetres(moved));
        page.line(depth, "moved", format!("by {by}, {moved}"));
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
        tell(page, attempt, number, depth + 1);
    }
}

fn tell_walk(page: &mut Page<'_, '_>, walk: &WalkStory, foot: Vec3, is_listed: bool, depth: usize) {
    let visited = walk.nodes.iter().filter(|node| node.visited).count();
    let pruned = walk.nodes.len() - visited;
    let touched = walk
        .polygons
        .iter()
        .filter(|polygon| polygon.touched)
        .count();
    let tested = count(walk.polygons.len(), "polygon");
    // A query that has the foot elsewhere than it is by now is worth a word; the head is always elsewhere.
    let at = match (walk.sphere, walk.center) {
        (Some(BodySphere::Head), Some(center)) => format!("at {}, ", point(center)),
        (_, Some(center)) => {
            let apart = length(wide(center) - wide(foot));
            match apart > ELSEWHERE {
                true => format!(
                    "asked at {}, {} from where the foot is, ",
                    point(center),
                    millimetres(apart)
                ),
                false => String::new(),
            }
        }
        (_, None) => String::new(),
    };
    let part = (walk.part).map_or_else(String::new, |part| format!("part {part}, "));
    page.line(
        depth,
        walk.sphere.map_or("walk", BodySphere::name),
        format!(
            "{at}{part}{} visited, {pruned} pruned; {tested} tested, {touched} touched",
            count(visited, "node")
        ),
    );
    if !is_listed {
        return;
    }
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
            let word = if node.visited {
                "visited, "
            } else {
                "pruned,  "
            };
            let how = if node.gap_mm < 0.0 {
                "overlaps by"
            } else {
                "missed by  "
            };
            page.line(
                depth + 1,
                &format!("node {}", node.node),
                format!("{word}{how} {gap:>gap_width$}"),
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
        let answer = match polygon.touched {
            false if polygon.depth_mm > 1000.0 * f64::from(EPSILON) => "beside its outline",
            touched => words::touch(touched, if polygon.approached { -1.0 } else { 1.0 }),
        };
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
