//! The time that a tick takes, checked where it enters.

use thiserror::Error;

/// Longest time between two updates of a camera, seconds: an hour.
pub const LONGEST: f64 = 3600.0;

/// A time step, seconds: finite, longer than nothing and at most [`LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Interval(f64);

/// What is no time step.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("a time step of {seconds} s; more than 0 and at most {LONGEST} s were expected")]
pub struct IntervalError {
    /// What was given, seconds.
    pub seconds: f64,
}

impl Interval {
    /// A step of `seconds`.
    ///
    /// # Errors
    /// [`IntervalError`]: not a number, not finite, zero, negative, or longer than [`LONGEST`].
    ///
    /// # Source
    /// spec/camera.md 5.5: the original does not guard against a negative step.
    pub fn new(seconds: f64) -> Result<Self, IntervalError> {
        if seconds > 0.0 && seconds <= LONGEST {
            Ok(Self(seconds))
        } else {
            Err(IntervalError { seconds })
        }
    }

    /// A tick at `hz` ticks a second; a rate of 0, which no scene can have, counts as 1.
    ///
    /// # Source
    /// design.md, "Determinism": the step is 1 / hz.
    #[must_use]
    pub fn of_rate(hz: u32) -> Self {
        Self(1.0 / f64::from(hz.max(1)))
    }

    /// The step in seconds.
    ///
    /// # Source
    /// spec/camera.md 5.1 step 2, `dt`.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_time_is_refused_with_what_was_expected() {
        for bad in [
            0.0,
            -0.0,
            -1.0 / 60.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            3600.5,
            1e300,
        ] {
            let told = Interval::new(bad).unwrap_err().to_string();
            assert_eq!(
                told,
                format!("a time step of {bad} s; more than 0 and at most 3600 s were expected")
            );
        }
        for good in [f64::MIN_POSITIVE, 1.0 / 1700.0, 1.0 / 30.0, 3600.0] {
            assert_eq!(Interval::new(good).unwrap().seconds(), good);
        }
        assert_eq!(Interval::of_rate(60).seconds(), 1.0 / 60.0);
        assert_eq!(Interval::of_rate(0).seconds(), 1.0);
    }
}
