//! A record as a sweep that lanes run.

use glam::{DVec3, Vec3};

use super::model::{BodyModel, Turn};
use super::read::Record;
use crate::body::body::DEFAULT_STATE;
use crate::body::{Body, Build, Transient};
use crate::formats::dump::scene::{BLOCK, between_blocks};
use crate::formats::json::{Number, Triple};
use crate::geometry::vector::{dot_wide, narrow, wide};
use crate::geometry::{Frame, Plane, Polygon, Position, Rotation, Sphere};
use crate::ids::CellId;
use crate::lane::{Captured, Recorded, Standing};
use crate::transition::MoverFlags;
use crate::world::{ObjectState, World};

/// Beyond this a coordinate of a map is not local to a block, metres.
const LOCAL: f32 = 2_000.0;

/// Farthest coordinate of a scene, metres.
const FARTHEST: f32 = 1e6;

/// Most steps of a sweep.
const MOST_STEPS: f64 = 10_000.0;

/// Largest size of a body, metres.
const LARGEST: f32 = 1_000.0;

/// Why a record cannot be run again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The body before is not there, or lacks fields.
    #[error("partial: {0} is missing")]
    Partial(String),
    /// A number is none, or out of range.
    #[error("{field} {problem}")]
    Number {
        /// Which.
        field: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Positions that count from no block.
    #[error(
        "({x}, {y}) is far from the block of its cell; `--origin BLOCK` says from which block's corner positions count{}",
        fits.map_or_else(String::new, |block| format!("; {block:#06X} would fit"))
    )]
    Far {
        /// East of where it counts from, metres.
        x: i64,
        /// North of it, metres.
        y: i64,
        /// The block that positions may count from.
        fits: Option<u32>,
    },
    /// A cell that the geometry does not have.
    #[error("the geometry has no cell {0}")]
    NoCell(CellId),
}

impl Refusal {
    /// Whether both are of one kind: of the same field, or of places and cells of which each record has its own.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Far { .. }, Self::Far { .. }) | (Self::NoCell(_), Self::NoCell(_)) => true,
            _ => self == other,
        }
    }
}

/// A record that begins far from the block of its cell, counted from the block that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "counted from the corner of {origin:#06X} it begins {away} km from the block of its cell {cell}{}",
    fits.map_or_else(String::new, |block| format!("; --origin {block:#06X} would fit"))
)]
pub(super) struct Misplaced {
    origin: u32,
    /// How far off, kilometres.
    away: u64,
    cell: CellId,
    /// The block that positions may count from.
    fits: Option<u32>,
}

/// Whether `record` begins far from the block of its cell, where another one than that is asked for.
pub(super) fn misplaced(record: &Record, space: Space) -> Option<Misplaced> {
    let origin = space.origin.filter(|_| space.has_cells)?;
    let cell = record.cell()?;
    let current = record.model.input.as_ref()?.current_pos?.vector();
    let at = wide(current) + space.shift(cell, cell);
    let is_there = current.is_finite() && is_near(at);
    let away = crate::geometry::vector::length(at) / 1_000.0;
    (current.is_finite() && !is_there).then(|| Misplaced {
        origin,
        away: away.round() as u64,
        cell,
        fits: fitting(current, cell),
    })
}

/// Whether a place may be local to a block that it counts from.
fn is_near(at: DVec3) -> bool {
    at.x.abs() <= f64::from(LOCAL) && at.y.abs() <= f64::from(LOCAL)
}

/// The block from whose corner `point` may count that lies in `cell`: its own one, that of the whole map, or the one whose
/// distance tells.
fn fitting(point: Vec3, cell: CellId) -> Option<u32> {
    let own = cell.block();
    let fits = |block: &u32| is_near(wide(point) + between_blocks(*block, own));
    [own, 0].into_iter().find(fits).or_else(|| {
        let axis = |own: u32, along: f32| {
            let block = f64::from(own & 0xff) - (f64::from(along) / BLOCK).floor();
            (0.0..=254.0).contains(&block).then_some(block as u32)
        };
        Some(axis(own >> 8, point.x)? << 8 | axis(own, point.y)?)
    })
}

/// From where the positions of a capture count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The block from whose corner; without one that of the record's cell.
    pub origin: Option<u32>,
    /// Whether the geometry has cells; positions of a single space are taken as they are.
    pub has_cells: bool,
}

impl Space {
    /// The space of captures that are run in `world`.
    #[must_use]
    pub fn of(world: &World, origin: Option<u32>) -> Self {
        Self {
            origin,
            has_cells: world.cells().is_some(),
        }
    }

    /// What is added to a recorded position of a record in `cell` to come to the block of `other`.
    #[must_use]
    pub fn shift(&self, cell: CellId, other: CellId) -> DVec3 {
        match self.has_cells {
            true => between_blocks(self.origin.unwrap_or(cell.block()), other.block()),
            false => DVec3::ZERO,
        }
    }
}

/// Why `record` cannot be run in any world; `None` where it can be in one that has its cell.
#[must_use]
pub fn problem(record: &Record) -> Option<Refusal> {
    let single = Space {
        origin: None,
        has_cells: false,
    };
    made(record, single, |_| true).err()
}

/// The sweep of `record` in `world`.
///
/// It begins at `input.currentPos`: the position of `bodyBefore` already is where the sweep should lead.
///
/// # Errors
/// [`Refusal`]: a field that is missing or no usable number, a cell that `world` lacks.
pub fn captured(record: &Record, world: &World, space: Space) -> Result<Captured, Refusal> {
    made(record, space, |cell| world.has(cell))
}

/// The sweep of `record` in a world that `has` cells.
fn made(record: &Record, space: Space, has: impl Fn(CellId) -> bool) -> Result<Captured, Refusal> {
    let missing = |field: &str| Refusal::Partial(field.to_owned());
    let input = record
        .model
        .input
        .as_ref()
        .ok_or_else(|| missing("input"))?;
    let need = |there: Option<Triple>, field| {
        there
            .ok_or_else(|| missing(field))
            .and_then(|t| point(t, field))
    };
    let current = need(input.current_pos, "input.currentPos")?;
    let target = need(input.target_pos, "input.targetPos")?;
    let cell = match (space.has_cells, input.cell_id) {
        (false, _) => CellId::SINGLE_SPACE,
        (true, Some(id)) => CellId(id.0),
        (true, None) => return Err(missing("input.cellId")),
    };
    if space.has_cells {
        if space.origin.is_none() && !is_near(wide(current)) {
            return Err(Refusal::Far {
                x: current.x as i64,
                y: current.y as i64,
                fits: fitting(current, cell),
            });
        }
        if !has(cell) {
            return Err(Refusal::NoCell(cell));
        }
    }
    let before = record
        .model
        .body_before
        .as_ref()
        .ok_or_else(|| missing("bodyBefore"))?;
    if let Some(field) = before.missing().first() {
        return Err(Refusal::Partial(format!("bodyBefore.{field}")));
    }
    let shift = space.shift(cell, cell);
    let local = |p: Vec3| narrow(wide(p) + shift);
    let radius = size(input.sphere_radius, "input.sphereRadius")?
        .ok_or_else(|| missing("input.sphereRadius"))?;
    if radius < 0.001 {
        return Err(Refusal::Number {
            field: "input.sphereRadius",
            problem: "is less than 1 mm",
        });
    }
    let way = crate::geometry::vector::length(wide(target) - wide(current));
    if way > f64::from(radius) * MOST_STEPS {
        return Err(Refusal::Number {
            field: "input.targetPos",
            problem: "is more than 10000 radii away",
        });
    }
    let height = size(input.sphere_height, "input.sphereHeight")?.unwrap_or(0.0);
    let sphere = |z: f32| Sphere {
        center: Vec3::new(0.0, 0.0, z),
        radius,
    };
    let two = height > 2.0 * radius;
    let build = Build {
        spheres: [
            sphere(radius),
            sphere(if two { height - radius } else { radius }),
        ],
        sphere_count: if two { 2 } else { 1 },
        step_up: size(input.step_up_height, "input.stepUpHeight")?.unwrap_or(0.0),
        step_down: size(input.step_down_height, "input.stepDownHeight")?.unwrap_or(0.0),
        game_id: input.moving_entity_id.map_or(0, |id| id.0),
        ..Build::human()
    };
    let place = Position {
        cell,
        frame: Frame {
            origin: local(current),
            rotation: rotation(before.orientation),
        },
    };
    let on_ground = input.is_on_ground.unwrap_or(false);
    let mut body = Body::new(
        build,
        place,
        before
            .state
            .map_or(DEFAULT_STATE, |bits| ObjectState(bits.0)),
    );
    let standing = seed(&mut body, before, on_ground, shift)?;
    let walkable = walkable(before, local);
    let flags = MoverFlags(input.mover_flags.map_or(MoverFlags::NONE.0, |bits| bits.0));
    Ok(Captured {
        line: record.line,
        body,
        flags: MoverFlags(flags.0 & !(MoverFlags::VIEWER.0)),
        standing,
        walkable,
        to: local(target),
        recorded: recorded(record, cell, local),
    })
}

/// Puts what `before` says of velocity, ground and bits into `body`; how it stands.
fn seed(
    body: &mut Body,
    before: &BodyModel,
    on_ground: bool,
    shift: DVec3,
) -> Result<Standing, Refusal> {
    let vector = |there: Option<Triple>, field| there.map_or(Ok(Vec3::ZERO), |t| point(t, field));
    body.velocity = vector(before.velocity, "bodyBefore.velocity")?;
    let bits = before.transient_state.map_or(0, |bits| bits.0);
    body.transient = Transient(bits & 0xff);
    let has_plane = before.contact_plane_valid == Some(true);
    let stands = has_plane && (on_ground || body.transient.has(Transient::CONTACT));
    body.transient.put(Transient::CONTACT, stands);
    body.transient.put(Transient::ON_WALKABLE, on_ground);
    body.transient.put(
        Transient::WATER_CONTACT,
        before.contact_plane_is_water == Some(true),
    );
    if let (true, Some(plane)) = (has_plane, before.contact_plane) {
        let normal = point(plane.normal, "bodyBefore.contactPlane")?;
        let d = f64::from(finite(plane.d, "bodyBefore.contactPlane")?);
        body.contact = Plane {
            normal,
            offset: (d - dot_wide(wide(normal), shift)) as f32,
        };
        body.contact_cell = match body.position.cell {
            CellId::SINGLE_SPACE => CellId::SINGLE_SPACE,
            own => before.contact_plane_cell_id.map_or(own, |id| CellId(id.0)),
        };
    }
    if body.transient.has(Transient::SLIDING) {
        body.sliding = vector(before.sliding_normal, "bodyBefore.slidingNormal")?;
    }
    if let Some(friction) = before.friction {
        body.friction = finite(friction, "bodyBefore.friction")?;
    }
    if let Some(elasticity) = before.elasticity {
        body.elasticity = finite(elasticity, "bodyBefore.elasticity")?;
    }
    Ok(Standing {
        contact: on_ground || stands,
        on_walkable: on_ground,
    })
}

/// The polygon that the body stood on; none where its corners are not usable.
fn walkable(before: &BodyModel, local: impl Fn(Vec3) -> Vec3) -> Option<Polygon> {
    if before.walkable_polygon_valid != Some(true) {
        return None;
    }
    let corners = before.walkable_vertices.as_ref()?.iter();
    let corners: Option<Vec<Vec3>> = corners.map(|v| point(*v, "").ok().map(&local)).collect();
    corners
        .filter(|list| list.len() <= 1_000)
        .and_then(Polygon::new)
}

fn recorded(record: &Record, cell: CellId, local: impl Fn(Vec3) -> Vec3) -> Option<Recorded> {
    let result = record.model.result.as_ref()?;
    let is_single = cell == CellId::SINGLE_SPACE;
    let normal = result
        .collision_normal
        .filter(|_| result.collision_normal_valid == Some(true));
    Some(Recorded {
        feet: local(point(result.position?, "").ok()?),
        cell: match result.cell_id {
            Some(id) if !is_single => CellId(id.0),
            _ => cell,
        },
        grounded: result.is_on_ground.unwrap_or(false),
        normal: normal.map(Triple::vector).filter(|n| n.is_finite()),
    })
}

fn rotation(turn: Option<Turn>) -> Rotation {
    let q = turn.map(|turn| [turn.w, turn.x, turn.y, turn.z].map(|c| f64::from(c.0)));
    q.and_then(Rotation::from_wide).unwrap_or_default()
}

fn finite(number: Number, field: &'static str) -> Result<f32, Refusal> {
    match number.0 {
        n if !n.is_finite() => Err(Refusal::Number {
            field,
            problem: "is not finite",
        }),
        n if n.abs() > FARTHEST => Err(Refusal::Number {
            field,
            problem: "is more than 1000000",
        }),
        n => Ok(n),
    }
}

fn point(triple: Triple, field: &'static str) -> Result<Vec3, Refusal> {
    let v = triple.vector();
    for c in v.to_array() {
        finite(Number(c), field)?;
    }
    Ok(v)
}

/// A size: not negative, no larger than anything that moves.
fn size(number: Option<Number>, field: &'static str) -> Result<Option<f32>, Refusal> {
    let Some(number) = number else {
        return Ok(None);
    };
    match finite(number, field)? {
        n if n < 0.0 => Err(Refusal::Number {
            field,
            problem: "is negative",
        }),
        n if n > LARGEST => Err(Refusal::Number {
            field,
            problem: "is more than 1000 m",
        }),
        n => Ok(Some(n)),
    }
}
