//! A body with a chase camera that walks about at random, and a referee that looks at every polygon.

use std::fmt;

use glam::{DVec3, Vec3};

use sweepscope::bsp::{Tree, referee};
use sweepscope::geometry::vector::{dot_wide, wide};
use sweepscope::geometry::{Polygon, Sphere};
use sweepscope::lane::{Drive, Input, Lane, Rig, RigState, Setup};
use sweepscope::policy::Policy;
use sweepscope::probe::{Event, Journal, Rung};
use sweepscope::scene::{self, MeshFile, Source};
use sweepscope::transition::{Mover, MoverFlags};

/// An eye nearer than this to a polygon is in it, metres: the radius of its sphere, less what the tests allow.
pub(crate) const NEAR: f64 = 0.299;

/// Ticks until the body is put down somewhere else.
const WALK: u32 = 400;

/// Tries for a place to stand on.
const PLACES: usize = 200_000;

/// A small generator, so that every run asks the same questions.
pub(crate) struct Random(u64);

impl Random {
    /// Numbers that begin with `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// From `low` to `high`.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 40) as f32 / (1 << 24) as f32)
    }

    /// True once in `many` times.
    fn once_in(&mut self, many: f32) -> bool {
        self.between(0.0, many) < 1.0
    }
}

/// Why an eye may be in a polygon after a clear start, by the rule that lets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Only faces from which the sweep moves away, or along which it moves, are that near, and the search for the touch
    /// time takes them for clear (spec/bsp.md 6.7).
    NotApproached,
    /// The sweep failed: the sought eye is published as it is (spec/camera.md 7 step 6).
    Failed,
    /// The policy does not sweep the eye.
    Unswept,
    /// The mesh was not asked: the policy's reach filter measures from another point than its bounds (scenes.md M1).
    Filtered,
    /// None of these.
    Other,
}

/// An eye in a polygon.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) tick: u32,
    pub(crate) pivot: Vec3,
    pub(crate) sought: Vec3,
    pub(crate) eye: Vec3,
    /// The polygons that are near, and how near.
    pub(crate) near: Vec<(usize, f64)>,
    pub(crate) cause: Cause,
}

/// With all that is needed to look at it again.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tick,
            pivot,
            sought,
            eye,
            near,
            cause,
        } = self;
        write!(
            f,
            "tick {tick}: pivot {pivot:?}, sought {sought:?}, eye {eye:?}: {cause:?};"
        )?;
        near.iter()
            .try_for_each(|(polygon, metres)| write!(f, " polygon {polygon} at {metres:.4} m"))
    }
}

/// What a walk came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walked {
    pub(crate) ticks: u32,
    /// Ticks whose pivot was clear.
    pub(crate) clear: u32,
    /// Ticks whose eye was stopped before its sought place.
    pub(crate) stopped: u32,
    /// Length of the body's way, metres; being put down somewhere else is none.
    pub(crate) way: f64,
    /// Times that the body was put down somewhere else because it had fallen out.
    pub(crate) fallen: u32,
    pub(crate) violations: Vec<Violation>,
}

impl Walked {
    /// Violations of one cause.
    pub(crate) fn by(&self, cause: Cause) -> usize {
        let same = self.violations.iter().filter(|v| v.cause == cause);
        same.count()
    }
}

/// Where a body may walk.
pub(crate) struct Dungeon {
    setup: Setup,
    leaf: Tree,
    lowest: f32,
}

impl Dungeon {
    /// The mesh of an OBJ text, Y up.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn from_obj(text: &str, hz: u32) -> Result<Self, String> {
        let scene = format!(
            r#"Scene(version: 1, title: "walk", hz: {hz}, length: Ticks(1),
                objects: [Object(name: "mesh", shape: Mesh(file: "mesh.obj"))],
                rig: Mover(feet: (0, 0, 0), camera: ()),
                lanes: [Lane(name: "retail", policy: "retail")])"#
        );
        let mut source = Source::from_text("walk", &scene);
        source.files.push(MeshFile {
            path: "mesh.obj".to_owned(),
            bytes: text.as_bytes().to_vec(),
        });
        let built = scene::build(&source, None, None).map_err(|error| error.to_string())?;
        let mesh = sweepscope::formats::obj::parse(text, sweepscope::formats::obj::Up::Y, 1.0);
        let polygons = mesh.map_err(|error| error.to_string())?.polygons;
        let corners = polygons.iter().flat_map(|polygon| &polygon.vertices);
        let lowest = corners.fold(f32::INFINITY, |low, corner| low.min(corner.z));
        Ok(Self {
            setup: Setup::clone(&built.setup),
            leaf: Tree::single_leaf(polygons),
            lowest,
        })
    }

    pub(crate) fn polygons(&self) -> &[Polygon] {
        self.leaf.polygons()
    }

    /// Walks `ticks` ticks under `policy`.
    pub(crate) fn walk(&self, policy: Policy, ticks: u32, seed: u64) -> Walked {
        let mut random = Random::new(seed);
        let mut setup = self.setup.clone();
        let (feet, heading) = self.place(&mut random);
        if let Rig::Mover(rig) = &mut setup.rig {
            (rig.feet, rig.heading_degrees) = (feet, heading);
        }
        let mut lane = Lane::new(&setup, policy);
        let mut walked = Walked::default();
        let mut drive = Drive::default();
        let mut feet_before = feet;
        for tick in 0..ticks {
            self.command(tick, &lane, &setup, &mut drive, &mut random, &mut walked);
            let input = Input::Drive(drive);
            let before = lane.clone();
            let outcome = lane.tick(&setup, &input, &mut ());
            let feet = outcome.body.map_or(feet_before, |body| body.feet.origin);
            if drive.teleport.is_none() {
                walked.way += length(wide(feet) - wide(feet_before));
            }
            feet_before = feet;
            walked.ticks += 1;
            let (pivot, eye, sought) = (
                outcome.pivot,
                outcome.published.origin,
                outcome.sought.origin,
            );
            walked.stopped += u32::from(length(wide(eye) - wide(sought)) > 1e-3);
            if !self.near(pivot, NEAR).is_empty() {
                continue;
            }
            walked.clear += 1;
            let near = self.near(eye, NEAR);
            if near.is_empty() {
                continue;
            }
            // Once more, to hear how it was published.
            let (mut again, mut journal) = (before, Journal::default());
            again.tick(&setup, &input, &mut journal);
            let cause = self.cause(&journal, wide(sought) - wide(pivot), &near);
            walked.violations.push(Violation {
                tick,
                pivot,
                sought,
                eye,
                near,
                cause,
            });
        }
        walked
    }

    /// What the body is told in `tick`.
    fn command(
        &self,
        tick: u32,
        lane: &Lane,
        setup: &Setup,
        drive: &mut Drive,
        random: &mut Random,
        walked: &mut Walked,
    ) {
        (drive.jump, drive.teleport) = (None, None);
        if tick.is_multiple_of(15) {
            drive.gait.forward = [1.0, 1.0, 1.0, 0.0, -1.0][random.between(0.0, 4.99) as usize];
            drive.gait.sidestep = [0.0, 0.0, 0.0, 1.0, -1.0][random.between(0.0, 4.99) as usize];
            drive.gait.turn = [0.0, 0.0, 1.0, -1.0][random.between(0.0, 3.99) as usize];
            drive.gait.run = random.once_in(2.0);
            if random.once_in(6.0) {
                drive.jump = Some(random.between(0.0, 1.0));
            }
        }
        let feet = match &lane.state.rig {
            RigState::Mover(driven) => setup.world.scene_frame(&driven.body.position).origin,
            _ => Vec3::ZERO,
        };
        let has_fallen = feet.z < self.lowest - 2.0;
        if tick % WALK == WALK - 1 || has_fallen {
            drive.teleport = Some(self.place(random));
            walked.fallen += u32::from(has_fallen);
        }
    }

    /// A place to stand on with a heading, where the body and its pivot are clear.
    fn place(&self, random: &mut Random) -> (Vec3, f64) {
        let human = Mover::human(MoverFlags::NONE);
        let polygons = self.polygons();
        for _ in 0..PLACES {
            let index = random.between(0.0, polygons.len() as f32) as usize;
            let polygon = &polygons[index.min(polygons.len() - 1)];
            if polygon.plane.normal.z < 0.8 {
                continue;
            }
            let mut feet = polygon.vertices[0];
            for corner in &polygon.vertices[1..] {
                feet += (*corner - feet) * random.between(0.0, 1.0);
            }
            feet.z += 0.02;
            let is_clear = human.spheres.iter().all(|sphere| {
                let sphere = Sphere {
                    center: feet + sphere.center,
                    radius: sphere.radius,
                };
                let answer = referee::sphere_intersects_poly(
                    &self.leaf,
                    &sphere,
                    Vec3::ZERO,
                    &Policy::RETAIL,
                );
                answer.touched.is_empty()
            });
            if is_clear {
                return (feet, f64::from(random.between(0.0, 360.0)));
            }
        }
        (Vec3::ZERO, 0.0)
    }

    /// Numbers and distances of all polygons nearer than `reach` to `point`.
    fn near(&self, point: Vec3, reach: f64) -> Vec<(usize, f64)> {
        let far = self
            .polygons()
            .iter()
            .enumerate()
            .filter_map(|(index, polygon)| {
                // The plane alone rules most of them out.
                if polygon.plane.height(point).abs() >= reach {
                    return None;
                }
                let distance = distance(polygon, wide(point));
                (distance < reach).then_some((index, distance))
            });
        far.collect()
    }

    fn cause(&self, journal: &Journal, way: DVec3, near: &[(usize, f64)]) -> Cause {
        let rung = journal.entries.iter().find_map(|entry| match entry.event {
            Event::Published { rung, .. } => Some(rung),
            _ => None,
        });
        match rung {
            Some(Rung::Unswept) => return Cause::Unswept,
            Some(Rung::SoughtSeated | Rung::Player) => return Cause::Failed,
            _ => {}
        }
        let eye = journal.entries.iter().map(|entry| entry.sweep).max();
        let is_filtered = journal.entries.iter().any(|entry| {
            Some(entry.sweep) == eye && matches!(entry.event, Event::CandidateRejected { .. })
        });
        if is_filtered {
            return Cause::Filtered;
        }
        let approached = |index: usize| {
            let normal = self.polygons()[index].plane.normal_wide();
            dot_wide(normal, way) < 0.0
        };
        if near.iter().any(|(index, _)| approached(*index)) {
            Cause::Other
        } else {
            Cause::NotApproached
        }
    }
}

fn length(v: DVec3) -> f64 {
    dot_wide(v, v).sqrt()
}

/// Distance of `point` from a convex polygon with its inside, metres.
fn distance(polygon: &Polygon, point: DVec3) -> f64 {
    let normal = polygon.plane.normal_wide();
    let corners = &polygon.vertices;
    let mut nearest = f64::INFINITY;
    let mut inside = true;
    for (i, corner) in corners.iter().enumerate() {
        let (a, b) = (wide(*corner), wide(corners[(i + 1) % corners.len()]));
        let (along, from) = (b - a, point - a);
        inside &= dot_wide(normal.cross(along), from) >= 0.0;
        let share = (dot_wide(from, along) / dot_wide(along, along)).clamp(0.0, 1.0);
        nearest = nearest.min(length(from - along * share));
    }
    if inside {
        return dot_wide(normal, point - wide(corners[0])).abs();
    }
    nearest
}
