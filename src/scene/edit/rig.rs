//! Changes of what is driven.

use glam::Vec3;

use super::{EditError, number, point};
use crate::body::Build;
use crate::geometry::vector::{length, narrow, wide};
use crate::ids::CellId;
use crate::scene::map::number::RoomNumber;
use crate::scene::model::{Motion, Rig, SweepMover, Sweeps};
use crate::scene::mover::{BodyModel, Moved};
use crate::scene::number::{Degrees, Distance, Point, SweptRadius};

/// A change of what is driven. Places are those that it gets, not differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RigEdit {
    /// The player's or body's feet before tick 0, metres; a path of a scripted player moves with its first point.
    Feet(Vec3),
    /// Its compass heading before tick 0, degrees.
    Heading(f64),
    /// The body's feet and heading in one, and the room that the feet are in; without one that around the foot's centre.
    Stand {
        /// The feet, metres.
        feet: Vec3,
        /// The compass heading, degrees.
        heading: f64,
        /// The room.
        room: Option<CellId>,
    },
    /// The body's velocity before tick 0, metres per second.
    Velocity(Vec3),
    /// The pivot in the player's frame, metres.
    Pivot(Vec3),
    /// The boom from the pivot to the eye in the heading frame, metres.
    Boom(Vec3),
    /// The eye before tick 0, metres; `None` leaves it to the policy.
    Eye(Option<Vec3>),
    /// Radius of the eye's sphere, metres.
    EyeRadius(f32),
    /// A body with the measures of a human, which can then be changed. It is no player any more, to those that ask.
    OwnBody,
    /// Radius of the body's sphere of this index, 0 the foot, metres.
    BodyRadius(usize, f32),
    /// Middle of the body's sphere of this index over its feet, metres.
    BodyCenter(usize, Vec3),
    /// Highest step that the body climbs, metres.
    StepUp(f32),
    /// Deepest step that the body follows, metres.
    StepDown(f32),
    /// An end of the scripted sweep of this index, metres. All `Rays` have one begin and one direction, all `Moves` one way.
    SweepEnd(usize, End, Vec3),
}

/// An end of a scripted sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where it begins.
    From,
    /// Where it leads.
    To,
}

impl RigEdit {
    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::Feet(_) => "Move the start",
            Self::Heading(_) => "Turn the start",
            Self::Stand { .. } => "Go to a place",
            Self::Velocity(_) => "Change the velocity",
            Self::Pivot(_) => "Move the pivot",
            Self::Boom(_) => "Change the boom",
            Self::Eye(_) => "Move the first eye",
            Self::EyeRadius(_) => "Resize the eye",
            Self::OwnBody => "Give the body its own measures",
            Self::BodyRadius(..) | Self::BodyCenter(..) => "Resize the body",
            Self::StepUp(_) | Self::StepDown(_) => "Change the step heights",
            Self::SweepEnd(..) => "Move the sweep",
        }
    }
}

pub(super) fn apply(rig: &mut Rig, edit: &RigEdit) -> Result<(), EditError> {
    let swept = |value: f32| number(value, SweptRadius::new(value), SweptRadius::WANTED);
    let height = |value: f32| number(value, Distance::new(value), Distance::WANTED);
    match *edit {
        RigEdit::Feet(feet) => self::feet(rig, feet)?,
        RigEdit::Heading(degrees) => {
            let heading = number(degrees, Degrees::new(degrees), Degrees::WANTED)?;
            *self::heading(rig)? = Some(heading);
        }
        RigEdit::Stand {
            feet,
            heading,
            room,
        } => stand(rig, feet, heading, room)?,
        RigEdit::Velocity(velocity) => match rig {
            Rig::Mover(mover) => mover.velocity = Some(point(velocity)?),
            _ => return Err(EditError::of("only a Mover has a velocity")),
        },
        RigEdit::Pivot(offset) => *camera(rig)?.pivot_offset = Some(point(offset)?),
        RigEdit::Boom(offset) => *camera(rig)?.viewer_offset = Some(point(offset)?),
        RigEdit::Eye(eye) => *camera(rig)?.viewer = eye.map(point).transpose()?,
        RigEdit::EyeRadius(value) => {
            let radius = swept(value)?;
            match rig {
                Rig::Sweep(sweep) if matches!(sweep.mover, SweepMover::Viewer) => {
                    sweep.radius = Some(radius);
                }
                other => *camera(other)?.radius = Some(radius),
            }
        }
        RigEdit::OwnBody => own_body(rig)?,
        RigEdit::BodyRadius(index, value) => sphere(rig, index)?.1 = swept(value)?,
        RigEdit::BodyCenter(index, center) => sphere(rig, index)?.0 = point(center)?,
        RigEdit::StepUp(value) => body(rig)?.step_up = Some(height(value)?),
        RigEdit::StepDown(value) => body(rig)?.step_down = Some(height(value)?),
        RigEdit::SweepEnd(index, end, to) => match rig {
            Rig::Sweep(sweep) => sweep_end(&mut sweep.sweeps, index, end, to)?,
            _ => return Err(EditError::of("only a Sweep has scripted sweeps")),
        },
    }
    Ok(())
}

fn feet(rig: &mut Rig, feet: Vec3) -> Result<(), EditError> {
    let to = point(feet)?;
    match rig {
        Rig::Chase(chase) => {
            if let Motion::Path(points) = &mut chase.motion
                && let Some((_, first, _)) = points.first()
            {
                let way = wide(feet) - wide(first.vector());
                for (_, place, _) in points {
                    *place = point(narrow(wide(place.vector()) + way))?;
                }
            }
            chase.feet = to;
        }
        Rig::Mover(mover) => mover.feet = to,
        Rig::Sweep(_) => return Err(EditError::of("a Sweep has ends of sweeps, no feet")),
    }
    Ok(())
}

fn stand(rig: &mut Rig, feet: Vec3, heading: f64, room: Option<CellId>) -> Result<(), EditError> {
    let degrees = number(heading, Degrees::new(heading), Degrees::WANTED)?;
    self::feet(rig, feet)?;
    *self::heading(rig)? = Some(degrees);
    if let Rig::Mover(mover) = rig {
        mover.cell = room.and_then(|room| RoomNumber::new(room.0));
    }
    Ok(())
}

fn heading(rig: &mut Rig) -> Result<&mut Option<Degrees>, EditError> {
    match rig {
        Rig::Chase(chase) if matches!(chase.motion, Motion::Path(_)) => Err(EditError::of(
            "the points of the path say where the player looks",
        )),
        Rig::Chase(chase) => Ok(&mut chase.heading_degrees),
        Rig::Mover(mover) => Ok(&mut mover.heading_degrees),
        Rig::Sweep(_) => Err(EditError::of("a Sweep has no heading")),
    }
}

/// The fields of a camera that can be changed.
struct CameraFields<'a> {
    viewer_offset: &'a mut Option<Point>,
    pivot_offset: &'a mut Option<Point>,
    radius: &'a mut Option<SweptRadius>,
    viewer: &'a mut Option<Point>,
}

fn camera(rig: &mut Rig) -> Result<CameraFields<'_>, EditError> {
    match rig {
        Rig::Chase(chase) => Ok(CameraFields {
            viewer_offset: &mut chase.viewer_offset,
            pivot_offset: &mut chase.pivot_offset,
            radius: &mut chase.radius,
            viewer: &mut chase.viewer,
        }),
        Rig::Mover(mover) => {
            let camera = mover.camera.as_mut();
            let camera =
                camera.ok_or_else(|| EditError::of("there is no camera behind the body"))?;
            Ok(CameraFields {
                viewer_offset: &mut camera.viewer_offset,
                pivot_offset: &mut camera.pivot_offset,
                radius: &mut camera.radius,
                viewer: &mut camera.viewer,
            })
        }
        Rig::Sweep(_) => Err(EditError::of("a Sweep has no camera")),
    }
}

/// A human as a scene would write it.
fn human() -> Result<BodyModel, EditError> {
    let human = Build::human();
    let height = |value: f32| number(value, Distance::new(value), Distance::WANTED);
    let mut spheres = Vec::new();
    for sphere in &human.spheres[..human.sphere_count] {
        let radius = number(
            sphere.radius,
            SweptRadius::new(sphere.radius),
            SweptRadius::WANTED,
        )?;
        spheres.push((point(sphere.center)?, radius));
    }
    Ok(BodyModel {
        spheres,
        step_up: Some(height(human.step_up)?),
        step_down: Some(height(human.step_down)?),
        flags: 0,
    })
}

fn own_body(rig: &mut Rig) -> Result<(), EditError> {
    match rig {
        Rig::Mover(mover) if mover.mover == Moved::Human => mover.mover = Moved::Mover(human()?),
        Rig::Sweep(sweep) if sweep.mover == SweepMover::Human => {
            sweep.mover = SweepMover::Mover(human()?);
        }
        _ => return Err(EditError::of("there is no body of human measures")),
    }
    Ok(())
}

fn body(rig: &mut Rig) -> Result<&mut BodyModel, EditError> {
    let human = || EditError::of("a Human has fixed measures; give the body its own first");
    match rig {
        Rig::Mover(mover) => match &mut mover.mover {
            Moved::Mover(body) => Ok(body),
            Moved::Human => Err(human()),
        },
        Rig::Sweep(sweep) => match &mut sweep.mover {
            SweepMover::Mover(body) => Ok(body),
            SweepMover::Human => Err(human()),
            SweepMover::Viewer => Err(EditError::of("a camera's sphere is no body")),
        },
        Rig::Chase(_) => Err(EditError::of("a scripted player has no body")),
    }
}

fn sphere(rig: &mut Rig, index: usize) -> Result<&mut (Point, SweptRadius), EditError> {
    let body = body(rig)?;
    let count = body.spheres.len();
    let sphere = body.spheres.get_mut(index);
    sphere.ok_or_else(|| EditError(format!("there is no sphere {index} of {count}")))
}

fn sweep_end(sweeps: &mut Sweeps, index: usize, end: End, to: Vec3) -> Result<(), EditError> {
    let none = |count: usize| EditError(format!("there is no sweep {index} of {count}"));
    let place = point(to)?;
    match (sweeps, end) {
        (Sweeps::List(list), end) => {
            let count = list.len();
            let sweep = list.get_mut(index).ok_or_else(|| none(count))?;
            match end {
                End::From => sweep.0 = place,
                End::To => sweep.1 = place,
            }
        }
        (Sweeps::Rays { from, .. }, End::From) => *from = place,
        (
            Sweeps::Rays {
                from,
                direction,
                lengths,
            },
            End::To,
        ) => {
            let way = wide(to) - wide(from.vector());
            let count = lengths.len();
            let ray = lengths.get_mut(index).ok_or_else(|| none(count))?;
            let long = length(way) as f32;
            *ray = number(long, Distance::new(long), Distance::WANTED)?;
            *direction = point(narrow(way))?;
        }
        (Sweeps::Moves { start, .. }, End::From) => *start = place,
        (Sweeps::Moves { start, by, .. }, End::To) => {
            *by = point(narrow(wide(to) - wide(start.vector())))?;
        }
        (Sweeps::Captured { .. }, _) => {
            return Err(EditError::of("recorded sweeps are as they were recorded"));
        }
    }
    Ok(())
}
