//! Fields of a record that are not read.

use std::collections::BTreeMap;

use serde_json::Value;

/// The fields that a record has, by the object that they stand in.
const KNOWN: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "tick",
            "timestampMs",
            "input",
            "bodyBefore",
            "bodyAfter",
            "result",
        ],
    ),
    (
        "input",
        &[
            "currentPos",
            "targetPos",
            "cellId",
            "sphereRadius",
            "sphereHeight",
            "stepUpHeight",
            "stepDownHeight",
            "isOnGround",
            "moverFlags",
            "movingEntityId",
        ],
    ),
    ("bodyBefore", BODY),
    ("bodyAfter", BODY),
    (
        "result",
        &[
            "position",
            "cellId",
            "isOnGround",
            "collisionNormalValid",
            "collisionNormal",
        ],
    ),
];

/// Those of a body, with the ones that are known and that no sweep needs.
const BODY: &[&str] = &[
    "position",
    "orientation",
    "velocity",
    "acceleration",
    "omega",
    "groundNormal",
    "slidingNormal",
    "contactPlaneValid",
    "contactPlane",
    "contactPlaneCellId",
    "contactPlaneIsWater",
    "walkablePolygonValid",
    "walkablePlane",
    "walkableVertices",
    "walkableUp",
    "elasticity",
    "friction",
    "state",
    "transientState",
    "lastUpdateTime",
];

/// Longest value that is shown, characters.
const SHOWN: usize = 60;

/// Puts the fields of the record in `line` that are not known into `fields`: by way (`input.foo`), how often and the first value.
pub fn unknown_fields(line: &str, fields: &mut BTreeMap<String, (u64, String)>) {
    let Ok(Value::Object(record)) = crate::formats::json::parse(line) else {
        return;
    };
    for (object, known) in KNOWN {
        let inner = match *object {
            "" => Some(&record),
            name => record.get(name).and_then(Value::as_object),
        };
        for (name, value) in inner.into_iter().flatten() {
            if known.contains(&name.as_str()) {
                continue;
            }
            let way = match *object {
                "" => name.clone(),
                object => format!("{object}.{name}"),
            };
            let entry = fields
                .entry(way)
                .or_insert_with(|| (0, value.to_string().chars().take(SHOWN).collect()));
            entry.0 += 1;
        }
    }
}
