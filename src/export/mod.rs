//! What leaves the program: results of a run as JSON and CSV, events as JSON lines, the report, a tick as the text of an issue,
//! a run as the source of a test, pictures as a moving GIF.

mod axes;
mod canvas;
pub mod csv;
pub mod cut;
pub mod gif;
pub mod ink;
pub mod issue;
pub mod json;
pub mod labels;
pub mod mesh;
pub mod plot;
pub mod report;
pub mod result;
pub mod solid;
pub mod svg;
pub mod test_code;
mod thin;
pub mod view;

pub use report::report;
pub use result::{LaneResult, digest_text};
