//! Random sweeps of the human-size mover over meshes, each checked against brute force.
//!
//! `cargo run --release --no-default-features --example random_sweeps -- [--count N] [--seed N] [--show N] MESH.obj...`
//!
//! A mover starts in the air at a random place near a polygon where its spheres touch nothing, and is swept 0.05 to 2 m in a random
//! direction, on and on from where it got to, in the air or on the ground as the last sweep left it; after 16 sweeps it
//! starts again. A line is printed for each mesh:
//!
//! - how many sweeps, in what time, and how many a second; the checks are not in that time;
//! - how many met something, and how many began on walkable ground;
//! - `entered`: sweeps that began clear and whose end is in a polygon by more than 1 cm, by brute force over all polygons;
//! - `hit differs`: sweeps of which the same polygons in one single leaf say otherwise whether anything was met. Where
//!   several polygons are touched, the order of a tree decides which of them is named, and so along which plane a walker
//!   goes on (spec/bsp.md 5.3 and 5.6: the first one, or the last accepted one); `of them named` counts the sweeps in
//!   which that came first, and what is left has no such cause.
//!
//! The first that are entered or have no cause are told with what is needed to run them again (`--show`), and the exit
//! status is 1 if there is any.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use glam::Vec3;

use sweepscope::bsp::{Tree, referee};
use sweepscope::formats::obj::{self, Up};
use sweepscope::geometry::{Frame, Polygon, Position, Sphere};
use sweepscope::outcome::Verdict;
use sweepscope::policy::Policy;
use sweepscope::probe::{Event, Journal, Probe};
use sweepscope::transition::collision_info::CollisionInfo;
use sweepscope::transition::{Mover, MoverFlags, Transition};
use sweepscope::world::{Object, World};

/// How far an end may be in a polygon, metres.
const DEEPEST: f32 = 0.01;

/// Sweeps of a mover until it starts again.
const CHAIN: usize = 16;

/// Tries for a start that is clear.
const STARTS: usize = 100_000;

#[derive(Parser)]
struct Args {
    /// Sweeps over each mesh.
    #[arg(long, default_value_t = 200_000)]
    count: usize,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many disagreements of each mesh are told.
    #[arg(long, default_value_t = 5)]
    show: usize,
    /// Wavefront OBJ files, Y up.
    #[arg(required = true)]
    meshes: Vec<std::path::PathBuf>,
}

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

    fn point(&mut self, low: Vec3, high: Vec3) -> Vec3 {
        let mut axis = |i: usize| self.between(low[i], high[i]);
        Vec3::new(axis(0), axis(1), axis(2))
    }

    /// A place within 2 m of a polygon, sideways, and between 1.5 m below and 2.5 m above it.
    fn near(&mut self, polygons: &[Polygon]) -> Vec3 {
        let index = self.between(0.0, polygons.len() as f32) as usize;
        let corners = &polygons[index.min(polygons.len() - 1)].vertices;
        let mut place = corners[0];
        for corner in &corners[1..] {
            place += (*corner - place) * self.between(0.0, 1.0);
        }
        place + self.point(Vec3::new(-2.0, -2.0, -1.5), Vec3::new(2.0, 2.0, 2.5))
    }

    /// A way of 0.05 to 2 m; half of them are nearly level, as a walker's are.
    fn way(&mut self) -> Vec3 {
        let mut direction = Vec3::ZERO;
        while !(0.1..1.0).contains(&direction.length_squared()) {
            direction = self.point(Vec3::NEG_ONE, Vec3::ONE);
        }
        if self.between(0.0, 1.0) < 0.5 {
            direction.z *= 0.1;
        }
        direction / direction.length() * self.between(0.05, 2.0)
    }
}

/// What a sweep begins with.
#[derive(Clone)]
struct State {
    place: Vec3,
    flags: MoverFlags,
    collision: CollisionInfo,
}

impl State {
    fn in_the_air(place: Vec3) -> Self {
        Self {
            place,
            flags: MoverFlags::EDGE_SLIDE,
            collision: CollisionInfo::default(),
        }
    }
}

/// What a sweep came to.
struct End {
    state: State,
    hit: bool,
    finite: bool,
}

fn sweep<P: Probe>(world: &World, state: &State, way: Vec3, probe: &mut P) -> End {
    let at = |place| Position::single(Frame::at(place));
    let (begin, end) = (at(state.place), at(state.place + way));
    let policy = Policy::RETAIL;
    let mover = Mover::human(state.flags);
    let mut path = Transition::new(world, &policy, mover, Some(begin), end, probe);
    let before = &state.collision;
    if before.contact.valid {
        let contact = before.contact;
        let info = &mut path.collision;
        info.seed_contact(contact.plane, contact.water, contact.cell, &policy);
    }
    if let Some(normal) = before.sliding_normal {
        path.collision.seed_sliding(normal);
    }
    let walk = path.find_valid_position();
    let outcome = path.outcome(&walk);
    // A refused path leaves everything as it was.
    let state = if walk.success {
        State {
            place: path.path.current.frame.origin,
            flags: path.mover.flags,
            collision: path.collision.clone(),
        }
    } else {
        state.clone()
    };
    End {
        hit: outcome.hit.is_some() || outcome.verdict == Verdict::Collided,
        finite: state.place.is_finite(),
        state,
    }
}

/// Number of a polygon that a sphere of the mover at `place` is in by more than `deep` metres, by brute force.
fn entered(tree: &Tree, place: Vec3, deep: f32) -> Option<u32> {
    let mover = Mover::human(MoverFlags::NONE);
    mover.spheres.iter().find_map(|sphere| {
        let sphere = Sphere {
            center: place + sphere.center,
            radius: sphere.radius - deep,
        };
        let answer = referee::sphere_intersects_poly(tree, &sphere, Vec3::ZERO, &Policy::RETAIL);
        answer.touched.first().map(|id| id.0)
    })
}

/// Whether two runs of a sweep part where they name another polygon, or another plane for one: by nothing else that is
/// told but which nodes and polygons were asked.
fn named_another(a: &Journal, b: &Journal) -> bool {
    let asked = |event: &Event| {
        matches!(
            event,
            Event::NodeVisited { .. } | Event::NodePruned { .. } | Event::PolygonTested { .. }
        )
    };
    let facts = |journal: &Journal| -> Vec<Event> {
        let events = journal.entries.iter().map(|entry| entry.event.clone());
        events.filter(|event| !asked(event)).collect()
    };
    let (a, b) = (facts(a), facts(b));
    let first = a.iter().zip(&b).find(|(a, b)| a != b);
    first.is_some_and(|(a, b)| {
        let names = |event: &Event| {
            matches!(
                event,
                Event::ContactWritten { .. }
                    | Event::WalkableFound { .. }
                    | Event::PlaneHit { .. }
                    | Event::NegativeHit { .. }
            )
        };
        names(a) && a.kind() == b.kind()
    })
}

#[derive(Default)]
struct Tally {
    time: Duration,
    hits: usize,
    grounded: usize,
    clear: usize,
    entered: usize,
    differs: usize,
    named: usize,
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn mesh(path: &std::path::Path, args: &Args) -> Result<Tally, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let mesh = obj::parse(&text, Up::Y, 1.0).map_err(|error| format!("{name}: {error}"))?;
    let polygons: Vec<Polygon> = mesh.polygons;
    if polygons.is_empty() {
        return Err(format!("{name}: no polygon"));
    }
    let world = |tree| {
        let object = Object::solid("mesh".to_owned(), Frame::default(), 1.0, tree);
        World::new(vec![object])
    };
    let tree = Tree::balanced(polygons.clone());
    let leaf = Tree::single_leaf(polygons);
    let (split, whole) = (world(tree.clone()), world(leaf.clone()));
    let mut random = Random(args.seed);
    let mut tally = Tally::default();
    let mut told = 0;
    let mut state = State::in_the_air(Vec3::ZERO);
    for number in 0..args.count {
        if number % CHAIN == 0 {
            let place = (0..STARTS)
                .map(|_| random.near(leaf.polygons()))
                .find(|place| entered(&leaf, *place, 0.0).is_none())
                .ok_or_else(|| format!("{name}: no place is clear"))?;
            state = State::in_the_air(place);
        }
        let way = random.way();
        let began_clear = entered(&leaf, state.place, 0.0).is_none();
        let start = Instant::now();
        let end = sweep(&split, &state, way, &mut ());
        tally.time += start.elapsed();
        if !end.finite {
            return Err(format!(
                "{name}: sweep {number} ended at {}",
                end.state.place
            ));
        }
        tally.hits += usize::from(end.hit);
        tally.clear += usize::from(began_clear);
        tally.grounded += usize::from(state.flags.has(MoverFlags::ON_WALKABLE));
        let inside = entered(&leaf, end.state.place, DEEPEST).filter(|_| began_clear);
        let other = sweep(&whole, &state, way, &mut ());
        let differs = other.hit != end.hit;
        tally.entered += usize::from(inside.is_some());
        tally.differs += usize::from(differs);
        let named = differs && {
            let journals = [&split, &whole].map(|world| {
                let mut journal = Journal::default();
                sweep(world, &state, way, &mut journal);
                journal
            });
            named_another(&journals[0], &journals[1])
        };
        tally.named += usize::from(named);
        if (inside.is_some() || (differs && !named)) && told < args.show {
            told += 1;
            say(&format!(
                "{name}: sweep {number} from {:?} by {way:?}, flags {:#x}, contact {:?}, sliding {:?}: ends at {:?}, in polygon \
                 {inside:?}; hit {} and in one leaf {}",
                state.place,
                state.flags.0,
                state.collision.contact,
                state.collision.sliding_normal,
                end.state.place,
                end.hit,
                other.hit,
            ));
        }
        state = end.state;
    }
    say(&format!(
        "{name}: {} polygons, {} sweeps in {:.3} s, {:.0} a second; {} met something, {} began on ground, {} began clear; \
         entered {}, hit differs {}, of them named {}",
        leaf.polygons().len(),
        args.count,
        tally.time.as_secs_f64(),
        args.count as f64 / tally.time.as_secs_f64(),
        tally.hits,
        tally.grounded,
        tally.clear,
        tally.entered,
        tally.differs,
        tally.named,
    ));
    Ok(tally)
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut failed = false;
    for path in &args.meshes {
        match mesh(path, &args) {
            Ok(tally) => failed |= tally.entered + (tally.differs - tally.named) > 0,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "{error}");
                failed = true;
            }
        }
    }
    ExitCode::from(u8::from(failed))
}
