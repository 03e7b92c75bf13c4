//! Set-ups for the unit tests of recordings.

use std::sync::Arc;

use glam::Vec3;

use crate::bsp::Tree;
use crate::camera::ChaseSettings;
use crate::geometry::{Frame, Polygon};
use crate::lane::{ChaseRig, Motion, Rig, Setup};
use crate::world::{Object, World};

/// A wall 1.91 m behind a player that moves as `motion` says: scenes.md C3.
pub(crate) fn wall_behind(hz: u32, ticks: u32, motion: Motion) -> Setup {
    let quad = [(5.0, -3.5), (-5.0, -3.5), (-5.0, 6.5), (5.0, 6.5)];
    let corners = quad.map(|(x, z)| Vec3::new(x, -1.91, z));
    let tree = Tree::balanced(Polygon::new(corners.to_vec()).into_iter().collect());
    let wall = Object {
        name: "wall".into(),
        frame: Frame::default(),
        scale: 1.0,
        tree,
    };
    let rig = Rig::Chase(ChaseRig {
        feet: Vec3::ZERO,
        heading_degrees: 0.0,
        settings: ChaseSettings {
            viewer_offset: Vec3::new(0.0, -2.61, 0.0),
            ..ChaseSettings::default()
        },
        viewer: None,
        motion,
    });
    Setup {
        world: Arc::new(World {
            objects: vec![wall],
        }),
        rig,
        hz,
        ticks,
    }
}

/// The old client's two faults that together make C3's sawtooth.
pub(crate) const SAWTOOTH: &str = "retail+steps=equal-slices+adjust_to_plane=never-succeeds";
