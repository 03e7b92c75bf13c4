//! `sweepscope help`: lists with unit and meaning, and the help of subcommands.

use std::io::{self, Write};

use clap::{Args, CommandFactory as _};

use super::Io;
use super::exit::{Exit, Fault};
use super::page::write_page;
use super::text::entry;
use crate::lane::Measure;
use crate::policy::{Family, PRESETS, Row, SWITCHES};
use crate::probe::EventKind;
use crate::scene::shipped::{SHIPPED, Shipped};

/// The page on scene files; a test runs its example.
const SCENE_PAGE: &str = include_str!("../../docs/formats/scene.md");

#[derive(Debug, Args)]
pub(super) struct HelpArgs {
    /// measures, policies, events, scene, scenes, or a subcommand
    topic: Option<String>,
}

/// A list, and who writes it.
const TOPICS: &[(&str, fn(&mut dyn Write) -> io::Result<()>)] = &[
    ("measures", measures),
    ("policies", policies),
    ("events", events),
    ("scene", scene),
    ("scenes", scenes),
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
    writeln!(
        out,
        "What is cited as spec/*.md and scenes.md are the papers that the program was written from, which are"
    )?;
    writeln!(
        out,
        "not shipped; #180 and the like are numbers of bug reports.\n"
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
            entry(out, 6, 2, "or", pattern)?;
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

fn scenes(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "Shipped scenes: their names stand wherever a SCENE is asked for; controls stand after their scenes.\n"
    )?;
    let name = |scene: &Shipped| scene.name.chars().count();
    let width = SHIPPED.iter().map(name).max().unwrap_or(0);
    for shipped in SHIPPED {
        let scene = shipped.scene().map_err(io::Error::other)?;
        entry(out, 2, width, shipped.name, &scene.title)?;
    }
    Ok(())
}

fn scene(out: &mut dyn Write) -> io::Result<()> {
    write_page(out, SCENE_PAGE)
}
