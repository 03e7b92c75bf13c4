//! How far the reading of a long file is, for those who wait for it.

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
    /// Told now and then that `done` of `all` is read, in units of the reader; says whether to go on.
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

/// What an error of a reader says that was told to stop.
pub const STOPPED: &str = "stopped";
