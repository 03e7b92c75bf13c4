//! Arguments in, exit code out.

use std::io::{BufWriter, IsTerminal as _};
use std::process::ExitCode;

use sweepscope::cli;
use tracing_subscriber::EnvFilter;

/// What is logged unless `RUST_LOG` asks for more: of the engine only what is an error, as what it warns of is said by
/// `doctor`, once.
const QUIET: &str = "warn,bevy_render=error,bevy_egui=error,winit=error,wgpu_hal=error";

fn main() -> ExitCode {
    // Logs go to stderr; `RUST_LOG=sweepscope=debug` shows more of them.
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(QUIET));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Without colours: they are a feature of the subscriber that this build may not have, and it panics when asked.
        .with_ansi(false)
        .init();
    let mut out = BufWriter::new(std::io::stdout().lock());
    cli::run_at(
        std::env::args_os(),
        window(),
        &mut out,
        &mut std::io::stderr(),
        std::io::stderr().is_terminal(),
    )
    .into()
}

/// A build without the viewer has no window.
#[cfg(not(feature = "viewer"))]
fn window() -> Option<&'static dyn cli::Window> {
    None
}

#[cfg(feature = "viewer")]
fn window() -> Option<&'static dyn cli::Window> {
    Some(&Viewer)
}

/// What the command line asks of the viewer.
#[cfg(feature = "viewer")]
struct Viewer;

#[cfg(feature = "viewer")]
impl cli::Window for Viewer {
    fn adapter(&self) -> Result<String, String> {
        sweepscope::viewer::adapter().map(|adapter| adapter.to_string())
    }

    fn settings_folder(&self) -> Option<std::path::PathBuf> {
        sweepscope::config::folder()
    }

    fn open(&self, scene: Option<&std::path::Path>) -> anyhow::Result<()> {
        let scene = scene.map(|scene| scene.to_string_lossy());
        sweepscope::viewer::open(scene.as_deref(), Some(import)).map_err(anyhow::Error::msg)
    }

    fn shot(&self, shot: &cli::Shot) -> anyhow::Result<()> {
        use sweepscope::viewer::{Film, FilmKind, FilmPart, Picture, ShotView};
        let view = shot.view.map(|view| match view {
            cli::View::Free => ShotView::Free,
            cli::View::Side => ShotView::Side,
            cli::View::Top => ShotView::Top,
            cli::View::Chase => ShotView::Chase,
            cli::View::Eye => ShotView::Eye,
        });
        let picture = Picture {
            scene: Some(shot.scene.to_string_lossy().into_owned()),
            tick: shot.tick,
            size: shot.size,
            view,
            commands: sweepscope::viewer::script(&shot.keys)
                .map_err(|why| anyhow::anyhow!("--keys: {why}"))?,
        };
        let Some(ticks) = shot.ticks else {
            return sweepscope::viewer::shot(picture, &shot.file).map_err(anyhow::Error::msg);
        };
        let ending = shot.file.extension();
        let is_gif = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("gif"));
        let film = Film {
            path: shot.file.clone(),
            kind: if is_gif {
                FilmKind::Gif
            } else {
                FilmKind::Pictures
            },
            part: FilmPart::Window,
            first: ticks.first,
            end: ticks.end,
            stride: ticks.stride,
        };
        let made = sweepscope::viewer::film(picture, film);
        made.map(|_count| ()).map_err(anyhow::Error::msg)
    }
}

/// Makes a scene of a file of others for the window, as `sweepscope import` does: `words` are its file and options.
#[cfg(feature = "viewer")]
fn import(words: &str) -> Result<(std::path::PathBuf, Vec<String>), String> {
    use std::ffi::OsString;
    let words = split(words);
    let folder = std::env::temp_dir().join(format!("sweepscope-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stem = words
        .first()
        .and_then(|file| std::path::Path::new(file).file_stem())
        .map_or_else(|| "imported".into(), std::ffi::OsStr::to_os_string);
    let scene = folder.join(stem).with_extension("ron");
    let mut args: Vec<OsString> = ["sweepscope", "import"].map(OsString::from).into();
    args.extend(words.into_iter().map(OsString::from));
    args.extend([
        "--force".into(),
        "-o".into(),
        scene.clone().into_os_string(),
    ]);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = cli::run(args, None, &mut out, &mut err);
    let told = String::from_utf8_lossy(&err);
    let lines = |mark: &str| -> Vec<String> {
        told.lines()
            .filter_map(|line| line.strip_prefix(mark).map(str::to_owned))
            .collect()
    };
    match exit {
        cli::Exit::Done => Ok((scene, lines("warning: "))),
        _ => Err(lines("error: ")
            .into_iter()
            .next()
            .unwrap_or_else(|| told.trim().to_owned())),
    }
}

/// Words of a line; quotes keep blanks together. A file that is there is one word whatever blanks it has.
#[cfg(feature = "viewer")]
fn split(line: &str) -> Vec<String> {
    if std::path::Path::new(line).exists() {
        return vec![line.to_owned()];
    }
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => words.push(String::new()),
            c => {
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
