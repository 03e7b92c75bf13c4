//! One tick of the chase camera of scenes.md C3: untraced, counted, traced, recorded.
//!
//! A sample is the whole shipped run (1440 ticks at 240 Hz), so `Mitem/s` are million ticks a second. The aim is 0.2
//! untraced. The digests that all cases end with are printed first: the same for a policy, or the times mean nothing.

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
    let setup = setup();
    for text in POLICIES {
        let policy = text.parse().unwrap();
        let digests = [
            run(&setup, policy, || ()),
            run(&setup, policy, Counters::default),
            run(&setup, policy, Journal::default),
            record(&setup, policy).digest(),
        ];
        let told = digests.map(|digest| format!("{digest:016x}")).join(" ");
        let _ = writeln!(
            std::io::stderr(),
            "{text}: untraced, counted, traced, recorded {told}"
        );
    }
    divan::main();
}

fn setup() -> Setup {
    let source = shipped::find("sawtooth").unwrap().source();
    (*build(&source, None, None).unwrap().setup).clone()
}

/// Runs the whole scene, each tick told to a listener that `listener` makes; gives the digest.
fn run<P: Probe>(setup: &Setup, policy: Policy, listener: impl Fn() -> P) -> u64 {
    let mut lane = Lane::new(setup, policy);
    for tick in 0..setup.ticks {
        black_box(lane.tick(setup, &setup.input(tick), &mut listener()));
    }
    lane.state.digest
}

/// Runs the whole scene as the command line and the viewer do: counted, with stats, summaries and snapshots.
fn record(setup: &Setup, policy: Policy) -> LaneRecording {
    let (mut lane, mut counters) = (Lane::new(setup, policy), Counters::default());
    let mut recording = LaneRecording::new("lane", policy);
    for tick in 0..setup.ticks {
        recording.run_tick(&mut lane, setup, &setup.input(tick), &mut counters);
    }
    recording
}

fn time<T>(bencher: Bencher<'_, '_>, policy: &str, run: impl Fn(&Setup, Policy) -> T + Sync) {
    let (setup, policy): (Setup, Policy) = (setup(), policy.parse().unwrap());
    bencher
        .counter(ItemsCount::new(setup.ticks))
        .bench(|| run(&setup, policy));
}

#[divan::bench(args = POLICIES)]
fn untraced(bencher: Bencher<'_, '_>, policy: &str) {
    time(bencher, policy, |setup, policy| run(setup, policy, || ()));
}

#[divan::bench(args = POLICIES)]
fn counted(bencher: Bencher<'_, '_>, policy: &str) {
    time(bencher, policy, |setup, policy| {
        run(setup, policy, Counters::default)
    });
}

#[divan::bench(args = POLICIES)]
fn traced(bencher: Bencher<'_, '_>, policy: &str) {
    time(bencher, policy, |setup, policy| {
        run(setup, policy, Journal::default)
    });
}

#[divan::bench(args = POLICIES)]
fn recorded(bencher: Bencher<'_, '_>, policy: &str) {
    time(bencher, policy, record);
}
