//! What is wrong with the geometry of a scene, found by looking at all of it instead of running its script.
//!
//! `referee` holds tree walks against brute force, `holes` looks for open edges, `leaks` walks a mover at random and
//! watches what it passes, `reach` tells what a filter that measures from the origin leaves out, `lint` names polygons and
//! objects that make trouble. `faces` has all polygons where they stand, `finding` what is kept of a long list, `random`
//! the numbers of the walks, and `specimen` writes a finding as a small scene.
//!
//! Every scan is a function of the world, what is asked and a seed, and says now and then how far it is; it gives up (`None`) when it is told to stop.

pub mod faces;
pub mod finding;
pub mod holes;

pub mod leaks;
pub mod lint;
mod random;
pub mod reach;
pub mod referee;
pub mod specimen;

use glam::Vec3;

use crate::body::Build;
use crate::constants::VIEWER_RADIUS;
use crate::geometry::Position;
use crate::lane::rig::unmoved;
use crate::lane::{Rig, Setup, SweepMover};
use crate::policy::Policy;
use crate::transition::{Mover, MoverFlags};

/// What a scan lets move through a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swept {
    /// The camera's sphere.
    Viewer {
        /// Its radius, metres.
        radius: f32,
    },
    /// A body.
    Body(Build),
}

impl Swept {
    /// What the rig of `setup` moves: its body, else the sphere of its camera.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        match &setup.rig {
            Rig::Mover(rig) => Self::Body(rig.build),
            Rig::Chase(rig) => Self::Viewer {
                radius: rig.settings.radius,
            },
            Rig::Sweep(rig) => match &rig.mover {
                SweepMover::Viewer { radius } => Self::Viewer { radius: *radius },
                SweepMover::Body(build) => Self::Body(*build),
            },
        }
    }

    /// The mover that it makes under `policy`.
    #[must_use]
    pub fn mover(&self, policy: &Policy) -> Mover {
        match self {
            Self::Viewer { radius } => {
                Mover::viewer(*radius, MoverFlags(policy.viewer_flags.bits()))
            }
            Self::Body(build) => unmoved(*build, Position::default()).mover(policy),
        }
    }

    /// Radius of its largest sphere, metres.
    #[must_use]
    pub fn radius(&self) -> f32 {
        let mover = self.mover(&Policy::RETAIL);
        let spheres = mover.spheres[..mover.sphere_count].iter();
        let largest = spheres.fold(0.0, |most: f32, sphere| {
            if sphere.radius > most {
                sphere.radius
            } else {
                most
            }
        });
        if largest > 0.0 {
            largest
        } else {
            VIEWER_RADIUS
        }
    }
}

/// `at (1.000, 2.000, 3.000)`.
fn at(place: Vec3) -> String {
    format!("at {}", super::words::point(place))
}
