//! `sweepscope help`: lists with unit and meaning, and the help of subcommands.

use std::io::{self, Write};

use clap::{Args, CommandFactory as _};

use super::Io;
use super::exit::{Exit, Fault};
use super::text::entry;
use crate::lane::Measure;
use crate::policy::{Family, PRESETS, Row, SWITCHES};
use crate::probe::EventKind;

/// A scene in which every common part stands once; a test reads it.
const EXAMPLE: &str = include_str!("help_scene.ron");

#[derive(Debug, Args)]
pub(super) struct HelpArgs {
    /// measures, policies, events, scene, or a subcommand
    topic: Option<String>,
}

/// A list, and who writes it.
const TOPICS: &[(&str, fn(&mut dyn Write) -> io::Result<()>)] = &[
    ("measures", measures),
    ("policies", policies),
    ("events", events),
    ("scene", scene),
];

pub(super) fn run(args: &HelpArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let mut command = super::args::Args::command();
    let Some(word) = args.topic.as_deref() else {
        write!(io.out, "{}", command.render_help())?;
        return Ok(Exit::Done);
    };
    if let Some((_, write)) = TOPICS.iter().find(|(name, _)| *name == word) {
        write(io.out)?;
        return Ok(Exit::Done);
    }
    // Built, so that the subcommand's usage line names the whole command.
    command.build();
    if let Some(sub) = command.find_subcommand_mut(word) {
        write!(io.out, "{}", sub.render_long_help())?;
        return Ok(Exit::Done);
    }
    let known = TOPICS
        .iter()
        .map(|(name, _)| *name)
        .chain(command.get_subcommands().map(clap::Command::get_name));
    let known = known.collect::<Vec<_>>().join(", ");
    Err(Fault::input(format!(
        "no help on `{}`; there is help on {known}",
        super::exit::one_line(word)
    )))
}

fn measures(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "Measures: named numbers of a lane at a tick. No value is null in JSON and empty in CSV."
    )?;
    writeln!(
        out,
        "Lengths in metres, positions in the world (Z up), steps counted from 1.\n"
    )?;
    let width = |text: fn(Measure) -> &'static str| {
        Measure::ALL
            .iter()
            .map(|m| text(*m).len())
            .max()
            .unwrap_or(0)
    };
    let (name, unit) = (width(Measure::name), width(Measure::unit));
    for measure in Measure::ALL {
        let head = format!("{:name$}  {:unit$}", measure.name(), measure.unit());
        entry(out, 2, name + unit + 2, &head, measure.meaning())?;
    }
    Ok(())
}

fn events(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "Events: facts recorded inside a tick; `run --trace F.jsonl` writes them, `run --json` counts them.\n"
    )?;
    let width = EventKind::ALL
        .iter()
        .map(|kind| kind.name().len())
        .max()
        .unwrap_or(0);
    for kind in EventKind::ALL {
        entry(out, 2, width, kind.name(), kind.meaning())?;
    }
    Ok(())
}

fn policies(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "Policy text: PRESET, then any number of +SWITCH=VALUE, applied left to right:"
    )?;
    writeln!(
        out,
        "  retail+steps=equal-slices+adjust_to_plane=never-succeeds\n"
    )?;
    writeln!(out, "Presets")?;
    let width = PRESETS
        .iter()
        .map(|preset| preset.name.len())
        .max()
        .unwrap_or(0);
    for preset in PRESETS {
        entry(out, 2, width, preset.name, preset.about)?;
    }
    writeln!(out, "\nSwitches (retail's value first)")?;
    for switch in SWITCHES {
        entry(out, 2, switch.name.len(), switch.name, switch.meaning())?;
        let width = switch
            .choices
            .iter()
            .map(|choice| choice.word.len())
            .max()
            .unwrap_or(0);
        for choice in switch.choices {
            entry(out, 6, width, choice.word, choice.meaning())?;
        }
        if let Some(pattern) = switch.pattern {
            entry(out, 6, 0, "or", pattern)?;
        }
    }
    for family in Family::ALL {
        let name = family.name();
        writeln!(
            out,
            "\nRows of {name} (each a switch of its own: retail, ace)"
        )?;
        for row in Row::of(family) {
            entry(out, 2, 3, row.name(), row.meaning())?;
            for other in Row::ALL
                .iter()
                .filter(|other| other.canonical() == row && **other != row)
            {
                let meaning = format!("{} The same switch as {}.", other.meaning(), row.name());
                entry(out, 2, 3, other.name(), &meaning)?;
            }
        }
    }
    Ok(())
}

/// Fields of a scene file and what they mean, group by group.
const FIELDS: &[(&str, &[(&str, &str)])] = &[
    (
        "Scene",
        &[
            ("version", "1"),
            ("title, look_for", "what is shown, and what to look for"),
            (
                "control",
                "file of a scene that must hold in every lane; `check` checks it too",
            ),
            (
                "hz",
                "ticks per second, 1 to 10,000; a tick is exactly 1/hz seconds",
            ),
            (
                "length",
                "Ticks(n) or Seconds(s); rig Sweep: the number of its sweeps",
            ),
            (
                "window",
                "Ticks(a, b) or Seconds(a, b), half open, for `settles`; default: the last two thirds",
            ),
            ("objects, rig, lanes, expect", "below"),
        ],
    ),
    (
        "Object",
        &[
            ("name", "unique"),
            (
                "shape",
                "Polygons([[(x,y,z), ..], ..]) counter-clockwise seen from the front",
            ),
            ("", "Box(min: (x,y,z), max: (x,y,z)), faces outwards"),
            ("", "Prism(outline: [(x,y), ..], z: (lo, hi))"),
            (
                "",
                "Mesh(file: \"a.obj\", up: Y, scale: 1), path from the scene's folder",
            ),
            ("at, scale", "place, metres; size, default 1"),
            (
                "yaw_degrees or rotation",
                "turn about Z, or a quaternion (w,x,y,z)",
            ),
            ("tree", "Balanced (default), SingleLeaf or Stored"),
            (
                "root_sphere",
                "(center, radius) in the object's space; default: fitted",
            ),
        ],
    ),
    (
        "rig: Chase",
        &[
            (
                "feet, heading_degrees",
                "the player; heading 0 is +Y, 90 is +X",
            ),
            (
                "viewer_offset",
                "ideal eye from the pivot, in the player's space; default (0, -2.5, 0.75)",
            ),
            ("pivot_offset", "pivot from the feet; default (0, 0, 1.5)"),
            (
                "stiffness",
                "(translation, rotation), 0 to 1; default (0.45, 0.45)",
            ),
            ("radius", "of the camera's sphere; default 0.3"),
            ("status", "camera status bits; default: the policy's"),
            (
                "viewer",
                "the eye before tick 0; default: the policy's first frame",
            ),
            (
                "motion",
                "Still, Velocity((x,y,z)), Sine(amplitude: (x,y,z), hz: 2) or Path([(seconds, (x,y,z), heading_degrees), ..])",
            ),
        ],
    ),
    (
        "rig: Sweep, one sweep a tick",
        &[
            ("mover", "Viewer"),
            (
                "sweeps",
                "List([(from, to), ..]), Rays(from, direction, lengths: [..]) or Moves(start, by, count)",
            ),
        ],
    ),
    (
        "Lane",
        &[
            ("name", "unique"),
            ("policy", "policy text, see `sweepscope help policies`"),
        ],
    ),
    (
        "Expect",
        &[
            ("lane", "a lane's name, or \"*\" for all"),
            ("hz", "rate that it is checked at; default: the scene's"),
            (
                "at or over",
                "at: First, Last, Tick(n), Second(s); over: All, Ticks(a, b), Seconds(a, b)",
            ),
            ("measure", "see `sweepscope help measures`"),
            (
                "stat",
                "of a window: Every (default), Min, Max, Mean, Last, Span, Drops(x), Jumps(x), Changes",
            ),
            (
                "is",
                "Near(value, tolerance), Less(x), More(x), Between(lo, hi), Equal(x), Text(\"..\"), Absent",
            ),
        ],
    ),
];

fn scene(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "A scene is a RON file. Right-handed, Z up, +Y north; metres, seconds, degrees."
    )?;
    for (group, fields) in FIELDS {
        writeln!(out, "\n{group}")?;
        let width = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, meaning) in *fields {
            entry(out, 2, width, name, meaning)?;
        }
    }
    writeln!(out, "\nExample\n")?;
    for line in EXAMPLE.lines() {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    Ok(())
}
