//! Seeking in a recording of a million ticks: the journal of any of them in less than 50 ms.
//!
//! Ticks just before a snapshot are the farthest from the one that a seek begins at. Prints the lane's digest and
//! that of the tick which is sought, beside the one that was recorded; then the worst seek of chase and mover scenes that go on
//! for as long, among walls all the time.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot be set up must stop"
)]

use std::io::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use divan::{Bencher, black_box};

use sweepscope::recording::{Recording, SNAPSHOT_EVERY, file};
use sweepscope::scene::{build, shipped};

const TICKS: u32 = 1_000_000;

/// The first and the last tick, both ends of a stretch between snapshots, and one in the middle of nowhere.
const SOUGHT: [u32; 5] = [
    0,
    SNAPSHOT_EVERY - 1,
    500_000,
    TICKS / SNAPSHOT_EVERY * SNAPSHOT_EVERY - 1,
    TICKS - 1,
];

fn main() {
    let recording = recording();
    let lane = &recording.lanes[0];
    let _ = writeln!(
        std::io::stderr(),
        "{TICKS} ticks recorded: digest {:016x}",
        lane.digest()
    );
    for tick in SOUGHT {
        let (stored, now) = (
            lane.summaries()[tick as usize].digest,
            lane.replay(&recording.setup, tick).outcome.digest,
        );
        let _ = writeln!(
            std::io::stderr(),
            "tick {tick}: digest {now:016x}, recorded {stored:016x}"
        );
    }
    for run in RUNS {
        worst(run);
    }
    let _ = writeln!(
        std::io::stderr(),
        "its file has {} bytes",
        bytes(recording).len()
    );
    divan::main();
}

fn bytes(recording: &Recording) -> Vec<u8> {
    let mut bytes = Vec::new();
    file::write(recording, &mut bytes).unwrap();
    bytes
}

/// A shipped scene, a lane, and what is changed so that it never comes to rest.
type Run = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// A boom of 430 steps, a boom in a shaft of stairs, a body and its camera on two floors, the same in cells of a map, and on stairs.
const RUNS: [Run; 5] = [
    (
        "sawtooth",
        "retail",
        &[
            ("rig.viewer_offset", "(0, 130, 0)"),
            ("rig.motion", "Sine(amplitude: (0.4, 0.3, 0.5), hz: 0.37)"),
        ],
    ),
    (
        "spiral_stair",
        "retail",
        &[("rig.motion", "Sine(amplitude: (0.4, 0.3, 0.5), hz: 0.37)")],
    ),
    (
        "two_floors",
        "retail",
        &[
            (
                "rig.script",
                "[Drive(forward: 1, turn: 0.6, run: true, seconds: 100000)]",
            ),
            ("rig.camera", "(viewer_offset: (0, -2.5, 0.75))"),
        ],
    ),
    (
        "cell_ping_pong",
        "retail",
        &[
            (
                "rig.script",
                "[Drive(forward: 1, turn: 0.6, run: true, seconds: 100000)]",
            ),
            ("rig.camera", "(viewer_offset: (0, -2.5, 0.75))"),
        ],
    ),
    (
        "cylinder_stairs",
        "retail",
        &[
            (
                "rig.script",
                "[Drive(forward: 1, turn: 0.6, run: true, seconds: 100000)]",
            ),
            ("rig.camera", "(viewer_offset: (0, -2.5, 0.75))"),
        ],
    ),
];

/// Records a run of a million ticks and seeks the ticks that are farthest from a snapshot, all over it.
fn worst((name, lane, changes): Run) {
    let mut source = shipped::find(name).unwrap().source();
    for (place, value) in changes {
        source = source.with(place, value).unwrap();
    }
    let built = build(&source, None, Some(TICKS)).unwrap();
    let lane = built.lanes.iter().find(|(known, _)| known == lane);
    let lane = lane.unwrap().clone();
    let setup = Arc::clone(&built.setup);
    let mut recording = Recording::new(source, setup, [lane], built.window.clone());
    let begun = Instant::now();
    recording.run_to(TICKS);
    let each = begun.elapsed() / TICKS;
    let mut times: Vec<Duration> = (1..=200)
        .map(|k| TICKS / 200 * k / SNAPSHOT_EVERY * SNAPSHOT_EVERY - 1)
        .map(|tick| {
            let begun = Instant::now();
            let replay = recording.lanes[0].replay(&recording.setup, tick);
            let took = begun.elapsed();
            let stored = recording.lanes[0].summaries()[tick as usize].digest;
            assert_eq!(replay.outcome.digest, stored);
            took
        })
        .collect();
    times.sort();
    let _ = writeln!(
        std::io::stderr(),
        "{name}: {each:?} a tick; seeks of up to {SNAPSHOT_EVERY} ticks: median {:?}, worst {:?}; {} KB of snapshots more; digest {:016x}",
        times[times.len() / 2],
        times[times.len() - 1],
        recording.lanes[0].snapshot_memory() >> 10,
        recording.lanes[0].digest()
    );
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
        recording
    })
}

#[divan::bench(args = SOUGHT)]
fn replay(bencher: Bencher<'_, '_>, tick: u32) {
    let recording = recording();
    bencher.bench(|| recording.lanes[0].replay(&recording.setup, black_box(tick)));
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
    bencher.bench(|| bytes(recording()).len());
}

#[divan::bench(sample_count = 5)]
fn read_file(bencher: Bencher<'_, '_>) {
    let bytes = bytes(recording());
    bencher.bench(|| file::read(black_box(&bytes), "bench").unwrap().len());
}
