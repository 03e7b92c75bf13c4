//! Which of the known behaviours a lane runs: one value per switch, and the text that names them.
//!
//! A [`Policy`] is plain data that the routines ask (`policy.steps`, `policy.is_ace(Row::T29)`).
//! `switches` holds one enum per difference, `rows` the many small differences of ACE, `policy` the
//! struct and the list [`SWITCHES`] that describes it, `presets` the named values, `parse` the policy
//! text (`retail+steps=equal-slices`) and JSON, `error` what can be wrong with them.
//! The first value of every switch is the retail client's.

mod error;
mod parse;
#[expect(
    clippy::module_inception,
    reason = "the struct's file is named for the struct, as in every folder"
)]
mod policy;
mod presets;
mod rows;
pub mod switches;

pub use error::PolicyError;
pub use policy::{Choice, Policy, SWITCHES, Switch, switch};
pub use presets::{PRESETS, Preset, preset};
pub use rows::{Family, Form, Row, RowSet};
pub use switches::*;
