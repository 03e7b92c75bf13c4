//! The open file, read again whenever it changes: a scene that is edited elsewhere, a log or a capture that grows.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;

use super::ViewSystems;
use super::command::{Asked, Command};
use super::document::Document;
use super::settings::Settings;

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(400);

/// Watches while it is asked to.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, watch.in_set(ViewSystems::Follow));
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
    mut asked: ResMut<Asked>,
    mut seen: Local<Option<Seen>>,
    mut looked: Local<Option<Instant>>,
) {
    let (true, Some(document)) = (settings.watch, document) else {
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
    let first = from.split(" --").next().unwrap_or(from).trim();
    let path = Path::new(first.trim_matches('"'));
    let meta = std::fs::metadata(path).ok().filter(|meta| meta.is_file())?;
    Some(Seen {
        path: path.to_path_buf(),
        state: (meta.modified().ok()?, meta.len()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
