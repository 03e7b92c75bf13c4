//! Writes the seeds of all targets below the folder that is named, `corpus` without one: small files as the readers take them.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use sweepscope::export::mesh::{write_glb, write_obj};
use sweepscope::export::solid::solids;
use sweepscope::formats::dat::RecordKind;
use sweepscope::formats::dat::write::{Damage, Fill, Layout, Stored, container, sample};
use sweepscope::formats::dat::{DataSet, Record};
use sweepscope::formats::mesh::Up;
use sweepscope::recording::{self, Recording};
use sweepscope::scene::shipped::SHIPPED;
use sweepscope::scene::{self, Source};

/// Longest seed, bytes: fuzzers do little with long ones.
const LONGEST: usize = 1 << 16;

const RECORD: &str = r#"{"tick":0,"timestampMs":1,"input":{"currentPos":{"x":0,"y":0,"z":0},"targetPos":{"x":0.8,"y":0.1,"z":0},"cellId":2847146311,"sphereRadius":0.48,"sphereHeight":1.2,"stepUpHeight":0.6,"stepDownHeight":1.5,"isOnGround":true,"moverFlags":768,"movingEntityId":1342177281},"bodyBefore":{"orientation":{"isIdentity":true,"x":0,"y":0,"z":0,"w":1},"velocity":{"x":0,"y":0,"z":0},"slidingNormal":{"x":0,"y":0,"z":0},"contactPlaneValid":true,"contactPlane":{"normal":{"x":0,"y":0,"z":1},"d":0},"contactPlaneCellId":2847146311,"contactPlaneIsWater":false,"walkablePolygonValid":true,"walkableVertices":[{"x":-9,"y":-9,"z":0},{"x":9,"y":-9,"z":0},{"x":9,"y":9,"z":0}],"elasticity":0.05,"friction":0.95,"state":4197384,"transientState":131},"result":{"position":{"x":0.5,"y":0.1,"z":0},"cellId":2847146311,"isOnGround":true,"collisionNormalValid":true,"collisionNormal":{"x":-1,"y":0,"z":0}},"bodyAfter":{"contactPlaneValid":true,"transientState":"NaN"}}
"#;

const ROOM: &str = r#"{"CellId":2847146311,"WorldTransform":{"M11":1,"M12":0,"M13":0,"M14":0,"M21":0,"M22":1,"M23":0,"M24":0,"M31":0,"M32":0,"M33":1,"M34":0,"M41":20,"M42":100,"M43":10,"M44":1},
"ResolvedPolygons":[{"Id":1,"NumPoints":4,"SidesType":0,"Vertices":[{"X":0,"Y":0,"Z":0},{"X":8,"Y":0,"Z":0},{"X":8,"Y":8,"Z":0},{"X":0,"Y":8,"Z":0}]}],
"PortalPolygons":[{"Id":6,"NumPoints":4,"SidesType":0,"Vertices":[{"X":8,"Y":0,"Z":0},{"X":8,"Y":8,"Z":0},{"X":8,"Y":8,"Z":3},{"X":8,"Y":0,"Z":3}]}],
"Portals":[{"OtherCellId":328,"PolygonId":6,"Flags":0}],"VisibleCellIds":[328]}"#;

const MODEL: &str = r#"{"GfxObjId":16777217,"BoundingSphere":{"Origin":{"X":0,"Y":0,"Z":0},"Radius":2},"ResolvedPolygons":[{"Id":0,"NumPoints":3,"SidesType":0,"Vertices":[{"X":0,"Y":0,"Z":0},{"X":1,"Y":0,"Z":0},{"X":0,"Y":1,"Z":0}],"Plane":{"Normal":{"X":0,"Y":0,"Z":1},"D":0}}]}"#;

const LOG: &str = "[resolve] in=(1,5; 2; 0) tgt=(1.5,2,1) out=(1,2,3)\n x [poly-dump] verts=[(0,0,0), (4,0,0), (4,1.5,1.5)] n=a->b\n[resolve-bldg] obj=1\n v0_world=(1,2,3) v1_world=(2,2,3)\n v2_world=(1,3,3)\n[place-fail] sphere=(1,2,3) r=0,5\n[step-walk] from=(0,0,0) to=(1,0,0)\n[push-back] in=(0,0,0) out=(0.1,0,0) n=(1,0,0)\n";

const ACVIEWER: &str = "# 02000001\nmtllib 02000001.mtl\n# 01000ACA\nv -1,5 2,25 0\nv -2,5 2,25 -0\nv -1,5 2,25 1E-08\nusemtl 08000010\nf 1/1/1 2/2/1 3/3/1\n";

const GLTF: &str = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"children":[1],"scale":[2,2,2]},{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}}},{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],"buffers":[{"byteLength":44,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/AAABAAIAAAA="}]}"#;

struct Corpus(PathBuf);

impl Corpus {
    fn put(&self, targets: &[&str], name: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        if bytes.len() > LONGEST {
            return Ok(());
        }
        for target in targets {
            let folder = self.0.join(target);
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(name.replace('/', "-")), bytes)?;
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1);
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let corpus = Corpus(folder.map_or(default, PathBuf::from));
    records(&corpus)?;
    containers(&corpus)?;
    meshes(&corpus)?;
    scenes(&corpus)?;
    let text = ["dump", "sniff"];
    corpus.put(&text, "room.json", ROOM.as_bytes())?;
    corpus.put(&text, "model.json", MODEL.as_bytes())?;
    corpus.put(&["capture", "sniff"], "record.jsonl", RECORD.as_bytes())?;
    corpus.put(
        &["capture"],
        "runs.jsonl",
        format!("{RECORD}{RECORD}{{\"input\":").as_bytes(),
    )?;
    corpus.put(&["probe_log", "sniff"], "log.txt", LOG.as_bytes())?;
    let mut wide = vec![0xff, 0xfe];
    wide.extend(LOG.encode_utf16().flat_map(u16::to_le_bytes));
    corpus.put(&["probe_log", "sniff"], "log16.txt", &wide)
}

/// Records, each behind the number of its kind.
fn records(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let of = |set, list: Vec<Record>| {
        list.into_iter()
            .map(move |record| (RecordKind::of(set, record.id()), record))
    };
    let all = of(DataSet::Portal, sample::portal_records())
        .chain(of(DataSet::Cell, sample::cell_records()));
    for (kind, record) in all {
        let number = match kind {
            RecordKind::GfxObj => 0,
            RecordKind::Setup => 1,
            RecordKind::Environment => 2,
            RecordKind::Region => 3,
            RecordKind::LandBlock => 4,
            RecordKind::LandBlockInfo => 5,
            RecordKind::EnvCell => 6,
            RecordKind::Iteration | RecordKind::Other => 7,
        };
        let mut bytes = vec![number];
        bytes.extend(record.encode());
        corpus.put(
            &["dat_record"],
            &format!("{number}-{:08x}", record.id()),
            &bytes,
        )?;
    }
    Ok(())
}

/// Cell files of small blocks, one of them with a packed record, whole and damaged.
fn containers(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let mut stored: Vec<Stored> = sample::cell_records()
        .iter()
        .map(|record| Stored::plain(record.id(), record.encode()))
        .collect();
    stored.sort_by_key(|record| record.id);
    if let Some(first) = stored.first_mut() {
        first.packed = true;
    }
    let room = stored.first().map_or(0, |record| record.id);
    for (name, block_size, shuffle) in [("small", 128, 0), ("mixed", 64, 3), ("usual", 256, 0)] {
        let layout = Layout {
            block_size,
            per_node: 2,
            fill: Fill::Stale,
            shuffle,
            ..Layout::CELL
        };
        let file = container(&stored, &layout);
        corpus.put(&["dat_container"], name, &file.bytes)?;
        for (index, damage) in [
            Damage::OwnChild,
            Damage::Circle,
            Damage::Order,
            Damage::NodeCount,
            Damage::Loop(room),
            Damage::Short(room),
            Damage::Free(room),
            Damage::Size(room),
        ]
        .into_iter()
        .enumerate()
        {
            let mut damaged = file.clone();
            damaged.damage(damage);
            corpus.put(
                &["dat_container"],
                &format!("{name}-{index}"),
                &damaged.bytes,
            )?;
        }
    }
    Ok(())
}

fn meshes(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let text = r#"Scene(version: 1, title: "t", length: Ticks(1), objects: [Object(name: "a", shape: Box(min: (-1, -1, -1), max: (1, 1, 1)))],
        rig: Chase(feet: (0, 0, 5), motion: Still), lanes: [Lane(name: "retail", policy: "retail")])"#;
    let built = scene::build(&Source::from_text("t", text), None, None)?;
    let solids = solids(&built.setup.world).0;
    let (mut glb, mut obj) = (Vec::new(), Vec::new());
    write_glb(&mut glb, &solids)?;
    write_obj(&mut obj, &solids, Up::Y)?;
    corpus.put(&["gltf", "mesh", "sniff"], "box.glb", &glb)?;
    corpus.put(&["gltf", "mesh", "sniff"], "mesh.gltf", GLTF.as_bytes())?;
    corpus.put(&["obj", "mesh", "sniff"], "box.obj", &obj)?;
    corpus.put(
        &["obj", "mesh", "sniff"],
        "acviewer.obj",
        ACVIEWER.as_bytes(),
    )
}

/// The shipped scenes, and short recordings of the smaller ones.
fn scenes(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    for shipped in SHIPPED {
        corpus.put(&["scene", "sniff"], shipped.name, shipped.text.as_bytes())?;
        let source = shipped.source();
        if shipped.text.len() > 3000 || !source.files.is_empty() {
            continue;
        }
        let built = scene::build(&source, None, Some(5))?;
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(5);
        let mut bytes = Vec::new();
        recording::file::write(&recording, &mut bytes)?;
        corpus.put(&["recording"], shipped.name, &bytes)?;
    }
    Ok(())
}
