//! Movers in a scene file: bodies, what they are told, and the camera behind them.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::ask::Ask;
use super::map::number::RoomNumber;
use super::number::{
    Aspect, Degrees, Distance, Factor, FieldOfView, Named, NearDistance, Point, Power, Radius,
    Status, Stiffness, SweptRadius, Time,
};
use crate::body::body::DEFAULT_STATE;
use crate::body::walk::run_rate;
use crate::body::{Build, Gait, Locomotion};
use crate::camera::{ChaseSettings, Lens, Part, Target};
use crate::geometry::{Frame, Rotation, Sphere};
use crate::lane::{Command, MoverRig};
use crate::transition::{Mover, MoverFlags};
use crate::world::{Kind, ObjectState};

/// Most commands of a script.
pub const MAX_COMMANDS: usize = 100_000;

/// What moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Moved {
    /// A player of human size (spec/transition.md 19).
    #[default]
    Human,
    /// Something else.
    Mover(BodyModel),
}

/// What a body is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyModel {
    /// Centre and radius of the foot sphere and, if there are two, of the head sphere.
    pub spheres: Vec<(Point, SweptRadius)>,
    /// Highest step it climbs.
    #[serde(default)]
    pub step_up: Option<Distance>,
    /// Deepest step it follows.
    #[serde(default)]
    pub step_down: Option<Distance>,
    /// Bits of its mover beyond those of its body: 0x8 path-clipped, 0x10 free to turn, 0x40 perfect clip.
    #[serde(default)]
    pub flags: u32,
}

/// A body that moves by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoverModel {
    /// What moves.
    #[serde(default)]
    pub mover: Moved,
    /// Its feet before tick 0.
    pub feet: Point,
    /// The room that they are in; without it the cell around the foot's centre.
    #[serde(default)]
    pub cell: Option<RoomNumber>,
    /// Compass heading: 0 is +Y, 90 is +X.
    #[serde(default)]
    pub heading_degrees: Option<Degrees>,
    /// Whether it stands on level ground at its feet before tick 0; else it falls from there.
    #[serde(default)]
    pub grounded: bool,
    /// Run skill, from which the run rate follows; 100 without it.
    #[serde(default)]
    pub run_skill: Option<Distance>,
    /// Jump skill; 100 without it.
    #[serde(default)]
    pub jump_skill: Option<Distance>,
    /// Velocity before tick 0.
    #[serde(default)]
    pub velocity: Option<Point>,
    /// What it is told, one after the other; then it stands.
    #[serde(default)]
    pub script: Vec<Told>,
    /// The camera that follows it.
    #[serde(default)]
    pub camera: Option<CameraModel>,
}

/// One command.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Told {
    /// Stand for so many seconds.
    Wait(Time),
    /// Walk forwards for so many seconds.
    Walk(Time),
    /// Run forwards for so many seconds.
    Run(Time),
    /// Walk backwards for so many seconds.
    Back(Time),
    /// Step to the left for so many seconds.
    Left(Time),
    /// Step to the right for so many seconds.
    Right(Time),
    /// Turn on the spot by so many degrees, clockwise if positive.
    Turn(Degrees),
    /// Any mixture for so many seconds.
    Drive {
        /// Forwards 1, backwards -1.
        #[serde(default)]
        forward: Factor,
        /// Right 1, left -1.
        #[serde(default)]
        sidestep: Factor,
        /// Clockwise 1, counter-clockwise -1.
        #[serde(default)]
        turn: Factor,
        /// Whether it runs.
        #[serde(default)]
        run: bool,
        /// How long.
        seconds: Time,
    },
    /// Jump with this power, from 0 to 1.
    Jump(Power),
    /// Put the feet here, facing a compass heading in degrees.
    Teleport(Point, Degrees),
    /// Set the velocity, metres per second.
    SetVelocity(Named),
    /// Tell the camera.
    Camera(Ask),
}

/// The camera behind a mover; the fields of `Chase`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraModel {
    /// Boom from the pivot to the eye in the heading frame.
    #[serde(default)]
    pub viewer_offset: Option<Point>,
    /// Pivot in the player's frame.
    #[serde(default)]
    pub pivot_offset: Option<Point>,
    /// Target status bits; without them the policy's.
    #[serde(default)]
    pub status: Option<Status>,
    /// Stiffness of the origin and of the rotation.
    #[serde(default)]
    pub stiffness: Option<(Stiffness, Stiffness)>,
    /// Radius of the eye's sphere.
    #[serde(default)]
    pub radius: Option<SweptRadius>,
    /// The eye before tick 0; without it the policy's first frame.
    #[serde(default)]
    pub viewer: Option<Point>,
    /// Whether the boom may follow slopes.
    #[serde(default)]
    pub align_to_slope: Option<bool>,
    /// The point that status bit 2 looks at: the target's origin, where nothing more is said of it.
    #[serde(default)]
    pub target: Option<Point>,
    /// Heading of the target, which turns its part and its offset.
    #[serde(default)]
    pub target_heading_degrees: Option<Degrees>,
    /// The part of the target that is looked at.
    #[serde(default)]
    pub target_part: Option<BodyPart>,
    /// The point looked at, in the frame of the target or its part.
    #[serde(default)]
    pub target_offset: Option<Point>,
    /// The part of the player that the pivot hangs from.
    #[serde(default)]
    pub pivot_part: Option<BodyPart>,
    /// How the picture is made.
    #[serde(default)]
    pub lens: Option<LensModel>,
}

impl CameraModel {
    /// The settings of the camera.
    #[must_use]
    pub fn settings(&self) -> ChaseSettings {
        let default = ChaseSettings::default();
        ChaseSettings {
            viewer_offset: self
                .viewer_offset
                .map_or(default.viewer_offset, Point::vector),
            pivot_offset: self
                .pivot_offset
                .map_or(default.pivot_offset, Point::vector),
            status: self.status.map(Status::get),
            stiffness: self
                .stiffness
                .map_or(default.stiffness, |(a, b)| (a.get(), b.get())),
            radius: self.radius.map_or(default.radius, SweptRadius::get),
            align_to_slope: self.align_to_slope.unwrap_or(default.align_to_slope),
            target: self.target(),
            pivot_part: self.pivot_part.map_or(default.pivot_part, BodyPart::part),
            lens: self.lens.map_or(default.lens, LensModel::lens),
            ..default
        }
    }

    fn target(&self) -> Option<Target> {
        let origin = self.target?.vector();
        let heading = self.target_heading_degrees.map_or(0.0, Degrees::get);
        Some(Target {
            frame: Frame {
                origin,
                rotation: Rotation::from_heading_pitch(heading, 0.0),
            },
            part: self.target_part.map_or(Part::Whole, BodyPart::part),
            offset: self.target_offset.map_or(Vec3::ZERO, Point::vector),
        })
    }
}

/// A part of a player or a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BodyPart {
    /// One that is there.
    Part {
        /// Its origin in the frame of the whole.
        at: Point,
        /// Its turn about the vertical, counter-clockwise seen from above.
        #[serde(default)]
        yaw_degrees: Option<Degrees>,
    },
    /// One that is listed but is not there.
    Missing,
}

impl BodyPart {
    fn part(self) -> Part {
        match self {
            Self::Part { at, yaw_degrees } => {
                let yaw = yaw_degrees.map_or(0.0, Degrees::get);
                Part::At(Frame {
                    origin: at.vector(),
                    rotation: Rotation::about_z(yaw.to_radians()),
                })
            }
            Self::Missing => Part::Missing,
        }
    }
}

/// How a camera's picture is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LensModel {
    /// Distance of the near plane.
    #[serde(default)]
    pub near: Option<NearDistance>,
    /// From below to above.
    #[serde(default)]
    pub field_of_view_degrees: Option<FieldOfView>,
    /// Width by height.
    #[serde(default)]
    pub aspect: Option<Aspect>,
}

impl LensModel {
    fn lens(self) -> Lens {
        let default = Lens::default();
        Lens {
            near: self.near.map_or(default.near, NearDistance::get),
            field_of_view_degrees: self
                .field_of_view_degrees
                .map_or(default.field_of_view_degrees, FieldOfView::get),
            aspect: self.aspect.map_or(default.aspect, Aspect::get),
        }
    }
}

impl BodyModel {
    /// What is wrong with it, in words.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let count = self.spheres.len();
        (count == 0 || count > 2).then(|| format!("{count} spheres; 1 or 2 were expected"))
    }

    /// The body that it describes.
    #[must_use]
    pub fn build(&self) -> Build {
        let human = Build::human();
        let sphere = |(center, radius): &(Point, SweptRadius)| Sphere {
            center: center.vector(),
            radius: radius.get(),
        };
        let spheres: Vec<Sphere> = self.spheres.iter().map(sphere).collect();
        let mover = Mover::new(&spheres, MoverFlags::NONE);
        Build {
            spheres: mover.spheres,
            sphere_count: mover.sphere_count,
            step_up: self.step_up.map_or(human.step_up, Distance::get),
            step_down: self.step_down.map_or(human.step_down, Distance::get),
            flags: MoverFlags(self.flags),
            kind: Kind(Kind::GAME_OBJECT.0),
            ..human
        }
    }
}

impl Moved {
    /// What is wrong with it, in words.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        match self {
            Self::Human => None,
            Self::Mover(body) => body.problem(),
        }
    }

    /// The body that it is.
    #[must_use]
    pub fn build(&self) -> Build {
        match self {
            Self::Human => Build::human(),
            Self::Mover(body) => body.build(),
        }
    }
}

impl Told {
    /// The command, as a lane takes it.
    fn command(self) -> Command {
        let drive = |gait: Gait, seconds: f64| Command::Drive { gait, seconds };
        let ahead = |forward: f32, run: bool| Gait {
            forward,
            run,
            ..Gait::default()
        };
        let aside = |sidestep: f32| Gait {
            sidestep,
            ..Gait::default()
        };
        match self {
            Self::Wait(time) => drive(Gait::default(), time.get()),
            Self::Walk(time) => drive(ahead(1.0, false), time.get()),
            Self::Run(time) => drive(ahead(1.0, true), time.get()),
            Self::Back(time) => drive(ahead(-1.0, false), time.get()),
            Self::Left(time) => drive(aside(-1.0), time.get()),
            Self::Right(time) => drive(aside(1.0), time.get()),
            Self::Turn(degrees) => {
                let turn = if degrees.get() < 0.0 { -1.0 } else { 1.0 };
                let seconds = degrees.get().abs() / f64::from(crate::body::walk::TURN_DEGREES);
                drive(
                    Gait {
                        turn,
                        ..Gait::default()
                    },
                    seconds,
                )
            }
            Self::Drive {
                forward,
                sidestep,
                turn,
                run,
                seconds,
            } => {
                let gait = Gait {
                    forward: forward.get(),
                    sidestep: sidestep.get(),
                    turn: turn.get(),
                    run,
                };
                drive(gait, seconds.get())
            }
            Self::Jump(power) => Command::Jump(power.get()),
            Self::Teleport(feet, heading) => Command::Teleport {
                feet: feet.vector(),
                heading_degrees: heading.get(),
            },
            Self::SetVelocity(velocity) => Command::SetVelocity(velocity.0.vector()),
            Self::Camera(ask) => Command::Camera(ask.order()),
        }
    }
}

impl MoverModel {
    /// The rig that it describes.
    #[must_use]
    pub fn rig(&self) -> MoverRig {
        let skill = |skill: Option<Distance>| skill.map_or(100.0, Distance::get);
        let mut script: Vec<Command> = self.script.iter().map(|told| told.command()).collect();
        if let Some(velocity) = self.velocity {
            script.insert(0, Command::SetVelocity(velocity.vector()));
        }
        let walks = matches!(self.mover, Moved::Human) || !self.script.is_empty();
        let locomotion = Locomotion {
            run_rate: run_rate(f64::from(skill(self.run_skill)), 0.0),
            jump_skill: skill(self.jump_skill),
            ..Locomotion::default()
        };
        MoverRig {
            build: self.mover.build(),
            state: ObjectState(DEFAULT_STATE.0),
            feet: self.feet.vector(),
            cell: self.cell.map(RoomNumber::cell),
            heading_degrees: self.heading_degrees.map_or(0.0, Degrees::get),
            grounded: self.grounded,
            locomotion: walks.then_some(locomotion),
            script,
            camera: self.camera.map(|camera| camera.settings()),
            viewer: self
                .camera
                .and_then(|camera| camera.viewer)
                .map(Point::vector),
        }
    }
}

/// A cylinder of an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CylinderModel {
    /// Centre of its base.
    pub low: Point,
    /// Height.
    pub height: Radius,
    /// Radius.
    pub radius: Radius,
}
