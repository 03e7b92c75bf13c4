//! Seeking in a recording of a million ticks: the journal of any of them in less than 50 ms.
//!
//! Ticks just before a snapshot are the farthest from the one that a seek begins at. Prints the lane's digest and
//! that of the tick which is sought, beside the one that was recorded.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot be set up must stop"
)]

use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use divan::{Bencher, black_box};

use sweepscope::recording::{Recording, SNAPSHOT_EVERY, file};
use sweepscope::scene::{build, shipped};

const TICKS: u32 = 1_000_000;

fn main() {
    divan::main();
}

/// The first lane of scenes.md C3, run for a million ticks.
fn recording() -> &'static Recording {
    static RECORDING: OnceLock<Recording> = OnceLock::new();
    RECORDING.get_or_init(|| {
        let source = shipped::find("sawtooth").unwrap().source();
        let built = build(&source, None, Some(TICKS)).unwrap();
        let lane = built.lanes[0].clone();
        let mut recording = Recording::new(
            source,
            Arc::clone(&built.setup),
            [lane],
            built.window.clone(),
        );
        recording.run_to(TICKS);
        let digest = recording.lanes[0].digest();
        let _ = writeln!(
            std::io::stderr(),
            "{TICKS} ticks recorded: digest {digest:016x}"
        );
        recording
    })
}

#[divan::bench(args = [0, SNAPSHOT_EVERY - 1, 500_000, TICKS / SNAPSHOT_EVERY * SNAPSHOT_EVERY - 1, TICKS - 1])]
fn replay(bencher: Bencher<'_, '_>, tick: u32) {
    let recording = recording();
    let (lane, setup) = (&recording.lanes[0], &recording.setup);
    let (stored, now) = (
        lane.summaries()[tick as usize].digest,
        lane.replay(setup, tick).outcome.digest,
    );
    let _ = writeln!(
        std::io::stderr(),
        "tick {tick}: digest {now:016x}, recorded {stored:016x}"
    );
    bencher.bench(|| lane.replay(setup, black_box(tick)));
}

/// A fork has stats and counts to gather again as well.
#[divan::bench(sample_count = 10)]
fn fork(bencher: Bencher<'_, '_>) {
    let recording = recording();
    let policy = recording.lanes[0].policy();
    let tick = TICKS - 700;
    bencher
        .with_inputs(|| recording.lanes[0].clone())
        .bench_local_refs(|lane| lane.fork(&recording.setup, tick, policy));
}

#[divan::bench(sample_count = 5)]
fn write_file(bencher: Bencher<'_, '_>) {
    let recording = recording();
    bencher.bench(|| {
        let mut bytes = Vec::new();
        file::write(recording, &mut bytes).unwrap();
        bytes.len()
    });
}

#[divan::bench(sample_count = 5)]
fn read_file(bencher: Bencher<'_, '_>) {
    let mut bytes = Vec::new();
    file::write(recording(), &mut bytes).unwrap();
    let _ = writeln!(std::io::stderr(), "the file has {} bytes", bytes.len());
    bencher.bench(|| file::read(black_box(&bytes), "bench").unwrap().len());
}
