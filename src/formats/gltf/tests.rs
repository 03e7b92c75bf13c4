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

fn none(_: &str) -> Result<Vec<u8>, String> {
    Err("it is not at hand".to_owned())
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
            .any(|w| w.contains("1 primitive of points was dropped")),
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
        far.warnings[0].contains("1 of 1 triangle has a corner that is not finite or more than"),
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
        (
            "data:",
            "other/",
            "buffers[0]: the file other/application/octet-stream;base64,",
        ),
        ("AAAA", "?AAA", "buffers[0]: its base64"),
        (
            "\"type\":\"VEC3\"",
            "\"type\":\"VEC2\"",
            "accessors[0]: its type is VEC2; VEC3 was expected",
        ),
        (
            "[{\"mesh\":0}]",
            "[{\"children\":[0]}]",
            "nodes[0]: it is below itself: the nodes lead in a circle",
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
        told(&indexed.replacen("AAABAAIA", "AAABAAkA", 1))
            .contains("there is no vertex 9; it has 3 vertices, counted from 0")
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
    // 2^30 - 1 nodes in all.
    assert_eq!(
        told,
        "nodes: the scene has 1073741823 nodes, instances counted; at most 2000000 were expected"
    );
}

/// The sum of what a scene holds is told before anything is placed.
#[test]
fn triangles_are_counted_with_their_instances() {
    // 2^20 leaves: 2^21 - 1 nodes would be too many, 2^20 - 1 are not.
    let all: Vec<String> = (0..20)
        .map(|level| match level {
            19 => "{\"mesh\":0}".to_owned(),
            _ => format!("{{\"children\":[{},{}]}}", level + 1, level + 1),
        })
        .collect();
    let text = triangle(&format!("[{}]", all.join(",")), "");
    let view = "\"bufferView\":0,\"componentType\":5126,\"count\":3";
    assert_eq!(mesh(&text).polygons.len(), 1 << 19);
    // Nine corners that are all zero.
    let text = text.replace(view, "\"componentType\":5126,\"count\":9");
    assert_eq!(
        told(&text),
        "meshes[0].primitives[0]: 1572864 triangles so far, instances counted; in a file of this size at most 1000000 were expected"
    );
}

/// What a small JSON file may have goes by its buffers too, wherever they are.
#[test]
fn buffers_beside_a_file_count_for_its_size() {
    let text = r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":1,"componentType":5121,"count":3600000,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":3600000}],
        "buffers":[{"byteLength":3600036,"uri":"a.bin"}]}"#;
    let beside = |name: &str| {
        assert_eq!(name, "a.bin");
        Ok(vec![0; 3_600_036])
    };
    let mesh = read(text.as_bytes(), &beside, Up::Y, 1.0, &mut ()).unwrap();
    // More than a file without them may have; all of them are points.
    assert_eq!((mesh.polygons.len(), mesh.dropped), (0, 1_200_000));
}

/// glTF 2.0, 3.6.2.3: an accessor without a buffer view is zeros, but for its sparse values.
#[test]
fn an_accessor_without_a_view_is_zeros() {
    let sparse = r#""sparse":{"count":2,"indices":{"bufferView":1,"byteOffset":2,"componentType":5123},"values":{"bufferView":0,"byteOffset":12}}"#;
    let view = "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}";
    let with = |accessor: &str| triangle("[{\"mesh\":0}]", "").replace(view, accessor);
    // Corners 1 and 2 are replaced, corner 0 is the origin.
    let open = format!("{{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",{sparse}}}");
    let whole = mesh(&triangle("[{\"mesh\":0}]", ""));
    assert_eq!(mesh(&with(&open)).polygons, whole.polygons);
    // Its indices are 1 and 2 of 2.
    let short = open.replace("\"count\":3", "\"count\":2");
    let problem = "accessors[0]: its sparse indices name element 2 of 2 elements";
    assert!(
        told(&with(&short)).contains(problem),
        "{}",
        told(&with(&short))
    );
    let zeros = with("{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}");
    let all = mesh(&zeros);
    assert_eq!((all.polygons.len(), all.dropped, all.vertices), (0, 1, 3));
    let many = zeros.replace("\"count\":3", "\"count\":1000000000");
    assert!(told(&many).contains("accessors[0]: 1000000000 elements without a buffer view, which are zeros; in a file of this size at most 1000000 were expected"), "{}", told(&many));
    // Indices: 0, 1, 0, then with the middle one and the last replaced.
    let list = "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}";
    let indices = r#"{"componentType":5123,"count":3,"type":"SCALAR","sparse":{"count":2,"indices":{"bufferView":1,"byteOffset":2,"componentType":5123},"values":{"bufferView":1,"byteOffset":2}}}"#;
    let indexed = triangle("[{\"mesh\":0}]", ",\"indices\":1").replace(list, indices);
    assert_eq!(mesh(&indexed).polygons, whole.polygons);
    let float = indexed.replace(
        "{\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"",
        "{\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"",
    );
    assert!(told(&float).contains("accessors[1]: its component type is 5126; whole numbers"));
    let version = zeros.replace("\"2.0\"", "\"1.0\"");
    assert_eq!(
        told(&version),
        "asset.version: glTF 1.0; glTF 2.0 was expected"
    );
}

#[test]
fn what_remains_of_nothing_is_told() {
    let nothing = |text: &str| mesh(text).nothing.unwrap();
    for (nodes, primitive, why) in [
        (
            "[{\"mesh\":0}]",
            ",\"mode\":1",
            "1 primitive of lines was dropped",
        ),
        (
            "[{\"mesh\":0}]",
            ",\"mode\":0",
            "1 primitive of points was dropped",
        ),
        (
            "[{\"mesh\":0}]",
            ",\"mode\":9",
            "1 primitive of a mode that is not known was dropped",
        ),
        (
            "[{\"children\":[1,1]},{\"mesh\":0}]",
            ",\"mode\":3",
            "2 primitives of lines were dropped",
        ),
        (
            "[{\"mesh\":0,\"scale\":[0,1,1]}]",
            "",
            "1 of 1 triangle has no area and was dropped",
        ),
        (
            "[{\"mesh\":0,\"scale\":[1e39,1,1]}]",
            "",
            "1 node whose transform is not finite was dropped with all below",
        ),
        ("[{}]", "", "its mesh is not in its scene"),
    ] {
        let told = nothing(&triangle(nodes, primitive));
        assert_eq!(told, format!("there is no face to collide with: {why}"));
    }
    let none = nothing("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[]}");
    assert!(none.ends_with("it has no meshes"), "{none}");
    assert_eq!(mesh(&triangle("[{\"mesh\":0}]", "")).nothing, None);
    let beyond = triangle("[{\"mesh\":0}]", "").replace("\"scene\":0", "\"scene\":4");
    assert_eq!(told(&beyond), "scenes[4]: it does not exist");
    let ring =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{\"children\":[0]}]}";
    assert!(told(ring).contains("below itself"));
}

#[test]
fn a_cut_glb_says_where() {
    let glb = |bytes: &[u8]| {
        read(bytes, &none, Up::Y, 1.0, &mut ())
            .unwrap_err()
            .to_string()
    };
    assert!(glb(b"glTF").contains("byte 4: the file ends there, in the 12 bytes"));
    assert!(glb(b"g").contains("byte 1: the file ends there"));
    assert!(glb(b"glTF\x02\0\0\0\x0c").contains("byte 9: the file ends there"));
    assert!(glb(b"glTF\x02\0\0\0\x0c\0\0\0").contains("byte 12: a GLB without a JSON chunk"));
    assert!(glb(b"glTF\x01\0\0\0\x0c\0\0\0").contains("version 1; GLB version 2"));
    assert!(
        glb(b"glTF\x02\0\0\0\xff\0\0\0")
            .contains("byte 8: a file of 255 bytes, which ends at byte 12")
    );
    assert!(
        glb(b"glTF\x02\0\0\0\x14\0\0\0\xff\xff\xff\xffJSON")
            .contains("byte 12: a chunk of 4294967295 bytes where 0 are left")
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
