//! What the sphere passed: one capsule a step, and where it is now.

use super::grouped::SweepStory;
use super::lines::{Item, Layer, Overlay, Shape};
use super::role::{Role, Stroke};
use super::style::Style;

/// Draws a sweep: the passed volume with a faint inside, an outline for each step, in vermillion the step that was
/// blocked where it was tried, and the sphere at the end.
pub fn swept(story: &SweepStory<'_>, style: &Style, out: &mut Overlay) {
    let (layer, role, radius) = (Layer::SweptSpheres, style.side.swept(), story.radius);
    let item = |role, shape| Item::new(layer, role, shape);
    let volume = Shape::Capsule {
        from: story.from,
        to: story.end,
        radius,
    };
    out.push(item(role, volume).width(0.0).fill(0.14));

    let stride = story.steps.len().div_ceil(style.steps.max(1)).max(1);
    let mut drawn = 0;
    for chunk in story.steps.chunks(stride) {
        let (Some(first), Some(last)) = (chunk.first(), chunk.last()) else {
            continue;
        };
        if first.from != last.committed {
            let shape = Shape::Capsule {
                from: first.from,
                to: last.committed,
                radius,
            };
            out.push(item(role, shape).opacity(0.55).width(1.0));
        }
        drawn += 1;
    }
    out.leave_out(layer, story.steps.len() - drawn);

    // Where the blocked step was tried: given up, or moved back to the contact.
    for step in story
        .steps
        .iter()
        .filter(|s| s.reverted_from.is_some() || s.adjusted)
    {
        let tried = step.reverted_from.unwrap_or(step.to);
        let ball = Shape::Ball {
            center: tried,
            radius,
        };
        if step.reverted_from.is_some() {
            out.push(
                item(
                    Role::Contact,
                    Shape::Capsule {
                        from: step.from,
                        to: tried,
                        radius,
                    },
                )
                .opacity(0.35)
                .width(1.0),
            );
            out.push(item(Role::Contact, ball).width(1.75).fill(0.08));
        } else {
            out.push(
                item(Role::Contact, ball)
                    .stroke(Stroke::Dashed)
                    .opacity(0.8)
                    .width(1.25),
            );
        }
    }
    let end = Shape::Ball {
        center: story.end,
        radius,
    };
    out.push(item(Role::Mover, end).width(1.75).fill(0.10));
}

#[cfg(test)]
mod tests {
    use super::super::grouped::samples::{at_rest, falling};
    use super::super::grouped::sweeps;
    use super::super::style::Side;
    use super::*;

    fn drawn(replay: &crate::recording::Replay, style: &Style) -> Overlay {
        let mut out = Overlay::default();
        swept(&sweeps(&replay.journal)[0], style, &mut out);
        out
    }

    #[test]
    fn each_step_has_its_capsule_and_the_sphere_is_at_the_end() {
        let (_, replay) = at_rest();
        let out = drawn(&replay, &Style::default());
        let end = replay.outcome.sweep.reached;
        let step = |i: &&Item| matches!(i.shape, Shape::Capsule { .. }) && i.width > 0.0;
        assert_eq!(
            out.items.iter().filter(step).count(),
            replay.outcome.sweep.steps as usize
        );
        let last = out.items.last().unwrap();
        assert_eq!(
            (last.role, &last.shape),
            (
                Role::Mover,
                &Shape::Ball {
                    center: end,
                    radius: 0.3
                }
            )
        );
        assert!(
            out.items
                .iter()
                .all(|i| i.layer == Layer::SweptSpheres && i.role != Role::SweptB)
        );
    }

    #[test]
    fn a_given_up_step_is_vermillion_where_it_was_tried() {
        let (_, replay) = falling();
        let out = drawn(
            &replay,
            &Style {
                side: Side::B,
                ..Style::default()
            },
        );
        let tried: Vec<_> = out
            .items
            .iter()
            .filter(|i| i.role == Role::Contact)
            .collect();
        assert_eq!(tried.len(), 2);
        let Shape::Ball { center, .. } = tried[1].shape else {
            panic!("{:?}", tried[1])
        };
        assert!(center.distance(replay.outcome.sweep.reached) > 0.2);
        assert!(
            out.items
                .iter()
                .any(|i| i.role == Role::SweptB && i.stroke == Stroke::Dashed)
        );
    }

    #[test]
    fn many_steps_share_capsules() {
        let (_, replay) = at_rest();
        let out = drawn(
            &replay,
            &Style {
                steps: 2,
                ..Style::default()
            },
        );
        let lines = out
            .items
            .iter()
            .filter(|i| matches!(i.shape, Shape::Capsule { .. }) && i.width > 0.0);
        assert_eq!(lines.count(), 2);
        assert_eq!(
            out.left_out,
            [(Layer::SweptSpheres, replay.outcome.sweep.steps as usize - 2)]
        );
    }
}
