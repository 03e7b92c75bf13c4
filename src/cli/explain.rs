//! `sweepscope explain`: one tick's autopsy.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault};
use super::open::{Journals, LanePlan, Opened, open};
use super::text::{count, whole};
use crate::analysis::explain::explain_tick;
use crate::export::issue::{Subject, issue};
use crate::export::json;
use crate::recording::Recording;

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Scene file, recording, or name of a shipped scene
    scene: PathBuf,
    /// Tick to explain, from 0
    #[arg(long, value_name = "N", value_parser = whole(0, u32::MAX), allow_hyphen_values = true)]
    tick: u32,
    /// A lane's name or a policy text (default: the first lane)
    #[arg(long, value_name = "L")]
    lane: Option<String>,
    /// Only this sweep of the tick, from 1
    #[arg(long, value_name = "K", value_parser = whole(0, u32::MAX), allow_hyphen_values = true)]
    sweep: Option<u32>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Print the text of an issue: numbers, policies, build, and how to get the same
    #[arg(long, conflicts_with_all = ["json", "sweep"])]
    issue: bool,
    /// With --issue, another lane or policy to compare with
    #[arg(long, value_name = "P", requires = "issue")]
    against: Option<String>,
}

pub(super) fn run(args: &ExplainArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let opened = open(&args.scene, None, None, io)?;
    let plan = match &args.lane {
        Some(word) => opened.lane(word)?,
        None => opened.first_lane()?,
    };
    let ticks = opened.setup.ticks;
    if args.tick >= ticks {
        let ticks = count(u64::from(ticks), "tick");
        return Err(Fault::input(format!(
            "--tick {}: the run has {ticks}, counted from 0",
            args.tick
        )));
    }
    if args.issue {
        return run_issue(args, &opened, &plan, io);
    }
    let opened = opened.cut_to(args.tick + 1);
    let recording = opened.run(&plan, 0..opened.setup.ticks, Journals::Skipped, io, |_| {
        Ok(())
    })?;

    let of = |sweep| explain_tick(&opened.setup, &plan.name, &recording, args.tick, sweep);
    let story = of(args.sweep);
    if let Some(sweep) = args.sweep
        && story.sweeps.is_empty()
    {
        let sweeps = of(None).sweeps.len();
        let sweeps = count(sweeps as u64, "sweep");
        return Err(Fault::input(format!(
            "--sweep {sweep}: tick {} has {sweeps}, counted from 1",
            args.tick
        )));
    }
    if args.json {
        json::write_line(io.out, &story)?;
    } else {
        write!(io.out, "{story}")?;
    }
    Ok(Exit::Done)
}

/// Prints the issue; its lanes run to the end, as what they settle into is part of it.
fn run_issue(
    args: &ExplainArgs,
    opened: &Opened,
    plan: &LanePlan,
    io: &mut Io<'_>,
) -> Result<Exit, Fault> {
    let mut lanes = Vec::new();
    let against = args.against.as_ref().map(|word| opened.lane(word));
    for plan in [Some(plan.clone()), against.transpose()?]
        .into_iter()
        .flatten()
    {
        let ticks = 0..opened.setup.ticks;
        lanes.push(opened.run(&plan, ticks, Journals::Skipped, io, |_| Ok(()))?);
    }
    let mut recording = Recording::from_lanes(
        opened.source.clone(),
        Arc::clone(&opened.setup),
        lanes,
        opened.window.clone(),
    );
    if let Some(recorded) = &opened.recording {
        recording.build.clone_from(&recorded.build);
    }
    let Some(a) = recording.lanes.first() else {
        return Ok(Exit::Done);
    };
    let text = issue(&Subject {
        recording: &recording,
        a,
        b: recording.lanes.get(1),
        tick: args.tick,
        is_recorded: opened.recording.is_some(),
    });
    write!(io.out, "{text}")?;
    Ok(Exit::Done)
}
