//! Fields of a record, one after the other; nothing is aligned.

use crate::formats::text::{self, either};
use glam::Vec3;

use super::error::Wrong;
use crate::geometry::{Plane, Sphere};

/// Most remarks that are kept of one record.
const MOST_FLAWS: usize = 64;

/// Numbers beyond this are no measure of anything, metres.
pub(super) const FARTHEST: f32 = 1e6;

/// Reads a record from its first byte to its last.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    flaws: Vec<String>,
}

impl<'a> Reader<'a> {
    /// At the first byte.
    #[must_use]
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            flaws: Vec::new(),
        }
    }

    /// How far it is.
    #[must_use]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    #[must_use]
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Notes what is odd but does not stop the reading.
    pub(super) fn flaw(&mut self, flaw: impl FnOnce() -> String) {
        if self.flaws.len() < MOST_FLAWS {
            let flaw = flaw();
            self.flaws.push(flaw);
        } else if self.flaws.len() == MOST_FLAWS {
            self.flaws.push("and more of the kind".to_owned());
        }
    }

    /// What was odd, after a last look at what is left.
    #[must_use]
    pub(super) fn finish(mut self) -> Vec<String> {
        let (at, all) = (self.at, self.bytes.len());
        if at != all {
            self.flaw(|| format!("decoded {at} of {all} bytes"));
        }
        self.flaws
    }

    /// What was odd, of a record that is not read to its end.
    #[must_use]
    pub(super) fn flaws_only(self) -> Vec<String> {
        self.flaws
    }

    /// An error at the next byte.
    pub(super) fn wrong(&self, field: &'static str, problem: impl Into<String>) -> Wrong {
        Wrong {
            offset: self.at,
            field,
            problem: problem.into(),
        }
    }

    fn take(&mut self, count: usize, field: &'static str) -> Result<&'a [u8], Wrong> {
        let left = self.left();
        if count > left {
            let problem = format!(
                "{} {} expected, {left} {} left",
                text::count(count as u64, "byte"),
                either(count as u64, "was", "were"),
                either(left as u64, "is", "are")
            );
            return Err(self.wrong(field, problem));
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], Wrong> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, field)?);
        Ok(array)
    }

    /// So many bytes.
    pub(super) fn bytes(&mut self, count: usize, field: &'static str) -> Result<&'a [u8], Wrong> {
        self.take(count, field)
    }

    /// One byte.
    pub(super) fn u8(&mut self, field: &'static str) -> Result<u8, Wrong> {
        self.array::<1>(field).map(|[byte]| byte)
    }

    /// Two bytes.
    pub(super) fn u16(&mut self, field: &'static str) -> Result<u16, Wrong> {
        self.array(field).map(u16::from_le_bytes)
    }

    /// Two bytes with a sign.
    pub(super) fn i16(&mut self, field: &'static str) -> Result<i16, Wrong> {
        self.array(field).map(i16::from_le_bytes)
    }

    /// Four bytes.
    pub(super) fn u32(&mut self, field: &'static str) -> Result<u32, Wrong> {
        self.array(field).map(u32::from_le_bytes)
    }

    /// Four bytes with a sign.
    pub(super) fn i32(&mut self, field: &'static str) -> Result<i32, Wrong> {
        self.array(field).map(i32::from_le_bytes)
    }

    /// A number, finite or not.
    pub(super) fn f32(&mut self, field: &'static str) -> Result<f32, Wrong> {
        self.array(field).map(f32::from_le_bytes)
    }

    /// Three numbers, finite or not.
    pub(super) fn vec3(&mut self, field: &'static str) -> Result<Vec3, Wrong> {
        Ok(Vec3::new(
            self.f32(field)?,
            self.f32(field)?,
            self.f32(field)?,
        ))
    }

    /// A plane, usable or not.
    pub(super) fn plane(&mut self, field: &'static str) -> Result<Plane, Wrong> {
        Ok(Plane {
            normal: self.vec3(field)?,
            offset: self.f32(field)?,
        })
    }

    /// A sphere, usable or not.
    pub(super) fn sphere(&mut self, field: &'static str) -> Result<Sphere, Wrong> {
        Ok(Sphere {
            center: self.vec3(field)?,
            radius: self.f32(field)?,
        })
    }

    /// A frame, usable or not.
    pub(super) fn frame(&mut self, field: &'static str) -> Result<RawFrame, Wrong> {
        Ok(RawFrame {
            origin: self.vec3(field)?,
            rotation: [
                self.f32(field)?,
                self.f32(field)?,
                self.f32(field)?,
                self.f32(field)?,
            ],
        })
    }

    /// A compressed number (spec/dat.md 1.2).
    pub(super) fn cuint(&mut self, field: &'static str) -> Result<u32, Wrong> {
        let first = u32::from(self.u8(field)?);
        if first & 0x80 == 0 {
            return Ok(first);
        }
        let second = u32::from(self.u8(field)?);
        if first & 0x40 == 0 {
            return Ok((first & 0x3f) << 8 | second);
        }
        let low = u32::from(self.u16(field)?);
        Ok((first & 0x3f) << 24 | second << 16 | low)
    }

    /// Refuses a count whose elements, of at least `each` bytes, are not there.
    pub(super) fn room(
        &self,
        count: u32,
        each: usize,
        field: &'static str,
    ) -> Result<usize, Wrong> {
        let wanted = u64::from(count) * each as u64;
        let left = self.left();
        if wanted > left as u64 {
            let problem = format!(
                "{count} of at least {} each need more than the {} left",
                text::count(each as u64, "byte"),
                text::count(left as u64, "byte")
            );
            return Err(self.wrong(field, problem));
        }
        Ok(count as usize)
    }

    /// A plain count, as [`Self::room`].
    pub(super) fn count(&mut self, each: usize, field: &'static str) -> Result<usize, Wrong> {
        let count = self.u32(field)?;
        self.room(count, each, field)
    }

    /// Skips to the next offset that four divides; at the end of the record there may be nothing to skip.
    pub(super) fn align4(&mut self) -> Result<(), Wrong> {
        let skipped = self.at.next_multiple_of(4) - self.at;
        self.take(skipped, "padding").map(|_| ())
    }

    /// A text with its length before it, padded to four.
    pub(super) fn pstr(&mut self, field: &'static str) -> Result<String, Wrong> {
        let mut length = u32::from(self.u16(field)?);
        if length == 0xffff {
            length = self.u32(field)?;
        }
        let length = self.room(length, 1, field)?;
        let bytes = self.take(length, field)?;
        // Windows-1252; what is not ASCII is only shown.
        let text = bytes.iter().map(|byte| char::from(*byte)).collect();
        self.align4()?;
        Ok(text)
    }

    /// The record's own id, which has to be `wanted` where that is known.
    pub(super) fn id(&mut self, wanted: Option<u32>) -> Result<u32, Wrong> {
        let start = self.at;
        let found = self.u32("id")?;
        match wanted {
            Some(wanted) if wanted != found => Err(Wrong {
                offset: start,
                field: "id",
                problem: format!("{found:#010X} was found, {wanted:#010X} was expected"),
            }),
            _ => Ok(found),
        }
    }
}

/// Whether a number measures something.
#[must_use]
pub(super) fn is_measure(value: f32) -> bool {
    value.abs() <= FARTHEST
}

/// Whether all three numbers measure something.
#[must_use]
pub(super) fn is_point(point: Vec3) -> bool {
    is_measure(point.x) && is_measure(point.y) && is_measure(point.z)
}

/// Whether a plane splits space: finite, with a normal of length about 1.
#[must_use]
pub(super) fn is_plane(plane: &Plane) -> bool {
    let square = crate::geometry::vector::dot(plane.normal, plane.normal);
    is_measure(plane.offset) && (square - 1.0).abs() <= 0.02
}

/// Whether a sphere is one; one of radius 0 stands for nothing.
#[must_use]
pub(super) fn is_sphere(sphere: &Sphere) -> bool {
    is_point(sphere.center) && is_measure(sphere.radius) && sphere.radius >= 0.0
}

/// A frame as a file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawFrame {
    /// Origin, metres.
    pub origin: Vec3,
    /// Rotation, in the order w, x, y, z; of any length.
    pub rotation: [f32; 4],
}

impl RawFrame {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self {
        origin: Vec3::ZERO,
        rotation: [1.0, 0.0, 0.0, 0.0],
    };

    /// What is wrong with it, in words, where it cannot be used as it is: a point, and a rotation of length 1 within a hundredth.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let Vec3 { x, y, z } = self.origin;
        if !is_point(self.origin) {
            return Some(format!("no place is at {x} {y} {z}"));
        }
        if self.turn().is_some() {
            return None;
        }
        let [w, x, y, z] = self.rotation;
        Some(match self.rotation.iter().all(|part| part.is_finite()) {
            true => format!("its rotation {w} {x} {y} {z} is not of length 1"),
            false => format!("its rotation {w} {x} {y} {z} is not finite"),
        })
    }

    /// The rotation scaled to unit length, if its length is 1 within a hundredth.
    #[must_use]
    pub fn turn(&self) -> Option<crate::geometry::Rotation> {
        let q = self.rotation.map(f64::from);
        let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        let off = (length - 1.0).abs();
        if off > 0.01 || off.is_nan() {
            return None;
        }
        // What is of unit length to within storage precision stays as it is stored.
        let [w, x, y, z] = self.rotation;
        if off <= 1e-6 {
            return Some(crate::geometry::Rotation { w, x, y, z });
        }
        crate::geometry::Rotation::from_wide(q)
    }
}
