//! How far the reading of a long file is, for those who wait for it.

use std::cell::{Cell, RefCell};
use std::fmt;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// Go on.
    On,
    /// Stop; what reads gives up.
    Stop,
}

/// Is told how far a reader is. `()` is not interested; so is any closure.
pub trait Progress {
    /// Told now and then that `done` of `all` is read, in units of the reader; `all` is 0 where it is not known beforehand.
    /// Says whether to go on.
    fn at(&mut self, done: u64, all: u64) -> Go;
}

impl Progress for () {
    fn at(&mut self, _: u64, _: u64) -> Go {
        Go::On
    }
}

impl<F: FnMut(u64, u64) -> Go> Progress for F {
    fn at(&mut self, done: u64, all: u64) -> Go {
        self(done, all)
    }
}

/// Tells several readers' progress; as [`Progress::at`].
pub type Tell<'a> = dyn Fn(u64, u64) -> Go + 'a;

/// One progress for several readers that take turns. Who said stop once goes on saying so.
pub struct Shared<'a> {
    to: RefCell<&'a mut dyn Progress>,
    stopped: Cell<bool>,
}

impl fmt::Debug for Shared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stopped = self.stopped.get();
        f.debug_struct("Shared").field("stopped", &stopped).finish()
    }
}

impl<'a> Shared<'a> {
    /// Tells `to`.
    pub fn new(to: &'a mut dyn Progress) -> Self {
        let to = RefCell::new(to);
        let stopped = Cell::new(false);
        Self { to, stopped }
    }

    /// As [`Progress::at`].
    pub fn tell(&self, done: u64, all: u64) -> Go {
        // Nobody who is told tells this one in turn.
        let told = self.to.try_borrow_mut().map(|mut to| to.at(done, all));
        if told.is_ok_and(|go| go == Go::Stop) {
            self.stopped.set(true);
        }
        match self.stopped.get() {
            true => Go::Stop,
            false => Go::On,
        }
    }

    /// Whether somebody said stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
}

impl Progress for &Shared<'_> {
    fn at(&mut self, done: u64, all: u64) -> Go {
        self.tell(done, all)
    }
}

/// What an error of a reader says that was told to stop.
pub const STOPPED: &str = "stopped";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_said_stop_once_goes_on_saying_so() {
        let mut told = Vec::new();
        let mut to = |done, all| {
            told.push((done, all));
            match done {
                2 => Go::Stop,
                _ => Go::On,
            }
        };
        let shared = Shared::new(&mut to);
        let answers = [1, 2, 3].map(|done| (&shared).at(done, 9));
        assert_eq!(answers, [Go::On, Go::Stop, Go::Stop]);
        assert!(shared.is_stopped());
        assert_eq!(told, [(1, 9), (2, 9), (3, 9)]);
    }
}
