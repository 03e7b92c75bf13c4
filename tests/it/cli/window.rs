//! What is asked of the viewer, and what happens where there is none.
//!
//! A window on the screen of whoever runs the tests is never opened: a stand-in takes its place.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use sweepscope::cli::{Exit, Shot, Ticks, View, Window};

use super::{sweepscope, with_window};

/// A viewer that says what it was asked for.
#[derive(Default)]
struct Asked {
    adapter: Option<&'static str>,
    shots: RefCell<Vec<Shot>>,
}

impl Window for Asked {
    fn adapter(&self) -> Result<String, String> {
        self.adapter
            .map(str::to_owned)
            .ok_or_else(|| "no driver was found".to_owned())
    }

    fn settings_folder(&self) -> Option<PathBuf> {
        Some(std::env::temp_dir())
    }

    fn open(&self, _scene: Option<&Path>, _follow: bool) -> anyhow::Result<Option<String>> {
        panic!("no test opens a window")
    }

    fn shot(&self, shot: &Shot) -> anyhow::Result<()> {
        self.shots.borrow_mut().push(shot.clone());
        Ok(())
    }
}

fn with_adapter() -> Asked {
    Asked {
        adapter: Some("a card"),
        shots: RefCell::new(Vec::new()),
    }
}

#[test]
fn a_picture_is_asked_for_as_it_was_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.png");
    let viewer = with_adapter();
    let args = [
        "shot",
        "sawtooth",
        "--tick",
        "50",
        "--size",
        "640x480",
        "--view",
        "top",
        "--keys",
        "6 Alt+.",
        "-o",
        file.to_str().unwrap(),
    ];
    let ran = with_window(args, Some(&viewer));
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""));
    let wanted = Shot {
        scene: "sawtooth".into(),
        tick: 50,
        ticks: None,
        file: file.clone(),
        size: (640, 480),
        view: Some(View::Top),
        keys: "6 Alt+.".to_owned(),
    };
    assert_eq!(*viewer.shots.borrow(), [wanted]);
    assert!(ran.out.starts_with(file.to_str().unwrap()), "{}", ran.out);
}

/// Many ticks go into a GIF or into a folder; what is neither, or beyond the run, is told before anything is drawn.
#[test]
fn many_ticks_are_a_film() {
    let folder = tempfile::tempdir().unwrap();
    let ran = |ticks: &str, file: &str, viewer: &Asked| {
        let file = folder.path().join(file);
        let file = file.to_str().unwrap();
        with_window(
            ["shot", "sawtooth", "--ticks", ticks, "-o", file],
            Some(viewer),
        )
    };
    let viewer = with_adapter();
    for file in ["a.gif", "row"] {
        let done = ran("10..20:4", file, &viewer);
        assert_eq!((done.exit, done.err.as_str()), (Exit::Done, ""));
        assert!(
            done.out.contains("3 pictures of ticks 10 to 19"),
            "{}",
            done.out
        );
    }
    let ticks = Ticks {
        first: 10,
        end: 20,
        stride: 4,
    };
    assert!(
        viewer
            .shots
            .borrow()
            .iter()
            .all(|shot| shot.ticks == Some(ticks))
    );
    let none = with_adapter();
    for (ticks, file, word) in [
        ("0..9999", "a.gif", "counted from 0"),
        ("0..9", "a.png", "folder"),
    ] {
        let refused = ran(ticks, file, &none);
        assert!(refused.err.contains(word), "{}", refused.err);
    }
    assert!(none.shots.borrow().is_empty());
}

/// What the caller can mend comes first, then one sentence on what the machine lacks.
#[test]
fn a_picture_that_cannot_be_is_told_before_it_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let viewer = with_adapter();
    for (scene, tick, name) in [
        ("nonsense", "5", "a.png"),
        ("sawtooth", "1440", "a.png"),
        ("sawtooth", "5", "no/such/a.png"),
        ("sawtooth", "5", ""),
    ] {
        let ran = with_window(
            ["shot", scene, "--tick", tick, "-o", &file(name)],
            Some(&viewer),
        );
        assert_eq!(ran.exit, Exit::BadInput, "{scene} {tick} {name}");
        ran.error();
    }
    assert!(viewer.shots.borrow().is_empty());
    let blind = Asked::default();
    let ran = with_window(
        ["shot", "sawtooth", "--tick", "5", "-o", &file("a.png")],
        Some(&blind),
    );
    assert_eq!(ran.exit, Exit::Environment);
    assert_eq!(
        ran.error(),
        "there is no graphics adapter (no driver was found); on Debian install mesa-vulkan-drivers"
    );
    let ran = sweepscope(["shot", "sawtooth", "--tick", "5", "-o", &file("a.png")]);
    assert_eq!(ran.exit, Exit::Environment);
    assert!(ran.error().contains("mesa-vulkan-drivers"), "{}", ran.err);
    assert!(!Path::new(&file("a.png")).exists());
}

#[test]
fn the_doctor_names_what_is_missing_and_what_to_install() {
    let blind = with_window(["doctor"], Some(&Asked::default()));
    assert_eq!((blind.exit, blind.err.as_str()), (Exit::Done, ""));
    let line = |out: &str, what: &str| {
        let out = out.replace("\n                 ", " ");
        let found = out
            .lines()
            .find(|line| line.get(9..).is_some_and(|rest| rest.starts_with(what)))
            .map(str::to_owned);
        found.unwrap_or_else(|| panic!("no line on {what}: {out}"))
    };
    let adapter = line(&blind.out, "graphics adapter");
    assert!(
        adapter.starts_with("missing") && adapter.contains("mesa-vulkan-drivers"),
        "{adapter}"
    );
    let seeing = with_window(["doctor"], Some(&with_adapter()));
    let adapter = line(&seeing.out, "graphics adapter");
    assert!(
        adapter.starts_with("ok") && adapter.contains("a card"),
        "{adapter}"
    );
    assert!(line(&seeing.out, "version").contains(env!("CARGO_PKG_VERSION")));
    for what in ["viewer", "display", "current folder", "settings folder"] {
        line(&seeing.out, what);
    }
    let without = sweepscope(["doctor"]);
    assert!(line(&without.out, "viewer").starts_with("missing"));
}

/// A file of others may have options of `import` behind it; where no window opens, the command that takes them is named.
#[test]
fn options_of_import_may_follow_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = folder.path().join("a b.obj");
    std::fs::write(&mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let scene = folder.path().join("a.ron");
    std::fs::write(&scene, "Scene(version: 1)").unwrap();
    let [mesh, scene] = [&mesh, &scene].map(|path| path.to_str().unwrap());
    let missing = folder.path().join("none.obj");
    let missing = missing.to_str().unwrap();
    let command = format!("`sweepscope import '{mesh}' --up z -o SCENE.ron`");
    for args in [
        vec![mesh, "--up", "z"],
        vec![mesh, "--up", "z", "--follow"],
        vec!["--follow", mesh, "--up", "z"],
        vec![mesh, "--follow", "--up", "z"],
    ] {
        let ran = sweepscope(args.clone());
        assert_eq!(ran.exit, Exit::Environment, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(&*command), "{args:?}: {}", ran.err);
    }
    for (args, told) in [
        (
            vec![missing, "--up", "z"],
            "none.obj: there is no such file",
        ),
        (vec![scene, "--up", "z"], "unexpected argument '--up'"),
        (vec!["runn", "sawtooth"], "`runn` is no subcommand"),
        (vec!["--follow"], "<SCENE>"),
    ] {
        let ran = sweepscope(args.clone());
        assert_eq!(ran.exit, Exit::BadInput, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(told), "{args:?}: {}", ran.err);
    }
}
