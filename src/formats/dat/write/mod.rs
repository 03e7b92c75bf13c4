//! Game files that are made up: for tests, and for whoever wants a file to try.
//!
//! `bytes` are fields, `records` every kind of record, `container` whole files with every oddity that readers must bear and
//! every damage that they must find, `sample` a small portal and cell file that belong together, `damaged` that portal file damaged.

mod bytes;
mod container;
mod damaged;
mod records;
pub mod sample;

pub use container::{Damage, Fill, Layout, Stored, Written, container};
pub use damaged::{DAMAGES, damaged};
