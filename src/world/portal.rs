//! Openings between cells.

use serde::{Deserialize, Serialize};

use crate::geometry::Polygon;
use crate::ids::CellId;

/// What lies behind a portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beyond {
    /// The landscape.
    Outside,
    /// An indoor cell; it need not exist.
    Cell(CellId),
}

/// On which side of the portal's plane its own cell lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PortalSide {
    /// Side 0: the way out leads to where the normal points from.
    Negative,
    /// Side 1: the way out leads to where the normal points to.
    #[default]
    Positive,
}

/// An opening of an indoor cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Portal {
    /// Its number among the openings of its cell, as files count them: those without an outline are not kept.
    pub number: u32,
    /// Its outline, cell space.
    pub polygon: Polygon,
    /// Its side bit.
    pub side: PortalSide,
    /// Where it leads to.
    pub beyond: Beyond,
}
