//! The shipped scenes with their pictures, made on a thread while the window opens.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};

use bevy::prelude::*;
use glam::{DVec3, Vec2};

use super::ViewSystems;
use super::calm;
use crate::analysis::{Settles, lane_settles};
use crate::constants::VIEWER_RADIUS;
use crate::geometry::vector::wide;
use crate::lane::{Headline, Rig};
use crate::probe::{Event, Journal};
use crate::recording::Recording;
use crate::scene::model::{Rig as SceneRig, Scene, SweepMover};
use crate::scene::{build, shipped};

/// The gallery.
#[derive(Resource, Debug)]
pub struct Gallery {
    /// Whether it is shown.
    pub open: bool,
    /// The scenes, in the order of the library.
    pub cards: Vec<Card>,
    coming: Option<Mutex<Receiver<(usize, Picture)>>>,
}

/// A scene in the gallery.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// What to look for, in one line.
    pub look_for: String,
    /// Where it stands.
    pub shelf: Shelf,
    /// What it looks like; `None` while that is being made.
    pub picture: Option<Picture>,
}

/// A part of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shelf {
    /// What happens to cameras.
    Cameras,
    /// What happens to bodies.
    Bodies,
    /// Public reports from other engines.
    Reports,
    /// What holds while another scene fails.
    Controls,
}

impl Shelf {
    /// Every shelf, in the order of the gallery.
    pub const ALL: [Self; 4] = [Self::Cameras, Self::Bodies, Self::Reports, Self::Controls];

    fn of(shipped: &shipped::Shipped, scene: Option<&Scene>) -> Self {
        let has_body = scene.is_some_and(|scene| match &scene.rig {
            SceneRig::Chase(_) => false,
            SceneRig::Sweep(sweep) => !matches!(sweep.mover, SweepMover::Viewer),
            SceneRig::Mover(mover) => mover.camera.is_none(),
        });
        match (shipped.is_control(), shipped.name.contains('/'), has_body) {
            (true, ..) => Self::Controls,
            (_, true, _) => Self::Reports,
            (.., true) => Self::Bodies,
            (.., false) => Self::Cameras,
        }
    }
}

/// A small picture of a scene: its side view at the last tick, and how the eye's distance went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Edges of what can be hit, metres in the plane of the picture, y up.
    pub walls: Vec<[Vec2; 2]>,
    /// The end of the sweep of the first and of the last lane, its radius, and the way to it.
    pub sweeps: Vec<Sweep>,
    /// Where the body of the first and of the last lane went.
    pub trails: [Vec<Vec2>; 2],
    /// Middle of what is shown and half of its width and height, metres.
    pub window: (Vec2, Vec2),
    /// Distance of the eye in the first and in the last lane, at even intervals.
    pub distances: [Vec<f32>; 2],
    /// Names of the two lanes and how they settle.
    pub lanes: Vec<(String, Option<Settles>)>,
}

/// A sweep in a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sweep {
    /// Its begin.
    pub from: Vec2,
    /// Its end.
    pub end: Vec2,
    /// Its target.
    pub to: Vec2,
    /// Radius of the sphere.
    pub radius: f32,
    /// Planned steps.
    pub steps: u32,
}

/// Points of a curve in a picture.
const CURVE: usize = 1_600;

/// Most edges in a picture.
const MOST_EDGES: usize = 400;

impl Default for Gallery {
    fn default() -> Self {
        let cards = shipped::SHIPPED.iter().map(|scene| {
            let read = scene.scene().ok();
            Card {
                name: scene.name,
                title: read
                    .as_ref()
                    .map_or_else(|| scene.name.to_owned(), |scene| scene.title.clone()),
                shelf: Shelf::of(scene, read.as_ref()),
                // Names of files and fields stand in backticks there, which a card does not need.
                look_for: read
                    .map(|scene| scene.look_for.replace('`', ""))
                    .unwrap_or_default(),
                picture: None,
            }
        });
        Self {
            open: false,
            cards: cards.collect(),
            coming: None,
        }
    }
}

/// Pictures of the scenes.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Gallery>()
        .add_systems(Update, fill.in_set(ViewSystems::Follow));
}

fn fill(mut gallery: ResMut<Gallery>) {
    if !gallery.open || gallery.cards.iter().all(|card| card.picture.is_some()) {
        return;
    }
    if gallery.coming.is_none() {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            for (index, scene) in shipped::SHIPPED.iter().enumerate() {
                // A scene that cannot be drawn has no picture; the others have theirs.
                let Ok(picture) = calm::tried(|| picture(scene)) else {
                    continue;
                };
                if sender.send((index, picture)).is_err() {
                    return;
                }
            }
        });
        gallery.coming = Some(Mutex::new(receiver));
    }
    let came: Vec<_> = match gallery.coming.as_ref().map(Mutex::lock) {
        Some(Ok(receiver)) => receiver.try_iter().collect(),
        _ => Vec::new(),
    };
    for (index, picture) in came {
        if let Some(card) = gallery.cards.get_mut(index) {
            card.picture = Some(picture);
        }
    }
}

impl Gallery {
    /// Makes every picture now, for pictures of the gallery itself.
    pub fn finish(&mut self) {
        for (card, scene) in self.cards.iter_mut().zip(shipped::SHIPPED) {
            card.picture.get_or_insert_with(|| picture(scene));
        }
    }
}

/// Pieces of the circle that a sphere is drawn as.
const ROUND: u32 = 24;

/// The picture of a scene; an empty one where it does not build.
fn picture(scene: &shipped::Shipped) -> Picture {
    let source = scene.source();
    let Ok(built) = build(&source, None, None) else {
        return Picture::default();
    };
    let mut recording = Recording::of_scene(source, &built);
    // The first and the last lane: right behaviour first, most broken last.
    let last = recording.lanes.len().saturating_sub(1);
    let mut index = 0;
    recording.lanes.retain(|_| {
        index += 1;
        index == 1 || index == last + 1
    });
    recording.run_to(built.setup.ticks);
    let mut picture = Picture::default();
    let mut across: Option<(DVec3, DVec3)> = None;
    for (slot, lane) in recording.lanes.iter().enumerate().take(2) {
        let ran = lane.len();
        let Some(tick) = ran.checked_sub(1) else {
            continue;
        };
        let replay = lane.replay(&built.setup, tick);
        let outcome = &replay.outcome;
        let (sweep, target) = (&outcome.sweep, outcome.desired.origin);
        let summaries = lane.summaries();
        let walks = built.setup.headline() == Headline::FeetHeight;
        let (origin, right) = *across.get_or_insert_with(|| {
            // Of a body the way of the whole run, else that of the last sweep.
            let begin = summaries.first().filter(|_| walks);
            let way = match begin {
                Some(first) => wide(outcome.published.origin) - wide(first.published),
                None => wide(target) - wide(outcome.pivot),
            };
            let level = DVec3::new(way.x, way.y, 0.0);
            (
                wide(outcome.pivot),
                level.try_normalize().unwrap_or(DVec3::Y),
            )
        });
        let flat = |p: Vec3| flat(wide(p) - origin, right);
        let end = flat(sweep.end.origin);
        if walks {
            let step = (ran as usize).div_ceil(CURVE).max(1);
            let way = summaries.iter().step_by(step);
            picture.trails[slot] = way.map(|summary| flat(summary.published)).collect();
        }
        picture.sweeps.push(Sweep {
            from: if walks { end } else { flat(sweep.from) },
            end,
            to: if walks { end } else { flat(target) },
            radius: radius(&replay.journal),
            steps: sweep.steps,
        });
        let step = (ran as usize).div_ceil(CURVE).max(1);
        picture.distances[slot] = lane
            .summaries()
            .iter()
            .step_by(step)
            .map(|s| s.headline(built.setup.headline()))
            .collect();
        let scripted = matches!(built.setup.rig, Rig::Sweep(_));
        let settles = (!scripted)
            .then(|| lane_settles(lane, built.window.clone(), built.setup.hz))
            .flatten();
        picture.lanes.push((lane.name.clone(), settles));
    }
    let Some((origin, right)) = across else {
        return picture;
    };
    for object in &built.setup.world.objects {
        for polygon in object.polygons() {
            let corners = &polygon.vertices;
            for k in 0..corners.len() {
                let ends = [corners[k], corners[(k + 1) % corners.len()]]
                    .map(|corner| flat(wide(object.to_world(corner)) - origin, right));
                if picture.walls.len() < MOST_EDGES && ends[0].distance(ends[1]) > 1e-4 {
                    picture.walls.push(ends);
                }
            }
        }
    }
    // Spheres as the circles that they are from the side.
    for object in &built.setup.world.objects {
        for sphere in &object.spheres {
            let center = flat(wide(object.to_world(sphere.center)) - origin, right);
            let radius = sphere.radius * object.scale;
            let corner = |k: u32| {
                let turn = f64::from(k) * std::f64::consts::TAU / f64::from(ROUND);
                let (sin, cos) = (crate::ops::sin(turn) as f32, crate::ops::cos(turn) as f32);
                center + Vec2::new(cos, sin) * radius
            };
            let ring = (0..ROUND).map(|k| [corner(k), corner(k + 1)]);
            let room = MOST_EDGES.saturating_sub(picture.walls.len());
            picture.walls.extend(ring.take(room));
        }
    }
    let (low, high) = picture
        .sweeps
        .iter()
        .flat_map(|sweep| [sweep.from, sweep.end, sweep.to])
        .chain(picture.trails.iter().flatten().copied())
        .fold((Vec2::MAX, Vec2::MIN), |(low, high), p| {
            (low.min(p), high.max(p))
        });
    picture.window = (
        low.midpoint(high),
        ((high - low) * 0.5 + 0.7).max(Vec2::splat(0.6)),
    );
    picture
}

fn flat(p: DVec3, right: DVec3) -> Vec2 {
    Vec2::new(p.dot(right) as f32, p.z as f32)
}

/// Radius of the last sphere that was swept, metres.
fn radius(journal: &Journal) -> f32 {
    let planned = journal
        .entries
        .iter()
        .rev()
        .find_map(|entry| match entry.event {
            Event::SweepPlanned { radius, .. } => Some(radius),
            _ => None,
        });
    planned.unwrap_or(VIEWER_RADIUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scene_has_a_card_with_a_picture() {
        let mut gallery = Gallery::default();
        gallery.finish();
        assert_eq!(gallery.cards.len(), shipped::SHIPPED.len());
        for card in &gallery.cards {
            let picture = card.picture.as_ref().unwrap();
            assert!(
                !card.title.is_empty() && !picture.sweeps.is_empty(),
                "{}",
                card.name
            );
            let nothing_to_hit = shipped::find(card.name)
                .unwrap()
                .scene()
                .unwrap()
                .objects
                .is_empty();
            assert_eq!(picture.walls.is_empty(), nothing_to_hit, "{}", card.name);
            assert!(
                picture.distances[0].len() > 1 && picture.window.1.is_finite(),
                "{}",
                card.name
            );
        }
    }
}
