//! The game's own files: `client_portal.dat` and `client_cell_1.dat`, and single records out of them.
//!
//! `file` is the container (`header`, chains of blocks) and `directory` its B-tree; `record` is any record, of which `gfx_obj`,
//! `setup`, `environment`, `env_cell` and `land` are the kinds, made of `mesh` and `tree` and read with `bytes`; `ids` says
//! what an id means, `error` what can be wrong. `solid` makes trees of what is stored, `library` finds the files, `catalog` lists what they hold, `spot` is a place in the game's words, and
//! `load` makes parts of a world of records and all that they refer to; `facts` says what one comes to in a line, `about` in numbers. `write` is the reverse of reading. Decoders take bytes and neither panic nor recurse; what they set aside is
//! bounded by what they were given.
//!
//! spec/dat.md has the layouts; only the end-of-retail one is read.

pub mod about;
mod bytes;
pub mod catalog;
mod directory;
pub mod env_cell;
pub mod environment;
pub mod error;
pub mod facts;
mod file;
pub mod gfx_obj;
pub mod header;
pub mod ids;
pub mod land;
pub mod library;
pub mod load;
pub mod mesh;
#[cfg(test)]
mod paper;
pub mod record;
pub mod setup;
pub mod solid;
pub mod spot;
#[cfg(test)]
mod tests;
pub mod tree;
pub mod write;

pub use bytes::RawFrame;
pub use directory::Entry;
pub use error::{DatError, Wrong};
pub use file::{Dat, MAX_RECORD, PACKED, open_dat};
pub use ids::{DataSet, RecordKind, parse_id};
pub use record::Record;
