//! What is no input at all: folders, files that are not there, bytes of no kind.

use std::fs;

use sweepscope::cli::Exit;

use super::run;

#[test]
fn one_line_names_the_file_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("dir")).unwrap();
    fs::create_dir(at("empty")).unwrap();
    fs::write(at("noise"), [0xff, 0x00, 0x81, 0x07, 0xfe]).unwrap();
    fs::write(at("nothing"), "").unwrap();
    fs::write(
        at("cut.gltf"),
        "{\"asset\": {\"version\": \"2.0\"}, \"x\": [[",
    )
    .unwrap();
    fs::write(at("json"), "{\"a\": 1}\n").unwrap();
    fs::write(at("latin"), b"{\"GfxObjId\": 1, \"Name\": \"\xe9\"}").unwrap();
    fs::write(
        at("latin.jsonl"),
        b"{\"input\":{\"currentPos\":1},\"n\":\"\xe9\"}\n",
    )
    .unwrap();
    let wall = "Scene(version: 1, title: \"t\", length: Ticks(1), rig: Chase(feet: (0, 0, 0), motion: Still), lanes: [Lane(name: \"retail\", policy: \"retail\")])";
    fs::write(at("wall.ron"), wall).unwrap();
    for (line, file, reason) in [
        ("inspect dir", "dir", "it is a folder"),
        ("inspect noise", "noise", "was expected"),
        ("inspect nothing", "nothing", "the file is empty"),
        ("inspect json", "json", "was expected"),
        ("inspect latin", "latin:1:26:", "not UTF-8 text"),
        // A mesh by its name or for want of anything else, cut off or none at all.
        ("inspect cut.gltf", "cut.gltf", "JSON 1:"),
        ("import cut.gltf -o a.ron", "cut.gltf", "JSON 1:"),
        ("import json -o a.ron", "json", "JSON of no kind"),
        (
            "import dir -o a.ron",
            "dir",
            "neither game files nor JSON dumps are in it",
        ),
        ("import noise -o a.ron", "noise", "binary data"),
        ("import nothing -o a.ron", "nothing", "the file is empty"),
        (
            "import missing -o a.ron",
            "missing",
            "there is no such file",
        ),
        ("import latin -o a.ron", "latin:1:26:", "not UTF-8 text"),
        ("replay dir --geometry wall.ron", "dir", "it is a folder"),
        (
            "replay missing --geometry wall.ron",
            "missing",
            "there is no such file",
        ),
        (
            "replay nothing --geometry wall.ron",
            "nothing",
            "the file is empty",
        ),
        (
            "replay latin.jsonl --geometry wall.ron",
            "latin.jsonl:1:32:",
            "not UTF-8 text",
        ),
        (
            "replay latin.jsonl --geometry empty",
            "empty",
            "neither game files nor JSON dumps are in it",
        ),
        (
            "replay latin.jsonl --geometry latin.jsonl",
            "latin.jsonl",
            "a capture, not geometry",
        ),
        (
            "replay latin.jsonl --geometry noise",
            "noise",
            "geometry (dumps, ",
        ),
        ("export noise -o a.obj", "noise", "a scene was expected"),
    ] {
        let ran = run(folder.path(), line);
        assert_eq!(ran.exit, Exit::BadInput, "{line}: {}", ran.err);
        let error = ran.err.lines().last().unwrap();
        assert!(
            error.starts_with("error: ") && error.contains(file) && error.contains(reason),
            "{line}: {error}"
        );
        let others = ran
            .err
            .lines()
            .filter(|line| line.starts_with("error: "))
            .count();
        assert_eq!((others, ran.out.as_str()), (1, ""), "{line}: {}", ran.err);
    }
    assert!(!at("a.ron").exists() && !at("a.obj").exists());
}
