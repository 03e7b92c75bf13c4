//! What a lane hands on when the scene under it is edited: where it was, or what was done by hand.

use std::sync::Arc;

use crate::lane::{LaneState, Setup};
use crate::recording::{Inputs, LaneRecording};

/// What is handed on to the lane of the same name.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// The lane's name.
    pub name: String,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// The state from which the run goes on, and the inputs from there on.
    Here(Box<LaneState>, Inputs),
    /// The inputs of a run that is run again, and the setup whose script they may differ from.
    Inputs(Inputs, Arc<Setup>),
    /// Nothing.
    None,
}

impl Past {
    /// Of `recording`, which ran under `setup`; with `cursor` the run shall go on from the state before that tick.
    pub(super) fn of(recording: &LaneRecording, setup: &Arc<Setup>, cursor: Option<u32>) -> Self {
        let what = if let Some(cursor) = cursor {
            let from = cursor.min(recording.len());
            let state = recording.lane_at(setup, from).state;
            let mut inputs = Inputs::default();
            for tick in 0..setup.ticks {
                inputs.set(tick, recording.input(setup, from + tick));
            }
            What::Here(Box::new(state), inputs)
        } else if recording.goes_on() {
            // Its ticks are not those of the script, which begins anew.
            What::None
        } else {
            What::Inputs(recording.inputs().clone(), Arc::clone(setup))
        };
        Self {
            name: recording.name.clone(),
            what,
        }
    }

    /// Whether the run goes on from a state.
    pub(super) fn goes_on(&self) -> bool {
        matches!(self.what, What::Here(..))
    }

    /// `recording`, which has not run, as it takes over under `setup`.
    ///
    /// Run again from the start it meets what was done by hand at the same ticks; all else is told by the new script. At another
    /// rate ticks mean other times, and nothing is taken over.
    pub(super) fn hand_on(&self, recording: LaneRecording, setup: &Setup) -> LaneRecording {
        match &self.what {
            What::Here(state, inputs) => recording.begun_at(state).with_inputs(inputs.clone()),
            What::Inputs(inputs, before) if before.hz == setup.hz => {
                let mut taken = Inputs::default();
                let mut by_hand = false;
                for tick in 0..inputs.len().min(setup.ticks) {
                    let scripted = setup.input(tick);
                    let own = inputs.get(tick).filter(|own| *own != before.input(tick));
                    by_hand |= own.is_some();
                    taken.set(tick, own.unwrap_or(scripted));
                }
                if by_hand {
                    recording.with_inputs(taken)
                } else {
                    recording
                }
            }
            What::Inputs(..) | What::None => recording,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    use crate::lane::{Drive, Input};
    use crate::policy::Policy;
    use crate::probe::Counters;
    use crate::scene::{build, open};

    fn ran(setup: &Setup, ticks: u32, drive: impl Fn(u32) -> Input) -> LaneRecording {
        let mut recording = LaneRecording::new("a", Policy::RETAIL);
        let mut lane = recording.lane_at(setup, 0);
        let mut counters = Counters::default();
        for tick in 0..ticks {
            let _ = recording.run_tick(&mut lane, setup, &drive(tick), &mut counters);
        }
        recording
    }

    fn run_on(mut recording: LaneRecording, setup: &Setup, ticks: u32) -> LaneRecording {
        let mut lane = recording.lane_at(setup, 0);
        let mut counters = Counters::default();
        for tick in 0..ticks {
            let input = recording.input(setup, tick);
            let _ = recording.run_tick(&mut lane, setup, &input, &mut counters);
        }
        recording
    }

    /// In the same world the run that goes on is the rest of the run before it.
    #[test]
    fn a_run_goes_on_as_it_would_have() {
        for name in ["sawtooth", "spiral_stair", "teleport"] {
            let source = open(name).unwrap();
            let setup = build(&source, None, None).unwrap().setup;
            let whole = ran(&setup, 300, |tick| setup.input(tick));
            let past = Past::of(&whole, &setup, Some(120));
            let fresh = LaneRecording::new("a", Policy::RETAIL);
            let rest = run_on(past.hand_on(fresh, &setup), &setup, 180);
            assert!(rest.goes_on());
            for tick in 0..180 {
                let (was, is) = (whole.replay(&setup, tick + 120), rest.replay(&setup, tick));
                assert_eq!(was.outcome.published, is.outcome.published, "{name} {tick}");
                assert_eq!(was.outcome.body, is.outcome.body, "{name} {tick}");
            }
            // A policy from tick 0 on begins there as well.
            let mut forked = rest.clone();
            let lane = forked.fork(&setup, 0, "legacy".parse().unwrap());
            assert_eq!(lane.state, rest.lane_at(&setup, 0).state);
        }
    }

    #[test]
    fn what_was_done_by_hand_is_done_again_and_the_rest_is_the_scripts() {
        let source = open("cylinder_stairs").unwrap();
        let setup = build(&source, None, None).unwrap().setup;
        let mine = Input::Drive(Drive {
            velocity: Some(Vec3::new(0.5, 0.0, 0.0)),
            ..Drive::default()
        });
        let driven = |tick| match tick {
            20..30 => mine,
            _ => setup.input(tick),
        };
        let run = ran(&setup, 60, driven);
        let past = Past::of(&run, &setup, None);
        let again = past.hand_on(LaneRecording::new("a", Policy::RETAIL), &setup);
        assert!(!again.goes_on() && again.inputs().len() == 60);
        for tick in 0..90 {
            let wanted = driven(tick);
            assert_eq!(again.input(&setup, tick), wanted, "{tick}");
        }
        // Nothing by hand, nothing to hand on: an edit of the script then holds.
        let plain = ran(&setup, 60, |tick| setup.input(tick));
        let past = Past::of(&plain, &setup, None);
        let again = past.hand_on(LaneRecording::new("a", Policy::RETAIL), &setup);
        assert!(again.inputs().is_empty());
        // At another rate ticks are other times.
        let other = build(&source, Some(setup.hz * 2), None).unwrap().setup;
        let past = Past::of(&run, &setup, None);
        let again = past.hand_on(LaneRecording::new("a", Policy::RETAIL), &other);
        assert!(again.inputs().is_empty());
    }
}
