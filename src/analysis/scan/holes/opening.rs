//! What is told of the edges of a surface.

use std::fmt;

use glam::Vec3;
use serde::Serialize;

use crate::analysis::scan::finding::{Finding, Spot};
use crate::analysis::words::{self, count, metres};

/// Something about the surface's edges.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Opening {
    /// Edges that nothing else touches, in a loop.
    Loop {
        /// One of the polygons beside it, and the middle of the loop.
        #[serde(flatten)]
        spot: Spot,
        /// Length of all its edges, metres.
        length: f64,
        /// How many edges, or parts of edges, it has.
        edges: usize,
        /// Whether it comes back to where it begins.
        closed: bool,
        /// The widest ball that passes, metres across; none of a rim.
        gap: Option<f64>,
        /// Where that passes, in the scene, metres.
        gap_at: Option<Vec3>,
        /// Whether the mover's sphere passes; none of a rim.
        fits: Option<bool>,
        /// Whether it is the outer rim of an open sheet.
        #[serde(skip)]
        is_rim: bool,
        /// Whether that counts.
        #[serde(skip)]
        counts: bool,
    },
    /// Two edges that are not quite one.
    Seam {
        /// One of the polygons, and a place between them.
        #[serde(flatten)]
        spot: Spot,
        /// The other polygon.
        other: Spot,
        /// Widest distance, millimetres.
        width_mm: f64,
    },
}

impl Finding for Opening {
    fn kind(&self) -> &'static str {
        match self {
            Self::Loop { is_rim: true, .. } => "rim",
            Self::Loop { .. } => "hole",
            Self::Seam { .. } => "seam",
        }
    }

    fn counts(&self) -> bool {
        matches!(self, Self::Loop { counts: true, .. })
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loop {
                spot,
                length,
                edges,
                closed,
                gap,
                fits,
                is_rim,
                ..
            } => {
                let what = if *is_rim { "rim of a sheet" } else { "hole" };
                let around = if *closed {
                    "around"
                } else {
                    "long, not closed"
                };
                let edges = count(*edges, "edge");
                write!(f, "{spot}: {what}, {} {around}, {edges}", metres(*length))?;
                if let (Some(gap), Some(fits)) = (gap, fits) {
                    let passes = if *fits {
                        "the mover's sphere passes"
                    } else {
                        "the mover's sphere does not pass"
                    };
                    write!(f, ", widest gap {}: {passes}", metres(*gap))?;
                }
                Ok(())
            }
            Self::Seam {
                spot,
                other,
                width_mm,
            } => {
                let polygon = other
                    .polygon
                    .map_or_else(String::new, |id| format!(", polygon {id}"));
                write!(
                    f,
                    "{spot}: seam of {} mm to {}{polygon}, too narrow for anything",
                    words::fixed(*width_mm, 3),
                    other.object
                )
            }
        }
    }
}

impl Opening {
    /// Takes a loop for the rim of a sheet that is at `at`; whether rims count is said with it.
    pub(super) fn become_rim(&mut self, at: Vec3, counted: bool) {
        if let Self::Loop {
            spot,
            gap,
            gap_at,
            fits,
            is_rim,
            counts,
            ..
        } = self
        {
            *is_rim = true;
            *counts = counted;
            spot.at = at;
            (*gap, *gap_at, *fits) = (None, None, None);
        }
    }
}
