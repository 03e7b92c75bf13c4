//! Which ticks of a lane say most about it.

use std::ops::Range;

use crate::analysis::{Settles, SettlesKind};
use crate::lane::Rig;
use crate::recording::{LaneRecording, TickSummary};

/// A tick worth a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Telling {
    /// The tick.
    pub(super) tick: u32,
    /// Why.
    pub(super) why: &'static str,
}

/// The last tick; before it, for a lane that does not come to rest, the tick of its largest jump, and for scripted
/// sweeps the one that fell shortest of its target.
pub(super) fn telling(
    lane: &LaneRecording,
    rig: &Rig,
    settles: Option<Settles>,
    window: Range<u32>,
) -> Vec<Telling> {
    let all = lane.summaries();
    let Some(last) = lane.len().checked_sub(1) else {
        return Vec::new();
    };
    let restless = settles.is_some_and(|s| s.kind != SettlesKind::FixedPoint);
    let first = match rig {
        Rig::Sweep(_) => {
            let short = |s: &TickSummary| s.sought_distance - s.eye_distance;
            // Of equal ones the last, so that the largest target of a series wins.
            let most = all
                .iter()
                .enumerate()
                .max_by(|a, b| short(a.1).total_cmp(&short(b.1)));
            most.filter(|(_, s)| short(s) > 1e-4)
                .map(|(k, _)| (k as u32, "falls shortest of its target"))
        }
        _ if restless => {
            let end = (window.end.min(lane.len())) as usize;
            let start = (window.start as usize).max(1).min(end);
            // Of a body without a camera the way of its feet.
            let jump = |k: usize| match all[k].has_eye {
                true => (all[k].eye_distance - all[k - 1].eye_distance).abs(),
                false => (all[k].published - all[k - 1].published).length(),
            };
            let largest = (start..end).max_by(|&a, &b| jump(a).total_cmp(&jump(b)));
            largest.map(|k| (k as u32, "largest jump"))
        }
        _ => None,
    };
    let mut ticks: Vec<Telling> = first
        .into_iter()
        .filter(|(tick, _)| *tick != last)
        .map(|(tick, why)| Telling { tick, why })
        .collect();
    ticks.push(Telling {
        tick: last,
        why: "last tick",
    });
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::lane_settles;
    use crate::overlay::grouped::samples::recorded;

    fn of(policy: &str) -> (LaneRecording, Vec<Telling>) {
        let (setup, lane) = recorded(policy, 900);
        let settles = lane_settles(&lane, 300..900, setup.hz);
        let ticks = telling(&lane, &setup.rig, settles, 300..900);
        (lane, ticks)
    }

    #[test]
    fn a_lane_at_rest_shows_its_last_tick() {
        let (_, ticks) = of("retail");
        assert_eq!(
            ticks,
            [Telling {
                tick: 899,
                why: "last tick"
            }]
        );
    }

    #[test]
    fn a_sawtooth_shows_a_fall_as_well() {
        let (lane, ticks) = of(crate::recording::samples::SAWTOOTH);
        assert_eq!((ticks.len(), ticks[0].why), (2, "largest jump"));
        let at = |t: u32| lane.summaries()[t as usize].eye_distance;
        let fall = at(ticks[0].tick - 1) - at(ticks[0].tick);
        assert!((0.2..0.3).contains(&fall), "{fall}");
        assert!((301..900).all(|t| (at(t - 1) - at(t)).abs() <= fall));
    }
}
