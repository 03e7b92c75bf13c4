//! The program itself, in a process of its own.

use std::io::Read as _;
use std::process::{Command, Output, Stdio};

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepscope"));
    // No display, whatever the tests run on.
    command
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("RUST_LOG")
        // A layer of Mesa's would complain of that on stderr.
        .env_remove("XDG_RUNTIME_DIR")
        .env_remove("NODEVICE_SELECT")
        .stdin(Stdio::null());
    command
}

fn output(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

#[test]
fn exit_codes_reach_the_caller() {
    let code = |args: &[&str]| output(args).status.code();
    assert_eq!(code(&["run", "sawtooth", "--ticks", "10"]), Some(0));
    assert_eq!(
        code(&["diff", "sawtooth", "--a", "retail", "--b", "legacy"]),
        Some(1)
    );
    assert_eq!(code(&["run", "nonsense"]), Some(2));
    assert_eq!(code(&["help", "measures"]), Some(0));
}

#[test]
fn results_and_errors_go_their_own_ways() {
    let good = output(&["run", "sawtooth", "--ticks", "10", "--json"]);
    assert!(good.stderr.is_empty());
    let run: serde_json::Value = serde_json::from_slice(&good.stdout).unwrap();
    assert_eq!(run["ticks"], 10);
    let bad = output(&["run", "nonsense", "--json"]);
    assert!(bad.stdout.is_empty() && bad.stderr.starts_with(b"error: nonsense: "));
}

/// As `sweepscope help policies | head -1`.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = program()
        .args(["explain", "sawtooth", "--tick", "50"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

/// A full disk behind standard output is told, and is the machine's fault.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_told() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let ran = program()
        .args(["help", "measures"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(3));
    assert!(
        ran.stderr.starts_with(b"error: standard output: "),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

/// Runs the program in a folder of its own, where it may leave a report.
fn in_folder(args: &[&str]) -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().unwrap();
    let output = program()
        .args(args)
        .current_dir(folder.path())
        .output()
        .unwrap();
    (folder, output)
}

/// Without a display the program says what is missing, runs the scene here, and leaves a report.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_scene_is_run_here() {
    for (args, lane) in [
        (&[][..], "equal-slices+no-adjust"),
        (&["corridor_clip"][..], "retail"),
    ] {
        let (folder, ran) = in_folder(args);
        let (out, err) = (
            String::from_utf8(ran.stdout).unwrap(),
            String::from_utf8(ran.stderr).unwrap(),
        );
        // Graphics libraries may say there what they miss.
        assert!(!err.contains("error: "), "{err}");
        assert_eq!(ran.status.code(), Some(0), "{out}");
        let sentence = out.lines().next().unwrap();
        assert!(sentence.starts_with("No window can be opened: "), "{out}");
        assert!(sentence.contains("libx11-6"), "{sentence}");
        assert!(out.lines().any(|line| line.starts_with(lane)), "{out}");
        assert!(
            out.lines()
                .last()
                .unwrap()
                .contains("./sweepscope-report.html"),
            "{out}"
        );
        let page = std::fs::read_to_string(folder.path().join("sweepscope-report.html")).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.contains(lane));
    }
}

/// A scene that cannot be read is an error, with a display or without.
#[test]
fn a_scene_that_is_none_leaves_no_report() {
    let (folder, ran) = in_folder(&["nonsense"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(ran.stdout.is_empty() && ran.stderr.starts_with(b"error: nonsense: "));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Where the folder may not be written to, the table is what was asked for.
#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_told() {
    let ran = program().current_dir("/proc").output().unwrap();
    let out = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(0), "{out}");
    assert!(out.starts_with("No window"), "{out}");
    let last = out.lines().last().unwrap();
    assert!(
        last.starts_with("There is no page") && last.contains("./sweepscope-report.html: "),
        "{out}"
    );
}

/// At a terminal a run works as it does behind a pipe; `script` of util-linux makes one.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_no_trouble() {
    let program = env!("CARGO_BIN_EXE_sweepscope");
    let line = format!("'{program}' run sawtooth --ticks 5");
    let ran = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::null())
        .output();
    let Ok(ran) = ran else {
        eprintln!("not run: there is no `script` here");
        return;
    };
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && out.contains("Sawtooth"), "{out}");
}
