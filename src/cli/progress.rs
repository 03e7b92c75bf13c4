//! How far a long run is, for who waits at a terminal.

use super::Io;
use super::exit::one_line;
use crate::formats::progress::Go;
use crate::lane::TickOutcome;

/// Work between two lines: some seconds of it.
const EVERY: u64 = 8_000_000;

/// What a tick takes beside its steps, in steps.
const PER_TICK: u64 = 4;

/// Counts the steps of a lane; no clock is read, so that what is printed is always the same.
pub(super) struct Progress<'a> {
    lane: &'a str,
    ticks: u32,
    done: u64,
    told: u64,
}

impl<'a> Progress<'a> {
    pub(super) fn new(lane: &'a str, ticks: u32) -> Self {
        Self {
            lane,
            ticks,
            done: 0,
            told: 0,
        }
    }

    /// Takes in a tick that ran; at a terminal says how far the lane is, each time that much work is done.
    pub(super) fn tell(&mut self, outcome: &TickOutcome, io: &mut Io<'_>) {
        let eye = outcome.eye_sweep.as_ref().map_or(0, |sweep| sweep.steps);
        self.done += u64::from(outcome.sweep.steps) + u64::from(eye) + PER_TICK;
        if !io.shows_progress || self.done / EVERY == self.told {
            return;
        }
        self.told = self.done / EVERY;
        let (lane, tick, ticks) = (one_line(self.lane), outcome.tick + 1, self.ticks);
        // Who cannot be told waits as before.
        let _ = writeln!(io.err, "lane {lane}: {tick} of {ticks} ticks done");
    }
}

/// Says how far the reading of a long file is, a line for each tenth of it, at a terminal.
pub(super) struct Reading<'a, 'b> {
    file: String,
    word: &'static str,
    /// Which part of the whole work this is, and of how many that are alike.
    part: (u64, u64),
    tenth: u64,
    io: &'a mut Io<'b>,
}

impl<'a, 'b> Reading<'a, 'b> {
    pub(super) fn new(file: &std::path::Path, io: &'a mut Io<'b>) -> Self {
        Self {
            file: one_line(&file.display().to_string()),
            word: "read",
            part: (0, 1),
            tenth: 0,
            io,
        }
    }

    /// The same of part `k` of `of` (from 0), which is called so.
    pub(super) fn part(self, word: &'static str, k: u64, of: u64) -> Self {
        Self {
            word,
            part: (k, of),
            ..self
        }
    }
}

impl crate::formats::progress::Progress for Reading<'_, '_> {
    fn at(&mut self, done: u64, all: u64) -> Go {
        let tenth = u64::try_from(u128::from(done) * 10 / u128::from(all.max(1))).unwrap_or(10);
        if self.io.shows_progress && tenth > self.tenth {
            self.tenth = tenth;
            let (file, word) = (&self.file, self.word);
            let _ = writeln!(self.io.err, "{file}: {} % {word}", tenth * 10);
        }
        let (k, of) = self.part;
        let whole = all.saturating_mul(of);
        let before = all.saturating_mul(k);
        self.io.progress.at(before.saturating_add(done), whole)
    }
}

/// Work of a scan of which nobody is told: a moment of it.
const MOMENT: u64 = 20_000;

/// Says how far a scan is, a line for each tenth of a long one, at a terminal.
pub(super) struct Scanning<'a, 'b> {
    scan: &'static str,
    tenth: u64,
    io: &'a mut Io<'b>,
}

impl<'a, 'b> Scanning<'a, 'b> {
    pub(super) fn new(scan: &'static str, io: &'a mut Io<'b>) -> Self {
        Self { scan, tenth: 0, io }
    }
}

impl crate::formats::progress::Progress for Scanning<'_, '_> {
    fn at(&mut self, done: u64, all: u64) -> Go {
        let tenth = u64::try_from(u128::from(done) * 10 / u128::from(all.max(1))).unwrap_or(10);
        if self.io.shows_progress && all >= MOMENT && tenth > self.tenth {
            self.tenth = tenth;
            let _ = writeln!(self.io.err, "scan {}: {} % done", self.scan, tenth * 10);
        }
        self.io.progress.at(done, all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(shows_progress: bool) -> String {
        let source = crate::scene::shipped::find("sawtooth").unwrap().source();
        let built = crate::scene::build(&source, None, None).unwrap();
        let mut lane = crate::lane::Lane::new(&built.setup, built.lanes[0].1);
        let mut outcome = lane.tick(&built.setup, &built.setup.input(0), &mut ());
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = Io {
            out: &mut out,
            err: &mut err,
            window: None,
            progress: &mut (),
            shows_progress,
            warned: &mut Vec::new(),
        };
        let mut progress = Progress::new("retail", 4);
        for tick in 0..4 {
            outcome.tick = tick;
            outcome.sweep.steps = 5_000_000;
            progress.tell(&outcome, &mut io);
        }
        String::from_utf8(err).unwrap()
    }

    #[test]
    fn lines_come_with_the_work_and_only_at_a_terminal() {
        assert_eq!(
            told(true),
            "lane retail: 2 of 4 ticks done\nlane retail: 4 of 4 ticks done\n"
        );
        assert_eq!(told(false), "");
    }
}
