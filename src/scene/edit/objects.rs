//! Changes of what can be hit.

use glam::Vec3;

use super::{EditError, is_no_formula, number, point};
use crate::geometry::vector::{narrow, wide};
use crate::scene::model::{Object, Scene, Shape};
use crate::scene::number::{Component, Coordinate, Degrees, Point, Radius, Scale};

/// A change of one object. Places and turns are those of the whole object, not differences, so that the last edit of a drag says all.
#[derive(Clone, Debug, PartialEq)]
pub enum ObjectEdit {
    /// Its origin here, metres.
    Move(Vec3),
    /// Turned about +Z alone, degrees, counter-clockwise seen from above; in place of any other turn.
    Turn(f64),
    /// Turned so, a unit quaternion w, x, y, z; in place of any other turn.
    Rotate([f32; 4]),
    /// Of this scale.
    Scale(f32),
    /// With another size of its shape, before scaling.
    Resize(Size),
    /// Another name.
    Rename(String),
    /// Once more, under this name and with its origin here; last in the list, so that the others keep their order.
    Duplicate(String, Vec3),
    /// Gone.
    Remove,
}

/// A number by which the size of a shape is told, metres before scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Half the extents of a box; its middle stays.
    HalfSize(Vec3),
    /// Height of a prism; its bottom stays.
    Height(f32),
    /// Radius of the sphere of this index.
    SphereRadius(usize, f32),
    /// Radius of the cylinder of this index.
    CylinderRadius(usize, f32),
    /// Height of the cylinder of this index; its base stays.
    CylinderHeight(usize, f32),
}

impl ObjectEdit {
    pub(super) fn title(&self, name: &str) -> String {
        let verb = match self {
            Self::Move(_) => "Move",
            Self::Turn(_) | Self::Rotate(_) => "Turn",
            Self::Scale(_) => "Scale",
            Self::Resize(_) => "Resize",
            Self::Rename(_) => "Rename",
            Self::Duplicate(..) => "Duplicate",
            Self::Remove => "Remove",
        };
        format!("{verb} {name}")
    }
}

/// The sizes of an object's shape as they are, in the order in which they are worth showing; none of polygons, parts and what files hold.
#[must_use]
pub fn sizes(object: &Object) -> Vec<Size> {
    match &object.shape {
        Shape::Box { min, max } => {
            vec![Size::HalfSize(narrow(
                (wide(max.vector()) - wide(min.vector())) / 2.0,
            ))]
        }
        Shape::Prism { z, .. } => vec![Size::Height(z.1.get() - z.0.get())],
        Shape::Spheres(spheres) => {
            let radius = |(index, sphere): (usize, &(Point, Radius))| {
                Size::SphereRadius(index, sphere.1.get())
            };
            spheres.iter().enumerate().map(radius).collect()
        }
        Shape::Cylinders(cylinders) => cylinders
            .iter()
            .enumerate()
            .flat_map(|(index, cylinder)| {
                [
                    Size::CylinderRadius(index, cylinder.radius.get()),
                    Size::CylinderHeight(index, cylinder.height.get()),
                ]
            })
            .collect(),
        Shape::Polygons(_)
        | Shape::Parts(_)
        | Shape::Mesh { .. }
        | Shape::Dump { .. }
        | Shape::GfxObj(_)
        | Shape::Setup(_) => Vec::new(),
    }
}

/// A name that no object has yet: `name`, else with the first number from 2 that is free behind it.
#[must_use]
pub fn free_name(scene: &Scene, name: &str) -> String {
    let is_free = |name: &str| scene.objects.iter().all(|object| object.name != name);
    if is_free(name) {
        return name.to_owned();
    }
    // A copy of `wall 2` is `wall 3`, not `wall 2 2`.
    let stem = name
        .rsplit_once(' ')
        .filter(|(_, number)| number.parse::<u32>().is_ok())
        .map_or(name, |(stem, _)| stem);
    (2..=scene.objects.len() + 2)
        .map(|number| format!("{stem} {number}"))
        .find(|name| is_free(name))
        .unwrap_or_else(|| unreachable!("one of n + 1 names is not among n objects"))
}

pub(super) fn apply(scene: &mut Scene, name: &str, edit: &ObjectEdit) -> Result<(), EditError> {
    let found = scene.objects.iter().position(|object| object.name == name);
    let index = found.ok_or_else(|| EditError(format!("there is no object called `{name}`")))?;
    let object = &mut scene.objects[index];
    match edit {
        ObjectEdit::Move(to) => object.at = Some(point(*to)?),
        ObjectEdit::Turn(degrees) => {
            let turn = number(*degrees, Degrees::new(*degrees), Degrees::WANTED)?;
            object.yaw_degrees = Some(turn);
            object.rotation = None;
        }
        ObjectEdit::Rotate(quaternion) => {
            let part = |c: f32| number(c, Component::new(c), Component::WANTED);
            let [w, x, y, z] = *quaternion;
            object.rotation = Some((part(w)?, part(x)?, part(y)?, part(z)?));
            object.yaw_degrees = None;
        }
        ObjectEdit::Scale(scale) => {
            object.scale = Some(number(*scale, Scale::new(*scale), Scale::WANTED)?);
        }
        ObjectEdit::Resize(size) => resize(&mut object.shape, *size)?,
        ObjectEdit::Rename(name) => {
            is_no_formula(name)?;
            object.name.clone_from(name);
        }
        ObjectEdit::Duplicate(name, at) => {
            is_no_formula(name)?;
            let copy = Object {
                name: name.clone(),
                at: Some(point(*at)?),
                ..object.clone()
            };
            scene.objects.push(copy);
        }
        ObjectEdit::Remove => {
            scene.objects.remove(index);
        }
    }
    Ok(())
}

fn radius(value: f32) -> Result<Radius, EditError> {
    number(value, Radius::new(value), Radius::WANTED)
}

fn resize(shape: &mut Shape, size: Size) -> Result<(), EditError> {
    match (shape, size) {
        (Shape::Box { min, max }, Size::HalfSize(half)) => {
            let middle = (wide(min.vector()) + wide(max.vector())) / 2.0;
            *min = point(narrow(middle - wide(half)))?;
            *max = point(narrow(middle + wide(half)))?;
        }
        (Shape::Prism { z, .. }, Size::Height(height)) => {
            let top = z.0.get() + height;
            z.1 = number(top, Coordinate::new(top), Coordinate::WANTED)?;
        }
        (Shape::Spheres(spheres), Size::SphereRadius(index, value)) => {
            let count = spheres.len();
            let sphere = spheres.get_mut(index);
            sphere.ok_or_else(|| none(index, count, "spheres"))?.1 = radius(value)?;
        }
        (Shape::Cylinders(cylinders), Size::CylinderRadius(index, value)) => {
            let count = cylinders.len();
            let cylinder = cylinders.get_mut(index);
            cylinder
                .ok_or_else(|| none(index, count, "cylinders"))?
                .radius = radius(value)?;
        }
        (Shape::Cylinders(cylinders), Size::CylinderHeight(index, value)) => {
            let count = cylinders.len();
            let cylinder = cylinders.get_mut(index);
            cylinder
                .ok_or_else(|| none(index, count, "cylinders"))?
                .height = radius(value)?;
        }
        _ => return Err(EditError::of("this shape has no such size")),
    }
    Ok(())
}

fn none(index: usize, count: usize, what: &str) -> EditError {
    EditError(format!("there is no number {index} among {count} {what}"))
}
