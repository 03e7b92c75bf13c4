//! A finding as a small scene: what it needs of the world, shrunk, and one sweep that shows it.

mod shapes;
mod text;

use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::Swept;
use super::leaks::{DEEPEST, How, Judge, Leak, Line};
use super::referee::{Mismatch, Pruned};
use crate::bsp::referee::compare;
use crate::geometry::vector::{dot_wide, length, narrow, wide};
use crate::ids::PolygonId;
use crate::lane::{Input, Lane, Rig, Setup, SweepRig, SweepScript};
use crate::policy::Policy;
use crate::scene::{self, Source};
use crate::world::World;
use shapes::{Kept, Leaf, Shape, shapes, world_of};
use text::{Sheet, scene_text};

/// How the text of such a scene begins.
pub const MARK: &str = "// Found by scan ";

/// Most trials of leaving something out.
const TRIALS: usize = 200;

/// Most polygons of which some are left out one by one.
const SHRUNK: usize = 20_000;

/// Halvings of the way when it is shortened.
const HALVINGS: u32 = 14;

/// A scene that shows a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Specimen {
    /// Its text.
    pub text: String,
    /// What of the finding it does not show, where that is so.
    pub note: Option<String>,
    /// Polygons that it has.
    pub polygons: usize,
}

/// Where a finding comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// Name of the scene.
    pub scene: &'a str,
    /// Name of the lane.
    pub lane: &'a str,
    /// The lane's policy.
    pub policy: Policy,
}

/// The scene of a leak, shrunk to what still leaks and to the shortest sweep that does.
///
/// `None` where nothing that a scene can hold shows it: a leak through the landscape, or one that needs a map's cells.
#[must_use]
pub fn of_leak(world: &World, leak: &Leak, swept: Swept, origin: Origin<'_>) -> Option<Specimen> {
    let all = shapes(world);
    let leaks = |kept: &Kept, line: &Line| {
        let world = Arc::new(world_of(&all, kept));
        Judge::new(&world, swept, origin.policy, &mut |_| true)?.leak(line)
    };
    let owner = all.iter().position(|shape| shape.holds(leak.surface));
    let mut candidates = Vec::new();
    if let Some(owner) = owner {
        let part = leak.surface.and_then(|surface| surface.part()).unwrap_or(0) as usize;
        let polygon = leak.spot.polygon.unwrap_or_default();
        candidates.push(Kept::polygon(&all, owner, part, polygon));
        candidates.push(Kept::shape(&all, owner));
    }
    candidates.push(Kept::all(&all));
    let line = leak.line;
    let shown = candidates
        .into_iter()
        .find(|kept| leaks(kept, &line).is_some())?;
    let kept = shrink(shown, &mut |kept| leaks(kept, &line).is_some());
    let line = shorten(&line, &mut |line| leaks(&kept, line).is_some());
    let shown = leaks(&kept, &line)?;
    let title = format!("Leak at {}", shown.spot.object);
    let look_for = format!("{shown}.").replace("; walk 0, step 0,", ",");
    let (from, end) = (wide(shown.begin), wide(shown.spot.at));
    // What the foot's centre must not get beyond.
    let limit = match shown.how {
        _ if shown.sphere > 0 => None,
        How::Through => crossing(&all, &shown, from, end),
        How::Inside => Some(length(end - from) - (shown.depth - DEEPEST)),
    };
    let expect = limit
        .filter(|limit| *limit > 0.0 && *limit < length(end - from))
        .map(|limit| {
            format!(
                "Expect(lane: {}, at: Last, measure: \"eye_distance\", is: Less({limit:.6}))",
                text::quoted(origin.lane)
            )
        });
    let text = scene_text(&Sheet {
        scan: "leaks",
        origin,
        title: &title,
        look_for: &look_for,
        shapes: &all,
        kept: &kept,
        swept,
        line,
        expect: expect.as_deref(),
    });
    // What is read back is what shows it, or nothing is.
    read_back(&text, |built| {
        let Rig::Sweep(rig) = &built.rig else {
            return false;
        };
        let SweepScript::Lines(lines) = &rig.script else {
            return false;
        };
        let Some((from, to)) = lines.first().copied() else {
            return false;
        };
        let line = Line {
            from,
            to,
            grounded: rig.grounded,
        };
        let judge = Judge::new(&built.world, swept, origin.policy, &mut |_| true);
        judge.is_some_and(|judge| judge.leak(&line).is_some())
    })
    .then(|| Specimen {
        polygons: kept.count(),
        text,
        note: None,
    })
}

/// Distance from the begin at which the straight way passes the polygon's plane, metres.
fn crossing(all: &[Shape<'_>], leak: &Leak, from: DVec3, end: DVec3) -> Option<f64> {
    let shape = all.iter().find(|shape| shape.holds(leak.surface))?;
    let part = leak.surface.and_then(|surface| surface.part()).unwrap_or(0) as usize;
    let polygon = shape.in_scene(part, leak.spot.polygon?)?;
    let height =
        |p: DVec3| dot_wide(polygon.plane.normal_wide(), p) + f64::from(polygon.plane.offset);
    let (before, after) = (height(from), height(end));
    let share = before / (before - after);
    (share > 0.0 && share < 1.0).then(|| length(end - from) * share)
}

/// The scene of a question that a walk answers otherwise than brute force.
///
/// A scene holds no tree made by hand. Where the node's sphere is to blame, a tree of one leaf with that sphere shows the
/// same; where not even that does, the note says so, and the scene has the polygons and the sweep.
#[must_use]
pub fn of_mismatch(world: &World, mismatch: &Mismatch, origin: Origin<'_>) -> Option<Specimen> {
    let all = shapes(world);
    let owner = all
        .iter()
        .position(|shape| shape.holds(Some(mismatch.surface)))?;
    let part = mismatch.surface.part().unwrap_or(0) as usize;
    let polygon = mismatch.spot.polygon?;
    let (sphere, movement) = mismatch.asked;
    let differs = |all: &[Shape<'_>], kept: &Kept| {
        let world = world_of(all, kept);
        let tree = world.objects.iter().find_map(|object| object.parts.first());
        tree.is_some_and(|part| compare(&part.tree, &sphere, movement, &origin.policy).is_some())
    };
    // The tree as a scene builds it, with the root's sphere that it has.
    let mut own = all.clone();
    own[owner].keep_part(part);
    let whole = Kept::shape(&own, owner);
    let mut as_leaf = own.clone();
    as_leaf[owner].set_leaf(Leaf::Single, None);
    let mut sound = as_leaf.clone();
    sound[owner].fit_root();
    let mut blamed = own.clone();
    let sphere_of = match mismatch.pruned {
        Pruned::BySphere { node, .. } => all[owner]
            .tree(part)
            .and_then(|tree| tree.nodes().get(node.0 as usize))
            .map(|node| node.sphere),
        _ => None,
    };
    blamed[owner].set_leaf(Leaf::Single, sphere_of);
    let alone_of = |shapes: &[Shape<'_>]| {
        let part = if shapes[owner].parts() == 1 { 0 } else { part };
        Kept::polygon(shapes, owner, part, polygon)
    };
    let recipes = [
        (&own, alone_of(&own)),
        (&own, whole.clone()),
        (&as_leaf, alone_of(&as_leaf)),
        (&blamed, alone_of(&blamed)),
    ];
    let found = recipes
        .into_iter()
        .find(|(shapes, kept)| differs(shapes, kept));
    let (shapes, kept, note) = match found {
        Some((shapes, kept)) => {
            let kept = shrink(kept, &mut |kept| differs(shapes, kept));
            (shapes, kept, None)
        }
        None => {
            let note = "a scene holds no tree made by hand: this one has the polygon and the sweep, and its tree is sound";
            (&sound, alone_of(&sound), Some(note.to_owned()))
        }
    };
    let swept = Swept::Viewer {
        radius: mismatch.radius,
    };
    let shown = found_sweep(shapes, &kept, mismatch, polygon, owner, origin.policy);
    let (line, shows) = match shown {
        Some(line) => (line, true),
        None => (
            line_to(mismatch.center, mismatch.center - mismatch.movement),
            false,
        ),
    };
    let note = note.or_else(|| {
        (!shows).then(|| {
            "no sweep of the sphere alone shows it; `scan referee` of the scene does".to_owned()
        })
    });
    let title = format!("A walk that misses a polygon of {}", mismatch.spot.object);
    let look_for = format!("{mismatch}.");
    let expect = shows.then(|| {
        format!(
            "Expect(lane: {}, at: Last, measure: \"normal_x\", is: Between(-1, 1))",
            text::quoted(origin.lane)
        )
    });
    let text = scene_text(&Sheet {
        scan: "referee",
        origin,
        title: &title,
        look_for: &look_for,
        shapes,
        kept: &kept,
        swept,
        line,
        expect: expect.as_deref(),
    });
    read_back(&text, |_| true).then(|| Specimen {
        polygons: kept.count(),
        text,
        note,
    })
}

fn line_to(to: Vec3, from: Vec3) -> Line {
    Line {
        from,
        to,
        grounded: false,
    }
}

/// A sweep to the place of a question that ends there unhindered, and is stopped where the tree is sound.
fn found_sweep(
    shapes: &[Shape<'_>],
    kept: &Kept,
    mismatch: &Mismatch,
    polygon: PolygonId,
    owner: usize,
    policy: Policy,
) -> Option<Line> {
    let mut sound = shapes.to_vec();
    sound[owner].set_leaf(Leaf::Single, None);
    sound[owner].fit_root();
    let (broken, sound) = (world_of(shapes, kept), world_of(&sound, kept));
    let (broken, sound) = (Arc::new(broken), Arc::new(sound));
    let part = mismatch.surface.part().unwrap_or(0) as usize;
    let normal = shapes[owner]
        .in_scene(if shapes[owner].parts() == 1 { 0 } else { part }, polygon)?
        .plane
        .normal;
    let aside = |radii: f32| mismatch.center + normal * (mismatch.radius * radii);
    let mut starts = vec![mismatch.center - mismatch.movement];
    starts.extend([0.25, 0.5, 1.0, 2.0].map(aside));
    let lines = starts
        .into_iter()
        .map(|from| line_to(mismatch.center, from));
    let is_stopped = |world: &Arc<World>, line: &Line| {
        let setup = Setup {
            world: Arc::clone(world),
            rig: Rig::Sweep(SweepRig::viewer(
                mismatch.radius,
                SweepScript::Lines(vec![(line.from, line.to)]),
            )),
            hz: 60,
            ticks: 1,
        };
        let (from, to) = (line.from, line.to);
        let outcome = Lane::new(&setup, policy).tick(&setup, &Input::Line { from, to }, &mut ());
        outcome.sweep.normal.is_some()
    };
    let mut shown = lines.filter(|line| is_stopped(&sound, line) && !is_stopped(&broken, line));
    shown.next()
}

/// Leaves polygons out as long as what is left still shows it: halves first, then smaller parts.
fn shrink(kept: Kept, shows: &mut dyn FnMut(&Kept) -> bool) -> Kept {
    let mut kept = kept;
    if kept.count() > SHRUNK {
        return kept;
    }
    let (mut trials, mut chunk) = (0, kept.count().div_ceil(2));
    while chunk > 0 && kept.count() > 1 {
        let mut at = 0;
        let mut any = false;
        while at < kept.count() && trials < TRIALS {
            let without = kept.without(at..(at + chunk).min(kept.count()));
            trials += 1;
            if without.count() > 0 && shows(&without) {
                kept = without;
                any = true;
            } else {
                at += chunk;
            }
        }
        if trials >= TRIALS {
            break;
        }
        if !any || chunk > 1 {
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
    }
    kept
}

/// The shortest way from the same begin that still shows it, as far as halving finds it.
fn shorten(line: &Line, shows: &mut dyn FnMut(&Line) -> bool) -> Line {
    let to = |share: f64| Line {
        to: narrow(wide(line.from) + (wide(line.to) - wide(line.from)) * share),
        ..*line
    };
    let (mut short, mut enough) = (0.0, *line);
    let mut long = 1.0;
    for _ in 0..HALVINGS {
        let half = (short + long) / 2.0;
        let shorter = to(half);
        if shows(&shorter) {
            (long, enough) = (half, shorter);
        } else {
            short = half;
        }
    }
    enough
}

/// Whether a text is a scene that can run, and `shows` says yes to what it is built into.
fn read_back(text: &str, shows: impl FnOnce(&Setup) -> bool) -> bool {
    let source = Source::from_text("finding", text);
    scene::build(&source, None, None).is_ok_and(|built| shows(&built.setup))
}

#[cfg(test)]
mod tests;
