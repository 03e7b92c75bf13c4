//! What a command may write where: one rule for all that write files.
//!
//! Nothing goes over what is read, and no file is written twice. A name whose ending is that of another kind of file is
//! refused, and so is a file that is there and is not what this program writes of that kind; `--force` lifts both.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::exit::{Fault, one_line};
use super::files::require_apart;
use crate::analysis::scan::specimen;
use crate::export::{mesh, report, test_code};
use crate::formats::dat::write::sample::BANNER;
use crate::formats::import::is_imported;
use crate::recording::file::is_recording;

/// How much of a file tells what it is, bytes.
const LOOKED: u64 = 64 * 1024;

/// A kind of file that commands write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `run --csv`, `vary --csv`.
    Rows,
    /// `run --trace`.
    Events,
    /// `run --record`.
    Recording,
    /// `report`.
    Page,
    /// `vary --svg`.
    Drawing,
    /// `export` as OBJ.
    Obj,
    /// `export` as GLB.
    Glb,
    /// `export` and `import` as a scene.
    Scene,
    /// `scan -o`.
    Finding,
    /// `shot` of one tick.
    Picture,
    /// `shot` of many.
    Film,
    /// `export-dat`.
    Game,
    /// `export-test` in Rust.
    Rust,
    /// `export-test` in C#.
    CSharp,
    /// `export-test` as a scene.
    Judged,
}

/// Endings that say what a file is, and what is called so.
const ENDINGS: [(&str, &str); 18] = [
    ("ron", "a scene"),
    ("sweep", "a recording"),
    ("obj", "a mesh"),
    ("glb", "a mesh"),
    ("gltf", "a mesh"),
    ("csv", "a table"),
    ("jsonl", "events or a capture"),
    ("json", "a JSON dump"),
    ("html", "a page"),
    ("htm", "a page"),
    ("svg", "a drawing"),
    ("png", "a picture"),
    ("gif", "a film"),
    ("dat", "game files"),
    ("bin", "a record"),
    ("raw", "a record"),
    ("rs", "a Rust source"),
    ("cs", "a C# source"),
];

impl Kind {
    /// What it is called, and the endings of its names; the first is the one that is told.
    fn name_and_endings(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Rows => ("table of `run` or `vary`", &["csv"]),
            Self::Events => ("trace", &["jsonl", "json"]),
            Self::Recording => ("recording", &["sweep"]),
            Self::Page => ("page of `report`", &["html", "htm"]),
            Self::Drawing => ("drawing of `vary`", &["svg"]),
            Self::Obj => ("OBJ of `export`", &["obj"]),
            Self::Glb => ("GLB of `export`", &["glb"]),
            Self::Scene => ("scene of `import` or `export`", &["ron"]),
            Self::Finding => ("scene of `scan`", &["ron"]),
            Self::Picture => ("PNG", &["png"]),
            Self::Film => ("GIF", &["gif"]),
            Self::Game => ("game file of `export-dat`", &["dat"]),
            Self::Rust => ("Rust source of `export-test`", &["rs"]),
            Self::CSharp => ("C# source of `export-test`", &["cs"]),
            Self::Judged => ("scene of `export-test`", &["ron"]),
        }
    }

    /// Whether a reader, or the writer itself, goes by the ending: then no other will do.
    fn goes_by_ending(self) -> bool {
        matches!(
            self,
            Self::Obj
                | Self::Glb
                | Self::Scene
                | Self::Judged
                | Self::Finding
                | Self::Picture
                | Self::Film
        )
    }

    /// Whether a file that begins with `start` is one that this program wrote.
    fn is_own(self, start: &[u8]) -> bool {
        let text = String::from_utf8_lossy(start);
        match self {
            Self::Rows => {
                let head = text.lines().next().unwrap_or_default();
                head.split(',').rev().skip(1).any(|cell| cell == "lane")
            }
            Self::Events => text.starts_with("{\"tick\":"),
            Self::Recording => is_recording(start),
            Self::Page => text.starts_with(report::PAGE_HEAD) && text.contains(report::PAGE_MARK),
            Self::Drawing => text.starts_with("<svg "),
            Self::Obj => text.starts_with(mesh::OBJ_MARK),
            Self::Glb => start.starts_with(mesh::GLB_MARK) && text.contains(mesh::GENERATOR),
            Self::Scene => is_imported(&text) || text.starts_with(mesh::SCENE_MARK),
            Self::Finding => text.starts_with(specimen::MARK),
            Self::Picture => start.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Film => start.starts_with(b"GIF8"),
            Self::Game => BANNER.is_in(start),
            Self::Rust | Self::CSharp | Self::Judged => {
                let comment = text.strip_prefix("// ");
                comment.is_some_and(|comment| comment.starts_with(test_code::MARK))
            }
        }
    }
}

/// Refuses what must not be written: `read` are the files that the command reads, `written` those that it is about to write.
///
/// Nothing has been written yet where it refuses.
pub(super) fn require_writable<P: AsRef<Path>>(
    read: &[P],
    written: &[(Kind, &Path)],
    force: bool,
) -> Result<(), Fault> {
    let paths: Vec<&Path> = written.iter().map(|(_, path)| *path).collect();
    require_apart(read, &paths)?;
    let mut list = written.iter();
    list.try_for_each(|(kind, path)| require_one(*kind, path, force))
}

/// As [`require_writable`], of one file.
fn require_one(kind: Kind, path: &Path, force: bool) -> Result<(), Fault> {
    // Devices such as /dev/stdout take what they are given; what is wrong with a folder is told where it is written.
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    let (name, endings) = kind.name_and_endings();
    let wanted = endings.first().copied().unwrap_or_default();
    let shown = one_line(&path.display().to_string());
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    if !endings.contains(&ending.as_str()) {
        if kind.goes_by_ending() {
            return Err(Fault::input(format!(
                "{shown}: a name that ends in .{wanted} was expected"
            )));
        }
        let other = ENDINGS.iter().find(|(known, _)| *known == ending);
        if let Some((_, other)) = other.filter(|_| !force) {
            return Err(Fault::input(format!(
                "{shown}: the name is that of {other}; one that ends in .{wanted} was expected, or --force"
            )));
        }
    }
    if force || !path.is_file() {
        return Ok(());
    }
    let start = start(kind, path).map_err(|error| Fault::reading(path, &error))?;
    if start.is_empty() || kind.is_own(&start) {
        return Ok(());
    }
    Err(Fault::input(format!(
        "{shown}: it is there and is no {name}; --force writes over it"
    )))
}

/// As much of a file as tells what it is.
fn start(kind: Kind, path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    if kind != Kind::Glb {
        file.take(LOOKED).read_to_end(&mut start)?;
        return Ok(start);
    }
    // Who made a GLB stands anywhere in its first chunk, whose length stands before it.
    file.by_ref().take(20).read_to_end(&mut start)?;
    let length = start.get(12..16).and_then(|bytes| bytes.try_into().ok());
    let length = length.map_or(0, |bytes| u64::from(u32::from_le_bytes(bytes)));
    if start.starts_with(mesh::GLB_MARK) {
        file.take(length).read_to_end(&mut start)?;
    }
    Ok(start)
}
