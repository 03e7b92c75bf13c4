//! Places, windows and lengths of a scene as ticks of a run, and what a value must be.
//!
//! The time of tick k is `k / hz` in `f64`; a window of seconds holds the ticks whose time lies in it, the end excluded.

use std::fmt;
use std::ops::Range;

use super::model::{At, Expect, Is, Length, Over, Rig, Scene, Stat, Sweeps, Window};
use crate::formats::text::count;
use crate::lane::Value;

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
            Self::Beyond => format!(
                "beyond the end of the run, which has {}",
                count(ticks.into(), "tick")
            ),
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
            Sweeps::Moves { count, .. } | Sweeps::Captured { count, .. } => u64::from(count.get()),
        },
        (Rig::Chase(_) | Rig::Mover(_), Some(Length::Seconds(seconds))) => {
            first_tick(seconds.get(), hz)
        }
        (Rig::Chase(_) | Rig::Mover(_), Some(Length::Ticks(ticks))) => u64::from(ticks.get()),
        (Rig::Chase(_) | Rig::Mover(_), None) => 0,
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

/// Where `settles` looks in a run of `count` ticks of a scene that has `own`.
#[must_use]
pub fn settle_window(window: Option<Window>, hz: u32, own: u32, count: u32) -> Range<u32> {
    let whole = window.and_then(|window| window_ticks(window, hz, own).ok());
    whole.map_or_else(
        || default_window(count),
        |window| fitted_window(window, own, count),
    )
}

/// The window of a run that has `count` ticks, where `window` is that of a run of `own`.
///
/// The default window is the default one of any length. Another is cut where a shorter run ends; it becomes the default one
/// where it would be empty, and in a longer run, whose new ticks it says nothing of.
#[must_use]
pub fn fitted_window(window: Range<u32>, own: u32, count: u32) -> Range<u32> {
    let is_kept =
        count == own || count < own && window.start < count && window != default_window(own);
    match is_kept {
        true if window.end > count => window.start..count,
        true => window,
        false => default_window(count),
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

impl Is {
    /// Whether `value` is so; an absent one is only ever [`Is::Absent`].
    #[must_use]
    pub fn holds(&self, value: Value) -> bool {
        match (self, value) {
            (Self::Absent, Value::Absent) => true,
            (Self::Text(word), Value::Text(text)) => word == text,
            (Self::Text(word), Value::Cell(cell)) => word.eq_ignore_ascii_case(&cell.to_string()),
            (Self::Near(wanted, tolerance), Value::Number(n)) => {
                (n - wanted.get()).abs() <= tolerance.get()
            }
            (Self::Less(most), Value::Number(n)) => n <= most.get(),
            (Self::More(least), Value::Number(n)) => n >= least.get(),
            (Self::Between(least, most), Value::Number(n)) => least.get() <= n && n <= most.get(),
            (Self::Equal(wanted), Value::Number(n)) => n == wanted.get(),
            _ => false,
        }
    }
}

/// As reports say it after "wanted": `near 1.61 +/- 0.0005`, `at most 0.000001`.
impl fmt::Display for Is {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Near(wanted, tolerance) => {
                write!(f, "{} +/- {}", wanted.get(), tolerance.get())
            }
            Self::Less(most) => write!(f, "at most {}", most.get()),
            Self::More(least) => write!(f, "at least {}", least.get()),
            Self::Between(least, most) => write!(f, "{} to {}", least.get(), most.get()),
            Self::Equal(wanted) => write!(f, "{}", wanted.get()),
            Self::Text(word) => f.write_str(word),
            Self::Absent => f.write_str("none"),
        }
    }
}

/// As reports say it: `drops(0.02)`.
impl fmt::Display for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Every => f.write_str("every"),
            Self::Min => f.write_str("min"),
            Self::Max => f.write_str("max"),
            Self::Mean => f.write_str("mean"),
            Self::Last => f.write_str("last"),
            Self::Span => f.write_str("span"),
            Self::Drops(by) => write!(f, "drops({})", by.get()),
            Self::Jumps(by) => write!(f, "jumps({})", by.get()),
            Self::Changes => f.write_str("changes"),
        }
    }
}

impl Expect {
    /// Its place as reports say it: `last`, `tick 5`, `2..6 s`, `ticks 5..9`.
    #[must_use]
    pub fn place(&self) -> String {
        match (self.at, self.over) {
            (Some(At::First), _) => "first".to_owned(),
            (Some(At::Last), _) => "last".to_owned(),
            (Some(At::Tick(tick)), _) => format!("tick {tick}"),
            (Some(At::Second(seconds)), _) => format!("{} s", seconds.get()),
            (None, Some(Over::Ticks(from, to))) => format!("ticks {from}..{to}"),
            (None, Some(Over::Seconds(from, to))) => format!("{}..{} s", from.get(), to.get()),
            (None, Some(Over::All) | None) => "all".to_owned(),
        }
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
    fn bounds_are_part_of_what_is_wanted_and_nothing_is_no_number() {
        use crate::lane::Value::{Absent, Number, Text};
        use crate::scene::number::Finite;
        let n = |v: f64| Finite::new(v).unwrap();
        assert!(Is::Near(n(1.5), n(0.25)).holds(Number(1.75)));
        assert!(!Is::Near(n(1.5), n(0.25)).holds(Number(1.7501)));
        assert!(Is::Less(n(2.0)).holds(Number(2.0)) && !Is::Less(n(2.0)).holds(Number(2.1)));
        assert!(Is::More(n(2.0)).holds(Number(2.0)) && !Is::More(n(2.0)).holds(Number(1.9)));
        assert!(Is::Between(n(1.0), n(2.0)).holds(Number(1.0)));
        assert!(!Is::Between(n(1.0), n(2.0)).holds(Number(0.99)));
        assert!(Is::Equal(n(-1.0)).holds(Number(-1.0)) && !Is::Equal(n(-1.0)).holds(Number(1.0)));
        assert!(Is::Text("ok".to_owned()).holds(Text("ok")));
        assert!(!Is::Text("ok".to_owned()).holds(Text("slid")));
        assert!(Is::Absent.holds(Absent) && !Is::Absent.holds(Number(0.0)));
        for is in [
            Is::Less(n(9.0)),
            Is::Near(n(0.0), n(1.0)),
            Is::Text(String::new()),
        ] {
            assert!(!is.holds(Absent), "{is}");
            assert!(!is.holds(Number(f64::NAN)), "{is}");
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

    #[test]
    fn a_window_says_nothing_of_ticks_that_its_run_has_not() {
        // Without one of its own a run is asked in its last two thirds, however long it is.
        for (count, window) in [(36, 12..36), (12, 4..12), (192, 64..192)] {
            assert_eq!(settle_window(None, 30, 36, count), window);
            assert_eq!(fitted_window(12..36, 36, count), window);
        }
        // With one it is asked there, as far as the run goes, but not beside the end of a longer one.
        let own = Some(Window::Ticks(20, 30));
        for (count, window) in [
            (36, 20..30),
            (30, 20..30),
            (25, 20..25),
            (20, 6..20),
            (192, 64..192),
        ] {
            assert_eq!(settle_window(own, 30, 36, count), window, "{count}");
        }
    }
}
