//! Ghost trails: the way of an eye, or of the feet of a body without one, over the ticks around the cursor.
//!
//! Read from summaries alone, so that a trail of a thousand ticks costs no replay. It is a switch and no layer: it is drawn with the eyes
//! or the body that it is the way of.

use glam::Vec3;

use super::lines::{Item, Layer, Overlay, Shape};
use super::role::{Role, Stroke};
use super::style::Side;
use crate::geometry::vector::{length, wide};
use crate::lane::{Rig, Setup, SweepScript};
use crate::recording::TickSummary;

/// How much of a way is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail {
    /// Ticks before the cursor.
    pub before: u32,
    /// Ticks behind it, as far as they ran.
    pub after: u32,
    /// Most points of either part.
    pub most: usize,
}

impl Default for Trail {
    /// A second or so at the rates of cameras, and nothing of what is still to come.
    fn default() -> Self {
        Self {
            before: 120,
            after: 0,
            most: 400,
        }
    }
}

/// Pieces of a part, each paler than the one nearer to the cursor.
const PIECES: u32 = 8;

/// Opacity of the piece at the cursor and of the farthest one.
const OPACITY: [f32; 2] = [0.8, 0.1];

/// Draws the way around `tick` of a lane with these `summaries`, fading away from the cursor.
///
/// What lies before the cursor is solid (second lane: dashed), what lies behind it dotted. Standing still adds no points; of more than
/// `most` each stretch keeps its begin and what is farthest from that, so that a single jump stays, and how many are missing is said.
/// Scripted sweeps from places of their own have no way from one to the next: nothing is drawn.
pub fn trail(
    setup: &Setup,
    summaries: &[TickSummary],
    tick: u32,
    trail: &Trail,
    side: Side,
    out: &mut Overlay,
) {
    if let Rig::Sweep(rig) = &setup.rig
        && !matches!(rig.script, SweepScript::Moves { .. })
    {
        return;
    }
    let Some(here) = summaries.get(tick as usize) else {
        return;
    };
    let (layer, role) = match here.has_eye {
        true => (Layer::Eyes, Role::Published),
        false => (Layer::Mover, Role::Mover),
    };
    let end = summaries.len() as u32 - 1;
    let (first, last) = (
        tick.saturating_sub(trail.before),
        tick.saturating_add(trail.after).min(end),
    );
    let past: Vec<u32> = (first..=tick).rev().collect();
    let future: Vec<u32> = (tick..=last).collect();
    let solid = match side {
        Side::A => Stroke::Solid,
        Side::B => Stroke::Dashed,
    };
    for (ticks, span, stroke) in [
        (past, trail.before, solid),
        (future, trail.after, Stroke::Dotted),
    ] {
        let way: Vec<(u32, Vec3)> = ticks
            .iter()
            .filter_map(|tick| Some((*tick, summaries.get(*tick as usize)?.published)))
            .collect();
        let (way, missing) = thinned(&moving(&way), trail.most);
        out.leave_out(layer, missing);
        for piece in pieces(&way, tick, span) {
            let age = piece.0 as f32 / (PIECES - 1) as f32;
            let opacity = OPACITY[0] + (OPACITY[1] - OPACITY[0]) * age;
            let shape = Shape::Polyline {
                points: piece.1,
                closed: false,
            };
            let item = Item::new(layer, role, shape).stroke(stroke);
            out.push(item.opacity(opacity).width(1.0));
        }
    }
}

/// The points at which it is elsewhere than at the one before; the first always.
fn moving(way: &[(u32, Vec3)]) -> Vec<(u32, Vec3)> {
    let mut kept: Vec<(u32, Vec3)> = Vec::new();
    for point in way {
        if kept.last().is_none_or(|last| last.1 != point.1) {
            kept.push(*point);
        }
    }
    kept
}

/// No more than `most` points, at least two, and how many are missing.
fn thinned(way: &[(u32, Vec3)], most: usize) -> (Vec<(u32, Vec3)>, usize) {
    let most = if most < 2 { 2 } else { most };
    if way.len() <= most {
        return (way.to_vec(), 0);
    }
    let stretch = way.len().div_ceil(most / 2);
    let mut kept = Vec::new();
    for points in way.chunks(stretch) {
        let Some((first, rest)) = points.split_first() else {
            continue;
        };
        kept.push(*first);
        let far = |point: &(u32, Vec3)| length(wide(point.1) - wide(first.1));
        let farthest = rest
            .iter()
            .fold(None, |best: Option<&(u32, Vec3)>, point| match best {
                Some(best) if far(best) >= far(point) => Some(best),
                _ => Some(point),
            });
        kept.extend(farthest);
    }
    let missing = way.len() - kept.len();
    (kept, missing)
}

/// The way in pieces with their age, 0 at the cursor; each begins where the last one ended.
fn pieces(way: &[(u32, Vec3)], tick: u32, span: u32) -> Vec<(u32, Vec<Vec3>)> {
    let age = |at: u32| {
        let away = u64::from(at.abs_diff(tick));
        // The tick that is farthest away is still in the last piece.
        let piece = away * u64::from(PIECES) / (u64::from(span) + 1);
        piece as u32
    };
    let mut pieces: Vec<(u32, Vec<Vec3>)> = Vec::new();
    for two in way.windows(2) {
        let age = age(two[1].0);
        match pieces.last_mut() {
            Some((last, points)) if *last == age => points.push(two[1].1),
            _ => pieces.push((age, vec![two[0].1, two[1].1])),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Recording;
    use crate::scene::{build, shipped};

    fn recorded(name: &str, ticks: u32) -> Recording {
        let source = shipped::find(name).unwrap().source();
        let built = build(&source, None, Some(ticks)).unwrap();
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(ticks);
        recording
    }

    fn drawn(recording: &Recording, lane: usize, tick: u32, span: Trail, side: Side) -> Overlay {
        let mut out = Overlay::default();
        let summaries = recording.lanes[lane].summaries();
        trail(&recording.setup, summaries, tick, &span, side, &mut out);
        out
    }

    fn line(item: &Item) -> (&Item, &[Vec3]) {
        match &item.shape {
            Shape::Polyline { points, .. } => (item, points),
            other => panic!("{other:?}"),
        }
    }

    fn lines(out: &Overlay) -> Vec<(&Item, &[Vec3])> {
        out.items.iter().map(line).collect()
    }

    #[test]
    fn a_trail_begins_at_the_cursor_and_fades() {
        let recording = recorded("sawtooth", 300);
        let span = Trail {
            before: 100,
            after: 50,
            most: 1000,
        };
        let out = drawn(&recording, 3, 200, span, Side::A);
        let lines = lines(&out);
        let at = |tick: usize| recording.lanes[3].summaries()[tick].published;
        let part = |stroke: Stroke| -> Vec<(&Item, &[Vec3])> {
            let of = lines.iter().filter(|(item, _)| item.stroke == stroke);
            of.copied().collect()
        };
        let (past, future) = (part(Stroke::Solid), part(Stroke::Dotted));
        assert_eq!((past[0].1[0], future[0].1[0]), (at(200), at(200)));
        let end = |part: &[(&Item, &[Vec3])]| *part.last().unwrap().1.last().unwrap();
        assert_eq!((end(&past), end(&future)), (at(100), at(250)));
        for part in [past, future] {
            for two in part.windows(2) {
                assert!(two[0].0.opacity > two[1].0.opacity, "paler with distance");
                assert_eq!(two[0].1.last(), two[1].1.first(), "without a gap");
            }
            assert!(part.len() as u32 <= PIECES);
        }
        assert!(lines.iter().all(|(item, points)| {
            item.layer == Layer::Eyes && item.role == Role::Published && points.len() > 1
        }));
        assert_eq!(out.left_out, []);
        let other = drawn(&recording, 3, 200, Trail { after: 0, ..span }, Side::B);
        assert!(other.items.iter().all(|item| item.stroke == Stroke::Dashed));
        assert!(!other.items.is_empty());
    }

    #[test]
    fn what_stands_still_leaves_none_and_ends_are_no_error() {
        let recording = recorded("sawtooth", 900);
        // The retail eye rests at the wall.
        assert_eq!(
            drawn(&recording, 0, 899, Trail::default(), Side::A),
            Overlay::default()
        );
        let both = Trail {
            before: u32::MAX,
            after: u32::MAX,
            most: 64,
        };
        for tick in [0, 1, 899] {
            assert!(!drawn(&recording, 3, tick, both, Side::A).items.is_empty());
        }
        assert_eq!(drawn(&recording, 3, 900, both, Side::A), Overlay::default());
    }

    #[test]
    fn a_long_trail_is_bounded_keeps_its_extremes_and_says_so() {
        let recording = recorded("sawtooth", 1440);
        let span = Trail {
            before: 1400,
            after: 0,
            most: 64,
        };
        let out = drawn(&recording, 3, 1439, span, Side::A);
        let points: Vec<Vec3> = lines(&out)
            .iter()
            .flat_map(|(_, points)| points.to_vec())
            .collect();
        // Pieces share the points at which they meet.
        assert!(points.len() <= 64 + PIECES as usize, "{}", points.len());
        let missing: usize = out.left_out.iter().map(|(_, count)| count).sum();
        assert!(missing > 1000, "{missing}");
        let span = |values: &mut dyn Iterator<Item = f32>| {
            values.fold([f32::MAX, f32::MIN], |[low, high], y| {
                [low.min(y), high.max(y)]
            })
        };
        let all = span(
            &mut recording.lanes[3].summaries()[39..]
                .iter()
                .map(|s| s.published.y),
        );
        let kept = span(&mut points.iter().map(|p| p.y));
        assert!(
            (all[1] - all[0]) - (kept[1] - kept[0]) < 0.05,
            "{all:?} {kept:?}"
        );
    }

    #[test]
    fn feet_have_a_trail_where_there_is_no_eye_and_separate_sweeps_have_none() {
        let recording = recorded("step_down", 40);
        let out = drawn(&recording, 0, 30, Trail::default(), Side::A);
        assert!(out.items.iter().all(|item| item.layer == Layer::Mover) && !out.items.is_empty());
        let recording = recorded("doorway", 3);
        assert_eq!(
            drawn(&recording, 0, 2, Trail::default(), Side::A),
            Overlay::default()
        );
    }
}
