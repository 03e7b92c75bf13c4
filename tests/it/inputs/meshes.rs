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
        let read = mesh::read(&bytes, &|_| Err(String::new()), up, 1.0, &mut ()).unwrap();
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
        ran.err.contains("a.gltf: of its buffers ")
            && ran
                .err
                .contains("a b.bin: cannot be read: there is no such file"),
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
        let read = mesh::read(&bytes, &|_| Err(String::new()), Up::Y, 1.0, &mut tell).unwrap();
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

/// What a glTF names leads into its folder or below it, and is a regular file there; each other way is told for what it is.
#[test]
fn buffers_stand_beside_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("sub/deep")).unwrap();
    let corners: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0]
        .iter()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    for name in ["out.bin", "sub/in.bin", "sub/deep/in.bin"] {
        fs::write(at(name), &corners).unwrap();
    }
    let text = |uri: &str| {
        r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"URI"}]}"#
            .replace("URI", uri)
    };
    let write = |uri: &str| fs::write(at("sub/a.gltf"), text(uri)).unwrap();
    let scene = r#"Scene(version: 1, title: "t", length: Ticks(1), objects: [Object(name: "a", shape: Mesh(file: "sub/a.gltf"))],
        rig: Chase(feet: (0, 0, 0), motion: Still), lanes: [Lane(name: "retail", policy: "retail")])"#;
    fs::write(at("s.ron"), scene).unwrap();
    for uri in [
        "in.bin",
        "./in.bin",
        "deep/in.bin",
        "deep/../in.bin",
        "deep%2Fin.bin",
    ] {
        write(uri);
        for line in ["inspect sub/a.gltf", "run s.ron --ticks 1"] {
            let ran = run(folder.path(), line);
            assert_eq!(ran.exit, Exit::Done, "{line} {uri}: {}", ran.err);
        }
    }
    let absolute = at("out.bin").display().to_string();
    for (uri, why) in [
        (
            "../out.bin",
            "../out.bin: it leads out of the file's folder",
        ),
        (
            "%2e%2e/out.bin",
            "../out.bin: it leads out of the file's folder",
        ),
        ("deep/../../out.bin", "it leads out of the file's folder"),
        (&*absolute, "a path from the root"),
        ("/dev/zero", "/dev/zero: a path from the root"),
        (
            "http://localhost/a.bin",
            "http://localhost/a.bin: an address of http:",
        ),
        ("deep", "it is a folder"),
        ("none.bin", "there is no such file"),
    ] {
        write(uri);
        for line in [
            "inspect sub/a.gltf",
            "import sub/a.gltf -o a.ron",
            "run s.ron --ticks 1",
        ] {
            let ran = run(folder.path(), line);
            assert_eq!(ran.exit, Exit::BadInput, "{line} {uri}: {}", ran.err);
            assert!(
                ran.err.contains(why) && ran.err.contains("a.gltf"),
                "{line} {uri}: {}",
                ran.err
            );
        }
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", at("sub/zero.bin")).unwrap();
        write("zero.bin");
        for line in [
            "inspect sub/a.gltf",
            "import sub/a.gltf -o a.ron",
            "run s.ron --ticks 1",
        ] {
            let ran = run(folder.path(), line);
            assert_eq!(ran.exit, Exit::BadInput, "{line}: {}", ran.err);
            assert!(
                ran.err.contains("it is a pipe or a device"),
                "{line}: {}",
                ran.err
            );
        }
    }
}

/// Every way in says what a file is by its content, and why nothing is to be had of it.
#[test]
fn what_is_no_mesh_is_told_for_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let wall = "Scene(version: 1, title: \"t\", length: Ticks(1), rig: Chase(feet: (0, 0, 0), motion: Still), lanes: [Lane(name: \"retail\", policy: \"retail\")])";
    let glb = b"glTF\x02\0\0\0\x40\0\0\0";
    let files: [(&str, &[u8], &str); 10] = [
        (
            "p.obj",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "p.obj: a PNG picture",
        ),
        ("z.glb", b"PK\x03\x04\x14\0", "z.glb: a ZIP archive"),
        (
            "s.obj",
            b"solid a\n facet normal 0 0 1\n",
            "s.obj: an STL mesh",
        ),
        ("e.obj", b"", "e.obj: the file is empty"),
        ("e.glb", b"", "e.glb: the file is empty"),
        ("e.gltf", b"", "e.gltf: the file is empty"),
        (
            "c.glb",
            glb,
            "c.glb: byte 8: a file of 64 bytes, which ends at byte 12; is it cut off?",
        ),
        ("m.glb", &glb[..3], "m.glb: byte 3: the file ends there"),
        (
            "t.obj",
            b"hello\n",
            "and is neither GLB nor glTF; its lines begin with hello",
        ),
        (
            "l.gltf",
            br#"{"asset":{"version":"2.0"},"meshes":[]}"#,
            "l.gltf: there is no face to collide with: it has no meshes",
        ),
    ];
    for (name, bytes, why) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
        let record = folder.path().join("r.jsonl");
        fs::write(
            record,
            "{\"input\":{\"currentPos\":{\"X\":0,\"Y\":0,\"Z\":0}}}\n",
        )
        .unwrap();
        for line in [
            format!("inspect {name}"),
            format!("import {name} -o a.ron"),
            format!("replay r.jsonl --geometry {name}"),
        ] {
            let ran = run(folder.path(), &line);
            assert_eq!(ran.exit, Exit::BadInput, "{line}: {} {}", ran.out, ran.err);
            let errors = ran
                .err
                .lines()
                .filter(|line| line.starts_with("error: "))
                .count();
            assert!(
                errors == 1 && ran.err.contains(why) && !ran.err.contains("geometry.ron"),
                "{line}: {}",
                ran.err
            );
        }
    }
    fs::write(folder.path().join("wall.ron"), wall).unwrap();
    let ran = run(folder.path(), "import wall.ron -o a.ron");
    assert!(
        ran.err.contains("wall.ron: a scene already; "),
        "{}",
        ran.err
    );
    for name in ["e.dat", "e.ron", "e.sweep", "e"] {
        fs::write(folder.path().join(name), "").unwrap();
        let ran = run(folder.path(), &format!("inspect {name}"));
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""));
        assert!(
            ran.err.ends_with(&format!("{name}: the file is empty\n")),
            "{}",
            ran.err
        );
    }
}

/// What the format allows and readers stumble over: notes of any kind, scenes without nodes, lists that end within a triangle.
#[test]
fn odd_but_legal_gltf_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let model = |extras: &str, scenes: &str, corners: u32| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{scenes}],"nodes":[{{"mesh":0,"extras":{extras}}}],
            "meshes":[{{"extras":{extras},"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":{corners},"type":"VEC3"}}],
            "bufferViews":[{{"buffer":0,"byteLength":60}}],"buffers":[{{"byteLength":60,"uri":"a.bin"}}]}}"#
        )
    };
    let corners = [
        [0.0_f32, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, -1.0],
        [9.0, 9.0, 9.0],
        [9.0, 9.0, 9.0],
    ];
    let corners: Vec<u8> = corners
        .iter()
        .flatten()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    fs::write(folder.path().join("a.bin"), corners).unwrap();
    let read = |text: String| {
        fs::write(folder.path().join("a.gltf"), text).unwrap();
        let ran = run(folder.path(), "inspect a.gltf");
        (ran.exit, format!("{}{}", ran.out, ran.err))
    };
    for extras in ["null", "[1, \"a\"]", "\"text\"", "7.5", "{\"deep\": [{}]}"] {
        let (exit, told) = read(model(extras, r#"{"nodes":[0]}"#, 3));
        assert!(
            exit == Exit::Done && told.contains("faces    1 polygon"),
            "{extras}: {told}"
        );
        assert!(!told.contains("warning"), "{extras}: {told}");
    }
    let (exit, told) = read(model("null", r#"{"nodes":[0]},{"name":"empty"}"#, 3));
    assert!(
        exit == Exit::Done && told.contains("faces    1 polygon"),
        "{told}"
    );
    let (exit, told) = read(model("null", r#"{"name":"empty"}"#, 3));
    assert_eq!(exit, Exit::BadInput);
    assert!(
        told.contains("no face to collide with") && !told.contains("missing"),
        "{told}"
    );
    let (exit, told) = read(model("null", r#"{"nodes":[0]}"#, 5));
    assert_eq!(exit, Exit::Done);
    assert!(
        told.contains("2 corners at the end of a list make no whole triangle and were dropped"),
        "{told}"
    );
}

/// Nothing is written where there is nothing to write.
#[test]
fn an_export_without_polygons_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"Scene(version: 1, title: "balls", objects: [
        Object(name: "ball", shape: Spheres([((0, 0, 0), 1)])),
    ], rig: Sweep(sweeps: List([((3, 0, 0), (0, 0, 0))])), lanes: [Lane(name: "retail", policy: "retail")])"#;
    fs::write(folder.path().join("balls.ron"), text).unwrap();
    for out in ["a.glb", "a.obj", "a.ron"] {
        let ran = run(folder.path(), &format!("export balls.ron -o {out}"));
        assert_eq!(ran.exit, Exit::BadInput);
        assert!(
            ran.err.ends_with("it has no polygons to write\n"),
            "{}",
            ran.err
        );
        assert!(!folder.path().join(out).exists());
    }
}
