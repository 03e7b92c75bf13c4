//! Meshes as texts, and what is odd about them.

use super::*;
use crate::geometry::vector::{cross, length, wide};

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\n";

fn mesh(text: &str) -> Mesh {
    parse(text, Up::Y, 1.0).unwrap()
}

#[test]
fn a_mark_at_the_beginning_is_no_part_of_a_word() {
    let marked = format!("\u{feff}{SQUARE}f 1 2 3 4\n");
    let read = read(marked.as_bytes(), Up::Y, 1.0, &mut ()).unwrap();
    assert_eq!(
        read.polygons,
        mesh(&format!("{SQUARE}f 1 2 3 4\n")).polygons
    );
}

#[test]
fn lines_end_as_they_ended_on_old_machines() {
    let text = format!("{SQUARE}f 1 2 3 4\n");
    let wanted = mesh(&text).polygons;
    for end in ["\r\n", "\r"] {
        let read = read(text.replace('\n', end).as_bytes(), Up::Y, 1.0, &mut ()).unwrap();
        assert_eq!(read.polygons, wanted, "{end:?}");
    }
}

#[test]
fn every_form_of_a_corner_names_the_same_vertices() {
    for face in [
        "f 1 2 3 4",
        "f 1/9 2/9 3/9 4/9",
        "f 1//7 2//7 3//7 4//7",
        "f 1/2/3 2/2/3 3/2/3 4/2/3",
        "f -4 -3 -2 -1",
        "f 1 2 \\\n 3 4",
    ] {
        let mesh = mesh(&format!("{SQUARE}{face}\n"));
        assert_eq!(mesh.polygons.len(), 1, "{face}");
        assert_eq!(mesh.polygons[0].vertices.len(), 4, "{face}");
        // Seen from above in the file's Y-up, so the floor looks up.
        assert_eq!(mesh.polygons[0].plane.normal, Vec3::Z, "{face}");
        assert_eq!(
            mesh.polygons[0].vertices[2],
            Vec3::new(1.0, 1.0, 0.0),
            "{face}"
        );
        assert_eq!(mesh.warnings, Vec::<String>::new());
    }
}

#[test]
fn up_and_scale() {
    let mesh = parse("v 1 2 3\nv 2 2 3\nv 1 3 3\nf 1 2 3", Up::Z, 0.5).unwrap();
    assert_eq!(mesh.polygons[0].vertices[0], Vec3::new(0.5, 1.0, 1.5));
}

/// spec/inputs.md 6: ids in comments, (-x, z, y), decimal commas and exponents.
#[test]
fn a_file_of_acviewer_is_a_backdrop() {
    let text = "# 02000001\nmtllib 02000001.mtl\n# 01000ACA\nv -1,5 2,25 0\nv -2,5 2,25 -0\nv -1,5 2,25 1E-08\nv -1,5 2,25 4\n\
        usemtl 08000010\nf 1/1/1 2/2/1 4/3/1\nf 1 3 4\n# 01000ACB\nf 4 2 1\n";
    let mesh = mesh(text);
    assert_eq!(mesh.kind, Kind::Backdrop);
    assert_eq!(
        mesh.polygons[0].vertices[..2],
        [Vec3::new(1.5, 0.0, 2.25), Vec3::new(2.5, 0.0, 2.25)]
    );
    assert_eq!(mesh.polygons[0].vertices[2], Vec3::new(1.5, 4.0, 2.25));
    assert_eq!(
        mesh.parts,
        [("0x01000ACA".to_owned(), 0), ("0x01000ACB".to_owned(), 1)]
    );
    assert!(
        mesh.warnings.iter().any(|w| w.contains("backdrop")),
        "{:?}",
        mesh.warnings
    );
    // Any other file is not.
    assert_eq!(
        parse("# 01000ACA\nv 0 0 0\n", Up::Y, 1.0).unwrap().kind,
        Kind::Obj
    );
    assert!(parse("v 1,000.5 0 0\n", Up::Y, 1.0).is_err());
}

#[test]
fn whoever_waits_is_told_and_may_stop() {
    let line = "v 1 2 3\n";
    let text = line.repeat(200_000);
    let mut told = Vec::new();
    let mut tell = |done: u64, all: u64| {
        told.push((done, all));
        if told.len() == 2 { Go::Stop } else { Go::On }
    };
    let error = read(text.as_bytes(), Up::Y, 1.0, &mut tell).unwrap_err();
    assert_eq!((error.line, error.problem.as_str()), (131_072, STOPPED));
    assert_eq!(told, [(65_536 * 8, 1_600_000), (131_072 * 8, 1_600_000)]);
}

#[test]
fn faces_without_area_are_dropped_and_counted() {
    let mesh = mesh(&format!(
        "{SQUARE}f 1 2 3\nf 1 2 2\nf 1 1 1\nf 1 2 1 2\nv 2 0 0\nf 1 2 5\n"
    ));
    assert_eq!((mesh.polygons.len(), mesh.dropped), (1, 4));
    assert_eq!(
        mesh.warnings,
        ["4 of 5 faces have no area and were dropped"]
    );
}

#[test]
fn what_remains_of_nothing_is_told() {
    let nothing = |text: &str| mesh(text).nothing.unwrap();
    assert_eq!(nothing(""), "the file is empty");
    for (text, why) in [
        ("# a\n", NO_OBJ),
        (
            "hello there\nand\n",
            "it has neither vertices (v) nor faces (f), which make an OBJ mesh, and is neither GLB nor glTF; its lines begin with hello, and",
        ),
        ("v 0 0 0\n", "it has 1 vertex and no faces; is it cut off?"),
        (
            "v 0 0 0\nv 0 0 1\nl 1 2\np 1\np 2\n",
            "it has 2 vertices and no faces; 1 line was dropped; 2 points were dropped",
        ),
        (
            "v 0 0 0\nv 0 0 1\nf 1 2 1\n",
            "1 of 1 face has no area and was dropped",
        ),
    ] {
        let told = nothing(text);
        assert_eq!(told, format!("there is no face to collide with: {why}"));
    }
    assert_eq!(mesh(&format!("{SQUARE}f 1 2 3\n")).nothing, None);
    let error = parse("v 0 0 0\nf 1 2 1\n", Up::Y, 1.0).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("there is no vertex 2; 1 stands before this line")
    );
}

#[test]
fn dented_and_bent_faces_become_triangles() {
    let dented = mesh("v 0 0 0\nv 4 0 0\nv 1 0 -1\nv 0 0 -4\nf 1 2 3 4");
    assert_eq!((dented.polygons.len(), dented.cut), (2, 1));
    // Area by triangles is that of the outline: 4 for the two slivers together.
    let area: f64 = dented
        .polygons
        .iter()
        .map(|p| {
            let v = |k: usize| wide(p.vertices[k]);
            length(cross(v(1) - v(0), v(2) - v(0))) / 2.0
        })
        .sum();
    assert!((area - 4.0).abs() < 1e-9, "{area}");
    assert!(dented.polygons.iter().all(|p| p.plane.normal == Vec3::Z));
    let bent = mesh("v 0 0 0\nv 1 0 0\nv 1 0.4 -1\nv 0 0 -1\nf 1 2 3 4");
    assert_eq!((bent.polygons.len(), bent.cut), (2, 1));
}

#[test]
fn names_stand_before_their_faces() {
    let mesh = mesh(&format!(
        "o empty\n{SQUARE}o floor\ng\nf 1 2 3\ng far side\nf 1 3 4\no last"
    ));
    assert_eq!(
        mesh.parts,
        [("default".to_owned(), 0), ("far side".to_owned(), 1)]
    );
}

#[test]
fn bad_lines_say_which_and_why() {
    let told = |text: &str| parse(text, Up::Y, 1.0).unwrap_err().to_string();
    assert_eq!(
        told("v 0 0 0\n\nv 1 x 0"),
        "line 3: v: y: `x` is not a number"
    );
    assert_eq!(
        told("v 0 0"),
        "line 1: v: z is missing; three coordinates were expected"
    );
    assert_eq!(
        told("v 0 NaN 0"),
        "line 1: v: y: NaN is not a finite number"
    );
    assert_eq!(
        told("v 2e6 0 0"),
        "line 1: v: x: 2e6 m is more than 1000000 m from 0"
    );
    assert!(told("v 0 1e30 0").contains("more than 1000000 m"));
    assert_eq!(
        told(&format!("{SQUARE}f 1 2 9")),
        "line 5: f: there is no vertex 9; 4 stand before this line"
    );
    assert_eq!(
        told(&format!("{SQUARE}f 1 2 -9")),
        "line 5: f: there is no vertex -9; 4 stand before this line"
    );
    assert_eq!(
        told(&format!("{SQUARE}f 1 2")),
        "line 5: f: 2 corners; at least 3 were expected"
    );
    assert!(told(&format!("{SQUARE}f 1 2 0")).contains("count from 1"));
    assert!(told(&format!("{SQUARE}f 1 2 3/x")).contains("`3/x` is not a corner"));
    assert!(told(&format!("{SQUARE}f 1 2 3/1/1/1")).contains("is not a corner"));
    assert!(told("v 1 \\").contains("ends in the middle"));
}

proptest::proptest! {
    #[test]
    fn any_text_ends(text in r"((v|f|g|o|vn|#|\\) ?([0-9-]{1,3}[ /.]{0,2}){0,6}\n|[ -~é]{0,9}\n){0,30}") {
        let _ = parse(&text, Up::Y, 1.0);
    }
}
