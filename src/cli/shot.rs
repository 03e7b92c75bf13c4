//! `sweepscope shot`: one tick as a PNG, or many as a GIF or as PNG files in a folder, without a window.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault, shown};
use super::files::OutFile;
use super::open::open;
use super::target::{Kind, require_writable};
use super::text::{count, whole};
use super::window::{NO_VIEWER, Shot, Ticks, View, require_adapter};

/// Largest width and height, pixels: what every adapter can draw.
const LARGEST: u32 = 8192;

#[derive(Debug, Args)]
pub(super) struct ShotArgs {
    /// Scene file, recording, or name of a shipped scene
    scene: PathBuf,
    /// Tick to draw, from 0
    #[arg(
        long,
        value_name = "N",
        value_parser = whole(0, u32::MAX),
        allow_hyphen_values = true,
        required_unless_present = "ticks"
    )]
    tick: Option<u32>,
    /// Ticks to draw, from A up to but without B, one of every STEP
    #[arg(long, value_name = "A..B[:STEP]", value_parser = parse_ticks, conflicts_with = "tick")]
    ticks: Option<Ticks>,
    /// PNG file to write; with --ticks a GIF, or a folder for PNG files
    #[arg(short = 'o', long = "out", value_name = "F.png")]
    file: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    size: (u32, u32),
    /// Where it is seen from; without it as the window opens
    #[arg(long, value_enum)]
    view: Option<View>,
    /// Keys and clicks before the picture is taken, as "Alt+. 6 A@640,300"
    #[arg(
        long,
        value_name = "KEYS",
        default_value = "",
        hide_default_value = true
    )]
    keys: String,
    /// Write over a file that is no picture
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: ShotArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let ShotArgs {
        scene,
        tick,
        ticks: many,
        file,
        size,
        view,
        keys,
        force,
    } = args;
    // What the caller can mend is told before what the machine lacks.
    let opened = open(&scene, None, None, io)?;
    let ticks = opened.setup.ticks;
    let run = count(u64::from(ticks), "tick");
    let tick = match (tick, many) {
        (Some(tick), _) if tick >= ticks => {
            return Err(Fault::input(format!(
                "--tick {tick}: the run has {run}, counted from 0"
            )));
        }
        (_, Some(many)) if many.end > ticks => {
            let Ticks { first, end, .. } = many;
            return Err(Fault::input(format!(
                "--ticks {first}..{end}: the run has {run}, counted from 0"
            )));
        }
        (tick, many) => tick.or(many.map(|many| many.first)).unwrap_or(0),
    };
    let is_folder = many.is_some() && !ends_in(&file, "gif");
    if is_folder && file.extension().is_some() && !file.is_dir() {
        return Err(Fault::input(format!(
            "-o {}: with --ticks a GIF file or a folder is written",
            file.display()
        )));
    }
    // A folder that is there takes pictures beside what it has.
    let written: &[(Kind, &Path)] = match many {
        _ if is_folder => &[],
        Some(_) => &[(Kind::Film, &file)],
        None => &[(Kind::Picture, &file)],
    };
    require_writable(&opened.files(&scene), written, force)?;
    let window = io.window.ok_or_else(|| Fault::environment(NO_VIEWER))?;
    require_adapter(io.window).map_err(Fault::environment)?;
    // Begun now, so that a picture that cannot be written is not drawn.
    if !is_folder {
        OutFile::create(&file)?.finish()?;
    }
    let (width, height) = size;
    let name = shown(&file);
    window
        .shot(&Shot {
            scene,
            tick,
            ticks: many,
            file,
            size,
            view,
            keys,
        })
        .map_err(Fault::Environment)?;
    match many {
        None => writeln!(io.out, "{name}: tick {tick}, {width} x {height} pixels")?,
        Some(many) => {
            let pictures = count(u64::from(many.count()), "picture");
            let Ticks { first, end, .. } = many;
            writeln!(
                io.out,
                "{name}: {pictures} of ticks {first} to {}, {width} x {height} pixels",
                end - 1
            )?;
        }
    }
    Ok(Exit::Done)
}

fn ends_in(path: &Path, ending: &str) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

fn parse_ticks(text: &str) -> Result<Ticks, String> {
    let (range, stride) = text.split_once(':').unwrap_or((text, "1"));
    let parsed = range.split_once("..").and_then(|(first, end)| {
        Some(Ticks {
            first: first.parse().ok()?,
            end: end.parse().ok()?,
            stride: stride.parse().ok()?,
        })
    });
    parsed
        .filter(|ticks| ticks.first < ticks.end && ticks.stride > 0)
        .ok_or_else(|| "ticks are A..B or A..B:STEP with A before B, as in 0..240:4".to_owned())
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| {
        text.parse()
            .ok()
            .filter(|side| (16..=LARGEST).contains(side))
    };
    let size = text
        .split_once(['x', 'X'])
        .and_then(|(width, height)| Some((side(width)?, side(height)?)));
    size.ok_or_else(|| format!("a size is WxH with sides from 16 to {LARGEST}, as in 1280x720"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_a_range_with_a_step() {
        let ticks = |first, end, stride| Ticks { first, end, stride };
        assert_eq!(parse_ticks("0..240"), Ok(ticks(0, 240, 1)));
        assert_eq!(parse_ticks("10..20:3"), Ok(ticks(10, 20, 3)));
        assert_eq!(ticks(10, 20, 3).count(), 4);
        for wrong in [
            "", "5", "5..5", "9..3", "0..9:0", "a..b", "-1..4", "0..9:x", "..4",
        ] {
            parse_ticks(wrong).unwrap_err();
        }
    }

    #[test]
    fn sizes_are_two_sides() {
        assert_eq!(parse_size("1920x1080"), Ok((1920, 1080)));
        for wrong in [
            "",
            "x",
            "1280",
            "1280x",
            "-1x5",
            "0x0",
            "8193x100",
            "1280x720x3",
            "1e3x100",
            "99999999999x100",
        ] {
            parse_size(wrong).unwrap_err();
        }
    }
}
