//! Runs single sweeps and looks at what they do to the faces of a world.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::{DEEPEST, How, Leak, Line};
use crate::analysis::scan::Swept;
use crate::analysis::scan::faces::{Faces, Taken, distance};
use crate::geometry::vector::{dot_wide, length, narrow, wide};
use crate::lane::{Input, Lane, Rig, Setup, SweepMover, SweepRig, SweepScript};
use crate::policy::Policy;
use crate::probe::{Event, Journal, Probe};
use crate::transition::Mover;
use crate::world::terrain::{DEEP, Water};
use crate::world::{Cells, World};

/// Lets sweeps run in a world and looks at what they do to its faces.
#[derive(Debug)]
pub struct Judge {
    world: Arc<World>,
    pub(super) faces: Faces,
    pub(super) swept: Swept,
    policy: Policy,
    mover: Mover,
    /// How deep bodies wade in the landscape as they may, metres.
    wades: f64,
}

/// What a sweep came to.
pub(super) struct Came {
    /// Where the eye, or the feet, are afterwards.
    pub(super) end: Vec3,
    /// Whether the body stands there.
    pub(super) grounded: bool,
}

/// How deep the water of a world is, metres; 0 where there is none.
///
/// # Source
/// spec/transition.md 15.2: in water a body stands that much under the face.
fn wades(world: &World) -> f64 {
    let blocks = world.cells().into_iter().flat_map(Cells::blocks);
    let mut water = blocks.map(|block| block.block_water() != Water::None);
    match water.any(|is_wet| is_wet) {
        true => DEEP,
        false => 0.0,
    }
}

impl Judge {
    /// A judge of sweeps of `swept` under `policy`; `None` when `told` said stop.
    pub fn new(
        world: &Arc<World>,
        swept: Swept,
        policy: Policy,
        told: &mut dyn FnMut(f64) -> bool,
    ) -> Option<Self> {
        Some(Self {
            faces: Faces::of(world, Taken::Before(swept), told)?,
            world: Arc::clone(world),
            swept,
            policy,
            mover: swept.mover(&policy),
            wades: wades(world),
        })
    }

    /// Centres and radii of the mover's spheres where its eye, or its feet, are at `place`.
    fn spheres(&self, place: Vec3) -> impl Iterator<Item = (DVec3, f64)> + '_ {
        let spheres = &self.mover.spheres[..self.mover.sphere_count];
        spheres
            .iter()
            .map(move |sphere| (wide(place) + wide(sphere.center), f64::from(sphere.radius)))
    }

    /// Whether the mover touches nothing at `place`.
    pub(super) fn is_clear(&self, place: Vec3) -> bool {
        self.spheres(place).all(|(center, radius)| {
            let near = self.faces.near(center, radius).into_iter();
            near.map(|index| distance(&self.faces.polygons()[index], center))
                .all(|off| off >= radius)
        })
    }

    fn setup(&self, line: &Line) -> Setup {
        let mover = match self.swept {
            Swept::Viewer { radius } => SweepMover::Viewer { radius },
            Swept::Body(build) => SweepMover::Body(build),
        };
        Setup {
            world: Arc::clone(&self.world),
            rig: Rig::Sweep(SweepRig {
                mover,
                script: SweepScript::Lines(vec![(line.from, line.to)]),
                cell: None,
                grounded: line.grounded,
            }),
            hz: 60,
            ticks: 1,
        }
    }

    pub(super) fn run(&self, line: &Line, probe: &mut impl Probe) -> Came {
        let setup = self.setup(line);
        let mut lane = Lane::new(&setup, self.policy);
        let input = Input::Line {
            from: line.from,
            to: line.to,
        };
        let outcome = lane.tick(&setup, &input, probe);
        match outcome.body {
            Some(body) => Came {
                end: body.feet.origin,
                grounded: body.grounded,
            },
            None => Came {
                end: outcome.published.origin,
                grounded: false,
            },
        }
    }

    /// Runs a sweep, and says what it does that it must not; walk and step are left at 0.
    #[must_use]
    pub fn leak(&self, line: &Line) -> Option<Leak> {
        self.judge(line, self.run(line, &mut ()).end)
    }

    /// What a sweep that ended at `end` did that it must not.
    pub(super) fn judge(&self, line: &Line, end: Vec3) -> Option<Leak> {
        // Most sweeps get nowhere near anything: the straight way is looked at first.
        let straight = self.through(line, &[line.from, end]);
        if straight.is_some() {
            let mut journal = Journal::default();
            self.run(line, &mut journal);
            let foot = self.mover.spheres[0].center;
            let mut ways = vec![line.from];
            ways.extend(
                journal
                    .entries
                    .iter()
                    .filter_map(|entry| match entry.event {
                        Event::StepEnded { committed, .. } => {
                            Some(narrow(wide(committed) - wide(foot)))
                        }
                        _ => None,
                    }),
            );
            ways.push(end);
            let through = self.through(line, &ways);
            if through.is_some() {
                return through;
            }
        }
        self.inside(line, end)
    }

    fn told(&self, line: &Line, index: usize, sphere: usize, center: DVec3) -> Leak {
        Leak {
            spot: self.faces.spot(index, narrow(center)),
            walk: 0,
            step: 0,
            line: *line,
            sphere,
            depth: 0.0,
            begin: narrow(wide(line.from) + wide(self.mover.spheres[sphere].center)),
            how: How::Inside,
            surface: self.faces.list()[index].surface,
        }
    }

    /// The first face that the centre of a sphere passes from front to back on the way through `places`.
    fn through(&self, line: &Line, places: &[Vec3]) -> Option<Leak> {
        for pair in places.windows(2) {
            let (from, to) = (self.spheres(pair[0]), self.spheres(pair[1]));
            for (sphere, ((a, _), (b, _))) in from.zip(to).enumerate() {
                let reach = length(b - a) / 2.0;
                for index in self.faces.near((a + b) / 2.0, reach) {
                    let polygon = &self.faces.polygons()[index];
                    let height = |p: DVec3| {
                        dot_wide(polygon.plane.normal_wide(), p) + f64::from(polygon.plane.offset)
                    };
                    let (before, after) = (height(a), height(b));
                    if before <= 0.0 || after >= 0.0 {
                        continue;
                    }
                    let at = a + (b - a) * (before / (before - after));
                    if polygon.contains(narrow(at)) {
                        let end = self.spheres(places[places.len() - 1]).nth(sphere);
                        let end = end.map_or(b, |(center, _)| center);
                        let is_land = self.faces.list()[index].surface.is_none();
                        if is_land && -height(end) < self.wades {
                            continue;
                        }
                        return Some(Leak {
                            depth: -height(end),
                            how: How::Through,
                            ..self.told(line, index, sphere, end)
                        });
                    }
                }
            }
        }
        None
    }

    /// The face that a sphere is deepest in at `end`, if it was before its front and not in it.
    fn inside(&self, line: &Line, end: Vec3) -> Option<Leak> {
        let mut deepest: Option<Leak> = None;
        let starts = self.spheres(line.from);
        for (sphere, ((begin, _), (center, radius))) in starts.zip(self.spheres(end)).enumerate() {
            for index in self.faces.near(center, radius) {
                let polygon = &self.faces.polygons()[index];
                // The landscape is met under the centre alone (spec/transition.md 15.2): beside it a sphere may be in a slope.
                if self.faces.list()[index].surface.is_none() {
                    continue;
                }
                let depth = radius - distance(polygon, center);
                let height =
                    dot_wide(polygon.plane.normal_wide(), begin) + f64::from(polygon.plane.offset);
                let is_new = height > 0.0 && radius - distance(polygon, begin) <= DEEPEST;
                if depth > DEEPEST
                    && is_new
                    && deepest.as_ref().is_none_or(|leak| depth > leak.depth)
                {
                    deepest = Some(Leak {
                        depth,
                        ..self.told(line, index, sphere, center)
                    });
                }
            }
        }
        deepest
    }
}
