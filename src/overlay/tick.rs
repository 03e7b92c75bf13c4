//! All layers of one tick together.

use super::geometry::ball_around;
use super::lines::{Layer, LayerSet, Overlay};
use super::style::Style;
use super::{
    camera, candidates, contact, geometry, grouped, land, mover, recorded, steps, swept, tree,
};
use crate::lane::Setup;
use crate::recording::Replay;

/// What `layers` show of a replayed tick, back to front. Without layers it is empty.
#[must_use]
pub fn overlay(setup: &Setup, replay: &Replay, layers: LayerSet, style: &Style) -> Overlay {
    let mut out = Overlay::default();
    let (world, outcome) = (&*setup.world, &replay.outcome);
    let stories = grouped::sweeps(&replay.journal);
    // Behind a body the eye is swept last.
    let hit_of = |index: usize| {
        let sweep = match &outcome.eye_sweep {
            Some(eye) if index + 1 == stories.len() => eye,
            _ => &outcome.sweep,
        };
        sweep.hit.map(|h| (h.surface, h.polygon))
    };

    if layers.has(Layer::Mesh) {
        let mut points = vec![
            outcome.pivot,
            outcome.sought.origin,
            outcome.published.origin,
        ];
        points.extend(stories.iter().flat_map(|s| [s.from, s.to, s.end]));
        geometry::geometry(world, ball_around(&points), style, &mut out);
    }
    if layers.has(Layer::Cells) {
        land::land(world, &replay.policy, outcome, style, &mut out);
    }
    if layers.has(Layer::BspSpheres) {
        tree::tree(&replay.journal.entries, world, style, &mut out);
    }
    if layers.has(Layer::Mover) {
        mover::mover(&setup.rig, replay, world, &mut out);
    }
    if layers.has(Layer::Recorded) {
        recorded::recorded(setup, outcome, &mut out);
    }
    for (index, story) in stories.iter().enumerate() {
        if layers.has(Layer::Rejected) {
            candidates::candidates(story, replay.policy.reach_filter, world, style, &mut out);
        }
        if layers.has(Layer::Contacts) {
            contact::support(story, &mut out);
            contact::contact(story, hit_of(index), world, &mut out);
        }
        if layers.has(Layer::SweptSpheres) {
            swept::swept(story, style, &mut out);
        }
        if layers.has(Layer::StepBoundaries) {
            steps::steps(story, style, &mut out);
        }
    }
    // A body that rests has neither eyes nor a way.
    if layers.has(Layer::Eyes) && (setup.rig.has_camera() || !stories.is_empty()) {
        camera::camera(&setup.rig, outcome, &mut out);
    }
    out.items.retain(|item| item.shows(layers));
    out
}

#[cfg(test)]
mod tests {
    use super::super::grouped::samples::{at_rest, falling};
    use super::*;

    #[test]
    fn all_off_draws_nothing() {
        for (setup, replay) in [at_rest(), falling()] {
            assert_eq!(
                overlay(&setup, &replay, LayerSet::NONE, &Style::default()),
                Overlay::default()
            );
        }
    }

    #[test]
    fn a_layer_shows_its_own_items_and_no_others() {
        let (setup, replay) = falling();
        let all = overlay(&setup, &replay, LayerSet::ALL, &Style::default());
        for &layer in Layer::ALL {
            let alone = overlay(
                &setup,
                &replay,
                LayerSet::of(&[layer, Layer::Labels]),
                &Style::default(),
            );
            assert_eq!(
                alone.items,
                all.of(layer).cloned().collect::<Vec<_>>(),
                "{layer:?}"
            );
            let texts = overlay(&setup, &replay, LayerSet::of(&[layer]), &Style::default());
            assert_eq!(texts.labels().count(), 0, "{layer:?}");
            // There is no filter in this policy, no cell in this world and no capture, and labels belong to the other layers.
            let empty = matches!(
                layer,
                Layer::Rejected | Layer::Cells | Layer::Labels | Layer::Recorded
            );
            assert_eq!(alone.items.is_empty(), empty, "{layer:?}");
        }
    }

    #[test]
    fn everything_is_finite_and_visible() {
        let (setup, replay) = falling();
        for item in overlay(&setup, &replay, LayerSet::ALL, &Style::default()).items {
            assert!(
                item.opacity > 0.0 && (item.width > 0.0 || item.fill > 0.0),
                "{item:?}"
            );
            for point in super::super::wire::strips(&item.shape, None).concat() {
                assert!(point.is_finite(), "{item:?}");
            }
        }
    }
}
