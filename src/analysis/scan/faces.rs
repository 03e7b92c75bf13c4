//! All polygons of a world where they stand, and what of them is near a place.

use glam::{DVec3, Vec3};

use crate::analysis::words;
use crate::bsp::Tree;
use crate::geometry::polygon_sphere::foot;
use crate::geometry::vector::{cross, dot_wide, length, narrow, wide};
use crate::geometry::{Frame, Polygon, Sphere};
use crate::ids::{PolygonId, Surface};
use crate::world::object::{Kind, ObjectState};
use crate::world::{Object, PlacedTree, World};

use super::Swept;
use super::finding::Spot;

/// Rounding of planes far out, metres.
const SLACK: f64 = 0.01;

/// Polygons of all trees of `world`, the landscape's not among them: what scans tell their progress in.
#[must_use]
pub fn polygons_of(world: &World) -> u64 {
    PlacedTree::all(world)
        .map(|placed| placed.tree.polygons().len() as u64)
        .sum()
}

/// Whose polygons are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Taken {
    /// Everybody's.
    All,
    /// Of what never moves.
    Static,
    /// Of what such a mover cannot pass.
    Before(Swept),
}

impl Taken {
    fn takes(self, object: &Object) -> bool {
        let passable = object.state.has(ObjectState::ETHEREAL);
        match self {
            Self::All => true,
            Self::Static => object.state.has(ObjectState::STATIC) && !passable,
            Self::Before(Swept::Viewer { .. }) => !passable && !object.kind.has(Kind::CREATURE),
            Self::Before(Swept::Body(_)) => !passable,
        }
    }
}

/// A polygon where it stands.
#[derive(Clone, Debug)]
pub struct Face {
    /// Whose it is; none of the landscape.
    pub surface: Option<Surface>,
    /// Index in [`Faces::names`].
    owner: u32,
    /// Its number in its tree.
    pub polygon: PolygonId,
}

/// The polygons of a world in the scene.
#[derive(Debug)]
pub struct Faces {
    names: Vec<String>,
    list: Vec<Face>,
    /// All polygons, in the order of `list`, sorted for questions about places.
    index: Tree,
}

impl Faces {
    /// Those of `world` that `taken` says; what has no area in the scene is left out. `None` when `told` said stop.
    pub fn of(world: &World, taken: Taken, told: &mut dyn FnMut(f64) -> bool) -> Option<Self> {
        let (mut names, mut list, mut polygons) = (Vec::new(), Vec::new(), Vec::new());
        for (surface, placed) in PlacedTree::each(world) {
            let owner = surface
                .object()
                .and_then(|id| world.objects.get(id.0 as usize));
            if owner.is_some_and(|object| !taken.takes(object)) {
                continue;
            }
            let owner = names.len() as u32;
            names.push(words::surface_name(world, surface));
            for (number, polygon) in placed.tree.polygons().iter().enumerate() {
                let corners = polygon.vertices.iter().map(|v| placed.to_world(*v));
                if let Some(polygon) = Polygon::new(corners.collect()) {
                    polygons.push(polygon);
                    list.push(Face {
                        surface: Some(surface),
                        owner,
                        polygon: PolygonId(number as u32),
                    });
                }
            }
        }
        for land in world.landscape() {
            let owner = names.len() as u32;
            names.push(match land.block {
                Some(block) => format!("landblock {block:#06X}"),
                None => "ground".to_owned(),
            });
            for (number, corners) in land.triangles.into_iter().enumerate() {
                if let Some(polygon) = Polygon::new(corners) {
                    polygons.push(polygon);
                    list.push(Face {
                        surface: None,
                        owner,
                        polygon: PolygonId(number as u32),
                    });
                }
            }
        }
        let index = Tree::balanced_told(polygons, told)?;
        Some(Self { names, list, index })
    }

    /// Whose they are, in the order of [`Self::polygons`].
    #[must_use]
    pub fn list(&self) -> &[Face] {
        &self.list
    }

    /// The polygons in the scene.
    #[must_use]
    pub fn polygons(&self) -> &[Polygon] {
        self.index.polygons()
    }

    /// The place `at` on face `index`, as findings name it.
    #[must_use]
    pub fn spot(&self, index: usize, at: Vec3) -> Spot {
        let face = self.list.get(index);
        let name = face.and_then(|face| self.names.get(face.owner as usize));
        Spot {
            object: name.cloned().unwrap_or_default(),
            polygon: face.map(|face| face.polygon),
            at,
        }
    }

    /// The faces that may be within `radius` of `center`, rising, each once.
    #[must_use]
    pub fn near(&self, center: DVec3, radius: f64) -> Vec<usize> {
        let placed = PlacedTree {
            tree: &self.index,
            frame: Frame::default(),
            scale: 1.0,
        };
        let mut found = Vec::new();
        let sphere = Sphere {
            center: narrow(center),
            // Rounded up: what is near stays near.
            radius: (radius * (1.0 + 1e-6) + 1e-6) as f32,
        };
        placed.leaves_near(sphere, |id| {
            found.push(id.0 as usize);
            true
        });
        found.sort_unstable();
        found.dedup();
        found.retain(|index| {
            let polygon = &self.polygons()[*index];
            let height =
                dot_wide(polygon.plane.normal_wide(), center) + f64::from(polygon.plane.offset);
            height.abs() <= radius + SLACK || height.abs() <= radius + polygon.unevenness() + SLACK
        });
        found
    }
}

/// Distance of `point` from a convex polygon with its inside, metres.
#[must_use]
pub fn distance(polygon: &Polygon, point: DVec3) -> f64 {
    let normal = polygon.plane.normal_wide();
    let height = dot_wide(normal, point) + f64::from(polygon.plane.offset);
    let foot = foot(&polygon.plane, point, height);
    let mut inside = true;
    let mut nearest = f64::INFINITY;
    for (a, b) in edges(polygon) {
        let along = b - a;
        inside &= dot_wide(cross(normal, along), foot - a) >= 0.0;
        let off = length(point - nearest_on(a, b, point));
        if off < nearest {
            nearest = off;
        }
    }
    if inside { height.abs() } else { nearest }
}

/// The edges of a polygon, widened, in the order of its corners.
pub(super) fn edges(polygon: &Polygon) -> impl Iterator<Item = (DVec3, DVec3)> {
    let corners = &polygon.vertices;
    (0..corners.len()).map(|k| (wide(corners[k]), wide(corners[(k + 1) % corners.len()])))
}

/// The point of a line from `a` to `b` that is nearest to `point`.
pub(super) fn nearest_on(a: DVec3, b: DVec3, point: DVec3) -> DVec3 {
    let along = b - a;
    let whole = dot_wide(along, along);
    if whole <= 0.0 {
        return a;
    }
    a + along * (dot_wide(point - a, along) / whole).clamp(0.0, 1.0)
}

/// The mean of a polygon's corners.
pub(super) fn middle(polygon: &Polygon) -> DVec3 {
    let sum = polygon
        .vertices
        .iter()
        .fold(DVec3::ZERO, |sum, v| sum + wide(*v));
    sum / polygon.vertices.len().max(1) as f64
}

/// The sum of a polygon's triangles, along its normal; its length is the area, square metres.
pub(super) fn area_vector(polygon: &Polygon) -> DVec3 {
    let Some(first) = polygon.vertices.first().copied().map(wide) else {
        return DVec3::ZERO;
    };
    let pairs = polygon.vertices.windows(2);
    pairs.fold(DVec3::ZERO, |sum, pair| {
        sum + cross(wide(pair[0]) - first, wide(pair[1]) - first)
    }) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon::reference::{floor, floor_at, tri, wall};

    #[test]
    fn distances_are_those_of_the_nearest_part() {
        let to = |x: f64, y: f64, z: f64| distance(&tri(), DVec3::new(x, y, z));
        assert!((to(1.0, 1.0, -2.0) - 2.0).abs() < 1e-6);
        assert!((to(-3.0, 1.0, 4.0) - 5.0).abs() < 1e-6);
        assert!((to(-3.0, -4.0, 12.0) - 13.0).abs() < 1e-6);
    }

    #[test]
    fn areas_are_along_the_normal() {
        assert!(area_vector(&tri()).abs_diff_eq(DVec3::Z * 6.0, 1e-9));
        assert!(area_vector(&wall()).abs_diff_eq(DVec3::X * -100.0, 1e-9));
    }

    #[test]
    fn what_is_near_is_found() {
        let polygons = (0..40).map(|k| floor_at(k as f32)).chain([floor(), wall()]);
        let object = Object::solid(
            "floors".to_owned(),
            Frame::at(Vec3::X * 100.0),
            2.0,
            Tree::balanced(polygons.collect()),
        );
        let faces = Faces::of(&World::new(vec![object]), Taken::All, &mut |_| true).unwrap();
        // Twice as large: floors lie 2 m apart, and the wall is at x = 104 up to z = 10.
        let found = faces.near(DVec3::new(95.0, 0.0, 20.0), 1.0);
        assert!(found.contains(&10) && !found.contains(&41), "{found:?}");
        assert!(found.len() < 8, "{found:?}");
        let spot = faces.spot(10, Vec3::ZERO);
        assert_eq!(
            spot.to_string(),
            "floors, polygon 10 at (0.000, 0.000, 0.000)"
        );
    }
}
