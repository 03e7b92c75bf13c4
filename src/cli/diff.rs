//! `sweepscope diff`: the first difference between two policies on the same input.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::Io;
use super::exit::{Exit, Fault};
use super::open::{Journals, open};
use crate::analysis::diff::{Blame, Diff, TOLERANCE, blame, diff};
use crate::export::json;

#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// Scene file, recording, or name of a shipped scene
    scene: PathBuf,
    /// One side: a lane's name or a policy text
    #[arg(long, value_name = "P")]
    a: String,
    /// The other side
    #[arg(long, value_name = "P")]
    b: String,
    /// How far two numbers may be apart, metres
    #[arg(long, value_name = "M", default_value_t = TOLERANCE, value_parser = parse_tolerance, allow_hyphen_values = true)]
    tolerance: f64,
    /// Also tell which switches make them part: each alone, each taken back, and the fewest that have to be taken back
    #[arg(long)]
    blame: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `diff`.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    diff: &'a Diff,
    #[serde(skip_serializing_if = "Option::is_none")]
    blame: Option<&'a Blame>,
}

pub(super) fn run(args: &DiffArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let opened = open(&args.scene, None, None, io)?;
    let (a, b) = (opened.lane(&args.a)?, opened.lane(&args.b)?);
    let ticks = 0..opened.setup.ticks;
    let a = opened.run(&a, ticks.clone(), Journals::Skipped, io, |_| Ok(()))?;
    let b = opened.run(&b, ticks, Journals::Skipped, io, |_| Ok(()))?;
    let diff = diff(&opened.setup, &a, &b, args.tolerance);
    let blame = match &diff.first {
        Some(first) if args.blame => {
            let blame = blame(&opened.setup, &a, &b, first.tick, args.tolerance);
            if blame.is_none() {
                io.warn("--blame: a lane changed its policy before that tick, so there is no one policy to blame");
            }
            blame
        }
        _ => None,
    };
    if args.json {
        let told = Told {
            diff: &diff,
            blame: blame.as_ref(),
        };
        json::write_line(io.out, &told)?;
    } else {
        write!(io.out, "{diff}")?;
        if let Some(blame) = &blame {
            write!(io.out, "{blame}")?;
        }
    }
    // Bits that differ by less than the tolerance are what the tolerance is for.
    Ok(if diff.first.is_none() {
        Exit::Done
    } else {
        Exit::Failed
    })
}

fn parse_tolerance(text: &str) -> Result<f64, String> {
    let tolerance = text
        .parse()
        .ok()
        .filter(|metres: &f64| metres.is_finite() && *metres >= 0.0);
    tolerance
        .ok_or_else(|| "a finite number of metres that is not negative was expected".to_owned())
}
