//! Set-ups for the unit tests of recordings.

use std::sync::Arc;

use glam::Vec3;

use super::LaneRecording;
use crate::body::Build;
use crate::bsp::Tree;
use crate::camera::ChaseSettings;
use crate::geometry::{Frame, Polygon};
use crate::lane::{ChaseRig, Lane, Motion, MoverRig, Rig, Setup};
use crate::probe::Counters;
use crate::world::{Object, ObjectState, World};

/// A wall 1.91 m behind a player that moves as `motion` says: scenes.md C3.
pub(crate) fn wall_behind(hz: u32, ticks: u32, motion: Motion) -> Setup {
    setup(hz, ticks, motion, Vec3::ZERO)
}

/// The same wall behind a player that stands still, as an object that stands at `origin`.
pub(crate) fn wall_of_origin(origin: Vec3) -> Setup {
    setup(240, 100, Motion::Still, origin)
}

fn setup(hz: u32, ticks: u32, motion: Motion, origin: Vec3) -> Setup {
    let quad = [(5.0, -3.5), (-5.0, -3.5), (-5.0, 6.5), (5.0, 6.5)];
    let corners = quad.map(|(x, z)| Vec3::new(x, -1.91, z) - origin);
    let tree = Tree::balanced(Polygon::new(corners.to_vec()).into_iter().collect());
    let wall = Object::solid("wall".to_owned(), Frame::at(origin), 1.0, tree);
    let rig = Rig::Chase(ChaseRig {
        feet: Vec3::ZERO,
        heading_degrees: 0.0,
        settings: ChaseSettings {
            viewer_offset: Vec3::new(0.0, -2.61, 0.0),
            ..ChaseSettings::default()
        },
        viewer: None,
        motion,
        orders: Vec::new(),
    });
    Setup {
        world: Arc::new(World::new(vec![wall])),
        rig,
        hz,
        ticks,
    }
}

/// The old client's two faults that together make C3's sawtooth.
pub(crate) const SAWTOOTH: &str = "retail+steps=equal-slices+adjust_to_plane=never-succeeds";

/// A lane called `lane` that ran `ticks` ticks under the policy that `text` names.
pub(crate) fn recorded(setup: &Setup, text: &str, ticks: u32) -> LaneRecording {
    let policy = text.parse().unwrap();
    let (mut recording, mut lane) = (LaneRecording::new("lane", policy), Lane::new(setup, policy));
    for tick in 0..ticks {
        recording.run_tick(
            &mut lane,
            setup,
            &setup.input(tick),
            &mut Counters::default(),
        );
    }
    recording
}

/// A body that falls 2 m onto a floor whose origin is 60 m away, where the old reach filter does not see it (scenes.md M1).
pub(crate) fn falling(camera: Option<ChaseSettings>) -> Setup {
    let origin = Vec3::new(0.0, 60.0, 0.0);
    let corners = [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)];
    let corners = corners.map(|(x, y)| Vec3::new(x, y, 0.0) - origin);
    let tree = Tree::balanced(Polygon::new(corners.to_vec()).into_iter().collect());
    let floor = Object::solid("floor".to_owned(), Frame::at(origin), 1.0, tree);
    let rig = Rig::Mover(MoverRig {
        build: Build::human(),
        state: ObjectState::GRAVITY,
        feet: Vec3::new(0.0, 0.0, 2.0),
        cell: None,
        heading_degrees: 0.0,
        grounded: false,
        locomotion: None,
        script: Vec::new(),
        camera,
        viewer: None,
    });
    Setup {
        world: Arc::new(World::new(vec![floor])),
        rig,
        hz: 30,
        ticks: 90,
    }
}
