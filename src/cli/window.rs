//! The other side of the program: what the command line asks of the window, and `sweepscope [SCENE]` itself.

use std::path::{Path, PathBuf};

use super::display::{DRIVER_PACKAGE, LIBRARY_PACKAGES, XVFB_PACKAGE, display};
use super::exit::{Exit, Fault};
use super::files::OutFile;
use super::open::open;
use super::run::Windows;
use super::table::write_table;
use super::target::{Kind, require_writable};
use super::{Io, subcommands};
use crate::export::{LaneResult, report};
use crate::formats::text::{shell_word, split_words};
use crate::formats::what::is_awaited;
use crate::scene::SceneError;

/// The scene that runs where no window can be opened and none is named.
const DEFAULT_SCENE: &str = "sawtooth";

/// The report that is then written.
const REPORT_FILE: &str = "./sweepscope-report.html";

/// What the command line asks of the viewer. `main` answers: neither side imports the other.
pub trait Window {
    /// Name and kind of the graphics adapter that would draw.
    ///
    /// # Errors
    /// Why there is none, in a few words without a full stop.
    fn adapter(&self) -> Result<String, String>;

    /// Folder of the viewer's settings, where there is one.
    fn settings_folder(&self) -> Option<PathBuf>;

    /// Opens the window with `scene`, or with the gallery, and comes back when it is closed; with `follow` the scene is
    /// opened again whenever its file changes. Gives what is wrong with `scene`, for which no window was opened.
    ///
    /// # Errors
    /// Why no window could be opened.
    fn open(&self, scene: Option<&Path>, follow: bool) -> anyhow::Result<Option<String>>;

    /// Draws one tick into a PNG file, without a window.
    ///
    /// # Errors
    /// Why it could not be drawn or written.
    fn shot(&self, shot: &Shot) -> anyhow::Result<()>;
}

/// A picture to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Scene file, recording, or name of a shipped scene.
    pub scene: PathBuf,
    /// The tick that is shown.
    pub tick: u32,
    /// Many ticks instead; then the file is a GIF, or a folder for PNG files.
    pub ticks: Option<Ticks>,
    /// The PNG file.
    pub file: PathBuf,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Where it is seen from; without it as the window opens.
    pub view: Option<View>,
    /// Keys and clicks before the picture is taken, as `Alt+. 6 A@640,300`.
    pub keys: String,
}

/// Ticks of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticks {
    /// The first.
    pub first: u32,
    /// The one beyond the last; beyond the first.
    pub end: u32,
    /// From one picture to the next, at least 1.
    pub stride: u32,
}

impl Ticks {
    /// Number of pictures.
    #[must_use]
    pub fn count(self) -> u32 {
        self.end
            .saturating_sub(self.first)
            .div_ceil(self.stride.max(1))
    }
}

/// Where a picture is seen from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum View {
    /// A corner above the scene.
    Free,
    /// From +X, along the floor.
    Side,
    /// From above.
    Top,
    /// Behind the published eye.
    Chase,
    /// The published eye itself.
    Eye,
}

/// The display, or one sentence that says what is missing and what to install.
pub(super) fn require_display() -> Result<String, String> {
    display().map_err(|why| {
        format!(
            "{why}; start it on a desktop, or on Debian install {XVFB_PACKAGE} {LIBRARY_PACKAGES} and start it with xvfb-run"
        )
    })
}

/// The adapter, or one sentence that says what is missing and what to install.
pub(super) fn require_adapter(window: Option<&dyn Window>) -> Result<String, String> {
    let Some(window) = window else {
        return Err(NO_VIEWER.to_owned());
    };
    window.adapter().map_err(|why| {
        format!("there is no graphics adapter ({why}); on Debian install {DRIVER_PACKAGE}")
    })
}

/// What a build without the viewer says of itself.
pub(super) const NO_VIEWER: &str = "this build has no viewer: build it with `cargo build --release`, without --no-default-features; \
    on Debian it needs mesa-vulkan-drivers and libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 to run";

/// All that the window needs, or one sentence that names everything that is missing and what to install.
pub(super) fn require_window(window: Option<&dyn Window>) -> Result<(), String> {
    if window.is_none() {
        return Err(NO_VIEWER.to_owned());
    }
    match (require_display(), require_adapter(window)) {
        (Ok(_), Ok(_)) => Ok(()),
        (Err(why), Ok(_)) | (Ok(_), Err(why)) => Err(why),
        (Err(display), Err(adapter)) => Err(format!("{display}; and {adapter}")),
    }
}

/// A word that is no scene may have been meant as a subcommand.
fn or_subcommand(fault: Fault) -> Fault {
    match &fault {
        Fault::Input(error)
            if matches!(error.downcast_ref(), Some(SceneError::UnknownName { .. })) =>
        {
            Fault::input(format!(
                "{fault}; subcommands: {}",
                subcommands().join(", ")
            ))
        }
        _ => fault,
    }
}

/// Whether a file is called as scenes and recordings are.
pub(super) fn is_own(file: &Path) -> bool {
    let extension = file.extension();
    extension.is_some_and(|extension| extension == "ron" || extension == "sweep")
}

/// Whether what is to be opened is a file of others with options of `import` behind it.
fn with_options(scene: &Path) -> bool {
    !scene.exists() && scene.to_string_lossy().contains(" --")
}

/// `sweepscope [SCENE] [--follow]`: opens the window; where there can be none, runs the scene here.
pub(super) fn run(scene: Option<&Path>, follow: bool, io: &mut Io<'_>) -> Result<Exit, Fault> {
    let can = require_window(io.window);
    // The window puts a scene around what others made, and waits for what it is to follow.
    let is_windows = |scene: &Path| {
        scene.exists() && !is_own(scene) || with_options(scene) || follow && is_awaited(scene)
    };
    // A scene that cannot be read is an error of the command line, not a notice in an empty window.
    let opened = match scene {
        Some(scene) if can.is_ok() && is_windows(scene) => None,
        Some(scene) if with_options(scene) => {
            let words = split_words(&scene.to_string_lossy()).into_iter();
            let words: Vec<String> = words.map(|word| shell_word(&word)).collect();
            let (words, why) = (words.join(" "), can.err().unwrap_or_default());
            return Err(Fault::Environment(anyhow::anyhow!(
                "no window can be opened: {why}; `sweepscope import {words} -o SCENE.ron` makes a scene of it"
            )));
        }
        Some(scene) => Some(open(scene, None, None, io).map_err(or_subcommand)?),
        None => None,
    };
    let why = match (io.window, can) {
        (Some(window), Ok(())) => {
            let opened = window.open(scene, follow).map_err(Fault::Environment)?;
            return opened.map_or(Ok(Exit::Done), |problem| Err(Fault::input(problem)));
        }
        (_, Err(why)) => why,
        (None, Ok(())) => NO_VIEWER.to_owned(),
    };
    writeln!(io.out, "No window can be opened: {why}.\n")?;
    let opened = match opened {
        Some(opened) => opened,
        None => open(Path::new(DEFAULT_SCENE), None, None, io)?,
    };
    let windows = Windows::of(&opened, None)?;
    let recording = opened.record(io)?;
    let result = |lane| LaneResult::of(lane, &opened.setup, windows.settles.clone());
    let results: Vec<LaneResult> = recording.lanes.iter().map(result).collect();
    write_table(io.out, &opened, &windows, &results)?;
    let report_file = Path::new(REPORT_FILE);
    let read = scene.map_or_else(Vec::new, |scene| opened.files(scene));
    let may = require_writable(&read, &[(Kind::Page, report_file)], false);
    let created = may.and_then(|()| OutFile::create(report_file));
    let written = created.and_then(|mut file| {
        file.write(|out| out.write_all(report(&recording).as_bytes()))?;
        file.finish()
    });
    // What was asked for is the run, and that is told; the page comes on top.
    match written {
        Ok(()) => writeln!(
            io.out,
            "\nPictures and plots are in {REPORT_FILE}; open it in a browser."
        )?,
        Err(fault) => writeln!(
            io.out,
            "\nThere is no page of pictures and plots: {fault}. `sweepscope report` writes one elsewhere."
        )?,
    }
    Ok(Exit::Done)
}
