//! Keeps an eye view from flashing: a strobing camera is exactly what is replayed here.

use std::collections::VecDeque;

use crate::geometry::Frame;

/// A jump longer than this between two pictures counts as a flash, metres.
const JUMP: f32 = 0.02;

/// So many flashes within a second are shown; the pose is held before a further one.
///
/// # Source
/// ux.md: no more than three flashes a second (WCAG 2.3.1).
const FLASHES: usize = 3;

/// The pose that an eye view shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Steady {
    shown: Option<Frame>,
    seen: Option<Frame>,
    flashes: VecDeque<f64>,
    holds: bool,
}

impl Steady {
    /// The pose to show at `now` (seconds) when the eye is at `pose`.
    pub(super) fn pose(&mut self, pose: Frame, now: f64) -> Frame {
        while self.flashes.front().is_some_and(|at| now - at > 1.0) {
            self.flashes.pop_front();
        }
        let jumped = self
            .seen
            .is_some_and(|seen| seen.origin.distance(pose.origin) > JUMP);
        self.seen = Some(pose);
        if jumped {
            self.flashes.push_back(now);
            // What is older than the limit allows is of no use.
            while self.flashes.len() > 64 {
                self.flashes.pop_front();
            }
        }
        self.holds = self.flashes.len() > FLASHES;
        let shown = match self.shown {
            Some(shown) if self.holds => shown,
            _ => pose,
        };
        self.shown = Some(shown);
        shown
    }

    /// Whether the pose shown is an older one.
    #[must_use]
    pub(super) fn holds(&self) -> bool {
        self.holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// A sawtooth of 19 Hz for two seconds at 60 pictures a second shows no more than three jumps in any second.
    #[test]
    fn a_strobe_is_held_and_a_stroll_is_not() {
        let mut steady = Steady::default();
        let mut jumps: Vec<f64> = Vec::new();
        let mut last: Option<Frame> = None;
        for k in 0..120 {
            let now = f64::from(k) / 60.0;
            let saw = (now * 19.0).fract() as f32 * 0.27;
            let shown = steady.pose(Frame::at(Vec3::new(0.0, saw, 0.0)), now);
            if last.is_some_and(|last| last.origin.distance(shown.origin) > JUMP) {
                jumps.push(now);
            }
            last = Some(shown);
        }
        assert!(steady.holds());
        assert!(jumps.windows(4).all(|w| w[3] - w[0] > 1.0), "{jumps:?}");
        let mut steady = Steady::default();
        for k in 0..120 {
            let pose = Frame::at(Vec3::X * (k as f32 * 0.01));
            assert_eq!(steady.pose(pose, f64::from(k) / 60.0), pose);
        }
    }

    #[test]
    fn it_lets_go_after_a_quiet_second() {
        let mut steady = Steady::default();
        for k in 0..20 {
            let pose = Frame::at(Vec3::X * (k % 2) as f32);
            steady.pose(pose, f64::from(k) * 0.05);
        }
        assert!(steady.holds());
        let at = Frame::at(Vec3::X);
        steady.pose(at, 1.0);
        assert_eq!(steady.pose(at, 2.5), at);
        assert!(!steady.holds());
    }
}
