//! Where A and B part, and which switches make them: found on a thread once both have run, shown in the panel.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};

use bevy::prelude::*;

use super::ViewSystems;
use super::calm::{self, Calm, Place};
use super::command::Slot;
use super::document::Document;
use super::lanes::{LaneNumber, Pair, Tape};
use crate::analysis::Diff;
use crate::analysis::diff::{Blame, TOLERANCE, blame, diff};
use crate::lane::Setup;
use crate::recording::LaneRecording;

/// Runs up to this length are compared at once as well; longer ones on a thread alone.
const AT_ONCE: u32 = 4_000;

/// What a difference is of: the document, and of both lanes the number, the revision and the ticks that ran.
type Of = (u32, [(usize, u32, u32); 2]);

type Answer = (Diff, Option<Blame>);

/// Where A and B part.
#[derive(Resource, Debug, Default)]
pub struct Difference {
    /// The answer; `None` while it is sought, or when there are no two lanes that ran.
    pub answer: Option<Diff>,
    /// Which switches make them part; `None` while that is sought, or where there is no one policy to blame.
    pub blame: Option<Blame>,
    of: Option<Of>,
    coming: Option<Mutex<Receiver<Result<Answer, String>>>>,
}

/// Seeks the difference.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Difference>()
        .add_systems(Update, seek.in_set(ViewSystems::Follow));
}

fn seek(
    document: Option<Res<Document>>,
    pair: Res<Pair>,
    lanes: Query<(&LaneNumber, &Tape)>,
    calm: Res<Calm>,
    mut difference: ResMut<Difference>,
) {
    let Some(document) = document else { return };
    let tape = |slot: Slot| {
        let number = pair.0[slot.index()];
        lanes
            .iter()
            .find(|(of, _)| of.0 == number)
            .map(|(of, tape)| (of.0, tape))
    };
    let both = (tape(Slot::A), tape(Slot::B));
    let of = match both {
        (Some((a, tape_a)), Some((b, tape_b))) if a != b => {
            let ran = |tape: &Tape| tape.recording.len();
            let whole = ran(tape_a) >= document.setup.ticks && ran(tape_b) >= document.setup.ticks;
            whole.then_some((
                document.number,
                [
                    (a, tape_a.revision, ran(tape_a)),
                    (b, tape_b.revision, ran(tape_b)),
                ],
            ))
        }
        _ => None,
    };
    if difference.of != of {
        difference.of = of;
        difference.answer = None;
        difference.blame = None;
        difference.coming = None;
        let (Some(_), (Some((_, a)), Some((_, b)))) = (of, both) else {
            return;
        };
        if document.setup.ticks <= AT_ONCE {
            let work = || diff(&document.setup, &a.recording, &b.recording, TOLERANCE);
            difference.answer = calm.catch(Place::Thread, work);
        }
        let (setup, a, b) = (
            document.setup.clone(),
            a.recording.clone(),
            b.recording.clone(),
        );
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            // Nobody may be waiting any more.
            let _ = sender.send(calm::tried(|| answer(&setup, &a, &b)));
        });
        difference.coming = Some(Mutex::new(receiver));
    }
    let came = difference
        .coming
        .as_ref()
        .and_then(|coming| coming.lock().ok()?.try_recv().ok());
    if let Some(came) = came {
        difference.coming = None;
        match came {
            Ok((answer, blame)) => {
                difference.answer = Some(answer);
                difference.blame = blame;
            }
            Err(words) => calm.report(Place::Thread, words),
        }
    }
}

fn answer(setup: &Setup, a: &LaneRecording, b: &LaneRecording) -> Answer {
    let diff = diff(setup, a, b, TOLERANCE);
    let first = diff.first.as_ref();
    let blame = first.and_then(|first| blame(setup, a, b, first.tick, TOLERANCE));
    (diff, blame)
}
