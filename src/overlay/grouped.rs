//! The journal of a tick, grouped by sweep and step.

use glam::Vec3;

use crate::ids::{PolygonId, Surface};
use crate::outcome::{Outcome, Verdict};
use crate::probe::{Entry, Event, Journal, NormalSource};

/// One sweep as the journal tells it; world space, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepStory<'a> {
    /// Centre at the start.
    pub from: Vec3,
    /// Where it was to end.
    pub to: Vec3,
    /// Radius of the sphere.
    pub radius: f32,
    /// Length of the whole way.
    pub length: f64,
    /// Planned number of steps.
    pub planned: u32,
    /// Planned length of a full step.
    pub step_length: f64,
    /// The steps that were begun, in order; step k is at k - 1.
    pub steps: Vec<StepStory>,
    /// What it came to.
    pub verdict: Option<Verdict>,
    /// Where it ended.
    pub end: Vec3,
    /// The last polygon that stopped it.
    pub hit: Option<HitStory>,
    /// The last collision normal, and who wrote it.
    pub normal: Option<(Vec3, NormalSource)>,
    /// Its events.
    pub entries: &'a [Entry],
}

/// One step of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepStory {
    /// Its number, from 1.
    pub number: u32,
    /// Centre at its start.
    pub from: Vec3,
    /// Centre at its planned end.
    pub to: Vec3,
    /// Centre after it.
    pub committed: Vec3,
    /// Answer of the insertion.
    pub outcome: Outcome,
    /// Where the check position was when it was given up.
    pub reverted_from: Option<Vec3>,
    /// Whether the touch-time search moved it to the contact.
    pub adjusted: bool,
}

/// A polygon that stopped a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitStory {
    /// Whose it is.
    pub surface: Surface,
    /// The polygon, in its tree's list.
    pub polygon: PolygonId,
    /// Contact point on its plane.
    pub point: Vec3,
    /// Its normal.
    pub normal: Vec3,
}

/// The sweeps of a tick, in order. A sweep whose end is missing ends where its last step did.
#[must_use]
pub fn sweeps(journal: &Journal) -> Vec<SweepStory<'_>> {
    let entries = &journal.entries;
    let begins = |e: &Entry| matches!(e.event, Event::SweepPlanned { .. });
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(begin) = entries[at..].iter().position(begins).map(|k| at + k) {
        let next = entries[begin + 1..].iter().position(begins);
        let end = next.map_or(entries.len(), |k| begin + 1 + k);
        all.extend(sweep(&entries[begin..end]));
        at = end;
    }
    all
}

fn sweep(entries: &[Entry]) -> Option<SweepStory<'_>> {
    let Event::SweepPlanned {
        from,
        to,
        radius,
        length,
        steps,
        step_length,
    } = entries.first()?.event
    else {
        return None;
    };
    let mut story = SweepStory {
        from,
        to,
        radius,
        length,
        planned: steps,
        step_length,
        steps: Vec::new(),
        verdict: None,
        end: from,
        hit: None,
        normal: None,
        entries,
    };
    for entry in entries {
        match entry.event {
            Event::StepBegan { step, from, to } => story.steps.push(StepStory {
                number: step,
                from,
                to,
                committed: from,
                outcome: Outcome::Invalid,
                reverted_from: None,
                adjusted: false,
            }),
            Event::PlaneHit {
                object,
                part,
                cell,
                polygon,
                point,
                normal,
            } => {
                story.hit = Surface::new(object, part, cell).map(|surface| HitStory {
                    surface,
                    polygon,
                    point,
                    normal,
                });
            }
            Event::NormalWritten { normal, source } => story.normal = Some((normal, source)),
            Event::QueryEnded {
                outcome: Outcome::Adjusted,
                ..
            } => {
                if let Some(step) = story.steps.last_mut() {
                    step.adjusted = true;
                }
            }
            Event::Reverted { from, .. } => {
                if let Some(step) = story.steps.last_mut() {
                    step.reverted_from = Some(from);
                }
            }
            Event::StepEnded {
                outcome, committed, ..
            } => {
                if let Some(step) = story.steps.last_mut() {
                    step.outcome = outcome;
                    step.committed = committed;
                }
                story.end = committed;
            }
            Event::SweepEnded { verdict, end, .. } => {
                story.verdict = Some(verdict);
                story.end = end;
                // What follows belongs to the tick, not to the sweep.
                break;
            }
            _ => {}
        }
    }
    Some(story)
}

/// `from` plus `fraction` of the way to `to`.
#[must_use]
pub fn between(from: Vec3, to: Vec3, fraction: f64) -> Vec3 {
    use crate::geometry::vector::{narrow, wide};
    narrow(wide(from) * (1.0 - fraction) + wide(to) * fraction)
}

#[cfg(test)]
pub(crate) mod samples {
    use crate::lane::{Lane, Motion, Setup};
    use crate::recording::samples::wall_behind;
    use crate::recording::{LaneRecording, Replay};

    /// The camera of scenes.md C3, two seconds in.
    pub(crate) fn recorded(policy: &str, ticks: u32) -> (Setup, LaneRecording) {
        let setup = wall_behind(240, ticks, Motion::Still);
        let policy = policy.parse().unwrap();
        let mut recording = LaneRecording::new("lane", policy);
        let mut lane = Lane::new(&setup, policy);
        let mut counters = crate::probe::Counters::default();
        for tick in 0..ticks {
            recording.run_tick(&mut lane, &setup, &setup.input(tick), &mut counters);
        }
        (setup, recording)
    }

    /// The last tick of the settled camera: step 6 is moved to the wall.
    pub(crate) fn at_rest() -> (Setup, Replay) {
        let (setup, recording) = recorded("retail", 600);
        let replay = recording.replay(&setup, 599);
        (setup, replay)
    }

    /// A tick in which the sawtooth falls: step 6 is given up.
    pub(crate) fn falling() -> (Setup, Replay) {
        let (setup, recording) = recorded(crate::recording::samples::SAWTOOTH, 600);
        let all = recording.summaries();
        let fall = (400..600)
            .find(|&t| all[t - 1].eye_distance - all[t].eye_distance > 0.2)
            .unwrap();
        let replay = recording.replay(&setup, fall as u32);
        (setup, replay)
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{at_rest, falling};
    use super::*;

    #[test]
    fn a_clipped_sweep_reads_as_it_went() {
        let (_, replay) = at_rest();
        let stories = sweeps(&replay.journal);
        assert_eq!(stories.len(), 1);
        let story = &stories[0];
        let outcome = &replay.outcome.sweep;
        assert_eq!(
            (story.from, story.to, story.end),
            (outcome.from, outcome.to, outcome.end.origin)
        );
        assert_eq!(
            (story.planned, story.steps.len()),
            (outcome.steps, outcome.steps as usize)
        );
        assert_eq!(story.verdict, Some(Verdict::Adjusted));
        let (last, before) = story.steps.split_last().unwrap();
        assert!(last.adjusted && last.reverted_from.is_none() && last.committed == story.end);
        assert!(
            before
                .iter()
                .all(|s| !s.adjusted && s.committed.distance(s.to) < 1e-6)
        );
        let hit = story.hit.unwrap();
        assert_eq!(hit.normal, Vec3::Y);
        assert!((hit.point.y + 1.91).abs() < 1e-4);
        assert_eq!(story.normal, Some((Vec3::Y, NormalSource::Contact)));
    }

    #[test]
    fn a_given_up_step_is_back_where_it_began() {
        let (_, replay) = falling();
        let story = &sweeps(&replay.journal)[0];
        assert_eq!(story.verdict, Some(Verdict::Collided));
        let last = story.steps.last().unwrap();
        assert_eq!(Some(last.number), replay.outcome.sweep.colliding_step);
        assert_eq!((last.committed, story.end), (last.from, last.from));
        // What was given up touched the wall: the centre was less than a radius from it.
        assert!(last.reverted_from.unwrap().y + 1.91 < 0.3);
        assert_eq!(story.normal, Some((Vec3::Z, NormalSource::Default)));
        assert_eq!(story.hit, None, "the touch-time search found no contact");
    }

    #[test]
    fn a_tick_without_a_sweep_has_none() {
        assert!(sweeps(&Journal::default()).is_empty());
    }
}
