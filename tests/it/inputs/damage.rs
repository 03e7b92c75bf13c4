//! Files cut at every byte and changed at random: an error or a result, never a panic, and in time.

use std::time::Instant;

use sweepscope::formats::mesh::{self, Up};
use sweepscope::formats::probe_log::{self, drawables};
use sweepscope::formats::{capture, dump, gltf, sniff};
use sweepscope::lane::Setup;
use sweepscope::{export, scene};

use super::dumps::room;

/// Random changes of each file.
const CHANGES: u32 = 10_000;

/// Longest that one reading may take, seconds; these files take less than a millisecond.
const LONGEST: f64 = 1.0;

fn setup() -> Setup {
    let text = r#"Scene(version: 1, title: "t", length: Ticks(1),
        objects: [Object(name: "floor", shape: Box(min: (-9, -9, -1), max: (9, 9, 0))), Object(name: "wall", shape: Box(min: (1, -9, 0), max: (2, 9, 4)))],
        rig: Chase(feet: (0, 0, 0), motion: Still), lanes: [Lane(name: "retail", policy: "retail")])"#;
    let built = scene::build(&scene::Source::from_text("t", text), None, None).unwrap();
    Setup::clone(&built.setup)
}

/// All that readers do with bytes of unknown kind.
fn read(bytes: &[u8], setup: &Setup) {
    let _ = sniff::content(bytes);
    let _ = gltf::beside(bytes);
    if let Ok(dumped) = dump::read(bytes) {
        let placed = dump::scene::Placed {
            path: "a".to_owned(),
            dump: dumped,
        };
        if let Ok(parts) = dump::scene::parts(&[placed], None) {
            let _ = parts.text("a");
        }
    }
    let space = capture::Space::of(&setup.world, None);
    for record in capture::read(bytes).records {
        if let Ok(sweep) = capture::captured(&record, &setup.world, space) {
            let policy = sweepscope::policy::Policy::RETAIL;
            let (after, outcome) = sweep.run(&setup.world, &policy, &mut ());
            assert!(after.is_finite(), "{record:?}");
            let _ = capture::compare(
                &record,
                &sweep,
                (&after, &outcome),
                &setup.world,
                space,
                1e-4,
            );
        }
    }
    let log = probe_log::read(bytes);
    for drawable in log.entries.iter().flat_map(drawables) {
        let _ = format!("{drawable:?}");
    }
    let _ = probe_log::scene::scene(&log, "a");
    let _ = mesh::read(bytes, &|_| Err(String::new()), Up::Y, 1.0, &mut ());
}

/// Numbers that look random: a linear congruence.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

fn changed(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(changed.len());
        match dice.roll(6) {
            0 => changed[at] = dice.roll(256) as u8,
            1 => changed[at] ^= 1 << dice.roll(8),
            2 => _ = changed.remove(at),
            3 => changed.insert(at, b"0123456789-+.eE,[](){}\":\n"[dice.roll(25)]),
            4 => {
                // Four bytes that are a large or a strange number.
                let word = [0xff, 0xff, 0xff, [0xff, 0x7f, 0x80, 0x00][dice.roll(4)]];
                for (to, from) in changed.iter_mut().skip(at).zip(word) {
                    *to = from;
                }
            }
            _ => {
                let (from, length) = (dice.roll(changed.len()), dice.roll(20));
                let piece: Vec<u8> = changed.iter().copied().skip(from).take(length).collect();
                changed.splice(at..at, piece);
            }
        }
        if changed.is_empty() {
            break;
        }
    }
    changed
}

#[track_caller]
fn hold(bytes: &[u8], setup: &Setup) {
    let timed = || {
        let begin = Instant::now();
        read(bytes, setup);
        begin.elapsed().as_secs_f64()
    };
    let mut seconds = timed();
    if seconds >= LONGEST {
        // Others may have had the machine meanwhile; what takes long takes long again.
        seconds = timed();
    }
    assert!(
        seconds < LONGEST,
        "{seconds} s: {:?}",
        String::from_utf8_lossy(bytes)
    );
}

fn damage(bytes: &[u8]) {
    let setup = setup();
    for end in 0..=bytes.len() {
        hold(&bytes[..end], &setup);
    }
    let mut dice = Dice(bytes.len() as u64);
    for _ in 0..CHANGES {
        hold(&changed(bytes, &mut dice), &setup);
    }
}

const RECORD: &str = r#"{"tick":0,"timestampMs":1,"input":{"currentPos":{"x":0,"y":0,"z":0},"targetPos":{"x":0.8,"y":0.1,"z":0},"cellId":2847146311,"sphereRadius":0.48,"sphereHeight":1.2,"stepUpHeight":0.6,"stepDownHeight":1.5,"isOnGround":true,"moverFlags":768,"movingEntityId":1342177281},"bodyBefore":{"orientation":{"isIdentity":true,"x":0,"y":0,"z":0,"w":1},"velocity":{"x":0,"y":0,"z":0},"slidingNormal":{"x":0,"y":0,"z":0},"contactPlaneValid":true,"contactPlane":{"normal":{"x":0,"y":0,"z":1},"d":0},"contactPlaneCellId":2847146311,"contactPlaneIsWater":false,"walkablePolygonValid":true,"walkableVertices":[{"x":-9,"y":-9,"z":0},{"x":9,"y":-9,"z":0},{"x":9,"y":9,"z":0}],"elasticity":0.05,"friction":0.95,"state":4197384,"transientState":131},"result":{"position":{"x":0.5,"y":0.1,"z":0},"cellId":2847146311,"isOnGround":true,"collisionNormalValid":true,"collisionNormal":{"x":-1,"y":0,"z":0}},"bodyAfter":{"contactPlaneValid":true,"transientState":"NaN"}}
"#;

#[test]
fn a_damaged_capture_is_told() {
    damage(RECORD.as_bytes());
}

#[test]
fn a_damaged_dump_is_told() {
    damage(room(0xA9B4_0147, 20.0, 8.0, 0x148).as_bytes());
}

#[test]
fn a_damaged_log_is_told() {
    let text = "[resolve] in=(1,5; 2; 0) tgt=(1.5,2,1) out=(1,2,3)\n x [poly-dump] verts=[(0,0,0), (4,0,0), (4,1.5,1.5)] n=a->b\n\
        [resolve-bldg] obj=1\n v0_world=(1,2,3) v1_world=(2,2,3)\n v2_world=(1,3,3)\n[place-fail] sphere=(1,2,3) r=0,5\n";
    damage(text.as_bytes());
    let mut wide = vec![0xff, 0xfe];
    wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    damage(&wide);
}

#[test]
fn a_damaged_mesh_is_told() {
    let solid = export::solid::solids(&setup().world).0;
    let mut glb = Vec::new();
    export::mesh::write_glb(&mut glb, &solid[..1]).unwrap();
    damage(&glb);
    let mut obj = Vec::new();
    export::mesh::write_obj(&mut obj, &solid[..1], Up::Y).unwrap();
    damage(&obj);
    damage(b"# 02000001\nmtllib 02000001.mtl\n# 01000ACA\nv -1,5 2,25 0\nv -2,5 2,25 -0\nv -1,5 2,25 1E-08\nusemtl 08000010\nf 1/1/1 2/2/1 3/3/1\n");
    // JSON with its buffer in it.
    damage(
        br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"children":[1],"scale":[2,2,2]},{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}}},{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],"buffers":[{"byteLength":44,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/AAABAAIAAAA="}]}"#,
    );
}

/// Few bytes that claim much.
#[test]
fn counts_that_no_file_has_are_no_memory() {
    let setup = setup();
    let deep = "[".repeat(200_000);
    let nodes = "{\"children\":[0,0,0,0,0,0,0,0]}";
    for text in [
        format!("{{\"GfxObjId\":1,\"ResolvedPolygons\":{deep}"),
        format!("{{\"input\":{deep},\"bodyBefore\":1}}"),
        format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{nodes}]}}"),
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}]}".to_owned(),
        format!("[resolve] {}", "(".repeat(300_000)),
        format!("[resolve] in={}", "(1,2,3) ".repeat(100_000)),
        "[a] ".repeat(200_000),
        "{\"input\":{\"currentPos\":{\"x\":0,\"y\":0,\"z\":0},\"targetPos\":{\"x\":1e5,\"y\":0,\"z\":0},\"sphereRadius\":0.001},\"bodyBefore\":{\"velocity\":{\"x\":0,\"y\":0,\"z\":0},\"contactPlaneValid\":false,\"state\":0,\"transientState\":0}}".to_owned(),
    ] {
        hold(text.as_bytes(), &setup);
    }
}
