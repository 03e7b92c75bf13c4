//! Sweeps that another program recorded: each begins with the body that it recorded, and has what it came to beside it.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::body::{Body, Transient};
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Polygon, Position, Sphere};
use crate::ids::CellId;
use crate::policy::Policy;
use crate::probe::Probe;
use crate::transition::sphere_path::Walkable;
use crate::transition::{MoverFlags, SweepOutcome};
use crate::world::World;

/// One recorded sweep of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Captured {
    /// Line of the file that it stands in, from 1.
    pub line: u32,
    /// The body before the sweep, where the sweep begins.
    pub body: Body,
    /// Bits of its mover; those of contact are [`Self::standing`]'s.
    pub flags: MoverFlags,
    /// How it stands before the sweep.
    pub standing: Standing,
    /// The polygon that it stood on, in the block of the body.
    pub walkable: Option<Polygon>,
    /// Where the feet should go, in the block of the body.
    pub to: Vec3,
    /// What the other program's sweep came to.
    pub recorded: Option<Recorded>,
}

/// How a recorded body stands before its sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Whether its mover has live contact.
    pub contact: bool,
    /// Whether what it stands on is walkable.
    pub on_walkable: bool,
}

/// What a recorded sweep came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// The feet, in the block of [`Captured::body`].
    pub feet: Vec3,
    /// Their cell.
    pub cell: CellId,
    /// Whether they stand on walkable ground.
    pub grounded: bool,
    /// Normal of the collision, where there was one.
    pub normal: Option<Vec3>,
}

/// Where a recorded body ended, in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPose {
    /// Its feet.
    pub feet: Vec3,
    /// Centre of its foot sphere.
    pub center: Vec3,
}

impl Captured {
    /// Runs the sweep again; the body afterwards, and what it came to.
    ///
    /// The mover has the recorded flags; the recorded ground is known to the path from its beginning.
    pub fn run<P: Probe>(
        &self,
        world: &World,
        policy: &Policy,
        probe: &mut P,
    ) -> (Body, SweepOutcome) {
        let mut body = self.body;
        let end = Position {
            cell: body.position.cell,
            frame: crate::geometry::Frame {
                origin: self.to,
                ..body.position.frame
            },
        };
        let mut path = body.path(world, policy, end, probe);
        let seeded = path.mover.flags;
        path.mover.flags = self.flags;
        let flags = &mut path.mover.flags;
        // A body that leaves its plane has no contact, whatever was recorded of its ground.
        let leaves = body.transient.has(Transient::CONTACT) && !seeded.has(MoverFlags::CONTACT);
        flags.put(MoverFlags::CONTACT, self.standing.contact && !leaves);
        flags.put(
            MoverFlags::ON_WALKABLE,
            self.standing.on_walkable && !leaves,
        );
        if let Some(polygon) = &self.walkable {
            path.path.walkable = Some(Walkable {
                polygon,
                sphere: Sphere {
                    center: path.path.current_centers[0],
                    radius: path.mover.spheres[0].radius,
                },
                up: Vec3::Z,
                position: Position {
                    cell: body.position.cell,
                    frame: crate::geometry::Frame::default(),
                },
                scale: 1.0,
            });
        }
        let walk = path.find_valid_position();
        let outcome = path.outcome(&walk);
        if path.effects.velocity_zeroed {
            body.velocity = Vec3::ZERO;
        }
        if walk.success {
            body.commit(&path.path, &path.collision, world, policy);
        }
        (body, outcome)
    }

    /// Where the recorded sweep ended, in the scene.
    #[must_use]
    pub fn recorded_pose(&self, world: &World) -> Option<RecordedPose> {
        let recorded = self.recorded?;
        let feet = world.to_scene(self.body.position.cell, recorded.feet);
        let center = self
            .body
            .position
            .frame
            .rotation
            .apply(wide(self.body.build.center()));
        Some(RecordedPose {
            feet,
            center: narrow(wide(feet) + center),
        })
    }
}
