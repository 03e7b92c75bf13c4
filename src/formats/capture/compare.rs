//! What a sweep came to against what was recorded.

use std::collections::BTreeSet;

use glam::Vec3;

use super::model::{BodyModel, ResultModel};
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

    /// Those that a whole record has in any case; the others are compared where both sides have them, and a whole record then has
    /// them too.
    pub const ALWAYS: &'static [Self] = &[
        Self::Position,
        Self::Cell,
        Self::Ground,
        Self::Normal,
        Self::ContactValid,
        Self::Transient,
    ];

    /// Those of them that a result has.
    const RESULT: &'static [Self] = &[Self::Position, Self::Cell, Self::Ground, Self::Normal];

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

/// How much of a record was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Result and body: all of [`Field::ALWAYS`], and what else the body has.
    Whole,
    /// The result alone: there is no body after.
    ResultOnly,
    /// Some fields; [`Compared::fields`] has them.
    Part,
    /// Nothing.
    Nothing,
}

/// A record that was run again.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// How far the feet are off, metres; absent where no position was recorded.
    pub error: Option<f64>,
    /// What was compared.
    pub fields: BTreeSet<Field>,
    /// What was not and would be of a whole record.
    pub without: BTreeSet<Field>,
    /// Those of [`Self::without`] that were recorded with numbers that are not finite.
    pub not_finite: BTreeSet<Field>,
    /// What differs, each field once.
    pub differences: Vec<Difference>,
    /// How much was compared.
    pub agreement: Agreement,
}

/// How much was compared of a record that `has_after`, a body after.
fn agreement(told: &Told, has_after: bool) -> Agreement {
    let mut result = Field::RESULT.iter();
    match told.fields.len() {
        0 => Agreement::Nothing,
        _ if told.without().next().is_none() => Agreement::Whole,
        _ if !has_after && result.all(|field| told.fields.contains(field)) => Agreement::ResultOnly,
        _ => Agreement::Part,
    }
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
        fields: BTreeSet::new(),
        wanted: Field::ALWAYS.iter().copied().collect(),
        not_finite: BTreeSet::new(),
        differences: Vec::new(),
        tolerance,
    };
    let mut error = None;
    let result = record.model.result.as_ref();
    let cell = captured.body.position.cell;
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
    } else if let Some(position) = result.and_then(|result| result.position) {
        // Recorded, but nowhere where a body could be.
        let (ours, position) = (after.position.frame.origin, position.vector());
        if told.is_finite(Field::Position, position) {
            told.when(true, Field::Position, ours, position);
        }
    }
    if let Some(result) = result {
        told.result(result, after, outcome, space);
    }
    if let Some(recorded) = &record.model.body_after {
        told.body(record, recorded, after, world, space, cell);
    }
    Compared {
        error,
        agreement: agreement(&told, record.model.body_after.is_some()),
        without: told.without().collect(),
        not_finite: told.not_finite,
        fields: told.fields,
        differences: told.differences,
    }
}

/// Whether each component is; what is not finite is close to nothing.
fn is_close(a: Vec3, b: Vec3) -> bool {
    (a - b).to_array().iter().all(|c| c.abs() <= NORMAL)
}

fn shown(normal: Option<Vec3>) -> String {
    normal.map_or_else(|| "none".to_owned(), |normal| normal.to_string())
}

/// What was compared so far, and what differs.
struct Told {
    fields: BTreeSet<Field>,
    /// What is compared of a whole record.
    wanted: BTreeSet<Field>,
    not_finite: BTreeSet<Field>,
    differences: Vec<Difference>,
    tolerance: f64,
}

impl Told {
    /// What is not compared and would be of a whole record.
    fn without(&self) -> impl Iterator<Item = Field> {
        self.wanted.difference(&self.fields).copied()
    }

    /// Whether the `recorded` vector of `field` is one that something can be held against; it is kept where it is not.
    fn is_finite(&mut self, field: Field, recorded: Vec3) -> bool {
        if !recorded.is_finite() {
            self.not_finite.insert(field);
        }
        recorded.is_finite()
    }

    fn when<T: ToString>(&mut self, differs: bool, field: Field, ours: T, recorded: T) {
        self.fields.insert(field);
        if differs {
            self.differences.push(Difference {
                field,
                ours: ours.to_string(),
                recorded: recorded.to_string(),
            });
        }
    }

    /// What the result says beside the position.
    fn result(&mut self, result: &ResultModel, after: &Body, outcome: &SweepOutcome, space: Space) {
        // A single space has no cells that those of a capture could be held against.
        if let (true, Some(id)) = (space.has_cells, result.cell_id) {
            let cell = CellId(id.0);
            self.when(
                after.cell != cell,
                Field::Cell,
                named(after.cell),
                named(cell),
            );
        }
        if let Some(recorded) = result.is_on_ground {
            let grounded = after.is_grounded();
            self.when(grounded != recorded, Field::Ground, grounded, recorded);
        }
        let Some(valid) = result.collision_normal_valid else {
            return;
        };
        let recorded = result.collision_normal.filter(|_| valid);
        let recorded = recorded.map(Triple::vector);
        let is_usable = recorded.is_some_and(|n| self.is_finite(Field::Normal, n));
        match (outcome.normal, recorded.filter(|_| is_usable)) {
            // Both hit something, and with which normal the other one did is not known.
            (Some(_), None) if valid => {}
            (None, None) if valid => self.when(true, Field::Normal, "none", "of no known value"),
            (ours, recorded) => {
                let same = match (ours, recorded) {
                    (Some(a), Some(b)) => is_close(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                };
                self.when(!same, Field::Normal, shown(ours), shown(recorded));
            }
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
            if contact && valid {
                self.plane(recorded, after, world, space, cell);
            }
        }
        self.velocity(record, recorded, after);
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
        self.sliding(recorded, after, bits);
    }

    /// The sliding normal counts while the bit says so; what is there without it was left by an earlier sweep.
    fn sliding(&mut self, recorded: &BodyModel, after: &Body, bits: Transient) {
        let slides = |of: Transient| of.has(Transient::SLIDING);
        if !slides(after.transient) || !slides(bits) {
            return;
        }
        self.wanted.insert(Field::Sliding);
        let normal = recorded.sliding_normal.map(Triple::vector);
        if let Some(normal) = normal.filter(|n| self.is_finite(Field::Sliding, *n)) {
            let differs = !is_close(after.sliding, normal);
            self.when(differs, Field::Sliding, after.sliding, normal);
        }
    }

    /// The contact plane, where both have one.
    fn plane(
        &mut self,
        recorded: &BodyModel,
        after: &Body,
        world: &World,
        space: Space,
        cell: CellId,
    ) {
        self.wanted.extend([Field::ContactPlane, Field::Water]);
        if let Some(plane) = recorded.contact_plane
            && self.is_finite(Field::ContactPlane, plane.normal.vector())
            && self.is_finite(Field::ContactPlane, Vec3::splat(plane.d.0))
        {
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
        }
        if space.has_cells {
            self.wanted.insert(Field::ContactCell);
            if let Some(id) = recorded.contact_plane_cell_id {
                let (ours, recorded) = (after.contact_cell, CellId(id.0));
                self.when(ours != recorded, Field::ContactCell, ours, recorded);
            }
        }
        if let Some(water) = recorded.contact_plane_is_water {
            let ours = after.transient.has(Transient::WATER_CONTACT);
            self.when(ours != water, Field::Water, ours, water);
        }
    }

    /// Whoever calls the recorded sweep owns the velocity; it is compared where the sweep itself changed it.
    fn velocity(&mut self, record: &Record, recorded: &BodyModel, after: &Body) {
        let before = record
            .model
            .body_before
            .as_ref()
            .and_then(|body| body.velocity);
        let bits = |t: Triple| t.vector().to_array().map(f32::to_bits);
        let velocity = recorded.velocity;
        let velocity = velocity.filter(|v| self.is_finite(Field::Velocity, v.vector()));
        let (Some(before), Some(velocity)) = (before, velocity) else {
            // Whether the sweep changed it is not known.
            self.wanted.insert(Field::Velocity);
            return;
        };
        if bits(before) != bits(velocity) {
            let differs = !is_close(after.velocity, velocity.vector());
            self.when(differs, Field::Velocity, after.velocity, velocity.vector());
        }
    }
}
