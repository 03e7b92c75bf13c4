//! What stands in the text of an issue, and what does not.

use super::*;
use crate::lane::Input;
use crate::probe::Counters;
use crate::scene::{Source, build};

fn recorded(source: Source) -> Recording {
    let built = build(&source, None, None).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(built.setup.ticks);
    recording
}

fn sawtooth() -> Recording {
    recorded(shipped::find("sawtooth").unwrap().source())
}

fn text_of(recording: &Recording, b: Option<&str>, tick: u32) -> String {
    issue(&Subject {
        recording,
        a: recording.lane("retail").unwrap(),
        b: b.map(|name| recording.lane(name).unwrap()),
        tick,
        is_recorded: false,
    })
}

/// The row of a table whose first cell is `first`.
fn row<'t>(text: &'t str, first: &str) -> Vec<&'t str> {
    let begin = format!("| {first} |");
    let line = text.lines().find(|line| line.starts_with(&begin));
    let line = line.unwrap_or_else(|| panic!("{first}: {text}"));
    line.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn a_tick_of_two_lanes_says_all_that_one_asks() {
    let recording = sawtooth();
    let text = text_of(&recording, Some("equal-slices+no-adjust"), 50);
    assert!(
        text.starts_with(
            "### `sawtooth` at tick 50: lane `retail` against `equal-slices+no-adjust`\n"
        ),
        "{text}"
    );
    assert_eq!(
        row(&text, "tick")[1],
        "50, 0.208 s at 240 Hz; the run has 1440"
    );
    let scene = row(&text, "scene")[1];
    assert!(
        scene.starts_with("`sawtooth`: Sawtooth (#180), shipped, digest `"),
        "{scene}"
    );
    let build = row(&text, "build")[1];
    assert!(build.contains(env!("CARGO_PKG_VERSION")) && build.contains(std::env::consts::OS));

    let lane = row(&text, "B");
    assert_eq!(
        lane[2],
        "`retail+steps=equal-slices+adjust_to_plane=never-succeeds`"
    );
    assert!(lane[3].starts_with("periodic, 266."), "{lane:?}");
    assert_eq!(row(&text, "A")[3], "fixed-point");

    // The numbers are those of the lanes, and the difference is theirs.
    let outcome = |name: &str| recording.lane(name).unwrap().replay(&recording.setup, 50);
    let (a, b) = (outcome("retail"), outcome("equal-slices+no-adjust"));
    let of = |replay: &Replay| {
        Measure::EyeDistance
            .of(&replay.outcome, &replay.counters)
            .number()
            .unwrap()
    };
    let told = row(&text, "`eye_distance`");
    let number = |cell: &str| cell.split(' ').next().unwrap().parse::<f64>().unwrap();
    assert!((number(told[1]) - of(&a)).abs() < 1e-6 && told[1].ends_with(" m"));
    assert!((number(told[2]) - of(&b)).abs() < 1e-6);
    assert!(
        (number(told[3]) - (of(&b) - of(&a)) * 1000.0).abs() < 1e-3 && told[3].ends_with(" mm")
    );
    // design.md, `diff`: tick 50, step 6, touch time found against none.
    assert!(
        text.contains("**First difference**: tick 50, sweep 1, step 6: "),
        "{text}"
    );
    assert_eq!(
        text.matches("```text\ntick 50 of lane ").count(),
        2,
        "{text}"
    );
    assert!(text.contains(
        "```sh\nsweepscope explain sawtooth --tick 50 --lane retail\n\
         sweepscope explain sawtooth --tick 50 --lane equal-slices+no-adjust\n\
         sweepscope diff sawtooth --a retail --b equal-slices+no-adjust\n```"
    ));
    assert!(!text.contains("<details>") && !text.contains("attach"));
}

#[test]
fn one_lane_has_nothing_to_compare() {
    let text = text_of(&sawtooth(), None, 0);
    assert_eq!(row(&text, "`verdict`"), ["`verdict`", "ok"]);
    assert!(!text.contains("First difference") && !text.contains("sweepscope diff"));
    assert!(!text.contains("`feet_z`"), "a scripted player has no body");
}

#[test]
fn a_scene_of_ones_own_goes_with_the_text_and_no_path_does() {
    let text = shipped::find("doorway")
        .unwrap()
        .text
        .replace("Doorway", "My | door ```");
    let source = Source {
        path: Some("/home/somebody/scenes/my door.ron".into()),
        ..Source::from_text("my door", &text)
    };
    let text = text_of(&recorded(source), None, 3);
    assert!(
        text.contains("sweepscope explain 'my door.ron' --tick 3 --lane retail"),
        "{text}"
    );
    assert!(
        text.contains("<details><summary>my door.ron</summary>\n\n```ron\n// Sweeps of"),
        "{text}"
    );
    assert!(text.contains("My \\| door ```"), "{text}");
    assert!(!text.contains("somebody"), "{text}");
}

/// Meshes and the folder of the game's files go by their names, wherever they lie with the writer.
#[test]
fn files_are_named_without_their_folders() {
    let mesh = "../somebody/level one/wall.obj";
    let scene = format!(
        r#"Scene(version: 1, title: "a", length: Ticks(3), game: Game(files: "/home/somebody/dat"),
        objects: [Object(name: "m", shape: Mesh(file: "{mesh}"))],
        rig: Chase(feet: (0, 0, 0), motion: Still), lanes: [Lane(name: "retail", policy: "retail")])"#
    );
    let mut source = Source {
        path: Some("/home/somebody/my scenes/wall & door.ron".into()),
        ..Source::from_text("wall & door", &scene)
    };
    source.files.push(crate::scene::MeshFile {
        path: mesh.to_owned(),
        bytes: b"v 3 0 0\nv 3 1 0\nv 3 0 1\nf 1 2 3\n".to_vec(),
    });
    let recording = recorded(source);
    let text = text_of(&recording, None, 1);
    for words in [
        "explain 'wall & door.ron' --tick 1",
        "It needs the mesh `wall.obj`.",
        "<summary>wall &amp; door.ron</summary>",
        "Mesh(file: \"wall.obj\")",
        "Game(files: \"dat\")",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("somebody"), "{text}");
    // A recording has the mesh and the scene in itself, and goes by the scene's name alone.
    let subject = Subject {
        recording: &recording,
        a: &recording.lanes[0],
        b: None,
        tick: 1,
        is_recorded: true,
    };
    let text = issue(&subject);
    assert!(
        text.contains("explain 'wall & door.sweep' --tick 1"),
        "{text}"
    );
    assert!(text.contains("attach the recording as `wall & door.sweep`"));
    assert!(!text.contains("needs the mesh") && !text.contains("<details>"));
    // Of a shipped scene in a folder the last word.
    let shipped = recorded(shipped::find("corpus/a4").unwrap().source());
    let lane = &shipped.lanes[0];
    let recorded = Subject {
        recording: &shipped,
        a: lane,
        ..subject
    };
    assert!(issue(&recorded).contains("explain a4.sweep --tick 1"));
    let plain = Subject {
        is_recorded: false,
        ..recorded
    };
    assert!(issue(&plain).contains("explain corpus/a4 --tick 1"));
}

#[test]
fn what_was_driven_by_hand_needs_its_recording() {
    let mut recording = sawtooth();
    let setup = recording.setup.clone();
    let lane = &mut recording.lanes[0];
    let mut live = lane.fork(&setup, 10, lane.policy());
    let moved = match setup.input(10) {
        Input::Player(mut frame) => {
            frame.origin.x += 0.25;
            Input::Player(frame)
        }
        other => other,
    };
    lane.run_tick(&mut live, &setup, &moved, &mut Counters::default());
    let before = text_of(&recording, None, 9);
    assert!(!before.contains("sawtooth.sweep"), "{before}");
    let text = text_of(&recording, None, 10);
    assert!(text.contains("explain sawtooth.sweep --tick 10"), "{text}");
    assert!(
        text.contains("attach the recording as `sawtooth.sweep`"),
        "{text}"
    );
}

#[test]
fn nothing_ends_a_block_before_its_time() {
    let mut text = String::new();
    fenced(&mut text, "text", "a\n```\nb\n");
    assert_eq!(text, "````text\na\n```\nb\n````\n\n");
    assert_eq!(code("a`b|c"), "`` a`b\\|c ``");
}
