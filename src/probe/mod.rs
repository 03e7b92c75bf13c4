//! What can be observed inside a tick, and who listens.
//!
//! Routines take `probe: &mut impl Probe` and report facts as [`Event`]s; `()` listens to nothing and compiles away.

pub mod event;
pub mod order;
pub mod sink;

pub use event::{
    BodySphere, Branch, Environment, Event, EventKind, NormalSource, Passed, Primitive, ResetCause,
    Rung, SupportSource,
};
pub use order::{Held, Order, Refusal, ViewMode};
pub use sink::{Counters, Entry, Journal, Probe, Tee};
