//! The log that the open scene was made of, line by line, while it grows: a thread reads it, the window shows what came.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::prelude::*;
use glam::DVec3;

use super::ViewSystems;
use super::document::Document;
use super::files::first_word;
use super::onlooker::Onlooker;
use super::settings::Settings;
use super::views::Views;
use crate::formats::probe_log::{Entry, KNOWN, TagSummary, Tail, drawables, looks_like_log};
use crate::overlay::Overlay;
use crate::overlay::logged::{logged, middle};

/// How long is waited for more.
const PAUSE: Duration = Duration::from_millis(150);

/// How much of a file tells whether it is a log, bytes.
const HEAD: u64 = 64 << 10;

/// Most entries that are kept.
const MOST: usize = 1 << 20;

/// Most batches that are taken in a frame: a batch is what a mebibyte of the file holds.
const AT_ONCE: usize = 2;

/// What is asked of the lines of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogAsk {
    /// Look at an entry, by its number, or at none.
    Pick(Option<usize>),
    /// Bring it into the picture.
    Frame(usize),
    /// List entries of this tag alone, or all.
    Tag(Option<String>),
    /// Show the lines of the log in its tab, or the events of the tick.
    Lines(bool),
}

/// What a thread reads.
#[derive(Debug)]
struct Batch {
    /// How often the file began anew.
    restarts: u32,
    entries: Vec<Entry>,
    /// Whether they came after all that was there had been read once.
    is_late: bool,
}

/// A file that is followed.
#[derive(Debug)]
struct Followed {
    batches: Mutex<Receiver<Batch>>,
    stopped: Arc<AtomicBool>,
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// The lines of the open log.
#[derive(Resource, Debug, Default)]
pub struct Logged {
    /// The number of the document that they belong to.
    of: Option<u32>,
    followed: Option<Followed>,
    restarts: u32,
    /// How many entries came after the log was opened, which the scene that was made of it does not know.
    pub late: usize,
    /// Its entries, in the order of the file.
    pub entries: Vec<Entry>,
    /// What it has of each tag.
    pub tags: BTreeMap<String, TagSummary>,
    /// The tag that is listed; all of them without one.
    pub tag: Option<String>,
    /// Numbers of the entries that are listed.
    pub listed: Vec<u32>,
    /// The entry that is looked at.
    pub picked: Option<usize>,
    /// Whether the tab shows the events of the tick all the same.
    pub events: bool,
}

/// Whether the fields of a tag are known.
#[must_use]
pub(super) fn is_known(tag: &str) -> bool {
    KNOWN.contains(&tag)
}

impl Logged {
    /// Takes in what was read.
    pub fn take(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            if self.entries.len() >= MOST {
                return;
            }
            match self.tags.get_mut(&entry.tag) {
                Some(tag) => tag.take(&entry),
                None => {
                    let mut tag = TagSummary::default();
                    tag.take(&entry);
                    self.tags.insert(entry.tag.clone(), tag);
                }
            }
            if self.tag.as_ref().is_none_or(|tag| *tag == entry.tag) {
                self.listed.push(self.entries.len() as u32);
            }
            self.entries.push(entry);
        }
    }

    /// Whether the file began anew since it was opened.
    #[must_use]
    pub fn is_another(&self) -> bool {
        self.restarts > 0
    }

    /// Whether there is a log.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.entries.is_empty()
    }

    fn list(&mut self) {
        let all = self.entries.iter().zip(0_u32..);
        let fits = |entry: &Entry| self.tag.as_ref().is_none_or(|tag| *tag == entry.tag);
        self.listed = all
            .filter(|(entry, _)| fits(entry))
            .map(|(_, k)| k)
            .collect();
    }

    /// Draws the last `most` of the entries that are listed, and the one that is looked at.
    pub(super) fn draw(&self, most: usize, out: &mut Overlay) {
        let skipped = self.listed.len().saturating_sub(most);
        out.leave_out(crate::overlay::Layer::Recorded, skipped);
        for number in self.listed.iter().skip(skipped) {
            let number = *number as usize;
            if let Some(entry) = self
                .entries
                .get(number)
                .filter(|_| self.picked != Some(number))
            {
                logged(&drawables(entry), None, out);
            }
        }
        if let Some(entry) = self.picked.and_then(|number| self.entries.get(number)) {
            let name = format!("[{}] line {}", entry.tag, entry.line);
            logged(&drawables(entry), Some(&name), out);
        }
    }
}

/// Lines that come, one after the other.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Logged>()
        .add_systems(Update, follow.in_set(ViewSystems::Follow));
}

/// Follows the log of the open scene.
pub(super) fn follow(document: Option<Res<Document>>, mut logged: ResMut<Logged>) {
    let number = document.as_ref().map(|document| document.number);
    if logged.of != number {
        let path = document
            .as_ref()
            .and_then(|document| file_of(&document.from));
        let same = logged.followed.is_some() && path.is_some();
        let events = logged.events;
        // An edit or a reload of the same scene reads it from the beginning again.
        *logged = Logged {
            of: number,
            followed: path.map(begin),
            events: events && same,
            ..Logged::default()
        };
    }
    let Some(followed) = &logged.bypass_change_detection().followed else {
        return;
    };
    let mut came = Vec::new();
    if let Ok(batches) = followed.batches.lock() {
        came.extend(batches.try_iter().take(AT_ONCE));
    }
    for Batch {
        restarts,
        entries,
        is_late,
    } in came
    {
        logged.late += if is_late { entries.len() } else { 0 };
        if restarts != logged.restarts {
            logged.restarts = restarts;
            logged.entries.clear();
            logged.listed.clear();
            logged.tags.clear();
            logged.picked = None;
        }
        logged.take(entries);
    }
}

/// The file that a document was made of, when it may be a log.
fn file_of(from: &str) -> Option<PathBuf> {
    let path = Path::new(first_word(from));
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let other = ["ron", "sweep", "obj", "glb", "gltf", "json", "jsonl", "dat"];
    let is_other = extension.is_some_and(|extension| other.contains(&extension.as_str()));
    (!is_other && path.is_file()).then(|| path.to_path_buf())
}

/// Follows `path` on a thread, if it is a log.
fn begin(path: PathBuf) -> Followed {
    let (sender, receiver) = channel();
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&stopped);
    std::thread::spawn(move || read_on(&path, &sender, &stop));
    Followed {
        batches: Mutex::new(receiver),
        stopped,
    }
}

/// Whether what a document is opened `from` is a log.
#[must_use]
pub(super) fn is_log(from: &str) -> bool {
    file_of(from).is_some_and(|path| begins_as_log(&path))
}

fn begins_as_log(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && looks_like_log(&head)
}

fn read_on(path: &Path, sender: &Sender<Batch>, stop: &AtomicBool) {
    if !begins_as_log(path) {
        return;
    }
    let mut tail = Tail::new(path);
    let mut is_late = false;
    while !stop.load(Ordering::Relaxed) {
        // A file that cannot be read for a moment may be there again.
        let entries = tail.poll().unwrap_or_default();
        if entries.is_empty() {
            is_late = true;
            std::thread::sleep(PAUSE);
            continue;
        }
        let batch = Batch {
            restarts: tail.restarts,
            entries,
            is_late,
        };
        if sender.send(batch).is_err() {
            return;
        }
    }
}

/// Carries out what is asked.
pub(super) fn apply(world: &mut World, what: LogAsk) {
    let mut logged = world.resource_mut::<Logged>();
    match what {
        LogAsk::Pick(number) => logged.picked = number,
        LogAsk::Tag(tag) => {
            logged.tag = tag;
            logged.list();
        }
        LogAsk::Lines(lines) => logged.events = !lines,
        LogAsk::Frame(number) => {
            logged.picked = Some(number);
            let shown = logged.entries.get(number).map(drawables);
            let at = shown.and_then(|shown| middle(shown.first()?));
            if let Some(at) = at {
                let mut views = world.resource_mut::<Views>();
                let look = views.onlookers[0];
                let near = Onlooker {
                    focus: at.as_dvec3() + DVec3::ZERO,
                    distance: look.distance.min(6.0),
                    ..look
                };
                views.onlookers = [near; 4];
            }
        }
    }
    world.resource_mut::<Settings>().set_changed();
}
