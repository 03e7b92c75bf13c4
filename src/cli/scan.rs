//! `sweepscope scan`: looks for what is wrong with the geometry of a scene.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use super::Io;
use super::exit::{Exit, Fault, one_line, shown};
use super::files::OutFile;
use super::open::{LanePlan, Opened, open};
use super::progress::Scanning;
use super::target::{Kind, require_writable};
use super::text::{count, whole};
use crate::analysis::scan::finding::{Finding, Findings};
use crate::analysis::scan::holes::Rims;
use crate::analysis::scan::referee::Broken;
use crate::analysis::scan::specimen::Specimen;
use crate::analysis::scan::{Swept, holes, leaks, lint, reach, referee, specimen};
use crate::constants::EPSILON;
use crate::export::json;
use crate::formats::progress::STOPPED;
use crate::policy::Policy;

#[derive(Debug, Args)]
#[command(subcommand_required = true, disable_help_subcommand = true)]
pub(super) struct ScanArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
#[command(after_help = "The options of each: sweepscope scan COMMAND --help")]
enum What {
    /// Trees: what their nodes leave out, and random questions to walks that brute force answers otherwise
    Referee(RefereeArgs),
    /// Holes in the collision surface: loops of edges that no second polygon shares
    Holes(HolesArgs),
    /// A mover that walks at random, and what it gets into or through
    Leaks(LeaksArgs),
    /// Objects that a reach filter from the origin leaves out, and how deep a mover gets into them
    Reach(ReachArgs),
    /// Polygons and objects that make trouble
    Lint(LintArgs),
}

/// What every scan takes.
#[derive(Debug, Args)]
struct Common {
    /// Scene, recording, or name of a shipped scene
    scene: PathBuf,
    /// List at most so many findings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(0, usize::MAX))]
    most: usize,
    /// Print one JSON object instead of lines
    #[arg(long)]
    json: bool,
}

/// Where a finding goes.
#[derive(Debug, Args)]
struct Output {
    /// Write a finding as a small scene that shows it
    #[arg(short = 'o', long = "out", value_name = "F.ron")]
    out: Option<PathBuf>,
    /// Which of the findings, from 1 (default: the first that a scene can show)
    #[arg(long, value_name = "K", requires = "out", allow_hyphen_values = true)]
    finding: Option<NonZeroUsize>,
    /// Write over a file that `scan` did not write
    #[arg(long, requires = "out")]
    force: bool,
}

/// Where random numbers begin.
#[derive(Debug, Args)]
struct Seed {
    /// Another seed asks other questions; the same one the same
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = whole(0, u64::MAX),
        allow_hyphen_values = true
    )]
    seed: u64,
}

#[derive(Debug, Args)]
struct RefereeArgs {
    #[command(flatten)]
    common: Common,
    /// A lane's name or a policy text (default: the first lane)
    #[arg(long, value_name = "L")]
    lane: Option<String>,
    /// Questions for each tree, at most 1000000; fewer are asked of trees so large that it would take minutes
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(0, 1_000_000_u32), allow_hyphen_values = true)]
    sweeps: u32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct LeaksArgs {
    #[command(flatten)]
    common: Common,
    /// A lane's name or a policy text (default: the first lane)
    #[arg(long, value_name = "L")]
    lane: Option<String>,
    /// Number of walks, 1 to 100000
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole(1, 100_000_u32), allow_hyphen_values = true)]
    walks: u32,
    /// Sweeps of each walk, 1 to 100000
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1, 100_000_u32), allow_hyphen_values = true)]
    steps: u32,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct HolesArgs {
    #[command(flatten)]
    common: Common,
    /// Radius of the sphere that may pass, metres (default: that of the rig)
    #[arg(long, value_name = "R", value_parser = parse_radius, allow_hyphen_values = true)]
    radius: Option<f32>,
    /// Count the outer rims of open sheets as found
    #[arg(long)]
    rims: bool,
}

#[derive(Debug, Args)]
struct ReachArgs {
    #[command(flatten)]
    common: Common,
    /// Radius of the mover's sphere, metres (default: that of the rig)
    #[arg(long, value_name = "R", value_parser = parse_radius, allow_hyphen_values = true)]
    radius: Option<f32>,
}

#[derive(Debug, Args)]
struct LintArgs {
    #[command(flatten)]
    common: Common,
    /// A lane's name or a policy text: its step heights, and whether row l26 empties trees (default: all lanes, the first one's heights)
    #[arg(long, value_name = "L")]
    lane: Option<String>,
}

pub(super) fn run(args: &ScanArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    match &args.what {
        What::Referee(args) => run_referee(args, io),
        What::Leaks(args) => run_leaks(args, io),
        What::Holes(args) => {
            let opened = open(&args.common.scene, None, None, io)?;
            let radius = args.radius.unwrap_or(Swept::of(&opened.setup).radius());
            let rims = if args.rims { Rims::Counted } else { Rims::Told };
            let (world, most) = (&opened.setup.world, args.common.most);
            let found = holes::scan(world, radius, rims, most, &mut Scanning::new("holes", io));
            let about = Radius { radius };
            tell("holes", &args.common, &opened, &about, &stopped(found)?, io)
        }
        What::Reach(args) => {
            let opened = open(&args.common.scene, None, None, io)?;
            let swept = Swept::of(&opened.setup).mover(&Policy::RETAIL);
            let radius = args.radius.unwrap_or(swept.spheres[0].radius);
            let found = reach::scan(&opened.setup.world, radius, args.common.most);
            tell(
                "reach",
                &args.common,
                &opened,
                &Radius { radius },
                &found,
                io,
            )
        }
        What::Lint(args) => {
            let opened = open(&args.common.scene, None, None, io)?;
            let plans = match &args.lane {
                Some(word) => vec![opened.lane(word)?],
                None => opened.lanes.clone(),
            };
            let policies: Vec<Policy> = plans.iter().map(|plan| plan.policy_at(0)).collect();
            let first = policies.first().unwrap_or(&Policy::RETAIL);
            let mover = Swept::of(&opened.setup).mover(first);
            let step_up = mover.step_up_height;
            let asked = lint::Asked {
                step_up: Some(step_up),
                policies: &policies,
            };
            let (world, most) = (&opened.setup.world, args.common.most);
            let mut progress = Scanning::new("lint", io);
            let found = lint::scan(world, &asked, most, &mut progress);
            tell(
                "lint",
                &args.common,
                &opened,
                &StepUp { step_up },
                &stopped(found)?,
                io,
            )
        }
    }
}

/// What a scan of openings or reach was asked with.
#[derive(Serialize)]
struct Radius {
    radius: f32,
}

/// What a scan of troubles was asked with.
#[derive(Serialize)]
struct StepUp {
    step_up: f32,
}

/// What the referee was asked with.
#[derive(Serialize)]
struct Questions<'a> {
    lane: &'a str,
    radius: f32,
    seed: u64,
    asked: u64,
}

fn run_referee(args: &RefereeArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let RefereeArgs {
        common,
        sweeps,
        seed: Seed { seed },
        output,
        ..
    } = args;
    let opened = open(&common.scene, None, None, io)?;
    output.require_writable(&opened, common)?;
    let plan = lane(&opened, args.lane.as_deref())?;
    let policy = plan.policy_at(0);
    let radius = Swept::of(&opened.setup).mover(&policy).spheres[0].radius;
    let asked = referee::Asked {
        policy,
        radius,
        sweeps: *sweeps,
        seed: *seed,
    };
    let world = &opened.setup.world;
    let kept = output.kept(common.most);
    let found = stopped(referee::scan(
        world,
        &asked,
        kept,
        &mut Scanning::new("referee", io),
    ))?;
    if let Some(path) = &output.out {
        let shown = |broken: &Broken| match broken {
            Broken::Walk(mismatch) => Some(mismatch.clone()),
            Broken::Tree { .. } | Broken::Emptied { .. } => None,
        };
        let mismatch = output.pick(&found.findings.list, shown, "a question to a walk")?;
        let origin = origin(&opened, &plan, policy);
        let specimen =
            mismatch.and_then(|mismatch| specimen::of_mismatch(world, &mismatch, origin));
        write(path, specimen, io)?;
    }
    let about = Questions {
        lane: &plan.name,
        radius,
        seed: *seed,
        asked: found.asked,
    };
    if found.asked == 0 && *sweeps > 0 {
        io.warn("nothing was asked: no object or room has polygons");
    }
    tell("referee", common, &opened, &about, &found.findings, io)
}

/// What walks were asked with, and what they were.
#[derive(Serialize)]
struct Walks<'a> {
    lane: &'a str,
    seed: u64,
    walks: u32,
    steps: u32,
    places: usize,
    sweeps: u64,
    way: f64,
}

fn run_leaks(args: &LeaksArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let LeaksArgs {
        common,
        walks,
        steps,
        seed: Seed { seed },
        output,
        ..
    } = args;
    let opened = open(&common.scene, None, None, io)?;
    output.require_writable(&opened, common)?;
    let plan = lane(&opened, args.lane.as_deref())?;
    let policy = plan.policy_at(0);
    let swept = Swept::of(&opened.setup);
    let asked = leaks::Asked {
        swept,
        policy,
        walks: *walks,
        steps: *steps,
        seed: *seed,
    };
    let kept = output.kept(common.most);
    let found = leaks::scan(&opened.setup, &asked, kept, &mut Scanning::new("leaks", io));
    let found = stopped(found)?;
    if found.places == 0 {
        io.warn("no place to begin at touches nothing: the rig begins in something, and no floor leaves room");
    }
    if let Some(path) = &output.out {
        let leak = output.pick(&found.findings.list, |leak| Some(leak.clone()), "a leak")?;
        let origin = origin(&opened, &plan, policy);
        let world = &opened.setup.world;
        let specimen = leak.and_then(|leak| specimen::of_leak(world, &leak, swept, origin));
        write(path, specimen, io)?;
    }
    let about = Walks {
        lane: &plan.name,
        seed: *seed,
        walks: *walks,
        steps: *steps,
        places: found.places,
        sweeps: found.sweeps,
        way: found.way,
    };
    let wanted = u64::from(*walks) * u64::from(*steps);
    if found.places > 0 && found.findings.found == 0 && found.sweeps.saturating_mul(20) < wanted {
        io.warn(&format!(
            "hardly anything was tried: {} from {}, of which most ended their walk at once",
            count(found.sweeps, "sweep"),
            count(found.places as u64, "place")
        ));
    }
    tell("leaks", common, &opened, &about, &found.findings, io)
}

fn origin<'a>(opened: &'a Opened, plan: &'a LanePlan, policy: Policy) -> specimen::Origin<'a> {
    specimen::Origin {
        scene: &opened.source.name,
        lane: &plan.name,
        policy,
    }
}

impl Output {
    /// Refuses a file that must not be written, before anything is looked for.
    fn require_writable(&self, opened: &Opened, common: &Common) -> Result<(), Fault> {
        let written = self.out.iter().map(|path| (Kind::Finding, path.as_path()));
        let written: Vec<_> = written.collect();
        require_writable(&opened.files(&common.scene), &written, self.force)
    }

    /// How many findings are kept where so many are listed.
    fn kept(&self, most: usize) -> usize {
        match (&self.out, self.finding) {
            (None, _) => most,
            (Some(_), Some(number)) => most.max(number.get()),
            // The first that can be shown may stand behind many that cannot.
            (Some(_), None) => most.max(10_000),
        }
    }

    /// The finding that is to be written: none where there is none at all.
    fn pick<F, S>(
        &self,
        list: &[F],
        shown: impl Fn(&F) -> Option<S>,
        what: &str,
    ) -> Result<Option<S>, Fault> {
        let Some(number) = self.finding else {
            return Ok(list.iter().find_map(shown));
        };
        let Some(finding) = list.get(number.get() - 1) else {
            let found = count(list.len() as u64, "finding");
            return Err(Fault::input(format!(
                "--finding {number}: there are {found}"
            )));
        };
        let found = shown(finding);
        let none = || {
            Fault::input(format!(
                "--finding {number}: it is not {what}, and no scene shows it"
            ))
        };
        found.map(Some).ok_or_else(none)
    }
}

/// Writes a finding, or warns that there is nothing to write.
fn write(path: &Path, specimen: Option<Specimen>, io: &mut Io<'_>) -> Result<(), Fault> {
    let Some(specimen) = specimen else {
        let path = shown(path);
        io.warn(&format!(
            "{path} is not written: there is no finding that a scene of polygons shows"
        ));
        return Ok(());
    };
    if let Some(note) = &specimen.note {
        io.warn(&format!("{}: {note}", shown(path)));
    }
    let mut file = OutFile::create(path)?;
    file.write(|out| out.write_all(specimen.text.as_bytes()))?;
    file.finish()
}

/// The lane that a word means; without one the first.
fn lane(opened: &Opened, word: Option<&str>) -> Result<LanePlan, Fault> {
    match word {
        Some(word) => opened.lane(word),
        None => opened.first_lane(),
    }
}

/// What a scan came to, unless it was told to stop.
fn stopped<T>(found: Option<T>) -> Result<T, Fault> {
    found.ok_or_else(|| Fault::input(STOPPED))
}

/// The JSON of a scan.
#[derive(Serialize)]
struct Told<'a, A, F> {
    scan: &'a str,
    scene: &'a str,
    #[serde(flatten)]
    about: &'a A,
    found: u64,
    counts: &'a std::collections::BTreeMap<&'static str, u64>,
    more: u64,
    findings: Vec<Row<'a, F>>,
}

/// A finding with its kind.
#[derive(Serialize)]
struct Row<'a, F> {
    kind: &'static str,
    #[serde(flatten)]
    finding: &'a F,
}

/// Tells what was found: a line each, and one with the counts.
fn tell<A: Serialize, F: Finding>(
    scan: &str,
    common: &Common,
    opened: &Opened,
    about: &A,
    findings: &Findings<F>,
    io: &mut Io<'_>,
) -> Result<Exit, Fault> {
    let Findings {
        list,
        counts,
        found,
        ..
    } = findings;
    // More may be kept than is listed, for what is written to a file.
    let list = list.get(..common.most).unwrap_or(list);
    let more = findings.total() - list.len() as u64;
    if common.json {
        let told = Told {
            scan,
            scene: &opened.source.name,
            about,
            found: *found,
            counts,
            more,
            findings: list
                .iter()
                .map(|finding| Row {
                    kind: finding.kind(),
                    finding,
                })
                .collect(),
        };
        json::write_line(io.out, &told)?;
    } else {
        let file = opened.source.file();
        for finding in list {
            writeln!(io.out, "{}", one_line(&format!("{file}: {finding}")))?;
        }
        if more > 0 {
            let most = common.most;
            writeln!(io.out, "{more} more; --most lists more than {most}")?;
        }
        let kinds: Vec<String> = counts
            .iter()
            .map(|(kind, number)| format!("{number} {kind}"))
            .collect();
        let kinds = if kinds.is_empty() {
            String::new()
        } else {
            format!(": {}", kinds.join(", "))
        };
        writeln!(io.out, "{} found{kinds}", count(*found, "problem"))?;
    }
    Ok(if *found == 0 {
        Exit::Done
    } else {
        Exit::Failed
    })
}

fn parse_radius(text: &str) -> Result<f32, String> {
    let radius = text
        .parse()
        .ok()
        .filter(|metres: &f32| *metres > EPSILON && *metres <= 1e6);
    radius.ok_or_else(|| {
        "a radius in metres, greater than 0.0002 and at most 1000000, was expected".to_owned()
    })
}
