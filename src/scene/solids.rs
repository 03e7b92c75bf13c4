//! Shapes of a scene as polygons and trees.

use glam::Vec3;

use super::check::{self, MAX_POLYGONS, Place};
use super::error::SceneError;
use super::game;
use super::locate::Part;
use super::locate::Part::{Field, Index};
use super::locate::text_of;
use super::map::model::Quaternion;
use super::model::{Shape, TreeKind};
use super::number::{Degrees, Point};
use super::shapes;
use super::source::{Source, beside_path};
use crate::bsp::Tree;
use crate::formats::dat::library::{Kept, Told};
use crate::formats::dat::load::{self, Loader};
use crate::formats::dump::{self, Dump};
use crate::formats::mesh::{self, Up};
use crate::formats::progress::{Go, STOPPED, Tell};
use crate::formats::text::{count as counted, either};
use crate::geometry::{Frame, Polygon, Rotation};

/// What a mesh counts for those who wait, and which part of that its reading is; the rest is its tree.
const THOUSAND: u64 = 1_000;
const READING: u64 = 350;

/// The frame of something that is placed and turned.
pub(super) fn frame(
    at: Option<Point>,
    yaw_degrees: Option<Degrees>,
    rotation: Option<Quaternion>,
) -> Frame {
    let rotation = match (rotation, yaw_degrees) {
        (Some((w, x, y, z)), _) => {
            Rotation::from_wide([w, x, y, z].map(|c| f64::from(c.get()))).unwrap_or_default()
        }
        (None, Some(yaw)) => Rotation::about_z(yaw.get().to_radians()),
        (None, None) => Rotation::IDENTITY,
    };
    Frame {
        origin: at.map_or(Vec3::ZERO, Point::vector),
        rotation,
    }
}

/// Makes trees and counts their polygons.
pub(super) struct Solids<'a> {
    /// What comes from game files.
    pub(super) loader: Loader<'a, Told<'a, Kept<'a>>>,
    pub(super) source: &'a Source,
    pub(super) place: Place<'a>,
    pub(super) tell: &'a Tell<'a>,
    pub(super) warnings: &'a mut Vec<String>,
    /// Polygons of the scene so far.
    pub(super) total: usize,
}

impl Solids<'_> {
    /// The tree of `shape`, which stands at `path` in the text; `name` is what warnings call it.
    pub(super) fn tree(
        &mut self,
        shape: &Shape,
        kind: Option<TreeKind>,
        path: &[Part<'_>],
        name: &str,
    ) -> Result<Tree, SceneError> {
        if let Shape::GfxObj(id) = shape {
            self.loader.choose(game::choice(kind));
            let tree = self.loader.tree(id.get());
            let tree = tree.map_err(|error| game::told(error, path, self.place))?;
            let tree = tree.map_or_else(|| Tree::balanced(Vec::new()), |tree| Tree::clone(&tree));
            self.count(tree.polygons().len(), path)?;
            return Ok(tree);
        }
        let polygons = self.polygons(shape, path, name)?;
        self.count(polygons.len(), path)?;
        odd_polygons(name, &polygons, self.warnings);
        Ok(match kind {
            Some(TreeKind::SingleLeaf) => Tree::single_leaf(polygons),
            _ => {
                let tell = self.tell;
                let mut told = |share: f64| {
                    let done = READING + ((THOUSAND - READING) as f64 * share) as u64;
                    tell(done, THOUSAND) == Go::On
                };
                Tree::balanced_told(polygons, &mut told)
                    .ok_or_else(|| self.place.error(path, STOPPED))?
            }
        })
    }

    /// The shape that an object takes from a game file.
    pub(super) fn game_shape(
        &mut self,
        shape: &Shape,
        kind: Option<TreeKind>,
        path: &[Part<'_>],
    ) -> Result<load::Shape, SceneError> {
        let id = game::game_id(shape).unwrap_or(0);
        self.loader.choose(game::choice(kind));
        let made = self.loader.shape(id);
        let made = made.map_err(|error| game::told(error, path, self.place))?;
        let polygons = made.parts.iter().map(|part| part.tree.polygons().len());
        self.count(polygons.sum(), path)?;
        Ok(made)
    }

    /// Refuses more polygons than a scene may have.
    pub(super) fn count(&mut self, more: usize, path: &[Part<'_>]) -> Result<(), SceneError> {
        self.total += more;
        if self.total > MAX_POLYGONS {
            return Err(self.place.error(path, check::too_many_polygons(self.total)));
        }
        Ok(())
    }

    fn polygons(
        &mut self,
        shape: &Shape,
        path: &[Part<'_>],
        name: &str,
    ) -> Result<Vec<Polygon>, SceneError> {
        let corners: Vec<Vec<Vec3>> = match shape {
            Shape::Polygons(polygons) => polygons
                .iter()
                .map(|points| points.iter().map(|point| point.vector()).collect())
                .collect(),
            // Those are no polygons and were built before.
            Shape::Spheres(_)
            | Shape::Cylinders(_)
            | Shape::Parts(_)
            | Shape::GfxObj(_)
            | Shape::Setup(_) => Vec::new(),
            Shape::Box { min, max } => shapes::cuboid(min.vector(), max.vector()),
            Shape::Prism { outline, z } => {
                let ring: Vec<(f32, f32)> =
                    outline.iter().map(|(x, y)| (x.get(), y.get())).collect();
                shapes::prism(&ring, z.0.get(), z.1.get())
            }
            Shape::Mesh { file, up, scale } => {
                let scale = scale.map_or(1.0, |scale| scale.get());
                let file_path = [path, &[Field("file")]].concat();
                return self.mesh(file, *up, scale, &file_path, name);
            }
            Shape::Dump { file } => {
                let file_path = [path, &[Field("file")]].concat();
                return self.dump(file, &file_path, name);
            }
        };
        let mut list = Vec::with_capacity(corners.len());
        for (number, points) in corners.into_iter().enumerate() {
            let polygon = Polygon::new(points).ok_or_else(|| {
                let way = [path, &[Index(number)]].concat();
                self.place.error(&way, "the corners span no area")
            })?;
            list.push(polygon);
        }
        Ok(list)
    }

    fn mesh(
        &mut self,
        file: &str,
        up: Up,
        scale: f32,
        path: &[Part<'_>],
        name: &str,
    ) -> Result<Vec<Polygon>, SceneError> {
        let none = |what: String| self.place.error(path, what);
        let Some(bytes) = self.bytes(file) else {
            return Err(none(format!("the mesh {file} is not at hand")));
        };
        let shown = self.source.beside(file);
        let beside = |name: &str| {
            let bytes = self.bytes(&beside_path(file, name)).map(<[u8]>::to_vec);
            bytes.ok_or_else(|| "it is not at hand".to_owned())
        };
        let tell = self.tell;
        let mut told = |done: u64, all: u64| {
            let share = done as f64 / all.max(1) as f64;
            tell((READING as f64 * share) as u64, THOUSAND)
        };
        let read = mesh::read(bytes, &beside, up, scale, &mut told).map_err(|error| {
            let (field, problem) = error.field_and_problem();
            let (scene, way) = (self.place.file, text_of(path));
            // A text that nobody wrote has no name.
            let problem = match self.source.path {
                Some(_) => format!("{problem} (the mesh of {scene}: {way})"),
                None => problem,
            };
            match error.place() {
                Some((line, column)) => SceneError::At {
                    file: shown.clone(),
                    line,
                    column,
                    field,
                    problem,
                },
                None => none(error.told(&shown)),
            }
        })?;
        if let Some(problem) = &read.nothing {
            return Err(none(format!("{shown}: {problem}")));
        }
        let told = read.warnings.iter();
        self.warnings
            .extend(told.map(|warning| format!("{name}: {file}: {warning}")));
        Ok(read.polygons)
    }
}

impl Solids<'_> {
    /// What is in a file that the scene names.
    fn bytes(&self, file: &str) -> Option<&[u8]> {
        let found = self.source.files.iter().find(|known| known.path == file);
        found.map(|known| known.bytes.as_slice())
    }

    fn dump(
        &mut self,
        file: &str,
        path: &[Part<'_>],
        name: &str,
    ) -> Result<Vec<Polygon>, SceneError> {
        let Some(bytes) = self.bytes(file) else {
            let problem = format!("the dump {file} is not at hand");
            return Err(self.place.error(path, problem));
        };
        let read = dump::read(bytes).map_err(|error| SceneError::At {
            file: self.source.beside(file),
            line: error.line,
            column: error.column,
            field: text_of(path),
            problem: error.problem,
        })?;
        let (polygons, warnings) = match read {
            Dump::Model(model) => (model.polygons, model.warnings),
            Dump::Room(room) => (room.polygons, room.warnings),
        };
        let told = warnings.iter();
        self.warnings
            .extend(told.map(|warning| format!("{name}: {file}: {warning}")));
        Ok(polygons.into_iter().map(|dumped| dumped.polygon).collect())
    }
}

fn are(number: usize) -> &'static str {
    either(number as u64, "is", "are")
}

/// Warns of polygons that the tests of spheres take for something else than they look.
///
/// # Source
/// spec/bsp.md 4.1: the plane of a polygon that is not flat goes through the mean of its corners; edges are tested one by
/// one, so that a dent is taken for filled or for open, depending on where the sphere is.
fn odd_polygons(name: &str, polygons: &[Polygon], warnings: &mut Vec<String>) {
    let all = polygons.len();
    let uneven = || (0..all).filter(|index| !polygons[*index].is_flat());
    let worst = uneven().max_by(|a, b| {
        let off = |index: &usize| polygons[*index].unevenness();
        off(a).total_cmp(&off(b))
    });
    if let Some(worst) = worst {
        let (count, off) = (uneven().count(), polygons[worst].unevenness() * 1000.0);
        let (of, are) = (counted(all as u64, "polygon"), are(count));
        warnings.push(format!(
            "{name}: {count} of {of} {are} not flat, most of all polygon {worst}, by {off:.1} mm; a mean plane stands for each"
        ));
    }
    let mut dented = (0..all).filter_map(|index| Some((index, polygons[index].not_convex()?)));
    if let Some((first, how)) = dented.next() {
        let count = dented.count() + 1;
        let (of, are) = (counted(all as u64, "polygon"), are(count));
        warnings.push(format!(
            "{name}: {count} of {of} {are} not convex; the first is polygon {first}, which {how}"
        ));
    }
}
