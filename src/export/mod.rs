//! What leaves the program as text: results of a run as JSON and CSV, events as JSON lines, the report.

pub mod csv;
pub mod json;
pub mod result;

pub use result::{LaneResult, digest_text};
