//! The nodes of a scene, and the triangles of their meshes.

use std::collections::BTreeSet;

use ::gltf::json::mesh::{Mode, Primitive, Semantic};
use ::gltf::json::validation::Checked;
use ::gltf::json::{Index, Root, scene};
use glam::{DVec3, Vec3};

use super::accessor::Numbers;
use super::buffer::Buffers;
use super::census::occurrences;
use super::left::Left;
use super::{GltfError, wrong};
use crate::formats::mesh::{NOTHING, Up};
use crate::formats::progress::{Go, Progress, STOPPED};
use crate::formats::text::count;
use crate::geometry::Polygon;
use crate::geometry::vector::{cross, dot_wide};

/// Most elements that are put in order anew: a file may have them many times over.
const MOST_SPARSE: usize = 2_000_000;

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

/// What a walk through the scene found.
pub(super) struct Told {
    pub(super) polygons: Vec<Polygon>,
    pub(super) parts: Vec<(String, usize)>,
    pub(super) vertices: usize,
    pub(super) dropped: usize,
    pub(super) warnings: Vec<String>,
    /// Why there is no polygon; none where there is one.
    pub(super) nothing: Option<String>,
}

/// A walk through the scene of a file.
pub(super) struct Walk<'a> {
    root: &'a Root,
    buffers: &'a Buffers<'a>,
    up: Up,
    scale: f64,
    /// Elements that were put in order.
    sparse: usize,
    triangles: u64,
    /// How many triangles there are in all, for those who wait.
    expected: u64,
    /// Meshes that were placed.
    placed: u64,
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
        progress: &'a mut dyn Progress,
    ) -> Self {
        Self {
            root,
            buffers,
            up,
            scale: f64::from(scale),
            sparse: 0,
            triangles: 0,
            expected: 0,
            placed: 0,
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
        let scene = match root.scene {
            Some(index) => {
                let place = format!("scenes[{}]", index.value());
                Some(
                    root.get(index)
                        .ok_or_else(|| wrong(place, "it does not exist"))?,
                )
            }
            None => root.scenes.first(),
        };
        let tops: Vec<Index<scene::Node>> = match scene {
            Some(scene) => scene.nodes.clone(),
            None => {
                let children = root
                    .nodes
                    .iter()
                    .flat_map(|node| node.children.iter().flatten());
                let led: BTreeSet<usize> = children.map(Index::value).collect();
                let free = (0..root.nodes.len()).filter(|k| !led.contains(k));
                let free: Vec<_> = free.map(|k| Index::new(k as u32)).collect();
                match (free.is_empty(), root.nodes.is_empty()) {
                    // Each is below another: the census says so.
                    (true, false) => vec![Index::new(0)],
                    _ => free,
                }
            }
        };
        let times = occurrences(root, &tops)?;
        let alone = scene.is_none() && root.nodes.is_empty();
        self.expect(&times, alone)?;
        if alone {
            for index in 0..root.meshes.len() {
                self.mesh(index, None, &Place::ROOT)?;
            }
            return Ok(());
        }
        let tops = tops.into_iter().rev();
        let mut open: Vec<(Index<scene::Node>, Place)> =
            tops.map(|node| (node, Place::ROOT)).collect();
        while let Some((index, outer)) = open.pop() {
            let place = || format!("nodes[{}]", index.value());
            let node = root
                .get(index)
                .ok_or_else(|| wrong(place(), "it does not exist"))?;
            let at = outer.then(&Place::of(node));
            if !(at.origin.is_finite() && at.axes.iter().all(|axis| axis.is_finite())) {
                self.left.nodes += 1;
                continue;
            }
            if let Some(mesh) = node.mesh {
                self.left.skinned += u64::from(node.skin.is_some());
                self.mesh(mesh.value(), node.name.as_deref(), &at)?;
            }
            let children = node.children.iter().flatten().rev();
            open.extend(children.map(|child| (*child, at)));
        }
        Ok(())
    }

    /// Counts the triangles of a scene that has each node that many times, or each mesh once where they stand `alone`; sets room
    /// aside for them, as far as the file's own bytes can hold them, so that the list is not copied while it grows.
    fn expect(&mut self, times: &[u64], alone: bool) -> Result<(), GltfError> {
        let root = self.root;
        let mut meshes = vec![u64::from(alone); root.meshes.len()];
        for (node, often) in root.nodes.iter().zip(times) {
            let mesh = node.mesh.filter(|_| *often > 0).map(|mesh| mesh.value());
            if let Some(meshes) = mesh.and_then(|mesh| meshes.get_mut(mesh)) {
                *meshes += often;
            }
        }
        for (index, (mesh, often)) in root.meshes.iter().zip(meshes).enumerate() {
            for (number, primitive) in mesh.primitives.iter().enumerate() {
                let shape = || shape(primitive).filter(|_| often > 0);
                let Some((mode, positions)) = shape() else {
                    continue;
                };
                // What is wrong with it is told first, and not what it says of itself.
                let corners = match primitive.indices {
                    Some(indices) => Numbers::of(root, self.buffers, indices, 1)?.count(),
                    None => Numbers::of(root, self.buffers, positions, 3)?.count(),
                };
                let more = (triangles(mode, corners) as u64).saturating_mul(often);
                self.expected = self.expected.saturating_add(more);
                let most = self.buffers.most();
                if self.expected > most {
                    let so_far = count(self.expected, "triangle");
                    let problem = format!(
                        "{so_far} so far, instances counted; in a file of this size at most {most} were expected"
                    );
                    return Err(wrong(
                        format!("meshes[{index}].primitives[{number}]"),
                        problem,
                    ));
                }
            }
        }
        let sure = self.expected.min(self.buffers.size());
        self.polygons
            .reserve_exact(usize::try_from(sure).unwrap_or(0));
        Ok(())
    }

    fn mesh(&mut self, index: usize, name: Option<&str>, at: &Place) -> Result<(), GltfError> {
        let root = self.root;
        let place = format!("meshes[{index}]");
        let mesh = root
            .meshes
            .get(index)
            .ok_or_else(|| wrong(&*place, "it does not exist"))?;
        self.placed += 1;
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
        let Some((mode, accessor)) = shape(primitive) else {
            match primitive.mode {
                Checked::Valid(Mode::Points) => self.left.points += 1,
                Checked::Valid(Mode::Lines | Mode::LineLoop | Mode::LineStrip) => {
                    self.left.lines += 1;
                }
                Checked::Valid(_) => self.left.without_points += 1,
                Checked::Invalid => self.left.unknown += 1,
            }
            return Ok(());
        };
        let points = Numbers::of(self.root, self.buffers, accessor, 3)?;
        // They are put in order anew for each primitive.
        self.sparse += points.replaced();
        if self.sparse > MOST_SPARSE {
            let problem =
                format!("more than {MOST_SPARSE} sparse elements in all, instances counted");
            return Err(wrong(place, problem));
        }
        if self.seen.insert(accessor.value()) {
            self.vertices += points.count();
        }
        let indices = match primitive.indices {
            Some(accessor) => Some(Numbers::of(self.root, self.buffers, accessor, 1)?),
            None => None,
        };
        let corners = indices.as_ref().map_or(points.count(), Numbers::count);
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
                    format!(
                        "there is no vertex {index}; it has {}, counted from 0",
                        count_vertices(points.count())
                    ),
                )
            })
        };
        self.left.over += over(mode, corners) as u64;
        for k in 0..triangles(mode, corners) {
            self.triangles += 1;
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
        let mut warnings = self.left.dropped(self.triangles);
        let nothing = self.polygons.is_empty().then(|| {
            let why = match (
                warnings.is_empty(),
                self.root.meshes.is_empty(),
                self.placed,
            ) {
                (false, _, _) => warnings.join("; "),
                (true, true, _) => "it has no meshes".to_owned(),
                (true, false, 0) => match self.root.meshes.len() {
                    1 => "its mesh is not in its scene".to_owned(),
                    several => format!("none of its {several} meshes is in its scene"),
                },
                _ => "its meshes have no triangles".to_owned(),
            };
            format!("{NOTHING}: {why}")
        });
        warnings.extend(self.left.passed_over());
        Told {
            polygons: self.polygons,
            parts: self.parts,
            vertices: self.vertices,
            dropped: usize::try_from(self.left.flat + self.left.far).unwrap_or(usize::MAX),
            warnings,
            nothing,
        }
    }
}

/// How a primitive's corners make triangles and where its points are; `None` for one that has none.
fn shape(primitive: &Primitive) -> Option<(Mode, Index<::gltf::json::Accessor>)> {
    let Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) =
        primitive.mode
    else {
        return None;
    };
    let key = Checked::Valid(Semantic::Positions);
    Some((mode, primitive.attributes.get(&key).copied()?))
}

/// How many triangles that many corners make.
fn triangles(mode: Mode, corners: usize) -> usize {
    match mode {
        Mode::Triangles => corners / 3,
        _ => corners.saturating_sub(2),
    }
}

/// How many corners are left over, that make no triangle.
fn over(mode: Mode, corners: usize) -> usize {
    match mode {
        Mode::Triangles => corners % 3,
        _ if corners < 3 => corners,
        _ => 0,
    }
}

fn count_vertices(number: usize) -> String {
    match number {
        1 => "1 vertex".to_owned(),
        several => format!("{several} vertices"),
    }
}
