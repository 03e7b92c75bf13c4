//! Fields, one after the other.

use glam::Vec3;

use crate::formats::dat::bytes::RawFrame;
use crate::geometry::{Plane, Sphere};

/// Bytes that grow field by field.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(super) fn u16(&mut self, value: u16) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn i16(&mut self, value: i16) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn i32(&mut self, value: i32) {
        self.bytes.extend(value.to_le_bytes());
    }

    pub(super) fn f32(&mut self, value: f32) {
        self.bytes.extend(value.to_le_bytes());
    }

    /// A plain count; what does not fit is written as the largest.
    pub(super) fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// A compressed number, below 2^30.
    ///
    /// # Source
    /// spec/dat.md 1.2.
    pub(super) fn cuint(&mut self, value: u32) {
        let [low, middle, high, top] = value.to_le_bytes();
        match value {
            0..=0x7f => self.u8(low),
            0x80..=0x3fff => self.bytes.extend([middle | 0x80, low]),
            _ => self.bytes.extend([top & 0x3f | 0xc0, high, low, middle]),
        }
    }

    pub(super) fn vec3(&mut self, v: Vec3) {
        [v.x, v.y, v.z].into_iter().for_each(|c| self.f32(c));
    }

    pub(super) fn plane(&mut self, plane: &Plane) {
        self.vec3(plane.normal);
        self.f32(plane.offset);
    }

    pub(super) fn sphere(&mut self, sphere: &Sphere) {
        self.vec3(sphere.center);
        self.f32(sphere.radius);
    }

    pub(super) fn frame(&mut self, frame: &RawFrame) {
        self.vec3(frame.origin);
        frame.rotation.into_iter().for_each(|c| self.f32(c));
    }

    pub(super) fn align4(&mut self) {
        let end = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(end, 0);
    }

    /// A text of Latin letters, with its length before it, padded to four.
    pub(super) fn pstr(&mut self, text: &str) {
        let letters: Vec<u8> = text
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
            .collect();
        match u16::try_from(letters.len()) {
            Ok(length) if length < u16::MAX => self.u16(length),
            _ => {
                self.u16(u16::MAX);
                self.count(letters.len());
            }
        }
        self.bytes.extend(letters);
        self.align4();
    }
}
