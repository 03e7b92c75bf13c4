//! The shape of a dump in JSON: both kinds in one, since a dump does not say which it is.

use serde::Deserialize;

use crate::formats::json::{Id, Number, PlaneModel, Triple};

/// A dump; fields that are not here are not used.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct DumpModel {
    pub(super) gfx_obj_id: Option<Id>,
    pub(super) cell_id: Option<Id>,
    pub(super) bounding_sphere_origin: Option<Triple>,
    pub(super) bounding_sphere_radius: Option<Number>,
    pub(super) world_transform: Option<Matrix>,
    pub(super) resolved_polygons: Option<Vec<PolygonModel>>,
    pub(super) portal_polygons: Option<Vec<PolygonModel>>,
    pub(super) portals: Option<Vec<PortalModel>>,
    pub(super) visible_cell_ids: Option<Vec<Id>>,
}

/// A polygon; the number of its points should be that of its vertices, which are what is read.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct PolygonModel {
    pub(super) id: Option<Id>,
    pub(super) num_points: Option<i64>,
    #[serde(default)]
    pub(super) sides_type: i32,
    pub(super) plane: Option<PlaneModel>,
    pub(super) vertices: Vec<Triple>,
}

/// An opening.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct PortalModel {
    #[serde(default)]
    pub(super) other_cell_id: Id,
    pub(super) polygon_id: Id,
    #[serde(default)]
    pub(super) flags: Id,
}

/// A matrix for row vectors: v' = v M, with the shift in its fourth row.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct Matrix {
    m11: Number,
    m12: Number,
    m13: Number,
    m14: Option<Number>,
    m21: Number,
    m22: Number,
    m23: Number,
    m24: Option<Number>,
    m31: Number,
    m32: Number,
    m33: Number,
    m34: Option<Number>,
    m41: Number,
    m42: Number,
    m43: Number,
    m44: Option<Number>,
}

impl Matrix {
    /// Its rows without the fourth column: where the axes and the origin go.
    pub(super) fn rows(&self) -> [[f32; 3]; 4] {
        [
            [self.m11.0, self.m12.0, self.m13.0],
            [self.m21.0, self.m22.0, self.m23.0],
            [self.m31.0, self.m32.0, self.m33.0],
            [self.m41.0, self.m42.0, self.m43.0],
        ]
    }

    /// Its fourth column, which turns and shifts leave as (0, 0, 0, 1); what is not written is that.
    pub(super) fn column(&self) -> [f32; 4] {
        let given = [self.m14, self.m24, self.m34, self.m44];
        let unchanged = [0.0, 0.0, 0.0, 1.0];
        std::array::from_fn(|k| given[k].map_or(unchanged[k], |number| number.0))
    }
}
