//! Files that may not be read: exit code 3, and one line that names them.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output};

use sweepscope::formats::dat::write::sample::{FILES, sample};

/// A user without rights: root is asked for no permission.
const NOBODY: u32 = 65534;

/// Runs the program in `folder` as somebody who may not read everything; `None` where nobody like that can run it.
fn run(folder: &std::path::Path, line: &str) -> Option<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepscope"));
    command.current_dir(folder).args(line.split_whitespace());
    // Whoever may read the file anyway is root.
    if fs::File::open(folder.join("closed")).is_ok() {
        command.uid(NOBODY);
    }
    command.output().ok()
}

#[test]
fn what_may_not_be_read_is_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let rights = |path: &std::path::Path, mode: u32| {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    rights(at, 0o755);
    for name in [
        "closed",
        "closed.obj",
        "closed.ron",
        "closed.dat",
        "closed.jsonl",
        "closed.sweep",
    ] {
        fs::write(at.join(name), "v 0 0 0\n").unwrap();
        rights(&at.join(name), 0o000);
    }
    fs::write(
        at.join("open.jsonl"),
        "{\"tick\":1,\"input\":{\"currentPos\":[0,0,0]}}\n",
    )
    .unwrap();
    fs::create_dir(at.join("dat")).unwrap();
    for (name, bytes) in FILES.iter().zip(sample()) {
        fs::write(at.join("dat").join(name), bytes).unwrap();
        rights(&at.join("dat").join(name), 0o000);
    }
    let Some(first) = run(at, "inspect closed") else {
        eprintln!("skipped: nobody but root can run the program here");
        return;
    };
    if String::from_utf8_lossy(&first.stdout).contains("mesh") {
        eprintln!("skipped: everybody may read everything here");
        return;
    }
    for (line, file) in [
        ("inspect closed", "closed"),
        ("inspect closed.obj", "closed.obj"),
        ("inspect closed.dat", "closed.dat"),
        ("inspect closed.dat --id 0x01000001", "closed.dat"),
        ("inspect closed.sweep", "closed.sweep"),
        ("inspect dat", "client_"),
        ("import closed.obj -o a.ron", "closed.obj"),
        ("import dat --id 0x01000001 -o a.ron", "client_"),
        ("run closed.ron", "closed.ron"),
        ("replay closed.jsonl --geometry sawtooth", "closed.jsonl"),
        ("replay open.jsonl --geometry closed.obj", "closed.obj"),
    ] {
        let ran = run(at, line).unwrap();
        let err = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(3), "{line}: {err}");
        let last = err.lines().last().unwrap();
        assert!(
            last.starts_with("error: ") && last.contains(file),
            "{line}: {err}"
        );
        assert!(last.to_lowercase().contains("permi"), "{line}: {err}");
    }
}
