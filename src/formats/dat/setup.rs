//! Meshes placed together, with spheres and cylinders: `Setup` records.

use glam::Vec3;

use super::bytes::{RawFrame, Reader};
use super::error::Wrong;
use crate::geometry::Sphere;

/// Flag: parts have parents.
pub const PARENTS: u32 = 1;
/// Flag: parts have scales.
pub const SCALES: u32 = 2;
/// Flag: it has a physics tree; advisory.
pub const HAS_PHYSICS: u32 = 8;

/// Bytes of a frame.
const FRAME: usize = 28;

/// An upright cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CylSphere {
    /// Middle of its base.
    pub origin: Vec3,
    /// Its radius.
    pub radius: f32,
    /// Its height.
    pub height: f32,
}

/// A place on a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// What it is for.
    pub key: u32,
    /// The part.
    pub part: u32,
    /// The place.
    pub frame: RawFrame,
}

/// How all parts stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// 0 is the default, 0x65 at rest.
    pub key: u32,
    /// A frame for each part, in the object.
    pub frames: Vec<RawFrame>,
}

/// A light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Its number.
    pub key: u32,
    /// Its place.
    pub frame: RawFrame,
    /// Its colour.
    pub color: u32,
    /// Intensity, falloff and angle of its cone; the last is often fill.
    pub numbers: [f32; 3],
}

/// Meshes placed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Its id.
    pub id: u32,
    /// [`PARENTS`], [`SCALES`], 4 free to turn, [`HAS_PHYSICS`].
    pub flags: u32,
    /// The `GfxObj` of each part.
    pub parts: Vec<u32>,
    /// The parent of each part; empty without [`PARENTS`]. Placements do not need them.
    pub parents: Vec<u32>,
    /// The scale of each part; empty without [`SCALES`].
    pub scales: Vec<Vec3>,
    /// Where it holds things.
    pub holding: Vec<Location>,
    /// Where it is joined to others.
    pub connections: Vec<Location>,
    /// How its parts stand.
    pub placements: Vec<Placement>,
    /// Its cylinders.
    pub cylinders: Vec<CylSphere>,
    /// Its spheres.
    pub spheres: Vec<Sphere>,
    /// Its height.
    pub height: f32,
    /// Its radius.
    pub radius: f32,
    /// Highest step that it climbs.
    pub step_up: f32,
    /// Deepest step that it follows.
    pub step_down: f32,
    /// A sphere for sorting.
    pub sorting: Sphere,
    /// A sphere for picking.
    pub selection: Sphere,
    /// Its lights.
    pub lights: Vec<Light>,
    /// Animation, script, motion table, sound table and script table.
    pub defaults: [u32; 5],
}

impl Setup {
    /// Reads the record whose id is `wanted`, where that is known; and what is odd about it.
    ///
    /// # Errors
    /// [`Wrong`] at the first thing that cannot be; animation hooks are not read.
    ///
    /// # Source
    /// spec/dat.md 6.
    pub fn read(bytes: &[u8], wanted: Option<u32>) -> Result<(Self, Vec<String>), Wrong> {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        let id = r.id(wanted)?;
        let flags = r.u32("flags")?;
        let count = r.count(4, "parts")?;
        let parts = list(count, || r.u32("part"))?;
        let parents = match flags & PARENTS != 0 {
            true => list(r.room(count as u32, 4, "parents")?, || r.u32("parent"))?,
            false => Vec::new(),
        };
        let scales = match flags & SCALES != 0 {
            true => list(r.room(count as u32, 12, "scales")?, || r.vec3("scale"))?,
            false => Vec::new(),
        };
        let holding = locations(r, "holding locations")?;
        let connections = locations(r, "connection points")?;
        let placed = r.count(8 + FRAME * count, "placements")?;
        let placements = list(placed, || placement(r, count))?;
        let cylinders = r.count(20, "cylinders")?;
        let cylinders = list(cylinders, || {
            Ok(CylSphere {
                origin: r.vec3("cylinder")?,
                radius: r.f32("cylinder")?,
                height: r.f32("cylinder")?,
            })
        })?;
        let spheres = r.count(16, "spheres")?;
        let spheres = list(spheres, || r.sphere("sphere"))?;
        let height = r.f32("height")?;
        let radius = r.f32("radius")?;
        let step_up = r.f32("step up")?;
        let step_down = r.f32("step down")?;
        let sorting = r.sphere("sorting sphere")?;
        let selection = r.sphere("selection sphere")?;
        let lights = r.count(48, "lights")?;
        let lights = list(lights, || {
            Ok(Light {
                key: r.u32("light")?,
                frame: r.frame("light")?,
                color: r.u32("light")?,
                numbers: [r.f32("light")?, r.f32("light")?, r.f32("light")?],
            })
        })?;
        let mut defaults = [0; 5];
        for default in &mut defaults {
            *default = r.u32("defaults")?;
        }
        r.align4()?;
        if !placements.iter().any(|placement| placement.key == 0) {
            r.flaw(|| "it has no default placement".to_owned());
        }
        let setup = Self {
            id,
            flags,
            parts,
            parents,
            scales,
            holding,
            connections,
            placements,
            cylinders,
            spheres,
            height,
            radius,
            step_up,
            step_down,
            sorting,
            selection,
            lights,
            defaults,
        };
        Ok((setup, reader.finish()))
    }

    /// The frames of its parts in the placement `key`; those of the first placement where there is none of that key.
    #[must_use]
    pub fn placed(&self, key: u32) -> &[RawFrame] {
        let named = self.placements.iter().find(|known| known.key == key);
        named
            .or(self.placements.first())
            .map_or(&[], |placement| &placement.frames)
    }
}

/// `count` of what `read` reads; the count was compared with what is left.
pub(super) fn list<T>(
    count: usize,
    mut read: impl FnMut() -> Result<T, Wrong>,
) -> Result<Vec<T>, Wrong> {
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        list.push(read()?);
    }
    Ok(list)
}

fn locations(r: &mut Reader<'_>, field: &'static str) -> Result<Vec<Location>, Wrong> {
    let count = r.count(36, field)?;
    list(count, || {
        Ok(Location {
            key: r.u32(field)?,
            part: r.u32(field)?,
            frame: r.frame(field)?,
        })
    })
}

fn placement(r: &mut Reader<'_>, parts: usize) -> Result<Placement, Wrong> {
    let key = r.u32("placement")?;
    // Of several placements only the least size was compared with what is left.
    r.room(parts as u32, FRAME, "placement")?;
    let frames = list(parts, || r.frame("placement"))?;
    let hooks = r.u32("hooks")?;
    if hooks != 0 {
        let problem = format!("{hooks} were found; animation hooks in a Setup are not read");
        return Err(r.wrong("hooks", problem));
    }
    Ok(Placement { key, frames })
}
