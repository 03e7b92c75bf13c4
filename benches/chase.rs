//! One tick of the chase camera of scenes.md C3: untraced, counted, traced, recorded.
//!
//! A sample is the whole shipped run (1440 ticks at 240 Hz), so `Mitem/s` are million ticks a second. The aim is 0.2
//! untraced. Each case prints the digest that it ends with: the same for all of a policy, or the times mean nothing.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot be set up must stop"
)]

use std::io::Write as _;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use sweepscope::lane::{Lane, Setup};
use sweepscope::policy::Policy;
use sweepscope::probe::{Counters, Journal, Probe};
use sweepscope::recording::LaneRecording;
use sweepscope::scene::{build, shipped};

const POLICIES: [&str; 2] = [
    "retail",
    "retail+steps=equal-slices+adjust_to_plane=never-succeeds",
];

fn main() {
    divan::main();
}

fn setup() -> Setup {
    let source = shipped::find("sawtooth").unwrap().source();
    (*build(&source, None, None).unwrap().setup).clone()
}

/// Times runs of the whole scene, each tick told to a listener that `listener` makes.
fn runs<P: Probe>(
    bencher: Bencher<'_, '_>,
    name: &str,
    policy: &str,
    listener: impl Fn() -> P + Sync,
) {
    let (setup, policy): (Setup, Policy) = (setup(), policy.parse().unwrap());
    let run = || {
        let mut lane = Lane::new(&setup, policy);
        for tick in 0..setup.ticks {
            black_box(lane.tick(&setup, &setup.input(tick), &mut listener()));
        }
        lane.state.digest
    };
    tell(name, &policy, run());
    bencher.counter(ItemsCount::new(setup.ticks)).bench(run);
}

/// Tells the digest that a case ends with.
fn tell(name: &str, policy: &Policy, digest: u64) {
    let _ = writeln!(std::io::stderr(), "{name} {policy}: digest {digest:016x}");
}

#[divan::bench(args = POLICIES)]
fn untraced(bencher: Bencher<'_, '_>, policy: &str) {
    runs(bencher, "untraced", policy, || ());
}

#[divan::bench(args = POLICIES)]
fn counted(bencher: Bencher<'_, '_>, policy: &str) {
    runs(bencher, "counted", policy, Counters::default);
}

#[divan::bench(args = POLICIES)]
fn traced(bencher: Bencher<'_, '_>, policy: &str) {
    runs(bencher, "traced", policy, Journal::default);
}

/// As the command line and the viewer run it: counted, with stats, summaries and snapshots.
#[divan::bench(args = POLICIES)]
fn recorded(bencher: Bencher<'_, '_>, policy: &str) {
    let (setup, policy): (Setup, Policy) = (setup(), policy.parse().unwrap());
    let run = || {
        let (mut lane, mut counters) = (Lane::new(&setup, policy), Counters::default());
        let mut recording = LaneRecording::new("lane", policy);
        for tick in 0..setup.ticks {
            recording.run_tick(&mut lane, &setup, &setup.input(tick), &mut counters);
        }
        recording
    };
    tell("recorded", &policy, run().digest());
    bencher.counter(ItemsCount::new(setup.ticks)).bench(run);
}
