//! What a sweep came to against what was recorded.

use glam::Vec3;

use super::model::BodyModel;
use super::read::Record;
use super::seed::Space;
use crate::body::{Body, Transient};
use crate::formats::json::Triple;
use crate::geometry::vector::{dot_wide, length, wide};
use crate::ids::CellId;
use crate::lane::Captured;
use crate::transition::SweepOutcome;
use crate::world::World;

/// How far normals may be off, each component: recorded ones are rounded otherwise.
const NORMAL: f32 = 1e-3;

/// The bits of a body that are compared.
const BITS: &[(Transient, &str)] = &[
    (Transient::CONTACT, "contact"),
    (Transient::ON_WALKABLE, "on-walkable"),
    (Transient::SLIDING, "sliding"),
    (Transient::WATER_CONTACT, "water"),
    (Transient::STATIONARY_FALL, "stationary-fall"),
    (Transient::STATIONARY_STOP, "stationary-stop"),
    (Transient::STATIONARY_STUCK, "stationary-stuck"),
];

/// A field that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The feet.
    Position,
    /// Their cell.
    Cell,
    /// Whether they stand on walkable ground.
    Ground,
    /// The normal of the collision.
    Normal,
    /// Whether the body has a contact plane.
    ContactValid,
    /// The contact plane.
    ContactPlane,
    /// Its cell.
    ContactCell,
    /// Whether it is water.
    Water,
    /// The sliding normal.
    Sliding,
    /// The bits that change.
    Transient,
    /// Velocity, where the recorded sweep changed it.
    Velocity,
}

impl Field {
    /// All, in the order of tables.
    pub const ALL: &'static [Self] = &[
        Self::Position,
        Self::Cell,
        Self::Ground,
        Self::Normal,
        Self::ContactValid,
        Self::ContactPlane,
        Self::ContactCell,
        Self::Water,
        Self::Sliding,
        Self::Transient,
        Self::Velocity,
    ];

    /// Its name in tables and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Cell => "cell",
            Self::Ground => "ground",
            Self::Normal => "normal",
            Self::ContactValid => "body.contact_valid",
            Self::ContactPlane => "body.contact_plane",
            Self::ContactCell => "body.contact_cell",
            Self::Water => "body.water",
            Self::Sliding => "body.sliding",
            Self::Transient => "body.transient",
            Self::Velocity => "body.velocity",
        }
    }
}

/// One field that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which.
    pub field: Field,
    /// What it is here.
    pub ours: String,
    /// What was recorded.
    pub recorded: String,
}

/// How much of a record could be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Result and body.
    Whole,
    /// The result alone: there is no body after.
    ResultOnly,
    /// Nothing: there is no result.
    Nothing,
}

/// A record that was run again.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// How far the feet are off, metres; absent where no position was recorded.
    pub error: Option<f64>,
    /// What differs, each field once.
    pub differences: Vec<Difference>,
    /// How much could be compared.
    pub agreement: Agreement,
}

/// A cell in words: 0 is none.
fn named(cell: CellId) -> String {
    match cell.0 {
        0 => "none".to_owned(),
        _ => cell.to_string(),
    }
}

/// Holds the end of a sweep, `after` and `outcome`, against what `record` says; positions may differ by `tolerance`, metres.
#[must_use]
pub fn compare(
    record: &Record,
    captured: &Captured,
    (after, outcome): (&Body, &SweepOutcome),
    world: &World,
    space: Space,
    tolerance: f64,
) -> Compared {
    let mut told = Told {
        differences: Vec::new(),
        tolerance,
    };
    let mut error = None;
    let result = record.model.result.as_ref();
    let cell = captured.body.position.cell;
    let is_single = cell == CellId::SINGLE_SPACE;
    if let Some(recorded) = &captured.recorded {
        let block = captured.body.position;
        let ours = block.to_block(&after.position, Vec3::ZERO);
        let off = length(ours - wide(recorded.feet));
        error = Some(off);
        told.when(
            off > tolerance,
            Field::Position,
            ours.as_vec3(),
            recorded.feet,
        );
        if !is_single && result.is_some_and(|result| result.cell_id.is_some()) {
            told.when(
                after.cell != recorded.cell,
                Field::Cell,
                named(after.cell),
                named(recorded.cell),
            );
        }
        let grounded = after.is_grounded();
        if result.is_some_and(|result| result.is_on_ground.is_some()) {
            told.when(
                grounded != recorded.grounded,
                Field::Ground,
                grounded,
                recorded.grounded,
            );
        }
        if result.is_some_and(|result| result.collision_normal_valid.is_some()) {
            let same = match (outcome.normal, recorded.normal) {
                (Some(a), Some(b)) => is_close(a, b),
                (None, None) => true,
                _ => false,
            };
            told.when(
                !same,
                Field::Normal,
                shown(outcome.normal),
                shown(recorded.normal),
            );
        }
    } else if let Some(position) = result.and_then(|result| result.position) {
        // Recorded, but no number.
        let ours = after.position.frame.origin;
        told.when(true, Field::Position, ours, position.vector());
    }
    if let Some(recorded) = &record.model.body_after {
        told.body(record, recorded, after, world, space, cell);
    }
    Compared {
        error,
        differences: told.differences,
        agreement: match (result, &record.model.body_after) {
            (None, None) => Agreement::Nothing,
            (_, None) => Agreement::ResultOnly,
            _ => Agreement::Whole,
        },
    }
}

/// Whether each component is; what is not finite is close to nothing.
fn is_close(a: Vec3, b: Vec3) -> bool {
    (a - b).to_array().iter().all(|c| c.abs() <= NORMAL)
}

fn shown(normal: Option<Vec3>) -> String {
    normal.map_or_else(|| "none".to_owned(), |normal| normal.to_string())
}

/// What differs so far.
struct Told {
    differences: Vec<Difference>,
    tolerance: f64,
}

impl Told {
    fn when<T: ToString>(&mut self, differs: bool, field: Field, ours: T, recorded: T) {
        if differs {
            self.differences.push(Difference {
                field,
                ours: ours.to_string(),
                recorded: recorded.to_string(),
            });
        }
    }

    fn body(
        &mut self,
        record: &Record,
        recorded: &BodyModel,
        after: &Body,
        world: &World,
        space: Space,
        cell: CellId,
    ) {
        let contact = after.transient.has(Transient::CONTACT);
        if let Some(valid) = recorded.contact_plane_valid {
            self.when(contact != valid, Field::ContactValid, contact, valid);
            if let (true, true, Some(plane)) = (contact, valid, recorded.contact_plane) {
                // Both as seen from the block of the sweep's begin.
                let ours = world.scene_plane(after.contact_cell, after.contact);
                let from = space.shift(cell, cell) + world.scene_offset(cell);
                let normal = plane.normal.vector();
                let offset = f64::from(plane.d.0) - dot_wide(wide(normal), from);
                let same = is_close(ours.normal, normal)
                    && (f64::from(ours.offset) - offset).abs() <= self.tolerance * 10.0;
                let text = |n: Vec3, d: f64| format!("{n}, {d}");
                self.when(
                    !same,
                    Field::ContactPlane,
                    text(ours.normal, f64::from(ours.offset)),
                    text(normal, offset),
                );
                if let (Some(id), true) = (recorded.contact_plane_cell_id, space.has_cells) {
                    let (ours, recorded) = (after.contact_cell, CellId(id.0));
                    self.when(ours != recorded, Field::ContactCell, ours, recorded);
                }
                if let Some(water) = recorded.contact_plane_is_water {
                    let ours = after.transient.has(Transient::WATER_CONTACT);
                    self.when(ours != water, Field::Water, ours, water);
                }
            }
        }
        let Some(bits) = recorded.transient_state.map(|bits| Transient(bits.0)) else {
            return;
        };
        let names = |of: Transient| {
            let set = BITS.iter().filter(|(bit, _)| of.has(*bit));
            let names: Vec<&str> = set.map(|(_, name)| *name).collect();
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join("+")
            }
        };
        let differs = BITS
            .iter()
            .any(|(bit, _)| after.transient.has(*bit) != bits.has(*bit));
        self.when(
            differs,
            Field::Transient,
            names(after.transient),
            names(bits),
        );
        let slides = |of: Transient| of.has(Transient::SLIDING);
        if let (true, true, Some(normal)) = (
            slides(after.transient),
            slides(bits),
            recorded.sliding_normal,
        ) {
            let differs = !is_close(after.sliding, normal.vector());
            self.when(differs, Field::Sliding, after.sliding, normal.vector());
        }
        self.velocity(record, recorded, after);
    }

    /// Whoever calls the recorded sweep owns the velocity; it is compared where the sweep itself changed it.
    fn velocity(&mut self, record: &Record, recorded: &BodyModel, after: &Body) {
        let before = record
            .model
            .body_before
            .as_ref()
            .and_then(|body| body.velocity);
        let bits = |t: Triple| t.vector().to_array().map(f32::to_bits);
        if let (Some(before), Some(velocity)) = (before, recorded.velocity)
            && bits(before) != bits(velocity)
        {
            let differs = !is_close(after.velocity, velocity.vector());
            self.when(differs, Field::Velocity, after.velocity, velocity.vector());
        }
    }
}
