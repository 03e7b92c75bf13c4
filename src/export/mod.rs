//! What leaves the program as text: results of a run as JSON and CSV, events as JSON lines, the report.

mod axes;
mod canvas;
pub mod csv;
pub mod cut;
pub mod ink;
pub mod json;
pub mod labels;
pub mod plot;
pub mod report;
pub mod result;
pub mod svg;
mod thin;
pub mod view;

pub use report::report;
pub use result::{LaneResult, digest_text};
