//! What may be written where.

use std::fs;
use std::path::Path;

use sweepscope::cli::Exit;

use super::{WALL, scene_text, sweepscope};

/// Commands that write a file of each kind: the words before its name, and a name for it.
const WRITERS: [(&str, &str); 12] = [
    ("run @/s.ron --csv", "a.csv"),
    ("run @/s.ron --trace", "a.jsonl"),
    ("run @/s.ron --record", "a.sweep"),
    ("report @/s.ron -o", "a.html"),
    ("export @/s.ron -o", "a.obj"),
    ("export @/s.ron -o", "a.glb"),
    ("export @/s.ron -o", "a.ron"),
    ("import @/m.obj -o", "b.ron"),
    ("export-test @/s.ron --as rust -o", "a.rs"),
    ("export-test @/s.ron --as csharp -o", "a.cs"),
    ("export-test @/s.ron --as ron -o", "c.ron"),
    (
        "vary @/s.ron --param hz=50,100 --measure gap --svg",
        "a.svg",
    ),
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("s.ron"), scene_text(WALL)).unwrap();
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    fs::write(folder.path().join("m.obj"), mesh).unwrap();
    folder
}

/// A command line in which `@` is `folder`.
fn ran(folder: &Path, line: &str) -> super::Ran {
    let at = folder.to_str().unwrap();
    sweepscope(line.split(' ').map(|word| word.replace('@', at)))
}

#[track_caller]
fn done(folder: &Path, line: &str) {
    let ran = ran(folder, line);
    assert_eq!(ran.exit, Exit::Done, "{line}: {}", ran.err);
}

#[track_caller]
fn refused(folder: &Path, line: &str, wanted: &str) {
    let ran = ran(folder, line);
    assert_eq!(ran.exit, Exit::BadInput, "{line}");
    assert!(ran.error().contains(wanted), "{line}: {}", ran.err);
}

#[test]
fn own_work_is_written_over_and_that_of_others_only_by_force() {
    let folder = folder();
    let folder = folder.path();
    for (command, name) in WRITERS {
        let line = format!("{command} @/{name}");
        let path = folder.join(name);
        done(folder, &line);
        let first = fs::read(&path).unwrap();
        done(folder, &line);
        assert_eq!(fs::read(&path).unwrap(), first, "{line}: another time");
        fs::write(&path, "").unwrap();
        done(folder, &line);
        fs::write(&path, "x,y\nmine\n").unwrap();
        refused(folder, &line, "--force writes over it");
        assert_eq!(fs::read(&path).unwrap(), b"x,y\nmine\n", "{line}");
        done(folder, &format!("{line} --force"));
        assert_eq!(fs::read(&path).unwrap(), first, "{line}: by force");
    }
}

/// What another command wrote is as little to be written over as what others did.
#[test]
fn a_file_of_another_kind_is_kept_whatever_it_is_called() {
    let folder = folder();
    let folder = folder.path();
    for (command, name) in WRITERS {
        done(folder, &format!("{command} @/{name}"));
    }
    for (command, name) in WRITERS.into_iter().take(4) {
        for (_, other) in WRITERS.into_iter().filter(|(_, other)| *other != name) {
            let plain = folder.join("plain");
            let bytes = fs::read(folder.join(other)).unwrap();
            fs::write(&plain, &bytes).unwrap();
            refused(
                folder,
                &format!("{command} @/plain"),
                "it is there and is no",
            );
            assert_eq!(fs::read(&plain).unwrap(), bytes, "{command} over {other}");
        }
    }
    // Scenes and GLBs that somebody else made.
    fs::write(folder.join("hand.ron"), scene_text(WALL)).unwrap();
    refused(folder, "export @/s.ron -o @/hand.ron", "--force");
    refused(folder, "import @/m.obj -o @/hand.ron", "--force");
    let made = fs::read(folder.join("a.glb")).unwrap();
    let name = b"Sweepscope";
    let at = made.windows(name.len()).position(|bytes| bytes == name);
    let mut other = made.clone();
    other[at.unwrap()] = b'X';
    fs::write(folder.join("a.glb"), other).unwrap();
    refused(folder, "export @/s.ron -o @/a.glb", "is no GLB of `export`");
}

#[test]
fn an_ending_of_another_kind_is_refused() {
    let folder = folder();
    let folder = folder.path();
    for (command, name) in WRITERS.into_iter().take(4) {
        let ending = name.split_once('.').unwrap().1;
        for other in ["new.ron", "new.OBJ", "new.dat", "new.png"] {
            let wanted = format!("one that ends in .{ending} was expected, or --force");
            refused(folder, &format!("{command} @/{other}"), &wanted);
            assert!(!folder.join(other).exists(), "{command}: {other}");
        }
        // An ending that says nothing is nobody's.
        done(folder, &format!("{command} @/{ending}.txt"));
    }
    done(folder, "run @/s.ron --csv @/new.ron --force");
    // Where the ending decides what is written, force is no help.
    refused(
        folder,
        "export @/s.ron -o @/a.gltf --force",
        ".obj, .glb or .ron",
    );
    refused(
        folder,
        "import @/m.obj -o @/a.txt --force",
        "ends in .ron was expected",
    );
    refused(
        folder,
        "shot @/s.ron --tick 1 -o @/a.jpg --force",
        "ends in .png was expected",
    );
}

#[test]
fn what_is_read_is_kept_even_by_force() {
    let folder = folder();
    let folder = folder.path();
    for line in [
        "run @/s.ron --csv @/s.ron --force",
        "run @/s.ron --record @/./s.ron --force",
        "report @/s.ron -o @/s.ron --force",
        "export @/s.ron -o @/s.ron --force",
        "shot @/s.ron --tick 1 -o @/s.ron --force",
        "vary @/s.ron --param hz=50,100 --measure gap --csv @/s.ron --force",
    ] {
        let ran = ran(folder, line);
        assert_eq!(ran.exit, Exit::BadInput, "{line}");
        let text = fs::read_to_string(folder.join("s.ron")).unwrap();
        assert_eq!(text, scene_text(WALL), "{line}");
    }
    refused(
        folder,
        "run @/s.ron --csv @/s.ron --force",
        "it is the file that is read",
    );
}
