//! What may be wrong with a tree, and how that is told.

use std::fmt;

use glam::Vec3;
use serde::Serialize;

use crate::analysis::scan::finding::{Finding, Spot};
use crate::analysis::words::{self, metres};
use crate::geometry::Sphere;
use crate::ids::{NodeId, Surface};

/// How a walk came to miss a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "pruned", rename_all = "kebab-case")]
pub enum Pruned {
    /// The sphere of a node above it was missed.
    BySphere {
        /// The node.
        node: NodeId,
        /// How far the sphere was from that of the node, metres in the tree's space.
        gap: f64,
    },
    /// The walk went to the other side of a node's plane.
    BySide {
        /// The node.
        node: NodeId,
    },
    /// No leaf lists it.
    Unlisted,
    /// It was tested, and what the walk answered is something else.
    Not,
}

/// A question that a walk answers otherwise than brute force.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mismatch {
    /// The polygon that is touched.
    #[serde(flatten)]
    pub spot: Spot,
    /// Centre of the sphere, metres in the scene.
    pub center: Vec3,
    /// Its radius, metres.
    pub radius: f32,
    /// Its movement, metres in the scene.
    pub movement: Vec3,
    /// Whether the walk found a polygon that the movement approaches.
    pub walk: bool,
    /// Whether there is one.
    pub brute_force: bool,
    /// Whether a placement there found something in the way.
    pub walk_placed: bool,
    /// Whether there is something.
    pub brute_force_placed: bool,
    /// How the walk missed it.
    #[serde(flatten)]
    pub pruned: Pruned,
    /// How many of the questions came to this.
    pub times: u64,
    /// Whose tree it is.
    #[serde(skip)]
    pub surface: Surface,
    /// The question in the tree's space.
    #[serde(skip)]
    pub asked: (Sphere, Vec3),
}

/// What is wrong with a tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Broken {
    /// Its nodes do not hold its polygons.
    Tree {
        /// The polygon.
        #[serde(flatten)]
        spot: Spot,
        /// The node; none where no leaf lists the polygon.
        node: Option<NodeId>,
        /// How far the polygon sticks out of the node's sphere, metres; none of another defect.
        by: Option<f64>,
        /// What is wrong.
        #[serde(skip)]
        kind: &'static str,
    },
    /// A walk misses something.
    Walk(Box<Mismatch>),
    /// Under the policy the whole tree counts as empty.
    Emptied {
        /// The tree.
        #[serde(flatten)]
        spot: Spot,
        /// Its polygons.
        polygons: usize,
    },
}

impl Finding for Broken {
    fn kind(&self) -> &'static str {
        match self {
            Self::Tree { kind, .. } => kind,
            Self::Walk(_) => "mismatch",
            Self::Emptied { .. } => "emptied",
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tree {
                spot,
                node,
                by,
                kind,
            } => {
                let node = node.map_or_else(String::new, |node| format!(" node {node}"));
                match *kind {
                    "sphere-too-small" => {
                        let by = by.map_or_else(|| "by no number".to_owned(), metres);
                        write!(
                            f,
                            "{spot}: sticks {by} out of the sphere of{node}, so it may be pruned with it"
                        )
                    }
                    "unlisted" => write!(
                        f,
                        "{spot}: lies in the region of{node}, which does not list it"
                    ),
                    _ => write!(f, "{spot}: no leaf lists it, so nothing ever meets it"),
                }
            }
            Self::Walk(mismatch) => mismatch.fmt(f),
            Self::Emptied { spot, polygons } => write!(
                f,
                "{spot}: a tree of one leaf counts as empty under row l26, and nothing meets its {}",
                words::count(*polygons, "polygon")
            ),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let says = |is: bool| if is { "hits" } else { "misses" };
        let (walk, force, what) = if self.walk == self.brute_force {
            (self.walk_placed, self.brute_force_placed, "placed")
        } else {
            (self.walk, self.brute_force, "moved")
        };
        write!(
            f,
            "{}: a sphere of {} at {} {what} by {} {} it by the tree and {} it by brute force",
            self.spot,
            metres(f64::from(self.radius)),
            words::point(self.center),
            words::point(self.movement),
            says(walk),
            says(force),
        )?;
        match self.pruned {
            Pruned::BySphere { node, gap } => write!(
                f,
                "; node {node} is pruned, its sphere {} away",
                metres(gap)
            ),
            Pruned::BySide { node } => {
                write!(f, "; at node {node} the walk goes to the other side")
            }
            Pruned::Unlisted => f.write_str("; no leaf lists it"),
            Pruned::Not => f.write_str("; it was tested"),
        }?;
        if self.times > 1 {
            write!(f, " ({} times)", self.times)?;
        }
        Ok(())
    }
}

impl Pruned {
    /// The node that is to blame.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        match self {
            Self::BySphere { node, .. } | Self::BySide { node } => Some(*node),
            Self::Unlisted | Self::Not => None,
        }
    }
}
