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
