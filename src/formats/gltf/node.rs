//! The nodes of a scene, and the triangles of their meshes.

use std::collections::BTreeSet;

use ::gltf::json::mesh::{Mode, Primitive, Semantic};
use ::gltf::json::validation::Checked;
use ::gltf::json::{Index, Root, scene};
use glam::{DVec3, Vec3};

use super::accessor::Numbers;
use super::buffer::Buffers;
use super::{GltfError, TOO_FAR, wrong};
use crate::formats::mesh::Up;
use crate::formats::progress::{Go, Progress, STOPPED};
use crate::geometry::Polygon;
use crate::geometry::vector::{cross, dot_wide};

/// Deepest node, and most nodes that are visited: a file may lead in circles.
const DEEPEST: usize = 1_000;
const MOST_NODES: usize = 2_000_000;

/// Most triangles.
const MOST_TRIANGLES: u64 = 10_000_000;

/// As many triangles as any file may have; more need a file of as many bytes, since instances cost little.
const ANY_FILE: u64 = 1_000_000;

/// Triangles between two words to whoever waits.
const TOLD_EVERY: u64 = 65_536;

/// Axes and origin of a node, seen from the file's root.
#[derive(Clone, Copy)]
struct Place {
    axes: [DVec3; 3],
    origin: DVec3,
}

impl Place {
    const ROOT: Self = Self {
        axes: [DVec3::X, DVec3::Y, DVec3::Z],
        origin: DVec3::ZERO,
    };

    fn of(node: &scene::Node) -> Self {
        let wide = |v: [f32; 3]| DVec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2]));
        if let Some(m) = &node.matrix {
            // Columns, one after the other.
            let column = |k: usize| wide([m[k], m[k + 1], m[k + 2]]);
            return Self {
                axes: [column(0), column(4), column(8)],
                origin: column(12),
            };
        }
        let scale = node.scale.unwrap_or([1.0; 3]);
        let [x, y, z, w] = node
            .rotation
            .map_or([0.0, 0.0, 0.0, 1.0], |q| q.0)
            .map(f64::from);
        let axes = [
            DVec3::new(
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y + w * z),
                2.0 * (x * z - w * y),
            ),
            DVec3::new(
                2.0 * (x * y - w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z + w * x),
            ),
            DVec3::new(
                2.0 * (x * z + w * y),
                2.0 * (y * z - w * x),
                1.0 - 2.0 * (x * x + y * y),
            ),
        ];
        Self {
            axes: [
                axes[0] * f64::from(scale[0]),
                axes[1] * f64::from(scale[1]),
                axes[2] * f64::from(scale[2]),
            ],
            origin: wide(node.translation.unwrap_or_default()),
        }
    }

    fn direction(&self, v: DVec3) -> DVec3 {
        self.axes[0] * v.x + self.axes[1] * v.y + self.axes[2] * v.z
    }

    fn point(&self, v: DVec3) -> DVec3 {
        self.origin + self.direction(v)
    }

    fn then(&self, inner: &Self) -> Self {
        Self {
            axes: inner.axes.map(|axis| self.direction(axis)),
            origin: self.point(inner.origin),
        }
    }

    /// Whether it turns fronts into backs.
    fn mirrors(&self) -> bool {
        dot_wide(cross(self.axes[0], self.axes[1]), self.axes[2]) < 0.0
    }
}

/// What was left out.
#[derive(Default)]
struct Left {
    flat: u64,
    far: u64,
    others: u64,
    skinned: u64,
    morphed: u64,
    unknown_nodes: u64,
}

/// What a walk through the scene found.
pub(super) struct Told {
    pub(super) polygons: Vec<Polygon>,
    pub(super) parts: Vec<(String, usize)>,
    pub(super) vertices: usize,
    pub(super) dropped: usize,
    pub(super) warnings: Vec<String>,
}

/// A walk through the scene of a file.
pub(super) struct Walk<'a> {
    root: &'a Root,
    buffers: &'a Buffers<'a>,
    up: Up,
    scale: f64,
    most: u64,
    visited: usize,
    triangles: u64,
    /// As far as the accessors tell, for those who wait.
    expected: u64,
    progress: &'a mut dyn Progress,
    polygons: Vec<Polygon>,
    parts: Vec<(String, usize)>,
    seen: BTreeSet<usize>,
    vertices: usize,
    left: Left,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        root: &'a Root,
        buffers: &'a Buffers<'a>,
        up: Up,
        scale: f32,
        length: usize,
        progress: &'a mut dyn Progress,
    ) -> Self {
        let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let counts = primitives.filter_map(|primitive| {
            let corners = primitive.indices.or_else(|| positions(primitive))?;
            Some(root.get(corners)?.count.0 / 3)
        });
        Self {
            root,
            buffers,
            up,
            scale: f64::from(scale),
            most: MOST_TRIANGLES.min(ANY_FILE.max(length as u64)),
            visited: 0,
            triangles: 0,
            expected: counts.fold(0_u64, u64::saturating_add),
            progress,
            polygons: Vec::new(),
            parts: Vec::new(),
            seen: BTreeSet::new(),
            vertices: 0,
            left: Left::default(),
        }
    }

    /// Takes the file's scene: its default one, else its first one, else all nodes that nothing leads to, else all meshes.
    pub(super) fn scene(&mut self) -> Result<(), GltfError> {
        let root = self.root;
        // Set aside at once, as far as the file's own bytes can hold it, so that the list is not copied while it grows.
        let sure = self.expected.min(self.most);
        self.polygons
            .reserve_exact(usize::try_from(sure).unwrap_or(0));
        let scene = root
            .scene
            .and_then(|index| root.get(index))
            .or(root.scenes.first());
        let tops: Vec<Index<scene::Node>> = match scene {
            Some(scene) => scene.nodes.clone(),
            None => {
                let children = root
                    .nodes
                    .iter()
                    .flat_map(|node| node.children.iter().flatten());
                let led: BTreeSet<usize> = children.map(Index::value).collect();
                let free = (0..root.nodes.len()).filter(|k| !led.contains(k));
                free.map(|k| Index::new(k as u32)).collect()
            }
        };
        if tops.is_empty() {
            for index in 0..root.meshes.len() {
                self.mesh(index, None, &Place::ROOT)?;
            }
            return Ok(());
        }
        let mut open: Vec<(Index<scene::Node>, Place, usize)> = tops
            .into_iter()
            .rev()
            .map(|node| (node, Place::ROOT, 0))
            .collect();
        while let Some((index, outer, depth)) = open.pop() {
            let place = || format!("nodes[{}]", index.value());
            self.visited += 1;
            if depth > DEEPEST || self.visited > MOST_NODES {
                return Err(wrong(place(), "the nodes lead too deep or in a circle"));
            }
            let node = root
                .get(index)
                .ok_or_else(|| wrong(place(), "it does not exist"))?;
            let at = outer.then(&Place::of(node));
            if !(at.origin.is_finite() && at.axes.iter().all(|axis| axis.is_finite())) {
                self.left.unknown_nodes += 1;
                continue;
            }
            if let Some(mesh) = node.mesh {
                self.left.skinned += u64::from(node.skin.is_some());
                self.mesh(mesh.value(), node.name.as_deref(), &at)?;
            }
            let children = node.children.iter().flatten().rev();
            open.extend(children.map(|child| (*child, at, depth + 1)));
            if open.len() > MOST_NODES {
                return Err(wrong(place(), "too many nodes"));
            }
        }
        Ok(())
    }

    fn mesh(&mut self, index: usize, name: Option<&str>, at: &Place) -> Result<(), GltfError> {
        let root = self.root;
        let place = format!("meshes[{index}]");
        let mesh = root
            .meshes
            .get(index)
            .ok_or_else(|| wrong(&*place, "it does not exist"))?;
        let first = self.polygons.len();
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let place = format!("{place}.primitives[{number}]");
            self.primitive(primitive, at, &place)?;
        }
        if self.polygons.len() > first {
            let name = name.or(mesh.name.as_deref()).map_or_else(
                || format!("mesh {index}"),
                |name| name.chars().take(200).collect(),
            );
            self.parts.push((name, first));
        }
        Ok(())
    }

    fn primitive(
        &mut self,
        primitive: &Primitive,
        at: &Place,
        place: &str,
    ) -> Result<(), GltfError> {
        self.left.morphed += u64::from(
            primitive
                .targets
                .as_ref()
                .is_some_and(|targets| !targets.is_empty()),
        );
        let Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) =
            primitive.mode
        else {
            self.left.others += 1;
            return Ok(());
        };
        let Some(accessor) = positions(primitive) else {
            self.left.others += 1;
            return Ok(());
        };
        let points = Numbers::of(self.root, self.buffers, accessor, 3)?;
        // They are put in order anew for each primitive.
        self.visited += points.replaced();
        if self.visited > MOST_NODES {
            return Err(wrong(place, "too many sparse elements in all"));
        }
        if self.seen.insert(accessor.value()) {
            self.vertices += points.count();
        }
        let indices = match primitive.indices {
            Some(accessor) => Some(Numbers::of(self.root, self.buffers, accessor, 1)?),
            None => None,
        };
        let corners = indices.as_ref().map_or(points.count(), Numbers::count);
        let triangles = match mode {
            Mode::Triangles => corners / 3,
            _ => corners.saturating_sub(2),
        };
        let mirrors = at.mirrors();
        let corner = |k: usize| -> Result<[f32; 3], GltfError> {
            let index = match &indices {
                Some(list) => list
                    .whole(k)
                    .ok_or_else(|| wrong(place, "its indices are no whole numbers"))?
                    as usize,
                None => k,
            };
            points.vector(index).ok_or_else(|| {
                wrong(
                    place,
                    format!("there is no vertex {index} of {}", points.count()),
                )
            })
        };
        for k in 0..triangles {
            self.triangles += 1;
            if self.triangles > self.most {
                let problem = format!(
                    "more than {} triangles in all, instances counted",
                    self.most
                );
                return Err(wrong(place, problem));
            }
            if self.triangles.is_multiple_of(TOLD_EVERY)
                && self
                    .progress
                    .at(self.triangles, self.expected.max(self.triangles))
                    == Go::Stop
            {
                return Err(wrong(place, STOPPED));
            }
            let [a, b, c] = match mode {
                Mode::Triangles => [3 * k, 3 * k + 1, 3 * k + 2],
                // Every other one of a strip is the other way round.
                Mode::TriangleStrip => [k, k + 1 + k % 2, k + 2 - k % 2],
                _ => [0, k + 1, k + 2],
            };
            let (a, b, c) = (corner(a)?, corner(b)?, corner(c)?);
            let (b, c) = if mirrors { (c, b) } else { (b, c) };
            let corners = [a, b, c].map(|p| self.placed(p, at));
            let [Some(a), Some(b), Some(c)] = corners else {
                self.left.far += 1;
                continue;
            };
            match Polygon::new(vec![a, b, c]) {
                Some(polygon) => self.polygons.push(polygon),
                None => self.left.flat += 1,
            }
        }
        Ok(())
    }

    /// A corner in the scene; `None` where a scene does not hold it.
    fn placed(&self, p: [f32; 3], at: &Place) -> Option<Vec3> {
        let p = at.point(DVec3::new(
            f64::from(p[0]),
            f64::from(p[1]),
            f64::from(p[2]),
        )) * self.scale;
        let p = match self.up {
            Up::Y => DVec3::new(p.x, -p.z, p.y),
            Up::Z => p,
        };
        let holds = p.to_array().iter().all(|c| c.abs() <= 1e6);
        holds.then(|| p.as_vec3())
    }

    pub(super) fn finish(self) -> Told {
        let Left {
            flat,
            far,
            others,
            skinned,
            morphed,
            unknown_nodes,
        } = self.left;
        let all = self.triangles;
        let mut warnings = Vec::new();
        for (count, words) in [
            (
                flat,
                format!("of {all} triangles have no area and were dropped"),
            ),
            (
                far,
                format!("of {all} triangles have a corner that is {TOO_FAR} and were dropped"),
            ),
            (
                others,
                "primitives are no triangles (points, lines) and were dropped".to_owned(),
            ),
            (
                skinned,
                "meshes are skinned; they stand as they are modelled".to_owned(),
            ),
            (
                morphed,
                "primitives have morph targets, which were passed over".to_owned(),
            ),
            (
                unknown_nodes,
                "nodes have transforms that are not finite and were dropped with all below them"
                    .to_owned(),
            ),
        ] {
            if count > 0 {
                warnings.push(format!("{count} {words}"));
            }
        }
        if self.polygons.is_empty() {
            warnings.push("there is no face in it".to_owned());
        }
        Told {
            polygons: self.polygons,
            parts: self.parts,
            vertices: self.vertices,
            dropped: usize::try_from(flat + far).unwrap_or(usize::MAX),
            warnings,
        }
    }
}

/// Where a primitive's points are.
fn positions(primitive: &Primitive) -> Option<Index<::gltf::json::Accessor>> {
    let key = Checked::Valid(Semantic::Positions);
    primitive.attributes.get(&key).copied()
}
