//! Logs of probes: lines of `[tag] key=value ..` among others, as OpenAC and its forks print them.
//!
//! `decode` makes lines of bytes that arrive piece by piece, `line` an entry of a line, `value` numbers and points of its values,
//! `draw` what can be drawn of an entry, `read` takes whole logs and growing ones, `tail` follows a file, `scene` writes a scene.

mod decode;
mod draw;
mod line;
mod read;
pub mod scene;
mod tail;
mod value;

pub use draw::{Drawable, drawables, lost};
pub use line::{Entry, Field};
pub use read::{Follower, Log, TagSummary, looks_like_log, read};
pub use tail::Tail;
pub use value::{number, points, vector};

/// The tags whose fields are known; others are shown as they are.
pub const KNOWN: &[&str] = &[
    "resolve",
    "cell-swept",
    "cell-transit",
    "cellset-build",
    "bsp-test",
    "cyl-test",
    "sph-skip-bsp",
    "cyl-skip-bsp",
    "bldg-channel",
    "entity-source",
    "resolve-bldg",
    "indoor-bsp",
    "cell-cache",
    "poly-dump",
    "place-fail",
    "place-fail-obj",
    "push-back",
    "push-back-disp",
    "push-back-cell",
    "step-walk",
    "step-walk-adjust",
    "cp-write",
    "transit-fail",
    "transit-fail-insert",
    "transit-fail-stepup",
    "transit-fail-walk",
    "transit-fail-adjust",
    "gfxobj-dump",
    "cell-dump",
];

#[cfg(test)]
mod tests;
