//! One viewer sweep through meshes of growing size, beside parry's cast of the same ball through the same triangles.
//!
//! `cargo bench --no-default-features --bench sweep`. A sample is a batch of 256 booms, so `Kitem/s` are thousands of
//! sweeps a second. What both find is printed first: hits, the digest of our ends, and how far the two ends differ.
//! Ours lie up to 0.02 of a step (6 mm) in front of the touch, where the search has converged, and grazes of less
//! than the tolerance are clear.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot be set up must stop"
)]

use std::io::Write as _;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use glam::Vec3;
use parry3d::math::{Pose, Vector};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::{Ball, TriMesh};

use sweepscope::bsp::Tree;
use sweepscope::constants::VIEWER_RADIUS;
use sweepscope::geometry::polygon_adjust::CenterCheck;
use sweepscope::geometry::{Frame, Polygon, Position, Sphere};
use sweepscope::ops;
use sweepscope::outcome::Verdict;
use sweepscope::policy::Policy;
use sweepscope::probe::{Counters, EventKind, Probe};
use sweepscope::transition::mover::{Mover, MoverFlags};
use sweepscope::transition::sweep::sweep;
use sweepscope::world::{Object, World};

/// Sweeps in a batch.
const SWEEPS: usize = 256;

/// Flags of the camera's sweep.
const CAMERA: MoverFlags = MoverFlags(0x5c);

/// What is swept through.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mesh {
    /// Rolling ground, quads of 1 m: the usual size of collision polygons.
    Ground,
    /// The same ground on 20 m x 20 m, so that polygons shrink as their number grows, down to 9 cm.
    Dense,
    /// Crates of 1 to 3 m that lie about in all three directions and overlap, their faces outwards.
    Clutter,
}

const MESHES: [Mesh; 3] = [Mesh::Ground, Mesh::Dense, Mesh::Clutter];
const SIZES: [usize; 3] = [100, 10_000, 100_000];

/// A small generator, so that every run asks the same questions.
struct Random(u64);

impl Random {
    /// From `low` to `high`.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }
}

fn ground_height(x: f32, y: f32) -> f32 {
    let (x, y) = (f64::from(x), f64::from(y));
    (1.5 * ops::sin(x * 0.6) * ops::cos(y * 0.7) + 0.2 * ops::sin(x * 3.1 + y * 2.3)) as f32
}

impl Mesh {
    /// Triangles, three corners each.
    fn triangles(self, count: usize) -> Vec<[Vec3; 3]> {
        match self {
            Self::Ground => ground(count, 1.0),
            Self::Dense => ground(count, 20.0 / side(count) as f32),
            Self::Clutter => clutter(count),
        }
    }

    /// Where a batch of booms begins and ends: from a pivot at head height, 2.61 m away.
    ///
    /// From places outside at which a slightly larger sphere touches nothing: elsewhere the two questions differ.
    fn sweeps(self, count: usize, tree: &Tree) -> Vec<(Vec3, Vec3)> {
        let mut random = Random(7);
        let width = match self {
            Self::Ground => side(count) as f32,
            Self::Dense => 20.0,
            Self::Clutter => clutter_width(count),
        };
        let crates = if self == Self::Clutter {
            crates(count)
        } else {
            Vec::new()
        };
        let clear = |from: &Vec3| {
            let sphere = Sphere {
                center: *from,
                radius: 1.1 * VIEWER_RADIUS,
            };
            !tree.sphere_intersects_solid(&sphere, CenterCheck::Off, &Policy::RETAIL, &mut ())
                && !in_crate(&crates, *from)
        };
        std::iter::repeat_with(|| {
            let (x, y) = (random.between(0.0, width), random.between(0.0, width));
            let from = match self {
                Self::Clutter => Vec3::new(x, y, random.between(0.0, width)),
                _ => Vec3::new(x, y, ground_height(x, y) + 1.5),
            };
            let heading = f64::from(random.between(0.0, std::f32::consts::TAU));
            let rise = f64::from(random.between(-0.5, 0.5));
            let level = 2.61 * ops::cos(rise);
            let boom = Vec3::new(
                (level * ops::cos(heading)) as f32,
                (level * ops::sin(heading)) as f32,
                (2.61 * ops::sin(rise)) as f32,
            );
            (from, from + boom)
        })
        .filter(|(from, _)| clear(from))
        .take(SWEEPS)
        .collect()
    }
}

/// Quads along one edge of a ground of `count` triangles.
fn side(count: usize) -> usize {
    let mut side = 1;
    while 2 * (side + 1) * (side + 1) <= count {
        side += 1;
    }
    side
}

fn ground(count: usize, cell: f32) -> Vec<[Vec3; 3]> {
    let side = side(count);
    let corner = |i: usize, j: usize| {
        let (x, y) = (i as f32 * cell, j as f32 * cell);
        Vec3::new(x, y, ground_height(x, y))
    };
    let mut triangles = Vec::new();
    for i in 0..side {
        for j in 0..side {
            let (a, b) = (corner(i, j), corner(i + 1, j));
            let (c, d) = (corner(i + 1, j + 1), corner(i, j + 1));
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles
}

/// Edge of a cube with 40 m3 for each crate of 12 triangles.
fn clutter_width(count: usize) -> f32 {
    let mut width = 1.0;
    while width * width * width < 40.0 * (count / 12) as f32 {
        width += 0.5;
    }
    width
}

/// Middle, half sizes and turn about Z of every crate.
fn crates(count: usize) -> Vec<(Vec3, Vec3, f64)> {
    let mut random = Random(11);
    let width = clutter_width(count);
    (0..count.div_ceil(12))
        .map(|_| {
            let mut next = |low, high| random.between(low, high);
            let middle = Vec3::new(next(0.0, width), next(0.0, width), next(0.0, width));
            let half = Vec3::new(next(0.5, 1.5), next(0.5, 1.5), next(0.5, 1.5));
            (middle, half, f64::from(next(0.0, 3.0)))
        })
        .collect()
}

fn clutter(count: usize) -> Vec<[Vec3; 3]> {
    // Corners of the unit cube by their bits, two triangles a face.
    const FACES: [[usize; 4]; 6] = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let mut triangles = Vec::new();
    for (middle, half, turn) in crates(count) {
        let (cos, sin) = (ops::cos(turn) as f32, ops::sin(turn) as f32);
        let corner = |bits: usize| {
            let sign = |bit: usize| if bits >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let (x, y, z) = (half.x * sign(0), half.y * sign(1), half.z * sign(2));
            middle + Vec3::new(x * cos - y * sin, x * sin + y * cos, z)
        };
        for [a, b, c, d] in FACES.map(|face| face.map(corner)) {
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles.truncate(count);
    triangles
}

/// Whether `point` is in a crate.
fn in_crate(crates: &[(Vec3, Vec3, f64)], point: Vec3) -> bool {
    crates.iter().any(|(middle, half, turn)| {
        let (cos, sin) = (ops::cos(*turn) as f32, ops::sin(*turn) as f32);
        let d = point - *middle;
        let (x, y) = (d.x * cos + d.y * sin, d.y * cos - d.x * sin);
        x.abs() < half.x && y.abs() < half.y && d.z.abs() < half.z
    })
}

/// Both sides of the comparison.
struct Pair {
    world: World,
    mesh: TriMesh,
    sweeps: Vec<(Vec3, Vec3)>,
}

impl Pair {
    fn new(mesh: Mesh, count: usize) -> Self {
        let triangles = mesh.triangles(count);
        let polygons = triangles
            .iter()
            .filter_map(|corners| Polygon::new(corners.to_vec()))
            .collect();
        let tree = Tree::balanced(polygons);
        let sweeps = mesh.sweeps(count, &tree);
        let object = Object::solid("mesh".to_owned(), Frame::default(), 1.0, tree);
        let corners = triangles.iter().flatten().map(|p| vector(*p)).collect();
        let indices = (0..triangles.len() as u32)
            .map(|k| [3 * k, 3 * k + 1, 3 * k + 2])
            .collect();
        Self {
            world: World::new(vec![object]),
            mesh: TriMesh::new(corners, indices).unwrap(),
            sweeps,
        }
    }

    /// Where our sweep ends, and whether it hit.
    fn ours<P: Probe>(&self, from: Vec3, to: Vec3, probe: &mut P) -> (Vec3, bool) {
        let outcome = sweep(
            &self.world,
            &Policy::RETAIL,
            Mover::viewer(VIEWER_RADIUS, CAMERA),
            Position::single(Frame::at(from)),
            Position::single(Frame::at(to)),
            probe,
        );
        (outcome.end.origin, outcome.verdict != Verdict::Ok)
    }

    /// Where parry's cast ends, and whether it hit.
    fn parry(&self, from: Vec3, to: Vec3) -> (Vec3, bool) {
        let pose = Pose::translation(from.x, from.y, from.z);
        let hit = cast_shapes(
            &Pose::IDENTITY,
            Vector::ZERO,
            &self.mesh,
            &pose,
            vector(to - from),
            &Ball::new(VIEWER_RADIUS),
            ShapeCastOptions::with_max_time_of_impact(1.0),
        )
        .unwrap();
        match hit {
            Some(hit) => (from + (to - from) * hit.time_of_impact, true),
            None => (to, false),
        }
    }
}

fn vector(p: Vec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

fn main() {
    for mesh in MESHES {
        for count in SIZES {
            compare(mesh, count);
        }
    }
    divan::main();
}

/// Writes what both find on all sweeps, and what ours took.
fn compare(mesh: Mesh, count: usize) {
    let pair = Pair::new(mesh, count);
    let (mut hits, mut their_hits, mut agree, mut apart) = (0, 0, 0, 0.0_f32);
    let mut counters = Counters::default();
    let mut digest = Digest::new();
    for (from, to) in &pair.sweeps {
        let (end, hit) = pair.ours(*from, *to, &mut counters);
        let (their_end, their_hit) = pair.parry(*from, *to);
        digest.add(end);
        hits += usize::from(hit);
        their_hits += usize::from(their_hit);
        if hit == their_hit {
            agree += 1;
            let between = end - their_end;
            apart = apart.max(between.dot(between).sqrt());
        }
    }
    let tree = pair.world.objects[0].tree().unwrap();
    let entries: usize = tree.nodes().iter().map(|node| tree.leaf(node).len()).sum();
    let each = |kind| counters.of(kind) / SWEEPS as u64;
    let _ = writeln!(
        std::io::stderr(),
        "{mesh:?} {count}: {hits} hits (parry {their_hits}, same answer {agree} of {SWEEPS}, ends within {:.1} mm), \
         ends {:016x}; tree of {} nodes, {entries} entries; per sweep {} steps, {} nodes, {} polygons",
        apart * 1000.0,
        digest.0,
        tree.nodes().len(),
        each(EventKind::StepBegan),
        each(EventKind::NodeVisited) + each(EventKind::NodePruned),
        each(EventKind::PolygonTested),
    );
}

/// FNV-1a over the bits of points.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, point: Vec3) {
        for byte in point.to_array().iter().flat_map(|x| x.to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

fn batch(
    bencher: Bencher<'_, '_>,
    mesh: Mesh,
    count: usize,
    cast: fn(&Pair, Vec3, Vec3) -> (Vec3, bool),
) {
    let pair = Pair::new(mesh, count);
    bencher.counter(ItemsCount::new(SWEEPS)).bench_local(|| {
        for (from, to) in &pair.sweeps {
            black_box(cast(&pair, black_box(*from), black_box(*to)));
        }
    });
}

macro_rules! meshes {
    ($($name:ident: $mesh:expr;)+) => {
        $(
            mod $name {
                use super::*;

                #[divan::bench(args = SIZES)]
                fn sweepscope(bencher: Bencher<'_, '_>, count: usize) {
                    batch(bencher, $mesh, count, |pair, from, to| {
                        pair.ours(from, to, &mut ())
                    });
                }

                #[divan::bench(args = SIZES)]
                fn parry(bencher: Bencher<'_, '_>, count: usize) {
                    batch(bencher, $mesh, count, Pair::parry);
                }
            }
        )+
    };
}

meshes! {
    ground: Mesh::Ground;
    dense: Mesh::Dense;
    clutter: Mesh::Clutter;
}

mod build {
    use super::*;

    #[divan::bench(args = SIZES, sample_count = 3, sample_size = 1)]
    fn ground(bencher: Bencher<'_, '_>, count: usize) {
        let polygons: Vec<Polygon> = Mesh::Ground
            .triangles(count)
            .iter()
            .filter_map(|corners| Polygon::new(corners.to_vec()))
            .collect();
        bencher
            .with_inputs(|| polygons.clone())
            .bench_local_values(Tree::balanced);
    }
}
