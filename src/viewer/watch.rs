//! The open file, read again whenever it changes: a scene that is edited elsewhere, a log or a capture that grows.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;

use super::ViewSystems;
use super::command::{Asked, Command};
use super::document::Document;
use super::files::first_word;
use super::logged::{self, Logged, is_log};
use super::settings::{BottomTab, Settings};
use crate::formats::what::is_awaited;

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(400);

/// What is followed whatever the settings say.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct Followed {
    /// A path with options, or the name of a scene.
    name: Option<String>,
    /// Whether it has not been opened yet: it is not there, or could not be read.
    is_awaited: bool,
    /// What was last tried.
    tried: Option<Seen>,
}

impl Followed {
    /// Follows `name`, which is `is_open`, or opens as soon as it can be read.
    #[must_use]
    pub(super) fn new(name: &str, is_open: bool) -> Self {
        Self {
            name: Some(name.to_owned()),
            is_awaited: !is_open,
            tried: look(name).filter(|_| !waits_for(name)),
        }
    }

    /// What opens it, once its file is another one than was tried last.
    fn again(&mut self) -> Option<Command> {
        let name = self.name.clone().filter(|_| self.is_awaited)?;
        let now = look(&name).filter(|_| !waits_for(&name));
        if now.is_none() || now == self.tried {
            return None;
        }
        self.tried = now;
        Some(Command::Open(name))
    }
}

/// Whether what `name` begins with is still to come.
#[must_use]
pub(super) fn waits_for(name: &str) -> bool {
    is_awaited(Path::new(first_word(name)))
}

/// Watches while it is asked to.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Followed>().add_systems(
        Update,
        watch.after(logged::follow).in_set(ViewSystems::Follow),
    );
}

/// What was last seen of the file.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    path: PathBuf,
    state: (SystemTime, u64),
}

fn watch(
    document: Option<Res<Document>>,
    settings: Res<Settings>,
    mut followed: ResMut<Followed>,
    logged: Res<Logged>,
    mut asked: ResMut<Asked>,
    mut seen: Local<Option<Seen>>,
    mut looked: Local<Option<Instant>>,
) {
    if let Some(name) = &followed.name
        && followed.is_awaited
    {
        let is_open = document.as_ref().is_some_and(|open| open.from == *name);
        if is_open {
            if is_log(name) {
                asked.0.push(Command::Bottom(BottomTab::Log));
            }
            followed.is_awaited = false;
        } else if looked.is_none_or(|at| at.elapsed() >= EVERY) {
            *looked = Some(Instant::now());
            let again = followed.bypass_change_detection().again();
            asked.0.extend(again);
        }
        return;
    }
    // The lines of a log come one by one; nobody wants the run to begin anew with each.
    let is_followed = |from: &str| followed.name.as_deref() == Some(from) && !logged.is_open();
    let Some(document) = document.filter(|open| settings.watch || is_followed(&open.from)) else {
        *seen = None;
        return;
    };
    if looked.is_some_and(|at| at.elapsed() < EVERY) {
        return;
    }
    *looked = Some(Instant::now());
    let Some(now) = look(&document.from) else {
        return;
    };
    let grown = seen
        .as_ref()
        .is_some_and(|before| before.path == now.path && before.state != now.state);
    *seen = Some(now);
    if grown {
        asked.0.push(Command::Reload);
    }
}

/// The file that `from` begins with, if it is one.
fn look(from: &str) -> Option<Seen> {
    let path = Path::new(first_word(from));
    let meta = std::fs::metadata(path).ok().filter(|meta| meta.is_file())?;
    Some(Seen {
        path: path.to_path_buf(),
        state: (meta.modified().ok()?, meta.len()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::probe_log::read;
    use crate::scene;
    use crate::viewer::command::Opened;

    #[test]
    fn a_file_with_options_is_watched_and_a_name_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b.log");
        std::fs::write(&path, "one").unwrap();
        let words = format!("\"{}\" --origin 0xA9B4", path.display());
        let before = look(&words).unwrap();
        assert_eq!(before.path, path);
        std::fs::write(&path, "one and two").unwrap();
        assert_ne!(look(&words).unwrap(), before);
        assert_eq!(look("sawtooth"), None);
    }

    /// How often the watched file, which grows each time, is asked to be read again.
    fn reloads(change: impl Fn(&mut App)) -> usize {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        std::fs::write(&path, "one").unwrap();
        let from = path.display().to_string();
        let opened = Opened {
            name: "sawtooth".into(),
            source: scene::open("sawtooth").unwrap(),
            recording: None,
            from: from.clone(),
            left_out: Vec::new(),
        };
        let mut app = App::new();
        app.init_resource::<Settings>()
            .init_resource::<Logged>()
            .init_resource::<Asked>()
            .insert_resource(Followed::new(&from, true))
            .insert_resource(Document::new(&opened, 0).unwrap())
            .add_systems(Update, watch);
        change(&mut app);
        app.update();
        std::fs::write(&path, "one and two").unwrap();
        std::thread::sleep(EVERY);
        app.update();
        let asked = &app.world().resource::<Asked>().0;
        let reload = |command: &&Command| **command == Command::Reload;
        asked.iter().filter(reload).count()
    }

    #[test]
    fn what_is_followed_is_read_again_but_for_logs() {
        let log = |app: &mut App| {
            let entries = read(b"[cam] eye=(1,2,3)\n").entries;
            app.world_mut().resource_mut::<Logged>().take(entries);
        };
        let other = |app: &mut App| app.world_mut().resource_mut::<Followed>().name = None;
        let watched = |app: &mut App| {
            other(app);
            app.world_mut().resource_mut::<Settings>().watch = true;
        };
        assert_eq!(reloads(|_| ()), 1);
        assert_eq!(reloads(log), 0);
        assert_eq!(reloads(other), 0);
        assert_eq!(reloads(watched), 1);
    }
}
