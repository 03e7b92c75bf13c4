//! `sweepscope shot`: one tick as a PNG, without a window.

use std::path::PathBuf;

use clap::Args;

use super::Io;
use super::exit::{Exit, Fault, shown};
use super::files::{OutFile, require_apart};
use super::open::open;
use super::text::count;
use super::window::{NO_VIEWER, Shot, View, require_adapter};

/// Largest width and height, pixels: what every adapter can draw.
const LARGEST: u32 = 8192;

#[derive(Debug, Args)]
pub(super) struct ShotArgs {
    /// Scene file, recording, or name of a shipped scene
    scene: PathBuf,
    /// Tick to draw, from 0
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    tick: u32,
    /// PNG file to write
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
}

pub(super) fn run(args: ShotArgs, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let ShotArgs {
        scene,
        tick,
        file,
        size,
        view,
        keys,
    } = args;
    // What the caller can mend is told before what the machine lacks.
    let opened = open(&scene, None, None, io)?;
    require_apart(&opened.files(&scene), &[&file])?;
    let ticks = opened.setup.ticks;
    if tick >= ticks {
        let ticks = count(u64::from(ticks), "tick");
        return Err(Fault::input(format!(
            "--tick {tick}: the run has {ticks}, counted from 0"
        )));
    }
    let window = io.window.ok_or_else(|| Fault::environment(NO_VIEWER))?;
    require_adapter(io.window).map_err(Fault::environment)?;
    // Begun now, so that a picture that cannot be written is not drawn.
    OutFile::create(&file)?.finish()?;
    let (width, height) = size;
    let name = shown(&file);
    window
        .shot(&Shot {
            scene,
            tick,
            file,
            size,
            view,
            keys,
        })
        .map_err(Fault::Environment)?;
    writeln!(io.out, "{name}: tick {tick}, {width} x {height} pixels")?;
    Ok(Exit::Done)
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
