//! Pointing at things of a tick and of a world: what can be pointed at, when it is, what lies under a pointer, and what can
//! be said of it.

pub mod facts;
pub mod moment;
pub mod pick;
pub mod subject;

pub use facts::{Fact, facts};
pub use moment::{Moment, moments};
pub use pick::{Picked, SightLine, pick};
pub use subject::Subject;
