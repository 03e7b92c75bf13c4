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
    /// What a thread was last sent for; one at a time, however fast a drag changes the lanes.
    sent: Option<Of>,
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
        difference.sent = None;
        if let (Some(_), (Some((_, a)), Some((_, b)))) = (of, both)
            && document.setup.ticks <= AT_ONCE
        {
            let work = || diff(&document.setup, &a.recording, &b.recording, TOLERANCE);
            difference.answer = calm.catch(Place::Thread, work);
        }
    }
    if difference.coming.is_none()
        && difference.sent != of
        && let (Some(_), (Some((_, a)), Some((_, b)))) = (of, both)
    {
        difference.sent = of;
        let known = difference.answer.clone();
        let (setup, a, b) = (
            document.setup.clone(),
            a.recording.clone(),
            b.recording.clone(),
        );
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            // Nobody may be waiting any more.
            let _ = sender.send(calm::tried(|| answer(&setup, &a, &b, known)));
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
            // Of lanes that have changed meanwhile it says nothing.
            Ok(_) if of.is_none() || difference.sent != of => {}
            Ok((answer, blame)) => {
                difference.answer = Some(answer);
                difference.blame = blame;
            }
            Err(words) => calm.report(Place::Thread, words),
        }
    }
}

/// Where the lanes part, which may be known, and what makes them.
fn answer(setup: &Setup, a: &LaneRecording, b: &LaneRecording, known: Option<Diff>) -> Answer {
    let diff = known.unwrap_or_else(|| diff(setup, a, b, TOLERANCE));
    let first = diff.first.as_ref();
    let blame = first.and_then(|first| blame(setup, a, b, first.tick, TOLERANCE));
    (diff, blame)
}
