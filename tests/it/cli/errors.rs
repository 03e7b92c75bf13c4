//! What goes wrong: one line with file, line, column, field and reason, and an exit code that says whose fault it is.

use std::fs;
use std::path::{Path, PathBuf};

use sweepscope::cli::Exit;
use sweepscope::scene::shipped::find;

use super::{Ran, WALL, scene_text, sweepscope};

/// A folder with one scene in it.
struct Scene {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Scene {
    fn new(text: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.ron");
        fs::write(&path, text).unwrap();
        Self {
            _folder: folder,
            path,
        }
    }

    fn run(&self) -> Ran {
        sweepscope([Path::new("run"), &self.path])
    }
}

/// The error of a scene, without the folder: `x.ron:LINE:COLUMN: ..`.
#[track_caller]
fn scene_error(text: impl AsRef<[u8]>) -> String {
    let scene = Scene::new(text);
    let ran = scene.run();
    assert_eq!(ran.exit, Exit::BadInput);
    let error = ran.error();
    let folder = format!("{}/", scene.path.parent().unwrap().display());
    error
        .strip_prefix(&folder)
        .unwrap_or_else(|| panic!("it does not begin with the file: {error}"))
        .to_owned()
}

#[test]
fn errors_of_scenes_name_line_column_and_field() {
    let good = scene_text(WALL);
    let line = |part: &str| good.lines().position(|line| line.contains(part)).unwrap() + 1;
    // What is changed, into what, the line and field that are named, and a part of the reason.
    let table = [
        ("hz: 100", "hz: 0", "hz: 100", "hz", "1 to 10"),
        ("hz: 100", "hz: NaN", "hz: 100", "hz", ""),
        (
            "hz: 100",
            "herz: 100",
            "hz: 100",
            "herz",
            "unknown field `herz`",
        ),
        ("Seconds(0.5)", "Seconds(inf)", "length:", "length", ""),
        ("Seconds(0.5)", "Seconds(1e30)", "length:", "length", ""),
        (
            "-1.91, -3.5",
            "NaN, -3.5",
            "Polygons",
            "objects[0].shape",
            "finite",
        ),
        (
            "(5, -1.91, 6.5)",
            "(5, 1e7, 6.5)",
            "Polygons",
            "objects[0].shape",
            "",
        ),
        (
            "\"retail\"",
            "\"retial\"",
            "name: \"a\"",
            "lanes[0].policy",
            "unknown preset `retial`",
        ),
        (
            "name: \"b\"",
            "name: \"a\"",
            "name: \"b\"",
            "lanes[1].name",
            "twice",
        ),
        (
            "version: 1",
            "version: 9",
            "version",
            "version",
            "version 9 is not known",
        ),
    ];
    for (from, to, place, field, reason) in table {
        let error = scene_error(good.replacen(from, to, 1));
        let mut parts = error.splitn(4, ':');
        assert_eq!(parts.next(), Some("x.ron"), "{to}: {error}");
        assert_eq!(
            parts.next(),
            Some(line(place).to_string().as_str()),
            "{to}: {error}"
        );
        assert!(
            parts.next().unwrap().parse::<u32>().unwrap() >= 1,
            "{to}: {error}"
        );
        let rest = parts.next().unwrap().trim_start();
        assert!(rest.starts_with(field), "{to}: {error}");
        assert!(rest.contains(reason), "{to}: {error}");
    }
}

#[test]
fn what_is_no_scene_is_refused_with_its_place() {
    for (text, told) in [
        ("", "the file is empty; a scene was expected"),
        (" \n\n", "the file is empty; a scene was expected"),
        (
            "{\"version\":1}",
            "JSON of no kind that is read here; a scene was expected",
        ),
        (
            "v 0 0 0\n",
            "an OBJ mesh, not a scene; `sweepscope import` makes a scene of it",
        ),
        (
            "\u{0}\u{1}\u{2}",
            "binary data of no kind that is read here; a scene was expected",
        ),
    ] {
        assert_eq!(scene_error(text), format!("x.ron: {told}"), "{text:?}");
    }
    for text in [
        "Scene(",
        "Scene(version: 1)",
        "Sceen(version: 1)",
        "// a\n(version: 1",
    ] {
        let error = scene_error(text);
        assert!(error.starts_with("x.ron:"), "{text:?}: {error}");
        let line: u32 = error.split(':').nth(1).unwrap().parse().unwrap();
        assert!(line >= 1);
    }
    let junk: Vec<u8> = (0..4096_u32)
        .map(|k| (k.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    assert!(scene_error(junk).contains("binary data"));
    assert_eq!(
        scene_error(b"Scene(title: \"\xe9\""),
        "x.ron:1:15: scene: not UTF-8 text"
    );
    let deep = format!("Scene(objects: {}", "[".repeat(200_000));
    scene_error(deep);
}

#[test]
fn a_missing_mesh_is_named_at_its_place_in_the_scene() {
    let error = scene_error(scene_text("Mesh(file: \"gone.obj\")"));
    assert!(error.starts_with("x.ron:7:"), "{error}");
    assert!(
        error.contains("objects[0].shape.file") && error.contains("gone.obj"),
        "{error}"
    );
}

#[test]
fn names_that_are_none_name_what_may_be_meant() {
    let ran = sweepscope(["run", "sawtoth"]);
    assert_eq!(ran.exit, Exit::BadInput);
    assert_eq!(
        ran.error(),
        "sawtoth: neither a file nor a shipped scene; did you mean sawtooth? `sweepscope help scenes` lists those"
    );
    let list = sweepscope(["help", "scenes"]).out;
    for name in ["sawtooth", "corpus/a4", "wall_press_flat"] {
        let begins = |line: &str| line.split_whitespace().next() == Some(name);
        assert!(list.lines().any(begins), "{name}");
    }
    let many = sweepscope(["run", "corpus/a"]);
    let (_, named) = many.error().split_once("did you mean ").unwrap();
    let named = named.split_once('?').unwrap().0;
    assert_eq!(named.matches("corpus/a").count(), 5, "{named}");
    let ran = sweepscope(["run", "no/such/file.ron"]);
    assert_eq!(ran.exit, Exit::BadInput);
    assert!(ran.error().starts_with("no/such/file.ron: "), "{}", ran.err);
    let folder = tempfile::tempdir().unwrap();
    for command in ["run", "inspect"] {
        let ran = sweepscope([Path::new(command), folder.path()]);
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(ran.error().contains("folder"), "{}", ran.err);
    }
}

#[test]
fn lanes_that_are_none_list_what_is_known() {
    let ran = sweepscope(["run", "sawtooth", "--lanes", "retail,retial"]);
    assert_eq!(ran.exit, Exit::BadInput);
    let error = ran.error();
    assert!(
        error.contains("`retial` is neither a lane (retail, equal-slices,")
            && error.contains("unknown preset"),
        "{error}"
    );
    for words in ["retail,retail", "", ",", "retail,", "retail+steps=one"] {
        let ran = sweepscope(["run", "sawtooth", "--lanes", words]);
        assert_eq!(ran.exit, Exit::BadInput, "{words}");
        ran.error();
    }
}

#[test]
fn places_that_a_run_does_not_have_are_refused() {
    let table: [&[&str]; 5] = [
        &["explain", "sawtooth", "--tick", "1440"],
        &["explain", "sawtooth", "--tick", "5", "--sweep", "2"],
        &["explain", "sawtooth", "--tick", "5", "--sweep", "0"],
        &["run", "sawtooth", "--window", "0..1441"],
        &["run", "sawtooth", "--ticks", "10", "--window", "5..11"],
    ];
    for args in table {
        let ran = sweepscope(args);
        assert_eq!(ran.exit, Exit::BadInput, "{args:?}");
        assert!(ran.error().starts_with("--"), "{}", ran.err);
    }
}

#[test]
fn usage_is_refused_with_the_usage() {
    let table: [&[&str]; 14] = [
        &["run"],
        &["run", "sawtooth", "--nonsense"],
        &["run", "sawtooth", "more"],
        &["run", "sawtooth", "--ticks", "0"],
        &["run", "sawtooth", "--ticks", "99999999999999999999"],
        &["run", "sawtooth", "--ticks", "-1"],
        &["run", "sawtooth", "--hz", "NaN"],
        &["run", "sawtooth", "--hz", "10001"],
        &["run", "sawtooth", "--window", "5..5"],
        &["explain", "sawtooth"],
        &["diff", "sawtooth", "--a", "retail"],
        &[
            "diff",
            "sawtooth",
            "--a",
            "retail",
            "--b",
            "retail",
            "--tolerance",
            "NaN",
        ],
        &[
            "diff",
            "sawtooth",
            "--a",
            "retail",
            "--b",
            "retail",
            "--tolerance",
            "-1",
        ],
        &[
            "shot", "sawtooth", "--tick", "1", "-o", "a.png", "--size", "0x0",
        ],
    ];
    for args in table {
        let ran = sweepscope(args);
        assert_eq!(ran.exit, Exit::BadInput, "{args:?}");
        assert!(
            ran.out.is_empty() && ran.err.starts_with("error: "),
            "{args:?}: {}",
            ran.err
        );
    }
}

/// A value below zero is out of range, not a strange option; and what is repeated is not repeated at any length.
#[test]
fn odd_numbers_are_told_what_was_expected() {
    for (args, wanted) in [
        (["run", "sawtooth", "--ticks", "-1"], "from 1 to 10000000"),
        (["run", "sawtooth", "--hz", "-60"], "from 1 to 10000"),
        (["run", "sawtooth", "--window", "-1..5"], "two ticks A..B"),
        (
            ["explain", "sawtooth", "--tick", "-1"],
            "invalid value '-1'",
        ),
    ] {
        let ran = sweepscope(args);
        assert!(ran.err.contains(wanted), "{args:?}: {}", ran.err);
        assert!(!ran.err.contains("unexpected"), "{args:?}: {}", ran.err);
    }
    let long = "9".repeat(301);
    let ran = sweepscope(["run", "sawtooth", "--hz", &long]);
    assert!(
        ran.err.contains("9..") && ran.err.len() < 300,
        "{}",
        ran.err
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.ron");
    let moves = find("off_centre_small_control").unwrap().text;
    for (known, odd, wanted) in [
        (
            "count: 12",
            "count: 1e300",
            "1.000e300 is not a whole number of ticks from 1",
        ),
        (
            "version: 1,",
            "version: 99999999999,",
            "from 0 to 4294967295 was expected",
        ),
        (
            "version: 1,",
            "version: -1,",
            "from 0 to 4294967295 was expected",
        ),
    ] {
        let text = moves.replace(known, odd);
        assert_ne!(text, moves);
        fs::write(&path, text).unwrap();
        let ran = sweepscope([Path::new("run"), &path]);
        let error = ran.error();
        assert!(error.contains(wanted) && error.len() < 300, "{error}");
    }
}

#[test]
fn results_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for flag in ["--csv", "--trace", "--record"] {
        for place in [here("no/such/folder/f"), here("")] {
            let ran = sweepscope(["run", "sawtooth", "--ticks", "5", flag, &place]);
            assert_eq!(ran.exit, Exit::BadInput, "{flag} {place}");
            assert!(
                ran.error().starts_with(place.trim_end_matches('/')),
                "{}",
                ran.err
            );
        }
    }
    let same = sweepscope([
        "run",
        "sawtooth",
        "--csv",
        &here("f"),
        "--trace",
        &here("f"),
    ]);
    assert_eq!(same.exit, Exit::BadInput);
    let scene = here("s.ron");
    fs::write(&scene, scene_text(WALL)).unwrap();
    let over = sweepscope(["run", &scene, "--csv", &scene]);
    assert_eq!(over.exit, Exit::BadInput);
    assert!(
        over.error().ends_with("it is the file that is read"),
        "{}",
        over.err
    );
    assert_eq!(fs::read_to_string(&scene).unwrap(), scene_text(WALL));
}

/// A disk that is full is the machine's fault, wherever the results go.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_the_environment() {
    let full = sweepscope(["run", "sawtooth", "--csv", "/dev/full"]);
    assert_eq!(full.exit, Exit::Environment);
    assert!(full.error().starts_with("/dev/full: "), "{}", full.err);
}

/// Names that are not text end in an error like any other.
#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let name = OsStr::from_bytes(b"a\xff\n.ron");
    for command in ["run", "inspect"] {
        let ran = sweepscope([OsStr::new(command), name]);
        assert_eq!(ran.exit, Exit::BadInput);
        ran.error();
    }
}

#[test]
fn a_word_that_is_no_subcommand_lists_them() {
    let ran = sweepscope(["runn", "sawtooth"]);
    assert_eq!(ran.exit, Exit::BadInput);
    assert!(
        ran.error()
            .starts_with("`runn` is no subcommand; did you mean run? known: run, check,"),
        "{}",
        ran.err
    );
    let ran = sweepscope(["runn"]);
    assert_eq!(ran.exit, Exit::BadInput);
    let error = ran.error();
    assert!(
        error.starts_with("runn: neither a file nor a shipped scene;"),
        "{error}"
    );
    assert!(error.contains("; subcommands: run, check,"), "{error}");
}

/// Whatever it is called, a folder is told from a name that is not there.
#[test]
fn folders_and_binary_data_are_told_for_what_they_are() {
    for name in [".", "/"] {
        let ran = sweepscope(["run", name]);
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(ran.error().ends_with("it is a folder"), "{}", ran.err);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.obj");
    fs::write(&path, b"v 0 0 0\nf \0\0").unwrap();
    for args in [vec!["inspect"], vec!["import", "-o", "/nowhere/x.ron"]] {
        let args = args
            .into_iter()
            .map(std::ffi::OsString::from)
            .chain([path.clone().into()]);
        let ran = sweepscope(args);
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(ran.error().contains("binary data"), "{}", ran.err);
    }
}

/// A thing without an end is not read to its end, and a pipe that nobody writes to is not waited for.
#[cfg(target_os = "linux")]
#[test]
fn pipes_and_devices_are_no_input() {
    let folder = tempfile::tempdir().unwrap();
    let pipes = ["x.ron", "x.sweep", "x.obj"].map(|name| folder.path().join(name));
    for pipe in &pipes {
        let made = std::process::Command::new("mkfifo").arg(pipe).status();
        assert!(made.unwrap().success());
    }
    let named = [Path::new("/dev/null"), Path::new("/dev/zero")];
    for path in named
        .into_iter()
        .chain(pipes.iter().map(|pipe| pipe.as_path()))
    {
        for command in ["run", "inspect", "check"] {
            let ran = sweepscope([Path::new(command), path]);
            assert!(
                ran.err.contains("a regular file was expected"),
                "{}",
                ran.err
            );
            assert_ne!(ran.exit, Exit::Done);
        }
    }
}

/// Whatever path leads there, no result goes over a file that the scene needs.
#[cfg(unix)]
#[test]
fn what_a_scene_needs_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    fs::write(here("m.obj"), mesh).unwrap();
    let scene = scene_text("Mesh(file: \"m.obj\")").replace(
        "    version: 1,\n",
        "    version: 1,\n    control: \"c.ron\",\n",
    );
    fs::write(here("s.ron"), scene).unwrap();
    fs::write(here("c.ron"), scene_text(WALL)).unwrap();
    std::os::unix::fs::symlink(here("m.obj"), here("link")).unwrap();
    for target in ["m.obj", "./m.obj", "link", "c.ron"] {
        let target = here(target);
        let commands: [&[&str]; 4] = [
            &["run", &here("s.ron"), "--csv", &target],
            &["run", &here("s.ron"), "--trace", &target],
            &["run", &here("s.ron"), "--record", &target],
            &["report", &here("s.ron"), "-o", &target],
        ];
        for args in commands {
            let ran = sweepscope(args);
            assert_eq!(ran.exit, Exit::BadInput, "{args:?}");
            assert!(
                ran.err.ends_with("it is the file that is read\n"),
                "{}",
                ran.err
            );
        }
    }
    assert_eq!(fs::read_to_string(here("m.obj")).unwrap(), mesh);
    assert_eq!(fs::read_to_string(here("c.ron")).unwrap(), scene_text(WALL));
}

#[test]
fn meshes_without_a_face_are_refused_at_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("s.ron");
    fs::write(&scene, scene_text("Mesh(file: \"m.obj\")")).unwrap();
    let table: [(&[u8], &str); 3] = [
        (b"", "the file is empty"),
        (
            b"v 0 0 0\nv 1 0 0\nf 1 2 1\n",
            "1 of 1 face has no area and was dropped",
        ),
        (b"\x07\x1b[2J\xff\x00\x01", "binary data"),
    ];
    for (bytes, wanted) in table {
        fs::write(folder.path().join("m.obj"), bytes).unwrap();
        let ran = sweepscope([std::ffi::OsStr::new("run"), scene.as_os_str()]);
        assert_eq!(ran.exit, Exit::BadInput);
        let error = ran.error();
        assert!(
            error.contains("objects[0].shape.file: ") && error.contains(wanted),
            "{error}"
        );
    }
    assert!(scene_error(scene_text("Polygons([])")).contains("at least one polygon"));
}

#[test]
fn files_of_another_kind_are_told_for_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(here("m.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    fs::write(here("far.obj"), "v 2e6 0 0\n").unwrap();
    fs::write(here("s.ron"), scene_text(WALL)).unwrap();
    let table: [(&[&str], &str); 7] = [
        (&["run", &here("m.obj")], "`sweepscope import`"),
        (
            &["import", &here("s.ron"), "-o", &here("new.ron")],
            "a scene already; ",
        ),
        (
            &["import", &here("m.obj"), "-o", &here("x.sweep")],
            "a name that ends in .ron was expected",
        ),
        (&["import", &here("m.obj"), "-o", &here("s.ron")], "--force"),
        (
            &["import", &here("far.obj"), "-o", &here("new.ron")],
            "--scale",
        ),
        (
            &["import", &here("no.obj"), "-o", &here("new.ron")],
            "no.obj: cannot be read: there is no such file",
        ),
        (
            &["report", "sawtooth", "-o", &here("no/r.html")],
            "r.html: cannot be written: there is no such folder",
        ),
    ];
    for (args, wanted) in table {
        let ran = sweepscope(args);
        assert_eq!(ran.exit, Exit::BadInput, "{args:?}");
        assert!(ran.error().contains(wanted), "{}", ran.err);
    }
    // Its own work is written over, another's when told to.
    let again: [&[&str]; 3] = [
        &["import", &here("m.obj"), "-o", &here("s.ron"), "--force"],
        &["import", &here("m.obj"), "-o", &here("new.ron")],
        &["import", &here("m.obj"), "-o", &here("new.ron")],
    ];
    for args in again {
        let ran = sweepscope(args);
        assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    }
    // At the edge of what a scene holds.
    let edge = "v 999999 0 0\nv 1000000 0 0\nv 1000000 0 -1\nv 999999 0 -1\nf 1 2 3 4\n";
    fs::write(here("edge.obj"), edge).unwrap();
    let ran = sweepscope(["import", &here("edge.obj"), "-o", &here("edge.ron")]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
}

/// Links that lead nowhere and pipes are bad input; the scenes beside them are checked.
#[cfg(unix)]
#[test]
fn a_folder_is_checked_around_what_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name);
    let expect = "    ],\n    expect: [Expect(lane: \"*\", over: All, measure: \"eye_x\", is: Near(0, 0.001))],\n)\n";
    // With the mark that some editors put first.
    let scene = scene_text(WALL).replace("    ],\n)\n", expect);
    fs::write(here("m.ron"), format!("\u{feff}{scene}")).unwrap();
    std::os::unix::fs::symlink("nowhere", here("a.ron")).unwrap();
    std::os::unix::fs::symlink("z.ron", here("z.ron")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(here("p.ron"))
        .status();
    assert!(made.unwrap().success());
    let ran = sweepscope([std::ffi::OsStr::new("check"), folder.path().as_os_str()]);
    assert_eq!(ran.exit, Exit::BadInput);
    assert_eq!(ran.out.lines().last(), Some("2 held, 0 failed"));
    let errors: Vec<&str> = ran.err.lines().collect();
    assert_eq!(errors.len(), 3, "{}", ran.err);
    assert!(errors[0].contains("a.ron: cannot be read: there is no such file"));
    assert!(errors[1].contains("p.ron: neither a file nor a folder"));
    assert!(errors[2].contains("z.ron: cannot be read: "));
}

#[test]
fn numbers_of_another_type_or_sign_name_what_was_expected() {
    let hz = scene_error(scene_text(WALL).replace("hz: 100", "hz: \"100\""));
    assert!(
        hz.contains("hz: ") && hz.contains("from 1 to 10000"),
        "{hz}"
    );
    let drops = "    ],\n    expect: [Expect(lane: \"*\", over: All, measure: \"eye_x\", stat: Drops(-1), is: Equal(0))],\n)\n";
    let drops = scene_error(scene_text(WALL).replace("    ],\n)\n", drops));
    assert!(drops.contains("at least 0"), "{drops}");
}

/// Nothing was read, so there is nothing to count; what was read is.
#[test]
fn a_check_of_nothing_has_no_tally() {
    let ran = sweepscope(["check", "no-such-scene"]);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""));
    assert!(ran.err.starts_with("error: no-such-scene: "), "{}", ran.err);
    let ran = sweepscope(["check", "no-such-scene", "sawtooth_control"]);
    assert!(ran.out.ends_with(" held, 0 failed\n"), "{}", ran.out);
}
