//! What a script asks for in all: where it leads, and how many steps that takes.

use glam::DVec3;

use super::check::Place;
use super::error::SceneError;
use super::locate::Part::Field;
use crate::body::body::MAX_SPEED;
use crate::geometry::vector::{length, wide};
use crate::lane::{ChaseRig, Motion, MoverRig, Rig, Setup, SweepRig, SweepScript};

/// Farthest that anything scripted may be from 0 on an axis, metres: the limit of coordinates in a scene.
const FARTHEST: f64 = 1e6;

/// Most planned steps of a run, all lanes together: minutes of work in an empty world, half an hour among walls.
const MOST_STEPS: f64 = 2e9;

/// Refuses a script that leads too far away or takes too long.
///
/// What a camera lags behind a fast player, and what a body does by itself, is not known before the run; the number of
/// steps is what the script alone takes.
pub(super) fn check(setup: &Setup, lanes: usize, place: Place<'_>) -> Result<(), SceneError> {
    let ticks = f64::from(setup.ticks);
    let (each, field) = match &setup.rig {
        Rig::Chase(rig) => {
            player(rig, setup, place)?;
            (chase(rig, setup) * ticks, "motion")
        }
        Rig::Sweep(rig) => (sweeps(rig, place)?, "sweeps"),
        Rig::Mover(rig) => (mover(rig, setup) * ticks, "mover"),
    };
    let steps = each * lanes as f64;
    if steps <= MOST_STEPS {
        return Ok(());
    }
    let problem = format!(
        "about {steps:.1e} steps in {} ticks and {lanes} lanes; at most {MOST_STEPS:e} were expected: fewer ticks, shorter sweeps or a larger radius",
        setup.ticks
    );
    Err(place.error(&[Field("rig"), Field(field)], problem))
}

fn is_far(point: DVec3) -> bool {
    let within = point.abs().cmple(DVec3::splat(FARTHEST));
    !within.all()
}

/// Refuses a player that leaves the coordinates that a scene may have.
fn player(rig: &ChaseRig, setup: &Setup, place: Place<'_>) -> Result<(), SceneError> {
    let last = setup.ticks.saturating_sub(1);
    let seconds = |tick: u32| f64::from(tick) / f64::from(setup.hz);
    let feet = wide(rig.feet);
    let (farthest, when) = match &rig.motion {
        Motion::Velocity(velocity) => {
            let end = feet + wide(*velocity) * seconds(last);
            (end, format!("in tick {last}, after {:.3} s", seconds(last)))
        }
        Motion::Sine { amplitude, .. } => {
            let reach = feet.abs() + wide(*amplitude).abs();
            (reach, "at its farthest".to_owned())
        }
        // Points of a path are coordinates, and between them it is straight.
        Motion::Still | Motion::Path(_) => return Ok(()),
    };
    if is_far(farthest) {
        let axis = farthest.abs().max_element();
        let problem = format!(
            "the feet are {axis:.0} m from 0 {when}; at most {FARTHEST:.0} m were expected over the whole run"
        );
        return Err(place.error(&[Field("rig"), Field("motion")], problem));
    }
    Ok(())
}

/// Steps of a path.
fn steps(way: f64, radius: f32) -> f64 {
    (way / f64::from(radius)).ceil()
}

/// Steps of a tick: the boom, and what the player moves meanwhile.
fn chase(rig: &ChaseRig, setup: &Setup) -> f64 {
    let moves = match &rig.motion {
        Motion::Still | Motion::Path(_) => 0.0,
        Motion::Velocity(velocity) => length(wide(*velocity)) / f64::from(setup.hz),
        Motion::Sine { amplitude, .. } => length(wide(*amplitude)),
    };
    let settings = &rig.settings;
    steps(
        length(wide(settings.viewer_offset)) + moves,
        settings.radius,
    )
}

/// Steps of all sweeps; refuses those that lead too far away.
fn sweeps(rig: &SweepRig, place: Place<'_>) -> Result<f64, SceneError> {
    let at = [Field("rig"), Field("sweeps")];
    let far = |what: String| {
        let problem = format!("{what}; at most {FARTHEST:.0} m were expected");
        Err(place.error(&at, problem))
    };
    match &rig.script {
        SweepScript::Lines(lines) => {
            let mut all = 0.0;
            for (index, (from, to)) in lines.iter().enumerate() {
                if is_far(wide(*to)) {
                    let axis = wide(*to).abs().max_element();
                    return far(format!("sweep {index} ends {axis:.0} m from 0"));
                }
                all += steps(length(wide(*to) - wide(*from)), rig.radius());
            }
            Ok(all)
        }
        SweepScript::Moves { start, by, count } => {
            let end = wide(*start) + wide(*by) * f64::from(*count);
            if is_far(end) {
                let axis = end.abs().max_element();
                return far(format!(
                    "{count} moves lead {axis:.0} m from 0 where nothing is in the way"
                ));
            }
            Ok(steps(length(wide(*by)), rig.radius()) * f64::from(*count))
        }
        SweepScript::Captured(list) => {
            let own = list.iter().map(|sweep| {
                let way = wide(sweep.to) - wide(sweep.body.position.frame.origin);
                steps(length(way), sweep.body.build.spheres[0].radius)
            });
            Ok(own.sum())
        }
    }
}

/// Steps of a tick: the fastest path of the body, and the boom of its camera.
fn mover(rig: &MoverRig, setup: &Setup) -> f64 {
    let foot = rig.build.spheres[0].radius * rig.build.scale;
    let body = steps(MAX_SPEED / f64::from(setup.hz), foot);
    let eye = rig.camera.map_or(0.0, |camera| {
        steps(length(wide(camera.viewer_offset)), camera.radius)
    });
    body + eye
}
