//! Probe logs: told by tag, and scenes that run.

use std::fs;

use sweepscope::cli::Exit;

use super::run;

const LOG: &str = "\
starting up
[resolve] ent=0x50000001 in=(1,2,0.005) cell=0xA9B40147 tgt=(3,2,0.005) out=(2.5,2,0.005) ok=True n=(-1,0,0)
12:00:01 info: [poly-dump] cell=0xA9B40147 polyId=0x0008 numPts=4 n=(0,0,1) d=0 verts=[(-9,-9,0), (9,-9,0), (9,9,0), (-9,9,0)]
12:00:01 info: [poly-dump] cell=0xA9B40147 polyId=0x0008 numPts=4 n=(0,0,1) d=0 verts=[(-9,-9,0), (9,-9,0), (9,9,0), (-9,9,0)]
[poly-dump] cell=0xA9B40147 polyId=0x0009 numPts=4 verts=[(3,-9,0), (3,-9,4), (3,9,4), (3,9,0)]
[reach-q] id=0x01000F69 centre=(1.5,2.25,-3)
";

#[test]
fn a_log_becomes_a_scene_of_what_it_knows() {
    let folder = tempfile::tempdir().unwrap();
    let mut wide = vec![0xff, 0xfe];
    wide.extend(LOG.encode_utf16().flat_map(u16::to_le_bytes));
    fs::write(folder.path().join("wide"), wide).unwrap();
    fs::write(folder.path().join("plain.txt"), LOG).unwrap();
    for (file, encoding) in [("wide", ", UTF-16"), ("plain.txt", "\n")] {
        let told = run(folder.path(), &format!("inspect {file}"));
        assert_eq!(told.exit, Exit::Done, "{}", told.err);
        for words in [
            "a probe log of 5 entries in 6 lines",
            encoding,
            "3 polygons, 1 sweep, 1 point",
            "[poly-dump] 3, first in line 3: cell polyId",
            "[reach-q] (unknown) 1, first in line 6: id centre",
        ] {
            assert!(told.out.contains(words), "{words}: {}", told.out);
        }
        let made = run(folder.path(), &format!("import {file} -o {file}.ron"));
        assert_eq!(made.exit, Exit::Done, "{}", made.err);
        assert!(made.out.contains("2 polygons and 1 sweep"), "{}", made.out);
        let ran = run(folder.path(), &format!("run {file}.ron --json"));
        assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
        // The wall at x = 3 is in the way of a body of radius 0.48, which stops a step before it.
        let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let x = json["lanes"][0]["final"]["feet_x"].as_f64().unwrap();
        assert!((2.0..2.53).contains(&x), "{x}");
    }
    // Points alone are a way from each to the next, of the value that has the most of them.
    let points = "[cam] eye=(1,2,3) pivot=(1,4,3)\n[cam] eye=(1.5,2,3)\n[cam] eye=(1.5,2,3)\n[cam] eye=(2,2,3)\n";
    fs::write(folder.path().join("points"), points).unwrap();
    let made = run(folder.path(), "import points -o points.ron");
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    assert!(made.err.contains("eye of [cam]"), "{}", made.err);
    let text = fs::read_to_string(folder.path().join("points.ron")).unwrap();
    assert!(
        text.contains("((1.5, 2.0, 3.0), (2.0, 2.0, 3.0))"),
        "{text}"
    );
    let ran = run(folder.path(), "run points.ron --json");
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["ticks"], 2, "{}", ran.err);

    fs::write(folder.path().join("none"), "[tick] n=1\n[tick] n=2\n").unwrap();
    let made = run(folder.path(), "import none -o none.ron");
    assert!(made.err.contains("neither a polygon"), "{}", made.err);
}

#[test]
fn what_is_left_out_of_a_log_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let log = "[resolve] in=(1,2,0) tgt=(3,2,0)\n[resolve] in=(NaN,2,0) tgt=(3,2,0)\n\
        [resolve] in=(1,2,0) tgt=(9000,2,0)\n[resolve] in=(1,2\n";
    fs::write(folder.path().join("log.txt"), log).unwrap();
    let made = run(folder.path(), "import log.txt -o log.ron");
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    let wanted =
        "3 polygons and sweeps were left out, the first in line 2: [resolve] `in` is no point";
    assert!(made.err.contains(wanted), "{}", made.err);
    assert!(
        made.err.contains("there is no polygon in it"),
        "{}",
        made.err
    );
    let told = run(folder.path(), "inspect log.txt");
    assert!(told.out.contains(wanted), "{}", told.out);
    fs::write(folder.path().join("log.txt"), "[resolve] in=(1,2,0)\n").unwrap();
    let made = run(folder.path(), "import log.txt -o log.ron");
    assert!(
        made.err.contains("line 1: [resolve] has no `tgt`"),
        "{}",
        made.err
    );
}

#[test]
fn all_of_a_log_is_in_the_scene_or_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let inspect = |text: &str| {
        fs::write(at("log.txt"), text).unwrap();
        run(folder.path(), "inspect log.txt").out
    };
    let import = |text: &str| {
        fs::write(at("log.txt"), text).unwrap();
        run(folder.path(), "import log.txt -o log.ron --force")
    };
    // What is left out is not there to draw.
    let long = "[resolve] in=(0,0,0) tgt=(5000,0,0)\n[resolve] in=(0,0,0)\n";
    let told = inspect(long);
    assert!(told.contains("0 polygons, 0 sweeps, 0 points"), "{told}");
    assert!(
        told.contains("2 polygons and sweeps were left out"),
        "{told}"
    );
    // A polygon has too few corners, or too many.
    let dump = |corners: usize| {
        let corners = (0..corners).map(|k| format!("({k},{},0)", k * k / 100));
        format!(
            "[poly-dump] verts=[{}]\n",
            corners.collect::<Vec<_>>().join(", ")
        )
    };
    for (corners, words) in [
        (2, "has no three usable corners"),
        (4096, "1 polygon,"),
        (4097, "has 4097 corners, which is more than 4096"),
    ] {
        let told = inspect(&dump(corners));
        assert!(told.contains(words), "{corners}: {told}");
    }
    // A building that was met without a polygon lost none.
    let told = inspect("[resolve-bldg] obj=0x1 hitPoly: n/a (none)\n");
    assert!(!told.contains("left out"), "{told}");
    // Values that are not kept.
    let points: String = (0..5000).map(|k| format!(" p{k}=({k},0,0)")).collect();
    let line = format!("[marks]{points}\n");
    let words = "904 values beyond the first 4096 of a line are passed over, the first in line 1";
    assert!(inspect(&line).contains(words));
    assert!(import(&line).err.contains(words));
    let line = format!("[mark] at=(1,2,3) {}\n", "x".repeat(1_100_000));
    let told = inspect(&line.repeat(2));
    assert!(
        told.contains("2 lines of more than 1 MiB are cut there"),
        "{told}"
    );
    // Sweeps of other tags, and both kinds of marks.
    let page = include_str!("../../../docs/formats/log.md");
    let made = import(super::pages::blocks(page, "log")[0]);
    for words in [
        "1 point and 1 failed placement of it are no part of the scene",
        "3 sweeps of [step-walk], [push-back], [transit-fail] are no part of the scene, which has those of [resolve]",
    ] {
        assert!(made.err.contains(words), "{words}: {}", made.err);
    }
    let made = import("[transit-fail] in=(1,2,0) tgt=(3,2,0) out=(1,2,0)\n");
    assert!(made.out.contains("0 polygons and 1 sweep"), "{}", made.err);
    // Points that the scene follows are part of it; directions are no points.
    let made = import("[cam] eye=(1,2,3) fwd=(0,1,0)\n[cam] eye=(2,2,3) fwd=(0,1,0)\n");
    assert!(!made.err.contains("no part of the scene"), "{}", made.err);
    let made = import("[cam] eye=(1,2,3) pivot=(0,0,1)\n[cam] eye=(2,2,3)\n");
    assert!(
        made.err.contains("1 point of it is no part of the scene"),
        "{}",
        made.err
    );
    let made = import("[cam] eye=(1,2,3)\n");
    assert!(
        made.err
            .contains("leads a short way up from the first eye of [cam]"),
        "{}",
        made.err
    );
}
