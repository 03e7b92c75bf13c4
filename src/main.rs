//! Arguments in, exit code out.

use std::io::{BufWriter, IsTerminal as _};
use std::process::ExitCode;

use sweepscope::cli;
use tracing_subscriber::EnvFilter;

/// What is logged unless `RUST_LOG` asks for more: of the engine only what is an error, as what it warns of is said by
/// `doctor`, once.
const QUIET: &str = "warn,bevy_render=error,bevy_egui=error,winit=error,wgpu_hal=error";

fn main() -> ExitCode {
    quieten_mesa();
    // Logs go to stderr.
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

/// Switches a layer of Mesa's Vulkan off where it would only complain, by starting the program again with a word in its environment.
///
/// For each list of adapters that layer asks Wayland which one draws the desktop. Without a Wayland session the C library
/// answers with a line on stderr that cannot be caught: `error: XDG_RUNTIME_DIR is invalid or not set in the environment.`
/// A layer that is told which adapter to prefer stays, and so does the process where it cannot be started again.
#[cfg(target_os = "linux")]
fn quieten_mesa() {
    use std::os::unix::process::CommandExt as _;
    const OFF: &str = "NODEVICE_SELECT";
    let is_told = |name| std::env::var_os(name).is_some();
    let runtime = std::env::var_os("XDG_RUNTIME_DIR");
    let complains = runtime.is_none_or(|folder| !std::path::Path::new(&folder).is_absolute());
    if !cfg!(feature = "viewer") || !complains || is_told(OFF) || is_told("MESA_VK_DEVICE_SELECT") {
        return;
    }
    let mut args = std::env::args_os();
    if let (Some(name), Ok(program)) = (args.next(), std::env::current_exe()) {
        // It comes back only with an error, and then the line is seen.
        let _ = std::process::Command::new(program)
            .arg0(name)
            .args(args)
            .env(OFF, "1")
            .exec();
    }
}

#[cfg(not(target_os = "linux"))]
fn quieten_mesa() {}

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

    fn open(
        &self,
        scene: Option<&std::path::Path>,
        follow: bool,
    ) -> anyhow::Result<Option<String>> {
        let scene = scene.map(|scene| scene.to_string_lossy());
        sweepscope::viewer::open(scene.as_deref(), follow, Some(cli::import_words))
            .map_err(anyhow::Error::msg)
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
