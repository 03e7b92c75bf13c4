//! Microseconds per resolve: the recorded moves, whose ends are checked, and a controller of another engine beside them.
//!
//! First table: the 2,240 moves of `tests/golden/vectors/timing.json` under the preset `ace`, group by group, where the
//! number before the dash is how many objects the cell holds. Second table: a grounded step of 0.4 m with 1, 38 and
//! 200 boxes in reach. In both, `rapier` is rapier3d's `KinematicCharacterController::move_shape` for the same moves
//! among the same polygons or boxes in the same run: a fixed reference, since machines and days differ.
//!
//! `cargo bench --no-default-features --bench timing -- WORD` takes the groups whose names begin with
//! that word.
//!
//! A number is the least of 15 repetitions, as the others are noise from outside; the median stands beside it.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot be set up must stop"
)]

#[path = "../../tests/it/vectors/compare.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the test uses what is not used here"
)]
mod compare;
mod crowd;
#[path = "../../tests/it/vectors/mover.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the test uses what is not used here"
)]
mod mover;
#[path = "../../tests/it/vectors/read.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the test uses what is not used here"
)]
mod read;
mod recorded;
mod reference;
#[path = "../../tests/it/vectors/scene.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the test uses what is not used here"
)]
mod scene;

use std::io::Write as _;
use std::time::Instant;

/// Repetitions of a measurement.
const REPETITIONS: usize = 15;

/// How often a repetition goes through its moves.
const ROUNDS: usize = 20;

/// Microseconds for one of something.
#[derive(Clone, Copy, Debug)]
struct Time {
    least: f64,
    median: f64,
}

/// Times `work`, which does `count` of something.
fn time(count: usize, mut work: impl FnMut()) -> Time {
    work();
    let mut times: Vec<f64> = (0..REPETITIONS)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..ROUNDS {
                work();
            }
            start.elapsed().as_secs_f64() * 1e6 / (ROUNDS * count) as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    Time {
        least: times[0],
        median: times[REPETITIONS / 2],
    }
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn main() {
    let word = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    recorded::run(word.as_deref());
    if word.is_none() {
        crowd::run();
    }
}
