//! The shape of a scene file.
//!
//! Field for field what `docs/formats/scene.md` describes; every struct refuses unknown fields.
//! Ranges are in the number types, everything between fields is in `check`.

use serde::{Deserialize, Serialize};

use super::ask::Ask;
use super::map::model::{Building, Cell, PartModel, Quaternion, Terrain};
use super::map::number::{BlockNumber, MeshNumber, RoomNumber, SetupNumber};
use super::mover::{BodyModel, BodyPart, CameraModel, CylinderModel, LensModel, Moved, MoverModel};
use super::number::{
    Amount, Coordinate, Degrees, Distance, Finite, Frequency, Hz, Named, Point, Radius, Scale,
    Status, Stiffness, SweptRadius, TickCount, Time,
};
pub use crate::formats::obj::Up;

/// A scene file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Version of the format; 1.
    pub version: u32,
    /// One line for galleries and tables.
    pub title: String,
    /// What to look for when it runs.
    #[serde(default)]
    pub look_for: String,
    /// File of the scene, from this one's folder, that must hold in every lane; or the name of a shipped scene.
    #[serde(default)]
    pub control: Option<String>,
    /// Ticks per second.
    #[serde(default = "default_hz")]
    pub hz: Hz,
    /// Length of the run; a `Sweep` rig takes the number of its sweeps.
    #[serde(default)]
    pub length: Option<Length>,
    /// Where `settles` looks; without it the last two thirds of the run.
    #[serde(default)]
    pub window: Option<Window>,
    /// Numbers that formulas elsewhere in the scene are worked out of.
    #[serde(default)]
    pub params: Vec<Param>,
    /// The landblock from whose south-west corner coordinates count; with it the scene is a map of cells.
    #[serde(default)]
    pub landblock: Option<BlockNumber>,
    /// Game files that things come from.
    #[serde(default)]
    pub game: Option<Game>,
    /// The rooms of a map.
    #[serde(default)]
    pub cells: Vec<Cell>,
    /// The shells of its buildings.
    #[serde(default)]
    pub buildings: Vec<Building>,
    /// Its landscape; without `landblock` the ground of a single space.
    #[serde(default)]
    pub terrain: Option<Terrain>,
    /// What can be hit, in the order of registration.
    #[serde(default)]
    pub objects: Vec<Object>,
    /// What is driven.
    pub rig: Rig,
    /// Policies to run, 1 to 64.
    pub lanes: Vec<Lane>,
    /// What `check` asserts.
    #[serde(default)]
    pub expect: Vec<Expect>,
}

fn default_hz() -> Hz {
    Hz::new(60).unwrap_or_else(|| unreachable!("60 is in range"))
}

/// A number with a name; strings that begin with `=` are formulas of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Param {
    /// Unique name: letters, digits and `_`.
    pub name: String,
    /// Its value; a formula may use the parameters before it.
    pub value: Finite,
}

/// Length of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Length {
    /// All ticks with `tick / hz` less than this.
    Seconds(Time),
    /// So many ticks at every rate.
    Ticks(TickCount),
}

/// A half-open part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Window {
    /// `a <= tick / hz < b`.
    Seconds(Time, Time),
    /// `a <= tick < b`.
    Ticks(u32, u32),
}

/// A placed collision shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Unique name.
    pub name: String,
    /// Its polygons.
    pub shape: Shape,
    /// Where its origin is.
    #[serde(default)]
    pub at: Option<Point>,
    /// Turn about +Z, counter-clockwise seen from above.
    #[serde(default)]
    pub yaw_degrees: Option<Degrees>,
    /// Turn as a unit quaternion w, x, y, z; not beside `yaw_degrees`.
    #[serde(default)]
    pub rotation: Option<Quaternion>,
    /// Uniform scale.
    #[serde(default)]
    pub scale: Option<Scale>,
    /// The room that it stands in; without it the landscape.
    #[serde(default)]
    pub cell: Option<RoomNumber>,
    /// What it is to those who meet it.
    #[serde(default)]
    pub kind: ObjectKind,
    /// How its tree is built; without it balanced, of a game file's shape as it is stored.
    #[serde(default)]
    pub tree: Option<TreeKind>,
    /// Bounding sphere of the tree's root (centre and radius, in the object's space before scaling), where it is not to be fitted.
    #[serde(default)]
    pub root_sphere: Option<(Point, Radius)>,
}

/// How an object's tree is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TreeKind {
    /// Split by axis planes into small leaves.
    Balanced,
    /// One leaf with all polygons in their order.
    SingleLeaf,
    /// As the game file stores it.
    Stored,
}

/// Game files that a scene takes things from, without holding them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// A folder with the game's files, one of them, or a single record; path from the scene's folder. Without it the
    /// folder that the environment names.
    #[serde(default)]
    pub files: Option<String>,
    /// Pieces of the map; they need `landblock`.
    #[serde(default)]
    pub load: Vec<Piece>,
    /// How the trees of all pieces are built; without it they are those of the files.
    #[serde(default)]
    pub tree: Option<TreeKind>,
    /// How the parts of setups stand; 0 without it.
    #[serde(default)]
    pub placement: Option<u32>,
}

/// A piece of the game's map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Piece {
    /// A room with the rooms that can be seen from it.
    Cell(RoomNumber),
    /// A landblock with all that is on it.
    Block(BlockNumber),
    /// A landblock and the eight around it.
    Blocks(BlockNumber),
}

/// The polygons of an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// Corner points of each, counter-clockwise seen from the front.
    Polygons(Vec<Vec<Point>>),
    /// Balls (centre and radius) instead of polygons.
    Spheres(Vec<(Point, Radius)>),
    /// Upright cylinders instead of polygons.
    Cylinders(Vec<CylinderModel>),
    /// Six faces outwards.
    Box {
        /// Lowest corner.
        min: Point,
        /// Highest corner.
        max: Point,
    },
    /// An outline seen from above, drawn up; faces outwards.
    Prism {
        /// Corners in order, either way round.
        outline: Vec<(Coordinate, Coordinate)>,
        /// Lowest and highest z.
        z: (Coordinate, Coordinate),
    },
    /// Several trees.
    Parts(Vec<PartModel>),
    /// A mesh file.
    Mesh {
        /// Path from the scene's folder.
        file: String,
        /// The axis of the file that points up.
        #[serde(default)]
        up: Up,
        /// Metres per unit of the file.
        #[serde(default)]
        scale: Option<Scale>,
    },
    /// A model of a game file.
    GfxObj(MeshNumber),
    /// A setup of a game file: its parts, or its cylinders and spheres.
    Setup(SetupNumber),
    /// A JSON dump of a model or a room, as it is: in metres, Z up.
    Dump {
        /// Path from the scene's folder.
        file: String,
    },
}

impl Shape {
    /// The file that it is read from, if it is.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Mesh { file, .. } | Self::Dump { file } => Some(file),
            _ => None,
        }
    }
}

/// What an object is to those who meet it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObjectKind {
    /// A part of the world that never moves.
    #[default]
    Static,
    /// A creature that stands still: cameras do not meet it, nor does a mover that ignores creatures.
    Creature,
    /// Something that can be walked through, as an open door.
    Ethereal,
}

/// What is driven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rig {
    /// A chase camera on a scripted player.
    Chase(Chase),
    /// One scripted sweep a tick.
    Sweep(Sweep),
    /// A body that moves by itself, with or without a camera behind it.
    Mover(MoverModel),
}

/// A chase camera on a scripted player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chase {
    /// The player's feet at time 0.
    pub feet: Point,
    /// Compass heading: 0 is +Y, 90 is +X.
    #[serde(default)]
    pub heading_degrees: Option<Degrees>,
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
    /// How the feet move.
    #[serde(default)]
    pub motion: Motion,
    /// What the camera is told, and when; times do not fall.
    #[serde(default)]
    pub orders: Vec<(Time, Ask)>,
}

impl Chase {
    /// The camera alone.
    #[must_use]
    pub fn camera(&self) -> CameraModel {
        CameraModel {
            viewer_offset: self.viewer_offset,
            pivot_offset: self.pivot_offset,
            status: self.status,
            stiffness: self.stiffness,
            radius: self.radius,
            viewer: self.viewer,
            align_to_slope: self.align_to_slope,
            target: self.target,
            target_heading_degrees: self.target_heading_degrees,
            target_part: self.target_part,
            target_offset: self.target_offset,
            pivot_part: self.pivot_part,
            lens: self.lens,
        }
    }
}

/// How the feet move; tick k uses time k / hz.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Motion {
    /// Not at all.
    #[default]
    Still,
    /// Evenly, metres per second.
    Velocity(Named),
    /// `amplitude * sin(2 pi hz t)` added to the feet.
    Sine {
        /// Largest displacement.
        amplitude: Point,
        /// Oscillations per second.
        hz: Frequency,
    },
    /// Through points (seconds, feet, heading in degrees), straight and evenly between them.
    Path(Vec<(Time, Point, Degrees)>),
}

/// One scripted sweep a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// What is swept.
    #[serde(default)]
    pub mover: SweepMover,
    /// Radius of the camera's sphere; without it 0.3 m.
    #[serde(default)]
    pub radius: Option<SweptRadius>,
    /// Whether a body stands on level ground at its feet before the first sweep.
    #[serde(default)]
    pub grounded: bool,
    /// The room in which sweeps begin; without it the cell around the (foot's) centre.
    #[serde(default)]
    pub cell: Option<RoomNumber>,
    /// What is swept in which tick.
    pub sweeps: Sweeps,
}

/// What a `Sweep` rig sweeps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SweepMover {
    /// The camera's sphere.
    #[default]
    Viewer,
    /// A player of human size, carried by its feet.
    Human,
    /// Another body, carried by its feet.
    Mover(BodyModel),
}

impl SweepMover {
    /// The body that is carried; none for the camera's sphere.
    #[must_use]
    pub fn moved(&self) -> Option<Moved> {
        match self {
            Self::Viewer => None,
            Self::Human => Some(Moved::Human),
            Self::Mover(body) => Some(Moved::Mover(body.clone())),
        }
    }
}

/// A script of sweeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Sweeps {
    /// From and to of each.
    List(Vec<(Point, Point)>),
    /// From one point in one direction, one sweep for each length.
    Rays {
        /// Begin of all.
        from: Point,
        /// Direction; any length but 0.
        direction: Point,
        /// Lengths.
        lengths: Vec<Distance>,
    },
    /// Each begins where the last one ended.
    Moves {
        /// Begin of the first.
        start: Point,
        /// Way of each.
        by: Point,
        /// Number of sweeps.
        count: TickCount,
    },
    /// Those that another program recorded, each with the body that it began with; `mover`, `grounded` and `cell` do not count.
    Captured {
        /// Path of the capture from the scene's folder.
        file: String,
        /// Which run of the file, from 1.
        #[serde(default)]
        run: Option<u32>,
        /// How many of the run's usable records come before the first sweep.
        #[serde(default)]
        first: Option<u32>,
        /// Number of sweeps.
        count: TickCount,
        /// The landblock from whose corner its positions count; without it each counts from that of its cell.
        #[serde(default)]
        origin: Option<BlockNumber>,
    },
}

impl Sweeps {
    /// The file that they are read from, if they are.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Captured { file, .. } => Some(file),
            _ => None,
        }
    }
}

/// A named policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// Unique name.
    pub name: String,
    /// Policy text.
    pub policy: String,
}

/// A statement about a measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Name of a lane, or `*` for each.
    pub lane: String,
    /// Rate to run at; without it the scene's.
    #[serde(default)]
    pub hz: Option<Hz>,
    /// One tick; either this or `over`.
    #[serde(default)]
    pub at: Option<At>,
    /// A window of ticks; either this or `at`.
    #[serde(default)]
    pub over: Option<Over>,
    /// Name of the measure.
    pub measure: String,
    /// What of the window is compared.
    #[serde(default)]
    pub stat: Stat,
    /// What it must be.
    pub is: Is,
}

/// One tick of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum At {
    /// Tick 0.
    First,
    /// The last tick.
    Last,
    /// This tick.
    Tick(u32),
    /// The first tick with `tick / hz` not below this.
    Second(Time),
}

/// Ticks of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Over {
    /// Every tick.
    All,
    /// `a <= tick < b`.
    Ticks(u32, u32),
    /// `a <= tick / hz < b`.
    Seconds(Time, Time),
}

/// What of a window is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Stat {
    /// Each tick's value.
    #[default]
    Every,
    /// The least value.
    Min,
    /// The greatest value.
    Max,
    /// The mean.
    Mean,
    /// The last tick's value.
    Last,
    /// Greatest less least.
    Span,
    /// Number of ticks on which it is lower than in the tick before by more than this.
    Drops(Amount),
    /// Number of ticks on which it differs from the tick before by more than this.
    Jumps(Amount),
    /// Number of ticks on which it is not what it was in the tick before.
    Changes,
}

/// What a value must be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Is {
    /// Within the second number of the first.
    Near(Finite, Finite),
    /// Not above.
    Less(Finite),
    /// Not below.
    More(Finite),
    /// Neither below the first nor above the second.
    Between(Finite, Finite),
    /// This number.
    Equal(Finite),
    /// This word.
    Text(String),
    /// There is no value.
    Absent,
}
