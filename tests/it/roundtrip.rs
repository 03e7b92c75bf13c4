//! Recordings out and in again, and every way in which their files can be damaged.

use std::sync::OnceLock;

use proptest::prelude::*;

use sweepscope::lane::Input;
use sweepscope::policy::{PRESETS, Policy};
use sweepscope::probe::Counters;
use sweepscope::recording::file::{is_recording, open, read, save, write};
use sweepscope::recording::{Recording, RecordingError, SNAPSHOT_EVERY};
use sweepscope::scene::{MeshFile, Source, build, shipped};

/// A wall 1.91 m behind the player, as a mesh.
const SCENE: &str = r#"Scene(version: 1, title: "wall", look_for: "nothing", hz: 60, length: Ticks(40),
    objects: [Object(name: "wall", shape: Mesh(file: "wall.obj", up: Z))],
    rig: Chase(feet: (0, 0, 0), viewer_offset: (0, -2.61, 0), motion: Sine(amplitude: (0, 0.1, 0), hz: 2)),
    lanes: [Lane(name: "retail", policy: "retail"), Lane(name: "sägezahn", policy: "legacy")], expect: [])"#;

const WALL: &str = "v 5 -1.91 -3.5\nv -5 -1.91 -3.5\nv -5 -1.91 6.5\nv 5 -1.91 6.5\nf 1 2 3 4\n";

fn source() -> Source {
    let files = vec![MeshFile {
        path: "wall.obj".into(),
        bytes: WALL.into(),
    }];
    Source {
        files,
        ..Source::from_text("wall", SCENE)
    }
}

fn recorded(ticks: u32) -> Recording {
    let built = build(&source(), None, None).unwrap();
    let mut recording = Recording::of_scene(source(), &built);
    recording.run_to(ticks);
    recording
}

fn bytes_of(recording: &Recording) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(recording, &mut bytes).unwrap();
    bytes
}

fn small() -> &'static [u8] {
    static SMALL: OnceLock<Vec<u8>> = OnceLock::new();
    SMALL.get_or_init(|| bytes_of(&recorded(7)))
}

fn error(bytes: &[u8]) -> RecordingError {
    read(bytes, "x.sweep").unwrap_err()
}

fn assert_same(a: &Recording, b: &Recording) {
    assert_eq!(
        (&a.source.name, &a.source.text, &a.source.files),
        (&b.source.name, &b.source.text, &b.source.files)
    );
    assert_eq!(
        (a.setup.hz, a.setup.ticks, &a.window, &a.build),
        (b.setup.hz, b.setup.ticks, &b.window, &b.build)
    );
    assert_eq!(a.setup.rig, b.setup.rig);
    assert_eq!(a.setup.world, b.setup.world);
    assert!(a.lanes == b.lanes, "lanes");
}

/// Where each section begins, and its tag; as docs/formats/recording.md has it.
fn sections(bytes: &[u8]) -> Vec<(usize, String)> {
    let (mut at, mut list) = (12, Vec::new());
    while at < bytes.len() {
        list.push((at, String::from_utf8(bytes[at..at + 4].to_vec()).unwrap()));
        at += 20 + length(bytes, at);
    }
    list
}

fn length(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at + 4..at + 12].try_into().unwrap()) as usize
}

/// Gives the section at `at` the length and checksum of its content.
fn seal(bytes: &mut [u8], at: usize, length: usize) {
    bytes[at + 4..at + 12].copy_from_slice(&(length as u64).to_le_bytes());
    let covered = bytes[at..at + 12]
        .iter()
        .chain(&bytes[at + 20..at + 20 + length]);
    let sum = covered.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bytes[at + 12..at + 20].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn what_was_written_is_read() {
    for ticks in [0, 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, 600] {
        let recording = recorded(ticks);
        let bytes = bytes_of(&recording);
        assert!(is_recording(&bytes));
        let opened = read(&bytes, "x.sweep").unwrap();
        assert_same(&recording, &opened);
        assert_eq!(opened.verify(), []);
        assert_eq!(bytes_of(&opened), bytes, "{ticks} ticks");
    }
}

#[test]
fn an_opened_run_goes_on_as_if_it_had_not_stopped() {
    let mut whole = recorded(300);
    let mut opened = read(&bytes_of(&whole), "x.sweep").unwrap();
    whole.run_to(520);
    opened.run_to(520);
    assert_same(&whole, &opened);
}

#[test]
fn a_forked_and_driven_run_is_read_with_its_policies_and_inputs() {
    let mut recording = recorded(50);
    let setup = std::sync::Arc::clone(&recording.setup);
    let mut lane = recording.lanes[1].fork(
        &setup,
        31,
        "ace+t29=retail+step_heights=0.3/0.7".parse().unwrap(),
    );
    let mut counters = Counters::default();
    for tick in 31..45 {
        let Input::Player(mut frame) = setup.input(tick) else {
            panic!("a camera follows a player")
        };
        frame.origin.x = 0.01 * tick as f32;
        recording.lanes[1].run_tick(&mut lane, &setup, &Input::Player(frame), &mut counters);
    }
    let opened = read(&bytes_of(&recording), "x.sweep").unwrap();
    assert_same(&recording, &opened);
    assert_eq!(opened.lanes[1].policies().len(), 2);
    assert_eq!(opened.verify(), []);
}

#[test]
fn shipped_scenes_are_recorded_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    for shipped in shipped::SHIPPED {
        let source = shipped.source();
        let built = build(&source, Some(30), Some(20))
            .unwrap_or_else(|_| build(&source, None, None).unwrap());
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(20);
        let path = folder
            .path()
            .join(shipped.name.replace('/', "-") + ".sweep");
        save(&recording, &path).unwrap();
        assert_same(&recording, &open(&path).unwrap());
    }
    let missing = open(&folder.path().join("missing.sweep")).unwrap_err();
    assert!(
        missing
            .to_string()
            .contains("missing.sweep: cannot be read"),
        "{missing}"
    );
}

#[test]
fn a_cut_file_is_refused_with_its_place() {
    let bytes = small();
    let sections = sections(bytes);
    assert_eq!(
        sections
            .iter()
            .map(|(_, tag)| tag.as_str())
            .collect::<Vec<_>>(),
        [
            "HEAD", "SCNE", "LANE", "INPT", "TICK", "SNAP", "STAT", "LANE", "INPT", "TICK", "SNAP",
            "STAT"
        ]
    );
    for end in 0..bytes.len() {
        match error(&bytes[..end]) {
            RecordingError::Magic { .. } if end == 0 => {}
            RecordingError::Cut {
                offset,
                wanted,
                left,
                ..
            } => {
                assert_eq!(offset + left, end as u64);
                assert!(wanted > left);
            }
            other => panic!("cut at {end}: {other}"),
        }
    }
    // In the content of the second lane's ticks.
    let (at, _) = sections[9];
    let text = error(&bytes[..at + 30]).to_string();
    let (offset, wanted) = (at + 20, length(bytes, at));
    let told = format!(
        "cut off in the ticks of lane 2 at byte {offset}: {wanted} bytes were expected, 10 are left"
    );
    assert_eq!(text, format!("x.sweep: {told}"));
}

/// One bit of every byte of a content, and every bit of what stands around the contents.
#[test]
fn no_flipped_bit_goes_unnoticed() {
    let mut bytes = small().to_vec();
    let heads: Vec<usize> = sections(&bytes).into_iter().map(|(at, _)| at).collect();
    let is_frame =
        |byte: usize| byte < 12 || heads.iter().any(|at| (*at..*at + 20).contains(&byte));
    for byte in 0..bytes.len() {
        for bit in (0..8).filter(|bit| is_frame(byte) || *bit == byte % 8) {
            bytes[byte] ^= 1 << bit;
            assert!(read(&bytes, "x.sweep").is_err(), "byte {byte}, bit {bit}");
            bytes[byte] ^= 1 << bit;
        }
    }
}

#[test]
fn each_damage_is_named() {
    let bytes = small();
    let list = sections(bytes);
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut copy = bytes.to_vec();
        change(&mut copy);
        error(&copy).to_string()
    };
    let scene = list[1].0;
    let assert_told = |text: String, told: &str| assert!(text.contains(told), "{text}");
    assert_told(changed(&|b| b[0] = b'Z'), "not a recording");
    assert_told(error(b"Scene(version: 1)").to_string(), "not a recording");
    assert_told(
        changed(&|b| b[8] = 9),
        "version 9 of the format; this build reads version 7",
    );
    assert_told(
        changed(&|b| b[scene + 40] ^= 4),
        &format!("the scene at byte {scene} is damaged"),
    );
    assert_told(
        changed(&|b| b[scene] = b's'),
        &format!("\"sCNE\" at byte {scene} where the scene was expected"),
    );
    assert_told(changed(&|b| b.push(0)), "1 more bytes");
    // A length of 2^63 is compared with what is there, and nothing set aside for it.
    assert_told(changed(&|b| b[scene + 11] = 0x80), "bytes were expected");
    // A list that claims to be longer than its section.
    let ticks = list[4].0;
    let long = |b: &mut Vec<u8>| {
        b[ticks + 20..ticks + 25].copy_from_slice(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
        seal(b, ticks, length(bytes, ticks));
    };
    assert_told(changed(&long), "the ticks of lane 1 at byte");
    // A scene that does not build.
    let text = |b: &mut Vec<u8>| {
        let at = b.windows(9).position(|w| w == b"\"retail\")").unwrap();
        b[at + 1] = b'x';
        seal(b, scene, length(bytes, scene));
    };
    assert_told(changed(&text), "the scene in it: wall.ron:");
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let (seven, eight) = (small().to_vec(), bytes_of(&recorded(8)));
    let part = |bytes: &[u8], index: usize| {
        let (at, _) = sections(bytes)[index];
        bytes[at..at + 20 + length(bytes, at)].to_vec()
    };
    // One section of a longer run in a shorter one, and the other way round.
    let mixed = |into: &[u8], from: &[u8], index: usize| {
        let mut bytes = into[..12].to_vec();
        for number in 0..sections(into).len() {
            bytes.extend(part(if number == index { from } else { into }, number));
        }
        read(&bytes, "x.sweep")
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let error = mixed(&seven, &eight, 4).unwrap_err();
    assert!(
        error.contains("the ticks of lane 1") && error.contains("8 ticks, but 7 inputs"),
        "{error}"
    );
    let long = bytes_of(&recorded(SNAPSHOT_EVERY + 1));
    let error = mixed(&long, &seven, 5).unwrap_err();
    assert!(
        error.contains("the snapshots of lane 1") && error.contains("1 snapshots; 2 were expected"),
        "{error}"
    );
    // The other lane's snapshots of the same length: their digests are not those of the ticks.
    let mut bytes = long[..12].to_vec();
    for number in 0..12 {
        bytes.extend(part(&long, if number == 5 { 10 } else { number }));
    }
    let error = read(&bytes, "x.sweep").unwrap_err().to_string();
    assert!(
        error.contains("the snapshot before tick 256 does not belong to its tick"),
        "{error}"
    );
}

#[test]
fn a_run_that_is_no_longer_reproduced_says_where() {
    let bytes = small();
    // Digests are the first thing in a tick; the fifth of the first lane is made another one.
    let digest = recorded(7).lanes[0].summaries()[4].digest;
    let varint = |mut n: u64| {
        let mut bytes = Vec::new();
        while n > 0x7f {
            bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        bytes.push(n as u8);
        bytes
    };
    let (ticks, _) = sections(bytes)[4];
    let (mut copy, old, new) = (bytes.to_vec(), varint(digest), varint(digest ^ 1));
    let at = copy
        .windows(old.len())
        .position(|window| window == old)
        .unwrap();
    assert!(at > ticks);
    copy[at..at + old.len()].copy_from_slice(&new);
    seal(&mut copy, ticks, length(bytes, ticks));
    let opened = read(&copy, "x.sweep").unwrap();
    let mismatches = opened.verify();
    assert_eq!(mismatches.len(), 1);
    assert_eq!(
        (mismatches[0].tick, mismatches[0].stored, mismatches[0].now),
        (4, digest ^ 1, digest)
    );
    assert_eq!(mismatches[0].lane, "retail");
    // What was recorded is still shown.
    assert_eq!(opened.lanes[0].summaries()[4].digest, digest ^ 1);
}

fn any_policy() -> impl Strategy<Value = Policy> {
    (0..PRESETS.len()).prop_map(|index| PRESETS[index].policy)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Runs that were forked again and again.
    #[test]
    fn any_run_is_read_as_written(
        ticks in 0_u32..40,
        forks in prop::collection::vec((0_u32..40, any_policy(), 0_usize..2), 0..4),
    ) {
        let mut recording = recorded(ticks);
        for (tick, policy, lane) in forks {
            let setup = std::sync::Arc::clone(&recording.setup);
            let _ = recording.lanes[lane].fork(&setup, tick, policy);
            recording.advance();
        }
        let opened = read(&bytes_of(&recording), "x.sweep").unwrap();
        assert_same(&recording, &opened);
        prop_assert_eq!(opened.verify(), []);
    }

    /// Damage whose checksum is right: whoever reads it must end, with an error or with a run.
    #[test]
    fn sealed_damage_never_panics(
        section in 0_usize..12,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut bytes = small().to_vec();
        let (at, _) = sections(&bytes)[section];
        let mut content = length(&bytes, at);
        for (place, value) in edits {
            let place = at + 20 + place.index(content);
            bytes[place] = value;
        }
        if let Some(cut) = cut {
            let shorter = cut.index(content);
            bytes.drain(at + 20 + shorter..at + 20 + content);
            content = shorter;
        }
        seal(&mut bytes, at, content);
        if let Ok(opened) = read(&bytes, "x.sweep") {
            prop_assert!(opened.lanes.len() == 2);
            for lane in &opened.lanes {
                let _ = lane.replay(&opened.setup, lane.len() / 2);
            }
        }
    }

    /// Bytes that are no recording at all.
    #[test]
    fn noise_never_panics(mut bytes in prop::collection::vec(any::<u8>(), 0..200), framed in any::<bool>()) {
        if framed {
            bytes.splice(0..0, small()[..12].iter().copied());
        }
        prop_assert!(read(&bytes, "x.sweep").is_err());
    }
}
