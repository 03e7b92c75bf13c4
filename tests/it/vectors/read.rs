//! Reads the recorded cases: plain accessors that say which field they missed.

use glam::Vec3;
use serde_json::Value;

use sweepscope::geometry::{Bounds, Cylinder, Frame, Plane, Position, Rotation, Sphere};
use sweepscope::ids::CellId;

/// The landblock of scenes that name none.
pub(super) const BLOCK: u32 = 0xA9B4_0000;

/// A JSON object of a case or a scene.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Value);

impl<'a> Fields<'a> {
    /// A field that must be there.
    pub(super) fn need(self, name: &str) -> &'a Value {
        self.get(name)
            .unwrap_or_else(|| panic!("field {name} is missing"))
    }

    pub(super) fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(self, name: &str) -> &'a str {
        self.need(name).as_str().unwrap()
    }

    /// A missing flag is off; numbers count as flags too.
    pub(super) fn flag(self, name: &str) -> bool {
        self.get(name)
            .is_some_and(|value| value.as_bool().unwrap_or_else(|| value.as_u64() != Some(0)))
    }

    pub(super) fn wide(self, name: &str) -> f64 {
        number(self.need(name))
    }

    pub(super) fn float(self, name: &str) -> f32 {
        self.wide(name) as f32
    }

    pub(super) fn float_or(self, name: &str, otherwise: f32) -> f32 {
        self.get(name)
            .map_or(otherwise, |value| number(value) as f32)
    }

    pub(super) fn whole(self, name: &str) -> u32 {
        whole(self.need(name))
    }

    pub(super) fn whole_or(self, name: &str, otherwise: u32) -> u32 {
        self.get(name).map_or(otherwise, whole)
    }

    pub(super) fn list(self, name: &str) -> &'a [Value] {
        self.get(name)
            .map_or(&[], |value| value.as_array().unwrap().as_slice())
    }

    pub(super) fn vector(self, name: &str) -> Vec3 {
        vector(self.need(name))
    }

    pub(super) fn vector_or(self, name: &str, otherwise: Vec3) -> Vec3 {
        self.get(name).map_or(otherwise, vector)
    }

    pub(super) fn plane(self, name: &str) -> Plane {
        plane(self.need(name))
    }

    pub(super) fn sphere(self, name: &str) -> Sphere {
        sphere(self.need(name))
    }

    pub(super) fn cylinder(self, name: &str) -> Cylinder {
        cylinder(self.need(name))
    }

    pub(super) fn rotation(self, name: &str) -> Rotation {
        self.get(name).map_or(Rotation::IDENTITY, |value| {
            let [w, x, y, z] = floats(value);
            Rotation { w, x, y, z }
        })
    }

    /// The frame of the object's `origin` and `rot`.
    pub(super) fn frame(self) -> Frame {
        Frame {
            origin: self.vector("origin"),
            rotation: self.rotation("rot"),
        }
    }

    /// The field as a position; a low word belongs to `block`.
    pub(super) fn position(self, name: &str, block: u32) -> Position {
        let fields = Self(self.need(name));
        Position {
            cell: cell(fields.whole("cell"), block),
            frame: fields.frame(),
        }
    }

    pub(super) fn bounds(self) -> Bounds {
        Bounds {
            min: self.vector("min"),
            max: self.vector("max"),
        }
    }
}

/// A full id, or the low word of a cell of `block`.
pub(super) fn cell(id: u32, block: u32) -> CellId {
    CellId(if id >> 16 == 0 && id != 0 {
        block | id
    } else {
        id
    })
}

pub(super) fn whole(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

/// A number, or one of the words for what JSON cannot write.
pub(super) fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some("NaN") => f64::NAN,
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        Some(other) => panic!("{other} is no number"),
        None => value.as_f64().unwrap(),
    }
}

fn floats<const N: usize>(value: &Value) -> [f32; N] {
    let list = value.as_array().unwrap();
    assert_eq!(list.len(), N, "{value}");
    std::array::from_fn(|i| number(&list[i]) as f32)
}

pub(super) fn vector(value: &Value) -> Vec3 {
    Vec3::from_array(floats(value))
}

pub(super) fn plane(value: &Value) -> Plane {
    let [x, y, z, offset] = floats(value);
    Plane {
        normal: Vec3::new(x, y, z),
        offset,
    }
}

pub(super) fn sphere(value: &Value) -> Sphere {
    let [x, y, z, radius] = floats(value);
    Sphere {
        center: Vec3::new(x, y, z),
        radius,
    }
}

pub(super) fn cylinder(value: &Value) -> Cylinder {
    let [x, y, z, height, radius] = floats(value);
    Cylinder {
        low: Vec3::new(x, y, z),
        height,
        radius,
    }
}
