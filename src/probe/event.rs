//! All facts of a tick.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::order::{Order, Refusal};
use crate::geometry::Frame;
use crate::ids::{CellId, NodeId, ObjectId, PolygonId};
use crate::outcome::{Outcome, StopReason, Verdict};

/// The branch of the tree dispatcher that answered.
///
/// # Source
/// spec/bsp.md 6.1, branches 1 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Branch {
    /// 1: placement or ethereal obstruction.
    Placement,
    /// 2: walkable check.
    CheckWalkable,
    /// 3: stepping down.
    StepDown,
    /// 4: landing.
    Collide,
    /// 5: a mover in contact.
    Contact,
    /// 6: a path-clipped mover.
    PathClipped,
    /// 7: airborne.
    Airborne,
}

impl Branch {
    /// Its number in spec/bsp.md 6.1.
    #[must_use]
    pub fn number(self) -> u32 {
        self as u32 + 1
    }
}

/// Where a collision normal came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NormalSource {
    /// The polygon that was hit.
    Contact,
    /// Nobody wrote one, so the validation made up (0, 0, 1).
    Default,
}

/// The rung of the ladder by which the camera's eye was published.
///
/// # Source
/// spec/camera.md 7, steps 5 and 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rung {
    /// The sweep's end.
    Swept,
    /// The sweep failed; the sought position itself.
    SoughtSeated,
    /// Nothing else was usable; the player's position.
    Player,
    /// The sweep's end although it is in no cell: a policy that publishes what there is.
    SweptNoCell,
    /// The sweep is switched off; the sought position.
    Unswept,
}

impl Rung {
    /// Its word in files and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swept => "swept",
            Self::SoughtSeated => "sought-seated",
            Self::Player => "player",
            Self::SweptNoCell => "swept-no-cell",
            Self::Unswept => "unswept",
        }
    }
}

/// Why a camera was put to a pose, from where it extends again.
///
/// # Source
/// spec/camera.md 3, reset callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResetCause {
    /// The player was teleported.
    Teleport,
    /// An order said so, as after a large correction of the player's position.
    Order,
    /// The player is in no cell.
    NoPlayerCell,
    /// The sweep of the eye failed, and the sought eye is in no cell either.
    NoEyeCell,
}

/// Why the player callback gave back the eye that it was given.
///
/// # Source
/// spec/camera.md 5.1, steps 1 and 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passed {
    /// The camera's own motion is switched off.
    Disabled,
    /// It knows nobody to follow.
    Detached,
    /// The part that its pivot hangs from is not there.
    NoPivotPart,
}

/// Who wrote a contact plane.
///
/// # Source
/// spec/transition.md 20, contact plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SupportSource {
    /// A query found ground.
    Query,
    /// A blocked step took the last known plane again.
    Restored,
    /// The stationary-fall failsafe made it up.
    Synthetic,
}

impl SupportSource {
    /// The word used in text and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Restored => "restored",
            Self::Synthetic => "synthetic",
        }
    }
}

/// A shape that is not a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Primitive {
    /// A sphere.
    Sphere,
    /// An upright cylinder.
    Cylinder,
}

/// One of a mover's two spheres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BodySphere {
    /// The lower one.
    Foot,
    /// The upper one.
    Head,
}

impl BodySphere {
    /// The word used in text and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Foot => "foot",
            Self::Head => "head",
        }
    }
}

/// What of a cell is not an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Environment {
    /// The ground.
    Ground,
    /// The shell of a building.
    Building,
    /// The walls and the floor of a room.
    Walls,
}

macro_rules! events {
    ($( $(#[doc = $doc:literal])+ $variant:ident $name:literal { $( $(#[doc = $fdoc:literal])+ $field:ident : $ty:ty ),* $(,)? } )*) => {
        /// One fact. Positions are in the world, metres, unless a field says otherwise.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "event", rename_all = "snake_case")]
        pub enum Event {
            $( $(#[doc = $doc])+ $variant { $( $(#[doc = $fdoc])+ $field: $ty ),* }, )*
        }

        /// The kinds of [`Event`], in declaration order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum EventKind {
            $( $(#[doc = $doc])+ $variant, )*
        }

        impl EventKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )* ];

            /// The name used in traces and counts.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )* }
            }

            /// One line of help.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $( Self::$variant => concat!($($doc),+), )* }
            }
        }

        impl Event {
            /// The event's kind.
            #[must_use]
            pub fn kind(&self) -> EventKind {
                match self { $( Self::$variant { .. } => EventKind::$variant, )* }
            }

            /// The names of its own fields.
            #[must_use]
            pub fn fields(&self) -> &'static [&'static str] {
                match self { $( Self::$variant { .. } => &[ $( stringify!($field) ),* ], )* }
            }
        }
    };
}

events! {
    /// The camera's full-length target of this tick.
    Desired "desired" {
        /// Pivot of this tick.
        pivot: Vec3,
        /// Ideal pose of the eye.
        pose: Frame,
    }
    /// The camera moved its sought pose towards the desired one.
    Sought "sought" {
        /// The new sought pose.
        pose: Frame,
        /// Fraction of the way that the origin took.
        origin_fraction: f64,
        /// Fraction of the way that the rotation took.
        rotation_fraction: f64,
        /// Whether the dead-band kept the pose as it was.
        parked: bool,
        /// Why there was no step at all; none where there was one.
        passed: Option<Passed>,
    }
    /// A sweep was planned.
    SweepPlanned "sweep_planned" {
        /// Start of the sphere's centre.
        from: Vec3,
        /// End of the sphere's centre.
        to: Vec3,
        /// Radius of the sphere.
        radius: f32,
        /// Length of the path.
        length: f64,
        /// Planned number of steps.
        steps: u32,
        /// Planned length of a full step.
        step_length: f64,
    }
    /// A step of a sweep began.
    StepBegan "step_began" {
        /// Number of the step, from 1.
        step: u32,
        /// Centre at its start.
        from: Vec3,
        /// Centre at its planned end.
        to: Vec3,
    }
    /// An insertion attempt at the check position began.
    Attempt "attempt" {
        /// Number of the attempt, from 1.
        attempt: u32,
        /// Centre of the sphere.
        center: Vec3,
    }
    /// An object was offered to the shape tests.
    CandidateAdmitted "candidate_admitted" {
        /// The object.
        object: ObjectId,
        /// Distance from the mover to the object's bounding-sphere centre.
        distance: f64,
        /// Sum of both radii: beyond it nothing can touch.
        reach: f64,
    }
    /// The reach filter refused an object untested.
    CandidateRejected "candidate_rejected" {
        /// The object.
        object: ObjectId,
        /// Distance that the filter measured.
        distance: f64,
        /// Distance that the filter allowed.
        reach: f64,
        /// Whether the same reach would admit it when measured from the bounding sphere's centre.
        admitted_at_center: bool,
    }
    /// The tree dispatcher chose its branch: 1 placement, 2 walkable check, 3 stepping down, 4 landing, 5 in contact, 6 path-clipped (a camera), 7 in the air.
    BranchTaken "branch_taken" {
        /// The branch.
        branch: Branch,
    }
    /// One of a mover's two spheres is tested against a tree; what follows is about it.
    SphereAsked "sphere_asked" {
        /// Which one.
        sphere: BodySphere,
        /// Its centre, as this query has it.
        center: Vec3,
    }
    /// A tree node's bounding sphere was overlapped.
    NodeVisited "node_visited" {
        /// The node, in the current object's tree.
        node: NodeId,
        /// Distance between the spheres' surfaces in tree space; negative where they overlap.
        gap: f64,
    }
    /// A tree node's bounding sphere was missed.
    NodePruned "node_pruned" {
        /// The node, in the current object's tree.
        node: NodeId,
        /// Distance between the spheres' surfaces in tree space.
        gap: f64,
    }
    /// A polygon was tested.
    PolygonTested "polygon_tested" {
        /// The polygon, in the current object's list.
        polygon: PolygonId,
        /// Signed distance of the sphere's centre from the plane, tree space.
        height: f64,
        /// Whether the sphere touches the polygon.
        touched: bool,
        /// Movement along the polygon's normal; only a negative one approaches.
        approach: f64,
    }
    /// A round of the touch-time search ended.
    AdjustRound "adjust_round" {
        /// 1: along the planes' touch times; 2: halving the bracket.
        phase: u32,
        /// The shared counter.
        round: u32,
        /// Fraction of the movement that was tried.
        time: f64,
        /// Whether the sphere was clear there.
        clear: bool,
        /// The polygon in the way, or the one being searched.
        polygon: PolygonId,
    }
    /// The touch-time search ended.
    AdjustEnded "adjust_ended" {
        /// Whether a position was found.
        success: bool,
        /// Fraction of the movement that is committed.
        time: f64,
        /// The shared counter when the search returned.
        rounds: u32,
    }
    /// A polygon stopped the sphere.
    PlaneHit "plane_hit" {
        /// The object; none for the walls of a room or the shell of a building.
        object: Option<ObjectId>,
        /// Index of the object's part.
        part: Option<u32>,
        /// The room, or the outdoor cell of the building; none for an object.
        cell: Option<CellId>,
        /// The polygon, in its tree's list.
        polygon: PolygonId,
        /// Contact point on the polygon's plane.
        point: Vec3,
        /// Normal of the polygon.
        normal: Vec3,
    }
    /// Ground, building or walls of a cell are asked.
    EnvironmentAsked "environment_asked" {
        /// The cell.
        cell: CellId,
        /// What of it.
        shape: Environment,
    }
    /// Ground, building or walls of a cell answered.
    EnvironmentAnswered "environment_answered" {
        /// The cell.
        cell: CellId,
        /// What of it.
        shape: Environment,
        /// The answer.
        outcome: Outcome,
        /// Shift of the check position by it.
        shift: Vec3,
    }
    /// The cells that the mover touches were listed.
    CellsListed "cells_listed" {
        /// The cells, in the order in which they are asked; they need not exist.
        cells: Vec<CellId>,
        /// The one around the foot's centre, if it was asked for and found.
        containing: Option<CellId>,
    }
    /// The mover went into another cell.
    CellEntered "cell_entered" {
        /// The cell that it left; none when it came from nowhere.
        from: Option<CellId>,
        /// The cell that it is in.
        to: CellId,
        /// The portal between them: its index in the room that was left, or in the building of the outdoor cell.
        portal: Option<u32>,
    }
    /// A part of an object of several was asked.
    PartAsked "part_asked" {
        /// The object.
        object: ObjectId,
        /// Index of the part.
        part: u32,
    }
    /// A sphere or cylinder was tested.
    PrimitiveTested "primitive_tested" {
        /// Which shape.
        primitive: Primitive,
        /// Its centre; of a cylinder the centre of its base.
        center: Vec3,
        /// Its radius.
        radius: f32,
        /// Height of a cylinder, else 0.
        height: f32,
        /// Whether foot or head touches it.
        touched: bool,
    }
    /// The contact plane was written.
    ContactWritten "contact_written" {
        /// Normal of the plane.
        normal: Vec3,
        /// Offset of the plane: `normal . p + offset = 0`.
        offset: f32,
        /// Whether it is water.
        water: bool,
        /// The cell that it belongs to.
        cell: CellId,
        /// Who wrote it.
        source: SupportSource,
    }
    /// Walkable ground was found under the foot.
    WalkableFound "walkable_found" {
        /// The object; none for the walls of a room or the shell of a building.
        object: Option<ObjectId>,
        /// Index of the object's part.
        part: Option<u32>,
        /// The room, or the outdoor cell of the building; none for an object.
        cell: Option<CellId>,
        /// The polygon, in its tree's list.
        polygon: PolygonId,
        /// Its normal.
        normal: Vec3,
    }
    /// A polygon that is touched but not approached is resolved.
    NegativeHit "negative_hit" {
        /// Its reversed normal.
        normal: Vec3,
        /// Whether it is stepped up on (foot) or slid along (head).
        step_up: bool,
    }
    /// An airborne mover touched something and may land.
    CollideLatched "collide_latched" {
        /// Normal of what it touched.
        normal: Vec3,
    }
    /// A step up is tried.
    StepUpBegan "step_up_began" {
        /// Normal of the obstacle.
        normal: Vec3,
        /// Highest step that is climbed.
        height: f32,
    }
    /// A step up ended.
    StepUpEnded "step_up_ended" {
        /// Whether the mover stands on the step.
        success: bool,
    }
    /// Ground is looked for below.
    StepDownBegan "step_down_began" {
        /// How far below.
        height: f32,
    }
    /// The search for ground ended.
    StepDownEnded "step_down_ended" {
        /// Whether the mover stands on it.
        success: bool,
    }
    /// The floor ended under the mover.
    EdgeSlide "edge_slide" {
        /// The rule that answered, from 1 to 5.
        rule: u32,
        /// Its answer.
        outcome: Outcome,
    }
    /// The check position was shifted by a slide.
    SlideShift "slide_shift" {
        /// The shift.
        offset: Vec3,
    }
    /// An object's query was answered.
    QueryEnded "query_ended" {
        /// The object.
        object: ObjectId,
        /// The answer.
        outcome: Outcome,
        /// Shift of the check position by this query.
        shift: Vec3,
    }
    /// The collision normal was written.
    NormalWritten "normal_written" {
        /// The normal.
        normal: Vec3,
        /// Who wrote it.
        source: NormalSource,
    }
    /// The check position was given up and set back to the last committed one.
    Reverted "reverted" {
        /// The step, from 1.
        step: u32,
        /// Where the check position had been.
        from: Vec3,
        /// The last committed position.
        to: Vec3,
    }
    /// A step of a sweep ended.
    StepEnded "step_ended" {
        /// Number of the step, from 1.
        step: u32,
        /// Answer of the insertion.
        outcome: Outcome,
        /// Committed centre after it.
        committed: Vec3,
    }
    /// A sweep ended.
    SweepEnded "sweep_ended" {
        /// What it came to.
        verdict: Verdict,
        /// Why the loop ended.
        stop: StopReason,
        /// Committed centre.
        end: Vec3,
        /// The step that got the collision normal, from 1.
        colliding_step: Option<u32>,
    }
    /// The camera's eye was published.
    Published "published" {
        /// The published pose.
        pose: Frame,
        /// How it was found.
        rung: Rung,
    }
    /// The camera's state was reset to the player's position.
    ViewerReset "viewer_reset" {
        /// The pose it was reset to.
        pose: Frame,
        /// Why.
        cause: ResetCause,
    }
    /// The camera did what it was told.
    OrderTaken "order_taken" {
        /// What.
        order: Order,
    }
    /// The camera did not do what it was told; nothing changed.
    OrderRefused "order_refused" {
        /// What.
        order: Order,
        /// Why not.
        why: Refusal,
    }
}
