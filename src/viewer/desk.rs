//! Work on threads: what is being done, how far it is, and how it is stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::calm::{self, Place};
use super::command::{Asked, Command, Notice, Tone};
use super::notices::Notices;
use super::text;
use crate::formats::progress::{Go, Progress};

/// What a piece of work is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// It has not said.
    #[default]
    Begun,
    /// It reads a file of so many bytes, or records of several.
    Reading(Option<u64>),
    /// It builds a scene of what was read.
    Building,
}

/// How far a piece of work is, and whether it is to stop.
#[derive(Debug, Default)]
struct State {
    stopped: AtomicBool,
    phase: Mutex<Phase>,
    done: AtomicU64,
    all: AtomicU64,
}

/// The end of a piece of work that its thread holds.
#[derive(Debug)]
pub(super) struct Hold(Arc<State>);

impl Hold {
    /// Says what comes now.
    pub(super) fn enter(&self, phase: Phase) {
        *self.0.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
        self.0.done.store(0, Ordering::Relaxed);
    }
}

impl Progress for Hold {
    fn at(&mut self, done: u64, all: u64) -> Go {
        self.0.all.store(all, Ordering::Relaxed);
        self.0.done.store(done, Ordering::Relaxed);
        if self.0.stopped.load(Ordering::Relaxed) {
            Go::Stop
        } else {
            Go::On
        }
    }
}

/// A piece of work on a thread, by its number.
#[derive(Debug)]
struct Job {
    number: u32,
    /// What is being done.
    text: String,
    since: Instant,
    state: Arc<State>,
}

/// Where threads leave the commands that they have come to.
#[derive(Resource, Debug)]
pub(super) struct Desk {
    sender: Sender<(Option<u32>, Vec<Command>)>,
    receiver: Mutex<Receiver<(Option<u32>, Vec<Command>)>>,
    jobs: Mutex<(u32, Vec<Job>)>,
}

impl Default for Desk {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            sender,
            receiver: Mutex::new(receiver),
            jobs: Mutex::default(),
        }
    }
}

/// Work that takes longer than this is told of.
const PATIENCE: Duration = Duration::from_millis(200);

impl Desk {
    /// Asks on a thread; what is answered is asked for in a later frame.
    pub(super) fn run(&self, work: impl FnOnce() -> Option<Command> + Send + 'static) {
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            if let Some(command) = work() {
                // The window may be gone by then.
                let _ = sender.send((None, vec![command]));
            }
        });
    }

    /// Works on a thread. When it takes long, `text` is shown with how far it is, and the user may stop it: then nothing
    /// comes of it, and it ends as soon as it asks.
    pub(super) fn work(
        &self,
        text: String,
        work: impl FnOnce(&mut Hold) -> Vec<Command> + Send + 'static,
    ) {
        let sender = self.sender.clone();
        let state = Arc::new(State::default());
        let mut hold = Hold(Arc::clone(&state));
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.0 += 1;
        let number = jobs.0;
        let since = Instant::now();
        jobs.1.push(Job {
            number,
            text,
            since,
            state,
        });
        drop(jobs);
        std::thread::spawn(move || {
            let done = calm::tried(|| work(&mut hold)).unwrap_or_else(|words| {
                vec![Command::Notice(Notice {
                    tone: Tone::Error,
                    text: text::broke(Place::Document, &words, None),
                })]
            });
            let _ = sender.send((Some(number), done));
        });
    }

    /// Stops what was begun last; says whether there was something.
    pub(super) fn stop(&self) -> bool {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let last = jobs.1.pop();
        if let Some(job) = &last {
            job.state.stopped.store(true, Ordering::Relaxed);
        }
        last.is_some()
    }

    /// Whether something is being done.
    #[must_use]
    pub(super) fn is_busy(&self) -> bool {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        !jobs.1.is_empty()
    }

    /// Whether `number` was still waited for; it is not any more.
    fn finish(&self, number: u32) -> bool {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let before = jobs.1.len();
        jobs.1.retain(|job| job.number != number);
        jobs.1.len() < before
    }

    /// What has been done for a while already, and how far it is.
    fn long(&self) -> Option<String> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = jobs.1.iter().find(|job| job.since.elapsed() >= PATIENCE)?;
        let state = &job.state;
        let phase = *state.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, all) = (
            state.done.load(Ordering::Relaxed),
            state.all.load(Ordering::Relaxed),
        );
        Some(text::at_work(&job.text, phase, done, all))
    }
}

/// Takes in what threads have come to.
pub(super) fn collect(desk: Res<Desk>, mut notices: ResMut<Notices>, mut asked: ResMut<Asked>) {
    let Ok(receiver) = desk.receiver.lock() else {
        return;
    };
    for (number, commands) in receiver.try_iter() {
        let Some(number) = number else {
            asked.0.extend(commands);
            continue;
        };
        // Of what was stopped nothing comes.
        if desk.finish(number) {
            asked.0.extend(commands);
            notices.end_progress();
        }
    }
    if let Some(text) = desk.long() {
        notices.progress(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is stopped ends by itself: its thread asks and is told.
    #[test]
    fn what_is_stopped_ends() {
        let desk = Desk::default();
        let (ended, end) = channel();
        desk.work("counting".to_owned(), move |hold| {
            hold.enter(Phase::Reading(Some(4_000_000)));
            let mut done = 0;
            while hold.at(done, 100) == Go::On {
                done = 50;
                std::thread::yield_now();
            }
            let _ = ended.send(());
            Vec::new()
        });
        std::thread::sleep(PATIENCE);
        let told = desk.long().unwrap();
        assert!(
            told.contains("counting") && told.contains("50 % of 4.0 MB"),
            "{told}"
        );
        assert!(desk.stop() && !desk.is_busy());
        end.recv_timeout(Duration::from_secs(20)).unwrap();
    }
}
