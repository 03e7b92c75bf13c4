//! A mover that walks at random through a scene, and everything solid that it gets into or through.
//!
//! Each step of a walk is a sweep of its own, as of a rig `Sweep`: a finding is one sweep, and a scene of it shows it. A
//! walk begins at a place that touches nothing; it ends with its first leak, and where it leaves the scene.

mod judge;
mod leak;

use glam::{DVec3, Vec3};

pub use judge::Judge;
pub use leak::{How, Leak, Line};

use super::Swept;
use super::faces::{middle, polygons_of};
use super::finding::Findings;
use super::random::Random;
use crate::formats::import;
use crate::formats::progress::{Go, Progress};
use crate::geometry::vector::{length, narrow, unit, wide};
use crate::geometry::{Bounds, Frame};
use crate::lane::{Rig, Setup, SweepScript};
use crate::policy::Policy;

/// How deep a committed sphere may be in a polygon, metres.
pub const DEEPEST: f64 = 0.01;

/// How far from everything a walk ends, metres.
const OUTSIDE: f64 = 5.0;

/// Places that a scripted series of sweeps gives to begin at.
const SCRIPTED: usize = 32;

/// Height of a place of a camera over its floor, and of feet that are put there, metres.
const PIVOT: f64 = 1.5;
const LIFT: f64 = 0.02;

/// Most polygons of a scene in which places over floors are looked for.
const SEARCHED: usize = 1_000_000;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// What walks.
    pub swept: Swept,
    /// The policy.
    pub policy: Policy,
    /// Number of walks.
    pub walks: u32,
    /// Steps of each.
    pub steps: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// What was found, and how much was walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// The leaks, walk by walk.
    pub findings: Findings<Leak>,
    /// Places that walks begin at.
    pub places: usize,
    /// Sweeps in all.
    pub sweeps: u64,
    /// Length of all ways, metres.
    pub way: f64,
}

/// Walks through the world of `setup`; `None` when `progress` said stop.
pub fn scan(
    setup: &Setup,
    asked: &Asked,
    most: usize,
    progress: &mut dyn Progress,
) -> Option<Walked> {
    let all = polygons_of(&setup.world);
    let work = u64::from(asked.walks) * u64::from(asked.steps);
    let judge = Judge::new(&setup.world, asked.swept, asked.policy, &mut |share| {
        progress.at((share * all as f64) as u64, all + work) == Go::On
    })?;
    let places = places(setup, &judge);
    let bounds = Bounds::around(
        judge
            .faces
            .polygons()
            .iter()
            .flat_map(|p| p.vertices.iter().copied()),
    );
    let mut walked = Walked {
        findings: Findings::new(most),
        places: places.len(),
        sweeps: 0,
        way: 0.0,
    };
    if places.is_empty() {
        return Some(walked);
    }
    for walk in 0..asked.walks {
        let mut random = Random::new(asked.seed, u64::from(walk));
        let mut line = Line {
            from: places[walk as usize % places.len()],
            to: Vec3::ZERO,
            grounded: false,
        };
        let mut way = random.direction();
        for step in 0..asked.steps {
            let done = u64::from(walk) * u64::from(asked.steps) + u64::from(step);
            if progress.at(all + done, all + work) == Go::Stop {
                return None;
            }
            way = turn(&judge, line.from, way, &mut random);
            line.to = narrow(wide(line.from) + way * step_length(&judge, &mut random));
            let came = judge.run(&line, &mut ());
            walked.sweeps += 1;
            walked.way += length(wide(came.end) - wide(line.from));
            if let Some(leak) = judge.judge(&line, came.end) {
                walked.findings.push(Leak { walk, step, ..leak });
                break;
            }
            line.from = came.end;
            line.grounded = came.grounded;
            let is_out = bounds
                .as_ref()
                .is_none_or(|bounds| is_outside(bounds, line.from));
            if is_out || !line.from.is_finite() {
                break;
            }
        }
    }
    Some(walked)
}

/// Half a radius to five of them.
fn step_length(judge: &Judge, random: &mut Random) -> f64 {
    f64::from(judge.swept.radius()) * random.between(0.5, 5.0)
}

fn is_outside(bounds: &Bounds, place: Vec3) -> bool {
    (0..3).any(|axis| {
        f64::from(place[axis]) < f64::from(bounds.min[axis]) - OUTSIDE
            || f64::from(place[axis]) > f64::from(bounds.max[axis]) + OUTSIDE
    })
}

/// The direction of the next step: mostly on, else towards some face that shows its front, down, or anywhere.
fn turn(judge: &Judge, from: Vec3, way: DVec3, random: &mut Random) -> DVec3 {
    match random.below(8) {
        0..4 => way,
        4 | 5 => {
            let polygons = judge.faces.polygons();
            if polygons.is_empty() {
                return random.direction();
            }
            // The nearest of a few.
            let mut nearest: Option<(f64, DVec3)> = None;
            for _ in 0..8 {
                let polygon = &polygons[random.below(polygons.len())];
                let to = middle(polygon);
                let corner = wide(polygon.vertices[random.below(polygon.vertices.len())]);
                let to = to + (corner - to) * random.share() - wide(from);
                let shows = polygon.plane.height(from) > 0.0;
                if shows && nearest.is_none_or(|(least, _)| length(to) < least) {
                    nearest = Some((length(to), to));
                }
            }
            let towards = nearest.and_then(|(_, to)| unit(to));
            towards.unwrap_or_else(|| random.direction())
        }
        6 => DVec3::NEG_Z,
        _ => random.direction(),
    }
}

/// Where walks begin: where the rig does, and over floors; all where the mover touches nothing.
fn places(setup: &Setup, judge: &Judge) -> Vec<Vec3> {
    let mut list: Vec<Vec3> = Vec::new();
    match &setup.rig {
        Rig::Mover(rig) => list.push(rig.feet + Vec3::Z * LIFT as f32),
        Rig::Chase(rig) => {
            let player: Frame = rig.player_at(0.0);
            list.push(player.to_global(rig.settings.pivot_offset));
        }
        Rig::Sweep(rig) => match &rig.script {
            SweepScript::Lines(lines) => {
                for (from, _) in lines.iter().take(SCRIPTED) {
                    if !list.contains(from) {
                        list.push(*from);
                    }
                }
            }
            script => list.push(script.start()),
        },
    }
    let polygons = judge.faces.polygons();
    if polygons.len() <= SEARCHED && !polygons.is_empty() {
        let down = match judge.swept {
            Swept::Viewer { .. } => 0.0,
            Swept::Body(_) => PIVOT - LIFT,
        };
        let over = import::places(polygons, &mut ())
            .unwrap_or_default()
            .into_iter();
        list.extend(over.map(|place| narrow(place - DVec3::Z * down)));
    }
    list.retain(|place| judge.is_clear(*place));
    list
}

#[cfg(test)]
mod tests;
