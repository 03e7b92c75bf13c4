//! Bodies over time: the height of their feet, their speed, and when they stood.

use super::lane::{WIDTH, series};
use super::{Lane, Page};
use crate::export::ink::{escape, lane_classes, role_class};
use crate::export::plot::{Join, Plot, Series};
use crate::lane::{Measure, Setup};
use crate::overlay::Role;
use crate::recording::LaneRecording;

/// A body after one tick.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Height of the feet, metres.
    feet_z: f64,
    /// Achieved speed, metres per second; of scripted sweeps the distance moved, metres.
    speed: f64,
    /// Whether it stands.
    grounded: bool,
}

/// The body of a lane in every tick.
#[derive(Debug, Default)]
pub(super) struct Bodies(Vec<Sample>);

impl Bodies {
    /// Runs the lane again to see its body, if `budget` has as many ticks left.
    pub(super) fn of(lane: &LaneRecording, setup: &Setup, budget: &mut u64) -> Self {
        let Some(left) = budget.checked_sub(u64::from(lane.len())) else {
            return Self::default();
        };
        *budget = left;
        let scripted = matches!(setup.rig, crate::lane::Rig::Sweep(_));
        let speed = if scripted {
            Measure::Moved
        } else {
            Measure::Speed
        };
        let samples = lane.replays(setup, 0..lane.len()).map(|replay| {
            let number = |measure: Measure| {
                let value = measure.of(&replay.outcome, &replay.counters);
                value.number().unwrap_or_default()
            };
            Sample {
                feet_z: number(Measure::FeetZ),
                speed: number(speed),
                grounded: number(Measure::Grounded) > 0.0,
            }
        });
        Self(samples.collect())
    }

    fn feet_z(&self, tick: u32) -> Option<f64> {
        self.0.get(tick as usize).map(|sample| sample.feet_z)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes the plots of a lane with a body.
pub(super) fn plots(page: &Page<'_>, lane: &Lane<'_>, out: &mut String) {
    let all = &lane.bodies.0;
    if all.is_empty() {
        return;
    }
    let marks: Vec<u32> = lane.telling.iter().map(|t| t.tick).collect();
    let clock = page.clock();
    let plot = |axis: &str, series: Series<'_>, measure, least_span| {
        Plot {
            axis: axis.to_owned(),
            ticks: 0..lane.recording.len(),
            clock,
            series: vec![series],
            bands: page.bands(lane.name(), measure),
            marks: marks.clone(),
            least_span,
            size: [WIDTH, 170.0],
            across: None,
        }
        .draw(&format!("{}: {axis} over time", escape(lane.name())))
    };
    let of = |name, role, join, value: fn(&Sample) -> f64| Series {
        value: Box::new(move |tick| all.get(tick as usize).map(value)),
        ..series(name, role_class(role), 1.75, join)
    };
    let feet = of("feet", Role::Published, Join::Slope, |s| s.feet_z);
    out.push_str(&plot("feet z, m", feet, Measure::FeetZ, 0.02));
    let scripted = clock == crate::export::plot::Clock::Ticks;
    let (axis, name, measure) = if scripted {
        ("moved, m", "moved", Measure::Moved)
    } else {
        ("speed, m/s", "speed", Measure::Speed)
    };
    let speed = of(name, Role::Sought, Join::Slope, |s| s.speed);
    out.push_str(&plot(axis, speed, measure, 0.02));
    let grounded = of("grounded", Role::Contact, Join::Step, |s| {
        f64::from(u8::from(s.grounded))
    });
    out.push_str(&plot("grounded", grounded, Measure::Grounded, 1.2));
}

/// A lane's line in the plot of all lanes.
pub(super) fn line<'a>(lane: &'a Lane<'_>, index: usize) -> Series<'a> {
    Series {
        value: Box::new(|tick| lane.bodies.feet_z(tick)),
        ..series(lane.name(), lane_classes(index), 1.75, Join::Slope)
    }
}
