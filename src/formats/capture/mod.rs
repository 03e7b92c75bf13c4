//! Resolve captures of OpenAC: one recorded sweep of a body on each line of a file, as JSON.
//!
//! `model` is the shape of a line, `read` takes a file line by line, `unknown` finds what is not read and `lacking` what is not there,
//! `seed` makes a sweep that lanes run of a record, `left_out` tells of which it cannot, `compare` holds what it came to against what
//! was recorded.

mod compare;
mod lacking;
mod left_out;
mod model;
mod read;
mod seed;
mod unknown;

pub use compare::{Agreement, Compared, Difference, Field, compare};
pub use lacking::{lacking, not_finite};
pub use left_out::{LeftOut, Reason};
pub use model::{BodyModel, InputModel, RecordModel, ResultModel, Turn};
pub use read::{Capture, Damage, Reader, Record, Run, lines, looks_like_capture, read};
pub use seed::{Refusal, Space, captured, problem};
pub use unknown::unknown_fields;

#[cfg(test)]
mod tests;
