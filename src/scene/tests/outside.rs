//! What comes from outside a scene's text: meshes, rates, lengths.

use super::super::{MeshFile, Source, build};
use super::GOOD;

#[test]
fn meshes_that_are_not_at_hand() {
    let start = GOOD.find("Polygons").unwrap();
    let end = GOOD.find("])),").unwrap() + 2;
    let text = GOOD.replace(&GOOD[start..end], "Mesh(file: \"walls.obj\")");
    let mut source = Source::from_text("a", &text);
    let error = build(&source, None, None).unwrap_err().to_string();
    assert!(
        error.contains("objects[0].shape.file: the mesh walls.obj is not at hand"),
        "{error}"
    );
    source.files.push(MeshFile {
        path: "walls.obj".to_owned(),
        text: "v 0 0 0\nf 1 2 3".to_owned(),
    });
    let error = build(&source, None, None).unwrap_err().to_string();
    assert!(
        error.starts_with("walls.obj:2:1: f: there is no vertex 2"),
        "{error}"
    );
}

#[test]
fn rates_and_lengths_given_from_outside() {
    let source = Source::from_text("a", GOOD);
    let built = build(&source, Some(60), None).unwrap();
    assert_eq!(
        (built.setup.hz, built.setup.ticks, built.window),
        (60, 360, 120..360)
    );
    let built = build(&source, None, Some(600)).unwrap();
    assert_eq!((built.setup.ticks, built.window), (600, 480..600));
    let built = build(&source, None, Some(300)).unwrap();
    assert_eq!((built.setup.ticks, built.window), (300, 100..300));
    assert!(build(&source, Some(0), None).is_err());
    assert!(build(&source, Some(10_001), None).is_err());
    assert!(build(&source, None, Some(0)).is_err());
}
