//! Walks a body with a chase camera at random through a mesh of yours, and looks where its eye is.
//!
//! ```sh
//! cargo run --release --no-default-features --example random_walk -- --mesh MESH.obj --count 10000 --seed 1
//! ```
//!
//! Each preset walks on the same commands; every 400 ticks, and when it has fallen out, the body is put down somewhere else.
//! A line for each of them tells how many ticks had a clear pivot, how often the eye was stopped, and in how many ticks the
//! published eye was nearer than 0.299 m to a polygon although its pivot was clear, by brute force over all polygons: together,
//! and by the rule that lets it. The first of each are told (`--show`); the exit status is 1 if retail has one without a rule.

mod walk;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser;
use sweepscope::policy::PRESETS;

use walk::{Cause, Dungeon, Walked};

#[derive(Parser)]
struct Args {
    /// Wavefront OBJ file, Y up.
    #[arg(long)]
    mesh: std::path::PathBuf,
    /// Ticks of each walk.
    #[arg(long, default_value_t = 10_000)]
    count: u32,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Ticks per second.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    hz: u32,
    /// Policies that walk as well.
    #[arg(long, value_name = "P")]
    policy: Vec<sweepscope::policy::Policy>,
    /// How many eyes in a polygon are told of each preset.
    #[arg(long, default_value_t = 0)]
    show: usize,
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn tell(name: &str, walked: &Walked, show: usize) {
    say(&format!(
        "{name:18} {:6} {:6} {:7} {:8.0} {:6} {:6} {:12} {:6} {:7} {:8} {:5}",
        walked.ticks,
        walked.clear,
        walked.stopped,
        walked.way,
        walked.fallen,
        walked.violations.len(),
        walked.by(Cause::NotApproached),
        walked.by(Cause::Failed),
        walked.by(Cause::Unswept),
        walked.by(Cause::Filtered),
        walked.by(Cause::Other),
    ));
    for violation in walked.violations.iter().take(show) {
        say(&format!("  {violation}"));
    }
}

fn run(args: &Args) -> Result<bool, String> {
    let name = args.mesh.display();
    let text = std::fs::read_to_string(&args.mesh).map_err(|error| format!("{name}: {error}"))?;
    let dungeon = Dungeon::from_obj(&text, args.hz).map_err(|error| format!("{name}: {error}"))?;
    let (count, polygons) = (args.count, dungeon.polygons().len());
    say(&format!(
        "{name}: {polygons} polygons, {count} ticks at {} Hz, seed {}",
        args.hz, args.seed
    ));
    say(
        "policy              ticks  clear stopped   way, m fallen    in: not approached failed unswept filtered other",
    );
    let mut held = true;
    for preset in PRESETS {
        let walked = dungeon.walk(preset.policy, count, args.seed);
        tell(preset.name, &walked, args.show);
        held &= preset.name != "retail" || walked.by(Cause::Other) == 0;
    }
    for policy in &args.policy {
        let walked = dungeon.walk(*policy, count, args.seed);
        tell(&policy.to_string(), &walked, args.show);
    }
    // What the referee says of an eye that nothing stops.
    let unswept = "retail+camera_sweep=off"
        .parse()
        .map_err(|error| format!("{error}"))?;
    tell(
        "camera_sweep=off",
        &dungeon.walk(unswept, count, args.seed),
        args.show,
    );
    Ok(held)
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(held) => ExitCode::from(u8::from(!held)),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}
