//! Is there a display that a window could open on? Answered without opening one.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Debian packages with the libraries that the window loads at run time.
pub(super) const LIBRARY_PACKAGES: &str =
    "libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0";

/// Debian package with Mesa's Vulkan drivers, among them the one that draws without a graphics card.
pub(super) const DRIVER_PACKAGE: &str = "mesa-vulkan-drivers";

/// Debian package with the X server that draws to memory.
pub(super) const XVFB_PACKAGE: &str = "xvfb";

/// Libraries that the window loads when it opens on X11.
const X11_LIBRARIES: &[&str] = &[
    "libX11.so.6",
    "libX11-xcb.so.1",
    "libXcursor.so.1",
    "libXi.so.6",
    "libxkbcommon-x11.so.0",
];

/// The display's name in words, or what is missing.
pub(super) fn display() -> Result<String, String> {
    if !cfg!(target_os = "linux") {
        return Ok("the system's own".to_owned());
    }
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(socket) = wayland_socket(set("WAYLAND_DISPLAY"), set("XDG_RUNTIME_DIR"))
        && connects(&socket)
    {
        return Ok(format!("Wayland at {}", socket.display()));
    }
    let Some(name) = set("DISPLAY") else {
        return Err("there is no display (neither WAYLAND_DISPLAY nor DISPLAY is set)".to_owned());
    };
    let name = name.to_string_lossy().into_owned();
    let answers = match parse_x11(&name) {
        Some((host, number)) if host.is_empty() || host == "unix" => {
            connects(Path::new(&format!("/tmp/.X11-unix/X{number}"))) || connects_abstract(number)
        }
        Some((host, number)) => connects_tcp(host, number),
        None => false,
    };
    if !answers {
        return Err(format!("no X server answers at DISPLAY={name}"));
    }
    let missing = missing_x11_libraries();
    if !missing.is_empty() {
        return Err(format!(
            "the X server at {name} cannot be used without {}",
            missing.join(", ")
        ));
    }
    Ok(format!("X11 at {name}"))
}

/// Libraries of the window that the loader does not know; empty where it keeps no list to look in.
pub(super) fn missing_x11_libraries() -> Vec<&'static str> {
    match std::fs::read("/etc/ld.so.cache") {
        Ok(cache) => missing_in(&cache),
        Err(_) => Vec::new(),
    }
}

fn missing_in(cache: &[u8]) -> Vec<&'static str> {
    // Each name stands in the list with a zero byte on both sides, or after the folder's last slash.
    let known = |name: &&str| {
        let mut needle = name.as_bytes().to_vec();
        needle.push(0);
        cache.windows(needle.len()).any(|window| window == needle)
    };
    X11_LIBRARIES
        .iter()
        .copied()
        .filter(|name| !known(name))
        .collect()
}

/// Where Wayland's socket is: an absolute name, or a name below the runtime folder.
fn wayland_socket(display: Option<OsString>, runtime: Option<OsString>) -> Option<PathBuf> {
    let display = PathBuf::from(display?);
    if display.is_absolute() {
        return Some(display);
    }
    Some(Path::new(&runtime?).join(display))
}

/// Host and display number of `HOST:NUMBER.SCREEN`.
fn parse_x11(name: &str) -> Option<(&str, u16)> {
    let (host, rest) = name.rsplit_once(':')?;
    let number = rest.split('.').next()?.parse().ok()?;
    Some((host, number))
}

#[cfg(unix)]
fn connects(socket: &Path) -> bool {
    std::os::unix::net::UnixStream::connect(socket).is_ok()
}

#[cfg(not(unix))]
fn connects(_socket: &Path) -> bool {
    false
}

/// Some X servers listen only under a name that is no file.
#[cfg(target_os = "linux")]
fn connects_abstract(number: u16) -> bool {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::net::{SocketAddr, UnixStream};
    SocketAddr::from_abstract_name(format!("/tmp/.X11-unix/X{number}"))
        .is_ok_and(|address| UnixStream::connect_addr(&address).is_ok())
}

#[cfg(not(target_os = "linux"))]
fn connects_abstract(_number: u16) -> bool {
    false
}

/// X over the network, as `ssh -X` sets it up: display N is port 6000 + N.
fn connects_tcp(host: &str, number: u16) -> bool {
    use std::net::{TcpStream, ToSocketAddrs as _};
    let Some(port) = number.checked_add(6000) else {
        return false;
    };
    let Ok(addresses) = (host.trim_matches(['[', ']']), port).to_socket_addrs() else {
        return false;
    };
    addresses
        .into_iter()
        .any(|address| TcpStream::connect_timeout(&address, Duration::from_secs(2)).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_are_read_as_x_reads_them() {
        assert_eq!(parse_x11(":0"), Some(("", 0)));
        assert_eq!(parse_x11(":99.1"), Some(("", 99)));
        assert_eq!(parse_x11("localhost:10.0"), Some(("localhost", 10)));
        assert_eq!(parse_x11("[::1]:10"), Some(("[::1]", 10)));
        assert_eq!(parse_x11("nonsense"), None);
        assert_eq!(parse_x11(":x"), None);
    }

    #[test]
    fn waylands_socket_is_below_the_runtime_folder_unless_absolute() {
        let of = |display: &str, runtime: Option<&str>| {
            wayland_socket(Some(display.into()), runtime.map(Into::into))
        };
        assert_eq!(
            of("wayland-0", Some("/run/user/1")),
            Some(PathBuf::from("/run/user/1/wayland-0"))
        );
        assert_eq!(of("/run/w", None), Some(PathBuf::from("/run/w")));
        assert_eq!(of("wayland-0", None), None);
    }

    #[test]
    fn a_library_is_known_by_its_whole_name() {
        let cache = b"\0libX11.so.6\0/usr/lib/libX11.so.6\0libXi.so.60\0libXcursor.so.1\0";
        assert_eq!(
            missing_in(cache),
            ["libX11-xcb.so.1", "libXi.so.6", "libxkbcommon-x11.so.0"]
        );
        assert_eq!(missing_in(b"").len(), X11_LIBRARIES.len());
    }
}
