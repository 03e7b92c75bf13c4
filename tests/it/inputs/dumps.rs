//! JSON dumps of rooms and models become scenes that run.

use std::fs;

use sweepscope::cli::Exit;
use sweepscope::lane::{Measure, Value, run_lane};
use sweepscope::scene;

use super::run;

fn face(id: u32, corners: [[f32; 3]; 4]) -> String {
    let corners = corners.map(|[x, y, z]| format!(r#"{{"X":{x},"Y":{y},"Z":{z}}}"#));
    format!(
        r#"{{"Id":{id},"NumPoints":4,"SidesType":0,"Vertices":[{}]}}"#,
        corners.join(",")
    )
}

/// A room of 8 by 8 by 3 whose south-west corner is at (`east`, 100, 10), open to `other` in the wall x = `open`.
pub(super) fn room(id: u32, east: f32, open: f32, other: u32) -> String {
    let floor = face(1, [[0., 0., 0.], [8., 0., 0.], [8., 8., 0.], [0., 8., 0.]]);
    let ceiling = face(2, [[0., 8., 3.], [8., 8., 3.], [8., 0., 3.], [0., 0., 3.]]);
    let south = face(3, [[0., 0., 0.], [0., 0., 3.], [8., 0., 3.], [8., 0., 0.]]);
    let north = face(4, [[0., 8., 0.], [8., 8., 0.], [8., 8., 3.], [0., 8., 3.]]);
    let wall = 8.0 - open;
    let end = face(
        5,
        [
            [wall, 0., 0.],
            [wall, 8., 0.],
            [wall, 8., 3.],
            [wall, 0., 3.],
        ],
    );
    let portal = face(
        6,
        [
            [open, 0., 0.],
            [open, 8., 0.],
            [open, 8., 3.],
            [open, 0., 3.],
        ],
    );
    format!(
        r#"{{
  "CellId": {id},
  "WorldTransform": {{"M11":1,"M12":0,"M13":0,"M14":0,"M21":0,"M22":1,"M23":0,"M24":0,"M31":0,"M32":0,"M33":1,"M34":0,"M41":{east},"M42":100,"M43":10,"M44":1}},
  "ResolvedPolygons": [{floor},{ceiling},{south},{north},{end}],
  "PortalPolygons": [{portal}],
  "Portals": [{{"OtherCellId":{other},"PolygonId":6,"Flags":0}}],
  "VisibleCellIds": [{other}]
}}"#
    )
}

#[test]
fn two_rooms_become_a_map_in_which_sweeps_go_through_the_door() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("0xA9B40147.json"), room(0xA9B4_0147, 20.0, 8.0, 0x148)).unwrap();
    fs::write(at("east.txt"), room(0xA9B4_0148, 28.0, 0.0, 0xA9B4_0147)).unwrap();
    let told = run(folder.path(), "inspect east.txt");
    assert_eq!(told.exit, Exit::Done, "{}", told.err);
    for words in [
        "a JSON dump of the room 0xA9B40148",
        "polygons 5",
        "portal   to 0xA9B40147",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let made = run(
        folder.path(),
        "import 0xA9B40147.json east.txt -o rooms.ron",
    );
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    assert!(
        made.out.contains("2 dumps with 10 polygons"),
        "{}",
        made.out
    );
    assert!(
        made.err.contains("no tree of a room's inside"),
        "{}",
        made.err
    );
    let mut source = scene::open(at("rooms.ron").to_str().unwrap()).unwrap();
    // One sweep from the first room into the second, and on to its far wall.
    let (begin, end) = (
        source.text.find("Sweep(sweeps: List([").unwrap(),
        source.text.find("    lanes: [").unwrap(),
    );
    let sweep = "Sweep(mover: Viewer, sweeps: List([((24, 104, 11.5), (40, 104, 11.5))])),\n";
    source.text.replace_range(begin..end, sweep);
    let built = scene::build(&source, None, None).unwrap();
    let cells = built.setup.world.cells().unwrap();
    assert_eq!(cells.rooms().count(), 2);
    for (_, policy) in &built.lanes {
        let mut seen = Vec::new();
        run_lane(&built.setup, *policy, 1, |outcome, counters| {
            let value = |m: Measure| m.of(outcome, counters);
            seen.push((value(Measure::EyeX).number().unwrap(), value(Measure::Cell)));
        });
        // The far wall stands at x = 36.
        assert!((35.0..35.71).contains(&seen[0].0), "{seen:?}");
        assert_eq!(seen[0].1, Value::Cell(sweepscope::ids::CellId(0xA9B4_0148)));
    }
}

#[test]
fn a_model_stands_in_scenes_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let floor = face(1, [[0., 0., 0.], [8., 0., 0.], [8., 8., 0.], [0., 8., 0.]]);
    let text = format!(r#"{{"GfxObjId":16779978,"ResolvedPolygons":[{floor}]}}"#);
    fs::write(folder.path().join("0x01000ACA.gfxobj.json"), text).unwrap();
    let made = run(folder.path(), "import 0x01000ACA.gfxobj.json -o model.ron");
    assert_eq!(made.exit, Exit::Done, "{}", made.err);
    let ran = run(folder.path(), "run model.ron --json");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    assert!(ran.out.contains("\"scene\":\"model\""), "{}", ran.out);
    // A recording keeps the dump.
    let ran = run(folder.path(), "run model.ron --record a.sweep");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    fs::remove_file(folder.path().join("0x01000ACA.gfxobj.json")).unwrap();
    let told = run(folder.path(), "inspect a.sweep");
    assert_eq!(
        (told.exit, told.err.as_str()),
        (Exit::Done, ""),
        "{}",
        told.out
    );
    assert!(told.out.contains("0x01000ACA"), "{}", told.out);
}

#[test]
fn what_is_wrong_with_a_dump_is_one_line_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("a.json"),
        "{\"GfxObjId\": 1,\n \"ResolvedPolygons\": 7}",
    )
    .unwrap();
    for line in ["inspect a.json", "import a.json -o a.ron"] {
        let told = run(folder.path(), line);
        assert_eq!(told.exit, Exit::BadInput);
        assert!(told.err.contains("a.json:2:"), "{}", told.err);
        assert_eq!(told.err.lines().count(), 1, "{}", told.err);
    }
}

/// Why a dump has no polygon is told with the place of its polygons, and not as if they had no area.
#[test]
fn a_dump_without_polygons_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let corner = |x: &str| {
        format!(
            "{{\"GfxObjId\": 16777217,\n \"ResolvedPolygons\": [{{\"Id\": 3, \"Vertices\": [{{\"X\": {x}, \"Y\": 0, \"Z\": 0}}, \
             {{\"X\": 1, \"Y\": 0, \"Z\": 0}}, {{\"X\": 0, \"Y\": 1, \"Z\": 0}}]}}]}}"
        )
    };
    let far = "a corner that is not finite or more than 1000000 m from 0 and was dropped";
    for (text, wanted) in [
        (
            corner("NaN"),
            format!("2:2: ResolvedPolygons: no polygon is left: 1 of 1 polygon has {far}"),
        ),
        (
            corner("2000000"),
            format!("1 of 1 polygon has {far}: 0x0003"),
        ),
        (corner("0.5"), String::new()),
        (
            "{\"GfxObjId\": 16777217}".to_owned(),
            "1:1: ResolvedPolygons: the field is missing; polygons were expected".to_owned(),
        ),
        (
            "{\"GfxObjId\": 16777217, \"ResolvedPolygons\": []}".to_owned(),
            "1:24: ResolvedPolygons: it is empty; polygons were expected".to_owned(),
        ),
    ] {
        fs::write(folder.path().join("a.json"), &text).unwrap();
        let ran = run(folder.path(), "inspect a.json");
        assert_eq!(
            ran.exit == Exit::Done,
            wanted.is_empty(),
            "{text}: {}",
            ran.err
        );
        assert!(ran.err.contains(&wanted), "{text}: {}", ran.err);
    }
}

/// A folder of dumps is imported as all of them; one with none says what is not in it.
#[test]
fn a_folder_of_dumps_is_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let dumps = folder.path().join("dumps");
    fs::create_dir(&dumps).unwrap();
    fs::create_dir(folder.path().join("none")).unwrap();
    fs::write(
        dumps.join("a.json"),
        room(0xA9B4_0100, 0.0, 4.0, 0xA9B4_0101),
    )
    .unwrap();
    fs::write(
        dumps.join("b.json"),
        room(0xA9B4_0101, 4.0, 0.0, 0xA9B4_0100),
    )
    .unwrap();
    fs::write(dumps.join("notes.txt"), "not one of them").unwrap();
    let ran = run(folder.path(), "import dumps/a.json dumps/b.json -o one.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let ran = run(folder.path(), "import dumps -o two.ron");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("one.ron"), text("two.ron"));
    let ran = run(folder.path(), "import none -o three.ron");
    assert!(
        ran.exit == Exit::BadInput
            && ran
                .err
                .ends_with("/none: neither game files nor JSON dumps are in it\n"),
        "{}",
        ran.err
    );
}
