//! The state of a body, and the mover that it makes.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::bits::bit_set;
use crate::constants::EPSILON_WIDE;
use crate::geometry::vector::{dot, dot_wide, length, narrow, wide};
use crate::geometry::{Plane, Position, Sphere};
use crate::ids::{CellId, ObjectId};
use crate::policy::{Policy, Row, StepHeights};
use crate::probe::{Probe, SupportSource};
use crate::transition::{Mover, MoverFlags, Transition};
use crate::world::{Kind, ObjectState, World};

use super::walk::Locomotion;

/// Bits of a body that change from tick to tick.
///
/// # Source
/// spec/transition.md 1.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Transient(pub u32);

bit_set!(Transient);

impl Transient {
    /// It has a contact plane.
    pub const CONTACT: Self = Self(0x1);
    /// The contact plane is walkable.
    pub const ON_WALKABLE: Self = Self(0x2);
    /// It slides along a wall.
    pub const SLIDING: Self = Self(0x4);
    /// The contact plane is water.
    pub const WATER_CONTACT: Self = Self(0x8);
    /// It did not fall in its last path although it should.
    pub const STATIONARY_FALL: Self = Self(0x10);
    /// Nor in the one before.
    pub const STATIONARY_STOP: Self = Self(0x20);
    /// Nor in the one before that.
    pub const STATIONARY_STUCK: Self = Self(0x40);
    /// It is updated.
    pub const ACTIVE: Self = Self(0x80);
}

/// What a body is made of; it does not change during a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// Foot and head in the body's space, unscaled.
    pub spheres: [Sphere; 2],
    /// How many of them exist, 0 to 2.
    pub sphere_count: usize,
    /// Highest step it climbs, metres, unscaled.
    pub step_up: f32,
    /// Deepest step it follows, metres, unscaled.
    pub step_down: f32,
    /// Uniform scale.
    pub scale: f32,
    /// Whether its set-up lets it turn freely.
    pub free_heading: bool,
    /// What it is.
    pub kind: Kind,
    /// Its id in the game.
    pub game_id: u32,
    /// The object of the world that it is itself.
    pub object: Option<ObjectId>,
    /// The one that a missile is meant for.
    pub target: Option<ObjectId>,
    /// Flags that its mover has whatever the state, [`MoverFlags::NONE`] as a rule.
    pub flags: MoverFlags,
}

impl Build {
    /// The human-size player.
    ///
    /// # Source
    /// spec/transition.md 19.
    #[must_use]
    pub fn human() -> Self {
        let human = Mover::human(MoverFlags::NONE);
        Self {
            spheres: human.spheres,
            sphere_count: human.sphere_count,
            step_up: human.step_up_height,
            step_down: human.step_down_height,
            scale: 1.0,
            free_heading: false,
            kind: Kind(Kind::GAME_OBJECT.0 | Kind::CREATURE.0 | Kind::PLAYER.0),
            game_id: 0x5000_0001,
            object: None,
            target: None,
            flags: MoverFlags::NONE,
        }
    }

    /// Centre of the foot sphere in the body's space, metres.
    ///
    /// # Source
    /// spec/transition.md 1.3: the sphere by which a body is seated in its cell.
    #[must_use]
    pub fn center(&self) -> Vec3 {
        narrow(wide(self.spheres[0].center) * f64::from(self.scale))
    }

    /// Distance from the body's origin to its lowest point, metres.
    ///
    /// # Source
    /// spec/transition.md 19: feet rest 0.005 above the plane.
    #[must_use]
    pub fn lowest(&self) -> f32 {
        (self.spheres[0].center.z - self.spheres[0].radius) * self.scale
    }
}

/// A body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// What it is made of.
    pub build: Build,
    /// Where it is: its feet and how it is turned.
    pub position: Position,
    /// The cell it is in; none when it left the world.
    pub cell: CellId,
    /// Velocity in the world, metres per second.
    pub velocity: Vec3,
    /// Acceleration, metres per second squared.
    pub acceleration: Vec3,
    /// Turning, radians per second about the world's axes.
    pub omega: Vec3,
    /// Achieved displacement of the last update over its time, metres per second.
    pub cached_velocity: Vec3,
    /// The contact plane as it was committed last, valid or not.
    pub contact: Plane,
    /// The cell of the contact plane.
    pub contact_cell: CellId,
    /// Who wrote the contact plane, while it counts.
    pub support: Option<SupportSource>,
    /// The sliding normal as it was committed last.
    pub sliding: Vec3,
    /// Bits that change.
    pub transient: Transient,
    /// Bits of its physics state.
    pub state: ObjectState,
    /// Friction on walkable ground, 0..=1.
    pub friction: f32,
    /// Elasticity, 0..=0.1.
    pub elasticity: f32,
    /// Whether it is touching the environment.
    pub touches_environment: bool,
    /// How it walks by itself; none for a thing.
    pub locomotion: Option<Locomotion>,
}

/// State of a body that falls, slides along edges and tells of collisions.
///
/// # Source
/// spec/transition.md 1.2, default state.
pub const DEFAULT_STATE: ObjectState = ObjectState(0x0040_0C08);

/// Fastest that a body moves, metres per second.
///
/// # Source
/// spec/transition.md 0.3.
pub const MAX_SPEED: f64 = 50.0;

impl Body {
    /// An active body at rest.
    ///
    /// # Source
    /// spec/transition.md 0.3 for friction and elasticity.
    #[must_use]
    pub fn new(build: Build, position: Position, state: ObjectState) -> Self {
        let mut body = Self {
            build,
            position,
            cell: position.cell,
            velocity: Vec3::ZERO,
            acceleration: Vec3::ZERO,
            omega: Vec3::ZERO,
            cached_velocity: Vec3::ZERO,
            contact: Plane {
                normal: Vec3::ZERO,
                offset: 0.0,
            },
            contact_cell: CellId::NONE,
            support: None,
            sliding: Vec3::ZERO,
            transient: Transient::ACTIVE,
            state,
            friction: 0.95,
            elasticity: 0.05,
            touches_environment: false,
            locomotion: None,
        };
        body.recompute_acceleration(&Policy::default());
        body
    }

    /// Whether all of its numbers are finite.
    ///
    /// # Source
    /// design.md, "Bounded": what is not finite is refused at the border.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let frame = self.position.frame;
        let q = frame.rotation;
        let vectors = [
            frame.origin,
            self.velocity,
            self.acceleration,
            self.omega,
            self.cached_velocity,
            self.contact.normal,
            self.sliding,
        ];
        let spheres = self.build.spheres;
        vectors.iter().all(|v| v.is_finite())
            && [q.w, q.x, q.y, q.z, self.contact.offset]
                .iter()
                .all(|c| c.is_finite())
            && spheres
                .iter()
                .all(|s| s.center.is_finite() && s.radius.is_finite())
            && [self.build.step_up, self.build.step_down, self.build.scale]
                .iter()
                .all(|c| c.is_finite())
            && [self.friction, self.elasticity]
                .iter()
                .all(|c| c.is_finite())
    }

    /// Whether it stands on walkable ground.
    ///
    /// # Source
    /// spec/transition.md 18.9.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.transient.has(Transient::CONTACT) && self.transient.has(Transient::ON_WALKABLE)
    }

    /// Sets the velocity, no faster than [`MAX_SPEED`], and wakes the body.
    ///
    /// # Source
    /// spec/transition.md 18.4, the velocity setter.
    pub fn set_velocity(&mut self, velocity: Vec3) {
        let speed = length(wide(velocity));
        self.velocity = if speed > MAX_SPEED {
            narrow(wide(velocity) * (MAX_SPEED / speed))
        } else {
            velocity
        };
        self.transient.put(Transient::ACTIVE, true);
    }

    /// Gravity, unless it stands. ACE lets a sled stand too (T34).
    ///
    /// # Source
    /// spec/transition.md 18.6, acceleration.
    pub fn recompute_acceleration(&mut self, policy: &Policy) {
        let sleds = self.state.has(ObjectState::SLEDDING) && !policy.is_ace(Row::T34);
        if self.is_grounded() && !sleds {
            self.acceleration = Vec3::ZERO;
            self.omega = Vec3::ZERO;
        } else if self.state.has(ObjectState::GRAVITY) {
            self.acceleration = Vec3::new(0.0, 0.0, GRAVITY);
        } else {
            self.acceleration = Vec3::ZERO;
        }
    }

    /// The mover that the body makes; flags of contact come from [`Self::path`].
    ///
    /// # Source
    /// spec/transition.md 1.3, `get_object_info` 0x00511CC0 steps 1 and 3, and `init` 0x0050CF30.
    #[must_use]
    pub fn mover(&self, policy: &Policy) -> Mover {
        let build = &self.build;
        let scaled = |sphere: Sphere| Sphere {
            center: narrow(wide(sphere.center) * f64::from(build.scale)),
            radius: sphere.radius * build.scale,
        };
        let mut mover = if build.sphere_count == 0 {
            Mover::new(
                &[Sphere {
                    center: Vec3::new(0.0, 0.0, 0.1),
                    radius: 0.1,
                }],
                build.flags,
            )
        } else {
            Mover::new(
                &build.spheres.map(scaled)[..build.sphere_count],
                build.flags,
            )
        };
        (mover.step_up_height, mover.step_down_height) = match policy.step_heights {
            StepHeights::Authored => (build.step_up * build.scale, build.step_down * build.scale),
            StepHeights::Metres { up, down } => (up, down),
        };
        mover.ethereal = self.state.has(ObjectState::ETHEREAL);
        mover.missile = self.state.has(ObjectState::MISSILE);
        mover.gravity = self.state.has(ObjectState::GRAVITY);
        mover.object = build.object;
        mover.game_id = build.game_id;
        mover.target = build.target;
        let flags = &mut mover.flags;
        flags.put(
            MoverFlags::EDGE_SLIDE,
            self.state.has(ObjectState::EDGE_SLIDE),
        );
        flags.put(
            MoverFlags::FREE_ROTATE,
            build.free_heading || build.flags.has(MoverFlags::FREE_ROTATE),
        );
        flags.put(
            MoverFlags::PATH_CLIPPED,
            mover.missile || build.flags.has(MoverFlags::PATH_CLIPPED),
        );
        for (kind, flag) in [
            (Kind::PLAYER, MoverFlags::PLAYER),
            (Kind::IMPENETRABLE, MoverFlags::IMPENETRABLE),
            (Kind::PK, MoverFlags::PK),
            (Kind::PK_LITE, MoverFlags::PK_LITE),
        ] {
            if build.kind.has(kind) {
                flags.put(flag, true);
            }
        }
        mover
    }

    /// Where the centre of each of its spheres is seen from that of the first, along the world's axes, and its radius, metres.
    ///
    /// # Source
    /// spec/transition.md 1.3: the spheres of a mover, scaled with it.
    #[must_use]
    pub fn spheres_apart(&self, policy: &Policy) -> Vec<(Vec3, f32)> {
        let mover = self.mover(policy);
        let (frame, foot) = (&self.position.frame, mover.spheres[0].center);
        let spheres = mover.spheres.iter().take(mover.sphere_count);
        spheres
            .map(|sphere| (frame.vector_to_global(sphere.center - foot), sphere.radius))
            .collect()
    }

    /// The plane that it stands on, in the scene's space, and whether it may be walked on; none in the air.
    ///
    /// # Source
    /// spec/transition.md 1.3 step 2: what a path is seeded with.
    #[must_use]
    pub fn ground(&self, world: &World) -> Option<(Plane, bool)> {
        let shift = dot_wide(
            self.contact.normal_wide(),
            world.scene_offset(self.contact_cell),
        );
        let plane = Plane {
            offset: (f64::from(self.contact.offset) - shift) as f32,
            ..self.contact
        };
        let walks = self.transient.has(Transient::ON_WALKABLE);
        self.transient
            .has(Transient::CONTACT)
            .then_some((plane, walks))
    }

    /// A path of the body from where it is to `end`, with what it stands on and slides along.
    ///
    /// # Source
    /// spec/transition.md 1.3 step 2; ACE writes the cell of the last-known plane where retail writes the contact's (T9).
    pub fn path<'a, P: Probe>(
        &self,
        world: &'a World,
        policy: &'a Policy,
        end: Position,
        probe: &'a mut P,
    ) -> Transition<'a, P> {
        let mut mover = self.mover(policy);
        let standing = self.transient.has(Transient::CONTACT);
        // A body that separates from its plane only remembers it.
        let separating = standing && dot(self.velocity, self.contact.normal) > EPSILON_WIDE;
        if standing && !separating {
            mover.flags.put(MoverFlags::CONTACT, true);
            mover.flags.put(
                MoverFlags::ON_WALKABLE,
                self.transient.has(Transient::ON_WALKABLE),
            );
        }
        let mut begin = self.position;
        begin.cell = self.cell;
        let mut transition = Transition::new(world, policy, mover, Some(begin), end, probe);
        if standing {
            let water = self.transient.has(Transient::WATER_CONTACT);
            let info = &mut transition.collision;
            if separating {
                info.seed_last_known(self.contact, water, self.contact_cell, policy);
            } else {
                info.seed_contact(self.contact, water, self.contact_cell, policy);
            }
        }
        if self.transient.has(Transient::SLIDING) {
            transition.collision.seed_sliding(self.sliding);
        }
        transition.collision.stationary = self.stationary();
        transition
    }

    /// The stationary-fall counter that the bits stand for.
    ///
    /// # Source
    /// spec/transition.md 18.2.
    #[must_use]
    pub fn stationary(&self) -> u8 {
        let has = |bit| self.transient.has(bit);
        if has(Transient::STATIONARY_STUCK) {
            3
        } else if has(Transient::STATIONARY_STOP) {
            2
        } else {
            u8::from(has(Transient::STATIONARY_FALL))
        }
    }
}

/// Gravity along z, metres per second squared.
///
/// # Source
/// spec/transition.md 0.3.
pub const GRAVITY: f32 = -9.8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Frame;

    /// spec/transition.md 24, row for 1.3: contact plane (0,0,1), velocity z, whether contact and the last-known plane are seeded.
    #[test]
    fn seeds() {
        let (world, policy) = (World::default(), Policy::default());
        for (vz, contact) in [(-1.0, true), (0.001, false), (0.0001, true)] {
            let position = Position::single(Frame::default());
            let mut body = Body::new(Build::human(), position, DEFAULT_STATE);
            body.contact = Plane {
                normal: Vec3::Z,
                offset: 0.0,
            };
            body.transient = Transient(0x83);
            body.velocity = Vec3::Z * vz;
            let probe = &mut ();
            let path = body.path(&world, &policy, position, probe);
            assert_eq!(path.collision.contact.valid, contact, "{vz}");
            assert_eq!(path.mover.flags.has(MoverFlags::CONTACT), contact, "{vz}");
            assert!(path.collision.last_known.valid, "{vz}");
        }
    }

    /// spec/transition.md 24, row for 18.4: the setter clamps.
    #[test]
    fn speed_limit() {
        let mut body = Body::new(Build::human(), Position::default(), DEFAULT_STATE);
        body.set_velocity(Vec3::X * 60.0);
        assert_eq!(body.velocity, Vec3::X * 50.0);
    }
}
