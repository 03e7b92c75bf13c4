//! Odd input: words that are like nothing, broken meshes, numbers and polygons that are hardly any.

use std::fs;

use super::{scene_text, sweepscope};

/// Words that are like no scene are not guessed at.
#[test]
fn strangers_are_not_taken_for_scenes() {
    let ran = sweepscope(["run", "version"]);
    let error = ran.error();
    assert!(!error.contains("did you mean"), "{error}");
    assert!(
        error.ends_with("shipped scene; `sweepscope help scenes` lists those"),
        "{error}"
    );
    let ran = sweepscope(["run", "u3"]);
    assert!(ran.error().contains("did you mean corpus/u3?"));
}

/// Meshes: the word that is wrong, the scale that makes it so and the scene that names it; what is missing, by its name.
#[test]
fn meshes_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let corners = "v 0 0 0\nv 1 0 0\nv 1 0 2\n";
    let cut = write("cut.obj", corners);
    let out = folder.path().join("x.ron");
    let out = out.to_str().unwrap();
    let ran = sweepscope(["import", &cut, "-o", out]);
    let told = "there is no face to collide with: it has 3 vertices and no faces; is it cut off?";
    assert!(ran.err.ends_with(&format!("{told}\n")), "{}", ran.err);
    let whole = write("whole.obj", &format!("{corners}f 1 2 3\n"));
    let ran = sweepscope(["import", &whole, "-o", "/nowhere/at/all/x.ron"]);
    assert_eq!(
        ran.error(),
        "/nowhere/at/all/x.ron: cannot be written: there is no such folder"
    );
    // 2 times a million is beyond 10^6 m: in line 3 the fourth word.
    let scene = scene_text("Mesh(file: \"whole.obj\", scale: 1e6)");
    let scene = write("big.ron", &scene);
    let ran = sweepscope(["run", &scene]);
    let (error, mesh) = (ran.error(), folder.path().join("whole.obj"));
    assert!(
        error.starts_with(&format!(
            "{}:3:7: v: z: 2 times the scale 1000000",
            mesh.display()
        )),
        "{error}"
    );
    assert!(
        error.ends_with(&format!("(the mesh of {scene}: objects[0].shape.file)")),
        "{error}"
    );
}

/// What no `f32` holds is repeated as it stands.
#[test]
fn numbers_that_are_too_large_are_not_called_infinite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    let path = path.to_str().unwrap();
    let wall = |corner: &str| format!("Polygons([[(5, 1, 0), ({corner}, 1, 0), (0, 1, 5)]])");
    for (corner, told) in [
        ("1e39", ": 1e39 is not a coordinate"),
        ("-1e39", ": -1e39 is not a coordinate"),
        ("inf", ": inf is not a coordinate"),
    ] {
        fs::write(path, scene_text(&wall(corner))).unwrap();
        let ran = sweepscope(["run", path]);
        assert!(ran.error().contains(told), "{}", ran.err);
    }
    // Odd polygons run, with a warning each.
    let bent = "Polygons([[(0, 3, 0), (1, 3, 0), (1, 3.4, 1), (0, 3, 1)], [(0, 3, 0), (2, 3, 0), (0.5, 3, 0.5), (0, 3, 2)]])";
    fs::write(path, scene_text(bent)).unwrap();
    let ran = sweepscope(["run", path]);
    let told: Vec<&str> = ran.err.lines().collect();
    assert_eq!(told.len(), 2, "{}", ran.err);
    // spec/bsp.md 4.1: the mean plane of the four corners.
    assert!(told[0].contains("1 of 2 polygons is not flat, most of all polygon 0, by 96.2 mm"));
    assert!(told[1].ends_with("the first is polygon 1, which has a dent at corner 2"));
    assert!(sweepscope(["check", path]).err.contains("96.2 mm"));
}
