//! Why a sweep ended elsewhere than at its target, where no collision says so.

use std::collections::BTreeSet;

use super::{CandidateStory, Deflected, DeflectionStory, StepStory, SweepStory, words};
use glam::Vec3;

use crate::body::{Body, Transient};
use crate::geometry::vector::{length, narrow, unit, wide};
use crate::outcome::Verdict;
use crate::world::World;

/// Less than this off the target is not worth a word, millimetres.
const SHOWN_MM: f64 = 0.1;

/// A step that ends this many spacings of its numbers off its plan may do so by rounding alone.
const ROUNDED: f64 = 8.0;

/// Most things that are named as the reason.
const NAMED: usize = 3;

/// What a body stands on and slides along before its first step.
#[derive(Debug, Default)]
pub(super) struct Start {
    /// Normal of the contact plane.
    pub(super) contact: Option<Vec3>,
    /// Normal of the wall.
    pub(super) sliding: Option<Vec3>,
    /// From its feet to the centre of its foot's sphere.
    pub(super) foot: Option<Vec3>,
}

impl Start {
    /// As `body` goes into its path.
    pub(super) fn of(body: &Body) -> Self {
        let has = |bit| body.transient.has(bit);
        Self {
            contact: has(Transient::CONTACT).then_some(body.contact.normal),
            sliding: has(Transient::SLIDING).then_some(body.sliding),
            foot: Some(body.position.frame.vector_to_global(body.build.center())),
        }
    }
}

impl SweepStory {
    /// How far the sweep ended from its target, and why: `302.0 mm from its target: turned along polygon 0 of rock in
    /// step 1`. `None` when it got there, and of a sweep without an end.
    ///
    /// Rounding is the reason only where every step went as planned and was taken to the end.
    #[must_use]
    pub fn off_target(&self) -> Option<String> {
        let end = self.end.as_ref()?;
        let by = words::millimetres(end.short_mm / 1000.0);
        if end.verdict != Verdict::Ok {
            return Some(format!("{by} short of its target"));
        }
        if end.short_mm <= SHOWN_MM {
            return None;
        }
        let reasons = self.reasons();
        if !reasons.is_empty() {
            return Some(format!("{by} from its target: {}", reasons.join("; ")));
        }
        let all = self.steps.len() == self.planned_steps as usize
            && self.steps.iter().all(|step| step.reverted_from.is_none());
        Some(match all {
            true => format!("{by} from its target by rounding"),
            false => format!("{by} short of its target"),
        })
    }

    /// What turned or moved it, each reason once with the steps in which it did.
    fn reasons(&self) -> Vec<String> {
        let mut reasons: Vec<(String, Vec<u32>)> = Vec::new();
        for deflection in &self.deflections {
            let by = match (deflection.how, deflection.by.as_slice()) {
                (Deflected::Turned, []) => "turned along what it met before".to_owned(),
                (Deflected::Turned, by) => format!("turned along {}", by.join(" and ")),
                (Deflected::Moved, []) => "moved by what it met".to_owned(),
                (Deflected::Moved, by) => format!("moved by {}", by.join(" and ")),
            };
            match reasons.iter_mut().find(|(known, _)| *known == by) {
                Some((_, steps)) => steps.push(deflection.step),
                None => reasons.push((by, vec![deflection.step])),
            }
        }
        reasons
            .into_iter()
            .map(|(by, steps)| format!("{by} in {}", steps_text(&steps)))
            .collect()
    }
}

/// `step 3`, `steps 3-5`, `steps 1 and 4`, `7 of the steps from 1 on`.
fn steps_text(steps: &[u32]) -> String {
    match *steps {
        [] => "no step".to_owned(),
        [only] => format!("step {only}"),
        [first, .., last] if (last - first) as usize + 1 == steps.len() => {
            format!("steps {first}-{last}")
        }
        [first, second] => format!("steps {first} and {second}"),
        [first, ..] => format!("{} of the steps from {first} on", steps.len()),
    }
}

/// What turned or moved the steps of `sweep` off their planned ways.
pub(super) fn deflections(
    sweep: &SweepStory,
    world: &World,
    start: &Start,
) -> Vec<DeflectionStory> {
    let way = wide(sweep.to) - wide(sweep.from);
    let Some(direction) = unit(way) else {
        return Vec::new();
    };
    let before_last = sweep.step_length * f64::from(sweep.planned_steps.saturating_sub(1));
    let mut all = Vec::new();
    let mut ground = Vec::new();
    let mut before: Option<&StepStory> = None;
    for step in &sweep.steps {
        let planned = match step.step == sweep.planned_steps {
            true => sweep.length - before_last,
            false => sweep.step_length,
        };
        let most = rounding(step);
        let turned = length(wide(step.to) - wide(step.from) - direction * planned);
        if turned > most {
            // It stands on what the steps before found; in the first step, on what it brought along, which has a name if the
            // step finds it again.
            let again = |normal: Vec3| {
                let same = ground_normal(step).is_some_and(|found| same_way(found, normal));
                same.then(|| grounds(step))
            };
            let mut by = match (before, start.contact) {
                (None, Some(normal)) => again(normal).unwrap_or_else(|| {
                    let normal = words::point(normal);
                    vec![format!("the ground that it stands on, normal {normal}")]
                }),
                _ => ground.clone(),
            };
            // A way into a wall goes along it, whatever the ground does.
            let sliding = match before {
                None => start.sliding,
                Some(step) => slid_along(step),
            };
            if let Some(normal) = sliding.filter(|normal| direction.dot(wide(*normal)) < -1e-6) {
                by = vec![format!(
                    "the wall that it slides along, normal {}",
                    words::point(normal)
                )];
            }
            all.push(DeflectionStory {
                step: step.step,
                how: Deflected::Turned,
                by,
                by_mm: turned * 1000.0,
            });
        }
        if let (Some(committed), None) = (step.committed, step.reverted_from) {
            let moved = length(wide(committed) - wide(step.to));
            if moved > most {
                all.push(DeflectionStory {
                    step: step.step,
                    how: Deflected::Moved,
                    by: movers(step, world),
                    by_mm: moved * 1000.0,
                });
            }
        }
        let found = grounds(step);
        if !found.is_empty() {
            ground = found;
        }
        before = Some(step);
    }
    all
}

/// The horizontal normal that a step leaves for the next.
fn slid_along(step: &StepStory) -> Option<Vec3> {
    let normal = step.normal.as_ref()?.normal;
    unit(glam::DVec3::new(
        f64::from(normal.x),
        f64::from(normal.y),
        0.0,
    ))
    .map(narrow)
}

/// How far rounding can take a step off its plan, metres.
fn rounding(step: &StepStory) -> f64 {
    let largest = [step.from, step.to]
        .iter()
        .flat_map(|point| point.abs().to_array())
        .fold(1.0_f64, |most, c| {
            let c = f64::from(c);
            if c > most { c } else { most }
        });
    ROUNDED * largest * f64::from(f32::EPSILON)
}

/// The ground that the step found last.
fn grounds(step: &StepStory) -> Vec<String> {
    let attempts = step.all_attempts();
    let found = attempts
        .iter()
        .rev()
        .find_map(|attempt| attempt.ground.clone());
    found.into_iter().collect()
}

fn ground_normal(step: &StepStory) -> Option<Vec3> {
    let attempts = step.all_attempts();
    attempts
        .iter()
        .rev()
        .find_map(|attempt| attempt.ground_normal)
}

/// Whether two unit normals are the same but for rounding.
fn same_way(a: Vec3, b: Vec3) -> bool {
    length(wide(a) - wide(b)) < 1e-3
}

/// What moved the mover in `step`: what shifted it, and where nothing did, what it met.
fn movers(step: &StepStory, world: &World) -> Vec<String> {
    let attempts = step.all_attempts();
    let candidates = || attempts.iter().flat_map(|attempt| attempt.candidates());
    let shifted = candidates().filter(|candidate| candidate.query.shift != Vec3::ZERO);
    let environment = attempts
        .iter()
        .filter_map(|attempt| attempt.environment.clone());
    let mut names: Vec<String> = Vec::new();
    for name in shifted
        .map(|candidate| touched(candidate, world))
        .chain(environment)
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        names = grounds(step);
    }
    names.truncate(NAMED);
    names
}

/// `polygon 0 of rock`; the name alone where no polygon or several were touched.
fn touched(candidate: &CandidateStory, world: &World) -> String {
    let name = words::object_name(world, candidate.object);
    let hit = candidate.query.hit.map(|hit| hit.polygon);
    let polygons: BTreeSet<_> = (candidate.query.polygons())
        .filter(|polygon| polygon.touched)
        .map(|polygon| polygon.polygon)
        .collect();
    let only = match polygons.len() {
        1 => polygons.first().copied(),
        _ => None,
    };
    match hit.or(only) {
        Some(polygon) => format!("polygon {polygon} of {name}"),
        None => name,
    }
}
