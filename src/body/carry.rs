//! Moves a body by hand: along a path without velocity, to another place, onto a plane.

use glam::Vec3;

use super::body::{Body, Transient};
use crate::constants::FLOOR_Z;
use crate::geometry::{Frame, Plane, Position};
use crate::ids::CellId;
use crate::policy::Policy;
use crate::probe::{Probe, SupportSource};
use crate::transition::SweepOutcome;
use crate::world::World;

impl Body {
    /// Runs one path from where the body is to `to` (feet, its block) and commits its end.
    ///
    /// # Source
    /// spec/transition.md 18.6, without gravity or velocity.
    pub fn carry<P: Probe>(
        &mut self,
        world: &World,
        policy: &Policy,
        to: Vec3,
        probe: &mut P,
    ) -> SweepOutcome {
        let rotation = self.position.frame.rotation;
        let end = Position {
            cell: self.position.cell,
            frame: Frame {
                origin: to,
                rotation,
            },
        };
        let mut path = self.path(world, policy, end, probe);
        let walk = path.find_valid_position();
        let outcome = path.outcome(&walk);
        if walk.success {
            self.commit(&path.path, &path.collision, world, policy);
        }
        self.velocity = Vec3::ZERO;
        outcome
    }

    /// Puts the body to `to`, where it has no contact.
    ///
    /// # Source
    /// spec/transition.md 18.9, hard reset.
    pub fn teleport(&mut self, to: Position) {
        self.position = to;
        self.cell = to.cell;
        self.velocity = Vec3::ZERO;
        self.cached_velocity = Vec3::ZERO;
        self.transient = Transient::ACTIVE;
        self.support = None;
        self.recompute_acceleration(&Policy::default());
    }

    /// Lets the body stand on `plane` of `cell`.
    ///
    /// # Source
    /// spec/transition.md 18.6 steps 4 to 6.
    pub fn stand_on(&mut self, plane: Plane, cell: CellId) {
        self.contact = plane;
        self.contact_cell = cell;
        self.support = Some(SupportSource::Query);
        self.transient.put(Transient::CONTACT, true);
        self.transient
            .put(Transient::ON_WALKABLE, plane.normal.z >= FLOOR_Z);
        self.recompute_acceleration(&Policy::default());
    }
}
