//! Boundaries between steps: boundary 0 is the start, boundary k the end of step k.

use glam::Vec3;

use super::grouped::{SweepStory, between};
use super::lines::{Item, Layer, Mark, Overlay, Shape};
use super::role::{Role, Stroke};
use super::style::Style;
use super::wire::across;
use crate::geometry::vector::{length, narrow, wide};

/// A boundary of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boundary {
    /// Its number.
    pub number: u32,
    /// Centre of the sphere there.
    pub at: Vec3,
    /// How it came about.
    pub kind: BoundaryKind,
}

/// How a boundary came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundaryKind {
    /// The sphere was there.
    Reached,
    /// It was tried and given up: the sphere is back at the boundary before.
    Reverted,
    /// Planned, but the sweep had ended.
    Planned,
}

/// All boundaries of a sweep in order, planned ones included; at most `limit`, the first ones.
#[must_use]
pub fn boundaries(story: &SweepStory<'_>, limit: usize) -> Vec<Boundary> {
    let start = Boundary {
        number: 0,
        at: story.from,
        kind: BoundaryKind::Reached,
    };
    let taken = story.steps.iter().map(|step| match step.reverted_from {
        Some(at) => Boundary {
            number: step.number,
            at,
            kind: BoundaryKind::Reverted,
        },
        None => Boundary {
            number: step.number,
            at: step.committed,
            kind: BoundaryKind::Reached,
        },
    });
    let planned = (story.steps.len() as u32 + 1..=story.planned).map(|number| {
        let done = (f64::from(number) * story.step_length).min(story.length);
        let fraction = if story.length > 0.0 {
            done / story.length
        } else {
            0.0
        };
        Boundary {
            number,
            at: between(story.from, story.to, fraction),
            kind: BoundaryKind::Planned,
        }
    });
    std::iter::once(start)
        .chain(taken)
        .chain(planned)
        .take(limit)
        .collect()
}

/// Draws the boundaries: a cross-bar each, and numbers that do not pile up.
pub fn steps(story: &SweepStory<'_>, style: &Style, out: &mut Overlay) {
    let layer = Layer::StepBoundaries;
    let all = boundaries(story, style.steps + 1);
    out.leave_out(
        layer,
        (story.planned as usize + 1).saturating_sub(all.len()),
    );
    let (u, v) = across(narrow(wide(story.to) - wide(story.from)));
    let bar = f64::from(story.radius) * 0.22;
    for boundary in &all {
        let at = wide(boundary.at);
        let (role, opacity) = match boundary.kind {
            BoundaryKind::Reached => (Role::StepBoundary, 0.6),
            BoundaryKind::Reverted => (Role::Contact, 0.9),
            BoundaryKind::Planned => (Role::StepBoundary, 0.25),
        };
        for side in [u, v] {
            let shape = Shape::Line {
                from: narrow(at - side * bar),
                to: narrow(at + side * bar),
            };
            out.push(Item::new(layer, role, shape).opacity(opacity).width(1.0));
        }
        if boundary.kind != BoundaryKind::Planned {
            let dot = Shape::Marker {
                at: boundary.at,
                mark: Mark::Dot,
                size: story.radius * 0.05,
            };
            out.push(Item::new(layer, role, dot).opacity(opacity).fill(1.0));
        }
    }
    let path = Shape::Line {
        from: story.from,
        to: story.to,
    };
    out.push(
        Item::new(layer, Role::StepBoundary, path)
            .stroke(Stroke::Dotted)
            .opacity(0.35)
            .width(1.0),
    );
    for (at, text, role) in numbers(&all, f64::from(story.radius) * 0.3) {
        let above = wide(at) + (u + v) * (bar * 1.3);
        out.label(layer, role, narrow(above), text);
    }
}

/// The numbers beside the boundaries; those closer than `gap` share one text.
fn numbers(all: &[Boundary], gap: f64) -> Vec<(Vec3, String, Role)> {
    let met: Vec<&Boundary> = all
        .iter()
        .filter(|b| b.kind != BoundaryKind::Planned)
        .collect();
    // At most some forty texts, however many the steps.
    let span: f64 = met
        .windows(2)
        .map(|w| length(wide(w[1].at) - wide(w[0].at)))
        .sum();
    let gap = gap.max(span / 40.0);
    let mut groups: Vec<Vec<&Boundary>> = Vec::new();
    for boundary in met {
        match groups.last_mut() {
            Some(group) if length(wide(boundary.at) - wide(group[0].at)) < gap => {
                group.push(boundary);
            }
            _ => groups.push(vec![boundary]),
        }
    }
    let text = |group: &[&Boundary]| {
        let (first, last) = (group[0], group[group.len() - 1]);
        let text = match group.len() {
            1 => first.number.to_string(),
            2 => format!("{}, {}", first.number, last.number),
            _ => format!("{}\u{2013}{}", first.number, last.number),
        };
        let role = if last.kind == BoundaryKind::Reverted {
            Role::Contact
        } else {
            Role::StepBoundary
        };
        (between(first.at, last.at, 0.5), text, role)
    };
    groups.iter().map(|group| text(group)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(number: u32, y: f32, kind: BoundaryKind) -> Boundary {
        Boundary {
            number,
            at: Vec3::Y * y,
            kind,
        }
    }

    fn texts(all: &[Boundary]) -> Vec<String> {
        numbers(all, 0.09).into_iter().map(|n| n.1).collect()
    }

    #[test]
    fn a_boundary_for_each_step_and_one_for_the_start() {
        use super::super::grouped::{samples, sweeps};
        let (_, replay) = samples::falling();
        let sweep = &replay.outcome.sweep;
        let all = boundaries(&sweeps(&replay.journal)[0], 100);
        assert_eq!(
            all.iter().map(|b| b.number).collect::<Vec<_>>(),
            (0..=sweep.steps).collect::<Vec<_>>()
        );
        assert_eq!(
            (all[0].at, all[0].kind),
            (sweep.from, BoundaryKind::Reached)
        );
        let colliding = sweep.colliding_step.unwrap() as usize;
        assert_eq!(all[colliding].kind, BoundaryKind::Reverted);
        assert_eq!(
            all[colliding - 1].at,
            sweep.reached,
            "the sphere is at the boundary before"
        );
        assert!(
            all[colliding + 1..]
                .iter()
                .all(|b| b.kind == BoundaryKind::Planned)
        );
        // Equal slices: every boundary is where the plan has it.
        for (k, b) in all.iter().enumerate() {
            let planned = between(sweep.from, sweep.to, k as f64 / f64::from(sweep.steps));
            assert!(b.at.distance(planned) < 1e-5, "boundary {k}");
        }
    }

    #[test]
    fn numbers_that_would_touch_share_a_text() {
        use BoundaryKind::{Planned, Reached, Reverted};
        let spread = [
            at(0, 0.0, Reached),
            at(1, 0.3, Reached),
            at(2, 0.6, Reverted),
            at(3, 0.9, Planned),
        ];
        assert_eq!(
            texts(&spread),
            ["0", "1", "2"],
            "planned ones have no number"
        );
        let short_last = [
            at(0, 0.0, Reached),
            at(1, 0.3, Reached),
            at(2, 0.303, Reached),
        ];
        assert_eq!(texts(&short_last), ["0", "1, 2"]);
        let many: Vec<_> = (0..=1000).map(|k| at(k, k as f32 * 0.3, Reached)).collect();
        let texts = texts(&many);
        assert!(texts.len() <= 41, "{}", texts.len());
        assert_eq!(texts[0], "0\u{2013}24");
    }
}
