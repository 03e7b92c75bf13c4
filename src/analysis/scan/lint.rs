//! Polygons and objects that make trouble: what the tests of spheres take for something else than it looks, and what lies
//! so near a limit that rounding decides.

mod steps;
mod trouble;

use glam::Vec3;

pub use trouble::{Lint, Trouble};

use super::faces::{area_vector, edges, middle, polygons_of};
use super::finding::{Findings, Spot};
use crate::analysis::words;
use crate::bsp::referee::{Defect, check_tree};
use crate::bsp::{NodeKind, Tree};
use crate::constants::{FLOOR_Z, LANDING_Z};
use crate::formats::progress::{Go, Progress};
use crate::geometry::convex::Dent;
use crate::geometry::vector::{cross, dot_wide, length, narrow, unit, wide};
use crate::geometry::{Polygon, Position};
use crate::ids::{NodeId, PolygonId, Surface};
use crate::ops;
use crate::policy::Policy;
use crate::world::{PlacedTree, World};

/// Area below which a polygon is as good as none, square metres.
const LEAST_AREA: f64 = 1e-8;

/// Width below which a polygon is a sliver, metres.
const SLIVER: f64 = 0.001;

/// How near a slope comes to a limit, degrees.
const NEAR_LIMIT: f64 = 0.5;

/// How near a step comes to the mover's, metres.
const NEAR_STEP: f64 = 0.01;

/// Spacing of stored coordinates that is told, metres.
const COARSE: f64 = 0.001;

/// Coordinate beyond which it is asked for, metres.
const FAR: f64 = 10_000.0;

/// What trouble depends on.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What the mover climbs, metres; none where nothing climbs.
    pub step_up: Option<f32>,
    /// The policies under which the scene runs.
    pub policies: &'a [Policy],
}

/// Looks at every tree of `world`.
///
/// `None` when `progress` said stop.
pub fn scan(
    world: &World,
    asked: &Asked<'_>,
    most: usize,
    progress: &mut dyn Progress,
) -> Option<Findings<Lint>> {
    let mut findings = Findings::new(most);
    // Trees, the sorting of their polygons, steps.
    let (all, mut done) = (polygons_of(world), 0);
    for (surface, placed) in PlacedTree::each(world) {
        let mut look = Look {
            name: words::surface_name(world, surface),
            placed,
            policies: asked.policies,
            findings: &mut findings,
        };
        look.tree();
        look.place(world, surface);
        look.repeated();
        for (index, polygon) in placed.tree.polygons().iter().enumerate() {
            look.polygon(PolygonId(index as u32), polygon);
        }
        done += placed.tree.polygons().len() as u64;
        if progress.at(done, 3 * all) == Go::Stop {
            return None;
        }
    }
    if let Some(step_up) = asked.step_up.filter(|step| f64::from(*step) > NEAR_STEP) {
        steps::steps(world, step_up, &mut findings, progress)?;
    }
    Some(findings)
}

/// What looks at one tree.
struct Look<'a, 'b> {
    name: String,
    placed: PlacedTree<'a>,
    policies: &'a [Policy],
    findings: &'b mut Findings<Lint>,
}

impl Look<'_, '_> {
    fn push(&mut self, polygon: Option<PolygonId>, local: Vec3, trouble: Trouble) {
        let spot = Spot {
            object: self.name.clone(),
            polygon,
            at: self.placed.to_world(local),
        };
        self.findings.push(Lint { spot, trouble });
    }

    /// Its nodes.
    fn tree(&mut self) {
        let tree: &Tree = self.placed.tree;
        let scale = f64::from(self.placed.scale);
        let root = tree.root_sphere().center;
        if let [only] = tree.nodes()
            && matches!(only.kind, NodeKind::Leaf { .. })
            && !tree.polygons().is_empty()
        {
            let polygons = tree.polygons().len();
            let emptied = self.policies.iter().any(|policy| tree.is_empty_to(policy));
            self.push(None, root, Trouble::SingleLeaf { polygons, emptied });
        }
        if !(scale > 0.0 && scale.is_finite()) {
            let scale = self.placed.scale;
            self.push(None, root, Trouble::Scale { scale });
        }
        let mut small: Vec<(NodeId, u64, Option<f64>)> = Vec::new();
        for defect in check_tree(tree) {
            let Defect::SphereTooSmall { node, by, .. } = defect else {
                continue;
            };
            let by = (!by.is_nan()).then_some(by * scale);
            match small.last_mut().filter(|(last, ..)| *last == node) {
                Some((_, polygons, most)) => {
                    *polygons += 1;
                    *most = match (*most, by) {
                        (Some(a), Some(b)) => Some(if b > a { b } else { a }),
                        _ => None,
                    };
                }
                None => small.push((node, 1, by)),
            }
        }
        for (node, polygons, by) in small {
            let sphere = tree.nodes().get(node.0 as usize).map(|node| node.sphere);
            let center = sphere.map_or(root, |sphere| sphere.center);
            self.push(None, center, Trouble::NodeTooSmall { node, polygons, by });
        }
    }

    /// Where it stands, in the coordinates that its tests are made in.
    fn place(&mut self, world: &World, surface: Surface) {
        let place = match surface {
            Surface::Part { object, part } => {
                let object = world.objects.get(object.0 as usize);
                object.and_then(|object| {
                    let part = object.parts.get(part as usize)?;
                    Some(object.part_place(part, true).0)
                })
            }
            Surface::Environment(cell) => world.cells().and_then(|cells| {
                let room = cells.indoor(cell).map(|room| room.position());
                room.or_else(|| cells.building(cell).map(|building| building.position))
            }),
        };
        let place: Position = place.unwrap_or_default();
        let scale = f64::from(self.placed.scale);
        let corners = self.placed.tree.polygons().iter();
        let farthest = corners
            .flat_map(|polygon| polygon.vertices.iter())
            .map(|corner| {
                let v = wide(place.frame.to_global(narrow(wide(*corner) * scale)));
                (v.abs().max_element(), *corner)
            })
            .reduce(|a, b| if b.0 > a.0 { b } else { a });
        let Some((coordinate, corner)) = farthest else {
            return;
        };
        let spacing = spacing(coordinate as f32);
        if coordinate > FAR && spacing > COARSE {
            self.push(
                None,
                corner,
                Trouble::Far {
                    coordinate,
                    spacing,
                },
            );
        }
    }

    /// Polygons with the same corners.
    fn repeated(&mut self) {
        let polygons = self.placed.tree.polygons();
        let mut keys: Vec<(u64, u32)> = polygons
            .iter()
            .enumerate()
            .map(|(index, polygon)| (key(polygon), index as u32))
            .collect();
        keys.sort_unstable();
        let mut pairs = Vec::new();
        for group in keys.chunk_by(|a, b| a.0 == b.0) {
            for (at, (_, index)) in group.iter().enumerate() {
                let mine = corners(&polygons[*index as usize]);
                let same = group[..at]
                    .iter()
                    .find(|(_, other)| corners(&polygons[*other as usize]) == mine);
                if let Some((_, other)) = same {
                    pairs.push((*index, *other));
                }
            }
        }
        pairs.sort_unstable();
        for (index, other) in pairs {
            let (polygon, first) = (&polygons[index as usize], &polygons[other as usize]);
            let facing = dot_wide(polygon.plane.normal_wide(), first.plane.normal_wide());
            let of = PolygonId(other);
            let trouble = if facing >= 0.0 {
                Trouble::Repeated { of }
            } else {
                Trouble::Twin { of }
            };
            let at = narrow(middle(polygon));
            self.push(Some(PolygonId(index)), at, trouble);
        }
    }

    /// Its shape and its slope.
    fn polygon(&mut self, id: PolygonId, polygon: &Polygon) {
        let scale = f64::from(self.placed.scale);
        let at = narrow(middle(polygon));
        let corners = &polygon.vertices;
        let before = |k: usize| corners[(k + corners.len() - 1) % corners.len()];
        if let Some(corner) = (0..corners.len()).find(|k| corners[*k] == before(*k)) {
            let place = corners[corner];
            self.push(Some(id), place, Trouble::RepeatedCorner { corner });
        }
        let area = length(area_vector(polygon)) * scale * scale;
        if area < LEAST_AREA || area.is_nan() {
            self.push(Some(id), at, Trouble::Degenerate { area });
            return;
        }
        let width = width(polygon) * scale;
        if width < SLIVER {
            self.push(Some(id), at, Trouble::Sliver { width });
        }
        if !polygon.is_flat() {
            let by = polygon.unevenness() * scale;
            self.push(Some(id), at, Trouble::NotFlat { by });
        }
        if let Some(dent) = polygon.not_convex() {
            let dent = match dent {
                Dent::Corner(corner) => Some(corner),
                Dent::Crosses => None,
            };
            self.push(Some(id), at, Trouble::NotConvex { dent });
        }
        let up = self.placed.frame.vector_to_global(polygon.plane.normal).z;
        if let Some(trouble) = near_limit(f64::from(up)) {
            self.push(Some(id), at, trouble);
        }
    }
}

/// Distance of a stored number from the next larger one.
fn spacing(value: f32) -> f64 {
    let value = value.abs();
    f64::from(f32::from_bits(value.to_bits() + 1)) - f64::from(value)
}

/// A number that polygons of the same corners share.
fn key(polygon: &Polygon) -> u64 {
    let corners = corners(polygon);
    let bits = corners.iter().flatten();
    bits.fold(0xcbf2_9ce4_8422_2325, |hash: u64, bits| {
        (hash ^ u64::from(*bits)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The corners of a polygon in an order of their own; both zeros are one.
fn corners(polygon: &Polygon) -> Vec<[u32; 3]> {
    let bits = |v: &Vec3| v.to_array().map(|c| (c + 0.0).to_bits());
    let mut list: Vec<[u32; 3]> = polygon.vertices.iter().map(bits).collect();
    list.sort_unstable();
    list
}

/// The narrowest strip along an edge that holds a polygon, in its own units.
fn width(polygon: &Polygon) -> f64 {
    let mut narrowest = f64::INFINITY;
    for (a, b) in edges(polygon) {
        let Some(along) = unit(b - a) else { continue };
        let far = polygon.vertices.iter().fold(0.0, |far: f64, corner| {
            let off = length(cross(along, wide(*corner) - a));
            if off > far { off } else { far }
        });
        if far < narrowest {
            narrowest = far;
        }
    }
    narrowest
}

/// A slope whose normal rises by `up` that lies at a limit.
fn near_limit(up: f64) -> Option<Trouble> {
    let degrees = |z: f64| ops::acos(z.clamp(-1.0, 1.0)).to_degrees();
    let slope = degrees(up);
    [("floor", FLOOR_Z), ("landing", LANDING_Z)]
        .into_iter()
        .map(|(limit, z)| (limit, degrees(f64::from(z))))
        .find(|(_, at_most)| (slope - at_most).abs() <= NEAR_LIMIT)
        .map(|(limit, at_most)| Trouble::NearLimit {
            limit,
            slope,
            at_most,
        })
}

#[cfg(test)]
mod tests;
