//! Small files written by hand.

use glam::Vec3;

use super::*;
use crate::formats::progress::{Go, STOPPED};

/// A JSON file with a triangle (0,0,0) (1,0,0) (0,0,-1), which faces up in Y-up, and `rest` beside nodes and meshes.
fn triangle(nodes: &str, primitive: &str) -> String {
    // 36 bytes of corners and 8 of indices 0, 1, 2 as u16 and padding.
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":{nodes},
"meshes":[{{"name":"tri","primitives":[{{"attributes":{{"POSITION":0}}{primitive}}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},{{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":6}}],
"buffers":[{{"byteLength":44,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/AAABAAIAAAA="}}]}}"#
    )
}

fn none(_: &str) -> Option<Vec<u8>> {
    None
}

fn mesh(text: &str) -> Mesh {
    read(text.as_bytes(), &none, Up::Y, 1.0, &mut ()).unwrap()
}

fn told(text: &str) -> String {
    read(text.as_bytes(), &none, Up::Y, 1.0, &mut ())
        .unwrap_err()
        .to_string()
}

#[test]
fn a_triangle_faces_up() {
    for primitive in [
        "",
        ",\"indices\":1",
        ",\"mode\":5",
        ",\"mode\":6,\"indices\":1",
    ] {
        let mesh = mesh(&triangle("[{\"mesh\":0}]", primitive));
        assert_eq!(mesh.polygons.len(), 1, "{primitive}");
        assert_eq!(mesh.polygons[0].plane.normal, Vec3::Z, "{primitive}");
        assert_eq!(mesh.polygons[0].vertices[2], Vec3::Y);
        assert_eq!(
            (mesh.vertices, mesh.parts.as_slice()),
            (3, &[("tri".to_owned(), 0)][..])
        );
    }
}

/// A parent at (0, 5, 0) that is turned a quarter about Y, with a child three times as large and one that is mirrored.
#[test]
fn nodes_place_and_turn_and_mirror() {
    let nodes = r#"[{"children":[1,2],"translation":[0,5,0],"rotation":[0,0.70710678,0,0.70710678]},
        {"mesh":0,"scale":[3,3,3],"name":"big"},{"mesh":0,"matrix":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 10,0,0,1]}]"#;
    let mesh = mesh(&triangle(nodes, ""));
    assert_eq!(mesh.polygons.len(), 2);
    // A quarter turn about +Y takes x to -z and z to x; (0, 5, 0) is up by 5 here.
    let close = |a: Vec3, b: Vec3| (a - b).abs().max_element() < 1e-5;
    let big = &mesh.polygons[0].vertices;
    assert!(
        close(big[0], Vec3::Z * 5.0)
            && close(big[1], Vec3::new(0.0, 3.0, 5.0))
            && close(big[2], Vec3::new(-3.0, 0.0, 5.0)),
        "{big:?}"
    );
    for polygon in &mesh.polygons {
        assert!(close(polygon.plane.normal, Vec3::Z), "{polygon:?}");
    }
    assert_eq!(mesh.parts[0].0, "big");
}

#[test]
fn what_is_no_triangle_is_told() {
    let points = mesh(&triangle("[{\"mesh\":0,\"skin\":0}]", ",\"mode\":0"));
    assert_eq!(points.polygons.len(), 0);
    assert!(
        points
            .warnings
            .iter()
            .any(|w| w.contains("1 primitives are no triangles")),
        "{:?}",
        points.warnings
    );
    assert!(points.warnings.iter().any(|w| w.contains("skinned")));
    let far = read(
        triangle("[{\"mesh\":0}]", "").as_bytes(),
        &none,
        Up::Y,
        1e7,
        &mut (),
    )
    .unwrap();
    assert!(
        far.warnings[0].contains("1 of 1 triangles have a corner that is not finite or more than"),
        "{:?}",
        far.warnings
    );
    let flat = mesh(&triangle("[{\"mesh\":0,\"scale\":[0,1,1]}]", ""));
    assert_eq!((flat.polygons.len(), flat.dropped), (0, 1));
}

#[test]
fn what_leads_nowhere_is_told_with_its_place() {
    let good = triangle("[{\"mesh\":0}]", "");
    for (from, to, problem) in [
        ("\"mesh\":0", "\"mesh\":7", "meshes[7]: it does not exist"),
        (
            "\"POSITION\":0",
            "\"POSITION\":9",
            "accessors[9]: it does not exist",
        ),
        (
            "\"count\":3",
            "\"count\":4",
            "accessors[0]: it reaches beyond its buffer view",
        ),
        (
            "\"count\":3",
            "\"count\":4000000000000",
            "accessors[0]: it reaches beyond",
        ),
        (
            "\"byteLength\":36",
            "\"byteLength\":360",
            "bufferViews[0]: it reaches beyond its buffer",
        ),
        (
            "\"byteLength\":44",
            "\"byteLength\":45",
            "buffers[0]: it says 45 bytes and has 44",
        ),
        ("data:", "other/", "buffers[0]: the file other/"),
        ("AAAA", "?AAA", "buffers[0]: its base64"),
        (
            "\"type\":\"VEC3\"",
            "\"type\":\"VEC2\"",
            "accessors[0]: Vec2; Vec3 was expected",
        ),
        (
            "[{\"mesh\":0}]",
            "[{\"children\":[0]}]",
            "nodes[0]: the nodes lead too deep",
        ),
        (
            "\"asset\"",
            "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"asset\"",
            "KHR_draco",
        ),
    ] {
        let told = told(&good.replacen(from, to, 1));
        assert!(told.contains(problem), "{to}: {told}");
    }
    let indexed = triangle("[{\"mesh\":0}]", ",\"indices\":1");
    assert!(
        told(&indexed.replacen("AAABAAIA", "AAABAAkA", 1)).contains("there is no vertex 9 of 3")
    );
}

/// A node with many children that are one mesh: instances cost a file little.
#[test]
fn instances_are_counted() {
    let all: Vec<String> = (0..30)
        .map(|level| match level {
            29 => "{\"mesh\":0}".to_owned(),
            _ => format!("{{\"children\":[{},{}]}}", level + 1, level + 1),
        })
        .collect();
    let told = told(&triangle(&format!("[{}]", all.join(",")), ""));
    assert!(
        told.contains("more than 1000000 triangles in all") || told.contains("too deep"),
        "{told}"
    );
}

#[test]
fn a_cut_glb_says_where() {
    let glb = |bytes: &[u8]| {
        read(bytes, &none, Up::Y, 1.0, &mut ())
            .unwrap_err()
            .to_string()
    };
    assert!(glb(b"glTF").contains("byte 4: the file ends there"));
    assert!(glb(b"glTF\x01\0\0\0\x0c\0\0\0").contains("version 1; GLB version 2"));
    assert!(glb(b"glTF\x02\0\0\0\xff\0\0\0").contains("it says 255 bytes and has 12"));
    assert!(
        glb(b"glTF\x02\0\0\0\x14\0\0\0\xff\xff\xff\xffJSON")
            .contains("a chunk of 4294967295 bytes")
    );
}

#[test]
fn whoever_waits_may_stop() {
    let nodes = format!(
        "[{{\"children\":[{}]}},{{\"mesh\":0}}]",
        vec!["1"; 70_000].join(",")
    );
    let text = triangle(&nodes, "");
    let mut calls = 0;
    let mut stop = |_, _| {
        calls += 1;
        Go::Stop
    };
    let error = read(text.as_bytes(), &none, Up::Y, 1.0, &mut stop).unwrap_err();
    assert_eq!((calls, error.problem.as_str()), (1, STOPPED));
}
