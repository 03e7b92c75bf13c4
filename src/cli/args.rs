//! The words of the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::{
    check, diff, explain, export, export_dat, export_test, help, import, inspect, replay, report,
    run, scan, shot, vary,
};

/// Debug swept-sphere collision and chase cameras: run scenes under several policies, and see why they differ.
#[derive(Debug, Parser)]
#[command(
    name = "sweepscope",
    version,
    after_help = "SCENE is a scene file, a recording (.sweep), or the name of a shipped scene such as `sawtooth`.\n\
        Without a subcommand the viewer opens; without a display or a graphics adapter the scene is run here instead.\n\
        Lists: sweepscope help measures | policies | events | scene | scenes. Exit codes: 0 done, 1 a check failed, runs differ or a scan found something, \
        2 bad input or usage, 3 the machine lacks something.",
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub(super) struct Args {
    /// Scene to open in the viewer (without it: the gallery)
    pub(super) scene: Option<PathBuf>,
    /// Open SCENE again whenever its file changes; of a log its lines are shown as they come
    #[arg(long, requires = "scene")]
    pub(super) follow: bool,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// Everything that can be asked for without the viewer.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run a scene under its policies and compare them
    Run(run::RunArgs),
    /// Hold scenes to their expectations
    Check(check::CheckArgs),
    /// Name the first difference between two policies
    Diff(diff::DiffArgs),
    /// Tell what happened in one tick
    Explain(explain::ExplainArgs),
    /// Tell one measure over a grid of changed values of a scene
    Vary(vary::VaryArgs),
    /// Tell what a file holds
    Inspect(inspect::InspectArgs),
    /// Make a scene from a mesh, dumps, a capture, a log, or the game's files
    Import(import::ImportArgs),
    /// Write the collision geometry of a scene as a mesh or a plain scene
    Export(export::ExportArgs),
    /// Write what a lane did as the source of a test, or as a scene that expects it
    ExportTest(export_test::ExportTestArgs),
    /// Write made-up game files, to try what needs the game's files without them
    ExportDat(export_dat::ExportDatArgs),
    /// Run captured sweeps again and compare them with what was recorded
    Replay(replay::ReplayArgs),
    /// Look for what is wrong with a scene's geometry: trees, holes, leaks, reach, odd polygons
    Scan(scan::ScanArgs),
    /// Write one self-contained page: table, pictures, plots, verdicts
    Report(report::ReportArgs),
    /// Draw one tick as a PNG, without a window
    Shot(shot::ShotArgs),
    /// Say what works on this machine and what to install
    Doctor,
    /// List measures, policies, events, scene fields or shipped scenes, or explain a subcommand
    Help(help::HelpArgs),
}
