//! Scene files: from text to what lanes run on.
//!
//! `model` is the shape of the file, `number` its numbers and their ranges, `read` text to model, `locate` finds the place
//! of a field in the text again (by `walk`), `check` what the shape alone cannot refuse, `shapes` polygons of boxes and prisms,
//! `solids` shapes to trees, `formula` numbers that are worked out of parameters, `vary` a scene with a value changed, `edit` a model with one changed by hand and the history of that, `map` rooms, buildings and landscape, `build` model to [`crate::lane::Setup`] and lanes, `expectation` places and windows as ticks, `source` a scene with
//! all the files that it needs, `named` the files that a scene names, `game` what it takes from game files, `captured` sweeps that another program recorded, `work` how far and how long that leads, `write` model to text, `shipped` the scenes that are compiled in.

pub mod ask;
mod build;
mod captured;
mod check;
pub mod edit;
mod error;
pub mod expectation;
mod formula;
pub mod game;
mod locate;
pub mod map;
pub mod model;
pub mod mover;
mod named;
pub mod number;
mod read;
mod refused;
mod shapes;
pub mod shipped;
mod solids;
mod source;
#[cfg(test)]
mod tests;
mod vary;
mod walk;
mod work;
pub mod write;

pub(crate) use crate::formats::system::{openable, why};
pub use build::{Built, build, build_told};
pub use check::{MAX_LANES, policy};
pub use error::SceneError;
pub use model::Scene;
pub use read::read;
pub use source::{GameRecord, LostRecord, MeshFile, Source, beside_path, open, open_told};
pub use write::write;
