//! Meshes in and out: what is exported reads back as it was, and long files are read in time and memory that go with their length.

use std::fs;

use sweepscope::cli::Exit;
use sweepscope::export::{mesh as write, solid};
use sweepscope::formats::mesh::{self, Up};
use sweepscope::formats::progress::Go;
use sweepscope::scene;

use super::run;

const SHAPES: &str = r#"Scene(
    version: 1,
    title: "shapes",
    length: Ticks(1),
    objects: [
        Object(name: "box", shape: Box(min: (-1, -1, 0), max: (1, 1.1, 2)), at: (3.3, 4, 0), yaw_degrees: 30, scale: 1.5),
        Object(name: "prism", shape: Prism(outline: [(0, 0), (2, 0), (3, 1), (0, 2)], z: (0, 1))),
        Object(name: "ball", shape: Spheres([((0, 0, 5), 1)])),
    ],
    rig: Chase(feet: (0, 0, 0), motion: Still),
    lanes: [Lane(name: "retail", policy: "retail")],
)
"#;

/// Corners of all triangles of a scene's solids, each polygon as a fan.
fn fans(solids: &[solid::Solid]) -> Vec<[glam::Vec3; 3]> {
    let polygons = solids.iter().flat_map(|solid| &solid.polygons);
    polygons
        .flat_map(|p| (1..p.len() - 1).map(|k| [p[0], p[k], p[k + 1]]))
        .collect()
}

#[test]
fn what_is_exported_reads_back_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shapes.ron"), SHAPES).unwrap();
    let open = |name: &str| {
        let source = scene::open(folder.path().join(name).to_str().unwrap()).unwrap();
        let built = scene::build(&source, None, None).unwrap();
        solid::solids(&built.setup.world)
    };
    let (own, round) = open("shapes.ron");
    assert_eq!((own.len(), round), (2, vec!["ball".to_owned()]));
    for (file, flags) in [
        ("a.obj", ""),
        ("z.obj", " --up z"),
        ("a.glb", ""),
        ("plain.ron", ""),
    ] {
        let ran = run(
            folder.path(),
            &format!("export shapes.ron -o {file}{flags}"),
        );
        assert_eq!(ran.exit, Exit::Done, "{file}: {}", ran.err);
        assert!(ran.out.contains("12 polygons in 2 parts"), "{}", ran.out);
        assert!(ran.err.contains("the first is ball"), "{}", ran.err);
    }
    let (plain, _) = open("plain.ron");
    assert_eq!(plain, own);
    for (file, up) in [("a.obj", Up::Y), ("z.obj", Up::Z), ("a.glb", Up::Y)] {
        let bytes = fs::read(folder.path().join(file)).unwrap();
        let read = mesh::read(&bytes, &|_| None, up, 1.0, &mut ()).unwrap();
        assert_eq!(read.warnings, Vec::<String>::new());
        let solid = solid::Solid {
            name: String::new(),
            polygons: read.polygons.iter().map(|p| p.vertices.to_vec()).collect(),
        };
        assert_eq!(fans(&[solid]), fans(&own), "{file}");
        let names: Vec<&str> = read.parts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["box", "prism"]);
    }
    // They stand in scenes, by their content whatever their names are.
    fs::rename(folder.path().join("a.glb"), folder.path().join("blob")).unwrap();
    let ran = run(folder.path(), "inspect blob");
    assert!(
        ran.out.contains("a glTF mesh") && ran.out.contains("part     prism"),
        "{} {}",
        ran.out,
        ran.err
    );
    let ran = run(folder.path(), "import blob -o blob.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let ran = run(folder.path(), "run blob.ron --record a.sweep --ticks 4");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    fs::remove_file(folder.path().join("blob")).unwrap();
    assert_eq!(run(folder.path(), "run a.sweep --json").err, "");
    let ran = run(folder.path(), "export shapes.ron -o a.stl");
    assert!(
        ran.err.contains(".obj, .glb or .ron was expected"),
        "{}",
        ran.err
    );
}

#[test]
fn a_gltf_finds_its_buffer_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let corners: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0]
        .iter()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    fs::write(folder.path().join("sub/a b.bin"), corners).unwrap();
    let text = r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"a%20b.bin"}]}"#;
    fs::write(folder.path().join("sub/a.gltf"), text).unwrap();
    let ran = run(folder.path(), "import sub/a.gltf -o a.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let ran = run(folder.path(), "inspect a.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    fs::remove_file(folder.path().join("sub/a b.bin")).unwrap();
    let ran = run(folder.path(), "inspect a.ron");
    assert_eq!(ran.exit, Exit::BadInput);
    assert!(
        ran.err
            .contains("buffers[0]: the file a b.bin beside it is not at hand"),
        "{}",
        ran.err
    );
}

/// A grid of `side` by `side` squares that share their corners.
fn grid(side: u32) -> solid::Solid {
    let at =
        |i: u32, j: u32| glam::Vec3::new(i as f32, j as f32, ((i * 7 + j * 13) % 5) as f32 * 0.1);
    let square = |k: u32| {
        let (i, j) = (k / side, k % side);
        [
            vec![at(i, j), at(i + 1, j), at(i + 1, j + 1)],
            vec![at(i, j), at(i + 1, j + 1), at(i, j + 1)],
        ]
    };
    solid::Solid {
        name: "grid".to_owned(),
        polygons: (0..side * side).flat_map(square).collect(),
    }
}

/// Told about one thing after the other, and in about twice the time for twice the file.
#[test]
fn long_meshes_tell_how_far_they_are() {
    let solids = [grid(300)];
    let (mut obj, mut glb) = (Vec::new(), Vec::new());
    write::write_obj(&mut obj, &solids, Up::Y).unwrap();
    write::write_glb(&mut glb, &solids).unwrap();
    for bytes in [obj, glb] {
        let mut told = Vec::new();
        let mut tell = |done: u64, all: u64| {
            told.push((done, all));
            Go::On
        };
        let read = mesh::read(&bytes, &|_| None, Up::Y, 1.0, &mut tell).unwrap();
        assert_eq!(read.polygons.len(), 180_000);
        assert!(
            told.len() >= 2 && told.windows(2).all(|two| two[0].0 < two[1].0),
            "{told:?}"
        );
        assert!(told.iter().all(|(done, all)| done <= all), "{told:?}");
    }
}

/// Tools that sort the fields put `asset` behind all accessors, however many; the name does not have to help.
#[test]
fn a_long_gltf_is_told_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let bytes: Vec<u8> = corners
        .as_flattened()
        .iter()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    fs::write(folder.path().join("c.bin"), bytes).unwrap();
    let accessor = r#"{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}"#;
    let accessors = vec![accessor; 1000].join(", ");
    let text = format!(
        r#"{{"accessors": [{accessors}], "asset": {{"version": "2.0"}}, "bufferViews": [{{"buffer": 0, "byteLength": 36}}],
        "buffers": [{{"byteLength": 36, "uri": "c.bin"}}], "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 999}}}}]}}],
        "nodes": [{{"mesh": 0}}], "scene": 0, "scenes": [{{"nodes": [0]}}]}}"#
    );
    assert!(text.find("\"asset\"").unwrap() > 64 * 1024);
    fs::write(folder.path().join("sorted"), text).unwrap();
    let told = run(folder.path(), "inspect sorted");
    assert_eq!(told.exit, Exit::Done, "{}", told.err);
    assert!(told.out.contains("1 polygon"), "{}", told.out);
    let made = run(folder.path(), "import sorted -o a.ron");
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
}
