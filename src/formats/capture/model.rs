//! The shape of a recorded sweep in JSON. Everything may be missing: what is needed is asked for when it is.

use serde::{Deserialize, Serialize};

use crate::formats::json::{Id, Number, PlaneModel, Triple};

/// One recorded sweep.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordModel {
    /// Number of the client's tick; it falls where a new run begins.
    pub tick: Option<i64>,
    /// When it was recorded.
    pub timestamp_ms: Option<i64>,
    /// What was asked for.
    pub input: Option<InputModel>,
    /// The body before; its position is where the sweep should lead.
    pub body_before: Option<BodyModel>,
    /// What the sweep came to.
    pub result: Option<ResultModel>,
    /// The body after.
    pub body_after: Option<BodyModel>,
}

/// What a sweep was asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InputModel {
    /// Where the feet are.
    pub current_pos: Option<Triple>,
    /// Where they should go.
    pub target_pos: Option<Triple>,
    /// In which cell they are.
    pub cell_id: Option<Id>,
    /// Radius of the spheres.
    pub sphere_radius: Option<Number>,
    /// Height of the body; the second sphere's centre is a radius below it.
    pub sphere_height: Option<Number>,
    /// Highest step it climbs.
    pub step_up_height: Option<Number>,
    /// Deepest step it follows.
    pub step_down_height: Option<Number>,
    /// Whether it stands on walkable ground.
    pub is_on_ground: Option<bool>,
    /// Bits of its mover, as 768: player and edge slide.
    pub mover_flags: Option<Id>,
    /// Its id in the game.
    pub moving_entity_id: Option<Id>,
}

/// A turn, x first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Component x.
    #[serde(alias = "X")]
    pub x: Number,
    /// Component y.
    #[serde(alias = "Y")]
    pub y: Number,
    /// Component z.
    #[serde(alias = "Z")]
    pub z: Number,
    /// Component w.
    #[serde(alias = "W")]
    pub w: Number,
}

/// A body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BodyModel {
    /// Its feet.
    pub position: Option<Triple>,
    /// How it is turned.
    pub orientation: Option<Turn>,
    /// Velocity.
    pub velocity: Option<Triple>,
    /// Normal that it slides along, while the bit of its transient state says so.
    pub sliding_normal: Option<Triple>,
    /// Whether its contact plane counts.
    pub contact_plane_valid: Option<bool>,
    /// Its contact plane.
    pub contact_plane: Option<PlaneModel>,
    /// The cell of its contact plane.
    pub contact_plane_cell_id: Option<Id>,
    /// Whether its contact plane is water.
    pub contact_plane_is_water: Option<bool>,
    /// Whether the polygon that it stands on counts.
    pub walkable_polygon_valid: Option<bool>,
    /// The corners of that polygon.
    pub walkable_vertices: Option<Vec<Triple>>,
    /// Share of a bounce.
    pub elasticity: Option<Number>,
    /// Friction.
    pub friction: Option<Number>,
    /// Bits of its physics state.
    pub state: Option<Id>,
    /// Bits that change from tick to tick.
    pub transient_state: Option<Id>,
}

impl BodyModel {
    /// The fields that a sweep needs and this body lacks.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let Self {
            velocity,
            contact_plane_valid,
            contact_plane,
            state,
            transient_state,
            ..
        } = self;
        let has_plane = *contact_plane_valid != Some(true) || contact_plane.is_some();
        let list = [
            (velocity.is_some(), "velocity"),
            (contact_plane_valid.is_some(), "contactPlaneValid"),
            (has_plane, "contactPlane"),
            (state.is_some(), "state"),
            (transient_state.is_some(), "transientState"),
        ];
        let lacking = list.into_iter().filter(|(there, _)| !there);
        lacking.map(|(_, name)| name).collect()
    }
}

/// What a sweep came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResultModel {
    /// The feet.
    pub position: Option<Triple>,
    /// Their cell.
    pub cell_id: Option<Id>,
    /// Whether they stand on walkable ground.
    pub is_on_ground: Option<bool>,
    /// Whether something was hit.
    pub collision_normal_valid: Option<bool>,
    /// The normal of what was hit.
    pub collision_normal: Option<Triple>,
}
