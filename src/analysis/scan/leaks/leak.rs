//! A sweep that ends where it must not, and how that is told.

use std::fmt;

use glam::Vec3;
use serde::Serialize;

use crate::analysis::scan::finding::{Finding, Spot};
use crate::analysis::words::{metres, point};
use crate::ids::Surface;

/// What a sphere did to a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Its centre went through, from front to back.
    Through,
    /// It ended in it.
    Inside,
}

/// One sweep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Where the eye, or the feet, begin; metres.
    pub from: Vec3,
    /// Where they are sent.
    pub to: Vec3,
    /// Whether the body stands on level ground at its begin.
    pub grounded: bool,
}

/// A sweep that ends where it must not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Leak {
    /// The polygon, and where the sphere's centre ended.
    #[serde(flatten)]
    pub spot: Spot,
    /// Which walk, from 0.
    pub walk: u32,
    /// Which of its steps, from 0.
    pub step: u32,
    /// The sweep.
    #[serde(flatten)]
    pub line: Line,
    /// Which sphere: 0 is the foot or the eye, 1 the head.
    pub sphere: usize,
    /// How deep it is in the polygon, or its centre behind it; metres.
    pub depth: f64,
    /// Where the sphere's centre began, metres.
    #[serde(skip)]
    pub begin: Vec3,
    /// What it did.
    #[serde(skip)]
    pub how: How,
    /// Whose the polygon is; none of the landscape.
    #[serde(skip)]
    pub surface: Option<Surface>,
}

impl Finding for Leak {
    fn kind(&self) -> &'static str {
        match self.how {
            How::Through => "through",
            How::Inside => "inside",
        }
    }
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            spot,
            walk,
            step,
            line,
            depth,
            sphere,
            how,
            ..
        } = self;
        let sphere = if *sphere == 0 { "" } else { " of the head" };
        let how = match how {
            How::Through => format!(
                "the centre{sphere} went through and is {} behind it",
                metres(*depth)
            ),
            How::Inside => format!("the sphere{sphere} ended {} in it", metres(*depth)),
        };
        let (from, to) = (point(line.from), point(line.to));
        write!(
            f,
            "{spot}: {how}; walk {walk}, step {step}, eye or feet from {from} towards {to}"
        )
    }
}
