//! Dumps written by hand in the shapes of spec/inputs.md 3.

use super::scene::{Placed, between_blocks, parts};
use super::*;

const WEDGE: &str = r#"{
  "GfxObjId": 16779978,
  "BoundingSphereOrigin": { "X": 0.5, "Y": 0.5, "Z": 0 },
  "BoundingSphereRadius": 2.5,
  "ResolvedPolygons": [
    { "Id": 3, "NumPoints": 3, "SidesType": 1,
      "Plane": { "Normal": { "X": 0, "Y": 0, "Z": 1 }, "D": -0.5 },
      "Vertices": [ { "X": 0, "Y": 0, "Z": 0.5 }, { "X": 1, "Y": 0, "Z": 0.5 }, { "X": 0, "Y": 1e0, "Z": 0.5 } ] },
    { "Id": 4, "Vertices": [ { "X": 0, "Y": 0, "Z": 0 }, { "X": 1, "Y": 0, "Z": 0 }, { "X": 2, "Y": 0, "Z": 0 } ] },
    { "Id": 5, "Vertices": [ { "X": "NaN", "Y": 0, "Z": 0 }, { "X": 1, "Y": 0, "Z": 0 }, { "X": 2, "Y": 1, "Z": 0 } ] },
    { "Id": 6, "Plane": { "Normal": { "X": 0, "Y": 1, "Z": 0 }, "D": 0 },
      "Vertices": [ { "X": 0, "Y": 0, "Z": 0 }, { "X": 1, "Y": 0, "Z": 0 }, { "X": 0, "Y": 1, "Z": 0 } ] }
  ]
}"#;

/// A room 4 by 6 by 3 that is a quarter turn about +Z at (10, 20, 30), with an opening in the wall x = 4 to the room 0x148
/// and one in y = 0 to the landscape.
pub(super) fn room() -> String {
    let face = |id: u32, corners: [[i32; 3]; 4]| {
        let corners = corners.map(|[x, y, z]| format!(r#"{{"X":{x},"Y":{y},"Z":{z}}}"#));
        format!(
            r#"{{"Id":{id},"NumPoints":4,"SidesType":0,"Vertices":[{}]}}"#,
            corners.join(",")
        )
    };
    let floor = face(1, [[0, 0, 0], [4, 0, 0], [4, 6, 0], [0, 6, 0]]);
    let ceiling = face(2, [[0, 6, 3], [4, 6, 3], [4, 0, 3], [0, 0, 3]]);
    let west = face(3, [[0, 0, 0], [0, 6, 0], [0, 6, 3], [0, 0, 3]]);
    let east = face(9, [[4, 1, 0], [4, 2, 0], [4, 2, 2], [4, 1, 2]]);
    let south = face(10, [[2, 0, 0], [1, 0, 0], [1, 0, 2], [2, 0, 2]]);
    format!(
        r#"{{"CellId":2847146311,
"WorldTransform":{{"M11":0,"M12":1,"M13":0,"M14":0,"M21":-1,"M22":0,"M23":0,"M24":0,"M31":0,"M32":0,"M33":1,"M34":0,"M41":10,"M42":20,"M43":30,"M44":1}},
"ResolvedPolygons":[{floor},{ceiling},{west}],"PortalPolygons":[{east},{south}],
"Portals":[{{"OtherCellId":328,"PolygonId":9,"Flags":1}},{{"OtherCellId":65535,"PolygonId":10,"Flags":3}}],
"VisibleCellIds":[328,2847146313]}}"#
    )
}

#[test]
fn a_model_keeps_what_is_usable() {
    let Dump::Model(model) = read(WEDGE.as_bytes()).unwrap() else {
        panic!()
    };
    assert_eq!(model.id, 0x0100_0ACA);
    let ids: Vec<u32> = model.polygons.iter().map(|p| p.id).collect();
    assert_eq!((ids, model.polygons[0].sides), (vec![3, 6], 1));
    assert_eq!(model.polygons[0].polygon.plane.offset, -0.5);
    // The written plane of the last does not fit its corners.
    assert_eq!(model.polygons[1].polygon.plane.normal, Vec3::Z);
    assert_eq!(model.warnings.len(), 3);
    assert!(
        model.warnings[0].contains("1 of 4 polygons has a corner that is not finite"),
        "{:?}",
        model.warnings
    );
    assert_eq!(model.bounds.map(|s| s.radius), Some(2.5));
    // A mark before the first character, and words without quotes.
    let text = format!("\u{feff}{}", WEDGE.replace("\"NaN\"", "NaN"));
    assert_eq!(read(text.as_bytes()).unwrap(), Dump::Model(model));
}

#[test]
fn a_room_stands_where_row_vectors_put_it() {
    let Dump::Room(room) = read(room().as_bytes()).unwrap() else {
        panic!()
    };
    assert_eq!(
        (room.id, room.visible.as_slice()),
        (0xA9B4_0147, &[0xA9B4_0148, 0xA9B4_0149][..])
    );
    assert_eq!(
        room.frame.to_global(Vec3::new(4.0, 1.0, 0.0)),
        Vec3::new(9.0, 24.0, 30.0)
    );
    let beyond: Vec<Option<u32>> = room.portals.iter().map(|p| p.beyond).collect();
    assert_eq!(beyond, [Some(0xA9B4_0148), None]);
    let planes = inside(&room);
    let holds = |p: Vec3| planes.iter().all(|plane| plane.height(p) >= 0.0);
    assert!(holds(Vec3::new(2.0, 3.0, 1.0)) && !holds(Vec3::new(4.1, 3.0, 1.0)));
}

#[test]
fn scenes_of_rooms_count_from_a_block() {
    assert_eq!(
        between_blocks(0xA9B4, 0xA8B6),
        glam::DVec3::new(192.0, -384.0, 0.0)
    );
    let placed = Placed {
        path: "a \"b\".json".to_owned(),
        dump: read(room().as_bytes()).unwrap(),
    };
    let own = parts(std::slice::from_ref(&placed), None).unwrap();
    assert!(own.fields.contains("landblock: 0xA9B4,"), "{}", own.fields);
    assert!(
        own.fields.contains("at: (10.0, 20.0, 30.0)")
            && own.fields.contains(r#"Dump(file: "a \"b\".json")"#)
    );
    assert!(
        own.fields.contains("to: Absent(0xA9B40148)),"),
        "{}",
        own.fields
    );
    // The south wall's opening faces into the room.
    assert!(
        own.fields.contains("to: Outside, side: Negative),"),
        "{}",
        own.fields
    );
    let other = parts(std::slice::from_ref(&placed), Some(0xA9B5)).unwrap();
    assert!(
        other.fields.contains("at: (10.0, 212.0, 30.0)"),
        "{}",
        other.fields
    );
    assert!(parts(&[placed.clone(), placed], None).is_err());
}

#[test]
fn what_is_no_dump_is_told_with_its_place() {
    let told = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert!(told("{}").contains("neither GfxObjId nor CellId"));
    assert!(told("{\"GfxObjId\":1,\n\"CellId\":2}").contains("both"));
    assert!(told("{\"GfxObjId\":1}").starts_with("1:1: ResolvedPolygons: the field is missing"));
    assert!(told("{\"GfxObjId\":1,\n \"ResolvedPolygons\": 3}").starts_with("2:"));
    assert!(told(&room().replace("\"M11\":0", "\"M11\":2")).contains("WorldTransform: it scales"));
    assert!(
        read(b"{\n\xff}")
            .unwrap_err()
            .to_string()
            .starts_with("2:1: not UTF-8")
    );
}
