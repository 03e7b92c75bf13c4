//! `sweepscope doctor`: what works on this machine and what to install.

use std::fs;
use std::path::Path;

use super::Io;
use super::display;
use super::exit::{Exit, Fault};
use super::text::entry;
use super::window::{self, Window};

/// One line of the doctor: what it looked at, and what it found or what is missing.
struct Finding {
    what: &'static str,
    result: Result<String, String>,
}

pub(super) fn run(io: &mut Io<'_>) -> Result<Exit, Fault> {
    for Finding { what, result } in findings(io.window) {
        let (word, text) = match &result {
            Ok(text) => ("ok", text),
            Err(text) => ("missing", text),
        };
        entry(io.out, 0, 26, &format!("{word:7}  {what}"), text)?;
    }
    Ok(Exit::Done)
}

fn findings(window: Option<&dyn Window>) -> Vec<Finding> {
    let mut list = Vec::new();
    let mut add = |what, result| list.push(Finding { what, result });
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    add(
        "version",
        Ok(format!(
            "sweepscope {}, {system}",
            env!("CARGO_PKG_VERSION")
        )),
    );
    add(
        "viewer",
        window
            .map(|_| "built in".to_owned())
            .ok_or_else(|| window::NO_VIEWER.to_owned()),
    );
    add("display", window::require_display());
    if window.is_some() {
        add("graphics adapter", window::require_adapter(window));
    }
    if cfg!(target_os = "linux") {
        add("window libraries", libraries());
        add("Xvfb", xvfb());
        add("file dialogs", dialogs());
    }
    add(
        "current folder",
        std::env::current_dir()
            .map_err(|error| error.to_string())
            .and_then(|folder| writable(&folder)),
    );
    if let Some(folder) = window.and_then(Window::settings_folder) {
        add("settings folder", creatable(&folder));
    }
    list
}

fn libraries() -> Result<String, String> {
    let missing = display::missing_x11_libraries();
    if missing.is_empty() {
        Ok("those of X11 are installed".to_owned())
    } else {
        Err(format!(
            "{} (only for X11); on Debian install {}",
            missing.join(", "),
            display::LIBRARY_PACKAGES
        ))
    }
}

fn xvfb() -> Result<String, String> {
    match on_path("Xvfb") {
        Some(path) => Ok(format!(
            "{path}: `xvfb-run -a sweepscope` opens the window without a screen"
        )),
        None => Err(format!(
            "only needed to open the window without a screen (pictures need none); on Debian install {}",
            display::XVFB_PACKAGE
        )),
    }
}

fn dialogs() -> Result<String, String> {
    let portal =
        Path::new("/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service").exists();
    match (portal, on_path("zenity")) {
        (true, _) => Ok("the desktop portal".to_owned()),
        (_, Some(path)) => Ok(path),
        _ => Err(
            "open and save dialogs do not appear (dropping files works); on Debian install zenity"
                .to_owned(),
        ),
    }
}

/// Where a program is.
fn on_path(program: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())?;
    Some(found.display().to_string())
}

/// Whether files can be made in `folder`, found by making one.
fn writable(folder: &Path) -> Result<String, String> {
    let file = folder.join(format!(".sweepscope-{}", std::process::id()));
    let made = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&file)
        .map(drop);
    made.and_then(|()| fs::remove_file(&file)).map_or_else(
        |error| {
            Err(format!(
                "{}: recordings and reports cannot be written there ({error}); name another place",
                folder.display()
            ))
        },
        |()| Ok(format!("{}: writable", folder.display())),
    )
}

/// Whether `folder` is there and writable, or can be made.
fn creatable(folder: &Path) -> Result<String, String> {
    let Some(existing) = folder.ancestors().find(|ancestor| ancestor.exists()) else {
        return Err(format!(
            "{}: cannot be made; settings are not kept",
            folder.display()
        ));
    };
    match writable(existing) {
        Ok(_) if existing == folder => Ok(format!("{}: writable", folder.display())),
        Ok(_) => Ok(format!("{}: can be made", folder.display())),
        Err(_) => Err(format!(
            "{}: not writable; settings are not kept",
            folder.display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_can_be_made_is_told_from_one_that_cannot() {
        let folder = tempfile::tempdir().unwrap();
        assert!(writable(folder.path()).unwrap().ends_with(": writable"));
        assert!(creatable(folder.path()).unwrap().ends_with(": writable"));
        assert!(
            creatable(&folder.path().join("a/b"))
                .unwrap()
                .ends_with(": can be made")
        );
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        writable(&file).unwrap_err();
        creatable(&file.join("a")).unwrap_err();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing is left behind"
        );
    }
}
