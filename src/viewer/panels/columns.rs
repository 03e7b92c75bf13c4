//! Summaries of many ticks gathered into as many columns as there are pixels.

use std::ops::Range;

use crate::lane::Headline;
use crate::outcome::Verdict;
use crate::recording::TickSummary;

/// What a column of pixels shows of the ticks that fall into it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The gravest verdict.
    pub verdict: Verdict,
    /// The gravest verdict of the eye behind a body.
    pub eye_verdict: Option<Verdict>,
    /// The most planned steps.
    pub steps: u32,
    /// The least headline.
    pub low: f32,
    /// The greatest headline.
    pub high: f32,
    /// The headline of the first tick.
    pub first: f32,
    /// The headline of the last tick.
    pub last: f32,
}

/// The columns of `ticks` (a stretch of the time line in ticks), `count` of them; `None` where nothing ran.
#[must_use]
pub fn columns(
    summaries: &[TickSummary],
    of: Headline,
    ticks: &Range<f64>,
    count: usize,
) -> Vec<Option<Column>> {
    let width = (ticks.end - ticks.start) / count.max(1) as f64;
    (0..count)
        .map(|k| {
            let range = span(ticks.start + width * k as f64, width, summaries.len());
            let mut all = summaries[range].iter();
            let first = all.next()?;
            let value = first.headline(of);
            let mut column = Column {
                verdict: first.verdict,
                eye_verdict: first.eye_verdict,
                steps: first.steps,
                low: value,
                high: value,
                first: value,
                last: value,
            };
            for summary in all {
                column.verdict = graver(column.verdict, summary.verdict);
                column.eye_verdict = match (column.eye_verdict, summary.eye_verdict) {
                    (Some(before), Some(now)) => Some(graver(before, now)),
                    (before, now) => before.or(now),
                };
                column.steps = column.steps.max(summary.steps);
                column.last = summary.headline(of);
                column.low = column.low.min(column.last);
                column.high = column.high.max(column.last);
            }
            Some(column)
        })
        .collect()
}

/// Largest distance between the published eyes of two lanes in each column.
#[must_use]
pub fn apart(
    a: &[TickSummary],
    b: &[TickSummary],
    ticks: &Range<f64>,
    count: usize,
) -> Vec<Option<f32>> {
    let width = (ticks.end - ticks.start) / count.max(1) as f64;
    let both = a.len().min(b.len());
    (0..count)
        .map(|k| {
            let range = span(ticks.start + width * k as f64, width, both);
            let distances = range.map(|tick| a[tick].published.distance(b[tick].published));
            distances.reduce(f32::max)
        })
        .collect()
}

/// The ticks of a column that begins at `start` and is `width` wide; where columns are narrower than a tick, the one it lies in.
fn span(start: f64, width: f64, len: usize) -> Range<usize> {
    let from = start.max(0.0).floor() as usize;
    let to = ((start + width).floor().max(0.0) as usize).max(from + 1);
    from.min(len)..to.min(len)
}

/// Which of two verdicts a column shows.
fn graver(a: Verdict, b: Verdict) -> Verdict {
    if gravity(b) > gravity(a) { b } else { a }
}

fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ok => 0,
        Verdict::Adjusted => 1,
        Verdict::Slid => 2,
        Verdict::Collided => 3,
        Verdict::Failed => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::StopReason;
    use glam::Vec3;

    fn tick(distance: f32, verdict: Verdict) -> TickSummary {
        TickSummary {
            digest: 0,
            published: Vec3::X * distance,
            eye_distance: distance,
            sought_distance: distance,
            desired_distance: 2.0,
            steps: distance as u32,
            colliding_step: 0,
            verdict,
            stop: StopReason::End,
            eye_verdict: None,
            has_eye: true,
            feet_z: 0.0,
            grounded: false,
            support: None,
        }
    }

    #[test]
    fn a_column_shows_the_worst_of_its_ticks() {
        let mut all: Vec<_> = (0..100).map(|k| tick(k as f32, Verdict::Ok)).collect();
        all[57] = tick(57.0, Verdict::Collided);
        let columns = columns(&all, Headline::EyeDistance, &(0.0..100.0), 10);
        let sixth = columns[5].unwrap();
        assert_eq!(
            (sixth.verdict, sixth.low, sixth.high, sixth.steps),
            (Verdict::Collided, 50.0, 59.0, 59)
        );
        assert_eq!(columns[4].unwrap().verdict, Verdict::Ok);
    }

    /// A body that walks freely may have its eye clipped behind it.
    #[test]
    fn the_eye_behind_a_body_has_a_verdict_of_its_own() {
        let mut all: Vec<_> = (0..20).map(|k| tick(k as f32, Verdict::Slid)).collect();
        assert_eq!(
            columns(&all, Headline::FeetHeight, &(0.0..20.0), 2)[1].map(|c| c.eye_verdict),
            Some(None)
        );
        for summary in &mut all[10..] {
            summary.eye_verdict = Some(Verdict::Ok);
        }
        all[13].eye_verdict = Some(Verdict::Adjusted);
        let columns = columns(&all, Headline::FeetHeight, &(0.0..20.0), 2);
        let eyes: Vec<_> = columns.iter().map(|c| c.unwrap().eye_verdict).collect();
        assert_eq!(eyes, [None, Some(Verdict::Adjusted)]);
        assert_eq!(columns[1].unwrap().verdict, Verdict::Slid);
    }

    #[test]
    fn narrow_columns_show_the_tick_they_lie_in_and_nothing_beyond_the_end() {
        let all: Vec<_> = (0..4).map(|k| tick(k as f32, Verdict::Ok)).collect();
        let wide = columns(&all, Headline::EyeDistance, &(0.0..8.0), 80);
        assert_eq!(wide[15].unwrap().first, 1.0);
        assert!(wide[40].is_none());
        assert!(columns(&all, Headline::EyeDistance, &(-3.0..8.0), 0).is_empty());
    }

    #[test]
    fn lanes_are_apart_by_their_published_eyes() {
        let a: Vec<_> = (0..10).map(|_| tick(1.0, Verdict::Ok)).collect();
        let b: Vec<_> = (0..6).map(|k| tick(1.0 + k as f32, Verdict::Ok)).collect();
        assert_eq!(
            apart(&a, &b, &(0.0..10.0), 5),
            [Some(1.0), Some(3.0), Some(5.0), None, None]
        );
    }
}
