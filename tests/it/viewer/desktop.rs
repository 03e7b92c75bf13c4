//! A session in a real window on an X server of its own: keys and clicks go through the desktop, and what came of them is
//! read from the files that the program writes.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};
use sweepscope::recording::{Recording, file};
use sweepscope::viewer::{Picture, picture};

use super::picture::{ONE, has_adapter};

/// Size of the screen and of the window on it: small, as a software adapter draws it.
const SIZE: (u32, u32) = (960, 600);

/// The file that the program's warnings and errors go to.
const SAID: &str = "said.txt";

/// How long one thing may take: the software adapter builds its pipelines before the first picture.
const PATIENCE: Duration = Duration::from_secs(120);

/// A picture as rows of red, green and blue.
pub(super) struct Pixels {
    pub(super) size: (u32, u32),
    rgb: Vec<u8>,
}

impl Pixels {
    pub(super) fn of(image: Image) -> Option<Self> {
        let image = image.try_into_dynamic().ok()?.to_rgb8();
        Some(Self {
            size: image.dimensions(),
            rgb: image.into_raw(),
        })
    }

    /// Of a PNG file; `None` while it is not there in full.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        let image = Image::from_buffer(
            &bytes,
            ImageType::Extension("png"),
            CompressedImageFormats::NONE,
            true,
            ImageSampler::Default,
            bevy::asset::RenderAssetUsages::MAIN_WORLD,
        );
        Self::of(image.ok()?)
    }

    /// Green at a place: how bright it is.
    fn light(&self, (x, y): (u32, u32)) -> u32 {
        u32::from(self.rgb[3 * (y * self.size.0 + x) as usize + 1])
    }

    /// Pixels of which a channel differs by more than `most`.
    pub(super) fn differ(&self, other: &Self, most: u8) -> usize {
        let pairs = self.rgb.chunks(3).zip(other.rgb.chunks(3));
        let differs = |(a, b): &(&[u8], &[u8])| (0..3).any(|c| a[c].abs_diff(b[c]) > most);
        pairs.filter(differs).count()
    }
}

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether the tools are there; without them the test says so, and fails where they are demanded.
fn has_tools() -> bool {
    let missing: Vec<&str> = ["Xvfb", "xdotool"]
        .into_iter()
        .filter(|name| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            !std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        })
        .collect();
    if missing.is_empty() {
        return true;
    }
    let missing = missing.join(" and ");
    assert_ne!(
        std::env::var("SWEEPSCOPE_REQUIRE_GPU").as_deref(),
        Ok("1"),
        "{missing} not found"
    );
    let line = format!("not run, for want of {missing}: a session in a real window\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    false
}

/// An X server with a free number.
fn server() -> (Running, String) {
    let screen = format!("{}x{}x24", SIZE.0, SIZE.1);
    let mut server = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            &screen,
            "-nolisten",
            "tcp",
            // Else it begins anew whenever its last client goes, and whoever connects just then is thrown out: the program,
            // while its window is looked for.
            "-noreset",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut number = String::new();
    let out = server.stdout.take().unwrap();
    BufReader::new(out).read_line(&mut number).unwrap();
    (Running(server), format!(":{}", number.trim()))
}

/// The desktop with the window on it.
struct Desktop {
    display: String,
    /// Where the program was started: it puts pictures there.
    folder: PathBuf,
    program: Running,
}

impl Desktop {
    fn tool(&self, args: &[&str]) -> String {
        let ran = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    }

    fn key(&self, key: &str) {
        self.tool(&["key", key]);
        std::thread::sleep(Duration::from_millis(250));
    }

    fn write(&self, text: &str) {
        self.tool(&["type", "--delay", "80", text]);
        std::thread::sleep(Duration::from_millis(300));
    }

    /// Waits until `is`, asking `again` every second.
    fn until(
        &mut self,
        what: &str,
        mut again: impl FnMut(&Self),
        mut is: impl FnMut(&Self) -> bool,
    ) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.program.0.try_wait().unwrap() {
                let said = fs::read_to_string(self.folder.join(SAID)).unwrap_or_default();
                panic!("{what}: it ended, {status}, and said:\n{said}");
            }
            again(self);
            for _ in 0..10 {
                if is(self) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        panic!("{what}: not within {PATIENCE:?}");
    }

    /// The ticks of which the program has put a picture of `scene` into its folder.
    fn pictures(&self, scene: &str) -> Vec<u32> {
        let files = fs::read_dir(&self.folder).unwrap();
        let tick = |file: std::io::Result<fs::DirEntry>| {
            let name = file.unwrap().file_name();
            let name = name.to_str()?.strip_suffix(".png")?;
            name.strip_prefix(scene)?.strip_prefix('-')?.parse().ok()
        };
        files.filter_map(tick).collect()
    }

    /// A picture of the window, once the cursor is at `tick`.
    fn picture_at(&mut self, tick: u32) -> Pixels {
        let path = self.folder.join(format!("sawtooth-{tick}.png"));
        let _ = fs::remove_file(&path);
        let what = format!("the cursor at {tick}");
        // A key that was pressed again may be writing it anew: what was read once counts.
        let mut read = None;
        self.until(
            &what,
            |desktop| desktop.key("F12"),
            |_| {
                read = Pixels::read(&path);
                read.is_some()
            },
        );
        read.unwrap()
    }

    /// A picture of the window after going to `tick`; a slow machine may lose what is typed too early.
    fn go_to(&mut self, tick: u32) -> Pixels {
        let path = self.folder.join(format!("sawtooth-{tick}.png"));
        let _ = fs::remove_file(&path);
        let mut read = None;
        let mut tries = 0;
        self.until(
            &format!("the cursor at {tick}"),
            |desktop| {
                if tries % 8 == 0 {
                    desktop.key("Escape");
                    desktop.key("g");
                    desktop.write(&tick.to_string());
                    desktop.key("Return");
                }
                tries += 1;
                desktop.key("F12");
            },
            |_| {
                read = Pixels::read(&path);
                read.is_some()
            },
        );
        read.unwrap()
    }

    /// Types into the palette and takes the entry `down` below the first.
    fn command(&self, words: &str, down: usize) {
        // Whatever else is in front goes away, and a frame has to pass before letters find the field.
        self.key("Escape");
        self.key("ctrl+k");
        std::thread::sleep(Duration::from_millis(1500));
        self.write(words);
        for _ in 0..down {
            self.key("Down");
        }
        self.key("Return");
    }
}

fn start(folder: &Path, display: &str) -> Desktop {
    let config = folder.join("config");
    fs::create_dir_all(&config).unwrap();
    let program = Command::new(env!("CARGO_BIN_EXE_sweepscope"))
        .arg("sawtooth")
        .current_dir(folder)
        .env("DISPLAY", display)
        .env("XDG_RUNTIME_DIR", folder)
        .env("SWEEPSCOPE_CONFIG_DIR", &config)
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(fs::File::create(folder.join(SAID)).unwrap())
        .spawn()
        .unwrap();
    Desktop {
        display: display.to_owned(),
        folder: folder.to_owned(),
        program: Running(program),
    }
}

/// Open a scene, play, step back, toggle a switch, scrub, pick a polygon, save, reopen.
#[test]
#[cfg(target_os = "linux")]
fn an_afternoon_in_a_real_window() {
    let _one = ONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if !has_adapter() || !has_tools() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (_server, display) = server();
    let mut desktop = start(folder.path(), &display);
    desktop.until(
        "the window",
        |_| {},
        |desktop| !desktop.tool(&["search", "--name", "sawtooth"]).is_empty(),
    );
    let window = desktop.tool(&["search", "--name", "sawtooth"]);
    // Without a window manager nobody gives it the keyboard.
    desktop.tool(&["windowfocus", &window]);
    let (width, height) = (SIZE.0.to_string(), SIZE.1.to_string());
    desktop.tool(&["windowsize", &window, &width, &height]);
    desktop.until(
        "a window of the screen's size",
        |desktop| desktop.key("F12"),
        |desktop| {
            let path = desktop.folder.join("sawtooth-0.png");
            Pixels::read(&path).is_some_and(|picture| picture.size == SIZE)
        },
    );
    let _ = desktop.picture_at(0);

    let _ = desktop.go_to(50);
    desktop.key("comma");
    let _ = desktop.picture_at(49);

    desktop.key("space");
    std::thread::sleep(Duration::from_secs(2));
    desktop.key("space");
    let ahead = |desktop: &Desktop| desktop.pictures("sawtooth").into_iter().any(|at| at > 50);
    desktop.until(
        "a cursor that played on",
        |desktop| desktop.key("F12"),
        ahead,
    );

    let shown = desktop.go_to(700);
    // The window shows what `shot` draws, but for smooth edges, the frame rate and notices.
    let drawn = picture(Picture {
        scene: Some("sawtooth".into()),
        tick: 700,
        size: SIZE,
        view: None,
        commands: Vec::new(),
    });
    let drawn = Pixels::of(drawn.unwrap()).unwrap();
    assert_eq!(shown.size, drawn.size);
    let (differ, pixels) = (shown.differ(&drawn, 48), (SIZE.0 * SIZE.1) as usize);
    assert!(differ * 25 < pixels, "{differ} of {pixels} pixels");

    // The wall in the left view is picked and hidden: the picture is darker where it was.
    let at = (231_u32, 323_u32);
    let before = shown.light(at);
    let path = folder.path().join("sawtooth-700.png");
    desktop.until(
        "the wall hidden",
        |desktop| {
            desktop.tool(&["mousemove", &at.0.to_string(), &at.1.to_string()]);
            std::thread::sleep(Duration::from_millis(500));
            desktop.tool(&["click", "1"]);
            std::thread::sleep(Duration::from_millis(900));
            // A second try shows it again, a third hides it.
            desktop.key("h");
            std::thread::sleep(Duration::from_millis(900));
            desktop.key("F12");
        },
        |_| Pixels::read(&path).is_some_and(|now| now.light(at) + 10 < before),
    );
    desktop.key("shift+h");

    // Other rules for the lane on the right, and the run as a file. The first entry would open it.
    let saved = folder.path().join("day.sweep");
    let rest = "retail+adjust_to_plane=never-succeeds";
    let wanted = ["retail", "retail+steps=equal-slices", rest, "legacy"];
    desktop.until(
        "a saved recording",
        |desktop| {
            desktop.command("Set equal-slices+no-adjust to preset legacy", 0);
            std::thread::sleep(Duration::from_secs(1));
            desktop.command(saved.to_str().unwrap(), 1);
        },
        |_| {
            let policies = |recording: Recording| -> Vec<String> {
                let lanes = recording.lanes.iter();
                lanes.map(|lane| lane.policy().text()).collect()
            };
            file::open(&saved).is_ok_and(|recording| policies(recording) == wanted)
        },
    );

    desktop.until(
        "the recording in the window",
        |desktop| desktop.command(saved.to_str().unwrap(), 0),
        |desktop| !desktop.tool(&["search", "--name", "day.sweep"]).is_empty(),
    );
    desktop.key("ctrl+q");
    let began = Instant::now();
    loop {
        if let Some(status) = desktop.program.0.try_wait().unwrap() {
            assert!(status.success(), "{status}");
            break;
        }
        assert!(began.elapsed() < PATIENCE, "it does not quit");
        std::thread::sleep(Duration::from_millis(100));
    }
}
