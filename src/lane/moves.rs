//! Scripted sweeps of a body: one tick of each kind of script.

use super::captured::Captured;
use super::input::Input;
use super::phases::{line, start_of};
use super::rig::{Setup, SweepRig};
use crate::body::Body;
use crate::policy::Policy;
use crate::probe::Probe;
use crate::transition::SweepOutcome;

/// Sweeps `body` as the script of `rig` says for `tick`, or as `input` does.
pub(super) fn move_body<P: Probe>(
    body: &mut Body,
    setup: &Setup,
    rig: &SweepRig,
    policy: &Policy,
    tick: u32,
    input: &Input,
    probe: &mut P,
) -> SweepOutcome {
    let world = &setup.world;
    if let Some(captured) = rig.script.captured(tick) {
        return repeat(body, captured, setup, policy, probe);
    }
    let to = match input {
        // Each line is a walk of its own, from wherever it begins.
        Input::Line { from, to } => {
            let place = start_of(setup, rig, *from);
            body.position.cell = place.cell;
            body.position.frame.origin = place.frame.origin;
            body.cell = place.cell;
            world.from_scene(place.cell, *to)
        }
        _ => line(body.position.frame.origin, input).1,
    };
    body.carry(world, policy, to, probe)
}

/// Runs a recorded sweep; what the body was before does not count.
fn repeat<P: Probe>(
    body: &mut Body,
    captured: &Captured,
    setup: &Setup,
    policy: &Policy,
    probe: &mut P,
) -> SweepOutcome {
    let (after, outcome) = captured.run(&setup.world, policy, probe);
    *body = after;
    outcome
}
