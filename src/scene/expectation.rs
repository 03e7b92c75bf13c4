//! Places, windows and lengths of a scene as ticks of a run.
//!
//! The time of tick k is `k / hz` in `f64`; a window of seconds holds the ticks whose time lies in it, the end excluded.

use std::ops::Range;

use super::model::{At, Expect, Length, Over, Rig, Scene, Sweeps, Window};

/// Why a place or a window is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It holds no tick.
    Empty,
    /// It reaches beyond the run.
    Beyond,
}

impl Problem {
    /// In words, for a run of `ticks`.
    #[must_use]
    pub fn text(self, ticks: u32) -> String {
        match self {
            Self::Empty => "a window without a tick".to_owned(),
            Self::Beyond => format!("beyond the end of the run, which has {ticks} ticks"),
        }
    }
}

/// The first tick whose time at `hz` is not below `seconds`.
#[must_use]
pub fn first_tick(seconds: f64, hz: u32) -> u64 {
    let rate = f64::from(hz);
    // The product is off by a rounding at most; the quotient decides.
    let mut tick = (seconds * rate).ceil() as u64;
    while tick > 0 && (tick - 1) as f64 / rate >= seconds {
        tick -= 1;
    }
    while (tick as f64) / rate < seconds {
        tick += 1;
    }
    tick
}

/// Ticks of a run of `scene` at `hz`; 0 where a chase has no length.
#[must_use]
pub fn run_ticks(scene: &Scene, hz: u32) -> u64 {
    match (&scene.rig, scene.length) {
        (Rig::Sweep(sweep), _) => match &sweep.sweeps {
            Sweeps::List(list) => list.len() as u64,
            Sweeps::Rays { lengths, .. } => lengths.len() as u64,
            Sweeps::Moves { count, .. } => u64::from(count.get()),
        },
        (Rig::Chase(_), Some(Length::Seconds(seconds))) => first_tick(seconds.get(), hz),
        (Rig::Chase(_), Some(Length::Ticks(ticks))) => u64::from(ticks.get()),
        (Rig::Chase(_), None) => 0,
    }
}

/// Where `settles` looks if the scene does not say: the last two thirds.
#[must_use]
pub fn default_window(ticks: u32) -> Range<u32> {
    ticks / 3..ticks
}

/// The ticks of a window in a run of `ticks` at `hz`.
///
/// # Errors
/// [`Problem`] when it holds no tick or reaches beyond the run.
pub fn window_ticks(window: Window, hz: u32, ticks: u32) -> Result<Range<u32>, Problem> {
    match window {
        Window::Seconds(from, to) => {
            range(first_tick(from.get(), hz), first_tick(to.get(), hz), ticks)
        }
        Window::Ticks(from, to) => range(u64::from(from), u64::from(to), ticks),
    }
}

/// The ticks that an expectation speaks of in a run of `ticks` at `hz`.
///
/// # Errors
/// [`Problem`] when there is none or one lies beyond the run.
pub fn ticks_of(expect: &Expect, hz: u32, ticks: u32) -> Result<Range<u32>, Problem> {
    let one = |tick: u64| range(tick, tick + 1, ticks);
    match (expect.at, expect.over) {
        (Some(At::First), _) => one(0),
        (Some(At::Last), _) => one(u64::from(ticks.saturating_sub(1))),
        (Some(At::Tick(tick)), _) => one(u64::from(tick)),
        (Some(At::Second(seconds)), _) => one(first_tick(seconds.get(), hz)),
        (None, Some(Over::Ticks(from, to))) => range(u64::from(from), u64::from(to), ticks),
        (None, Some(Over::Seconds(from, to))) => {
            range(first_tick(from.get(), hz), first_tick(to.get(), hz), ticks)
        }
        (None, Some(Over::All) | None) => range(0, u64::from(ticks), ticks),
    }
}

fn range(from: u64, to: u64, ticks: u32) -> Result<Range<u32>, Problem> {
    if from >= to {
        return Err(Problem::Empty);
    }
    match (u32::try_from(from), u32::try_from(to)) {
        (Ok(from), Ok(to)) if to <= ticks => Ok(from..to),
        _ => Err(Problem::Beyond),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_of_seconds_are_decided_by_the_quotient() {
        assert_eq!(first_tick(2.0, 240), 480);
        assert_eq!(first_tick(0.0, 240), 0);
        // 0.1 * 30 is 3.0000000000000004 in places, but 3 / 30 is 0.1.
        assert_eq!(first_tick(0.1, 30), 3);
        assert_eq!(first_tick(0.7, 10), 7);
        assert_eq!(first_tick(0.100_001, 30), 4);
        for hz in [30, 60, 144, 240, 500, 1500, 10_000] {
            for tick in 0..2_000_u32 {
                assert_eq!(
                    first_tick(f64::from(tick) / f64::from(hz), hz),
                    u64::from(tick),
                    "{tick} at {hz}"
                );
            }
        }
    }

    #[test]
    fn empty_and_late_windows_are_told_apart() {
        assert_eq!(
            window_ticks(Window::Ticks(3, 3), 60, 9),
            Err(Problem::Empty)
        );
        assert_eq!(
            window_ticks(Window::Ticks(3, 10), 60, 9),
            Err(Problem::Beyond)
        );
        assert_eq!(window_ticks(Window::Ticks(3, 9), 60, 9), Ok(3..9));
        assert_eq!(default_window(1440), 480..1440);
        assert_eq!(default_window(1), 0..1);
    }
}
