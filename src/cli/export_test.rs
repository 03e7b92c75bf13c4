//! `sweepscope export-test`: what a lane did as the source of a test, or as a scene that expects it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Io;
use super::exit::{Exit, Fault, one_line, shown};
use super::files::OutFile;
use super::open::{Journals, LanePlan, Opened, open};
use super::run::parse_window;
use super::target::{Kind, require_writable};
use super::text::count;
use crate::analysis::lane_settles;
use crate::export::test_code::{self, Head, Judged, MARK, MOST_TICKS, TOLERANCE, judged, source};
use crate::formats::text::shell_word;
use crate::policy::Policy;
use crate::recording::LaneRecording;
use crate::scene::{self, edit::Relocation};

/// Most ticks that a scene expects one by one: each has up to fourteen expectations.
const MOST_EXPECTED: u32 = 1_000;

#[derive(Debug, Args)]
#[command(after_help = "To try it:\n  \
    sweepscope export-test sawtooth --as rust --ticks 0..30 -o sawtooth.rs\n  \
    sweepscope export-test spiral_stair --as csharp -o SpiralStairTest.cs\n  \
    sweepscope export-test sawtooth --as ron --lane legacy -o legacy.ron\n  \
    sweepscope check legacy.ron")]
pub(super) struct ExportTestArgs {
    /// Scene, recording, or name of a shipped scene
    scene: PathBuf,
    /// What the test is written in: Rust without any crate, C# for xUnit, or a scene with expectations
    #[arg(long = "as", value_enum, value_name = "LANGUAGE")]
    language: Language,
    /// A lane's name or a policy text (default: the first lane)
    #[arg(long, value_name = "L")]
    lane: Option<String>,
    /// Only these ticks (default: the whole run, of which a scene expects least, greatest, mean and last values)
    #[arg(long, value_name = "A..B", value_parser = parse_window, allow_hyphen_values = true)]
    ticks: Option<Range<u32>>,
    /// How far an answer may be off, metres
    #[arg(long, value_name = "M", default_value_t = TOLERANCE, allow_hyphen_values = true, value_parser = parse_tolerance)]
    tolerance: f64,
    /// File to write (default: standard output)
    #[arg(short = 'o', long = "out", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that `export-test` did not write
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    Rust,
    Csharp,
    Ron,
}

impl Language {
    fn kind(self) -> Kind {
        match self {
            Self::Rust => Kind::Rust,
            Self::Csharp => Kind::CSharp,
            Self::Ron => Kind::Judged,
        }
    }
}

fn parse_tolerance(text: &str) -> Result<f64, String> {
    let tolerance = text.parse().ok();
    tolerance
        .filter(|tolerance: &f64| *tolerance > 0.0 && tolerance.is_finite())
        .ok_or_else(|| "a number of metres above 0 was expected".to_owned())
}

pub(super) fn run(args: &ExportTestArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let opened = open(&args.scene, None, None, io)?;
    if let Some(out) = &args.out {
        let written = [(args.language.kind(), out.as_path())];
        require_writable(&opened.files(&args.scene), &written, args.force)?;
    }
    let plan = match &args.lane {
        Some(word) => opened.lane(word)?,
        None => opened.first_lane()?,
    };
    let opened = fitting(args, opened)?;
    let ticks = 0..opened.setup.ticks;
    let lane = opened.run(&plan, ticks.clone(), Journals::Skipped, io, |_| Ok(()))?;
    let (text, what) = match args.language {
        Language::Ron => judged_scene(args, &opened, &plan, &lane, io)?,
        Language::Rust => source_text(args, &opened, &plan, &lane, test_code::Language::Rust)?,
        Language::Csharp => source_text(args, &opened, &plan, &lane, test_code::Language::CSharp)?,
    };
    let Some(out) = &args.out else {
        io.out.write_all(text.as_bytes())?;
        return Ok(Exit::Done);
    };
    let mut written = OutFile::create(out)?;
    written.write(|out| out.write_all(text.as_bytes()))?;
    written.finish()?;
    writeln!(io.out, "{}: {what}", shown(out))?;
    Ok(Exit::Done)
}

/// The run, no longer than the ticks that are asked for; refuses ticks that it has not, and too many.
fn fitting(args: &ExportTestArgs, opened: Opened) -> Result<Opened, Fault> {
    let all = opened.setup.ticks;
    let ticks = args.ticks.clone().unwrap_or(0..all);
    if ticks.end > all {
        return Err(Fault::input(format!(
            "--ticks {}..{}: the run has {}, counted from 0",
            ticks.start,
            ticks.end,
            count(u64::from(all), "tick")
        )));
    }
    let most = match (args.language, &args.ticks) {
        // Of a whole run a scene expects a few numbers.
        (Language::Ron, None) => u32::MAX,
        (Language::Ron, Some(_)) => MOST_EXPECTED,
        _ => MOST_TICKS,
    };
    let asked = ticks.end - ticks.start;
    if asked > most {
        return Err(Fault::input(format!(
            "{asked} ticks; at most {most} were expected: choose some with --ticks A..B"
        )));
    }
    // A scene keeps its length.
    Ok(match args.language {
        Language::Ron => opened,
        _ => opened.cut_to(ticks.end),
    })
}

/// The source in a language, and what is in it.
fn source_text(
    args: &ExportTestArgs,
    opened: &Opened,
    plan: &LanePlan,
    lane: &LaneRecording,
    language: test_code::Language,
) -> Result<(String, String), Fault> {
    let scene = opened.source.name.clone();
    // As it was called, but for the folders of this machine.
    let file = match args.scene.is_absolute() {
        true => args.scene.file_name(),
        false => Some(args.scene.as_os_str()),
    };
    let head = Head {
        file: file.map_or_else(|| scene.clone(), |name| name.to_string_lossy().into_owned()),
        scene,
        lane: plan.name.clone(),
        policy: plan.policy_at(0).to_string(),
        ticks: args.ticks.clone(),
        tolerance: args.tolerance,
    };
    let made = source(language, &head, &opened.setup, lane);
    let (text, recorded) =
        made.map_err(|problem| Fault::input(format!("{}: {problem}", shown(&args.scene))))?;
    let mut parts = vec![count(recorded.sweeps.len() as u64, "sweep")];
    if recorded.camera.is_some() {
        let ticks = count(recorded.eyes.len() as u64, "tick");
        parts.push(format!("{ticks} of a camera"));
    }
    parts.push(count(recorded.polygon_count() as u64, "polygon"));
    for (number, noun) in [
        (recorded.spheres.len(), "sphere"),
        (recorded.cylinders.len(), "cylinder"),
    ] {
        if number > 0 {
            parts.push(count(number as u64, noun));
        }
    }
    Ok((text, parts.join(", ")))
}

/// The scene with expectations of the lane, as text.
fn judged_scene(
    args: &ExportTestArgs,
    opened: &Opened,
    plan: &LanePlan,
    lane: &LaneRecording,
    io: &mut Io<'_>,
) -> Result<(String, String), Fault> {
    require_scripted(args, opened, lane)?;
    let settles = lane_settles(lane, opened.window.clone(), opened.setup.hz);
    let what = Judged {
        ticks: args.ticks.clone(),
        tolerance: args.tolerance,
        settles: settles.map(|settles| settles.kind.name()),
    };
    let scene = judged(&opened.scene, &opened.setup, lane, &what);
    let path = match &args.out {
        Some(out) => out.clone(),
        None => Path::new(&opened.source.name).with_extension("ron"),
    };
    let relocation = Relocation::of(&opened.source, &scene, &path);
    for told in relocation.told() {
        io.warn(told);
    }
    let source = relocation.source(&opened.source, &scene);
    if scene::write::has_formulas(&opened.source.text) {
        io.warn("formulas of the scene are written as the numbers that they gave");
    }
    for file in &source.files {
        if !path.with_file_name(&file.path).exists() {
            io.warn(&format!(
                "{} has to lie beside the scene",
                one_line(&file.path)
            ));
        }
    }
    let (name, policy) = (&plan.name, plan.policy_at(0));
    let text = format!(
        "// {MARK}{}: lane {} ({policy}).\n{}",
        opened.source.name.escape_debug(),
        name.escape_debug(),
        source.text
    );
    let expected = count(scene.expect.len() as u64, "expectation");
    let what = match &args.out {
        Some(out) => format!(
            "{expected}; hold it to them with `sweepscope check {}`",
            shell_word(&shown(out))
        ),
        None => expected,
    };
    Ok((text, what))
}

/// Refuses runs whose inputs and policies no scene has.
fn require_scripted(
    args: &ExportTestArgs,
    opened: &Opened,
    lane: &LaneRecording,
) -> Result<(), Fault> {
    let file = shown(&args.scene);
    if let Some(tick) = lane.first_driven(&opened.setup, lane.len()) {
        return Err(Fault::input(format!(
            "{file}: it was driven by hand at tick {tick}, and a scene has its script alone; --as rust and --as csharp hold such runs"
        )));
    }
    let policies: &[(u32, Policy)] = lane.policies();
    if let Some((tick, _)) = policies.get(1) {
        return Err(Fault::input(format!(
            "{file}: the policy was changed at tick {tick}, and a lane of a scene has one; --as rust and --as csharp hold such runs"
        )));
    }
    Ok(())
}
