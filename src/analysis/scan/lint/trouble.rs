//! What a polygon, a tree or a place may have wrong with it, and how that is told.

use std::fmt;

use serde::Serialize;

use crate::analysis::scan::finding::{Finding, Spot};
use crate::analysis::words::{count, metres, millimetres};
use crate::geometry::convex::Dent;
use crate::ids::{NodeId, PolygonId};

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Trouble {
    /// A polygon without area to speak of.
    Degenerate {
        /// Its area, square metres.
        area: f64,
    },
    /// Two corners in a row at the same place.
    RepeatedCorner {
        /// The second of them, from 0.
        corner: usize,
    },
    /// The same corners as an earlier polygon of its tree, facing the same way.
    Repeated {
        /// The earlier one.
        of: PolygonId,
    },
    /// The same corners as an earlier polygon of its tree, facing the other way.
    Twin {
        /// The earlier one.
        of: PolygonId,
    },
    /// A corner is off the plane.
    NotFlat {
        /// How far, metres.
        by: f64,
    },
    /// The outline has a dent or crosses itself.
    NotConvex {
        /// The corner of the dent, from 0; none where it crosses itself.
        dent: Option<usize>,
    },
    /// A polygon that is hardly wider than rounding.
    Sliver {
        /// Its least width, metres.
        width: f64,
    },
    /// A slope at the edge of what can be walked, or landed on.
    NearLimit {
        /// `floor` or `landing`.
        limit: &'static str,
        /// The slope, degrees.
        slope: f64,
        /// The limit, degrees.
        at_most: f64,
    },
    /// A step between two floors that is as high as the mover can climb.
    NearStep {
        /// Whose the lower floor is.
        lower: String,
        /// Its polygon.
        lower_polygon: Option<PolygonId>,
        /// The step, metres.
        step: f64,
        /// What the mover climbs, metres.
        step_up: f32,
    },
    /// A node whose sphere does not hold what is below it.
    NodeTooSmall {
        /// The node.
        node: NodeId,
        /// How many polygons stick out.
        polygons: u64,
        /// How far at most, metres; none where sphere or polygon is none.
        by: Option<f64>,
    },
    /// A tree that is a single leaf, which ACE takes for empty.
    SingleLeaf {
        /// Its polygons.
        polygons: usize,
        /// Whether a policy that was asked about is ACE's there.
        emptied: bool,
    },
    /// A scale that is no scale.
    Scale {
        /// It.
        scale: f32,
    },
    /// A place so far out that coordinates are coarse.
    Far {
        /// The largest coordinate, metres.
        coordinate: f64,
        /// Spacing of stored numbers there, metres.
        spacing: f64,
    },
}

/// Something that makes trouble.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lint {
    /// What.
    #[serde(flatten)]
    pub spot: Spot,
    /// How.
    #[serde(flatten)]
    pub trouble: Trouble,
}

impl Finding for Lint {
    fn kind(&self) -> &'static str {
        match self.trouble {
            Trouble::Degenerate { .. } => "degenerate",
            Trouble::RepeatedCorner { .. } => "repeated-corner",
            Trouble::Repeated { .. } => "repeated",
            Trouble::Twin { .. } => "twin",
            Trouble::NotFlat { .. } => "not-flat",
            Trouble::NotConvex { .. } => "not-convex",
            Trouble::Sliver { .. } => "sliver",
            Trouble::NearLimit { .. } => "near-limit",
            Trouble::NearStep { .. } => "near-step",
            Trouble::NodeTooSmall { .. } => "node-too-small",
            Trouble::SingleLeaf { .. } => "single-leaf",
            Trouble::Scale { .. } => "scale",
            Trouble::Far { .. } => "far",
        }
    }

    fn counts(&self) -> bool {
        // A tree of few polygons is a leaf, and nobody but ACE minds.
        !matches!(self.trouble, Trouble::SingleLeaf { emptied: false, .. })
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.spot)?;
        match &self.trouble {
            Trouble::Degenerate { area } => {
                write!(f, "{area:.1e} square metres, as good as no polygon")
            }
            Trouble::RepeatedCorner { corner } => write!(
                f,
                "corner {corner} is where the one before it is: an edge without length"
            ),
            Trouble::Repeated { of } => write!(
                f,
                "the same as polygon {of}: tested twice, and the first of them answers"
            ),
            Trouble::Twin { of } => write!(
                f,
                "polygon {of} facing the other way: a sheet that stops from both sides and has no inside"
            ),
            Trouble::NotFlat { by } => write!(
                f,
                "a corner is {} off its plane: the plane between them is what is met",
                millimetres(*by)
            ),
            Trouble::NotConvex { dent } => {
                let how = dent.map_or(Dent::Crosses, Dent::Corner);
                write!(
                    f,
                    "its outline {how}: what is met of it depends on where the sphere is"
                )
            }
            Trouble::Sliver { width } => write!(
                f,
                "{} wide at its narrowest: rounding decides what is met",
                millimetres(*width)
            ),
            Trouble::NearLimit {
                limit,
                slope,
                at_most,
            } => {
                let what = if *limit == "floor" {
                    "can be walked"
                } else {
                    "can be landed on"
                };
                write!(
                    f,
                    "a slope of {slope:.2} degrees, and what {what} ends at {at_most:.2}"
                )
            }
            Trouble::NearStep {
                lower,
                lower_polygon,
                step,
                step_up,
            } => {
                let polygon =
                    lower_polygon.map_or_else(String::new, |id| format!(", polygon {id}"));
                write!(
                    f,
                    "{} above {lower}{polygon}, and the mover climbs {}",
                    metres(*step),
                    metres(f64::from(*step_up))
                )
            }
            Trouble::NodeTooSmall { node, polygons, by } => {
                let by = by.map_or_else(|| "not a number".to_owned(), metres);
                write!(
                    f,
                    "the sphere of node {node} leaves {} out, most of all by {by}: a walk may miss them",
                    count(*polygons as usize, "polygon")
                )
            }
            Trouble::SingleLeaf { polygons, emptied } => {
                let polygons = count(*polygons, "polygon");
                let when = if *emptied {
                    "under the row l26 of this scene's policy it counts"
                } else {
                    "under row l26 of ace it would count"
                };
                write!(f, "a tree of one leaf with {polygons}: {when} as empty")
            }
            Trouble::Scale { scale } => {
                write!(f, "a scale of {scale}: nothing of that size is met")
            }
            Trouble::Far {
                coordinate,
                spacing,
            } => write!(
                f,
                "{coordinate:.0} m from 0, where stored coordinates are {} apart",
                millimetres(*spacing)
            ),
        }
    }
}
