//! What a scene asserts, held against what its lanes do.
//!
//! Each lane runs once at each rate that occurs among its expectations. They are judged tick by tick while it runs, so that
//! a run of any length takes no more memory than a short one; only `settles_*` keeps the eyes of its window.

use std::sync::Arc;

use glam::Vec3;

use super::settles::{settles, settles_feet};
use crate::lane::{Measure, Rig, Setup, Value, run_lane};
use crate::policy::Policy;
use crate::recording::TickSummary;
use crate::scene::model::{Expect, Is, Stat};
use crate::scene::{Built, Scene, SceneError, Source, build, expectation};

/// One expectation, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// The scene's file.
    pub file: String,
    /// The lane.
    pub lane: String,
    /// Ticks per second of the run.
    pub hz: u32,
    /// Which ticks, as `2..6 s` or `last`.
    pub place: String,
    /// Name of the measure.
    pub measure: &'static str,
    /// What of the ticks was compared, as `every` or `drops(0.02)`.
    pub stat: String,
    /// What it was; for `every` the first value that was wrong, or the last one.
    pub value: Value,
    /// For `every` the first tick that was wrong.
    pub tick: Option<u32>,
    /// What was wanted.
    pub wanted: String,
    /// Whether it was so.
    pub held: bool,
}

/// Runs all expectations of `source` and of its control.
///
/// The results stand in the order of the file: the scene's, then the control's.
///
/// # Errors
/// [`SceneError`]: the scene or its control cannot be read or built.
pub fn check(source: &Source) -> Result<Vec<CheckResult>, SceneError> {
    let mut results = check_alone(source)?;
    if let Some(control) = source.open_control()? {
        results.extend(check_alone(&control)?);
    }
    Ok(results)
}

/// Runs all expectations of `source`, without its control.
///
/// # Errors
/// [`SceneError`]: the scene cannot be read or built.
pub fn check_alone(source: &Source) -> Result<Vec<CheckResult>, SceneError> {
    Ok(check_built(source, &build(source, None, None)?))
}

/// Runs all expectations of `source`, which was built as `built`, without its control.
#[must_use]
pub fn check_built(source: &Source, built: &Built) -> Vec<CheckResult> {
    let mut rates: Vec<u32> = built
        .scene
        .expect
        .iter()
        .map(|expect| rate(&built.scene, expect))
        .collect();
    rates.sort_unstable();
    rates.dedup();
    // Expectation, lane, result: sorted into the order of the file at the end.
    let mut found: Vec<(usize, usize, CheckResult)> = Vec::new();
    for hz in rates {
        let run = Run::new(built, hz);
        for (number, (name, policy)) in built.lanes.iter().enumerate() {
            for (index, result) in run.lane(name, *policy) {
                found.push((
                    index,
                    number,
                    CheckResult {
                        file: source.file(),
                        ..result
                    },
                ));
            }
        }
    }
    found.sort_by_key(|(index, lane, _)| (*index, *lane));
    found.into_iter().map(|(_, _, result)| result).collect()
}

fn rate(scene: &Scene, expect: &Expect) -> u32 {
    expect.hz.unwrap_or(scene.hz).get()
}

/// A scene at one rate.
struct Run<'a> {
    scene: &'a Scene,
    setup: Setup,
    window: std::ops::Range<u32>,
}

impl<'a> Run<'a> {
    fn new(built: &'a Built, hz: u32) -> Self {
        let scene = &built.scene;
        // Reading the scene has refused longer runs.
        let ticks = u32::try_from(expectation::run_ticks(scene, hz)).unwrap_or(u32::MAX);
        let setup = Setup {
            world: Arc::clone(&built.setup.world),
            rig: built.setup.rig.clone(),
            hz,
            ticks,
        };
        let window = scene
            .window
            .and_then(|window| expectation::window_ticks(window, hz, ticks).ok());
        Self {
            scene,
            setup,
            window: window.unwrap_or_else(|| expectation::default_window(ticks)),
        }
    }

    /// Runs one lane; index of each of its expectations, and the result without the file's name.
    fn lane(&self, name: &str, policy: Policy) -> Vec<(usize, CheckResult)> {
        let (hz, ticks) = (self.setup.hz, self.setup.ticks);
        let mut watches: Vec<(usize, &Expect, Watch<'_>)> = Vec::new();
        for (index, expect) in self.scene.expect.iter().enumerate() {
            let meant = expect.lane == "*" || expect.lane == name;
            // Reading the scene has refused unknown measures and places without a tick.
            let measure = Measure::from_name(&expect.measure);
            let place = expectation::ticks_of(expect, hz, ticks);
            if let (true, Some(measure), Ok(ticks)) =
                (meant && rate(self.scene, expect) == hz, measure, place)
            {
                watches.push((
                    index,
                    expect,
                    Watch {
                        measure,
                        ticks,
                        gather: Gather::new(expect.stat, &expect.is),
                    },
                ));
            }
        }
        let of_run = watches
            .iter()
            .any(|(_, _, watch)| watch.measure.is_of_run());
        let window = if of_run { self.window.clone() } else { 0..0 };
        let end = watches
            .iter()
            .map(|(_, _, watch)| watch.ticks.end)
            .max()
            .unwrap_or(0);
        let (mut eyes, mut series): (Vec<Vec3>, Vec<f64>) = (Vec::new(), Vec::new());
        run_lane(
            &self.setup,
            policy,
            end.max(window.end),
            |outcome, counters| {
                if window.contains(&outcome.tick) {
                    let summary = TickSummary::of(outcome);
                    eyes.push(summary.published);
                    series.extend(Measure::EyeDistance.of(outcome, counters).number());
                }
                for (_, _, watch) in &mut watches {
                    if watch.ticks.contains(&outcome.tick) && !watch.measure.is_of_run() {
                        watch
                            .gather
                            .see(outcome.tick, watch.measure.of(outcome, counters));
                    }
                }
            },
        );
        // A body without a camera has no eye: then its feet are looked at.
        let carried = matches!(self.setup.rig, Rig::Sweep(_)) && self.setup.rig.has_body();
        let settled = if series.len() == eyes.len() && !carried {
            settles(&eyes, &series, hz)
        } else {
            settles_feet(&eyes, hz)
        };
        let of_run = |measure: Measure| {
            let number = |n: Option<f64>| n.map_or(Value::Absent, Value::Number);
            settled.map_or(Value::Absent, |settled| match measure {
                Measure::SettlesKind => Value::Text(settled.kind.name()),
                Measure::SettlesAmplitude => Value::Number(settled.amplitude),
                Measure::SettlesHz => number(settled.hz),
                _ => Value::Absent,
            })
        };
        let result = |(index, expect, mut watch): (usize, &Expect, Watch<'_>)| {
            if watch.measure.is_of_run() {
                watch.gather.see(watch.ticks.start, of_run(watch.measure));
            }
            let (value, tick) = watch.gather.value();
            let held = tick.is_none() && expect.is.holds(value);
            let result = CheckResult {
                file: String::new(),
                lane: name.to_owned(),
                hz,
                place: expect.place(),
                measure: watch.measure.name(),
                stat: expect.stat.to_string(),
                value,
                tick,
                wanted: expect.is.to_string(),
                held,
            };
            (index, result)
        };
        watches.into_iter().map(result).collect()
    }
}

/// An expectation while its lane runs.
struct Watch<'a> {
    measure: Measure,
    ticks: std::ops::Range<u32>,
    gather: Gather<'a>,
}

/// What has been seen of a window.
struct Gather<'a> {
    stat: Stat,
    is: &'a Is,
    /// The first wrong value, for [`Stat::Every`].
    wrong: Option<(u32, Value)>,
    last: Value,
    count: u64,
    absent: bool,
    min: f64,
    max: f64,
    sum: f64,
    /// Ticks that fell, jumped or changed.
    events: u64,
}

impl<'a> Gather<'a> {
    fn new(stat: Stat, is: &'a Is) -> Self {
        Self {
            stat,
            is,
            wrong: None,
            last: Value::Absent,
            count: 0,
            absent: false,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
            sum: 0.0,
            events: 0,
        }
    }

    fn see(&mut self, tick: u32, value: Value) {
        if self.wrong.is_none() && !self.is.holds(value) {
            self.wrong = Some((tick, value));
        }
        if self.count > 0 {
            self.events += u64::from(self.is_event(value));
        }
        self.count += 1;
        self.last = value;
        match value {
            Value::Number(n) => {
                self.sum += n;
                self.min = if n < self.min { n } else { self.min };
                self.max = if n > self.max { n } else { self.max };
            }
            Value::Absent => self.absent = true,
            Value::Text(_) | Value::Cell(_) => {}
        }
    }

    /// Whether the step from the last value to this one counts.
    fn is_event(&self, value: Value) -> bool {
        let fall = self
            .last
            .number()
            .zip(value.number())
            .map(|(last, now)| last - now);
        match self.stat {
            Stat::Drops(by) => fall.is_some_and(|fall| fall > by.get()),
            Stat::Jumps(by) => fall.is_some_and(|fall| fall.abs() > by.get()),
            Stat::Changes => self.last != value,
            _ => false,
        }
    }

    /// The value of the window, and the tick at which [`Stat::Every`] was wrong.
    fn value(&self) -> (Value, Option<u32>) {
        if self.stat == Stat::Every {
            return self
                .wrong
                .map_or((self.last, None), |(tick, value)| (value, Some(tick)));
        }
        // An absent value fails whatever is made of it.
        if self.absent || self.count == 0 {
            return (Value::Absent, None);
        }
        let value = match self.stat {
            Stat::Every | Stat::Last => self.last,
            Stat::Min => Value::Number(self.min),
            Stat::Max => Value::Number(self.max),
            Stat::Mean => Value::Number(self.sum / self.count as f64),
            Stat::Span => Value::Number(self.max - self.min),
            Stat::Drops(_) | Stat::Jumps(_) | Stat::Changes => Value::Number(self.events as f64),
        };
        (value, None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scene::number::Finite;

    fn finite(value: f64) -> Finite {
        Finite::new(value).unwrap()
    }

    fn amount(value: f64) -> crate::scene::number::Amount {
        crate::scene::number::Amount::new(value).unwrap()
    }

    fn gathered(stat: Stat, is: &Is, values: &[Value]) -> (Value, Option<u32>) {
        let mut gather = Gather::new(stat, is);
        for (tick, value) in values.iter().enumerate() {
            gather.see(100 + tick as u32, *value);
        }
        gather.value()
    }

    fn of(stat: Stat, values: &[f64]) -> f64 {
        let values: Vec<Value> = values.iter().copied().map(Value::Number).collect();
        gathered(stat, &Is::Absent, &values).0.number().unwrap()
    }

    #[test]
    fn every_statistic() {
        let values = [3.0, 1.0, 1.0, 2.0, 1.5];
        assert_eq!(of(Stat::Min, &values), 1.0);
        assert_eq!(of(Stat::Max, &values), 3.0);
        assert_eq!(of(Stat::Mean, &values), 1.7);
        assert_eq!(of(Stat::Last, &values), 1.5);
        assert_eq!(of(Stat::Span, &values), 2.0);
        assert_eq!(of(Stat::Drops(amount(0.4)), &values), 2.0);
        // By more than: the fall of a half does not count.
        assert_eq!(of(Stat::Drops(amount(0.5)), &values), 1.0);
        assert_eq!(of(Stat::Jumps(amount(0.5)), &values), 2.0);
        assert_eq!(of(Stat::Changes, &values), 3.0);
        // A first tick has none before it.
        assert_eq!(of(Stat::Changes, &[3.0]), 0.0);
    }

    #[test]
    fn every_tells_the_first_tick_that_is_wrong() {
        let is = Is::Less(finite(2.0));
        let values = [1.0, 2.5, 1.0, 3.0].map(Value::Number);
        assert_eq!(
            gathered(Stat::Every, &is, &values),
            (Value::Number(2.5), Some(101))
        );
        assert_eq!(
            gathered(Stat::Every, &is, &values[2..3]),
            (Value::Number(1.0), None)
        );
        let words = [Value::Text("ok"), Value::Absent];
        assert_eq!(
            gathered(Stat::Every, &Is::Text("ok".to_owned()), &words),
            (Value::Absent, Some(101))
        );
    }

    #[test]
    fn one_absent_value_makes_every_number_absent() {
        let values = [Value::Number(1.0), Value::Absent, Value::Number(2.0)];
        for stat in [
            Stat::Min,
            Stat::Max,
            Stat::Mean,
            Stat::Last,
            Stat::Span,
            Stat::Drops(amount(0.0)),
            Stat::Changes,
        ] {
            assert_eq!(
                gathered(stat, &Is::Absent, &values).0,
                Value::Absent,
                "{stat}"
            );
        }
    }

    proptest! {
        /// The running numbers are those of the whole list.
        #[test]
        fn statistics_of_any_series(values in proptest::collection::vec(-9.0_f64..9.0, 1..40), by in 0.0_f64..4.0) {
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            prop_assert_eq!(of(Stat::Min, &values), sorted[0]);
            prop_assert_eq!(of(Stat::Max, &values), sorted[sorted.len() - 1]);
            prop_assert_eq!(of(Stat::Span, &values), sorted[sorted.len() - 1] - sorted[0]);
            prop_assert_eq!(of(Stat::Last, &values), values[values.len() - 1]);
            let falls = values.windows(2).filter(|two| two[0] - two[1] > by).count();
            prop_assert_eq!(of(Stat::Drops(amount(by)), &values), falls as f64);
            let rises = values.windows(2).filter(|two| two[1] - two[0] > by).count();
            prop_assert_eq!(of(Stat::Jumps(amount(by)), &values), (falls + rises) as f64);
        }
    }
}
