//! Commands about the views.

use bevy::prelude::*;
use glam::DVec3;

use crate::viewer::command::Command;
use crate::viewer::document::Document;
use crate::viewer::lanes::Shown;
use crate::viewer::settings::Settings;
use crate::viewer::views::{Arrangement, ViewKind, Views};

/// Carries out a command about the views.
pub(super) fn apply(world: &mut World, command: &Command) {
    let framed = match command {
        Command::Frame => subject(world),
        Command::FrameAll => world.get_resource::<Document>().map(Document::whole),
        _ => None,
    };
    let first = world.get_resource::<Document>().map(Document::first_look);
    let mut views = world.resource_mut::<Views>();
    let active = views.active;
    match *command {
        Command::Arrange(arrangement) => views.arrangement = arrangement,
        Command::ToggleSplit => {
            views.arrangement = match views.arrangement {
                Arrangement::Split => Arrangement::Quad,
                Arrangement::Quad => Arrangement::Overlaid,
                _ => Arrangement::Split,
            };
        }
        Command::Maximise => {
            views.arrangement = match views.arrangement {
                Arrangement::Single(_) => views.before,
                several => {
                    views.before = several;
                    Arrangement::Single(active)
                }
            };
        }
        Command::Follow(slot, kind) => views.follow(slot.unwrap_or(active), kind),
        Command::CycleFollow => {
            let cycle = [
                ViewKind::Free,
                ViewKind::Chase,
                ViewKind::Eye,
                ViewKind::Sought,
            ];
            let now = cycle
                .iter()
                .position(|kind| *kind == views.kinds[active.index()]);
            let next = now.map_or(0, |now| (now + 1) % cycle.len());
            views.follow(active, cycle[next]);
        }
        Command::Link(linked) => {
            views.linked = linked;
            if linked {
                views.onlookers = [views.onlookers[active.index()]; 4];
                let kind = views.kinds[active.index()];
                views.follow(active, kind);
            }
        }
        Command::Look(slot, motion) => {
            views.active = slot;
            views.look(slot, motion);
        }
        Command::Frame | Command::FrameAll => {
            if let Some((center, radius)) = framed {
                let kind = views.kinds[active.index()];
                if !kind.is_free() {
                    views.follow(active, ViewKind::Free);
                }
                views.change(active, |onlooker| onlooker.frame(center, radius));
            } else if let Some(look) = first {
                views.change(active, |onlooker| *onlooker = look);
            }
        }
        Command::StoreCamera(number) => {
            let now = views.onlookers[active.index()];
            if let Some(place) = views.stored.get_mut(usize::from(number).wrapping_sub(1)) {
                *place = Some(now);
            }
        }
        Command::RecallCamera(number) => {
            if let Some(stored) = views
                .stored
                .get(usize::from(number).wrapping_sub(1))
                .copied()
                .flatten()
            {
                views.change(active, |onlooker| *onlooker = stored);
            }
        }
        Command::StickyFly => views.sticky = !views.sticky,
        Command::CutAway => views.cut_away = !views.cut_away,
        Command::FlySpeed(notches) => {
            let factor = if notches > 0.0 { 1.2 } else { 1.0 / 1.2 };
            let steps = notches.abs().clamp(0.0, 8.0);
            views.speed = (views.speed * (1.0 + (factor - 1.0) * steps)).clamp(0.05, 500.0);
        }
        Command::Activate(slot) => views.active = slot,
        _ => {}
    }
    if !views.shown().contains(&views.active) {
        views.active = views.shown()[0];
    }
}

/// A ball around the picked object, or around the sweep of the tick.
fn subject(world: &mut World) -> Option<(DVec3, f64)> {
    let document = world.get_resource::<Document>()?;
    let picked = world.resource::<Settings>().picked;
    if let Some(ball) = picked.and_then(|picked| picked.bounds(&document.setup.world)) {
        return Some((ball.center.as_dvec3(), f64::from(ball.radius)));
    }
    let has_camera = document.setup.rig.has_camera();
    let mut shown = world.query::<&Shown>();
    let outcome = shown
        .iter(world)
        .find_map(|shown| shown.replay.as_ref())?
        .outcome;
    if let Some(body) = outcome.body.filter(|_| !has_camera) {
        return Some((body.feet.origin.as_dvec3() + DVec3::Z * 0.9, 1.8));
    }
    let (a, b) = (outcome.pivot.as_dvec3(), outcome.desired.origin.as_dvec3());
    Some(((a + b) * 0.5, (b - a).length() * 0.5 + 0.6))
}
