//! `sweepscope diff`: the first difference between two policies on the same input.

use std::path::PathBuf;

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault};
use super::open::{Journals, open};
use crate::analysis::diff::{TOLERANCE, diff};
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
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &DiffArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let opened = open(&args.scene, None, None, io)?;
    let (a, b) = (opened.lane(&args.a)?, opened.lane(&args.b)?);
    let ticks = 0..opened.setup.ticks;
    let a = opened.run(&a, ticks.clone(), Journals::Skipped, io, |_| Ok(()))?;
    let b = opened.run(&b, ticks, Journals::Skipped, io, |_| Ok(()))?;
    let diff = diff(&opened.setup, &a, &b, args.tolerance);
    if args.json {
        json::write_line(io.out, &diff)?;
    } else {
        write!(io.out, "{diff}")?;
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
