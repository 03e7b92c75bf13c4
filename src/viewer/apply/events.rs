//! Where something happens that is worth going to.

use bevy::prelude::World;

use crate::lane::Measure;
use crate::viewer::command::Way;
use crate::viewer::document::Document;
use crate::viewer::lanes::{LaneNumber, Shown, Tape};
use crate::viewer::playback::Playback;
use crate::viewer::series::Series;

/// Metres by which a record disagrees with its replay: as far as `replay` lets it go.
const DISAGREES: f64 = 1e-4;

/// The nearest tick after (or before) the cursor on which a verdict of A or B (the body's or the eye's) differs from the tick before, or that is marked; of a capture one whose record disagrees.
pub(super) fn next(world: &mut World, way: Way) -> Option<u32> {
    let playback = world.resource::<Playback>();
    let (cursor, markers) = (playback.cursor, playback.markers.clone());
    let document = world.get_resource::<Document>();
    let is_capture = document.is_some_and(Document::is_capture);
    // The first tick differs from none before it.
    let first = u32::from(!is_capture);
    let mut shown = world.query::<(&LaneNumber, &Shown, &Tape)>();
    let series = world.resource::<Series>();
    let tapes = shown
        .iter(world)
        .filter(|(_, shown, _)| shown.slots.contains(&true));
    let found = tapes.filter_map(|(number, _, tape)| {
        let errors = series.of(number.0, tape.revision, Measure::RecordedError);
        let changes = |tick: u32| {
            // Of a capture the records count that do not come out as they were recorded.
            if is_capture {
                let off = errors.as_ref().and_then(|errors| errors.get(tick as usize));
                return off.is_some_and(|off| *off > DISAGREES);
            }
            let (now, before) = (
                tape.recording.summary(tick),
                tape.recording.summary(tick - 1),
            );
            now.zip(before)
                .is_some_and(|(now, before)| now.verdict_differs(before))
        };
        let len = tape.recording.len();
        match way {
            Way::On => (cursor + 1..len).find(|tick| changes(*tick)),
            Way::Back => (first..cursor.min(len)).rev().find(|tick| changes(*tick)),
        }
    });
    let marked = markers.into_iter().filter(|tick| match way {
        Way::On => *tick > cursor,
        Way::Back => *tick < cursor,
    });
    let all = found.chain(marked);
    match way {
        Way::On => all.min(),
        Way::Back => all.max(),
    }
}
