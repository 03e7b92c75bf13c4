//! The cursor, its speed, and how many ticks run in a frame.
//!
//! The cursor says which tick is looked at; lanes run ticks on their own account, ahead of it where that is wanted.
//! One run of [`FixedUpdate`] is one tick. It runs here and nowhere else, so that the engine's clock decides nothing.

use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::ViewSystems;
use super::document::Document;
use super::drive::{self, Wheel};
use super::lanes::{LaneRun, NextTick, Tape};
use super::settings::Settings;

/// Time that the ticks of one frame may take.
const BUDGET: Duration = Duration::from_millis(10);

/// Slowest and fastest playback, in doublings of real time.
pub(super) const SPEEDS: std::ops::RangeInclusive<i8> = -4..=4;

/// Whether the cursor moves by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// It rests.
    #[default]
    Paused,
    /// It goes on.
    Forward,
    /// It goes back.
    Reverse,
}

/// The cursor and how it moves.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Playback {
    /// The tick that is looked at.
    pub cursor: u32,
    /// Whether it moves by itself.
    pub motion: Motion,
    /// Doublings of real time, in `SPEEDS`.
    pub speed: i8,
    /// Ticks to play again and again, half open.
    pub range: Option<(u32, u32)>,
    /// Whether the range, or without one the whole run, is played again and again.
    pub looping: bool,
    /// Ticks that the user marked, rising.
    pub markers: Vec<u32>,
    /// Whether playback asked for more ticks than fit into the last frame.
    pub behind: bool,
    /// Part of a tick that has been played.
    pub carry: f64,
    /// A tick that a step asked for and that has not run yet.
    pub wanted: u32,
    /// Whether the body is driven by hand.
    pub drives: bool,
    /// A tick and the moment in it that is looked at; of no meaning while the cursor is at another tick.
    pub moment: Option<(u32, usize)>,
}

impl Playback {
    /// Real time times this is played time.
    #[must_use]
    pub fn factor(&self) -> f64 {
        f64::from(2.0_f32.powi_exact(self.speed))
    }

    /// Moves the cursor to `tick` and rests there; ticks up to it are run when they have not been.
    pub fn seek(&mut self, tick: u32) {
        self.cursor = tick;
        self.wanted = tick;
        self.motion = Motion::Paused;
        self.carry = 0.0;
        self.moment = None;
    }

    /// Plays in `motion`, or rests when that is what it does already. At the end of `ticks` ticks it begins again.
    pub fn play(&mut self, motion: Motion, ticks: u32) {
        if self.motion == motion {
            self.motion = Motion::Paused;
            return;
        }
        let last = ticks.saturating_sub(1);
        if motion == Motion::Forward && self.cursor >= last && !self.drives {
            self.cursor = 0;
        }
        if motion == Motion::Reverse && self.cursor == 0 {
            self.cursor = last;
        }
        self.motion = motion;
        self.carry = 0.0;
        self.moment = None;
    }

    /// Sets or removes the marker at the cursor.
    pub fn mark(&mut self) {
        match self.markers.binary_search(&self.cursor) {
            Ok(index) => {
                self.markers.remove(index);
            }
            Err(index) => self.markers.insert(index, self.cursor),
        }
    }

    /// The moment that is looked at in `tick`, of `count` that it has.
    #[must_use]
    pub fn moment_at(&self, tick: u32, count: usize) -> Option<usize> {
        let (of, number) = self.moment?;
        (of == tick && count > 0).then(|| number.min(count - 1))
    }

    /// The tick that has to have run for what this frame shows.
    fn needs(&self) -> u32 {
        self.wanted.max(self.cursor)
    }

    /// The whole ticks that `seconds` of real time at `hz` are worth at this speed; what is left counts the next time.
    pub(super) fn whole_ticks(&mut self, seconds: f64, hz: u32) -> u32 {
        self.carry += seconds * f64::from(hz) * self.factor();
        let whole = self.carry.floor();
        self.carry -= whole;
        whole.min(f64::from(u32::MAX)) as u32
    }

    /// Moves the cursor by `seconds` of real time at `hz`, over `ran` ticks of a script of `ticks`.
    ///
    /// Says which tick it would have liked to be at.
    pub fn advance(&mut self, seconds: f64, hz: u32, ran: u32, ticks: u32) -> u32 {
        let (begin, end) = match self.range {
            Some((a, b)) if self.looping => (a.min(ticks), b.min(ticks).max(a + 1)),
            _ => (0, ticks),
        };
        let last = end.saturating_sub(1);
        let by = self.whole_ticks(seconds, hz);
        match self.motion {
            Motion::Paused => {
                self.carry = 0.0;
                self.cursor
            }
            Motion::Forward => {
                let want = self.cursor.saturating_add(by);
                if want > last {
                    if self.looping {
                        let length = end.saturating_sub(begin).max(1);
                        self.cursor = begin + (want - begin) % length;
                        self.cursor = self.cursor.min(ran.saturating_sub(1));
                    } else {
                        self.cursor = last.min(ran.saturating_sub(1));
                        if ran > last {
                            self.motion = Motion::Paused;
                        }
                    }
                } else {
                    self.cursor = want
                        .min(ran.saturating_sub(1))
                        .max(self.cursor.min(ran.saturating_sub(1)));
                }
                want.min(last)
            }
            Motion::Reverse => {
                if by > self.cursor - begin.min(self.cursor) {
                    if self.looping {
                        self.cursor = last;
                    } else {
                        self.cursor = begin;
                        self.motion = Motion::Paused;
                    }
                } else {
                    self.cursor -= by;
                }
                self.cursor
            }
        }
    }
}

/// An exact power of two.
trait PowerOfTwo {
    fn powi_exact(self, exponent: i8) -> f32;
}

impl PowerOfTwo for f32 {
    fn powi_exact(self, exponent: i8) -> f32 {
        (0..exponent.unsigned_abs()).fold(1.0, |product, _| {
            if exponent < 0 {
                product / self
            } else {
                product * self
            }
        })
    }
}

/// The cursor's clock.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_systems(Update, run.in_set(ViewSystems::Cursor));
}

/// Runs the ticks that this frame has room for, then moves the cursor.
pub(super) fn run(world: &mut World) {
    let Some((hz, ticks)) = world
        .get_resource::<Document>()
        .map(|d| (d.setup.hz, d.setup.ticks))
    else {
        return;
    };
    let seconds = world
        .get_resource::<Time<Real>>()
        .map_or(0.0, |time| time.delta_secs_f64().min(0.25));
    let playback = world.resource::<Playback>();
    if playback.drives && playback.motion == Motion::Forward {
        drive_on(world, seconds);
        return;
    }
    let ahead = world.resource::<Settings>().run_ahead && !playback.drives;
    // What playback may need by the end of this frame.
    let played = match playback.motion {
        Motion::Forward => (seconds * f64::from(hz) * playback.factor()).ceil() as u32 + 1,
        _ => 0,
    };
    let needed = playback
        .needs()
        .saturating_add(played)
        .saturating_add(1)
        .min(ticks);
    let goal = if ahead { ticks } else { needed };
    let began = Instant::now();
    while let Some(next) = next_tick(world).filter(|next| *next < goal) {
        world.resource_mut::<NextTick>().0 = next;
        world.run_schedule(FixedUpdate);
        if began.elapsed() >= BUDGET {
            break;
        }
    }
    let ran = next_tick(world).unwrap_or(0);
    let mut playback = world.resource_mut::<Playback>();
    let before = playback.cursor;
    let want = playback.advance(seconds, hz, ran, ticks);
    playback.behind = playback.motion == Motion::Forward
        && want > playback.cursor
        && want >= ran
        && before <= want;
    let cursor = playback.cursor.min(ticks.saturating_sub(1));
    playback.cursor = cursor;
}

/// Runs the ticks that are driven by hand in this frame; the cursor goes with them.
fn drive_on(world: &mut World, seconds: f64) {
    let by = drive::prepare(world, seconds);
    let began = Instant::now();
    let mut left = by;
    while left > 0 {
        let Some(next) = next_tick(world) else { return };
        world.resource_mut::<NextTick>().0 = next;
        world.run_schedule(FixedUpdate);
        world.resource_mut::<Wheel>().told();
        left -= 1;
        if began.elapsed() >= BUDGET {
            break;
        }
    }
    let ran = next_tick(world).unwrap_or(0);
    let mut playback = world.resource_mut::<Playback>();
    playback.behind = left > 0;
    if by > 0 {
        playback.cursor = ran.saturating_sub(1);
        playback.wanted = playback.cursor;
    }
}

/// The tick that the lane which is furthest back runs next.
fn next_tick(world: &mut World) -> Option<u32> {
    let mut lanes = world.query::<(&LaneRun, &Tape)>();
    lanes.iter(world).map(|(run, _)| run.0.state.tick).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn playing(speed: i8) -> Playback {
        Playback {
            motion: Motion::Forward,
            speed,
            ..Playback::default()
        }
    }

    #[test]
    fn speed_is_in_doublings_of_real_time() {
        for (speed, want) in [(0, 240), (-4, 15), (4, 3840)] {
            let mut playback = playing(speed);
            for _ in 0..64 {
                playback.advance(1.0 / 64.0, 240, 10_000, 10_000);
            }
            assert_eq!(playback.cursor, want);
        }
    }

    #[test]
    fn the_cursor_stays_on_ticks_that_ran_and_rests_at_the_end() {
        let mut playback = playing(0);
        assert_eq!(playback.advance(1.0, 60, 10, 100), 60);
        assert_eq!((playback.cursor, playback.motion), (9, Motion::Forward));
        playback.advance(10.0, 60, 100, 100);
        assert_eq!((playback.cursor, playback.motion), (99, Motion::Paused));
        playback.play(Motion::Forward, 100);
        assert_eq!(playback.cursor, 0, "playing from the end begins again");
    }

    #[test]
    fn a_loop_comes_round() {
        let mut playback = Playback {
            looping: true,
            range: Some((10, 20)),
            cursor: 18,
            ..playing(0)
        };
        playback.advance(3.0 / 60.0, 60, 100, 100);
        assert_eq!((playback.cursor, playback.motion), (11, Motion::Forward));
    }

    #[test]
    fn going_back_ends_at_the_begin() {
        let mut playback = Playback {
            cursor: 5,
            motion: Motion::Reverse,
            ..Playback::default()
        };
        playback.advance(2.0 / 60.0, 60, 100, 100);
        assert_eq!(playback.cursor, 3);
        playback.advance(1.0, 60, 100, 100);
        assert_eq!((playback.cursor, playback.motion), (0, Motion::Paused));
    }

    #[test]
    fn markers_rise_and_a_second_one_removes_the_first() {
        let mut playback = Playback::default();
        for tick in [7, 3, 5, 7] {
            playback.cursor = tick;
            playback.mark();
        }
        assert_eq!(playback.markers, [3, 5]);
    }
}
