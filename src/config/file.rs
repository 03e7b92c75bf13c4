//! Where the settings lie, and how they are opened and saved.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::settings::Config;
use super::text::{read, write};
use crate::scene::why;

/// Name of the file in its folder.
pub const FILE: &str = "settings.ron";

/// The variable of the environment that names another folder: for portable use and for tests.
pub const FOLDER_VARIABLE: &str = "SWEEPSCOPE_CONFIG_DIR";

/// Longest file that is read, bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The folder of the settings; none where the system has no home.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    folder_or(std::env::var_os(FOLDER_VARIABLE))
}

fn folder_or(variable: Option<OsString>) -> Option<PathBuf> {
    variable
        .filter(|folder| !folder.is_empty())
        .map(PathBuf::from)
        .or_else(|| {
            directories::ProjectDirs::from("", "", "sweepscope")
                .map(|folders| folders.config_dir().to_owned())
        })
}

/// Settings, and what the user should know of their file, a line each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    /// The settings; the defaults where there is no file or none that can be read.
    pub config: Config,
    /// What could not be taken.
    pub warnings: Vec<String>,
}

/// The settings in `folder`.
///
/// A missing file is no warning. One that is no file of settings is renamed to `settings.ron.broken`, over an older one, so that saving
/// does not take from the user what can be mended by hand.
#[must_use]
pub fn open(folder: &Path) -> Opened {
    let path = folder.join(FILE);
    let text = match open_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Opened::default(),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return open_broken(&path, &error.to_string());
        }
        Err(error) => {
            return Opened {
                config: Config::default(),
                warnings: vec![format!(
                    "{}: cannot be read: {}; the settings are the default ones",
                    path.display(),
                    why(&error)
                )],
            };
        }
    };
    match read(&text) {
        Ok((config, warnings)) => {
            let file = path.display();
            let warnings = warnings.iter().map(|line| format!("{file}: {line}"));
            Opened {
                config,
                warnings: warnings.collect(),
            }
        }
        Err(problem) => open_broken(&path, &problem),
    }
}

fn open_text(path: &Path) -> io::Result<String> {
    let about = crate::scene::openable(path)?;
    if about.len() > MAX_BYTES {
        let problem = format!("{} bytes; at most {MAX_BYTES} were expected", about.len());
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    let bytes = fs::read(path)?;
    String::from_utf8(bytes)
        .map_err(|_not_text| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text"))
}

/// The defaults, after the file that is none was put aside.
fn open_broken(path: &Path, problem: &str) -> Opened {
    let aside = path.with_file_name(format!("{FILE}.broken"));
    let kept = match fs::rename(path, &aside) {
        Ok(()) => format!("it is kept as {}", aside.display()),
        Err(error) => format!("it could not be put aside: {}", why(&error)),
    };
    Opened {
        config: Config::default(),
        warnings: vec![format!(
            "{}: {problem}; the settings are the default ones, {kept}",
            path.display()
        )],
    }
}

/// Writes `config` into `folder`, which is made if it is missing.
///
/// Whoever reads the file meanwhile, or loses power, has the old one or the new one whole: it is written beside and renamed.
///
/// # Errors
/// What the system says.
pub fn save(folder: &Path, config: &Config) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let beside = folder.join(format!("{FILE}.{}.new", std::process::id()));
    let path = folder.join(FILE);
    let saved = save_text(&beside, &write(config)).and_then(|()| fs::rename(&beside, &path));
    if saved.is_err() {
        // Of what could not be written nothing stays; the first error is the one that says why.
        let _ = fs::remove_file(&beside);
    }
    saved
}

fn save_text(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::Theme;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_missing_file_is_the_default_and_a_saved_one_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("of sweepscope");
        assert_eq!(open(&folder), Opened::default());
        assert!(!folder.exists(), "opening makes nothing");
        let mut config = Config {
            theme: Theme::Light,
            ..Config::default()
        };
        save(&folder, &config).unwrap();
        config.recent.push("sawtooth");
        save(&folder, &config).unwrap();
        assert_eq!(open(&folder).config, config);
        assert_eq!(names(&folder), ["settings.ron"]);
    }

    #[test]
    fn a_broken_file_is_put_aside_with_one_warning() {
        for bytes in [&b"(version: 1, theme:"[..], b"\xff\xfe", &[b'('; 2 << 20]] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(FILE);
            fs::write(&path, bytes).unwrap();
            let opened = open(folder.path());
            assert_eq!(opened.config, Config::default());
            assert_eq!(opened.warnings.len(), 1, "{opened:?}");
            assert!(
                opened.warnings[0].contains("settings.ron.broken"),
                "{opened:?}"
            );
            assert_eq!(names(folder.path()), ["settings.ron.broken"]);
            assert_eq!(
                fs::read(folder.path().join("settings.ron.broken")).unwrap(),
                bytes
            );
            // It is told of once.
            assert_eq!(open(folder.path()), Opened::default());
        }
    }

    #[test]
    fn warnings_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "(version: 1, scale_percent: 10)").unwrap();
        let opened = open(folder.path());
        assert_eq!(opened.config.scale_percent, 75);
        assert!(
            opened.warnings[0].contains("settings.ron: scale_percent: 10"),
            "{opened:?}"
        );
        assert_eq!(names(folder.path()), ["settings.ron"]);
    }

    #[test]
    fn what_cannot_be_saved_leaves_nothing_and_takes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        // A folder stands where the file should be.
        fs::create_dir(folder.path().join(FILE)).unwrap();
        fs::write(folder.path().join(FILE).join("inside"), "").unwrap();
        assert!(save(folder.path(), &Config::default()).is_err());
        assert_eq!(names(folder.path()), ["settings.ron"]);
        let opened = open(folder.path());
        assert_eq!(opened.config, Config::default());
        assert!(opened.warnings[0].contains("it is a folder"), "{opened:?}");
    }

    #[test]
    fn the_variable_wins_over_the_platform() {
        assert_eq!(folder_or(Some("/a/b".into())), Some(PathBuf::from("/a/b")));
        let platform = folder_or(None);
        assert_eq!(folder_or(Some(OsString::new())), platform);
        if let Some(folder) = platform {
            let shown = folder.display().to_string();
            assert!(
                shown.contains("sweepscope") && folder.is_absolute(),
                "{shown}"
            );
        }
    }
}
