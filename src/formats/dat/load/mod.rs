//! Records as what stands in a world: objects, rooms, buildings and ground, with all that they refer to.
//!
//! What is named has to be there. What that refers to in turn may be missing or broken, as in custom content: it is left out
//! and told of, and the rest goes on.

mod map;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use super::bytes::{RawFrame, is_measure, is_point, is_sphere};
use super::environment::Environment;
use super::error::{DatError, Wrong};
use super::gfx_obj::GfxObj;
use super::ids::{DataSet, RecordKind};
use super::library::Fetch;
use super::setup::Setup;
use super::solid::{self, TreeChoice};
use crate::bsp::Tree;
use crate::formats::text::{count, either};
use crate::geometry::{Cylinder, Frame, Rotation, Sphere};
use crate::world::{Object, ObjectState, Part};

pub use map::{Loaded, Place};

/// What notes say of what refers to something that cannot be had.
const LACKS: &str = "lacks what it refers to";

/// Most things that are told of one load.
const MOST_NOTES: usize = 40;

/// The shape of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Its trees; where there is one, nothing else counts.
    pub parts: Vec<Part>,
    /// Its spheres, if it has no tree.
    pub spheres: Vec<Sphere>,
    /// Its cylinders, if it has no tree.
    pub cylinders: Vec<Cylinder>,
}

impl Shape {
    /// Whether nothing of it can be hit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.spheres.is_empty() && self.cylinders.is_empty()
    }

    /// An object of this shape.
    #[must_use]
    pub fn object(self, name: String, frame: Frame, scale: f32) -> Object {
        if self.parts.is_empty() {
            return Object::round(name, frame, scale, self.spheres, self.cylinders);
        }
        let object = Object::of_parts(name, frame, scale, self.parts);
        debug_assert!(object.state.has(ObjectState::HAS_PHYSICS_BSP));
        object
    }
}

/// Loads one thing after the other; what several share is decoded once.
#[derive(Debug)]
pub struct Loader<'a, F> {
    fetch: &'a mut F,
    choice: TreeChoice,
    placement: u32,
    trees: BTreeMap<(u32, TreeChoice), Option<Arc<Tree>>>,
    shapes: BTreeMap<(u32, TreeChoice), Option<Arc<Shape>>>,
    environments: BTreeMap<u32, Result<Arc<Environment>, DatError>>,
    heights: Option<Arc<Vec<f32>>>,
    /// Models that have nothing to hit: in real files there are many of them.
    bare: BTreeSet<u32>,
    notes: Vec<String>,
    untold: usize,
}

impl<'a, F: Fetch> Loader<'a, F> {
    /// Loads out of `fetch`; parts of setups stand as their placement `placement` says.
    pub fn new(fetch: &'a mut F, choice: TreeChoice, placement: u32) -> Self {
        Self {
            fetch,
            choice,
            placement,
            trees: BTreeMap::new(),
            shapes: BTreeMap::new(),
            environments: BTreeMap::new(),
            heights: None,
            bare: BTreeSet::new(),
            notes: Vec::new(),
            untold: 0,
        }
    }

    /// Which trees stand over what is loaded from now on.
    pub fn choose(&mut self, choice: TreeChoice) {
        self.choice = choice;
    }

    /// Those of [`Self::notes`] that tell what something refers to and cannot be had.
    pub fn lacks(&self) -> impl Iterator<Item = &str> {
        let notes = self.notes.iter().map(String::as_str);
        notes.filter(|note| note.contains(LACKS))
    }

    /// What was missing, broken or odd, each once; models that cannot be hit are told together.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        let more = self.bare.len().saturating_sub(1);
        notes.extend(self.bare.first().map(|id| match more {
            0 => format!("{id:#010X} has no physics polygons: it can be seen and not be hit"),
            _ => format!(
                "{id:#010X} and {more} more have no physics polygons: they can be seen and not be hit"
            ),
        }));
        if self.untold > 0 {
            let untold = self.untold;
            notes.push(format!(
                "and {} {} missing, broken or odd",
                count(untold as u64, "more thing"),
                either(untold as u64, "is", "are")
            ));
        }
        notes
    }

    fn note(&mut self, note: String) {
        if self.notes.contains(&note) {
            return;
        }
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note);
        } else {
            self.untold += 1;
        }
    }

    fn noted(&mut self, id: u32, notes: impl IntoIterator<Item = String>) {
        for note in notes {
            self.note(format!("{id:#010X}: {note}"));
        }
    }

    /// A record with its remarks noted.
    fn read<T>(
        &mut self,
        set: DataSet,
        id: u32,
        read: fn(&[u8], Option<u32>) -> Result<(T, Vec<String>), Wrong>,
    ) -> Result<T, DatError> {
        let bytes = self.fetch.fetch(set, id)?;
        let (record, flaws) =
            read(&bytes, Some(id)).map_err(|wrong| wrong.of(&self.fetch.name(set), id))?;
        self.noted(id, flaws);
        Ok(record)
    }

    /// The record `what`, which `of` needs: an error becomes a note.
    fn needed<T>(&mut self, of: u32, what: u32, result: Result<T, DatError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                let (error, what) = (error.to_string(), format!("{what:#010X}"));
                // Where the directory is broken, only the way to the record is told.
                let what = match error.contains(&what) {
                    true => String::new(),
                    false => format!("{what}: "),
                };
                self.note(format!("{of:#010X} {LACKS}: {what}{error}"));
                None
            }
        }
    }

    /// The tree of a `GfxObj`; none where it has nothing to hit.
    ///
    /// # Errors
    /// [`DatError`]: it is missing or broken.
    pub fn tree(&mut self, id: u32) -> Result<Option<Arc<Tree>>, DatError> {
        if let Some(known) = self.trees.get(&(id, self.choice)) {
            return Ok(known.clone());
        }
        let object = self.read(DataSet::Portal, id, GfxObj::read)?;
        let tree = match &object.physics_tree {
            None => {
                self.bare.insert(id);
                None
            }
            Some(stored) => {
                let (mut notes, name) = (Vec::new(), format!("{id:#010X}"));
                let made = solid::tree(
                    &object.vertices,
                    &object.physics,
                    stored,
                    self.choice,
                    &name,
                    &mut notes,
                );
                let made = made.map_err(|wrong| wrong.of(&self.fetch.name(DataSet::Portal), id));
                notes.into_iter().for_each(|note| self.note(note));
                Some(Arc::new(made?))
            }
        };
        self.trees.insert((id, self.choice), tree.clone());
        Ok(tree)
    }

    /// The shape of a `GfxObj` or a `Setup`.
    ///
    /// # Errors
    /// [`DatError`]: it is missing or broken, or it is neither.
    pub fn shape(&mut self, id: u32) -> Result<Shape, DatError> {
        match RecordKind::of(DataSet::Portal, id) {
            RecordKind::GfxObj => Ok(Shape {
                parts: self.tree(id)?.iter().map(whole).collect(),
                ..Shape::default()
            }),
            RecordKind::Setup => self.setup(id),
            _ => Err(DatError::Record {
                file: self.fetch.name(DataSet::Portal),
                id,
                offset: 0,
                field: "id",
                problem: "neither a GfxObj nor a Setup, as what stands about is".to_owned(),
            }),
        }
    }

    /// As [`Self::shape`], for something else: none, with a note, where it cannot be had.
    fn shape_of(&mut self, owner: u32, id: u32) -> Option<Arc<Shape>> {
        if let Some(known) = self.shapes.get(&(id, self.choice)) {
            return known.clone();
        }
        let shape = self.shape(id);
        let shape = self.needed(owner, id, shape).map(Arc::new);
        self.shapes.insert((id, self.choice), shape.clone());
        shape
    }

    fn setup(&mut self, id: u32) -> Result<Shape, DatError> {
        let setup = self.read(DataSet::Portal, id, Setup::read)?;
        let mut shape = Shape::default();
        for (index, model) in setup.parts.iter().enumerate() {
            if let Some(part) = self.part(&setup, index, *model) {
                shape.parts.push(part);
            }
        }
        if !shape.parts.is_empty() {
            return Ok(shape);
        }
        for sphere in &setup.spheres {
            match is_sphere(sphere) && sphere.radius > 0.0 {
                true => shape.spheres.push(*sphere),
                false => self.note(format!("{id:#010X}: a sphere that is none is left out")),
            }
        }
        for cylinder in &setup.cylinders {
            let sound = is_point(cylinder.origin)
                && [cylinder.radius, cylinder.height]
                    .iter()
                    .all(|size| is_measure(*size) && *size > 0.0);
            match sound {
                true => shape.cylinders.push(Cylinder {
                    low: cylinder.origin,
                    height: cylinder.height,
                    radius: cylinder.radius,
                }),
                false => self.note(format!("{id:#010X}: a cylinder that is none is left out")),
            }
        }
        Ok(shape)
    }

    /// A part of a setup; none where it has nothing to hit.
    fn part(&mut self, setup: &Setup, index: usize, model: u32) -> Option<Part> {
        let kind = RecordKind::of(DataSet::Portal, model);
        if kind != RecordKind::GfxObj {
            let (of, is) = (setup.id, kind.name());
            self.note(format!(
                "{of:#010X} {LACKS}: part {index} is {model:#010X}, which is no GfxObj but of type {is}"
            ));
            return None;
        }
        let tree = self.tree(model);
        let tree = self.needed(setup.id, model, tree).flatten()?;
        let raw = setup.placed(self.placement).get(index);
        let raw = raw.copied().unwrap_or(RawFrame::IDENTITY);
        let frame = self.frame(&raw, setup.id)?;
        // What collides has one scale, that along z (spec/bsp.md 1).
        let scale = setup.scales.get(index).copied().unwrap_or(Vec3::ONE);
        let of = setup.id;
        if scale.x != scale.z || scale.y != scale.z {
            self.note(format!(
                "{of:#010X}: part {index} has the scale {scale}; what collides takes the last"
            ));
        }
        if !(1e-6..=1e6).contains(&scale.z) {
            self.note(format!(
                "{of:#010X}: part {index} has no scale and is left out"
            ));
            return None;
        }
        Some(Part {
            frame,
            scale: scale.z,
            tree: Tree::clone(&tree),
        })
    }

    /// A frame that can be used: a rotation that is none counts as no rotation (spec/dat.md 1.1); none where there is no place.
    fn frame(&mut self, raw: &RawFrame, of: u32) -> Option<Frame> {
        if !is_point(raw.origin) {
            let origin = raw.origin;
            self.note(format!(
                "{of:#010X}: something is left out: no place is at {origin}"
            ));
            return None;
        }
        let rotation = raw.turn().unwrap_or_else(|| {
            let how = raw.fault().unwrap_or_default();
            self.note(format!("{of:#010X}: {how} and counts as none"));
            Rotation::IDENTITY
        });
        Some(Frame {
            origin: raw.origin,
            rotation,
        })
    }
}

/// A tree as the only part of an object.
fn whole(tree: &Arc<Tree>) -> Part {
    Part {
        frame: Frame::default(),
        scale: 1.0,
        tree: Tree::clone(tree),
    }
}
